/* patch.c - PROBES=patched: which instructions are replaced, and the replacing
 * (patch.h).
 *
 * Entries and returns: RESUME, RETURN_VALUE and YIELD_VALUE. Lines: whether an
 * instruction begins one depends on the one before it (trace.c), so the ways from one
 * to the next are looked at beforehand. Where each of them begins a line, or none does,
 * nothing needs to be known when it runs; where some do, those in front of it are
 * replaced as well, and leave in frame->ip where they are. A way out of an exception
 * has left it there already.
 */
#include "vm/eval/patch.h"

#if PROBES_PATCHED

#include "vm/core/hooks.h"
#include "vm/eval/specialize.h"
#include "vm/eval/trace.h"

/* What is known of a unit beforehand, bits. */
enum {
    BEGINS = 1,    /* some way to it begins a line */
    CONTINUES = 2, /* some way does not */
    NOTED = 4,     /* what follows must know that it ran */
};

typedef struct PatchUnit {
    uint8_t how;
    uint8_t op; /* what was replaced */
} PatchUnit;

struct CodePatches {
    unsigned events; /* PATCH_* that the code has now */
    PatchUnit units[];
};

Opcode patch_opcode(const CodeObj *code, uint32_t unit)
{
    return (Opcode)code->patches->units[unit].op;
}

/* ---- what is to be replaced ------------------------------------------------------ */

typedef void Way(const CodeObj *code, PatchUnit *units, uint32_t from, uint32_t to);

static Opcode base_of(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

/* The rule of begins_line() in trace.c. */
static void look_at_way(const CodeObj *code, PatchUnit *units, uint32_t from,
                        uint32_t to)
{
    int line = code_line(code, to);
    bool back = to < from && base_of(code, to) != OP_SEND;
    bool begins = line != -1 && (from <= code->first_traceable || back ||
                                 line != code_line(code, from));
    units[to].how |= begins ? BEGINS : CONTINUES;
}

static void note_way(const CodeObj *code, PatchUnit *units, uint32_t from, uint32_t to)
{
    (void)code;
    if ((units[to].how & BEGINS) && (units[to].how & CONTINUES))
        units[from].how |= NOTED;
}

/* All ways from an instruction to the next, but for those of exceptions. */
static void each_way(const CodeObj *code, PatchUnit *units, Way *way)
{
    for (uint32_t i = 0; i < code->ninstrs;) {
        Opcode op = base_of(code, i);
        uint32_t arg = instr_arg(code->instrs[i]), next = i + 1 + opcode_caches[op];
        if (opcode_flags[op] & OPF_J)
            way(code, units, i, opcode_is_backward(op) ? next - arg : next + arg);
        if (!(opcode_flags[op] & OPF_T) && next < code->ninstrs)
            way(code, units, i, next);
        i = next;
    }
}

static CodePatches *find_patches(MinipyVM *vm, CodeObj *code)
{
    CodePatches *p = mem_calloc(vm, sizeof *p + code->ninstrs * sizeof(PatchUnit));
    if (!p) {
        error_clear(vm);
        return NULL;
    }
    each_way(code, p->units, look_at_way);
    for (uint32_t i = 0; i < code->nhandlers; i++)
        p->units[code->handlers[i].target].how |= BEGINS | CONTINUES;
    each_way(code, p->units, note_way);
    return p;
}

static bool is_wanted(const CodeObj *code, uint32_t unit, unsigned wanted)
{
    switch (base_of(code, unit)) {
    case OP_RESUME:
    case OP_RETURN_VALUE:
    case OP_YIELD_VALUE: return true;
    default:
        return (wanted & PATCH_LINES) && unit > code->first_traceable &&
               (code->patches->units[unit].how & (BEGINS | NOTED));
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
            code->patches->units[i].op = (uint8_t)instr_op(*at);
            *at = instr_make(OP_PATCHED, instr_arg(*at));
        }
        i += 1u + opcode_caches[op];
    }
    code->patches->events = wanted;
}

static void take_off(CodeObj *code)
{
    for (uint32_t i = 0; i < code->ninstrs;) {
        Opcode op = base_of(code, i);
        code->instrs[i] = code_instr(code, i);
        i += 1u + opcode_caches[op];
    }
    code->patches->events = 0;
}

void patch_code(MinipyVM *vm, CodeObj *code)
{
    unsigned wanted = code->stand_in ? 0 : vm->trace->patches;
    if ((code->patches ? code->patches->events : 0) == wanted)
        return;
    if (!code->patches && !(code->patches = find_patches(vm, code)))
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

int patch_prev(const CodeObj *code, int unit, int prev)
{
    if (!code->patches || code->patches->events == 0)
        return prev;
    uint8_t how = code->patches->units[unit].how;
    if (!(how & BEGINS))
        return unit;
    return how & CONTINUES ? prev : -1;
}

#endif
