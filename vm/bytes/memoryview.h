/* memoryview.h - memoryview objects, and single items in native struct formats.
 * Implementation: memoryview.c, memoryview_item.c, memoryview_compare.c.
 */
#ifndef MINIPY_VM_BYTES_MEMORYVIEW_H
#define MINIPY_VM_BYTES_MEMORYVIEW_H

#include "vm/bytes/buffer.h"

typedef struct MemoryviewObj {
    Object ob;
    Buffer base; /* held from the root object; base.obj VALUE_NULL: released */
    char *data;  /* of the part shown */
    int64_t size, itemsize;
    bool readonly;
    bool nameless; /* obj is None: the memory is said to be no object's */
    int ndim;
    char *format;  /* owned, or short_format */
    int64_t *dims; /* owned, or few_dims: ndim lengths, ndim strides, ndim more */
    char short_format[8];
    int64_t few_dims[3];
    int64_t exports; /* buffers that others hold of this view */
    int64_t hash;    /* -1: not computed */
} MemoryviewObj;
#define MEMORYVIEW(v) ((MemoryviewObj *)(uintptr_t)(v))

Value memoryview_new(MinipyVM *vm, Value object); /* memoryview(object) */

static inline int64_t *memory_shape(const MemoryviewObj *m)
{
    return m->dims;
}
static inline int64_t *memory_strides(const MemoryviewObj *m)
{
    return m->dims + m->ndim;
}

/* Size of an item of a native single-character format (an '@' may precede it); 0: the
 * format is not one. */
int memory_itemsize(const char *format);
/* The one character of a native format, or 0. */
static inline char memory_code(const char *format)
{
    format += *format == '@';
    return format[0] != '\0' && format[1] == '\0' ? format[0] : '\0';
}
/* The bytes of one item of a code of struct's that is a number, a byte or a pointer; 0:
 * it is none. native: as x86-64 and arm64 Linux have them. */
int memory_code_size(char code, bool native);
/* Whether the format is 'b', 'B' or 'c'. */
bool memory_is_byte_format(const char *format);
/* Whether the formats are the same but for an '@'. */
bool memory_same_format(const char *a, const char *b);
/* -1: NotImplementedError, as the format is not a single character behind an '@' or
 * none: single items of such are neither read nor written. */
int memory_check_format(MinipyVM *vm, const char *format);
/* The item at AT as an object; NotImplementedError for other formats. */
Value memory_unpack(MinipyVM *vm, const char *format, const void *at);
/* Writes an object as an item; TypeError or ValueError when it does not fit. */
int memory_pack(MinipyVM *vm, const char *format, void *at, Value v);
/* == and != of a memoryview and what has a buffer, item by item. */
Value memory_compare(MinipyVM *vm, Value a, Value b, CompareOp op);

#endif
