/* codegen.c - the ground of the code generator: units (one per code object), blocks,
 * emission of instructions, and how a name is loaded and stored.
 *
 * The position given to an instruction is the unit's current one, which visitors set
 * and restore. Functions here are called even after an error and then do harmless work.
 */
#include "compiler/codegen/codegen.h"

#include <stdlib.h>

#include "vm/text/str.h"

/* ---- names ----------------------------------------------------------------------- */

int name_table_add(Compiler *c, NameTable *t, AstName *name)
{
    uint64_t key = (uint64_t)(uintptr_t)name;
    int i = index_map_get(&t->index, key);
    if (i >= 0)
        return i;
    if (!compiler_grow(c, &t->items, t->count, &t->capacity, sizeof(AstName *)))
        return 0;
    t->items[t->count] = name;
    index_map_set(c, &t->index, key, t->count);
    return t->count++;
}

static int compare_names(const void *a, const void *b)
{
    const AstName *x = *(AstName *const *)a, *y = *(AstName *const *)b;
    return strcmp(x->utf8, y->utf8);
}

/* Cells and free variables are numbered in the order of their names. */
static void collect_names(Compiler *c, Scope *scope, SymbolScope wanted, unsigned flag,
                          NameTable *t)
{
    AstName **found = NULL;
    int count = 0, capacity = 0;
    for (int i = 0; i < scope->symbol_count; i++) {
        Symbol *s = &scope->symbols[i];
        if (s->scope != wanted && !(s->flags & flag))
            continue;
        if (!compiler_grow(c, &found, count, &capacity, sizeof(AstName *)))
            return;
        found[count++] = s->name;
    }
    if (count > 1)
        qsort(found, (size_t)count, sizeof *found, compare_names);
    for (int i = 0; i < count; i++)
        name_table_add(c, t, found[i]);
}

bool check_forbidden(Compiler *c, AstName *name, ExprContext ctx)
{
    if (ctx == CONTEXT_Load || !name_is(name, "__debug__"))
        return false;
    compiler_error(c, c->unit->pos,
                   ctx == CONTEXT_Store ? "cannot assign to __debug__"
                                        : "cannot delete __debug__");
    return true;
}

/* ---- units ----------------------------------------------------------------------- */

/* outer.<locals>.name, Outer.name, or name itself if declared global. */
static Value make_qualname(Compiler *c, Unit *u)
{
    Unit *parent = u->parent;
    Value name = compiler_name_value(c, u->name);
    if (!parent || parent->kind == UNIT_MODULE)
        return name;
    if (u->kind == UNIT_FUNCTION || u->kind == UNIT_ASYNC_FUNCTION ||
        u->kind == UNIT_CLASS) {
        AstName *mangled = symtable_mangle(c, parent->private_name, u->name);
        Symbol *s = scope_symbol(parent->scope, mangled);
        if (s && s->scope == SCOPE_GLOBAL_EXPLICIT)
            return name;
    }
    bool locals = parent->kind != UNIT_CLASS && parent->kind != UNIT_COMPREHENSION;
    if (c->failed)
        return name;
    return compiler_own(c, str_format_c(c->vm, locals ? "%U.<locals>.%U" : "%U.%U",
                                        parent->qualname, name));
}

static void unit_leave(Compiler *c)
{
    c->unit = c->unit->parent;
    c->nest_level--;
}

void unit_enter(Compiler *c, AstName *name, UnitKind kind, const void *node,
                int firstlineno)
{
    Unit *u = compiler_alloc(c, sizeof *u);
    Scope *scope = symtable_scope(c->symtable, node);
    if (!u || !scope) {
        compiler_no_memory(c);
        return;
    }
    u->parent = c->unit;
    u->kind = kind;
    u->scope = scope;
    u->name = name;
    u->firstlineno = firstlineno;
    u->pos = (AstPos){firstlineno, 0, firstlineno, 0};
    u->private_name = c->unit ? c->unit->private_name : NULL;
    for (int i = 0; i < scope->varname_count; i++)
        name_table_add(c, &u->varnames, scope->varnames[i]);
    collect_names(c, scope, SCOPE_CELL, 0, &u->cellvars);
    AstName *class_cell =
        scope->needs_class_closure ? compiler_name(c, "__class__") : NULL;
    if (class_cell)
        name_table_add(c, &u->cellvars, class_cell);
    collect_names(c, scope, SCOPE_FREE, DEF_FREE_CLASS, &u->freevars);
    u->qualname = make_qualname(c, u);
    c->unit = u;
    c->nest_level++;
    u->entry = u->current = block_new(c);
    if (kind == UNIT_MODULE)
        u->pos.lineno = 0;
    emit_arg(c, OP_RESUME, 0);
    if (kind == UNIT_MODULE)
        u->pos.lineno = -1;
    if (c->failed) /* perhaps without a block: nobody must see the unit */
        unit_leave(c);
}

Value unit_finish(Compiler *c, bool add_none)
{
    Unit *u = c->unit;
    unset_pos(c);
    Block *last = u->current;
    if (!last->count || last->instrs[last->count - 1].op != OP_RETURN_VALUE) {
        if (add_none)
            emit_const(c, VALUE_NONE);
        emit(c, OP_RETURN_VALUE);
    }
    Value code = c->failed ? VALUE_NONE : compiler_own(c, assemble_unit(c, u));
    unit_leave(c);
    return code;
}

/* ---- blocks ---------------------------------------------------------------------- */

Block *block_new(Compiler *c)
{
    Block *b = compiler_alloc(c, sizeof *b);
    if (!b) /* keeps every caller free of NULL checks: the first block of the unit */
        return c->unit->current;
    b->allocated = c->unit->blocks;
    b->start_depth = -1;
    c->unit->blocks = b;
    return b;
}

void block_use(Compiler *c, Block *b)
{
    if (b == c->unit->current || c->failed)
        return;
    c->unit->current->next = b;
    c->unit->current = b;
}

CfgInstr *block_append(Compiler *c, Block *b)
{
    if (!compiler_grow(c, &b->instrs, b->count, &b->capacity, sizeof(CfgInstr))) {
        if (b->count == 0) {
            b->instrs = &c->unit->spare;
            b->capacity = b->count = 1;
        }
        return &b->instrs[b->count - 1];
    }
    CfgInstr *i = &b->instrs[b->count++];
    memset(i, 0, sizeof *i);
    return i;
}

static bool ends_block(int op)
{
    return cfg_is_jump(op) || op == OP_RETURN_VALUE || op == OP_RAISE_VARARGS ||
           op == OP_RERAISE;
}

static void emit_at(Compiler *c, int op, int arg, Block *target, AstPos pos)
{
    if (c->failed)
        return;
    Block *b = c->unit->current;
    if (b->count && ends_block(b->instrs[b->count - 1].op)) {
        b = block_new(c);
        block_use(c, b);
    }
    CfgInstr *i = block_append(c, b);
    i->op = (uint16_t)op;
    i->arg = arg;
    i->target = target;
    i->pos = pos;
}

void emit(Compiler *c, int op)
{
    emit_at(c, op, 0, NULL, c->unit->pos);
}
void emit_arg(Compiler *c, int op, int arg)
{
    emit_at(c, op, arg, NULL, c->unit->pos);
}
void emit_jump(Compiler *c, int op, Block *target)
{
    emit_at(c, op, 0, target, c->unit->pos);
}
void emit_noline(Compiler *c, int op)
{
    emit_at(c, op, 0, NULL, AST_NO_POS);
}
void emit_jump_noline(Compiler *c, int op, Block *target)
{
    emit_at(c, op, 0, target, AST_NO_POS);
}

void set_pos(Compiler *c, AstPos pos)
{
    c->unit->pos = pos;
}
void unset_pos(Compiler *c)
{
    c->unit->pos = AST_NO_POS;
}

/* ---- constants and names --------------------------------------------------------- */

int unit_const(Compiler *c, Value v)
{
    Unit *u = c->unit;
    int i = index_map_get(&u->const_index, v);
    if (i >= 0)
        return i;
    if (!compiler_grow(c, &u->consts, u->const_count, &u->const_capacity,
                       sizeof(Value)))
        return 0;
    u->consts[u->const_count] = v;
    index_map_set(c, &u->const_index, v, u->const_count);
    return u->const_count++;
}

void emit_const(Compiler *c, Value v)
{
    emit_arg(c, OP_LOAD_CONST, unit_const(c, v));
}

void emit_const_steal(Compiler *c, Value v)
{
    if (!v)
        compiler_vm_error(c);
    else
        emit_const(c, compiler_share_const(c, v));
}

void emit_name_const(Compiler *c, AstName *name)
{
    Value v = compiler_name_value(c, name);
    if (!c->failed)
        emit_const_steal(c, value_incref(v));
}

void emit_name_raw(Compiler *c, int op, AstName *name)
{
    emit_arg(c, op, name_table_add(c, &c->unit->names, name));
}

void emit_name(Compiler *c, int op, AstName *name)
{
    emit_name_raw(c, op, mangle_here(c, name));
}

enum { BY_NAME, BY_GLOBAL, BY_FAST, BY_DEREF };

static const uint8_t variable_ops[4][3] = {
    /* Load, Store, Del */
    [BY_NAME] = {OP_LOAD_NAME, OP_STORE_NAME, OP_DELETE_NAME},
    [BY_GLOBAL] = {OP_LOAD_GLOBAL, OP_STORE_GLOBAL, OP_DELETE_GLOBAL},
    [BY_FAST] = {OP_LOAD_FAST, OP_STORE_FAST, OP_DELETE_FAST},
    [BY_DEREF] = {OP_LOAD_DEREF, OP_STORE_DEREF, OP_DELETE_DEREF},
};

void emit_variable(Compiler *c, AstName *name, ExprContext ctx)
{
    Unit *u = c->unit;
    if (c->failed || check_forbidden(c, name, ctx))
        return;
    AstName *m = mangle_here(c, name);
    Symbol *s = scope_symbol(u->scope, m);
    bool function = u->scope->kind == SCOPE_FUNCTION;
    int how = BY_NAME;
    NameTable *table = &u->names;
    switch (s ? s->scope : SCOPE_NONE) {
    case SCOPE_FREE:
        how = BY_DEREF;
        table = &u->freevars;
        break;
    case SCOPE_CELL:
        how = BY_DEREF;
        table = &u->cellvars;
        break;
    case SCOPE_LOCAL:
        if (function) {
            how = BY_FAST;
            table = &u->varnames;
        }
        break;
    case SCOPE_GLOBAL_IMPLICIT: how = function ? BY_GLOBAL : BY_NAME; break;
    case SCOPE_GLOBAL_EXPLICIT: how = BY_GLOBAL; break;
    default: break;
    }
    int op = variable_ops[how][ctx];
    if (op == OP_LOAD_DEREF && u->scope->kind == SCOPE_CLASS)
        op = OP_LOAD_CLASSDEREF;
    int arg = name_table_add(c, table, m);
    if (table == &u->freevars)
        arg += u->cellvars.count;
    emit_arg(c, op, arg);
}

void emit_variable_cstr(Compiler *c, const char *name, ExprContext ctx)
{
    AstName *n = compiler_name(c, name);
    if (n)
        emit_variable(c, n, ctx);
}

/* ---- what several constructs share ----------------------------------------------- */

/* Drives the iterator below the value on top until it is done; leaves its result. */
void emit_yield_from(Compiler *c, bool await)
{
    Block *start = block_new(c), *resume = block_new(c), *exit = block_new(c);
    block_use(c, start);
    emit_jump(c, OP_SEND, exit);
    block_use(c, resume);
    emit(c, OP_YIELD_VALUE);
    emit_arg(c, OP_RESUME, await ? 3 : 2);
    emit_jump(c, V_JUMP_NO_INTERRUPT, start);
    block_use(c, exit);
}

void emit_await(Compiler *c, int kind)
{
    emit_arg(c, OP_GET_AWAITABLE, kind);
    emit_const(c, VALUE_NONE);
    emit_yield_from(c, true);
}

void emit_yield(Compiler *c)
{
    if (c->unit->scope->generator && c->unit->scope->coroutine)
        emit(c, OP_ASYNC_GEN_WRAP);
    emit(c, OP_YIELD_VALUE);
    emit_arg(c, OP_RESUME, 1);
}

void push_fblock(Compiler *c, Fblock f)
{
    Unit *u = c->unit;
    if (u->fblock_count == FBLOCK_MAX) {
        compiler_error(c, u->pos, "too many statically nested blocks");
        return;
    }
    u->fblocks[u->fblock_count++] = f;
}

void pop_fblock(Compiler *c, FblockKind kind)
{
    Unit *u = c->unit;
    (void)
        kind; /* named at the call for the reader; pushes and pops pair by structure */
    if (u->fblock_count && !c->failed)
        u->fblock_count--;
}

/* ---- the module ------------------------------------------------------------------ */

Value codegen_module(Compiler *c, Mod *mod)
{
    AstName *name = compiler_name(c, "<module>");
    if (!name)
        return VALUE_NULL;
    unit_enter(c, name, UNIT_MODULE, mod, 1);
    if (c->failed)
        return VALUE_NULL;
    c->unit->pos.lineno = 1;
    bool add_none = true;
    switch (mod->kind) {
    case MOD_Module: visit_unit_body(c, &mod->u.Module.body); break;
    case MOD_Interactive:
        if (has_annotations(&mod->u.Interactive.body))
            emit(c, OP_SETUP_ANNOTATIONS);
        c->interactive = true;
        visit_statements(c, &mod->u.Interactive.body);
        break;
    case MOD_Expression:
        visit_expression(c, mod->u.Expression.body);
        add_none = false;
        break;
    case MOD_FunctionType: break;
    }
    Value code = unit_finish(c, add_none);
    return c->failed ? VALUE_NULL : value_incref(code);
}
