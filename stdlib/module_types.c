/* module_types.c - the types and exception classes of modules in C, one of each in a
 * vm.
 */
#include "stdlib/module_types.h"

#include "vm/objects/args.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/objects/module.h"

TypeObj *module_type_made_borrow(MinipyVM *vm, const TypeSpec *spec)
{
    TypeObj *t = module_type_borrow(vm, spec);
    if (!t && (t = type_from_spec(vm, spec)))
        obj_decref(vm, &t->ob);
    return t;
}

int module_add_type_as(MinipyVM *vm, Value module, const char *name,
                       const TypeSpec *spec)
{
    TypeObj *t = module_type_made_borrow(vm, spec);
    return t ? module_add_steal(vm, module, name, value_incref(value_from_obj(t))) : -1;
}

int module_add_type(MinipyVM *vm, Value module, const TypeSpec *spec)
{
    const char *dot = strrchr(spec->name, '.');
    return module_add_type_as(vm, module, dot ? dot + 1 : spec->name, spec);
}

static Value error_class_new(MinipyVM *vm, const ErrorClass *c)
{
    Value dict = dict_new(vm);
    Value args[] = {str_from_cstr(vm, c->name),
                    tuple_pack(vm, 1, value_from_obj(vm->exc[c->base])), dict};
    Value cls = VALUE_NULL;
    if (args[0] && args[1] && dict &&
        dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, c->module)) == 0)
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    for (int i = 0; i < 3; i++)
        value_xdecref(vm, args[i]);
    return cls;
}

/* VALUE_NULL: exception. */
static Value error_class_borrow(MinipyVM *vm, const ErrorClass *c)
{
    if (!vm->error_classes && !(vm->error_classes = dict_new(vm)))
        return VALUE_NULL;
    Value key = str_format_c(vm, "%s.%s", c->module, c->name);
    Value cls = key ? dict_get_borrow(vm, vm->error_classes, key) : VALUE_NULL;
    if (key && !cls && (cls = error_class_new(vm, c))) {
        int r = dict_set(vm, vm->error_classes, key, cls);
        value_decref(vm, cls);
        if (r < 0)
            cls = VALUE_NULL;
    }
    value_xdecref(vm, key);
    return cls;
}

int module_add_error_as(MinipyVM *vm, Value module, const char *name,
                        const ErrorClass *c)
{
    Value cls = error_class_borrow(vm, c);
    return cls ? module_add_steal(vm, module, name, value_incref(cls)) : -1;
}

int module_add_error(MinipyVM *vm, Value module, const ErrorClass *c)
{
    return module_add_error_as(vm, module, c->name, c);
}

Value module_error(MinipyVM *vm, const ErrorClass *c, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value text = str_format_va(vm, format, ap);
    va_end(ap);
    Value cls = text ? error_class_borrow(vm, c) : VALUE_NULL;
    if (cls)
        error_set_type(vm, TYPE_OF(cls), text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

Value module_error_code(MinipyVM *vm, const ErrorClass *c, int code, const char *text)
{
    Value cls = error_class_borrow(vm, c);
    Value s = cls ? str_from_cstr(vm, text) : VALUE_NULL;
    Value exc = s ? call2(vm, cls, value_from_imm(code), s) : VALUE_NULL;
    value_xdecref(vm, s);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
    return VALUE_NULL;
}
