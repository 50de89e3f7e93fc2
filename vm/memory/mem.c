/* mem.c - the allocator of mem.h.
 *
 * Small blocks live in 16 KiB pools, each of one size class, cut from one address range
 * that grows in place (the kernel gives pages only when they are touched).
 * Whether a pointer is small is one compare with that range; its pool is found by
 * masking. Invariant: a pool with a free block is on its class's list of usable pools,
 * and a pool that is wholly free goes back to the common list. One without a free block
 * is taken off when its turn to give one comes, not before: what takes and gives back
 * its last block in turns would list it anew each time.
 * Of free pools some keep their pages, for the next that is wanted; those of the others
 * go back to the system, so that what is counted is what the process has.
 * Read next: alloc.c.
 */
#include "vm/memory/mem.h"

#include <malloc.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "vm/core/hooks.h"
#include "vm/memory/address_range.h"
#include "vm/memory/fail_places.h"
#include "vm/memory/mem_inline.h"
#include "vm/memory/mem_large.h"
#include "vm/memory/memstate.h"

/* No more is ever asked of the system; the sanitizer of addresses takes what it cannot
 * have, from 1 TiB on, for a defect. */
#ifdef __SANITIZE_ADDRESS__
#define ALLOC_MOST ((size_t)1 << 39)
#else
#define ALLOC_MOST ((size_t)PTRDIFF_MAX)
#endif

/* What is mapped of it at first; it doubles, by RANGE_STEP at most. */
#define RANGE_FIRST ((size_t)256 << 20)
#define RANGE_STEP ((size_t)4 << 30)
/* Core files take the reserved range in such steps: gdb's gcore writes untouched pages,
 * too, and would fill a disk with zeros. */
#define SHOWN_STEP ((size_t)32 << 20)
/* Behind so much the system gives pages of 2 MiB: it is interrupted for each page that
 * is touched first, which was a third of the time in which a million objects are made.
 * A small vm shall not have what it does not need. */
#define HUGE_FROM ((size_t)1 << 20)
/* What of the range is not used, so that so much lies before its second large page. */
#define UNUSED (HUGE_PAGE - HUGE_FROM)

/* Free pools that keep their pages: so many bytes, and a quarter of what is in use. In
 * a process that is the program's alone what was given back and is wanted again is kept
 * the next time, up to the second: of a program that fills and empties 4 MB in turns,
 * half of the time was that. */
enum { IDLE_MIN = 2 << 20, IDLE_MAX = 32 << 20 };
/* Bytes that a class takes of a wider one before it has a pool; classes are their size
 * in steps, less one, so that 1 is the class of 32 bytes. */
enum { BORROWED_MAX = 2048, MIN_CLASS = 1 };
/* Freed blocks of malloc's for which malloc_trim() is worth its time. In a process that
 * is the program's alone twice as many each time, up to the second, as what fills its
 * memory again has to be given each page anew: the C library itself keeps as much. */
enum { TRIM_MIN = 8 << 20, TRIM_MAX = 64 << 20 };

/* The range of a vm that has ended waits for the next one, with the pages that any vm
 * needs: to map them anew took a fifth of the time that it takes to make a vm. */
enum { SPARE_MIN = 512 << 10 };
static char *_Atomic spare;

/* Builds with MINIPY_MALLOC have no use for it. */
__attribute__((unused)) static char *take_range(size_t span)
{
    char *p = span == RANGE_FIRST ? atomic_exchange(&spare, NULL) : NULL;
    if (!p && (p = address_range_new(RANGE_OF_BLOCKS, span, UNUSED + SHOWN_STEP)))
        p += UNUSED;
    return p;
}

/* As it was when it was mapped, but for the first pages, which keep what was in them.
 */
static void clear_range(struct MemState *m)
{
    char *first_end = m->base + RANGE_FIRST - UNUSED;
    if (m->end > first_end)
        munmap(first_end, (size_t)(m->end - first_end));
    size_t used = (size_t)((m->top < first_end ? m->top : first_end) - m->base);
    if (used <= SPARE_MIN)
        return;
    madvise(m->base + SPARE_MIN, used - SPARE_MIN, MADV_DONTNEED);
    if (used > SHOWN_STEP)
        madvise(m->base + SHOWN_STEP, used - SHOWN_STEP, MADV_DONTDUMP);
}

static void give_range_back(struct MemState *m)
{
    char *p = m->base;
    if (m->cold)
        munmap(m->cold, m->cold_room * sizeof *m->cold);
    size_t span = (size_t)(m->end - p) + UNUSED;
    if (span >= RANGE_FIRST) {
        clear_range(m);
        span = RANGE_FIRST;
        p = atomic_exchange(&spare, p);
    }
    if (p)
        munmap(p - UNUSED, span);
}

struct MemState *mem_state_new(size_t limit, MemAllocate allocate, void *user)
{
    struct MemState *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->limit = limit;
    m->kept = m->kept_max = IDLE_MIN;
    m->trim_min = m->trim_max = TRIM_MIN;
    m->allocate = allocate;
    m->user = user;
#ifndef MINIPY_MALLOC
    size_t room = address_range_room();
    for (size_t span = RANGE_FIRST; !allocate && span >= (size_t)64 << 20; span /= 4) {
        char *p = span <= room ? take_range(span) : NULL;
        if (!p)
            continue;
        m->base = p;
        m->top = p;
        m->end = p + span - UNUSED;
        m->shown = p + SHOWN_STEP;
        m->huge = p + HUGE_FROM;
        m->quick_end = m->end;
        m->quick_room = SMALL_MAX + 1;
        break; /* without a range everything comes from malloc: slower, still right */
    }
#endif
    return m;
}

/* Blocks in use in the pools, counted by walking them. */
static size_t small_blocks(struct MemState *m)
{
    size_t n = 0;
    char *first =
        (char *)(((uintptr_t)m->base + POOL_SIZE - 1) & ~(uintptr_t)(POOL_SIZE - 1));
    for (char *p = first; p < m->top; p += POOL_SIZE)
        n += ((Pool *)(void *)p)->used;
    return n - m->held;
}

#ifdef MINIPY_CHECK_MEMORY
/* Who asked for them, where the sanitizer knows (ASAN_OPTIONS=detect_leaks=1). */
static void name_leaks(void)
{
#ifdef __SANITIZE_ADDRESS__
    __lsan_do_recoverable_leak_check();
#endif
}

/* What is counted in is counted out: an empty vm has no blocks, and its bytes are those
 * of the pools that are kept for the next block of their class. */
static void check_empty(struct MemState *m)
{
    size_t kept = 0;
    for (unsigned c = 0; c < CLASSES; c++)
        for (Pool *p = m->usable[c]; p; p = p->next)
            kept += POOL_SIZE;
    if (m->large_blocks || small_blocks(m) || m->bytes != kept) {
        fprintf(stderr,
                "minipy: at the end of a vm: %zu large blocks, %zu small, "
                "%zu bytes of which %zu in pools\n",
                m->large_blocks, small_blocks(m), m->bytes, kept);
        name_leaks();
        abort();
    }
}
#endif

void mem_state_free(struct MemState *m)
{
    if (!m)
        return;
#ifdef MINIPY_CHECK_MEMORY
    check_empty(m);
#endif
    large_end(m);
    if (m->base)
        give_range_back(m);
    free(m);
}

/* Blocks that wait (gc_give_ready) would hide from sanitizers and from failures what is
 * done with them. */
#if defined MINIPY_MALLOC || defined MINIPY_FAIL_ALLOC
enum { MAY_KEEP = false };
#else
enum { MAY_KEEP = true };
#endif

void mem_owns_process(MinipyVM *vm)
{
    vm->mem->trim_max = TRIM_MAX;
    vm->mem->kept_max = IDLE_MAX;
    if (MAY_KEEP)
        vm->mem->large_idle_max = TRIM_MAX;
}

void mem_end(MinipyVM *vm)
{
    vm->mem->kept = vm->mem->trim_min = SIZE_MAX / 2;
    vm->mem->large_idle_max = 0;
    large_give_back(vm->mem);
}

size_t mem_bytes(MinipyVM *vm)
{
    return vm->mem->bytes + vm->mem->idle + vm->mem->large_idle;
}

size_t mem_blocks(MinipyVM *vm)
{
    return vm->mem->large_blocks + small_blocks(vm->mem);
}

void mem_set_limit(MinipyVM *vm, size_t limit)
{
    vm->mem->limit = limit;
}
size_t mem_lift_limit(MinipyVM *vm)
{
    size_t limit = vm->mem->limit;
    vm->mem->limit = 0;
    return limit;
}

int64_t mem_fail_after(MinipyVM *vm, int64_t n)
{
    int64_t left = vm->mem->fail_countdown;
    vm->mem->fail_countdown = n;
    return left;
}

/* The failing-allocation build makes one chosen request fail, or those from new places.
 */
static inline bool must_fail(struct MemState *m)
{
#ifdef MINIPY_FAIL_ALLOC
    if (m->fail_countdown > 0)
        return --m->fail_countdown == 0;
    if (m->fail_countdown == 0 || !fail_place_is_new())
        return false;
    m->fail_countdown--;
    return true;
#else
    (void)m;
    return false;
#endif
}

/* Before it begins or ends that somebody is told. */
static void choose_pools(MinipyVM *vm, bool told)
{
    static Pool *const none[CLASSES];
    if (told)
        gc_give_ready(vm, false);
    else
        vm->gc.keeps_ready = MAY_KEEP && !vm->finalizing;
    vm->pools = told ? none : vm->mem->usable;
}

void mem_watch(MinipyVM *vm, bool on)
{
    choose_pools(vm, on || vm->mem->tracer);
    vm->mem->watched = on;
}

void mem_trace(MinipyVM *vm, const MemTracer *tracer)
{
    struct MemState *m = vm->mem;
    choose_pools(vm, tracer || m->watched);
    m->tracer = tracer;
    m->quick_end = tracer ? m->base : m->end;
    m->quick_room = tracer || !m->base ? 0 : SMALL_MAX + 1;
}

void mem_trace_like(MinipyVM *vm, void *block)
{
    const MemTracer *tracer = vm->mem->tracer;
    if (tracer)
        tracer->likened(tracer->user, block);
}

static void tell_taken(struct MemState *m, void *block, size_t size)
{
    if (block && unlikely(m->tracer != NULL))
        m->tracer->taken(m->tracer->user, block, size);
}

static void tell_given(struct MemState *m, void *block)
{
    if (unlikely(m->tracer != NULL))
        m->tracer->given(m->tracer->user, block);
}

size_t mem_block_size(MinipyVM *vm, void *block)
{
    if (mem_is_small(vm->mem, block))
        return (mem_pool_of(block)->class_ + 1) * (size_t)CLASS_STEP;
    return large_size(block);
}

/* Before a small block of another vm there is one more, or the head of its pool, where
 * large_owner() looks. */
bool mem_is_own(MinipyVM *vm, void *block)
{
    return mem_is_small(vm->mem, block) || large_owner(block) == vm->mem;
}

static Pool *take_free_pool(struct MemState *m)
{
    Pool *p = m->free_pools;
    m->free_pools = p->next;
    m->idle -= POOL_SIZE;
    return p;
}

/* Room to note every pool of the range. */
static bool cold_has_room(struct MemState *m)
{
    size_t all = (size_t)(m->end - m->base) / POOL_SIZE;
    if (likely(m->cold_room >= all))
        return true;
    size_t size = all * sizeof *m->cold, old = m->cold_room * sizeof *m->cold;
    void *p = m->cold ? mremap(m->cold, old, size, MREMAP_MAYMOVE)
                      : mmap(NULL, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    m->cold = p;
    m->cold_room = all;
    return true;
}

/* Neighbours go together, as a call of the system takes longer than what it does. */
static void release_idle(struct MemState *m, size_t keep)
{
    while (m->idle > keep && cold_has_room(m)) {
        char *from = (char *)m->free_pools, *to = from;
        do {
            char *p = (char *)take_free_pool(m);
            if (p < from)
                from = p;
            else
                to = p + POOL_SIZE;
            m->cold[m->ncold++] = (uint32_t)((size_t)(p - m->base) / POOL_SIZE);
        } while (m->idle > keep && ((char *)m->free_pools == to ||
                                    (char *)m->free_pools == from - POOL_SIZE));
        madvise(from, (size_t)(to - from), MADV_DONTNEED);
    }
}

static inline bool fits(struct MemState *m, size_t more)
{
    /* `more` may be anything up to ALLOC_MOST, and bytes over a limit set later. */
    size_t used = m->bytes + m->idle + m->large_idle;
    return used <= m->limit && more <= m->limit - used;
}

static inline bool over_limit(struct MemState *m, size_t more)
{
    if (likely(!m->limit) || fits(m, more))
        return false;
    release_idle(m, 0);
    large_give_back(m);
    return !fits(m, more);
}

/* The same when all is given back that the vm keeps for later. */
static bool no_room(MinipyVM *vm, size_t more)
{
    if (!over_limit(vm->mem, more))
        return false;
    frame_stack_trim(vm);
    gc_give_ready(vm, vm->gc.keeps_ready);
    return over_limit(vm->mem, more);
}

bool mem_has_room(MinipyVM *vm, size_t size)
{
    return !no_room(vm, size);
}

/* The first pool behind the part that core files have is about to be used. */
static void show_more(struct MemState *m)
{
    size_t left = (size_t)(m->end - m->shown);
    size_t more = left < SHOWN_STEP ? left : SHOWN_STEP;
    madvise(m->shown, more, MADV_DODUMP);
    m->shown += more;
}

static void use_huge_pages(struct MemState *m)
{
    want_huge_pages(m->huge, (size_t)(m->end - m->huge));
    m->huge = m->end;
}

/* More behind its end. false: there is no room, and large blocks serve. */
static bool extend_range(struct MemState *m)
{
    size_t span = m->base ? (size_t)(m->end - m->base) + UNUSED : 0;
    size_t left = span ? address_range_most(RANGE_OF_BLOCKS) - span : 0;
    size_t more = span < RANGE_STEP ? span : RANGE_STEP;
    more = more < left ? more : left;
    if (!more || !address_range_grow(m->end, more))
        return false;
    madvise(m->end, more, MADV_DONTDUMP);
    bool all_huge = m->huge == m->end;
    if (m->quick_end == m->end)
        m->quick_end += more;
    m->end += more;
    if (all_huge)
        use_huge_pages(m);
    return true;
}

static uint32_t hold_first(struct MemState *m, unsigned c)
{
    bool first = !(m->has_pool >> c & 1);
    m->has_pool |= (uint32_t)1 << c;
    m->held += first;
    return first;
}

static Pool *pool_acquire(struct MemState *m, unsigned c)
{
    if (over_limit(m, m->free_pools ? 0 : POOL_SIZE))
        return NULL;
    Pool *p;
    if (m->free_pools) {
        p = take_free_pool(m);
    } else if (m->ncold) {
        p = (Pool *)(void *)(m->base + m->cold[--m->ncold] * (size_t)POOL_SIZE);
        if (m->kept < m->kept_max)
            m->kept += POOL_SIZE;
    } else {
        if (unlikely(m->top == m->end) && !extend_range(m))
            return NULL;
        p = (Pool *)(void *)m->top;
        m->top += POOL_SIZE;
        if (unlikely(m->top > m->huge))
            use_huge_pages(m);
        if (unlikely(m->top > m->shown))
            show_more(m);
    }
    size_t size = (c + 1) * CLASS_STEP;
    char *first =
        (char *)p + ((sizeof(Pool) + CLASS_STEP - 1) & ~(size_t)(CLASS_STEP - 1));
    p->next = p->prev = NULL;
    p->free = NULL;
    p->bump = first;
    p->end = first + ((size_t)((char *)p + POOL_SIZE - first) / size) * size;
    /* The first one of a class stays: what is made and freed in turn, alone in it, then
       takes the short ways of mem_inline.h. */
    p->used = hold_first(m, c);
    p->class_ = (uint8_t)c;
    p->listed = true;
    m->usable[c] = p;
    m->bytes += POOL_SIZE;
    return p;
}

static void pool_unlink(struct MemState *m, Pool *p)
{
    if (p->next)
        p->next->prev = p->prev;
    if (p->prev)
        p->prev->next = p->next;
    else
        m->usable[p->class_] = p->next;
    p->next = p->prev = NULL;
    p->listed = false;
}

static void pool_link(struct MemState *m, Pool *p)
{
    p->next = m->usable[p->class_];
    p->prev = NULL;
    p->listed = true;
    if (p->next)
        p->next->prev = p;
    m->usable[p->class_] = p;
}

/* The first pool of a class that has a block; NULL: there is none. */
static inline Pool *pool_find(struct MemState *m, unsigned c)
{
    Pool *p;
    while ((p = m->usable[c]) && !p->free && p->bump >= p->end)
        pool_unlink(m, p);
    return p;
}

/* A class of which little is wanted yet has no pool, whose first page would be empty
 * for the most part: it takes blocks of the next power of two, and has them back like
 * any others. */
static unsigned class_to_take(struct MemState *m, unsigned c)
{
    size_t size = (c + 1) * CLASS_STEP;
    if (m->borrowed[c] * size >= BORROWED_MAX)
        return c;
    unsigned wide = MIN_CLASS;
    while (wide < c)
        wide = wide * 2 + 1;
    m->borrowed[c] += wide != c;
    return wide;
}

/* A block that was never used, and those behind it, up to a few of one page, as freed
 * ones: they are taken by the short ways of mem_inline.h. */
static void *pool_carve(Pool *p)
{
    enum { MOST = 8, PAGE = 4096 };
    size_t size = (p->class_ + 1) * CLASS_STEP;
    char *block = p->bump, *last = block;
    for (int n = 1; n < MOST && last + 2 * size <= p->end &&
                    ((uintptr_t)last + size) / PAGE == (uintptr_t)block / PAGE;
         n++) {
        char *next = last + size;
        if (last == block)
            p->free = next;
        else
            memcpy(last, &next, sizeof next);
        last = next;
    }
    if (last != block)
        memset(last, 0, sizeof(void *));
    p->bump = last + size;
    return block;
}

static void *small_alloc(struct MemState *m, size_t size)
{
    unsigned c = size ? (unsigned)((size - 1) / CLASS_STEP) : 0;
    Pool *p = pool_find(m, c);
    if (unlikely(!p)) {
        c = class_to_take(m, c);
        p = pool_find(m, c);
        if (!p && !(p = pool_acquire(m, c)))
            return NULL;
    }
    void *block = p->free;
    if (block) {
        memcpy(&p->free, block, sizeof(void *));
    } else {
        block = pool_carve(p);
    }
    p->used++;
    return block;
}

static void small_free(struct MemState *m, void *block)
{
    Pool *p = mem_pool_of(block);
    memcpy(block, &p->free, sizeof(void *));
    p->free = block;
    p->used--;
    if (unlikely(!p->listed)) {
        pool_link(m, p);
    } else if (unlikely(p->used == 0) && (p->next || p->prev)) {
        /* Keep the last usable pool of a class, so that one object made and freed in a
         * loop does not acquire a pool each time. */
        pool_unlink(m, p);
        p->next = m->free_pools;
        m->free_pools = p;
        m->bytes -= POOL_SIZE;
        m->idle += POOL_SIZE;
        if (unlikely(m->idle > m->kept + m->bytes / 4))
            release_idle(m, m->idle / 2);
    }
}

/* Of what malloc has back, the C library keeps most: when half of it is free, it is
 * told to give the pages back. */
static void large_is_less(struct MemState *m, size_t size)
{
    m->bytes -= size;
    m->large -= size;
    if (m->allocate ||
        likely(m->large_max - m->large < m->trim_min || m->large > m->large_max / 2))
        return;
    malloc_trim(0);
    m->large_max = m->large;
    if (m->trim_min < m->trim_max)
        m->trim_min *= 2;
}

static void large_is_more(struct MemState *m, size_t size)
{
    m->bytes += size;
    m->large += size;
    if (m->large > m->large_max)
        m->large_max = m->large;
}

/* Every large block comes and goes through this and mem_free. */
static void *count_large(struct MemState *m, void *p)
{
    if (p) {
        large_is_more(m, large_size(p));
        m->large_blocks++;
    }
    return p;
}

static void *large_alloc(struct MemState *m, size_t size)
{
    if (over_limit(m, size))
        return NULL;
    return count_large(m, large_new(m, size ? size : 1, false));
}

/* What is large, or traced. */
static void *alloc_otherwise(struct MemState *m, size_t size)
{
    void *p = m->tracer && size <= SMALL_MAX && m->base ? small_alloc(m, size) : NULL;
    if (!p)
        p = large_alloc(m, size);
    tell_taken(m, p, size);
    return p;
}

static void *try_alloc(struct MemState *m, size_t size)
{
    if (must_fail(m) || size > ALLOC_MOST)
        return NULL;
    if (likely(size < m->quick_room)) {
        void *p = small_alloc(m, size);
        if (likely(p != NULL))
            return p;
    }
    return alloc_otherwise(m, size);
}

int mem_charge(MinipyVM *vm, size_t size)
{
    if (must_fail(vm->mem))
        return error_set_oom(vm), -1;
    if (no_room(vm, size)) {
        limits_stop(vm, STOP_MEMORY);
        return error_set_oom(vm), -1;
    }
    vm->mem->bytes += size;
    return 0;
}

void mem_discharge(MinipyVM *vm, size_t size)
{
    vm->mem->bytes -= size;
}

/* What the limit refuses ends the run; what the system refuses need not. */
static void *refuse(MinipyVM *vm, size_t size)
{
    if (over_limit(vm->mem, size))
        limits_stop(vm, STOP_MEMORY);
    error_set_oom(vm);
    return NULL;
}

void *mem_alloc(MinipyVM *vm, size_t size)
{
    void *p = try_alloc(vm->mem, size);
    if (unlikely(!p) && over_limit(vm->mem, size) && !no_room(vm, size))
        p = try_alloc(vm->mem, size);
    return likely(p != NULL) ? p : refuse(vm, size);
}

void *mem_calloc(MinipyVM *vm, size_t size)
{
    struct MemState *m = vm->mem;
    if (size > SMALL_MAX) { /* pages that are zero already stay untouched */
        void *big = NULL;
        if (size <= ALLOC_MOST && !must_fail(m) && !no_room(vm, size))
            big = count_large(m, large_new(m, size, true));
        tell_taken(m, big, size);
        return likely(big != NULL) ? big : refuse(vm, size);
    }
    void *p = mem_alloc(vm, size);
    return p ? memset(p, 0, size) : NULL;
}

void *mem_calloc_cache(MinipyVM *vm, size_t size)
{
    const MemTracer *tracer = vm->mem->tracer;
    size_t limit = mem_lift_limit(vm);
    Value pending = error_fetch(vm);
    if (tracer) /* no code of the program asks for it */
        mem_trace(vm, NULL);
    void *p = mem_calloc(vm, size);
    if (tracer)
        mem_trace(vm, tracer);
    if (!p)
        error_clear(vm);
    error_restore_steal(vm, pending);
    mem_set_limit(vm, limit);
    return p;
}

void mem_free(MinipyVM *vm, void *p)
{
    if (!p)
        return;
    struct MemState *m = vm->mem;
    if (likely(mem_is_quick(m, p))) {
        small_free(m, p);
        return;
    }
    tell_given(m, p);
    if (mem_is_small(m, p)) {
        small_free(m, p);
        return;
    }
    size_t size = large_size(p);
    m->large_blocks--;
    large_free(m, p);
    large_is_less(m, size);
}

static inline void *resize_small(MinipyVM *vm, void *p, size_t size)
{
    size_t old = (mem_pool_of(p)->class_ + 1) * (size_t)CLASS_STEP;
    if (size <= old && size > old / 2)
        return p;
    void *fresh = mem_alloc(vm, size);
    if (!fresh)
        return NULL;
    memcpy(fresh, p, size < old ? size : old);
    small_free(vm->mem, p);
    return fresh;
}

static void *resize_large(MinipyVM *vm, void *p, size_t size)
{
    struct MemState *m = vm->mem;
    size_t before = large_size(p);
    if (must_fail(m) || size > ALLOC_MOST ||
        (size > before && no_room(vm, size - before)))
        return refuse(vm, size > before ? size - before : 0);
    bool leaves_hole = large_leaves_hole(p);
    void *fresh = large_resize(m, p, size ? size : 1);
    if (!fresh)
        return refuse(vm, 0);
    if (unlikely(leaves_hole && fresh != p && !m->allocate && m->trim_max == TRIM_MIN))
        malloc_trim(0); /* a process of its own keeps such holes for what comes next */
    size_t after = large_size(fresh);
    if (after >= before)
        large_is_more(m, after - before);
    else
        large_is_less(m, before - after);
    return fresh;
}

static __attribute__((noinline)) void *resize_traced(MinipyVM *vm, void *p, size_t size)
{
    struct MemState *m = vm->mem;
    void *fresh =
        mem_is_small(m, p) ? resize_small(vm, p, size) : resize_large(vm, p, size);
    if (fresh) {
        tell_given(m, p);
        tell_taken(m, fresh, size);
    }
    return fresh;
}

void *mem_realloc(MinipyVM *vm, void *p, size_t size)
{
    if (!p)
        return mem_alloc(vm, size);
    if (mem_is_quick(vm->mem, p))
        return resize_small(vm, p, size);
    return unlikely(vm->mem->tracer != NULL) ? resize_traced(vm, p, size)
                                             : resize_large(vm, p, size);
}

void *mem_realloc_array(MinipyVM *vm, void *p, size_t count, size_t item)
{
    size_t size;
    if (__builtin_mul_overflow(count, item, &size))
        return error_set_oom(vm), NULL;
    return mem_realloc(vm, p, size);
}

char *mem_strdup(MinipyVM *vm, const char *s)
{
    size_t n = strlen(s) + 1;
    char *copy = mem_alloc(vm, n);
    return copy ? memcpy(copy, s, n) : NULL;
}
