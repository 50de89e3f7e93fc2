/* Numbers: where they end and what is wrong with them. Their values are made by
 * parser_constant.c.
 *
 * A number that runs into a name is an error, except before one of the keywords that
 * may follow a number (`1if x else y`), which earns a SyntaxWarning. */
#include <string.h>

#include "compiler/syntax/lexer_internal.h"

static bool is_digit(char c, int base)
{
    if (base == 16)
        return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
    return c >= '0' && c < '0' + base;
}

/* Whether a keyword that may follow a number without a space does so. After those of
 * two letters with i CPython does not look whether the word ends there. */
static bool keyword_follows(const char *s)
{
    static const char *const words[] = {"and", "else", "for", "or", "not"};
    if (*s == 'i')
        return s[1] == 'f' || s[1] == 'n' || s[1] == 's';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (strncmp(s, words[i], len) == 0)
            return !(lexer_chars[(unsigned char)s[len]] & CHAR_NAME);
    }
    return false;
}

/* Checks what follows the number that ends at s. */
static bool number_ends(Lexer *lexer, const char *s, const char *what)
{
    lexer->cur = s;
    if (!(lexer_chars[(unsigned char)*s] & CHAR_NAME))
        return true;
    const char *message = arena_printf(lexer->arena, "invalid %s literal", what);
    if (!keyword_follows(s))
        return lexer_syntax_error(lexer, message);
    int col = (int)(s - lexer->line_start) - 1;
    lexer_warn(lexer, COMPILE_SYNTAX_WARNING, message, lexer->lineno, col,
               lexer->lineno, col);
    return true;
}

/* Digits with single underscores between them, from a digit on; NULL on an error. */
static const char *decimal_tail(Lexer *lexer, const char *s)
{
    for (;;) {
        while (is_digit(*s, 10))
            s++;
        if (*s != '_')
            return s;
        if (!is_digit(*++s, 10)) {
            lexer->cur = s;
            lexer_syntax_error(lexer, "invalid decimal literal");
            return NULL;
        }
    }
}

/* 0x, 0o, 0b: s is behind the letter. */
static bool radix_number(Lexer *lexer, const char *s, int base, const char *what)
{
    do {
        s += *s == '_';
        if (!is_digit(*s, base)) {
            if (base < 10 && is_digit(*s, 10))
                break;
            lexer->cur = s;
            return lexer_syntax_error(
                lexer, arena_printf(lexer->arena, "invalid %s literal", what));
        }
        while (is_digit(*s, base))
            s++;
    } while (*s == '_');
    if (base < 10 && is_digit(*s, 10)) {
        lexer->cur = s + 1;
        return lexer_syntax_error(
            lexer,
            arena_printf(lexer->arena, "invalid digit '%c' in %s literal", *s, what));
    }
    return number_ends(lexer, s, what);
}

/* Fraction, exponent and j, as far as they are there. s is behind the integer part;
 * `leading_zero`: the integer part is one that only a float may have. */
static bool decimal_rest(Lexer *lexer, const char *s)
{
    if (*s == '.') {
        s++;
        if (is_digit(*s, 10) && (s = decimal_tail(lexer, s)) == NULL)
            return false;
    }
    if ((*s | 32) == 'e') {
        const char *digits = s + 1 + (s[1] == '+' || s[1] == '-');
        if (!is_digit(*digits, 10)) {
            if (digits == s + 1)
                return number_ends(lexer, s, "decimal");
            lexer->cur = digits;
            return lexer_syntax_error(lexer, "invalid decimal literal");
        }
        if ((s = decimal_tail(lexer, digits)) == NULL)
            return false;
    }
    if ((*s | 32) == 'j')
        return number_ends(lexer, s + 1, "imaginary");
    return number_ends(lexer, s, "decimal");
}

/* A number that begins with 0 and no radix letter: only zeros, or a float. */
static bool zero_number(Lexer *lexer, const char *start)
{
    const char *s = start;
    for (;;) {
        if (*s == '_' && !is_digit(*++s, 10)) {
            lexer->cur = s;
            return lexer_syntax_error(lexer, "invalid decimal literal");
        }
        if (*s != '0')
            break;
        s++;
    }
    if (!is_digit(*s, 10))
        return decimal_rest(lexer, s);
    int zeros_end = (int)(s + 1 - lexer->line_start);
    if ((s = decimal_tail(lexer, s)) == NULL)
        return false;
    if (*s == '.' || (*s | 32) == 'e' || (*s | 32) == 'j')
        return decimal_rest(lexer, s);
    lexer->cur = s;
    lexer_syntax_error(lexer, "leading zeros in decimal integer literals are not "
                              "permitted; use an 0o prefix for octal integers");
    lexer->error_col = (int)(start + 1 - lexer->line_start);
    lexer->error_end_col = zeros_end;
    return false;
}

bool lexer_number(Lexer *lexer, Token *token, const char *start)
{
    bool ok;
    const char *s = start;
    if (*s == '.') {
        ok = decimal_rest(lexer, s);
    } else if (*s != '0') {
        s = decimal_tail(lexer, s);
        ok = s != NULL && decimal_rest(lexer, s);
    } else if ((s[1] | 32) == 'x') {
        ok = radix_number(lexer, s + 2, 16, "hexadecimal");
    } else if ((s[1] | 32) == 'o') {
        ok = radix_number(lexer, s + 2, 8, "octal");
    } else if ((s[1] | 32) == 'b') {
        ok = radix_number(lexer, s + 2, 2, "binary");
    } else {
        ok = zero_number(lexer, s);
    }
    if (ok)
        lexer_finish(lexer, token, TOKEN_NUMBER, start);
    return ok;
}
