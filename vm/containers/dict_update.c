/* dict_update.c - what dicts take from others: from any mapping, from pairs, and which
 * of these it is. Of dicts themselves: dict.c.
 */
#include "vm/containers/dict_private.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"
#include "vm/containers/tuple.h"
#include "vm/objects/call.h"

/* All that other.keys() gives, in a list. */
static Value mapping_keys(MinipyVM *vm, Value other)
{
    Value keys = call_method(vm, other, NAME(vm, keys), NULL, 0);
    if (!keys)
        return VALUE_NULL;
    Value it = object_iter(vm, keys);
    if (!it && error_matches(vm, EXC_TypeError)) {
        error_clear(vm);
        error_set(vm, EXC_TypeError, "%T.keys() returned a non-iterable (type %T)",
                  other, keys);
    }
    value_decref(vm, keys);
    Value list = it ? sequence_list(vm, it) : VALUE_NULL;
    value_xdecref(vm, it);
    return list;
}

int dict_merge_mapping(MinipyVM *vm, Value v, Value other, int override)
{
    Value keys = mapping_keys(vm, other);
    Each each = each_of(vm, keys);
    value_xdecref(vm, keys);
    while (each_next(vm, &each)) {
        Value key = each.item;
        int64_t hash = 0;
        int present = 0;
        if (override != 1) {
            present = dict_contains(vm, v, key);
            if (present > 0 && override == 2)
                error_set_value(vm, EXC_KeyError, key), present = -1;
        }
        if (present == 0) {
            Value value = object_getitem(vm, other, key);
            hash = value ? dict_hash_key(vm, key) : -1;
            each.status = hash == -1 ? -1 : dict_set_hash(vm, v, key, hash, value);
            value_xdecref(vm, value);
        } else if (present < 0) {
            each.status = -1;
        }
    }
    return each_end(vm, &each);
}

/* The i-th element of an update sequence: a pair. */
static int merge_pair(MinipyVM *vm, Value d, Value item, int64_t i, bool override)
{
    if (value_is_exact(vm, item, KIND_TUPLE) && tuple_size(item) == 2 && override)
        return dict_set(vm, d, TUPLE(item)->items[0], TUPLE(item)->items[1]);
    Value pair = sequence_fast(vm, item, "");
    if (!pair) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            error_set(
                vm, EXC_TypeError,
                "cannot convert dictionary update sequence element #%zd to a sequence",
                i);
        }
        return -1;
    }
    int r = 0;
    if (seq_size(pair) != 2) {
        error_set(
            vm, EXC_ValueError,
            "dictionary update sequence element #%zd has length %zd; 2 is required", i,
            seq_size(pair));
        r = -1;
    } else {
        Value key = value_incref(seq_items(pair)[0]),
              value = value_incref(seq_items(pair)[1]);
        if (override)
            r = dict_set(vm, d, key, value);
        else
            r = dict_setdefault_borrow(vm, d, key, value) ? 0 : -1;
        value_decref(vm, key);
        value_decref(vm, value);
    }
    value_decref(vm, pair);
    return r;
}

typedef struct Merge {
    Value dict;
    int64_t i; /* of the next pair */
    bool override;
} Merge;

static int take_pair(MinipyVM *vm, void *merge, Value pair)
{
    Merge *m = merge;
    int r = merge_pair(vm, m->dict, pair, m->i++, m->override);
    value_decref(vm, pair);
    return r;
}

static int dict_merge_pairs(MinipyVM *vm, Value d, Value iterable, bool override)
{
    Merge m = {d, 0, override};
    Each each = each_of(vm, iterable);
    each_feed(vm, &each, (Sink){take_pair, NULL, &m});
    while (each_next(vm, &each))
        each.status = take_pair(vm, &m, each_take(&each));
    return each_end(vm, &each);
}

int dict_update(MinipyVM *vm, Value d, Value other)
{
    if (value_is_exact(vm, other, KIND_DICT))
        return dict_merge(vm, d, other, 1);
    Value keys;
    int r = object_lookup_attr(vm, other, NAME(vm, keys), &keys);
    if (r < 0)
        return -1;
    value_xdecref(vm, keys);
    return keys ? dict_merge(vm, d, other, 1) : dict_merge_pairs(vm, d, other, true);
}
