/* posix_stat.c - os.stat and its kin: stat_result, statvfs_result. Read first:
 * posix_private.h.
 */
#include "stdlib/os/system_call.h"
#include "vm/containers/tuple.h"
#include "vm/objects/structseq.h"
#include "vm/objects/signature.h"

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
    return structseq_make_steal(vm, &stat_spec, items, STAT_TOTAL);
}

/* os.stat_result(sequence): float times that are not given come from the whole seconds.
 */
static Value stat_result_from(NEW_ARGS)
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

/* follow: the number of the argument that says so; lstat, which takes no descriptor,
 * has none. */
static Value do_stat(MinipyVM *vm, const char *fname, const char *takes, int follow,
                     const Value *args, size_t nargs)
{
    CallArg a[CALL_ARGS];
    struct stat st;
    Value result = VALUE_NULL;
    if (!call_args(vm, fname, takes, args, nargs, a))
        return VALUE_NULL;
    if (call_check(vm, fname, a)) {
        int flags = follow ? NOFOLLOW(follow) : AT_SYMLINK_NOFOLLOW;
        int r = BLOCKING(vm, TEXT(0) ? fstatat(NUM(1), TEXT(0), &st, flags)
                                     : fstat(FD(0), &st));
        result = r < 0 ? call_error(vm, a, true) : stat_result_new(vm, &st);
    }
    call_clear(vm, a);
    return result;
}

FN(posix_stat)
{
    return do_stat(vm, "stat", "P d s1", 2, args, nargs);
}

FN(posix_lstat)
{
    return do_stat(vm, "lstat", "p d", 0, args, nargs);
}

FN(posix_fstat)
{
    int fd, r;
    struct stat st;
    if (!arg_int(vm, args[0], &fd))
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
    return structseq_make_steal(vm, &statvfs_spec, items, 11);
}

FN(posix_statvfs)
{
    CallArg a[CALL_ARGS];
    struct statvfs st;
    int r;
    if (!call_args(vm, "statvfs", "P", args, nargs, a))
        return VALUE_NULL;
    while ((r = TEXT(0) ? statvfs(TEXT(0), &st) : fstatvfs(FD(0), &st)) < 0 &&
           posix_again(vm))
        ;
    Value result = r < 0 ? call_error(vm, a, true) : statvfs_result(vm, &st);
    call_clear(vm, a);
    return result;
}

FN(posix_fstatvfs)
{
    struct statvfs st;
    int fd, r;
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    while ((r = fstatvfs(fd, &st)) < 0 && posix_again(vm))
        ;
    return r < 0 ? posix_error(vm) : statvfs_result(vm, &st);
}

/* ---- devices --------------------------------------------------------------------- */

/* The number of a device, which has 64 bits. */
static bool device_arg(MinipyVM *vm, Value v, uint64_t *out)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), false;
    int overflow;
    int_as_i64_overflow(v, &overflow);
    *out = int_as_u64(vm, v);
    if (error_occurred(vm) && overflow > 0)
        error_set(vm, EXC_OverflowError, "int too big to convert");
    return !error_occurred(vm);
}

FN(posix_major)
{
    uint64_t dev;
    return device_arg(vm, args[0], &dev) ? value_from_imm(major(dev)) : VALUE_NULL;
}

FN(posix_minor)
{
    uint64_t dev;
    return device_arg(vm, args[0], &dev) ? value_from_imm(minor(dev)) : VALUE_NULL;
}

FN(posix_makedev)
{
    int maj, min;
    if (!arg_int(vm, args[0], &maj) || !arg_int(vm, args[1], &min))
        return VALUE_NULL;
    return int_new(vm, (int64_t)makedev((unsigned)maj, (unsigned)min));
}

int posix_stat_exec(MinipyVM *vm)
{
    return structseq_set_new(vm, &stat_spec, stat_result_from);
}

CONTENTS(posix_stat_contents,
    HAS_STRUCT("stat_result", &stat_spec), HAS_STRUCT("statvfs_result", &statvfs_spec),
);

METHODS(posix_stat_functions,
    {"stat", posix_stat, 0, "($module, /, path, *, dir_fd=None, follow_symlinks=True)",
     "What the system knows of the file at path, or behind a descriptor: a stat_result."},
    {"lstat", posix_lstat, 0, "($module, /, path, *, dir_fd=None)", "Like stat(), of a symbolic link itself."},
    {"fstat", posix_fstat, 0, "($module, /, fd)", "Like stat(), of the file behind a descriptor."},
    {"statvfs", posix_statvfs, 0, "($module, /, path)",
     "What the system knows of the file system of a path, or of a descriptor: a statvfs_result."},
    {"fstatvfs", posix_fstatvfs, 0, "($module, fd, /)", "Like statvfs(), of the file system behind a descriptor."},
    {"major", posix_major, 0, "($module, device, /)", "The major number in a device's number."},
    {"minor", posix_minor, 0, "($module, device, /)", "The minor number in a device's number."},
    {"makedev", posix_makedev, 0, "($module, major, minor, /)", "A device's number of its major and minor ones."},
);
