/* mmap.c - the module mmap: memory that is a file's, or that processes share, as an
 * object with the ways of a bytearray and of a file.
 *
 * Invariant: arguments are converted before the mapping is looked at, for their methods
 * may close or resize it; while a buffer of it is held (exports) it stays where it is.
 */
#include "stdlib/native.h"
#include "stdlib/os/posix_private.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/slice.h"
#include "vm/core/confine.h"
#include "vm/numbers/number.h"
#include "vm/objects/module.h"
#include "vm/text/search.h"

#include <sys/mman.h>

enum { ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY };
static const char *const access_names[] = {"ACCESS_DEFAULT", "ACCESS_READ",
                                           "ACCESS_WRITE", "ACCESS_COPY"};

typedef struct MmapObj {
    Object ob;
    char *data; /* owned; NULL: it is closed */
    int64_t size, pos, offset, exports;
    bool own; /* its pages are no file's, or become copies: they count for the vm */
    bool shared_memory; /* no file's, and shared with children */
    int fd;             /* owned; -1: no file's */
    int access;
} MmapObj;
#define MMAP(v) ((MmapObj *)(uintptr_t)(v))

/* ---- what may be done ------------------------------------------------------------ */

static bool is_open(MinipyVM *vm, const MmapObj *m)
{
    if (!m->data)
        error_set(vm, EXC_ValueError, "mmap closed or invalid");
    return m->data != NULL;
}

static bool is_writable(MinipyVM *vm, const MmapObj *m)
{
    if (m->access == ACCESS_READ)
        error_set(vm, EXC_TypeError, "mmap can't modify a readonly memory map.");
    return m->access != ACCESS_READ;
}

static bool is_resizable(MinipyVM *vm, const MmapObj *m)
{
    if (m->exports > 0)
        error_set(vm, EXC_BufferError,
                  "mmap can't resize with extant buffers exported.");
    else if (m->access == ACCESS_READ || m->access == ACCESS_COPY)
        error_set(vm, EXC_TypeError,
                  "mmap can't resize a readonly or copy-on-write memory map.");
    else
        return true;
    return false;
}

static int64_t rest_of(const MmapObj *m)
{
    return m->pos < m->size ? m->size - m->pos : 0;
}

/* ---- making and unmaking --------------------------------------------------------- */

typedef struct Wanted {
    int fd, flags, prot, access;
    int64_t size, offset;
} Wanted;

/* Flags and protection from the access, or the other way round. */
static bool take_access(MinipyVM *vm, Wanted *w, bool others_given)
{
    if (w->access != ACCESS_DEFAULT && others_given) {
        error_set(vm, EXC_ValueError,
                  "mmap can't specify both access and flags, prot.");
        return false;
    }
    switch (w->access) {
    case ACCESS_READ: w->flags = MAP_SHARED, w->prot = PROT_READ; return true;
    case ACCESS_WRITE:
        w->flags = MAP_SHARED, w->prot = PROT_READ | PROT_WRITE;
        return true;
    case ACCESS_COPY:
        w->flags = MAP_PRIVATE, w->prot = PROT_READ | PROT_WRITE;
        return true;
    case ACCESS_DEFAULT:
        if (!(w->prot & PROT_WRITE))
            w->access = ACCESS_READ;
        else if (!(w->prot & PROT_READ))
            w->access = ACCESS_WRITE;
        return true;
    default:
        error_set(vm, EXC_ValueError, "mmap invalid access parameter.");
        return false;
    }
}

/* Against the file's size, which is the size where none is given. */
static bool take_size(MinipyVM *vm, Wanted *w)
{
    struct stat st;
    const char *wrong = NULL;
    if (w->fd == -1 || fstat(w->fd, &st) < 0 || !S_ISREG(st.st_mode))
        return true;
    if (w->size == 0) {
        if (st.st_size == 0)
            wrong = "cannot mmap an empty file";
        else if (w->offset >= st.st_size)
            wrong = "mmap offset is greater than file size";
        else
            w->size = st.st_size - w->offset;
    } else if (w->offset > st.st_size || st.st_size - w->offset < w->size) {
        wrong = "mmap length is greater than file size";
    }
    if (wrong)
        error_set(vm, EXC_ValueError, "%s", wrong);
    return !wrong;
}

/* Maps it into m, whose size is 0 until then. False: OSError. */
static bool map(MinipyVM *vm, MmapObj *m, const Wanted *w)
{
    int flags = w->flags;
    if (w->fd == -1)
        flags |= MAP_ANONYMOUS;
    else if ((m->fd = fcntl(w->fd, F_DUPFD_CLOEXEC, 0)) < 0)
        return posix_error(vm), false;
    m->own = w->fd == -1 || ((w->flags & MAP_PRIVATE) && (w->prot & PROT_WRITE));
    if (m->own && mem_charge(vm, (size_t)w->size) < 0)
        return false;
    void *data = mmap(NULL, (size_t)w->size, w->prot, flags, w->fd, w->offset);
    if (data == MAP_FAILED) {
        posix_error(vm);
        if (m->own)
            mem_discharge(vm, (size_t)w->size);
        return false;
    }
    m->data = data;
    m->size = w->size;
    m->shared_memory = w->fd == -1 && (w->flags & MAP_SHARED);
    m->offset = w->offset;
    m->access = w->access;
    return true;
}

static bool wanted_of(MinipyVM *vm, const Value *given, Wanted *w)
{
    *w = (Wanted){.flags = MAP_SHARED, .prot = PROT_READ | PROT_WRITE};
    if (!arg_int_ranged(vm, given[0], &w->fd) || !arg_ssize(vm, given[1], &w->size) ||
        (given[2] && !arg_int_ranged(vm, given[2], &w->flags)) ||
        (given[3] && !arg_int_ranged(vm, given[3], &w->prot)) ||
        (given[4] && !arg_int_ranged(vm, given[4], &w->access)) ||
        (given[5] && !arg_ssize(vm, given[5], &w->offset)))
        return false;
    if (w->size < 0 || w->offset < 0) {
        error_set(vm, EXC_OverflowError, "memory mapped %s must be positive",
                  w->size < 0 ? "length" : "offset");
        return false;
    }
    return true;
}

static Value mmap_new(NEW_ARGS)
{
    static const MethodDef row = {
        .flags = M_TUPLE | M_NAMELESS,
        .signature = "($type, fileno, length, flags=MAP_SHARED, prot=PROT_WRITE, "
                     "access=ACCESS_DEFAULT, offset=0)"};
    Value given[6];
    Wanted w;
    if (!args_take(vm, &row, args, nargs, kwnames, given) || !wanted_of(vm, given, &w))
        return VALUE_NULL;
    bool others = w.flags != MAP_SHARED || w.prot != (PROT_READ | PROT_WRITE);
    if (!take_access(vm, &w, others) ||
        confine_check(vm, MINIPY_ALLOW_FILES, "mmap") < 0 ||
        audit(vm, "mmap.__new__", 4, value_from_imm(w.fd), value_from_imm(w.size),
              value_from_imm(w.access), value_from_imm(w.offset)) < 0 ||
        !take_size(vm, &w))
        return VALUE_NULL;
    MmapObj *m = (MmapObj *)object_alloc(vm, cls, 0);
    if (!m)
        return VALUE_NULL;
    m->fd = -1;
    if (map(vm, m, &w))
        return value_from_obj(m);
    obj_decref(vm, &m->ob);
    return VALUE_NULL;
}

static void unmap(MinipyVM *vm, MmapObj *m)
{
    if (m->data) {
        munmap(m->data, (size_t)m->size);
        if (m->own)
            mem_discharge(vm, (size_t)m->size);
    }
    if (m->fd >= 0)
        close(m->fd);
    m->data = NULL;
    m->fd = -1;
}

static void mmap_dealloc(MinipyVM *vm, Object *o)
{
    unmap(vm, (MmapObj *)o);
}

FN(mmap_close)
{
    if (MMAP(self)->exports > 0)
        return error_set(vm, EXC_BufferError, "cannot close exported pointers exist");
    unmap(vm, MMAP(self));
    return VALUE_NONE;
}

/* ---- as a sequence --------------------------------------------------------------- */

static int64_t mmap_length(MinipyVM *vm, Value self)
{
    return is_open(vm, MMAP(self)) ? MMAP(self)->size : -1;
}

static Value mmap_item(MinipyVM *vm, Value self, int64_t i)
{
    MmapObj *m = MMAP(self);
    if (!is_open(vm, m))
        return VALUE_NULL;
    if (i < 0 || i >= m->size)
        return error_set(vm, EXC_IndexError, "mmap index out of range");
    return bytes_from(vm, m->data + i, 1);
}

/* An index, whose object may have closed the mapping. False: error. */
static bool index_arg(MinipyVM *vm, MmapObj *m, Value key, int64_t *i)
{
    *i = number_as_ssize(vm, key, EXC_IndexError);
    if ((*i == -1 && error_occurred(vm)) || !is_open(vm, m))
        return false;
    if (*i < 0)
        *i += m->size;
    if (*i < 0 || *i >= m->size) {
        error_set(vm, EXC_IndexError, "mmap index out of range");
        return false;
    }
    return true;
}

static bool has_index(MinipyVM *vm, Value v)
{
    return value_is_int(v) || value_type(vm, v)->slots.nb_index;
}

/* How many items the slice has, -1: error. */
static int64_t slice_arg(MinipyVM *vm, MmapObj *m, Value key, int64_t *start,
                         int64_t *step)
{
    int64_t stop;
    if (slice_unpack(vm, key, start, &stop, step) < 0 || !is_open(vm, m))
        return -1;
    return slice_adjust(m->size, start, &stop, *step);
}

static Value mmap_subscript(MinipyVM *vm, Value self, Value key)
{
    MmapObj *m = MMAP(self);
    int64_t i, step;
    if (!is_open(vm, m))
        return VALUE_NULL;
    if (!value_is_kind(key, KIND_SLICE)) {
        if (!has_index(vm, key))
            return error_set(vm, EXC_TypeError, "mmap indices must be integers");
        return index_arg(vm, m, key, &i) ? value_from_imm((unsigned char)m->data[i])
                                         : VALUE_NULL;
    }
    int64_t n = slice_arg(vm, m, key, &i, &step);
    if (n < 0)
        return VALUE_NULL;
    if (step == 1)
        return bytes_from(vm, m->data + i, n);
    Value r = bytes_alloc(vm, n);
    for (int64_t k = 0; r && k < n; k++)
        BYTES(r)->data[k] = (unsigned char)m->data[i + k * step];
    return r;
}

static int set_item(MinipyVM *vm, MmapObj *m, Value key, Value v)
{
    int64_t i, byte;
    if (!index_arg(vm, m, key, &i))
        return -1;
    if (!v || !has_index(vm, v)) {
        error_set(vm, EXC_TypeError,
                  v ? "mmap item value must be an int"
                    : "mmap doesn't support item deletion");
        return -1;
    }
    byte = number_as_ssize(vm, v, EXC_TypeError);
    if (byte == -1 && error_occurred(vm))
        return -1;
    if (byte < 0 || byte > 255) {
        error_set(vm, EXC_ValueError, "mmap item value must be in range(0, 256)");
        return -1;
    }
    if (!is_open(vm, m) || i >= m->size)
        return m->data ? error_set(vm, EXC_IndexError, "mmap index out of range"),
               -1      : -1;
    m->data[i] = (char)byte;
    return 0;
}

static int set_slice(MinipyVM *vm, MmapObj *m, Value key, Value v)
{
    int64_t start, step;
    Buffer in;
    if (slice_arg(vm, m, key, &start, &step) < 0)
        return -1;
    if (!v) {
        error_set(vm, EXC_TypeError, "mmap object doesn't support slice deletion");
        return -1;
    }
    if (buffer_get(vm, v, &in, BUF_SIMPLE) < 0)
        return -1;
    int64_t n = slice_arg(vm, m, key, &start, &step);
    if (n >= 0 && in.size != n) {
        error_set(vm, EXC_IndexError, "mmap slice assignment is wrong size");
        n = -1;
    }
    if (n > 0 && step == 1)
        memmove(m->data + start, in.data, (size_t)n);
    for (int64_t k = 0; step != 1 && k < n; k++)
        m->data[start + k * step] = ((char *)in.data)[k];
    buffer_release(vm, &in);
    return n < 0 ? -1 : 0;
}

static int mmap_ass_subscript(MinipyVM *vm, Value self, Value key, Value v)
{
    MmapObj *m = MMAP(self);
    if (!is_open(vm, m) || !is_writable(vm, m))
        return -1;
    if (value_is_kind(key, KIND_SLICE))
        return set_slice(vm, m, key, v);
    if (has_index(vm, key))
        return set_item(vm, m, key, v);
    error_set(vm, EXC_TypeError, "mmap indices must be integer");
    return -1;
}

static int mmap_getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    MmapObj *m = MMAP(self);
    if (!is_open(vm, m) || buffer_fill(vm, view, self, m->data, m->size,
                                       m->access == ACCESS_READ, flags) < 0)
        return -1;
    m->exports++;
    return 0;
}

static void mmap_releasebuffer(MinipyVM *vm, Value self, Buffer *view)
{
    (void)vm, (void)view;
    MMAP(self)->exports--;
}

/* ---- as a file ------------------------------------------------------------------- */

static Value take(MinipyVM *vm, MmapObj *m, int64_t n)
{
    Value r = bytes_from(vm, m->data + m->pos, n);
    if (r)
        m->pos += n;
    return r;
}

FN(mmap_read)
{
    MmapObj *m = MMAP(self);
    int64_t n = -1;
    if (!is_open(vm, m) || (nargs > 0 && !arg_optional_ssize(vm, args[0], &n)) ||
        !is_open(vm, m))
        return VALUE_NULL;
    return take(vm, m, n < 0 || n > rest_of(m) ? rest_of(m) : n);
}

FN(mmap_readline)
{
    MmapObj *m = MMAP(self);
    if (!is_open(vm, m))
        return VALUE_NULL;
    int64_t n = rest_of(m);
    const char *end = n ? memchr(m->data + m->pos, '\n', (size_t)n) : NULL;
    return take(vm, m, end ? end + 1 - (m->data + m->pos) : n);
}

FN(mmap_read_byte)
{
    MmapObj *m = MMAP(self);
    if (!is_open(vm, m))
        return VALUE_NULL;
    if (!rest_of(m))
        return error_set(vm, EXC_ValueError, "read byte out of range");
    return value_from_imm((unsigned char)m->data[m->pos++]);
}

FN(mmap_write)
{
    MmapObj *m = MMAP(self);
    Buffer in;
    if (!is_open(vm, m) || buffer_get(vm, args[0], &in, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (!is_open(vm, m) || !is_writable(vm, m))
        ;
    else if (m->pos > m->size || in.size > rest_of(m))
        error_set(vm, EXC_ValueError, "data out of range");
    else {
        memmove(m->data + m->pos, in.data, (size_t)in.size);
        m->pos += in.size;
        r = value_from_imm(in.size);
    }
    buffer_release(vm, &in);
    return r;
}

FN(mmap_write_byte)
{
    MmapObj *m = MMAP(self);
    int64_t byte;
    if (!is_open(vm, m) || !arg_long(vm, args[0], &byte))
        return VALUE_NULL;
    if (byte < 0 || byte > 255)
        return error_set(vm, EXC_OverflowError, "unsigned byte integer is %s",
                         byte < 0 ? "less than minimum" : "greater than maximum");
    if (!is_open(vm, m) || !is_writable(vm, m))
        return VALUE_NULL;
    if (!rest_of(m))
        return error_set(vm, EXC_ValueError, "write byte out of range");
    m->data[m->pos++] = (char)byte;
    return VALUE_NONE;
}

FN(mmap_seek)
{
    MmapObj *m = MMAP(self);
    int64_t distance, where;
    int whence = SEEK_SET;
    if (!is_open(vm, m) || !arg_ssize(vm, args[0], &distance) ||
        (GIVEN(1) && !arg_int_ranged(vm, args[1], &whence)) || !is_open(vm, m))
        return VALUE_NULL;
    if (whence < SEEK_SET || whence > SEEK_END)
        return error_set(vm, EXC_ValueError, "unknown seek type");
    int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->pos : m->size;
    if (__builtin_add_overflow(from, distance, &where) || where < 0 || where > m->size)
        return error_set(vm, EXC_ValueError, "seek out of range");
    m->pos = where;
    return VALUE_NONE;
}

FN(mmap_tell)
{
    return is_open(vm, MMAP(self)) ? value_from_imm(MMAP(self)->pos) : VALUE_NULL;
}

/* The file's; memory without one has no file to ask, which CPython tells as EBADF. */
FN(mmap_size)
{
    MmapObj *m = MMAP(self);
    struct stat st;
    if (!is_open(vm, m))
        return VALUE_NULL;
    return fstat(m->fd, &st) < 0 ? posix_error(vm) : int_new(vm, st.st_size);
}

/* ---- searching and moving -------------------------------------------------------- */

/* The place of the last of such bytes; NULL: nowhere. */
/* Where WHAT, of at least a byte, stands first, or last; NULL: nowhere. */
static const char *place_of(const char *data, int64_t size, const Buffer *what,
                            bool last)
{
    ptrdiff_t at = size < what->size
                       ? -1
                       : (last ? search_rfind : search_find)(
                             data, (size_t)size, what->data, (size_t)what->size, 1);
    return at < 0 ? NULL : data + at;
}

static int64_t clipped(int64_t i, int64_t size)
{
    i = i < 0 ? i + size : i;
    return i < 0 ? 0 : i > size ? size : i;
}

static Value find(MinipyVM *vm, Value self, const Value *args, size_t nargs, bool last)
{
    MmapObj *m = MMAP(self);
    Buffer what;
    if (!is_open(vm, m))
        return VALUE_NULL;
    int64_t start = m->pos, end = m->size;
    if (buffer_get(vm, args[0], &what, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if ((nargs < 2 || arg_ssize(vm, args[1], &start)) &&
        (nargs < 3 || arg_ssize(vm, args[2], &end)) && is_open(vm, m)) {
        start = clipped(start, m->size);
        end = clipped(end, m->size);
        const char *at = !what.size ? m->data + (last ? end : start)
                         : end < start
                             ? NULL
                             : place_of(m->data + start, end - start, &what, last);
        r = value_from_imm(at ? at - m->data : -1);
    }
    buffer_release(vm, &what);
    return r;
}

FN(mmap_find)
{
    return find(vm, self, args, nargs, false);
}

FN(mmap_rfind)
{
    return find(vm, self, args, nargs, true);
}

FN(mmap_move)
{
    MmapObj *m = MMAP(self);
    int64_t to, from, n;
    if (!is_open(vm, m) || !arg_ssize(vm, args[0], &to) ||
        !arg_ssize(vm, args[1], &from) || !arg_ssize(vm, args[2], &n) ||
        !is_open(vm, m) || !is_writable(vm, m))
        return VALUE_NULL;
    if (to < 0 || from < 0 || n < 0 || m->size - to < n || m->size - from < n)
        return error_set(vm, EXC_ValueError,
                         "source, destination, or count out of range");
    memmove(m->data + to, m->data + from, (size_t)n);
    return VALUE_NONE;
}

/* ---- the mapping itself ---------------------------------------------------------- */

FN(mmap_flush)
{
    MmapObj *m = MMAP(self);
    int64_t offset = 0, size = m->size;
    if (!is_open(vm, m) || (nargs > 0 && !arg_ssize(vm, args[0], &offset)) ||
        (nargs > 1 && !arg_ssize(vm, args[1], &size)) || !is_open(vm, m))
        return VALUE_NULL;
    if (size < 0 || offset < 0 || m->size - offset < size)
        return error_set(vm, EXC_ValueError, "flush values out of range");
    if (m->access == ACCESS_READ || m->access == ACCESS_COPY)
        return VALUE_NONE;
    return posix_none(vm, msync(m->data + offset, (size_t)size, MS_SYNC));
}

FN(mmap_madvise)
{
    MmapObj *m = MMAP(self);
    int option;
    if (!is_open(vm, m))
        return VALUE_NULL;
    int64_t start = 0, length = m->size;
    if (!arg_int_ranged(vm, args[0], &option) ||
        (nargs > 1 && !arg_ssize(vm, args[1], &start)) ||
        (nargs > 2 && !arg_ssize(vm, args[2], &length)) || !is_open(vm, m))
        return VALUE_NULL;
    if (start < 0 || start >= m->size)
        return error_set(vm, EXC_ValueError, "madvise start out of bounds");
    if (length < 0)
        return error_set(vm, EXC_ValueError, "madvise length invalid");
    if (INT64_MAX - start < length)
        return error_set(vm, EXC_OverflowError, "madvise length too large");
    if (start + length > m->size)
        length = m->size - start;
    return posix_none(vm, madvise(m->data + start, (size_t)length, option));
}

/* Shared memory keeps the pages that it began with: behind them is nothing, and
 * touching it ends the process (which CPython leaves to the program). So there are
 * fresh ones. */
static void *add_pages(MmapObj *m, char *data, int64_t size)
{
    int64_t page = sysconf(_SC_PAGESIZE), old = (m->size + page - 1) / page * page;
    if (data == MAP_FAILED || !m->shared_memory || size <= old)
        return data;
    m->data = data;
    void *more = mmap(data + old, (size_t)(size - old), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (more != MAP_FAILED)
        return data;
    munmap(data + old, (size_t)(size - old));
    return MAP_FAILED;
}

FN(mmap_resize)
{
    MmapObj *m = MMAP(self);
    int64_t size, end;
    if (!is_open(vm, m) || !arg_ssize(vm, args[0], &size) || !is_open(vm, m) ||
        !is_resizable(vm, m))
        return VALUE_NULL;
    if (size < 0 || __builtin_add_overflow(size, m->offset, &end))
        return error_set(vm, EXC_ValueError, "new size out of range");
    size_t more = m->own && size > m->size ? (size_t)(size - m->size) : 0;
    if (more && mem_charge(vm, more) < 0)
        return VALUE_NULL;
    void *data = MAP_FAILED;
    if (m->fd == -1 || ftruncate(m->fd, end) == 0)
        data = add_pages(
            m, mremap(m->data, (size_t)m->size, (size_t)size, MREMAP_MAYMOVE), size);
    if (data == MAP_FAILED) {
        posix_error(vm);
        mem_discharge(vm, more);
        return VALUE_NULL;
    }
    if (m->own && size < m->size)
        mem_discharge(vm, (size_t)(m->size - size));
    m->data = data;
    m->size = size;
    return VALUE_NONE;
}

FN(mmap_enter)
{
    return is_open(vm, MMAP(self)) ? value_incref(self) : VALUE_NULL;
}

FN(mmap_exit)
{
    return mmap_close(vm, self, NULL, 0, VALUE_NULL);
}

GETTER(mmap_closed)
{
    return value_from_bool(!MMAP(self)->data);
}

static Value mmap_repr(MinipyVM *vm, Value self)
{
    MmapObj *m = MMAP(self);
    if (!m->data)
        return str_format_c(vm, "<%T closed=True>", self);
    return str_format_c(
        vm, "<%T closed=False, access=%s, length=%ld, pos=%ld, offset=%ld>", self,
        access_names[m->access], (long)m->size, (long)m->pos, (long)m->offset);
}

enum { BARE = M_BARE | M_UNSIGNED, PARSED = M_BARE | M_TUPLE | M_UNSIGNED };
static METHODS(mmap_methods,
    {"close", mmap_close, M_UNSIGNED, "($self, /)", NULL},
    {"find", mmap_find, PARSED, "($self, sub, start=0, end=0, /)", NULL},
    {"rfind", mmap_rfind, PARSED, "($self, sub, start=0, end=0, /)", NULL},
    {"flush", mmap_flush, PARSED, "($self, offset=0, size=0, /)", NULL},
    {"madvise", mmap_madvise, PARSED, "($self, option, start=0, length=0, /)", NULL},
    {"move", mmap_move, PARSED, "($self, dest, src, count, /)", NULL},
    {"read", mmap_read, PARSED, "($self, n=-1, /)", NULL},
    {"read_byte", mmap_read_byte, M_UNSIGNED, "($self, /)", NULL},
    {"readline", mmap_readline, M_UNSIGNED, "($self, /)", NULL},
    {"resize", mmap_resize, PARSED, "($self, size, /)", NULL},
    {"seek", mmap_seek, PARSED, "($self, pos, whence=0, /)", NULL},
    {"size", mmap_size, M_UNSIGNED, "($self, /)", NULL},
    {"tell", mmap_tell, M_UNSIGNED, "($self, /)", NULL},
    {"write", mmap_write, PARSED, "($self, data, /)", NULL},
    {"write_byte", mmap_write_byte, PARSED, "($self, byte, /)", NULL},
    {"__enter__", mmap_enter, M_UNSIGNED, "($self, /)", NULL},
    {"__exit__", mmap_exit, M_UNSIGNED, "($self, /, *args)", NULL},
);
static GETSETS(mmap_getsets,
    {"closed", mmap_closed, NULL, NULL, NULL},
);
static TYPE_SPEC(mmap_spec,
    .name = "mmap.mmap",
    .doc = "mmap(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE|PROT_READ,\n     access=ACCESS_DEFAULT, offset=0)\n\n"
           "Length bytes of a file from offset on, or with fileno -1 of memory without one. Length 0: all\n"
           "of the file. Access says what flags and prot say in one word, and replaces them.",
    .flags = TYPE_OWN_MODULE | TYPE_BASE | TYPE_WEAKREFS, .basicsize = sizeof(MmapObj),
    .dealloc = mmap_dealloc,
    .slots = {.getattro = object_generic_getattr, .new_ = mmap_new, .repr = mmap_repr, .sq_length = mmap_length,
              .sq_item = mmap_item, .mp_length = mmap_length, .mp_subscript = mmap_subscript,
              .mp_ass_subscript = mmap_ass_subscript, .bf_getbuffer = mmap_getbuffer,
              .bf_releasebuffer = mmap_releasebuffer},
    .methods = mmap_methods, .getsets = mmap_getsets,
);

static Value page_size(MinipyVM *vm)
{
    (void)vm;
    return value_from_imm(sysconf(_SC_PAGESIZE));
}

static CONTENTS(contents,
    HAS_TYPE("mmap", &mmap_spec), HAS_EXCEPTION("error", EXC_OSError), HAS_C(PROT_EXEC), HAS_C(PROT_READ),
    HAS_C(PROT_WRITE), HAS_C(MAP_SHARED), HAS_C(MAP_PRIVATE), HAS_C(MAP_DENYWRITE), HAS_C(MAP_EXECUTABLE),
    HAS_INT("MAP_ANON", MAP_ANONYMOUS), HAS_C(MAP_ANONYMOUS), HAS_C(MAP_POPULATE), HAS_C(MAP_STACK),
    HAS_MADE("PAGESIZE", page_size), HAS_MADE("ALLOCATIONGRANULARITY", page_size),
    HAS_C(ACCESS_DEFAULT), HAS_C(ACCESS_READ), HAS_C(ACCESS_WRITE), HAS_C(ACCESS_COPY), HAS_C(MADV_NORMAL),
    HAS_C(MADV_RANDOM), HAS_C(MADV_SEQUENTIAL), HAS_C(MADV_WILLNEED), HAS_C(MADV_DONTNEED), HAS_C(MADV_REMOVE),
    HAS_C(MADV_DONTFORK), HAS_C(MADV_DOFORK), HAS_C(MADV_HWPOISON), HAS_C(MADV_MERGEABLE), HAS_C(MADV_UNMERGEABLE),
    HAS_C(MADV_HUGEPAGE), HAS_C(MADV_NOHUGEPAGE), HAS_C(MADV_DONTDUMP), HAS_C(MADV_DODUMP), HAS_C(MADV_FREE),
);

MODULE_SPEC(mmap_module_spec,
    .name = "mmap",
    .contents = contents,
);
