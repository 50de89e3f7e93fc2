/* bytes.h - bytes, bytearray, and the buffer protocol. Implementation: bytes*.c,
 * bytearray.c, memoryview.c.
 */
#ifndef MINIPY_VM_BYTES_BYTES_H
#define MINIPY_VM_BYTES_BYTES_H

#include "vm/core/vm.h"

typedef struct BytesObj {
    Object ob;
    int64_t hash; /* -1: not computed */
    int64_t size;
    uint8_t data[]; /* NUL-terminated */
} BytesObj;

typedef struct BytearrayObj {
    Object ob;
    int64_t size, capacity;
    uint8_t *data;   /* owned, mem_alloc */
    int64_t exports; /* live buffers; no resize while > 0 */
} BytearrayObj;

#define BYTES(v) ((BytesObj *)(uintptr_t)(v))
#define BYTEARRAY(v) ((BytearrayObj *)(uintptr_t)(v))

Value bytes_alloc(MinipyVM *vm, int64_t size); /* contents undefined */
Value bytes_from(MinipyVM *vm, const void *data, int64_t size);
/* Shrinks a bytes object that only the caller holds; takes b over. */
Value bytes_resize_steal(MinipyVM *vm, Value b, int64_t size);
Value bytes_concat(MinipyVM *vm, Value a, Value b);
Value bytearray_from(MinipyVM *vm, const void *data, int64_t size);

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
Value buffer_to_bytes(MinipyVM *vm, const Buffer *view);
/* Whether a view's memory is one block in C order. */
bool buffer_is_contiguous(const Buffer *view);
Value memoryview_new(MinipyVM *vm, Value object); /* memoryview(object) */

/* Start and end of a vm: empty_bytes, byte[]. Needs vm->types[KIND_BYTES]. */
static inline bool bytes_equal(Value a, Value b)
{
    return BYTES(a)->size == BYTES(b)->size &&
           memcmp(BYTES(a)->data, BYTES(b)->data, (size_t)BYTES(a)->size) == 0;
}
int bytes_init(MinipyVM *vm);
void bytes_fini(MinipyVM *vm);

#endif
