/* observe.h - what observers of the markers (probes/event.h) are told of the frames of
 * a vm: the functions of its ProbeHost. */
#ifndef MINIPY_VM_EVAL_OBSERVE_H
#define MINIPY_VM_EVAL_OBSERVE_H

#include "vm/eval/frame.h"

/* What observers know of code, which `func` runs; it is made when it is asked for
 * first. NULL: no memory. */
const ProbeCode *observe_code(MinipyVM *vm, CodeObj *code, const FuncObj *func);

/* Events of a frame, for observers of its code: entry, return (with the way out), and
 * the line that `unit` may begin, where f's ip names it now and named `prev` before.
 * Patches bring the loop here, and the other tables (trace.c). What is raised stays. */
void observe_entry(MinipyVM *vm, Frame *f);
void observe_return(MinipyVM *vm, Frame *f, ProbeExit how);
void observe_line(MinipyVM *vm, Frame *f, int prev, int unit);

/* As ProbeHost has them; vm is a MinipyVM, frame a Frame. */
bool observe_place(void *vm, const void *frame, ProbeFrame *at);
size_t observe_stack(void *vm, ProbeFrame *frames, size_t most, bool lines);
void observe_changed(void *vm);

#endif
