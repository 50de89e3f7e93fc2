/* codegen_expr.c - expressions but calls (codegen_call.c) and those that open a scope
 * (codegen_func.c).
 *
 * visit_expression sets the position to the expression's and restores it, so that an
 * instruction has the position of the innermost expression it belongs to; jump_if does
 * not restore it after a comparison, which CPython's line events depend on.
 */
#include "compiler/codegen/codegen.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/set.h"

/* More values than this are not put on the stack at once. */
#define STACK_GUIDELINE 30

void visit_expressions(Compiler *c, const ExprSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        visit_expression(c, seq->items[i]);
}

/* ---- constants ------------------------------------------------------------------- */

static bool all_constant(const ExprSeq *seq, int begin, int end)
{
    for (int i = begin; i < end; i++)
        if (!seq->items[i] || seq->items[i]->kind != EXPR_Constant)
            return false;
    return true;
}

/* New. */
static Value constant_tuple(Compiler *c, const ExprSeq *seq, int begin, int end)
{
    Value t = tuple_alloc(c->vm, end - begin);
    for (int i = begin; t && i < end; i++) {
        Value v = compiler_const_value(c, &seq->items[i]->u.Constant.value);
        TUPLE(t)->items[i - begin] = value_incref(v);
    }
    return t;
}

/* ---- warnings about literals in odd places --------------------------------------- */

/* The type that an expression surely has, for messages; NULL if not known. */
static const char *inferred_type(Compiler *c, const Expr *e)
{
    switch (e->kind) {
    case EXPR_Tuple: return "tuple";
    case EXPR_List:
    case EXPR_ListComp: return "list";
    case EXPR_Dict:
    case EXPR_DictComp: return "dict";
    case EXPR_Set:
    case EXPR_SetComp: return "set";
    case EXPR_GeneratorExp: return "generator";
    case EXPR_Lambda: return "function";
    case EXPR_JoinedStr:
    case EXPR_FormattedValue: return "str";
    case EXPR_Constant:
        return type_name_cstr(
            value_type(c->vm, compiler_const_value(c, &e->u.Constant.value)));
    default: return NULL;
    }
}

void warn_caller(Compiler *c, Expr *e)
{
    switch (e->kind) {
    case EXPR_Constant:
    case EXPR_Tuple:
    case EXPR_List:
    case EXPR_ListComp:
    case EXPR_Dict:
    case EXPR_DictComp:
    case EXPR_Set:
    case EXPR_SetComp:
    case EXPR_GeneratorExp:
    case EXPR_JoinedStr:
    case EXPR_FormattedValue:
        compiler_warn(c, c->unit->pos,
                      "'%s' object is not callable; perhaps you missed a comma?",
                      inferred_type(c, e));
        break;
    default: break;
    }
}

static bool is_text_const(Compiler *c, const Expr *e)
{
    Value v = compiler_const_value(c, &e->u.Constant.value);
    return value_is_str(v) || value_is_bytes(v) || value_is_tuple(v);
}

static void warn_subscript(Compiler *c, Expr *e)
{
    Expr *o = e->u.Subscript.value, *index = e->u.Subscript.slice;
    bool no_subscript = o->kind == EXPR_Set || o->kind == EXPR_SetComp ||
                        o->kind == EXPR_GeneratorExp || o->kind == EXPR_Lambda ||
                        (o->kind == EXPR_Constant && !is_text_const(c, o));
    if (no_subscript)
        compiler_warn(c, c->unit->pos,
                      "'%s' object is not subscriptable; perhaps you missed a comma?",
                      inferred_type(c, o));
    const char *type = inferred_type(c, index);
    if (!type || strcmp(type, "int") == 0 || strcmp(type, "bool") == 0)
        return;
    bool sequence = o->kind == EXPR_Tuple || o->kind == EXPR_List ||
                    o->kind == EXPR_ListComp || o->kind == EXPR_JoinedStr ||
                    o->kind == EXPR_FormattedValue ||
                    (o->kind == EXPR_Constant && is_text_const(c, o));
    if (sequence)
        compiler_warn(
            c, c->unit->pos,
            "%s indices must be integers or slices, not %s; perhaps you missed a "
            "comma?",
            inferred_type(c, o), type);
}

/* Is it sensible as an operand of `is`? */
static bool is_identity_operand(const Expr *e)
{
    if (e->kind != EXPR_Constant)
        return true;
    switch (e->u.Constant.value.kind) {
    case AST_CONST_NONE:
    case AST_CONST_TRUE:
    case AST_CONST_FALSE:
    case AST_CONST_ELLIPSIS: return true;
    case AST_CONST_OBJECT: return value_is_special((Value)e->u.Constant.value.u.object);
    }
    return false;
}

static void warn_compare(Compiler *c, Expr *e)
{
    bool left = is_identity_operand(e->u.Compare.left);
    for (int i = 0; i < e->u.Compare.ops.count; i++) {
        CmpOp op = e->u.Compare.ops.items[i];
        bool right = is_identity_operand(e->u.Compare.comparators.items[i]);
        if ((op == CMPOP_Is || op == CMPOP_IsNot) && (!left || !right))
            compiler_warn(c, c->unit->pos,
                          op == CMPOP_Is
                              ? "\"is\" with a literal. Did you mean \"==\"?"
                              : "\"is not\" with a literal. Did you mean \"!=\"?");
        left = right;
    }
}

/* ---- operators ------------------------------------------------------------------- */

int binary_op_number(Operator op)
{
    static const uint8_t numbers[] = {
        [OPERATOR_Add] = NB_ADD,
        [OPERATOR_Sub] = NB_SUBTRACT,
        [OPERATOR_Mult] = NB_MULTIPLY,
        [OPERATOR_MatMult] = NB_MATRIX_MULTIPLY,
        [OPERATOR_Div] = NB_TRUE_DIVIDE,
        [OPERATOR_Mod] = NB_REMAINDER,
        [OPERATOR_Pow] = NB_POWER,
        [OPERATOR_LShift] = NB_LSHIFT,
        [OPERATOR_RShift] = NB_RSHIFT,
        [OPERATOR_BitOr] = NB_OR,
        [OPERATOR_BitXor] = NB_XOR,
        [OPERATOR_BitAnd] = NB_AND,
        [OPERATOR_FloorDiv] = NB_FLOOR_DIVIDE,
    };
    return numbers[op];
}

static int unary_opcode(UnaryOp op)
{
    switch (op) {
    case UNARYOP_Invert: return OP_UNARY_INVERT;
    case UNARYOP_Not: return OP_UNARY_NOT;
    case UNARYOP_UAdd: return OP_UNARY_POSITIVE;
    case UNARYOP_USub: return OP_UNARY_NEGATIVE;
    }
    return OP_NOP;
}

static void emit_compare(Compiler *c, CmpOp op)
{
    switch (op) {
    case CMPOP_Eq: emit_arg(c, OP_COMPARE_OP, CMP_EQ); break;
    case CMPOP_NotEq: emit_arg(c, OP_COMPARE_OP, CMP_NE); break;
    case CMPOP_Lt: emit_arg(c, OP_COMPARE_OP, CMP_LT); break;
    case CMPOP_LtE: emit_arg(c, OP_COMPARE_OP, CMP_LE); break;
    case CMPOP_Gt: emit_arg(c, OP_COMPARE_OP, CMP_GT); break;
    case CMPOP_GtE: emit_arg(c, OP_COMPARE_OP, CMP_GE); break;
    case CMPOP_Is:
    case CMPOP_IsNot: emit_arg(c, OP_IS_OP, op == CMPOP_IsNot); break;
    case CMPOP_In:
    case CMPOP_NotIn: emit_arg(c, OP_CONTAINS_OP, op == CMPOP_NotIn); break;
    }
}

/* a < b < c: compares a and b and keeps b for the next comparison. */
static void emit_chain_links(Compiler *c, Expr *e, int jump, Block *cleanup)
{
    struct Expr_Compare *k = &e->u.Compare;
    int last = k->ops.count - 1;
    for (int i = 0; i < last; i++) {
        visit_expression(c, k->comparators.items[i]);
        emit_arg(c, OP_SWAP, 2);
        emit_arg(c, OP_COPY, 2);
        emit_compare(c, k->ops.items[i]);
        emit_jump(c, jump, cleanup);
    }
    visit_expression(c, k->comparators.items[last]);
    emit_compare(c, k->ops.items[last]);
}

static void visit_compare(Compiler *c, Expr *e)
{
    warn_compare(c, e);
    visit_expression(c, e->u.Compare.left);
    if (e->u.Compare.ops.count == 1) {
        emit_chain_links(c, e, 0, NULL);
        return;
    }
    Block *cleanup = block_new(c), *end = block_new(c);
    emit_chain_links(c, e, OP_JUMP_IF_FALSE_OR_POP, cleanup);
    emit_jump_noline(c, V_JUMP, end);
    block_use(c, cleanup);
    emit_arg(c, OP_SWAP, 2);
    emit(c, OP_POP_TOP);
    block_use(c, end);
}

static void visit_bool_op(Compiler *c, Expr *e)
{
    int op =
        e->u.BoolOp.op == BOOLOP_And ? OP_JUMP_IF_FALSE_OR_POP : OP_JUMP_IF_TRUE_OR_POP;
    Block *end = block_new(c);
    int last = e->u.BoolOp.values.count - 1;
    for (int i = 0; i < last; i++) {
        visit_expression(c, e->u.BoolOp.values.items[i]);
        emit_jump(c, op, end);
        block_use(c, block_new(c));
    }
    visit_expression(c, e->u.BoolOp.values.items[last]);
    block_use(c, end);
}

static void visit_if_exp(Compiler *c, Expr *e)
{
    Block *end = block_new(c), *next = block_new(c);
    jump_if(c, e->u.IfExp.test, next, false);
    visit_expression(c, e->u.IfExp.body);
    emit_jump_noline(c, V_JUMP, end);
    block_use(c, next);
    visit_expression(c, e->u.IfExp.orelse);
    block_use(c, end);
}

/* ---- conditional jumps ----------------------------------------------------------- */

static void jump_if_bool_op(Compiler *c, Expr *e, Block *next, bool condition)
{
    int last = e->u.BoolOp.values.count - 1;
    bool inner = e->u.BoolOp.op == BOOLOP_Or;
    Block *next2 = inner == condition ? next : block_new(c);
    for (int i = 0; i < last; i++)
        jump_if(c, e->u.BoolOp.values.items[i], next2, inner);
    jump_if(c, e->u.BoolOp.values.items[last], next, condition);
    if (next2 != next)
        block_use(c, next2);
}

static void jump_if_if_exp(Compiler *c, Expr *e, Block *next, bool condition)
{
    Block *end = block_new(c), *next2 = block_new(c);
    jump_if(c, e->u.IfExp.test, next2, false);
    jump_if(c, e->u.IfExp.body, next, condition);
    emit_jump_noline(c, V_JUMP, end);
    block_use(c, next2);
    jump_if(c, e->u.IfExp.orelse, next, condition);
    block_use(c, end);
}

static void jump_if_chain(Compiler *c, Expr *e, Block *next, bool condition)
{
    warn_compare(c, e);
    Block *cleanup = block_new(c);
    visit_expression(c, e->u.Compare.left);
    emit_chain_links(c, e, V_POP_JUMP_IF_FALSE, cleanup);
    emit_jump(c, condition ? V_POP_JUMP_IF_TRUE : V_POP_JUMP_IF_FALSE, next);
    Block *end = block_new(c);
    emit_jump_noline(c, V_JUMP, end);
    block_use(c, cleanup);
    emit(c, OP_POP_TOP);
    if (!condition)
        emit_jump_noline(c, V_JUMP, next);
    block_use(c, end);
}

void jump_if(Compiler *c, Expr *e, Block *next, bool condition)
{
    if (c->failed || !compiler_enter(c))
        return;
    if (e->kind == EXPR_UnaryOp && e->u.UnaryOp.op == UNARYOP_Not) {
        jump_if(c, e->u.UnaryOp.operand, next, !condition);
    } else if (e->kind == EXPR_BoolOp) {
        jump_if_bool_op(c, e, next, condition);
    } else if (e->kind == EXPR_IfExp) {
        jump_if_if_exp(c, e, next, condition);
    } else if (e->kind == EXPR_Compare && e->u.Compare.ops.count > 1) {
        set_pos(c, e->pos);
        jump_if_chain(c, e, next, condition);
    } else {
        if (e->kind == EXPR_Compare)
            set_pos(c, e->pos);
        visit_expression(c, e);
        emit_jump(c, condition ? V_POP_JUMP_IF_TRUE : V_POP_JUMP_IF_FALSE, next);
    }
    compiler_leave(c);
}

/* ---- displays -------------------------------------------------------------------- */

static Value constant_collection(Compiler *c, const ExprSeq *elts, bool set)
{
    Value t = constant_tuple(c, elts, 0, elts->count);
    if (!t || !set)
        return t;
    Value f = frozenset_new(c->vm, t);
    value_decref(c->vm, t);
    return f;
}

void visit_display(Compiler *c, const ExprSeq *elts, int pushed, int build, int add,
                   int extend, bool tuple)
{
    int n = elts->count;
    if (n > 2 && all_constant(elts, 0, n)) {
        Value folded = constant_collection(c, elts, add == OP_SET_ADD);
        if (tuple && !pushed) {
            emit_const_steal(c, folded);
            return;
        }
        emit_arg(c, build, pushed);
        emit_const_steal(c, folded);
        emit_arg(c, extend, 1);
        if (tuple)
            emit(c, OP_LIST_TO_TUPLE);
        return;
    }
    bool big = n + pushed > STACK_GUIDELINE, starred = false;
    for (int i = 0; i < n; i++)
        starred |= elts->items[i]->kind == EXPR_Starred;
    if (!starred && !big) {
        visit_expressions(c, elts);
        emit_arg(c, tuple ? OP_BUILD_TUPLE : build, n + pushed);
        return;
    }
    bool built = big;
    if (big)
        emit_arg(c, build, pushed);
    for (int i = 0; i < n; i++) {
        Expr *elt = elts->items[i];
        if (elt->kind == EXPR_Starred) {
            if (!built)
                emit_arg(c, build, i + pushed);
            built = true;
            visit_expression(c, elt->u.Starred.value);
            emit_arg(c, extend, 1);
        } else {
            visit_expression(c, elt);
            if (built)
                emit_arg(c, add, 1);
        }
    }
    if (tuple)
        emit(c, OP_LIST_TO_TUPLE);
}

/* Unpacks the value on top for the targets. */
static void emit_unpack(Compiler *c, const ExprSeq *elts)
{
    int n = elts->count;
    bool starred = false;
    for (int i = 0; i < n; i++) {
        if (elts->items[i]->kind != EXPR_Starred)
            continue;
        if (starred) {
            compiler_error(c, c->unit->pos,
                           "multiple starred expressions in assignment");
            return;
        }
        if (i >= 1 << 8 || n - i - 1 >= 1 << 12) {
            compiler_error(c, c->unit->pos,
                           "too many expressions in star-unpacking assignment");
            return;
        }
        emit_arg(c, OP_UNPACK_EX, i | (n - i - 1) << 12);
        starred = true;
    }
    if (!starred)
        emit_arg(c, OP_UNPACK_SEQUENCE, n);
}

static void visit_targets(Compiler *c, const ExprSeq *elts)
{
    emit_unpack(c, elts);
    for (int i = 0; i < elts->count; i++) {
        Expr *e = elts->items[i];
        visit_expression(c, e->kind == EXPR_Starred ? e->u.Starred.value : e);
    }
}

static void visit_sequence(Compiler *c, const ExprSeq *elts, ExprContext ctx,
                           bool tuple)
{
    if (ctx == CONTEXT_Store)
        visit_targets(c, elts);
    else if (ctx == CONTEXT_Load)
        visit_display(c, elts, 0, OP_BUILD_LIST, OP_LIST_APPEND, OP_LIST_EXTEND, tuple);
    else
        visit_expressions(c, elts);
}

static void visit_dict_part(Compiler *c, Expr *e, int begin, int end)
{
    struct Expr_Dict *d = &e->u.Dict;
    int n = end - begin;
    bool big = n * 2 > STACK_GUIDELINE;
    if (n > 1 && !big && all_constant(&d->keys, begin, end)) {
        for (int i = begin; i < end; i++)
            visit_expression(c, d->values.items[i]);
        emit_const_steal(c, constant_tuple(c, &d->keys, begin, end));
        emit_arg(c, OP_BUILD_CONST_KEY_MAP, n);
        return;
    }
    if (big)
        emit_arg(c, OP_BUILD_MAP, 0);
    for (int i = begin; i < end; i++) {
        visit_expression(c, d->keys.items[i]);
        visit_expression(c, d->values.items[i]);
        if (big)
            emit_arg(c, OP_MAP_ADD, 1);
    }
    if (!big)
        emit_arg(c, OP_BUILD_MAP, n);
}

/* Adds a part to the dict below it, or makes it the dict. */
static void join_dict_part(Compiler *c, Expr *e, int begin, int end, bool *have_dict)
{
    visit_dict_part(c, e, begin, end);
    if (*have_dict)
        emit_arg(c, OP_DICT_UPDATE, 1);
    *have_dict = true;
}

static void visit_dict(Compiler *c, Expr *e)
{
    struct Expr_Dict *d = &e->u.Dict;
    int n = d->values.count, pending = 0;
    bool have_dict = false;
    for (int i = 0; i < n; i++) {
        if (!d->keys.items[i]) {
            if (pending)
                join_dict_part(c, e, i - pending, i, &have_dict);
            pending = 0;
            if (!have_dict)
                emit_arg(c, OP_BUILD_MAP, 0);
            have_dict = true;
            visit_expression(c, d->values.items[i]);
            emit_arg(c, OP_DICT_UPDATE, 1);
        } else if (pending * 2 > STACK_GUIDELINE) {
            join_dict_part(c, e, i - pending, i + 1, &have_dict);
            pending = 0;
        } else {
            pending++;
        }
    }
    if (pending)
        join_dict_part(c, e, n - pending, n, &have_dict);
    if (!have_dict)
        emit_arg(c, OP_BUILD_MAP, 0);
}

/* ---- f-strings ------------------------------------------------------------------- */

static void visit_joined_str(Compiler *c, Expr *e)
{
    const ExprSeq *values = &e->u.JoinedStr.values;
    if (values->count <= STACK_GUIDELINE) {
        visit_expressions(c, values);
        if (values->count != 1)
            emit_arg(c, OP_BUILD_STRING, values->count);
        return;
    }
    AstName *join = compiler_name(c, "join");
    emit_const(c, c->vm->empty_str);
    if (join)
        emit_name(c, OP_LOAD_METHOD, join);
    emit_arg(c, OP_BUILD_LIST, 0);
    for (int i = 0; i < values->count; i++) {
        visit_expression(c, values->items[i]);
        emit_arg(c, OP_LIST_APPEND, 1);
    }
    emit_arg(c, OP_CALL, 1);
}

static void visit_formatted_value(Compiler *c, Expr *e)
{
    struct Expr_FormattedValue *f = &e->u.FormattedValue;
    int flags = f->conversion == 's'   ? 1
                : f->conversion == 'r' ? 2
                : f->conversion == 'a' ? 3
                                       : 0;
    visit_expression(c, f->value);
    if (f->format_spec) {
        visit_expression(c, f->format_spec);
        flags |= 4;
    }
    emit_arg(c, OP_FORMAT_VALUE, flags);
}

/* ---- attributes and subscripts --------------------------------------------------- */

/* The instruction belongs to the attribute's name, which may be on a later line. */
void emit_attribute_pos(Compiler *c, const Expr *attr)
{
    AstPos *pos = &c->unit->pos;
    if (pos->lineno == attr->end_lineno)
        return;
    pos->lineno = attr->end_lineno;
    const AstName *name = attr->u.Attribute.attr;
    int len = 0;
    for (uint32_t i = 0; i < name->len; i++)
        len += (name->utf8[i] & 0xc0) != 0x80;
    if (len <= attr->end_col_offset)
        pos->col_offset = attr->end_col_offset - len;
    else
        pos->col_offset = pos->end_col_offset = -1;
}

static void visit_attribute(Compiler *c, Expr *e)
{
    struct Expr_Attribute *a = &e->u.Attribute;
    static const uint8_t ops[] = {
        [CONTEXT_Load] = OP_LOAD_ATTR,
        [CONTEXT_Store] = OP_STORE_ATTR,
        [CONTEXT_Del] = OP_DELETE_ATTR,
    };
    visit_expression(c, a->value);
    emit_attribute_pos(c, e);
    if (a->ctx == CONTEXT_Store && check_forbidden(c, a->attr, a->ctx))
        return;
    emit_name(c, ops[a->ctx], a->attr);
}

static int visit_slice_parts(Compiler *c, Expr *e)
{
    Expr *parts[3] = {e->u.Slice.lower, e->u.Slice.upper, e->u.Slice.step};
    int n = parts[2] ? 3 : 2;
    for (int i = 0; i < n; i++)
        if (parts[i])
            visit_expression(c, parts[i]);
        else
            emit_const(c, VALUE_NONE);
    return n;
}

static void visit_subscript(Compiler *c, Expr *e)
{
    struct Expr_Subscript *s = &e->u.Subscript;
    static const uint8_t ops[] = {
        [CONTEXT_Load] = OP_BINARY_SUBSCR,
        [CONTEXT_Store] = OP_STORE_SUBSCR,
        [CONTEXT_Del] = OP_DELETE_SUBSCR,
    };
    if (s->ctx == CONTEXT_Load)
        warn_subscript(c, e);
    visit_expression(c, s->value);
    visit_expression(c, s->slice);
    emit(c, ops[s->ctx]);
}

/* ---- await and yield ------------------------------------------------------------- */

static void visit_yield(Compiler *c, Expr *e)
{
    if (c->unit->scope->kind != SCOPE_FUNCTION) {
        compiler_error(c, c->unit->pos, "'yield' outside function");
        return;
    }
    if (e->u.Yield.value)
        visit_expression(c, e->u.Yield.value);
    else
        emit_const(c, VALUE_NONE);
    emit_yield(c);
}

static void visit_yield_from(Compiler *c, Expr *e)
{
    if (c->unit->scope->kind != SCOPE_FUNCTION) {
        compiler_error(c, c->unit->pos, "'yield' outside function");
        return;
    }
    if (c->unit->kind == UNIT_ASYNC_FUNCTION) {
        compiler_error(c, c->unit->pos, "'yield from' inside async function");
        return;
    }
    visit_expression(c, e->u.YieldFrom.value);
    emit(c, OP_GET_YIELD_FROM_ITER);
    emit_const(c, VALUE_NONE);
    emit_yield_from(c, false);
}

static void visit_await(Compiler *c, Expr *e)
{
    bool top_level =
        (c->flags & COMPILE_TOP_LEVEL_AWAIT) && c->unit->kind == UNIT_MODULE;
    if (!top_level) {
        if (c->unit->scope->kind != SCOPE_FUNCTION) {
            compiler_error(c, c->unit->pos, "'await' outside function");
            return;
        }
        if (c->unit->kind != UNIT_ASYNC_FUNCTION &&
            c->unit->kind != UNIT_COMPREHENSION) {
            compiler_error(c, c->unit->pos, "'await' outside async function");
            return;
        }
    }
    visit_expression(c, e->u.Await.value);
    emit_await(c, 0);
}

/* ---- the visitor ----------------------------------------------------------------- */

static void visit_expr_kind(Compiler *c, Expr *e)
{
    switch (e->kind) {
    case EXPR_NamedExpr:
        visit_expression(c, e->u.NamedExpr.value);
        emit_arg(c, OP_COPY, 1);
        visit_expression(c, e->u.NamedExpr.target);
        break;
    case EXPR_BoolOp: visit_bool_op(c, e); break;
    case EXPR_BinOp:
        visit_expression(c, e->u.BinOp.left);
        visit_expression(c, e->u.BinOp.right);
        emit_arg(c, OP_BINARY_OP, binary_op_number(e->u.BinOp.op));
        break;
    case EXPR_UnaryOp:
        visit_expression(c, e->u.UnaryOp.operand);
        emit(c, unary_opcode(e->u.UnaryOp.op));
        break;
    case EXPR_Lambda: visit_lambda_expr(c, e); break;
    case EXPR_IfExp: visit_if_exp(c, e); break;
    case EXPR_Dict: visit_dict(c, e); break;
    case EXPR_Set:
        visit_display(c, &e->u.Set.elts, 0, OP_BUILD_SET, OP_SET_ADD, OP_SET_UPDATE,
                      false);
        break;
    case EXPR_ListComp:
    case EXPR_SetComp:
    case EXPR_DictComp:
    case EXPR_GeneratorExp: visit_comprehension_expr(c, e); break;
    case EXPR_Await: visit_await(c, e); break;
    case EXPR_Yield: visit_yield(c, e); break;
    case EXPR_YieldFrom: visit_yield_from(c, e); break;
    case EXPR_Compare: visit_compare(c, e); break;
    case EXPR_Call: visit_call(c, e); break;
    case EXPR_FormattedValue: visit_formatted_value(c, e); break;
    case EXPR_JoinedStr: visit_joined_str(c, e); break;
    case EXPR_Constant:
        emit_const(c, compiler_const_value(c, &e->u.Constant.value));
        break;
    case EXPR_Attribute: visit_attribute(c, e); break;
    case EXPR_Subscript: visit_subscript(c, e); break;
    case EXPR_Starred:
        compiler_error(c, c->unit->pos,
                       e->u.Starred.ctx == CONTEXT_Store
                           ? "starred assignment target must be in a list or tuple"
                           : "can't use starred expression here");
        break;
    case EXPR_Name: emit_variable(c, e->u.Name.id, e->u.Name.ctx); break;
    case EXPR_List: visit_sequence(c, &e->u.List.elts, e->u.List.ctx, false); break;
    case EXPR_Tuple: visit_sequence(c, &e->u.Tuple.elts, e->u.Tuple.ctx, true); break;
    case EXPR_Slice: emit_arg(c, OP_BUILD_SLICE, visit_slice_parts(c, e)); break;
    }
}

void visit_expression(Compiler *c, Expr *e)
{
    if (c->failed || !compiler_enter(c))
        return;
    AstPos outer = pos_here(c);
    set_pos(c, e->pos);
    visit_expr_kind(c, e);
    set_pos(c, outer);
    compiler_leave(c);
}
