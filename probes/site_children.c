/* Forked children of a traced process: their sites are mended before they run.
 *
 * Linux 6.18 puts a call in the place of a five-byte nop that is traced, into a page
 * which it maps for that process alone. A child inherits the call and not the page (the
 * kernel leaves it out of a fork), and would die at the first marker that it fires. So
 * each child looks at its sites, after fork() and before anything else: where one is no
 * longer what the file has, the page is dropped, whose next use brings the file's own
 * bytes. The kernel puts the tracers' traps back when a mapping is split, which advice
 * about one of its pages does. Idle, and on kernels that trace by a trap alone, a child
 * reads four bytes of each site and that is all.
 *
 * Rejected: mapping the file anew, which may have been replaced since; mprotect, which
 * a security module may refuse for a page that has been written to. Without fork() of
 * the C library (by a clone() of a host's own) nothing is mended. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probes/sites.h"

#if defined __x86_64__ && defined __linux__ && !defined MINIPY_PROBES_NONE

/* Without the first byte, which may be a trap, as it was inherited ever since. */
static bool is_changed(const char *nop)
{
    static const char rest[] = {0x1f, 0x44, 0x00, 0x00};
    return memcmp(nop + 1, rest, sizeof rest) != 0;
}

static void mend(const char *nop)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)nop & ~(size - 1));
    madvise(page, size, MADV_DONTNEED);
    madvise(page, size, MADV_RANDOM);
    madvise(page, size, MADV_NORMAL);
}

static void mend_all(void)
{
    for (int i = 0; i < probe_sites.count; i++) {
        const char *nop = (const char *)(uintptr_t)probe_sites.nops[i];
        if (nop != NULL && is_changed(nop))
            mend(nop);
    }
}

void probe_watch_forks(void)
{
    if (probe_sites.length == 5)
        pthread_atfork(NULL, NULL, mend_all);
}

#elif defined __linux__ && !defined MINIPY_PROBES_NONE

void probe_watch_forks(void) {}

#endif
