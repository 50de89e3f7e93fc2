/* itertools_private.h - what itertools.c and itertools_*.c share. */
#ifndef MINIPY_STDLIB_DATA_ITERTOOLS_PRIVATE_H
#define MINIPY_STDLIB_DATA_ITERTOOLS_PRIVATE_H

#include "stdlib/native.h"
#include "vm/types/object_type.h"
#include "vm/objects/reduce.h"

/* The types of itertools_combine.c and itertools_group.c. */
extern const TypeSpec product_spec, combinations_spec, cwr_spec, permutations_spec;
extern const TypeSpec groupby_spec, grouper_spec, tee_spec, tee_data_spec,
    zip_longest_spec;
Value itertools_tee(NATIVE_ARGS);

/* Keywords are refused, unless a Python subclass has an __init__ that may take them. */
static inline bool check_no_kw(MinipyVM *vm, TypeObj *cls, const char *name,
                               Value kwnames)
{
    return (cls->flags & TYPE_HEAP && cls->slots.init != object_init) ||
           args_no_kw(vm, name, kwnames);
}

/* A failed step at which the StopIteration that a Python __next__ raises counts as the
 * end: -1 if there is a real exception. */
static inline int end_or_error(MinipyVM *vm)
{
    if (!error_occurred(vm))
        return 0;
    if (!error_matches(vm, EXC_StopIteration))
        return -1;
    error_clear(vm);
    return 0;
}

/* Is a __setstate__'s argument a tuple of two? Else TypeError. */
static inline bool state_is_pair(MinipyVM *vm, Value state)
{
    if (!value_is_tuple(state))
        error_set(vm, EXC_TypeError, "state is not a tuple");
    else if (tuple_size(state) != 2)
        error_set(vm, EXC_TypeError, "function takes exactly 2 arguments (%zd given)",
                  tuple_size(state));
    else
        return true;
    return false;
}

static inline Value reduce_steal(MinipyVM *vm, Value self, Value args, Value state);
/* As reduce_steal, with a state that must be there: VALUE_NULL is an error that passes.
 */
static inline Value reduce_state_steal(MinipyVM *vm, Value self, Value args,
                                       Value state)
{
    if (state)
        return reduce_steal(vm, self, args, state);
    value_xdecref(vm, args);
    return VALUE_NULL;
}

/* (type(self), args[, state]); takes args and state over; NULL args: an error passes.
 */
static inline Value reduce_steal(MinipyVM *vm, Value self, Value args, Value state)
{
    if (!args) {
        value_xdecref(vm, state);
        return VALUE_NULL;
    }
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), args, state};
    return tuple_from_steal(vm, parts, state ? 3 : 2);
}

/* A type whose Value fields (nvalues of them) directly follow the header. */
#define SIMPLE_ITER_SPEC(id, name_, struct_, nvalues, next_, new__, methods_, doc_)    \
    TYPE_SPEC(id,                                                                      \
        .name = "itertools." name_,                                                    \
        .doc = doc_,                                                                   \
        .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(struct_), .values = nvalues, \
        .slots = {.getattro = object_generic_getattr, .iter = object_self,             \
                  .iternext = next_, .new_ = new__},                                   \
        .methods = methods_,                                                           \
    )

#endif
