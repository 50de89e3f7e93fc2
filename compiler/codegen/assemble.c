/* assemble.c - from the optimised graph to a code object: prefix instructions, numbers
 * of locals, superinstructions, jump distances, positions, exception table.
 *
 * Units have a fixed size, so one pass over the blocks gives every offset.
 */
#include "compiler/codegen/codegen.h"

#include <stdlib.h>

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

typedef struct Assembler {
    Compiler *c;
    Unit *u;
    CodeParts parts;
    int *fixed; /* numbers of cells and free variables -> place in co_localsplus */
    uint32_t at;
    bool failed;
} Assembler;

/* ---- locals ---------------------------------------------------------------------- */

/* A parameter that is also a cell keeps its place; other cells come behind the locals.
 */
static void number_cells(Assembler *a)
{
    Unit *u = a->u;
    int nlocals = u->varnames.count, ncells = u->cellvars.count,
        nfree = u->freevars.count;
    a->fixed = compiler_alloc(a->c, (size_t)(ncells + nfree + 1) * sizeof *a->fixed);
    if (!a->fixed)
        return;
    int next = nlocals;
    for (int i = 0; i < ncells; i++) {
        int local = index_map_get(&u->varnames.index,
                                  (uint64_t)(uintptr_t)u->cellvars.items[i]);
        a->fixed[i] = local >= 0 ? local : next++;
    }
    for (int i = 0; i < nfree; i++)
        a->fixed[ncells + i] = next++;
    a->parts.nlocals = nlocals;
    a->parts.ncells = ncells;
    a->parts.nfree = nfree;
    a->parts.nlocalsplus = next;
}

static bool is_cell_op(int op)
{
    return op == OP_LOAD_CLOSURE || op == OP_LOAD_DEREF || op == OP_LOAD_CLASSDEREF ||
           op == OP_STORE_DEREF || op == OP_DELETE_DEREF;
}

static void fix_cell_numbers(Assembler *a)
{
    for (Block *b = a->u->entry; b; b = b->next)
        for (int i = 0; i < b->count; i++)
            if (is_cell_op(b->instrs[i].op))
                b->instrs[i].arg = a->fixed[b->instrs[i].arg];
}

static int compare_ints(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

/* COPY_FREE_VARS, MAKE_CELL..., RETURN_GENERATOR, POP_TOP stand before RESUME. */
static void insert_prefix(Assembler *a)
{
    Compiler *c = a->c;
    Unit *u = a->u;
    int ncells = a->parts.ncells;
    bool generator =
        a->parts.flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR);
    int extra = (a->parts.nfree > 0) + ncells + (generator ? 2 : 0);
    if (!extra)
        return;
    Block *b = u->entry;
    CfgInstr *instrs = compiler_alloc(c, (size_t)(b->count + extra) * sizeof *instrs);
    int *order = compiler_alloc(c, (size_t)(ncells + 1) * sizeof *order);
    if (!instrs || !order)
        return;
    int n = 0;
    AstPos first = {u->firstlineno, -1, u->firstlineno, -1};
    if (a->parts.nfree)
        instrs[n++] = (CfgInstr){
            .op = OP_COPY_FREE_VARS, .arg = a->parts.nfree, .pos = AST_NO_POS};
    for (int i = 0; i < ncells; i++)
        order[i] = a->fixed[i];
    qsort(order, (size_t)ncells, sizeof *order, compare_ints);
    for (int i = 0; i < ncells; i++)
        instrs[n++] =
            (CfgInstr){.op = OP_MAKE_CELL, .arg = order[i], .pos = AST_NO_POS};
    if (generator) {
        instrs[n++] = (CfgInstr){.op = OP_RETURN_GENERATOR, .pos = first};
        instrs[n++] = (CfgInstr){.op = OP_POP_TOP, .pos = AST_NO_POS};
    }
    memcpy(instrs + n, b->instrs, (size_t)b->count * sizeof *instrs);
    b->instrs = instrs;
    b->count += extra;
    b->capacity = b->count;
}

static uint32_t code_flags(Compiler *c, Unit *u)
{
    Scope *s = u->scope;
    uint32_t flags = c->future;
    if (s->kind == SCOPE_FUNCTION) {
        flags |= CO_NEWLOCALS | CO_OPTIMIZED;
        flags |= s->nested ? CO_NESTED : 0;
        if (s->generator)
            flags |= s->coroutine ? CO_ASYNC_GENERATOR : CO_GENERATOR;
        else if (s->coroutine)
            flags |= CO_COROUTINE;
        flags |= s->varargs ? CO_VARARGS : 0;
        flags |= s->varkeywords ? CO_VARKEYWORDS : 0;
    } else if ((c->flags & COMPILE_TOP_LEVEL_AWAIT) && s->coroutine && !s->generator) {
        flags |= CO_COROUTINE;
    }
    return flags;
}

/* ---- superinstructions ----------------------------------------------------------- */

/* The one instruction that does the work of two, or 0. Only if a tracer cannot tell. */
static int combine(const CfgInstr *x, const CfgInstr *y)
{
    if (x->pos.lineno != y->pos.lineno || x->handler != y->handler || x->arg > 0xfff ||
        y->arg > 0xfff)
        return 0;
    if (x->op == OP_LOAD_FAST && y->op == OP_LOAD_FAST)
        return OP_LOAD_FAST_LOAD_FAST;
    if (x->op == OP_LOAD_FAST && y->op == OP_LOAD_CONST)
        return OP_LOAD_FAST_LOAD_CONST;
    if (x->op == OP_STORE_FAST && y->op == OP_LOAD_FAST)
        return OP_STORE_FAST_LOAD_FAST;
    if (x->op == OP_STORE_FAST && y->op == OP_STORE_FAST)
        return OP_STORE_FAST_STORE_FAST;
    if (x->op == OP_BUILD_SLICE && x->arg == 2 && y->op == OP_BINARY_SUBSCR)
        return OP_BINARY_SLICE;
    if (x->op == OP_BUILD_SLICE && x->arg == 2 && y->op == OP_STORE_SUBSCR)
        return OP_STORE_SLICE;
    return 0;
}

/* What can go wrong in a slice goes wrong in its second half. */
static CfgInstr make_pair(int op, const CfgInstr *x, const CfgInstr *y)
{
    CfgInstr in = *x;
    bool slice = op == OP_BINARY_SLICE || op == OP_STORE_SLICE;
    in.op = (uint16_t)op;
    in.arg = slice ? 0 : x->arg | y->arg << 12;
    in.pos = slice ? y->pos : x->pos;
    in.second = slice ? x->pos : y->pos;
    return in;
}

static void combine_block(Block *b)
{
    int n = 0;
    for (int i = 0; i < b->count; i++) {
        CfgInstr in = b->instrs[i];
        int both = i + 1 < b->count ? combine(&in, &b->instrs[i + 1]) : 0;
        if (both)
            in = make_pair(both, &in, &b->instrs[++i]);
        b->instrs[n++] = in;
    }
    b->count = n;
}

/* ---- jumps ----------------------------------------------------------------------- */

static int conditional_opcode(int op, bool forward)
{
    switch (op) {
    case V_POP_JUMP_IF_FALSE:
        return forward ? OP_POP_JUMP_FORWARD_IF_FALSE : OP_POP_JUMP_BACKWARD_IF_FALSE;
    case V_POP_JUMP_IF_TRUE:
        return forward ? OP_POP_JUMP_FORWARD_IF_TRUE : OP_POP_JUMP_BACKWARD_IF_TRUE;
    case V_POP_JUMP_IF_NONE:
        return forward ? OP_POP_JUMP_FORWARD_IF_NONE : OP_POP_JUMP_BACKWARD_IF_NONE;
    default:
        return forward ? OP_POP_JUMP_FORWARD_IF_NOT_NONE
                       : OP_POP_JUMP_BACKWARD_IF_NOT_NONE;
    }
}

/* Chooses the real opcodes of jumps and places the blocks; returns the number of units.
 */
static uint32_t place_blocks(Assembler *a)
{
    uint32_t at = 0;
    for (Block *b = a->u->entry; b; b = b->next)
        b->visited = false;
    for (Block *b = a->u->entry; b; b = b->next) {
        b->visited = true; /* so a jump to itself counts as backward */
        b->offset = at;
        for (int i = 0; i < b->count; i++) {
            CfgInstr *in = &b->instrs[i];
            bool forward = in->target && !in->target->visited;
            if (in->op == V_JUMP)
                in->op = forward ? OP_JUMP_FORWARD : OP_JUMP_BACKWARD;
            else if (in->op == V_JUMP_NO_INTERRUPT)
                in->op = forward ? OP_JUMP_FORWARD : OP_JUMP_BACKWARD_NO_INTERRUPT;
            else if (cfg_is_conditional(in->op))
                in->op = (uint16_t)conditional_opcode(in->op, forward);
            at += 1u + opcode_caches[in->op];
        }
    }
    return at;
}

/* ---- output ---------------------------------------------------------------------- */

static bool same_pos(const CodePosition *p, const AstPos *q)
{
    return p->line == q->lineno && p->end_line == q->end_lineno &&
           p->col == q->col_offset && p->end_col == q->end_col_offset;
}

static void add_run(Assembler *a, uint32_t start, const AstPos *pos)
{
    CodeParts *p = &a->parts;
    if (p->nruns && same_pos(&p->runs[p->nruns - 1].pos, pos))
        return;
    p->runs[p->nruns++] = (CodeRun){
        .start = start,
        .pos = {pos->lineno, pos->end_lineno, pos->col_offset, pos->end_col_offset},
    };
}

static void add_handler(Assembler *a, Block *handler, uint32_t end)
{
    CodeParts *p = &a->parts;
    if (!handler)
        return;
    CodeHandler *last = p->nhandlers ? &p->handlers[p->nhandlers - 1] : NULL;
    if (last && last->target == handler->offset && last->end == a->at) {
        last->end = end;
        return;
    }
    p->handlers[p->nhandlers++] = (CodeHandler){
        .start = a->at,
        .end = end,
        .target = handler->offset,
        .depth = (uint32_t)(handler->start_depth - 1 - handler->preserve_lasti),
        .push_lasti = handler->preserve_lasti,
    };
}

static void write_instr(Assembler *a, CfgInstr *in)
{
    uint32_t end = a->at + 1 + opcode_caches[in->op], arg = (uint32_t)in->arg;
    if (in->target)
        arg = in->target->offset >= end ? in->target->offset - end
                                        : end - in->target->offset;
    if (arg > INSTR_ARG_MAX) {
        compiler_error(a->c, in->pos, "code too large");
        return;
    }
    add_run(a, RUN_START(a->at), &in->pos);
    if (in->second.lineno > 0)
        add_run(a, RUN_START(a->at) + 1, &in->second);
    if (in->imported)
        a->parts.imported[a->parts.nimported++] = a->at;
    add_handler(a, in->handler, end);
    a->parts.instrs[a->at] = instr_make((Opcode)in->op, arg);
    memset(&a->parts.instrs[a->at + 1], 0, (size_t)(end - a->at - 1) * sizeof(Instr));
    a->at = end;
}

static void write_code(Assembler *a)
{
    MinipyVM *vm = a->c->vm;
    size_t count = 0, handled = 0, imported = 0;
    for (Block *b = a->u->entry; b; b = b->next)
        for (int i = 0; i < b->count; i++) {
            count++;
            count += b->instrs[i].second.lineno > 0;
            handled += b->instrs[i].handler != NULL;
            imported += b->instrs[i].imported;
        }
    CodeParts *p = &a->parts;
    p->ninstrs = place_blocks(a);
    p->instrs = mem_realloc_array(vm, NULL, p->ninstrs + 1, sizeof(Instr));
    p->runs = mem_realloc_array(vm, NULL, count + 1, sizeof(CodeRun));
    p->handlers = mem_realloc_array(vm, NULL, handled + 1, sizeof(CodeHandler));
    if (imported)
        p->imported = mem_realloc_array(vm, NULL, imported, sizeof(uint32_t));
    if (!p->instrs || !p->runs || !p->handlers || (imported && !p->imported)) {
        compiler_vm_error(a->c);
        return;
    }
    for (Block *b = a->u->entry; b; b = b->next)
        for (int i = 0; i < b->count && !a->c->failed; i++)
            write_instr(a, &b->instrs[i]);
    if (a->c->failed)
        return;
    /* Give back what the upper bounds took too much; a failure to shrink is no failure.
     */
    CodeRun *runs = mem_realloc_array(vm, p->runs, p->nruns + 1, sizeof(CodeRun));
    p->runs = runs ? runs : p->runs;
    CodeHandler *handlers =
        mem_realloc_array(vm, p->handlers, p->nhandlers + 1, sizeof(CodeHandler));
    p->handlers = handlers ? handlers : p->handlers;
    if (!runs || !handlers)
        compiler_vm_error(a->c);
}

/* ---- tuples ---------------------------------------------------------------------- */

/* Code objects of one compilation share equal tuples: co_consts is often (None,). */
static Value share_tuple(Compiler *c, Value t)
{
    return t ? value_incref(compiler_share_const(c, t)) : t;
}

static Value names_tuple(Assembler *a, const NameTable *t)
{
    Value v = tuple_alloc(a->c->vm, t->count);
    for (int i = 0; v && i < t->count; i++)
        TUPLE(v)->items[i] = value_incref(compiler_name_value(a->c, t->items[i]));
    return v;
}

static void fill_localsplus(Assembler *a)
{
    Unit *u = a->u;
    CodeParts *p = &a->parts;
    Value names = tuple_alloc(a->c->vm, p->nlocalsplus);
    p->localspluskinds = mem_calloc(a->c->vm, (size_t)p->nlocalsplus + 1);
    p->localsplusnames = names;
    if (!names || !p->localspluskinds) {
        compiler_vm_error(a->c);
        return;
    }
    for (int i = 0; i < p->nlocals; i++) {
        p->localspluskinds[i] = LOCAL_PLAIN;
        TUPLE(names)->items[i] =
            value_incref(compiler_name_value(a->c, u->varnames.items[i]));
    }
    for (int i = 0; i < p->ncells + p->nfree; i++) {
        bool cell = i < p->ncells;
        AstName *name = cell ? u->cellvars.items[i] : u->freevars.items[i - p->ncells];
        int at = a->fixed[i];
        p->localspluskinds[at] |= cell ? LOCAL_CELL : LOCAL_FREE;
        if (!TUPLE(names)->items[at])
            TUPLE(names)->items[at] = value_incref(compiler_name_value(a->c, name));
    }
}

/* Constants behind the last one used are left out; the first stays (the docstring). */
static Value consts_tuple(Assembler *a)
{
    Unit *u = a->u;
    int used = 0;
    for (Block *b = u->entry; b; b = b->next)
        for (int i = 0; i < b->count; i++)
            if (b->instrs[i].op == OP_LOAD_CONST && b->instrs[i].arg > used)
                used = b->instrs[i].arg;
    int n = u->const_count < used + 1 ? u->const_count : used + 1;
    return share_tuple(a->c, tuple_from(a->c->vm, u->consts, n));
}

Value assemble_unit(Compiler *c, Unit *u)
{
    Assembler a = {.c = c, .u = u};
    CodeParts *p = &a.parts;
    p->flags = code_flags(c, u);
    number_cells(&a);
    if (c->failed)
        return VALUE_NONE;
    insert_prefix(&a);
    fix_cell_numbers(&a);
    flow_optimize(c, u);
    if (c->failed)
        return VALUE_NONE;
    p->consts = consts_tuple(&a);
    p->stacksize = flow_stack_depth(c, u);
    flow_label_handlers(c, u);
    flow_remove_nops(u);
    flow_check_locals(c, u, p->nlocalsplus);
    for (Block *b = u->entry; b; b = b->next)
        combine_block(b);
    if (!c->failed)
        write_code(&a);
    if (!c->failed)
        fill_localsplus(&a);
    p->names = c->failed ? VALUE_NULL : share_tuple(c, names_tuple(&a, &u->names));
    if (c->failed || !p->consts || !p->names) {
        compiler_vm_error(c);
        code_parts_release(c->vm, p);
        return VALUE_NONE;
    }
    p->argcount = u->argcount;
    p->posonlyargcount = u->posonlyargcount;
    p->kwonlyargcount = u->kwonlyargcount;
    p->firstlineno = u->firstlineno;
    p->filename = value_incref(c->filename);
    p->name = value_incref(compiler_name_value(c, u->name));
    p->qualname = value_incref(u->qualname);
    return code_new_steal(c->vm, p);
}
