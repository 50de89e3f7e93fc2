/* posix_fd.c - functions of file descriptors. New descriptors are not inherited by
 * programs that are executed (PEP 446); interrupted calls are made again after the
 * Python handlers ran (PEP 475). Read first: posix_private.h.
 */
#include "stdlib/os/system_call.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/containers/tuple.h"

#include <limits.h>
#include <pty.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/uio.h>

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

FN(posix_open)
{
    CallArg a[CALL_ARGS];
    Value r = VALUE_NULL;
    int fd;
    if (!call_args(vm, "open", "p i i511 d", args, nargs, a))
        return VALUE_NULL;
    int flags = NUM(1) | O_CLOEXEC;
    if (audit(vm, "open", 3, a[0].path.object, VALUE_NONE, value_from_imm(flags)) ==
        0) {
        do {
            fd = INTERRUPTIBLE(vm, openat(NUM(3), TEXT(0), flags, NUM(2)));
        } while (fd < 0 && posix_again(vm));
        r = fd < 0 ? call_error(vm, a, true) : value_from_imm(fd);
    }
    call_clear(vm, a);
    return r;
}

FN(posix_close)
{
    int fd;
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    /* never made again: the descriptor is gone even if the call was interrupted */
    return BLOCKING(vm, close(fd)) < 0 && errno != EINTR ? posix_error(vm) : VALUE_NONE;
}

FN(posix_pipe)
{
    int fds[2];
    return pipe2(fds, O_CLOEXEC) < 0 ? posix_error(vm)
                                     : pair_of_ints(vm, fds[0], fds[1]);
}

FN(posix_pipe2)
{
    int fds[2], flags;
    if (!arg_int(vm, args[0], &flags))
        return VALUE_NULL;
    return pipe2(fds, flags) < 0 ? posix_error(vm) : pair_of_ints(vm, fds[0], fds[1]);
}

FN(posix_eventfd_read)
{
    int fd;
    eventfd_t value;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    return eventfd_read(fd, &value) < 0 ? posix_error(vm) : int_from_u64(vm, value);
}

FN(posix_eventfd_write)
{
    int fd;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    uint64_t value;
    return arg_unsigned(vm, args[1], "int too big to convert", &value)
               ? posix_none(vm, eventfd_write(fd, value))
               : VALUE_NULL;
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

FN(posix_read)
{
    int fd;
    int64_t length;
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &length))
        return VALUE_NULL;
    return read_bytes(vm, fd, length, 0, false);
}

FN(posix_pread)
{
    int fd;
    int64_t length, offset;
    if (!arg_int(vm, args[0], &fd) || !arg_ssize(vm, args[1], &length) ||
        !arg_long(vm, args[2], &offset))
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

FN(posix_write)
{
    int fd;
    return arg_int(vm, args[0], &fd) ? write_buffer(vm, fd, args[1], 0, false)
                                     : VALUE_NULL;
}

FN(posix_pwrite)
{
    int fd;
    int64_t offset = 0; /* what is no buffer is refused first */
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    if (buffer_supported(vm, args[1]) && !arg_long(vm, args[2], &offset))
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
    if (!value_type(vm, seq)->slots.sq_item || value_is_dict(seq)) {
        error_set(vm, EXC_TypeError, "%s() arg 2 must be a sequence", fname);
        return false;
    }
    int64_t n = object_length(vm, seq);
    if (n < 0)
        return false;
    v->views = mem_calloc(vm, (size_t)(n + 1) * sizeof *v->views);
    v->io = mem_calloc(vm, (size_t)(n + 1) * sizeof *v->io);
    for (int64_t i = 0; v->views && v->io && i < n; i++) {
        Value item = object_getitem(vm, seq, value_from_imm(i));
        int got = item ? buffer_get(vm, item, &v->views[i], flags) : -1;
        value_xdecref(vm, item); /* the view holds what it shows */
        if (got < 0)
            break;
        v->io[i] = (struct iovec){v->views[i].data, (size_t)v->views[i].size};
        v->count++;
    }
    if (v->count == n && !error_occurred(vm))
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
    if (!arg_int(vm, args[0], &fd) || (at && !arg_long(vm, args[2], &offset)) ||
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

FN(posix_readv)
{
    return vector_call(vm, "readv", args, nargs, VEC_READ);
}

FN(posix_writev)
{
    return vector_call(vm, "writev", args, nargs, VEC_WRITE);
}

FN(posix_preadv)
{
    return vector_call(vm, "preadv2", args, nargs, VEC_READ_AT);
}

FN(posix_pwritev)
{
    return vector_call(vm, "pwritev", args, nargs, VEC_WRITE_AT);
}

/* ---- terminals ------------------------------------------------------------------- */

FN(posix_ttyname)
{
    int fd;
    char name[PATH_MAX];
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    if (call_code(ttyname_r(fd, name, sizeof name)) < 0)
        return posix_error(vm);
    return str_from_path(vm, name);
}

FN(posix_ctermid)
{
    char name[L_ctermid];
    return str_from_path(vm, ctermid(name));
}

FN(posix_openpty)
{
    int leader, follower;
    if (openpty(&leader, &follower, NULL, NULL, NULL) < 0)
        return posix_error(vm);
    fcntl(leader, F_SETFD, FD_CLOEXEC);
    fcntl(follower, F_SETFD, FD_CLOEXEC);
    return pair_of_ints(vm, leader, follower);
}

FN(posix_device_encoding)
{
    int fd;
    if (!arg_int(vm, args[0], &fd))
        return VALUE_NULL;
    return isatty(fd) ? str_from_cstr(vm, "utf-8") : VALUE_NONE;
}

METHODS(posix_fd_functions,
    {"open", posix_open, 0, "($module, /, path, flags, mode=511, *, dir_fd=None)",
     "Open a file, and return its descriptor, which children do not inherit."},
    {"close", posix_close, 0, "($module, /, fd)", "Close a descriptor."},
    {"pipe", posix_pipe, 0, "($module, /)", "Make a pipe: the descriptors to read from and to write to."},
    {"pipe2", posix_pipe2, 0, "($module, flags, /)",
     "Make a pipe with flags of open() such as O_NONBLOCK: the descriptors to read from and to write to."},
    {"eventfd_read", posix_eventfd_read, 0, "($module, /, fd)",
     "Wait for the counter of an eventfd to be more than 0, and take it."},
    {"eventfd_write", posix_eventfd_write, 0, "($module, /, fd, value)", "Add to the counter of an eventfd."},
    {"read", posix_read, 0, "($module, fd, length, /)", "At most so many bytes of a descriptor; none at the end."},
    {"pread", posix_pread, 0, "($module, fd, length, offset, /)",
     "At most so many bytes at an offset of a file, whose position stays."},
    {"write", posix_write, 0, "($module, fd, data, /)", "Write bytes to a descriptor: how many were written."},
    {"pwrite", posix_pwrite, 0, "($module, fd, buffer, offset, /)",
     "Write bytes at an offset of a file, whose position stays: how many were written."},
    {"readv", posix_readv, 0, "($module, fd, buffers, /)", "Read into several buffers in turn: how many bytes came."},
    {"writev", posix_writev, 0, "($module, fd, buffers, /)", "Write several buffers in turn: how many bytes went."},
    {"preadv", posix_preadv, 0, "($module, fd, buffers, offset, flags=0, /)",
     "Like readv(), at an offset of the file, whose position stays."},
    {"pwritev", posix_pwritev, 0, "($module, fd, buffers, offset, flags=0, /)",
     "Like writev(), at an offset of the file, whose position stays."},
    {"ttyname", posix_ttyname, 0, "($module, fd, /)", "The name of the terminal behind a descriptor."},
    {"ctermid", posix_ctermid, 0, "($module, /)", "The name of the terminal that controls this process."},
    {"openpty", posix_openpty, 0, "($module, /)",
     "Open a pseudo-terminal: the descriptors of its master and its slave."},
    {"device_encoding", posix_device_encoding, 0, "($module, /, fd)",
     "The encoding of the terminal behind a descriptor; None if it is none."},
);
