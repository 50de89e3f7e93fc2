/* patch.h - PROBES=patched: instructions replaced in the code objects while somebody
 * listens, as in PEP 669; a design of the laboratory (docs/BENCH.md).
 *
 * Idle code is that of PROBES=none. While a tracer or a callback wants entries, returns
 * or lines, code that is entered, or that runs already, has OP_PATCHED in the place of
 * the instructions that can make such an event, with their operands; which they were
 * stands beside. OP_PATCHED goes to the label `instrumented`, which reports the event
 * and carries out the instruction's general form; all others run, and are specialised,
 * as ever. Code is mended where it is entered next, or at the next of its patches.
 *
 * Rejected: patches on every instruction, which need none of patch.c's analysis, and
 * cost what the gate's instrumented table costs. Not carried: sys.settrace,
 * sys.setprofile and provider minipy, which have the gate's tables here, too; meanwhile
 * no code is patched.
 *
 * A listener that leaves, and one that comes before the loop has noticed the first:
 * what is entered in between is patched when it is entered again.
 *
 * Invariant: of all code that a frame is about to run, the patches are those that are
 * wanted (patch_update, patch_code). In the other builds all of this is nothing. */
#ifndef MINIPY_VM_EVAL_PATCH_H
#define MINIPY_VM_EVAL_PATCH_H

#include "vm/code/code_instr.h"
#include "vm/eval/frame.h"

#if defined MINIPY_PROBES_PATCHED

enum { PATCH_CALLS = 1, PATCH_LINES = 2 };

/* From now on these of PATCH_* are wanted; all code that runs is made to agree. False:
 * none is. */
bool patch_update(MinipyVM *vm, unsigned wanted);

/* Makes code agree with what is wanted. Without memory it stays as it was, and its
 * events are not seen. */
void patch_code(MinipyVM *vm, CodeObj *code);

/* What `instr`, which stands at `place`, was before it was replaced; and code that
 * should have no patch any more is mended. */
Instr patch_look(MinipyVM *vm, CodeObj *code, Instr *place, Instr instr);

#else

enum { PATCH_CALLS = 0, PATCH_LINES = 0 };

static inline bool patch_update(MinipyVM *vm, unsigned wanted)
{
    (void)vm, (void)wanted;
    return false;
}

static inline void patch_code(MinipyVM *vm, CodeObj *code)
{
    (void)vm, (void)code;
}

static inline Instr patch_look(MinipyVM *vm, CodeObj *code, Instr *place, Instr instr)
{
    (void)vm, (void)code, (void)place;
    return instr;
}

#endif
#endif
