/* patch.h - instructions replaced in the code objects while somebody in the process
 * observes calls or lines, as in PEP 669.
 *
 * What is observed has an OP_PATCHED in the place of the instructions that can make
 * such an event (entries, returns, calls, starts of lines), with their operands; which
 * they were stands beside (vm/code/code_instr.h). All others run, and are specialised,
 * as ever, on the plain table, and no other vm of the process learns of it. When the
 * list of observers changes, all code is marked: its entries are replaced, and only
 * when it is entered is it looked at, asked for (probe_takers) and patched; what runs
 * already is looked at at once. A mark stays until then, and patches stay until
 * they were met some times, though the observers have gone: so these come and go at the
 * cost of what was entered meanwhile, however much code there is (vm->codes_left).
 *
 * Kernel tracers and sys.settrace have the loop's other tables (trace.h); a patch there
 * goes to the label `instrumented` like all instructions, and the observers are told by
 * the same functions. With PROBES=patched, a design of the laboratory (docs/BENCH.md),
 * kernel tracers are served by patches, too.
 *
 * Rejected: a table of the loop's own for calls, which all loops of a thread must be
 * brought to and from by a request that stays up; with it every vm of the process went
 * to its slow path at each entry and backward jump (calls 1.25 times, loops 1.7 times
 * as slow). Patches on every instruction, which need none of patch.c's analysis, and
 * cost what the instrumented table costs.
 *
 * Invariant: of all code that a frame is about to run, the patches are those that are
 * wanted, or its entries are marked. */
#ifndef MINIPY_VM_EVAL_PATCH_H
#define MINIPY_VM_EVAL_PATCH_H

#include "vm/code/code_instr.h"
#include "vm/eval/frame.h"

enum { PATCH_CALLS = 1, PATCH_LINES = 2, PATCH_NATIVES = 4, PATCH_MONITOR = 8 };

/* The PATCH_* that these kinds of events need. */
unsigned patches_for(uint64_t kinds);

/* From now on these of PATCH_* are wanted, by others than before. */
void patch_update(MinipyVM *vm, unsigned wanted);

/* The first entry of marked code, which has no patches yet. */
void patch_first_entry(MinipyVM *vm, Frame *f);
/* The frame's ip is behind an OP_PATCHED_ENTRY: reports what there is to report.
 * vm->raised may be set. */
static inline void patch_entry(MinipyVM *vm, Frame *f)
{
    const CodePatches *p = f->code->patches;
    if (likely(p != NULL))
        p->way.entry(vm, f);
    else
        patch_first_entry(vm, f);
}

/* The same behind an OP_PATCHED_RETURN or an OP_PATCHED. Returns the instruction that
 * is to be carried out; OP_REPORTED: the one that was replaced, a call of something in
 * C, which is to be reported; OP_STEPPED: nothing is left to do, the frame goes on
 * where its ip and sp say, or vm->raised is set. `before`: what the ip named before. */
static inline Instr patch_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    const PatchWay *way = &f->code->patches->way;
    if (instr_op(f->ip[-1]) != OP_PATCHED_RETURN)
        return way->step(vm, f, before, sp);
    way->leave(vm, f);
    return instr_make(OP_RETURN_VALUE, 0);
}

/* A call at `at` whose form was for Python functions met something else, and may have
 * been made general: replaces it, and returns the table for this one call. */
const void *const *patch_call_missed(MinipyVM *vm, CodeObj *code, Instr *at, Value *sp);

/* What is wanted of a unit has changed, or of any (-1): replaces anew. */
void patch_write(CodeObj *code, int unit);
/* Each way from an instruction to the next, but for those to handlers. */
void patch_each_way(const CodeObj *code,
                    void (*look)(void *user, uint32_t from, uint32_t to), void *user);

#endif
