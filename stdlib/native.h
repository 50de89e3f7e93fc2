/* native.h - short forms for the modules in C: the signature of a native function, and
 * the headers that nearly all of them need.
 */
#ifndef MINIPY_STDLIB_NATIVE_H
#define MINIPY_STDLIB_NATIVE_H

#include <stdio.h>

#include "stdlib/module_types.h"
#include "vm/args.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/int.h"
#include "vm/objects/iter_private.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"
#include "vm/vm.h"

/* A native function of this file; not every one looks at all its parameters. */
#define FN(name)                                                                       \
    static Value name(                                                                 \
        MinipyVM *vm __attribute__((unused)), Value self __attribute__((unused)),      \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused)))

/* A new exception class module.name that derives from one of ours; VALUE_NULL:
 * exception. */
static inline Value exception_class_new(MinipyVM *vm, const char *module,
                                        const char *name, ExcId base)
{
    Value dict = dict_new(vm);
    Value args[] = {str_from_cstr(vm, name),
                    tuple_pack(vm, 1, value_from_obj(vm->exc[base])), dict};
    Value cls = VALUE_NULL;
    if (args[0] && args[1] && dict &&
        dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, module)) == 0)
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    for (int i = 0; i < 3; i++)
        value_xdecref(vm, args[i]);
    return cls;
}

#endif
