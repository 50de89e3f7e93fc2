/* fail_places.c - the places of fail_places.h.
 *
 * A request that fails is only of interest with those who have to pass it on: from the
 * same twenty return addresses the second failure shows nothing that the first did not.
 * So each place fails once, in all programs together: the table is the file that
 * MINIPY_FAIL_PLACES names, which processes share and which outlives them. Addresses
 * are compared as they are: the loader must not choose them at random (setarch -R), and
 * the build must keep frame pointers.
 */
#include "vm/memory/fail_places.h"

#ifdef MINIPY_FAIL_ALLOC
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DEPTH = 20, CELLS = 1 << 20 };
/* Further apart two frames are not: what lies there is no frame, but a library's own
 * use of the register. */
enum { FRAME_MAX = 64 << 10 };

static _Atomic uint64_t *cells; /* CELLS of them; 0: free */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_table(void)
{
    const char *name = getenv("MINIPY_FAIL_PLACES");
    size_t size = CELLS * sizeof *cells;
    int fd = name ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    void *p = MAP_FAILED;
    if (fd >= 0 && ftruncate(fd, (off_t)size) == 0)
        p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    else if (fd < 0)
        p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fd >= 0)
        close(fd);
    cells = p == MAP_FAILED ? NULL : p;
}

/* Where the running thread's stack ends: what libraries without frame pointers leave in
 * that register may point behind it. */
static uintptr_t stack_end(void)
{
    static _Thread_local uintptr_t end;
    pthread_attr_t attr;
    void *low;
    size_t size;
    if (end == 0 && pthread_getattr_np(pthread_self(), &attr) == 0) {
        if (pthread_attr_getstack(&attr, &low, &size) == 0)
            end = (uintptr_t)low + size;
        pthread_attr_destroy(&attr);
    }
    return end;
}

static uint64_t hash_place(void)
{
    uint64_t hash = 1469598103934665603u;
    uintptr_t *frame = __builtin_frame_address(0);
    for (int i = 0; i < DEPTH; i++) {
        hash = (hash ^ frame[1]) * 1099511628211u;
        uintptr_t *outer = (uintptr_t *)frame[0];
        if (outer <= frame || (char *)outer - (char *)frame > FRAME_MAX ||
            (uintptr_t)outer % sizeof *outer || (uintptr_t)(outer + 2) > stack_end())
            break;
        frame = outer;
    }
    return hash ? hash : 1;
}

bool fail_place_is_new(void)
{
    pthread_once(&once, open_table);
    uint64_t hash = hash_place();
    for (size_t n = 0; cells && n < CELLS; n++) {
        uint64_t seen = 0;
        if (atomic_compare_exchange_strong(&cells[((hash >> 40) + n) % CELLS], &seen,
                                           hash))
            return true;
        if (seen == hash)
            break;
    }
    return false;
}
#endif
