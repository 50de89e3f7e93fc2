/* Values by keys, in a room of a fixed size: the variables of threads and arrays, and
 * the aggregations. When the room is full a new key is dropped and counted. */
#ifndef MINIPY_PROBES_DSCRIPT_STORE_H
#define MINIPY_PROBES_DSCRIPT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct DStoreEntry {
    struct DStoreEntry *chain; /* of its bucket, or of the free ones */
    uint32_t hash, owner;      /* owner: of a variable or an aggregation; 0: free */
    uint32_t key_size, data_size;
    uint32_t class;                           /* the block's size is 2 to this */
    uint32_t order;                           /* of its making */
    char bytes[] __attribute__((aligned(8))); /* the data, then the key */
} DStoreEntry;

enum { DSTORE_CLASSES = 40 };

typedef struct DStore {
    char *room;
    size_t size, used;
    DStoreEntry **buckets; /* in the room */
    size_t bucket_mask;
    DStoreEntry *free_blocks[DSTORE_CLASSES];
    uint64_t drops; /* since they were told */
    uint32_t made;
} DStore;

typedef struct DStoreKey {
    uint32_t owner;
    const char *bytes;
    uint32_t size;
} DStoreKey;

/* Begins a store in `room`, which stays the caller's, aligned for any type. */
void dstore_init(DStore *store, char *room, size_t size);

/* The entry of that key, or NULL. */
DStoreEntry *dstore_find(const DStore *store, DStoreKey key);

/* The same; a new one with zeroed data when there is none, NULL (a drop) when the room
 * is full. */
DStoreEntry *dstore_make(DStore *store, DStoreKey key, uint32_t data_size);

/* Takes an entry out; its block serves again. */
void dstore_remove(DStore *store, DStoreEntry *entry);

/* How many entries fit at most, each of them empty. */
size_t dstore_capacity(size_t size);

/* Puts all entries of an owner into `list` (which has room for the capacity); how many.
 */
size_t dstore_list(const DStore *store, uint32_t owner, DStoreEntry **list);

static inline char *dstore_data(DStoreEntry *entry)
{
    return entry->bytes;
}

static inline const char *dstore_key(const DStoreEntry *entry)
{
    return entry->bytes + ((entry->data_size + 7) & ~7u);
}

#endif
