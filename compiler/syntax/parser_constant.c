/* The values of number tokens. Integers beyond 63 bits become canonical hexadecimal
 * text, so that the tree needs no big-integer type. */
#include <gmp.h>
#include <stdio.h>
#include <string.h>

#include "compiler/syntax/parser_internal.h"
#include "vm/numbers/dtoa.h"

/* Shorter integers convert fast enough under any limit. */
enum { INT_DIGITS_ALWAYS_ALLOWED = 640 };

/* Copies a number without underscores, NUL-terminated; into `small` if it fits. */
static char *clean_digits(AstArena *arena, const Token *token, char *small,
                          size_t small_size, size_t *len)
{
    size_t size = (size_t)(token->end - token->start);
    char *text = size < small_size ? small : arena_alloc(arena, size + 1);
    if (text == NULL)
        return NULL;
    *len = 0;
    for (const char *s = token->start; s < token->end; s++)
        if (*s != '_')
            text[(*len)++] = *s;
    text[*len] = '\0';
    return text;
}

static unsigned digit_of(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
}

static void put_hex(AstConst *value, char *text, size_t len)
{
    while (len > 1 && *text == '0') {
        text++;
        len--;
    }
    value->kind = AST_CONST_BIGINT;
    value->u.text.bytes = text;
    value->u.text.len = len;
}

/* Base 2, 8 or 16: the bits regrouped, the last ones first. */
static bool regroup_bits(AstArena *arena, const char *digits, size_t len, int base,
                         AstConst *value)
{
    unsigned width = base == 16 ? 4 : base == 8 ? 3 : 1, have = 0, bits = 0;
    size_t size = len * width / 4 + 1;
    char *text = arena_alloc(arena, size + 1);
    if (text == NULL)
        return false;
    size_t left = len;
    for (size_t i = size; i-- > 0; bits >>= 4, have -= 4) {
        for (; have < 4; have += width)
            bits |= (left > 0 ? digit_of(digits[--left]) : 0) << have;
        text[i] = "0123456789abcdef"[bits & 15];
    }
    text[size] = '\0';
    put_hex(value, text, size);
    return true;
}

/* Decimal digits, 19 at a time. Of GMP only functions that need no memory: theirs could
 * not fail. Quadratic, as CPython's; the limit on digits is there for that. */
static bool big_decimal(AstArena *arena, const char *digits, size_t len,
                        AstConst *value)
{
    size_t room = len / 19 + 1;
    mp_limb_t *limbs = arena_alloc(arena, room * sizeof *limbs);
    char *text = arena_alloc(arena, room * 16 + 1);
    mp_size_t n = 0;
    if (limbs == NULL || text == NULL)
        return false;
    for (size_t i = 0; i < len;) {
        mp_limb_t chunk = 0, scale = 1;
        for (; i < len && scale < UINT64_C(10000000000000000000); i++, scale *= 10)
            chunk = chunk * 10 + digit_of(digits[i]);
        if (n > 0) {
            mp_limb_t carry = mpn_mul_1(limbs, limbs, n, scale);
            chunk = carry + mpn_add_1(limbs, limbs, n, chunk);
        }
        if (chunk != 0)
            limbs[n++] = chunk;
    }
    for (mp_size_t i = 0; i < n; i++)
        snprintf(text + 16 * i, 17, "%016llx", (unsigned long long)limbs[n - 1 - i]);
    put_hex(value, text, 16 * (size_t)n);
    return true;
}

/* Digits (no prefix) in a base to a value; big if 63 bits do not hold it. */
static bool integer(AstArena *arena, const char *digits, size_t len, int base,
                    AstConst *value)
{
    uint64_t number = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned digit = digit_of(digits[i]);
        if (number > ((uint64_t)INT64_MAX - digit) / (unsigned)base) {
            return base == 10 ? big_decimal(arena, digits, len, value)
                              : regroup_bits(arena, digits, len, base, value);
        }
        number = number * (unsigned)base + digit;
    }
    value->kind = AST_CONST_INT;
    value->u.integer = (int64_t)number;
    return true;
}

bool number_allowed(const Token *token, unsigned flags)
{
    return version_has(flags, 6) ||
           memchr(token->start, '_', (size_t)(token->end - token->start)) == NULL;
}

bool constant_number(AstArena *arena, const Token *token, AstConst *value)
{
    char small[64];
    size_t len;
    *value = (AstConst){.kind = AST_CONST_INT};
    if (token->end - token->start == 1) {
        value->u.integer = token->start[0] - '0';
        return true;
    }
    char *text = clean_digits(arena, token, small, sizeof small, &len);
    if (text == NULL)
        return false;
    char radix = text[0] == '0' ? (char)(text[1] | 32) : '\0';
    if (radix == 'x' || radix == 'o' || radix == 'b') {
        int base = radix == 'x' ? 16 : radix == 'o' ? 8 : 2;
        return integer(arena, text + 2, len - 2, base, value);
    }
    if (strspn(text, "0123456789") == len) {
        int limit = arena->max_int_digits;
        return !(limit && len > (size_t)limit && len > INT_DIGITS_ALWAYS_ALLOWED) &&
               integer(arena, text, len, 10, value);
    }
    value->kind = (text[len - 1] | 32) == 'j' ? AST_CONST_IMAG : AST_CONST_FLOAT;
    if (value->kind == AST_CONST_IMAG)
        text[len - 1] = '\0';
    return double_parse(text, strlen(text), &value->u.real);
}

/* The digits of an integer that is over the limit. */
int constant_digit_count(const Token *token)
{
    int count = 0;
    for (const char *s = token->start; s < token->end; s++)
        count += *s != '_';
    return count;
}
