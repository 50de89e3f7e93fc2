/*
 * search.c: a scan for places where the needle's first and last character stand as far
 * apart as in it, of BLOCK places at once, that turns to the two-way algorithm
 * (Crochemore and Perrin) when it has compared too much in vain, so that no text makes
 * a search quadratic; from the right as from the left. memmem of the C library looks at
 * each byte: a third of the speed.
 */
#include "vm/text/search.h"

#include <stdbool.h>
#include <string.h>

#include "vm/core/copy.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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
LOOK_AT_EACH(near_2, uint16_t)
LOOK_AT_EACH(near_4, uint32_t)

/* The same of a text that may be long: in its blocks, which have a fixed size and no
 * way out, compilers make vectors of it. What is near, as it is where many are found,
 * is looked at before. */
#define FIND_PAIR(name, Char, near)                                                    \
    static ptrdiff_t name(const Char *text, size_t places, size_t further, Char first, \
                          Char last)                                                   \
    {                                                                                  \
        enum { BLOCK = 32 }; /* fewer are unrolled instead */                          \
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
FIND_PAIR(find_pair_2, uint16_t, near_2)
FIND_PAIR(find_pair_4, uint32_t, near_4)

/* The last of the places below `places`, or -1. */
#define RFIND_PAIR(name, Char)                                                         \
    static ptrdiff_t name(const Char *text, size_t places, size_t further, Char first, \
                          Char last)                                                   \
    {                                                                                  \
        enum { BLOCK = 32 }; /* fewer are unrolled instead */                          \
        size_t i = places, near = places < BLOCK ? 0 : places - BLOCK;                 \
        while (i-- > near)                                                             \
            if (text[i] == first && text[i + further] == last)                         \
                return (ptrdiff_t)i;                                                   \
        for (i = near; i >= BLOCK; i -= BLOCK) {                                       \
            const Char *one = text + i - BLOCK, *other = one + further;                \
            Char found = 0;                                                            \
            for (size_t k = 0; k < BLOCK; k++)                                         \
                found |= (Char)(one[k] == first) & (Char)(other[k] == last);           \
            if (found)                                                                 \
                break;                                                                 \
        }                                                                              \
        while (i-- > 0)                                                                \
            if (text[i] == first && text[i + further] == last)                         \
                return (ptrdiff_t)i;                                                   \
        return -1;                                                                     \
    }
RFIND_PAIR(rfind_pair_2, uint16_t)
RFIND_PAIR(rfind_pair_4, uint32_t)

static ptrdiff_t rfind_pair(const void *text, size_t places, size_t further,
                            uint32_t first, uint32_t last, int width)
{
    if (width == 2)
        return rfind_pair_2(text, places, further, (uint16_t)first, (uint16_t)last);
    return rfind_pair_4(text, places, further, first, last);
}

/* The characters fit the width, 2 or 4. */
static ptrdiff_t find_pair(const void *text, size_t places, size_t further,
                           uint32_t first, uint32_t last, int width)
{
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

/* A bit for each of 16 places that holds the character of all places of `wanted`. */
#ifdef __SSE2__
static inline unsigned where_2(const uint16_t *text, __m128i wanted)
{
    const __m128i *p = (const void *)text;
    __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(p), wanted);
    __m128i high = _mm_cmpeq_epi16(_mm_loadu_si128(p + 1), wanted);
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static inline unsigned where_4(const uint32_t *text, __m128i wanted)
{
    const __m128i *p = (const void *)text;
    __m128i at[4];
    for (int i = 0; i < 4; i++)
        at[i] = _mm_cmpeq_epi32(_mm_loadu_si128(p + i), wanted);
    __m128i low = _mm_packs_epi32(at[0], at[1]), high = _mm_packs_epi32(at[2], at[3]);
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}
#endif

enum {
    NEAR = 64
}; /* so many places are looked at before the C library is asked for more */

/* The first of `places`, a few, or -1. */
static ptrdiff_t near_char(const void *text, size_t places, uint32_t ch, int width)
{
    size_t i = 0;
#ifdef __SSE2__
    __m128i wanted = width == 2 ? _mm_set1_epi16((short)ch) : _mm_set1_epi32((int)ch);
    for (; i + 16 <= places; i += 16) {
        const void *from = at(text, i, width);
        unsigned found = width == 2 ? where_2(from, wanted) : where_4(from, wanted);
        if (found)
            return (ptrdiff_t)i + __builtin_ctz(found);
    }
#endif
    return width == 2 ? near_2(text, i, places, 0, (uint16_t)ch, (uint16_t)ch)
                      : near_4(text, i, places, 0, ch, ch);
}

ptrdiff_t search_char(const void *text, size_t length, uint32_t ch, int width)
{
    if (width == 1) {
        const char *found = ch > 0xff ? NULL : memchr(text, (int)ch, length);
        return found ? found - (const char *)text : -1;
    }
    if (width == 2 && ch > 0xffff)
        return -1;
    size_t i = length < NEAR ? length : NEAR;
    ptrdiff_t near = near_char(text, i, ch, width);
    if (near >= 0 || i == length)
        return near;
    int at_byte, byte = telling_byte(ch, width, &at_byte);
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
    return rfind_pair(text, length, 0, ch, ch, width);
}

/* The i-th character, of a text of n that is read from the right if BACK. */
static inline uint32_t nth(const void *text, size_t n, size_t i, int width, bool back)
{
    return char_at(text, back ? n - 1 - i : i, width);
}

/* The longest suffix of the needle under one order of characters: where it starts (less
   one), and its period. */
static ptrdiff_t maximal_suffix(const void *needle, size_t m, int width, bool back,
                                bool reversed, size_t *period)
{
    ptrdiff_t start = -1;
    size_t j = 0, k = 1, p = 1;

    while (j + k < m) {
        uint32_t a = nth(needle, m, j + k, width, back);
        uint32_t b = nth(needle, m, (size_t)(start + (ptrdiff_t)k), width, back);
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

/* How far into the text the first needle stands, or -1; BACK: both are read from the
 * right, and that far from there. */
static ptrdiff_t two_way(const void *text, size_t n, const void *needle, size_t m,
                         int width, bool back)
{
    size_t period, other_period;
    ptrdiff_t cut = maximal_suffix(needle, m, width, back, false, &period);
    ptrdiff_t other = maximal_suffix(needle, m, width, back, true, &other_period);
    ptrdiff_t memory = -1;

    if (other > cut) {
        cut = other;
        period = other_period;
    }
    ptrdiff_t same = 0;
    while (same <= cut && nth(needle, m, (size_t)same, width, back) ==
                              nth(needle, m, period + (size_t)same, width, back))
        same++;
    bool periodic = same > cut;
    if (!periodic) {
        size_t left = (size_t)(cut + 1), right = m - (size_t)(cut + 1);
        period = (left > right ? left : right) + 1;
    }
    for (size_t pos = 0; pos + m <= n;) {
        ptrdiff_t i = (cut > memory ? cut : memory) + 1;
        while (i < (ptrdiff_t)m && nth(needle, m, (size_t)i, width, back) ==
                                       nth(text, n, pos + (size_t)i, width, back))
            i++;
        if (i < (ptrdiff_t)m) {
            pos += (size_t)(i - cut);
            memory = -1;
            continue;
        }
        i = cut;
        while (i > memory && nth(needle, m, (size_t)i, width, back) ==
                                 nth(text, n, pos + (size_t)i, width, back))
            i--;
        if (i <= memory)
            return (ptrdiff_t)pos;
        pos += period;
        memory = periodic ? (ptrdiff_t)(m - period) - 1 : -1;
    }
    return -1;
}

/* Is the needle, whose first and last character stand at this place, all there? Adds to
 * *compared how many characters were looked at. */
static inline bool stands_at(const void *text, size_t pos, const void *needle, size_t m,
                             int width, size_t *compared)
{
    size_t i = 1;
    while (i + 1 < m && char_at(text, pos + i, width) == char_at(needle, i, width))
        i++;
    *compared += i;
    return i + 1 >= m;
}

/* Has a search that has come so far compared so much that two_way() is to go on? */
static inline bool is_too_much(size_t compared, size_t far)
{
    return compared > 4 * (far + 64);
}

static ptrdiff_t two_way_from(const void *text, size_t n, size_t pos,
                              const void *needle, size_t m, int width)
{
    ptrdiff_t rest = two_way(at(text, pos, width), n - pos, needle, m, width, false);
    return rest < 0 ? -1 : rest + (ptrdiff_t)pos;
}

/* In the places before pos. */
static ptrdiff_t two_way_before(const void *text, size_t pos, const void *needle,
                                size_t m, int width)
{
    size_t n = pos + m - 1;
    ptrdiff_t rest = two_way(text, n, needle, m, width, true);
    return rest < 0 ? -1 : (ptrdiff_t)(n - m) - rest;
}

/* ---- among bytes: SPAN places at once -------------------------------------------- */

enum { SPAN = 16, LONG = 4 * SPAN };

/* A bit for each of the places from p on where `first` stands and `last` that much
 * further; they are count, at most SPAN. */
static inline uint32_t pairs_near(const uint8_t *p, size_t count, size_t further,
                                  uint8_t first, uint8_t last)
{
#ifdef __SSE2__
    if (count >= SPAN) {
        __m128i one = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i other = _mm_loadu_si128((const __m128i *)(const void *)(p + further));
        return (uint32_t)_mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(one, _mm_set1_epi8((char)first)),
                          _mm_cmpeq_epi8(other, _mm_set1_epi8((char)last))));
    }
#endif
    uint32_t found = 0;
    for (size_t k = 0; k < count; k++)
        found |= (uint32_t)((p[k] == first) & (p[k + further] == last)) << k;
    return found;
}

/* Where, from i on, pairs may be: blocks of LONG places that have none are passed over.
 */
static inline size_t pass_over(const uint8_t *text, size_t i, size_t places,
                               size_t further, uint8_t first, uint8_t last)
{
#ifdef __SSE2__
    const __m128i all_first = _mm_set1_epi8((char)first);
    const __m128i all_last = _mm_set1_epi8((char)last);
    for (; i + LONG <= places; i += LONG) {
        __m128i found = _mm_setzero_si128();
        for (size_t k = 0; k < LONG; k += SPAN) {
            const void *one = text + i + k, *other = text + i + k + further;
            found = _mm_or_si128(
                found,
                _mm_and_si128(
                    _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)one), all_first),
                    _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)other), all_last)));
        }
        if (_mm_movemask_epi8(found))
            break;
    }
#endif
    return i;
}

static ptrdiff_t find_bytes(const uint8_t *text, size_t n, const uint8_t *needle,
                            size_t m)
{
    size_t places = n - m + 1, compared = 0;
    uint8_t first = needle[0], last = needle[m - 1];

    for (size_t i = 0, near = SPAN; i < places;) {
        if (i >= near) { /* where many are found, most are near: that was looked at */
            i = pass_over(text, i, places, m - 1, first, last);
            near = i + LONG;
            continue;
        }
        size_t count = places - i < SPAN ? places - i : SPAN;
        uint32_t found = pairs_near(text + i, count, m - 1, first, last);
        for (; found; found &= found - 1) {
            size_t pos = i + (size_t)__builtin_ctz(found);
            if (stands_at(text, pos, needle, m, 1, &compared))
                return (ptrdiff_t)pos;
            if (is_too_much(compared, pos))
                return two_way_from(text, n, pos + 1, needle, m, 1);
        }
        i += count;
    }
    return -1;
}

static ptrdiff_t rfind_bytes(const uint8_t *text, size_t n, const uint8_t *needle,
                             size_t m)
{
    size_t places = n - m + 1, compared = 0;

    for (size_t end = places; end > 0;) {
        size_t count = end < SPAN ? end : SPAN;
        end -= count;
        uint32_t found = pairs_near(text + end, count, m - 1, needle[0], needle[m - 1]);
        while (found) {
            uint32_t high = 31 - (uint32_t)__builtin_clz(found);
            if (stands_at(text, end + high, needle, m, 1, &compared))
                return (ptrdiff_t)(end + high);
            if (is_too_much(compared, places - end - high))
                return two_way_before(text, end + high, needle, m, 1);
            found ^= UINT32_C(1) << high;
        }
    }
    return -1;
}

/* ---- among wider characters ------------------------------------------------------ */

static ptrdiff_t find_wide(const void *text, size_t n, const void *needle, size_t m,
                           int width)
{
    uint32_t first = char_at(needle, 0, width), last = char_at(needle, m - 1, width);
    size_t compared = 0;

    for (size_t pos = 0; pos + m <= n; pos++) {
        ptrdiff_t hit =
            find_pair(at(text, pos, width), n - pos - m + 1, m - 1, first, last, width);
        if (hit < 0)
            return -1;
        pos += (size_t)hit;
        if (stands_at(text, pos, needle, m, width, &compared))
            return (ptrdiff_t)pos;
        if (is_too_much(compared, pos))
            return two_way_from(text, n, pos + 1, needle, m, width);
    }
    return -1;
}

static ptrdiff_t rfind_wide(const void *text, size_t n, const void *needle, size_t m,
                            int width)
{
    uint32_t first = char_at(needle, 0, width), last = char_at(needle, m - 1, width);
    size_t places = n - m + 1, compared = 0;

    for (size_t pos = places; pos > 0;) {
        ptrdiff_t hit = rfind_pair(text, pos, m - 1, first, last, width);
        if (hit < 0)
            return -1;
        pos = (size_t)hit;
        if (stands_at(text, pos, needle, m, width, &compared))
            return (ptrdiff_t)pos;
        if (is_too_much(compared, places - pos))
            return two_way_before(text, pos, needle, m, width);
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
    return width == 1 ? find_bytes(text, length, needle, needle_length)
                      : find_wide(text, length, needle, needle_length, width);
}

ptrdiff_t search_rfind(const void *text, size_t length, const void *needle,
                       size_t needle_length, int width)
{
    if (needle_length > length)
        return -1;
    if (needle_length == 1)
        return search_rchar(text, length, char_at(needle, 0, width), width);
    return width == 1 ? rfind_bytes(text, length, needle, needle_length)
                      : rfind_wide(text, length, needle, needle_length, width);
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

/* ---- replacing ------------------------------------------------------------------- */

void search_replace_byte(uint8_t *restrict to, const uint8_t *restrict text,
                         size_t length, uint8_t from, uint8_t by)
{
    for (size_t i = 0; i < length; i++) /* no branch: compilers vectorize it */
        to[i] = text[i] == from ? by : text[i];
}

void search_replace(uint8_t *to, const uint8_t *text, size_t length,
                    const uint8_t *needle, size_t needle_length, const uint8_t *by,
                    size_t by_length, size_t limit)
{
    const uint8_t *end = text + length;
    bool stay = needle_length == by_length; /* what is between does */
    if (stay)
        memcpy(to, text, length);
    for (; limit > 0; limit--) {
        ptrdiff_t hit =
            search_find(text, (size_t)(end - text), needle, needle_length, 1);
        if (hit < 0)
            break;
        to = stay ? to + hit : (uint8_t *)copy_few((char *)to, text, (size_t)hit);
        to = (uint8_t *)copy_few((char *)to, by, by_length);
        text += hit + (ptrdiff_t)needle_length;
    }
    if (!stay)
        memcpy(to, text, (size_t)(end - text));
}
