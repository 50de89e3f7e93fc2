/* import_library.c - modules that C code uses by their names, and the warnings of
 * importlib, which in CPython is one of them, where it gives them. */
#include "vm/import/import.h"

#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"

#include <stdarg.h>

int import_before_use(MinipyVM *vm, const char *name)
{
    Value m = import_module(vm, name);
    value_xdecref(vm, m);
    return m ? 0 : -1;
}

Value import_call(MinipyVM *vm, const char *module, const char *function,
                  const Value *args, size_t nargs, Value kwnames)
{
    Value m = import_module(vm, module);
    Value name = m ? str_intern_cstr(vm, function) : VALUE_NULL;
    Value f = name ? object_getattr(vm, m, name) : VALUE_NULL;
    Value r = f ? call(vm, f, args, nargs, kwnames) : VALUE_NULL;
    value_xdecref(vm, f);
    value_xdecref(vm, name);
    value_xdecref(vm, m);
    return r;
}

/* What the warnings of a module that were shown go into. New. */
static Value warning_registry(MinipyVM *vm, Value globals)
{
    Value registry = dict_get_cstr_borrow(vm, globals, "__warningregistry__");
    if (registry)
        return value_incref(registry);
    registry = dict_new(vm);
    if (registry && dict_set_cstr(vm, globals, "__warningregistry__", registry) < 0)
        value_clear(vm, &registry);
    return registry;
}

static int warn_in(MinipyVM *vm, Value globals, const char *filename, int line,
                   ExcId category, Value text)
{
    /* Held: what a program does with warnings may change the module. */
    Value name = value_xincref(dict_get_borrow(vm, globals, NAME(vm, __name__)));
    Value registry = name ? warning_registry(vm, globals) : VALUE_NULL;
    Value file = registry ? str_from_cstr(vm, filename) : VALUE_NULL;
    int r = file ? warnings_warn_explicit(vm, vm->exc[category], text, file, line, name,
                                          registry)
                 : -1;
    value_xdecref(vm, file);
    value_xdecref(vm, registry);
    value_xdecref(vm, name);
    return r;
}

int import_warn(MinipyVM *vm, bool external, int line, ExcId category,
                const char *format, ...)
{
    const char *module = external ? "_frozen_importlib_external" : "_frozen_importlib";
    const char *filename = external ? "<frozen importlib._bootstrap_external>"
                                    : "<frozen importlib._bootstrap>";
    va_list ap;
    va_start(ap, format);
    Value text = str_format_va(vm, format, ap);
    va_end(ap);
    Value m = text ? import_module(vm, module) : VALUE_NULL;
    int r = m && value_is_kind(m, KIND_MODULE)
                ? warn_in(vm, value_from_obj(MODULE(m)->dict), filename, line, category,
                          text)
                : -1;
    value_xdecref(vm, m);
    value_xdecref(vm, text);
    return r;
}
