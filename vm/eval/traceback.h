/* traceback.h - traceback objects. */
#ifndef MINIPY_VM_EVAL_TRACEBACK_H
#define MINIPY_VM_EVAL_TRACEBACK_H

#include "vm/core/vm.h"

/* Adds the running frame to the raised exception's traceback (called by the eval loop).
 */
void traceback_here(MinipyVM *vm, Frame *frame, int lasti, int lineno);
/* The same where C code raised it and no frame has been added yet. */
void traceback_ensure(MinipyVM *vm);
/* A finished frame of an empty function of that name and file, in that line: for what
 * is a function in CPython and in C here, or in C there too. New. */
Value traceback_frame(MinipyVM *vm, Value name, Value file, Value globals, int line);
/* Adds one to the raised exception's traceback: it came through C code that says so. */
void traceback_add(MinipyVM *vm, const char *name, const char *file, int line);

#endif
