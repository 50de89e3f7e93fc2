/* opcode.c - the modules _opcode (what dis asks about CPython's instructions) and
 * _typing. */
#include "stdlib/native.h"
#include "vm/code/wordcode.h"

FN(stack_effect)
{
    int op, arg = 0, falls, jumps;
    Value oparg = GIVEN(1), jump = GIVEN(2) ? GIVEN(2) : VALUE_NONE;
    if (!arg_int(vm, args[0], &op))
        return VALUE_NULL;
    bool given = oparg && oparg != VALUE_NONE;
    if (op >= WORD_HAVE_ARGUMENT && !given)
        return error_set(vm, EXC_ValueError,
                         "stack_effect: opcode requires oparg but "
                         "oparg was not specified");
    if (op < WORD_HAVE_ARGUMENT && given)
        return error_set(vm, EXC_ValueError,
                         "stack_effect: opcode does not permit "
                         "oparg but oparg was specified");
    if (given && !arg_int(vm, oparg, &arg))
        return VALUE_NULL;
    if (jump != VALUE_NONE && jump != VALUE_TRUE && jump != VALUE_FALSE)
        return error_set(vm, EXC_ValueError,
                         "stack_effect: jump must be False, True or None");
    if (op < 0 || !word_stack_effect((unsigned)op, (uint32_t)arg, false, &falls) ||
        !word_stack_effect((unsigned)op, (uint32_t)arg, true, &jumps))
        return error_set(vm, EXC_ValueError, "invalid opcode or oparg");
    if (jump != VALUE_NONE)
        return value_from_imm(jump == VALUE_TRUE ? jumps : falls);
    return value_from_imm(falls > jumps ? falls : jumps);
}

FN(no_statistics)
{
    return VALUE_NONE;
}

static METHODS(functions,
    {"stack_effect", stack_effect, 0, "($module, opcode, oparg=None, /, *, jump=None)",
     "Compute the stack effect of the opcode."},
    {"get_specialization_stats", no_statistics, 0, "($module, /)", "None: there are none."},
);

MODULE_SPEC(opcode_module_spec,
    .name = "_opcode",
    .doc = "Opcode support module.",
    .methods = functions,
);

FN(typing_idfunc)
{
    return value_incref(args[0]);
}

static METHODS(typing_functions,
    {"_idfunc", typing_idfunc, 0, "($module, x, /)", NULL},
);

MODULE_SPEC(typing_module_spec,
    .name = "_typing",
    .doc = "Primitives and accelerators for the typing module.",
    .methods = typing_functions,
);
