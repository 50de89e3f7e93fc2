/* runtime.h - what the start and the end of a vm ask of this room. */
#ifndef MINIPY_STDLIB_RUNTIME_RUNTIME_H
#define MINIPY_STDLIB_RUNTIME_RUNTIME_H

#include "vm/core/vm.h"

/* atexit.c: runs and forgets the registered functions; forgets them. */
void atexit_run(MinipyVM *vm);
void atexit_clear(MinipyVM *vm);
/* marshal.c: what marshal.dumps makes of v, and the value of such bytes, all of them;
 * no audit events. VALUE_NULL: exception. */
Value marshal_to_bytes(MinipyVM *vm, Value v);
Value marshal_from_bytes(MinipyVM *vm, const void *data, int64_t size);
/* contextvars.c: copy_context(): new, VALUE_NULL: MemoryError. _contextvars was
 * imported.
 */
Value contextvars_copy_current(MinipyVM *vm);
/* The vm ends: the module holds no event loop any more, by its policy. */
void asyncio_let_go(MinipyVM *vm);
void asyncio_fini(MinipyVM *vm);      /* asyncio.c: gives back what the module keeps */
void faulthandler_fini(MinipyVM *vm); /* faulthandler.c: takes its handlers away */

#endif
