/* pickle_buffer.c - the class PickleBuffer: an object's memory that a pickle may leave
 * out of itself. */
#include "stdlib/data/pickle_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/memory/gc.h"

const Buffer *pickle_buffer_view(MinipyVM *vm, Value v)
{
    PickleBufferObj *b = PICKLE_BUFFER(v);
    if (b->view.obj)
        return &b->view;
    error_set(vm, EXC_ValueError,
              "operation forbidden on released PickleBuffer object");
    return NULL;
}

NEW(pickle_buffer_new, 1, "PickleBuffer", "(object, /)")
{
    Value v = object_alloc_value(vm, cls);
    if (v && buffer_get(vm, given[0], &PICKLE_BUFFER(v)->view, BUF_FULL) < 0) {
        PICKLE_BUFFER(v)->view.obj = VALUE_NULL;
        value_clear(vm, &v);
    }
    return v;
}

static void drop_view(MinipyVM *vm, Object *o)
{
    PickleBufferObj *b = (PickleBufferObj *)o;
    if (b->view.obj)
        buffer_release(vm, &b->view);
    b->view.obj = VALUE_NULL;
}

static int pickle_buffer_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((PickleBufferObj *)o)->view.obj);
    return 0;
}

static int pickle_buffer_get(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    const Buffer *own = pickle_buffer_view(vm, self);
    return own ? buffer_get(vm, own->obj, view, flags) : -1;
}

FN(pickle_buffer_release)
{
    drop_view(vm, value_obj(self));
    return VALUE_NONE;
}

/* The memory as bytes in a row, whatever its shape was. */
FN(pickle_buffer_raw)
{
    const Buffer *own = pickle_buffer_view(vm, self);
    if (!own)
        return VALUE_NULL;
    if (own->suboffsets || !buffer_is_contiguous(own))
        return error_set(vm, EXC_BufferError,
                         "cannot extract raw buffer from non-contiguous buffer");
    Value view = memoryview_new(vm, self);
    if (!view || (own->ndim == 1 && own->itemsize == 1 &&
                  (!own->format || strcmp(own->format, "B") == 0)))
        return view;
    Value format = str_from_cstr(vm, "B");
    Value flat = format ? call_method_cstr(vm, view, "cast", &format, 1) : VALUE_NULL;
    value_xdecref(vm, format);
    value_decref(vm, view);
    return flat;
}

static METHODS(pickle_buffer_methods,
    {"raw", pickle_buffer_raw, 0, "($self, /)",
     "Return a memoryview of the raw memory underlying this buffer.\n"
     "Will raise BufferError is the buffer isn't contiguous."},
    {"release", pickle_buffer_release, 0, "($self, /)",
     "Release the underlying buffer exposed by the PickleBuffer object."},
);
TYPE_SPEC(pickle_buffer_spec,
    .name = "pickle.PickleBuffer",
    .doc = "Wrapper for potentially out-of-band buffers",
    .flags = TYPE_GC | TYPE_WEAKREFS, .basicsize = sizeof(PickleBufferObj),
    .dealloc = drop_view, .traverse = pickle_buffer_traverse, .clear = drop_view,
    .slots = {.new_ = pickle_buffer_new, .bf_getbuffer = pickle_buffer_get},
    .methods = pickle_buffer_methods,
);
