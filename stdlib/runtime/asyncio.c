/* asyncio.c - the module _asyncio: which loop a thread runs, which task a loop runs,
 * and what the classes need of the library's asyncio.
 *
 * asyncio imports it while it is itself imported, when asyncio.events has its functions
 * but no Future yet.
 */
#include "stdlib/runtime/asyncio_private.h"
#include "stdlib/runtime/runtime.h"
#include "vm/containers/set.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

enum { STATE_VALUES = offsetof(AsyncioState, future) / sizeof(Value) };

Value asyncio_call(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs,
                   Value kwnames)
{
    Value all[4], self, f = object_getmethod(vm, o, name, &self);
    if (!f)
        return VALUE_NULL;
    size_t n = 0, given = nargs + (kwnames ? 1 : 0);
    if (self)
        all[n++] = self;
    for (size_t i = 0; i < given; i++)
        all[n + i] = args[i];
    Value r = call(vm, f, all, n + nargs, kwnames);
    value_xdecref(vm, self);
    value_decref(vm, f);
    return r;
}

int asyncio_call_soon(MinipyVM *vm, Value loop, Value callback, Value arg,
                      Value context)
{
    const AsyncioState *s = vm->asyncio;
    const Value args[] = {callback, arg ? arg : context, context};
    Value r = asyncio_call(vm, loop, s->call_soon, args, arg ? 2 : 1,
                           context ? s->keyword_context : VALUE_NULL);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

Value asyncio_invalid_state(MinipyVM *vm, const char *text)
{
    Value message = str_from_cstr(vm, text);
    if (message)
        error_set_type(vm, TYPE_OF(vm->asyncio->invalid_state_error), message);
    value_xdecref(vm, message);
    return VALUE_NULL;
}

/* ---- loops ----------------------------------------------------------------------- */

Value asyncio_event_loop(MinipyVM *vm)
{
    if (vm->running_loop)
        return value_incref(vm->running_loop);
    Value policy = call0(vm, vm->asyncio->get_event_loop_policy);
    Value loop =
        policy ? call_method_cstr(vm, policy, "get_event_loop", NULL, 0) : VALUE_NULL;
    value_xdecref(vm, policy);
    return loop;
}

FN(get_event_loop)
{
    return asyncio_event_loop(vm);
}

FN(event_loop_of_level)
{
    int level; /* of a warning that CPython 3.11 no longer gives */
    return GIVEN(0) && !arg_int(vm, args[0], &level) ? VALUE_NULL
                                                     : asyncio_event_loop(vm);
}

FN(running_loop_or_none)
{
    return vm->running_loop ? value_incref(vm->running_loop) : VALUE_NONE;
}

FN(get_running_loop)
{
    return vm->running_loop ? value_incref(vm->running_loop)
                            : error_set(vm, EXC_RuntimeError, "no running event loop");
}

FN(set_running_loop)
{
    value_set_steal(vm, &vm->running_loop,
                    args[0] == VALUE_NONE ? VALUE_NULL : value_incref(args[0]));
    return VALUE_NONE;
}

/* ---- tasks ----------------------------------------------------------------------- */

int task_enter(MinipyVM *vm, Value loop, Value task)
{
    Value tasks = vm->asyncio->current_tasks;
    Value other = value_xincref(dict_get_borrow(vm, tasks, loop)); /* while reprs run */
    if (other)
        error_set(vm, EXC_RuntimeError,
                  "Cannot enter into task %R while another task %R is being executed.",
                  task, other);
    value_xdecref(vm, other);
    return error_occurred(vm) ? -1 : dict_set(vm, tasks, loop, task);
}

int task_leave(MinipyVM *vm, Value loop, Value task)
{
    Value tasks = vm->asyncio->current_tasks, here = dict_get_borrow(vm, tasks, loop);
    if (!here && error_occurred(vm))
        return -1;
    if (here != task) {
        here = here ? value_incref(here) : VALUE_NONE;
        error_set(vm, EXC_RuntimeError,
                  "Leaving task %R does not match the current task %R.", task, here);
        value_decref(vm, here);
        return -1;
    }
    return dict_delete(vm, tasks, loop) < 0 ? -1 : 0;
}

FN(enter_task)
{
    return task_enter(vm, args[0], args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(leave_task)
{
    return task_leave(vm, args[0], args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

static Value on_all_tasks(MinipyVM *vm, const char *method, Value task)
{
    Value r = call_method_cstr(vm, vm->asyncio->all_tasks, method, &task, 1);
    value_xdecref(vm, r);
    return r ? VALUE_NONE : VALUE_NULL;
}

FN(register_task)
{
    return on_all_tasks(vm, "add", args[0]);
}

FN(unregister_task)
{
    return on_all_tasks(vm, "discard", args[0]);
}

/* ---- the state ------------------------------------------------------------------- */

static void state_free(MinipyVM *vm, AsyncioState *s)
{
    for (size_t i = 0; s && i < STATE_VALUES; i++)
        value_xdecref(vm, ((Value *)s)[i]);
    mem_free(vm, s);
}

void asyncio_let_go(MinipyVM *vm)
{
    if (vm->asyncio)
        value_set_steal(vm, &vm->asyncio->get_event_loop_policy, VALUE_NONE);
}

void asyncio_fini(MinipyVM *vm)
{
    AsyncioState *s = vm->asyncio;
    vm->asyncio = NULL;
    state_free(vm, s);
}

static Value new_weak_set(MinipyVM *vm)
{
    Value cls = import_attr(vm, "weakref", "WeakSet");
    Value set = cls ? call0(vm, cls) : VALUE_NULL;
    value_xdecref(vm, cls);
    return set;
}

static Value name_tuple(MinipyVM *vm, const char *text)
{
    Value name = str_intern_cstr(vm, text);
    Value t = name ? tuple_pack(vm, 1, name) : VALUE_NULL;
    value_xdecref(vm, name);
    return t;
}

/* What is imported, in the order of the state's fields. */
static bool import_parts(MinipyVM *vm, AsyncioState *s)
{
    static const struct {
        const char *module, *name;
    } parts[] = {{"asyncio.events", "get_event_loop_policy"},
                 {"asyncio.base_futures", "_future_repr"},
                 {"asyncio.exceptions", "CancelledError"},
                 {"asyncio.exceptions", "InvalidStateError"},
                 {"asyncio.base_tasks", "_task_repr"},
                 {"asyncio.base_tasks", "_task_get_stack"},
                 {"asyncio.base_tasks", "_task_print_stack"},
                 {"asyncio.coroutines", "iscoroutine"},
                 {"traceback", "extract_stack"}};
    Value *field = &s->get_event_loop_policy;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, field++)
        if (!(*field = import_attr(vm, parts[i].module, parts[i].name)))
            return false;
    return value_is_type(s->cancelled_error) && value_is_type(s->invalid_state_error);
}

static bool make_parts(MinipyVM *vm, AsyncioState *s)
{
    return (s->current_tasks = dict_new(vm)) && (s->all_tasks = new_weak_set(vm)) &&
           (s->call_soon = str_intern_cstr(vm, "call_soon")) &&
           (s->add_done_callback = str_intern_cstr(vm, "add_done_callback")) &&
           (s->cancel = str_intern_cstr(vm, "cancel")) &&
           (s->result = str_intern_cstr(vm, "result")) &&
           (s->keyword_context = name_tuple(vm, "context")) &&
           (s->keyword_msg = name_tuple(vm, "msg")) &&
           (s->coroutine_types = set_new(vm, VALUE_NULL)) &&
           (s->iterator = module_type_made_borrow(vm, &future_iterator_spec)) &&
           (s->step = module_type_made_borrow(vm, &task_step_spec)) &&
           (s->future = module_type_made_borrow(vm, &future_spec)) &&
           (s->task = type_from_spec_base(vm, &task_spec, s->future));
}

/* The vm's, made when there is none. What it imports may import this module, too: then
 * the inner one's state is the vm's. */
static AsyncioState *state_made(MinipyVM *vm)
{
    if (vm->asyncio)
        return vm->asyncio;
    AsyncioState *s = mem_calloc(vm, sizeof *s);
    bool whole = s && import_parts(vm, s) && (vm->asyncio || make_parts(vm, s));
    if (whole && !vm->asyncio)
        return vm->asyncio = s;
    state_free(vm, s);
    return whole ? vm->asyncio : NULL;
}

static int add(MinipyVM *vm, Value module, const char *name, Value v)
{
    return module_add_steal(vm, module, name, value_incref(v));
}

static int asyncio_exec(MinipyVM *vm, Value module)
{
    const AsyncioState *s = state_made(vm);
    if (!s)
        return -1;
    return add(vm, module, "Future", value_from_obj(s->future)) < 0 ||
                   add(vm, module, "Task", value_from_obj(s->task)) < 0 ||
                   add(vm, module, "_current_tasks", s->current_tasks) < 0 ||
                   add(vm, module, "_all_tasks", s->all_tasks) < 0
               ? -1
               : 0;
}

static METHODS(functions,
    {"get_event_loop", get_event_loop, 0, "($module, /)", "Return an asyncio event loop.\n\n"
     "When called from a coroutine or a callback (e.g. scheduled with\n"
     "call_soon or similar API), this function will always return the\nrunning event loop.\n\n"
     "If there is no running event loop set, the function will return\n"
     "the result of `get_event_loop_policy().get_event_loop()` call."},
    {"_get_event_loop", event_loop_of_level, 0, "($module, /, stacklevel=3)", NULL},
    {"get_running_loop", get_running_loop, 0, "($module, /)",
     "Return the running event loop.  Raise a RuntimeError if there is none.\n\nThis function is thread-specific."},
    {"_get_running_loop", running_loop_or_none, 0, "($module, /)", "Return the running event loop or None.\n\n"
     "This is a low-level function intended to be used by event loops.\nThis function is thread-specific."},
    {"_set_running_loop", set_running_loop, 0, "($module, loop, /)", "Set the running event loop.\n\n"
     "This is a low-level function intended to be used by event loops.\nThis function is thread-specific."},
    {"_register_task", register_task, 0, "($module, /, task)", "Register a new task in asyncio as executed by loop.\n\n"
     "Returns None."},
    {"_unregister_task", unregister_task, 0, "($module, /, task)", "Unregister a task.\n\nReturns None."},
    {"_enter_task", enter_task, 0, "($module, /, loop, task)", "Enter into task execution or resume suspended task.\n\n"
     "Task belongs to loop.\n\nReturns None."},
    {"_leave_task", leave_task, 0, "($module, /, loop, task)", "Leave task execution or suspend a task.\n\n"
     "Task belongs to loop.\n\nReturns None."},
);

MODULE_SPEC(asyncio_module_spec,
    .name = "_asyncio",
    .doc = "Accelerator module for asyncio",
    .methods = functions, .exec = asyncio_exec,
);
