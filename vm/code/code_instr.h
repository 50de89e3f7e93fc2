/* The instructions of a code object, as they were before any was replaced: with
 * PROBES=patched some may be (vm/eval/patch.h), in the other builds none is. */
#ifndef MINIPY_VM_CODE_CODE_INSTR_H
#define MINIPY_VM_CODE_CODE_INSTR_H

#include "vm/code/code.h"

#if defined MINIPY_PROBES_PATCHED

typedef struct CodePatches CodePatches; /* vm/eval/patch.c */

/* What each code object is in that build; most files know its first part alone. */
typedef struct PatchedCode {
    CodeObj code;
    CodePatches *patches; /* what stands for what; NULL: nothing was ever replaced */
} PatchedCode;
#define CODE_SIZE sizeof(PatchedCode)

/* What was replaced at `unit`, where something is. */
Opcode patch_opcode(const CodeObj *code, uint32_t unit);

static inline void code_patches_free(MinipyVM *vm, CodeObj *code)
{
    mem_free(vm, ((PatchedCode *)code)->patches);
}

/* The instruction at `unit`, in the form that it has now, or had. */
static inline Instr code_instr(const CodeObj *code, uint32_t unit)
{
    Instr instr = code->instrs[unit];
    return instr_op(instr) != OP_PATCHED
               ? instr
               : instr_make(patch_opcode(code, unit), instr_arg(instr));
}

#else

#define CODE_SIZE sizeof(CodeObj)

static inline void code_patches_free(MinipyVM *vm, CodeObj *code)
{
    (void)vm, (void)code;
}

static inline Instr code_instr(const CodeObj *code, uint32_t unit)
{
    return code->instrs[unit];
}

#endif
#endif
