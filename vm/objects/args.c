/* args.c - conversions of arguments. The messages are CPython's Argument Clinic's. */
#include "vm/objects/args.h"

#include <stdio.h>
#include <stdlib.h>

#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"

bool args_wrong_count(MinipyVM *vm, const char *fname, size_t nargs, size_t min,
                      size_t max)
{
    size_t limit = nargs < min ? min : max;
    error_set(vm, EXC_TypeError, "%s expected %s%zd argument%s, got %zd", fname,
              min == max    ? ""
              : nargs < min ? "at least "
                            : "at most ",
              (int64_t)limit, plural((int64_t)limit), (int64_t)nargs);
    return false;
}

bool args_no_kw(MinipyVM *vm, const char *fname, Value kwnames)
{
    if (!kwnames || tuple_size(kwnames) == 0)
        return true;
    error_set(vm, EXC_TypeError, "%s() takes no keyword arguments", fname);
    return false;
}

bool args_max_kw(MinipyVM *vm, const char *fname, int64_t max, Value kwnames)
{
    if (!kwnames || tuple_size(kwnames) <= max)
        return true;
    error_set(vm, EXC_TypeError,
              "%s() takes at most %zd keyword argument%s (%zd given)", fname, max,
              plural(max), tuple_size(kwnames));
    return false;
}

bool arg_index(MinipyVM *vm, Value v, int64_t *out, int *overflow)
{
    Value i = number_index(vm, v);
    if (!i)
        return false;
    *out = int_as_i64_overflow(i, overflow);
    value_decref(vm, i);
    return true;
}

bool arg_ssize(MinipyVM *vm, Value v, int64_t *out)
{
    if (value_is_int_imm(v)) {
        *out = value_imm(v);
        return true;
    }
    int overflow;
    if (!arg_index(vm, v, out, &overflow))
        return false;
    if (overflow)
        error_set(vm, EXC_OverflowError,
                  "Python int too large to convert to C ssize_t");
    return !overflow;
}

bool arg_optional_ssize(MinipyVM *vm, Value v, int64_t *out)
{
    if (!v || v == VALUE_NONE)
        return true;
    if (!value_is_int(v) && !value_type(vm, v)->slots.nb_index) {
        error_set(vm, EXC_TypeError, "argument should be integer or None, not '%T'", v);
        return false;
    }
    *out = number_as_ssize(vm, v, EXC_OverflowError);
    return *out != -1 || !error_occurred(vm);
}

bool arg_long(MinipyVM *vm, Value v, int64_t *out)
{
    int overflow;
    if (!arg_index(vm, v, out, &overflow))
        return false;
    if (overflow)
        error_set(vm, EXC_OverflowError, "Python int too large to convert to C long");
    return !overflow;
}

bool arg_low_bits(MinipyVM *vm, Value v, uint64_t *out)
{
    Value i = number_index(vm, v);
    *out = i ? int_low_bits(i) : 0;
    value_xdecref(vm, i);
    return i != VALUE_NULL;
}

bool arg_unsigned(MinipyVM *vm, Value v, const char *too_big, uint64_t *out)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), false;
    int overflow;
    if (int_as_i64_overflow(v, &overflow) < 0 || overflow < 0)
        return error_set(vm, EXC_ValueError, "value must be positive"), false;
    *out = int_as_u64(vm, v);
    if (!error_occurred(vm))
        return true;
    error_clear(vm);
    return error_set(vm, EXC_OverflowError, "%s", too_big), false;
}

bool arg_size(MinipyVM *vm, Value v, const char *message, int64_t *out)
{
    if (!arg_ssize(vm, v, out))
        return false;
    if (*out < 0)
        error_set(vm, EXC_ValueError, "%s", message);
    return *out >= 0;
}

static bool int_arg(MinipyVM *vm, Value v, bool ranged, int *out)
{
    int overflow = 0;
    int64_t n;
    if (likely(value_is_int_imm(v)))
        n = value_imm(v);
    else if (!arg_index(vm, v, &n, &overflow))
        return false;
    *out = (int)n;
    if (!overflow && n >= INT32_MIN && n <= INT32_MAX)
        return true;
    if (!ranged)
        error_set(vm, EXC_OverflowError, "Python int too large to convert to C int");
    else if (overflow)
        error_set(vm, EXC_OverflowError, "Python int too large to convert to C long");
    else
        error_set(vm, EXC_OverflowError, "signed integer is %s",
                  n < 0 ? "less than minimum" : "greater than maximum");
    return false;
}

bool arg_int(MinipyVM *vm, Value v, int *out)
{
    return int_arg(vm, v, false, out);
}

bool arg_int_ranged(MinipyVM *vm, Value v, int *out)
{
    return int_arg(vm, v, true, out);
}

bool arg_double(MinipyVM *vm, Value v, double *out)
{
    *out = number_as_double(vm, v);
    return *out != -1.0 || !error_occurred(vm);
}

bool arg_slice_index(MinipyVM *vm, Value v, int64_t *out)
{
    if (v == VALUE_NONE || v == VALUE_NULL)
        return true;
    if (!value_is_int(v) && !value_type(vm, v)->slots.nb_index) {
        error_set(vm, EXC_TypeError,
                  "slice indices must be integers or None or have an __index__ method");
        return false;
    }
    *out = number_as_ssize(vm, v, EXC_NONE);
    return *out != -1 || !error_occurred(vm);
}

Value arg_type_error(MinipyVM *vm, const char *fname, const char *argname,
                     const char *expected, Value got)
{
    const char *dot = strchr(fname, '(') ? "" : "()";
    if (!argname)
        return error_set(
            vm, EXC_TypeError, "%s%s argument must be %s, not %.50s", fname, dot,
            expected, got == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, got)));
    /* A number names a position, anything else a parameter. */
    const char *quote = argname[0] >= '0' && argname[0] <= '9' ? "" : "'";
    return error_set(vm, EXC_TypeError, "%s%s argument %s%s%s must be %s, not %.50s",
                     fname, dot, quote, argname, quote, expected,
                     got == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, got)));
}
