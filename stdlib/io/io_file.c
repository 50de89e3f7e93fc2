/* io_file.c - FileIO: a file descriptor as a raw stream. System calls that a signal
 * interrupts run Python's handlers and go on (PEP 475).
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/io/io_private.h"
#include "vm/eval/audit.h"
#include "vm/threads/signals.h"
#include "vm/bytes/buffer.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"
#include "vm/objects/fs_path.h"
#include "vm/numbers/number.h"

/* ---- system calls ---------------------------------------------------------------- */

/* After a call of the system that failed: 0, call again; -2, it would have to wait; -1,
 * an exception. */
static int64_t call_failed(MinipyVM *vm)
{
    if (signals_call_again(vm))
        return 0;
    if (!error_occurred(vm) && errno == EAGAIN)
        return -2;
    if (!error_occurred(vm))
        error_set_errno(vm, errno, VALUE_NULL);
    return -1;
}

int64_t file_move(FileObj *f, int64_t offset, int whence)
{
    int64_t at =
        f->host ? io_host_seek(f, offset, whence) : lseek(f->fd, offset, whence);
    if (f->seekable < 0)
        f->seekable = at >= 0;
    return at;
}

int64_t file_read_into(MinipyVM *vm, FileObj *f, void *data, int64_t size)
{
    if (f->host)
        return io_host_read(vm, f, data, size);
    for (;;) {
        int64_t n = INTERRUPTIBLE_ON(vm, f->fd, read(fd_, data, (size_t)size));
        if (n >= 0 || (n = call_failed(vm)))
            return n;
    }
}

int64_t file_write_from(MinipyVM *vm, FileObj *f, const void *data, int64_t size)
{
    if (f->host)
        return io_host_write(vm, f, data, size);
    for (;;) {
        int64_t n = INTERRUPTIBLE_ON(vm, f->fd, write(fd_, data, (size_t)size));
        if (n >= 0 || (n = call_failed(vm)))
            return n;
    }
}

static bool is_open(MinipyVM *vm, FileObj *f)
{
    if (f->fd >= 0)
        return true;
    error_set(vm, EXC_ValueError, "I/O operation on closed file");
    return false;
}

static bool may(MinipyVM *vm, FileObj *f, bool allowed, const char *what)
{
    if (!is_open(vm, f))
        return false;
    if (allowed)
        return true;
    Value s = str_format_c(vm, "File not open for %s", what);
    if (s)
        io_unsupported(vm, str_utf8_or_null(vm, s));
    value_xdecref(vm, s);
    return false;
}

/* ---- opening --------------------------------------------------------------------- */

static int parse_mode(MinipyVM *vm, FileObj *f, const char *mode, int *flags)
{
    int kinds = 0, plus = 0;
    *flags = O_CLOEXEC;
    for (const char *m = mode; *m; m++) {
        switch (*m) {
        case 'x':
            kinds++;
            f->created = f->writable = true;
            *flags |= O_EXCL | O_CREAT;
            break;
        case 'r':
            kinds++;
            f->readable = true;
            break;
        case 'w':
            kinds++;
            f->writable = true;
            *flags |= O_CREAT | O_TRUNC;
            break;
        case 'a':
            kinds++;
            f->writable = f->appending = true;
            *flags |= O_APPEND | O_CREAT;
            break;
        case 'b': break;
        case '+':
            if (plus++)
                return error_set(vm, EXC_ValueError,
                                 "Must have exactly one of create/read/write/append "
                                 "mode and at most one plus"),
                       -1;
            f->readable = f->writable = true;
            break;
        default: return error_set(vm, EXC_ValueError, "invalid mode: %.200s", mode), -1;
        }
    }
    if (kinds != 1)
        return error_set(vm, EXC_ValueError,
                         "Must have exactly one of create/read/write/append mode and "
                         "at most one plus"),
               -1;
    *flags |= f->readable && f->writable ? O_RDWR : f->readable ? O_RDONLY : O_WRONLY;
    return 0;
}

/* The name as the system takes it, to be freed. NULL: a NUL in it, or what cannot be
 * encoded. */
static char *system_path(MinipyVM *vm, Value name)
{
    Value text = value_is_bytes(name)
                     ? str_decode_path(vm, BYTES(name)->data, BYTES(name)->size)
                     : value_incref(name);
    char *path = text ? str_path(vm, text) : NULL;
    value_xdecref(vm, text);
    return path;
}

static int open_path(MinipyVM *vm, FileObj *f, Value name, const char *path,
                     const char *mode, int flags, Value opener)
{
    bool opens = opener && opener != VALUE_NONE;
    if (!opens && vm->host && vm->host->open_file)
        return io_host_open(vm, f, name, path, mode);
    if (confine_check(vm, MINIPY_ALLOW_FILES, "open") < 0)
        return -1;
    if (opener && opener != VALUE_NONE) {
        Value fd = call2(vm, opener, name, value_from_imm(flags));
        int n;
        if (!fd)
            return -1;
        if (!value_is_int(fd)) {
            error_set(vm, EXC_TypeError, "expected integer from opener");
            value_decref(vm, fd);
            return -1;
        }
        bool ok = arg_int(vm, fd, &n);
        value_decref(vm, fd);
        if (ok && n < 0)
            error_set(vm, EXC_ValueError, "opener returned %d", n);
        f->fd = ok && n >= 0 ? n : -1;
        return f->fd < 0 ? -1 : 0;
    }
    while ((f->fd = INTERRUPTIBLE(vm, open(path, flags, 0666))) < 0 &&
           signals_call_again(vm))
        ;
    if (f->fd < 0 && !error_occurred(vm))
        error_set_errno(vm, errno, name);
    return f->fd < 0 ? -1 : 0;
}

static Value file_new(NEW_ARGS)
{
    FileObj *f = (FileObj *)object_alloc(vm, cls, 0);
    if (!f)
        return VALUE_NULL;
    f->fd = -1;
    f->closefd = true;
    f->seekable = -1;
    return value_from_obj(f);
}

static int file_check(MinipyVM *vm, FileObj *f, Value name)
{
    struct stat st;
    if (f->host)
        return 0;
    if (fstat(f->fd, &st) < 0)
        return errno == EBADF ? (error_set_errno(vm, errno, VALUE_NULL), -1) : 0;
    if (S_ISDIR(st.st_mode))
        return error_set_errno(vm, EISDIR, name), -1;
    f->regular = S_ISREG(st.st_mode);
    f->blksize = st.st_blksize > 1 ? (uint32_t)st.st_blksize : IO_BUFFER_SIZE;
    return 0;
}

/* As file_new leaves it; an object may be initialised again. */
static void file_reset(MinipyVM *vm, FileObj *f)
{
    io_host_close(vm, f);
    if (f->fd >= 0 && f->closefd)
        close(f->fd);
    f->fd = -1;
    f->readable = f->writable = f->appending = f->created = f->regular = false;
    f->seekable = -1;
}

#define FILE_SIGNATURE "(file, mode='r', closefd=True, opener=None)"
static int file_init(NATIVE_ARGS)
{
    static const MethodDef row = {.name = "FileIO", .signature = FILE_SIGNATURE};
    Value a[4];
    FileObj *f = FILEIO(self);
    int flags, fd = -1, closefd = 1;
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return -1;
    if (a[1] && !value_is_str(a[1]))
        return arg_type_error(vm, "FileIO", "mode", "str", a[1]), -1;
    const char *mode = a[1] ? str_cstr(vm, a[1]) : "r";
    if (!mode || (a[2] && !arg_int(vm, a[2], &closefd)))
        return -1;
    file_reset(vm, f);
    f->closefd = closefd;
    if (parse_mode(vm, f, mode, &flags) < 0)
        return -1;
    bool number = (value_is_int(a[0]) || value_type(vm, a[0])->slots.nb_index) &&
                  arg_int(vm, a[0], &fd);
    error_clear(vm); /* what is no descriptor is taken for a name */
    if (number) {
        if (fd < 0)
            return error_set(vm, EXC_ValueError, "negative file descriptor"), -1;
        if (confine_check(vm, MINIPY_ALLOW_FILES, "open") < 0)
            return -1;
        if (audit_open(vm, a[0], mode, flags) < 0)
            return -1;
        f->fd = fd;
        value_incref(a[0]);
    } else {
        Value text = fs_path(vm, a[0]); /* its name is what it was given */
        char *path = text ? system_path(vm, text) : NULL;
        int r = path ? audit_open(vm, a[0], mode, flags) : -1;
        value_xdecref(vm, text);
        if (r == 0 && !closefd) {
            error_set(vm, EXC_ValueError, "Cannot use closefd=False with file name");
            r = -1;
        }
        if (r == 0)
            r = open_path(vm, f, a[0], path, mode, flags, a[3]);
        mem_free(vm, path);
        if (r < 0)
            return -1;
        value_incref(a[0]);
    }
    int r = file_check(vm, f, a[0]);
    if (r == 0)
        r = object_setattr(vm, self, NAME(vm, name), a[0]);
    if (r == 0 && f->appending)
        file_move(f, 0, SEEK_END);
    if (r < 0) {
        io_host_close(vm, f);
        if (fd < 0)
            close(f->fd);
        f->fd = -1;
    }
    value_decref(vm, a[0]);
    return r;
}

static uint32_t block_size(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && st.st_blksize > 1 ? (uint32_t)st.st_blksize
                                                    : IO_BUFFER_SIZE;
}

Value file_from_fd(MinipyVM *vm, int fd, bool readable, bool writable, const char *name)
{
    Value self = file_new(vm, vm->io->file, NULL, 0, VALUE_NULL);
    Value text = self && name ? str_from_cstr(vm, name) : VALUE_NULL;
    if (!self)
        return VALUE_NULL;
    FileObj *f = FILEIO(self);
    f->fd = fd;
    f->readable = readable;
    f->writable = writable;
    f->closefd = false;
    f->blksize = io_host_has_stream(vm, fd) ? IO_BUFFER_SIZE : block_size(fd);
    if (io_host_has_stream(vm, fd) && io_host_stream(vm, f, fd) < 0)
        value_clear(vm, &self);
    else if (name ? !text || io_set_own(vm, self, NAME(vm, name), text) < 0
                  : io_set_own(vm, self, NAME(vm, name), value_from_imm(fd)) < 0)
        value_clear(vm, &self);
    value_xdecref(vm, text);
    return self;
}

/* ---- methods --------------------------------------------------------------------- */

static void warn_unclosed(MinipyVM *vm, FileObj *f, Value source)
{
    if (f->fd >= 0 && f->closefd &&
        error_warn_resource(vm, source, "unclosed file %R", source) < 0)
        error_in_destructor(vm, value_from_obj(f));
}

Value file_close(NATIVE_ARGS)
{
    FileObj *f = FILEIO(self);
    int fd = f->fd;
    /* A subclass or the instance may have its own flush(): the base class's close()
     * calls it. */
    Value r = VALUE_NONE;
    if (fd >= 0 && (value_type(vm, self)->flags & TYPE_HEAP ||
                    object_own_attr_borrow(vm, self, NAME(vm, flush))))
        r = io_flush(vm, self);
    Value error = r ? VALUE_NULL : error_fetch(vm);
    value_xdecref(vm, r);
    if (f->finalizing)
        warn_unclosed(vm, f, self);
    if (f->host && (fd = io_host_close(vm, f)) < 0 && !error && !error_occurred(vm))
        error_set_errno(vm, -fd, VALUE_NULL);
    fd = f->fd; /* flush() may have closed it */
    f->fd = -1;
    if (fd >= 0 && f->closefd && BLOCKING(vm, close(fd)) < 0 && errno != EINTR &&
        !error)
        error_set_errno(vm, errno, VALUE_NULL);
    if (error)
        error_restore_steal(vm, error);
    return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
}

FN(file_fileno)
{
    if (FILEIO(self)->host)
        return io_unsupported(vm, "fileno");
    return is_open(vm, FILEIO(self)) ? value_from_imm(FILEIO(self)->fd) : VALUE_NULL;
}

FN(file_readable)
{
    return is_open(vm, FILEIO(self)) ? value_from_bool(FILEIO(self)->readable)
                                     : VALUE_NULL;
}

FN(file_writable)
{
    return is_open(vm, FILEIO(self)) ? value_from_bool(FILEIO(self)->writable)
                                     : VALUE_NULL;
}

FN(file_seekable)
{
    FileObj *f = FILEIO(self);
    if (!is_open(vm, f))
        return VALUE_NULL;
    if (f->seekable < 0)
        f->seekable = file_move(f, 0, SEEK_CUR) >= 0;
    return value_from_bool(f->seekable);
}

FN(file_isatty)
{
    return is_open(vm, FILEIO(self)) ? value_from_bool(isatty(FILEIO(self)->fd))
                                     : VALUE_NULL;
}

FN(file_readinto)
{
    FileObj *f = FILEIO(self);
    Buffer view;
    if (buffer_get_writable(vm, args[0], &view, "readinto() argument") < 0)
        return VALUE_NULL;
    int64_t n = may(vm, f, f->readable, "reading")
                    ? file_read_into(vm, f, view.data, view.size)
                    : -1;
    buffer_release(vm, &view);
    return n == -1 ? VALUE_NULL : n == -2 ? VALUE_NONE : int_new(vm, n);
}

static Value read_all(MinipyVM *vm, FileObj *f)
{
    struct stat st;
    int64_t capacity = IO_BUFFER_SIZE, n = 0, at = lseek(f->fd, 0, SEEK_CUR);
    if (at >= 0 && fstat(f->fd, &st) == 0 && st.st_size > at)
        capacity = st.st_size - at + 1;
    uint8_t *data = mem_alloc(vm, (size_t)capacity);
    while (data) {
        int64_t got = file_read_into(vm, f, data + n, capacity - n);
        if (got == -1 || (got == -2 && n == 0)) {
            mem_free(vm, data);
            return got == -1 ? VALUE_NULL : VALUE_NONE;
        }
        if (got <= 0)
            break;
        n += got;
        if (n == capacity) {
            uint8_t *more = mem_realloc(
                vm, data, (size_t)(capacity += capacity / 2 + IO_BUFFER_SIZE));
            if (!more)
                mem_free(vm, data);
            data = more;
        }
    }
    Value b = data ? bytes_from(vm, data, n) : VALUE_NULL;
    mem_free(vm, data);
    return b;
}

FN(file_readall)
{
    /* What may not be read the kernel refuses, as in CPython. */
    return is_open(vm, FILEIO(self)) ? read_all(vm, FILEIO(self)) : VALUE_NULL;
}

FN(file_read)
{
    FileObj *f = FILEIO(self);
    int64_t n;
    if (!io_size_arg(vm, GIVEN(0), -1, &n) || !may(vm, f, f->readable, "reading"))
        return VALUE_NULL;
    if (n < 0)
        return read_all(vm, f);
    Value b = bytes_alloc(vm, n);
    if (!b)
        return VALUE_NULL;
    int64_t got = file_read_into(vm, f, BYTES(b)->data, n);
    if (got < 0) {
        value_decref(vm, b);
        return got == -1 ? VALUE_NULL : VALUE_NONE;
    }
    return bytes_resize_steal(vm, b, got);
}

FN(file_write)
{
    FileObj *f = FILEIO(self);
    Buffer view;
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int64_t n = may(vm, f, f->writable, "writing")
                    ? file_write_from(vm, f, view.data, view.size)
                    : -1;
    buffer_release(vm, &view);
    if (n > 0 && signals_checked(vm) < 0) /* which may have cut it short */
        return VALUE_NULL;
    return n == -1 ? VALUE_NULL : n == -2 ? VALUE_NONE : int_new(vm, n);
}

/* A position, as an off_t. */
static bool position_arg(MinipyVM *vm, Value v, int64_t *out)
{
    Value number = number_index(vm, v);
    *out = number ? int_as_i64(vm, number) : -1;
    value_xdecref(vm, number);
    return !error_occurred(vm);
}

FN(file_seek)
{
    int64_t at;
    int whence = 0;
    if ((GIVEN(1) && !arg_int(vm, args[1], &whence)) || !is_open(vm, FILEIO(self)) ||
        !position_arg(vm, args[0], &at))
        return VALUE_NULL;
    off_t r = file_move(FILEIO(self), at, whence);
    return r < 0 ? error_set_errno(vm, errno, VALUE_NULL) : int_new(vm, r);
}

FN(file_tell)
{
    if (!is_open(vm, FILEIO(self)))
        return VALUE_NULL;
    off_t r = file_move(FILEIO(self), 0, SEEK_CUR);
    return r < 0 ? error_set_errno(vm, errno, VALUE_NULL) : int_new(vm, r);
}

FN(file_truncate)
{
    FileObj *f = FILEIO(self);
    bool here = !GIVEN(0) || args[0] == VALUE_NONE;
    if (!may(vm, f, f->writable, "writing"))
        return VALUE_NULL;
    if (f->host)
        return io_unsupported(vm, "truncate");
    int64_t size = here ? lseek(f->fd, 0, SEEK_CUR) : 0;
    if (!here && (!position_arg(vm, args[0], &size) || !is_open(vm, f)))
        return VALUE_NULL;
    int fd = f->fd; /* before the lock is left */
    if ((here && size < 0) || BLOCKING(vm, ftruncate(fd, size)) < 0)
        return error_set_errno(vm, errno, VALUE_NULL);
    return int_new(vm, size);
}

FN(file_dealloc_warn)
{
    warn_unclosed(vm, FILEIO(self), args[0]);
    return VALUE_NONE;
}

static const char *mode_text(const FileObj *f)
{
    if (f->created)
        return f->readable ? "xb+" : "xb";
    if (f->appending)
        return f->readable ? "ab+" : "ab";
    return f->readable ? f->writable ? "rb+" : "rb" : "wb";
}

GETTER(file_get_mode)
{
    return str_from_cstr(vm, mode_text(FILEIO(self)));
}

GETTER(file_get_closed)
{
    return value_from_bool(FILEIO(self)->fd < 0);
}

GETTER(file_get_closefd)
{
    return value_from_bool(FILEIO(self)->closefd);
}

static Value file_repr(MinipyVM *vm, Value self)
{
    FileObj *f = FILEIO(self);
    Value name;
    if (f->fd < 0)
        return str_from_cstr(vm, "<_io.FileIO [closed]>");
    if (object_lookup_attr(vm, self, NAME(vm, name), &name) < 0)
        return VALUE_NULL;
    const char *closefd = f->closefd ? "True" : "False";
    Value s = VALUE_NULL;
    int entered = name ? io_repr_enter(vm, self) : 0;
    if (name && entered == 0) {
        s = str_format_c(vm, "<_io.FileIO name=%R mode='%s' closefd=%s>", name,
                         mode_text(f), closefd);
        repr_leave(vm, self);
    } else if (!name) {
        s = str_format_c(vm, "<_io.FileIO fd=%d mode='%s' closefd=%s>", f->fd,
                         mode_text(f), closefd);
    }
    value_xdecref(vm, name);
    return s;
}

static void file_dealloc(MinipyVM *vm, Object *o)
{
    FileObj *f = (FileObj *)o;
    io_host_close(vm, f);
    if (f->fd >= 0 && f->closefd)
        close(f->fd);
    f->fd = -1;
}

static METHODS(file_methods,
    {"read", file_read, 0, "($self, size=-1, /)",
     "At most size bytes, by one call of the system; None if there are none yet."},
    {"readall", file_readall, 0, "($self, /)", "All bytes up to the end; None if there are none yet."},
    {"readinto", file_readinto, 0, "($self, buffer, /)", "Reads into the buffer; returns how many bytes."},
    {"write", file_write, 0, "($self, b, /)",
     "Writes by one call of the system; returns how many bytes went out, None if none."},
    {"seek", file_seek, 0, "($self, pos, whence=0, /)",
     "Moves the position: from the start, or by whence from here (1) or the end (2)."},
    {"tell", file_tell, 0, "($self, /)", "The position in the file."},
    {"truncate", file_truncate, 0, "($self, size=None, /)",
     "Makes the file so long, up to the position if no size is given."},
    {"close", file_close, 0, "($self, /)", "Closes the file, and the descriptor if it is the file's own."},
    {"seekable", file_seekable, 0, "($self, /)", "Whether the position can be moved."},
    {"readable", file_readable, 0, "($self, /)", "Whether the file was opened for reading."},
    {"writable", file_writable, 0, "($self, /)", "Whether the file was opened for writing."},
    {"fileno", file_fileno, 0, "($self, /)", "The file descriptor."},
    {"isatty", file_isatty, 0, "($self, /)", "Whether the file is a terminal."},
    {"_dealloc_warn", file_dealloc_warn, M_UNSIGNED, "($self, source, /)", NULL},
);
static MEMBERS(file_members,
    {"_blksize", MEMBER_UINT32, offsetof(FileObj, blksize), false, NULL},
    {"_finalizing", MEMBER_BOOL, offsetof(FileObj, finalizing), false, NULL},
);
static GETSETS(file_getsets,
    {"closed", file_get_closed, NULL, "True if the file is closed", NULL},
    {"closefd", file_get_closefd, NULL, "True if the file descriptor will be closed by close().", NULL},
    {"mode", file_get_mode, NULL, "String giving the file mode", NULL},
);

TYPE_SPEC(io_file_spec,
    .name = "_io.FileIO", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "FileIO" FILE_SIGNATURE "\n--\n\nOpen a file.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS, .basicsize = sizeof(FileObj),
    .inst_offset = offsetof(FileObj, head),
    .dealloc = file_dealloc,
    .slots = {.getattro = object_generic_getattr, .new_ = file_new, .init = file_init, .repr = file_repr},
    .methods = file_methods, .getsets = file_getsets, .members = file_members,
);

bool io_file_closed(Value v)
{
    return value_is_obj(v) && value_obj(v)->type->spec == &io_file_spec &&
           FILEIO(v)->fd < 0;
}
