/* enumerate.c - the lazy helpers that builtins offers over other iterators: enumerate,
 * reversed, zip, map, filter.
 *
 * enumerate and zip use their last result tuple again when nobody else holds it any
 * more, which saves an allocation for each step of the usual loop.
 */
#include "vm/objects/args.h"
#include "vm/containers/pair.h"
#include "vm/objects/signature.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"
#include "vm/memory/gc.h"

/* Keywords are refused, unless a subclass has an __init__ that may take them. */
static bool check_no_kw(MinipyVM *vm, TypeObj *cls, Kind kind, Value kwnames)
{
    TypeObj *native = vm->types[kind];
    return cls->slots.init != native->slots.init ||
           args_no_kw(vm, native->spec->name, kwnames);
}

/* The cached result tuple if only its owner holds it (then one more reference), else 0.
 */
static inline Value reuse(Value result)
{
    if (value_obj(result)->refs == 1)
        return value_incref(result);
    return VALUE_NULL;
}

/* A tuple of Nones, to become the result of the first step. */
static Value make_result(MinipyVM *vm, int64_t n)
{
    Value t = tuple_alloc(vm, n);
    for (int64_t i = 0; t && i < n; i++)
        TUPLE(t)->items[i] = VALUE_NONE;
    return t;
}

/* ---- enumerate ------------------------------------------------------------------- */

typedef struct EnumerateObj {
    Object ob;
    Value iter;   /* strong */
    Value index;  /* int, strong: the next one */
    Value result; /* tuple, strong, may be used again */
} EnumerateObj;
#define ENUMERATE(v) ((EnumerateObj *)(uintptr_t)(v))

/* enumerate() itself has other words for mistakes than its subclasses, to which those
 * of all functions are enough. False: TypeError. */
static bool own_words(MinipyVM *vm, size_t nargs, Value kwnames)
{
    int64_t named = kwnames ? tuple_size(kwnames) : 0;
    if (nargs == 0 && (named == 0 || named > 2))
        return error_set(vm, EXC_TypeError,
                         "enumerate() missing required argument 'iterable'"),
               false;
    if ((int64_t)nargs + named > 2 || named == 0)
        return true;
    Value name = tuple_get_borrow(kwnames, 0);
    if (named == 2 && str_equal_ascii(name, "start"))
        name = tuple_get_borrow(kwnames, 1);
    if (str_equal_ascii(name, nargs ? "start" : "iterable"))
        return true;
    error_set(vm, EXC_TypeError, "'%U' is an invalid keyword argument for enumerate()",
              name);
    return false;
}

static Value enumerate_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "enumerate",
                                  .signature = "(iterable, start=None)"};
    Value a[2];
    if (cls == vm->types[KIND_ENUMERATE] && !own_words(vm, nargs, kwnames))
        return VALUE_NULL;
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    Value start = a[1] ? number_index(vm, a[1]) : value_from_imm(0);
    Value it = start ? object_iter(vm, a[0]) : VALUE_NULL;
    Value result = it ? make_result(vm, 2) : VALUE_NULL;
    return object_of_steal(vm, cls, (Value[]){it, start, result}, 3);
}

static __attribute__((noinline)) Value enumerate_any(MinipyVM *vm, EnumerateObj *e)
{
    Value item = iter_item(vm, e->iter);
    if (!item)
        return VALUE_NULL;
    Value index = e->index;
    Value next = value_is_int_imm(index) && value_imm(index) < INT_IMM_MAX
                     ? index + 2 /* one more, as an immediate */
                     : int_add(vm, index, value_from_imm(1));
    if (!next) {
        value_decref(vm, item);
        return VALUE_NULL;
    }
    e->index = next;
    return tuple_pair_steal(vm, &e->result, index, item);
}

static Value enumerate_next(MinipyVM *vm, Value self)
{
    EnumerateObj *e = ENUMERATE(self);
    Value index = e->index;
    bool counts = value_is_int_imm(index) && value_imm(index) < INT_IMM_MAX;
    Value item =
        counts && pair_can_refill(TUPLE(e->result)) ? iter_pass(e->iter) : VALUE_NULL;
    if (unlikely(!item))
        return enumerate_any(vm, e);
    e->index = index + 2; /* one more, as an immediate */
    return pair_refill(TUPLE(e->result), index, item);
}

static int enumerate_traverse(Object *o, VisitFn visit, void *arg)
{
    EnumerateObj *e = (EnumerateObj *)o;
    GC_VISIT(e->iter);
    GC_VISIT(e->result);
    return 0;
}

/* (type(self), (parts...)): takes the parts over. */
static Value reduce_steal(MinipyVM *vm, Value self, Value args, Value state)
{
    if (!args)
        return VALUE_NULL;
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), args, state};
    return tuple_from_steal(vm, parts, state ? 3 : 2);
}

FN(enumerate_reduce)
{
    return reduce_steal(
        vm, self, tuple_pack(vm, 2, ENUMERATE(self)->iter, ENUMERATE(self)->index),
        VALUE_NULL);
}

static METHODS(enumerate_methods,
    REDUCE_ROW(enumerate_reduce),
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(enumerate_type_spec,
    .name = "enumerate",
    .doc = "enumerate(iterable, start=0)\n--\n\nPairs (count, item) of the items of an iterable, counted from start.",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(EnumerateObj), .values = 3,
    .traverse = enumerate_traverse,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = enumerate_next,
              .new_ = enumerate_new},
    .methods = enumerate_methods,
);

/* ---- reversed -------------------------------------------------------------------- */

static Value not_reversible(MinipyVM *vm, Value seq)
{
    return error_set(vm, EXC_TypeError, "'%T' object is not reversible", seq);
}

static bool is_sequence(MinipyVM *vm, Value v)
{
    return !value_is_dict(v) && value_type(vm, v)->slots.sq_item;
}

static Value reversed_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, KIND_REVERSED, kwnames) ||
        !args_check(vm, "reversed", nargs, 1, 1))
        return VALUE_NULL;
    Value seq = args[0];
    Value f = type_lookup_borrow(vm, value_type(vm, seq), NAME(vm, __reversed__));
    if (f == VALUE_NONE)
        return not_reversible(vm, seq);
    if (f) {
        Value bound = object_lookup_special(vm, seq, NAME(vm, __reversed__));
        Value r = bound ? call0(vm, bound) : VALUE_NULL;
        value_xdecref(vm, bound);
        return r;
    }
    if (!is_sequence(vm, seq))
        return not_reversible(vm, seq);
    int64_t n = object_length(vm, seq);
    Value v = n < 0 ? VALUE_NULL : object_alloc_value(vm, cls);
    if (v) {
        SEQ_ITER(v)->index = n - 1;
        SEQ_ITER(v)->seq = value_incref(seq);
    }
    return v;
}

static Value reversed_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (it->index >= 0 && it->seq && value_is_exact(vm, it->seq, KIND_TUPLE) &&
        it->index < tuple_size(it->seq))
        return value_incref(tuple_get_borrow(it->seq, it->index--));
    int64_t n;
    const Value *shown = it->index >= 0 && it->seq ? seq_shown(vm, it->seq, &n) : NULL;
    if (shown && it->index < n)
        return value_incref(shown[it->index--]);
    if (it->index >= 0 && it->seq) {
        Value seq = value_incref(it->seq);
        Value v = sequence_item(vm, seq, it->index);
        value_decref(vm, seq);
        if (v) {
            it->index--;
            return v;
        }
        if (error_matches(vm, EXC_IndexError) || error_matches(vm, EXC_StopIteration))
            error_clear(vm);
    }
    it->index = -1;
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

FN(reversed_hint)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!it->seq)
        return value_from_imm(0);
    int64_t n = object_length(vm, it->seq);
    if (n < 0)
        return VALUE_NULL;
    return value_from_imm(n < it->index + 1 ? 0 : it->index + 1);
}

FN(reversed_reduce)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (it->seq)
        return reduce_steal(vm, self, tuple_pack(vm, 1, it->seq),
                            value_from_imm(it->index));
    Value empty = value_incref(vm->empty_tuple);
    return reduce_steal(vm, self, tuple_from_steal(vm, &empty, 1), VALUE_NULL);
}

FN(reversed_setstate)
{
    Value seq = SEQ_ITER(self)->seq;
    int64_t n = seq ? object_length(vm, seq) : 0;
    return n < 0 ? VALUE_NULL : seq_iter_set_index(vm, self, args[0], -1, n - 1);
}

static METHODS(reversed_methods,
    LENGTH_HINT_ROW(reversed_hint),
    REDUCE_ROW(reversed_reduce),
    SETSTATE_ROW(reversed_setstate),
);

TYPE_SPEC(reversed_type_spec,
    .name = "reversed",
    .doc = "reversed(sequence, /)\n--\n\nThe items of the sequence from the last to the first.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE, .basicsize = sizeof(SeqIterObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = reversed_next, .new_ = reversed_new},
    .methods = reversed_methods,
);

/* ---- zip and map: both hold a tuple of iterators --------------------------------- */

/* A tuple of iter(v) for each of values. */
static Value make_iters(MinipyVM *vm, const Value *values, size_t n)
{
    Value t = tuple_alloc(vm, (int64_t)n);
    for (size_t i = 0; t && i < n; i++) {
        t = tuple_put_made(vm, t, i, object_iter(vm, values[i]));
    }
    return t;
}

typedef struct ZipObj {
    Object ob;
    Value iters;  /* tuple, strong */
    Value result; /* tuple, strong, may be used again */
    bool strict;
} ZipObj;
#define ZIP(v) ((ZipObj *)(uintptr_t)(v))

static Value zip_new(NEW_ARGS)
{
    int strict = 0;
    if (kwnames) { /* for any class: an __init__ of its own changes nothing */
        static const MethodDef row = {.name = "zip", .signature = "(*, strict=False)"};
        Value a[1];
        if (!args_take(vm, &row, args + nargs, 0, kwnames, a))
            return VALUE_NULL;
        strict = a[0] ? object_is_true(vm, a[0]) : 0;
        if (strict < 0)
            return VALUE_NULL;
    }
    Value iters = make_iters(vm, args, nargs);
    Value result = iters ? make_result(vm, (int64_t)nargs) : VALUE_NULL;
    Value v = object_of_steal(vm, cls, (Value[]){iters, result}, 2);
    if (v)
        ZIP(v)->strict = strict;
    return v;
}

static Value zip_mismatch(MinipyVM *vm, int64_t i, const char *what)
{
    return error_set(vm, EXC_ValueError, "zip() argument %zd is %s than argument%s%zd",
                     i + 1, what, i == 1 ? " " : "s 1-", i);
}

/* The i-th iterator had no item; strict mode wants all of them to end at once. */
static Value zip_ended(MinipyVM *vm, ZipObj *z, int64_t i)
{
    if (!z->strict)
        return VALUE_NULL;
    if (error_occurred(vm)) {
        if (!error_matches(vm, EXC_StopIteration))
            return VALUE_NULL;
        error_clear(vm);
    }
    if (i)
        return zip_mismatch(vm, i, "shorter");
    for (i = 1; i < tuple_size(z->iters); i++) {
        Value item = iter_next(vm, tuple_get_borrow(z->iters, i));
        if (item) {
            value_decref(vm, item);
            return zip_mismatch(vm, i, "longer");
        }
        if (error_occurred(vm))
            return VALUE_NULL;
    }
    return VALUE_NULL;
}

/* The next of two lists or tuples; VALUE_NULL: something has to be called for it. */
static inline Value pair_at_hand(const ZipObj *z)
{
    const Value *iters = TUPLE(z->iters)->items;
    if (!pair_can_refill(TUPLE(z->result)))
        return VALUE_NULL;
    Value first = iter_pass(iters[0]);
    Value second = first ? iter_pass(iters[1]) : VALUE_NULL;
    if (likely(second))
        return pair_refill(TUPLE(z->result), first, second);
    if (first)
        SEQ_ITER(iters[0])->index--;
    return VALUE_NULL;
}

static __attribute__((noinline)) Value zip_any(MinipyVM *vm, ZipObj *z)
{
    int64_t n = tuple_size(z->iters);
    if (n == 0)
        return VALUE_NULL;
    Value t = reuse(z->result);
    bool fresh = !t;
    if (fresh && !(t = tuple_alloc(vm, n)))
        return VALUE_NULL;
    for (int64_t i = 0; i < n; i++) {
        Value it = tuple_get_borrow(z->iters, i);
        Value item = iter_item(vm, it);
        if (!item) {
            value_decref(vm, t);
            return zip_ended(vm, z, i);
        }
        value_set_steal(vm, &TUPLE(t)->items[i], item);
    }
    if (unlikely(!fresh && !(value_obj(t)->gc & GC_TRACKED)))
        gc_track(vm, value_obj(t)); /* the collector has let go of it */
    return t;
}

static Value zip_next(MinipyVM *vm, Value self)
{
    ZipObj *z = ZIP(self);
    Value pair = likely(tuple_size(z->iters) == 2) ? pair_at_hand(z) : VALUE_NULL;
    return likely(pair) ? pair : zip_any(vm, z);
}

FN(zip_reduce)
{
    ZipObj *z = ZIP(self);
    return reduce_steal(vm, self, value_incref(z->iters),
                        z->strict ? VALUE_TRUE : VALUE_NULL);
}

FN(zip_setstate)
{
    int strict = object_is_true(vm, args[0]);
    if (strict < 0)
        return VALUE_NULL;
    ZIP(self)->strict = strict;
    return VALUE_NONE;
}

static METHODS(zip_methods,
    REDUCE_ROW(zip_reduce),
    SETSTATE_ROW(zip_setstate),
);

TYPE_SPEC(zip_type_spec,
    .name = "zip",
    .doc = "zip(*iterables, strict=False) --> zip object\n\nTuples of the first items of all iterables, then of the "
           "second ones, and so on,\nuntil the shortest is exhausted; with strict, all must have the same length.\n\n"
           ">>> list(zip('ab', [1, 2, 3]))\n[('a', 1), ('b', 2)]\n",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(ZipObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = zip_next, .new_ = zip_new},
    .methods = zip_methods,
);

typedef struct MapObj {
    Object ob;
    Value iters; /* tuple, strong */
    Value func;  /* strong */
} MapObj;
#define MAP(v) ((MapObj *)(uintptr_t)(v))

static Value map_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, KIND_MAP, kwnames))
        return VALUE_NULL;
    if (nargs < 2)
        return error_set(vm, EXC_TypeError, "map() must have at least two arguments.");
    Value iters = make_iters(vm, args + 1, nargs - 1);
    return object_of_steal(vm, cls, (Value[]){iters, value_incref(args[0])}, 2);
}

static Value map_many_next(MinipyVM *vm, MapObj *m)
{
    enum { SMALL = 6 };
    int64_t n = tuple_size(m->iters), got = 0;
    Value small[SMALL], *items = small, r = VALUE_NULL;
    if (n > SMALL && !(items = mem_alloc(vm, (size_t)n * sizeof(Value))))
        return VALUE_NULL;
    for (; got < n; got++) {
        Value it = tuple_get_borrow(m->iters, got);
        items[got] = iter_item(vm, it);
        if (!items[got])
            break;
    }
    if (got == n)
        r = call(vm, m->func, items, (size_t)n, VALUE_NULL);
    while (--got >= 0)
        value_decref(vm, items[got]);
    if (items != small)
        mem_free(vm, items);
    return r;
}

static Value map_next(MinipyVM *vm, Value self)
{
    MapObj *m = MAP(self);
    if (tuple_size(m->iters) != 1)
        return map_many_next(vm, m);
    Value item = iter_item(vm, tuple_get_borrow(m->iters, 0));
    if (!item)
        return VALUE_NULL;
    Value r = call(vm, m->func, &item, 1, VALUE_NULL);
    value_decref(vm, item);
    return r;
}

FN(map_reduce)
{
    MapObj *m = MAP(self);
    int64_t n = tuple_size(m->iters);
    Value t = tuple_alloc(vm, n + 1);
    if (!t)
        return VALUE_NULL;
    TUPLE(t)->items[0] = value_incref(m->func);
    for (int64_t i = 0; i < n; i++)
        TUPLE(t)->items[i + 1] = value_incref(tuple_get_borrow(m->iters, i));
    return reduce_steal(vm, self, t, VALUE_NULL);
}

static METHODS(map_methods,
    REDUCE_ROW(map_reduce),
);

TYPE_SPEC(map_type_spec,
    .name = "map",
    .doc = "map(func, *iterables) --> map object\n\nWhat func returns for the items of the iterables, taken side by "
           "side, until the\nshortest is exhausted.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE, .basicsize = sizeof(MapObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = map_next, .new_ = map_new},
    .methods = map_methods,
);

/* ---- filter ---------------------------------------------------------------------- */

typedef struct FilterObj {
    Object ob;
    Value func; /* strong; None: the item's own truth */
    Value iter; /* strong */
} FilterObj;
#define FILTER(v) ((FilterObj *)(uintptr_t)(v))

static Value filter_new(NEW_ARGS)
{
    if (!check_no_kw(vm, cls, KIND_FILTER, kwnames) ||
        !args_check(vm, "filter", nargs, 2, 2))
        return VALUE_NULL;
    Value it = object_iter(vm, args[1]);
    return object_of_steal(vm, cls, (Value[]){value_incref(args[0]), it}, 2);
}

static Value filter_next(MinipyVM *vm, Value self)
{
    FilterObj *f = FILTER(self);
    bool truth =
        f->func == VALUE_NONE || f->func == value_from_obj(vm->types[KIND_BOOL]);
    for (;;) {
        Value item = iter_item(vm, f->iter);
        if (!item)
            return VALUE_NULL;
        int keep;
        if (truth) {
            keep = object_is_true(vm, item);
        } else {
            Value r = call(vm, f->func, &item, 1, VALUE_NULL);
            keep = r ? object_is_true(vm, r) : -1;
            value_xdecref(vm, r);
        }
        if (keep > 0)
            return item;
        value_decref(vm, item);
        if (keep < 0)
            return VALUE_NULL;
    }
}

FN(filter_reduce)
{
    return reduce_steal(vm, self,
                        tuple_pack(vm, 2, FILTER(self)->func, FILTER(self)->iter),
                        VALUE_NULL);
}

static METHODS(filter_methods,
    REDUCE_ROW(filter_reduce),
);

TYPE_SPEC(filter_type_spec,
    .name = "filter",
    .doc = "filter(function or None, iterable) --> filter object\n\n"
           "The items for which function(item) is true, or that are true themselves.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE, .basicsize = sizeof(FilterObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = filter_next, .new_ = filter_new},
    .methods = filter_methods,
);
