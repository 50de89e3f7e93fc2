/* fold_private.h - between fold.c (the tree) and fold_ops.c (the values). */
#ifndef MINIPY_COMPILER_CODEGEN_FOLD_PRIVATE_H
#define MINIPY_COMPILER_CODEGEN_FOLD_PRIVATE_H

#include "compiler/codegen/compile_internal.h"

/* Makes e the constant v (taken over); VALUE_NULL: drops the exception, leaves e alone.
 */
void fold_set_const(Compiler *c, Expr *e, Value v);
/* False if the result may be too big to keep in a code object. */
bool fold_is_safe(Compiler *c, Operator op, Value v, Value w);
Value fold_binary_value(Compiler *c, Operator op, Value v, Value w); /* new */
/* "..." % (a, b) becomes an f-string if it only has %s, %r and %a. */
void fold_format(Compiler *c, Expr *e, Value format, const ExprSeq *elts);

#endif
