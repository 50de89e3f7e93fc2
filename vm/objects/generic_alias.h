/* generic_alias.h - what list[int] and int | str share: type variables in their
 * arguments. */
#ifndef MINIPY_VM_OBJECTS_GENERIC_ALIAS_H
#define MINIPY_VM_OBJECTS_GENERIC_ALIAS_H

#include "vm/core/vm.h"

/* origin[args]; one that is no tuple counts as one argument. VALUE_NULL: MemoryError.
 */
Value generic_alias_new(MinipyVM *vm, Value origin, Value args);
/* The type variables in args: a tuple, kept in *kept once they are found; new. */
Value generic_parameters_kept(MinipyVM *vm, Value *kept, Value args);
/* args with `parameters` replaced by what `item` gives; self for messages. New tuple.
 */
Value generic_substitute(MinipyVM *vm, Value self, Value args, Value parameters,
                         Value item);
Value generic_item_text(MinipyVM *vm, Value v); /* how an argument is shown: str */

/* cls[item] for the generic containers. */
Value generic_class_getitem(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                            Value kwnames);
#define CLASS_GETITEM_METHOD                                                           \
    {                                                                                  \
        "__class_getitem__", generic_class_getitem, M_CLASS | M_UNSIGNED,              \
            "($type, item, /)", "See PEP 585"                                          \
    }

#endif
