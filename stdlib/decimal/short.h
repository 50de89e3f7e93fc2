/* short.h - arithmetic on Decimals, and ints beside them, of few digits. */
#ifndef MINIPY_STDLIB_DECIMAL_SHORT_H
#define MINIPY_STDLIB_DECIMAL_SHORT_H

#include "stdlib/decimal/decimal_private.h"

typedef enum ShortOperation {
    SHORT_ADD,
    SHORT_SUBTRACT,
    SHORT_MULTIPLY,
    SHORT_DIVIDE_INT,
    SHORT_REMAINDER,
    SHORT_NONE, /* never short */
} ShortOperation;

/* x op y in that context: a new Decimal. VALUE_NULL without an exception: not short, or
 * the result is not exact. */
Value decimal_short(MinipyVM *vm, ShortOperation operation, Value x, Value y,
                    Value context);
/* -x, or |x|, likewise. */
Value decimal_short_signed(MinipyVM *vm, Value x, bool absolute, Value context);
/* How they compare, in *order; false: not short. */
bool decimal_short_order(Value x, Value y, int *order);

#endif
