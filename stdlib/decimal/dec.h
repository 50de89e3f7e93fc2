/* dec.h - decimal numbers without objects, and the arithmetic on them.
 *
 * A Dec on the C stack is zeroed first and given back by dec_clear. Functions that
 * return bool: false is an exception (MemoryError, or the vm is stopped), and the
 * result may be cleared all the same. Conditions are noted in Ctx.status. */
#ifndef MINIPY_STDLIB_DECIMAL_DEC_H
#define MINIPY_STDLIB_DECIMAL_DEC_H

#include "stdlib/native.h"

__extension__ typedef unsigned __int128 Uint128;

#define PREC_MAX INT64_C(999999999999999999)
#define ETINY_MIN (-(2 * PREC_MAX - 1))
enum { SMALL_DIGITS = 38 };

enum { CLAMPED = 1, CONVERSION_SYNTAX = 2, DIVISION_BY_ZERO = 4 };
enum { DIVISION_IMPOSSIBLE = 8, DIVISION_UNDEFINED = 0x10, INEXACT = 0x40 };
enum { INVALID_CONTEXT = 0x80, INVALID_OPERATION = 0x100, OVERFLOW_ = 0x800 };
enum { ROUNDED = 0x1000, SUBNORMAL = 0x2000, UNDERFLOW_ = 0x4000 };
enum { FLOAT_OPERATION = 0x8000 };
enum {
    ALL_INVALID = CONVERSION_SYNTAX | DIVISION_IMPOSSIBLE | DIVISION_UNDEFINED |
                  INVALID_CONTEXT | INVALID_OPERATION
};

typedef enum Rounding {
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_UP,
    ROUND_DOWN,
    ROUND_HALF_UP,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_05UP,
    ROUNDINGS
} Rounding;

typedef struct Ctx {
    MinipyVM *vm;
    int64_t prec, emax, emin;
    Rounding rounding;
    bool clamp;
    uint32_t status;
} Ctx;

typedef enum DecKind { FINITE, INFINITE, QUIET_NAN, SIGNALING_NAN } DecKind;

typedef struct Dec {
    Uint128 small; /* the coefficient, of a NaN its payload, */
    Value big;     /* where VALUE_NULL; else limbs of more than 38 digits, strong */
    int64_t exp, digits; /* of 0 one digit */
    uint8_t sign, kind;
} Dec;

static inline bool dec_is_nan(const Dec *d)
{
    return d->kind >= QUIET_NAN;
}
static inline bool dec_is_zero(const Dec *d)
{
    return d->kind == FINITE && !d->big && d->small == 0;
}
static inline int64_t dec_adjusted(const Dec *d)
{
    return d->exp + d->digits - 1;
}
static inline int64_t ctx_etiny(const Ctx *c)
{
    return c->emin - c->prec + 1;
}
static inline int64_t ctx_etop(const Ctx *c)
{
    return c->emax - c->prec + 1;
}

/* ---- coefficient.c --------------------------------------------------------------- */

extern const Uint128 powers_of_ten[SMALL_DIGITS + 1];
void dec_clear(MinipyVM *vm, Dec *d);                 /* gives its int back */
void dec_copy(Dec *to, const Dec *from);              /* to is empty */
void dec_set_special(Dec *d, DecKind kind, int sign); /* d has no big */
void dec_set_small(Dec *d, Uint128 coefficient);      /* below 10**38; d has no big */
/* Takes an int that is not negative over; VALUE_NULL: an error that passes. */
bool dec_set_value_steal(MinipyVM *vm, Dec *d, Value coefficient);
Value dec_value(MinipyVM *vm, const Dec *d);   /* the coefficient, new */
Value ten_to(MinipyVM *vm, int64_t n);         /* 10**n, new; n >= 0 */
bool coef_up(MinipyVM *vm, Dec *d, int64_t n); /* times 10**n; exp stays */
enum { REST_NONE, REST_BELOW_HALF, REST_HALF, REST_ABOVE_HALF };
/* Divided by 10**n, and what is cut off; exp stays. */
bool coef_down(MinipyVM *vm, Dec *d, int64_t n, int *rest);
bool coef_keep(MinipyVM *vm, Dec *d, int64_t n); /* its last n digits; n > 0 */
/* Drops zeros at the end, n at most; exp follows. */
bool coef_strip(MinipyVM *vm, Dec *d, int64_t n);
/* < 0, 0, > 0 in *order: coefficients alone. */
bool coef_compare(MinipyVM *vm, const Dec *a, const Dec *b, int *order);
bool coef_is_odd(const Dec *d);
int coef_last_digit(MinipyVM *vm, const Dec *d); /* -1: an exception */
bool coef_add_one(MinipyVM *vm, Dec *d);
bool coef_add(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b);
bool coef_subtract(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b); /* a >= b */
bool coef_multiply(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b);
/* q, rest of coefficients; b is not 0. */
bool coef_divide(MinipyVM *vm, Dec *q, Dec *rest, const Dec *a, const Dec *b);
/* Of short ones: a * 10**n / b and a * b / 10**n, whether exactly. False: they are not
 * short, and nothing was done. */
bool coef_ratio_short(const Dec *a, int64_t n, const Dec *b, Dec *q, bool *exact);
bool coef_product_short(const Dec *a, const Dec *b, int64_t n, Dec *r, bool *exact);
/* The digits of a short one, and NUL, into room for 39. */
void coef_put_small(const Dec *d, char *text);
/* The digits as text of mem_alloc, which ends with NUL; NULL: an exception. */
char *coef_text(MinipyVM *vm, const Dec *d);
/* The coefficient that n digits say, ASCII; sets digits. */
bool coef_read(MinipyVM *vm, Dec *d, const char *digits, int64_t n);

/* The first 18 digits of a coefficient, with zeros behind them if it has less. */
uint64_t dec_leading(const Dec *d);

/* ---- finish.c -------------------------------------------------------------------- */

bool dec_finish(Ctx *c, Dec *d);         /* rounds to the context */
bool dec_cut(Ctx *c, Dec *d, int64_t n); /* n digits off, rounded; exp follows */
/* That something follows behind the last digit: 0 and 5 there become 1 and 6. */
bool dec_mark_rest(Ctx *c, Dec *d);
bool dec_invalid(Ctx *c, Dec *r, uint32_t condition); /* a NaN; true */
/* Is one a NaN? Then r is, as the standard says; *ok false: exception. */
bool dec_nans(Ctx *c, Dec *r, const Dec *a, const Dec *b, bool *ok);
bool dec_copy_finish(Ctx *c, Dec *r, const Dec *a);
bool dec_largest(Ctx *c, Dec *d, int sign); /* finite */

/* ---- arith.c, more.c ------------------------------------------------------------- */

typedef bool (*DecUnary)(Ctx *c, Dec *r, const Dec *a);
typedef bool (*DecBinary)(Ctx *c, Dec *r, const Dec *a, const Dec *b);
#define UNARY_LIST(X)                                                                  \
    X(plus)                                                                            \
    X(minus)                                                                           \
    X(abs)                                                                             \
    X(sqrt)                                                                            \
    X(exp)                                                                             \
    X(ln)                                                                              \
    X(log10)                                                                           \
    X(next_plus)                                                                       \
    X(next_minus)                                                                      \
    X(normalize)                                                                       \
    X(logb)                                                                            \
    X(logical_invert)                                                                  \
    X(to_integral_exact)                                                               \
    X(to_integral_value)
#define BINARY_LIST(X)                                                                 \
    X(add)                                                                             \
    X(subtract)                                                                        \
    X(multiply)                                                                        \
    X(divide)                                                                          \
    X(divide_int)                                                                      \
    X(remainder)                                                                       \
    X(remainder_near)                                                                  \
    X(quantize)                                                                        \
    X(compare)                                                                         \
    X(compare_signal)                                                                  \
    X(max)                                                                             \
    X(min)                                                                             \
    X(max_mag)                                                                         \
    X(min_mag)                                                                         \
    X(next_toward)                                                                     \
    X(logical_and)                                                                     \
    X(logical_or)                                                                      \
    X(logical_xor)                                                                     \
    X(rotate)                                                                          \
    X(shift)                                                                           \
    X(scaleb)                                                                          \
    X(power)
#define DECLARE(name) bool dec_##name(Ctx *c, Dec *r, const Dec *a);
UNARY_LIST(DECLARE)
#undef DECLARE
#define DECLARE(name) bool dec_##name(Ctx *c, Dec *r, const Dec *a, const Dec *b);
BINARY_LIST(DECLARE)
#undef DECLARE
/* Quotient and rest; a * b + third; a ** b modulo m. */
bool dec_divmod(Ctx *c, Dec *q, Dec *r, const Dec *a, const Dec *b);
bool dec_fma(Ctx *c, Dec *r, const Dec *a, const Dec *b, const Dec *third);
bool dec_power_modulo(Ctx *c, Dec *r, const Dec *a, const Dec *b, const Dec *m);
/* series.c: exp, ln, log10 of what is ordinary; *done false: it is not, ask others. */
typedef enum SeriesFunction { SERIES_EXP, SERIES_LN, SERIES_LOG10 } SeriesFunction;
bool dec_by_series(Ctx *c, Dec *r, const Dec *a, SeriesFunction function, bool *done);
/* Of two that are no NaN, in *order. */
bool dec_order(MinipyVM *vm, const Dec *a, const Dec *b, int *order);
bool dec_total_order(MinipyVM *vm, const Dec *a, const Dec *b, int *order);
const char *dec_class(const Ctx *c, const Dec *a); /* "+Normal" */
/* The int that a finite one is, cut off or by the context's rounding: new. */
Value dec_to_int(Ctx *c, const Dec *a);
/* A finite one as an int64_t; false: it is none, or too large. Raises nothing. */
bool dec_as_i64(const Dec *a, int64_t *out);

/* ---- text.c ---------------------------------------------------------------------- */

/* Any text: what is no number is CONVERSION_SYNTAX. Exact. */
bool dec_read(Ctx *c, Dec *d, Value str);
Value dec_text(MinipyVM *vm, const Dec *d, bool engineering, bool capitals);

#endif
