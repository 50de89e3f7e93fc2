/* Aggregations: sorted by value, then by keys (options aggsortkey, aggsortrev,
 * aggsortpos, aggsortkeypos change that), in columns or by the format of printa(). */
#include <stdlib.h>

#include "probes/dscript/aggregation.h"
#include "probes/dscript/format.h"
#include "probes/dscript/functions.h"
#include "probes/dscript/print.h"

static int64_t number_in(const char *data, size_t index)
{
    int64_t number;
    memcpy(&number, data + index * sizeof number, sizeof number);
    return number;
}

static bool is_distribution(const DAggregation *a)
{
    return a->function >= DAGG_QUANTIZE;
}

/* The value of an entry that is a single number, divided by normalize()'s. */
static int64_t value_in(const DAggregation *a, const char *data)
{
    int64_t value = number_in(data, 0);
    switch (a->function) {
    case DAGG_AVG: return value != 0 ? number_in(data, 1) / a->divisor / value : 0;
    case DAGG_STDDEV: return daggregate_deviation(data, a->divisor);
    case DAGG_MIN: return value == INT64_MAX ? 0 : value / a->divisor; /* cleared */
    case DAGG_MAX: return value == INT64_MIN ? 0 : value / a->divisor;
    default: return value / a->divisor;
    }
}

/* ---- order ----------------------------------------------------------------------- */

static int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* What the values of a distribution come to, weighed by their buckets. */
static long double weight(const DAggregation *a, const char *data)
{
    long double total = 0;
    uint32_t count =
        a->function == DAGG_QUANTIZE ? DQUANTIZE_BUCKETS : a->bound_count + 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t bucket = a->function == DAGG_QUANTIZE ? daggregate_quantum((int)i)
                                                      : a->bounds[i > 0 ? i - 1 : 0];
        total += (long double)number_in(data, i) * bucket;
    }
    return total;
}

static int order_of_values(const DAggregation *a, DStoreEntry *one, DStoreEntry *other)
{
    const char *x = dstore_data(one), *y = dstore_data(other);
    if (!is_distribution(a))
        return order(value_in(a, x), value_in(a, y));
    long double p = weight(a, x), q = weight(a, y);
    return (p > q) - (p < q);
}

/* A key in an entry's bytes, and how many it takes there. */
typedef struct Key {
    DText text;
    int64_t number;
    uint32_t size;
} Key;

static Key key_at(DType type, const char *bytes)
{
    Key key = {.size = 8};
    if (type.kind == DKIND_NUMBER) {
        memcpy(&key.number, bytes, 8);
        return key;
    }
    memcpy(&key.text.size, bytes, 4);
    key.text.s = bytes + 4;
    key.size = 4 + key.text.size;
    return key;
}

static int order_of_keys(const DAggregation *a, const DStoreEntry *one,
                         const DStoreEntry *other, uint64_t first)
{
    const char *x = dstore_key(one), *y = dstore_key(other);
    int from_first = 0, before = 0;
    for (int i = 0; i < a->key_count; i++) {
        Key p = key_at(a->keys[i], x), q = key_at(a->keys[i], y);
        int found = a->keys[i].kind != DKIND_NUMBER ? dtext_compare(p.text, q.text)
                    : a->keys[i].is_unsigned
                        ? ((uint64_t)p.number > (uint64_t)q.number) -
                              ((uint64_t)p.number < (uint64_t)q.number)
                        : order(p.number, q.number);
        if ((uint64_t)i >= first && from_first == 0)
            from_first = found;
        if ((uint64_t)i < first && before == 0)
            before = found;
        x += p.size;
        y += q.size;
    }
    return from_first != 0 ? from_first : before;
}

typedef struct Order {
    const DScript *script;
    const DAggregation *aggregation;
    bool by_value;
} Order;

static int compare(const void *one, const void *other, void *user)
{
    const Order *by = user;
    const DOptions *o = &by->script->options;
    DStoreEntry *x = *(DStoreEntry *const *)one, *y = *(DStoreEntry *const *)other;
    int values = order_of_values(by->aggregation, x, y);
    int keys = order_of_keys(by->aggregation, x, y, o->aggsortkeypos);
    bool keys_first = o->aggsortkey && !by->by_value;
    int found = keys_first ? (keys ? keys : values) : (values ? values : keys);
    if (found == 0)
        found = order(x->order, y->order);
    return o->aggsortrev && !by->by_value ? -found : found;
}

size_t dprint_sorted(DScript *script, const DAggregation *a, bool by_value)
{
    Order by = {script, a, by_value};
    size_t count = dstore_list(&script->aggregations_store, a->id, script->sorted);
    qsort_r(script->sorted, count, sizeof *script->sorted, compare, &by);
    return count;
}

/* ---- in columns ------------------------------------------------------------------ */

static void put_keys(DScript *script, const DAggregation *a, const DStoreEntry *entry)
{
    const char *bytes = dstore_key(entry);
    for (int i = 0; i < a->key_count; i++) {
        Key key = key_at(a->keys[i], bytes);
        if (a->keys[i].kind == DKIND_NUMBER)
            dprint_number(script, a->keys[i], key.number, false);
        else if (a->keys[i].kind == DKIND_STACK)
            dprint_stack(script, key.text);
        else
            dprint_text(script, key.text, 50);
        bytes += key.size;
    }
}

static void put_value(DScript *script, const DAggregation *a, const char *data)
{
    if (is_distribution(a))
        dprint_buckets(script, a, data);
    else
        dprint_number(script, DTYPE_LONG, value_in(a, data), false);
}

/* The entry of the same keys in another aggregation, or NULL. */
static DStoreEntry *same_keys(DScript *script, const DStoreEntry *entry,
                              const DAggregation *other)
{
    DStoreKey key = {other->id, dstore_key(entry), entry->key_size};
    return dstore_find(&script->aggregations_store, key);
}

static const char *data_of(DScript *script, DStoreEntry *entry,
                           const DAggregation *main, const DAggregation *a)
{
    DStoreEntry *found = a == main ? entry : same_keys(script, entry, a);
    return found != NULL ? dstore_data(found) : NULL;
}

static void put_columns(DScript *script, DStoreEntry *entry, const DAggregation *main,
                        DAggregation *const *list, int count)
{
    put_keys(script, main, entry);
    for (int i = 0; i < count; i++) {
        const char *data = data_of(script, entry, main, list[i]);
        if (data != NULL)
            put_value(script, list[i], data);
        else
            dprint_number(script, DTYPE_LONG, 0, false);
    }
    doutput_bytes(&script->output, "\n", 1);
}

/* ---- by a format ----------------------------------------------------------------- */

static void put_aggregate(DScript *script, const DPiece *piece, const DAggregation *a,
                          const char *data)
{
    DShown shown = {.type = DTYPE_LONG};
    if (data != NULL && is_distribution(a)) {
        dprint_buckets(script, a, data);
        return;
    }
    shown.number = data != NULL ? value_in(a, data) : 0;
    dformat_put(script, piece, shown);
}

static void put_formatted(DScript *script, DStoreEntry *entry, const DAggregation *main,
                          DAggregation *const *list, int count, const DFormat *format)
{
    const char *bytes = dstore_key(entry);
    int keys = 0, values = 0;
    for (const DPiece *p = format->first; p != NULL; p = p->next) {
        if (p->letter == 0) {
            doutput_text(&script->output, p->text);
        } else if (p->is_aggregate) {
            const DAggregation *a = list[values < count ? values : count - 1];
            put_aggregate(script, p, a, data_of(script, entry, main, a));
            values++;
        } else {
            DType type = main->keys[keys++];
            Key key = key_at(type, bytes);
            DShown shown = {type, key.number, key.text};
            bytes += key.size;
            dformat_put(script, p, shown);
        }
    }
}

/* ---- all of one, or of several --------------------------------------------------- */

static void put_entry(DScript *script, DStoreEntry *entry, const DAggregation *main,
                      DAggregation *const *list, int count, const DFormat *format)
{
    if (format != NULL)
        put_formatted(script, entry, main, list, count, format);
    else
        put_columns(script, entry, main, list, count);
}

/* Is the entry's key in one of the first `before` of the list, other than `main`? */
static bool is_before(DScript *script, const DStoreEntry *entry,
                      const DAggregation *main, DAggregation *const *list, int before)
{
    for (int i = 0; i < before; i++)
        if (list[i] != main && same_keys(script, entry, list[i]) != NULL)
            return true;
    return false;
}

/* The keys of all of them, each once: sorted by the one of aggsortpos, then those that
 * it has not. */
void dprint_joined(DScript *script, DAggregation *const *list, int count,
                   const DFormat *format)
{
    int first =
        (int)script->options.aggsortpos < count ? (int)script->options.aggsortpos : 0;
    for (int i = 0; i < count; i++) {
        const DAggregation *main = list[(first + i) % count];
        size_t entries = dprint_sorted(script, main, false);
        for (size_t k = 0; k < entries; k++) {
            DAggregation *before[DJOINED_MAX];
            for (int j = 0; j < i; j++)
                before[j] = list[(first + j) % count];
            if (!is_before(script, script->sorted[k], main, before, i))
                put_entry(script, script->sorted[k], main, list, count, format);
        }
        list[(first + i) % count]->is_printed = true;
    }
}

void dprint_aggregations(DScript *script, bool unprinted)
{
    for (DAggregation *a = script->aggregations; a != NULL; a = a->next)
        if (!(unprinted && a->is_printed))
            dprint_joined(script, &a, 1, NULL);
}
