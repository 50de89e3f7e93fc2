/* ast_unparse.c - source text of an expression, as `from __future__ import annotations`
 * keeps it. The text is CPython 3.11's to the last blank and bracket; only expressions.
 */
#include "compiler/codegen/compile_internal.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

/* How tightly the place of an expression binds; what binds less gets parentheses. */
enum {
    PR_TUPLE,
    PR_TEST, /* if-else, lambda */
    PR_OR,
    PR_AND,
    PR_NOT,
    PR_CMP,
    PR_EXPR,
    PR_BOR = PR_EXPR,
    PR_BXOR,
    PR_BAND,
    PR_SHIFT,
    PR_ARITH,
    PR_TERM,
    PR_FACTOR,
    PR_POWER,
    PR_AWAIT,
    PR_ATOM,
};

typedef struct Unparser {
    Compiler *c;
    StrBuilder out;
} Unparser;

static void put_expr(Unparser *u, const Expr *e, int level);

static void put(Unparser *u, const char *ascii)
{
    strbuilder_ascii(&u->out, ascii);
}

static void put_if(Unparser *u, bool condition, const char *ascii)
{
    if (condition)
        put(u, ascii);
}

static void put_name(Unparser *u, AstName *name)
{
    strbuilder_str(&u->out, compiler_name_value(u->c, name));
}

/* ---- constants ------------------------------------------------------------------- */

/* repr with "inf" as a number too big, for it must be an expression. */
static void put_repr_of_number(Unparser *u, Value v)
{
    MinipyVM *vm = u->c->vm;
    Value repr = object_repr(vm, v),
          inf = repr ? str_from_ascii(vm, "inf", 3) : VALUE_NULL;
    Value big = inf ? str_from_ascii(vm, "1e309", 5) : VALUE_NULL;
    Value text = big ? str_replace(vm, repr, inf, big, -1) : VALUE_NULL;
    if (text)
        strbuilder_str(&u->out, text);
    else
        compiler_vm_error(u->c);
    value_xdecref(vm, repr);
    value_xdecref(vm, inf);
    value_xdecref(vm, big);
    value_xdecref(vm, text);
}

static void put_value(Unparser *u, Value v)
{
    if (v == VALUE_ELLIPSIS) {
        put(u, "...");
    } else if (value_is_float(v) || value_is_kind(v, KIND_COMPLEX)) {
        put_repr_of_number(u, v);
    } else if (value_is_tuple(v)) {
        put(u, "(");
        for (int64_t i = 0; i < tuple_size(v); i++) {
            put_if(u, i > 0, ", ");
            put_value(u, tuple_get_borrow(v, i));
        }
        put(u, tuple_size(v) == 1 ? ",)" : ")");
    } else if (strbuilder_repr(&u->out, v) < 0) {
        compiler_vm_error(u->c);
    }
}

static void put_constant(Unparser *u, const Expr *e)
{
    put_if(u, e->u.Constant.kind != NULL, "u");
    put_value(u, compiler_const_value(u->c, &e->u.Constant.value));
}

/* ---- operators ------------------------------------------------------------------- */

static void put_bool_op(Unparser *u, const Expr *e, int level)
{
    bool is_and = e->u.BoolOp.op == BOOLOP_And;
    int pr = is_and ? PR_AND : PR_OR;
    put_if(u, level > pr, "(");
    for (int i = 0; i < e->u.BoolOp.values.count; i++) {
        put_if(u, i > 0, is_and ? " and " : " or ");
        put_expr(u, e->u.BoolOp.values.items[i], pr + 1);
    }
    put_if(u, level > pr, ")");
}

static void put_bin_op(Unparser *u, const Expr *e, int level)
{
    static const struct {
        const char *text;
        uint8_t pr;
        bool right; /* associates to the right */
    } ops[] = {
        [OPERATOR_Add] = {" + ", PR_ARITH, false},
        [OPERATOR_Sub] = {" - ", PR_ARITH, false},
        [OPERATOR_Mult] = {" * ", PR_TERM, false},
        [OPERATOR_MatMult] = {" @ ", PR_TERM, false},
        [OPERATOR_Div] = {" / ", PR_TERM, false},
        [OPERATOR_Mod] = {" % ", PR_TERM, false},
        [OPERATOR_LShift] = {" << ", PR_SHIFT, false},
        [OPERATOR_RShift] = {" >> ", PR_SHIFT, false},
        [OPERATOR_BitOr] = {" | ", PR_BOR, false},
        [OPERATOR_BitXor] = {" ^ ", PR_BXOR, false},
        [OPERATOR_BitAnd] = {" & ", PR_BAND, false},
        [OPERATOR_FloorDiv] = {" // ", PR_TERM, false},
        [OPERATOR_Pow] = {" ** ", PR_POWER, true},
    };
    Operator op = e->u.BinOp.op;
    int pr = ops[op].pr;
    put_if(u, level > pr, "(");
    put_expr(u, e->u.BinOp.left, pr + ops[op].right);
    put(u, ops[op].text);
    put_expr(u, e->u.BinOp.right, pr + !ops[op].right);
    put_if(u, level > pr, ")");
}

static void put_unary_op(Unparser *u, const Expr *e, int level)
{
    static const char *const texts[] = {[UNARYOP_Invert] = "~",
                                        [UNARYOP_Not] = "not ",
                                        [UNARYOP_UAdd] = "+",
                                        [UNARYOP_USub] = "-"};
    int pr = e->u.UnaryOp.op == UNARYOP_Not ? PR_NOT : PR_FACTOR;
    put_if(u, level > pr, "(");
    put(u, texts[e->u.UnaryOp.op]);
    put_expr(u, e->u.UnaryOp.operand, pr);
    put_if(u, level > pr, ")");
}

static void put_compare(Unparser *u, const Expr *e, int level)
{
    static const char *const texts[] = {
        [CMPOP_Eq] = " == ",       [CMPOP_NotEq] = " != ",     [CMPOP_Lt] = " < ",
        [CMPOP_LtE] = " <= ",      [CMPOP_Gt] = " > ",         [CMPOP_GtE] = " >= ",
        [CMPOP_Is] = " is ",       [CMPOP_IsNot] = " is not ", [CMPOP_In] = " in ",
        [CMPOP_NotIn] = " not in "};
    put_if(u, level > PR_CMP, "(");
    put_expr(u, e->u.Compare.left, PR_CMP + 1);
    for (int i = 0; i < e->u.Compare.ops.count; i++) {
        put(u, texts[e->u.Compare.ops.items[i]]);
        put_expr(u, e->u.Compare.comparators.items[i], PR_CMP + 1);
    }
    put_if(u, level > PR_CMP, ")");
}

/* ---- lambda ---------------------------------------------------------------------- */

static void put_arg(Unparser *u, const Arg *a)
{
    put_name(u, a->arg);
    if (a->annotation) {
        put(u, ": ");
        put_expr(u, a->annotation, PR_TEST);
    }
}

static void put_comma(Unparser *u, bool *first)
{
    put_if(u, !*first, ", ");
    *first = false;
}

static void put_default(Unparser *u, const Expr *e)
{
    if (!e)
        return;
    put(u, "=");
    put_expr(u, e, PR_TEST);
}

static void put_arguments(Unparser *u, const Arguments *a)
{
    bool first = true;
    int nposonly = a->posonlyargs.count, npos = nposonly + a->args.count;
    for (int i = 0; i < npos; i++) {
        put_comma(u, &first);
        put_arg(u,
                i < nposonly ? a->posonlyargs.items[i] : a->args.items[i - nposonly]);
        int k = i - (npos - a->defaults.count);
        put_default(u, k >= 0 ? a->defaults.items[k] : NULL);
        put_if(u, nposonly && i + 1 == nposonly, ", /");
    }
    if (a->vararg || a->kwonlyargs.count) {
        put_comma(u, &first);
        put(u, "*");
        if (a->vararg)
            put_arg(u, a->vararg);
    }
    for (int i = 0; i < a->kwonlyargs.count; i++) {
        put_comma(u, &first);
        put_arg(u, a->kwonlyargs.items[i]);
        put_default(u, a->kw_defaults.items[i]);
    }
    if (a->kwarg) {
        put_comma(u, &first);
        put(u, "**");
        put_arg(u, a->kwarg);
    }
}

static void put_lambda(Unparser *u, const Expr *e, int level)
{
    const Arguments *a = e->u.Lambda.args;
    bool any =
        a->posonlyargs.count || a->args.count; /* `lambda*a: 0`: as CPython spells it */
    put_if(u, level > PR_TEST, "(");
    put(u, any ? "lambda " : "lambda");
    put_arguments(u, a);
    put(u, ": ");
    put_expr(u, e->u.Lambda.body, PR_TEST);
    put_if(u, level > PR_TEST, ")");
}

/* ---- displays and comprehensions ------------------------------------------------- */

static void put_exprs(Unparser *u, const ExprSeq *seq)
{
    for (int i = 0; i < seq->count; i++) {
        put_if(u, i > 0, ", ");
        put_expr(u, seq->items[i], PR_TEST);
    }
}

static void put_tuple(Unparser *u, const Expr *e, int level)
{
    const ExprSeq *elts = &e->u.Tuple.elts;
    if (elts->count == 0) {
        put(u, "()");
        return;
    }
    put_if(u, level > PR_TUPLE, "(");
    put_exprs(u, elts);
    put_if(u, elts->count == 1, ",");
    put_if(u, level > PR_TUPLE, ")");
}

static void put_dict(Unparser *u, const Expr *e)
{
    put(u, "{");
    for (int i = 0; i < e->u.Dict.values.count; i++) {
        put_if(u, i > 0, ", ");
        if (e->u.Dict.keys.items[i]) {
            put_expr(u, e->u.Dict.keys.items[i], PR_TEST);
            put(u, ": ");
            put_expr(u, e->u.Dict.values.items[i], PR_TEST);
        } else {
            put(u, "**");
            put_expr(u, e->u.Dict.values.items[i], PR_EXPR);
        }
    }
    put(u, "}");
}

static void put_generators(Unparser *u, const ComprehensionSeq *generators)
{
    for (int i = 0; i < generators->count; i++) {
        const Comprehension *g = generators->items[i];
        put(u, g->is_async ? " async for " : " for ");
        put_expr(u, g->target, PR_TUPLE);
        put(u, " in ");
        put_expr(u, g->iter, PR_TEST + 1);
        for (int k = 0; k < g->ifs.count; k++) {
            put(u, " if ");
            put_expr(u, g->ifs.items[k], PR_TEST + 1);
        }
    }
}

static void put_comprehension(Unparser *u, const char *open, const Expr *elt,
                              const ComprehensionSeq *generators, const char *close)
{
    put(u, open);
    put_expr(u, elt, PR_TEST);
    put_generators(u, generators);
    put(u, close);
}

static void put_dict_comp(Unparser *u, const Expr *e)
{
    put(u, "{");
    put_expr(u, e->u.DictComp.key, PR_TEST);
    put(u, ": ");
    put_expr(u, e->u.DictComp.value, PR_TEST);
    put_generators(u, &e->u.DictComp.generators);
    put(u, "}");
}

/* ---- calls, attributes, subscripts ----------------------------------------------- */

static void put_call(Unparser *u, const Expr *e)
{
    const struct Expr_Call *k = &e->u.Call;
    put_expr(u, k->func, PR_ATOM);
    if (k->args.count == 1 && k->keywords.count == 0 &&
        k->args.items[0]->kind == EXPR_GeneratorExp) {
        put_expr(u, k->args.items[0], PR_TEST); /* brings its own parentheses */
        return;
    }
    bool first = true;
    put(u, "(");
    for (int i = 0; i < k->args.count; i++) {
        put_comma(u, &first);
        put_expr(u, k->args.items[i], PR_TEST);
    }
    for (int i = 0; i < k->keywords.count; i++) {
        put_comma(u, &first);
        if (k->keywords.items[i]->arg) {
            put_name(u, k->keywords.items[i]->arg);
            put(u, "=");
        } else {
            put(u, "**");
        }
        put_expr(u, k->keywords.items[i]->value, PR_TEST);
    }
    put(u, ")");
}

static void put_attribute(Unparser *u, const Expr *e)
{
    const Expr *value = e->u.Attribute.value;
    put_expr(u, value, PR_ATOM);
    bool is_int = value->kind == EXPR_Constant &&
                  (value->u.Constant.value.kind == AST_CONST_INT ||
                   value->u.Constant.value.kind == AST_CONST_BIGINT);
    put(u, is_int ? " ." : ".");
    put_name(u, e->u.Attribute.attr);
}

static void put_slice(Unparser *u, const Expr *e)
{
    if (e->u.Slice.lower)
        put_expr(u, e->u.Slice.lower, PR_TEST);
    put(u, ":");
    if (e->u.Slice.upper)
        put_expr(u, e->u.Slice.upper, PR_TEST);
    if (e->u.Slice.step) {
        put(u, ":");
        put_expr(u, e->u.Slice.step, PR_TEST);
    }
}

/* ---- f-strings ------------------------------------------------------------------- */

static Value unparse_at(Compiler *c, const Expr *e, int level);
static void put_fstring_part(Unparser *u, const Expr *e);

/* A literal part: braces are doubled. */
static void put_fstring_text(Unparser *u, const Expr *e)
{
    Value v = compiler_const_value(u->c, &e->u.Constant.value);
    for (int64_t i = 0; value_is_str(v) && i < str_length(v); i++) {
        uint32_t ch = str_char_at(STR(v), i);
        strbuilder_char(&u->out, ch);
        if (ch == '{' || ch == '}')
            strbuilder_char(&u->out, ch);
    }
}

static void put_formatted_value(Unparser *u, const Expr *e)
{
    Value text = unparse_at(u->c, e->u.FormattedValue.value, PR_TEST + 1);
    if (!text)
        return;
    bool brace = str_length(text) && str_char_at(STR(text), 0) == '{';
    put(u, brace ? "{ " : "{");
    strbuilder_str(&u->out, text);
    value_decref(u->c->vm, text);
    int conversion = e->u.FormattedValue.conversion;
    if (conversion > 0) {
        put(u, "!");
        strbuilder_char(&u->out, (uint32_t)conversion);
    }
    if (e->u.FormattedValue.format_spec) {
        put(u, ":");
        put_fstring_part(u, e->u.FormattedValue.format_spec);
    }
    put(u, "}");
}

/* The inside of an f-string. */
static void put_fstring_part(Unparser *u, const Expr *e)
{
    if (e->kind == EXPR_Constant)
        put_fstring_text(u, e);
    else if (e->kind == EXPR_FormattedValue)
        put_formatted_value(u, e);
    else if (e->kind == EXPR_JoinedStr)
        for (int i = 0; i < e->u.JoinedStr.values.count; i++)
            put_fstring_part(u, e->u.JoinedStr.values.items[i]);
}

/* f'...' with the body's repr. */
static void put_joined_str(Unparser *u, const Expr *e)
{
    Unparser inner = {.c = u->c};
    strbuilder_init(&inner.out, u->c->vm);
    put_fstring_part(&inner, e);
    Value body = strbuilder_finish(&inner.out);
    if (!body) {
        compiler_vm_error(u->c);
        return;
    }
    put(u, "f");
    if (strbuilder_repr(&u->out, body) < 0)
        compiler_vm_error(u->c);
    value_decref(u->c->vm, body);
}

/* ---- the visitor ----------------------------------------------------------------- */

static void put_if_exp(Unparser *u, const Expr *e, int level)
{
    put_if(u, level > PR_TEST, "(");
    put_expr(u, e->u.IfExp.body, PR_TEST + 1);
    put(u, " if ");
    put_expr(u, e->u.IfExp.test, PR_TEST + 1);
    put(u, " else ");
    put_expr(u, e->u.IfExp.orelse, PR_TEST);
    put_if(u, level > PR_TEST, ")");
}

static void put_expr_kind(Unparser *u, const Expr *e, int level)
{
    switch (e->kind) {
    case EXPR_BoolOp: put_bool_op(u, e, level); break;
    case EXPR_BinOp: put_bin_op(u, e, level); break;
    case EXPR_UnaryOp: put_unary_op(u, e, level); break;
    case EXPR_Lambda: put_lambda(u, e, level); break;
    case EXPR_IfExp: put_if_exp(u, e, level); break;
    case EXPR_Dict: put_dict(u, e); break;
    case EXPR_Set:
        put(u, "{");
        put_exprs(u, &e->u.Set.elts);
        put(u, "}");
        break;
    case EXPR_GeneratorExp:
        put_comprehension(u, "(", e->u.GeneratorExp.elt, &e->u.GeneratorExp.generators,
                          ")");
        break;
    case EXPR_ListComp:
        put_comprehension(u, "[", e->u.ListComp.elt, &e->u.ListComp.generators, "]");
        break;
    case EXPR_SetComp:
        put_comprehension(u, "{", e->u.SetComp.elt, &e->u.SetComp.generators, "}");
        break;
    case EXPR_DictComp: put_dict_comp(u, e); break;
    case EXPR_Yield:
        put(u, e->u.Yield.value ? "(yield " : "(yield)");
        if (e->u.Yield.value) {
            put_expr(u, e->u.Yield.value, PR_TEST);
            put(u, ")");
        }
        break;
    case EXPR_YieldFrom:
        put(u, "(yield from ");
        put_expr(u, e->u.YieldFrom.value, PR_TEST);
        put(u, ")");
        break;
    case EXPR_Await:
        put_if(u, level > PR_AWAIT, "(");
        put(u, "await ");
        put_expr(u, e->u.Await.value, PR_ATOM);
        put_if(u, level > PR_AWAIT, ")");
        break;
    case EXPR_Compare: put_compare(u, e, level); break;
    case EXPR_Call: put_call(u, e); break;
    case EXPR_Constant: put_constant(u, e); break;
    case EXPR_JoinedStr: put_joined_str(u, e); break;
    case EXPR_FormattedValue: put_formatted_value(u, e); break;
    case EXPR_Attribute: put_attribute(u, e); break;
    case EXPR_Starred:
        put(u, "*");
        put_expr(u, e->u.Starred.value, PR_EXPR);
        break;
    case EXPR_Name: put_name(u, e->u.Name.id); break;
    case EXPR_List:
        put(u, "[");
        put_exprs(u, &e->u.List.elts);
        put(u, "]");
        break;
    case EXPR_Tuple: put_tuple(u, e, level); break;
    case EXPR_Subscript:
        put_expr(u, e->u.Subscript.value, PR_ATOM);
        put(u, "[");
        put_expr(u, e->u.Subscript.slice, PR_TUPLE);
        put(u, "]");
        break;
    case EXPR_Slice: put_slice(u, e); break;
    case EXPR_NamedExpr:
        put_if(u, level > PR_TUPLE, "(");
        put_expr(u, e->u.NamedExpr.target, PR_ATOM);
        put(u, " := ");
        put_expr(u, e->u.NamedExpr.value, PR_ATOM);
        put_if(u, level > PR_TUPLE, ")");
        break;
    }
}

static void put_expr(Unparser *u, const Expr *e, int level)
{
    if (u->c->failed || !compiler_enter(u->c))
        return;
    put_expr_kind(u, e, level);
    compiler_leave(u->c);
}

static Value unparse_at(Compiler *c, const Expr *e, int level)
{
    Unparser u = {.c = c};
    strbuilder_init(&u.out, c->vm);
    put_expr(&u, e, level);
    if (c->failed) {
        strbuilder_discard(&u.out);
        return VALUE_NULL;
    }
    return strbuilder_finish(&u.out);
}

Value ast_unparse(Compiler *c, const Expr *e)
{
    return unparse_at(c, e, PR_TEST);
}
