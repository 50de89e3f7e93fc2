/* fcntl.c - the module fcntl: control of descriptors, locks. */
#include "stdlib/os/system_call.h"
#include "vm/threads/thread.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/objects/module.h"

#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>

enum { ROOM = 1024 };

/* A str, bytes or buffer argument is passed through memory and comes back as bytes. */
static bool text_arg(MinipyVM *vm, const char *what, Value v, char *room, int64_t *size)
{
    Buffer view;
    const void *data;
    bool is_str = value_is_str(v);
    if (is_str) {
        if (!(data = str_utf8(vm, v, size)))
            return false;
    } else {
        if (buffer_get(vm, v, &view, BUF_SIMPLE) < 0)
            return false;
        data = view.data;
        *size = view.size;
    }
    bool ok = *size <= ROOM;
    if (ok) {
        memcpy(room, data, (size_t)*size);
        room[*size] = 0;
    } else {
        error_set(vm, EXC_ValueError, "%s string arg too long", what);
    }
    if (!is_str)
        buffer_release(vm, &view);
    return ok;
}

static bool is_text(MinipyVM *vm, Value v)
{
    return value_is_str(v) || (!value_is_int(v) && buffer_supported(vm, v));
}

/* fcntl takes the lowest bits of any int, ioctl an int alone. */
typedef bool (*TakeNumber)(MinipyVM *vm, Value v, int *out);

static bool any_number(MinipyVM *vm, Value v, int *out)
{
    uint64_t bits;
    bool ok = arg_low_bits(vm, v, &bits);
    *out = (int)bits;
    return ok;
}

/* Does the third argument go through memory? If not, *out is the number it is. */
static bool number_arg(MinipyVM *vm, const CallArg *a, TakeNumber take, bool *text,
                       int *out)
{
    *out = 0;
    *text = a->given && is_text(vm, a->given);
    return *text || !a->given || take(vm, a->given, out);
}

FN(posix_fcntl)
{
    CallArg a[CALL_ARGS];
    int64_t r, size;
    int number;
    bool text;
    char room[ROOM + 1];
    if (!call_args(vm, "fcntl", "f i v", args, nargs, a) ||
        !call_audit(vm, "fcntl.fcntl", "012", a) ||
        !number_arg(vm, &a[2], any_number, &text, &number) ||
        (text && !text_arg(vm, "fcntl", args[2], room, &size)))
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, text ? fcntl(NUM(0), NUM(1), room)
                                       : fcntl(NUM(0), NUM(1), number))) < 0 &&
           posix_again(vm))
        ;
    return r < 0  ? posix_error(vm)
           : text ? bytes_from(vm, room, size)
                  : value_from_imm(r);
}

/* ioctl into a writable buffer: through a copy when it is small, so that a driver may
 * write a little more than CPython's callers made room for. */
static Value ioctl_mutate(MinipyVM *vm, int fd, unsigned code, Buffer *view)
{
    char room[ROOM + 1];
    bool small = view->size <= ROOM;
    if (small) {
        memcpy(room, view->data, (size_t)view->size);
        room[view->size] = 0;
    }
    int r = INTERRUPTIBLE(vm, ioctl(fd, code, small ? (void *)room : view->data));
    int err = errno;
    if (small && r >= 0)
        memcpy(view->data, room, (size_t)view->size);
    buffer_release(vm, view);
    errno = err;
    return r < 0 ? posix_error(vm) : value_from_imm(r);
}

FN(posix_ioctl)
{
    CallArg a[CALL_ARGS];
    int64_t size;
    int number;
    bool text;
    char room[ROOM + 1];
    Buffer view;
    if (!call_args(vm, "ioctl", "f m v b1", args, nargs, a) ||
        !call_audit(vm, "fcntl.ioctl", "012", a) ||
        !number_arg(vm, &a[2], arg_int_ranged, &text, &number))
        return VALUE_NULL;
    if (text && LONG(3) && !value_is_str(args[2]) && !value_is_bytes(args[2])) {
        if (buffer_get(vm, args[2], &view, BUF_WRITABLE) == 0)
            return ioctl_mutate(vm, NUM(0), WORD(1), &view);
        error_clear(vm); /* read-only: a copy will do */
    }
    if (text && !text_arg(vm, "ioctl", args[2], room, &size))
        return VALUE_NULL;
    int r = INTERRUPTIBLE(
        vm, text ? ioctl(NUM(0), WORD(1), room)
                 : ioctl(NUM(0), WORD(1), (unsigned long)(unsigned)number));
    return r < 0  ? posix_error(vm)
           : text ? bytes_from(vm, room, size)
                  : value_from_imm(r);
}

CALL_BODY(flock, , , "f i", "fcntl.flock", "01", CALL_NONE, flock(NUM(0), NUM(1)))

FN(posix_lockf)
{
    CallArg a[CALL_ARGS];
    int64_t start = 0, length = 0, r;
    if (!call_args(vm, "lockf", "f i v v i", args, nargs, a) ||
        !call_audit(vm, "fcntl.lockf", "01234", a))
        return VALUE_NULL;
    int code = NUM(1), type = code == LOCK_UN  ? F_UNLCK
                              : code & LOCK_SH ? F_RDLCK
                              : code & LOCK_EX ? F_WRLCK
                                               : -1;
    if (type < 0)
        return error_set(vm, EXC_ValueError, "unrecognized lockf argument");
    if ((GIVEN(3) && !arg_long(vm, GIVEN(3), &start)) ||
        (GIVEN(2) && !arg_long(vm, GIVEN(2), &length)))
        return VALUE_NULL;
    struct flock lock = {.l_type = (short)type,
                         .l_start = start,
                         .l_len = length,
                         .l_whence = (short)NUM(4)};
    int how = code & LOCK_NB ? F_SETLK : F_SETLKW;
    while ((r = INTERRUPTIBLE(vm, fcntl(NUM(0), how, &lock))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, (int)r);
}

static METHODS(functions,
    {"fcntl", posix_fcntl, 0, "($module, fd, cmd, arg=0, /)", "Perform the operation `cmd` on file descriptor fd."},
    {"ioctl", posix_ioctl, 0, "($module, fd, request, arg=0, mutate_flag=True, /)",
     "Perform the operation request on file descriptor fd."},
    {"flock", posix_flock, 0, "($module, fd, operation, /)",
     "Perform the lock operation `operation` on file descriptor `fd`."},
    {"lockf", posix_lockf, 0, "($module, fd, cmd, len=0, start=0, whence=0, /)",
     "A wrapper around the fcntl() locking calls."},
);

static CONTENTS(contents,
    HAS_C(LOCK_SH), HAS_C(LOCK_EX), HAS_C(LOCK_NB), HAS_C(LOCK_UN), HAS_C(LOCK_MAND), HAS_C(LOCK_READ),
    HAS_C(LOCK_WRITE), HAS_C(LOCK_RW), HAS_C(F_DUPFD), HAS_C(F_DUPFD_CLOEXEC), HAS_C(F_GETFD), HAS_C(F_SETFD),
    HAS_C(F_GETFL), HAS_C(F_SETFL), HAS_C(F_GETLK), HAS_C(F_SETLK), HAS_C(F_SETLKW), HAS_C(F_OFD_GETLK),
    HAS_C(F_OFD_SETLK), HAS_C(F_OFD_SETLKW), HAS_C(F_GETOWN), HAS_C(F_SETOWN), HAS_C(F_GETSIG), HAS_C(F_SETSIG),
    HAS_C(F_RDLCK), HAS_C(F_WRLCK), HAS_C(F_UNLCK), HAS_C(F_EXLCK), HAS_C(F_SHLCK), HAS_C(F_GETLK64), HAS_C(F_SETLK64),
    HAS_C(F_SETLKW64), HAS_C(FASYNC), HAS_C(F_SETLEASE), HAS_C(F_GETLEASE), HAS_C(F_NOTIFY), HAS_C(FD_CLOEXEC),
    HAS_C(DN_ACCESS), HAS_C(DN_MODIFY), HAS_C(DN_CREATE), HAS_C(DN_DELETE), HAS_C(DN_RENAME), HAS_C(DN_ATTRIB),
    HAS_INT("DN_MULTISHOT", INT64_C(0x80000000)), HAS_C(F_ADD_SEALS), HAS_C(F_GET_SEALS), HAS_C(F_SEAL_SEAL),
    HAS_C(F_SEAL_SHRINK), HAS_C(F_SEAL_GROW), HAS_C(F_SEAL_WRITE), HAS_C(F_SETPIPE_SZ), HAS_C(F_GETPIPE_SZ),
);

MODULE_SPEC(fcntl_module_spec,
    .name = "fcntl",
    .doc = "This module performs file control and I/O control on file\ndescriptors.  It is an interface to the "
           "fcntl() and ioctl() Unix\nroutines.  File descriptors can be obtained with the fileno() method of\na file "
           "or socket object.",
    .methods = functions, .contents = contents,
);
