/* posix_path.c - functions that make, move, change and remove what names stand for.
 * Read first: posix_private.h.
 */
#include "stdlib/os/system_call.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/numbers/number.h"

#include <limits.h>
#include <stdio.h>
#include <sys/xattr.h>

enum { XATTR_ROOM = 65536 }; /* the kernel's limit */

FN(posix_readlink)
{
    CallArg a[CALL_ARGS];
    char target[PATH_MAX + 1];
    if (!call_args(vm, "readlink", "p d", args, nargs, a))
        return VALUE_NULL;
    ssize_t n = BLOCKING(vm, readlinkat(NUM(1), TEXT(0), target, PATH_MAX));
    target[n < 0 ? 0 : n] = 0;
    Value r = n < 0 ? call_error(vm, a, true) : fs_text(vm, target, a[0].path.bytes);
    call_clear(vm, a);
    return r;
}

/* ---- chmod ----------------------------------------------------------------------- */

/* The system knows no mode of a link. */
static bool is_unsupported(const CallArg *a, int r)
{
    return r < 0 && (errno == ENOTSUP || errno == EOPNOTSUPP) && !NUM(3);
}

FN(posix_chmod)
{
    CallArg a[CALL_ARGS];
    Value result = VALUE_NULL;
    if (!call_args(vm, "chmod", "P i d b1", args, nargs, a))
        return VALUE_NULL;
    if (call_audit(vm, "os.chmod", "012", a)) {
        int r = BLOCKING(vm, TEXT(0) ? fchmodat(NUM(2), TEXT(0), WORD(1), NOFOLLOW(3))
                                     : fchmod(FD(0), WORD(1)));
        if (!is_unsupported(a, r))
            result = r < 0 ? call_error(vm, a, true) : VALUE_NONE;
        else if (NUM(2) == AT_FDCWD)
            error_set(vm, EXC_NotImplementedError,
                      "chmod: follow_symlinks unavailable on this platform");
        else
            error_set(vm, EXC_ValueError,
                      "chmod: cannot use dir_fd and follow_symlinks together");
    }
    call_clear(vm, a);
    return result;
}

/* ---- utime ----------------------------------------------------------------------- */

static bool whole_seconds(MinipyVM *vm, Value v, time_t *out)
{
    int64_t n;
    int overflow;
    if (!arg_index(vm, v, &n, &overflow))
        return false;
    if (overflow)
        error_set(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
    *out = n;
    return !overflow;
}

/* Seconds, an int or a float, rounded down to nanoseconds. */
static bool seconds_to_timespec(MinipyVM *vm, Value v, struct timespec *out)
{
    if (value_is_float(v)) {
        double d = float_value(v), whole = __builtin_floor(d);
        if (!(whole >= -9.2e18 && whole <= 9.2e18))
            return error_set(vm, d != d ? EXC_ValueError : EXC_OverflowError,
                             d != d ? "Invalid value NaN (not a number)"
                                    : "timestamp out of range for platform time_t"),
                   false;
        out->tv_sec = (time_t)whole;
        out->tv_nsec = (long)__builtin_floor((d - whole) * 1e9);
        return true;
    }
    *out = (struct timespec){0};
    return whole_seconds(vm, v, &out->tv_sec);
}

/* Nanoseconds since 1970: what divmod() makes of them by 10 ** 9. */
static bool ns_to_timespec(MinipyVM *vm, Value v, struct timespec *out)
{
    Value parts = number_divmod(vm, v, value_from_imm(1000000000));
    time_t seconds;
    int64_t rest;
    if (!parts)
        return false;
    bool pair = value_is_tuple(parts) && tuple_size(parts) == 2;
    if (!pair)
        error_set(vm, EXC_TypeError, "%T.__divmod__() must return a 2-tuple, not %T", v,
                  parts);
    bool ok = pair && whole_seconds(vm, tuple_get_borrow(parts, 0), &seconds) &&
              arg_long(vm, tuple_get_borrow(parts, 1), &rest);
    value_decref(vm, parts);
    if (ok)
        *out = (struct timespec){.tv_sec = seconds, .tv_nsec = rest};
    return ok;
}

static bool utime_times(MinipyVM *vm, Value times, Value ns, struct timespec t[2])
{
    t[0] = t[1] = (struct timespec){.tv_nsec = UTIME_NOW};
    if (times && times != VALUE_NONE && ns) {
        error_set(vm, EXC_ValueError,
                  "utime: you may specify either 'times' or 'ns' but not both");
        return false;
    }
    if (times && times != VALUE_NONE) {
        if (!value_is_tuple(times) || tuple_size(times) != 2) {
            error_set(vm, EXC_TypeError,
                      "utime: 'times' must be either a tuple of two ints or None");
            return false;
        }
        return seconds_to_timespec(vm, tuple_get_borrow(times, 0), &t[0]) &&
               seconds_to_timespec(vm, tuple_get_borrow(times, 1), &t[1]);
    }
    if (!ns)
        return true;
    if (!value_is_tuple(ns) || tuple_size(ns) != 2) {
        error_set(vm, EXC_TypeError, "utime: 'ns' must be a tuple of two ints");
        return false;
    }
    return ns_to_timespec(vm, tuple_get_borrow(ns, 0), &t[0]) &&
           ns_to_timespec(vm, tuple_get_borrow(ns, 1), &t[1]);
}

FN(posix_utime)
{
    CallArg a[CALL_ARGS];
    struct timespec t[2];
    Value result = VALUE_NULL;
    if (!call_args(vm, "utime", "P v v d s1", args, nargs, a))
        return VALUE_NULL;
    if (utime_times(vm, GIVEN(1), GIVEN(2), t) && call_check(vm, "utime", a) &&
        call_audit(vm, "os.utime", "0123", a)) {
        int r = BLOCKING(vm, TEXT(0) ? utimensat(NUM(3), TEXT(0), t, NOFOLLOW(4))
                                     : futimens(FD(0), t));
        result = posix_none(vm, r); /* CPython names no file here */
    }
    call_clear(vm, a);
    return result;
}

/* ---- the working directory ------------------------------------------------------- */

static Value working_directory(MinipyVM *vm, bool bytes)
{
    char buffer[PATH_MAX + 1];
    return getcwd(buffer, sizeof buffer) ? fs_text(vm, buffer, bytes) : posix_error(vm);
}

FN(posix_getcwd)
{
    return working_directory(vm, false);
}

FN(posix_getcwdb)
{
    return working_directory(vm, true);
}

/* ---- extended attributes --------------------------------------------------------- */

/* Begins a function of a path, an attribute and follow_symlinks. */
static bool xattr_args(MinipyVM *vm, const char *fname, const char *takes,
                       const char *event, const char *heard, const Value *args,
                       size_t nargs, CallArg *a)
{
    if (!call_args(vm, fname, takes, args, nargs, a))
        return false;
    if (call_check(vm, fname, a) && call_audit(vm, event, heard, a))
        return true;
    call_clear(vm, a);
    return false;
}

FN(posix_getxattr)
{
    CallArg a[CALL_ARGS];
    if (!xattr_args(vm, "getxattr", "P A s1", "os.getxattr", "01", args, nargs, a))
        return VALUE_NULL;
    Value r = bytes_alloc(vm, XATTR_ROOM);
    void *data = r ? BYTES(r)->data : NULL;
    ssize_t n = !r         ? -1
                : !TEXT(0) ? fgetxattr(FD(0), TEXT(1), data, XATTR_ROOM)
                : NUM(2)   ? getxattr(TEXT(0), TEXT(1), data, XATTR_ROOM)
                           : lgetxattr(TEXT(0), TEXT(1), data, XATTR_ROOM);
    if (n < 0) {
        call_error(vm, a, true);
        value_clear(vm, &r);
    }
    call_clear(vm, a);
    return r ? bytes_resize_steal(vm, r, n) : VALUE_NULL;
}

static int set_xattr(const CallArg *a, const Buffer *value)
{
    const void *data = value->data;
    size_t size = (size_t)value->size;
    return !TEXT(0) ? fsetxattr(FD(0), TEXT(1), data, size, NUM(3))
           : NUM(4) ? setxattr(TEXT(0), TEXT(1), data, size, NUM(3))
                    : lsetxattr(TEXT(0), TEXT(1), data, size, NUM(3));
}

FN(posix_setxattr)
{
    CallArg a[CALL_ARGS];
    Buffer value;
    Value r = VALUE_NULL;
    if (!call_args(vm, "setxattr", "P A v i s1", args, nargs, a))
        return VALUE_NULL;
    if (buffer_get(vm, args[2], &value, BUF_SIMPLE) == 0) {
        if (call_check(vm, "setxattr", a) && call_audit(vm, "os.setxattr", "0123", a))
            r = set_xattr(a, &value) < 0 ? call_error(vm, a, true) : VALUE_NONE;
        buffer_release(vm, &value);
    }
    call_clear(vm, a);
    return r;
}

static Value names_list(MinipyVM *vm, const char *text, ssize_t size)
{
    Value list = list_new(vm, 0);
    for (const char *s = text; list && s < text + size; s += strlen(s) + 1) {
        Value name = str_from_path(vm, s);
        if (!name || list_append_steal(vm, list, name) < 0)
            value_clear(vm, &list);
    }
    return list;
}

FN(posix_listxattr)
{
    CallArg a[CALL_ARGS];
    if (!xattr_args(vm, "listxattr", "N s1", "os.listxattr", "0", args, nargs, a))
        return VALUE_NULL;
    const char *path = TEXT(0) ? TEXT(0) : FD(0) < 0 ? "." : NULL;
    char *text = mem_alloc(vm, XATTR_ROOM);
    ssize_t n = !text    ? -1
                : !path  ? flistxattr(FD(0), text, XATTR_ROOM)
                : NUM(1) ? listxattr(path, text, XATTR_ROOM)
                         : llistxattr(path, text, XATTR_ROOM);
    Value r = n < 0 ? call_error(vm, a, true) : names_list(vm, text, n);
    mem_free(vm, text);
    call_clear(vm, a);
    return r;
}

/* ---- text of paths --------------------------------------------------------------- */

FN(posix_fspath)
{
    return fs_path(vm, args[0]);
}

/* The worker of posixpath.normpath: no empty, "." or superfluous ".." components.
 * Nothing left is "", which normpath makes "."; only "." itself is given back as it is.
 */
FN(posix__path_normpath)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected 'str', not '%T'", args[0]);
    StrObj *s = STR(args[0]);
    int64_t n = s->length, slashes = 0, out = 0;
    while (slashes < n && str_char_at(s, slashes) == '/')
        slashes++;
    uint32_t *text = mem_alloc(vm, (size_t)(n + 2) * sizeof *text);
    if (!text)
        return VALUE_NULL;
    /* two slashes at the start may mean something special and stay; three do not */
    int64_t root = slashes == 2 ? 2 : slashes > 0;
    while (out < root)
        text[out++] = '/';
    for (int64_t i = slashes; i < n;) {
        int64_t start = i;
        while (i < n && str_char_at(s, i) != '/')
            i++;
        int64_t length = i - start;
        bool dots = length > 0 && length <= 2 && str_char_at(s, start) == '.' &&
                    str_char_at(s, i - 1) == '.';
        while (i < n && str_char_at(s, i) == '/')
            i++;
        if (length == 0 || (dots && length == 1))
            continue;
        if (dots) { /* ".." takes one component back, unless there is none to take */
            int64_t last = out;
            while (last > root && text[last - 1] != '/')
                last--;
            bool climbs = out - last == 2 && text[last] == '.' && text[last + 1] == '.';
            if (out > root && !climbs) {
                out = last > root ? last - 1 : root;
                continue;
            }
            if (root)
                continue;
        }
        if (out > root)
            text[out++] = '/';
        for (int64_t k = start; k < start + length; k++)
            text[out++] = str_char_at(s, k);
    }
    if (out == 0 && str_equal_ascii(args[0], "."))
        text[out++] = '.';
    Value r = str_from_ucs4(vm, text, out);
    mem_free(vm, text);
    return r;
}

METHODS(posix_path_functions,
    {"readlink", posix_readlink, 0, "($module, /, path, *, dir_fd=None)", "Where a symbolic link points."},
    {"chmod", posix_chmod, 0, "($module, /, path, mode, *, dir_fd=None, follow_symlinks=True)",
     "Set the permissions of the file at path, or behind a descriptor."},
    {"utime", posix_utime, 0,
     "($module, /, path, times=None, *, ns=<unrepresentable>,\n      dir_fd=None, follow_symlinks=True)",
     "Set when a file was read and changed: `times` in seconds or `ns` in nanoseconds, each a pair; now without them."},
    {"getcwd", posix_getcwd, 0, "($module, /)", "The current directory, as a str."},
    {"getcwdb", posix_getcwdb, 0, "($module, /)", "The current directory, as bytes."},
    {"getxattr", posix_getxattr, 0, "($module, /, path, attribute, *, follow_symlinks=True)",
     "An extended attribute of the file at path, or behind a descriptor, as bytes."},
    {"setxattr", posix_setxattr, 0, "($module, /, path, attribute, value, flags=0, *,\n         follow_symlinks=True)",
     "Set an extended attribute of the file at path, or behind a descriptor, to these bytes."},
    {"listxattr", posix_listxattr, 0, "($module, /, path=None, *, follow_symlinks=True)",
     "The names of the extended attributes of the file at path, or behind a descriptor."},
    {"fspath", posix_fspath, 0, "($module, /, path)",
     "The path as str or bytes: itself, or what its __fspath__() returns."},
    {"_path_normpath", posix__path_normpath, 0, "($module, /, path)",
     "The path without double slashes and \".\" and with \"..\" resolved by its text."},
);
