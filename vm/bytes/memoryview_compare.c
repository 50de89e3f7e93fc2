/* memoryview_compare.c - == and != of a memoryview and another object's memory: shapes
 * first, then item by item, because items of different formats can be equal and those
 * of one format can differ from themselves (NaN). Formats that are native single
 * characters are read here, all others (those of ctypes' arrays and structures) by
 * struct.Struct.
 */
#include <string.h>

#include "vm/bytes/bytes_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/objects/args.h"
#include "vm/objects/call.h"
#include "vm/types/attr.h"

typedef struct Side {
    Buffer view;
    const char *format;
    Value unpack; /* struct.Struct(format).unpack_from; VALUE_NULL: a native format */
} Side;

/* 1; 0: struct does not know the format, so that it equals nothing; -1: exception. */
static int find_unpacker(MinipyVM *vm, Side *side)
{
    Value make = import_attr(vm, "struct", "Struct");
    Value format = bytes_from(vm, side->format, (int64_t)strlen(side->format));
    Value made = make && format ? call1(vm, make, format) : VALUE_NULL;
    if (made)
        side->unpack = attr_get(vm, made, "unpack_from");
    value_xdecref(vm, made);
    value_xdecref(vm, make);
    value_xdecref(vm, format);
    if (side->unpack)
        return 1;
    if (error_matches(vm, EXC_ImportError) || error_matches(vm, EXC_MemoryError))
        return -1;
    error_clear(vm);
    return 0;
}

static Value item_at(MinipyVM *vm, const Side *side, const char *at)
{
    if (!side->unpack)
        return memory_unpack(vm, side->format, at);
    Value bytes = bytes_from(vm, at, side->view.itemsize);
    Value items = bytes ? call1(vm, side->unpack, bytes) : VALUE_NULL;
    value_xdecref(vm, bytes);
    if (!items || !value_is_tuple(items) || tuple_size(items) != 1)
        return items;
    Value item = value_incref(tuple_get_borrow(items, 0));
    value_decref(vm, items);
    return item;
}

/* Of N items of the native format C, STEP_A and STEP_B apart: 1 and 0; -1: another
 * format, of which nothing was compared. Floats are equal by value, all else by bits.
 */
static int equal_native(char c, const char *p, int64_t step_a, const char *q,
                        int64_t step_b, int64_t n)
{
    int64_t size = memory_code_size(c, true);
    if (size == 0)
        return -1;
    if (c != 'd' && c != 'f') {
        if (step_a == size && step_b == size)
            return n == 0 || memcmp(p, q, (size_t)(n * size)) == 0;
        for (; n > 0; n--, p += step_a, q += step_b)
            if (memcmp(p, q, (size_t)size) != 0)
                return 0;
        return 1;
    }
    for (; n > 0; n--, p += step_a, q += step_b) {
        double x, y;
        float a, b;
        if (c == 'd') {
            memcpy(&x, p, sizeof x);
            memcpy(&y, q, sizeof y);
        } else {
            memcpy(&a, p, sizeof a);
            memcpy(&b, q, sizeof b);
            x = (double)a;
            y = (double)b;
        }
        if (x != y)
            return 0;
    }
    return 1;
}

/* Whether the items of dimension DIM and below are equal; -1: exception. */
static int equal_dim(MinipyVM *vm, const Side *a, const char *p, const Side *b,
                     const char *q, int dim)
{
    if (dim == a->view.ndim) {
        Value x = item_at(vm, a, p);
        Value y = x ? item_at(vm, b, q) : VALUE_NULL;
        int equal = y ? object_is_true_steal(vm, object_compare(vm, x, y, CMP_EQ)) : -1;
        value_xdecref(vm, x);
        value_xdecref(vm, y);
        return equal;
    }
    if (dim == a->view.ndim - 1 && memory_same_format(a->format, b->format)) {
        int equal = equal_native(memory_code(a->format), p, a->view.strides[dim], q,
                                 b->view.strides[dim], a->view.shape[dim]);
        if (equal >= 0)
            return equal;
    }
    for (int64_t i = 0; i < a->view.shape[dim]; i++) {
        int equal = equal_dim(vm, a, p + i * a->view.strides[dim], b,
                              q + i * b->view.strides[dim], dim + 1);
        if (equal != 1)
            return equal;
    }
    return 1;
}

static bool same_shape(const Buffer *x, const Buffer *y)
{
    bool same = x->ndim == y->ndim;
    for (int i = 0; same && i < x->ndim; i++)
        same = x->shape[i] == y->shape[i];
    return same;
}

/* Whether all items are equal; -1: exception. */
static int equal_items(MinipyVM *vm, Side *a, Side *b)
{
    const Buffer *x = &a->view, *y = &b->view;
    if (!same_shape(x, y))
        return 0;
    bool same = memory_same_format(a->format, b->format);
    if (same && memory_same_format(a->format, "B") && buffer_is_contiguous(x) &&
        buffer_is_contiguous(y))
        return x->size == 0 || memcmp(x->data, y->data, (size_t)x->size) == 0;
    if (!same || memory_itemsize(a->format) == 0) {
        int known = find_unpacker(vm, a);
        if (known == 1)
            known = find_unpacker(vm, b);
        if (known != 1)
            return known;
    }
    return equal_dim(vm, a, x->data, b, y->data, 0);
}

/* 1; 0: o has no such buffer. A memoryview of it has the strides that a buffer may
 * leave out, as those of ctypes' arrays do, which python3.11 does not look out for. */
static int take(MinipyVM *vm, Value o, Side *side)
{
    int taken = buffer_get(vm, o, &side->view, BUF_FULL);
    if (taken == 0 && side->view.ndim > 0 && !side->view.strides) {
        Value m = memoryview_new(vm, o);
        buffer_release(vm, &side->view);
        taken = m ? buffer_get(vm, m, &side->view, BUF_FULL) : -1;
        value_xdecref(vm, m); /* the buffer holds it */
    }
    if (taken < 0)
        return 0;
    side->format = side->view.format ? side->view.format : "B";
    return 1;
}

/* Memory of one dimension whose items are read here. */
typedef struct Row {
    const char *data;
    int64_t length, step;
    char code;
} Row;

static inline bool as_row(MinipyVM *vm, Value o, Row *row)
{
    if (value_is_kind(o, KIND_MEMORYVIEW)) {
        const MemoryviewObj *m = MEMORYVIEW(o);
        if (!m->base.obj || m->ndim != 1)
            return false;
        *row = (Row){m->data, memory_shape(m)[0], memory_strides(m)[0],
                     memory_code(m->format)};
        return true;
    }
    if (!value_is_exact(vm, o, KIND_BYTES))
        return false;
    *row = (Row){(const char *)BYTES(o)->data, BYTES(o)->size, 1, 'B'};
    return true;
}

/* 1 and 0; -1: it is not that simple. */
static int equal_rows(MinipyVM *vm, Value a, Value b)
{
    Row x, y;
    if (!as_row(vm, a, &x) || !as_row(vm, b, &y) || x.code != y.code)
        return -1;
    if (x.length != y.length)
        return 0;
    return equal_native(x.code, x.data, x.step, y.data, y.step, x.length);
}

Value memory_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Side x = {.unpack = VALUE_NULL}, y = {.unpack = VALUE_NULL};

    if (op != CMP_EQ && op != CMP_NE)
        return VALUE_NOT_IMPLEMENTED;
    int rows = equal_rows(vm, a, b);
    if (rows >= 0)
        return value_from_bool((rows == 1) == (op == CMP_EQ));
    if (value_is_kind(a, KIND_MEMORYVIEW) && !MEMORYVIEW(a)->base.obj)
        return value_from_bool((a == b) == (op == CMP_EQ));
    if (value_is_kind(b, KIND_MEMORYVIEW) && !MEMORYVIEW(b)->base.obj)
        return value_from_bool(op == CMP_NE);
    if (!buffer_supported(vm, a) || !buffer_supported(vm, b))
        return VALUE_NOT_IMPLEMENTED;
    if (!take(vm, a, &x))
        return VALUE_NULL;
    if (!take(vm, b, &y)) {
        error_clear(vm);
        buffer_release(vm, &x.view);
        return VALUE_NOT_IMPLEMENTED;
    }
    int equal = equal_items(vm, &x, &y);
    value_xdecref(vm, x.unpack);
    value_xdecref(vm, y.unpack);
    buffer_release(vm, &x.view);
    buffer_release(vm, &y.view);
    return equal < 0 ? VALUE_NULL : value_from_bool((equal == 1) == (op == CMP_EQ));
}
