/* object.h - the object header, the type object, reference counts, and the protocol
 * functions by which the rest of the vm touches any object without knowing its type.
 *
 * Ownership: arguments are borrowed, results are new references; a name that ends in
 * _borrow returns a borrowed reference, one that ends in _steal takes over its
 * argument. Errors: a function that returns Value fails with VALUE_NULL, one that
 * returns int with -1, and then (only then) an exception is set in the vm. Read next:
 * error.h, mem.h.
 */
#ifndef MINIPY_VM_CORE_OBJECT_H
#define MINIPY_VM_CORE_OBJECT_H

#include "vm/core/value.h"

typedef enum Kind {
#define TYPE(id, spec) KIND_##id,
#include "vm/core/types.def"
#undef TYPE
    KIND_COUNT
} Kind;

typedef struct StrObj StrObj;
typedef struct TupleObj TupleObj;
typedef struct ListObj ListObj;
typedef struct DictObj DictObj;
typedef struct CodeObj CodeObj;
typedef struct FuncObj FuncObj;
typedef struct Frame Frame;
typedef struct Shape Shape;
typedef struct Buffer Buffer;

/* ---- the header ------------------------------------------------------------------ */

struct Object {
    uint32_t refs;  /* strong references */
    uint8_t kind;   /* Kind: the C layout, the same for subclasses */
    uint8_t gc;     /* GC_* bits (gc.h) */
    uint16_t flags; /* OBJ_* bits */
    TypeObj *type;  /* strong for heap types, else borrowed from the vm */
};

enum {
    OBJ_HAS_WEAKREFS = 1 << 0, /* the vm's weakref table has an entry for it */
    OBJ_FINALIZED = 1 << 1,    /* __del__ has run */
    OBJ_IN_DEALLOC = 1 << 2,
    OBJ_INTERNED = 1 << 3, /* str only */
    OBJ_HIDDEN = 1 << 4,   /* the vm's own: value_hide */
    /* bits 8..15: how many attribute slots lie in line behind basicsize (object_alloc)
     */
    OBJ_INLINE_SHIFT = 8,
};

/* Objects that the collector may visit are preceded by this (gc.h). */
typedef struct GcHead {
    struct GcHead *next, *prev;
} GcHead;

void object_dealloc(MinipyVM *vm, Object *o); /* refs reached 0 */
void object_death(MinipyVM *vm, Object *o);   /* ... whatever is to be thought of */
void instance_death(MinipyVM *vm, Object *o); /* ... of a class of Python's */
/* ... of a native type with TYPE_GC, without a __dict__, which holds one value behind
 * the header; nothing is to be finalized */
void first_value_death(MinipyVM *vm, Object *o);

/* Of an object that is this vm's: no type (type_incref), and nothing that may be
 * shared. */
static inline Object *obj_incref(Object *o)
{
    o->refs++;
    return o;
}
static inline void obj_decref(MinipyVM *vm, Object *o)
{
    if (unlikely(--o->refs == 0))
        object_dealloc(vm, o);
}
/* A new container (or VALUE_NULL) that the vm keeps for itself and trusts: programs
 * do not come upon it by gc.get_objects(), get_referrers() or get_referents(). */
static inline Value value_hide(Value v)
{
    if (likely(v))
        value_obj(v)->flags |= OBJ_HIDDEN;
    return v;
}
static inline Value value_incref(Value v)
{
    if (value_is_counted(v))
        value_obj(v)->refs++; /* v must not be VALUE_NULL; see value_xincref */
    return v;
}
static inline void value_decref(MinipyVM *vm, Value v)
{
    if (value_is_counted(v))
        obj_decref(vm, value_obj(v));
}
/* As value_xdecref where no code of a program's may run: a container whose last owner
 * this was dies when object_release_put_off() is called, by whom an exception passes.
 */
void value_decref_later(MinipyVM *vm, Value v);
void object_release_put_off(MinipyVM *vm);
static inline Value value_xincref(Value v)
{
    return v ? value_incref(v) : v;
}
static inline void value_xdecref(MinipyVM *vm, Value v)
{
    if (v)
        value_decref(vm, v);
}
/* Releases n values, of which any may be VALUE_NULL. */
static inline void values_xdecref(MinipyVM *vm, const Value *values, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        value_xdecref(vm, values[i]);
}
/* Whether the four values at v are small ints, which nobody counts: loops over what
 * containers hold pass by four with one test. */
static inline bool values_are_ints(const Value *v)
{
    return v[0] & v[1] & v[2] & v[3] & 1;
}
/* Copies n values, each a new reference; none may be VALUE_NULL. */
static inline void values_copy(Value *to, const Value *from, int64_t n)
{
    int64_t i = 0;
    for (; n - i >= 4; i += 4) {
        memcpy(to + i, from + i, 4 * sizeof *to);
        if (!values_are_ints(to + i))
            for (int64_t k = i; k < i + 4; k++)
                value_incref(to[k]);
    }
    for (; i < n; i++)
        to[i] = value_incref(from[i]);
}
/* n copies of the `size` values at from, one behind the other. One value is counted
 * once for all. */
static inline void values_repeat(Value *to, const Value *from, int64_t size, int64_t n)
{
    if (size != 1) {
        for (; n > 0; n--, to += size)
            values_copy(to, from, size);
        return;
    }
    Value v = *from;
    for (int64_t i = 0; i < n; i++)
        to[i] = v;
    if (value_is_counted(v))
        value_obj(v)->refs += (uint32_t)n;
}
/* Releases the n items of a container that ends, the last one first. */
static inline void values_release(MinipyVM *vm, const Value *items, int64_t n)
{
    for (; n >= 4; n -= 4)
        if (!values_are_ints(items + n - 4))
            for (int64_t i = n; --i >= n - 4;)
                value_xdecref(vm, items[i]);
    while (--n >= 0)
        value_xdecref(vm, items[n]);
}
/* Puts `value` (stolen) into *slot; stores first and releases last, because the release
 * can run Python code. */
static inline void value_set_steal(MinipyVM *vm, Value *slot, Value value)
{
    Value old = *slot;
    *slot = value;
    value_xdecref(vm, old);
}
static inline void value_clear(MinipyVM *vm, Value *slot)
{
    value_set_steal(vm, slot, VALUE_NULL);
}

/* ---- slots ----------------------------------------------------------------------- */

typedef enum { CMP_LT, CMP_LE, CMP_EQ, CMP_NE, CMP_GT, CMP_GE } CompareOp;
/* What `op` says of two of which one is smaller: order < 0, 0 or > 0. */
static inline bool compare_by_order(int order, CompareOp op)
{
    switch (op) {
    case CMP_LT: return order < 0;
    case CMP_LE: return order <= 0;
    case CMP_EQ: return order == 0;
    case CMP_NE: return order != 0;
    case CMP_GT: return order > 0;
    default: return order >= 0;
    }
}
typedef enum { SEND_ERROR = -1, SEND_RETURN = 0, SEND_NEXT = 1 } SendResult;

typedef Value (*UnarySlot)(MinipyVM *vm, Value self);
typedef Value (*BinarySlot)(MinipyVM *vm, Value a, Value b);
typedef Value (*TernarySlot)(MinipyVM *vm, Value a, Value b, Value c);
typedef Value (*CompareSlot)(MinipyVM *vm, Value a, Value b, CompareOp op);
typedef int64_t (*HashSlot)(MinipyVM *vm, Value self); /* -1: error */
typedef int (*InquirySlot)(MinipyVM *vm, Value self);  /* 0, 1, -1 */
typedef int64_t (*LenSlot)(MinipyVM *vm, Value self);  /* -1: error */
typedef Value (*SizeArgSlot)(MinipyVM *vm, Value self, int64_t i);
typedef int (*SizeSetSlot)(MinipyVM *vm, Value self, int64_t i, Value value);
typedef int (*ContainsSlot)(MinipyVM *vm, Value self, Value item);
typedef int (*SetAttrSlot)(MinipyVM *vm, Value self, Value key, Value value);
typedef int (*DescrSetSlot)(MinipyVM *vm, Value descr, Value obj, Value value);
typedef void (*FinalizeSlot)(MinipyVM *vm, Value self);
typedef SendResult (*SendSlot)(MinipyVM *vm, Value self, Value arg, Value *result);
typedef int (*GetBufferSlot)(MinipyVM *vm, Value self, Buffer *view, int flags);
typedef void (*ReleaseBufferSlot)(MinipyVM *vm, Value self, Buffer *view);
/* args: nargs positional values, then one value for each name in the tuple kwnames
 * (VALUE_NULL when there are no keywords). All borrowed. */
typedef Value (*CallSlot)(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames);
typedef Value (*NewSlot)(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                         Value kwnames);
typedef int (*InitSlot)(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames);
typedef int (*VisitFn)(Value v, void *arg); /* non-zero stops the visit */
typedef int (*TraverseFn)(Object *o, VisitFn visit, void *arg);

typedef struct TypeSlots {
#define SLOT(member, type) type member;
#include "vm/types/slots.def"
#undef SLOT
} TypeSlots;

/* ---- how a native type is described ---------------------------------------------- */

/* A type, and its or a module's tables without the row of zeros that ends each.
 * clang-format leaves them as they are (.clang-format): lines of up to 120 columns, in
 * which a table has a row, a type what belongs together: what it is called, what its
 * instances are, what releases them, its slots, its tables. */
#define TYPE_SPEC(id, ...) const TypeSpec id = {__VA_ARGS__}
#define METHODS(name, ...) const MethodDef name[] = {__VA_ARGS__{0}}
#define GETSETS(name, ...) const GetSetDef name[] = {__VA_ARGS__{0}}
#define MEMBERS(name, ...) const MemberDef name[] = {__VA_ARGS__{0}}

/* One calling convention for all native functions; what is checked before the call
 * follows from the signature in the row (signature.h). */
typedef Value (*NativeFn)(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames);
enum {
    M_CLASS = 1,   /* self is the class */
    M_STATIC = 2,  /* self is VALUE_NULL */
    M_COEXIST = 4, /* replaces the slot wrapper of the same name */
    /* How CPython's function is made, where it shows: */
    M_BARE = 8,         /* METH_VARARGS: messages name it without its class */
    M_TUPLE = 16,       /* PyArg_ParseTuple: its messages about the count */
    M_UNSIGNED = 32,    /* not through Argument Clinic: no __text_signature__ */
    M_KEYWORDS = 64,    /* the body gets keywords as they come, to hand them on */
    M_NAMELESS = 128,   /* M_TUPLE that calls it "function" */
    M_METHOD = 256,     /* METH_METHOD: counted as if it took keywords */
    M_HOST = 512,       /* its body is a host's, which no `fn` leads to (hooks.h) */
    M_NO_LEVEL = 1024,  /* no level of recursion, though Signature's rule says so */
    M_OWN_LEVEL = 2048, /* the body counts that level (call.h) */
    M_ANY_NAMES = 4096, /* its keywords need not be strs */
};
typedef struct MethodDef {
    const char *name;
    NativeFn fn;
    int flags;
    const char *signature; /* "($self, x, y=0, /, *, key=None)", never NULL */
    const char *doc;       /* or NULL */
} MethodDef;
typedef struct Signature Signature;

typedef Value (*GetterFn)(MinipyVM *vm, Value self, void *closure);
typedef int (*SetterFn)(MinipyVM *vm, Value self, Value value, void *closure);
typedef struct GetSetDef {
    const char *name;
    GetterFn get;
    SetterFn set; /* NULL: read-only; value NULL: delete */
    const char *doc;
    void *closure;
} GetSetDef;
/* Rows without a doc: of what can be read, and set. */
#define GETS(name, get)                                                                \
    {                                                                                  \
        name, get, NULL, NULL, NULL                                                    \
    }
#define GETS_SETS(name, get, set)                                                      \
    {                                                                                  \
        name, get, set, NULL, NULL                                                     \
    }

enum {
    MEMBER_VALUE,
    MEMBER_VALUE_OR_NONE,
    MEMBER_INT64,
    MEMBER_INT32,
    MEMBER_UINT32,
    MEMBER_BOOL,
    MEMBER_DOUBLE,
    MEMBER_COMPUTED /* by the functions of `access` */
};
enum { MEMBER_AUDITED = 2 }; /* read-only, and reading it is an audit event */
typedef struct MemberDef {
    const char *name;
    int type; /* MEMBER_VALUE: AttributeError when absent; _OR_NONE: None when absent */
    int offset;       /* from the start of the object */
    uint8_t readonly; /* bool, or MEMBER_AUDITED */
    const void *info; /* its doc; MEMBER_COMPUTED: the GetSetDef behind it */
} MemberDef;
/* A member_descriptor of what the object does not store as a Value. */
#define COMPUTED_MEMBER(name_, get_, set_, doc_, closure_)                             \
    {                                                                                  \
        .name = name_, .type = MEMBER_COMPUTED, .info = &(const GetSetDef)             \
        {                                                                              \
            name_, get_, set_, doc_, closure_                                          \
        }                                                                              \
    }

enum {
    TYPE_GC = 1 << 0,       /* instances have a GcHead and traverse */
    TYPE_BASE = 1 << 1,     /* may be subclassed */
    TYPE_HEAP = 1 << 2,     /* made by a class statement or type() */
    TYPE_ABSTRACT = 1 << 3, /* __abstractmethods__ is not empty */
    TYPE_OPEN = 1 << 4,     /* of a spec: attributes of the class can be set */
    TYPE_WEAKREFS = 1 << 5, /* instances can be weakly referenced */
    TYPE_HAS_INST = 1 << 6, /* instances carry an InstHead (have __dict__) */
    TYPE_SEQUENCE = 1 << 7, /* matches a sequence pattern */
    TYPE_MAPPING = 1 << 8,  /* matches a mapping pattern */
    TYPE_NO_NEW = 1 << 9,   /* "cannot create 'X' instances" */
    TYPE_METHOD_LIKE =
        1 << 10, /* unbound call gets self first (LOAD_METHOD may skip binding) */
    TYPE_EXCEPTION = 1 << 11,  /* subclass of BaseException */
    TYPE_MATCH_SELF = 1 << 12, /* class pattern's one positional matches the subject */
    TYPE_HAS_FINALIZER = 1 << 13,
    TYPE_CUSTOM_GETATTR =
        1 << 14, /* getattro is not the generic one (and not type's/module's) */
    TYPE_IMMUTABLE = 1 << 15, /* attributes of the class cannot be set (built-ins) */
    TYPE_ITER_SELF = 1 << 16,
    TYPE_DYING = 1 << 17,      /* garbage being cleared: gets no version any more */
    TYPE_VECTORCALL = 1 << 18, /* for __flags__ alone: CPython calls it by an array */
    TYPE_OWN_MODULE =
        1 << 19, /* native, with __module__ in its dict (CPython's heap types) */
    TYPE_UNVERSIONED =
        1 << 20, /* changes of its bases may not reach it: never cached */
    TYPE_RULES_CACHED =
        1 << 21, /* a metaclass: look-ups in its classes are remembered in code */
    TYPE_LISTED = 1 << 22,    /* type.c: a walk through the classes has met it */
    TYPE_CLEARS = 1 << 23,    /* of a spec: to break cycles its `values` are cleared */
    TYPE_FREE_LIST = 1 << 24, /* its dealloc counts what it gives back: mem_inline.h */
    TYPE_EXTENDED = 1 << 25,  /* `life` is a TypeExtension's, of its own */
    TYPE_UNCOUNTED = 1 << 27, /* its call, or an instance's, is no level of recursion */
    TYPE_CHANGED = 1 << 28,   /* a program has set or deleted attributes of the class */
    TYPE_COMBINED =
        1 << 29, /* complex: what nobody holds becomes the result (eval.c) */
    /* of a spec: CPython's is a Python class, which messages call without its module */
    TYPE_PYTHON_CLASS = 1 << 26 | TYPE_OPEN | TYPE_OWN_MODULE,
};

typedef void (*DeallocFn)(MinipyVM *vm, Object *o);
typedef struct TypeSpec {
    const char *name; /* "module.name"; no dot: builtins */
    const char *doc;
    uint8_t
        kind; /* layout of the instances where types.def has no row; 0: the base's */
    uint8_t base;   /* Kind of the base type; 0: object */
    uint8_t aux;    /* the type's own use (exceptions: ExcLayout) */
    uint8_t values; /* so many strong Values lie right behind `ob`: the core releases
                       and visits them, and clears them with TYPE_CLEARS, where dealloc,
                       traverse and clear are NULL */
    uint32_t flags;
    int basicsize;   /* sizeof the struct */
    int itemsize;    /* of the variable part, 0 if none */
    int inst_offset; /* of an InstHead inside the struct (with TYPE_HAS_INST), else 0 */
    /* Releases what the object's own fields hold; the core does the rest (collector,
     * weak references, __dict__, __slots__, memory). Must not run before fields exist:
     * memory is zeroed when allocated. With `values`, a function that is given here
     * does their part too (object_values_release, object_values_visit). */
    DeallocFn dealloc;
    TraverseFn
        traverse; /* visits the object's own fields (not its type, not __dict__) */
    void (*clear)(MinipyVM *vm, Object *o); /* breaks cycles; NULL if never needed */
    /* All that object_dealloc does for an object of exactly this type, for the few of
     * which most objects are; NULL: as type_death() says. (mem_inline.h) */
    DeallocFn death;
    int64_t (*nitems)(
        Object *o); /* length of the variable part (var-sized subclassable types) */
    TypeSlots slots;
    const MethodDef *methods; /* each list ends with a row of zeros; NULL: none */
    const GetSetDef *getsets;
    const MemberDef *members;
    /* What the type's dict holds beside that; when it is filled. NULL: nothing. */
    int (*fill)(MinipyVM *vm, TypeObj *t, Value dict);
    /* What iteration by sq_item gives, borrowed, and how many in *n: it need not ask,
     * nor raise an IndexError at the end. NULL, or it gives NULL: sq_item does. Runs
     * nothing. (api_type.c) */
    const Value *(*shown)(MinipyVM *vm, Value v, int64_t *n);
} TypeSpec;

/* What a type has that changes while a vm runs. */
typedef struct TypeState {
    DictObj *dict;    /* strong; use type_dict(): native types fill it on first use */
    Shape *shape;     /* root of the shapes of its instances, made on demand */
    Value subclasses; /* dict of addresses, or VALUE_NULL (type.c) */
} TypeState;

struct TypeObj {
    Object ob;
    const TypeSpec *spec; /* of the nearest native ancestor (its own if native) */
    const TypeSpec *life; /* of the nearest that says what instances hold */
    DeallocFn dealloc;    /* releases that; NULL: they hold nothing */
    DeallocFn death; /* what object_dealloc is to them: the spec's, or type_death()'s */
    uint32_t flags;  /* TYPE_* */
    uint32_t version; /* tag of the attributes' state; 0: none assigned */
    int32_t basicsize, itemsize;
    int32_t inst_offset;  /* of the InstHead: > 0 fixed, 0 none, < 0 the complement of
                             its offset behind the variable part */
    uint8_t layout;       /* Kind of instances */
    uint8_t inline_slots; /* how many attribute slots new instances get in line */
    uint16_t shared; /* 1 + its number in vm->shared_types, if vms share it; else 0 */
    TypeSlots slots;
    Value name;       /* str, strong */
    Value qualname;   /* str, strong */
    Value bases;      /* tuple, strong */
    Value mro;        /* tuple, strong; VALUE_NULL while the type is being made */
    TypeObj *base;    /* strong */
    TypeState own;    /* see type_state(), unless it is TYPE_HEAP */
    Value slot_names; /* tuple of mangled __slots__ names with member descriptors, or
                         NULL */
    int32_t slots_start, slots_count; /* own __slots__: offset of the first (< 0 as
                                         inst_offset), number */
    int32_t tail_size; /* bytes of InstHead and __slots__ behind the variable part */
    /* Bytes of the block of an instance without items, and of those the collector's;
     * 0: alloc_slowly works it out. (type_size_block) */
    uint32_t block_size, block_head;
    bool has_slots;                       /* it, or a class before it, has __slots__ */
    Object newborn;                       /* the header of a new instance */
    TypeObj *next_modified, *next_listed; /* type.c: while classes are walked through */
    TypeObj *next_native;    /* chain of the types that type_from_spec made */
    struct ClassCell *cells; /* class_cell.h: so many; NULL: none yet */
    int64_t cell_count;
};

static inline TypeObj *type_incref(TypeObj *t)
{
    value_incref(value_from_obj(t));
    return t;
}
static inline void type_decref(MinipyVM *vm, TypeObj *t)
{
    value_decref(vm, value_from_obj(t));
}

/* Bytes that a class adds to the instances of its native ancestor: __slots__, InstHead.
 * A __sizeof__ that gives CPython's figure for the ancestor adds them. self: an object.
 */
static inline int64_t type_added_size(Value self)
{
    const TypeObj *t = value_obj(self)->type;
    return t->basicsize - t->spec->basicsize + t->tail_size;
}

/* Where an instance keeps its attributes. Shape mode: values[i] belongs to the shape's
 * i-th key. Dict mode (shape == NULL): dict is the __dict__, or NULL when none yet. */
typedef struct InstHead {
    Shape *shape; /* borrowed from the type's tree */
    union {
        Value *values; /* strong each; in line behind the head, or mem_alloc'ed */
        DictObj *dict; /* strong */
    } u;
} InstHead;

/* Instances of plain classes (layout KIND_OBJECT). */
typedef struct InstObj {
    Object ob;
    InstHead head;
    Value inline_values[];
} InstObj;

/* ---- type tests ------------------------------------------------------------------ */

/* Could an object of that kind be at v? Of other kinds than these three none is shared:
 * then whoever counts v next need not ask again, as k is a constant nearly everywhere.
 */
static inline bool value_may_be(Value v, Kind k)
{
    Value tag = k == KIND_STR || k == KIND_TUPLE || k == KIND_TYPE ? 7 : 15;
    return (v & tag) == 0 && v != 0;
}
static inline bool value_is_kind(Value v, Kind k)
{
    return value_may_be(v, k) && value_obj(v)->kind == (uint8_t)k;
}
#define value_is_str(v) value_is_kind(v, KIND_STR)
#define value_is_tuple(v) value_is_kind(v, KIND_TUPLE)
#define value_is_list(v) value_is_kind(v, KIND_LIST)
#define value_is_dict(v) value_is_kind(v, KIND_DICT)
#define value_is_bytes(v) value_is_kind(v, KIND_BYTES)
#define value_is_type(v) value_is_kind(v, KIND_TYPE)
/* int or a subclass (bool included; bools are immediate but KIND_BOOL by value_type) */
static inline bool value_is_int(Value v)
{
    return (v & 1) || v == VALUE_TRUE || v == VALUE_FALSE || value_is_kind(v, KIND_INT);
}
static inline bool value_is_float(Value v)
{
    return value_is_float_imm(v) || value_is_kind(v, KIND_FLOAT);
}
static inline bool value_is_exception(Value v)
{
    return value_is_kind(v, KIND_EXCEPTION);
}

#define STR(v) ((StrObj *)(uintptr_t)(v))
#define TUPLE(v) ((TupleObj *)(uintptr_t)(v))
#define LIST(v) ((ListObj *)(uintptr_t)(v))
#define DICT(v) ((DictObj *)(uintptr_t)(v))
#define TYPE_OF(v) ((TypeObj *)(uintptr_t)(v))

/* ---- making objects -------------------------------------------------------------- */

/* A zeroed object of cls with refs == 1 and `nitems` items of the variable part;
 * tracked by the collector if its type is; InstHead set up. VALUE_NULL + MemoryError on
 * failure. (mem/gc: object.c) */
Object *object_alloc(MinipyVM *vm, TypeObj *cls, int64_t nitems);
/* An object of cls whose first n values (TypeSpec.values) are these; it takes them
 * over, the rest of it is zero. VALUE_NULL among them: an error that passes. (alloc.c)
 */
Value object_of_steal(MinipyVM *vm, TypeObj *cls, const Value *values, int n);
/* An object of cls that the caller fills: object_alloc as a Value. */
static inline Value object_alloc_value(MinipyVM *vm, TypeObj *cls)
{
    Object *o = object_alloc(vm, cls, 0);
    return o ? value_from_obj(o) : VALUE_NULL;
}
/* Where the in-line attribute slots of an object with a fixed-size layout begin. */
static inline Value *obj_inline_values(Object *o)
{
    return (Value *)(void *)((char *)o + o->type->basicsize);
}
static inline unsigned obj_inline_count(const Object *o)
{
    return o->flags >> OBJ_INLINE_SHIFT;
}
static inline InstHead *inst_head_fixed(Object *o)
{
    return (InstHead *)((char *)o + o->type->inst_offset);
}
/* The field at an offset of the kinds that inst_offset has. */
void *obj_field(Object *o, int offset);
InstHead *inst_head(Object *o); /* NULL if it has none; any layout */
static inline InstHead *inst_head_quick(Object *o)
{
    return likely(o->type->inst_offset > 0) ? inst_head_fixed(o) : inst_head(o);
}

/* ---- the protocol ---------------------------------------------------------------- */

/* In object.c and attr.c (number.h, sequence.h and call.h have the rest): CPython's
 * names without Py. What is not said otherwise: arguments are borrowed; a Value that is
 * returned is new, VALUE_NULL means an exception; an int is 1 or 0 as an answer, 0 for
 * done, -1 with an exception. All of them can run Python code, which may release
 * whatever is only borrowed. */

/* What value_type() does for None, the bools and the other singletons; borrowed. */
TypeObj *value_type_slow(MinipyVM *vm, Value v);
/* value_type(vm, v): borrowed type of any value; defined inline in vm.h */

Value object_repr(MinipyVM *vm, Value v);               /* str */
Value object_str(MinipyVM *vm, Value v);                /* str */
Value object_ascii(MinipyVM *vm, Value v);              /* str */
Value object_format(MinipyVM *vm, Value v, Value spec); /* spec: str or VALUE_NULL */
int64_t object_hash(MinipyVM *vm, Value v);             /* -1: exception */
/* a < b, a == b, ...: what the slots say, which need not be a bool. */
Value object_compare(MinipyVM *vm, Value a, Value b, CompareOp op);
/* What is left of it when a's own method, asked first, said NotImplemented. */
Value object_compare_declined(MinipyVM *vm, Value a, Value b, CompareOp op);
int object_compare_unlike(MinipyVM *vm, Value a, Value b, CompareOp op);
/* The truth of it; identity first. */
static inline int object_compare_bool(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (value_both_int_imm(a, b))
        return compare_by_order(((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b),
                                op);
    if (a == b && (op == CMP_EQ || op == CMP_NE))
        return op == CMP_EQ;
    return object_compare_unlike(vm, a, b, op);
}
/* bool(v). */
int object_is_true(MinipyVM *vm, Value v);
/* ... of the result of a call, taken over: VALUE_NULL is an error that passes, -1. */
int object_is_true_steal(MinipyVM *vm, Value result);
int64_t object_length(MinipyVM *vm, Value v); /* len(v); -1: exception */
/* The same of a sequence: TypeError for what has a length as a mapping alone. */
int64_t sequence_length(MinipyVM *vm, Value v);
/* len(v), or else v.__length_hint__(), or else def; -1: exception. */
int64_t object_length_hint(MinipyVM *vm, Value v, int64_t def);
/* o[key], o[key] = value, del o[key]: by the mapping's slots, then the sequence's. */
Value object_getitem(MinipyVM *vm, Value o, Value key);
int object_setitem(MinipyVM *vm, Value o, Value key, Value value);
int object_delitem(MinipyVM *vm, Value o, Value key);
/* item in container: by its slot, or by walking through it. */
int object_contains(MinipyVM *vm, Value container, Value item);
Value object_iter(MinipyVM *vm, Value v); /* iter(v) */
Value iter_next(MinipyVM *vm, Value it);  /* VALUE_NULL: exhausted, or error if one is
                                             set (a StopIteration is swallowed) */
/* Classes of Python without a __next__ have this as iternext: the class of what a loop
 * goes over may change to one of them. */
Value iter_not_implemented(MinipyVM *vm, Value self);
Value object_dir(MinipyVM *vm, Value v); /* dir(v): a sorted list */
/* isinstance() and issubclass(): classes' own hooks are asked; cls may be a tuple. */
int object_isinstance(MinipyVM *vm, Value v, Value cls);
int object_issubclass(MinipyVM *vm, Value sub, Value cls);
bool object_callable(Value v); /* has its type a call slot? Runs nothing */

Value object_getattr(MinipyVM *vm, Value o,
                     Value name); /* name: str (interned if possible) */
/* As object_getattr, but an AttributeError is not raised: returns 0 and *out NULL. 1:
 * found, -1: error. */
int object_lookup_attr(MinipyVM *vm, Value o, Value name, Value *out);
/* o.name = value, del o.name. name: as for object_getattr. */
int object_setattr(MinipyVM *vm, Value o, Value name, Value value);
int object_delattr(MinipyVM *vm, Value o, Value name);
/* As object_getattr, object_lookup_attr and object_setattr, for names that are no row
 * of names.def. */
Value attr_get(MinipyVM *vm, Value o, const char *name);
int attr_lookup(MinipyVM *vm, Value o, const char *name, Value *out);
int attr_set(MinipyVM *vm, Value o, const char *name, Value value);
/* Finds a method without binding: *self_or_null gets 0 or a new reference to o and the
 * result is the function; otherwise the bound/other attribute with *self_or_null = 0.
 */
Value object_getmethod(MinipyVM *vm, Value o, Value name, Value *self_or_null);
/* Special methods are looked up on the type: binds. 0 with no error if absent. */
Value object_lookup_special(MinipyVM *vm, Value o, Value name);
/* The getattro and setattro of most types, object's: data descriptors of the type, then
 * the object's own attributes, then the rest of the type. value VALUE_NULL: delete. */
Value object_generic_getattr(MinipyVM *vm, Value o, Value name);
int object_generic_setattr(MinipyVM *vm, Value o, Value name, Value value);
DictObj *
object_dict_borrow(MinipyVM *vm,
                   Value o); /* __dict__, made if need be; NULL: none or error */

/* Guards C recursion; C code that can recurse through Python objects (repr, compare,
 * call, hash of nested containers) brackets itself with these. `where` ends the
 * message: "maximum recursion depth exceeded" + where, e.g. " in comparison". -1:
 * RecursionError. */
int recursion_enter(MinipyVM *vm, const char *where);
void recursion_leave(MinipyVM *vm);
/* repr() of self-containing objects: 1 already in progress, 0 entered, -1 error. */
int repr_enter(MinipyVM *vm, Value v);
void repr_leave(MinipyVM *vm, Value v);

/* ---- types (type.c) -------------------------------------------------------------- */

DictObj *type_dict(MinipyVM *vm,
                   TypeObj *t); /* borrowed; fills native types on first use */
/* The attribute `name` (interned str) along the MRO, borrowed; VALUE_NULL if absent (no
 * error). Cached. */
Value type_lookup_borrow(MinipyVM *vm, TypeObj *t, Value name);
bool type_is_subtype(TypeObj *a, TypeObj *b); /* by MRO */
/* t->block_size, block_head and newborn, when what they follow from is there or has
 * changed. (alloc.c) */
void type_size_block(TypeObj *t);
/* How objects of a native type die that has no way of its own. (alloc.c) */
DeallocFn type_death(const TypeObj *t);
/* Assigns t->version if it is 0; 0 when tags ran out. */
uint32_t type_version(MinipyVM *vm, TypeObj *t);
void type_begin_clear(MinipyVM *vm, TypeObj *t); /* of the collector: t is garbage */
void type_modified(MinipyVM *vm, TypeObj *t);    /* t's dict or bases changed: drops
                                                    versions of it and its subclasses */
/* Drops the versions of all types: what a class attribute does when it is read or
 * assigned has changed, wherever it is. */
void types_modified(MinipyVM *vm);
TypeObj *
type_from_spec(MinipyVM *vm,
               const TypeSpec *spec); /* for C modules' own types; new reference */
/* The same with another base than spec->base says (the exception classes), and with
 * another metaclass than `type`, which lives as long as the vm. (type.c) */
TypeObj *type_from_spec_base(MinipyVM *vm, const TypeSpec *spec, TypeObj *base);
TypeObj *type_from_spec_meta(MinipyVM *vm, const TypeSpec *spec, TypeObj *base,
                             TypeObj *meta);
/* Its name in messages as UTF-8, borrowed: that of a class of Python's is __name__,
 * that of a type in C has its module. */
const char *type_name_cstr(TypeObj *t);

#endif
