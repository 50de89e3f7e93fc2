/* opcode.c - the modules _opcode (what dis asks about minipy's own instructions) and
 * _typing. */
#include "stdlib/native.h"
#include "vm/code.h"

extern const ModuleSpec opcode_module_spec, typing_module_spec;

static const struct {
    const char *name, *operand;
    int opcode, caches, flags;
} rows[] = {
#define OP(name, operand, effect, caches, flags, picture)                              \
    {#name, #operand, OP_##name, caches, flags},
#include "vm/opcodes.def"
#undef OP
};

FN(stack_effect)
{
    static const ArgSpec spec = {"stack_effect", "opcode oparg jump", .posonly = 2,
                                 .required = 1,  .maxpos = 2,         .kwonly = 1};
    Value a[3];
    int op, arg = 0;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) || !arg_int(vm, a[0], &op) ||
        (a[1] && a[1] != VALUE_NONE && !arg_int(vm, a[1], &arg)))
        return VALUE_NULL;
    if (op < 0 || op >= OP_COUNT || opcode_base[op] != op)
        return error_set(vm, EXC_ValueError, "invalid opcode or oparg");
    if (a[2] && a[2] != VALUE_NONE)
        return value_from_imm(
            code_stack_effect((Opcode)op, (uint32_t)arg, a[2] == VALUE_TRUE));
    int falls = code_stack_effect((Opcode)op, (uint32_t)arg, false);
    int jumps = code_stack_effect((Opcode)op, (uint32_t)arg, true);
    return value_from_imm(falls > jumps ? falls : jumps);
}

/* [(name, opcode, operand kind, cache units, jumps)] of every instruction that
 * compilers make. */
FN(instructions)
{
    Value list = list_new(vm, 0);
    for (size_t i = 0; list && i < sizeof rows / sizeof *rows; i++) {
        Value row[] = {
            str_intern_cstr(vm, rows[i].name), value_from_imm(rows[i].opcode),
            str_intern_cstr(vm, rows[i].operand), value_from_imm(rows[i].caches),
            value_from_bool(rows[i].flags & OPF_J)};
        if (list_append_steal(vm, list, tuple_from_steal(vm, row, 5)) < 0)
            value_clear(vm, &list);
    }
    return list;
}

FN(no_statistics)
{
    return VALUE_NONE;
}

static const MethodDef functions[] = {
    {"stack_effect", stack_effect, M_KW,
     "stack_effect($module, opcode, oparg=None, /, *, jump=None)\n--\n\n"
     "Compute the stack effect of the opcode."},
    {"get_specialization_stats", no_statistics, M_NOARGS, "None: there are none."},
    {"_instructions", instructions, M_NOARGS, NULL},
    {0},
};

const ModuleSpec opcode_module_spec = {
    .name = "_opcode",
    .doc = "Opcode support module.",
    .methods = functions,
};

FN(typing_idfunc)
{
    return value_incref(args[0]);
}

static const MethodDef typing_functions[] = {
    {"_idfunc", typing_idfunc, M_O, "_idfunc($module, x, /)\n--\n\n"},
    {0},
};

const ModuleSpec typing_module_spec = {
    .name = "_typing",
    .doc = "Primitives and accelerators for the typing module.",
    .methods = typing_functions,
};
