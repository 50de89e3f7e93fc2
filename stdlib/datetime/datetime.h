/* datetime.h - for the end of a vm, and for who makes datetimes' zones. */
#ifndef MINIPY_STDLIB_DATETIME_DATETIME_H
#define MINIPY_STDLIB_DATETIME_DATETIME_H

#include "vm/core/vm.h"

/* Releases what _datetime keeps in the vm. */
void datetime_fini(MinipyVM *vm);

#endif
