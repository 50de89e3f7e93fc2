/* address_range.c - see address_range.h.
 *
 * To reserve the most that could be needed is simple, and was how it began; but 64 GiB
 * for each vm and 1 GiB for each thread are more than `ulimit -v` grants, and look as
 * if they were used. The addresses are far from the heap, from libraries and from what
 * mmap() chooses itself, in which it goes downwards from the stack.
 */
#include "vm/memory/address_range.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000 /* since Linux 4.17; before, it is a hint */
#endif

enum { ALIGNED = 2 << 20, TRIES = 16 };

typedef struct Part {
    uintptr_t first;      /* address of the first place */
    size_t apart, count;  /* bytes from one place to the next; places */
    _Atomic size_t taken; /* how many were asked for; they are used in turns */
} Part;
static Part parts[RANGE_KINDS] = {
#ifdef __SANITIZE_THREAD__ /* it has those for itself, and leaves 512 GiB below */
    [RANGE_OF_BLOCKS] = {UINT64_C(0x1000000000), (size_t)64 << 30, 6, 0},
    [RANGE_OF_FRAMES] = {UINT64_C(0x7000000000), (size_t)1 << 30, 64, 0},
#else
    [RANGE_OF_BLOCKS] = {UINT64_C(0x200000000000), (size_t)64 << 30, 256, 0},
    [RANGE_OF_FRAMES] = {UINT64_C(0x300000000000), (size_t)1 << 30, 4096, 0},
#endif
};

size_t address_range_most(RangeKind kind)
{
    return parts[kind].apart;
}

size_t address_range_room(void)
{
    struct rlimit r;
    bool limited = getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur != RLIM_INFINITY;
    return limited ? r.rlim_cur / 2 : SIZE_MAX;
}

static void *map_at(uintptr_t at, size_t size, int flags)
{
    void *wanted = (void *)at; /* NOLINT(performance-no-int-to-ptr) */
    void *p = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (!wanted || p == wanted)
        return p;
    munmap(p, size); /* an old kernel, or valgrind's */
    return NULL;
}

/* Where the stack is differs from process to process as the system has it: so does the
 * place with which a part begins. */
static uintptr_t next_place(Part *part)
{
    size_t turn = atomic_fetch_add_explicit(&part->taken, 1, memory_order_relaxed);
    static _Atomic uintptr_t seed;
    uintptr_t none = 0, here = (uintptr_t)__builtin_frame_address(0) >> 16;
    atomic_compare_exchange_strong(&seed, &none, here);
    return part->first + (atomic_load(&seed) + turn) % part->count * part->apart;
}

/* Where the system likes, without room behind it. */
static void *map_anywhere(size_t size)
{
    char *p = map_at(0, size + ALIGNED, 0);
    if (!p)
        return NULL;
    size_t before = -(uintptr_t)p & (ALIGNED - 1);
    if (before)
        munmap(p, before);
    munmap(p + before + size, ALIGNED - before);
    return p + before;
}

void *address_range_new(RangeKind kind, size_t size, size_t shown)
{
    char *p = NULL;
    for (int i = 0; !p && i < TRIES; i++)
        p = map_at(next_place(&parts[kind]), size, MAP_FIXED_NOREPLACE);
    if (!p && !(p = map_anywhere(size)))
        return NULL;
    if (shown < size)
        madvise(p + shown, size - shown, MADV_DONTDUMP);
    return p;
}

bool address_range_grow(void *end, size_t more)
{
    return map_at((uintptr_t)end, more, MAP_FIXED_NOREPLACE) != NULL;
}
