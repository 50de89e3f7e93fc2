/* api_generator.c - generators and coroutines driven from C, a step a call: what
 * `yield from` and `await` do with what they drive. An iterator without send can be
 * driven, too, while nothing is sent. Read next: vm/eval/generator.h.
 */
#include "vm/api/api.h"
#include "vm/eval/generator.h"
#include "vm/objects/call.h"
#include "vm/text/str.h"

/* What a step came back with: 1 with what was yielded, 0 with what was returned, which
 * a StopIteration carries, -1. */
static int stepped(MinipyVM *vm, Value r, MinipyValue *result)
{
    int yielded = r != VALUE_NULL;
    if (!r && error_matches(vm, EXC_StopIteration))
        r = stop_iteration_take(vm);
    else if (!r && !vm->raised)
        r = VALUE_NONE;
    if (!r)
        return -1;
    *result = r;
    return yielded;
}

static int send(MinipyVM *vm, Value o, Value v, MinipyValue *result)
{
    const TypeSlots *slots = &value_type(vm, o)->slots;
    if (slots->am_send)
        return (int)slots->am_send(vm, o, v, result);
    if (v == VALUE_NONE && value_is_iterator(vm, o))
        return stepped(vm, slots->iternext(vm, o), result);
    return stepped(vm, call_method_cstr(vm, o, "send", &v, 1), result);
}

/* What the step came back with, but when the vm was stopped meanwhile. */
static int left(MinipyVM *vm, int r, MinipyValue *result)
{
    int end = api_left_int(vm, r);
    if (end < 0 && r >= 0)
        value_clear(vm, result);
    return end;
}

int minipy_send(MinipyVM *vm, MinipyValue generator, MinipyValue v, MinipyValue *result)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, generator, __func__) &&
                 (!v || api_value(vm, v, __func__)) &&
                 api_pointer(vm, result, __func__);
    return left(vm, given ? send(vm, generator, v ? v : VALUE_NONE, result) : -1,
                result);
}

int minipy_throw(MinipyVM *vm, MinipyValue generator, MinipyValue exception,
                 MinipyValue *result)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, generator, __func__) &&
                 api_value(vm, exception, __func__) &&
                 api_pointer(vm, result, __func__);
    if (!given)
        return api_left_int(vm, -1);
    Value r = call_method_cstr(vm, generator, "throw", &exception, 1);
    return left(vm, stepped(vm, r, result), result);
}

int minipy_close(MinipyVM *vm, MinipyValue generator)
{
    Value r = VALUE_NULL;
    if (!api_enter(vm))
        return -1;
    if (api_value(vm, generator, __func__))
        r = call_method_cstr(vm, generator, "close", NULL, 0);
    value_xdecref(vm, r);
    return api_left_int(vm, r ? 0 : -1);
}
