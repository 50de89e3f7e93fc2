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
    uint32_t used, class_;
} Pool;

struct MemState {
    Pool *usable[CLASSES];
    char *base, *top, *end; /* the reserved range; top: first pool never used */
    Pool *free_pools;
    size_t bytes, limit;    /* handed out (whole pools, large blocks) */
    size_t large_blocks;    /* those from malloc that are in use */
    int64_t fail_countdown; /* hostile builds: the allocation that fails; 0: never */
};

static inline bool mem_is_small(struct MemState *m, void *p)
{
    return (size_t)((char *)p - m->base) < (size_t)(m->end - m->base);
}

static inline Pool *mem_pool_of(void *p)
{
    return (Pool *)((uintptr_t)p & ~(uintptr_t)(POOL_SIZE - 1));
}

/* As mem_alloc, size > 0: a block that was freed before and is not its pool's last. */
static inline void *mem_alloc_inline(MinipyVM *vm, size_t size)
{
#ifndef MINIPY_FAIL_ALLOC
    if (likely(size <= SMALL_MAX)) {
        Pool *p = vm->mem->usable[(size - 1) / CLASS_STEP];
        if (likely(p != NULL)) {
            void *block = p->free, *rest;
            if (likely(block != NULL)) {
                memcpy(&rest, block, sizeof rest);
                if (likely(rest != NULL || p->bump < p->end)) {
                    p->free = rest;
                    p->used++;
                    return block;
                }
            }
        }
    }
#endif
    return mem_alloc(vm, size);
}

/* As mem_free, p not NULL: back to a pool that stays usable. */
static inline void mem_free_inline(MinipyVM *vm, void *block)
{
    struct MemState *m = vm->mem;
    if (likely(mem_is_small(m, block))) {
        Pool *p = mem_pool_of(block);
        if (likely(p->used > 1 && (p->free != NULL || p->bump < p->end))) {
            memcpy(block, &p->free, sizeof(void *));
            p->free = block;
            p->used--;
            return;
        }
    }
    mem_free(vm, block);
}

/* gc_track for an object just made. */
static inline void gc_track_inline(MinipyVM *vm, Object *o)
{
#ifdef MINIPY_GC_STRESS
    gc_track(vm, o);
#else
    GcGeneration *young = &vm->gc.gen[0];
    GcHead *g = gc_head(o), *last = young->head.prev;
    o->gc |= GC_TRACKED;
    g->next = &young->head;
    g->prev = last;
    last->next = g;
    young->head.prev = g;
    if (unlikely(++young->count > young->threshold))
        gc_request(vm);
#endif
}

/* Memory for `size` bytes of an object of a native, collected type without __dict__;
 * only the header is filled, and it is not tracked yet. What object_alloc does, for the
 * types of which most objects are. */
static inline Object *object_alloc_raw(MinipyVM *vm, TypeObj *cls, size_t size)
{
    GcHead *head = mem_alloc_inline(vm, sizeof *head + size);
    if (unlikely(!head))
        return NULL;
    Object *o = gc_object(head);
    o->refs = 1;
    o->kind = cls->layout;
    o->gc = GC_HAS_HEAD;
    o->flags = 0;
    o->type = cls;
    return o;
}

#endif
