/* mapping_proxy.h - mappingproxy: a mapping to be read only. */
#ifndef MINIPY_VM_CONTAINERS_MAPPING_PROXY_H
#define MINIPY_VM_CONTAINERS_MAPPING_PROXY_H

#include "vm/core/vm.h"

/* A read-only view; VALUE_NULL: MemoryError. */
Value mapping_proxy_new(MinipyVM *vm, Value mapping);

#endif
