/* observe.h - what observers of the markers (probes/event.h) are told of the frames of
 * a vm: the functions of its ProbeHost. */
#ifndef MINIPY_VM_EVAL_OBSERVE_H
#define MINIPY_VM_EVAL_OBSERVE_H

#include "vm/eval/frame.h"

/* What observers know of code, which `func` runs; it is made when it is asked for
 * first. NULL: no memory. */
const ProbeCode *observe_code(MinipyVM *vm, CodeObj *code, const FuncObj *func);

/* As ProbeHost has them; vm is a MinipyVM, frame a Frame. */
bool observe_place(void *vm, const void *frame, ProbeFrame *at);
size_t observe_stack(void *vm, ProbeFrame *frames, size_t most);

#endif
