/* short_text.h - a text of up to 16 bytes looked at in one piece: the last 16 bytes of
 * its object, which begin in the object's head if the text is shorter. A loop over its
 * bytes, or a choice by their number, ends at another place for each text, which the
 * processor guesses wrong more often than not.
 */
#ifndef MINIPY_VM_TEXT_SHORT_TEXT_H
#define MINIPY_VM_TEXT_SHORT_TEXT_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "vm/text/str.h"

enum { SHORT_TEXT = 16 }; /* bytes at most */
_Static_assert(offsetof(StrObj, data) >= SHORT_TEXT,
               "so much of an object lies before its text");

#ifdef __SSE2__
static inline __m128i last_bytes(const StrObj *s, size_t n)
{
    const char *at = (const char *)s + offsetof(StrObj, data) + n - SHORT_TEXT;
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}
#endif

/* Do texts of n bytes, SHORT_TEXT at most, have the same bytes? */
static inline bool short_texts_same(const StrObj *x, const StrObj *y, size_t n)
{
#ifdef __SSE2__
    __m128i same = _mm_cmpeq_epi8(last_bytes(x, n), last_bytes(y, n));
    return (~(unsigned)_mm_movemask_epi8(same) & 0xffff) >> (SHORT_TEXT - n) == 0;
#else
    return memcmp(x->data, y->data, n) == 0;
#endif
}

/* Has such a text this byte? */
static inline bool short_text_has(const StrObj *s, size_t n, uint8_t byte)
{
#ifdef __SSE2__
    __m128i same = _mm_cmpeq_epi8(last_bytes(s, n), _mm_set1_epi8((char)byte));
    return (unsigned)_mm_movemask_epi8(same) >> (SHORT_TEXT - n) != 0;
#else
    return memchr(s->data, byte, n) != NULL;
#endif
}

#endif
