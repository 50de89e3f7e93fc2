/* Counting: what an aggregating function adds to the entry of its keys. */
#ifndef MINIPY_PROBES_DSCRIPT_AGGREGATION_H
#define MINIPY_PROBES_DSCRIPT_AGGREGATION_H

#include "probes/dscript/script.h"

/* The data of an entry, by function:
 *
 *   count, sum, min, max    one number
 *   avg                     how many, their sum
 *   stddev                  how many, their sum, the sum of their squares (two words)
 *   quantize                DQUANTIZE_BUCKETS numbers: below 0, 0, above 0
 *   lquantize, llquantize   bound_count + 1 numbers, the first of what is below all */
enum { DQUANTIZE_BUCKETS = 127, DQUANTIZE_ZERO = 63 };

DNumberOf daggregate_count, daggregate_sum, daggregate_avg, daggregate_min,
    daggregate_max;
DNumberOf daggregate_stddev, daggregate_quantize, daggregate_buckets;

/* The first value of a bucket of quantize(). */
int64_t daggregate_quantum(int bucket);

/* The standard deviation of an entry, of values divided by `divisor`. */
int64_t daggregate_deviation(const char *data, int64_t divisor);

#endif
