/* Counts by powers of two, and aggregates as DTrace prints them. */
#ifndef MINIPY_PROBES_VIEWS_HISTOGRAM_H
#define MINIPY_PROBES_VIEWS_HISTOGRAM_H

#include "probes/views/output.h"

typedef struct Histogram {
    uint64_t buckets[65]; /* 0; then values from 2^(i-1) on */
    uint64_t count;
} Histogram;

/* Counts one value. Cannot fail. */
void histogram_add(Histogram *histogram, uint64_t value);
/* As D's quantize(). */
void histogram_put(ViewOutput *out, const Histogram *histogram);
/* A row of D's count() that is keyed by a text. */
void histogram_put_count(ViewOutput *out, const char *key, uint64_t count);

#endif
