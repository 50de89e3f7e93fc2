/* bytes.h - bytes and bytearray. Implementation: bytes*.c, bytearray.c.
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
    uint8_t *data;   /* `start` bytes into what mem_alloc gave; owned */
    int64_t start;   /* taken from the front; the next move of the memory drops them */
    int64_t exports; /* live buffers; no resize while > 0 */
} BytearrayObj;

#define BYTES(v) ((BytesObj *)(uintptr_t)(v))
#define BYTEARRAY(v) ((BytearrayObj *)(uintptr_t)(v))

Value bytes_alloc(MinipyVM *vm, int64_t size); /* contents undefined */
/* So many zeros, of which the system gives the pages when they are looked at;
 * VALUE_NULL: MemoryError. */
Value bytes_zeros(MinipyVM *vm, int64_t size);
/* A copy of the data; VALUE_NULL: MemoryError. */
Value bytes_from(MinipyVM *vm, const void *data, int64_t size);
/* A slice of self, bytes or bytearray: a new one of its kind; self itself when it is
 * exactly bytes and all of it is taken. 0 <= start <= end <= its size. */
Value bytes_like_part(MinipyVM *vm, Value self, int64_t start, int64_t end);
/* Shrinks a bytes object that only the caller holds; takes b over. */
Value bytes_resize_steal(MinipyVM *vm, Value b, int64_t size);
Value bytes_concat(MinipyVM *vm, Value a, Value b);
Value bytearray_from(MinipyVM *vm, const void *data, int64_t size);
/* Its data begin where its memory does (start is 0): for who changes that memory. */
void bytearray_settle(BytearrayObj *b);

/* Start and end of a vm: empty_bytes, byte[]. Needs vm->types[KIND_BYTES]. */
static inline bool bytes_equal(Value a, Value b)
{
    return BYTES(a)->size == BYTES(b)->size &&
           memcmp(BYTES(a)->data, BYTES(b)->data, (size_t)BYTES(a)->size) == 0;
}
int bytes_init(MinipyVM *vm);
void bytes_fini(MinipyVM *vm);

#endif
