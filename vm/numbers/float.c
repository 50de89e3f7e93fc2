/* float.c: floats: making and reading them, arithmetic, comparison with ints, hashing.
 *
 * Most floats are immediate words (value.h); extreme exponents, infinities and NaNs are
 * FloatObj, as are instances of subclasses. Text conversions are dtoa.c's. The type
 * with its methods is in float_type.c.
 */
#include "vm/core/ascii.h"
#include "vm/numbers/float.h"

#include <errno.h>
#include <math.h>

#include "vm/numbers/dtoa.h"
#include "vm/numbers/float_private.h"
#include "vm/numbers/int.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/text/unicode.h"
#include "vm/bytes/buffer.h"

/* ---- making floats ------------------------------------------------------------- */

Value float_new_boxed(MinipyVM *vm, double d)
{
    FloatObj *o = (FloatObj *)object_alloc(vm, vm->types[KIND_FLOAT], 0);
    if (o == NULL)
        return VALUE_NULL;
    o->value = d;
    return value_from_obj(o);
}

Value float_repr(MinipyVM *vm, double d)
{
    char buf[32];
    size_t n = double_repr(buf, d);
    return str_from_ascii(vm, buf, (int64_t)n);
}

static bool parse_stripped(const char *text, size_t n, double *out)
{
    while (n > 0 && ascii_is_text_space(text[0])) {
        text++;
        n--;
    }
    while (n > 0 && ascii_is_text_space(text[n - 1]))
        n--;
    return n > 0 && double_parse(text, n, out);
}

/* Reads a str as float() does: 1, 0 when it is no number, -1 with MemoryError. */
static int float_parse_str(MinipyVM *vm, Value text, double *out)
{
    const StrObj *s = STR(text);
    if (s->ascii)
        return parse_stripped(str_data(s), (size_t)s->length, out);
    char *buf = mem_alloc(vm, (size_t)s->length);
    if (buf == NULL)
        return -1;
    for (int64_t i = 0; i < s->length; i++)
        buf[i] = unicode_to_number_char(str_char_at(s, i));
    int found = parse_stripped(buf, (size_t)s->length, out);
    mem_free(vm, buf);
    return found;
}

Value float_from_text(MinipyVM *vm, Value text)
{
    double d;
    int found;
    if (value_is_str(text)) {
        found = float_parse_str(vm, text, &d);
        if (found < 0)
            return VALUE_NULL;
    } else {
        Buffer view;
        if (buffer_get(vm, text, &view, BUF_SIMPLE) < 0)
            return error_set(
                vm, EXC_TypeError,
                "float() argument must be a string or a real number, not '%T'", text);
        found = parse_stripped(view.data, (size_t)view.size, &d);
        buffer_release(vm, &view);
    }
    if (!found) {
        return error_set(vm, EXC_ValueError, "could not convert string to float: %R",
                         text);
    }
    return float_new(vm, d);
}

/* ---- conversion to double ------------------------------------------------------ */

/* The result of type(v).__float__(v): a float, or VALUE_NULL with an exception. */
static Value call_float_slot(MinipyVM *vm, Value v)
{
    Value result = value_type(vm, v)->slots.nb_float(vm, v);
    if (result == VALUE_NULL || value_is_float_imm(result) ||
        value_is_exact(vm, result, KIND_FLOAT))
        return result;
    if (!value_is_float(result)) {
        error_set(vm, EXC_TypeError, "%.50T.__float__ returned non-float (type %.50T)",
                  v, result);
        value_decref(vm, result);
        return VALUE_NULL;
    }
    if (error_warn(vm, EXC_DeprecationWarning, 1,
                   "%.50T.__float__ returned non-float (type %.50T).  The ability to "
                   "return an "
                   "instance of a strict subclass of float is deprecated, and may be "
                   "removed in a future version of Python.",
                   v, result) < 0) {
        value_decref(vm, result);
        return VALUE_NULL;
    }
    return result;
}

double number_as_double(MinipyVM *vm, Value v)
{
    double d;
    if (value_is_float(v))
        return float_value(v);
    if (value_is_int_imm(v) || value_is_special(v)) {
        int64_t i = 0;
        if (value_is_int(v)) {
            int_small(v, &i);
            return (double)i;
        }
    } else if (value_type(vm, v)->slots.nb_float != NULL &&
               !value_is_exact(vm, v, KIND_INT)) {
        if (value_is_int(v) &&
            value_type(vm, v)->slots.nb_float == vm->types[KIND_INT]->slots.nb_float)
            return int_as_double(vm, v);
        Value f = call_float_slot(vm, v);
        if (f == VALUE_NULL)
            return -1.0;
        d = float_value(f);
        value_decref(vm, f);
        return d;
    } else if (value_is_int(v)) {
        return int_as_double(vm, v);
    } else if (value_type(vm, v)->slots.nb_index != NULL) {
        Value i = number_index(vm, v);
        if (i == VALUE_NULL)
            return -1.0;
        d = int_as_double(vm, i);
        value_decref(vm, i);
        return d;
    }
    error_set(vm, EXC_TypeError, "must be real number, not %.50T", v);
    return -1.0;
}

int float_operand(MinipyVM *vm, Value v, double *out)
{
    if (value_is_float(v)) {
        *out = float_value(v);
        return 1;
    }
    if (!value_is_int(v))
        return 0;
    *out = int_as_double(vm, v);
    return *out == -1.0 && error_occurred(vm) ? -1 : 1;
}

/* ---- arithmetic ---------------------------------------------------------------- */

double float_mod(double a, double b)
{
    double rest = fmod(a, b);
    if (rest == 0)
        return copysign(0.0, b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
}

double float_floordiv(double a, double b)
{
    double rest = fmod(a, b);
    double quotient = (a - rest) / b; /* whole but for rounding */
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient -= 1.0;
    if (quotient == 0)
        return copysign(0.0, a / b);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1.0 : whole;
}

/* Raises OverflowError(34, 'Numerical result out of range'). */
static Value float_range_error(MinipyVM *vm)
{
    Value args[2] = {value_from_imm(ERANGE),
                     str_from_cstr(vm, "Numerical result out of range")};
    if (args[1] == VALUE_NULL)
        return VALUE_NULL;
    Value exc = exception_new(vm, vm->exc[EXC_OverflowError], args, 2);
    value_decref(vm, args[1]);
    if (exc != VALUE_NULL) {
        error_set_instance(vm, exc);
        value_decref(vm, exc);
    }
    return VALUE_NULL;
}

static bool is_odd_whole(double d)
{
    return fmod(fabs(d), 2.0) == 1.0;
}

/* a ** b where a is 0 or either is not finite; C's pow has these right, but for the
 * errors; spelled out because its errno is not to be relied on. */
static Value pow_special(MinipyVM *vm, double a, double b)
{
    if (isnan(a) || isnan(b))
        return float_new(vm, isnan(a) ? a : b);
    if (isinf(b)) {
        double magnitude = fabs(a);
        if (magnitude == 1.0)
            return float_new(vm, 1.0);
        return float_new(vm, (b > 0) == (magnitude > 1.0) ? fabs(b) : 0.0);
    }
    if (a == 0 && b < 0) {
        return error_set(vm, EXC_ZeroDivisionError,
                         "0.0 cannot be raised to a negative power");
    }
    if (b > 0)
        return float_new(vm, is_odd_whole(b) ? a : fabs(a));
    return float_new(vm, is_odd_whole(b) ? copysign(0.0, a) : 0.0);
}

Value float_pow(MinipyVM *vm, double a, double b)
{
    if (b == 0 || a == 1.0)
        return float_new(vm, 1.0);
    if (a == 0 || !isfinite(a) || !isfinite(b))
        return pow_special(vm, a, b);
    if (a < 0 && b != floor(b))
        return complex_pow_double(vm, a, 0.0, b, 0.0);
    double result = pow(fabs(a), b);
    if (isinf(result))
        return float_range_error(vm);
    return float_new(vm, a < 0 && is_odd_whole(b) ? -result : result);
}

/* ---- comparison, hash ---------------------------------------------------------- */

int float_compare_int(double d, Value i)
{
    int64_t small;
    const int64_t exact = INT64_C(1) << 53;
    if (int_small(i, &small) && small >= -exact && small <= exact)
        return (d > (double)small) - (d < (double)small);
    IntView view;
    int_view(i, &view);
    int order = mpz_cmp_d(INT_VIEW_MPZ(view), d);
    return (order < 0) - (order > 0);
}

int64_t float_hash(MinipyVM *vm, double d, Value self)
{
    const int bits = 61;
    const uint64_t modulus = (UINT64_C(1) << bits) - 1;
    (void)vm;
    if (isnan(d)) {
        uint64_t address = value_is_obj(self) ? self : 16;
        int64_t hash = (int64_t)(address >> 4 | address << 60);
        return hash == -1 ? -2 : hash;
    }
    if (isinf(d))
        return d > 0 ? 314159 : -314159;
    int exponent;
    uint64_t mant = (uint64_t)ldexp(fabs(frexp(d, &exponent)), 53);
    if (mant == 0)
        return 0;
    /* mant * 2**(exponent - 53) modulo 2**61 - 1, where a factor 2 is a rotation by 1.
     */
    exponent = (exponent - 53) % bits;
    if (exponent < 0)
        exponent += bits;
    uint64_t hash = exponent == 0
                        ? mant
                        : ((mant << exponent) & modulus) | (mant >> (bits - exponent));
    int64_t result = d < 0 ? -(int64_t)hash : (int64_t)hash;
    return result == -1 ? -2 : result;
}
