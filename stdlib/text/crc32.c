/* crc32.c - CRC-32 of binascii, in two ways: eight bytes at a time by tables, which the
 * first that asks makes, and 64 bytes at a time where the processor multiplies
 * polynomials. That way folds: 16 bytes that stand n bits before the next 16 count as
 * much as their remainder, which x^(n+64) and x^n modulo the polynomial, multiplied by
 * their two halves, give.
 */
#include "stdlib/text/crc32.h"

#include <pthread.h>
#include <string.h>

enum { CRC_STEP = 8 };

/* What a byte counts for that stands so many bytes before the last of eight. */
static uint32_t tables[CRC_STEP][256];

static void make_tables(void)
{
    const uint32_t polynomial = 0xedb88320;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
        tables[0][i] = crc;
    }
    for (int k = 1; k < CRC_STEP; k++)
        for (int i = 0; i < 256; i++)
            tables[k][i] = tables[k - 1][i] >> 8 ^ tables[0][tables[k - 1][i] & 255];
}

static uint32_t crc32_plain(uint32_t crc, const uint8_t *p, size_t n)
{
    static pthread_once_t made = PTHREAD_ONCE_INIT;
    pthread_once(&made, make_tables);
    for (; n >= CRC_STEP; n -= CRC_STEP, p += CRC_STEP) {
        uint64_t eight;
        memcpy(&eight, p, sizeof eight);
        eight ^= crc;
        crc = 0;
        for (int k = 0; k < CRC_STEP; k++, eight >>= 8)
            crc ^= tables[CRC_STEP - 1 - k][eight & 255];
    }
    for (; n > 0; n--)
        crc = crc >> 8 ^ tables[0][(crc ^ *p++) & 255];
    return crc;
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
    return crc32_plain(0, rest, sizeof rest);
}

static uint32_t crc32_any(uint32_t crc, const uint8_t *p, size_t n)
{
    enum { WORTH_FOLDING = 64 };
    if (n >= WORTH_FOLDING && __builtin_cpu_supports("pclmul") &&
        __builtin_cpu_supports("sse4.1"))
        crc = crc32_folded(crc, &p, &n);
    return crc32_plain(crc, p, n);
}
#else
#define crc32_any crc32_plain
#endif

uint32_t crc32_update(uint32_t crc, const uint8_t *p, size_t n)
{
    return ~crc32_any(~crc, p, n);
}
