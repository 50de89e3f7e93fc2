/* collections_private.h - what the files of the module _collections share: deque.c,
 * ordereddict.c, collections.c.
 */
#ifndef MINIPY_STDLIB_DATA_COLLECTIONS_PRIVATE_H
#define MINIPY_STDLIB_DATA_COLLECTIONS_PRIVATE_H

#include "stdlib/native.h"
#include "vm/containers/dict_private.h"
#include "vm/containers/list_private.h"

extern const TypeSpec deque_spec, deque_iter_spec, deque_reverse_iter_spec;
extern const TypeSpec ordereddict_spec, odict_keys_spec, odict_values_spec,
    odict_items_spec, odict_iter_spec;

#endif
