/* Reads tokens of D, which are C's, and @names and $macros. Descriptions of probes are
 * no tokens, for any letter may be in them: descriptions.c reads these. */
#include "probes/dscript/lex.h"

#include <ctype.h>

static bool is_name_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_comment(DLexer *lexer)
{
    const char *p = lexer->next + 2;
    while (p + 1 < lexer->end && !(p[0] == '*' && p[1] == '/'))
        p++;
    if (p + 1 >= lexer->end)
        dsource_wrong(lexer->sources, lexer->next, NULL, "this comment has no end");
    lexer->next = p + 1 < lexer->end ? p + 2 : lexer->end;
}

void dlex_skip(DLexer *lexer)
{
    while (lexer->next < lexer->end) {
        const char *p = lexer->next;
        bool more = p + 1 < lexer->end;
        if (isspace((unsigned char)*p))
            lexer->next++;
        else if (more && p[0] == '/' && p[1] == '*')
            skip_comment(lexer);
        else if ((more && p[0] == '/' && p[1] == '/') ||
                 (more && p[0] == '#' && p[1] == '!'))
            while (lexer->next < lexer->end && *lexer->next != '\n')
                lexer->next++;
        else
            return;
    }
}

/* ---- numbers --------------------------------------------------------------------- */

static int digit(char c, int base)
{
    int value = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : 99;
    return value < base ? value : -1;
}

static void read_suffix(DLexer *lexer, DToken *token)
{
    for (; lexer->next < lexer->end && strchr("uUlL", *lexer->next); lexer->next++) {
        token->is_unsigned |= (*lexer->next | 32) == 'u';
        token->is_long |= (*lexer->next | 32) == 'l';
    }
    token->is_long |= token->number > (token->is_unsigned ? UINT32_MAX : INT32_MAX);
    token->is_unsigned |= token->number > INT64_MAX;
}

static void read_number(DLexer *lexer, DToken *token)
{
    int base = 10, value;
    const char *p = lexer->next;
    if (p[0] == '0' && p + 2 < lexer->end && (p[1] | 32) == 'x' && digit(p[2], 16) >= 0)
        base = 16, lexer->next += 2;
    else if (p[0] == '0')
        base = 8;
    while (lexer->next < lexer->end && (value = digit(*lexer->next, base)) >= 0) {
        if (token->number > (UINT64_MAX - (uint64_t)value) / (uint64_t)base)
            dsource_wrong(lexer->sources, token->at, NULL,
                          "this number has more than 64 bits");
        token->number = token->number * (uint64_t)base + (uint64_t)value;
        lexer->next++;
    }
    read_suffix(lexer, token);
    token->kind = DTOKEN_NUMBER;
    if (lexer->next < lexer->end && *lexer->next == '.')
        dsource_wrong(lexer->sources, token->at, "D computes with integers",
                      "a number with a fraction");
    else if (lexer->next < lexer->end && is_name_letter(*lexer->next))
        dsource_wrong(lexer->sources, lexer->next, NULL, "`%c' is no digit of base %d",
                      *lexer->next, base);
}

/* ---- strings --------------------------------------------------------------------- */

/* The letter that stands behind a backslash at *p, which goes on behind it. */
static char escaped(const char **p, const char *end)
{
    static const char letters[] = "abfnrtv", meant[] = "\a\b\f\n\r\t\v";
    char c = *(*p)++;
    const char *found = strchr(letters, c);
    if (found != NULL && c != 0)
        return meant[found - letters];
    int base = c == 'x' ? 16 : 8, value = c == 'x' ? 0 : digit(c, 8), next;
    if (value < 0)
        return c;
    for (int i = 0; i < 2 && *p < end; i++, (*p)++) {
        if ((next = digit(**p, base)) < 0)
            break;
        value = value * base + next;
    }
    return (char)value;
}

/* Up to `quote`; the end must be on the line. */
static void read_string(DLexer *lexer, DToken *token, char quote)
{
    const char *p = ++lexer->next;
    while (p < lexer->end && *p != quote && *p != '\n')
        p += *p == '\\' && p + 1 < lexer->end ? 2 : 1;
    if (p >= lexer->end || *p != quote) {
        dsource_wrong(lexer->sources, token->at, NULL, "this string has no end");
        lexer->next = lexer->end;
        return;
    }
    char *copy = darena_take(lexer->arena, (size_t)(p - lexer->next) + 1);
    uint32_t size = 0;
    while (lexer->next < p && copy != NULL && !lexer->arena->failed) {
        char c = *lexer->next++;
        copy[size++] = c == '\\' && lexer->next < p ? escaped(&lexer->next, p) : c;
    }
    lexer->next = p + 1;
    token->kind = DTOKEN_STRING;
    token->text = (DText){copy != NULL ? copy : "", size};
}

/* 'a': the letter's number. */
static void read_character(DLexer *lexer, DToken *token)
{
    read_string(lexer, token, '\'');
    if (token->kind != DTOKEN_STRING)
        return;
    if (token->text.size != 1)
        dsource_wrong(lexer->sources, token->at, "strings have double quotes",
                      "one letter belongs between single quotes");
    token->kind = DTOKEN_NUMBER;
    token->number = token->text.size > 0 ? (unsigned char)token->text.s[0] : 0;
}

/* ---- the rest -------------------------------------------------------------------- */

static DText read_name(DLexer *lexer)
{
    const char *begin = lexer->next;
    while (lexer->next < lexer->end && is_name_letter(*lexer->next))
        lexer->next++;
    return darena_copy(lexer->arena, begin, (size_t)(lexer->next - begin));
}

static void read_sign(DLexer *lexer, DToken *token)
{
    static const char *const signs[] = {
        "<<=", ">>=", "...", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
        "|=",  "^=",  "&&",  "||", "^^", "==", "!=", "<=", ">=", "<<", ">>"};
    size_t left = (size_t)(lexer->end - lexer->next), size = 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs && size == 1; i++)
        if (strlen(signs[i]) <= left &&
            strncmp(signs[i], lexer->next, strlen(signs[i])) == 0)
            size = strlen(signs[i]);
    token->kind = DTOKEN_SIGN;
    for (size_t i = 0; i < size; i++)
        token->sign |= (uint32_t)(unsigned char)lexer->next[i] << 8 * i;
    if (size == 1 && !strchr("+-*/%&|^!~<>=?:,;(){}[].#", *lexer->next))
        dsource_wrong(lexer->sources, lexer->next,
                      *lexer->next == '`' ? "symbols of a kernel are not here" : NULL,
                      "nothing in D begins with `%c'", *lexer->next);
    lexer->next += size;
}

static void read_token(DLexer *lexer, DToken *token)
{
    char c = *lexer->next;
    if (c == '"') {
        read_string(lexer, token, '"');
    } else if (c == '\'') {
        read_character(lexer, token);
    } else if (c >= '0' && c <= '9') {
        read_number(lexer, token);
    } else if (c == '@') {
        lexer->next++;
        token->kind = DTOKEN_AGGREGATION;
        token->text = read_name(lexer);
    } else if (c == '$') {
        const char *begin = ++lexer->next;
        lexer->next += lexer->next < lexer->end && *lexer->next == '$';
        read_name(lexer);
        token->kind = DTOKEN_MACRO;
        token->text = darena_copy(lexer->arena, begin, (size_t)(lexer->next - begin));
    } else if (is_name_letter(c)) {
        token->kind = DTOKEN_NAME;
        token->text = read_name(lexer);
    } else {
        read_sign(lexer, token);
    }
}

DToken dlex_next(DLexer *lexer)
{
    dlex_skip(lexer);
    DToken token = {.kind = DTOKEN_END, .at = lexer->next, .text = {"", 0}};
    if (lexer->next < lexer->end && !lexer->sources->failed)
        read_token(lexer, &token);
    token.size = (size_t)(lexer->next - token.at);
    if (lexer->sources->failed || lexer->arena->failed)
        token.kind = DTOKEN_END;
    return token;
}
