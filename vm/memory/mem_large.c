/* mem_large.c - the blocks of mem_large.h.
 *
 * Each has a head, before which the C library has its own words. From 4 MiB on a block
 * is mapped by itself (the C library does so, of its own accord or by the command's
 * word) and lies in pages of 2 MiB, where the system has them: it is interrupted once
 * for each, not for every 4 KiB. The command keeps some of those that were freed, with
 * their pages. What is kept is counted, and the first to go when there is no room. Read
 * next: mem.c.
 */
#include "vm/memory/mem_large.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vm/memory/mem_inline.h"

enum { PAGE = 4096, HUGE_BLOCK = 4 << 20 };
enum { CHUNK_WORDS = 4 * sizeof(size_t) }; /* the C library's, and what it rounds by */
/* A block that was copied to another place leaves a hole worth trimming from this size.
 */
enum { HOLE_MIN = 1 << 20 };

/* Before the block; the host's allocator is told the sizes. */
typedef struct Head {
    size_t size; /* of what follows, aligned as the block is, to 16 */
    struct MemState *owner;
} Head;

/* One that was freed and is kept. */
typedef struct Large {
    Head head;
    struct Large *next;
} Large;

size_t large_size(const void *block)
{
    return ((const Head *)block)[-1].size;
}

struct MemState *large_owner(const void *block)
{
    return ((const Head *)block)[-1].owner;
}

/* One that malloc() mapped by itself, and so takes elsewhere without a copy: it begins
 * behind the two words of its chunk. */
static bool looks_mapped(const Head *h)
{
    return (uintptr_t)h % PAGE == 2 * sizeof(size_t);
}

bool large_leaves_hole(const void *block)
{
    const Head *h = (const Head *)block - 1;
    return h->size >= HOLE_MIN && !looks_mapped(h);
}

static bool is_huge(const struct MemState *m, size_t size)
{
    return unlikely(size >= HUGE_BLOCK) && !m->allocate;
}

/* What malloc() is asked for. With its own words a mapped block fills pages of 2 MiB:
 * the system lays such a range out by them, and can move them where it grows. */
static size_t asked_for(size_t size)
{
    size_t whole = size + sizeof(Head);
    if (likely(size < HUGE_BLOCK))
        return whole;
    return ((whole + CHUNK_WORDS + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1)) - CHUNK_WORDS;
}

void want_huge_pages(void *from, size_t size)
{
    int before = errno;
    madvise(from, size, MADV_HUGEPAGE);
    errno = before;
}

static void *begin(struct MemState *m, Head *h, size_t size)
{
    if (!h)
        return NULL;
    bool huge = is_huge(m, size);
    if (huge &&
        looks_mapped(h)) /* all of it: a range in two parts would not be moved */
        want_huge_pages((char *)h - (uintptr_t)h % PAGE, asked_for(size) + CHUNK_WORDS);
    h->size = huge || m->allocate ? size : malloc_usable_size(h) - sizeof *h;
    h->owner = m;
    return h + 1;
}

/* ---- what is kept ------------------------------------------------------------- */

static bool keep(struct MemState *m, Head *h)
{
    size_t size = malloc_usable_size(h);
    if (!is_huge(m, h->size) || !looks_mapped(h) || size > m->large_idle_max)
        return false;
    if (size > m->large_idle_max - m->large_idle)
        large_give_back(m);
    Large *large = (Large *)h;
    large->next = m->large_kept;
    m->large_kept = large;
    m->large_idle += size;
    return true;
}

void large_give_back(struct MemState *m)
{
    for (Large *next, *large = m->large_kept; large; large = next) {
        next = large->next;
        free(large);
    }
    m->large_kept = NULL;
    m->large_idle = 0;
}

/* The first that has room and is not much larger. */
static Head *take_kept(struct MemState *m, size_t size)
{
    for (Large **at = &m->large_kept; *at; at = &(*at)->next) {
        Large *large = *at;
        size_t has = malloc_usable_size(large);
        if (has < size + sizeof(Head) || has - has / 4 > size)
            continue;
        *at = large->next;
        m->large_idle -= has;
        return &large->head;
    }
    return NULL;
}

/* ---- birth, growth, death ----------------------------------------------------- */

void *large_resize(struct MemState *m, void *block, size_t size)
{
    Head *h = block ? (Head *)block - 1 : NULL;
    if (m->allocate)
        h = m->allocate(m->user, h, h ? h->size + sizeof *h : 0, size + sizeof *h);
    else
        h = realloc(h, asked_for(size));
    return begin(m, h, size);
}

void *large_new(struct MemState *m, size_t size, bool zeroed)
{
    Head *kept = is_huge(m, size) ? take_kept(m, size) : NULL;
    if (!kept && zeroed && !m->allocate)
        return begin(m, calloc(1, asked_for(size)), size);
    if (kept)
        kept->size = size;
    void *block = kept ? kept + 1 : large_resize(m, NULL, size);
    return block && zeroed ? memset(block, 0, size) : block;
}

void large_free(struct MemState *m, void *block)
{
    Head *h = (Head *)block - 1;
    if (m->allocate)
        m->allocate(m->user, h, h->size + sizeof *h, 0);
    else if (!keep(m, h))
        free(h);
}
