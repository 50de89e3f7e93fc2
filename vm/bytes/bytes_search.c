/* bytes_search.c - what bytes and bytearrays contain: find, count, startswith and their
 * kin, and replace.
 *
 * Arguments are converted before the bytes of self are looked at, because a conversion
 * can run Python code that resizes a bytearray; then no Python code runs until done.
 */
#include <string.h>

#include "vm/core/copy.h"
#include "vm/objects/args.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"
#include "vm/bytes/buffer.h"

/* What is searched for: one byte or a buffer. */
typedef struct Needle {
    BytesArg arg; /* to be released */
    uint8_t byte;
    ByteSpan span;
} Needle;

static int needle_from(MinipyVM *vm, Value v, Needle *needle)
{
    needle->arg.view.obj = VALUE_NULL;
    if (value_is_int(v) ||
        (!buffer_supported(vm, v) && value_type(vm, v)->slots.nb_index)) {
        int byte = byte_from_value(vm, v, "byte must be in range(0, 256)");
        if (byte < 0)
            return -1;
        needle->byte = (uint8_t)byte;
        needle->span = (ByteSpan){&needle->byte, 1};
        return 0;
    }
    if (!buffer_supported(vm, v)) {
        error_set(vm, EXC_TypeError,
                  "argument should be integer or bytes-like object, not '%T'", v);
        return -1;
    }
    if (bytes_arg_get(vm, v, &needle->arg) < 0)
        return -1;
    needle->span = (ByteSpan){needle->arg.data, needle->arg.size};
    return 0;
}

/* As text_find does with text. */
static int64_t find_span(MinipyVM *vm, ByteSpan s, ByteSpan sub, int direction)
{
    return text_find(vm, (Text){s.data, s.size, 1}, (Text){sub.data, sub.size, 1},
                     direction);
}

/* -1: absent, -2: error */
static int64_t find_method(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                           int direction)
{
    int64_t start, end;
    Needle needle;

    if (!args_find_bounds(vm, args + 1, nargs - 1, bytes_span(self).size, &start,
                          &end) ||
        needle_from(vm, args[0], &needle) < 0)
        return -2;
    ByteSpan s = bytes_span(self);
    if (end > s.size)
        end = s.size;
    int64_t at = -1;
    if (start <= end)
        at = find_span(vm, (ByteSpan){s.data + start, end - start}, needle.span,
                       direction);
    bytes_arg_release(vm, &needle.arg);
    return at < 0 ? at : at + start;
}

static Value found_or_error(MinipyVM *vm, int64_t at)
{
    if (at == -1)
        return error_set(vm, EXC_ValueError, "subsection not found");
    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

Value bytes_method_find(NATIVE_ARGS)
{
    int64_t at = find_method(vm, self, args, nargs, 1);

    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

Value bytes_method_rfind(NATIVE_ARGS)
{
    int64_t at = find_method(vm, self, args, nargs, -1);

    return at == -2 ? VALUE_NULL : int_new(vm, at);
}

Value bytes_method_index(NATIVE_ARGS)
{
    return found_or_error(vm, find_method(vm, self, args, nargs, 1));
}

Value bytes_method_rindex(NATIVE_ARGS)
{
    return found_or_error(vm, find_method(vm, self, args, nargs, -1));
}

Value bytes_method_count(NATIVE_ARGS)
{
    int64_t start, end, count = 0;
    Needle needle;

    if (!args_find_bounds(vm, args + 1, nargs - 1, bytes_span(self).size, &start,
                          &end) ||
        needle_from(vm, args[0], &needle) < 0)
        return VALUE_NULL;
    ByteSpan s = bytes_span(self);
    if (end > s.size)
        end = s.size;
    if (start <= end)
        count = text_count(vm, (Text){s.data + start, end - start, 1},
                           (Text){needle.span.data, needle.span.size, 1}, INT64_MAX);
    bytes_arg_release(vm, &needle.arg);
    return count < 0 ? VALUE_NULL : int_new(vm, count);
}

int bytes_contains(MinipyVM *vm, Value self, Value item)
{
    int64_t byte = -1;
    bool number = value_is_int(item) || value_type(vm, item)->slots.nb_index;
    if (number) {
        byte = number_as_ssize(vm, item, EXC_NONE);
        number = byte != -1 || !error_occurred(vm);
        error_clear(vm); /* an __index__ that fails: as if there were none */
    }
    if (number) {
        if (byte < 0 || byte > 255) {
            error_set(vm, EXC_ValueError, "byte must be in range(0, 256)");
            return -1;
        }
        ByteSpan s = bytes_span(self);
        return s.size && memchr(s.data, (int)byte, (size_t)s.size) != NULL;
    }
    BytesArg arg;
    if (bytes_arg_get(vm, item, &arg) < 0)
        return -1;
    int64_t at = find_span(vm, bytes_span(self), (ByteSpan){arg.data, arg.size}, 1);
    bytes_arg_release(vm, &arg);
    return at == -2 ? -1 : at >= 0;
}

/* ---- startswith, endswith, removeprefix, removesuffix ---------------------------- */

static bool affix_matches(ByteSpan s, int64_t start, int64_t end, ByteSpan affix,
                          bool at_end)
{
    if (end > s.size)
        end = s.size;
    if (start > end || affix.size > end - start)
        return false;
    if (affix.size == 0)
        return true;
    const uint8_t *at = s.data + (at_end ? end - affix.size : start);
    return memcmp(at, affix.data, (size_t)affix.size) == 0;
}

/* 1: matches, 0: does not, -1: error */
static int affix_object_matches(MinipyVM *vm, Value self, int64_t start, int64_t end,
                                Value affix, bool at_end)
{
    BytesArg arg;

    if (bytes_arg_get(vm, affix, &arg) < 0)
        return -1;
    int matches = affix_matches(bytes_span(self), start, end,
                                (ByteSpan){arg.data, arg.size}, at_end);
    bytes_arg_release(vm, &arg);
    return matches;
}

static Value starts_or_ends(MinipyVM *vm, const char *name, Value self,
                            const Value *args, size_t nargs, bool at_end)
{
    int64_t start, end;

    if (!args_find_bounds(vm, args + 1, nargs - 1, bytes_span(self).size, &start, &end))
        return VALUE_NULL;
    if (!value_is_tuple(args[0])) {
        if (!buffer_supported(vm, args[0]))
            return error_set(
                vm, EXC_TypeError,
                "%s first arg must be bytes or a tuple of bytes, not %.100T", name,
                args[0]);
        return value_true_or_error(
            affix_object_matches(vm, self, start, end, args[0], at_end));
    }
    for (int64_t i = 0; i < tuple_size(args[0]); i++) {
        int matches = affix_object_matches(vm, self, start, end,
                                           tuple_get_borrow(args[0], i), at_end);
        if (matches != 0)
            return value_true_or_error(matches);
    }
    return VALUE_FALSE;
}

Value bytes_method_startswith(NATIVE_ARGS)
{
    return starts_or_ends(vm, "startswith", self, args, nargs, false);
}

Value bytes_method_endswith(NATIVE_ARGS)
{
    return starts_or_ends(vm, "endswith", self, args, nargs, true);
}

static Value remove_affix(MinipyVM *vm, Value self, Value affix, bool at_end)
{
    BytesArg arg;

    if (bytes_arg_get(vm, affix, &arg) < 0)
        return VALUE_NULL;
    int64_t size = bytes_span(self).size, start = 0, end = size;
    if (affix_matches(bytes_span(self), 0, size, (ByteSpan){arg.data, arg.size},
                      at_end)) {
        if (at_end)
            end -= arg.size;
        else
            start = arg.size;
    }
    Value result = bytes_like_part(vm, self, start, end);
    bytes_arg_release(vm, &arg);
    return result;
}

Value bytes_method_removeprefix(NATIVE_ARGS)
{
    return remove_affix(vm, self, args[0], false);
}

Value bytes_method_removesuffix(NATIVE_ARGS)
{
    return remove_affix(vm, self, args[0], true);
}

/* ---- replace --------------------------------------------------------------------- */

/* new_ before each byte and at the end, COUNT times in all. */
static void put_between(BytesBuilder *b, ByteSpan s, ByteSpan new_, int64_t count)
{
    int64_t from = 0;

    while (count-- > 0 && !b->failed) {
        if (limits_poll(b->vm) < 0) {
            bytesbuilder_fail(b);
            return;
        }
        bytesbuilder_add(b, new_.data, new_.size);
        if (from == s.size)
            return;
        bytesbuilder_byte(b, s.data[from++]);
    }
    bytesbuilder_add(b, s.data + from, s.size - from);
}

/* What is short is made on the stack, in one search. VALUE_NULL without an exception:
 * it does not fit. */
static Value replace_short(MinipyVM *vm, Value self, ByteSpan old, ByteSpan new_,
                           int64_t count)
{
    enum { ROOM = 256 };
    uint8_t room[ROOM], *to = room;
    ByteSpan s = bytes_span(self);

    for (; count > 0 && s.size >= old.size; count--) {
        ptrdiff_t hit =
            search_find(s.data, (size_t)s.size, old.data, (size_t)old.size, 1);
        if (hit < 0)
            break;
        /* What is left over, too, would have to fit. */
        if (s.size + new_.size > room + ROOM - to)
            return VALUE_NULL;
        to = (uint8_t *)copy_few((char *)to, s.data, (size_t)hit);
        to = (uint8_t *)copy_few((char *)to, new_.data, (size_t)new_.size);
        s.data += hit + old.size;
        s.size -= hit + old.size;
    }
    if (s.data == bytes_span(self).data)
        return bytes_like_part(vm, self, 0, s.size);
    to = (uint8_t *)copy_few((char *)to, s.data, (size_t)s.size);
    return value_is_bytes(self) ? bytes_from(vm, room, to - room)
                                : bytearray_from(vm, room, to - room);
}

static Value replace(MinipyVM *vm, Value self, ByteSpan old, ByteSpan new_,
                     int64_t count)
{
    enum { SHORT = 128 };
    ByteSpan s = bytes_span(self);

    if (count < 0)
        count = INT64_MAX;
    if (old.size && s.size <= SHORT) {
        Value made = replace_short(vm, self, old, new_, count);
        if (made || error_occurred(vm))
            return made;
    }
    Text text = {s.data, s.size, 1}, needle = {old.data, old.size, 1};
    int64_t hits = text_hits(vm, text, needle, new_.size, count);
    if (hits < 0)
        return VALUE_NULL;
    if (hits == 0 || (old.size == 0 && new_.size == 0))
        return bytes_like_part(vm, self, 0, s.size);
    int64_t growth = new_.size - old.size;
    if (growth > 0 && growth > (INT64_MAX / 8 - s.size) / hits)
        return error_set(vm, EXC_OverflowError, "replace bytes is too long");
    if (old.size == 0) {
        BytesBuilder b;
        bytesbuilder_init(&b, vm, s.size + growth * hits);
        put_between(&b, s, new_, count);
        return bytes_finish_like(vm, self, &b);
    }
    int64_t size = s.size + growth * hits;
    bool is_bytes = value_is_bytes(self);
    Value result = is_bytes ? bytes_alloc(vm, size) : bytearray_alloc(vm, size);
    if (!result || size == 0)
        return result;
    uint8_t *to = is_bytes ? BYTES(result)->data : BYTEARRAY(result)->data;
    if (old.size == 1 && new_.size == 1 && count >= s.size && s.size < LEAVABLE_BYTES)
        search_replace_byte(to, s.data, (size_t)s.size, *old.data, *new_.data);
    else if (text_replace(vm, to, text, needle, (Text){new_.data, new_.size, 1}, hits) <
             0)
        value_clear(vm, &result);
    return result;
}

Value bytes_method_replace(NATIVE_ARGS)
{
    BytesArg old, new_;
    int64_t count = -1;

    if (bytes_arg_get(vm, args[0], &old) < 0)
        return VALUE_NULL;
    if (bytes_arg_get(vm, args[1], &new_) < 0) {
        bytes_arg_release(vm, &old);
        return VALUE_NULL;
    }
    Value result = VALUE_NULL;
    if (nargs < 3 || arg_ssize(vm, args[2], &count))
        result = replace(vm, self, (ByteSpan){old.data, old.size},
                         (ByteSpan){new_.data, new_.size}, count);
    bytes_arg_release(vm, &old);
    bytes_arg_release(vm, &new_);
    return result;
}
