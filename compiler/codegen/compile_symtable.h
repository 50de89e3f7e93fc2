/* compile_symtable.h - the symbol table of a source, for the module _symtable. */
#ifndef MINIPY_COMPILER_CODEGEN_COMPILE_SYMTABLE_H
#define MINIPY_COMPILER_CODEGEN_COMPILE_SYMTABLE_H

#include "compiler/codegen/compile_internal.h"

enum { SYMTABLE_SCOPE_OFFSET = 11 }; /* of the scope in a symbol's number */

enum SymtableField {
    SYMTABLE_ID,
    SYMTABLE_NAME,
    SYMTABLE_SYMBOLS,  /* dict: name -> flags and scope */
    SYMTABLE_VARNAMES, /* list */
    SYMTABLE_CHILDREN, /* list of such tuples */
    SYMTABLE_NESTED,
    SYMTABLE_TYPE, /* 0 function, 1 class, 2 module */
    SYMTABLE_LINENO,
    SYMTABLE_FIELDS
};

/* The tables as a tuple of those fields, new; VALUE_NULL with the exception set. */
Value compile_symtable(MinipyVM *vm, const char *source, size_t size, Value filename,
                       CompileMode mode, int flags);
/* Its second half: of a tree. */
Value symtable_value(Compiler *c, Mod *mod);

#endif
