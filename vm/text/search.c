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

/* Where in text, of its first `places` characters, `first` stands and `last` that much
 * further: -1 if nowhere. The blocks have a fixed size and no way out, so that
 * compilers make vectors of them. */
#define FIND_PAIR(name, Char)                                                          \
    static ptrdiff_t name(const Char *text, size_t places, size_t further, Char first, \
                          Char last)                                                   \
    {                                                                                  \
        enum { BLOCK = 64 / sizeof(Char) };                                            \
        size_t i = 0;                                                                  \
        for (; i + BLOCK <= places; i += BLOCK) {                                      \
            const Char *one = text + i, *other = one + further;                        \
            Char found = 0;                                                            \
            for (size_t k = 0; k < BLOCK; k++)                                         \
                found |= (Char)(one[k] == first) & (Char)(other[k] == last);           \
            if (found)                                                                 \
                break;                                                                 \
        }                                                                              \
        for (; i < places; i++)                                                        \
            if (text[i] == first && text[i + further] == last)                         \
                return (ptrdiff_t)i;                                                   \
        return -1;                                                                     \
    }
FIND_PAIR(find_pair_1, uint8_t)
FIND_PAIR(find_pair_2, uint16_t)
FIND_PAIR(find_pair_4, uint32_t)

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

ptrdiff_t search_char(const void *text, size_t length, uint32_t ch, int width)
{
    if (width == 1) {
        const char *found = ch > 0xff ? NULL : memchr(text, (int)ch, length);
        return found ? found - (const char *)text : -1;
    }
    return find_pair(text, length, 0, ch, ch, width);
}

ptrdiff_t search_rchar(const void *text, size_t length, uint32_t ch, int width)
{
    if (width == 1) {
        const char *found = ch > 0xff ? NULL : memrchr(text, (int)ch, length);
        return found ? found - (const char *)text : -1;
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

size_t search_count(const void *text, size_t length, const void *needle,
                    size_t needle_length, int width, size_t limit)
{
    size_t count = 0, pos = 0;

    if (needle_length == 1 && limit >= length) {
        uint32_t ch = char_at(needle, 0, width);
        for (size_t i = 0; i < length; i++)
            count += char_at(text, i, width) == ch;
        return count;
    }
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
