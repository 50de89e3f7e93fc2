/* mem_stats.c - what sys._debugmallocstats() shows of the allocator: the pools of each
 * size class and the totals, in the layout that CPython's readers know. Counted by
 * walking the pools, so that allocating costs nothing for it. Read first: mem.c.
 */
#include <inttypes.h>
#include <stdio.h>

#include "vm/memory/mem_inline.h"
#include "vm/memory/memstate.h"

typedef struct ClassCount {
    size_t pools, used, free;
} ClassCount;

static size_t pool_room(unsigned c)
{
    return (POOL_SIZE - (sizeof(Pool) + CLASS_STEP - 1) / CLASS_STEP * CLASS_STEP) /
           ((c + 1) * CLASS_STEP);
}

/* Fills counts; returns how many pools stand empty. */
static size_t count_pools(const struct MemState *m, ClassCount counts[CLASSES])
{
    uintptr_t first =
        ((uintptr_t)m->base + POOL_SIZE - 1) & ~(uintptr_t)(POOL_SIZE - 1);
    size_t empty = 0;
    for (uintptr_t at = first; at < (uintptr_t)m->top; at += POOL_SIZE) {
        const Pool *p = (const Pool *)at;
        if (p->used == 0) {
            empty++;
            continue;
        }
        ClassCount *c = &counts[p->class_];
        c->pools++;
        c->used += p->used;
        c->free += pool_room(p->class_) - p->used;
    }
    return empty;
}

static void print_total(FILE *out, const char *what, size_t n)
{
    fprintf(out, "%-35s= %20zu\n", what, n);
}

void mem_print_stats(MinipyVM *vm, FILE *out)
{
    const struct MemState *m = vm->mem;
    ClassCount counts[CLASSES] = {{0, 0, 0}};
    size_t empty = count_pools(m, counts), used = 0, available = 0, pools = 0;
    fprintf(out,
            "Small block threshold = %d, in %d size classes.\n\n"
            "class   size   num pools   blocks in use  avail blocks\n"
            "-----   ----   ---------   -------------  ------------\n",
            SMALL_MAX, CLASSES);
    for (unsigned c = 0; c < CLASSES; c++) {
        size_t size = (c + 1) * (size_t)CLASS_STEP;
        if (!counts[c].pools)
            continue;
        fprintf(out, "%5u %6zu %11zu %15zu %13zu\n", c, size, counts[c].pools,
                counts[c].used, counts[c].free);
        pools += counts[c].pools;
        used += counts[c].used * size;
        available += counts[c].free * size;
    }
    fputc('\n', out);
    print_total(out, "# bytes in allocated blocks", used);
    print_total(out, "# bytes in available blocks", available);
    print_total(out, "# bytes in pools in use", pools * POOL_SIZE);
    print_total(out, "# bytes in empty pools", empty * POOL_SIZE);
    print_total(out, "# large blocks (malloc)", m->large_blocks);
    print_total(out, "# bytes handed out in all", m->bytes);
    /* Objects that die go back to their pool at once: no list of free ones is kept. */
    fputs("0 free PyDictObjects * 0 bytes each = 0\n", out);
}
