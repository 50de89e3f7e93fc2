/* set_iter.c - the iterator over sets and frozensets: the table from its low end up. It
 * holds the set until exhausted and fails if the number of items is not what it was.
 */
#include "vm/objects/signature.h"
#include "vm/containers/set_private.h"
#include "vm/containers/sequence.h"
#include "vm/objects/reduce.h"

typedef struct SetIterObj {
    Object ob;
    Value set; /* strong; VALUE_NULL when exhausted */
    int64_t used, pos, left;
} SetIterObj;
#define SET_ITER(v) ((SetIterObj *)(uintptr_t)(v))

Value set_iter(MinipyVM *vm, Value set)
{
    Value v = object_alloc_value(vm, vm->types[KIND_SET_ITER]);
    if (v) {
        SET_ITER(v)->set = value_incref(set);
        SET_ITER(v)->used = SET_ITER(v)->left = set_size(set);
    }
    return v;
}

static Value next(MinipyVM *vm, Value self)
{
    SetIterObj *it = SET_ITER(self);
    if (!it->set)
        return VALUE_NULL;
    if (it->used != set_size(it->set)) {
        it->used = -1; /* and it stays broken */
        return error_set(vm, EXC_RuntimeError, "Set changed size during iteration");
    }
    const SetEntry *e = set_next_entry(SET(it->set), &it->pos);
    if (e) {
        it->left--;
        return value_incref(e->key);
    }
    value_clear(vm, &it->set);
    return VALUE_NULL;
}

FN(hint)
{
    SetIterObj *it = SET_ITER(self);
    return value_from_imm(it->set && it->used == set_size(it->set) ? it->left : 0);
}

FN(reduce)
{
    return reduce_rest(vm, self);
}

static METHODS(methods,
    LENGTH_HINT_ROW(hint),
    REDUCE_ROW(reduce),
);

TYPE_SPEC(set_iter_type_spec,
    .name = "set_iterator",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(SetIterObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = next},
    .methods = methods,
);
