/* io_buffered.c - BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair. One
 * struct serves the first three: data[pos..end) is what was read ahead,
 * data[0..pending) what waits to be written; never both at a time. Read first:
 * io_private.h.
 */
#include <errno.h>

#include "stdlib/io/io_private.h"
#include "vm/objects/args.h"
#include "vm/threads/signals.h"
#include "vm/types/type.h"

/* ---- one thread at a time -------------------------------------------------------- */

bool buffered_enter_busy(MinipyVM *vm, BufferedObj *b)
{
    uint64_t me = thread_serial(vm);
    if (b->owner == me) {
        error_set(vm, EXC_RuntimeError, "reentrant call inside %R",
                  value_from_obj(&b->ob));
        return false;
    }
    /* A thread that is no more, in the child of a fork or at the end, never leaves. */
    while (b->owner && thread_exists(vm, b->owner) && !vm->finalizing) {
        b->waiting++;
        BLOCKING(vm, sem_wait(&b->wake));
        b->waiting--;
    }
    b->owner = me;
    return true;
}

/* ---- the raw stream -------------------------------------------------------------- */

static bool usable(MinipyVM *vm, BufferedObj *b)
{
    if (b->ok)
        return true;
    error_set(vm, EXC_ValueError,
              b->detached ? "raw stream has been detached"
                          : "I/O operation on uninitialized object");
    return false;
}

/* Enters, unless the raw stream was taken away meanwhile: while somebody is inside,
 * neither __init__ nor detach() is possible. */
static bool enter_usable(MinipyVM *vm, BufferedObj *b)
{
    if (!buffered_enter(vm, b))
        return false;
    if (likely(b->ok))
        return true;
    buffered_leave(b);
    return usable(vm, b);
}

/* raw.NAME(...) from outside the lock: the raw stream is held. */
static Value raw_call(MinipyVM *vm, BufferedObj *b, const char *name, const Value *args,
                      size_t nargs)
{
    if (!usable(vm, b))
        return VALUE_NULL;
    Value raw = value_incref(b->raw);
    Value r = call_method_cstr(vm, raw, name, args, nargs);
    value_decref(vm, raw);
    return r;
}

static bool raw_is_file(MinipyVM *vm, Value raw)
{
    return value_type(vm, raw) == vm->io->file;
}

static bool check_open(MinipyVM *vm, BufferedObj *b, const char *message)
{
    if (!usable(vm, b))
        return false;
    Value raw = value_incref(b->raw);
    int closed = raw_is_file(vm, raw) ? FILEIO(raw)->fd < 0 : io_is_closed(vm, raw);
    value_decref(vm, raw);
    if (closed > 0)
        error_set(vm, EXC_ValueError, "%s", message);
    return closed == 0 && usable(vm, b);
}

static Value memory_over(MinipyVM *vm, Value bytes)
{
    return call1(vm, value_from_obj(vm->types[KIND_MEMORYVIEW]), bytes);
}

/* Reads into memory: bytes, 0 end, -1 error, -2 would block. */
static int64_t raw_read(MinipyVM *vm, BufferedObj *b, uint8_t *into, int64_t size)
{
    if (raw_is_file(vm, b->raw) && FILEIO(b->raw)->readable && FILEIO(b->raw)->fd >= 0)
        return file_read_into(vm, FILEIO(b->raw), into, size);
    /* The raw stream gets a view, as in CPython: what it is over cannot shrink. */
    Value room = bytearray_from(vm, NULL, size), n = VALUE_NULL;
    Value view = room ? memory_over(vm, room) : VALUE_NULL;
    if (view)
        n = io_call1(vm, b->raw, "readinto", view);
    int64_t got = -1;
    if (n == VALUE_NONE)
        got = -2;
    else if (n)
        got = number_as_ssize(vm, n, EXC_ValueError);
    if (n && !error_occurred(vm) && got != -2 && (got < 0 || got > size)) {
        error_set(vm, EXC_OSError,
                  "raw readinto() returned invalid length %zd (should have been "
                  "between 0 and %zd)",
                  got, size);
        got = -1;
    }
    if (error_occurred(vm))
        got = -1;
    if (got > 0 &&
        got > BYTEARRAY(room)->size) /* the view was released, the room made smaller */
        got = BYTEARRAY(room)->size;
    if (got > 0)
        memcpy(into, BYTEARRAY(room)->data, (size_t)got);
    value_xdecref(vm, n);
    value_xdecref(vm, view);
    value_xdecref(vm, room);
    return got;
}

static int64_t raw_write(MinipyVM *vm, BufferedObj *b, const uint8_t *from,
                         int64_t size)
{
    if (raw_is_file(vm, b->raw) && FILEIO(b->raw)->writable && FILEIO(b->raw)->fd >= 0)
        return file_write_from(vm, FILEIO(b->raw), from, size);
    Value bytes = bytes_from(vm, from, size);
    Value view = bytes ? memory_over(vm, bytes) : VALUE_NULL;
    errno = 0;
    Value n = view ? io_call1(vm, b->raw, "write", view) : VALUE_NULL;
    int err = errno; /* which a BlockingIOError shows, as in CPython */
    value_xdecref(vm, view);
    value_xdecref(vm, bytes);
    errno = err;
    if (n == VALUE_NONE)
        return -2;
    int64_t put = n ? number_as_ssize(vm, n, EXC_ValueError) : -1;
    value_xdecref(vm, n);
    if (error_occurred(vm))
        return -1;
    if (put < 0 || put > size) {
        error_set(vm, EXC_OSError,
                  "raw write() returned invalid length %zd (should have been between 0 "
                  "and %zd)",
                  put, size);
        return -1;
    }
    return put;
}

static int would_block(MinipyVM *vm, int64_t written)
{
    Value args[3] = {value_from_imm(errno),
                     str_from_cstr(vm, "write could not complete without blocking"),
                     int_new(vm, written)};
    Value e = args[1] ? call(vm, value_from_obj(vm->exc[EXC_BlockingIOError]), args, 3,
                             VALUE_NULL)
                      : VALUE_NULL;
    if (e)
        error_set_instance(vm, e);
    value_xdecref(vm, e);
    value_xdecref(vm, args[1]);
    return -1;
}

/* ---- writing --------------------------------------------------------------------- */

static void keep_unwritten(BufferedObj *b, int64_t done)
{
    memmove(b->data, b->data + done, (size_t)(b->pending - done));
    b->pending -= done;
}

static int do_flush(MinipyVM *vm, BufferedObj *b)
{
    int64_t done = 0;
    while (done < b->pending) {
        int64_t n = raw_write(vm, b, b->data + done, b->pending - done);
        if (n < 0) {
            keep_unwritten(b, done);
            return n == -2 ? would_block(vm, 0) : -1;
        }
        done += n;
        if (signals_checked(vm) < 0) /* before it blocks again, perhaps for ever */
            return keep_unwritten(b, done), -1;
    }
    b->pending = 0;
    return 0;
}

/* What was read ahead is given back, so that the raw position is where the reader
 * stands. */
static int drop_read_ahead(MinipyVM *vm, BufferedObj *b)
{
    if (b->pos < b->end) {
        Value args[2] = {int_new(vm, b->pos - b->end), value_from_imm(1)};
        Value r = call_method_cstr(vm, b->raw, "seek", args, 2);
        value_xdecref(vm, r);
        if (!r)
            return -1;
    }
    b->pos = b->end = 0;
    return 0;
}

/* Takes what fits of data that cannot be written now. `written` before it. */
static int keep_and_block(MinipyVM *vm, BufferedObj *b, const uint8_t *from,
                          int64_t written)
{
    int64_t room = b->size - b->pending;
    memcpy(b->data + b->pending, from, (size_t)room);
    b->pending += room;
    return would_block(vm, written + room);
}

static int do_write(MinipyVM *vm, BufferedObj *b, const void *data, int64_t size)
{
    const uint8_t *from = data, *end = from + size;
    if (b->readable && drop_read_ahead(vm, b) < 0)
        return -1;
    if (b->pending + size > b->size && do_flush(vm, b) < 0) {
        if (!error_matches(vm, EXC_BlockingIOError))
            return -1;
        error_clear(vm);
        if (size > b->size - b->pending)
            return keep_and_block(vm, b, from, 0);
    }
    while (end - from > b->size) { /* too large to keep: straight through */
        int64_t n = raw_write(vm, b, from, end - from);
        if (n == -2)
            return keep_and_block(vm, b, from, from - (const uint8_t *)data);
        if (n < 0)
            return -1;
        from += n;
        if (signals_checked(vm) < 0)
            return -1;
    }
    memcpy(b->data + b->pending, from, (size_t)(end - from));
    b->pending += end - from;
    return 0;
}

/* ---- reading --------------------------------------------------------------------- */

static int64_t fill(MinipyVM *vm, BufferedObj *b)
{
    if (b->writable && do_flush(vm, b) < 0)
        return -1;
    b->pos = b->end = 0;
    int64_t n = raw_read(vm, b, b->data, b->size);
    if (n > 0)
        b->end = n;
    return n;
}

/* Up to `size` bytes, from the buffer first, then the raw stream until it ends or
 * blocks. */
static Value read_exactly(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    int64_t have = b->end - b->pos;
    if (size <= have) {
        Value r = bytes_from(vm, b->data + b->pos, size);
        if (r)
            b->pos += size;
        return r;
    }
    Value out = bytes_alloc(vm, size);
    if (!out)
        return VALUE_NULL;
    int64_t n = have;
    memcpy(BYTES(out)->data, b->data + b->pos, (size_t)have);
    b->pos = b->end = 0;
    if (b->writable && do_flush(vm, b) < 0) {
        value_decref(vm, out);
        return VALUE_NULL;
    }
    while (n < size) {
        int64_t got;
        if (size - n >= b->size) {
            got = raw_read(vm, b, BYTES(out)->data + n, (size - n) / b->size * b->size);
        } else if ((got = fill(vm, b)) > 0) {
            got = got < size - n ? got : size - n;
            memcpy(BYTES(out)->data + n, b->data, (size_t)got);
            b->pos = got;
        }
        if (got == -1) {
            value_decref(vm, out);
            return VALUE_NULL;
        }
        if (got == -2 && n == 0) {
            value_decref(vm, out);
            return VALUE_NONE;
        }
        if (got <= 0)
            break;
        n += got;
    }
    return bytes_resize_steal(vm, out, n);
}

/* What raw.read() gives again and again, until nothing: bytes, or None if it never gave
 * any. */
static Value read_chunks(MinipyVM *vm, BufferedObj *b)
{
    Value all = VALUE_NONE;
    for (;;) {
        Value chunk = io_call0(vm, b->raw, "read");
        if (chunk && chunk != VALUE_NONE && !value_is_bytes(chunk)) {
            value_decref(vm, chunk);
            chunk = error_set(vm, EXC_TypeError, "read() should return bytes");
        }
        if (!chunk) {
            value_decref(vm, all);
            return VALUE_NULL;
        }
        bool more = chunk != VALUE_NONE && BYTES(chunk)->size > 0;
        if (all == VALUE_NONE) {
            all = chunk;
        } else if (more) {
            value_set_steal(vm, &all, bytes_concat(vm, all, chunk));
            value_decref(vm, chunk);
        } else {
            value_decref(vm, chunk);
        }
        if (!all || !more)
            return all;
    }
}

static Value read_to_end(MinipyVM *vm, BufferedObj *b)
{
    if (b->writable && do_flush(vm, b) < 0)
        return VALUE_NULL;
    Value readall;
    Value name = str_intern_cstr(vm, "readall");
    Value ahead = bytes_from(vm, b->data + b->pos, b->end - b->pos);
    b->pos = b->end = 0;
    int has = name && ahead ? object_lookup_attr(vm, b->raw, name, &readall) : -1;
    value_xdecref(vm, name);
    Value rest = VALUE_NULL;
    if (has > 0) {
        rest = call0(vm, readall);
        value_decref(vm, readall);
    } else if (has == 0) {
        rest = read_chunks(vm, b);
    }
    Value all = VALUE_NULL;
    if (rest == VALUE_NONE)
        all = BYTES(ahead)->size ? value_incref(ahead) : VALUE_NONE;
    else if (rest && !value_is_bytes(rest))
        error_set(vm, EXC_TypeError, "readall() should return bytes");
    else if (rest)
        all = BYTES(ahead)->size ? bytes_concat(vm, ahead, rest) : value_incref(rest);
    value_xdecref(vm, rest);
    value_xdecref(vm, ahead);
    return all;
}

static Value do_read1(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    if (size < 0)
        size = b->size;
    if (size == 0)
        return value_incref(vm->empty_bytes);
    if (b->pos == b->end) {
        int64_t n = fill(vm, b);
        if (n == -1)
            return VALUE_NULL;
    }
    int64_t have = b->end - b->pos;
    return read_exactly(vm, b, size < have ? size : have);
}

/* ---- the same for other files, and locked ---------------------------------------- */

int buffered_flush(MinipyVM *vm, BufferedObj *b)
{
    if (!enter_usable(vm, b))
        return -1;
    int r = do_flush(vm, b);
    buffered_leave(b);
    return r;
}

int buffered_write_bytes(MinipyVM *vm, BufferedObj *b, const void *data, int64_t size)
{
    if (!enter_usable(vm, b))
        return -1;
    int r = do_write(vm, b, data, size);
    buffered_leave(b);
    return r;
}

Value buffered_read1(MinipyVM *vm, Value self, int64_t size)
{
    if (!enter_usable(vm, BUFFERED(self)))
        return VALUE_NULL;
    Value r = do_read1(vm, BUFFERED(self), size);
    buffered_leave(BUFFERED(self));
    return r;
}

/* size < 0: to the end. */
static Value read_locked(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = size < 0 ? read_to_end(vm, b) : read_exactly(vm, b, size);
    buffered_leave(b);
    return r;
}

/* ---- construction ---------------------------------------------------------------- */

static int buffered_setup(MinipyVM *vm, BufferedObj *b, Value raw, int64_t size, bool r,
                          bool w)
{
    if (size <= 0)
        return error_set(vm, EXC_ValueError, "buffer size must be strictly positive"),
               -1;
    uint8_t *data = mem_realloc(vm, b->data, (size_t)size);
    if (!data)
        return -1;
    b->data = data;
    b->size = size;
    b->pos = b->end = b->pending = 0;
    b->readable = r;
    b->writable = w;
    b->detached = false;
    b->ok = true;
    value_set_steal(vm, &b->raw, value_incref(raw));
    return 0;
}

Value buffered_new(MinipyVM *vm, TypeObj *type, Value raw, int64_t size)
{
    Object *o = object_alloc(vm, type, 0);
    if (o && buffered_setup(vm, (BufferedObj *)o, raw, size, type != vm->io->writer,
                            type != vm->io->reader) < 0) {
        obj_decref(vm, o);
        return VALUE_NULL;
    }
    return o ? value_from_obj(o) : VALUE_NULL;
}

static int64_t raw_tell(MinipyVM *vm, BufferedObj *b)
{
    Value v = raw_call(vm, b, "tell", NULL, 0);
    int64_t n = v ? number_as_ssize(vm, v, EXC_ValueError) : -1;
    value_xdecref(vm, v);
    if (n < 0 && !error_occurred(vm))
        error_set(vm, EXC_OSError, "Raw stream returned invalid position %zd", n);
    return n;
}

static int init_as(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames, const char *name, bool r, bool w)
{
    const ArgSpec spec = {name, "raw buffer_size", .required = 1, .maxpos = 2};
    Value a[2];
    int64_t size = IO_BUFFER_SIZE;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) ||
        (a[1] && !arg_ssize(vm, a[1], &size)))
        return -1;
    BUFFERED(self)->ok = false;
    static const struct {
        const char *ask, *message;
    } needs[] = {{"seekable", "File or stream is not seekable."},
                 {"readable", "File or stream is not readable."},
                 {"writable", "File or stream is not writable."}};
    for (int i = r && w ? 0 : 1; i < 3; i++) {
        if ((i == 1 && !r) || (i == 2 && !w))
            continue;
        int yes = io_ask(vm, a[0], needs[i].ask);
        if (yes == 0)
            io_unsupported(vm, needs[i].message);
        if (yes <= 0)
            return -1;
    }
    if (!buffered_enter(vm, BUFFERED(self)))
        return -1;
    int result = buffered_setup(vm, BUFFERED(self), a[0], size, r, w);
    /* A raw object written in Python can see that it is asked. */
    if (result == 0 && !raw_is_file(vm, a[0]) && raw_tell(vm, BUFFERED(self)) < 0)
        error_clear(vm);
    buffered_leave(BUFFERED(self));
    return result;
}

static int reader_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    return init_as(vm, self, args, nargs, kwnames, "BufferedReader", true, false);
}
static int writer_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    return init_as(vm, self, args, nargs, kwnames, "BufferedWriter", false, true);
}
static int random_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    return init_as(vm, self, args, nargs, kwnames, "BufferedRandom", true, true);
}

static void buffered_clear(MinipyVM *vm, Object *o)
{
    BufferedObj *b = (BufferedObj *)o;
    b->ok = false;
    value_clear(vm, &b->raw);
    mem_free(vm, b->data);
    b->data = NULL;
}

static int buffered_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((BufferedObj *)o)->raw);
    return 0;
}

/* ---- methods --------------------------------------------------------------------- */

IO_FN(buf, read)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    int64_t n;
    if (!args_check(vm, "read", nargs, 0, 1) ||
        !io_size_arg(vm, args, nargs, 0, -1, &n))
        return VALUE_NULL;
    if (n < -1)
        return error_set(vm, EXC_ValueError, "read length must be non-negative or -1");
    if (!check_open(vm, b, "read of closed file"))
        return VALUE_NULL;
    return read_locked(vm, b, n);
}

IO_FN(buf, read1)
{
    IO_UNUSED();
    int64_t n;
    if (!args_check(vm, "read1", nargs, 0, 1) ||
        !io_size_arg(vm, args, nargs, 0, -1, &n) ||
        !check_open(vm, BUFFERED(self), "read of closed file"))
        return VALUE_NULL;
    return buffered_read1(vm, self, n);
}

static Value read_into(MinipyVM *vm, Value self, Value target, bool once)
{
    BufferedObj *b = BUFFERED(self);
    Buffer view;
    if (!check_open(vm, b, "readinto of closed file") ||
        buffer_get_writable(vm, target, &view,
                            once ? "readinto1() argument" : "readinto() argument") < 0)
        return VALUE_NULL;
    Value bytes =
        once ? buffered_read1(vm, self, view.size) : read_locked(vm, b, view.size);
    Value r = bytes;
    if (bytes && bytes != VALUE_NONE) {
        memcpy(view.data, BYTES(bytes)->data, (size_t)BYTES(bytes)->size);
        r = int_new(vm, BYTES(bytes)->size);
        value_decref(vm, bytes);
    }
    buffer_release(vm, &view);
    return r;
}

IO_FN(buf, readinto)
{
    IO_UNUSED();
    return read_into(vm, self, args[0], false);
}

IO_FN(buf, readinto1)
{
    IO_UNUSED();
    return read_into(vm, self, args[0], true);
}

IO_FN(buf, peek)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!check_open(vm, b, "peek of closed file"))
        return VALUE_NULL;
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = b->pos == b->end && fill(vm, b) == -1
                  ? VALUE_NULL
                  : bytes_from(vm, b->data + b->pos, b->end - b->pos);
    buffered_leave(b);
    return r;
}

static Value do_take_line(MinipyVM *vm, BufferedObj *b, int64_t limit)
{
    Value line = VALUE_NULL;
    int64_t have = 0;
    for (;;) {
        int64_t n = b->end - b->pos;
        if (n == 0) {
            if ((n = fill(vm, b)) == -1) {
                value_xdecref(vm, line);
                return VALUE_NULL;
            }
            if (n <= 0)
                break;
        }
        if (limit >= 0 && n > limit - have)
            n = limit - have;
        const uint8_t *nl = n ? memchr(b->data + b->pos, '\n', (size_t)n) : NULL;
        if (nl)
            n = nl - (b->data + b->pos) + 1;
        Value part = bytes_from(vm, b->data + b->pos, n);
        b->pos += n;
        have += n;
        if (part && line)
            value_set_steal(vm, &part, bytes_concat(vm, line, part));
        value_xdecref(vm, line);
        line = part;
        if (!line || nl || (limit >= 0 && have >= limit))
            break;
    }
    return line                 ? line
           : error_occurred(vm) ? VALUE_NULL
                                : value_incref(vm->empty_bytes);
}

static Value take_line(MinipyVM *vm, BufferedObj *b, int64_t limit)
{
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value line = do_take_line(vm, b, limit);
    buffered_leave(b);
    return line;
}

IO_FN(buf, readline)
{
    IO_UNUSED();
    int64_t limit;
    if (!args_check(vm, "readline", nargs, 0, 1) ||
        !io_size_arg(vm, args, nargs, 0, -1, &limit) ||
        !check_open(vm, BUFFERED(self), "readline of closed file"))
        return VALUE_NULL;
    return take_line(vm, BUFFERED(self), limit);
}

static Value buf_next(MinipyVM *vm, Value self)
{
    BufferedObj *b = BUFFERED(self);
    if (value_type(vm, self)->flags & TYPE_HEAP) { /* readline() may be overridden */
        Value line = call_method(vm, self, NAME(vm, readline), NULL, 0);
        if (line && object_length(vm, line) <= 0)
            value_clear(vm, &line);
        return line;
    }
    if (!check_open(vm, b, "readline of closed file"))
        return VALUE_NULL;
    Value line = take_line(vm, b, -1);
    if (line && BYTES(line)->size == 0)
        value_clear(vm, &line);
    return line;
}

IO_FN(buf, write)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    Buffer view;
    if (!usable(vm, b))
        return VALUE_NULL;
    if (value_is_str(args[0]))
        return error_set(vm, EXC_TypeError,
                         "a bytes-like object is required, not 'str'");
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int64_t size = view.size;
    int r = check_open(vm, b, "write to closed file")
                ? buffered_write_bytes(vm, b, view.data, size)
                : -1;
    buffer_release(vm, &view);
    return r < 0 ? VALUE_NULL : int_new(vm, size);
}

IO_FN(buf, flush)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!check_open(vm, b, "flush of closed file"))
        return VALUE_NULL;
    if (!b->writable)
        return raw_call(vm, b, "flush", NULL, 0);
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    int r = do_flush(vm, b);
    if (r == 0 && b->readable)
        r = drop_read_ahead(vm, b);
    buffered_leave(b);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

IO_FN(buf, close)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!usable(vm, b))
        return VALUE_NULL;
    if (!enter_usable(vm, b)) /* called by the raw object, inside a flush */
        return VALUE_NULL;
    buffered_leave(b);
    Value raw = value_incref(b->raw);
    int r = io_is_closed(vm, raw);
    if (r == 0) {
        r = io_flush_then_close(vm, self, raw);
        if (b->owner == 0) /* else whoever is inside still counts on it */
            b->pending = 0;
    }
    value_decref(vm, raw);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

IO_FN(buf, detach)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!usable(vm, b))
        return VALUE_NULL;
    Value r = io_call0(vm, self, "flush");
    if (!r)
        return VALUE_NULL;
    value_decref(vm, r);
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value raw = b->raw;
    b->raw = VALUE_NULL;
    b->detached = true;
    b->ok = false;
    buffered_leave(b);
    return raw ? raw : (usable(vm, b), VALUE_NULL);
}

IO_FN(buf, tell)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!usable(vm, b))
        return VALUE_NULL;
    int64_t at = raw_tell(vm, b);
    return at < 0 ? VALUE_NULL
                  : int_new(vm, (int64_t)((uint64_t)at + (uint64_t)(b->pos - b->end) +
                                          (uint64_t)b->pending));
}

IO_FN(buf, seek)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    int64_t to;
    int whence = 0;
    if (!args_check(vm, "seek", nargs, 1, 2) ||
        (nargs > 1 && !arg_int(vm, args[1], &whence)))
        return VALUE_NULL;
    if (whence < 0 || whence > 4)
        return error_set(vm, EXC_ValueError, "whence value %d unsupported", whence);
    if (!check_open(vm, b, "seek of closed file") || !arg_ssize(vm, args[0], &to))
        return VALUE_NULL;
    Value answer = raw_call(vm, b, "seekable", NULL, 0);
    int seekable = answer ? object_is_true(vm, answer) : -1;
    value_xdecref(vm, answer);
    if (seekable <= 0)
        return seekable < 0 ? VALUE_NULL
                            : io_unsupported(vm, "File or stream is not seekable.");
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    if (whence == 1)
        to = (int64_t)((uint64_t)to - (uint64_t)(b->end - b->pos));
    Value r = VALUE_NULL;
    if (!b->writable || do_flush(vm, b) == 0) {
        b->pos = b->end = 0;
        Value a[2] = {int_new(vm, to), value_from_imm(whence)};
        r = call_method_cstr(vm, b->raw, "seek", a, 2);
    }
    buffered_leave(b);
    return r;
}

IO_FN(buf, truncate)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (!args_check(vm, "truncate", nargs, 0, 1) ||
        !check_open(vm, b, "truncate of closed file"))
        return VALUE_NULL;
    if (!b->writable)
        return io_unsupported(vm, "truncate");
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (do_flush(vm, b) == 0 && (!b->readable || drop_read_ahead(vm, b) == 0))
        r = io_call1(vm, b->raw, "truncate", nargs ? args[0] : VALUE_NONE);
    buffered_leave(b);
    return r;
}

#define ASK_RAW(name)                                                                  \
    IO_FN(buf, name)                                                                   \
    {                                                                                  \
        IO_UNUSED();                                                                   \
        return raw_call(vm, BUFFERED(self), #name, NULL, 0);                           \
    }
ASK_RAW(seekable)
ASK_RAW(readable)
ASK_RAW(writable)
ASK_RAW(fileno)
ASK_RAW(isatty)

IO_FN(buf, _dealloc_warn)
{
    IO_UNUSED();
    BufferedObj *b = BUFFERED(self);
    if (b->ok && b->raw) {
        Value r = raw_call(vm, b, "_dealloc_warn", args, nargs);
        value_xdecref(vm, r);
        error_clear(vm);
    }
    return VALUE_NONE;
}

static Value raw_attr(MinipyVM *vm, Value self, void *closure)
{
    if (!usable(vm, BUFFERED(self)))
        return VALUE_NULL;
    Value name = str_intern_cstr(vm, closure), v = VALUE_NULL;
    Value raw = value_incref(BUFFERED(self)->raw);
    if (name)
        v = object_getattr(vm, raw, name);
    value_decref(vm, raw);
    value_xdecref(vm, name);
    return v;
}

static Value buf_repr(MinipyVM *vm, Value self)
{
    if (repr_enter(vm, self) != 0)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_RuntimeError,
                               "reentrant call inside %T.__repr__", self);
    Value r = io_repr_named(vm, self, "");
    repr_leave(vm, self);
    return r;
}

static const MemberDef buf_members[] = {
    {"raw", MEMBER_VALUE_OR_NONE, offsetof(BufferedObj, raw), true, NULL}, {0}};
static const GetSetDef buf_getsets[] = {
    {"closed", raw_attr, NULL, NULL, "closed"},
    {"name", raw_attr, NULL, NULL, "name"},
    {"mode", raw_attr, NULL, NULL, "mode"},
    {0},
};

#define BUF(name, flags)                                                               \
    {                                                                                  \
#name, buf_##name, flags, NULL                                                 \
    }
#define COMMON_METHODS                                                                 \
    BUF(flush, M_NOARGS), BUF(close, M_NOARGS), BUF(detach, M_NOARGS),                 \
        BUF(tell, M_NOARGS), BUF(seek, M_FAST), BUF(seekable, M_NOARGS),               \
        BUF(fileno, M_NOARGS), BUF(isatty, M_NOARGS), BUF(truncate, M_FAST),           \
        BUF(_dealloc_warn, M_FAST)
#define READ_METHODS                                                                   \
    BUF(read, M_FAST), BUF(read1, M_FAST), BUF(readinto, M_O), BUF(readinto1, M_O),    \
        BUF(peek, M_FAST), BUF(readline, M_FAST), BUF(readable, M_NOARGS)
static const MethodDef reader_methods[] = {COMMON_METHODS, READ_METHODS, {0}};
static const MethodDef writer_methods[] = {
    COMMON_METHODS, BUF(write, M_O), BUF(writable, M_NOARGS), {0}};
static const MethodDef random_methods[] = {
    COMMON_METHODS, READ_METHODS, BUF(write, M_O), BUF(writable, M_NOARGS), {0}};

#define BUFFERED_SPEC(type_name, init_fn, method_list, next_fn)                        \
    {                                                                                  \
        .name = type_name, .kind = KIND_OBJECT, .base = KIND_OBJECT,                   \
        .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS,                  \
        .basicsize = sizeof(BufferedObj), .inst_offset = offsetof(BufferedObj, head),  \
        .dealloc = buffered_clear, .traverse = buffered_traverse,                      \
        .clear = buffered_clear,                                                       \
        .slots = {.new_ = type_alloc_new,                                              \
                  .init = init_fn,                                                     \
                  .repr = buf_repr,                                                    \
                  .iternext = next_fn},                                                \
        .methods = method_list, .getsets = buf_getsets, .members = buf_members         \
    }
const TypeSpec io_reader_spec =
    BUFFERED_SPEC("_io.BufferedReader", reader_init, reader_methods, buf_next);
const TypeSpec io_writer_spec =
    BUFFERED_SPEC("_io.BufferedWriter", writer_init, writer_methods, NULL);
const TypeSpec io_random_spec =
    BUFFERED_SPEC("_io.BufferedRandom", random_init, random_methods, buf_next);

/* ---- BufferedRWPair -------------------------------------------------------------- */

typedef struct PairObj {
    Object ob;
    InstHead head;
    Value reader, writer;
} PairObj;
#define PAIR(v) ((PairObj *)(uintptr_t)(v))

static int pair_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                     Value kwnames)
{
    static const ArgSpec spec = {"BufferedRWPair", "reader writer buffer_size",
                                 .posonly = 3, .required = 2, .maxpos = 3};
    Value a[3];
    int64_t size = IO_BUFFER_SIZE;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) ||
        (a[2] && !arg_ssize(vm, a[2], &size)))
        return -1;
    int r = io_ask(vm, a[0], "readable");
    if (r <= 0)
        return r < 0 ? -1 : (io_unsupported(vm, "File or stream is not readable."), -1);
    int w = io_ask(vm, a[1], "writable");
    if (w <= 0)
        return w < 0 ? -1 : (io_unsupported(vm, "File or stream is not writable."), -1);
    value_set_steal(vm, &PAIR(self)->reader,
                    buffered_new(vm, vm->io->reader, a[0], size));
    value_set_steal(vm, &PAIR(self)->writer,
                    buffered_new(vm, vm->io->writer, a[1], size));
    return PAIR(self)->reader && PAIR(self)->writer ? 0 : -1;
}

static void pair_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((PairObj *)o)->reader);
    value_clear(vm, &((PairObj *)o)->writer);
}

static int pair_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((PairObj *)o)->reader);
    GC_VISIT(((PairObj *)o)->writer);
    return 0;
}

static Value forward(MinipyVM *vm, Value to, const char *name, const Value *args,
                     size_t nargs)
{
    if (!to)
        return error_set(vm, EXC_ValueError, "I/O operation on uninitialized object");
    value_incref(to);
    Value r = call_method_cstr(vm, to, name, args, nargs);
    value_decref(vm, to);
    return r;
}

#define PAIR_FORWARD(name, end)                                                        \
    IO_FN(pair, name)                                                                  \
    {                                                                                  \
        (void)kwnames;                                                                 \
        return forward(vm, PAIR(self)->end, #name, args, nargs);                       \
    }
PAIR_FORWARD(read, reader)
PAIR_FORWARD(peek, reader)
PAIR_FORWARD(read1, reader)
PAIR_FORWARD(readinto, reader)
PAIR_FORWARD(readinto1, reader)
PAIR_FORWARD(readable, reader)
PAIR_FORWARD(write, writer)
PAIR_FORWARD(flush, writer)
PAIR_FORWARD(writable, writer)

IO_FN(pair, close)
{
    IO_UNUSED();
    Value r = forward(vm, PAIR(self)->writer, "close", NULL, 0);
    Value first = r ? VALUE_NULL : error_fetch(vm);
    value_xdecref(vm, r);
    r = forward(vm, PAIR(self)->reader, "close", NULL, 0);
    value_xdecref(vm, r);
    if (first)
        error_chain_context_steal(vm, first);
    return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
}

IO_FN(pair, isatty)
{
    IO_UNUSED();
    Value w = forward(vm, PAIR(self)->writer, "isatty", NULL, 0);
    if (w != VALUE_FALSE)
        return w;
    return forward(vm, PAIR(self)->reader, "isatty", NULL, 0);
}

static Value pair_closed(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    if (!PAIR(self)->writer)
        return error_set(vm, EXC_RuntimeError,
                         "the BufferedRWPair object is being garbage-collected");
    return object_getattr(vm, PAIR(self)->writer, NAME(vm, closed));
}

#define P(name, flags)                                                                 \
    {                                                                                  \
#name, pair_##name, flags, NULL                                                \
    }
static const MethodDef pair_methods[] = {
    P(read, M_FAST),    P(peek, M_FAST),     P(read1, M_FAST),
    P(readinto, M_O),   P(readinto1, M_O),   P(readable, M_NOARGS),
    P(write, M_O),      P(flush, M_NOARGS),  P(writable, M_NOARGS),
    P(close, M_NOARGS), P(isatty, M_NOARGS), {0}};
static const GetSetDef pair_getsets[] = {{"closed", pair_closed, NULL, NULL, NULL},
                                         {0}};
const TypeSpec io_pair_spec = {.name = "_io.BufferedRWPair",
                               .kind = KIND_OBJECT,
                               .base = KIND_OBJECT,
                               .flags =
                                   TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS,
                               .basicsize = sizeof(PairObj),
                               .inst_offset = offsetof(PairObj, head),
                               .dealloc = pair_clear,
                               .traverse = pair_traverse,
                               .clear = pair_clear,
                               .slots = {.new_ = type_alloc_new, .init = pair_init},
                               .methods = pair_methods,
                               .getsets = pair_getsets};
