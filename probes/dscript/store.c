/* A hash table and its entries in one room: blocks whose size is a power of two, each
 * class with its list of free ones, the rest never touched yet.
 *
 * Rejected: one size for all, as DTrace's dynamic variables have it, for a key of one
 * number would take as much as one of four strings. */
#include "probes/dscript/store.h"

#include <string.h>

enum { SMALLEST_CLASS = 6 };

size_t dstore_capacity(size_t size)
{
    return (size >> SMALLEST_CLASS) + 1;
}

/* An eighth of the room is the table's, so that it holds as many chains as there are
 * small entries. */
void dstore_init(DStore *store, char *room, size_t size)
{
    size_t buckets = 16;
    while (buckets * 2 * sizeof(DStoreEntry *) <= size / 8)
        buckets *= 2;
    *store = (DStore){.room = room, .size = size, .bucket_mask = buckets - 1};
    store->buckets = (DStoreEntry **)room;
    store->used = buckets * sizeof(DStoreEntry *);
    memset(room, 0, store->used);
}

static uint32_t hash_of(DStoreKey key)
{
    uint64_t hash = key.owner * UINT64_C(0x9e3779b97f4a7c15);
    const char *p = key.bytes;
    uint32_t left = key.size;
    for (; left >= 8; left -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    uint64_t word = left;
    memcpy(&word, p, left);
    hash = (hash ^ word) * UINT64_C(0xc4ceb9fe1a85ec53);
    return (uint32_t)(hash >> 32 ^ hash);
}

static DStoreEntry *find(const DStore *store, DStoreKey key, uint32_t hash)
{
    DStoreEntry *entry = store->buckets[hash & store->bucket_mask];
    while (entry != NULL &&
           (entry->hash != hash || entry->owner != key.owner ||
            entry->key_size != key.size ||
            (key.size > 0 && memcmp(dstore_key(entry), key.bytes, key.size) != 0)))
        entry = entry->chain;
    return entry;
}

DStoreEntry *dstore_find(const DStore *store, DStoreKey key)
{
    return find(store, key, hash_of(key));
}

/* A block of that class, or NULL. */
static DStoreEntry *take_block(DStore *store, uint32_t class)
{
    DStoreEntry *entry = store->free_blocks[class];
    if (entry != NULL) {
        store->free_blocks[class] = entry->chain;
        return entry;
    }
    size_t size = (size_t)1 << class;
    if (store->size - store->used < size)
        return NULL;
    entry = (DStoreEntry *)(void *)(store->room + store->used);
    store->used += size;
    return entry;
}

DStoreEntry *dstore_make(DStore *store, DStoreKey key, uint32_t data_size)
{
    uint32_t hash = hash_of(key);
    DStoreEntry *entry = find(store, key, hash);
    if (entry != NULL)
        return entry;
    uint32_t data = (data_size + 7) & ~7u, class = SMALLEST_CLASS;
    while (((size_t)1 << class) < sizeof *entry + data + key.size)
        class ++;
    entry = class < DSTORE_CLASSES ? take_block(store, class) : NULL;
    if (entry == NULL) {
        store->drops++;
        return NULL;
    }
    *entry = (DStoreEntry){.chain = store->buckets[hash & store->bucket_mask],
                           .hash = hash,
                           .owner = key.owner,
                           .key_size = key.size,
                           .data_size = data_size,
                           .class = class,
                           .order = store->made++};
    memset(entry->bytes, 0, data);
    if (key.size > 0)
        memcpy(entry->bytes + data, key.bytes, key.size);
    store->buckets[hash & store->bucket_mask] = entry;
    return entry;
}

void dstore_remove(DStore *store, DStoreEntry *entry)
{
    DStoreEntry **slot = &store->buckets[entry->hash & store->bucket_mask];
    while (*slot != entry)
        slot = &(*slot)->chain;
    *slot = entry->chain;
    entry->owner = 0;
    entry->chain = store->free_blocks[entry->class];
    store->free_blocks[entry->class] = entry;
}

size_t dstore_list(const DStore *store, uint32_t owner, DStoreEntry **list)
{
    size_t count = 0;
    for (size_t i = 0; i <= store->bucket_mask; i++)
        for (DStoreEntry *e = store->buckets[i]; e != NULL; e = e->chain)
            if (e->owner == owner)
                list[count++] = e;
    return count;
}
