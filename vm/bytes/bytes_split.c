/* bytes_split.c - taking bytes and bytearrays apart (split, splitlines, partition,
 * strip) and putting pieces together (join). See bytes_search.c on when bytes may be
 * looked at.
 */
#include <string.h>

#include "vm/core/ascii.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/bytes/bytes.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/int.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"

static int append_part(MinipyVM *vm, Value list, Value self, int64_t start, int64_t end)
{
    Value part = bytes_like_part(vm, self, start, end);

    return part ? list_append_steal(vm, list, part) : -1;
}

/* ---- split ----------------------------------------------------------------------- */

static int split_space(MinipyVM *vm, Value list, Value self, int64_t limit)
{
    ByteSpan s = bytes_span(self);
    int64_t i = 0;
    int error = 0;

    while (error == 0) {
        while (i < s.size && ascii_is_space(s.data[i]))
            i++;
        if (i == s.size)
            break;
        int64_t start = i;
        if (limit-- == 0)
            return append_part(vm, list, self, start, s.size);
        while (i < s.size && !ascii_is_space(s.data[i]))
            i++;
        error = append_part(vm, list, self, start, i);
    }
    return error;
}

static int rsplit_space(MinipyVM *vm, Value list, Value self, int64_t limit)
{
    ByteSpan s = bytes_span(self);
    int64_t i = s.size;
    int error = 0;

    while (error == 0) {
        while (i > 0 && ascii_is_space(s.data[i - 1]))
            i--;
        if (i == 0)
            break;
        int64_t end = i;
        if (limit-- == 0) {
            error = append_part(vm, list, self, 0, end);
            break;
        }
        while (i > 0 && !ascii_is_space(s.data[i - 1]))
            i--;
        error = append_part(vm, list, self, i, end);
    }
    return error < 0 ? -1 : list_reverse(vm, list);
}

static int split_at(MinipyVM *vm, Value list, Value self, ByteSpan sep, int64_t limit)
{
    ByteSpan s = bytes_span(self);
    int64_t from = 0;

    while (limit-- > 0) {
        ptrdiff_t hit = search_find(s.data + from, (size_t)(s.size - from), sep.data,
                                    (size_t)sep.size, 1);
        if (hit < 0)
            break;
        if (append_part(vm, list, self, from, from + hit) < 0)
            return -1;
        from += hit + sep.size;
    }
    return append_part(vm, list, self, from, s.size);
}

static int rsplit_at(MinipyVM *vm, Value list, Value self, ByteSpan sep, int64_t limit)
{
    ByteSpan s = bytes_span(self);
    int64_t end = s.size;

    while (limit-- > 0) {
        ptrdiff_t hit =
            search_rfind(s.data, (size_t)end, sep.data, (size_t)sep.size, 1);
        if (hit < 0)
            break;
        if (append_part(vm, list, self, hit + sep.size, end) < 0)
            return -1;
        end = hit;
    }
    if (append_part(vm, list, self, 0, end) < 0)
        return -1;
    return list_reverse(vm, list);
}

static Value split(NATIVE_ARGS, bool right)
{
    Value at = GIVEN(0), maxsplit = GIVEN(1);
    int64_t limit = -1;
    Buffer view = {.obj = VALUE_NULL};

    if (maxsplit && !arg_ssize(vm, maxsplit, &limit))
        return VALUE_NULL;
    if (limit < 0)
        limit = INT64_MAX;
    bool space = !at || at == VALUE_NONE;
    if (!space && buffer_get(vm, at, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value list = VALUE_NULL;
    if (!space && view.size == 0) {
        error_set(vm, EXC_ValueError, "empty separator");
    } else if ((list = list_new(vm, 0)) != VALUE_NULL) {
        ByteSpan sep = {view.data, view.size};
        int error = space ? (right ? rsplit_space(vm, list, self, limit)
                                   : split_space(vm, list, self, limit))
                          : (right ? rsplit_at(vm, list, self, sep, limit)
                                   : split_at(vm, list, self, sep, limit));
        list = list_unless_steal(vm, list, error);
    }
    buffer_release(vm, &view);
    return list;
}

Value bytes_method_split(NATIVE_ARGS)
{
    return split(vm, self, args, nargs, kwnames, false);
}

Value bytes_method_rsplit(NATIVE_ARGS)
{
    return split(vm, self, args, nargs, kwnames, true);
}

Value bytes_method_splitlines(NATIVE_ARGS)
{
    int keep = 0, error = 0;

    if (GIVEN(0) && !arg_int(vm, GIVEN(0), &keep))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    if (!list)
        return VALUE_NULL;
    ByteSpan s = bytes_span(self);
    for (int64_t i = 0; i < s.size && error == 0;) {
        int64_t start = i;
        while (i < s.size && s.data[i] != '\n' && s.data[i] != '\r')
            i++;
        int64_t end = i;
        if (i < s.size) {
            i += s.data[i] == '\r' && i + 1 < s.size && s.data[i + 1] == '\n' ? 2 : 1;
            if (keep)
                end = i;
        }
        error = append_part(vm, list, self, start, end);
    }
    return list_unless_steal(vm, list, error);
}

/* ---- partition ------------------------------------------------------------------- */

/* The three parts around [at, at + SEP_SIZE), or around nothing when at < 0. */
static Value three_parts(MinipyVM *vm, Value self, Value sep, int64_t sep_size,
                         int64_t at, int direction)
{
    int64_t size = bytes_span(self).size;
    Value parts[3];

    if (at >= 0) {
        parts[0] = bytes_like_part(vm, self, 0, at);
        parts[1] = value_is_bytes(self) ? value_incref(sep)
                                        : bytes_like_part(vm, self, at, at + sep_size);
        parts[2] = bytes_like_part(vm, self, at + sep_size, size);
    } else {
        int whole = direction > 0 ? 0 : 2;
        parts[whole] = bytes_like_part(vm, self, 0, size);
        parts[2 - whole] = bytes_like(vm, self, "", 0);
        parts[1] = bytes_like(vm, self, "", 0);
    }
    return tuple_from_steal(vm, parts, 3);
}

static Value partition(MinipyVM *vm, Value self, Value sep, int direction)
{
    Buffer view;

    if (buffer_get(vm, sep, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value result;
    if (view.size == 0) {
        result = error_set(vm, EXC_ValueError, "empty separator");
    } else {
        ByteSpan s = bytes_span(self);
        ptrdiff_t at =
            direction > 0
                ? search_find(s.data, (size_t)s.size, view.data, (size_t)view.size, 1)
                : search_rfind(s.data, (size_t)s.size, view.data, (size_t)view.size, 1);
        result = three_parts(vm, self, sep, view.size, at, direction);
    }
    buffer_release(vm, &view);
    return result;
}

Value bytes_method_partition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], 1);
}

Value bytes_method_rpartition(NATIVE_ARGS)
{
    return partition(vm, self, args[0], -1);
}

/* ---- strip ----------------------------------------------------------------------- */

enum { STRIP_LEFT = 1, STRIP_RIGHT = 2 };

static Value strip(MinipyVM *vm, Value self, Value which, int sides)
{
    bool stripped[256] = {false};

    if (which && which != VALUE_NONE) {
        Buffer view;
        if (buffer_get(vm, which, &view, BUF_SIMPLE) < 0)
            return VALUE_NULL;
        for (int64_t i = 0; i < view.size; i++)
            stripped[((const uint8_t *)view.data)[i]] = true;
        buffer_release(vm, &view);
    } else {
        for (int c = 0; c < 256; c++)
            stripped[c] = ascii_is_space((uint8_t)c);
    }
    ByteSpan s = bytes_span(self);
    int64_t start = 0, end = s.size;
    if (sides & STRIP_LEFT)
        while (start < end && stripped[s.data[start]])
            start++;
    if (sides & STRIP_RIGHT)
        while (end > start && stripped[s.data[end - 1]])
            end--;
    return bytes_like_part(vm, self, start, end);
}

Value bytes_method_strip(NATIVE_ARGS)
{
    return strip(vm, self, GIVEN(0), STRIP_LEFT | STRIP_RIGHT);
}

Value bytes_method_lstrip(NATIVE_ARGS)
{
    return strip(vm, self, GIVEN(0), STRIP_LEFT);
}

Value bytes_method_rstrip(NATIVE_ARGS)
{
    return strip(vm, self, GIVEN(0), STRIP_RIGHT);
}

/* ---- join ------------------------------------------------------------------------ */

/* Appends item I of the sequence, and the separator before it. -1: error. */
static int join_item(MinipyVM *vm, BytesBuilder *b, Value self, Value item, int64_t i)
{
    Buffer view;

    if (!buffer_supported(vm, item)) {
        error_set(vm, EXC_TypeError,
                  "sequence item %ld: expected a bytes-like object, %T found", (long)i,
                  item);
        return -1;
    }
    if (buffer_get(vm, item, &view, BUF_SIMPLE) < 0)
        return -1;
    if (i > 0) {
        ByteSpan sep = bytes_span(self);
        bytesbuilder_add(b, sep.data, sep.size);
    }
    bytesbuilder_add(b, view.data, view.size);
    buffer_release(vm, &view);
    return limits_poll(vm);
}

Value bytes_method_join(NATIVE_ARGS)
{
    Value items = sequence_fast(vm, args[0], "can only join an iterable");
    BytesBuilder b;
    int error = 0;

    if (!items)
        return VALUE_NULL;
    if (seq_size(items) == 1 && value_is_bytes(self) &&
        value_is_exact(vm, seq_items(items)[0], KIND_BYTES)) {
        Value only = value_incref(seq_items(items)[0]);
        value_decref(vm, items);
        return only;
    }
    bytesbuilder_init(&b, vm, 0);
    for (int64_t i = 0; i < seq_size(items) && error == 0; i++) {
        Value item = value_incref(seq_items(items)[i]);
        error = join_item(vm, &b, self, item, i);
        value_decref(vm, item);
    }
    value_decref(vm, items);
    if (error < 0) {
        bytesbuilder_discard(&b);
        return VALUE_NULL;
    }
    return bytes_finish_like(vm, self, &b);
}
