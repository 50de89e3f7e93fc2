/* bytes_split.c - the methods of bytes and bytearray that take them apart (over
 * vm/text/parts.c), and join. See bytes_search.c on when bytes may be looked at.
 */
#include "vm/core/copy.h"
#include "vm/objects/args.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/text/parts.h"
#include "vm/text/search.h"

static Value split(NATIVE_ARGS, bool right)
{
    Value at = GIVEN(0), maxsplit = GIVEN(1);
    int64_t limit = -1;
    BytesArg view;

    if (maxsplit && !arg_ssize(vm, maxsplit, &limit))
        return VALUE_NULL;
    if (!at || at == VALUE_NONE)
        return parts_split(vm, self, NULL, limit, right);
    if (bytes_arg_get(vm, at, &view) < 0)
        return VALUE_NULL;
    Value list = parts_split(vm, self, &(Text){view.data, view.size, 1}, limit, right);
    bytes_arg_release(vm, &view);
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
    return parts_lines(vm, self, GIVEN(0));
}

static Value partition(MinipyVM *vm, Value self, Value sep, int direction)
{
    BytesArg view;

    if (bytes_arg_get(vm, sep, &view) < 0)
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
        result = parts_around(vm, self, sep, view.size, at, direction);
    }
    bytes_arg_release(vm, &view);
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

static Value strip(MinipyVM *vm, Value self, Value which, int sides)
{
    BytesArg view;

    if (!which || which == VALUE_NONE)
        return parts_strip(vm, self, NULL, sides);
    if (bytes_arg_get(vm, which, &view) < 0)
        return VALUE_NULL;
    Value result = parts_strip(vm, self, &(Text){view.data, view.size, 1}, sides);
    bytes_arg_release(vm, &view);
    return result;
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
    BytesArg view;

    if (!buffer_supported(vm, item) || bytes_arg_get(vm, item, &view) < 0) {
        error_set(vm, EXC_TypeError,
                  "sequence item %ld: expected a bytes-like object, %.80T found",
                  (long)i, item);
        return -1;
    }
    if (i > 0) {
        ByteSpan sep = bytes_span(self);
        bytesbuilder_add(b, sep.data, sep.size);
    }
    bytesbuilder_add(b, view.data, view.size);
    bytes_arg_release(vm, &view);
    return limits_poll(vm);
}

/* The bytes in all, of bytes and bytearrays; -1: there are others. */
static int64_t size_in_all(MinipyVM *vm, Value self, const Value *items, int64_t n)
{
    int64_t between = bytes_span(self).size, size = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!value_is_exact(vm, items[i], KIND_BYTES) &&
            !value_is_exact(vm, items[i], KIND_BYTEARRAY))
            return -1;
        if (__builtin_add_overflow(size, bytes_span(items[i]).size + (i ? between : 0),
                                   &size))
            return -1;
    }
    return size;
}

/* The frequent case, where nothing runs meanwhile. */
static Value join_plain(MinipyVM *vm, Value self, const Value *items, int64_t n,
                        int64_t size)
{
    uint8_t *data = NULL;
    Value joined = bytes_result_like(vm, self, size, &data);
    ByteSpan between = bytes_span(self);
    char *to = (char *)data;
    for (int64_t i = 0; joined && i < n; i++) {
        ByteSpan item = bytes_span(items[i]);
        if (i)
            to = copy_few(to, between.data, (size_t)between.size);
        to = copy_few(to, item.data, (size_t)item.size);
    }
    return joined;
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
    int64_t size = size_in_all(vm, self, seq_items(items), seq_size(items));
    if (size >= 2 && size < LEAVABLE_BYTES) {
        Value joined = join_plain(vm, self, seq_items(items), seq_size(items), size);
        value_decref(vm, items);
        return joined;
    }
    bytesbuilder_init(&b, vm, size > 0 ? size : 0);
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
