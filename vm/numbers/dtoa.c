/* dtoa.c: doubles to text and back.
 *
 * repr uses Giulietti's Schubfach; parsing multiplies by a 128-bit power of ten and
 * keeps the answer only when its error interval cannot touch a rounding boundary, else
 * it decides with large integers on the stack: nothing here needs memory. Both share
 * one table of 26 powers of ten, from which the other 676 are made by one
 * multiplication (each was checked to be the exact floor; a table of them all is 10 KB
 * and no faster where it counts). Fixed precisions use 128-bit integers when they fit,
 * else the C library's exact "%.*e", read without regard to the locale's decimal point.
 */
#include "vm/core/ascii.h"
#include "vm/numbers/dtoa.h"

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 Uint128;

enum {
    MANT_BITS = 53,
    POW10_MIN = -351,
    POW10_MAX = 350,
    POW10_STEP = 27,
    MAX_SIG_DIGITS = 770,   /* no double has more significant digits than 767 */
    MAX_FRAC_DIGITS = 1080, /* nor more digits after the point than 1074 */
    BIG_LIMBS = 48,
};

/* The top 192 bits of 10**(27 * j), j from -13, rounded down. */
static const uint64_t pow10_coarse[][3] = {
    {0x8049a4ac0c5811ae, 0x205b896d777d6278, 0xac261e9f5141430b}, /* 1e-351 */
    {0xcf42894a5dce35ea, 0x52064cac828675b9, 0x475f2b7d7df1ad7a}, /* 1e-324 */
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36}, /* 1e-297 */
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7}, /* 1e-270 */
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662}, /* 1e-243 */
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418}, /* 1e-216 */
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d}, /* 1e-189 */
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396}, /* 1e-162 */
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3}, /* 1e-135 */
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec}, /* 1e-108 */
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901}, /* 1e-81 */
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8}, /* 1e-54 */
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7}, /* 1e-27 */
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000}, /* 1e0 */
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000}, /* 1e27 */
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000}, /* 1e54 */
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28}, /* 1e81 */
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3}, /* 1e108 */
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f}, /* 1e135 */
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5}, /* 1e162 */
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c}, /* 1e189 */
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde}, /* 1e216 */
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47}, /* 1e243 */
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c}, /* 1e270 */
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37}, /* 1e297 */
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2}, /* 1e324 */
};

/* 5**i with its top bit at bit 63, exact. */
static const uint64_t pow5_top[POW10_STEP] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8,
};

static const uint64_t pow10_u64[] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

static const double pow10_double[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* floor(log2(10**k)), right for every k in the table. */
static int pow10_log2(int k)
{
    return (k * 1741647) >> 19;
}

static bool pow10_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

/* The top 128 bits of 10**k, rounded down; 2**(pow10_log2(k) - 127) is their unit. */
static Uint128 pow10_top(int k)
{
    assert(k >= POW10_MIN && k <= POW10_MAX);
    int coarse = (k - POW10_MIN) / POW10_STEP;
    uint64_t fine = pow5_top[(k - POW10_MIN) % POW10_STEP];
    const uint64_t *c = pow10_coarse[coarse];
    Uint128 low = ((Uint128)c[2] * fine) >> 64;
    Uint128 mid = (Uint128)c[1] * fine + (uint64_t)low;
    Uint128 high = (Uint128)c[0] * fine + (uint64_t)(mid >> 64);
    if (high >> 127)
        return high;
    return (high << 1) | ((uint64_t)mid >> 63);
}

static uint64_t double_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static double double_from_bits(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* ---- shortest digits ----------------------------------------------------------- */

/* floor(g * x / 2**128) with the lowest bit set when anything was cut off. */
static uint64_t round_to_odd(Uint128 g, uint64_t x)
{
    Uint128 low = (Uint128)(uint64_t)g * x;
    Uint128 high = (Uint128)(uint64_t)(g >> 64) * x + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* The shortest decimal *digits * 10**(result) that reads back as mant * 2**exp; the
 * nearest to it if there are several. */
static int schubfach(uint64_t mant, int exp, bool lower_closer, uint64_t *digits)
{
    bool odd = mant & 1;
    uint64_t left = 4 * mant - 2 + lower_closer;
    uint64_t right = 4 * mant + 2;
    int k = (exp * 1262611 - (lower_closer ? 524031 : 0)) >> 22;
    int shift = exp + pow10_log2(-k) + 1;
    Uint128 g = pow10_top(-k) + !pow10_is_exact(-k);
    uint64_t lower = round_to_odd(g, left << shift) + odd;
    uint64_t value = round_to_odd(g, (4 * mant) << shift);
    uint64_t upper = round_to_odd(g, right << shift) - odd;
    uint64_t s = value / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool down_in = lower <= 40 * tens;
        bool up_in = 40 * tens + 40 <= upper;
        if (down_in != up_in) {
            *digits = tens + up_in;
            return k + 1;
        }
    }
    bool down_in = lower <= 4 * s;
    bool up_in = 4 * s + 4 <= upper;
    if (down_in != up_in) {
        *digits = s + up_in;
        return k;
    }
    uint64_t mid = 4 * s + 2;
    *digits = s + (value > mid || (value == mid && (s & 1)));
    return k;
}

/* Decimal digits of a finite number: 0.d1d2d3... * 10**point. */
typedef struct {
    int count;
    int point;
    char text[MAX_SIG_DIGITS + 32];
} Digits;

static int write_u64(char *out, uint64_t v)
{
    char buf[20];
    int n = 0;
    do {
        buf[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    for (int i = 0; i < n; i++)
        out[i] = buf[n - 1 - i];
    return n;
}

static void digits_shortest(Digits *out, double d)
{
    uint64_t bits = double_bits(d) & ~(UINT64_C(1) << 63);
    int biased = (int)(bits >> 52);
    uint64_t mant = bits & ((UINT64_C(1) << 52) - 1);
    uint64_t value;
    int exp10 = 0;
    if (bits == 0) {
        out->count = 1;
        out->point = 1;
        out->text[0] = '0';
        return;
    }
    double magnitude = double_from_bits(bits);
    if (magnitude >= 1 && magnitude < 9007199254740992.0 &&
        magnitude == (double)(uint64_t)magnitude) {
        value = (uint64_t)magnitude;
    } else if (biased == 0) {
        exp10 = schubfach(mant, -1074, false, &value);
    } else {
        exp10 = schubfach(mant | (UINT64_C(1) << 52), biased - 1075,
                          mant == 0 && biased > 1, &value);
    }
    int n = write_u64(out->text, value);
    out->point = n + exp10;
    while (n > 1 && out->text[n - 1] == '0')
        n--;
    out->count = n;
}

/* ---- digits to a given precision ----------------------------------------------- */

/* round(d * 10**precision) when that fits 64 bits and can be computed exactly in 128
 * bits: d is mant / 2**shift, and 53 bits times 10**19 are 117. False otherwise. */
static bool scaled_integer(double d, size_t precision, uint64_t *out)
{
    uint64_t bits = double_bits(d) & ~(UINT64_C(1) << 63);
    int biased = (int)(bits >> 52);
    if (precision > 19 || biased >= 1075)
        return false;
    uint64_t mant = bits & ((UINT64_C(1) << 52) - 1);
    mant |= biased == 0 ? 0 : UINT64_C(1) << 52;
    int shift = 1075 - (biased == 0 ? 1 : biased);
    Uint128 scaled = (Uint128)mant * pow10_u64[precision];
    if (shift >= 120) { /* less than 2**117 / 2**120: rounds to nothing */
        *out = 0;
        return true;
    }
    Uint128 quotient = scaled >> shift;
    Uint128 half = (Uint128)1 << (shift - 1);
    Uint128 rest = scaled - (quotient << shift);
    quotient += rest > half || (rest == half && (quotient & 1));
    *out = (uint64_t)quotient;
    return quotient >> 64 == 0;
}

/* round(d / 10**tens) of 0 <= d < 2**52. */
static uint64_t rounded_tens(double d, int tens)
{
    uint64_t whole = (uint64_t)d, unit = pow10_u64[tens], rest = whole % unit;
    bool fraction = d != (double)whole;

    whole /= unit;
    return whole + (2 * rest > unit || (2 * rest == unit && (fraction || (whole & 1))));
}

/* digits_rounded without a call of the C library, of a d that is neither large nor very
 * small: its digits are an integer once the place of the first one is guessed right.
 * False otherwise. */
static bool digits_quickly(Digits *out, double d, size_t count)
{
    enum { LOG10_2 = 1233, LOG10_2_BITS = 12 };
    int exp10 = ((int)(double_bits(d) >> 52) - 1023) * LOG10_2 >> LOG10_2_BITS;
    if (count > 17 || !(d >= 1e-5 && d < 4503599627370496.0))
        return false;
    for (int tries = 0; tries < 3; tries++) {
        int precision = (int)count - 1 - exp10;
        uint64_t value;
        if (precision < 0)
            value = rounded_tens(d, -precision);
        else if (!scaled_integer(d, (size_t)precision, &value))
            return false;
        if (value >= pow10_u64[count])
            exp10++;
        else if (value < pow10_u64[count - 1])
            exp10--;
        else {
            out->count = write_u64(out->text, value);
            out->point = exp10 + 1;
            return true;
        }
    }
    return false;
}

/* `count` significant digits of finite d, zeros at the end included. */
static void digits_rounded(Digits *out, double d, size_t count)
{
    if (digits_quickly(out, fabs(d), count))
        return;
    char buf[MAX_SIG_DIGITS + 32];
    int want = count > MAX_SIG_DIGITS ? MAX_SIG_DIGITS : (int)count;
    snprintf(buf, sizeof buf, "%.*e", want - 1, fabs(d));
    int n = 0;
    const char *p = buf;
    for (; *p != 'e'; p++)
        if (*p >= '0' && *p <= '9')
            out->text[n++] = *p;
    out->count = n;
    out->point = (d == 0 ? 0 : atoi(p + 1)) + 1;
}

static size_t put_zeros(char *out, size_t n)
{
    memset(out, '0', n);
    return n;
}

/* |d| as "%.*f", with no point after the last digit unless `point`. */
static size_t format_fixed(char *out, double d, size_t precision, bool point)
{
    uint64_t scaled;
    size_t n = 0;
    if (scaled_integer(d, precision, &scaled)) {
        n = (size_t)write_u64(out, scaled / pow10_u64[precision]);
        uint64_t rest = scaled % pow10_u64[precision];
        if (precision != 0 || point)
            out[n++] = '.';
        for (size_t i = precision; i > 0; i--) {
            out[n + i - 1] = (char)('0' + rest % 10);
            rest /= 10;
        }
        return n + precision;
    }
    char buf[MAX_FRAC_DIGITS + 350];
    size_t want = precision > MAX_FRAC_DIGITS ? MAX_FRAC_DIGITS : precision;
    snprintf(buf, sizeof buf, "%.*f", (int)want, fabs(d));
    const char *p = buf;
    while (*p >= '0' && *p <= '9')
        out[n++] = *p++;
    if (precision != 0 || point)
        out[n++] = '.';
    for (; *p != '\0'; p++) /* the locale's point may be several bytes */
        if (*p >= '0' && *p <= '9')
            out[n++] = *p;
    return n + put_zeros(out + n, precision - want);
}

/* ---- layout -------------------------------------------------------------------- */

static size_t put_exponent(char *out, int exp10, bool upper)
{
    size_t n = 0;
    out[n++] = upper ? 'E' : 'e';
    out[n++] = exp10 < 0 ? '-' : '+';
    exp10 = abs(exp10);
    if (exp10 < 10)
        out[n++] = '0';
    return n + (size_t)write_u64(out + n, (uint64_t)exp10);
}

/* One digit, the point, the others, zeros up to `total` digits, the exponent. */
static size_t layout_exponent(char *out, const Digits *digits, size_t total,
                              unsigned flags)
{
    size_t n = 0;
    size_t have = (size_t)digits->count;
    if (total < have)
        total = have;
    out[n++] = digits->text[0];
    if (total > 1 || (flags & DTOA_ALT))
        out[n++] = '.';
    memcpy(out + n, digits->text + 1, have - 1);
    n += have - 1;
    n += put_zeros(out + n, total - have);
    return n + put_exponent(out + n, digits->point - 1, flags & DTOA_UPPER);
}

/* The digits in positional notation, zeros up to `total` significant digits. */
static size_t layout_positional(char *out, const Digits *digits, size_t total,
                                unsigned flags)
{
    size_t n = 0;
    size_t have = (size_t)digits->count;
    size_t used = 0;
    if (digits->point <= 0) {
        out[n++] = '0';
    } else {
        size_t whole = (size_t)digits->point;
        used = have < whole ? have : whole;
        memcpy(out, digits->text, used);
        n = used + put_zeros(out + used, whole - used);
    }
    size_t zeros = total > have ? total - have : 0;
    if (digits->point > (int)have) {
        size_t filled = (size_t)digits->point - have;
        zeros = zeros > filled ? zeros - filled : 0;
    }
    if (used < have || zeros > 0) {
        out[n++] = '.';
        if (digits->point < 0)
            n += put_zeros(out + n, (size_t)-digits->point);
        memcpy(out + n, digits->text + used, have - used);
        n += have - used;
        n += put_zeros(out + n, zeros);
    } else if (flags & DTOA_ADD_DOT_0) {
        out[n++] = '.';
        out[n++] = '0';
    } else if (flags & DTOA_ALT) {
        out[n++] = '.';
    }
    return n;
}

static size_t format_general(char *out, double d, size_t precision, unsigned flags)
{
    Digits digits;
    if (precision == 0)
        precision = 1;
    digits_rounded(&digits, d, precision);
    size_t total = precision;
    if (!(flags & DTOA_ALT)) {
        while (digits.count > 1 && digits.text[digits.count - 1] == '0')
            digits.count--;
        total = 0;
    }
    int64_t limit = (int64_t)precision - ((flags & DTOA_ADD_DOT_0) ? 1 : 0);
    if (digits.point <= -4 || digits.point > limit)
        return layout_exponent(out, &digits, total, flags);
    return layout_positional(out, &digits, total, flags);
}

static size_t format_shortest(char *out, double d, unsigned flags)
{
    Digits digits;
    digits_shortest(&digits, d);
    if (digits.point <= -4 || digits.point > 16)
        return layout_exponent(out, &digits, 0, flags);
    return layout_positional(out, &digits, 0, flags);
}

size_t double_format_bound(double d, char code, size_t precision)
{
    if (!isfinite(d) || code == 'r')
        return 32;
    return precision + (code == 'f' && fabs(d) >= 1e15 ? 330 : 40);
}

size_t double_format(char *out, double d, char code, size_t precision, unsigned flags)
{
    size_t n = 0;
    if (signbit(d) && !isnan(d))
        out[n++] = '-';
    else if (flags & DTOA_SIGN)
        out[n++] = '+';
    if (!isfinite(d)) {
        bool upper = flags & DTOA_UPPER;
        memcpy(out + n, isnan(d) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"),
               4);
        return n + 3;
    }
    if (code == 'r') {
        n += format_shortest(out + n, d, flags);
    } else if (code == 'f') {
        n += format_fixed(out + n, d, precision, flags & DTOA_ALT);
    } else if (code == 'g') {
        n += format_general(out + n, d, precision, flags);
    } else {
        Digits digits;
        assert(code == 'e');
        digits_rounded(&digits, d, precision + 1);
        n += layout_exponent(out + n, &digits, precision + 1, flags);
    }
    out[n] = '\0';
    return n;
}

size_t double_repr(char out[32], double d)
{
    return double_format(out, d, 'r', 0, DTOA_ADD_DOT_0);
}

/* ---- reading ------------------------------------------------------------------- */

double double_assemble(uint64_t mant, int64_t exp, bool sticky)
{
    if (mant == 0)
        return 0.0;
    int lead = __builtin_clzll(mant);
    mant <<= lead;
    exp -= lead;
    /* The value is mant * 2**exp with the top bit of mant set: its exponent is exp+63.
     * Subnormals keep fewer bits. */
    int64_t top = exp + 63;
    if (top > 1023)
        return INFINITY;
    if (top < -1075)
        return 0.0;
    int keep = top < -1022 ? (int)(MANT_BITS - (-1022 - top)) : MANT_BITS;
    int cut = 64 - keep; /* 11 to 64 */
    uint64_t kept = cut == 64 ? 0 : mant >> cut;
    uint64_t rest = cut == 64 ? mant : mant & ((UINT64_C(1) << cut) - 1);
    uint64_t half = UINT64_C(1) << (cut - 1);
    kept += rest > half || (rest == half && (sticky || (kept & 1)));
    return ldexp((double)kept, (int)(exp + cut));
}

/* digits * 10**exp10 by way of a truncated power. The product and the product plus its
 * greatest error round alike, or the answer is not given. */
static bool decimal_fast(uint64_t mant, int64_t exp10, bool more, double *out)
{
    if (exp10 < -345 || exp10 > 310)
        return false;
    if (!more && mant <= UINT64_C(1) << 53 && exp10 >= -22 && exp10 <= 22) {
        *out = exp10 < 0 ? (double)mant / pow10_double[-exp10]
                         : (double)mant * pow10_double[exp10];
        return true;
    }
    int k = (int)exp10;
    Uint128 g = pow10_top(k);
    int lead = __builtin_clzll(mant);
    uint64_t w = mant << lead;
    Uint128 low = (Uint128)(uint64_t)g * w;
    Uint128 high = (Uint128)(uint64_t)(g >> 64) * w + (uint64_t)(low >> 64);
    int64_t exp2 = pow10_log2(k) - 127 + 128 - lead;
    /* Unit here: 2**-64 of the low half of `high`. The power is short by less than one
     * unit of 2**-128 (times w < 2**64), the digits, if there are more, by less than
     * one unit of mant, which is 2**lead of w. */
    Uint128 error = pow10_is_exact(k) ? 0 : 1;
    if (more)
        error += (Uint128)1 << (lead + 64);
    Uint128 above = high + error;
    if (above < high)
        return false;
    bool exact = error == 0 && (uint64_t)low == 0;
    uint64_t a = (uint64_t)(high >> 64);
    uint64_t b = (uint64_t)(above >> 64);
    double from = double_assemble(a, exp2, (uint64_t)high != 0 || !exact);
    double to = double_assemble(b, exp2, (uint64_t)above != 0 || !exact);
    *out = from;
    return from == to;
}

/* A natural number. What is decided exactly here has at most 770 digits and a power of
 * five of at most 2,600 bits, so that none of it needs memory, which could run out. */
typedef struct {
    mp_limb_t limbs[BIG_LIMBS];
    mp_size_t size;
} Big;

static void big_mul_add(Big *big, mp_limb_t factor, mp_limb_t more)
{
    mp_limb_t carry = more;
    if (big->size > 0) {
        carry = mpn_mul_1(big->limbs, big->limbs, big->size, factor);
        carry += mpn_add_1(big->limbs, big->limbs, big->size, more);
    }
    if (carry != 0) {
        assert(big->size < BIG_LIMBS);
        big->limbs[big->size++] = carry;
    }
}

static void big_mul_pow5(Big *big, int64_t exponent)
{
    while (exponent > 0) {
        int step = exponent < POW10_STEP ? (int)exponent : POW10_STEP - 1;
        uint64_t top = pow5_top[step];
        big_mul_add(big, top >> __builtin_ctzll(top), 0);
        exponent -= step;
    }
}

static void big_trim(Big *big)
{
    while (big->size > 0 && big->limbs[big->size - 1] == 0)
        big->size--;
}

static void big_shift_left(Big *big, int64_t bits)
{
    mp_size_t whole = bits / 64, n = big->size;
    unsigned part = (unsigned)(bits % 64);
    assert(n + whole < BIG_LIMBS);
    memmove(big->limbs + whole, big->limbs, (size_t)n * sizeof *big->limbs);
    memset(big->limbs, 0, (size_t)whole * sizeof *big->limbs);
    big->size = n + whole;
    if (part != 0 && n > 0) {
        mp_limb_t carry = mpn_lshift(big->limbs + whole, big->limbs + whole, n, part);
        big->limbs[big->size++] = carry;
    }
    big_trim(big);
}

static int64_t big_bits(const Big *big)
{
    return big->size == 0 ? 0
                          : big->size * 64 - __builtin_clzll(big->limbs[big->size - 1]);
}

/* a becomes a / b, and *rest what is left. */
static void big_divide(Big *a, const Big *b, Big *rest)
{
    Big quotient = {.size = 0};
    if (a->size < b->size) {
        *rest = *a;
        a->size = 0;
        return;
    }
    mpn_tdiv_qr(quotient.limbs, rest->limbs, 0, a->limbs, a->size, b->limbs, b->size);
    rest->size = b->size;
    big_trim(rest);
    quotient.size = a->size - b->size + 1;
    big_trim(&quotient);
    *a = quotient;
}

/* big * 2**exp2, a little more when `sticky`, as a double. */
static double big_to_double(const Big *big, int64_t exp2, bool sticky)
{
    mp_size_t n = big->size;
    if (n == 0)
        return 0.0;
    if (n == 1)
        return double_assemble(big->limbs[0], exp2, sticky);
    int lead = __builtin_clzll(big->limbs[n - 1]);
    uint64_t top = big->limbs[n - 1] << lead;
    top |= lead == 0 ? 0 : big->limbs[n - 2] >> (64 - lead);
    sticky |= big->limbs[n - 2] << lead != 0;
    for (mp_size_t i = 0; i < n - 2 && !sticky; i++)
        sticky = big->limbs[i] != 0;
    return double_assemble(top, exp2 + (n - 1) * 64 - lead, sticky);
}

/* digits * 10**exp10, decided exactly; digits is used up. */
static double decimal_exact(Big *digits, int64_t exp10)
{
    Big scale = {.limbs = {1}, .size = 1}, rest;
    int64_t exp2 = exp10;
    if (exp10 >= 0) {
        big_mul_pow5(digits, exp10);
        return big_to_double(digits, exp2, false);
    }
    big_mul_pow5(&scale, -exp10);
    int64_t want = 66 + big_bits(&scale) - big_bits(digits);
    if (want > 0) {
        big_shift_left(digits, want);
        exp2 -= want;
    }
    big_divide(digits, &scale, &rest);
    return big_to_double(digits, exp2, rest.size != 0);
}

/* A decimal number as scanned: its text from the first to the last mantissa byte, the
 * first 19 significant digits, and the exponent of the last of them. */
typedef struct {
    const char *start;
    const char *end;
    uint64_t mant;
    int64_t digits; /* significant ones, all */
    int64_t exp10;  /* exponent of the last digit of all */
    bool more;      /* a digit other than 0 after the first 19 */
} Decimal;

/* Digits beyond what any double or midpoint has only say that there is more. */
static double decimal_slow(const Decimal *dec)
{
    Big digits = {.size = 0};
    int64_t taken = 0;
    int pending = 0; /* digits in `chunk` */
    uint64_t chunk = 0;
    bool more = false;
    for (const char *p = dec->start; p < dec->end; p++) {
        if (*p < '0' || *p > '9' || (taken == 0 && *p == '0'))
            continue;
        if (taken == MAX_SIG_DIGITS) {
            more |= *p != '0';
            continue;
        }
        taken++;
        chunk = chunk * 10 + (uint64_t)(*p - '0');
        if (++pending == 19) {
            big_mul_add(&digits, pow10_u64[19], chunk);
            chunk = 0;
            pending = 0;
        }
    }
    big_mul_add(&digits, pow10_u64[pending], chunk);
    if (more) {
        big_mul_add(&digits, 10, 1);
        taken++;
    }
    return decimal_exact(&digits, dec->exp10 + dec->digits - taken);
}

static double decimal_value(const Decimal *dec)
{
    if (dec->mant == 0)
        return 0.0;
    int64_t top = dec->digits + dec->exp10; /* value < 10**top */
    if (top > 310)
        return INFINITY;
    if (top < -324)
        return 0.0;
    double result;
    int64_t dropped = dec->digits > 19 ? dec->digits - 19 : 0;
    if (decimal_fast(dec->mant, dec->exp10 + dropped, dec->more, &result))
        return result;
    return decimal_slow(dec);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* One mantissa digit. */
static void decimal_push(Decimal *dec, char c)
{
    if (dec->digits == 0 && c == '0')
        return;
    dec->digits++;
    if (dec->digits <= 19)
        dec->mant = dec->mant * 10 + (uint64_t)(c - '0');
    else if (c != '0')
        dec->more = true;
}

/* The exponent part at p, if one is complete there; returns where it ends. */
static const char *scan_exponent(const char *p, const char *end, bool underscores,
                                 int64_t *exp10)
{
    const char *q = p + 1;
    bool negative = false;
    int64_t value = 0;
    if (p == end || (*p != 'e' && *p != 'E'))
        return p;
    if (q < end && (*q == '+' || *q == '-'))
        negative = *q++ == '-';
    if (q == end || !is_digit(*q))
        return p;
    for (; q < end; q++)
        if (is_digit(*q) && value < INT64_C(1) << 50)
            value = value * 10 + (*q - '0');
        else if (!is_digit(*q) &&
                 (*q != '_' || !underscores || q + 1 == end || !is_digit(q[1])))
            break;
    *exp10 += negative ? -value : value;
    return q;
}

static bool matches(const char *p, const char *end, const char *word)
{
    for (; *word != '\0'; word++, p++)
        if (p == end || (*p | 32) != *word)
            return false;
    return true;
}

/* The digits at p, and single underscores between two of them if `underscores`; where
 * they end. */
static const char *scan_digits(Decimal *dec, const char *p, const char *end,
                               bool underscores, bool fraction)
{
    const char *start = p;
    for (; p < end; p++) {
        if (is_digit(*p)) {
            decimal_push(dec, *p);
            dec->exp10 -= fraction;
        } else if (*p != '_' || !underscores || p == start || p + 1 == end ||
                   !is_digit(p[1])) {
            break;
        }
    }
    return p;
}

static size_t parse_prefix(const char *text, size_t len, bool underscores, double *out)
{
    const char *p = text;
    const char *end = text + len;
    bool negative = false;
    if (p < end && (*p == '+' || *p == '-'))
        negative = *p++ == '-';
    if (matches(p, end, "inf")) {
        *out = negative ? -INFINITY : INFINITY;
        p += matches(p, end, "infinity") ? 8 : 3;
        return (size_t)(p - text);
    }
    if (matches(p, end, "nan")) {
        *out = copysign(NAN, negative ? -1.0 : 1.0);
        return (size_t)(p + 3 - text);
    }
    Decimal dec = {.start = p};
    p = scan_digits(&dec, p, end, underscores, false);
    bool any = p > dec.start;
    if (p < end && *p == '.' && (any || (p + 1 < end && is_digit(p[1])))) {
        p = scan_digits(&dec, p + 1, end, underscores, true);
        any = true;
    }
    if (!any)
        return 0;
    dec.end = p;
    p = scan_exponent(p, end, underscores, &dec.exp10);
    *out = decimal_value(&dec);
    if (negative)
        *out = -*out;
    return (size_t)(p - text);
}

size_t double_parse_prefix(const char *text, size_t len, double *out)
{
    return parse_prefix(text, len, false, out);
}

bool double_parse(const char *text, size_t len, double *out)
{
    return len != 0 && parse_prefix(text, len, true, out) == len;
}

/* ---- round() ------------------------------------------------------------------- */

/* d to a multiple of 10**tens, tens > 0. */
static double round_tens(double d, int tens)
{
    int exp;
    double whole;
    bool fraction = modf(fabs(d), &whole) != 0;
    uint64_t mant = (uint64_t)ldexp(frexp(whole, &exp), MANT_BITS);
    Big value = {.limbs = {mant}, .size = mant != 0};
    Big unit = {.limbs = {1}, .size = 1}, rest;
    if (exp >= MANT_BITS)
        big_shift_left(&value, exp - MANT_BITS);
    else
        value.limbs[0] >>= MANT_BITS - exp;
    big_mul_pow5(&unit, tens);
    big_shift_left(&unit, tens);
    big_divide(&value, &unit, &rest);
    big_shift_left(&rest, 1);
    int order = rest.size != unit.size ? (rest.size > unit.size ? 1 : -1)
                                       : mpn_cmp(rest.limbs, unit.limbs, rest.size);
    bool odd = value.size > 0 && (value.limbs[0] & 1);
    if (order > 0 || (order == 0 && (fraction || odd)))
        big_mul_add(&value, 1, 1);
    return copysign(value.size == 0 ? 0.0 : decimal_exact(&value, tens), d);
}

double double_round(double d, int64_t ndigits)
{
    uint64_t scaled;
    if (!isfinite(d) || d == 0 || ndigits > 323 ||
        (ndigits >= 0 && fabs(d) >= 4503599627370496.0))
        return d;
    if (ndigits < -308)
        return 0.0 * d;
    if (ndigits < 0)
        return round_tens(d, (int)-ndigits);
    if (scaled_integer(d, (size_t)ndigits, &scaled) && scaled <= UINT64_C(1) << 53)
        return copysign((double)scaled / pow10_double[ndigits], d);
    char buf[MAX_FRAC_DIGITS + 350];
    double result = d;
    size_t n = format_fixed(buf, d, (size_t)ndigits, false);
    double_parse_prefix(buf, n, &result);
    return copysign(result, d);
}

/* ---- hexadecimal --------------------------------------------------------------- */

size_t double_hex(char out[32], double d)
{
    if (!isfinite(d))
        return double_repr(out, d);
    const char *sign = signbit(d) ? "-" : "";
    uint64_t bits = double_bits(d) & ~(UINT64_C(1) << 63);
    int biased = (int)(bits >> 52);
    uint64_t mant = bits & ((UINT64_C(1) << 52) - 1);
    if (bits == 0)
        return (size_t)snprintf(out, 32, "%s0x0.0p+0", sign);
    int exp = biased == 0 ? -1022 : biased - 1023;
    return (size_t)snprintf(out, 32, "%s0x%d.%013llxp%+d", sign, biased != 0,
                            (unsigned long long)mant, exp);
}

/* Hexadecimal digits gathered: mant * 2**exp, and whether non-zero bits were lost. */
typedef struct {
    uint64_t mant;
    int64_t exp;
    bool sticky;
    bool any;
} HexDigits;

static const char *scan_hex(HexDigits *hex, const char *p, const char *end,
                            bool fraction)
{
    for (int v; p < end && (v = ascii_hex_value(*p)) >= 0; p++) {
        hex->any = true;
        if (hex->mant >> 60 == 0) {
            hex->mant = hex->mant << 4 | (uint64_t)v;
            hex->exp -= fraction ? 4 : 0;
        } else {
            hex->sticky |= v != 0;
            hex->exp += fraction ? 0 : 4;
        }
    }
    return p;
}

/* [p exponent] of a hexadecimal float; NULL when it is malformed. */
static const char *scan_binary_exponent(const char *p, const char *end, int64_t *exp)
{
    bool negative = false;
    int64_t value = 0;
    if (p == end || (*p | 32) != 'p')
        return p;
    p++;
    if (p < end && (*p == '+' || *p == '-'))
        negative = *p++ == '-';
    if (p == end || !is_digit(*p))
        return NULL;
    for (; p < end && is_digit(*p); p++)
        if (value < INT64_C(1) << 50)
            value = value * 10 + (*p - '0');
    *exp += negative ? -value : value;
    return p;
}

DoubleHexStatus double_from_hex(const char *text, size_t len, double *out)
{
    const char *p = text;
    const char *end = text + len;
    bool negative = false;
    HexDigits hex = {0};
    while (p < end && ascii_is_space(*p))
        p++;
    while (end > p && ascii_is_space(end[-1]))
        end--;
    if (p < end && (*p == '+' || *p == '-'))
        negative = *p++ == '-';
    size_t rest = (size_t)(end - p);
    if ((rest == 3 && matches(p, end, "inf")) ||
        (rest == 8 && matches(p, end, "infinity"))) {
        *out = negative ? -INFINITY : INFINITY;
        return DOUBLE_HEX_OK;
    }
    if (rest == 3 && matches(p, end, "nan")) {
        *out = copysign(NAN, negative ? -1.0 : 1.0);
        return DOUBLE_HEX_OK;
    }
    if (rest >= 2 && p[0] == '0' && (p[1] | 32) == 'x')
        p += 2;
    p = scan_hex(&hex, p, end, false);
    if (p < end && *p == '.')
        p = scan_hex(&hex, p + 1, end, true);
    p = scan_binary_exponent(p, end, &hex.exp);
    if (p != end || !hex.any)
        return DOUBLE_HEX_INVALID;
    if (hex.mant == 0) {
        *out = negative ? -0.0 : 0.0;
        return DOUBLE_HEX_OK;
    }
    double value = double_assemble(hex.mant, hex.exp, hex.sticky);
    *out = negative ? -value : value;
    return isinf(value) ? DOUBLE_HEX_OVERFLOW : DOUBLE_HEX_OK;
}
