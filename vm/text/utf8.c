/*
 * utf8.c: scanning, decoding and encoding UTF-8, eight ASCII bytes at a time.
 *
 * Well-formed is what Unicode's table 3-7 lists: shortest forms only, no surrogates
 * (unless asked for), nothing above U+10FFFF.
 */
#include "vm/text/utf8.h"

#include <string.h>

#define HIGH_BITS 0x8080808080808080u

size_t utf8_ascii_prefix(const void *text, size_t size)
{
    const uint8_t *start = text, *p = start, *end = start + size;
    uint64_t word, four[4];

    while (end - p >= 32) {
        memcpy(four, p, 32);
        if ((four[0] | four[1] | four[2] | four[3]) & HIGH_BITS)
            break;
        p += 32;
    }
    while (end - p >= 8) {
        memcpy(&word, p, 8);
        if (word & HIGH_BITS)
            return (size_t)(p - start) + (size_t)__builtin_ctzll(word & HIGH_BITS) / 8;
        p += 8;
    }
    while (p < end && *p < 0x80)
        p++;
    return (size_t)(p - start);
}

static inline bool is_continuation(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* The length of the valid sequence at P, which is not ASCII; 0 if it is not valid. */
static inline int sequence_length(const uint8_t *p, size_t size, bool surrogates)
{
    uint8_t lead = p[0];

    if (lead < 0xc2 || lead > 0xf4 || size < 2 || !is_continuation(p[1]))
        return 0;
    if (lead < 0xe0)
        return 2;
    if (size < 3 || !is_continuation(p[2]))
        return 0;
    if (lead < 0xf0) {
        if ((lead == 0xe0 && p[1] < 0xa0) ||
            (lead == 0xed && p[1] > 0x9f && !surrogates))
            return 0;
        return 3;
    }
    if (size < 4 || !is_continuation(p[3]) || (lead == 0xf0 && p[1] < 0x90) ||
        (lead == 0xf4 && p[1] > 0x8f))
        return 0;
    return 4;
}

/* Is it a sequence of three bytes of which nothing but their own bits has to be looked
 * at? */
static inline bool is_plain_three(const uint8_t *p, const uint8_t *end)
{
    uint32_t word;
    return end - p >= 4 && (memcpy(&word, p, 4), (word & 0xc0c0f0) == 0x8080e0) &&
           *p != 0xe0 && *p != 0xed;
}

/* Such sequences from p on: how many bytes they are. */
static inline size_t scan_threes(const uint8_t *p, const uint8_t *end, uint8_t *top)
{
    const uint8_t *start = p;
    for (; is_plain_three(p, end); p += 3)
        *top = *p > *top ? *p : *top;
    return (size_t)(p - start);
}

/* As utf8_ascii_prefix, without a call: most runs between other characters are short.
 */
static inline const uint8_t *skip_ascii(const uint8_t *p, const uint8_t *end)
{
    uint64_t word;

    if (end - p >= 8 && (memcpy(&word, p, 8), word &= HIGH_BITS))
        return p + __builtin_ctzll(word) / 8;
    if (end - p >= 8)
        return p + utf8_ascii_prefix(p, (size_t)(end - p));
    while (p < end && *p < 0x80)
        p++;
    return p;
}

Utf8Run utf8_scan(const void *text, size_t size, bool surrogates)
{
    const uint8_t *start = text, *p = start, *end = start + size;
    size_t continuations = 0;
    uint8_t top = 0; /* the largest lead byte */

    while (p < end) {
        if (*p < 0x80) {
            p = skip_ascii(p, end);
            continue;
        }
        if (*p < 0xe0) {
            if (*p < 0xc2 || end - p < 2 || !is_continuation(p[1]))
                break;
            top = *p > top ? *p : top;
            continuations++;
            p += 2;
            continue;
        }
        size_t threes = scan_threes(p, end, &top);
        if (threes) {
            continuations += threes / 3 * 2;
            p += threes;
            continue;
        }
        int length = sequence_length(p, (size_t)(end - p), surrogates);
        if (length == 0)
            break;
        if (*p > top)
            top = *p;
        continuations += (size_t)length - 1;
        p += length;
    }
    Utf8Run run = {.bytes = (size_t)(p - start)};
    run.chars = run.bytes - continuations;
    run.max_char = top == 0 ? 0x7f : top < 0xc4 ? 0xff : top < 0xf0 ? 0xffff : 0x10ffff;
    return run;
}

/* The code point of the valid sequence at *P, which moves past it. */
static inline uint32_t next_code_point(const uint8_t **p)
{
    const uint8_t *s = *p;

    if (s[0] < 0x80) {
        *p += 1;
        return s[0];
    }
    if (s[0] < 0xe0) {
        *p += 2;
        return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    }
    if (s[0] < 0xf0) {
        *p += 3;
        return (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    }
    *p += 4;
    return (s[0] & 0x07u) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 |
           (s[3] & 0x3fu);
}

int32_t utf8_read(const uint8_t **p, const uint8_t *end)
{
    if (**p >= 0x80 && sequence_length(*p, (size_t)(end - *p), false) == 0)
        return -1;
    return (int32_t)next_code_point(p);
}

/* Into characters of a width whose longest sequence is LONGEST bytes. Eight at once, of
 * which those before the first that is not ASCII are right, while there are eight
 * characters or more to come. */
#define DECODE(name, Char, LONGEST)                                                    \
    static void name(const uint8_t *p, const uint8_t *end, Char *to)                   \
    {                                                                                  \
        while (end - p >= 8 * (LONGEST)) {                                             \
            uint8_t eight[8];                                                          \
            uint64_t word;                                                             \
            memcpy(&word, p, 8);                                                       \
            memcpy(eight, p, 8);                                                       \
            for (int i = 0; i < 8; i++)                                                \
                to[i] = eight[i];                                                      \
            word &= HIGH_BITS;                                                         \
            int n = word ? __builtin_ctzll(word) / 8 : 8;                              \
            p += n;                                                                    \
            to += n;                                                                   \
            if (word)                                                                  \
                do                                                                     \
                    *to++ = (Char)next_code_point(&p);                                 \
                while (p < end && *p >= 0x80);                                         \
        }                                                                              \
        while (p < end)                                                                \
            *to++ = (Char)next_code_point(&p);                                         \
    }
DECODE(decode_1, uint8_t, 2)
DECODE(decode_2, uint16_t, 3)
DECODE(decode_4, uint32_t, 4)

void utf8_decode(const void *text, size_t size, void *out, int width)
{
    const uint8_t *p = text, *end = p + size;

    if (width == 1)
        decode_1(p, end, out);
    else if (width == 2)
        decode_2(p, end, out);
    else
        decode_4(p, end, out);
}

size_t utf8_decode_some(const void *text, size_t size, uint32_t *out, size_t room,
                        size_t *chars)
{
    const uint8_t *p = text, *end = p + size;
    uint32_t *to = out, *last = out + room - 8;
    uint64_t word;

    while (p < end && to <= last) {
        if (*p < 0x80) {
            if (end - p < 8) {
                *to++ = *p++;
                continue;
            }
            /* Of eight those before the first other one are right. */
            memcpy(&word, p, 8);
            for (int i = 0; i < 8; i++)
                to[i] = p[i];
            word &= HIGH_BITS;
            int n = word ? __builtin_ctzll(word) / 8 : 8;
            p += n;
            to += n;
        } else if (*p < 0xe0) {
            if (*p < 0xc2 || end - p < 2 || !is_continuation(p[1]))
                break;
            *to++ = (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
            p += 2;
        } else if (is_plain_three(p, end)) {
            *to++ = (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
            p += 3;
        } else {
            if (sequence_length(p, (size_t)(end - p), false) == 0)
                break;
            *to++ = next_code_point(&p);
        }
    }
    *chars = (size_t)(to - out);
    return (size_t)(p - (const uint8_t *)text);
}

int utf8_error(const void *text, size_t size, const char **reason, bool *incomplete)
{
    const uint8_t *p = text;
    uint8_t lead = p[0];
    uint8_t low = 0x80, high = 0xbf;

    int valid = 1;
    *incomplete = false;
    if (lead < 0xc2 || lead > 0xf4) {
        *reason = "invalid start byte";
        return 1;
    }
    int need = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead == 0xe0)
        low = 0xa0;
    else if (lead == 0xed)
        high = 0x9f;
    else if (lead == 0xf0)
        low = 0x90;
    else if (lead == 0xf4)
        high = 0x8f;
    for (int i = 1; i < need; i++) {
        if ((size_t)i == size) {
            *reason = "unexpected end of data";
            *incomplete = true;
            return i;
        }
        if (p[i] < low || p[i] > high)
            break;
        low = 0x80;
        high = 0xbf;
        valid++;
    }
    *reason = "invalid continuation byte";
    /* Half a surrogate: whole, an error handler could take it. */
    *incomplete = lead == 0xed && size == 2 && p[1] > high && p[1] <= 0xbf;
    return valid;
}

size_t utf8_size(const void *chars, size_t length, int width)
{
    size_t size = length;

    if (width == 1) {
        const uint8_t *p = chars;
        for (size_t i = 0; i < length; i++)
            size += p[i] >> 7;
    } else if (width == 2) {
        enum { BLOCK = 64 }; /* counts of two bytes: more fit into a vector */
        const uint16_t *p = chars, *end = p + length;
        for (; end - p >= BLOCK; p += BLOCK) {
            uint16_t more = 0;
            for (int i = 0; i < BLOCK; i++)
                more += (uint16_t)((p[i] >= 0x80) + (p[i] >= 0x800));
            size += more;
        }
        for (; p < end; p++)
            size += (size_t)(*p >= 0x80) + (size_t)(*p >= 0x800);
    } else {
        const uint32_t *p = chars;
        for (size_t i = 0; i < length; i++)
            size += (size_t)(p[i] >= 0x80) + (size_t)(p[i] >= 0x800) +
                    (size_t)(p[i] >= 0x10000);
    }
    return size;
}

static inline int put(uint32_t cp, uint8_t out[4])
{
    if (cp < 0x80) {
        out[0] = (uint8_t)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (uint8_t)(0xc0 | cp >> 6);
        out[1] = (uint8_t)(0x80 | (cp & 0x3f));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (uint8_t)(0xe0 | cp >> 12);
        out[1] = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
        out[2] = (uint8_t)(0x80 | (cp & 0x3f));
        return 3;
    }
    out[0] = (uint8_t)(0xf0 | cp >> 18);
    out[1] = (uint8_t)(0x80 | (cp >> 12 & 0x3f));
    out[2] = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
    out[3] = (uint8_t)(0x80 | (cp & 0x3f));
    return 4;
}

int utf8_put(uint32_t cp, uint8_t out[4])
{
    return put(cp, out);
}

/* Eight characters of Latin-1, of which more follow: the bytes. */
static inline size_t encode_eight(const uint8_t *p, uint8_t *out)
{
    enum { FEW = 3 };
    uint8_t *to = out;
    uint64_t word;
    int from = 0;

    memcpy(&word, p, 8);
    word &= HIGH_BITS;
    if ((word >> 7) * UINT64_C(0x0101010101010101) >> 56 > FEW) {
        for (int k = 0; k < 8; k++) { /* without a branch to be guessed */
            to[0] = p[k] < 0x80 ? p[k] : (uint8_t)(0xc0 | p[k] >> 6);
            to[1] = (uint8_t)(0x80 | (p[k] & 0x3f));
            to += 1 + (p[k] >> 7);
        }
        return (size_t)(to - out);
    }
    for (; word; word &= word - 1) {
        int n = __builtin_ctzll(word) / 8;
        memcpy(to, p + from, 8);
        to += n - from;
        to += put(p[n], to);
        from = n + 1;
    }
    memcpy(to, p + from, 8);
    return (size_t)(to - out) + (size_t)(8 - from);
}

/* With a width that the compiler knows. */
static inline size_t encode_width(const void *chars, size_t length, int width,
                                  bool surrogates, uint8_t *out, size_t *size)
{
    uint8_t *to = out;
    size_t i = 0;

    for (; i < length; i++) {
        if (width == 1 &&
            length - i >= 16) { /* for eight of which there is room twice */
            to += encode_eight((const uint8_t *)chars + i, to);
            i += 7;
            continue;
        }
        uint32_t cp = width == 1   ? ((const uint8_t *)chars)[i]
                      : width == 2 ? ((const uint16_t *)chars)[i]
                                   : ((const uint32_t *)chars)[i];
        if (cp < 0x80) {
            *to++ = (uint8_t)cp;
            continue;
        }
        if (width > 1 && (cp & ~0x7ffu) == 0xd800 && !surrogates)
            break;
        to += put(cp, to);
    }
    *size = (size_t)(to - out);
    return i;
}

size_t utf8_encode(const void *chars, size_t length, int width, bool surrogates,
                   uint8_t *out, size_t *size)
{
    if (width == 1)
        return encode_width(chars, length, 1, surrogates, out, size);
    return width == 2 ? encode_width(chars, length, 2, surrogates, out, size)
                      : encode_width(chars, length, 4, surrogates, out, size);
}
