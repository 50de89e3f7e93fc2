/* flow_analysis.c - what is computed over the finished graph: stack depth, the handler
 * of each instruction, and which loads of locals need a check.
 */
#include "compiler/codegen/codegen.h"

/* ---- a list of blocks still to visit --------------------------------------------- */

typedef struct Worklist {
    Block **items;
    int count, capacity;
} Worklist;

static void worklist_push(Compiler *c, Worklist *w, Block *b)
{
    if (compiler_grow(c, &w->items, w->count, &w->capacity, sizeof(Block *)))
        w->items[w->count++] = b;
}

/* ---- stack depth ----------------------------------------------------------------- */

static int cfg_stack_effect(const CfgInstr *i, bool jump)
{
    switch (i->op) {
    case V_JUMP:
    case V_JUMP_NO_INTERRUPT:
    case V_POP_BLOCK: return 0;
    case V_POP_JUMP_IF_FALSE:
    case V_POP_JUMP_IF_TRUE:
    case V_POP_JUMP_IF_NONE:
    case V_POP_JUMP_IF_NOT_NONE: return -1;
    case V_SETUP_FINALLY: return jump ? 1 : 0;
    case V_SETUP_CLEANUP: return jump ? 2 : 0;
    case V_SETUP_WITH:
        return jump ? 1 : 0; /* the enter result goes, lasti and the exception come */
    default: return code_stack_effect((Opcode)i->op, (uint32_t)i->arg, jump);
    }
}

static void reach_at_depth(Compiler *c, Worklist *w, Block *b, int depth)
{
    if (b->start_depth < 0) {
        b->start_depth = depth;
        worklist_push(c, w, b);
    }
}

int flow_stack_depth(Compiler *c, Unit *u)
{
    Worklist w = {0};
    int max = 0;
    for (Block *b = u->entry; b; b = b->next)
        b->start_depth = -1;
    reach_at_depth(c, &w, u->entry, 0);
    while (w.count && !c->failed) {
        Block *b = w.items[--w.count];
        int depth = b->start_depth;
        bool falls = true;
        for (int i = 0; i < b->count; i++) {
            const CfgInstr *in = &b->instrs[i];
            int after = depth + cfg_stack_effect(in, false);
            max = after > max ? after : max;
            if (cfg_is_jump(in->op) || cfg_is_setup(in->op)) {
                int there = depth + cfg_stack_effect(in, true);
                max = there > max ? there : max;
                reach_at_depth(c, &w, in->target, there);
            }
            depth = after;
            falls = !(in->op == V_JUMP || in->op == V_JUMP_NO_INTERRUPT ||
                      in->op == OP_RETURN_VALUE || in->op == OP_RAISE_VARARGS ||
                      in->op == OP_RERAISE);
            if (!falls)
                break;
        }
        if (falls && b->next)
            reach_at_depth(c, &w, b->next, depth);
    }
    return max;
}

/* ---- handlers -------------------------------------------------------------------- */

/* Handlers in force, innermost first; never changed, so that blocks may share them. */
typedef struct HandlerStack {
    struct HandlerStack *below;
    Block *handler;
} HandlerStack;

static HandlerStack *push_handler(Compiler *c, HandlerStack *below, CfgInstr *setup)
{
    HandlerStack *s = compiler_alloc(c, sizeof *s);
    if (!s)
        return below;
    s->below = below;
    s->handler = setup->target;
    if (setup->op != V_SETUP_FINALLY)
        setup->target->preserve_lasti = true;
    return s;
}

static void reach_with_handlers(Compiler *c, Worklist *w, Block *b, HandlerStack *stack)
{
    if (b->visited)
        return;
    b->visited = true;
    b->handlers = stack;
    worklist_push(c, w, b);
}

void flow_label_handlers(Compiler *c, Unit *u)
{
    Worklist w = {0};
    for (Block *b = u->entry; b; b = b->next)
        b->visited = false;
    reach_with_handlers(c, &w, u->entry, NULL);
    while (w.count && !c->failed) {
        Block *b = w.items[--w.count];
        HandlerStack *stack = b->handlers;
        for (int i = 0; i < b->count; i++) {
            CfgInstr *in = &b->instrs[i];
            if (cfg_is_setup(in->op)) {
                reach_with_handlers(c, &w, in->target, stack);
                stack = push_handler(c, stack, in);
            } else if (in->op == V_POP_BLOCK) {
                stack = stack ? stack->below : NULL;
            } else {
                in->handler = stack ? stack->handler : NULL;
                if (cfg_is_jump(in->op))
                    reach_with_handlers(c, &w, in->target, stack);
            }
        }
        if (!b->no_fallthrough && b->next)
            reach_with_handlers(c, &w, b->next, stack);
    }
    for (Block *b = u->entry; b; b = b->next)
        for (int i = 0; i < b->count; i++)
            if (cfg_is_setup(b->instrs[i].op) || b->instrs[i].op == V_POP_BLOCK) {
                b->instrs[i].op = OP_NOP;
                b->instrs[i].target = NULL;
            }
}

/* ---- locals that may be unbound -------------------------------------------------- */

typedef struct LocalsPass {
    Compiler *c;
    Worklist work;
    int words; /* of a bit set with one bit per local */
    uint64_t *now;
} LocalsPass;

/* Whatever may be unbound now may be at the start of b. */
static void flow_into(LocalsPass *p, Block *b)
{
    bool grew = false;
    if (!b->unsafe) {
        b->unsafe = compiler_alloc(p->c, (size_t)p->words * sizeof *b->unsafe);
        if (!b->unsafe)
            return;
        grew = true;
    }
    for (int i = 0; i < p->words; i++) {
        uint64_t both = b->unsafe[i] | p->now[i];
        grew |= both != b->unsafe[i];
        b->unsafe[i] = both;
    }
    if (grew && !b->visited) {
        b->visited = true;
        worklist_push(p->c, &p->work, b);
    }
}

/* Steps over one instruction; a load that is not surely bound becomes a checked one. */
static void step_locals(LocalsPass *p, CfgInstr *in)
{
    uint64_t bit = UINT64_C(1) << (in->arg & 63);
    switch (in->op) {
    case OP_LOAD_FAST:
    case OP_LOAD_FAST_CHECK:
        in->op = p->now[in->arg >> 6] & bit ? OP_LOAD_FAST_CHECK : OP_LOAD_FAST;
        p->now[in->arg >> 6] &= ~bit; /* it got past the check: bound */
        break;
    case OP_STORE_FAST: p->now[in->arg >> 6] &= ~bit; break;
    case OP_DELETE_FAST:
        p->now[in->arg >> 6] |= bit;
        if (in->handler)
            flow_into(p, in->handler);
        break;
    default: break;
    }
}

static void scan_locals(LocalsPass *p, Block *b)
{
    Block *handler = NULL;
    memcpy(p->now, b->unsafe, (size_t)p->words * sizeof *p->now);
    for (int i = 0; i < b->count; i++) {
        CfgInstr *in = &b->instrs[i];
        if (in->handler && in->handler != handler)
            flow_into(p, in->handler);
        handler = in->handler;
        step_locals(p, in);
        if (cfg_is_jump(in->op))
            flow_into(p, in->target);
    }
    if (!b->no_fallthrough && b->next)
        flow_into(p, b->next);
}

/* `nlocals` counts all of co_localsplus; parameters are bound at the start. */
void flow_check_locals(Compiler *c, Unit *u, int nlocals)
{
    LocalsPass p = {.c = c, .words = (nlocals + 63) / 64};
    if (p.words == 0)
        return;
    p.now = compiler_alloc(c, (size_t)p.words * sizeof *p.now);
    if (!p.now)
        return;
    for (Block *b = u->entry; b; b = b->next) {
        b->visited = false;
        b->unsafe = NULL;
    }
    for (int i = u->scope->varname_count; i < nlocals; i++)
        p.now[i >> 6] |= UINT64_C(1) << (i & 63);
    flow_into(&p, u->entry);
    while (p.work.count && !c->failed) {
        Block *b = p.work.items[--p.work.count];
        b->visited = false;
        scan_locals(&p, b);
    }
}
