/* args.c - the argument unpacking of args.h. The messages are CPython's Argument
 * Clinic's. */
#include "vm/objects/args.h"

#include <stdio.h>
#include <stdlib.h>

#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"

/* The i-th of blank-separated names; its length in *n. */
static const char *name_at(const char *names, int i, size_t *n)
{
    for (; i > 0; i--)
        names += strcspn(names, " ") + 1;
    *n = strcspn(names, " ");
    return names;
}

/* A spec that counts its names wrong; looked at in the sanitizer builds only. */
static void check_spec(const ArgSpec *spec)
{
#ifdef MINIPY_MALLOC
    int n = 1;
    for (const char *p = spec->names; *p; p++)
        n += *p == ' ';
    if (n != spec->maxpos + spec->kwonly && *spec->names) {
        fprintf(stderr, "%s: %d names, not %d + %d\n", spec->fname, n, spec->maxpos,
                spec->kwonly);
        abort();
    }
#else
    (void)spec;
#endif
}

static int find_name(const ArgSpec *spec, int total, Value key)
{
    for (int i = spec->posonly; i < total; i++) {
        size_t n;
        const char *s = name_at(spec->names, i, &n);
        if (STR(key)->ascii && (size_t)STR(key)->length == n &&
            memcmp(str_data(STR(key)), s, n) == 0)
            return i;
    }
    return -1;
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static bool too_many(MinipyVM *vm, const ArgSpec *spec, size_t nargs, size_t nkw,
                     int total)
{
    /* As in CPython the total is looked at before the positional ones. */
    if (spec->posonly < total && nargs + nkw > (size_t)total) {
        error_set(vm, EXC_TypeError, "%s() takes at most %d %sargument%s (%zd given)",
                  spec->fname, total, nargs == 0 ? "keyword " : "", plural(total),
                  (int64_t)(nargs + nkw));
        return false;
    }
    if (spec->maxpos == 0) {
        error_set(vm, EXC_TypeError, "%s() takes no positional arguments", spec->fname);
        return false;
    }
    int min = spec->required < spec->maxpos ? spec->required : spec->maxpos;
    error_set(vm, EXC_TypeError, "%s() takes %s %d positional argument%s (%zd given)",
              spec->fname, min < spec->maxpos ? "at most" : "exactly", spec->maxpos,
              plural(spec->maxpos), (int64_t)nargs);
    return false;
}

/* Stores the values whose names are known and not given by position. */
static void take_keywords(const ArgSpec *spec, int total, const Value *values,
                          size_t nargs, Value kwnames, Value *out)
{
    for (int64_t k = 0; k < tuple_size(kwnames); k++) {
        Value key = tuple_get_borrow(kwnames, k);
        int i = value_is_str(key) ? find_name(spec, total, key) : -1;
        if (i >= (int)nargs)
            out[i] = values[k];
    }
}

/* Looked at last, as CPython does: names given twice, then unknown ones. */
static bool check_keywords(MinipyVM *vm, const ArgSpec *spec, int total, size_t nargs,
                           Value kwnames)
{
    Value unknown = VALUE_NULL;
    int twice = total;
    for (int64_t k = 0; k < tuple_size(kwnames); k++) {
        Value key = tuple_get_borrow(kwnames, k);
        if (!value_is_str(key)) {
            error_set(vm, EXC_TypeError, "keywords must be strings");
            return false;
        }
        int i = find_name(spec, total, key);
        if (i < 0 && !unknown)
            unknown = key;
        else if (i >= 0 && i < (int)nargs && i < twice)
            twice = i;
    }
    if (twice < total) {
        size_t n;
        const char *s = name_at(spec->names, twice, &n);
        error_set(vm, EXC_TypeError,
                  "argument for %s() given by name ('%.*s') and position (%d)",
                  spec->fname, (int)n, s, twice + 1);
        return false;
    }
    if (unknown)
        error_set(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s()",
                  unknown, spec->fname);
    return !unknown;
}

bool args_parse(MinipyVM *vm, const ArgSpec *spec, const Value *args, size_t nargs,
                Value kwnames, Value *out)
{
    int total = spec->maxpos + spec->kwonly;
    size_t nkw = kwnames ? (size_t)tuple_size(kwnames) : 0;
    check_spec(spec);
    if (nargs > (size_t)spec->maxpos || nargs + nkw > (size_t)total)
        return too_many(vm, spec, nargs, nkw, total);
    for (size_t i = 0; i < (size_t)total; i++)
        out[i] = i < nargs ? args[i] : VALUE_NULL;
    if (nkw)
        take_keywords(spec, total, args + nargs, nargs, kwnames, out);
    for (int i = 0; i < spec->required; i++) {
        if (out[i])
            continue;
        if (i < spec->posonly) {
            int min = spec->required < spec->posonly ? spec->required : spec->posonly;
            error_set(vm, EXC_TypeError,
                      "%s() takes %s %d positional argument%s (%zd given)", spec->fname,
                      min < spec->maxpos ? "at least" : "exactly", min, plural(min),
                      (int64_t)nargs);
            return false;
        }
        size_t n;
        const char *s = name_at(spec->names, i, &n);
        error_set(vm, EXC_TypeError, "%s() missing required argument '%.*s' (pos %d)",
                  spec->fname, (int)n, s, i + 1);
        return false;
    }
    return !nkw || check_keywords(vm, spec, total, nargs, kwnames);
}

bool args_check(MinipyVM *vm, const char *fname, size_t nargs, size_t min, size_t max)
{
    if (nargs >= min && nargs <= max)
        return true;
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

static bool int_arg(MinipyVM *vm, Value v, bool ranged, int *out)
{
    int overflow;
    int64_t n;
    if (!arg_index(vm, v, &n, &overflow))
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
            vm, EXC_TypeError, "%s%s argument must be %s, not %s", fname, dot, expected,
            got == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, got)));
    /* A number names a position, anything else a parameter. */
    const char *quote = argname[0] >= '0' && argname[0] <= '9' ? "" : "'";
    return error_set(vm, EXC_TypeError, "%s%s argument %s%s%s must be %s, not %s",
                     fname, dot, quote, argname, quote, expected,
                     got == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, got)));
}
