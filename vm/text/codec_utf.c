/* codec_utf.c - UTF-16 and UTF-32. */
#include <string.h>

#include "vm/text/codecs_private.h"
#include "vm/text/utf8.h"

static inline bool is_surrogate(uint32_t ch)
{
    return (ch & ~0x7ffu) == 0xD800;
}

/* Where the characters that are a unit each end. */
static int64_t run_end(Text t, int64_t pos)
{
    enum { BLOCK = 64 }; /* without a way out: compilers make vectors of it */
    if (t.width == 1)
        return t.length;
    for (uint16_t found = 0; t.width == 2 && t.length - pos >= BLOCK; pos += BLOCK) {
        const uint16_t *p = (const uint16_t *)t.data + pos;
        for (int i = 0; i < BLOCK; i++)
            found |= (uint16_t)((p[i] & 0xF800) == 0xD800);
        if (found)
            break;
    }
    for (uint32_t found = 0; t.width == 4 && t.length - pos >= BLOCK; pos += BLOCK) {
        const uint32_t *p = (const uint32_t *)t.data + pos;
        for (int i = 0; i < BLOCK; i++)
            found |= (uint32_t)((p[i] & ~0x7ffu) == 0xD800) | (p[i] > 0x10FFFF);
        if (found)
            break;
    }
    while (pos < t.length && !is_surrogate(text_at(t, pos)) &&
           text_at(t, pos) <= 0x10FFFF)
        pos++;
    return pos;
}

/* ---- UTF-16 and UTF-32: decoding ------------------------------------------------- */

static const char *order_name(int unit, int order)
{
    if (unit == 2)
        return order < 0 ? "utf-16-le" : order > 0 ? "utf-16-be" : "utf-16";
    return order < 0 ? "utf-32-le" : order > 0 ? "utf-32-be" : "utf-32";
}

static uint32_t get_unit(const uint8_t *p, int unit, bool big)
{
    uint32_t ch = 0;

    for (int i = 0; i < unit; i++)
        ch |= (uint32_t)p[big ? unit - 1 - i : i] << (8 * i);
    return ch;
}

/* Reads a byte order mark if the order is open; the bytes it takes. */
static int64_t read_bom(const uint8_t *p, int64_t size, int unit, int *order)
{
    if (*order != ORDER_NATIVE || size < unit)
        return 0;
    if (get_unit(p, unit, false) == 0xFEFF) {
        *order = ORDER_LITTLE;
        return unit;
    }
    if (get_unit(p, unit, true) == 0xFEFF) {
        *order = ORDER_BIG;
        return unit;
    }
    return 0;
}

/* One character at POS, or what is wrong there: *REASON with the end of the bad part in
 *END. *INCOMPLETE: more input may help. */
static uint32_t next_utf16(const CodecRun *run, int64_t pos, bool big, int *used,
                           const char **reason, int64_t *end, bool *incomplete)
{
    int64_t left = run->size - pos;

    *reason = NULL;
    *incomplete = false;
    if (left < 2) {
        *reason = "truncated data";
        *end = run->size;
        *incomplete = true;
        return 0;
    }
    uint32_t ch = get_unit(run->data + pos, 2, big);
    *used = 2;
    if (!is_surrogate(ch))
        return ch;
    *end = pos + 2;
    if (ch >= 0xDC00) {
        *reason = "illegal encoding";
        return 0;
    }
    if (left < 4) {
        *reason = "unexpected end of data";
        *end = run->size;
        *incomplete = true;
        return 0;
    }
    uint32_t low = get_unit(run->data + pos + 2, 2, big);
    if (low < 0xDC00 || low > 0xDFFF) {
        *reason = "illegal UTF-16 surrogate";
        return 0;
    }
    *used = 4;
    return 0x10000 + ((ch - 0xD800) << 10) + (low - 0xDC00);
}

static uint32_t next_utf32(const CodecRun *run, int64_t pos, bool big, int *used,
                           const char **reason, int64_t *end, bool *incomplete)
{
    *reason = NULL;
    *incomplete = false;
    *used = 4;
    if (run->size - pos < 4) {
        *reason = "truncated data";
        *end = run->size;
        *incomplete = true;
        return 0;
    }
    uint32_t ch = get_unit(run->data + pos, 4, big);
    *end = pos + 4;
    if (is_surrogate(ch))
        *reason = "code point in surrogate code point range(0xd800, 0xe000)";
    else if (ch > 0x10FFFF)
        *reason = "code point not in range(0x110000)";
    return ch;
}

/* So many units from pos on, of a chunk at most, are characters of their own; they come
 * as text into `chunk`. */
enum { CHUNK = 512 };

typedef struct Chunk {
    uint16_t two[CHUNK];
    uint32_t four[CHUNK];
    Text text; /* in one of them */
} Chunk;

/* Units of which some are of pairs, up to one that has no other half here. */
static int64_t join_pairs(Chunk *chunk, int64_t units)
{
    int64_t i = 0, n = 0;
    for (; i < units; n++) {
        uint32_t ch = chunk->two[i++];
        if (is_surrogate(ch)) {
            if (ch >= 0xDC00 || i == units || (chunk->two[i] & 0xFC00) != 0xDC00) {
                i--;
                break;
            }
            ch = 0x10000 + ((ch - 0xD800) << 10) + (chunk->two[i++] - 0xDC00u);
        }
        chunk->four[n] = ch;
    }
    chunk->text = (Text){chunk->four, n, sizeof *chunk->four};
    return i;
}

static int64_t read_units16(const CodecRun *run, int64_t pos, bool big, Chunk *to)
{
    uint16_t *chunk = to->two;
    int64_t n = (run->size - pos) / 2;
    n = n < CHUNK ? n : CHUNK;
    memcpy(chunk, run->data + pos, (size_t)n * 2);
    uint32_t trouble = 0;
    if (big)
        for (int64_t i = 0; i < n; i++)
            chunk[i] = __builtin_bswap16(chunk[i]);
    for (int64_t i = 0; i < n; i++)
        trouble |= is_surrogate(chunk[i]);
    if (trouble)
        return join_pairs(to, n);
    to->text = (Text){chunk, n, sizeof *chunk};
    return n;
}

static int64_t read_units32(const CodecRun *run, int64_t pos, bool big, Chunk *to)
{
    uint32_t *chunk = to->four;
    int64_t n = (run->size - pos) / 4;
    n = n < CHUNK ? n : CHUNK;
    memcpy(chunk, run->data + pos, (size_t)n * 4);
    uint32_t trouble = 0;
    if (big)
        for (int64_t i = 0; i < n; i++)
            chunk[i] = __builtin_bswap32(chunk[i]);
    for (int64_t i = 0; i < n; i++)
        trouble |= is_surrogate(chunk[i]) | (chunk[i] > 0x10FFFF);
    if (trouble)
        for (int64_t i = 0; i < n; i++)
            if (is_surrogate(chunk[i]) || chunk[i] > 0x10FFFF)
                n = i;
    to->text = (Text){chunk, n, sizeof *chunk};
    return n;
}

/* Appends what of a chunk needs no second look; the bytes it takes. */
static int64_t put_chunk(const CodecRun *run, StrBuilder *b, int64_t pos, int unit,
                         bool big)
{
    Chunk chunk;
    int64_t n = unit == 2 ? read_units16(run, pos, big, &chunk)
                          : read_units32(run, pos, big, &chunk);
    strbuilder_text(b, chunk.text);
    return n * unit;
}

/* Whether they are characters as they lie there, all of them. */
static bool is_text(const uint8_t *data, int64_t size, int unit, bool big, Text *t)
{
    if (big || size % unit || (uintptr_t)data % (unsigned)unit)
        return false;
    *t = (Text){data, size / unit, unit};
    return run_end(*t, 0) == t->length;
}

typedef uint32_t (*NextChar)(const CodecRun *run, int64_t pos, bool big, int *used,
                             const char **reason, int64_t *end, bool *incomplete);

static Value decode_units(MinipyVM *vm, const void *data, int64_t size,
                          const char *errors, int *order, int64_t *consumed, int unit,
                          NextChar next)
{
    int found = order ? *order : ORDER_NATIVE;
    int64_t pos = read_bom(data, size, unit, &found), end;
    bool big = found > 0, incomplete;
    const char *reason;
    CodecRun run;
    StrBuilder b;
    int error = 0, used = unit;
    Text text;

    if (is_text((const uint8_t *)data + pos, size - pos, unit, big, &text)) {
        if (order)
            *order = found;
        if (consumed)
            *consumed = size;
        return str_from_text(vm, text);
    }
    /* The exception names what was asked for or found. */
    codec_run_decode(&run, vm, order_name(unit, found > 0 ? 1 : -1), errors, data,
                     size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        pos += put_chunk(&run, &b, pos, unit, big);
        if (pos >= run.size)
            break;
        uint32_t ch = next(&run, pos, big, &used, &reason, &end, &incomplete);
        if (!reason) {
            strbuilder_char(&b, ch);
            pos += used;
            continue;
        }
        if (incomplete && consumed)
            break;
        error = codec_decode_trouble(&run, &b, &pos, pos, end, reason);
    }
    if (order)
        *order = found;
    if (consumed)
        *consumed = pos;
    return codec_decode_done(&run, &b, error);
}

Value codec_decode_utf16(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors, int *order, int64_t *consumed)
{
    return decode_units(vm, data, size, errors, order, consumed, 2, next_utf16);
}

Value codec_decode_utf32(MinipyVM *vm, const void *data, int64_t size,
                         const char *errors, int *order, int64_t *consumed)
{
    return decode_units(vm, data, size, errors, order, consumed, 4, next_utf32);
}

/* ---- UTF-16 and UTF-32: encoding ------------------------------------------------- */

static void put_unit(BytesBuilder *b, uint32_t value, int unit, int order)
{
    uint8_t out[4];

    for (int i = 0; i < unit; i++)
        out[order > 0 ? unit - 1 - i : i] = (uint8_t)(value >> (8 * i));
    bytesbuilder_add(b, out, unit);
}

static bool put_utf16_ascii(BytesBuilder *b, uint32_t ch, int order)
{
    if (ch >= 0x80)
        return false;
    put_unit(b, ch, 2, order);
    return true;
}

static bool put_utf32_ascii(BytesBuilder *b, uint32_t ch, int order)
{
    if (ch >= 0x80)
        return false;
    put_unit(b, ch, 4, order);
    return true;
}

/* The characters from pos on that are a unit each, up to END, go to `to`. */
#define PUT_RUN(SRC, UNIT, SWAP)                                                       \
    for (int64_t i = pos; i < end; i++, to += sizeof(UNIT)) {                          \
        UNIT unit_ = (UNIT)((const SRC *)t.data)[i];                                   \
        unit_ = big ? SWAP(unit_) : unit_;                                             \
        memcpy(to, &unit_, sizeof unit_);                                              \
    }
static void put_run(Text t, int64_t pos, int64_t end, int unit, bool big, uint8_t *to)
{
    if (unit == t.width && !big)
        memcpy(to, (const char *)t.data + pos * unit, (size_t)((end - pos) * unit));
    else if (unit == 2 && t.width == 1)
        PUT_RUN(uint8_t, uint16_t, __builtin_bswap16)
    else if (unit == 2 && t.width == 2)
        PUT_RUN(uint16_t, uint16_t, __builtin_bswap16)
    else if (t.width == 1)
        PUT_RUN(uint8_t, uint32_t, __builtin_bswap32)
    else if (t.width == 2)
        PUT_RUN(uint16_t, uint32_t, __builtin_bswap32)
    else
        PUT_RUN(uint32_t, uint32_t, __builtin_bswap32)
}

static uint8_t *put_unit16(uint8_t *to, uint32_t ch, bool big)
{
    uint16_t unit = big ? __builtin_bswap16((uint16_t)ch) : (uint16_t)ch;
    memcpy(to, &unit, sizeof unit);
    return to + sizeof unit;
}

/* The same of a text some of whose characters take two units. */
static uint8_t *put_pairs(Text t, int64_t pos, int64_t end, bool big, uint8_t *to)
{
    for (; pos < end; pos++) {
        uint32_t ch = ((const uint32_t *)t.data)[pos];
        if (ch >= 0x10000) {
            to = put_unit16(to, 0xD800 + ((ch - 0x10000) >> 10), big);
            ch = 0xDC00 + ((ch - 0x10000) & 0x3ff);
        }
        to = put_unit16(to, ch, big);
    }
    return to;
}

/* Units that the characters up to `end` take: more of them where one is two of UTF-16.
 */
static int64_t count_units(Text t, int64_t pos, int64_t end, int unit)
{
    int64_t units = end - pos;
    if (unit == 2 && t.width == 4)
        for (; pos < end; pos++)
            units += ((const uint32_t *)t.data)[pos] >= 0x10000;
    return units;
}

/* The characters from pos to end, none of them a surrogate. */
static void put_characters(Text t, int64_t pos, int64_t end, int unit, bool big,
                           uint8_t *to)
{
    if (unit == 2 && t.width == 4)
        put_pairs(t, pos, end, big, to);
    else
        put_run(t, pos, end, unit, big, to);
}

/* Up to a surrogate. */
static void encode_run(BytesBuilder *b, Text t, int64_t *pos, int unit, bool big)
{
    int64_t end = run_end(t, *pos), size = count_units(t, *pos, end, unit) * unit;
    uint8_t *to = size ? bytesbuilder_reserve(b, size) : NULL;
    if (!to)
        return;
    put_characters(t, *pos, end, unit, big, to);
    b->size += size;
    *pos = end;
}

/* A text without surrogates. */
static Value encode_plain(MinipyVM *vm, Text t, int order, int unit)
{
    int mark = order == ORDER_NATIVE ? unit : 0;
    Value v = bytes_alloc(vm, count_units(t, 0, t.length, unit) * unit + mark);
    if (!v)
        return VALUE_NULL;
    uint8_t *to = BYTES(v)->data;
    if (mark)
        memcpy(to, &(uint32_t){0xFEFF}, (size_t)unit);
    put_characters(t, 0, t.length, unit, order > 0, to + mark);
    return v;
}

static Value encode_units(MinipyVM *vm, Value s, const char *errors, int order,
                          int unit)
{
    static const char reason[] = "surrogates not allowed";
    Text t = str_text(s);
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0;
    int error = 0;

    if (run_end(t, 0) == t.length)
        return encode_plain(vm, t, order, unit);
    codec_run_encode(&run, vm, order_name(unit, order), errors, s);
    bytesbuilder_init(&b, vm, (t.length + 1) * unit);
    if (order == ORDER_NATIVE)
        put_unit(&b, 0xFEFF, unit, order);
    while (pos < t.length && error == 0 && !b.failed) {
        encode_run(&b, t, &pos, unit, order > 0);
        if (pos == t.length || b.failed)
            break;
        int64_t start = pos, before = b.size;
        error =
            codec_encode_trouble(&run, &b, &pos, start, start + 1, reason,
                                 unit == 2 ? put_utf16_ascii : put_utf32_ascii, order);
        if (error == 0 && !b.failed && (b.size - before) % unit != 0) {
            codec_error_strict(&run, start, start + 1, reason);
            error = -1;
        }
    }
    return codec_encode_done(&run, &b, error);
}

Value codec_encode_utf16(MinipyVM *vm, Value s, const char *errors, int order)
{
    return encode_units(vm, s, errors, order, 2);
}

Value codec_encode_utf32(MinipyVM *vm, Value s, const char *errors, int order)
{
    return encode_units(vm, s, errors, order, 4);
}
