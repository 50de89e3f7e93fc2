/* itertools_group.c - groupby, tee and zip_longest.
 *
 * groupby and the groups it gives share one underlying iterator: a group is live only
 * while it is its parent's current one. tee keeps what was read in a chain of blocks,
 * each held by the copies that still need it, so memory is given back as the slowest
 * copy advances.
 */
#include "stdlib/data/itertools_private.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"
#include "vm/containers/sequence.h"

/* ---- groupby --------------------------------------------------------------------- */

typedef struct GroupbyObj {
    Object ob;
    Value iter, keyfunc;            /* keyfunc None: the item itself */
    Value target_key, key, current; /* VALUE_NULL before the first item */
    TypeObj *grouper_type;          /* borrowed */
    const void *current_group;      /* identity of the live group, never dereferenced */
} GroupbyObj;
#define GROUPBY(v) ((GroupbyObj *)(uintptr_t)(v))

typedef struct GrouperObj {
    Object ob;
    Value parent, target_key;
} GrouperObj;
#define GROUPER(v) ((GrouperObj *)(uintptr_t)(v))

NEW(groupby_new, 2, "groupby", "(iterable, key=None)")
{
    Value it = object_iter(vm, given[0]);
    Value key = given[1] ? value_incref(given[1]) : VALUE_NONE;
    Value v = object_of_steal(vm, cls, (Value[]){it, key}, 2);
    if (v)
        GROUPBY(v)->grouper_type = module_type_borrow(vm, &grouper_spec);
    return v;
}

/* Reads one item: its value and key become the current ones. -1: exhausted or error. */
static int groupby_step(MinipyVM *vm, GroupbyObj *g)
{
    Value item = iter_item(vm, g->iter);
    if (!item)
        return -1;
    Value key =
        g->keyfunc == VALUE_NONE ? value_incref(item) : call1(vm, g->keyfunc, item);
    if (!key) {
        value_decref(vm, item);
        return -1;
    }
    value_set_steal(vm, &g->current, item);
    value_set_steal(vm, &g->key, key);
    return 0;
}

/* Are two keys, held meanwhile, equal? */
static int same_key(MinipyVM *vm, Value a, Value b)
{
    value_incref(a);
    value_incref(b);
    int r = object_compare_bool(vm, a, b, CMP_EQ);
    value_decref(vm, a);
    value_decref(vm, b);
    return r;
}

static Value grouper_make(MinipyVM *vm, TypeObj *cls, Value parent, Value target)
{
    Value v = object_alloc_value(vm, cls);
    if (v) {
        GROUPER(v)->parent = value_incref(parent);
        GROUPER(v)->target_key = value_incref(target);
        GROUPBY(parent)->current_group = value_obj(v);
    }
    return v;
}

static Value groupby_next(MinipyVM *vm, Value self)
{
    GroupbyObj *g = GROUPBY(self);
    g->current_group = NULL;
    for (;;) { /* skip to the next group */
        if (g->key && !g->target_key)
            break;
        if (g->key) {
            int same = same_key(vm, g->target_key, g->key);
            if (same < 0)
                return VALUE_NULL;
            if (!same)
                break;
        }
        if (groupby_step(vm, g) < 0)
            return VALUE_NULL;
    }
    value_set_steal(vm, &g->target_key, value_incref(g->key));
    Value group = grouper_make(vm, g->grouper_type, self, g->target_key);
    if (!group)
        return VALUE_NULL;
    Value r = tuple_pack(vm, 2, g->key, group);
    value_decref(vm, group);
    return r;
}

FN(groupby_reduce)
{
    GroupbyObj *g = GROUPBY(self);
    Value t = tuple_pack(vm, 2, g->iter, g->keyfunc);
    if (!t || !g->target_key || !g->key || !g->current)
        return reduce_steal(vm, self, t, VALUE_NULL);
    return reduce_state_steal(vm, self, t,
                              tuple_pack(vm, 3, g->key, g->current, g->target_key));
}

FN(groupby_setstate)
{
    GroupbyObj *g = GROUPBY(self);
    if (!value_is_tuple(args[0]))
        return error_set(vm, EXC_TypeError, "state is not a tuple");
    if (tuple_size(args[0]) != 3)
        return error_set(vm, EXC_TypeError,
                         "function takes exactly 3 arguments (%zd given)",
                         tuple_size(args[0]));
    value_set_steal(vm, &g->key, value_incref(tuple_get_borrow(args[0], 0)));
    value_set_steal(vm, &g->current, value_incref(tuple_get_borrow(args[0], 1)));
    value_set_steal(vm, &g->target_key, value_incref(tuple_get_borrow(args[0], 2)));
    return VALUE_NONE;
}

static METHODS(groupby_methods,
    REDUCE_ROW(groupby_reduce),
    SETSTATE_ROW(groupby_setstate),
);

SIMPLE_ITER_SPEC(groupby_spec, "groupby", GroupbyObj, 5, groupby_next, groupby_new,
                 groupby_methods,
                 "groupby(iterable, key=None)\n--\n\n"
                 "Pairs (key, group) of neighbouring items with the same key.");

NEW(grouper_new, 2, "_grouper", "(parent, tgtkey, /)")
{
    if (!value_is_of(given[0], &groupby_spec))
        return arg_type_error(vm, "_grouper", "1", "itertools.groupby", given[0]);
    return grouper_make(vm, cls, given[0], given[1]);
}

static Value grouper_next(MinipyVM *vm, Value self)
{
    GrouperObj *o = GROUPER(self);
    GroupbyObj *g = GROUPBY(o->parent);
    if (g->current_group != value_obj(self))
        return VALUE_NULL;
    if (!g->current && groupby_step(vm, g) < 0)
        return VALUE_NULL;
    int same = same_key(vm, o->target_key, g->key);
    if (same <= 0 || !g->current)
        return VALUE_NULL;
    Value item = g->current;
    g->current = VALUE_NULL;
    return item;
}

FN(grouper_reduce)
{
    GrouperObj *o = GROUPER(self);
    if (GROUPBY(o->parent)->current_group != value_obj(self))
        return reduce_builtin_steal(vm, "iter", value_incref(vm->empty_tuple));
    return reduce_steal(vm, self, tuple_pack(vm, 2, o->parent, o->target_key),
                        VALUE_NULL);
}

static METHODS(grouper_methods,
    REDUCE_ROW(grouper_reduce),
);

/* A dying group must not be taken for a later one at the same address. */
static void grouper_dealloc(MinipyVM *vm, Object *o)
{
    Value parent = ((GrouperObj *)o)->parent;
    if (parent && GROUPBY(parent)->current_group == o)
        GROUPBY(parent)->current_group = NULL;
    object_values_release(vm, o);
}

TYPE_SPEC(grouper_spec,
    .name = "itertools._grouper",
    .flags = TYPE_GC, .basicsize = sizeof(GrouperObj), .values = 2,
    .dealloc = grouper_dealloc,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = grouper_next, .new_ = grouper_new},
    .methods = grouper_methods,
);

/* ---- tee ------------------------------------------------------------------------- */

enum { BLOCK = 57 };

typedef struct TeeDataObj {
    Object ob;
    Value iter;
    Value next; /* the block after this one, or VALUE_NULL */
    int read;   /* how many of values are filled */
    bool running;
    Value values[BLOCK];
} TeeDataObj;
#define TEE_DATA(v) ((TeeDataObj *)(uintptr_t)(v))

typedef struct TeeObj {
    Object ob;
    Value data; /* TeeDataObj */
    int index;
} TeeObj;
#define TEE(v) ((TeeObj *)(uintptr_t)(v))

static Value tee_data_make(MinipyVM *vm, Value iter)
{
    Value v = object_alloc_value(vm, module_type_borrow(vm, &tee_data_spec));
    if (v)
        TEE_DATA(v)->iter = value_incref(iter);
    return v;
}

static void tee_data_dealloc(MinipyVM *vm, Object *o)
{
    TeeDataObj *d = (TeeDataObj *)o;
    value_clear(vm, &d->iter);
    int n = d->read;
    d->read = 0;
    for (int i = 0; i < n; i++)
        value_clear(vm, &d->values[i]);
    value_clear(vm, &d->next);
}

static int tee_data_traverse(Object *o, VisitFn visit, void *arg)
{
    TeeDataObj *d = (TeeDataObj *)o;
    GC_VISIT(d->iter);
    for (int i = 0; i < d->read; i++)
        GC_VISIT(d->values[i]);
    GC_VISIT(d->next);
    return 0;
}

/* The i-th value of a block, read now if need be; i <= read. */
static Value tee_data_get(MinipyVM *vm, TeeDataObj *d, int i)
{
    if (i < d->read)
        return value_incref(d->values[i]);
    if (d->running)
        return error_set(vm, EXC_RuntimeError, "cannot re-enter the tee iterator");
    d->running = true;
    Value item = iter_item(vm, d->iter);
    d->running = false;
    if (item)
        d->values[d->read++] = value_incref(item);
    return item;
}

/* (type, (iter, [values], next or None)) */
FN(tee_data_reduce)
{
    TeeDataObj *d = TEE_DATA(self);
    Value list = list_from(vm, d->values, d->read);
    Value t = list ? tuple_pack(vm, 3, d->iter, list, d->next ? d->next : VALUE_NONE)
                   : VALUE_NULL;
    value_xdecref(vm, list);
    return reduce_steal(vm, self, t, VALUE_NULL);
}

NEW(tee_data_new, 3, "teedataobject", "(iterable, values, next, /)")
{
    if (!value_is_list(given[1]))
        return arg_type_error(vm, "teedataobject", "2", "list", given[1]);
    int64_t n = list_size(given[1]);
    bool next = given[2] != VALUE_NONE;
    if (n > BLOCK || (next && (n != BLOCK || !value_is_of(given[2], &tee_data_spec))))
        return error_set(vm, EXC_ValueError, "Invalid arguments");
    Value v = tee_data_make(vm, given[0]);
    if (!v)
        return VALUE_NULL;
    for (int i = 0; i < n; i++)
        TEE_DATA(v)->values[i] = value_incref(list_get_borrow(given[1], i));
    TEE_DATA(v)->read = (int)n;
    if (next)
        TEE_DATA(v)->next = value_incref(given[2]);
    return v;
}

static METHODS(tee_data_methods,
    REDUCE_ROW(tee_data_reduce),
);

TYPE_SPEC(tee_data_spec,
    .name = "itertools._tee_dataobject",
    .doc = "teedataobject(iterable, values, next, /)\n--\n\nData container common to multiple tee objects.",
    .flags = TYPE_GC, .basicsize = sizeof(TeeDataObj),
    .dealloc = tee_data_dealloc, .traverse = tee_data_traverse, .clear = tee_data_dealloc,
    .slots = {.getattro = object_generic_getattr, .new_ = tee_data_new},
    .methods = tee_data_methods,
);

static Value tee_next(MinipyVM *vm, Value self)
{
    TeeObj *t = TEE(self);
    if (t->index >= BLOCK) {
        TeeDataObj *d = TEE_DATA(t->data);
        if (!d->next && !(d->next = tee_data_make(vm, d->iter)))
            return VALUE_NULL;
        Value next = value_incref(d->next);
        t->index = 0;
        value_set_steal(vm, &t->data, next);
    }
    Value data = value_incref(t->data);
    Value item = tee_data_get(vm, TEE_DATA(data), t->index);
    value_decref(vm, data);
    if (item)
        t->index++;
    return item;
}

static Value tee_make(MinipyVM *vm, TypeObj *cls, Value data, int index)
{
    Value v = object_alloc_value(vm, cls);
    if (v) {
        TEE(v)->data = value_incref(data);
        TEE(v)->index = index;
    }
    return v;
}

FN(tee_copy)
{
    return tee_make(vm, value_obj(self)->type, TEE(self)->data, TEE(self)->index);
}

/* A tee over any iterable; one that is a tee already is copied. */
static Value tee_over(MinipyVM *vm, TypeObj *cls, Value iterable)
{
    Value it = object_iter(vm, iterable);
    if (!it)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (value_is_of(it, &tee_spec)) {
        r = tee_make(vm, cls, TEE(it)->data, TEE(it)->index);
    } else {
        Value data = tee_data_make(vm, it);
        r = data ? tee_make(vm, cls, data, 0) : VALUE_NULL;
        value_xdecref(vm, data);
    }
    value_decref(vm, it);
    return r;
}

NEW(tee_new, 1, "_tee", "(iterable, /)")
{
    return tee_over(vm, cls, given[0]);
}

FN(tee_reduce)
{
    Value empty = value_incref(vm->empty_tuple), t = tuple_from_steal(vm, &empty, 1);
    Value state =
        t ? tuple_pack(vm, 2, TEE(self)->data, value_from_imm(TEE(self)->index))
          : VALUE_NULL;
    return reduce_state_steal(vm, self, t, state);
}

FN(tee_setstate)
{
    Value state = args[0];
    if (!value_is_tuple(state))
        return error_set(vm, EXC_TypeError, "state is not a tuple");
    int index;
    if (!state_is_pair(vm, state))
        return VALUE_NULL;
    if (!value_is_of(tuple_get_borrow(state, 0), &tee_data_spec))
        return error_set(vm, EXC_TypeError,
                         "argument 1 must be itertools._tee_dataobject, not %T",
                         tuple_get_borrow(state, 0));
    if (!arg_int(vm, tuple_get_borrow(state, 1), &index))
        return VALUE_NULL;
    TeeDataObj *d = TEE_DATA(tuple_get_borrow(state, 0));
    if (index < 0 || index > BLOCK || index > d->read)
        return error_set(vm, EXC_ValueError, "Index out of range");
    value_set_steal(vm, &TEE(self)->data, value_incref(tuple_get_borrow(state, 0)));
    TEE(self)->index = index;
    return VALUE_NONE;
}

static METHODS(tee_methods,
    {"__copy__", tee_copy, M_UNSIGNED, "($self, /)", "Returns an independent iterator."},
    REDUCE_ROW(tee_reduce),
    SETSTATE_ROW(tee_setstate),
);

TYPE_SPEC(tee_spec,
    .name = "itertools._tee",
    .doc = "_tee(iterable, /)\n--\n\nIterator wrapped to make it copyable.",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_WEAKREFS, .basicsize = sizeof(TeeObj), .values = 1,
    .slots = {.iter = object_self, .iternext = tee_next, .new_ = tee_new},
    .methods = tee_methods,
);

Value itertools_tee(NATIVE_ARGS)
{
    int64_t n = 2;
    if (GIVEN(1) && !arg_ssize(vm, args[1], &n))
        return VALUE_NULL;
    if (n < 0)
        return error_set(vm, EXC_ValueError, "n must be >= 0");
    Value result = tuple_alloc(vm, n);
    if (!result || n == 0)
        return result;
    Value it = object_iter(vm, args[0]), copy = VALUE_NULL, last = VALUE_NULL;
    int found = it ? object_lookup_attr(vm, it, NAME(vm, __copy__), &copy) : -1;
    if (found > 0)
        last = value_incref(it);
    else if (found == 0)
        last = tee_over(vm, module_type_borrow(vm, &tee_spec), it);
    value_xdecref(vm, copy);
    value_xdecref(vm, it);
    for (int64_t i = 0; last && i < n; i++) {
        TUPLE(result)->items[i] = last;
        if (i + 1 < n)
            last = call_method(vm, last, NAME(vm, __copy__), NULL, 0);
    }
    if (last)
        return result;
    value_decref(vm, result);
    return VALUE_NULL;
}

/* ---- zip_longest ----------------------------------------------------------------- */

typedef struct ZipLongestObj {
    Object ob;
    Value iters; /* tuple; VALUE_NULL items are exhausted ones */
    Value fill;
    int64_t active;
} ZipLongestObj;
#define ZIP_LONGEST(v) ((ZipLongestObj *)(uintptr_t)(v))

static Value zip_longest_new(NEW_ARGS)
{
    Value fill = VALUE_NONE;
    if (kwnames && tuple_size(kwnames)) {
        Value name = tuple_get_borrow(kwnames, 0);
        if (tuple_size(kwnames) > 1 || !value_is_str(name) ||
            !str_equal_ascii(name, "fillvalue"))
            return error_set(vm, EXC_TypeError,
                             "zip_longest() got an unexpected keyword argument");
        fill = args[nargs];
    }
    Value iters = tuple_alloc(vm, (int64_t)nargs);
    for (size_t i = 0; iters && i < nargs; i++) {
        iters = tuple_put_made(vm, iters, i, object_iter(vm, args[i]));
    }
    Value v = object_of_steal(vm, cls, (Value[]){iters, value_incref(fill)}, 2);
    if (v)
        ZIP_LONGEST(v)->active = (int64_t)nargs;
    return v;
}

static Value zip_longest_item(MinipyVM *vm, ZipLongestObj *z, int64_t i)
{
    Value it = TUPLE(z->iters)->items[i];
    if (!it)
        return value_incref(z->fill);
    value_incref(it);
    Value item = iter_item(vm, it);
    value_decref(vm, it);
    if (item)
        return item;
    z->active--;
    if (z->active == 0 || end_or_error(vm) < 0) {
        z->active = 0;
        return VALUE_NULL;
    }
    value_clear(vm, &TUPLE(z->iters)->items[i]);
    return value_incref(z->fill);
}

static Value zip_longest_next(MinipyVM *vm, Value self)
{
    ZipLongestObj *z = ZIP_LONGEST(self);
    int64_t n = tuple_size(z->iters);
    if (n == 0 || z->active == 0)
        return VALUE_NULL;
    Value t = tuple_alloc(vm, n);
    for (int64_t i = 0; t && i < n; i++) {
        t = tuple_put_made(vm, t, i, zip_longest_item(vm, z, i));
    }
    return t;
}

FN(zip_longest_reduce)
{
    ZipLongestObj *z = ZIP_LONGEST(self);
    int64_t n = tuple_size(z->iters);
    Value t = tuple_alloc(vm, n);
    for (int64_t i = 0; t && i < n; i++) {
        Value it = TUPLE(z->iters)->items[i];
        TUPLE(t)->items[i] = value_incref(it ? it : vm->empty_tuple);
    }
    return reduce_steal(vm, self, t, value_incref(z->fill));
}

FN(zip_longest_setstate)
{
    value_set_steal(vm, &ZIP_LONGEST(self)->fill, value_incref(args[0]));
    return VALUE_NONE;
}

static METHODS(zip_longest_methods,
    REDUCE_ROW(zip_longest_reduce),
    SETSTATE_ROW(zip_longest_setstate),
);

SIMPLE_ITER_SPEC(
    zip_longest_spec, "zip_longest", ZipLongestObj, 2, zip_longest_next,
    zip_longest_new, zip_longest_methods,
    "zip_longest(*iterables, fillvalue=None) --> zip_longest object\n\n"
    "As zip, until the longest is exhausted; fillvalue stands for what is missing.");
