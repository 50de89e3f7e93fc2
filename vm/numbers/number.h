/* number.h - what Python's operators and int(), float(), abs() do with any object. As
 * in object.h: values are new, VALUE_NULL is an exception, Python code may run. */
#ifndef MINIPY_VM_NUMBERS_NUMBER_H
#define MINIPY_VM_NUMBERS_NUMBER_H

#include "vm/core/object.h"

/* The operators of two, as Python has them: the right operand's slot first where its
 * type derives from the left one's; TypeError where neither knows the other. mod of
 * number_power: VALUE_NONE without one. */
Value number_add(MinipyVM *vm, Value a, Value b);
Value number_subtract(MinipyVM *vm, Value a, Value b);
Value number_multiply(MinipyVM *vm, Value a, Value b);
Value number_matmul(MinipyVM *vm, Value a, Value b);
Value number_true_divide(MinipyVM *vm, Value a, Value b);
Value number_floor_divide(MinipyVM *vm, Value a, Value b);
Value number_remainder(MinipyVM *vm, Value a, Value b);
Value number_divmod(MinipyVM *vm, Value a, Value b);
Value number_power(MinipyVM *vm, Value a, Value b, Value mod);
Value number_lshift(MinipyVM *vm, Value a, Value b);
Value number_rshift(MinipyVM *vm, Value a, Value b);
Value number_and(MinipyVM *vm, Value a, Value b);
Value number_xor(MinipyVM *vm, Value a, Value b);
Value number_or(MinipyVM *vm, Value a, Value b);
/* op: BinaryOp of opcodes.h (NB_ADD ... NB_INPLACE_XOR as in CPython's BINARY_OP) */
Value number_binary(MinipyVM *vm, Value a, Value b, int op);
/* The same of complex numbers that the caller holds: one that nobody else holds may
 * become the result. */
Value number_combined(MinipyVM *vm, Value a, Value b, int op);
/* What is left of it for who called the methods himself (op is not a power): all of
 * them said NotImplemented; or a's in-place one did. */
Value number_binary_otherwise(MinipyVM *vm, Value a, Value b, int op);
Value number_inplace_declined(MinipyVM *vm, Value a, Value b, int op);
/* operator.concat and iconcat: the + of sequences, where they have one. */
Value number_concat(MinipyVM *vm, Value a, Value b, bool in_place);
/* -a, +a, ~a, abs(a). */
Value number_negative(MinipyVM *vm, Value a);
Value number_positive(MinipyVM *vm, Value a);
Value number_invert(MinipyVM *vm, Value a);
Value number_absolute(MinipyVM *vm, Value a);
Value number_index(MinipyVM *vm, Value a); /* int (exact) or TypeError */
Value number_long(MinipyVM *vm, Value a);  /* int(a) */
Value number_float(MinipyVM *vm, Value a); /* float(a) */
/* Clips to int64 when exc is EXC_NONE (-1), else raises that class ("cannot fit 'int'
 * into an index-sized integer"). -1 may be a value: ask error_occurred. */
int64_t number_as_ssize(MinipyVM *vm, Value a, int exc);

#endif
