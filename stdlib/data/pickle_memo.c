/* pickle_memo.c - the memo of a pickler: objects by identity, and the numbers by which
 * a pickle speaks of them. */
#include "stdlib/data/pickle_private.h"
#include "vm/memory/gc.h"

static size_t place(const Memo *m, Value object)
{
    size_t mask = m->room - 1;
    size_t i = (size_t)((object >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & mask;
    while (m->table[i].object && m->table[i].object != object)
        i = (i + 1) & mask;
    return i;
}

int64_t memo_find(const Memo *m, Value object)
{
    if (!m->room)
        return -1;
    const MemoEntry *e = &m->table[place(m, object)];
    return e->object ? e->index : -1;
}

static int grow(MinipyVM *vm, Memo *m)
{
    Memo larger = {.room = m->room ? m->room * 4 : 16, .used = m->used};
    larger.table = mem_calloc(vm, larger.room * sizeof *larger.table);
    if (!larger.table)
        return -1;
    for (size_t i = 0; i < m->room; i++)
        if (m->table[i].object)
            larger.table[place(&larger, m->table[i].object)] = m->table[i];
    mem_free(vm, m->table);
    *m = larger;
    return 0;
}

int memo_add(MinipyVM *vm, Memo *m, Value object, int64_t index)
{
    if (m->used * 2 >= m->room && grow(vm, m) < 0)
        return -1;
    MemoEntry *e = &m->table[place(m, object)];
    if (!e->object) {
        e->object = value_incref(object);
        m->used++;
    }
    e->index = index;
    return 0;
}

void memo_clear(MinipyVM *vm, Memo *m)
{
    Memo old = *m;
    *m = (Memo){NULL, 0, 0};
    for (size_t i = 0; i < old.room; i++)
        value_xdecref(vm, old.table[i].object);
    mem_free(vm, old.table);
}

int memo_copy(MinipyVM *vm, Memo *to, const Memo *from)
{
    Memo copy = {NULL, 0, 0};
    for (size_t i = 0; i < from->room; i++)
        if (from->table[i].object &&
            memo_add(vm, &copy, from->table[i].object, from->table[i].index) < 0) {
            memo_clear(vm, &copy);
            return -1;
        }
    memo_clear(vm, to);
    *to = copy;
    return 0;
}

int memo_visit(const Memo *m, VisitFn visit, void *arg)
{
    for (size_t i = 0; i < m->room; i++)
        GC_VISIT(m->table[i].object);
    return 0;
}
