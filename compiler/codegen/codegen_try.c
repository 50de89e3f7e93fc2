/* codegen_try.c - try, except*, finally, with.
 *
 * A handler is announced by V_SETUP_*, ended by V_POP_BLOCK; both vanish into the
 * exception table (flow_label_handlers). `finally` bodies are emitted once for each way
 * out of the block: falling off its end, an exception, and every jump out of it.
 */
#include "compiler/codegen/codegen.h"

/* Restores the outer handled exception and goes on raising from where it came. */
static void emit_pop_except_and_reraise(Compiler *c)
{
    emit_arg(c, OP_COPY, 3);
    emit(c, OP_POP_EXCEPT);
    emit_arg(c, OP_RERAISE, 1);
}

/* except ... as name: unbinds it, with no line of its own. */
static void emit_unbind(Compiler *c, AstName *name)
{
    if (!name)
        return;
    emit_const(c, VALUE_NONE);
    emit_variable(c, name, CONTEXT_Store);
    emit_variable(c, name, CONTEXT_Del);
}

/* ---- except ---------------------------------------------------------------------- */

/* A handler's statements; cleanup: where to if they raise. */
static void visit_handler_body(Compiler *c, ExceptHandler *h, Block *body,
                               Block *cleanup)
{
    emit_jump(c, V_SETUP_CLEANUP, cleanup);
    block_use(c, body);
    push_fblock(
        c, (Fblock){.kind = FBLOCK_HANDLER_CLEANUP, .block = body, .u.name = h->name});
    visit_statements(c, &h->body);
    pop_fblock(c, FBLOCK_HANDLER_CLEANUP);
    unset_pos(c);
    emit(c, V_POP_BLOCK);
}

/* The body of `except T as name`, which unbinds the name on every way out. */
static void visit_named_handler(Compiler *c, ExceptHandler *h, Block *end)
{
    Block *cleanup = block_new(c), *body = block_new(c);
    emit_variable(c, h->name, CONTEXT_Store);
    visit_handler_body(c, h, body, cleanup);
    emit(c, V_POP_BLOCK);
    emit(c, OP_POP_EXCEPT);
    emit_unbind(c, h->name);
    emit_jump(c, V_JUMP, end);
    block_use(c, cleanup);
    unset_pos(c);
    emit_unbind(c, h->name);
    emit_arg(c, OP_RERAISE, 1);
}

static void visit_plain_handler(Compiler *c, ExceptHandler *h, Block *end)
{
    Block *body = block_new(c);
    emit(c, OP_POP_TOP);
    block_use(c, body);
    push_fblock(c, (Fblock){.kind = FBLOCK_HANDLER_CLEANUP, .block = body});
    visit_statements(c, &h->body);
    pop_fblock(c, FBLOCK_HANDLER_CLEANUP);
    unset_pos(c);
    emit(c, V_POP_BLOCK);
    emit(c, OP_POP_EXCEPT);
    emit_jump(c, V_JUMP, end);
}

static void visit_handlers(Compiler *c, const ExceptHandlerSeq *handlers, Block *end)
{
    for (int i = 0; i < handlers->count; i++) {
        ExceptHandler *h = handlers->items[i];
        set_pos(c, h->pos);
        if (!h->type && i < handlers->count - 1) {
            compiler_error(c, h->pos, "default 'except:' must be last");
            return;
        }
        Block *next = block_new(c);
        if (h->type) {
            visit_expression(c, h->type);
            emit(c, OP_CHECK_EXC_MATCH);
            emit_jump(c, V_POP_JUMP_IF_FALSE, next);
        }
        if (h->name)
            visit_named_handler(c, h, end);
        else
            visit_plain_handler(c, h, end);
        block_use(c, next);
    }
}

/* The statements of `try:`; except: where to if they raise. */
static void visit_try_body(Compiler *c, const StmtSeq *statements, Block *body,
                           Block *except)
{
    emit_jump(c, V_SETUP_FINALLY, except);
    block_use(c, body);
    push_fblock(c, (Fblock){.kind = FBLOCK_TRY_EXCEPT, .block = body});
    visit_statements(c, statements);
    pop_fblock(c, FBLOCK_TRY_EXCEPT);
    emit_noline(c, V_POP_BLOCK);
}

/* Where an exception arrives; kind: of the block that its handlers are. */
static void begin_handlers(Compiler *c, Block *except, Block *cleanup, int kind)
{
    block_use(c, except);
    unset_pos(c);
    emit_jump(c, V_SETUP_CLEANUP, cleanup);
    emit(c, OP_PUSH_EXC_INFO);
    push_fblock(c, (Fblock){.kind = kind});
}

static void visit_try_except(Compiler *c, Stmt *s)
{
    struct Stmt_Try *t = &s->u.Try;
    Block *body = block_new(c), *except = block_new(c), *end = block_new(c),
          *cleanup = block_new(c);
    visit_try_body(c, &t->body, body, except);
    visit_statements(c, &t->orelse);
    emit_jump_noline(c, V_JUMP, end);
    begin_handlers(c, except, cleanup, FBLOCK_EXCEPTION_HANDLER);
    visit_handlers(c, &t->handlers, end);
    unset_pos(c);
    pop_fblock(c, FBLOCK_EXCEPTION_HANDLER);
    emit_arg(c, OP_RERAISE, 0);
    block_use(c, cleanup);
    emit_pop_except_and_reraise(c);
    block_use(c, end);
}

/* ---- except* --------------------------------------------------------------------- */

/* Stack: original group, list of results, what is left of the group. */
static void visit_star_handler(Compiler *c, ExceptHandler *h, Block *next)
{
    Block *matched = block_new(c);
    if (h->type) {
        visit_expression(c, h->type);
        emit(c, OP_CHECK_EG_MATCH);
        emit_arg(c, OP_COPY, 1);
        emit_jump(c, V_POP_JUMP_IF_NOT_NONE, matched);
        emit(c, OP_POP_TOP);
        emit_jump(c, V_JUMP, next);
    }
    block_use(c, matched);
    Block *cleanup = block_new(c), *body = block_new(c);
    if (h->name)
        emit_variable(c, h->name, CONTEXT_Store);
    else
        emit(c, OP_POP_TOP);
    visit_handler_body(c, h, body, cleanup);
    emit_unbind(c, h->name);
    emit_jump(c, V_JUMP, next);
    block_use(c, cleanup);
    unset_pos(c);
    emit_unbind(c, h->name);
    emit_arg(c, OP_LIST_APPEND, 3); /* what the body raised */
    emit(c, OP_POP_TOP);            /* lasti */
    emit_jump(c, V_JUMP, next);
}

static void emit_star_finish(Compiler *c, Block *reraise_star, Block *cleanup,
                             Block *end)
{
    Block *reraise = block_new(c);
    block_use(c, reraise_star);
    emit(c, OP_PREP_RERAISE_STAR);
    emit_arg(c, OP_COPY, 1);
    emit_jump(c, V_POP_JUMP_IF_NOT_NONE, reraise);
    emit(c, OP_POP_TOP);
    emit(c, V_POP_BLOCK);
    emit(c, OP_POP_EXCEPT);
    emit_jump(c, V_JUMP, end);
    block_use(c, reraise);
    emit(c, V_POP_BLOCK);
    emit_arg(c, OP_SWAP, 2);
    emit(c, OP_POP_EXCEPT);
    emit_arg(c, OP_RERAISE, 0);
    block_use(c, cleanup);
    emit_pop_except_and_reraise(c);
}

static void visit_try_star_except(Compiler *c, Stmt *s)
{
    struct Stmt_TryStar *t = &s->u.TryStar;
    Block *body = block_new(c), *except = block_new(c), *orelse = block_new(c),
          *end = block_new(c), *cleanup = block_new(c), *reraise_star = block_new(c);
    visit_try_body(c, &t->body, body, except);
    emit_jump_noline(c, V_JUMP, orelse);
    begin_handlers(c, except, cleanup, FBLOCK_GROUP_HANDLER);
    int n = t->handlers.count;
    for (int i = 0; i < n; i++) {
        ExceptHandler *h = t->handlers.items[i];
        set_pos(c, h->pos);
        if (i == 0) {
            emit_arg(c, OP_COPY, 1);
            emit_arg(c, OP_BUILD_LIST, 0);
            emit_arg(c, OP_SWAP, 2);
        }
        Block *next = block_new(c);
        visit_star_handler(c, h, next);
        block_use(c, next);
        if (i == n - 1) {
            emit_arg(c, OP_LIST_APPEND, 1); /* what no clause took, or None */
            emit_jump(c, V_JUMP, reraise_star);
        }
    }
    unset_pos(c);
    pop_fblock(c, FBLOCK_GROUP_HANDLER);
    emit_star_finish(c, reraise_star, cleanup, end);
    block_use(c, orelse);
    visit_statements(c, &t->orelse);
    block_use(c, end);
}

/* ---- finally --------------------------------------------------------------------- */

static void visit_try_finally(Compiler *c, Stmt *s,
                              void (*visit_except)(Compiler *, Stmt *))
{
    struct Stmt_Try *t = &s->u.Try; /* TryStar has the same fields */
    Block *body = block_new(c), *end = block_new(c), *exit = block_new(c),
          *cleanup = block_new(c);
    emit_jump(c, V_SETUP_FINALLY, end);
    block_use(c, body);
    push_fblock(c, (Fblock){.kind = FBLOCK_FINALLY_TRY,
                            .block = body,
                            .exit = end,
                            .u.body = &t->finalbody});
    if (t->handlers.count)
        visit_except(c, s);
    else
        visit_statements(c, &t->body);
    emit_noline(c, V_POP_BLOCK);
    pop_fblock(c, FBLOCK_FINALLY_TRY);
    visit_statements(c, &t->finalbody);
    emit_jump_noline(c, V_JUMP, exit);
    block_use(c, end);
    push_fblock(c, (Fblock){.kind = FBLOCK_FINALLY_END, .block = end});
    unset_pos(c);
    emit_jump(c, V_SETUP_CLEANUP, cleanup);
    emit(c, OP_PUSH_EXC_INFO);
    visit_statements(c, &t->finalbody);
    pop_fblock(c, FBLOCK_FINALLY_END);
    emit_arg(c, OP_RERAISE, 0);
    block_use(c, cleanup);
    emit_pop_except_and_reraise(c);
    block_use(c, exit);
}

void visit_try_stmt(Compiler *c, Stmt *s)
{
    if (s->u.Try.finalbody.count)
        visit_try_finally(c, s, visit_try_except);
    else
        visit_try_except(c, s);
}

void visit_try_star_stmt(Compiler *c, Stmt *s)
{
    if (s->u.TryStar.finalbody.count)
        visit_try_finally(c, s, visit_try_star_except);
    else
        visit_try_star_except(c, s);
}

/* ---- with ------------------------------------------------------------------------ */

void emit_exit_call(Compiler *c)
{
    for (int i = 0; i < 3; i++)
        emit_const(c, VALUE_NONE);
    emit_arg(c, OP_CALL, 2); /* the first None stands where self does */
}

/* After __exit__ was called with an exception: its result is on top. */
static void emit_with_except_finish(Compiler *c, Block *cleanup)
{
    unset_pos(c);
    Block *suppress = block_new(c);
    emit_jump(c, V_POP_JUMP_IF_TRUE, suppress);
    emit_arg(c, OP_RERAISE, 2);
    block_use(c, cleanup);
    emit_pop_except_and_reraise(c);
    block_use(c, suppress);
    emit(c, OP_POP_TOP);
    emit(c, V_POP_BLOCK);
    emit(c, OP_POP_EXCEPT);
    emit(c, OP_POP_TOP);
    emit(c, OP_POP_TOP);
}

static void visit_with_item(Compiler *c, Stmt *s, int pos, bool is_async)
{
    struct Stmt_With *w = &s->u.With; /* AsyncWith has the same fields */
    WithItem *item = w->items.items[pos];
    Block *block = block_new(c), *final = block_new(c), *exit = block_new(c),
          *cleanup = block_new(c);
    visit_expression(c, item->context_expr);
    emit(c, is_async ? OP_BEFORE_ASYNC_WITH : OP_BEFORE_WITH);
    if (is_async)
        emit_await(c, 1);
    emit_jump(c, V_SETUP_WITH, final);
    block_use(c, block);
    push_fblock(c, (Fblock){.kind = is_async ? FBLOCK_ASYNC_WITH : FBLOCK_WITH,
                            .block = block,
                            .exit = final,
                            .u.stmt = s});
    if (item->optional_vars)
        visit_expression(c, item->optional_vars);
    else
        emit(c, OP_POP_TOP);
    if (pos + 1 == w->items.count)
        visit_statements(c, &w->body);
    else if (is_async)
        visit_async_with_stmt(c, s, pos + 1);
    else
        visit_with_stmt(c, s, pos + 1);
    if (!is_async) /* an asynchronous one keeps the body's last line, as in CPython */
        unset_pos(c);
    emit(c, V_POP_BLOCK);
    pop_fblock(c, FBLOCK_WITH);
    set_pos(c, s->pos);
    emit_exit_call(c);
    if (is_async)
        emit_await(c, 2);
    emit(c, OP_POP_TOP);
    emit_jump(c, V_JUMP, exit);
    block_use(c, final);
    emit_jump(c, V_SETUP_CLEANUP, cleanup);
    emit(c, OP_PUSH_EXC_INFO);
    emit(c, OP_WITH_EXCEPT_START);
    if (is_async)
        emit_await(c, 2);
    emit_with_except_finish(c, cleanup);
    block_use(c, exit);
}

void visit_with_stmt(Compiler *c, Stmt *s, int pos)
{
    if (c->failed || !compiler_enter(c))
        return;
    visit_with_item(c, s, pos, false);
    compiler_leave(c);
}

void visit_async_with_stmt(Compiler *c, Stmt *s, int pos)
{
    if (c->failed || !compiler_enter(c))
        return;
    if ((c->flags & COMPILE_TOP_LEVEL_AWAIT) && c->unit->kind == UNIT_MODULE)
        c->unit->scope->coroutine = true;
    else if (c->unit->kind != UNIT_ASYNC_FUNCTION)
        compiler_error(c, c->unit->pos, "'async with' outside async function");
    visit_with_item(c, s, pos, true);
    compiler_leave(c);
}
