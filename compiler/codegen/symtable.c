/* symtable.c - first pass: walks the tree and notes how each scope uses its names.
 *
 * The order of visits is CPython's, because it decides which of several errors is found
 * first. The second pass, which decides where names live, is symtable_analyze.c.
 */
#include "compiler/codegen/symtable.h"
#include "compiler/codegen/symtable_private.h"

static void visit_expr(Symtable *st, Expr *e);
static void visit_stmt(Symtable *st, Stmt *s);
static void visit_pattern(Symtable *st, Pattern *p);

/* ---- scopes and their entries ---------------------------------------------------- */

AstName *symtable_mangle(Compiler *c, AstName *private_name, AstName *name)
{
    if (likely(!private_name || name->len < 3 || name->utf8[0] != '_' ||
               name->utf8[1] != '_'))
        return name;
    const char *s = name->utf8;
    if ((s[name->len - 1] == '_' && s[name->len - 2] == '_') || strchr(s, '.'))
        return name;
    const char *p = private_name->utf8;
    while (*p == '_')
        p++;
    size_t plen = strlen(p);
    if (plen == 0)
        return name;
    char *text = arena_alloc(c->arena, plen + name->len + 2);
    if (!text) {
        compiler_no_memory(c);
        return name;
    }
    text[0] = '_';
    memcpy(text + 1, p, plen);
    memcpy(text + 1 + plen, s, (size_t)name->len + 1);
    AstName *mangled = arena_name(c->arena, text, plen + 1 + name->len);
    if (!mangled) {
        compiler_no_memory(c);
        return name;
    }
    return mangled;
}

Symbol *scope_symbol(const Scope *scope, const AstName *name)
{
    int i = index_map_get(&scope->index, (uint64_t)(uintptr_t)name);
    return i < 0 ? NULL : &scope->symbols[i];
}

Symbol *scope_add_symbol(Compiler *c, Scope *scope, AstName *name)
{
    if (!compiler_grow(c, &scope->symbols, scope->symbol_count, &scope->symbol_capacity,
                       sizeof(Symbol)))
        return NULL;
    index_map_set(c, &scope->index, (uint64_t)(uintptr_t)name, scope->symbol_count);
    Symbol *s = &scope->symbols[scope->symbol_count++];
    *s = (Symbol){.name = name};
    return s;
}

Scope *symtable_scope(Symtable *st, const void *node)
{
    int i = index_map_get(&st->by_node, (uint64_t)(uintptr_t)node);
    return i < 0 ? NULL : st->scopes[i];
}

static AstName *mangled(Symtable *st, AstName *name)
{
    return symtable_mangle(st->c, st->private_name, name);
}

static unsigned lookup(Symtable *st, Scope *scope, AstName *name)
{
    Symbol *s = scope_symbol(scope, mangled(st, name));
    return s ? s->flags : 0;
}

/* A function's own node also holds its argument list, so a lambda and a genexp may open
 * several scopes; each has its own node, which is the key. */
static Scope *enter_scope(Symtable *st, AstName *name, ScopeKind kind, const void *node,
                          AstPos pos)
{
    Compiler *c = st->c;
    Scope *scope = compiler_alloc(c, sizeof *scope);
    if (!scope || !compiler_grow(c, &st->scopes, st->scope_count, &st->scope_capacity,
                                 sizeof(Scope *)))
        return NULL;
    Scope *parent = st->current;
    scope->kind = kind;
    scope->node = node;
    scope->name = name;
    scope->pos = pos;
    scope->parent = parent;
    scope->comp_iter_expr = parent ? parent->comp_iter_expr : 0;
    scope->nested = parent && (parent->nested || parent->kind == SCOPE_FUNCTION);
    if (kind != SCOPE_ANNOTATION) {
        st->scopes[st->scope_count] = scope;
        index_map_set(c, &st->by_node, (uint64_t)(uintptr_t)node, st->scope_count++);
        if (parent && parent->last_child)
            parent->last_child->next_sibling = scope;
        else if (parent)
            parent->first_child = scope;
        if (parent)
            parent->last_child = scope;
    }
    st->current = scope;
    return scope;
}

static void exit_scope(Symtable *st)
{
    st->current = st->current->parent;
}

static void add_def_in(Symtable *st, Scope *scope, AstName *name, unsigned flag,
                       AstPos pos)
{
    Compiler *c = st->c;
    if (c->failed)
        return;
    AstName *m = mangled(st, name);
    Symbol *s = scope_symbol(scope, m);
    if (!s)
        s = scope_add_symbol(c, scope, m);
    if (!s)
        return;
    if ((flag & DEF_PARAM) && (s->flags & DEF_PARAM))
        compiler_error(c, pos, "duplicate argument '%U' in function definition", name);
    unsigned flags = s->flags | flag;
    if (scope->comp_iter_target) {
        if (flags & (DEF_GLOBAL | DEF_NONLOCAL))
            compiler_error(
                c, pos,
                "comprehension inner loop cannot rebind assignment expression "
                "target '%U'",
                name);
        flags |= DEF_COMP_ITER;
    }
    s->flags = (uint16_t)flags;
    if (flag & DEF_PARAM) {
        if (compiler_grow(c, &scope->varnames, scope->varname_count,
                          &scope->varname_capacity, sizeof(AstName *)))
            scope->varnames[scope->varname_count++] = m;
    } else if (flag & DEF_GLOBAL) {
        Symbol *g = scope_symbol(st->top, m);
        if (!g)
            g = scope_add_symbol(c, st->top, m);
        if (g)
            g->flags |= (uint16_t)flag;
    }
}

static void add_def(Symtable *st, AstName *name, unsigned flag, AstPos pos)
{
    add_def_in(st, st->current, name, flag, pos);
}

static void add_directive(Symtable *st, AstName *name, AstPos pos)
{
    ScopeDirective *d = compiler_alloc(st->c, sizeof *d);
    if (!d)
        return;
    *d = (ScopeDirective){.next = NULL, .name = mangled(st, name), .pos = pos};
    ScopeDirective **end = &st->current->directives;
    while (*end)
        end = &(*end)->next;
    *end = d;
}

/* ---- helpers of both visitors ---------------------------------------------------- */

static void visit_exprs(Symtable *st, const ExprSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        if (seq->items[i])
            visit_expr(st, seq->items[i]);
}

static void visit_body(Symtable *st, const StmtSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        visit_stmt(st, seq->items[i]);
}

static void visit_keywords(Symtable *st, const KeywordSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        visit_expr(st, seq->items[i]->value);
}

static void visit_annotation(Symtable *st, Expr *annotation)
{
    bool future = st->c->future & CO_FUTURE_ANNOTATIONS;
    if (future && !enter_scope(st, NULL, SCOPE_ANNOTATION, annotation, annotation->pos))
        return;
    visit_expr(st, annotation);
    if (future)
        exit_scope(st);
}

static void visit_arg_annotations(Symtable *st, const ArgSeq *args)
{
    for (int i = 0; i < args->count; i++)
        if (args->items[i]->annotation)
            visit_annotation(st, args->items[i]->annotation);
}

static void visit_annotations(Symtable *st, const Arguments *a, Expr *returns)
{
    visit_arg_annotations(st, &a->posonlyargs);
    visit_arg_annotations(st, &a->args);
    if (a->vararg && a->vararg->annotation)
        visit_annotation(st, a->vararg->annotation);
    if (a->kwarg && a->kwarg->annotation)
        visit_annotation(st, a->kwarg->annotation);
    visit_arg_annotations(st, &a->kwonlyargs);
    if (returns)
        visit_annotation(st, returns);
}

static void add_params(Symtable *st, const ArgSeq *args)
{
    for (int i = 0; i < args->count; i++)
        add_def(st, args->items[i]->arg, DEF_PARAM, args->items[i]->pos);
}

static void visit_parameters(Symtable *st, const Arguments *a)
{
    add_params(st, &a->posonlyargs);
    add_params(st, &a->args);
    add_params(st, &a->kwonlyargs);
    if (a->vararg) {
        add_def(st, a->vararg->arg, DEF_PARAM, a->vararg->pos);
        st->current->varargs = true;
    }
    if (a->kwarg) {
        add_def(st, a->kwarg->arg, DEF_PARAM, a->kwarg->pos);
        st->current->varkeywords = true;
    }
}

static void visit_function(Symtable *st, Stmt *s, bool is_async)
{
    /* FunctionDef and AsyncFunctionDef have the same fields. */
    struct Stmt_FunctionDef *f = &s->u.FunctionDef;
    add_def(st, f->name, DEF_LOCAL, s->pos);
    visit_exprs(st, &f->args->defaults);
    visit_exprs(st, &f->args->kw_defaults);
    visit_annotations(st, f->args, f->returns);
    visit_exprs(st, &f->decorator_list);
    Scope *scope = enter_scope(st, f->name, SCOPE_FUNCTION, s, s->pos);
    if (!scope)
        return;
    scope->coroutine = is_async;
    visit_parameters(st, f->args);
    visit_body(st, &f->body);
    exit_scope(st);
}

static void visit_class(Symtable *st, Stmt *s)
{
    struct Stmt_ClassDef *d = &s->u.ClassDef;
    add_def(st, d->name, DEF_LOCAL, s->pos);
    visit_exprs(st, &d->bases);
    visit_keywords(st, &d->keywords);
    visit_exprs(st, &d->decorator_list);
    if (!enter_scope(st, d->name, SCOPE_CLASS, s, s->pos))
        return;
    AstName *outer = st->private_name;
    st->private_name = d->name;
    visit_body(st, &d->body);
    st->private_name = outer;
    exit_scope(st);
}

static void visit_ann_assign(Symtable *st, Stmt *s)
{
    struct Stmt_AnnAssign *a = &s->u.AnnAssign;
    if (a->target->kind == EXPR_Name) {
        AstName *name = a->target->u.Name.id;
        unsigned flags = lookup(st, st->current, name);
        if ((flags & (DEF_GLOBAL | DEF_NONLOCAL)) && st->current != st->top &&
            a->simple)
            compiler_error(st->c, s->pos,
                           flags & DEF_GLOBAL ? "annotated name '%U' can't be global"
                                              : "annotated name '%U' can't be nonlocal",
                           name);
        if (a->simple)
            add_def(st, name, DEF_ANNOT | DEF_LOCAL, a->target->pos);
        else if (a->value)
            add_def(st, name, DEF_LOCAL, a->target->pos);
    } else {
        visit_expr(st, a->target);
    }
    visit_annotation(st, a->annotation);
    if (a->value)
        visit_expr(st, a->value);
}

/* `global` and `nonlocal` must come before every other mention of their names. */
static void visit_declaration(Symtable *st, Stmt *s, const NameSeq *names, bool global)
{
    for (int i = 0; i < names->count; i++) {
        AstName *name = names->items[i];
        unsigned flags = lookup(st, st->current, name);
        const char *message = NULL;
        if (flags & DEF_PARAM)
            message = global ? "name '%U' is parameter and global"
                             : "name '%U' is parameter and nonlocal";
        else if (flags & SYMBOL_USE)
            message = global ? "name '%U' is used prior to global declaration"
                             : "name '%U' is used prior to nonlocal declaration";
        else if (flags & DEF_ANNOT)
            message = global ? "annotated name '%U' can't be global"
                             : "annotated name '%U' can't be nonlocal";
        else if (flags & DEF_LOCAL)
            message = global ? "name '%U' is assigned to before global declaration"
                             : "name '%U' is assigned to before nonlocal declaration";
        if (message) {
            compiler_error(st->c, s->pos, message, name);
            return;
        }
        add_def(st, name, global ? DEF_GLOBAL : DEF_NONLOCAL, s->pos);
        add_directive(st, name, s->pos);
    }
}

static void visit_aliases(Symtable *st, const AliasSeq *names)
{
    for (int i = 0; i < names->count; i++) {
        Alias *a = names->items[i];
        if (!a->asname && name_is(a->name, "*")) {
            if (st->current->kind != SCOPE_MODULE)
                compiler_error(st->c, a->pos, "import * only allowed at module level");
            continue;
        }
        AstName *name = a->asname ? a->asname : a->name;
        const char *dot = a->asname ? NULL : strchr(name->utf8, '.');
        if (dot)
            name = arena_name(st->c->arena, name->utf8, (size_t)(dot - name->utf8));
        if (!name) {
            compiler_no_memory(st->c);
            return;
        }
        add_def(st, name, DEF_IMPORT, a->pos);
    }
}

static void visit_handlers(Symtable *st, const ExceptHandlerSeq *handlers)
{
    for (int i = 0; i < handlers->count; i++) {
        ExceptHandler *h = handlers->items[i];
        if (h->type)
            visit_expr(st, h->type);
        if (h->name)
            add_def(st, h->name, DEF_LOCAL, h->pos);
        visit_body(st, &h->body);
    }
}

static void visit_with(Symtable *st, const WithItemSeq *items, const StmtSeq *body)
{
    for (int i = 0; i < items->count; i++) {
        visit_expr(st, items->items[i]->context_expr);
        if (items->items[i]->optional_vars)
            visit_expr(st, items->items[i]->optional_vars);
    }
    visit_body(st, body);
}

static void visit_match(Symtable *st, struct Stmt_Match *m)
{
    visit_expr(st, m->subject);
    for (int i = 0; i < m->cases.count; i++) {
        MatchCase *mc = m->cases.items[i];
        visit_pattern(st, mc->pattern);
        if (mc->guard)
            visit_expr(st, mc->guard);
        visit_body(st, &mc->body);
    }
}

static void visit_try(Symtable *st, struct Stmt_Try *t)
{
    visit_body(st, &t->body);
    visit_body(st, &t->orelse);
    visit_handlers(st, &t->handlers);
    visit_body(st, &t->finalbody);
}

static void visit_for(Symtable *st, struct Stmt_For *f)
{
    visit_expr(st, f->target);
    visit_expr(st, f->iter);
    visit_body(st, &f->body);
    visit_body(st, &f->orelse);
}

/* ---- statements ------------------------------------------------------------------ */

static void visit_stmt_kind(Symtable *st, Stmt *s)
{
    switch (s->kind) {
    case STMT_FunctionDef: visit_function(st, s, false); break;
    case STMT_AsyncFunctionDef: visit_function(st, s, true); break;
    case STMT_ClassDef: visit_class(st, s); break;
    case STMT_Return:
        if (s->u.Return.value)
            visit_expr(st, s->u.Return.value);
        break;
    case STMT_Delete: visit_exprs(st, &s->u.Delete.targets); break;
    case STMT_Assign:
        visit_exprs(st, &s->u.Assign.targets);
        visit_expr(st, s->u.Assign.value);
        break;
    case STMT_AugAssign:
        visit_expr(st, s->u.AugAssign.target);
        visit_expr(st, s->u.AugAssign.value);
        break;
    case STMT_AnnAssign: visit_ann_assign(st, s); break;
    case STMT_For:
    case STMT_AsyncFor: visit_for(st, &s->u.For); break;
    case STMT_While:
        visit_expr(st, s->u.While.test);
        visit_body(st, &s->u.While.body);
        visit_body(st, &s->u.While.orelse);
        break;
    case STMT_If:
        visit_expr(st, s->u.If.test);
        visit_body(st, &s->u.If.body);
        visit_body(st, &s->u.If.orelse);
        break;
    case STMT_With:
    case STMT_AsyncWith: visit_with(st, &s->u.With.items, &s->u.With.body); break;
    case STMT_Match: visit_match(st, &s->u.Match); break;
    case STMT_Raise:
        if (s->u.Raise.exc)
            visit_expr(st, s->u.Raise.exc);
        if (s->u.Raise.cause)
            visit_expr(st, s->u.Raise.cause);
        break;
    case STMT_Try:
    case STMT_TryStar: visit_try(st, &s->u.Try); break;
    case STMT_Assert:
        visit_expr(st, s->u.Assert.test);
        if (s->u.Assert.msg)
            visit_expr(st, s->u.Assert.msg);
        break;
    case STMT_Import: visit_aliases(st, &s->u.Import.names); break;
    case STMT_ImportFrom: visit_aliases(st, &s->u.ImportFrom.names); break;
    case STMT_Global: visit_declaration(st, s, &s->u.Global.names, true); break;
    case STMT_Nonlocal: visit_declaration(st, s, &s->u.Nonlocal.names, false); break;
    case STMT_Expr: visit_expr(st, s->u.Expr.value); break;
    case STMT_Pass:
    case STMT_Break:
    case STMT_Continue: break;
    }
}

static void visit_stmt(Symtable *st, Stmt *s)
{
    if (!st->c->failed && compiler_enter(st->c))
        visit_stmt_kind(st, s);
    compiler_leave(st->c);
}

/* ---- expressions ----------------------------------------------------------------- */

/* Where `x := ...` inside a comprehension binds x: the nearest scope that is none. */
static void bind_named_expr(Symtable *st, AstName *name, AstPos pos)
{
    for (Scope *s = st->current; s; s = s->parent) {
        if (s->comprehension) {
            unsigned flags = lookup(st, s, name);
            if (flags & DEF_COMP_ITER) {
                compiler_error(st->c, pos,
                               "assignment expression cannot rebind comprehension "
                               "iteration variable '%U'",
                               name);
                return;
            }
            continue;
        }
        if (s->kind == SCOPE_FUNCTION) {
            bool global = lookup(st, s, name) & DEF_GLOBAL;
            add_def(st, name, global ? DEF_GLOBAL : DEF_NONLOCAL, pos);
            add_directive(st, name, pos);
            add_def_in(st, s, name, DEF_LOCAL, pos);
            return;
        }
        if (s->kind == SCOPE_MODULE) {
            add_def(st, name, DEF_GLOBAL, pos);
            add_directive(st, name, pos);
            add_def_in(st, s, name, DEF_GLOBAL, pos);
            return;
        }
        if (s->kind == SCOPE_CLASS) {
            compiler_error(
                st->c, pos,
                "assignment expression within a comprehension cannot be used "
                "in a class body");
            return;
        }
    }
}

static bool not_in_annotation(Symtable *st, Expr *e, const char *what)
{
    if (st->current->kind != SCOPE_ANNOTATION)
        return true;
    compiler_error(st->c, e->pos, "'%s' can not be used within an annotation", what);
    return false;
}

static void visit_named_expr(Symtable *st, Expr *e)
{
    if (!not_in_annotation(st, e, "named expression"))
        return;
    if (st->current->comp_iter_expr > 0) {
        compiler_error(
            st->c, e->pos,
            "assignment expression cannot be used in a comprehension iterable "
            "expression");
        return;
    }
    if (st->current->comprehension)
        bind_named_expr(st, e->u.NamedExpr.target->u.Name.id,
                        e->u.NamedExpr.target->pos);
    visit_expr(st, e->u.NamedExpr.value);
    visit_expr(st, e->u.NamedExpr.target);
}

static void visit_comp_target(Symtable *st, Comprehension *g)
{
    st->current->comp_iter_target = true;
    visit_expr(st, g->target);
    st->current->comp_iter_target = false;
}

static void visit_comp_iter(Symtable *st, Comprehension *g)
{
    st->current->comp_iter_expr++;
    visit_expr(st, g->iter);
    st->current->comp_iter_expr--;
}

static void visit_comprehension(Symtable *st, Expr *e, ComprehensionKind kind,
                                const char *name, const ComprehensionSeq *generators,
                                Expr *elt, Expr *value)
{
    Comprehension *outermost = generators->items[0];
    visit_comp_iter(st, outermost);
    Scope *scope =
        enter_scope(st, compiler_name(st->c, name), SCOPE_FUNCTION, e, e->pos);
    if (!scope)
        return;
    scope->comprehension = kind;
    scope->coroutine = outermost->is_async;
    AstName *implicit = compiler_name(st->c, ".0");
    if (implicit)
        add_def(st, implicit, DEF_PARAM, e->pos);
    visit_comp_target(st, outermost);
    visit_exprs(st, &outermost->ifs);
    for (int i = 1; i < generators->count; i++) {
        Comprehension *g = generators->items[i];
        visit_comp_target(st, g);
        visit_comp_iter(st, g);
        visit_exprs(st, &g->ifs);
        scope->coroutine |= g->is_async != 0;
    }
    if (value)
        visit_expr(st, value);
    visit_expr(st, elt);
    scope->generator = kind == COMP_GENERATOR;
    bool is_async = scope->coroutine && !scope->generator;
    exit_scope(st);
    if (is_async)
        st->current->coroutine = true;
}

static void visit_yield(Symtable *st, Expr *e, Expr *value)
{
    if (!not_in_annotation(st, e, "yield expression"))
        return;
    if (value)
        visit_expr(st, value);
    st->current->generator = true;
    static const char *const message[] = {
        [COMP_LIST] = "'yield' inside list comprehension",
        [COMP_DICT] = "'yield' inside dict comprehension",
        [COMP_SET] = "'yield' inside set comprehension",
        [COMP_GENERATOR] = "'yield' inside generator expression",
    };
    if (st->current->comprehension)
        compiler_error(st->c, e->pos, message[st->current->comprehension]);
}

static void visit_lambda(Symtable *st, Expr *e)
{
    Arguments *a = e->u.Lambda.args;
    visit_exprs(st, &a->defaults);
    visit_exprs(st, &a->kw_defaults);
    if (!enter_scope(st, compiler_name(st->c, "lambda"), SCOPE_FUNCTION, e, e->pos))
        return;
    visit_parameters(st, a);
    visit_expr(st, e->u.Lambda.body);
    exit_scope(st);
}

static void visit_name(Symtable *st, Expr *e)
{
    bool load = e->u.Name.ctx == CONTEXT_Load;
    add_def(st, e->u.Name.id, load ? SYMBOL_USE : DEF_LOCAL, e->pos);
    /* A mention of `super` counts as one of __class__. */
    if (load && st->current->kind == SCOPE_FUNCTION && name_is(e->u.Name.id, "super")) {
        AstName *name = compiler_name(st->c, "__class__");
        if (name)
            add_def(st, name, SYMBOL_USE, e->pos);
    }
}

static void visit_slice(Symtable *st, struct Expr_Slice *s)
{
    Expr *parts[3] = {s->lower, s->upper, s->step};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            visit_expr(st, parts[i]);
}

static void visit_expr_kind(Symtable *st, Expr *e)
{
    switch (e->kind) {
    case EXPR_NamedExpr: visit_named_expr(st, e); break;
    case EXPR_BoolOp: visit_exprs(st, &e->u.BoolOp.values); break;
    case EXPR_BinOp:
        visit_expr(st, e->u.BinOp.left);
        visit_expr(st, e->u.BinOp.right);
        break;
    case EXPR_UnaryOp: visit_expr(st, e->u.UnaryOp.operand); break;
    case EXPR_Lambda: visit_lambda(st, e); break;
    case EXPR_IfExp:
        visit_expr(st, e->u.IfExp.test);
        visit_expr(st, e->u.IfExp.body);
        visit_expr(st, e->u.IfExp.orelse);
        break;
    case EXPR_Dict:
        visit_exprs(st, &e->u.Dict.keys);
        visit_exprs(st, &e->u.Dict.values);
        break;
    case EXPR_Set: visit_exprs(st, &e->u.Set.elts); break;
    case EXPR_GeneratorExp:
        visit_comprehension(st, e, COMP_GENERATOR, "genexpr",
                            &e->u.GeneratorExp.generators, e->u.GeneratorExp.elt, NULL);
        break;
    case EXPR_ListComp:
        visit_comprehension(st, e, COMP_LIST, "listcomp", &e->u.ListComp.generators,
                            e->u.ListComp.elt, NULL);
        break;
    case EXPR_SetComp:
        visit_comprehension(st, e, COMP_SET, "setcomp", &e->u.SetComp.generators,
                            e->u.SetComp.elt, NULL);
        break;
    case EXPR_DictComp:
        visit_comprehension(st, e, COMP_DICT, "dictcomp", &e->u.DictComp.generators,
                            e->u.DictComp.key, e->u.DictComp.value);
        break;
    case EXPR_Yield: visit_yield(st, e, e->u.Yield.value); break;
    case EXPR_YieldFrom: visit_yield(st, e, e->u.YieldFrom.value); break;
    case EXPR_Await:
        if (not_in_annotation(st, e, "await expression")) {
            visit_expr(st, e->u.Await.value);
            st->current->coroutine = true;
        }
        break;
    case EXPR_Compare:
        visit_expr(st, e->u.Compare.left);
        visit_exprs(st, &e->u.Compare.comparators);
        break;
    case EXPR_Call:
        visit_expr(st, e->u.Call.func);
        visit_exprs(st, &e->u.Call.args);
        visit_keywords(st, &e->u.Call.keywords);
        break;
    case EXPR_FormattedValue:
        visit_expr(st, e->u.FormattedValue.value);
        if (e->u.FormattedValue.format_spec)
            visit_expr(st, e->u.FormattedValue.format_spec);
        break;
    case EXPR_JoinedStr: visit_exprs(st, &e->u.JoinedStr.values); break;
    case EXPR_Constant: break;
    case EXPR_Attribute: visit_expr(st, e->u.Attribute.value); break;
    case EXPR_Subscript:
        visit_expr(st, e->u.Subscript.value);
        visit_expr(st, e->u.Subscript.slice);
        break;
    case EXPR_Starred: visit_expr(st, e->u.Starred.value); break;
    case EXPR_Slice: visit_slice(st, &e->u.Slice); break;
    case EXPR_Name: visit_name(st, e); break;
    case EXPR_List: visit_exprs(st, &e->u.List.elts); break;
    case EXPR_Tuple: visit_exprs(st, &e->u.Tuple.elts); break;
    }
}

static void visit_expr(Symtable *st, Expr *e)
{
    if (!st->c->failed && compiler_enter(st->c))
        visit_expr_kind(st, e);
    compiler_leave(st->c);
}

/* ---- patterns -------------------------------------------------------------------- */

static void visit_patterns(Symtable *st, const PatternSeq *seq)
{
    for (int i = 0; i < seq->count; i++)
        visit_pattern(st, seq->items[i]);
}

static void visit_pattern_kind(Symtable *st, Pattern *p)
{
    switch (p->kind) {
    case PATTERN_MatchValue: visit_expr(st, p->u.MatchValue.value); break;
    case PATTERN_MatchSingleton: break;
    case PATTERN_MatchSequence: visit_patterns(st, &p->u.MatchSequence.patterns); break;
    case PATTERN_MatchStar:
        if (p->u.MatchStar.name)
            add_def(st, p->u.MatchStar.name, DEF_LOCAL, p->pos);
        break;
    case PATTERN_MatchMapping:
        visit_exprs(st, &p->u.MatchMapping.keys);
        visit_patterns(st, &p->u.MatchMapping.patterns);
        if (p->u.MatchMapping.rest)
            add_def(st, p->u.MatchMapping.rest, DEF_LOCAL, p->pos);
        break;
    case PATTERN_MatchClass:
        visit_expr(st, p->u.MatchClass.cls);
        visit_patterns(st, &p->u.MatchClass.patterns);
        visit_patterns(st, &p->u.MatchClass.kwd_patterns);
        break;
    case PATTERN_MatchAs:
        if (p->u.MatchAs.pattern)
            visit_pattern(st, p->u.MatchAs.pattern);
        if (p->u.MatchAs.name)
            add_def(st, p->u.MatchAs.name, DEF_LOCAL, p->pos);
        break;
    case PATTERN_MatchOr: visit_patterns(st, &p->u.MatchOr.patterns); break;
    }
}

static void visit_pattern(Symtable *st, Pattern *p)
{
    if (!st->c->failed && compiler_enter(st->c))
        visit_pattern_kind(st, p);
    compiler_leave(st->c);
}

/* ---- the whole ------------------------------------------------------------------- */

void symtable_build(Symtable *st, Compiler *c, Mod *mod)
{
    *st = (Symtable){.c = c};
    c->symtable = st;
    st->top = enter_scope(st, compiler_name(c, "top"), SCOPE_MODULE, mod,
                          (AstPos){0, 0, 0, 0});
    if (!st->top)
        return;
    switch (mod->kind) {
    case MOD_Module: visit_body(st, &mod->u.Module.body); break;
    case MOD_Interactive: visit_body(st, &mod->u.Interactive.body); break;
    case MOD_Expression: visit_expr(st, mod->u.Expression.body); break;
    case MOD_FunctionType:
        compiler_error(c, AST_NO_POS, "this compiler does not handle FunctionTypes");
        break;
    }
    if (!c->failed)
        symtable_analyze(st, st->top);
}
