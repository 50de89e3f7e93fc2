/* Strings: adjacent literals joined, escapes decoded, f-strings taken apart.
 *
 * An f-string is what it is in 3.11: one string token whose braces are found by
 * scanning, and each expression in them is parsed on its own, as a text in parentheses.
 * Decoded text never is longer than its source, so one buffer of the tokens' size takes
 * all parts. All nodes but those of the expressions have the position of the whole. */
#include "compiler/syntax/parser_string.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/diagnose/diagnose.h"
#include "compiler/syntax/parser_internal.h"
#include "compiler/syntax/source.h"
#include "compiler/syntax/string_decode.h"

typedef struct Literal {
    bool bytes, raw, format;
    const char *start, *end; /* between the quotes */
} Literal;

static Literal literal_of(const Token *token)
{
    Literal literal = {false, false, false, token->start, token->end};
    for (; *literal.start != '"' && *literal.start != '\''; literal.start++) {
        char c = (char)(*literal.start | 32);
        literal.bytes |= c == 'b';
        literal.raw |= c == 'r';
        literal.format |= c == 'f';
    }
    const char *s = literal.start;
    int quotes = literal.end - s >= 6 && s[1] == s[0] && s[2] == s[0] ? 3 : 1;
    literal.start += quotes;
    literal.end -= quotes;
    return literal;
}

static bool is_ascii(const char *s, size_t len)
{
    unsigned char all = 0;
    for (size_t i = 0; i < len; i++)
        all |= (unsigned char)s[i];
    return all < 128;
}

static Expr *node_new(StringParse *sp, ExprKind expr_kind)
{
    Expr *expr = arena_alloc(sp->arena, sizeof *expr);
    if (expr != NULL) {
        expr->kind = expr_kind;
        expr->pos = sp->pos;
    }
    return expr;
}

static Expr *constant_text(StringParse *sp, bool bytes, const char *text, size_t len)
{
    Expr *expr = node_new(sp, EXPR_Constant);
    if (expr != NULL) {
        expr->u.Constant.value =
            (AstConst){.kind = bytes ? AST_CONST_BYTES : AST_CONST_STR,
                       .ascii = is_ascii(text, len),
                       .u.text = {text, len}};
        expr->u.Constant.kind = bytes ? NULL : sp->kind;
    }
    return expr;
}

/* The parts of a JoinedStr under construction. */
typedef struct Parts {
    Expr **items;
    int count, capacity;
    const char *text; /* the literal text since the last expression begins here */
} Parts;

static bool parts_add(StringParse *sp, Parts *parts, Expr *expr)
{
    if (parts->count == parts->capacity) {
        int capacity = parts->capacity ? 2 * parts->capacity : 8;
        Expr **items = arena_alloc(sp->arena, (size_t)capacity * sizeof *items);
        if (items == NULL)
            return false;
        for (int i = 0; i < parts->count; i++)
            items[i] = parts->items[i];
        parts->items = items;
        parts->capacity = capacity;
    }
    parts->items[parts->count++] = expr;
    return expr != NULL;
}

/* Makes the text collected so far a part. */
static bool parts_flush(StringParse *sp, Parts *parts)
{
    size_t len = (size_t)(sp->out - parts->text);
    const char *text = parts->text;
    parts->text = sp->out;
    return len == 0 || parts_add(sp, parts, constant_text(sp, false, text, len));
}

static Expr *joined_new(StringParse *sp, Parts *parts)
{
    Expr *expr = parts_flush(sp, parts) ? node_new(sp, EXPR_JoinedStr) : NULL;
    if (expr != NULL)
        expr->u.JoinedStr.values = (ExprSeq){parts->count, parts->items};
    return expr;
}

static bool fail(StringParse *sp, const char *message)
{
    sp->message = message;
    return false;
}

static bool append_raw(StringParse *sp, const char *s, const char *end)
{
    memcpy(sp->out, s, (size_t)(end - s));
    sp->out += end - s;
    return true;
}

/* Whether the text of a literal is UTF-8, if that is in doubt. */
static bool check_utf8(StringParse *sp, const char *s, const char *end)
{
    size_t len = (size_t)(end - s);
    const char *bad = sp->lexer->check_utf8 ? source_bad_utf8(s, len) : NULL;
    return !bad || fail(sp, source_bad_utf8_message(sp->arena, s, len, bad));
}

/* Appends decoded text of a literal. */
static bool append(StringParse *sp, const Token *token, bool raw, const char *s,
                   const char *end)
{
    if (!check_utf8(sp, s, end))
        return false;
    return raw ? append_raw(sp, s, end) : decode_string_escapes(sp, token, s, end);
}

/* Takes literal text up to an expression or the end. *s moves behind it. `level` is
 * the depth of format specs: braces are doubled only outside of them. */
static bool fstring_literal(StringParse *sp, const Token *token, const char **s,
                            const char *end, bool raw, int level)
{
    const char *start = *s, *next = start;
    while (next < end) {
        char c = *next++;
        if (!raw && c == '\\' && next < end) {
            c = *next++;
            if (c == 'N') {
                if (next < end && *next++ == '{') {
                    while (next < end && *next++ != '}') {
                    }
                }
                continue;
            }
            if (c == '{')
                warn_escape(sp, token, '{');
        }
        if (c != '{' && c != '}')
            continue;
        if (level == 0 && next < end && *next == c) {
            if (!append(sp, token, raw, start, next))
                return false;
            start = ++next;
            continue;
        }
        if (level == 0 && c == '}') {
            *s = next - 1;
            return fail(sp, "f-string: single '}' is not allowed");
        }
        next--;
        break;
    }
    *s = next;
    return start == next || append(sp, token, raw, start, next);
}

/* The scanner for the end of an expression. */
typedef struct Scan {
    char brackets[LEX_MAX_LEVEL];
    int level;
    char quote;
    bool triple;
} Scan;

/* Inside a string of the expression: returns the last byte consumed. */
static const char *scan_quoted(Scan *scan, const char *s, const char *end)
{
    if (*s == scan->quote) {
        if (!scan->triple) {
            scan->quote = '\0';
        } else if (s + 2 < end && s[1] == *s && s[2] == *s) {
            scan->quote = '\0';
            return s + 2;
        }
    }
    return s;
}

static bool close_brace(StringParse *sp, Scan *scan, char close)
{
    if (scan->level == 0)
        return fail(sp, arena_printf(sp->arena, "f-string: unmatched '%c'", close));
    char open = scan->brackets[--scan->level];
    if ((open == '(' && close == ')') || (open == '[' && close == ']') ||
        (open == '{' && close == '}'))
        return true;
    return fail(sp, arena_printf(sp->arena,
                                 "f-string: closing parenthesis '%c' does not match "
                                 "opening parenthesis '%c'",
                                 close, open));
}

/* Whether c, outside brackets, may end the expression. */
static bool is_expression_end(char c)
{
    return c == '!' || c == ':' || c == '}' || c == '=' || c == '>' || c == '<';
}

/* Finds where the expression that begins at *s ends. */
static bool scan_expression(StringParse *sp, const char **s, const char *end)
{
    Scan scan;
    scan.level = 0;
    scan.quote = '\0';
    for (; *s < end; (*s)++) {
        char c = **s;
        if (c == '\\')
            return fail(sp, "f-string expression part cannot include a backslash");
        if (scan.quote) {
            *s = scan_quoted(&scan, *s, end);
        } else if (c == '\'' || c == '"') {
            scan.triple = *s + 2 < end && (*s)[1] == c && (*s)[2] == c;
            *s += scan.triple ? 2 : 0;
            scan.quote = c;
        } else if (c == '[' || c == '{' || c == '(') {
            if (scan.level >= LEX_MAX_LEVEL)
                return fail(sp, "f-string: too many nested parenthesis");
            scan.brackets[scan.level++] = c;
        } else if (c == '#') {
            return fail(sp, "f-string expression part cannot include '#'");
        } else if (scan.level == 0 && is_expression_end(c)) {
            if (*s + 1 < end && (*s)[1] == '=' && c != ':' && c != '}')
                ++*s;
            else if (c != '>' && c != '<')
                break;
        } else if (c == ']' || c == '}' || c == ')') {
            if (!close_brace(sp, &scan, c))
                return false;
        }
    }
    if (scan.quote)
        return fail(sp, "f-string: unterminated string");
    if (scan.level) {
        return fail(sp, arena_printf(sp->arena, "f-string: unmatched '%c'",
                                     scan.brackets[scan.level - 1]));
    }
    return *s < end || fail(sp, "f-string: expecting '}'");
}

/* Where CPython says that the expression after the brace begins: the lines before it
 * count; columns start at the last newline or, on the token's first line, at the
 * token; a newline right behind the brace makes them start at zero. */
static void locate_expression(const Token *token, const char *brace, FStringExpr *expr)
{
    const char *s = brace + 1;
    int lines = 0, cols = 0;
    while (*s == ' ' || *s == '\t' || *s == '\f')
        s++;
    if (*s != '\n' && *s != '}') {
        s = brace;
        while (s > token->start && s[-1] != '\n')
            s--;
        cols = (int)(brace - s);
    }
    for (s = token->start; s < brace; s++)
        lines += *s == '\n';
    expr->lineno = token->lineno + lines;
    expr->col = lines ? cols : token->col + cols;
}

static Expr *fstring_expression(StringParse *sp, const Token *token, const char *start,
                                const char *end)
{
    const char *s = start;
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\f'))
        s++;
    if (s == end) {
        fail(sp, *end == '!' || *end == ':' || *end == '='
                     ? arena_printf(sp->arena,
                                    "f-string: expression required before '%c'", *end)
                     : "f-string: empty expression not allowed");
        return NULL;
    }
    FStringExpr inner;
    size_t len = (size_t)(end - start);
    char *text = arena_alloc(sp->arena, len + 3);
    if (text == NULL)
        return NULL;
    text[0] = '(';
    memcpy(text + 1, start, len);
    memcpy(text + 1 + len, ")", 2);
    inner.text = text;
    inner.check_utf8 = sp->lexer->check_utf8;
    locate_expression(token, start - 1, &inner);
    Parser parser;
    if (!parser_init(&parser, sp->arena, text, inner.lineno, sp->flags))
        return NULL;
    parser.start_col = inner.col;
    parser.lexer.warnings_tail = sp->lexer->warnings_tail;
    parser.lexer.check_utf8 = sp->lexer->check_utf8;
    parser_fill(&parser);
    Expr *expr = parse_star_expressions(&parser);
    if (expr == NULL && sp->diagnosis != NULL)
        diagnose_fstring(sp->arena, &inner, sp->flags, sp->diagnosis);
    return expr;
}

static bool fstring_parts(StringParse *sp, const Token *token, const char **s,
                          const char *end, bool raw, int level, Parts *parts);

/* A format spec: it and the text at its end have the position of its own token, what is
 * in it before that of the whole. */
static Expr *fstring_spec(StringParse *sp, const Token *token, const char **s,
                          const char *end, bool raw, int level)
{
    AstPos whole = sp->pos;
    AstName *kind_of_whole = sp->kind;
    Parts parts = {NULL, 0, 0, sp->out};
    if (!fstring_parts(sp, token, s, end, raw, level + 1, &parts))
        return NULL;
    if (*s >= end) {
        fail(sp, "f-string: expecting '}'");
        return NULL;
    }
    sp->pos = (AstPos){token->lineno, token->col, token->end_lineno, token->end_col};
    sp->kind = NULL;
    Expr *spec = joined_new(sp, &parts);
    sp->pos = whole;
    sp->kind = kind_of_whole;
    return spec;
}

/* `!r` and `:spec`, whichever is there, up to the closing brace. */
static bool fstring_suffix(StringParse *sp, const Token *token, const char **s,
                           const char *end, bool raw, int level, int *conversion,
                           Expr **spec)
{
    if (**s == '!') {
        if (++*s >= end)
            return fail(sp, "f-string: expecting '}'");
        *conversion = (unsigned char)*(*s)++;
        if (*conversion != 's' && *conversion != 'r' && *conversion != 'a') {
            return fail(sp,
                        "f-string: invalid conversion character: expected 's', 'r', "
                        "or 'a'");
        }
    }
    if (*s < end && **s == ':') {
        if (++*s >= end)
            return fail(sp, "f-string: expecting '}'");
        *spec = fstring_spec(sp, token, s, end, raw, level);
        if (*spec == NULL)
            return false;
    }
    if (*s >= end || **s != '}')
        return fail(sp, "f-string: expecting '}'");
    ++*s;
    return true;
}

/* At a left brace: adds the expression in it, and for `=` its text before it. */
static bool fstring_replacement(StringParse *sp, const Token *token, const char **s,
                                const char *end, bool raw, int level, Parts *parts)
{
    if (level >= 2)
        return fail(sp, "f-string: expressions nested too deeply");
    const char *start = ++*s;
    if (!scan_expression(sp, s, end))
        return false;
    Expr *value = fstring_expression(sp, token, start, *s), *spec = NULL;
    int conversion = -1;
    bool debug = **s == '=';
    if (value == NULL)
        return false;
    if (debug && !version_has(sp->flags, 8))
        return fail(sp, "f-string: self documenting expressions are only supported in "
                        "Python 3.8 and greater");
    if (debug) {
        ++*s;
        while (*s < end && (**s == ' ' || (**s >= '\t' && **s <= '\r')))
            ++*s;
        append_raw(sp, start, *s);
        if (*s >= end)
            return fail(sp, "f-string: expecting '}'");
    }
    if (!parts_flush(sp, parts) ||
        !fstring_suffix(sp, token, s, end, raw, level, &conversion, &spec))
        return false;
    parts->text = sp->out;
    Expr *expr = node_new(sp, EXPR_FormattedValue);
    if (expr == NULL)
        return false;
    expr->u.FormattedValue.value = value;
    expr->u.FormattedValue.conversion =
        debug && conversion < 0 && spec == NULL ? 'r' : conversion;
    expr->u.FormattedValue.format_spec = spec;
    return parts_add(sp, parts, expr);
}

/* Literal text and expressions by turns, to the end of the string or, in a format spec
 * (level > 0), to a right brace. */
static bool fstring_parts(StringParse *sp, const Token *token, const char **s,
                          const char *end, bool raw, int level, Parts *parts)
{
    for (;;) {
        if (!fstring_literal(sp, token, s, end, raw, level))
            return false;
        if (*s >= end || **s == '}')
            return true;
        if (!fstring_replacement(sp, token, s, end, raw, level, parts))
            return false;
    }
}

static bool add_literal(StringParse *sp, const Token *token, const Literal *literal,
                        Parts *parts)
{
    const char *s = literal->start;
    if (literal->format)
        return fstring_parts(sp, token, &s, literal->end, literal->raw, 0, parts);
    if (literal->bytes) {
        if (!is_ascii(s, (size_t)(literal->end - s)))
            return fail(sp, "bytes can only contain ASCII literal characters");
        return literal->raw ? append_raw(sp, s, literal->end)
                            : decode_bytes_escapes(sp, token, s, literal->end);
    }
    return append(sp, token, literal->raw, s, literal->end);
}

Expr *strings_concatenate(StringParse *sp, const Token *tokens, int count)
{
    Literal literal = literal_of(&tokens[0]);
    bool bytes = literal.bytes, format = false;
    size_t size = 0;
    sp->message = NULL;
    sp->kind = NULL;
    if (tokens[0].start[0] == 'u')
        sp->kind = arena_name(sp->arena, "u", 1);
    size_t len = (size_t)(literal.end - literal.start);
    if (count == 1 && !literal.format && !bytes &&
        (literal.raw || memchr(literal.start, '\\', len) == NULL)) {
        return check_utf8(sp, literal.start, literal.end)
                   ? constant_text(sp, false, literal.start, len)
                   : NULL;
    }
    for (int i = 0; i < count; i++)
        size += (size_t)(tokens[i].end - tokens[i].start);
    char *text = sp->out = arena_alloc(sp->arena, size);
    if (text == NULL)
        return NULL;
    Parts parts = {NULL, 0, 0, text};
    for (int i = 0; i < count; i++) {
        literal = literal_of(&tokens[i]);
        format |= literal.format;
        if (literal.format && !version_has(sp->flags, 6)) {
            fail(sp, "Format strings are only supported in Python 3.6 and greater");
            return NULL;
        }
        if (literal.bytes &&
            !is_ascii(literal.start, (size_t)(literal.end - literal.start))) {
            fail(sp, "bytes can only contain ASCII literal characters");
            return NULL;
        }
        if (literal.bytes != bytes) {
            fail(sp, "cannot mix bytes and nonbytes literals");
            return NULL;
        }
        if (!add_literal(sp, &tokens[i], &literal, &parts))
            return NULL;
    }
    return format ? joined_new(sp, &parts)
                  : constant_text(sp, bytes, text, (size_t)(sp->out - text));
}

Expr *parse_strings(Parser *p)
{
    Mark mark = here(p);
    int first = p->pos;
    if (!at(p, TOKEN_STRING))
        return NULL;
    p->holds++;
    while (at(p, TOKEN_STRING))
        advance(p);
    p->holds--;
    StringParse sp = {.arena = p->arena, .lexer = &p->lexer, .flags = p->flags};
    sp.pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
    return strings_concatenate(&sp, p->tokens + first, p->pos - first);
}
