/* sequence.c - items, length, membership and iteration of any object. */
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"

/* ---- length ---------------------------------------------------------------------- */

int64_t object_length(MinipyVM *vm, Value v)
{
    TypeSlots *s = &value_type(vm, v)->slots;
    LenSlot f = s->sq_length ? s->sq_length : s->mp_length;
    if (f)
        return f(vm, v);
    error_set(vm, EXC_TypeError, "object of type '%T' has no len()", v);
    return -1;
}

int64_t sequence_length(MinipyVM *vm, Value v)
{
    TypeSlots *s = &value_type(vm, v)->slots;
    if (s->sq_length || !s->mp_length || value_type(vm, v)->flags & TYPE_HEAP)
        return object_length(vm, v);
    error_set(vm, EXC_TypeError, "%T is not a sequence", v);
    return -1;
}

/* TypeErrors of the object's own methods mean "no idea". */
static int64_t hint_failed(MinipyVM *vm, int64_t def)
{
    if (!error_matches(vm, EXC_TypeError))
        return -1;
    error_clear(vm);
    return def;
}

int64_t object_length_hint(MinipyVM *vm, Value v, int64_t def)
{
    TypeSlots *s = &value_type(vm, v)->slots;
    if (s->sq_length || s->mp_length) {
        int64_t n = object_length(vm, v);
        if (n >= 0)
            return n;
        if (!error_matches(vm, EXC_TypeError))
            return -1;
        error_clear(vm);
    }
    Value f = object_lookup_special(vm, v, NAME(vm, __length_hint__));
    if (!f)
        return error_occurred(vm) ? -1 : def;
    Value r = call0(vm, f);
    value_decref(vm, f);
    if (!r)
        return hint_failed(vm, def);
    if (r == VALUE_NOT_IMPLEMENTED)
        return def;
    if (!value_is_int(r)) {
        error_set(vm, EXC_TypeError, "__length_hint__ must be an integer, not %.100T",
                  r);
        value_decref(vm, r);
        return -1;
    }
    int64_t n = int_as_ssize(vm, r);
    value_decref(vm, r);
    if (n < 0 && !error_occurred(vm))
        error_set(vm, EXC_ValueError, "__length_hint__() should return >= 0");
    return n < 0 ? -1 : n;
}

/* ---- items ----------------------------------------------------------------------- */

bool sequence_index(MinipyVM *vm, Value o, Value key, ExcId too_large, int64_t *out)
{
    int64_t i = number_as_ssize(vm, key, too_large);
    if (i == -1 && error_occurred(vm))
        return false;
    LenSlot length = value_type(vm, o)->slots.sq_length;
    if (i < 0 && length) {
        int64_t n = length(vm, o);
        if (n < 0)
            return false;
        i += n;
    }
    *out = i;
    return true;
}

static bool is_index(MinipyVM *vm, Value key)
{
    return value_is_int(key) || value_type(vm, key)->slots.nb_index;
}

static Value class_getitem(MinipyVM *vm, Value cls, Value key)
{
    if (cls == value_from_obj(vm->types[KIND_TYPE]))
        return generic_alias_new(vm, cls, key);
    Value f;
    int found = object_lookup_attr(vm, cls, NAME(vm, __class_getitem__), &f);
    if (found < 0)
        return VALUE_NULL;
    if (!found || f == VALUE_NONE)
        return error_set(vm, EXC_TypeError, "type '%N' is not subscriptable",
                         TYPE_OF(cls));
    Value r = call1(vm, f, key);
    value_decref(vm, f);
    return r;
}

Value sequence_item(MinipyVM *vm, Value o, int64_t i)
{
    const TypeObj *t = value_type(vm, o);
    if (t->slots.sq_item)
        return t->slots.sq_item(vm, o, i);
    if (!t->slots.mp_subscript)
        return error_set(vm, EXC_TypeError, "'%T' object does not support indexing", o);
    if (!(t->flags & TYPE_HEAP) && !t->slots.sq_length && t->slots.mp_length)
        return error_set(vm, EXC_TypeError, "%T is not a sequence", o);
    Value index = int_new(vm, i);
    Value item = index ? object_getitem(vm, o, index) : VALUE_NULL;
    value_xdecref(vm, index);
    return item;
}

Value object_getitem(MinipyVM *vm, Value o, Value key)
{
    TypeSlots *s = &value_type(vm, o)->slots;
    if (s->mp_subscript)
        return s->mp_subscript(vm, o, key);
    if (s->sq_item) {
        int64_t i;
        if (!is_index(vm, key))
            return error_set(vm, EXC_TypeError,
                             "sequence index must be integer, not '%T'", key);
        return sequence_index(vm, o, key, EXC_IndexError, &i) ? sequence_item(vm, o, i)
                                                              : VALUE_NULL;
    }
    if (value_is_type(o))
        return class_getitem(vm, o, key);
    return error_set(vm, EXC_TypeError, "'%T' object is not subscriptable", o);
}

/* Does the key count as the number of an item, whether or not there are any? */
static bool as_sequence(MinipyVM *vm, Value o, Value key)
{
    const TypeSlots *s = &value_type(vm, o)->slots;
    return (s->sq_item || s->sq_length || (value_type(vm, o)->flags & TYPE_HEAP)) &&
           is_index(vm, key);
}

static int set_item(MinipyVM *vm, Value o, Value key, Value value, const char *what)
{
    TypeSlots *s = &value_type(vm, o)->slots;
    if (s->mp_ass_subscript)
        return s->mp_ass_subscript(vm, o, key, value);
    if (s->sq_ass_item) {
        int64_t i;
        if (!is_index(vm, key))
            return error_set(vm, EXC_TypeError,
                             "sequence index must be integer, not '%T'", key),
                   -1;
        if (!sequence_index(vm, o, key, EXC_IndexError, &i))
            return -1;
        s = &value_type(vm, o)->slots; /* an __index__ may have changed its class */
        if (s->sq_ass_item)
            return s->sq_ass_item(vm, o, i, value);
        if (s->mp_ass_subscript)
            what = "%T is not a sequence";
    } else if (as_sequence(vm, o, key) &&
               number_as_ssize(vm, key, EXC_IndexError) == -1 && error_occurred(vm)) {
        return -1;
    }
    error_set(vm, EXC_TypeError, what, o);
    return -1;
}

int object_setitem(MinipyVM *vm, Value o, Value key, Value value)
{
    return set_item(vm, o, key, value, "'%T' object does not support item assignment");
}

int object_delitem(MinipyVM *vm, Value o, Value key)
{
    return set_item(vm, o, key, VALUE_NULL,
                    as_sequence(vm, o, key)
                        ? "'%T' object doesn't support item deletion"
                        : "'%T' object does not support item deletion");
}

/* ---- membership ------------------------------------------------------------------ */

int sequence_iter_contains(MinipyVM *vm, Value iterable, Value item)
{
    Value it = object_iter(vm, iterable);
    if (!it) {
        if (error_matches(vm, EXC_TypeError))
            error_set(vm, EXC_TypeError, "argument of type '%T' is not iterable",
                      iterable);
        return -1;
    }
    int r = 0;
    while (r == 0) {
        Value v = iter_next(vm, it);
        if (!v) {
            r = error_occurred(vm) ? -1 : 0;
            break;
        }
        r = object_compare_bool(vm, v, item, CMP_EQ);
        value_decref(vm, v);
    }
    value_decref(vm, it);
    return r;
}

int object_contains(MinipyVM *vm, Value container, Value item)
{
    ContainsSlot f = value_type(vm, container)->slots.sq_contains;
    return f ? f(vm, container, item) : sequence_iter_contains(vm, container, item);
}

/* ---- iteration ------------------------------------------------------------------- */

Value object_self(MinipyVM *vm, Value self)
{
    (void)vm;
    return value_incref(self);
}

Value object_iter(MinipyVM *vm, Value v)
{
    TypeSlots *s = &value_type(vm, v)->slots;
    if (!s->iter) {
        if (s->sq_item && !value_is_dict(v))
            return seq_iter_new(vm, v);
        return error_set(vm, EXC_TypeError, "'%T' object is not iterable", v);
    }
    Value it = s->iter(vm, v);
    if (it && !value_is_iterator(vm, it)) {
        error_set(vm, EXC_TypeError, "iter() returned non-iterator of type '%.100T'",
                  it);
        value_decref(vm, it);
        return VALUE_NULL;
    }
    return it;
}

Value iter_not_implemented(MinipyVM *vm, Value self)
{
    return error_set(vm, EXC_TypeError, "'%T' object is not iterable", self);
}

Value iter_next(MinipyVM *vm, Value it)
{
    Value v = iter_step(vm, it);
    if (!v && error_occurred(vm) && error_matches(vm, EXC_StopIteration))
        error_clear(vm);
    return v;
}

Value sequence_list(MinipyVM *vm, Value iterable)
{
    Value list = list_new(vm, 0);
    if (list && list_extend(vm, list, iterable) < 0)
        value_clear(vm, &list);
    return list;
}

Value sequence_tuple(MinipyVM *vm, Value iterable)
{
    if (value_is_exact(vm, iterable, KIND_TUPLE))
        return value_incref(iterable);
    if (value_is_exact(vm, iterable, KIND_LIST))
        return list_as_tuple(vm, iterable);
    Value tuple;
    if (list_tuple_at_once(vm, iterable, &tuple))
        return tuple;
    return list_made_tuple(vm, iterable);
}

Value sequence_fast(MinipyVM *vm, Value v, const char *msg)
{
    if (value_is_exact(vm, v, KIND_LIST) || value_is_exact(vm, v, KIND_TUPLE))
        return value_incref(v);
    Value it = object_iter(vm, v);
    if (!it) {
        if (msg && error_matches(vm, EXC_TypeError))
            error_set(vm, EXC_TypeError, "%s", msg);
        return VALUE_NULL;
    }
    Value list = sequence_list(vm, it);
    value_decref(vm, it);
    return list;
}
