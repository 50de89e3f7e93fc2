/* hashes.c - MD5, SHA-1, SHA-2, SHA-3 and BLAKE2, from their standards (RFC 1321, FIPS
 * 180-4, FIPS 202, RFC 7693). Written for size; programs that hash gigabytes want
 * another library.
 */
#include "stdlib/data/hashes.h"

#include <string.h>

#include "stdlib/data/hash_tables.inc"

static inline uint32_t rol32(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}
static inline uint32_t ror32(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}
static inline uint64_t ror64(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}
static inline uint64_t rol64(uint64_t x, unsigned n)
{
    return n ? x << n | x >> (64 - n) : x;
}

static uint64_t load(const uint8_t *p, int size, bool big)
{
    uint64_t v = 0;
    for (int i = 0; i < size; i++)
        v |= (uint64_t)p[i] << (8 * (big ? size - 1 - i : i));
    return v;
}

static void store(uint8_t *p, uint64_t v, int size, bool big)
{
    for (int i = 0; i < size; i++)
        p[i] = (uint8_t)(v >> (8 * (big ? size - 1 - i : i)));
}

void hash_update(const HashAlgo *a, HashState *s, const void *data, size_t size)
{
    const uint8_t *p = data;
    while (size) {
        if (s->fill ==
            a->block_size) { /* a lazy block that turned out not to be the last */
            s->length += s->fill;
            a->compress(s, s->block);
            s->fill = 0;
        }
        size_t n = a->block_size - s->fill;
        if (n > size)
            n = size;
        memcpy(s->block + s->fill, p, n);
        s->fill += (unsigned)n;
        p += n;
        size -= n;
        if (s->fill == a->block_size && !a->lazy) {
            s->length += s->fill;
            a->compress(s, s->block);
            s->fill = 0;
        }
    }
}

void hash_digest(const HashAlgo *a, const HashState *s, uint8_t *out, size_t size)
{
    HashState copy = *s;
    a->finish(a, &copy, out, size);
}

/* ---- MD5, SHA-1, SHA-2: the padding of Merkle and Damgard ------------------------ */

static void pad(const HashAlgo *a, HashState *s, unsigned count_size, bool big)
{
    uint64_t bits = (s->length + s->fill) * 8;
    uint8_t count[16] = {0};
    store(big ? count + count_size - 8 : count, bits, 8, big);
    hash_update(a, s, "\x80", 1);
    while (s->fill != a->block_size - count_size)
        hash_update(a, s, "", 1);
    hash_update(a, s, count, count_size);
}

static void finish_words(HashState *s, uint8_t *out, size_t size, bool big)
{
    for (size_t i = 0; i < size / 4; i++)
        store(out + 4 * i, s->u.w[i], 4, big);
}

static void md5_init(HashState *s)
{
    static const uint32_t h[] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    memcpy(s->u.w, h, sizeof h);
}

static void md5_compress(HashState *s, const uint8_t *block)
{
    static const uint8_t turns[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = s->u.w[0], b = s->u.w[1], c = s->u.w[2], d = s->u.w[3];
    for (unsigned i = 0; i < 64; i++) {
        unsigned round = i / 16;
        uint32_t f = round == 0   ? (b & c) | (~b & d)
                     : round == 1 ? (d & b) | (~d & c)
                     : round == 2 ? b ^ c ^ d
                                  : c ^ (b | ~d);
        unsigned k = (round == 0   ? i
                      : round == 1 ? 5 * i + 1
                      : round == 2 ? 3 * i + 5
                                   : 7 * i) %
                     16;
        uint32_t sum = a + f + md5_k[i] + (uint32_t)load(block + 4 * k, 4, false);
        a = d;
        d = c;
        c = b;
        b += rol32(sum, turns[round][i % 4]);
    }
    s->u.w[0] += a;
    s->u.w[1] += b;
    s->u.w[2] += c;
    s->u.w[3] += d;
}

static void md5_finish(const HashAlgo *a, HashState *s, uint8_t *out, size_t size)
{
    pad(a, s, 8, false);
    finish_words(s, out, size, false);
}

static void sha1_init(HashState *s)
{
    md5_init(s);
    s->u.w[4] = 0xc3d2e1f0;
}

static void sha1_compress(HashState *s, const uint8_t *block)
{
    static const uint32_t k[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80], *h = s->u.w;
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)load(block + 4 * i, 4, true);
    for (int i = 16; i < 80; i++)
        w[i] = rol32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++) {
        int round = i / 20;
        uint32_t f = round == 0   ? (b & c) | (~b & d)
                     : round == 2 ? (b & c) | (b & d) | (c & d)
                                  : b ^ c ^ d;
        uint32_t t = rol32(a, 5) + f + e + k[round] + w[i];
        e = d;
        d = c;
        c = rol32(b, 30);
        b = a;
        a = t;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

static void sha1_finish(const HashAlgo *a, HashState *s, uint8_t *out, size_t size)
{
    pad(a, s, 8, true);
    finish_words(s, out, size, true);
}

static void sha256_init(HashState *s)
{
    memcpy(s->u.w, sha256_h, sizeof sha256_h);
}
static void sha224_init(HashState *s)
{
    memcpy(s->u.w, sha224_h, sizeof sha224_h);
}

static void sha256_compress(HashState *s, const uint8_t *block)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)load(block + 4 * i, 4, true);
    for (int i = 16; i < 64; i++) {
        uint32_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (ror32(x, 7) ^ ror32(x, 18) ^ x >> 3) +
               (ror32(y, 17) ^ ror32(y, 19) ^ y >> 10);
    }
    memcpy(v, s->u.w, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (ror32(e, 6) ^ ror32(e, 11) ^ ror32(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + sha256_k[i] + w[i];
        uint32_t t2 = (ror32(a, 2) ^ ror32(a, 13) ^ ror32(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        s->u.w[i] += v[i];
}

static void sha512_init(HashState *s)
{
    memcpy(s->u.q, sha512_h, sizeof sha512_h);
}
static void sha384_init(HashState *s)
{
    memcpy(s->u.q, sha384_h, sizeof sha384_h);
}

static void sha512_compress(HashState *s, const uint8_t *block)
{
    uint64_t w[80], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = load(block + 8 * i, 8, true);
    for (int i = 16; i < 80; i++) {
        uint64_t x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (ror64(x, 1) ^ ror64(x, 8) ^ x >> 7) +
               (ror64(y, 19) ^ ror64(y, 61) ^ y >> 6);
    }
    memcpy(v, s->u.q, sizeof v);
    for (int i = 0; i < 80; i++) {
        uint64_t e = v[4], a = v[0];
        uint64_t t1 = v[7] + (ror64(e, 14) ^ ror64(e, 18) ^ ror64(e, 41)) +
                      ((e & v[5]) ^ (~e & v[6])) + sha512_k[i] + w[i];
        uint64_t t2 = (ror64(a, 28) ^ ror64(a, 34) ^ ror64(a, 39)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        s->u.q[i] += v[i];
}

static void sha512_finish(const HashAlgo *a, HashState *s, uint8_t *out, size_t size)
{
    pad(a, s, 16, true);
    for (size_t i = 0; i < size / 8; i++)
        store(out + 8 * i, s->u.q[i], 8, true);
}

/* ---- SHA-3 ----------------------------------------------------------------------- */

static void keccak(uint64_t *a)
{
    for (int round = 0; round < 24; round++) {
        uint64_t c[5], b[25];
        for (int x = 0; x < 5; x++)
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int i = 0; i < 25; i++)
            a[i] ^= c[(i + 4) % 5] ^ rol64(c[(i + 1) % 5], 1);
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5; y++)
                b[y + 5 * ((2 * x + 3 * y) % 5)] =
                    rol64(a[x + 5 * y], keccak_rot[x + 5 * y]);
        for (int i = 0; i < 25; i++)
            a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
        a[0] ^= keccak_rc[round];
    }
}

static void sha3_init(HashState *s)
{
    memset(s->u.q, 0, sizeof s->u.q);
}

static void sha3_absorb(HashState *s, const uint8_t *block, unsigned rate)
{
    for (unsigned i = 0; i < rate / 8; i++)
        s->u.q[i] ^= load(block + 8 * i, 8, false);
    keccak(s->u.q);
}

#define SHA3_COMPRESS(rate)                                                            \
    static void sha3_compress_##rate(HashState *s, const uint8_t *block)               \
    {                                                                                  \
        sha3_absorb(s, block, rate);                                                   \
    }
SHA3_COMPRESS(144)
SHA3_COMPRESS(136)
SHA3_COMPRESS(104)
SHA3_COMPRESS(72)
SHA3_COMPRESS(168)

static void sha3_finish(const HashAlgo *a, HashState *s, uint8_t *out, size_t size)
{
    unsigned rate = a->block_size;
    memset(s->block + s->fill, 0, rate - s->fill);
    s->block[s->fill] = a->digest_size ? 0x06 : 0x1f;
    s->block[rate - 1] |= 0x80;
    sha3_absorb(s, s->block, rate);
    for (size_t i = 0; i < size; i++) {
        if (i && i % rate == 0)
            keccak(s->u.q);
        out[i] = (uint8_t)(s->u.q[i % rate / 8] >> (8 * (i % 8)));
    }
}

/* ---- BLAKE2 ---------------------------------------------------------------------- */

#define BLAKE2_MIX(a, b, c, d, x, y, ror, r1, r2, r3, r4)                              \
    do {                                                                               \
        v[a] += v[b] + (x);                                                            \
        v[d] = ror(v[d] ^ v[a], r1);                                                   \
        v[c] += v[d];                                                                  \
        v[b] = ror(v[b] ^ v[c], r2);                                                   \
        v[a] += v[b] + (y);                                                            \
        v[d] = ror(v[d] ^ v[a], r3);                                                   \
        v[c] += v[d];                                                                  \
        v[b] = ror(v[b] ^ v[c], r4);                                                   \
    } while (0)

#define BLAKE2_ROUNDS(rounds, ror, r1, r2, r3, r4)                                     \
    for (int r = 0; r < (rounds); r++) {                                               \
        const uint8_t *g = blake2_sigma[r % 10];                                       \
        for (int i = 0; i < 4; i++)                                                    \
            BLAKE2_MIX(i, i + 4, i + 8, i + 12, m[g[2 * i]], m[g[2 * i + 1]], ror, r1, \
                       r2, r3, r4);                                                    \
        for (int i = 0; i < 4; i++)                                                    \
            BLAKE2_MIX(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4,          \
                       m[g[8 + 2 * i]], m[g[9 + 2 * i]], ror, r1, r2, r3, r4);         \
    }

static void blake2b_mix(HashState *s, const uint8_t *block, uint64_t length, bool last)
{
    uint64_t m[16], v[16];
    for (int i = 0; i < 16; i++)
        m[i] = load(block + 8 * i, 8, false);
    memcpy(v, s->u.q, 64);
    memcpy(v + 8, sha512_h, 64);
    v[12] ^= length;
    v[14] ^= last ? UINT64_MAX : 0;
    v[15] ^= last && s->last_node ? UINT64_MAX : 0;
    BLAKE2_ROUNDS(12, ror64, 32, 24, 16, 63)
    for (int i = 0; i < 8; i++)
        s->u.q[i] ^= v[i] ^ v[i + 8];
}

static void blake2s_mix(HashState *s, const uint8_t *block, uint64_t length, bool last)
{
    uint32_t m[16], v[16];
    for (int i = 0; i < 16; i++)
        m[i] = (uint32_t)load(block + 4 * i, 4, false);
    memcpy(v, s->u.w, 32);
    memcpy(v + 8, sha256_h, 32);
    v[12] ^= (uint32_t)length;
    v[13] ^= (uint32_t)(length >> 32);
    v[14] ^= last ? UINT32_MAX : 0;
    v[15] ^= last && s->last_node ? UINT32_MAX : 0;
    BLAKE2_ROUNDS(10, ror32, 16, 12, 8, 7)
    for (int i = 0; i < 8; i++)
        s->u.w[i] ^= v[i] ^ v[i + 8];
}

static void blake2b_compress(HashState *s, const uint8_t *block)
{
    blake2b_mix(s, block, s->length, false);
}
static void blake2s_compress(HashState *s, const uint8_t *block)
{
    blake2s_mix(s, block, s->length, false);
}

void blake2_set_parameters(const HashAlgo *a, HashState *s, const uint8_t *block)
{
    for (int i = 0; i < 8; i++)
        if (a->block_size == 128)
            s->u.q[i] = sha512_h[i] ^ load(block + 8 * i, 8, false);
        else
            s->u.w[i] = sha256_h[i] ^ (uint32_t)load(block + 4 * i, 4, false);
}

static void blake2_init(const HashAlgo *a, HashState *s)
{
    uint8_t block[64] = {(uint8_t)a->digest_size, 0, 1, 1};
    blake2_set_parameters(a, s, block);
}
static void blake2b_init(HashState *s)
{
    blake2_init(&hash_algorithms[HASH_BLAKE2B], s);
}
static void blake2s_init(HashState *s)
{
    blake2_init(&hash_algorithms[HASH_BLAKE2S], s);
}

static void blake2_finish(const HashAlgo *a, HashState *s, uint8_t *out, size_t size)
{
    bool wide = a->block_size == 128;
    memset(s->block + s->fill, 0, a->block_size - s->fill);
    s->length += s->fill;
    if (wide)
        blake2b_mix(s, s->block, s->length, true);
    else
        blake2s_mix(s, s->block, s->length, true);
    for (size_t i = 0; i < size; i++)
        out[i] = wide ? (uint8_t)(s->u.q[i / 8] >> (8 * (i % 8)))
                      : (uint8_t)(s->u.w[i / 4] >> (8 * (i % 4)));
}

const HashAlgo hash_algorithms[HASH_COUNT] = {
    [HASH_MD5] = {"md5", 16, 64, md5_init, md5_compress, md5_finish, false},
    [HASH_SHA1] = {"sha1", 20, 64, sha1_init, sha1_compress, sha1_finish, false},
    [HASH_SHA224] = {"sha224", 28, 64, sha224_init, sha256_compress, sha1_finish,
                     false},
    [HASH_SHA256] = {"sha256", 32, 64, sha256_init, sha256_compress, sha1_finish,
                     false},
    [HASH_SHA384] = {"sha384", 48, 128, sha384_init, sha512_compress, sha512_finish,
                     false},
    [HASH_SHA512] = {"sha512", 64, 128, sha512_init, sha512_compress, sha512_finish,
                     false},
    [HASH_SHA3_224] = {"sha3_224", 28, 144, sha3_init, sha3_compress_144, sha3_finish,
                       false},
    [HASH_SHA3_256] = {"sha3_256", 32, 136, sha3_init, sha3_compress_136, sha3_finish,
                       false},
    [HASH_SHA3_384] = {"sha3_384", 48, 104, sha3_init, sha3_compress_104, sha3_finish,
                       false},
    [HASH_SHA3_512] = {"sha3_512", 64, 72, sha3_init, sha3_compress_72, sha3_finish,
                       false},
    [HASH_SHAKE_128] = {"shake_128", 0, 168, sha3_init, sha3_compress_168, sha3_finish,
                        false},
    [HASH_SHAKE_256] = {"shake_256", 0, 136, sha3_init, sha3_compress_136, sha3_finish,
                        false},
    [HASH_BLAKE2B] = {"blake2b", 64, 128, blake2b_init, blake2b_compress, blake2_finish,
                      true},
    [HASH_BLAKE2S] = {"blake2s", 32, 64, blake2s_init, blake2s_compress, blake2_finish,
                      true},
};
