/* state.h - the two steps in which a vm ends. vm_new and vm_free are in vm.h. */
#ifndef MINIPY_VM_API_STATE_H
#define MINIPY_VM_API_STATE_H

#include "vm/core/vm.h"

/* Runs what must still run as Python (finalizers, module tear-down); after it only
 * vm_free. */
void vm_finalize(MinipyVM *vm);
#endif
