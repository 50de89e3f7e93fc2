/* code_verify.c - proves of packed code that a program hands in (marshal.loads) that it
 * cannot crash, as wordcode_parse.c does of CPython's words.
 *
 * First its tables: numbers that fit together, whole instructions with empty caches,
 * jumps and handlers that lead to instructions. Then code_flow.c follows it. Rejected:
 * to do so for cached files as well. Who may write there may write the source, and of
 * argparse.py it takes 4.4 million instructions where unpacking takes 1.2.
 */
#include "vm/code/code_verify.h"

#include "vm/code/code_flow.h"
#include "vm/containers/tuple.h"
#include "vm/text/str.h"

static bool are_interned(Value v)
{
    if (!value_is_tuple(v))
        return false;
    for (int64_t i = 0; i < tuple_size(v); i++) {
        Value name = tuple_get_borrow(v, i);
        if (!value_is_str(name) || !str_is_interned(name))
            return false;
    }
    return true;
}

bool code_parts_fit(const CodeParts *p)
{
    return value_is_tuple(p->consts) && are_interned(p->names) &&
           are_interned(p->localsplusnames) &&
           tuple_size(p->localsplusnames) == p->nlocalsplus &&
           value_is_str(p->filename) && value_is_str(p->name) &&
           value_is_str(p->qualname);
}

/* ---- tables ---------------------------------------------------------------------- */

/* Locals, some of which may be cells; then cells; then free variables. */
static bool kind_fits(const CodeParts *p, int32_t i)
{
    unsigned kind = p->localspluskinds[i];
    if (i < p->nlocals)
        return (kind & ~(unsigned)LOCAL_CELL) == LOCAL_PLAIN;
    return kind == (i < p->nlocalsplus - p->nfree ? LOCAL_CELL : LOCAL_FREE);
}

static bool numbers_fit(const CodeParts *p)
{
    int64_t params = (int64_t)p->argcount + p->kwonlyargcount +
                     !!(p->flags & CO_VARARGS) + !!(p->flags & CO_VARKEYWORDS);
    if (p->posonlyargcount < 0 || p->argcount < p->posonlyargcount ||
        p->kwonlyargcount < 0 || params > p->nlocals || p->nlocals > p->nlocalsplus ||
        p->nfree < 0 || p->nfree > p->nlocalsplus - p->nlocals || p->ninstrs == 0 ||
        p->ninstrs > INSTR_ARG_MAX)
        return false;
    int32_t ncells = 0;
    for (int32_t i = 0; i < p->nlocalsplus; i++) {
        if (!kind_fits(p, i))
            return false;
        ncells += (p->localspluskinds[i] & LOCAL_CELL) != 0;
    }
    return ncells == p->ncells;
}

static bool position_fits(const CodePosition *pos)
{
    return pos->line >= -1 && pos->end_line >= -1 && pos->col >= -1 &&
           pos->end_col >= -1;
}

static bool runs_fit(const CodeParts *p)
{
    for (uint32_t i = 0; i < p->nruns; i++)
        if (p->runs[i].start >= RUN_START(p->ninstrs) ||
            (i && p->runs[i].start <= p->runs[i - 1].start) ||
            !position_fits(&p->runs[i].pos))
            return false;
    return true;
}

/* One that the compiler makes, whole, its caches empty. Also where nothing leads to it:
 * what specialises instructions looks at all. */
static bool instr_fits(const CodeParts *p, uint32_t unit)
{
    Opcode op = instr_op(p->instrs[unit]);
    if (op >= OP_COUNT || opcode_base[op] != op || op == OP_CHECK ||
        op == OP_ORDER_CALL || !code_operand_fits(p, op, instr_arg(p->instrs[unit])))
        return false;
    uint32_t caches = opcode_caches[op];
    if (caches >= p->ninstrs - unit)
        return false;
    for (uint32_t i = 1; i <= caches; i++)
        if (p->instrs[unit + i])
            return false;
    return true;
}

static bool jump_fits(const CodeParts *p, const bool *begins, uint32_t unit)
{
    Opcode op = instr_op(p->instrs[unit]);
    int64_t arg = instr_arg(p->instrs[unit]),
            next = (int64_t)unit + 1 + opcode_caches[op];
    int64_t to = opcode_is_backward(op) ? next - arg : next + arg;
    return !(opcode_flags[op] & OPF_J) || (to >= 0 && to < p->ninstrs && begins[to]);
}

/* begins[unit]: an instruction begins there, and not inside another's caches. */
static bool instrs_fit(const CodeParts *p, bool *begins)
{
    Opcode last = OP_NOP;
    for (uint32_t i = 0; i < p->ninstrs; i += 1u + opcode_caches[last]) {
        last = instr_op(p->instrs[i]);
        begins[i] = true;
        if (!instr_fits(p, i))
            return false;
    }
    for (uint32_t i = 0; i < p->ninstrs; i++)
        if (begins[i] && !jump_fits(p, begins, i))
            return false;
    return opcode_flags[last] & OPF_T;
}

static bool handlers_fit(const CodeParts *p, const bool *begins)
{
    for (uint32_t i = 0; i < p->nhandlers; i++) {
        const CodeHandler *h = &p->handlers[i];
        if (h->start >= h->end || h->end > p->ninstrs || h->target >= p->ninstrs ||
            !begins[h->target] || (i && h->start < p->handlers[i - 1].end))
            return false;
    }
    return true;
}

/* ---- what the code does ---------------------------------------------------------- */

typedef struct Proof {
    FlowVisitor visitor;
    bool proven, bound;
} Proof;

static int look(FlowVisitor *v, const CodeFlow *flow, uint32_t unit)
{
    Proof *proof = (Proof *)v;
    proof->proven = proof->proven && code_flow_is_proven(flow, unit);
    proof->bound = proof->bound && code_flow_is_bound(flow, unit);
    return 0;
}

int code_verify(MinipyVM *vm, CodeParts *p, bool *checks_loads)
{
    if (!numbers_fit(p) || !runs_fit(p))
        return 0;
    bool *begins = mem_calloc(vm, p->ninstrs);
    if (!begins)
        return -1;
    Proof proof = {{.visit = look}, true, true};
    int ok = instrs_fit(p, begins) && handlers_fit(p, begins);
    mem_free(vm, begins);
    if (ok)
        ok = code_flow_run(vm, p, &proof.visitor, &p->stacksize);
    *checks_loads = !proof.bound;
    return ok > 0 ? proof.proven : ok;
}
