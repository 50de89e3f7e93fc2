/* The instructions of a code object, as they were before any was replaced, and the list
 * of a vm's code objects. Some instructions are replaced while somebody observes calls
 * or lines (vm/eval/patch.h). */
#ifndef MINIPY_VM_CODE_CODE_INSTR_H
#define MINIPY_VM_CODE_CODE_INSTR_H

#include "vm/code/code.h"

enum {
    PATCH_ON = 1,           /* OP_PATCHED* stands there */
    PATCH_PLAIN = 2,        /* its general form is to run, or stands there */
    PATCH_STARTS = 4,       /* some way to it begins a line */
    PATCH_STAYS = 8,        /* some way to it does not */
    PATCH_BACK = 16,        /* jumps backward, and stays in its line */
    PATCH_SILENT_CALL = 32, /* all who want that entry or return have heard enough */
    PATCH_SILENT_LINE = 64, /* likewise the line that it begins */
    PATCH_ALONE = 128,      /* there is nothing to do but to report a line, or a call */
};

typedef struct PatchUnit {
    uint8_t op;    /* what was replaced */
    uint8_t flags; /* PATCH_* */
} PatchUnit;

/* What the loop calls at patches, by who takes the events (vm/eval/patch_step.h). */
typedef struct PatchWay {
    void (*entry)(MinipyVM *vm, struct Frame *f); /* at OP_PATCHED_ENTRY */
    void (*leave)(MinipyVM *vm, struct Frame *f); /* at OP_PATCHED_RETURN */
    Instr (*step)(MinipyVM *vm, struct Frame *f, const Instr *before, Value *sp);
} PatchWay;

struct CodePatches {
    PatchWay way;
    union {                      /* who alone is told, where the way is for one: */
        CallTimes *const *times; /* where an exact profile counts */
        const ProbeSlot *sole;
        void *ring;
    };
    ProbeTakers takers; /* the observers who want its events */
    unsigned wanted;    /* PATCH_* of patch.h */
    bool history;       /* what ran last must be known at each start of a line */
    bool silenced;      /* some unit is PATCH_SILENT_* */
    uint8_t idle;       /* 0; or left from observers who have gone: tells nothing, and
                           is taken off when it was met so often */
    PatchUnit units[];
};

/* What a patch at `unit` stands for; without patches only entries are marked. */
static inline Opcode code_replaced(const CodeObj *code, uint32_t unit)
{
    return code->patches     ? (Opcode)code->patches->units[unit].op
           : code->quickened ? OP_RESUME_QUICK
                             : OP_RESUME;
}

/* The instruction at `unit`, in the form that it has now, or had. */
static inline Instr code_instr(const CodeObj *code, uint32_t unit)
{
    Instr instr = code->instrs[unit];
    return !instr_is_patch(instr)
               ? instr
               : instr_make(code_replaced(code, unit), instr_arg(instr));
}

/* Replaces the instructions at which the code, which has no patches, is entered, so
 * that the loop looks at it before it runs; and undoes it, where that is so. */
void code_mark_entries(CodeObj *code);
void code_unmark_entries(MinipyVM *vm, CodeObj *code);
/* It is looked at when observers change (vm->codes_left). */
void code_to_front(MinipyVM *vm, CodeObj *code);

#endif
