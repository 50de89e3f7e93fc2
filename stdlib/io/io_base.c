/* io_base.c - _IOBase and its three children: the methods that any stream has, written
 * over the few that a subclass provides. Read first: io_private.h.
 */
#include <errno.h>

#include "stdlib/io/io_text_private.h"
#include "vm/types/shape.h"
#include "vm/types/object_type.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

typedef struct BaseObj {
    Object ob;
    InstHead head;
} BaseObj;

/* ---- helpers --------------------------------------------------------------------- */

Value io_unsupported(MinipyVM *vm, const char *message)
{
    TypeObj *cls = io_unsupported_class_borrow(vm);
    Value text = cls ? str_from_cstr(vm, message) : VALUE_NULL;
    if (text)
        error_set_type(vm, cls, text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

int io_set_own(MinipyVM *vm, Value stream, Value name, Value value)
{
    Object *o = value_obj(stream);
    return inst_set(vm, o, inst_head(o), name, value);
}

Value io_closed_error(MinipyVM *vm)
{
    return error_set(vm, EXC_ValueError, "I/O operation on closed file.");
}

Value io_call0(MinipyVM *vm, Value o, const char *method)
{
    return call_method_cstr(vm, o, method, NULL, 0);
}
Value io_call1(MinipyVM *vm, Value o, const char *method, Value a)
{
    return call_method_cstr(vm, o, method, &a, 1);
}

int io_ask(MinipyVM *vm, Value o, const char *method)
{
    return object_is_true_steal(vm, io_call0(vm, o, method));
}
int io_require(MinipyVM *vm, Value o, const char *method, const char *message)
{
    Value answer = io_call0(vm, o, method);
    value_xdecref(vm, answer);
    if (answer && answer != VALUE_TRUE)
        io_unsupported(vm, message);
    return answer == VALUE_TRUE ? 0 : -1;
}
static bool is_buffered(MinipyVM *vm, TypeObj *t)
{
    return t == vm->io->writer || t == vm->io->reader || t == vm->io->random;
}

/* In streams of ours it is the one at the bottom that knows; on the way nothing is
 * called and no class is filled. */
int io_is_closed(MinipyVM *vm, Value o)
{
    for (;;) {
        TypeObj *t = value_type(vm, o);
        if (t == vm->io->file)
            return FILEIO(o)->fd < 0;
        if (t == vm->io->bytes_io)
            return io_bytes_closed(o);
        if (t != vm->io->wrapper && !is_buffered(vm, t))
            break;
        if (t == vm->io->wrapper ? !text_ok(vm, TEXT(o))
                                 : !buffered_usable(vm, BUFFERED(o)))
            return -1;
        o = t == vm->io->wrapper ? TEXT(o)->buffer : BUFFERED(o)->raw;
    }
    value_incref(o);
    int closed = object_is_true_steal(vm, object_getattr(vm, o, NAME(vm, closed)));
    value_decref(vm, o);
    return closed;
}

/* The method of that name: OWN, that of the class, unless the object has another. */
static Value call_own(MinipyVM *vm, Value o, NativeFn own, Value name)
{
    return own && !object_own_attr_borrow(vm, o, name)
               ? own(vm, o, NULL, 0, VALUE_NULL)
               : call_method(vm, o, name, NULL, 0);
}

FN(base_flush);

/* Of these the one that a stream of ours has by its class; NULL: it is none. */
static NativeFn own_of(MinipyVM *vm, Value o, NativeFn text, NativeFn file,
                       NativeFn buffered)
{
    TypeObj *t = value_type(vm, o);
    if (t == vm->io->wrapper)
        return text;
    return t == vm->io->file ? file : is_buffered(vm, t) ? buffered : NULL;
}

Value io_flush(MinipyVM *vm, Value o)
{
    return call_own(vm, o, own_of(vm, o, text_flush, base_flush, buffered_method_flush),
                    NAME(vm, flush));
}

Value io_close(MinipyVM *vm, Value o)
{
    return call_own(vm, o, own_of(vm, o, text_close, file_close, buffered_method_close),
                    NAME(vm, close));
}

bool io_interrupted(MinipyVM *vm)
{
    if (!error_matches(vm, EXC_OSError))
        return false;
    Value e = error_fetch(vm), number;
    bool again =
        attr_lookup(vm, e, "errno", &number) > 0 && number == value_from_imm(EINTR);
    value_xdecref(vm, number);
    error_clear(vm);
    if (again)
        value_decref(vm, e);
    else
        error_restore_steal(vm, e);
    return again;
}

bool io_size_arg(MinipyVM *vm, Value v, int64_t def, int64_t *out)
{
    *out = def;
    return arg_optional_ssize(vm, v, out);
}

bool io_text_arg(MinipyVM *vm, Value v, const char *fname, const char *argname)
{
    if (!v || v == VALUE_NONE)
        return true;
    if (value_is_str(v))
        return str_cstr(vm, v);
    arg_type_error(vm, fname, argname, "str or None", v);
    return false;
}

Value io_first_error_steal(MinipyVM *vm, Value r, Value first)
{
    if (r)
        error_restore_steal(vm, first);
    else
        error_chain_context_steal(vm, first);
    value_xdecref(vm, r);
    return VALUE_NULL;
}

Value io_flush_then_close(MinipyVM *vm, Value self, Value inner)
{
    Value r = io_flush(vm, self);
    value_xdecref(vm, r);
    Value first = r ? VALUE_NULL : error_fetch(vm);
    r = io_close(vm, inner);
    return first ? io_first_error_steal(vm, r, first) : r;
}

int io_repr_enter(MinipyVM *vm, Value self)
{
    int r = repr_enter(vm, self);
    if (r > 0)
        error_set(vm, EXC_RuntimeError, "reentrant call inside %T.__repr__", self);
    return r ? -1 : 0;
}

Value io_repr_named(MinipyVM *vm, Value self, const char *extra)
{
    Value name;
    TypeObj *t = value_type(vm, self);
    int r = object_lookup_attr(vm, self, NAME(vm, name), &name);
    if (r < 0) {
        if (!error_matches(vm, EXC_ValueError))
            return VALUE_NULL;
        error_clear(vm); /* detached */
        r = 0;
    }
    const char *module = t->flags & TYPE_HEAP ? "" : "_io.";
    Value s = r ? str_format_c(vm, "<%S%s%U name=%R%s>", vm->empty_str, module, t->name,
                               name, extra)
                : str_format_c(vm, "<%s%U%s>", module, t->name, extra);
    value_xdecref(vm, name);
    return s;
}

static int check_closed(MinipyVM *vm, Value self)
{
    int r = io_is_closed(vm, self);
    if (r > 0)
        io_closed_error(vm);
    return r ? -1 : 0;
}

/* ---- _IOBase --------------------------------------------------------------------- */

#define UNSUPPORTED(prefix, name)                                                      \
    FN(prefix##_##name)                                                                \
    {                                                                                  \
        return io_unsupported(vm, #name);                                              \
    }
UNSUPPORTED(base, seek)
UNSUPPORTED(base, truncate)
UNSUPPORTED(base, fileno)

FN(base_tell)
{
    Value a[2] = {value_from_imm(0), value_from_imm(1)};
    return call_method_cstr(vm, self, "seek", a, 2);
}

/* "closed" of the base class is an attribute set by close(); a FileIO knows itself. */
static bool base_closed_flag(MinipyVM *vm, Value self)
{
    if (io_file_closed(self))
        return true;
    Value v, name = str_intern_cstr(vm, "__IOBase_closed");
    if (name &&
        !(value_type(vm, self)->flags & TYPE_HEAP)) { /* no class of ours has it */
        bool set = object_own_attr_borrow(vm, self, name);
        value_decref(vm, name);
        return set;
    }
    int r = name ? object_lookup_attr(vm, self, name, &v) : 0;
    value_xdecref(vm, name);
    if (r > 0)
        value_decref(vm, v);
    error_clear(vm);
    return r > 0;
}

FN(base_flush)
{
    bool closed_file =
        value_type(vm, self)->spec == &io_file_spec && FILEIO(self)->fd < 0;
    return closed_file || base_closed_flag(vm, self) ? io_closed_error(vm) : VALUE_NONE;
}

FN(base_close)
{
    if (base_closed_flag(vm, self))
        return VALUE_NONE;
    Value r = io_call0(vm, self, "flush");
    Value error = r ? VALUE_NULL : error_fetch(vm);
    int set = attr_set(vm, self, "__IOBase_closed", VALUE_TRUE);
    value_xdecref(vm, r);
    if (error) {
        error_clear(vm);
        error_restore_steal(vm, error);
        return VALUE_NULL;
    }
    return set < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(base_no)
{
    return VALUE_FALSE;
}

FN(base_isatty)
{
    return check_closed(vm, self) < 0 ? VALUE_NULL : VALUE_FALSE;
}

#define CHECK(name, ask, message)                                                      \
    FN(base_check_##name)                                                              \
    {                                                                                  \
        return io_require(vm, self, ask, message) < 0 ? VALUE_NULL : VALUE_TRUE;       \
    }
CHECK(readable, "readable", IO_NOT_READABLE)
CHECK(writable, "writable", IO_NOT_WRITABLE)
CHECK(seekable, "seekable", IO_NOT_SEEKABLE)

FN(base_check_closed)
{
    return check_closed(vm, self) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(base_enter)
{
    return check_closed(vm, self) < 0 ? VALUE_NULL : value_incref(self);
}

FN(base_exit)
{
    return io_call0(vm, self, "close");
}

/* Reads by peek() where there is one, else byte by byte, until a newline. */
static Value read_line(MinipyVM *vm, Value self, int64_t limit)
{
    Value peek, chunks = bytearray_from(vm, NULL, 0);
    if (!chunks || object_lookup_attr(vm, self, NAME(vm, peek), &peek) < 0) {
        value_xdecref(vm, chunks);
        return VALUE_NULL;
    }
    bool ok = true;
    while (ok && (limit < 0 || BYTEARRAY(chunks)->size < limit)) {
        int64_t want = 1;
        if (peek) {
            Value ahead = call1(vm, peek, value_from_imm(1));
            if (!ahead && io_interrupted(vm))
                continue;
            ok = ahead && value_is_bytes(ahead);
            if (ahead && !ok)
                error_set(vm, EXC_OSError,
                          "peek() should have returned a bytes object, not '%T'",
                          ahead);
            if (ok && BYTES(ahead)->size > 0) {
                int64_t n = BYTES(ahead)->size,
                        room = limit < 0 ? n : limit - BYTEARRAY(chunks)->size;
                if (n > room)
                    n = room;
                const uint8_t *nl = memchr(BYTES(ahead)->data, '\n', (size_t)n);
                want = nl ? nl - BYTES(ahead)->data + 1 : n;
            }
            value_xdecref(vm, ahead);
            if (!ok)
                break;
        }
        Value b = io_call1(vm, self, "read", value_from_imm(want));
        if (!b && io_interrupted(vm))
            continue;
        ok = b && value_is_bytes(b);
        if (b && !ok)
            error_set(vm, EXC_OSError,
                      "read() should have returned a bytes object, not '%T'", b);
        if (!ok || BYTES(b)->size == 0) {
            value_xdecref(vm, b);
            break;
        }
        Value r = io_call1(vm, chunks, "extend", b);
        bool end = BYTES(b)->data[BYTES(b)->size - 1] == '\n';
        ok = r != VALUE_NULL;
        value_xdecref(vm, r);
        value_decref(vm, b);
        if (end)
            break;
    }
    Value line = ok ? bytes_from(vm, BYTEARRAY(chunks)->data, BYTEARRAY(chunks)->size)
                    : VALUE_NULL;
    value_xdecref(vm, peek);
    value_decref(vm, chunks);
    return line;
}

FN(base_readline)
{
    int64_t limit;
    if (!io_size_arg(vm, GIVEN(0), -1, &limit))
        return VALUE_NULL;
    return read_line(vm, self, limit);
}

static Value base_iter(MinipyVM *vm, Value self)
{
    return check_closed(vm, self) < 0 ? VALUE_NULL : value_incref(self);
}

static Value base_next(MinipyVM *vm, Value self)
{
    Value line = call_method(vm, self, NAME(vm, readline), NULL, 0);
    if (line) {
        int64_t n = object_length(vm, line);
        if (n <= 0)
            value_clear(vm, &line);
    }
    return line;
}

FN(base_readlines)
{
    int64_t hint, total = 0;
    if (!io_size_arg(vm, GIVEN(0), -1, &hint))
        return VALUE_NULL;
    Value list = list_new(vm, 0), it = list ? object_iter(vm, self) : VALUE_NULL, line;
    if (!it) {
        value_xdecref(vm, list);
        return VALUE_NULL;
    }
    while ((line = iter_next(vm, it))) {
        int64_t length = hint > 0 ? object_length(vm, line) : 0;
        if (list_append_steal(vm, list, line) < 0 || length < 0 ||
            (hint > 0 && (total += length) > hint))
            break;
    }
    value_decref(vm, it);
    if (error_occurred(vm))
        value_clear(vm, &list);
    return list;
}

Value io_write_lines(MinipyVM *vm, Value self, Value lines, BinarySlot write)
{
    Value it = object_iter(vm, lines), line;
    if (!it)
        return VALUE_NULL;
    while ((line = iter_next(vm, it))) {
        Value r = write(vm, self, line);
        value_decref(vm, line);
        value_xdecref(vm, r);
        if (!r)
            break;
    }
    value_decref(vm, it);
    return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
}

static Value write_line(MinipyVM *vm, Value self, Value line)
{
    Value r;
    do
        r = call_method(vm, self, NAME(vm, write), &line, 1);
    while (!r && io_interrupted(vm));
    return r;
}

FN(base_writelines)
{
    return check_closed(vm, self) < 0 ? VALUE_NULL
                                      : io_write_lines(vm, self, args[0], write_line);
}

GETTER(base_get_closed)
{
    return value_from_bool(base_closed_flag(vm, self));
}

/* self._finalizing = True, which ours have as a field. */
static void set_finalizing(MinipyVM *vm, Value self)
{
    TypeObj *t = value_type(vm, self);
    if (t == vm->io->file) {
        FILEIO(self)->finalizing = true;
    } else if (is_buffered(vm, t)) {
        BUFFERED(self)->finalizing = true;
    } else if (t == vm->io->wrapper) {
        TEXT(self)->finalizing = true;
    } else if (attr_set(vm, self, "_finalizing", VALUE_TRUE) < 0) {
        error_clear(vm);
    }
}

/* A stream that dies open is closed. Its close() warns of that where it sees
 * _finalizing. What goes wrong is shown in the development mode only, as in CPython. */
static void base_finalize(MinipyVM *vm, Value self)
{
    TypeObj *t = value_type(vm, self);
    if (!vm->io || !vm->sysdict || t == vm->io->bytes_io || t == vm->io->string_io ||
        t == vm->io->pair)
        return; /* they hold nothing open themselves */
    int closed = io_is_closed(vm, self);
    error_clear(vm);
    if (closed != 0)
        return;
    set_finalizing(vm, self);
    Value r = io_close(vm, self);
    if (!r && vm->settings.dev_mode)
        error_unraisable(vm, NULL, self);
    value_xdecref(vm, r);
    error_clear(vm);
}

static METHODS(base_methods,
    {"seek", base_seek, M_BARE | M_UNSIGNED, "($self, *args)", "Moves the stream's position; returns the new one."},
    {"tell", base_tell, 0, "($self, /)", "The stream's position."},
    {"truncate", base_truncate, M_BARE | M_UNSIGNED, "($self, *args)",
     "Cuts the file off at a size, that of the position if none is given."},
    {"flush", base_flush, 0, "($self, /)", "Writes what waits in buffers."},
    {"close", base_close, 0, "($self, /)", "Flushes and closes the stream, once."},
    {"seekable", base_no, 0, "($self, /)", "Whether the position can be moved."},
    {"readable", base_no, 0, "($self, /)", "Whether the stream can be read."},
    {"writable", base_no, 0, "($self, /)", "Whether the stream can be written."},
    {"_checkClosed", base_check_closed, M_UNSIGNED, "($self, /)", NULL},
    {"_checkSeekable", base_check_seekable, M_UNSIGNED, "($self, /)", NULL},
    {"_checkReadable", base_check_readable, M_UNSIGNED, "($self, /)", NULL},
    {"_checkWritable", base_check_writable, M_UNSIGNED, "($self, /)", NULL},
    {"fileno", base_fileno, 0, "($self, /)", "The file descriptor behind the stream."},
    {"isatty", base_isatty, 0, "($self, /)", "Whether the stream is a terminal."},
    {"__enter__", base_enter, M_UNSIGNED, "($self, /)", NULL},
    {"__exit__", base_exit, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"readline", base_readline, 0, "($self, size=-1, /)", "The next line, of at most `size` bytes or characters."},
    {"readlines", base_readlines, 0, "($self, hint=-1, /)",
     "A list of the lines that are left; after `hint` characters it is enough."},
    {"writelines", base_writelines, 0, "($self, lines, /)", "Writes each of the lines, without adding line ends."},
);

static GETSETS(base_getsets,
    GETS_SETS("__dict__", inst_dict_get, inst_dict_set),
    GETS("closed", base_get_closed),
);

#define STREAM_FLAGS (TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS)
TYPE_SPEC(io_base_spec,
    .name = "_io._IOBase", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "The abstract base class for all I/O classes.",
    .flags = STREAM_FLAGS, .basicsize = sizeof(BaseObj), .inst_offset = offsetof(BaseObj, head),
    .slots = {.new_ = type_alloc_new, .iter = base_iter, .iternext = base_next, .finalize = base_finalize},
    .methods = base_methods, .getsets = base_getsets,
);

/* ---- _RawIOBase ------------------------------------------------------------------ */

FN(raw_readall)
{
    Value chunks = list_new(vm, 0);
    while (chunks) {
        Value b = io_call1(vm, self, "read", value_from_imm(IO_BUFFER_SIZE));
        if (!b && io_interrupted(vm))
            continue;
        if (!b) {
            value_clear(vm, &chunks);
            break;
        }
        if (b == VALUE_NONE) {
            if (list_size(chunks) == 0) {
                value_decref(vm, chunks);
                return VALUE_NONE;
            }
            break;
        }
        if (!value_is_bytes(b)) {
            value_decref(vm, b);
            value_decref(vm, chunks);
            return error_set(vm, EXC_TypeError, "read() should return bytes");
        }
        bool end = BYTES(b)->size == 0;
        if (list_append_steal(vm, chunks, b) < 0)
            value_clear(vm, &chunks);
        if (end)
            break;
    }
    Value all = chunks ? io_call1(vm, vm->empty_bytes, "join", chunks) : VALUE_NULL;
    value_xdecref(vm, chunks);
    return all;
}

FN(raw_read)
{
    int64_t n = -1;
    if (GIVEN(0) && !arg_ssize(vm, args[0], &n))
        return VALUE_NULL;
    if (n < 0)
        return io_call0(vm, self, "readall");
    Value buf = bytearray_from(vm, NULL, 0), room = buf ? int_new(vm, n) : VALUE_NULL,
          got = VALUE_NULL;
    Value filled =
        room ? call1(vm, value_from_obj(vm->types[KIND_BYTEARRAY]), room) : VALUE_NULL;
    if (filled)
        got = io_call1(vm, self, "readinto", filled);
    Value r = got;
    if (got && got != VALUE_NONE) {
        int64_t k = number_as_ssize(vm, got, EXC_ValueError);
        /* readinto() may have changed the size of what it was given. */
        if (k < 0 && !error_occurred(vm))
            error_set(vm, EXC_SystemError,
                      "Negative size passed to PyBytes_FromStringAndSize");
        r = error_occurred(vm) || k > n || k > BYTEARRAY(filled)->size
                ? VALUE_NULL
                : bytes_from(vm, BYTEARRAY(filled)->data, k);
        if (!r && !error_occurred(vm))
            error_set(vm, EXC_ValueError, "readinto() returned a bad length");
        value_decref(vm, got);
    }
    value_xdecref(vm, buf);
    value_xdecref(vm, room);
    value_xdecref(vm, filled);
    return r;
}

/* For a subclass to define; whatever it is given. */
FN(raw_missing)
{
    return error_set_none(vm, EXC_NotImplementedError);
}

static METHODS(raw_methods,
    {"read", raw_read, 0, "($self, size=-1, /)", NULL},
    {"readall", raw_readall, 0, "($self, /)", "Read until EOF, using multiple read() call."},
    {"readinto", raw_missing, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
    {"write", raw_missing, M_BARE | M_UNSIGNED, "($self, *args)", NULL},
);

TYPE_SPEC(io_raw_spec,
    .name = "_io._RawIOBase", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "Base class for raw binary I/O.",
    .flags = STREAM_FLAGS, .basicsize = sizeof(BaseObj), .inst_offset = offsetof(BaseObj, head),
    .methods = raw_methods,
);

/* ---- _BufferedIOBase, _TextIOBase ------------------------------------------------ */

static Value read_into(MinipyVM *vm, Value self, Value target, const char *method)
{
    Buffer view;
    if (buffer_get_writable(vm, target, &view,
                            strcmp(method, "read1") == 0 ? "readinto1() argument"
                                                         : "readinto() argument") < 0)
        return VALUE_NULL;
    Value n = int_new(vm, view.size),
          b = n ? io_call1(vm, self, method, n) : VALUE_NULL, r = VALUE_NULL;
    if (b && !value_is_bytes(b))
        error_set(vm, EXC_TypeError, "read() should return bytes");
    else if (b && BYTES(b)->size > view.size)
        error_set(vm, EXC_ValueError,
                  "read() returned too much data: %zd bytes requested, %zd returned",
                  view.size, BYTES(b)->size);
    else if (b) {
        memcpy(view.data, BYTES(b)->data, (size_t)BYTES(b)->size);
        r = int_new(vm, BYTES(b)->size);
    }
    value_xdecref(vm, n);
    value_xdecref(vm, b);
    buffer_release(vm, &view);
    return r;
}

FN(bufbase_readinto)
{
    return read_into(vm, self, args[0], "read");
}

FN(bufbase_readinto1)
{
    return read_into(vm, self, args[0], "read1");
}

UNSUPPORTED(lacks, read)
UNSUPPORTED(lacks, read1)
UNSUPPORTED(lacks, readline)
UNSUPPORTED(lacks, write)
UNSUPPORTED(lacks, detach)

static METHODS(bufbase_methods,
    {"detach", lacks_detach, 0, "($self, /)", "Gives the raw stream away; the buffer cannot be used after that."},
    {"read", lacks_read, M_BARE | M_UNSIGNED, "($self, *args)",
     "At most n bytes; all up to the end if n is left out, None or negative."},
    {"read1", lacks_read1, M_BARE | M_UNSIGNED, "($self, *args)",
     "At most n bytes, by at most one read() of the raw stream."},
    {"readinto", bufbase_readinto, 0, "($self, buffer, /)", NULL},
    {"readinto1", bufbase_readinto1, 0, "($self, buffer, /)", NULL},
    {"write", lacks_write, M_BARE | M_UNSIGNED, "($self, *args)", "Writes the bytes; returns how many they are."},
);

TYPE_SPEC(io_buffered_spec,
    .name = "_io._BufferedIOBase", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "Base class for buffered IO objects.",
    .flags = STREAM_FLAGS, .basicsize = sizeof(BaseObj), .inst_offset = offsetof(BaseObj, head),
    .methods = bufbase_methods,
);

GETTER(text_none)
{
    return VALUE_NONE;
}

static METHODS(textbase_methods,
    {"detach", lacks_detach, M_UNSIGNED, "($self, /)", "Gives the buffer away; the stream cannot be used after that."},
    {"read", lacks_read, M_BARE | M_UNSIGNED, "($self, *args)",
     "At most n characters; all up to the end if n is left out or negative."},
    {"readline", lacks_readline, M_BARE | M_UNSIGNED, "($self, *args)", "The next line; an empty string at the end."},
    {"write", lacks_write, M_BARE | M_UNSIGNED, "($self, *args)",
     "Writes the string; returns how many characters it has."},
);
static GETSETS(textbase_getsets,
    {"encoding", text_none, NULL, "The name of the stream's encoding.", NULL},
    {"newlines", text_none, NULL, "The line ends that were translated so far.", NULL},
    {"errors", text_none, NULL, "The name of the error handler.", NULL},
);

TYPE_SPEC(io_text_spec,
    .name = "_io._TextIOBase", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "Base class for text I/O.",
    .flags = STREAM_FLAGS, .basicsize = sizeof(BaseObj), .inst_offset = offsetof(BaseObj, head),
    .methods = textbase_methods, .getsets = textbase_getsets,
);
