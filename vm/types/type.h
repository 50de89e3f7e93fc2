/* type.h - what the files of the type model share: type.c (native types, lookup),
 * type_new.c (class statements), type_slots.c (C slots that call Python methods),
 * slot_wrappers.c (Python methods that call C slots), and the descriptor types in
 * descr.c. Public declarations are in object.h.
 */
#ifndef MINIPY_VM_TYPES_TYPE_H
#define MINIPY_VM_TYPES_TYPE_H

#include "vm/core/vm.h"

/* ---- life ------------------------------------------------------------------------ */

/* Makes every type of types.def, and the str machinery and the empty tuple on the way.
 */
int types_init(MinipyVM *vm);
void types_clear(MinipyVM *vm);        /* end of the vm: drops what native types hold */
void types_clear_shapes(MinipyVM *vm); /* after the last collection */
void types_fini(MinipyVM *vm);         /* their memory; nothing may be alive any more */

/* ---- slots by name --------------------------------------------------------------- */

typedef struct SlotDef SlotDef;
typedef void (*AnySlot)(void); /* any slot function, to be cast back before a call */
typedef Value (*SlotWrapperFn)(MinipyVM *vm, Value self, const Value *args,
                               size_t nargs, Value kwnames, AnySlot wrapped,
                               const SlotDef *def);
struct SlotDef {
    const char *name; /* "__add__" */
    int name_id;      /* NAME___add__ */
    size_t offset;    /* of the slot in TypeSlots */
    AnySlot generic;  /* the slot function that calls a Python method; NULL: none */
    SlotWrapperFn wrapper; /* NULL: no slot wrapper is made */
    bool keywords;         /* the wrapper takes keyword arguments */
    const char *doc;
};
extern const SlotDef slot_defs[];
extern const int slot_def_count;

static inline AnySlot *slot_at(TypeSlots *slots, size_t offset)
{
    return (AnySlot *)(void *)((char *)slots + offset);
}

/* The new_ slot of native types whose zeroed memory is a fresh object; init does the
 * rest. */
Value type_alloc_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                     Value kwnames);
/* Sets every slot of a class that has several bases, or whose bases changed. */
void type_fix_all_slots(MinipyVM *vm, TypeObj *t);
/* Sets the slots that the attribute `name` of t (interned) decides, in t and below. */
void type_fix_slot(MinipyVM *vm, TypeObj *t, Value name);
/* For a new class with one base, whose slots were copied: looks at its own names only.
 */
void type_fix_own_slots(MinipyVM *vm, TypeObj *t);
/* The slots of an existing object have changed: have those of a descriptor? Then any
 * look-up that met it as an attribute of a class has another result from now on. */
static inline void type_check_descriptor(MinipyVM *vm, const TypeSlots *before,
                                         const TypeSlots *now)
{
    if (before->descr_get != now->descr_get || before->descr_set != now->descr_set)
        types_modified(vm);
}
void type_refresh_flags(TypeObj *t); /* those that follow from slots */

/* type(self).name(self, args...) for slot functions; VALUE_NULL without error: absent.
 */
Value special_invoke(MinipyVM *vm, Value self, Value name, const Value *args,
                     size_t nargs);

/* Do its instances keep attributes in a dict of their own struct, with no InstHead? */
static inline bool type_keeps_own_dict(const TypeObj *t)
{
    return t->layout == KIND_TYPE || t->layout == KIND_MODULE;
}

/* ---- the type model -------------------------------------------------------------- */

extern const MethodDef
    type_new_wrapper_def; /* __new__ of native types; self is the type */
/* type(name, bases, dict) and its like: the slot new_ of type. VALUE_NULL:
 * exception. */
Value type_new(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
               Value kwnames);
/* What a class adds to its instances that is no Python object: `size` zeroed bytes,
 * which begin at `offset` (set when the class is laid out), and the functions that
 * release, visit and clear them together with what the base says. */
typedef struct TypeExtension {
    TypeSpec life;
    int32_t size, offset;
} TypeExtension;
/* type(name, bases, dict) with that; x is of mem_alloc and belongs to the class, or is
 * freed when there comes none: VALUE_NULL, exception. */
Value type_new_extended(MinipyVM *vm, const Value args[3], TypeExtension *x);
/* The slot: cls and its bases are searched, metaclass descriptors that set go first. */
Value type_getattro(MinipyVM *vm, Value cls, Value name);
Value type_get_dict(MinipyVM *vm, Value cls, void *closure); /* its mappingproxy */
Value type_mro_entries_merge(MinipyVM *vm, TypeObj *t);      /* C3: new tuple */
/* cls.__bases__ = bases, with new MROs for all below: 0; -1: exception, and the old
 * ones are back. */
int type_assign_bases(MinipyVM *vm, TypeObj *t, Value bases);
/* Have instances of a and b the same fields at the same places, as far as CPython finds
 * that out when __class__ is assigned? */
bool type_same_layout(TypeObj *a, TypeObj *b);
bool object_slots_equal(Value a, Value b); /* two tuples of interned str */
int type_add_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub);
void type_remove_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub);
/* The live direct subclasses: a new list. */
Value type_subclasses(MinipyVM *vm, TypeObj *t);
/* Calls visit with t, its subclasses, theirs and so on, each after a class it derives
 * from, until it returns -1; -1 also when there is no memory. It may run anything. */
int type_each_descendant(MinipyVM *vm, TypeObj *t,
                         int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);
/* The same for a visit that never fails: without memory by calls of C. */
void type_all_descendants(MinipyVM *vm, TypeObj *t,
                          int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);
int type_merge_dicts(MinipyVM *vm, Value into, TypeObj *t); /* for dir() */
Value type_module_name(MinipyVM *vm, TypeObj *t); /* __module__: any object; new */
Value type_qualified_name(MinipyVM *vm,
                          TypeObj *t); /* "mod.Qual", "Qual" for builtins */
int object_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                Value kwnames);
Value object_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                 Value kwnames);
int64_t object_hash_not_implemented(MinipyVM *vm, Value self);
int64_t object_hash_identity(MinipyVM *vm, Value self);
/* isinstance and issubclass without asking the class's hooks. */
int object_real_isinstance(MinipyVM *vm, Value v, Value cls);
int object_real_issubclass(MinipyVM *vm, Value sub, Value cls);
/* A class may be called that: 0; a NUL in it: -1 with ValueError. Its UTF-8 stays with
 * it, which type_name_cstr relies on. (type_new.c) */
int type_check_name(MinipyVM *vm, Value name);
Value object_self(MinipyVM *vm, Value self);     /* tp_iter of iterators */
Value object_dict_get(MinipyVM *vm, Value self); /* o.__dict__: new */

/* As object_generic_getattr; an absent attribute is no error: 0 and *out NULL. 1 found,
 * -1 error. */
int object_generic_lookup(MinipyVM *vm, Value o, Value name, Value *out);
/* The index that an item slot of o wants: negative ones count from the end. False: an
 * exception, too_large for what does not fit. (sequence.c) */
bool sequence_index(MinipyVM *vm, Value o, Value key, ExcId too_large, int64_t *out);
int sequence_iter_contains(MinipyVM *vm, Value iterable, Value item); /* by iteration */

/* Getset functions for types with an InstHead: {"__dict__", inst_dict_get,
 * inst_dict_set}. */
Value inst_dict_get(MinipyVM *vm, Value self, void *closure);
int inst_dict_set(MinipyVM *vm, Value self, Value value, void *closure);

/* Splits CPython's "name(sig)\n--\n\ntext" docs. */
/* __text_signature__ and __doc__ of a row: str or None. */
Value method_signature(MinipyVM *vm, const MethodDef *def);
Value method_doc(MinipyVM *vm, const MethodDef *def);
Value doc_signature(MinipyVM *vm, const char *name, const char *doc); /* str or None */
Value doc_text(MinipyVM *vm, const char *name, const char *doc);      /* str or None */

/* Interned str for attribute access; a str subclass is copied. New reference; NULL +
 * TypeError. */
Value attr_name(MinipyVM *vm, Value name);
/* set(vm, o, name, value) with that name. For names that are not plain already. */
static inline int attr_set_named(MinipyVM *vm, Value o, Value name, Value value,
                                 SetAttrSlot set)
{
    Value plain = attr_name(vm, name);
    int r = plain ? set(vm, o, plain, value) : -1;
    value_xdecref(vm, plain);
    return r;
}
/* The attributes of o itself (InstHead, module or type dict): borrowed; no error. */
Value object_own_attr_borrow(MinipyVM *vm, Value o, Value name);

/* __weakref__ of classes whose instances can be weakly referenced. */
extern const GetSetDef type_weakref_getset[];

#endif
