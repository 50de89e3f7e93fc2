/* str_split.c - taking a str apart (split, splitlines, partition, strip) and putting
 * pieces together (join).
 */
#include <string.h>

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"
#include "vm/text/unicode.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"

static inline bool is_space(uint32_t ch)
{
    /* Bits 9-13 and 0x1c-0x20; most characters leave at the first comparison. */
    return ch > ' ' ? ch >= 0x80 && unicode_is_space(ch) : 0x1f0003e00 >> ch & 1;
}

/* Appends S[start:end]. -1: error. */
static int append_part(MinipyVM *vm, Value list, Value s, int64_t start, int64_t end)
{
    Value part = limits_poll(vm) < 0 ? VALUE_NULL : str_substring(vm, s, start, end);

    return part ? list_append_steal(vm, list, part) : -1;
}

/* ---- split ----------------------------------------------------------------------- */

/* The first place from I on that is a space, or is none. */
static inline int64_t skip(Text t, int64_t i, bool spaces)
{
    if (t.width == 1) {
        const uint8_t *p = t.data;
        while (i < t.length && is_space(p[i]) == spaces)
            i++;
    } else {
        while (i < t.length && is_space(text_at(t, i)) == spaces)
            i++;
    }
    return i;
}

static Value split_space(MinipyVM *vm, Value s, int64_t limit)
{
    Text t = str_text(s);
    Value list = list_new(vm, 0);
    int64_t i = 0;
    int error = 0;

    if (!list)
        return VALUE_NULL;
    while (error == 0) {
        int64_t start = skip(t, i, true);
        if (start == t.length)
            break;
        if (limit-- == 0) {
            error = append_part(vm, list, s, start, t.length);
            break;
        }
        i = skip(t, start, false);
        error = append_part(vm, list, s, start, i);
    }
    return list_unless_steal(vm, list, error);
}

static Value rsplit_space(MinipyVM *vm, Value s, int64_t limit)
{
    Text t = str_text(s);
    Value list = list_new(vm, 0);
    int64_t i = t.length;
    int error = 0;

    if (!list)
        return VALUE_NULL;
    while (error == 0) {
        while (i > 0 && is_space(text_at(t, i - 1)))
            i--;
        if (i == 0)
            break;
        int64_t end = i;
        if (limit-- == 0) {
            error = append_part(vm, list, s, 0, end);
            break;
        }
        while (i > 0 && !is_space(text_at(t, i - 1)))
            i--;
        error = append_part(vm, list, s, i, end);
    }
    if (error == 0)
        error = list_reverse(vm, list);
    return list_unless_steal(vm, list, error);
}

static Value split_text(MinipyVM *vm, Value s, Text sep, int64_t limit)
{
    Text t = str_text(s);
    Value list = list_new(vm, 0);
    int64_t from = 0;
    int error = 0;

    if (!list)
        return VALUE_NULL;
    while (error == 0 && limit-- > 0) {
        ptrdiff_t hit = search_find((const char *)t.data + from * t.width,
                                    (size_t)(t.length - from), sep.data,
                                    (size_t)sep.length, t.width);
        if (hit < 0)
            break;
        error = append_part(vm, list, s, from, from + hit);
        from += hit + sep.length;
    }
    if (error == 0)
        error = append_part(vm, list, s, from, t.length);
    return list_unless_steal(vm, list, error);
}

static Value rsplit_text(MinipyVM *vm, Value s, Text sep, int64_t limit)
{
    Text t = str_text(s);
    Value list = list_new(vm, 0);
    int64_t end = t.length;
    int error = 0;

    if (!list)
        return VALUE_NULL;
    while (error == 0 && limit-- > 0) {
        ptrdiff_t hit =
            search_rfind(t.data, (size_t)end, sep.data, (size_t)sep.length, t.width);
        if (hit < 0)
            break;
        error = append_part(vm, list, s, hit + sep.length, end);
        end = hit;
    }
    if (error == 0)
        error = append_part(vm, list, s, 0, end);
    if (error == 0)
        error = list_reverse(vm, list);
    return list_unless_steal(vm, list, error);
}

static Value split(MinipyVM *vm, Value s, Value sep, int64_t limit, bool from_right)
{
    if (limit < 0)
        limit = INT64_MAX;
    if (sep == VALUE_NONE)
        return from_right ? rsplit_space(vm, s, limit) : split_space(vm, s, limit);
    Text t = str_text(s), needle = str_text(sep), same;
    if (needle.length == 0)
        return error_set(vm, EXC_ValueError, "empty separator");
    if (needle.width > t.width || needle.length > t.length) {
        Value list = list_new(vm, 0);
        return list ? list_unless_steal(vm, list, append_part(vm, list, s, 0, t.length))
                    : VALUE_NULL;
    }
    void *copy;
    if (text_widen(vm, needle, t.width, &same, &copy) < 0)
        return VALUE_NULL;
    Value list =
        from_right ? rsplit_text(vm, s, same, limit) : split_text(vm, s, same, limit);
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
        return error_set(vm, EXC_TypeError, "must be str or None, not %T", sep);
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
    Text t = str_text(self);
    int keep = 0, error = 0;

    if (GIVEN(0) && !arg_int(vm, GIVEN(0), &keep))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    if (!list)
        return VALUE_NULL;
    for (int64_t i = 0; i < t.length && error == 0;) {
        int64_t start = i;
        while (i < t.length && !unicode_is_linebreak(text_at(t, i)))
            i++;
        int64_t end = i;
        if (i < t.length) {
            bool two =
                text_at(t, i) == '\r' && i + 1 < t.length && text_at(t, i + 1) == '\n';
            i += two ? 2 : 1;
            if (keep)
                end = i;
        }
        error = append_part(vm, list, self, start, end);
    }
    return list_unless_steal(vm, list, error);
}

/* ---- partition ------------------------------------------------------------------- */

static Value partition(MinipyVM *vm, Value self, Value sep, int direction)
{
    if (!value_is_str(sep))
        return error_set(vm, EXC_TypeError, "must be str, not %T", sep);
    int64_t length = STR(self)->length, sep_length = STR(sep)->length;
    if (sep_length == 0)
        return error_set(vm, EXC_ValueError, "empty separator");
    int64_t at = text_find(vm, str_text(self), str_text(sep), direction);
    if (at == -2)
        return VALUE_NULL;
    if (at < 0) {
        Value whole = str_substring(vm, self, 0, length), empty = vm->empty_str;
        if (!whole)
            return VALUE_NULL;
        Value result = direction > 0 ? tuple_pack(vm, 3, whole, empty, empty)
                                     : tuple_pack(vm, 3, empty, empty, whole);
        value_decref(vm, whole);
        return result;
    }
    Value parts[3] = {str_substring(vm, self, 0, at), value_incref(sep),
                      str_substring(vm, self, at + sep_length, length)};
    return tuple_from_steal(vm, parts, 3);
}

Value str_method_partition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], 1);
}

Value str_method_rpartition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], -1);
}

/* ---- strip ----------------------------------------------------------------------- */

enum { STRIP_LEFT = 1, STRIP_RIGHT = 2 };

static inline bool is_stripped(uint32_t ch, const Text *chars)
{
    return chars
               ? search_char(chars->data, (size_t)chars->length, ch, chars->width) >= 0
               : is_space(ch);
}

static Value strip(MinipyVM *vm, const char *name, Value self, Value which, int sides)
{
    Text t = str_text(self), chars, *set = NULL;
    int64_t start = 0, end = t.length;

    if (which && which != VALUE_NONE) {
        if (!value_is_str(which))
            return error_set(vm, EXC_TypeError, "%s arg must be None or str", name);
        chars = str_text(which);
        set = &chars;
    }
    if (sides & STRIP_LEFT)
        while (start < end && is_stripped(text_at(t, start), set))
            start++;
    if (sides & STRIP_RIGHT)
        while (end > start && is_stripped(text_at(t, end - 1), set))
            end--;
    return str_substring(vm, self, start, end);
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
                      "sequence item %ld: expected str instance, %T found", (long)i,
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
    int64_t at = 0, sep_length = STR(sep)->length;
    for (int64_t i = 0; s && i < n; i++) {
        if (i > 0 && sep_length > 0) {
            text_copy(to, width, at, str_text(sep));
            at += sep_length;
        }
        if (limits_poll(vm) < 0 ||
            text_copy_long(vm, to, width, at, str_text(items[i])) < 0)
            value_clear(vm, &s);
        at += STR(items[i])->length;
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
    return str_join(vm, self, args[0]);
}
