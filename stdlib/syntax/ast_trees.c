/* ast_trees.c - objects of the module ast as a tree that the compiler can work on. What
 * a program got wrong in building them is told with CPython's messages.
 */
#include "stdlib/syntax/ast_private.h"

#include <limits.h>

#include "vm/numbers/float.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/types/type.h"

typedef struct Reader {
    MinipyVM *vm;
    AstArena *arena;
    Value classes; /* tuple */
    Value owned;   /* list: constants of the tree */
} Reader;

static void *read_node(Reader *r, Value v, const AstType *type);

/* ---- leaves ---------------------------------------------------------------------- */

static bool read_name(Reader *r, Value v, bool identifier, AstName **out)
{
    *out = NULL;
    if (v == VALUE_NONE && identifier)
        return true;
    if (!value_is_str(v)) {
        error_set(r->vm, EXC_TypeError,
                  identifier ? "AST identifier must be of type str"
                             : "AST string must be of type str");
        return false;
    }
    int64_t size;
    const char *text = str_utf8(r->vm, v, &size);
    if (!text)
        return false;
    if (!(*out = arena_name(r->arena, text, (size_t)size)))
        error_set_oom(r->vm);
    return *out != NULL;
}

static bool read_int(Reader *r, Value v, int *out)
{
    int overflow;
    if (!value_is_int(v)) {
        error_set(r->vm, EXC_ValueError, "invalid integer value: %R", v);
        return false;
    }
    int64_t i = int_as_i64_overflow(v, &overflow);
    if (overflow || i > INT_MAX || i < INT_MIN) {
        error_set(r->vm, EXC_OverflowError, "Python int too large to convert to C int");
        return false;
    }
    *out = (int)i;
    return true;
}

static bool constant_allowed(Reader *r, Value v)
{
    MinipyVM *vm = r->vm;
    if (v == VALUE_NONE || v == VALUE_ELLIPSIS || value_is_bool(v))
        return true;
    TypeObj *t = value_type(vm, v);
    if (t == vm->types[KIND_INT] || t == vm->types[KIND_FLOAT] ||
        t == vm->types[KIND_COMPLEX] || t == vm->types[KIND_STR] ||
        t == vm->types[KIND_BYTES])
        return true;
    if (t == vm->types[KIND_TUPLE] || t == vm->types[KIND_FROZENSET]) {
        Value items = c_stack_check(vm) < 0 ? VALUE_NULL : sequence_tuple(vm, v);
        bool ok = items != VALUE_NULL;
        for (int64_t i = 0; ok && i < tuple_size(items); i++)
            ok = constant_allowed(r, tuple_get_borrow(items, i));
        value_xdecref(vm, items);
        return ok;
    }
    error_set(vm, EXC_TypeError, "got an invalid type in Constant: %T", v);
    return false;
}

static bool read_text(Reader *r, AstConst *k, AstConstKind kind, const void *data,
                      int64_t size)
{
    char *copy = arena_copy(r->arena, data, (size_t)size);
    if (!copy) {
        error_set_oom(r->vm);
        return false;
    }
    k->kind = (uint8_t)kind;
    k->u.text.bytes = copy;
    k->u.text.len = (size_t)size;
    return true;
}

static bool read_constant(Reader *r, Value v, AstConst *k)
{
    if (!constant_allowed(r, v))
        return false;
    *k = (AstConst){.kind = AST_CONST_OBJECT};
    if (value_is_special(v)) {
        k->kind = v == VALUE_NONE    ? AST_CONST_NONE
                  : v == VALUE_TRUE  ? AST_CONST_TRUE
                  : v == VALUE_FALSE ? AST_CONST_FALSE
                                     : AST_CONST_ELLIPSIS;
        return true;
    }
    if (value_is_int_imm(v) && value_imm(v) >= 0) {
        k->kind = AST_CONST_INT;
        k->u.integer = value_imm(v);
        return true;
    }
    if (value_is_float(v)) {
        k->kind = AST_CONST_FLOAT;
        k->u.real = float_value(v);
        return true;
    }
    if (value_is_str(v)) {
        int64_t size;
        const char *text = str_utf8(r->vm, v, &size);
        k->ascii = STR(v)->ascii;
        if (text)
            return read_text(r, k, AST_CONST_STR, text, size);
        error_clear(r->vm); /* lone surrogates stay in the object */
    }
    if (value_is_bytes(v))
        return read_text(r, k, AST_CONST_BYTES, BYTES(v)->data, BYTES(v)->size);
    k->u.object = v;
    return list_append(r->vm, r->owned, v) == 0;
}

/* An operator or context: which of the type's v is; -1: error. */
static int read_token(Reader *r, Value v, const AstType *type)
{
    for (AstNode i = type->first; i < type->end; i++)
        if (v == tuple_get_borrow(r->classes, i))
            return (int)(i - type->first);
    for (AstNode i = type->first; i < type->end; i++) {
        int is = object_isinstance(
            r->vm, v,
            value_from_obj(value_type(r->vm, tuple_get_borrow(r->classes, i))));
        if (is)
            return is < 0 ? -1 : (int)(i - type->first);
    }
    error_set(r->vm, EXC_TypeError, "expected some sort of %s, but got %R", type->name,
              v);
    return -1;
}

/* ---- sequences ------------------------------------------------------------------- */

/* The i-th item of a sequence, which has room for it. */
static bool read_item(Reader *r, Value v, const AstField *f, AstSeq *out, int64_t i)
{
    const AstType *type = &ast_types[f->type];
    if (type->form == AST_TOKEN) {
        int op = read_token(r, v, type);
        ((uint8_t *)out->items)[i] = (uint8_t)op;
        return op >= 0;
    }
    if (type->form == AST_NAME)
        return read_name(r, v, true, (AstName **)&out->items[i]);
    if (v != VALUE_NONE)
        return (out->items[i] = read_node(r, v, type));
    if (!f->optional)
        error_set(r->vm, EXC_ValueError,
                  f->type == AST_TYPE_stmt ? "None disallowed in statement list"
                                           : "None disallowed in expression list");
    return f->optional;
}

static bool read_items(Reader *r, Value list, const AstField *f, AstSeq *out)
{
    size_t each = ast_types[f->type].form == AST_TOKEN ? 1 : sizeof(void *);
    int64_t n = list_size(list);
    out->count = (int)n;
    out->items = n ? arena_calloc(r->arena, (size_t)n * each) : NULL;
    if (n && !out->items) {
        error_set_oom(r->vm);
        return false;
    }
    bool ok = true;
    for (int64_t i = 0; ok && i < n; i++) {
        if (i >= list_size(list)) {
            error_set(r->vm, EXC_RuntimeError, "a field changed size during iteration");
            return false;
        }
        Value item = value_incref(list_get_borrow(list, i));
        ok = read_item(r, item, f, out, i);
        value_decref(r->vm, item);
    }
    return ok;
}

/* Bodies that CPython's validator wants filled. */
static bool must_have_items(const AstShape *s, const AstField *f)
{
    static const char *const rows[] = {"FunctionDef.body", "AsyncFunctionDef.body",
                                       "ClassDef.body",    "For.body",
                                       "AsyncFor.body",    "While.body",
                                       "If.body",          "With.body",
                                       "AsyncWith.body",   "Try.body",
                                       "TryStar.body",     "ExceptHandler.body",
                                       "match_case.body",  "Delete.targets",
                                       "Assign.targets",   "With.items",
                                       "AsyncWith.items",  "Match.cases",
                                       "Import.names",     "ImportFrom.names",
                                       "Global.names",     "Nonlocal.names"};
    size_t n = strlen(s->name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(rows[i], s->name, n) == 0 && rows[i][n] == '.' &&
            strcmp(rows[i] + n + 1, f->name) == 0)
            return true;
    return false;
}

static bool read_sequence(Reader *r, const AstShape *shape, const AstField *f, Value v,
                          void *out)
{
    if (!value_is_list(v)) {
        error_set(r->vm, EXC_TypeError, "%s field \"%s\" must be a list, not a %T",
                  shape->name, f->name, v);
        return false;
    }
    if (list_size(v) == 0 && must_have_items(shape, f)) {
        error_set(r->vm, EXC_ValueError, "empty %s on %s", f->name, shape->name);
        return false;
    }
    return read_items(r, v, f, out);
}

/* Before what a field or an attribute of a node of that name holds is read:
 * recursion_enter(). False: RecursionError. */
static bool traverse(Reader *r, const char *name)
{
    char where[64] = "";
    if (unlikely(r->vm->recursion_remaining <= 0))
        snprintf(where, sizeof where, " while traversing '%s' node", name);
    return recursion_enter(r->vm, where) == 0;
}

/* ---- fields ---------------------------------------------------------------------- */

static bool read_value(Reader *r, const AstShape *shape, const AstField *f, Value v,
                       void *out)
{
    const AstType *type = &ast_types[f->type];
    if (f->many)
        return read_sequence(r, shape, f, v, out);
    switch (type->form) {
    case AST_NAME: return read_name(r, v, f->type == AST_TYPE_identifier, out);
    case AST_CONSTANT: return read_constant(r, v, out);
    case AST_INT: return read_int(r, v, out);
    case AST_TOKEN: return (*(int *)out = read_token(r, v, type)) >= 0;
    default: return (*(void **)out = read_node(r, v, type));
    }
}

static bool read_field(Reader *r, const AstShape *shape, const AstField *f,
                       Value object, void *out)
{
    Value v;
    int found = attr_lookup(r->vm, object, f->name, &v);
    if (found < 0)
        return false;
    bool optional = ast_field_optional(shape, f);
    if (!found) {
        if (optional)
            return true; /* NULL or 0, as the memory is */
        error_set(r->vm, EXC_TypeError, "required field \"%s\" missing from %s",
                  f->name, shape->name);
        return false;
    }
    bool ok = traverse(r, shape->name);
    if (!ok)
        return value_decref(r->vm, v), false;
    /* Of a None that should be a product its first field is missed. */
    if (v != VALUE_NONE || f->type == AST_TYPE_constant || f->many ||
        (!optional && ast_types[f->type].form == AST_PRODUCT)) {
        ok = read_value(r, shape, f, v, out);
    } else if (!optional) {
        error_set(r->vm, EXC_ValueError, "field '%s' is required for %s", f->name,
                  shape->name);
        ok = false;
    }
    recursion_leave(r->vm);
    value_decref(r->vm, v);
    return ok;
}

static bool read_place(Reader *r, Value object, const char *sum, const char *field,
                       const int *fallback, int *out)
{
    Value v;
    int found = attr_lookup(r->vm, object, field, &v);
    if (found < 0)
        return false;
    if (found && v == VALUE_NONE && fallback)
        found = 0;
    if (!found && fallback) {
        *out = *fallback;
        return true;
    }
    if (!found) {
        error_set(r->vm, EXC_TypeError, "required field \"%s\" missing from %s", field,
                  sum);
        return false;
    }
    bool ok = traverse(r, sum);
    if (ok) {
        ok = read_int(r, v, out);
        recursion_leave(r->vm);
    }
    value_decref(r->vm, v);
    return ok;
}

static bool place_valid(Reader *r, const AstPos *p)
{
    if (p->lineno > p->end_lineno)
        error_set(r->vm, EXC_ValueError, "AST node line range (%d, %d) is not valid",
                  p->lineno, p->end_lineno);
    else if ((p->lineno < 0 && p->end_lineno != p->lineno) ||
             (p->col_offset < 0 && p->col_offset != p->end_col_offset))
        error_set(r->vm, EXC_ValueError,
                  "AST node column range (%d, %d) for line range (%d, %d) is not valid",
                  p->col_offset, p->end_col_offset, p->lineno, p->end_lineno);
    else if (p->lineno == p->end_lineno && p->col_offset > p->end_col_offset)
        error_set(r->vm, EXC_ValueError, "line %d, column %d-%d is not a valid range",
                  p->lineno, p->col_offset, p->end_col_offset);
    else
        return true;
    return false;
}

static bool read_position(Reader *r, Value v, const char *sum, AstPos *p)
{
    return read_place(r, v, sum, "lineno", NULL, &p->lineno) &&
           read_place(r, v, sum, "col_offset", NULL, &p->col_offset) &&
           read_place(r, v, sum, "end_lineno", &p->lineno, &p->end_lineno) &&
           read_place(r, v, sum, "end_col_offset", &p->col_offset,
                      &p->end_col_offset) &&
           place_valid(r, p);
}

/* Which of the type's nodes v is; NODE_COUNT: error. Where there is one only nobody
 * asks: whatever has its fields is taken. */
static AstNode find_node(Reader *r, Value v, const AstType *type)
{
    if (type->form == AST_PRODUCT)
        return type->first;
    Value cls = value_from_obj(value_type(r->vm, v));
    for (AstNode i = type->first; i < type->end; i++)
        if (cls == tuple_get_borrow(r->classes, i))
            return i;
    for (AstNode i = type->first; i < type->end; i++) {
        int is = object_isinstance(r->vm, v, tuple_get_borrow(r->classes, i));
        if (is)
            return is < 0 ? NODE_COUNT : i;
    }
    error_set(r->vm, EXC_TypeError, "expected some sort of %s, but got %R", type->name,
              v);
    return NODE_COUNT;
}

static void *read_node(Reader *r, Value v, const AstType *type)
{
    AstPos pos;
    /* CPython reads the place of sums before it looks which of them it is. */
    bool early = type->form == AST_SUM && ast_shape(type->first).has_position;
    if (early && !read_position(r, v, type->name, &pos))
        return NULL;
    AstNode node = find_node(r, v, type);
    if (node == NODE_COUNT)
        return NULL;
    AstShape shape = ast_shape(node);
    char *out = arena_calloc(r->arena, type->size);
    if (!out) {
        error_set_oom(r->vm);
        return NULL;
    }
    if (type->end - type->first > 1)
        *(AstNode *)(void *)out = node - type->first;
    AstPos *place = ast_position(&shape, out);
    if (early)
        *place = pos;
    bool ok = true;
    for (int i = 0; ok && i < shape.field_count; i++)
        ok = read_field(r, &shape, &shape.fields[i], v,
                        out + shape.base + shape.fields[i].offset);
    if (ok && place && !early)
        ok = read_position(r, v, type->name, place);
    return ok ? out : NULL;
}

/* ---- contexts -------------------------------------------------------------------- */

/* Whether each expression has the context that its place asks for. */
static bool check_fields(Reader *r, const AstShape *shape, const void *at,
                         ExprContext want);

static bool context_of(const Expr *e, ExprContext *ctx)
{
    switch (e->kind) {
    case EXPR_Attribute: *ctx = e->u.Attribute.ctx; return true;
    case EXPR_Subscript: *ctx = e->u.Subscript.ctx; return true;
    case EXPR_Starred: *ctx = e->u.Starred.ctx; return true;
    case EXPR_Name: *ctx = e->u.Name.ctx; return true;
    case EXPR_List: *ctx = e->u.List.ctx; return true;
    case EXPR_Tuple: *ctx = e->u.Tuple.ctx; return true;
    default: return false;
    }
}

/* What is wrong with names that are loaded, bound or captured; NULL: nothing. Other
 * fields may have these, as in CPython. */
static const char *name_fault(const AstName *name)
{
#define CANT(constant) "identifier field can't represent '" constant "' constant"
    const char *text = name ? name->utf8 : "";
    return strcmp(text, "None") == 0    ? CANT("None")
           : strcmp(text, "True") == 0  ? CANT("True")
           : strcmp(text, "False") == 0 ? CANT("False")
                                        : NULL;
#undef CANT
}

/* What is wrong with the numbers of things in an expression; NULL: nothing. */
static const char *expr_fault(const Expr *e)
{
    switch (e->kind) {
    case EXPR_BoolOp:
        return e->u.BoolOp.values.count < 2 ? "BoolOp with less than 2 values" : NULL;
    case EXPR_Compare:
        if (e->u.Compare.comparators.count == 0)
            return "Compare with no comparators";
        return e->u.Compare.comparators.count != e->u.Compare.ops.count
                   ? "Compare has a different number of comparators and operands"
                   : NULL;
    case EXPR_Dict:
        return e->u.Dict.keys.count != e->u.Dict.values.count
                   ? "Dict doesn't have the same number of keys as values"
                   : NULL;
    case EXPR_ListComp:
        return e->u.ListComp.generators.count ? NULL
                                              : "comprehension with no generators";
    case EXPR_SetComp:
        return e->u.SetComp.generators.count ? NULL
                                             : "comprehension with no generators";
    case EXPR_DictComp:
        return e->u.DictComp.generators.count ? NULL
                                              : "comprehension with no generators";
    case EXPR_GeneratorExp:
        return e->u.GeneratorExp.generators.count ? NULL
                                                  : "comprehension with no generators";
    default: return NULL;
    }
}

static const char *stmt_fault(const Stmt *s)
{
    switch (s->kind) {
    case STMT_Try:
        if (!s->u.Try.handlers.count && !s->u.Try.finalbody.count)
            return "Try has neither except handlers nor finalbody";
        return !s->u.Try.handlers.count && s->u.Try.orelse.count
                   ? "Try has orelse but no except handlers"
                   : NULL;
    case STMT_TryStar:
        if (!s->u.TryStar.handlers.count && !s->u.TryStar.finalbody.count)
            return "TryStar has neither except handlers nor finalbody";
        return !s->u.TryStar.handlers.count && s->u.TryStar.orelse.count
                   ? "TryStar has orelse but no except handlers"
                   : NULL;
    case STMT_ImportFrom:
        return s->u.ImportFrom.level < 0 ? "Negative ImportFrom level" : NULL;
    case STMT_Raise:
        return !s->u.Raise.exc && s->u.Raise.cause ? "Raise with cause but no exception"
                                                   : NULL;
    default: return NULL;
    }
}

static const char *arguments_fault(const Arguments *a)
{
    if (a->defaults.count > a->posonlyargs.count + a->args.count)
        return "more positional defaults than args on arguments";
    return a->kw_defaults.count != a->kwonlyargs.count
               ? "length of kwonlyargs is not the same as kw_defaults on arguments"
               : NULL;
}

static bool fault(Reader *r, const char *message)
{
    if (message)
        error_set(r->vm, EXC_ValueError, "%s", message);
    return message != NULL;
}

static bool check_expr(Reader *r, const Expr *e, ExprContext want)
{
    ExprContext ctx = CONTEXT_Load;
    bool target = context_of(e, &ctx);
    if (e->kind == EXPR_Name && fault(r, name_fault(e->u.Name.id)))
        return false;
    if (!target && want != CONTEXT_Load) {
        error_set(r->vm, EXC_ValueError,
                  "expression which can't be assigned to in %s context",
                  ast_shape(NODE_CONTEXT_Load + want).name);
        return false;
    }
    if (ctx != want) {
        error_set(r->vm, EXC_ValueError,
                  "expression must have %s context but has %s instead",
                  ast_shape(NODE_CONTEXT_Load + want).name,
                  ast_shape(NODE_CONTEXT_Load + ctx).name);
        return false;
    }
    if (fault(r, expr_fault(e)))
        return false;
    AstShape shape = ast_shape(NODE_EXPR_BoolOp + e->kind);
    bool passes_on =
        e->kind == EXPR_Starred || e->kind == EXPR_List || e->kind == EXPR_Tuple;
    return check_fields(r, &shape, e, passes_on ? want : CONTEXT_Load);
}

/* What an expression in this field must be; `inner` for elements of a target. */
static ExprContext field_context(const char *node, const char *field, ExprContext inner)
{
    if (strcmp(field, "targets") == 0)
        return strcmp(node, "Delete") == 0 ? CONTEXT_Del : CONTEXT_Store;
    if (strcmp(field, "target") == 0 || strcmp(field, "optional_vars") == 0)
        return CONTEXT_Store;
    if (strcmp(field, "elts") == 0 ||
        (strcmp(node, "Starred") == 0 && strcmp(field, "value") == 0))
        return inner;
    return CONTEXT_Load;
}

static bool check_stmt(Reader *r, const Stmt *s)
{
    if (s->kind == STMT_AnnAssign && s->u.AnnAssign.simple &&
        s->u.AnnAssign.target->kind != EXPR_Name) {
        error_set(r->vm, EXC_TypeError, "AnnAssign with simple non-Name target");
        return false;
    }
    AstShape shape = ast_shape(NODE_STMT_FunctionDef + s->kind);
    return !fault(r, stmt_fault(s)) && check_fields(r, &shape, s, CONTEXT_Load);
}

static bool is_text_constant(const Expr *e)
{
    if (e->kind != EXPR_Constant)
        return false;
    uint8_t k = e->u.Constant.value.kind;
    if (k == AST_CONST_OBJECT) { /* tuples and frozensets are no literals */
        Value v = (Value)e->u.Constant.value.u.object;
        return !value_is_tuple(v) && !value_is_kind(v, KIND_FROZENSET);
    }
    return k != AST_CONST_ELLIPSIS && k != AST_CONST_NONE && k != AST_CONST_TRUE &&
           k != AST_CONST_FALSE;
}

static bool is_number(const Expr *e)
{
    return is_text_constant(e) && e->u.Constant.value.kind != AST_CONST_STR &&
           e->u.Constant.value.kind != AST_CONST_BYTES;
}

static bool is_imaginary(const Expr *e)
{
    const AstConst *v = &e->u.Constant.value;
    return is_number(e) && (v->kind == AST_CONST_IMAG ||
                            (v->kind == AST_CONST_OBJECT &&
                             value_is_kind((Value)v->u.object, KIND_COMPLEX)));
}

/* What a case may compare with: literals, signed and complex numbers, dotted names. */
static bool is_pattern_value(const Expr *e)
{
    switch (e->kind) {
    case EXPR_Constant: return is_text_constant(e);
    case EXPR_Attribute: return true;
    case EXPR_UnaryOp:
        return e->u.UnaryOp.op == UNARYOP_USub && is_number(e->u.UnaryOp.operand);
    case EXPR_BinOp: {
        const Expr *left = e->u.BinOp.left;
        if (left->kind == EXPR_UnaryOp && left->u.UnaryOp.op == UNARYOP_USub)
            left = left->u.UnaryOp.operand;
        return (e->u.BinOp.op == OPERATOR_Add || e->u.BinOp.op == OPERATOR_Sub) &&
               is_number(left) && !is_imaginary(left) && is_imaginary(e->u.BinOp.right);
    }
    case EXPR_JoinedStr: return true;
    default: return false;
    }
}

static const char *value_fault(const Expr *e)
{
    return is_pattern_value(e) ? NULL
           : e->kind == EXPR_Constant
               ? "unexpected constant inside of a literal pattern"
               : "patterns may only match literals and attribute lookups";
}

static const char *capture_fault(const AstName *name)
{
    return name && strcmp(name->utf8, "_") == 0 ? "can't capture name '_' in patterns"
                                                : name_fault(name);
}

static const char *mapping_fault(const struct Pattern_MatchMapping *m)
{
    if (m->keys.count != m->patterns.count)
        return "MatchMapping doesn't have the same number of keys as patterns";
    for (int i = 0; i < m->keys.count; i++) {
        const Expr *key = m->keys.items[i];
        bool singleton = key->kind == EXPR_Constant &&
                         (key->u.Constant.value.kind == AST_CONST_TRUE ||
                          key->u.Constant.value.kind == AST_CONST_FALSE ||
                          key->u.Constant.value.kind == AST_CONST_NONE);
        if (!singleton && value_fault(key))
            return value_fault(key);
    }
    return capture_fault(m->rest);
}

static const char *class_fault(const struct Pattern_MatchClass *c)
{
    if (c->kwd_attrs.count != c->kwd_patterns.count)
        return "MatchClass doesn't have the same number of keyword attributes as "
               "patterns";
    const Expr *e = c->cls;
    while (e->kind == EXPR_Attribute)
        e = e->u.Attribute.value;
    if (e->kind != EXPR_Name)
        return "MatchClass cls field can only contain Name or Attribute nodes.";
    const char *message = NULL;
    for (int i = 0; !message && i < c->kwd_attrs.count; i++)
        message = name_fault(c->kwd_attrs.items[i]);
    return message;
}

static const char *pattern_fault(const Pattern *p)
{
    switch (p->kind) {
    case PATTERN_MatchValue: return value_fault(p->u.MatchValue.value);
    case PATTERN_MatchSingleton: {
        uint8_t k = p->u.MatchSingleton.value.kind;
        return k == AST_CONST_NONE || k == AST_CONST_TRUE || k == AST_CONST_FALSE
                   ? NULL
                   : "MatchSingleton can only contain True, False and None";
    }
    case PATTERN_MatchMapping: return mapping_fault(&p->u.MatchMapping);
    case PATTERN_MatchClass: return class_fault(&p->u.MatchClass);
    case PATTERN_MatchStar: return capture_fault(p->u.MatchStar.name);
    case PATTERN_MatchAs:
        if (capture_fault(p->u.MatchAs.name))
            return capture_fault(p->u.MatchAs.name);
        return p->u.MatchAs.pattern && !p->u.MatchAs.name
                   ? "MatchAs must specify a target name if a pattern is given"
                   : NULL;
    case PATTERN_MatchOr:
        return p->u.MatchOr.patterns.count < 2 ? "MatchOr requires at least 2 patterns"
                                               : NULL;
    default: return NULL;
    }
}

static bool check_pattern(Reader *r, const Pattern *p, bool star_allowed)
{
    if (p->kind == PATTERN_MatchStar && !star_allowed)
        return !fault(r, "can't use MatchStar here");
    AstShape shape = ast_shape(NODE_PATTERN_MatchValue + p->kind);
    return !fault(r, pattern_fault(p)) && check_fields(r, &shape, p, CONTEXT_Load);
}

/* A node in a field of OWNER; `want` is for expressions. */
static bool check_item(Reader *r, const AstShape *owner, const AstField *f,
                       const void *node, ExprContext want)
{
    if (!node)
        return true;
    AstShape shape = ast_shape(ast_types[f->type].first);
    switch (f->type) {
    case AST_TYPE_expr: return check_expr(r, node, want);
    case AST_TYPE_stmt: return check_stmt(r, node);
    case AST_TYPE_pattern:
        return check_pattern(r, node, strcmp(owner->name, "MatchSequence") == 0);
    case AST_TYPE_arguments:
        return check_fields(r, &shape, node, CONTEXT_Load) &&
               !fault(r, arguments_fault(node));
    default: return check_fields(r, &shape, node, CONTEXT_Load);
    }
}

static bool check_fields(Reader *r, const AstShape *shape, const void *at,
                         ExprContext want)
{
    int n = shape->field_count;
    /* comprehensions are looked at in the order in which they run */
    bool last_first = n && shape->fields[n - 1].type == AST_TYPE_comprehension;
    for (int k = 0; k < n; k++) {
        const AstField *f = &shape->fields[last_first ? (k + n - 1) % n : k];
        const void *field = (const char *)at + shape->base + f->offset;
        ExprContext inner = field_context(shape->name, f->name, want);
        if (ast_types[f->type].form < AST_SUM)
            continue;
        const AstSeq *seq = field;
        for (int i = 0; f->many && i < seq->count; i++)
            if (!check_item(r, shape, f, seq->items[i], inner))
                return false;
        if (!f->many && !check_item(r, shape, f, *(void *const *)field, inner))
            return false;
    }
    return true;
}

/* The tree of an object, in the arena; NULL with an exception set. `owned`
 * is a list that keeps what its constants refer to. */
static Mod *ast_tree_from_object(MinipyVM *vm, AstArena *arena, Value object,
                                 CompileMode mode, Value owned)
{
    static const AstNode wanted[] = {[COMPILE_EXEC] = NODE_MOD_Module,
                                     [COMPILE_EVAL] = NODE_MOD_Expression,
                                     [COMPILE_SINGLE] = NODE_MOD_Interactive};
    Reader r = {vm, arena, ast_classes(vm), owned};
    if (!r.classes)
        return NULL;
    Mod *mod = NULL;
    int is = object_isinstance(vm, object, tuple_get_borrow(r.classes, wanted[mode]));
    if (is == 0)
        error_set(vm, EXC_TypeError, "expected %s node, got %s",
                  ast_shape(wanted[mode]).name, type_last_name(value_type(vm, object)));
    else if (is > 0)
        mod = read_node(&r, object, &ast_types[AST_TYPE_mod]);
    if (mod) {
        AstShape shape = ast_shape(NODE_MOD_Module + mod->kind);
        if (!check_fields(&r, &shape, mod, CONTEXT_Load))
            mod = NULL;
    }
    value_decref(vm, r.classes);
    return mod;
}

Value ast_compile(MinipyVM *vm, Value object, Value filename, CompileMode mode,
                  int flags, int optimize)
{
    AstArena arena;
    Value owned = list_new(vm, 0), code = VALUE_NULL;
    if (!owned)
        return VALUE_NULL;
    compile_arena_init(vm, &arena);
    Mod *mod = ast_tree_from_object(vm, &arena, object, mode, owned);
    if (mod)
        code = compile_mod(vm, &arena, mod, filename, flags, optimize);
    arena_free(&arena);
    value_decref(vm, owned);
    return code;
}
