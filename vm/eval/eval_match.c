/* eval_match.c - slow halves of instructions: match patterns. The messages are
 * CPython's. */
#include "vm/eval/eval.h"

#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/eval/generator.h"
#include "vm/objects/call.h"

/* map.get(key, default) of a mapping pattern: new reference; VALUE_NULL: error or
 * absent. */
static Value match_get(MinipyVM *vm, Value map, Value get, Value self, Value key,
                       Value absent)
{
    Value args[3] = {self, key, absent};
    (void)map;
    Value v = call(vm, get, self ? args : args + 1, self ? 3 : 2, VALUE_NULL);
    if (v == absent) {
        value_decref(vm, v);
        return VALUE_NULL;
    }
    return v;
}

Value eval_match_keys(MinipyVM *vm, Value map, Value keys)
{
    int64_t n = tuple_size(keys);
    if (n == 0)
        return value_incref(vm->empty_tuple);
    Value self, result = VALUE_NULL, absent = VALUE_NULL, seen = VALUE_NULL;
    Value get = object_getmethod(vm, map, NAME(vm, get), &self);
    if (!get)
        return VALUE_NULL;
    Value object = value_from_obj(vm->types[KIND_OBJECT]);
    if (!(seen = set_new(vm, VALUE_NULL)) || !(absent = call0(vm, object)) ||
        !(result = tuple_alloc(vm, n)))
        goto error;
    for (int64_t i = 0; i < n; i++) {
        Value key = tuple_get_borrow(keys, i);
        int dup = set_contains(vm, seen, key);
        if (dup > 0)
            error_set(vm, EXC_ValueError, "mapping pattern checks duplicate key (%R)",
                      key);
        if (dup || set_add(vm, seen, key) < 0)
            goto error;
        Value v = match_get(vm, map, get, self, key, absent);
        if (!v && error_occurred(vm))
            goto error;
        if (!v) {
            value_decref(vm, result);
            result = VALUE_NONE;
            break;
        }
        TUPLE(result)->items[i] = v;
    }
    goto done;
error:
    value_clear(vm, &result);
done:
    value_xdecref(vm, seen);
    value_xdecref(vm, absent);
    value_decref(vm, get);
    value_xdecref(vm, self);
    return result;
}

/* One attribute of a class pattern: 1 appended to list, 0 absent, -1 error. */
static int match_attr(MinipyVM *vm, Value subject, TypeObj *cls, Value name, Value seen,
                      Value list)
{
    int dup = set_contains(vm, seen, name);
    if (dup > 0)
        error_set(vm, EXC_TypeError, "%N() got multiple sub-patterns for attribute %R",
                  cls, name);
    if (dup || set_add(vm, seen, name) < 0)
        return -1;
    Value v;
    int r = object_lookup_attr(vm, subject, name, &v);
    if (r <= 0)
        return r;
    return list_append_steal(vm, list, v) < 0 ? -1 : 1;
}

static int match_positional(MinipyVM *vm, Value subject, TypeObj *cls, uint32_t npos,
                            Value seen, Value list)
{
    Value match_args;
    int r = object_lookup_attr(vm, value_from_obj(cls), NAME(vm, __match_args__),
                               &match_args);
    if (r < 0)
        return -1;
    bool match_self = false;
    if (r == 0) {
        match_args = value_incref(vm->empty_tuple);
        match_self = cls->flags & TYPE_MATCH_SELF;
    } else if (!value_is_exact(vm, match_args, KIND_TUPLE)) {
        error_set(vm, EXC_TypeError, "%N.__match_args__ must be a tuple (got %T)", cls,
                  match_args);
        value_decref(vm, match_args);
        return -1;
    }
    uint32_t allowed = match_self ? 1 : (uint32_t)tuple_size(match_args);
    r = 1;
    if (allowed < npos) {
        error_set(vm, EXC_TypeError,
                  "%N() accepts %d positional sub-pattern%s (%d given)", cls,
                  (int)allowed, allowed == 1 ? "" : "s", (int)npos);
        r = -1;
    } else if (match_self) {
        r = list_append(vm, list, subject) < 0 ? -1 : 1;
    } else {
        for (uint32_t i = 0; i < npos && r == 1; i++) {
            Value name = tuple_get_borrow(match_args, i);
            if (!value_is_str(name)) {
                error_set(vm, EXC_TypeError,
                          "__match_args__ elements must be strings (got %T)", name);
                r = -1;
            } else {
                r = match_attr(vm, subject, cls, name, seen, list);
            }
        }
    }
    value_decref(vm, match_args);
    return r;
}

Value eval_match_class(MinipyVM *vm, Value subject, Value cls, uint32_t npos,
                       Value kwnames)
{
    if (!value_is_type(cls))
        return error_set(vm, EXC_TypeError, "called match pattern must be a type");
    int r = object_isinstance(vm, subject, cls);
    if (r <= 0)
        return r < 0 ? VALUE_NULL : VALUE_NONE;
    Value seen = set_new(vm, VALUE_NULL), list = list_new(vm, 0), result = VALUE_NULL;
    r = seen && list ? 1 : -1;
    if (r == 1 && npos)
        r = match_positional(vm, subject, TYPE_OF(cls), npos, seen, list);
    for (int64_t i = 0; r == 1 && i < tuple_size(kwnames); i++)
        r = match_attr(vm, subject, TYPE_OF(cls), tuple_get_borrow(kwnames, i), seen,
                       list);
    if (r == 1)
        result = list_as_tuple(vm, list);
    else if (r == 0)
        result = VALUE_NONE;
    value_xdecref(vm, seen);
    value_xdecref(vm, list);
    return result;
}
