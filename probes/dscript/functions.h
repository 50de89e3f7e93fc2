/* The functions of D: what they take and give, and which file evaluates them. */
#ifndef MINIPY_PROBES_DSCRIPT_FUNCTIONS_H
#define MINIPY_PROBES_DSCRIPT_FUNCTIONS_H

#include "probes/dscript/script.h"

struct DFunction {
    const char *name;
    /* A letter for each argument: N a number, T a string, ? a number or a string, +
     * either or a stack, @ an aggregation; those behind | may be left out. "..." is
     * checked by its own. */
    const char *takes;
    DType type; /* of the result */
    DNumberOf *number_of;
    DTextOf *text_of;
    bool records; /* it prints */
};

/* ---- functions of strings and numbers (functions.c), actions (actions.c) ---- */

DNumberOf daction_printf, daction_printa, daction_trace, daction_print, daction_exit;
DNumberOf daction_clear, daction_trunc, daction_normalize, daction_denormalize;
DNumberOf dfunction_stack_depth;

/* A frame of a stack: the text of ustack() is an array of them. */
typedef struct DFrame {
    const ProbeCode *code;
    int64_t line;
} DFrame;

#endif
