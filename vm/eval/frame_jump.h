/* frame_jump.h - assigning to f_lineno from a trace function. */
#ifndef MINIPY_VM_EVAL_FRAME_JUMP_H
#define MINIPY_VM_EVAL_FRAME_JUMP_H

#include "vm/eval/frame.h"

/* Moves the frame to the first instruction of a line, with CPython's checks. -1: error.
 */
int frame_jump(MinipyVM *vm, FrameObj *o, Value lineno);

#endif
