/* transcendental.c - exp, ln, log10 and power. Powers of ints are squared as libmpdec
 * does, ordinary exp and logarithms are made by series.c; all else is what the
 * library's _pydecimal computes in the same context, to the last digit and flag.
 */
#include "stdlib/decimal/dec.h"
#include "vm/core/hooks.h"
#include "vm/numbers/int_big.h"
#include "vm/objects/call.h"

/* ---- asking _pydecimal ----------------------------------------------------------- */

static const char *const rounding_names[ROUNDINGS] = {
    "ROUND_CEILING", "ROUND_FLOOR",     "ROUND_UP",        "ROUND_DOWN",
    "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"};

/* Its Context, as ours and without traps. */
static Value its_context(const Ctx *c)
{
    MinipyVM *vm = c->vm;
    Value cls = import_attr(vm, "_pydecimal", "Context");
    Value list = value_from_obj(vm->types[KIND_LIST]), r = VALUE_NULL;
    Value v[8] = {int_new(vm, c->prec), str_from_cstr(vm, rounding_names[c->rounding]),
                  int_new(vm, c->emin), int_new(vm, c->emax),
                  value_from_imm(1),    value_from_imm(c->clamp)};
    bool ok = cls && v[0] && v[1] && v[2] && v[3];
    if (ok && (v[6] = call0(vm, list)) && (v[7] = call0(vm, list)))
        r = call(vm, cls, v, 8, VALUE_NULL);
    values_xdecref(vm, v, 8);
    value_xdecref(vm, cls);
    return r;
}

static Value its_decimal(MinipyVM *vm, const Dec *d)
{
    Value cls = import_attr(vm, "_pydecimal", "Decimal");
    Value text = cls ? dec_text(vm, d, false, true) : VALUE_NULL;
    Value r = text ? call1(vm, cls, text) : VALUE_NULL;
    value_xdecref(vm, cls);
    value_xdecref(vm, text);
    return r;
}

/* Its result as ours. */
static bool read_result(Ctx *c, Dec *r, Value theirs)
{
    Value text = object_str(c->vm, theirs);
    bool ok = text && dec_read(c, r, text);
    value_xdecref(c->vm, text);
    return ok;
}

/* The conditions that its context's flags name. */
static bool read_flags(Ctx *c, Value context)
{
    static const struct {
        const char *name;
        uint32_t flag;
    } rows[] = {{"InvalidOperation", INVALID_OPERATION},
                {"DivisionByZero", DIVISION_BY_ZERO},
                {"Overflow", OVERFLOW_},
                {"Underflow", UNDERFLOW_},
                {"Subnormal", SUBNORMAL},
                {"Inexact", INEXACT},
                {"Rounded", ROUNDED},
                {"Clamped", CLAMPED}};
    MinipyVM *vm = c->vm;
    Value flags = attr_get(vm, context, "flags");
    bool ok = flags != VALUE_NULL;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++) {
        Value signal = import_attr(vm, "_pydecimal", rows[i].name);
        Value set = signal ? object_getitem(vm, flags, signal) : VALUE_NULL;
        int is = set ? object_is_true(vm, set) : -1;
        if (is > 0)
            c->status |= rows[i].flag;
        ok = is >= 0;
        value_xdecref(vm, signal);
        value_xdecref(vm, set);
    }
    value_xdecref(vm, flags);
    return ok;
}

static bool ask(Ctx *c, Dec *r, const char *method, const Dec *a, const Dec *b,
                const Dec *m)
{
    MinipyVM *vm = c->vm;
    const Dec *operands[] = {a, b, m};
    Value context = its_context(c), v[3] = {VALUE_NULL, VALUE_NULL, VALUE_NULL};
    size_t n = 0;
    bool ok = context != VALUE_NULL;
    for (; ok && n < 3 && operands[n]; n++)
        ok = (v[n] = its_decimal(vm, operands[n])) != VALUE_NULL;
    int limit = vm->settings.int_max_str_digits;
    vm->settings.int_max_str_digits = 0; /* which is of ints, not of decimals */
    Value theirs = ok ? call_method_cstr(vm, context, method, v, n) : VALUE_NULL;
    vm->settings.int_max_str_digits = limit;
    ok = theirs && read_result(c, r, theirs) && read_flags(c, context);
    value_xdecref(vm, theirs);
    values_xdecref(vm, v, 3);
    value_xdecref(vm, context);
    return ok;
}

bool dec_exp(Ctx *c, Dec *r, const Dec *a)
{
    bool done;
    if (!dec_by_series(c, r, a, SERIES_EXP, &done))
        return false;
    return done || ask(c, r, "exp", a, NULL, NULL);
}

bool dec_ln(Ctx *c, Dec *r, const Dec *a)
{
    bool done;
    if (!dec_by_series(c, r, a, SERIES_LN, &done))
        return false;
    return done || ask(c, r, "ln", a, NULL, NULL);
}

bool dec_log10(Ctx *c, Dec *r, const Dec *a)
{
    bool done;
    if (!dec_by_series(c, r, a, SERIES_LOG10, &done))
        return false;
    return done || ask(c, r, "log10", a, NULL, NULL);
}

bool dec_power_modulo(Ctx *c, Dec *r, const Dec *a, const Dec *b, const Dec *m)
{
    return ask(c, r, "power", a, b, m);
}

/* ---- powers of ints -------------------------------------------------------------- */

static int64_t digits_of(int64_t n)
{
    int64_t count = 1;
    for (n = n < 0 ? -n : n; n > 9; n /= 10)
        count++;
    return count;
}

/* libmpdec's lower bound of the places of log10(|a|), where 1/10 <= |a| < 10 and |a| is
 * not 1: by those of |a| - 1. False: exception. */
static bool places_near_one(const Ctx *c, const Dec *a, int64_t *places)
{
    Ctx all = {.vm = c->vm,
               .prec = a->digits + 2,
               .emax = PREC_MAX,
               .emin = -PREC_MAX,
               .rounding = ROUND_DOWN};
    Dec size = {0}, rest = {0}, one = {.digits = 1, .small = 1};
    dec_copy(&size, a);
    size.sign = 0;
    bool ok = dec_subtract(&all, &rest, &size, &one);
    *places = ok ? dec_adjusted(&rest) - (dec_adjusted(a) == 0 ? 2 : 1) : 0;
    dec_clear(c->vm, &size);
    dec_clear(c->vm, &rest);
    return ok;
}

/* 1 and r is set: a ** n, |a| not 1, lies so far out that libmpdec does not compute it;
 * 0: it may not; -1: exception. */
static int is_out_of_bounds(Ctx *c, Dec *r, const Dec *a, int64_t n)
{
    int64_t adjusted = dec_adjusted(a), places;
    if (adjusted == 0 || adjusted == -1) {
        if (!places_near_one(c, a, &places))
            return -1;
    } else {
        places = digits_of(adjusted > 0 ? adjusted : adjusted + 1) - 1;
    }
    bool grows = (adjusted < 0) == (n < 0);
    if (digits_of(grows ? c->emax : ctx_etiny(c)) >= places + digits_of(n) - 1)
        return 0;
    *r = (Dec){.small = 1,
               .digits = 1,
               .sign = a->sign && (n & 1),
               .exp = grows ? c->emax + 1 : ctx_etiny(c) - 1};
    return dec_finish(c, r) ? 1 : -1;
}

/* Would more steps change it? */
static bool is_final(const Ctx *work, const Dec *r)
{
    return r->kind != FINITE || (dec_is_zero(r) && work->status & CLAMPED);
}

/* a ** n by squaring, in the precision and with the roundings of libmpdec, whose last
 * digit is not always the nearest; steps, too, overflow and end as 0. */
static bool power_by_squaring(Ctx *c, Dec *r, const Dec *a, int64_t n, int64_t more)
{
    Ctx work = *c;
    Dec base = {0}, one = {.digits = 1, .small = 1};
    uint64_t times = (uint64_t)(n < 0 ? -n : n);
    work.prec += more + 2 + (n < 0);
    work.rounding = ROUND_HALF_EVEN;
    work.clamp = false;
    work.status = 0;
    bool ok = true;
    if (n < 0)
        ok = dec_divide(&work, &base, &one, a);
    else
        dec_copy(&base, a);
    if (ok)
        dec_copy(r, &base);
    for (int bit = 62 - __builtin_clzll(times); ok && bit >= 0 && !is_final(&work, r);
         bit--) {
        Dec square = {0};
        ok = dec_multiply(&work, &square, r, r);
        dec_clear(c->vm, r);
        *r = square;
        if (ok && (times >> bit & 1)) {
            Dec product = {0};
            ok = dec_multiply(&work, &product, r, &base);
            dec_clear(c->vm, r);
            *r = product;
        }
    }
    dec_clear(c->vm, &base);
    c->status |= work.status;
    r->sign = a->sign && (n & 1);
    if (ok && r->kind == INFINITE) /* which some roundings make the largest number */
        *r = (Dec){.small = 1, .digits = 1, .sign = r->sign, .exp = c->emax + 1};
    return ok && dec_finish(c, r);
}

/* Does |a| equal 1? Its powers have digits of their own. */
static bool is_one(const Dec *a)
{
    return dec_adjusted(a) == 0 &&
           (a->big ? dec_leading(a) == UINT64_C(100000000000000000)
                   : a->small == powers_of_ten[a->digits - 1]);
}

bool dec_power(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    const int64_t most = INT64_C(1) << 62;
    int64_t n;
    if (a->kind != FINITE || dec_is_zero(a) || is_one(a) || !dec_as_i64(b, &n) ||
        n == 0 || n >= most || n <= -most)
        return ask(c, r, "power", a, b, NULL);
    int out = is_out_of_bounds(c, r, a, n);
    return out ? out > 0 : power_by_squaring(c, r, a, n, dec_adjusted(b) + 1);
}
