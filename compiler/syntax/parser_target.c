/* Targets and parameters: what a name is bound through.
 *
 * Targets are parsed as expressions and then turned into targets, which is exact: every
 * valid target is also a valid expression with the same tree but for the context. */
#include "compiler/syntax/parser_internal.h"

/* Turns an expression into a target; false if it cannot be one. */
bool make_target(Expr *expr, ExprContext context)
{
    switch (expr->kind) {
    case EXPR_Name: expr->u.Name.ctx = context; return true;
    case EXPR_Attribute: expr->u.Attribute.ctx = context; return true;
    case EXPR_Subscript: expr->u.Subscript.ctx = context; return true;
    case EXPR_Starred:
        expr->u.Starred.ctx = context;
        return context == CONTEXT_Store && make_target(expr->u.Starred.value, context);
    case EXPR_List:
    case EXPR_Tuple: {
        ExprSeq *elts =
            expr->kind == EXPR_List ? &expr->u.List.elts : &expr->u.Tuple.elts;
        if (expr->kind == EXPR_List)
            expr->u.List.ctx = context;
        else
            expr->u.Tuple.ctx = context;
        for (int i = 0; i < elts->count; i++)
            if (!make_target(elts->items[i], context))
                return false;
        return true;
    }
    default: return false;
    }
}

static Expr *parse_target_expression(Parser *p)
{
    Mark mark = here(p);
    bool star = accept(p, TOKEN_STAR);
    Expr *value = parse_bitwise_or(p);
    if (!star || value == NULL)
        return value;
    return expr_make(p, EXPR_Starred, mark, (ExprFields){.Starred = {.value = value}});
}

Expr *parse_star_target(Parser *p)
{
    Expr *expr = parse_target_expression(p);
    return expr && make_target(expr, CONTEXT_Store) ? expr : NULL;
}

Expr *parse_targets(Parser *p)
{
    Mark mark = here(p);
    Expr *first = parse_star_target(p);
    if (first == NULL || !at(p, TOKEN_COMMA))
        return first;
    Expr *tuple = parse_tuple_rest(p, mark, first, parse_star_target);
    if (tuple != NULL)
        tuple->u.Tuple.ctx = CONTEXT_Store;
    return tuple;
}

/* The state of reading one parameter list. */
typedef struct Parameters {
    Arg **items; /* all plain parameters, then the keyword-only ones */
    int count, capacity;
    Expr **values;          /* their defaults, NULL if none */
    int positional_only;    /* how many precede the slash */
    int first_keyword_only; /* -1 before the star */
    int first_default;      /* -1 before the first default */
    Arg *vararg, *kwarg;
    Arg *last; /* the one just read, which a type comment may follow */
    bool slash, bare_star;
} Parameters;

/* NAME with, for `def`, its annotation. `starred`: the annotation may be `*Ts`. */
static Arg *parse_arg(Parser *p, bool annotations, bool starred)
{
    Mark mark = here(p);
    if (!at(p, TOKEN_NAME))
        return NULL;
    AstName *name = p->tokens[p->pos].name;
    Expr *annotation = NULL;
    advance(p);
    if (annotations && accept(p, TOKEN_COLON)) {
        Mark start = here(p);
        annotation = starred && accept(p, TOKEN_STAR) ? expr_new(p, EXPR_Starred, start)
                                                      : parse_expression(p);
        if (annotation == NULL)
            return NULL;
        if (annotation->kind == EXPR_Starred) {
            annotation->u.Starred.value = parse_bitwise_or(p);
            annotation->u.Starred.ctx = CONTEXT_Load;
            annotation->end_lineno = p->end_lineno;
            annotation->end_col_offset = p->end_col;
            if (annotation->u.Starred.value == NULL)
                return NULL;
        }
    }
    Arg *arg = arena_alloc(p->arena, sizeof *arg);
    if (arg != NULL) {
        arg->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
        arg->arg = name;
        arg->annotation = annotation;
        arg->type_comment = NULL;
    }
    return arg;
}

static bool parameters_grow(Parser *p, Parameters *list)
{
    int capacity = list->capacity ? 4 * list->capacity : 8;
    void **block = arena_alloc(p->arena, 2 * (size_t)capacity * sizeof *block);
    if (block == NULL)
        return false;
    for (int i = 0; i < list->count; i++) {
        block[i] = list->items[i];
        block[capacity + i] = list->values[i];
    }
    list->items = (Arg **)block;
    list->values = (Expr **)(block + capacity);
    list->capacity = capacity;
    return true;
}

static bool parse_plain_parameter(Parser *p, Parameters *list, bool annotations)
{
    Arg *arg = parse_arg(p, annotations, false);
    Expr *value = NULL;
    if (arg == NULL)
        return false;
    if (accept(p, TOKEN_EQUAL)) {
        value = parse_expression(p);
        if (value == NULL)
            return false;
        if (list->first_keyword_only < 0 && list->first_default < 0)
            list->first_default = list->count;
    } else if (list->first_keyword_only < 0 && list->first_default >= 0) {
        return false; /* without default after one with */
    }
    if (list->count == list->capacity && !parameters_grow(p, list))
        return false;
    list->items[list->count] = list->last = arg;
    list->values[list->count++] = value;
    return true;
}

static bool parse_star_parameter(Parser *p, Parameters *list, bool annotations)
{
    advance(p);
    if (list->first_keyword_only >= 0)
        return false;
    list->first_keyword_only = list->count;
    if (at(p, TOKEN_COMMA)) {
        list->bare_star = true;
        return kind_after(p) == TOKEN_NAME;
    }
    list->last = list->vararg = parse_arg(p, annotations, true);
    return list->vararg != NULL;
}

static bool parse_parameter(Parser *p, Parameters *list, bool annotations)
{
    switch (kind(p)) {
    case TOKEN_SLASH:
        if (list->slash || list->count == 0 || list->first_keyword_only >= 0 ||
            !version_has(p->flags, 8))
            return false;
        list->slash = true;
        list->positional_only = list->count;
        advance(p);
        return true;
    case TOKEN_STAR: return parse_star_parameter(p, list, annotations);
    case TOKEN_DOUBLESTAR:
        advance(p);
        list->last = list->kwarg = parse_arg(p, annotations, false);
        return list->kwarg != NULL;
    default: return parse_plain_parameter(p, list, annotations);
    }
}

static Arguments *arguments_new(Parser *p, const Parameters *list)
{
    Arguments *args = arena_alloc(p->arena, sizeof *args);
    if (args == NULL)
        return NULL;
    int plain = list->first_keyword_only < 0 ? list->count : list->first_keyword_only;
    int first_default = list->first_default < 0 ? plain : list->first_default;
    args->posonlyargs = (ArgSeq){list->positional_only, list->items};
    args->args = (ArgSeq){plain - list->positional_only,
                          list->items ? list->items + list->positional_only : NULL};
    args->kwonlyargs =
        (ArgSeq){list->count - plain, list->items ? list->items + plain : NULL};
    args->kw_defaults =
        (ExprSeq){list->count - plain, list->values ? list->values + plain : NULL};
    args->defaults = (ExprSeq){plain - first_default,
                               list->values ? list->values + first_default : NULL};
    args->vararg = list->vararg;
    args->kwarg = list->kwarg;
    return args;
}

/* Reads parameters up to, not including, `end`. */
Arguments *parse_parameters(Parser *p, TokenKind end, bool annotations)
{
    Parameters list = {.first_keyword_only = -1, .first_default = -1};
    while (!at(p, end)) {
        list.last = NULL;
        if (list.kwarg != NULL || !parse_parameter(p, &list, annotations))
            return NULL;
        bool more = accept(p, TOKEN_COMMA);
        if (annotations && list.last != NULL)
            list.last->type_comment = accept_type_comment(p);
        if (!more)
            break;
    }
    return at(p, end) ? arguments_new(p, &list) : NULL;
}
