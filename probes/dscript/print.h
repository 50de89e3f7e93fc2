/* What DTrace prints: the lines of events, values, stacks, aggregations. */
#ifndef MINIPY_PROBES_DSCRIPT_PRINT_H
#define MINIPY_PROBES_DSCRIPT_PRINT_H

#include "probes/dscript/script.h"

/* The line of an event, up to what its clause prints: CPU, ID, function and name; with
 * the heading above the first. */
void dprint_head(DRun *run);

/* A stack of ustack(), a frame a line, indented. */
void dprint_stack(DScript *script, DText stack);

/* A number as trace() and keys have it: as wide as its type. */
void dprint_number(DScript *script, DType type, int64_t value, bool quiet);

/* A string, in so many columns. */
void dprint_text(DScript *script, DText text, int width);

/* A time of walltimestamp, as %Y has it, into `room` of 40 bytes. */
void dprint_time(char *room, int64_t nanoseconds);

/* The distribution of a value of quantize(), lquantize() or llquantize().
 * (print_buckets.c) */
void dprint_buckets(DScript *script, const DAggregation *aggregation, const char *data);

/* ---- aggregations (print_aggregation.c) ---- */

/* All of the script's, in the order of their first appearance; with `unprinted`, those
 * that no printa() has printed. */
void dprint_aggregations(DScript *script, bool unprinted);

/* Those of a printa(), joined by their keys; `format` may be NULL. */
enum { DJOINED_MAX = 16 };
void dprint_joined(DScript *script, DAggregation *const *list, int count,
                   const DFormat *format);

/* Fills script->sorted with the entries, in the order in which they are printed;
 * `by_value`: whatever the options say, the least values first. How many. */
size_t dprint_sorted(DScript *script, const DAggregation *aggregation, bool by_value);

#endif
