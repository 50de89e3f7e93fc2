/* bytes_private.h - what bytes.c, bytearray.c and bytes_*.c share: views of bytes,
 * results of the type of self, the builder, and the common methods (bytes_methods.def).
 */
#ifndef MINIPY_VM_BYTES_BYTES_PRIVATE_H
#define MINIPY_VM_BYTES_BYTES_PRIVATE_H

#include "vm/objects/signature.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"

/* Bytes somewhere in memory, borrowed: no longer valid after anything that can run
 * Python code if a bytearray owns them. */
typedef struct ByteSpan {
    const uint8_t *data;
    int64_t size;
} ByteSpan;

/* self must be a bytes or a bytearray. */
static inline ByteSpan bytes_span(Value self)
{
    if (value_is_bytes(self))
        return (ByteSpan){BYTES(self)->data, BYTES(self)->size};
    return (ByteSpan){BYTEARRAY(self)->data, BYTEARRAY(self)->size};
}

/* A result of SELF's type whose bytes the caller fills in: *DATA. */
Value bytes_result_like(MinipyVM *vm, Value self, int64_t size, uint8_t **data);

/* An argument that has a buffer. That of bytes is looked at without one: it stays where
 * it is as long as whoever passed it holds it. */
typedef struct BytesArg {
    const uint8_t *data;
    int64_t size;
    Buffer view; /* no object: nothing to release */
} BytesArg;

static inline int bytes_arg_get(MinipyVM *vm, Value v, BytesArg *arg)
{
    if (likely(value_is_bytes(v))) {
        arg->data = BYTES(v)->data;
        arg->size = BYTES(v)->size;
        arg->view.obj = VALUE_NULL;
        return 0;
    }
    if (buffer_get(vm, v, &arg->view, BUF_SIMPLE) < 0)
        return -1;
    arg->data = arg->view.data;
    arg->size = arg->view.size;
    return 0;
}

static inline void bytes_arg_release(MinipyVM *vm, BytesArg *arg)
{
    if (arg->view.obj)
        buffer_release(vm, &arg->view);
}

/* The value 0..255 of one byte; -1: error with MESSAGE if it is out of range. */
int byte_from_value(MinipyVM *vm, Value v, const char *message);
/* What bytes(x) makes of a source that is not a str: count, buffer or iterable, as a
 * new bytes. Messages speak of KIND: KIND_BYTES or KIND_BYTEARRAY. */
Value bytes_from_source(MinipyVM *vm, Value source, Kind kind);
/* Raises the TypeError that it has for a source of no such kind: VALUE_NULL. */
Value bytes_not_convertible(MinipyVM *vm, Value source, Kind kind);
/* The bytes of a list or tuple of ints below 256; VALUE_NULL without an exception: look
 * closer. */
Value bytes_of_small_ints(MinipyVM *vm, Value source);
/* The source of bytes(...) and bytearray(...) with the encoding rules applied: a new
 * bytes. */
Value bytes_construct(MinipyVM *vm, Value source, Value encoding, Value errors,
                      Kind kind);

/* A growing bytes. That memory ran out is remembered; finish raises it, and no
 * exception is pending before. */
typedef struct BytesBuilder {
    MinipyVM *vm;
    BytesObj *obj; /* NULL while empty */
    int64_t size, capacity;
    bool failed;
} BytesBuilder;
/* What the builder holds, as what self is: bytes or bytearray. Empties the builder.
 * (bytes_methods.c) */
Value bytes_finish_like(MinipyVM *vm, Value self, BytesBuilder *b);
void bytesbuilder_init(BytesBuilder *b, MinipyVM *vm, int64_t capacity);
/* Room for N more bytes: where to write them (then add to b->size), or NULL. */
uint8_t *bytesbuilder_reserve(BytesBuilder *b, int64_t n);
void bytesbuilder_byte(BytesBuilder *b, uint8_t byte);
void bytesbuilder_add(BytesBuilder *b, const void *data, int64_t n);
Value bytesbuilder_finish(BytesBuilder *b);
void bytesbuilder_discard(BytesBuilder *b);
/* The same; finish then returns VALUE_NULL, with the pending exception or MemoryError.
 */
static inline void bytesbuilder_fail(BytesBuilder *b)
{
    bytesbuilder_discard(b);
    b->failed = true;
}

/* A new bytearray of so many bytes, to be filled at once. */
Value bytearray_alloc(MinipyVM *vm, int64_t size);
/* repr of bytes with a prefix and suffix around: b'...' or bytearray(b'...'). */
Value bytes_repr_span(MinipyVM *vm, ByteSpan s, const char *before, const char *after);
Value bytes_compare_spans(ByteSpan a, ByteSpan b, CompareOp op);
int bytes_contains(MinipyVM *vm, Value self, Value item);
/* size, item, slices for both types; MESSAGE says what indices may be. */
Value bytes_subscript(MinipyVM *vm, Value self, Value key, const char *message,
                      const char *range_message);
/* The bytes that N pairs of digits name, either case; false: there is something else
 * among them, and what was written is of no use. */
bool bytes_unhex_pairs(uint8_t *to, const uint8_t *digits, int64_t n);
/* A str of the digits; any_byte: what parts them may be one from 128 on, as a character
 * of Latin-1. */
Value bytes_hex(MinipyVM *vm, ByteSpan s, bool any_byte, const Value *args,
                size_t nargs, Value kwnames);
/* bytes.fromhex: a new bytes */
Value bytes_unhex(MinipyVM *vm, Value text);

/* An iterator of kind over seq, from its start; VALUE_NULL: MemoryError. */
Value bytes_iter_new(MinipyVM *vm, Kind kind, Value seq);

#define BYTES_METHOD(name, fn, flags, signature, doc) Value fn(NATIVE_ARGS);
#include "vm/bytes/bytes_methods.def"
#undef BYTES_METHOD

#endif
