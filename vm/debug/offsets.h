/* offsets.h - the table that tells other programs how this one's memory is laid out.
 *
 * A debugger or a profiler that reads a process or a core file finds the table in the
 * ELF section .minipy_debug, or by the symbol minipy_debug_offsets, of the program or
 * of libminipy.so; docs/STACKS.md has the ways. The table begins with the root of all
 * there is to see, the list of vms. Rejected: a pointer to that list, which would have
 * to be relocated in the library, and which a reader of the file alone could not use.
 */
#ifndef MINIPY_VM_DEBUG_OFFSETS_H
#define MINIPY_VM_DEBUG_OFFSETS_H

#include "vm/core/vm.h"

#define DEBUG_OFFSETS_VERSION 2

/* A place for a vm. Places are never given back, so a reader may follow `next` at any
 * time; one whose vm is NULL is free. */
typedef struct DebugVm {
    MinipyVM *_Atomic vm;
    struct DebugVm *_Atomic next;
} DebugVm;

/* From any thread, with no lock. Without memory for a place the vm is not seen from
 * outside, and that is all. */
void debug_vm_add(MinipyVM *vm);
/* Nothing happens if it is not in the list. */
void debug_vm_remove(MinipyVM *vm);

#endif
