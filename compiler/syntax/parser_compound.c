/* Compound statements: a header, a colon, a block. `match` is in parser_match.c. */
#include "compiler/syntax/parser_internal.h"

enum { BLOCK_COST = 8 }; /* CPython's rules from one block to the next inside it */

/* What follows the colon of a block: simple statements, or an indented run of them. */
static bool parse_suite(Parser *p, StmtSeq *body)
{
    int stack_mark = p->stack_len;
    if (!accept(p, TOKEN_NEWLINE))
        return parse_simple_statements(p) && SEQ_TAKE(p, stack_mark, *body);
    if (!accept(p, TOKEN_INDENT) || !parser_enter(p, BLOCK_COST))
        return false;
    do {
        if (!parse_statement(p))
            return false;
    } while (!at(p, TOKEN_DEDENT));
    parser_leave(p, BLOCK_COST);
    advance(p);
    return SEQ_TAKE(p, stack_mark, *body);
}

bool parse_block(Parser *p, StmtSeq *body)
{
    return accept(p, TOKEN_COLON) && parse_suite(p, body);
}

/* A block that may have a type comment behind its colon. */
static bool parse_typed_block(Parser *p, StmtSeq *body, AstName **type_comment)
{
    if (!accept(p, TOKEN_COLON))
        return false;
    *type_comment = accept_type_comment(p);
    return parse_suite(p, body);
}

/* The same of a function, where the type comment may have the next line to itself. */
static bool parse_function_block(Parser *p, StmtSeq *body, AstName **type_comment)
{
    if (!accept(p, TOKEN_COLON))
        return false;
    if (p->flags & PARSE_TYPE_COMMENTS && at(p, TOKEN_NEWLINE) &&
        kind_after(p) == TOKEN_TYPE_COMMENT)
        advance(p);
    *type_comment = accept_type_comment(p);
    return parse_suite(p, body);
}

/* `else` and its block, if there is one. */
static bool parse_else(Parser *p, StmtSeq *orelse)
{
    *orelse = (StmtSeq){0, NULL};
    return !accept(p, TOKEN_ELSE) || parse_block(p, orelse);
}

static Stmt *parse_if(Parser *p)
{
    Mark mark = here(p);
    StmtSeq body, orelse;
    advance(p);
    Expr *test = parse_named_expression(p);
    if (test == NULL || !parse_block(p, &body))
        return NULL;
    if (at(p, TOKEN_ELIF)) {
        if (!parser_enter(p, 1))
            return NULL;
        int stack_mark = p->stack_len;
        parser_forget(p);
        Stmt *elif = parse_if(p);
        parser_leave(p, 1);
        if (elif == NULL || !seq_push(p, elif) || !SEQ_TAKE(p, stack_mark, orelse))
            return NULL;
    } else if (!parse_else(p, &orelse)) {
        return NULL;
    }
    return stmt_make(
        p, STMT_If, mark,
        (StmtFields){.If = {.test = test, .body = body, .orelse = orelse}});
}

static Stmt *parse_while(Parser *p)
{
    Mark mark = here(p);
    StmtSeq body, orelse;
    advance(p);
    Expr *test = parse_named_expression(p);
    if (test == NULL || !parse_block(p, &body) || !parse_else(p, &orelse))
        return NULL;
    return stmt_make(
        p, STMT_While, mark,
        (StmtFields){.While = {.test = test, .body = body, .orelse = orelse}});
}

static Stmt *parse_for(Parser *p, Mark mark, bool is_async)
{
    StmtSeq body, orelse;
    AstName *type_comment;
    advance(p);
    Expr *target = parse_targets(p);
    Expr *iter = target && accept(p, TOKEN_IN) ? parse_star_expressions(p) : NULL;
    if (iter == NULL || !parse_typed_block(p, &body, &type_comment) ||
        !parse_else(p, &orelse) || (is_async && !version_has(p->flags, 5)))
        return NULL;
    /* For and AsyncFor have one layout. */
    return stmt_make(p, is_async ? STMT_AsyncFor : STMT_For, mark,
                     (StmtFields){.For = {.target = target,
                                          .iter = iter,
                                          .body = body,
                                          .orelse = orelse,
                                          .type_comment = type_comment}});
}

static WithItem *parse_with_item(Parser *p)
{
    Expr *context = parse_expression(p), *target = NULL;
    if (context == NULL ||
        (accept(p, TOKEN_AS) && (target = parse_star_target(p)) == NULL))
        return NULL;
    WithItem *item = arena_alloc(p->arena, sizeof *item);
    if (item != NULL) {
        item->context_expr = context;
        item->optional_vars = target;
    }
    return item;
}

/* `(item, item,) :` - the parentheses may as well be part of an expression, which only
 * shows behind them: then no type comment follows. Consumes up to, not including, the
 * colon. */
static bool try_parenthesized_items(Parser *p, WithItemSeq *items)
{
    int start = p->pos, stack_mark = p->stack_len, depth = p->depth;
    bool ok = true;
    p->holds++;
    advance(p);
    do {
        WithItem *item = parse_with_item(p);
        ok = item != NULL && seq_push(p, item);
    } while (ok && accept(p, TOKEN_COMMA) && !at(p, TOKEN_RPAR));
    ok = ok && accept(p, TOKEN_RPAR) && at(p, TOKEN_COLON) &&
         !(p->flags & PARSE_TYPE_COMMENTS && kind_after(p) == TOKEN_TYPE_COMMENT);
    p->holds--;
    if (ok)
        return SEQ_TAKE(p, stack_mark, *items);
    p->pos = start;
    p->stack_len = stack_mark;
    p->depth = depth;
    return false;
}

/* `since`: the Python 3 that has them in parentheses. */
static bool parse_with_items(Parser *p, WithItemSeq *items, int since)
{
    if (at(p, TOKEN_LPAR) && try_parenthesized_items(p, items))
        return version_has(p->flags, since);
    int stack_mark = p->stack_len;
    do {
        WithItem *item = parse_with_item(p);
        if (item == NULL || !seq_push(p, item))
            return false;
    } while (accept(p, TOKEN_COMMA));
    return SEQ_TAKE(p, stack_mark, *items);
}

static Stmt *parse_with(Parser *p, Mark mark, bool is_async)
{
    WithItemSeq items;
    StmtSeq body;
    AstName *type_comment;
    advance(p);
    if (!parse_with_items(p, &items, is_async ? 5 : 9) ||
        !parse_typed_block(p, &body, &type_comment) ||
        (is_async && !version_has(p->flags, 5)))
        return NULL;
    return stmt_make(
        p, is_async ? STMT_AsyncWith : STMT_With, mark,
        (StmtFields){
            .With = {.items = items, .body = body, .type_comment = type_comment}});
}

/* One `except` clause; *star says whether it is an `except*`. */
static ExceptHandler *parse_handler(Parser *p, bool *star)
{
    Mark mark = here(p);
    Expr *type = NULL;
    AstName *name = NULL;
    StmtSeq body;
    advance(p);
    *star = accept(p, TOKEN_STAR);
    if (*star || !at(p, TOKEN_COLON)) {
        if ((type = parse_expression(p)) == NULL)
            return NULL;
        if (accept(p, TOKEN_AS)) {
            if (!at(p, TOKEN_NAME))
                return NULL;
            name = p->tokens[p->pos].name;
            advance(p);
        }
    }
    if (!parse_block(p, &body))
        return NULL;
    ExceptHandler *handler = arena_alloc(p->arena, sizeof *handler);
    if (handler != NULL) {
        handler->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
        handler->type = type;
        handler->name = name;
        handler->body = body;
    }
    return handler;
}

static Stmt *parse_try(Parser *p)
{
    Mark mark = here(p);
    StmtSeq body, orelse = {0, NULL}, finalbody = {0, NULL};
    ExceptHandlerSeq handlers;
    bool star = false;
    advance(p);
    if (!parse_block(p, &body))
        return NULL;
    int stack_mark = p->stack_len;
    while (at(p, TOKEN_EXCEPT)) {
        bool this_star;
        ExceptHandler *handler = parse_handler(p, &this_star);
        if (handler == NULL || (p->stack_len > stack_mark && this_star != star) ||
            !seq_push(p, handler))
            return NULL;
        star = this_star;
    }
    if (!SEQ_TAKE(p, stack_mark, handlers) ||
        (handlers.count > 0 && !parse_else(p, &orelse)) ||
        (accept(p, TOKEN_FINALLY) ? !parse_block(p, &finalbody)
                                  : handlers.count == 0) ||
        (star && !version_has(p->flags, 11)))
        return NULL;
    return stmt_make(p, star ? STMT_TryStar : STMT_Try, mark,
                     (StmtFields){.Try = {.body = body,
                                          .handlers = handlers,
                                          .orelse = orelse,
                                          .finalbody = finalbody}});
}

static Stmt *parse_function(Parser *p, Mark mark, ExprSeq decorators, bool is_async)
{
    Expr *returns = NULL;
    StmtSeq body;
    AstName *type_comment;
    advance(p);
    if (!at(p, TOKEN_NAME))
        return NULL;
    AstName *name = p->tokens[p->pos].name;
    advance(p);
    if (!accept(p, TOKEN_LPAR))
        return NULL;
    Arguments *args = parse_parameters(p, TOKEN_RPAR, true);
    if (args == NULL || !accept(p, TOKEN_RPAR) ||
        (accept(p, TOKEN_RARROW) && (returns = parse_expression(p)) == NULL) ||
        !parse_function_block(p, &body, &type_comment) ||
        (is_async && !version_has(p->flags, 5)))
        return NULL;
    /* FunctionDef and AsyncFunctionDef have one layout. */
    return stmt_make(p, is_async ? STMT_AsyncFunctionDef : STMT_FunctionDef, mark,
                     (StmtFields){.FunctionDef = {.name = name,
                                                  .args = args,
                                                  .body = body,
                                                  .decorator_list = decorators,
                                                  .returns = returns,
                                                  .type_comment = type_comment}});
}

static Stmt *parse_class(Parser *p, ExprSeq decorators)
{
    Mark mark = here(p);
    ExprSeq bases = {0, NULL};
    KeywordSeq keywords = {0, NULL};
    StmtSeq body;
    advance(p);
    if (!at(p, TOKEN_NAME))
        return NULL;
    AstName *name = p->tokens[p->pos].name;
    advance(p);
    if (accept(p, TOKEN_LPAR) &&
        (!parse_arguments(p, &bases, &keywords) || !accept(p, TOKEN_RPAR)))
        return NULL;
    if (!parse_block(p, &body))
        return NULL;
    return stmt_make(p, STMT_ClassDef, mark,
                     (StmtFields){.ClassDef = {.name = name,
                                               .bases = bases,
                                               .keywords = keywords,
                                               .body = body,
                                               .decorator_list = decorators}});
}

static Stmt *parse_async(Parser *p, ExprSeq decorators)
{
    Mark mark = here(p);
    TokenKind next = kind_after(p);
    if (next == TOKEN_DEF) {
        advance(p);
        return parse_function(p, mark, decorators, true);
    }
    if (decorators.count > 0 || (next != TOKEN_FOR && next != TOKEN_WITH))
        return NULL;
    advance(p);
    return next == TOKEN_FOR ? parse_for(p, mark, true) : parse_with(p, mark, true);
}

static Stmt *parse_decorated(Parser *p)
{
    ExprSeq decorators;
    int stack_mark = p->stack_len;
    while (accept(p, TOKEN_AT)) {
        Expr *decorator = parse_named_expression(p);
        if (decorator == NULL || !seq_push(p, decorator) || !accept(p, TOKEN_NEWLINE))
            return NULL;
    }
    if (!SEQ_TAKE(p, stack_mark, decorators))
        return NULL;
    switch (kind(p)) {
    case TOKEN_DEF: return parse_function(p, here(p), decorators, false);
    case TOKEN_CLASS: return parse_class(p, decorators);
    case TOKEN_ASYNC: return parse_async(p, decorators);
    default: return NULL;
    }
}

static Stmt *parse_compound_statement(Parser *p)
{
    const ExprSeq none = {0, NULL};
    switch (kind(p)) {
    case TOKEN_DEF: return parse_function(p, here(p), none, false);
    case TOKEN_IF: return parse_if(p);
    case TOKEN_CLASS: return parse_class(p, none);
    case TOKEN_WITH: return parse_with(p, here(p), false);
    case TOKEN_FOR: return parse_for(p, here(p), false);
    case TOKEN_TRY: return parse_try(p);
    case TOKEN_WHILE: return parse_while(p);
    case TOKEN_AT: return parse_decorated(p);
    case TOKEN_ASYNC: return parse_async(p, none);
    default: return NULL;
    }
}

bool parse_statement(Parser *p)
{
    Stmt *stmt = NULL;
    parser_forget(p);
    switch (kind(p)) {
    case TOKEN_DEF:
    case TOKEN_IF:
    case TOKEN_CLASS:
    case TOKEN_WITH:
    case TOKEN_FOR:
    case TOKEN_TRY:
    case TOKEN_WHILE:
    case TOKEN_AT:
    case TOKEN_ASYNC: stmt = parse_compound_statement(p); break;
    case TOKEN_NAME:
        if (p->tokens[p->pos].name == p->name_match && try_match_statement(p, &stmt))
            break;
        return parse_simple_statements(p);
    default: return parse_simple_statements(p);
    }
    return stmt != NULL && seq_push(p, stmt);
}
