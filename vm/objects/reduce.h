/* reduce.h - what __reduce__ and __setstate__ of native types share. */
#ifndef MINIPY_VM_OBJECTS_REDUCE_H
#define MINIPY_VM_OBJECTS_REDUCE_H

#include "vm/core/vm.h"

/* The rows of the methods that most iterators have (METHODS). */
#define REDUCE_ROW(fn)                                                                 \
    {                                                                                  \
        "__reduce__", fn, M_UNSIGNED, "($self, /)",                                    \
            "Return state information for pickling."                                   \
    }
#define SETSTATE_ROW(fn)                                                               \
    {                                                                                  \
        "__setstate__", fn, M_UNSIGNED, "($self, state, /)",                           \
            "Set state information for unpickling."                                    \
    }
#define LENGTH_HINT_ROW(fn)                                                            \
    {                                                                                  \
        "__length_hint__", fn, M_UNSIGNED, "($self, /)",                               \
            "How many items are left, as an estimate."                                 \
    }

/* What builtins.<name> is: new. AttributeError if somebody deleted it. */
Value builtin_attr(MinipyVM *vm, const char *name);
/* (builtins.<name>, args), new. Takes the tuple over; VALUE_NULL: an error that passes
 * through. */
Value reduce_call_steal(MinipyVM *vm, const char *name, Value args);
/* (builtins.<name>, (arg,)), new. Takes arg over; VALUE_NULL: an error that passes
 * through. */
Value reduce_builtin_steal(MinipyVM *vm, const char *name, Value arg);
/* (builtins.<name>, (arg,), index), new. Takes both over; either VALUE_NULL: an error
 * that passes through. */
Value reduce_index_steal(MinipyVM *vm, const char *name, Value arg, Value index);

/* iter(self.items()): new. */
Value reduce_items(MinipyVM *vm, Value self);

/* (iter, ([what is left],)): a copy of the iterator is run, the iterator stays. For
 * those that hold one value (the .values of their type), and numbers. */
Value reduce_rest(MinipyVM *vm, Value iterator);

/* Where a __setstate__ index lands: the int clipped to [low, high]. -1: exception set
 * and *ok false. */
int64_t reduce_state_index(MinipyVM *vm, Value state, int64_t low, int64_t high,
                           bool *ok);

#endif
