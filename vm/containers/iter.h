/* iter.h - a walk over the items of an iterable; iterators over what has __getitem__
 * only, and iter(callable, sentinel). */
#ifndef MINIPY_VM_CONTAINERS_ITER_H
#define MINIPY_VM_CONTAINERS_ITER_H

#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/errors/error.h"

/* A walk over the items of an iterable:
 *
 *     Each each = each_of(vm, iterable);
 *     while (each_next(vm, &each))
 *         each.status = set_add(vm, set, each.item);
 *     return each_end(vm, &each);
 *
 * The body borrows the item, or takes it with each_take. A status other than 0 ends the
 * walk, and is what each_end gives: 0 after the last item, -1 with an exception, or
 * what the body found. iterable may be VALUE_NULL with an exception.
 *
 * What holds its items side by side (list, tuple, str, bytes, bytearray, range, set) is
 * walked by its index, without an iterator; what the body does to it meanwhile shows as
 * its own iterator would show it. */
typedef struct Each {
    Value it, item; /* strong, or VALUE_NULL */
    int64_t index;  /* of the next item, or the item of a range itself */
    int64_t size;   /* how many a set had; how many items are left of a range */
    int status;
    enum { EACH_ITERATOR, EACH_VALUES, EACH_BYTES, EACH_TEXT, EACH_RANGE, EACH_SET } by;
} Each;

/* Of what is neither a list nor a tuple; status -1: exception. */
Each each_begin(MinipyVM *vm, Value iterable);
/* Its next item, new; VALUE_NULL: there is none, or exception. */
Value each_item(MinipyVM *vm, Each *e);

static inline Each each_of(MinipyVM *vm, Value iterable)
{
    if (iterable && (value_is_exact(vm, iterable, KIND_LIST) ||
                     value_is_exact(vm, iterable, KIND_TUPLE)))
        return (Each){.it = value_incref(iterable), .by = EACH_VALUES};
    return each_begin(vm, iterable);
}

/* What each_of gave is a list or tuple that has `index` items, or fewer now. */
static inline Value each_of_sequence(MinipyVM *vm, Each *e)
{
    if (unlikely(limits_poll(vm) < 0) || e->index >= seq_size(e->it))
        return VALUE_NULL;
    return value_incref(seq_items(e->it)[e->index++]);
}

/* The whole walk at once where it is over a generator, whose items go to the sink;
 * nothing is done where it is not. */
static inline void each_feed(MinipyVM *vm, Each *e, Sink sink)
{
    if (e->status == 0 && e->by == EACH_ITERATOR &&
        value_is_kind(e->it, KIND_GENERATOR))
        e->status = generator_feed(vm, e->it, sink);
}

static inline Value each_take(Each *e)
{
    Value item = e->item;
    e->item = VALUE_NULL;
    return item;
}

static inline bool each_next(MinipyVM *vm, Each *e)
{
    value_xdecref(vm, each_take(e));
    if (unlikely(e->status != 0))
        return false;
    e->item = e->by == EACH_VALUES ? each_of_sequence(vm, e) : each_item(vm, e);
    return e->item != VALUE_NULL;
}

/* For a walk that ended: each_next returned false, or the body broke off. */
static inline int each_end(MinipyVM *vm, Each *e)
{
    value_xdecref(vm, each_take(e));
    value_xdecref(vm, e->it);
    return e->status == 0 && error_occurred(vm) ? -1 : e->status;
}

/* An iterator that is a place in a sequence: of list, tuple, str, bytes, ... */
typedef struct SeqIterObj {
    Object ob;
    Value seq; /* strong; VALUE_NULL when exhausted */
    int64_t index;
} SeqIterObj;
#define SEQ_ITER(v) ((SeqIterObj *)(uintptr_t)(v))
/* The next item of an iterator over a list or tuple, borrowed; VALUE_NULL: it is
 * another, or at its end, and was not asked. */
static inline __attribute__((always_inline)) Value iter_pass(Value it)
{
    SeqIterObj *s = SEQ_ITER(it);
    uint8_t kind = s->ob.kind;
    if ((kind != KIND_LIST_ITER && kind != KIND_TUPLE_ITER) || !s->seq ||
        gate_is_raised())
        return VALUE_NULL;
    bool list = kind == KIND_LIST_ITER;
    int64_t size = list ? list_size(s->seq) : tuple_size(s->seq);
    const Value *items = list ? LIST(s->seq)->items : TUPLE(s->seq)->items;
    return likely(s->index < size) ? items[s->index++] : VALUE_NULL;
}
/* The same, new. */
static inline __attribute__((always_inline)) Value iter_quick(Value it)
{
    Value item = iter_pass(it);
    return likely(item) ? value_incref(item) : VALUE_NULL;
}
/* iter_step(), where the items of a list or tuple are met without a call. */
static inline Value iter_item(MinipyVM *vm, Value it)
{
    Value item = iter_quick(it);
    return item ? item : iter_step(vm, it);
}
/* Such an iterator, new, of a kind whose spec has first_value_death. */
Value seq_iter_at(MinipyVM *vm, Kind kind, Value seq, int64_t index);
/* Its __reduce__: (<name>, (seq,), index), or (iter, (empty,)) when it is exhausted.
 * Takes empty over, which may be an error that passes. */
Value seq_iter_reduced_steal(MinipyVM *vm, Value self, const char *name, Value empty);
/* Its __setstate__: the index, clipped to [low, high]. None, or an exception. */
Value seq_iter_set_index(MinipyVM *vm, Value self, Value index, int64_t low,
                         int64_t high);

/* One over a list that nobody else has, which it takes over (and which may be
 * VALUE_NULL with an exception), under a type of its own: what such a type shows of it.
 */
Value list_walk_steal(MinipyVM *vm, const TypeSpec *spec, Value list);
Value list_walk_next(MinipyVM *vm, Value self);
int64_t list_walk_length(MinipyVM *vm, Value self); /* of the whole list, always */
#define LIST_WALK(...)                                                                 \
    .basicsize = sizeof(SeqIterObj), .values = 1,                                      \
    .slots = {.getattro = object_generic_getattr,                                      \
              .iter = object_self,                                                     \
              .iternext = list_walk_next,                                              \
              __VA_ARGS__}

/* What iter(o) gives for objects with __getitem__ only: KIND_SEQ_ITER. */
Value seq_iter_new(MinipyVM *vm, Value seq);
/* What an object is known to show (TypeSpec.shown), borrowed, *n of them; NULL: methods
 * must be asked. */
static inline const Value *seq_shown(MinipyVM *vm, Value seq, int64_t *n)
{
    const TypeSpec *life = value_type(vm, seq)->life;
    return life->shown ? life->shown(vm, seq, n) : NULL;
}
/* The same of what an iterator over one, or over a list or tuple, will give, unless
 * that is `but`. */
const Value *seq_iter_shown(MinipyVM *vm, Value it, Value but, int64_t *n);

typedef struct CallableIterObj {
    Object ob;
    Value callable, sentinel; /* strong; VALUE_NULL when exhausted */
} CallableIterObj;
/* iter(callable, sentinel) */
Value callable_iter_new(MinipyVM *vm, Value callable, Value sentinel);

#endif
