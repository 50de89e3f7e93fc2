/* class_cell.h - attributes of classes to which programs assign again and again, as in
 * `C.count += 1`. Implementation: class_cell.c.
 *
 * What a class has under a name is remembered for a version of the class, and an
 * assignment drops the version, with what was remembered of all other names. So a name
 * whose value was replaced once has a cell: who remembers the attribute remembers where
 * the cell is, and the next assignments write there and keep the version. That holds
 * for plain values in place of plain ones, of names that decide no slot; all else drops
 * the version as ever. Look-ups of a name with a cell are not kept by (version, name).
 *
 * Rejected: the place of the value in the class's dict, which moves when keys are
 * added.
 */
#ifndef MINIPY_VM_TYPES_CLASS_CELL_H
#define MINIPY_VM_TYPES_CLASS_CELL_H

#include "vm/core/vm.h"

typedef struct ClassCell {
    Value name;  /* strong, interned */
    Value value; /* borrowed: what the class's dict has, while the class keeps the
                    version for which somebody found the cell */
} ClassCell;

enum { CLASS_CELLS_MAX = 8 }; /* of one class, in one block that does not move */

/* Is it no descriptor? A class that becomes one drops all versions (types_modified). */
static inline bool value_is_plain(Value v)
{
    if (!value_is_obj(v))
        return true;
    const TypeObj *t = value_obj(v)->type;
    return !t->slots.descr_get && !t->slots.descr_set;
}

/* That of t's own dict, or NULL. */
ClassCell *class_cell_own(const TypeObj *t, Value name);
/* The cell of what a look-up of `name` in t has just found, with that in it; NULL: it
 * has none. Runs no Python code. */
ClassCell *class_cell_find(MinipyVM *vm, TypeObj *t, Value name, Value found);
/* t.name = value through a cell. 1: done; 0: there is none, or this is no such
 * assignment; -1: exception. */
int class_cell_assign(MinipyVM *vm, TypeObj *t, Value name, Value value);
/* The same for a site that knows the cell, and which entry of t's dict has the name; it
 * takes the value over, and gives the old one. VALUE_NULL: nothing was done. */
Value class_cell_swap(TypeObj *t, ClassCell *cell, uint32_t entry, Value value);
/* t.name was assigned `value` in place of `old`: the next time by a cell, if it may. */
void class_cell_add(MinipyVM *vm, TypeObj *t, Value name, Value old, Value value);
void class_cells_free(MinipyVM *vm, TypeObj *t);

#endif
