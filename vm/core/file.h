/* file.h - reading a file whole. */
#ifndef MINIPY_VM_CORE_FILE_H
#define MINIPY_VM_CORE_FILE_H

#include "vm/core/vm.h"

/* Whole contents of a file, mem_alloc'ed; NULL + OSError. */
char *file_read(MinipyVM *vm, Value path, size_t *size);

#endif
