/* posix_path.c - functions that make, move, change and remove what names stand for.
 * Read first: posix_private.h.
 */
#include "stdlib/os/posix_private.h"

#include <limits.h>
#include <stdio.h>
#include <sys/xattr.h>

enum { XATTR_ROOM = 65536 }; /* the kernel's limit */

/* Path and dir_fd, the commonest pair. */
static bool path_and_dir(MinipyVM *vm, const char *fname, Value path, Value dir_fd,
                         int flags, PathArg *p, int *dir)
{
    if (!path_arg(vm, fname, "path", path, flags, p))
        return false;
    if (dir_fd_arg(vm, dir_fd, dir))
        return true;
    path_clear(vm, p);
    return false;
}

/* Clears p and returns false if `ok` is not; `ok` says that the other arguments
 * converted. */
static bool keep_path(MinipyVM *vm, PathArg *p, bool ok)
{
    if (!ok)
        path_clear(vm, p);
    return ok;
}

POSIX_FN(mkdir)
{
    PathArg p;
    int mode, dir;
    POSIX_PARSE("mkdir", "path mode dir_fd", 0, 1, 2, 3);
    if (!path_and_dir(vm, "mkdir", a[0], a[2], 0, &p, &dir) ||
        !keep_path(vm, &p,
                   int_arg_or(vm, a[1], 0777, &mode) &&
                       audit(vm, "os.mkdir", 3, p.object, value_from_imm(mode),
                             dir_fd_audit(dir)) == 0))
        return VALUE_NULL;
    return path_result(vm, &p, mkdirat(dir, p.text, (mode_t)mode));
}

static Value remove_name(MinipyVM *vm, const char *fname, const char *event, Value path,
                         Value dir_fd, int flags)
{
    PathArg p;
    int dir;
    if (!path_and_dir(vm, fname, path, dir_fd, 0, &p, &dir) ||
        !keep_path(vm, &p, audit(vm, event, 2, p.object, dir_fd_audit(dir)) == 0))
        return VALUE_NULL;
    return path_result(vm, &p, unlinkat(dir, p.text, flags));
}

POSIX_FN(rmdir)
{
    POSIX_PARSE("rmdir", "path dir_fd", 0, 1, 1, 2);
    return remove_name(vm, "rmdir", "os.rmdir", a[0], a[1], AT_REMOVEDIR);
}

POSIX_FN(unlink)
{
    POSIX_PARSE("unlink", "path dir_fd", 0, 1, 1, 2);
    return remove_name(vm, "unlink", "os.remove", a[0], a[1], 0);
}

POSIX_FN(remove)
{
    POSIX_PARSE("remove", "path dir_fd", 0, 1, 1, 2);
    return remove_name(vm, "remove", "os.remove", a[0], a[1], 0);
}

/* Two names and the directories they are relative to. */
static bool two_paths(MinipyVM *vm, const char *fname, const Value *a, PathArg *src,
                      PathArg *dst, int *src_dir, int *dst_dir)
{
    if (!path_arg(vm, fname, "src", a[0], 0, src))
        return false;
    if (!path_arg(vm, fname, "dst", a[1], 0, dst)) {
        path_clear(vm, src);
        return false;
    }
    if (dir_fd_arg(vm, a[2], src_dir) && dir_fd_arg(vm, a[3], dst_dir))
        return true;
    path_clear(vm, src);
    path_clear(vm, dst);
    return false;
}

static bool two_paths_audit(MinipyVM *vm, const char *event, PathArg *src, PathArg *dst,
                            int src_dir, int dst_dir)
{
    if (audit(vm, event, 4, src->object, dst->object, dir_fd_audit(src_dir),
              dir_fd_audit(dst_dir)) == 0)
        return true;
    path_clear(vm, src);
    path_clear(vm, dst);
    return false;
}

static Value do_rename(MinipyVM *vm, const char *fname, const Value *a)
{
    PathArg src, dst;
    int src_dir, dst_dir;
    if (!two_paths(vm, fname, a, &src, &dst, &src_dir, &dst_dir) ||
        !two_paths_audit(vm, "os.rename", &src, &dst, src_dir, dst_dir))
        return VALUE_NULL;
    return path_result2(vm, &src, &dst, renameat(src_dir, src.text, dst_dir, dst.text));
}

POSIX_FN(rename)
{
    POSIX_PARSE("rename", "src dst src_dir_fd dst_dir_fd", 0, 2, 2, 4);
    return do_rename(vm, "rename", a);
}

POSIX_FN(replace)
{
    POSIX_PARSE("replace", "src dst src_dir_fd dst_dir_fd", 0, 2, 2, 4);
    return do_rename(vm, "replace", a);
}

POSIX_FN(link)
{
    PathArg src, dst;
    int src_dir, dst_dir;
    bool follow;
    POSIX_PARSE("link", "src dst src_dir_fd dst_dir_fd follow_symlinks", 0, 2, 2, 5);
    if (!bool_arg(vm, a[4], true, &follow) ||
        !two_paths(vm, "link", a, &src, &dst, &src_dir, &dst_dir) ||
        !two_paths_audit(vm, "os.link", &src, &dst, src_dir, dst_dir))
        return VALUE_NULL;
    /* link(2) itself does not follow; linkat is told to only where a directory was
     * given. */
    bool plain = src_dir == AT_FDCWD && dst_dir == AT_FDCWD && follow;
    int r = plain ? link(src.text, dst.text)
                  : linkat(src_dir, src.text, dst_dir, dst.text,
                           follow ? AT_SYMLINK_FOLLOW : 0);
    return path_result2(vm, &src, &dst, r);
}

POSIX_FN(symlink)
{
    PathArg src, dst;
    int dir;
    POSIX_PARSE("symlink", "src dst target_is_directory dir_fd", 0, 2, 3, 4);
    if (!path_arg(vm, "symlink", "src", a[0], 0, &src))
        return VALUE_NULL;
    if (!path_arg(vm, "symlink", "dst", a[1], 0, &dst)) {
        path_clear(vm, &src);
        return VALUE_NULL;
    }
    if (!dir_fd_arg(vm, a[3], &dir) ||
        audit(vm, "os.symlink", 3, src.object, dst.object, dir_fd_audit(dir)) < 0) {
        path_clear(vm, &src);
        path_clear(vm, &dst);
        return VALUE_NULL;
    }
    return path_result2(vm, &src, &dst, symlinkat(src.text, dir, dst.text));
}

POSIX_FN(readlink)
{
    PathArg p;
    int dir;
    char target[PATH_MAX + 1];
    POSIX_PARSE("readlink", "path dir_fd", 0, 1, 1, 2);
    if (!path_and_dir(vm, "readlink", a[0], a[1], 0, &p, &dir))
        return VALUE_NULL;
    ssize_t n = readlinkat(dir, p.text, target, PATH_MAX);
    if (n < 0)
        return path_error(vm, &p);
    target[n] = 0;
    bool bytes = p.bytes;
    path_clear(vm, &p);
    return fs_text(vm, target, bytes);
}

/* ---- attributes of files --------------------------------------------------------- */

static Value not_both(MinipyVM *vm, PathArg *p, const char *fname, int dir, bool follow)
{
    if (!p->text && dir != AT_FDCWD)
        error_set(vm, EXC_ValueError, "%s: can't specify dir_fd without matching path",
                  fname);
    else if (!p->text && !follow)
        error_set(vm, EXC_ValueError, "%s: cannot use fd and follow_symlinks together",
                  fname);
    else
        return VALUE_NONE;
    path_clear(vm, p);
    return VALUE_NULL;
}

POSIX_FN(chmod)
{
    PathArg p;
    int mode, dir;
    bool follow;
    POSIX_PARSE("chmod", "path mode dir_fd follow_symlinks", 0, 2, 2, 4);
    if (!path_and_dir(vm, "chmod", a[0], a[2], PATH_FD, &p, &dir) ||
        !keep_path(vm, &p,
                   arg_int(vm, a[1], &mode) && bool_arg(vm, a[3], true, &follow)))
        return VALUE_NULL;
    if (!follow) { /* Linux cannot, and CPython says so before it tries */
        error_set(vm, EXC_NotImplementedError,
                  dir == AT_FDCWD && p.text
                      ? "chmod: follow_symlinks unavailable on this platform"
                      : "chmod: cannot use fd and follow_symlinks together");
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    if (!keep_path(vm, &p,
                   audit(vm, "os.chmod", 3, p.object, value_from_imm(mode),
                         dir_fd_audit(dir)) == 0))
        return VALUE_NULL;
    return path_result(vm, &p,
                       p.text ? fchmodat(dir, p.text, (mode_t)mode, 0)
                              : fchmod(p.fd, (mode_t)mode));
}

POSIX_FN(fchmod)
{
    int fd, mode, r;
    POSIX_PARSE("fchmod", "fd mode", 0, 2, 2, 2);
    if (!arg_int(vm, a[0], &fd) || !arg_int(vm, a[1], &mode) ||
        audit(vm, "os.chmod", 3, a[0], value_from_imm(mode), value_from_imm(-1)) < 0)
        return VALUE_NULL;
    while ((r = fchmod(fd, (mode_t)mode)) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

static Value do_chown(MinipyVM *vm, const char *fname, const Value *a, Value dir_fd,
                      bool follow, int flags)
{
    PathArg p;
    int dir;
    uint32_t uid, gid;
    if (!path_and_dir(vm, fname, a[0], dir_fd, flags, &p, &dir) ||
        !keep_path(vm, &p,
                   uid_arg(vm, a[1], "uid", &uid) && uid_arg(vm, a[2], "gid", &gid)) ||
        !not_both(vm, &p, fname, dir, follow) ||
        !keep_path(vm, &p,
                   audit(vm, "os.chown", 4, p.object, value_from_imm(uid),
                         value_from_imm(gid), dir_fd_audit(dir)) == 0))
        return VALUE_NULL;
    int r = p.text ? fchownat(dir, p.text, uid, gid, follow ? 0 : AT_SYMLINK_NOFOLLOW)
                   : fchown(p.fd, uid, gid);
    return path_result(vm, &p, r);
}

POSIX_FN(chown)
{
    bool follow;
    POSIX_PARSE("chown", "path uid gid dir_fd follow_symlinks", 0, 3, 3, 5);
    if (!bool_arg(vm, a[4], true, &follow))
        return VALUE_NULL;
    return do_chown(vm, "chown", a, a[3], follow, PATH_FD);
}

POSIX_FN(lchown)
{
    POSIX_PARSE("lchown", "path uid gid", 0, 3, 3, 3);
    return do_chown(vm, "lchown", a, VALUE_NULL, false, 0);
}

POSIX_FN(fchown)
{
    int fd, r;
    uint32_t uid, gid;
    POSIX_PARSE("fchown", "fd uid gid", 0, 3, 3, 3);
    if (!arg_int(vm, a[0], &fd) || !uid_arg(vm, a[1], "uid", &uid) ||
        !uid_arg(vm, a[2], "gid", &gid) ||
        audit(vm, "os.chown", 4, a[0], value_from_imm(uid), value_from_imm(gid),
              value_from_imm(-1)) < 0)
        return VALUE_NULL;
    while ((r = fchown(fd, uid, gid)) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

/* ---- utime ----------------------------------------------------------------------- */

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
    int64_t n;
    if (!arg_ssize(vm, v, &n))
        return false;
    *out = (struct timespec){.tv_sec = n};
    return true;
}

/* An int of nanoseconds since 1970. */
static bool ns_to_timespec(MinipyVM *vm, Value v, struct timespec *out)
{
    int64_t n;
    if (!arg_ssize(vm, v, &n))
        return false;
    int64_t rest = n % 1000000000;
    out->tv_sec = n / 1000000000 - (rest < 0);
    out->tv_nsec = rest < 0 ? rest + 1000000000 : rest;
    return true;
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

POSIX_FN(utime)
{
    PathArg p;
    int dir;
    bool follow;
    struct timespec t[2];
    POSIX_PARSE("utime", "path times ns dir_fd follow_symlinks", 0, 1, 2, 5);
    if (!path_and_dir(vm, "utime", a[0], a[3], PATH_FD, &p, &dir) ||
        !keep_path(vm, &p,
                   bool_arg(vm, a[4], true, &follow) &&
                       utime_times(vm, a[1], a[2], t)) ||
        !not_both(vm, &p, "utime", dir, follow) ||
        !keep_path(vm, &p,
                   audit(vm, "os.utime", 4, p.object, a[1] ? a[1] : VALUE_NONE,
                         a[2] ? a[2] : VALUE_NONE, dir_fd_audit(dir)) == 0))
        return VALUE_NULL;
    int r = p.text ? utimensat(dir, p.text, t, follow ? 0 : AT_SYMLINK_NOFOLLOW)
                   : futimens(p.fd, t);
    Value result = posix_none(vm, r); /* CPython names no file here */
    path_clear(vm, &p);
    return result;
}

/* ---- more ways to make files ----------------------------------------------------- */

POSIX_FN(truncate)
{
    PathArg p;
    int64_t length;
    int r;
    POSIX_PARSE("truncate", "path length", 0, 2, 2, 2);
    if (!path_arg(vm, "truncate", "path", a[0], PATH_FD, &p) ||
        !keep_path(vm, &p,
                   arg_ssize(vm, a[1], &length) &&
                       audit(vm, "os.truncate", 2, p.object, a[1]) == 0))
        return VALUE_NULL;
    while ((r = p.text ? truncate(p.text, length) : ftruncate(p.fd, length)) < 0 &&
           posix_again(vm))
        ;
    return path_result(vm, &p, r);
}

POSIX_FN(mkfifo)
{
    PathArg p;
    int mode, dir, r;
    POSIX_PARSE("mkfifo", "path mode dir_fd", 0, 1, 2, 3);
    if (!path_and_dir(vm, "mkfifo", a[0], a[2], 0, &p, &dir) ||
        !keep_path(vm, &p, int_arg_or(vm, a[1], 0666, &mode)))
        return VALUE_NULL;
    while ((r = mkfifoat(dir, p.text, (mode_t)mode)) < 0 && posix_again(vm))
        ;
    Value result = posix_none(vm, r); /* CPython names no file here */
    path_clear(vm, &p);
    return result;
}

POSIX_FN(mknod)
{
    PathArg p;
    int mode, dir, r;
    int64_t device = 0;
    POSIX_PARSE("mknod", "path mode device dir_fd", 0, 1, 3, 4);
    if (!path_and_dir(vm, "mknod", a[0], a[3], 0, &p, &dir) ||
        !keep_path(vm, &p,
                   int_arg_or(vm, a[1], 0600, &mode) &&
                       (!a[2] || arg_ssize(vm, a[2], &device))))
        return VALUE_NULL;
    while ((r = mknodat(dir, p.text, (mode_t)mode, (dev_t)device)) < 0 &&
           posix_again(vm))
        ;
    Value result = posix_none(vm, r); /* CPython names no file here */
    path_clear(vm, &p);
    return result;
}

/* ---- the working directory ------------------------------------------------------- */

POSIX_FN(chdir)
{
    PathArg p;
    POSIX_PARSE("chdir", "path", 0, 1, 1, 1);
    if (!path_arg(vm, "chdir", "path", a[0], PATH_FD, &p) ||
        !keep_path(vm, &p, audit(vm, "os.chdir", 1, p.object) == 0))
        return VALUE_NULL;
    return path_result(vm, &p, p.text ? chdir(p.text) : fchdir(p.fd));
}

POSIX_FN(fchdir)
{
    int fd, r;
    POSIX_PARSE("fchdir", "fd", 0, 1, 1, 1);
    if (!fileno_arg(vm, a[0], &fd) || audit(vm, "os.chdir", 1, value_from_imm(fd)) < 0)
        return VALUE_NULL;
    while ((r = fchdir(fd)) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

POSIX_FN(chroot)
{
    PathArg p;
    POSIX_PARSE("chroot", "path", 0, 1, 1, 1);
    if (!path_arg(vm, "chroot", "path", a[0], 0, &p))
        return VALUE_NULL;
    return path_result(vm, &p, chroot(p.text));
}

static Value working_directory(MinipyVM *vm, bool bytes)
{
    char buffer[PATH_MAX + 1];
    return getcwd(buffer, sizeof buffer) ? fs_text(vm, buffer, bytes) : posix_error(vm);
}

POSIX_FN(getcwd)
{
    POSIX_UNUSED();
    return working_directory(vm, false);
}

POSIX_FN(getcwdb)
{
    POSIX_UNUSED();
    return working_directory(vm, true);
}

/* ---- extended attributes --------------------------------------------------------- */

/* path, attribute name, follow_symlinks; a descriptor excludes follow_symlinks=False.
 */
static bool xattr_args(MinipyVM *vm, const char *fname, Value path, Value attribute,
                       Value follow_arg, PathArg *p, PathArg *name, bool *follow)
{
    if (!path_arg(vm, fname, "path", path, PATH_FD, p))
        return false;
    if (!keep_path(vm, p, path_arg(vm, fname, "attribute", attribute, 0, name)))
        return false;
    if (bool_arg(vm, follow_arg, true, follow)) {
        if (p->text || *follow)
            return true;
        error_set(vm, EXC_ValueError, "%s: cannot use fd and follow_symlinks together",
                  fname);
    }
    path_clear(vm, p);
    path_clear(vm, name);
    return false;
}

POSIX_FN(getxattr)
{
    PathArg p, name;
    bool follow;
    POSIX_PARSE("getxattr", "path attribute follow_symlinks", 0, 2, 2, 3);
    if (!xattr_args(vm, "getxattr", a[0], a[1], a[2], &p, &name, &follow))
        return VALUE_NULL;
    Value r = bytes_alloc(vm, XATTR_ROOM);
    ssize_t n = -1;
    if (r && audit(vm, "os.getxattr", 2, p.object, name.object) == 0) {
        void *data = BYTES(r)->data;
        n = !p.text  ? fgetxattr(p.fd, name.text, data, XATTR_ROOM)
            : follow ? getxattr(p.text, name.text, data, XATTR_ROOM)
                     : lgetxattr(p.text, name.text, data, XATTR_ROOM);
    }
    path_clear(vm, &name);
    if (n < 0) {
        int err = errno;
        value_xdecref(vm, r);
        errno = err;
        return path_error(vm, &p);
    }
    path_clear(vm, &p);
    return bytes_resize_steal(vm, r, n);
}

POSIX_FN(setxattr)
{
    PathArg p, name;
    bool follow;
    int flags;
    Buffer value;
    POSIX_PARSE("setxattr", "path attribute value flags follow_symlinks", 0, 3, 4, 5);
    if (!int_arg_or(vm, a[3], 0, &flags) ||
        !xattr_args(vm, "setxattr", a[0], a[1], a[4], &p, &name, &follow))
        return VALUE_NULL;
    int r = -1;
    if (buffer_get(vm, a[2], &value, BUF_SIMPLE) == 0) {
        if (audit(vm, "os.setxattr", 4, p.object, name.object, a[2],
                  value_from_imm(flags)) == 0)
            r = !p.text
                    ? fsetxattr(p.fd, name.text, value.data, (size_t)value.size, flags)
                : follow
                    ? setxattr(p.text, name.text, value.data, (size_t)value.size, flags)
                    : lsetxattr(p.text, name.text, value.data, (size_t)value.size,
                                flags);
        int err = errno;
        buffer_release(vm, &value);
        errno = err;
    }
    int err = errno;
    path_clear(vm, &name);
    errno = err;
    return path_result(vm, &p, r);
}

POSIX_FN(removexattr)
{
    PathArg p, name;
    bool follow;
    POSIX_PARSE("removexattr", "path attribute follow_symlinks", 0, 2, 2, 3);
    if (!xattr_args(vm, "removexattr", a[0], a[1], a[2], &p, &name, &follow))
        return VALUE_NULL;
    int r = -1;
    if (audit(vm, "os.removexattr", 2, p.object, name.object) == 0)
        r = !p.text  ? fremovexattr(p.fd, name.text)
            : follow ? removexattr(p.text, name.text)
                     : lremovexattr(p.text, name.text);
    int err = errno;
    path_clear(vm, &name);
    errno = err;
    return path_result(vm, &p, r);
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

POSIX_FN(listxattr)
{
    PathArg p;
    bool follow;
    POSIX_PARSE("listxattr", "path follow_symlinks", 0, 0, 1, 2);
    if (!path_arg(vm, "listxattr", "path", a[0], PATH_FD | PATH_NULLABLE, &p))
        return VALUE_NULL;
    if (!keep_path(vm, &p, bool_arg(vm, a[1], true, &follow)))
        return VALUE_NULL;
    if (!p.text && p.fd >= 0 && !follow) {
        error_set(vm, EXC_ValueError,
                  "listxattr: cannot use fd and follow_symlinks together");
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    if (!keep_path(vm, &p, audit(vm, "os.listxattr", 1, p.object) == 0))
        return VALUE_NULL;
    const char *path = p.text ? p.text : p.fd < 0 ? "." : NULL;
    char *text = mem_alloc(vm, XATTR_ROOM);
    ssize_t n = !text    ? -1
                : !path  ? flistxattr(p.fd, text, XATTR_ROOM)
                : follow ? listxattr(path, text, XATTR_ROOM)
                         : llistxattr(path, text, XATTR_ROOM);
    if (n < 0) {
        int err = errno;
        mem_free(vm, text);
        errno = err;
        return path_error(vm, &p);
    }
    Value r = names_list(vm, text, n);
    mem_free(vm, text);
    path_clear(vm, &p);
    return r;
}

/* ---- text of paths --------------------------------------------------------------- */

POSIX_FN(fspath)
{
    POSIX_PARSE("fspath", "path", 0, 1, 1, 1);
    return fs_path(vm, a[0]);
}

/* The worker of posixpath.normpath: no empty, "." or superfluous ".." components.
 * Nothing left is "", which normpath makes "."; only "." itself is given back as it is.
 */
POSIX_FN(_path_normpath)
{
    POSIX_PARSE("_path_normpath", "path", 0, 1, 1, 1);
    if (!value_is_str(a[0]))
        return error_set(vm, EXC_TypeError, "expected 'str', not '%T'", a[0]);
    StrObj *s = STR(a[0]);
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
    if (out == 0 && str_equal_ascii(a[0], "."))
        text[out++] = '.';
    Value r = str_from_ucs4(vm, text, out);
    mem_free(vm, text);
    return r;
}

const MethodDef posix_path_functions[] = {
    POSIX_METHOD(mkdir, M_KW),
    POSIX_METHOD(rmdir, M_KW),
    POSIX_METHOD(unlink, M_KW),
    POSIX_METHOD(remove, M_KW),
    POSIX_METHOD(rename, M_KW),
    POSIX_METHOD(replace, M_KW),
    POSIX_METHOD(link, M_KW),
    POSIX_METHOD(symlink, M_KW),
    POSIX_METHOD(readlink, M_KW),
    POSIX_METHOD(chmod, M_KW),
    POSIX_METHOD(fchmod, M_KW),
    POSIX_METHOD(chown, M_KW),
    POSIX_METHOD(lchown, M_KW),
    POSIX_METHOD(fchown, M_KW),
    POSIX_METHOD(utime, M_KW),
    POSIX_METHOD(truncate, M_KW),
    POSIX_METHOD(mkfifo, M_KW),
    POSIX_METHOD(mknod, M_KW),
    POSIX_METHOD(chdir, M_KW),
    POSIX_METHOD(fchdir, M_KW),
    POSIX_METHOD(chroot, M_KW),
    {"getcwd", posix_getcwd, M_NOARGS, NULL, NULL},
    {"getcwdb", posix_getcwdb, M_NOARGS, NULL, NULL},
    POSIX_METHOD(getxattr, M_KW),
    POSIX_METHOD(setxattr, M_KW),
    POSIX_METHOD(removexattr, M_KW),
    POSIX_METHOD(listxattr, M_KW),
    POSIX_METHOD(fspath, M_KW),
    POSIX_METHOD(_path_normpath, M_KW),
    {0},
};
