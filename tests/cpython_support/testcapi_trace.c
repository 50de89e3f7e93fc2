/* testcapi_trace.c - _testcapi: a trace function in C, and a signal that comes between
 * two steps of a generator.
 */
#include <signal.h>

#include "minipy.h"
#include "tests/cpython_support/testmodules.h"
#include "vm/threads/signals.h"
#include "vm/eval/trace.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

/* The number of an event in CPython's C interface; -1: none. */
static int event_number(Value event)
{
    static const char *const names[] = {"call", "exception", "line", "return"};
    for (int i = 0; i < 4; i++)
        if (value_is_str(event) && str_equal_ascii(event, names[i]))
            return i;
    return -1;
}

/* (frame, event, arg) as a trace function; self is the list. */
FN(record)
{
    Value line = minipy_getattr(vm, args[0], "f_lineno");
    Value entry =
        line ? tuple_pack(vm, 3, value_from_imm(event_number(args[1])), line, args[2])
             : VALUE_NULL;
    value_xdecref(vm, line);
    if (!entry || list_append_steal(vm, self, entry) < 0)
        return VALUE_NULL;
    return trace_get_trace(vm);
}

/* settrace_to_record(list): (number of the event, line, argument) for each event */
FN(settrace_to_record)
{
    static const MethodDef recorder = {"record", record, M_UNSIGNED,
                                       "($self, frame, event, arg, /)", NULL};
    if (!value_is_list(args[0]))
        return arg_type_error(vm, "settrace_to_record", NULL, "list", args[0]);
    Value f = native_new(vm, &recorder, args[0], VALUE_NULL);
    if (!f)
        return VALUE_NULL;
    trace_set_trace(vm, f);
    value_decref(vm, f);
    return VALUE_NONE;
}

/* The signal is noted when the generator goes on: its handler runs inside. */
FN(raise_SIGINT_then_send_None)
{
    if (!value_is_kind(args[0], KIND_GENERATOR))
        return arg_type_error(vm, "raise_SIGINT_then_send_None", NULL, "generator",
                              args[0]);
    signals_simulate(vm, SIGINT);
    Value none = VALUE_NONE;
    return call_method_cstr(vm, args[0], "send", &none, 1);
}

const MethodDef testcapi_trace_functions[] = {
    {"settrace_to_record", settrace_to_record, M_UNSIGNED, "($module, list, /)", NULL},
    {"raise_SIGINT_then_send_None", raise_SIGINT_then_send_None, M_UNSIGNED,
     "($module, generator, /)", NULL},
    {0},
};
