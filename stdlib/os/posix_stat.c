/* posix_stat.c - os.stat and its kin: stat_result, statvfs_result. Read first:
 * posix_private.h.
 */
#include "stdlib/os/posix_private.h"

#include <sys/statvfs.h>
#include <sys/sysmacros.h>

enum { STAT_VISIBLE = 10, STAT_TOTAL = 19, STAT_ATIME = 7, STAT_FLOAT_ATIME = 10 };

/* The whole seconds stand at 7 to 9 without a name; the names go to the floats behind.
 */
static const char *const stat_fields[] = {"st_mode",
                                          "st_ino",
                                          "st_dev",
                                          "st_nlink",
                                          "st_uid",
                                          "st_gid",
                                          "st_size",
                                          "",
                                          "",
                                          "",
                                          "st_atime",
                                          "st_mtime",
                                          "st_ctime",
                                          "st_atime_ns",
                                          "st_mtime_ns",
                                          "st_ctime_ns",
                                          "st_blksize",
                                          "st_blocks",
                                          "st_rdev",
                                          NULL};
static const StructSeqSpec stat_spec = {
    "os.stat_result",
    "stat_result: Result from stat, fstat, or lstat.\n\nThis object may be accessed "
    "either as a "
    "tuple of\n  (mode, ino, dev, nlink, uid, gid, size, atime, mtime, ctime)\nor via "
    "the "
    "attributes st_mode, st_ino, st_dev, st_nlink, st_uid, and so "
    "on.\n\nPosix/windows: If your "
    "platform supports st_blksize, st_blocks, st_rdev,\nor st_flags, they are "
    "available as "
    "attributes only.\n\nSee os.stat for more information.",
    stat_fields, STAT_VISIBLE};

static const char *const statvfs_fields[] = {
    "f_bsize", "f_frsize", "f_blocks", "f_bfree",   "f_bavail", "f_files",
    "f_ffree", "f_favail", "f_flag",   "f_namemax", "f_fsid",   NULL};
static const StructSeqSpec statvfs_spec = {
    "os.statvfs_result",
    "statvfs_result: Result from statvfs or fstatvfs.\n\nThis object may be accessed "
    "either as a "
    "tuple of\n  (bsize, frsize, blocks, bfree, bavail, files, ffree, favail, flag, "
    "namemax),\nor via the attributes f_bsize, f_frsize, f_blocks, f_bfree, and so "
    "on.\n\nSee "
    "os.statvfs for more information.",
    statvfs_fields, 10};

Value stat_result_new(MinipyVM *vm, const struct stat *st)
{
    const struct timespec times[3] = {st->st_atim, st->st_mtim, st->st_ctim};
    Value items[STAT_TOTAL] = {
        value_from_imm(st->st_mode),  int_from_u64(vm, st->st_ino),
        int_from_u64(vm, st->st_dev), value_from_imm((int64_t)st->st_nlink),
        value_from_imm(st->st_uid),   value_from_imm(st->st_gid),
        int_new(vm, st->st_size)};
    for (int i = 0; i < 3; i++) {
        int64_t s = times[i].tv_sec, ns = times[i].tv_nsec;
        items[STAT_ATIME + i] = int_new(vm, s);
        items[STAT_FLOAT_ATIME + i] = float_new(vm, (double)s + 1e-9 * (double)ns);
        int64_t total;
        if (!__builtin_mul_overflow(s, INT64_C(1000000000), &total) &&
            !__builtin_add_overflow(total, ns, &total))
            items[STAT_FLOAT_ATIME + 3 + i] = int_new(vm, total);
        else /* three hundred years from 1970 */
            items[STAT_FLOAT_ATIME + 3 + i] =
                int_new(vm, s < 0 ? INT64_MIN : INT64_MAX);
    }
    items[16] = value_from_imm(st->st_blksize);
    items[17] = int_new(vm, st->st_blocks);
    items[18] = int_from_u64(vm, st->st_rdev);
    return posix_structseq_steal(vm, &stat_spec, items, STAT_TOTAL);
}

/* os.stat_result(sequence): float times that are not given come from the whole seconds.
 */
static Value stat_result_from(MinipyVM *vm, TypeObj *cls, const Value *args,
                              size_t nargs, Value kwnames)
{
    TypeObj *plain = structseq_type(vm, &statvfs_spec);
    Value r = plain ? plain->slots.new_(vm, cls, args, nargs, kwnames) : VALUE_NULL;
    if (plain)
        obj_decref(vm, &plain->ob);
    for (int i = 0; r && i < 3; i++) {
        Value *slot = &TUPLE(r)->items[STAT_FLOAT_ATIME + i];
        if (*slot == VALUE_NONE)
            *slot = value_incref(TUPLE(r)->items[STAT_ATIME + i]);
    }
    return r;
}

static Value do_stat(MinipyVM *vm, const char *fname, Value path, Value dir_fd,
                     bool follow)
{
    PathArg p;
    int dir;
    struct stat st;
    if (!path_arg(vm, fname, "path", path, PATH_FD, &p))
        return VALUE_NULL;
    if (!dir_fd_arg(vm, dir_fd, &dir)) {
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    if (!p.text && (dir != AT_FDCWD || !follow)) {
        if (dir != AT_FDCWD)
            error_set(vm, EXC_ValueError,
                      "%s: can't specify dir_fd without matching path", fname);
        else
            error_set(vm, EXC_ValueError,
                      "%s: cannot use fd and follow_symlinks together", fname);
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    int r = p.text ? fstatat(dir, p.text, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW)
                   : fstat(p.fd, &st);
    if (r < 0)
        return path_error(vm, &p);
    path_clear(vm, &p);
    return stat_result_new(vm, &st);
}

POSIX_FN(stat)
{
    bool follow;
    POSIX_PARSE("stat", "path dir_fd follow_symlinks", 0, 1, 1, 3);
    return bool_arg(vm, a[2], true, &follow) ? do_stat(vm, "stat", a[0], a[1], follow)
                                             : VALUE_NULL;
}

POSIX_FN(lstat)
{
    POSIX_PARSE("lstat", "path dir_fd", 0, 1, 1, 2);
    /* unlike stat, it takes no descriptor */
    PathArg p;
    int dir;
    struct stat st;
    if (!path_arg(vm, "lstat", "path", a[0], 0, &p))
        return VALUE_NULL;
    if (!dir_fd_arg(vm, a[1], &dir)) {
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    if (fstatat(dir, p.text, &st, AT_SYMLINK_NOFOLLOW) < 0)
        return path_error(vm, &p);
    path_clear(vm, &p);
    return stat_result_new(vm, &st);
}

POSIX_FN(fstat)
{
    int fd, r;
    struct stat st;
    POSIX_PARSE("fstat", "fd", 0, 1, 1, 1);
    if (!arg_int(vm, a[0], &fd))
        return VALUE_NULL;
    while ((r = fstat(fd, &st)) < 0 && posix_again(vm))
        ;
    return r < 0 ? posix_error(vm) : stat_result_new(vm, &st);
}

static Value statvfs_result(MinipyVM *vm, const struct statvfs *st)
{
    Value items[11] = {int_from_u64(vm, st->f_bsize),  int_from_u64(vm, st->f_frsize),
                       int_from_u64(vm, st->f_blocks), int_from_u64(vm, st->f_bfree),
                       int_from_u64(vm, st->f_bavail), int_from_u64(vm, st->f_files),
                       int_from_u64(vm, st->f_ffree),  int_from_u64(vm, st->f_favail),
                       int_from_u64(vm, st->f_flag),   int_from_u64(vm, st->f_namemax),
                       int_from_u64(vm, st->f_fsid)};
    return posix_structseq_steal(vm, &statvfs_spec, items, 11);
}

POSIX_FN(statvfs)
{
    PathArg p;
    struct statvfs st;
    int r;
    POSIX_PARSE("statvfs", "path", 0, 1, 1, 1);
    if (!path_arg(vm, "statvfs", "path", a[0], PATH_FD, &p))
        return VALUE_NULL;
    while ((r = p.text ? statvfs(p.text, &st) : fstatvfs(p.fd, &st)) < 0 &&
           posix_again(vm))
        ;
    if (r < 0)
        return path_error(vm, &p);
    path_clear(vm, &p);
    return statvfs_result(vm, &st);
}

POSIX_FN(fstatvfs)
{
    struct statvfs st;
    int fd, r;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    while ((r = fstatvfs(fd, &st)) < 0 && posix_again(vm))
        ;
    return r < 0 ? posix_error(vm) : statvfs_result(vm, &st);
}

POSIX_FN(access)
{
    PathArg p;
    int mode, dir;
    bool effective, follow;
    POSIX_PARSE("access", "path mode dir_fd effective_ids follow_symlinks", 0, 2, 2, 5);
    if (!path_arg(vm, "access", "path", a[0], 0, &p))
        return VALUE_NULL;
    bool ok = arg_int(vm, a[1], &mode) && dir_fd_arg(vm, a[2], &dir) &&
              bool_arg(vm, a[3], false, &effective) &&
              bool_arg(vm, a[4], true, &follow);
    int r = !ok ? -1
                : faccessat(dir, p.text, mode,
                            (follow ? 0 : AT_SYMLINK_NOFOLLOW) |
                                (effective ? AT_EACCESS : 0));
    path_clear(vm, &p);
    return ok ? value_from_bool(r == 0) : VALUE_NULL;
}

/* ---- devices --------------------------------------------------------------------- */

POSIX_FN(major)
{
    POSIX_UNUSED();
    uint64_t dev = value_is_int(args[0]) ? int_as_u64(vm, args[0]) : 0;
    if (!value_is_int(args[0]))
        return error_set(vm, EXC_TypeError, "an integer is required (got type %T)",
                         args[0]);
    return error_occurred(vm) ? VALUE_NULL : value_from_imm(major(dev));
}

POSIX_FN(minor)
{
    POSIX_UNUSED();
    uint64_t dev = value_is_int(args[0]) ? int_as_u64(vm, args[0]) : 0;
    if (!value_is_int(args[0]))
        return error_set(vm, EXC_TypeError, "an integer is required (got type %T)",
                         args[0]);
    return error_occurred(vm) ? VALUE_NULL : value_from_imm(minor(dev));
}

POSIX_FN(makedev)
{
    int maj, min;
    POSIX_COUNT("makedev", 2, 2);
    if (!arg_int(vm, args[0], &maj) || !arg_int(vm, args[1], &min))
        return VALUE_NULL;
    return int_from_u64(vm, makedev((unsigned)maj, (unsigned)min));
}

int posix_stat_exec(MinipyVM *vm, Value m)
{
    if (posix_add_structseq(vm, m, "stat_result", &stat_spec) < 0 ||
        posix_add_structseq(vm, m, "statvfs_result", &statvfs_spec) < 0)
        return -1;
    TypeObj *t = structseq_type(vm, &stat_spec);
    if (!t)
        return -1;
    t->slots.new_ = stat_result_from;
    obj_decref(vm, &t->ob);
    return 0;
}

const MethodDef posix_stat_functions[] = {
    POSIX_METHOD(stat, M_KW),      POSIX_METHOD(lstat, M_KW),
    POSIX_METHOD(fstat, M_KW),     POSIX_METHOD(statvfs, M_KW),
    POSIX_METHOD(fstatvfs, M_O),   POSIX_METHOD(access, M_KW),
    POSIX_METHOD(major, M_O),      POSIX_METHOD(minor, M_O),
    POSIX_METHOD(makedev, M_FAST), {0},
};
