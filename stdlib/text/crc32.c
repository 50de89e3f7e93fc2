/* crc32.c - CRC-32 of binascii, in three ways: four bits at a time for what is short,
 * eight bytes at a time by tables that are made for it, and 64 bytes at a time where
 * the processor multiplies polynomials. That way folds: 16 bytes that stand n bits
 * before the next 16 count as much as their remainder, which x^(n+64) and x^n modulo
 * the polynomial, multiplied by their two halves, give.
 */
#include "stdlib/text/crc32.h"

#include <string.h>

/* Four bits at a time: for what is short. */
static uint32_t crc32_short(uint32_t crc, const uint8_t *p, size_t n)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    for (; n > 0; n--) {
        crc ^= *p++;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc;
}

enum { CRC_LONG = 1024, CRC_STEP = 8 };

/* Eight bytes at a time, by tables that are worth their making then. */
static uint32_t crc32_long(uint32_t crc, const uint8_t *p, size_t n)
{
    uint32_t table[CRC_STEP][256];
    for (int i = 0; i < 256; i++)
        table[0][i] = crc32_short(0, &(uint8_t){(uint8_t)i}, 1);
    for (int k = 1; k < CRC_STEP; k++)
        for (int i = 0; i < 256; i++)
            table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 255];
    for (; n >= CRC_STEP; n -= CRC_STEP, p += CRC_STEP) {
        uint64_t eight;
        memcpy(&eight, p, sizeof eight);
        eight ^= crc;
        crc = 0;
        for (int k = 0; k < CRC_STEP; k++, eight >>= 8)
            crc ^= table[CRC_STEP - 1 - k][eight & 255];
    }
    return crc32_short(crc, p, n);
}

#ifdef __x86_64__
#include <immintrin.h>

#define FOLDS __attribute__((target("pclmul,sse4.1")))
enum { LANE = 16, LANES = 4 };

/* What `lane` counts for where `next` stands; by: both powers of x, bits reflected. */
FOLDS static inline __m128i fold(__m128i lane, __m128i by, __m128i next)
{
    __m128i low = _mm_clmulepi64_si128(lane, by, 0x00);
    __m128i high = _mm_clmulepi64_si128(lane, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

FOLDS static inline __m128i lane_at(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* 64 bytes at least; the rest that is shorter than 16 is *n. Of the last 16 bytes that
 * were folded together the remainder is taken in the plain way. */
FOLDS static uint32_t crc32_folded(uint32_t crc, const uint8_t **at, size_t *n)
{
    const __m128i by_64 = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    const __m128i by_16 = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    const uint8_t *p = *at;
    uint8_t rest[LANE];
    __m128i lane[LANES];
    for (int i = 0; i < LANES; i++)
        lane[i] = lane_at(p + i * LANE);
    lane[0] = _mm_xor_si128(lane[0], _mm_cvtsi32_si128((int)crc));
    for (p += LANES * LANE, *n -= LANES * LANE; *n >= LANES * LANE;
         p += LANES * LANE, *n -= LANES * LANE)
        for (int i = 0; i < LANES; i++)
            lane[i] = fold(lane[i], by_64, lane_at(p + i * LANE));
    for (int i = 1; i < LANES; i++)
        lane[0] = fold(lane[0], by_16, lane[i]);
    for (; *n >= LANE; p += LANE, *n -= LANE)
        lane[0] = fold(lane[0], by_16, lane_at(p));
    _mm_storeu_si128((__m128i *)(void *)rest, lane[0]);
    *at = p;
    return crc32_short(0, rest, sizeof rest);
}

static uint32_t crc32_any(uint32_t crc, const uint8_t *p, size_t n)
{
    enum { WORTH_FOLDING = 128 };
    if (n < WORTH_FOLDING)
        return crc32_short(crc, p, n);
    if (!__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
        return n < CRC_LONG ? crc32_short(crc, p, n) : crc32_long(crc, p, n);
    crc = crc32_folded(crc, &p, &n);
    return crc32_short(crc, p, n);
}
#else
static uint32_t crc32_any(uint32_t crc, const uint8_t *p, size_t n)
{
    return n < CRC_LONG ? crc32_short(crc, p, n) : crc32_long(crc, p, n);
}
#endif

uint32_t crc32_update(uint32_t crc, const uint8_t *p, size_t n)
{
    return ~crc32_any(~crc, p, n);
}
