/* codegen_stmt.c - statements but definitions (codegen_func.c), try and with
 * (codegen_try.c) and match (codegen_match.c).
 *
 * Instructions that belong to no source line (the jump that closes a loop, the POP_TOP
 * of an expression statement, ...) are emitted with no position: then no line event.
 */
#include "compiler/codegen/codegen.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

void visit_statements(Compiler *c, const StmtSeq *body)
{
    for (int i = 0; i < body->count; i++)
        visit_statement(c, body->items[i]);
}

/* ---- annotations ----------------------------------------------------------------- */

static bool handlers_have_annotations(const ExceptHandlerSeq *handlers)
{
    for (int i = 0; i < handlers->count; i++)
        if (has_annotations(&handlers->items[i]->body))
            return true;
    return false;
}

static bool stmt_has_annotations(const Stmt *s)
{
    switch (s->kind) {
    case STMT_AnnAssign: return true;
    case STMT_For:
    case STMT_AsyncFor:
        return has_annotations(&s->u.For.body) || has_annotations(&s->u.For.orelse);
    case STMT_While:
        return has_annotations(&s->u.While.body) || has_annotations(&s->u.While.orelse);
    case STMT_If:
        return has_annotations(&s->u.If.body) || has_annotations(&s->u.If.orelse);
    case STMT_With:
    case STMT_AsyncWith: return has_annotations(&s->u.With.body);
    case STMT_Try:
    case STMT_TryStar:
        return handlers_have_annotations(&s->u.Try.handlers) ||
               has_annotations(&s->u.Try.body) ||
               has_annotations(&s->u.Try.finalbody) ||
               has_annotations(&s->u.Try.orelse);
    default: return false;
    }
}

/* Does a body hold an annotated assignment, not looking into definitions? Nor into
 * match statements: CPython 3.11 forgets those, and the assignment finds no
 * __annotations__. */
bool has_annotations(const StmtSeq *body)
{
    for (int i = 0; i < body->count; i++)
        if (stmt_has_annotations(body->items[i]))
            return true;
    return false;
}

void visit_annotation_expr(Compiler *c, Expr *annotation)
{
    if (!(c->future & CO_FUTURE_ANNOTATIONS)) {
        visit_expression(c, annotation);
        return;
    }
    if (!c->failed)
        emit_const_steal(c, ast_unparse(c, annotation));
}

/* Evaluates for its effects alone. */
static void visit_and_drop(Compiler *c, Expr *e)
{
    visit_expression(c, e);
    emit(c, OP_POP_TOP);
}

static void visit_annotated_subscript(Compiler *c, Expr *e)
{
    if (e->kind == EXPR_Slice) {
        if (e->u.Slice.lower)
            visit_and_drop(c, e->u.Slice.lower);
        if (e->u.Slice.upper)
            visit_and_drop(c, e->u.Slice.upper);
        if (e->u.Slice.step)
            visit_and_drop(c, e->u.Slice.step);
    } else if (e->kind == EXPR_Tuple) {
        for (int i = 0; i < e->u.Tuple.elts.count; i++)
            visit_annotated_subscript(c, e->u.Tuple.elts.items[i]);
    } else {
        visit_and_drop(c, e);
    }
}

static void visit_ann_assign(Compiler *c, Stmt *s)
{
    struct Stmt_AnnAssign *a = &s->u.AnnAssign;
    Expr *target = a->target;
    bool evaluated = c->unit->kind == UNIT_MODULE || c->unit->kind == UNIT_CLASS;
    if (a->value) {
        visit_expression(c, a->value);
        visit_expression(c, target);
    }
    if (target->kind == EXPR_Name) {
        if (check_forbidden(c, target->u.Name.id, CONTEXT_Store))
            return;
        if (a->simple && evaluated) {
            visit_annotation_expr(c, a->annotation);
            emit_name_raw(c, OP_LOAD_NAME, compiler_name(c, "__annotations__"));
            emit_name_const(c, mangle_here(c, target->u.Name.id));
            emit(c, OP_STORE_SUBSCR);
        }
    } else if (target->kind == EXPR_Attribute) {
        if (check_forbidden(c, target->u.Attribute.attr, CONTEXT_Store))
            return;
        if (!a->value)
            visit_and_drop(c, target->u.Attribute.value);
    } else if (target->kind == EXPR_Subscript && !a->value) {
        visit_and_drop(c, target->u.Subscript.value);
        visit_annotated_subscript(c, target->u.Subscript.slice);
    }
    if (!a->simple && evaluated && !(c->future & CO_FUTURE_ANNOTATIONS))
        visit_and_drop(c, a->annotation);
}

/* ---- assignments ----------------------------------------------------------------- */

static void visit_aug_assign(Compiler *c, Stmt *s)
{
    Expr *t = s->u.AugAssign.target;
    AstPos outer = pos_here(c);
    set_pos(c, t->pos);
    if (t->kind == EXPR_Attribute) {
        visit_expression(c, t->u.Attribute.value);
        emit_arg(c, OP_COPY, 1);
        emit_attribute_pos(c, t);
        emit_name(c, OP_LOAD_ATTR, t->u.Attribute.attr);
    } else if (t->kind == EXPR_Subscript) {
        visit_expression(c, t->u.Subscript.value);
        visit_expression(c, t->u.Subscript.slice);
        emit_arg(c, OP_COPY, 2);
        emit_arg(c, OP_COPY, 2);
        emit(c, OP_BINARY_SUBSCR);
    } else {
        emit_variable(c, t->u.Name.id, CONTEXT_Load);
    }
    set_pos(c, outer);
    visit_expression(c, s->u.AugAssign.value);
    emit_arg(c, OP_BINARY_OP, binary_op_number(s->u.AugAssign.op) + NB_INPLACE_ADD);
    set_pos(c, t->pos);
    if (t->kind == EXPR_Attribute) {
        emit_attribute_pos(c, t);
        emit_arg(c, OP_SWAP, 2);
        emit_name(c, OP_STORE_ATTR, t->u.Attribute.attr);
    } else if (t->kind == EXPR_Subscript) {
        emit_arg(c, OP_SWAP, 3);
        emit_arg(c, OP_SWAP, 2);
        emit(c, OP_STORE_SUBSCR);
    } else {
        emit_variable(c, t->u.Name.id, CONTEXT_Store);
    }
}

static void visit_assign(Compiler *c, Stmt *s)
{
    int n = s->u.Assign.targets.count;
    visit_expression(c, s->u.Assign.value);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            emit_arg(c, OP_COPY, 1);
        visit_expression(c, s->u.Assign.targets.items[i]);
    }
}

/* ---- conditions and loops -------------------------------------------------------- */

static void visit_if(Compiler *c, Stmt *s)
{
    Block *end = block_new(c);
    bool has_else = s->u.If.orelse.count > 0;
    Block *next = has_else ? block_new(c) : end;
    jump_if(c, s->u.If.test, next, false);
    visit_statements(c, &s->u.If.body);
    if (has_else) {
        emit_jump_noline(c, V_JUMP, end);
        block_use(c, next);
        visit_statements(c, &s->u.If.orelse);
    }
    block_use(c, end);
}

static void visit_for(Compiler *c, Stmt *s)
{
    struct Stmt_For *f = &s->u.For;
    Block *start = block_new(c), *body = block_new(c), *cleanup = block_new(c),
          *end = block_new(c);
    push_fblock(c, (Fblock){.kind = FBLOCK_FOR, .block = start, .exit = end});
    visit_expression(c, f->iter);
    emit(c, OP_GET_ITER);
    block_use(c, start);
    emit_jump(c, OP_FOR_ITER, cleanup);
    block_use(c, body);
    visit_expression(c, f->target);
    visit_statements(c, &f->body);
    unset_pos(c);
    emit_jump(c, V_JUMP, start);
    block_use(c, cleanup);
    pop_fblock(c, FBLOCK_FOR);
    visit_statements(c, &f->orelse);
    block_use(c, end);
}

void emit_async_next(Compiler *c, Fblock loop, Block *except, Expr *target)
{
    block_use(c, loop.block);
    push_fblock(c, loop);
    emit_jump(c, V_SETUP_FINALLY, except);
    emit(c, OP_GET_ANEXT);
    emit_const(c, VALUE_NONE);
    emit_yield_from(c, true);
    emit(c, V_POP_BLOCK);
    visit_expression(c, target);
}

static void visit_async_for(Compiler *c, Stmt *s)
{
    struct Stmt_AsyncFor *f = &s->u.AsyncFor;
    if ((c->flags & COMPILE_TOP_LEVEL_AWAIT) && c->unit->kind == UNIT_MODULE)
        c->unit->scope->coroutine = true;
    else if (c->unit->kind != UNIT_ASYNC_FUNCTION) {
        compiler_error(c, c->unit->pos, "'async for' outside async function");
        return;
    }
    Block *start = block_new(c), *except = block_new(c), *end = block_new(c);
    visit_expression(c, f->iter);
    emit(c, OP_GET_AITER);
    emit_async_next(c, (Fblock){.kind = FBLOCK_FOR, .block = start, .exit = end},
                    except, f->target);
    visit_statements(c, &f->body);
    unset_pos(c);
    emit_jump(c, V_JUMP, start);
    pop_fblock(c, FBLOCK_FOR);
    block_use(c, except);
    set_pos(c, f->iter->pos); /* it ends the `for`, not its body */
    emit(c, OP_END_ASYNC_FOR);
    visit_statements(c, &f->orelse);
    block_use(c, end);
}

/* The test stands before the loop and again at its bottom. */
static void visit_while(Compiler *c, Stmt *s)
{
    struct Stmt_While *w = &s->u.While;
    Block *loop = block_new(c), *body = block_new(c), *anchor = block_new(c),
          *end = block_new(c);
    block_use(c, loop);
    push_fblock(c, (Fblock){.kind = FBLOCK_WHILE, .block = loop, .exit = end});
    jump_if(c, w->test, anchor, false);
    block_use(c, body);
    visit_statements(c, &w->body);
    set_pos(c, s->pos);
    jump_if(c, w->test, body, true);
    pop_fblock(c, FBLOCK_WHILE);
    block_use(c, anchor);
    visit_statements(c, &w->orelse);
    block_use(c, end);
}

/* ---- leaving blocks -------------------------------------------------------------- */

static void unwind_with(Compiler *c, Fblock *f, bool keep_top)
{
    set_pos(c, f->u.stmt->pos);
    emit(c, V_POP_BLOCK);
    if (keep_top)
        emit_arg(c, OP_SWAP, 2);
    emit_exit_call(c);
    if (f->kind == FBLOCK_ASYNC_WITH)
        emit_await(c, 2);
    emit(c, OP_POP_TOP);
    unset_pos(c);
}

static void unwind_handler(Compiler *c, Fblock *f, bool keep_top)
{
    if (f->u.name)
        emit(c, V_POP_BLOCK);
    if (keep_top)
        emit_arg(c, OP_SWAP, 2);
    emit(c, V_POP_BLOCK);
    emit(c, OP_POP_EXCEPT);
    if (!f->u.name)
        return;
    emit_const(c, VALUE_NONE);
    emit_variable(c, f->u.name, CONTEXT_Store);
    emit_variable(c, f->u.name, CONTEXT_Del);
}

static void unwind_finally_try(Compiler *c, Fblock *f, bool keep_top)
{
    emit(c, V_POP_BLOCK);
    if (keep_top)
        push_fblock(c, (Fblock){.kind = FBLOCK_POP_VALUE});
    visit_statements(c, f->u.body);
    if (keep_top)
        pop_fblock(c, FBLOCK_POP_VALUE);
    unset_pos(c);
}

/* What leaving the block takes; keep_top: a return value is on the stack. */
static void unwind_fblock(Compiler *c, Fblock *f, bool keep_top)
{
    switch (f->kind) {
    case FBLOCK_WHILE:
    case FBLOCK_EXCEPTION_HANDLER:
    case FBLOCK_GROUP_HANDLER:
    case FBLOCK_ASYNC_COMPREHENSION: break;
    case FBLOCK_FOR:
    case FBLOCK_POP_VALUE:
        if (keep_top)
            emit_arg(c, OP_SWAP, 2);
        emit(c, OP_POP_TOP);
        break;
    case FBLOCK_TRY_EXCEPT: emit(c, V_POP_BLOCK); break;
    case FBLOCK_FINALLY_TRY: unwind_finally_try(c, f, keep_top); break;
    case FBLOCK_FINALLY_END:
        if (keep_top)
            emit_arg(c, OP_SWAP, 2);
        emit(c, OP_POP_TOP);
        if (keep_top)
            emit_arg(c, OP_SWAP, 2);
        emit(c, V_POP_BLOCK);
        emit(c, OP_POP_EXCEPT);
        break;
    case FBLOCK_WITH:
    case FBLOCK_ASYNC_WITH: unwind_with(c, f, keep_top); break;
    case FBLOCK_HANDLER_CLEANUP: unwind_handler(c, f, keep_top); break;
    }
}

/* Leaves all blocks, or those inside the innermost loop, which *loop then gets. A block
 * is off the stack while the code that leaves it is made, as for a `return` in a
 * `finally`. */
static void unwind_fblocks(Compiler *c, bool keep_top, Fblock **loop)
{
    Unit *u = c->unit;
    if (u->fblock_count == 0 || c->failed)
        return;
    Fblock *top = &u->fblocks[u->fblock_count - 1];
    if (top->kind == FBLOCK_GROUP_HANDLER) {
        compiler_error(
            c, u->pos,
            "'break', 'continue' and 'return' cannot appear in an except* block");
        return;
    }
    if (loop && (top->kind == FBLOCK_WHILE || top->kind == FBLOCK_FOR)) {
        *loop = top;
        return;
    }
    Fblock copy = *top;
    u->fblock_count--;
    unwind_fblock(c, &copy, keep_top);
    unwind_fblocks(c, keep_top, loop);
    u->fblocks[u->fblock_count++] = copy;
}

static void visit_return(Compiler *c, Stmt *s)
{
    Expr *value = s->u.Return.value;
    Scope *scope = c->unit->scope;
    if (scope->kind != SCOPE_FUNCTION) {
        compiler_error(c, c->unit->pos, "'return' outside function");
        return;
    }
    if (value && scope->coroutine && scope->generator) {
        compiler_error(c, c->unit->pos, "'return' with value in async generator");
        return;
    }
    bool keep_top = value && value->kind != EXPR_Constant;
    if (keep_top) {
        visit_expression(c, value);
    } else if (value) {
        set_pos(c, value->pos);
        emit(c, OP_NOP);
    }
    if (!value || value->lineno != s->lineno) {
        set_pos(c, s->pos);
        emit(c, OP_NOP);
    }
    unwind_fblocks(c, keep_top, NULL);
    if (!value)
        emit_const(c, VALUE_NONE);
    else if (!keep_top)
        emit_const(c, compiler_const_value(c, &value->u.Constant.value));
    emit(c, OP_RETURN_VALUE);
}

/* Leaves all blocks within the innermost loop, which it returns; outside of any: NULL,
 * and the error. */
static Fblock *leave_to_loop(Compiler *c, const char *outside)
{
    Fblock *loop = NULL;
    AstPos here = pos_here(c);
    emit(c, OP_NOP);
    unwind_fblocks(c, false, &loop);
    if (!loop)
        compiler_error(c, here, outside);
    return loop;
}

static void visit_break(Compiler *c)
{
    Fblock *loop = leave_to_loop(c, "'break' outside loop");
    if (!loop)
        return;
    unwind_fblock(c, loop, false);
    emit_jump(c, V_JUMP, loop->exit);
}

static void visit_continue(Compiler *c)
{
    Fblock *loop = leave_to_loop(c, "'continue' not properly in loop");
    if (loop)
        emit_jump(c, V_JUMP, loop->block);
}

/* ---- imports --------------------------------------------------------------------- */

static AstName *name_part(Compiler *c, const char *start, const char *end)
{
    AstName *n = arena_name(c->arena, start, (size_t)(end - start));
    if (!n)
        compiler_no_memory(c);
    return n;
}

/* import a.b.c as d: binds the innermost module. */
static void emit_import_as(Compiler *c, AstName *name, AstName *asname)
{
    const char *dot = strchr(name->utf8, '.');
    if (!dot) {
        emit_variable(c, asname, CONTEXT_Store);
        return;
    }
    while (!c->failed) {
        const char *start = dot + 1;
        dot = strchr(start, '.');
        AstName *part = name_part(c, start, dot ? dot : name->utf8 + name->len);
        if (part)
            emit_name_raw(c, OP_IMPORT_FROM, part);
        if (!dot)
            break;
        emit_arg(c, OP_SWAP, 2);
        emit(c, OP_POP_TOP);
    }
    emit_variable(c, asname, CONTEXT_Store);
    emit(c, OP_POP_TOP);
}

static void visit_import(Compiler *c, Stmt *s)
{
    for (int i = 0; i < s->u.Import.names.count; i++) {
        Alias *a = s->u.Import.names.items[i];
        emit_const(c, value_from_imm(0));
        emit_const(c, VALUE_NONE);
        emit_name(c, OP_IMPORT_NAME, a->name);
        if (a->asname) {
            emit_import_as(c, a->name, a->asname);
            continue;
        }
        const char *dot = strchr(a->name->utf8, '.');
        AstName *first = dot ? name_part(c, a->name->utf8, dot) : a->name;
        if (first)
            emit_variable(c, first, CONTEXT_Store);
    }
}

static Value alias_names(Compiler *c, const AliasSeq *names)
{
    Value t = tuple_alloc(c->vm, names->count);
    for (int i = 0; t && i < names->count; i++)
        TUPLE(t)->items[i] =
            value_incref(compiler_name_value(c, names->items[i]->name));
    return t;
}

static void visit_import_from(Compiler *c, Stmt *s)
{
    struct Stmt_ImportFrom *f = &s->u.ImportFrom;
    emit_const(c, value_from_imm(f->level));
    if (f->module && name_is(f->module, "__future__") && s->lineno > c->future_line) {
        compiler_error(
            c, c->unit->pos,
            "from __future__ imports must occur at the beginning of the file");
        return;
    }
    if (!c->failed)
        emit_const_steal(c, alias_names(c, &f->names));
    AstName *module = f->module ? f->module : compiler_name(c, "");
    if (module)
        emit_name(c, OP_IMPORT_NAME, module);
    for (int i = 0; i < f->names.count; i++) {
        Alias *a = f->names.items[i];
        if (i == 0 && name_is(a->name, "*")) {
            emit(c, OP_IMPORT_STAR);
            return;
        }
        emit_name(c, OP_IMPORT_FROM, a->name);
        emit_variable(c, a->asname ? a->asname : a->name, CONTEXT_Store);
    }
    emit(c, OP_POP_TOP);
}

/* ---- the rest -------------------------------------------------------------------- */

static bool is_nonempty_tuple(Compiler *c, const Expr *e)
{
    if (e->kind == EXPR_Tuple)
        return e->u.Tuple.elts.count > 0;
    if (e->kind != EXPR_Constant)
        return false;
    Value v = compiler_const_value(c, &e->u.Constant.value);
    return value_is_tuple(v) && tuple_size(v) > 0;
}

static void visit_assert(Compiler *c, Stmt *s)
{
    if (is_nonempty_tuple(c, s->u.Assert.test))
        compiler_warn(c, c->unit->pos,
                      "assertion is always true, perhaps remove parentheses?");
    if (c->optimize)
        return;
    Block *end = block_new(c);
    jump_if(c, s->u.Assert.test, end, true);
    emit(c, OP_LOAD_ASSERTION_ERROR);
    if (s->u.Assert.msg) {
        visit_expression(c, s->u.Assert.msg);
        emit_arg(c, OP_CALL, 0); /* the message stands where a method's self does */
    }
    emit_arg(c, OP_RAISE_VARARGS, 1);
    block_use(c, end);
}

static void visit_expr_stmt(Compiler *c, Expr *e)
{
    if (c->interactive && c->nest_level <= 1) {
        visit_expression(c, e);
        emit(c, OP_PRINT_EXPR);
        return;
    }
    if (e->kind == EXPR_Constant) {
        emit(c, OP_NOP);
        return;
    }
    visit_expression(c, e);
    unset_pos(c);
    emit(c, OP_POP_TOP);
}

static void visit_raise(Compiler *c, Stmt *s)
{
    int n = 0;
    if (s->u.Raise.exc) {
        visit_expression(c, s->u.Raise.exc);
        n++;
        if (s->u.Raise.cause) {
            visit_expression(c, s->u.Raise.cause);
            n++;
        }
    }
    emit_arg(c, OP_RAISE_VARARGS, n);
}

static void visit_stmt_kind(Compiler *c, Stmt *s)
{
    switch (s->kind) {
    case STMT_FunctionDef: visit_function_def(c, s, false); break;
    case STMT_AsyncFunctionDef: visit_function_def(c, s, true); break;
    case STMT_ClassDef: visit_class_def(c, s); break;
    case STMT_Return: visit_return(c, s); break;
    case STMT_Delete: visit_expressions(c, &s->u.Delete.targets); break;
    case STMT_Assign: visit_assign(c, s); break;
    case STMT_AugAssign: visit_aug_assign(c, s); break;
    case STMT_AnnAssign: visit_ann_assign(c, s); break;
    case STMT_For: visit_for(c, s); break;
    case STMT_AsyncFor: visit_async_for(c, s); break;
    case STMT_While: visit_while(c, s); break;
    case STMT_If: visit_if(c, s); break;
    case STMT_With: visit_with_stmt(c, s, 0); break;
    case STMT_AsyncWith: visit_async_with_stmt(c, s, 0); break;
    case STMT_Match: visit_match_stmt(c, s); break;
    case STMT_Raise: visit_raise(c, s); break;
    case STMT_Try: visit_try_stmt(c, s); break;
    case STMT_TryStar: visit_try_star_stmt(c, s); break;
    case STMT_Assert: visit_assert(c, s); break;
    case STMT_Import: visit_import(c, s); break;
    case STMT_ImportFrom: visit_import_from(c, s); break;
    case STMT_Global:
    case STMT_Nonlocal: break;
    case STMT_Expr: visit_expr_stmt(c, s->u.Expr.value); break;
    case STMT_Pass: emit(c, OP_NOP); break;
    case STMT_Break: visit_break(c); break;
    case STMT_Continue: visit_continue(c); break;
    }
}

void visit_statement(Compiler *c, Stmt *s)
{
    if (c->failed || !compiler_enter(c))
        return;
    set_pos(c, s->pos);
    visit_stmt_kind(c, s);
    compiler_leave(c);
}
