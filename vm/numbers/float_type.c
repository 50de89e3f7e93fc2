/* float_type.c: the type float: slots, constructor and methods. The arithmetic is in
 * float.c.
 */
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/numbers/dtoa.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/float_private.h"
#include "vm/numbers/int.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"

extern const TypeSpec float_type_spec;

/* ---- slots --------------------------------------------------------------------- */

/* Both operands as doubles: 1; 0: NotImplemented; -1: error. */
static int operands(MinipyVM *vm, Value a, Value b, double *x, double *y)
{
    int status = float_operand(vm, a, x);
    return status <= 0 ? status : float_operand(vm, b, y);
}

#define FLOAT_BINARY(name, expression)                                                 \
    static Value name(MinipyVM *vm, Value a, Value b)                                  \
    {                                                                                  \
        double x, y;                                                                   \
        int status = operands(vm, a, b, &x, &y);                                       \
        if (status <= 0)                                                               \
            return status == 0 ? VALUE_NOT_IMPLEMENTED : VALUE_NULL;                   \
        return expression;                                                             \
    }
FLOAT_BINARY(slot_add, float_new(vm, x + y))
FLOAT_BINARY(slot_subtract, float_new(vm, x - y))
FLOAT_BINARY(slot_multiply, float_new(vm, x *y))

#define FLOAT_DIVISION(name, message, quotient)                                        \
    FLOAT_BINARY(name,                                                                 \
                 y == 0 ? error_set(vm, EXC_ZeroDivisionError, message) : quotient)

static Value divmod_pair(MinipyVM *vm, double x, double y)
{
    Value pair[2] = {float_new(vm, float_floordiv(x, y)), VALUE_NULL};
    if (pair[0] == VALUE_NULL)
        return VALUE_NULL;
    pair[1] = float_new(vm, float_mod(x, y));
    if (pair[1] == VALUE_NULL) {
        value_decref(vm, pair[0]);
        return VALUE_NULL;
    }
    return tuple_from_steal(vm, pair, 2);
}

FLOAT_DIVISION(slot_true_divide, "float division by zero", float_new(vm, x / y))
FLOAT_DIVISION(slot_floor_divide, "float floor division by zero",
               float_new(vm, float_floordiv(x, y)))
FLOAT_DIVISION(slot_remainder, "float modulo", float_new(vm, float_mod(x, y)))
FLOAT_DIVISION(slot_divmod, "float divmod()", divmod_pair(vm, x, y))

static Value slot_power(MinipyVM *vm, Value a, Value b, Value c)
{
    double x, y;
    if (c != VALUE_NONE) {
        return error_set(
            vm, EXC_TypeError,
            "pow() 3rd argument not allowed unless all arguments are integers");
    }
    int status = operands(vm, a, b, &x, &y);
    if (status <= 0)
        return status == 0 ? VALUE_NOT_IMPLEMENTED : VALUE_NULL;
    return float_pow(vm, x, y);
}

static Value slot_negative(MinipyVM *vm, Value v)
{
    return float_new(vm, -float_value(v));
}

static Value slot_absolute(MinipyVM *vm, Value v)
{
    return float_new(vm, fabs(float_value(v)));
}

/* The plain float with the value of v. */
static Value slot_float(MinipyVM *vm, Value v)
{
    if (value_is_float_imm(v) || value_is_exact(vm, v, KIND_FLOAT))
        return value_incref(v);
    return float_new(vm, float_value(v));
}

static Value slot_int(MinipyVM *vm, Value v)
{
    return int_from_double(vm, float_value(v));
}

static int slot_bool(MinipyVM *vm, Value v)
{
    (void)vm;
    return float_value(v) != 0;
}

static Value slot_repr(MinipyVM *vm, Value v)
{
    return float_repr(vm, float_value(v));
}

static int64_t slot_hash(MinipyVM *vm, Value v)
{
    return float_hash(vm, float_value(v), v);
}

static Value slot_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    double x = float_value(a);
    (void)vm;
    if (value_is_float(b)) {
        double y = float_value(b);
        if (isnan(x) || isnan(y))
            return value_from_bool(op == CMP_NE);
        return value_from_bool(compare_by_order((x > y) - (x < y), op));
    }
    if (!value_is_int(b))
        return VALUE_NOT_IMPLEMENTED;
    if (isnan(x))
        return value_from_bool(op == CMP_NE);
    return value_from_bool(compare_by_order(float_compare_int(x, b), op));
}

static Value subclass_new_steal(MinipyVM *vm, TypeObj *cls, Value exact)
{
    if (exact == VALUE_NULL)
        return VALUE_NULL;
    FloatObj *o = (FloatObj *)object_alloc(vm, cls, 0);
    if (o != NULL)
        o->value = float_value(exact);
    value_decref(vm, exact);
    return value_from_obj(o);
}

static Value float_type_new(NEW_ARGS)
{
    TypeObj *type = vm->types[KIND_FLOAT];
    bool exact = cls == type;
    if (cls->slots.init == type->slots.init && !args_no_kw(vm, "float", kwnames))
        return VALUE_NULL;
    if (!args_check(vm, "float", nargs, 0, 1))
        return VALUE_NULL;
    Value result = nargs == 0 ? float_new(vm, 0.0) : number_float(vm, args[0]);
    return exact ? result : subclass_new_steal(vm, cls, result);
}

/* ---- methods ------------------------------------------------------------------- */

FN(method_conjugate)
{
    return slot_float(vm, self);
}

FN(method_trunc)
{
    return int_from_double(vm, float_value(self));
}

FN(method_floor)
{
    return int_from_double(vm, floor(float_value(self)));
}

FN(method_ceil)
{
    return int_from_double(vm, ceil(float_value(self)));
}

FN(method_round)
{
    double d = float_value(self);
    if (nargs == 0 || args[0] == VALUE_NONE) {
        double rounded = round(d); /* halves away from zero; to even instead */
        if (fabs(d - rounded) == 0.5)
            rounded = 2.0 * round(d / 2.0);
        return int_from_double(vm, rounded);
    }
    int64_t digits = number_as_ssize(vm, args[0], EXC_NONE);
    if (digits == -1 && error_occurred(vm))
        return VALUE_NULL;
    double rounded = double_round(d, digits);
    if (isinf(rounded) && !isinf(d))
        return error_set(vm, EXC_OverflowError, "rounded value too large to represent");
    return float_new(vm, rounded);
}

FN(method_is_integer)
{
    double d = float_value(self);
    return value_from_bool(isfinite(d) && floor(d) == d);
}

FN(method_as_integer_ratio)
{
    double d = float_value(self);
    int exponent;
    if (isinf(d)) {
        return error_set(vm, EXC_OverflowError,
                         "cannot convert Infinity to integer ratio");
    }
    if (isnan(d))
        return error_set(vm, EXC_ValueError, "cannot convert NaN to integer ratio");
    int64_t mant = (int64_t)ldexp(frexp(d, &exponent), DBL_MANT_DIG);
    exponent -= DBL_MANT_DIG;
    if (mant == 0)
        exponent = 0;
    while (exponent < 0 && (mant & 1) == 0) {
        mant /= 2;
        exponent++;
    }
    Value shift = value_from_imm(exponent < 0 ? -exponent : exponent);
    Value base = value_from_imm(exponent < 0 ? 1 : mant);
    Value power = int_lshift(vm, base, shift);
    if (power == VALUE_NULL)
        return VALUE_NULL;
    Value pair[2] = {value_from_imm(mant), power};
    if (exponent >= 0) {
        pair[0] = power;
        pair[1] = value_from_imm(1);
    }
    return tuple_from_steal(vm, pair, 2);
}

FN(method_hex)
{
    char buf[32];
    size_t n = double_hex(buf, float_value(self));
    return str_from_ascii(vm, buf, (int64_t)n);
}

FN(method_fromhex)
{
    double d;
    int64_t size;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    const char *text = str_utf8(vm, args[0], &size);
    if (text == NULL)
        return VALUE_NULL;
    switch (double_from_hex(text, (size_t)size, &d)) {
    case DOUBLE_HEX_INVALID:
        return error_set(vm, EXC_ValueError,
                         "invalid hexadecimal floating-point string");
    case DOUBLE_HEX_OVERFLOW:
        return error_set(vm, EXC_OverflowError,
                         "hexadecimal value too large to represent as a float");
    default: break;
    }
    Value result = float_new(vm, d);
    if (result != VALUE_NULL && self != value_from_obj(vm->types[KIND_FLOAT]))
        value_set_steal(vm, &result, call1(vm, self, result));
    return result;
}

FN(method_getnewargs)
{
    Value copy = slot_float(vm, self);
    return copy == VALUE_NULL ? VALUE_NULL : tuple_from_steal(vm, &copy, 1);
}

FN(method_format)
{
    return number_format_method(vm, self, args[0], float_format_spec);
}

FN(method_getformat)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "__getformat__", NULL, "str", args[0]);
    if (!str_cstr(vm, args[0]))
        return VALUE_NULL;
    if (!str_equal_ascii(args[0], "double") && !str_equal_ascii(args[0], "float")) {
        return error_set(vm, EXC_ValueError,
                         "__getformat__() argument 1 must be 'double' or 'float'");
    }
    return str_from_cstr(vm, "IEEE, little-endian");
}

/* ---- the type ------------------------------------------------------------------ */

GETTER(get_real)
{
    return slot_float(vm, self);
}

GETTER(get_imag)
{
    return float_new(vm, 0.0);
}

static GETSETS(getsets,
    {"real", get_real, NULL, "the real part of a complex number", NULL},
    {"imag", get_imag, NULL, "the imaginary part of a complex number", NULL},
);

static METHODS(methods,
    {"conjugate", method_conjugate, 0, "($self, /)", "Returns self, which is its own conjugate."},
    {"__trunc__", method_trunc, 0, "($self, /)", "The int nearest towards 0."},
    {"__floor__", method_floor, 0, "($self, /)", "The largest int that is not larger."},
    {"__ceil__", method_ceil, 0, "($self, /)", "The smallest int that is not smaller."},
    {"__round__", method_round, 0, "($self, ndigits=None, /)",
     "Rounds to ndigits decimals, ties to even; without ndigits to an int."},
    {"as_integer_ratio", method_as_integer_ratio, 0, "($self, /)", "The exact value as numerator and denominator.\n\n"
     ">>> (0.75).as_integer_ratio()\n(3, 4)\n>>> (-2.5).as_integer_ratio()\n(-5, 2)\n"},
    {"fromhex", method_fromhex, M_CLASS, "($type, string, /)", "Reads a hexadecimal floating-point text.\n\n"
     ">>> float.fromhex('0x1.8p+1')\n3.0\n>>> float.fromhex('-.4')\n-0.25\n"},
    {"hex", method_hex, 0, "($self, /)", "The exact value as hexadecimal text.\n\n"
     ">>> (3.0).hex()\n'0x1.8000000000000p+1'\n>>> (-0.1).hex()\n'-0x1.999999999999ap-4'\n"},
    {"is_integer", method_is_integer, 0, "($self, /)", "True if the float is a whole number."},
    {"__getnewargs__", method_getnewargs, 0, "($self, /)", NULL},
    {"__getformat__", method_getformat, M_CLASS, "($type, typestr, /)", "How C doubles or floats are stored."},
    {"__format__", method_format, 0, "($self, format_spec, /)", "Formats by the mini-language."},
);

TYPE_SPEC(float_type_spec,
    .name = "float",
    .doc = "float(x=0, /)\n--\n\nThe floating-point number of a string or number.",
    .flags = TYPE_UNCOUNTED | TYPE_BASE | TYPE_MATCH_SELF, .basicsize = sizeof(FloatObj),
    .slots = {.getattro = object_generic_getattr, .repr = slot_repr, .hash = slot_hash, .richcompare = slot_compare,
              .new_ = float_type_new, .nb_add = slot_add, .nb_subtract = slot_subtract, .nb_multiply = slot_multiply,
              .nb_remainder = slot_remainder, .nb_divmod = slot_divmod, .nb_power = slot_power,
              .nb_negative = slot_negative, .nb_positive = slot_float, .nb_absolute = slot_absolute,
              .nb_bool = slot_bool, .nb_int = slot_int, .nb_float = slot_float, .nb_floor_divide = slot_floor_divide,
              .nb_true_divide = slot_true_divide},
    .methods = methods, .getsets = getsets,
);
