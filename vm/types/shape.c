/* shape.c - shapes and the attributes of instances (shape.h).
 *
 * Invariants: in shape mode values[0 .. count) are never VALUE_NULL; they lie in line
 * exactly when count <= obj_inline_count; a block outside holds
 * shape_block_capacity(count) values. Slots in line that are not in use are VALUE_NULL.
 * Read next: attr.c.
 */
#include "vm/types/shape.h"

#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/memory/gc.h"
#include "vm/types/type.h"

/* ---- the tree -------------------------------------------------------------------- */

static Shape *shape_new(MinipyVM *vm, TypeObj *type, Shape *parent, Value name)
{
    int count = parent ? parent->count + 1 : 0;
    Shape *s = mem_calloc(vm, sizeof *s + (size_t)count * sizeof(Value));
    if (!s) {
        error_clear(vm);
        return NULL;
    }
    s->type = type;
    s->parent = parent;
    s->count = count;
    s->keys = (Value *)(void *)(s + 1);
    if (parent) {
        memcpy(s->keys, parent->keys, (size_t)parent->count * sizeof(Value));
        s->keys[count - 1] = value_incref(name);
    }
    return s;
}

Shape *shape_root(MinipyVM *vm, TypeObj *t)
{
    TypeState *s = type_state(vm, t);
    if (!s->shape)
        s->shape = shape_new(vm, t, NULL, VALUE_NULL);
    return s->shape;
}

void shape_free_tree(MinipyVM *vm, Shape *root)
{
    for (int i = 0; i < root->nchildren; i++)
        shape_free_tree(vm, root->children[i]);
    if (root->count)
        value_decref(vm, root->keys[root->count - 1]);
    mem_free(vm, root->children);
    mem_free(vm, root->table);
    mem_free(vm, root);
}

static uint64_t name_bit(Value name)
{
    return (uint64_t)1 << (name >> 4 & 63);
}

static bool tree_has(const Shape *s, Value name)
{
    if (s->count && s->keys[s->count - 1] == name)
        return true;
    for (int i = 0; i < s->nchildren; i++)
        if (tree_has(s->children[i], name))
            return true;
    return false;
}

bool shape_none_has(MinipyVM *vm, TypeObj *t, Value name)
{
    enum { WALKED_MOST = 500 };
    if (!(t->flags & TYPE_HEAP)) /* what is in C may be shared by vms, or not filled */
        return false;
    const Shape *root = type_state(vm, t)->shape;
    return !root || !(root->names & name_bit(name)) ||
           (root->nbelow <= WALKED_MOST && !tree_has(root, name));
}

static void note_name(MinipyVM *vm, TypeObj *t, Value name)
{
    Shape *root = type_state(vm, t)->shape;
    root->names |= name_bit(name);
    root->nbelow++;
    if (!(t->flags & TYPE_HEAP)) /* shape_none_has() says nothing of it */
        return;
    Value d = type_lookup_borrow(vm, t, name);
    if (d && value_type(vm, d)->flags & TYPE_METHOD_LIKE)
        type_modified(vm, t);
}

Shape *shape_transition(MinipyVM *vm, Shape *s, Value name)
{
    for (int i = 0; i < s->nchildren; i++)
        if (s->children[i]->keys[s->count] == name)
            return s->children[i];
    if (s->count >= SHAPE_KEYS_MAX || s->nchildren >= SHAPE_CHILDREN_MAX)
        return NULL;
    if ((s->nchildren & (s->nchildren - 1)) == 0) {
        int capacity = s->nchildren ? s->nchildren * 2 : 1;
        Shape **grown =
            mem_realloc_array(vm, s->children, (size_t)capacity, sizeof *grown);
        if (!grown) {
            error_clear(vm);
            return NULL;
        }
        s->children = grown;
    }
    Shape *child = shape_new(vm, s->type, s, name);
    if (!child)
        return NULL;
    s->children[s->nchildren++] = child;
    note_name(vm, s->type, name);
    return child;
}

static uint32_t key_slot(Value name)
{
    return (uint32_t)(name >> 4) * 2654435761u >> 7;
}

static bool make_table(MinipyVM *vm, Shape *s)
{
    uint32_t size = 32;
    while (size < (uint32_t)s->count * 2)
        size *= 2;
    uint8_t *table = mem_calloc(vm, size);
    if (!table) {
        error_clear(vm);
        return false;
    }
    for (int i = 0; i < s->count; i++) {
        uint32_t at = key_slot(s->keys[i]) & (size - 1);
        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = (uint8_t)(i + 1);
    }
    s->table = table;
    s->table_mask = size - 1;
    return true;
}

int shape_find_slow(MinipyVM *vm, Shape *s, Value name)
{
    if (!s->table && !make_table(vm, s)) {
        for (int i = 0; i < s->count; i++)
            if (s->keys[i] == name)
                return i;
        return -1;
    }
    uint32_t at = key_slot(name) & s->table_mask;
    for (; s->table[at]; at = (at + 1) & s->table_mask)
        if (s->keys[s->table[at] - 1] == name)
            return s->table[at] - 1;
    return -1;
}

/* ---- life of the attributes ------------------------------------------------------ */

static bool values_in_line(Object *o, const InstHead *h)
{
    return obj_inline_count(o) && h->u.values == obj_inline_values(o);
}

/* Empties the head first: releasing a value can run Python code that looks at o. */
void inst_clear(MinipyVM *vm, Object *o)
{
    InstHead *h = inst_head_quick(o);
    Shape *shape = h->shape;
    if (!shape) {
        DictObj *dict = h->u.dict;
        h->u.dict = NULL;
        if (dict)
            obj_decref(vm, (Object *)dict);
        return;
    }
    Value *values = h->u.values;
    bool in_line = values_in_line(o, h);
    h->shape = NULL;
    h->u.dict = NULL;
    for (int i = 0; i < shape->count; i++) {
        Value v = values[i];
        values[i] = VALUE_NULL;
        value_decref(vm, v);
    }
    if (!in_line)
        mem_free(vm, values);
}

int inst_traverse(Object *o, VisitFn visit, void *arg)
{
    InstHead *h = inst_head_quick(o);
    if (!h->shape) {
        GC_VISIT_OBJ(h->u.dict);
        return 0;
    }
    for (int i = 0; i < h->shape->count; i++)
        GC_VISIT(h->u.values[i]);
    return 0;
}

bool inst_is_empty(const InstHead *h)
{
    return h->shape ? h->shape->count == 0 : !h->u.dict || h->u.dict->used == 0;
}

Value inst_dict_copy(MinipyVM *vm, InstHead *h)
{
    if (!h->shape)
        return h->u.dict ? dict_copy(vm, value_from_obj(h->u.dict)) : dict_new(vm);
    Shape *s = h->shape;
    Value d = dict_new_presized(vm, s->count, true);
    if (!d)
        return VALUE_NULL;
    for (int i = 0; i < s->count; i++) {
        if (dict_set(vm, d, s->keys[i], h->u.values[i]) < 0) {
            value_decref(vm, d);
            return VALUE_NULL;
        }
    }
    return d;
}

DictObj *inst_dict_borrow(MinipyVM *vm, Object *o, InstHead *h)
{
    if (!h->shape && h->u.dict)
        return h->u.dict;
    Value d = inst_dict_copy(vm, h);
    if (!d)
        return NULL;
    if (h->shape)
        inst_clear(vm, o); /* releases nothing for good: the dict holds every value */
    h->u.dict = DICT(d);
    return h->u.dict;
}

int inst_replace_dict(MinipyVM *vm, Object *o, InstHead *h, Value dict)
{
    value_xincref(dict);
    if (h->shape)
        inst_clear(vm, o);
    DictObj *old = h->u.dict;
    h->u.dict = dict ? DICT(dict) : NULL;
    if (old)
        obj_decref(vm, (Object *)old);
    return 0;
}

/* ---- access ---------------------------------------------------------------------- */

Value inst_get_borrow(MinipyVM *vm, InstHead *h, Value name)
{
    if (!h->shape)
        return h->u.dict ? dict_get_str_borrow(vm, h->u.dict, name) : VALUE_NULL;
    int i = shape_lookup(vm, h->shape, name);
    return i < 0 ? VALUE_NULL : h->u.values[i];
}

/* Future instances get as many slots in line as this one turned out to need. */
static void learn_inline_slots(TypeObj *t, int count)
{
    if ((t->flags & TYPE_HEAP) && count > t->inline_slots &&
        count <= SHAPE_INLINE_MAX) {
        t->inline_slots = (uint8_t)count;
        type_size_block(t);
    }
}

static int make_room(MinipyVM *vm, Object *o, InstHead *h, int count)
{
    int in_line = (int)obj_inline_count(o);
    if (count < in_line)
        return 0;
    learn_inline_slots(o->type, count + 1);
    bool leaves = values_in_line(o, h);
    if (!leaves && h->u.values && count < shape_block_capacity(count))
        return 0;
    size_t size = (size_t)shape_block_capacity(count + 1) * sizeof(Value);
    Value *block = mem_realloc(vm, leaves ? NULL : h->u.values, size);
    if (!block)
        return -1;
    if (leaves) {
        memcpy(block, h->u.values, (size_t)count * sizeof(Value));
        memset(h->u.values, 0, (size_t)in_line * sizeof(Value));
    }
    h->u.values = block;
    return 0;
}

/* Appends a value (stolen) and moves to `next`, a child of the shape. -1: MemoryError.
 */
static int inst_add_steal(MinipyVM *vm, Object *o, InstHead *h, Shape *next,
                          Value value)
{
    int count = next->count - 1;
    if (unlikely(!inst_has_room(o, count)) && make_room(vm, o, h, count) < 0) {
        value_decref(vm, value);
        return -1;
    }
    h->u.values[count] = value;
    h->shape = next;
    return 0;
}

int inst_set(MinipyVM *vm, Object *o, InstHead *h, Value name, Value value)
{
    if (h->shape) {
        int i = shape_lookup(vm, h->shape, name);
        if (i >= 0) {
            value_set_steal(vm, &h->u.values[i], value_incref(value));
            return 0;
        }
        Shape *next = shape_transition(vm, h->shape, name);
        if (next)
            return inst_add_steal(vm, o, h, next, value_incref(value));
    }
    DictObj *d = inst_dict_borrow(vm, o, h);
    return d ? dict_set(vm, value_from_obj(d), name, value) : -1;
}

/* What came last goes back to the shape before it, which is there already; shapes for
 * any other order of the rest could be as many as orders. */
static void drop_last(MinipyVM *vm, InstHead *h)
{
    Value *last = &h->u.values[h->shape->count - 1], old = *last;
    *last = VALUE_NULL;
    h->shape = h->shape->parent;
    value_decref(vm, old);
}

int inst_delete(MinipyVM *vm, Object *o, InstHead *h, Value name)
{
    int i = h->shape ? shape_lookup(vm, h->shape, name) : -1;
    if (h->shape ? i < 0 : !h->u.dict)
        return 0;
    if (h->shape && i == h->shape->count - 1) {
        drop_last(vm, h);
        return 1;
    }
    DictObj *d = inst_dict_borrow(vm, o, h);
    return d ? dict_delete(vm, value_from_obj(d), name) : -1;
}
