/* args.h - what natives look at themselves of their arguments: conversions of one, and
 * counts where no signature is bound. With CPython's messages.
 */
#ifndef MINIPY_VM_OBJECTS_ARGS_H
#define MINIPY_VM_OBJECTS_ARGS_H

#include "vm/core/object.h"

static inline const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

/* TypeError "f expected at least 1 argument, got 0"; false. */
bool args_wrong_count(MinipyVM *vm, const char *fname, size_t nargs, size_t min,
                      size_t max);
/* Positional only: min..max, else that TypeError. For the constructors that run all the
 * time, and for what CPython calls otherwise than the row's name; others have a
 * signature (signature.h). */
static inline bool args_check(MinipyVM *vm, const char *fname, size_t nargs, size_t min,
                              size_t max)
{
    return likely(nargs >= min && nargs <= max) ||
           args_wrong_count(vm, fname, nargs, min, max);
}
/* No keywords allowed: "f() takes no keyword arguments". */
bool args_no_kw(MinipyVM *vm, const char *fname, Value kwnames);
/* At most max keywords: "f() takes at most 1 keyword argument (2 given)". */
bool args_max_kw(MinipyVM *vm, const char *fname, int64_t max, Value kwnames);
/* Conversions of one argument; false: exception set. arg_index takes any int: what does
 * not fit into *out sets *overflow to its sign, else that is 0. */
bool arg_index(MinipyVM *vm, Value v, int64_t *out, int *overflow);
/* The same of an off_t: it says "C long" where the int is too large. */
bool arg_long(MinipyVM *vm, Value v, int64_t *out);
/* The lowest 64 bits of any int, or of what __index__ gives. */
bool arg_low_bits(MinipyVM *vm, Value v, uint64_t *out);
/* Of an unsigned C type, without __index__; too_big: the message of the OverflowError.
 */
bool arg_unsigned(MinipyVM *vm, Value v, const char *too_big, uint64_t *out);
bool arg_ssize(MinipyVM *vm, Value v,
               int64_t *out); /* __index__, OverflowError when too big */
/* Of CPython's Py_ssize_t(accept={int, NoneType}): none, and None, leave *out alone. */
bool arg_optional_ssize(MinipyVM *vm, Value v, int64_t *out);
/* ... that is not negative; else ValueError with that message. */
bool arg_size(MinipyVM *vm, Value v, const char *message, int64_t *out);
bool arg_int(MinipyVM *vm, Value v, int *out);
/* arg_int with the messages of CPython's PyArg_ParseTuple "i", where that is used. */
bool arg_int_ranged(MinipyVM *vm, Value v, int *out);
bool arg_double(MinipyVM *vm, Value v, double *out);
/* Slice bounds as str.find takes them: None allowed, __index__, clipped. */
bool arg_slice_index(MinipyVM *vm, Value v, int64_t *out);
/* "f() argument 'x' must be str, not int" (argname NULL: "f() argument must be ...") */
Value arg_type_error(MinipyVM *vm, const char *fname, const char *argname,
                     const char *expected, Value got);

#endif
