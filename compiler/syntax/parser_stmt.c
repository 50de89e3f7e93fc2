/* Simple statements: those that fit on one line, between semicolons. */
#include <string.h>

#include "compiler/syntax/parser_internal.h"

Stmt *stmt_new(Parser *p, StmtKind stmt_kind, Mark mark)
{
    Stmt *stmt = arena_alloc(p->arena, sizeof *stmt);
    if (stmt != NULL) {
        stmt->kind = stmt_kind;
        stmt->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
    }
    return stmt;
}

static bool at_line_end(const Parser *p)
{
    return at(p, TOKEN_NEWLINE) || at(p, TOKEN_SEMI);
}

/* The operator of an augmented assignment; -1 if the token is none. */
static int augmented_operator(TokenKind token_kind)
{
    switch (token_kind) {
    case TOKEN_PLUSEQUAL: return OPERATOR_Add;
    case TOKEN_MINEQUAL: return OPERATOR_Sub;
    case TOKEN_STAREQUAL: return OPERATOR_Mult;
    case TOKEN_ATEQUAL: return OPERATOR_MatMult;
    case TOKEN_SLASHEQUAL: return OPERATOR_Div;
    case TOKEN_PERCENTEQUAL: return OPERATOR_Mod;
    case TOKEN_AMPEREQUAL: return OPERATOR_BitAnd;
    case TOKEN_VBAREQUAL: return OPERATOR_BitOr;
    case TOKEN_CIRCUMFLEXEQUAL: return OPERATOR_BitXor;
    case TOKEN_LEFTSHIFTEQUAL: return OPERATOR_LShift;
    case TOKEN_RIGHTSHIFTEQUAL: return OPERATOR_RShift;
    case TOKEN_DOUBLESTAREQUAL: return OPERATOR_Pow;
    case TOKEN_DOUBLESLASHEQUAL: return OPERATOR_FloorDiv;
    default: return -1;
    }
}

static bool is_single_target(const Expr *expr)
{
    return expr->kind == EXPR_Name || expr->kind == EXPR_Attribute ||
           expr->kind == EXPR_Subscript;
}

static Stmt *parse_assignment(Parser *p, Mark mark, Expr *first)
{
    int stack_mark = p->stack_len;
    Expr *value = first;
    while (accept(p, TOKEN_EQUAL))
        if (!make_target(value, CONTEXT_Store) || !seq_push(p, value) ||
            (value = parse_yield_or_star_expressions(p)) == NULL)
            return NULL;
    AstName *type_comment = accept_type_comment(p);
    Stmt *stmt = stmt_new(p, STMT_Assign, mark);
    if (stmt == NULL || !SEQ_TAKE(p, stack_mark, stmt->u.Assign.targets))
        return NULL;
    stmt->u.Assign.value = value;
    stmt->u.Assign.type_comment = type_comment;
    return stmt;
}

static Stmt *parse_augmented_assignment(Parser *p, Mark mark, Expr *target, int op)
{
    if (!is_single_target(target) ||
        (op == OPERATOR_MatMult && !version_has(p->flags, 5)))
        return NULL;
    make_target(target, CONTEXT_Store);
    advance(p);
    Expr *value = parse_yield_or_star_expressions(p);
    return value ? stmt_make(p, STMT_AugAssign, mark,
                             (StmtFields){.AugAssign = {.target = target,
                                                        .op = (Operator)op,
                                                        .value = value}})
                 : NULL;
}

static Stmt *parse_annotated_assignment(Parser *p, Mark mark, Expr *target,
                                        bool parenthesized)
{
    if (!is_single_target(target) || !version_has(p->flags, 6))
        return NULL;
    make_target(target, CONTEXT_Store);
    advance(p);
    Expr *annotation = parse_expression(p), *value = NULL;
    if (annotation == NULL || (accept(p, TOKEN_EQUAL) &&
                               (value = parse_yield_or_star_expressions(p)) == NULL))
        return NULL;
    return stmt_make(p, STMT_AnnAssign, mark,
                     (StmtFields){.AnnAssign = {.target = target,
                                                .annotation = annotation,
                                                .value = value,
                                                .simple = target->kind == EXPR_Name &&
                                                          !parenthesized}});
}

static Stmt *parse_expression_statement(Parser *p)
{
    Mark mark = here(p);
    bool parenthesized = at(p, TOKEN_LPAR);
    Expr *expr = parse_yield_or_star_expressions(p);
    if (expr == NULL)
        return NULL;
    if (at(p, TOKEN_EQUAL))
        return parse_assignment(p, mark, expr);
    if (at(p, TOKEN_COLON))
        return parse_annotated_assignment(p, mark, expr, parenthesized);
    int op = augmented_operator(kind(p));
    if (op >= 0)
        return parse_augmented_assignment(p, mark, expr, op);
    return stmt_make(p, STMT_Expr, mark, (StmtFields){.Expr = {.value = expr}});
}

static Stmt *parse_return(Parser *p)
{
    Mark mark = here(p);
    Expr *value = NULL;
    advance(p);
    if (!at_line_end(p) && (value = parse_star_expressions(p)) == NULL)
        return NULL;
    return stmt_make(p, STMT_Return, mark, (StmtFields){.Return = {.value = value}});
}

static Stmt *parse_raise(Parser *p)
{
    Mark mark = here(p);
    Expr *exc = NULL, *cause = NULL;
    advance(p);
    if (!at_line_end(p)) {
        if ((exc = parse_expression(p)) == NULL ||
            (accept(p, TOKEN_FROM) && (cause = parse_expression(p)) == NULL))
            return NULL;
    }
    return stmt_make(p, STMT_Raise, mark,
                     (StmtFields){.Raise = {.exc = exc, .cause = cause}});
}

static Stmt *parse_assert(Parser *p)
{
    Mark mark = here(p);
    advance(p);
    Expr *test = parse_expression(p), *msg = NULL;
    if (test == NULL || (accept(p, TOKEN_COMMA) && (msg = parse_expression(p)) == NULL))
        return NULL;
    return stmt_make(p, STMT_Assert, mark,
                     (StmtFields){.Assert = {.test = test, .msg = msg}});
}

static Stmt *parse_delete(Parser *p)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    advance(p);
    do {
        Expr *target = parse_bitwise_or(p);
        if (target == NULL || !make_target(target, CONTEXT_Del) || !seq_push(p, target))
            return NULL;
    } while (accept(p, TOKEN_COMMA) && !at_line_end(p));
    Stmt *stmt = stmt_new(p, STMT_Delete, mark);
    if (stmt == NULL || !SEQ_TAKE(p, stack_mark, stmt->u.Delete.targets))
        return NULL;
    return stmt;
}

static Stmt *parse_scope_declaration(Parser *p, StmtKind stmt_kind)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    advance(p);
    do {
        if (!at(p, TOKEN_NAME) || !seq_push(p, p->tokens[p->pos].name))
            return NULL;
        advance(p);
    } while (accept(p, TOKEN_COMMA));
    Stmt *stmt = stmt_new(p, stmt_kind, mark);
    /* Global and Nonlocal have one layout. */
    if (stmt == NULL || !SEQ_TAKE(p, stack_mark, stmt->u.Global.names))
        return NULL;
    return stmt;
}

/* `a.b.c` as one name. White space and comments between the parts are dropped. */
static AstName *parse_dotted_name(Parser *p)
{
    if (!at(p, TOKEN_NAME))
        return NULL;
    AstName *name = p->tokens[p->pos].name;
    advance(p);
    while (accept(p, TOKEN_DOT)) {
        if (!at(p, TOKEN_NAME))
            return NULL;
        AstName *part = p->tokens[p->pos].name;
        char *joined = arena_alloc(p->arena, (size_t)name->len + part->len + 2);
        if (joined == NULL)
            return NULL;
        memcpy(joined, name->utf8, name->len);
        joined[name->len] = '.';
        memcpy(joined + name->len + 1, part->utf8, part->len);
        name = arena_name(p->arena, joined, (size_t)name->len + 1 + part->len);
        if (name == NULL)
            return NULL;
        advance(p);
    }
    return name;
}

static Alias *alias_new(Parser *p, Mark mark, AstName *name, AstName *asname)
{
    Alias *alias = arena_alloc(p->arena, sizeof *alias);
    if (alias != NULL) {
        alias->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
        alias->name = name;
        alias->asname = asname;
    }
    return alias;
}

static Alias *parse_alias(Parser *p, bool dotted)
{
    Mark mark = here(p);
    AstName *name = NULL, *asname = NULL;
    if (dotted) {
        name = parse_dotted_name(p);
    } else if (at(p, TOKEN_NAME)) {
        name = p->tokens[p->pos].name;
        advance(p);
    }
    if (name == NULL)
        return NULL;
    if (accept(p, TOKEN_AS)) {
        if (!at(p, TOKEN_NAME))
            return NULL;
        asname = p->tokens[p->pos].name;
        advance(p);
    }
    return alias_new(p, mark, name, asname);
}

static Stmt *parse_import(Parser *p)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    advance(p);
    do {
        Alias *alias = parse_alias(p, true);
        if (alias == NULL || !seq_push(p, alias))
            return NULL;
    } while (accept(p, TOKEN_COMMA));
    Stmt *stmt = stmt_new(p, STMT_Import, mark);
    if (stmt == NULL || !SEQ_TAKE(p, stack_mark, stmt->u.Import.names))
        return NULL;
    return stmt;
}

/* What follows `import` in a from-import. */
static bool parse_from_names(Parser *p, AliasSeq *names)
{
    int stack_mark = p->stack_len;
    if (at(p, TOKEN_STAR)) {
        Mark mark = here(p);
        advance(p);
        Alias *star = alias_new(p, mark, arena_name(p->arena, "*", 1), NULL);
        return star && star->name && seq_push(p, star) &&
               SEQ_TAKE(p, stack_mark, *names);
    }
    bool parenthesized = accept(p, TOKEN_LPAR);
    do {
        Alias *alias = parse_alias(p, false);
        if (alias == NULL || !seq_push(p, alias))
            return false;
    } while (accept(p, TOKEN_COMMA) && !(parenthesized && at(p, TOKEN_RPAR)));
    return (!parenthesized || accept(p, TOKEN_RPAR)) && SEQ_TAKE(p, stack_mark, *names);
}

static Stmt *parse_from_import(Parser *p)
{
    Mark mark = here(p);
    AstName *module = NULL;
    AliasSeq names;
    int level = 0;
    advance(p);
    for (; at(p, TOKEN_DOT) || at(p, TOKEN_ELLIPSIS); advance(p))
        level += at(p, TOKEN_DOT) ? 1 : 3;
    if ((level == 0 || !at(p, TOKEN_IMPORT)) && (module = parse_dotted_name(p)) == NULL)
        return NULL;
    if (!accept(p, TOKEN_IMPORT) || !parse_from_names(p, &names))
        return NULL;
    return stmt_make(
        p, STMT_ImportFrom, mark,
        (StmtFields){.ImportFrom = {.module = module, .names = names, .level = level}});
}

static Stmt *parse_bare(Parser *p, StmtKind stmt_kind)
{
    Mark mark = here(p);
    advance(p);
    return stmt_new(p, stmt_kind, mark);
}

static Stmt *parse_simple_statement(Parser *p)
{
    switch (kind(p)) {
    case TOKEN_RETURN: return parse_return(p);
    case TOKEN_IMPORT: return parse_import(p);
    case TOKEN_FROM: return parse_from_import(p);
    case TOKEN_RAISE: return parse_raise(p);
    case TOKEN_PASS: return parse_bare(p, STMT_Pass);
    case TOKEN_BREAK: return parse_bare(p, STMT_Break);
    case TOKEN_CONTINUE: return parse_bare(p, STMT_Continue);
    case TOKEN_DEL: return parse_delete(p);
    case TOKEN_ASSERT: return parse_assert(p);
    case TOKEN_GLOBAL: return parse_scope_declaration(p, STMT_Global);
    case TOKEN_NONLOCAL: return parse_scope_declaration(p, STMT_Nonlocal);
    default: return parse_expression_statement(p);
    }
}

bool parse_simple_statements(Parser *p)
{
    do {
        Stmt *stmt = parse_simple_statement(p);
        if (stmt == NULL || !seq_push(p, stmt))
            return false;
    } while (accept(p, TOKEN_SEMI) && !at(p, TOKEN_NEWLINE));
    return accept(p, TOKEN_NEWLINE);
}
