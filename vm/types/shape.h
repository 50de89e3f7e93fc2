/* shape.h - where instances keep their attributes.
 *
 * A shape says which attribute lies at which index; instances that got the same
 * attributes in the same order share one. The shapes of a type form a tree whose root
 * is empty and whose edges are attribute names. Values lie in line behind the instance
 * while they fit, else in a block that is large enough for the most there ever were.
 * The last attribute deleted: the instance goes back to the shape before. Another
 * deleted, a __dict__ asked for, or too many: it leaves its shape for good and keeps a
 * dict ("dict mode": head->shape == NULL).
 *
 * Shapes live as long as their type. Keys are interned, so they compare by address.
 */
#ifndef MINIPY_VM_TYPES_SHAPE_H
#define MINIPY_VM_TYPES_SHAPE_H

#include "vm/core/vm.h"
#include "vm/types/class_cell.h"

enum {
    SHAPE_KEYS_MAX = 64,     /* more attributes: dict mode */
    SHAPE_CHILDREN_MAX = 48, /* more different next attributes: dict mode */
    SHAPE_TABLE_MIN = 8,     /* more keys than this: looked up through a table */
    SHAPE_INLINE_MAX = 32,   /* in-line slots that a type learns at most */
};

struct Shape {
    Shape *parent;    /* NULL for the root */
    TypeObj *type;    /* borrowed: the type owns the tree */
    Shape **children; /* owned */
    int32_t nchildren;
    int32_t count; /* keys */
    Value *keys; /* interned str; the last one strong, the others owned by ancestors */
    uint8_t *table; /* index + 1 by address of the key; NULL until asked for */
    uint32_t table_mask;
    uint32_t nbelow; /* of the root: how many shapes the tree has but for it */
    uint64_t names;  /* of the root: a bit for each key of the tree, by its address */
};

/* shape_lookup() for shapes of many keys: makes a table of them on the way. */
int shape_find_slow(MinipyVM *vm, Shape *s, Value name);

/* Index of the attribute `name` (interned str), or -1. Never fails. */
static inline int shape_lookup(MinipyVM *vm, Shape *s, Value name)
{
    if (s->count > SHAPE_TABLE_MIN)
        return shape_find_slow(vm, s, name);
    for (int i = 0; i < s->count; i++)
        if (s->keys[i] == name)
            return i;
    return -1;
}

/* The shape after adding `name` to s, made if need be; NULL (no error): take dict mode.
 * A first shape with the name of a method changes the version of the class: it is no
 * longer so that no instance with a shape hides that.
 */
Shape *shape_transition(MinipyVM *vm, Shape *s, Value name);
/* Has an instance of t with a shape never had such an attribute? If it says so, that
 * lasts as long as the class's version, where `name` is one of its methods. */
bool shape_none_has(MinipyVM *vm, TypeObj *t, Value name);
/* The empty shape of t's instances; NULL (no error): none. */
Shape *shape_root(MinipyVM *vm, TypeObj *t);
void shape_free_tree(MinipyVM *vm, Shape *root);

/* How many values a block outside the object holds when it has `count` of them. */
static inline int shape_block_capacity(int count)
{
    return count <= 4 ? 4 : count <= 8 ? 8 : count <= 16 ? 16 : count <= 32 ? 32 : 64;
}

/* May o, now of head->shape, take one more value without memory being moved? */
static inline bool inst_has_room(const Object *o, int count)
{
    int in_line = (int)obj_inline_count(o);
    if (count < in_line)
        return true;
    return count > in_line && count < SHAPE_KEYS_MAX &&
           count < shape_block_capacity(count);
}

/* A fresh object of t, whose InstHead lies at a fixed place, starts at its root shape.
 */
static inline void inst_begin(Object *o, const TypeObj *t, Shape *root)
{
    InstHead *h = inst_head_fixed(o);
    h->shape = root;
    h->u.values = t->inline_slots ? obj_inline_values(o) : NULL;
}

/* Of object_alloc: a fresh object starts at the root shape. Layouts whose head follows
 * the variable part stay in dict mode, because the length is not yet known here. */
static inline void inst_init(MinipyVM *vm, Object *o)
{
    TypeObj *t = o->type;
    if (t->inst_offset <= 0)
        return;
    InstHead *h = inst_head_fixed(o);
    Value *in_line = obj_inline_count(o) ? obj_inline_values(o) : NULL;
    h->shape = type_state(vm, t)->shape;
    if (unlikely(!h->shape) && !(h->shape = shape_root(vm, t)))
        in_line = NULL; /* no memory: dict mode, with no dict yet */
    h->u.values = in_line;
}

void inst_clear(MinipyVM *vm,
                Object *o); /* releases the attributes; leaves dict mode, empty */
/* The attributes; for the traverse slot of types with an InstHead. */
int inst_traverse(Object *o, VisitFn visit, void *arg);

/* Attributes of an object with an InstHead. `name` is an interned str. */
Value inst_get_borrow(MinipyVM *vm, InstHead *h,
                      Value name); /* NULL: absent; no error */
int inst_set(MinipyVM *vm, Object *o, InstHead *h, Value name, Value value);
int inst_delete(MinipyVM *vm, Object *o, InstHead *h, Value name); /* 1, 0 absent, -1 */
/* The __dict__; the instance enters dict mode. NULL: error. */
DictObj *inst_dict_borrow(MinipyVM *vm, Object *o, InstHead *h);
int inst_replace_dict(MinipyVM *vm, Object *o, InstHead *h,
                      Value dict); /* o.__dict__ = dict */
Value inst_dict_copy(MinipyVM *vm,
                     InstHead *h);     /* a new dict; the instance keeps its shape */
bool inst_is_empty(const InstHead *h); /* no attributes at all */

/* ---- the cache of attribute look-ups --------------------------------------------- */

/* For the places that see instances of many classes, which an instruction's own cache
 * cannot serve, or many classes. Only plain cases are in it: types of the generic
 * look-up, and names for which the class has nothing, a __slots__ member, a method or
 * what is no descriptor. */

/* The key of those instances of t that keep a dict: what the class has of the name, to
 * which the dict is asked first. */
static inline const void *dict_cache_key(const TypeObj *t)
{
    return (const char *)t + 3;
}

static inline const void *attr_cache_key(Value o)
{
    if (!value_is_obj(o))
        return NULL;
    TypeObj *t = value_obj(o)->type;
    if (t->inst_offset == 0)
        return t;
    const Shape *shape =
        t->inst_offset > 0 ? inst_head_fixed(value_obj(o))->shape : NULL;
    return likely(shape != NULL) ? (const void *)shape : dict_cache_key(t);
}

/* The number of its first entry; the second's differs in the lowest bit. */
static inline uintptr_t attr_cache_first(const MinipyVM *vm, const void *key,
                                         Value name)
{
    uintptr_t mix = ((uintptr_t)key >> 5) + (uintptr_t)(name >> 4) * 7;
    return mix & vm->attr_cache_mask;
}

static inline bool attr_cache_holds(const AttrCacheEntry *e, uint32_t version,
                                    const void *key, Value name)
{
    return e->key == key && e->name == name && e->type_version == version;
}

/* The entry of a key while the class that counts has this version; NULL: there is none.
 * It may be in two places: with one, two attributes that met there cost a third of a
 * program's instructions, where its objects lay so (docs/PERFORMANCE.md). */
static inline AttrCacheEntry *attr_cache_at(MinipyVM *vm, const void *key,
                                            uint32_t version, Value name)
{
    uintptr_t first = attr_cache_first(vm, key, name);
    AttrCacheEntry *e = vm->attr_cache + first;
    if (likely(attr_cache_holds(e, version, key, name)))
        return e;
    e = vm->attr_cache + (first ^ 1);
    return attr_cache_holds(e, version, key, name) ? e : NULL;
}

/* The entry for o's attribute, `name` interned; NULL: not known. */
static inline AttrCacheEntry *attr_cache_find(MinipyVM *vm, Value o, Value name)
{
    const void *key = attr_cache_key(o);
    return key ? attr_cache_at(vm, key, value_obj(o)->type->version, name) : NULL;
}

/* The key of what reading t.name gives, for which t's version counts; that of its
 * instances may be t's own address. */
static inline const void *class_cache_key(const TypeObj *t)
{
    return (const char *)t + 1;
}

/* The key of what super().name finds behind cls in the MRO of t. Both versions must
 * agree, that of cls in `where`: sums of others may be the same. It is of both because
 * the classes of one MRO, which ask for one name in turn, would push each other out. */
static inline const void *super_cache_key(const TypeObj *t, const TypeObj *cls)
{
    return (const void *)((uintptr_t)t + (uintptr_t)cls + 2);
}

/* Remembers an entry, of which the name is borrowed; or does not. */
void attr_cache_put(MinipyVM *vm, AttrCacheEntry e);

/* Where the value is, if that is in o; or NULL. */
static inline Value *attr_cache_place(const AttrCacheEntry *e, Value o)
{
    return e->kind == ATTR_VALUE    ? &inst_head_fixed(value_obj(o))->u.values[e->where]
           : e->kind == ATTR_MEMBER ? (Value *)(void *)((char *)value_obj(o) + e->where)
                                    : NULL;
}

/* Is its value what a descriptor of the class gives? */
static inline bool attr_cache_is_bound(const AttrCacheEntry *e)
{
    return e->kind == ATTR_METHOD || e->kind == ATTR_BOUND;
}

/* Else attr_cache_read() runs no code. After an AttributeError a __getattr__ is asked.
 */
static inline bool attr_cache_may_raise(const AttrCacheEntry *e)
{
    return e->kind == ATTR_BOUND || (e->kind == ATTR_DICT && e->where == ATTR_BOUND);
}

/* What it says of o.name: 1 and *out, new; 0: it is absent; -1: an exception, which
 * attr_error_complete() completes; ATTR_UNKNOWN: it says nothing. (attr.c) */
enum { ATTR_UNKNOWN = 2 };
int attr_cache_read(MinipyVM *vm, const AttrCacheEntry *e, Value o, Value name,
                    Value *out);

static inline const ClassCell *attr_cache_cell(const AttrCacheEntry *e)
{
    return (const ClassCell *)(uintptr_t)e->found;
}

/* The value itself, borrowed: VALUE_NULL: it is to be bound, or none is there. */
static inline Value attr_cache_value(const AttrCacheEntry *e, Value o)
{
    Value *place = attr_cache_place(e, o);
    return place                   ? *place
           : e->kind == ATTR_CONST ? e->found
           : e->kind == ATTR_CELL  ? attr_cache_cell(e)->value
                                   : VALUE_NULL;
}

/* The key of what a new attribute makes of an instance of that shape: `found` is the
 * next Shape, `where` the index of the value. */
static inline const void *store_cache_key(const Shape *shape)
{
    return (const char *)shape + 1;
}

/* Assigns o.name = v, which it takes over, if what that means is remembered; then *old
 * is the value that was there, or VALUE_NULL. False: nothing has happened. Assignments
 * to o are generic; e is what is known of reading it, or NULL. */
static inline __attribute__((always_inline)) bool
attr_cache_store_steal(MinipyVM *vm, const AttrCacheEntry *e, Value o, Value name,
                       Value v, Value *old)
{
    Object *ob = value_obj(o);
    Value *place = e ? attr_cache_place(e, o) : NULL;
    if (place) {
        *old = *place;
        *place = v;
        return true;
    }
    if (ob->type->inst_offset <= 0 || !inst_head_fixed(ob)->shape)
        return false;
    e = attr_cache_at(vm, store_cache_key(inst_head_fixed(ob)->shape),
                      ob->type->version, name);
    if (!e || !inst_has_room(ob, e->where))
        return false;
    InstHead *h = inst_head_fixed(ob);
    *old = VALUE_NULL;
    h->u.values[e->where] = v;
    h->shape = (Shape *)(uintptr_t)e->found;
    return true;
}

#endif
