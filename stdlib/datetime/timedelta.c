/* timedelta.c - timedelta: days, seconds and microseconds, computed as one number of
 * microseconds in 128 bits. Such a number has 67 bits at most; what does not fit 128
 * bits any more is out of range, or, as a divisor, larger than any timedelta.
 */
#include <math.h>

#include "stdlib/datetime/datetime_private.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"

/* ---- 128 bits -------------------------------------------------------------------- */

#define I128_MAX ((Int128)(~(Uint128)0 >> 1))

static Value int_from_i128(MinipyVM *vm, Int128 i)
{
    if (i == (int64_t)i)
        return int_new(vm, (int64_t)i);
    return int_from_bytes(vm, (const uint8_t *)&i, sizeof i, true, true);
}

/* An int, or where it does not fit the largest of its sign, and false. */
static bool int_as_i128(Value v, Int128 *out)
{
    IntView view;
    int_view(v, &view);
    Uint128 u = view.size > 0 ? view.limbs[0] : 0;
    if (view.size > 1)
        u |= (Uint128)view.limbs[1] << 64;
    bool fits = view.size <= 2 && u <= (Uint128)I128_MAX;
    Int128 i = fits ? (Int128)u : I128_MAX;
    *out = view.negative ? -i : i;
    return fits;
}

static Int128 floor_div(Int128 a, Int128 b)
{
    Int128 q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* a / b rounded to the nearest, half to even; b > 0, and 2 * b fits. */
static Int128 nearest_div(Int128 a, Int128 b)
{
    Int128 q = floor_div(a, b), twice = 2 * (a - q * b);
    return q + (twice > b || (twice == b && (q & 1)));
}

/* ---- making ---------------------------------------------------------------------- */

static Value no_int(MinipyVM *vm)
{
    return error_set(vm, EXC_OverflowError, "Python int too large to convert to C int");
}

static Value fill(MinipyVM *vm, TypeObj *cls, int64_t days, int32_t seconds,
                  int32_t micro)
{
    if (unlikely(days < -DAYS_MAX || days > DAYS_MAX)) {
        if (days != (int32_t)days)
            return no_int(vm);
        return error_set(vm, EXC_OverflowError, "days=%d; must have magnitude <= %d",
                         (int)days, DAYS_MAX);
    }
    Value v = object_alloc_value(vm, cls);
    if (likely(v != VALUE_NULL)) {
        DELTA(v)->days = (int32_t)days;
        DELTA(v)->seconds = seconds;
        DELTA(v)->micro = micro;
    }
    return v;
}

static inline int64_t carry(int64_t *low, int64_t unit)
{
    int64_t n = *low / unit - (*low % unit < 0);
    *low -= n * unit;
    return n;
}

Value delta_new(MinipyVM *vm, int64_t days, int64_t seconds, int64_t micro)
{
    seconds += carry(&micro, SECOND_US);
    days += carry(&seconds, DAY_SECONDS);
    return fill(vm, vm->datetime->delta, days, (int32_t)seconds, (int32_t)micro);
}

static Value from_micro(MinipyVM *vm, TypeObj *cls, Int128 micro)
{
    Int128 days = floor_div(micro, DAY_US);
    if (days != (int32_t)days)
        return no_int(vm);
    int64_t rest = (int64_t)(micro - days * DAY_US);
    return fill(vm, cls, (int64_t)days, (int32_t)(rest / SECOND_US),
                (int32_t)(rest % SECOND_US));
}

static Value of_micro(MinipyVM *vm, Int128 micro)
{
    return from_micro(vm, vm->datetime->delta, micro);
}

Int128 delta_micro(Value v)
{
    const DeltaObj *d = DELTA(v);
    return (Int128)d->days * DAY_US + (int64_t)d->seconds * SECOND_US + d->micro;
}

/* What a call adds up: whole microseconds, and the fractions of floats. */
typedef struct Sum {
    Int128 micro;
    double fraction;
    bool too_large;
} Sum;

/* Larger numbers of any unit are out of range, and their microseconds fit. */
#define PART_MAX 3e25

static bool add_float(MinipyVM *vm, Sum *sum, double d, int64_t unit)
{
    double whole, fraction = modf(d, &whole);
    if (isnan(d) || isinf(d))
        return int_from_double(vm, d), false;
    if (fabs(whole) > PART_MAX)
        return sum->too_large = true;
    sum->micro += (Int128)whole * unit;
    if (fraction == 0)
        return true;
    fraction = modf((double)unit * fraction, &whole);
    sum->micro += (Int128)whole;
    sum->fraction += fraction;
    return true;
}

/* An int of a program's own class, which may have operators of its own. */
static bool is_own_int(MinipyVM *vm, Value v)
{
    return value_is_int(v) && !value_is_bool(v) &&
           value_type(vm, v) != vm->types[KIND_INT];
}

/* What an int of a program's own class makes of op with the other number, left or
 * right. False: an exception. */
static bool own_int_by(MinipyVM *vm, Value a, Value b,
                       Value (*op)(MinipyVM *, Value, Value), Int128 *out)
{
    Value r = a && b ? op(vm, a, b) : VALUE_NULL;
    Value i = r ? number_index(vm, r) : VALUE_NULL;
    if (i && !int_as_i128(i, out) && *out > 0)
        *out = I128_MAX;
    else if (i && !int_as_i128(i, out))
        *out = -I128_MAX;
    value_xdecref(vm, r);
    value_xdecref(vm, i);
    return i != VALUE_NULL;
}

static bool add_own_int(MinipyVM *vm, Sum *sum, Value v, int64_t unit)
{
    Int128 i;
    Value factor = int_new(vm, unit);
    bool ok = own_int_by(vm, v, factor, number_multiply, &i);
    value_xdecref(vm, factor);
    if (ok && (i > (Int128)PART_MAX * unit || i < -(Int128)PART_MAX * unit))
        sum->too_large = true;
    else if (ok)
        sum->micro += i;
    return ok;
}

static bool add_part(MinipyVM *vm, Sum *sum, Value v, int64_t unit, const char *name)
{
    Int128 i;
    if (!v)
        return true;
    if (value_is_float(v))
        return add_float(vm, sum, float_value(v), unit);
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "unsupported type for timedelta %s component: %T",
                  name, v);
        return false;
    }
    if (unlikely(is_own_int(vm, v)))
        return add_own_int(vm, sum, v, unit);
    if (!int_as_i128(v, &i) || i > (Int128)PART_MAX || i < -(Int128)PART_MAX)
        return sum->too_large = true; /* the parts behind it are looked at first */
    sum->micro += i * unit;
    return true;
}

/* The fractions make whole microseconds, half to even of the whole sum. */
static Int128 whole_sum(const Sum *sum)
{
    if (sum->fraction == 0)
        return sum->micro;
    double whole = round(sum->fraction);
    if (fabs(whole - sum->fraction) == 0.5) {
        int odd = (int)(sum->micro & 1);
        whole = 2.0 * round((sum->fraction + odd) * 0.5) - odd;
    }
    return sum->micro + (Int128)whole;
}

NEW(delta_type_new, 7, "__new__",
    "(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)")
{
    static const struct {
        uint8_t at;
        int64_t unit;
        const char *name;
    } parts[] = {{2, 1, "microseconds"},           {3, 1000, "milliseconds"},
                 {1, SECOND_US, "seconds"},        {4, 60LL * SECOND_US, "minutes"},
                 {5, 3600LL * SECOND_US, "hours"}, {0, DAY_US, "days"},
                 {6, 7 * DAY_US, "weeks"}};
    Sum sum = {0, 0, false};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!add_part(vm, &sum, given[parts[i].at], parts[i].unit, parts[i].name))
            return VALUE_NULL;
    return sum.too_large ? no_int(vm) : from_micro(vm, cls, whole_sum(&sum));
}

/* ---- arithmetic ------------------------------------------------------------------ */

static Value add_signed(MinipyVM *vm, Value a, Value b, int sign)
{
    const DeltaObj *x = DELTA(a), *y = DELTA(b);
    return delta_new(vm, (int64_t)x->days + (int64_t)sign * y->days,
                     x->seconds + (int64_t)sign * y->seconds,
                     x->micro + (int64_t)sign * y->micro);
}

static Value delta_add(MinipyVM *vm, Value a, Value b)
{
    return is_delta(a) && is_delta(b) ? add_signed(vm, a, b, 1) : VALUE_NOT_IMPLEMENTED;
}

Value delta_subtract(MinipyVM *vm, Value a, Value b)
{
    return is_delta(a) && is_delta(b) ? add_signed(vm, a, b, -1)
                                      : VALUE_NOT_IMPLEMENTED;
}

static Value delta_negative(MinipyVM *vm, Value v)
{
    return of_micro(vm, -delta_micro(v));
}

static Value delta_positive(MinipyVM *vm, Value v)
{
    return delta_new(vm, DELTA(v)->days, DELTA(v)->seconds, DELTA(v)->micro);
}

static Value delta_absolute(MinipyVM *vm, Value v)
{
    return DELTA(v)->days < 0 ? delta_negative(vm, v) : delta_positive(vm, v);
}

static int delta_bool(MinipyVM *vm, Value v)
{
    (void)vm;
    return delta_micro(v) != 0;
}

/* A float as m * 2**e, m odd or 0. False: it is infinite, or none. */
static bool as_binary(MinipyVM *vm, double d, int64_t *m, int *e)
{
    if (isnan(d))
        return error_set(vm, EXC_ValueError, "cannot convert NaN to integer ratio"),
               false;
    if (isinf(d))
        return error_set(vm, EXC_OverflowError,
                         "cannot convert Infinity to integer ratio"),
               false;
    *m = (int64_t)ldexp(frexp(d, e), 53);
    *e -= 53;
    while (*m && !(*m & 1))
        *m /= 2, (*e)++;
    return true;
}

/* i << n; where that does not fit, the largest of its sign. */
static Int128 shifted(Int128 i, int n)
{
    if (i == 0 || (n < 126 && (i < 0 ? -i : i) <= I128_MAX >> 1 >> n))
        return i * ((Int128)1 << (i == 0 ? 0 : n));
    return i < 0 ? -(I128_MAX >> 1) : I128_MAX >> 1;
}

/* a / b, to the nearest; b is not 0. */
static Value quotient(MinipyVM *vm, Int128 a, Int128 b)
{
    return of_micro(vm, b < 0 ? nearest_div(-a, -b) : nearest_div(a, b));
}

static Value times_float(MinipyVM *vm, Int128 micro, double d)
{
    int64_t m;
    int e;
    if (!as_binary(vm, d, &m, &e))
        return VALUE_NULL;
    Int128 product = micro * m;
    return e >= 0 ? of_micro(vm, shifted(product, e))
                  : quotient(vm, product, shifted(1, -e));
}

static Value over_float(MinipyVM *vm, Int128 micro, double d)
{
    int64_t m;
    int e;
    if (!as_binary(vm, d, &m, &e))
        return VALUE_NULL;
    if (m == 0)
        return error_set(vm, EXC_ZeroDivisionError,
                         "integer division or modulo by zero");
    return e >= 0 ? quotient(vm, micro, shifted(m, e))
                  : quotient(vm, shifted(micro, -e), m);
}

/* What a program's float says its numerator and denominator are. -1: an exception; 0:
 * they have more bits. */
static int told_ratio(MinipyVM *vm, Value f, Int128 *n, Int128 *d)
{
    Value r = call_method_cstr(vm, f, "as_integer_ratio", NULL, 0);
    int told = -1;
    if (!r)
        return -1;
    if (!value_is_tuple(r))
        error_set(vm, EXC_TypeError,
                  "unexpected return type from as_integer_ratio(): expected tuple, got "
                  "'%T'",
                  r);
    else if (tuple_size(r) != 2)
        error_set(vm, EXC_ValueError, "as_integer_ratio() must return a 2-tuple");
    else if (!value_is_int(tuple_get_borrow(r, 0)) ||
             !value_is_int(tuple_get_borrow(r, 1)))
        error_set(vm, EXC_TypeError, "non-integer arguments in division");
    else
        told = int_as_i128(tuple_get_borrow(r, 0), n) &&
               int_as_i128(tuple_get_borrow(r, 1), d);
    value_decref(vm, r);
    return told;
}

/* Its class leaves as_integer_ratio() as float has it. -1: an exception. */
static int tells_as_float(MinipyVM *vm, Value f)
{
    Value name = str_intern_cstr(vm, "as_integer_ratio");
    int same = !name ? -1
                     : type_lookup_borrow(vm, value_type(vm, f), name) ==
                           type_lookup_borrow(vm, vm->types[KIND_FLOAT], name);
    value_xdecref(vm, name);
    return same;
}

static Value times_ratio(MinipyVM *vm, Int128 micro, Int128 n, Int128 d)
{
    Int128 product;
    if (__builtin_mul_overflow(micro, n, &product) || product > I128_MAX >> 1 ||
        product < -(I128_MAX >> 1) || d > I128_MAX >> 2 || d < -(I128_MAX >> 2))
        return no_int(vm);
    if (d == 0)
        return error_set(vm, EXC_ZeroDivisionError,
                         "integer division or modulo by zero");
    return quotient(vm, product, d);
}

/* micro * f, or micro / f. */
static Value by_float(MinipyVM *vm, Int128 micro, Value f, bool times)
{
    Int128 n = 0, d = 0;
    bool plain = value_is_float_imm(f) || value_type(vm, f) == vm->types[KIND_FLOAT];
    int told = plain ? 0 : told_ratio(vm, f, &n, &d);
    int as_float = plain ? 1 : told == 0 ? tells_as_float(vm, f) : 0;
    if (told < 0 || as_float < 0)
        return VALUE_NULL;
    if (as_float)
        return times ? times_float(vm, micro, float_value(f))
                     : over_float(vm, micro, float_value(f));
    if (told == 0)
        return no_int(vm);
    return times ? times_ratio(vm, micro, n, d) : times_ratio(vm, micro, d, n);
}

static Value times_int(MinipyVM *vm, Int128 micro, Value n)
{
    Int128 i, product;
    if (unlikely(is_own_int(vm, n))) {
        Value m = int_from_i128(vm, micro);
        bool ok = own_int_by(vm, n, m, number_multiply, &product);
        value_xdecref(vm, m);
        return ok ? of_micro(vm, product) : VALUE_NULL;
    }
    if (!int_as_i128(n, &i) && micro == 0)
        i = 0;
    if (__builtin_mul_overflow(micro, i, &product))
        return no_int(vm);
    return of_micro(vm, product);
}

static Value delta_multiply(MinipyVM *vm, Value a, Value b)
{
    if (!is_delta(a)) {
        Value swap = a;
        a = b;
        b = swap;
    }
    if (value_is_int(b))
        return times_int(vm, delta_micro(a), b);
    return value_is_float(b) ? by_float(vm, delta_micro(a), b, true)
                             : VALUE_NOT_IMPLEMENTED;
}

/* The int that divides; false: ZeroDivisionError. One that does not fit is larger than
 * twice any timedelta. */
static bool divisor(MinipyVM *vm, Value v, Int128 *out)
{
    if (!int_as_i128(v, out))
        *out /= 4;
    if (*out != 0)
        return true;
    error_set(vm, EXC_ZeroDivisionError, "integer division or modulo by zero");
    return false;
}

static Value delta_floor_divide(MinipyVM *vm, Value a, Value b)
{
    Int128 n;
    if (!is_delta(a))
        return VALUE_NOT_IMPLEMENTED;
    if (unlikely(is_own_int(vm, b))) {
        Value m = int_from_i128(vm, delta_micro(a));
        bool ok = own_int_by(vm, m, b, number_floor_divide, &n);
        value_xdecref(vm, m);
        return ok ? of_micro(vm, n) : VALUE_NULL;
    }
    if (value_is_int(b))
        return divisor(vm, b, &n) ? of_micro(vm, floor_div(delta_micro(a), n))
                                  : VALUE_NULL;
    if (!is_delta(b))
        return VALUE_NOT_IMPLEMENTED;
    if ((n = delta_micro(b)) == 0)
        return error_set(vm, EXC_ZeroDivisionError,
                         "integer division or modulo by zero");
    return int_from_i128(vm, floor_div(delta_micro(a), n));
}

/* The float nearest to a / b. */
static Value true_quotient(MinipyVM *vm, Int128 a, Int128 b)
{
    const int64_t exact = (int64_t)1 << 53;
    if (a <= exact && a >= -exact && b <= exact && b >= -exact && b != 0)
        return float_new(vm, (double)a / (double)b);
    Value x = int_from_i128(vm, a), y = int_from_i128(vm, b);
    Value r = x && y ? int_truediv(vm, x, y) : VALUE_NULL;
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return r;
}

static Value delta_true_divide(MinipyVM *vm, Value a, Value b)
{
    Int128 n;
    if (!is_delta(a))
        return VALUE_NOT_IMPLEMENTED;
    if (is_delta(b))
        return true_quotient(vm, delta_micro(a), delta_micro(b));
    if (value_is_float(b))
        return by_float(vm, delta_micro(a), b, false);
    if (!value_is_int(b))
        return VALUE_NOT_IMPLEMENTED;
    return divisor(vm, b, &n) ? quotient(vm, delta_micro(a), n) : VALUE_NULL;
}

static Value delta_remainder(MinipyVM *vm, Value a, Value b)
{
    if (!is_delta(a) || !is_delta(b))
        return VALUE_NOT_IMPLEMENTED;
    Int128 x = delta_micro(a), y = delta_micro(b);
    if (y == 0)
        return error_set(vm, EXC_ZeroDivisionError, "integer modulo by zero");
    return of_micro(vm, x - floor_div(x, y) * y);
}

static Value delta_divmod(MinipyVM *vm, Value a, Value b)
{
    if (!is_delta(a) || !is_delta(b))
        return VALUE_NOT_IMPLEMENTED;
    Int128 x = delta_micro(a), y = delta_micro(b);
    if (y == 0)
        return error_set(vm, EXC_ZeroDivisionError,
                         "integer division or modulo by zero");
    Int128 q = floor_div(x, y);
    return tuple_from_steal(
        vm, (Value[]){int_from_i128(vm, q), of_micro(vm, x - q * y)}, 2);
}

/* ---- comparing, hashing ---------------------------------------------------------- */

int delta_order(Value a, Value b)
{
    const DeltaObj *x = DELTA(a), *y = DELTA(b);
    if (x->days != y->days)
        return x->days < y->days ? -1 : 1;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? -1 : 1;
    return (x->micro > y->micro) - (x->micro < y->micro);
}

static Value delta_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    return is_delta(b) ? value_from_bool(compare_by_order(delta_order(a, b), op))
                       : VALUE_NOT_IMPLEMENTED;
}

static Value state_of(MinipyVM *vm, Value v)
{
    const DeltaObj *d = DELTA(v);
    return tuple_from_steal(vm,
                            (Value[]){value_from_imm(d->days),
                                      value_from_imm(d->seconds),
                                      value_from_imm(d->micro)},
                            3);
}

int64_t delta_hash(MinipyVM *vm, Value v)
{
    if (DELTA(v)->hash == 0) {
        Value state = state_of(vm, v);
        if (!state)
            return -1;
        DELTA(v)->hash = object_hash(vm, state);
        value_decref(vm, state);
    }
    return DELTA(v)->hash;
}

/* ---- text and other methods ------------------------------------------------------ */

static Value delta_repr(MinipyVM *vm, Value v)
{
    const DeltaObj *d = DELTA(v);
    const struct {
        const char *name;
        int n;
    } parts[] = {
        {"days", d->days}, {"seconds", d->seconds}, {"microseconds", d->micro}};
    char text[80], *p = text;

    for (int i = 0; i < 3; i++)
        if (parts[i].n)
            p += sprintf(p, "%s%s=%d", p > text ? ", " : "", parts[i].name, parts[i].n);
    return str_format_c(vm, "%T(%s)", v, p > text ? text : "0");
}

static Value delta_str(MinipyVM *vm, Value v)
{
    const DeltaObj *d = DELTA(v);
    char text[64], *p = text;

    if (d->days)
        p +=
            sprintf(p, "%d day%s, ", d->days, d->days == 1 || d->days == -1 ? "" : "s");
    p += sprintf(p, "%d:%02d:%02d", d->seconds / 3600, d->seconds / 60 % 60,
                 d->seconds % 60);
    if (d->micro)
        p += sprintf(p, ".%06d", d->micro);
    return str_from_ascii(vm, text, p - text);
}

FN(delta_total_seconds)
{
    return true_quotient(vm, delta_micro(self), SECOND_US);
}

FN(delta_reduce)
{
    return tuple_from_steal(
        vm,
        (Value[]){value_incref(value_from_obj(value_type(vm, self))),
                  state_of(vm, self)},
        2);
}

static METHODS(delta_methods,
    {"total_seconds", delta_total_seconds, M_UNSIGNED, "($self, /)", "The whole span in seconds, a float."},
    {"__reduce__", delta_reduce, M_UNSIGNED, "($self, /)", "The class, and what it is to be called with."},
);

static MEMBERS(delta_members,
    {"days", MEMBER_INT32, offsetof(DeltaObj, days), true, "Days, of which there may be less than none."},
    {"seconds", MEMBER_INT32, offsetof(DeltaObj, seconds), true, "Seconds of a day: 0 to 86399."},
    {"microseconds", MEMBER_INT32, offsetof(DeltaObj, micro), true, "Microseconds of a second: 0 to 999999."},
);

int bounds_fill_steal(MinipyVM *vm, Value dict, Value least, Value most,
                      Value resolution)
{
    static const char *const names[] = {"min", "max", "resolution"};
    const Value values[] = {least, most, resolution};
    int r = 0;
    for (int i = 0; i < 3; i++) /* all of them are released */
        r |= dict_set_cstr_steal(vm, dict, names[i], values[i]);
    return r;
}

static int delta_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    if (dict_set_cstr_steal(vm, dict, "resolution", fill(vm, t, 0, 0, 1)) < 0 ||
        dict_set_cstr_steal(vm, dict, "min", fill(vm, t, -DAYS_MAX, 0, 0)) < 0)
        return -1;
    return dict_set_cstr_steal(vm, dict, "max",
                               fill(vm, t, DAYS_MAX, DAY_SECONDS - 1, SECOND_US - 1));
}

TYPE_SPEC(delta_spec,
    .name = "datetime.timedelta",
    .doc = "timedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)\n\n"
           "A span of time, of any sign, exact to the microsecond. Each argument is an int or a float.",
    .flags = TYPE_BASE, .basicsize = sizeof(DeltaObj),
    .slots = {.new_ = delta_type_new, .repr = delta_repr, .str = delta_str, .hash = delta_hash,
              .getattro = object_generic_getattr, .richcompare = delta_richcompare, .nb_add = delta_add,
              .nb_subtract = delta_subtract, .nb_multiply = delta_multiply, .nb_remainder = delta_remainder,
              .nb_divmod = delta_divmod, .nb_negative = delta_negative, .nb_positive = delta_positive,
              .nb_absolute = delta_absolute, .nb_bool = delta_bool, .nb_floor_divide = delta_floor_divide,
              .nb_true_divide = delta_true_divide},
    .methods = delta_methods, .members = delta_members, .fill = delta_fill,
);
