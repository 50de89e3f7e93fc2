/* The tokens of D. */
#ifndef MINIPY_PROBES_DSCRIPT_LEX_H
#define MINIPY_PROBES_DSCRIPT_LEX_H

#include "probes/dscript/source.h"

typedef enum DTokenKind {
    DTOKEN_END,
    DTOKEN_NAME,        /* text */
    DTOKEN_NUMBER,      /* number */
    DTOKEN_STRING,      /* text, its escapes undone */
    DTOKEN_AGGREGATION, /* text: the name behind @ */
    DTOKEN_MACRO,       /* text: behind $, a second $ included */
    DTOKEN_SIGN,        /* sign */
} DTokenKind;

/* A sign as one number: its letters, the first lowest. */
#define DSIGN(a) ((uint32_t)(a))
#define DSIGN2(a, b) ((uint32_t)(a) | (uint32_t)(b) << 8)

typedef struct DToken {
    DTokenKind kind;
    const char *at; /* its first letter */
    size_t size;
    uint32_t sign;
    uint64_t number;
    bool is_unsigned, is_long;
    DText text;
} DToken;

typedef struct DLexer {
    DSources *sources;
    DArena *arena;
    const char *next, *end;
} DLexer;

/* The next token. After something is wrong, which is told, DTOKEN_END for ever. */
DToken dlex_next(DLexer *lexer);

/* Goes over blanks, comments and a first line with #!. */
void dlex_skip(DLexer *lexer);

#endif
