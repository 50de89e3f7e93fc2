/* slot_wrappers.c - the table that ties dunder names to C slots (slot_wrappers.def),
 * and the functions by which Python code calls a native type's C slot under its dunder
 * name. The other direction is type_slots.c.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/sequence.h"
#include "vm/types/slot_defs.h"
#include "vm/types/type_slots.h"

#define WRAPPER(name)                                                                  \
    static Value name(MinipyVM *vm, Value self, const Value *args, size_t nargs,       \
                      Value kwnames, AnySlot wrapped, const SlotDef *def)
#define UNUSED_KW ((void)kwnames, (void)def)

/* What CPython unpacks as a tuple without a name: "" and " expected". */
static bool unpack(MinipyVM *vm, size_t nargs, size_t min, size_t max)
{
    return args_check(vm, "", nargs, min, max);
}

static bool expect(MinipyVM *vm, size_t nargs, size_t n)
{
    if (nargs == n)
        return true;
    error_set(vm, EXC_TypeError, "expected %zd argument%s, got %zd", (int64_t)n,
              n == 1 ? "" : "s", (int64_t)nargs);
    return false;
}

static Value none_or_error(int r)
{
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

WRAPPER(wrap_unary)
{
    UNUSED_KW;
    (void)args;
    return expect(vm, nargs, 0) ? ((UnarySlot)wrapped)(vm, self) : VALUE_NULL;
}

WRAPPER(wrap_binary)
{
    UNUSED_KW;
    return expect(vm, nargs, 1) ? ((BinarySlot)wrapped)(vm, self, args[0]) : VALUE_NULL;
}

WRAPPER(wrap_binary_left)
{
    UNUSED_KW;
    return expect(vm, nargs, 1) ? ((BinarySlot)wrapped)(vm, self, args[0]) : VALUE_NULL;
}

WRAPPER(wrap_binary_right)
{
    UNUSED_KW;
    return expect(vm, nargs, 1) ? ((BinarySlot)wrapped)(vm, args[0], self) : VALUE_NULL;
}

WRAPPER(wrap_power_left)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 1, 2))
        return VALUE_NULL;
    return ((TernarySlot)wrapped)(vm, self, args[0], nargs > 1 ? args[1] : VALUE_NONE);
}

WRAPPER(wrap_power_right)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 1, 2))
        return VALUE_NULL;
    return ((TernarySlot)wrapped)(vm, args[0], self, nargs > 1 ? args[1] : VALUE_NONE);
}

WRAPPER(wrap_inquiry)
{
    UNUSED_KW;
    (void)args;
    return expect(vm, nargs, 0) ? value_true_or_error(((InquirySlot)wrapped)(vm, self))
                                : VALUE_NULL;
}

/* Of hash and of the two lengths: they are of one type. */
WRAPPER(wrap_number)
{
    UNUSED_KW;
    (void)args;
    if (!expect(vm, nargs, 0))
        return VALUE_NULL;
    int64_t n = ((HashSlot)wrapped)(vm, self);
    return n == -1 && error_occurred(vm) ? VALUE_NULL : int_new(vm, n);
}

WRAPPER(wrap_call)
{
    (void)def;
    return ((CallSlot)wrapped)(vm, self, args, nargs, kwnames);
}

/* object.__setattr__(cls, ...) must not get round what type.__setattr__ forbids: the
 * slot called must be that of the nearest native type. */
static bool hack_check(MinipyVM *vm, Value self, AnySlot wrapped, const char *what)
{
    TypeObj *t = value_type(vm, self);
    while (t && (t->flags & TYPE_HEAP))
        t = t->base;
    if (!t || (AnySlot)t->slots.setattro == wrapped)
        return true;
    error_set(vm, EXC_TypeError, "can't apply this %s to %T object", what, self);
    return false;
}

static bool name_check(MinipyVM *vm, Value self, Value name)
{
    if (value_is_str(name) ||
        value_is_type(self)) /* a class looks at other things first */
        return true;
    error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
    return false;
}

WRAPPER(wrap_getattr)
{
    UNUSED_KW;
    return expect(vm, nargs, 1) && name_check(vm, self, args[0])
               ? ((BinarySlot)wrapped)(vm, self, args[0])
               : VALUE_NULL;
}

WRAPPER(wrap_setattr)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 2, 2) || !hack_check(vm, self, wrapped, "__setattr__") ||
        !name_check(vm, self, args[0]))
        return VALUE_NULL;
    return none_or_error(((SetAttrSlot)wrapped)(vm, self, args[0], args[1]));
}

WRAPPER(wrap_delattr)
{
    UNUSED_KW;
    if (!expect(vm, nargs, 1) || !hack_check(vm, self, wrapped, "__delattr__") ||
        !name_check(vm, self, args[0]))
        return VALUE_NULL;
    return none_or_error(((SetAttrSlot)wrapped)(vm, self, args[0], VALUE_NULL));
}

#define COMPARE_WRAPPER(name, op)                                                      \
    WRAPPER(name)                                                                      \
    {                                                                                  \
        UNUSED_KW;                                                                     \
        return expect(vm, nargs, 1) ? ((CompareSlot)wrapped)(vm, self, args[0], op)    \
                                    : VALUE_NULL;                                      \
    }
COMPARE_WRAPPER(wrap_lt, CMP_LT)
COMPARE_WRAPPER(wrap_le, CMP_LE)
COMPARE_WRAPPER(wrap_eq, CMP_EQ)
COMPARE_WRAPPER(wrap_ne, CMP_NE)
COMPARE_WRAPPER(wrap_gt, CMP_GT)
COMPARE_WRAPPER(wrap_ge, CMP_GE)

WRAPPER(wrap_next)
{
    UNUSED_KW;
    (void)args;
    if (!expect(vm, nargs, 0))
        return VALUE_NULL;
    Value v = ((UnarySlot)wrapped)(vm, self);
    if (!v && !error_occurred(vm))
        error_set_none(vm, EXC_StopIteration);
    return v;
}

WRAPPER(wrap_descr_get)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 1, 2))
        return VALUE_NULL;
    Value obj = args[0] == VALUE_NONE ? VALUE_NULL : args[0];
    Value type = nargs < 2 || args[1] == VALUE_NONE ? VALUE_NULL : args[1];
    if (!obj && !type)
        return error_set(vm, EXC_TypeError, "__get__(None, None) is invalid");
    return ((TernarySlot)wrapped)(vm, self, obj, type);
}

WRAPPER(wrap_init)
{
    (void)def;
    return none_or_error(((InitSlot)wrapped)(vm, self, args, nargs, kwnames));
}

WRAPPER(wrap_finalize)
{
    UNUSED_KW;
    (void)args;
    if (!expect(vm, nargs, 0))
        return VALUE_NULL;
    ((FinalizeSlot)wrapped)(vm, self);
    return VALUE_NONE;
}

/* Of descr_set, too: what both take is the same. */
WRAPPER(wrap_setitem)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 2, 2))
        return VALUE_NULL;
    return none_or_error(((SetAttrSlot)wrapped)(vm, self, args[0], args[1]));
}

WRAPPER(wrap_delitem)
{
    UNUSED_KW;
    if (!expect(vm, nargs, 1))
        return VALUE_NULL;
    return none_or_error(((SetAttrSlot)wrapped)(vm, self, args[0], VALUE_NULL));
}

WRAPPER(wrap_contains)
{
    UNUSED_KW;
    if (!expect(vm, nargs, 1))
        return VALUE_NULL;
    return value_true_or_error(((ContainsSlot)wrapped)(vm, self, args[0]));
}

WRAPPER(wrap_repeat)
{
    UNUSED_KW;
    if (!unpack(vm, nargs, 1, 1))
        return VALUE_NULL;
    int64_t i = number_as_ssize(vm, args[0], EXC_OverflowError);
    if (i == -1 && error_occurred(vm))
        return VALUE_NULL;
    return ((SizeArgSlot)wrapped)(vm, self, i);
}

WRAPPER(wrap_sq_item)
{
    UNUSED_KW;
    int64_t i;
    if (!expect(vm, nargs, 1) ||
        !sequence_index(vm, self, args[0], EXC_OverflowError, &i))
        return VALUE_NULL;
    return ((SizeArgSlot)wrapped)(vm, self, i);
}

WRAPPER(wrap_sq_setitem)
{
    UNUSED_KW;
    int64_t i;
    if (!unpack(vm, nargs, 2, 2) ||
        !sequence_index(vm, self, args[0], EXC_OverflowError, &i))
        return VALUE_NULL;
    return none_or_error(((SizeSetSlot)wrapped)(vm, self, i, args[1]));
}

WRAPPER(wrap_sq_delitem)
{
    UNUSED_KW;
    int64_t i;
    if (!expect(vm, nargs, 1) ||
        !sequence_index(vm, self, args[0], EXC_OverflowError, &i))
        return VALUE_NULL;
    return none_or_error(((SizeSetSlot)wrapped)(vm, self, i, VALUE_NULL));
}

#define W(name, slot, generic, wrapper, keywords, doc)                                 \
    {#name,    NAME_##name, offsetof(TypeSlots, slot), (AnySlot)generic, wrapper,      \
     keywords, doc},
const SlotDef slot_defs[] = {
#include "vm/types/slot_wrappers.def"
};
#undef W
const int slot_def_count = sizeof slot_defs / sizeof *slot_defs;

/* ---- __new__ of native types ----------------------------------------------------- */

bool type_new_accepts(MinipyVM *vm, TypeObj *type, const Value *args, size_t nargs)
{
    const char *name = type_name_cstr(type);
    TypeObj *sub = nargs && value_is_type(args[0]) ? TYPE_OF(args[0]) : NULL;
    if (sub && type_is_subtype(sub, type))
        return true;
    if (nargs < 1)
        error_set(vm, EXC_TypeError, "%s.__new__(): not enough arguments", name);
    else if (!sub)
        error_set(vm, EXC_TypeError, "%s.__new__(X): X is not a type object (%.9999T)",
                  name, args[0]);
    else
        error_set(vm, EXC_TypeError,
                  "%s.__new__(%.9999N): %.9999N is not a subtype of %s", name, sub, sub,
                  name);
    return false;
}

/* self is the native type whose __new__ this is; args[0] the class to make an instance
 * of. */
FN(new_wrapper)
{
    TypeObj *type = TYPE_OF(self);
    if (!type_new_accepts(vm, type, args, nargs))
        return VALUE_NULL;
    TypeObj *sub = TYPE_OF(args[0]), *native = sub;
    while (native && native->slots.new_ == slot_new)
        native = native->base;
    if (native && native->slots.new_ != type->slots.new_)
        return error_set(vm, EXC_TypeError,
                         "%s.__new__(%N) is not safe, use %N.__new__()",
                         type_name_cstr(type), sub, native);
    return type->slots.new_(vm, sub, args + 1, nargs - 1, kwnames);
}

const MethodDef type_new_wrapper_def = {
    "__new__", new_wrapper, 0, "($type, *args, **kwargs)",
    "Create and return a new object.  See help(type) for accurate signature."};
