/* Expressions, from the ternary down to attribute, call and subscript.
 *
 * Binary operators climb by precedence; everything else is one function per rule of
 * the grammar. What stands in brackets is in parser_display.c. */
#include "compiler/syntax/parser_internal.h"

typedef struct BinaryOp {
    uint8_t precedence; /* 0: not a binary operator */
    uint8_t op;
} BinaryOp;

static const BinaryOp binary_ops[TOKEN_COUNT] = {
    [TOKEN_VBAR] = {1, OPERATOR_BitOr},
    [TOKEN_CIRCUMFLEX] = {2, OPERATOR_BitXor},
    [TOKEN_AMPER] = {3, OPERATOR_BitAnd},
    [TOKEN_LEFTSHIFT] = {4, OPERATOR_LShift},
    [TOKEN_RIGHTSHIFT] = {4, OPERATOR_RShift},
    [TOKEN_PLUS] = {5, OPERATOR_Add},
    [TOKEN_MINUS] = {5, OPERATOR_Sub},
    [TOKEN_STAR] = {6, OPERATOR_Mult},
    [TOKEN_SLASH] = {6, OPERATOR_Div},
    [TOKEN_DOUBLESLASH] = {6, OPERATOR_FloorDiv},
    [TOKEN_PERCENT] = {6, OPERATOR_Mod},
    [TOKEN_AT] = {6, OPERATOR_MatMult},
};

Expr *expr_new(Parser *p, ExprKind expr_kind, Mark mark)
{
    Expr *expr = arena_alloc(p->arena, sizeof *expr);
    if (expr != NULL) {
        expr->kind = expr_kind;
        expr->pos = (AstPos){mark.lineno, mark.col, p->end_lineno, p->end_col};
    }
    return expr;
}

static Expr *constant_new(Parser *p, AstConstKind const_kind)
{
    Mark mark = here(p);
    advance(p);
    return expr_make(
        p, EXPR_Constant, mark,
        (ExprFields){.Constant = {.value = (AstConst){.kind = const_kind}}});
}

static Expr *parse_number(Parser *p)
{
    AstConst value;
    if (!number_allowed(&p->tokens[p->pos], p->flags) ||
        !constant_number(p->arena, &p->tokens[p->pos], &value))
        return NULL;
    Expr *expr = constant_new(p, AST_CONST_NONE);
    if (expr != NULL)
        expr->u.Constant.value = value;
    return expr;
}

static Expr *parse_name(Parser *p)
{
    AstName *name = p->tokens[p->pos].name;
    Mark mark = here(p);
    advance(p);
    return expr_make(p, EXPR_Name, mark,
                     (ExprFields){.Name = {.id = name, .ctx = CONTEXT_Load}});
}

Expr *parse_strings_or_number(Parser *p)
{
    return at(p, TOKEN_NUMBER) ? parse_number(p) : parse_strings(p);
}

static Expr *parse_atom(Parser *p)
{
    switch (kind(p)) {
    case TOKEN_NAME: return parse_name(p);
    case TOKEN_NUMBER: return parse_number(p);
    case TOKEN_STRING: return parse_strings(p);
    case TOKEN_LPAR:
    case TOKEN_LSQB:
    case TOKEN_LBRACE: return parse_bracketed(p);
    case TOKEN_NONE: return constant_new(p, AST_CONST_NONE);
    case TOKEN_TRUE: return constant_new(p, AST_CONST_TRUE);
    case TOKEN_FALSE: return constant_new(p, AST_CONST_FALSE);
    case TOKEN_ELLIPSIS: return constant_new(p, AST_CONST_ELLIPSIS);
    default: return NULL;
    }
}

static Expr *parse_attribute(Parser *p, Expr *value, Mark mark)
{
    advance(p);
    if (!at(p, TOKEN_NAME))
        return NULL;
    AstName *attr = p->tokens[p->pos].name;
    advance(p);
    return expr_make(
        p, EXPR_Attribute, mark,
        (ExprFields){.Attribute = {.value = value, .attr = attr, .ctx = CONTEXT_Load}});
}

static Expr *parse_primary(Parser *p)
{
    Mark mark = here(p);
    Expr *expr = parse_atom(p);
    while (expr != NULL) {
        switch (kind(p)) {
        case TOKEN_DOT: expr = parse_attribute(p, expr, mark); break;
        case TOKEN_LPAR: expr = parse_call(p, expr, mark); break;
        case TOKEN_LSQB: expr = parse_subscript(p, expr, mark); break;
        default: return expr;
        }
    }
    return NULL;
}

static Expr *parse_await(Parser *p)
{
    Mark mark = here(p);
    if (!accept(p, TOKEN_AWAIT))
        return parse_primary(p);
    Expr *value = version_has(p->flags, 5) ? parse_primary(p) : NULL;
    return value
               ? expr_make(p, EXPR_Await, mark, (ExprFields){.Await = {.value = value}})
               : NULL;
}

static Expr *parse_factor(Parser *p);

static Expr *binary_new(Parser *p, Mark mark, Expr *left, Operator op, Expr *right)
{
    return right ? expr_make(
                       p, EXPR_BinOp, mark,
                       (ExprFields){.BinOp = {.left = left, .op = op, .right = right}})
                 : NULL;
}

static Expr *parse_power(Parser *p)
{
    Mark mark = here(p);
    Expr *base = parse_await(p);
    if (base == NULL || !accept(p, TOKEN_DOUBLESTAR))
        return base;
    if (!parser_enter(p, 2))
        return NULL;
    Expr *exponent = parse_factor(p);
    parser_leave(p, 2);
    return binary_new(p, mark, base, OPERATOR_Pow, exponent);
}

/* An operator, which is the next token, and what parse reads as its operand. */
static Expr *parse_operand(Parser *p, UnaryOp op, Expr *(*parse)(Parser *p))
{
    Mark mark = here(p);
    advance(p);
    if (!parser_enter(p, 1))
        return NULL;
    Expr *operand = parse(p);
    parser_leave(p, 1);
    return operand ? expr_make(p, EXPR_UnaryOp, mark,
                               (ExprFields){.UnaryOp = {.op = op, .operand = operand}})
                   : NULL;
}

static Expr *parse_factor(Parser *p)
{
    UnaryOp op;
    switch (kind(p)) {
    case TOKEN_PLUS: op = UNARYOP_UAdd; break;
    case TOKEN_MINUS: op = UNARYOP_USub; break;
    case TOKEN_TILDE: op = UNARYOP_Invert; break;
    default: return parse_power(p);
    }
    return parse_operand(p, op, parse_factor);
}

/* Operators that bind tighter than `outer`, left to right. */
static Expr *parse_binary(Parser *p, int outer)
{
    Mark mark = here(p);
    Expr *left = parse_factor(p);
    while (left != NULL) {
        BinaryOp binary = binary_ops[kind(p)];
        if (binary.precedence <= outer)
            break;
        if (binary.op == OPERATOR_MatMult && !version_has(p->flags, 5))
            return NULL;
        advance(p);
        Expr *right = parse_binary(p, binary.precedence);
        left = binary_new(p, mark, left, (Operator)binary.op, right);
    }
    return left;
}

Expr *parse_bitwise_or(Parser *p)
{
    return parse_binary(p, 0);
}

/* Whether `<>` or `!=` may stand here: only one of the two, per the future flag. */
static bool inequality_allowed(const Parser *p)
{
    bool diamond = p->tokens[p->pos].start[0] == '<';
    return diamond == ((p->flags & PARSE_BARRY_AS_BDFL) != 0);
}

/* Consumes a comparison operator; -1 if there is none, -2 if it is not allowed. */
static int accept_comparison(Parser *p)
{
    CmpOp op;
    switch (kind(p)) {
    case TOKEN_EQEQUAL: op = CMPOP_Eq; break;
    case TOKEN_LESS: op = CMPOP_Lt; break;
    case TOKEN_LESSEQUAL: op = CMPOP_LtE; break;
    case TOKEN_GREATER: op = CMPOP_Gt; break;
    case TOKEN_GREATEREQUAL: op = CMPOP_GtE; break;
    case TOKEN_IN: op = CMPOP_In; break;
    case TOKEN_NOTEQUAL:
        if (!inequality_allowed(p))
            return -2;
        op = CMPOP_NotEq;
        break;
    case TOKEN_NOT:
        if (kind_after(p) != TOKEN_IN)
            return -1;
        advance(p);
        op = CMPOP_NotIn;
        break;
    case TOKEN_IS:
        op = CMPOP_Is;
        if (kind_after(p) == TOKEN_NOT) {
            advance(p);
            op = CMPOP_IsNot;
        }
        break;
    default: return -1;
    }
    advance(p);
    return op;
}

/* The operators and operands were pushed in pairs. */
static Expr *compare_new(Parser *p, Mark mark, Expr *left, int stack_mark)
{
    int count = (p->stack_len - stack_mark) / 2;
    Expr *expr = expr_new(p, EXPR_Compare, mark);
    uint8_t *ops = arena_alloc(p->arena, (size_t)count);
    Expr **operands = arena_alloc(p->arena, (size_t)count * sizeof *operands);
    if (expr == NULL || ops == NULL || operands == NULL)
        return NULL;
    for (int i = 0; i < count; i++) {
        ops[i] = (uint8_t)(uintptr_t)p->stack[stack_mark + 2 * i];
        operands[i] = p->stack[stack_mark + 2 * i + 1];
    }
    p->stack_len = stack_mark;
    expr->u.Compare.left = left;
    expr->u.Compare.ops = (CmpOpSeq){count, ops};
    expr->u.Compare.comparators = (ExprSeq){count, operands};
    return expr;
}

static Expr *parse_comparison(Parser *p)
{
    Mark mark = here(p);
    Expr *left = parse_binary(p, 0);
    if (left == NULL)
        return NULL;
    int op = accept_comparison(p);
    if (op == -1)
        return left;
    int stack_mark = p->stack_len;
    for (; op >= 0; op = accept_comparison(p)) {
        Expr *right = parse_binary(p, 0);
        if (right == NULL || !seq_push(p, (void *)(uintptr_t)op) || !seq_push(p, right))
            return NULL;
    }
    return op == -2 ? NULL : compare_new(p, mark, left, stack_mark);
}

static Expr *parse_inversion(Parser *p)
{
    if (!at(p, TOKEN_NOT))
        return parse_comparison(p);
    return parse_operand(p, UNARYOP_Not, parse_inversion);
}

static Expr *boolop_new(Parser *p, Mark mark, BoolOp op, int stack_mark)
{
    Expr *expr = expr_new(p, EXPR_BoolOp, mark);
    if (expr == NULL || !SEQ_TAKE(p, stack_mark, expr->u.BoolOp.values))
        return NULL;
    expr->u.BoolOp.op = op;
    return expr;
}

/* One operand, or several with `token` between them. */
static inline Expr *parse_boolop(Parser *p, Expr *(*parse)(Parser *p), TokenKind token,
                                 BoolOp op)
{
    Mark mark = here(p);
    Expr *expr = parse(p);
    if (expr == NULL || !at(p, token))
        return expr;
    int stack_mark = p->stack_len;
    while (expr != NULL && seq_push(p, expr) && accept(p, token))
        expr = parse(p);
    return expr ? boolop_new(p, mark, op, stack_mark) : NULL;
}

static Expr *parse_conjunction(Parser *p)
{
    return parse_boolop(p, parse_inversion, TOKEN_AND, BOOLOP_And);
}

Expr *parse_disjunction(Parser *p)
{
    return parse_boolop(p, parse_conjunction, TOKEN_OR, BOOLOP_Or);
}

static Expr *parse_lambda(Parser *p)
{
    Mark mark = here(p);
    advance(p);
    Arguments *args = parse_parameters(p, TOKEN_COLON, false);
    if (args == NULL || !accept(p, TOKEN_COLON) || !parser_enter(p, 2))
        return NULL;
    Expr *body = parse_expression(p);
    parser_leave(p, 2);
    return body ? expr_make(p, EXPR_Lambda, mark,
                            (ExprFields){.Lambda = {.args = args, .body = body}})
                : NULL;
}

Expr *parse_expression(Parser *p)
{
    if (at(p, TOKEN_LAMBDA))
        return parse_lambda(p);
    Mark mark = here(p);
    Expr *body = parse_disjunction(p);
    if (body == NULL || !accept(p, TOKEN_IF))
        return body;
    Expr *test = parse_disjunction(p);
    if (test == NULL || !accept(p, TOKEN_ELSE) || !parser_enter(p, 1))
        return NULL;
    Expr *orelse = parse_expression(p);
    parser_leave(p, 1);
    return orelse
               ? expr_make(p, EXPR_IfExp, mark,
                           (ExprFields){
                               .IfExp = {.test = test, .body = body, .orelse = orelse}})
               : NULL;
}

Expr *parse_named_expression(Parser *p)
{
    if (!at(p, TOKEN_NAME) || kind_after(p) != TOKEN_COLONEQUAL)
        return parse_expression(p);
    Mark mark = here(p);
    Expr *target = parse_name(p);
    advance(p);
    Expr *value = target && version_has(p->flags, 8) ? parse_expression(p) : NULL;
    Expr *expr = value ? expr_new(p, EXPR_NamedExpr, mark) : NULL;
    if (expr != NULL) {
        target->u.Name.ctx = CONTEXT_Store;
        expr->u.NamedExpr.target = target;
        expr->u.NamedExpr.value = value;
    }
    return expr;
}

Expr *parse_starred_of(Parser *p, Expr *(*parse)(Parser *p))
{
    Mark mark = here(p);
    advance(p);
    Expr *value = parse(p);
    return value ? expr_make(
                       p, EXPR_Starred, mark,
                       (ExprFields){.Starred = {.value = value, .ctx = CONTEXT_Load}})
                 : NULL;
}

static Expr *parse_starred(Parser *p)
{
    return parse_starred_of(p, parse_bitwise_or);
}

Expr *parse_star_named_expression(Parser *p)
{
    return at(p, TOKEN_STAR) ? parse_starred(p) : parse_named_expression(p);
}

static Expr *parse_star_expression(Parser *p)
{
    return at(p, TOKEN_STAR) ? parse_starred(p) : parse_expression(p);
}

/* Whether a further item can follow a comma of an unbracketed list. */
static bool list_goes_on(const Parser *p)
{
    switch (kind(p)) {
    case TOKEN_NEWLINE:
    case TOKEN_ENDMARKER:
    case TOKEN_EQUAL:
    case TOKEN_RPAR:
    case TOKEN_RSQB:
    case TOKEN_RBRACE:
    case TOKEN_COLON:
    case TOKEN_SEMI:
    case TOKEN_IN: return false;
    default: return kind(p) < TOKEN_PLUSEQUAL || kind(p) > TOKEN_ATEQUAL;
    }
}

Expr *parse_tuple_rest(Parser *p, Mark mark, Expr *first, Expr *(*parse_item)(Parser *))
{
    int stack_mark = p->stack_len;
    while (first != NULL && seq_push(p, first) && accept(p, TOKEN_COMMA) &&
           list_goes_on(p))
        first = parse_item(p);
    Expr *tuple = first ? expr_new(p, EXPR_Tuple, mark) : NULL;
    if (tuple == NULL || !SEQ_TAKE(p, stack_mark, tuple->u.Tuple.elts))
        return NULL;
    tuple->u.Tuple.ctx = CONTEXT_Load;
    return tuple;
}

Expr *parse_star_expressions(Parser *p)
{
    Mark mark = here(p);
    Expr *first = parse_star_expression(p);
    if (first == NULL || !at(p, TOKEN_COMMA))
        return first;
    return parse_tuple_rest(p, mark, first, parse_star_expression);
}

Expr *parse_star_named_list(Parser *p)
{
    Mark mark = here(p);
    Expr *first = parse_star_named_expression(p);
    if (first == NULL || !at(p, TOKEN_COMMA))
        return first && first->kind == EXPR_Starred ? NULL : first;
    return parse_tuple_rest(p, mark, first, parse_star_named_expression);
}

Expr *parse_yield(Parser *p)
{
    Mark mark = here(p);
    advance(p);
    bool from = accept(p, TOKEN_FROM);
    Expr *value = NULL;
    if (from || list_goes_on(p)) {
        value = from ? parse_expression(p) : parse_star_expressions(p);
        if (value == NULL)
            return NULL;
    }
    Expr *expr = expr_new(p, from ? EXPR_YieldFrom : EXPR_Yield, mark);
    if (expr != NULL && from)
        expr->u.YieldFrom.value = value;
    else if (expr != NULL)
        expr->u.Yield.value = value;
    return expr;
}

Expr *parse_yield_or_star_expressions(Parser *p)
{
    return at(p, TOKEN_YIELD) ? parse_yield(p) : parse_star_expressions(p);
}
