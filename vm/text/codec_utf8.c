/* codec_utf8.c - UTF-8.
 *
 * Without errors it takes two passes over the input: scan (which validates and finds
 * the width) and decode into the finished str; one by chunks where most bytes are no
 * ASCII, as each of the two would be slow then. From the first error on, what built-in
 * handlers say goes in between without a call for each.
 */
#include <string.h>

#include "vm/text/codecs_private.h"
#include "vm/text/utf8.h"

static inline bool is_surrogate(uint32_t ch)
{
    return (ch & ~0x7ffu) == 0xD800;
}

/* ---- decoding -------------------------------------------------------------------- */

/* Appends a run of valid UTF-8. */
static void append_run(StrBuilder *b, const uint8_t *data, Utf8Run run)
{
    if (run.bytes == run.chars) { /* ASCII */
        strbuilder_bytes(b, (const char *)data, (int64_t)run.bytes);
        return;
    }
    Value s = run.bytes ? str_from_utf8(b->vm, (const char *)data, (int64_t)run.bytes)
                        : VALUE_NULL;

    if (s) {
        strbuilder_str(b, s);
        value_decref(b->vm, s);
    }
}

/* Do many bytes of ASCII begin here? utf8_scan() sees to those faster. */
static inline bool ascii_goes_on(const uint8_t *p, const uint8_t *end)
{
    uint64_t word;
    return end - p >= 8 && (memcpy(&word, p, 8), (word & 0x8080808080808080u) == 0);
}

/* What stands for so many bytes that are wrong; how many characters. */
static inline int put_bad(HandlerId id, const uint8_t *p, int bad, uint16_t *out)
{
    int n = 0;
    char text[CODEC_ESCAPE_MAX];
    if (id == HANDLER_IGNORE)
        return 0;
    if (id == HANDLER_REPLACE) {
        *out = 0xFFFD;
        return 1;
    }
    for (int i = 0; i < bad; i++) {
        if (id == HANDLER_SURROGATEESCAPE) {
            out[n++] = (uint16_t)(0xDC00 + p[i]);
            continue;
        }
        int size = codec_put_escape(id, text, p[i]);
        for (int k = 0; k < size; k++)
            out[n++] = (uint8_t)text[k];
    }
    return n;
}

/* So many of 16 bits each, and what one error more may put: three bytes "\\xff" each.
 */
enum { MEND_CHUNK = 256, BAD_MAX = 3 * 4 };

/* Does mend() put something, or nothing, for all that is wrong? */
static bool can_mend(HandlerId id)
{
    return id == HANDLER_IGNORE || id == HANDLER_REPLACE || id == HANDLER_BACKSLASH ||
           id == HANDLER_SURROGATEESCAPE;
}

/* What is right and what is not, up to what does not fit into OUT and what others see
 * to: characters beyond 16 bits, what is not `final` and ends within a character, with
 * `sparse` many bytes of ASCII. How many bytes it read; *put: how many characters they
 * are. */
typedef struct Mending {
    HandlerId id;
    bool final, sparse;
} Mending;
static int64_t mend(Mending how, const uint8_t *start, const uint8_t *end,
                    uint16_t *out, int64_t *put)
{
    uint16_t *to = out;
    const uint8_t *p = start;
    while (p < end && to < out + MEND_CHUNK) {
        const char *reason;
        bool incomplete;
        if (*p < 0x80) {
            if (how.sparse && ascii_goes_on(p, end))
                break;
            *to++ = *p++;
            continue;
        }
        const uint8_t *next = p;
        int32_t ch = utf8_read(&next, end);
        if (ch >= 0x10000)
            break;
        if (ch >= 0) {
            *to++ = (uint16_t)ch;
            p = next;
            continue;
        }
        int bad = utf8_error(p, (size_t)(end - p), &reason, &incomplete);
        if (incomplete && !how.final)
            break;
        to += put_bad(how.id, p, bad, to);
        p += bad;
    }
    *put = to - out;
    return p - start;
}

/* From pos on into B, as long as there is more to mend nearby and a built-in handler
 * mends it: how many bytes. */
static int64_t mend_stretch(CodecRun *run, StrBuilder *b, int64_t pos, bool final)
{
    uint16_t chunk[MEND_CHUNK + BAD_MAX];
    int64_t put;
    HandlerId id = codec_builtin_handler(run);
    if (!can_mend(id))
        return 0;
    int64_t n = mend((Mending){id, final, .sparse = true}, run->data + pos,
                     run->data + run->size, chunk, &put);
    strbuilder_text(b, (Text){chunk, put, sizeof *chunk});
    return n;
}

/* The same of a short text, as a whole; false: it is not for this. */
static bool mend_short(CodecRun *run, bool final, Value *out)
{
    uint16_t chunk[MEND_CHUNK + BAD_MAX];
    int64_t put;
    HandlerId id = codec_builtin_handler(run);
    if (run->size > MEND_CHUNK || !can_mend(id) ||
        mend((Mending){id, final, .sparse = false}, run->data, run->data + run->size,
             chunk, &put) < run->size)
        return false;
    *out = str_from_text(run->vm, (Text){chunk, put, sizeof *chunk});
    return true;
}

static Value decode_errors(MinipyVM *vm, const void *data, int64_t size,
                           const char *errors, int64_t *consumed)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;

    codec_run_decode(&run, vm, "utf-8", errors, data, size);
    Value whole;
    if (mend_short(&run, !consumed, &whole)) {
        if (consumed)
            *consumed = size;
        codec_run_end(&run);
        return whole;
    }
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        Utf8Run good = utf8_scan(run.data + pos, (size_t)(run.size - pos), false);
        append_run(&b, run.data + pos, good);
        pos += (int64_t)good.bytes;
        if (pos == run.size)
            break;
        int64_t mended = mend_stretch(&run, &b, pos, !consumed);
        if ((pos += mended) == run.size || mended)
            continue;
        const char *reason;
        bool incomplete;
        int bad =
            utf8_error(run.data + pos, (size_t)(run.size - pos), &reason, &incomplete);
        if (incomplete && consumed)
            break;
        error = codec_decode_trouble(&run, &b, &pos, pos, pos + bad, reason);
    }
    if (consumed)
        *consumed = pos;
    if (error == 0 && error_occurred(vm))
        error = -1;
    return codec_decode_done(&run, &b, error);
}

/* Are a quarter of these bytes no ASCII, of which the first is none? */
static bool is_dense(const uint8_t *data, int64_t size)
{
    enum { SAMPLE = 64 };
    int found = 0;
    for (int i = 0; i < SAMPLE && size >= SAMPLE; i++)
        found += data[i] >> 7;
    return found >= SAMPLE / 4;
}

bool str_try_utf8(MinipyVM *vm, const void *text, int64_t size, Value *out)
{
    enum { CHUNK = 1024 };
    uint32_t chunk[CHUNK];
    const uint8_t *data = text;
    StrBuilder b;
    size_t n, chars;
    int64_t ascii = (int64_t)utf8_ascii_prefix(data, (size_t)size);
    if (ascii == size) {
        *out = str_from_ascii(vm, text, size);
        return true;
    }
    if (!is_dense(data + ascii, size - ascii))
        return false;
    strbuilder_init(&b, vm);
    for (int64_t pos = 0; pos < size; pos += (int64_t)n) {
        n = utf8_decode_some(data + pos, (size_t)(size - pos), chunk, CHUNK, &chars);
        Text part = {chunk, (int64_t)chars, sizeof *chunk};
        if (pos == 0 && (int64_t)n == size) {
            *out = str_from_text(vm, part);
            return true;
        }
        strbuilder_text(&b, part);
        if (n == 0) {
            strbuilder_discard(&b);
            return false;
        }
    }
    *out = strbuilder_finish(&b);
    return true;
}

Value codec_decode_utf8(MinipyVM *vm, const void *data, int64_t size,
                        const char *errors, int64_t *consumed)
{
    Value s;
    if (str_try_utf8(vm, data, size, &s)) {
        if (consumed)
            *consumed = size;
        return s;
    }
    Utf8Run run = utf8_scan(data, (size_t)size, false);

    if (run.bytes != (size_t)size)
        return decode_errors(vm, data, size, errors, consumed);
    if (consumed)
        *consumed = size;
    return str_from_utf8_run(vm, data, run);
}

/* ---- encoding -------------------------------------------------------------------- */

/* Characters up to end with what the handler puts for surrogates, up to one that it has
 * nothing for; the bytes. The width is a constant at each call. */
static inline __attribute__((always_inline)) int64_t
put_width(HandlerId id, Text t, int width, int64_t *pos, int64_t end, uint8_t *out)
{
    uint8_t *to = out;
    int64_t i = *pos;
    for (; i < end; i++) {
        uint32_t ch = text_at((Text){t.data, 0, width}, i);
        if (ch < 0x80) {
            *to++ = (uint8_t)ch;
        } else if (!is_surrogate(ch) || id == HANDLER_SURROGATEPASS) {
            to += utf8_put(ch, to);
        } else if (id == HANDLER_SURROGATEESCAPE) {
            if (ch < 0xDC80 || ch > 0xDCFF)
                break;
            *to++ = (uint8_t)ch;
        } else if (id == HANDLER_REPLACE) {
            *to++ = '?';
        } else if (id != HANDLER_IGNORE) {
            to += codec_put_escape(id, (char *)to, ch);
        }
    }
    *pos = i;
    return to - out;
}

/* Encodes from *pos on with what a built-in handler says. */
static void encode_mending(CodecRun *run, BytesBuilder *b, Text t, int64_t *pos)
{
    enum { CHUNK = 1024, ESCAPE_MAX = 8 }; /* "&#57343;" */
    HandlerId id = codec_builtin_handler(run);
    int64_t end = *pos, n;
    if (id == HANDLER_COUNT || id == HANDLER_STRICT)
        return;
    for (; *pos == end && end < t.length; b->size += n) {
        end = t.length - end < CHUNK ? t.length : end + CHUNK;
        Text part = text_slice(t, *pos, end);
        bool escapes =
            id == HANDLER_XMLCHARREF || id == HANDLER_BACKSLASH || id == HANDLER_NAME;
        uint8_t *to = bytesbuilder_reserve(
            b, escapes ? part.length * ESCAPE_MAX
                       : (int64_t)utf8_size(part.data, (size_t)part.length, t.width));
        if (!to)
            return;
        n = t.width == 2 ? put_width(id, t, 2, pos, end, to)
                         : put_width(id, t, 4, pos, end, to);
    }
}

/* Encodes from *pos on up to a surrogate; of what is behind the first one a chunk at
 * most, for which there must be room of its own: a text of many is not measured to its
 * end at each. */
static void encode_some(BytesBuilder *b, Text t, int64_t *pos, int64_t room)
{
    enum { CHUNK = 256 };
    Text part = t;
    size_t written;
    if (*pos > 0) {
        int64_t end = t.length - *pos < CHUNK ? t.length : *pos + CHUNK;
        part = text_slice(t, *pos, end);
        room = (int64_t)utf8_size(part.data, (size_t)part.length, part.width);
    }
    uint8_t *to = bytesbuilder_reserve(b, room);
    if (!to)
        return;
    *pos += (int64_t)utf8_encode(part.data, (size_t)part.length, part.width, false, to,
                                 &written);
    b->size += (int64_t)written;
}

Value codec_encode_utf8(MinipyVM *vm, Value s, const char *errors)
{
    Text t = str_text(s);
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0, room;
    int error = 0;

    if (STR(s)->ascii)
        return bytes_from(vm, t.data, t.length);
    codec_run_encode(&run, vm, "utf-8", errors, s);
    room = (int64_t)utf8_size(t.data, (size_t)t.length, t.width);
    bytesbuilder_init(&b, vm, room);
    while (pos < t.length && error == 0 && !b.failed) {
        encode_some(&b, t, &pos, room);
        if (pos == t.length || b.failed || !is_surrogate(text_at(t, pos)))
            continue;
        encode_mending(&run, &b, t, &pos);
        if (pos == t.length || b.failed)
            break;
        int64_t end = pos + 1;
        while (end < t.length && is_surrogate(text_at(t, end)))
            end++;
        /* What replaces it goes into UTF-8 only if it is ASCII, as in CPython. */
        error = codec_encode_trouble(&run, &b, &pos, pos, end, "surrogates not allowed",
                                     codec_put_limited, 0x80);
    }
    return codec_encode_done(&run, &b, error);
}
