/* methods.h - what context.c does for the methods of Context and of the module. */
#ifndef MINIPY_STDLIB_DECIMAL_METHODS_H
#define MINIPY_STDLIB_DECIMAL_METHODS_H

#include "stdlib/decimal/decimal_private.h"

/* Bodies of methods, as signature.h says. */
Value context_reduce(NATIVE_ARGS);
Value context_copy(NATIVE_ARGS);
Value context_clear_flags(NATIVE_ARGS);
Value context_clear_traps(NATIVE_ARGS);
Value decimal_getcontext(NATIVE_ARGS);
Value decimal_setcontext(NATIVE_ARGS);
Value decimal_localcontext(NATIVE_ARGS);

#endif
