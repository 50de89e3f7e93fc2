/* func.h - functions, bound methods, native functions, cells, modules, slices, ranges,
 * descriptors: the small objects that calls and attribute access are made of.
 */
#ifndef MINIPY_VM_OBJECTS_FUNC_H
#define MINIPY_VM_OBJECTS_FUNC_H

#include "vm/core/vm.h"

struct FuncObj {
    Object ob;
    InstHead head;     /* function attributes */
    CodeObj *code;     /* strong */
    DictObj *globals;  /* strong */
    DictObj *builtins; /* strong */
    Value name, qualname;
    Value defaults;   /* tuple or VALUE_NULL */
    Value kwdefaults; /* dict or VALUE_NULL */
    Value closure;    /* tuple of cells or VALUE_NULL */
    Value doc, module;
    Value annotations; /* dict, or a tuple (name, value, ...) not yet made a dict, or
                          VALUE_NULL */
    uint32_t
        version; /* for call caches: changes with code/defaults/kwdefaults; 0: none */
};
#define FUNC(v) ((FuncObj *)(uintptr_t)(v))
Value func_new(MinipyVM *vm, CodeObj *code,
               DictObj *globals); /* name, doc, module from code/globals */
/* What the __builtins__ of its globals was when it was made: mostly a dict. */
Value func_builtins_borrow(FuncObj *f);
/* The builtin of that name: a new reference; VALUE_NULL without error: there is none.
 */
Value func_builtin(MinipyVM *vm, FuncObj *f, Value name);
uint32_t func_version(MinipyVM *vm, FuncObj *f);

typedef struct CellObj {
    Object ob;
    Value value; /* VALUE_NULL: empty */
} CellObj;
#define CELL(v) ((CellObj *)(uintptr_t)(v))
Value cell_new(MinipyVM *vm, Value value_or_null);

typedef struct MethodObj {
    Object ob;
    Value func, self; /* strong */
} MethodObj;
#define METHOD(v) ((MethodObj *)(uintptr_t)(v))
Value method_new(MinipyVM *vm, Value func, Value self);

typedef struct NativeObj { /* builtin_function_or_method */
    Object ob;
    const MethodDef *def;
    Value self;   /* VALUE_NULL for static ones; the module for module functions */
    Value module; /* name str or VALUE_NULL; of a static one its class */
    const Signature *signature; /* or &signature_unread */
} NativeObj;
#define NATIVE(v) ((NativeObj *)(uintptr_t)(v))
Value native_new(MinipyVM *vm, const MethodDef *def, Value self, Value module_name);
/* Calls func, a NativeObj or a MethodDescrObj, with this self: the arguments are
 * checked and sorted as its row's signature says (signature.c). */
Value native_invoke(MinipyVM *vm, Value func, Value self, const Value *args,
                    size_t nargs, Value kwnames);

typedef struct MethodDescrObj { /* method_descriptor, classmethod_descriptor */
    Object ob;
    TypeObj *owner; /* strong */
    const MethodDef *def;
    Value name;
    const Signature *signature; /* or &signature_unread */
} MethodDescrObj;
#define METHOD_DESCR(v) ((MethodDescrObj *)(uintptr_t)(v))
/* The built-in method that d, a method_descriptor, is of self; NULL: error. */
Value method_descr_bind(MinipyVM *vm, Value d, Value self);

typedef struct MemberDescrObj {
    Object ob;
    TypeObj *owner;
    const MemberDef *def; /* owned when made for __slots__ */
    Value name;
} MemberDescrObj;
#define MEMBER_DESCR(v) ((MemberDescrObj *)(uintptr_t)(v))
/* Where instances of t keep the value of d, if d is a member that __slots__ made and
 * applies to them; else 0. */
int member_slot_offset(TypeObj *t, Value d);

typedef struct GetSetDescrObj {
    Object ob;
    TypeObj *owner;
    const GetSetDef *def;
    Value name;
} GetSetDescrObj;
#define GETSET_DESCR(v) ((GetSetDescrObj *)(uintptr_t)(v))

typedef struct PropertyObj {
    Object ob;
    Value fget, fset, fdel, doc, name; /* VALUE_NULL: none */
    bool getter_doc;
} PropertyObj;
#define PROPERTY(v) ((PropertyObj *)(uintptr_t)(v))

typedef struct ClassMethodObj { /* classmethod and staticmethod */
    Object ob;
    InstHead head;
    Value callable;
} ClassMethodObj;
#define CLASSMETHOD(v) ((ClassMethodObj *)(uintptr_t)(v))

typedef struct ModuleObj {
    Object ob;
    DictObj *dict; /* strong: __dict__ */
    Value name;
    const struct ModuleSpec *spec;
    void *state;
    const struct LazyAttr *lazy; /* what is not in dict yet; NULL for most modules */
} ModuleObj;
#define MODULE(v) ((ModuleObj *)(uintptr_t)(v))
Value module_new(MinipyVM *vm, Value name);

/* An attribute that is made when it is first asked for, so that start-up does not pay
 * for it: a function, or else what make gives, a new reference (VALUE_NULL without an
 * exception: there is none here). */
typedef struct LazyAttr {
    const char *name;
    Value (*make)(MinipyVM *vm);
    const MethodDef *function;
} LazyAttr; /* tables end with a zero row */

/* A module written in C; rows of stdlib/modules.def name these. */
typedef struct ModuleSpec {
    const char *name;
    const char *doc;
    const MethodDef *methods; /* NULL-terminated by a zero row; may be NULL */
    int (*exec)(MinipyVM *vm, Value module); /* adds constants and types; may be NULL */
} ModuleSpec;
Value module_from_spec(MinipyVM *vm, const ModuleSpec *spec);
int module_add_functions(MinipyVM *vm, Value module, const MethodDef *defs);
int module_add_steal(MinipyVM *vm, Value module, const char *name,
                     Value v); /* v NULL: -1 */

typedef struct SliceObj {
    Object ob;
    Value start, stop, step;
} SliceObj;
#define SLICE(v) ((SliceObj *)(uintptr_t)(v))
Value slice_new_steal(MinipyVM *vm, Value start, Value stop, Value step);
/* The parts of a slice as numbers, -1: error. An __index__ may run, and change the
 * sequence that is sliced: so its length is not asked for here, but by slice_adjust. */
int slice_unpack(MinipyVM *vm, Value slice, int64_t *start, int64_t *stop,
                 int64_t *step);
/* Clips what slice_unpack gave for a sequence that has `length` items now; returns how
 * many items are selected. Runs no code. */
int64_t slice_adjust(int64_t length, int64_t *start, int64_t *stop, int64_t step);

typedef struct RangeObj {
    Object ob;
    Value start, stop, step, length; /* ints */
} RangeObj;
#define RANGE(v) ((RangeObj *)(uintptr_t)(v))
typedef struct RangeIterObj {
    Object ob;
    int64_t length;                /* at the start; for __reduce__ */
    int64_t next, step, remaining; /* all fit int64; every produced value fits an
                                      immediate or is made big */
} RangeIterObj;
#define RANGE_ITER(v) ((RangeIterObj *)(uintptr_t)(v))

/* super(cls, obj).name without the super object; LOAD_SUPER_METHOD's worker. As
 * object_getmethod. */
Value super_getattr(MinipyVM *vm, Value cls, Value obj, Value name,
                    Value *self_or_null);
Value generic_alias_new(MinipyVM *vm, Value origin, Value args);
Value union_or(MinipyVM *vm, Value a, Value b); /* type.__or__ */
Value weakref_new(MinipyVM *vm, Value obj, Value callback_or_null);
Value simple_namespace_new(MinipyVM *vm, Value dict_or_null);
Value weakref_first(MinipyVM *vm,
                    Value obj); /* o.__weakref__: the plain reference, or None */
void weakrefs_clear(MinipyVM *vm,
                    Object *o); /* on deallocation: clears refs, runs callbacks */
void weakrefs_clear_quiet(MinipyVM *vm, Object *o,
                          Value callbacks_list); /* collector: clear, append (callback,
                                                    ref) pairs to run later */
/* struct sequence types (sys.version_info, time.struct_time, os.stat_result...): tuple
 * subclasses with names. */
typedef struct StructSeqSpec {
    const char *name; /* "time.struct_time" */
    const char *doc;
    const char *const *fields; /* NULL-terminated; visible ones first */
    int visible;
} StructSeqSpec;
TypeObj *structseq_type(MinipyVM *vm, const StructSeqSpec *spec);
/* No calls make instances any more: the type of something of which there is one. */
int structseq_close(MinipyVM *vm, const StructSeqSpec *spec);
void structseq_fini(MinipyVM *vm); /* end of the vm, after its types */
Value structseq_new_steal(MinipyVM *vm, TypeObj *t, const Value *items, int n);

#endif
