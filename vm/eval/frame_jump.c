/* frame_jump.c - assigning to f_lineno: a trace function moves its frame to another
 * line.
 *
 * The jump is allowed when the target's operand stack holds the same kinds of things as
 * a prefix of the present one (CPython's rule: nobody jumps into a loop, a with block
 * or an exception handler). The kinds are found by following the code from its start.
 */
#include "vm/eval/frame_jump.h"

#include "vm/code/code_flow.h"
#include "vm/code/code_instr.h"
#include "vm/numbers/int.h"
#include "vm/eval/trace.h"
#include "vm/memory/mem.h"

/* Kinds of stack cells, three bits each, the top in the low ones; the count in
 * `depth`.
 */
typedef struct StackKinds {
    uint64_t kinds;
    int depth; /* -1: not reached */
} StackKinds;
/* CELL_NULL: may be NULL in CPython (a call being made), so it becomes nothing else. */
enum { CELL_OBJECT, CELL_ITERATOR, CELL_EXCEPT, CELL_LASTI, CELL_NULL };

static void push(StackKinds *s, int kind)
{
    s->kinds = s->kinds << 3 | (uint64_t)kind;
    s->depth++;
}

static void pop(StackKinds *s, int n)
{
    s->kinds = n >= 21 ? 0 : s->kinds >> (3 * n);
    s->depth -= n;
}

static void merge(StackKinds *at, StackKinds s, bool *changed)
{
    if (at->depth >= 0)
        return;
    *at = s;
    *changed = true;
}

/* The kind of the n-th cell from the top, which has the number 1. */
static int peek(StackKinds s, int n)
{
    return n > 21 ? CELL_OBJECT : s.kinds >> (3 * (n - 1)) & 7;
}

static void swap(StackKinds *s, int n)
{
    uint64_t differ = (uint64_t)(peek(*s, 1) ^ peek(*s, n));
    s->kinds ^= n > 21 ? differ : differ | differ << (3 * (n - 1));
}

/* What the stack is after the instruction, when it does not jump. */
static StackKinds after(StackKinds s, Opcode op, uint32_t arg)
{
    int effect = code_stack_effect(op, arg, false);
    switch (op) {
    case OP_GET_ITER:
    case OP_GET_AITER:
        pop(&s, 1);
        push(&s, CELL_ITERATOR);
        return s;
    case OP_PUSH_EXC_INFO:
        pop(&s, 1);
        push(&s, CELL_EXCEPT);
        push(&s, CELL_EXCEPT);
        return s;
    case OP_PUSH_NULL: /* CPython's is below the function */
        pop(&s, 1);
        push(&s, CELL_NULL);
        push(&s, CELL_OBJECT);
        return s;
    case OP_LOAD_METHOD:
    case OP_LOAD_SUPER_METHOD:
        pop(&s, 1 - effect + 1);
        push(&s, CELL_NULL);
        push(&s, CELL_OBJECT);
        return s;
    case OP_COPY: push(&s, peek(s, (int)arg)); return s;
    case OP_SWAP: swap(&s, (int)arg); return s;
    default: break;
    }
    while (effect > 0) {
        push(&s, CELL_OBJECT);
        effect--;
    }
    if (effect < 0)
        pop(&s, -effect);
    if (op == OP_CALL || op == OP_CALL_KW || op == OP_CALL_FUNCTION_EX) {
        pop(&s, 1); /* the result, where the function was */
        push(&s, CELL_OBJECT);
    }
    return s;
}

static void mark_handlers(const CodeObj *c, StackKinds *at, bool *changed)
{
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        StackKinds s = at[h->start];
        if (s.depth < (int)h->depth)
            continue;
        pop(&s, s.depth - (int)h->depth);
        if (h->push_lasti)
            push(&s, CELL_LASTI);
        push(&s, CELL_EXCEPT);
        merge(&at[h->target], s, changed);
    }
}

/* CPython's analysis does not follow the jumps that compare with None: what only these
 * lead to (an else, the handlers of except*) is unreachable to it. */
static bool follows(Opcode op)
{
    switch (op) {
    case OP_POP_JUMP_FORWARD_IF_NONE:
    case OP_POP_JUMP_FORWARD_IF_NOT_NONE:
    case OP_POP_JUMP_BACKWARD_IF_NONE:
    case OP_POP_JUMP_BACKWARD_IF_NOT_NONE: return false;
    default: return opcode_flags[op] & OPF_J;
    }
}

/* Fills at[unit] for every reachable instruction. */
static void mark_stacks(const CodeObj *c, StackKinds *at)
{
    for (uint32_t i = 0; i < c->ninstrs; i++)
        at[i] = (StackKinds){0, -1};
    at[0].depth = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->ninstrs;) {
            Opcode op = opcode_base[instr_op(code_instr(c, i))];
            uint32_t arg = instr_arg(c->instrs[i]), next = i + 1 + opcode_caches[op];
            if (at[i].depth < 0) {
                i = next;
                continue;
            }
            if (follows(op)) {
                StackKinds s = at[i];
                int effect = code_stack_effect(op, arg, true);
                for (; effect > 0; effect--)
                    push(&s, CELL_OBJECT);
                if (effect < 0)
                    pop(&s, -effect);
                merge(&at[opcode_is_backward(op) ? next - arg : next + arg], s,
                      &changed);
            }
            if (!(opcode_flags[op] & OPF_T) && next < c->ninstrs)
                merge(&at[next], after(at[i], op, arg), &changed);
            i = next;
        }
        mark_handlers(c, at, &changed);
    }
}

/* May a frame whose stack is `from` go where it must be `to`? */
static bool compatible(StackKinds from, StackKinds to)
{
    if (to.depth < 0 || to.depth > from.depth)
        return false;
    pop(&from, from.depth - to.depth);
    for (int i = 0; i < to.depth; i++) {
        int f = i < 21 ? from.kinds >> (3 * i) & 7 : CELL_OBJECT;
        int t = i < 21 ? to.kinds >> (3 * i) & 7 : CELL_OBJECT;
        if (t == CELL_OBJECT ? f == CELL_NULL : t != CELL_NULL && f != t)
            return false;
    }
    return true;
}

static const char *why_not(StackKinds from, StackKinds to)
{
    if (from.depth < 0)
        return "can't jump from unreachable code";
    if (to.depth < 0)
        return "can't jump into an exception handler, or code may be unreachable";
    switch (to.kinds & 7) {
    case CELL_EXCEPT:
        return "can't jump into an 'except' block as there's no exception";
    case CELL_LASTI: return "can't jump into a re-raising block as there's no location";
    case CELL_ITERATOR: return "can't jump into the body of a for loop";
    default: return "incompatible stacks";
    }
}

/* At the start of a generator's code its frame moves into a generator. CPython says
 * "incompatible stacks" to a jump there, or makes a second generator and crashes. */
static bool creates_generator(const CodeObj *c, uint32_t unit)
{
    return unit <= c->first_traceable &&
           (c->flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR));
}

/* The first instruction of the wanted line, or of the first line after it: -1 none. */
static int find_target(const CodeObj *c, int wanted, StackKinds from,
                       const StackKinds *at, const char **why)
{
    int best = -1, line = INT32_MAX;
    for (uint32_t i = 0; i < c->nruns; i++) {
        int l = c->runs[i].pos.line;
        if (l >= wanted && l < line)
            line = l;
    }
    *why = NULL;
    if (line == INT32_MAX)
        return -1;
    int last = -2;
    for (uint32_t i = c->first_traceable; i < c->ninstrs;
         i += 1 + opcode_caches[opcode_base[instr_op(code_instr(c, i))]]) {
        int l = code_line(c, i);
        if (l == line && last != line) {
            if (compatible(from, at[i]) && !creates_generator(c, i)) {
                if (best < 0 || at[i].depth > at[best].depth)
                    best = (int)i;
            } else if (!*why) {
                *why = why_not(from, at[i]);
            }
        }
        if (l >= 0) /* what has no line does not come between two of the same */
            last = l;
    }
    return best;
}

static int fail(MinipyVM *vm, const char *text)
{
    error_set(vm, EXC_ValueError, "%s", text);
    return -1;
}

static int check_event(MinipyVM *vm, FrameObj *o)
{
    switch (vm->trace->thread.event) {
    case TRACE_LINE: break;
    case TRACE_CALL: /* also: nothing is being reported */
        return fail(vm, "can't jump from the 'call' trace event of a new frame");
    default: return fail(vm, "can only jump from a 'line' trace event");
    }
    if (!o->trace || o->frame->owner == FRAME_BY_OBJECT ||
        vm->trace->thread.tracing == 0)
        return fail(vm, "f_lineno can only be set by a trace function");
    return 0;
}

/* The code generator proved which locals are bound, along the ordinary ways through the
 * code, and loads those unchecked. A jump is none of these: if anything is unbound, all
 * loads are checked from now on. */
static void mistrust_loads(Frame *f)
{
    for (int i = 0; i < f->code->nlocals; i++)
        if (!f->fast[i]) {
            code_check_loads(f->code);
            return;
        }
}

/* ---- is it safe? ----------------------------------------------------------------- */

typedef struct Landing {
    FlowVisitor visitor;
    bool sound;
} Landing;

static int look(FlowVisitor *v, const CodeFlow *flow, uint32_t unit)
{
    Landing *l = (Landing *)v;
    l->sound = l->sound && code_flow_is_proven(flow, unit);
    return 0;
}

/* CPython's kinds tell iterators and exceptions apart and nothing else: a list being
 * built is an object to it. With the jump as one way more through the code, would every
 * instruction still find what it takes on trust? 1, 0, or -1: out of memory. */
static int is_safe(MinipyVM *vm, const CodeObj *c, uint32_t from, uint32_t to,
                   uint32_t depth)
{
    Instr *instrs = mem_alloc(vm, c->ninstrs * sizeof *instrs); /* without patches */
    if (!instrs)
        return -1;
    for (uint32_t i = 0; i < c->ninstrs; i++)
        instrs[i] = c->instrs[i];
    for (uint32_t i = 0; i < c->ninstrs;) {
        instrs[i] = code_instr(c, i);
        i += 1u + opcode_caches[opcode_base[instr_op(instrs[i])]];
    }
    CodeParts p = {.nlocalsplus = c->nlocalsplus,
                   .nlocals = c->nlocals,
                   .nfree = c->nfree,
                   .flags = c->flags,
                   .ninstrs = c->ninstrs,
                   .instrs = instrs,
                   .nhandlers = c->nhandlers,
                   .handlers = c->handlers,
                   .consts = c->consts,
                   .names = c->names,
                   .localspluskinds = c->localspluskinds};
    Landing l = {{.visit = look, .jumps = true, .from = from, .to = to, .depth = depth},
                 true};
    int32_t deepest;
    int r = code_flow_run(vm, &p, &l.visitor, &deepest);
    mem_free(vm, instrs);
    return r > 0 ? l.sound : r;
}

/* ---- the jump -------------------------------------------------------------------- */

/* Cuts the stack. What is handled is what was handled outside of the blocks left. */
static void unwind(MinipyVM *vm, Frame *f, StackKinds kinds, int depth)
{
    for (; f->sp > frame_operands(f) + depth; pop(&kinds, 1)) {
        Value v = *--f->sp;
        bool handled = (kinds.kinds & 7) == CELL_EXCEPT &&
                       (v == VALUE_NONE || value_is_exception(v)); /* SWAP moves them */
        if (handled)
            value_set_steal(vm, &vm->handled->value, v);
        else
            value_xdecref(vm, v);
    }
}

int frame_jump(MinipyVM *vm, FrameObj *o, Value lineno)
{
    if (!lineno) {
        error_set(vm, EXC_AttributeError, "cannot delete attribute");
        return -1;
    }
    if (!value_is_int_imm(lineno))
        return fail(vm, "lineno must be an integer");
    if (check_event(vm, o) < 0)
        return -1;
    Frame *f = o->frame;
    CodeObj *c = f->code;
    int64_t line = value_imm(lineno);
    if (line < c->firstlineno) {
        error_set(vm, EXC_ValueError, "line %ld comes before the current code block",
                  (long)line);
        return -1;
    }
    StackKinds *at = mem_alloc(vm, c->ninstrs * sizeof *at);
    if (!at)
        return -1;
    mark_stacks(c, at);
    int unit = frame_unit(f);
    const char *why;
    int target =
        find_target(c, (int)(line > INT32_MAX ? INT32_MAX : line), at[unit], at, &why);
    int depth = target >= 0 ? at[target].depth : 0;
    StackKinds kinds = at[unit];
    mem_free(vm, at);
    if (target < 0) {
        if (why)
            return fail(vm, why);
        error_set(vm, EXC_ValueError, "line %ld comes after the current code block",
                  (long)line);
        return -1;
    }
    int safe = is_safe(vm, c, (uint32_t)unit, (uint32_t)target, (uint32_t)depth);
    if (safe <= 0)
        return safe < 0 ? -1 : fail(vm, "incompatible stacks");
    unwind(vm, f, kinds, depth);
    mistrust_loads(f);
    f->ip = c->instrs + target;
    f->jumped = 1;
    o->lineno = code_line(c, (uint32_t)target);
    return 0;
}
