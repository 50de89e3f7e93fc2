/* import_lock.c - modules are loaded by one thread at a time.
 *
 * The modules that are being loaded form a list. A thread that wants one of them sleeps
 * on its own semaphore until that load has ended. Where this would close a circle of
 * threads that wait for each other the thread goes on with the half-made module, as in
 * a circular import of one thread. Read first: import.c.
 */
#include "vm/threads/import_lock.h"

#include "vm/text/str.h"
#include "vm/threads/signals.h"
#include "vm/core/hooks.h"

static ImportLoading *find(MinipyVM *vm, Value name)
{
    ImportLoading *l = vm->import_loading;
    while (l && !str_equal(l->name, name))
        l = l->next;
    return l;
}

static Thread *thread_of(MinipyVM *vm, const ImportLoading *l)
{
    Thread *t = vm->threads->first;
    while (t && t->serial != l->thread)
        t = t->next;
    return t;
}

/* Does the thread that loads l wait, perhaps through others, for this one? */
static bool circular(MinipyVM *vm, const ImportLoading *l)
{
    while (l) {
        Thread *t = thread_of(vm, l);
        if (!t || t == vm->threads->current)
            return true;
        l = t->import_wait;
    }
    return false;
}

static int wait_for(MinipyVM *vm, ImportLoading *l)
{
    Thread *me = vm->threads->current;
    me->import_wait = l;
    while (me->import_wait) {
        BLOCKING(vm, sem_wait(&me->wake));
        if (signals_noted(vm) && signals_run_pending(vm) < 0) {
            me->import_wait = NULL;
            return -1;
        }
    }
    return 0;
}

int import_wait_loaded_slow(MinipyVM *vm, Value name)
{
    ImportLoading *l = find(vm, name);
    return !l || circular(vm, l) ? 0 : wait_for(vm, l);
}

int import_loading_begin(MinipyVM *vm, ImportLoading *l, Value name)
{
    ImportLoading *other;
    while (unlikely(vm->threads != NULL) && (other = find(vm, name)) &&
           !circular(vm, other))
        if (wait_for(vm, other) < 0)
            return -1;
    l->name = name;
    l->thread = thread_serial(vm);
    l->next = vm->import_loading;
    vm->import_loading = l;
    return 0;
}

void import_loading_end(MinipyVM *vm, ImportLoading *l)
{
    ImportLoading **link = (ImportLoading **)&vm->import_loading;
    while (*link != l)
        link = &(*link)->next;
    *link = l->next;
    for (Thread *t = vm->threads ? vm->threads->first : NULL; t; t = t->next)
        if (t->import_wait == l) {
            t->import_wait = NULL;
            sem_post(&t->wake);
        }
}

/* A module without a name, in memory of its own, stands for the lock of _imp. */
static ImportLoading *find_lock(MinipyVM *vm)
{
    return find(vm, vm->empty_str);
}

bool import_lock_held(MinipyVM *vm)
{
    return find_lock(vm);
}

int import_lock_acquire(MinipyVM *vm)
{
    ImportLoading *l = mem_alloc(vm, sizeof *l);
    if (l && import_loading_begin(vm, l, vm->empty_str) == 0)
        return 0;
    mem_free(vm, l);
    return -1;
}

int import_lock_release(MinipyVM *vm)
{
    ImportLoading *l = find_lock(vm); /* another thread's where they went in circles */
    while (l && (str_length(l->name) > 0 || l->thread != thread_serial(vm)))
        l = l->next;
    if (!l)
        return error_set(vm, EXC_RuntimeError, "not holding the import lock"), -1;
    import_loading_end(vm, l);
    mem_free(vm, l);
    return 0;
}

void import_lock_drop(MinipyVM *vm)
{
    for (ImportLoading *l; (l = find_lock(vm));) {
        import_loading_end(vm, l);
        mem_free(vm, l);
    }
}

void import_locks_after_fork(MinipyVM *vm)
{
    ImportLoading **link = (ImportLoading **)&vm->import_loading;
    while (*link) {
        ImportLoading *l = *link;
        if (l->thread == vm->threads->current->serial) {
            link = &l->next;
            continue;
        }
        *link = l->next;
        if (str_length(l->name) == 0)
            mem_free(vm, l);
    }
}
