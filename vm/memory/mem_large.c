/* mem_large.c - the blocks of mem_large.h.
 *
 * Each has a head. One of less than 4 MiB is the C library's, or the host's, until it
 * grows beyond 1 MiB: it would leave a hole behind when it is copied, and the sooner it
 * is, the smaller. A huge one is a mapping of its own and lies in pages of 2 MiB, where
 * the system has them: it is interrupted once for each, not for every 4 KiB. That is
 * not left to malloc(), which writes its own words before anybody can ask for such
 * pages: the first 2 MiB then come in small ones. The command keeps some of those that
 * were freed, with their pages. What is kept is counted, and the first to go when there
 * is no room. Read next: mem.c.
 */
#include "vm/memory/mem_large.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vm/memory/mem_inline.h"

/* Sanitizers and builds that let allocations fail shall see all of them. */
#if defined MINIPY_MALLOC || defined MINIPY_FAIL_ALLOC
enum { MAPS = false };
#else
enum { MAPS = true };
#endif
enum { HUGE_BLOCK = 4 << 20, HUGE_GROWING = 1 << 20 };
/* A block that was copied to another place leaves a hole worth trimming from this size.
 */
enum { HOLE_MIN = 1 << 20 };

/* Before the block; the host's allocator is told the sizes. */
typedef struct LargeHead {
    struct LargeHead *next, *before; /* of MemState.large_in_use */
    size_t size;     /* of what follows, aligned as the block is, to 16 */
    uintptr_t owner; /* a MemState; | IS_MAPPED */
} Head;
enum { IS_MAPPED = 1 };

/* What a huge block lies in. */
typedef struct Mapping {
    size_t span;          /* bytes, this included: whole pages of 2 MiB */
    struct Mapping *next; /* while it is kept */
    Head head;
} Mapping;

size_t large_size(const void *block)
{
    return ((const Head *)block)[-1].size;
}

struct MemState *large_owner(const void *block)
{
    return (struct MemState *)(((const Head *)block)[-1].owner & ~(uintptr_t)IS_MAPPED);
}

/* ---- mappings ----------------------------------------------------------------- */

static bool is_mapped(const Head *h)
{
    return unlikely(h->owner & IS_MAPPED);
}

/* Whether a block of at least so many bytes shall be mapped; it lies in the heap if the
 * system refuses. */
static bool is_huge(const struct MemState *m, size_t size, size_t least)
{
    return unlikely(size >= least) && MAPS && !m->allocate;
}

static Mapping *mapping_of(Head *h)
{
    return (Mapping *)((char *)h - offsetof(Mapping, head));
}

/* size is at most PTRDIFF_MAX. */
static size_t span_for(size_t size)
{
    return (size + sizeof(Mapping) + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
}

/* Has room, and is not much larger than need be. */
static bool fits(size_t span, size_t wanted)
{
    return span >= wanted && span - span / 4 <= wanted;
}

void want_huge_pages(void *from, size_t size)
{
    int before = errno;
    madvise(from, size, MADV_HUGEPAGE);
    errno = before;
}

/* old NULL: a new one, of zeros; otherwise that one with more or fewer pages, perhaps
 * elsewhere. NULL: there is no memory, and old is as it was. */
static Mapping *mapped(Mapping *old, size_t span)
{
    Mapping *p = old ? mremap(old, old->span, span, MREMAP_MAYMOVE)
                     : mmap(NULL, span, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    want_huge_pages(p, span);
    p->span = span;
    return p;
}

/* ---- what is kept ------------------------------------------------------------- */

static void give_up(struct MemState *m, Mapping *p)
{
    if (p->span > m->large_idle_max) {
        munmap(p, p->span);
        return;
    }
    if (p->span > m->large_idle_max - m->large_idle)
        large_give_back(m);
    p->next = m->large_kept;
    m->large_kept = p;
    m->large_idle += p->span;
}

void large_give_back(struct MemState *m)
{
    for (Mapping *next, *p = m->large_kept; p; p = next) {
        next = p->next;
        munmap(p, p->span);
    }
    m->large_kept = NULL;
    m->large_idle = 0;
}

/* Where one of that size is linked. NULL: there is none. */
static Mapping **find_kept(struct MemState *m, size_t span)
{
    for (Mapping **at = &m->large_kept; *at; at = &(*at)->next) {
        if (fits((*at)->span, span))
            return at;
    }
    return NULL;
}

static Mapping *take_kept(struct MemState *m, size_t span)
{
    Mapping **at = find_kept(m, span);
    if (!at)
        return NULL;
    Mapping *p = *at;
    *at = p->next;
    m->large_idle -= p->span;
    return p;
}

/* ---- birth, growth, death ----------------------------------------------------- */

static void link_in(struct MemState *m, Head *h)
{
    h->before = NULL;
    h->next = m->large_in_use;
    if (h->next)
        h->next->before = h;
    m->large_in_use = h;
}

static void link_out(struct MemState *m, Head *h)
{
    *(h->before ? &h->before->next : &m->large_in_use) = h->next;
    if (h->next)
        h->next->before = h->before;
}

static void *begin(struct MemState *m, Mapping *p, size_t size)
{
    if (!p)
        return NULL;
    p->head.size = size;
    p->head.owner = (uintptr_t)m | IS_MAPPED;
    link_in(m, &p->head);
    return &p->head + 1;
}

static void *begin_in_heap(struct MemState *m, Head *h, size_t size)
{
    if (!h)
        return NULL;
    h->size = m->allocate ? size : malloc_usable_size(h) - sizeof *h;
    h->owner = (uintptr_t)m;
    link_in(m, h);
    return h + 1;
}

bool large_leaves_hole(const void *block)
{
    const Head *h = (const Head *)block - 1;
    return h->size >= HOLE_MIN && !is_mapped(h);
}

static void *huge_new(struct MemState *m, size_t size, bool zeroed)
{
    size_t span = span_for(size);
    Mapping *kept = take_kept(m, span);
    if (kept && zeroed)
        memset(&kept->head + 1, 0, size);
    return begin(m, kept ? kept : mapped(NULL, span), size);
}

static void *heap_new(struct MemState *m, size_t size, bool zeroed)
{
    size_t whole = size + sizeof(Head);
    Head *h = m->allocate ? m->allocate(m->user, NULL, 0, whole)
              : zeroed    ? calloc(1, whole)
                          : malloc(whole);
    if (h && zeroed && m->allocate)
        memset(h + 1, 0, size);
    return begin_in_heap(m, h, size);
}

static void *new_from(struct MemState *m, size_t size, bool zeroed, size_t least)
{
    void *huge = is_huge(m, size, least) ? huge_new(m, size, zeroed) : NULL;
    return huge ? huge : heap_new(m, size, zeroed);
}

void *large_new(struct MemState *m, size_t size, bool zeroed)
{
    return new_from(m, size, zeroed, HUGE_BLOCK);
}

/* To another place: from the heap to a mapping, or back, or to one that was kept. */
static void *moved(struct MemState *m, Head *h, size_t size, size_t least)
{
    void *fresh = new_from(m, size, false, least);
    if (fresh) {
        memcpy(fresh, h + 1, size < h->size ? size : h->size);
        large_free(m, h + 1);
    }
    return fresh;
}

/* A mapping with its pages is worth a copy: new ones cost more, and the old one is
 * there for the next that grows so. */
static void *huge_resize(struct MemState *m, Head *h, size_t size)
{
    Mapping *p = mapping_of(h);
    size_t span = span_for(size);
    if (fits(p->span, span)) {
        h->size = size;
        return h + 1;
    }
    if (find_kept(m, span))
        return NULL;
    link_out(m, h);
    void *fresh = begin(m, mapped(p, span), size);
    if (!fresh)
        link_in(m, h);
    return fresh;
}

static void *heap_resize(struct MemState *m, Head *h, size_t size)
{
    size_t whole = size + sizeof *h;
    link_out(m, h);
    Head *fresh = m->allocate ? m->allocate(m->user, h, h->size + sizeof *h, whole)
                              : realloc(h, whole);
    if (!fresh)
        link_in(m, h);
    return begin_in_heap(m, fresh, size);
}

void *large_resize(struct MemState *m, void *block, size_t size)
{
    Head *h = (Head *)block - 1;
    size_t least = is_mapped(h) || size > h->size ? HUGE_GROWING : HUGE_BLOCK;
    if (is_huge(m, size, least)) {
        void *huge = is_mapped(h) ? huge_resize(m, h, size) : NULL;
        return huge ? huge : moved(m, h, size, least);
    }
    return is_mapped(h) ? moved(m, h, size, least) : heap_resize(m, h, size);
}

void large_free(struct MemState *m, void *block)
{
    Head *h = (Head *)block - 1;
    link_out(m, h);
    if (m->allocate)
        m->allocate(m->user, h, h->size + sizeof *h, 0);
    else if (is_mapped(h))
        give_up(m, mapping_of(h));
    else
        free(h);
}

void large_end(struct MemState *m)
{
    while (m->large_in_use)
        large_free(m, m->large_in_use + 1);
    large_give_back(m);
}
