/* format_plain.c - numbers in the formats that are mostly asked for: padded with blanks
 * or zeros, to a base or a precision, without signs, groups or other fills.
 *
 * It is all on the caller's stack: what format_spec.c does in three steps, each with a
 * buffer of its own, for what any format may ask for, takes as long again. Whatever is
 * not plain is refused, and done there.
 */
#include "vm/numbers/format_plain.h"

#include <math.h>
#include <string.h>

#include "vm/numbers/dtoa.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"

/* A number of one or two digits, so that it stays below the limits of plain ones. */
static const uint8_t *read_few(const uint8_t *p, const uint8_t *end, int *out)
{
    for (int n = 0; n < 2 && p < end && *p >= '0' && *p <= '9'; n++)
        *out = *out * 10 + (*p++ - '0');
    return p;
}

const uint8_t *plain_read(const uint8_t *p, const uint8_t *end, PlainFormat *out)
{
    if (p < end && *p == '#') {
        out->prefix = true;
        p++;
    }
    if (p < end && *p == '0') {
        out->zeros = true;
        p++;
    }
    p = read_few(p, end, &out->width);
    if (p < end && *p == '.') {
        const uint8_t *digits = p + 1;
        out->precision = 0;
        p = read_few(digits, end, &out->precision);
        if (p == digits)
            return NULL;
    }
    return out->width <= PLAIN_WIDTH && out->precision <= PLAIN_PRECISION ? p : NULL;
}

/* The sign, prefix and digits of an int, backwards from END: where they begin, *head of
 * them before the digits. NULL: the type is none of ints. */
static char *put_int(char *end, int64_t i, const PlainFormat *f, size_t *head)
{
    char type = f->type;
    uint64_t u = i < 0 ? -(uint64_t)i : (uint64_t)i;
    const char *digits = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    int bits = type == 'o' ? 3 : type == 'b' ? 1 : 4;

    *head = i < 0;
    if (type == 'd')
        return int_put_decimal(i, end);
    if (type != 'x' && type != 'X' && type != 'o' && type != 'b')
        return NULL;
    do {
        *--end = digits[u & ((1U << bits) - 1)];
        u >>= bits;
    } while (u != 0);
    if (f->prefix) {
        *--end = type;
        *--end = '0';
        *head += 2;
    }
    if (i < 0)
        *--end = '-';
    return end;
}

/* Writes d; its length, or 0: the type is none of floats, or the text would be long. */
static size_t put_float(char *to, double d, const PlainFormat *f)
{
    char code = f->type < 'a' ? (char)(f->type + 32) : f->type;

    if (code < 'e' || code > 'g' || !isfinite(d) || (code == 'f' && fabs(d) >= 1e15))
        return 0;
    return double_format(to, d, code, (size_t)(f->precision < 0 ? 6 : f->precision),
                         f->type < 'a' ? DTOA_UPPER : 0);
}

/* The number, of which N characters are at TEXT, in its width: zeros go behind HEAD. */
static size_t put_padded(char *to, const char *text, size_t n, size_t head,
                         const PlainFormat *f)
{
    size_t missing = (size_t)f->width > n ? (size_t)f->width - n : 0;
    char *p = to;

    for (; f->zeros && missing && head; head--, n--)
        *p++ = *text++;
    if (!f->left)
        for (size_t i = 0; i < missing; i++)
            *p++ = f->zeros ? '0' : ' ';
    for (size_t i = 0; i < n; i++)
        *p++ = text[i];
    if (f->left)
        for (size_t i = 0; i < missing; i++)
            *p++ = ' ';
    return (size_t)(p - to);
}

size_t plain_put(char *to, Value v, const PlainFormat *f)
{
    char room[PLAIN_ROOM];

    if (value_is_int_imm(v) && f->precision < 0) {
        size_t head;
        char *end = room + sizeof room, *p = put_int(end, value_imm(v), f, &head);
        if (p)
            return put_padded(to, p, (size_t)(end - p), head, f);
    }
    if (f->prefix || (!value_is_int_imm(v) && !value_is_float(v)))
        return 0;
    double d = value_is_int_imm(v) ? (double)value_imm(v) : float_value(v);
    size_t n = put_float(room, d, f);
    return n ? put_padded(to, room, n, *room == '-', f) : 0;
}
