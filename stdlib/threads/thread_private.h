/* thread_private.h - what the files of the module _thread share: thread.c the module
 * and its functions, thread_locks.c lock and RLock, thread_local.c _local.
 */
#ifndef MINIPY_STDLIB_THREADS_THREAD_PRIVATE_H
#define MINIPY_STDLIB_THREADS_THREAD_PRIVATE_H

#include "stdlib/native.h"
#include "vm/threads/thread.h"

#define THREAD_TIMEOUT_MAX 9223372036.0

extern const TypeSpec thread_lock_spec, thread_rlock_spec, thread_local_spec;

/* A lock that is free; VALUE_NULL: exception. */
Value thread_lock_new(MinipyVM *vm);
/* Frees it, whoever holds it; a free one stays free. */
void thread_lock_release_if_taken(MinipyVM *vm, Value lock);

#endif
