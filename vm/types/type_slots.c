/* type_slots.c - the C slots of classes written in Python. Each slot function looks its
 * method up on the type and calls it; update_slot() decides, whenever a class is made
 * or one of its special methods changes, whether a slot holds such a function or, if
 * the method found is a native type's slot wrapper, that type's own C function. The
 * other direction is slot_wrappers.c.
 */
#include <assert.h>
#include <pthread.h>

#include "vm/types/descr.h"
#include "vm/types/type_slots.h"
#include "vm/types/shape.h"

#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/iter.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"
#include "vm/containers/sequence.h"
#include "vm/types/attr.h"
#include "vm/types/type.h"

/* ---- calling special methods ----------------------------------------------------- */

/* f(self, args...) without an allocation for few arguments. */
static Value call_with_self(MinipyVM *vm, Value f, Value self, const Value *args,
                            size_t nargs, Value kwnames)
{
    Value small[8], *all = small, r;
    size_t total = nargs + 1 + (kwnames ? (size_t)tuple_size(kwnames) : 0);
    if (total > 8 && !(all = mem_alloc(vm, total * sizeof *all)))
        return VALUE_NULL;
    all[0] = self;
    if (total > 1)
        memcpy(all + 1, args, (total - 1) * sizeof *all);
    r = call(vm, f, all, nargs + 1, kwnames);
    if (all != small)
        mem_free(vm, all);
    return r;
}

static Value invoke_found(MinipyVM *vm, Value f, Value self, const Value *args,
                          size_t nargs, Value kwnames)
{
    if (likely(value_is_kind(f, KIND_FUNCTION) && !kwnames))
        return function_call_method(vm, f, self, args, nargs);
    TypeObj *ft = value_type(vm, f);
    Value r;
    if (ft->flags & TYPE_METHOD_LIKE) {
        value_incref(f);
        r = call_with_self(vm, f, self, args, nargs, kwnames);
    } else {
        f = ft->slots.descr_get
                ? ft->slots.descr_get(vm, f, self, value_from_obj(value_type(vm, self)))
                : value_incref(f);
        if (!f)
            return VALUE_NULL;
        r = call(vm, f, args, nargs, kwnames);
    }
    value_decref(vm, f);
    return r;
}

Value special_invoke(MinipyVM *vm, Value self, Value name, const Value *args,
                     size_t nargs)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), name);
    return f ? invoke_found(vm, f, self, args, nargs, VALUE_NULL) : VALUE_NULL;
}

/* As special_invoke; an absent method is an AttributeError with its name. */
static Value invoke(MinipyVM *vm, Value self, int name_id, const Value *args,
                    size_t nargs)
{
    Value name = vm->names[name_id];
    Value f = type_lookup_borrow(vm, value_type(vm, self), name);
    if (!f)
        return error_set_value(vm, EXC_AttributeError, name);
    return invoke_found(vm, f, self, args, nargs, VALUE_NULL);
}

/* As special_invoke; absent: NotImplemented. */
static Value invoke_maybe(MinipyVM *vm, Value self, Value name, Value arg)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), name);
    return f ? invoke_found(vm, f, self, &arg, 1, VALUE_NULL) : VALUE_NOT_IMPLEMENTED;
}

/* What self's type has for name, where a descriptor that fails counts as no method:
 * None; or a method to be called with self (*unbound); or what is called without. New
 * reference; VALUE_NULL, and no error: there is none. */
static Value method_if_any(MinipyVM *vm, Value self, Value name, bool *unbound)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), name);
    *unbound = f && (value_type(vm, f)->flags & TYPE_METHOD_LIKE);
    if (!f || *unbound)
        return value_xincref(f);
    f = object_lookup_special(vm, self, name);
    if (!f)
        error_clear(vm);
    return f;
}

/* Calls and releases that. */
static Value call_method_found(MinipyVM *vm, Value f, bool unbound, Value self,
                               const Value *args, size_t nargs)
{
    Value r = unbound ? invoke_found(vm, f, self, args, nargs, VALUE_NULL)
                      : call(vm, f, args, nargs, VALUE_NULL);
    value_decref(vm, f);
    return r;
}

/* ---- basic slots ----------------------------------------------------------------- */

Value slot_repr(MinipyVM *vm, Value self)
{
    bool unbound;
    Value f = method_if_any(vm, self, NAME(vm, __repr__), &unbound);
    if (f)
        return call_method_found(vm, f, unbound, self, NULL, 0);
    return str_format_c(vm, "<%T object at %p>", self, value_obj(self));
}

Value slot_str(MinipyVM *vm, Value self)
{
    return invoke(vm, self, NAME___str__, NULL, 0);
}

int64_t slot_hash(MinipyVM *vm, Value self)
{
    bool unbound;
    Value f = method_if_any(vm, self, NAME(vm, __hash__), &unbound);
    if (!f || f == VALUE_NONE)
        return object_hash_not_implemented(vm, self);
    Value r = call_method_found(vm, f, unbound, self, NULL, 0);
    if (!r)
        return -1;
    if (!value_is_int(r)) {
        value_decref(vm, r);
        error_set(vm, EXC_TypeError, "__hash__ method should return an integer");
        return -1;
    }
    int overflow;
    int64_t h = int_as_i64_overflow(r, &overflow);
    if (overflow)
        h = int_hash(r);
    value_decref(vm, r);
    return h == -1 ? -2 : h;
}

Value slot_call(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                Value kwnames)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __call__));
    if (!f)
        return error_set_value(vm, EXC_AttributeError, NAME(vm, __call__));
    return invoke_found(vm, f, self, args, nargs, kwnames);
}

/* Is f the slot wrapper of a native getattro? Then that function, else NULL. */
static BinarySlot native_getattro(Value f)
{
    if (!value_is_kind(f, KIND_WRAPPER_DESCR) ||
        WRAPPER_DESCR(f)->def->offset != offsetof(TypeSlots, getattro))
        return NULL;
    return (BinarySlot)WRAPPER_DESCR(f)->wrapped;
}

bool type_reads_generically(MinipyVM *vm, TypeObj *t)
{
    if (likely(t->slots.getattro == object_generic_getattr))
        return true;
    if (t->slots.getattro != slot_getattr)
        return false;
    Value f = type_lookup_borrow(vm, t, NAME(vm, __getattribute__));
    return f && native_getattro(f) == object_generic_getattr;
}

Value slot_getattr(MinipyVM *vm, Value self, Value name)
{
    TypeObj *t = value_type(vm, self);
    Value r = VALUE_NULL;
    const AttrCacheEntry *known = attr_cache_find(vm, self, name);
    if (known && !attr_cache_may_raise(known) &&
        attr_cache_read(vm, known, self, name, &r) == 1)
        return r;
    Value getattr = type_lookup_borrow(vm, t, NAME(vm, __getattr__));
    Value getattribute = type_lookup_borrow(vm, t, NAME(vm, __getattribute__));
    BinarySlot native = getattribute ? native_getattro(getattribute) : NULL;
    value_xincref(getattr);
    if (native == object_generic_getattr) {
        int found = object_generic_lookup(vm, self, name, &r);
        if (found == 0 && !getattr)
            r = native(vm, self, name); /* for its message */
    } else if (native) {
        r = native(vm, self, name);
    } else if (getattribute) {
        r = invoke_found(vm, getattribute, self, &name, 1, VALUE_NULL);
    }
    if (!r && getattr &&
        (!error_occurred(vm) || error_matches(vm, EXC_AttributeError))) {
        error_clear(vm);
        r = invoke_found(vm, getattr, self, &name, 1, VALUE_NULL);
    }
    value_xdecref(vm, getattr);
    return r;
}

static int status(MinipyVM *vm, Value r)
{
    if (!r)
        return -1;
    value_decref(vm, r);
    return 0;
}

int slot_setattr(MinipyVM *vm, Value self, Value name, Value value)
{
    Value args[2] = {name, value};
    if (!value)
        return status(vm, invoke(vm, self, NAME___delattr__, args, 1));
    return status(vm, invoke(vm, self, NAME___setattr__, args, 2));
}

/* Is it what object has under that name, which nobody redefined? */
static bool is_objects_own(MinipyVM *vm, Value f, Value name)
{
    return value_is_kind(f, KIND_WRAPPER_DESCR) && WRAPPER_DESCR(f)->name == name &&
           WRAPPER_DESCR(f)->owner == vm->types[KIND_OBJECT];
}

Value slot_richcompare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    static const int names[] = {NAME___lt__, NAME___le__, NAME___eq__,
                                NAME___ne__, NAME___gt__, NAME___ge__};
    bool unbound;
    Value f = method_if_any(vm, self, vm->names[names[op]], &unbound);
    if (f && is_objects_own(vm, f, vm->names[names[op]])) {
        CompareSlot compare = (CompareSlot)WRAPPER_DESCR(f)->wrapped;
        value_decref(vm, f);
        if (recursion_enter_quickly(vm, " while calling a Python object") < 0)
            return VALUE_NULL; /* CPython calls the wrapper */
        Value r = compare(vm, self, other, op);
        recursion_leave(vm);
        return r;
    }
    return f ? call_method_found(vm, f, unbound, self, &other, 1)
             : VALUE_NOT_IMPLEMENTED;
}

Value slot_iter(MinipyVM *vm, Value self)
{
    bool unbound;
    Value f = method_if_any(vm, self, NAME(vm, __iter__), &unbound);
    if (f && f != VALUE_NONE)
        return call_method_found(vm, f, unbound, self, NULL, 0);
    Value item =
        f ? VALUE_NULL : method_if_any(vm, self, NAME(vm, __getitem__), &unbound);
    if (!item)
        return error_set(vm, EXC_TypeError, "'%T' object is not iterable", self);
    value_decref(vm, item);
    return seq_iter_new(vm, self);
}

Value slot_iternext(MinipyVM *vm, Value self)
{
    return invoke(vm, self, NAME___next__, NULL, 0);
}

Value slot_descr_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __get__));
    if (!f)
        return value_incref(self);
    /* Whatever it is, it is not bound: a descriptor is not looked up by descriptors. */
    Value args[3] = {self, obj ? obj : VALUE_NONE, type ? type : VALUE_NONE};
    value_incref(f);
    Value r = call(vm, f, args, 3, VALUE_NULL);
    value_decref(vm, f);
    return r;
}

int slot_descr_set(MinipyVM *vm, Value self, Value obj, Value value)
{
    Value args[2] = {obj, value};
    if (!value)
        return status(vm, invoke(vm, self, NAME___delete__, args, 1));
    return status(vm, invoke(vm, self, NAME___set__, args, 2));
}

int slot_init(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __init__));
    if (!f)
        return error_set_value(vm, EXC_AttributeError, NAME(vm, __init__)), -1;
    return slot_init_done(vm, invoke_found(vm, f, self, args, nargs, kwnames));
}

int slot_init_done(MinipyVM *vm, Value r)
{
    if (!r)
        return -1;
    if (r != VALUE_NONE) {
        error_set(vm, EXC_TypeError, "__init__() should return None, not '%T'", r);
        value_decref(vm, r);
        return -1;
    }
    return 0;
}

Value slot_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
               Value kwnames)
{
    Value self = value_from_obj(cls);
    Value f = object_getattr(vm, self, NAME(vm, __new__));
    if (!f)
        return VALUE_NULL;
    Value r = call_with_self(vm, f, self, args, nargs, kwnames);
    value_decref(vm, f);
    return r;
}

void slot_finalize(MinipyVM *vm, Value self)
{
    if (!vm->sysdict) /* at the very end no Python code runs */
        return;
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __del__));
    if (!f)
        return;
    Value saved = error_fetch(vm);
    value_incref(f);
    Value r = invoke_found(vm, f, self, NULL, 0, VALUE_NULL);
    if (!r)
        error_unraisable(vm, NULL, f);
    value_xdecref(vm, r);
    value_decref(vm, f);
    error_restore_steal(vm, saved);
}

static Value async_slot(MinipyVM *vm, Value self, int name_id)
{
    Value name = vm->names[name_id];
    bool unbound;
    Value f = method_if_any(vm, self, name, &unbound);
    if (!f)
        return error_set(vm, EXC_AttributeError, "object %T does not have %U method",
                         self, name);
    return call_method_found(vm, f, unbound, self, NULL, 0);
}
Value slot_am_await(MinipyVM *vm, Value self)
{
    return async_slot(vm, self, NAME___await__);
}
Value slot_am_aiter(MinipyVM *vm, Value self)
{
    return async_slot(vm, self, NAME___aiter__);
}
Value slot_am_anext(MinipyVM *vm, Value self)
{
    return async_slot(vm, self, NAME___anext__);
}

/* ---- containers ------------------------------------------------------------------ */

int64_t slot_length_of(MinipyVM *vm, Value r)
{
    if (!r)
        return -1;
    if (likely(value_is_int_imm(r) && value_imm(r) >= 0))
        return value_imm(r);
    Value i = number_index(vm, r);
    value_decref(vm, r);
    if (!i)
        return -1;
    int64_t n = -1;
    if (int_sign(i) < 0)
        error_set(vm, EXC_ValueError, "__len__() should return >= 0");
    else
        n = number_as_ssize(vm, i, EXC_OverflowError);
    value_decref(vm, i);
    return n;
}

int64_t slot_length(MinipyVM *vm, Value self)
{
    return slot_length_of(vm, invoke(vm, self, NAME___len__, NULL, 0));
}

Value slot_mp_subscript(MinipyVM *vm, Value self, Value key)
{
    return invoke(vm, self, NAME___getitem__, &key, 1);
}

int slot_mp_ass_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    Value args[2] = {key, value};
    if (!value)
        return status(vm, invoke(vm, self, NAME___delitem__, args, 1));
    return status(vm, invoke(vm, self, NAME___setitem__, args, 2));
}

Value slot_sq_item(MinipyVM *vm, Value self, int64_t i)
{
    Value key = int_new(vm, i);
    Value r = key ? invoke(vm, self, NAME___getitem__, &key, 1) : VALUE_NULL;
    value_xdecref(vm, key);
    return r;
}

int slot_sq_ass_item(MinipyVM *vm, Value self, int64_t i, Value value)
{
    Value key = int_new(vm, i);
    int r = key ? slot_mp_ass_subscript(vm, self, key, value) : -1;
    value_xdecref(vm, key);
    return r;
}

int slot_sq_contains(MinipyVM *vm, Value self, Value item)
{
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __contains__));
    if (f == VALUE_NONE) {
        error_set(vm, EXC_TypeError, "'%T' object is not a container", self);
        return -1;
    }
    if (!f)
        return sequence_iter_contains(vm, self, item);
    return object_is_true_steal(vm, invoke_found(vm, f, self, &item, 1, VALUE_NULL));
}

/* ---- numbers --------------------------------------------------------------------- */

int slot_nb_bool_of(MinipyVM *vm, Value r)
{
    if (!r)
        return -1;
    if (r == VALUE_TRUE || r == VALUE_FALSE)
        return r == VALUE_TRUE;
    error_set(vm, EXC_TypeError, "__bool__ should return bool, returned %.9999T", r);
    value_decref(vm, r);
    return -1;
}

int slot_nb_bool(MinipyVM *vm, Value self)
{
    TypeObj *t = value_type(vm, self);
    Value f = type_lookup_borrow(vm, t, NAME(vm, __bool__));
    if (!f) {
        f = type_lookup_borrow(vm, t, NAME(vm, __len__));
        if (!f)
            return 1;
        int64_t n = slot_length_of(vm, invoke_found(vm, f, self, NULL, 0, VALUE_NULL));
        return n < 0 ? -1 : n > 0;
    }
    return slot_nb_bool_of(vm, invoke_found(vm, f, self, NULL, 0, VALUE_NULL));
}

/* Does b's type have a reflected method of its own, other than the one a's type has? */
static bool reflected_is_overloaded(MinipyVM *vm, TypeObj *a, TypeObj *b, Value rname)
{
    Value fb = type_lookup_borrow(vm, b, rname);
    return fb && fb != type_lookup_borrow(vm, a, rname);
}

/* a op b where `self_is` says that a's (b's) type has this very slot function: the
 * method, then the reflected one; the reflected one first if b's class is a subclass
 * that overrides it. */
static Value binary_full(MinipyVM *vm, Value a, Value b, Value name, Value rname,
                         bool a_has, bool b_has)
{
    TypeObj *ta = value_type(vm, a), *tb = value_type(vm, b);
    bool reflect = ta != tb && b_has;
    if (a_has) {
        if (reflect && type_is_subtype(tb, ta) &&
            reflected_is_overloaded(vm, ta, tb, rname)) {
            Value r = invoke_maybe(vm, b, rname, a);
            if (r != VALUE_NOT_IMPLEMENTED)
                return r;
            reflect = false;
        }
        Value r = invoke_maybe(vm, a, name, b);
        if (r != VALUE_NOT_IMPLEMENTED || value_type(vm, a) == value_type(vm, b))
            return r;
    }
    return reflect ? invoke_maybe(vm, b, rname, a) : VALUE_NOT_IMPLEMENTED;
}

#define DEFINE_BINARY(slot, name, rname)                                               \
    Value slot_##slot(MinipyVM *vm, Value a, Value b)                                  \
    {                                                                                  \
        return binary_full(vm, a, b, NAME(vm, name), NAME(vm, rname),                  \
                           value_type(vm, a)->slots.slot == slot_##slot,               \
                           value_type(vm, b)->slots.slot == slot_##slot);              \
    }
SLOT_BINARY_LIST(DEFINE_BINARY)

#define DEFINE_INPLACE(slot, name)                                                     \
    Value slot_##slot(MinipyVM *vm, Value a, Value b)                                  \
    {                                                                                  \
        return invoke(vm, a, NAME_##name, &b, 1);                                      \
    }
SLOT_INPLACE_LIST(DEFINE_INPLACE)

#define DEFINE_UNARY(slot, name)                                                       \
    Value slot_##slot(MinipyVM *vm, Value a)                                           \
    {                                                                                  \
        return invoke(vm, a, NAME_##name, NULL, 0);                                    \
    }
SLOT_UNARY_LIST(DEFINE_UNARY)

Value slot_nb_index(MinipyVM *vm, Value self)
{
    return invoke(vm, self, NAME___index__, NULL, 0);
}

Value slot_nb_power(MinipyVM *vm, Value a, Value b, Value mod)
{
    bool a_has = value_type(vm, a)->slots.nb_power == slot_nb_power;
    if (mod == VALUE_NONE)
        return binary_full(vm, a, b, NAME(vm, __pow__), NAME(vm, __rpow__), a_has,
                           value_type(vm, b)->slots.nb_power == slot_nb_power);
    if (!a_has) /* with a modulus there is no reflected form */
        return VALUE_NOT_IMPLEMENTED;
    Value args[2] = {b, mod};
    return invoke(vm, a, NAME___pow__, args, 2);
}

Value slot_nb_inplace_power(MinipyVM *vm, Value a, Value b, Value mod)
{
    (void)mod;
    return invoke(vm, a, NAME___ipow__, &b, 1);
}

/* ---- choosing slot functions ----------------------------------------------------- */

/* The rows of slot_defs by slot, and by what tells most names apart, their length and
 * first letter: the number, plus one, of the first row, and of the one behind a row
 * that belongs to the same; 0: none. */
enum { SLOTS = sizeof(TypeSlots) / sizeof(AnySlot), ROWS_MAX = 128, NAME_KINDS = 512 };
typedef struct Rows {
    uint8_t by_slot[SLOTS], next_of_slot[ROWS_MAX];
    uint8_t by_name[NAME_KINDS], next_of_name[ROWS_MAX];
} Rows;

static size_t name_kind(size_t length, uint32_t letter)
{
    return (length & 15) << 5 | (letter & 31);
}

static void put_row(uint8_t *first, uint8_t *next, int row)
{
    *next = *first;
    *first = (uint8_t)(row + 1);
}

static Rows all_rows;
static void sort_rows(void)
{
    Rows *r = &all_rows;
    assert(slot_def_count <= ROWS_MAX);
    for (int i = slot_def_count; i-- > 0;) {
        const SlotDef *def = &slot_defs[i];
        size_t kind = name_kind(strlen(def->name), (uint8_t)def->name[2]);
        put_row(&r->by_slot[def->offset / sizeof(AnySlot)], &r->next_of_slot[i], i);
        put_row(&r->by_name[kind], &r->next_of_name[i], i);
    }
}

static const Rows *sorted_rows(void)
{
    static pthread_once_t sorted = PTHREAD_ONCE_INIT;
    pthread_once(&sorted, sort_rows);
    return &all_rows;
}

static void update_slot(MinipyVM *vm, TypeObj *t, size_t offset)
{
    AnySlot specific = NULL, generic = NULL;
    bool use_generic = false;
    const Rows *rows = sorted_rows();
    int row = rows->by_slot[offset / sizeof(AnySlot)];
    for (; row; row = rows->next_of_slot[row - 1]) {
        const SlotDef *def = &slot_defs[row - 1];
        Value f = type_lookup_borrow(vm, t, vm->names[def->name_id]);
        if (!f)
            continue;
        AnySlot native = NULL;
        if (value_is_kind(f, KIND_WRAPPER_DESCR) &&
            WRAPPER_DESCR(f)->def->name_id == def->name_id &&
            type_is_subtype(t, WRAPPER_DESCR(f)->owner)) {
            native = *slot_at(&WRAPPER_DESCR(f)->owner->slots, offset);
            if (!native) /* it serves the other protocol */
                continue;
        } else if (value_is_kind(f, KIND_NATIVE) &&
                   NATIVE(f)->def == &type_new_wrapper_def &&
                   def->name_id == NAME___new__) {
            native = (AnySlot)TYPE_OF(NATIVE(f)->self)->slots.new_;
        } else if (f == VALUE_NONE && def->name_id == NAME___hash__) {
            native = (AnySlot)object_hash_not_implemented;
        }
        generic = def->generic;
        if (native && (!specific || specific == native))
            specific = native;
        else
            use_generic = true;
    }
    AnySlot chosen = specific && !use_generic ? specific : generic;
    if (!chosen && offset == offsetof(TypeSlots, iternext))
        chosen = (AnySlot)iter_not_implemented;
    *slot_at(&t->slots, offset) = chosen;
}

void type_refresh_flags(TypeObj *t)
{
    t->flags &= ~(uint32_t)(TYPE_CUSTOM_GETATTR | TYPE_HAS_FINALIZER);
    BinarySlot g = t->slots.getattro;
    if (g != object_generic_getattr && g != type_getattro && g != module_getattro)
        t->flags |= TYPE_CUSTOM_GETATTR;
    if (t->slots.finalize)
        t->flags |= TYPE_HAS_FINALIZER;
}

/* Slots without a name in Python (buffers, am_send) come from the first base that has
 * them. */
static void inherit_nameless(TypeObj *t)
{
    assert(t->mro);
    for (int64_t i = 1; i < tuple_size(t->mro); i++) {
        const TypeSlots *from = &TYPE_OF(tuple_get_borrow(t->mro, i))->slots;
        if (!t->slots.bf_getbuffer) {
            t->slots.bf_getbuffer = from->bf_getbuffer;
            t->slots.bf_releasebuffer = from->bf_releasebuffer;
        }
        if (!t->slots.am_send)
            t->slots.am_send = from->am_send;
    }
}

static void fix_named(MinipyVM *vm, TypeObj *t, Value name)
{
    if (str_length(name) < 3) /* a program may set any */
        return;
    const Rows *rows = sorted_rows();
    int row =
        rows->by_name[name_kind((size_t)str_length(name), str_char_at(STR(name), 2))];
    for (; row; row = rows->next_of_name[row - 1])
        if (vm->names[slot_defs[row - 1].name_id] == name)
            update_slot(vm, t, slot_defs[row - 1].offset);
}

void type_fix_own_slots(MinipyVM *vm, TypeObj *t)
{
    int64_t pos = 0;
    Value key, value;
    while (dict_next(value_from_obj(t->own.dict), &pos, &key, &value)) {
        if (!value_is_exact(vm, key, KIND_STR) || str_length(key) <= 4 ||
            str_char_at(STR(key), 0) != '_' || str_char_at(STR(key), 1) != '_')
            continue;
        /* A namespace that a program made may have names that it put together. */
        Value name = str_is_interned(key) ? value_incref(key)
                                          : str_intern_steal(vm, value_incref(key));
        if (name)
            fix_named(vm, t, name);
        value_xdecref(vm, name);
    }
    type_refresh_flags(t);
}

static bool has(TypeObj *t, size_t offset)
{
    AnySlot f = *slot_at(&t->slots, offset);
    return f && f != (AnySlot)iter_not_implemented;
}

/* A slot that neither the class nor one that it derives from has can only come from a
 * name of the class itself: half a hundred need not be looked for in each of them. */
static bool anyone_has(TypeObj *t, size_t offset)
{
    if (has(t, offset))
        return true;
    for (int64_t i = 1; i < tuple_size(t->mro); i++)
        if (has(TYPE_OF(tuple_get_borrow(t->mro, i)), offset))
            return true;
    return false;
}

void type_fix_all_slots(MinipyVM *vm, TypeObj *t)
{
    const Rows *rows = sorted_rows();
    for (size_t i = 0; i < SLOTS; i++)
        if (rows->by_slot[i] && anyone_has(t, i * sizeof(AnySlot)))
            update_slot(vm, t, i * sizeof(AnySlot));
    inherit_nameless(t);
    type_fix_own_slots(vm, t);
}

static int fix_visit(MinipyVM *vm, TypeObj *t, void *arg)
{
    TypeSlots before = t->slots;
    fix_named(vm, t, *(Value *)arg);
    type_refresh_flags(t);
    type_check_descriptor(vm, &before, &t->slots);
    return 0;
}

void type_fix_slot(MinipyVM *vm, TypeObj *t, Value name)
{
    type_all_descendants(vm, t, fix_visit, &name);
}
