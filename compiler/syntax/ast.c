/* The shapes of all nodes, made from ast.def: what the dumper and the `ast` module
 * need to walk a tree without naming its types. */
#include "compiler/syntax/ast.h"

const AstType ast_types[AST_TYPE_COUNT] = {
#define AST_TYPE(name, form, ctype, first, end)                                        \
    {#name, AST_##form, NODE_##first, NODE_##end, sizeof(ctype)},
    AST_TYPES
#undef AST_TYPE
};

/* What a field of each kind holds: its type, optional, many. */
#define AST_KIND(kind, ctype, type, many)                                              \
    enum { AST_FIELD_##kind = AST_TYPE_##type, AST_COUNT_##kind = AST_##many };
AST_FIELD_KINDS
#undef AST_KIND

/* Each case binds NODE to its constructor's struct, for the offsets in the fields. */
#define FIELD(kind, field)                                                             \
    {#field, AST_FIELD_##kind, AST_COUNT_##kind & AST_OPTIONAL,                        \
     (AST_COUNT_##kind & AST_MANY) != 0, offsetof(NODE, field)},
#define NO_FIELDS {"", 0, false, false, offsetof(NODE, unused)},

#define CASE(node, node_name, owner, base, position, ...)                              \
    case NODE_##node: {                                                                \
        typedef struct owner NODE;                                                     \
        static const AstField table[] = {__VA_ARGS__};                                 \
        size_t count = table[0].name[0] ? sizeof table / sizeof *table : 0;            \
        return (AstShape){node_name, table, (uint8_t)count, position, base};           \
    }
#define TOKEN(node, node_name)                                                         \
    case NODE_##node: return (AstShape){node_name, NULL, 0, false, 0};

AstShape ast_shape(AstNode node)
{
    switch (node) {
#define MOD(name, fields)                                                              \
    CASE(MOD_##name, #name, Mod_##name, offsetof(Mod, u), false, fields)
#define STMT(name, fields)                                                             \
    CASE(STMT_##name, #name, Stmt_##name, offsetof(Stmt, u), true, fields)
#define EXPR(name, fields)                                                             \
    CASE(EXPR_##name, #name, Expr_##name, offsetof(Expr, u), true, fields)
#define PATTERN(name, fields)                                                          \
    CASE(PATTERN_##name, #name, Pattern_##name, offsetof(Pattern, u), true, fields)
#define PRODUCT(CType, name, fields) CASE(CType, #name, CType, 0, true, fields)
#define PLAIN(CType, name, fields) CASE(CType, #name, CType, 0, false, fields)
#define OPERATOR(name, text) TOKEN(OPERATOR_##name, #name)
#define UNARYOP(name, text) TOKEN(UNARYOP_##name, #name)
#define BOOLOP(name, text) TOKEN(BOOLOP_##name, #name)
#define CMPOP(name, text) TOKEN(CMPOP_##name, #name)
#define CONTEXT(name) TOKEN(CONTEXT_##name, #name)
#include "compiler/syntax/ast.def"
    case NODE_COUNT: break;
    }
    return (AstShape){"", NULL, 0, false, 0};
}

AstNode ast_node_of(const AstType *type, const void *at)
{
    return type->end - type->first > 1 ? type->first + *(const AstNode *)at
                                       : type->first; /* which says no kind */
}

AstPos *ast_position(const AstShape *shape, const void *at)
{
    char *node = (char *)(uintptr_t)at;
    if (!shape->has_position)
        return NULL;
    return (AstPos *)(void *)(shape->base ? node + offsetof(Expr, pos) : node);
}
