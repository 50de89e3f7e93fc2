/* cell.h - cells: the variables that functions share. */
#ifndef MINIPY_VM_OBJECTS_CELL_H
#define MINIPY_VM_OBJECTS_CELL_H

#include "vm/core/vm.h"

typedef struct CellObj {
    Object ob;
    Value value; /* VALUE_NULL: empty */
} CellObj;
#define CELL(v) ((CellObj *)(uintptr_t)(v))
/* VALUE_NULL: an empty cell. Returns VALUE_NULL: MemoryError. */
Value cell_new(MinipyVM *vm, Value value_or_null);

#endif
