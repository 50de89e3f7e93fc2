/* ast_private.h - the module _ast: the classes of nodes (ast_module.c), C trees as
 * Python objects (ast_objects.c) and back (ast_trees.c). All three follow
 * compiler/syntax/ast.def.
 */
#ifndef MINIPY_STDLIB_SYNTAX_AST_PRIVATE_H
#define MINIPY_STDLIB_SYNTAX_AST_PRIVATE_H

#include "compiler/codegen/compile_ast.h"
#include "stdlib/native.h"

/* The tuple of the classes, by AstNode, a new reference; of operators and contexts it
 * holds the one instance that trees share. VALUE_NULL: exception. */
Value ast_classes(MinipyVM *vm);
bool ast_field_optional(const AstShape *shape, const AstField *f);
bool ast_is_node(Value v); /* an instance of ast.AST */

/* What compile() does with trees: source text to an object, and an object to code. */
Value ast_parse(MinipyVM *vm, const char *source, size_t size, Value filename,
                CompileMode mode, int flags);
Value ast_compile(MinipyVM *vm, Value object, Value filename, CompileMode mode,
                  int flags, int optimize);

#endif
