/* import_lock.h - which thread loads which module, and waiting for it. */
#ifndef MINIPY_VM_THREADS_IMPORT_LOCK_H
#define MINIPY_VM_THREADS_IMPORT_LOCK_H

#include "vm/threads/thread.h"

/* A module being loaded; lies in the C frame of the loading thread. */
typedef struct ImportLoading {
    struct ImportLoading *next; /* of vm->import_loading, the last begun first */
    Value name;                 /* borrowed */
    uint64_t thread;            /* its serial */
} ImportLoading;

/* Around the search and load of a module. Begin waits while another thread does it. -1:
 * a signal handler raised. */
int import_loading_begin(MinipyVM *vm, ImportLoading *l, Value name);
void import_loading_end(MinipyVM *vm, ImportLoading *l);
/* The module is in sys.modules: waits until no other thread is still loading it. Does
 * not wait where each would wait for the other. -1: a signal handler raised. */
int import_wait_loaded_slow(MinipyVM *vm, Value name);
static inline int import_wait_loaded(MinipyVM *vm, Value name)
{
    return likely(vm->threads == NULL || vm->import_loading == NULL)
               ? 0
               : import_wait_loaded_slow(vm, name);
}
/* The lock that _imp shows to programs; importing holds it while finders in Python are
 * asked, and for nothing else. A thread may hold it more than once. Acquire waits for
 * other threads; -1: a signal handler raised, or no memory. Release -1: RuntimeError,
 * this thread does not hold it. */
int import_lock_acquire(MinipyVM *vm);
int import_lock_release(MinipyVM *vm);
bool import_lock_held(MinipyVM *vm);
/* At the vm's end. */
void import_lock_drop(MinipyVM *vm);
/* In the child of a fork the other threads no longer load anything. */
void import_locks_after_fork(MinipyVM *vm);

#endif
