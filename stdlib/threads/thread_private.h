/* thread_private.h - what the files of the module _thread share: thread.c the module
 * and its functions, thread_locks.c lock and RLock, thread_local.c _local; and queue.c,
 * the module _queue, which waits as they do.
 */
#ifndef MINIPY_STDLIB_THREADS_THREAD_PRIVATE_H
#define MINIPY_STDLIB_THREADS_THREAD_PRIVATE_H

#include "stdlib/native.h"
#include "vm/threads/thread.h"

#define THREAD_TIMEOUT_MAX 9223372036.0
#define THREAD_FOREVER (-1.0) /* in the place of seconds to wait */

extern const TypeSpec thread_lock_spec, thread_rlock_spec, thread_local_spec;

/* A lock that is free; VALUE_NULL: exception. */
Value thread_lock_new(MinipyVM *vm);
/* Waits in the line, with the vm's lock given up, until `come` says yes, between the
 * markers of a wait for a lock of that kind: 1 it did, 0 the time is over, -1 a signal
 * handler raised. `come` is asked whenever the thread was woken, and does at once what
 * the thread waits for (takes the lock). */
typedef bool (*ThreadCome)(MinipyVM *vm, Value self);
int thread_wait(MinipyVM *vm, Value self, const char *kind, ThreadLine *line,
                ThreadCome come, double wait);
/* Frees it, whoever holds it; a free one stays free. */
void thread_lock_release_if_taken(MinipyVM *vm, Value lock);

#endif
