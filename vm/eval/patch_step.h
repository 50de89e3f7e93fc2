/* patch_step.h - what patch.c, which replaces instructions, and patch_step.c, which is
 * called at what was replaced, know of each other. Others include patch.h.
 *
 * Who takes the events of a code object is known when its patches are made. So each has
 * a way of its own (CodePatches.way), whose functions do not ask again: one for an
 * exact profile that is alone, one for a ring, one for any other observer that is
 * alone, and one for all else, to which the others turn where there is more to tell
 * just now. */
#ifndef MINIPY_VM_EVAL_PATCH_STEP_H
#define MINIPY_VM_EVAL_PATCH_STEP_H

#include "vm/eval/patch.h"

/* The way for code whose takers are known, and who is alone told by it. */
PatchWay patch_way(MinipyVM *vm, CodeObj *code);
extern const PatchWay patch_idle_way;

/* Makes code, which `func` runs, agree with what is wanted. Without memory it stays as
 * it was, and its events are not seen. */
void patch_code(MinipyVM *vm, CodeObj *code, const FuncObj *func);
/* All observers have heard enough: flag is PATCH_SILENT_CALL or PATCH_SILENT_LINE. */
void patch_silence(CodeObj *code, int unit, unsigned flag);
/* Replaces one anew, by what its form is now and who wants it. */
void patch_write_unit(CodeObj *code, uint32_t unit);
/* Does the form `op` at `unit` carry out, too, one that is to be replaced? */
bool patch_hides_one(const CodeObj *code, uint32_t unit, Opcode op);
/* The form that carries out nothing but the instruction of that general form. RESUME
 * asks for forms anew until it has another. */
static inline Opcode patch_plain_form(Opcode base)
{
    return base == OP_RESUME ? OP_RESUME_QUICK : base;
}
/* Is a call in that form to be asked whether it calls something in C? */
bool patch_asks_for_natives(const CodeObj *code, Opcode op);

static inline PatchUnit *patch_unit(const CodeObj *code, uint32_t unit)
{
    return &code->patches->units[unit];
}

static inline bool patch_is_call(Opcode base)
{
    return base == OP_CALL || base == OP_CALL_KW || base == OP_CALL_FUNCTION_EX;
}

#endif
