/* The distributions of quantize(), lquantize() and llquantize(): a bar of 40 columns
 * for each bucket between the first and the last that has something, and one more on
 * each side. */
#include <stdio.h>

#include "probes/dscript/aggregation.h"
#include "probes/dscript/print.h"

enum { BAR = 40 };

typedef struct Buckets {
    const char *data;
    uint32_t count;
    uint32_t first, last;
    long double total; /* of the sizes of all */
    bool positive, negative;
    int64_t divisor;
} Buckets;

static int64_t value_at(const Buckets *b, uint32_t i)
{
    int64_t value;
    memcpy(&value, b->data + i * sizeof value, sizeof value);
    return value;
}

static Buckets survey(const DAggregation *a, const char *data, uint32_t count)
{
    Buckets b = {
        .data = data, .count = count, .divisor = a->divisor, .last = count - 1};
    while (b.first < count && value_at(&b, b.first) == 0)
        b.first++;
    if (b.first == count) { /* increments that came to nothing: what is around 0 */
        b.first = a->function == DAGG_QUANTIZE ? DQUANTIZE_ZERO - 1 : 0;
        b.last = b.first + 2 < count ? b.first + 2 : count - 1;
        return b;
    }
    b.first -= b.first > 0;
    while (b.last > 0 && value_at(&b, b.last) == 0)
        b.last--;
    b.last += b.last + 1 < count;
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = value_at(&b, i);
        b.positive |= value > 0;
        b.negative |= value < 0;
        b.total += value < 0 ? -(long double)value : value;
    }
    return b;
}

static int bar_of(const Buckets *b, int64_t value, int columns)
{
    long double size = value < 0 ? -(long double)value : value;
    return b->total > 0 ? (int)(float)(size * columns / b->total + 0.5L) : 0;
}

static void put_bar(DOutput *output, int bar, int columns, bool from_right)
{
    if (from_right)
        doutput_repeat(output, ' ', (size_t)(columns - bar));
    doutput_repeat(output, '@', (size_t)bar);
    if (!from_right)
        doutput_repeat(output, ' ', (size_t)(columns - bar));
}

/* With both signs a line in the middle has the negative ones on its left. */
static void put_line(DScript *script, const Buckets *b, int64_t value)
{
    DOutput *output = &script->output;
    if (b->positive && b->negative) {
        int bar = bar_of(b, value, BAR / 2);
        put_bar(output, value <= 0 ? bar : 0, BAR / 2, true);
        doutput_bytes(output, "|", 1);
        put_bar(output, value > 0 ? bar : 0, BAR / 2, false);
    } else if (b->negative) {
        put_bar(output, bar_of(b, value, BAR), BAR, true);
        doutput_bytes(output, "|", 1);
    } else {
        doutput_bytes(output, "|", 1);
        put_bar(output, bar_of(b, value, BAR), BAR, false);
    }
    doutput_format(output, " %-9lld\n", (long long)(value / b->divisor));
}

/* What stands before the bar of a bucket. */
static void put_label(DScript *script, const DAggregation *a, const Buckets *b,
                      uint32_t i)
{
    char label[40];
    if (a->function == DAGG_QUANTIZE)
        snprintf(label, sizeof label, "%lld", (long long)daggregate_quantum((int)i));
    else if (i == 0)
        snprintf(label, sizeof label, "< %lld", (long long)a->bounds[0]);
    else if (i + 1 == b->count)
        snprintf(label, sizeof label, ">= %lld", (long long)a->bounds[i - 1]);
    else
        snprintf(label, sizeof label, "%lld", (long long)a->bounds[i - 1]);
    doutput_format(&script->output, "%16s ", label);
}

void dprint_buckets(DScript *script, const DAggregation *a, const char *data)
{
    uint32_t count =
        a->function == DAGG_QUANTIZE ? DQUANTIZE_BUCKETS : a->bound_count + 1;
    Buckets b = survey(a, data, count);
    doutput_format(&script->output, "\n%16s %41s %-9s\n", "value",
                   "------------- Distribution -------------", "count");
    for (uint32_t i = b.first; i <= b.last; i++) {
        put_label(script, a, &b, i);
        put_line(script, &b, value_at(&b, i));
    }
}
