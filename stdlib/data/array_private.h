/* array_private.h - what array.c and array_pickle.c share. */
#ifndef MINIPY_STDLIB_DATA_ARRAY_PRIVATE_H
#define MINIPY_STDLIB_DATA_ARRAY_PRIVATE_H

#include "stdlib/native.h"

typedef struct ArrayObj {
    Object ob;
    int64_t size, capacity; /* items */
    char *data;             /* mem_alloc'ed */
    const struct ItemType *item;
    int64_t exports;
} ArrayObj;
#define ARRAY(v) ((ArrayObj *)(uintptr_t)(v))

typedef struct ItemType {
    char code;
    int size;
    const char *format; /* of the buffer */
    int machine;        /* the number of its layout in a pickle (array_pickle.c) */
    Value (*get)(MinipyVM *vm, const char *p);
    int (*set)(MinipyVM *vm, char *p, Value v);
} ItemType;

extern const TypeSpec array_spec;

const ItemType *array_find_item(uint32_t code); /* NULL: no such typecode */
/* Methods and the function of array.py's pickles, for the tables in array.c. */
Value array_tolist(NATIVE_ARGS);
Value array_byteswap(NATIVE_ARGS);
Value array___reduce_ex__(NATIVE_ARGS);
Value array_reconstructor(NATIVE_ARGS);

#endif
