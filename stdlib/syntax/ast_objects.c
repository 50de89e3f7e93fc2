/* ast_objects.c - a tree of the compiler as objects of the module ast. */
#include <limits.h>

#include "stdlib/syntax/ast_private.h"
#include "vm/numbers/float.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"

typedef struct Maker {
    MinipyVM *vm;
    Value classes;    /* tuple */
    int depth, limit; /* of nodes: three for each Python call that is left */
} Maker;

static Value make_node(Maker *m, int node, const void *at, const AstPos *pos);

static Value name_or_none(Maker *m, const AstName *name)
{
    if (!name)
        return VALUE_NONE;
    Value s = str_from_utf8_surrogates(m->vm, name->utf8, name->len);
    return s ? str_intern_steal(m->vm, s) : VALUE_NULL;
}

static Value constant_value(MinipyVM *vm, const AstConst *k)
{
    switch ((AstConstKind)k->kind) {
    case AST_CONST_NONE: return VALUE_NONE;
    case AST_CONST_TRUE: return VALUE_TRUE;
    case AST_CONST_FALSE: return VALUE_FALSE;
    case AST_CONST_ELLIPSIS: return VALUE_ELLIPSIS;
    case AST_CONST_INT: return int_new(vm, k->u.integer);
    case AST_CONST_BIGINT:
        return int_from_digits(vm, k->u.text.bytes, k->u.text.len, 16);
    case AST_CONST_FLOAT: return float_new(vm, k->u.real);
    case AST_CONST_IMAG: return complex_new(vm, 0.0, k->u.real);
    case AST_CONST_STR:
        return str_from_utf8_surrogates(vm, k->u.text.bytes, (int64_t)k->u.text.len);
    case AST_CONST_BYTES:
        return bytes_from(vm, k->u.text.bytes, (int64_t)k->u.text.len);
    case AST_CONST_OBJECT: return value_incref((Value)k->u.object);
    }
    return VALUE_NONE;
}

static Value shared(Maker *m, int node)
{
    return value_incref(tuple_get_borrow(m->classes, node));
}

static Value make_expr(Maker *m, const Expr *e)
{
    return e ? make_node(m, FIRST_EXPR + (int)e->kind, e, &e->pos) : VALUE_NONE;
}
static Value make_stmt(Maker *m, const Stmt *s)
{
    return make_node(m, FIRST_STMT + (int)s->kind, s, &s->pos);
}
static Value make_pattern(Maker *m, const Pattern *p)
{
    return p ? make_node(m, FIRST_PATTERN + (int)p->kind, p, &p->pos) : VALUE_NONE;
}
static Value make_arg(Maker *m, const Arg *a)
{
    return a ? make_node(m, NODE_Arg, a, &a->pos) : VALUE_NONE;
}

/* A list made by `make` of each item of a sequence. */
#define SEQUENCE(seq_type, make)                                                       \
    do {                                                                               \
        const seq_type *s_ = at;                                                       \
        Value list_ = list_new(m->vm, 0);                                              \
        for (int i = 0; list_ && i < s_->count; i++)                                   \
            if (list_append_made(m->vm, list_, make) < 0)                              \
                value_clear(m->vm, &list_);                                            \
        return list_;                                                                  \
    } while (0)

static Value make_field(Maker *m, AstFieldKind kind, const void *at)
{
    switch (kind) {
    case AST_FIELD_identifier:
    case AST_FIELD_identifier_opt:
    case AST_FIELD_string_opt: return name_or_none(m, *(AstName *const *)at);
    case AST_FIELD_identifier_seq: SEQUENCE(NameSeq, name_or_none(m, s_->items[i]));
    case AST_FIELD_constant: return constant_value(m->vm, at);
    case AST_FIELD_int:
    case AST_FIELD_int_opt: return value_from_imm(*(const int *)at);
    case AST_FIELD_operator:
        return shared(m, FIRST_OPERATOR + (int)*(const Operator *)at);
    case AST_FIELD_unaryop: return shared(m, FIRST_UNARYOP + (int)*(const UnaryOp *)at);
    case AST_FIELD_boolop: return shared(m, FIRST_BOOLOP + (int)*(const BoolOp *)at);
    case AST_FIELD_expr_context:
        return shared(m, FIRST_CONTEXT + (int)*(const ExprContext *)at);
    case AST_FIELD_cmpop_seq: SEQUENCE(CmpOpSeq, shared(m, FIRST_CMPOP + s_->items[i]));
    case AST_FIELD_stmt_seq: SEQUENCE(StmtSeq, make_stmt(m, s_->items[i]));
    case AST_FIELD_expr:
    case AST_FIELD_expr_opt: return make_expr(m, *(Expr *const *)at);
    case AST_FIELD_expr_seq:
    case AST_FIELD_expr_opt_seq: SEQUENCE(ExprSeq, make_expr(m, s_->items[i]));
    case AST_FIELD_pattern:
    case AST_FIELD_pattern_opt: return make_pattern(m, *(Pattern *const *)at);
    case AST_FIELD_pattern_seq: SEQUENCE(PatternSeq, make_pattern(m, s_->items[i]));
    case AST_FIELD_arguments:
        return make_node(m, NODE_Arguments, *(Arguments *const *)at, NULL);
    case AST_FIELD_arg_opt: return make_arg(m, *(Arg *const *)at);
    case AST_FIELD_arg_seq: SEQUENCE(ArgSeq, make_arg(m, s_->items[i]));
    case AST_FIELD_keyword_seq:
        SEQUENCE(KeywordSeq,
                 make_node(m, NODE_Keyword, s_->items[i], &s_->items[i]->pos));
    case AST_FIELD_alias_seq:
        SEQUENCE(AliasSeq, make_node(m, NODE_Alias, s_->items[i], &s_->items[i]->pos));
    case AST_FIELD_withitem_seq:
        SEQUENCE(WithItemSeq, make_node(m, NODE_WithItem, s_->items[i], NULL));
    case AST_FIELD_excepthandler_seq:
        SEQUENCE(ExceptHandlerSeq,
                 make_node(m, NODE_ExceptHandler, s_->items[i], &s_->items[i]->pos));
    case AST_FIELD_comprehension_seq:
        SEQUENCE(ComprehensionSeq,
                 make_node(m, NODE_Comprehension, s_->items[i], NULL));
    case AST_FIELD_match_case_seq:
        SEQUENCE(MatchCaseSeq, make_node(m, NODE_MatchCase, s_->items[i], NULL));
    case AST_FIELD_type_ignore_seq:
        SEQUENCE(TypeIgnoreSeq, make_node(m, NODE_TypeIgnore, s_->items[i], NULL));
    }
    return VALUE_NONE;
}

static int set_field(Maker *m, Value node, const char *name, Value v)
{
    Value key = v ? str_intern_cstr(m->vm, name) : VALUE_NULL;
    int r = key ? object_generic_setattr(m->vm, node, key, v) : -1;
    value_xdecref(m->vm, key);
    value_xdecref(m->vm, v);
    return r;
}

static int set_position(Maker *m, Value node, const AstPos *p)
{
    return set_field(m, node, "lineno", value_from_imm(p->lineno)) < 0 ||
                   set_field(m, node, "col_offset", value_from_imm(p->col_offset)) <
                       0 ||
                   set_field(m, node, "end_lineno", value_from_imm(p->end_lineno)) <
                       0 ||
                   set_field(m, node, "end_col_offset",
                             value_from_imm(p->end_col_offset)) < 0
               ? -1
               : 0;
}

static Value make_node(Maker *m, int node, const void *at, const AstPos *pos)
{
    AstShape shape = ast_node_shape(node);
    if (m->depth >= m->limit || c_stack_full(m->vm))
        return error_set(m->vm, EXC_RecursionError,
                         "maximum recursion depth exceeded during ast construction");
    m->depth++;
    Value v = value_from_obj(
        object_alloc(m->vm, TYPE_OF(tuple_get_borrow(m->classes, node)), 0));
    for (int i = 0; v && i < shape.field_count; i++) {
        const AstField *f = &shape.fields[i];
        const void *field = (const char *)at + shape.base + f->offset;
        if (set_field(m, v, f->name, make_field(m, f->kind, field)) < 0)
            value_clear(m->vm, &v);
    }
    if (v && pos && shape.has_position && set_position(m, v, pos) < 0)
        value_clear(m->vm, &v);
    m->depth--;
    return v;
}

/* The tree as an object, new. */
static Value ast_object_from_tree(MinipyVM *vm, const Mod *mod)
{
    int left = vm->recursion_remaining;
    Maker m = {vm, ast_classes(vm), 0, left > INT_MAX / 3 ? INT_MAX : left * 3};
    Value v =
        m.classes ? make_node(&m, FIRST_MOD + (int)mod->kind, mod, NULL) : VALUE_NULL;
    value_xdecref(vm, m.classes);
    return v;
}

Value ast_parse(MinipyVM *vm, const char *source, size_t size, Value filename,
                CompileMode mode, int flags)
{
    AstArena arena;
    compile_arena_init(vm, &arena);
    Mod *mod = compile_parse(vm, &arena, source, size, filename, mode, flags);
    Value v = mod ? ast_object_from_tree(vm, mod) : VALUE_NULL;
    arena_free(&arena);
    return v;
}
