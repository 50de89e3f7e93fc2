/* class_cell.c - attributes of classes to which programs assign again and again.
 *
 * Invariant: a cell's value is what the class's dict has under its name whenever
 * somebody who was told of the cell may still trust the class's version. So
 * class_cell_find fills it, an assignment that keeps the version writes it, and all
 * others need not. Read class_cell.h first; who remembers cells is in
 * vm/eval/specialize.c and attr.c.
 */
#include "vm/types/class_cell.h"
#include "vm/types/attr.h"

#include "vm/memory/memstate.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/text/str.h"

ClassCell *class_cell_own(const TypeObj *t, Value name)
{
    for (int64_t i = 0; i < t->cell_count; i++)
        if (t->cells[i].name == name)
            return &t->cells[i];
    return NULL;
}

static bool may_have_cell(const TypeObj *t, Value name)
{
    for (int64_t i = 0; t->mro && i < tuple_size(t->mro); i++)
        if (unlikely(class_cell_own(TYPE_OF(tuple_get_borrow(t->mro, i)), name) !=
                     NULL))
            return true;
    return false;
}

/* Classes with keys that are no str have no version, and nobody remembers them. */
static Value own_value_borrow(MinipyVM *vm, TypeObj *t, Value name)
{
    DictObj *d = type_dict(vm, t);
    return d && d->str_keys ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
}

ClassCell *class_cell_find(MinipyVM *vm, TypeObj *t, Value name, Value found)
{
    if (!value_is_plain(found) || likely(!may_have_cell(t, name)))
        return NULL;
    for (int64_t i = 0; i < tuple_size(t->mro); i++) {
        TypeObj *base = TYPE_OF(tuple_get_borrow(t->mro, i));
        if (!own_value_borrow(vm, base, name))
            continue;
        ClassCell *cell = class_cell_own(base, name);
        if (cell)
            cell->value = found;
        return cell;
    }
    return NULL;
}

int class_cell_assign(MinipyVM *vm, TypeObj *t, Value name, Value value)
{
    ClassCell *cell = class_cell_own(t, name);
    Value old = cell ? own_value_borrow(vm, t, name) : VALUE_NULL;
    if (!old || !value_is_plain(old) || !value_is_plain(value))
        return 0;
    value_incref(old); /* its death comes after the change */
    int r = dict_set(vm, value_from_obj(t->own.dict), name, value);
    if (r == 0)
        cell->value = value;
    value_decref(vm, old);
    return r < 0 ? -1 : 1;
}

Value class_cell_swap(TypeObj *t, ClassCell *cell, uint32_t entry, Value value)
{
    DictObj *d = t->own.dict;
    if (!value_is_plain(value) || entry >= d->nentries ||
        dict_entry(d, entry)->key != cell->name ||
        (value_is_obj(value) && !(d->ob.gc & GC_TRACKED))) /* it may begin to be */
        return VALUE_NULL;
    Value old = dict_entry(d, entry)->value;
    dict_entry(d, entry)->value = value;
    cell->value = value;
    return old;
}

void class_cell_add(MinipyVM *vm, TypeObj *t, Value name, Value old, Value value)
{
    if (!CACHES || !(t->flags & TYPE_HEAP) || !value_is_plain(old) ||
        !value_is_plain(value) || attr_is_dunder(name) || class_cell_own(t, name))
        return;
    if (!t->cells)
        t->cells = mem_calloc_cache(vm, CLASS_CELLS_MAX * sizeof *t->cells);
    if (t->cells && t->cell_count < CLASS_CELLS_MAX)
        t->cells[t->cell_count++].name = value_incref(name);
}

void class_cells_free(MinipyVM *vm, TypeObj *t)
{
    for (int64_t i = 0; i < t->cell_count; i++)
        value_decref(vm, t->cells[i].name);
    mem_free(vm, t->cells);
}
