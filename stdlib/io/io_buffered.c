/* io_buffered.c - BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair. One
 * struct serves the first three. Which calls of the raw stream are made, in which order
 * and with which arguments, is CPython's: programs that write raw streams see them, and
 * tests/fuzz/buffered_calls.py compares them. Read first: io_private.h.
 */
#include <errno.h>
#include <unistd.h>

#include "stdlib/io/io_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/threads/signals.h"
#include "vm/types/shape.h"
#include "vm/types/object_type.h"
#include "vm/bytes/buffer.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

/* ---- one thread at a time -------------------------------------------------------- */

static bool buffered_enter_busy(MinipyVM *vm, BufferedObj *b)
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

/* Around everything that reads or changes the buffer, because the raw stream's calls
 * let other threads run. False: called again from inside (RuntimeError). */
static inline bool buffered_enter(MinipyVM *vm, BufferedObj *b)
{
    if (unlikely(b->owner != 0))
        return buffered_enter_busy(vm, b);
    b->owner = thread_serial(vm);
    return true;
}

static inline void buffered_leave(BufferedObj *b)
{
    b->owner = 0;
    if (unlikely(b->waiting > 0))
        sem_post(&b->wake);
}

/* ---- what the buffer holds ------------------------------------------------------- */

static bool holds_read(const BufferedObj *b)
{
    return b->readable && b->read_end != -1;
}

static bool holds_written(const BufferedObj *b)
{
    return b->writable && b->write_end != -1;
}

/* Bytes that were read and not consumed. */
static int64_t read_ahead(const BufferedObj *b)
{
    return holds_read(b) && b->read_end > b->pos ? b->read_end - b->pos : 0;
}

/* How far the raw stream is ahead of the place where the reader or writer stands. */
static int64_t raw_lead(const BufferedObj *b)
{
    return (holds_read(b) || holds_written(b)) && b->raw_pos >= 0 ? b->raw_pos - b->pos
                                                                  : 0;
}

static void forget_read(BufferedObj *b)
{
    b->read_end = -1;
}

/* ---- the raw stream -------------------------------------------------------------- */

bool buffered_usable(MinipyVM *vm, BufferedObj *b)
{
    if (b->ok)
        return true;
    error_set(vm, EXC_ValueError,
              b->detached ? "raw stream has been detached"
                          : "I/O operation on uninitialized object");
    return false;
}

/* Enters, unless the raw stream was taken away or closed meanwhile: while somebody is
 * inside, neither __init__ nor detach() nor close() is possible. */
static bool enter_usable(MinipyVM *vm, BufferedObj *b)
{
    if (!buffered_enter(vm, b))
        return false;
    if (likely(b->ok && b->data))
        return true;
    buffered_leave(b);
    if (buffered_usable(vm, b))
        error_set(vm, EXC_ValueError, "I/O operation on closed file");
    return false;
}

/* raw.NAME(...) from outside the lock: the raw stream is held. */
static Value raw_call(MinipyVM *vm, BufferedObj *b, const char *name, const Value *args,
                      size_t nargs)
{
    if (!buffered_usable(vm, b))
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

/* close() has ended, or the raw stream says so: 1, 0, -1. */
static int is_closed(MinipyVM *vm, BufferedObj *b)
{
    if (!b->data)
        return 1;
    if (raw_is_file(vm, b->raw))
        return FILEIO(b->raw)->fd < 0;
    Value raw = value_incref(b->raw);
    int closed = io_is_closed(vm, raw);
    value_decref(vm, raw);
    return closed;
}

/* What was read ahead can be had of a closed stream too. */
static bool check_open(MinipyVM *vm, BufferedObj *b, const char *message)
{
    if (!buffered_usable(vm, b))
        return false;
    int closed = is_closed(vm, b);
    if (closed != 0 && (!b->data || read_ahead(b) == 0)) {
        error_clear(vm);
        error_set(vm, EXC_ValueError, "%s", message);
    }
    return !error_occurred(vm) && buffered_usable(vm, b);
}

/* A view of OWNER's memory for the raw stream, which may keep it: a bytearray or a
 * bytes of its own stands behind it, where CPython shows the buffer itself. */
static Value memory_over(MinipyVM *vm, Value owner)
{
    Value view = owner ? memoryview_new(vm, owner) : VALUE_NULL;
    if (view)
        MEMORYVIEW(view)->nameless = true;
    return view;
}

/* raw.NAME(v), again and again while it is interrupted. */
static Value raw_transfer(MinipyVM *vm, BufferedObj *b, const char *name, Value v)
{
    Value r;
    do {
        errno = 0; /* a BlockingIOError shows it, as in CPython */
        r = io_call1(vm, b->raw, name, v);
    } while (!r && io_interrupted(vm));
    return r;
}

/* What raw.readinto() answered, for room of SIZE bytes: bytes, or -1 error, -2 would
 * block. */
static int64_t count_read_steal(MinipyVM *vm, Value answer, int64_t size)
{
    if (answer == VALUE_NONE)
        return -2;
    if (!answer)
        return -1;
    int64_t got = number_as_ssize(vm, answer, EXC_ValueError);
    value_decref(vm, answer);
    if (got == -1 && error_occurred(vm)) {
        error_set_from_cause(vm, EXC_OSError, "raw readinto() failed");
    } else if (got < 0 || got > size) {
        error_set(vm, EXC_OSError,
                  "raw readinto() returned invalid length %zd (should have been "
                  "between 0 and %zd)",
                  got, size);
        got = -1;
    }
    return got;
}

/* raw.readinto() of a program's raw stream. What it wrote is copied, all of it if the
 * room belongs to the caller, who sees more than what it says to have read. */
static int64_t program_read(MinipyVM *vm, BufferedObj *b, uint8_t *into, int64_t size,
                            bool shown)
{
    Value room = bytearray_from(vm, shown ? into : NULL, size);
    Value view = memory_over(vm, room);
    int64_t got = -1;
    if (view) {
        got = count_read_steal(vm, raw_transfer(vm, b, "readinto", view), size);
        int64_t n = BYTEARRAY(room)->size; /* smaller, if the view was released */
        if (got > n)
            got = n;
        if (!shown)
            n = got;
        if (n > 0)
            memcpy(into, BYTEARRAY(room)->data, (size_t)n);
    }
    value_xdecref(vm, view);
    value_xdecref(vm, room);
    return got;
}

/* Reads into memory: bytes, 0 end, -1 error, -2 would block. */
static int64_t raw_read(MinipyVM *vm, BufferedObj *b, void *into, int64_t size,
                        bool shown)
{
    int64_t n;
    if (raw_is_file(vm, b->raw) && FILEIO(b->raw)->readable && FILEIO(b->raw)->fd >= 0)
        n = file_read_into(vm, FILEIO(b->raw), into, size);
    else
        n = program_read(vm, b, into, size, shown);
    if (n > 0)
        b->raw_tell += n;
    return n;
}

static int64_t program_write(MinipyVM *vm, BufferedObj *b, const uint8_t *from,
                             int64_t size)
{
    Value bytes = bytes_from(vm, from, size), view = memory_over(vm, bytes);
    Value n = view ? raw_transfer(vm, b, "write", view) : VALUE_NULL;
    int err = errno;
    value_xdecref(vm, view);
    value_xdecref(vm, bytes);
    errno = err;
    if (n == VALUE_NONE)
        return -2;
    if (!n)
        return -1;
    int64_t put = number_as_ssize(vm, n, EXC_ValueError);
    value_decref(vm, n);
    if (put >= 0 && put <= size)
        return put;
    error_clear(vm);
    error_set(vm, EXC_OSError,
              "raw write() returned invalid length %zd (should have been between 0 "
              "and %zd)",
              put, size);
    return -1;
}

static int64_t raw_write(MinipyVM *vm, BufferedObj *b, const uint8_t *from,
                         int64_t size)
{
    int64_t n;
    if (raw_is_file(vm, b->raw) && FILEIO(b->raw)->writable && FILEIO(b->raw)->fd >= 0)
        n = file_write_from(vm, FILEIO(b->raw), from, size);
    else
        n = program_write(vm, b, from, size);
    if (n > 0)
        b->raw_tell += n;
    return n;
}

/* The position that raw.tell() or raw.seek() answered; -1: error. */
static int64_t take_position_steal(MinipyVM *vm, BufferedObj *b, Value answer)
{
    if (!answer)
        return -1;
    int64_t n = number_as_ssize(vm, answer, EXC_ValueError);
    value_decref(vm, answer);
    if (n < 0) {
        if (!error_occurred(vm))
            error_set(vm, EXC_OSError, "Raw stream returned invalid position %zd", n);
        return -1;
    }
    return b->raw_tell = n;
}

static int64_t raw_tell(MinipyVM *vm, BufferedObj *b)
{
    return take_position_steal(vm, b, raw_call(vm, b, "tell", NULL, 0));
}

static int64_t raw_seek(MinipyVM *vm, BufferedObj *b, int64_t to, int whence)
{
    Value args[2] = {int_new(vm, to), value_from_imm(whence)};
    Value answer = args[0] ? raw_call(vm, b, "seek", args, 2) : VALUE_NULL;
    value_xdecref(vm, args[0]);
    return take_position_steal(vm, b, answer);
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

/* Writes what waits, at its place; -1: error, and what is left waits on. */
static int write_pending(MinipyVM *vm, BufferedObj *b)
{
    if (!holds_written(b) || b->write_pos == b->write_end)
        return buffered_drop_pending(b), 0;
    int64_t back = raw_lead(b) + b->pos - b->write_pos;
    if (back != 0) {
        if (raw_seek(vm, b, -back, 1) < 0)
            return -1;
        b->raw_pos -= back;
    }
    while (b->write_pos < b->write_end) {
        int64_t n =
            raw_write(vm, b, b->data + b->write_pos, b->write_end - b->write_pos);
        if (n < 0)
            return n == -2 ? would_block(vm, 0) : -1;
        b->raw_pos = b->write_pos += n;
        if (signals_checked(vm) < 0) /* before it blocks again, perhaps for ever */
            return -1;
    }
    return buffered_drop_pending(b), 0;
}

/* Writes what waits, and gives back what was read ahead: the raw stream then stands
 * where the reader does. */
static int flush_and_rewind(MinipyVM *vm, BufferedObj *b)
{
    if (write_pending(vm, b) < 0)
        return -1;
    if (!b->readable)
        return 0;
    int64_t at = raw_seek(vm, b, -raw_lead(b), 1);
    forget_read(b);
    return at < 0 ? -1 : 0;
}

/* Before a read goes beyond the buffer. */
static int flush_for_reading(MinipyVM *vm, BufferedObj *b)
{
    return b->writable ? flush_and_rewind(vm, b) : 0;
}

static void copy_bytes(void *to, const void *from, int64_t n)
{
    if (n > 0)
        memcpy(to, from, (size_t)n);
}

/* Where the writer stands there is room for DATA. */
static int keep_written(BufferedObj *b, const void *data, int64_t size)
{
    copy_bytes(b->data + b->pos, data, size);
    if (!holds_written(b) || b->write_pos > b->pos)
        b->write_pos = b->pos;
    b->pos += size;
    if (holds_read(b) && b->read_end < b->pos)
        b->read_end = b->pos;
    if (b->write_end < b->pos)
        b->write_end = b->pos;
    return 0;
}

/* The buffer could not be emptied without blocking: takes what fits of DATA behind what
 * waits in it. */
static int keep_blocked(MinipyVM *vm, BufferedObj *b, const void *data, int64_t size)
{
    if (!error_matches(vm, EXC_BlockingIOError) || !holds_written(b))
        return -1;
    if (b->readable)
        forget_read(b);
    int64_t done = b->write_pos;
    memmove(b->data, b->data + done, (size_t)(b->write_end - done));
    b->write_pos = 0;
    b->write_end -= done;
    b->raw_pos -= done;
    b->pos = b->pos > done ? b->pos - done : 0;
    int64_t room = b->size - b->write_end, n = size < room ? size : room;
    copy_bytes(b->data + b->write_end, data, n);
    b->write_end += n;
    b->pos += n;
    error_clear(vm);
    return n < size ? would_block(vm, n) : 0;
}

/* Writes the front of DATA past the buffer until the rest fits into it: how much was
 * written; -1: error. */
static int64_t write_through(MinipyVM *vm, BufferedObj *b, const uint8_t *data,
                             int64_t size)
{
    int64_t done = 0;
    while (size - done > b->size) {
        int64_t n = raw_write(vm, b, data + done, size - done);
        if (n == -2) { /* keeps what it can */
            memcpy(b->data, data + done, (size_t)b->size);
            b->raw_pos = b->write_pos = 0;
            b->pos = b->write_end = b->size;
            if (holds_read(b) && b->read_end < b->pos)
                b->read_end = b->pos;
            return would_block(vm, done + b->size);
        }
        if (n < 0)
            return -1;
        done += n;
        if (signals_checked(vm) < 0)
            return -1;
    }
    return done;
}

static int do_write(MinipyVM *vm, BufferedObj *b, const void *data, int64_t size)
{
    if (!holds_read(b) && !holds_written(b))
        b->pos = b->raw_pos = 0;
    if (size <= b->size - b->pos)
        return keep_written(b, data, size);
    if (write_pending(vm, b) < 0)
        return keep_blocked(vm, b, data, size);
    int64_t lead = raw_lead(b);
    if (lead != 0) { /* what was read ahead is before the place */
        if (raw_seek(vm, b, -lead, 1) < 0)
            return -1;
        b->raw_pos -= lead;
    }
    int64_t done = write_through(vm, b, data, size);
    if (done < 0)
        return -1;
    if (b->readable)
        forget_read(b);
    copy_bytes(b->data, (const uint8_t *)data + done, size - done);
    b->write_pos = b->raw_pos = 0;
    b->pos = b->write_end = size - done;
    return 0;
}

/* ---- reading --------------------------------------------------------------------- */

/* Reads on into what is free of the buffer. */
static int64_t fill(MinipyVM *vm, BufferedObj *b)
{
    int64_t start = holds_read(b) ? b->read_end : 0;
    int64_t n = raw_read(vm, b, b->data + start, b->size - start, false);
    if (n > 0)
        b->read_end = b->raw_pos = start + n;
    return n;
}

/* At most N bytes of those read ahead, copied; how many. */
static int64_t take_ahead(BufferedObj *b, void *into, int64_t n)
{
    int64_t have = read_ahead(b);
    n = n < have ? n : have;
    copy_bytes(into, b->data + b->pos, n);
    b->pos += n;
    return n;
}

/* All N bytes of those read ahead. */
static Value take_bytes(MinipyVM *vm, BufferedObj *b, int64_t n)
{
    Value r = bytes_from(vm, b->data + b->pos, n);
    if (r)
        b->pos += n;
    return r;
}

/* Fills OUT as far as the raw stream gives something: how much, -1: error, -2: it would
 * have blocked before the first byte. Whole buffers go past the buffer. */
static int64_t read_on(MinipyVM *vm, BufferedObj *b, uint8_t *out, int64_t size)
{
    int64_t n = take_ahead(b, out, size), got = 1;
    if (flush_for_reading(vm, b) < 0)
        return -1;
    forget_read(b);
    while (got > 0 && size - n >= b->size) {
        int64_t whole = (size - n) / b->size * b->size;
        got = raw_read(vm, b, out + n, whole, false);
        n += got > 0 ? got : 0;
    }
    if (got > 0)
        b->pos = b->raw_pos = b->read_end = 0;
    while (got > 0 && n < size && b->read_end < b->size) {
        got = fill(vm, b);
        n += got > 0 ? take_ahead(b, out + n, size - n) : 0;
    }
    return got == -1 || (got == -2 && n == 0) ? got : n;
}

/* Up to `size` bytes, from the buffer first, then the raw stream until it ends or
 * blocks. */
static Value read_exactly(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    if (size <= read_ahead(b))
        return take_bytes(vm, b, size);
    Value out = bytes_alloc(vm, size);
    if (!out)
        return VALUE_NULL;
    int64_t n = read_on(vm, b, BYTES(out)->data, size);
    if (n >= 0)
        return bytes_resize_steal(vm, out, n);
    value_decref(vm, out);
    return n == -2 ? VALUE_NONE : VALUE_NULL;
}

/* What raw.read() gives again and again, until nothing: bytes, or what it gave last if
 * it never gave any. */
static Value read_chunks(MinipyVM *vm, BufferedObj *b)
{
    Value all = VALUE_NULL;
    for (;;) {
        Value chunk = io_call0(vm, b->raw, "read");
        if (chunk && chunk != VALUE_NONE && !value_is_bytes(chunk)) {
            value_decref(vm, chunk);
            chunk = error_set(vm, EXC_TypeError, "read() should return bytes");
        }
        int64_t n = chunk && chunk != VALUE_NONE ? BYTES(chunk)->size : 0;
        if (n > 0)
            b->raw_tell += n;
        if (!all) {
            all = chunk;
        } else {
            value_set_steal(vm, &all,
                            !chunk || n == 0 ? (chunk ? value_incref(all) : VALUE_NULL)
                                             : bytes_concat(vm, all, chunk));
            value_xdecref(vm, chunk);
        }
        if (!all || n == 0)
            return all;
    }
}

/* What raw.readall() gives, or raw.read() without one. */
static Value read_rest(MinipyVM *vm, BufferedObj *b)
{
    Value readall, rest;
    int has = attr_lookup(vm, b->raw, "readall", &readall);
    if (has <= 0)
        return has < 0 ? VALUE_NULL : read_chunks(vm, b);
    rest = call0(vm, readall);
    value_decref(vm, readall);
    if (rest && rest != VALUE_NONE && !value_is_bytes(rest)) {
        value_decref(vm, rest);
        return error_set(vm, EXC_TypeError, "readall() should return bytes");
    }
    return rest;
}

static Value read_to_end(MinipyVM *vm, BufferedObj *b)
{
    Value ahead = take_bytes(vm, b, read_ahead(b));
    if (!ahead)
        return VALUE_NULL;
    Value rest = VALUE_NULL;
    if (flush_for_reading(vm, b) == 0) {
        forget_read(b);
        rest = read_rest(vm, b);
    }
    if (!rest || BYTES(ahead)->size == 0) {
        value_decref(vm, ahead);
        return rest;
    }
    if (rest == VALUE_NONE)
        return ahead;
    Value all = bytes_concat(vm, ahead, rest);
    value_decref(vm, rest);
    value_decref(vm, ahead);
    return all;
}

/* One read of the raw stream, without the buffer. What waits to be written is not
 * written before it, as in CPython. */
static Value read_once(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    Value out = bytes_alloc(vm, size);
    if (!out)
        return VALUE_NULL;
    forget_read(b);
    int64_t n = raw_read(vm, b, BYTES(out)->data, size, false);
    if (n != -1)
        return bytes_resize_steal(vm, out, n > 0 ? n : 0);
    value_decref(vm, out);
    return VALUE_NULL;
}

/* ---- the same for other files, and locked ---------------------------------------- */

int buffered_flush(MinipyVM *vm, BufferedObj *b)
{
    if (!enter_usable(vm, b))
        return -1;
    int r = flush_and_rewind(vm, b);
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

Value buffered_read1(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    if (!buffered_usable(vm, b))
        return VALUE_NULL;
    if (size < 0)
        size = b->size;
    if (!check_open(vm, b, "read of closed file"))
        return VALUE_NULL;
    int64_t have = read_ahead(b);
    if (have > 0 || size == 0)
        return take_bytes(vm, b, size < have ? size : have);
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = read_once(vm, b, size);
    buffered_leave(b);
    return r;
}

/* size < 0: to the end. */
static Value read_locked(MinipyVM *vm, BufferedObj *b, int64_t size)
{
    if (size >= 0 && size <= read_ahead(b))
        return take_bytes(vm, b, size);
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
    b->pos = 0; /* raw_pos stays what it is, in CPython too */
    forget_read(b);
    buffered_drop_pending(b);
    b->readable = r;
    b->writable = w;
    b->detached = false;
    b->ok = true;
    value_set_steal(vm, &b->raw, value_incref(raw));
    if (raw_is_file(vm, raw)) {
        int64_t at = file_move(FILEIO(raw), 0, SEEK_CUR);
        if (at >= 0)
            b->raw_tell = at;
    } else if (raw_tell(vm, b) < 0) {
        if (!error_matches(vm, EXC_Exception))
            return -1;
        error_clear(vm);
    }
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

static int init_as(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames, const MethodDef *row, bool r, bool w)
{
    Value a[2];
    int64_t size = IO_BUFFER_SIZE;
    if (!args_take(vm, row, args, nargs, kwnames, a) ||
        (a[1] && !arg_ssize(vm, a[1], &size)))
        return -1;
    BUFFERED(self)->ok = BUFFERED(self)->detached = false;
    if ((r && w && io_require(vm, a[0], "seekable", IO_NOT_SEEKABLE) < 0) ||
        (r && io_require(vm, a[0], "readable", IO_NOT_READABLE) < 0) ||
        (w && io_require(vm, a[0], "writable", IO_NOT_WRITABLE) < 0))
        return -1;
    if (!buffered_enter(vm, BUFFERED(self)))
        return -1;
    int result = buffered_setup(vm, BUFFERED(self), a[0], size, r, w);
    buffered_leave(BUFFERED(self));
    return result;
}

#define BUFFERED_SIGNATURE "(raw, buffer_size=DEFAULT_BUFFER_SIZE)"
#define BUFFERED_INIT(fn, name_, r, w)                                                 \
    static int fn(NATIVE_ARGS)                                                         \
    {                                                                                  \
        static const MethodDef row = {.name = name_, .signature = BUFFERED_SIGNATURE}; \
        return init_as(vm, self, args, nargs, kwnames, &row, r, w);                    \
    }
BUFFERED_INIT(reader_init, "BufferedReader", true, false)
BUFFERED_INIT(writer_init, "BufferedWriter", false, true)
BUFFERED_INIT(random_init, "BufferedRandom", true, true)

static void buffered_clear(MinipyVM *vm, Object *o)
{
    BufferedObj *b = (BufferedObj *)o;
    b->ok = false;
    object_values_release(vm, o);
    mem_free(vm, b->data);
    b->data = NULL;
}

/* ---- methods --------------------------------------------------------------------- */

FN(buf_read)
{
    BufferedObj *b = BUFFERED(self);
    int64_t n;
    if (!io_size_arg(vm, GIVEN(0), -1, &n) || !buffered_usable(vm, b))
        return VALUE_NULL;
    if (n < -1)
        return error_set(vm, EXC_ValueError, "read length must be non-negative or -1");
    if (!check_open(vm, b, "read of closed file"))
        return VALUE_NULL;
    return read_locked(vm, b, n);
}

FN(buf_read1)
{
    int64_t n = -1;
    if (GIVEN(0) && !arg_ssize(vm, args[0], &n))
        return VALUE_NULL;
    return buffered_read1(vm, BUFFERED(self), n);
}

/* Reads on into OUT, of which DONE bytes are there: large parts past the buffer. Once:
 * one read of the raw stream at most. How much is there; -1: error, -2: it would block.
 */
static int64_t read_on_into(MinipyVM *vm, BufferedObj *b, uint8_t *out, int64_t done,
                            int64_t size, bool once)
{
    if (flush_for_reading(vm, b) < 0)
        return -1;
    forget_read(b);
    b->pos = 0;
    while (done < size) {
        int64_t n = 0;
        bool direct = size - done > b->size;
        if (direct)
            n = raw_read(vm, b, out + done, size - done, true);
        else if (!once || done == 0)
            n = fill(vm, b);
        if (n == -1 || (n == -2 && done == 0))
            return n;
        if (n <= 0)
            break;
        done += direct ? n : take_ahead(b, out + done, size - done);
        if (direct && once)
            break;
    }
    return done;
}

static Value read_into(MinipyVM *vm, Value self, Value target, bool once)
{
    BufferedObj *b = BUFFERED(self);
    Buffer view;
    if (buffer_get_writable(vm, target, &view,
                            once ? "readinto1() argument" : "readinto() argument") < 0)
        return VALUE_NULL;
    int64_t n = -1;
    if (check_open(vm, b, "readinto of closed file")) {
        int64_t have = read_ahead(b);
        n = take_ahead(b, view.data, view.size);
        if (have == 0 || n < view.size) {
            bool entered = enter_usable(vm, b);
            n = entered ? read_on_into(vm, b, view.data, n, view.size, once) : -1;
            if (entered)
                buffered_leave(b);
        }
    }
    buffer_release(vm, &view);
    return n == -2 ? VALUE_NONE : n < 0 ? VALUE_NULL : int_new(vm, n);
}

FN(buf_readinto)
{
    return read_into(vm, self, args[0], false);
}

FN(buf_readinto1)
{
    return read_into(vm, self, args[0], true);
}

static Value do_peek(MinipyVM *vm, BufferedObj *b)
{
    if (flush_for_reading(vm, b) < 0)
        return VALUE_NULL;
    int64_t have = read_ahead(b);
    if (have == 0) {
        forget_read(b);
        have = fill(vm, b);
        if (have == -1)
            return VALUE_NULL;
        b->pos = 0;
    }
    return bytes_from(vm, b->data + b->pos, have > 0 ? have : 0);
}

FN(buf_peek)
{
    BufferedObj *b = BUFFERED(self);
    int64_t n;
    if ((GIVEN(0) && !arg_ssize(vm, args[0], &n)) ||
        !check_open(vm, b, "peek of closed file") || !enter_usable(vm, b))
        return VALUE_NULL;
    Value r = do_peek(vm, b);
    buffered_leave(b);
    return r;
}

/* The length of the line in N bytes; whole: they end with one, or with the limit. */
static int64_t line_in(const uint8_t *at, int64_t n, int64_t limit, bool *whole)
{
    if (limit >= 0 && n > limit)
        n = limit;
    const uint8_t *end = n > 0 ? memchr(at, '\n', (size_t)n) : NULL;
    *whole = end || n == limit;
    return end ? end - at + 1 : n;
}

/* Goes on with a line of which BEGIN was read ahead. */
static Value read_line_steal(MinipyVM *vm, BufferedObj *b, Value begin, int64_t limit)
{
    Value line = begin;
    bool whole = flush_for_reading(vm, b) < 0;
    if (whole)
        value_clear(vm, &line);
    while (!whole) {
        forget_read(b);
        int64_t n = fill(vm, b);
        if (n == -1)
            value_clear(vm, &line);
        if (n <= 0)
            break;
        n = line_in(b->data, n, limit < 0 ? -1 : limit - BYTES(line)->size, &whole);
        b->pos = n;
        Value part = bytes_from(vm, b->data, n);
        value_set_steal(vm, &line, part ? bytes_concat(vm, line, part) : VALUE_NULL);
        value_xdecref(vm, part);
        if (!line)
            break;
    }
    return line;
}

static Value take_line(MinipyVM *vm, BufferedObj *b, int64_t limit)
{
    bool whole;
    if (!check_open(vm, b, "readline of closed file"))
        return VALUE_NULL;
    int64_t n = line_in(b->data + b->pos, read_ahead(b), limit, &whole);
    if (whole)
        return take_bytes(vm, b, n);
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value line = take_bytes(vm, b, read_ahead(b));
    if (line)
        line = read_line_steal(vm, b, line, limit);
    buffered_leave(b);
    return line;
}

FN(buf_readline)
{
    int64_t limit;
    if (!io_size_arg(vm, GIVEN(0), -1, &limit))
        return VALUE_NULL;
    return take_line(vm, BUFFERED(self), limit);
}

static Value buf_next(MinipyVM *vm, Value self)
{
    Value line;
    if (value_type(vm, self)->flags & TYPE_HEAP) { /* readline() may be overridden */
        if (!buffered_usable(vm, BUFFERED(self)))
            return VALUE_NULL;
        line = call_method(vm, self, NAME(vm, readline), NULL, 0);
        if (line && !value_is_bytes(line)) {
            error_set(vm, EXC_OSError,
                      "readline() should have returned a bytes object, not '%T'", line);
            value_clear(vm, &line);
        }
    } else {
        line = take_line(vm, BUFFERED(self), -1);
    }
    if (line && BYTES(line)->size == 0)
        value_clear(vm, &line);
    return line;
}

/* Whether the stream is open is asked inside: another thread may be closing it. */
static int write_open(MinipyVM *vm, BufferedObj *b, const Buffer *data)
{
    if (!buffered_usable(vm, b))
        return -1;
    if (!buffered_enter(vm, b))
        return -1;
    int r = -1;
    if (!buffered_usable(vm, b))
        r = -1;
    else if (is_closed(vm, b) == 0)
        r = do_write(vm, b, data->data, data->size);
    else
        error_clear(vm), error_set(vm, EXC_ValueError, "write to closed file");
    buffered_leave(b);
    return r;
}

FN(buf_write)
{
    Buffer view;
    if (value_is_str(args[0]))
        return error_set(vm, EXC_TypeError,
                         "a bytes-like object is required, not 'str'");
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int64_t size = view.size;
    int r = write_open(vm, BUFFERED(self), &view);
    buffer_release(vm, &view);
    return r < 0 ? VALUE_NULL : int_new(vm, size);
}

Value buffered_method_flush(NATIVE_ARGS)
{
    BufferedObj *b = BUFFERED(self);
    if (!b->writable) {
        if (!buffered_usable(vm, b))
            return VALUE_NULL;
        Value raw = value_incref(b->raw), r = io_flush(vm, raw);
        value_decref(vm, raw);
        return r;
    }
    return !check_open(vm, b, "flush of closed file") || buffered_flush(vm, b) < 0
               ? VALUE_NULL
               : VALUE_NONE;
}

static void warn_unclosed(MinipyVM *vm, BufferedObj *b, Value source)
{
    if (b->ok && b->raw && raw_is_file(vm, b->raw) && !FILEIO(b->raw)->closefd)
        return; /* it has nothing to say */
    if (b->ok && b->raw) {
        Value r = raw_call(vm, b, "_dealloc_warn", &source, 1);
        value_xdecref(vm, r);
        error_clear(vm);
    }
}

void buffered_warn_unclosed(MinipyVM *vm, Value buffer, Value source)
{
    TypeObj *t = value_type(vm, buffer);
    bool ours = t == vm->io->writer || t == vm->io->reader || t == vm->io->random;
    if (ours && inst_is_empty(inst_head(value_obj(buffer))))
        warn_unclosed(vm, BUFFERED(buffer), source);
    else
        value_xdecref(vm, io_call1(vm, buffer, "_dealloc_warn", source));
    error_clear(vm);
}

/* Between flush() and the end of close(): no buffer any more, whatever raw.close() did,
 * whose result it is. */
static Value close_raw(MinipyVM *vm, BufferedObj *b)
{
    if (!buffered_enter(vm, b))
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (buffered_usable(vm, b)) { /* flush() did not detach it */
        Value raw = value_incref(b->raw);
        r = io_close(vm, raw);
        value_decref(vm, raw);
    }
    mem_free(vm, b->data);
    b->data = NULL;
    b->pos = b->read_end = 0;
    buffered_leave(b);
    return r;
}

Value buffered_method_close(NATIVE_ARGS)
{
    BufferedObj *b = BUFFERED(self);
    if (!buffered_usable(vm, b))
        return VALUE_NULL;
    if (!buffered_enter(vm, b)) /* called by the raw object, inside a flush */
        return VALUE_NULL;
    int closed = io_is_closed(vm, b->raw);
    if (closed == 0 && b->finalizing)
        warn_unclosed(vm, b, self);
    buffered_leave(b);
    if (closed != 0)
        return closed < 0 ? VALUE_NULL : VALUE_NONE;
    Value r = io_flush(vm, self);
    Value first = r ? VALUE_NULL : error_fetch(vm);
    value_xdecref(vm, r);
    r = close_raw(vm, b);
    return first ? io_first_error_steal(vm, r, first) : r;
}

FN(buf_detach)
{
    BufferedObj *b = BUFFERED(self);
    if (!buffered_usable(vm, b))
        return VALUE_NULL;
    Value r = io_flush(vm, self);
    if (!r)
        return VALUE_NULL;
    value_decref(vm, r);
    if (!buffered_enter(vm, b))
        return VALUE_NULL;
    Value raw = b->raw;
    b->raw = VALUE_NULL;
    b->detached = true;
    b->ok = false;
    buffered_leave(b);
    return raw ? raw : (buffered_usable(vm, b), VALUE_NULL);
}

FN(buf_tell)
{
    BufferedObj *b = BUFFERED(self);
    if (!buffered_usable(vm, b))
        return VALUE_NULL;
    int64_t at = raw_tell(vm, b);
    return at < 0 ? VALUE_NULL
                  : int_new(vm, (int64_t)((uint64_t)at - (uint64_t)raw_lead(b)));
}

/* A seek that ends in what was read ahead needs no call of the raw stream: true, with
 * the new position, which is below 0 if the raw stream's was wrong. */
static bool seek_in_buffer(BufferedObj *b, int64_t to, int whence, int64_t *at)
{
    int64_t ahead = whence <= 1 && b->readable ? read_ahead(b) : 0;
    int64_t offset = whence == 1 ? to : to - (b->raw_tell - raw_lead(b));
    if (ahead == 0 || offset < -b->pos || offset > ahead)
        return false;
    b->pos += offset;
    *at = b->raw_tell - ahead + offset;
    return true;
}

static Value do_seek(MinipyVM *vm, BufferedObj *b, int64_t to, int whence)
{
    if (b->writable && write_pending(vm, b) < 0)
        return VALUE_NULL;
    if (whence == 1)
        to = (int64_t)((uint64_t)to - (uint64_t)raw_lead(b));
    int64_t at = raw_seek(vm, b, to, whence);
    if (at < 0)
        return VALUE_NULL;
    b->raw_pos = -1;
    if (b->readable)
        forget_read(b);
    return int_new(vm, at);
}

static bool check_seekable(MinipyVM *vm, BufferedObj *b)
{
    Value raw = value_incref(b->raw);
    int r = io_require(vm, raw, "seekable", IO_NOT_SEEKABLE);
    value_decref(vm, raw);
    return r == 0 && buffered_usable(vm, b);
}

static bool offset_arg(MinipyVM *vm, Value v, int64_t *out)
{
    int overflow;
    if (!arg_index(vm, v, out, &overflow))
        return false;
    if (overflow)
        error_set(vm, EXC_ValueError, "cannot fit '%T' into an offset-sized integer",
                  v);
    return !overflow;
}

FN(buf_seek)
{
    BufferedObj *b = BUFFERED(self);
    int64_t to;
    int whence = 0;
    if ((GIVEN(1) && !arg_int(vm, args[1], &whence)) || !buffered_usable(vm, b))
        return VALUE_NULL;
    if (whence < 0 || whence > 4)
        return error_set(vm, EXC_ValueError, "whence value %d unsupported", whence);
    if (!check_open(vm, b, "seek of closed file") || !check_seekable(vm, b) ||
        !offset_arg(vm, args[0], &to))
        return VALUE_NULL;
    if (seek_in_buffer(b, to, whence, &to))
        return int_new(vm, to);
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = do_seek(vm, b, to, whence);
    buffered_leave(b);
    return r;
}

static Value do_truncate(MinipyVM *vm, BufferedObj *b, Value size)
{
    if (flush_and_rewind(vm, b) < 0)
        return VALUE_NULL;
    Value r = io_call1(vm, b->raw, "truncate", size);
    if (r && raw_tell(vm, b) < 0) /* it is counted from there again */
        error_clear(vm);
    return r;
}

FN(buf_truncate)
{
    BufferedObj *b = BUFFERED(self);
    if (!check_open(vm, b, "truncate of closed file"))
        return VALUE_NULL;
    if (!b->writable)
        return io_unsupported(vm, "truncate");
    if (!enter_usable(vm, b))
        return VALUE_NULL;
    Value r = do_truncate(vm, b, GIVEN(0) ? args[0] : VALUE_NONE);
    buffered_leave(b);
    return r;
}

#define ASK_RAW(name)                                                                  \
    FN(buf_##name)                                                                     \
    {                                                                                  \
        return raw_call(vm, BUFFERED(self), #name, NULL, 0);                           \
    }
ASK_RAW(seekable)
ASK_RAW(readable)
ASK_RAW(writable)
ASK_RAW(fileno)
ASK_RAW(isatty)

FN(buf_dealloc_warn)
{
    warn_unclosed(vm, BUFFERED(self), args[0]);
    return VALUE_NONE;
}

/* As CPython's, where the buffer belongs to the object. */
FN(buf_sizeof)
{
    BufferedObj *b = BUFFERED(self);
    return int_new(vm, 152 + type_added_size(self) + (b->data ? b->size : 0));
}

GETTER(raw_attr)
{
    if (!buffered_usable(vm, BUFFERED(self)))
        return VALUE_NULL;
    Value raw = value_incref(BUFFERED(self)->raw);
    Value v = attr_get(vm, raw, closure);
    value_decref(vm, raw);
    return v;
}

static Value buf_repr(MinipyVM *vm, Value self)
{
    if (io_repr_enter(vm, self) < 0)
        return VALUE_NULL;
    Value r = io_repr_named(vm, self, "");
    repr_leave(vm, self);
    return r;
}

static MEMBERS(buf_members,
    {"raw", MEMBER_VALUE_OR_NONE, offsetof(BufferedObj, raw), true, NULL},
    {"_finalizing", MEMBER_BOOL, offsetof(BufferedObj, finalizing), false, NULL},
);
static GETSETS(buf_getsets,
    {"closed", raw_attr, NULL, NULL, "closed"},
    {"name", raw_attr, NULL, NULL, "name"},
    {"mode", raw_attr, NULL, NULL, "mode"},
);

#define COMMON_METHODS                                                                 \
    {"flush", buffered_method_flush, M_UNSIGNED, "($self, /)", NULL},                  \
        {"close", buffered_method_close, M_UNSIGNED, "($self, /)", NULL},              \
        {"detach", buf_detach, M_UNSIGNED, "($self, /)", NULL},                        \
        {"tell", buf_tell, M_UNSIGNED, "($self, /)", NULL},                            \
        {"seek", buf_seek, 0, "($self, target, whence=0, /)", NULL},                   \
        {"seekable", buf_seekable, M_UNSIGNED, "($self, /)", NULL},                    \
        {"fileno", buf_fileno, M_UNSIGNED, "($self, /)", NULL},                        \
        {"isatty", buf_isatty, M_UNSIGNED, "($self, /)", NULL},                        \
        {"truncate", buf_truncate, 0, "($self, pos=None, /)", NULL},                   \
        {"_dealloc_warn", buf_dealloc_warn, M_UNSIGNED, "($self, source, /)", NULL},   \
    {                                                                                  \
        "__sizeof__", buf_sizeof, M_UNSIGNED, "($self, /)", NULL                       \
    }
#define READ_METHODS                                                                   \
    {"read", buf_read, 0, "($self, size=-1, /)", NULL},                                \
        {"read1", buf_read1, 0, "($self, size=-1, /)", NULL},                          \
        {"readinto", buf_readinto, 0, "($self, buffer, /)", NULL},                     \
        {"readinto1", buf_readinto1, 0, "($self, buffer, /)", NULL},                   \
        {"peek", buf_peek, 0, "($self, size=0, /)", NULL},                             \
        {"readline", buf_readline, 0, "($self, size=-1, /)", NULL},                    \
    {                                                                                  \
        "readable", buf_readable, M_UNSIGNED, "($self, /)", NULL                       \
    }
#define WRITE_METHODS                                                                  \
    {"write", buf_write, 0, "($self, buffer, /)", NULL},                               \
    {                                                                                  \
        "writable", buf_writable, M_UNSIGNED, "($self, /)", NULL                       \
    }
static METHODS(reader_methods,
    COMMON_METHODS,
    READ_METHODS,
);
static METHODS(writer_methods,
    COMMON_METHODS,
    WRITE_METHODS,
);
static METHODS(random_methods,
    COMMON_METHODS,
    READ_METHODS,
    WRITE_METHODS,
);

#define BUFFERED_SPEC(type_name, doc_, init_fn, method_list, next_fn)                  \
    {                                                                                  \
        .name = "_io." type_name, .doc = type_name BUFFERED_SIGNATURE "\n--\n\n" doc_, \
        .kind = KIND_OBJECT, .base = KIND_OBJECT,                                      \
        .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS,                  \
        .basicsize = sizeof(BufferedObj), .inst_offset = offsetof(BufferedObj, head),  \
        .values = 1, .dealloc = buffered_clear, .clear = buffered_clear,               \
        .slots = {.new_ = type_alloc_new,                                              \
                  .init = init_fn,                                                     \
                  .repr = buf_repr,                                                    \
                  .iternext = next_fn},                                                \
        .methods = method_list, .getsets = buf_getsets, .members = buf_members         \
    }
const TypeSpec io_reader_spec =
    BUFFERED_SPEC("BufferedReader", "Bytes of a raw stream, read ahead into a buffer.",
                  reader_init, reader_methods, buf_next);
const TypeSpec io_writer_spec =
    BUFFERED_SPEC("BufferedWriter", "Bytes for a raw stream, gathered in a buffer.",
                  writer_init, writer_methods, NULL);
const TypeSpec io_random_spec = BUFFERED_SPEC(
    "BufferedRandom", "A raw stream that is read, written and moved in by one buffer.",
    random_init, random_methods, buf_next);

/* ---- BufferedRWPair -------------------------------------------------------------- */

typedef struct PairObj {
    Object ob;
    Value reader, writer;
    InstHead head;
} PairObj;
#define PAIR(v) ((PairObj *)(uintptr_t)(v))

/* One of the two streams, which asks its raw stream for itself. */
static Value pair_end(MinipyVM *vm, TypeObj *type, Value raw, int64_t size)
{
    Value args[2] = {raw, int_new(vm, size)}, r = VALUE_NULL;
    if (args[1])
        r = call(vm, value_from_obj(type), args, 2, VALUE_NULL);
    value_xdecref(vm, args[1]);
    return r;
}

#define PAIR_SIGNATURE "(reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /)"
INIT(pair_init, 3, "BufferedRWPair", PAIR_SIGNATURE)
{
    int64_t size = IO_BUFFER_SIZE;
    if (given[2] && !arg_ssize(vm, given[2], &size))
        return -1;
    if (io_require(vm, given[0], "readable", IO_NOT_READABLE) < 0 ||
        io_require(vm, given[1], "writable", IO_NOT_WRITABLE) < 0)
        return -1;
    value_set_steal(vm, &PAIR(self)->reader,
                    pair_end(vm, vm->io->reader, given[0], size));
    if (PAIR(self)->reader)
        value_set_steal(vm, &PAIR(self)->writer,
                        pair_end(vm, vm->io->writer, given[1], size));
    return PAIR(self)->reader && PAIR(self)->writer ? 0 : -1;
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
    FN(pair_##name)                                                                    \
    {                                                                                  \
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

FN(pair_close)
{
    Value r = forward(vm, PAIR(self)->writer, "close", NULL, 0);
    Value first = r ? VALUE_NULL : error_fetch(vm);
    value_xdecref(vm, r);
    r = forward(vm, PAIR(self)->reader, "close", NULL, 0);
    return first ? io_first_error_steal(vm, r, first) : r;
}

FN(pair_isatty)
{
    Value w = forward(vm, PAIR(self)->writer, "isatty", NULL, 0);
    if (w != VALUE_FALSE)
        return w;
    return forward(vm, PAIR(self)->reader, "isatty", NULL, 0);
}

GETTER(pair_closed)
{
    if (!PAIR(self)->writer)
        return error_set(vm, EXC_RuntimeError,
                         "the BufferedRWPair object is being garbage-collected");
    return object_getattr(vm, PAIR(self)->writer, NAME(vm, closed));
}

static METHODS(pair_methods,
    {"read", pair_read, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"peek", pair_peek, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"read1", pair_read1, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"readinto", pair_readinto, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"readinto1", pair_readinto1, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"write", pair_write, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"flush", pair_flush, M_UNSIGNED, "($self, /)", NULL},
    {"readable", pair_readable, M_UNSIGNED, "($self, /)", NULL},
    {"writable", pair_writable, M_UNSIGNED, "($self, /)", NULL},
    {"close", pair_close, M_UNSIGNED, "($self, /)", NULL},
    {"isatty", pair_isatty, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(pair_getsets,
    {"closed", pair_closed, NULL, NULL, NULL},
);
TYPE_SPEC(io_pair_spec,
    .name = "_io.BufferedRWPair", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "BufferedRWPair" PAIR_SIGNATURE "\n--\n\nA reader and a writer as one stream, for a socket or two pipes.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS | TYPE_CLEARS, .basicsize = sizeof(PairObj),
    .inst_offset = offsetof(PairObj, head), .values = 2,
    .slots = {.new_ = type_alloc_new, .init = pair_init},
    .methods = pair_methods, .getsets = pair_getsets,
);
