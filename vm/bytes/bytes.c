/* bytes.c - the bytes object and its builder. Methods common to bytes and bytearray are
 * in bytes_search.c, bytes_split.c and bytes_methods.c.
 *
 * A bytes never changes once anyone else can see it. Empty and one-byte objects made
 * here are shared.
 */
#include "vm/bytes/bytes.h"

#include <string.h>

#include "vm/core/copy.h"
#include "vm/objects/args.h"
#include "vm/objects/call.h"
#include "vm/bytes/bytes_private.h"
#include "vm/memory/mem_gmp.h"
#include "vm/memory/mem_inline.h"
#include "vm/memory/object_report.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str_private.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/slice.h"

#define BYTES_HEADER ((int64_t)offsetof(BytesObj, data))
#define SIZE_MOST (INT64_MAX - BYTES_HEADER - 1)
#define CPYTHON_MOST (INT64_MAX - 33) /* more is an OverflowError */

static void init_exact(MinipyVM *vm, BytesObj *b, int64_t size)
{
    b->ob = (Object){.refs = 1, .kind = KIND_BYTES, .type = vm->types[KIND_BYTES]};
    b->hash = -1;
    b->size = size;
    b->data[size] = 0;
}

static inline Value alloc_own(MinipyVM *vm, int64_t size, bool zeroed)
{
    if (size > CPYTHON_MOST)
        return error_set(vm, EXC_OverflowError, "byte string is too large");
    if (size > SIZE_MOST)
        return error_set_oom(vm);
    size_t whole = (size_t)(BYTES_HEADER + size + 1);
    TypeObj *type = vm->types[KIND_BYTES];
    BytesObj *b = zeroed ? mem_calloc_object(vm, whole, type)
                         : mem_alloc_object_inline(vm, whole, 0, type);
    if (!b)
        return VALUE_NULL;
    init_exact(vm, b, size);
    return value_from_obj(b);
}

Value bytes_alloc(MinipyVM *vm, int64_t size)
{
    if (size == 0 && vm->empty_bytes)
        return value_incref(vm->empty_bytes);
    return alloc_own(vm, size, false);
}

Value bytes_zeros(MinipyVM *vm, int64_t size)
{
    return size == 0 ? bytes_alloc(vm, 0) : alloc_own(vm, size, true);
}

Value bytes_from(MinipyVM *vm, const void *data, int64_t size)
{
    if (size == 1) {
        Value *cell = &vm->byte[*(const uint8_t *)data];
        if (!*cell) {
            *cell = bytes_alloc(vm, 1);
            if (!*cell)
                return VALUE_NULL;
            BYTES(*cell)->data[0] = *(const uint8_t *)data;
        }
        return value_incref(*cell);
    }
    Value b = bytes_alloc(vm, size);
    if (b && size > 0)
        memcpy(BYTES(b)->data, data, (size_t)size);
    return b;
}

Value bytes_resize_steal(MinipyVM *vm, Value v, int64_t size)
{
    if (BYTES(v)->size == size)
        return v;
    if (size == 0) {
        value_decref(vm, v);
        return value_incref(vm->empty_bytes);
    }
    BytesObj *b = mem_realloc(vm, BYTES(v), (size_t)(BYTES_HEADER + size + 1));
    if (!b) {
        value_decref(vm, v);
        return VALUE_NULL;
    }
    if (objects_are_reported(vm))
        object_report_move(vm, BYTES(v), &b->ob);
    b->size = size;
    b->data[size] = 0;
    return value_from_obj(b);
}

/* ---- the builder ----------------------------------------------------------------- */

void bytesbuilder_init(BytesBuilder *b, MinipyVM *vm, int64_t capacity)
{
    *b = (BytesBuilder){.vm = vm};
    if (capacity > 0)
        bytesbuilder_reserve(b, capacity);
}

uint8_t *bytesbuilder_reserve(BytesBuilder *b, int64_t n)
{
    if (b->failed)
        return NULL;
    if (n > b->capacity - b->size || !b->obj) {
        int64_t capacity = b->size + n;
        if (n > INT64_MAX / 4 - b->size)
            goto fail;
        if (b->obj) /* what grows by a quarter at once needs no room for more */
            capacity += n < b->size / 4 || capacity < 4096 ? capacity / 4 + 16 : 16;
        BytesObj *obj =
            mem_realloc(b->vm, b->obj, (size_t)(BYTES_HEADER + capacity + 1));
        if (!obj)
            goto fail;
        b->obj = obj;
        b->capacity = capacity;
    }
    return b->obj->data + b->size;
fail:
    error_clear(b->vm);
    bytesbuilder_fail(b);
    return NULL;
}

void bytesbuilder_byte(BytesBuilder *b, uint8_t byte)
{
    uint8_t *to = bytesbuilder_reserve(b, 1);

    if (to) {
        *to = byte;
        b->size++;
    }
}

void bytesbuilder_add(BytesBuilder *b, const void *data, int64_t n)
{
    uint8_t *to = n > 0 ? bytesbuilder_reserve(b, n) : NULL;

    if (to) {
        if (likely(n < LEAVABLE_BYTES)) {
            memcpy(to, data, (size_t)n);
        } else if (copy_leavable(b->vm, to, data, (size_t)n) < 0) {
            bytesbuilder_fail(b);
            return;
        }
        b->size += n;
    }
}

Value bytesbuilder_finish(BytesBuilder *b)
{
    MinipyVM *vm = b->vm;
    Value result = VALUE_NULL;

    if (b->failed) {
        b->failed = false;
        return vm->raised ? VALUE_NULL : error_set_oom(vm);
    }
    if (b->size < 2) {
        result = bytes_from(vm, b->obj ? b->obj->data : NULL, b->size);
        bytesbuilder_discard(b);
        return result;
    }
    BytesObj *obj = b->obj;
    if (b->capacity != b->size)
        obj = mem_realloc(vm, obj, (size_t)(BYTES_HEADER + b->size + 1));
    if (!obj) {
        bytesbuilder_discard(b);
        return VALUE_NULL;
    }
    init_exact(vm, obj, b->size);
    if (objects_are_reported(vm))
        object_report_birth(vm, &obj->ob);
    b->obj = NULL;
    b->size = b->capacity = 0;
    return value_from_obj(obj);
}

void bytesbuilder_discard(BytesBuilder *b)
{
    mem_free(b->vm, b->obj);
    b->obj = NULL;
    b->size = b->capacity = 0;
}

/* ---- start and end --------------------------------------------------------------- */

int bytes_init(MinipyVM *vm)
{
    vm->empty_bytes = bytes_alloc(vm, 0);
    return vm->empty_bytes ? 0 : -1;
}

void bytes_fini(MinipyVM *vm)
{
    for (int i = 0; i < 256; i++)
        value_clear(vm, &vm->byte[i]);
    value_clear(vm, &vm->empty_bytes);
}

/* ---- shared with bytearray ------------------------------------------------------- */

/* A new bytes, or bytearray if SELF is one. */
static Value bytes_like(MinipyVM *vm, Value self, const void *data, int64_t size)
{
    return value_is_bytes(self) ? bytes_from(vm, data, size)
                                : bytearray_from(vm, data, size);
}

Value bytes_like_part(MinipyVM *vm, Value self, int64_t start, int64_t end)
{
    ByteSpan s = bytes_span(self);

    if (start == 0 && end == s.size && value_is_exact(vm, self, KIND_BYTES))
        return value_incref(self);
    return bytes_like(vm, self, s.data + start, end - start);
}

Value bytes_compare_spans(ByteSpan a, ByteSpan b, CompareOp op)
{
    if ((op == CMP_EQ || op == CMP_NE) && a.size != b.size)
        return value_from_bool(op == CMP_NE);
    size_t shorter = (size_t)(a.size < b.size ? a.size : b.size);
    int order = shorter && a.data != b.data ? memcmp(a.data, b.data, shorter) : 0;
    if (order == 0)
        order = a.size < b.size ? -1 : a.size > b.size;
    return value_from_bool(compare_by_order(order, op));
}

/* The end of the bytes from START on that repr shows as they are: printable ASCII but
 * for the backslash and two quotes. */
static int64_t plain_end(ByteSpan s, int64_t start, uint8_t quote, uint8_t other)
{
    int64_t i = start;

    for (; i < s.size; i++) {
        uint8_t c = s.data[i];
        if (c < ' ' || c >= 0x7f || c == '\\' || c == quote || c == other)
            break;
    }
    return i;
}

/* As many of the bytes from START on as have no shorter escape and the buffer holds,
 * and the place of the last of them. */
static int64_t append_hex(StrBuilder *b, ByteSpan s, int64_t start)
{
    static const char hex[] = "0123456789abcdef";
    char text[64], *p = text;
    int64_t i = start;

    for (; i < s.size && p < text + sizeof text; i++) {
        uint8_t c = s.data[i];
        if ((c >= ' ' && c < 0x7f) || c == '\t' || c == '\n' || c == '\r')
            break;
        *p++ = '\\';
        *p++ = 'x';
        *p++ = hex[c >> 4];
        *p++ = hex[c & 15];
    }
    strbuilder_bytes(b, text, p - text);
    return i - 1;
}

/* What repr shows for a byte; its end. */
static inline char *put_shown(char *to, uint8_t c, uint8_t quote, uint8_t other)
{
    static const char hex[] = "0123456789abcdef";
    if (likely(c >= ' ' && c < 0x7f && c != '\\' && c != quote && c != other)) {
        *to++ = (char)c;
        return to;
    }
    *to++ = '\\';
    char letter = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : 0;
    if (letter || (c >= ' ' && c < 0x7f)) {
        *to++ = letter ? letter : (char)c;
        return to;
    }
    *to++ = 'x';
    *to++ = hex[c >> 4];
    *to++ = hex[c & 15];
    return to;
}

enum { FEW = 64 };

static Value repr_few(MinipyVM *vm, ByteSpan s, const char *before, size_t n_before,
                      const char *after, size_t n_after, uint8_t quote, uint8_t other)
{
    char text[5 * FEW + 3], *to = copy_few(text, before, n_before);
    *to++ = 'b';
    *to++ = (char)quote;
    for (int64_t i = 0; i < s.size; i++)
        to = put_shown(to, s.data[i], quote, other);
    *to++ = (char)quote;
    to = copy_few(to, after, n_after);
    return str_from_ascii(vm, text, to - text);
}

Value bytes_repr_span(MinipyVM *vm, ByteSpan s, const char *before, const char *after)
{
    size_t n_before = strlen(before), n_after = strlen(after);
    bool single = s.size && memchr(s.data, '\'', (size_t)s.size);
    char quote = single && !memchr(s.data, '"', (size_t)s.size) ? '"' : '\'';
    /* CPython's bytearray escapes the single quote even where it need not. */
    bool always = *after != 0;
    StrBuilder b;

    if (s.size <= FEW && n_before + n_after <= FEW)
        return repr_few(vm, s, before, n_before, after, n_after, (uint8_t)quote,
                        always ? '\'' : '\\');
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, before);
    strbuilder_ascii(&b, "b");
    strbuilder_char(&b, (uint8_t)quote);
    for (int64_t i = 0; !b.failed; i++) {
        int64_t end = plain_end(s, i, (uint8_t)quote, always ? '\'' : '\\');
        if (end > i)
            strbuilder_bytes(&b, (const char *)s.data + i, end - i);
        if ((i = end) == s.size)
            break;
        uint8_t c = s.data[i];
        if (c == quote || c == '\\' || (always && c == '\'')) {
            strbuilder_char(&b, '\\');
            strbuilder_char(&b, c);
        } else if (c == '\t' || c == '\n' || c == '\r') {
            strbuilder_ascii(&b, c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r");
        } else {
            i = append_hex(&b, s, i);
        }
    }
    strbuilder_char(&b, (uint8_t)quote);
    strbuilder_ascii(&b, after);
    return strbuilder_finish(&b);
}

static Value bytes_repr(MinipyVM *vm, Value b)
{
    return bytes_repr_span(vm, bytes_span(b), "", "");
}

int byte_from_value(MinipyVM *vm, Value v, const char *message)
{
    if (value_is_int_imm(v) && value_imm(v) >= 0 && value_imm(v) < 256)
        return (int)value_imm(v);
    if (!value_is_int(v) && !value_type(vm, v)->slots.nb_index) {
        error_set(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer",
                  v);
        return -1;
    }
    int64_t n = number_as_ssize(vm, v, EXC_NONE);
    if (n == -1 && error_occurred(vm))
        return -1;
    if (n < 0 || n > 255) {
        error_set(vm, EXC_ValueError, "%s", message);
        return -1;
    }
    return (int)n;
}

/* Every step-th of `from`; backwards one by one: eight at a time. */
static void bytes_pick(uint8_t *to, const uint8_t *from, int64_t count, int64_t step)
{
    int64_t i = 0;
    uint64_t eight;
    for (; step == -1 && i + 8 <= count; i += 8) {
        memcpy(&eight, from - i - 7, 8);
        eight = __builtin_bswap64(eight);
        memcpy(to + i, &eight, 8);
    }
    from += i * step;
    for (; i + 4 <= count; i += 4, from += 4 * step) {
        to[i] = from[0];
        to[i + 1] = from[step];
        to[i + 2] = from[2 * step];
        to[i + 3] = from[3 * step];
    }
    for (; i < count; i++, from += step)
        to[i] = *from;
}

Value bytes_subscript(MinipyVM *vm, Value self, Value key, const char *message,
                      const char *range_message)
{
    if (value_is_kind(key, KIND_SLICE)) {
        int64_t start, stop, step;
        if (slice_unpack(vm, key, &start, &stop, &step) < 0)
            return VALUE_NULL;
        ByteSpan s = bytes_span(self);
        int64_t count = slice_adjust(s.size, &start, &stop, step);
        if (count <= 0)
            return bytes_like(vm, self, "", 0);
        if (step == 1)
            return bytes_like_part(vm, self, start, start + count);
        if (count == 1)
            return bytes_like_part(vm, self, start, start + 1);
        bool bytes = value_is_bytes(self);
        Value picked = bytes ? bytes_alloc(vm, count) : bytearray_alloc(vm, count);
        if (!picked)
            return VALUE_NULL;
        uint8_t *to = bytes ? BYTES(picked)->data : BYTEARRAY(picked)->data;
        bytes_pick(to, s.data + start, count, step);
        return picked;
    }
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
        return error_set(vm, EXC_TypeError, message, key);
    int64_t i = number_as_ssize(vm, key, EXC_IndexError);
    if (i == -1 && error_occurred(vm))
        return VALUE_NULL;
    ByteSpan s = bytes_span(self);
    if (i < 0)
        i += s.size;
    if (i < 0 || i >= s.size)
        return error_set(vm, EXC_IndexError, "%s", range_message);
    return value_from_imm(s.data[i]);
}

/* ---- making bytes out of anything ------------------------------------------------ */

Value bytes_of_small_ints(MinipyVM *vm, Value source)
{
    bool list = value_is_exact(vm, source, KIND_LIST);
    if (!list && !value_is_exact(vm, source, KIND_TUPLE))
        return VALUE_NULL;
    int64_t n = list ? list_size(source) : tuple_size(source);
    const Value *items = list ? LIST(source)->items : TUPLE(source)->items;
    for (int64_t i = 0; i < n; i++)
        if (!value_is_int_imm(items[i]) || (uint64_t)value_imm(items[i]) > 255)
            return VALUE_NULL;
    Value b = bytes_alloc(vm, n);
    for (int64_t i = 0; b && i < n; i++)
        BYTES(b)->data[i] = (uint8_t)value_imm(items[i]);
    return b;
}

Value bytes_not_convertible(MinipyVM *vm, Value source, Kind kind)
{
    return error_set(vm, EXC_TypeError, "cannot convert '%T' object to %s", source,
                     kind == KIND_BYTES ? "bytes" : "bytearray");
}

static Value from_iterable(MinipyVM *vm, Value source, Kind kind)
{
    const char *message = kind == KIND_BYTES ? "bytes must be in range(0, 256)"
                                             : "byte must be in range(0, 256)";
    Value quick = bytes_of_small_ints(vm, source);
    if (quick || error_occurred(vm))
        return quick;
    Value it = object_iter(vm, source), item;
    BytesBuilder b;

    if (!it)
        return error_matches(vm, EXC_TypeError)
                   ? bytes_not_convertible(vm, source, kind)
                   : VALUE_NULL;
    bytesbuilder_init(&b, vm, 0);
    if (kind == KIND_BYTES && object_length_hint(vm, source, 64) < 0)
        goto error;
    while ((item = iter_next(vm, it)) != VALUE_NULL) {
        int byte = byte_from_value(vm, item, message);
        value_decref(vm, item);
        if (byte < 0)
            goto error;
        bytesbuilder_byte(&b, (uint8_t)byte);
    }
    if (error_occurred(vm))
        goto error;
    value_decref(vm, it);
    return bytesbuilder_finish(&b);
error:
    value_decref(vm, it);
    bytesbuilder_discard(&b);
    return VALUE_NULL;
}

Value bytes_from_source(MinipyVM *vm, Value source, Kind kind)
{
    TypeObj *type = value_type(vm, source);

    if (value_is_exact(vm, source, KIND_BYTES))
        return value_incref(source);
    if (value_is_int(source) || type->slots.nb_index) {
        int64_t count = number_as_ssize(vm, source, EXC_OverflowError);
        if (count == -1 && error_occurred(vm)) {
            /* An __index__ that says TypeError: go on as if it were not there. */
            if (!error_matches(vm, EXC_TypeError))
                return VALUE_NULL;
            error_clear(vm);
        } else {
            if (count < 0)
                return error_set(vm, EXC_ValueError, "negative count");
            if (count > SIZE_MOST && kind == KIND_BYTEARRAY)
                return error_set_oom(vm);
            return bytes_zeros(vm, count);
        }
    }
    if (buffer_supported(vm, source))
        return buffer_bytes_of(vm, source, BUF_FULL);
    if (!value_is_str(source) && (type->slots.iter || type->slots.sq_item))
        return from_iterable(vm, source, kind);
    return bytes_not_convertible(vm, source, kind);
}

Value bytes_construct(MinipyVM *vm, Value source, Value encoding, Value errors,
                      Kind kind)
{
    const char *names[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) {
        Value v = i == 0 ? encoding : errors;
        int64_t length = 0;
        if (v && !(names[i] = str_utf8(vm, v, &length)))
            return VALUE_NULL;
        if (v && (int64_t)strlen(names[i]) != length)
            return error_set(vm, EXC_ValueError, "embedded null character");
    }
    if (!source) {
        if (encoding || errors)
            return error_set(vm, EXC_TypeError,
                             encoding ? "encoding without a string argument"
                                      : "errors without a string argument");
        return value_incref(vm->empty_bytes);
    }
    if (!encoding && !errors) {
        if (value_is_str(source))
            return error_set(vm, EXC_TypeError, "string argument without an encoding");
        return bytes_from_source(vm, source, kind);
    }
    if (!value_is_str(source))
        return error_set(vm, EXC_TypeError,
                         encoding ? "encoding without a string argument"
                                  : "errors without a string argument");
    if (!encoding)
        return error_set(vm, EXC_TypeError, "string argument without an encoding");
    return str_encode(vm, source, names[0], names[1]);
}

/* bytes(x) honours __bytes__, bytearray(x) does not. 1: made, 0: has none, -1: error.
 */
static int from_dunder_bytes(MinipyVM *vm, Value source, Value *out)
{
    if (value_is_exact(vm, source, KIND_BYTES))
        return 0;
    Value method = object_lookup_special(vm, source, NAME(vm, __bytes__));
    if (!method)
        return error_occurred(vm) ? -1 : 0;
    Value result = call0(vm, method);
    value_decref(vm, method);
    if (result && !value_is_bytes(result)) {
        error_set(vm, EXC_TypeError, "__bytes__ returned non-bytes (type %T)", result);
        value_clear(vm, &result);
    }
    *out = result;
    return result ? 1 : -1;
}

static Value new_exact(MinipyVM *vm, const Value *arg)
{
    Value result = VALUE_NULL;

    if (arg[0] && !arg[1] && !arg[2]) {
        int made = from_dunder_bytes(vm, arg[0], &result);
        if (made != 0)
            return result;
    }
    return bytes_construct(vm, arg[0], arg[1], arg[2], KIND_BYTES);
}

static bool check_names(MinipyVM *vm, const char *fname, const Value *arg)
{
    for (int i = 1; i < 3; i++)
        if (arg[i] && !value_is_str(arg[i])) {
            error_set(vm, EXC_TypeError, "%s() argument '%s' must be str, not %.50s",
                      fname, i == 1 ? "encoding" : "errors",
                      type_name_for_message(vm, arg[i]));
            return false;
        }
    return true;
}

NEW(new_slot, 3, "bytes", "(source=None, encoding=None, errors=None)")
{
    if (!check_names(vm, "bytes", given))
        return VALUE_NULL;
    Value made = new_exact(vm, given);
    if (!made || (cls == vm->types[KIND_BYTES] && value_is_exact(vm, made, KIND_BYTES)))
        return made;
    int64_t size = BYTES(made)->size;
    BytesObj *copy = cls == vm->types[KIND_BYTES]
                         ? BYTES(value_incref(made))
                         : (BytesObj *)object_alloc(vm, cls, size + 1);
    if (copy && value_from_obj(copy) != made) {
        copy->hash = -1;
        copy->size = size;
        memcpy(copy->data, BYTES(made)->data, (size_t)size + 1);
    }
    value_decref(vm, made);
    return copy ? value_from_obj(copy) : VALUE_NULL;
}

/* ---- slots ----------------------------------------------------------------------- */

static int64_t nitems(Object *o)
{
    return ((BytesObj *)o)->size + 1;
}

static int64_t hash_slot(MinipyVM *vm, Value self)
{
    BytesObj *b = BYTES(self);

    if (b->hash == -1)
        b->hash = hash_leavable(vm, b->data, (size_t)b->size);
    return b->hash;
}

/* -b: bytes are never equal to such a thing. -1: it is an exception. */
static int warn_of_comparison(MinipyVM *vm, Value a, Value b)
{
    const char *text =
        value_is_str(a) || value_is_str(b)   ? "Comparison between bytes and string"
        : value_is_int(a) || value_is_int(b) ? "Comparison between bytes and int"
                                             : NULL;
    return text ? error_warn(vm, EXC_BytesWarning, 1, text) : 0;
}

static Value richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_bytes(a) || !value_is_bytes(b)) {
        if (vm->settings.bytes_warning && (op == CMP_EQ || op == CMP_NE) &&
            warn_of_comparison(vm, a, b) < 0)
            return VALUE_NULL;
        return VALUE_NOT_IMPLEMENTED;
    }
    return bytes_compare_spans(bytes_span(a), bytes_span(b), op);
}

static Value str_slot(MinipyVM *vm, Value self)
{
    if (vm->settings.bytes_warning &&
        error_warn(vm, EXC_BytesWarning, 1, "str() on a bytes instance") < 0)
        return VALUE_NULL;
    return bytes_repr(vm, self);
}

static int64_t length_slot(MinipyVM *vm, Value self)
{
    (void)vm;
    return BYTES(self)->size;
}

static Value item_slot(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= BYTES(self)->size)
        return error_set(vm, EXC_IndexError, "index out of range");
    return value_from_imm(BYTES(self)->data[i]);
}

static Value subscript_slot(MinipyVM *vm, Value self, Value key)
{
    return bytes_subscript(vm, self, key,
                           "byte indices must be integers or slices, not %T",
                           "index out of range");
}

/* x, then y: of what a and b show, neither of which may change meanwhile. */
static Value concat_spans(MinipyVM *vm, Value a, ByteSpan x, Value b, ByteSpan y)
{
    if (x.size == 0 && value_is_exact(vm, b, KIND_BYTES))
        return value_incref(b);
    if (y.size == 0 && value_is_exact(vm, a, KIND_BYTES))
        return value_incref(a);
    if (x.size > INT64_MAX - y.size)
        return error_set_oom(vm);
    Value r = bytes_alloc(vm, x.size + y.size);
    if (r && x.size && copy_leavable(vm, BYTES(r)->data, x.data, (size_t)x.size) < 0)
        value_clear(vm, &r);
    if (r && y.size &&
        copy_leavable(vm, BYTES(r)->data + x.size, y.data, (size_t)y.size) < 0)
        value_clear(vm, &r);
    return r;
}

Value bytes_concat(MinipyVM *vm, Value a, Value b)
{
    Buffer x, y;

    if (value_is_bytes(a) && value_is_bytes(b))
        return concat_spans(vm, a, bytes_span(a), b, bytes_span(b));
    if (!buffer_supported(vm, a) || !buffer_supported(vm, b))
        return error_set(vm, EXC_TypeError, "can't concat %.100T to %.100T", b, a);
    if (buffer_get(vm, a, &x, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    if (buffer_get(vm, b, &y, BUF_SIMPLE) < 0) {
        buffer_release(vm, &x);
        return VALUE_NULL;
    }
    Value result =
        concat_spans(vm, a, (ByteSpan){x.data, x.size}, b, (ByteSpan){y.data, y.size});
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return result;
}

static Value repeat_slot(MinipyVM *vm, Value self, int64_t n)
{
    int64_t size = BYTES(self)->size;

    if (n < 0)
        n = 0;
    if (n && size > INT64_MAX / n)
        return error_set(vm, EXC_OverflowError, "repeated bytes are too long");
    if (size * n == size && value_is_exact(vm, self, KIND_BYTES))
        return value_incref(self);
    if (size * n > SIZE_MOST)
        return error_set_oom(vm);
    Value result =
        alloc_own(vm, size * n, false); /* none of something is an object of its own */
    if (!result || size * n == 0)
        return result;
    if (repeat_leavable(vm, BYTES(result)->data, BYTES(self)->data, (size_t)size,
                        (size_t)(size * n)) < 0)
        value_clear(vm, &result);
    return result;
}

static Value mod_slot(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_bytes(a))
        return VALUE_NOT_IMPLEMENTED;
    return bytes_percent(vm, (const char *)BYTES(a)->data, BYTES(a)->size, b,
                         bytes_from);
}

static int getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    return buffer_fill(vm, view, self, BYTES(self)->data, BYTES(self)->size, true,
                       flags);
}

static Value iter_slot(MinipyVM *vm, Value self)
{
    return bytes_iter_new(vm, KIND_BYTES_ITER, self);
}

/* ---- methods of bytes alone ------------------------------------------------------ */

static Value fromhex(MinipyVM *vm, Value cls, const Value *args, size_t nargs,
                     Value kwnames)
{
    (void)nargs, (void)kwnames;
    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "fromhex", 0, "str", args[0]);
    Value b = bytes_unhex(vm, args[0]);
    if (!b || TYPE_OF(cls) == vm->types[KIND_BYTES])
        return b;
    Value result = call1(vm, cls, b);
    value_decref(vm, b);
    return result;
}

FN(getnewargs)
{
    Value copy = bytes_from(vm, BYTES(self)->data, BYTES(self)->size);
    return copy ? tuple_from_steal(vm, &copy, 1) : VALUE_NULL;
}

FN(dunder_bytes)
{
    if (value_is_exact(vm, self, KIND_BYTES))
        return value_incref(self);
    return bytes_from(vm, BYTES(self)->data, BYTES(self)->size);
}

static const MethodDef methods[] = {
#define BYTES_METHOD(name, fn, flags, signature, doc) {name, fn, flags, signature, doc},
#include "vm/bytes/bytes_methods.def"
#undef BYTES_METHOD
    {"fromhex", fromhex, M_CLASS, "($type, string, /)",
     "The bytes that pairs of hexadecimal digits say."},
    {"__getnewargs__", getnewargs, M_UNSIGNED, "($self, /)", NULL},
    {"__bytes__", dunder_bytes, 0, "($self, /)", "As exact bytes."},
    {0},
};

/* Of those that are no subclass's, which refer to nothing. */
static void bytes_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL))
        object_death(vm, o);
    else
        mem_free_inline(vm, o);
}

TYPE_SPEC(bytes_type_spec,
    .name = "bytes",
    .doc = "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\nbytes(bytes_or_buffer) -> "
           "immutable copy of bytes_or_buffer\nbytes(int) -> bytes object of size given by the parameter initialized "
           "with null bytes\nbytes() -> empty bytes object",
    .flags = TYPE_BASE | TYPE_MATCH_SELF, .basicsize = offsetof(BytesObj, data), .itemsize = 1,
    .nitems = nitems, .death = bytes_death,
    .slots = {.getattro = object_generic_getattr, .repr = bytes_repr, .str = str_slot, .hash = hash_slot,
              .richcompare = richcompare, .iter = iter_slot, .new_ = new_slot, .nb_remainder = mod_slot,
              .sq_length = length_slot, .sq_concat = bytes_concat, .sq_repeat = repeat_slot, .sq_item = item_slot,
              .sq_contains = bytes_contains, .mp_length = length_slot, .mp_subscript = subscript_slot,
              .bf_getbuffer = getbuffer},
    .methods = methods,
);
