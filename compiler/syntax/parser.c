/* The parser's state, and its door: parse_source.
 *
 * Tokens are read when they are looked at. The buffer holds those of the statement in
 * hand, so that a rule may go back within it; parser_forget drops them at the next
 * statement. If the fast parse fails, diagnose.c parses again, from the last statement
 * that stands outside any block, and finds the message. */
#include "compiler/syntax/parser_internal.h"

#include <string.h>

#include "compiler/diagnose/diagnose.h"
#include "compiler/syntax/source.h"

enum {
    FIRST_TOKENS = 32,
    FIRST_STACK = 64,
    /* The diagnosis takes about 1 KB of memory for each byte of a statement. */
    LONGEST_DIAGNOSED = 2 << 20,
};

bool parser_init(Parser *p, AstArena *arena, const char *text, int first_lineno,
                 unsigned flags)
{
    memset(p, 0, offsetof(Parser, lexer));
    p->arena = arena;
    p->flags = flags;
    p->capacity = FIRST_TOKENS;
    p->tokens = arena_alloc(arena, FIRST_TOKENS * sizeof *p->tokens);
    p->stack_capacity = FIRST_STACK;
    p->stack = arena_alloc(arena, FIRST_STACK * sizeof *p->stack);
    p->start_lineno = first_lineno;
    p->name_match = arena_name(arena, "match", 5);
    p->name_case = arena_name(arena, "case", 4);
    p->name_wildcard = arena_name(arena, "_", 1);
    lexer_init(&p->lexer, arena, text, first_lineno);
    p->lexer.type_comments = (flags & PARSE_TYPE_COMMENTS) != 0;
    p->lexer.old_async = !version_has(flags, 7);
    p->restart = text;
    p->restart_lineno = first_lineno;
    return !arena->failed;
}

/* In PARSE_SINGLE the end of the text ends the statement: it acts as a newline, closes
 * all blocks, and only then is the end. */
static void single_end(Parser *p, Token *token)
{
    if (token->kind != TOKEN_ENDMARKER || !p->single_open) {
        p->single_open = p->mode == PARSE_SINGLE;
        return;
    }
    token->kind = TOKEN_NEWLINE;
    p->single_open = false;
    if (p->lexer.indent_top > 0 && !(p->flags & PARSE_DONT_IMPLY_DEDENT)) {
        p->lexer.pending = -p->lexer.indent_top;
        p->lexer.indent_top = 0;
    }
}

/* Drops the tokens behind the previous one, if no rule needs them any more: a list of
 * a million items takes no more tokens than a line. */
static void drop_consumed(Parser *p)
{
    int dropped = p->pos - 1;
    if (p->holds == 0 && dropped > p->capacity / 2) {
        p->fill -= dropped;
        p->pos -= dropped;
        memmove(p->tokens, p->tokens + dropped, (size_t)p->fill * sizeof *p->tokens);
    }
}

/* Keeps what a `# type: ignore` says behind it, with its line. */
static void note_type_ignore(Parser *p, const Token *token)
{
    TypeIgnoreSeq *seq = &p->type_ignores;
    if ((seq->count & (seq->count - 1)) == 0) { /* full: 0, 1, 2, 4, ... */
        size_t room = seq->count ? 2 * (size_t)seq->count : 1;
        TypeIgnore **items = arena_alloc(p->arena, room * sizeof *items);
        if (items == NULL)
            return;
        if (seq->count > 0)
            memcpy(items, seq->items, (size_t)seq->count * sizeof *items);
        seq->items = items;
    }
    TypeIgnore *ignore = arena_alloc(p->arena, sizeof *ignore);
    if (ignore == NULL)
        return;
    ignore->lineno = token->lineno;
    ignore->tag =
        arena_name(p->arena, token->start, (size_t)(token->end - token->start));
    seq->items[seq->count++] = ignore;
}

void parser_fill(Parser *p)
{
    if (p->fill == p->capacity)
        drop_consumed(p);
    if (p->fill == p->capacity) {
        Token *tokens = arena_alloc(p->arena, 2 * (size_t)p->capacity * sizeof *tokens);
        if (tokens == NULL) {
            /* Everything ends here: overwrite the last token. */
            p->pos = p->fill - 1;
            p->tokens[p->pos].kind = TOKEN_ERROR;
            return;
        }
        memcpy(tokens, p->tokens, (size_t)p->fill * sizeof *tokens);
        p->tokens = tokens;
        p->capacity *= 2;
    }
    Token *token = &p->tokens[p->fill++];
    lexer_next(&p->lexer, token);
    while (token->kind == TOKEN_TYPE_IGNORE) {
        note_type_ignore(p, token);
        lexer_next(&p->lexer, token);
    }
    if (p->mode == PARSE_SINGLE)
        single_end(p, token);
    if (p->start_col > 0 && p->lexer.lineno == p->start_lineno) {
        token->col += p->start_col;
        token->end_col += p->start_col;
    }
}

void parser_forget(Parser *p)
{
    int kept = p->fill - p->pos;
    memmove(p->tokens, p->tokens + p->pos, (size_t)kept * sizeof *p->tokens);
    p->pos = 0;
    p->fill = kept;
}

bool seq_push(Parser *p, void *item)
{
    if (p->stack_len == p->stack_capacity) {
        void **stack =
            arena_alloc(p->arena, 2 * (size_t)p->stack_capacity * sizeof *stack);
        if (stack == NULL)
            return false;
        memcpy(stack, p->stack, (size_t)p->stack_len * sizeof *stack);
        p->stack = stack;
        p->stack_capacity *= 2;
    }
    p->stack[p->stack_len++] = item;
    return true;
}

void *seq_finish(Parser *p, int mark, int *count)
{
    *count = p->stack_len - mark;
    size_t size = (size_t)*count * sizeof *p->stack;
    void *items = size ? arena_alloc(p->arena, size) : NULL;
    if (items != NULL)
        memcpy(items, p->stack + mark, size);
    p->stack_len = mark;
    return items;
}

void **pairs_take(Parser *p, int stack_mark, int *count)
{
    int n = *count = (p->stack_len - stack_mark) / 2;
    void **items = arena_alloc(p->arena, 2 * (size_t)n * sizeof *items);
    for (int i = 0; items != NULL && i < n; i++) {
        items[i] = p->stack[stack_mark + 2 * i];
        items[n + i] = p->stack[stack_mark + 2 * i + 1];
    }
    p->stack_len = stack_mark;
    return items;
}

/* Remembers where the next statement outside any block begins. */
static void note_restart(Parser *p)
{
    const Token *token = &p->tokens[p->pos];
    if (token->col == 0 && token->kind != TOKEN_ERROR) {
        p->restart = token->start;
        p->restart_lineno = token->lineno;
    }
}

static bool parse_file(Parser *p, StmtSeq *body)
{
    int stack_mark = p->stack_len;
    while (!at(p, TOKEN_ENDMARKER)) {
        note_restart(p);
        if (!parse_statement(p))
            return false;
    }
    return SEQ_TAKE(p, stack_mark, *body);
}

/* Whether only white space and comments follow the one statement. `end` is that of its
 * last token, NULL if that is the end of the text acting as a newline. */
static bool only_blank_follows(const char *end)
{
    const char *s = end ? end : "";
    for (;;) {
        while (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\f')
            s++;
        if (*s != '#')
            return *s == '\0';
        s += strcspn(s, "\n");
    }
}

/* An empty line does nothing, which in the tree is `pass`. */
static bool parse_empty_line(Parser *p)
{
    Mark mark = here(p);
    advance(p);
    Stmt *pass = stmt_new(p, STMT_Pass, mark);
    if (pass == NULL)
        return false;
    pass->end_lineno = p->tokens[p->pos - 1].end_lineno;
    pass->end_col_offset = p->tokens[p->pos - 1].end_col;
    return seq_push(p, pass);
}

static bool is_compound(const Stmt *stmt)
{
    return stmt->kind <= STMT_ClassDef ||
           (stmt->kind >= STMT_For && stmt->kind <= STMT_Match) ||
           stmt->kind == STMT_Try || stmt->kind == STMT_TryStar;
}

static bool parse_single(Parser *p, StmtSeq *body)
{
    int stack_mark = p->stack_len;
    if (at(p, TOKEN_NEWLINE)) {
        if (!parse_empty_line(p))
            return false;
    } else if (!parse_statement(p)) {
        return false;
    } else if (is_compound(p->stack[stack_mark]) && !accept(p, TOKEN_NEWLINE)) {
        return false;
    }
    return SEQ_TAKE(p, stack_mark, *body) &&
           only_blank_follows(p->tokens[p->pos - 1].end);
}

static Expr *parse_eval(Parser *p)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    Expr *expr = parse_expression(p);
    if (expr != NULL && at(p, TOKEN_COMMA)) {
        while (expr != NULL && seq_push(p, expr) && accept(p, TOKEN_COMMA) &&
               !at(p, TOKEN_NEWLINE) && !at(p, TOKEN_ENDMARKER))
            expr = parse_expression(p);
        Expr *tuple = expr ? expr_new(p, EXPR_Tuple, mark) : NULL;
        if (tuple == NULL || !SEQ_TAKE(p, stack_mark, tuple->u.Tuple.elts))
            return NULL;
        tuple->u.Tuple.ctx = CONTEXT_Load;
        expr = tuple;
    }
    while (expr != NULL && accept(p, TOKEN_NEWLINE)) {
    }
    return expr && at(p, TOKEN_ENDMARKER) ? expr : NULL;
}

/* The types of a function type's parameters: expressions, then at most one with `*` and
 * one with `**`, which are all the same in the tree. */
static bool parse_argument_types(Parser *p, ExprSeq *types)
{
    int stack_mark = p->stack_len, last = 0; /* 1 after a `*`, 2 after a `**` */
    while (!at(p, TOKEN_RPAR)) {
        int stars = at(p, TOKEN_STAR) ? 1 : at(p, TOKEN_DOUBLESTAR) ? 2 : 0;
        if (last > 0 && stars <= last)
            return false;
        if (stars > 0)
            advance(p);
        last = stars;
        Expr *type = parse_expression(p);
        if (type == NULL || !seq_push(p, type))
            return false;
        if (at(p, TOKEN_RPAR))
            break;
        if (!accept(p, TOKEN_COMMA) || at(p, TOKEN_RPAR))
            return false;
    }
    return SEQ_TAKE(p, stack_mark, *types);
}

static bool parse_function_type(Parser *p, Mod *mod)
{
    ExprSeq types;
    if (!accept(p, TOKEN_LPAR) || !parse_argument_types(p, &types) ||
        !accept(p, TOKEN_RPAR) || !accept(p, TOKEN_RARROW))
        return false;
    mod->u.FunctionType.argtypes = types;
    mod->u.FunctionType.returns = parse_expression(p);
    while (accept(p, TOKEN_NEWLINE)) {
    }
    return mod->u.FunctionType.returns != NULL && at(p, TOKEN_ENDMARKER);
}

static Mod *parse_module(Parser *p)
{
    Mod *mod = arena_calloc(p->arena, sizeof *mod);
    if (mod == NULL)
        return NULL;
    parser_fill(p);
    switch (p->mode) {
    case PARSE_EXEC:
        mod->kind = MOD_Module;
        if (!parse_file(p, &mod->u.Module.body))
            return NULL;
        mod->u.Module.type_ignores = p->type_ignores;
        return mod;
    case PARSE_SINGLE:
        mod->kind = MOD_Interactive;
        return parse_single(p, &mod->u.Interactive.body) ? mod : NULL;
    case PARSE_FUNC_TYPE:
        mod->kind = MOD_FunctionType;
        return parse_function_type(p, mod) ? mod : NULL;
    default:
        mod->kind = MOD_Expression;
        return (mod->u.Expression.body = parse_eval(p)) ? mod : NULL;
    }
}

bool parse_source(AstArena *arena, const char *bytes, size_t len,
                  const ParseOptions *options, ParseResult *result)
{
    Parser parser;
    memset(result, 0, sizeof *result);
    if (!source_decode(arena, bytes, len, options, result))
        return false;
    if (!lexer_seed_names(arena) ||
        !parser_init(&parser, arena, result->text, 1, options->flags)) {
        result->error.kind = COMPILE_NO_MEMORY;
        return false;
    }
    parser.mode = options->mode;
    parser.lexer.warnings_tail = &result->warnings;
    parser.lexer.check_utf8 = result->bad_utf8;
    result->mod = parse_module(&parser);
    if (result->mod != NULL && !arena->failed)
        return true;
    result->mod = NULL;
    if (arena->failed)
        result->error.kind = COMPILE_NO_MEMORY;
    else if (parser.too_complex)
        result->error.kind = COMPILE_MEMORY_ERROR;
    else if (parser.lexer.cur - parser.restart > LONGEST_DIAGNOSED)
        diagnose_briefly(arena, options, result, &parser);
    else if (diagnose_finds_in_valid(result->text, parser.restart) &&
             parser.lexer.cur - result->text <= LONGEST_DIAGNOSED)
        diagnose(arena, options, result, result->text, 1);
    else
        diagnose(arena, options, result, parser.restart, parser.restart_lineno);
    return false;
}
