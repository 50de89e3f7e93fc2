/* io_text.c - TextIOWrapper: text over a buffered stream, and newline translation.
 *
 * Writing keeps encoded bytes in `pending` until a flush, a line end (line_buffering)
 * or enough of them. Reading keeps the decoded text and a position in it. utf-8, ascii
 * and latin-1 are decoded here, a tail of an incomplete sequence waiting for its rest
 * in `tail`; other encodings go through an incremental decoder of `codecs`. For tell(),
 * `snapshot` holds the bytes that gave the decoded text. Read first: io_private.h.
 */
#include <stdio.h>

#include "stdlib/io_private.h"
#include "vm/args.h"
#include "vm/import.h"
#include "vm/type.h"

enum { CHUNK = 8192 };
typedef enum TextCodec { CODEC_UTF8, CODEC_ASCII, CODEC_LATIN1, CODEC_OTHER } TextCodec;

typedef struct TextObj {
    Object ob;
    InstHead head;
    Value buffer;
    Value encoding, errors; /* str */
    Value decoder, encoder; /* for CODEC_OTHER; VALUE_NULL */
    Value decoded;          /* str not wholly consumed, or VALUE_NULL */
    int64_t decoded_pos;
    Value snapshot; /* bytes that `decoded` came from, or VALUE_NULL */
    char *pending;  /* encoded bytes to be written; mem_alloc'ed */
    int64_t npending, pending_capacity;
    uint8_t tail[8];
    int ntail;
    char newline[3]; /* as given; meaningful if has_newline */
    bool has_newline, translate_read, universal, write_crlf, write_cr;
    bool line_buffering, write_through, ok, detached, telling, eof;
    bool pending_cr;
    bool mid_stream; /* the encoder does not begin at the start: it writes no BOM */
    int8_t seekable; /* what the buffer said; -1: it was not asked */
    int seen;
    TextCodec codec;
} TextObj;
#define TEXT(v) ((TextObj *)(uintptr_t)(v))

static bool text_ok(MinipyVM *vm, TextObj *t)
{
    if (t->ok)
        return true;
    error_set(vm, EXC_ValueError,
              t->detached ? "underlying buffer has been detached"
                          : "I/O operation on uninitialized object");
    return false;
}

static bool text_open(MinipyVM *vm, TextObj *t)
{
    if (!text_ok(vm, t))
        return false;
    TypeObj *type = value_type(vm, t->buffer);
    int closed;
    if ((type == vm->io->writer || type == vm->io->reader || type == vm->io->random) &&
        BUFFERED(t->buffer)->ok && BUFFERED(t->buffer)->raw &&
        value_type(vm, BUFFERED(t->buffer)->raw) == vm->io->file)
        closed = FILEIO(BUFFERED(t->buffer)->raw)->fd < 0;
    else
        closed = io_is_closed(vm, t->buffer);
    if (closed > 0)
        io_closed_error(vm);
    return closed == 0;
}

/* ---- newlines
 * ---------------------------------------------------------------------------------------
 */

Value newlines_translate_steal(MinipyVM *vm, Value text, bool translate, bool final,
                               bool *pending_cr, int *seen)
{
    if (*pending_cr && (final || str_length(text) > 0)) {
        value_set_steal(vm, &text, str_concat(vm, vm->ascii['\r'], text));
        *pending_cr = false;
        if (!text)
            return VALUE_NULL;
    }
    int64_t n = str_length(text);
    if (!final && n > 0 && str_char_at(STR(text), n - 1) == '\r') {
        *pending_cr = true;
        value_set_steal(vm, &text, str_substring(vm, text, 0, n - 1));
        if (!text)
            return VALUE_NULL;
        n--;
    }
    bool any_cr = str_find(text, vm->ascii['\r'], 0, n, 1) >= 0;
    if (!any_cr) {
        if (!(*seen & 1) && str_find(text, vm->ascii['\n'], 0, n, 1) >= 0)
            *seen |= 1;
        return text;
    }
    for (int64_t i = 0; i < n && *seen != 7; i++) {
        uint32_t c = str_char_at(STR(text), i);
        if (c == '\n')
            *seen |= 1;
        else if (c == '\r' && i + 1 < n && str_char_at(STR(text), i + 1) == '\n')
            *seen |= 4, i++;
        else if (c == '\r')
            *seen |= 2;
    }
    if (!translate)
        return text;
    Value crlf = str_from_cstr(vm, "\r\n");
    Value a = crlf ? str_replace(vm, text, crlf, vm->ascii['\n'], -1) : VALUE_NULL;
    Value b = a ? str_replace(vm, a, vm->ascii['\r'], vm->ascii['\n'], -1) : VALUE_NULL;
    value_xdecref(vm, crlf);
    value_xdecref(vm, a);
    value_decref(vm, text);
    return b;
}

Value newlines_seen(MinipyVM *vm, int seen)
{
    static const char *const names[] = {"\r", "\n", "\r\n"};
    static const int bits[] = {2, 1, 4};
    Value found[3];
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (seen & bits[i] && !(found[n++] = str_from_cstr(vm, names[i])))
            return VALUE_NULL;
    if (n == 0)
        return VALUE_NONE;
    return n == 1 ? found[0] : tuple_from_steal(vm, found, n);
}

/* ---- encodings
 * ------------------------------------------------------------------------------------------
 */

static TextCodec codec_of(const char *name)
{
    char norm[16];
    size_t n = 0;
    for (; *name && n < sizeof norm - 1; name++)
        if (*name != '-' && *name != '_' && *name != ' ')
            norm[n++] = *name >= 'A' && *name <= 'Z' ? *name + 32 : *name;
    norm[n] = 0;
    if (strcmp(norm, "utf8") == 0)
        return CODEC_UTF8;
    if (strcmp(norm, "ascii") == 0 || strcmp(norm, "usascii") == 0)
        return CODEC_ASCII;
    if (strcmp(norm, "latin1") == 0 || strcmp(norm, "iso88591") == 0)
        return CODEC_LATIN1;
    return CODEC_OTHER;
}

static Value incremental(MinipyVM *vm, TextObj *t, const char *getter)
{
    Value codecs = import_module(vm, "codecs"), factory = VALUE_NULL, r = VALUE_NULL;
    if (codecs)
        factory = call_method_cstr(vm, codecs, getter, &t->encoding, 1);
    if (factory)
        r = call1(vm, factory, t->errors);
    value_xdecref(vm, codecs);
    value_xdecref(vm, factory);
    return r;
}

/* How many bytes at the end may be the start of a character that is not complete. */
static int64_t utf8_incomplete(const uint8_t *s, int64_t n)
{
    for (int64_t back = 1; back <= 3 && back <= n; back++) {
        uint8_t c = s[n - back];
        if (c < 0x80)
            return 0;
        if (c >= 0xc2 && c <= 0xf4) {
            int need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            if (need <= back)
                return 0;
            /* A second byte that cannot follow makes it an error now, not later. */
            if (back >= 2) {
                uint8_t d = s[n - back + 1];
                if ((c == 0xe0 && d < 0xa0) || (c == 0xed && d > 0x9f) ||
                    (c == 0xf0 && d < 0x90) || (c == 0xf4 && d > 0x8f))
                    return 0;
            }
            return back;
        }
        if (c >= 0xc0)
            return 0;
    }
    return 0;
}

/* The bytes cannot be decoded: raises that again where CPython would have, in the
 * Python code of the codec, so that the traceback shows the codec. */
static void fail_in_codec(MinipyVM *vm, TextObj *t, Value bytes, bool final)
{
    Value saved = error_fetch(vm), args[2] = {bytes, value_from_bool(final)};
    Value decoder = incremental(vm, t, "getincrementaldecoder");
    Value text =
        decoder ? call_method_cstr(vm, decoder, "decode", args, 2) : VALUE_NULL;
    if (error_matches(vm, EXC_UnicodeDecodeError)) {
        value_decref(vm, saved);
    } else {
        error_clear(vm);
        error_restore_steal(vm, saved);
    }
    value_xdecref(vm, decoder);
    value_xdecref(vm, text);
}

/* Decodes bytes, with those left over from before; final: there is no more. */
static Value decode_chunk(MinipyVM *vm, TextObj *t, Value bytes, bool final)
{
    if (t->codec == CODEC_OTHER) {
        if (!t->decoder && !(t->decoder = incremental(vm, t, "getincrementaldecoder")))
            return VALUE_NULL;
        Value args[2] = {bytes, value_from_bool(final)};
        Value text = call_method_cstr(vm, t->decoder, "decode", args, 2);
        if (text && !value_is_str(text)) {
            error_set(vm, EXC_TypeError,
                      "decoder should return a string result, not '%T'", text);
            value_clear(vm, &text);
        }
        return text;
    }
    Value all = value_incref(bytes);
    if (t->ntail) {
        Value tail = bytes_from(vm, t->tail, t->ntail);
        value_set_steal(vm, &all, tail ? bytes_concat(vm, tail, bytes) : VALUE_NULL);
        value_xdecref(vm, tail);
        t->ntail = 0;
        if (!all)
            return VALUE_NULL;
    }
    const uint8_t *s = BYTES(all)->data;
    int64_t n = BYTES(all)->size;
    if (!final && t->codec == CODEC_UTF8) {
        t->ntail = (int)utf8_incomplete(s, n);
        n -= t->ntail;
        memcpy(t->tail, s + n, (size_t)t->ntail);
    }
    static const char *const names[] = {"utf-8", "ascii", "latin-1"};
    const char *errors = str_utf8(vm, t->errors, NULL);
    Value text = errors ? str_decode(vm, s, n, names[t->codec], errors) : VALUE_NULL;
    if (!text && error_matches(vm, EXC_UnicodeDecodeError) &&
        strcmp(errors, "strict") == 0)
        fail_in_codec(vm, t, all, final);
    value_decref(vm, all);
    return text;
}

/* ---- construction
 * ------------------------------------------------------------------------------------------
 */

static int set_newline(MinipyVM *vm, TextObj *t, Value newline)
{
    const char *s = NULL;
    if (newline && newline != VALUE_NONE) {
        if (!value_is_str(newline))
            return error_set(
                       vm, EXC_TypeError,
                       "TextIOWrapper() argument 'newline' must be str or None, not %T",
                       newline),
                   -1;
        s = str_utf8(vm, newline, NULL);
        if (!s)
            return -1;
        if (*s && strcmp(s, "\n") && strcmp(s, "\r") && strcmp(s, "\r\n"))
            return error_set(vm, EXC_ValueError, "illegal newline value: %R", newline),
                   -1;
    }
    t->has_newline = s != NULL;
    snprintf(t->newline, sizeof t->newline, "%s", s ? s : "");
    t->universal = !s || !*s;
    t->translate_read = !s;
    t->write_crlf = s && strcmp(s, "\r\n") == 0;
    t->write_cr = s && strcmp(s, "\r") == 0;
    return 0;
}

/* Whether what is written next comes after something. */
static int find_start(MinipyVM *vm, TextObj *t)
{
    t->mid_stream = false;
    if (t->codec != CODEC_OTHER)
        return 0;
    int can = io_ask(vm, t->buffer, "seekable");
    if (can <= 0)
        return can;
    Value at = io_call0(vm, t->buffer, "tell");
    int start = at ? object_compare_bool(vm, at, value_from_imm(0), CMP_EQ) : -1;
    value_xdecref(vm, at);
    t->mid_stream = start == 0;
    return start < 0 ? -1 : 0;
}

static int text_setup(MinipyVM *vm, TextObj *t, Value buffer, Value encoding,
                      Value errors, bool line_buffering, bool write_through)
{
    value_set_steal(vm, &t->buffer, value_incref(buffer));
    value_set_steal(vm, &t->encoding, value_incref(encoding));
    value_set_steal(vm, &t->errors, value_incref(errors));
    value_clear(vm, &t->decoder);
    value_clear(vm, &t->encoder);
    value_clear(vm, &t->decoded);
    value_clear(vm, &t->snapshot);
    const char *name = str_utf8(vm, encoding, NULL);
    if (!name)
        return -1;
    t->codec = codec_of(name);
    t->line_buffering = line_buffering;
    t->write_through = write_through;
    t->npending = 0;
    t->ntail = 0;
    t->seen = 0;
    t->telling = true;
    t->seekable = -1;
    t->pending_cr = t->detached = t->eof = false;
    if (find_start(vm, t) < 0)
        return -1;
    t->ok = true;
    return 0;
}

static int check_encoding(MinipyVM *vm, Value encoding)
{
    const char *name = str_utf8(vm, encoding, NULL);
    if (!name || codec_of(name) != CODEC_OTHER)
        return name ? 0 : -1;
    Value codecs = import_module(vm, "codecs");
    Value info =
        codecs ? call_method_cstr(vm, codecs, "lookup", &encoding, 1) : VALUE_NULL;
    Value is_text;
    int r = info ? 0 : -1;
    if (info) {
        Value n = str_intern_cstr(vm, "_is_text_encoding");
        r = n ? object_lookup_attr(vm, info, n, &is_text) : -1;
        value_xdecref(vm, n);
        if (r > 0) {
            r = object_is_true(vm, is_text) == 0
                    ? (error_set(vm, EXC_LookupError,
                                 "%R is not a text encoding; use codecs.open() to "
                                 "handle arbitrary codecs",
                                 encoding),
                       -1)
                    : 0;
            value_decref(vm, is_text);
        }
    }
    value_xdecref(vm, codecs);
    value_xdecref(vm, info);
    return r;
}

/* What CPython asks a buffer for when a wrapper is made; one in Python can see it. */
static int ask_abilities(MinipyVM *vm, TextObj *t)
{
    int readable = io_ask(vm, t->buffer, "readable");
    int writable = readable < 0 ? -1 : io_ask(vm, t->buffer, "writable");
    int seekable = writable < 0 ? -1 : io_ask(vm, t->buffer, "seekable");
    if (seekable < 0)
        return -1;
    t->seekable = (int8_t)seekable;
    Value name = str_intern_cstr(vm, "read1"), read1 = VALUE_NULL;
    int r = name ? object_lookup_attr(vm, t->buffer, name, &read1) : -1;
    value_xdecref(vm, name);
    value_xdecref(vm, read1);
    if (r < 0 || !seekable || !writable)
        return r < 0 ? -1 : 0;
    Value at = io_call0(vm, t->buffer, "tell");
    value_xdecref(vm, at);
    return at ? 0 : -1;
}

static int text_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                     Value kwnames)
{
    static const ArgSpec spec = {
        "TextIOWrapper", "buffer encoding errors newline line_buffering write_through",
        .required = 1, .maxpos = 6};
    Value a[6];
    TextObj *t = TEXT(self);
    t->ok = false;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return -1;
    if (a[1] && a[1] != VALUE_NONE && !value_is_str(a[1]))
        return arg_type_error(vm, "TextIOWrapper", "encoding", "str or None", a[1]), -1;
    if (a[2] && a[2] != VALUE_NONE && !value_is_str(a[2]))
        return arg_type_error(vm, "TextIOWrapper", "errors", "str or None", a[2]), -1;
    int lb = a[4] ? object_is_true(vm, a[4]) : 0,
        wt = a[5] ? object_is_true(vm, a[5]) : 0;
    if (lb < 0 || wt < 0 || set_newline(vm, t, a[3]) < 0)
        return -1;
    if ((!a[1] || a[1] == VALUE_NONE) && io_warn_default_encoding(vm, 1) < 0)
        return -1;
    bool locale = !a[1] || a[1] == VALUE_NONE || str_equal_ascii(a[1], "locale");
    const char *preferred = vm->settings.utf8_mode ? "utf-8" : "UTF-8";
    Value encoding = locale ? str_from_cstr(vm, preferred) : value_incref(a[1]);
    Value errors =
        a[2] && a[2] != VALUE_NONE ? value_incref(a[2]) : str_from_cstr(vm, "strict");
    int r = encoding && errors && check_encoding(vm, encoding) == 0
                ? text_setup(vm, t, a[0], encoding, errors, lb, wt)
                : -1;
    if (r == 0 && (r = ask_abilities(vm, t)) < 0)
        t->ok = false;
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
    Value nl = newline ? str_from_cstr(vm, newline) : VALUE_NONE;
    if (!r || !nl || set_newline(vm, t, nl) < 0 ||
        text_setup(vm, t, buffer, e, r, line_buffering, write_through) < 0) {
        if (t)
            obj_decref(vm, &t->ob);
        t = NULL;
    }
    value_xdecref(vm, e);
    value_xdecref(vm, r);
    value_xdecref(vm, nl);
    return t ? value_from_obj(t) : VALUE_NULL;
}

static void text_clear(MinipyVM *vm, Object *o)
{
    TextObj *t = (TextObj *)o;
    t->ok = false;
    value_clear(vm, &t->buffer);
    value_clear(vm, &t->encoding);
    value_clear(vm, &t->errors);
    value_clear(vm, &t->decoder);
    value_clear(vm, &t->encoder);
    value_clear(vm, &t->decoded);
    value_clear(vm, &t->snapshot);
    mem_free(vm, t->pending);
    t->pending = NULL;
    t->npending = t->pending_capacity = 0;
}

static int text_traverse(Object *o, VisitFn visit, void *arg)
{
    TextObj *t = (TextObj *)o;
    GC_VISIT(t->buffer);
    GC_VISIT(t->decoder);
    GC_VISIT(t->encoder);
    return 0;
}

/* ---- writing
 * ---------------------------------------------------------------------------------------------------
 */

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
    Value r = bytes ? call_method(vm, buffer, NAME(vm, write), &bytes, 1) : VALUE_NULL;
    value_xdecref(vm, bytes);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* Hands the pending bytes to the buffer. They are taken away first: other threads may
 * write meanwhile. */
static int write_pending(MinipyVM *vm, TextObj *t)
{
    if (t->npending == 0)
        return 0;
    char *data = t->pending;
    int64_t n = t->npending, capacity = t->pending_capacity;
    t->pending = NULL;
    t->npending = t->pending_capacity = 0;
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

static int flush_buffer(MinipyVM *vm, TextObj *t)
{
    Value buffer = value_incref(t->buffer);
    int result;
    if (plain_writer(vm, buffer, false)) {
        result = buffered_flush(vm, BUFFERED(buffer));
    } else {
        Value r = call_method(vm, buffer, NAME(vm, flush), NULL, 0);
        value_xdecref(vm, r);
        result = r ? 0 : -1;
    }
    value_decref(vm, buffer);
    return result;
}

int text_flush(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    if (!text_open(vm, t))
        return -1;
    t->telling = true;
    return write_pending(vm, t) < 0 ? -1 : flush_buffer(vm, t);
}

static int add_pending(MinipyVM *vm, TextObj *t, const void *data, int64_t n)
{
    if (t->npending + n > t->pending_capacity) {
        int64_t capacity = t->npending + n < CHUNK ? CHUNK : (t->npending + n) + CHUNK;
        char *p = mem_realloc(vm, t->pending, (size_t)capacity);
        if (!p)
            return -1;
        t->pending = p;
        t->pending_capacity = capacity;
    }
    if (n)
        memcpy(t->pending + t->npending, data, (size_t)n);
    t->npending += n;
    return 0;
}

static Value encode_text(MinipyVM *vm, TextObj *t, Value text)
{
    static const char *const names[] = {"utf-8", "ascii", "latin-1"};
    if (t->codec != CODEC_OTHER) {
        const char *errors = str_utf8(vm, t->errors, NULL);
        return errors ? str_encode(vm, text, names[t->codec], errors) : VALUE_NULL;
    }
    if (!t->encoder) {
        Value e = incremental(vm, t, "getincrementalencoder");
        Value r = !e              ? VALUE_NULL
                  : t->mid_stream ? io_call1(vm, e, "setstate", value_from_imm(0))
                                  : VALUE_NONE;
        value_xdecref(vm, r);
        if (!r) {
            value_xdecref(vm, e);
            return VALUE_NULL;
        }
        t->encoder = e;
    }
    Value b = io_call1(vm, t->encoder, "encode", text);
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
    if (STR(text)->ascii && t->codec != CODEC_OTHER) {
        r = add_pending(vm, t, str_data(STR(text)), str_length(text));
    } else {
        Value b = encode_text(vm, t, text);
        r = b ? add_pending(vm, t, BYTES(b)->data, BYTES(b)->size) : -1;
        value_xdecref(vm, b);
    }
    value_decref(vm, text);
    if (r == 0 && (t->npending >= CHUNK || t->write_through || line_end))
        r = write_pending(vm, t);
    if (r == 0 && line_end)
        r = flush_buffer(vm, t);
    return r;
}

IO_FN(text, write)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "write() argument must be str, not %T",
                         args[0]);
    if (!text_open(vm, t))
        return VALUE_NULL;
    if (value_type(vm, t->buffer) == vm->io->reader)
        return io_unsupported(vm, "not writable");
    int64_t n = str_length(args[0]);
    if (write_text(vm, t, args[0]) < 0)
        return VALUE_NULL;
    /* What had been read ahead no longer says where the stream is. */
    value_clear(vm, &t->snapshot);
    value_clear(vm, &t->decoded);
    t->decoded_pos = 0;
    t->ntail = 0;
    return int_new(vm, n);
}

/* ---- reading
 * ---------------------------------------------------------------------------------------------------
 */

/* Replaces the decoded text by the next chunk's. 1: some, 0: end, -1: error. */
static int read_chunk(MinipyVM *vm, TextObj *t)
{
    if (write_pending(vm, t) < 0)
        return -1;
    TypeObj *type = value_type(vm, t->buffer);
    Value bytes;
    if ((type == vm->io->reader || type == vm->io->random) && BUFFERED(t->buffer)->ok)
        bytes = type == vm->io->random && buffered_flush(vm, BUFFERED(t->buffer)) < 0
                    ? VALUE_NULL
                    : buffered_read1(vm, t->buffer, CHUNK);
    else if (type == vm->io->writer)
        return io_unsupported(vm, "not readable"), -1;
    else {
        Value name = str_intern_cstr(vm, "read1"), f;
        int has = name ? object_lookup_attr(vm, t->buffer, name, &f) : -1;
        value_xdecref(vm, name);
        if (has < 0)
            return -1;
        if (has) {
            bytes = call1(vm, f, value_from_imm(CHUNK));
            value_decref(vm, f);
        } else {
            bytes = io_call1(vm, t->buffer, "read", value_from_imm(CHUNK));
        }
    }
    if (bytes == VALUE_NONE)
        bytes = value_incref(vm->empty_bytes);
    if (bytes && !value_is_bytes(bytes)) {
        Value copy = VALUE_NULL;
        Buffer view;
        if (buffer_supported(vm, bytes) &&
            buffer_get(vm, bytes, &view, BUF_SIMPLE) == 0) {
            copy = bytes_from(vm, view.data, view.size);
            buffer_release(vm, &view);
        } else {
            error_set(
                vm, EXC_TypeError,
                "underlying read() should have returned a bytes-like object, not '%T'",
                bytes);
        }
        value_set_steal(vm, &bytes, copy);
    }
    if (!bytes)
        return -1;
    bool end = BYTES(bytes)->size == 0;
    Value tail = t->ntail ? bytes_from(vm, t->tail, t->ntail) : VALUE_NULL;
    Value text = decode_chunk(vm, t, bytes, end);
    if (text && t->universal)
        text = newlines_translate_steal(vm, text, t->translate_read, end,
                                        &t->pending_cr, &t->seen);
    Value snapshot = tail ? bytes_concat(vm, tail, bytes) : value_incref(bytes);
    value_xdecref(vm, tail);
    value_decref(vm, bytes);
    if (!text) {
        value_xdecref(vm, snapshot);
        return -1;
    }
    value_set_steal(vm, &t->snapshot, snapshot);
    value_set_steal(vm, &t->decoded, text);
    t->decoded_pos = 0;
    return !end || str_length(text) > 0;
}

static int64_t decoded_left(const TextObj *t)
{
    return t->decoded ? str_length(t->decoded) - t->decoded_pos : 0;
}

static Value take_decoded(MinipyVM *vm, TextObj *t, int64_t n)
{
    int64_t left = decoded_left(t);
    if (n < 0 || n > left)
        n = left;
    if (n == 0)
        return value_incref(vm->empty_str);
    Value s = t->decoded_pos == 0 && n == str_length(t->decoded)
                  ? value_incref(t->decoded)
                  : str_substring(vm, t->decoded, t->decoded_pos, t->decoded_pos + n);
    if (s)
        t->decoded_pos += n;
    return s;
}

static Value read_all(MinipyVM *vm, TextObj *t)
{
    if (write_pending(vm, t) < 0)
        return VALUE_NULL;
    Value head = take_decoded(vm, t, -1);
    Value bytes = head ? io_call0(vm, t->buffer, "read") : VALUE_NULL;
    if (bytes == VALUE_NONE)
        bytes = value_incref(vm->empty_bytes);
    if (bytes && !value_is_bytes(bytes)) {
        error_set(
            vm, EXC_TypeError,
            "underlying read() should have returned a bytes-like object, not '%T'",
            bytes);
        value_clear(vm, &bytes);
    }
    Value text = bytes ? decode_chunk(vm, t, bytes, true) : VALUE_NULL;
    if (text && t->universal)
        text = newlines_translate_steal(vm, text, t->translate_read, true,
                                        &t->pending_cr, &t->seen);
    value_xdecref(vm, bytes);
    Value all = text
                    ? str_length(head) ? str_concat(vm, head, text) : value_incref(text)
                    : VALUE_NULL;
    value_xdecref(vm, head);
    value_xdecref(vm, text);
    value_clear(vm, &t->snapshot);
    value_clear(vm, &t->decoded);
    t->decoded_pos = 0;
    return all;
}

IO_FN(text, read)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    int64_t n;
    if (!args_check(vm, "read", nargs, 0, 1) ||
        !io_size_arg(vm, args, nargs, 0, -1, &n) || !text_open(vm, t))
        return VALUE_NULL;
    if (value_type(vm, t->buffer) == vm->io->writer)
        return io_unsupported(vm, "not readable");
    if (n < 0)
        return read_all(vm, t);
    Value out = take_decoded(vm, t, n);
    while (out && str_length(out) < n) {
        int r = read_chunk(vm, t);
        if (r < 0)
            value_clear(vm, &out);
        if (r <= 0)
            break;
        Value more = take_decoded(vm, t, n - str_length(out));
        value_set_steal(vm, &out, more ? str_concat(vm, out, more) : VALUE_NULL);
        value_xdecref(vm, more);
    }
    return out;
}

/* Index behind the first line end at or after from, or -1; *crlf_split: it ends in a \r
 * whose \n might follow in the next chunk. */
int64_t text_find_line_end(Value s, int64_t from, const char *newline, bool translated)
{
    int64_t n = str_length(s);
    for (int64_t i = from; i < n; i++) {
        uint32_t c = str_char_at(STR(s), i);
        if (translated || (newline && strcmp(newline, "\n") == 0)) {
            if (c == '\n')
                return i + 1;
        } else if (!*newline) {
            if (c == '\n')
                return i + 1;
            if (c == '\r')
                return i + 1 + (i + 1 < n && str_char_at(STR(s), i + 1) == '\n');
        } else if (c == '\r' &&
                   (!newline[1] || (i + 1 < n && str_char_at(STR(s), i + 1) == '\n'))) {
            return i + 1 + (newline[1] != 0);
        }
    }
    return -1;
}

/* The fast search for what nearly all files have: \n as the only line end. */
static int64_t line_end(MinipyVM *vm, TextObj *t, int64_t from)
{
    if (t->translate_read || strcmp(t->newline, "\n") == 0) {
        int64_t at =
            str_find(t->decoded, vm->ascii['\n'], from, str_length(t->decoded), 1);
        return at < 0 ? -1 : at + 1;
    }
    return text_find_line_end(t->decoded, from, t->newline, false);
}

static Value read_line(MinipyVM *vm, TextObj *t, int64_t limit)
{
    Value line = VALUE_NULL;
    for (;;) {
        if (decoded_left(t) == 0) {
            int r = read_chunk(vm, t);
            if (r < 0) {
                value_xdecref(vm, line);
                return VALUE_NULL;
            }
            if (r == 0)
                break;
            if (decoded_left(t) == 0)
                continue;
        }
        int64_t have = line ? str_length(line) : 0;
        /* A \r\n may be cut by the chunk border: look again with the last character
         * kept. */
        if (line && have && t->newline[0] == '\r' && t->newline[1] &&
            str_char_at(STR(line), have - 1) == '\r' &&
            str_char_at(STR(t->decoded), t->decoded_pos) == '\n') {
            Value lf = take_decoded(vm, t, 1);
            value_set_steal(vm, &line, lf ? str_concat(vm, line, lf) : VALUE_NULL);
            value_xdecref(vm, lf);
            return line;
        }
        int64_t end = line_end(vm, t, t->decoded_pos);
        int64_t n = end < 0 ? decoded_left(t) : end - t->decoded_pos;
        bool stop = end >= 0;
        if (limit >= 0 && have + n >= limit) {
            n = limit - have;
            stop = true;
        }
        Value part = take_decoded(vm, t, n);
        if (part && line)
            value_set_steal(vm, &part, str_concat(vm, line, part));
        value_xdecref(vm, line);
        line = part;
        if (!line || stop)
            return line;
    }
    return line ? line : value_incref(vm->empty_str);
}

IO_FN(text, readline)
{
    IO_UNUSED();
    int64_t limit;
    if (!args_check(vm, "readline", nargs, 0, 1))
        return VALUE_NULL;
    if (!io_size_arg(vm, args, nargs, 0, -1, &limit) || !text_open(vm, TEXT(self)))
        return VALUE_NULL;
    return read_line(vm, TEXT(self), limit);
}

static Value text_next(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    Value line;
    if (value_type(vm, self)->flags & TYPE_HEAP) { /* readline() may be overridden */
        line = call_method(vm, self, NAME(vm, readline), NULL, 0);
        if (line && !value_is_str(line)) {
            error_set(vm, EXC_OSError,
                      "readline() should have returned a str object, not '%T'", line);
            value_clear(vm, &line);
        }
    } else {
        line = text_open(vm, t) ? read_line(vm, t, -1) : VALUE_NULL;
    }
    t->telling = false;
    if (line && str_length(line) == 0) {
        value_clear(vm, &line);
        value_clear(vm, &t->snapshot);
        t->telling = true;
    }
    return line;
}

/* ---- positions
 * ------------------------------------------------------------------------------------------------------
 */

/* How many bytes of the snapshot give the first decoded_pos characters. */
static int64_t consumed_bytes(MinipyVM *vm, TextObj *t)
{
    const uint8_t *s = BYTES(t->snapshot)->data;
    int64_t n = BYTES(t->snapshot)->size, i = 0;
    (void)vm;
    for (int64_t chars = 0; chars < t->decoded_pos && i < n; chars++) {
        if (t->translate_read && s[i] == '\r' && i + 1 < n && s[i + 1] == '\n')
            i++;
        if (t->codec == CODEC_UTF8)
            i += s[i] < 0x80 ? 1 : s[i] < 0xe0 ? 2 : s[i] < 0xf0 ? 3 : 4;
        else
            i++;
    }
    return i < n ? i : n;
}

/* false: it is not, an exception is pending. */
static bool check_seekable(MinipyVM *vm, TextObj *t)
{
    if (t->seekable < 0)
        t->seekable = (int8_t)io_ask(vm, t->buffer, "seekable");
    if (t->seekable == 0)
        io_unsupported(vm, "underlying stream is not seekable");
    return t->seekable > 0;
}

IO_FN(text, tell)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    if (!text_open(vm, t))
        return VALUE_NULL;
    if (!check_seekable(vm, t))
        return VALUE_NULL;
    if (!t->telling)
        return error_set(vm, EXC_OSError, "telling position disabled by next() call");
    if (write_pending(vm, t) < 0)
        return VALUE_NULL;
    Value r = call_method(vm, self, NAME(vm, flush), NULL, 0);
    value_xdecref(vm, r);
    Value at = r ? io_call0(vm, t->buffer, "tell") : VALUE_NULL;
    if (!at || !t->snapshot)
        return at;
    int64_t pos = number_as_ssize(vm, at, EXC_OverflowError), behind;
    value_decref(vm, at);
    if (t->codec != CODEC_OTHER) {
        behind = BYTES(t->snapshot)->size - consumed_bytes(vm, t);
    } else {
        Value rest =
            str_substring(vm, t->decoded, t->decoded_pos, str_length(t->decoded));
        Value b =
            rest ? call_method_cstr(vm, rest, "encode", &t->encoding, 1) : VALUE_NULL;
        behind = b ? BYTES(b)->size : 0;
        value_xdecref(vm, rest);
        value_xdecref(vm, b);
        if (!b)
            return VALUE_NULL;
    }
    return int_new(vm, pos - behind);
}

static void forget_decoded(MinipyVM *vm, TextObj *t)
{
    value_clear(vm, &t->decoded);
    value_clear(vm, &t->snapshot);
    value_clear(vm, &t->decoder);
    t->decoded_pos = 0;
    t->ntail = 0;
    t->pending_cr = false;
}

IO_FN(text, seek)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    int whence = 0;
    if (!args_check(vm, "seek", nargs, 1, 2) ||
        (nargs > 1 && !arg_int(vm, args[1], &whence)) || !text_open(vm, t))
        return VALUE_NULL;
    if (!check_seekable(vm, t))
        return VALUE_NULL;
    int zero = object_compare_bool(vm, args[0], value_from_imm(0), CMP_EQ);
    if (zero < 0)
        return VALUE_NULL;
    Value to = value_incref(args[0]), r;
    if (whence == 1) {
        if (!zero) {
            value_decref(vm, to);
            return io_unsupported(vm, "can't do nonzero cur-relative seeks");
        }
        value_set_steal(vm, &to, io_call0(vm, self, "tell"));
        if (!to)
            return VALUE_NULL;
    } else if (whence == 2 && !zero) {
        value_decref(vm, to);
        return io_unsupported(vm, "can't do nonzero end-relative seeks");
    } else if (whence < 0 || whence > 2) {
        value_decref(vm, to);
        return error_set(vm, EXC_ValueError, "invalid whence (%d, should be 0, 1 or 2)",
                         whence);
    }
    if (whence != 2) {
        int negative = object_compare_bool(vm, to, value_from_imm(0), CMP_LT);
        if (negative) {
            if (negative > 0)
                error_set(vm, EXC_ValueError, "negative seek position %R", to);
            value_decref(vm, to);
            return VALUE_NULL;
        }
    }
    r = call_method(vm, self, NAME(vm, flush), NULL, 0);
    value_xdecref(vm, r);
    if (r) {
        Value a[2] = {to, value_from_imm(whence == 2 ? 2 : 0)};
        r = call_method_cstr(vm, t->buffer, "seek", a, 2);
        forget_decoded(vm, t);
        if (r && t->codec == CODEC_OTHER) /* a BOM is written at the start only */
            t->mid_stream = object_compare_bool(vm, whence == 2 ? r : to,
                                                value_from_imm(0), CMP_EQ) == 0;
        if (r && t->encoder) {
            Value e = t->mid_stream
                          ? io_call1(vm, t->encoder, "setstate", value_from_imm(0))
                          : io_call0(vm, t->encoder, "reset");
            value_xdecref(vm, e);
            if (!e)
                value_clear(vm, &r);
        }
    }
    value_decref(vm, to);
    return r;
}

IO_FN(text, truncate)
{
    IO_UNUSED();
    if (!text_open(vm, TEXT(self)))
        return VALUE_NULL;
    Value r = call_method(vm, self, NAME(vm, flush), NULL, 0);
    value_xdecref(vm, r);
    return r ? call_method_cstr(vm, TEXT(self)->buffer, "truncate", args, nargs)
             : VALUE_NULL;
}

/* ---- the rest
 * --------------------------------------------------------------------------------------------------------
 */

IO_FN(text, flush_)
{
    IO_UNUSED();
    return text_flush(vm, self) < 0 ? VALUE_NULL : VALUE_NONE;
}

IO_FN(text, close)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    int closed = io_is_closed(vm, t->buffer);
    if (closed)
        return closed < 0 ? VALUE_NULL : VALUE_NONE;
    return io_flush_then_close(vm, self, t->buffer) < 0 ? VALUE_NULL : VALUE_NONE;
}

IO_FN(text, detach)
{
    IO_UNUSED();
    TextObj *t = TEXT(self);
    if (!text_ok(vm, t))
        return VALUE_NULL;
    Value r = call_method(vm, self, NAME(vm, flush), NULL, 0);
    value_xdecref(vm, r);
    if (!r)
        return VALUE_NULL;
    Value b = t->buffer;
    t->buffer = VALUE_NULL;
    t->detached = true;
    t->ok = false;
    return b;
}

static int new_encoding(MinipyVM *vm, TextObj *t, Value encoding, Value errors)
{
    bool has_encoding = encoding && encoding != VALUE_NONE,
         has_errors = errors && errors != VALUE_NONE;
    if (!has_encoding && !has_errors)
        return 0;
    if ((has_encoding && !value_is_str(encoding)) ||
        (has_errors && !value_is_str(errors)))
        return error_set(vm, EXC_TypeError,
                         "reconfigure() argument must be str or None"),
               -1;
    Value e =
        has_encoding
            ? value_incref(str_equal_ascii(encoding, "locale") ? t->encoding : encoding)
            : value_incref(t->encoding);
    Value r = has_errors     ? value_incref(errors)
              : has_encoding ? str_from_cstr(vm, "strict")
                             : value_incref(t->errors);
    if (!r || check_encoding(vm, e) < 0) {
        value_decref(vm, e);
        value_xdecref(vm, r);
        return -1;
    }
    value_set_steal(vm, &t->encoding, e);
    value_set_steal(vm, &t->errors, r);
    value_clear(vm, &t->decoder);
    value_clear(vm, &t->encoder);
    t->codec = codec_of(str_utf8_or_null(vm, e));
    return find_start(vm, t);
}

IO_FN(text, reconfigure)
{
    static const ArgSpec spec = {"reconfigure",
                                 "encoding errors newline line_buffering write_through",
                                 .required = 0, .maxpos = 0, .kwonly = 5};
    Value a[5];
    TextObj *t = TEXT(self);
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) || !text_ok(vm, t))
        return VALUE_NULL;
    bool changes = (a[0] && a[0] != VALUE_NONE) || (a[1] && a[1] != VALUE_NONE) || a[2];
    if (t->decoded && changes)
        return io_unsupported(vm, "It is not possible to set the encoding or newline "
                                  "of stream after the first read");
    Value f = call_method(vm, self, NAME(vm, flush), NULL, 0);
    value_xdecref(vm, f);
    if (!f || new_encoding(vm, t, a[0], a[1]) < 0 ||
        (a[2] && set_newline(vm, t, a[2]) < 0))
        return VALUE_NULL;
    int lb = a[3] && a[3] != VALUE_NONE ? object_is_true(vm, a[3]) : t->line_buffering;
    int wt = a[4] && a[4] != VALUE_NONE ? object_is_true(vm, a[4]) : t->write_through;
    if (lb < 0 || wt < 0)
        return VALUE_NULL;
    t->line_buffering = lb;
    t->write_through = wt;
    return VALUE_NONE;
}

#define ASK_BUFFER(name)                                                               \
    IO_FN(text, name)                                                                  \
    {                                                                                  \
        IO_UNUSED();                                                                   \
        return text_ok(vm, TEXT(self)) ? io_call0(vm, TEXT(self)->buffer, #name)       \
                                       : VALUE_NULL;                                   \
    }
ASK_BUFFER(seekable)
ASK_BUFFER(readable)
ASK_BUFFER(writable)
ASK_BUFFER(fileno)
ASK_BUFFER(isatty)

static Value text_buffer_attr(MinipyVM *vm, Value self, void *closure)
{
    if (!text_ok(vm, TEXT(self)))
        return VALUE_NULL;
    Value name = str_intern_cstr(vm, closure);
    Value v = name ? object_getattr(vm, TEXT(self)->buffer, name) : VALUE_NULL;
    value_xdecref(vm, name);
    return v;
}

static Value text_get_newlines(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    return text_ok(vm, TEXT(self))
               ? newlines_seen(vm, TEXT(self)->universal ? TEXT(self)->seen : 0)
               : VALUE_NULL;
}

static Value text_get_chunk_size(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    return text_ok(vm, TEXT(self)) ? value_from_imm(CHUNK) : VALUE_NULL;
}

static int text_set_chunk_size(MinipyVM *vm, Value self, Value v, void *closure)
{
    (void)closure, (void)self;
    int64_t n;
    if (!v)
        return error_set(vm, EXC_AttributeError, "cannot delete attribute"), -1;
    if (!arg_ssize(vm, v, &n))
        return -1;
    return n > 0 ? 0
                 : (error_set(vm, EXC_ValueError,
                              "a strictly positive integer is required"),
                    -1);
}

static Value text_repr(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    if (!t->ok && !t->detached)
        return text_ok(vm, t) ? VALUE_NULL : VALUE_NULL;
    if (repr_enter(vm, self) != 0)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_RuntimeError,
                               "reentrant call inside %T.__repr__", self);
    static const char *const attrs[] = {"name", "mode"};
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, "<_io.TextIOWrapper");
    int r = 0;
    for (int i = 0; r >= 0 && i < 2; i++) {
        Value name = str_intern_cstr(vm, attrs[i]), v;
        r = name ? object_lookup_attr(vm, self, name, &v) : -1;
        value_xdecref(vm, name);
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

#define T(name, flags)                                                                 \
    {                                                                                  \
#name, text_##name, flags, NULL                                                \
    }
static const MethodDef text_methods[] = {
    T(write, M_O),
    T(read, M_FAST),
    T(readline, M_FAST),
    T(tell, M_NOARGS),
    T(seek, M_FAST),
    T(truncate, M_FAST),
    {"flush", text_flush_, M_NOARGS, NULL},
    T(close, M_NOARGS),
    T(detach, M_NOARGS),
    T(reconfigure, M_KW),
    T(seekable, M_NOARGS),
    T(readable, M_NOARGS),
    T(writable, M_NOARGS),
    T(fileno, M_NOARGS),
    T(isatty, M_NOARGS),
    {0},
};
static const MemberDef text_members[] = {
    {"buffer", MEMBER_VALUE, offsetof(TextObj, buffer), true, NULL},
    {"encoding", MEMBER_VALUE, offsetof(TextObj, encoding), true, NULL},
    {"errors", MEMBER_VALUE, offsetof(TextObj, errors), true, NULL},
    {"line_buffering", MEMBER_BOOL, offsetof(TextObj, line_buffering), true, NULL},
    {"write_through", MEMBER_BOOL, offsetof(TextObj, write_through), true, NULL},
    {0},
};
static const GetSetDef text_getsets[] = {
    {"name", text_buffer_attr, NULL, NULL, "name"},
    {"closed", text_buffer_attr, NULL, NULL, "closed"},
    {"newlines", text_get_newlines, NULL, NULL, NULL},
    {"_CHUNK_SIZE", text_get_chunk_size, text_set_chunk_size, NULL, NULL},
    {0},
};
const TypeSpec io_wrapper_spec = {
    .name = "_io.TextIOWrapper",
    .doc = "Character and line based layer over a BufferedIOBase object, buffer.",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_WEAKREFS,
    .basicsize = sizeof(TextObj),
    .inst_offset = offsetof(TextObj, head),
    .dealloc = text_clear,
    .traverse = text_traverse,
    .clear = text_clear,
    .slots = {.new_ = type_alloc_new,
              .init = text_init,
              .repr = text_repr,
              .iternext = text_next},
    .methods = text_methods,
    .getsets = text_getsets,
    .members = text_members};

/* ---- IncrementalNewlineDecoder
 * ------------------------------------------------------------------------------------------
 */

typedef struct NewlineDecoderObj {
    Object ob;
    InstHead head;
    Value decoder; /* or None */
    bool translate, pending_cr;
    int seen;
} NewlineDecoderObj;
#define NLD(v) ((NewlineDecoderObj *)(uintptr_t)(v))

static int nld_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                    Value kwnames)
{
    static const ArgSpec spec = {"IncrementalNewlineDecoder",
                                 "decoder translate errors", .required = 2,
                                 .maxpos = 3};
    Value a[3];
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return -1;
    int translate = object_is_true(vm, a[1]);
    if (translate < 0)
        return -1;
    value_set_steal(vm, &NLD(self)->decoder, value_incref(a[0]));
    NLD(self)->translate = translate;
    NLD(self)->pending_cr = false;
    NLD(self)->seen = 0;
    return 0;
}

IO_FN(nld, decode)
{
    static const ArgSpec spec = {"decode", "input final", .required = 1, .maxpos = 2};
    Value a[2];
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    int final = a[1] ? object_is_true(vm, a[1]) : 0;
    if (final < 0)
        return VALUE_NULL;
    Value text = value_incref(a[0]);
    if (NLD(self)->decoder && NLD(self)->decoder != VALUE_NONE) {
        Value b[2] = {a[0], value_from_bool(final)};
        value_set_steal(vm, &text,
                        call_method_cstr(vm, NLD(self)->decoder, "decode", b, 2));
    }
    if (text && !value_is_str(text)) {
        error_set(vm, EXC_TypeError, "decoder should return a string result, not '%T'",
                  text);
        value_clear(vm, &text);
    }
    return text ? newlines_translate_steal(vm, text, NLD(self)->translate, final,
                                           &NLD(self)->pending_cr, &NLD(self)->seen)
                : VALUE_NULL;
}

IO_FN(nld, getstate)
{
    IO_UNUSED();
    Value inner = VALUE_NULL, bytes = value_incref(vm->empty_bytes);
    int64_t flag = 0;
    if (NLD(self)->decoder != VALUE_NONE) {
        inner = io_call0(vm, NLD(self)->decoder, "getstate");
        if (!inner || !value_is_tuple(inner) || tuple_size(inner) != 2 ||
            !value_is_int(TUPLE(inner)->items[1])) {
            value_xdecref(vm, inner);
            value_decref(vm, bytes);
            return error_occurred(vm)
                       ? VALUE_NULL
                       : error_set(vm, EXC_TypeError, "illegal decoder state");
        }
        value_set_steal(vm, &bytes, value_incref(TUPLE(inner)->items[0]));
        flag = int_as_i64_overflow(TUPLE(inner)->items[1], NULL);
        value_decref(vm, inner);
    }
    Value r = tuple_pack(vm, 2, bytes, int_new(vm, flag << 1 | NLD(self)->pending_cr));
    value_decref(vm, bytes);
    return r;
}

IO_FN(nld, setstate)
{
    IO_UNUSED();
    int64_t flag;
    if (!value_is_tuple(args[0]) || tuple_size(args[0]) != 2)
        return error_set(vm, EXC_TypeError, "state argument must be a tuple");
    if (!arg_ssize(vm, TUPLE(args[0])->items[1], &flag))
        return VALUE_NULL;
    NLD(self)->pending_cr = flag & 1;
    if (NLD(self)->decoder == VALUE_NONE)
        return VALUE_NONE;
    Value t = tuple_pack(vm, 2, TUPLE(args[0])->items[0], int_new(vm, flag >> 1));
    Value r = t ? io_call1(vm, NLD(self)->decoder, "setstate", t) : VALUE_NULL;
    value_xdecref(vm, t);
    return r;
}

IO_FN(nld, reset)
{
    IO_UNUSED();
    NLD(self)->seen = 0;
    NLD(self)->pending_cr = false;
    return NLD(self)->decoder != VALUE_NONE ? io_call0(vm, NLD(self)->decoder, "reset")
                                            : VALUE_NONE;
}

static Value nld_newlines(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    return newlines_seen(vm, NLD(self)->seen);
}

static void nld_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((NewlineDecoderObj *)o)->decoder);
}

static const MethodDef nld_methods[] = {{"decode", nld_decode, M_KW, NULL},
                                        {"getstate", nld_getstate, M_NOARGS, NULL},
                                        {"setstate", nld_setstate, M_O, NULL},
                                        {"reset", nld_reset, M_NOARGS, NULL},
                                        {0}};
static const GetSetDef nld_getsets[] = {{"newlines", nld_newlines, NULL, NULL, NULL},
                                        {0}};
const TypeSpec io_newline_decoder_spec = {
    .name = "_io.IncrementalNewlineDecoder",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST,
    .basicsize = sizeof(NewlineDecoderObj),
    .inst_offset = offsetof(NewlineDecoderObj, head),
    .dealloc = nld_clear,
    .slots = {.new_ = type_alloc_new, .init = nld_init},
    .methods = nld_methods,
    .getsets = nld_getsets};
