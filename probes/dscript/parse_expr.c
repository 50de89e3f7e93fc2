/* Expressions of D: C's operators with C's precedence, and ^^. The end of a predicate
 * is the
 * `/` before a body. */
#include "probes/dscript/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

static DExpr *new_expr(DParser *parser, DExprKind kind)
{
    DExpr *expr = darena_take(&parser->script->arena, sizeof *expr);
    expr->kind = kind;
    expr->at = parser->token.at;
    return expr;
}

static DExpr *new_number(DParser *parser, int64_t number, DType type)
{
    DExpr *expr = new_expr(parser, DEXPR_NUMBER);
    expr->number = number;
    expr->type = type;
    expr->type.is_literal = true;
    return expr;
}

static DExpr *new_string(DParser *parser, DText text)
{
    DExpr *expr = new_expr(parser, DEXPR_STRING);
    expr->text = text;
    expr->type = DTYPE_TEXT;
    return expr;
}

/* ---- types ----------------------------------------------------------------------- */

static const struct {
    const char *name;
    DType type;
} types[] = {
    {"int", DTYPE_INT},
    {"long", DTYPE_LONG},
    {"short", {DKIND_NUMBER, 2, 0, 0}},
    {"char", {DKIND_NUMBER, 1, 0, 0}},
    {"unsigned", DTYPE_UINT},
    {"signed", DTYPE_INT},
    {"int8_t", {DKIND_NUMBER, 1, 0, 0}},
    {"int16_t", {DKIND_NUMBER, 2, 0, 0}},
    {"int32_t", DTYPE_INT},
    {"int64_t", DTYPE_LONG},
    {"uint8_t", {DKIND_NUMBER, 1, 1, 0}},
    {"uint16_t", {DKIND_NUMBER, 2, 1, 0}},
    {"uint32_t", DTYPE_UINT},
    {"uint64_t", DTYPE_ULONG},
    {"intptr_t", DTYPE_LONG},
    {"uintptr_t", DTYPE_ULONG},
    {"size_t", DTYPE_ULONG},
    {"ssize_t", DTYPE_LONG},
    {"pid_t", DTYPE_INT},
    {"id_t", DTYPE_INT},
    {"uid_t", DTYPE_UINT},
    {"gid_t", DTYPE_UINT},
    {"time_t", DTYPE_LONG},
    {"hrtime_t", DTYPE_LONG},
    {"u_longlong_t", DTYPE_ULONG},
    {"longlong_t", DTYPE_LONG},
    {"ulong_t", DTYPE_ULONG},
    {"uint_t", DTYPE_UINT},
    {"string", DTYPE_TEXT},
    {"void", DTYPE_VOID},
    {"const", DTYPE_INT},
    {"volatile", DTYPE_INT},
};

static const DType *type_named(const DToken *token)
{
    for (size_t i = 0; token->kind == DTOKEN_NAME && i < sizeof types / sizeof *types;
         i++)
        if (dtext_is(token->text, types[i].name))
            return &types[i].type;
    return NULL;
}

bool dparse_type(DParser *parser, DType *type)
{
    const DType *word = type_named(&parser->token);
    bool is_unsigned = false, sized = false;
    if (word == NULL)
        return false;
    *type = DTYPE_INT;
    for (; word != NULL; word = type_named(&parser->token)) {
        bool plain = dtext_is(parser->token.text, "int") && sized;
        bool sign = dtext_is(parser->token.text, "unsigned") ||
                    dtext_is(parser->token.text, "signed");
        bool qualifies = parser->token.text.s[0] == 'c' && parser->token.size == 5;
        qualifies |= dtext_is(parser->token.text, "volatile");
        is_unsigned |= dtext_is(parser->token.text, "unsigned");
        if (!plain && !sign && !qualifies) {
            *type = *word;
            sized = true;
        }
        dparse_next(parser);
    }
    type->is_unsigned |= is_unsigned;
    while (dparse_accept(parser, DSIGN('*')))
        *type = DTYPE_ULONG; /* an address; what is there is read by copyinstr() */
    return true;
}

/* ---- primaries ------------------------------------------------------------------- */

static DExpr *parse_assignment(DParser *parser);

/* Arguments up to the closing sign, as a list. */
static DExpr *parse_list(DParser *parser, uint32_t close)
{
    DExpr *first = NULL, **last = &first;
    while (!dparse_is(parser, close) && parser->token.kind != DTOKEN_END) {
        *last = parse_assignment(parser);
        last = &(*last)->next;
        if (!dparse_is(parser, close))
            dparse_want(parser, DSIGN(','));
    }
    dparse_want(parser, close);
    return first;
}

static DExpr *parse_keys(DParser *parser)
{
    if (!dparse_accept(parser, DSIGN('[')))
        return NULL;
    if (dparse_is(parser, DSIGN(']')))
        dparse_wrong(parser, "a key");
    return parse_list(parser, DSIGN(']'));
}

/* The word $N, with defaultargs 0 or "" when there is none. */
static DExpr *parse_argument_macro(DParser *parser, DText name, bool is_text)
{
    DScript *script = parser->script;
    int number = 0;
    for (uint32_t i = is_text; i < name.size && number < 1000; i++)
        number = number * 10 + (name.s[i] - '0');
    const char *word =
        number > 0 && number <= script->word_count ? script->words[number - 1] : NULL;
    if (word == NULL && script->options.defaultargs == 0) {
        dsource_wrong(&script->sources, parser->token.at,
                      "--dscript-arg=VALUE gives it; with #pragma D option defaultargs "
                      "it is 0 or \"\".",
                      "there is no argument $%.*s", (int)name.size, name.s);
        return new_number(parser, 0, DTYPE_INT);
    }
    if (is_text)
        return new_string(parser, dtext(word != NULL ? word : ""));
    char *end = NULL;
    long long value = word != NULL ? strtoll(word, &end, 0) : 0;
    if (word != NULL && (*end != 0 || end == word))
        dsource_wrong(
            &script->sources, parser->token.at, "$$ instead of $ has its text.",
            "argument $%.*s is no number: %.100s", (int)name.size, name.s, word);
    return new_number(parser, value, value == (int)value ? DTYPE_INT : DTYPE_LONG);
}

static DExpr *parse_macro(DParser *parser)
{
    DScript *script = parser->script;
    DText name = parser->token.text;
    bool is_text = name.size > 0 && name.s[0] == '$';
    if (name.size > is_text && isdigit((unsigned char)name.s[is_text]))
        return parse_argument_macro(parser, name, is_text);
    if (dtext_is(name, "target") || dtext_is(name, "pid"))
        return new_number(parser, script->pid, DTYPE_INT);
    const struct {
        const char *name;
        int64_t value;
    } known[] = {{"ppid", getppid()}, {"uid", getuid()},   {"euid", geteuid()},
                 {"gid", getgid()},   {"egid", getegid()}, {"pgid", getpgrp()},
                 {"sid", getsid(0)},  {"tid", script->pid}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (dtext_is(name, known[i].name))
            return new_number(parser, known[i].value, DTYPE_INT);
    dsource_wrong(
        &script->sources, parser->token.at,
        "There are $target, $1 to $9, $$1 (as text), $pid, $ppid, $uid, $gid.",
        "$%.*s is not known", (int)name.size, name.s);
    return new_number(parser, 0, DTYPE_INT);
}

static DInline *inline_named(DScript *script, DText name)
{
    DInline *found = script->inlines;
    while (found != NULL && dtext_compare(found->name, name) != 0)
        found = found->next;
    return found;
}

/* self->name and this->name, or a name alone. The variable itself is found by check.c.
 */
static DExpr *parse_variable(DParser *parser)
{
    DExpr *expr = new_expr(parser, DEXPR_VARIABLE);
    bool self = dtext_is(parser->token.text, "self");
    if (self || dtext_is(parser->token.text, "this")) {
        dparse_next(parser);
        dparse_want(parser, DSIGN2('-', '>'));
        expr->number = self ? DSCOPE_SELF : DSCOPE_THIS;
        if (parser->token.kind != DTOKEN_NAME)
            dparse_wrong(parser, "a name");
    } else {
        expr->number = DSCOPE_GLOBAL;
    }
    expr->text = parser->token.text;
    dparse_next(parser);
    expr->a = parse_keys(parser);
    return expr;
}

static DExpr *parse_sizeof(DParser *parser)
{
    DExpr *expr = new_expr(parser, DEXPR_SIZEOF);
    dparse_next(parser);
    dparse_want(parser, DSIGN('('));
    if (!dparse_type(parser, &expr->type))
        expr->a = parse_assignment(parser);
    dparse_want(parser, DSIGN(')'));
    return expr;
}

/* argN, args[N], a call, or a variable. */
static DExpr *parse_name(DParser *parser)
{
    DToken name = parser->token;
    if (dtext_is(name.text, "self") || dtext_is(name.text, "this"))
        return parse_variable(parser);
    if (dtext_is(name.text, "sizeof"))
        return parse_sizeof(parser);
    if (dtext_is(name.text, "NULL")) {
        DExpr *null = new_number(parser, 0, DTYPE_ULONG);
        dparse_next(parser);
        return null;
    }
    DInline *found = inline_named(parser->script, name.text);
    DExpr *expr = new_expr(parser, DEXPR_CALL);
    expr->text = name.text;
    if (found != NULL) {
        dparse_next(parser);
        *expr = *found->value; /* its own `next` and type; the operands are shared */
        expr->at = name.at;
        expr->next = NULL;
        return expr;
    }
    if (name.text.size == 4 && memcmp(name.text.s, "arg", 3) == 0 &&
        isdigit((unsigned char)name.text.s[3])) {
        expr->kind = DEXPR_ARGUMENT;
        expr->number = name.text.s[3] - '0';
        dparse_next(parser);
        return expr;
    }
    DLexer behind = parser->lexer;
    dlex_skip(&behind);
    if (behind.next == behind.end || *behind.next != '(')
        return parse_variable(parser);
    dparse_next(parser);
    dparse_next(parser);
    expr->a = parse_list(parser, DSIGN(')'));
    return expr;
}

static DExpr *parse_aggregation(DParser *parser)
{
    DExpr *expr = new_expr(parser, DEXPR_AGGREGATION);
    expr->text = parser->token.text;
    dparse_next(parser);
    expr->a = parse_keys(parser);
    return expr;
}

static DExpr *parse_primary(DParser *parser)
{
    DExpr *expr;
    const DToken *token = &parser->token;
    switch (token->kind) {
    case DTOKEN_NUMBER:
        expr = new_number(parser, (int64_t)token->number,
                          token->is_long ? DTYPE_LONG : DTYPE_INT);
        expr->type.is_unsigned = token->is_unsigned;
        break;
    case DTOKEN_STRING: expr = new_string(parser, token->text); break;
    case DTOKEN_MACRO: expr = parse_macro(parser); break;
    case DTOKEN_NAME: return parse_name(parser);
    case DTOKEN_AGGREGATION: return parse_aggregation(parser);
    default:
        if (dparse_accept(parser, DSIGN('('))) {
            bool outer = parser->in_predicate;
            parser->in_predicate = false;
            expr = dparse_expression(parser);
            parser->in_predicate = outer;
            dparse_want(parser, DSIGN(')'));
            return expr;
        }
        expr = new_number(parser, 0, DTYPE_INT);
        dparse_wrong(parser, "an expression");
    }
    dparse_next(parser);
    return expr;
}

/* ---- operators ------------------------------------------------------------------- */

static DExpr *parse_postfix(DParser *parser)
{
    DExpr *expr = parse_primary(parser);
    while (dparse_is(parser, DSIGN2('+', '+')) || dparse_is(parser, DSIGN2('-', '-'))) {
        DExpr *step = new_expr(parser, DEXPR_STEP);
        step->sign = parser->token.sign;
        step->a = expr;
        step->number = 1;
        parser->operators++;
        dparse_next(parser);
        expr = step;
    }
    if (dparse_is(parser, DSIGN2('-', '>')) || dparse_is(parser, DSIGN('.')))
        dsource_wrong(&parser->script->sources, parser->token.at,
                      "What a marker knows is in its arguments: arg0, copyinstr(arg0).",
                      "there are no structures here");
    return expr;
}

/* Is a type in parentheses next? */
static bool is_cast(DParser *parser)
{
    DLexer behind = parser->lexer;
    if (!dparse_is(parser, DSIGN('(')))
        return false;
    DToken token = dlex_next(&behind);
    return type_named(&token) != NULL;
}

static DExpr *parse_unary(DParser *parser);

static DExpr *parse_cast(DParser *parser)
{
    DExpr *expr = new_expr(parser, DEXPR_CAST);
    dparse_next(parser);
    dparse_type(parser, &expr->type);
    dparse_want(parser, DSIGN(')'));
    expr->a = parse_unary(parser);
    return expr;
}

static DExpr *parse_operator(DParser *parser)
{
    uint32_t sign = parser->token.sign;
    bool steps = sign == DSIGN2('+', '+') || sign == DSIGN2('-', '-');
    DExpr *expr = new_expr(parser, steps ? DEXPR_STEP : DEXPR_UNARY);
    expr->sign = sign;
    if (sign == DSIGN('*') || sign == DSIGN('&'))
        dsource_wrong(&parser->script->sources, parser->token.at,
                      "copyinstr(ADDRESS) reads a string of the program.",
                      "addresses are not followed");
    dparse_next(parser);
    expr->a = parse_unary(parser);
    return expr;
}

/* Trees are walked by recursion, so their depth has an end: of brackets, and of the
 * operators in a row, each of which is a level, too. */
static void go_deeper(DParser *parser)
{
    if (++parser->depth <= DDEPTH_MAX && ++parser->operators <= DOPERATORS_MAX)
        return;
    dsource_wrong(&parser->script->sources, parser->token.at, NULL,
                  parser->depth > DDEPTH_MAX ? "more than %d expressions in each other"
                                             : "more than %d operators in a row",
                  parser->depth > DDEPTH_MAX ? DDEPTH_MAX : DOPERATORS_MAX);
    parser->token.kind = DTOKEN_END;
}

static DExpr *parse_unary(DParser *parser)
{
    go_deeper(parser);
    bool signs = parser->token.kind == DTOKEN_SIGN;
    uint32_t sign = parser->token.sign;
    DExpr *expr;
    if (is_cast(parser))
        expr = parse_cast(parser);
    else if (signs && (strchr("!~-+*&", (int)(sign & 255)) != NULL && sign < 256))
        expr = parse_operator(parser);
    else if (signs && (sign == DSIGN2('+', '+') || sign == DSIGN2('-', '-')))
        expr = parse_operator(parser);
    else
        expr = parse_postfix(parser);
    parser->depth--;
    return expr;
}

/* How tightly a binary operator binds, from 1; 0: it is none. */
static int binding(uint32_t sign)
{
    switch (sign) {
    case DSIGN2('|', '|'): return 1;
    case DSIGN2('^', '^'): return 2;
    case DSIGN2('&', '&'): return 3;
    case DSIGN('|'): return 4;
    case DSIGN('^'): return 5;
    case DSIGN('&'): return 6;
    case DSIGN2('=', '='):
    case DSIGN2('!', '='): return 7;
    case DSIGN('<'):
    case DSIGN('>'):
    case DSIGN2('<', '='):
    case DSIGN2('>', '='): return 8;
    case DSIGN2('<', '<'):
    case DSIGN2('>', '>'): return 9;
    case DSIGN('+'):
    case DSIGN('-'): return 10;
    case DSIGN('*'):
    case DSIGN('/'):
    case DSIGN('%'): return 11;
    default: return 0;
    }
}

/* Is the `/` that is next the predicate's end? It stands before a body, or before the
 * end. */
static bool ends_predicate(DParser *parser)
{
    if (!parser->in_predicate || !dparse_is(parser, DSIGN('/')))
        return false;
    DLexer behind = parser->lexer;
    dlex_skip(&behind);
    return behind.next == behind.end || *behind.next == '{';
}

static DExpr *parse_binary(DParser *parser, int least)
{
    DExpr *left = parse_unary(parser);
    for (;;) {
        int level = parser->token.kind == DTOKEN_SIGN ? binding(parser->token.sign) : 0;
        if (level == 0 || level < least || ends_predicate(parser))
            return left;
        DExpr *expr = new_expr(parser, DEXPR_BINARY);
        expr->sign = parser->token.sign;
        expr->a = left;
        dparse_next(parser);
        expr->b = parse_binary(parser, level + 1);
        left = expr;
    }
}

static bool is_assignment(const DToken *token)
{
    uint32_t first = token->sign & 255, size = token->size & 3;
    if (token->kind != DTOKEN_SIGN || token->sign >> 8 * (size - 1) != '=')
        return false;
    return size == 1 || (size == 2 && strchr("+-*/%&|^", (int)first) != NULL) ||
           size == 3;
}

/* Without commas. */
static DExpr *parse_assignment(DParser *parser)
{
    go_deeper(parser);
    DExpr *left = parse_binary(parser, 1), *expr = left;
    if (dparse_is(parser, DSIGN('?'))) {
        expr = new_expr(parser, DEXPR_CONDITION);
        expr->a = left;
        dparse_next(parser);
        expr->b = parse_assignment(parser);
        dparse_want(parser, DSIGN(':'));
        expr->c = parse_assignment(parser);
    } else if (is_assignment(&parser->token)) {
        expr = new_expr(parser, left->kind == DEXPR_AGGREGATION ? DEXPR_AGGREGATE
                                                                : DEXPR_ASSIGN);
        expr->sign = parser->token.sign;
        expr->a = left;
        dparse_next(parser);
        expr->b = parse_assignment(parser);
    }
    parser->depth--;
    return expr;
}

DExpr *dparse_expression(DParser *parser)
{
    if (parser->depth == 0)
        parser->operators = 0;
    DExpr *expr = parse_assignment(parser);
    while (dparse_is(parser, DSIGN(','))) {
        DExpr *comma = new_expr(parser, DEXPR_COMMA);
        comma->a = expr;
        dparse_next(parser);
        comma->b = parse_assignment(parser);
        expr = comma;
    }
    return expr;
}
