/* type.c - the types of the vm: native types made from their specs, attribute lookup
 * along the MRO, version tags.
 *
 * Native types exist from start-up with slots, bases and MRO, the same for all vms
 * (vm/memory/shared.h); each vm fills their dicts with descriptors when it is first
 * asked for one, which keeps start-up short. Invariants: a type without version tag has
 * no subclass with one, so invalidation stops early; a shared type always has its own.
  The lookup cache maps (version, name) to a borrowed value;
 * the version changes before the value dies. Read next: type_new.c, type_slots.c.
 */
#include <assert.h>

#include "vm/types/object_type.h"
#include "vm/types/slot_defs.h"
#include "vm/types/type.h"
#include "vm/types/class_cell.h"
#include "vm/types/class_dict.h"
#include "vm/types/descr.h"

#include "vm/memory/memstate.h"
#include "vm/memory/shared.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/containers/list.h"
#include "vm/objects/classmethod.h"
#include "vm/objects/native.h"

#define TYPE(id, spec) extern const TypeSpec spec;
#include "vm/core/types.def"
#undef TYPE

static const TypeSpec *const native_specs[KIND_COUNT] = {
#define TYPE(id, spec) &spec,
#include "vm/core/types.def"
#undef TYPE
};

/* It begins small, because many vms never look much up. */
enum { CACHE_SIZE = 128, CACHE_SIZE_MAX = 2048 };

/* ---- names ----------------------------------------------------------------------- */

static const char *last_component(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

const char *type_name_cstr(TypeObj *t)
{
    if (!(t->flags & TYPE_HEAP))
        return (t->flags & TYPE_PYTHON_CLASS) == TYPE_PYTHON_CLASS
                   ? last_component(t->spec->name)
                   : t->spec->name;
    if (t->flags & TYPE_EXTENDED)
        return t->life->name;
    /* type_new.c saw to it that non-ASCII names have their UTF-8 */
    const char *name = str_utf8_made(t->name);
    return name ? name : "?";
}

const char *type_last_name(TypeObj *t)
{
    return last_component(type_name_cstr(t));
}

Value type_module_name(MinipyVM *vm, TypeObj *t)
{
    if (t->flags & (TYPE_HEAP | TYPE_OWN_MODULE)) {
        DictObj *d = type_dict(vm, t);
        Value m = d ? dict_get_str_borrow(vm, d, NAME(vm, __module__)) : VALUE_NULL;
        if (m)
            return value_incref(m);
        return error_set_value(vm, EXC_AttributeError, NAME(vm, __module__));
    }
    const char *dot = strrchr(t->spec->name, '.');
    if (!dot)
        return value_incref(NAME(vm, builtins));
    Value s = str_from_utf8(vm, t->spec->name, dot - t->spec->name);
    return s ? str_intern_steal(vm, s) : VALUE_NULL;
}

Value type_qualified_name(MinipyVM *vm, TypeObj *t)
{
    Value module = type_module_name(vm, t);
    if (!module)
        error_clear(vm);
    Value r;
    if (module && value_is_str(module) && !str_equal(module, NAME(vm, builtins)))
        r = str_format_c(vm, "%U.%U", module, t->qualname);
    else
        r = value_incref(t->name);
    value_xdecref(vm, module);
    return r;
}

/* ---- making native types --------------------------------------------------------- */

#define SLOT_OFFSET(member) offsetof(TypeSlots, member)

/* Comparison and hash go together: a type that compares in its own way and says nothing
 * of hashing cannot be hashed. A type that derives from object alone is created only if
 * it says how. */
static void inherit_slots(TypeSlots *to, const TypeSlots *from, bool from_object)
{
    if (!to->richcompare && !to->hash) {
        to->richcompare = from->richcompare;
        to->hash = from->hash;
    } else if (!to->hash) {
        to->hash = object_hash_not_implemented;
    }
#define SLOT(member, type)                                                             \
    if (!to->member && SLOT_OFFSET(member) != SLOT_OFFSET(richcompare) &&              \
        SLOT_OFFSET(member) != SLOT_OFFSET(hash) &&                                    \
        !(from_object && SLOT_OFFSET(member) == SLOT_OFFSET(new_)))                    \
        to->member = from->member;
#include "vm/types/slots.def"
#undef SLOT
}

/* The part that needs no Python object: flags, sizes, slots. */
static void native_prepare(TypeObj *t, const TypeSpec *spec, TypeObj *base, Kind layout)
{
    enum {
        INHERITED = TYPE_WEAKREFS | TYPE_HAS_INST | TYPE_SEQUENCE | TYPE_MAPPING |
                    TYPE_EXCEPTION | TYPE_MATCH_SELF | TYPE_GC
    };
    t->spec = spec;
    bool holds = spec->dealloc || spec->traverse || spec->clear || spec->values;
    t->life = base && !holds ? base->life : spec;
    t->dealloc = type_spec_dealloc(t->life);
    t->base = base;
    t->layout = (uint8_t)layout;
    t->flags = spec->flags | (spec->flags & TYPE_OPEN ? 0 : TYPE_IMMUTABLE);
    t->basicsize = spec->basicsize;
    t->itemsize = spec->itemsize;
    t->inst_offset = spec->inst_offset;
    t->slots = spec->slots;
    if (base) {
        t->flags |= base->flags & INHERITED;
        if (!spec->slots.descr_get)
            t->flags |= base->flags & TYPE_METHOD_LIKE;
        if (!spec->slots.call)
            t->flags |= base->flags & TYPE_VECTORCALL;
        if (base->layout != KIND_OBJECT) {
            if (!t->basicsize)
                t->basicsize = base->basicsize;
            if (!t->itemsize)
                t->itemsize = base->itemsize;
            if (!t->inst_offset)
                t->inst_offset = base->inst_offset;
            if (!t->layout)
                t->layout = base->layout;
        }
        inherit_slots(&t->slots, &base->slots,
                      base->layout == KIND_OBJECT && !base->base);
    }
    if (!t->basicsize)
        t->basicsize = sizeof(Object);
    if (spec->flags & TYPE_NO_NEW)
        t->slots.new_ = NULL;
    if (t->inst_offset)
        t->flags |= TYPE_HAS_INST;
    type_refresh_flags(t);
    type_size_block(t);
    t->death = spec->death ? spec->death : type_death(t);
}

/* Longer than any native type's. */
enum { MRO_MAX = 16 };

/* Bases and MRO, which `tuple` makes. */
static int native_derive(MinipyVM *vm, TypeObj *t,
                         Value (*tuple)(MinipyVM *vm, const Value *items, int64_t n))
{
    Value base = value_from_obj(t->base), mro[MRO_MAX] = {value_from_obj(t)};
    int64_t n = t->base ? tuple_size(t->base->mro) : 0;
    assert(n < MRO_MAX);
    for (int64_t i = 0; i < n; i++)
        mro[i + 1] = tuple_get_borrow(t->base->mro, i);
    t->mro = tuple(vm, mro, n + 1);
    if (!t->base)
        t->bases = vm->empty_tuple;
    else if (t->base == vm->types[KIND_OBJECT] && t != vm->types[KIND_TYPE])
        t->bases = vm->types[KIND_TYPE]->bases;
    else
        t->bases = tuple(vm, &base, 1);
    return t->mro && t->bases ? 0 : -1;
}

/* A string of its own, as CPython's types in C have one: pickles show where two strings
 * are one. */
static Value own_name(MinipyVM *vm, const char *full)
{
    return str_from_cstr(vm, last_component(full));
}

/* Names, bases, MRO. */
static int native_finish(MinipyVM *vm, TypeObj *t)
{
    t->name = own_name(vm, t->spec->name);
    if (!t->name)
        return -1;
    t->qualname = value_incref(t->name);
    if (native_derive(vm, t, tuple_from) < 0)
        return -1;
    type_incref(t->base);
    return 0;
}

/* ---- the types that vms share ---------------------------------------------------- */

static Value shared_tuple(MinipyVM *vm, const Value *items, int64_t n)
{
    TupleObj *t = shared_alloc(vm->shared, sizeof *t + (size_t)n * sizeof *items);
    assert(t);
    t->ob = shared_header(KIND_TUPLE, vm->types[KIND_TUPLE]);
    t->size = n;
    mem_copy(t->items, items, (size_t)n * sizeof *items);
    return value_from_obj(t);
}

static void shared_prepare(MinipyVM *vm, TypeObj *t, const TypeSpec *spec,
                           TypeObj *base, Kind layout)
{
    assert(!(spec->flags & TYPE_OPEN));
    t->ob = shared_header(KIND_TYPE, vm->types[KIND_TYPE]);
    t->ob.flags = OBJ_HAS_WEAKREFS; /* a vm may have some */
    t->shared = (uint16_t)(t - vm->shared->types + 1);
    t->version = t->shared;
    native_prepare(t, spec, base, layout);
}

static void shared_finish(MinipyVM *vm, TypeObj *t)
{
    t->name = t->qualname = str_shared(vm, last_component(t->spec->name));
    native_derive(vm, t, shared_tuple);
}

void type_share(MinipyVM *vm, TypeObj *t, const TypeSpec *spec, TypeObj *base)
{
    shared_prepare(vm, t, spec, base, (Kind)spec->kind);
    shared_finish(vm, t);
}

static void prepare_kind(MinipyVM *vm, Kind k)
{
    TypeObj *t = vm->types[k];
    if (t->spec)
        return;
    const TypeSpec *spec = native_specs[k];
    TypeObj *base = NULL;
    if (k != KIND_OBJECT) {
        prepare_kind(vm, (Kind)spec->base);
        base = vm->types[spec->base];
    }
    shared_prepare(vm, t, spec, base, k);
}

static void finish_kind(MinipyVM *vm, Kind k)
{
    TypeObj *t = vm->types[k];
    if (t->name)
        return;
    if (t->base)
        finish_kind(vm, (Kind)t->spec->base);
    shared_finish(vm, t);
}

static void share_kinds(MinipyVM *vm)
{
    for (int k = 0; k < KIND_COUNT; k++)
        prepare_kind(vm, (Kind)k);
    vm->empty_tuple = vm->shared->empty_tuple = shared_tuple(vm, NULL, 0);
    finish_kind(vm, KIND_OBJECT);
    finish_kind(vm, KIND_TYPE);
    for (int k = 0; k < KIND_COUNT; k++)
        finish_kind(vm, (Kind)k);
}

int types_init(MinipyVM *vm)
{
    attr_cache_init(vm);
    vm->type_cache = mem_calloc(vm, CACHE_SIZE * sizeof *vm->type_cache);
    vm->type_cache_mask = CACHE_SIZE - 1;
    vm->shared = vm->type_cache ? shared_take(&vm->hash_key) : NULL;
    if (!vm->shared) { /* types_fini wants both */
        mem_free(vm, vm->type_cache);
        vm->type_cache = NULL;
        return -1;
    }
    for (int k = 0; k < KIND_COUNT; k++)
        vm->types[k] = &vm->shared->types[k];
    if (str_init(vm) < 0)
        return -1;
    if (vm->shared->open)
        share_kinds(vm);
    vm->empty_tuple = vm->shared->empty_tuple;
    return 0;
}

/* Types made from specs at run time are chained through the vm and live until it ends.
 */
TypeObj *type_from_spec_meta(MinipyVM *vm, const TypeSpec *spec, TypeObj *base,
                             TypeObj *meta)
{
    TypeObj *t = mem_calloc(vm, (size_t)meta->basicsize);
    if (!t)
        return NULL;
    t->ob = (Object){.kind = KIND_TYPE, .type = meta};
    native_prepare(t, spec, base, (Kind)spec->kind);
    t->ob.refs = 2; /* the chain's, the caller's */
    if (native_finish(vm, t) < 0) {
        value_xdecref(vm, t->name);
        value_xdecref(vm, t->qualname);
        value_xdecref(vm, t->bases);
        value_xdecref(vm, t->mro);
        mem_free(vm, t);
        return NULL;
    }
    t->next_native = vm->native_types;
    vm->native_types = t;
    return t;
}

TypeObj *type_from_spec_base(MinipyVM *vm, const TypeSpec *spec, TypeObj *base)
{
    return type_from_spec_meta(vm, spec, base, vm->types[KIND_TYPE]);
}

TypeObj *type_from_spec(MinipyVM *vm, const TypeSpec *spec)
{
    return type_from_spec_base(vm, spec, vm->types[spec->base]);
}

int type_give_bases(MinipyVM *vm, TypeObj *t, const Value *bases, int64_t nbases,
                    const Value *mro, int64_t nmro)
{
    Value b = tuple_from(vm, bases, nbases), m = b ? tuple_from(vm, mro, nmro) : b;
    if (!m) {
        value_xdecref(vm, b);
        return -1;
    }
    value_set_steal(vm, &t->bases, b);
    value_set_steal(vm, &t->mro, m);
    return 0;
}

static void state_clear(MinipyVM *vm, TypeState *s)
{
    DictObj *dict = s->dict;
    s->dict = NULL;
    if (dict)
        obj_decref(vm, (Object *)dict);
    value_clear(vm, &s->subclasses);
}

static void forget_lookups(MinipyVM *vm)
{
    for (uint32_t i = 0; i <= vm->type_cache_mask; i++) {
        vm->type_cache[i].version = 0;
        value_clear(vm, &vm->type_cache[i].name);
    }
    for (uint32_t i = 0; vm->attr_cache != attr_cache_none && i <= vm->attr_cache_mask;
         i++) {
        vm->attr_cache[i].key = NULL;
        value_clear(vm, &vm->attr_cache[i].name);
    }
}

void types_clear(MinipyVM *vm)
{
    forget_lookups(vm);
    value_clear(vm, &vm->searched_mro);
    value_clear(vm, &vm->shown_values);
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        state_clear(vm, &t->own);
    for (int i = 0; i < SHARED_TYPES; i++)
        state_clear(vm, &vm->shared_types[i]);
}

/* After the last collection, which still looks at instances by their shapes. Finalizers
 * that it ran may have asked types for their dicts again. */
static void free_shapes(MinipyVM *vm, TypeState *s)
{
    if (s->dict)
        forget_lookups(vm);
    state_clear(vm, s);
    if (s->shape)
        shape_free_tree(vm, s->shape);
    s->shape = NULL;
}

void types_clear_shapes(MinipyVM *vm)
{
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        free_shapes(vm, &t->own);
    for (int i = 0; i < SHARED_TYPES; i++)
        free_shapes(vm, &vm->shared_types[i]);
}

static void native_release(MinipyVM *vm, TypeObj *t)
{
    t->ob.refs = UINT32_MAX / 2; /* tuples that name it must not free it */
    value_clear(vm, &t->name);
    value_clear(vm, &t->qualname);
    value_clear(vm, &t->bases);
    value_clear(vm, &t->mro);
}

void types_fini(MinipyVM *vm)
{
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        t->ob.refs = UINT32_MAX / 2;
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        native_release(vm, t);
    mem_free(vm, vm->type_cache);
    vm->type_cache = NULL;
    attr_cache_free(vm);
    while (vm->native_types) {
        TypeObj *t = vm->native_types;
        vm->native_types = t->next_native;
        mem_free(vm, t);
    }
}

/* ---- filling a native type's dict ------------------------------------------------ */

static int add_steal(MinipyVM *vm, DictObj *d, const char *name, Value v)
{
    if (!v)
        return -1;
    Value key = str_intern_cstr(vm, name);
    int r = key ? dict_set(vm, value_from_obj(d), key, v) : -1;
    value_xdecref(vm, key);
    value_decref(vm, v);
    return r;
}

static int fill_slot_wrappers(MinipyVM *vm, TypeObj *t, DictObj *d)
{
    TypeSlots *own = (TypeSlots *)(uintptr_t)&t->spec->slots;
    for (int i = 0; i < slot_def_count; i++) {
        const SlotDef *def = &slot_defs[i];
        AnySlot fn = *slot_at(own, def->offset);
        if (!fn || !def->wrapper)
            continue;
        Value name = vm->names[def->name_id];
        if (dict_get_str_borrow(vm, d, name))
            continue;
        Value w = fn == (AnySlot)object_hash_not_implemented
                      ? VALUE_NONE
                      : wrapper_descr_new(vm, t, def, fn);
        int r = w ? dict_set(vm, value_from_obj(d), name, w) : -1;
        value_xdecref(vm, w);
        if (r < 0)
            return -1;
    }
    return 0;
}

static Value make_method(MinipyVM *vm, TypeObj *t, const MethodDef *def)
{
    if (def->flags & M_CLASS)
        return method_descr_new(vm, t, def, KIND_CLASSMETHOD_DESCR);
    if (!(def->flags & M_STATIC))
        return method_descr_new(vm, t, def, KIND_METHOD_DESCR);
    Value f = native_new(vm, def, VALUE_NULL, value_from_obj(t));
    Value s = f ? staticmethod_new(vm, f) : VALUE_NULL;
    value_xdecref(vm, f);
    return s;
}

static int fill_methods(MinipyVM *vm, TypeObj *t, const TypeSpec *spec, DictObj *d)
{
    for (const MethodDef *m = spec->methods; m && m->name; m++) {
        if (!(m->flags & M_COEXIST) &&
            dict_get_cstr_borrow(vm, value_from_obj(d), m->name))
            continue;
        if (add_steal(vm, d, m->name, make_method(vm, t, m)) < 0)
            return -1;
    }
    for (const MemberDef *m = spec->members; m && m->name; m++) {
        Value name = str_intern_cstr(vm, m->name);
        Value v = name ? member_descr_new(vm, t, m, name) : VALUE_NULL;
        value_xdecref(vm, name);
        if (add_steal(vm, d, m->name, v) < 0)
            return -1;
    }
    for (const GetSetDef *g = spec->getsets; g && g->name; g++)
        if (add_steal(vm, d, g->name, getset_descr_new(vm, t, g)) < 0)
            return -1;
    return 0;
}

int type_fill_as(MinipyVM *vm, TypeObj *t, Value dict, const TypeSpec *other)
{
    return fill_methods(vm, t, other, DICT(dict));
}

static int fill(MinipyVM *vm, TypeObj *t)
{
    Value dict = dict_new(vm);
    if (!dict)
        return -1;
    DictObj *d = type_state(vm, t)->dict = DICT(dict); /* descriptors look at it */
    d->of_class = DICT_OF_CLASS;
    bool own_new =
        t->spec->slots.new_ && (t->spec->slots.new_ != object_new || !t->base);
    if (own_new && !(t->flags & TYPE_NO_NEW)) {
        Value self = value_from_obj(t);
        if (add_steal(vm, d, "__new__",
                      native_new(vm, &type_new_wrapper_def, self, VALUE_NULL)) < 0)
            return -1;
    }
    if (fill_slot_wrappers(vm, t, d) < 0 || fill_methods(vm, t, t->spec, d) < 0)
        return -1;
    if (!dict_get_str_borrow(vm, d, NAME(vm, __doc__))) {
        Value doc = doc_text(vm, last_component(t->spec->name), t->spec->doc);
        if (add_steal(vm, d, "__doc__", doc) < 0)
            return -1;
    }
    if (t->slots.hash == object_hash_not_implemented &&
        (!t->base || t->base->slots.hash != object_hash_not_implemented ||
         t->spec->slots.richcompare) &&
        dict_set(vm, dict, NAME(vm, __hash__), VALUE_NONE) < 0)
        return -1;
    if (t->spec->fill && t->spec->fill(vm, t, dict) < 0)
        return -1;
    if (t->flags & TYPE_OWN_MODULE) {
        const char *name = t->spec->name, *dot = strrchr(name, '.');
        return add_steal(vm, d, "__module__",
                         dot ? str_from_utf8(vm, name, dot - name)
                             : str_from_cstr(vm, "builtins"));
    }
    return 0;
}

/* A dictionary that could not be filled; nobody has seen it. */
static void drop_dict(MinipyVM *vm, TypeObj *t)
{
    TypeState *s = type_state(vm, t);
    DictObj *d = s->dict;
    error_clear(vm);
    s->dict = NULL;
    type_modified(vm, t);
    forget_lookups(vm); /* whose version a shared type keeps */
    if (d)
        value_decref(vm, value_from_obj(d));
}

DictObj *type_dict(MinipyVM *vm, TypeObj *t)
{
    if (likely(t->own.dict != NULL) || (t->flags & TYPE_HEAP))
        return t->own.dict;
    TypeState *s = type_state(vm, t);
    if (likely(s->dict != NULL))
        return s->dict;
    Value saved = error_fetch(vm);
    if (fill(vm, t) < 0) {
        /* Many who look an attribute up have no way to fail, and a class without its
         * methods would be wrong for good. So the memory of these dictionaries, which
         * is bounded, may go past the limit; where the system has none the attributes
         * are absent this time, and the next look-up tries again. */
        drop_dict(vm, t);
        size_t limit = mem_lift_limit(vm);
        if (fill(vm, t) < 0) {
            drop_dict(vm, t);
            vm->dicts_lost = true;
        }
        mem_set_limit(vm, limit);
    }
    error_restore_steal(vm, saved);
    return s->dict;
}

/* Are the dicts of all classes along the MRO there? */
static bool has_dicts(MinipyVM *vm, TypeObj *t)
{
    for (int64_t i = 0; i < tuple_size(t->mro); i++) {
        TypeObj *base = TYPE_OF(tuple_get_borrow(t->mro, i));
        if (!base->own.dict && !type_state(vm, base)->dict)
            return false;
    }
    return true;
}

/* Asks for them. */
static __attribute__((noinline)) void make_dicts(MinipyVM *vm, TypeObj *t)
{
    for (int64_t i = 0; t->mro && i < tuple_size(t->mro); i++)
        type_dict(vm, TYPE_OF(tuple_get_borrow(t->mro, i)));
}

/* ---- lookup and versions --------------------------------------------------------- */

static Value lookup_mro(MinipyVM *vm, TypeObj *t, Value name, bool *complete)
{
    Value mro = t->mro;
    if (!mro)
        return VALUE_NULL;
    for (int64_t i = 0; i < tuple_size(mro); i++) {
        TypeObj *base = TYPE_OF(tuple_get_borrow(mro, i));
        DictObj *d =
            likely(base->own.dict != NULL) ? base->own.dict : type_dict(vm, base);
        if (unlikely(!d))
            *complete = false; /* out of memory: look again next time */
        Value v = d ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
        if (v) {
            if (unlikely(base->cells && class_cell_own(base, name)))
                *complete = false; /* the value will change, the version not */
            if (!class_value_kept(vm, base, d, v))
                break;
            return v;
        }
    }
    return VALUE_NULL;
}

/* Where a class has keys that are no str, a look-up runs their __eq__, which may change
 * the class and its bases. The MRO that was searched lives until the next such look-up,
 * and with it the class and what was found. An exception counts as absence. */
static Value lookup_comparing(MinipyVM *vm, TypeObj *t, Value name)
{
    Value mro = value_xincref(t->mro), v = VALUE_NULL, saved = error_fetch(vm);
    bool failed = false;

    for (int64_t i = 0; mro && !v && !failed && i < tuple_size(mro); i++) {
        DictObj *d = type_dict(vm, TYPE_OF(tuple_get_borrow(mro, i)));
        v = d ? dict_get_borrow(vm, value_from_obj(d), name) : VALUE_NULL;
        failed = error_occurred(vm);
    }
    error_clear(vm);
    error_restore_steal(vm, saved);
    Value before = vm->searched_mro;
    vm->searched_mro = mro;
    value_xdecref(vm, before);
    return v;
}

void type_forget_searched(MinipyVM *vm)
{
    value_clear(vm, &vm->searched_mro);
}

/* When as many look-ups missed as there are entries there are four times as many. */
static __attribute__((noinline)) void cache_grow(MinipyVM *vm)
{
    uint32_t old_mask = vm->type_cache_mask, mask = old_mask * 4 + 3;
    struct TypeCacheEntry *old = vm->type_cache, *fresh = NULL;
    vm->type_cache_misses = 0;
    if (mask < CACHE_SIZE_MAX)
        fresh = mem_calloc_cache(vm, (mask + 1) * sizeof *fresh);
    if (!fresh)
        return;
    vm->type_cache = fresh;
    vm->type_cache_mask = mask;
    for (uint32_t i = 0; i <= old_mask; i++) {
        struct TypeCacheEntry *e = type_cache_entry(vm, old[i].version, old[i].name);
        if (e->name)
            value_xdecref(vm, old[i].name);
        else
            *e = old[i];
    }
    mem_free(vm, old);
}

/* Apart, so that a look-up that hits saves no registers. */
static __attribute__((noinline)) Value lookup_missed(MinipyVM *vm, TypeObj *t,
                                                     Value name)
{
    if (unlikely(vm->dicts_lost))
        make_dicts(vm, t);
    uint32_t version = type_version(vm, t);
    if (!version)
        return lookup_comparing(vm, t, name);
    bool complete = true;
    Value v = lookup_mro(vm, t, name, &complete);
    /* A name of a class of the program's would live on here, and its end be met by
       whoever takes its place. */
    if (t->version == version && complete && value_is_exact(vm, name, KIND_STR)) {
        if (unlikely(++vm->type_cache_misses > vm->type_cache_mask))
            cache_grow(vm);
        /* after the search, which may have moved it */
        struct TypeCacheEntry *e = type_cache_entry(vm, version, name);
        e->version = version;
        e->value = v;
        value_set_steal(vm, &e->name, value_incref(name));
    }
    return v;
}

Value type_lookup_borrow(MinipyVM *vm, TypeObj *t, Value name)
{
    uint32_t version = t->version;
    const struct TypeCacheEntry *e = type_cache_entry(vm, version, name);
    if (CACHES && likely(e->name == name && e->version == version && version))
        return e->value;
    return lookup_missed(vm, t, name);
}

static uint32_t give_version(MinipyVM *vm, TypeObj *t)
{
    if (t->version)
        return t->version;
    if (!t->mro || (t->flags & (TYPE_DYING | TYPE_UNVERSIONED)) ||
        vm->next_type_version == UINT32_MAX ||
        (t->own.dict && (!t->own.dict->str_keys || class_dict_is_shown(t->own.dict))))
        return 0;
    for (int64_t i = 0; i < tuple_size(t->bases); i++) {
        TypeObj *base = TYPE_OF(tuple_get_borrow(t->bases, i));
        /* Its bases come before a class below, but for those that a mro() left out. */
        if (!base->version && (c_stack_full(vm) || !give_version(vm, base)))
            return 0;
    }
    return t->version = vm->next_type_version++;
}

/* Along the MRO, which has the bases behind their subclasses: classes may derive from
 * each other to a depth that C calls cannot have. */
uint32_t type_version(MinipyVM *vm, TypeObj *t)
{
    /* What is missing for want of memory is not to be remembered as absent. */
    if (unlikely(vm->dicts_lost) && t->mro && !has_dicts(vm, t))
        return 0;
    if (t->version || !t->mro)
        return t->version;
    for (int64_t i = tuple_size(t->mro); i-- > 0;)
        give_version(vm, TYPE_OF(tuple_get_borrow(t->mro, i)));
    return give_version(vm, t);
}

static int forget_version(MinipyVM *vm, TypeObj *t, void *modified)
{
    (void)vm;
    TypeObj **list = modified;
    if (!t->version || t->shared)
        return 0; /* nor have its subclasses one; or it does not change */
    t->version = 0;
    t->next_modified = *list;
    *list = t;
    return 0;
}

static int list_visit(MinipyVM *vm, TypeObj *t, void *arg)
{
    (void)vm;
    TypeObj **last = arg;
    if (t->flags & TYPE_LISTED)
        return 0;
    t->flags |= TYPE_LISTED;
    t->next_listed = NULL;
    (*last)->next_listed = t;
    *last = t;
    return 0;
}

/* Calls visit with each of them (borrowed) until it returns non-zero. It must not make
 * classes. */
static int type_each_subclass(MinipyVM *vm, TypeObj *t,
                              int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);
/* Only those that a program made. */
static int each_made_subclass(MinipyVM *vm, TypeObj *t,
                              int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);

/* visit for the classes that a program derived from native types. */
static void each_first_made(MinipyVM *vm, int (*visit)(MinipyVM *, TypeObj *, void *),
                            void *arg)
{
    for (int i = 0; i < SHARED_TYPES; i++)
        each_made_subclass(vm, &vm->shared->types[i], visit, arg);
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        each_made_subclass(vm, t, visit, arg);
}

/* forget_version for those of which that says yes, each of which is met once. */
static void forget_if(MinipyVM *vm, bool (*which)(TypeObj *, const void *),
                      const void *arg, TypeObj **modified)
{
    TypeObj first = {0}, *last = &first;
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        if (which(t, arg))
            forget_version(vm, t, modified);
    each_first_made(vm, list_visit, &last);
    for (TypeObj *t = first.next_listed; t; t = t->next_listed)
        each_made_subclass(vm, t, list_visit, &last);
    for (TypeObj *t = first.next_listed; t; t = t->next_listed) {
        t->flags &= ~(uint32_t)TYPE_LISTED;
        if (which(t, arg))
            forget_version(vm, t, modified);
    }
}

static bool is_class_of(TypeObj *t, const void *meta)
{
    return t->ob.type == meta;
}

/* The walks need no memory, without which a class would keep a version that its caches
 * trust, and no depth of C calls. No Python code runs meanwhile. */
static inline void forget_below(MinipyVM *vm, TypeObj *modified)
{
    TypeObj *t;
    while ((t = modified) != NULL) {
        modified = t->next_modified;
        type_each_subclass(vm, t, forget_version, &modified);
        if (t->flags & TYPE_RULES_CACHED) {
            t->flags &= ~(uint32_t)TYPE_RULES_CACHED;
            forget_if(vm, is_class_of, t, &modified);
        }
    }
}

void type_modified(MinipyVM *vm, TypeObj *t)
{
    TypeObj *modified = NULL;
    forget_version(vm, t, &modified);
    forget_below(vm, modified);
}

void types_modified_if(MinipyVM *vm, bool (*which)(TypeObj *, const void *),
                       const void *arg)
{
    TypeObj *modified = NULL;
    forget_if(vm, which, arg, &modified);
    forget_below(vm, modified);
}

/* A native type has only what natives read and assign. */
void types_modified(MinipyVM *vm)
{
    TypeObj *modified = NULL;
    each_first_made(vm, forget_version, &modified);
    forget_below(vm, modified);
}

/* The dict of a class can be cleared before the class is, by a pass that knows nothing
 * of versions; so nothing about it may be cached from now on. */
void type_begin_clear(MinipyVM *vm, TypeObj *t)
{
    type_modified(vm, t);
    t->flags |= TYPE_DYING;
}

bool type_is_subtype(TypeObj *a, TypeObj *b)
{
    if (a == b)
        return true;
    if (!a->mro) {
        for (; a; a = a->base)
            if (a == b)
                return true;
        return false;
    }
    TupleObj *mro = TUPLE(a->mro);
    for (int64_t i = 0; i < mro->size; i++)
        if (mro->items[i] == value_from_obj(b))
            return true;
    return false;
}

TypeObj *value_type_slow(MinipyVM *vm, Value v)
{
    switch (v) {
    case VALUE_NONE: return vm->types[KIND_NONE];
    case VALUE_TRUE:
    case VALUE_FALSE: return vm->types[KIND_BOOL];
    case VALUE_ELLIPSIS: return vm->types[KIND_ELLIPSIS];
    case VALUE_NOT_IMPLEMENTED: return vm->types[KIND_NOT_IMPLEMENTED];
    default: return vm->types[KIND_OBJECT];
    }
}

/* ---- subclasses ------------------------------------------------------------------ */

/* A class is entered under its address and takes itself out when it dies, so that the
 * entries need not be weak references. */
static Value address_key(TypeObj *t)
{
    return value_from_imm((int64_t)(uintptr_t)t >> 3);
}

int type_add_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub)
{
    TypeState *s = type_state(vm, base);
    if (!s->subclasses && !(s->subclasses = dict_new(vm)))
        return -1;
    Value key = address_key(sub);
    return dict_set(vm, s->subclasses, key, key);
}

void type_remove_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub)
{
    Value table = type_state(vm, base)->subclasses;
    if (table && dict_delete(vm, table, address_key(sub)) < 0)
        error_clear(vm);
}

static bool is_base_of(TypeObj *t, TypeObj *sub)
{
    for (int64_t i = 1; i < tuple_size(sub->bases); i++)
        if (tuple_get_borrow(sub->bases, i) == value_from_obj(t))
            return true;
    return sub->base == t;
}

/* Those of types.def first, then the exceptions in their order, then the newest. */
static int each_native_subclass(MinipyVM *vm, TypeObj *t,
                                int (*visit)(MinipyVM *, TypeObj *, void *), void *arg)
{
    int r = 0;
    for (int k = 0; r == 0 && k < KIND_COUNT; k++)
        r = vm->types[k]->base == t ? visit(vm, vm->types[k], arg) : 0;
    for (int i = EXC_BaseException + 1; r == 0 && i < EXC_COUNT; i++)
        r = vm->exc[i]->base == t && vm->exc[i]->shared ? visit(vm, vm->exc[i], arg)
                                                        : 0;
    for (TypeObj *n = vm->native_types; r == 0 && n; n = n->next_native)
        r = is_base_of(t, n) ? visit(vm, n, arg) : 0;
    return r;
}

static int type_each_subclass(MinipyVM *vm, TypeObj *t,
                              int (*visit)(MinipyVM *, TypeObj *, void *), void *arg)
{
    if (t->flags & TYPE_HEAP)
        return t->own.subclasses ? each_made_subclass(vm, t, visit, arg) : 0;
    int r = each_native_subclass(vm, t, visit, arg);
    return r ? r : each_made_subclass(vm, t, visit, arg);
}

static int each_made_subclass(MinipyVM *vm, TypeObj *t,
                              int (*visit)(MinipyVM *, TypeObj *, void *), void *arg)
{
    if (!type_state(vm, t)->subclasses)
        return 0;
    /* In place: invalidation must not fail for want of memory. */
    int r = 0;
    int64_t pos = 0;
    Value key, table = value_incref(type_state(vm, t)->subclasses);
    while (r == 0 && dict_next(table, &pos, &key, NULL)) {
        TypeObj *sub = (TypeObj *)(uintptr_t)((uint64_t)value_imm(key) << 3);
        if (sub->ob.refs > 0 && !(sub->ob.flags & OBJ_IN_DEALLOC))
            r = visit(vm, sub, arg);
    }
    value_decref(vm, table);
    return r;
}

static int push_visit(MinipyVM *vm, TypeObj *t, void *arg)
{
    return list_append(vm, *(Value *)arg, value_from_obj(t));
}

Value type_subclasses(MinipyVM *vm, TypeObj *t)
{
    Value list = list_new(vm, 0);
    if (list && type_each_subclass(vm, t, push_visit, &list) < 0)
        value_clear(vm, &list);
    return list;
}

/* The list holds the classes still to be visited, those of one base in the reverse of
 * their order. */
static int push_subclasses(MinipyVM *vm, Value list, TypeObj *t)
{
    int64_t i = list_size(list);
    if (type_each_subclass(vm, t, push_visit, &list) < 0)
        return -1;
    Value *items = LIST(list)->items;
    for (int64_t j = list_size(list) - 1; i < j; i++, j--) {
        Value v = items[i];
        items[i] = items[j];
        items[j] = v;
    }
    return 0;
}

int type_each_descendant(MinipyVM *vm, TypeObj *t,
                         int (*visit)(MinipyVM *, TypeObj *, void *), void *arg)
{
    int r = visit(vm, t, arg);
    if (r < 0 || ((t->flags & TYPE_HEAP) && !t->own.subclasses))
        return r;
    Value todo = list_new(vm, 0);
    r = todo ? push_subclasses(vm, todo, t) : -1;
    while (r == 0 && list_size(todo) > 0) {
        Value next = list_pop(vm, todo, list_size(todo) - 1);
        r = visit(vm, TYPE_OF(next), arg);
        if (r == 0)
            r = push_subclasses(vm, todo, TYPE_OF(next));
        value_decref(vm, next);
    }
    value_xdecref(vm, todo);
    return r;
}

typedef struct Visit {
    int (*call)(MinipyVM *, TypeObj *, void *);
    void *arg;
} Visit;

static int visit_in_place(MinipyVM *vm, TypeObj *t, void *arg)
{
    Visit *visit = arg;
    visit->call(vm, t, visit->arg);
    return c_stack_full(vm) ? -1 : type_each_subclass(vm, t, visit_in_place, visit);
}

void type_all_descendants(MinipyVM *vm, TypeObj *t,
                          int (*visit)(MinipyVM *, TypeObj *, void *), void *arg)
{
    if (type_each_descendant(vm, t, visit, arg) == 0)
        return;
    error_clear(vm);
    visit_in_place(vm, t, &(Visit){visit, arg});
}
