/* posix_system.c - the environment, and what the system tells of itself. Read first:
 * posix_private.h.
 */
#include "stdlib/os/posix_private.h"
#include "vm/core/confine.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/times.h>
#include <sys/utsname.h>

/* ---- the environment ------------------------------------------------------------- */

extern char **environ;

/* {b"NAME": b"value"}; of a name that stands there twice the first counts. */
static Value environ_dict(MinipyVM *vm)
{
    Value d = dict_new(vm);
    bool given = vm->allowed & MINIPY_ALLOW_ENVIRONMENT;
    for (char **e = given ? environ : NULL; d && e && *e; e++) {
        const char *eq = strchr(*e, '=');
        if (!eq)
            continue;
        Value k = bytes_from(vm, *e, eq - *e);
        Value v = bytes_from(vm, eq + 1, (int64_t)strlen(eq + 1));
        if (!k || !v || !dict_setdefault_borrow(vm, d, k, v))
            value_clear(vm, &d);
        value_xdecref(vm, k);
        value_xdecref(vm, v);
    }
    return d;
}

FN(posix_putenv)
{
    Value name = fs_encode(vm, args[0]),
          value = name ? fs_encode(vm, args[1]) : VALUE_NULL;
    Value r = VALUE_NULL;
    if (value && audit(vm, "os.putenv", 2, name, value) == 0) {
        const char *text = (const char *)BYTES(name)->data;
        if (strchr(text, '='))
            error_set(vm, EXC_ValueError, "illegal environment variable name");
        else
            r = posix_none(vm, setenv(text, (const char *)BYTES(value)->data, 1));
    }
    value_xdecref(vm, name);
    value_xdecref(vm, value);
    return r;
}

FN(posix_unsetenv)
{
    Value name = fs_encode(vm, args[0]), r = VALUE_NULL;
    if (name && audit(vm, "os.unsetenv", 1, name) == 0)
        r = posix_none(vm, unsetenv((const char *)BYTES(name)->data));
    value_xdecref(vm, name);
    return r;
}

/* ---- names and times ------------------------------------------------------------- */

static const char *const uname_fields[] = {"sysname", "nodename", "release",
                                           "version", "machine",  NULL};
static const StructSeqSpec uname_spec = {
    "posix.uname_result",
    "uname_result: Result from os.uname().\n\nThis object may be accessed either as a "
    "tuple of\n"
    "  (sysname, nodename, release, version, machine),\nor via the attributes sysname, "
    "nodename, "
    "release, version, and machine.\n\nSee os.uname for more information.",
    uname_fields, 5};

FN(posix_uname)
{
    struct utsname u;
    if (uname(&u) < 0)
        return posix_error(vm);
    if (!(vm->allowed & MINIPY_ALLOW_HOST)) /* the library asks which system it is */
        u.nodename[0] = u.release[0] = u.version[0] = '\0';
    Value items[5] = {str_from_path(vm, u.sysname), str_from_path(vm, u.nodename),
                      str_from_path(vm, u.release), str_from_path(vm, u.version),
                      str_from_path(vm, u.machine)};
    return structseq_make_steal(vm, &uname_spec, items, 5);
}

static const char *const times_fields[] = {
    "user", "system", "children_user", "children_system", "elapsed", NULL};
static const StructSeqSpec times_spec = {
    "posix.times_result",
    "times_result: Result from os.times().\n\nThis object may be accessed either as a "
    "tuple of\n"
    "  (user, system, children_user, children_system, elapsed),\nor via the attributes "
    "user, "
    "system, children_user, children_system,\nand elapsed.\n\nSee os.times for more "
    "information.",
    times_fields, 5};

FN(posix_times)
{
    struct tms t;
    clock_t elapsed = times(&t);
    if (elapsed == (clock_t)-1)
        return posix_error(vm);
    double ticks = (double)sysconf(_SC_CLK_TCK);
    Value items[5] = {float_new(vm, (double)t.tms_utime / ticks),
                      float_new(vm, (double)t.tms_stime / ticks),
                      float_new(vm, (double)t.tms_cutime / ticks),
                      float_new(vm, (double)t.tms_cstime / ticks),
                      float_new(vm, (double)elapsed / ticks)};
    return structseq_make_steal(vm, &times_spec, items, 5);
}

FN(posix_getloadavg)
{
    double load[3];
    if (getloadavg(load, 3) != 3)
        return error_set(vm, EXC_OSError, "Load averages are unobtainable");
    Value items[3] = {float_new(vm, load[0]), float_new(vm, load[1]),
                      float_new(vm, load[2])};
    return tuple_from_steal(vm, items, 3);
}

FN(posix_cpu_count)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? value_from_imm(n) : VALUE_NONE;
}

FN(posix_strerror)
{
    int code;
    return arg_int(vm, args[0], &code) ? str_from_cstr(vm, strerror(code)) : VALUE_NULL;
}

/* ---- the terminal ---------------------------------------------------------------- */

static const char *const terminal_fields[] = {"columns", "lines", NULL};
static const StructSeqSpec terminal_spec = {
    "os.terminal_size", "A tuple of (columns, lines) for holding terminal window size",
    terminal_fields, 2};

FN(posix_get_terminal_size)
{
    int fd = STDOUT_FILENO;
    struct winsize w;
    if (nargs && !arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    if (ioctl(fd, TIOCGWINSZ, &w) < 0)
        return posix_error(vm);
    Value items[2] = {value_from_imm(w.ws_col), value_from_imm(w.ws_row)};
    return structseq_make_steal(vm, &terminal_spec, items, 2);
}

/* ---- random bytes ---------------------------------------------------------------- */

static Value random_bytes(MinipyVM *vm, int64_t size, unsigned flags, bool all)
{
    Value r = bytes_alloc(vm, size);
    int64_t done = 0;
    while (r && done < size) {
        ssize_t n = getrandom(BYTES(r)->data + done, (size_t)(size - done), flags);
        if (n < 0 && posix_again(vm))
            continue;
        if (n < 0) {
            int err = errno;
            value_decref(vm, r);
            errno = err;
            return posix_error(vm);
        }
        done += n;
        if (!all)
            break;
    }
    return r ? bytes_resize_steal(vm, r, done) : VALUE_NULL;
}

FN(posix_urandom)
{
    int64_t size;
    if (!arg_size(vm, args[0], "negative argument not allowed", &size))
        return VALUE_NULL;
    return random_bytes(vm, size, 0, true);
}

FN(posix_getrandom)
{
    int64_t size;
    int flags;
    if (!arg_ssize(vm, args[0], &size) || !int_arg_or(vm, GIVEN(1), 0, &flags))
        return VALUE_NULL;
    if (size < 0) {
        errno = EINVAL;
        return posix_error(vm);
    }
    return random_bytes(vm, size, (unsigned)flags, false);
}

CONTENTS(posix_system_contents,
    HAS_MADE("environ", environ_dict), HAS_STRUCT("uname_result", &uname_spec), HAS_STRUCT("times_result", &times_spec),
    HAS_STRUCT("terminal_size", &terminal_spec),
);

METHODS(posix_system_functions,
    {"putenv", posix_putenv, 0, "($module, name, value, /)",
     "Set a variable of the environment, without os.environ's knowing."},
    {"unsetenv", posix_unsetenv, 0, "($module, name, /)",
     "Take a variable out of the environment, without os.environ's knowing."},
    {"uname", posix_uname, 0, "($module, /)", "What this system is: sysname, nodename, release, version, machine."},
    {"times", posix_times, 0, "($module, /)",
     "Seconds of CPU of this process and its children, and the time that passed: a times_result."},
    {"getloadavg", posix_getloadavg, 0, "($module, /)",
     "How many processes were ready to run, over 1, 5 and 15 minutes."},
    {"cpu_count", posix_cpu_count, 0, "($module, /)", "How many processors there are; None if nobody knows."},
    {"strerror", posix_strerror, 0, "($module, code, /)", "What an errno means, in words."},
    {"get_terminal_size", posix_get_terminal_size, 0, "($module, fd=<unrepresentable>, /)",
     "Columns and lines of the terminal behind a descriptor, as a terminal_size."},
    {"urandom", posix_urandom, 0, "($module, size, /)", "So many random bytes, fit for cryptography."},
    {"getrandom", posix_getrandom, 0, "($module, /, size, flags=0)",
     "Like urandom(), by the system call, with its flags; it may give fewer."},
);
