/* symtable_analyze.c - second pass: local, cell, free or global?
 *
 * Scopes are decided from the outside in. A name that its scope does not bind is looked
 * for in the enclosing function scopes; where it is found it becomes a cell, and every
 * scope in between gets it as a free variable. (CPython carries sets of bound, free and
 * global names down and up instead; walking the chain gives the same answer and needs
 * no sets.)
 */
#include "compiler/codegen/symtable_private.h"

/* The function (or, for __class__, class) scope around `scope` that binds `name`. */
static Scope *find_binding(Scope *scope, AstName *name)
{
    bool is_class_cell = name_is(name, "__class__");
    for (Scope *s = scope->parent; s; s = s->parent) {
        if (s->kind == SCOPE_CLASS && is_class_cell)
            return s;
        if (s->kind != SCOPE_FUNCTION)
            continue;
        Symbol *sym = scope_symbol(s, name);
        if (!sym)
            continue;
        if (sym->flags & DEF_GLOBAL)
            return NULL;
        if ((sym->flags & DEF_BOUND) && !(sym->flags & DEF_NONLOCAL))
            return s;
    }
    return NULL;
}

/* Makes `name` a cell of `owner` and a free variable of all scopes from `scope` to it.
 */
static void bind_free(Symtable *st, Scope *scope, Scope *owner, AstName *name)
{
    if (owner->kind == SCOPE_CLASS)
        owner->needs_class_closure = true;
    else
        scope_symbol(owner, name)->scope = SCOPE_CELL;
    for (Scope *s = scope->parent; s != owner; s = s->parent) {
        Symbol *sym = scope_symbol(s, name);
        if (sym && s->kind == SCOPE_CLASS && (sym->flags & (DEF_BOUND | DEF_GLOBAL))) {
            sym->flags |= DEF_FREE_CLASS;
            continue;
        }
        if (!sym)
            sym = scope_add_symbol(st->c, s, name);
        if (sym)
            sym->scope = SCOPE_FREE;
    }
}

static AstPos directive_pos(const Scope *scope, const AstName *name)
{
    for (ScopeDirective *d = scope->directives; d; d = d->next)
        if (d->name == name)
            return d->pos;
    return scope->pos;
}

static void analyze_symbol(Symtable *st, Scope *scope, int i)
{
    Symbol *sym = &scope->symbols[i];
    AstName *name = sym->name;
    if (sym->flags & DEF_GLOBAL) {
        if (sym->flags & DEF_NONLOCAL)
            compiler_error(st->c, directive_pos(scope, name),
                           "name '%U' is nonlocal and global", name);
        sym->scope = SCOPE_GLOBAL_EXPLICIT;
        return;
    }
    bool nonlocal = sym->flags & DEF_NONLOCAL;
    if (nonlocal && scope->kind == SCOPE_MODULE) {
        compiler_error(st->c, directive_pos(scope, name),
                       "nonlocal declaration not allowed at module level");
        return;
    }
    if (!nonlocal && (sym->flags & DEF_BOUND)) {
        if (sym->scope != SCOPE_CELL)
            sym->scope = SCOPE_LOCAL;
        return;
    }
    Scope *owner = find_binding(scope, name);
    if (!owner) {
        if (nonlocal)
            compiler_error(st->c, directive_pos(scope, name),
                           "no binding for nonlocal '%U' found", name);
        sym->scope = SCOPE_GLOBAL_IMPLICIT;
        return;
    }
    sym->scope = SCOPE_FREE;
    bind_free(st, scope, owner, name);
}

void symtable_analyze(Symtable *st, Scope *scope)
{
    int count =
        scope->symbol_count; /* free variables of inner scopes are added behind */
    for (int i = 0; i < count && !st->c->failed; i++)
        analyze_symbol(st, scope, i);
    for (Scope *s = scope->first_child; s && !st->c->failed; s = s->next_sibling)
        if (compiler_enter(st->c)) {
            symtable_analyze(st, s);
            compiler_leave(st->c);
        }
}
