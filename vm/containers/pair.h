/* pair.h - the pairs that iterators give: enumerate, zip, the items of a dict. What is
 * not here: tuple.c. */
#ifndef MINIPY_VM_CONTAINERS_PAIR_H
#define MINIPY_VM_CONTAINERS_PAIR_H

#include "vm/containers/tuple.h"

/* The pair of a and b, which it takes over, for iterators: *kept once more if nobody
 * else holds it, else a new one, and that is what *kept becomes where it is VALUE_NULL.
 */
Value tuple_pair_steal(MinipyVM *vm, Value *kept, Value a, Value b);

/* Would it outlive its item's reference? Then that goes without anything else. */
static inline bool pair_lives_on(Value v)
{
    return !value_is_counted(v) || value_obj(v)->refs > 1;
}

static inline void pair_let_live(Value v)
{
    if (value_is_counted(v))
        value_obj(v)->refs--;
}

/* A pair of two items can be given again, and nothing is released by that. */
static inline bool pair_can_refill(const TupleObj *t)
{
    Value a = t->items[0], b = t->items[1];
    return t->ob.refs == 1 && (t->ob.gc & GC_TRACKED) && pair_lives_on(a) &&
           pair_lives_on(b) && (a != b || !value_is_counted(a));
}

/* Gives it once more, with borrowed items. */
static inline Value pair_refill(TupleObj *t, Value a, Value b)
{
    pair_let_live(t->items[0]);
    pair_let_live(t->items[1]);
    t->items[0] = value_incref(a);
    t->items[1] = value_incref(b);
    return value_incref(value_from_obj(t));
}

#endif
