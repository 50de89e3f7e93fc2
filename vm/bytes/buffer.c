/* buffer.c - the buffer protocol: views of an object's memory, and the iterators of the
 * types that have some.
 *
 * Whoever gets a view must release it; while it lives the owner keeps its memory in
 * place (bytearray counts its exports).
 */
#include <string.h>

#include "vm/containers/sequence.h"
#include "vm/objects/args.h"
#include "vm/bytes/bytes_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/bytes/buffer.h"
#include "vm/objects/reduce.h"
#include "vm/containers/iter.h"

bool buffer_supported(MinipyVM *vm, Value o)
{
    return value_type(vm, o)->slots.bf_getbuffer != NULL;
}

int buffer_get(MinipyVM *vm, Value o, Buffer *view, int flags)
{
    GetBufferSlot slot = value_type(vm, o)->slots.bf_getbuffer;

    *view = (Buffer){.obj = VALUE_NULL};
    if (!slot) {
        error_set(vm, EXC_TypeError, "a bytes-like object is required, not '%.100T'",
                  o);
        return -1;
    }
    return slot(vm, o, view, flags);
}

int buffer_get_writable(MinipyVM *vm, Value o, Buffer *view, const char *what)
{
    if (buffer_get(vm, o, view, BUF_WRITABLE) == 0)
        return 0;
    error_clear(vm);
    error_set(vm, EXC_TypeError, "%s must be read-write bytes-like object, not %.50s",
              what, type_name_for_message(vm, o));
    return -1;
}

void buffer_release(MinipyVM *vm, Buffer *view)
{
    Value owner = view->obj;

    if (!owner)
        return;
    ReleaseBufferSlot slot = value_type(vm, owner)->slots.bf_releasebuffer;
    if (slot)
        slot(vm, owner, view);
    view->obj = VALUE_NULL;
    value_decref(vm, owner);
}

int buffer_fill(MinipyVM *vm, Buffer *view, Value owner, void *data, int64_t size,
                bool readonly, int flags)
{
    if ((flags & BUF_WRITABLE) && readonly) {
        error_set(vm, EXC_BufferError, "Object is not writable.");
        return -1;
    }
    view->data = data;
    view->obj = value_incref(owner);
    view->size = size;
    view->itemsize = 1;
    view->readonly = readonly;
    view->ndim = 1;
    view->format = flags & BUF_FORMAT ? "B" : NULL;
    view->shape = flags & BUF_ND ? &view->size : NULL;
    view->strides = (flags & BUF_STRIDES) == BUF_STRIDES ? &view->itemsize : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

bool buffer_is_contiguous(const Buffer *view)
{
    int64_t step = view->itemsize;

    if (view->suboffsets)
        return false;
    if (!view->strides || view->size == 0)
        return true;
    for (int i = view->ndim - 1; i >= 0; i--) {
        if (view->shape[i] > 1 && view->strides[i] != step)
            return false;
        step *= view->shape[i];
    }
    return true;
}

/* Appends the items of dimension DIM and below. */
static void append_items(BytesBuilder *b, const Buffer *view, const char *at, int dim)
{
    if (dim == view->ndim) {
        bytesbuilder_add(b, at, view->itemsize);
        return;
    }
    for (int64_t i = 0; i < view->shape[dim] && !b->failed; i++)
        append_items(b, view, at + i * view->strides[dim], dim + 1);
}

Value buffer_to_bytes(MinipyVM *vm, const Buffer *view)
{
    BytesBuilder b;

    if (buffer_is_contiguous(view))
        return bytes_from(vm, view->data, view->size);
    bytesbuilder_init(&b, vm, view->size);
    append_items(&b, view, view->data, 0);
    return bytesbuilder_finish(&b);
}

Value buffer_bytes_of(MinipyVM *vm, Value v, int flags)
{
    Buffer view;
    if (buffer_get(vm, v, &view, flags) < 0)
        return VALUE_NULL;
    Value bytes = buffer_to_bytes(vm, &view);
    buffer_release(vm, &view);
    return bytes;
}

/* ---- iterators ------------------------------------------------------------------- */

Value bytes_iter_new(MinipyVM *vm, Kind kind, Value seq)
{
    return seq_iter_at(vm, kind, seq, 0);
}

static Value iter_next_slot(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);

    if (!it->seq)
        return VALUE_NULL;
    ByteSpan s = bytes_span(it->seq);
    if (it->index < s.size)
        return value_from_imm(s.data[it->index++]);
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

/* Of a view that has one dimension, or is released meanwhile. */
static Value view_iter_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);

    if (!it->seq)
        return VALUE_NULL;
    const MemoryviewObj *m = MEMORYVIEW(it->seq);
    if (unlikely(!m->base.obj)) {
        object_length(vm, it->seq); /* says so */
        return VALUE_NULL;
    }
    if (it->index < memory_shape(m)[0]) {
        int64_t at = it->index++ * memory_strides(m)[0];
        return memory_unpack(vm, m->format, m->data + at);
    }
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

FN(iter_length_hint)
{
    SeqIterObj *it = SEQ_ITER(self);
    int64_t left = it->seq ? bytes_span(it->seq).size - it->index : 0;

    return int_new(vm, left < 0 ? 0 : left);
}

FN(iter_reduce)
{
    return seq_iter_reduced_steal(vm, self, "iter", value_incref(vm->empty_tuple));
}

FN(iter_setstate)
{
    Value seq = SEQ_ITER(self)->seq;
    return seq_iter_set_index(vm, self, args[0], 0, seq ? bytes_span(seq).size : 0);
}

#define ITER_METHODS(list, reduce_flags)                                               \
    static METHODS(list,                                                               \
        {"__length_hint__", iter_length_hint, M_UNSIGNED, "($self, /)", "How many bytes are left."}, \
        {"__reduce__", iter_reduce, reduce_flags, "($self, /)", "For pickling."},     \
        {"__setstate__", iter_setstate, M_UNSIGNED, "($self, state, /)", "Sets the position."}, \
    )
ITER_METHODS(bytes_iter_methods, M_UNSIGNED);
ITER_METHODS(bytearray_iter_methods, 0);

#define ITER_SPEC(type_name, next, its_methods)                                        \
    {                                                                                  \
        .name = type_name, .basicsize = sizeof(SeqIterObj), .values = 1,               \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_CLEARS, .death = first_value_death,      \
        .slots = {.getattro = object_generic_getattr,                                  \
                  .iter = object_self,                                                 \
                  .iternext = next},                                                   \
        .methods = its_methods                                                         \
    }

const TypeSpec bytes_iter_type_spec =
    ITER_SPEC("bytes_iterator", iter_next_slot, bytes_iter_methods);
const TypeSpec bytearray_iter_type_spec =
    ITER_SPEC("bytearray_iterator", iter_next_slot, bytearray_iter_methods);
const TypeSpec memoryview_iter_type_spec =
    ITER_SPEC("memory_iterator", view_iter_next, NULL);
