/* patch.c - PROBES=patched: which instructions are replaced, and the replacing
 * (patch.h).
 *
 * Entries and returns: RESUME, RETURN_VALUE and YIELD_VALUE. Lines: whether an
 * instruction begins one depends on the one before it (trace.c), so the ways from one
 * to the next are looked at beforehand, and every end of one that changes the line or
 * goes backward is replaced. Which way it was, the frame knows: its ip is stored by
 * each patch, and by backward jumps while somebody listens, so what it names lies on
 * the line that ran last.
 */
#include "vm/eval/patch.h"

#if defined MINIPY_PROBES_PATCHED

#include "vm/core/hooks.h"
#include "vm/eval/specialize.h"
#include "vm/eval/trace.h"

typedef struct PatchUnit {
    bool starts; /* some way to it may begin a line */
    uint8_t op;  /* what was replaced */
} PatchUnit;

struct CodePatches {
    unsigned events; /* PATCH_* that the code has now */
    PatchUnit units[];
};

static CodePatches **patches_of(const CodeObj *code)
{
    return &((PatchedCode *)(uintptr_t)code)->patches;
}

Opcode patch_opcode(const CodeObj *code, uint32_t unit)
{
    return (Opcode)(*patches_of(code))->units[unit].op;
}

/* ---- what is to be replaced ------------------------------------------------------ */

static Opcode base_of(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

/* begins_line() in trace.c is the rule; here what has no line starts one, too, or the
 * frame would name an older line behind it. */
static void look_at_way(CodeObj *code, uint32_t from, uint32_t to)
{
    if (from <= code->first_traceable || to < from ||
        code_line(code, to) != code_line(code, from))
        (*patches_of(code))->units[to].starts = true;
}

/* All ways from an instruction to the next; those of exceptions change the line. */
static void find_starts(CodeObj *code)
{
    for (uint32_t i = 0; i < code->ninstrs;) {
        Opcode op = base_of(code, i);
        uint32_t arg = instr_arg(code->instrs[i]), next = i + 1 + opcode_caches[op];
        if (opcode_flags[op] & OPF_J)
            look_at_way(code, i, opcode_is_backward(op) ? next - arg : next + arg);
        if (!(opcode_flags[op] & OPF_T) && next < code->ninstrs)
            look_at_way(code, i, next);
        i = next;
    }
    for (uint32_t i = 0; i < code->nhandlers; i++)
        (*patches_of(code))->units[code->handlers[i].target].starts = true;
}

static bool has_patches(MinipyVM *vm, CodeObj *code)
{
    if (*patches_of(code))
        return true;
    *patches_of(code) =
        mem_calloc(vm, sizeof(CodePatches) + code->ninstrs * sizeof(PatchUnit));
    if (!*patches_of(code)) {
        error_clear(vm);
        return false;
    }
    find_starts(code);
    return true;
}

static bool is_wanted(const CodeObj *code, uint32_t unit, unsigned wanted)
{
    switch (base_of(code, unit)) {
    case OP_RESUME:
    case OP_RETURN_VALUE:
    case OP_YIELD_VALUE: return true;
    default:
        return (wanted & PATCH_LINES) && unit > code->first_traceable &&
               (*patches_of(code))->units[unit].starts;
    }
}

/* Does the specialised form at `unit` carry out, too, one that is to be replaced? It
 * may be that of the one or two behind it, if these are of its line. */
static bool hides_one(const CodeObj *code, uint32_t unit, unsigned wanted)
{
    if (instr_op(code->instrs[unit]) == base_of(code, unit))
        return false;
    int line = code_line(code, unit);
    for (int turn = 0; turn < 2; turn++) {
        unit += 1u + opcode_caches[base_of(code, unit)];
        if (unit >= code->ninstrs || code_line(code, unit) != line)
            return false;
        if (is_wanted(code, unit, wanted))
            return true;
    }
    return false;
}

/* ---- replacing ------------------------------------------------------------------- */

static void put_on(CodeObj *code, unsigned wanted)
{
    code_quicken(code); /* or it would be done later, over the patches */
    for (uint32_t i = 0; i < code->ninstrs;) {
        Instr *at = &code->instrs[i];
        Opcode op = base_of(code, i);
        if (is_wanted(code, i, wanted) || hides_one(code, i, wanted)) {
            (*patches_of(code))->units[i].op = (uint8_t)instr_op(*at);
            *at = instr_make(OP_PATCHED, instr_arg(*at));
        }
        i += 1u + opcode_caches[op];
    }
    (*patches_of(code))->events = wanted;
}

static void take_off(CodeObj *code)
{
    for (uint32_t i = 0; i < code->ninstrs;) {
        Opcode op = base_of(code, i);
        code->instrs[i] = code_instr(code, i);
        i += 1u + opcode_caches[op];
    }
    (*patches_of(code))->events = 0;
}

void patch_code(MinipyVM *vm, CodeObj *code)
{
    unsigned wanted = code->stand_in ? 0 : vm->trace->patches;
    if ((*patches_of(code) ? (*patches_of(code))->events : 0) == wanted)
        return;
    if (!has_patches(vm, code))
        return;
    take_off(code);
    if (wanted != 0)
        put_on(code, wanted);
}

bool patch_update(MinipyVM *vm, unsigned wanted)
{
    struct TraceState *t = vm->trace;
    if (t->patches != wanted) {
        t->patches = wanted;
        t->patch_changes++;
    }
    if (t->thread.patch_changes != t->patch_changes) {
        t->thread.patch_changes = t->patch_changes;
        for (Frame *f = vm->frame; f; f = f->prev)
            patch_code(vm, f->code);
    }
    return wanted != 0;
}

/* ---- at a patch ------------------------------------------------------------------ */

/* What is carried out is not specialised, or the form would be put over the patch. */
static void put_off_specialising(Opcode op, Instr *place)
{
    if (opcode_caches[op] != 0)
        place[1] = SPECIALIZE_LATER;
}

Instr patch_look(MinipyVM *vm, CodeObj *code, Instr *place, Instr instr)
{
    patch_code(vm, code);
    if (instr_op(instr) != OP_PATCHED)
        return instr;
    Instr whole = code_instr(code, (uint32_t)(place - code->instrs));
    put_off_specialising((Opcode)opcode_base[instr_op(whole)], place);
    return whole;
}

#endif
