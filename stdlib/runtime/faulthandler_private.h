/* faulthandler_private.h - what faulthandler.c (handlers of signals) and
 * faulthandler_later.c (the thread that tells after a time) share.
 */
#ifndef MINIPY_STDLIB_RUNTIME_FAULTHANDLER_PRIVATE_H
#define MINIPY_STDLIB_RUNTIME_FAULTHANDLER_PRIVATE_H

#include "stdlib/native.h"

/* Writes with write(2) alone. `mine`: the calling thread is one of the vm's, and first
 * of all is told about; else all threads are alike. */
void faulthandler_dump(MinipyVM *vm, int fd, bool all_threads, bool mine);
/* A number or an object with fileno(); None: sys.stderr. -1: error. */
int faulthandler_file_arg(MinipyVM *vm, Value file_or_null);

/* dump_traceback_later() and its end, for the table in faulthandler.c; the last one
 * also stops the watching thread when the vm ends. */
Value faulthandler_dump_later(NATIVE_ARGS);
Value faulthandler_cancel_later(NATIVE_ARGS);
void faulthandler_later_fini(MinipyVM *vm);

#endif
