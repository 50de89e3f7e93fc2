/* mem_inline.h - the allocator's structures and its short paths, for the files in
 * which most objects are born and die: a call each less. What they do not handle goes
 * to mem.c (and gc.c).
 */
#ifndef MINIPY_VM_MEMORY_MEM_INLINE_H
#define MINIPY_VM_MEMORY_MEM_INLINE_H

#include "vm/core/vm.h"
#include "vm/memory/mem_inline.h"

enum {
    POOL_SIZE = 16 * 1024,
    SMALL_MAX = 512,
    CLASS_STEP = 16,
    CLASSES = SMALL_MAX / CLASS_STEP
};

typedef struct Pool {
    struct Pool *next,
        *prev;        /* in the class's list of usable pools, or the free list */
    void *free;       /* list of freed blocks */
    char *bump, *end; /* blocks never used yet */
    uint32_t used;
    uint8_t class_;
    bool listed; /* among the class's usable pools */
} Pool;

struct MemState {
    Pool *usable[CLASSES];
    uint8_t borrowed[CLASSES]; /* blocks taken of a wider class (class_to_take) */
    uint32_t has_pool, held; /* bits of classes; how many of their pools count one more
                                block than there is (hold_first) */
    char *base, *top, *end;  /* the reserved range; top: first pool never used */
    char *shown;             /* what lies behind is left out of core files, */
    char *huge; /* and there huge pages begin, or m->end: they are asked for */
    /* What the short paths compare with. While blocks are traced the range looks empty
     * to them and no block small, so that an idle tracer costs no instruction. */
    char *quick_end;                /* end, or base */
    size_t quick_room;              /* SMALL_MAX + 1, or 0: also without a range */
    const struct MemTracer *tracer; /* borrowed; NULL: none */
    bool watched;                   /* mem_watch() */
    Pool *free_pools;               /* whose pages are still there: */
    size_t idle, kept, kept_max;    /* their bytes; how many may be, now and at most */
    uint32_t *cold, ncold; /* free pools whose pages the system has back, by number */
    size_t cold_room;      /* of that array, which is mapped when it is first needed */
    size_t bytes, limit;   /* handed out (whole pools, large blocks), or charged */
    size_t large_blocks;   /* those from malloc, or the host, that are in use, */
    size_t large, large_max;        /* their bytes, and the most since malloc_trim(); */
    size_t trim_min, trim_max;      /* how many must go before the next, at most */
    struct LargeHead *large_in_use; /* they themselves, newest first */
    struct Mapping
        *large_kept; /* of those that were freed: newest first; their bytes, */
    size_t large_idle, large_idle_max; /* and how many may be */
    void *(*allocate)(void *user, void *block, size_t old, size_t size); /* or NULL */
    void *user;
    int64_t fail_countdown; /* hostile builds: the allocation that fails; 0: never */
};

static inline bool mem_is_small(struct MemState *m, void *p)
{
    return (size_t)((char *)p - m->base) < (size_t)(m->end - m->base);
}

/* Is it, and does nobody want to know that it goes? */
static inline bool mem_is_quick(struct MemState *m, void *p)
{
    return (size_t)((char *)p - m->base) < (size_t)(m->quick_end - m->base);
}

static inline Pool *mem_pool_of(void *p)
{
    return (Pool *)((uintptr_t)p & ~(uintptr_t)(POOL_SIZE - 1));
}

/* size > 0: a block that was freed before, or NULL, which says nothing: ask mem_alloc,
 * or mem_alloc_object. */
static inline void *mem_take_inline(MinipyVM *vm, size_t size)
{
#ifndef MINIPY_FAIL_ALLOC
    if (likely(size <= SMALL_MAX)) {
        Pool *p = vm->pools[(size - 1) / CLASS_STEP];
        if (likely(p != NULL)) {
            void *block = p->free;
            if (likely(block != NULL)) {
                memcpy(&p->free, block, sizeof p->free);
                p->used++;
                return block;
            }
        }
    }
#else
    (void)vm, (void)size;
#endif
    return NULL;
}

/* As mem_alloc, size > 0. */
static inline void *mem_alloc_inline(MinipyVM *vm, size_t size)
{
    void *block = mem_take_inline(vm, size);
    return likely(block != NULL) ? block : mem_alloc(vm, size);
}

/* The block of an object of cls, whose first `head` bytes are the collector's: as
 * mem_alloc, and reported to who waits for object__alloc (alloc.c). */
void *mem_alloc_object(MinipyVM *vm, size_t size, size_t head, TypeObj *cls);
/* Zeroed, without such a head; pages that the system gives zeroed stay untouched. */
void *mem_calloc_object(MinipyVM *vm, size_t size, TypeObj *cls);
static inline void *mem_alloc_object_inline(MinipyVM *vm, size_t size, size_t head,
                                            TypeObj *cls)
{
    void *block = mem_take_inline(vm, size);
    return likely(block != NULL) ? block : mem_alloc_object(vm, size, head, cls);
}

/* As mem_free, p not NULL: back to a pool that is usable and stays so. */
static inline void mem_free_inline(MinipyVM *vm, void *block)
{
    struct MemState *m = vm->mem;
    if (likely(mem_is_quick(m, block))) {
        Pool *p = mem_pool_of(block);
        if (likely(p->used > 1 && p->listed)) {
            memcpy(block, &p->free, sizeof(void *));
            p->free = block;
            p->used--;
            return;
        }
    }
    mem_free(vm, block);
}

/* gc_track for an object just made with GC_TRACKED. */
static inline void gc_link_inline(MinipyVM *vm, Object *o)
{
    GcGeneration *young = &vm->gc.gen[0];
    GcHead *g = gc_head(o), *last = young->head.prev;
    g->next = &young->head;
    g->prev = last;
    last->next = g;
    young->head.prev = g;
}

/* Memory was taken for a container: is a collection due? */
static inline bool gc_count_is_due(MinipyVM *vm)
{
    GcGeneration *young = &vm->gc.gen[0];
#ifdef MINIPY_GC_STRESS
    young->count++;
    return true;
#endif
    return ++young->count > young->threshold;
}

static inline void gc_count_new(MinipyVM *vm)
{
    if (unlikely(gc_count_is_due(vm)))
        gc_request(vm);
}

/* The same where CPython looks into a free list first (GC_FREE_LIST...). */
static inline void gc_count_reused(MinipyVM *vm, int64_t which)
{
    if (unlikely(--vm->gc.free_lists[which] < 0)) {
        vm->gc.free_lists[which] = 0;
        gc_count_new(vm);
    }
}

/* It was given back. */
static inline void gc_count_freed(MinipyVM *vm)
{
    if (vm->gc.gen[0].count > 0)
        vm->gc.gen[0].count--;
}

/* A container of a type with TYPE_FREE_LIST was given back. */
static inline void gc_count_kept(MinipyVM *vm, int64_t which, int most)
{
    if (unlikely(++vm->gc.free_lists[which] > most)) {
        vm->gc.free_lists[which] = most;
        gc_count_freed(vm);
    }
}

/* ---- birth and death ------------------------------------------------------------- */

/* From this depth of nested deallocations on, more is to be thought of than the object:
 * object_death does. */
enum { DEALLOC_DEPTH_FULL = 8 };

static inline void *block_of(Object *o)
{
    return o->gc & GC_HAS_HEAD ? (void *)gc_head(o) : (void *)o;
}

/* Takes a dying object out of its list; its bits say nothing any more. */
static inline void unlink_dying(Object *o)
{
    if (!(o->gc & GC_TRACKED))
        return;
    GcHead *g = gc_head(o);
    g->prev->next = g->next;
    g->next->prev = g->prev;
}

void trash_empty(MinipyVM *vm); /* what waited because it was too deep dies */
static inline void dealloc_leave(MinipyVM *vm)
{
    if (--vm->dealloc_depth == 0 && unlikely(vm->trash != NULL))
        trash_empty(vm);
}

/* A dying native object that the collector looks at, without attributes and finalizer:
 * is nothing else to be thought of? Then what it holds is released between the other
 * two. */
static inline bool dies_plainly(const MinipyVM *vm, const Object *o)
{
    return likely(vm->dealloc_depth < DEALLOC_DEPTH_FULL &&
                  !(o->flags & OBJ_HAS_WEAKREFS));
}
static inline void dying_begin(MinipyVM *vm, Object *o)
{
    vm->dealloc_depth++;
    unlink_dying(o);
    o->flags |= OBJ_IN_DEALLOC;
}
static inline void dying_end(MinipyVM *vm, Object *o)
{
    gc_count_freed(vm);
    mem_free_inline(vm, gc_head(o));
    dealloc_leave(vm);
}

/* The last of a dead list, dict or tuple, which holds nothing and is unlinked: its
 * block waits for the next one, or goes. */
static inline void object_keep_block(MinipyVM *vm, Object *o, int64_t which, int most)
{
    GcState *gc = &vm->gc;
    if (likely(gc->keeps_ready && gc->free_lists[which] < most)) {
        gc->free_lists[which]++;
        gc_head(o)->next = gc->ready[which];
        gc->ready[which] = gc_head(o);
        return;
    }
    gc_count_kept(vm, which, most);
    mem_free_inline(vm, gc_head(o));
}

/* Memory for `size` bytes of an object of the native, collected type KIND, which has no
 * __dict__; only the header is filled, and the caller links it if it is GC_TRACKED.
 * What object_alloc does, for the types of which most objects are. */
static inline Object *object_alloc_raw(MinipyVM *vm, Kind kind, uint8_t tracked,
                                       size_t size)
{
    GcHead *head =
        mem_alloc_object_inline(vm, sizeof *head + size, sizeof *head, vm->types[kind]);
    if (unlikely(!head))
        return NULL;
    Object *o = gc_object(head);
    o->refs = 1;
    o->kind = (uint8_t)kind;
    o->gc = GC_HAS_HEAD | tracked;
    o->flags = 0;
    o->type = vm->types[kind];
    return o;
}

/* The same where no block waits, counted. */
Object *object_alloc_anew(MinipyVM *vm, Kind kind, uint8_t tracked, size_t size,
                          int64_t which);
/* ... of a list, dict or tuple, from the blocks of dead ones that wait: what lies
 * behind the header is as the dead one left it, or unknown. */
static inline Object *object_alloc_ready(MinipyVM *vm, Kind kind, uint8_t tracked,
                                         size_t size, int64_t which)
{
    GcHead *head = vm->gc.ready[which];
    if (unlikely(!head))
        return object_alloc_anew(vm, kind, tracked, size, which);
    vm->gc.ready[which] = head->next;
    vm->gc.free_lists[which]--;
    Object *o = gc_object(head);
    o->refs = 1;
    o->kind = (uint8_t)kind;
    o->gc = GC_HAS_HEAD | tracked;
    o->flags = 0;
    return o;
}

#endif
