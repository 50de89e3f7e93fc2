/* Aggregating functions. An entry is made by its first value; when the room is full the
 * value is a drop, counted by the store. */
#include "probes/dscript/aggregation.h"

#include "probes/dscript/eval.h"

/* The bytes of an entry's data. */
static uint32_t size_of(const DAggregation *a)
{
    switch (a->function) {
    case DAGG_AVG: return 16;
    case DAGG_STDDEV: return 32;
    case DAGG_QUANTIZE: return DQUANTIZE_BUCKETS * 8;
    case DAGG_LQUANTIZE:
    case DAGG_LLQUANTIZE: return (a->bound_count + 1) * 8;
    default: return 8;
    }
}

/* The entry of the keys now, as numbers; NULL after a fault or when it is dropped.
 * *fresh: it was not there before. */
static int64_t *entry_of(const DExpr *expr, DRun *run, bool *fresh)
{
    DStore *store = &run->script->aggregations_store;
    const DAggregation *a = expr->aggregation;
    if (run->fault != NULL)
        return NULL;
    DStoreKey key = deval_key(run, expr, a->id, false, expr->a->a);
    if (run->fault != NULL)
        return NULL;
    uint32_t made = store->made;
    DStoreEntry *entry = dstore_make(store, key, size_of(a));
    *fresh = store->made != made;
    return entry != NULL ? (int64_t *)(void *)dstore_data(entry) : NULL;
}

static int64_t sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

int64_t daggregate_count(const DExpr *expr, DRun *run)
{
    bool fresh;
    int64_t *data = entry_of(expr, run, &fresh);
    if (data != NULL)
        ++*data;
    return 0;
}

/* The value, and its entry. */
#define VALUE_AND_ENTRY()                                                              \
    int64_t value = deval_number(expr->b->a, run);                                     \
    bool fresh;                                                                        \
    int64_t *data = entry_of(expr, run, &fresh);                                       \
    if (data == NULL)                                                                  \
    return 0

int64_t daggregate_sum(const DExpr *expr, DRun *run)
{
    VALUE_AND_ENTRY();
    *data = sum(*data, value);
    return 0;
}

int64_t daggregate_avg(const DExpr *expr, DRun *run)
{
    VALUE_AND_ENTRY();
    data[0]++;
    data[1] = sum(data[1], value);
    return 0;
}

int64_t daggregate_min(const DExpr *expr, DRun *run)
{
    VALUE_AND_ENTRY();
    if (fresh || value < *data)
        *data = value;
    return 0;
}

int64_t daggregate_max(const DExpr *expr, DRun *run)
{
    VALUE_AND_ENTRY();
    if (fresh || value > *data)
        *data = value;
    return 0;
}

/* ---- standard deviations --------------------------------------------------------- */

typedef unsigned __int128 Wide;

int64_t daggregate_stddev(const DExpr *expr, DRun *run)
{
    VALUE_AND_ENTRY();
    Wide squares;
    memcpy(&squares, data + 2, sizeof squares);
    __int128 wide = value;
    squares += (Wide)(wide * wide);
    data[0]++;
    data[1] = sum(data[1], value);
    memcpy(data + 2, &squares, sizeof squares);
    return 0;
}

/* Bit by bit, since there is no root of 128 bits in C. */
static uint64_t root_of(Wide value)
{
    uint64_t root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t next = root | UINT64_C(1) << bit;
        if ((Wide)next * next <= value)
            root = next;
    }
    return root;
}

/* The root of (the mean of the squares minus the square of the mean), in whole numbers.
 */
int64_t daggregate_deviation(const char *entry, int64_t divisor)
{
    int64_t data[2];
    Wide squares;
    memcpy(data, entry, sizeof data);
    memcpy(&squares, entry + sizeof data, sizeof squares);
    if (data[0] == 0)
        return 0;
    Wide wide = (Wide)(divisor < 0 ? -divisor : divisor);
    Wide mean_of_squares = squares / wide / wide / (Wide)data[0];
    __int128 mean = data[1] / divisor / data[0];
    Wide square_of_mean = (Wide)(mean * mean);
    return (int64_t)(mean_of_squares > square_of_mean
                         ? root_of(mean_of_squares - square_of_mean)
                         : 0);
}

/* ---- distributions --------------------------------------------------------------- */

int64_t daggregate_quantum(int bucket)
{
    int power = bucket - DQUANTIZE_ZERO;
    if (power == 0)
        return 0;
    return power > 0 ? INT64_C(1) << (power - 1) : -(INT64_C(1) << (-power - 1));
}

/* Above 0 the powers of two from 1 on, below it the same mirrored. */
static int quantize_bucket(int64_t value)
{
    if (value == 0)
        return DQUANTIZE_ZERO;
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int power = 63 - __builtin_clzll(size);
    power = power < DQUANTIZE_ZERO - 1 ? power : DQUANTIZE_ZERO - 1;
    return value < 0 ? DQUANTIZE_ZERO - 1 - power : DQUANTIZE_ZERO + 1 + power;
}

/* The bucket by its first value: 0 for what is below all. */
static uint32_t bucket_of(const DAggregation *a, int64_t value)
{
    uint32_t low = 0, high = a->bound_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (a->bounds[middle] <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int64_t increment_of(const DExpr *expr, DRun *run)
{
    return expr->b->b != NULL ? deval_number(expr->b->b, run) : 1;
}

int64_t daggregate_quantize(const DExpr *expr, DRun *run)
{
    int64_t by = increment_of(expr, run);
    VALUE_AND_ENTRY();
    int bucket = quantize_bucket(value);
    data[bucket] = sum(data[bucket], by);
    return 0;
}

int64_t daggregate_buckets(const DExpr *expr, DRun *run)
{
    int64_t by = increment_of(expr, run);
    VALUE_AND_ENTRY();
    uint32_t bucket = bucket_of(expr->aggregation, value);
    data[bucket] = sum(data[bucket], by);
    return 0;
}
