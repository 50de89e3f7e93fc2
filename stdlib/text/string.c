/* string.c - the module _string: the two functions of string.Formatter that read format
 * strings, made by the same code as str.format.
 */
#include "stdlib/native.h"
#include "vm/text/str_private.h"
#include "vm/objects/module.h"

extern const ModuleSpec string_module_spec;

FN(formatter_parser)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected str, got %T", args[0]);
    return str_formatter_parser(vm, args[0]);
}

FN(formatter_field_name_split)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected str, got %T", args[0]);
    return str_formatter_field_name_split(vm, args[0]);
}

static METHODS(functions,
    {"formatter_parser", formatter_parser, M_UNSIGNED, "($module, object, /)",
     "The fields of a format string: (literal, name, spec, conversion) each."},
    {"formatter_field_name_split", formatter_field_name_split, M_UNSIGNED, "($module, object, /)",
     "A field name as its first part and the accesses that follow."},
);

const ModuleSpec string_module_spec = {
    .name = "_string",
    .doc = "Helpers of the module string.",
    .methods = functions,
};
