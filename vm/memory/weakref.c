/* weakref.c - weak references and proxies.
 *
 * Objects carry no list of their references: a table of the vm maps an object's address
 * to the chain of its references (newest first, the plain callback-less one reused),
 * and the flag OBJ_HAS_WEAKREFS says that there is an entry. Rejected: a pointer in
 * every instance, which would cost 8 bytes each for something rarely used. Invariant: a
 * reference whose `target` is not NULL is in its target's chain.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/memory/weakref.h"
#include "vm/code/opcodes.h"
#include "vm/containers/list.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"

extern const TypeSpec weakref_type_spec, weakproxy_type_spec,
    weakcallableproxy_type_spec;

/* ---- the table ------------------------------------------------------------------- */

typedef struct WeakrefEntry {
    Object *target; /* NULL: free; TOMBSTONE: deleted */
    WeakrefObj *first;
} WeakrefEntry;

struct WeakrefTable {
    WeakrefEntry *entries;
    size_t size, used, filled; /* size: a power of two; filled counts tombstones too */
};

#define TOMBSTONE ((Object *)(uintptr_t)1)

static size_t slot_of(const struct WeakrefTable *t, Object *o)
{
    return ((uintptr_t)o >> 4) * 0x9e3779b97f4a7c15u >> 20 & (t->size - 1);
}

static WeakrefEntry *find(struct WeakrefTable *t, Object *o)
{
    if (!t || !t->size)
        return NULL;
    for (size_t i = slot_of(t, o);; i = (i + 1) & (t->size - 1)) {
        if (t->entries[i].target == o)
            return &t->entries[i];
        if (!t->entries[i].target)
            return NULL;
    }
}

static void place(struct WeakrefTable *t, WeakrefEntry e)
{
    size_t i = slot_of(t, e.target);
    while (t->entries[i].target)
        i = (i + 1) & (t->size - 1);
    t->entries[i] = e;
}

static int grow(MinipyVM *vm, struct WeakrefTable *t)
{
    size_t size = 16;
    while (size < t->used * 4)
        size *= 2;
    WeakrefEntry *old = t->entries, *fresh = mem_calloc(vm, size * sizeof *fresh);
    size_t old_size = t->size;
    if (!fresh)
        return -1;
    t->entries = fresh;
    t->size = size;
    t->filled = t->used;
    for (size_t i = 0; i < old_size; i++)
        if (old[i].target && old[i].target != TOMBSTONE)
            place(t, old[i]);
    mem_free(vm, old);
    return 0;
}

/* The entry of o, made if need be; NULL: MemoryError. */
static WeakrefEntry *entry(MinipyVM *vm, Object *o)
{
    if (!vm->weakrefs && !(vm->weakrefs = mem_calloc(vm, sizeof *vm->weakrefs)))
        return NULL;
    struct WeakrefTable *t = vm->weakrefs;
    WeakrefEntry *e = find(t, o);
    if (e)
        return e;
    if ((t->filled + 1) * 3 > t->size * 2 && grow(vm, t) < 0)
        return NULL;
    place(t, (WeakrefEntry){o, NULL});
    t->used++;
    t->filled++;
    if (value_is_counted(value_from_obj(o)))
        o->flags |= OBJ_HAS_WEAKREFS; /* a shared one has it always */
    return find(t, o);
}

/* At the end of a run, from i back, they keep nothing together: an object that gets and
 * loses its references all the time would fill the table with them. */
static void drop_tombstones(struct WeakrefTable *t, size_t i)
{
    size_t mask = t->size - 1;
    if (t->entries[(i + 1) & mask].target)
        return;
    for (; t->entries[i].target == TOMBSTONE; i = (i - 1) & mask) {
        t->entries[i].target = NULL;
        t->filled--;
    }
}

static void entry_remove(MinipyVM *vm, WeakrefEntry *e)
{
    if (value_is_counted(value_from_obj(e->target)))
        e->target->flags &= (uint16_t)~OBJ_HAS_WEAKREFS;
    e->target = TOMBSTONE;
    e->first = NULL;
    vm->weakrefs->used--;
    drop_tombstones(vm->weakrefs, (size_t)(e - vm->weakrefs->entries));
}

void weakrefs_fini(MinipyVM *vm)
{
    if (!vm->weakrefs)
        return;
    mem_free(vm, vm->weakrefs->entries);
    mem_free(vm, vm->weakrefs);
    vm->weakrefs = NULL;
}

/* ---- making and unlinking -------------------------------------------------------- */

static void link_ref(WeakrefEntry *e, WeakrefObj *r)
{
    r->next = e->first;
    r->prev = NULL;
    if (e->first)
        e->first->prev = r;
    e->first = r;
}

static void unlink_ref(MinipyVM *vm, WeakrefObj *r)
{
    if (!r->target)
        return;
    WeakrefEntry *e = find(vm->weakrefs, r->target);
    if (r->prev)
        r->prev->next = r->next;
    else
        e->first = r->next;
    if (r->next)
        r->next->prev = r->prev;
    r->next = r->prev = NULL;
    r->target = NULL;
    if (!e->first)
        entry_remove(vm, e);
}

static bool can_be_referenced(MinipyVM *vm, Value obj)
{
    return value_is_obj(obj) && (value_type(vm, obj)->flags & TYPE_WEAKREFS);
}

/* The reference of exactly type cls without callback, if there is one: it is shared. */
static WeakrefObj *find_plain(MinipyVM *vm, TypeObj *cls, Object *o)
{
    WeakrefEntry *e = o->flags & OBJ_HAS_WEAKREFS ? find(vm->weakrefs, o) : NULL;
    for (WeakrefObj *r = e ? e->first : NULL; r; r = r->next)
        if (!r->callback && r->ob.type == cls && r->ob.refs > 0)
            return r;
    return NULL;
}

static Value make(MinipyVM *vm, TypeObj *cls, Value obj, Value callback)
{
    if (!can_be_referenced(vm, obj))
        return error_set(vm, EXC_TypeError,
                         "cannot create weak reference to '%T' object", obj);
    Object *o = value_obj(obj);
    if (!callback && !(cls->flags & TYPE_HEAP)) {
        WeakrefObj *plain = find_plain(vm, cls, o);
        if (plain)
            return value_incref(value_from_obj(plain));
    }
    WeakrefObj *r = (WeakrefObj *)object_alloc(vm, cls, 0);
    WeakrefEntry *e = r ? entry(vm, o) : NULL;
    if (!e) {
        if (r)
            obj_decref(vm, &r->ob);
        return VALUE_NULL;
    }
    r->hash = -1;
    r->target = o;
    r->callback = value_xincref(callback);
    link_ref(e, r);
    return value_from_obj(r);
}

Value weakref_new(MinipyVM *vm, Value obj, Value callback_or_null)
{
    return make(vm, vm->types[KIND_WEAKREF], obj, callback_or_null);
}

Value weakref_proxy_new(MinipyVM *vm, Value obj, Value callback_or_null)
{
    Kind k = object_callable(obj) ? KIND_WEAKCALLABLEPROXY : KIND_WEAKPROXY;
    return make(vm, vm->types[k], obj, callback_or_null);
}

Value weakref_first(MinipyVM *vm, Value obj)
{
    WeakrefObj *r = value_is_obj(obj)
                        ? find_plain(vm, vm->types[KIND_WEAKREF], value_obj(obj))
                        : NULL;
    return r ? value_incref(value_from_obj(r)) : VALUE_NONE;
}

int64_t weakref_count(MinipyVM *vm, Value obj)
{
    if (!value_is_obj(obj) || !(value_obj(obj)->flags & OBJ_HAS_WEAKREFS))
        return 0;
    int64_t n = 0;
    WeakrefEntry *e = find(vm->weakrefs, value_obj(obj));
    for (WeakrefObj *r = e ? e->first : NULL; r; r = r->next)
        n++;
    return n;
}

/* CPython keeps plain references first, then the newest: the order of getweakrefs. */
Value weakref_list(MinipyVM *vm, Value obj)
{
    Value list = list_new(vm, 0);
    if (!list || !value_is_obj(obj) || !(value_obj(obj)->flags & OBJ_HAS_WEAKREFS))
        return list;
    WeakrefEntry *e = find(vm->weakrefs, value_obj(obj));
    for (int plain = 1; plain >= 0; plain--)
        for (WeakrefObj *r = e ? e->first : NULL; list && r; r = r->next)
            if ((!r->callback && !(r->ob.type->flags & TYPE_HEAP)) == plain &&
                r->ob.refs > 0 && list_append(vm, list, value_from_obj(r)) < 0)
                value_clear(vm, &list);
    return list;
}

Value weakref_target(Value ref)
{
    Object *o = ((WeakrefObj *)(uintptr_t)ref)->target;
    return o && o->refs > 0 && !(o->flags & OBJ_IN_DEALLOC)
               ? value_incref(value_from_obj(o))
               : VALUE_NULL;
}

/* ---- the target dies ------------------------------------------------------------- */

/* Empties o's chain; the references that have callbacks and are no garbage themselves
 * are appended, with them, to pairs. Releases nothing, for that could change the chain:
 * a dead reference keeps its callback until it dies. */
static void clear_chain(MinipyVM *vm, Object *o, Value pairs)
{
    WeakrefEntry *e = find(vm->weakrefs, o);
    WeakrefObj *r = e ? e->first : NULL;
    if (e)
        entry_remove(vm, e);
    while (r) {
        WeakrefObj *next = r->next;
        r->target = NULL;
        r->next = r->prev = NULL;
        if (pairs && r->callback && r->ob.refs > 0 && !(r->ob.gc & GC_UNREACHABLE)) {
            Value pair = tuple_pack(vm, 2, r->callback, value_from_obj(r));
            if (!pair || list_append_steal(vm, pairs, pair) < 0)
                error_clear(vm);
        }
        r = next;
    }
}

static bool any_callback(MinipyVM *vm, Object *o)
{
    WeakrefEntry *e = find(vm->weakrefs, o);
    for (WeakrefObj *r = e ? e->first : NULL; r; r = r->next)
        if (r->callback && r->ob.refs > 0)
            return true;
    return false;
}

void weakrefs_clear(MinipyVM *vm, Object *o)
{
    if (!vm->sysdict || !any_callback(vm, o)) { /* without it no Python code runs */
        clear_chain(vm, o, VALUE_NULL);
        return;
    }
    Value saved = error_fetch(vm);
    Value pairs = list_new(vm, 0);
    clear_chain(vm, o, pairs);
    for (int64_t i = 0; pairs && i < list_size(pairs); i++) {
        Value pair = list_get_borrow(pairs, i);
        Value r = call1(vm, tuple_get_borrow(pair, 0), tuple_get_borrow(pair, 1));
        if (!r)
            error_unraisable(vm, NULL, tuple_get_borrow(pair, 0));
        value_xdecref(vm, r);
    }
    value_xdecref(vm, pairs);
    error_restore_steal(vm, saved);
}

void weakrefs_clear_quiet(MinipyVM *vm, Object *o, Value callbacks_list)
{
    clear_chain(vm, o, callbacks_list);
}

/* ---- weakref.ref ----------------------------------------------------------------- */

static Value ref_new(NEW_ARGS)
{
    (void)kwnames; /* __init__ looks at them */
    if (!args_check(vm, "__new__", nargs, 1, 2))
        return VALUE_NULL;
    return make(vm, cls, args[0],
                nargs > 1 && args[1] != VALUE_NONE ? args[1] : VALUE_NULL);
}

static int ref_init(NATIVE_ARGS)
{
    if (!args_no_kw(vm, "ref", kwnames) || !args_check(vm, "__init__", nargs, 1, 2))
        return -1;
    return 0;
}

FN(ref_call)
{
    if (!args_no_kw(vm, "weakref", kwnames) || !args_check(vm, "weakref", nargs, 0, 0))
        return VALUE_NULL;
    Value o = weakref_target(self);
    return o ? o : VALUE_NONE;
}

static int64_t ref_hash(MinipyVM *vm, Value self)
{
    WeakrefObj *r = WEAKREF(self);
    if (r->hash != -1)
        return r->hash;
    Value o = weakref_target(self);
    if (!o)
        return error_set(vm, EXC_TypeError, "weak object has gone away"), -1;
    r->hash = object_hash(vm, o);
    value_decref(vm, o);
    return r->hash;
}

static Value ref_repr(MinipyVM *vm, Value self)
{
    Value o = weakref_target(self), name;
    if (!o)
        return str_format_c(vm, "<weakref at %p; dead>", value_obj(self));
    Value r = VALUE_NULL;
    if (object_lookup_attr(vm, o, NAME(vm, __name__), &name) >= 0) {
        if (name && value_is_str(name))
            r = str_format_c(vm, "<weakref at %p; to '%T' at %p (%U)>", value_obj(self),
                             o, value_obj(o), name);
        else
            r = str_format_c(vm, "<weakref at %p; to '%T' at %p>", value_obj(self), o,
                             value_obj(o));
        value_xdecref(vm, name);
    }
    value_decref(vm, o);
    return r;
}

static Value ref_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !value_is_kind(a, KIND_WEAKREF) ||
        !value_is_kind(b, KIND_WEAKREF))
        return VALUE_NOT_IMPLEMENTED;
    Value x = weakref_target(a), y = weakref_target(b);
    Value r = x && y ? object_compare(vm, x, y, op)
                     : value_from_bool((a == b) == (op == CMP_EQ));
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return r;
}

GETTER(get_callback)
{
    Value c = WEAKREF(self)->target ? WEAKREF(self)->callback : VALUE_NULL;
    return c ? value_incref(c) : VALUE_NONE;
}

FN(class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

static void ref_release(MinipyVM *vm, Object *o)
{
    unlink_ref(vm, (WeakrefObj *)o);
    value_clear(vm, &((WeakrefObj *)o)->callback);
}

static int ref_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((WeakrefObj *)o)->callback);
    return 0;
}

static GETSETS(ref_getsets,
    GETS("__callback__", get_callback),
);
static METHODS(ref_methods,
    {"__class_getitem__", class_getitem, M_CLASS | M_UNSIGNED, "($type, item, /)", "See PEP 585"},
);

TYPE_SPEC(weakref_type_spec,
    .name = "weakref.ReferenceType",
    .flags = TYPE_GC | TYPE_BASE | TYPE_VECTORCALL | TYPE_UNCOUNTED, .basicsize = sizeof(WeakrefObj),
    .dealloc = ref_release, .traverse = ref_traverse, .clear = ref_release,
    .slots = {.repr = ref_repr, .hash = ref_hash, .call = ref_call, .richcompare = ref_compare, .init = ref_init,
              .new_ = ref_new},
    .methods = ref_methods, .getsets = ref_getsets,
);

/* ---- proxies --------------------------------------------------------------------- */

/* The live target of a proxy (new), or v itself if it is none. */
static Value unwrap(MinipyVM *vm, Value v)
{
    if (!value_is_kind(v, KIND_WEAKPROXY) && !value_is_kind(v, KIND_WEAKCALLABLEPROXY))
        return value_incref(v);
    Value o = weakref_target(v);
    return o ? o
             : error_set(vm, EXC_ReferenceError,
                         "weakly-referenced object no longer exists");
}

#define PROXY_UNARY(name, worker)                                                      \
    static Value name(MinipyVM *vm, Value self)                                        \
    {                                                                                  \
        Value o = unwrap(vm, self);                                                    \
        Value r = o ? worker(vm, o) : VALUE_NULL;                                      \
        value_xdecref(vm, o);                                                          \
        return r;                                                                      \
    }
#define PROXY_BINARY(name, expression)                                                 \
    static Value name(MinipyVM *vm, Value self, Value other)                           \
    {                                                                                  \
        Value a = unwrap(vm, self), b = a ? unwrap(vm, other) : VALUE_NULL;            \
        Value r = b ? expression : VALUE_NULL;                                         \
        value_xdecref(vm, a);                                                          \
        value_xdecref(vm, b);                                                          \
        return r;                                                                      \
    }
#define PROXY_INT(name, type, worker)                                                  \
    static type name(MinipyVM *vm, Value self)                                         \
    {                                                                                  \
        Value o = unwrap(vm, self);                                                    \
        type r = o ? worker(vm, o) : -1;                                               \
        value_xdecref(vm, o);                                                          \
        return r;                                                                      \
    }
PROXY_UNARY(proxy_str, object_str)
PROXY_UNARY(proxy_neg, number_negative)
PROXY_UNARY(proxy_pos, number_positive)
PROXY_UNARY(proxy_abs, number_absolute)
PROXY_UNARY(proxy_invert, number_invert)
PROXY_UNARY(proxy_int, number_long)
PROXY_UNARY(proxy_float, number_float)
PROXY_UNARY(proxy_index, number_index)
PROXY_UNARY(proxy_iter, object_iter)
PROXY_INT(proxy_bool, int, object_is_true)
PROXY_INT(proxy_length, int64_t, object_length)
PROXY_BINARY(proxy_getattro, object_getattr(vm, a, b))
PROXY_BINARY(proxy_getitem, object_getitem(vm, a, b))
PROXY_BINARY(proxy_add, number_add(vm, a, b))
PROXY_BINARY(proxy_sub, number_subtract(vm, a, b))
PROXY_BINARY(proxy_mul, number_multiply(vm, a, b))
PROXY_BINARY(proxy_floordiv, number_floor_divide(vm, a, b))
PROXY_BINARY(proxy_truediv, number_true_divide(vm, a, b))
PROXY_BINARY(proxy_mod, number_remainder(vm, a, b))
PROXY_BINARY(proxy_divmod, number_divmod(vm, a, b))
PROXY_BINARY(proxy_lshift, number_lshift(vm, a, b))
PROXY_BINARY(proxy_rshift, number_rshift(vm, a, b))
PROXY_BINARY(proxy_and, number_and(vm, a, b))
PROXY_BINARY(proxy_or, number_or(vm, a, b))
PROXY_BINARY(proxy_xor, number_xor(vm, a, b))
PROXY_BINARY(proxy_matmul, number_matmul(vm, a, b))
PROXY_BINARY(proxy_iadd, number_binary(vm, a, b, NB_INPLACE_ADD))
PROXY_BINARY(proxy_isub, number_binary(vm, a, b, NB_INPLACE_SUBTRACT))
PROXY_BINARY(proxy_imul, number_binary(vm, a, b, NB_INPLACE_MULTIPLY))
PROXY_BINARY(proxy_imod, number_binary(vm, a, b, NB_INPLACE_REMAINDER))
PROXY_BINARY(proxy_ilshift, number_binary(vm, a, b, NB_INPLACE_LSHIFT))
PROXY_BINARY(proxy_irshift, number_binary(vm, a, b, NB_INPLACE_RSHIFT))
PROXY_BINARY(proxy_iand, number_binary(vm, a, b, NB_INPLACE_AND))
PROXY_BINARY(proxy_ixor, number_binary(vm, a, b, NB_INPLACE_XOR))
PROXY_BINARY(proxy_ior, number_binary(vm, a, b, NB_INPLACE_OR))
PROXY_BINARY(proxy_ifloordiv, number_binary(vm, a, b, NB_INPLACE_FLOOR_DIVIDE))
PROXY_BINARY(proxy_itruediv, number_binary(vm, a, b, NB_INPLACE_TRUE_DIVIDE))
PROXY_BINARY(proxy_imatmul, number_binary(vm, a, b, NB_INPLACE_MATRIX_MULTIPLY))

static Value proxy_power(MinipyVM *vm, Value self, Value other, Value mod)
{
    Value a = unwrap(vm, self), b = a ? unwrap(vm, other) : VALUE_NULL;
    Value c = b ? unwrap(vm, mod) : VALUE_NULL;
    Value r = c ? number_power(vm, a, b, c) : VALUE_NULL;
    value_xdecref(vm, a);
    value_xdecref(vm, b);
    value_xdecref(vm, c);
    return r;
}

static Value proxy_ipower(MinipyVM *vm, Value self, Value other, Value mod)
{
    (void)mod;
    Value a = unwrap(vm, self), b = a ? unwrap(vm, other) : VALUE_NULL;
    Value r = b ? number_binary(vm, a, b, NB_INPLACE_POWER) : VALUE_NULL;
    value_xdecref(vm, a);
    value_xdecref(vm, b);
    return r;
}

static Value proxy_compare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    Value a = unwrap(vm, self), b = a ? unwrap(vm, other) : VALUE_NULL;
    Value r = b ? object_compare(vm, a, b, op) : VALUE_NULL;
    value_xdecref(vm, a);
    value_xdecref(vm, b);
    return r;
}

static Value proxy_repr(MinipyVM *vm, Value self)
{
    Value o = weakref_target(self);
    Value r = str_format_c(vm, "<weakproxy at %p to %s at %p>", value_obj(self),
                           o ? type_name_cstr(value_type(vm, o)) : "NoneType",
                           o ? value_obj(o) : value_obj(VALUE_NONE));
    value_xdecref(vm, o);
    return r;
}

static Value proxy_next(MinipyVM *vm, Value self)
{
    Value o = unwrap(vm, self);
    if (!o)
        return VALUE_NULL;
    Value r = value_is_iterator(vm, o)
                  ? iter_step(vm, o)
                  : error_set(vm, EXC_TypeError,
                              "Weakref proxy referenced a non-iterator '%T' object", o);
    value_decref(vm, o);
    return r;
}

/* set(target, key, value), or, without a value, del(target, key). */
static int target_set(MinipyVM *vm, Value self, Value key, Value value, SetAttrSlot set,
                      ContainsSlot del)
{
    Value o = unwrap(vm, self);
    int r = !o ? -1 : value ? set(vm, o, key, value) : del(vm, o, key);
    value_xdecref(vm, o);
    return r;
}

static int proxy_setattro(MinipyVM *vm, Value self, Value name, Value value)
{
    return target_set(vm, self, name, value, object_setattr, object_delattr);
}

static int proxy_setitem(MinipyVM *vm, Value self, Value key, Value value)
{
    return target_set(vm, self, key, value, object_setitem, object_delitem);
}

static int proxy_contains(MinipyVM *vm, Value self, Value item)
{
    Value o = unwrap(vm, self);
    int r = o ? object_contains(vm, o, item) : -1;
    value_xdecref(vm, o);
    return r;
}

FN(proxy_call)
{
    Value o = unwrap(vm, self);
    Value r = o ? call(vm, o, args, nargs, kwnames) : VALUE_NULL;
    value_xdecref(vm, o);
    return r;
}

static Value call_target(MinipyVM *vm, Value self, Value name, const Value *args,
                         size_t nargs)
{
    Value o = unwrap(vm, self);
    Value r = o ? call_method(vm, o, name, args, nargs) : VALUE_NULL;
    value_xdecref(vm, o);
    return r;
}

FN(proxy_bytes)
{
    return call_target(vm, self, NAME(vm, __bytes__), args, nargs);
}

FN(proxy_reversed)
{
    return call_target(vm, self, NAME(vm, __reversed__), args, nargs);
}

static METHODS(proxy_methods,
    {"__bytes__", proxy_bytes, M_UNSIGNED, "($self, /)", NULL},
    {"__reversed__", proxy_reversed, M_UNSIGNED, "($self, /)", NULL},
);

#define PROXY_SLOTS                                                                    \
    .repr = proxy_repr, .str = proxy_str, .getattro = proxy_getattro,                  \
    .setattro = proxy_setattro, .richcompare = proxy_compare, .iter = proxy_iter,      \
    .nb_add = proxy_add, .nb_subtract = proxy_sub, .nb_multiply = proxy_mul,           \
    .nb_remainder = proxy_mod, .nb_divmod = proxy_divmod, .nb_power = proxy_power,     \
    .nb_negative = proxy_neg, .nb_positive = proxy_pos, .nb_absolute = proxy_abs,      \
    .nb_bool = proxy_bool, .nb_invert = proxy_invert, .nb_lshift = proxy_lshift,       \
    .nb_rshift = proxy_rshift, .nb_and = proxy_and, .nb_xor = proxy_xor,               \
    .nb_or = proxy_or, .nb_int = proxy_int, .nb_float = proxy_float,                   \
    .nb_inplace_add = proxy_iadd, .nb_inplace_subtract = proxy_isub,                   \
    .nb_inplace_multiply = proxy_imul, .nb_inplace_remainder = proxy_imod,             \
    .nb_inplace_power = proxy_ipower, .nb_inplace_lshift = proxy_ilshift,              \
    .nb_inplace_rshift = proxy_irshift, .nb_inplace_and = proxy_iand,                  \
    .nb_inplace_xor = proxy_ixor, .nb_inplace_or = proxy_ior,                          \
    .nb_inplace_floor_divide = proxy_ifloordiv,                                        \
    .nb_inplace_true_divide = proxy_itruediv,                                          \
    .nb_inplace_matrix_multiply = proxy_imatmul, .nb_floor_divide = proxy_floordiv,    \
    .nb_true_divide = proxy_truediv, .nb_index = proxy_index,                          \
    .nb_matrix_multiply = proxy_matmul, .sq_contains = proxy_contains,                 \
    .mp_length = proxy_length, .mp_subscript = proxy_getitem,                          \
    .mp_ass_subscript = proxy_setitem

TYPE_SPEC(weakproxy_type_spec,
    .name = "weakref.ProxyType",
    .flags = TYPE_GC, .basicsize = sizeof(WeakrefObj),
    .dealloc = ref_release, .traverse = ref_traverse, .clear = ref_release,
    .slots = {PROXY_SLOTS, .iternext = proxy_next},
    .methods = proxy_methods,
);

TYPE_SPEC(weakcallableproxy_type_spec,
    .name = "weakref.CallableProxyType",
    .flags = TYPE_GC, .basicsize = sizeof(WeakrefObj),
    .dealloc = ref_release, .traverse = ref_traverse, .clear = ref_release,
    .slots = {PROXY_SLOTS, .iternext = proxy_next, .call = proxy_call},
);
