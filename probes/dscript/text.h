/* Strings of D: a place and a length, no terminator; and the arena that what is read
 * from a script lies in. */
#ifndef MINIPY_PROBES_DSCRIPT_TEXT_H
#define MINIPY_PROBES_DSCRIPT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "probes/consumer.h"

/* Borrowed. s is NULL for D's NULL, which equals "" but not in `== NULL`. */
typedef struct DText {
    const char *s;
    uint32_t size;
} DText;

static inline DText dtext(const char *s)
{
    return (DText){s, s != NULL ? (uint32_t)strlen(s) : 0};
}

/* As strcmp: < 0, 0, > 0. */
static inline int dtext_compare(DText a, DText b)
{
    uint32_t least = a.size < b.size ? a.size : b.size;
    int order = least > 0 ? memcmp(a.s, b.s, least) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static inline bool dtext_is(DText a, const char *b)
{
    return a.size == strlen(b) && memcmp(a.s, b, a.size) == 0;
}

typedef struct DChunk DChunk;

/* Blocks that live as long as the script. When there is no memory `failed` is set and
 * one spare block is handed out again and again, so that a reader need not look at each
 * call: it asks `failed` before anything that it made is used. */
typedef struct DArena {
    const ProbeHost *host; /* borrowed */
    DChunk *first;         /* owned */
    bool failed;
    char spare[512] __attribute__((aligned(16)));
} DArena;

enum { DARENA_SMALL = 512 }; /* greater blocks are NULL when there is no memory */

/* Zeroed, of the arena; the spare, or NULL if greater than that, when there is no
 * memory. */
void *darena_take(DArena *arena, size_t size);

/* A copy with a terminator behind it; an empty text when there is no memory. */
DText darena_copy(DArena *arena, const char *s, size_t size);

/* Gives all back. */
void darena_free(DArena *arena);

#endif
