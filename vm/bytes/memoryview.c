/* memoryview.c - memoryview: an object's memory seen as items of a format, in one or
 * more dimensions, without a copy.
 *
 * Every view holds a buffer of its own from the object at the root (a view of a view
 * goes to the same root), so the memory stays in place until the last one is released.
 * data, shape and strides describe the part that this view shows. Items are packed and
 * unpacked in memoryview_item.c, compared in memoryview_compare.c.
 */
#include "vm/bytes/memoryview.h"

#include <string.h>

#include "vm/objects/args.h"
#include "vm/bytes/bytes_private.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/codecs.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/slice.h"

/* ---- making and releasing -------------------------------------------------------- */

static int check_released(MinipyVM *vm, MemoryviewObj *m)
{
    if (m->base.obj)
        return 0;
    error_set(vm, EXC_ValueError, "operation forbidden on released memoryview object");
    return -1;
}

/* A view of OWNER's memory without any geometry yet. */
static MemoryviewObj *view_of(MinipyVM *vm, Value owner)
{
    MemoryviewObj *m = (MemoryviewObj *)object_alloc(vm, vm->types[KIND_MEMORYVIEW], 0);

    if (!m)
        return NULL;
    m->hash = -1;
    /* A one-dimensional Buffer may point into itself: it is not moved. */
    if (buffer_get(vm, owner, &m->base, BUF_FULL) < 0) {
        m->base.obj = VALUE_NULL;
        value_decref(vm, value_from_obj(m));
        return NULL;
    }
    m->readonly = m->base.readonly;
    return m;
}

/* Gives M room for NDIM dimensions, and its format. -1: MemoryError. */
static int set_format_and_rank(MinipyVM *vm, MemoryviewObj *m, const char *format,
                               int ndim)
{
    size_t length = strlen(format);
    m->format = length < sizeof m->short_format
                    ? memcpy(m->short_format, format, length + 1)
                    : mem_strdup(vm, format);
    m->dims =
        ndim <= 1 ? m->few_dims : mem_calloc(vm, (size_t)ndim * 3 * sizeof *m->dims);
    m->ndim = ndim;
    return m->format && m->dims ? 0 : -1;
}

static void c_strides(MemoryviewObj *m)
{
    int64_t step = m->itemsize;

    for (int i = m->ndim - 1; i >= 0; i--) {
        memory_strides(m)[i] = step;
        step *= memory_shape(m)[i];
    }
}

static Value error_steal(MinipyVM *vm, MemoryviewObj *m)
{
    if (m)
        value_decref(vm, value_from_obj(m));
    return VALUE_NULL;
}

/* A new view that shows what M shows. */
static MemoryviewObj *copy_view(MinipyVM *vm, MemoryviewObj *m)
{
    MemoryviewObj *copy = view_of(vm, m->base.obj);

    if (!copy)
        return NULL;
    if (set_format_and_rank(vm, copy, m->format, m->ndim) < 0) {
        error_steal(vm, copy);
        return NULL;
    }
    copy->data = m->data;
    copy->size = m->size;
    copy->itemsize = m->itemsize;
    copy->nameless = m->nameless;
    copy->readonly = m->readonly;
    memcpy(copy->dims, m->dims, (size_t)m->ndim * 3 * sizeof *m->dims);
    return copy;
}

Value memoryview_new(MinipyVM *vm, Value object)
{
    if (value_is_kind(object, KIND_MEMORYVIEW)) {
        if (check_released(vm, MEMORYVIEW(object)) < 0)
            return VALUE_NULL;
        MemoryviewObj *copy = copy_view(vm, MEMORYVIEW(object));
        return copy ? value_from_obj(copy) : VALUE_NULL;
    }
    if (!buffer_supported(vm, object))
        return error_set(vm, EXC_TypeError,
                         "memoryview: a bytes-like object is required, not '%T'",
                         object);
    MemoryviewObj *m = view_of(vm, object);
    if (!m)
        return VALUE_NULL;
    const Buffer *base = &m->base;
    m->data = base->data;
    m->size = base->size;
    m->itemsize = base->itemsize;
    if (set_format_and_rank(vm, m, base->format ? base->format : "B", base->ndim) < 0)
        return error_steal(vm, m);
    for (int i = 0; i < m->ndim; i++)
        memory_shape(m)[i] = base->shape ? base->shape[i] : base->size / base->itemsize;
    if (base->strides)
        memcpy(memory_strides(m), base->strides, (size_t)m->ndim * sizeof(int64_t));
    else
        c_strides(m);
    return value_from_obj(m);
}

NEW(new_slot, 1, "memoryview", "(object)")
{
    return memoryview_new(vm, given[0]);
}

static int release(MinipyVM *vm, MemoryviewObj *m)
{
    if (!m->base.obj)
        return 0;
    if (m->exports > 0) {
        error_set(vm, EXC_BufferError, "memoryview has %ld exported buffer%s",
                  (long)m->exports, m->exports == 1 ? "" : "s");
        return -1;
    }
    buffer_release(vm, &m->base);
    return 0;
}

static void dealloc(MinipyVM *vm, Object *o)
{
    MemoryviewObj *m = (MemoryviewObj *)o;

    buffer_release(vm, &m->base);
    if (m->format != m->short_format)
        mem_free(vm, m->format);
    if (m->dims != m->few_dims)
        mem_free(vm, m->dims);
}

static int traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((MemoryviewObj *)o)->base.obj);
    return 0;
}

static void clear(MinipyVM *vm, Object *o)
{
    if (((MemoryviewObj *)o)->exports == 0)
        buffer_release(vm, &((MemoryviewObj *)o)->base);
}

/* ---- geometry -------------------------------------------------------------------- */

/* Of one dimension, where CPython asks for the stride of what is empty, too. */
static bool line_contiguous(const MemoryviewObj *m)
{
    return memory_shape(m)[0] == 1 || memory_strides(m)[0] == m->itemsize;
}

static bool memory_c_contiguous(const MemoryviewObj *m)
{
    int64_t step = m->itemsize;

    if (m->ndim == 1)
        return line_contiguous(m);
    if (m->size == 0)
        return true;
    for (int i = m->ndim - 1; i >= 0; i--) {
        if (memory_shape(m)[i] > 1 && memory_strides(m)[i] != step)
            return false;
        step *= memory_shape(m)[i];
    }
    return true;
}

static bool f_contiguous(const MemoryviewObj *m)
{
    int64_t step = m->itemsize;

    if (m->ndim == 1)
        return line_contiguous(m);
    if (m->size == 0)
        return true;
    for (int i = 0; i < m->ndim; i++) {
        if (memory_shape(m)[i] > 1 && memory_strides(m)[i] != step)
            return false;
        step *= memory_shape(m)[i];
    }
    return true;
}

/* The view as a Buffer whose shape and strides are M's. */
/* Field by field: a Buffer that is made apart and copied was two thirds of `v == w`, as
 * the processor waits where what was stored by words is loaded in vectors. */
static void as_buffer(const MemoryviewObj *m, Buffer *view)
{
    view->data = m->data;
    view->obj = value_from_obj(m);
    view->size = m->size;
    view->itemsize = m->itemsize;
    view->readonly = m->readonly;
    view->ndim = m->ndim;
    view->format = m->format;
    view->shape = memory_shape(m);
    view->strides = memory_strides(m);
    view->suboffsets = NULL;
    view->internal = NULL;
}

static int getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return -1;
    if ((flags & BUF_WRITABLE) && m->readonly) {
        error_set(vm, EXC_BufferError, "memoryview: underlying buffer is not writable");
        return -1;
    }
    if ((flags & BUF_STRIDES) != BUF_STRIDES && !memory_c_contiguous(m)) {
        error_set(vm, EXC_BufferError,
                  "memoryview: underlying buffer is not C-contiguous");
        return -1;
    }
    as_buffer(m, view);
    if (!(flags & BUF_FORMAT))
        view->format = NULL;
    if ((flags & BUF_STRIDES) != BUF_STRIDES)
        view->strides = NULL;
    if (!(flags & BUF_ND)) {
        view->shape = NULL;
        view->ndim = 1;
    }
    value_incref(self);
    m->exports++;
    return 0;
}

static void releasebuffer(MinipyVM *vm, Value self, Buffer *view)
{
    (void)vm, (void)view;
    MEMORYVIEW(self)->exports--;
}

/* ---- reading and writing items --------------------------------------------------- */

/* Where item INDEX of dimension DIM is, from AT; NULL: IndexError. */
static char *step_to(MinipyVM *vm, MemoryviewObj *m, char *at, int dim, int64_t index)
{
    int64_t length = memory_shape(m)[dim];

    if (index < 0)
        index += length;
    if (index < 0 || index >= length) {
        error_set(vm, EXC_IndexError, "index out of bounds on dimension %d", dim + 1);
        return NULL;
    }
    return at + index * memory_strides(m)[dim];
}

static bool is_index(MinipyVM *vm, Value key)
{
    return value_is_int(key) || value_type(vm, key)->slots.nb_index != NULL;
}

/* The item that an int or a tuple of ints names; NULL: error. */
static char *find_item(MinipyVM *vm, MemoryviewObj *m, Value key, bool store)
{
    char *at = m->data;

    if (is_index(vm, key)) {
        if (store && m->ndim > 1) {
            error_set(vm, EXC_NotImplementedError, "sub-views are not implemented");
            return NULL;
        }
        int64_t i = number_as_ssize(vm, key, EXC_IndexError);
        if (i == -1 && error_occurred(vm))
            return NULL;
        if (check_released(vm, m) < 0 ||
            (!store && memory_check_format(vm, m->format) < 0))
            return NULL;
        if (m->ndim > 1) {
            error_set(vm, EXC_NotImplementedError,
                      "multi-dimensional sub-views are not implemented");
            return NULL;
        }
        return step_to(vm, m, at, 0, i);
    }
    if (!store && memory_check_format(vm, m->format) < 0)
        return NULL;
    int64_t n = tuple_size(key);
    if (n != m->ndim) {
        if (n < m->ndim)
            error_set(vm, EXC_NotImplementedError, "sub-views are not implemented");
        else
            error_set(vm, EXC_TypeError,
                      "cannot index %d-dimension view with %ld-element tuple", m->ndim,
                      (long)n);
        return NULL;
    }
    for (int dim = 0; at && dim < m->ndim; dim++) {
        int64_t i = number_as_ssize(vm, tuple_get_borrow(key, dim), EXC_IndexError);
        if (i == -1 && error_occurred(vm))
            return NULL;
        at = step_to(vm, m, at, dim, i);
    }
    return at && check_released(vm, m) == 0 ? at : NULL;
}

typedef enum { KEY_ITEM, KEY_SLICE, KEY_MULTI_SLICE, KEY_BAD } KeyForm;

static KeyForm key_form(MinipyVM *vm, Value key)
{
    if (is_index(vm, key))
        return KEY_ITEM;
    if (value_is_kind(key, KIND_SLICE))
        return KEY_SLICE;
    if (!value_is_tuple(key))
        return KEY_BAD;
    int64_t n = tuple_size(key), ints = 0, slices = 0;
    for (int64_t i = 0; i < n; i++) {
        ints += is_index(vm, tuple_get_borrow(key, i));
        slices += value_is_kind(tuple_get_borrow(key, i), KIND_SLICE);
    }
    return ints == n ? KEY_ITEM : slices == n ? KEY_MULTI_SLICE : KEY_BAD;
}

/* The stride of every step-th item. It overflows where there is no second one. */
static int64_t stepped(int64_t stride, int64_t step)
{
    return (int64_t)((uint64_t)stride * (uint64_t)step);
}

/* A view of a part of M along the first dimension. */
static MemoryviewObj *slice_view(MinipyVM *vm, MemoryviewObj *m, Value slice)
{
    int64_t start, stop, step;

    /* The part holds the memory before the indices run code that may release M. */
    MemoryviewObj *part = copy_view(vm, m);
    if (!part)
        return NULL;
    if (slice_unpack(vm, slice, &start, &stop, &step) < 0) {
        error_steal(vm, part);
        return NULL;
    }
    int64_t count = slice_adjust(memory_shape(part)[0], &start, &stop, step);
    part->data += start * memory_strides(part)[0];
    memory_shape(part)[0] = count;
    memory_strides(part)[0] = stepped(memory_strides(part)[0], step);
    part->size = part->itemsize;
    for (int i = 0; i < part->ndim; i++)
        part->size *= memory_shape(part)[i];
    return part;
}

static Value subscript_slot(MinipyVM *vm, Value self, Value key)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    if (m->ndim == 0 && value_is_tuple(key) && tuple_size(key) == 0)
        return memory_unpack(vm, m->format, m->data);
    if (m->ndim == 0 && key == VALUE_ELLIPSIS)
        return value_incref(self);
    if (m->ndim == 0)
        return error_set(vm, EXC_TypeError, "invalid indexing of 0-dim memory");
    switch (key_form(vm, key)) {
    case KEY_ITEM: {
        const char *at = find_item(vm, m, key, false);
        return at ? memory_unpack(vm, m->format, at) : VALUE_NULL;
    }
    case KEY_SLICE: {
        MemoryviewObj *part = slice_view(vm, m, key);
        return part ? value_from_obj(part) : VALUE_NULL;
    }
    case KEY_MULTI_SLICE:
        return error_set(vm, EXC_NotImplementedError,
                         "multi-dimensional slicing is not implemented");
    default: return error_set(vm, EXC_TypeError, "memoryview: invalid slice key");
    }
}

static Value item_slot(MinipyVM *vm, Value self, int64_t i)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0 || memory_check_format(vm, m->format) < 0)
        return VALUE_NULL;
    return subscript_slot(vm, self, value_from_imm(i));
}

/* `length` items of M's from `to` on, `step` bytes apart, become those of the buffer,
 * which may overlap. */
static int assign_items(MinipyVM *vm, MemoryviewObj *m, char *to, int64_t length,
                        int64_t step, const Buffer *from)
{
    if (from->ndim != 1 ||
        !memory_same_format(from->format ? from->format : "B", m->format) ||
        from->itemsize != m->itemsize || from->size != length * m->itemsize) {
        error_set(vm, EXC_ValueError,
                  "memoryview assignment: lvalue and rvalue have different structures");
        return -1;
    }
    if (buffer_is_contiguous(from) && step == m->itemsize) {
        if (length)
            memmove(to, from->data, (size_t)from->size);
        return 0;
    }
    Value copy = buffer_to_bytes(vm, from);
    if (!copy)
        return -1;
    for (int64_t i = 0; i < length; i++)
        memcpy(to + i * step, BYTES(copy)->data + i * m->itemsize, (size_t)m->itemsize);
    value_decref(vm, copy);
    return 0;
}

static inline bool is_plain_bound(Value v)
{
    return value_is_int_imm(v) || v == VALUE_NONE;
}

/* The value is asked for its buffer before the indices are looked at. */
static int assign_slice(MinipyVM *vm, MemoryviewObj *m, Value slice, Value value)
{
    Buffer from;
    int error = -1;
    if (buffer_get(vm, value, &from, BUF_FULL) < 0)
        return -1;
    const SliceObj *s = SLICE(slice);
    if (is_plain_bound(s->start) && is_plain_bound(s->stop) &&
        is_plain_bound(s->step)) { /* which run no code that could release M */
        int64_t start, stop, step, stride = memory_strides(m)[0];
        if (slice_unpack(vm, slice, &start, &stop, &step) == 0) {
            int64_t count = slice_adjust(memory_shape(m)[0], &start, &stop, step);
            error = assign_items(vm, m, m->data + start * stride, count,
                                 stepped(stride, step), &from);
        }
    } else {
        MemoryviewObj *part = slice_view(vm, m, slice);
        if (part && check_released(vm, m) == 0)
            error = assign_items(vm, m, part->data, memory_shape(part)[0],
                                 memory_strides(part)[0], &from);
        error_steal(vm, part);
    }
    buffer_release(vm, &from);
    return error;
}

static int assign_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0 || memory_check_format(vm, m->format) < 0)
        return -1;
    if (m->readonly || !value) {
        error_set(vm, EXC_TypeError,
                  m->readonly ? "cannot modify read-only memory"
                              : "cannot delete memory");
        return -1;
    }
    if (m->ndim == 0 &&
        (key == VALUE_ELLIPSIS || (value_is_tuple(key) && tuple_size(key) == 0)))
        return memory_pack(vm, m->format, m->data, value);
    if (m->ndim == 0)
        return error_set(vm, EXC_TypeError, "invalid indexing of 0-dim memory"), -1;
    switch (key_form(vm, key)) {
    case KEY_ITEM: {
        /* Converting the value can run Python code that releases the view. */
        char *at = find_item(vm, m, key, true);
        if (!at)
            return -1;
        char item[16];
        if (memory_pack(vm, m->format, item, value) < 0 || check_released(vm, m) < 0)
            return -1;
        memcpy(at, item, (size_t)m->itemsize);
        return 0;
    }
    case KEY_SLICE:
        if (m->ndim == 1)
            return assign_slice(vm, m, key, value);
        error_set(vm, EXC_NotImplementedError,
                  "memoryview slice assignments are currently restricted to ndim = 1");
        return -1;
    case KEY_MULTI_SLICE:
        error_set(vm, EXC_NotImplementedError,
                  "memoryview slice assignments are currently restricted to ndim = 1");
        return -1;
    default: error_set(vm, EXC_TypeError, "memoryview: invalid slice key"); return -1;
    }
}

/* ---- whole contents -------------------------------------------------------------- */

/* Items of format C, which is native: those of one of these kinds of numbers.
 * VALUE_NULL without an exception: others. */
static Value list_of_numbers(MinipyVM *vm, char c, const char *at, int64_t n,
                             int64_t step)
{
    if (!strchr("BbHhIilqd", c))
        return VALUE_NULL;
    Value list = list_new(vm, n);
    Value *items = list ? LIST(list)->items : NULL;
    int64_t i = 0;
#define FILL(code, Type, make)                                                         \
    case code:                                                                         \
        for (; list && i < n; i++) {                                                   \
            Type x;                                                                    \
            memcpy(&x, at + i * step, sizeof x);                                       \
            if (unlikely(!(items[i] = make)))                                          \
                break;                                                                 \
        }                                                                              \
        break
    switch (c) {
        FILL('B', uint8_t, value_from_imm(x));
        FILL('b', int8_t, value_from_imm(x));
        FILL('H', uint16_t, value_from_imm(x));
        FILL('h', int16_t, value_from_imm(x));
        FILL('I', uint32_t, value_from_imm(x));
        FILL('i', int32_t, value_from_imm(x));
        FILL('l', int64_t, int_new(vm, x));
        FILL('q', int64_t, int_new(vm, x));
        FILL('d', double, float_new(vm, x));
    }
#undef FILL
    if (i < n)
        value_clear(vm, &list);
    return list;
}

static Value tolist_dim(MinipyVM *vm, MemoryviewObj *m, const char *at, int dim)
{
    if (dim == m->ndim)
        return memory_unpack(vm, m->format, at);
    if (dim == m->ndim - 1) {
        Value ints = list_of_numbers(vm, memory_code(m->format), at,
                                     memory_shape(m)[dim], memory_strides(m)[dim]);
        if (ints || error_occurred(vm))
            return ints;
    }
    Value list = list_new(vm, 0);
    for (int64_t i = 0; list && i < memory_shape(m)[dim]; i++) {
        Value item = tolist_dim(vm, m, at + i * memory_strides(m)[dim], dim + 1);
        if (!item || list_append_steal(vm, list, item) < 0)
            value_clear(vm, &list);
    }
    return list;
}

static int64_t hash_slot(MinipyVM *vm, Value self)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (m->hash != -1)
        return m->hash;
    if (check_released(vm, m) < 0)
        return -1;
    if (!m->readonly) {
        error_set(vm, EXC_ValueError, "cannot hash writable memoryview object");
        return -1;
    }
    if (!memory_same_format(m->format, "B") && !memory_same_format(m->format, "b") &&
        !memory_same_format(m->format, "c")) {
        error_set(vm, EXC_ValueError,
                  "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
        return -1;
    }
    if (object_hash(vm, m->base.obj) == -1)
        return -1;
    Buffer view;
    as_buffer(m, &view);
    Value bytes = buffer_to_bytes(vm, &view);
    if (!bytes)
        return -1;
    m->hash = object_hash(vm, bytes);
    value_decref(vm, bytes);
    return m->hash;
}

static Value repr_slot(MinipyVM *vm, Value self)
{
    return str_format_c(
        vm, MEMORYVIEW(self)->base.obj ? "<memory at %p>" : "<released memory at %p>",
        (void *)value_obj(self));
}

static int64_t length_slot(MinipyVM *vm, Value self)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return -1;
    return m->ndim == 0 ? 1 : memory_shape(m)[0];
}

static Value iter_slot(MinipyVM *vm, Value self)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    if (m->ndim == 0)
        return error_set(vm, EXC_TypeError, "invalid indexing of 0-dim memory");
    if (m->ndim != 1)
        return error_set(vm, EXC_NotImplementedError,
                         "multi-dimensional sub-views are not implemented");
    if (memory_check_format(vm, m->format) < 0)
        return VALUE_NULL;
    return bytes_iter_new(vm, KIND_MEMORYVIEW_ITER, self);
}

/* ---- methods --------------------------------------------------------------------- */

FN(release_method)
{
    return release(vm, MEMORYVIEW(self)) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(enter_method)
{
    return check_released(vm, MEMORYVIEW(self)) < 0 ? VALUE_NULL : value_incref(self);
}

/* The items with the first index running fastest. */
static void append_fortran(BytesBuilder *b, MemoryviewObj *m, const char *at, int dim)
{
    if (dim < 0) {
        bytesbuilder_add(b, at, m->itemsize);
        return;
    }
    for (int64_t i = 0; i < memory_shape(m)[dim] && !b->failed; i++)
        append_fortran(b, m, at + i * memory_strides(m)[dim], dim - 1);
}

FN(tobytes_method)
{
    MemoryviewObj *m = MEMORYVIEW(self);
    char order = 'C';

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    if (GIVEN(0) && GIVEN(0) != VALUE_NONE) {
        if (!value_is_str(GIVEN(0)))
            return error_set(vm, EXC_TypeError,
                             "tobytes() argument 'order' must be str or None, not %T",
                             GIVEN(0));
        if (!str_cstr(vm, GIVEN(0)))
            return VALUE_NULL;
        order = STR(GIVEN(0))->length == 1 ? (char)str_char_at(STR(GIVEN(0)), 0) : '?';
        if (order != 'C' && order != 'F' && order != 'A')
            return error_set(vm, EXC_ValueError, "order must be 'C', 'F' or 'A'");
    }
    if (order == 'F' || (order == 'A' && f_contiguous(m) && !memory_c_contiguous(m))) {
        BytesBuilder b;
        bytesbuilder_init(&b, vm, m->size);
        append_fortran(&b, m, m->data, m->ndim - 1);
        return bytesbuilder_finish(&b);
    }
    Buffer view;
    as_buffer(m, &view);
    return buffer_to_bytes(vm, &view);
}

FN(tolist_method)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0 || memory_check_format(vm, m->format) < 0)
        return VALUE_NULL;
    return tolist_dim(vm, m, m->data, 0);
}

FN(hex_method)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    Buffer view;
    as_buffer(m, &view);
    Value bytes = buffer_to_bytes(vm, &view);
    if (!bytes)
        return VALUE_NULL;
    Value text = bytes_hex(vm, (ByteSpan){BYTES(bytes)->data, BYTES(bytes)->size},
                           false, args, nargs, kwnames);
    value_decref(vm, bytes);
    return text;
}

FN(toreadonly_method)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    MemoryviewObj *copy = copy_view(vm, m);
    if (!copy)
        return VALUE_NULL;
    copy->readonly = true;
    return value_from_obj(copy);
}

/* The dimensions given to cast, as the shape of COPY. */
static int cast_shape(MinipyVM *vm, MemoryviewObj *copy, Value shape)
{
    int64_t product = copy->itemsize;

    for (int i = 0; i < copy->ndim; i++) {
        Value v = seq_items(shape)[i];
        if (!value_is_int(v)) {
            error_set(vm, EXC_TypeError,
                      "memoryview.cast(): elements of shape must be integers");
            return -1;
        }
        int64_t n;
        if (!arg_ssize(vm, v, &n))
            return -1;
        if (n <= 0) {
            error_set(vm, EXC_ValueError,
                      "memoryview.cast(): elements of shape must be integers > 0");
            return -1;
        }
        if (n > INT64_MAX / product) {
            error_set(vm, EXC_ValueError,
                      "memoryview.cast(): product(shape) > SSIZE_MAX");
            return -1;
        }
        product *= n;
        memory_shape(copy)[i] = n;
    }
    if (product != copy->size) {
        error_set(vm, EXC_TypeError,
                  "memoryview: product(shape) * itemsize != buffer size");
        return -1;
    }
    c_strides(copy);
    return 0;
}

static Value cast_to(MinipyVM *vm, MemoryviewObj *m, const char *format, Value shape)
{
    int itemsize = memory_itemsize(format);

    if (!itemsize)
        return error_set(
            vm, EXC_ValueError,
            "memoryview: destination format must be a native single character "
            "format prefixed with an optional '@'");
    if (!memory_is_byte_format(format) && !memory_is_byte_format(m->format))
        return error_set(vm, EXC_TypeError,
                         "memoryview: cannot cast between two non-byte formats");
    if (m->size % itemsize != 0)
        return error_set(vm, EXC_TypeError,
                         "memoryview: length is not a multiple of itemsize");
    int ndim = shape ? (int)seq_size(shape) : 1;
    MemoryviewObj *copy = view_of(vm, m->base.obj);
    if (!copy || set_format_and_rank(vm, copy, format, ndim) < 0)
        return error_steal(vm, copy);
    copy->data = m->data;
    copy->size = m->size;
    copy->readonly = m->readonly;
    copy->nameless = m->nameless;
    copy->itemsize = itemsize;
    if (!shape) {
        memory_shape(copy)[0] = m->size / itemsize;
        c_strides(copy);
    } else if (cast_shape(vm, copy, shape) < 0) {
        return error_steal(vm, copy);
    }
    return value_from_obj(copy);
}

static bool has_empty_dimension(MemoryviewObj *m)
{
    for (int i = 0; i < m->ndim; i++)
        if (memory_shape(m)[i] == 0)
            return true;
    return false;
}

FN(cast_method)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError,
                         "cast() argument 'format' must be str, not %.50s",
                         type_name_for_message(vm, args[0]));
    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    if (!memory_c_contiguous(m))
        return error_set(vm, EXC_TypeError,
                         "memoryview: casts are restricted to C-contiguous views");
    Value shape = GIVEN(1);
    if ((shape || m->ndim != 1) && has_empty_dimension(m))
        return error_set(vm, EXC_TypeError,
                         "memoryview: cannot cast view with zeros in shape or strides");
    if (shape) {
        if (!value_is_list(shape) && !value_is_tuple(shape))
            return error_set(vm, EXC_TypeError, "shape must be a list or a tuple");
        if (seq_size(shape) > 64)
            return error_set(vm, EXC_ValueError,
                             "memoryview: number of dimensions must not exceed 64");
        if (m->ndim != 1 && seq_size(shape) != 1)
            return error_set(vm, EXC_TypeError,
                             "memoryview: cast must be 1D -> ND or ND -> 1D");
    }
    Value format = codec_encode_ascii(vm, args[0], "strict");
    Value r =
        format ? cast_to(vm, m, (const char *)BYTES(format)->data, shape) : VALUE_NULL;
    value_xdecref(vm, format);
    return r;
}

/* ---- attributes ------------------------------------------------------------------ */

#define VIEW_GETTER(name) static Value name(MinipyVM *vm, Value self, void *closure)

VIEW_GETTER(get_obj)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    (void)closure;
    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    return m->nameless ? VALUE_NONE : value_incref(m->base.obj);
}

VIEW_GETTER(get_format)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    (void)closure;
    return check_released(vm, m) < 0 ? VALUE_NULL : str_from_cstr(vm, m->format);
}

VIEW_GETTER(get_readonly)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    (void)closure;
    return check_released(vm, m) < 0 ? VALUE_NULL : value_from_bool(m->readonly);
}

enum { NUMBER_NBYTES, NUMBER_ITEMSIZE, NUMBER_NDIM };

VIEW_GETTER(get_number)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    switch ((intptr_t)closure) {
    case NUMBER_NBYTES: return int_new(vm, m->size);
    case NUMBER_ITEMSIZE: return int_new(vm, m->itemsize);
    default: return int_new(vm, m->ndim);
    }
}

static Value int_tuple(MinipyVM *vm, const int64_t *numbers, int n)
{
    Value items[64];

    for (int i = 0; i < n; i++)
        items[i] = int_new(vm, numbers[i]);
    return tuple_from_steal(vm, items, n);
}

VIEW_GETTER(get_shape)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    (void)closure;
    return check_released(vm, m) < 0 ? VALUE_NULL
                                     : int_tuple(vm, memory_shape(m), m->ndim);
}

VIEW_GETTER(get_strides)
{
    MemoryviewObj *m = MEMORYVIEW(self);

    (void)closure;
    return check_released(vm, m) < 0 ? VALUE_NULL
                                     : int_tuple(vm, memory_strides(m), m->ndim);
}

VIEW_GETTER(get_suboffsets)
{
    (void)closure;
    return check_released(vm, MEMORYVIEW(self)) < 0 ? VALUE_NULL : tuple_pack(vm, 0);
}

enum { ORDER_C = 1, ORDER_F = 2 };

VIEW_GETTER(get_contiguous)
{
    MemoryviewObj *m = MEMORYVIEW(self);
    intptr_t orders = (intptr_t)closure;

    if (check_released(vm, m) < 0)
        return VALUE_NULL;
    return value_from_bool(((orders & ORDER_C) && memory_c_contiguous(m)) ||
                           ((orders & ORDER_F) && f_contiguous(m)));
}

static METHODS(methods,
    {"release", release_method, 0, "($self, /)", "Gives the memory back; the view is of no use afterwards."},
    {"tobytes", tobytes_method, 0, "($self, /, order='C')", "The items as bytes."},
    {"hex", hex_method, 0, "($self, /, sep=<unrepresentable>, bytes_per_sep=1)", "The bytes in hexadecimal.\n\n"
     ">>> memoryview(b'\\x00\\xffab').hex()\n'00ff6162'\n>>> memoryview(b'\\x00\\xffab').hex(':', -2)\n'00ff:6162'\n"},
    {"tolist", tolist_method, 0, "($self, /)", "The items as a list."},
    {"cast", cast_method, 0, "($self, /, format, shape=<unrepresentable>)",
     "The same memory in another format or shape."},
    {"toreadonly", toreadonly_method, 0, "($self, /)", "A view that cannot be written through."},
    {"__enter__", enter_method, M_UNSIGNED, "($self, /)", NULL},
    {"__exit__", release_method, M_BARE | M_UNSIGNED, "($self, /, *args)", NULL},
);

static GETSETS(getsets,
    {"obj", get_obj, NULL, "The object whose memory it is.", NULL},
    {"nbytes", get_number, NULL, "Bytes that the items take.", (void*)NUMBER_NBYTES},
    {"readonly", get_readonly, NULL, "Whether the memory cannot be written.", NULL},
    {"itemsize", get_number, NULL, "Bytes of an item.", (void*)NUMBER_ITEMSIZE},
    {"format", get_format, NULL, "The struct format of an item.", NULL},
    {"ndim", get_number, NULL, "Number of dimensions.", (void*)NUMBER_NDIM},
    {"shape", get_shape, NULL, "Length of each dimension.", NULL},
    {"strides", get_strides, NULL, "Bytes from item to item in each dimension.", NULL},
    {"suboffsets", get_suboffsets, NULL, "For indirect arrays; always empty.", NULL},
    {"c_contiguous", get_contiguous, NULL, "One block, last index fastest.", (void*)ORDER_C},
    {"f_contiguous", get_contiguous, NULL, "One block, first index fastest.", (void*)ORDER_F},
    {"contiguous", get_contiguous, NULL, "One block.", (void*)(ORDER_C | ORDER_F)},
);

TYPE_SPEC(memoryview_type_spec,
    .name = "memoryview",
    .doc = "memoryview(object)\n--\n\nAn object's memory as items, without a copy.",
    .flags = TYPE_GC | TYPE_WEAKREFS | TYPE_SEQUENCE, .basicsize = sizeof(MemoryviewObj),
    .dealloc = dealloc, .traverse = traverse, .clear = clear,
    .slots = {.getattro = object_generic_getattr, .repr = repr_slot, .hash = hash_slot, .richcompare = memory_compare,
              .iter = iter_slot, .new_ = new_slot, .sq_length = length_slot, .sq_item = item_slot,
              .mp_length = length_slot, .mp_subscript = subscript_slot, .mp_ass_subscript = assign_subscript,
              .bf_getbuffer = getbuffer, .bf_releasebuffer = releasebuffer},
    .methods = methods, .getsets = getsets,
);
