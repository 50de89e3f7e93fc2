/* generic_alias.h - what list[int] and int | str share: type variables in their
 * arguments. */
#ifndef MINIPY_VM_OBJECTS_GENERIC_ALIAS_H
#define MINIPY_VM_OBJECTS_GENERIC_ALIAS_H

#include "vm/objects/func.h"

Value generic_parameters(MinipyVM *vm,
                         Value args); /* the type variables in args: new tuple */
/* args with `parameters` replaced by what `item` gives; self for messages. New tuple.
 */
Value generic_substitute(MinipyVM *vm, Value self, Value args, Value parameters,
                         Value item);
Value generic_item_text(MinipyVM *vm, Value v); /* how an argument is shown: str */
Value union_members_borrow(Value v); /* of int | str: the tuple of its members */

#endif
