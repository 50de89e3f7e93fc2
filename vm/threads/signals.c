/* signals.c - the delivery of signals to a vm.
 *
 * The C handler notes the number in the vm's pending_signals, raises its gate request
 * and writes to the wakeup descriptor, nothing more. Python handlers run in
 * signals_run_pending. vm->signal_handlers is a list of NSIG values: None (not ours), 0
 * (SIG_DFL), 1 (SIG_IGN) or a callable; it is made when the module _signal is imported,
 * and until then only SIGINT is caught.
 */
#include "vm/threads/signals.h"

#include <errno.h>
#include <unistd.h>

#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/eval/frame.h"
#include "vm/eval/trace.h"
#include "vm/text/str.h"
#include "vm/threads/asked.h"
#include "vm/threads/limits.h"
#include "vm/threads/thread.h"
#include "vm/containers/dict.h"
#include "vm/objects/call.h"

/* What a C handler can reach. Dispositions belong to the process, so this state does
 * too: the one exception to the rule that everything hangs off a vm. */
static struct {
    MinipyVM *vm; /* the one that owns the signals; NULL: none. By atomics */
    volatile int wakeup_fd;
    volatile bool wakeup_quiet; /* about a full pipe */
    volatile int wakeup_error;  /* errno of a write that failed, to be told; 0 */
    struct sigaction old_int, old_pipe, old_xfsz;
} process = {.wakeup_fd = -1};

static MinipyVM *owner(void)
{
    return __atomic_load_n(&process.vm, __ATOMIC_ACQUIRE);
}

void signals_note_for(MinipyVM *vm, int signum)
{
    __atomic_fetch_or(&vm->pending_signals, UINT64_C(1) << (signum - 1),
                      __ATOMIC_SEQ_CST);
    gate_requests_set(&vm->requests, GATE_REQUEST_SIGNAL);
    if (thread_holds_vm(vm)) /* or the dispatch table is another thread's */
        trace_signal(vm);
}

void signals_note(int signum)
{
    int saved = errno;
    MinipyVM *vm = owner();
    if (vm) {
        signals_note_for(vm, signum);
        if (process.wakeup_fd >= 0) {
            unsigned char byte = (unsigned char)signum;
            if (write(process.wakeup_fd, &byte, 1) < 0 &&
                !(process.wakeup_quiet && errno == EAGAIN)) {
                process.wakeup_error = errno;
                gate_requests_set(&vm->requests, GATE_REQUEST_SIGNAL);
            }
        }
    }
    errno = saved;
}

int signals_set_disposition(int signum, void (*fn)(int))
{
    if (signum == limits_signal()) {
        errno = EINVAL; /* as for the two of the C library */
        return -1;
    }
    if (signum == ATTACH_SIGNAL && asked_set_disposition(fn))
        return 0;
    struct sigaction action = {.sa_handler = fn, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    return sigaction(signum, &action, NULL);
}

int signals_set_wakeup_fd(int fd, bool warn)
{
    int old = process.wakeup_fd;
    process.wakeup_fd = fd;
    process.wakeup_quiet = !warn;
    return old;
}

int signals_init(MinipyVM *vm)
{
    MinipyVM *none = NULL;
    if (!__atomic_compare_exchange_n(&process.vm, &none, vm, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED)) {
        vm->owns_signals = false;
        return 0;
    }
    process.wakeup_fd = -1;
    sigaction(SIGINT, NULL, &process.old_int);
    sigaction(SIGPIPE, NULL, &process.old_pipe);
    sigaction(SIGXFSZ, NULL, &process.old_xfsz);
    signals_set_disposition(SIGPIPE, SIG_IGN);
    signals_set_disposition(SIGXFSZ, SIG_IGN);
    if (process.old_int.sa_handler == SIG_DFL)
        signals_set_disposition(SIGINT, signals_note);
    return 0;
}

static bool is_function(Value handler)
{
    return handler && handler != VALUE_NONE && handler != SIGNALS_DEFAULT &&
           handler != SIGNALS_IGNORE;
}

void signals_stop(MinipyVM *vm)
{
    if (owner() != vm || !vm->owns_signals)
        return;
    for (int i = 1; vm->signal_handlers && i < SIGNAL_COUNT; i++)
        if (is_function(list_get_borrow(vm->signal_handlers, i)))
            signals_set_disposition(i, SIG_DFL);
    sigaction(SIGINT, &process.old_int, NULL);
    process.wakeup_fd = -1;
    vm->owns_signals = false; /* signal.signal() is refused from now on */
    for (int i = 1; vm->signal_handlers && i < SIGNAL_COUNT; i++)
        value_set_steal(vm, &LIST(vm->signal_handlers)->items[i], VALUE_NONE);
    value_clear(vm, &vm->signal_handlers);
}

void signals_fini(MinipyVM *vm)
{
    signals_stop(vm);
    if (owner() != vm)
        return;
    sigaction(SIGPIPE, &process.old_pipe, NULL);
    sigaction(SIGXFSZ, &process.old_xfsz, NULL);
    __atomic_store_n(&process.vm, NULL, __ATOMIC_RELEASE);
}

/* Borrowed; VALUE_NULL: SIGINT's own handling before the module was imported. */
static Value handler_of(MinipyVM *vm, int signum)
{
    if (vm->signal_handlers)
        return list_get_borrow(vm->signal_handlers, signum);
    return signum == SIGINT ? VALUE_NULL : VALUE_NONE;
}

static int run_handler(MinipyVM *vm, int signum)
{
    Value handler = handler_of(vm, signum);
    if (!handler)
        return error_set_none(vm, EXC_KeyboardInterrupt), -1;
    if (!is_function(handler))
        return 0;
    Value frame = vm->frame ? frame_object(vm, vm->frame) : VALUE_NONE;
    if (!frame)
        return -1;
    value_incref(handler);
    if (unlikely(process.wakeup_error != 0)) /* told in the handler, as in CPython */
        gate_requests_set(&vm->requests, GATE_REQUEST_SIGNAL);
    Value r = call2(vm, handler, value_from_imm(signum), frame);
    value_decref(vm, handler);
    value_decref(vm, frame);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* To sys.stderr, or past it where that is none or fails. */
static void say_at_once(MinipyVM *vm, const char *words)
{
    Value err = vm->sysdict
                    ? dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr))
                    : VALUE_NULL;
    Value text = str_from_cstr(vm, words), done = VALUE_NULL;
    value_xincref(err);
    if (err && text)
        done = call_method(vm, err, NAME(vm, write), &text, 1);
    if (!done && write(STDERR_FILENO, words, strlen(words)) < 0)
        errno = 0; /* nor is there that */
    value_xdecref(vm, done);
    value_xdecref(vm, text);
    value_xdecref(vm, err);
}

/* What the C handler could not say itself. An exception that is on its way stays. */
static void report_wakeup_error(MinipyVM *vm)
{
    int number = process.wakeup_error;
    process.wakeup_error = 0;
    Value pending = error_occurred(vm) ? error_fetch(vm) : VALUE_NULL;
    say_at_once(vm,
                "Exception ignored when trying to write to the signal wakeup fd:\n");
    error_clear(vm);
    error_set_errno(vm, number, VALUE_NULL);
    error_unraisable(vm, NULL, VALUE_NONE);
    if (pending)
        error_restore_steal(vm, pending);
}

static int run_handlers(MinipyVM *vm)
{
    uint64_t noted;
    while ((noted = signals_noted(vm) & ~LIMITS_NOTES) != 0) {
        int signum = __builtin_ctzll(noted) + 1;
        __atomic_fetch_and(&vm->pending_signals, ~(UINT64_C(1) << (signum - 1)),
                           __ATOMIC_SEQ_CST);
        if (signum == ATTACH_SIGNAL && !asked_for_program(vm))
            continue;
        if (run_handler(vm, signum) < 0) {
            if (signals_noted(vm) & ~LIMITS_NOTES) { /* the next poll, or call */
                gate_requests_set(&vm->requests, GATE_REQUEST_SIGNAL);
                trace_signal(vm);
            }
            return -1;
        }
    }
    return 0;
}

/* An observer was let in by a thread that runs no handlers: nothing is left to look at.
 */
static void forget_asked(MinipyVM *vm)
{
    uint64_t bit = UINT64_C(1) << (ATTACH_SIGNAL - 1);
    __atomic_fetch_and(&vm->pending_signals, ~bit, __ATOMIC_SEQ_CST);
    gate_requests_clear(&vm->requests, GATE_REQUEST_SIGNAL);
    if (asked_for_program(vm)) /* it came meanwhile */
        signals_note(ATTACH_SIGNAL);
    else if (signals_noted(vm))
        gate_requests_set(&vm->requests, GATE_REQUEST_SIGNAL);
}

int signals_run_pending(MinipyVM *vm)
{
    if (unlikely((signals_noted(vm) & LIMITS_NOTES) != 0) && limits_run_noted(vm) < 0)
        return -1;
    if (unlikely(asked_noted(vm))) {
        asked_serve(vm);
        if (!thread_is_main(vm))
            forget_asked(vm);
    }
    if (!thread_is_main(vm))
        return 0; /* the request stays up until the main thread sees it */
    gate_requests_clear(&vm->requests, GATE_REQUEST_SIGNAL);
    int r = run_handlers(vm);
    if (unlikely(process.wakeup_error != 0))
        report_wakeup_error(vm);
    return r;
}

void signals_simulate(MinipyVM *vm, int signum)
{
    Value handler = handler_of(vm, signum);
    if (!handler || is_function(handler))
        signals_note_for(vm, signum);
}

void signals_after_fork(MinipyVM *vm)
{
    __atomic_store_n(&vm->pending_signals, 0, __ATOMIC_RELAXED);
    gate_requests_clear(&vm->requests, GATE_REQUEST_SIGNAL);
}
