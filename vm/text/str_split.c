/* str_split.c - the methods of str that take it apart (over parts.c), and join. */
#include <string.h>

#include "vm/core/copy.h"
#include "vm/objects/args.h"
#include "vm/objects/call.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/text/parts.h"

/* ---- split ----------------------------------------------------------------------- */

static Value split(MinipyVM *vm, Value s, Value sep, int64_t limit, bool right)
{
    if (sep == VALUE_NONE)
        return parts_split(vm, s, NULL, limit, right);
    Text t = str_text(s), needle = str_text(sep), same;
    /* It cannot be in there: the one part is s, as it is even of a subclass. */
    if (needle.width > t.width || needle.length > t.length)
        return list_from(vm, &s, 1);
    void *copy;
    if (text_widen(vm, needle, t.width, &same, &copy) < 0)
        return VALUE_NULL;
    Value list = parts_split(vm, s, &same, limit, right);
    mem_free(vm, copy);
    return list;
}

Value str_split(MinipyVM *vm, Value s, Value sep_or_none, int64_t maxsplit)
{
    return split(vm, s, sep_or_none, maxsplit, false);
}

static Value split_method(NATIVE_ARGS, bool right)
{
    Value sep = GIVEN(0), maxsplit = GIVEN(1);
    int64_t limit = -1;

    if (maxsplit && !arg_ssize(vm, maxsplit, &limit))
        return VALUE_NULL;
    if (sep && sep != VALUE_NONE && !value_is_str(sep))
        return error_set(vm, EXC_TypeError, "must be str or None, not %.100T", sep);
    return split(vm, self, sep ? sep : VALUE_NONE, limit, right);
}

Value str_method_split(NATIVE_ARGS)
{
    return split_method(vm, self, args, nargs, kwnames, false);
}

Value str_method_rsplit(NATIVE_ARGS)
{
    return split_method(vm, self, args, nargs, kwnames, true);
}

Value str_method_splitlines(NATIVE_ARGS)
{
    return parts_lines(vm, self, GIVEN(0));
}

/* ---- partition and strip --------------------------------------------------------- */

static Value partition(MinipyVM *vm, Value self, Value sep, int direction)
{
    if (!value_is_str(sep))
        return error_set(vm, EXC_TypeError, "must be str, not %T", sep);
    int64_t size = STR(sep)->length;
    if (size == 0)
        return error_set(vm, EXC_ValueError, "empty separator");
    int64_t at = text_find(vm, str_text(self), str_text(sep), direction);
    return at == -2 ? VALUE_NULL : parts_around(vm, self, sep, size, at, direction);
}

Value str_method_partition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], 1);
}

Value str_method_rpartition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], -1);
}

static Value strip(MinipyVM *vm, const char *name, Value self, Value which, int sides)
{
    if (!which || which == VALUE_NONE)
        return parts_strip(vm, self, NULL, sides);
    if (!value_is_str(which))
        return error_set(vm, EXC_TypeError, "%s arg must be None or str", name);
    Text chars = str_text(which);
    return parts_strip(vm, self, &chars, sides);
}

Value str_method_strip(NATIVE_ARGS)
{
    return strip(vm, "strip", self, GIVEN(0), STRIP_LEFT | STRIP_RIGHT);
}

Value str_method_lstrip(NATIVE_ARGS)
{
    return strip(vm, "lstrip", self, GIVEN(0), STRIP_LEFT);
}

Value str_method_rstrip(NATIVE_ARGS)
{
    return strip(vm, "rstrip", self, GIVEN(0), STRIP_RIGHT);
}

/* ---- join ------------------------------------------------------------------------ */

/* Checks the items and sums up length and width. -1: error. */
static int measure_join(MinipyVM *vm, Value sep, const Value *items, int64_t n,
                        int64_t *length, uint32_t *max_char)
{
    *length = 0;
    *max_char = n > 1 ? str_max_char(sep) : 0x7f;
    for (int64_t i = 0; i < n; i++) {
        if (!value_is_str(items[i])) {
            error_set(vm, EXC_TypeError,
                      "sequence item %ld: expected str instance, %.80T found", (long)i,
                      items[i]);
            return -1;
        }
        int64_t more = STR(items[i])->length + (i > 0 ? STR(sep)->length : 0);
        if (more > INT64_MAX / 8 - *length) {
            error_set(vm, EXC_OverflowError,
                      "join() result is too long for a Python string");
            return -1;
        }
        *length += more;
        uint32_t item_max = str_max_char(items[i]);
        if (item_max > *max_char)
            *max_char = item_max;
    }
    return 0;
}

/* Writes s, brought to that width, to `to`, and returns where it ends. */
static inline char *join_one(char *to, int width, const StrObj *s)
{
    size_t n = (size_t)(s->length * width);
    if (s->width == width)
        return copy_few(to, s->data, n);
    text_copy(to, width, 0, str_text(value_from_obj(s)));
    return to + n;
}

Value str_join_array(MinipyVM *vm, Value sep, const Value *items, int64_t n)
{
    int64_t length;
    uint32_t max_char;

    if (n == 0)
        return value_incref(vm->empty_str);
    if (n == 1 && value_is_exact(vm, items[0], KIND_STR))
        return value_incref(items[0]);
    if (measure_join(vm, sep, items, n, &length, &max_char) < 0)
        return VALUE_NULL;
    Value s = str_alloc(vm, length, max_char);
    if (!s || length == 0)
        return s;
    char *to = str_data(STR(s));
    int width = STR(s)->width;
    for (int64_t i = 0; s && i < n; i++) {
        if (i > 0 && STR(sep)->length > 0)
            to = join_one(to, width, STR(sep));
        if (limits_poll(vm) < 0 ||
            (unlikely(STR(items[i])->length >= LEAVABLE_BYTES) &&
             text_copy_leavable(vm, to, width, 0, str_text(items[i])) < 0))
            value_clear(vm, &s);
        else if (likely(STR(items[i])->length < LEAVABLE_BYTES))
            to = join_one(to, width, STR(items[i]));
        else
            to += STR(items[i])->length * width;
    }
    return s;
}

Value str_join(MinipyVM *vm, Value sep, Value iterable)
{
    Value items = sequence_fast(vm, iterable, "can only join an iterable");

    if (!items)
        return VALUE_NULL;
    Value s = str_join_array(vm, sep, seq_items(items), seq_size(items));
    value_decref(vm, items);
    return s;
}

Value str_method_join(NATIVE_ARGS)
{
    recursion_deepen(vm);
    Value r = str_join(vm, self, args[0]);
    recursion_leave(vm);
    return r;
}
