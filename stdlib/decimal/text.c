/* text.c - decimals read from text and written as text, exactly. */
#include "stdlib/decimal/dec.h"
#include "vm/text/unicode.h"

/* ---- reading --------------------------------------------------------------------- */

/* Digits of any script as ASCII; underscores and blanks around are left out. NULL with
 * *bad: there is another character; else an exception. */
static char *plain_text(MinipyVM *vm, Value s, bool *bad)
{
    int64_t n = str_length(s), from = 0, size = 0;
    *bad = false;
    while (from < n && unicode_is_space(str_char_at(STR(s), from)))
        from++;
    while (n > from && unicode_is_space(str_char_at(STR(s), n - 1)))
        n--;
    char *text = mem_alloc(vm, (size_t)(n - from) + 1);
    for (int64_t i = from; text && i < n; i++) {
        uint32_t ch = str_char_at(STR(s), i);
        int digit = ch < 128 ? -1 : unicode_to_decimal(ch);
        if (ch == '_')
            continue;
        if ((ch >= 128 && digit < 0) || ch == 0) {
            mem_free(vm, text);
            *bad = true;
            return NULL;
        }
        text[size++] = (char)(ch < 128 ? (int)ch : '0' + digit);
    }
    if (text)
        text[size] = '\0';
    return text;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(const char *p, const char *lower)
{
    for (; *lower; p++, lower++)
        if ((*p | 0x20) != *lower)
            return false;
    return *p == '\0';
}

/* What follows NaN. */
static bool read_payload(Ctx *c, Dec *d, const char *p)
{
    size_t n = strspn(p, "0123456789");
    if (p[n])
        return dec_invalid(c, d, CONVERSION_SYNTAX);
    return n == 0 || coef_read(c->vm, d, p, (int64_t)n);
}

static bool read_special(Ctx *c, Dec *d, const char *p, int sign)
{
    bool signals = (*p | 0x20) == 's';
    const char *nan = p + signals;
    if (is_word(p, "inf") || is_word(p, "infinity")) {
        dec_set_special(d, INFINITE, sign);
        return true;
    }
    if ((nan[0] | 0x20) == 'n' && (nan[1] | 0x20) == 'a' && (nan[2] | 0x20) == 'n') {
        dec_set_special(d, signals ? SIGNALING_NAN : QUIET_NAN, sign);
        return read_payload(c, d, nan + 3);
    }
    return dec_invalid(c, d, CONVERSION_SYNTAX);
}

/* E+12: clipped where nothing depends on it any more. */
static bool read_exponent(const char *p, int64_t *exp)
{
    const int64_t most = INT64_C(4000000000000000000);
    bool negative = *p == '-';
    *exp = 0;
    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p); p++)
        if (*exp < most / 10)
            *exp = *exp * 10 + *p - '0';
        else
            *exp = most;
    if (negative)
        *exp = -*exp;
    return *p == '\0';
}

/* p: digits with a point among them; they are moved together. */
static bool read_finite(Ctx *c, Dec *d, char *p, int sign)
{
    char *digits = p, *end = p;
    int64_t exp = 0, behind = 0;
    bool point = false;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
        } else {
            *end++ = *p;
            behind += point;
        }
    }
    bool exponent = (*p | 0x20) == 'e';
    if (end == digits || (exponent ? !read_exponent(p + 1, &exp) : *p != '\0'))
        return dec_invalid(c, d, CONVERSION_SYNTAX);
    d->sign = (uint8_t)sign;
    d->exp = exp - behind;
    return coef_read(c->vm, d, digits, end - digits);
}

bool dec_read(Ctx *c, Dec *d, Value s)
{
    bool bad;
    char *text = plain_text(c->vm, s, &bad), *p = text;
    if (!text)
        return bad && dec_invalid(c, d, CONVERSION_SYNTAX);
    int sign = *p == '-';
    p += *p == '-' || *p == '+';
    bool ok = is_digit(*p) || *p == '.' ? read_finite(c, d, p, sign)
                                        : read_special(c, d, p, sign);
    mem_free(c->vm, text);
    return ok;
}

/* ---- writing --------------------------------------------------------------------- */

static void put_special(StrBuilder *b, const Dec *d)
{
    strbuilder_ascii(b, d->kind == INFINITE        ? "Infinity"
                        : d->kind == SIGNALING_NAN ? "sNaN"
                                                   : "NaN");
}

static void put_zeros(StrBuilder *b, int64_t n)
{
    for (; n > 0; n--)
        strbuilder_char(b, '0');
}

/* Digits with the point behind the first `point` of them, which may be outside. */
static void put_digits(StrBuilder *b, const char *digits, int64_t n, int64_t point)
{
    if (point <= 0) {
        strbuilder_ascii(b, "0.");
        put_zeros(b, -point);
        strbuilder_bytes(b, digits, n);
    } else if (point >= n) {
        strbuilder_bytes(b, digits, n);
        put_zeros(b, point - n);
    } else {
        strbuilder_bytes(b, digits, point);
        strbuilder_char(b, '.');
        strbuilder_bytes(b, digits + point, n - point);
    }
}

/* How many digits stand before the point: one, or in engineering up to three, so that
 * the exponent is a multiple of three. */
static int64_t leading_digits(const Dec *d, bool engineering)
{
    int64_t adjusted = dec_adjusted(d);
    if (d->exp <= 0 && adjusted >= -6)
        return d->digits + d->exp;
    if (!engineering)
        return 1;
    int64_t over = adjusted % 3;
    if (over < 0)
        over += 3;
    if (dec_is_zero(d)) /* 0.00E+3 */
        return over == 2 ? 0 : over == 1 ? -1 : 1;
    return over + 1;
}

static void put_finite(StrBuilder *b, const Dec *d, const char *digits,
                       bool engineering, bool capitals)
{
    int64_t point = leading_digits(d, engineering);
    put_digits(b, digits, d->digits, point);
    int64_t exp = d->exp + d->digits - point;
    if (exp) {
        char text[32];
        snprintf(text, sizeof text, "%c%+lld", capitals ? 'E' : 'e', (long long)exp);
        strbuilder_ascii(b, text);
    }
}

/* Where the point stands among the digits of a short one, or behind them: most. */
static Value short_text(MinipyVM *vm, const Dec *d)
{
    char text[SMALL_DIGITS + 4], *p = text;
    int64_t point = d->digits + d->exp;
    *p = '-';
    p += d->sign;
    coef_put_small(d, p);
    if (d->exp) {
        memmove(p + point + 1, p + point, (size_t)-d->exp);
        p[point] = '.';
        p++;
    }
    return str_from_ascii(vm, text, p + d->digits - text);
}

Value dec_text(MinipyVM *vm, const Dec *d, bool engineering, bool capitals)
{
    if (likely(d->kind == FINITE && !d->big && d->exp <= 0 && -d->exp < d->digits))
        return short_text(vm, d);
    StrBuilder b;
    bool plain = d->kind == INFINITE || (d->kind != FINITE && !d->big && d->small == 0);
    char *digits = plain ? NULL : coef_text(vm, d);
    if (!plain && !digits)
        return VALUE_NULL;
    strbuilder_init(&b, vm);
    if (d->sign)
        strbuilder_char(&b, '-');
    if (d->kind != FINITE) {
        put_special(&b, d);
        if (digits)
            strbuilder_ascii(&b, digits);
    } else {
        put_finite(&b, d, digits, engineering, capitals);
    }
    mem_free(vm, digits);
    return strbuilder_finish(&b);
}
