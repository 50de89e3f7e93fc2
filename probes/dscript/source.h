/* The texts of the scripts, and the message about what is wrong in one:
 * file:line:column, the line with a caret below, what to do. */
#ifndef MINIPY_PROBES_DSCRIPT_SOURCE_H
#define MINIPY_PROBES_DSCRIPT_SOURCE_H

#include "probes/dscript/text.h"

/* Takes text; must not fail. */
typedef void DWrite(void *user, const char *text, size_t size);

typedef struct DSource {
    const char *name; /* a file's, or "-n" for a one-liner */
    const char *text; /* with a terminator, owned by the arena */
    size_t size;
    bool is_line; /* given by -n */
} DSource;

enum { DSOURCES_MAX = 32, DSOURCE_BYTES_MAX = 1 << 20 };

typedef struct DSources {
    DSource list[DSOURCES_MAX];
    int count;
    DWrite *write; /* of messages */
    void *user;
    bool failed; /* something was wrong, and is told */
} DSources;

/* Where a place of a source lies, from 1. */
typedef struct DPlace {
    const DSource *source; /* NULL: in none */
    int line, column;
} DPlace;

DPlace dsource_place(const DSources *sources, const char *at); /* cannot fail */

/* Tells the first thing that is wrong, at a place of a source (NULL: at none); further
 * ones are not told, for they may come from the first. `hint` says what to do, or is
 * NULL. */
void dsource_wrong(DSources *sources, const char *at, const char *hint,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A message of a line, "dscript: ..." */
void dsource_tell(const DSources *sources, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Of the names that `next` gives until NULL, the one nearest to `text` if that is near
 * enough to have been meant, else NULL. */
typedef const char *DNames(int index);
const char *dsource_nearest(DText text, DNames *next);

#endif
