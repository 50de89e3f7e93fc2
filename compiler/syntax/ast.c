/* The shapes of all nodes, made from ast.def: what the dumper and the `ast` module
 * need to walk a tree without naming its types. */
#include "compiler/syntax/ast.h"

/* Each case binds NODE to its constructor's struct, for the offsets in the fields. */
#define FIELD(kind, field) {#field, AST_FIELD_##kind, offsetof(NODE, field)},
#define NO_FIELDS {"", AST_FIELD_int, offsetof(NODE, unused)},

#define CASE(enumerator, node_name, owner, base, position, ...)                        \
    case enumerator: {                                                                 \
        typedef struct owner NODE;                                                     \
        static const AstField table[] = {__VA_ARGS__};                                 \
        size_t count = table[0].name[0] ? sizeof table / sizeof *table : 0;            \
        return (AstShape){node_name, table, (uint8_t)count, position, base};           \
    }

static const AstShape no_shape = {"", NULL, 0, false, 0};

AstShape ast_mod_shape(ModKind kind)
{
    switch (kind) {
#define MOD(name, fields)                                                              \
    CASE(MOD_##name, #name, Mod_##name, offsetof(Mod, u), false, fields)
#include "compiler/syntax/ast.def"
    }
    return no_shape;
}

AstShape ast_stmt_shape(StmtKind kind)
{
    switch (kind) {
#define STMT(name, fields)                                                             \
    CASE(STMT_##name, #name, Stmt_##name, offsetof(Stmt, u), true, fields)
#include "compiler/syntax/ast.def"
    }
    return no_shape;
}

AstShape ast_expr_shape(ExprKind kind)
{
    switch (kind) {
#define EXPR(name, fields)                                                             \
    CASE(EXPR_##name, #name, Expr_##name, offsetof(Expr, u), true, fields)
#include "compiler/syntax/ast.def"
    }
    return no_shape;
}

AstShape ast_pattern_shape(PatternKind kind)
{
    switch (kind) {
#define PATTERN(name, fields)                                                          \
    CASE(PATTERN_##name, #name, Pattern_##name, offsetof(Pattern, u), true, fields)
#include "compiler/syntax/ast.def"
    }
    return no_shape;
}

AstShape ast_product_shape(ProductKind kind)
{
    switch (kind) {
#define PRODUCT(CType, name, fields)                                                   \
    CASE(PRODUCT_##CType, #name, CType, 0, true, fields)
#define PLAIN(CType, name, fields) CASE(PRODUCT_##CType, #name, CType, 0, false, fields)
#include "compiler/syntax/ast.def"
    }
    return no_shape;
}

const char *const ast_operator_names[] = {
#define OPERATOR(name, text) #name,
#include "compiler/syntax/ast.def"
};

const char *const ast_unaryop_names[] = {
#define UNARYOP(name, text) #name,
#include "compiler/syntax/ast.def"
};

const char *const ast_boolop_names[] = {
#define BOOLOP(name, text) #name,
#include "compiler/syntax/ast.def"
};

const char *const ast_cmpop_names[] = {
#define CMPOP(name, text) #name,
#include "compiler/syntax/ast.def"
};

const char *const ast_context_names[] = {
#define CONTEXT(name) #name,
#include "compiler/syntax/ast.def"
};
