/* posix_fd.c - functions of file descriptors. New descriptors are not inherited by
 * programs that are executed (PEP 446); interrupted calls are made again after the
 * Python handlers ran (PEP 475). Read first: posix_private.h.
 */
#include "stdlib/os/posix_private.h"
#include "vm/threads/thread.h"

#include <limits.h>
#include <pty.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <utmp.h>

enum { READ_MAX = 0x7ffff000 }; /* what Linux transfers in one call at most */

/* A call that a signal cut short succeeds with less; the handler runs at once, as it
 * may be what the program waits for. */
static Value int_or_error(MinipyVM *vm, int64_t r)
{
    if (r < 0)
        return posix_error(vm);
    return signals_checked(vm) < 0 ? VALUE_NULL : int_new(vm, r);
}

static Value pair_of_ints(MinipyVM *vm, int x, int y)
{
    return tuple_pack(vm, 2, value_from_imm(x), value_from_imm(y));
}

/* ---- opening and closing --------------------------------------------------------- */

POSIX_FN(open)
{
    PathArg p;
    int flags, mode, dir, fd;
    POSIX_PARSE("open", "path flags mode dir_fd", 0, 2, 3, 4);
    if (!path_arg(vm, "open", "path", a[0], 0, &p))
        return VALUE_NULL;
    if (!arg_int(vm, a[1], &flags) || !int_arg_or(vm, a[2], 0777, &mode) ||
        !dir_fd_arg(vm, a[3], &dir) ||
        audit(vm, "open", 3, p.object, VALUE_NONE, value_from_imm(flags | O_CLOEXEC)) <
            0) {
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    while ((fd = INTERRUPTIBLE(vm, openat(dir, p.text, flags | O_CLOEXEC, mode))) < 0 &&
           posix_again(vm))
        ;
    if (fd < 0)
        return path_error(vm, &p);
    path_clear(vm, &p);
    return value_from_imm(fd);
}

POSIX_FN(close)
{
    int fd;
    POSIX_PARSE("close", "fd", 0, 1, 1, 1);
    if (!arg_int(vm, a[0], &fd))
        return VALUE_NULL;
    /* never made again: the descriptor is gone even if the call was interrupted */
    return BLOCKING(vm, close(fd)) < 0 && errno != EINTR ? posix_error(vm) : VALUE_NONE;
}

POSIX_FN(closerange)
{
    int low, high;
    POSIX_COUNT("closerange", 2, 2);
    if (!arg_int(vm, args[0], &low) || !arg_int(vm, args[1], &high))
        return VALUE_NULL;
    if (low < 0)
        low = 0;
    if (high > low && close_range((unsigned)low, (unsigned)high - 1, 0) < 0)
        for (int fd = low; fd < high; fd++)
            close(fd);
    return VALUE_NONE;
}

POSIX_FN(dup)
{
    int fd;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    return int_or_error(vm, fcntl(fd, F_DUPFD_CLOEXEC, 0));
}

POSIX_FN(dup2)
{
    int fd, fd2, r;
    bool inheritable;
    POSIX_PARSE("dup2", "fd fd2 inheritable", 0, 2, 3, 3);
    if (!arg_int(vm, a[0], &fd) || !arg_int(vm, a[1], &fd2) ||
        !bool_arg(vm, a[2], true, &inheritable))
        return VALUE_NULL;
    if (fd < 0 || fd2 < 0) {
        errno = EBADF;
        return posix_error(vm);
    }
    r = inheritable || fd == fd2 ? dup2(fd, fd2) : dup3(fd, fd2, O_CLOEXEC);
    return int_or_error(vm, r);
}

POSIX_FN(pipe)
{
    int fds[2];
    POSIX_UNUSED();
    return pipe2(fds, O_CLOEXEC) < 0 ? posix_error(vm)
                                     : pair_of_ints(vm, fds[0], fds[1]);
}

POSIX_FN(pipe2)
{
    int fds[2], flags;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &flags))
        return VALUE_NULL;
    return pipe2(fds, flags) < 0 ? posix_error(vm) : pair_of_ints(vm, fds[0], fds[1]);
}

POSIX_FN(memfd_create)
{
    int flags, fd;
    POSIX_PARSE("memfd_create", "name flags", 0, 1, 2, 2);
    Value name = fs_encode(vm, a[0]);
    if (!name)
        return VALUE_NULL;
    fd = int_arg_or(vm, a[1], MFD_CLOEXEC, &flags)
             ? memfd_create((char *)BYTES(name)->data, (unsigned)flags)
             : -1;
    int err = errno;
    value_decref(vm, name);
    errno = err;
    return int_or_error(vm, fd);
}

POSIX_FN(eventfd)
{
    int initial, flags;
    POSIX_PARSE("eventfd", "initval flags", 0, 1, 2, 2);
    if (!arg_int(vm, a[0], &initial) || !int_arg_or(vm, a[1], EFD_CLOEXEC, &flags))
        return VALUE_NULL;
    return int_or_error(vm, eventfd((unsigned)initial, flags));
}

POSIX_FN(eventfd_read)
{
    int fd;
    eventfd_t value;
    POSIX_PARSE("eventfd_read", "fd", 0, 1, 1, 1);
    if (!fileno_arg(vm, a[0], &fd))
        return VALUE_NULL;
    return eventfd_read(fd, &value) < 0 ? posix_error(vm) : int_from_u64(vm, value);
}

POSIX_FN(eventfd_write)
{
    int fd;
    POSIX_PARSE("eventfd_write", "fd value", 0, 2, 2, 2);
    if (!fileno_arg(vm, a[0], &fd))
        return VALUE_NULL;
    uint64_t value = value_is_int(a[1]) ? int_as_u64(vm, a[1]) : 0;
    if (!value_is_int(a[1]))
        return error_set(vm, EXC_TypeError, "an integer is required (got type %T)",
                         a[1]);
    return error_occurred(vm) ? VALUE_NULL : posix_none(vm, eventfd_write(fd, value));
}

/* ---- reading --------------------------------------------------------------------- */

/* read or pread (offset >= 0 with `at`) into a new bytes. */
static Value read_bytes(MinipyVM *vm, int fd, int64_t length, int64_t offset, bool at)
{
    if (length < 0) {
        errno = EINVAL;
        return posix_error(vm);
    }
    if (length > READ_MAX)
        length = READ_MAX;
    Value r = bytes_alloc(vm, length);
    if (!r)
        return VALUE_NULL;
    ssize_t n;
    do {
        n = INTERRUPTIBLE(vm, at ? pread(fd, BYTES(r)->data, (size_t)length, offset)
                                 : read(fd, BYTES(r)->data, (size_t)length));
    } while (n < 0 && posix_again(vm));
    if (n >= 0 && signals_checked(vm) < 0)
        return value_decref(vm, r), VALUE_NULL;
    if (n >= 0)
        return bytes_resize_steal(vm, r, n);
    int err = errno;
    value_decref(vm, r);
    errno = err;
    return posix_error(vm);
}

POSIX_FN(read)
{
    int fd;
    int64_t length;
    POSIX_COUNT("read", 2, 2);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &length))
        return VALUE_NULL;
    return read_bytes(vm, fd, length, 0, false);
}

POSIX_FN(pread)
{
    int fd;
    int64_t length, offset;
    POSIX_COUNT("pread", 3, 3);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &length) ||
        !arg_ssize(vm, args[2], &offset))
        return VALUE_NULL;
    return read_bytes(vm, fd, length, offset, true);
}

/* ---- writing --------------------------------------------------------------------- */

static Value write_buffer(MinipyVM *vm, int fd, Value data, int64_t offset, bool at)
{
    Buffer view;
    if (buffer_get(vm, data, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    size_t size = view.size > READ_MAX ? (size_t)READ_MAX : (size_t)view.size;
    ssize_t n;
    do {
        n = INTERRUPTIBLE(vm, at ? pwrite(fd, view.data, size, offset)
                                 : write(fd, view.data, size));
    } while (n < 0 && posix_again(vm));
    int err = errno;
    buffer_release(vm, &view);
    errno = err;
    return int_or_error(vm, n);
}

POSIX_FN(write)
{
    int fd;
    POSIX_COUNT("write", 2, 2);
    return arg_int(vm, args[0], &fd) ? write_buffer(vm, fd, args[1], 0, false)
                                     : VALUE_NULL;
}

POSIX_FN(pwrite)
{
    int fd;
    int64_t offset;
    POSIX_COUNT("pwrite", 3, 3);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[2], &offset))
        return VALUE_NULL;
    return write_buffer(vm, fd, args[1], offset, true);
}

/* ---- vectors --------------------------------------------------------------------- */

typedef struct Vector {
    int64_t count;
    Buffer *views;
    struct iovec *io;
} Vector;

static void vector_clear(MinipyVM *vm, Vector *v)
{
    int err = errno;
    for (int64_t i = 0; i < v->count; i++)
        buffer_release(vm, &v->views[i]);
    mem_free(vm, v->views);
    mem_free(vm, v->io);
    errno = err;
}

static bool vector_init(MinipyVM *vm, const char *fname, Value seq, int flags,
                        Vector *v)
{
    *v = (Vector){0};
    if (!value_is_list(seq) && !value_is_tuple(seq)) {
        error_set(vm, EXC_TypeError, "%s() arg 2 must be a sequence", fname);
        return false;
    }
    size_t n = (size_t)seq_size(seq);
    v->views = mem_calloc(vm, (n + 1) * sizeof *v->views);
    v->io = mem_calloc(vm, (n + 1) * sizeof *v->io);
    for (size_t i = 0; v->views && v->io && i < n; i++) {
        if (buffer_get(vm, seq_items(seq)[i], &v->views[i], flags) < 0)
            break;
        v->io[i] = (struct iovec){v->views[i].data, (size_t)v->views[i].size};
        v->count++;
    }
    if (v->count == (int64_t)n && !error_occurred(vm))
        return true;
    vector_clear(vm, v);
    return false;
}

typedef enum { VEC_READ, VEC_WRITE, VEC_READ_AT, VEC_WRITE_AT } VectorOp;

static Value vector_call(MinipyVM *vm, const char *fname, const Value *args,
                         size_t nargs, VectorOp op)
{
    int fd, flags = 0;
    int64_t offset = 0;
    Vector v;
    bool at = op >= VEC_READ_AT, writes = op == VEC_WRITE || op == VEC_WRITE_AT;
    if (!arg_int(vm, args[0], &fd) || (at && !arg_ssize(vm, args[2], &offset)) ||
        (nargs > 3 && !arg_int(vm, args[3], &flags)) ||
        !vector_init(vm, fname, args[1], writes ? BUF_SIMPLE : BUF_WRITABLE, &v))
        return VALUE_NULL;
    ssize_t n;
    do {
        int count = (int)v.count;
        n = INTERRUPTIBLE(vm, op == VEC_READ    ? readv(fd, v.io, count)
                              : op == VEC_WRITE ? writev(fd, v.io, count)
                              : op == VEC_READ_AT
                                  ? preadv2(fd, v.io, count, offset, flags)
                                  : pwritev2(fd, v.io, count, offset, flags));
    } while (n < 0 && posix_again(vm));
    vector_clear(vm, &v);
    return int_or_error(vm, n);
}

POSIX_FN(readv)
{
    POSIX_COUNT("readv", 2, 2);
    return vector_call(vm, "readv", args, nargs, VEC_READ);
}

POSIX_FN(writev)
{
    POSIX_COUNT("writev", 2, 2);
    return vector_call(vm, "writev", args, nargs, VEC_WRITE);
}

POSIX_FN(preadv)
{
    POSIX_COUNT("preadv", 3, 4);
    return vector_call(vm, "preadv", args, nargs, VEC_READ_AT);
}

POSIX_FN(pwritev)
{
    POSIX_COUNT("pwritev", 3, 4);
    return vector_call(vm, "pwritev", args, nargs, VEC_WRITE_AT);
}

/* ---- from descriptor to descriptor ----------------------------------------------- */

POSIX_FN(sendfile)
{
    int out, in;
    int64_t count;
    off_t offset = 0;
    ssize_t n;
    POSIX_PARSE("sendfile", "out_fd in_fd offset count", 0, 4, 4, 4);
    if (!arg_int(vm, a[0], &out) || !arg_int(vm, a[1], &in) ||
        (a[2] != VALUE_NONE && !arg_ssize(vm, a[2], &offset)) ||
        !arg_ssize(vm, a[3], &count))
        return VALUE_NULL;
    do {
        n = INTERRUPTIBLE(
            vm, sendfile(out, in, a[2] == VALUE_NONE ? NULL : &offset, (size_t)count));
    } while (n < 0 && posix_again(vm));
    return int_or_error(vm, n);
}

static bool optional_offset(MinipyVM *vm, Value v, loff_t *room, loff_t **out)
{
    *out = NULL;
    if (!v || v == VALUE_NONE)
        return true;
    *out = room;
    return arg_ssize(vm, v, room);
}

POSIX_FN(copy_file_range)
{
    int src, dst;
    int64_t count;
    loff_t from, to, *pfrom, *pto;
    ssize_t n;
    POSIX_PARSE("copy_file_range", "src dst count offset_src offset_dst", 0, 3, 5, 5);
    if (!arg_int(vm, a[0], &src) || !arg_int(vm, a[1], &dst) ||
        !arg_ssize(vm, a[2], &count) || !optional_offset(vm, a[3], &from, &pfrom) ||
        !optional_offset(vm, a[4], &to, &pto))
        return VALUE_NULL;
    if (count < 0)
        return error_set(vm, EXC_ValueError, "negative value for 'count' not allowed");
    do {
        n = INTERRUPTIBLE(vm, copy_file_range(src, pfrom, dst, pto, (size_t)count, 0));
    } while (n < 0 && posix_again(vm));
    return int_or_error(vm, n);
}

POSIX_FN(splice)
{
    int src, dst, flags;
    int64_t count;
    loff_t from, to, *pfrom, *pto;
    ssize_t n;
    POSIX_PARSE("splice", "src dst count offset_src offset_dst flags", 0, 3, 6, 6);
    if (!arg_int(vm, a[0], &src) || !arg_int(vm, a[1], &dst) ||
        !arg_ssize(vm, a[2], &count) || !optional_offset(vm, a[3], &from, &pfrom) ||
        !optional_offset(vm, a[4], &to, &pto) || !int_arg_or(vm, a[5], 0, &flags))
        return VALUE_NULL;
    if (count < 0)
        return error_set(vm, EXC_ValueError, "negative value for 'count' not allowed");
    do {
        n = INTERRUPTIBLE(vm,
                          splice(src, pfrom, dst, pto, (size_t)count, (unsigned)flags));
    } while (n < 0 && posix_again(vm));
    return int_or_error(vm, n);
}

/* ---- position, size, locks ------------------------------------------------------- */

POSIX_FN(lseek)
{
    int fd, how;
    int64_t position;
    POSIX_COUNT("lseek", 3, 3);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &position) ||
        !arg_int(vm, args[2], &how))
        return VALUE_NULL;
    return int_or_error(vm, lseek(fd, position, how));
}

POSIX_FN(ftruncate)
{
    int fd, r;
    int64_t length;
    POSIX_COUNT("ftruncate", 2, 2);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &length) ||
        audit(vm, "os.truncate", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, ftruncate(fd, length))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

POSIX_FN(fsync)
{
    int fd, r;
    POSIX_PARSE("fsync", "fd", 0, 1, 1, 1);
    if (!fileno_arg(vm, a[0], &fd))
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, fsync(fd))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

POSIX_FN(fdatasync)
{
    int fd, r;
    POSIX_PARSE("fdatasync", "fd", 0, 1, 1, 1);
    if (!fileno_arg(vm, a[0], &fd))
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, fdatasync(fd))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

POSIX_FN(sync)
{
    POSIX_UNUSED();
    sync();
    return VALUE_NONE;
}

POSIX_FN(lockf)
{
    int fd, command, r;
    int64_t length;
    POSIX_COUNT("lockf", 3, 3);
    if (!arg_int(vm, args[0], &fd) || !arg_int(vm, args[1], &command) ||
        !arg_ssize(vm, args[2], &length) ||
        audit(vm, "os.lockf", 3, args[0], args[1], args[2]) < 0)
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, lockf(fd, command, length))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

/* These two return the error instead of setting errno. */
static Value result_code(MinipyVM *vm, int err)
{
    errno = err;
    return err ? posix_error(vm) : VALUE_NONE;
}

POSIX_FN(posix_fallocate)
{
    int fd;
    int64_t offset, length;
    POSIX_COUNT("posix_fallocate", 3, 3);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &offset) ||
        !arg_ssize(vm, args[2], &length))
        return VALUE_NULL;
    return result_code(vm, posix_fallocate(fd, offset, length));
}

POSIX_FN(posix_fadvise)
{
    int fd, advice;
    int64_t offset, length;
    POSIX_COUNT("posix_fadvise", 4, 4);
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &offset) ||
        !arg_ssize(vm, args[2], &length) || !arg_int(vm, args[3], &advice))
        return VALUE_NULL;
    return result_code(vm, posix_fadvise(fd, offset, length, advice));
}

/* ---- flags ----------------------------------------------------------------------- */

static Value change_flag(MinipyVM *vm, int fd, int get, int set, int flag, bool on)
{
    int flags = fcntl(fd, get);
    if (flags < 0)
        return posix_error(vm);
    int wanted = on ? flags | flag : flags & ~flag;
    return wanted != flags && fcntl(fd, set, wanted) < 0 ? posix_error(vm) : VALUE_NONE;
}

POSIX_FN(get_inheritable)
{
    int fd;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    int flags = fcntl(fd, F_GETFD);
    return flags < 0 ? posix_error(vm) : value_from_bool(!(flags & FD_CLOEXEC));
}

POSIX_FN(set_inheritable)
{
    int fd, on;
    POSIX_COUNT("set_inheritable", 2, 2);
    if (!arg_int(vm, args[0], &fd) || !arg_int(vm, args[1], &on))
        return VALUE_NULL;
    return change_flag(vm, fd, F_GETFD, F_SETFD, FD_CLOEXEC, !on);
}

POSIX_FN(get_blocking)
{
    int fd;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 ? posix_error(vm) : value_from_bool(!(flags & O_NONBLOCK));
}

POSIX_FN(set_blocking)
{
    int fd;
    bool on;
    POSIX_COUNT("set_blocking", 2, 2);
    if (!arg_int(vm, args[0], &fd) || !bool_arg(vm, args[1], false, &on))
        return VALUE_NULL;
    return change_flag(vm, fd, F_GETFL, F_SETFL, O_NONBLOCK, !on);
}

/* ---- terminals ------------------------------------------------------------------- */

POSIX_FN(isatty)
{
    int fd;
    POSIX_UNUSED();
    return arg_int(vm, args[0], &fd) ? value_from_bool(isatty(fd)) : VALUE_NULL;
}

POSIX_FN(ttyname)
{
    int fd;
    char name[PATH_MAX];
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    int err = ttyname_r(fd, name, sizeof name);
    if (err)
        return result_code(vm, err);
    return str_from_path(vm, name);
}

POSIX_FN(ctermid)
{
    char name[L_ctermid];
    POSIX_UNUSED();
    return str_from_path(vm, ctermid(name));
}

POSIX_FN(openpty)
{
    int leader, follower;
    POSIX_UNUSED();
    if (openpty(&leader, &follower, NULL, NULL, NULL) < 0)
        return posix_error(vm);
    fcntl(leader, F_SETFD, FD_CLOEXEC);
    fcntl(follower, F_SETFD, FD_CLOEXEC);
    return pair_of_ints(vm, leader, follower);
}

POSIX_FN(login_tty)
{
    int fd;
    POSIX_UNUSED();
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    return posix_none(vm, login_tty(fd));
}

POSIX_FN(device_encoding)
{
    int fd;
    POSIX_PARSE("device_encoding", "fd", 0, 1, 1, 1);
    if (!arg_int(vm, a[0], &fd))
        return VALUE_NULL;
    return isatty(fd) ? str_from_cstr(vm, "utf-8") : VALUE_NONE;
}

const MethodDef posix_fd_functions[] = {
    POSIX_METHOD(open, M_KW),
    POSIX_METHOD(close, M_KW),
    POSIX_METHOD(closerange, M_FAST),
    POSIX_METHOD(dup, M_O),
    POSIX_METHOD(dup2, M_KW),
    POSIX_METHOD(pipe, M_NOARGS),
    POSIX_METHOD(pipe2, M_O),
    POSIX_METHOD(memfd_create, M_KW),
    POSIX_METHOD(eventfd, M_KW),
    POSIX_METHOD(eventfd_read, M_KW),
    POSIX_METHOD(eventfd_write, M_KW),
    POSIX_METHOD(read, M_FAST),
    POSIX_METHOD(pread, M_FAST),
    POSIX_METHOD(write, M_FAST),
    POSIX_METHOD(pwrite, M_FAST),
    POSIX_METHOD(readv, M_FAST),
    POSIX_METHOD(writev, M_FAST),
    POSIX_METHOD(preadv, M_FAST),
    POSIX_METHOD(pwritev, M_FAST),
    POSIX_METHOD(sendfile, M_KW),
    POSIX_METHOD(copy_file_range, M_KW),
    POSIX_METHOD(splice, M_KW),
    POSIX_METHOD(lseek, M_FAST),
    POSIX_METHOD(ftruncate, M_FAST),
    POSIX_METHOD(fsync, M_KW),
    POSIX_METHOD(fdatasync, M_KW),
    POSIX_METHOD(sync, M_NOARGS),
    POSIX_METHOD(lockf, M_FAST),
    POSIX_METHOD(posix_fallocate, M_FAST),
    POSIX_METHOD(posix_fadvise, M_FAST),
    POSIX_METHOD(get_inheritable, M_O),
    POSIX_METHOD(set_inheritable, M_FAST),
    POSIX_METHOD(get_blocking, M_O),
    POSIX_METHOD(set_blocking, M_FAST),
    POSIX_METHOD(isatty, M_O),
    POSIX_METHOD(ttyname, M_O),
    POSIX_METHOD(ctermid, M_NOARGS),
    POSIX_METHOD(openpty, M_NOARGS),
    POSIX_METHOD(login_tty, M_O),
    POSIX_METHOD(device_encoding, M_KW),
    {0},
};
