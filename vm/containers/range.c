/* range.c - ranges and their iterators.
 *
 * The four numbers of a range are ints of any size. Iteration over a range whose items
 * and length fit 64 bits goes through RangeIterObj (range.h), which the eval loop steps
 * itself; longer ones through longrange_iterator.
 */
#include "vm/objects/args.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/containers/list_private.h"
#include "vm/text/str.h"
#include "vm/containers/sequence.h"
#include "vm/containers/range.h"
#include "vm/containers/slice.h"
#include "vm/objects/reduce.h"

#define INT0 value_from_imm(0)
#define INT1 value_from_imm(1)

/* Releases the temporaries of int arithmetic. */
static void drop(MinipyVM *vm, Value a)
{
    value_xdecref(vm, a);
}

/* ---- making ---------------------------------------------------------------------- */

/* len(range(start, stop, step)) of ints, step not 0. */
static Value compute_length(MinipyVM *vm, Value start, Value stop, Value step)
{
    bool up = int_sign(step) > 0;
    Value lo = up ? start : stop, hi = up ? stop : start;
    if (value_both_int_imm(lo, hi) && value_is_int_imm(step)) {
        int64_t l = value_imm(lo), h = value_imm(hi), s = value_imm(step);
        if (l >= h)
            return INT0;
        uint64_t width = (uint64_t)h - (uint64_t)l - 1,
                 by = up ? (uint64_t)s : 0 - (uint64_t)s;
        return int_from_u64(vm, width / by + 1);
    }
    if (int_compare(lo, hi) >= 0)
        return INT0;
    Value by = up ? value_incref(step) : int_neg(vm, step);
    Value width = by ? int_sub(vm, hi, lo) : VALUE_NULL;
    Value less = width ? int_sub(vm, width, INT1) : VALUE_NULL;
    Value count = less ? int_floordiv(vm, less, by) : VALUE_NULL;
    Value r = count ? int_add(vm, count, INT1) : VALUE_NULL;
    drop(vm, by), drop(vm, width), drop(vm, less), drop(vm, count);
    return r;
}

/* Takes the three ints over. */
static Value make_steal(MinipyVM *vm, Value start, Value stop, Value step)
{
    Value length = compute_length(vm, start, stop, step);
    Value r = length ? object_alloc_value(vm, vm->types[KIND_RANGE]) : VALUE_NULL;
    if (!r) {
        drop(vm, start), drop(vm, stop), drop(vm, step), drop(vm, length);
        return VALUE_NULL;
    }
    RangeObj *o = RANGE(r);
    o->start = start;
    o->stop = stop;
    o->step = step;
    o->length = length;
    return r;
}

static Value range_new(NEW_ARGS)
{
    if (!args_no_kw(vm, "range", kwnames))
        return VALUE_NULL;
    if (nargs == 0)
        return error_set(vm, EXC_TypeError,
                         "range expected at least 1 argument, got 0");
    if (nargs > 3)
        return error_set(vm, EXC_TypeError,
                         "range expected at most 3 arguments, got %zd", (int64_t)nargs);
    Value v[3] = {INT0, VALUE_NULL, INT1};
    bool ok = true;
    for (size_t i = 0; i < nargs && ok; i++) {
        size_t at = nargs == 1 ? 1 : i;
        v[at] = number_index(vm, args[i]);
        ok = v[at] != VALUE_NULL;
    }
    if (ok && int_sign(v[2]) == 0) {
        error_set(vm, EXC_ValueError, "range() arg 3 must not be zero");
        ok = false;
    }
    if (ok)
        return make_steal(vm, v[0], v[1], v[2]);
    for (int i = 0; i < 3; i++)
        drop(vm, v[i]);
    return VALUE_NULL;
}

static void range_dealloc(MinipyVM *vm, Object *o)
{
    RangeObj *r = (RangeObj *)o;
    drop(vm, r->start), drop(vm, r->stop), drop(vm, r->step), drop(vm, r->length);
}

/* ---- items ----------------------------------------------------------------------- */

/* start + i * step, whatever i. */
static Value item_at(MinipyVM *vm, RangeObj *r, Value i)
{
    Value offset = int_mul(vm, i, r->step);
    Value v = offset ? int_add(vm, r->start, offset) : VALUE_NULL;
    drop(vm, offset);
    return v;
}

static Value out_of_range(MinipyVM *vm)
{
    return error_set(vm, EXC_IndexError, "range object index out of range");
}

static Value item_checked(MinipyVM *vm, RangeObj *r, Value i)
{
    Value index = int_sign(i) < 0 ? int_add(vm, i, r->length) : value_incref(i);
    if (!index)
        return VALUE_NULL;
    Value v = int_sign(index) < 0 || int_compare(index, r->length) >= 0
                  ? out_of_range(vm)
                  : item_at(vm, r, index);
    value_decref(vm, index);
    return v;
}

static Value range_item(MinipyVM *vm, Value self, int64_t i)
{
    Value index = int_new(vm, i), v;
    if (!index)
        return VALUE_NULL;
    v = i < 0 || int_compare(index, RANGE(self)->length) >= 0
            ? out_of_range(vm)
            : item_at(vm, RANGE(self), index);
    value_decref(vm, index);
    return v;
}

static int64_t range_length(MinipyVM *vm, Value self)
{
    int overflow;
    int64_t n = int_as_i64_overflow(RANGE(self)->length, &overflow);
    if (!overflow)
        return n;
    error_set(vm, EXC_OverflowError, "Python int too large to convert to C ssize_t");
    return -1;
}

/* A bound of slice s over `length` items, in CPython's way of PySlice with big ints. */
static Value slice_bound(MinipyVM *vm, Value bound, Value length, Value none, Value low,
                         Value high)
{
    if (bound == VALUE_NONE)
        return value_incref(none);
    if (!value_is_int(bound) && !value_type(vm, bound)->slots.nb_index)
        return error_set(
            vm, EXC_TypeError,
            "slice indices must be integers or None or have an __index__ method");
    Value v = number_index(vm, bound);
    if (!v)
        return VALUE_NULL;
    if (int_sign(v) < 0) {
        Value moved = int_add(vm, v, length);
        value_decref(vm, v);
        if (!moved)
            return VALUE_NULL;
        v = moved;
    }
    Value clipped = int_compare(v, low) < 0 ? low : int_compare(v, high) > 0 ? high : v;
    value_incref(clipped);
    value_decref(vm, v);
    return clipped;
}

int slice_big_indices(MinipyVM *vm, Value slice, Value length, Value out[3])
{
    SliceObj *s = SLICE(slice);
    out[0] = out[1] = VALUE_NULL;
    if (s->step != VALUE_NONE && !value_is_int(s->step) &&
        !value_type(vm, s->step)->slots.nb_index) {
        error_set(vm, EXC_TypeError,
                  "slice indices must be integers or None or have an __index__ method");
        return -1;
    }
    out[2] = s->step == VALUE_NONE ? INT1 : number_index(vm, s->step);
    if (!out[2])
        return -1;
    int sign = int_sign(out[2]);
    if (sign == 0) {
        error_set(vm, EXC_ValueError, "slice step cannot be zero");
        return -1;
    }
    Value low = sign < 0 ? value_from_imm(-1) : INT0;
    Value high = sign < 0 ? int_sub(vm, length, INT1) : value_incref(length);
    if (high) {
        out[0] = slice_bound(vm, s->start, length, sign < 0 ? high : low, low, high);
        if (out[0])
            out[1] = slice_bound(vm, s->stop, length, sign < 0 ? low : high, low, high);
    }
    drop(vm, high);
    if (out[1])
        return 0;
    value_clear(vm, &out[0]);
    value_clear(vm, &out[2]);
    return -1;
}

static Value range_slice(MinipyVM *vm, RangeObj *r, Value slice)
{
    Value bounds[3];
    if (slice_big_indices(vm, slice, r->length, bounds) < 0)
        return VALUE_NULL;
    Value start = item_at(vm, r, bounds[0]);
    Value stop = start ? item_at(vm, r, bounds[1]) : VALUE_NULL;
    Value step = stop ? int_mul(vm, r->step, bounds[2]) : VALUE_NULL;
    for (int i = 0; i < 3; i++)
        drop(vm, bounds[i]);
    if (step)
        return make_steal(vm, start, stop, step);
    drop(vm, start), drop(vm, stop);
    return VALUE_NULL;
}

static Value range_subscript(MinipyVM *vm, Value self, Value key)
{
    if (value_is_kind(key, KIND_SLICE))
        return range_slice(vm, RANGE(self), key);
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
        return error_set(vm, EXC_TypeError,
                         "range indices must be integers or slices, not %T", key);
    Value i = number_index(vm, key);
    if (!i)
        return VALUE_NULL;
    Value v = item_checked(vm, RANGE(self), i);
    value_decref(vm, i);
    return v;
}

/* 1 if the int v is an item. */
static int contains_int(MinipyVM *vm, RangeObj *r, Value v)
{
    bool up = int_sign(r->step) > 0;
    int before = int_compare(v, r->start), after = int_compare(v, r->stop);
    if (up ? before < 0 || after >= 0 : before > 0 || after <= 0)
        return 0;
    Value offset = int_sub(vm, v, r->start);
    Value rest = offset ? int_mod(vm, offset, r->step) : VALUE_NULL;
    int found = rest ? int_sign(rest) == 0 : -1;
    drop(vm, offset), drop(vm, rest);
    return found;
}

/* A subclass of int may compare as it likes: then the items are compared one by one. */
static bool compares_as_int(MinipyVM *vm, Value v)
{
    return value_is_plain_int(vm, v) || value_is_bool(v);
}

static int range_contains(MinipyVM *vm, Value self, Value v)
{
    if (compares_as_int(vm, v))
        return contains_int(vm, RANGE(self), v);
    return sequence_iter_contains(vm, self, v);
}

/* ---- comparison, repr ------------------------------------------------------------ */

static bool same_items(RangeObj *a, RangeObj *b)
{
    if (!int_equal(a->length, b->length))
        return false;
    if (int_sign(a->length) == 0)
        return true;
    if (!int_equal(a->start, b->start))
        return false;
    return int_equal(a->length, INT1) || int_equal(a->step, b->step);
}

static Value range_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if (!value_is_kind(b, KIND_RANGE) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    return value_from_bool((a == b || same_items(RANGE(a), RANGE(b))) ==
                           (op == CMP_EQ));
}

/* That of the tuple (length, start or None, step or None): equal ranges hash alike. */
static int64_t range_hash(MinipyVM *vm, Value self)
{
    RangeObj *r = RANGE(self);
    bool empty = int_sign(r->length) == 0, one = int_equal(r->length, INT1);
    Value t = tuple_pack(vm, 3, r->length, empty ? VALUE_NONE : r->start,
                         empty || one ? VALUE_NONE : r->step);
    int64_t h = t ? object_hash(vm, t) : -1;
    value_xdecref(vm, t);
    return h;
}

static Value range_repr(MinipyVM *vm, Value self)
{
    RangeObj *r = RANGE(self);
    if (int_equal(r->step, INT1))
        return str_format_c(vm, "range(%R, %R)", r->start, r->stop);
    return str_format_c(vm, "range(%R, %R, %R)", r->start, r->stop, r->step);
}

static int range_bool(MinipyVM *vm, Value self)
{
    (void)vm;
    return int_sign(RANGE(self)->length) != 0;
}

/* ---- iterators ------------------------------------------------------------------- */

static bool to_i64(Value v, int64_t *out)
{
    int overflow;
    *out = int_as_i64_overflow(v, &overflow);
    return overflow == 0;
}

typedef struct LongRangeIterObj {
    Object ob;
    Value index, start, step, length; /* ints, strong */
} LongRangeIterObj;
#define LONG_ITER(v) ((LongRangeIterObj *)(uintptr_t)(v))

/* Iterates from start by step, length times. Borrows its arguments. */
static Value make_iter(MinipyVM *vm, Value start, Value step, Value length)
{
    int64_t a, s, n, last;
    if (to_i64(start, &a) && to_i64(step, &s) && to_i64(length, &n) &&
        !__builtin_mul_overflow(n, s, &last) &&
        !__builtin_add_overflow(last, a, &last)) {
        Value it = object_alloc_value(vm, vm->types[KIND_RANGE_ITER]);
        if (it) {
            RANGE_ITER(it)->next = a;
            RANGE_ITER(it)->step = s;
            RANGE_ITER(it)->remaining = RANGE_ITER(it)->length = n;
        }
        return it;
    }
    Value it = object_alloc_value(vm, vm->types[KIND_LONGRANGE_ITER]);
    if (it) {
        LONG_ITER(it)->index = INT0;
        LONG_ITER(it)->start = value_incref(start);
        LONG_ITER(it)->step = value_incref(step);
        LONG_ITER(it)->length = value_incref(length);
    }
    return it;
}

static Value range_iter(MinipyVM *vm, Value self)
{
    RangeObj *r = RANGE(self);
    return make_iter(vm, r->start, r->step, r->length);
}

FN(range_reversed)
{
    RangeObj *r = RANGE(self);
    Value count = int_sub(vm, r->length, INT1);
    Value last = count ? item_at(vm, r, count) : VALUE_NULL;
    Value step = last ? int_neg(vm, r->step) : VALUE_NULL;
    Value it = step ? make_iter(vm, last, step, r->length) : VALUE_NULL;
    drop(vm, count), drop(vm, last), drop(vm, step);
    return it;
}

static Value range_iter_next(MinipyVM *vm, Value self)
{
    RangeIterObj *it = RANGE_ITER(self);
    if (it->remaining <= 0)
        return VALUE_NULL;
    it->remaining--;
    int64_t v = it->next;
    it->next = v + it->step;
    return int_new(vm, v);
}

FN(range_iter_hint)
{
    return int_new(vm, RANGE_ITER(self)->remaining);
}

/* (iter, (the whole range,), index) */
FN(range_iter_reduce)
{
    RangeIterObj *it = RANGE_ITER(self);
    int64_t index = it->length - it->remaining, first = it->next - index * it->step;
    Value start = int_new(vm, first), step = int_new(vm, it->step);
    Value stop = int_new(vm, first + it->length * it->step);
    Value r = start && step && stop ? make_steal(vm, start, stop, step) : VALUE_NULL;
    return reduce_index_steal(vm, "iter", r, int_new(vm, index));
}

FN(range_iter_setstate)
{
    RangeIterObj *it = RANGE_ITER(self);
    Value state = number_index(vm, args[0]);
    if (!state)
        return VALUE_NULL;
    int overflow;
    int64_t i = int_as_i64_overflow(state, &overflow);
    value_decref(vm, state);
    if (overflow)
        return error_set(vm, EXC_OverflowError,
                         "Python int too large to convert to C long");
    i = i < 0 ? 0 : i > it->length ? it->length : i;
    it->next += (i - (it->length - it->remaining)) * it->step;
    it->remaining = it->length - i;
    return VALUE_NONE;
}

static void long_dealloc(MinipyVM *vm, Object *o)
{
    LongRangeIterObj *it = (LongRangeIterObj *)o;
    drop(vm, it->index), drop(vm, it->start), drop(vm, it->step), drop(vm, it->length);
}

/* The index is what __setstate__ was given, so perhaps no int. */
static Value long_next(MinipyVM *vm, Value self)
{
    LongRangeIterObj *it = LONG_ITER(self);
    Value index = value_incref(it->index), v = VALUE_NULL, next = VALUE_NULL;
    if (object_compare_bool(vm, index, it->length, CMP_LT) > 0) {
        Value offset = number_multiply(vm, index, it->step);
        v = offset ? number_add(vm, it->start, offset) : VALUE_NULL;
        next = v ? number_add(vm, index, INT1) : VALUE_NULL;
        value_xdecref(vm, offset);
    }
    value_decref(vm, index);
    if (next)
        value_set_steal(vm, &it->index, next);
    else
        value_clear(vm, &v);
    return v;
}

FN(long_hint)
{
    return number_subtract(vm, LONG_ITER(self)->length, LONG_ITER(self)->index);
}

FN(long_reduce)
{
    LongRangeIterObj *it = LONG_ITER(self);
    Value width = int_mul(vm, it->length, it->step);
    Value stop = width ? int_add(vm, it->start, width) : VALUE_NULL;
    drop(vm, width);
    Value r =
        stop ? make_steal(vm, value_incref(it->start), stop, value_incref(it->step))
             : VALUE_NULL;
    return reduce_index_steal(vm, "iter", r, value_incref(it->index));
}

FN(long_setstate)
{
    LongRangeIterObj *it = LONG_ITER(self);
    int low = object_compare_bool(vm, args[0], INT0, CMP_LT);
    int high = low == 0 ? object_compare_bool(vm, args[0], it->length, CMP_GT) : 0;
    if (low < 0 || high < 0)
        return VALUE_NULL;
    Value i = low ? INT0 : high ? it->length : args[0];
    value_set_steal(vm, &it->index, value_incref(i));
    return VALUE_NONE;
}

static METHODS(range_iter_methods,
    LENGTH_HINT_ROW(range_iter_hint),
    REDUCE_ROW(range_iter_reduce),
    SETSTATE_ROW(range_iter_setstate),
);

TYPE_SPEC(range_iter_type_spec,
    .name = "range_iterator",
    .flags = TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(RangeIterObj),
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = range_iter_next},
    .methods = range_iter_methods,
);

static METHODS(long_methods,
    LENGTH_HINT_ROW(long_hint),
    REDUCE_ROW(long_reduce),
    SETSTATE_ROW(long_setstate),
);

TYPE_SPEC(longrange_iter_type_spec,
    .name = "longrange_iterator",
    .flags = TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(LongRangeIterObj),
    .dealloc = long_dealloc,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = long_next},
    .methods = long_methods,
);

/* ---- methods --------------------------------------------------------------------- */

FN(range_count)
{
    if (compares_as_int(vm, args[0])) {
        int r = contains_int(vm, RANGE(self), args[0]);
        return r < 0 ? VALUE_NULL : value_from_imm(r);
    }
    Value it = range_iter(vm, self);
    if (!it)
        return VALUE_NULL;
    int64_t count = 0;
    int r = 0;
    Value item;
    while (r >= 0 && (item = iter_next(vm, it)) != VALUE_NULL) {
        r = object_compare_bool(vm, item, args[0], CMP_EQ);
        count += r > 0;
        value_decref(vm, item);
    }
    value_decref(vm, it);
    return error_occurred(vm) ? VALUE_NULL : value_from_imm(count);
}

static Value range_index_slow(MinipyVM *vm, Value self, Value v)
{
    Value it = range_iter(vm, self);
    if (!it)
        return VALUE_NULL;
    int r = 0;
    int64_t i = -1;
    Value item;
    while (r == 0 && (item = iter_next(vm, it)) != VALUE_NULL) {
        r = object_compare_bool(vm, item, v, CMP_EQ);
        i++;
        value_decref(vm, item);
    }
    value_decref(vm, it);
    if (error_occurred(vm))
        return VALUE_NULL;
    return r ? value_from_imm(i)
             : error_set(vm, EXC_ValueError, "sequence.index(x): x not in sequence");
}

FN(range_index)
{
    RangeObj *r = RANGE(self);
    if (!compares_as_int(vm, args[0]))
        return range_index_slow(vm, self, args[0]);
    int found = contains_int(vm, r, args[0]);
    if (found < 0)
        return VALUE_NULL;
    if (!found)
        return error_set(vm, EXC_ValueError, "%R is not in range", args[0]);
    Value offset = int_sub(vm, args[0], r->start);
    Value i = offset ? int_floordiv(vm, offset, r->step) : VALUE_NULL;
    drop(vm, offset);
    return i;
}

FN(range_reduce)
{
    RangeObj *r = RANGE(self);
    Value parts[2] = {VALUE_NULL, tuple_pack(vm, 3, r->start, r->stop, r->step)};
    if (!parts[1])
        return VALUE_NULL;
    parts[0] = value_incref(value_from_obj(r->ob.type));
    return tuple_from_steal(vm, parts, 2);
}

static METHODS(range_methods,
    {"__reversed__", range_reversed, M_UNSIGNED, "($self, /)", "Return a reverse iterator."},
    {"__reduce__", range_reduce, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"count", range_count, M_UNSIGNED, "($self, value, /)",
     "rangeobject.count(value) -> integer -- return number of occurrences of value"},
    {"index", range_index, M_UNSIGNED, "($self, value, /)",
     "rangeobject.index(value) -> integer -- return index of value.\nRaise ValueError if the value is not present."},
);

static MEMBERS(range_members,
    {"start", MEMBER_VALUE, offsetof(RangeObj, start), true, NULL},
    {"stop", MEMBER_VALUE, offsetof(RangeObj, stop), true, NULL},
    {"step", MEMBER_VALUE, offsetof(RangeObj, step), true, NULL},
);

TYPE_SPEC(range_type_spec,
    .name = "range",
    .doc = "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nThe integers from start (or "
           "0), included, to stop, excluded, by step (or 1).",
    .flags = TYPE_UNCOUNTED | TYPE_SEQUENCE, .basicsize = sizeof(RangeObj),
    .dealloc = range_dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = range_repr, .hash = range_hash,
              .richcompare = range_richcompare, .iter = range_iter, .new_ = range_new, .nb_bool = range_bool,
              .sq_length = range_length, .sq_item = range_item, .sq_contains = range_contains,
              .mp_length = range_length, .mp_subscript = range_subscript},
    .methods = range_methods, .members = range_members,
);
