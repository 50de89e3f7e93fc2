/* quantize() and count() in DTrace's printed form (histogram.h). */
#include "probes/views/histogram.h"

enum { BAR = 40 };

void histogram_add(Histogram *histogram, uint64_t value)
{
    histogram->buckets[value == 0 ? 0 : 64 - __builtin_clzll(value)]++;
    histogram->count++;
}

/* A bar is as long as its share, rounded. */
static void put_bucket(ViewOutput *out, const Histogram *histogram, int i)
{
    static const char bar[BAR + 1] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
    uint64_t count = histogram->buckets[i];
    int length = (int)((double)count * BAR / (double)histogram->count + 0.5);
    view_putf(out, "%16llu |%-*.*s %-9llu\n", i == 0 ? 0ull : 1ull << (i - 1), BAR,
              length, bar, (unsigned long long)count);
}

void histogram_put(ViewOutput *out, const Histogram *histogram)
{
    int first = 0, last = 64;
    if (histogram->count == 0)
        return;
    while (histogram->buckets[first] == 0)
        first++;
    while (histogram->buckets[last] == 0)
        last--;
    view_putf(out, "\n%16s %41s %-9s\n", "value",
              "------------- Distribution -------------", "count");
    for (int i = first > 0 ? first - 1 : 0; i <= (last < 64 ? last + 1 : 64); i++)
        put_bucket(out, histogram, i);
    view_put(out, "\n");
}

void histogram_put_count(ViewOutput *out, const char *key, uint64_t count)
{
    view_putf(out, "  %-50s ", key);
    view_putf(out, "%16llu\n", (unsigned long long)count);
}
