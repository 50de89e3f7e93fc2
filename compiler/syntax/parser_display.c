/* What stands in brackets: groups, tuples, lists, sets, dicts, comprehensions,
 * arguments of calls, subscripts. */
#include "compiler/syntax/parser_internal.h"

/* The rules of CPython's grammar between one bracket and the next inside it. */
#define BRACKET_COST 29

static Comprehension *parse_for_if(Parser *p)
{
    Comprehension *clause = arena_alloc(p->arena, sizeof *clause);
    if (clause == NULL)
        return NULL;
    clause->is_async = accept(p, TOKEN_ASYNC);
    if ((clause->is_async && !version_has(p->flags, 6)) || !accept(p, TOKEN_FOR) ||
        (clause->target = parse_targets(p)) == NULL || !accept(p, TOKEN_IN) ||
        (clause->iter = parse_disjunction(p)) == NULL)
        return NULL;
    int stack_mark = p->stack_len;
    while (accept(p, TOKEN_IF)) {
        Expr *test = parse_disjunction(p);
        if (test == NULL || !seq_push(p, test))
            return NULL;
    }
    return SEQ_TAKE(p, stack_mark, clause->ifs) ? clause : NULL;
}

static bool at_comprehension(const Parser *p)
{
    return at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC);
}

static bool parse_generators(Parser *p, ComprehensionSeq *generators)
{
    int stack_mark = p->stack_len;
    while (at_comprehension(p)) {
        Comprehension *clause = parse_for_if(p);
        if (clause == NULL || !seq_push(p, clause))
            return false;
    }
    return SEQ_TAKE(p, stack_mark, *generators);
}

/* `elt for ... close`: the element is parsed, the clauses and the bracket follow. */
static Expr *finish_comprehension(Parser *p, ExprKind expr_kind, Mark mark, Expr *elt,
                                  TokenKind close)
{
    ComprehensionSeq generators;
    if (elt->kind == EXPR_Starred || !parse_generators(p, &generators) ||
        !accept(p, close))
        return NULL;
    /* The three kinds have one layout. */
    return expr_make(p, expr_kind, mark,
                     (ExprFields){.ListComp = {.elt = elt, .generators = generators}});
}

/* Items up to the closing bracket, the first one already parsed. */
static bool finish_items(Parser *p, Expr *first, TokenKind close, ExprSeq *elts)
{
    int stack_mark = p->stack_len;
    while (first != NULL && seq_push(p, first) && accept(p, TOKEN_COMMA) &&
           !at(p, close))
        first = parse_star_named_expression(p);
    return first != NULL && accept(p, close) && SEQ_TAKE(p, stack_mark, *elts);
}

/* A walrus that is not in parentheses: no dict key, no bound of a slice. */
static bool is_bare_walrus(const Expr *expr, Mark mark)
{
    return expr->kind == EXPR_NamedExpr && expr->lineno == mark.lineno &&
           expr->col_offset == mark.col;
}

static Expr *tuple_new(Parser *p, Mark mark, ExprSeq elts)
{
    return expr_make(p, EXPR_Tuple, mark,
                     (ExprFields){.Tuple = {.elts = elts, .ctx = CONTEXT_Load}});
}

static Expr *parse_parenthesized(Parser *p, Mark mark)
{
    if (accept(p, TOKEN_RPAR))
        return tuple_new(p, mark, (ExprSeq){0, NULL});
    if (at(p, TOKEN_YIELD)) {
        Expr *yield = parse_yield(p);
        return yield && accept(p, TOKEN_RPAR) ? yield : NULL;
    }
    Expr *first = parse_star_named_expression(p);
    if (first == NULL)
        return NULL;
    if (at_comprehension(p))
        return finish_comprehension(p, EXPR_GeneratorExp, mark, first, TOKEN_RPAR);
    if (at(p, TOKEN_COMMA)) {
        ExprSeq elts;
        return finish_items(p, first, TOKEN_RPAR, &elts) ? tuple_new(p, mark, elts)
                                                         : NULL;
    }
    return first->kind != EXPR_Starred && accept(p, TOKEN_RPAR) ? first : NULL;
}

static Expr *parse_list(Parser *p, Mark mark)
{
    ExprSeq elts = {0, NULL};
    if (!accept(p, TOKEN_RSQB)) {
        Expr *first = parse_star_named_expression(p);
        if (first != NULL && at_comprehension(p))
            return finish_comprehension(p, EXPR_ListComp, mark, first, TOKEN_RSQB);
        if (!finish_items(p, first, TOKEN_RSQB, &elts))
            return NULL;
    }
    return expr_make(p, EXPR_List, mark,
                     (ExprFields){.List = {.elts = elts, .ctx = CONTEXT_Load}});
}

/* `key: value` or `**mapping`, for which *key is NULL. */
static bool parse_dict_item(Parser *p, Expr **key, Expr **value)
{
    *key = NULL;
    if (accept(p, TOKEN_DOUBLESTAR))
        return (*value = parse_bitwise_or(p)) != NULL;
    return (*key = parse_expression(p)) != NULL && accept(p, TOKEN_COLON) &&
           (*value = parse_expression(p)) != NULL;
}

static Expr *dict_comprehension(Parser *p, Mark mark, Expr *key, Expr *value)
{
    ComprehensionSeq generators;
    if (key == NULL || !parse_generators(p, &generators) || !accept(p, TOKEN_RBRACE))
        return NULL;
    return expr_make(
        p, EXPR_DictComp, mark,
        (ExprFields){
            .DictComp = {.key = key, .value = value, .generators = generators}});
}

/* The pairs were pushed key, value, key, value. */
static Expr *dict_new(Parser *p, Mark mark, int stack_mark)
{
    int count;
    Expr *expr = expr_new(p, EXPR_Dict, mark);
    void **items = expr ? pairs_take(p, stack_mark, &count) : NULL;
    if (items == NULL)
        return NULL;
    expr->u.Dict.keys = (ExprSeq){count, (Expr **)items};
    expr->u.Dict.values = (ExprSeq){count, (Expr **)items + count};
    return expr;
}

static Expr *finish_dict(Parser *p, Mark mark, Expr *key, Expr *value)
{
    if (at_comprehension(p))
        return dict_comprehension(p, mark, key, value);
    int stack_mark = p->stack_len;
    while (seq_push(p, key) && seq_push(p, value) && accept(p, TOKEN_COMMA) &&
           !at(p, TOKEN_RBRACE))
        if (!parse_dict_item(p, &key, &value))
            return NULL;
    return accept(p, TOKEN_RBRACE) ? dict_new(p, mark, stack_mark) : NULL;
}

static Expr *parse_set_or_dict(Parser *p, Mark mark)
{
    if (accept(p, TOKEN_RBRACE))
        return dict_new(p, mark, p->stack_len);
    Expr *first = NULL, *value = NULL;
    Mark item_mark = here(p);
    if (at(p, TOKEN_DOUBLESTAR)) {
        return parse_dict_item(p, &first, &value) ? finish_dict(p, mark, first, value)
                                                  : NULL;
    }
    first = parse_star_named_expression(p);
    if (first == NULL)
        return NULL;
    if (at(p, TOKEN_COLON) && first->kind != EXPR_Starred &&
        !is_bare_walrus(first, item_mark)) {
        advance(p);
        value = parse_expression(p);
        return value ? finish_dict(p, mark, first, value) : NULL;
    }
    if (at_comprehension(p))
        return finish_comprehension(p, EXPR_SetComp, mark, first, TOKEN_RBRACE);
    ExprSeq elts;
    if (!finish_items(p, first, TOKEN_RBRACE, &elts))
        return NULL;
    return expr_make(p, EXPR_Set, mark, (ExprFields){.Set = {.elts = elts}});
}

Expr *parse_bracketed(Parser *p)
{
    if (!parser_enter(p, BRACKET_COST))
        return NULL;
    Mark mark = here(p);
    TokenKind open = kind(p);
    advance(p);
    Expr *expr = open == TOKEN_LPAR   ? parse_parenthesized(p, mark)
                 : open == TOKEN_LSQB ? parse_list(p, mark)
                                      : parse_set_or_dict(p, mark);
    parser_leave(p, BRACKET_COST);
    return expr;
}

static Keyword *parse_keyword(Parser *p)
{
    Mark mark = here(p);
    AstName *name = NULL;
    if (!accept(p, TOKEN_DOUBLESTAR)) {
        name = p->tokens[p->pos].name;
        advance(p);
        advance(p);
    }
    Expr *value = parse_expression(p);
    Keyword *keyword = value ? arena_alloc(p->arena, sizeof *keyword) : NULL;
    if (keyword != NULL) {
        keyword->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
        keyword->arg = name;
        keyword->value = value;
    }
    return keyword;
}

/* One stack serves two sequences: positional arguments are pushed as they are,
 * keywords with the low bit set; both are sorted out here. */
static bool split_arguments(Parser *p, int stack_mark, int keyword_count, ExprSeq *args,
                            KeywordSeq *keywords)
{
    int count = p->stack_len - stack_mark;
    *args = (ExprSeq){0, NULL};
    *keywords = (KeywordSeq){0, NULL};
    void **items = arena_alloc(p->arena, (size_t)count * sizeof *items);
    if (items == NULL)
        return false;
    args->items = (Expr **)items;
    keywords->items = (Keyword **)(items + (count - keyword_count));
    for (int i = stack_mark; i < p->stack_len; i++) {
        uintptr_t item = (uintptr_t)p->stack[i];
        if (item & 1)
            keywords->items[keywords->count++] = (Keyword *)(item - 1);
        else
            args->items[args->count++] = (Expr *)item;
    }
    p->stack_len = stack_mark;
    return true;
}

/* After "(": the arguments up to, not including, ")". */
bool parse_arguments(Parser *p, ExprSeq *args, KeywordSeq *keywords)
{
    int stack_mark = p->stack_len, keyword_count = 0;
    bool unpacked_mapping = false;
    while (!at(p, TOKEN_RPAR)) {
        void *item;
        if (at(p, TOKEN_DOUBLESTAR) ||
            (at(p, TOKEN_NAME) && kind_after(p) == TOKEN_EQUAL)) {
            unpacked_mapping |= at(p, TOKEN_DOUBLESTAR);
            Keyword *keyword = parse_keyword(p);
            item = keyword ? (void *)((uintptr_t)keyword | 1) : NULL;
            keyword_count++;
        } else if (at(p, TOKEN_STAR)) {
            item = unpacked_mapping ? NULL : parse_starred_of(p, parse_expression);
        } else {
            item = keyword_count ? NULL : parse_named_expression(p);
        }
        if (item == NULL || !seq_push(p, item))
            return false;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    return split_arguments(p, stack_mark, keyword_count, args, keywords);
}

static Expr *call_new(Parser *p, Mark mark, Expr *func, ExprSeq args,
                      KeywordSeq keywords)
{
    return expr_make(
        p, EXPR_Call, mark,
        (ExprFields){.Call = {.func = func, .args = args, .keywords = keywords}});
}

/* The sole argument, up to here, turned out to be the element of a generator. */
static Expr *generator_call(Parser *p, Expr *func, Mark mark, Mark open, Expr *elt)
{
    Expr *generator = finish_comprehension(p, EXPR_GeneratorExp, open, elt, TOKEN_RPAR);
    Expr **items = arena_alloc(p->arena, sizeof *items);
    if (generator == NULL || items == NULL)
        return NULL;
    items[0] = generator;
    return call_new(p, mark, func, (ExprSeq){1, items}, (KeywordSeq){0, NULL});
}

Expr *parse_call(Parser *p, Expr *func, Mark mark)
{
    if (!parser_enter(p, BRACKET_COST))
        return NULL;
    Mark open = here(p);
    advance(p);
    ExprSeq args;
    KeywordSeq keywords;
    Expr *call = NULL;
    if (!parse_arguments(p, &args, &keywords))
        return NULL;
    if (accept(p, TOKEN_RPAR))
        call = call_new(p, mark, func, args, keywords);
    else if (at_comprehension(p) && args.count == 1 && keywords.count == 0)
        call = generator_call(p, func, mark, open, args.items[0]);
    parser_leave(p, BRACKET_COST);
    return call;
}

static Expr *parse_slice(Parser *p)
{
    Mark mark = here(p);
    Expr *parts[3] = {NULL, NULL, NULL};
    if (!at(p, TOKEN_COLON)) {
        parts[0] = parse_named_expression(p);
        if (parts[0] == NULL || !at(p, TOKEN_COLON))
            return parts[0];
        if (is_bare_walrus(parts[0], mark))
            return NULL;
    }
    for (int i = 1; i < 3 && accept(p, TOKEN_COLON); i++)
        if (!at(p, TOKEN_COLON) && !at(p, TOKEN_COMMA) && !at(p, TOKEN_RSQB) &&
            (parts[i] = parse_expression(p)) == NULL)
            return NULL;
    return expr_make(
        p, EXPR_Slice, mark,
        (ExprFields){
            .Slice = {.lower = parts[0], .upper = parts[1], .step = parts[2]}});
}

static Expr *parse_slices(Parser *p)
{
    Mark mark = here(p);
    int stack_mark = p->stack_len;
    bool tuple = at(p, TOKEN_STAR);
    do {
        Expr *item =
            at(p, TOKEN_STAR) ? parse_starred_of(p, parse_expression) : parse_slice(p);
        if (item == NULL || !seq_push(p, item))
            return NULL;
        tuple |= at(p, TOKEN_COMMA);
    } while (accept(p, TOKEN_COMMA) && !at(p, TOKEN_RSQB));
    if (!tuple)
        return p->stack[--p->stack_len];
    ExprSeq elts;
    return SEQ_TAKE(p, stack_mark, elts) ? tuple_new(p, mark, elts) : NULL;
}

Expr *parse_subscript(Parser *p, Expr *value, Mark mark)
{
    if (!parser_enter(p, BRACKET_COST))
        return NULL;
    advance(p);
    Expr *slice = parse_slices(p);
    parser_leave(p, BRACKET_COST);
    if (slice == NULL || !accept(p, TOKEN_RSQB))
        return NULL;
    return expr_make(
        p, EXPR_Subscript, mark,
        (ExprFields){
            .Subscript = {.value = value, .slice = slice, .ctx = CONTEXT_Load}});
}
