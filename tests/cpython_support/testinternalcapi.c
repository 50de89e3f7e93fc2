/* testinternalcapi.c - the module _testinternalcapi of the test interpreter. */
#include "stdlib/native.h"
#include "vm/containers/dict.h"
#include "vm/objects/module.h"

extern const ModuleSpec testinternalcapi_module_spec;

FN(get_recursion_depth)
{
    return int_new(vm, vm->recursion_limit - vm->recursion_remaining);
}

FN(get_config)
{
    Value d = dict_new(vm);
    if (d && dict_set_cstr(vm, d, "code_debug_ranges", value_from_imm(1)) < 0)
        value_clear(vm, &d);
    return d;
}

static int add_constants(MinipyVM *vm, Value module)
{
    return module_add_steal(vm, module, "SIZEOF_PYGC_HEAD",
                            value_from_imm(sizeof(GcHead)));
}

static const MethodDef functions[] = {
    {"get_recursion_depth", get_recursion_depth, M_UNSIGNED, "($module, /)", NULL},
    {"get_config", get_config, M_UNSIGNED, "($module, /)", NULL},
    {0},
};

const ModuleSpec testinternalcapi_module_spec = {
    .name = "_testinternalcapi",
    .methods = functions,
    .exec = add_constants,
};
