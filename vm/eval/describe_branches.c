/* describe_branches.c - where control can go from each line that branches, for who
 * observes which way it took (probes/views/branches.h).
 *
 * From both sides of each conditional jump the code is followed to the next instruction
 * that begins a line, as trace.c's rule has it, or to a return. What an exception does
 * is no branch. Read next: describe.c.
 */
#include "vm/code/code_instr.h"
#include "vm/eval/describe.h"
#include "vm/memory/mem.h"

typedef struct Follower {
    const CodeObj *code;
    uint32_t *seen; /* owned; by unit: the jump from which it was last reached */
    uint32_t jump;  /* followed now: its unit + 1 */
    DescribeLine *put;
    void *user;
} Follower;

static Opcode base_at(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

static uint32_t next_of(const CodeObj *code, uint32_t unit)
{
    return unit + 1 + opcode_caches[base_at(code, unit)];
}

static uint32_t target_of(const CodeObj *code, uint32_t unit)
{
    uint32_t arg = instr_arg(code->instrs[unit]), next = next_of(code, unit);
    return opcode_is_backward(base_at(code, unit)) ? next - arg : next + arg;
}

/* A wait for another generator is none of the program's decisions. */
static bool is_branch(Opcode op)
{
    return (opcode_flags[op] & OPF_J) && !(opcode_flags[op] & OPF_T) && op != OP_SEND;
}

/* begins_line() in trace.c is the rule. */
static bool begins_line(const CodeObj *code, uint32_t from, uint32_t to)
{
    int line = code_line(code, to);
    return line > 0 && (line != code_line(code, from) ||
                        (to < from && base_at(code, to) != OP_SEND));
}

static void follow(Follower *f, uint32_t from, uint32_t to)
{
    const CodeObj *code = f->code;
    int line = code_line(code, f->jump - 1);
    while (to < code->ninstrs && f->seen[to] != f->jump) {
        if (begins_line(code, from, to)) {
            f->put(f->user, NULL, line, code_line(code, to));
            return;
        }
        Opcode op = base_at(code, to);
        f->seen[to] = f->jump;
        from = to;
        if (op == OP_RETURN_VALUE)
            f->put(f->user, NULL, line, 0);
        if (is_branch(op))
            follow(f, from, target_of(code, from));
        if ((opcode_flags[op] & OPF_T) && !(opcode_flags[op] & OPF_J))
            return;
        to = (opcode_flags[op] & OPF_T) || op == OP_SEND ? target_of(code, from)
                                                         : next_of(code, from);
    }
}

void describe_branches(MinipyVM *vm, const CodeObj *code, DescribeLine *put, void *user)
{
    Follower f = {.code = code, .put = put, .user = user};
    f.seen = mem_calloc_cache(vm, code->ninstrs * sizeof *f.seen);
    for (uint32_t unit = 0; f.seen && unit < code->ninstrs;
         unit = next_of(code, unit)) {
        if (unit <= code->first_traceable || !is_branch(base_at(code, unit)) ||
            code_line(code, unit) <= 0)
            continue;
        f.jump = unit + 1;
        follow(&f, unit, next_of(code, unit));
        follow(&f, unit, target_of(code, unit));
    }
    mem_free(vm, f.seen);
}
