/* importlib_support.c - the modules _imp and _minipy_import: what importlib and its
 * parts in Python (stdlib/py/_frozen_importlib*.py) need from the import system in C.
 */
#include "stdlib/native.h"
#include "vm/import/import.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/objects/module.h"

extern const ModuleSpec imp_module_spec, minipy_import_module_spec;

/* ---- _imp ------------------------------------------------------------------------ */

FN(imp_none)
{
    return VALUE_NONE;
}
FN(imp_false)
{
    return VALUE_FALSE;
}
FN(imp_zero)
{
    return value_from_imm(0);
}
FN(imp_empty_list)
{
    return list_new(vm, 0);
}

static bool is_name(MinipyVM *vm, Value name, const char *fname)
{
    return value_is_str(name) || arg_type_error(vm, fname, NULL, "str", name);
}

static const ModuleSpec *builtin_named(MinipyVM *vm, Value name, const char *fname)
{
    return is_name(vm, name, fname) ? import_find_builtin(name) : NULL;
}

FN(imp_is_builtin)
{
    const ModuleSpec *m = builtin_named(vm, args[0], "is_builtin");
    if (!m)
        return error_occurred(vm) ? VALUE_NULL : value_from_imm(0);
    bool once = strcmp(m->name, "sys") == 0 || strcmp(m->name, "builtins") == 0;
    return value_from_imm(once ? -1 : 1);
}

FN(imp_create_builtin)
{
    Value name = object_getattr(vm, args[0], NAME(vm, name));
    if (!name)
        return VALUE_NULL;
    const ModuleSpec *m = builtin_named(vm, name, "create_builtin");
    Value module = m                    ? module_from_spec(vm, m)
                   : error_occurred(vm) ? VALUE_NULL
                                        : VALUE_NONE;
    value_decref(vm, name);
    return module;
}

static const FrozenModule *frozen_named(MinipyVM *vm, Value name, const char *fname)
{
    return is_name(vm, name, fname) ? import_find_frozen(name) : NULL;
}

FN(imp_is_frozen)
{
    if (!is_name(vm, args[0], "is_frozen"))
        return VALUE_NULL;
    Found f = {.kind = FOUND_NOTHING};
    int r = import_find_with(vm, import_frozen_importer(vm), args[0], VALUE_NULL, &f);
    found_clear(vm, &f);
    return r < 0 ? VALUE_NULL : value_from_bool(r);
}

FN(imp_is_frozen_package)
{
    const FrozenModule *f = frozen_named(vm, args[0], "is_frozen_package");
    if (f)
        return value_from_bool(f->package);
    if (error_occurred(vm))
        return VALUE_NULL;
    return error_set_import(vm, EXC_ImportError, args[0], VALUE_NULL,
                            "No such frozen object named %S", args[0]);
}

FN(imp_frozen_object)
{
    return error_set_import(vm, EXC_ImportError, args[0], VALUE_NULL,
                            "No such frozen object named %S", args[0]);
}

FN(imp_frozen_names)
{
    Value list = list_new(vm, 0);
    for (const FrozenModule *f = frozen_modules; list && f->name; f++)
        if (list_append_made(vm, list, str_from_cstr(vm, f->name)) < 0)
            value_clear(vm, &list);
    return list;
}

FN(imp_create_dynamic)
{
    Value name = object_getattr(vm, args[0], NAME(vm, name));
    if (!name)
        return VALUE_NULL;
    error_set_import(vm, EXC_ImportError, name, VALUE_NULL,
                     "minipy cannot load extension modules made for CPython: %S", name);
    value_decref(vm, name);
    return VALUE_NULL;
}

FN(imp_source_hash)
{
    Buffer view;
    int64_t key;
    if (!arg_ssize(vm, args[0], &key) || buffer_get(vm, args[1], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    HashKey k = {(uint64_t)key, 0};
    uint64_t h = hash_bytes(&k, view.data, (size_t)view.size);
    buffer_release(vm, &view);
    return bytes_from(vm, &h, sizeof h);
}

static METHODS(imp_functions,
    {"extension_suffixes", imp_empty_list, 0, "($module, /)", "File suffixes of extension modules: none."},
    {"lock_held", imp_false, 0, "($module, /)", "Whether the import lock is held: there is none."},
    {"acquire_lock", imp_none, 0, "($module, /)", NULL},
    {"release_lock", imp_none, 0, "($module, /)", NULL},
    {"find_frozen", imp_none, 0, "($module, name, /, *, withdata=False)", NULL},
    {"get_frozen_object", imp_frozen_object, 0, "($module, name, data=None, /)", NULL},
    {"is_frozen_package", imp_is_frozen_package, 0, "($module, name, /)", NULL},
    {"create_builtin", imp_create_builtin, 0, "($module, spec, /)", "Create a built-in module from a spec."},
    {"init_frozen", imp_none, 0, "($module, name, /)", NULL},
    {"is_builtin", imp_is_builtin, 0, "($module, name, /)", "1: a module in C; -1: one made at the start; 0: neither."},
    {"is_frozen", imp_is_frozen, 0, "($module, name, /)", "Whether the name is that of a frozen module."},
    {"_frozen_module_names", imp_frozen_names, 0, "($module, /)", NULL},
    {"_override_frozen_modules_for_tests", imp_none, 0, "($module, override, /)", NULL},
    {"create_dynamic", imp_create_dynamic, 0, "($module, spec, file=<unrepresentable>, /)", NULL},
    {"exec_dynamic", imp_zero, 0, "($module, mod, /)", NULL},
    {"exec_builtin", imp_zero, 0, "($module, mod, /)", NULL},
    {"_fix_co_filename", imp_none, 0, "($module, code, path, /)", NULL},
    {"source_hash", imp_source_hash, 0, "($module, /, key, source)", NULL},
);

static int imp_exec(MinipyVM *vm, Value m)
{
    return module_add_steal(vm, m, "check_hash_based_pycs",
                            str_from_cstr(vm, "default"));
}

const ModuleSpec imp_module_spec = {
    .name = "_imp",
    .doc = "(Extremely) low-level import machinery bits as used by importlib.",
    .methods = imp_functions,
    .exec = imp_exec,
};

/* ---- _minipy_import -------------------------------------------------------------- */

FN(find_and_load)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "find_and_load", NULL, "str", args[0]);
    return import_module_str(vm, args[0]);
}

static METHODS(import_functions,
    {"find_and_load", find_and_load, M_UNSIGNED, "($self, object, /)",
     "The module of that absolute name, imported if need be."},
);

static int import_exec(MinipyVM *vm, Value m)
{
    if (import_export_classes(vm, m, false) < 0 ||
        import_export_classes(vm, m, true) < 0)
        return -1;
    Value import_function = dict_get_cstr_borrow(vm, vm->builtins, "__import__");
    return module_add_steal(vm, m, "import_name",
                            import_function ? value_incref(import_function)
                                            : VALUE_NONE);
}

const ModuleSpec minipy_import_module_spec = {
    .name = "_minipy_import",
    .doc = "The import system in C, for stdlib/py/_frozen_importlib.py.",
    .methods = import_functions,
    .exec = import_exec,
};
