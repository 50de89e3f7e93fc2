/* codegen_call.c - calls: plain, by method, through super(), with stars.
 *
 * The stack of a call is `function self-or-NULL arguments...`. CPython 3.11 pushes its
 * NULL before the function; we push it after, so that the function is where a method
 * is. A NULL must not show as a line event of its own, hence the care about its
 * position.
 */
#include "compiler/codegen/codegen.h"

#include "vm/containers/tuple.h"

#define STACK_GUIDELINE 30

/* ---- positions ------------------------------------------------------------------- */

static bool is_method_call(const Expr *e);

/* Position of the first instruction that evaluating `e` runs. */
static AstPos first_pos(const Expr *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPR_BoolOp: e = e->u.BoolOp.values.items[0]; break;
        case EXPR_BinOp: e = e->u.BinOp.left; break;
        case EXPR_UnaryOp: e = e->u.UnaryOp.operand; break;
        case EXPR_IfExp: e = e->u.IfExp.test; break;
        case EXPR_Compare: e = e->u.Compare.left; break;
        case EXPR_Attribute: e = e->u.Attribute.value; break;
        case EXPR_Subscript: e = e->u.Subscript.value; break;
        case EXPR_NamedExpr: e = e->u.NamedExpr.value; break;
        case EXPR_Await: e = e->u.Await.value; break;
        case EXPR_Call:
            if (!is_method_call(e))
                return e->u.Call.func->pos;
            e = e->u.Call.func->u.Attribute.value;
            break;
        default: return e->pos;
        }
    }
}

/* NULL after the function: on the line of what ran before it, or else of what follows.
 */
static void emit_null(Compiler *c, AstPos func, AstPos following)
{
    AstPos here = pos_here(c);
    Block *b = c->unit->current;
    bool open = b->count && !cfg_is_jump(b->instrs[b->count - 1].op);
    AstPos before = open ? b->instrs[b->count - 1].pos : following;
    set_pos(c, before.lineno == func.lineno ? func : before);
    emit(c, OP_PUSH_NULL);
    set_pos(c, here);
}

/* ---- keywords -------------------------------------------------------------------- */

static void check_keywords(Compiler *c, const KeywordSeq *keywords)
{
    AstPos here = pos_here(c);
    for (int i = 0; i < keywords->count; i++) {
        Keyword *k = keywords->items[i];
        if (!k->arg || check_forbidden(c, k->arg, CONTEXT_Store))
            continue;
        for (int j = i + 1; j < keywords->count; j++) {
            if (keywords->items[j]->arg != k->arg)
                continue;
            compiler_error(c, keywords->items[j]->pos, "keyword argument repeated: %U",
                           k->arg);
            return;
        }
    }
    set_pos(c, here);
}

static Value keyword_names(Compiler *c, const KeywordSeq *keywords, int begin, int end)
{
    Value t = tuple_alloc(c->vm, end - begin);
    for (int i = begin; t && i < end; i++) {
        Value name = compiler_name_value(c, keywords->items[i]->arg);
        TUPLE(t)->items[i - begin] = value_incref(name);
    }
    return t;
}

static void visit_keyword_values(Compiler *c, const KeywordSeq *keywords, int begin,
                                 int end)
{
    for (int i = begin; i < end; i++)
        visit_expression(c, keywords->items[i]->value);
}

/* CALL, or names and CALL_KW. The names come where CPython has KW_NAMES. */
static void emit_call_op(Compiler *c, int nargs, const KeywordSeq *keywords)
{
    emit_arg(c, keywords->count ? OP_CALL_KW : OP_CALL, nargs + keywords->count);
}

static void visit_keyword_part(Compiler *c, const KeywordSeq *keywords, int begin,
                               int end)
{
    int n = end - begin;
    bool big = n * 2 > STACK_GUIDELINE;
    if (n > 1 && !big) {
        visit_keyword_values(c, keywords, begin, end);
        emit_const_steal(c, keyword_names(c, keywords, begin, end));
        emit_arg(c, OP_BUILD_CONST_KEY_MAP, n);
        return;
    }
    AstPos here = pos_here(c);
    if (big) {
        unset_pos(c);
        emit_arg(c, OP_BUILD_MAP, 0);
        set_pos(c, here);
    }
    for (int i = begin; i < end; i++) {
        emit_name_const(c, keywords->items[i]->arg);
        visit_expression(c, keywords->items[i]->value);
        if (big) {
            unset_pos(c);
            emit_arg(c, OP_MAP_ADD, 1);
            set_pos(c, here);
        }
    }
    if (!big)
        emit_arg(c, OP_BUILD_MAP, n);
}

static void visit_keyword_dict(Compiler *c, const KeywordSeq *keywords)
{
    int n = keywords->count, pending = 0;
    bool have_dict = false;
    for (int i = 0; i < n; i++) {
        Keyword *k = keywords->items[i];
        if (k->arg) {
            pending++;
            continue;
        }
        if (pending) {
            visit_keyword_part(c, keywords, i - pending, i);
            if (have_dict)
                emit_arg(c, OP_DICT_MERGE, 1);
            have_dict = true;
            pending = 0;
        }
        if (!have_dict)
            emit_arg(c, OP_BUILD_MAP, 0);
        have_dict = true;
        visit_expression(c, k->value);
        emit_arg(c, OP_DICT_MERGE, 1);
    }
    if (pending) {
        visit_keyword_part(c, keywords, n - pending, n);
        if (have_dict)
            emit_arg(c, OP_DICT_MERGE, 1);
    }
}

/* ---- the three forms ------------------------------------------------------------- */

static bool has_stars(const ExprSeq *args, const KeywordSeq *keywords)
{
    for (int i = 0; i < args->count; i++)
        if (args->items[i]->kind == EXPR_Starred)
            return true;
    for (int i = 0; i < keywords->count; i++)
        if (!keywords->items[i]->arg)
            return true;
    return false;
}

void emit_call_rest(Compiler *c, int pushed, const ExprSeq *args,
                    const KeywordSeq *keywords)
{
    int nargs = args->count, nkeywords = keywords->count;
    check_keywords(c, keywords);
    if (nargs + nkeywords * 2 <= STACK_GUIDELINE && !has_stars(args, keywords)) {
        visit_expressions(c, args);
        if (nkeywords) {
            visit_keyword_values(c, keywords, 0, nkeywords);
            emit_const_steal(c, keyword_names(c, keywords, 0, nkeywords));
        }
        emit_call_op(c, pushed + nargs, keywords);
        return;
    }
    if (pushed == 0 && nargs == 1 && args->items[0]->kind == EXPR_Starred)
        visit_expression(c, args->items[0]->u.Starred.value);
    else
        visit_display(c, args, pushed, OP_BUILD_LIST, OP_LIST_APPEND, OP_LIST_EXTEND,
                      true);
    if (nkeywords)
        visit_keyword_dict(c, keywords);
    emit_arg(c, OP_CALL_FUNCTION_EX, nkeywords > 0);
}

static bool is_method_call(const Expr *e)
{
    const struct Expr_Call *k = &e->u.Call;
    int n = k->args.count + k->keywords.count + (k->keywords.count != 0);
    return k->func->kind == EXPR_Attribute &&
           k->func->u.Attribute.ctx == CONTEXT_Load && n < STACK_GUIDELINE &&
           !has_stars(&k->args, &k->keywords);
}

/* Is e `super()` where that means super(__class__, first argument)? Leaves the three on
 * the stack if so. The name may be rebound: LOAD_SUPER_* looks at what it finds. */
static bool emit_zero_arg_super(Compiler *c, Expr *e)
{
    Unit *u = c->unit;
    if (e->kind != EXPR_Call || e->u.Call.func->kind != EXPR_Name ||
        e->u.Call.args.count || e->u.Call.keywords.count || u->argcount == 0 ||
        u->kind == UNIT_COMPREHENSION)
        return false;
    AstName *super = e->u.Call.func->u.Name.id, *cell = compiler_name(c, "__class__");
    if (!cell || !name_is(super, "super") || u->scope->kind != SCOPE_FUNCTION)
        return false;
    Symbol *s = scope_symbol(u->scope, super), *k = scope_symbol(u->scope, cell);
    if (!s || s->scope != SCOPE_GLOBAL_IMPLICIT || !k || k->scope != SCOPE_FREE)
        return false;
    AstName *self = u->varnames.items[0];
    Symbol *p = scope_symbol(u->scope, self);
    if (!p || ((p->flags | k->flags) & (DEF_LOCAL | DEF_NONLOCAL)))
        return false; /* either may be unbound: super() has words for that */
    AstPos outer = pos_here(c);
    visit_expression(c, e->u.Call.func);
    set_pos(c, e->pos);
    emit_variable(c, cell, CONTEXT_Load);
    if (p->scope == SCOPE_CELL)
        emit_arg(c, OP_LOAD_DEREF, name_table_add(c, &u->cellvars, self));
    else
        emit_arg(c, OP_LOAD_FAST, 0);
    set_pos(c, outer);
    return true;
}

/* Is it the name of a module that this file imports at its top level? */
static bool is_imported_name(Compiler *c, const Expr *e)
{
    if (e->kind != EXPR_Name)
        return false;
    Symbol *s = scope_symbol(c->symtable->top, e->u.Name.id);
    return s && (s->flags & DEF_IMPORT);
}

/* For module.function(...) CPython 3.11 makes no method call; we do, but give the CALL
 * the position that its plain call has. */
static void visit_method_call(Compiler *c, Expr *e)
{
    struct Expr_Call *k = &e->u.Call;
    Expr *method = k->func;
    int op = OP_LOAD_METHOD;
    Expr *value = method->u.Attribute.value;
    /* One instruction stands in one line. */
    if (method->end_lineno == value->lineno && emit_zero_arg_super(c, value))
        op = OP_LOAD_SUPER_METHOD;
    else
        visit_expression(c, value);
    set_pos(c, method->pos);
    emit_attribute_pos(c, method);
    emit_name(c, op, method->u.Attribute.attr);
    bool imported = is_imported_name(c, value);
    if (imported && !c->failed)
        c->unit->current->instrs[c->unit->current->count - 1].imported = true;
    visit_expressions(c, &k->args);
    if (k->keywords.count) {
        visit_keyword_values(c, &k->keywords, 0, k->keywords.count);
        if (imported)
            set_pos(c, e->pos);
        emit_const_steal(c, keyword_names(c, &k->keywords, 0, k->keywords.count));
    }
    set_pos(c, e->pos);
    if (!imported)
        emit_attribute_pos(c, method);
    emit_call_op(c, k->args.count, &k->keywords);
}

void visit_call(Compiler *c, Expr *e)
{
    struct Expr_Call *k = &e->u.Call;
    check_keywords(c, &k->keywords);
    if (is_method_call(e)) {
        visit_method_call(c, e);
        return;
    }
    warn_caller(c, k->func);
    if (first_pos(k->func).lineno != k->func->lineno) {
        set_pos(c, k->func->pos);
        emit_arg(c, OP_NOP, NOP_FOR_NULL);
        set_pos(c, e->pos);
    }
    visit_expression(c, k->func);
    emit_null(c, k->func->pos, k->args.count ? first_pos(k->args.items[0]) : e->pos);
    emit_call_rest(c, 0, &k->args, &k->keywords);
}
