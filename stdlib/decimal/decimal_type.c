/* decimal_type.c - Decimal: making, slots, and how a function of arithmetic is called
 * with objects; methods.c has the methods.
 */
#include <math.h>

#include "stdlib/decimal/decimal_private.h"
#include "stdlib/decimal/short.h"
#include "vm/containers/list.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"

Value decimal_wrap(MinipyVM *vm, TypeObj *cls, Dec *d)
{
    Value v = object_alloc_value(vm, cls);
    if (likely(v != VALUE_NULL))
        DECIMAL(v)->d = *d;
    else
        dec_clear(vm, d);
    return v;
}

static void decimal_dealloc(MinipyVM *vm, Object *o)
{
    dec_clear(vm, &((DecimalObj *)o)->d);
}

/* ---- conversions ----------------------------------------------------------------- */

static bool from_int(MinipyVM *vm, Dec *d, Value v)
{
    int64_t i;
    *d = (Dec){.digits = 1};
    if (int_small(v, &i)) {
        d->sign = i < 0;
        dec_set_small(d, (Uint128)(i < 0 ? 0 - (uint64_t)i : (uint64_t)i));
        return true;
    }
    d->sign = int_sign(v) < 0;
    return dec_set_value_steal(vm, d, d->sign ? int_neg(vm, v) : int_copy_exact(vm, v));
}

static bool from_double(MinipyVM *vm, Dec *d, double f)
{
    int e;
    if (isnan(f))
        return dec_set_special(d, QUIET_NAN, signbit(f) != 0), true;
    if (isinf(f))
        return dec_set_special(d, INFINITE, f < 0), true;
    int64_t m = (int64_t)ldexp(frexp(fabs(f), &e), 53);
    *d = (Dec){.sign = signbit(f) != 0, .digits = 1};
    e = m ? e - 53 : 0;
    while (m && !(m & 1) && e < 0)
        m /= 2, e++;
    Value factor = int_pow(vm, value_from_imm(e < 0 ? 5 : 2),
                           value_from_imm(e < 0 ? -e : e), VALUE_NONE);
    Value all = factor ? int_mul(vm, value_from_imm(m), factor) : VALUE_NULL;
    value_xdecref(vm, factor);
    d->exp = e < 0 ? e : 0;
    return dec_set_value_steal(vm, d, all);
}

const Dec *decimal_operand_or_raise(MinipyVM *vm, Value v, Dec *room)
{
    if (likely(is_decimal(v)))
        return &DECIMAL(v)->d;
    if (value_is_int(v))
        return from_int(vm, room, v) ? room : NULL;
    error_set(vm, EXC_TypeError, "conversion from %T to Decimal is not supported", v);
    return NULL;
}

/* ---- Decimal(v) ------------------------------------------------------------------ */

/* What was read or made, exact or rounded; takes d over. */
static Value finish_new(MinipyVM *vm, TypeObj *cls, Dec *d, Value context, bool exact)
{
    Ctx c = exact ? ctx_exact(vm) : context_begin(vm, context);
    bool ok = true;
    if (!exact && dec_is_nan(d) && (d->big || d->small) && d->digits > c.prec - c.clamp)
        dec_invalid(&c, d, CONVERSION_SYNTAX);
    else
        ok = dec_finish(&c, d);
    if (exact) { /* what has no exact place is no number */
        uint32_t lost = c.status & (INEXACT | ROUNDED | CLAMPED | OVERFLOW_);
        c.status = 0;
        if (ok && lost)
            dec_invalid(&c, d, INVALID_OPERATION);
    }
    if (!ok || !context_end(vm, context, c.status)) {
        dec_clear(vm, d);
        return VALUE_NULL;
    }
    return decimal_wrap(vm, cls, d);
}

static bool is_space(uint32_t ch)
{
    return ch == ' ' || (ch >= 9 && ch <= 13);
}

static Value from_str(MinipyVM *vm, TypeObj *cls, Value s, Value context, bool exact)
{
    Ctx c = ctx_exact(vm);
    Dec d = {0};
    int64_t n = str_length(s);
    bool strict_fails = false; /* create_decimal() takes no blanks, no underscores */
    if (!exact && n) {
        strict_fails = is_space(str_char_at(STR(s), 0)) ||
                       is_space(str_char_at(STR(s), n - 1)) ||
                       str_find(s, vm->ascii['_'], 0, n, 1) >= 0;
    }
    bool ok =
        strict_fails ? dec_invalid(&c, &d, CONVERSION_SYNTAX) : dec_read(&c, &d, s);
    if (!ok || !context_end(vm, context, c.status)) {
        dec_clear(vm, &d);
        return VALUE_NULL;
    }
    return finish_new(vm, cls, &d, context, exact);
}

static bool tuple_exponent(MinipyVM *vm, Value v, StrBuilder *b, int64_t *exp)
{
    *exp = 0;
    if (value_is_str(v)) {
        if (str_equal_ascii(v, "F"))
            strbuilder_ascii(b, "Inf");
        else if (str_equal_ascii(v, "n"))
            strbuilder_ascii(b, "NaN");
        else if (str_equal_ascii(v, "N"))
            strbuilder_ascii(b, "sNaN");
        else
            return error_set(vm, EXC_ValueError,
                             "string argument in the third position must be 'F', 'n' "
                             "or 'N'"),
                   false;
        return true;
    }
    if (!value_is_int(v))
        return error_set(vm, EXC_ValueError, "exponent must be an integer"), false;
    *exp = int_as_ssize(vm, v);
    return !(*exp == -1 && error_occurred(vm));
}

static bool tuple_digits(MinipyVM *vm, Value digits, StrBuilder *b)
{
    for (int64_t i = 0; i < tuple_size(digits); i++) {
        Value v = tuple_get_borrow(digits, i);
        int64_t n = value_is_int(v) ? int_as_i64_overflow(v, NULL) : -1;
        if (n < 0 || n > 9)
            return error_set(vm, EXC_ValueError,
                             "coefficient must be a tuple of digits"),
                   false;
        strbuilder_char(b, (uint32_t)('0' + n));
    }
    return true;
}

/* (sign, digits, exponent) as text. */
static bool tuple_text(MinipyVM *vm, Value t, StrBuilder *b)
{
    int64_t exp, sign = -1;
    if (tuple_size(t) != 3)
        return error_set(vm, EXC_ValueError, "argument must be a sequence of length 3"),
               false;
    if (value_is_int(tuple_get_borrow(t, 0)))
        sign = int_as_i64_overflow(tuple_get_borrow(t, 0), NULL);
    if (sign != 0 && sign != 1)
        return error_set(vm, EXC_ValueError,
                         "sign must be an integer with the value 0 or 1"),
               false;
    if (sign)
        strbuilder_char(b, '-');
    Value last = tuple_get_borrow(t, 2), all = tuple_get_borrow(t, 1);
    if (!tuple_exponent(vm, last, b, &exp))
        return false;
    Value digits = value_is_tuple(all) ? value_incref(all)
                   : value_is_list(all)
                       ? tuple_from(vm, LIST(all)->items, LIST(all)->size)
                       : VALUE_NULL;
    if (!digits) {
        if (!error_occurred(vm))
            error_set(vm, EXC_ValueError, "coefficient must be a tuple of digits");
        return false;
    }
    bool infinite = value_is_str(last) && str_equal_ascii(last, "F");
    bool ok = infinite || tuple_digits(vm, digits, b);
    if (ok && !value_is_str(last)) {
        char text[32];
        snprintf(text, sizeof text, "%sE%lld", tuple_size(digits) ? "" : "0",
                 (long long)exp);
        strbuilder_ascii(b, text);
    }
    value_decref(vm, digits);
    return ok;
}

static Value from_sequence(MinipyVM *vm, TypeObj *cls, Value v, Value context,
                           bool exact)
{
    Value t = value_is_tuple(v) ? value_incref(v)
                                : tuple_from(vm, LIST(v)->items, LIST(v)->size);
    StrBuilder b;
    if (!t)
        return VALUE_NULL;
    strbuilder_init(&b, vm);
    bool ok = tuple_text(vm, t, &b);
    value_decref(vm, t);
    if (!ok)
        return strbuilder_discard(&b), VALUE_NULL;
    Value text = strbuilder_finish(&b);
    Value r = text ? from_str(vm, cls, text, context, exact) : VALUE_NULL;
    value_xdecref(vm, text);
    return r;
}

static Value from_decimal(MinipyVM *vm, TypeObj *cls, Value v, Value context,
                          bool exact)
{
    Dec d;
    if (exact && cls == vm->decimal->decimal && value_type(vm, v) == cls)
        return value_incref(v);
    dec_copy(&d, &DECIMAL(v)->d);
    return exact ? decimal_wrap(vm, cls, &d) : finish_new(vm, cls, &d, context, false);
}

Value decimal_from_float(MinipyVM *vm, TypeObj *cls, Value v, Value context, bool exact)
{
    Dec d;
    bool ok =
        value_is_float(v) ? from_double(vm, &d, float_value(v)) : from_int(vm, &d, v);
    return ok ? finish_new(vm, cls, &d, context, exact) : VALUE_NULL;
}

Value decimal_from(MinipyVM *vm, TypeObj *cls, Value v, Value context, bool exact)
{
    if (is_decimal(v))
        return from_decimal(vm, cls, v, context, exact);
    if (value_is_str(v))
        return from_str(vm, cls, v, context, exact);
    if (value_is_int(v))
        return decimal_from_float(vm, cls, v, context, exact);
    if (value_is_tuple(v) || value_is_list(v))
        return from_sequence(vm, cls, v, context, exact);
    if (value_is_float(v))
        return context_end(vm, context, FLOAT_OPERATION)
                   ? decimal_from_float(vm, cls, v, context, exact)
                   : VALUE_NULL;
    return error_set(vm, EXC_TypeError,
                     "conversion from %T to Decimal is not supported", v);
}

static Value decimal_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "Decimal",
                                  .signature = "(value='0', context=None)",
                                  .flags = M_TUPLE | M_NAMELESS};
    Value given[2];
    Dec zero = {.digits = 1};
    if (!args_take(vm, &row, args, nargs, kwnames, given))
        return VALUE_NULL;
    Value context = context_given(vm, given[1]);
    if (!context)
        return VALUE_NULL;
    Value r = given[0] ? decimal_from(vm, cls, given[0], context, true)
                       : decimal_wrap(vm, cls, &zero);
    value_decref(vm, context);
    return r;
}

/* ---- arithmetic on objects ------------------------------------------------------- */

/* A result in that context; takes r over. */
static Value result_of(MinipyVM *vm, Value context, const Ctx *c, bool ok, Dec *r)
{
    if (likely(ok && context_end(vm, context, c->status)))
        return decimal_wrap(vm, vm->decimal->decimal, r);
    dec_clear(vm, r);
    return VALUE_NULL;
}

static Value run_binary(MinipyVM *vm, DecBinary f, const Dec *x, const Dec *y,
                        Value context)
{
    Ctx c = context_begin(vm, context);
    Dec r = {0};
    bool ok = f(&c, &r, x, y);
    return result_of(vm, context, &c, ok, &r);
}

Value decimal_unary(MinipyVM *vm, DecUnary f, Value a, Value given)
{
    Dec room = {0}, r = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    const Dec *x = decimal_operand_or_raise(vm, a, &room);
    if (x) {
        Ctx c = context_begin(vm, context);
        bool ok = f(&c, &r, x);
        v = result_of(vm, context, &c, ok, &r);
    }
    dec_clear(vm, &room);
    value_decref(vm, context);
    return v;
}

Value decimal_binary(MinipyVM *vm, DecBinary f, Value a, Value b, Value given)
{
    Dec room_a = {0}, room_b = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    const Dec *x = decimal_operand_or_raise(vm, a, &room_a);
    const Dec *y = x ? decimal_operand_or_raise(vm, b, &room_b) : NULL;
    if (y)
        v = run_binary(vm, f, x, y, context);
    dec_clear(vm, &room_a);
    dec_clear(vm, &room_b);
    value_decref(vm, context);
    return v;
}

typedef bool (*TernaryDec)(Ctx *c, Dec *r, const Dec *x, const Dec *y, const Dec *z);

static Value ternary(MinipyVM *vm, TernaryDec f, const Value operands[3], Value given)
{
    Dec rooms[3] = {{0}}, r = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    const Dec *x = decimal_operand_or_raise(vm, operands[0], &rooms[0]);
    const Dec *y = x ? decimal_operand_or_raise(vm, operands[1], &rooms[1]) : NULL;
    const Dec *z = y ? decimal_operand_or_raise(vm, operands[2], &rooms[2]) : NULL;
    if (z) {
        Ctx c = context_begin(vm, context);
        bool ok = f(&c, &r, x, y, z);
        v = result_of(vm, context, &c, ok, &r);
    }
    for (int i = 0; i < 3; i++)
        dec_clear(vm, &rooms[i]);
    value_decref(vm, context);
    return v;
}

Value decimal_fma(MinipyVM *vm, Value a, Value b, Value third, Value given)
{
    return ternary(vm, dec_fma, (Value[]){a, b, third}, given);
}

static Value run_divmod(MinipyVM *vm, const Dec *x, const Dec *y, Value context)
{
    Ctx c = context_begin(vm, context);
    Dec q = {0}, r = {0};
    if (!dec_divmod(&c, &q, &r, x, y) || !context_end(vm, context, c.status)) {
        dec_clear(vm, &q);
        dec_clear(vm, &r);
        return VALUE_NULL;
    }
    Value v[2] = {decimal_wrap(vm, vm->decimal->decimal, &q), VALUE_NULL};
    v[1] = v[0] ? decimal_wrap(vm, vm->decimal->decimal, &r) : VALUE_NULL;
    if (!v[0])
        dec_clear(vm, &r);
    return tuple_from_steal(vm, v, 2);
}

Value decimal_divmod(MinipyVM *vm, Value a, Value b, Value given)
{
    Dec room_a = {0}, room_b = {0};
    Value context = context_given(vm, given), v = VALUE_NULL;
    if (!context)
        return VALUE_NULL;
    const Dec *x = decimal_operand_or_raise(vm, a, &room_a);
    const Dec *y = x ? decimal_operand_or_raise(vm, b, &room_b) : NULL;
    if (y)
        v = run_divmod(vm, x, y, context);
    dec_clear(vm, &room_a);
    dec_clear(vm, &room_b);
    value_decref(vm, context);
    return v;
}

Value decimal_power(MinipyVM *vm, Value a, Value b, Value modulo, Value given)
{
    if (!modulo || modulo == VALUE_NONE)
        return decimal_binary(vm, dec_power, a, b, given);
    return ternary(vm, dec_power_modulo, (Value[]){a, b, modulo}, given);
}

/* ---- slots ----------------------------------------------------------------------- */

static bool is_number(Value v)
{
    return is_decimal(v) || value_is_int(v);
}

static Value binary_slot(MinipyVM *vm, DecBinary f, ShortOperation operation, Value a,
                         Value b)
{
    if (unlikely(!is_number(a) || !is_number(b)))
        return VALUE_NOT_IMPLEMENTED;
    Value context = context_current(vm);
    if (!context)
        return VALUE_NULL;
    Value v = decimal_short(vm, operation, a, b, context);
    if (!v && !error_occurred(vm))
        v = is_decimal(a) && is_decimal(b)
                ? run_binary(vm, f, &DECIMAL(a)->d, &DECIMAL(b)->d, context)
                : decimal_binary(vm, f, a, b, context);
    value_decref(vm, context);
    return v;
}

#define BINARY_SLOT(name, function, operation)                                         \
    static Value slot_##name(MinipyVM *vm, Value a, Value b)                           \
    {                                                                                  \
        return binary_slot(vm, dec_##function, SHORT_##operation, a, b);               \
    }
BINARY_SLOT(add, add, ADD)
BINARY_SLOT(subtract, subtract, SUBTRACT)
BINARY_SLOT(multiply, multiply, MULTIPLY)
BINARY_SLOT(true_divide, divide, NONE)
BINARY_SLOT(floor_divide, divide_int, DIVIDE_INT)
BINARY_SLOT(remainder, remainder, REMAINDER)

static Value slot_divmod(MinipyVM *vm, Value a, Value b)
{
    return is_number(a) && is_number(b) ? decimal_divmod(vm, a, b, VALUE_NULL)
                                        : VALUE_NOT_IMPLEMENTED;
}

static Value slot_power(MinipyVM *vm, Value a, Value b, Value modulo)
{
    if (!is_number(a) || !is_number(b) || (modulo != VALUE_NONE && !is_number(modulo)))
        return VALUE_NOT_IMPLEMENTED;
    return decimal_power(vm, a, b, modulo, VALUE_NULL);
}

static Value signed_slot(MinipyVM *vm, DecUnary f, Value a, bool absolute)
{
    Value context = context_current(vm);
    if (!context)
        return VALUE_NULL;
    Value v = decimal_short_signed(vm, a, absolute, context);
    if (!v && !error_occurred(vm))
        v = decimal_unary(vm, f, a, context);
    value_decref(vm, context);
    return v;
}

static Value slot_negative(MinipyVM *vm, Value a)
{
    return signed_slot(vm, dec_minus, a, false);
}

static Value slot_positive(MinipyVM *vm, Value a)
{
    return decimal_unary(vm, dec_plus, a, VALUE_NULL);
}

static Value slot_absolute(MinipyVM *vm, Value a)
{
    return signed_slot(vm, dec_abs, a, true);
}

static int slot_bool(MinipyVM *vm, Value a)
{
    (void)vm;
    return !dec_is_zero(&DECIMAL(a)->d);
}

static Value slot_int(MinipyVM *vm, Value a)
{
    const Dec *d = &DECIMAL(a)->d;
    if (dec_is_nan(d))
        return error_set(vm, EXC_ValueError, "cannot convert NaN to integer");
    if (d->kind == INFINITE)
        return error_set(vm, EXC_OverflowError, "cannot convert Infinity to integer");
    Ctx c = ctx_exact(vm);
    c.rounding = ROUND_DOWN;
    return dec_to_int(&c, d);
}

/* Through its text, which the C library rounds rightly. */
Value decimal_float(MinipyVM *vm, Value a)
{
    const Dec *d = &DECIMAL(a)->d;
    if (d->kind == SIGNALING_NAN)
        return error_set(vm, EXC_ValueError, "cannot convert signaling NaN to float");
    if (d->kind == QUIET_NAN)
        return float_new(vm, d->sign ? -NAN : NAN);
    Value text = dec_text(vm, d, false, true);
    Value r = text ? float_from_text(vm, text) : VALUE_NULL;
    value_xdecref(vm, text);
    return r;
}

Value decimal_str(MinipyVM *vm, Value self)
{
    Value context = context_current(vm);
    Value s = context
                  ? dec_text(vm, &DECIMAL(self)->d, false, CONTEXT(context)->capitals)
                  : VALUE_NULL;
    value_xdecref(vm, context);
    return s;
}

static Value decimal_repr(MinipyVM *vm, Value self)
{
    Value text = decimal_str(vm, self);
    int64_t n = text ? str_length(text) : 0;
    Value r = text ? str_alloc(vm, n + 11, 0x7f) : VALUE_NULL;
    if (r) { /* all of it is ASCII */
        char *to = mempcpy(str_data(STR(r)), "Decimal('", 9);
        memcpy(mempcpy(to, str_data(STR(text)), (size_t)n), "')", 2);
    }
    value_xdecref(vm, text);
    return r;
}

GETTER(decimal_real)
{
    return value_incref(self);
}

GETTER(decimal_imag)
{
    Dec zero = {.digits = 1};
    return decimal_wrap(vm, vm->decimal->decimal, &zero);
}

static GETSETS(decimal_getsets,
    GETS("real", decimal_real),
    GETS("imag", decimal_imag),
);

TYPE_SPEC(decimal_spec,
    .name = "decimal.Decimal",
    .doc = "Decimal(value=\"0\", context=None)\n--\n\nA decimal number, made exactly of an int, a str, a float, a tuple of sign,\n"
           "digits and exponent, or another. The context says only whether what is no number raises InvalidOperation.",
    .flags = TYPE_BASE, .basicsize = sizeof(DecimalObj), .dealloc = decimal_dealloc,
    .slots = {.new_ = decimal_new, .repr = decimal_repr, .str = decimal_str, .hash = decimal_hash,
              .getattro = object_generic_getattr, .richcompare = decimal_richcompare, .nb_add = slot_add,
              .nb_subtract = slot_subtract, .nb_multiply = slot_multiply, .nb_remainder = slot_remainder,
              .nb_divmod = slot_divmod, .nb_power = slot_power, .nb_negative = slot_negative,
              .nb_positive = slot_positive, .nb_absolute = slot_absolute, .nb_bool = slot_bool, .nb_int = slot_int,
              .nb_float = decimal_float, .nb_floor_divide = slot_floor_divide, .nb_true_divide = slot_true_divide},
    .methods = decimal_methods, .getsets = decimal_getsets, .fill = decimal_say_module,
);
