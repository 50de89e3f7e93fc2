/* signals.h - signals and the vm that owns them: the C handler only notes the number
 * and raises the vm's request; Python handlers run at the eval loop's next poll.
 * Implementation: stdlib/os/signal.c.
 */
#ifndef MINIPY_VM_THREADS_SIGNALS_H
#define MINIPY_VM_THREADS_SIGNALS_H

#include "vm/core/vm.h"

int signals_init(
    MinipyVM *vm); /* SIGINT -> KeyboardInterrupt, SIGPIPE ignored; -1: error */
/* Before the modules go: no Python handler runs any more. */
void signals_stop(MinipyVM *vm);
void signals_fini(MinipyVM *vm); /* puts the old dispositions back */
/* Runs the handlers of noted signals. -1: one raised. Called by the loop's slow path,
 * and by system calls that were interrupted (EINTR). */
int signals_run_pending(MinipyVM *vm);
/* The same behind a call that was not interrupted, or done only in part. */
static inline int signals_checked(MinipyVM *vm)
{
    return unlikely(vm->pending_signals != 0) ? signals_run_pending(vm) : 0;
}
/* As if the signal had been caught: its handler runs at the next poll. Signals that are
 * ignored or left to the system are passed over. */
void signals_simulate(MinipyVM *vm, int signum);
void faulthandler_fini(
    MinipyVM *vm); /* stdlib/runtime/faulthandler.c: takes its handlers away */
void signals_after_fork(
    MinipyVM *vm); /* the child forgets what was noted for its parent */

#endif
