/* alloc.c - birth and death of objects.
 *
 * A block is [GcHead][object struct][variable part][InstHead if it follows the variable
 * part][in-line attribute slots]. object_dealloc is the one place where an object dies:
 * it runs finalizer and weak-reference callbacks, untracks, lets the native type
 * release its fields, releases __slots__ and attributes, and returns the memory. Long
 * chains die without deep recursion: below a certain depth containers wait on the vm's
 * trash list.
 */
#include "vm/memory/gc.h"
#include "probes/report.h"
#include "vm/memory/mem_inline.h"
#include "vm/memory/memstate.h"
#include "vm/memory/object_report.h"
#include "vm/types/shape.h"
#include "vm/types/object_type.h"
#include "vm/core/vm.h"
#include "vm/memory/weakref.h"

/* How deep deallocations nest (DEALLOC_DEPTH_FULL: where the C stack is used up). */
enum { DEALLOC_DEPTH_MAX = 100 };

static size_t align8(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* Bytes of an object of cls with nitems, the GcHead not counted; 0: overflow. */
static size_t object_size(TypeObj *cls, int64_t nitems)
{
    size_t size, items;
    if (__builtin_mul_overflow((size_t)nitems, (size_t)cls->itemsize, &items) ||
        __builtin_add_overflow((size_t)cls->basicsize, items, &size) ||
        size > PTRDIFF_MAX / 2)
        return 0;
    size = align8(size);
    if (cls->tail_size > 0) {
        size += (size_t)cls->tail_size;
    } else if (cls->inst_offset > 0) {
        size += cls->inline_slots * sizeof(Value);
    }
    return size;
}

/* Fills in the header of a zeroed object, counts and links it. */
static Object *object_begin(MinipyVM *vm, Object *o, TypeObj *cls)
{
    *o = cls->newborn;
    if (cls->flags & TYPE_HEAP)
        cls->ob.refs++;
    if (cls->flags & TYPE_HAS_INST)
        inst_init(vm, o);
    if (cls->flags & TYPE_GC) {
        gc_link_inline(vm, o);
        gc_count_new(vm);
    }
    return o;
}

/* What object_alloc returns when it has to ask for the block, or to work out its size.
 */
static __attribute__((noinline)) Object *alloc_slowly(MinipyVM *vm, TypeObj *cls,
                                                      int64_t nitems)
{
    size_t size = object_size(cls, nitems);
    if (unlikely(size == 0))
        return error_set_oom(vm), NULL;
    size_t head = cls->flags & TYPE_GC ? sizeof(GcHead) : 0;
    char *block = mem_alloc_object(vm, size + head, head, cls);
    if (unlikely(!block))
        return NULL;
    Object *o = (Object *)(void *)(block + head);
    memset(o + 1, 0, size - sizeof *o);
    return object_begin(vm, o, cls);
}

/* Blocks of pools are whole pairs of words: what is behind the object may be zeroed.
 * (A vector, because gcc makes a call of memset of a loop over words.) */
static inline void zero_pairs(Object *o, size_t size)
{
    typedef uint64_t Pair __attribute__((vector_size(16), may_alias));
    volatile Pair *at = (Pair *)(void *)(o + 1);
    for (const char *end = (char *)o + size; (const char *)at < end; at++)
        *at = (Pair){0, 0};
}

/* Such a birth makes a collection due. */
static __attribute__((noinline)) Object *born_last(MinipyVM *vm, Object *o)
{
    gc_request(vm);
    return o;
}

/* Where a block lies ready nothing is called, so that no register need be kept. */
Object *object_alloc(MinipyVM *vm, TypeObj *cls, int64_t nitems)
{
    size_t whole = cls->block_size;
    if (unlikely(nitems != 0 || whole == 0))
        return alloc_slowly(vm, cls, nitems);
    Shape *shape = cls->inst_offset ? type_state(vm, cls)->shape : NULL;
    if (unlikely(cls->inst_offset && !shape))
        return alloc_slowly(vm, cls, 0);
    char *block = mem_take_inline(vm, whole);
    if (unlikely(!block))
        return alloc_slowly(vm, cls, 0);
    size_t head = cls->block_head;
    Object *o = (Object *)(void *)(block + head);
    zero_pairs(o, whole - head);
    *o = cls->newborn;
    if (cls->flags & TYPE_HEAP)
        cls->ob.refs++;
    if (shape)
        inst_begin(o, cls, shape);
    if (cls->flags & TYPE_GC) {
        gc_link_inline(vm, o);
        if (unlikely(gc_count_is_due(vm)))
            return born_last(vm, o);
    }
    return o;
}

void type_size_block(TypeObj *t)
{
    size_t head = t->flags & TYPE_GC ? sizeof(GcHead) : 0;
    bool fixed = t->inst_offset >= 0 && t->tail_size == 0;
    unsigned in_line = t->inst_offset > 0 && fixed ? t->inline_slots : 0;
    size_t size = align8((size_t)t->basicsize) + in_line * sizeof(Value) + head;
    t->block_size = fixed && size <= SMALL_MAX ? (uint32_t)size : 0;
    t->block_head = (uint32_t)head;
    t->newborn = (Object){.refs = 1,
                          .kind = t->layout,
                          .gc = head ? GC_HAS_HEAD | GC_TRACKED : 0,
                          .flags = (uint16_t)(in_line << OBJ_INLINE_SHIFT),
                          .type = t};
}

Value type_alloc_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                     Value kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    Object *o = object_alloc(vm, cls, 0);
    return o ? value_from_obj(o) : VALUE_NULL;
}

void *obj_field(Object *o, int offset)
{
    if (offset >= 0)
        return (char *)o + offset;
    TypeObj *t = o->type;
    const TypeSpec *spec = t->spec;
    int64_t n = spec->nitems ? spec->nitems(o) : 0;
    size_t size = align8((size_t)t->basicsize + (size_t)n * (size_t)t->itemsize);
    return (char *)o + size + ~offset;
}

InstHead *inst_head(Object *o)
{
    int offset = o->type->inst_offset;
    return offset == 0 ? NULL : obj_field(o, offset);
}

/* Values kept by __slots__ members of the Python-made classes of o's type. */
static void slots_clear(MinipyVM *vm, Object *o)
{
    for (TypeObj *t = o->type; t && (t->flags & TYPE_HEAP); t = t->base) {
        Value *slot = t->slots_count ? obj_field(o, t->slots_start) : NULL;
        for (int i = 0; i < t->slots_count; i++)
            value_clear(vm, &slot[i]);
    }
}

void object_values_release(MinipyVM *vm, Object *o)
{
    Value *v = object_values(o), *end = v + o->type->life->values;
    do
        value_clear(vm, v);
    while (++v < end);
}

Value object_of_steal(MinipyVM *vm, TypeObj *cls, const Value *values, int n)
{
    bool all = true;
    for (int i = 0; i < n; i++)
        all = all && values[i];
    Object *o = all ? object_alloc(vm, cls, 0) : NULL;
    for (int i = 0; i < n; i++) {
        if (o)
            object_values(o)[i] = values[i];
        else
            value_xdecref(vm, values[i]);
    }
    return value_from_obj(o);
}

static void release_one(MinipyVM *vm, Object *o)
{
    value_clear(vm, object_values(o));
}

static void release_two(MinipyVM *vm, Object *o)
{
    value_clear(vm, object_values(o));
    value_clear(vm, object_values(o) + 1);
}

DeallocFn type_spec_dealloc(const TypeSpec *spec)
{
    static const DeallocFn by_values[] = {NULL, release_one, release_two};
    if (spec->dealloc || spec->values == 0)
        return spec->dealloc;
    return spec->values < 3 ? by_values[spec->values] : object_values_release;
}

int object_values_visit(Object *o, VisitFn visit, void *arg)
{
    return gc_visit_values(object_values(o), o->type->life->values, visit, arg);
}

static inline void native_dealloc(MinipyVM *vm, Object *o)
{
    if (likely(o->type->dealloc != NULL))
        o->type->dealloc(vm, o);
}

/* Runs __del__ once. True if the object came back to life. */
static bool finalize(MinipyVM *vm, Object *o)
{
    FinalizeSlot fn = o->type->slots.finalize;
    /* Once for what the collector knows; as often as it dies for what it does not. */
    if (!fn || ((o->flags & OBJ_FINALIZED) && (o->gc & GC_HAS_HEAD)))
        return false;
    o->flags |= OBJ_FINALIZED;
    o->refs = 1;
    Value saved = error_fetch(vm);
    fn(vm, value_from_obj(o));
    error_restore_steal(vm, saved);
    return --o->refs > 0;
}

/* What is done for an object before it goes. False: it stays. */
static __attribute__((noinline)) bool last_rites(MinipyVM *vm, Object *o)
{
    if (finalize(vm, o)) {
        vm->resurrected = o;
        return false;
    }
    if (o->flags & OBJ_HAS_WEAKREFS) {
        o->refs = 1; /* callbacks must not free it again */
        weakrefs_clear(vm, o);
        o->refs = 0;
    }
    return true;
}

/* The attributes of an instance that nobody can reach any more. */
static inline void attributes_release(MinipyVM *vm, Object *o, const TypeObj *type)
{
    if (unlikely(type->inst_offset < 0)) {
        inst_clear(vm, o);
        return;
    }
    InstHead *h = inst_head_fixed(o);
    if (unlikely(!h->shape)) {
        inst_clear(vm, o);
        return;
    }
    Value *values = h->u.values, *end = values + h->shape->count;
    h->shape = NULL;
    h->u.values = NULL;
    for (Value *v = values; v < end; v++)
        value_decref(vm, *v);
    if (unlikely(values && values != obj_inline_values(o)))
        mem_free_inline(vm, values);
}

/* What the class added goes first, as in CPython. */
static inline void instance_dealloc(MinipyVM *vm, Object *o, TypeObj *type)
{
    if (type->has_slots)
        slots_clear(vm, o);
    if (type->flags & TYPE_HAS_INST)
        attributes_release(vm, o, type);
    native_dealloc(vm, o);
    mem_free_inline(vm, block_of(o));
    if (type->flags & TYPE_GC)
        gc_count_freed(vm);
    obj_decref(vm, (Object *)type);
}

static __attribute__((noinline)) void instance_dealloc_apart(MinipyVM *vm, Object *o,
                                                             TypeObj *type)
{
    instance_dealloc(vm, o, type);
}

static inline void dealloc_now(MinipyVM *vm, Object *o)
{
    TypeObj *type = o->type;
    if (unlikely(type->slots.finalize != NULL || (o->flags & OBJ_HAS_WEAKREFS))) {
        if (!last_rites(vm, o))
            return;
        type = o->type; /* __del__ may have assigned __class__ */
    }
    unlink_dying(o);
    o->flags |= OBJ_IN_DEALLOC;
    if (type->flags & TYPE_HEAP) {
        instance_dealloc_apart(vm, o, type);
        return;
    }
    native_dealloc(vm, o);
    if (type->flags & TYPE_HAS_INST)
        attributes_release(vm, o, type);
    if ((type->flags & (TYPE_GC | TYPE_FREE_LIST)) == TYPE_GC)
        gc_count_freed(vm);
    mem_free_inline(vm, block_of(o));
}

/* ... where it is not the next thing to do. */
static __attribute__((noinline)) void dealloc_apart(MinipyVM *vm, Object *o)
{
    dealloc_now(vm, o);
}

/* ---- births and deaths, reported ------------------------------------------------- */

void objects_report(MinipyVM *vm, bool on)
{
    mem_watch(vm, on);
    if (objects_are_reported(vm) != on)
        vm->dealloc_depth += on ? DEPTH_REPORTED : -DEPTH_REPORTED;
}

static void report_birth(MinipyVM *vm, TypeObj *cls, void *block, void *object)
{
    if (probes_object_alloc_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_object_alloc(&vm->consumers, type_name_cstr(cls),
                                             (long)mem_block_size(vm, block), object));
}

static void report_death(MinipyVM *vm, TypeObj *cls, long size, void *object)
{
    if (probes_object_free_wanted(&vm->consumers))
        REPORT_PROBE(
            vm, probes_object_free(&vm->consumers, type_name_cstr(cls), size, object));
}

static __attribute__((noinline)) void *alloc_reported(MinipyVM *vm, size_t size,
                                                      size_t head, TypeObj *cls)
{
    char *block = mem_alloc(vm, size);
    if (block)
        report_birth(vm, cls, block, block + head);
    return block;
}

void *mem_calloc_object(MinipyVM *vm, size_t size, TypeObj *cls)
{
    void *block = mem_calloc(vm, size);
    if (block && objects_are_reported(vm))
        report_birth(vm, cls, block, block);
    return block;
}

void *mem_alloc_object(MinipyVM *vm, size_t size, size_t head, TypeObj *cls)
{
    return objects_are_reported(vm) ? alloc_reported(vm, size, head, cls)
                                    : mem_alloc(vm, size);
}

void object_report_birth(MinipyVM *vm, Object *o)
{
    report_birth(vm, o->type, block_of(o), o);
}

void object_report_move(MinipyVM *vm, void *from, Object *o)
{
    report_death(vm, o->type, (long)mem_block_size(vm, block_of(o)), from);
    object_report_birth(vm, o);
}

/* Reported when it is gone, and under the name of the type that it had; the type may go
 * with it. */
static __attribute__((noinline)) void dealloc_reported(MinipyVM *vm, Object *o)
{
    TypeObj *type = o->type;
    long size = (long)mem_block_size(vm, block_of(o));
    type_incref(type);
    vm->resurrected = NULL;
    dealloc_apart(vm, o);
    if (vm->resurrected != o)
        report_death(vm, type, size, o);
    type_decref(vm, type);
}

/* The trash list links through the GcHeads of dead, untracked containers. */
static void defer(Object **list, Object *o)
{
    gc_untrack(o);
    gc_head(o)->next = *list ? gc_head(*list) : NULL;
    *list = o;
}

static void trash_defer(MinipyVM *vm, Object *o)
{
    defer(&vm->trash, o);
}

__attribute__((noinline)) void trash_empty(MinipyVM *vm)
{
    while (vm->trash) {
        Object *o = vm->trash;
        GcHead *next = gc_head(o)->next;
        vm->trash = next ? gc_object(next) : NULL;
        vm->dealloc_depth++;
        if (objects_are_reported(vm))
            dealloc_reported(vm, o);
        else
            dealloc_apart(vm, o);
        vm->dealloc_depth--;
    }
}

void value_decref_later(MinipyVM *vm, Value v)
{
    Object *o = v && value_is_counted(v) ? value_obj(v) : NULL;
    if (o && (o->refs > 1 || !(o->gc & GC_HAS_HEAD)))
        obj_decref(vm, o);
    else if (o) {
        o->refs = 0;
        defer(&vm->put_off, o);
    }
}

void object_release_put_off(MinipyVM *vm)
{
    if (likely(!vm->put_off))
        return;
    Value raised = error_fetch(vm);
    Object *trash = vm->trash;
    vm->trash = vm->put_off;
    vm->put_off = NULL;
    trash_empty(vm);
    vm->trash = trash;
    error_restore_steal(vm, raised);
}

static bool is_too_deep(const MinipyVM *vm, const Object *o, int depth)
{
    return depth >= DEALLOC_DEPTH_FULL && (o->gc & GC_HAS_HEAD) &&
           (depth >= DEALLOC_DEPTH_MAX || c_stack_full(vm));
}

/* Below the depth at which nothing is to be thought of. False: it is to go on. */
static __attribute__((noinline)) bool dealloc_otherwise(MinipyVM *vm, Object *o)
{
    if (!objects_are_reported(vm)) {
        bool deep = is_too_deep(vm, o, vm->dealloc_depth);
        if (deep)
            trash_defer(vm, o);
        return deep;
    }
    int depth = vm->dealloc_depth - DEPTH_REPORTED;
    if (is_too_deep(vm, o, depth)) {
        trash_defer(vm, o);
        return true;
    }
    vm->dealloc_depth++;
    dealloc_reported(vm, o);
    vm->dealloc_depth--;
    if (depth == 0)
        trash_empty(vm);
    return true;
}

void object_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL) && dealloc_otherwise(vm, o))
        return;
    vm->dealloc_depth++;
    dealloc_now(vm, o);
    dealloc_leave(vm);
}

/* Of types without attributes, finalizers and what the collector would look at: they
 * hold nothing. */
static void plain_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL ||
                 (o->flags & OBJ_HAS_WEAKREFS)))
        object_death(vm, o);
    else
        mem_free_inline(vm, o);
}

/* No attributes, and nothing to be finalized. */
static inline void native_death(MinipyVM *vm, Object *o, bool collected)
{
    TypeObj *type = o->type;
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL ||
                 (o->flags & OBJ_HAS_WEAKREFS))) {
        object_death(vm, o);
        return;
    }
    vm->dealloc_depth++;
    if (collected)
        unlink_dying(o);
    o->flags |= OBJ_IN_DEALLOC;
    native_dealloc(vm, o);
    if (collected && !(type->flags & TYPE_FREE_LIST))
        gc_count_freed(vm);
    mem_free_inline(vm, collected ? (void *)gc_head(o) : (void *)o);
    dealloc_leave(vm);
}

/* Of a type with TYPE_GC. */
static void collected_death(MinipyVM *vm, Object *o)
{
    native_death(vm, o, true);
}

void first_value_death(MinipyVM *vm, Object *o)
{
    if (unlikely(!dies_plainly(vm, o))) {
        object_death(vm, o);
        return;
    }
    dying_begin(vm, o);
    value_xdecref(vm, *(Value *)(void *)(o + 1));
    dying_end(vm, o);
}

static void uncollected_death(MinipyVM *vm, Object *o)
{
    native_death(vm, o, false);
}

DeallocFn type_death(const TypeObj *t)
{
    if ((t->flags & TYPE_HAS_INST) || t->slots.finalize)
        return object_death;
    if (t->flags & TYPE_GC)
        return collected_death;
    return t->dealloc ? uncollected_death : plain_death;
}

void instance_death(MinipyVM *vm, Object *o)
{
    TypeObj *type = o->type;
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL || type->slots.finalize ||
                 (o->flags & OBJ_HAS_WEAKREFS))) {
        object_death(vm, o);
        return;
    }
    vm->dealloc_depth++;
    unlink_dying(o);
    o->flags |= OBJ_IN_DEALLOC;
    instance_dealloc(vm, o, type);
    dealloc_leave(vm);
}

void object_dealloc(MinipyVM *vm, Object *o)
{
    o->type->death(vm, o);
}

Object *object_alloc_anew(MinipyVM *vm, Kind kind, uint8_t tracked, size_t size,
                          int64_t which)
{
    Object *o = object_alloc_raw(vm, kind, tracked, size);
    if (likely(o != NULL))
        gc_count_reused(vm, which);
    return o;
}

/* Everything o refers to, for the collector. */
static __attribute__((noinline)) int traverse_derived(Object *o, VisitFn visit,
                                                      void *arg)
{
    TypeObj *type = o->type;
    if (type->flags & TYPE_HEAP)
        GC_VISIT_OBJ(type);
    TraverseFn traverse = type->life->traverse;
    int r = traverse ? traverse(o, visit, arg) : object_values_visit(o, visit, arg);
    if (r)
        return r;
    for (TypeObj *t = type; t && (t->flags & TYPE_HEAP); t = t->base) {
        Value *slot = t->slots_count ? obj_field(o, t->slots_start) : NULL;
        for (int i = 0; i < t->slots_count; i++)
            GC_VISIT(slot[i]);
    }
    return type->flags & TYPE_HAS_INST ? inst_traverse(o, visit, arg) : 0;
}

int object_traverse(Object *o, VisitFn visit, void *arg)
{
    TraverseFn traverse = o->type->life->traverse;
    if (traverse != NULL && !(o->type->flags & (TYPE_HEAP | TYPE_HAS_INST)))
        return traverse(o, visit, arg); /* most objects, and nothing else is in them */
    return traverse_derived(o, visit, arg);
}

/* Breaks the cycles through o: what tp_clear does in CPython. */
void object_break_cycles(MinipyVM *vm, Object *o)
{
    const TypeSpec *life = o->type->life;
    if (life->clear)
        life->clear(vm, o);
    else if (life->flags & TYPE_CLEARS)
        object_values_release(vm, o);
    if (o->type->flags & TYPE_HEAP)
        slots_clear(vm, o);
    if (o->type->flags & TYPE_HAS_INST)
        inst_clear(vm, o);
}
