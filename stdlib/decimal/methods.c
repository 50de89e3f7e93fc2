/* methods.c - the methods of Decimal and of Context: each pair is one function of
 * dec.h, called with the current context and self, or with self as the context.
 */
#include "stdlib/decimal/decimal_private.h"
#include "stdlib/decimal/methods.h"
#include "vm/numbers/float.h"
#include "vm/core/hooks.h"
#include "vm/numbers/number.h"

/* ---- what arithmetic gives ------------------------------------------------------- */

#define OF_UNARY(name)                                                                 \
    FN(decimal_##name)                                                                 \
    {                                                                                  \
        return decimal_unary(vm, dec_##name, self, GIVEN(0));                          \
    }                                                                                  \
    FN(context_##name)                                                                 \
    {                                                                                  \
        return decimal_unary(vm, dec_##name, args[0], self);                           \
    }
OF_UNARY(exp)
OF_UNARY(ln)
OF_UNARY(log10)
OF_UNARY(next_minus)
OF_UNARY(next_plus)
OF_UNARY(normalize)
OF_UNARY(sqrt)
OF_UNARY(logb)
OF_UNARY(logical_invert)

#define OF_BINARY(name)                                                                \
    FN(decimal_##name)                                                                 \
    {                                                                                  \
        return decimal_binary(vm, dec_##name, self, args[0], GIVEN(1));                \
    }                                                                                  \
    FN(context_##name)                                                                 \
    {                                                                                  \
        return decimal_binary(vm, dec_##name, args[0], args[1], self);                 \
    }
OF_BINARY(compare)
OF_BINARY(compare_signal)
OF_BINARY(max)
OF_BINARY(max_mag)
OF_BINARY(min)
OF_BINARY(min_mag)
OF_BINARY(next_toward)
OF_BINARY(remainder_near)
OF_BINARY(logical_and)
OF_BINARY(logical_or)
OF_BINARY(logical_xor)
OF_BINARY(rotate)
OF_BINARY(scaleb)
OF_BINARY(shift)

#define OF_CONTEXT_UNARY(name)                                                         \
    FN(context_##name)                                                                 \
    {                                                                                  \
        return decimal_unary(vm, dec_##name, args[0], self);                           \
    }
OF_CONTEXT_UNARY(abs)
OF_CONTEXT_UNARY(plus)
OF_CONTEXT_UNARY(minus)
OF_CONTEXT_UNARY(to_integral_exact)
OF_CONTEXT_UNARY(to_integral_value)
#define OF_CONTEXT_BINARY(name)                                                        \
    FN(context_##name)                                                                 \
    {                                                                                  \
        return decimal_binary(vm, dec_##name, args[0], args[1], self);                 \
    }
OF_CONTEXT_BINARY(add)
OF_CONTEXT_BINARY(subtract)
OF_CONTEXT_BINARY(multiply)
OF_CONTEXT_BINARY(divide)
OF_CONTEXT_BINARY(divide_int)
OF_CONTEXT_BINARY(remainder)
OF_CONTEXT_BINARY(quantize)

FN(decimal_method_fma)
{
    return decimal_fma(vm, self, args[0], args[1], GIVEN(2));
}

FN(context_fma)
{
    return decimal_fma(vm, args[0], args[1], args[2], self);
}

FN(context_divmod)
{
    return decimal_divmod(vm, args[0], args[1], self);
}

FN(context_power)
{
    return decimal_power(vm, args[0], args[1], GIVEN(2), self);
}

/* A function in a context with another rounding; the conditions are the context's. */
static Value with_rounding(MinipyVM *vm, Value self, Value other, Value rounding,
                           Value given, DecUnary unary, DecBinary binary)
{
    Dec room = {0}, r = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    Ctx c = context_begin(vm, context);
    const Dec *y = NULL;
    bool ok = !rounding || rounding == VALUE_NONE ||
              rounding_taken(vm, rounding, &c.rounding);
    if (ok && binary)
        ok = (y = decimal_operand_or_raise(vm, other, &room)) != NULL;
    ok = ok && (binary ? binary(&c, &r, &DECIMAL(self)->d, y)
                       : unary(&c, &r, &DECIMAL(self)->d));
    if (ok && context_end(vm, context, c.status))
        v = decimal_wrap(vm, vm->decimal->decimal, &r);
    else
        dec_clear(vm, &r);
    dec_clear(vm, &room);
    value_decref(vm, context);
    return v;
}

FN(decimal_quantize)
{
    return with_rounding(vm, self, args[0], GIVEN(1), GIVEN(2), NULL, dec_quantize);
}

FN(decimal_to_integral_value)
{
    return with_rounding(vm, self, VALUE_NULL, GIVEN(0), GIVEN(1),
                         dec_to_integral_value, NULL);
}

FN(decimal_to_integral_exact)
{
    return with_rounding(vm, self, VALUE_NULL, GIVEN(0), GIVEN(1),
                         dec_to_integral_exact, NULL);
}

static bool dec_apply(Ctx *c, Dec *r, const Dec *a)
{
    return dec_copy_finish(c, r, a);
}

FN(context_apply)
{
    return decimal_unary(vm, dec_apply, args[0], self);
}

/* ---- without rounding ------------------------------------------------------------ */

static bool dec_copy_abs(Ctx *c, Dec *r, const Dec *a)
{
    (void)c;
    dec_copy(r, a);
    r->sign = 0;
    return true;
}

static bool dec_copy_negate(Ctx *c, Dec *r, const Dec *a)
{
    (void)c;
    dec_copy(r, a);
    r->sign = !a->sign;
    return true;
}

static bool dec_copy_decimal(Ctx *c, Dec *r, const Dec *a)
{
    (void)c;
    dec_copy(r, a);
    return true;
}

static bool dec_copy_sign(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    (void)c;
    dec_copy(r, a);
    r->sign = b->sign;
    return true;
}

static bool set_order(Dec *r, int order)
{
    *r = (Dec){.sign = order < 0, .digits = 1, .small = order != 0};
    return true;
}

static bool dec_compare_total(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    int order;
    return dec_total_order(c->vm, a, b, &order) && set_order(r, order);
}

static bool dec_compare_total_mag(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    Dec x = *a, y = *b;
    x.sign = y.sign = 0;
    return dec_compare_total(c, r, &x, &y);
}

OF_BINARY(copy_sign)
OF_BINARY(compare_total)
OF_BINARY(compare_total_mag)
OF_CONTEXT_UNARY(copy_abs)
OF_CONTEXT_UNARY(copy_negate)
OF_CONTEXT_UNARY(copy_decimal)

FN(decimal_copy_abs)
{
    return decimal_unary(vm, dec_copy_abs, self, VALUE_NULL);
}

FN(decimal_copy_negate)
{
    return decimal_unary(vm, dec_copy_negate, self, VALUE_NULL);
}

static Value same_quantum(MinipyVM *vm, Value a, Value b)
{
    Dec room_a = {0}, room_b = {0};
    const Dec *x = decimal_operand_or_raise(vm, a, &room_a);
    const Dec *y = x ? decimal_operand_or_raise(vm, b, &room_b) : NULL;
    Value v = VALUE_NULL;
    if (y && (x->kind != FINITE || y->kind != FINITE))
        v = value_from_bool((dec_is_nan(x) && dec_is_nan(y)) ||
                            (x->kind == INFINITE && y->kind == INFINITE));
    else if (y)
        v = value_from_bool(x->exp == y->exp);
    dec_clear(vm, &room_a);
    dec_clear(vm, &room_b);
    return v;
}

FN(decimal_same_quantum)
{
    Value context = context_given(vm, GIVEN(1));
    if (!context)
        return VALUE_NULL;
    value_decref(vm, context);
    return same_quantum(vm, self, args[0]);
}

FN(context_same_quantum)
{
    return same_quantum(vm, args[0], args[1]);
}

FN(decimal_self)
{
    return value_incref(self);
}

FN(context_canonical)
{
    return is_decimal(args[0])
               ? value_incref(args[0])
               : error_set(vm, EXC_TypeError, "argument must be a Decimal");
}

FN(decimal_radix)
{
    Dec ten = {.small = 10, .digits = 2};
    return decimal_wrap(vm, vm->decimal->decimal, &ten);
}

/* ---- questions ------------------------------------------------------------------- */

#define ANSWER_LIST(X)                                                                 \
    X(is_finite, d->kind == FINITE)                                                    \
    X(is_infinite, d->kind == INFINITE)                                                \
    X(is_nan, dec_is_nan(d))                                                           \
    X(is_qnan, d->kind == QUIET_NAN)                                                   \
    X(is_snan, d->kind == SIGNALING_NAN)                                               \
    X(is_signed, d->sign)                                                              \
    X(is_zero, dec_is_zero(d))
#define OF_ANSWER(name, answer)                                                        \
    FN(decimal_##name)                                                                 \
    {                                                                                  \
        const Dec *d = &DECIMAL(self)->d;                                              \
        return value_from_bool(answer);                                                \
    }                                                                                  \
    FN(context_##name)                                                                 \
    {                                                                                  \
        Dec room = {0};                                                                \
        const Dec *d = decimal_operand_or_raise(vm, args[0], &room);                   \
        Value v = d ? value_from_bool(answer) : VALUE_NULL;                            \
        dec_clear(vm, &room);                                                          \
        return v;                                                                      \
    }
ANSWER_LIST(OF_ANSWER)

FN(decimal_is_canonical)
{
    return VALUE_TRUE;
}

FN(context_is_canonical)
{
    return is_decimal(args[0])
               ? VALUE_TRUE
               : error_set(vm, EXC_TypeError, "argument must be a Decimal");
}

typedef Value (*Asked)(const Ctx *c, const Dec *d);

static Value is_normal(const Ctx *c, const Dec *d)
{
    return value_from_bool(d->kind == FINITE && !dec_is_zero(d) &&
                           dec_adjusted(d) >= c->emin);
}

static Value is_subnormal(const Ctx *c, const Dec *d)
{
    return value_from_bool(d->kind == FINITE && !dec_is_zero(d) &&
                           dec_adjusted(d) < c->emin);
}

static Value number_class(const Ctx *c, const Dec *d)
{
    return str_from_cstr(c->vm, dec_class(c, d));
}

static Value answer_in(MinipyVM *vm, Asked f, Value a, Value given)
{
    Dec room = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    const Dec *d = context ? decimal_operand_or_raise(vm, a, &room) : NULL;
    if (d) {
        Ctx c = context_begin(vm, context);
        v = f(&c, d);
    }
    dec_clear(vm, &room);
    value_xdecref(vm, context);
    return v;
}

#define OF_ASKED(name)                                                                 \
    FN(decimal_##name)                                                                 \
    {                                                                                  \
        return answer_in(vm, name, self, GIVEN(0));                                    \
    }                                                                                  \
    FN(context_##name)                                                                 \
    {                                                                                  \
        return answer_in(vm, name, args[0], self);                                     \
    }
OF_ASKED(is_normal)
OF_ASKED(is_subnormal)
OF_ASKED(number_class)

FN(decimal_adjusted)
{
    const Dec *d = &DECIMAL(self)->d;
    return int_new(vm, d->kind == FINITE ? dec_adjusted(d) : 0);
}

FN(context_etiny)
{
    return int_new(vm, CONTEXT(self)->emin - CONTEXT(self)->prec + 1);
}

FN(context_etop)
{
    return int_new(vm, CONTEXT(self)->emax - CONTEXT(self)->prec + 1);
}

/* ---- as something else ----------------------------------------------------------- */

static Value text_in(MinipyVM *vm, Value a, Value given, bool engineering)
{
    Dec room = {0};
    Value context = context_given(vm, given);
    const Dec *d = context ? decimal_operand_or_raise(vm, a, &room) : NULL;
    Value v = d ? dec_text(vm, d, engineering, CONTEXT(context)->capitals) : VALUE_NULL;
    dec_clear(vm, &room);
    value_xdecref(vm, context);
    return v;
}

FN(decimal_to_eng_string)
{
    return text_in(vm, self, GIVEN(0), true);
}

FN(context_to_eng_string)
{
    return text_in(vm, args[0], self, true);
}

FN(context_to_sci_string)
{
    return text_in(vm, args[0], self, false);
}

/* Its digits; of an infinity 0, of a NaN without payload none. */
static Value digits_tuple(MinipyVM *vm, const Dec *d)
{
    if (dec_is_nan(d) && !d->big && d->small == 0)
        return tuple_alloc(vm, 0);
    char *text = coef_text(vm, d);
    Value t = text ? tuple_alloc(vm, d->digits) : VALUE_NULL;
    for (int64_t i = 0; t && i < d->digits; i++)
        TUPLE(t)->items[i] = value_from_imm(text[i] - '0');
    mem_free(vm, text);
    return t;
}

FN(decimal_as_tuple)
{
    const Dec *d = &DECIMAL(self)->d;
    static const char *const letters[] = {"", "F", "n", "N"};
    Value digits = digits_tuple(vm, d);
    Value exp =
        d->kind == FINITE ? int_new(vm, d->exp) : str_from_cstr(vm, letters[d->kind]);
    Value r = digits && exp ? call3(vm, vm->decimal->tuple_class,
                                    value_from_imm(d->sign), digits, exp)
                            : VALUE_NULL;
    value_xdecref(vm, digits);
    value_xdecref(vm, exp);
    return r;
}

/* The fraction, not in lowest terms: numerator with its sign. */
static bool fraction_of(MinipyVM *vm, const Dec *d, Value *n, Value *denominator)
{
    Value c = dec_value(vm, d),
          ten = c ? ten_to(vm, d->exp < 0 ? -d->exp : d->exp) : VALUE_NULL;
    *n = VALUE_NULL;
    *denominator = value_from_imm(1);
    if (ten && d->exp < 0) {
        *n = value_incref(c);
        *denominator = value_incref(ten);
    } else if (ten) {
        *n = int_mul(vm, c, ten);
    }
    if (*n && d->sign) {
        Value negative = int_neg(vm, *n);
        value_set_steal(vm, n, negative);
    }
    value_xdecref(vm, c);
    value_xdecref(vm, ten);
    return *n != VALUE_NULL;
}

FN(decimal_as_integer_ratio)
{
    const Dec *d = &DECIMAL(self)->d;
    Value n, denominator, r = VALUE_NULL;
    if (dec_is_nan(d))
        return error_set(vm, EXC_ValueError, "cannot convert NaN to integer ratio");
    if (d->kind == INFINITE)
        return error_set(vm, EXC_OverflowError,
                         "cannot convert Infinity to integer ratio");
    if (dec_is_zero(d))
        return tuple_pack(vm, 2, value_from_imm(0), value_from_imm(1));
    Dec s = {0};
    dec_copy(&s, d);
    if (s.exp >= 0 || coef_strip(vm, &s, -s.exp)) {
        if (fraction_of(vm, &s, &n, &denominator)) {
            Value both[] = {n, denominator}, gcd = VALUE_NULL;
            Value f = import_attr(vm, "math", "gcd");
            gcd = f ? call2(vm, f, both[0], both[1]) : VALUE_NULL;
            if (gcd)
                r = tuple_from_steal(vm,
                                     (Value[]){int_floordiv(vm, n, gcd),
                                               int_floordiv(vm, denominator, gcd)},
                                     2);
            value_xdecref(vm, gcd);
            value_xdecref(vm, f);
            value_decref(vm, n);
        }
        value_xdecref(vm, denominator);
    }
    dec_clear(vm, &s);
    return r;
}

static Value as_int(MinipyVM *vm, Value self, Rounding rounding)
{
    const Dec *d = &DECIMAL(self)->d;
    if (dec_is_nan(d))
        return error_set(vm, EXC_ValueError, "cannot convert NaN to integer");
    if (d->kind == INFINITE)
        return error_set(vm, EXC_OverflowError, "cannot convert Infinity to integer");
    Ctx c = ctx_exact(vm);
    c.rounding = rounding;
    return dec_to_int(&c, d);
}

FN(decimal_floor)
{
    return as_int(vm, self, ROUND_FLOOR);
}

FN(decimal_ceil)
{
    return as_int(vm, self, ROUND_CEILING);
}

FN(decimal_trunc)
{
    return as_int(vm, self, ROUND_DOWN);
}

static bool dec_round_places(Ctx *c, Dec *r, const Dec *a, int64_t places)
{
    Dec unit = {.small = 1, .digits = 1, .exp = -places};
    return dec_quantize(c, r, a, &unit);
}

FN(decimal_round)
{
    int64_t places;
    if (!nargs)
        return as_int(vm, self, ROUND_HALF_EVEN);
    if (!value_is_int(args[0]))
        return error_set(vm, EXC_TypeError, "optional arg must be an integer");
    places = int_as_ssize(vm, args[0]);
    if (places == -1 && error_occurred(vm))
        return VALUE_NULL;
    Dec r = {0};
    Value context = context_current(vm), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    Ctx c = context_begin(vm, context);
    if (places < -PREC_MAX)
        places = -PREC_MAX;
    if (places > 2 * PREC_MAX)
        places = 2 * PREC_MAX;
    if (dec_round_places(&c, &r, &DECIMAL(self)->d, places) &&
        context_end(vm, context, c.status))
        v = decimal_wrap(vm, vm->decimal->decimal, &r);
    else
        dec_clear(vm, &r);
    value_decref(vm, context);
    return v;
}

FN(decimal_complex)
{
    Value f = decimal_float(vm, self); /* not what a class has for __float__ */
    Value r = f ? complex_new(vm, float_value(f), 0.0) : VALUE_NULL;
    value_xdecref(vm, f);
    return r;
}

FN(decimal_sizeof)
{
    const Dec *d = &DECIMAL(self)->d;
    return int_new(vm, (int64_t)sizeof(DecimalObj) +
                           (d->big ? d->digits * 10 / 24 : 0) + type_added_size(self));
}

FN(decimal_reduce)
{
    Value text = decimal_str(vm, self); /* not what a class has for __str__ */
    Value arguments = text ? tuple_pack(vm, 1, text) : VALUE_NULL;
    value_xdecref(vm, text);
    return tuple_from_steal(
        vm, (Value[]){value_incref(value_from_obj(value_type(vm, self))), arguments},
        2);
}

FN(decimal_method_format)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "format arg must be str");
    Value context = context_current(vm);
    Value r =
        context ? decimal_format(vm, self, args[0], GIVEN(1), context) : VALUE_NULL;
    value_xdecref(vm, context);
    return r;
}

/* ---- from something else --------------------------------------------------------- */

static Value of_float(MinipyVM *vm, TypeObj *cls, Value v, Value context, bool exact)
{
    if (!value_is_int(v) && !value_is_float(v))
        return error_set(vm, EXC_TypeError, "argument must be int or float");
    return decimal_from_float(vm, cls, v, context, exact);
}

FN(decimal_from_float_method)
{
    Value context = context_current(vm);
    Value v = context ? of_float(vm, vm->decimal->decimal, args[0], context, true)
                      : VALUE_NULL;
    value_xdecref(vm, context);
    if (!v || TYPE_OF(self) == vm->decimal->decimal)
        return v;
    Value r = call1(vm, self, v);
    value_decref(vm, v);
    return r;
}

FN(context_create_decimal)
{
    Dec zero = {.digits = 1};
    return nargs ? decimal_from(vm, vm->decimal->decimal, args[0], self, false)
                 : decimal_wrap(vm, vm->decimal->decimal, &zero);
}

FN(context_create_decimal_from_float)
{
    return of_float(vm, vm->decimal->decimal, args[0], self, false);
}

/* ---- tables ---------------------------------------------------------------------- */

enum { ODD = M_TUPLE | M_NAMELESS };
#define IN(name, fn, doc)                                                              \
    {                                                                                  \
        name, fn, ODD, "($self, /, context=None)", doc                                 \
    }
#define WITH(name, fn, doc)                                                            \
    {                                                                                  \
        name, fn, ODD, "($self, /, other, context=None)", doc                          \
    }
#define BARE(name, fn, doc)                                                            \
    {                                                                                  \
        name, fn, 0, "($self, /)", doc                                                 \
    }
#define SPECIAL(name, fn)                                                              \
    {                                                                                  \
        name, fn, M_UNSIGNED, "($self, /)", NULL                                       \
    }

METHODS(decimal_methods,
    IN("exp", decimal_exp, "e to that power."),
    IN("ln", decimal_ln, "The natural logarithm."),
    IN("log10", decimal_log10, "The logarithm to base ten."),
    IN("next_minus", decimal_next_minus, "The next smaller number of the context."),
    IN("next_plus", decimal_next_plus, "The next larger number of the context."),
    IN("normalize", decimal_normalize, "Without zeros at the end."),
    {"to_integral", decimal_to_integral_value, ODD, "($self, /, rounding=None, context=None)", "As to_integral_value."},
    {"to_integral_exact", decimal_to_integral_exact, ODD, "($self, /, rounding=None, context=None)",
     "The nearest int, signalling Inexact and Rounded where it is another number."},
    {"to_integral_value", decimal_to_integral_value, ODD, "($self, /, rounding=None, context=None)",
     "The nearest int, without signals."},
    IN("sqrt", decimal_sqrt, "The square root."),
    WITH("compare", decimal_compare, "-1, 0 or 1; NaN where one is."),
    WITH("compare_signal", decimal_compare_signal, "The same; every NaN signals."),
    WITH("max", decimal_max, "The larger one; a number rather than a quiet NaN."),
    WITH("max_mag", decimal_max_mag, "The one of larger size."),
    WITH("min", decimal_min, "The smaller one; a number rather than a quiet NaN."),
    WITH("min_mag", decimal_min_mag, "The one of smaller size."),
    WITH("next_toward", decimal_next_toward, "The next number in the direction of other."),
    {"quantize", decimal_quantize, ODD, "($self, /, exp, rounding=None, context=None)", "With the exponent of exp."},
    WITH("remainder_near", decimal_remainder_near, "self less the nearest multiple of other."),
    {"fma", decimal_method_fma, ODD, "($self, /, other, third, context=None)", "self*other+third, rounded once."},
    BARE("is_canonical", decimal_is_canonical, "True."),
    BARE("is_finite", decimal_is_finite, "Is it a number that is finite?"),
    BARE("is_infinite", decimal_is_infinite, "Is it an infinity?"),
    BARE("is_nan", decimal_is_nan, "Is it a NaN of either kind?"),
    BARE("is_qnan", decimal_is_qnan, "Is it a quiet NaN?"),
    BARE("is_snan", decimal_is_snan, "Is it a signaling NaN?"),
    BARE("is_signed", decimal_is_signed, "Is its sign negative? Zeros and NaNs have one, too."),
    BARE("is_zero", decimal_is_zero, "Is it a zero?"),
    IN("is_normal", decimal_is_normal, "Is it finite, not zero, and not subnormal?"),
    IN("is_subnormal", decimal_is_subnormal, "Is its adjusted exponent below Emin?"),
    BARE("adjusted", decimal_adjusted, "The exponent of the first digit."),
    BARE("canonical", decimal_self, "self."),
    BARE("conjugate", decimal_self, "self."),
    BARE("radix", decimal_radix, "Decimal(10)."),
    BARE("copy_abs", decimal_copy_abs, "Without its sign, unrounded."),
    BARE("copy_negate", decimal_copy_negate, "With the other sign, unrounded."),
    IN("logb", decimal_logb, "The adjusted exponent, a Decimal."),
    IN("logical_invert", decimal_logical_invert, "Each digit, 0 or 1, the other."),
    IN("number_class", decimal_number_class, "A word for what it is."),
    IN("to_eng_string", decimal_to_eng_string, "Text, the exponent a multiple of three."),
    WITH("compare_total", decimal_compare_total, "The order that tells all representations apart."),
    WITH("compare_total_mag", decimal_compare_total_mag, "The same without signs."),
    WITH("copy_sign", decimal_copy_sign, "With the sign of other."),
    WITH("same_quantum", decimal_same_quantum, "Are the exponents equal?"),
    WITH("logical_and", decimal_logical_and, "Digit by digit, each 0 or 1."),
    WITH("logical_or", decimal_logical_or, "Digit by digit, each 0 or 1."),
    WITH("logical_xor", decimal_logical_xor, "Digit by digit, each 0 or 1."),
    WITH("rotate", decimal_rotate, "The digits turned to the left, or right where other is negative."),
    WITH("scaleb", decimal_scaleb, "With other added to the exponent."),
    WITH("shift", decimal_shift, "The digits moved to the left, or right where other is negative."),
    {"from_float", decimal_from_float_method, M_CLASS, "($type, f, /)", "Exactly what a float or an int is."},
    BARE("as_tuple", decimal_as_tuple, "Sign, digits and exponent."),
    BARE("as_integer_ratio", decimal_as_integer_ratio, "Two ints whose ratio it is, in lowest terms."),
    SPECIAL("__copy__", decimal_self),
    {"__deepcopy__", decimal_self, M_UNSIGNED, "($self, memo, /)", NULL},
    {"__format__", decimal_method_format, M_UNSIGNED | ODD | M_BARE, "($self, spec, override=None, /)", NULL},
    SPECIAL("__reduce__", decimal_reduce),
    {"__round__", decimal_round, M_UNSIGNED | ODD | M_BARE, "($self, ndigits=None, /)", NULL},
    SPECIAL("__ceil__", decimal_ceil),
    SPECIAL("__floor__", decimal_floor),
    SPECIAL("__trunc__", decimal_trunc),
    SPECIAL("__complex__", decimal_complex),
    SPECIAL("__sizeof__", decimal_sizeof),
);

#define X1(name, fn, doc)                                                              \
    {                                                                                  \
        name, fn, 0, "($self, x, /)", doc                                              \
    }
#define X2(name, fn, doc)                                                              \
    {                                                                                  \
        name, fn, ODD | M_BARE, "($self, x, y, /)", doc                                \
    }

METHODS(context_methods,
    X1("abs", context_abs, "The size of x."),
    X1("exp", context_exp, "e to the power x."),
    X1("ln", context_ln, "The natural logarithm."),
    X1("log10", context_log10, "The logarithm to base ten."),
    X1("minus", context_minus, "-x."),
    X1("next_minus", context_next_minus, "The next smaller number."),
    X1("next_plus", context_next_plus, "The next larger number."),
    X1("normalize", context_normalize, "x without zeros at the end."),
    X1("plus", context_plus, "+x."),
    X1("to_integral", context_to_integral_value, "As to_integral_value."),
    X1("to_integral_exact", context_to_integral_exact, "The nearest int, with signals."),
    X1("to_integral_value", context_to_integral_value, "The nearest int, without signals."),
    X1("sqrt", context_sqrt, "The square root."),
    X2("add", context_add, "x + y."),
    X2("compare", context_compare, "-1, 0 or 1."),
    X2("compare_signal", context_compare_signal, "The same; every NaN signals."),
    X2("divide", context_divide, "x / y."),
    X2("divide_int", context_divide_int, "x // y."),
    X2("divmod", context_divmod, "divmod(x, y)."),
    X2("max", context_max, "The larger one."),
    X2("max_mag", context_max_mag, "The one of larger size."),
    X2("min", context_min, "The smaller one."),
    X2("min_mag", context_min_mag, "The one of smaller size."),
    X2("multiply", context_multiply, "x * y."),
    X2("next_toward", context_next_toward, "The next number from x in the direction of y."),
    X2("quantize", context_quantize, "x with the exponent of y."),
    X2("remainder", context_remainder, "x % y."),
    X2("remainder_near", context_remainder_near, "x less the nearest multiple of y."),
    X2("subtract", context_subtract, "x - y."),
    {"power", context_power, ODD, "($self, /, a, b, modulo=None)", "a ** b, or that modulo an int."},
    {"fma", context_fma, ODD | M_BARE, "($self, x, y, z, /)", "x * y + z, rounded once."},
    BARE("Etiny", context_etiny, "The smallest exponent of all."),
    BARE("Etop", context_etop, "The largest exponent of a full coefficient."),
    BARE("radix", decimal_radix, "Decimal(10)."),
    X1("is_canonical", context_is_canonical, "True."),
    X1("is_finite", context_is_finite, "Is x a number that is finite?"),
    X1("is_infinite", context_is_infinite, "Is x an infinity?"),
    X1("is_nan", context_is_nan, "Is x a NaN of either kind?"),
    X1("is_normal", context_is_normal, "Is x finite, not zero, and not subnormal?"),
    X1("is_qnan", context_is_qnan, "Is x a quiet NaN?"),
    X1("is_signed", context_is_signed, "Is the sign of x negative?"),
    X1("is_snan", context_is_snan, "Is x a signaling NaN?"),
    X1("is_subnormal", context_is_subnormal, "Is the adjusted exponent of x below Emin?"),
    X1("is_zero", context_is_zero, "Is x a zero?"),
    {"_apply", context_apply, M_UNSIGNED, "($self, x, /)", NULL},
    X1("canonical", context_canonical, "x."),
    X1("copy_abs", context_copy_abs, "x without its sign."),
    X1("copy_decimal", context_copy_decimal, "x as a Decimal."),
    X1("copy_negate", context_copy_negate, "x with the other sign."),
    X1("logb", context_logb, "The adjusted exponent, a Decimal."),
    X1("logical_invert", context_logical_invert, "Each digit, 0 or 1, the other."),
    X1("number_class", context_number_class, "A word for what x is."),
    X1("to_sci_string", context_to_sci_string, "x as text."),
    X1("to_eng_string", context_to_eng_string, "x as text, the exponent a multiple of three."),
    X2("compare_total", context_compare_total, "The order that tells all representations apart."),
    X2("compare_total_mag", context_compare_total_mag, "The same without signs."),
    X2("copy_sign", context_copy_sign, "x with the sign of y."),
    X2("logical_and", context_logical_and, "Digit by digit, each 0 or 1."),
    X2("logical_or", context_logical_or, "Digit by digit, each 0 or 1."),
    X2("logical_xor", context_logical_xor, "Digit by digit, each 0 or 1."),
    X2("rotate", context_rotate, "The digits of x turned by y."),
    X2("same_quantum", context_same_quantum, "Are the exponents equal?"),
    X2("scaleb", context_scaleb, "x with y added to its exponent."),
    X2("shift", context_shift, "The digits of x moved by y."),
    BARE("clear_flags", context_clear_flags, "All flags False."),
    BARE("clear_traps", context_clear_traps, "All traps False."),
    SPECIAL("__copy__", context_copy),
    SPECIAL("__reduce__", context_reduce),
    BARE("copy", context_copy, "A copy, flags and all."),
    {"create_decimal", context_create_decimal, ODD | M_BARE, "($self, num=\"0\", /)",
     "Decimal(num), rounded to the context."},
    {"create_decimal_from_float", context_create_decimal_from_float, 0, "($self, f, /)", "The same of a number."},
);
