/* ast_private.h - the module _ast: the classes of nodes (ast_module.c), C trees as
 * Python objects (ast_objects.c) and back (ast_trees.c). All three follow
 * compiler/syntax/ast.def.
 */
#ifndef MINIPY_STDLIB_SYNTAX_AST_PRIVATE_H
#define MINIPY_STDLIB_SYNTAX_AST_PRIVATE_H

#include "compiler/codegen/compile_ast.h"
#include "stdlib/native.h"

/* Places in the tuple of node classes; for operators and contexts it holds the one
 * instance that trees share. */
enum {
#define MOD(name, fields) NODE_MOD_##name,
#define STMT(name, fields) NODE_STMT_##name,
#define EXPR(name, fields) NODE_EXPR_##name,
#define PATTERN(name, fields) NODE_PATTERN_##name,
#define PRODUCT(ctype, name, fields) NODE_##ctype,
#define PLAIN(ctype, name, fields) NODE_##ctype,
#define OPERATOR(name, text) NODE_OPERATOR_##name,
#define UNARYOP(name, text) NODE_UNARYOP_##name,
#define BOOLOP(name, text) NODE_BOOLOP_##name,
#define CMPOP(name, text) NODE_CMPOP_##name,
#define CONTEXT(name) NODE_CONTEXT_##name,
#include "compiler/syntax/ast.def"
    NODE_COUNT
};
enum {
    FIRST_MOD = NODE_MOD_Module,
    FIRST_STMT = NODE_STMT_FunctionDef,
    FIRST_EXPR = NODE_EXPR_BoolOp,
    FIRST_PATTERN = NODE_PATTERN_MatchValue,
    FIRST_PRODUCT = NODE_ExceptHandler,
    FIRST_OPERATOR = NODE_OPERATOR_Add,
    FIRST_UNARYOP = NODE_UNARYOP_Invert,
    FIRST_BOOLOP = NODE_BOOLOP_And,
    FIRST_CMPOP = NODE_CMPOP_Eq,
    FIRST_CONTEXT = NODE_CONTEXT_Load
};

/* The tuple of the classes, a new reference. */
Value ast_classes(MinipyVM *vm);
AstShape ast_node_shape(int node);
bool ast_field_optional(const AstShape *shape, const AstField *f);
bool ast_is_node(Value v); /* an instance of ast.AST */

/* What compile() does with trees: source text to an object, and an object to code. */
Value ast_parse(MinipyVM *vm, const char *source, size_t size, Value filename,
                CompileMode mode, int flags);
Value ast_compile(MinipyVM *vm, Value object, Value filename, CompileMode mode,
                  int flags, int optimize);

#endif
