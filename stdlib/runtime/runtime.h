/* runtime.h - what the start and the end of a vm ask of this room. */
#ifndef MINIPY_STDLIB_RUNTIME_RUNTIME_H
#define MINIPY_STDLIB_RUNTIME_RUNTIME_H

#include "vm/core/vm.h"

/* site.c: exit, quit, help, copyright, credits, license. */
int site_builtins_add(MinipyVM *vm);
/* atexit.c: runs and forgets the registered functions. */
void atexit_run(MinipyVM *vm);
void faulthandler_fini(MinipyVM *vm); /* faulthandler.c: takes its handlers away */

#endif
