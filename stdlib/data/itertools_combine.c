/* itertools_combine.c - product, permutations, combinations,
 * combinations_with_replacement.
 *
 * All four keep a pool (product: one pool for each place) and an array of indices into
 * it; a step advances the indices and builds a tuple. `started` is false before the
 * first result, `stopped` true after the last one.
 */
#include "stdlib/data/itertools_private.h"
#include "vm/containers/sequence.h"

typedef struct CombineObj {
    Object ob;
    Value pool; /* tuple; product: tuple of tuples */
    Value
        result; /* the last tuple given, to be filled again once nobody else holds it */
    int64_t r;  /* length of the results */
    int64_t *indices; /* permutations: as many as the pool has items, else r; owned */
    int64_t *cycles;  /* permutations: r; owned */
    bool started, stopped;
} CombineObj;
#define COMBINE(v) ((CombineObj *)(uintptr_t)(v))

static void combine_dealloc(MinipyVM *vm, Object *o)
{
    CombineObj *c = (CombineObj *)o;
    object_values_release(vm, o);
    mem_free(vm, c->indices);
    mem_free(vm, c->cycles);
    c->indices = c->cycles = NULL;
}

static int64_t *make_numbers(MinipyVM *vm, int64_t n)
{
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(int64_t))) {
        error_set_oom(vm);
        return NULL;
    }
    return mem_calloc(vm, (size_t)n * sizeof(int64_t) + 1);
}

/* Takes pool over; indices all 0. */
static Value combine_make_steal(MinipyVM *vm, TypeObj *cls, Value pool, int64_t r,
                                int64_t nindices)
{
    int64_t *indices = make_numbers(vm, nindices);
    Value v = indices ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        mem_free(vm, indices);
        value_decref(vm, pool);
        return VALUE_NULL;
    }
    COMBINE(v)->pool = pool;
    COMBINE(v)->r = r;
    COMBINE(v)->indices = indices;
    return v;
}

/* A tuple for the next result. Its items may still be those of the last one. */
static Value result_tuple(MinipyVM *vm, CombineObj *c)
{
    if (c->result && value_obj(c->result)->refs == 1) {
        gc_track(vm, value_obj(c->result));
        return value_incref(c->result);
    }
    Value t = tuple_alloc(vm, c->r);
    if (t)
        value_set_steal(vm, &c->result, value_incref(t));
    return t;
}

/* The items of the pool that the first r indices select. */
static Value select_items(MinipyVM *vm, CombineObj *c)
{
    Value t = result_tuple(vm, c);
    for (int64_t i = 0; t && i < c->r; i++)
        value_set_steal(vm, &TUPLE(t)->items[i],
                        value_incref(tuple_get_borrow(c->pool, c->indices[i])));
    return t;
}

static Value stop(CombineObj *c)
{
    c->stopped = true;
    return VALUE_NULL;
}

static Value numbers_tuple(MinipyVM *vm, const int64_t *numbers, int64_t n)
{
    Value t = tuple_alloc(vm, n);
    if (t)
        for (int64_t i = 0; i < n; i++)
            TUPLE(t)->items[i] = value_from_imm(numbers[i]);
    return t;
}

/* Reads n numbers, each clipped to [0, high(i)], from a tuple of that size. */
static int read_number(MinipyVM *vm, Value v, int64_t high, int64_t *out)
{
    int64_t i;
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), -1;
    if (!arg_ssize(vm, v, &i))
        return -1;
    *out = i < 0 ? 0 : i > high ? high : i;
    return 0;
}

FN(combine_sizeof)
{
    return value_from_imm(value_obj(self)->type->basicsize +
                          COMBINE(self)->r * (int64_t)sizeof(int64_t));
}

#define SIZEOF_METHOD                                                                  \
    {                                                                                  \
        "__sizeof__", combine_sizeof, M_UNSIGNED, "($self, /)",                        \
            "Returns size in memory, in bytes."                                        \
    }

#define COMBINE_SPEC(id, name_, next_, new__, methods_, doc_)                          \
    TYPE_SPEC(id,                                                                      \
        .name = "itertools." name_,                                                    \
        .doc = doc_,                                                                   \
        .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CombineObj), .values = 2,    \
        .dealloc = combine_dealloc,                                                    \
        .slots = {.getattro = object_generic_getattr, .iter = object_self,             \
                  .iternext = next_, .new_ = new__},                                   \
        .methods = methods_,                                                           \
    )

/* ---- product --------------------------------------------------------------------- */

/* A tuple of the pools, the whole sequence `repeat` times. */
static Value product_pools(MinipyVM *vm, const Value *args, int64_t nargs,
                           int64_t repeat)
{
    if (nargs && repeat > (int64_t)(PTRDIFF_MAX / sizeof(Value)) / nargs)
        return error_set(vm, EXC_OverflowError, "repeat argument too large");
    Value pools = tuple_alloc(vm, repeat ? nargs * repeat : 0);
    if (!pools || repeat == 0)
        return pools;
    for (int64_t i = 0; i < nargs; i++) {
        Value pool = sequence_tuple(vm, args[i]);
        if (!pool) {
            value_decref(vm, pools);
            return VALUE_NULL;
        }
        for (int64_t k = 0; k < repeat; k++)
            TUPLE(pools)->items[k * nargs + i] = value_incref(pool);
        value_decref(vm, pool);
    }
    return pools;
}

static Value product_new(NEW_ARGS)
{
    int64_t repeat = 1;
    if (kwnames) { /* for any class: an __init__ of its own changes nothing */
        static const MethodDef row = {.name = "product", .signature = "(*, repeat=1)"};
        Value a[1];
        if (!args_take(vm, &row, args + nargs, 0, kwnames, a) ||
            (a[0] && !arg_ssize(vm, a[0], &repeat)))
            return VALUE_NULL;
        if (repeat < 0)
            return error_set(vm, EXC_ValueError, "repeat argument cannot be negative");
    }
    Value pools = product_pools(vm, args, (int64_t)nargs, repeat);
    if (!pools)
        return VALUE_NULL;
    return combine_make_steal(vm, cls, pools, tuple_size(pools), tuple_size(pools));
}

/* What differs from the last result: its items from CHANGED on. */
static Value product_result(MinipyVM *vm, CombineObj *c, int64_t changed)
{
    bool again = c->result && value_obj(c->result)->refs == 1;
    Value last = again ? VALUE_NULL : value_xincref(c->result);
    Value t = result_tuple(vm, c);
    for (int64_t i = 0; t && last && i < changed; i++)
        TUPLE(t)->items[i] = value_incref(tuple_get_borrow(last, i));
    for (int64_t i = changed; t && i < c->r; i++) {
        Value pool = tuple_get_borrow(c->pool, i);
        value_set_steal(vm, &TUPLE(t)->items[i],
                        value_incref(tuple_get_borrow(pool, c->indices[i])));
    }
    value_xdecref(vm, last);
    return t;
}

static Value product_next(MinipyVM *vm, Value self)
{
    CombineObj *c = COMBINE(self);
    if (c->stopped)
        return VALUE_NULL;
    if (!c->started) {
        c->started = true;
        for (int64_t i = 0; i < c->r; i++)
            if (tuple_size(tuple_get_borrow(c->pool, i)) == 0)
                return stop(c);
        return product_result(vm, c, 0);
    }
    int64_t i = c->r - 1;
    for (; i >= 0; i--) {
        if (++c->indices[i] < tuple_size(tuple_get_borrow(c->pool, i)))
            break;
        c->indices[i] = 0;
    }
    return i < 0 ? stop(c) : product_result(vm, c, c->result ? i : 0);
}

FN(product_reduce)
{
    CombineObj *c = COMBINE(self);
    if (c->stopped) {
        Value empty = value_incref(vm->empty_tuple);
        return reduce_steal(vm, self, tuple_from_steal(vm, &empty, 1), VALUE_NULL);
    }
    Value state = VALUE_NULL;
    if (c->started && !(state = numbers_tuple(vm, c->indices, c->r)))
        return VALUE_NULL;
    return reduce_steal(vm, self, value_incref(c->pool), state);
}

FN(product_setstate)
{
    CombineObj *c = COMBINE(self);
    if (!value_is_tuple(args[0]) || tuple_size(args[0]) != c->r)
        return error_set(vm, EXC_ValueError, "invalid arguments");
    value_clear(vm, &c->result); /* the next result may differ from it in all items */
    for (int64_t i = 0; i < c->r; i++) {
        int64_t size = tuple_size(tuple_get_borrow(c->pool, i));
        if (size == 0)
            return stop(c), VALUE_NONE;
        if (read_number(vm, tuple_get_borrow(args[0], i), size - 1, &c->indices[i]) < 0)
            return VALUE_NULL;
    }
    c->started = true;
    return VALUE_NONE;
}

static METHODS(product_methods,
    REDUCE_ROW(product_reduce),
    SETSTATE_ROW(product_setstate),
    SIZEOF_METHOD,
);

COMBINE_SPEC(
    product_spec, "product", product_next, product_new, product_methods,
    "product(*iterables, repeat=1) --> product object\n\n"
    "Cartesian product of input iterables, as nested for-loops would give it.");

/* ---- combinations, with and without replacement ---------------------------------- */

static Value combinations_make(bool replacement, NEW_ARGS)
{
    static const MethodDef rows[] = {
        {.name = "combinations", .signature = "(iterable, r)"},
        {.name = "combinations_with_replacement", .signature = "(iterable, r)"}};
    Value a[2];
    int64_t r;
    if (!args_take(vm, &rows[replacement], args, nargs, kwnames, a) ||
        !arg_ssize(vm, a[1], &r))
        return VALUE_NULL;
    Value pool = sequence_tuple(vm, a[0]);
    if (!pool)
        return VALUE_NULL;
    if (r < 0) {
        value_decref(vm, pool);
        return error_set(vm, EXC_ValueError, "r must be non-negative");
    }
    int64_t n = tuple_size(pool);
    Value v = combine_make_steal(vm, cls, pool, r, r);
    if (!v)
        return VALUE_NULL;
    for (int64_t i = 0; !replacement && i < r; i++)
        COMBINE(v)->indices[i] = i;
    COMBINE(v)->stopped = replacement ? n == 0 && r > 0 : r > n;
    return v;
}

static Value combinations_new(NEW_ARGS)
{
    return combinations_make(false, vm, cls, args, nargs, kwnames);
}
static Value cwr_new(NEW_ARGS)
{
    return combinations_make(true, vm, cls, args, nargs, kwnames);
}

/* The first selection is that of the indices as they begin; step makes the others. */
static Value first_or_step(MinipyVM *vm, CombineObj *c,
                           Value (*step)(MinipyVM *vm, CombineObj *c))
{
    if (c->stopped)
        return VALUE_NULL;
    if (c->started)
        return step(vm, c);
    c->started = true;
    return select_items(vm, c);
}

static Value combinations_step(MinipyVM *vm, CombineObj *c)
{
    int64_t n = tuple_size(c->pool), i = c->r - 1;
    while (i >= 0 && c->indices[i] == i + n - c->r)
        i--;
    if (i < 0)
        return stop(c);
    c->indices[i]++;
    for (int64_t j = i + 1; j < c->r; j++)
        c->indices[j] = c->indices[j - 1] + 1;
    return select_items(vm, c);
}

static Value combinations_next(MinipyVM *vm, Value self)
{
    return first_or_step(vm, COMBINE(self), combinations_step);
}

static Value cwr_step(MinipyVM *vm, CombineObj *c)
{
    int64_t n = tuple_size(c->pool), i = c->r - 1;
    while (i >= 0 && c->indices[i] == n - 1)
        i--;
    if (i < 0)
        return stop(c);
    int64_t index = c->indices[i] + 1;
    for (; i < c->r; i++)
        c->indices[i] = index;
    return select_items(vm, c);
}

static Value cwr_next(MinipyVM *vm, Value self)
{
    return first_or_step(vm, COMBINE(self), cwr_step);
}

/* (type, (pool, r)[, indices]) */
FN(combinations_reduce)
{
    CombineObj *c = COMBINE(self);
    Value state = VALUE_NULL;
    Value t = tuple_pack(vm, 2, c->started && c->stopped ? vm->empty_tuple : c->pool,
                         value_from_imm(c->r));
    if (t && c->started && !c->stopped &&
        !(state = numbers_tuple(vm, c->indices, c->r))) {
        value_decref(vm, t);
        return VALUE_NULL;
    }
    return reduce_steal(vm, self, t, state);
}

static Value set_indices(MinipyVM *vm, CombineObj *c, Value state, bool replacement)
{
    int64_t n = tuple_size(c->pool);
    if (!value_is_tuple(state) || tuple_size(state) != c->r)
        return error_set(vm, EXC_ValueError, "invalid arguments");
    for (int64_t i = 0; i < c->r; i++) {
        int64_t high = replacement ? n - 1 : i + n - c->r;
        if (read_number(vm, tuple_get_borrow(state, i), high < 0 ? 0 : high,
                        &c->indices[i]) < 0)
            return VALUE_NULL;
        if (high < 0)
            c->stopped = true;
    }
    c->started = true;
    return VALUE_NONE;
}

FN(combinations_setstate)
{
    return set_indices(vm, COMBINE(self), args[0], false);
}
FN(cwr_setstate)
{
    return set_indices(vm, COMBINE(self), args[0], true);
}

static METHODS(combinations_methods,
    REDUCE_ROW(combinations_reduce),
    SETSTATE_ROW(combinations_setstate),
    SIZEOF_METHOD,
);
static METHODS(cwr_methods,
    REDUCE_ROW(combinations_reduce),
    SETSTATE_ROW(cwr_setstate),
    SIZEOF_METHOD,
);

COMBINE_SPEC(combinations_spec, "combinations", combinations_next, combinations_new,
             combinations_methods,
             "combinations(iterable, r)\n--\n\n"
             "The r-length subsequences of the items, in their order.");
COMBINE_SPEC(cwr_spec, "combinations_with_replacement", cwr_next, cwr_new, cwr_methods,
             "combinations_with_replacement(iterable, r)\n--\n\n"
             "The r-length subsequences of the items, each of which may occur again.");

/* ---- permutations ---------------------------------------------------------------- */

NEW(permutations_new, 2, "permutations", "(iterable, r=None)")
{
    Value pool = sequence_tuple(vm, given[0]);
    if (!pool)
        return VALUE_NULL;
    int64_t n = tuple_size(pool), r = n;
    bool ok = true;
    if (given[1] && given[1] != VALUE_NONE) {
        if (!value_is_int(given[1])) {
            error_set(vm, EXC_TypeError, "Expected int as r");
            ok = false;
        } else if (!arg_ssize(vm, given[1], &r)) {
            ok = false;
        } else if (r < 0) {
            error_set(vm, EXC_ValueError, "r must be non-negative");
            ok = false;
        }
    }
    int64_t *cycles = ok ? make_numbers(vm, r) : NULL;
    if (!cycles) {
        value_decref(vm, pool);
        return VALUE_NULL;
    }
    Value v = combine_make_steal(vm, cls, pool, r, n);
    if (!v) {
        mem_free(vm, cycles);
        return VALUE_NULL;
    }
    for (int64_t i = 0; i < n; i++)
        COMBINE(v)->indices[i] = i;
    for (int64_t i = 0; i < r; i++)
        cycles[i] = n - i;
    COMBINE(v)->cycles = cycles;
    COMBINE(v)->stopped = r > n;
    return v;
}

static Value permutations_step(MinipyVM *vm, CombineObj *c)
{
    int64_t n = tuple_size(c->pool);
    for (int64_t i = c->r - 1; i >= 0; i--) {
        if (--c->cycles[i] == 0) { /* rotate indices[i:] to the left */
            int64_t index = c->indices[i];
            for (int64_t j = i; j < n - 1; j++)
                c->indices[j] = c->indices[j + 1];
            c->indices[n - 1] = index;
            c->cycles[i] = n - i;
        } else {
            int64_t j = n - c->cycles[i], index = c->indices[i];
            c->indices[i] = c->indices[j];
            c->indices[j] = index;
            return select_items(vm, c);
        }
    }
    return stop(c);
}

static Value permutations_next(MinipyVM *vm, Value self)
{
    return first_or_step(vm, COMBINE(self), permutations_step);
}

FN(permutations_reduce)
{
    CombineObj *c = COMBINE(self);
    Value t = tuple_pack(vm, 2, c->started && c->stopped ? vm->empty_tuple : c->pool,
                         value_from_imm(c->r));
    if (!t || !c->started || c->stopped)
        return reduce_steal(vm, self, t, VALUE_NULL);
    Value parts[] = {numbers_tuple(vm, c->indices, tuple_size(c->pool)),
                     numbers_tuple(vm, c->cycles, c->r)};
    Value state = parts[0] && parts[1] ? tuple_from(vm, parts, 2) : VALUE_NULL;
    value_xdecref(vm, parts[0]);
    value_xdecref(vm, parts[1]);
    return reduce_state_steal(vm, self, t, state);
}

FN(permutations_setstate)
{
    CombineObj *c = COMBINE(self);
    int64_t n = tuple_size(c->pool);
    Value state = args[0];
    if (!state_is_pair(vm, state))
        return VALUE_NULL;
    Value indices = tuple_get_borrow(state, 0), cycles = tuple_get_borrow(state, 1);
    for (int i = 0; i < 2; i++)
        if (!value_is_tuple(tuple_get_borrow(state, i)))
            return error_set(vm, EXC_TypeError, "argument %d must be tuple, not %T",
                             i + 1, tuple_get_borrow(state, i));
    if (tuple_size(indices) != n || tuple_size(cycles) != c->r)
        return error_set(vm, EXC_ValueError, "invalid arguments");
    for (int64_t i = 0; i < n; i++)
        if (read_number(vm, tuple_get_borrow(indices, i), n - 1, &c->indices[i]) < 0)
            return VALUE_NULL;
    for (int64_t i = 0; i < c->r; i++) {
        if (read_number(vm, tuple_get_borrow(cycles, i), n - i, &c->cycles[i]) < 0)
            return VALUE_NULL;
        if (c->cycles[i] < 1)
            c->cycles[i] = 1;
    }
    c->started = true;
    return VALUE_NONE;
}

static METHODS(permutations_methods,
    REDUCE_ROW(permutations_reduce),
    SETSTATE_ROW(permutations_setstate),
    SIZEOF_METHOD,
);

COMBINE_SPEC(permutations_spec, "permutations", permutations_next, permutations_new,
             permutations_methods,
             "permutations(iterable, r=None)\n--\n\n"
             "The r-length orderings of the items (r None: of all of them).");
