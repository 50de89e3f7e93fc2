/* codec_text.c - the encodings of one byte for each character: ASCII, Latin-1 and those
 * given by a mapping (charmap); and the two steps that all codecs take at an error.
 */
#include <string.h>

#include "vm/text/codecs_private.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/utf8.h"

int codec_decode_trouble(CodecRun *run, StrBuilder *b, int64_t *pos, int64_t start,
                         int64_t end, const char *reason)
{
    if (codec_mend_bytes(run, b, pos, start, end))
        return 0;
    Value text = codec_error(run, start, end, reason, pos);
    if (!text)
        return -1;
    strbuilder_str(b, text);
    value_decref(run->vm, text);
    return 0;
}

bool codec_put_limited(BytesBuilder *b, uint32_t ch, int limit)
{
    if (ch >= (uint32_t)limit)
        return false;
    bytesbuilder_byte(b, (uint8_t)ch);
    return true;
}

/* ASCII that stands for a character. */
static bool put_escape(BytesBuilder *b, const char *text, int size, EncodeChar put,
                       int order)
{
    if (put == codec_put_limited) {
        bytesbuilder_add(b, text, size);
        return true;
    }
    for (int i = 0; i < size; i++)
        if (!put(b, (uint8_t)text[i], order))
            return false;
    return true;
}

int codec_encode_trouble(CodecRun *run, BytesBuilder *b, int64_t *pos, int64_t start,
                         int64_t end, const char *reason, EncodeChar put, int order)
{
    MinipyVM *vm = run->vm;
    char escape[CODEC_ESCAPE_MAX];
    int error = 0, size = 0;
    int64_t at = start;

    for (; at < end && (size = codec_mend_char(run, at, escape)) >= 0; at++)
        if (!put_escape(b, escape, size, put, order))
            return codec_error_strict(run, start, end, reason), -1;
    if (at == end) /* else nothing was put: it is the handler that escapes or not */
        return *pos = end, 0;
    Value text = codec_error(run, start, end, reason, pos);
    if (!text)
        return -1;
    if (value_is_bytes(text)) {
        bytesbuilder_add(b, BYTES(text)->data, BYTES(text)->size);
    } else {
        for (int64_t i = 0; i < STR(text)->length && error == 0; i++)
            if (!put(b, str_char_at(STR(text), i), order)) {
                codec_error_strict(run, start, end, reason);
                error = -1;
            }
    }
    value_decref(vm, text);
    return error;
}

/* ---- ASCII and Latin-1 ----------------------------------------------------------- */

Value codec_decode_ascii(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors)
{
    if (utf8_ascii_prefix(data, (size_t)size) == (size_t)size)
        return str_from_ascii(vm, data, size);
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;
    codec_run_decode(&run, vm, "ascii", errors, data, size);
    Value whole;
    if (codec_mend_short(&run, &whole)) {
        codec_run_end(&run);
        return whole;
    }
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0) {
        int64_t n =
            (int64_t)utf8_ascii_prefix(run.data + pos, (size_t)(run.size - pos));
        strbuilder_bytes(&b, (const char *)run.data + pos, n);
        pos += n;
        int64_t mended = codec_mend_stretch(&run, &b, pos);
        if ((pos += mended) == run.size || mended)
            continue;
        while (pos < run.size && run.data[pos] >= 0x80 && error == 0)
            error = codec_decode_trouble(&run, &b, &pos, pos, pos + 1,
                                         "ordinal not in range(128)");
    }
    return codec_decode_done(&run, &b, error);
}

Value codec_decode_latin1(MinipyVM *vm, const void *data, int64_t size)
{
    return str_from_latin1(vm, data, size);
}

static Value encode_limited(MinipyVM *vm, Value s, const char *errors,
                            const char *encoding, const char *reason, int limit)
{
    Text t = str_text(s);
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0;
    int error = 0;

    if (STR(s)->ascii || (t.width == 1 && limit == 0x100))
        return bytes_from(vm, t.data, t.length);
    codec_run_encode(&run, vm, encoding, errors, s);
    bytesbuilder_init(&b, vm, t.length);
    if (codec_mend_limited(&run, &b, t, (uint32_t)limit))
        return codec_encode_done(&run, &b, 0);
    bool escaped = codec_builtin_handler(&run) == HANDLER_SURROGATEESCAPE;
    while (pos < t.length && error == 0 && !b.failed) {
        uint8_t *out = bytesbuilder_reserve(&b, t.length - pos);
        if (!out)
            break;
        int64_t end = pos;
        for (; end < t.length; end++) {
            uint32_t ch = text_at(t, end);
            if (ch >= (uint32_t)limit && !(escaped && ch >= 0xDC80 && ch <= 0xDCFF))
                break;
            *out++ = (uint8_t)ch;
        }
        b.size += end - pos;
        if ((pos = end) == t.length)
            break;
        while (end < t.length && text_at(t, end) >= (uint32_t)limit)
            end++;
        error = codec_encode_trouble(&run, &b, &pos, pos, end, reason,
                                     codec_put_limited, limit);
    }
    return codec_encode_done(&run, &b, error);
}

Value codec_encode_ascii(MinipyVM *vm, Value s, const char *errors)
{
    return encode_limited(vm, s, errors, "ascii", "ordinal not in range(128)", 0x80);
}

Value codec_encode_latin1(MinipyVM *vm, Value s, const char *errors)
{
    return encode_limited(vm, s, errors, "latin-1", "ordinal not in range(256)", 0x100);
}

/* ---- charmap: decoding ----------------------------------------------------------- */

enum { CHARMAP_OK = 0, CHARMAP_UNDEFINED = 1, CHARMAP_ERROR = -1 };

/* mapping[byte], with a missing key as None. */
static Value mapping_get(MinipyVM *vm, Value mapping, Value key)
{
    Value v = object_getitem(vm, mapping, key);

    if (!v && error_matches(vm, EXC_LookupError)) {
        error_clear(vm);
        return VALUE_NONE;
    }
    return v;
}

/* What the mapping has for a number, new, if it is CHARMAP_OK. */
static int mapped(MinipyVM *vm, Value mapping, uint32_t number, Value *out)
{
    *out = mapping_get(vm, mapping, value_from_imm(number));
    return !*out ? CHARMAP_ERROR : *out == VALUE_NONE ? CHARMAP_UNDEFINED : CHARMAP_OK;
}

/* An int that a mapping gave: below limit, or TypeError. */
static int mapped_number(MinipyVM *vm, Value v, int64_t limit, const char *message,
                         int64_t *out)
{
    int overflow;
    *out = int_as_i64_overflow(v, &overflow);
    if (!overflow && *out >= 0 && *out < limit)
        return CHARMAP_OK;
    error_set(vm, EXC_TypeError, "%s", message);
    return CHARMAP_ERROR;
}

static int decode_mapped(MinipyVM *vm, StrBuilder *b, Value mapping, uint8_t byte)
{
    Value v;
    int64_t cp;
    int result = mapped(vm, mapping, byte, &v);
    if (result != CHARMAP_OK)
        return result;
    if (value_is_int(v)) {
        result = mapped_number(vm, v, 0x110000,
                               "character mapping must be in range(0x110000)", &cp);
        if (cp == 0xFFFE)
            result = CHARMAP_UNDEFINED;
        else if (result == CHARMAP_OK)
            strbuilder_char(b, (uint32_t)cp);
    } else if (value_is_str(v)) {
        if (STR(v)->length == 1 && str_char_at(STR(v), 0) == 0xFFFE)
            result = CHARMAP_UNDEFINED;
        else
            strbuilder_str(b, v);
    } else {
        error_set(vm, EXC_TypeError,
                  "character mapping must return integer, None or str");
        result = CHARMAP_ERROR;
    }
    value_decref(vm, v);
    return result;
}

enum { CHARMAP_CHUNK = 256, CHARMAP_NONE = 0xFFFE };

/* Appends what the table has for the bytes, up to one that it does not define; how many
 * they are. */
static int64_t put_by_table(StrBuilder *b, const uint8_t *bytes, int64_t size,
                            Text table)
{
    uint32_t chunk[CHARMAP_CHUNK];
    int64_t n = 0;
    for (; n < size && bytes[n] < table.length; n++)
        if ((chunk[n] = text_at(table, bytes[n])) == CHARMAP_NONE)
            break;
    strbuilder_text(b, (Text){chunk, n, sizeof *chunk});
    return n;
}

/* The same for a table of all bytes whose characters take two bytes, as those of the
 * library are. */
static int64_t put_by_full_table(StrBuilder *b, const uint8_t *bytes, int64_t size,
                                 const uint16_t *table)
{
    uint16_t chunk[CHARMAP_CHUNK];
    int64_t n = 0;
    for (; n + 4 <= size; n += 4) {
        uint16_t c = table[bytes[n]], d = table[bytes[n + 1]], e = table[bytes[n + 2]],
                 f = table[bytes[n + 3]];
        if (c == CHARMAP_NONE || d == CHARMAP_NONE || e == CHARMAP_NONE ||
            f == CHARMAP_NONE)
            break;
        chunk[n] = c, chunk[n + 1] = d, chunk[n + 2] = e, chunk[n + 3] = f;
    }
    for (; n < size && table[bytes[n]] != CHARMAP_NONE; n++)
        chunk[n] = table[bytes[n]];
    strbuilder_text(b, (Text){chunk, n, sizeof *chunk});
    return n;
}

/* Appends the bytes from pos on that the str `mapping` defines; how many they are. */
static int64_t put_defined(const CodecRun *run, StrBuilder *b, int64_t pos,
                           Value mapping)
{
    Text table = str_text(mapping);
    int64_t left = run->size - pos, n = left < CHARMAP_CHUNK ? left : CHARMAP_CHUNK;
    return table.width == 2 && table.length > UINT8_MAX
               ? put_by_full_table(b, run->data + pos, n, table.data)
               : put_by_table(b, run->data + pos, n, table);
}

Value codec_decode_charmap(MinipyVM *vm, const void *data, int64_t size,
                           const char *errors, Value mapping)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;

    if (!mapping || mapping == VALUE_NONE)
        return codec_decode_latin1(vm, data, size);
    codec_run_decode(&run, vm, "charmap", errors, data, size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        bool text = value_is_str(mapping);
        int64_t defined = text ? put_defined(&run, &b, pos, mapping) : 0;
        if (defined) {
            pos += defined;
            continue;
        }
        int result =
            text ? CHARMAP_UNDEFINED : decode_mapped(vm, &b, mapping, run.data[pos]);
        if (result == CHARMAP_UNDEFINED)
            error = codec_decode_trouble(&run, &b, &pos, pos, pos + 1,
                                         "character maps to <undefined>");
        else
            error = result;
        if (result == CHARMAP_OK)
            pos++;
    }
    return codec_decode_done(&run, &b, error);
}

/* ---- charmap: encoding ----------------------------------------------------------- */

static int encode_mapped(MinipyVM *vm, BytesBuilder *b, Value mapping, uint32_t ch)
{
    if (value_is_kind(mapping, KIND_ENCODING_MAP)) {
        int found = encoding_map_find(mapping, ch);
        if (found >= 0 && b)
            bytesbuilder_byte(b, (uint8_t)found);
        return found >= 0 ? CHARMAP_OK : CHARMAP_UNDEFINED;
    }
    Value v;
    int64_t byte;
    int result = mapped(vm, mapping, ch, &v);
    if (result != CHARMAP_OK)
        return result;
    if (value_is_int(v)) {
        result =
            mapped_number(vm, v, 256, "character mapping must be in range(256)", &byte);
        if (result == CHARMAP_OK && b)
            bytesbuilder_byte(b, (uint8_t)byte);
    } else if (value_is_bytes(v)) {
        if (b)
            bytesbuilder_add(b, BYTES(v)->data, BYTES(v)->size);
    } else {
        error_set(vm, EXC_TypeError,
                  "character mapping must return integer, bytes or None, not %T", v);
        result = CHARMAP_ERROR;
    }
    value_decref(vm, v);
    return result;
}

/* The end of the run of undefined characters that starts before AT; -1: error. */
static int64_t undefined_run(MinipyVM *vm, Text t, int64_t at, Value mapping)
{
    while (at < t.length) {
        int result = encode_mapped(vm, NULL, mapping, text_at(t, at));
        if (result == CHARMAP_ERROR)
            return -1;
        if (result == CHARMAP_OK)
            break;
        at++;
    }
    return at;
}

static const char charmap_reason[] = "character maps to <undefined>";

/* The characters of what a handler says, for [start, end). */
static int charmap_put(CodecRun *run, BytesBuilder *b, Text t, int64_t start,
                       int64_t end, Value mapping)
{
    int error = 0;
    for (int64_t i = 0; i < t.length && error == 0; i++) {
        error = encode_mapped(run->vm, b, mapping, text_at(t, i));
        if (error == CHARMAP_UNDEFINED) {
            codec_error_strict(run, start, end, charmap_reason);
            error = CHARMAP_ERROR;
        }
    }
    return error;
}

static int charmap_trouble(CodecRun *run, BytesBuilder *b, int64_t *pos, Value mapping)
{
    MinipyVM *vm = run->vm;
    char escape[CODEC_ESCAPE_MAX];
    int error = 0, size = 0;
    int64_t start = *pos, at = start,
            end = undefined_run(vm, str_text(run->object), *pos + 1, mapping);

    if (end < 0)
        return -1;
    for (; error == 0 && at < end && (size = codec_mend_char(run, at, escape)) >= 0;
         at++)
        error = charmap_put(run, b, (Text){escape, size, 1}, start, end, mapping);
    if (error != 0 || at == end) /* else nothing was put, as in codec_encode_trouble */
        return *pos = end, error;
    Value text = codec_error(run, start, end, charmap_reason, pos);
    if (!text)
        return -1;
    if (value_is_bytes(text))
        bytesbuilder_add(b, BYTES(text)->data, BYTES(text)->size);
    else
        error = charmap_put(run, b, str_text(text), start, end, mapping);
    value_decref(vm, text);
    return error;
}

/* Adds the bytes from pos on that an EncodingMap has; how many they are. */
static int64_t put_mapped(BytesBuilder *b, Value mapping, Text t, int64_t pos)
{
    uint8_t *out = bytesbuilder_reserve(b, t.length - pos);
    int64_t n = out ? encoding_map_put(mapping, t, pos, out) : 0;
    b->size += n;
    return n;
}

Value codec_encode_charmap(MinipyVM *vm, Value s, const char *errors, Value mapping)
{
    Text t = str_text(s);
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0;
    int error = 0;

    if (!mapping || mapping == VALUE_NONE)
        return codec_encode_latin1(vm, s, errors);
    codec_run_encode(&run, vm, "charmap", errors, s);
    bytesbuilder_init(&b, vm, t.length);
    while (pos < t.length && error == 0 && !b.failed) {
        pos += value_is_kind(mapping, KIND_ENCODING_MAP)
                   ? put_mapped(&b, mapping, t, pos)
                   : 0;
        if (pos == t.length || b.failed)
            break;
        error = encode_mapped(vm, &b, mapping, text_at(t, pos));
        if (error == CHARMAP_UNDEFINED)
            error = charmap_trouble(&run, &b, &pos, mapping);
        else
            pos++;
    }
    return codec_encode_done(&run, &b, error);
}
