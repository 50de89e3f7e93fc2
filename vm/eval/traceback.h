/* traceback.h - traceback objects. */
#ifndef MINIPY_VM_EVAL_TRACEBACK_H
#define MINIPY_VM_EVAL_TRACEBACK_H

#include "vm/core/vm.h"

/* Adds the running frame to the raised exception's traceback (called by the eval loop).
 */
void traceback_here(MinipyVM *vm, Frame *frame, int lasti, int lineno);
/* The same where C code raised it and no frame has been added yet. */
void traceback_ensure(MinipyVM *vm);

#endif
