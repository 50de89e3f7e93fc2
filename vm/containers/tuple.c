/* tuple.c - tuples: immutable sequences whose items stand in line behind the header.
 *
 * A tuple may be filled only by whoever made it, before anyone else sees it. The empty
 * tuple exists once per vm. Hash and comparison give what CPython gives. The iterator
 * is in list_iter.c. Read next: list.c.
 */
#include "vm/containers/tuple.h"
#include "vm/containers/pair.h"

#include <stdarg.h>

#include "vm/objects/args.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/containers/dict_private.h"
#include "vm/containers/list_private.h"
#include "vm/text/str.h"
#include "vm/containers/slice.h"
#include "vm/containers/sequence.h"
#include "vm/memory/gc.h"
#include "vm/memory/mem_inline.h"
#include "vm/objects/generic_alias.h"

/* ---- making ---------------------------------------------------------------------- */

static __attribute__((noinline)) Value alloc_long(MinipyVM *vm, int64_t n)
{
    if (n > (int64_t)(PTRDIFF_MAX / 2 / sizeof(Value)))
        return error_set_oom(vm);
    size_t bytes = (size_t)n * sizeof(Value);
    TupleObj *t =
        (TupleObj *)object_alloc_raw(vm, KIND_TUPLE, GC_TRACKED, sizeof *t + bytes);
    if (!t)
        return VALUE_NULL;
    t->size = n;
    memset(t->items, 0, bytes);
    gc_count_new(vm);
    gc_link_inline(vm, &t->ob);
    return value_from_obj(t);
}

/* 0 < n <= GC_LONGEST_FREE_TUPLE: the items are to be filled at once, before anything
 * else is done. NULL: MemoryError. */
static inline TupleObj *tuple_begin(MinipyVM *vm, int64_t n)
{
    TupleObj *t = (TupleObj *)object_alloc_ready(vm, KIND_TUPLE, GC_TRACKED,
                                                 sizeof *t + (size_t)n * sizeof(Value),
                                                 GC_FREE_TUPLE + n);
    if (likely(t != NULL)) {
        t->size = n;
        gc_link_inline(vm, &t->ob);
    }
    return t;
}

Value tuple_alloc(MinipyVM *vm, int64_t n)
{
    if (n == 0 && vm->empty_tuple)
        return value_incref(vm->empty_tuple);
    if (unlikely(n > GC_LONGEST_FREE_TUPLE))
        return alloc_long(vm, n);
    TupleObj *t = tuple_begin(vm, n);
    if (unlikely(!t))
        return VALUE_NULL;
    values_zero(t->items, t->items + n);
    return value_from_obj(t);
}

Value tuple_from(MinipyVM *vm, const Value *items, int64_t n)
{
    if (likely((uint64_t)(n - 1) < GC_LONGEST_FREE_TUPLE)) {
        TupleObj *t = tuple_begin(vm, n);
        if (unlikely(!t))
            return VALUE_NULL;
        for (int64_t i = 0; i < n; i++)
            t->items[i] = value_incref(items[i]);
        return value_from_obj(t);
    }
    Value t = tuple_alloc(vm, n);
    if (t)
        values_copy(TUPLE(t)->items, items, n);
    return t;
}

Value tuple_from_steal(MinipyVM *vm, const Value *items, int64_t n)
{
    bool made = true;
    for (int64_t i = 0; i < n; i++)
        made &= items[i] != VALUE_NULL;
    if (made)
        return tuple_from_stack(vm, items, n);
    values_xdecref(vm, items, n);
    return VALUE_NULL;
}

Value tuple_pair_steal(MinipyVM *vm, Value *kept, Value a, Value b)
{
    Value t = *kept;
    if (t && value_obj(t)->refs == 1) {
        Value old[2] = {TUPLE(t)->items[0], TUPLE(t)->items[1]};
        TUPLE(t)->items[0] = a;
        TUPLE(t)->items[1] = b;
        obj_incref(value_obj(t));
        if (unlikely(!(value_obj(t)->gc & GC_TRACKED)))
            gc_track(vm, value_obj(t)); /* the collector has let go of it */
        value_decref(vm, old[0]);
        value_decref(vm, old[1]);
        return t;
    }
    t = tuple_from_steal(vm, (Value[]){a, b}, 2);
    if (t && !*kept)
        *kept = value_incref(t);
    return t;
}

Value tuple_from_stack(MinipyVM *vm, const Value *items, int64_t n)
{
    if (likely((uint64_t)(n - 1) < GC_LONGEST_FREE_TUPLE)) {
        TupleObj *t = tuple_begin(vm, n);
        if (likely(t != NULL)) {
            values_move(t->items, items, n);
            return value_from_obj(t);
        }
    } else {
        Value t = tuple_alloc(vm, n);
        if (t) {
            mem_copy(TUPLE(t)->items, items, (size_t)n * sizeof(Value));
            return t;
        }
    }
    values_xdecref(vm, items, n);
    return VALUE_NULL;
}

Value tuple_pack(MinipyVM *vm, int n, ...)
{
    Value t = tuple_alloc(vm, n);
    if (!t)
        return VALUE_NULL;
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        TUPLE(t)->items[i] = value_incref(va_arg(ap, Value));
    va_end(ap);
    return t;
}

Value tuple_slice(MinipyVM *vm, Value t, int64_t start, int64_t end)
{
    int64_t size = tuple_size(t);
    start = start < 0 ? 0 : start;
    end = end > size ? size : end;
    if (start == 0 && end == size && value_is_exact(vm, t, KIND_TUPLE))
        return value_incref(t);
    return tuple_from(vm, TUPLE(t)->items + start, end > start ? end - start : 0);
}

Value tuple_concat(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_tuple(b))
        return error_set(vm, EXC_TypeError,
                         "can only concatenate tuple (not \"%T\") to tuple", b);
    int64_t na = tuple_size(a), nb = tuple_size(b);
    if (na == 0 && value_is_exact(vm, b, KIND_TUPLE))
        return value_incref(b);
    if (nb == 0 && value_is_exact(vm, a, KIND_TUPLE))
        return value_incref(a);
    Value t = tuple_alloc(vm, na + nb);
    if (!t)
        return VALUE_NULL;
    values_copy(TUPLE(t)->items, TUPLE(a)->items, na);
    values_copy(TUPLE(t)->items + na, TUPLE(b)->items, nb);
    return t;
}

static Value subtype_new(MinipyVM *vm, TypeObj *cls, Value items)
{
    int64_t n = tuple_size(items);
    Object *o = object_alloc(vm, cls, n);
    if (!o)
        return VALUE_NULL;
    TupleObj *t = (TupleObj *)o;
    t->size = n;
    values_copy(t->items, TUPLE(items)->items, n);
    return value_from_obj(o);
}

static Value tuple_new_slot(NEW_ARGS)
{
    TypeObj *exact = vm->types[KIND_TUPLE];
    if (cls->slots.init == exact->slots.init && !args_no_kw(vm, "tuple", kwnames))
        return VALUE_NULL;
    if (!args_check(vm, "tuple", nargs, 0, 1))
        return VALUE_NULL;
    Value items = nargs ? sequence_tuple(vm, args[0]) : value_incref(vm->empty_tuple);
    if (!items || cls == exact)
        return items;
    Value r = subtype_new(vm, cls, items);
    value_decref(vm, items);
    return r;
}

/* ---- life ------------------------------------------------------------------------ */

static void tuple_dealloc(MinipyVM *vm, Object *o)
{
    TupleObj *t = (TupleObj *)o;
    values_release(vm, t->items, t->size);
    if (o->type != vm->types[KIND_TUPLE])
        return;
    if (likely(t->size <= GC_LONGEST_FREE_TUPLE))
        gc_count_kept(vm, GC_FREE_TUPLE + t->size, GC_FREE_TUPLE_MOST);
    else
        gc_count_freed(vm);
}

static void tuple_death(MinipyVM *vm, Object *o)
{
    TupleObj *t = (TupleObj *)o;
    int64_t n = t->size;
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL ||
                 n > GC_LONGEST_FREE_TUPLE)) {
        object_death(vm, o);
        return;
    }
    unlink_dying(o);
    vm->dealloc_depth++;
    for (int64_t i = n; --i >= 0;)
        value_xdecref(vm, t->items[i]);
    object_keep_block(vm, o, GC_FREE_TUPLE + n, GC_FREE_TUPLE_MOST);
    dealloc_leave(vm);
}

static int tuple_traverse(Object *o, VisitFn visit, void *arg)
{
    TupleObj *t = (TupleObj *)o;
    for (int64_t i = t->size; i-- > 0;) /* as in CPython, for the order of finalizers */
        GC_VISIT(t->items[i]);
    return 0;
}

static int64_t tuple_nitems(Object *o)
{
    return ((TupleObj *)o)->size;
}

/* ---- slots ----------------------------------------------------------------------- */

static int64_t tuple_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return tuple_size(self);
}

static Value tuple_item(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= tuple_size(self))
        return error_set(vm, EXC_IndexError, "tuple index out of range");
    return value_incref(TUPLE(self)->items[i]);
}

static Value tuple_subscript_slice(MinipyVM *vm, Value self, Value key)
{
    int64_t start, stop, step;
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return VALUE_NULL;
    int64_t n = slice_adjust(tuple_size(self), &start, &stop, step);
    if (step == 1)
        return tuple_slice(vm, self, start, start + n);
    Value t = tuple_alloc(vm, n);
    if (t)
        slice_copy(TUPLE(t)->items, TUPLE(self)->items, n, start, step);
    return t;
}

static Value tuple_subscript(MinipyVM *vm, Value self, Value key)
{
    if (value_is_kind(key, KIND_SLICE))
        return tuple_subscript_slice(vm, self, key);
    int64_t i;
    if (value_is_int_imm(key)) {
        i = value_imm(key);
    } else {
        if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
            return error_set(vm, EXC_TypeError,
                             "tuple indices must be integers or slices, not %T", key);
        i = number_as_ssize(vm, key, EXC_IndexError);
        if (i == -1 && error_occurred(vm))
            return VALUE_NULL;
    }
    return tuple_item(vm, self, i < 0 ? i + tuple_size(self) : i);
}

static Value tuple_repeat(MinipyVM *vm, Value self, int64_t n)
{
    int64_t size = tuple_size(self);
    if ((size == 0 || n == 1) && value_is_exact(vm, self, KIND_TUPLE))
        return value_incref(self);
    if (size == 0 || n <= 0)
        return value_incref(vm->empty_tuple);
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(Value)) / size)
        return error_set_oom(vm);
    Value t = tuple_alloc(vm, size * n);
    if (!t)
        return VALUE_NULL;
    values_repeat(TUPLE(t)->items, TUPLE(self)->items, size, n);
    return t;
}

static int tuple_contains(MinipyVM *vm, Value self, Value item)
{
    const Value *items = TUPLE(self)->items;
    int64_t n = tuple_size(self);
    bool text = value_is_exact(vm, item, KIND_STR);
    for (int64_t i = 0; i < n; i++) {
        if (text)
            i = str_first_like(vm, items, i, n, item);
        int r = i >= n || (items[i] != item && values_are_plain(vm, items[i], item))
                    ? 0
                    : object_compare_bool(vm, items[i], item, CMP_EQ);
        if (r)
            return r;
    }
    return 0;
}

/* xxHash as CPython uses it: the same numbers for the same item hashes. However deep
 * the items are nested, no limit of the program's counts them, as there. */
static int64_t tuple_hash(MinipyVM *vm, Value self)
{
    static const uint64_t p1 = 11400714785074694791u, p2 = 14029467366897019727u,
                          p5 = 2870177450012600261u;
    uint64_t acc = p5;
    int64_t n = tuple_size(self);
    if (c_stack_check(vm) < 0)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t lane = dict_hash_key(vm, TUPLE(self)->items[i]);
        if (lane == -1)
            return -1;
        acc += (uint64_t)lane * p2;
        acc = (acc << 31) | (acc >> 33);
        acc *= p1;
    }
    acc += (uint64_t)n ^ (p5 ^ 3527539u);
    return acc == UINT64_MAX ? 1546275796 : (int64_t)acc;
}

static Value tuple_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_tuple(a) || !value_is_tuple(b))
        return VALUE_NOT_IMPLEMENTED;
    int64_t na = tuple_size(a), nb = tuple_size(b), n = na < nb ? na : nb, i = 0;
    for (; i < n; i++) {
        int r = object_compare_bool(vm, TUPLE(a)->items[i], TUPLE(b)->items[i], CMP_EQ);
        if (r < 0)
            return VALUE_NULL;
        if (!r)
            break;
    }
    if (i == n)
        return value_from_bool(list_compare_sizes(na, nb, op));
    if (op == CMP_EQ || op == CMP_NE)
        return value_from_bool(op == CMP_NE);
    return object_compare(vm, TUPLE(a)->items[i], TUPLE(b)->items[i], op);
}

int tuples_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    int64_t na = tuple_size(a), nb = tuple_size(b), n = na < nb ? na : nb, i = 0;
    const Value *x = TUPLE(a)->items, *y = TUPLE(b)->items;
    bool ordered = op != CMP_EQ && op != CMP_NE;
    int r = 1, order = UNORDERED;
    if (recursion_enter(vm, " in comparison") < 0)
        return -1;
    while (r > 0 && i < n) {
        order = ordered ? items_order(vm, x[i], y[i]) : UNORDERED;
        r = order == UNORDERED ? object_compare_bool(vm, x[i], y[i], CMP_EQ) : !order;
        if (r > 0)
            i++;
    }
    if (r > 0)
        r = list_compare_sizes(na, nb, op);
    else if (r == 0 && !ordered)
        r = op == CMP_NE;
    else if (r == 0)
        r = order == UNORDERED ? object_compare_bool(vm, x[i], y[i], op)
                               : compare_by_order(order, op);
    recursion_leave(vm);
    return r;
}

static Value tuple_repr(MinipyVM *vm, Value self)
{
    int64_t n = tuple_size(self);
    if (n == 0)
        return str_from_ascii(vm, "()", 2);
    StrBuilder b;
    Value text;
    if (!repr_open(vm, self, "(...)", &b, &text))
        return text;
    int r = 0;
    for (int64_t i = 0; r == 0 && i < n; i++) {
        if (i)
            strbuilder_ascii(&b, ", ");
        r = strbuilder_repr(&b, TUPLE(self)->items[i]);
    }
    if (n == 1)
        strbuilder_char(&b, ',');
    repr_leave(vm, self);
    return strbuilder_close(&b, r, ')');
}

/* ---- methods --------------------------------------------------------------------- */

FN(tuple_count)
{
    int64_t count = 0;
    for (int64_t i = 0; i < tuple_size(self); i++) {
        int r = object_compare_bool(vm, TUPLE(self)->items[i], args[0], CMP_EQ);
        if (r < 0)
            return VALUE_NULL;
        count += r;
    }
    return value_from_imm(count);
}

FN(tuple_index)
{
    int64_t start = 0, stop = INT64_MAX;
    if (!list_index_bounds(vm, args, nargs, tuple_size(self), &start, &stop))
        return VALUE_NULL;
    for (int64_t i = start; i < stop && i < tuple_size(self); i++) {
        int r = object_compare_bool(vm, TUPLE(self)->items[i], args[0], CMP_EQ);
        if (r < 0)
            return VALUE_NULL;
        if (r)
            return value_from_imm(i);
    }
    return error_set(vm, EXC_ValueError, "tuple.index(x): x not in tuple");
}

FN(tuple_getnewargs)
{
    Value plain = value_is_exact(vm, self, KIND_TUPLE)
                      ? value_incref(self)
                      : tuple_from(vm, TUPLE(self)->items, tuple_size(self));
    return plain ? tuple_from_steal(vm, &plain, 1) : VALUE_NULL;
}

static METHODS(tuple_methods,
    {"__getnewargs__", tuple_getnewargs, 0, "($self, /)", NULL},
    {"index", tuple_index, 0, "($self, value, start=0, stop=sys.maxsize, /)", "Where value stands first.\n\n"
     "Raises ValueError if the value is not there."},
    {"count", tuple_count, 0, "($self, value, /)", "How many times value occurs."},
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(tuple_type_spec,
    .name = "tuple",
    .doc = "tuple(iterable=(), /)\n--\n\nAn immutable sequence.\n\nWithout an argument: the empty tuple. Otherwise "
           "the items of the iterable, in\ntheir order. A tuple given is returned as it is.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE | TYPE_SEQUENCE | TYPE_MATCH_SELF | TYPE_FREE_LIST, .basicsize = sizeof(TupleObj),
    .itemsize = sizeof(Value),
    .dealloc = tuple_dealloc, .death = tuple_death, .traverse = tuple_traverse,
    .nitems = tuple_nitems,
    .slots = {.getattro = object_generic_getattr, .repr = tuple_repr, .hash = tuple_hash,
              .richcompare = tuple_richcompare, .iter = tuple_iter, .new_ = tuple_new_slot, .sq_length = tuple_length,
              .sq_concat = tuple_concat, .sq_repeat = tuple_repeat, .sq_item = tuple_item,
              .sq_contains = tuple_contains, .mp_length = tuple_length, .mp_subscript = tuple_subscript},
    .methods = tuple_methods,
);
