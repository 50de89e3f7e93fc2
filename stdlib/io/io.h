/* io.h - the standard streams, for the start and the end of a vm. */
#ifndef MINIPY_STDLIB_IO_IO_H
#define MINIPY_STDLIB_IO_IO_H

#include "vm/core/vm.h"

int io_init_std(MinipyVM *vm);
int io_flush_std(MinipyVM *vm); /* -1: sys.stdout could not be flushed (reported) */
void io_fini(MinipyVM *vm);

#endif
