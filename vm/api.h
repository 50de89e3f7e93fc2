/* api.h - between api.c and api_run.c, and the doors of the standard streams. */
#ifndef MINIPY_VM_API_H
#define MINIPY_VM_API_H

#include "minipy.h"
#include "vm/vm.h"

/* api_run.c: sys.argv, sys.path, the streams, signals, __main__. -1: failure. */
int program_init(MinipyVM *vm, const MinipyConfig *config);
/* What must happen before modules go: atexit functions, threading shutdown, flushes.
 * -1: a stream could not be flushed. */
int program_finish(MinipyVM *vm);
Value program_main_module(MinipyVM *vm); /* new reference */

/* stdlib/io.c: the standard streams and the module's types. */
int io_init_std(MinipyVM *vm);
int io_flush_std(MinipyVM *vm); /* -1: sys.stdout could not be flushed (reported) */
void io_fini(MinipyVM *vm);
/* stdlib/site.c: exit, quit, help, copyright, credits, license. */
int site_builtins_add(MinipyVM *vm);
/* stdlib/atexit.c: runs and forgets the registered functions. */
void atexit_run(MinipyVM *vm);

#endif
