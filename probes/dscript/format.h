/* Formats of printf() and printa(), read once, when the script is. */
#ifndef MINIPY_PROBES_DSCRIPT_FORMAT_H
#define MINIPY_PROBES_DSCRIPT_FORMAT_H

#include "probes/dscript/check.h"

/* A conversion, or text between two. */
typedef struct DPiece {
    struct DPiece *next;
    char letter; /* 0: text */
    DText text;
    bool left, zero, plus, space, sharp;
    bool star_width, star_precision; /* taken from the arguments */
    bool is_aggregate;               /* %@d: the next aggregation's value */
    int width, precision;            /* precision -1: none */
} DPiece;

struct DFormat {
    DPiece *first;
};

/* A value that a conversion shows. */
typedef struct DShown {
    DType type;
    int64_t number;
    DText text;
} DShown;

/* Checks a call of printf() or printa(): reads its format, and holds the arguments
 * against it. What is wrong is told. */
void dformat_check(DChecker *checker, DExpr *call);

/* Prints a value by a conversion, with its width and precision. */
void dformat_put(DScript *script, const DPiece *piece, DShown value);

#endif
