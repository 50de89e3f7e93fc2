/* faulthandler.c - the module faulthandler: where the program is, told when it crashes
 * or on a signal. What is written in a handler is written with write(2) alone and only
 * follows frames that the vm keeps anyway. Read next: faulthandler_later.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "probes/format.h"
#include "stdlib/runtime/faulthandler_private.h"
#include "vm/code/code.h"
#include "vm/eval/frame.h"
#include "vm/threads/signals.h"
#include "vm/threads/thread.h"
#include "vm/objects/call.h"
#include "stdlib/runtime/runtime.h"
#include "vm/core/hooks.h"

enum { FRAMES_MAX = 100, THREADS_MAX = 100, TEXT_MAX = 500 };

static const struct {
    int signum;
    const char *name;
} fatal_signals[] = {
    {SIGBUS, "Bus error"},
    {SIGILL, "Illegal instruction"},
    {SIGFPE, "Floating point exception"},
    {SIGABRT, "Aborted"},
    {SIGSEGV, "Segmentation fault"},
};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

/* One signal that is handled: where to write, and what was there before. */
typedef struct Watch {
    bool on, all_threads, chain;
    int fd;
    struct sigaction old;
} Watch;

/* Signals are the process's, and so is this (see signal.c). */
static struct {
    MinipyVM *volatile vm;
    bool enabled, all_threads;
    int fd;
    struct sigaction old[FATAL_COUNT];
    Watch user[SIGNAL_COUNT];
} process;

/* ---- writing --------------------------------------------------------------------- */

static void put(int fd, const char *s, size_t n)
{
    ssize_t done = write(fd, s, n);
    (void)done; /* nobody is left to complain to */
}

static void put_text(int fd, const char *s)
{
    put(fd, s, strlen(s));
}

static void put_hex(int fd, uint64_t n, int digits)
{
    char text[16];
    for (int i = digits; i-- > 0; n >>= 4)
        text[i] = "0123456789abcdef"[n & 15];
    put(fd, text, (size_t)digits);
}

static void put_decimal(int fd, int n)
{
    char digits[FORMAT_DIGITS];
    const char *at = format_decimal(digits, (uint64_t)n);
    put(fd, at, (size_t)(digits + sizeof digits - at));
}

/* Not printable ASCII is escaped; a long text is cut. */
static void put_str(int fd, Value v)
{
    if (!v || !value_is_str(v)) {
        put_text(fd, "???");
        return;
    }
    StrObj *s = STR(v);
    for (int64_t i = 0; i < s->length && i < TEXT_MAX; i++) {
        uint32_t c = str_char_at(s, i);
        char one = (char)c;
        if (c >= ' ' && c < 127) {
            put(fd, &one, 1);
        } else {
            put_text(fd, c < 0x100 ? "\\x" : c < 0x10000 ? "\\u" : "\\U");
            put_hex(fd, c, c < 0x100 ? 2 : c < 0x10000 ? 4 : 8);
        }
    }
    if (s->length > TEXT_MAX)
        put_text(fd, "...");
}

static void put_frame(int fd, const Frame *f)
{
    int line = frame_lineno(f);
    put_text(fd, "  File \"");
    put_str(fd, f->code->filename);
    put_text(fd, "\", line ");
    if (line >= 0)
        put_decimal(fd, line);
    else
        put_text(fd, "???");
    put_text(fd, " in ");
    put_str(fd, f->code->name);
    put_text(fd, "\n");
}

static void put_frames(int fd, const Frame *f)
{
    if (!f)
        put_text(fd, "  <no Python frame>\n");
    for (int n = 0; f; f = f->prev) {
        if (n++ == FRAMES_MAX) {
            put_text(fd, "  ...\n");
            break;
        }
        put_frame(fd, f);
    }
}

static void put_thread(MinipyVM *vm, int fd, bool current, pthread_t id, const Frame *f)
{
    put_text(fd, current ? "Current thread 0x" : "Thread 0x");
    put_hex(fd, (uint64_t)id, 16);
    put_text(fd, " (most recent call first):\n");
    if (current && vm->gc.collecting)
        put_text(fd, "  Garbage-collecting\n");
    put_frames(fd, f);
}

static void put_threads(MinipyVM *vm, int fd, bool mine)
{
    int n = 0;
    for (Thread *t = vm->threads->first; t; t = t->next) {
        if (n)
            put_text(fd, "\n");
        if (n++ == THREADS_MAX) {
            put_text(fd, "...\n");
            break;
        }
        put_thread(vm, fd, mine && pthread_equal(t->pthread, pthread_self()),
                   t->pthread, thread_frame(vm, t));
    }
}

/* The frame of the thread that runs this, which may be a handler in any thread. */
static const Frame *own_frame(MinipyVM *vm)
{
    if (!vm->threads)
        return vm->frame;
    for (Thread *t = vm->threads->first; t; t = t->next)
        if (pthread_equal(t->pthread, pthread_self()))
            return thread_frame(vm, t);
    return NULL;
}

void faulthandler_dump(MinipyVM *vm, int fd, bool all_threads, bool mine)
{
    if (all_threads && vm->threads) {
        put_threads(vm, fd, mine);
    } else if (all_threads) {
        put_thread(vm, fd, true, pthread_self(), vm->frame);
    } else {
        put_text(fd, "Stack (most recent call first):\n");
        put_frames(fd, own_frame(vm));
    }
}

/* ---- handlers -------------------------------------------------------------------- */

static void fatal_disable(void)
{
    if (!process.enabled)
        return;
    process.enabled = false;
    for (int i = 0; i < FATAL_COUNT; i++)
        sigaction(fatal_signals[i].signum, &process.old[i], NULL);
}

/* Tells, then lets the signal do what it did before. */
static void fatal_handler(int signum)
{
    int saved = errno, i = 0;
    while (i < FATAL_COUNT - 1 && fatal_signals[i].signum != signum)
        i++;
    MinipyVM *vm = process.vm;
    int fd = process.fd;
    bool told = !process.enabled, all_threads = process.all_threads;
    fatal_disable();
    if (!told && vm) {
        put_text(fd, "Fatal Python error: ");
        put_text(fd, fatal_signals[i].name);
        put_text(fd, "\n\n");
        faulthandler_dump(vm, fd, all_threads, true);
    }
    errno = saved;
    raise(signum);
}

static void user_handler(int signum)
{
    int saved = errno;
    Watch *w = &process.user[signum];
    if (!w->on)
        return;
    if (process.vm)
        faulthandler_dump(process.vm, w->fd, w->all_threads, true);
    errno = saved;
    if (!w->chain)
        return;
    struct sigaction ours;
    sigaction(signum, &w->old, &ours);
    raise(signum);
    sigaction(signum, &ours, NULL);
}

void faulthandler_fini(MinipyVM *vm)
{
    faulthandler_later_fini(vm);
    if (process.vm != vm)
        return;
    fatal_disable();
    for (int i = 1; i < SIGNAL_COUNT; i++) {
        if (process.user[i].on)
            sigaction(i, &process.user[i].old, NULL);
        process.user[i].on = false;
    }
    process.vm = NULL;
}

/* ---- arguments ------------------------------------------------------------------- */

/* A number is a descriptor; anything else has fileno() and is flushed. None:
 * sys.stderr. */
int faulthandler_file_arg(MinipyVM *vm, Value file)
{
    int fd;
    if (!file || file == VALUE_NONE) {
        file = dict_get_cstr_borrow(vm, vm->sysdict, "stderr");
        if (!file)
            return error_set(vm, EXC_RuntimeError, "unable to get sys.stderr"), -1;
        if (file == VALUE_NONE)
            return error_set(vm, EXC_RuntimeError, "sys.stderr is None"), -1;
    } else if (value_is_int(file)) {
        if (!arg_int(vm, file, &fd))
            return -1;
        if (fd < 0)
            return error_set(vm, EXC_ValueError, "file is not a valid file descripter"),
                   -1;
        return fd;
    }
    value_incref(file);
    Value n = call_method_cstr(vm, file, "fileno", NULL, 0);
    fd = -1;
    if (n && value_is_int_imm(n) && value_imm(n) >= 0 && value_imm(n) <= INT32_MAX)
        fd = (int)value_imm(n);
    else if (n)
        error_set(vm, EXC_RuntimeError, "file.fileno() is not a valid file descriptor");
    value_xdecref(vm, n);
    if (fd >= 0) {
        Value r = call_method_cstr(vm, file, "flush", NULL, 0);
        if (!r)
            error_clear(vm);
        value_xdecref(vm, r);
    }
    value_decref(vm, file);
    return fd;
}

/* A flag, which CPython takes as a C int; not given: def. */
static bool flag_arg(MinipyVM *vm, Value v, bool def, bool *out)
{
    int i = def;
    bool ok = !v || arg_int_ranged(vm, v, &i);
    *out = i != 0;
    return ok;
}

static bool signal_arg(MinipyVM *vm, Value v, int *out)
{
    if (!arg_int_ranged(vm, v, out))
        return false;
    for (int i = 0; i < FATAL_COUNT; i++) {
        if (fatal_signals[i].signum == *out) {
            error_set(vm, EXC_RuntimeError,
                      "signal %d cannot be registered, use enable() instead", *out);
            return false;
        }
    }
    if (*out >= 1 && *out < SIGNAL_COUNT)
        return true;
    error_set(vm, EXC_ValueError, "signal number out of range");
    return false;
}

/* ---- functions ------------------------------------------------------------------- */

/* (file, all_threads=True) */
static bool file_and_all(MinipyVM *vm, const Value *args, size_t nargs, int *fd,
                         bool *all)
{
    if (!flag_arg(vm, GIVEN(1), true, all))
        return false;
    *fd = faulthandler_file_arg(vm, GIVEN(0));
    return *fd >= 0;
}

FN(py_dump_traceback)
{
    bool all;
    int fd;
    if (!file_and_all(vm, args, nargs, &fd, &all))
        return VALUE_NULL;
    faulthandler_dump(vm, fd, all, true);
    return VALUE_NONE;
}

FN(py_enable)
{
    bool all;
    int fd;
    if (!file_and_all(vm, args, nargs, &fd, &all))
        return VALUE_NULL;
    process.vm = vm;
    process.fd = fd;
    process.all_threads = all;
    if (process.enabled)
        return VALUE_NONE;
    process.enabled = true;
    for (int i = 0; i < FATAL_COUNT; i++) {
        struct sigaction action = {.sa_handler = fatal_handler,
                                   .sa_flags = SA_NODEFER | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        if (sigaction(fatal_signals[i].signum, &action, &process.old[i]) < 0)
            return error_set_errno(vm, errno, VALUE_NULL);
    }
    return VALUE_NONE;
}

FN(py_disable)
{
    bool was = process.enabled;
    fatal_disable();
    return value_from_bool(was);
}

FN(py_is_enabled)
{
    return value_from_bool(process.enabled);
}

FN(py_register)
{
    bool all, chain;
    int signum;
    if (!flag_arg(vm, GIVEN(2), true, &all) || !flag_arg(vm, GIVEN(3), false, &chain) ||
        !signal_arg(vm, args[0], &signum))
        return VALUE_NULL;
    int fd = faulthandler_file_arg(vm, GIVEN(1));
    if (fd < 0)
        return VALUE_NULL;
    Watch *w = &process.user[signum];
    process.vm = vm;
    w->fd = fd;
    w->all_threads = all;
    w->chain = chain;
    struct sigaction action = {.sa_handler = user_handler, .sa_flags = SA_ONSTACK};
    action.sa_flags |= chain ? SA_NODEFER : SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (!w->on && sigaction(signum, &action, &w->old) < 0)
        return error_set_errno(vm, errno, VALUE_NULL);
    w->on = true;
    return VALUE_NONE;
}

FN(py_unregister)
{
    int signum;
    if (!signal_arg(vm, args[0], &signum))
        return VALUE_NULL;
    Watch *w = &process.user[signum];
    bool was = w->on;
    w->on = false;
    if (was)
        sigaction(signum, &w->old, NULL);
    return value_from_bool(was);
}

/* ---- crashes to try it with ------------------------------------------------------ */

static void no_core(void)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

FN(py_sigsegv)
{
    no_core();
    raise(SIGSEGV);
    return VALUE_NONE;
}

FN(py_sigabrt)
{
    no_core();
    abort();
}

FN(py_sigfpe)
{
    no_core();
    raise(SIGFPE);
    return VALUE_NONE;
}

static METHODS(functions,
    {"enable", py_enable, M_BARE | M_TUPLE | M_UNSIGNED, "($module, file=None, all_threads=True)",
     "enable(file=sys.stderr, all_threads=True): enable the fault handler"},
    {"disable", py_disable, M_UNSIGNED, "($module, /)", "disable(): disable the fault handler"},
    {"is_enabled", py_is_enabled, M_UNSIGNED, "($module, /)", "is_enabled()->bool: check if the handler is enabled"},
    {"dump_traceback", py_dump_traceback, M_BARE | M_TUPLE | M_UNSIGNED, "($module, file=None, all_threads=True)",
     "dump_traceback(file=sys.stderr, all_threads=True): dump the traceback of the current thread, or of all threads "
     "if all_threads is True, into file"},
    {"dump_traceback_later", faulthandler_dump_later, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, timeout, repeat=False, file=None, exit=False)",
     "dump_traceback_later(timeout, repeat=False, file=sys.stderrn, exit=False):\n"
     "dump the traceback of all threads in timeout seconds,\n"
     "or each timeout seconds if repeat is True. If exit is True, call _exit(1) which is not safe."},
    {"cancel_dump_traceback_later", faulthandler_cancel_later, M_UNSIGNED, "($module, /)",
     "cancel_dump_traceback_later():\ncancel the previous call to dump_traceback_later()."},
    {"register", py_register, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, signum, file=None, all_threads=True, chain=False)",
     "register(signum, file=sys.stderr, all_threads=True, chain=False): register a handler for the signal 'signum': "
     "dump the traceback of the current thread, or of all threads if all_threads is True, into file"},
    {"unregister", py_unregister, M_BARE | M_TUPLE | M_KEYWORDS | M_UNSIGNED, "($module, signum, /)",
     "unregister(signum): unregister the handler of the signal 'signum' registered by register()"},
    {"_read_null", py_sigsegv, M_UNSIGNED, "($module, /)", "_read_null(): read from NULL"},
    {"_sigsegv", py_sigsegv, M_BARE | M_TUPLE | M_UNSIGNED, "($module, release_gil=False, /)",
     "_sigsegv(): raise a SIGSEGV signal"},
    {"_sigabrt", py_sigabrt, M_UNSIGNED, "($module, /)", "_sigabrt(): raise a SIGABRT signal"},
    {"_sigfpe", py_sigfpe, M_UNSIGNED, "($module, /)", "_sigfpe(): raise a SIGFPE signal"},
);

MODULE_SPEC(faulthandler_module_spec,
    .name = "faulthandler",
    .doc = "faulthandler module.",
    .methods = functions,
);
