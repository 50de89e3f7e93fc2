/* array_private.h - what array.c and array_pickle.c share. */
#ifndef MINIPY_STDLIB_DATA_ARRAY_PRIVATE_H
#define MINIPY_STDLIB_DATA_ARRAY_PRIVATE_H

#include "vm/core/object.h"

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
Value array_tolist(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames);
Value array_byteswap(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                     Value kwnames);
Value array___reduce_ex__(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames);
Value array_reconstructor(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames);

#endif
