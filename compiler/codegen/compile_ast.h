/* compile_ast.h - the compiler's two halves by themselves, for the `_ast` module: text
 * to tree, tree to code object. */
#ifndef MINIPY_COMPILER_CODEGEN_COMPILE_AST_H
#define MINIPY_COMPILER_CODEGEN_COMPILE_AST_H

#include "compiler/syntax/ast.h"
#include "compiler/codegen/compile.h"

/* An arena whose memory counts as the vm's; end with arena_free. */
void compile_arena_init(MinipyVM *vm, AstArena *arena);

/* Parses into `arena`; issues the parser's warnings. NULL with the exception set. */
Mod *compile_parse(MinipyVM *vm, AstArena *arena, const char *source, size_t size,
                   Value filename, CompileMode mode, int flags);

/* Constant folding alone, in place; no error. The constants it makes are gone when it
 * returns: only the tree's shape may be looked at. */
void compile_fold(MinipyVM *vm, AstArena *arena, Mod *mod);

/* The code object of a tree, new; VALUE_NULL with the exception set. Rewrites the tree
 * (constant folding), so a tree is compiled once. Constants of kind AST_CONST_OBJECT
 * hold Values that the caller owns and keeps until it returns. The tree must have the
 * shapes that the parser makes (ast.def): who builds one from Python objects checks
 * them first. */
Value compile_mod(MinipyVM *vm, AstArena *arena, Mod *mod, Value filename, int flags,
                  int optimize);

#endif
