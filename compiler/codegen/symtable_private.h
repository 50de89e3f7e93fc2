/* symtable_private.h - between the two passes of the symbol table. */
#ifndef MINIPY_COMPILER_CODEGEN_SYMTABLE_PRIVATE_H
#define MINIPY_COMPILER_CODEGEN_SYMTABLE_PRIVATE_H

#include "compiler/codegen/symtable.h"

/* Adds an entry without flags; NULL if out of memory. */
Symbol *scope_add_symbol(Compiler *c, Scope *scope, AstName *name);
/* Second pass: decides SCOPE_* for every symbol of `scope` and of the scopes in it. */
void symtable_analyze(Symtable *st, Scope *scope);

#endif
