/* hashes.c - MD5, SHA-1, SHA-2, SHA-3 and BLAKE2, from their standards (RFC 1321, FIPS
 * 180-4, FIPS 202, RFC 7693). Written for size, but for BLAKE2, which is had from here
 * alone: programs that hash gigabytes want hashlib's others.
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

static inline uint64_t load(const uint8_t *p, int size, bool big)
{
    uint64_t v = 0;
    memcpy(&v, p, (size_t)size); /* the processor's order is that of the lowest first */
    return !big ? v : size == 4 ? __builtin_bswap32((uint32_t)v) : __builtin_bswap64(v);
}

static void store(uint8_t *p, uint64_t v, int size, bool big)
{
    for (int i = 0; i < size; i++)
        p[i] = (uint8_t)(v >> (8 * (big ? size - 1 - i : i)));
}

/* Whole blocks where they lie, but the last; how many bytes they are. */
static size_t take_blocks(const HashAlgo *a, HashState *s, const uint8_t *p,
                          size_t size)
{
    size_t taken = 0;
    for (; size - taken > a->block_size; taken += a->block_size) {
        s->length += a->block_size;
        a->compress(s, p + taken);
    }
    return taken;
}

void hash_update(const HashAlgo *a, HashState *s, const void *data, size_t size)
{
    const uint8_t *p = data;
    if (s->fill == 0) {
        size_t taken = take_blocks(a, s, p, size);
        p += taken;
        size -= taken;
    }
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

#define CHOICE(b, c, d) (((c ^ d) & b) ^ d)
#define MAJORITY(b, c, d) ((b & c) | (d & (b | c)))
#define PARITY(b, c, d) (b ^ c ^ d)

/* One step of a round; then the four words change their places. */
#define MD5_STEP(f, a, b, c, d, k, constant, turn)                                     \
    a = b +                                                                            \
        rol32(a + (f) + (uint32_t)load(block + 4 * ((k) % 16), 4, false) + (constant), \
              turn)
#define MD5_ROUND(from, f1, f2, f3, f4, first, step, t1, t2, t3, t4)                   \
    for (unsigned i = 0; i < 16; i += 4) {                                             \
        unsigned k = (first) + (step)*i;                                               \
        const uint32_t *sine = md5_k + (from) + i;                                     \
        MD5_STEP(f1, a, b, c, d, k, sine[0], t1);                                      \
        MD5_STEP(f2, d, a, b, c, k + (step), sine[1], t2);                             \
        MD5_STEP(f3, c, d, a, b, k + 2 * (step), sine[2], t3);                         \
        MD5_STEP(f4, b, c, d, a, k + 3 * (step), sine[3], t4);                         \
    }
#define MD5_G(b, c, d) (((b ^ c) & d) ^ c)
#define MD5_I(b, c, d) (c ^ (b | ~d))
#define MD5_FOUR(f) f(b, c, d), f(a, b, c), f(d, a, b), f(c, d, a)
#define MD5_ROUNDS(...) MD5_ROUND(__VA_ARGS__)

static void md5_compress(HashState *s, const uint8_t *block)
{
    uint32_t a = s->u.w[0], b = s->u.w[1], c = s->u.w[2], d = s->u.w[3];
    MD5_ROUNDS(0, MD5_FOUR(CHOICE), 0, 1, 7, 12, 17, 22)
    MD5_ROUNDS(16, MD5_FOUR(MD5_G), 1, 5, 5, 9, 14, 20)
    MD5_ROUNDS(32, MD5_FOUR(PARITY), 5, 3, 4, 11, 16, 23)
    MD5_ROUNDS(48, MD5_FOUR(MD5_I), 0, 7, 6, 10, 15, 21)
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

#define SHA1_STEP(f, a, b, c, d, e, i, constant)                                       \
    e += rol32(a, 5) + f(b, c, d) + (constant) + w[i];                                 \
    b = rol32(b, 30)
#define SHA1_ROUND(round, f)                                                           \
    for (int i = 20 * (round); i < 20 * (round) + 20; i += 5) {                        \
        SHA1_STEP(f, a, b, c, d, e, i, k[round]);                                      \
        SHA1_STEP(f, e, a, b, c, d, i + 1, k[round]);                                  \
        SHA1_STEP(f, d, e, a, b, c, i + 2, k[round]);                                  \
        SHA1_STEP(f, c, d, e, a, b, i + 3, k[round]);                                  \
        SHA1_STEP(f, b, c, d, e, a, i + 4, k[round]);                                  \
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
    SHA1_ROUND(0, CHOICE)
    SHA1_ROUND(1, PARITY)
    SHA1_ROUND(2, MAJORITY)
    SHA1_ROUND(3, PARITY)
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

/* A step with the eight words from v[n] on; the next one begins a word before. */
#define SHA2_STEP(type, ror, k, n, e1, e2, e3, a1, a2, a3)                             \
    do {                                                                               \
        type a_ = v[(8 - (n)) % 8], e_ = v[(12 - (n)) % 8], *h_ = &v[(15 - (n)) % 8];  \
        *h_ += (ror(e_, e1) ^ ror(e_, e2) ^ ror(e_, e3)) + k[i + (n)] + w[i + (n)] +   \
               CHOICE(e_, v[(13 - (n)) % 8], v[(14 - (n)) % 8]);                       \
        v[(11 - (n)) % 8] += *h_;                                                      \
        *h_ += (ror(a_, a1) ^ ror(a_, a2) ^ ror(a_, a3)) +                             \
               MAJORITY(a_, v[(9 - (n)) % 8], v[(10 - (n)) % 8]);                      \
    } while (0)
#define SHA2_EIGHT(type, ror, k, ...)                                                  \
    do {                                                                               \
        SHA2_STEP(type, ror, k, 0, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 1, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 2, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 3, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 4, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 5, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 6, __VA_ARGS__);                                       \
        SHA2_STEP(type, ror, k, 7, __VA_ARGS__);                                       \
    } while (0)

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
    for (int i = 0; i < 64; i += 8)
        SHA2_EIGHT(uint32_t, ror32, sha256_k, 6, 11, 25, 2, 13, 22);
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
    for (int i = 0; i < 80; i += 8)
        SHA2_EIGHT(uint64_t, ror64, sha512_k, 14, 18, 41, 28, 34, 39);
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

/* Unrolled: then it is known which words meet, and most stay in registers. */
#define BLAKE2_ROUNDS(rounds, ...)                                                     \
    _Pragma("GCC unroll 12") for (int r = 0; r < (rounds); r++)                        \
    {                                                                                  \
        const uint8_t *g = blake2_sigma[r % 10];                                       \
        BLAKE2_MIX(0, 4, 8, 12, m[g[0]], m[g[1]], __VA_ARGS__);                        \
        BLAKE2_MIX(1, 5, 9, 13, m[g[2]], m[g[3]], __VA_ARGS__);                        \
        BLAKE2_MIX(2, 6, 10, 14, m[g[4]], m[g[5]], __VA_ARGS__);                       \
        BLAKE2_MIX(3, 7, 11, 15, m[g[6]], m[g[7]], __VA_ARGS__);                       \
        BLAKE2_MIX(0, 5, 10, 15, m[g[8]], m[g[9]], __VA_ARGS__);                       \
        BLAKE2_MIX(1, 6, 11, 12, m[g[10]], m[g[11]], __VA_ARGS__);                     \
        BLAKE2_MIX(2, 7, 8, 13, m[g[12]], m[g[13]], __VA_ARGS__);                      \
        BLAKE2_MIX(3, 4, 9, 14, m[g[14]], m[g[15]], __VA_ARGS__);                      \
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
