/* reduce.c - what the __reduce__ and __setstate__ of native types have in common. */
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"

#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/numbers/int.h"

Value builtin_attr(MinipyVM *vm, const char *name)
{
    Value v = vm->builtins ? dict_get_cstr_borrow(vm, vm->builtins, name) : VALUE_NULL;
    return v ? value_incref(v) : error_set(vm, EXC_AttributeError, "%s", name);
}

Value reduce_call_steal(MinipyVM *vm, const char *name, Value args)
{
    Value f = args ? builtin_attr(vm, name) : VALUE_NULL;
    Value r = f ? tuple_pack(vm, 2, f, args) : VALUE_NULL;
    value_xdecref(vm, f);
    value_xdecref(vm, args);
    return r;
}

Value reduce_builtin_steal(MinipyVM *vm, const char *name, Value arg)
{
    return reduce_call_steal(vm, name, tuple_from_steal(vm, &arg, 1));
}

Value reduce_index_steal(MinipyVM *vm, const char *name, Value arg, Value index)
{
    Value args =
        index ? tuple_from_steal(vm, &arg, 1) : (value_xdecref(vm, arg), VALUE_NULL);
    Value f = args ? builtin_attr(vm, name) : VALUE_NULL;
    return tuple_from_steal(vm, (Value[]){f, args, index}, 3);
}

int64_t reduce_state_index(MinipyVM *vm, Value state, int64_t low, int64_t high,
                           bool *ok)
{
    *ok = false;
    if (!value_is_int(state))
        return error_set(vm, EXC_TypeError, "an integer is required"), -1;
    int overflow;
    int64_t i = int_as_i64_overflow(state, &overflow);
    if (overflow) {
        error_set(vm, EXC_OverflowError,
                  "Python int too large to convert to C ssize_t");
        return -1;
    }
    *ok = true;
    return i < low ? low : i > high ? high : i;
}

Value reduce_rest(MinipyVM *vm, Value iterator)
{
    Object *o = value_obj(iterator), *copy = object_alloc(vm, o->type, 0);
    if (!copy)
        return VALUE_NULL;
    size_t fields = (size_t)o->type->basicsize - sizeof *o;
    memcpy((char *)copy + sizeof *o, (char *)o + sizeof *o, fields);
    for (int i = 0; i < o->type->life->values; i++)
        value_xincref(object_values(copy)[i]);
    Value list = sequence_list(vm, value_from_obj(copy));
    obj_decref(vm, copy);
    return reduce_builtin_steal(vm, "iter", list);
}

Value reduce_items(MinipyVM *vm, Value self)
{
    Value items = call_method(vm, self, NAME(vm, items), NULL, 0);
    Value it = items ? object_iter(vm, items) : VALUE_NULL;
    value_xdecref(vm, items);
    return it;
}
