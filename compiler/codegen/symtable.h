/* symtable.h - which scope every name of a module belongs to.
 *
 * One pass over the tree records how each scope uses its names (flags), a second
 * decides where each name lives (SCOPE_*). Scopes live in the compilation's arena and
 * are found again by the tree node that opens them, because `finally` bodies are
 * compiled twice. Read next: codegen.h.
 */
#ifndef MINIPY_COMPILER_CODEGEN_SYMTABLE_H
#define MINIPY_COMPILER_CODEGEN_SYMTABLE_H

#include "compiler/codegen/compile_internal.h"

enum { /* how a scope uses a name; CPython's numbers, which the symtable module shows */
       DEF_GLOBAL = 1,
       DEF_LOCAL = 2,
       DEF_PARAM = 4,
       DEF_NONLOCAL = 8,
       SYMBOL_USE = 16,
       DEF_FREE = 32,
       DEF_FREE_CLASS = 64,
       DEF_IMPORT = 128,
       DEF_ANNOT = 256,
       DEF_COMP_ITER = 512,
       DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT,
};

typedef enum SymbolScope {
    SCOPE_NONE,
    SCOPE_LOCAL,
    SCOPE_GLOBAL_EXPLICIT,
    SCOPE_GLOBAL_IMPLICIT,
    SCOPE_FREE,
    SCOPE_CELL,
} SymbolScope;

typedef enum ScopeKind {
    SCOPE_FUNCTION,
    SCOPE_CLASS,
    SCOPE_MODULE,
    SCOPE_ANNOTATION
} ScopeKind;

typedef enum ComprehensionKind {
    COMP_NONE,
    COMP_LIST,
    COMP_DICT,
    COMP_SET,
    COMP_GENERATOR,
} ComprehensionKind;

typedef struct Symbol {
    AstName *name; /* mangled */
    uint16_t flags;
    uint8_t scope; /* SymbolScope */
} Symbol;

/* A `global` or `nonlocal` statement's name, for error positions. */
typedef struct ScopeDirective {
    struct ScopeDirective *next;
    AstName *name;
    AstPos pos;
} ScopeDirective;

typedef struct Scope Scope;
struct Scope {
    ScopeKind kind;
    ComprehensionKind comprehension;
    const void *node; /* the tree node that opens it */
    AstName *name;
    Scope *parent;
    Scope *first_child, *last_child, *next_sibling;
    Symbol *symbols; /* in order of first appearance */
    int symbol_count, symbol_capacity;
    IndexMap index;     /* name -> place in symbols */
    AstName **varnames; /* parameters, in calling order */
    int varname_count, varname_capacity;
    ScopeDirective *directives;
    AstPos pos;
    bool nested, generator, coroutine, varargs, varkeywords, needs_class_closure;
    bool comp_iter_target; /* visiting a comprehension's target */
    int comp_iter_expr;    /* depth of comprehension iterables being visited */
};

typedef struct Symtable {
    Compiler *c;
    Scope *top, *current;
    AstName *private_name; /* class whose names are mangled */
    IndexMap by_node;
    Scope **scopes;
    int scope_count, scope_capacity;
    int depth;
} Symtable;

/* Builds the table of a tree. On failure the compiler has failed (compile_internal.h).
 */
void symtable_build(Symtable *st, Compiler *c, Mod *mod);

/* The scope that `node` opens. */
Scope *symtable_scope(Symtable *st, const void *node);

/* The entry of a mangled name, or NULL. */
Symbol *scope_symbol(const Scope *scope, const AstName *name);

/* The name as seen inside class `private_name` (NULL: unchanged). */
AstName *symtable_mangle(Compiler *c, AstName *private_name, AstName *name);

#endif
