/* args.h - unpacking the arguments of native functions, with CPython's messages.
 *
 * A function with keyword parameters describes them once:
 *
 *     static const ArgSpec spec = {"pow", "base exp mod", .posonly = 0, .required = 2,
 * .maxpos = 3}; Value a[3];                              // borrowed; VALUE_NULL where
 * not given if (!args_parse(vm, &spec, args, nargs, kwnames, a)) return VALUE_NULL;
 */
#ifndef MINIPY_VM_OBJECTS_ARGS_H
#define MINIPY_VM_OBJECTS_ARGS_H

#include "vm/core/object.h"

typedef struct ArgSpec {
    const char *fname; /* for messages: "pow" */
    const char *names; /* parameter names separated by blanks; "" or "_" for
                          positional-only ones */
    int posonly;       /* the first so many are positional-only */
    int required;      /* the first so many (positional) must be given */
    int maxpos;        /* at most so many positionals */
    int kwonly;        /* so many keyword-only names after those */
} ArgSpec;

bool args_parse(MinipyVM *vm, const ArgSpec *spec, const Value *args, size_t nargs,
                Value kwnames, Value *out);
/* Positional only: min..max, else CPython's TypeError ("f expected at least 1 argument,
 * got 0"). */
bool args_check(MinipyVM *vm, const char *fname, size_t nargs, size_t min, size_t max);
/* No keywords allowed: "f() takes no keyword arguments". */
bool args_no_kw(MinipyVM *vm, const char *fname, Value kwnames);
/* At most max keywords: "f() takes at most 1 keyword argument (2 given)". */
bool args_max_kw(MinipyVM *vm, const char *fname, int64_t max, Value kwnames);
/* Conversions of one argument; false: exception set. arg_index takes any int: what does
 * not fit into *out sets *overflow to its sign, else that is 0. */
bool arg_index(MinipyVM *vm, Value v, int64_t *out, int *overflow);
bool arg_ssize(MinipyVM *vm, Value v,
               int64_t *out); /* __index__, OverflowError when too big */
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
