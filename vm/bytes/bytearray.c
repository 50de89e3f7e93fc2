/* bytearray.c - the changeable sibling of bytes.
 *
 * While a view of its memory lives (exports > 0) a bytearray cannot change size: every
 * resize goes through bytearray_resize, which checks. data is NULL only while size and
 * capacity are 0.
 */
#include <string.h>

#include "vm/objects/args.h"
#include "vm/objects/call.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/slice.h"
#include "vm/types/type.h"

static int check_exports(MinipyVM *vm, Value self)
{
    if (BYTEARRAY(self)->exports == 0)
        return 0;
    error_set(vm, EXC_BufferError,
              "Existing exports of data: object cannot be re-sized");
    return -1;
}

/* Moves what is kept of the contents, at most size bytes, into memory for capacity. */
static int set_capacity(MinipyVM *vm, BytearrayObj *b, int64_t size, int64_t capacity)
{
    uint8_t *old = b->data - b->start;
    uint8_t *data = b->start ? mem_alloc(vm, (size_t)capacity + 1)
                             : mem_realloc(vm, b->data, (size_t)capacity + 1);
    if (!data)
        return -1;
    if (b->start) {
        memcpy(data, b->data, (size_t)(size < b->size ? size : b->size));
        mem_free(vm, old);
    }
    b->data = data;
    b->start = 0;
    b->capacity = capacity;
    return 0;
}

void bytearray_settle(BytearrayObj *b)
{
    if (b->start == 0)
        return;
    memmove(b->data - b->start, b->data, (size_t)b->size + 1);
    b->data -= b->start;
    b->start = 0;
}

/* Has the memory that CPython would have for that size. -1: MemoryError. */
static int fit(MinipyVM *vm, BytearrayObj *b, int64_t size)
{
    int64_t room = b->data ? b->capacity + 1 : 0; /* with the NUL at the end */
    if (size + b->start >= room || size < room / 2) {
        /* A little more than asked for when it grows by little, else what is needed. */
        bool creeps = size + b->start >= room && size <= room + room / 8;
        int64_t capacity = creeps ? size + size / 8 + (size < 9 ? 2 : 5) : size;
        if (size > INT64_MAX / 4) {
            error_set_oom(vm);
            return -1;
        }
        if (set_capacity(vm, b, size, capacity) < 0)
            return -1;
    }
    b->size = size;
    b->data[size] = 0;
    return 0;
}

/* Makes a bytearray's storage SIZE bytes long (contents kept). -1: BufferError when
 * exported, MemoryError. */
static int bytearray_resize(MinipyVM *vm, Value self, int64_t size)
{
    BytearrayObj *b = BYTEARRAY(self);

    if (size == b->size)
        return 0;
    return check_exports(vm, self) < 0 ? -1 : fit(vm, b, size);
}

/* Takes bytes from the front: the others stay where they are, so that a queue of bytes
 * costs nothing to read from. -1: MemoryError, and nothing changed. */
static int drop_front(MinipyVM *vm, BytearrayObj *b, int64_t n)
{
    b->data += n, b->start += n, b->size -= n;
    if (fit(vm, b, b->size) == 0)
        return 0;
    b->data -= n, b->start -= n, b->size += n;
    return -1;
}

Value bytearray_alloc(MinipyVM *vm, int64_t size)
{
    Object *o = object_alloc(vm, vm->types[KIND_BYTEARRAY], 0);

    if (!o)
        return VALUE_NULL;
    Value self = value_from_obj(o);
    if (size > 0 && fit(vm, BYTEARRAY(self), size) < 0)
        value_clear(vm, &self);
    return self;
}

/* DATA NULL: zeros. */
Value bytearray_from(MinipyVM *vm, const void *data, int64_t size)
{
    Value self = bytearray_alloc(vm, size);

    if (!self)
        return VALUE_NULL;
    if (size > 0 && data)
        memcpy(BYTEARRAY(self)->data, data, (size_t)size);
    else if (size > 0)
        memset(BYTEARRAY(self)->data, 0, (size_t)size);
    return self;
}

static Value new_slot(NEW_ARGS)
{
    Object *o = object_alloc(vm, cls, 0);
    return o ? value_from_obj(o) : VALUE_NULL;
}

/* Whether bytearray(source) goes through the source's items. */
static bool has_items(MinipyVM *vm, Value source)
{
    const TypeSlots *slots = &value_type(vm, source)->slots;

    return !value_is_str(source) && !value_is_int(source) && !slots->nb_index &&
           !buffer_supported(vm, source) && (slots->iter || slots->sq_item);
}

/* Adds what an iterator gives one by one: it may look at SELF meanwhile. */
static int add_items(MinipyVM *vm, Value self, Value it)
{
    Value item;

    while ((item = iter_next(vm, it)) != VALUE_NULL) {
        int byte = byte_from_value(vm, item, "byte must be in range(0, 256)");
        int64_t size = BYTEARRAY(self)->size;
        value_decref(vm, item);
        if (byte < 0 || bytearray_resize(vm, self, size + 1) < 0)
            break;
        BYTEARRAY(self)->data[size] = (uint8_t)byte;
    }
    return error_occurred(vm) ? -1 : 0;
}

/* A size, or bytes: nothing that runs code of Python's. */
static bool is_simple(MinipyVM *vm, Value source)
{
    if (value_is_int_imm(source))
        return value_imm(source) >= 0;
    return value_is_exact(vm, source, KIND_BYTES) ||
           value_is_exact(vm, source, KIND_BYTEARRAY);
}

static int fill_simply(MinipyVM *vm, Value self, Value source)
{
    bool zeros = value_is_int_imm(source);
    int64_t size = zeros ? value_imm(source) : bytes_span(source).size;

    if (bytearray_resize(vm, self, size) < 0)
        return -1;
    if (size && zeros)
        memset(BYTEARRAY(self)->data, 0, (size_t)size);
    else if (size)
        memcpy(BYTEARRAY(self)->data, bytes_span(source).data, (size_t)size);
    return 0;
}

/* All of a buffer that lies side by side; 0: it is none, -1: exception. */
static int fill_from_buffer(MinipyVM *vm, Value self, Value source)
{
    Buffer view;
    if (value_is_int(source) || value_type(vm, source)->slots.nb_index ||
        !buffer_supported(vm, source))
        return 0;
    if (buffer_get(vm, source, &view, BUF_FULL) < 0)
        return -1;
    int filled = buffer_is_contiguous(&view);
    if (filled && bytearray_resize(vm, self, view.size) < 0)
        filled = -1;
    else if (filled)
        mem_copy(BYTEARRAY(self)->data, view.data, (size_t)view.size);
    buffer_release(vm, &view);
    return filled;
}

INIT(init_slot, 3, "bytearray", "(source=None, encoding=None, errors=None)")
{
    for (int i = 1; i < 3; i++)
        if (given[i] && !value_is_str(given[i])) {
            error_set(
                vm, EXC_TypeError, "bytearray() argument '%s' must be str, not %.50s",
                i == 1 ? "encoding" : "errors", type_name_for_message(vm, given[i]));
            return -1;
        }
    if (bytearray_resize(vm, self, 0) < 0)
        return -1;
    bool alone = given[0] && !given[1] && !given[2];
    if (alone && is_simple(vm, given[0]))
        return fill_simply(vm, self, given[0]);
    int filled = alone ? fill_from_buffer(vm, self, given[0]) : 0;
    if (filled)
        return filled < 0 ? -1 : 0;
    Value made = alone ? bytes_of_small_ints(vm, given[0]) : VALUE_NULL;
    if (!made && error_occurred(vm))
        return -1;
    if (!made && alone && has_items(vm, given[0])) {
        Value it = object_iter(vm, given[0]);
        if (!it && error_matches(vm, EXC_TypeError))
            bytes_not_convertible(vm, given[0], KIND_BYTEARRAY);
        int added = it ? add_items(vm, self, it) : -1;
        value_xdecref(vm, it);
        return added;
    }
    if (!made)
        made = bytes_construct(vm, given[0], given[1], given[2], KIND_BYTEARRAY);
    if (!made)
        return -1;
    int64_t size = BYTES(made)->size;
    int error = bytearray_resize(vm, self, size);
    if (error == 0 && size > 0)
        memcpy(BYTEARRAY(self)->data, BYTES(made)->data, (size_t)size);
    value_decref(vm, made);
    return error;
}

static void dealloc(MinipyVM *vm, Object *o)
{
    BytearrayObj *b = (BytearrayObj *)o;
    mem_free(vm, b->data ? b->data - b->start : NULL);
}

/* ---- slots ----------------------------------------------------------------------- */

static Value repr_slot(MinipyVM *vm, Value self)
{
    if (value_is_exact(vm, self, KIND_BYTEARRAY))
        return bytes_repr_span(vm, bytes_span(self), "bytearray(", ")");
    Value before = str_format_c(vm, "%s(", type_last_name(value_type(vm, self)));
    if (!before)
        return VALUE_NULL;
    const char *name = str_utf8(vm, before, NULL);
    Value text = VALUE_NULL;
    if (name && STR(before)->ascii)
        text = bytes_repr_span(vm, bytes_span(self), name, ")");
    else if (name) {
        Value inner = bytes_repr_span(vm, bytes_span(self), "", ")");
        text = inner ? str_concat(vm, before, inner) : VALUE_NULL;
        value_xdecref(vm, inner);
    }
    value_decref(vm, before);
    return text;
}

static Value str_slot(MinipyVM *vm, Value self)
{
    if (vm->settings.bytes_warning &&
        error_warn(vm, EXC_BytesWarning, 1, "str() on a bytearray instance") < 0)
        return VALUE_NULL;
    return repr_slot(vm, self);
}

static Value richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Buffer x, y;

    if (!buffer_supported(vm, a) || !buffer_supported(vm, b)) {
        if (vm->settings.bytes_warning && (op == CMP_EQ || op == CMP_NE) &&
            (value_is_str(a) || value_is_str(b)) &&
            error_warn(vm, EXC_BytesWarning, 1,
                       "Comparison between bytearray and string") < 0)
            return VALUE_NULL;
        return VALUE_NOT_IMPLEMENTED;
    }
    if (buffer_get(vm, a, &x, BUF_SIMPLE) < 0) {
        error_clear(vm);
        return VALUE_NOT_IMPLEMENTED;
    }
    if (buffer_get(vm, b, &y, BUF_SIMPLE) < 0) {
        error_clear(vm);
        buffer_release(vm, &x);
        return VALUE_NOT_IMPLEMENTED;
    }
    Value result =
        bytes_compare_spans((ByteSpan){x.data, x.size}, (ByteSpan){y.data, y.size}, op);
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return result;
}

static int64_t length_slot(MinipyVM *vm, Value self)
{
    (void)vm;
    return BYTEARRAY(self)->size;
}

static Value concat_slot(MinipyVM *vm, Value a, Value b)
{
    if (value_is_bytes(b) || value_is_kind(b, KIND_BYTEARRAY)) {
        ByteSpan x = bytes_span(a), y = bytes_span(b);
        Value result = bytearray_alloc(vm, x.size + y.size);
        uint8_t *to = result ? BYTEARRAY(result)->data : NULL;
        if (to &&
            ((x.size && copy_leavable(vm, to, x.data, (size_t)x.size) < 0) ||
             (y.size && copy_leavable(vm, to + x.size, y.data, (size_t)y.size) < 0)))
            value_clear(vm, &result);
        return result;
    }
    Value sum = bytes_concat(vm, a, b);

    if (!sum)
        return VALUE_NULL;
    Value result = bytearray_from(vm, BYTES(sum)->data, BYTES(sum)->size);
    value_decref(vm, sum);
    return result;
}

/* How many times it is repeated: n, not negative. -1: too large, MemoryError. */
static int64_t repetitions(MinipyVM *vm, Value self, int64_t n)
{
    if (n <= 0)
        return 0;
    if (BYTEARRAY(self)->size <= INT64_MAX / 4 / n)
        return n;
    error_set_oom(vm);
    return -1;
}

static Value repeat_slot(MinipyVM *vm, Value self, int64_t times)
{
    int64_t size = BYTEARRAY(self)->size, n = repetitions(vm, self, times);
    if (n < 0)
        return VALUE_NULL;
    Value result = bytearray_alloc(vm, size * n);
    if (result && size * n > 0 &&
        repeat_leavable(vm, BYTEARRAY(result)->data, BYTEARRAY(self)->data,
                        (size_t)size, (size_t)(size * n)) < 0)
        value_clear(vm, &result);
    return result;
}

static Value inplace_repeat_slot(MinipyVM *vm, Value self, int64_t times)
{
    int64_t size = BYTEARRAY(self)->size, n = repetitions(vm, self, times);
    if (n < 0 || bytearray_resize(vm, self, size * n) < 0)
        return VALUE_NULL;
    uint8_t *data = BYTEARRAY(self)->data;
    if (n > 1 && size > 0 &&
        repeat_leavable(vm, data + size, data, (size_t)size, (size_t)(size * (n - 1))) <
            0)
        return VALUE_NULL;
    return value_incref(self);
}

/* Appends the bytes of a buffer (perhaps SELF's own). */
static int append_buffer(MinipyVM *vm, Value self, Value other)
{
    Buffer view;
    int64_t size = BYTEARRAY(self)->size;

    if (other == self) {
        if (size && bytearray_resize(vm, self, size * 2) < 0)
            return -1;
        if (size)
            memcpy(BYTEARRAY(self)->data + size, BYTEARRAY(self)->data, (size_t)size);
        return 0;
    }
    if (buffer_get(vm, other, &view, BUF_SIMPLE) < 0)
        return -1;
    int error = view.size > INT64_MAX / 4 - size
                    ? (error_set_oom(vm), -1)
                    : bytearray_resize(vm, self, size + view.size);
    if (error == 0 && view.size)
        memcpy(BYTEARRAY(self)->data + size, view.data, (size_t)view.size);
    buffer_release(vm, &view);
    return error;
}

static Value inplace_concat_slot(MinipyVM *vm, Value self, Value other)
{
    if (!buffer_supported(vm, other))
        return error_set(vm, EXC_TypeError, "can't concat %.100T to %.100T", other,
                         self);
    return append_buffer(vm, self, other) < 0 ? VALUE_NULL : value_incref(self);
}

static Value item_slot(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= BYTEARRAY(self)->size)
        return error_set(vm, EXC_IndexError, "bytearray index out of range");
    return value_from_imm(BYTEARRAY(self)->data[i]);
}

static Value subscript_slot(MinipyVM *vm, Value self, Value key)
{
    return bytes_subscript(vm, self, key,
                           "bytearray indices must be integers or slices, not %T",
                           "bytearray index out of range");
}

static void put_bytes(BytearrayObj *b, int64_t start, const uint8_t *bytes, int64_t n)
{
    if (n)
        memcpy(b->data + start, bytes, (size_t)n);
}

/* Puts N bytes in place of [start, end). */
static int replace_range(MinipyVM *vm, Value self, int64_t start, int64_t end,
                         const uint8_t *bytes, int64_t n)
{
    BytearrayObj *b = BYTEARRAY(self);
    int64_t tail = b->size - end, size = b->size - (end - start) + n;

    if (size < b->size) {
        if (check_exports(vm, self) < 0)
            return -1;
        if (start == 0)
            return drop_front(vm, b, end - n) < 0 ? -1 : (put_bytes(b, 0, bytes, n), 0);
        memmove(b->data + start + n, b->data + end, (size_t)tail);
        if (bytearray_resize(vm, self, size) < 0)
            return -1;
    } else if (size > b->size) {
        if (bytearray_resize(vm, self, size) < 0)
            return -1;
        memmove(b->data + start + n, b->data + end, (size_t)tail);
    }
    put_bytes(b, start, bytes, n);
    return 0;
}

/* self[start:...:step] with COUNT items becomes BYTES (or goes, when n is 0). */
static int assign_stepped(MinipyVM *vm, Value self, int64_t start, int64_t step,
                          int64_t count, const uint8_t *bytes, int64_t n)
{
    BytearrayObj *b = BYTEARRAY(self);

    if (n == count) {
        for (int64_t i = 0; i < count; i++)
            b->data[start + i * step] = bytes[i];
        return 0;
    }
    if (n != 0) {
        error_set(vm, EXC_ValueError,
                  "attempt to assign bytes of size %ld to extended slice of size %ld",
                  (long)n, (long)count);
        return -1;
    }
    if (check_exports(vm, self) < 0)
        return -1;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    int64_t to = start;
    for (int64_t i = start, k = 0; i < b->size; i++)
        if (k < count && i == start + k * step)
            k++;
        else
            b->data[to++] = b->data[i];
    return bytearray_resize(vm, self, to);
}

/* What a slice assignment takes: as bytes(), but without a size. */
static Value slice_bytes(MinipyVM *vm, Value value)
{
    const TypeSlots *s = &value_type(vm, value)->slots;
    if (s->nb_float || s->nb_index || s->nb_int || value_is_str(value) ||
        value_is_kind(value, KIND_COMPLEX))
        return error_set(vm, EXC_TypeError,
                         "can assign only bytes, buffers, or iterables of ints in "
                         "range(0, 256)");
    if (!buffer_supported(vm, value) && !s->iter && !s->sq_item)
        return error_set(vm, EXC_TypeError, "cannot convert '%T' object to bytearray",
                         value);
    return bytes_from_source(vm, value, KIND_BYTEARRAY);
}

/* Puts DATA in place of a slice. Nothing below the unpacking runs code. */
static int assign_span(MinipyVM *vm, Value self, Value slice, ByteSpan from)
{
    int64_t start, stop, step;

    if (slice_unpack(vm, slice, &start, &stop, &step) < 0)
        return -1;
    int64_t count = slice_adjust(BYTEARRAY(self)->size, &start, &stop, step);
    if (step == 1)
        return replace_range(vm, self, start, start + count, from.data, from.size);
    return assign_stepped(vm, self, start, step, count, from.data, from.size);
}

/* As CPython, this asks for the slice's numbers before it converts the value, and again
 * after. */
static int assign_slice(MinipyVM *vm, Value self, Value slice, Value value)
{
    int64_t start, stop, step;

    if (!value)
        return assign_span(vm, self, slice, (ByteSpan){0});
    if (!(value_is_kind(value, KIND_BYTEARRAY) && value != self) &&
        slice_unpack(vm, slice, &start, &stop, &step) < 0)
        return -1;
    Value bytes = slice_bytes(vm, value);
    if (!bytes)
        return -1;
    int error = assign_span(vm, self, slice, bytes_span(bytes));
    value_decref(vm, bytes);
    return error;
}

static int assign_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    if (value_is_kind(key, KIND_SLICE))
        return assign_slice(vm, self, key, value);
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index) {
        error_set(vm, EXC_TypeError,
                  "bytearray indices must be integers or slices, not %T", key);
        return -1;
    }
    int64_t i = number_as_ssize(vm, key, EXC_IndexError);
    if (i == -1 && error_occurred(vm))
        return -1;
    int byte = 0;
    if (value &&
        (byte = byte_from_value(vm, value, "byte must be in range(0, 256)")) < 0)
        return -1;
    if (i < 0)
        i += BYTEARRAY(self)->size;
    if (i < 0 || i >= BYTEARRAY(self)->size) {
        error_set(vm, EXC_IndexError, "bytearray index out of range");
        return -1;
    }
    if (!value)
        return replace_range(vm, self, i, i + 1, NULL, 0);
    BYTEARRAY(self)->data[i] = (uint8_t)byte;
    return 0;
}

static int assign_item(MinipyVM *vm, Value self, int64_t i, Value value)
{
    return assign_subscript(vm, self, value_from_imm(i), value);
}

static Value iter_slot(MinipyVM *vm, Value self)
{
    return bytes_iter_new(vm, KIND_BYTEARRAY_ITER, self);
}

/* The format is copied, as what it is filled from may change the bytearray. */
static Value mod_slot(MinipyVM *vm, Value a, Value b)
{
    enum { SHORT = 256 };
    if (!value_is_kind(a, KIND_BYTEARRAY))
        return VALUE_NOT_IMPLEMENTED;
    int64_t size = BYTEARRAY(a)->size;
    char copy[SHORT];
    if (size <= SHORT) {
        mem_copy(copy, BYTEARRAY(a)->data, (size_t)size);
        return bytes_percent(vm, copy, size, b, bytearray_from);
    }
    Value large = bytes_from(vm, BYTEARRAY(a)->data, size);
    if (!large)
        return VALUE_NULL;
    Value made =
        bytes_percent(vm, (const char *)BYTES(large)->data, size, b, bytearray_from);
    value_decref(vm, large);
    return made;
}

static int getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    BytearrayObj *b = BYTEARRAY(self);
    void *data = b->data ? (void *)b->data : (void *)(uintptr_t) "";

    if (buffer_fill(vm, view, self, data, b->size, false, flags) < 0)
        return -1;
    b->exports++;
    return 0;
}

static void releasebuffer(MinipyVM *vm, Value self, Buffer *view)
{
    (void)vm, (void)view;
    BYTEARRAY(self)->exports--;
}

/* ---- methods --------------------------------------------------------------------- */

FN(append_method)
{
    int byte = byte_from_value(vm, args[0], "byte must be in range(0, 256)");
    int64_t size = BYTEARRAY(self)->size;

    if (byte < 0 || bytearray_resize(vm, self, size + 1) < 0)
        return VALUE_NULL;
    BYTEARRAY(self)->data[size] = (uint8_t)byte;
    return VALUE_NONE;
}

FN(extend_method)
{
    if (buffer_supported(vm, args[0]))
        return append_buffer(vm, self, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
    if (value_is_str(args[0]) && STR(args[0])->length > 0)
        return error_set(vm, EXC_TypeError,
                         "'str' object cannot be interpreted as an integer");
    Value it = object_iter(vm, args[0]);
    if (!it) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            error_set(vm, EXC_TypeError, "can't extend bytearray with %T", args[0]);
        }
        return VALUE_NULL;
    }
    /* All items first, so that an error in the middle leaves self as it was. */
    Value bytes = bytearray_from(vm, NULL, 0);
    int error = bytes && object_length_hint(vm, args[0], 0) >= 0
                    ? add_items(vm, bytes, it)
                    : -1;
    if (error == 0)
        error = append_buffer(vm, self, bytes);
    value_decref(vm, it);
    value_xdecref(vm, bytes);
    return error < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(insert_method)
{
    int64_t at, size;

    if (!arg_ssize(vm, args[0], &at))
        return VALUE_NULL;
    int byte = byte_from_value(vm, args[1], "byte must be in range(0, 256)");
    if (byte < 0)
        return VALUE_NULL;
    size = BYTEARRAY(self)->size;
    if (at < 0)
        at += size;
    at = at < 0 ? 0 : at > size ? size : at;
    uint8_t one = (uint8_t)byte;
    return replace_range(vm, self, at, at, &one, 1) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* One byte. Also the first is closed over, as in CPython: what is allocated shows it.
 */
static int take_out(MinipyVM *vm, Value self, int64_t at)
{
    BytearrayObj *b = BYTEARRAY(self);
    if (check_exports(vm, self) < 0)
        return -1;
    memmove(b->data + at, b->data + at + 1, (size_t)(b->size - at - 1));
    return bytearray_resize(vm, self, b->size - 1);
}

FN(pop_method)
{
    int64_t at = -1;

    if ((nargs && !arg_ssize(vm, args[0], &at)))
        return VALUE_NULL;
    int64_t size = BYTEARRAY(self)->size;
    if (size == 0)
        return error_set(vm, EXC_IndexError, "pop from empty bytearray");
    if (at < 0)
        at += size;
    if (at < 0 || at >= size)
        return error_set(vm, EXC_IndexError, "pop index out of range");
    Value byte = value_from_imm(BYTEARRAY(self)->data[at]);
    return take_out(vm, self, at) < 0 ? VALUE_NULL : byte;
}

FN(remove_method)
{
    int byte = byte_from_value(vm, args[0], "byte must be in range(0, 256)");
    ByteSpan s = bytes_span(self);

    if (byte < 0)
        return VALUE_NULL;
    const uint8_t *hit = s.size ? memchr(s.data, byte, (size_t)s.size) : NULL;
    if (!hit)
        return error_set(vm, EXC_ValueError, "value not found in bytearray");
    int64_t at = hit - s.data;
    return take_out(vm, self, at) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(reverse_method)
{
    BytearrayObj *b = BYTEARRAY(self);

    for (int64_t i = 0, j = b->size - 1; i < j; i++, j--) {
        uint8_t byte = b->data[i];
        b->data[i] = b->data[j];
        b->data[j] = byte;
    }
    return VALUE_NONE;
}

FN(clear_method)
{
    return bytearray_resize(vm, self, 0) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(copy_method)
{
    return bytearray_from(vm, BYTEARRAY(self)->data, BYTEARRAY(self)->size);
}

FN(fromhex_method)
{
    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "fromhex", 0, "str", args[0]);
    Value bytes = bytes_unhex(vm, args[0]);
    if (!bytes)
        return VALUE_NULL;
    Value result = self == value_from_obj(vm->types[KIND_BYTEARRAY])
                       ? bytearray_from(vm, BYTES(bytes)->data, BYTES(bytes)->size)
                       : call1(vm, self, bytes);
    value_decref(vm, bytes);
    return result;
}

FN(alloc_method)
{
    BytearrayObj *b = BYTEARRAY(self);

    return int_new(vm, b->data ? b->capacity + 1 : 0);
}

FN(sizeof_method)
{
    BytearrayObj *b = BYTEARRAY(self);

    return int_new(vm, 56 + type_added_size(self) + (b->data ? b->capacity + 1 : 0));
}

/* (type, args, state or None): as text in latin-1 below protocol 3. */
static Value reduce(MinipyVM *vm, Value self, int protocol)
{
    BytearrayObj *b = BYTEARRAY(self);
    Value data, args = VALUE_NULL, state = VALUE_NULL, result = VALUE_NULL;

    if (protocol < 3) {
        data = str_from_latin1(vm, b->data, b->size);
        Value latin1 = data ? str_from_cstr(vm, "latin-1") : VALUE_NULL;
        if (latin1)
            args = b->size ? tuple_pack(vm, 2, data, latin1) : tuple_pack(vm, 0);
        value_xdecref(vm, latin1);
    } else {
        data = bytes_from(vm, b->data, b->size);
        if (data)
            args = b->size ? tuple_pack(vm, 1, data) : tuple_pack(vm, 0);
    }
    value_xdecref(vm, data);
    if (args)
        state = call_method_cstr(vm, self, "__getstate__", NULL, 0);
    if (state)
        result = tuple_pack(vm, 3, value_from_obj(value_type(vm, self)), args, state);
    value_xdecref(vm, state);
    value_xdecref(vm, args);
    return result;
}

FN(reduce_method)
{
    return reduce(vm, self, 2);
}

FN(reduce_ex_method)
{
    int protocol = 0;

    if ((nargs && !arg_int(vm, args[0], &protocol)))
        return VALUE_NULL;
    return reduce(vm, self, protocol);
}

static const MethodDef methods[] = {
#define BYTES_METHOD(name, fn, flags, signature, doc) {name, fn, flags, signature, doc},
#include "vm/bytes/bytes_methods.def"
#undef BYTES_METHOD
    {"append", append_method, 0, "($self, item, /)", "Adds one byte."},
    {"extend", extend_method, 0, "($self, iterable_of_ints, /)",
     "Adds the bytes of an iterable."},
    {"insert", insert_method, 0, "($self, index, item, /)",
     "Inserts one byte before the index."},
    {"pop", pop_method, 0, "($self, index=-1, /)", "Removes one byte and returns it."},
    {"remove", remove_method, 0, "($self, value, /)",
     "Removes the first byte of that value."},
    {"reverse", reverse_method, 0, "($self, /)", "Turns the order."},
    {"clear", clear_method, 0, "($self, /)", "Removes all bytes."},
    {"copy", copy_method, 0, "($self, /)", "A copy."},
    {"fromhex", fromhex_method, M_CLASS, "($type, string, /)",
     "The bytes that pairs of hexadecimal digits say."},
    {"__alloc__", alloc_method, M_UNSIGNED, "($self, /)", "Bytes allocated."},
    {"__sizeof__", sizeof_method, 0, "($self, /)", "Bytes of memory."},
    {"__reduce__", reduce_method, 0, "($self, /)", "For pickling."},
    {"__reduce_ex__", reduce_ex_method, 0, "($self, proto=0, /)", "For pickling."},
    {0},
};

TYPE_SPEC(bytearray_type_spec,
    .name = "bytearray",
    .doc = "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n"
           "bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\nbytearray(int) -> bytes array of size "
           "given by the parameter initialized with null bytes\nbytearray() -> empty bytes array",
    .flags = TYPE_BASE | TYPE_MATCH_SELF, .basicsize = sizeof(BytearrayObj),
    .dealloc = dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = repr_slot, .str = str_slot, .richcompare = richcompare,
              .iter = iter_slot, .new_ = new_slot, .init = init_slot, .nb_remainder = mod_slot,
              .sq_length = length_slot, .sq_concat = concat_slot, .sq_repeat = repeat_slot, .sq_item = item_slot,
              .sq_ass_item = assign_item, .sq_contains = bytes_contains, .sq_inplace_concat = inplace_concat_slot,
              .sq_inplace_repeat = inplace_repeat_slot, .mp_length = length_slot, .mp_subscript = subscript_slot,
              .mp_ass_subscript = assign_subscript, .bf_getbuffer = getbuffer, .bf_releasebuffer = releasebuffer},
    .methods = methods,
);
