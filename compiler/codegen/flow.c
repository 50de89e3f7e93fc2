/* flow.c - the passes over the control flow graph that change instructions: constant
 * conditions, jumps to jumps, tuple and swap folding, dead code, needless NOPs, copies
 * of exit blocks, and line numbers for instructions that have none.
 *
 * Each pass leaves the graph as CPython 3.11's pass of the same purpose does: a NOP
 * that holds the only instruction of a line must stay, or a line event is lost. Stack
 * depth, handlers and locals are in flow_analysis.c.
 */
#include "compiler/codegen/codegen.h"

#include "vm/containers/tuple.h"

/* ---- kinds of instructions ------------------------------------------------------- */

bool cfg_is_conditional(int op)
{
    return op == V_POP_JUMP_IF_FALSE || op == V_POP_JUMP_IF_TRUE ||
           op == V_POP_JUMP_IF_NONE || op == V_POP_JUMP_IF_NOT_NONE;
}

bool cfg_is_jump(int op)
{
    return op == V_JUMP || op == V_JUMP_NO_INTERRUPT || cfg_is_conditional(op) ||
           op == OP_JUMP_IF_FALSE_OR_POP || op == OP_JUMP_IF_TRUE_OR_POP ||
           op == OP_FOR_ITER || op == OP_SEND;
}

bool cfg_is_setup(int op)
{
    return op == V_SETUP_FINALLY || op == V_SETUP_CLEANUP || op == V_SETUP_WITH;
}

static bool is_unconditional(int op)
{
    return op == V_JUMP || op == V_JUMP_NO_INTERRUPT;
}

static bool is_scope_exit(int op)
{
    return op == OP_RETURN_VALUE || op == OP_RAISE_VARARGS || op == OP_RERAISE;
}

static CfgInstr *last_instr(Block *b)
{
    return b->count ? &b->instrs[b->count - 1] : NULL;
}

static void make_nop(CfgInstr *i)
{
    i->op = OP_NOP;
    i->arg = 0;
    i->target = NULL;
}

/* The first block from b on that is not empty. What the way there passes by is left out
 * of the chain: many jumps to the ends of blocks in blocks would walk it again. */
static Block *skip_empty(Block *b)
{
    while (b->count == 0 && b->next) {
        if (b->next->count == 0 && b->next->next)
            b->next = b->next->next;
        b = b->next;
    }
    return b;
}

/* ---- needless NOPs --------------------------------------------------------------- */

/* May the NOP at i go without losing a line? `previous` is the line before it. */
static bool nop_is_needless(Block *b, int i, int previous)
{
    int line = b->instrs[i].pos.lineno;
    if (line < 0 || previous == line)
        return true;
    if (i + 1 < b->count) {
        int next = b->instrs[i + 1].pos.lineno;
        if (next < 0)
            b->instrs[i + 1].pos = b->instrs[i].pos;
        return next < 0 || next == line;
    }
    Block *next = b->next;
    while (next && next->count == 0)
        next = next->next;
    return next && line == next->instrs[0].pos.lineno;
}

static void remove_nops(Block *b)
{
    int kept = 0, previous = -1;
    for (int i = 0; i < b->count; i++) {
        if (b->instrs[i].op == OP_NOP && nop_is_needless(b, i, previous))
            continue;
        previous = b->instrs[i].pos.lineno;
        if (kept != i)
            b->instrs[kept] = b->instrs[i];
        kept++;
    }
    b->count = kept;
}

void flow_remove_nops(Unit *u)
{
    for (Block *b = u->entry; b; b = b->next)
        remove_nops(b);
}

/* ---- swaps ----------------------------------------------------------------------- */

#define SWAP_VISITED (-1)

/* Replaces a run of SWAPs by the shortest run of the same effect; *ix moves to its end.
 */
static void shorten_swaps(Compiler *c, Block *b, int *ix)
{
    CfgInstr *run = &b->instrs[*ix];
    int depth = run->arg, len = 0;
    bool more = false;
    while (++len < b->count - *ix) {
        if (run[len].op == OP_SWAP) {
            depth = run[len].arg > depth ? run[len].arg : depth;
            more = true;
        } else if (run[len].op != OP_NOP) {
            break;
        }
    }
    int *stack = more ? compiler_alloc(c, (size_t)depth * sizeof *stack) : NULL;
    if (!stack)
        return;
    for (int i = 0; i < depth; i++)
        stack[i] = i;
    for (int i = 0; i < len; i++) {
        if (run[i].op != OP_SWAP)
            continue;
        int top = stack[0];
        stack[0] = stack[run[i].arg - 1];
        stack[run[i].arg - 1] = top;
    }
    /* Each cycle of the permutation is undone through the top; written from the end. */
    int current = len - 1;
    for (int i = 0; i < depth; i++) {
        if (stack[i] == SWAP_VISITED || stack[i] == i)
            continue;
        for (int j = i;;) {
            if (j) {
                run[current].op = OP_SWAP;
                run[current--].arg = j + 1;
            }
            if (stack[j] == SWAP_VISITED)
                break;
            int next = stack[j];
            stack[j] = SWAP_VISITED;
            j = next;
        }
    }
    while (current >= 0)
        make_nop(&run[current--]);
    *ix += len - 1;
}

static bool is_swappable(int op)
{
    return op == OP_STORE_FAST || op == OP_POP_TOP;
}

static int next_swappable(Block *b, int i, int line)
{
    while (++i < b->count) {
        if (line >= 0 && b->instrs[i].pos.lineno != line)
            return -1;
        if (b->instrs[i].op == OP_NOP)
            continue;
        return is_swappable(b->instrs[i].op) ? i : -1;
    }
    return -1;
}

/* Where stores and pops follow SWAPs, exchanges the stores instead. */
static void apply_swaps(Block *b, int i)
{
    for (; i >= 0; i--) {
        CfgInstr *swap = &b->instrs[i];
        if (swap->op != OP_SWAP) {
            if (swap->op == OP_NOP || is_swappable(swap->op))
                continue;
            return;
        }
        int j = next_swappable(b, i, -1);
        if (j < 0)
            return;
        int k = j, line = b->instrs[j].pos.lineno;
        for (int n = swap->arg - 1; n > 0; n--) {
            k = next_swappable(b, k, line);
            if (k < 0)
                return;
        }
        make_nop(swap);
        CfgInstr t = b->instrs[j];
        b->instrs[j] = b->instrs[k];
        b->instrs[k] = t;
    }
}

/* ---- one block ------------------------------------------------------------------- */

static int const_truth(Compiler *c, Unit *u, int index)
{
    int r = object_is_true(c->vm, u->consts[index]);
    if (r < 0)
        compiler_vm_error(c);
    return r > 0;
}

/* A conditional jump at the end of b whose outcome is known. */
static void decide_jump(Block *b, CfgInstr *jump, bool jumps)
{
    if (jumps)
        jump->op = V_JUMP;
    else
        make_nop(jump);
    b->no_fallthrough |= jumps;
}

/* LOAD_CONST followed by a jump that tests it, or by `is` of None and such a jump. */
static void fold_const_test(Compiler *c, Unit *u, Block *b, int i)
{
    CfgInstr *load = &b->instrs[i], *test = load + 1;
    if (i + 1 >= b->count)
        return;
    if (test->op == V_POP_JUMP_IF_FALSE || test->op == V_POP_JUMP_IF_TRUE) {
        bool jumps = const_truth(c, u, load->arg) == (test->op == V_POP_JUMP_IF_TRUE);
        make_nop(load);
        decide_jump(b, test, jumps);
    } else if (test->op == OP_JUMP_IF_FALSE_OR_POP ||
               test->op == OP_JUMP_IF_TRUE_OR_POP) {
        bool jumps =
            const_truth(c, u, load->arg) == (test->op == OP_JUMP_IF_TRUE_OR_POP);
        if (!jumps)
            make_nop(load);
        decide_jump(b, test, jumps);
    } else if (test->op == OP_IS_OP && u->consts[load->arg] == VALUE_NONE &&
               i + 2 < b->count) {
        CfgInstr *jump = load + 2;
        if (jump->op != V_POP_JUMP_IF_FALSE && jump->op != V_POP_JUMP_IF_TRUE)
            return;
        bool not_none = (test->arg == 1) != (jump->op == V_POP_JUMP_IF_FALSE);
        make_nop(load);
        make_nop(test);
        jump->op = not_none ? V_POP_JUMP_IF_NOT_NONE : V_POP_JUMP_IF_NONE;
    }
}

/* BUILD_TUPLE of constants. */
static void fold_tuple(Compiler *c, Unit *u, Block *b, int i)
{
    int n = b->instrs[i].arg;
    CfgInstr *first = &b->instrs[i - n];
    for (int k = 0; k < n; k++)
        if (first[k].op != OP_LOAD_CONST)
            return;
    Value t = tuple_alloc(c->vm, n);
    if (!t) {
        compiler_vm_error(c);
        return;
    }
    for (int k = 0; k < n; k++) {
        TUPLE(t)->items[k] = value_incref(u->consts[first[k].arg]);
        make_nop(&first[k]);
    }
    Unit *outer = c->unit;
    c->unit = u;
    b->instrs[i].arg = unit_const(c, compiler_share_const(c, t));
    c->unit = outer;
    b->instrs[i].op = OP_LOAD_CONST;
}

/* Makes a jump to a jump of the same line go to the end; true if it did. */
static bool thread_jump(CfgInstr *i, const CfgInstr *target, int op)
{
    if (i->pos.lineno != target->pos.lineno || i->target == target->target)
        return false;
    i->target = target->target;
    i->op = (uint16_t)op;
    return true;
}

/* x and y in a test: where the first decides, the jump need not land on the second
 * test. */
static bool thread_or_pop(CfgInstr *i, const CfgInstr *target)
{
    bool on_false = i->op == OP_JUMP_IF_FALSE_OR_POP;
    int pop_same = on_false ? V_POP_JUMP_IF_FALSE : V_POP_JUMP_IF_TRUE;
    int pop_other = on_false ? V_POP_JUMP_IF_TRUE : V_POP_JUMP_IF_FALSE;
    int keep_other = on_false ? OP_JUMP_IF_TRUE_OR_POP : OP_JUMP_IF_FALSE_OR_POP;
    if (target->op == pop_same)
        return thread_jump(i, target, pop_same);
    if (target->op == V_JUMP || target->op == i->op)
        return thread_jump(i, target, i->op);
    if ((target->op == keep_other || target->op == pop_other) &&
        i->pos.lineno == target->pos.lineno) {
        i->op = (uint16_t)pop_same;
        i->target = i->target->next;
        return true;
    }
    return false;
}

static void fold_build_tuple(Compiler *c, Unit *u, Block *b, int i)
{
    CfgInstr *build = &b->instrs[i], *next = build + 1;
    if (i + 1 < b->count && next->op == OP_UNPACK_SEQUENCE && next->arg == build->arg &&
        build->arg >= 1 && build->arg <= 3) {
        bool single = build->arg == 1;
        make_nop(build);
        if (single)
            make_nop(next);
        else
            next->op = OP_SWAP;
        return;
    }
    if (i >= build->arg)
        fold_tuple(c, u, b, i);
}

static void optimize_block(Compiler *c, Unit *u, Block *b)
{
    for (int i = 0; i < b->count && !c->failed; i++) {
        CfgInstr *in = &b->instrs[i];
        const CfgInstr *target = NULL;
        if (cfg_is_jump(in->op) || cfg_is_setup(in->op)) {
            in->target = skip_empty(in->target);
            target = in->target->instrs;
        }
        if (in->op == OP_LOAD_CONST) {
            fold_const_test(c, u, b, i);
        } else if (in->op == OP_BUILD_TUPLE) {
            fold_build_tuple(c, u, b, i);
        } else if (in->op == OP_JUMP_IF_FALSE_OR_POP ||
                   in->op == OP_JUMP_IF_TRUE_OR_POP) {
            i -= thread_or_pop(in, target);
        } else if (cfg_is_conditional(in->op) || in->op == V_JUMP) {
            if (target->op == V_JUMP)
                i -= thread_jump(in, target, in->op);
        } else if (in->op == OP_SWAP) {
            if (in->arg == 1) {
                make_nop(in);
            } else {
                shorten_swaps(c, b, &i);
                apply_swaps(b, i);
            }
        }
    }
}

/* ---- the graph ------------------------------------------------------------------- */

static void mark_exits(Unit *u)
{
    for (Block *b = u->blocks; b; b = b->allocated) {
        CfgInstr *last = last_instr(b);
        if (!last)
            continue;
        if (is_scope_exit(last->op))
            b->exits = b->no_fallthrough = true;
        if (is_unconditional(last->op))
            b->no_fallthrough = true;
    }
}

static bool exits_without_line(const Block *b)
{
    if (!b->exits)
        return false;
    for (int i = 0; i < b->count; i++)
        if (b->instrs[i].pos.lineno >= 0)
            return false;
    return true;
}

/* A short block that leaves the function is copied to where it is jumped to. */
static void extend_block(Compiler *c, Block *b)
{
    CfgInstr *last = last_instr(b);
    if (!last || last->op != V_JUMP)
        return;
    Block *from = skip_empty(last->target);
    if (!from->exits || from->count > 4 || !exits_without_line(from))
        return;
    make_nop(last);
    for (int i = 0; i < from->count; i++)
        *block_append(c, b) = from->instrs[i];
    b->exits = true;
}

static void extend_blocks(Compiler *c, Unit *u)
{
    for (Block *b = u->blocks; b; b = b->allocated)
        extend_block(c, b);
}

static void mark_reachable(Compiler *c, Unit *u)
{
    int n = 0;
    for (Block *b = u->blocks; b; b = b->allocated)
        n++;
    Block **stack = compiler_alloc(c, (size_t)n * sizeof *stack);
    if (!stack)
        return;
    int top = 0;
    stack[top++] = u->entry;
    u->entry->predecessors = 1;
    while (top) {
        Block *b = stack[--top];
        if (b->next && !b->no_fallthrough && b->next->predecessors++ == 0)
            stack[top++] = b->next;
        for (int i = 0; i < b->count; i++) {
            CfgInstr *in = &b->instrs[i];
            if ((cfg_is_jump(in->op) || cfg_is_setup(in->op)) &&
                in->target->predecessors++ == 0)
                stack[top++] = in->target;
        }
    }
}

static void remove_empty_blocks(Unit *u)
{
    for (Block *b = u->entry; b; b = b->next)
        if (b->next)
            b->next = skip_empty(b->next);
    for (Block *b = u->entry; b; b = b->next)
        for (int i = 0; i < b->count; i++)
            if (cfg_is_jump(b->instrs[i].op) || cfg_is_setup(b->instrs[i].op))
                b->instrs[i].target = skip_empty(b->instrs[i].target);
}

static void remove_redundant_jumps(Unit *u)
{
    bool changed = false;
    for (Block *b = u->entry; b; b = b->next) {
        CfgInstr *last = last_instr(b);
        if (last && is_unconditional(last->op) && last->target == b->next) {
            b->no_fallthrough = false;
            make_nop(last);
            changed = true;
        }
    }
    if (changed)
        remove_empty_blocks(u);
}

static Block *copy_block(Compiler *c, Unit *u, Block *from)
{
    Block *b = block_new(c);
    if (c->failed)
        return from;
    (void)u;
    for (int i = 0; i < from->count; i++)
        *block_append(c, b) = from->instrs[i];
    b->exits = from->exits;
    b->no_fallthrough = from->no_fallthrough;
    return b;
}

/* An exit that several jumps share and that has no line gets copies, each with the line
 * of its jump. */
static void duplicate_exits(Compiler *c, Unit *u)
{
    for (Block *b = u->blocks; b && !c->failed; b = b->allocated) {
        CfgInstr *last = last_instr(b);
        if (!last || !cfg_is_jump(last->op))
            continue;
        Block *target = last->target;
        if (!exits_without_line(target) || target->predecessors <= 1)
            continue;
        Block *copy = copy_block(c, u, target);
        if (c->failed)
            return;
        copy->instrs[0].pos = last->pos;
        last->target = copy;
        target->predecessors--;
        copy->predecessors = 1;
        copy->next = target->next;
        target->next = copy;
    }
    for (Block *b = u->blocks; b; b = b->allocated)
        while (b->next && b->next->count == 0)
            b->next = b->next->next;
    for (Block *b = u->blocks; b; b = b->allocated)
        if (!b->no_fallthrough && b->next && b->count && exits_without_line(b->next))
            b->next->instrs[0].pos = last_instr(b)->pos;
}

/* Instructions without a line take that of what surely runs before them. */
static void propagate_lines(Unit *u)
{
    for (Block *b = u->entry; b; b = b->next) {
        if (b->count == 0)
            continue;
        AstPos previous = AST_NO_POS;
        for (int i = 0; i < b->count; i++)
            if (b->instrs[i].pos.lineno < 0)
                b->instrs[i].pos = previous;
            else
                previous = b->instrs[i].pos;
        if (!b->no_fallthrough && b->next && b->next->predecessors == 1 &&
            b->next->instrs[0].pos.lineno < 0)
            b->next->instrs[0].pos = previous;
        CfgInstr *last = last_instr(b);
        if (cfg_is_jump(last->op) && last->target->predecessors == 1 &&
            last->target->instrs[0].pos.lineno < 0)
            last->target->instrs[0].pos = previous;
    }
}

static void guarantee_exit_lines(Unit *u)
{
    int line = u->firstlineno;
    for (Block *b = u->entry; b; b = b->next) {
        CfgInstr *last = last_instr(b);
        if (!last)
            continue;
        if (last->pos.lineno >= 0)
            line = last->pos.lineno;
        else if (last->op == OP_RETURN_VALUE)
            for (int i = 0; i < b->count; i++)
                b->instrs[i].pos = (AstPos){line, -1, line, -1};
    }
}

static void remove_dead_code(Unit *u)
{
    for (Block *b = u->entry; b; b = b->next) {
        if (b->predecessors == 0) {
            b->count = 0;
            b->no_fallthrough = false;
        }
    }
    flow_remove_nops(u);
}

void flow_optimize(Compiler *c, Unit *u)
{
    mark_exits(u);
    extend_blocks(
        c, u); /* before and after threading, as CPython: it shows in the lines */
    for (Block *b = u->entry; b && !c->failed; b = b->next) {
        optimize_block(c, u, b);
        remove_nops(b);
    }
    extend_blocks(c, u);
    mark_reachable(c, u);
    if (c->failed)
        return;
    remove_dead_code(u);
    remove_empty_blocks(u);
    remove_redundant_jumps(u);
    duplicate_exits(c, u);
    propagate_lines(u);
    guarantee_exit_lines(u);
}
