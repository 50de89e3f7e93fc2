/* io.h - the standard streams, for the start and the end of a vm. */
#ifndef MINIPY_STDLIB_IO_IO_H
#define MINIPY_STDLIB_IO_IO_H

#include "vm/core/vm.h"

/* Makes the types of io and sys.stdin, stdout and stderr: 0, or -1 with an
 * exception. */
int io_init_std(MinipyVM *vm);
/* sys.stdout (fd 1) or sys.stderr (2) becomes a stream that hands the host what is
 * written, unbuffered; write NULL: what it was at the start. -1: exception. */
int io_set_output(MinipyVM *vm, int fd,
                  void (*write)(void *user, const char *text, size_t size), void *user);
int io_flush_std(MinipyVM *vm); /* -1: sys.stdout could not be flushed (reported) */
/* Releases what io keeps in the vm. */
void io_fini(MinipyVM *vm);

#endif
