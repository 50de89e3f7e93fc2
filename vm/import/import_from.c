/* import_from.c - the work of IMPORT_FROM and IMPORT_STAR. */
#include "vm/import/import.h"

#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/core/hooks.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/text/str.h"

/* The path where a package's modules are looked for; VALUE_NULL, without an exception:
 * it is none. */
static Value package_path(MinipyVM *vm, Value module)
{
    Value path = value_is_kind(module, KIND_MODULE)
                     ? dict_get_str_borrow(vm, MODULE(module)->dict, NAME(vm, __path__))
                     : VALUE_NULL;
    if (path && value_is_list(path))
        return value_incref(path);
    if (!path || !import_is_namespace_path(vm, path))
        return VALUE_NULL;
    value_incref(path); /* looking for its portions may run what takes it away */
    Value portions = sequence_list(vm, path);
    value_decref(vm, path);
    return portions;
}

/* The file, made for CPython, that would be the submodule `name`, or the module itself,
 * which then is the folder of that name beside it. VALUE_NULL: there is none, or an
 * exception. */
static Value cpython_file(MinipyVM *vm, Value module, Value name, Value modname)
{
    Value path = package_path(vm, module), file = VALUE_NULL;
    if (!path)
        return VALUE_NULL;
    Value full = str_format_c(vm, "%U.%U", modname, name);
    if (full)
        file = import_cpython_file(vm, full, path);
    value_xdecref(vm, full);
    value_decref(vm, path);
    Value own = dict_get_str_borrow(vm, MODULE(module)->dict, NAME(vm, __file__));
    if (file || vm->raised || (own && own != VALUE_NONE))
        return file;
    int64_t dot = str_find(modname, vm->ascii['.'], 0, str_length(modname), -1);
    Value outer = dot < 0 ? VALUE_NULL : str_substring(vm, modname, 0, dot);
    Value parent =
        outer ? value_xincref(dict_get_borrow(vm, vm->modules, outer)) : VALUE_NULL;
    path = parent ? package_path(vm, parent) : VALUE_NULL;
    value_xdecref(vm, parent);
    value_xdecref(vm, outer);
    if (!vm->raised && (dot < 0 || path))
        file = import_cpython_file(vm, modname, path);
    value_xdecref(vm, path);
    return file;
}

static Value cannot_import(MinipyVM *vm, Value module, Value name, Value modname)
{
    Value useless = modname ? cpython_file(vm, module, name, modname) : VALUE_NULL;
    if (vm->raised)
        return VALUE_NULL;
    if (useless) {
        error_set_import(vm, EXC_ImportError, modname, useless,
                         "cannot import name %R from %R (%S is made for CPython; "
                         "minipy loads modules in C that stand on minipy.h)",
                         name, modname, useless);
        value_decref(vm, useless);
        return VALUE_NULL;
    }
    Value file = VALUE_NULL, spec = VALUE_NULL, result;
    if (value_is_kind(module, KIND_MODULE)) {
        file = dict_get_str_borrow(vm, MODULE(module)->dict, NAME(vm, __file__));
        spec = dict_get_str_borrow(vm, MODULE(module)->dict, NAME(vm, __spec__));
    }
    Value shown = modname ? modname : str_from_cstr(vm, "<unknown module name>");
    if (!shown)
        return VALUE_NULL;
    value_xincref(file);
    Value told = modname ? modname : VALUE_NONE; /* the exception's name */
    bool initializing = spec && module_is_initializing(vm, spec);
    if (!file || !value_is_str(file))
        result = error_set_import(vm, EXC_ImportError, told, VALUE_NULL,
                                  "cannot import name %R from %R (unknown location)",
                                  name, shown);
    else if (initializing)
        result = error_set_import(
            vm, EXC_ImportError, told, file,
            "cannot import name %R from partially initialized module %R "
            "(most likely due to a circular import) (%S)",
            name, shown, file);
    else
        result =
            error_set_import(vm, EXC_ImportError, told, file,
                             "cannot import name %R from %R (%S)", name, shown, file);
    if (!modname)
        value_xdecref(vm, shown);
    value_xdecref(vm, file);
    return result;
}

Value import_from(MinipyVM *vm, Value module, Value name)
{
    Value v, modname;
    if (object_lookup_attr(vm, module, name, &v) != 0)
        return v;
    if (object_lookup_attr(vm, module, NAME(vm, __name__), &modname) < 0)
        return VALUE_NULL;
    if (modname && !value_is_str(modname))
        value_clear(vm, &modname);
    if (modname) {
        Value full = str_format_c(vm, "%U.%U", modname, name);
        v = full ? value_xincref(dict_get_borrow(vm, vm->modules, full)) : VALUE_NULL;
        value_xdecref(vm, full);
    }
    if (!v && !error_occurred(vm))
        cannot_import(vm, module, name, modname);
    value_xdecref(vm, modname);
    return v;
}

/* The names to bind: __all__, or the public names of __dict__. */
static Value star_names(MinipyVM *vm, Value module, bool *skip_private)
{
    Value all, dict;
    *skip_private = false;
    int r = object_lookup_attr(vm, module, NAME(vm, __all__), &all);
    if (r != 0)
        return all;
    if (object_lookup_attr(vm, module, NAME(vm, __dict__), &dict) < 0)
        return VALUE_NULL;
    if (!dict)
        return error_set(vm, EXC_ImportError,
                         "from-import-* object has no __dict__ and no __all__");
    Value keys = call_method_cstr(vm, dict, "keys", NULL, 0);
    value_decref(vm, dict);
    *skip_private = true;
    return keys;
}

/* CPython reads __all__ by position: a set, say, will not do. */
static bool can_index(MinipyVM *vm, Value names)
{
    TypeObj *t = value_type(vm, names);
    if (t->slots.sq_item || (t->slots.mp_subscript && !value_is_dict(names)))
        return true;
    error_set(vm, EXC_TypeError, "'%T' object does not support indexing", names);
    return false;
}

int import_star(MinipyVM *vm, Value module, Value namespace)
{
    bool skip_private;
    Value names = star_names(vm, module, &skip_private);
    Value items = names && (skip_private || can_index(vm, names))
                      ? sequence_list(vm, names)
                      : VALUE_NULL;
    int r = items ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < list_size(items); i++) {
        Value name = list_get_borrow(items, i);
        if (!value_is_str(name)) {
            Value modname = object_getattr(vm, module, NAME(vm, __name__));
            if (modname)
                error_set(vm, EXC_TypeError, "%s in %U.%s must be str, not %T",
                          skip_private ? "Key" : "Item", modname,
                          skip_private ? "__dict__" : "__all__", name);
            value_xdecref(vm, modname);
            r = -1;
            break;
        }
        if (skip_private && str_length(name) > 0 && str_char_at(STR(name), 0) == '_')
            continue;
        Value v = object_getattr(vm, module, name);
        if (!v)
            r = -1;
        else
            r = value_is_dict(namespace) ? dict_set(vm, namespace, name, v)
                                         : object_setitem(vm, namespace, name, v);
        value_xdecref(vm, v);
    }
    value_xdecref(vm, names);
    value_xdecref(vm, items);
    return r;
}
