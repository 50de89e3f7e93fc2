/* codecs.c - the module _codecs, on which the library's `codecs` and `encodings` stand:
 * the registry, the error handlers and a pair of functions for each built-in codec.
 *
 * Every *_encode and *_decode returns (result, how much of the input was used). The
 * codecs themselves are vm/text/codec_*.c.
 */
#include "stdlib/native.h"
#include "vm/text/codecs.h"

#include <string.h>

#include "vm/bytes/bytes_private.h"
#include "vm/text/str_private.h"
#include "vm/bytes/buffer.h"

/* ---- arguments and results ------------------------------------------------------- */

/* (result, used) */
static Value pair_steal(MinipyVM *vm, Value result, int64_t used)
{
    if (!result)
        return VALUE_NULL;
    Value items[2] = {result, int_new(vm, used)};
    return tuple_from_steal(vm, items, 2);
}

/* The name of an error handler: argument N, which may be absent or None. */
static bool errors_argument(MinipyVM *vm, const char *fname, const Value *args,
                            size_t nargs, size_t n, const char **errors)
{
    *errors = NULL;
    if (n >= nargs || args[n] == VALUE_NONE)
        return true;
    if (!value_is_str(args[n])) {
        str_bad_argument(vm, fname, (int)n + 1, "str or None", args[n]);
        return false;
    }
    *errors = str_cstr(vm, args[n]);
    return *errors != NULL;
}

/* A str that names something: argument N. */
static const char *name_argument(MinipyVM *vm, const char *fname, const Value *args,
                                 size_t n)
{
    if (!value_is_str(args[n])) {
        str_bad_argument(vm, fname, (int)n, "str", args[n]);
        return NULL;
    }
    return str_cstr(vm, args[n]);
}

/* The arguments of an encoder: a str and perhaps errors. */
static bool encode_arguments(MinipyVM *vm, const char *fname, const Value *args,
                             size_t nargs, const char **errors)
{
    if (!value_is_str(args[0])) {
        str_bad_argument(vm, fname, 1, "str", args[0]);
        return false;
    }
    return errors_argument(vm, fname, args, nargs, 1, errors);
}

/* The arguments of a decoder: a buffer (to be released), errors, and final. */
typedef struct DecodeArgs {
    Buffer view;
    const char *errors;
    int final;
} DecodeArgs;

/* TEXT: a str is taken too, as its UTF-8. FINAL_AT: which argument is `final`, 0: none.
 */
static bool decode_arguments(MinipyVM *vm, const char *fname, const Value *args,
                             size_t nargs, size_t final_at, bool text, DecodeArgs *out)
{
    *out = (DecodeArgs){.view = {.obj = VALUE_NULL}};
    if (text && value_is_str(args[0])) {
        const char *utf8 = str_utf8(vm, args[0], &out->view.size);
        out->view.data = (void *)(uintptr_t)utf8;
        if (!utf8)
            return false;
    } else if (buffer_get(vm, args[0], &out->view, BUF_SIMPLE) < 0) {
        return false;
    }
    if (errors_argument(vm, fname, args, nargs, 1, &out->errors) &&
        (!final_at || nargs <= final_at || arg_int(vm, args[final_at], &out->final)))
        return true;
    buffer_release(vm, &out->view);
    return false;
}

static Value decoded(MinipyVM *vm, DecodeArgs *a, Value result, int64_t used)
{
    buffer_release(vm, &a->view);
    return pair_steal(vm, result, used);
}

/* ---- the registry ---------------------------------------------------------------- */

FN(fn_register)
{
    return codec_register(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(fn_unregister)
{
    return codec_unregister(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(fn_lookup)
{
    const char *name = name_argument(vm, "lookup", args, 0);

    return name ? codec_lookup(vm, name) : VALUE_NULL;
}

FN(fn_register_error)
{
    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "register_error", 1, "str", args[0]);
    const char *name = str_cstr(vm, args[0]);
    return !name || codec_register_error(vm, name, args[1]) < 0 ? VALUE_NULL
                                                                : VALUE_NONE;
}

FN(fn_lookup_error)
{
    const char *name = name_argument(vm, "lookup_error", args, 0);

    return name ? codec_lookup_error(vm, name) : VALUE_NULL;
}

/* encode and decode: object, encoding, errors. */
static Value convert(MinipyVM *vm, const char *fname, const Value *args, size_t nargs,
                     Value (*run)(MinipyVM *, Value, const char *, const char *))
{
    const char *names[2] = {"utf-8", NULL};

    for (size_t i = 1; i < nargs; i++) {
        if (args[i] && !value_is_str(args[i]))
            return arg_type_error(vm, fname, i == 1 ? "encoding" : "errors", "str",
                                  args[i]);
        if (args[i] && !(names[i - 1] = str_cstr(vm, args[i])))
            return VALUE_NULL;
    }
    return run(vm, args[0], names[0], names[1]);
}

FN(fn_encode)
{
    return convert(vm, "encode", args, nargs, codec_encode_object);
}

FN(fn_decode)
{
    return convert(vm, "decode", args, nargs, codec_decode_object);
}

/* ---- encoders -------------------------------------------------------------------- */

/* An encoder that takes a str and errors. */
#define ENCODER(name, expression)                                                      \
    FN(fn_##name)                                                                      \
    {                                                                                  \
        const char *errors;                                                            \
        if (!encode_arguments(vm, #name, args, nargs, &errors))                        \
            return VALUE_NULL;                                                         \
        return pair_steal(vm, expression, STR(args[0])->length);                       \
    }
ENCODER(utf_8_encode, codec_encode_utf8(vm, args[0], errors))
ENCODER(utf_7_encode, codec_encode_utf7(vm, args[0]))
ENCODER(ascii_encode, codec_encode_ascii(vm, args[0], errors))
ENCODER(latin_1_encode, codec_encode_latin1(vm, args[0], errors))
ENCODER(utf_16_le_encode, codec_encode_utf16(vm, args[0], errors, ORDER_LITTLE))
ENCODER(utf_16_be_encode, codec_encode_utf16(vm, args[0], errors, ORDER_BIG))
ENCODER(utf_32_le_encode, codec_encode_utf32(vm, args[0], errors, ORDER_LITTLE))
ENCODER(utf_32_be_encode, codec_encode_utf32(vm, args[0], errors, ORDER_BIG))
ENCODER(unicode_escape_encode, codec_encode_unicode_escape(vm, args[0]))
ENCODER(raw_unicode_escape_encode, codec_encode_raw_unicode_escape(vm, args[0]))
#undef ENCODER

/* UTF-16 or UTF-32 with the byte order as third argument. */
static Value encode_ordered(MinipyVM *vm, const char *fname, const Value *args,
                            size_t nargs,
                            Value (*encode)(MinipyVM *, Value, const char *, int))
{
    const char *errors;
    int order = 0;

    if (!encode_arguments(vm, fname, args, nargs, &errors) ||
        (nargs > 2 && !arg_int(vm, args[2], &order)))
        return VALUE_NULL;
    return pair_steal(vm, encode(vm, args[0], errors, order), STR(args[0])->length);
}

FN(fn_utf_16_encode)
{
    return encode_ordered(vm, "utf_16_encode", args, nargs, codec_encode_utf16);
}

FN(fn_utf_32_encode)
{
    return encode_ordered(vm, "utf_32_encode", args, nargs, codec_encode_utf32);
}

FN(fn_charmap_encode)
{
    const char *errors;

    if (!encode_arguments(vm, "charmap_encode", args, nargs, &errors))
        return VALUE_NULL;
    Value mapping = nargs > 2 ? args[2] : VALUE_NONE;
    return pair_steal(vm, codec_encode_charmap(vm, args[0], errors, mapping),
                      STR(args[0])->length);
}

FN(fn_charmap_build)
{
    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "charmap_build", 0, "str", args[0]);
    return codec_charmap_build(vm, args[0]);
}

FN(fn_readbuffer_encode)
{
    DecodeArgs a;

    if (!decode_arguments(vm, "readbuffer_encode", args, nargs, 0, true, &a))
        return VALUE_NULL;
    int64_t size = a.view.size;
    return decoded(vm, &a, bytes_from(vm, a.view.data, size), size);
}

/* The bytes as the inside of their repr. */
static inline uint8_t *put_escaped_byte(uint8_t *to, uint8_t c)
{
    static const char digits[] = "0123456789abcdef";
    if (c >= ' ' && c < 0x7f && c != '\\' && c != '\'') {
        *to++ = c;
        return to;
    }
    const char *special = c ? strchr("\\'\t\n\r", c) : NULL;
    *to++ = '\\';
    if (special) {
        *to++ = (uint8_t)(c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c);
        return to;
    }
    *to++ = 'x';
    *to++ = (uint8_t)digits[c >> 4];
    *to++ = (uint8_t)digits[c & 15];
    return to;
}

FN(fn_escape_encode)
{
    enum { CHUNK = 1024, ESCAPE_MAX = 4 };
    const char *errors;

    if (!value_is_bytes(args[0]))
        return str_bad_argument(vm, "escape_encode", 1, "bytes", args[0]);
    if (!errors_argument(vm, "escape_encode", args, nargs, 1, &errors))
        return VALUE_NULL;
    BytesBuilder b;
    ByteSpan s = bytes_span(args[0]);
    bytesbuilder_init(&b, vm, s.size);
    for (int64_t i = 0, end; i < s.size && !b.failed; i = end) {
        end = s.size - i < CHUNK ? s.size : i + CHUNK;
        uint8_t *to = bytesbuilder_reserve(&b, (end - i) * ESCAPE_MAX), *start = to;
        for (int64_t k = i; to && k < end; k++)
            to = put_escaped_byte(to, s.data[k]);
        b.size += to - start;
    }
    return pair_steal(vm, bytesbuilder_finish(&b), s.size);
}

/* ---- decoders -------------------------------------------------------------------- */

/* Decoders that can stop before an incomplete end: data, errors, final. */
#define DECODER(name, text, final_default, call)                                       \
    FN(fn_##name)                                                                      \
    {                                                                                  \
        DecodeArgs a;                                                                  \
        if (!decode_arguments(vm, #name, args, nargs, 2, text, &a))                    \
            return VALUE_NULL;                                                         \
        if (nargs < 3)                                                                 \
            a.final = final_default;                                                   \
        int64_t used = a.view.size, *consumed = a.final ? NULL : &used;                \
        int order = ORDER_NATIVE;                                                      \
        (void)order;                                                                   \
        Value result = call;                                                           \
        return decoded(vm, &a, result, used);                                          \
    }
#define INPUT vm, a.view.data, a.view.size, a.errors
DECODER(utf_8_decode, false, 0, codec_decode_utf8(INPUT, consumed))
DECODER(utf_7_decode, false, 0, codec_decode_utf7(INPUT, consumed))
DECODER(utf_16_decode, false, 0, codec_decode_utf16(INPUT, &order, consumed))
DECODER(utf_32_decode, false, 0, codec_decode_utf32(INPUT, &order, consumed))
DECODER(utf_16_le_decode, false, 0,
        (order = ORDER_LITTLE, codec_decode_utf16(INPUT, &order, consumed)))
DECODER(utf_16_be_decode, false, 0,
        (order = ORDER_BIG, codec_decode_utf16(INPUT, &order, consumed)))
DECODER(utf_32_le_decode, false, 0,
        (order = ORDER_LITTLE, codec_decode_utf32(INPUT, &order, consumed)))
DECODER(utf_32_be_decode, false, 0,
        (order = ORDER_BIG, codec_decode_utf32(INPUT, &order, consumed)))
DECODER(unicode_escape_decode, true, 1, codec_decode_unicode_escape(INPUT, consumed))
DECODER(raw_unicode_escape_decode, true, 1,
        codec_decode_raw_unicode_escape(INPUT, consumed))
#undef DECODER

/* Decoders without state: data, errors. */
#define PLAIN_DECODER(name, text, call)                                                \
    FN(fn_##name)                                                                      \
    {                                                                                  \
        DecodeArgs a;                                                                  \
        if (!decode_arguments(vm, #name, args, nargs, 0, text, &a))                    \
            return VALUE_NULL;                                                         \
        int64_t size = a.view.size;                                                    \
        Value result = call;                                                           \
        return decoded(vm, &a, result, size);                                          \
    }
PLAIN_DECODER(ascii_decode, false, codec_decode_ascii(INPUT))
PLAIN_DECODER(latin_1_decode, false, codec_decode_latin1(vm, a.view.data, a.view.size))
PLAIN_DECODER(escape_decode, true, codec_decode_escape(INPUT))
#undef PLAIN_DECODER

FN(fn_charmap_decode)
{
    DecodeArgs a;

    if (!decode_arguments(vm, "charmap_decode", args, nargs, 0, false, &a))
        return VALUE_NULL;
    int64_t size = a.view.size;
    Value result = codec_decode_charmap(INPUT, nargs > 2 ? args[2] : VALUE_NONE);
    return decoded(vm, &a, result, size);
}

/* data, errors, byteorder, final -> (str, used, byteorder) */
static Value decode_ordered(MinipyVM *vm, const char *fname, const Value *args,
                            size_t nargs,
                            Value (*decode)(MinipyVM *, const void *, int64_t,
                                            const char *, int *, int64_t *))
{
    DecodeArgs a;
    int order = 0;

    if (!decode_arguments(vm, fname, args, nargs, 3, false, &a))
        return VALUE_NULL;
    if (nargs > 2 && !arg_int(vm, args[2], &order)) {
        buffer_release(vm, &a.view);
        return VALUE_NULL;
    }
    int64_t used = a.view.size;
    Value result = decode(INPUT, &order, a.final ? NULL : &used);
    buffer_release(vm, &a.view);
    if (!result)
        return VALUE_NULL;
    Value items[3] = {result, int_new(vm, used), int_new(vm, order)};
    return tuple_from_steal(vm, items, 3);
}
#undef INPUT

FN(fn_utf_16_ex_decode)
{
    return decode_ordered(vm, "utf_16_ex_decode", args, nargs, codec_decode_utf16);
}

FN(fn_utf_32_ex_decode)
{
    return decode_ordered(vm, "utf_32_ex_decode", args, nargs, codec_decode_utf32);
}

/* ---- the module ------------------------------------------------------------------ */

static const MethodDef functions[] = {
    {"register", fn_register, 0, "($module, search_function, /)",
     "Adds a codec search function."},
    {"unregister", fn_unregister, 0, "($module, search_function, /)",
     "Takes one away again."},
    {"lookup", fn_lookup, 0, "($module, encoding, /)", "The codec of an encoding."},
    {"encode", fn_encode, 0, "($module, /, obj, encoding='utf-8', errors='strict')",
     "What the codec's encoder makes of obj."},
    {"decode", fn_decode, 0, "($module, /, obj, encoding='utf-8', errors='strict')",
     "What the codec's decoder makes of obj."},
    {"register_error", fn_register_error, 0, "($module, errors, handler, /)",
     "Names an error handler."},
    {"lookup_error", fn_lookup_error, 0, "($module, name, /)",
     "The error handler of that name."},
#define ROW(name, parameters)                                                          \
    {                                                                                  \
#name, fn_##name, 0, "($module, " parameters ", /)", NULL                      \
    }
    ROW(escape_encode, "data, errors=None"),
    ROW(escape_decode, "data, errors=None"),
    ROW(utf_8_encode, "str, errors=None"),
    ROW(utf_8_decode, "data, errors=None, final=False"),
    ROW(utf_7_encode, "str, errors=None"),
    ROW(utf_7_decode, "data, errors=None, final=False"),
    ROW(utf_16_encode, "str, errors=None, byteorder=0"),
    ROW(utf_16_le_encode, "str, errors=None"),
    ROW(utf_16_be_encode, "str, errors=None"),
    ROW(utf_16_decode, "data, errors=None, final=False"),
    ROW(utf_16_le_decode, "data, errors=None, final=False"),
    ROW(utf_16_be_decode, "data, errors=None, final=False"),
    ROW(utf_16_ex_decode, "data, errors=None, byteorder=0, final=False"),
    ROW(utf_32_encode, "str, errors=None, byteorder=0"),
    ROW(utf_32_le_encode, "str, errors=None"),
    ROW(utf_32_be_encode, "str, errors=None"),
    ROW(utf_32_decode, "data, errors=None, final=False"),
    ROW(utf_32_le_decode, "data, errors=None, final=False"),
    ROW(utf_32_be_decode, "data, errors=None, final=False"),
    ROW(utf_32_ex_decode, "data, errors=None, byteorder=0, final=False"),
    ROW(unicode_escape_encode, "str, errors=None"),
    ROW(unicode_escape_decode, "data, errors=None, final=True"),
    ROW(raw_unicode_escape_encode, "str, errors=None"),
    ROW(raw_unicode_escape_decode, "data, errors=None, final=True"),
    ROW(latin_1_encode, "str, errors=None"),
    ROW(latin_1_decode, "data, errors=None"),
    ROW(ascii_encode, "str, errors=None"),
    ROW(ascii_decode, "data, errors=None"),
    ROW(charmap_encode, "str, errors=None, mapping=None"),
    ROW(charmap_decode, "data, errors=None, mapping=None"),
    ROW(readbuffer_encode, "data, errors=None"),
#undef ROW
    {"charmap_build", fn_charmap_build, 0, "($module, map, /)",
     "The encoding table for a decoding table."},
    {0},
};

MODULE_SPEC(codecs_module_spec,
    .name = "_codecs",
    .methods = functions,
);
