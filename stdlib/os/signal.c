/* signal.c - the module _signal. How signals reach a vm: vm/threads/signals.c. */
#include "stdlib/seconds.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "stdlib/os/posix_private.h"
#include "vm/threads/asked.h"
#include "vm/threads/limits.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/iter.h"

/* ---- arguments ------------------------------------------------------------------- */

static bool signum_arg(MinipyVM *vm, Value v, int *out)
{
    if (!arg_int(vm, v, out))
        return false;
    if (*out >= 1 && *out < SIGNAL_COUNT)
        return true;
    error_set(vm, EXC_ValueError, "signal number out of range");
    return false;
}

static bool sigset_add(MinipyVM *vm, sigset_t *set, Value item)
{
    int64_t n;
    if (!arg_ssize(vm, item, &n)) {
        if (!error_matches(vm, EXC_OverflowError))
            return false;
        error_clear(vm);
        n = -1;
    }
    if (n < 1 || n >= SIGNAL_COUNT) {
        error_set(vm, EXC_ValueError, "signal number %zd out of range [1; %d]", n,
                  SIGNAL_COUNT - 1);
        return false;
    }
    if (sigaddset(set, (int)n) == 0)
        return true;
    /* the two signals that the C library keeps to itself */
    return error_warn(vm, EXC_RuntimeWarning, 1,
                      "invalid signal number %zd, please use valid_signals()", n) == 0;
}

bool sigset_arg(MinipyVM *vm, Value iterable, sigset_t *set)
{
    sigemptyset(set);
    Each each = each_of(vm, iterable);
    while (each_next(vm, &each))
        each.status = sigset_add(vm, set, each.item) ? 0 : -1;
    return each_end(vm, &each) == 0;
}

static Value sigset_to_set(MinipyVM *vm, const sigset_t *set)
{
    Value r = set_new(vm, VALUE_NULL);
    for (int i = 1; r && i < SIGNAL_COUNT; i++)
        if (sigismember(set, i) == 1 && set_add(vm, r, value_from_imm(i)) < 0)
            value_clear(vm, &r);
    return r;
}

/* None, after the handlers of what has arrived meanwhile. */
static Value none_after_signals(MinipyVM *vm)
{
    return signals_run_pending(vm) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- handlers -------------------------------------------------------------------- */

FN(py_default_int_handler)
{
    int signum;
    if (!arg_int(vm, args[0], &signum))
        return VALUE_NULL;
    return error_set_none(vm, EXC_KeyboardInterrupt);
}

FN(py_signal)
{
    int signum;
    if (!arg_int(vm, args[0], &signum))
        return VALUE_NULL;
    if (!vm->owns_signals || !thread_is_main(vm))
        return error_set(vm, EXC_ValueError,
                         "signal only works in main thread of the main interpreter");
    if (signum < 1 || signum >= SIGNAL_COUNT)
        return error_set(vm, EXC_ValueError, "signal number out of range");
    void (*fn)(int) = signals_note;
    if (args[1] == SIGNALS_IGNORE)
        fn = SIG_IGN;
    else if (args[1] == SIGNALS_DEFAULT)
        fn = SIG_DFL;
    else if (!object_callable(args[1]))
        return error_set(vm, EXC_TypeError,
                         "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a "
                         "callable object");
    if (signals_run_pending(vm) < 0)
        return VALUE_NULL;
    if (signals_set_disposition(signum, fn) < 0)
        return posix_error(vm);
    Value *slot = &LIST(vm->signal_handlers)->items[signum], old = *slot;
    *slot = value_incref(args[1]);
    return old;
}

FN(py_getsignal)
{
    int signum;
    if (!signum_arg(vm, args[0], &signum))
        return VALUE_NULL;
    if (!vm->signal_handlers) /* the vm ends */
        return VALUE_NONE;
    return value_incref(list_get_borrow(vm->signal_handlers, signum));
}

FN(py_siginterrupt)
{
    int signum, flag;
    if (!arg_int(vm, args[0], &signum) || !arg_int(vm, args[1], &flag))
        return VALUE_NULL;
    if (signum < 1 || signum >= SIGNAL_COUNT)
        return error_set(vm, EXC_ValueError, "signal number out of range");
    struct sigaction action;
    if (sigaction(signum, NULL, &action) < 0)
        return posix_error(vm);
    action.sa_flags =
        flag ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return sigaction(signum, &action, NULL) < 0 ? posix_error(vm) : VALUE_NONE;
}

FN(py_set_wakeup_fd)
{
    int fd, warn = 1;
    if (!arg_int_ranged(vm, args[0], &fd) ||
        (GIVEN(1) && (warn = object_is_true(vm, GIVEN(1))) < 0))
        return VALUE_NULL;
    if (!vm->owns_signals || !thread_is_main(vm))
        return error_set(
            vm, EXC_ValueError,
            "set_wakeup_fd only works in main thread of the main interpreter");
    if (fd != -1) {
        struct stat st;
        int flags;
        if (fstat(fd, &st) < 0 || (flags = fcntl(fd, F_GETFL)) < 0)
            return posix_error(vm);
        if (!(flags & O_NONBLOCK))
            return error_set(vm, EXC_ValueError,
                             "the fd %d must be in non-blocking mode", fd);
    }
    int old = signals_set_wakeup_fd(fd, warn);
    return value_from_imm(old);
}

/* ---- sending --------------------------------------------------------------------- */

FN(py_raise_signal)
{
    int signum;
    if (!arg_int(vm, args[0], &signum))
        return VALUE_NULL;
    return raise(signum) ? posix_error(vm) : none_after_signals(vm);
}

FN(py_pthread_kill)
{
    int64_t thread;
    int signum;
    if (!value_is_int(args[0]))
        return arg_type_error(vm, "pthread_kill", "1", "int", args[0]);
    if (!arg_ssize(vm, args[0], &thread) || !arg_int(vm, args[1], &signum) ||
        audit(vm, "signal.pthread_kill", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    int err =
        thread_may_exist(thread) ? pthread_kill((pthread_t)thread, signum) : ESRCH;
    return err ? error_set_errno(vm, err, VALUE_NULL) : none_after_signals(vm);
}

FN(py_pidfd_send_signal)
{
    int fd, signum, flags = 0;
    if (!arg_int(vm, args[0], &fd) || !arg_int(vm, args[1], &signum) ||
        (nargs > 3 && !arg_int(vm, args[3], &flags)))
        return VALUE_NULL;
    if (nargs > 2 && args[2] != VALUE_NONE)
        return error_set(vm, EXC_TypeError, "siginfo must be None");
    return syscall(SYS_pidfd_send_signal, fd, signum, NULL, flags) < 0
               ? posix_error(vm)
               : none_after_signals(vm);
}

FN(py_alarm)
{
    int seconds;
    if (!arg_int(vm, args[0], &seconds))
        return VALUE_NULL;
    return value_from_imm(alarm((unsigned)seconds));
}

static Value itimer_result(MinipyVM *vm, const struct itimerval *t)
{
    Value items[2] = {
        float_new(vm, (double)t->it_value.tv_sec + (double)t->it_value.tv_usec * 1e-6),
        float_new(vm, (double)t->it_interval.tv_sec +
                          (double)t->it_interval.tv_usec * 1e-6)};
    return tuple_from_steal(vm, items, 2);
}

/* Timers have an error class of their own, ItimerError. */
static const ErrorClass itimer_error_class = {
    .module = "signal", .name = "itimer_error", .base = EXC_OSError};

static Value itimer_error(MinipyVM *vm)
{
    return module_error_code(vm, &itimer_error_class, errno, strerror(errno));
}

static bool timeval_arg(MinipyVM *vm, Value v, struct timeval *out)
{
    double d;
    if (!seconds_of(vm, v, &d))
        return false;
    out->tv_sec = (time_t)d;
    out->tv_usec = (suseconds_t)((d - (double)out->tv_sec) * 1e6);
    if (d > 0 && out->tv_sec == 0 && out->tv_usec == 0)
        out->tv_usec = 1; /* a tiny time must not stop the timer */
    return true;
}

FN(py_setitimer)
{
    int which;
    struct itimerval new = {0}, old;
    if (!arg_int(vm, args[0], &which) || !timeval_arg(vm, args[1], &new.it_value) ||
        (nargs > 2 && !timeval_arg(vm, args[2], &new.it_interval)))
        return VALUE_NULL;
    return setitimer(which, &new, &old) < 0 ? itimer_error(vm)
                                            : itimer_result(vm, &old);
}

FN(py_getitimer)
{
    int which;
    struct itimerval now;
    if (!arg_int(vm, args[0], &which))
        return VALUE_NULL;
    return getitimer(which, &now) < 0 ? itimer_error(vm) : itimer_result(vm, &now);
}

/* ---- masks and waiting ----------------------------------------------------------- */

FN(py_pthread_sigmask)
{
    int how;
    sigset_t set, old;
    if (!arg_int(vm, args[0], &how) || !sigset_arg(vm, args[1], &set))
        return VALUE_NULL;
    if (limits_signal())
        sigdelset(&set, limits_signal()); /* may not be blocked */
    int err = pthread_sigmask(how, &set, &old);
    if (err)
        return error_set_errno(vm, err, VALUE_NULL);
    return signals_run_pending(vm) < 0 ? VALUE_NULL : sigset_to_set(vm, &old);
}

FN(py_sigpending)
{
    sigset_t set;
    return sigpending(&set) < 0 ? posix_error(vm) : sigset_to_set(vm, &set);
}

FN(py_valid_signals)
{
    sigset_t set;
    sigfillset(&set);
    return sigset_to_set(vm, &set);
}

FN(py_sigwait)
{
    sigset_t set;
    int signum;
    if (!sigset_arg(vm, args[0], &set))
        return VALUE_NULL;
    if (signals_checked(vm) < 0)
        return VALUE_NULL;
    /* As sigwait(), which would not come back to let an observer in. */
    while ((signum = BLOCKING(vm, sigwaitinfo(&set, NULL))) < 0 && errno == EINTR)
        asked_serve(vm);
    return signum < 0 ? posix_error(vm) : value_from_imm(signum);
}

static Value siginfo_result(MinipyVM *vm, const siginfo_t *si)
{
    static const char *const fields[] = {"si_signo", "si_code",   "si_errno", "si_pid",
                                         "si_uid",   "si_status", "si_band",  NULL};
    static const StructSeqSpec spec = {
        "signal.struct_siginfo",
        "struct_siginfo: Result from sigwaitinfo or sigtimedwait.\n\nThis object may "
        "be "
        "accessed either as a tuple of\n(si_signo, si_code, si_errno, si_pid, si_uid, "
        "si_status, si_band),\nor via the attributes si_signo, si_code, and so on.",
        fields, 7};
    TypeObj *t = structseq_type(vm, &spec);
    if (!t || !si) /* the type, for the module */
        return t ? value_from_obj(t) : VALUE_NULL;
    Value items[7] = {value_from_imm(si->si_signo), value_from_imm(si->si_code),
                      value_from_imm(si->si_errno), value_from_imm(si->si_pid),
                      value_from_imm(si->si_uid),   value_from_imm(si->si_status),
                      value_from_imm(si->si_band)};
    Value v = structseq_new_steal(vm, t, items, 7);
    obj_decref(vm, &t->ob);
    return v;
}

FN(py_sigwaitinfo)
{
    sigset_t set;
    siginfo_t si;
    if (!sigset_arg(vm, args[0], &set))
        return VALUE_NULL;
    while (INTERRUPTIBLE(vm, sigwaitinfo(&set, &si)) < 0)
        if (!posix_again(vm))
            return posix_error(vm);
    return siginfo_result(vm, &si);
}

FN(py_sigtimedwait)
{
    sigset_t set;
    siginfo_t si;
    double timeout;
    if (!sigset_arg(vm, args[0], &set) || !seconds_of(vm, args[1], &timeout))
        return VALUE_NULL;
    if (timeout < 0)
        return error_set(vm, EXC_ValueError, "timeout must be non-negative");
    for (double end = seconds_now() + timeout;; timeout = end - seconds_now()) {
        if (timeout < 0)
            timeout = 0;
        struct timespec t = seconds_timespec(timeout);
        if (INTERRUPTIBLE(vm, sigtimedwait(&set, &si, &t)) >= 0)
            return siginfo_result(vm, &si);
        if (errno == EAGAIN)
            return VALUE_NONE;
        if (!posix_again(vm))
            return posix_error(vm);
    }
}

FN(py_pause)
{
    if (signals_checked(vm) < 0)
        return VALUE_NULL;
    do
        BLOCKING(vm, pause());
    while (asked_alone(vm) && signals_run_pending(vm) == 0);
    return none_after_signals(vm);
}

FN(py_strsignal)
{
    int signum;
    if (!signum_arg(vm, args[0], &signum))
        return VALUE_NULL;
    errno = 0;
    const char *text = strsignal(signum);
    if (errno || !text || strstr(text, "Unknown signal"))
        return VALUE_NONE;
    return str_from_cstr(vm, text);
}

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"default_int_handler", py_default_int_handler, 0, "($module, signalnum, frame, /)",
     "The default handler for SIGINT installed by Python.\n\nIt raises KeyboardInterrupt."},
    {"alarm", py_alarm, 0, "($module, seconds, /)", "Arrange for SIGALRM to arrive after the given number of seconds."},
    {"setitimer", py_setitimer, 0, "($module, which, seconds, interval=0.0, /)",
     "Start the timer ITIMER_REAL, ITIMER_VIRTUAL or ITIMER_PROF: first after `seconds`, then each `interval`."},
    {"getitimer", py_getitimer, 0, "($module, which, /)", "Returns current value of given itimer."},
    {"signal", py_signal, 0, "($module, signalnum, handler, /)", "Set the action for the given signal."},
    {"raise_signal", py_raise_signal, 0, "($module, signalnum, /)", "Send a signal to the executing process."},
    {"strsignal", py_strsignal, 0, "($module, signalnum, /)", "Return the system description of the given signal."},
    {"getsignal", py_getsignal, 0, "($module, signalnum, /)", "Return the current action for the given signal."},
    {"set_wakeup_fd", py_set_wakeup_fd, M_UNSIGNED, "($module, fd, /, *, warn_on_full_buffer=True)",
     "set_wakeup_fd(fd, *, warn_on_full_buffer=True) -> fd\n\n"
     "The number of each signal is written to fd as it comes; -1 ends that. Returns the one before."},
    {"siginterrupt", py_siginterrupt, 0, "($module, signalnum, flag, /)", "Change system call restart behaviour."},
    {"pause", py_pause, 0, "($module, /)", "Wait until a signal arrives."},
    {"pidfd_send_signal", py_pidfd_send_signal, 0, "($module, pidfd, signalnum, siginfo=None, flags=0, /)",
     "Send a signal to a process referred to by a pid file descriptor."},
    {"pthread_kill", py_pthread_kill, 0, "($module, thread_id, signalnum, /)", "Send a signal to a thread."},
    {"pthread_sigmask", py_pthread_sigmask, 0, "($module, how, mask, /)",
     "Fetch and/or change the signal mask of the calling thread."},
    {"sigpending", py_sigpending, 0, "($module, /)", "Examine pending signals."},
    {"sigwait", py_sigwait, 0, "($module, sigset, /)", "Wait for a signal."},
    {"sigwaitinfo", py_sigwaitinfo, 0, "($module, sigset, /)",
     "Wait synchronously until one of the signals in *sigset* is delivered."},
    {"sigtimedwait", py_sigtimedwait, 0, "($module, sigset, timeout, /)", "Like sigwaitinfo(), but with a timeout."},
    {"valid_signals", py_valid_signals, 0, "($module, /)", "Return a set of valid signal numbers on this platform."},
);

/* Which signals are left for programs the C library knows when it runs. */
static Value first_realtime(MinipyVM *vm)
{
    (void)vm;
    return value_from_imm(SIGRTMIN);
}

static Value last_realtime(MinipyVM *vm)
{
    (void)vm;
    return value_from_imm(SIGRTMAX);
}

static Value siginfo_type(MinipyVM *vm)
{
    return siginfo_result(vm, NULL);
}

static CONTENTS(contents,
    HAS_INT("NSIG", SIGNAL_COUNT), HAS_C(SIG_BLOCK), HAS_C(SIG_UNBLOCK), HAS_C(SIG_SETMASK), HAS_C(SIGHUP),
    HAS_C(SIGINT), HAS_C(SIGQUIT), HAS_C(SIGILL), HAS_C(SIGTRAP), HAS_C(SIGIOT), HAS_C(SIGABRT), HAS_C(SIGFPE),
    HAS_C(SIGKILL), HAS_C(SIGBUS), HAS_C(SIGSEGV), HAS_C(SIGSYS), HAS_C(SIGPIPE), HAS_C(SIGALRM), HAS_C(SIGTERM),
    HAS_C(SIGUSR1), HAS_C(SIGUSR2), HAS_INT("SIGCLD", SIGCHLD), HAS_C(SIGCHLD), HAS_C(SIGPWR), HAS_C(SIGIO),
    HAS_C(SIGURG), HAS_C(SIGWINCH), HAS_C(SIGPOLL), HAS_C(SIGSTOP), HAS_C(SIGTSTP), HAS_C(SIGCONT), HAS_C(SIGTTIN),
    HAS_C(SIGTTOU), HAS_C(SIGVTALRM), HAS_C(SIGPROF), HAS_C(SIGXCPU), HAS_C(SIGXFSZ),
    HAS_MADE("SIGRTMIN", first_realtime), HAS_MADE("SIGRTMAX", last_realtime), HAS_C(SIGSTKFLT), HAS_C(ITIMER_REAL),
    HAS_C(ITIMER_VIRTUAL), HAS_C(ITIMER_PROF), HAS_INT("SIG_DFL", 0), HAS_INT("SIG_IGN", 1),
    HAS_ERROR("ItimerError", &itimer_error_class), HAS_MADE("struct_siginfo", siginfo_type),
);

/* The table of handlers, from what the process does with each signal now. */
static int make_handlers(MinipyVM *vm, Value m)
{
    if (vm->signal_handlers)
        return 0;
    Value on_int = dict_get_cstr_borrow(vm, value_from_obj(MODULE(m)->dict),
                                        "default_int_handler");
    Value list = value_hide(list_new(vm, SIGNAL_COUNT));
    if (!list)
        return -1;
    LIST(list)->items[0] = VALUE_NONE;
    for (int i = 1; i < SIGNAL_COUNT; i++) {
        struct sigaction action;
        Value v = VALUE_NONE;
        if (sigaction(i, NULL, &action) == 0) {
            if (action.sa_handler == SIG_DFL)
                v = SIGNALS_DEFAULT;
            else if (action.sa_handler == SIG_IGN)
                v = SIGNALS_IGNORE;
            else if (asked_is_ours(i))
                v = SIGNALS_DEFAULT;
            else if (i == SIGINT && action.sa_handler == signals_note && on_int)
                v = on_int;
        }
        LIST(list)->items[i] = value_incref(v);
    }
    vm->signal_handlers = list;
    return 0;
}

MODULE_SPEC(signal_module_spec,
    .name = "_signal",
    .doc = "This module provides mechanisms to use signal handlers in Python.",
    .methods = functions, .contents = contents, .exec = make_handlers,
);
