/* offsets.c - minipy_debug_offsets: the table, made from offsets.def, and the list of
 * vms in it.
 *
 * Invariant: the list is grown at its end and never shrinks, and a vm is put into a
 * place, or taken out, by one store; so a reader that stops nothing sees each vm, and
 * fork copies no lock. Read next: offsets.h, docs/STACKS.md.
 */
#include "vm/debug/offsets.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/tuple.h"
#include "vm/eval/frame.h"
#include "vm/eval/generator.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/objects/cell.h"
#include "vm/objects/func.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"
#include "vm/threads/thread.h"
#include "vm/types/shape.h"

/* ---- the table ------------------------------------------------------------------- */

enum {
#define FIELD(name, type, field) ROW_##name,
#define SIZE(name, type) ROW_##name,
#define NUMBER(name, value) ROW_##name,
#include "vm/debug/offsets.def"
#undef FIELD
#undef SIZE
#undef NUMBER
    ROW_COUNT
};

/* The names, a line each: readers look a row up by its name, so that rows can be added
 * without a new version. */
#define FIELD(name, type, field) #name "\n"
#define SIZE(name, type) #name "\n"
#define NUMBER(name, value) #name "\n"
enum {
    NAMES_SIZE = sizeof
#include "vm/debug/offsets.def"
};

/* docs/STACKS.md shows it. All that is in it is at fixed places of this file's bytes,
 * but for `vms`, which the process fills in. */
typedef struct DebugOffsets {
    char cookie[8];
    uint32_t version;
    uint32_t size;   /* of the whole, in bytes */
    uint32_t vms_at; /* from the start of the table, as the next two */
    uint32_t rows_at, nrows;
    uint32_t names_at; /* nrows lines */
    DebugVm vms;       /* the first place */
    uint64_t rows[ROW_COUNT];
    char names[NAMES_SIZE];
} DebugOffsets;

extern DebugOffsets minipy_debug_offsets;

/* Written to once for each vm, and so dirty: a core file has it, too. */
__attribute__((used, visibility("default"), section(".minipy_debug")))
DebugOffsets minipy_debug_offsets = {
    .cookie = {'m', 'i', 'n', 'i', 'p', 'y', 'd', 'b'},
    .version = DEBUG_OFFSETS_VERSION,
    .size = sizeof(DebugOffsets),
    .vms_at = offsetof(DebugOffsets, vms),
    .rows_at = offsetof(DebugOffsets, rows),
    .nrows = ROW_COUNT,
    .names_at = offsetof(DebugOffsets, names),
    .names =
#include "vm/debug/offsets.def"
        ,
#undef FIELD
#undef SIZE
#undef NUMBER
    .rows =
        {
#define FIELD(name, type, field) offsetof(type, field),
#define SIZE(name, type) sizeof(type),
#define NUMBER(name, value) value,
#include "vm/debug/offsets.def"
        },
};

/* ---- the list of vms ------------------------------------------------------------- */

/* Takes the place if it is free. */
static bool take_place(DebugVm *place, MinipyVM *vm)
{
    MinipyVM *none = NULL;
    return atomic_compare_exchange_strong(&place->vm, &none, vm);
}

void debug_vm_add(MinipyVM *vm)
{
    DebugVm *last = &minipy_debug_offsets.vms, *made, *next;
    for (next = last; next; next = atomic_load(&next->next)) {
        if (take_place(next, vm))
            return;
        last = next;
    }
    made = calloc(1, sizeof *made);
    if (!made)
        return;
    atomic_store(&made->vm, vm);
    for (next = NULL; !atomic_compare_exchange_strong(&last->next, &next, made);
         next = NULL)
        last = next; /* somebody else was first */
}

void debug_vm_remove(MinipyVM *vm)
{
    for (DebugVm *p = &minipy_debug_offsets.vms; p; p = atomic_load(&p->next)) {
        MinipyVM *expected = vm;
        if (atomic_compare_exchange_strong(&p->vm, &expected, NULL))
            return;
    }
}
