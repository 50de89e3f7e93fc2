/* itertools.c - the module itertools: iterators that go once through what they are
 * given, item by item. Combinations and the like are in itertools_combine.c; groupby,
 * tee and zip_longest in itertools_group.c.
 *
 * Each object's Value fields come first after its header, so that one pair of functions
 * (module_types.h) releases and visits all of them. A field that Python code might
 * replace meanwhile is held while it is used.
 */
#include "stdlib/data/itertools_private.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

/* ---- chain ----------------------------------------------------------------------- */

typedef struct ChainObj {
    Object ob;
    Value active; /* the iterator at work, or VALUE_NULL */
    Value source; /* iterator over the iterables; VALUE_NULL when exhausted */
} ChainObj;
#define CHAIN(v) ((ChainObj *)(uintptr_t)(v))

/* Takes source over. */
static Value chain_over_steal(MinipyVM *vm, TypeObj *cls, Value source)
{
    Value v = source ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (v)
        CHAIN(v)->source = source;
    else
        value_xdecref(vm, source);
    return v;
}

static Value chain_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, "chain", kwnames))
        return VALUE_NULL;
    Value t = tuple_from(vm, args, (int64_t)nargs);
    Value it = t ? object_iter(vm, t) : VALUE_NULL;
    value_xdecref(vm, t);
    return chain_over_steal(vm, cls, it);
}

FN(chain_from_iterable)
{
    return chain_over_steal(vm, TYPE_OF(self), object_iter(vm, args[0]));
}

static Value chain_next(MinipyVM *vm, Value self)
{
    ChainObj *c = CHAIN(self);
    Value quick = c->active ? iter_quick(c->active) : VALUE_NULL;
    if (likely(quick != VALUE_NULL))
        return quick;
    while (c->source) {
        if (!c->active) {
            Value source = value_incref(c->source);
            Value iterable = iter_item(vm, source);
            value_decref(vm, source);
            if (!iterable) {
                value_clear(vm, &c->source);
                return VALUE_NULL;
            }
            Value it = object_iter(vm, iterable);
            value_decref(vm, iterable);
            if (!it) {
                value_clear(vm, &c->source);
                return VALUE_NULL;
            }
            value_set_steal(vm, &c->active, it);
        }
        Value active = value_incref(c->active);
        Value item = iter_item(vm, active);
        value_decref(vm, active);
        if (item)
            return item;
        if (end_or_error(vm) < 0)
            return VALUE_NULL;
        value_clear(vm, &c->active);
    }
    return VALUE_NULL;
}

FN(chain_reduce)
{
    ChainObj *c = CHAIN(self);
    Value state = VALUE_NULL;
    if (c->source && !(state = c->active ? tuple_pack(vm, 2, c->source, c->active)
                                         : tuple_pack(vm, 1, c->source)))
        return VALUE_NULL;
    return reduce_steal(vm, self, value_incref(vm->empty_tuple), state);
}

FN(chain_setstate)
{
    Value state = args[0];
    if (!value_is_tuple(state))
        return error_set(vm, EXC_TypeError, "state is not a tuple");
    int64_t n = tuple_size(state);
    if (n < 1 || n > 2)
        return error_set(vm, EXC_TypeError,
                         "function takes at %s %d argument%s (%zd given)",
                         n ? "most" : "least", n ? 2 : 1, n ? "s" : "", n);
    for (int64_t i = 0; i < n; i++)
        if (!value_is_iterator(vm, tuple_get_borrow(state, i)))
            return error_set(vm, EXC_TypeError, "Arguments must be iterators.");
    value_set_steal(vm, &CHAIN(self)->source, value_incref(tuple_get_borrow(state, 0)));
    value_set_steal(vm, &CHAIN(self)->active,
                    n > 1 ? value_incref(tuple_get_borrow(state, 1)) : VALUE_NULL);
    return VALUE_NONE;
}

static METHODS(chain_methods,
    {"from_iterable", chain_from_iterable, M_CLASS, "($type, iterable, /)",
     "Alternative chain() constructor taking a single iterable argument that evaluates lazily."},
    REDUCE_ROW(chain_reduce),
    SETSTATE_ROW(chain_setstate),
    CLASS_GETITEM_METHOD,
);

static SIMPLE_ITER_SPEC(
    chain_spec, "chain", ChainObj, 2, chain_next, chain_new, chain_methods,
    "chain(*iterables) --> chain object\n\n"
    "The items of the first iterable, then those of the next, and so on.");

/* ---- accumulate ------------------------------------------------------------------ */

typedef struct AccumulateObj {
    Object ob;
    Value func;  /* VALUE_NULL: addition */
    Value total; /* VALUE_NULL before the first item */
    Value iter;
    Value initial; /* to be given out first, or VALUE_NULL */
} AccumulateObj;
#define ACCUMULATE(v) ((AccumulateObj *)(uintptr_t)(v))

NEW(accumulate_new, 3, "accumulate", "(iterable, func=None, *, initial=None)")
{
    Value it = object_iter(vm, given[0]);
    Value v = it ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, it);
        return VALUE_NULL;
    }
    ACCUMULATE(v)->iter = it;
    if (given[1] && given[1] != VALUE_NONE)
        ACCUMULATE(v)->func = value_incref(given[1]);
    if (given[2] && given[2] != VALUE_NONE)
        ACCUMULATE(v)->initial = value_incref(given[2]);
    return v;
}

static Value accumulate_next(MinipyVM *vm, Value self)
{
    AccumulateObj *o = ACCUMULATE(self);
    if (o->initial) {
        Value first = o->initial;
        o->initial = VALUE_NULL;
        value_set_steal(vm, &o->total, value_incref(first));
        return first;
    }
    Value item = iter_item(vm, o->iter);
    if (!item)
        return VALUE_NULL;
    if (!o->total) {
        o->total = value_incref(item);
        return item;
    }
    Value total = value_incref(o->total);
    Value next =
        o->func ? call2(vm, o->func, total, item) : number_add(vm, total, item);
    value_decref(vm, total);
    value_decref(vm, item);
    if (!next)
        return VALUE_NULL;
    value_set_steal(vm, &o->total, value_incref(next));
    return next;
}

/* chain((first,), it) */
static Value chain_before(MinipyVM *vm, Value first, Value it)
{
    Value head = tuple_pack(vm, 1, first);
    Value both[] = {head, it};
    Value chain = value_from_obj(module_type_borrow(vm, &chain_spec));
    Value r = head ? call(vm, chain, both, 2, VALUE_NULL) : VALUE_NULL;
    value_xdecref(vm, head);
    return r;
}

static const TypeSpec islice_spec;

FN(accumulate_reduce)
{
    AccumulateObj *o = ACCUMULATE(self);
    Value func = o->func ? o->func : VALUE_NONE;
    if (!o->initial && o->total != VALUE_NONE)
        return reduce_steal(vm, self, tuple_pack(vm, 2, o->iter, func),
                            o->total ? value_incref(o->total) : VALUE_NONE);
    Value it = chain_before(vm, o->initial ? o->initial : VALUE_NONE, o->iter);
    Value pair = it ? tuple_pack(vm, 2, it, func) : VALUE_NULL;
    value_xdecref(vm, it);
    if (o->initial)
        return reduce_steal(vm, self, pair, VALUE_NONE);
    /* A total of None looks like none at all: begin with it, and drop it again. */
    Value whole =
        pair ? call_tuple_dict(vm, value_from_obj(o->ob.type), pair, VALUE_NULL)
             : VALUE_NULL;
    value_xdecref(vm, pair);
    Value cut =
        whole ? tuple_pack(vm, 3, whole, value_from_imm(1), VALUE_NONE) : VALUE_NULL;
    value_xdecref(vm, whole);
    if (!cut)
        return VALUE_NULL;
    Value islice = value_from_obj(module_type_borrow(vm, &islice_spec));
    Value parts[] = {value_incref(islice), cut};
    return tuple_from_steal(vm, parts, 2);
}

FN(accumulate_setstate)
{
    value_set_steal(vm, &ACCUMULATE(self)->total,
                    args[0] == VALUE_NONE ? VALUE_NULL : value_incref(args[0]));
    return VALUE_NONE;
}

static METHODS(accumulate_methods,
    REDUCE_ROW(accumulate_reduce),
    SETSTATE_ROW(accumulate_setstate),
);

static SIMPLE_ITER_SPEC(accumulate_spec, "accumulate", AccumulateObj, 4,
                        accumulate_next, accumulate_new, accumulate_methods,
                        "accumulate(iterable, func=None, *, initial=None)\n--\n\n"
                        "The running totals of the items.");

/* ---- a function and an iterator -------------------------------------------------- */

/* compress (selectors in the function's place), dropwhile, filterfalse, starmap,
 * takewhile. */

typedef struct PairObj {
    Object ob;
    Value func; /* compress: the selectors */
    Value iter;
    bool flag; /* dropwhile: dropping is over; takewhile: the end was reached */
} PairObj;
#define PAIR(v) ((PairObj *)(uintptr_t)(v))

/* Takes iter over. */
static Value pair_make_steal(MinipyVM *vm, TypeObj *cls, Value func, Value iter)
{
    return object_of_steal(vm, cls, (Value[]){value_incref(func), iter}, 2);
}

static Value pair_new(const char *name, NEW_ARGS)
{
    if (!check_no_kw(vm, cls, name, kwnames) || !args_check(vm, name, nargs, 2, 2))
        return VALUE_NULL;
    return pair_make_steal(vm, cls, args[0], object_iter(vm, args[1]));
}

#define PAIR_NEW(name)                                                                 \
    static Value name##_new(NEW_ARGS)                                                  \
    {                                                                                  \
        return pair_new(#name, vm, cls, args, nargs, kwnames);                         \
    }
PAIR_NEW(dropwhile)
PAIR_NEW(filterfalse)
PAIR_NEW(starmap)
PAIR_NEW(takewhile)
#undef PAIR_NEW

/* Truth of func(item): 1, 0, -1. */
static int ask(MinipyVM *vm, Value func, Value item)
{
    return object_is_true_steal(vm, call(vm, func, &item, 1, VALUE_NULL));
}

FN(pair_reduce)
{
    return reduce_steal(vm, self, tuple_pack(vm, 2, PAIR(self)->func, PAIR(self)->iter),
                        VALUE_NULL);
}

FN(pair_reduce_flag)
{
    return reduce_steal(vm, self, tuple_pack(vm, 2, PAIR(self)->func, PAIR(self)->iter),
                        value_from_imm(PAIR(self)->flag));
}

FN(pair_setstate)
{
    int flag = object_is_true(vm, args[0]);
    if (flag < 0)
        return VALUE_NULL;
    PAIR(self)->flag = flag;
    return VALUE_NONE;
}

static METHODS(pair_methods,
    REDUCE_ROW(pair_reduce),
);
static METHODS(pair_flag_methods,
    REDUCE_ROW(pair_reduce_flag),
    SETSTATE_ROW(pair_setstate),
);

static Value dropwhile_next(MinipyVM *vm, Value self)
{
    PairObj *o = PAIR(self);
    for (;;) {
        Value item = iter_item(vm, o->iter);
        if (!item || o->flag)
            return item;
        int drop = ask(vm, o->func, item);
        if (drop == 0) {
            o->flag = true;
            return item;
        }
        value_decref(vm, item);
        if (drop < 0)
            return VALUE_NULL;
    }
}

static Value takewhile_next(MinipyVM *vm, Value self)
{
    PairObj *o = PAIR(self);
    Value item = o->flag ? VALUE_NULL : iter_item(vm, o->iter);
    if (!item)
        return VALUE_NULL;
    int take = ask(vm, o->func, item);
    if (take > 0)
        return item;
    value_decref(vm, item);
    if (take == 0)
        o->flag = true;
    return VALUE_NULL;
}

static Value filterfalse_next(MinipyVM *vm, Value self)
{
    PairObj *o = PAIR(self);
    bool truth =
        o->func == VALUE_NONE || o->func == value_from_obj(vm->types[KIND_BOOL]);
    for (;;) {
        Value item = iter_item(vm, o->iter);
        if (!item)
            return VALUE_NULL;
        int r = truth ? object_is_true(vm, item) : ask(vm, o->func, item);
        if (r == 0)
            return item;
        value_decref(vm, item);
        if (r < 0)
            return VALUE_NULL;
    }
}

static Value starmap_next(MinipyVM *vm, Value self)
{
    PairObj *o = PAIR(self);
    Value item = iter_item(vm, o->iter);
    if (!item)
        return VALUE_NULL;
    Value t = value_is_exact(vm, item, KIND_TUPLE) ? value_incref(item)
                                                   : sequence_tuple(vm, item);
    value_decref(vm, item);
    if (!t)
        return VALUE_NULL;
    Value r = call(vm, o->func, TUPLE(t)->items, (size_t)tuple_size(t), VALUE_NULL);
    value_decref(vm, t);
    return r;
}

NEW(compress_new, 2, "compress", "(data, selectors)")
{
    Value data = object_iter(vm, given[0]);
    Value selectors = data ? object_iter(vm, given[1]) : VALUE_NULL;
    if (!selectors) {
        value_xdecref(vm, data);
        return VALUE_NULL;
    }
    Value v = pair_make_steal(vm, cls, selectors, data);
    value_decref(vm, selectors);
    return v;
}

static Value compress_next(MinipyVM *vm, Value self)
{
    PairObj *o = PAIR(self);
    for (;;) {
        Value item = iter_item(vm, o->iter);
        if (!item)
            return VALUE_NULL;
        Value selector = iter_item(vm, o->func);
        int keep = selector ? object_is_true(vm, selector) : -1;
        value_xdecref(vm, selector);
        if (keep > 0)
            return item;
        value_decref(vm, item);
        if (keep < 0)
            return VALUE_NULL;
    }
}

FN(compress_reduce)
{
    return reduce_steal(vm, self, tuple_pack(vm, 2, PAIR(self)->iter, PAIR(self)->func),
                        VALUE_NULL);
}

static METHODS(compress_methods,
    REDUCE_ROW(compress_reduce),
);

static SIMPLE_ITER_SPEC(
    compress_spec, "compress", PairObj, 2, compress_next, compress_new,
    compress_methods,
    "compress(data, selectors)\n--\n\nThe items of data whose selector is true.");
static SIMPLE_ITER_SPEC(
    dropwhile_spec, "dropwhile", PairObj, 2, dropwhile_next, dropwhile_new,
    pair_flag_methods,
    "dropwhile(predicate, iterable, /)\n--\n\n"
    "The items from the first on for which the predicate is false.");
static SIMPLE_ITER_SPEC(takewhile_spec, "takewhile", PairObj, 2, takewhile_next,
                        takewhile_new, pair_flag_methods,
                        "takewhile(predicate, iterable, /)\n--\n\n"
                        "The items before the first for which the predicate is false.");
static SIMPLE_ITER_SPEC(
    filterfalse_spec, "filterfalse", PairObj, 2, filterfalse_next, filterfalse_new,
    pair_methods,
    "filterfalse(function, iterable, /)\n--\n\n"
    "The items for which function(item) is false, or that are false themselves.");
static SIMPLE_ITER_SPEC(starmap_spec, "starmap", PairObj, 2, starmap_next, starmap_new,
                        pair_methods,
                        "starmap(function, iterable, /)\n--\n\n"
                        "function(*item) for each item.");

/* ---- count ----------------------------------------------------------------------- */

typedef struct CountObj {
    Object ob;
    Value next, step;
} CountObj;
#define COUNT(v) ((CountObj *)(uintptr_t)(v))

static bool is_number(MinipyVM *vm, Value v)
{
    const TypeSlots *s = &value_type(vm, v)->slots;
    return s->nb_index || s->nb_int || s->nb_float || value_is_kind(v, KIND_COMPLEX);
}

static bool is_int_one(Value v)
{
    return value_is_int(v) && int_equal(v, value_from_imm(1));
}

NEW(count_new, 2, "count", "(start=None, step=None)")
{
    if ((given[0] && !is_number(vm, given[0])) ||
        (given[1] && !is_number(vm, given[1])))
        return error_set(vm, EXC_TypeError, "a number is required");
    Value next = given[0] ? value_incref(given[0]) : value_from_imm(0);
    Value step = given[1] ? value_incref(given[1]) : value_from_imm(1);
    int overflow = 1;
    int64_t i = value_is_int(next) && is_int_one(step)
                    ? int_as_i64_overflow(next, &overflow)
                    : 0;
    if (!overflow) { /* CPython counts these by a C integer: no bool, no subclass
                        remains */
        value_set_steal(vm, &next, int_new(vm, i));
        value_set_steal(vm, &step, value_from_imm(1));
    }
    return object_of_steal(vm, cls, (Value[]){next, step}, 2);
}

static Value count_next(MinipyVM *vm, Value self)
{
    CountObj *o = COUNT(self);
    Value now = value_incref(o->next);
    Value next = number_add(vm, now, o->step);
    if (!next) {
        value_decref(vm, now);
        return VALUE_NULL;
    }
    value_set_steal(vm, &o->next, next);
    return now;
}

static Value count_repr(MinipyVM *vm, Value self)
{
    CountObj *o = COUNT(self);
    const char *name = type_last_name(o->ob.type);
    if (is_int_one(o->step))
        return str_format_c(vm, "%s(%R)", name, o->next);
    return str_format_c(vm, "%s(%R, %R)", name, o->next, o->step);
}

/* The step is left out only while both are small ints, as in CPython's fast mode. */
FN(count_reduce)
{
    CountObj *o = COUNT(self);
    bool brief = value_is_int_imm(o->next) && o->step == value_from_imm(1);
    return reduce_steal(vm, self,
                        brief ? tuple_pack(vm, 1, o->next)
                              : tuple_pack(vm, 2, o->next, o->step),
                        VALUE_NULL);
}

static METHODS(count_methods,
    REDUCE_ROW(count_reduce),
);

static TYPE_SPEC(count_spec,
    .name = "itertools.count",
    .doc = "count(start=0, step=1)\n--\n\nstart, start + step, start + 2 * step, and so on.",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CountObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .repr = count_repr, .iter = object_self, .iternext = count_next,
              .new_ = count_new},
    .methods = count_methods,
);

/* ---- cycle ----------------------------------------------------------------------- */

typedef struct CycleObj {
    Object ob;
    Value iter;  /* VALUE_NULL once exhausted */
    Value saved; /* list */
    int64_t index;
    bool first_pass; /* saved is complete already (a state that was set) */
} CycleObj;
#define CYCLE(v) ((CycleObj *)(uintptr_t)(v))

static Value cycle_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, "cycle", kwnames) ||
        !args_check(vm, "cycle", nargs, 1, 1))
        return VALUE_NULL;
    Value it = object_iter(vm, args[0]);
    Value saved = it ? list_new(vm, 0) : VALUE_NULL;
    return object_of_steal(vm, cls, (Value[]){it, saved}, 2);
}

static Value cycle_next(MinipyVM *vm, Value self)
{
    CycleObj *o = CYCLE(self);
    if (o->iter) {
        Value it = value_incref(o->iter);
        Value item = iter_item(vm, it);
        value_decref(vm, it);
        if (item) {
            if (!o->first_pass && list_append(vm, o->saved, item) < 0) {
                value_decref(vm, item);
                return VALUE_NULL;
            }
            return item;
        }
        if (end_or_error(vm) < 0)
            return VALUE_NULL;
        value_clear(vm, &o->iter);
    }
    int64_t n = list_size(o->saved);
    if (n == 0)
        return VALUE_NULL;
    Value item = value_incref(list_get_borrow(o->saved, o->index < n ? o->index : 0));
    o->index = o->index + 1 >= n ? 0 : o->index + 1;
    return item;
}

FN(cycle_reduce)
{
    CycleObj *o = CYCLE(self);
    Value it = o->iter ? value_incref(o->iter) : object_iter(vm, o->saved);
    if (!it)
        return VALUE_NULL;
    if (!o->iter && o->index) {
        Value index = value_from_imm(o->index);
        Value r = call_method(vm, it, NAME(vm, __setstate__), &index, 1);
        if (!r) {
            value_decref(vm, it);
            return VALUE_NULL;
        }
        value_decref(vm, r);
    }
    bool pass = !o->iter || o->first_pass;
    Value state = tuple_pack(vm, 2, o->saved, value_from_bool(pass));
    Value packed = tuple_from_steal(vm, &it, 1);
    return reduce_state_steal(vm, self, packed, state);
}

FN(cycle_setstate)
{
    Value state = args[0];
    if (!state_is_pair(vm, state))
        return VALUE_NULL;
    if (!value_is_list(tuple_get_borrow(state, 0)))
        return error_set(vm, EXC_TypeError, "argument 1 must be list, not %T",
                         tuple_get_borrow(state, 0));
    int64_t pass;
    if (!arg_ssize(vm, tuple_get_borrow(state, 1), &pass))
        return VALUE_NULL;
    CYCLE(self)->first_pass = pass != 0;
    CYCLE(self)->index = 0;
    value_set_steal(vm, &CYCLE(self)->saved, value_incref(tuple_get_borrow(state, 0)));
    return VALUE_NONE;
}

static METHODS(cycle_methods,
    REDUCE_ROW(cycle_reduce),
    SETSTATE_ROW(cycle_setstate),
);

static SIMPLE_ITER_SPEC(
    cycle_spec, "cycle", CycleObj, 2, cycle_next, cycle_new, cycle_methods,
    "cycle(iterable, /)\n--\n\nThe items of the iterable, over and over.");

/* ---- islice ---------------------------------------------------------------------- */

typedef struct IsliceObj {
    Object ob;
    Value iter;                      /* VALUE_NULL once exhausted */
    int64_t next, stop, step, count; /* stop -1: none */
} IsliceObj;
#define ISLICE(v) ((IsliceObj *)(uintptr_t)(v))

/* A bound: None leaves *out alone, what is no number, or does not fit, is -1. */
static void islice_bound(MinipyVM *vm, Value v, int64_t *out)
{
    if (v == VALUE_NONE)
        return;
    if (!arg_ssize(vm, v, out)) {
        error_clear(vm);
        *out = -1;
    }
}

static Value islice_refused(MinipyVM *vm, const char *what)
{
    return error_set(
        vm, EXC_ValueError,
        "%s for islice() must be None or an integer: 0 <= x <= sys.maxsize.", what);
}

static Value islice_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, "islice", kwnames) ||
        !args_check(vm, "islice", nargs, 2, 4))
        return VALUE_NULL;
    int64_t start = 0, stop = -1, by = 1;
    Value last = nargs == 2 ? args[1] : args[2];
    islice_bound(vm, last, &stop);
    if (last != VALUE_NONE && stop == -1)
        return islice_refused(vm, "Stop argument");
    if (nargs > 2)
        islice_bound(vm, args[1], &start);
    if (start < 0 || stop < -1)
        return islice_refused(vm, "Indices");
    if (nargs > 3)
        islice_bound(vm, args[3], &by);
    if (by < 1)
        return error_set(vm, EXC_ValueError,
                         "Step for islice() must be a positive integer or None.");
    Value v = object_of_steal(vm, cls, (Value[]){object_iter(vm, args[0])}, 1);
    if (v) {
        ISLICE(v)->next = start;
        ISLICE(v)->stop = stop;
        ISLICE(v)->step = by;
    }
    return v;
}

static Value islice_next(MinipyVM *vm, Value self)
{
    IsliceObj *o = ISLICE(self);
    if (!o->iter)
        return VALUE_NULL;
    Value it = value_incref(o->iter), item;
    while (o->count < o->next) {
        item = iter_item(vm, it);
        if (!item)
            goto end;
        value_decref(vm, item);
        o->count++;
    }
    if (o->stop != -1 && o->count >= o->stop)
        goto end;
    item = iter_item(vm, it);
    if (!item)
        goto end;
    o->count++;
    int64_t old = o->next;
    if (__builtin_add_overflow(old, o->step, &o->next) ||
        (o->stop != -1 && o->next > o->stop))
        o->next = o->stop != -1 ? o->stop : INT64_MAX;
    value_decref(vm, it);
    return item;
end:
    value_decref(vm, it);
    value_clear(vm, &o->iter);
    return VALUE_NULL;
}

FN(islice_reduce)
{
    IsliceObj *o = ISLICE(self);
    if (!o->iter) {
        Value none = list_new(vm, 0), it = none ? object_iter(vm, none) : VALUE_NULL;
        Value t = it ? tuple_pack(vm, 2, it, value_from_imm(0)) : VALUE_NULL;
        value_xdecref(vm, none);
        value_xdecref(vm, it);
        return reduce_steal(vm, self, t, value_from_imm(0));
    }
    Value stop = o->stop == -1 ? VALUE_NONE : int_new(vm, o->stop);
    Value next = int_new(vm, o->next), by = int_new(vm, o->step);
    Value t =
        stop && next && by ? tuple_pack(vm, 4, o->iter, next, stop, by) : VALUE_NULL;
    value_xdecref(vm, stop);
    value_xdecref(vm, next);
    value_xdecref(vm, by);
    return reduce_state_steal(vm, self, t, int_new(vm, o->count));
}

FN(islice_setstate)
{
    bool ok;
    int64_t count = reduce_state_index(vm, args[0], INT64_MIN, INT64_MAX, &ok);
    if (!ok)
        return VALUE_NULL;
    ISLICE(self)->count = count;
    return VALUE_NONE;
}

static METHODS(islice_methods,
    REDUCE_ROW(islice_reduce),
    SETSTATE_ROW(islice_setstate),
);

static SIMPLE_ITER_SPEC(islice_spec, "islice", IsliceObj, 1, islice_next, islice_new,
                        islice_methods,
                        "islice(iterable, stop) --> islice object\n"
                        "islice(iterable, start, stop[, step]) --> islice object\n\n"
                        "What a slice would select, without making a list.");

/* ---- pairwise -------------------------------------------------------------------- */

typedef struct PairwiseObj {
    Object ob;
    Value iter, old;
} PairwiseObj;
#define PAIRWISE(v) ((PairwiseObj *)(uintptr_t)(v))

static Value pairwise_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, "pairwise", kwnames) ||
        !args_check(vm, "pairwise", nargs, 1, 1))
        return VALUE_NULL;
    return object_of_steal(vm, cls, (Value[]){object_iter(vm, args[0])}, 1);
}

static Value pairwise_end(MinipyVM *vm, PairwiseObj *o)
{
    value_clear(vm, &o->iter);
    value_clear(vm, &o->old);
    return VALUE_NULL;
}

static Value pairwise_next(MinipyVM *vm, Value self)
{
    PairwiseObj *o = PAIRWISE(self);
    if (!o->iter)
        return VALUE_NULL;
    Value it = value_incref(o->iter), r = VALUE_NULL;
    if (!o->old) {
        Value first = iter_item(vm, it);
        if (!first) {
            value_decref(vm, it);
            return pairwise_end(vm, o);
        }
        value_set_steal(vm, &o->old, first);
    }
    Value old = value_incref(o->old), next = iter_item(vm, it);
    value_decref(vm, it);
    if (!next) {
        value_decref(vm, old);
        return pairwise_end(vm, o);
    }
    r = tuple_pack(vm, 2, old, next);
    value_decref(vm, old);
    value_set_steal(vm, &o->old, next);
    return r;
}

static SIMPLE_ITER_SPEC(
    pairwise_spec, "pairwise", PairwiseObj, 2, pairwise_next, pairwise_new, NULL,
    "pairwise(iterable, /)\n--\n\nOverlapping pairs of neighbouring items.");

/* ---- repeat ---------------------------------------------------------------------- */

typedef struct RepeatObj {
    Object ob;
    Value item;
    int64_t left; /* -1: endless */
} RepeatObj;
#define REPEAT(v) ((RepeatObj *)(uintptr_t)(v))

NEW(repeat_new, 2, "repeat", "(object, times=None)")
{
    int64_t times = -1;
    if (given[1] && !arg_ssize(vm, given[1], &times))
        return VALUE_NULL;
    Value v = object_alloc_value(vm, cls);
    if (v) {
        REPEAT(v)->item = value_incref(given[0]);
        REPEAT(v)->left = given[1] && times < 0 ? 0 : times;
    }
    return v;
}

static Value repeat_next(MinipyVM *vm, Value self)
{
    (void)vm;
    RepeatObj *o = REPEAT(self);
    if (o->left == 0)
        return VALUE_NULL;
    if (o->left > 0)
        o->left--;
    return value_incref(o->item);
}

static Value repeat_repr(MinipyVM *vm, Value self)
{
    RepeatObj *o = REPEAT(self);
    const char *name = type_last_name(o->ob.type);
    if (o->left == -1)
        return str_format_c(vm, "%s(%R)", name, o->item);
    return str_format_c(vm, "%s(%R, %zd)", name, o->item, o->left);
}

FN(repeat_reduce)
{
    RepeatObj *o = REPEAT(self);
    Value left = o->left >= 0 ? int_new(vm, o->left) : VALUE_NONE;
    Value t = left ? tuple_pack(vm, o->left >= 0 ? 2 : 1, o->item, left) : VALUE_NULL;
    value_xdecref(vm, left);
    return reduce_steal(vm, self, t, VALUE_NULL);
}

FN(repeat_hint)
{
    if (REPEAT(self)->left == -1)
        return error_set(vm, EXC_TypeError, "len() of unsized object");
    return int_new(vm, REPEAT(self)->left);
}

static METHODS(repeat_methods,
    LENGTH_HINT_ROW(repeat_hint),
    REDUCE_ROW(repeat_reduce),
);

static TYPE_SPEC(repeat_spec,
    .name = "itertools.repeat",
    .doc = "repeat(object [,times]) -> create an iterator which returns the object\nfor the specified number of "
           "times.  If not specified, returns the object\nendlessly.",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(RepeatObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .repr = repeat_repr, .iter = object_self, .iternext = repeat_next,
              .new_ = repeat_new},
    .methods = repeat_methods,
);

/* ---- the module ------------------------------------------------------------------ */

static CONTENTS(contents,
    HAS_TYPE("accumulate", &accumulate_spec), HAS_TYPE("combinations", &combinations_spec),
    HAS_TYPE("combinations_with_replacement", &cwr_spec), HAS_TYPE("cycle", &cycle_spec),
    HAS_TYPE("dropwhile", &dropwhile_spec), HAS_TYPE("takewhile", &takewhile_spec), HAS_TYPE("islice", &islice_spec),
    HAS_TYPE("starmap", &starmap_spec), HAS_TYPE("chain", &chain_spec), HAS_TYPE("compress", &compress_spec),
    HAS_TYPE("filterfalse", &filterfalse_spec), HAS_TYPE("count", &count_spec), HAS_TYPE("pairwise", &pairwise_spec),
    HAS_TYPE("permutations", &permutations_spec), HAS_TYPE("product", &product_spec), HAS_TYPE("repeat", &repeat_spec),
    HAS_TYPE("groupby", &groupby_spec), HAS_TYPE("_grouper", &grouper_spec), HAS_TYPE("_tee", &tee_spec),
    HAS_TYPE("_tee_dataobject", &tee_data_spec), HAS_TYPE("zip_longest", &zip_longest_spec),
);

static METHODS(functions,
    {"tee", itertools_tee, 0, "($module, iterable, n=2, /)", "Returns a tuple of n independent iterators."},
);

MODULE_SPEC(itertools_module_spec,
    .name = "itertools",
    .doc = "Iterators over iterators: endless ones, ones that end with the shortest input, and\ncombinatorial ones.",
    .methods = functions, .contents = contents,
);
