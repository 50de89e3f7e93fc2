/* hashes.h - the hash functions behind hashlib as plain C: a state, bytes in, digest
 * out. hashes.c has the functions, hashlib.c the modules _md5, _sha1, _sha256, _sha512,
 * _sha3 and _blake2.
 */
#ifndef MINIPY_STDLIB_DATA_HASHES_H
#define MINIPY_STDLIB_DATA_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_MAX_BLOCK = 168, HASH_MAX_DIGEST = 64 };

typedef struct HashState {
    union {
        uint32_t w[8];  /* MD5, SHA-1, SHA-256, BLAKE2s */
        uint64_t q[25]; /* SHA-512, SHA-3, BLAKE2b */
    } u;
    uint64_t length; /* bytes so far */
    unsigned fill;   /* bytes in block */
    bool last_node;  /* BLAKE2 */
    uint8_t block[HASH_MAX_BLOCK];
} HashState;

typedef struct HashAlgo {
    const char *name;
    unsigned digest_size, block_size; /* digest_size 0: any length (SHAKE) */
    void (*init)(HashState *s);
    void (*compress)(HashState *s, const uint8_t *block);
    /* Writes the digest; the state is used up. */
    void (*finish)(const struct HashAlgo *a, HashState *s, uint8_t *out, size_t size);
    bool lazy; /* the last block is compressed by finish, even if full */
} HashAlgo;

typedef enum {
    HASH_MD5,
    HASH_SHA1,
    HASH_SHA224,
    HASH_SHA256,
    HASH_SHA384,
    HASH_SHA512,
    HASH_SHA3_224,
    HASH_SHA3_256,
    HASH_SHA3_384,
    HASH_SHA3_512,
    HASH_SHAKE_128,
    HASH_SHAKE_256,
    HASH_BLAKE2B,
    HASH_BLAKE2S,
    HASH_COUNT,
} HashId;
extern const HashAlgo hash_algorithms[HASH_COUNT];

/* Takes in more data, any number of times. Never fails. */
void hash_update(const HashAlgo *a, HashState *s, const void *data, size_t size);
/* The digest of what was fed so far; s stays as it is. */
void hash_digest(const HashAlgo *a, const HashState *s, uint8_t *out, size_t size);
/* BLAKE2: mixes the parameter block (64 bytes; 32 for BLAKE2s) into a fresh state. */
void blake2_set_parameters(const HashAlgo *a, HashState *s, const uint8_t *block);

#endif
