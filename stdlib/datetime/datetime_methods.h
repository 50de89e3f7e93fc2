/* datetime_methods.h - the methods of datetime, for its type. */
#ifndef MINIPY_STDLIB_DATETIME_DATETIME_METHODS_H
#define MINIPY_STDLIB_DATETIME_DATETIME_METHODS_H

#include "stdlib/datetime/datetime_private.h"

extern const MethodDef datetime_methods[];
extern const GetSetDef datetime_getsets[];
/* Slots, and a method that datetime.c has: new, VALUE_NULL: an exception. */
Value datetime_repr(MinipyVM *vm, Value self);
Value datetime_str(MinipyVM *vm, Value self);
Value datetime_reduce_ex(NATIVE_ARGS);

#endif
