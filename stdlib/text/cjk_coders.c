/* cjk_coders.c - the types of _multibytecodec: coders that take text or bytes piece by
 * piece, and those that read and write a stream. The library's encodings derive from
 * them, and say in the class which `codec` (of cjk.c) they are of.
 *
 * What is not whole yet waits in `pending`: a character that may be one with the next,
 * the first bytes of a code. Handlers of errors run in between and may do anything with
 * the coder: what they could replace is held. The collector clears none of it, so that
 * what runs late meets no coder without a codec: the stream breaks cycles.
 */
#include "stdlib/native.h"
#include "stdlib/text/cjk_private.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"
#include "vm/text/str_private.h"

enum { PENDING_MOST = 8 }; /* bytes; of text: in UTF-8 */

typedef struct CoderObj {
    Object ob;
    Value codec, errors, stream; /* stream: VALUE_NULL where there is none */
    Value pending;               /* str or bytes; VALUE_NULL: nothing waits */
    CjkState state;
} CoderObj;
#define CODER(v) ((CoderObj *)(uintptr_t)(v))
#define CODEC_OF(o) ((CodecObj *)(uintptr_t)(o)->codec)

/* ---- making them, and `errors` --------------------------------------------------- */

/* The name of a handler, which C's end of a string ends. VALUE_NULL: exception. */
static Value errors_of(MinipyVM *vm, Value given)
{
    const char *text = str_utf8(vm, given, NULL);
    return text ? str_from_cstr(vm, text) : VALUE_NULL;
}

/* given, argument number n, or 'strict'. */
static Value errors_argument(MinipyVM *vm, const char *fname, int n, Value given)
{
    if (!given)
        return str_intern_cstr(vm, "strict");
    if (!value_is_str(given))
        return str_bad_argument(vm, fname, n, "str", given);
    return str_cstr(vm, given) ? errors_of(vm, given) : VALUE_NULL;
}

static Value coder_new(MinipyVM *vm, TypeObj *cls, Value errors, Value stream,
                       bool decodes)
{
    Value name = errors ? str_intern_cstr(vm, "codec") : VALUE_NULL;
    Value codec = name ? object_getattr(vm, value_from_obj(cls), name) : VALUE_NULL;
    value_xdecref(vm, name);
    if (codec && !cjk_is_codec(codec)) {
        error_set(vm, EXC_TypeError, "codec is unexpected type");
        value_clear(vm, &codec);
    }
    Value v = codec ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, codec);
        value_xdecref(vm, errors);
        return VALUE_NULL;
    }
    CODER(v)->codec = codec;
    CODER(v)->errors = errors;
    CODER(v)->stream = stream ? value_incref(stream) : VALUE_NULL;
    CODER(v)->state = cjk_start(CODEC_OF(CODER(v)), decodes);
    return v;
}

#define PIECES_NEW(id, name, decodes)                                                  \
    NEW(id, 1, name, "(errors='strict')")                                              \
    {                                                                                  \
        Value errors = errors_argument(vm, name, 1, given[0]);                         \
        return coder_new(vm, cls, errors, VALUE_NULL, decodes);                        \
    }
#define STREAM_NEW(id, name, decodes)                                                  \
    NEW(id, 2, name, "(stream, errors='strict')")                                      \
    {                                                                                  \
        Value errors = errors_argument(vm, name, 2, given[1]);                         \
        return coder_new(vm, cls, errors, given[0], decodes);                          \
    }
PIECES_NEW(encoder_new, "IncrementalEncoder", false)
PIECES_NEW(decoder_new, "IncrementalDecoder", true)
STREAM_NEW(reader_new, "StreamReader", true)
STREAM_NEW(writer_new, "StreamWriter", false)
#undef PIECES_NEW
#undef STREAM_NEW

/* new has done it all. */
static int coder_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                      Value kwnames)
{
    (void)vm, (void)self, (void)args, (void)nargs, (void)kwnames;
    return 0;
}

GETTER(errors_get)
{
    return value_incref(CODER(self)->errors);
}

SETTER(errors_set)
{
    if (!value)
        return error_set(vm, EXC_AttributeError, "cannot delete attribute"), -1;
    if (!value_is_str(value))
        return error_set(vm, EXC_TypeError, "errors must be a string"), -1;
    Value errors = errors_of(vm, value);
    if (!errors)
        return -1;
    value_set_steal(vm, &CODER(self)->errors, errors);
    return 0;
}

/* ---- pieces ---------------------------------------------------------------------- */

/* What text gives, or whatever is no str as one. VALUE_NULL: exception, and what waited
 * waits again. */
static Value encode_piece(MinipyVM *vm, CoderObj *o, Value text, bool final)
{
    Value made = value_is_str(text) ? value_incref(text) : object_str(vm, text);
    if (!made)
        return VALUE_NULL;
    Value before = o->pending, errors = value_incref(o->errors), bytes = VALUE_NULL;
    Value whole = before ? str_concat(vm, before, made) : value_incref(made);
    const char *handler = str_utf8(vm, errors, NULL);
    int64_t used = 0;
    o->pending = VALUE_NULL;
    if (whole && handler)
        bytes =
            cjk_encode_text(vm, CODEC_OF(o), whole, handler, final, &o->state, &used);
    if (!bytes) {
        value_set_steal(vm, &o->pending, before);
        before = VALUE_NULL;
    } else if (used < str_length(whole)) {
        Value rest = str_substring(vm, whole, used, str_length(whole));
        value_set_steal(vm, &o->pending, rest);
        if (!rest)
            value_clear(vm, &bytes);
    }
    value_xdecref(vm, before);
    value_xdecref(vm, whole);
    value_decref(vm, errors);
    value_decref(vm, made);
    return bytes;
}

/* What waited and these bytes, in *whole, which is new if something waited. -1:
 * exception. */
static int join_pending(MinipyVM *vm, const CoderObj *o, const uint8_t **data,
                        int64_t *size, Value *whole)
{
    *whole = VALUE_NULL;
    if (!o->pending)
        return 0;
    int64_t n = BYTES(o->pending)->size;
    if (!(*whole = bytes_alloc(vm, n + *size)))
        return -1;
    memcpy(BYTES(*whole)->data, BYTES(o->pending)->data, (size_t)n);
    if (*size)
        memcpy(BYTES(*whole)->data + n, *data, (size_t)*size);
    *data = BYTES(*whole)->data;
    *size += n;
    return 0;
}

/* keeps: if the last code is not whole at the end, what waited waits again. */
static Value decode_piece(MinipyVM *vm, CoderObj *o, const uint8_t *data, int64_t size,
                          bool final, bool keeps)
{
    Value whole;
    int64_t used = 0;
    if (join_pending(vm, o, &data, &size, &whole) < 0)
        return VALUE_NULL;
    Value before = o->pending, errors = value_incref(o->errors);
    const char *handler = str_utf8(vm, errors, NULL);
    o->pending = VALUE_NULL;
    Value text = handler ? cjk_decode_text(vm, CODEC_OF(o), data, size, handler, final,
                                           &o->state, &used)
                         : VALUE_NULL;
    if (!text && keeps && used == CJK_INCOMPLETE) {
        value_set_steal(vm, &o->pending, before);
        before = VALUE_NULL;
    } else if (text && used < size) {
        Value rest = bytes_from(vm, data + used, size - used);
        value_set_steal(vm, &o->pending, rest);
        if (!rest)
            value_clear(vm, &text);
    }
    value_xdecref(vm, before);
    value_xdecref(vm, whole);
    value_decref(vm, errors);
    return text;
}

FN(encoder_encode)
{
    int final = 0;
    if (GIVEN(1) && !arg_int(vm, args[1], &final))
        return VALUE_NULL;
    return encode_piece(vm, CODER(self), args[0], final);
}

FN(decoder_decode)
{
    int final = 0;
    Buffer view;
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value text = GIVEN(1) && !arg_int(vm, args[1], &final)
                     ? VALUE_NULL
                     : decode_piece(vm, CODER(self), view.data, view.size, final, true);
    buffer_release(vm, &view);
    return text;
}

/* Of both, and of the reader. */
FN(coder_reset)
{
    CoderObj *o = CODER(self);
    cjk_reset_state(CODEC_OF(o), &o->state);
    value_clear(vm, &o->pending);
    return VALUE_NONE;
}

/* ---- their states ---------------------------------------------------------------- */

/* As an int: how much text waits, the text in UTF-8, the codec's own state. */
FN(encoder_getstate)
{
    const CoderObj *o = CODER(self);
    uint8_t raw[1 + PENDING_MOST + sizeof o->state.byte] = {0};
    int64_t n = 0;
    const char *text = o->pending ? str_utf8(vm, o->pending, &n) : "";
    if (!text)
        return VALUE_NULL;
    if (n > PENDING_MOST)
        return error_set(vm, EXC_UnicodeError, "pending buffer too large");
    raw[0] = (uint8_t)n;
    memcpy(raw + 1, text, (size_t)n);
    memcpy(raw + 1 + n, o->state.byte, sizeof o->state.byte);
    return int_from_bytes(vm, raw, 1 + n + (int64_t)sizeof o->state.byte, true, false);
}

FN(encoder_setstate)
{
    CoderObj *o = CODER(self);
    uint8_t raw[1 + PENDING_MOST + sizeof o->state.byte];
    if (!value_is_int(args[0]))
        return arg_type_error(vm, "setstate", NULL, "int", args[0]);
    if (int_to_bytes(vm, args[0], raw, sizeof raw, true, false) < 0)
        return VALUE_NULL;
    if (raw[0] > PENDING_MOST)
        return error_set(vm, EXC_UnicodeError, "pending buffer too large");
    Value pending =
        raw[0] ? str_from_utf8(vm, (const char *)raw + 1, raw[0]) : VALUE_NULL;
    if (raw[0] && !pending)
        return VALUE_NULL;
    value_set_steal(vm, &o->pending, pending);
    memcpy(o->state.byte, raw + 1 + raw[0], sizeof o->state.byte);
    return VALUE_NONE;
}

/* The bytes that wait, and the codec's own state as an int. */
FN(decoder_getstate)
{
    const CoderObj *o = CODER(self);
    Value parts[] = {
        o->pending ? value_incref(o->pending) : bytes_from(vm, NULL, 0),
        int_from_bytes(vm, o->state.byte, sizeof o->state.byte, true, false)};
    return tuple_from_steal(vm, parts, 2);
}

FN(decoder_setstate)
{
    CoderObj *o = CODER(self);
    CjkState state;
    if (!value_is_tuple(args[0]))
        return arg_type_error(vm, "setstate", NULL, "tuple", args[0]);
    const TupleObj *t = TUPLE(args[0]);
    if (t->size != 2 || !value_is_bytes(t->items[0]) || !value_is_int(t->items[1]))
        return error_set(vm, EXC_TypeError, "setstate(): illegal state argument");
    if (int_to_bytes(vm, t->items[1], state.byte, sizeof state.byte, true, false) < 0)
        return VALUE_NULL;
    int64_t n = BYTES(t->items[0])->size;
    if (n > PENDING_MOST)
        return error_set(vm, EXC_UnicodeError, "pending buffer too large");
    Value pending = n ? bytes_from(vm, BYTES(t->items[0])->data, n) : VALUE_NULL;
    if (n && !pending)
        return VALUE_NULL;
    value_set_steal(vm, &o->pending, pending);
    o->state = state;
    return VALUE_NONE;
}

/* ---- streams --------------------------------------------------------------------- */

/* What the stream's method gives; size < 0: without an argument. */
static Value read_bytes(MinipyVM *vm, const CoderObj *o, const char *method,
                        int64_t size)
{
    Value n = value_from_imm(size);
    Value data = call_method_cstr(vm, o->stream, method, &n, size >= 0);
    if (!data || value_is_bytes(data))
        return data;
    error_set(vm, EXC_TypeError, "stream function returned a non-bytes object (%.100T)",
              data);
    value_decref(vm, data);
    return VALUE_NULL;
}

/* Text of about so many bytes, but some unless there is no more. */
static Value read_text(MinipyVM *vm, CoderObj *o, const char *method, int64_t size)
{
    if (size == 0)
        return str_from_ascii(vm, "", 0);
    for (;; size = 1) {
        Value data = read_bytes(vm, o, method, size);
        if (!data)
            return VALUE_NULL;
        int64_t n = BYTES(data)->size, waits = o->pending ? BYTES(o->pending)->size : 0;
        bool ends = size < 0 || n == 0;
        Value text = decode_piece(vm, o, BYTES(data)->data, n, ends, false);
        value_decref(vm, data);
        if (!text || size < 0 || str_length(text) || n + waits == 0)
            return text;
        value_decref(vm, text);
    }
}

static Value read_sized(MinipyVM *vm, Value self, const char *method, Value given)
{
    int64_t size = -1;
    if (given && given != VALUE_NONE) {
        if (!value_is_int(given))
            return error_set(vm, EXC_TypeError, "arg 1 must be an integer");
        size = int_as_ssize(vm, given);
        if (size == -1 && error_occurred(vm))
            return VALUE_NULL;
    }
    return read_text(vm, CODER(self), method, size);
}

FN(reader_read)
{
    return read_sized(vm, self, "read", GIVEN(0));
}

FN(reader_readline)
{
    return read_sized(vm, self, "readline", GIVEN(0));
}

FN(reader_readlines)
{
    Value text = read_sized(vm, self, "read", GIVEN(0)), keep = VALUE_TRUE;
    Value lines =
        text ? call_method_cstr(vm, text, "splitlines", &keep, 1) : VALUE_NULL;
    value_xdecref(vm, text);
    return lines;
}

/* -1: exception. */
static int write_bytes(MinipyVM *vm, const CoderObj *o, Value bytes)
{
    Value r = bytes ? call_method_cstr(vm, o->stream, "write", &bytes, 1) : VALUE_NULL;
    value_xdecref(vm, bytes);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

FN(writer_write)
{
    CoderObj *o = CODER(self);
    Value bytes = encode_piece(vm, o, args[0], false);
    return write_bytes(vm, o, bytes) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(writer_writelines)
{
    CoderObj *o = CODER(self);
    const TypeSlots *s = &value_type(vm, args[0])->slots;
    if (!s->sq_item || value_is_dict(args[0]))
        return error_set(vm, EXC_TypeError, "arg must be a sequence object");
    for (int64_t i = 0, n; (n = object_length(vm, args[0])) >= 0 && i < n; i++) {
        Value line = sequence_item(vm, args[0], i);
        Value bytes = line ? encode_piece(vm, o, line, false) : VALUE_NULL;
        value_xdecref(vm, line);
        if (write_bytes(vm, o, bytes) < 0)
            return VALUE_NULL;
    }
    return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
}

/* What cannot be encoded is gone, too. */
FN(writer_reset)
{
    CoderObj *o = CODER(self);
    if (!o->pending)
        return VALUE_NONE;
    Value empty = str_from_ascii(vm, "", 0);
    Value bytes = empty ? encode_piece(vm, o, empty, true) : VALUE_NULL;
    value_xdecref(vm, empty);
    value_clear(vm, &o->pending);
    if (bytes && BYTES(bytes)->size == 0) {
        value_decref(vm, bytes);
        return VALUE_NONE;
    }
    return write_bytes(vm, o, bytes) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- the types ------------------------------------------------------------------- */

static GETSETS(coder_getsets,
    {"errors", errors_get, errors_set, "how to treat errors", NULL},
);
static MEMBERS(stream_members,
    {"stream", MEMBER_VALUE_OR_NONE, offsetof(CoderObj, stream), true, NULL},
);
static METHODS(encoder_methods,
    {"encode", encoder_encode, 0, "($self, /, input, final=False)", NULL},
    {"getstate", encoder_getstate, 0, "($self, /)", NULL},
    {"setstate", encoder_setstate, 0, "($self, state, /)", NULL},
    {"reset", coder_reset, 0, "($self, /)", NULL},
);
static METHODS(decoder_methods,
    {"decode", decoder_decode, 0, "($self, /, input, final=False)", NULL},
    {"getstate", decoder_getstate, 0, "($self, /)", NULL},
    {"setstate", decoder_setstate, 0, "($self, state, /)", NULL},
    {"reset", coder_reset, 0, "($self, /)", NULL},
);
static METHODS(reader_methods,
    {"read", reader_read, 0, "($self, sizeobj=None, /)", NULL},
    {"readline", reader_readline, 0, "($self, sizeobj=None, /)", NULL},
    {"readlines", reader_readlines, 0, "($self, sizehintobj=None, /)", NULL},
    {"reset", coder_reset, 0, "($self, /)", NULL},
);
static METHODS(writer_methods,
    {"write", writer_write, 0, "($self, strobj, /)", NULL},
    {"writelines", writer_writelines, 0, "($self, lines, /)", NULL},
    {"reset", writer_reset, 0, "($self, /)", NULL},
);

#define CODER_TYPE(id, name_, new__, methods_, members_)                               \
    TYPE_SPEC(id, .name = "_multibytecodec." name_,                                    \
              .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_BASE,                          \
              .basicsize = sizeof(CoderObj), .values = 4,                              \
              .slots = {.new_ = new__, .init = coder_init,                             \
                        .getattro = object_generic_getattr},                           \
              .methods = methods_, .getsets = coder_getsets, .members = members_, )
CODER_TYPE(cjk_encoder_spec, "MultibyteIncrementalEncoder", encoder_new,
           encoder_methods, NULL);
CODER_TYPE(cjk_decoder_spec, "MultibyteIncrementalDecoder", decoder_new,
           decoder_methods, NULL);
CODER_TYPE(cjk_reader_spec, "MultibyteStreamReader", reader_new, reader_methods,
           stream_members);
CODER_TYPE(cjk_writer_spec, "MultibyteStreamWriter", writer_new, writer_methods,
           stream_members);
