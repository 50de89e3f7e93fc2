/* Where a view writes: a file of its own, or the lines that somebody takes (standard
 * error, a host's function). What fails is remembered and told at the end; the program
 * goes on. */
#ifndef MINIPY_PROBES_VIEWS_OUTPUT_H
#define MINIPY_PROBES_VIEWS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes/trace.h"

/* Who gets what a view writes, and what it has to complain of. */
typedef struct ViewTarget {
    const char *path;       /* a file, or NULL: `write` */
    ProbeTraceWrite *write; /* gets whole lines */
    void *user;
    bool text_only;            /* no bytes that are for other programs */
    ProbeTraceWrite *complain; /* gets a sentence without an end of line; may be NULL */
    void *complain_user;
} ViewTarget;

typedef struct ViewOutput ViewOutput;

/* To be closed by view_output_close(). NULL: no memory. */
ViewOutput *view_output_new(const ViewTarget *target);
/* Makes the file, if there is to be one, so that what cannot be written is known before
 * the program runs. 0, or -1: errno says why. */
int view_output_open(ViewOutput *out);
/* All else is well: what was in the file goes. */
void view_output_begin(ViewOutput *out);
/* The whole content, as often as there is a newer one: a reader of a regular file finds
 * the old one or the new one. Into what is no regular file it goes once, at the end. */
void view_output_replace(ViewOutput *out, const char *bytes, size_t length,
                         bool at_end);
/* Writes what is left, tells target's complain what failed, frees. The errno of the
 * first failure, or 0. */
int view_output_close(ViewOutput *out);

/* These cannot fail: what cannot be written is told at the end. */
void view_put_bytes(ViewOutput *out, const void *bytes, size_t length);
void view_put(ViewOutput *out, const char *text);
void view_putf(ViewOutput *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void view_put_number(ViewOutput *out, uint64_t number);
void view_put_micros(ViewOutput *out, uint64_t ns); /* 1.234 of 1234 */
/* "text", as JSON has it; what is no UTF-8 becomes U+FFFD. */
void view_put_json(ViewOutput *out, const char *text);
/* Writes what is left of all outputs of this process: it ends, or becomes another. */
void view_outputs_flush(void);
/* Bytes that were put so far. */
uint64_t view_output_total(const ViewOutput *out);
/* A record ends: to a terminal or a host it goes now, to a file it may go by itself. */
void view_put_end(ViewOutput *out);
/* As a ProbeTraceWrite, of a record. */
void view_output_record(void *out, const char *text, size_t length);

/* Called before results are written at the end. In a forked child the results are its
 * own: they go to FILE.PID. False: to nobody. */
bool view_output_results(ViewOutput *out);
/* Is this process a child of the one that opened it? */
bool view_output_inherited(const ViewOutput *out);
void view_complain(ViewOutput *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
