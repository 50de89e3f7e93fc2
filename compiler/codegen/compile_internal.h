/* compile_internal.h - what the passes behind the parser share: the compilation's
 * state, its one sticky error, and the small maps they all need.
 *
 * Invariant: an error is recorded once in Compiler (the first wins) and passes then run
 * on without effect, so that no visitor has to return a status. Everything but Values
 * lives in the arena; Values that a pass makes are handed to compiler_own.
 */
#ifndef MINIPY_COMPILER_CODEGEN_COMPILE_INTERNAL_H
#define MINIPY_COMPILER_CODEGEN_COMPILE_INTERNAL_H

#include "compiler/syntax/ast.h"
#include "compiler/codegen/compile.h"
#include "compiler/syntax/compile_error.h"

/* Maps 64-bit keys (pointers, Values) to small numbers; in the arena. */
typedef struct IndexMap {
    uint64_t *keys; /* 0: empty */
    int32_t *values;
    int count;
    uint32_t mask; /* 0: not allocated */
} IndexMap;

typedef struct Compiler {
    MinipyVM *vm;
    AstArena *arena;
    Value filename; /* borrowed */
    int flags;      /* COMPILE_* */
    int optimize;
    uint32_t future; /* CO_FUTURE_* in force */
    int future_line; /* of the last `from __future__`; -1: none */
    bool failed; /* `error` is filled, or (vm_error) an exception is set in the vm */
    bool vm_error;
    bool interactive;
    bool is_file; /* the source is a whole file, by its grammar */
    int nest_level;
    int depth, depth_limit; /* of visitors; see compiler_enter */
    CompileError error;
    Value *owned; /* Values released when the compilation ends */
    int owned_count, owned_capacity;
    IndexMap
        const_cache_map; /* hash -> head in const_cache; equal constants are shared */
    struct ConstCacheEntry *const_cache;
    int const_cache_count, const_cache_capacity;
    struct Symtable *symtable;
    struct Unit *unit;
} Compiler;

/* ---- errors ---------------------------------------------------------------------- */

#define AST_NO_POS ((AstPos){-1, -1, -1, -1})

/* Records a SyntaxError at pos; later errors are ignored. %U AstName*, else as printf.
 */
void compiler_error(Compiler *c, AstPos pos, const char *format, ...);
void compiler_no_memory(Compiler *c);
/* A vm function failed: its exception stands. */
void compiler_vm_error(Compiler *c);
/* What failed does not matter; the exception of a compilation that failed stays. */
void compiler_forget_error(Compiler *c);
/* Issues a SyntaxWarning, which a filter may turn into the SyntaxError. */
void compiler_warn(Compiler *c, AstPos pos, const char *format, ...);
void compiler_warn_as(Compiler *c, ExcId category, AstPos pos, const char *format, ...);

/* Guards recursion over the tree: false after RecursionError was recorded. */
bool compiler_enter(Compiler *c);
static inline void compiler_leave(Compiler *c)
{
    c->depth--;
}

/* ---- memory ---------------------------------------------------------------------- */

/* Cleared arena memory; NULL after compiler_no_memory. */
void *compiler_alloc(Compiler *c, size_t size);
/* Makes room for one more item in an arena array of `size`-byte items. */
bool compiler_grow(Compiler *c, void *array, int count, int *capacity, size_t size);
/* Takes over a new reference until the compilation ends; returns it. A VALUE_NULL is
 * taken as a vm error. */
Value compiler_own(Compiler *c, Value v);

/* The value of `key` or -1. */
int index_map_get(const IndexMap *map, uint64_t key);
void index_map_set(Compiler *c, IndexMap *map, uint64_t key, int value);

/* ---- names and constants --------------------------------------------------------- */

/* Interned str of a name, borrowed (kept in name->user until the end). */
Value compiler_name_value(Compiler *c, AstName *name);
AstName *compiler_name(Compiler *c, const char *text);
/* The object of a literal, borrowed. */
Value compiler_const_value(Compiler *c, const AstConst *k);
static inline bool name_is(const AstName *name, const char *text)
{
    return strcmp(name->utf8, text) == 0;
}

/* ---- passes ---------------------------------------------------------------------- */

void fold_module(Compiler *c, Mod *mod); /* constant folding, in place */
/* The one constant equal to v in type and value that this compilation uses; takes v
 * over and returns it borrowed. */
Value compiler_share_const(Compiler *c, Value v);
/* Source text of an expression, as annotations under PEP 563 show it; a new str. */
Value ast_unparse(Compiler *c, const Expr *e);
/* The docstring expression that opens a body, or NULL. */
Expr *ast_docstring(const StmtSeq *body);
/* Code object of the whole tree, new, or VALUE_NULL. */
Value codegen_module(Compiler *c, Mod *mod);

#endif
