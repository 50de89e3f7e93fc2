/* Types of expressions, as in C: an arithmetic result is as wide as its wider operand,
 * and unsigned if that is; strings compare by value. Each expression gets the function
 * of eval.h that computes it, so that nothing is looked up while an event waits. */
#include "probes/dscript/check.h"

#include <stdio.h>

#include "probes/dscript/descriptions.h"
#include "probes/dscript/eval.h"

void dcheck_wrong(DChecker *checker, const DExpr *expr, const char *hint,
                  const char *format, ...)
{
    char what[300];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    dsource_wrong(&checker->script->sources, expr->at, hint, "%s", what);
}

const char *dcheck_kind_name(DKind kind)
{
    static const char *const names[] = {"nothing", "a number", "a string", "a stack"};
    return names[kind];
}

bool dcheck_kind(DChecker *checker, const DExpr *expr, DKind kind, const char *who)
{
    if (expr->type.kind == kind)
        return true;
    dcheck_wrong(checker, expr,
                 kind == DKIND_TEXT && expr->type.kind == DKIND_NUMBER
                     ? "copyinstr(arg0) is the string that lies at an address."
                     : NULL,
                 "%s wants %s, and this is %s", who, dcheck_kind_name(kind),
                 dcheck_kind_name(expr->type.kind));
    return false;
}

int dcheck_count(const DExpr *list)
{
    int count = 0;
    for (; list != NULL; list = list->next)
        count++;
    return count;
}

void dcheck_list(DChecker *checker, DExpr *list)
{
    for (; list != NULL; list = list->next)
        dcheck_expr(checker, list);
}

/* ---- variables ------------------------------------------------------------------- */

DVariable *dcheck_variable(DScript *script, DScope scope, DText name, const char *at)
{
    DVariable *variable = script->variables;
    while (variable != NULL &&
           (variable->scope != scope || dtext_compare(variable->name, name) != 0))
        variable = variable->next;
    if (variable != NULL)
        return variable;
    variable = darena_take(&script->arena, sizeof *variable);
    variable->name = name;
    variable->scope = scope;
    variable->at = at;
    variable->id = ++script->variable_count;
    variable->slot = script->slot_count++;
    variable->next = script->variables;
    script->variables = variable;
    if (script->variable_count > DVARIABLES_MAX)
        dsource_wrong(&script->sources, at, NULL, "more than %d variables",
                      DVARIABLES_MAX);
    return variable;
}

static const char *scope_text(DScope scope)
{
    return scope == DSCOPE_SELF ? "self->" : scope == DSCOPE_THIS ? "this->" : "";
}

static void check_keys(DChecker *checker, DExpr *expr, DVariable *variable)
{
    int count = dcheck_count(expr->a), i = 0;
    dcheck_list(checker, expr->a);
    if (!variable->is_typed && !variable->is_array) {
        variable->is_array = count > 0;
        variable->key_count = count;
        for (DExpr *key = expr->a; key != NULL && i < DKEYS_MAX; key = key->next)
            variable->keys[i++] = key->type;
    }
    if (count > DKEYS_MAX || count != variable->key_count)
        dcheck_wrong(checker, expr, NULL, "%s%.*s has %d keys elsewhere, and %d here",
                     scope_text(variable->scope), (int)variable->name.size,
                     variable->name.s, variable->key_count, count);
    i = 0;
    for (DExpr *key = expr->a; key != NULL && i < variable->key_count;
         key = key->next, i++)
        dcheck_kind(checker, key, (DKind)variable->keys[i].kind, "this key");
    if (variable->is_array && variable->scope == DSCOPE_THIS)
        dcheck_wrong(checker, expr, "A global array, or self->, is.",
                     "an array of a clause is not here");
}

static void choose_variable(DExpr *expr, const DVariable *variable)
{
    bool stored = variable->is_array || variable->scope == DSCOPE_SELF;
    expr->type = variable->type;
    if (variable->type.kind == DKIND_TEXT)
        expr->text_of = stored ? deval_stored_text : deval_slot_text;
    else
        expr->number_of = stored ? deval_stored_number : deval_slot_number;
}

static void check_variable(DChecker *checker, DExpr *expr)
{
    if (expr->number == DSCOPE_GLOBAL && expr->a == NULL && dcheck_builtin(expr))
        return;
    if (expr->number == DSCOPE_GLOBAL && dtext_is(expr->text, "args")) {
        if (expr->a == NULL || expr->a->kind != DEXPR_NUMBER || expr->a->number < 0 ||
            expr->a->number >= DARGUMENTS)
            dcheck_wrong(checker, expr, NULL, "args[] wants a number from 0 to 9");
        else
            expr->number = expr->a->number;
        expr->kind = DEXPR_ARGS;
        expr->a = NULL;
        dcheck_expr(checker, expr);
        return;
    }
    DVariable *variable =
        dcheck_variable(checker->script, (DScope)expr->number, expr->text, expr->at);
    expr->variable = variable;
    if (!variable->is_typed)
        dcheck_wrong(checker, expr,
                     "Give it a value in a clause above, or declare it: int NAME;",
                     "%s%.*s is not declared, and has no value yet",
                     scope_text(variable->scope), (int)variable->name.size,
                     variable->name.s);
    check_keys(checker, expr, variable);
    choose_variable(expr, variable);
}

/* A variable that is assigned to; without a type it gets `type`. */
static bool check_target(DChecker *checker, DExpr *expr, DType type)
{
    if (expr->kind != DEXPR_VARIABLE || dcheck_builtin(expr)) {
        dcheck_wrong(checker, expr, NULL, "this is no variable that can have a value");
        return false;
    }
    DVariable *variable =
        dcheck_variable(checker->script, (DScope)expr->number, expr->text, expr->at);
    expr->variable = variable;
    check_keys(checker, expr, variable);
    if (!variable->is_typed) {
        variable->is_typed = true;
        variable->type = type;
        variable->type.is_literal = false;
    }
    choose_variable(expr, variable);
    return true;
}

static void check_assign(DChecker *checker, DExpr *expr)
{
    dcheck_expr(checker, expr->b);
    DType type = expr->b->type;
    bool plain = expr->sign == DSIGN('=');
    if (type.kind == DKIND_VOID || type.kind == DKIND_STACK) {
        dcheck_wrong(checker, expr->b, NULL, "%s cannot be kept in a variable",
                     dcheck_kind_name((DKind)type.kind));
        return;
    }
    if (!check_target(checker, expr->a, plain ? type : DTYPE_LONG))
        return;
    expr->type = expr->a->type;
    bool is_text = expr->type.kind == DKIND_TEXT;
    bool is_null = is_text && type.is_literal && type.kind == DKIND_NUMBER &&
                   expr->b->kind == DEXPR_NUMBER && expr->b->number == 0;
    if (!is_null)
        dcheck_kind(checker, expr->b, (DKind)expr->type.kind, "this variable");
    if (!plain && is_text)
        dcheck_wrong(checker, expr, "strjoin() joins strings.",
                     "strings cannot be computed with");
    if (is_text && is_null)
        expr->text_of = deval_assign_null;
    else if (is_text)
        expr->text_of = deval_assign_text;
    else
        expr->number_of = deval_assign_number;
    /* The binary operator of a compound assignment, for deval_operate(). */
    expr->number =
        plain ? 0 : (int64_t)(expr->sign & (expr->sign >> 16 ? 0xffff : 0xff));
}

static void check_step(DChecker *checker, DExpr *expr)
{
    if (!check_target(checker, expr->a, DTYPE_LONG))
        return;
    dcheck_kind(checker, expr->a, DKIND_NUMBER, "++ or --");
    expr->type = expr->a->type;
    expr->number_of = deval_step;
}

/* ---- operators ------------------------------------------------------------------- */

/* C's usual conversions. */
static DType promoted(DType a, DType b)
{
    DType type = DTYPE_INT;
    if (a.size == 8 || b.size == 8)
        type.size = 8;
    type.is_unsigned = (a.size == type.size && a.is_unsigned) ||
                       (b.size == type.size && b.is_unsigned);
    return type;
}

static bool is_comparison(uint32_t sign)
{
    return sign == DSIGN('<') || sign == DSIGN('>') || (sign > 255 && sign >> 8 == '=');
}

static bool is_null(const DExpr *expr)
{
    return expr->kind == DEXPR_NUMBER && expr->number == 0;
}

static void check_comparison_of_texts(DChecker *checker, DExpr *expr)
{
    const DExpr *a = expr->a, *b = expr->b;
    expr->type = DTYPE_INT;
    if (is_null(a) || is_null(b)) {
        if (expr->sign != DSIGN2('=', '=') && expr->sign != DSIGN2('!', '='))
            dcheck_wrong(checker, expr, NULL, "NULL is neither less nor greater");
        if (is_null(a)) {
            DExpr *null = expr->a;
            expr->a = expr->b;
            expr->b = null;
        }
        expr->number_of = deval_compare_null;
        return;
    }
    dcheck_kind(checker, a, DKIND_TEXT, "a comparison with a string");
    dcheck_kind(checker, b, DKIND_TEXT, "a comparison with a string");
    expr->number_of = deval_compare_texts;
}

static void check_logical(DChecker *checker, DExpr *expr)
{
    expr->type = DTYPE_INT;
    for (DExpr *side = expr->a; side != NULL; side = side == expr->a ? expr->b : NULL)
        if (side->type.kind != DKIND_NUMBER && side->type.kind != DKIND_TEXT)
            dcheck_kind(checker, side, DKIND_NUMBER, "a logical operator");
    expr->number_of = expr->sign == DSIGN2('&', '&')   ? deval_and
                      : expr->sign == DSIGN2('|', '|') ? deval_or
                                                       : deval_xor;
}

static void check_binary(DChecker *checker, DExpr *expr)
{
    uint32_t sign = expr->sign;
    dcheck_expr(checker, expr->a);
    dcheck_expr(checker, expr->b);
    bool texts = expr->a->type.kind == DKIND_TEXT || expr->b->type.kind == DKIND_TEXT;
    if (sign == DSIGN2('&', '&') || sign == DSIGN2('|', '|') ||
        sign == DSIGN2('^', '^')) {
        check_logical(checker, expr);
        return;
    }
    if (texts && is_comparison(sign)) {
        check_comparison_of_texts(checker, expr);
        return;
    }
    if (texts)
        dcheck_wrong(checker, expr, "strjoin() joins strings.",
                     "strings cannot be computed with");
    dcheck_kind(checker, expr->a, DKIND_NUMBER, "this operator");
    dcheck_kind(checker, expr->b, DKIND_NUMBER, "this operator");
    DType both = promoted(expr->a->type, expr->b->type);
    bool shift = sign == DSIGN2('<', '<') || sign == DSIGN2('>', '>');
    expr->type = is_comparison(sign) ? DTYPE_INT
                 : shift             ? promoted(expr->a->type, DTYPE_INT)
                                     : both;
    expr->number_of =
        deval_operator(sign, shift ? expr->type.is_unsigned : both.is_unsigned);
}

static void check_unary(DChecker *checker, DExpr *expr)
{
    dcheck_expr(checker, expr->a);
    if (expr->sign == DSIGN('!')) {
        expr->type = DTYPE_INT;
        if (expr->a->type.kind != DKIND_TEXT)
            dcheck_kind(checker, expr->a, DKIND_NUMBER, "`!'");
        expr->number_of = deval_not;
        return;
    }
    dcheck_kind(checker, expr->a, DKIND_NUMBER, "this operator");
    expr->type = promoted(expr->a->type, DTYPE_INT);
    expr->number_of = expr->sign == DSIGN('-')   ? deval_negate
                      : expr->sign == DSIGN('~') ? deval_invert
                                                 : deval_same;
}

static void check_condition(DChecker *checker, DExpr *expr)
{
    dcheck_expr(checker, expr->a);
    dcheck_expr(checker, expr->b);
    dcheck_expr(checker, expr->c);
    if (expr->a->type.kind != DKIND_TEXT)
        dcheck_kind(checker, expr->a, DKIND_NUMBER, "a condition");
    DType b = expr->b->type, c = expr->c->type;
    if (b.kind != c.kind || b.kind == DKIND_VOID || b.kind == DKIND_STACK) {
        dcheck_wrong(checker, expr, NULL, "? and : have %s and %s",
                     dcheck_kind_name((DKind)b.kind), dcheck_kind_name((DKind)c.kind));
    } else if (b.kind == DKIND_TEXT) {
        expr->type = DTYPE_TEXT;
        expr->text_of = deval_condition_text;
    } else {
        expr->type = promoted(b, c);
        expr->number_of = deval_condition_number;
    }
}

static void check_cast(DChecker *checker, DExpr *expr)
{
    dcheck_expr(checker, expr->a);
    if (expr->type.kind == DKIND_TEXT) {
        if (dcheck_kind(checker, expr->a, DKIND_TEXT, "(string)"))
            expr->text_of = deval_same_text;
    } else if (expr->type.kind == DKIND_VOID) {
        dcheck_wrong(checker, expr, NULL, "nothing can be made of void");
    } else if (dcheck_kind(checker, expr->a, DKIND_NUMBER, "this cast")) {
        expr->number_of = deval_cast;
    }
}

static void check_sizeof(DChecker *checker, DExpr *expr)
{
    if (expr->a != NULL) {
        dcheck_expr(checker, expr->a);
        expr->type = expr->a->type;
    }
    bool is_text = expr->type.kind == DKIND_TEXT;
    expr->number =
        is_text ? (int64_t)checker->script->options.strsize : expr->type.size;
    expr->type = DTYPE_ULONG;
    expr->kind = DEXPR_NUMBER; /* it may be an inline's, and checked again */
    expr->number_of = deval_constant;
}

static void check_comma(DChecker *checker, DExpr *expr)
{
    dcheck_expr(checker, expr->a);
    dcheck_expr(checker, expr->b);
    expr->type = expr->b->type;
    if (expr->type.kind == DKIND_TEXT || expr->type.kind == DKIND_STACK)
        expr->text_of = deval_comma_text;
    else
        expr->number_of = deval_comma_number;
}

/* argN must be there in one of the clause's probes. */
static void check_argument(DChecker *checker, DExpr *expr)
{
    expr->type = DTYPE_LONG;
    expr->number_of = deval_argument;
    if (checker->clause == NULL || (checker->clause->probes >> PROBE_COUNT) != 0)
        return;
    int most = 0, last = 0;
    for (int i = 0; i < PROBE_COUNT; i++)
        if ((checker->clause->probes & DPROBE_BIT(i)) != 0 &&
            probe_kinds[i].count >= most) {
            most = probe_kinds[i].count;
            last = i;
        }
    if (expr->number >= most && checker->clause->probes != 0)
        dcheck_wrong(checker, expr, "docs/PROBES.md tells what they are.",
                     most == 1 ? "%.*s has %d argument, arg0"
                               : "%.*s has %d arguments, from arg0 on",
                     (int)dprobe_name(checker->script, last).size,
                     dprobe_name(checker->script, last).s, most);
}

void dcheck_expr(DChecker *checker, DExpr *expr)
{
    switch (expr->kind) {
    case DEXPR_NUMBER: expr->number_of = deval_constant; break;
    case DEXPR_STRING: expr->text_of = deval_string; break;
    case DEXPR_VARIABLE: check_variable(checker, expr); break;
    case DEXPR_BUILTIN: break;
    case DEXPR_ARGUMENT:
    case DEXPR_ARGS: check_argument(checker, expr); break;
    case DEXPR_UNARY: check_unary(checker, expr); break;
    case DEXPR_BINARY: check_binary(checker, expr); break;
    case DEXPR_CONDITION: check_condition(checker, expr); break;
    case DEXPR_ASSIGN: check_assign(checker, expr); break;
    case DEXPR_STEP: check_step(checker, expr); break;
    case DEXPR_CAST: check_cast(checker, expr); break;
    case DEXPR_SIZEOF: check_sizeof(checker, expr); break;
    case DEXPR_CALL: dcheck_call(checker, expr); break;
    case DEXPR_AGGREGATE: dcheck_aggregate(checker, expr); break;
    case DEXPR_COMMA: check_comma(checker, expr); break;
    case DEXPR_AGGREGATION:
        dcheck_wrong(checker, expr, "printa(@name) prints it.",
                     "an aggregation has no value in an expression");
    }
}

/* ---- clauses --------------------------------------------------------------------- */

static void check_statements(DChecker *checker, DStatement *statement)
{
    for (; statement != NULL && !checker->script->sources.failed;
         statement = statement->next) {
        checker->statement = statement;
        dcheck_expr(checker, statement->expr);
        if (!statement->is_if)
            continue;
        if (statement->expr->type.kind != DKIND_TEXT)
            dcheck_kind(checker, statement->expr, DKIND_NUMBER, "if ()");
        check_statements(checker, statement->yes);
        check_statements(checker, statement->no);
    }
}

void dcheck_clause(DScript *script, DClause *clause)
{
    DChecker checker = {script, clause, NULL};
    if (clause->predicate != NULL) {
        dcheck_expr(&checker, clause->predicate);
        if (clause->predicate->type.kind != DKIND_TEXT)
            dcheck_kind(&checker, clause->predicate, DKIND_NUMBER, "a predicate");
    }
    check_statements(&checker, clause->body);
}
