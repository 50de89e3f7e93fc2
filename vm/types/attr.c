/* attr.c - attribute access: the generic lookup (data descriptor, instance, descriptor)
 * and the doors through which everyone else reads and writes attributes.
 *
 * Names travel as interned str: the doors intern, the workers rely on it. An absent
 * attribute is found out without raising wherever nobody asked for the exception.
 * Read next: shape.c, type.c (type_lookup_borrow).
 */
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/types/type.h"
#include "vm/types/type_slots.h"
#include "vm/objects/module.h"
#include "vm/objects/super.h"
#include "vm/types/descr.h"

static inline bool name_is_plain(Value name)
{
    return value_is_kind(name, KIND_STR) && str_is_interned(name);
}

Value attr_name(MinipyVM *vm, Value name)
{
    if (!value_is_str(name))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         name);
    if (str_is_interned(name))
        return value_incref(name);
    if (value_is_exact(vm, name, KIND_STR))
        return str_intern_steal(vm, value_incref(name));
    Value copy = str_substring(vm, name, 0, str_length(name));
    if (copy &&
        !value_is_exact(vm, copy, KIND_STR)) { /* the whole: may be the same object */
        value_decref(vm, copy);
        int64_t size;
        const char *s = str_utf8(vm, name, &size);
        copy = s ? str_from_utf8(vm, s, size) : VALUE_NULL;
    }
    return copy ? str_intern_steal(vm, copy) : VALUE_NULL;
}

Value object_own_attr_borrow(MinipyVM *vm, Value o, Value name)
{
    if (!value_is_obj(o))
        return VALUE_NULL;
    Object *ob = value_obj(o);
    if (ob->type->flags & TYPE_HAS_INST)
        return inst_get_borrow(vm, inst_head(ob), name);
    if (ob->kind == KIND_MODULE && MODULE(o)->dict)
        return dict_get_str_borrow(vm, MODULE(o)->dict, name);
    /* Of a class: its metaclass took object.__getattribute__. */
    DictObj *d = ob->kind == KIND_TYPE ? type_dict(vm, TYPE_OF(o)) : NULL;
    return d ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
}

/* The object's dict if not all its keys are str: comparing with them runs Python code.
 */
static DictObj *odd_dict_borrow(Value o)
{
    DictObj *d = NULL;
    if (!value_is_obj(o))
        return NULL;
    Object *ob = value_obj(o);
    if (ob->type->flags & TYPE_HAS_INST) {
        InstHead *h = inst_head(ob);
        d = h->shape ? NULL : h->u.dict;
    } else if (ob->kind == KIND_MODULE) {
        d = MODULE(o)->dict;
    }
    return d && !d->str_keys ? d : NULL;
}

/* ---- reading --------------------------------------------------------------------- */

static int found(Value v, Value *out)
{
    *out = v;
    return v ? 1 : -1;
}

/* The rest of a look-up, from the odd dict on; what the class has is d or VALUE_NULL.
 */
static int lookup_in_odd_dict(MinipyVM *vm, Value o, Value d, DictObj *dict, Value name,
                              Value *out)
{
    Value type = value_incref(value_from_obj(value_type(vm, o))),
          odd = value_incref(value_from_obj(dict));

    value_xincref(d);
    Value v = value_xincref(dict_get_borrow(vm, odd, name));
    bool failed = !v && error_occurred(vm);
    if (!v && !failed && d) {
        TernarySlot get = value_type(vm, d)->slots.descr_get;
        v = get ? get(vm, d, o, type) : value_incref(d);
        failed = !v;
    }
    value_xdecref(vm, d);
    value_decref(vm, odd);
    value_decref(vm, type);
    *out = v;
    return v ? 1 : failed ? -1 : 0;
}

const AttrCacheEntry attr_cache_none[2];

static bool attr_cache_new(MinipyVM *vm)
{
    AttrCacheEntry *fresh = mem_calloc_cache(vm, ATTR_CACHE_SIZE * sizeof *fresh);
    if (fresh) {
        vm->attr_cache = fresh;
        vm->attr_cache_mask = ATTR_CACHE_SIZE - 1;
    }
    return fresh != NULL;
}

void attr_cache_init(MinipyVM *vm)
{
    vm->attr_cache = (AttrCacheEntry *)(uintptr_t)attr_cache_none;
    vm->attr_cache_mask = 1;
}

void attr_cache_free(MinipyVM *vm)
{
    if (vm->attr_cache != attr_cache_none)
        mem_free(vm, vm->attr_cache);
    attr_cache_init(vm);
}

/* When as many have been lost as there are, there are four times as many. */
static __attribute__((noinline)) void attr_cache_grow(MinipyVM *vm)
{
    uint32_t old_mask = vm->attr_cache_mask, mask = old_mask * 4 + 3;
    AttrCacheEntry *old = vm->attr_cache, *fresh = NULL;
    vm->attr_cache_lost = 0;
    if (mask < ATTR_CACHE_SIZE_MAX)
        fresh = mem_calloc_cache(vm, (mask + 1) * sizeof *fresh);
    if (!fresh)
        return;
    vm->attr_cache = fresh;
    vm->attr_cache_mask = mask;
    for (uint32_t i = 0; i <= old_mask; i++) {
        AttrCacheEntry *e = fresh + attr_cache_first(vm, old[i].key, old[i].name);
        if (!old[i].key)
            continue;
        if (e->key)
            e = fresh + ((uintptr_t)(e - fresh) ^ 1);
        if (e->key)
            value_xdecref(vm, old[i].name);
        else
            *e = old[i];
    }
    mem_free(vm, old);
}

void attr_cache_put(MinipyVM *vm, AttrCacheEntry e)
{
    if (vm->attr_cache == attr_cache_none && !attr_cache_new(vm))
        return;
    if (unlikely(vm->attr_cache_lost > vm->attr_cache_mask))
        attr_cache_grow(vm);
    uintptr_t first = attr_cache_first(vm, e.key, e.name);
    AttrCacheEntry *place = vm->attr_cache + first,
                   *other = vm->attr_cache + (first ^ 1);
    if (place->key) {
        vm->attr_cache_lost += other->key != NULL;
        AttrCacheEntry forgotten = *other;
        *other = *place;
        *place = forgotten;
    }
    Value name = e.name;
    e.name = place->name;
    *place = e;
    value_set_steal(vm, &place->name, value_incref(name));
}

/* What an entry says of d, which the class t has and the instance has not; of a data
 * descriptor, which goes before what the instance has, as well. */
static void describe_of_class(MinipyVM *vm, AttrCacheEntry *e, TypeObj *t, Value d)
{
    TypeObj *dt = value_type(vm, d);
    e->found = d;
    if (!dt->slots.descr_set &&
        (!dt->slots.descr_get || dt->flags & TYPE_METHOD_LIKE)) {
        ClassCell *cell = class_cell_find(vm, t, e->name, d);
        e->kind = cell ? ATTR_CELL : dt->slots.descr_get ? ATTR_METHOD : ATTR_CONST;
        if (cell)
            e->found = (Value)(uintptr_t)cell;
        return;
    }
    int offset = member_slot_offset(t, d);
    if (offset == 0 || MEMBER_DESCR(d)->def->readonly) {
        /* objects of classes in Python may become those of others */
        e->kind = dt->flags & TYPE_HEAP ? ATTR_OTHER : ATTR_BOUND;
        return;
    }
    e->kind = ATTR_MEMBER;
    e->where = offset;
}

/* Remembers what the generic look-up found for o.name: d, what the class has, or
 * VALUE_NULL; what the instance has itself is looked for. Does nothing where the cache
 * does not apply. */
static void attr_cache_add(MinipyVM *vm, Value o, Value name, Value d)
{
    TypeObj *t = value_type(vm, o);
    const void *key = attr_cache_key(o);
    if (!CACHES || !key || type_keeps_own_dict(t) || !type_reads_generically(vm, t))
        return;
    AttrCacheEntry e = {.key = key, .name = name, .type_version = type_version(vm, t)};
    bool of_class = d && value_type(vm, d)->slots.descr_set;
    if (of_class && !value_type(vm, d)->slots.descr_get) /* for assignments alone */
        return;
    bool in_dict = !of_class && key == dict_cache_key(t);
    int own = !of_class && !in_dict && t->inst_offset > 0
                  ? shape_lookup(vm, inst_head_fixed(value_obj(o))->shape, name)
                  : -1;
    if (own >= 0) {
        e.kind = ATTR_VALUE;
        e.where = own;
    } else if (!d) {
        e.kind = ATTR_ABSENT;
    } else {
        describe_of_class(vm, &e, t, d);
    }
    if (in_dict && e.kind != ATTR_OTHER) {
        e.where = (int32_t)e.kind;
        e.kind = ATTR_DICT;
    }
    if (e.type_version != 0)
        attr_cache_put(vm, e);
}

/* What an instance that keeps a dict has of the name, or its class, for an entry of the
 * kind ATTR_DICT, borrowed: *kind is ATTR_VALUE for its own, else as the entry says. It
 * is ATTR_OTHER where the dict has keys that run code when they are compared. Runs no
 * Python code. */
static Value attr_cache_in_dict(MinipyVM *vm, const AttrCacheEntry *e, Value o,
                                Value name, int *kind)
{
    Object *ob = value_obj(o);
    const DictObj *dict = inst_head_quick(ob)->u.dict;
    if (dict && unlikely(!dict->str_keys)) {
        *kind = ATTR_OTHER;
        return VALUE_NULL;
    }
    Value own =
        dict ? dict_get_str_borrow(vm, inst_head_quick(ob)->u.dict, name) : VALUE_NULL;
    *kind = own ? ATTR_VALUE : e->where;
    return own ? own : e->where == ATTR_CELL ? attr_cache_cell(e)->value : e->found;
}

/* d, an attribute of t, the class of o, as o's. */
static inline int bound_to(MinipyVM *vm, Value d, Value o, TypeObj *t, Value *out)
{
    value_incref(d);
    Value v = value_type(vm, d)->slots.descr_get(vm, d, o, value_from_obj(t));
    value_decref(vm, d);
    return found(v, out);
}

int attr_cache_read(MinipyVM *vm, const AttrCacheEntry *e, Value o, Value name,
                    Value *out)
{
    int kind = (int)e->kind;
    Value v = kind == ATTR_DICT        ? attr_cache_in_dict(vm, e, o, name, &kind)
              : attr_cache_is_bound(e) ? e->found
                                       : attr_cache_value(e, o);
    if (kind == ATTR_METHOD || kind == ATTR_BOUND)
        return bound_to(vm, v, o, value_type(vm, o), out);
    *out = value_xincref(v);
    return v ? 1 : kind == ATTR_ABSENT ? 0 : ATTR_UNKNOWN;
}

/* Of what is no object: it has nothing but its class, and no cache is for it. */
static __attribute__((noinline)) int immediate_lookup(MinipyVM *vm, Value o, Value name,
                                                      Value *out)
{
    TypeObj *t = value_type(vm, o);
    Value d = type_lookup_borrow(vm, t, name);
    if (d && value_type(vm, d)->slots.descr_get)
        return bound_to(vm, d, o, t, out);
    *out = VALUE_NULL;
    return d ? found(value_incref(d), out) : 0;
}

static int generic_lookup(MinipyVM *vm, Value o, Value name, Value *out)
{
    if (!value_is_obj(o))
        return immediate_lookup(vm, o, name, out);
    const AttrCacheEntry *known = attr_cache_find(vm, o, name);
    int r = known ? attr_cache_read(vm, known, o, name, out) : ATTR_UNKNOWN;
    if (r != ATTR_UNKNOWN)
        return r;
    TypeObj *t = value_type(vm, o);
    known = known && known->kind == ATTR_OTHER ? known : NULL;
    Value d = known ? known->found : type_lookup_borrow(vm, t, name);
    TernarySlot get = NULL;
    if (d) {
        TypeObj *dt = value_type(vm, d);
        get = dt->slots.descr_get;
        if (get && dt->slots.descr_set) {
            if (!known)
                attr_cache_add(vm, o, name, d);
            return bound_to(vm, d, o, t, out);
        }
    }
    Value own = object_own_attr_borrow(vm, o, name);
    if (own) {
        if (!known)
            attr_cache_add(vm, o, name, d);
        return found(value_incref(own), out);
    }
    DictObj *odd = odd_dict_borrow(o);
    if (unlikely(odd != NULL))
        return lookup_in_odd_dict(vm, o, d, odd, name, out);
    if (!known)
        attr_cache_add(vm, o, name, d);
    if (get)
        return bound_to(vm, d, o, t, out);
    *out = VALUE_NULL;
    return d ? found(value_incref(d), out) : 0;
}

int object_generic_lookup(MinipyVM *vm, Value o, Value name, Value *out)
{
    if (likely(name_is_plain(name)))
        return generic_lookup(vm, o, name, out);
    *out = VALUE_NULL;
    Value plain = attr_name(vm, name);
    if (!plain)
        return -1;
    int r = generic_lookup(vm, o, plain, out);
    value_decref(vm, plain);
    return r;
}

static Value no_attribute(MinipyVM *vm, Value o, Value name)
{
    return error_set_attribute(vm, o, name, "'%.50T' object has no attribute '%U'", o,
                               name);
}

Value object_generic_getattr(MinipyVM *vm, Value o, Value name)
{
    Value v;
    int r = object_generic_lookup(vm, o, name, &v);
    return r == 0 ? no_attribute(vm, o, name) : v;
}

void attr_error_complete(MinipyVM *vm, Value o, Value name)
{
    if (!error_matches(vm, EXC_AttributeError))
        return;
    ExcObj *e = EXC_OBJ(vm->raised);
    if (e->layout != EXC_LAYOUT_ATTRIBUTE_ERROR || e->extra[EXTRA_NAME] ||
        e->extra[EXTRA_OBJ])
        return;
    e->extra[EXTRA_NAME] = value_incref(name);
    e->extra[EXTRA_OBJ] = value_incref(o);
}

/* What is remembered of o.name where its class reads as object does; or NULL. */
static inline const AttrCacheEntry *known_read(MinipyVM *vm, Value o, Value name)
{
    bool generic =
        value_is_obj(o) && value_obj(o)->type->slots.getattro == object_generic_getattr;
    return generic ? attr_cache_find(vm, o, name) : NULL;
}

static __attribute__((noinline)) Value getattr_any(MinipyVM *vm, Value o, Value name)
{
    BinarySlot get = value_type(vm, o)->slots.getattro;
    Value plain = name_is_plain(name) ? value_incref(name) : attr_name(vm, name);
    if (!plain)
        return VALUE_NULL;
    Value v = c_stack_check(vm) < 0 ? VALUE_NULL : get(vm, o, plain);
    if (unlikely(!v))
        attr_error_complete(vm, o, plain);
    value_decref(vm, plain);
    return v;
}

static __attribute__((noinline)) Value method_of(MinipyVM *vm, Value o, Value d)
{
    Value v;
    return bound_to(vm, d, o, value_type(vm, o), &v) == 1 ? v : VALUE_NULL;
}

/* Where the value lies ready, unbound, no register is kept. */
Value object_getattr(MinipyVM *vm, Value o, Value name)
{
    const AttrCacheEntry *known = known_read(vm, o, name);
    Value v = known ? attr_cache_value(known, o) : VALUE_NULL;
    if (v)
        return value_incref(v);
    return known && known->kind == ATTR_METHOD ? method_of(vm, o, known->found)
                                               : getattr_any(vm, o, name);
}

static __attribute__((noinline)) int lookup_attr_any(MinipyVM *vm, Value o, Value name,
                                                     Value *out)
{
    BinarySlot get = value_type(vm, o)->slots.getattro;
    int r;
    if (get == object_generic_getattr) {
        r = object_generic_lookup(vm, o, name, out);
    } else if (get == type_getattro) {
        r = type_lookup_attr(vm, o, name, out);
    } else {
        *out = object_getattr(vm, o, name);
        r = *out ? 1 : -1;
    }
    if (r >= 0)
        return r;
    *out = VALUE_NULL;
    if (!error_matches(vm, EXC_AttributeError))
        return -1;
    error_clear(vm);
    return 0;
}

int object_lookup_attr(MinipyVM *vm, Value o, Value name, Value *out)
{
    const AttrCacheEntry *known = known_read(vm, o, name);
    Value v = known ? attr_cache_value(known, o) : VALUE_NULL;
    if (!v && !(known && known->kind == ATTR_ABSENT))
        return lookup_attr_any(vm, o, name, out);
    *out = value_xincref(v);
    return v != VALUE_NULL;
}

Value attr_get(MinipyVM *vm, Value o, const char *name)
{
    Value s = str_intern_cstr(vm, name);
    Value v = s ? object_getattr(vm, o, s) : VALUE_NULL;
    value_xdecref(vm, s);
    return v;
}

int attr_lookup(MinipyVM *vm, Value o, const char *name, Value *out)
{
    Value s = str_intern_cstr(vm, name);
    *out = VALUE_NULL;
    int r = s ? object_lookup_attr(vm, o, s, out) : -1;
    value_xdecref(vm, s);
    return r;
}

int attr_set(MinipyVM *vm, Value o, const char *name, Value value)
{
    Value s = str_intern_cstr(vm, name);
    int r = s ? object_setattr(vm, o, s, value) : -1;
    value_xdecref(vm, s);
    return r;
}

Value object_getmethod(MinipyVM *vm, Value o, Value name, Value *self_or_null)
{
    *self_or_null = VALUE_NULL;
    const AttrCacheEntry *known = attr_cache_find(vm, o, name);
    if (known) {
        int kind = (int)known->kind;
        Value v = kind == ATTR_DICT ? attr_cache_in_dict(vm, known, o, name, &kind)
                                    : known->found;
        if (kind == ATTR_METHOD)
            *self_or_null = value_incref(o);
        if (kind == ATTR_METHOD || (known->kind == ATTR_DICT && kind == ATTR_VALUE))
            return value_incref(v);
    }
    TypeObj *t = value_type(vm, o);
    if (!name_is_plain(name))
        return object_getattr(vm, o, name);
    if (!type_reads_generically(vm, t)) {
        Value f = t == vm->types[KIND_SUPER] ? super_method(vm, o, name, self_or_null)
                                             : VALUE_NULL;
        return f ? f : object_getattr(vm, o, name);
    }
    Value d = type_lookup_borrow(vm, t, name);
    if (!d || !(value_type(vm, d)->flags & TYPE_METHOD_LIKE))
        return object_getattr(vm, o, name);
    Value own = object_own_attr_borrow(vm, o, name);
    if (own)
        return value_incref(own);
    if (unlikely(odd_dict_borrow(o) != NULL))
        return object_getattr(vm, o, name);
    attr_cache_add(vm, o, name, d);
    *self_or_null = value_incref(o);
    return value_incref(d);
}

Value object_lookup_special(MinipyVM *vm, Value o, Value name)
{
    TypeObj *t = value_type(vm, o);
    Value d = type_lookup_borrow(vm, t, name);
    if (!d)
        return VALUE_NULL;
    TernarySlot get = value_type(vm, d)->slots.descr_get;
    if (!get)
        return value_incref(d);
    value_incref(d);
    Value v = get(vm, d, o, value_from_obj(t));
    value_decref(vm, d);
    return v;
}

/* ---- writing --------------------------------------------------------------------- */

/* As CPython: only errors of reading carry name and obj, from which suggestions are
 * made. */
static void cannot_set(MinipyVM *vm, Value o, Value name)
{
    error_set(vm, EXC_AttributeError, "'%.100T' object has no attribute '%U'", o, name);
}

/* Sets or deletes in o's own dict: 0, -1, or 1 when o has none. */
static int set_own(MinipyVM *vm, Value o, Value name, Value value)
{
    if (!value_is_obj(o))
        return 1;
    Object *ob = value_obj(o);
    int deleted;
    if (ob->type->flags & TYPE_HAS_INST) {
        if (value)
            return inst_set(vm, ob, inst_head(ob), name, value);
        deleted = inst_delete(vm, ob, inst_head(ob), name);
    } else if (ob->kind == KIND_MODULE && MODULE(o)->dict) {
        Value d = value_from_obj(MODULE(o)->dict);
        if (value)
            return dict_set(vm, d, name, value);
        deleted = dict_delete(vm, d, name);
    } else {
        return 1;
    }
    if (deleted == 0)
        cannot_set(vm, o, name);
    return deleted == 1 ? 0 : -1;
}

/* Remembers what an assignment to o.name, which was of the class t and the shape `old`
 * then, has done; what died by it may have changed both since. */
static void store_cache_add(MinipyVM *vm, Value o, Value name, TypeObj *t,
                            const Shape *old)
{
    if (value_type(vm, o) != t || !type_version(vm, t))
        return;
    const Shape *now = t->inst_offset > 0 ? inst_head_fixed(value_obj(o))->shape : NULL;
    if (now == old)
        attr_cache_add(vm, o, name, type_lookup_borrow(vm, t, name));
    else if (CACHES && now && now->parent == old && now->keys[old->count] == name &&
             t->version)
        attr_cache_put(vm, (AttrCacheEntry){.key = store_cache_key(old),
                                            .name = name,
                                            .found = (Value)(uintptr_t)now,
                                            .type_version = t->version,
                                            .where = (int32_t)old->count,
                                            .kind = ATTR_OTHER});
}

static int generic_setattr(MinipyVM *vm, Value o, Value name, Value value)
{
    Value old;
    const AttrCacheEntry *known = attr_cache_find(vm, o, name);
    if (known && known->kind == ATTR_DICT && value) /* no data descriptor */
        return inst_set(vm, value_obj(o), inst_head_quick(value_obj(o)), name, value);
    if (value && value_is_obj(o) &&
        attr_cache_store_steal(vm, known, o, name, value, &old)) {
        value_incref(value);
        value_xdecref(vm, old);
        return 0;
    }
    bool of_class = known && (known->kind == ATTR_BOUND || known->kind == ATTR_OTHER);
    Value d = of_class ? known->found : type_lookup_borrow(vm, value_type(vm, o), name);
    DescrSetSlot set = d ? value_type(vm, d)->slots.descr_set : NULL;
    if (set) {
        if (!known)
            attr_cache_add(vm, o, name, d);
        value_incref(d);
        int r = set(vm, d, o, value);
        value_decref(vm, d);
        return r;
    }
    TypeObj *t = value_type(vm, o);
    const Shape *shape =
        value && t->inst_offset > 0 ? inst_head_fixed(value_obj(o))->shape : NULL;
    int r = set_own(vm, o, name, value);
    if (r == 0 && value && (t->flags & TYPE_HAS_INST))
        store_cache_add(vm, o, name, t, shape);
    if (r <= 0)
        return r;
    if (d)
        error_set(vm, EXC_AttributeError, "'%T' object attribute '%U' is read-only", o,
                  name);
    else
        cannot_set(vm, o, name);
    return -1;
}

int object_generic_setattr(MinipyVM *vm, Value o, Value name, Value value)
{
    if (likely(name_is_plain(name)))
        return generic_setattr(vm, o, name, value);
    return attr_set_named(vm, o, name, value, generic_setattr);
}

static int set_or_delete(MinipyVM *vm, Value o, Value name, Value value)
{
    SetAttrSlot set = value_type(vm, o)->slots.setattro;
    if (likely(name_is_plain(name)))
        return set(vm, o, name, value);
    return attr_set_named(vm, o, name, value, set);
}

int object_setattr(MinipyVM *vm, Value o, Value name, Value value)
{
    return set_or_delete(vm, o, name, value);
}

int object_delattr(MinipyVM *vm, Value o, Value name)
{
    return set_or_delete(vm, o, name, VALUE_NULL);
}

/* ---- __dict__ -------------------------------------------------------------------- */

DictObj *object_dict_borrow(MinipyVM *vm, Value o)
{
    if (!value_is_obj(o))
        return NULL;
    Object *ob = value_obj(o);
    if (ob->type->flags & TYPE_HAS_INST)
        return inst_dict_borrow(vm, ob, inst_head(ob));
    if (ob->kind == KIND_MODULE)
        return MODULE(o)->dict;
    return ob->kind == KIND_TYPE ? type_dict(vm, TYPE_OF(o)) : NULL;
}

Value object_dict_get(MinipyVM *vm, Value self)
{
    DictObj *d = object_dict_borrow(vm, self);
    if (!d && !error_occurred(vm))
        return error_set(vm, EXC_AttributeError, "This object has no __dict__");
    return d ? value_incref(value_from_obj(d)) : VALUE_NULL;
}

Value inst_dict_get(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    if (value_is_type(
            self)) /* of a metaclass that derives from a plain class as well */
        return type_get_dict(vm, self, NULL);
    return object_dict_get(vm, self);
}

bool type_shows_inst_dict(MinipyVM *vm, TypeObj *t)
{
    Value d = type_lookup_borrow(vm, t, NAME(vm, __dict__));
    return d && value_is_kind(d, KIND_GETSET_DESCR) &&
           GETSET_DESCR(d)->def->get == inst_dict_get;
}

int inst_dict_set(MinipyVM *vm, Value self, Value value, void *closure)
{
    (void)closure;
    Object *o = value_obj(self);
    InstHead *h = value_is_obj(self) ? inst_head(o) : NULL;
    if (!h)
        return error_set(vm, EXC_AttributeError, "This object has no __dict__"), -1;
    bool native = o->type->spec->inst_offset != 0; /* the head is a native type's */
    if (!value && native)
        return error_set(vm, EXC_TypeError, "cannot delete __dict__"), -1;
    if (value && !value_is_dict(value))
        return error_set(vm, EXC_TypeError,
                         "__dict__ must be set to a dictionary, not a '%T'", value),
               -1;
    return inst_replace_dict(vm, o, h, value);
}
