/* codegen_func.c - what makes a code object of its own: functions, lambdas, classes,
 * comprehensions; and the bodies of modules and classes.
 */
#include "compiler/codegen/codegen.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

/* ---- bodies ---------------------------------------------------------------------- */

void visit_unit_body(Compiler *c, const StmtSeq *body)
{
    if (c->unit->kind == UNIT_MODULE && body->count)
        set_pos(c, body->items[0]->pos); /* for SETUP_ANNOTATIONS */
    if (has_annotations(body))
        emit(c, OP_SETUP_ANNOTATIONS);
    int first = 0;
    Expr *doc = c->optimize < 2 ? ast_docstring(body) : NULL;
    if (doc) {
        first = 1;
        visit_expression(c, doc);
        unset_pos(c);
        emit_variable_cstr(c, "__doc__", CONTEXT_Store);
    }
    for (int i = first; i < body->count; i++)
        visit_statement(c, body->items[i]);
}

/* ---- making functions ------------------------------------------------------------ */

enum { FUNC_DEFAULTS = 1, FUNC_KWDEFAULTS = 2, FUNC_ANNOTATIONS = 4, FUNC_CLOSURE = 8 };

/* MAKE_FUNCTION of a code object whose free variables are cells here. */
static void emit_make_function(Compiler *c, Value code, int flags)
{
    if (c->failed)
        return;
    CodeObj *co = CODE(code);
    Unit *u = c->unit;
    for (int i = co->nlocalsplus - co->nfree; i < co->nlocalsplus; i++) {
        AstName *name = NULL;
        Value wanted = tuple_get_borrow(co->localsplusnames, i);
        int64_t size = 0;
        const char *text = str_utf8(c->vm, wanted, &size);
        name = text ? arena_name(c->arena, text, (size_t)size) : NULL;
        if (!name) {
            compiler_no_memory(c);
            return;
        }
        int arg = index_map_get(&u->cellvars.index, (uint64_t)(uintptr_t)name);
        Symbol *s = scope_symbol(u->scope, name);
        bool cell = arg >= 0 && (!s || s->scope == SCOPE_CELL || u->kind == UNIT_CLASS);
        if (!cell)
            arg = u->cellvars.count + name_table_add(c, &u->freevars, name);
        emit_arg(c, OP_LOAD_CLOSURE, arg);
    }
    if (co->nfree) {
        flags |= FUNC_CLOSURE;
        emit_arg(c, OP_BUILD_TUPLE, co->nfree);
    }
    emit_const_steal(c, value_incref(code));
    emit_arg(c, OP_MAKE_FUNCTION, flags);
}

static int visit_kw_defaults(Compiler *c, const Arguments *a)
{
    int n = 0;
    for (int i = 0; i < a->kwonlyargs.count; i++)
        n += a->kw_defaults.items[i] != NULL;
    if (n == 0 || c->failed)
        return 0;
    Value names = tuple_alloc(c->vm, n);
    int k = 0;
    for (int i = 0; i < a->kwonlyargs.count; i++) {
        if (!a->kw_defaults.items[i])
            continue;
        AstName *name = mangle_here(c, a->kwonlyargs.items[i]->arg);
        if (names)
            TUPLE(names)->items[k++] = value_incref(compiler_name_value(c, name));
        visit_expression(c, a->kw_defaults.items[i]);
    }
    emit_const_steal(c, names);
    emit_arg(c, OP_BUILD_CONST_KEY_MAP, n);
    return FUNC_KWDEFAULTS;
}

static int visit_defaults(Compiler *c, const Arguments *a)
{
    int flags = 0;
    if (a->defaults.count) {
        visit_expressions(c, &a->defaults);
        emit_arg(c, OP_BUILD_TUPLE, a->defaults.count);
        flags = FUNC_DEFAULTS;
    }
    return flags | visit_kw_defaults(c, a);
}

static int visit_annotation(Compiler *c, AstName *name, Expr *annotation)
{
    if (!annotation || c->failed)
        return 0;
    emit_name_const(c, mangle_here(c, name));
    if (!(c->future & CO_FUTURE_ANNOTATIONS) && annotation->kind == EXPR_Starred) {
        /* *args: *Ts */
        visit_expression(c, annotation->u.Starred.value);
        emit_arg(c, OP_UNPACK_SEQUENCE, 1);
    } else {
        visit_annotation_expr(c, annotation);
    }
    return 2;
}

static int visit_arg_annotations(Compiler *c, const ArgSeq *args)
{
    int n = 0;
    for (int i = 0; i < args->count; i++)
        n += visit_annotation(c, args->items[i]->arg, args->items[i]->annotation);
    return n;
}

static int visit_annotations(Compiler *c, const Arguments *a, Expr *returns)
{
    int n = visit_arg_annotations(c, &a->args);
    n += visit_arg_annotations(c, &a->posonlyargs);
    if (a->vararg)
        n += visit_annotation(c, a->vararg->arg, a->vararg->annotation);
    n += visit_arg_annotations(c, &a->kwonlyargs);
    if (a->kwarg)
        n += visit_annotation(c, a->kwarg->arg, a->kwarg->annotation);
    AstName *name = returns ? compiler_name(c, "return") : NULL;
    if (name)
        n += visit_annotation(c, name, returns);
    if (!n)
        return 0;
    emit_arg(c, OP_BUILD_TUPLE, n);
    return FUNC_ANNOTATIONS;
}

static void check_arg_names(Compiler *c, const ArgSeq *args)
{
    for (int i = 0; i < args->count; i++)
        check_forbidden(c, args->items[i]->arg, CONTEXT_Store);
}

static void check_arguments(Compiler *c, const Arguments *a)
{
    check_arg_names(c, &a->posonlyargs);
    check_arg_names(c, &a->args);
    if (a->vararg)
        check_forbidden(c, a->vararg->arg, CONTEXT_Store);
    check_arg_names(c, &a->kwonlyargs);
    if (a->kwarg)
        check_forbidden(c, a->kwarg->arg, CONTEXT_Store);
}

static void set_argcounts(Unit *u, const Arguments *a)
{
    u->argcount = a->posonlyargs.count + a->args.count;
    u->posonlyargcount = a->posonlyargs.count;
    u->kwonlyargcount = a->kwonlyargs.count;
}

static void emit_decorator_calls(Compiler *c, const ExprSeq *decorators)
{
    AstPos here = pos_here(c);
    for (int i = decorators->count - 1; i >= 0; i--) {
        set_pos(c, decorators->items[i]->pos);
        emit_arg(c, OP_CALL, 0); /* the decorated object stands where self does */
    }
    set_pos(c, here);
}

static int first_line(const Stmt *s, const ExprSeq *decorators)
{
    return decorators->count ? decorators->items[0]->lineno : s->lineno;
}

void visit_function_def(Compiler *c, Stmt *s, bool is_async)
{
    struct Stmt_FunctionDef *f = &s->u.FunctionDef;
    check_arguments(c, f->args);
    visit_expressions(c, &f->decorator_list);
    int flags = visit_defaults(c, f->args);
    flags |= visit_annotations(c, f->args, f->returns);
    if (c->failed)
        return;
    unit_enter(c, f->name, is_async ? UNIT_ASYNC_FUNCTION : UNIT_FUNCTION, s,
               first_line(s, &f->decorator_list));
    if (c->failed)
        return;
    Expr *doc = ast_docstring(&f->body);
    bool keep_doc = doc && c->optimize < 2;
    unit_const(c,
               keep_doc ? compiler_const_value(c, &doc->u.Constant.value) : VALUE_NONE);
    set_argcounts(c->unit, f->args);
    for (int i = keep_doc ? 1 : 0; i < f->body.count; i++)
        visit_statement(c, f->body.items[i]);
    Value code = unit_finish(c, true);
    emit_make_function(c, code, flags);
    emit_decorator_calls(c, &f->decorator_list);
    emit_variable(c, f->name, CONTEXT_Store);
}

void visit_lambda_expr(Compiler *c, Expr *e)
{
    Arguments *a = e->u.Lambda.args;
    check_arguments(c, a);
    int flags = visit_defaults(c, a);
    AstName *name = compiler_name(c, "<lambda>");
    if (c->failed)
        return;
    unit_enter(c, name, UNIT_LAMBDA, e, e->lineno);
    if (c->failed)
        return;
    unit_const(c, VALUE_NONE); /* so that it has no docstring */
    set_argcounts(c->unit, a);
    visit_expression(c, e->u.Lambda.body);
    bool generator = c->unit->scope->generator;
    if (!generator)
        emit(c, OP_RETURN_VALUE);
    Value code = unit_finish(c, !generator);
    emit_make_function(c, code, flags);
}

/* ---- classes --------------------------------------------------------------------- */

static void visit_class_body(Compiler *c, struct Stmt_ClassDef *d)
{
    c->unit->private_name = d->name;
    emit_variable_cstr(c, "__name__", CONTEXT_Load);
    emit_variable_cstr(c, "__module__", CONTEXT_Store);
    if (!c->failed)
        emit_const_steal(c, value_incref(c->unit->qualname));
    emit_variable_cstr(c, "__qualname__", CONTEXT_Store);
    visit_unit_body(c, &d->body);
    unset_pos(c);
    if (c->unit->scope->needs_class_closure) {
        AstName *cell = compiler_name(c, "__class__");
        if (cell)
            emit_arg(c, OP_LOAD_CLOSURE, name_table_add(c, &c->unit->cellvars, cell));
        emit_arg(c, OP_COPY, 1);
        emit_variable_cstr(c, "__classcell__", CONTEXT_Store);
    } else {
        emit_const(c, VALUE_NONE);
    }
    emit(c, OP_RETURN_VALUE);
}

void visit_class_def(Compiler *c, Stmt *s)
{
    struct Stmt_ClassDef *d = &s->u.ClassDef;
    visit_expressions(c, &d->decorator_list);
    if (c->failed)
        return;
    unit_enter(c, d->name, UNIT_CLASS, s, first_line(s, &d->decorator_list));
    if (c->failed)
        return;
    visit_class_body(c, d);
    Value code = unit_finish(c, true);
    emit(c, OP_LOAD_BUILD_CLASS);
    emit(c, OP_PUSH_NULL);
    emit_make_function(c, code, 0);
    emit_name_const(c, d->name);
    emit_call_rest(c, 2, &d->bases, &d->keywords);
    emit_decorator_calls(c, &d->decorator_list);
    emit_variable(c, d->name, CONTEXT_Store);
}

/* ---- comprehensions -------------------------------------------------------------- */

typedef struct CompParts {
    ComprehensionKind kind;
    const char *name;
    const ComprehensionSeq *generators;
    Expr *elt, *value;
} CompParts;

static CompParts comprehension_parts(Expr *e)
{
    switch (e->kind) {
    case EXPR_ListComp:
        return (CompParts){COMP_LIST, "<listcomp>", &e->u.ListComp.generators,
                           e->u.ListComp.elt, NULL};
    case EXPR_SetComp:
        return (CompParts){COMP_SET, "<setcomp>", &e->u.SetComp.generators,
                           e->u.SetComp.elt, NULL};
    case EXPR_DictComp:
        return (CompParts){COMP_DICT, "<dictcomp>", &e->u.DictComp.generators,
                           e->u.DictComp.key, e->u.DictComp.value};
    default:
        return (CompParts){COMP_GENERATOR, "<genexpr>", &e->u.GeneratorExp.generators,
                           e->u.GeneratorExp.elt, NULL};
    }
}

static void emit_comprehension_item(Compiler *c, const CompParts *p, int depth)
{
    visit_expression(c, p->elt);
    switch (p->kind) {
    case COMP_LIST: emit_arg(c, OP_LIST_APPEND, depth + 1); break;
    case COMP_SET: emit_arg(c, OP_SET_ADD, depth + 1); break;
    case COMP_DICT:
        visit_expression(c, p->value);
        emit_arg(c, OP_MAP_ADD, depth + 1);
        break;
    default:
        emit_yield(c);
        emit(c, OP_POP_TOP);
        break;
    }
}

static void visit_generator(Compiler *c, const CompParts *p, int index, int depth);

static void visit_conditions_and_rest(Compiler *c, const CompParts *p, int index,
                                      int depth, Block *if_cleanup)
{
    Comprehension *g = p->generators->items[index];
    for (int i = 0; i < g->ifs.count; i++)
        jump_if(c, g->ifs.items[i], if_cleanup, false);
    if (index + 1 < p->generators->count)
        visit_generator(c, p, index + 1, depth);
    else
        emit_comprehension_item(c, p, depth);
    block_use(c, if_cleanup);
}

/* `for y in [f(x)]` only binds y. */
static Expr *sole_element(const Expr *iter)
{
    const ExprSeq *elts = iter->kind == EXPR_List    ? &iter->u.List.elts
                          : iter->kind == EXPR_Tuple ? &iter->u.Tuple.elts
                                                     : NULL;
    if (!elts || elts->count != 1 || elts->items[0]->kind == EXPR_Starred)
        return NULL;
    return elts->items[0];
}

static void visit_sync_generator(Compiler *c, const CompParts *p, int index, int depth)
{
    Comprehension *g = p->generators->items[index];
    Block *start = block_new(c), *if_cleanup = block_new(c), *anchor = block_new(c);
    Expr *sole = index ? sole_element(g->iter) : NULL;
    if (index == 0) {
        c->unit->argcount = 1;
        emit_arg(c, OP_LOAD_FAST, 0);
    } else if (sole) {
        visit_expression(c, sole);
    } else {
        visit_expression(c, g->iter);
        emit(c, OP_GET_ITER);
    }
    if (!sole) {
        depth++;
        block_use(c, start);
        emit_jump(c, OP_FOR_ITER, anchor);
    }
    visit_expression(c, g->target);
    visit_conditions_and_rest(c, p, index, depth, if_cleanup);
    if (!sole) {
        emit_jump(c, V_JUMP, start);
        block_use(c, anchor);
    }
}

static void visit_async_generator(Compiler *c, const CompParts *p, int index, int depth)
{
    Comprehension *g = p->generators->items[index];
    Block *start = block_new(c), *except = block_new(c), *if_cleanup = block_new(c);
    if (index == 0) {
        c->unit->argcount = 1;
        emit_arg(c, OP_LOAD_FAST, 0);
    } else {
        visit_expression(c, g->iter);
        emit(c, OP_GET_AITER);
    }
    emit_async_next(c, (Fblock){.kind = FBLOCK_ASYNC_COMPREHENSION, .block = start},
                    except, g->target);
    visit_conditions_and_rest(c, p, index, depth + 1, if_cleanup);
    emit_jump(c, V_JUMP, start);
    pop_fblock(c, FBLOCK_ASYNC_COMPREHENSION);
    block_use(c, except);
    emit(c, OP_END_ASYNC_FOR);
}

static void visit_generator(Compiler *c, const CompParts *p, int index, int depth)
{
    if (c->failed || !compiler_enter(c))
        return;
    if (p->generators->items[index]->is_async)
        visit_async_generator(c, p, index, depth);
    else
        visit_sync_generator(c, p, index, depth);
    compiler_leave(c);
}

void visit_comprehension_expr(Compiler *c, Expr *e)
{
    CompParts p = comprehension_parts(e);
    Comprehension *outermost = p.generators->items[0];
    UnitKind outer = c->unit->kind;
    bool in_async = outer == UNIT_ASYNC_FUNCTION || outer == UNIT_COMPREHENSION;
    bool top_level =
        (c->flags & COMPILE_TOP_LEVEL_AWAIT) && c->unit->kind == UNIT_MODULE;
    AstName *name = compiler_name(c, p.name);
    if (c->failed)
        return;
    unit_enter(c, name, UNIT_COMPREHENSION, e, e->lineno);
    if (c->failed)
        return;
    set_pos(c, e->pos);
    bool is_async = c->unit->scope->coroutine;
    if (is_async && p.kind != COMP_GENERATOR && !in_async && !top_level)
        compiler_error(
            c, e->pos,
            "asynchronous comprehension outside of an asynchronous function");
    if (p.kind != COMP_GENERATOR)
        emit_arg(c,
                 p.kind == COMP_LIST  ? OP_BUILD_LIST
                 : p.kind == COMP_SET ? OP_BUILD_SET
                                      : OP_BUILD_MAP,
                 0);
    visit_generator(c, &p, 0, 0);
    if (p.kind != COMP_GENERATOR)
        emit(c, OP_RETURN_VALUE);
    Value code = unit_finish(c, true);
    if (top_level && is_async)
        c->unit->scope->coroutine = true;
    emit_make_function(c, code, 0);
    visit_expression(c, outermost->iter);
    emit(c, outermost->is_async ? OP_GET_AITER : OP_GET_ITER);
    emit_arg(c, OP_CALL, 0); /* the iterator stands where self does */
    if (is_async && p.kind != COMP_GENERATOR)
        emit_await(c, 0);
}
