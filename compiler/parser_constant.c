/* The values of number tokens. Integers beyond 63 bits become canonical hexadecimal
 * text, so that the tree needs no big-integer type. */
#include <gmp.h>
#include <string.h>

#include "parser_internal.h"
#include "vm/dtoa.h"

/* Shorter integers convert fast enough under any limit. */
enum { INT_DIGITS_ALWAYS_ALLOWED = 640 };

/* Copies a number without underscores, NUL-terminated; into `small` if it fits. */
static char *clean_digits(AstArena *arena, const Token *token, char *small,
                          size_t small_size, size_t *len)
{
    size_t size = (size_t)(token->end - token->start);
    char *text = size < small_size ? small : arena_alloc(arena, size + 1);
    if (text == NULL) {
        return NULL;
    }
    *len = 0;
    for (const char *s = token->start; s < token->end; s++) {
        if (*s != '_') {
            text[(*len)++] = *s;
        }
    }
    text[*len] = '\0';
    return text;
}

static bool big_integer(AstArena *arena, const char *digits, int base, AstConst *value)
{
    mpz_t number;
    if (mpz_init_set_str(number, digits, base) != 0) {
        mpz_clear(number);
        return false;
    }
    size_t size = mpz_sizeinbase(number, 16);
    char *text = arena_alloc(arena, size + 2);
    if (text != NULL) {
        mpz_get_str(text, 16, number);
        value->kind = AST_CONST_BIGINT;
        value->u.text.bytes = text;
        value->u.text.len = strlen(text);
    }
    mpz_clear(number);
    return text != NULL;
}

/* Digits (no prefix) in a base to a value; big if 63 bits do not hold it. */
static bool integer(AstArena *arena, const char *digits, size_t len, int base,
                    AstConst *value)
{
    uint64_t number = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned digit = digits[i] <= '9' ? (unsigned)(digits[i] - '0')
                                          : (unsigned)((digits[i] | 32) - 'a' + 10);
        if (number > ((uint64_t)INT64_MAX - digit) / (unsigned)base) {
            return big_integer(arena, digits, base, value);
        }
        number = number * (unsigned)base + digit;
    }
    value->kind = AST_CONST_INT;
    value->u.integer = (int64_t)number;
    return true;
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
    if (text == NULL) {
        return false;
    }
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
    if (value->kind == AST_CONST_IMAG) {
        text[len - 1] = '\0';
    }
    return double_parse(text, strlen(text), &value->u.real);
}

/* The digits of an integer that is over the limit. */
int constant_digit_count(const Token *token)
{
    int count = 0;
    for (const char *s = token->start; s < token->end; s++) {
        count += *s != '_';
    }
    return count;
}
