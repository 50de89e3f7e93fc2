/* fold.c - constant folding over the tree, in place, before the symbol table is built.
 *
 * Folds what CPython 3.11's optimiser folds and nothing else, because what is folded
 * can be seen (line events, warnings, identity). An operation that fails or would give
 * something big is left for run time. The arithmetic itself is in fold_ops.c.
 */
#include "compiler/codegen/fold_private.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/set.h"

static void fold_expr(Compiler *c, Expr *e);
static void fold_stmt(Compiler *c, Stmt *s);
static void fold_body(Compiler *c, StmtSeq *body);
static void fold_pattern(Compiler *c, Pattern *p);

void fold_set_const(Compiler *c, Expr *e, Value v)
{
    if (!v) { /* the operation failed: let it fail again at run time */
        if (error_matches(c->vm, EXC_KeyboardInterrupt))
            compiler_vm_error(c);
        else
            compiler_forget_error(c);
        return;
    }
    AstConst k = {.kind = AST_CONST_OBJECT};
    if (v == VALUE_NONE)
        k.kind = AST_CONST_NONE;
    else if (v == VALUE_TRUE)
        k.kind = AST_CONST_TRUE;
    else if (v == VALUE_FALSE)
        k.kind = AST_CONST_FALSE;
    else if (v == VALUE_ELLIPSIS)
        k.kind = AST_CONST_ELLIPSIS;
    else
        k.u.object = compiler_share_const(c, v);
    e->kind = EXPR_Constant;
    e->u.Constant.value = k;
    e->u.Constant.kind = NULL;
}

static void fold_exprs(Compiler *c, const ExprSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        if (seq->items[i])
            fold_expr(c, seq->items[i]);
}

static void fold_opt(Compiler *c, Expr *e)
{
    if (e)
        fold_expr(c, e);
}

/* ---- operators ------------------------------------------------------------------- */

static bool is_const(const Expr *e)
{
    return e->kind == EXPR_Constant;
}

static Value const_of(Compiler *c, const Expr *e)
{
    return compiler_const_value(c, &e->u.Constant.value);
}

/* not a is b: a is not b, and the like. */
static bool fold_not_compare(Expr *e)
{
    Expr *arg = e->u.UnaryOp.operand;
    if (e->u.UnaryOp.op != UNARYOP_Not || arg->kind != EXPR_Compare ||
        arg->u.Compare.ops.count != 1)
        return false;
    CmpOp op = arg->u.Compare.ops.items[0];
    if (op == CMPOP_Is)
        op = CMPOP_IsNot;
    else if (op == CMPOP_IsNot)
        op = CMPOP_Is;
    else if (op == CMPOP_In)
        op = CMPOP_NotIn;
    else if (op == CMPOP_NotIn)
        op = CMPOP_In;
    else
        return false;
    arg->u.Compare.ops.items[0] = (uint8_t)op;
    *e = *arg; /* with the comparison's own position */
    return true;
}

static void fold_unary(Compiler *c, Expr *e)
{
    Expr *arg = e->u.UnaryOp.operand;
    if (!is_const(arg)) {
        fold_not_compare(e);
        return;
    }
    Value v = const_of(c, arg);
    if (c->failed)
        return;
    switch (e->u.UnaryOp.op) {
    case UNARYOP_Invert: fold_set_const(c, e, number_invert(c->vm, v)); break;
    case UNARYOP_Not: {
        int r = object_is_true(c->vm, v);
        fold_set_const(c, e, r < 0 ? VALUE_NULL : value_from_bool(!r));
        break;
    }
    case UNARYOP_UAdd: fold_set_const(c, e, number_positive(c->vm, v)); break;
    case UNARYOP_USub: fold_set_const(c, e, number_negative(c->vm, v)); break;
    }
}

static void fold_binary(Compiler *c, Expr *e)
{
    Expr *left = e->u.BinOp.left, *right = e->u.BinOp.right;
    if (!is_const(left))
        return;
    if (e->u.BinOp.op == OPERATOR_Mod && right->kind == EXPR_Tuple) {
        Value format = const_of(c, left);
        if (value_is_str(format))
            fold_format(c, e, format, &right->u.Tuple.elts);
        return;
    }
    if (!is_const(right))
        return;
    Value v = const_of(c, left), w = const_of(c, right);
    if (!c->failed && fold_is_safe(c, e->u.BinOp.op, v, w))
        fold_set_const(c, e, fold_binary_value(c, e->u.BinOp.op, v, w));
}

static void fold_subscript(Compiler *c, Expr *e)
{
    struct Expr_Subscript *s = &e->u.Subscript;
    if (s->ctx != CONTEXT_Load || !is_const(s->value) || !is_const(s->slice))
        return;
    Value object = const_of(c, s->value), key = const_of(c, s->slice);
    if (!c->failed)
        fold_set_const(c, e, object_getitem(c->vm, object, key));
}

/* ---- displays -------------------------------------------------------------------- */

static bool fold_all_constant(const ExprSeq *seq);

/* New. */
static Value fold_constant_tuple(Compiler *c, const ExprSeq *seq);

static void fold_tuple(Compiler *c, Expr *e)
{
    const ExprSeq *elts = &e->u.Tuple.elts;
    if (e->u.Tuple.ctx != CONTEXT_Load || !fold_all_constant(elts))
        return;
    fold_set_const(c, e, fold_constant_tuple(c, elts));
}

/* The iterable of a loop or the right side of `in`: a list or set there is never
 * changed. */
static void fold_iter(Compiler *c, Expr *e)
{
    if (e->kind == EXPR_List) {
        ExprSeq *elts = &e->u.List.elts;
        if (fold_all_constant(elts)) {
            fold_set_const(c, e, fold_constant_tuple(c, elts));
            return;
        }
        for (int i = 0; i < elts->count; i++)
            if (elts->items[i]->kind == EXPR_Starred)
                return;
        ExprSeq copy = *elts;
        ExprContext ctx = e->u.List.ctx;
        e->kind = EXPR_Tuple;
        e->u.Tuple.elts = copy;
        e->u.Tuple.ctx = ctx;
    } else if (e->kind == EXPR_Set && fold_all_constant(&e->u.Set.elts)) {
        Value t = fold_constant_tuple(c, &e->u.Set.elts);
        Value set = t ? frozenset_new(c->vm, t) : VALUE_NULL;
        value_xdecref(c->vm, t);
        fold_set_const(c, e, set);
    }
}

static bool fold_all_constant(const ExprSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        if (!is_const(seq->items[i]))
            return false;
    return true;
}

static Value fold_constant_tuple(Compiler *c, const ExprSeq *seq)
{
    Value t = tuple_alloc(c->vm, seq->count);
    for (int i = 0; t && i < seq->count; i++)
        TUPLE(t)->items[i] = value_incref(const_of(c, seq->items[i]));
    if (c->failed) /* one of them */
        value_clear(c->vm, &t);
    return t;
}

static void fold_compare(Compiler *c, Expr *e)
{
    fold_expr(c, e->u.Compare.left);
    fold_exprs(c, &e->u.Compare.comparators);
    int last = e->u.Compare.ops.count - 1;
    CmpOp op = e->u.Compare.ops.items[last];
    if (op == CMPOP_In || op == CMPOP_NotIn)
        fold_iter(c, e->u.Compare.comparators.items[last]);
}

static void fold_generators(Compiler *c, const ComprehensionSeq *generators)
{
    for (int i = 0; i < generators->count; i++) {
        Comprehension *g = generators->items[i];
        fold_expr(c, g->target);
        fold_expr(c, g->iter);
        fold_exprs(c, &g->ifs);
        fold_iter(c, g->iter);
    }
}

/* ---- expressions ----------------------------------------------------------------- */

static void fold_arg(Compiler *c, Arg *a)
{
    if (a && a->annotation && !(c->future & CO_FUTURE_ANNOTATIONS))
        fold_expr(c, a->annotation);
}

static void fold_args(Compiler *c, const ArgSeq *args)
{
    for (int i = 0; i < args->count; i++)
        fold_arg(c, args->items[i]);
}

static void fold_arguments(Compiler *c, Arguments *a)
{
    fold_args(c, &a->posonlyargs);
    fold_args(c, &a->args);
    fold_arg(c, a->vararg);
    fold_args(c, &a->kwonlyargs);
    fold_exprs(c, &a->kw_defaults);
    fold_arg(c, a->kwarg);
    fold_exprs(c, &a->defaults);
}

static void fold_keywords(Compiler *c, const KeywordSeq *keywords)
{
    for (int i = 0; i < keywords->count; i++)
        fold_expr(c, keywords->items[i]->value);
}

static void fold_name(Compiler *c, Expr *e)
{
    if (e->u.Name.ctx == CONTEXT_Load && name_is(e->u.Name.id, "__debug__"))
        fold_set_const(c, e, value_from_bool(!c->optimize));
}

static void fold_expr_kind(Compiler *c, Expr *e)
{
    switch (e->kind) {
    case EXPR_BoolOp: fold_exprs(c, &e->u.BoolOp.values); break;
    case EXPR_NamedExpr: fold_expr(c, e->u.NamedExpr.value); break;
    case EXPR_BinOp:
        fold_expr(c, e->u.BinOp.left);
        fold_expr(c, e->u.BinOp.right);
        fold_binary(c, e);
        break;
    case EXPR_UnaryOp:
        fold_expr(c, e->u.UnaryOp.operand);
        fold_unary(c, e);
        break;
    case EXPR_Lambda:
        fold_arguments(c, e->u.Lambda.args);
        fold_expr(c, e->u.Lambda.body);
        break;
    case EXPR_IfExp:
        fold_expr(c, e->u.IfExp.test);
        fold_expr(c, e->u.IfExp.body);
        fold_expr(c, e->u.IfExp.orelse);
        break;
    case EXPR_Dict:
        fold_exprs(c, &e->u.Dict.keys);
        fold_exprs(c, &e->u.Dict.values);
        break;
    case EXPR_Set: fold_exprs(c, &e->u.Set.elts); break;
    case EXPR_ListComp:
    case EXPR_SetComp:
    case EXPR_GeneratorExp: /* the three have the same fields */
        fold_expr(c, e->u.ListComp.elt);
        fold_generators(c, &e->u.ListComp.generators);
        break;
    case EXPR_DictComp:
        fold_expr(c, e->u.DictComp.key);
        fold_expr(c, e->u.DictComp.value);
        fold_generators(c, &e->u.DictComp.generators);
        break;
    case EXPR_Await: fold_expr(c, e->u.Await.value); break;
    case EXPR_Yield: fold_opt(c, e->u.Yield.value); break;
    case EXPR_YieldFrom: fold_expr(c, e->u.YieldFrom.value); break;
    case EXPR_Compare: fold_compare(c, e); break;
    case EXPR_Call:
        fold_expr(c, e->u.Call.func);
        fold_exprs(c, &e->u.Call.args);
        fold_keywords(c, &e->u.Call.keywords);
        break;
    case EXPR_FormattedValue:
        fold_expr(c, e->u.FormattedValue.value);
        fold_opt(c, e->u.FormattedValue.format_spec);
        break;
    case EXPR_JoinedStr: fold_exprs(c, &e->u.JoinedStr.values); break;
    case EXPR_Constant: break;
    case EXPR_Attribute: fold_expr(c, e->u.Attribute.value); break;
    case EXPR_Subscript:
        fold_expr(c, e->u.Subscript.value);
        fold_expr(c, e->u.Subscript.slice);
        fold_subscript(c, e);
        break;
    case EXPR_Starred: fold_expr(c, e->u.Starred.value); break;
    case EXPR_Name: fold_name(c, e); break;
    case EXPR_List: fold_exprs(c, &e->u.List.elts); break;
    case EXPR_Tuple:
        fold_exprs(c, &e->u.Tuple.elts);
        fold_tuple(c, e);
        break;
    case EXPR_Slice:
        fold_opt(c, e->u.Slice.lower);
        fold_opt(c, e->u.Slice.upper);
        fold_opt(c, e->u.Slice.step);
        break;
    }
}

static void fold_expr(Compiler *c, Expr *e)
{
    if (c->failed || e->kind == EXPR_Constant || !compiler_enter(c))
        return;
    fold_expr_kind(c, e);
    compiler_leave(c);
}

/* ---- patterns -------------------------------------------------------------------- */

static void fold_patterns(Compiler *c, const PatternSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        fold_pattern(c, seq->items[i]);
}

static void fold_pattern_kind(Compiler *c, Pattern *p)
{
    switch (p->kind) {
    case PATTERN_MatchValue: fold_expr(c, p->u.MatchValue.value); break;
    case PATTERN_MatchSequence: fold_patterns(c, &p->u.MatchSequence.patterns); break;
    case PATTERN_MatchMapping:
        fold_exprs(c, &p->u.MatchMapping.keys);
        fold_patterns(c, &p->u.MatchMapping.patterns);
        break;
    case PATTERN_MatchClass:
        fold_expr(c, p->u.MatchClass.cls);
        fold_patterns(c, &p->u.MatchClass.patterns);
        fold_patterns(c, &p->u.MatchClass.kwd_patterns);
        break;
    case PATTERN_MatchAs:
        if (p->u.MatchAs.pattern)
            fold_pattern(c, p->u.MatchAs.pattern);
        break;
    case PATTERN_MatchOr: fold_patterns(c, &p->u.MatchOr.patterns); break;
    case PATTERN_MatchSingleton:
    case PATTERN_MatchStar: break;
    }
}

static void fold_pattern(Compiler *c, Pattern *p)
{
    if (c->failed || !compiler_enter(c))
        return;
    fold_pattern_kind(c, p);
    compiler_leave(c);
}

/* ---- statements ------------------------------------------------------------------ */

/* A string that only folding made is no docstring: hide it in an f-string of one part.
 */
static void fold_body(Compiler *c, StmtSeq *body)
{
    bool had_doc = ast_docstring(body) != NULL;
    for (int i = 0; i < body->count; i++)
        fold_stmt(c, body->items[i]);
    Expr *doc = had_doc ? NULL : ast_docstring(body);
    if (!doc)
        return;
    Expr *joined = compiler_alloc(c, sizeof *joined);
    Expr **values = compiler_alloc(c, sizeof *values);
    if (!joined || !values)
        return;
    values[0] = doc;
    joined->kind = EXPR_JoinedStr;
    joined->pos = body->items[0]->pos;
    joined->u.JoinedStr.values.count = 1;
    joined->u.JoinedStr.values.items = values;
    body->items[0]->u.Expr.value = joined;
}

static void fold_function(Compiler *c, Stmt *s)
{
    struct Stmt_FunctionDef *f = &s->u.FunctionDef;
    fold_arguments(c, f->args);
    fold_body(c, &f->body);
    fold_exprs(c, &f->decorator_list);
    if (f->returns && !(c->future & CO_FUTURE_ANNOTATIONS))
        fold_expr(c, f->returns);
}

static void fold_match(Compiler *c, struct Stmt_Match *m)
{
    fold_expr(c, m->subject);
    for (int i = 0; i < m->cases.count; i++) {
        fold_pattern(c, m->cases.items[i]->pattern);
        fold_opt(c, m->cases.items[i]->guard);
        fold_body(c, &m->cases.items[i]->body);
    }
}

static void fold_with(Compiler *c, struct Stmt_With *w)
{
    for (int i = 0; i < w->items.count; i++) {
        fold_expr(c, w->items.items[i]->context_expr);
        fold_opt(c, w->items.items[i]->optional_vars);
    }
    fold_body(c, &w->body);
}

static void fold_try(Compiler *c, struct Stmt_Try *t)
{
    fold_body(c, &t->body);
    for (int i = 0; i < t->handlers.count; i++) {
        fold_opt(c, t->handlers.items[i]->type);
        fold_body(c, &t->handlers.items[i]->body);
    }
    fold_body(c, &t->orelse);
    fold_body(c, &t->finalbody);
}

static void fold_stmt_kind(Compiler *c, Stmt *s)
{
    switch (s->kind) {
    case STMT_FunctionDef:
    case STMT_AsyncFunctionDef: fold_function(c, s); break;
    case STMT_ClassDef:
        fold_exprs(c, &s->u.ClassDef.bases);
        fold_keywords(c, &s->u.ClassDef.keywords);
        fold_body(c, &s->u.ClassDef.body);
        fold_exprs(c, &s->u.ClassDef.decorator_list);
        break;
    case STMT_Return: fold_opt(c, s->u.Return.value); break;
    case STMT_Delete: fold_exprs(c, &s->u.Delete.targets); break;
    case STMT_Assign:
        fold_exprs(c, &s->u.Assign.targets);
        fold_expr(c, s->u.Assign.value);
        break;
    case STMT_AugAssign:
        fold_expr(c, s->u.AugAssign.target);
        fold_expr(c, s->u.AugAssign.value);
        break;
    case STMT_AnnAssign:
        fold_expr(c, s->u.AnnAssign.target);
        if (!(c->future & CO_FUTURE_ANNOTATIONS))
            fold_expr(c, s->u.AnnAssign.annotation);
        fold_opt(c, s->u.AnnAssign.value);
        break;
    case STMT_For:
    case STMT_AsyncFor:
        fold_expr(c, s->u.For.target);
        fold_expr(c, s->u.For.iter);
        fold_body(c, &s->u.For.body);
        fold_body(c, &s->u.For.orelse);
        if (s->kind == STMT_For)
            fold_iter(c, s->u.For.iter);
        break;
    case STMT_While:
        fold_expr(c, s->u.While.test);
        fold_body(c, &s->u.While.body);
        fold_body(c, &s->u.While.orelse);
        break;
    case STMT_If:
        fold_expr(c, s->u.If.test);
        fold_body(c, &s->u.If.body);
        fold_body(c, &s->u.If.orelse);
        break;
    case STMT_With:
    case STMT_AsyncWith: fold_with(c, &s->u.With); break;
    case STMT_Match: fold_match(c, &s->u.Match); break;
    case STMT_Raise:
        fold_opt(c, s->u.Raise.exc);
        fold_opt(c, s->u.Raise.cause);
        break;
    case STMT_Try:
    case STMT_TryStar: fold_try(c, &s->u.Try); break;
    case STMT_Assert:
        fold_expr(c, s->u.Assert.test);
        fold_opt(c, s->u.Assert.msg);
        break;
    case STMT_Expr: fold_expr(c, s->u.Expr.value); break;
    default: break;
    }
}

static void fold_stmt(Compiler *c, Stmt *s)
{
    if (c->failed || !compiler_enter(c))
        return;
    fold_stmt_kind(c, s);
    compiler_leave(c);
}

void fold_module(Compiler *c, Mod *mod)
{
    switch (mod->kind) {
    case MOD_Module: fold_body(c, &mod->u.Module.body); break;
    case MOD_Interactive:
        for (int i = 0; i < mod->u.Interactive.body.count; i++)
            fold_stmt(c, mod->u.Interactive.body.items[i]);
        break;
    case MOD_Expression: fold_expr(c, mod->u.Expression.body); break;
    case MOD_FunctionType: break;
    }
}
