/*
 * hash.c: SipHash-1-3 (Aumasson and Bernstein; one round for each word, three at the
 * end) and the three ways to its key: zero, from PYTHONHASHSEED, random.
 *
 * The numbers equal python3.11's on a little-endian machine, which is what makes sets
 * of str iterate in the same order there and here.
 */
#include "vm/core/hash.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>

void hash_key_from_seed(HashKey *key, uint32_t seed)
{
    uint64_t words[2] = {0, 0};

    if (seed != 0) {
        /* The byte stream of the linear congruential generator that CPython uses. */
        uint32_t state = seed;
        for (int i = 0; i < 16; i++) {
            state = state * 214013u + 2531011u;
            words[i / 8] |= (uint64_t)((state >> 16) & 0xff) << (8 * (i % 8));
        }
    }
    key->k0 = words[0];
    key->k1 = words[1];
}

static int hash_key_random(HashKey *key)
{
    unsigned char bytes[16];
    size_t have = 0;

    while (have < sizeof bytes) {
        ssize_t got = getrandom(bytes + have, sizeof bytes - have, 0);
        if (got < 0)
            return -1;
        have += (size_t)got;
    }
    memcpy(&key->k0, bytes, 8);
    memcpy(&key->k1, bytes + 8, 8);
    return 0;
}

int hash_key_of_process(HashKey *key)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static HashKey random;
    static bool known;
    pthread_mutex_lock(&lock);
    known = known || hash_key_random(&random) == 0;
    *key = random;
    bool ok = known;
    pthread_mutex_unlock(&lock);
    return ok ? 0 : -1;
}

typedef struct SipState {
    uint64_t v0, v1, v2, v3;
} SipState;

static inline uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static inline void sip_round(SipState *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = rotate_left(s->v1, 13) ^ s->v0;
    s->v3 = rotate_left(s->v3, 16) ^ s->v2;
    s->v0 = rotate_left(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = rotate_left(s->v1, 17) ^ s->v2;
    s->v3 = rotate_left(s->v3, 21) ^ s->v0;
    s->v2 = rotate_left(s->v2, 32);
}

/* The bytes behind the last whole word. By loads that overlap: a loop over so few is
 * guessed wrong. */
static inline uint64_t rest_of(const unsigned char *p, size_t size)
{
    size_t n = size & 7;
    uint32_t low, high;
    uint64_t word;
    if (n == 0)
        return 0;
    if (size > 8) {
        memcpy(&word, p + size - 8, 8);
        return word >> (64 - 8 * n);
    }
    if (n < 4)
        return p[0] | (uint64_t)p[n / 2] << (n / 2 * 8) |
               (uint64_t)p[n - 1] << (n - 1) * 8;
    memcpy(&low, p, 4);
    memcpy(&high, p + n - 4, 4);
    return low | (uint64_t)high << (8 * n - 32);
}

uint64_t hash_keyed(const HashKey *key, const void *data, size_t size)
{
    const unsigned char *p = data;
    const unsigned char *end = p + (size & ~(size_t)7);
    SipState s = {key->k0 ^ 0x736f6d6570736575u, key->k1 ^ 0x646f72616e646f6du,
                  key->k0 ^ 0x6c7967656e657261u, key->k1 ^ 0x7465646279746573u};
    uint64_t word;

    for (; p < end; p += 8) {
        memcpy(&word, p, 8);
        s.v3 ^= word;
        sip_round(&s);
        s.v0 ^= word;
    }
    word = rest_of(data, size) | (uint64_t)size << 56;
    s.v3 ^= word;
    sip_round(&s);
    s.v0 ^= word;
    s.v2 ^= 0xff;
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

int64_t hash_bytes(const HashKey *key, const void *data, size_t size)
{
    int64_t hash = size == 0 ? 0 : (int64_t)hash_keyed(key, data, size);
    return hash == -1 ? -2 : hash;
}
