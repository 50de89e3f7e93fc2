/* vm_lock.h - the lock of a vm as thread.c sees it: who has it, who wants it. All but
 * the last two are called with threads->mutex held. Implementation: vm_lock.c.
 */
#ifndef MINIPY_VM_THREADS_VM_LOCK_H
#define MINIPY_VM_THREADS_VM_LOCK_H

#include "vm/threads/thread.h"

/* Waits until t has the lock; does not come back if another thread ends the vm. */
void vm_lock_take(MinipyVM *vm, Threads *s, Thread *t);
/* The lock, which is free or was handed to t, is t's. */
void vm_lock_hold(MinipyVM *vm, Threads *s, Thread *t);
/* The holder gives the lock up. The mutex is released before somebody is woken. */
void vm_lock_give_and_unlock(MinipyVM *vm, Threads *s);
/* Is it free, or t's, within so many milliseconds? */
bool vm_lock_is_free_within(MinipyVM *vm, Threads *s, Thread *t, int patience_ms);
/* Whoever wants it looks again: the vm is being ended. */
void vm_lock_wake_all(Threads *s);

/* The fields of t come into the vm. With the vm's lock held. */
void vm_lock_make_current(MinipyVM *vm, Thread *t);
/* In the child of a fork: the current thread has the lock, and nobody else is there. */
void vm_lock_after_fork(MinipyVM *vm, Threads *s);
/* The place of a thread that is no more leaves its line, if it is in one. */
void thread_line_leave(ThreadPlace *place);

#endif
