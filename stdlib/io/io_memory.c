/* io_memory.c - BytesIO and StringIO: streams in memory. Read first: io_private.h. */
#include "stdlib/io/io_private.h"
#include "vm/types/shape.h"
#include "vm/types/object_type.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"
#include "vm/text/search.h"
#include "vm/text/str_private.h"
#include "vm/containers/sequence.h"

/* ---- BytesIO --------------------------------------------------------------------- */

typedef struct BytesIOObj {
    Object ob;
    Value data; /* bytearray; the initial bytes until they change; VALUE_NULL: closed */
    InstHead head;
    int64_t pos;
    /* Data is the first that was written: bytes, as if they were copied into a room of
     * one byte more (1) or, since somebody has looked, as large (2). */
    uint8_t kept;
} BytesIOObj;
#define BYTESIO(v) ((BytesIOObj *)(uintptr_t)(v))

bool io_bytes_closed(Value v)
{
    return !BYTESIO(v)->data;
}

static bool bio_open(MinipyVM *vm, Value self)
{
    if (BYTESIO(self)->data)
        return true;
    io_closed_error(vm);
    return false;
}

/* Whether the data is somebody's bytes object, which must not change. */
static bool bio_shared(Value self)
{
    return value_is_bytes(BYTESIO(self)->data);
}

static int64_t bio_size(Value self)
{
    Value data = BYTESIO(self)->data;
    return bio_shared(self) ? BYTES(data)->size : BYTEARRAY(data)->size;
}

static const uint8_t *bio_bytes(Value self)
{
    Value data = BYTESIO(self)->data;
    return bio_shared(self) ? (const uint8_t *)BYTES(data)->data
                            : BYTEARRAY(data)->data;
}

static int bio_resize(MinipyVM *vm, Value self, int64_t size, int64_t zeros);

/* Makes the data the stream's own, so that it can be changed; -1: no memory. */
static int bio_own(MinipyVM *vm, Value self)
{
    if (!bio_shared(self))
        return 0;
    BytesIOObj *b = BYTESIO(self);
    bool kept = b->kept == 1;
    Value old = value_incref(b->data);
    Value own = bytearray_from(vm, bio_bytes(self), kept ? 0 : bio_size(self));
    if (own) {
        value_set_steal(vm, &b->data, own);
        b->kept = 0;
        if (kept &&
            bio_resize(vm, self, BYTES(old)->size, 0) == 0) /* room as it has it */
            memcpy(BYTEARRAY(own)->data, BYTES(old)->data, (size_t)BYTES(old)->size);
        else if (kept) { /* no memory: it stays as it was */
            value_set_steal(vm, &b->data, value_incref(old));
            b->kept = 1;
            own = VALUE_NULL;
        }
    }
    value_decref(vm, old);
    return own ? 0 : -1;
}

static Value bio_new(NEW_ARGS)
{
    BytesIOObj *b = (BytesIOObj *)object_alloc(vm, cls, 0);
    if (b && !(b->data = bytes_from(vm, NULL, 0))) {
        obj_decref(vm, &b->ob);
        return VALUE_NULL;
    }
    return b ? value_from_obj(b) : VALUE_NULL;
}

static bool not_exported(MinipyVM *vm, Value self)
{
    if (bio_shared(self) || BYTEARRAY(BYTESIO(self)->data)->exports == 0)
        return true;
    error_set(vm, EXC_BufferError,
              "Existing exports of data: object cannot be re-sized");
    return false;
}

/* As if it had been made without any, unless it is closed, which it then stays. */
static int bio_empty(MinipyVM *vm, Value self)
{
    BytesIOObj *b = BYTESIO(self);
    b->pos = 0;
    if (b->data && !not_exported(vm, self)) {
        BYTEARRAY(b->data)->size = 0; /* refused it is empty, too, as CPython's is */
        return -1;
    }
    Value data = b->data ? bytes_from(vm, NULL, 0) : VALUE_NULL;
    if (b->data && !data)
        return -1;
    value_set_steal(vm, &b->data, data);
    b->kept = 0;
    return 0;
}

static int bio_fill(MinipyVM *vm, Value self, Value from)
{
    Buffer view;
    Value data;
    if (value_is_exact(vm, from, KIND_BYTES)) {
        data = value_incref(from);
    } else {
        if (!bio_open(vm, self) || buffer_get(vm, from, &view, BUF_SIMPLE) < 0)
            return -1;
        data = bytearray_from(vm, view.data, view.size);
        buffer_release(vm, &view);
    }
    if (!data)
        return -1;
    value_set_steal(vm, &BYTESIO(self)->data, data);
    return 0;
}

#define BYTESIO_SIGNATURE "(initial_bytes=b'')"
INIT(bio_init, 1, "BytesIO", BYTESIO_SIGNATURE)
{
    if (bio_empty(vm, self) < 0)
        return -1;
    return given[0] && given[0] != VALUE_NONE ? bio_fill(vm, self, given[0]) : 0;
}

/* Makes the data exactly `size` long, with zeros where it grows, up to `zeros`: the
 * rest the caller fills. The room is that of CPython's, as __sizeof__ tells it: a
 * little more than is asked for when it grows a little, none to spare when it is much
 * more or much less than there was. */
static int bio_resize(MinipyVM *vm, Value self, int64_t size, int64_t zeros)
{
    if (bio_own(vm, self) < 0)
        return -1;
    BytearrayObj *d = BYTEARRAY(BYTESIO(self)->data);
    if (size > PTRDIFF_MAX / 2)
        return error_set_oom(vm), -1;
    if (size + d->start >= d->capacity || size < d->capacity / 2) {
        bool little = size >= d->capacity && size < d->capacity + d->capacity / 8;
        int64_t capacity = size + (little ? (size >> 3) + (size < 9 ? 3 : 6) : 1);
        bytearray_settle(
            d); /* a program that got at it may have taken from its front */
        uint8_t *data = mem_realloc(vm, d->data, (size_t)capacity + 1);
        if (!data)
            return -1;
        d->data = data;
        d->capacity = capacity;
    }
    if (zeros > d->size)
        memset(d->data + d->size, 0, (size_t)(zeros - d->size));
    d->size = size;
    if (d->data && d->capacity > size)
        d->data[size] = 0;
    return 0;
}

/* The next n bytes (all when negative) and moves past them. */
static Value bio_take(MinipyVM *vm, Value self, int64_t n)
{
    BytesIOObj *b = BYTESIO(self);
    int64_t left = bio_size(self) - b->pos;
    if (left < 0)
        left = 0;
    if (n < 0 || n > left)
        n = left;
    Value r = n > 1 && n == bio_size(self) && bio_shared(self)
                  ? value_incref(b->data)
                  : bytes_from(vm, bio_bytes(self) + (left ? b->pos : 0), n);
    if (r)
        b->pos += n;
    return r;
}

FN(bio_read)
{
    int64_t n;
    if (!io_size_arg(vm, GIVEN(0), -1, &n) || !bio_open(vm, self))
        return VALUE_NULL;
    return bio_take(vm, self, n);
}

static int64_t bio_line_length(Value self)
{
    BytesIOObj *b = BYTESIO(self);
    int64_t left = bio_size(self) - b->pos;
    if (left <= 0)
        return 0;
    const uint8_t *at = bio_bytes(self) + b->pos, *nl = memchr(at, '\n', (size_t)left);
    return nl ? nl - at + 1 : left;
}

FN(bio_readline)
{
    int64_t limit;
    if (!io_size_arg(vm, GIVEN(0), -1, &limit) || !bio_open(vm, self))
        return VALUE_NULL;
    int64_t n = bio_line_length(self);
    return bio_take(vm, self, limit >= 0 && limit < n ? limit : n);
}

static Value bio_next(MinipyVM *vm, Value self)
{
    if (!bio_open(vm, self))
        return VALUE_NULL;
    int64_t n = bio_line_length(self);
    return n ? bio_take(vm, self, n) : VALUE_NULL;
}

static Value bio_iter(MinipyVM *vm, Value self)
{
    (void)vm;
    return value_incref(self); /* closed too */
}

static bool size_or_none(MinipyVM *vm, Value v, int64_t *out)
{
    *out = 0;
    if (!v || v == VALUE_NONE)
        return true;
    if (value_is_int(v))
        return arg_ssize(vm, v, out);
    error_set(vm, EXC_TypeError, "integer argument expected, got '%T'", v);
    return false;
}

/* Its own lines and its own write(), whatever a subclass makes of readline and write.
 */
FN(bio_readlines)
{
    int64_t most, size = 0, n;
    if (!bio_open(vm, self) || !size_or_none(vm, GIVEN(0), &most))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    while (list && (n = bio_line_length(self)) > 0) {
        Value line = bio_take(vm, self, n);
        if (!line || list_append_steal(vm, list, line) < 0)
            value_clear(vm, &list);
        if (most > 0 && (size += n) >= most)
            break;
    }
    return list;
}

FN(bio_readinto)
{
    Buffer view;
    if (buffer_get_writable(vm, args[0], &view, "readinto() argument") < 0)
        return VALUE_NULL;
    Value b = bio_open(vm, self) ? bio_take(vm, self, view.size) : VALUE_NULL;
    Value r = b ? int_new(vm, BYTES(b)->size) : VALUE_NULL;
    if (b)
        memcpy(view.data, BYTES(b)->data, (size_t)BYTES(b)->size);
    value_xdecref(vm, b);
    buffer_release(vm, &view);
    return r;
}

/* n bytes at the position; they are those of `whole` if that is a bytes object. */
static bool put_bytes(MinipyVM *vm, Value self, Value whole, const void *data,
                      int64_t n)
{
    enum { WORTH_KEEPING = 1024 };
    BytesIOObj *b = BYTESIO(self);
    int64_t end;
    if (!not_exported(vm, self))
        return false;
    if (n >= WORTH_KEEPING && b->pos == 0 && bio_shared(self) && bio_size(self) == 0 &&
        value_is_exact(vm, whole, KIND_BYTES)) {
        value_set_steal(vm, &b->data, value_incref(whole)); /* until more follows */
        b->pos = n;
        b->kept = 1;
        return true;
    }
    if (n == 0)
        return true;
    if (__builtin_add_overflow(b->pos, n, &end))
        return error_set(vm, EXC_OverflowError, "new buffer size too large"), false;
    if (bio_own(vm, self) < 0 ||
        (end > bio_size(self) && bio_resize(vm, self, end, b->pos) < 0))
        return false;
    memcpy(BYTEARRAY(b->data)->data + b->pos, data, (size_t)n);
    b->pos = end;
    return true;
}

FN(bio_write)
{
    Buffer view;
    if (!bio_open(vm, self))
        return VALUE_NULL;
    if (value_is_exact(vm, args[0], KIND_BYTES)) {
        int64_t n = BYTES(args[0])->size;
        return put_bytes(vm, self, args[0], BYTES(args[0])->data, n) ? int_new(vm, n)
                                                                     : VALUE_NULL;
    }
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int64_t n = view.size;
    bool ok = put_bytes(vm, self, args[0], view.data, n);
    buffer_release(vm, &view);
    return ok ? int_new(vm, n) : VALUE_NULL;
}

static Value bio_write_line(MinipyVM *vm, Value self, Value line)
{
    return bio_write(vm, self, &line, 1, VALUE_NULL);
}

/* Of a list or tuple, which a line's own code may change. */
static Value write_listed(MinipyVM *vm, Value self, Value lines)
{
    for (int64_t i = 0; i < seq_size(lines); i++) {
        Value line = seq_items(lines)[i];
        bool ok;
        if (value_is_exact(vm, line, KIND_BYTES)) {
            ok = put_bytes(vm, self, line, BYTES(line)->data, BYTES(line)->size);
        } else {
            value_incref(line);
            Value n = bio_write_line(vm, self, line);
            value_decref(vm, line);
            value_xdecref(vm, n);
            ok = n != VALUE_NULL;
        }
        if (!ok)
            return VALUE_NULL;
    }
    return VALUE_NONE;
}

FN(bio_writelines)
{
    if (!bio_open(vm, self))
        return VALUE_NULL;
    return value_is_exact(vm, args[0], KIND_LIST) ||
                   value_is_exact(vm, args[0], KIND_TUPLE)
               ? write_listed(vm, self, args[0])
               : io_write_lines(vm, self, args[0], bio_write_line);
}

FN(bio_seek)
{
    int64_t to;
    int whence = 0;
    if (!arg_ssize(vm, args[0], &to) || (GIVEN(1) && !arg_int(vm, args[1], &whence)) ||
        !bio_open(vm, self))
        return VALUE_NULL;
    if (to < 0 && whence == 0)
        return error_set(vm, EXC_ValueError, "negative seek value %zd", to);
    if (whence < 0 || whence > 2)
        return error_set(vm, EXC_ValueError, "invalid whence (%i, should be 0, 1 or 2)",
                         whence);
    int64_t from = whence == 1 ? BYTESIO(self)->pos : whence == 2 ? bio_size(self) : 0;
    if (__builtin_add_overflow(to, from, &to))
        return error_set(vm, EXC_OverflowError, "new position too large");
    BYTESIO(self)->pos = to < 0 ? 0 : to;
    return int_new(vm, BYTESIO(self)->pos);
}

FN(bio_tell)
{
    return bio_open(vm, self) ? int_new(vm, BYTESIO(self)->pos) : VALUE_NULL;
}

FN(bio_truncate)
{
    int64_t size;
    /* The size is asked for first: that may close the file or export its data. */
    if (!io_size_arg(vm, GIVEN(0), BYTESIO(self)->pos, &size) || !bio_open(vm, self) ||
        !not_exported(vm, self))
        return VALUE_NULL;
    if (size < 0)
        return error_set(vm, EXC_ValueError, "negative size value %zd", size);
    if (size < bio_size(self) && bio_resize(vm, self, size, 0) < 0)
        return VALUE_NULL;
    return int_new(vm, size);
}

FN(bio_getvalue)
{
    if (!bio_open(vm, self))
        return VALUE_NULL;
    if (BYTESIO(self)->kept)
        BYTESIO(self)->kept = 2;
    return bio_shared(self) ? value_incref(BYTESIO(self)->data)
                            : bytes_from(vm, bio_bytes(self), bio_size(self));
}

FN(bio_getbuffer)
{
    return bio_open(vm, self) && bio_own(vm, self) == 0
               ? call1(vm, value_from_obj(vm->types[KIND_MEMORYVIEW]),
                       BYTESIO(self)->data)
               : VALUE_NULL;
}

FN(bio_close)
{
    if (BYTESIO(self)->data && !not_exported(vm, self))
        return VALUE_NULL;
    value_clear(vm, &BYTESIO(self)->data);
    return VALUE_NONE;
}

FN(bio_yes)
{
    return bio_open(vm, self) ? VALUE_TRUE : VALUE_NULL;
}

FN(bio_no)
{
    return bio_open(vm, self) ? VALUE_FALSE : VALUE_NULL;
}

FN(bio_flush)
{
    return bio_open(vm, self) ? VALUE_NONE : VALUE_NULL;
}

/* The instance's own attributes for a pickle: a copy of its dict, None if it has none.
 */
static Value own_state(MinipyVM *vm, Value self)
{
    InstHead *h = inst_head(value_obj(self));
    return inst_is_empty(h) ? VALUE_NONE : inst_dict_copy(vm, h);
}

/* The parts that both streams' states end with: position and attributes. The texts are
 * CPython's beginnings of the TypeErrors. */
static int put_state(MinipyVM *vm, Value self, const Value *parts, int64_t *pos,
                     const char *pos_wrong, const char *dict_wrong)
{
    if (!value_is_int(parts[0]))
        return error_set(vm, EXC_TypeError, "%s %T", pos_wrong, parts[0]), -1;
    int overflow;
    int64_t at = int_as_i64_overflow(parts[0], &overflow);
    if (overflow)
        return error_set(vm, EXC_OverflowError,
                         "Python int too large to convert to C ssize_t"),
               -1;
    if (at < 0)
        return error_set(vm, EXC_ValueError, "position value cannot be negative"), -1;
    *pos = at;
    if (parts[1] == VALUE_NONE)
        return 0;
    if (!value_is_dict(parts[1]))
        return error_set(vm, EXC_TypeError, "%s %T", dict_wrong, parts[1]), -1;
    Value d = object_dict_get(vm, self);
    int r = d ? dict_update(vm, d, parts[1]) : -1;
    value_xdecref(vm, d);
    return r;
}

FN(bio_getstate)
{
    Value v = bio_getvalue(vm, self, NULL, 0, VALUE_NULL),
          d = v ? own_state(vm, self) : VALUE_NULL;
    Value t = d ? tuple_pack(vm, 3, v, int_new(vm, BYTESIO(self)->pos), d) : VALUE_NULL;
    value_xdecref(vm, v);
    value_xdecref(vm, d);
    return t;
}

FN(bio_setstate)
{
    if (!bio_open(vm, self))
        return VALUE_NULL;
    if (!value_is_tuple(args[0]) || tuple_size(args[0]) < 3)
        return error_set(vm, EXC_TypeError,
                         "%T.__setstate__ argument should be 3-tuple, got %T", self,
                         args[0]);
    const Value *state = TUPLE(args[0])->items;
    if (!not_exported(vm, self) || bio_empty(vm, self) < 0 ||
        bio_fill(vm, self, state[0]) < 0 || bio_own(vm, self) < 0)
        return VALUE_NULL;
    BYTESIO(self)->pos = bio_size(self); /* as after writing it */
    int r = put_state(vm, self, state + 1, &BYTESIO(self)->pos,
                      "second item of state must be an integer, not",
                      "third item of state should be a dict, got a");
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* As CPython's, whose data is a bytes object, counted unless it is somebody else's. */
FN(bio_sizeof)
{
    BytesIOObj *b = BYTESIO(self);
    int64_t own = 0;
    if (b->data && !bio_shared(self))
        own = 33 + BYTEARRAY(b->data)->capacity;
    else if (b->data && (b->kept || value_obj(b->data)->refs == 1))
        own = 33 + bio_size(self) + (b->kept == 1);
    return int_new(vm, 64 + type_added_size(self) + own);
}

GETTER(bio_closed)
{
    return value_from_bool(io_bytes_closed(self));
}

static METHODS(bio_methods,
    {"readable", bio_yes, 0, "($self, /)", "True."},
    {"seekable", bio_yes, 0, "($self, /)", "True."},
    {"writable", bio_yes, 0, "($self, /)", "True."},
    {"close", bio_close, 0, "($self, /)", "Drops the bytes and closes the stream."},
    {"flush", bio_flush, 0, "($self, /)", "Does nothing: there is nothing below."},
    {"isatty", bio_no, 0, "($self, /)", "False."},
    {"tell", bio_tell, 0, "($self, /)", "The position in the stream."},
    {"write", bio_write, 0, "($self, b, /)", "Writes bytes; returns how many."},
    {"writelines", bio_writelines, 0, "($self, lines, /)", "Writes each of the lines, without adding line ends."},
    {"read1", bio_read, 0, "($self, size=-1, /)", "At most size bytes; all up to the end if size is negative."},
    {"readinto", bio_readinto, 0, "($self, buffer, /)", "Reads into the buffer; returns how many bytes."},
    {"readline", bio_readline, 0, "($self, size=-1, /)", "The next line, its end included, of at most size bytes."},
    {"readlines", bio_readlines, 0, "($self, size=None, /)",
     "A list of the lines that are left; after `size` bytes it is enough."},
    {"read", bio_read, 0, "($self, size=-1, /)", "At most size bytes; all up to the end if size is negative."},
    {"getbuffer", bio_getbuffer, 0, "($self, /)", "A memoryview of the bytes, which can be written to."},
    {"getvalue", bio_getvalue, 0, "($self, /)", "A copy of all bytes."},
    {"seek", bio_seek, 0, "($self, pos, whence=0, /)",
     "Moves the position: from the start, or by whence from here (1) or the end (2)."},
    {"truncate", bio_truncate, 0, "($self, size=None, /)",
     "Drops what is behind size, behind the position if none is given."},
    {"__getstate__", bio_getstate, M_UNSIGNED, "($self, /)", NULL},
    {"__setstate__", bio_setstate, M_UNSIGNED, "($self, state, /)", NULL},
    {"__sizeof__", bio_sizeof, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(bio_getsets,
    {"closed", bio_closed, NULL, "True if the stream is closed.", NULL},
);
TYPE_SPEC(io_bytesio_spec,
    .name = "_io.BytesIO", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "BytesIO" BYTESIO_SIGNATURE "\n--\n\nBuffered I/O implementation using an in-memory bytes buffer.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS, .basicsize = sizeof(BytesIOObj),
    .inst_offset = offsetof(BytesIOObj, head), .values = 1,
    .slots = {.new_ = bio_new, .init = bio_init, .iter = bio_iter, .iternext = bio_next},
    .methods = bio_methods, .getsets = bio_getsets,
);

/* ---- StringIO -------------------------------------------------------------------- */

typedef struct StringIOObj {
    Object ob;
    Value newline; /* str or None, as given */
    Value whole;   /* a str: all there is, and data is not filled yet; or VALUE_NULL */
    InstHead head;
    void *data; /* of `width` bytes a character, the least that did; mem_alloc'ed */
    int64_t size, capacity, pos;
    uint8_t width; /* 1, 2 or 4; 0: there was no data yet */
    bool ascii;    /* of width 1, and nothing else has been put into data */
    bool translate_read, translate_universal, closed, ok;
    bool write_crlf, write_cr;
    int seen;
    bool pending_cr;
} StringIOObj;
#define STRINGIO(v) ((StringIOObj *)(uintptr_t)(v))

static bool sio_is_open(MinipyVM *vm, Value self)
{
    if (!STRINGIO(self)->ok)
        error_set(vm, EXC_ValueError, "I/O operation on uninitialized object");
    else if (STRINGIO(self)->closed)
        error_set(vm, EXC_ValueError, "I/O operation on closed file");
    else
        return true;
    return false;
}

/* Room for so many characters of that width, in front of which are the first `kept` of
 * those it has. */
static int sio_reserve(MinipyVM *vm, StringIOObj *s, int64_t size, int width,
                       int64_t kept)
{
    if (likely(size <= s->capacity && width <= s->width))
        return 0;
    int64_t capacity = size <= s->capacity ? s->capacity : size + (size >> 1) + 64;
    bool wider = width > s->width;
    size_t each = wider ? (size_t)width : s->width;
    void *data = mem_realloc_array(vm, wider ? NULL : s->data, (size_t)capacity, each);
    if (!data)
        return -1;
    if (wider && kept > 0)
        text_copy(data, width, 0, (Text){s->data, kept, s->width});
    if (wider)
        mem_free(vm, s->data);
    s->data = data;
    s->capacity = capacity;
    s->width = (uint8_t)each;
    return 0;
}

/* A text's characters, behind the first `kept` of those it has. */
static int sio_put_at(MinipyVM *vm, StringIOObj *s, Value text, int64_t at,
                      int64_t kept)
{
    Text t = str_text(text);
    if (sio_reserve(vm, s, at + t.length, t.width, kept) < 0)
        return -1;
    text_copy(s->data, s->width, at, t);
    s->ascii = STR(text)->ascii && s->width == 1 && (s->ascii || kept == 0);
    return 0;
}

/* What was kept as a str goes where all others may change it. */
static int sio_settle(MinipyVM *vm, StringIOObj *s)
{
    if (likely(!s->whole))
        return 0;
    if (sio_put_at(vm, s, s->whole, 0, 0) < 0)
        return -1;
    value_clear(vm, &s->whole);
    return 0;
}

/* Open, and all in data. */
static bool sio_open(MinipyVM *vm, Value self)
{
    return sio_is_open(vm, self) && sio_settle(vm, STRINGIO(self)) == 0;
}

/* Writes text, already translated, at pos. */
static int sio_put(MinipyVM *vm, StringIOObj *s, Value text)
{
    int64_t n = str_length(text);
    if (n == 0)
        return 0;
    if (s->pos > INT64_MAX - n)
        return error_set(vm, EXC_OverflowError, "new position too large"), -1;
    if (s->pos + n > PTRDIFF_MAX / 8)
        return error_set(vm, EXC_OverflowError, "new buffer size too large"), -1;
    enum { WORTH_KEEPING = 32 };
    if (s->size == 0 && s->pos == 0 && !s->whole && n >= WORTH_KEEPING &&
        value_is_exact(vm, text, KIND_STR)) {
        s->whole = value_incref(text);
        s->size = s->pos = n;
        return 0;
    }
    if (sio_settle(vm, s) < 0 || sio_put_at(vm, s, text, s->pos, s->size) < 0)
        return -1;
    if (s->pos > s->size)
        memset((char *)s->data + s->size * s->width, 0,
               (size_t)((s->pos - s->size) * s->width));
    s->pos += n;
    if (s->pos > s->size)
        s->size = s->pos;
    return 0;
}

static int sio_write_text(MinipyVM *vm, StringIOObj *s, Value text)
{
    value_incref(text);
    if (s->translate_universal)
        text = newlines_translate_steal(vm, text, s->translate_read, true,
                                        &s->pending_cr, &s->seen);
    if (text && (s->write_crlf || s->write_cr)) {
        Value nl = str_from_cstr(vm, s->write_crlf ? "\r\n" : "\r");
        Value t = nl ? str_replace(vm, text, vm->ascii['\n'], nl, -1) : VALUE_NULL;
        value_xdecref(vm, nl);
        value_decref(vm, text);
        text = t;
    }
    int r = text ? sio_put(vm, s, text) : -1;
    value_xdecref(vm, text);
    return r;
}

#define STRINGIO_SIGNATURE "(initial_value='', newline='\\n')"
static int sio_init(NATIVE_ARGS)
{
    static const MethodDef row = {.name = "StringIO", .signature = STRINGIO_SIGNATURE};
    Value a[2];
    StringIOObj *s = STRINGIO(self);
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return -1;
    Value newline = a[1] ? a[1] : vm->ascii['\n'];
    if (newline != VALUE_NONE && !value_is_str(newline))
        return error_set(vm, EXC_TypeError, "newline must be str or None, not %T",
                         newline),
               -1;
    /* As in CPython it ends at a NUL. */
    const char *end = newline == VALUE_NONE ? NULL : str_utf8(vm, newline, NULL);
    if (!end && newline != VALUE_NONE)
        return -1;
    if (end && *end && strcmp(end, "\n") && strcmp(end, "\r") && strcmp(end, "\r\n"))
        return error_set(vm, EXC_ValueError, "illegal newline value: %R", newline), -1;
    if (a[0] && a[0] != VALUE_NONE && !value_is_str(a[0]))
        return error_set(vm, EXC_TypeError, "initial_value must be str or None, not %T",
                         a[0]),
               -1;
    value_set_steal(vm, &s->newline, value_incref(newline));
    s->translate_read = newline == VALUE_NONE;
    s->translate_universal = !end || !*end;
    s->write_crlf = end && !strcmp(end, "\r\n");
    s->write_cr = end && !strcmp(end, "\r");
    value_clear(vm, &s->whole);
    s->size = s->pos = 0;
    s->seen = 0;
    s->pending_cr = s->closed = false;
    s->ok = true;
    if (a[0] && a[0] != VALUE_NONE && sio_write_text(vm, s, a[0]) < 0)
        return -1;
    s->pos = 0;
    return 0;
}

static void sio_clear(MinipyVM *vm, Object *o)
{
    StringIOObj *s = (StringIOObj *)o;
    mem_free(vm, s->data);
    s->data = NULL;
    s->size = s->capacity = 0;
    object_values_release(vm, o);
}

static Text sio_text(const StringIOObj *s)
{
    return (Text){s->data, s->size, s->width};
}

/* n characters, one at least. */
static Value sio_slice(MinipyVM *vm, const StringIOObj *s, int64_t at, int64_t n)
{
    return s->ascii ? str_from_ascii(vm, (const char *)s->data + at, n)
                    : str_from_text(vm, text_slice(sio_text(s), at, at + n));
}

static Value sio_take(MinipyVM *vm, StringIOObj *s, int64_t n)
{
    int64_t left = s->size - s->pos;
    if (left < 0)
        left = 0;
    if (n < 0 || n > left)
        n = left;
    if (n == 0)
        return value_incref(vm->empty_str);
    Value r = sio_slice(vm, s, s->pos, n);
    if (r)
        s->pos += n;
    return r;
}

/* Where c is from `from` on, or `end`. */
static int64_t sio_find(const StringIOObj *s, uint32_t c, int64_t from, int64_t end)
{
    if (from >= end)
        return end;
    ptrdiff_t at = search_char((const char *)s->data + from * s->width,
                               (size_t)(end - from), c, s->width);
    return at < 0 ? end : from + at;
}

/* Where the next line begins. */
static int64_t sio_line_end(const StringIOObj *s)
{
    int64_t size = s->size, at = s->pos;
    if (s->write_crlf) {
        while ((at = sio_find(s, '\r', at, size)) + 1 < size &&
               text_at(sio_text(s), at + 1) != '\n')
            at++;
        return at + 1 < size ? at + 2 : size;
    }
    at = sio_find(s, s->write_cr ? '\r' : '\n', at, size);
    if (s->translate_universal && !s->translate_read) {
        int64_t cr = sio_find(s, '\r', s->pos, at);
        if (cr < at)
            return cr + 1 + (cr + 1 < size && text_at(sio_text(s), cr + 1) == '\n');
    }
    return at < size ? at + 1 : size;
}

/* Length of the line at pos, its end included. */
static int64_t sio_line_length(const StringIOObj *s)
{
    return s->size > s->pos ? sio_line_end(s) - s->pos : 0;
}

FN(sio_read)
{
    int64_t n;
    if (!io_size_arg(vm, GIVEN(0), -1, &n) || !sio_open(vm, self))
        return VALUE_NULL;
    return sio_take(vm, STRINGIO(self), n);
}

FN(sio_readline)
{
    int64_t limit;
    if (!io_size_arg(vm, GIVEN(0), -1, &limit) || !sio_open(vm, self))
        return VALUE_NULL;
    int64_t n = sio_line_length(STRINGIO(self));
    return sio_take(vm, STRINGIO(self), limit >= 0 && limit < n ? limit : n);
}

static Value sio_next(MinipyVM *vm, Value self)
{
    if (!sio_open(vm, self))
        return VALUE_NULL;
    if (value_type(vm, self)->flags & TYPE_HEAP) { /* readline() may be overridden */
        Value line = call_method(vm, self, NAME(vm, readline), NULL, 0);
        if (line && object_length(vm, line) <= 0)
            value_clear(vm, &line);
        return line;
    }
    int64_t n = sio_line_length(STRINGIO(self));
    return n ? sio_take(vm, STRINGIO(self), n) : VALUE_NULL;
}

FN(sio_write)
{
    if (!STRINGIO(self)->ok && !sio_open(vm, self))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "string argument expected, got '%T'",
                         args[0]);
    if (!sio_open(vm, self) || sio_write_text(vm, STRINGIO(self), args[0]) < 0)
        return VALUE_NULL;
    return int_new(vm, str_length(args[0]));
}

FN(sio_seek)
{
    int64_t to;
    int whence = 0;
    if (!arg_ssize(vm, args[0], &to) || (GIVEN(1) && !arg_int(vm, args[1], &whence)) ||
        !sio_open(vm, self))
        return VALUE_NULL;
    if (whence < 0 || whence > 2)
        return error_set(vm, EXC_ValueError, "Invalid whence (%i, should be 0, 1 or 2)",
                         whence);
    if (to < 0 && whence == 0)
        return error_set(vm, EXC_ValueError, "Negative seek position %zd", to);
    if (whence && to != 0)
        return error_set(vm, EXC_OSError, "Can't do nonzero cur-relative seeks");
    STRINGIO(self)->pos = whence == 1   ? STRINGIO(self)->pos
                          : whence == 2 ? STRINGIO(self)->size
                                        : to;
    return int_new(vm, STRINGIO(self)->pos);
}

FN(sio_tell)
{
    return sio_open(vm, self) ? int_new(vm, STRINGIO(self)->pos) : VALUE_NULL;
}

FN(sio_truncate)
{
    int64_t size;
    if (!io_size_arg(vm, GIVEN(0), STRINGIO(self)->pos, &size) || !sio_open(vm, self))
        return VALUE_NULL;
    if (size < 0)
        return error_set(vm, EXC_ValueError, "Negative size value %zd", size);
    if (size < STRINGIO(self)->size)
        STRINGIO(self)->size = size;
    return int_new(vm, size);
}

FN(sio_getvalue)
{
    if (!sio_is_open(vm, self))
        return VALUE_NULL;
    if (STRINGIO(self)->whole)
        return value_incref(STRINGIO(self)->whole);
    return STRINGIO(self)->size ? sio_slice(vm, STRINGIO(self), 0, STRINGIO(self)->size)
                                : value_incref(vm->empty_str);
}

FN(sio_close)
{
    value_clear(vm, &STRINGIO(self)->whole);
    mem_free(vm, STRINGIO(self)->data);
    STRINGIO(self)->data = NULL;
    STRINGIO(self)->size = STRINGIO(self)->capacity = 0;
    STRINGIO(self)->closed = true;
    return VALUE_NONE;
}

FN(sio_yes)
{
    return sio_open(vm, self) ? VALUE_TRUE : VALUE_NULL;
}

FN(sio_getstate)
{
    StringIOObj *s = STRINGIO(self);
    Value v = sio_getvalue(vm, self, NULL, 0, VALUE_NULL),
          d = v ? own_state(vm, self) : VALUE_NULL;
    Value t = d ? tuple_pack(vm, 4, v, s->newline, int_new(vm, s->pos), d) : VALUE_NULL;
    value_xdecref(vm, v);
    value_xdecref(vm, d);
    return t;
}

FN(sio_setstate)
{
    StringIOObj *s = STRINGIO(self);
    if (s->closed)
        return sio_open(vm, self), VALUE_NULL;
    if (!value_is_tuple(args[0]) || tuple_size(args[0]) < 4)
        return error_set(vm, EXC_TypeError,
                         "%T.__setstate__ argument should be 4-tuple, got %T", self,
                         args[0]);
    const Value *state = TUPLE(args[0])->items;
    if (sio_init(vm, self, state, 2, VALUE_NULL) < 0)
        return VALUE_NULL;
    /* The text is as it was in the stream: its newlines have been translated. */
    s->size = 0;
    value_clear(vm, &s->whole);
    if (state[0] != VALUE_NONE && sio_put(vm, s, state[0]) < 0)
        return VALUE_NULL;
    s->pos = 0;
    int r = put_state(vm, self, state + 2, &s->pos,
                      "third item of state must be an integer, got",
                      "fourth item of state should be a dict, got a");
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

GETTER(sio_get_closed)
{
    return STRINGIO(self)->ok ? value_from_bool(STRINGIO(self)->closed)
                              : (sio_open(vm, self), VALUE_NULL);
}

GETTER(sio_get_newlines)
{
    return sio_open(vm, self)
               ? newlines_seen(
                     vm, STRINGIO(self)->translate_universal ? STRINGIO(self)->seen : 0)
               : VALUE_NULL;
}

GETTER(sio_get_line_buffering)
{
    return sio_open(vm, self) ? VALUE_FALSE : VALUE_NULL;
}

static METHODS(sio_methods,
    {"close", sio_close, 0, "($self, /)", "Drops the text and closes the stream."},
    {"getvalue", sio_getvalue, 0, "($self, /)", "All that was written, as a string."},
    {"read", sio_read, 0, "($self, size=-1, /)",
     "At most size characters; all up to the end if size is None or negative."},
    {"readline", sio_readline, 0, "($self, size=-1, /)",
     "The next line, its end included; an empty string at the end."},
    {"tell", sio_tell, 0, "($self, /)", "The position in the stream."},
    {"truncate", sio_truncate, 0, "($self, pos=None, /)",
     "Drops what is behind pos, behind the position if none is given."},
    {"seek", sio_seek, 0, "($self, pos, whence=0, /)", "Moves the position: to pos, or by whence to the end (2)."},
    {"write", sio_write, 0, "($self, s, /)", "Writes the string; returns how many characters it has."},
    {"seekable", sio_yes, 0, "($self, /)", "True."},
    {"readable", sio_yes, 0, "($self, /)", "True."},
    {"writable", sio_yes, 0, "($self, /)", "True."},
    {"__getstate__", sio_getstate, M_UNSIGNED, "($self, /)", NULL},
    {"__setstate__", sio_setstate, M_UNSIGNED, "($self, state, /)", NULL},
);
static GETSETS(sio_getsets,
    {"closed", sio_get_closed, NULL, NULL, NULL},
    {"newlines", sio_get_newlines, NULL, NULL, NULL},
    {"line_buffering", sio_get_line_buffering, NULL, NULL, NULL},
);
TYPE_SPEC(io_stringio_spec,
    .name = "_io.StringIO", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "StringIO" STRINGIO_SIGNATURE "\n--\n\nText I/O implementation using an in-memory buffer.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS, .basicsize = sizeof(StringIOObj),
    .inst_offset = offsetof(StringIOObj, head), .values = 2,
    .dealloc = sio_clear,
    .slots = {.new_ = type_alloc_new, .init = sio_init, .iternext = sio_next},
    .methods = sio_methods, .getsets = sio_getsets,
);
