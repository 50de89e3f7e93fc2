/* The arena of a script: chunks in a list, taken from the vm's allocator, freed
 * together.
 *
 * Invariant: a block never moves, for trees and texts point into it. */
#include "probes/dscript/text.h"

enum { CHUNK = 16384 };

struct DChunk {
    DChunk *next; /* owned */
    size_t used, size;
    char bytes[] __attribute__((aligned(16)));
};

static DChunk *new_chunk(DArena *arena, size_t size)
{
    size_t room = size > CHUNK ? size : CHUNK;
    DChunk *chunk = arena->host->allocate(arena->host->vm, sizeof *chunk + room);
    if (chunk == NULL)
        return NULL;
    *chunk = (DChunk){arena->first, 0, room};
    arena->first = chunk;
    return chunk;
}

void *darena_take(DArena *arena, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    DChunk *chunk = arena->first;
    if (chunk == NULL || chunk->size - chunk->used < size)
        chunk = new_chunk(arena, size);
    if (chunk == NULL) {
        arena->failed = true;
        memset(arena->spare, 0, sizeof arena->spare);
        return size <= DARENA_SMALL ? arena->spare : NULL;
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += size;
    memset(block, 0, size);
    return block;
}

DText darena_copy(DArena *arena, const char *s, size_t size)
{
    char *copy = darena_take(arena, size + 1);
    if (copy == NULL || arena->failed)
        return dtext("");
    memcpy(copy, s, size);
    return (DText){copy, (uint32_t)size};
}

void darena_free(DArena *arena)
{
    for (DChunk *chunk = arena->first, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        arena->host->release(arena->host->vm, chunk);
    }
    arena->first = NULL;
}
