/* build_class.c - __build_class__, which a class statement calls: finds bases and
 * metaclass, runs the body in the namespace the metaclass prepares, calls the
 * metaclass.
 */
#include "vm/eval/frame.h"
#include "vm/objects/signature.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/objects/cell.h"
#include "vm/objects/func.h"
#include "vm/objects/call.h"

Value builtin_build_class(NATIVE_ARGS);

/* Bases with those that are not classes but have __mro_entries__ replaced: new tuple.
 */
static Value resolve_bases(MinipyVM *vm, Value bases)
{
    int64_t n = tuple_size(bases);
    Value list = VALUE_NULL;
    for (int64_t i = 0; i < n; i++) {
        Value base = tuple_get_borrow(bases, i), method = VALUE_NULL;
        if (!value_is_type(base) &&
            object_lookup_attr(vm, base, NAME(vm, __mro_entries__), &method) < 0)
            goto error;
        if (!method) {
            if (list && list_append(vm, list, base) < 0)
                goto error;
            continue;
        }
        Value entries = call1(vm, method, bases);
        value_decref(vm, method);
        if (!entries)
            goto error;
        if (!value_is_tuple(entries)) {
            value_decref(vm, entries);
            error_set(vm, EXC_TypeError, "__mro_entries__ must return a tuple");
            goto error;
        }
        if (!list && !(list = list_from(vm, TUPLE(bases)->items, i))) {
            value_decref(vm, entries);
            goto error;
        }
        int r = list_extend(vm, list, entries);
        value_decref(vm, entries);
        if (r < 0)
            goto error;
    }
    if (!list)
        return value_incref(bases);
    Value t = list_as_tuple(vm, list);
    value_decref(vm, list);
    return t;
error:
    value_xdecref(vm, list);
    return VALUE_NULL;
}

/* The most derived of meta and the metaclasses of bases, borrowed. */
static TypeObj *winning_metaclass(MinipyVM *vm, TypeObj *meta, Value bases)
{
    for (int64_t i = 0; i < tuple_size(bases); i++) {
        TypeObj *t = value_type(vm, tuple_get_borrow(bases, i));
        if (type_is_subtype(meta, t))
            continue;
        if (!type_is_subtype(t, meta)) {
            error_set(vm, EXC_TypeError,
                      "metaclass conflict: the metaclass of a derived class must be a "
                      "(non-strict) subclass of the metaclasses of all its bases");
            return NULL;
        }
        meta = t;
    }
    return meta;
}

static Value keywords_dict(MinipyVM *vm, const Value *values, Value kwnames)
{
    Value d = dict_new(vm);
    for (int64_t i = 0; d && kwnames && i < tuple_size(kwnames); i++)
        if (dict_set(vm, d, tuple_get_borrow(kwnames, i), values[i]) < 0)
            value_clear(vm, &d);
    return d;
}

/* New reference to the metaclass; takes `metaclass` out of kwargs. */
static Value find_metaclass(MinipyVM *vm, Value kwargs, Value bases)
{
    Value meta = dict_pop(vm, kwargs, NAME(vm, metaclass));
    if (!meta) {
        if (error_occurred(vm))
            return VALUE_NULL;
        meta = tuple_size(bases)
                   ? value_from_obj(value_type(vm, tuple_get_borrow(bases, 0)))
                   : value_from_obj(vm->types[KIND_TYPE]);
        value_incref(meta);
    }
    if (!value_is_type(meta))
        return meta;
    TypeObj *winner = winning_metaclass(vm, TYPE_OF(meta), bases);
    Value r = winner ? value_incref(value_from_obj(winner)) : VALUE_NULL;
    value_decref(vm, meta);
    return r;
}

static Value prepare_namespace(MinipyVM *vm, Value meta, Value name, Value bases,
                               Value kwargs)
{
    Value prepare;
    if (meta == value_from_obj(vm->types[KIND_TYPE]))
        return dict_new(vm);
    if (object_lookup_attr(vm, meta, NAME(vm, __prepare__), &prepare) < 0)
        return VALUE_NULL;
    if (!prepare)
        return dict_new(vm);
    Value args = tuple_pack(vm, 2, name, bases);
    Value ns = args ? call_tuple_dict(vm, prepare, args, kwargs) : VALUE_NULL;
    value_xdecref(vm, args);
    value_decref(vm, prepare);
    if (ns && !(value_type(vm, ns)->slots.mp_subscript)) {
        if (value_is_type(meta))
            error_set(vm, EXC_TypeError,
                      "%N.__prepare__() must return a mapping, not %T", TYPE_OF(meta),
                      ns);
        else
            error_set(vm, EXC_TypeError,
                      "<metaclass>.__prepare__() must return a mapping, not %T", ns);
        value_clear(vm, &ns);
    }
    return ns;
}

/* The body returned its __class__ cell: type.__new__ must have filled it. */
static int check_class_cell(MinipyVM *vm, Value cell, Value cls, Value name)
{
    Value v = CELL(cell)->value;
    if (v == cls)
        return 0;
    if (!v)
        error_set(
            vm, EXC_RuntimeError,
            "__class__ not set defining %R as %R. Was __classcell__ propagated to "
            "type.__new__?",
            name, cls);
    else
        error_set(vm, EXC_TypeError, "__class__ set to %R defining %R as %R", v, name,
                  cls);
    return -1;
}

static Value make_class(MinipyVM *vm, Value meta, Value name, Value bases,
                        Value orig_bases, Value ns, Value kwargs)
{
    if (bases != orig_bases &&
        object_setitem(vm, ns, NAME(vm, __orig_bases__), orig_bases) < 0)
        return VALUE_NULL;
    Value args = tuple_pack(vm, 3, name, bases, ns);
    Value cls = args ? call_tuple_dict(vm, meta, args, kwargs) : VALUE_NULL;
    value_xdecref(vm, args);
    return cls;
}

Value builtin_build_class(NATIVE_ARGS)
{
    if (nargs < 2)
        return error_set(vm, EXC_TypeError, "__build_class__: not enough arguments");
    Value func = args[0], name = args[1];
    if (!value_is_kind(func, KIND_FUNCTION))
        return error_set(vm, EXC_TypeError, "__build_class__: func must be a function");
    if (!value_is_str(name))
        return error_set(vm, EXC_TypeError, "__build_class__: name is not a string");
    Value orig = tuple_from(vm, args + 2, (int64_t)nargs - 2), bases = VALUE_NULL;
    Value kwargs = VALUE_NULL, meta = VALUE_NULL, ns = VALUE_NULL, cell = VALUE_NULL;
    Value cls = VALUE_NULL;
    if (!orig || !(bases = resolve_bases(vm, orig)) ||
        !(kwargs = keywords_dict(vm, args + nargs, kwnames)) ||
        !(meta = find_metaclass(vm, kwargs, bases)) ||
        !(ns = prepare_namespace(vm, meta, name, bases, kwargs)) ||
        !(cell = eval_body(vm, FUNC(func), ns)))
        goto done;
    cls = make_class(vm, meta, name, bases, orig, ns, kwargs);
    if (cls && value_is_kind(cell, KIND_CELL) && value_is_type(cls) &&
        check_class_cell(vm, cell, cls, name) < 0)
        value_clear(vm, &cls);
done:
    value_xdecref(vm, orig);
    value_xdecref(vm, bases);
    value_xdecref(vm, kwargs);
    value_xdecref(vm, meta);
    value_xdecref(vm, ns);
    value_xdecref(vm, cell);
    return cls;
}
