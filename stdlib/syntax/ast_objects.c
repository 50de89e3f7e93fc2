/* ast_objects.c - a tree of the compiler as objects of the module ast. */
#include <limits.h>

#include "stdlib/syntax/ast_private.h"
#include "vm/numbers/float.h"
#include "vm/containers/list.h"

typedef struct Maker {
    MinipyVM *vm;
    Value classes;    /* tuple */
    int depth, limit; /* of nodes: three for each Python call that is left */
} Maker;

static Value make_node(Maker *m, AstNode node, const void *at);

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

static Value shared(Maker *m, const AstType *type, unsigned number)
{
    return value_incref(tuple_get_borrow(m->classes, type->first + number));
}

/* What a pointer of that type leads to. */
static Value make_item(Maker *m, const AstType *type, const void *item)
{
    if (type->form == AST_NAME)
        return name_or_none(m, item);
    return item ? make_node(m, ast_node_of(type, item), item) : VALUE_NONE;
}

static Value make_list(Maker *m, const AstType *type, const AstSeq *seq)
{
    const uint8_t *tokens = (const uint8_t *)seq->items;
    Value list = list_new(m->vm, 0);
    for (int i = 0; list && i < seq->count; i++)
        if (list_append_made(m->vm, list,
                             type->form == AST_TOKEN
                                 ? shared(m, type, tokens[i])
                                 : make_item(m, type, seq->items[i])) < 0)
            value_clear(m->vm, &list);
    return list;
}

static Value make_field(Maker *m, const AstField *f, const void *at)
{
    const AstType *type = &ast_types[f->type];
    if (f->many)
        return make_list(m, type, at);
    switch (type->form) {
    case AST_CONSTANT: return constant_value(m->vm, at);
    case AST_INT: return value_from_imm(*(const int *)at);
    case AST_TOKEN: return shared(m, type, *(const unsigned *)at);
    default: return make_item(m, type, *(void *const *)at);
    }
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

static Value make_node(Maker *m, AstNode node, const void *at)
{
    AstShape shape = ast_shape(node);
    const AstPos *pos = ast_position(&shape, at);
    if (m->depth >= m->limit || c_stack_full(m->vm))
        return error_set(m->vm, EXC_RecursionError,
                         "maximum recursion depth exceeded during ast construction");
    m->depth++;
    Value v = value_from_obj(
        object_alloc(m->vm, TYPE_OF(tuple_get_borrow(m->classes, node)), 0));
    for (int i = 0; v && i < shape.field_count; i++) {
        const AstField *f = &shape.fields[i];
        const void *field = (const char *)at + shape.base + f->offset;
        if (set_field(m, v, f->name, make_field(m, f, field)) < 0)
            value_clear(m->vm, &v);
    }
    if (v && pos && set_position(m, v, pos) < 0)
        value_clear(m->vm, &v);
    m->depth--;
    return v;
}

/* The tree as an object, new. */
static Value ast_object_from_tree(MinipyVM *vm, const Mod *mod)
{
    int left = vm->recursion_remaining;
    Maker m = {vm, ast_classes(vm), 0, left > INT_MAX / 3 ? INT_MAX : left * 3};
    Value v = m.classes ? make_item(&m, &ast_types[AST_TYPE_mod], mod) : VALUE_NULL;
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
