/* bool.c: the type bool. True and False are immediate values; everything but their text
 * and the bit operations among themselves is int's.
 */
#include "vm/objects/args.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/objects/signature.h"

extern const TypeSpec bool_type_spec;

static Value bool_repr(MinipyVM *vm, Value v)
{
    return str_from_cstr(vm, v == VALUE_TRUE ? "True" : "False");
}

static Value bool_new(NEW_ARGS)
{
    if (!args_no_kw(vm, "bool", kwnames) || !args_check(vm, "bool", nargs, 0, 1))
        return VALUE_NULL;
    return nargs == 0 ? VALUE_FALSE : value_true_or_error(object_is_true(vm, args[0]));
}

static Value bool_and(MinipyVM *vm, Value a, Value b)
{
    if (value_is_bool(a) && value_is_bool(b))
        return value_from_bool(a == VALUE_TRUE && b == VALUE_TRUE);
    return vm->types[KIND_INT]->slots.nb_and(vm, a, b);
}

static Value bool_or(MinipyVM *vm, Value a, Value b)
{
    if (value_is_bool(a) && value_is_bool(b))
        return value_from_bool(a == VALUE_TRUE || b == VALUE_TRUE);
    return vm->types[KIND_INT]->slots.nb_or(vm, a, b);
}

static Value bool_xor(MinipyVM *vm, Value a, Value b)
{
    if (value_is_bool(a) && value_is_bool(b))
        return value_from_bool(a != b);
    return vm->types[KIND_INT]->slots.nb_xor(vm, a, b);
}

TYPE_SPEC(bool_type_spec,
    .name = "bool", .base = KIND_INT,
    .doc = "bool(x) -> bool\n\nTrue if x is true, else False. The two are the only "
           "instances;\nthe class cannot be subclassed.",
    .flags = TYPE_UNCOUNTED | TYPE_MATCH_SELF, .basicsize = sizeof(IntObj), .itemsize = sizeof(mp_limb_t),
    .slots = {.repr = bool_repr, .new_ = bool_new, .nb_and = bool_and, .nb_or = bool_or, .nb_xor = bool_xor},
);
