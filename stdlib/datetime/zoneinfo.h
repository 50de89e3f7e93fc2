/* zoneinfo.h - for the end of a vm. */
#ifndef MINIPY_STDLIB_DATETIME_ZONEINFO_H
#define MINIPY_STDLIB_DATETIME_ZONEINFO_H

#include "vm/core/vm.h"

/* Releases what _zoneinfo keeps in the vm. */
void zoneinfo_fini(MinipyVM *vm);

#endif
