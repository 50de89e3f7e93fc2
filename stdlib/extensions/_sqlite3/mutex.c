/* mutex.c - SQLite's mutexes (SQLITE_CONFIG_MUTEX). It takes one at each call and two
 * more at each block of memory, mostly for nobody: where the process has one thread,
 * the C library says so, and a mutex is two fields that are written. Rejected:
 * connections that are opened without mutexes, as Python's threads may share them
 * (check_same_thread=False).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/single_threaded.h>

#include "sqlite.h"

enum { FREE, HELD, WAITED_FOR };

struct sqlite3_mutex {
    atomic_int state;
    atomic_uintptr_t owner; /* a thread, by where its `self` lies; 0: none */
    int depth;              /* how often the owner has it, beside once */
};

/* Those that SQLite asks for by number. */
static sqlite3_mutex fixed[SQLITE_MUTEX_STATIC_VFS3 + 1];
static THREAD_LOCAL char self;

/* Who waits for any of them does so here: SQLite holds them for some instructions, but
 * for those of connections that threads share. */
static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;

static bool is_mine(sqlite3_mutex *m)
{
    return atomic_load_explicit(&m->owner, memory_order_relaxed) == (uintptr_t)&self;
}

static void own(sqlite3_mutex *m)
{
    atomic_store_explicit(&m->owner, (uintptr_t)&self, memory_order_relaxed);
    m->depth = 0;
}

static bool take_if_free(sqlite3_mutex *m)
{
    int wanted = FREE;
    if (!__libc_single_threaded)
        return atomic_compare_exchange_strong(&m->state, &wanted, HELD);
    if (atomic_load_explicit(&m->state, memory_order_relaxed) != FREE)
        return false;
    atomic_store_explicit(&m->state, HELD, memory_order_relaxed);
    return true;
}

static void wait_until_free(sqlite3_mutex *m)
{
    enum { TURNS = 50 };
    for (int i = 0; i < TURNS; i++)
        if (atomic_load_explicit(&m->state, memory_order_relaxed) == FREE &&
            take_if_free(m))
            return;
    pthread_mutex_lock(&waiting);
    while (atomic_exchange(&m->state, WAITED_FOR) != FREE)
        pthread_cond_wait(&freed, &waiting);
    pthread_mutex_unlock(&waiting);
}

/* Apart from mutex_enter, which it would make save registers at each call. */
static __attribute__((noinline)) void wait_for(sqlite3_mutex *m)
{
    wait_until_free(m);
    own(m);
}

static void mutex_enter(sqlite3_mutex *m)
{
    if (is_mine(m))
        m->depth++;
    else if (take_if_free(m))
        own(m);
    else
        wait_for(m);
}

static int mutex_try(sqlite3_mutex *m)
{
    if (is_mine(m))
        m->depth++;
    else if (take_if_free(m))
        own(m);
    else
        return SQLITE_BUSY;
    return SQLITE_OK;
}

static void mutex_leave(sqlite3_mutex *m)
{
    if (m->depth) {
        m->depth--;
        return;
    }
    atomic_store_explicit(&m->owner, 0, memory_order_relaxed);
    if (__libc_single_threaded)
        atomic_store_explicit(&m->state, FREE, memory_order_relaxed);
    else if (atomic_exchange(&m->state, FREE) == WAITED_FOR) {
        pthread_mutex_lock(&waiting);
        pthread_cond_broadcast(&freed);
        pthread_mutex_unlock(&waiting);
    }
}

static sqlite3_mutex *mutex_alloc(int which)
{
    if (which == SQLITE_MUTEX_FAST || which == SQLITE_MUTEX_RECURSIVE)
        return calloc(1, sizeof(sqlite3_mutex));
    return which > 0 && which <= SQLITE_MUTEX_STATIC_VFS3 ? &fixed[which] : NULL;
}

static void mutex_free(sqlite3_mutex *m)
{
    if (m < fixed || m > &fixed[SQLITE_MUTEX_STATIC_VFS3])
        free(m);
}

static int mutex_is_not_mine(sqlite3_mutex *m)
{
    return !m || !is_mine(m);
}

static int mutex_is_mine(sqlite3_mutex *m)
{
    return !m || is_mine(m);
}

static int done(void)
{
    return SQLITE_OK;
}

const sqlite3_mutex_methods sqlite_mutexes = {
    .xMutexInit = done,
    .xMutexEnd = done,
    .xMutexAlloc = mutex_alloc,
    .xMutexFree = mutex_free,
    .xMutexEnter = mutex_enter,
    .xMutexTry = mutex_try,
    .xMutexLeave = mutex_leave,
    .xMutexHeld = mutex_is_mine,
    .xMutexNotheld = mutex_is_not_mine,
};
