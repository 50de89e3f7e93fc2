/* fcntl.c - the module fcntl: control of descriptors, locks. */
#include "stdlib/os/posix_private.h"
#include "vm/threads/thread.h"

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

/* An int that fits unsigned, negative ones wrapped. */
static bool code_arg(MinipyVM *vm, Value v, unsigned *out)
{
    int64_t n;
    if (!arg_ssize(vm, v, &n))
        return false;
    *out = (unsigned)n;
    return true;
}

POSIX_FN(fcntl)
{
    int fd, code, r;
    char room[ROOM + 1];
    int64_t size;
    POSIX_COUNT("fcntl", 2, 3);
    if (!fileno_arg(vm, args[0], &fd) || !arg_int(vm, args[1], &code) ||
        audit(vm, "fcntl.fcntl", 3, args[0], args[1],
              nargs > 2 ? args[2] : VALUE_NONE) < 0)
        return VALUE_NULL;
    if (nargs > 2 && is_text(vm, args[2])) {
        if (!text_arg(vm, "fcntl", args[2], room, &size))
            return VALUE_NULL;
        while ((r = INTERRUPTIBLE(vm, fcntl(fd, code, room))) < 0 && posix_again(vm))
            ;
        return r < 0 ? posix_error(vm) : bytes_from(vm, room, size);
    }
    unsigned arg = 0;
    if (nargs > 2 && !code_arg(vm, args[2], &arg))
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, fcntl(fd, code, (int)arg))) < 0 && posix_again(vm))
        ;
    return r < 0 ? posix_error(vm) : value_from_imm(r);
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

POSIX_FN(ioctl)
{
    int fd, r;
    unsigned code, arg = 0;
    bool mutate = true;
    char room[ROOM + 1];
    int64_t size;
    Buffer view;
    POSIX_COUNT("ioctl", 2, 4);
    if (!fileno_arg(vm, args[0], &fd) || !code_arg(vm, args[1], &code) ||
        (nargs > 3 && !bool_arg(vm, args[3], true, &mutate)) ||
        audit(vm, "fcntl.ioctl", 3, args[0], args[1],
              nargs > 2 ? args[2] : VALUE_NONE) < 0)
        return VALUE_NULL;
    if (nargs > 2 && is_text(vm, args[2])) {
        if (mutate && !value_is_str(args[2]) && !value_is_bytes(args[2])) {
            if (buffer_get(vm, args[2], &view, BUF_WRITABLE) == 0)
                return ioctl_mutate(vm, fd, code, &view);
            error_clear(vm); /* read-only: a copy will do */
        }
        if (!text_arg(vm, "ioctl", args[2], room, &size))
            return VALUE_NULL;
        r = INTERRUPTIBLE(vm, ioctl(fd, code, room));
        return r < 0 ? posix_error(vm) : bytes_from(vm, room, size);
    }
    if (nargs > 2 && !code_arg(vm, args[2], &arg))
        return VALUE_NULL;
    r = INTERRUPTIBLE(vm, ioctl(fd, code, (unsigned long)arg));
    return r < 0 ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(flock)
{
    int fd, code, r;
    POSIX_COUNT("flock", 2, 2);
    if (!fileno_arg(vm, args[0], &fd) || !arg_int(vm, args[1], &code) ||
        audit(vm, "fcntl.flock", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, flock(fd, code))) < 0 && posix_again(vm))
        ;
    return posix_none(vm, r);
}

POSIX_FN(lockf)
{
    int fd, code, r, whence = 0;
    int64_t start = 0, length = 0;
    POSIX_COUNT("lockf", 2, 5);
    if (!fileno_arg(vm, args[0], &fd) || !arg_int(vm, args[1], &code) ||
        (nargs > 2 && !arg_ssize(vm, args[2], &length)) ||
        (nargs > 3 && !arg_ssize(vm, args[3], &start)) ||
        (nargs > 4 && !arg_int(vm, args[4], &whence)))
        return VALUE_NULL;
    if (audit(vm, "fcntl.lockf", 5, args[0], args[1], nargs > 2 ? args[2] : VALUE_NONE,
              nargs > 3 ? args[3] : VALUE_NONE, value_from_imm(whence)) < 0)
        return VALUE_NULL;
    struct flock lock = {.l_start = start, .l_len = length, .l_whence = (short)whence};
    if (code == LOCK_UN)
        lock.l_type = F_UNLCK;
    else if (code & LOCK_SH)
        lock.l_type = F_RDLCK;
    else if (code & LOCK_EX)
        lock.l_type = F_WRLCK;
    else
        return error_set(vm, EXC_ValueError, "unrecognized lockf argument");
    while ((r = INTERRUPTIBLE(
                vm, fcntl(fd, code & LOCK_NB ? F_SETLK : F_SETLKW, &lock))) < 0 &&
           posix_again(vm))
        ;
    return posix_none(vm, r);
}

static const MethodDef functions[] = {
    {"fcntl", posix_fcntl, M_FAST, "($module, fd, cmd, arg=0, /)",
     "Perform the operation `cmd` on file descriptor fd."},
    {"ioctl", posix_ioctl, M_FAST, "($module, fd, request, arg=0, mutate_flag=True, /)",
     "Perform the operation request on file descriptor fd."},
    {"flock", posix_flock, M_FAST, "($module, fd, operation, /)",
     "Perform the lock operation `operation` on file descriptor `fd`."},
    {"lockf", posix_lockf, M_FAST, "($module, fd, cmd, len=0, start=0, whence=0, /)",
     "A wrapper around the fcntl() locking calls."},
    {0},
};

static int fcntl_exec(MinipyVM *vm, Value m)
{
/* clang-format off */
#define C(name) {#name, name}
    static const PosixConstant constants[] = {
        C(LOCK_SH), C(LOCK_EX), C(LOCK_NB), C(LOCK_UN), C(LOCK_MAND), C(LOCK_READ),
        C(LOCK_WRITE), C(LOCK_RW), C(F_DUPFD), C(F_DUPFD_CLOEXEC), C(F_GETFD),
        C(F_SETFD),
        C(F_GETFL), C(F_SETFL), C(F_GETLK), C(F_SETLK), C(F_SETLKW), C(F_OFD_GETLK),
        C(F_OFD_SETLK), C(F_OFD_SETLKW), C(F_GETOWN), C(F_SETOWN), C(F_GETSIG),
        C(F_SETSIG),
        C(F_RDLCK), C(F_WRLCK), C(F_UNLCK), C(F_EXLCK), C(F_SHLCK), C(F_GETLK64),
        C(F_SETLK64), C(F_SETLKW64), C(FASYNC), C(F_SETLEASE), C(F_GETLEASE),
        C(F_NOTIFY),
        C(FD_CLOEXEC), C(DN_ACCESS), C(DN_MODIFY), C(DN_CREATE), C(DN_DELETE),
        C(DN_RENAME),
        C(DN_ATTRIB), {"DN_MULTISHOT", INT64_C(0x80000000)}, C(F_ADD_SEALS),
        C(F_GET_SEALS),
        C(F_SEAL_SEAL), C(F_SEAL_SHRINK), C(F_SEAL_GROW), C(F_SEAL_WRITE),
        C(F_SETPIPE_SZ),
        C(F_GETPIPE_SZ),
    };
#undef C
    /* clang-format on */
    return posix_add_constants(vm, m, constants, sizeof constants / sizeof *constants);
}

extern const ModuleSpec fcntl_module_spec;
const ModuleSpec fcntl_module_spec = {
    .name = "fcntl",
    .doc = "This module performs file control and I/O control on file\ndescriptors.  "
           "It is an "
           "interface to the fcntl() and ioctl() Unix\nroutines.  File descriptors can "
           "be obtained "
           "with the fileno() method of\na file or socket object.",
    .methods = functions,
    .exec = fcntl_exec,
};
