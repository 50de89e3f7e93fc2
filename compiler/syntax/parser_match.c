/* The match statement and its patterns. `match` and `case` are names everywhere else:
 * whether a line is a match statement shows at its end, behind the colon. */
#include "compiler/syntax/parser_internal.h"

enum { PATTERN_COST = 10, BLOCK_COST = 8 };

static Pattern *parse_pattern(Parser *p);

static Pattern *pattern_new(Parser *p, PatternKind pattern_kind, Mark mark)
{
    Pattern *pattern = arena_alloc(p->arena, sizeof *pattern);
    if (pattern != NULL) {
        pattern->kind = pattern_kind;
        pattern->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
    }
    return pattern;
}

static Pattern *pattern_make(Parser *p, PatternKind kind, Mark mark,
                             PatternFields fields)
{
    Pattern *pattern = pattern_new(p, kind, mark);
    if (pattern != NULL)
        pattern->u = fields;
    return pattern;
}

static Pattern *value_pattern(Parser *p, Mark mark, Expr *value)
{
    return value ? pattern_make(p, PATTERN_MatchValue, mark,
                                (PatternFields){.MatchValue = {.value = value}})
                 : NULL;
}

static bool is_imaginary(const Expr *number)
{
    return number->u.Constant.value.kind == AST_CONST_IMAG;
}

/* `-1`, `2.5`, `1 - 2j` */
static Expr *parse_signed_number(Parser *p)
{
    Mark mark = here(p);
    bool minus = accept(p, TOKEN_MINUS);
    Expr *number = at(p, TOKEN_NUMBER) ? parse_strings_or_number(p) : NULL;
    if (number == NULL)
        return NULL;
    bool imaginary = is_imaginary(number);
    if (minus) {
        Expr *operand = number;
        number = expr_new(p, EXPR_UnaryOp, mark);
        if (number == NULL)
            return NULL;
        number->u.UnaryOp.op = UNARYOP_USub;
        number->u.UnaryOp.operand = operand;
    }
    if (!at(p, TOKEN_PLUS) && !at(p, TOKEN_MINUS))
        return number;
    Operator op = at(p, TOKEN_PLUS) ? OPERATOR_Add : OPERATOR_Sub;
    advance(p);
    Expr *right = at(p, TOKEN_NUMBER) ? parse_strings_or_number(p) : NULL;
    if (right == NULL || imaginary || !is_imaginary(right))
        return NULL;
    return expr_make(p, EXPR_BinOp, mark,
                     (ExprFields){.BinOp = {.left = number, .op = op, .right = right}});
}

/* NAME ('.' NAME)* as an expression. */
static Expr *parse_dotted(Parser *p)
{
    Mark mark = here(p);
    Expr *expr = NULL;
    do {
        if (!at(p, TOKEN_NAME))
            return NULL;
        AstName *name = p->tokens[p->pos].name;
        Expr *value = expr;
        advance(p);
        expr = expr_new(p, value ? EXPR_Attribute : EXPR_Name, mark);
        if (expr == NULL)
            return NULL;
        if (value != NULL) {
            expr->u.Attribute.value = value;
            expr->u.Attribute.attr = name;
            expr->u.Attribute.ctx = CONTEXT_Load;
        } else {
            expr->u.Name.id = name;
            expr->u.Name.ctx = CONTEXT_Load;
        }
    } while (accept(p, TOKEN_DOT));
    return expr;
}

/* A name that binds, `_` excluded. */
static AstName *parse_capture_name(Parser *p)
{
    if (!at(p, TOKEN_NAME) || at_name(p, p->name_wildcard))
        return NULL;
    AstName *name = p->tokens[p->pos].name;
    advance(p);
    return at(p, TOKEN_DOT) || at(p, TOKEN_LPAR) || at(p, TOKEN_EQUAL) ? NULL : name;
}

/* Fills in the four sequences of `Class(pattern, name=pattern)`. */
static bool parse_class_arguments(Parser *p, Pattern *pattern)
{
    int positional_mark = p->stack_len;
    bool more = true;
    while (!at(p, TOKEN_RPAR) && !(at(p, TOKEN_NAME) && kind_after(p) == TOKEN_EQUAL)) {
        Pattern *item = parse_pattern(p);
        if (item == NULL || !seq_push(p, item))
            return false;
        if (!(more = accept(p, TOKEN_COMMA)))
            break;
    }
    if (!SEQ_TAKE(p, positional_mark, pattern->u.MatchClass.patterns))
        return false;
    int mark = p->stack_len; /* name, pattern, name, pattern */
    while (more && at(p, TOKEN_NAME) && kind_after(p) == TOKEN_EQUAL) {
        AstName *name = p->tokens[p->pos].name;
        advance(p);
        advance(p);
        Pattern *item = parse_pattern(p);
        if (item == NULL || !seq_push(p, name) || !seq_push(p, item))
            return false;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    int count = (p->stack_len - mark) / 2;
    void **items = arena_alloc(p->arena, 2 * (size_t)count * sizeof *items);
    if (items == NULL)
        return false;
    for (int i = 0; i < count; i++) {
        items[i] = p->stack[mark + 2 * i];
        items[count + i] = p->stack[mark + 2 * i + 1];
    }
    p->stack_len = mark;
    pattern->u.MatchClass.kwd_attrs = (NameSeq){count, (AstName **)items};
    pattern->u.MatchClass.kwd_patterns = (PatternSeq){count, (Pattern **)items + count};
    return accept(p, TOKEN_RPAR);
}

static Pattern *parse_class_pattern(Parser *p, Mark mark, Expr *cls)
{
    Pattern *pattern = pattern_new(p, PATTERN_MatchClass, mark);
    advance(p);
    if (pattern == NULL || !parse_class_arguments(p, pattern))
        return NULL;
    pattern->u.MatchClass.cls = cls;
    pattern->end_lineno = p->end_lineno;
    pattern->end_col_offset = p->end_col;
    return pattern;
}

/* A pattern that begins with a name: capture, wildcard, value or class. */
static Pattern *parse_name_pattern(Parser *p)
{
    Mark mark = here(p);
    AstName *name = p->tokens[p->pos].name;
    Expr *expr = parse_dotted(p);
    if (expr == NULL || at(p, TOKEN_EQUAL))
        return NULL;
    if (at(p, TOKEN_LPAR))
        return parse_class_pattern(p, mark, expr);
    if (expr->kind == EXPR_Attribute)
        return value_pattern(p, mark, expr);
    return pattern_make(
        p, PATTERN_MatchAs, mark,
        (PatternFields){.MatchAs = {.name = name == p->name_wildcard ? NULL : name}});
}

static Pattern *parse_singleton(Parser *p, AstConstKind const_kind)
{
    Mark mark = here(p);
    advance(p);
    return pattern_make(
        p, PATTERN_MatchSingleton, mark,
        (PatternFields){.MatchSingleton = {.value = (AstConst){.kind = const_kind}}});
}

static Pattern *parse_maybe_star(Parser *p)
{
    Mark mark = here(p);
    if (!accept(p, TOKEN_STAR))
        return parse_pattern(p);
    AstName *name = NULL;
    if (at_name(p, p->name_wildcard))
        advance(p);
    else if ((name = parse_capture_name(p)) == NULL)
        return NULL;
    return pattern_make(p, PATTERN_MatchStar, mark,
                        (PatternFields){.MatchStar = {.name = name}});
}

/* The rest of a sequence after its first item, up to `close` (not consumed). */
static Pattern *sequence_rest(Parser *p, Mark mark, Pattern *first, TokenKind close,
                              bool bracketed)
{
    int stack_mark = p->stack_len;
    while (first != NULL && seq_push(p, first) && accept(p, TOKEN_COMMA) &&
           !at(p, close) && !(close == TOKEN_COLON && at(p, TOKEN_IF)))
        first = parse_maybe_star(p);
    if (first == NULL || (bracketed && !accept(p, close)))
        return NULL;
    Pattern *pattern = pattern_new(p, PATTERN_MatchSequence, mark);
    if (pattern == NULL || !SEQ_TAKE(p, stack_mark, pattern->u.MatchSequence.patterns))
        return NULL;
    return pattern;
}

/* `[...]`, `(...)`: a sequence, or with one item in parentheses and no comma a group.
 */
static Pattern *parse_sequence_pattern(Parser *p)
{
    Mark mark = here(p);
    TokenKind close = at(p, TOKEN_LPAR) ? TOKEN_RPAR : TOKEN_RSQB;
    advance(p);
    if (accept(p, close)) {
        return pattern_make(
            p, PATTERN_MatchSequence, mark,
            (PatternFields){.MatchSequence = {.patterns = (PatternSeq){0, NULL}}});
    }
    Pattern *first = parse_maybe_star(p);
    if (first != NULL && close == TOKEN_RPAR && !at(p, TOKEN_COMMA))
        return first->kind != PATTERN_MatchStar && accept(p, close) ? first : NULL;
    return sequence_rest(p, mark, first, close, true);
}

static Expr *parse_mapping_key(Parser *p)
{
    switch (kind(p)) {
    case TOKEN_NAME: {
        Expr *key = parse_dotted(p);
        return key && key->kind == EXPR_Attribute ? key : NULL;
    }
    case TOKEN_STRING: return parse_strings(p);
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE: return parse_bitwise_or(p);
    default: return parse_signed_number(p);
    }
}

/* The pairs of a mapping are pushed key, pattern, key, pattern. */
static bool parse_mapping_items(Parser *p, AstName **rest)
{
    while (!at(p, TOKEN_RBRACE)) {
        if (accept(p, TOKEN_DOUBLESTAR)) {
            *rest = parse_capture_name(p);
            accept(p, TOKEN_COMMA);
            return *rest != NULL && at(p, TOKEN_RBRACE);
        }
        Expr *key = parse_mapping_key(p);
        Pattern *value = key && accept(p, TOKEN_COLON) ? parse_pattern(p) : NULL;
        if (value == NULL || !seq_push(p, key) || !seq_push(p, value))
            return false;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    return at(p, TOKEN_RBRACE);
}

static Pattern *parse_mapping_pattern(Parser *p)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    AstName *rest = NULL;
    advance(p);
    if (!parse_mapping_items(p, &rest))
        return NULL;
    advance(p);
    int count;
    Pattern *pattern = pattern_new(p, PATTERN_MatchMapping, mark);
    void **items = pattern ? pairs_take(p, stack_mark, &count) : NULL;
    if (items == NULL)
        return NULL;
    pattern->u.MatchMapping.keys = (ExprSeq){count, (Expr **)items};
    pattern->u.MatchMapping.patterns = (PatternSeq){count, (Pattern **)items + count};
    pattern->u.MatchMapping.rest = rest;
    return pattern;
}

static Pattern *parse_closed_pattern(Parser *p)
{
    Mark mark = here(p);
    switch (kind(p)) {
    case TOKEN_NAME: return parse_name_pattern(p);
    case TOKEN_NUMBER:
    case TOKEN_MINUS: return value_pattern(p, mark, parse_signed_number(p));
    case TOKEN_STRING: return value_pattern(p, mark, parse_strings(p));
    case TOKEN_NONE: return parse_singleton(p, AST_CONST_NONE);
    case TOKEN_TRUE: return parse_singleton(p, AST_CONST_TRUE);
    case TOKEN_FALSE: return parse_singleton(p, AST_CONST_FALSE);
    case TOKEN_LPAR:
    case TOKEN_LSQB: return parse_sequence_pattern(p);
    case TOKEN_LBRACE: return parse_mapping_pattern(p);
    default: return NULL;
    }
}

static Pattern *parse_or_pattern(Parser *p)
{
    Mark mark = here(p);
    Pattern *first = parse_closed_pattern(p);
    if (first == NULL || !at(p, TOKEN_VBAR))
        return first;
    int stack_mark = p->stack_len;
    while (first != NULL && seq_push(p, first) && accept(p, TOKEN_VBAR))
        first = parse_closed_pattern(p);
    Pattern *pattern = first ? pattern_new(p, PATTERN_MatchOr, mark) : NULL;
    if (pattern == NULL || !SEQ_TAKE(p, stack_mark, pattern->u.MatchOr.patterns))
        return NULL;
    return pattern;
}

static Pattern *parse_pattern(Parser *p)
{
    Mark mark = here(p);
    if (!parser_enter(p, PATTERN_COST))
        return NULL;
    Pattern *inner = parse_or_pattern(p);
    parser_leave(p, PATTERN_COST);
    if (inner == NULL || !accept(p, TOKEN_AS))
        return inner;
    AstName *name = parse_capture_name(p);
    return name ? pattern_make(
                      p, PATTERN_MatchAs, mark,
                      (PatternFields){.MatchAs = {.pattern = inner, .name = name}})
                : NULL;
}

/* What stands behind `case`: a pattern or an unbracketed sequence. */
static Pattern *parse_patterns(Parser *p)
{
    Mark mark = here(p);
    Pattern *first = parse_maybe_star(p);
    if (first == NULL || !at(p, TOKEN_COMMA))
        return first && first->kind == PATTERN_MatchStar ? NULL : first;
    return sequence_rest(p, mark, first, TOKEN_COLON, false);
}

static MatchCase *parse_case(Parser *p)
{
    Expr *guard = NULL;
    StmtSeq body;
    parser_forget(p);
    advance(p);
    Pattern *pattern = parse_patterns(p);
    if (pattern == NULL ||
        (accept(p, TOKEN_IF) && (guard = parse_named_expression(p)) == NULL) ||
        !parse_block(p, &body))
        return NULL;
    MatchCase *match_case = arena_alloc(p->arena, sizeof *match_case);
    if (match_case != NULL) {
        match_case->pattern = pattern;
        match_case->guard = guard;
        match_case->body = body;
    }
    return match_case;
}

static Stmt *parse_cases(Parser *p, Mark mark, Expr *subject)
{
    int stack_mark = p->stack_len;
    if (!parser_enter(p, BLOCK_COST))
        return NULL;
    do {
        MatchCase *match_case = parse_case(p);
        if (match_case == NULL || !seq_push(p, match_case))
            return NULL;
    } while (at_name(p, p->name_case));
    parser_leave(p, BLOCK_COST);
    if (!accept(p, TOKEN_DEDENT))
        return NULL;
    Stmt *stmt = stmt_new(p, STMT_Match, mark);
    if (stmt == NULL || !SEQ_TAKE(p, stack_mark, stmt->u.Match.cases))
        return NULL;
    stmt->u.Match.subject = subject;
    return stmt;
}

/* Whether a subject can begin with this token, and an expression statement that
 * begins with the name `match` usually does not go on with it. */
static bool may_begin_subject(TokenKind token_kind)
{
    switch (token_kind) {
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_LPAR:
    case TOKEN_LSQB:
    case TOKEN_LBRACE:
    case TOKEN_STAR:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_TILDE:
    case TOKEN_NOT:
    case TOKEN_LAMBDA:
    case TOKEN_AWAIT:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_ELLIPSIS: return true;
    default: return false;
    }
}

bool try_match_statement(Parser *p, Stmt **match)
{
    if (!may_begin_subject(kind_after(p)))
        return false;
    Mark mark = here(p);
    int start = p->pos, stack_mark = p->stack_len, depth = p->depth;
    p->holds++;
    advance(p);
    Expr *subject = parse_star_named_list(p);
    bool is_match = subject != NULL && accept(p, TOKEN_COLON) &&
                    accept(p, TOKEN_NEWLINE) && accept(p, TOKEN_INDENT) &&
                    at_name(p, p->name_case);
    p->holds--;
    if (is_match) {
        *match = version_has(p->flags, 10) ? parse_cases(p, mark, subject) : NULL;
        return true;
    }
    p->pos = start;
    p->stack_len = stack_mark;
    p->depth = depth;
    return false;
}
