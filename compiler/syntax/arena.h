/* A bump allocator for one compilation: the tree, its names and its constants live in
 * it and die together. Memory comes from two functions of the caller, so that a vm's
 * memory limit and the failing-allocator tests see every byte. */
#ifndef MINIPY_COMPILER_SYNTAX_ARENA_H
#define MINIPY_COMPILER_SYNTAX_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where an arena's chunks come from. A NULL `allocate` means malloc and free. */
typedef struct ArenaSource {
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *block, size_t size);
    void *context;
} ArenaSource;

/* An identifier, made once per arena: equal names are equal pointers. */
typedef struct AstName {
    uint32_t len; /* bytes of utf8 */
    uint32_t hash;
    uint32_t index;  /* 0, 1, 2, ... in order of first appearance */
    uint8_t keyword; /* token kind if reserved, else 0 */
    bool ascii;
    void *user;  /* free for the passes after the parser; NULL at first */
    char utf8[]; /* NUL-terminated; NFKC, not mangled */
} AstName;

typedef struct ArenaChunk ArenaChunk;

typedef struct AstArena {
    char *next, *limit;
    ArenaChunk *chunks;
    size_t chunk_size;
    size_t total; /* bytes obtained from the source */
    ArenaSource source;
    AstName **names; /* open-addressing table of all names */
    uint32_t name_count, name_mask;
    int max_int_digits; /* in the literals of this source; 0: no limit */
    /* Address below which the C stack is used up: too complex a source. NULL:
     * unguarded. */
    const char *c_stack_limit;
    bool has_keywords; /* among its names: lexer_seed_names */
    bool failed; /* an allocation returned NULL: the compilation is out of memory */
} AstArena;

static inline bool arena_c_stack_full(const AstArena *arena)
{
    return (const char *)__builtin_frame_address(0) < arena->c_stack_limit;
}

/* Makes an empty arena; allocates nothing, cannot fail. `source` may be NULL. */
void arena_init(AstArena *arena, const ArenaSource *source);

/* Releases all that was allocated from the arena. */
void arena_free(AstArena *arena);

/* The slow path of arena_alloc. */
void *arena_alloc_slow(AstArena *arena, size_t size);

/* Returns `size` bytes, 8-aligned, not cleared; NULL (and arena->failed) if out of
 * memory. They live until arena_free. */
static inline void *arena_alloc(AstArena *arena, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (size <= (size_t)(arena->limit - arena->next)) {
        char *block = arena->next;
        arena->next = block + size;
        return block;
    }
    return arena_alloc_slow(arena, size);
}

/* As arena_alloc, cleared. */
void *arena_calloc(AstArena *arena, size_t size);

/* Returns a NUL-terminated copy of `len` bytes; NULL if out of memory. */
char *arena_copy(AstArena *arena, const char *text, size_t len);

/* The running hash of a name, byte by byte, so that a lexer can take it along. */
#define ARENA_HASH_START 2166136261u
static inline uint32_t arena_hash_step(uint32_t hash, unsigned char byte)
{
    return (hash ^ byte) * 16777619u;
}

/* Returns the one AstName of this text; NULL if out of memory. */
AstName *arena_name(AstArena *arena, const char *utf8, size_t len);

/* The same with the hash already known (arena_hash_step over all bytes). */
AstName *arena_name_hashed(AstArena *arena, const char *utf8, size_t len,
                           uint32_t hash);

/* Whether there is an AstName of this text. */
bool arena_knows_name(const AstArena *arena, const char *utf8, size_t len);

#endif
