/* adapt.c - how Python's objects become values of SQLite: adapters by their type, their
 * own __conform__, and PrepareProtocol, which both are asked for; and converters by the
 * names of columns' types, for the way back. */
#include "sqlite.h"

/* f(arg): new; MINIPY_NULL without an exception: it has nothing to say. A TypeError is
 * such an answer. Takes f over. */
static MinipyValue ask(MinipyVM *vm, MinipyValue f, MinipyValue arg)
{
    MinipyValue r = f ? minipy_call(vm, f, &arg, 1) : MINIPY_NULL;
    minipy_release(vm, f);
    if (!r && f && minipy_error_matches(vm, "TypeError"))
        minipy_error_clear(vm);
    if (r && minipy_is_none(r))
        return MINIPY_NULL;
    return r;
}

MinipyValue adapt(MinipyVM *vm, MinipyValue v, MinipyValue protocol,
                  MinipyValue alternative)
{
    State *s = state_of(vm);
    MinipyValue cls = s ? minipy_getattr(vm, v, "__class__") : MINIPY_NULL;
    const MinipyValue pair[] = {cls, protocol};
    MinipyValue key = cls ? minipy_tuple(vm, pair, 2) : MINIPY_NULL;
    MinipyValue adapter = key ? minipy_dict_get(vm, s->adapters, key) : MINIPY_NULL;
    minipy_release(vm, cls);
    minipy_release(vm, key);
    if (adapter) {
        MinipyValue r = minipy_call(vm, adapter, &v, 1);
        minipy_release(vm, adapter);
        return r;
    }
    if (minipy_error_occurred(vm))
        return MINIPY_NULL;
    MinipyValue r = ask(vm, minipy_lookup_attr(vm, protocol, "__adapt__"), v);
    if (!r && !minipy_error_occurred(vm))
        r = ask(vm, minipy_lookup_attr(vm, v, "__conform__"), protocol);
    if (r || minipy_error_occurred(vm))
        return r;
    return alternative ? minipy_retain(alternative)
                       : raise_error(vm, PROGRAMMING_ERROR, "can't adapt");
}

/* adapt(obj, proto=PrepareProtocolType, alt=<unrepresentable>, /) */
METHOD(module_adapt)
{
    State *s = state_of(vm);
    return s ? adapt(vm, args[0], args[1] ? args[1] : s->protocol, args[2])
             : MINIPY_NULL;
}

/* Is it one of the types that SQLite has, too? */
static bool is_basic(MinipyVM *vm, MinipyValue cls)
{
    static const char *const names[] = {"int", "float", "str", "bytearray"};
    MinipyValue builtins = minipy_import(vm, "builtins");
    bool is = false;
    for (size_t i = 0; builtins && !is && i < sizeof names / sizeof *names; i++) {
        MinipyValue t = minipy_getattr(vm, builtins, names[i]);
        is = t == cls;
        minipy_release(vm, t);
    }
    minipy_release(vm, builtins);
    return is;
}

METHOD(module_register_adapter)
{
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    if (is_basic(vm, args[0]))
        s->basic_adapted = true;
    const MinipyValue pair[] = {args[0], s->protocol};
    MinipyValue key = minipy_tuple(vm, pair, 2);
    int r = key ? minipy_setitem(vm, s->adapters, key, args[1]) : -1;
    minipy_release(vm, key);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

METHOD(module_register_converter)
{
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    if (minipy_kind(args[0]) != MINIPY_IS_STR)
        return argument_error(vm, "register_converter() argument 1", "str", args[0]);
    MinipyValue name = minipy_call_method(vm, args[0], "upper", NULL, 0);
    int r = name ? minipy_setitem(vm, s->converters, name, args[1]) : -1;
    minipy_release(vm, name);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

MinipyValue converter_of(MinipyVM *vm, const char *name, size_t size)
{
    State *s = state_of(vm);
    MinipyValue text = s ? minipy_str(vm, name, size) : MINIPY_NULL;
    MinipyValue upper =
        text ? minipy_call_method(vm, text, "upper", NULL, 0) : MINIPY_NULL;
    MinipyValue v = upper ? minipy_dict_get(vm, s->converters, upper) : MINIPY_NULL;
    minipy_release(vm, text);
    minipy_release(vm, upper);
    return v;
}

static METHOD(protocol_init)
{
    return minipy_none();
}

static const MinipyMethod protocol_methods[] = {
    ROW("__init__", protocol_init, "(self, /, *args, **kwargs)", NULL), {0}};

const MinipyType protocol_type = {
    .name = "sqlite3.PrepareProtocol",
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS | MINIPY_FINAL,
    .doc = "What objects are asked to become a value of SQLite for (PEP 246).",
    .methods = protocol_methods,
};
