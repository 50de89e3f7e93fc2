/* What a script prints: gathered in a room of its own, and written when that is full,
 * when the oldest of it has waited for switchrate, and at the end. */
#ifndef MINIPY_PROBES_DSCRIPT_OUTPUT_H
#define MINIPY_PROBES_DSCRIPT_OUTPUT_H

#include "probes/dscript/source.h"

typedef struct DOutput {
    char *room;
    size_t size, used;
    DWrite *write;
    void *user;
    uint64_t since; /* when the oldest of it came; 0: nothing waits */
} DOutput;

/* Adds text; writes first what is in the way. Cannot fail, as the writer cannot. */
void doutput_bytes(DOutput *output, const char *text, size_t size);
void doutput_text(DOutput *output, DText text);

/* What of it snprintf makes of the format, 1,000 bytes at most. */
void doutput_format(DOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `count` letters. */
void doutput_repeat(DOutput *output, char letter, size_t count);

/* Writes what waits. */
void doutput_flush(DOutput *output);

#endif
