/* decimal.h - for the end of a vm. */
#ifndef MINIPY_STDLIB_DECIMAL_DECIMAL_H
#define MINIPY_STDLIB_DECIMAL_DECIMAL_H

#include "vm/core/vm.h"

/* Releases what _decimal keeps in the vm. */
void decimal_fini(MinipyVM *vm);

#endif
