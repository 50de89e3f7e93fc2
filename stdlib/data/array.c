/* array.c - the module array: a list of numbers of one machine type in one block. */
#include "stdlib/data/array_private.h"
#include "vm/containers/list_private.h"
#include "vm/import/import.h"
#include "vm/numbers/float.h"
#include "vm/numbers/number.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/iter.h"
#include "vm/objects/reduce.h"
#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/containers/slice.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

/* ---- items ----------------------------------------------------------------------- */

/* V's index; VALUE_NULL: exception set. */
static Value index_of(MinipyVM *vm, Value v)
{
    Value i = value_is_float(v) ? VALUE_NULL : number_index(vm, v);
    if (!i && !error_occurred(vm))
        error_set(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer",
                  v);
    return i;
}

/* A signed item: TOO_BIG is said of what no C long holds, WHAT of the rest. */
/* What CPython reads the item as, which is larger for two types, is tested first. */
static const char *read_as(int64_t n, int64_t max, const char *what)
{
    return max == INT8_MAX && n != (int16_t)n     ? "signed short integer"
           : max == UINT16_MAX && n != (int32_t)n ? "signed integer"
                                                  : what;
}

static bool signed_of(MinipyVM *vm, Value v, int64_t min, int64_t max, const char *what,
                      const char *too_big, int64_t *out)
{
    Value i = index_of(vm, v);
    int overflow;
    if (!i)
        return false;
    *out = int_as_i64_overflow(i, &overflow);
    value_decref(vm, i);
    if (overflow)
        error_set(vm, EXC_OverflowError, "%s", too_big);
    else if (*out < min || *out > max)
        error_set(vm, EXC_OverflowError, "%s is %s than %s", read_as(*out, max, what),
                  *out < min ? "less" : "greater", *out < min ? "minimum" : "maximum");
    else
        return true;
    return false;
}

static bool unsigned_of(MinipyVM *vm, Value v, uint64_t max, const char *negative,
                        const char *too_big, uint64_t *out)
{
    Value i = index_of(vm, v);
    if (!i)
        return false;
    bool less = int_sign(i) < 0;
    *out = less ? 0 : int_as_u64(vm, i);
    value_decref(vm, i);
    bool more = error_occurred(vm);
    if (more)
        error_clear(vm);
    if (less || more)
        error_set(vm, EXC_OverflowError, "%s", less ? negative : too_big);
    else if (*out > max)
        error_set(vm, EXC_OverflowError, "unsigned int is greater than maximum");
    else
        return true;
    return false;
}

static const char long_too_big[] = "Python int too large to convert to C long",
                  ulong_too_big[] =
                      "Python int too large to convert to C unsigned long",
                  int_too_big[] = "int too big to convert",
                  negative_value[] = "can't convert negative value to unsigned int",
                  negative_int[] = "can't convert negative int to unsigned";

#define GET_ITEM(name, ctype, make)                                                    \
    static Value get_##name(MinipyVM *vm, const char *p)                               \
    {                                                                                  \
        ctype x;                                                                       \
        memcpy(&x, p, sizeof x);                                                       \
        return make(vm, x);                                                            \
    }
#define SIGNED_ITEM(name, ctype, min, max, what, too_big)                              \
    static int set_##name(MinipyVM *vm, char *p, Value v)                              \
    {                                                                                  \
        int64_t n;                                                                     \
        if (!signed_of(vm, v, min, max, what, too_big, &n))                            \
            return -1;                                                                 \
        ctype x = (ctype)n;                                                            \
        memcpy(p, &x, sizeof x);                                                       \
        return 0;                                                                      \
    }
#define UNSIGNED_ITEM(name, ctype, negative, too_big)                                  \
    static int set_##name(MinipyVM *vm, char *p, Value v)                              \
    {                                                                                  \
        uint64_t n = (uint64_t)value_imm(v);                                           \
        bool plain =                                                                   \
            value_is_int_imm(v) && n <= (uint64_t)INT64_MAX && n <= (ctype)-1;         \
        if (!plain && !unsigned_of(vm, v, (ctype)-1, negative, too_big, &n))           \
            return -1;                                                                 \
        ctype x = (ctype)n;                                                            \
        memcpy(p, &x, sizeof x);                                                       \
        return 0;                                                                      \
    }
GET_ITEM(b, int8_t, int_new)
GET_ITEM(B, uint8_t, int_new)
GET_ITEM(h, int16_t, int_new)
GET_ITEM(H, uint16_t, int_new)
GET_ITEM(i, int32_t, int_new)
GET_ITEM(I, uint32_t, int_new)
GET_ITEM(l, int64_t, int_new)
GET_ITEM(L, uint64_t, int_from_u64)
GET_ITEM(d, double, float_new)
SIGNED_ITEM(b, int8_t, INT8_MIN, INT8_MAX, "signed char", long_too_big)
SIGNED_ITEM(B, uint8_t, 0, UINT8_MAX, "unsigned byte integer", long_too_big)
SIGNED_ITEM(h, int16_t, INT16_MIN, INT16_MAX, "signed short integer", long_too_big)
SIGNED_ITEM(H, uint16_t, 0, UINT16_MAX, "unsigned short", long_too_big)
SIGNED_ITEM(i, int32_t, INT32_MIN, INT32_MAX, "signed integer", long_too_big)
SIGNED_ITEM(l, int64_t, INT64_MIN, INT64_MAX, "", long_too_big)
SIGNED_ITEM(q, int64_t, INT64_MIN, INT64_MAX, "", int_too_big)
UNSIGNED_ITEM(I, uint32_t, negative_value, ulong_too_big)
UNSIGNED_ITEM(L, uint64_t, negative_value, ulong_too_big)
UNSIGNED_ITEM(Q, uint64_t, negative_int, int_too_big)

static Value get_f(MinipyVM *vm, const char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return float_new(vm, x);
}

static int set_f(MinipyVM *vm, char *p, Value v)
{
    double d;
    if (!arg_double(vm, v, &d))
        return -1;
    float x = (float)d;
    memcpy(p, &x, sizeof x);
    return 0;
}

static int set_d(MinipyVM *vm, char *p, Value v)
{
    double d;
    if (!arg_double(vm, v, &d))
        return -1;
    memcpy(p, &d, sizeof d);
    return 0;
}

static Value get_u(MinipyVM *vm, const char *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    if (x > 0x10ffff)
        return error_set(vm, EXC_ValueError,
                         "character U+%x is not in range [U+0000; U+10ffff]", x);
    return str_from_char(vm, x);
}

static int set_u(MinipyVM *vm, char *p, Value v)
{
    if (!value_is_str(v) || str_length(v) != 1)
        return error_set(vm, EXC_TypeError, "array item must be unicode character"), -1;
    uint32_t x = str_char_at(STR(v), 0);
    memcpy(p, &x, sizeof x);
    return 0;
}

static const ItemType item_types[] = {
    {'b', 1, "b", 1, get_b, set_b},  {'B', 1, "B", 0, get_B, set_B},
    {'u', 4, "w", 20, get_u, set_u}, {'h', 2, "h", 4, get_h, set_h},
    {'H', 2, "H", 2, get_H, set_H},  {'i', 4, "i", 8, get_i, set_i},
    {'I', 4, "I", 6, get_I, set_I},  {'l', 8, "l", 12, get_l, set_l},
    {'L', 8, "L", 10, get_L, set_L}, {'q', 8, "q", 12, get_l, set_q},
    {'Q', 8, "Q", 10, get_L, set_Q}, {'f', 4, "f", 14, get_f, set_f},
    {'d', 8, "d", 16, get_d, set_d}, {0},
};

const ItemType *array_find_item(uint32_t code)
{
    for (const ItemType *t = item_types; t->code; t++)
        if ((uint32_t)t->code == code)
            return t;
    return NULL;
}

static Value item_at(MinipyVM *vm, ArrayObj *a, int64_t i)
{
    return a->item->get(vm, a->data + i * a->item->size);
}

/* ---- storage --------------------------------------------------------------------- */

static int set_capacity(MinipyVM *vm, ArrayObj *a, int64_t capacity)
{
    char *data =
        mem_realloc_array(vm, a->data, (size_t)capacity, (size_t)a->item->size);
    if (!data)
        return -1;
    a->data = data;
    a->capacity = capacity;
    return 0;
}

/* Room is kept for some more items, and given back when an array shrinks by many. */
static int resize(MinipyVM *vm, ArrayObj *a, int64_t size)
{
    if (a->exports > 0 && size != a->size)
        return error_set(vm, EXC_BufferError,
                         "cannot resize an array that is exporting buffers"),
               -1;
    if (size > PTRDIFF_MAX / 16)
        return error_set_oom(vm), -1;
    if (size == 0) {
        mem_free(vm, a->data);
        a->data = NULL;
        a->capacity = 0;
    } else if ((size > a->capacity || a->size >= size + 16) &&
               set_capacity(vm, a, size + (size >> 4) + (a->size < 8 ? 3 : 7)) < 0)
        return -1;
    a->size = size;
    return 0;
}

static Value array_make(MinipyVM *vm, TypeObj *cls, const ItemType *item, int64_t size)
{
    ArrayObj *a = (ArrayObj *)object_alloc(vm, cls, 0);
    if (!a)
        return VALUE_NULL;
    a->item = item;
    if (size && set_capacity(vm, a, size) < 0) {
        obj_decref(vm, &a->ob);
        return VALUE_NULL;
    }
    a->size = size;
    return value_from_obj(a);
}

/* The native type array is the nearest ancestor of any subclass. */
static TypeObj *base_array(Value v)
{
    TypeObj *t = value_obj(v)->type;
    while (t->flags & TYPE_HEAP)
        t = t->base;
    return t;
}

static int append(MinipyVM *vm, ArrayObj *a, Value v)
{
    char room[8];
    if (a->item->set(vm, room, v) < 0 || resize(vm, a, a->size + 1) < 0)
        return -1;
    memcpy(a->data + (a->size - 1) * a->item->size, room, (size_t)a->item->size);
    return 0;
}

static int append_all_steal(MinipyVM *vm, ArrayObj *a, Value it)
{
    Value v;
    while ((v = iter_next(vm, it))) {
        int r = append(vm, a, v);
        value_decref(vm, v);
        if (r < 0)
            break;
    }
    value_decref(vm, it);
    return error_occurred(vm) ? -1 : 0;
}

static int extend_from(MinipyVM *vm, Value self, Value source)
{
    ArrayObj *a = ARRAY(self);
    if (value_is_of(source, &array_spec)) {
        ArrayObj *b = ARRAY(source);
        if (a->item != b->item)
            return error_set(vm, EXC_TypeError,
                             "can only extend with array of same kind"),
                   -1;
        int64_t n = a->size, add = b->size;
        if (resize(vm, a, n + add) < 0)
            return -1;
        mem_copy(a->data + n * a->item->size, b->data, (size_t)(add * a->item->size));
        return 0;
    }
    Value it = object_iter(vm, source);
    return it ? append_all_steal(vm, a, it) : -1;
}

static int add_bytes(MinipyVM *vm, ArrayObj *a, const void *data, int64_t n)
{
    if (n % a->item->size)
        return error_set(vm, EXC_ValueError,
                         "bytes length not a multiple of item size"),
               -1;
    int64_t old = a->size;
    if (resize(vm, a, old + n / a->item->size) < 0)
        return -1;
    mem_copy(a->data + old * a->item->size, data, (size_t)n);
    return 0;
}

/* A list or tuple is asked for as many items as it had, by their numbers: what a
 * subclass goes through for a loop counts for nothing. */
static int fill_by_number(MinipyVM *vm, Value self, Value init)
{
    int64_t n = seq_size(init);
    int r = n ? set_capacity(vm, ARRAY(self), n) : 0;
    bool plain =
        value_is_exact(vm, init, KIND_LIST) || value_is_exact(vm, init, KIND_TUPLE);
    for (int64_t i = 0; r == 0 && i < n; i++) {
        Value v = plain && i < seq_size(init)
                      ? value_incref(seq_items(init)[i])
                      : object_getitem(vm, init, value_from_imm(i));
        r = v ? append(vm, ARRAY(self), v) : -1;
        value_xdecref(vm, v);
    }
    return r;
}

static int fill(MinipyVM *vm, Value self, Value init)
{
    ArrayObj *a = ARRAY(self);
    if (value_is_bytes(init))
        return add_bytes(vm, a, BYTES(init)->data, BYTES(init)->size);
    if (value_is_kind(init, KIND_BYTEARRAY))
        return add_bytes(vm, a, BYTEARRAY(init)->data, BYTEARRAY(init)->size);
    if (value_is_list(init) || value_is_tuple(init))
        return fill_by_number(vm, self, init);
    return extend_from(vm, self, init);
}

/* Does CPython ask the initial value for an iterator, before all else? */
static bool needs_iterator(Value init, uint32_t code)
{
    if (value_is_of(init, &array_spec))
        return ARRAY(init)->item->code != (char)code;
    return !value_is_list(init) && !value_is_tuple(init) && !value_is_bytes(init) &&
           !value_is_kind(init, KIND_BYTEARRAY) && !value_is_str(init);
}

static Value make_initialized(MinipyVM *vm, TypeObj *cls, uint32_t code, Value init)
{
    const ItemType *item = array_find_item(code);
    if (!item)
        return error_set(
            vm, EXC_ValueError,
            "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
    Value self = array_make(vm, cls, item, 0);
    if (self && init && !needs_iterator(init, code) && fill(vm, self, init) < 0)
        value_clear(vm, &self);
    return self;
}

static Value array_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "array",
                                  .flags = M_TUPLE,
                                  .signature = "(typecode, initializer=(), /)"};
    bool own_init = cls->slots.init != vm->types[KIND_OBJECT]->slots.init;
    if (!own_init && !args_no_kw(vm, "array.array", kwnames))
        return VALUE_NULL;
    Value a[2];
    if (!args_take(vm, &row, args, nargs, VALUE_NULL, a))
        return VALUE_NULL;
    if (!value_is_str(args[0]) || str_length(args[0]) != 1)
        return arg_type_error(vm, "array", "1", "a unicode character", args[0]);
    Value init = a[1];
    if (audit(vm, "array.__new__", 2, args[0], init ? init : VALUE_NONE) < 0)
        return VALUE_NULL;
    uint32_t code = str_char_at(STR(args[0]), 0);
    if (init && value_is_str(init) && code != 'u')
        return error_set(vm, EXC_TypeError,
                         "cannot use a str to initialize an array with typecode '%c'",
                         (int)code);
    if (init && value_is_of(init, &array_spec) && ARRAY(init)->item->code == 'u' &&
        code != 'u')
        return error_set(
            vm, EXC_TypeError,
            "cannot use a unicode array to initialize an array with typecode '%c'",
            (int)code);
    bool iterated = init && needs_iterator(init, code);
    Value it = iterated ? object_iter(vm, init) : VALUE_NULL;
    if (iterated && !it)
        return VALUE_NULL;
    Value self = make_initialized(vm, cls, code, init);
    if (self && it) {
        if (append_all_steal(vm, ARRAY(self), it) < 0)
            value_clear(vm, &self);
    } else {
        value_xdecref(vm, it);
    }
    return self;
}

static void array_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((ArrayObj *)o)->data);
    ((ArrayObj *)o)->data = NULL;
}

/* ---- sequence -------------------------------------------------------------------- */

static int64_t array_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return ARRAY(self)->size;
}

static Value array_item(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= ARRAY(self)->size)
        return error_set(vm, EXC_IndexError, "array index out of range");
    return item_at(vm, ARRAY(self), i);
}

static Value array_subscript(MinipyVM *vm, Value self, Value key)
{
    ArrayObj *a = ARRAY(self);
    if (!value_is_kind(key, KIND_SLICE)) {
        if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
            return error_set(vm, EXC_TypeError, "array indices must be integers");
        int64_t i = number_as_ssize(vm, key, EXC_IndexError);
        if (i == -1 && error_occurred(vm))
            return VALUE_NULL;
        return array_item(vm, self, i < 0 ? i + a->size : i);
    }
    int64_t start, stop, step;
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return VALUE_NULL;
    int64_t count = slice_adjust(a->size, &start, &stop, step);
    Value r = array_make(vm, base_array(self), a->item, count);
    int size = a->item->size;
    if (r && step == 1)
        mem_copy(ARRAY(r)->data, a->data + start * size, (size_t)(count * size));
    for (int64_t i = 0; r && step != 1 && i < count; i++)
        mem_copy(ARRAY(r)->data + i * size, a->data + (start + i * step) * size,
                 (size_t)size);
    return r;
}

static int delete_range(MinipyVM *vm, ArrayObj *a, int64_t start, int64_t step,
                        int64_t count)
{
    int size = a->item->size;
    int64_t to = 0;
    if (count == 0)
        return 0; /* where it would begin may lie outside */
    if (a->exports)
        return error_set(vm, EXC_BufferError,
                         "cannot resize an array that is exporting buffers"),
               -1;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    if (step == 1 || count == 1) {
        memmove(a->data + start * size, a->data + (start + count) * size,
                (size_t)((a->size - start - count) * size));
        return resize(vm, a, a->size - count);
    }
    for (int64_t i = 0; i < a->size; i++) {
        bool gone = i >= start && (i - start) % step == 0 && (i - start) / step < count;
        if (!gone) {
            if (to != i)
                memmove(a->data + to * size, a->data + i * size, (size_t)size);
            to++;
        }
    }
    return resize(vm, a, to);
}

/* Puts N items in place of COUNT from START on. */
static int replace_range(MinipyVM *vm, ArrayObj *a, int64_t start, int64_t count,
                         const char *items, int64_t n)
{
    int64_t size = a->item->size, old = a->size, end = start + count;
    if (n > count && resize(vm, a, old - count + n) < 0)
        return -1;
    if (n != count && a->exports == 0)
        mem_move(a->data + (start + n) * size, a->data + end * size,
                 (size_t)((old - end) * size));
    if (n < count && resize(vm, a, old - count + n) < 0)
        return -1;
    mem_copy(a->data + start * size, items, (size_t)(n * size));
    return 0;
}

static int assign_slice(MinipyVM *vm, Value self, Value key, Value value)
{
    ArrayObj *a = ARRAY(self);
    int64_t start, stop, step, size = a->item->size;
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return -1;
    int64_t count = slice_adjust(a->size, &start, &stop, step);
    if (!value)
        return delete_range(vm, a, start, step, count);
    if (!value_is_of(value, &array_spec))
        return error_set(vm, EXC_TypeError,
                         "can only assign array (not \"%T\") to array slice", value),
               -1;
    if (ARRAY(value)->item != a->item)
        return error_set(vm, EXC_TypeError, "bad argument type for built-in operation"),
               -1;
    int64_t n = ARRAY(value)->size;
    char *copy = mem_alloc(vm, (size_t)(n * size));
    if (!copy)
        return -1;
    mem_copy(copy, ARRAY(value)->data, (size_t)(n * size));
    int r = 0;
    if (step == 1) {
        r = replace_range(vm, a, start, count, copy, n);
    } else if (n == 0) {
        r = delete_range(vm, a, start, step, count);
    } else if (n != count) {
        r = (error_set(
                 vm, EXC_ValueError,
                 "attempt to assign array of size %zd to extended slice of size %zd", n,
                 count),
             -1);
    } else {
        for (int64_t i = 0; i < n; i++)
            mem_copy(a->data + (start + i * step) * size, copy + i * size,
                     (size_t)size);
    }
    mem_free(vm, copy);
    return r;
}

/* The conversion may run code that makes the array shorter or moves its data. */
static int set_item(MinipyVM *vm, ArrayObj *a, int64_t i, Value value)
{
    char room[8];
    if (a->item->set(vm, room, value) < 0)
        return -1;
    if (i >= a->size)
        return error_set(vm, EXC_IndexError, "array assignment index out of range"), -1;
    memcpy(a->data + i * a->item->size, room, (size_t)a->item->size);
    return 0;
}

static int array_ass_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    ArrayObj *a = ARRAY(self);
    if (value_is_kind(key, KIND_SLICE))
        return assign_slice(vm, self, key, value);
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
        return error_set(vm, EXC_TypeError, "array indices must be integers"), -1;
    int64_t i = number_as_ssize(vm, key, EXC_IndexError);
    if (i == -1 && error_occurred(vm))
        return -1;
    if (i < 0)
        i += a->size;
    if (i < 0 || i >= a->size)
        return error_set(vm, EXC_IndexError, "array assignment index out of range"), -1;
    return value ? set_item(vm, a, i, value) : delete_range(vm, a, i, 1, 1);
}

static Value array_concat(MinipyVM *vm, Value self, Value other)
{
    if (!value_is_of(other, &array_spec))
        return error_set(vm, EXC_TypeError,
                         "can only append array (not \"%T\") to array", other);
    ArrayObj *a = ARRAY(self), *b = ARRAY(other);
    if (a->item != b->item)
        return error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    Value r = array_make(vm, base_array(self), a->item, a->size + b->size);
    if (r) {
        mem_copy(ARRAY(r)->data, a->data, (size_t)(a->size * a->item->size));
        mem_copy(ARRAY(r)->data + a->size * a->item->size, b->data,
                 (size_t)(b->size * a->item->size));
    }
    return r;
}

static Value array_repeat(MinipyVM *vm, Value self, int64_t n)
{
    ArrayObj *a = ARRAY(self);
    int64_t total;
    if (n < 0)
        n = 0;
    if (__builtin_mul_overflow(a->size, n, &total))
        return error_set_oom(vm);
    Value r = array_make(vm, base_array(self), a->item, total);
    for (int64_t i = 0; r && i < n; i++)
        mem_copy(ARRAY(r)->data + i * a->size * a->item->size, a->data,
                 (size_t)(a->size * a->item->size));
    return r;
}

static Value array_inplace_concat(MinipyVM *vm, Value self, Value other)
{
    if (!value_is_of(other, &array_spec))
        return error_set(vm, EXC_TypeError,
                         "can only extend array with array (not \"%T\")", other);
    return extend_from(vm, self, other) < 0 ? VALUE_NULL : value_incref(self);
}

static Value array_inplace_repeat(MinipyVM *vm, Value self, int64_t n)
{
    ArrayObj *a = ARRAY(self);
    int64_t old = a->size, total;
    if (n < 0)
        n = 0;
    if (__builtin_mul_overflow(old, n, &total))
        return error_set_oom(vm);
    if (resize(vm, a, total) < 0)
        return VALUE_NULL;
    for (int64_t i = 1; i < n; i++)
        mem_copy(a->data + i * old * a->item->size, a->data,
                 (size_t)(old * a->item->size));
    return value_incref(self);
}

/* Index of the first item equal to v from `start` on, -1 none, -2 error. */
static int64_t find(MinipyVM *vm, Value self, Value v, int64_t start, int64_t stop)
{
    for (int64_t i = start; i < stop && i < ARRAY(self)->size; i++) {
        Value item = item_at(vm, ARRAY(self), i);
        int eq = item ? object_compare_bool(vm, item, v, CMP_EQ) : -1;
        value_xdecref(vm, item);
        if (eq)
            return eq < 0 ? -2 : i;
    }
    return -1;
}

static int array_contains(MinipyVM *vm, Value self, Value v)
{
    int64_t i = find(vm, self, v, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

/* How many items at the beginning are the same in memory. */
static int64_t same_items(const ArrayObj *a, const ArrayObj *b)
{
    enum { AT_ONCE = 256, WORD = sizeof(uint64_t) };
    int64_t size = a->item->size, n = (a->size < b->size ? a->size : b->size) * size,
            i = 0;
    while (i + AT_ONCE <= n && memcmp(a->data + i, b->data + i, AT_ONCE) == 0)
        i += AT_ONCE;
    while (i + WORD <= n && memcmp(a->data + i, b->data + i, WORD) == 0)
        i += WORD;
    while (i < n && a->data[i] == b->data[i])
        i++;
    return i / size;
}

/* Arrays of one integer type, whose items are equal where they are so in memory. */
static Value compare_ints(MinipyVM *vm, ArrayObj *a, ArrayObj *b, CompareOp op)
{
    int64_t i = same_items(a, b);
    int order = (a->size > b->size) - (a->size < b->size);
    if (i < a->size && i < b->size) {
        Value p = item_at(vm, a, i), q = p ? item_at(vm, b, i) : VALUE_NULL;
        if (q)
            order = int_compare(p, q);
        value_xdecref(vm, p);
        if (!q)
            return VALUE_NULL;
        value_decref(vm, q);
    }
    return value_from_bool(compare_by_order(order, op));
}

static Value array_compare(MinipyVM *vm, Value x, Value y, CompareOp op)
{
    if (!value_is_of(y, &array_spec))
        return VALUE_NOT_IMPLEMENTED;
    ArrayObj *a = ARRAY(x), *b = ARRAY(y);
    if (a->size != b->size && (op == CMP_EQ || op == CMP_NE))
        return value_from_bool(op == CMP_NE);
    if (a->item == b->item && a->item->code != 'f' && a->item->code != 'd' &&
        a->item->code != 'u')
        return compare_ints(vm, a, b, op);
    for (int64_t i = 0; i < a->size && i < b->size; i++) {
        Value p = item_at(vm, a, i), q = p ? item_at(vm, b, i) : VALUE_NULL;
        int eq = q ? object_compare_bool(vm, p, q, CMP_EQ) : -1;
        Value r = eq == 0 ? op == CMP_EQ || op == CMP_NE ? value_from_bool(op == CMP_NE)
                                                         : object_compare(vm, p, q, op)
                          : VALUE_NULL;
        value_xdecref(vm, p);
        value_xdecref(vm, q);
        if (eq <= 0)
            return r;
    }
    int order = (a->size > b->size) - (a->size < b->size);
    return value_from_bool(compare_by_order(order, op));
}

Value array_tolist(NATIVE_ARGS)
{
    Value l = list_new(vm, 0);
    for (int64_t i = 0; l && i < ARRAY(self)->size; i++) {
        Value v = item_at(vm, ARRAY(self), i);
        if (!v || list_append_steal(vm, l, v) < 0)
            value_clear(vm, &l);
    }
    return l;
}

/* The first that is no character; NULL: there is none. */
static const uint32_t *first_beyond_unicode(const uint32_t *chars, int64_t n)
{
    enum { BLOCK = 16, LAST = 0x10ffff };
    for (int64_t left = n; left > 0;) {
        int64_t few = left < BLOCK ? left : BLOCK;
        uint32_t bits = 0;
        for (int k = 0; few == BLOCK && k < BLOCK; k++)
            bits |= chars[k];
        for (int64_t k = 0; (few < BLOCK || bits > LAST) && k < few; k++)
            if (chars[k] > LAST)
                return &chars[k];
        chars += few;
        left -= few;
    }
    return NULL;
}

FN(array_tounicode)
{
    if (ARRAY(self)->item->code != 'u')
        return error_set(vm, EXC_ValueError,
                         "tounicode() may only be called on unicode type arrays");
    const uint32_t *chars = (const uint32_t *)(const void *)ARRAY(self)->data;
    int64_t n = ARRAY(self)->size;
    const uint32_t *wrong = first_beyond_unicode(chars, n);
    if (wrong)
        return get_u(vm, (const char *)wrong); /* its ValueError */
    return n ? str_from_ucs4(vm, chars, n) : value_incref(vm->empty_str);
}

static Value array_repr(MinipyVM *vm, Value self)
{
    ArrayObj *a = ARRAY(self);
    const char *name = type_last_name(value_type(vm, self));
    if (a->size == 0)
        return str_format_c(vm, "%s('%c')", name, a->item->code);
    Value v = a->item->code == 'u' ? array_tounicode(vm, self, NULL, 0, VALUE_NULL)
                                   : array_tolist(vm, self, NULL, 0, VALUE_NULL);
    Value s = v ? str_format_c(vm, "%s('%c', %R)", name, a->item->code, v) : VALUE_NULL;
    value_xdecref(vm, v);
    return s;
}

/* ---- methods --------------------------------------------------------------------- */

#define UNUSED() ((void)args, (void)nargs, (void)kwnames)

FN(array_append)
{
    return append(vm, ARRAY(self), args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(array_extend)
{
    return extend_from(vm, self, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(array_fromlist)
{
    if (!value_is_list(args[0]))
        return error_set(vm, EXC_TypeError, "arg must be list");
    int64_t old = ARRAY(self)->size, n = list_size(args[0]);
    for (int64_t i = 0; i < n; i++) {
        Value v = value_incref(list_get_borrow(args[0], i));
        int r = append(vm, ARRAY(self), v);
        value_decref(vm, v);
        if (r == 0 && list_size(args[0]) != n) {
            error_set(vm, EXC_RuntimeError, "list changed size during iteration");
            r = -1;
        }
        if (r < 0) { /* as it was, unless an __index__ has taken items away */
            if (ARRAY(self)->size > old)
                ARRAY(self)->size = old;
            return VALUE_NULL;
        }
    }
    return VALUE_NONE;
}

FN(array_insert)
{
    int64_t i;
    ArrayObj *a = ARRAY(self);
    if (!arg_ssize(vm, args[0], &i))
        return VALUE_NULL;
    char room[8];
    if (a->item->set(vm, room, args[1]) < 0)
        return VALUE_NULL;
    if (i < 0 && (i += a->size) < 0)
        i = 0;
    if (i > a->size)
        i = a->size;
    if (resize(vm, a, a->size + 1) < 0)
        return VALUE_NULL;
    int size = a->item->size;
    memmove(a->data + (i + 1) * size, a->data + i * size,
            (size_t)((a->size - 1 - i) * size));
    memcpy(a->data + i * size, room, (size_t)size);
    return VALUE_NONE;
}

FN(array_pop)
{
    int64_t i = -1;
    ArrayObj *a = ARRAY(self);
    if (nargs && !arg_ssize(vm, args[0], &i))
        return VALUE_NULL;
    if (a->size == 0)
        return error_set(vm, EXC_IndexError, "pop from empty array");
    if (i < 0)
        i += a->size;
    if (i < 0 || i >= a->size)
        return error_set(vm, EXC_IndexError, "pop index out of range");
    Value v = item_at(vm, a, i);
    if (v && delete_range(vm, a, i, 1, 1) < 0)
        value_clear(vm, &v);
    return v;
}

FN(array_remove)
{
    int64_t i = find(vm, self, args[0], 0, INT64_MAX);
    if (i == -1)
        return error_set(vm, EXC_ValueError, "array.remove(x): x not in array");
    if (i >= ARRAY(self)->size) /* what compared them took items away */
        return VALUE_NONE;
    return i < 0 || delete_range(vm, ARRAY(self), i, 1, 1) < 0 ? VALUE_NULL
                                                               : VALUE_NONE;
}

FN(array_index)
{
    int64_t start = 0, stop = INT64_MAX;
    if (!list_index_bounds(vm, args, nargs, ARRAY(self)->size, &start, &stop))
        return VALUE_NULL;
    int64_t i = find(vm, self, args[0], start, stop);
    return i >= 0    ? int_new(vm, i)
           : i == -2 ? VALUE_NULL
                     : error_set(vm, EXC_ValueError, "array.index(x): x not in array");
}

FN(array_count)
{
    int64_t n = 0;
    for (int64_t i = 0; (i = find(vm, self, args[0], i, INT64_MAX)) >= 0; i++)
        n++;
    return error_occurred(vm) ? VALUE_NULL : int_new(vm, n);
}

FN(array_reverse)
{
    ArrayObj *a = ARRAY(self);
    int size = a->item->size;
    for (int64_t i = 0, j = a->size - 1; i < j; i++, j--) {
        char t[8];
        memcpy(t, a->data + i * size, (size_t)size);
        memcpy(a->data + i * size, a->data + j * size, (size_t)size);
        memcpy(a->data + j * size, t, (size_t)size);
    }
    return VALUE_NONE;
}

#define swap_words(a, Word, swap)                                                      \
    for (int64_t i = 0; i < (a)->size; i++) {                                          \
        Word word;                                                                     \
        memcpy(&word, (a)->data + i * (int64_t)sizeof word, sizeof word);              \
        word = swap(word);                                                             \
        memcpy((a)->data + i * (int64_t)sizeof word, &word, sizeof word);              \
    }

Value array_byteswap(NATIVE_ARGS)
{
    UNUSED();
    ArrayObj *a = ARRAY(self);
    int size = a->item->size;
    switch (size) {
    case 2: swap_words(a, uint16_t, __builtin_bswap16); break;
    case 4: swap_words(a, uint32_t, __builtin_bswap32); break;
    case 8: swap_words(a, uint64_t, __builtin_bswap64); break;
    default: break;
    }
    return VALUE_NONE;
}

FN(array_tobytes)
{
    return bytes_from(vm, ARRAY(self)->data,
                      ARRAY(self)->size * ARRAY(self)->item->size);
}

FN(array_frombytes)
{
    Buffer view;
    if (buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    int r = add_bytes(vm, ARRAY(self), view.data, view.size);
    buffer_release(vm, &view);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(array_fromunicode)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "fromunicode", NULL, "str", args[0]);
    if (ARRAY(self)->item->code != 'u')
        return error_set(vm, EXC_ValueError,
                         "fromunicode() may only be called on unicode type arrays");
    return extend_from(vm, self, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(array_fromfile)
{
    int64_t n;
    if (!arg_size(vm, args[1], "negative count", &n))
        return VALUE_NULL;
    int64_t size;
    if (__builtin_mul_overflow(n, (int64_t)ARRAY(self)->item->size, &size))
        return error_set_oom(vm);
    Value want = int_new(vm, size);
    Value b = want ? call_method_cstr(vm, args[0], "read", &want, 1) : VALUE_NULL;
    value_xdecref(vm, want);
    if (!b)
        return VALUE_NULL;
    if (!value_is_bytes(b)) {
        value_decref(vm, b);
        return error_set(vm, EXC_TypeError, "read() didn't return bytes");
    }
    int64_t got = BYTES(b)->size;
    int r = add_bytes(vm, ARRAY(self), BYTES(b)->data, got);
    value_decref(vm, b);
    if (r == 0 && got != size)
        return error_set(vm, EXC_EOFError, "read() didn't return enough bytes");
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(array_tofile)
{
    if (ARRAY(self)->size == 0)
        return VALUE_NONE;
    Value b = array_tobytes(vm, self, NULL, 0, VALUE_NULL);
    Value r = b ? call_method(vm, args[0], NAME(vm, write), &b, 1) : VALUE_NULL;
    value_xdecref(vm, b);
    value_xdecref(vm, r);
    return r ? VALUE_NONE : VALUE_NULL;
}

FN(array_buffer_info)
{
    Value address = int_from_u64(vm, (uint64_t)(uintptr_t)ARRAY(self)->data);
    Value info = address ? tuple_pack(vm, 2, address, int_new(vm, ARRAY(self)->size))
                         : VALUE_NULL;
    value_xdecref(vm, address);
    return info;
}

FN(array_copy)
{
    ArrayObj *a = ARRAY(self);
    Value r = array_make(vm, base_array(self), a->item, a->size);
    if (r)
        mem_copy(ARRAY(r)->data, a->data, (size_t)(a->size * a->item->size));
    return r;
}

FN(array___sizeof__)
{
    return int_new(vm, 64 + type_added_size(self) +
                           ARRAY(self)->capacity * ARRAY(self)->item->size);
}

GETTER(get_typecode)
{
    return str_from_char(vm, (uint32_t)ARRAY(self)->item->code);
}

GETTER(get_itemsize)
{
    return value_from_imm(ARRAY(self)->item->size);
}

static int array_getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    ArrayObj *a = ARRAY(self);
    static char empty[8];
    if (buffer_fill(vm, view, self, a->data ? a->data : empty, a->size * a->item->size,
                    false, flags) < 0)
        return -1;
    view->itemsize = a->item->size;
    if (flags & BUF_FORMAT)
        view->format = a->item->format;
    if (view->shape)
        view->shape = &a->size; /* which stays while a buffer is held */
    a->exports++;
    return 0;
}

static void array_releasebuffer(MinipyVM *vm, Value self, Buffer *view)
{
    (void)vm, (void)view;
    ARRAY(self)->exports--;
}

/* ---- its iterator ---------------------------------------------------------------- */

static Value array_iter_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (it->seq && it->index < ARRAY(it->seq)->size)
        return array_item(vm, it->seq, it->index++);
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

FN(array_iter_reduce)
{
    return seq_iter_reduced_steal(vm, self, "iter", value_incref(vm->empty_tuple));
}

FN(array_iter_setstate)
{
    Value seq = SEQ_ITER(self)->seq;
    return seq_iter_set_index(vm, self, args[0], 0, seq ? ARRAY(seq)->size : 0);
}

static METHODS(array_iter_methods,
    REDUCE_ROW(array_iter_reduce),
    SETSTATE_ROW(array_iter_setstate),
);
static TYPE_SPEC(array_iter_spec,
    .name = "array.arrayiterator",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_OWN_MODULE | TYPE_NO_NEW | TYPE_ITER_SELF,
    .basicsize = sizeof(SeqIterObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = array_iter_next},
    .methods = array_iter_methods,
);

static Value array_iter(MinipyVM *vm, Value self)
{
    TypeObj *t = module_type_made_borrow(vm, &array_iter_spec);
    Value it = t ? object_alloc_value(vm, t) : VALUE_NULL;
    if (it)
        SEQ_ITER(it)->seq = value_incref(self);
    return it;
}

static METHODS(array_methods,
    {"append", array_append, 0, "($self, v, /)", NULL},
    {"extend", array_extend, M_METHOD, "($self, bb, /)", NULL},
    {"fromlist", array_fromlist, 0, "($self, list, /)", NULL},
    {"insert", array_insert, 0, "($self, i, v, /)", NULL},
    {"pop", array_pop, 0, "($self, i=-1, /)", NULL},
    {"remove", array_remove, 0, "($self, v, /)", NULL},
    {"index", array_index, 0, "($self, v, start=0, stop=sys.maxsize, /)", NULL},
    {"count", array_count, 0, "($self, v, /)", NULL},
    {"reverse", array_reverse, 0, "($self, /)", NULL},
    {"byteswap", array_byteswap, 0, "($self, /)", NULL},
    {"tobytes", array_tobytes, 0, "($self, /)", NULL},
    {"frombytes", array_frombytes, 0, "($self, buffer, /)", NULL},
    {"tolist", array_tolist, 0, "($self, /)", NULL},
    {"fromunicode", array_fromunicode, 0, "($self, ustr, /)", NULL},
    {"tounicode", array_tounicode, 0, "($self, /)", NULL},
    {"fromfile", array_fromfile, M_METHOD, "($self, f, n, /)", NULL},
    {"tofile", array_tofile, M_METHOD, "($self, f, /)", NULL},
    {"buffer_info", array_buffer_info, 0, "($self, /)", NULL},
    {"__copy__", array_copy, 0, "($self, /)", NULL},
    {"__deepcopy__", array_copy, 0, "($self, unused, /)", NULL},
    {"__reduce_ex__", array___reduce_ex__, M_METHOD, "($self, value, /)", NULL},
    {"__sizeof__", array___sizeof__, 0, "($self, /)", NULL},
);
static GETSETS(array_getsets,
    {"typecode", get_typecode, NULL, "the typecode character used to create the array", NULL},
    {"itemsize", get_itemsize, NULL, "the size, in bytes, of one array item", NULL},
);
TYPE_SPEC(array_spec,
    .name = "array.array",
    .doc = "array(typecode [, initializer]) -> array",
    .flags = TYPE_OWN_MODULE | TYPE_BASE | TYPE_SEQUENCE | TYPE_WEAKREFS, .basicsize = sizeof(ArrayObj),
    .dealloc = array_dealloc,
    .slots = {.getattro = object_generic_getattr, .new_ = array_new, .repr = array_repr, .richcompare = array_compare,
              .iter = array_iter,
              .sq_length = array_length, .sq_item = array_item, .sq_concat = array_concat, .sq_repeat = array_repeat,
              .sq_contains = array_contains, .sq_inplace_concat = array_inplace_concat,
              .sq_inplace_repeat = array_inplace_repeat, .mp_length = array_length, .mp_subscript = array_subscript,
              .mp_ass_subscript = array_ass_subscript, .bf_getbuffer = array_getbuffer,
              .bf_releasebuffer = array_releasebuffer},
    .methods = array_methods, .getsets = array_getsets,
);

static METHODS(functions,
    {"_array_reconstructor", array_reconstructor, 0,
     "($module, arraytype, typecode, mformat_code, items,\n                     /)",
     "What pickle calls to make an array of bytes that another machine wrote."},
);

/* An array is a collections.abc.MutableSequence. */
static int register_sequence(MinipyVM *vm, TypeObj *t)
{
    Value cls = import_attr(vm, "collections.abc", "MutableSequence");
    Value type = value_from_obj(t);
    Value r = cls ? call_method_cstr(vm, cls, "register", &type, 1) : VALUE_NULL;
    value_xdecref(vm, cls);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static CONTENTS(contents,
    HAS_TYPE("array", &array_spec), HAS_TYPE("ArrayType", &array_spec), HAS_TEXT("typecodes", "bBuhHiIlLqQfd"),
);

static int array_exec(MinipyVM *vm, Value m)
{
    (void)m;
    return register_sequence(vm, module_type_borrow(vm, &array_spec));
}

MODULE_SPEC(array_module_spec,
    .name = "array",
    .doc = "This module defines an object type which can efficiently represent\nan array of basic values.",
    .methods = functions, .contents = contents, .exec = array_exec,
);
