/* ctypes.h - C data as Python objects: what the files of this room share.
 *
 * Metaclasses, buffers and instances with memory of their own are slots of types, which
 * minipy.h does not have: so this is a room inside, and only libffi is outside, in the
 * extension module _ctypes, which connects it (module.c). Read next: info.c, data.c.
 */
#ifndef MINIPY_STDLIB_CTYPES_CTYPES_H
#define MINIPY_STDLIB_CTYPES_CTYPES_H

#include "stdlib/native.h"
#include "vm/bytes/buffer.h"

/* ---- libffi ---------------------------------------------------------------------- */

/* As libffi's ffi_type: the extension asserts that. */
typedef struct ForeignType {
    size_t size;
    uint16_t alignment, type;
    struct ForeignType **elements;
} ForeignType;

enum { CIF_WORDS = 8, ARGUMENTS_MAX = 1024 };
typedef struct Cif {
    uint64_t words[CIF_WORDS];
} Cif;

/* By name, as the extension hands them over. */
typedef struct Foreign {
    /* nfixed < 0: it is not variadic. 0: done. */
    int (*prepare)(void *cif, int nargs, int nfixed, ForeignType *result,
                   ForeignType **args);
    void (*call)(void *cif, void (*f)(void), void *result, void **args);
    /* What frees it, and in *code what C calls; NULL: no memory. */
    void *(*closure_new)(void *cif,
                         void (*run)(void *cif, void *result, void **args, void *user),
                         void *user, void **code);
    void (*closure_free)(void *closure);
    ForeignType *nothing, *sint8, *uint8, *sint16, *uint16, *sint32, *uint32, *sint64,
        *uint64, *float32, *float64, *float_long, *pointer;
    uint16_t structure;    /* ForeignType.type of structures */
    uint16_t types_offset; /* of the array of types in a cif */
} Foreign;

/* ---- classes --------------------------------------------------------------------- */

typedef struct CArg CArg;
/* Reads: new, VALUE_NULL: exception. size: in bytes, or of bit fields, see field.c. */
typedef Value (*CGet)(MinipyVM *vm, const void *p, int64_t size);
/* Writes; what must be kept alive for it, or None: new, VALUE_NULL: exception. */
typedef Value (*CSet)(MinipyVM *vm, void *p, Value v, int64_t size);

typedef struct CCode {
    char code;
    CSet set;
    CGet get;
    size_t type; /* offset of its ForeignType * in Foreign */
    CSet set_swapped;
    CGet get_swapped; /* or NULL */
} CCode;

enum { INFO_FINAL = 1, INFO_POINTER = 2, INFO_HAS_POINTER = 4 };

/* What a class of C data is, made by its metaclass (info.c). */
typedef struct CInfo {
    bool made; /* else the class is abstract */
    uint8_t ndim;
    uint32_t flags, func_flags;
    int64_t size, align, length; /* length: of arrays, the number of fields */
    int64_t *shape;              /* owned, ndim of them */
    char *format;                /* owned; of the buffer protocol */
    ForeignType foreign;         /* its elements are owned */
    ForeignType **expanded;      /* owned: NULL-terminated, of arrays in structures */
    const CCode *code;           /* of simple types, and of swapped ones; else NULL */
    CGet get;
    CSet set;
    CGet value_get; /* get, if a value stands for an instance where one is read */
    Value proto;    /* strong: items, or the str of a simple type */
    Value argtypes, converters; /* strong: tuples, of functions */
    Value restype, checker;     /* strong */
} CInfo;

typedef struct CType {
    TypeObj t;
    CInfo info;
} CType;

typedef struct CTypesState {
    TypeObj *meta_struct, *meta_union, *meta_pointer, *meta_array, *meta_simple,
        *meta_func;
    TypeObj *data, *structure, *union_, *pointer, *array, *simple, *func;
    TypeObj *field, *arg, *thunk, *wide;
    Value pointers; /* dict: _pointer_type_cache */
    Value arrays;   /* dict: (type, length) to weak references */
    Value unpickle; /* the function */
    Foreign foreign;
} CTypesState;

/* Is it a class of C data, abstract or not? */
bool ctype_is(Value v);
/* Its info; NULL: it is no class of C data, or abstract. */
CInfo *ctype_info(Value v);
/* The same of an instance's class. */
CInfo *cdata_info(Value v);
/* That of `cls`, or NULL with TypeError "abstract class". */
CInfo *ctype_info_or_error(MinipyVM *vm, Value cls);
/* Is v a class whose metaclass is, or derives from, meta? */
static inline bool ctype_is_of(Value v, const TypeObj *meta)
{
    return value_is_type(v) && type_is_subtype(value_obj(v)->type, (TypeObj *)meta);
}
/* The info of what is known to be a class of C data that is made. */
static inline CInfo *ctype_made_info(Value cls)
{
    return &((CType *)(uintptr_t)cls)->info;
}
/* type.__new__, with a CInfo that is empty but `made`. */
CType *ctype_new(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
                 Value kwnames);
int info_set_format(MinipyVM *vm, CInfo *info, const char *prefix, const char *format);
/* "(2,3)" between the two. */
int info_set_shaped_format(MinipyVM *vm, CInfo *info, const CInfo *item,
                           const char *prefix, const char *format);
void info_set_pointer(MinipyVM *vm, CInfo *info); /* size, alignment: a pointer's */
/* Copies base's into the info of a class that adds nothing. -1: no memory. */
int info_clone(MinipyVM *vm, CInfo *info, const CInfo *base);
ForeignType *info_foreign(MinipyVM *vm, Value cls); /* of a result; NULL: int's */
/* Methods of all metaclasses, which CPython's each have as their own. */
Value ctype_from_param_method(NATIVE_ARGS), ctype_from_address(NATIVE_ARGS),
    ctype_from_buffer(NATIVE_ARGS), ctype_from_buffer_copy(NATIVE_ARGS),
    ctype_in_dll(NATIVE_ARGS);
/* clang-format off */
#define FROM_PARAM_DOC "Convert a Python object into a function call parameter."
#define CTYPE_METHODS(from_param_)                                                                                      \
    {"from_param", from_param_, M_UNSIGNED, "($self, value, /)", FROM_PARAM_DOC},                                      \
    {"from_address", ctype_from_address, M_UNSIGNED, "($self, address, /)",                                            \
     "C.from_address(integer) -> C instance\naccess a C instance at the specified address"},                          \
    {"from_buffer", ctype_from_buffer, M_BARE | M_TUPLE | M_UNSIGNED, "($self, object, offset=0, /)",                  \
     "C.from_buffer(object, offset=0) -> C instance\ncreate a C instance from a writeable buffer"},                   \
    {"from_buffer_copy", ctype_from_buffer_copy, M_BARE | M_TUPLE | M_UNSIGNED, "($self, object, offset=0, /)",        \
     "C.from_buffer_copy(object, offset=0) -> C instance\ncreate a C instance from a readable buffer"},               \
    {"in_dll", ctype_in_dll, M_BARE | M_TUPLE | M_UNSIGNED, "($self, dll, name, /)",                                   \
     "C.in_dll(dll, name) -> C instance\naccess a C instance in a dll"}
/* A metatype; behind its name and text the slots that are its own. */
#define CTYPE_META(spec_, name_, doc_, ...)                                                                             \
    TYPE_SPEC(spec_,                                                                                                    \
        .name = name_, .doc = doc_,                                                                                     \
        .flags = TYPE_GC | TYPE_BASE, .base = KIND_TYPE, .basicsize = sizeof(CType),                                    \
        .dealloc = ctype_dealloc, .traverse = ctype_traverse, .clear = ctype_clear,                                     \
        .slots = {__VA_ARGS__, .sq_repeat = ctype_repeat},                                                              \
        .methods = meta_methods)
/* clang-format on */
Value ctype_repeat(MinipyVM *vm, Value cls, int64_t n);
/* The class meta(name, (base,), dict); name or dict VALUE_NULL: an exception is set. */
Value ctype_made_steal(MinipyVM *vm, TypeObj *meta, Value name, TypeObj *base,
                       Value dict);
Value ctype_from_param(MinipyVM *vm, Value cls, Value v);
/* 1: found, in *out (new); 0; -1. As object_lookup_attr, by a C string. */
static inline int ctype_as_parameter(MinipyVM *vm, Value v, Value *out)
{
    return object_lookup_attr(vm, v, NAME(vm, _as_parameter_), out);
}
/* The metaclasses' own. */
extern const TypeSpec meta_struct_spec, meta_union_spec, meta_pointer_spec,
    meta_array_spec, meta_simple_spec, meta_func_spec;
void ctype_dealloc(MinipyVM *vm, Object *o);
int ctype_traverse(Object *o, VisitFn visit, void *arg);
void ctype_clear(MinipyVM *vm, Object *o);

/* ---- instances ------------------------------------------------------------------- */

typedef union SmallMemory {
    long double most;
    char bytes[16];
    void *pointer;
} SmallMemory;

typedef struct CData {
    Object ob;
    Value base;    /* strong: the CData whose memory this lies in */
    Value objects; /* strong: what is kept, a dict or one value; VALUE_NULL */
    char *p;
    int64_t size, length, index;
    int32_t owned; /* bool */
    SmallMemory small;
} CData;
#define CDATA(v) ((CData *)(uintptr_t)(v))

/* Is v an instance of a class of C data? */
bool cdata_is_slow(Value v);
extern const TypeSpec cdata_spec, structure_spec, union_data_spec, pointer_spec,
    carray_spec, simple_spec, func_spec;
/* Slots of all of them: see their types. */
void cdata_dealloc(MinipyVM *vm, Object *o);
static inline bool cdata_is(Value v)
{
    return value_is_obj(v) &&
           (value_obj(v)->type->dealloc == cdata_dealloc || cdata_is_slow(v));
}
/* Likewise. */
int cdata_traverse(Object *o, VisitFn visit, void *arg);
/* Likewise. */
void cdata_clear(MinipyVM *vm, Object *o);
/* Likewise. */
int cdata_getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags);
/* Slot new of all: zeroed memory of its own. */
Value cdata_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                Value kwnames);
/* At p in the memory of base; without one (VALUE_NULL) a copy of what is there. */
Value cdata_of_base(MinipyVM *vm, Value cls, Value base, int64_t index, char *p);
Value cdata_at(MinipyVM *vm, Value cls, void *p);
/* What is at p as a value: a new CData, or what the simple type's get gives. cls is
 * made. */
static inline Value cdata_get(MinipyVM *vm, Value cls, CGet get, Value src,
                              int64_t index, int64_t size, char *p)
{
    if (!get)
        get = ctype_made_info(cls)->value_get;
    return get ? get(vm, p, size) : cdata_of_base(vm, cls, src, index, p);
}
/* Writes it and keeps what is to be kept. -1: exception. cls is made. */
int cdata_set(MinipyVM *vm, Value self, Value cls, CSet set, Value v, int64_t index,
              int64_t size, char *p);
/* Keeps v (taken over) for the place `index` of self. */
int cdata_keep_steal(MinipyVM *vm, Value self, int64_t index, Value v);
/* The `objects` of the outermost one, made if need be; borrowed. NULL: exception. */
Value cdata_kept_borrow(MinipyVM *vm, Value self);
/* Makes `size` bytes its own memory. -1: no memory. */
int cdata_resize(MinipyVM *vm, CData *d, int64_t size);
/* As an argument of a foreign function: a CArg or VALUE_NULL. */
CArg *cdata_as_arg(MinipyVM *vm, Value v);

/* `count` items from start on, each step further: bytes, a str, a list of item(i). */
Value cdata_chars(MinipyVM *vm, const char *p, int64_t start, int64_t step,
                  int64_t count);
Value cdata_wide_chars(MinipyVM *vm, const char *p, int64_t start, int64_t step,
                       int64_t count);
Value cdata_list(MinipyVM *vm, Value self, SizeArgSlot item, int64_t start,
                 int64_t step, int64_t count);
/* POINTER(cls), pointer(v). */
Value ctypes_POINTER(NATIVE_ARGS), ctypes_pointer(NATIVE_ARGS);

/* ---- codes ----------------------------------------------------------------------- */

const CCode *ccode_of(char code); /* NULL: there is none */
extern const CCode ccode_char_array, ccode_wide_array;
static inline ForeignType *ccode_foreign(MinipyVM *vm, const CCode *code)
{
    return *(ForeignType **)(void *)((char *)&vm->ctypes->foreign + code->type);
}
/* -1, TypeError: v is no int. The lowest 64 bits of any int. */
int ccode_mask(MinipyVM *vm, Value v, uint64_t *out);
/* Text as wchar_t in an object of its own: *text is its memory. VALUE_NULL. */
Value ccode_wide_new(MinipyVM *vm, Value str, wchar_t **text);
Value ccode_wide_str(MinipyVM *vm, const wchar_t *text, int64_t n);

/* ---- fields, arguments ----------------------------------------------------------- */

typedef struct CField {
    Object ob;
    Value proto; /* strong: the class */
    CGet get;
    CSet set;
    int64_t offset, size, index; /* of bit fields: bits << 16 | first bit */
    bool anonymous;
} CField;
#define CFIELD(v) ((CField *)(uintptr_t)(v))
extern const TypeSpec field_spec, arg_spec, thunk_spec, wide_spec;

/* Where the next field goes. */
typedef struct Layout {
    int64_t size, offset, align, open_bits, bit, pack;
    bool big_endian;
} Layout;
/* The next field; VALUE_NULL: exception. */
CField *field_new(MinipyVM *vm, Value cls, int64_t index, int64_t bits, Layout *l);
CField *field_copy(MinipyVM *vm, const CField *of, int64_t index, int64_t offset);

typedef union CValue {
    char c;
    int8_t b;
    int16_t h;
    int32_t i;
    int64_t q;
    float f;
    double d;
    long double g;
    void *p;
} CValue;

struct CArg {
    Object ob;
    Value obj; /* strong: what it keeps alive */
    ForeignType *foreign;
    int64_t size;
    char tag;
    void *block; /* mem_alloc'ed copy of a structure, or NULL */
    CValue value;
};
#define CARG(v) ((CArg *)(uintptr_t)(v))
/* A new argument, its value to be filled in; obj (or VALUE_NULL) is taken over. NULL:
 * no memory. */
CArg *carg_new(MinipyVM *vm, char tag, ForeignType *foreign, Value obj);
/* byref(data, offset), of a CData: new. */
Value carg_byref(MinipyVM *vm, Value data, int64_t offset);
static inline bool carg_is(MinipyVM *vm, Value v);

/* ---- functions ------------------------------------------------------------------- */

enum {
    CALL_STDCALL = 0,
    CALL_CDECL = 1,
    CALL_PYTHON = 4,
    CALL_ERRNO = 8,
    CALL_LAST_ERROR = 16
};

/* The last call's, kept for the next of the same types. */
typedef struct CallCache {
    Cif cif;
    int n;
    int nfixed;
    ForeignType *result, *types[6]; /* result NULL: none */
} CallCache;

typedef struct CFunc {
    CData d;
    Value thunk, callable;      /* strong */
    Value argtypes, converters; /* strong, or VALUE_NULL: the class's */
    Value restype, checker, errcheck, paramflags;
    Value shown; /* argtypes, as they were given: what programs see */
    CallCache cache;
} CFunc;
#define CFUNC(v) ((CFunc *)(uintptr_t)(v))

typedef struct CallSpec {
    void *f;
    uint32_t flags;
    Value converters, restype, checker; /* or VALUE_NULL */
    CallCache *cache;                   /* or NULL */
} CallSpec;
/* Calls it with n arguments: what restype makes of the result, new. VALUE_NULL:
 * exception. */
Value foreign_call(MinipyVM *vm, const CallSpec *spec, const Value *args, size_t n);
/* What the program's set_errno wrote, and C's errno, change places. */
void foreign_swap_errno(void);
Value ctypes_get_errno(NATIVE_ARGS), ctypes_set_errno(NATIVE_ARGS);
/* The vm in which the thread makes a foreign call that keeps the lock. */
MinipyVM *foreign_vm(void);

/* A function that C can call. VALUE_NULL. */
Value thunk_new(MinipyVM *vm, Value callable, const CInfo *type, void **code);

/* ---- libraries ------------------------------------------------------------------- */

/* Functions of the module. */
Value ctypes_dlopen(NATIVE_ARGS), ctypes_dlclose(NATIVE_ARGS),
    ctypes_dlsym(NATIVE_ARGS);
/* An int as a pointer: -1, TypeError. */
int library_pointer(MinipyVM *vm, Value v, void **out);
/* The address of a name in dll, by its _handle; NULL, and an error of that class. */
void *library_symbol(MinipyVM *vm, Value dll, const char *name, ExcId error);
/* One of the functions of pythonapi.c, or NULL. */
void *pythonapi_symbol(const char *name);

extern const ErrorClass ctypes_argument_error;
/* The vm ends: gives back what it has kept. */
void ctypes_fini(MinipyVM *vm);
/* Frees the state itself: callbacks that the last collection finds still look there. */
void ctypes_free(MinipyVM *vm);

static inline bool carg_is(MinipyVM *vm, Value v)
{
    return value_is_obj(v) && value_obj(v)->type == vm->ctypes->arg;
}

#endif
