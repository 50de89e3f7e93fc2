/* syslog.c - the module syslog: messages to the system's logger. The C library keeps
 * the name of the program that openlog() was given, and so does the process, for all
 * vms.
 */
#include <pthread.h>
#include <syslog.h>

#include "common.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *ident; /* owned; what the C library points at, or NULL */
static bool is_open;

/* An argument as text, which ends where the C library sees its end. NULL: exception. */
static const char *text_of(MinipyVM *vm, MinipyValue v, const char *what)
{
    if (minipy_kind(v) == MINIPY_IS_STR)
        return minipy_as_str(vm, v, NULL);
    minipy_raisef(vm, "TypeError", "%s must be str, not %s", what,
                  minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return NULL;
}

/* The program's own name: sys.argv[0] without its folder. New; NULL: there is none. */
static char *program_name(MinipyVM *vm)
{
    MinipyValue sys = minipy_import(vm, "sys");
    MinipyValue argv = sys ? minipy_getattr(vm, sys, "argv") : MINIPY_NULL;
    MinipyValue first = argv ? minipy_getitem_at(vm, argv, 0) : MINIPY_NULL;
    const char *path = first && minipy_kind(first) == MINIPY_IS_STR
                           ? minipy_as_str(vm, first, NULL)
                           : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    char *copy = name && *name ? strdup(name) : NULL;
    minipy_error_clear(vm);
    minipy_release(vm, first);
    minipy_release(vm, argv);
    minipy_release(vm, sys);
    return copy;
}

/* sys.audit(event, ...) of values that are given back. -1: a hook raised. */
static int audit(MinipyVM *vm, const char *event, MinipyValue *args, size_t n)
{
    bool made = true;
    for (size_t i = 0; i < n; i++)
        made = made && args[i];
    MinipyValue t = made ? minipy_tuple(vm, args, n) : MINIPY_NULL;
    int r = t ? minipy_audit(vm, event, t) : -1;
    for (size_t i = 0; i < n; i++)
        minipy_release(vm, args[i]);
    minipy_release(vm, t);
    return r;
}

/* Opens the log under that name, which it takes over. -1: exception. */
static int open_log(MinipyVM *vm, char *name, int64_t options, int64_t facility)
{
    MinipyValue args[] = {name ? minipy_str(vm, name, strlen(name)) : minipy_none(),
                          minipy_int(vm, options), minipy_int(vm, facility)};
    if (audit(vm, "syslog.openlog", args, 3) < 0) {
        free(name);
        return -1;
    }
    pthread_mutex_lock(&mutex);
    char *before = ident;
    ident = name;
    openlog(ident, (int)options, (int)facility);
    is_open = true;
    pthread_mutex_unlock(&mutex);
    free(before);
    return 0;
}

static int long_of(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (!v || minipy_as_int(vm, v, out) == 0)
        return 0;
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
    return -1;
}

static METHOD(syslog_openlog)
{
    int64_t options = 0, facility = LOG_USER;
    char *name = NULL;
    const char *given = args[0] ? text_of(vm, args[0], "openlog() argument 1") : NULL;
    if ((args[0] && !given) || long_of(vm, args[1], &options) < 0 ||
        long_of(vm, args[2], &facility) < 0)
        return MINIPY_NULL;
    name = given ? strdup(given) : program_name(vm);
    return open_log(vm, name, options, facility) < 0 ? MINIPY_NULL : minipy_none();
}

/* Sends it; the log is opened when it is not. */
static MinipyValue send_message(MinipyVM *vm, int priority, const char *text)
{
    MinipyValue args[] = {minipy_int(vm, priority), minipy_str(vm, text, strlen(text))};
    if (audit(vm, "syslog.syslog", args, 2) < 0)
        return MINIPY_NULL;
    if (!is_open && open_log(vm, program_name(vm), 0, LOG_USER) < 0)
        return MINIPY_NULL;
    MinipyThread *me = minipy_thread_leave(vm);
    pthread_mutex_lock(&mutex);
    syslog(priority, "%s", text);
    pthread_mutex_unlock(&mutex);
    minipy_thread_enter(vm, me);
    return minipy_none();
}

/* Whatever it is given that it does not take, CPython says the same. */
static METHOD(syslog_syslog)
{
    int priority = LOG_INFO;
    bool good = n == 1 || n == 2;
    if (good && n == 2)
        good = as_c_int(vm, args[0], &priority) == 0;
    const char *text = good ? text_of(vm, args[n - 1], "message") : NULL;
    return text ? send_message(vm, priority, text)
                : minipy_raise(vm, "TypeError", "[priority,] message string");
}

static METHOD(syslog_closelog)
{
    if (audit(vm, "syslog.closelog", NULL, 0) < 0)
        return MINIPY_NULL;
    pthread_mutex_lock(&mutex);
    if (is_open) {
        closelog();
        free(ident);
        ident = NULL;
        is_open = false;
    }
    pthread_mutex_unlock(&mutex);
    return minipy_none();
}

static METHOD(syslog_setlogmask)
{
    int64_t mask = 0;
    if (n != 1)
        return minipy_raise(vm, "TypeError", "mask for priority");
    if (long_of(vm, args[0], &mask) < 0)
        return MINIPY_NULL;
    MinipyValue given[] = {minipy_retain(args[0])};
    return audit(vm, "syslog.setlogmask", given, 1) < 0
               ? MINIPY_NULL
               : minipy_int(vm, setlogmask((int)mask));
}

/* LOG_MASK and LOG_UPTO: of a priority. */
static char one, up_to;

static METHOD(mask_of)
{
    int64_t priority = 0;
    if (n != 1)
        return minipy_raisef(vm, "TypeError",
                             "LOG_%s() takes exactly 1 argument (%zu given)",
                             user == &one ? "MASK" : "UPTO", n);
    if (long_of(vm, args[0], &priority) < 0)
        return MINIPY_NULL;
    unsigned shift =
        ((unsigned)priority + (user == &up_to)) & 31; /* as the processor */
    unsigned bits = 1u << shift;
    return minipy_int(vm, (int)(user == &one ? bits : bits - 1));
}

/* clang-format off */
static const MinipyMethod functions[] = {
    ROW("openlog", syslog_openlog, "(ident=None, logoption=0, facility=8)", NULL),
    ROW("closelog", syslog_closelog, "()", NULL),
    ROW("syslog", syslog_syslog, NULL, NULL),
    ROW("setlogmask", syslog_setlogmask, NULL, NULL),
    {.name = "LOG_MASK", .function = mask_of, .user = &one},
    {.name = "LOG_UPTO", .function = mask_of, .user = &up_to},
    {0}};
#define LOG(name) {"LOG_" #name, LOG_##name}
static const Number numbers[] = {
    LOG(EMERG), LOG(ALERT), LOG(CRIT), LOG(ERR), LOG(WARNING), LOG(NOTICE), LOG(INFO), LOG(DEBUG),
    LOG(PID), LOG(CONS), LOG(NDELAY), LOG(ODELAY), LOG(NOWAIT), LOG(PERROR),
    LOG(KERN), LOG(USER), LOG(MAIL), LOG(DAEMON), LOG(AUTH), LOG(LPR), LOG(LOCAL0), LOG(LOCAL1), LOG(LOCAL2), LOG(LOCAL3),
    LOG(LOCAL4), LOG(LOCAL5), LOG(LOCAL6), LOG(LOCAL7), LOG(SYSLOG), LOG(CRON), LOG(UUCP), LOG(NEWS), LOG(AUTHPRIV), {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    return add_numbers(vm, module, numbers);
}

MINIPY_MODULE(syslog) = {MINIPY_MODULE_HEAD, .name = "syslog", .functions = functions,
                         .exec = fill};
