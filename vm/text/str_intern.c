/* str_intern.c - the table of interned strings, one per vm: equal interned strings are
 * the same object, so that names compare by pointer.
 *
 * The table borrows: an interned string that dies takes itself out (str_intern_forget).
 * Open addressing with linear probing; deletion shifts the following entries back, so
 * there are no tombstones.
 */
#include <string.h>

#include "vm/text/str.h"
#include "vm/text/str_private.h"

typedef struct InternTable {
    StrObj **cells; /* borrowed; NULL: free */
    size_t mask, used;
} InternTable;

static size_t home(const InternTable *t, const StrObj *s)
{
    return (size_t)s->hash & t->mask;
}

static int grow(MinipyVM *vm, InternTable *t)
{
    size_t mask = t->cells ? t->mask * 2 + 1 : 2047;
    StrObj **old = t->cells;
    size_t old_size = old ? t->mask + 1 : 0;
    StrObj **cells = mem_calloc(vm, (mask + 1) * sizeof *cells);

    if (!cells)
        return -1;
    t->cells = cells;
    t->mask = mask;
    for (size_t i = 0; i < old_size; i++) {
        if (!old[i])
            continue;
        size_t at = home(t, old[i]);
        while (cells[at])
            at = (at + 1) & mask;
        cells[at] = old[i];
    }
    mem_free(vm, old);
    return 0;
}

Value str_intern_steal(MinipyVM *vm, Value v)
{
    InternTable *t = vm->interned;

    if (!v || str_is_interned(v) || STR(v)->ob.type != vm->types[KIND_STR])
        return v;
    if (!t) {
        t = vm->interned = mem_calloc(vm, sizeof *t);
        if (!t)
            goto error;
    }
    if ((!t->cells || t->used * 2 > t->mask) && grow(vm, t) < 0)
        goto error;
    str_hash(vm, v);
    size_t at = home(t, STR(v));
    for (; t->cells[at]; at = (at + 1) & t->mask) {
        Value other = value_from_obj(t->cells[at]);
        if (str_equal(other, v)) {
            value_incref(other);
            value_decref(vm, v);
            return other;
        }
    }
    t->cells[at] = STR(v);
    t->used++;
    STR(v)->ob.flags |= OBJ_INTERNED;
    return v;
error:
    value_decref(vm, v);
    return VALUE_NULL;
}

Value str_intern_cstr(MinipyVM *vm, const char *s)
{
    return str_intern_steal(vm, str_from_cstr(vm, s));
}

void str_intern_forget(MinipyVM *vm, StrObj *s)
{
    InternTable *t = vm->interned;

    if (!t)
        return;
    size_t at = home(t, s);
    while (t->cells[at] != s) {
        if (!t->cells[at])
            return;
        at = (at + 1) & t->mask;
    }
    /* Move back what a probe would no longer reach over the hole. */
    size_t hole = at;
    for (;;) {
        at = (at + 1) & t->mask;
        if (!t->cells[at])
            break;
        size_t wanted = home(t, t->cells[at]);
        if (((at - wanted) & t->mask) >= ((at - hole) & t->mask)) {
            t->cells[hole] = t->cells[at];
            hole = at;
        }
    }
    t->cells[hole] = NULL;
    t->used--;
}

/* ---- start and end of a vm ------------------------------------------------------- */

int str_init(MinipyVM *vm)
{
    vm->empty_str = str_alloc(vm, 0, 0x7f);
    if (!vm->empty_str)
        return -1;
    for (uint32_t c = 0; c < 128; c++) {
        Value s = str_alloc(vm, 1, 0x7f);
        if (!s)
            return -1;
        STR(s)->data[0] = (uint8_t)c;
        vm->ascii[c] = str_intern_steal(vm, s);
        if (!vm->ascii[c])
            return -1;
    }
    static const char *const names[NAME_COUNT] = {
#define X(id) #id,
#include "vm/core/names.def"
#undef X
    };
    for (int i = 0; i < NAME_COUNT; i++) {
        vm->names[i] = str_intern_cstr(vm, names[i]);
        if (!vm->names[i])
            return -1;
    }
    return 0;
}

void str_fini(MinipyVM *vm)
{
    for (int i = 0; i < NAME_COUNT; i++)
        value_clear(vm, &vm->names[i]);
    for (int i = 0; i < 128; i++) {
        value_clear(vm, &vm->ascii[i]);
        value_clear(vm, &vm->latin1[i]);
    }
    value_clear(vm, &vm->empty_str);
    InternTable *t = vm->interned;
    if (!t)
        return;
    for (size_t i = 0; t->cells && i <= t->mask; i++)
        if (t->cells[i])
            t->cells[i]->ob.flags &= (uint16_t)~OBJ_INTERNED;
    mem_free(vm, t->cells);
    mem_free(vm, t);
    vm->interned = NULL;
}
