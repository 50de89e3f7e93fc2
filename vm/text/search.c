/*
 * search.c: a scan for places where the needle's first and last character stand as far
 * apart as in it, of BLOCK places at once, that turns to the two-way algorithm
 * (Crochemore and Perrin) when it has compared too much in vain, so that no text makes
 * a search quadratic. memmem of the C library looks at each byte: a third of the speed.
 */
#include "vm/text/search.h"

#include <stdbool.h>
#include <string.h>

static inline uint32_t char_at(const void *text, size_t i, int width)
{
    return width == 1   ? ((const uint8_t *)text)[i]
           : width == 2 ? ((const uint16_t *)text)[i]
                        : ((const uint32_t *)text)[i];
}

static inline const void *at(const void *text, size_t i, int width)
{
    return (const char *)text + i * (size_t)width;
}

/* Where in text, of the places from i on, `first` stands and `last` that much further:
 * -1 if nowhere. */
#define LOOK_AT_EACH(name, Char)                                                       \
    static ptrdiff_t name(const Char *text, size_t i, size_t places, size_t further,   \
                          Char first, Char last)                                       \
    {                                                                                  \
        for (; i < places; i++)                                                        \
            if (text[i] == first && text[i + further] == last)                         \
                return (ptrdiff_t)i;                                                   \
        return -1;                                                                     \
    }
LOOK_AT_EACH(look_at_bytes, uint8_t)
LOOK_AT_EACH(near_2, uint16_t)
LOOK_AT_EACH(near_4, uint32_t)

/* The same by words of eight bytes: a byte of `unlike` is 0 where both stand, and the
 * lowest such byte is the lowest of those whose top bit the usual trick sets. */
static ptrdiff_t near_1(const uint8_t *text, size_t i, size_t places, size_t further,
                        uint8_t first, uint8_t last)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (; __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && i + 8 <= places; i += 8) {
        uint64_t one, other;
        memcpy(&one, text + i, 8);
        memcpy(&other, text + i + further, 8);
        uint64_t unlike = (one ^ ones * first) | (other ^ ones * last);
        uint64_t hits = (unlike - ones) & ~unlike & ones << 7;
        if (hits)
            return (ptrdiff_t)(i + (size_t)(__builtin_ctzll(hits) >> 3));
    }
    return look_at_bytes(text, i, places, further, first, last);
}

/* The same of a text that may be long: in its blocks, which have a fixed size and no
 * way out, compilers make vectors of it. What is near, as it is where many are found,
 * is looked at before. */
#define FIND_PAIR(name, Char, near)                                                    \
    static ptrdiff_t name(const Char *text, size_t places, size_t further, Char first, \
                          Char last)                                                   \
    {                                                                                  \
        enum { BLOCK = 64 / sizeof(Char) };                                            \
        size_t i = places < BLOCK ? places : BLOCK;                                    \
        ptrdiff_t at = near(text, 0, i, further, first, last);                         \
        if (at >= 0)                                                                   \
            return at;                                                                 \
        for (; i + BLOCK <= places; i += BLOCK) {                                      \
            const Char *one = text + i, *other = one + further;                        \
            Char found = 0;                                                            \
            for (size_t k = 0; k < BLOCK; k++)                                         \
                found |= (Char)(one[k] == first) & (Char)(other[k] == last);           \
            if (found)                                                                 \
                break;                                                                 \
        }                                                                              \
        return near(text, i, places, further, first, last);                            \
    }
FIND_PAIR(find_pair_1, uint8_t, near_1)
FIND_PAIR(find_pair_2, uint16_t, near_2)
FIND_PAIR(find_pair_4, uint32_t, near_4)

/* The characters fit the width. */
static ptrdiff_t find_pair(const void *text, size_t places, size_t further,
                           uint32_t first, uint32_t last, int width)
{
    if (width == 1)
        return find_pair_1(text, places, further, (uint8_t)first, (uint8_t)last);
    if (width == 2)
        return find_pair_2(text, places, further, (uint16_t)first, (uint16_t)last);
    return find_pair_4(text, places, further, first, last);
}

/* A byte of a wider character for the C library to look for, which is faster than what
 * compilers make of a loop; -1: all its bytes are common ones. *AT: where in it. */
static int telling_byte(uint32_t ch, int width, int *at)
{
    uint8_t bytes[4];
    if (width == 2)
        memcpy(bytes, &(uint16_t){(uint16_t)ch}, 2);
    else
        memcpy(bytes, &ch, 4);
    for (*at = 0; *at < width; ++*at)
        if (bytes[*at])
            return bytes[*at];
    return -1;
}

enum {
    WRONG_MAX = 8
}; /* so many bytes that were of other characters, and it is left */

ptrdiff_t search_char(const void *text, size_t length, uint32_t ch, int width)
{
    if (width == 1) {
        const char *found = ch > 0xff ? NULL : memchr(text, (int)ch, length);
        return found ? found - (const char *)text : -1;
    }
    size_t i = 0;
    int at_byte, byte = telling_byte(ch, width, &at_byte);
    if (width == 2 && ch > 0xffff)
        return -1;
    for (int wrong = 0; byte >= 0 && wrong < WRONG_MAX && i < length; wrong++) {
        const char *from = (const char *)text + i * (size_t)width + at_byte;
        const char *found =
            memchr(from, byte, (length - i) * (size_t)width - (size_t)at_byte);
        if (!found)
            return -1;
        i = (size_t)(found - (const char *)text) / (size_t)width;
        if (char_at(text, i, width) == ch)
            return (ptrdiff_t)i;
        i++;
    }
    ptrdiff_t rest = find_pair(at(text, i, width), length - i, 0, ch, ch, width);
    return rest < 0 ? -1 : rest + (ptrdiff_t)i;
}

ptrdiff_t search_rchar(const void *text, size_t length, uint32_t ch, int width)
{
    if (width == 1) {
        const char *found = ch > 0xff ? NULL : memrchr(text, (int)ch, length);
        return found ? found - (const char *)text : -1;
    }
    int at_byte, byte = telling_byte(ch, width, &at_byte);
    if (width == 2 && ch > 0xffff)
        return -1;
    for (int wrong = 0; byte >= 0 && wrong < WRONG_MAX && length > 0; wrong++) {
        const char *found = memrchr(text, byte, length * (size_t)width);
        if (!found)
            return -1;
        length = (size_t)(found - (const char *)text) / (size_t)width;
        if (char_at(text, length, width) == ch)
            return (ptrdiff_t)length;
    }
    for (size_t i = length; i-- > 0;)
        if (char_at(text, i, width) == ch)
            return (ptrdiff_t)i;
    return -1;
}

/* The longest suffix of the needle under one order of characters: where it starts (less
   one), and its period. */
static ptrdiff_t maximal_suffix(const void *needle, size_t m, int width, bool reversed,
                                size_t *period)
{
    ptrdiff_t start = -1;
    size_t j = 0, k = 1, p = 1;

    while (j + k < m) {
        uint32_t a = char_at(needle, j + k, width);
        uint32_t b = char_at(needle, (size_t)(start + (ptrdiff_t)k), width);
        if (reversed ? a > b : a < b) {
            j += k;
            k = 1;
            p = (size_t)((ptrdiff_t)j - start);
        } else if (a == b) {
            if (k != p) {
                k++;
            } else {
                j += p;
                k = 1;
            }
        } else {
            start = (ptrdiff_t)j++;
            k = p = 1;
        }
    }
    *period = p;
    return start;
}

static ptrdiff_t two_way(const void *text, size_t n, const void *needle, size_t m,
                         int width)
{
    size_t period, other_period;
    ptrdiff_t cut = maximal_suffix(needle, m, width, false, &period);
    ptrdiff_t other = maximal_suffix(needle, m, width, true, &other_period);
    ptrdiff_t memory = -1;

    if (other > cut) {
        cut = other;
        period = other_period;
    }
    bool periodic = memcmp(needle, at(needle, period, width),
                           (size_t)(cut + 1) * (size_t)width) == 0;
    if (!periodic) {
        size_t left = (size_t)(cut + 1), right = m - (size_t)(cut + 1);
        period = (left > right ? left : right) + 1;
    }
    for (size_t pos = 0; pos + m <= n;) {
        ptrdiff_t i = (cut > memory ? cut : memory) + 1;
        while (i < (ptrdiff_t)m && char_at(needle, (size_t)i, width) ==
                                       char_at(text, pos + (size_t)i, width))
            i++;
        if (i < (ptrdiff_t)m) {
            pos += (size_t)(i - cut);
            memory = -1;
            continue;
        }
        i = cut;
        while (i > memory && char_at(needle, (size_t)i, width) ==
                                 char_at(text, pos + (size_t)i, width))
            i--;
        if (i <= memory)
            return (ptrdiff_t)pos;
        pos += period;
        memory = periodic ? (ptrdiff_t)(m - period) - 1 : -1;
    }
    return -1;
}

static ptrdiff_t find_many(const void *text, size_t n, const void *needle, size_t m,
                           int width)
{
    uint32_t first = char_at(needle, 0, width), last = char_at(needle, m - 1, width);
    size_t wasted = 0;

    for (size_t pos = 0; pos + m <= n; pos++) {
        ptrdiff_t hit =
            find_pair(at(text, pos, width), n - pos - m + 1, m - 1, first, last, width);
        if (hit < 0)
            return -1;
        pos += (size_t)hit;
        size_t i = 1;
        while (i < m - 1 && char_at(text, pos + i, width) == char_at(needle, i, width))
            i++;
        if (i >= m - 1)
            return (ptrdiff_t)pos;
        wasted += i;
        if (wasted > 4 * (pos + 64)) {
            ptrdiff_t rest =
                two_way(at(text, pos + 1, width), n - pos - 1, needle, m, width);
            return rest < 0 ? -1 : rest + (ptrdiff_t)pos + 1;
        }
    }
    return -1;
}

ptrdiff_t search_find(const void *text, size_t length, const void *needle,
                      size_t needle_length, int width)
{
    if (needle_length > length)
        return -1;
    if (needle_length == 1)
        return search_char(text, length, char_at(needle, 0, width), width);
    return find_many(text, length, needle, needle_length, width);
}

ptrdiff_t search_rfind(const void *text, size_t length, const void *needle,
                       size_t needle_length, int width)
{
    size_t rest = (needle_length - 1) * (size_t)width;

    if (needle_length > length)
        return -1;
    uint32_t first = char_at(needle, 0, width);
    size_t end = length - needle_length + 1;
    while (end > 0) {
        ptrdiff_t hit = search_rchar(text, end, first, width);
        if (hit < 0)
            return -1;
        if (memcmp(at(text, (size_t)hit + 1, width), at(needle, 1, width), rest) == 0)
            return hit;
        end = (size_t)hit;
    }
    return -1;
}

/* In how many of these places `first` stands and `last` that much further. */
#define COUNT_PAIRS(name, Char)                                                        \
    static size_t name(const Char *text, size_t places, size_t further, Char first,    \
                       Char last)                                                      \
    {                                                                                  \
        enum { BLOCK = 64 };                                                           \
        size_t count = 0, i = 0;                                                       \
        for (; i + BLOCK <= places; i += BLOCK) {                                      \
            const Char *one = text + i, *other = one + further;                        \
            Char sum = 0;                                                              \
            for (size_t k = 0; k < BLOCK; k++)                                         \
                sum += (Char)((one[k] == first) & (other[k] == last));                 \
            count += sum;                                                              \
        }                                                                              \
        for (; i < places; i++)                                                        \
            count += text[i] == first && text[i + further] == last;                    \
        return count;                                                                  \
    }
COUNT_PAIRS(count_pairs_1, uint8_t)
COUNT_PAIRS(count_pairs_2, uint16_t)
COUNT_PAIRS(count_pairs_4, uint32_t)

static size_t count_pairs(const void *text, size_t places, size_t further,
                          uint32_t first, uint32_t last, int width)
{
    if (width == 1)
        return count_pairs_1(text, places, further, (uint8_t)first, (uint8_t)last);
    if (width == 2)
        return count_pairs_2(text, places, further, (uint16_t)first, (uint16_t)last);
    return count_pairs_4(text, places, further, first, last);
}

size_t search_count(const void *text, size_t length, const void *needle,
                    size_t needle_length, int width, size_t limit)
{
    size_t count = 0, pos = 0;

    uint32_t first = char_at(needle, 0, width);
    uint32_t last = char_at(needle, needle_length - 1, width);
    if (needle_length <= 2 && needle_length <= length && limit >= length &&
        (needle_length == 1 || first != last)) /* none can overlap another */
        return count_pairs(text, length - needle_length + 1, needle_length - 1, first,
                           last, width);
    while (count < limit) {
        ptrdiff_t hit = search_find(at(text, pos, width), length - pos, needle,
                                    needle_length, width);
        if (hit < 0)
            break;
        count++;
        pos += (size_t)hit + needle_length;
    }
    return count;
}
