/* signals.h - signals and the vm that owns them: the C handler only notes the number
 * and raises the vm's request; Python handlers run at the eval loop's next poll.
 */
#ifndef MINIPY_VM_THREADS_SIGNALS_H
#define MINIPY_VM_THREADS_SIGNALS_H

#include <errno.h>
#include <signal.h>

#include "vm/core/hooks.h"
#include "vm/threads/thread.h"

enum { SIGNAL_COUNT = 65 };

/* SIG_DFL and SIG_IGN among vm->signal_handlers: ints. */
#define SIGNALS_DEFAULT (((Value)SIG_DFL << 1) | 1)
#define SIGNALS_IGNORE (((Value)SIG_IGN << 1) | 1)

void signals_note(int signum); /* the C handler of whatever Python handles */
void signals_note_for(MinipyVM *vm, int signum);          /* ... in that vm alone */
int signals_set_disposition(int signum, void (*fn)(int)); /* -1: errno */
/* Where the C handler writes the number, -1: nowhere; returns what it was. warn: a full
 * pipe is told, too. */
int signals_set_wakeup_fd(int fd, bool warn);

int signals_init(
    MinipyVM *vm); /* SIGINT -> KeyboardInterrupt, SIGPIPE ignored; -1: error */
/* Before the modules go: no Python handler runs any more. */
void signals_stop(MinipyVM *vm);
void signals_fini(MinipyVM *vm); /* puts the old dispositions back */
/* The noted signals, a bit each. A handler notes them in whichever thread it
 * interrupts, with or without the vm's lock. */
static inline uint64_t signals_noted(const MinipyVM *vm)
{
    return __atomic_load_n(&vm->pending_signals, __ATOMIC_RELAXED);
}
/* signals_run_pending behind a call that was not interrupted, or done only in part. */
static inline int signals_checked(MinipyVM *vm)
{
    return unlikely(signals_noted(vm) != 0) ? signals_run_pending(vm) : 0;
}
/* BLOCKING for a call that answers -1 and errno. The handlers of signals that came
 * before run first, as they must not wait for its end; where one raises, the call is
 * not made, and the answer is -1 with EINTR and the exception. */
#define INTERRUPTIBLE(vm, expr) INTERRUPTIBLE_ON(vm, -1, expr)
/* The same for a call on fd_, the descriptor that an object has when the handlers have
 * run: once the lock is left another thread may close the object. */
#define INTERRUPTIBLE_ON(vm, descriptor, expr)                                         \
    __extension__({                                                                    \
        bool raised_ = signals_checked(vm) < 0;                                        \
        __attribute__((unused)) int fd_ = (descriptor);                                \
        __typeof__(expr) answer_ = -1;                                                 \
        if (unlikely(raised_))                                                         \
            errno = EINTR;                                                             \
        else                                                                           \
            answer_ = BLOCKING(vm, expr);                                              \
        answer_;                                                                       \
    })
/* After such a call failed: it was interrupted, and no handler raised. Keeps errno. */
static inline bool signals_call_again(MinipyVM *vm)
{
    if (errno != EINTR || error_occurred(vm))
        return false;
    bool again = signals_run_pending(vm) == 0;
    errno = EINTR;
    return again;
}
/* As if the signal had been caught: its handler runs at the next poll. Signals that are
 * ignored or left to the system are passed over. */
void signals_simulate(MinipyVM *vm, int signum);
void signals_after_fork(
    MinipyVM *vm); /* the child forgets what was noted for its parent */

#endif
