/*
 * hash.h: the hash of bytes and str: SipHash-1-3 under a 128-bit key, numerically equal
 * to python3.11's when PYTHONHASHSEED is the same. Plain C; the vm owns the key.
 */
#ifndef MINIPY_VM_CORE_HASH_H
#define MINIPY_VM_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct HashKey {
    uint64_t k0;
    uint64_t k1;
} HashKey;

/* Key of PYTHONHASHSEED=SEED: zero for 0 (hashing not randomised), else the key that
   CPython derives from the number. */
void hash_key_from_seed(HashKey *key, uint32_t seed);

/* A key from the system's randomness, the same for all vms of the process. 0, or -1
   when the system gives none. */
int hash_key_of_process(HashKey *key);

/* Hash of SIZE bytes. Never -1; 0 for no bytes at all. A str hashes its storage: 1, 2
   or 4 bytes for each character in native order. */
int64_t hash_bytes(const HashKey *key, const void *data, size_t size);

/* The same without exceptions for -1 and for no bytes: what _imp.source_hash() gives.
 */
uint64_t hash_keyed(const HashKey *key, const void *data, size_t size);

#endif
