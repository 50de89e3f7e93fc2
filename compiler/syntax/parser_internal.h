/* What the files of the fast parser share.
 *
 * The convention of all parsing functions: they start at the current token, consume
 * what they recognise and return a node, or NULL (false) if the source is not valid
 * there. They say nothing about why: diagnose.c finds that out with a second parse.
 * Nodes are allocated when they are complete, so their end is the last token consumed.
 */
#ifndef MINIPY_COMPILER_SYNTAX_PARSER_INTERNAL_H
#define MINIPY_COMPILER_SYNTAX_PARSER_INTERNAL_H

#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"

typedef struct Parser {
    AstArena *arena;
    Token *tokens; /* the current statement's, tokens[pos] is the current one */
    int pos, fill, capacity;
    int holds; /* how many rules in progress may go back, or look at tokens behind */
    int end_lineno, end_col; /* end of the last consumed token that has text */
    int depth;               /* see parser_enter */
    void **stack;            /* items of the sequences being collected */
    int stack_len, stack_capacity;
    unsigned flags;
    ParseMode mode;
    bool single_open; /* PARSE_SINGLE: the end of the text first acts as a newline */
    bool too_complex; /* the nesting limit was hit: MemoryError */
    int start_lineno, start_col; /* of an f-string's expression: shifts the columns */
    AstName *name_match, *name_case, *name_wildcard;
    TypeIgnoreSeq type_ignores; /* in the arena, room for a power of two */
    /* Where diagnose.c starts: the last statement outside any block. */
    const char *restart;
    int restart_lineno;
    Lexer lexer;
} Parser;

/* Where a node begins. */
typedef struct Mark {
    int lineno, col;
} Mark;

/* 6000 rules deep, less those above an expression statement's expression. */
enum { PARSER_MAX_DEPTH = 5969 };

/* Prepares to parse text; false if out of memory. */
bool parser_init(Parser *p, AstArena *arena, const char *text, int first_lineno,
                 unsigned flags);

/* Reads one more token into the buffer. */
void parser_fill(Parser *p);

/* Moves the current token to the front of the buffer: no way back behind it. */
void parser_forget(Parser *p);

static inline TokenKind kind(const Parser *p)
{
    return (TokenKind)p->tokens[p->pos].kind;
}

static inline bool at(const Parser *p, TokenKind wanted)
{
    return p->tokens[p->pos].kind == wanted;
}

static inline TokenKind kind_after(Parser *p)
{
    if (p->pos + 1 >= p->fill) {
        parser_fill(p);
        if (p->pos + 1 >= p->fill)
            return TOKEN_ERROR; /* out of memory */
    }
    return (TokenKind)p->tokens[p->pos + 1].kind;
}

/* Whether the grammar asked for has what came with Python 3.`minor`. */
static inline bool version_has(unsigned flags, int minor)
{
    return minor + (int)(flags >> PARSE_OLDER_SHIFT) <= PARSE_VERSION;
}

static inline bool at_name(const Parser *p, const AstName *name)
{
    return at(p, TOKEN_NAME) && p->tokens[p->pos].name == name;
}

static inline Mark here(const Parser *p)
{
    return (Mark){p->tokens[p->pos].lineno, p->tokens[p->pos].col};
}

static inline void advance(Parser *p)
{
    const Token *token = &p->tokens[p->pos];
    if (token->kind < TOKEN_NEWLINE || token->kind > TOKEN_DEDENT) {
        p->end_lineno = token->end_lineno;
        p->end_col = token->end_col;
    }
    if (++p->pos >= p->fill)
        parser_fill(p);
}

static inline bool accept(Parser *p, TokenKind wanted)
{
    if (!at(p, wanted))
        return false;
    advance(p);
    return true;
}

/* The type comment at the current token, which is consumed; NULL if there is none. */
static inline AstName *accept_type_comment(Parser *p)
{
    const Token *token = &p->tokens[p->pos];
    if (token->kind != TOKEN_TYPE_COMMENT)
        return NULL;
    AstName *text =
        arena_name(p->arena, token->start, (size_t)(token->end - token->start));
    advance(p);
    return text;
}

/* Guards the C stack, and gives up (MemoryError) about where CPython does: `cost` is
 * how many of its rules lie between two visits. Pair with parser_leave. */
static inline bool parser_enter(Parser *p, int cost)
{
    p->depth += cost;
    if (p->depth <= PARSER_MAX_DEPTH && !arena_c_stack_full(p->arena))
        return true;
    p->too_complex = true;
    return false;
}

static inline void parser_leave(Parser *p, int cost)
{
    p->depth -= cost;
}

/* Sequences: push items behind a mark (p->stack_len), then SEQ_TAKE them. */
bool seq_push(Parser *p, void *item);
void *seq_finish(Parser *p, int mark, int *count);
#define SEQ_TAKE(p, mark, seq)                                                         \
    ((seq).items = seq_finish((p), (mark), &(seq).count), !(p)->arena->failed)

/* Of items pushed in turn, a, b, a, b, ...: all the first ones, then all the second,
 * count of each; in the arena. NULL: no memory. */
void **pairs_take(Parser *p, int mark, int *count);

/* New nodes, from mark to the last consumed token. */
Expr *expr_new(Parser *p, ExprKind expr_kind, Mark mark);
Stmt *stmt_new(Parser *p, StmtKind stmt_kind, Mark mark);
/* ... with these fields. */
static inline Expr *expr_make(Parser *p, ExprKind kind, Mark mark, ExprFields fields)
{
    Expr *expr = expr_new(p, kind, mark);
    if (expr != NULL)
        expr->u = fields;
    return expr;
}
static inline Stmt *stmt_make(Parser *p, StmtKind kind, Mark mark, StmtFields fields)
{
    Stmt *stmt = stmt_new(p, kind, mark);
    if (stmt != NULL)
        stmt->u = fields;
    return stmt;
}

/* parser_expr.c */
/* Each reads what the grammar calls by that name, from the token at p on: NULL (or
 * false) when that is something else, or the arena is out of memory
 * (p->arena->failed). */
Expr *parse_expression(Parser *p);
Expr *parse_named_expression(Parser *p);
Expr *parse_bitwise_or(Parser *p);
Expr *parse_star_expressions(Parser *p); /* `a`, `a, *b`: one or a tuple */
/* The tuple that begins at the mark with first; the comma behind it comes next. */
Expr *parse_tuple_rest(Parser *p, Mark mark, Expr *first,
                       Expr *(*parse_item)(Parser *));
Expr *parse_star_named_list(Parser *p); /* the same with walrus: match subjects */
Expr *parse_yield(Parser *p);
Expr *parse_yield_or_star_expressions(Parser *p);
Expr *parse_disjunction(Parser *p);
Expr *parse_starred_of(Parser *p, Expr *(*parse)(Parser *p)); /* `*x`, at the star */
Expr *parse_strings_or_number(Parser *p); /* a literal, for patterns */

/* parser_display.c: what stands in brackets */
Expr *parse_bracketed(Parser *p); /* ( [ { as an atom */
Expr *parse_call(Parser *p, Expr *func, Mark mark);
bool parse_arguments(Parser *p, ExprSeq *args, KeywordSeq *keywords);
Expr *parse_subscript(Parser *p, Expr *value, Mark mark);
Expr *parse_star_named_expression(Parser *p);

/* parser_target.c */
/* Gives expr and what is in it the context; false: it cannot be assigned to. */
bool make_target(Expr *expr, ExprContext context);
Expr *parse_targets(Parser *p);     /* after `for`; ends before `in` */
Expr *parse_star_target(Parser *p); /* after `as` */
/* Up to the token `end`, which stays; NULL as above. */
Arguments *parse_parameters(Parser *p, TokenKind end, bool annotations);

/* parser_stmt.c, parser_compound.c, parser_match.c */
bool parse_simple_statements(Parser *p); /* one line; pushes on the stack */
bool parse_statement(Parser *p);         /* pushes on the stack */
/* A suite: NULL (or false) as above. */
bool parse_block(Parser *p, StmtSeq *body);
bool try_match_statement(Parser *p, Stmt **match); /* false: it is none */

/* parser_string.c, parser_constant.c */
/* Literals as constants: NULL (or false) for one that is wrong, or without memory. */
Expr *parse_strings(Parser *p);
bool constant_number(AstArena *arena, const Token *token, AstConst *value);
/* Whether the number has no underscores, or the grammar has them. */
bool number_allowed(const Token *token, unsigned flags);
int constant_digit_count(const Token *token);

#endif
