/* posix.c - the module posix, on which os.py is built: argument conversions, constants
 * and the assembly of the other posix_*.c files. Read first: posix_private.h.
 */
#include "stdlib/os/posix_private.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"

#include <dlfcn.h>
#include <limits.h>
#include <linux/memfd.h>
#include <sched.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <sysexits.h>

/* ---- paths ----------------------------------------------------------------------- */

Value fs_text(MinipyVM *vm, const char *text, bool bytes)
{
    return bytes ? bytes_from(vm, text, (int64_t)strlen(text))
                 : str_from_path(vm, text);
}

/* Whether the path may be taken all the same. */
static bool path_type_error(MinipyVM *vm, const char *fname, const char *argname,
                            Value v, int flags)
{
    static const char *const allowed[] = {
        "string, bytes or os.PathLike",
        "string, bytes, os.PathLike or integer",
        "string, bytes, os.PathLike or None",
        "string, bytes, os.PathLike, integer or None",
    };
    static const char format[] = "%s: %s should be %s, not %.200s";
    const char *type = type_last_name(value_type(vm, v));
    if (buffer_supported(vm, v)) /* bytes-like: taken still, with a warning */
        return error_warn(vm, EXC_DeprecationWarning, 1, format, fname, argname,
                          allowed[flags & 3], type) == 0;
    error_set(vm, EXC_TypeError, format, fname, argname, allowed[flags & 3], type);
    return false;
}

static Value bytes_from_buffer(MinipyVM *vm, Value v)
{
    Buffer view;
    if (buffer_get(vm, v, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value bytes = bytes_from(vm, view.data, view.size);
    buffer_release(vm, &view);
    return bytes;
}

/* Copies the characters of a str, bytes or bytes-like object to out->text. */
static bool take_text(MinipyVM *vm, const char *fname, const char *argname,
                      PathArg *out)
{
    bool text = value_is_str(out->object);
    Value bytes = text                          ? fs_encode(vm, out->object)
                  : value_is_bytes(out->object) ? value_incref(out->object)
                                                : bytes_from_buffer(vm, out->object);
    if (!bytes)
        return false;
    out->bytes = !text;
    size_t size = (size_t)BYTES(bytes)->size;
    if (memchr(BYTES(bytes)->data, 0, size))
        error_set(vm, EXC_ValueError, "%s: embedded null character in %s", fname,
                  argname);
    else if ((out->text = mem_alloc(vm, size + 1)) != NULL)
        memcpy(out->text, BYTES(bytes)->data, size + 1);
    value_decref(vm, bytes);
    return out->text != NULL;
}

static bool descriptor_of(MinipyVM *vm, Value v, int *out)
{
    int overflow;
    int64_t n;
    if (!arg_index(vm, v, &n, &overflow))
        return false;
    if (overflow > 0 || n > INT_MAX)
        return error_set(vm, EXC_OverflowError, "fd is greater than maximum"), false;
    if (overflow < 0 || n < INT_MIN)
        return error_set(vm, EXC_OverflowError, "fd is less than minimum"), false;
    *out = (int)n;
    return true;
}

bool path_arg(MinipyVM *vm, const char *fname, const char *argname, Value v, int flags,
              PathArg *out)
{
    *out = (PathArg){.fd = -1};
    if ((flags & PATH_NULLABLE) && (!v || v == VALUE_NONE)) {
        out->object = VALUE_NONE;
        return true;
    }
    if (value_is_str(v) || value_is_bytes(v)) {
        out->object = value_incref(v);
    } else if ((flags & PATH_FD) &&
               (value_is_int(v) || value_type(vm, v)->slots.nb_index)) {
        out->object = value_incref(v);
        if (descriptor_of(vm, v, &out->fd))
            return true;
        path_clear(vm, out);
        return false;
    } else {
        Value method = fs_path_method(vm, v);
        if (!method &&
            (error_occurred(vm) || !path_type_error(vm, fname, argname, v, flags)))
            return false;
        out->object = method ? fs_path(vm, v) : value_incref(v);
        value_xdecref(vm, method);
        if (!out->object)
            return false;
    }
    if (take_text(vm, fname, argname, out))
        return true;
    path_clear(vm, out);
    return false;
}

void path_clear(MinipyVM *vm, PathArg *p)
{
    mem_free(vm, p->text);
    p->text = NULL;
    value_clear(vm, &p->object);
}

Value path_error(MinipyVM *vm, PathArg *p)
{
    int err = errno;
    if (!error_occurred(vm))
        error_set_errno(vm, err, p->object == VALUE_NONE ? VALUE_NULL : p->object);
    path_clear(vm, p);
    return VALUE_NULL;
}

/* ---- other arguments ------------------------------------------------------------- */

bool dir_fd_arg(MinipyVM *vm, Value v, int *out)
{
    *out = AT_FDCWD;
    if (!v || v == VALUE_NONE)
        return true;
    if (value_is_int(v) || value_type(vm, v)->slots.nb_index)
        return descriptor_of(vm, v, out);
    error_set(vm, EXC_TypeError, "argument should be integer or None, not %T", v);
    return false;
}

Value dir_fd_audit(int dir_fd)
{
    return value_from_imm(dir_fd == AT_FDCWD ? -1 : dir_fd);
}

bool bool_arg(MinipyVM *vm, Value v, bool def, bool *out)
{
    int r = v ? object_is_true(vm, v) : def;
    *out = r > 0;
    return r >= 0;
}

bool int_arg_or(MinipyVM *vm, Value v, int def, int *out)
{
    *out = def;
    return !v || arg_int(vm, v, out);
}

static bool descriptor(MinipyVM *vm, Value v, int *out)
{
    int overflow;
    int64_t n = int_as_i64_overflow(v, &overflow);
    *out = (int)n;
    if (!overflow && *out == n)
        return true;
    error_set(vm, EXC_OverflowError, "Python int too large to convert to C int");
    return false;
}

bool fileno_arg(MinipyVM *vm, Value v, int *out)
{
    if (value_is_int(v)) {
        if (!descriptor(vm, v, out))
            return false;
    } else {
        Value f;
        int r = attr_lookup(vm, v, "fileno", &f);
        if (r < 0)
            return false;
        if (!r)
            return error_set(vm, EXC_TypeError,
                             "argument must be an int, or have a fileno() method."),
                   false;
        Value n = call0(vm, f);
        value_decref(vm, f);
        if (!n)
            return false;
        if (!value_is_int(n))
            error_set(vm, EXC_TypeError, "fileno() returned a non-integer");
        bool ok = value_is_int(n) && descriptor(vm, n, out);
        value_decref(vm, n);
        if (!ok)
            return false;
    }
    if (*out >= 0)
        return true;
    error_set(vm, EXC_ValueError, "file descriptor cannot be a negative integer (%d)",
              *out);
    return false;
}

bool uid_arg(MinipyVM *vm, Value v, const char *what, uint32_t *out)
{
    int overflow;
    int64_t n;
    if (!arg_index(vm, v, &n, &overflow)) { /* whatever __index__() raised */
        error_clear(vm);
        return error_set(vm, EXC_TypeError, "%s should be integer, not %U", what,
                         value_type(vm, v)->name),
               false;
    }
    if (overflow > 0)
        return error_set(vm, EXC_OverflowError, "%s is greater than maximum", what),
               false;
    if (overflow < 0 || n < -1 ||
        n > UINT32_MAX) /* the last is "less" in CPython too */
        return error_set(vm, EXC_OverflowError, "%s is less than minimum", what), false;
    *out = (uint32_t)n;
    return true;
}

Value posix_error(MinipyVM *vm)
{
    return error_occurred(vm) ? VALUE_NULL : error_set_errno(vm, errno, VALUE_NULL);
}

/* ---- types and tables ------------------------------------------------------------ */

Value posix_names(MinipyVM *vm, const PosixConstant *c, size_t n)
{
    Value d = dict_new(vm);
    for (size_t i = 0; d && i < n; i++)
        if (dict_set_cstr(vm, d, c[i].name, value_from_imm(c[i].value)) < 0)
            value_clear(vm, &d);
    return d;
}

bool posix_conf_arg(MinipyVM *vm, Value v, const PosixConstant *c, size_t n, int *out)
{
    if (value_is_int(v))
        return arg_int(vm, v, out);
    if (!value_is_str(v))
        return error_set(vm, EXC_TypeError,
                         "configuration names must be strings or integers"),
               false;
    const char *name = str_utf8(vm, v, NULL);
    if (!name) /* with lone surrogates it is not even a name */
        return false;
    for (size_t low = 0, high = n; low < high;) { /* they are in order */
        size_t middle = (low + high) / 2;
        int order = strcmp(name, c[middle].name);
        if (order == 0) {
            *out = (int)c[middle].value;
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    error_set(vm, EXC_ValueError, "unrecognized configuration name");
    return false;
}

/* ---- the module ------------------------------------------------------------------ */

static CONTENTS(contents,
    HAS_EXCEPTION("error", EXC_OSError), HAS_C(F_OK), HAS_C(R_OK), HAS_C(W_OK), HAS_C(X_OK), HAS_C(NGROUPS_MAX),
    HAS_C(TMP_MAX), HAS_C(WCONTINUED), HAS_C(WNOHANG), HAS_C(WUNTRACED), HAS_C(WEXITED), HAS_C(WSTOPPED),
    HAS_C(WNOWAIT), HAS_C(O_RDONLY), HAS_C(O_WRONLY), HAS_C(O_RDWR), HAS_C(O_NDELAY), HAS_C(O_NONBLOCK),
    HAS_C(O_APPEND), HAS_C(O_DSYNC), HAS_C(O_RSYNC), HAS_C(O_SYNC), HAS_C(O_NOCTTY), HAS_C(O_CREAT), HAS_C(O_EXCL),
    HAS_C(O_TRUNC), HAS_INT("O_LARGEFILE", 0), HAS_C(O_PATH), HAS_C(O_TMPFILE), HAS_C(O_CLOEXEC), HAS_C(O_ACCMODE),
    HAS_C(O_ASYNC), HAS_C(O_DIRECT), HAS_C(O_DIRECTORY), HAS_C(O_NOFOLLOW), HAS_C(O_NOATIME), HAS_C(O_FSYNC),
    HAS_C(PRIO_PROCESS), HAS_C(PRIO_PGRP), HAS_C(PRIO_USER), HAS_C(EX_OK), HAS_C(EX_USAGE), HAS_C(EX_DATAERR),
    HAS_C(EX_NOINPUT), HAS_C(EX_NOUSER), HAS_C(EX_NOHOST), HAS_C(EX_UNAVAILABLE), HAS_C(EX_SOFTWARE), HAS_C(EX_OSERR),
    HAS_C(EX_OSFILE), HAS_C(EX_CANTCREAT), HAS_C(EX_IOERR), HAS_C(EX_TEMPFAIL), HAS_C(EX_PROTOCOL), HAS_C(EX_NOPERM),
    HAS_C(EX_CONFIG), HAS_C(ST_RDONLY), HAS_C(ST_NOSUID), HAS_C(ST_NODEV), HAS_C(ST_NOEXEC), HAS_C(ST_SYNCHRONOUS),
    HAS_C(ST_MANDLOCK), HAS_C(ST_WRITE), HAS_C(ST_APPEND), HAS_C(ST_NOATIME), HAS_C(ST_NODIRATIME), HAS_C(ST_RELATIME),
    HAS_C(POSIX_FADV_NORMAL), HAS_C(POSIX_FADV_SEQUENTIAL), HAS_C(POSIX_FADV_RANDOM), HAS_C(POSIX_FADV_NOREUSE),
    HAS_C(POSIX_FADV_WILLNEED), HAS_C(POSIX_FADV_DONTNEED), HAS_C(P_PID), HAS_C(P_PGID), HAS_C(P_ALL),
    HAS_INT("P_PIDFD", 3), HAS_INT("CLD_EXITED", 1), HAS_INT("CLD_KILLED", 2), HAS_INT("CLD_DUMPED", 3),
    HAS_INT("CLD_TRAPPED", 4), HAS_INT("CLD_STOPPED", 5), HAS_INT("CLD_CONTINUED", 6), HAS_C(F_LOCK), HAS_C(F_TLOCK),
    HAS_C(F_ULOCK), HAS_C(F_TEST), HAS_C(RWF_DSYNC), HAS_C(RWF_HIPRI), HAS_C(RWF_SYNC), HAS_C(RWF_NOWAIT),
    HAS_C(RWF_APPEND), HAS_INT("POSIX_SPAWN_OPEN", 0), HAS_INT("POSIX_SPAWN_CLOSE", 1), HAS_INT("POSIX_SPAWN_DUP2", 2),
    HAS_C(SPLICE_F_MOVE), HAS_C(SPLICE_F_NONBLOCK), HAS_C(SPLICE_F_MORE), HAS_C(SCHED_OTHER), HAS_C(SCHED_FIFO),
    HAS_C(SCHED_RR), HAS_C(SCHED_BATCH), HAS_C(SCHED_IDLE), HAS_C(SCHED_RESET_ON_FORK), HAS_C(XATTR_CREATE),
    HAS_C(XATTR_REPLACE), HAS_INT("XATTR_SIZE_MAX", 65536), HAS_C(RTLD_LAZY), HAS_C(RTLD_NOW), HAS_C(RTLD_GLOBAL),
    HAS_C(RTLD_LOCAL), HAS_C(RTLD_NODELETE), HAS_C(RTLD_NOLOAD), HAS_C(RTLD_DEEPBIND), HAS_C(GRND_RANDOM),
    HAS_C(GRND_NONBLOCK), HAS_C(MFD_CLOEXEC), HAS_C(MFD_ALLOW_SEALING), HAS_C(MFD_HUGETLB),
    HAS_INT("MFD_HUGE_SHIFT", 26), HAS_INT("MFD_HUGE_MASK", 63), HAS_C(MFD_HUGE_64KB), HAS_C(MFD_HUGE_512KB),
    HAS_C(MFD_HUGE_1MB), HAS_C(MFD_HUGE_2MB), HAS_C(MFD_HUGE_8MB), HAS_C(MFD_HUGE_16MB), HAS_C(MFD_HUGE_32MB),
    HAS_C(MFD_HUGE_256MB), HAS_C(MFD_HUGE_512MB), HAS_C(MFD_HUGE_1GB), HAS_C(MFD_HUGE_2GB),
    HAS_INT("MFD_HUGE_16GB", INT64_C(2281701376)), HAS_C(EFD_CLOEXEC), HAS_C(EFD_NONBLOCK), HAS_C(EFD_SEMAPHORE),
    HAS_C(SEEK_HOLE), HAS_C(SEEK_DATA),
);

/* What os.py asks for when it fills supports_dir_fd & co. */
static Value have_functions(MinipyVM *vm)
{
    static const char *const have[] = {
        "EVENTFD",   "FACCESSAT",  "FCHDIR",       "FCHMOD",    "FCHMODAT", "FCHOWN",
        "FCHOWNAT",  "FEXECVE",    "FDOPENDIR",    "FPATHCONF", "FSTATAT",  "FSTATVFS",
        "FTRUNCATE", "FUTIMENS",   "FUTIMES",      "FUTIMESAT", "LINKAT",   "LCHOWN",
        "LSTAT",     "LUTIMES",    "MEMFD_CREATE", "MKDIRAT",   "MKFIFOAT", "MKNODAT",
        "OPENAT",    "READLINKAT", "RENAMEAT",     "SYMLINKAT", "UNLINKAT", "UTIMENSAT",
    };
    Value list = list_new(vm, 0);
    for (size_t i = 0; list && i < sizeof have / sizeof *have; i++) {
        char name[32];
        snprintf(name, sizeof name, "HAVE_%s", have[i]);
        Value s = str_intern_cstr(vm, name);
        if (!s || list_append_steal(vm, list, s) < 0)
            value_clear(vm, &list);
    }
    return list;
}

static CONTENTS(last_contents,
    HAS_MADE("_have_functions", have_functions),
);

static int posix_exec(MinipyVM *vm, Value m)
{
    static const MethodDef *const functions[] = {
        posix_call_functions,    posix_path_functions,   posix_stat_functions,
        posix_scandir_functions, posix_fd_functions,     posix_process_functions,
        posix_id_functions,      posix_system_functions, posix_conf_functions,
    };
    static const ModuleItem *const tables[] = {
        contents,
        posix_stat_contents,
        posix_scandir_contents,
        posix_process_contents,
        posix_id_contents,
        posix_system_contents,
        posix_conf_contents,
        last_contents,
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (module_add_functions(vm, m, functions[i]) < 0)
            return -1;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (module_add_contents(vm, m, tables[i]) < 0)
            return -1;
    return posix_stat_exec(vm) < 0 ? -1 : posix_ids_exec(vm);
}

MODULE_SPEC(posix_module_spec,
    .name = "posix",
    .doc = "This module provides access to operating system functionality that is\nstandardized by the C Standard and "
           "the POSIX standard (a thinly\ndisguised Unix interface).  Refer to the library manual and\ncorresponding "
           "Unix manual entries for more information on calls.",
    .exec = posix_exec,
);
