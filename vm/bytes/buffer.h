/* buffer.h - the buffer protocol: views of objects' memory. */
#ifndef MINIPY_VM_BYTES_BUFFER_H
#define MINIPY_VM_BYTES_BUFFER_H

#include "vm/core/vm.h"

/* A view of an object's memory (CPython's Py_buffer). */
enum {
    BUF_SIMPLE = 0,
    BUF_WRITABLE = 1,
    BUF_FORMAT = 4,
    BUF_ND = 8,
    BUF_STRIDES = 0x18,
    BUF_FULL = 0x11c
};
struct Buffer {
    void *data;
    Value obj; /* strong owner, VALUE_NULL after release */
    int64_t size, itemsize;
    bool readonly;
    int ndim;
    const char *format; /* NULL: "B" */
    int64_t *shape, *strides, *suboffsets;
    void *internal;
};
int buffer_get(MinipyVM *vm, Value o, Buffer *view,
               int flags); /* TypeError "a bytes-like object is required, not 'x'" */
/* For writing; WHAT names the argument in the TypeError ("readinto() argument"). */
int buffer_get_writable(MinipyVM *vm, Value o, Buffer *view, const char *what);
void buffer_release(MinipyVM *vm, Buffer *view);
bool buffer_supported(MinipyVM *vm, Value o);
int buffer_fill(MinipyVM *vm, Buffer *view, Value owner, void *data, int64_t size,
                bool readonly, int flags);
/* The bytes of a view in C order, whatever its strides: a new bytes. */
/* A copy of what the buffer of v holds: new bytes. */
Value buffer_bytes_of(MinipyVM *vm, Value v, int flags);
Value buffer_to_bytes(MinipyVM *vm, const Buffer *view);
/* Whether a view's memory is one block in C order. */
bool buffer_is_contiguous(const Buffer *view);

#endif
