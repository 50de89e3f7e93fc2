/* async.c - exceptions that one thread wants raised in another
 * (PyThreadState_SetAsyncExc): they wait in the thread's part until its next poll. The
 * request stays raised while any waits, so other threads look and go on. */
#include "vm/core/hooks.h"
#include "vm/eval/trace.h"
#include "vm/threads/thread.h"

static Value *place_of(MinipyVM *vm, Thread *t)
{
    return t == vm->threads->current ? &vm->async_exc : &t->part.async_exc;
}

/* That thread's; NULL: there is none. The vm's lock keeps the list as it is. */
static Value *find_place(MinipyVM *vm, uint64_t ident)
{
    if (!vm->threads)
        return ident == (uint64_t)pthread_self() ? &vm->async_exc : NULL;
    Thread *t = vm->threads->first;
    while (t && (uint64_t)t->pthread != ident)
        t = t->next;
    return t ? place_of(vm, t) : NULL;
}

static bool any_waits(MinipyVM *vm)
{
    Thread *t = vm->threads ? vm->threads->first : NULL;
    while (t && !*place_of(vm, t))
        t = t->next;
    return t != NULL;
}

int thread_set_async(MinipyVM *vm, uint64_t ident, Value exc)
{
    Value *place = find_place(vm, ident);
    if (!place)
        return 0;
    value_set_steal(vm, place, value_xincref(exc));
    if (exc) {
        gate_requests_set(&vm->requests, GATE_REQUEST_ASYNC);
        trace_signal(vm); /* this thread's is raised behind the call */
    }
    return 1;
}

int thread_take_async(MinipyVM *vm)
{
    Value exc = vm->async_exc;
    vm->async_exc = VALUE_NULL;
    if (!any_waits(vm))
        gate_requests_clear(&vm->requests, GATE_REQUEST_ASYNC);
    if (!exc)
        return 0;
    if (value_is_type(exc) && TYPE_OF(exc)->flags & TYPE_EXCEPTION)
        error_set_type(vm, TYPE_OF(exc), VALUE_NULL);
    else /* an instance, too */
        error_set(vm, EXC_SystemError,
                  "_PyErr_SetObject: exception %R is not a BaseException subclass",
                  exc);
    value_decref(vm, exc);
    return -1;
}
