/* compare.c - Decimals compared with each other and with Python's other numbers, and
 * their hash, which equal numbers of all types share.
 */
#include "stdlib/decimal/limbs.h"
#include "stdlib/decimal/short.h"
#include "vm/core/hooks.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/types/object_type.h"

/* ---- the other operand ----------------------------------------------------------- */

/* A Decimal that compares as v does with self, which it may replace by another in
 * *self_out (new both). NotImplemented: v is no number to compare with. */
static Value comparable_fraction(MinipyVM *vm, Value self, Value v, Value *self_out)
{
    Value numerator = attr_get(vm, v, "numerator");
    Value denominator = numerator ? attr_get(vm, v, "denominator") : VALUE_NULL;
    Value other = VALUE_NULL;
    if (denominator && (!value_is_int(numerator) || !value_is_int(denominator))) {
        error_set(vm, EXC_TypeError,
                  "cannot compare with a Rational of other than ints");
    } else if (denominator) {
        Ctx exact = ctx_exact(vm);
        Dec room = {0}, r = {0};
        const Dec *d = decimal_operand_or_raise(vm, denominator, &room);
        Dec self_d = DECIMAL(self)->d;
        bool ok = d != NULL;
        if (ok && self_d.kind == FINITE) {
            ok = dec_multiply(&exact, &r, &self_d, d);
        } else if (ok) {
            dec_copy(&r, &self_d);
        }
        dec_clear(vm, &room);
        if (ok && (*self_out = decimal_wrap(vm, vm->decimal->decimal, &r)))
            other = decimal_from_float(vm, vm->decimal->decimal, numerator,
                                       vm->decimal->extended_context, true);
        if (!other && *self_out)
            value_clear(vm, self_out);
    }
    value_xdecref(vm, numerator);
    value_xdecref(vm, denominator);
    return other;
}

static Value comparable_float(MinipyVM *vm, Value v, bool equality, Value context)
{
    if (equality) /* noted, and never raised */
        SIGNALS(CONTEXT(context)->flags)->bits |= FLOAT_OPERATION;
    else if (!context_end(vm, context, FLOAT_OPERATION))
        return VALUE_NULL;
    return decimal_from_float(vm, vm->decimal->decimal, v, context, true);
}

static Value comparable(MinipyVM *vm, Value self, Value v, bool equality, Value context,
                        Value *self_out)
{
    *self_out = VALUE_NULL;
    if (is_decimal(v))
        return value_incref(v);
    if (value_is_int(v))
        return decimal_from_float(vm, vm->decimal->decimal, v, context, true);
    if (value_is_float(v))
        return comparable_float(vm, v, equality, context);
    if (value_is_kind(v, KIND_COMPLEX)) {
        if (!equality || COMPLEX(v)->imag != 0)
            return VALUE_NOT_IMPLEMENTED;
        Value real = float_new(vm, COMPLEX(v)->real);
        Value r = real ? comparable_float(vm, real, true, context) : VALUE_NULL;
        value_xdecref(vm, real);
        return r;
    }
    Value rational = import_attr(vm, "numbers", "Rational");
    int is = rational ? object_isinstance(vm, v, rational) : -1;
    value_xdecref(vm, rational);
    return is < 0 ? VALUE_NULL
           : is   ? comparable_fraction(vm, self, v, self_out)
                  : VALUE_NOT_IMPLEMENTED;
}

/* ---- comparing ------------------------------------------------------------------- */

static Value compare_two(MinipyVM *vm, const Dec *a, const Dec *b, CompareOp op,
                         Value context)
{
    bool equality = op == CMP_EQ || op == CMP_NE;
    int order;
    if (dec_is_nan(a) || dec_is_nan(b)) {
        bool signals = a->kind == SIGNALING_NAN || b->kind == SIGNALING_NAN;
        if ((signals || !equality) && !context_end(vm, context, INVALID_OPERATION))
            return VALUE_NULL;
        return value_from_bool(op == CMP_NE);
    }
    if (!dec_order(vm, a, b, &order))
        return VALUE_NULL;
    return value_from_bool(compare_by_order(order, op));
}

Value decimal_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Value replaced, r;
    int order;
    if (decimal_short_order(a, b, &order))
        return value_from_bool(compare_by_order(order, op));
    if (likely(is_decimal(b)) && !dec_is_nan(&DECIMAL(a)->d) &&
        !dec_is_nan(&DECIMAL(b)->d))
        return compare_two(vm, &DECIMAL(a)->d, &DECIMAL(b)->d, op, VALUE_NULL);
    if (value_is_int_imm(b) && !dec_is_nan(&DECIMAL(a)->d)) {
        Dec room = {0}; /* a short int needs no object, and notes no condition */
        const Dec *d = decimal_operand_or_raise(vm, b, &room);
        return compare_two(vm, &DECIMAL(a)->d, d, op, VALUE_NULL);
    }
    Value context = context_current(vm);
    if (!context)
        return VALUE_NULL;
    Value other =
        comparable(vm, a, b, op == CMP_EQ || op == CMP_NE, context, &replaced);
    if (other && other != VALUE_NOT_IMPLEMENTED)
        r = compare_two(vm, &DECIMAL(replaced ? replaced : a)->d, &DECIMAL(other)->d,
                        op, context);
    else
        r = other;
    if (other != VALUE_NOT_IMPLEMENTED)
        value_xdecref(vm, other);
    value_xdecref(vm, replaced);
    value_decref(vm, context);
    return r;
}

/* ---- hashing --------------------------------------------------------------------- */

/* The modulus of all numeric hashes, and what ten times it is 1 modulo that. */
#define MODULUS (((int64_t)1 << 61) - 1)
#define TENTH INT64_C(2075258708292324556)

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((Uint128)a * (Uint128)b % (Uint128)MODULUS);
}

static int64_t power_of(int64_t base, int64_t n)
{
    int64_t r = 1;
    for (; n; n >>= 1, base = times(base, base))
        if (n & 1)
            r = times(r, base);
    return r;
}

static int64_t hash_of(const Dec *d)
{
    if (d->kind == INFINITE)
        return d->sign ? -314159 : 314159;
    int64_t coefficient = d->big ? (int64_t)limbs_modulo(d, (uint64_t)MODULUS)
                                 : (int64_t)(d->small % (Uint128)MODULUS);
    int64_t h = times(coefficient,
                      d->exp < 0 ? power_of(TENTH, -d->exp) : power_of(10, d->exp));
    if (d->sign)
        h = -h;
    return h == -1 ? -2 : h;
}

int64_t decimal_hash(MinipyVM *vm, Value self)
{
    DecimalObj *o = DECIMAL(self);
    if (o->d.kind == SIGNALING_NAN) {
        error_set(vm, EXC_TypeError, "Cannot hash a signaling NaN value");
        return -1;
    }
    if (o->d.kind == QUIET_NAN)
        return object_hash_identity(vm, self);
    if (o->hash == 0)
        o->hash = hash_of(&o->d);
    return o->hash;
}
