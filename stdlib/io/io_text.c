/* io_text.c - TextIOWrapper: text over a buffered stream. How one is made, writing, and
 * attributes; reading is in io_text_read.c, positions in io_text_seek.c.
 *
 * Writing keeps encoded bytes in `pending` until a flush, a line end (line_buffering)
 * or enough of them. Read first: io_text_private.h.
 */
#include <stdio.h>

#include "stdlib/io/io_text_private.h"
#include "vm/import/import.h"
#include "vm/types/object_type.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

bool text_not_ok(MinipyVM *vm, TextObj *t)
{
    error_set(vm, EXC_ValueError,
              t->detached ? "underlying buffer has been detached"
                          : "I/O operation on uninitialized object");
    return false;
}

bool text_open(MinipyVM *vm, TextObj *t)
{
    if (!text_ok(vm, t))
        return false;
    int closed = io_is_closed(vm, t->buffer);
    if (closed > 0)
        io_closed_error(vm);
    return closed == 0 && text_ok(vm, t);
}

Value text_call_buffer(MinipyVM *vm, TextObj *t, const char *name, const Value *args,
                       size_t nargs)
{
    if (!t->buffer)
        return text_ok(vm, t), VALUE_NULL;
    Value buffer = value_incref(t->buffer);
    Value r = call_method_cstr(vm, buffer, name, args, nargs);
    value_decref(vm, buffer);
    return r;
}

/* buffer.NAME() as truth: 1, 0, -1. */
static int ask_buffer(MinipyVM *vm, TextObj *t, const char *name)
{
    return object_is_true_steal(vm, text_call_buffer(vm, t, name, NULL, 0));
}

/* ---- encodings ------------------------------------------------------------------- */

static BuiltinCodec codec_of(const char *name)
{
    BuiltinCodec codec = codec_builtin(name);
    return codec <= CODEC_LATIN1 ? codec : CODEC_NONE;
}

/* make(errors), which hears of them as far as a C string goes. */
static Value coder_made(MinipyVM *vm, Value make, Value errors)
{
    const char *name = str_utf8(vm, errors, NULL);
    Value text = name ? str_from_cstr(vm, name) : VALUE_NULL;
    Value coder = text ? call1(vm, make, text) : VALUE_NULL;
    value_xdecref(vm, text);
    return coder;
}

Value text_incremental(MinipyVM *vm, TextObj *t, const char *getter)
{
    Value codecs = import_module(vm, "codecs"), factory = VALUE_NULL, r = VALUE_NULL;
    Value encoding = value_incref(t->encoding), errors = value_incref(t->errors);
    if (codecs)
        factory = call_method_cstr(vm, codecs, getter, &encoding, 1);
    if (factory)
        r = coder_made(vm, factory, errors);
    value_xdecref(vm, codecs);
    value_xdecref(vm, factory);
    value_decref(vm, encoding);
    value_decref(vm, errors);
    return r;
}

/* The encoder and the decoder of a codec that has no code of ours. Each is made when
 * the buffer has said that it can be used; where it cannot, the one from before stays.
 */
typedef struct Coders {
    Value info; /* a codecs.CodecInfo, or VALUE_NULL: the codec is one of our own */
    BuiltinCodec codec;
    Value decoder, encoder;
} Coders;

/* LookupError, if it is none for text. -1: error. */
static int coders_find(MinipyVM *vm, Value encoding, Coders *c)
{
    *c = (Coders){.codec = CODEC_NONE};
    const char *name = str_utf8(vm, encoding, NULL);
    if (!name)
        return -1;
    c->codec = codec_of(name);
    if (c->codec == CODEC_NONE)
        c->info = codec_lookup_text(vm, name, "codecs.open()");
    return c->codec != CODEC_NONE || c->info ? 0 : -1;
}

static void coders_drop(MinipyVM *vm, Coders *c)
{
    value_xdecref(vm, c->info);
    value_xdecref(vm, c->decoder);
    value_xdecref(vm, c->encoder);
}

/* info.FACTORY(errors), unless the codec is one of our own. -1: error. */
static int make_coder(MinipyVM *vm, Coders *c, const char *factory, Value errors,
                      Value *out)
{
    if (!c->info)
        return 0;
    Value make = attr_get(vm, c->info, factory);
    if (make)
        *out = coder_made(vm, make, errors);
    value_xdecref(vm, make);
    return *out ? 0 : -1;
}

/* What stands in the reading direction now: the decoder or one of our own. */
static void use_decoder(MinipyVM *vm, TextObj *t, Coders *c)
{
    t->reads_as = c->codec;
    t->ntail = t->seen = 0;
    t->pending_cr = false;
    t->can_read = true;
    value_set_steal(vm, &t->decoder, c->decoder);
    c->decoder = VALUE_NULL;
}

/* Asks the buffer in which directions it goes. A coder that cannot be made leaves none
 * in its direction. -1: error; the decoder has been taken over if it was made. */
static int make_coders(MinipyVM *vm, TextObj *t, Coders *c, Value errors)
{
    int readable = ask_buffer(vm, t, "readable");
    if (readable < 0)
        return -1;
    if (readable && make_coder(vm, c, "incrementaldecoder", errors, &c->decoder) < 0) {
        value_clear(vm, &t->decoder);
        t->can_read = false;
        return -1;
    }
    int writable = ask_buffer(vm, t, "writable");
    bool lost = writable > 0 &&
                make_coder(vm, c, "incrementalencoder", errors, &c->encoder) < 0;
    if (lost) {
        value_clear(vm, &t->encoder);
        t->can_write = false;
        t->writes_as = CODEC_NONE;
    }
    if (writable < 0 || lost) {
        if (readable)
            use_decoder(vm, t, c);
        return -1;
    }
    t->can_read |= readable;
    t->can_write |= writable;
    return 0;
}

/* The encodings of Unicode, which CPython's wrapper encodes itself too: by the name
 * that the codec gives. NULL: another. */
static const char *encoded_directly(MinipyVM *vm, Value info)
{
    static const char *const names[] = {"utf-16", "utf-16-le", "utf-16-be",
                                        "utf-32", "utf-32-le", "utf-32-be"};
    Value name = VALUE_NULL;
    const char *found = NULL;
    if (object_lookup_attr(vm, info, NAME(vm, name), &name) < 0)
        return NULL;
    for (size_t i = 0; name && value_is_str(name) && i < sizeof names / sizeof *names;
         i++)
        if (str_equal_ascii(name, names[i]))
            found = names[i];
    value_xdecref(vm, name);
    return found;
}

static int use_coders_steal(MinipyVM *vm, TextObj *t, Coders *c)
{
    t->reads_as = t->writes_as = c->codec;
    if (t->can_read) { /* the decoder is a new one */
        t->ntail = t->seen = 0;
        t->pending_cr = false;
    }
    if (c->encoder || !c->info)
        t->direct = c->info ? encoded_directly(vm, c->info) : NULL;
    if (c->encoder || !c->info)
        value_set_steal(vm, &t->encoder, c->encoder);
    if (c->decoder || !c->info)
        value_set_steal(vm, &t->decoder, c->decoder);
    value_xdecref(vm, c->info);
    return error_occurred(vm) ? -1 : 0;
}

/* ---- construction ---------------------------------------------------------------- */

/* The text of NEWLINE, a str, None or VALUE_NULL (*out NULL); -1: it is no newline. */
static int newline_text(MinipyVM *vm, Value newline, const char **out)
{
    const char *s = *out = NULL;
    if (!newline || newline == VALUE_NONE)
        return 0;
    if (!(s = str_utf8(vm, newline, NULL)))
        return -1;
    if (*s && strcmp(s, "\n") && strcmp(s, "\r") && strcmp(s, "\r\n"))
        return error_set(vm, EXC_ValueError, "illegal newline value: %s", s), -1;
    *out = s;
    return 0;
}

static void set_newline(TextObj *t, const char *s)
{
    t->has_newline = s != NULL;
    snprintf(t->newline, sizeof t->newline, "%s", s ? s : "");
    t->universal = !s || !*s;
    t->translate_read = !s;
    t->write_crlf = s && strcmp(s, "\r\n") == 0;
    t->write_cr = s && strcmp(s, "\r") == 0;
}

int text_reset_encoder(MinipyVM *vm, TextObj *t, bool start)
{
    if (!t->encoder)
        return 0;
    Value encoder = value_incref(t->encoder);
    t->at_start = start;
    Value r = start ? io_call0(vm, encoder, "reset")
                    : io_call1(vm, encoder, "setstate", value_from_imm(0));
    value_decref(vm, encoder);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* What is written next may come after something: then no BOM is written. */
static int fix_encoder(MinipyVM *vm, TextObj *t)
{
    if (!t->can_write)
        return 0;
    if (t->seekable <
        0) /* the standard streams are not asked before somebody needs it */
        t->seekable = (int8_t)io_ask(vm, t->buffer, "seekable");
    if (t->seekable <= 0)
        return t->seekable;
    t->at_start = true;
    Value at = text_call_buffer(vm, t, "tell", NULL, 0);
    int start = at ? object_compare_bool(vm, at, value_from_imm(0), CMP_EQ) : -1;
    value_xdecref(vm, at);
    return start ? (start < 0 ? -1 : 0) : text_reset_encoder(vm, t, false);
}

static int text_setup(MinipyVM *vm, TextObj *t, Value buffer, Value encoding,
                      Value errors, bool line_buffering, bool write_through)
{
    value_set_steal(vm, &t->buffer, value_incref(buffer));
    value_set_steal(vm, &t->encoding, value_incref(encoding));
    value_set_steal(vm, &t->errors, value_incref(errors));
    value_clear(vm, &t->decoder);
    value_clear(vm, &t->encoder);
    text_forget_decoded(vm, t);
    if (!str_cstr(vm, encoding) || !str_utf8(vm, errors, NULL))
        return -1;
    t->can_read = t->can_write = t->at_start = false;
    t->direct = NULL;
    t->line_buffering = line_buffering;
    t->write_through = write_through;
    t->npending = 0;
    t->waiting = false;
    t->ntail = 0;
    t->seen = 0;
    t->bytes_per_char = 0;
    t->chunk_size = CHUNK;
    t->telling = true;
    t->seekable = -1;
    t->pending_cr = t->detached = false;
    return 0;
}

/* The development mode wants the name of the error handler to be known at once. */
static int check_errors(MinipyVM *vm, Value errors)
{
    const char *name = vm->settings.dev_mode ? str_utf8(vm, errors, NULL) : NULL;
    Value handler = name ? codec_lookup_error(vm, name) : VALUE_NULL;
    value_xdecref(vm, handler);
    return error_occurred(vm) ? -1 : 0;
}

/* What CPython asks a buffer for when a wrapper is made; one in Python can see it. */
static int ask_abilities(MinipyVM *vm, TextObj *t)
{
    int seekable = ask_buffer(vm, t, "seekable");
    if (seekable < 0 || !t->buffer)
        return -1;
    t->seekable = (int8_t)seekable;
    t->telling = seekable;
    Value buffer = value_incref(t->buffer), read1;
    int r = attr_lookup(vm, buffer, "read1", &read1);
    value_decref(vm, buffer);
    value_xdecref(vm, read1);
    t->has_read1 = r > 0;
    return r < 0 ? -1 : fix_encoder(vm, t);
}

/* The same for one of our own, which need not be asked. */
static int know_abilities(MinipyVM *vm, TextObj *t)
{
    TypeObj *type = value_type(vm, t->buffer);
    t->can_read = type != vm->io->writer;
    t->can_write = type != vm->io->reader;
    t->has_read1 = true;
    if (t->reads_as == CODEC_NONE && ask_abilities(vm, t) < 0)
        return -1;
    t->ok = true;
    return 0;
}

/* With the codec found, the rest of what __init__ does. Takes the coders over. */
static int text_begin(MinipyVM *vm, TextObj *t, Coders *c, bool ask)
{
    if ((ask || c->info) && make_coders(vm, t, c, t->errors) < 0) {
        coders_drop(vm, c);
        return -1;
    }
    if (use_coders_steal(vm, t, c) < 0)
        return -1;
    return ask ? ask_abilities(vm, t) : know_abilities(vm, t);
}

#define WRAPPER_SIGNATURE                                                              \
    "(buffer, encoding=None, errors=None, newline=None,\n"                             \
    "              line_buffering=False, write_through=False)"
static int text_init(NATIVE_ARGS)
{
    static const MethodDef row = {.name = "TextIOWrapper",
                                  .signature = WRAPPER_SIGNATURE};
    Value a[6];
    TextObj *t = TEXT(self);
    t->ok = t->detached = false;
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return -1;
    int lb = 0, wt = 0;
    const char *newline;
    if (!io_text_arg(vm, a[1], "TextIOWrapper", "encoding") ||
        !io_text_arg(vm, a[3], "TextIOWrapper", "newline") ||
        (a[4] && !arg_int(vm, a[4], &lb)) || (a[5] && !arg_int(vm, a[5], &wt)))
        return -1;
    if (a[2] && a[2] != VALUE_NONE && !value_is_str(a[2]))
        return arg_type_error(vm, "TextIOWrapper", "errors", "str or None", a[2]), -1;
    if (newline_text(vm, a[3], &newline) < 0)
        return -1;
    set_newline(t, newline);
    if ((!a[1] || a[1] == VALUE_NONE) && io_warn_default_encoding(vm, 1) < 0)
        return -1;
    bool locale = !a[1] || a[1] == VALUE_NONE || str_equal_ascii(a[1], "locale");
    const char *preferred = vm->settings.utf8_mode && !(a[1] && a[1] != VALUE_NONE)
                                ? "utf-8"
                                : io_locale_encoding(vm);
    Value encoding = locale ? str_from_cstr(vm, preferred) : value_incref(a[1]);
    Value errors =
        a[2] && a[2] != VALUE_NONE ? value_incref(a[2]) : str_from_cstr(vm, "strict");
    Coders c = {0};
    int r = encoding && errors && coders_find(vm, encoding, &c) == 0 &&
                    check_errors(vm, errors) == 0
                ? text_setup(vm, t, a[0], encoding, errors, lb, wt)
                : -1;
    if (r == 0)
        r = text_begin(vm, t, &c, true);
    else
        coders_drop(vm, &c);
    t->ok = r == 0 && t->buffer;
    value_xdecref(vm, encoding);
    value_xdecref(vm, errors);
    return r;
}

Value text_new(MinipyVM *vm, Value buffer, const char *encoding, const char *errors,
               const char *newline, bool line_buffering, bool write_through)
{
    TextObj *t = (TextObj *)object_alloc(vm, vm->io->wrapper, 0);
    Value e = t ? str_from_cstr(vm, encoding) : VALUE_NULL,
          r = e ? str_from_cstr(vm, errors) : VALUE_NULL;
    Coders c = {0};
    if (t)
        set_newline(t, newline);
    if (!r || text_setup(vm, t, buffer, e, r, line_buffering, write_through) < 0 ||
        coders_find(vm, e, &c) < 0 || text_begin(vm, t, &c, false) < 0) {
        if (t)
            obj_decref(vm, &t->ob);
        t = NULL;
    }
    value_xdecref(vm, e);
    value_xdecref(vm, r);
    return t ? value_from_obj(t) : VALUE_NULL;
}

static void text_clear(MinipyVM *vm, Object *o)
{
    TextObj *t = (TextObj *)o;
    t->ok = false;
    object_values_release(vm, o);
    mem_free(vm, t->pending);
    t->pending = NULL;
    t->npending = t->pending_capacity = 0;
}

/* The other fields are str and bytes, which close no cycle. */
static int text_traverse(Object *o, VisitFn visit, void *arg)
{
    TextObj *t = (TextObj *)o;
    GC_VISIT(t->buffer);
    GC_VISIT(t->decoder);
    GC_VISIT(t->encoder);
    GC_VISIT(t->snapshot_flags);
    return 0;
}

/* ---- writing --------------------------------------------------------------------- */

/* May the C functions of BufferedWriter be called, without a look-up of the method? */
static bool plain_writer(MinipyVM *vm, Value buffer, bool random_too)
{
    TypeObj *type = value_type(vm, buffer);
    return (type == vm->io->writer || (random_too && type == vm->io->random)) &&
           BUFFERED(buffer)->ok && BUFFERED(buffer)->raw &&
           value_type(vm, BUFFERED(buffer)->raw) == vm->io->file &&
           FILEIO(BUFFERED(buffer)->raw)->fd >= 0;
}

static int write_to_buffer(MinipyVM *vm, Value buffer, const char *data, int64_t n)
{
    if (plain_writer(vm, buffer, true))
        return buffered_write_bytes(vm, BUFFERED(buffer), data, n);
    Value bytes = bytes_from(vm, data, n);
    Value r = VALUE_NULL;
    while (bytes && !(r = call_method(vm, buffer, NAME(vm, write), &bytes, 1)) &&
           io_interrupted(vm))
        ;
    value_xdecref(vm, bytes);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* Hands the pending bytes to the buffer. They are taken away first: other threads may
 * write meanwhile. */
int text_write_something(MinipyVM *vm, TextObj *t)
{
    if (!t->buffer)
        return text_ok(vm, t), -1;
    char *data = t->pending;
    int64_t n = t->npending, capacity = t->pending_capacity;
    t->pending = NULL;
    t->npending = t->pending_capacity = 0;
    t->waiting = false;
    Value buffer = value_incref(t->buffer);
    int r = write_to_buffer(vm, buffer, data, n);
    value_decref(vm, buffer);
    if (t->pending) {
        mem_free(vm, data);
    } else { /* its room serves again */
        t->pending = data;
        t->pending_capacity = capacity;
    }
    return r;
}

static Value flush_buffer(MinipyVM *vm, TextObj *t)
{
    if (!t->buffer)
        return text_ok(vm, t), VALUE_NULL;
    Value buffer = value_incref(t->buffer), r;
    if (plain_writer(vm, buffer, false))
        r = buffered_flush(vm, BUFFERED(buffer)) < 0 ? VALUE_NULL : VALUE_NONE;
    else
        r = io_flush(vm, buffer);
    value_decref(vm, buffer);
    return r;
}

Value text_flush(NATIVE_ARGS)
{
    TextObj *t = TEXT(self);
    if (!text_open(vm, t))
        return VALUE_NULL;
    t->telling = t->seekable != 0;
    return text_write_pending(vm, t) < 0 ? VALUE_NULL : flush_buffer(vm, t);
}

/* Room for N bytes more. A chunk that they would overflow is written first. */
static int make_pending_room(MinipyVM *vm, TextObj *t, int64_t n)
{
    if (t->waiting && t->npending + n > t->chunk_size &&
        text_write_something(vm, t) < 0)
        return -1;
    if (t->npending + n > t->pending_capacity) {
        int64_t capacity = t->npending + n < CHUNK ? CHUNK : (t->npending + n) + CHUNK;
        char *p = mem_realloc(vm, t->pending, (size_t)capacity);
        if (!p)
            return -1;
        t->pending = p;
        t->pending_capacity = capacity;
    }
    return 0;
}

static inline int add_pending(MinipyVM *vm, TextObj *t, const void *data, int64_t n)
{
    int64_t all = t->npending + n;
    if (unlikely(all > t->chunk_size || all > t->pending_capacity) &&
        make_pending_room(vm, t, n) < 0)
        return -1;
    if (n)
        memcpy(t->pending + t->npending, data, (size_t)n);
    t->npending += n;
    t->waiting = true;
    return 0;
}

static Value encode_as(MinipyVM *vm, TextObj *t, Value text, const char *encoding)
{
    Value held = value_incref(t->errors);
    const char *errors = str_utf8(vm, held, NULL);
    Value b = errors ? str_encode(vm, text, encoding, errors) : VALUE_NULL;
    value_decref(vm, held);
    return b;
}

/* A BOM is written at the start of a stream, and a pipe has none. */
static Value encode_direct(MinipyVM *vm, TextObj *t, Value text)
{
    const char *encoding = t->direct;
    if (!t->at_start && strcmp(encoding, "utf-16") == 0)
        encoding = "utf-16-le";
    else if (!t->at_start && strcmp(encoding, "utf-32") == 0)
        encoding = "utf-32-le";
    t->at_start = false;
    return encode_as(vm, t, text, encoding);
}

static Value encode_text(MinipyVM *vm, TextObj *t, Value text)
{
    if (t->writes_as != CODEC_NONE)
        return encode_as(vm, t, text, io_own_codecs[t->writes_as]);
    if (!t->encoder)
        return io_unsupported(vm, "not writable");
    if (t->direct)
        return encode_direct(vm, t, text);
    Value encoder = value_incref(t->encoder);
    Value b = io_call1(vm, encoder, "encode", text);
    value_decref(vm, encoder);
    if (b && !value_is_bytes(b)) {
        error_set(vm, EXC_TypeError, "encoder should return a bytes object, not '%T'",
                  b);
        value_clear(vm, &b);
    }
    return b;
}

static int write_text(MinipyVM *vm, TextObj *t, Value text)
{
    bool has_lf = (t->line_buffering || t->write_crlf || t->write_cr) &&
                  str_find(text, vm->ascii['\n'], 0, str_length(text), 1) >= 0;
    bool line_end = t->line_buffering && (has_lf || str_find(text, vm->ascii['\r'], 0,
                                                             str_length(text), 1) >= 0);
    value_incref(text);
    if (has_lf && (t->write_crlf || t->write_cr)) {
        Value nl = str_from_cstr(vm, t->newline);
        value_set_steal(vm, &text,
                        nl ? str_replace(vm, text, vm->ascii['\n'], nl, -1)
                           : VALUE_NULL);
        value_xdecref(vm, nl);
        if (!text)
            return -1;
    }
    int r;
    if (STR(text)->ascii && t->writes_as != CODEC_NONE) {
        r = add_pending(vm, t, str_data(STR(text)), str_length(text));
    } else {
        Value b = encode_text(vm, t, text);
        r = b ? add_pending(vm, t, BYTES(b)->data, BYTES(b)->size) : -1;
        value_xdecref(vm, b);
    }
    value_decref(vm, text);
    if (r == 0 && (t->npending >= t->chunk_size || t->write_through || line_end))
        r = text_write_pending(vm, t);
    if (r < 0 || !line_end)
        return r;
    Value done = flush_buffer(vm, t);
    value_xdecref(vm, done);
    return done ? 0 : -1;
}

FN(text_write)
{
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "write", NULL, "str", args[0]);
    if (!text_open(vm, t))
        return VALUE_NULL;
    if (!t->can_write)
        return io_unsupported(vm, "not writable");
    int64_t n = str_length(args[0]);
    if (write_text(vm, t, args[0]) < 0)
        return VALUE_NULL;
    /* What had been read ahead no longer says where the stream is. */
    if (t->can_read) {
        text_forget_decoded(vm, t);
        if (text_decoder_reset(vm, t) < 0)
            return VALUE_NULL;
    }
    return int_new(vm, n);
}

FN(text_truncate)
{
    if (!text_ok(vm, TEXT(self)))
        return VALUE_NULL;
    Value size = GIVEN(0) ? args[0] : VALUE_NONE;
    Value r = io_flush(vm, self);
    value_xdecref(vm, r);
    return r ? text_call_buffer(vm, TEXT(self), "truncate", &size, 1) : VALUE_NULL;
}

/* ---- the rest -------------------------------------------------------------------- */

Value text_close(NATIVE_ARGS)
{
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    Value buffer = value_incref(t->buffer);
    int closed = io_is_closed(vm, buffer);
    if (closed == 0 && t->finalizing)
        buffered_warn_unclosed(vm, buffer, self);
    Value r = closed < 0 ? VALUE_NULL : VALUE_NONE;
    if (closed == 0)
        r = io_flush_then_close(vm, self, buffer);
    value_decref(vm, buffer);
    return r;
}

FN(text_detach)
{
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    Value r = io_flush(vm, self);
    value_xdecref(vm, r);
    if (!r || !text_ok(vm, t)) /* flush() may have detached it */
        return VALUE_NULL;
    Value b = t->buffer;
    t->buffer = VALUE_NULL;
    t->detached = true;
    t->ok = false;
    return b;
}

static int new_encoding(MinipyVM *vm, TextObj *t, Value encoding, Value errors,
                        bool new_newline)
{
    bool has_encoding = encoding && encoding != VALUE_NONE,
         has_errors = errors && errors != VALUE_NONE;
    if (!has_encoding && !has_errors && !new_newline)
        return 0;
    Value e = has_encoding && !str_equal_ascii(encoding, "locale")
                  ? value_incref(encoding)
                  : value_incref(t->encoding);
    Value r = has_errors     ? value_incref(errors)
              : has_encoding ? str_from_cstr(vm, "strict")
                             : value_incref(t->errors);
    Coders c = {0};
    if (!r || coders_find(vm, e, &c) < 0 || make_coders(vm, t, &c, r) < 0) {
        coders_drop(vm, &c);
        value_decref(vm, e);
        value_xdecref(vm, r);
        return -1;
    }
    value_set_steal(vm, &t->encoding, e);
    value_set_steal(vm, &t->errors, r);
    return use_coders_steal(vm, t, &c) < 0 ? -1 : fix_encoder(vm, t);
}

/* What reconfigure() says of what is no text, not even none. */
static bool is_text(MinipyVM *vm, Value v)
{
    if (!v || v == VALUE_NONE)
        return true;
    if (value_is_str(v))
        return str_utf8(vm, v, NULL);
    error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    return false;
}

FN(text_reconfigure)
{
    Value a[] = {GIVEN(0), GIVEN(1), GIVEN(2), GIVEN(3), GIVEN(4)};
    TextObj *t = TEXT(self);
    const char *newline;
    bool changes = (a[0] && a[0] != VALUE_NONE) || (a[1] && a[1] != VALUE_NONE) || a[2];
    if (t->decoded && changes)
        return io_unsupported(vm, "It is not possible to set the encoding or newline "
                                  "of stream after the first read");
    int lb = t->line_buffering, wt = t->write_through;
    if (!is_text(vm, a[2]) || newline_text(vm, a[2], &newline) < 0 ||
        (a[3] && a[3] != VALUE_NONE && !arg_int(vm, a[3], &lb)) ||
        (a[4] && a[4] != VALUE_NONE && !arg_int(vm, a[4], &wt)))
        return VALUE_NULL;
    Value f = io_flush(vm, self);
    value_xdecref(vm, f);
    t->bytes_per_char = 0;
    if (!f || !text_ok(vm, t))
        return VALUE_NULL;
    if (a[2])
        set_newline(t, newline);
    if (!is_text(vm, a[0]) || !is_text(vm, a[1]) ||
        new_encoding(vm, t, a[0], a[1], a[2]) < 0)
        return VALUE_NULL;
    t->line_buffering = lb;
    t->write_through = wt;
    return VALUE_NONE;
}

#define ASK_BUFFER(name)                                                               \
    FN(text_##name)                                                                    \
    {                                                                                  \
        return text_ok(vm, TEXT(self))                                                 \
                   ? text_call_buffer(vm, TEXT(self), #name, NULL, 0)                  \
                   : VALUE_NULL;                                                       \
    }
ASK_BUFFER(seekable)
ASK_BUFFER(readable)
ASK_BUFFER(writable)
ASK_BUFFER(fileno)
ASK_BUFFER(isatty)

GETTER(text_buffer_attr)
{
    if (!text_ok(vm, TEXT(self)))
        return VALUE_NULL;
    Value buffer = value_incref(TEXT(self)->buffer);
    Value v = attr_get(vm, buffer, closure);
    value_decref(vm, buffer);
    return v;
}

GETTER(text_get_newlines)
{
    return text_ok(vm, TEXT(self))
               ? newlines_seen(vm, TEXT(self)->universal ? TEXT(self)->seen : 0)
               : VALUE_NULL;
}

GETTER(text_get_errors)
{
    TextObj *t = TEXT(self); /* what has been detached still tells */
    return t->detached || text_ok(vm, t) ? value_incref(t->errors) : VALUE_NULL;
}

GETTER(text_get_chunk_size)
{
    return text_ok(vm, TEXT(self)) ? int_new(vm, TEXT(self)->chunk_size) : VALUE_NULL;
}

static int text_set_chunk_size(MinipyVM *vm, Value self, Value v, void *closure)
{
    (void)closure;
    int64_t n;
    if (!text_ok(vm, TEXT(self)))
        return -1;
    if (!v)
        return error_set(vm, EXC_AttributeError, "cannot delete attribute"), -1;
    n = number_as_ssize(vm, v, EXC_ValueError);
    if (n == -1 && error_occurred(vm))
        return -1;
    if (n <= 0)
        return error_set(vm, EXC_ValueError, "a strictly positive integer is required"),
               -1;
    TEXT(self)->chunk_size = n;
    return 0;
}

static Value text_repr(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    if (!t->ok && !t->detached)
        return text_ok(vm, t) ? VALUE_NULL : VALUE_NULL;
    if (io_repr_enter(vm, self) < 0)
        return VALUE_NULL;
    static const char *const attrs[] = {"name", "mode"};
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, "<_io.TextIOWrapper");
    int r = 0;
    for (int i = 0; r >= 0 && i < 2; i++) {
        Value v;
        r = attr_lookup(vm, self, attrs[i], &v);
        if (r < 0 && error_matches(vm, EXC_ValueError)) {
            error_clear(vm);
            r = 0;
        }
        if (r > 0) {
            strbuilder_ascii(&b, i ? " mode=" : " name=");
            r = strbuilder_repr(&b, v);
            value_decref(vm, v);
        }
    }
    strbuilder_ascii(&b, " encoding=");
    if (r >= 0)
        r = strbuilder_repr(&b, t->encoding);
    strbuilder_ascii(&b, ">");
    repr_leave(vm, self);
    if (r < 0) {
        strbuilder_discard(&b);
        return VALUE_NULL;
    }
    return strbuilder_finish(&b);
}

static METHODS(text_methods,
    {"detach", text_detach, 0, "($self, /)", NULL},
    {"reconfigure", text_reconfigure, 0,
     "($self, /, *, encoding=None, errors=None, newline=None,\n            line_buffering=None, write_through=None)",
     "Flushes, and goes on with other settings."},
    {"write", text_write, 0, "($self, text, /)", NULL},
    {"read", text_read, 0, "($self, size=-1, /)", NULL},
    {"readline", text_readline, 0, "($self, size=-1, /)", NULL},
    {"flush", text_flush, 0, "($self, /)", NULL},
    {"close", text_close, 0, "($self, /)", NULL},
    {"fileno", text_fileno, 0, "($self, /)", NULL},
    {"seekable", text_seekable, 0, "($self, /)", NULL},
    {"readable", text_readable, 0, "($self, /)", NULL},
    {"writable", text_writable, 0, "($self, /)", NULL},
    {"isatty", text_isatty, 0, "($self, /)", NULL},
    {"seek", text_seek, 0, "($self, cookie, whence=0, /)", NULL},
    {"tell", text_tell, 0, "($self, /)", NULL},
    {"truncate", text_truncate, 0, "($self, pos=None, /)", NULL},
);
static MEMBERS(text_members,
    {"encoding", MEMBER_VALUE_OR_NONE, offsetof(TextObj, encoding), true, NULL},
    {"buffer", MEMBER_VALUE_OR_NONE, offsetof(TextObj, buffer), true, NULL},
    {"line_buffering", MEMBER_BOOL, offsetof(TextObj, line_buffering), true, NULL},
    {"write_through", MEMBER_BOOL, offsetof(TextObj, write_through), true, NULL},
    {"_finalizing", MEMBER_BOOL, offsetof(TextObj, finalizing), false, NULL},
);
static GETSETS(text_getsets,
    {"name", text_buffer_attr, NULL, NULL, "name"},
    {"closed", text_buffer_attr, NULL, NULL, "closed"},
    {"newlines", text_get_newlines, NULL, NULL, NULL},
    {"errors", text_get_errors, NULL, NULL, NULL},
    {"_CHUNK_SIZE", text_get_chunk_size, text_set_chunk_size, NULL, NULL},
);
TYPE_SPEC(io_wrapper_spec,
    .name = "_io.TextIOWrapper", .kind = KIND_OBJECT, .base = KIND_OBJECT,
    .doc = "TextIOWrapper" WRAPPER_SIGNATURE
           "\n--\n\nCharacter and line based layer over a BufferedIOBase object, buffer.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS, .basicsize = sizeof(TextObj),
    .inst_offset = offsetof(TextObj, head), .values = 8,
    .dealloc = text_clear, .traverse = text_traverse, .clear = text_clear,
    .slots = {.new_ = type_alloc_new, .init = text_init, .repr = text_repr, .iternext = text_next},
    .methods = text_methods, .getsets = text_getsets, .members = text_members,
);
