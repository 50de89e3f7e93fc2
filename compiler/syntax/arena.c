/* The arena of one compilation and its table of names.
 *
 * Chunks grow geometrically and are only released together; a request too big for the
 * usual chunk gets one of its own. The name table is open addressing on the name's
 * FNV-1a hash, kept at most half full. See arena.h for the promises. */
#include "compiler/syntax/arena.h"

#include <stdlib.h>
#include <string.h>

/* The memory test makes both tiny, so that every allocation is one of the source's. */
#ifndef ARENA_FIRST_CHUNK
#define ARENA_FIRST_CHUNK ((size_t)16 << 10)
#define ARENA_LARGEST_CHUNK ((size_t)1 << 20)
#endif

struct ArenaChunk {
    ArenaChunk *next;
    size_t size;
};

static void *source_allocate(AstArena *arena, size_t size)
{
    void *block = arena->source.allocate
                      ? arena->source.allocate(arena->source.context, size)
                      : malloc(size);
    if (block == NULL)
        arena->failed = true;
    else
        arena->total += size;
    return block;
}

static void source_release(AstArena *arena, void *block, size_t size)
{
    if (arena->source.allocate)
        arena->source.release(arena->source.context, block, size);
    else
        free(block);
}

void arena_init(AstArena *arena, const ArenaSource *source)
{
    memset(arena, 0, sizeof *arena);
    arena->chunk_size = ARENA_FIRST_CHUNK;
    if (source != NULL)
        arena->source = *source;
}

void arena_free(AstArena *arena)
{
    ArenaChunk *chunk = arena->chunks;
    while (chunk != NULL) {
        ArenaChunk *next = chunk->next;
        source_release(arena, chunk, chunk->size);
        chunk = next;
    }
    arena_init(arena, &arena->source);
}

void *arena_alloc_slow(AstArena *arena, size_t size)
{
    if (size > SIZE_MAX / 2) {
        arena->failed = true;
        return NULL;
    }
    size_t need = sizeof(ArenaChunk) + size;
    bool own_chunk = size > arena->chunk_size / 4;
    size_t chunk_size = own_chunk ? need : arena->chunk_size;
    ArenaChunk *chunk = source_allocate(arena, chunk_size);
    if (chunk == NULL)
        return NULL;
    chunk->size = chunk_size;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    char *block = (char *)(chunk + 1);
    if (!own_chunk) {
        arena->next = block + size;
        arena->limit = (char *)chunk + chunk_size;
        if (arena->chunk_size < ARENA_LARGEST_CHUNK)
            arena->chunk_size *= 2;
    }
    return block;
}

void *arena_calloc(AstArena *arena, size_t size)
{
    void *block = arena_alloc(arena, size);
    return block ? memset(block, 0, size) : NULL;
}

char *arena_copy(AstArena *arena, const char *text, size_t len)
{
    char *copy = arena_alloc(arena, len + 1);
    if (copy != NULL) {
        memcpy(copy, text, len);
        copy[len] = '\0';
    }
    return copy;
}

static bool names_grow(AstArena *arena)
{
    uint32_t slots = arena->names ? 2 * (arena->name_mask + 1) : 256;
    AstName **table = arena_calloc(arena, slots * sizeof *table);
    if (table == NULL)
        return false;
    for (uint32_t i = 0; arena->names && i <= arena->name_mask; i++) {
        AstName *name = arena->names[i];
        if (name != NULL) {
            uint32_t slot = name->hash & (slots - 1);
            while (table[slot] != NULL)
                slot = (slot + 1) & (slots - 1);
            table[slot] = name;
        }
    }
    arena->names = table;
    arena->name_mask = slots - 1;
    return true;
}

static AstName *name_new(AstArena *arena, const char *utf8, size_t len, uint32_t hash)
{
    if (len > UINT32_MAX - 64) {
        arena->failed = true;
        return NULL;
    }
    AstName *name = arena_alloc(arena, sizeof *name + len + 1);
    if (name == NULL)
        return NULL;
    *name = (AstName){.len = (uint32_t)len, .hash = hash, .index = arena->name_count++};
    name->ascii = true;
    for (size_t i = 0; i < len; i++)
        name->ascii &= (unsigned char)utf8[i] < 128;
    memcpy(name->utf8, utf8, len);
    name->utf8[len] = '\0';
    return name;
}

AstName *arena_name_hashed(AstArena *arena, const char *utf8, size_t len, uint32_t hash)
{
    if (arena->names == NULL || arena->name_count > arena->name_mask / 2) {
        if (!names_grow(arena))
            return NULL;
    }
    uint32_t slot = hash & arena->name_mask;
    AstName *name;
    while ((name = arena->names[slot]) != NULL) {
        if (name->hash == hash && name->len == len &&
            memcmp(name->utf8, utf8, len) == 0)
            return name;
        slot = (slot + 1) & arena->name_mask;
    }
    return arena->names[slot] = name_new(arena, utf8, len, hash);
}

static uint32_t hash_of(const char *utf8, size_t len)
{
    uint32_t hash = ARENA_HASH_START;
    for (size_t i = 0; i < len; i++)
        hash = arena_hash_step(hash, (unsigned char)utf8[i]);
    return hash;
}

AstName *arena_name(AstArena *arena, const char *utf8, size_t len)
{
    return arena_name_hashed(arena, utf8, len, hash_of(utf8, len));
}

bool arena_knows_name(const AstArena *arena, const char *utf8, size_t len)
{
    uint32_t hash = hash_of(utf8, len);
    uint32_t slot = hash & arena->name_mask;
    for (AstName *name; arena->names && (name = arena->names[slot]);
         slot = (slot + 1) & arena->name_mask)
        if (name->hash == hash && name->len == len &&
            memcmp(name->utf8, utf8, len) == 0)
            return true;
    return false;
}
