/* importlib_support.c - the modules _imp and _minipy_import: what importlib and its
 * parts in Python (stdlib/py/_frozen_importlib*.py) need from the import system in C.
 */
#include "minipy.h"
#include "stdlib/native.h"
#include "stdlib/runtime/runtime.h"
#include "compiler/codegen/compile.h"
#include "vm/code/code.h"
#include "vm/code/code_pack.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/eval/traceback.h"
#include "vm/errors/exceptions.h"
#include "vm/import/extension.h"
#include "vm/import/import.h"
#include "vm/threads/import_lock.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"

/* ---- _imp ------------------------------------------------------------------------ */

FN(imp_suffixes)
{
    Value suffix = str_from_cstr(vm, MINIPY_MODULE_SUFFIX);
    Value list = suffix ? list_from(vm, &suffix, 1) : VALUE_NULL;
    value_xdecref(vm, suffix);
    return list;
}

static bool is_name(MinipyVM *vm, Value name, const char *fname)
{
    return value_is_str(name) || arg_type_error(vm, fname, NULL, "str", name);
}

static const ModuleSpec *builtin_named(MinipyVM *vm, Value name, const char *fname)
{
    return is_name(vm, name, fname) ? import_find_builtin(vm, name) : NULL;
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
    Value module = m                    ? import_check_listed(vm, name) < 0 ? VALUE_NULL
                                                                            : import_create_builtin(vm, m)
                                      : error_occurred(vm) ? VALUE_NULL
                                        : VALUE_NONE;
    value_decref(vm, name);
    return module;
}

/* What is frozen under that name: 1, 0, or -1 with an exception. */
static int find_frozen(MinipyVM *vm, Value name, const char *fname, Found *f)
{
    *f = (Found){.kind = FOUND_NOTHING};
    return is_name(vm, name, fname) ? import_find_frozen(vm, name, f) : -1;
}

static Value no_such(MinipyVM *vm, Value name)
{
    return error_set_import(vm, EXC_ImportError, name, VALUE_NULL,
                            "No such frozen object named %R", name);
}

FN(imp_is_frozen)
{
    Found f;
    int r = find_frozen(vm, args[0], "is_frozen", &f);
    found_clear(vm, &f);
    return r < 0 ? VALUE_NULL : value_from_bool(r);
}

FN(imp_is_frozen_package)
{
    Found f;
    int r = find_frozen(vm, args[0], "is_frozen_package", &f);
    bool package = import_frozen_is_package(&f);
    found_clear(vm, &f);
    return r > 0 ? value_from_bool(package) : r < 0 ? VALUE_NULL : no_such(vm, args[0]);
}

FN(imp_frozen_object)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "get_frozen_object", "1", "str", args[0]);
    if (GIVEN(1) && args[1] != VALUE_NONE && !buffer_supported(vm, args[1]))
        return arg_type_error(vm, "get_frozen_object", "2", "bytes", args[1]);
    Found f;
    int r = find_frozen(vm, args[0], "get_frozen_object", &f);
    Value code = r > 0   ? import_compile(vm, args[0], &f)
                 : r < 0 ? VALUE_NULL
                         : no_such(vm, args[0]);
    found_clear(vm, &f);
    return code;
}

/* (data, is a package, origin); data, which nobody wants who does not ask for it, is
 * the source: code of ours is not CPython's. */
FN(imp_find_frozen)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "find_frozen", "1", "str", args[0]);
    Found f;
    int r = find_frozen(vm, args[0], "find_frozen", &f);
    Value origin = r > 0 ? import_frozen_origin(vm, args[0]) : VALUE_NULL;
    Value found =
        origin ? tuple_pack(vm, 3, VALUE_NONE,
                            value_from_bool(import_frozen_is_package(&f)), origin)
               : VALUE_NULL;
    value_xdecref(vm, origin);
    found_clear(vm, &f);
    return r == 0 ? VALUE_NONE : found;
}

FN(imp_init_frozen)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "init_frozen", NULL, "str", args[0]);
    return VALUE_NONE;
}

FN(imp_override_frozen)
{
    return arg_int(vm, args[0], import_frozen_override(vm)) ? VALUE_NONE : VALUE_NULL;
}

FN(imp_fix_filename)
{
    if (!value_is_kind(args[0], KIND_CODE))
        return arg_type_error(vm, "_fix_co_filename", "1", "code", args[0]);
    if (!value_is_str(args[1]))
        return arg_type_error(vm, "_fix_co_filename", "2", "str", args[1]);
    return code_rename_file(vm, CODE(args[0]), args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* Modules are locked one by one (import_lock.h): this lock is what programs make of it.
 */
FN(imp_lock_held)
{
    return value_from_bool(import_lock_held(vm));
}

FN(imp_acquire_lock)
{
    return import_lock_acquire(vm) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(imp_release_lock)
{
    return import_lock_release(vm) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(imp_frozen_names)
{
    return import_frozen_names(vm);
}

FN(imp_create_dynamic)
{
    Value name = object_getattr(vm, args[0], NAME(vm, name));
    Value path = name ? attr_get(vm, args[0], "origin") : VALUE_NULL;
    Value module = VALUE_NULL;
    if (path && !value_is_str(name))
        error_set(vm, EXC_TypeError, "spec.name must be a string");
    else if (path && !value_is_str(path) &&
             audit(vm, "import", 5, name, path, VALUE_NONE, VALUE_NONE, VALUE_NONE) ==
                 0)
        error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    else if (path && value_is_str(path))
        module = extension_load(vm, name, path);
    value_xdecref(vm, name);
    value_xdecref(vm, path);
    return module;
}

FN(imp_exec_module)
{
    return import_exec_builtin(vm, args[0]) < 0 ? VALUE_NULL : value_from_imm(0);
}

FN(imp_source_hash)
{
    Buffer view;
    int64_t key;
    if (!arg_long(vm, args[0], &key) || buffer_get(vm, args[1], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    uint64_t h = import_source_hash(key, view.data, (size_t)view.size);
    buffer_release(vm, &view);
    return bytes_from(vm, &h, sizeof h);
}

static METHODS(imp_functions,
    {"extension_suffixes", imp_suffixes, 0, "($module, /)", "File suffixes of extension modules."},
    {"lock_held", imp_lock_held, 0, "($module, /)", "Whether a program holds the import lock."},
    {"acquire_lock", imp_acquire_lock, 0, "($module, /)",
     "Take the lock of imports, as this thread may do several times."},
    {"release_lock", imp_release_lock, 0, "($module, /)", "Give the lock of imports back."},
    {"find_frozen", imp_find_frozen, 0, "($module, name, /, *, withdata=False)",
     "Where a frozen module's code is: (data, is_package, origname), or None."},
    {"get_frozen_object", imp_frozen_object, 0, "($module, name, data=None, /)", "The code of a frozen module."},
    {"is_frozen_package", imp_is_frozen_package, 0, "($module, name, /)", "Whether a frozen module is a package."},
    {"create_builtin", imp_create_builtin, 0, "($module, spec, /)", "Create a built-in module from a spec."},
    {"init_frozen", imp_init_frozen, 0, "($module, name, /)", "Make and run a frozen module."},
    {"is_builtin", imp_is_builtin, 0, "($module, name, /)", "1: a module in C; -1: one made at the start; 0: neither."},
    {"is_frozen", imp_is_frozen, 0, "($module, name, /)", "Whether the name is that of a frozen module."},
    {"_frozen_module_names", imp_frozen_names, 0, "($module, /)", "The names of the frozen modules."},
    {"_override_frozen_modules_for_tests", imp_override_frozen, 0, "($module, override, /)",
     "Turn frozen modules on (1), off (-1), or back to what was asked for (0)."},
    {"create_dynamic", imp_create_dynamic, 0, "($module, spec, file=<unrepresentable>, /)",
     "Load the extension module of a spec."},
    {"exec_dynamic", imp_exec_module, 0, "($module, mod, /)", "Run the body of an extension module."},
    {"exec_builtin", imp_exec_module, 0, "($module, mod, /)", "Run the body of a built-in module."},
    {"_fix_co_filename", imp_fix_filename, 0, "($module, code, path, /)",
     "Let a code object and those in it name another file."},
    {"source_hash", imp_source_hash, 0, "($module, /, key, source)", NULL},
);

static CONTENTS(contents,
    HAS_TEXT("check_hash_based_pycs", "default"),
);

MODULE_SPEC(imp_module_spec,
    .name = "_imp",
    .doc = "(Extremely) low-level import machinery bits as used by importlib.",
    .methods = imp_functions, .contents = contents,
);

/* ---- _minipy_import -------------------------------------------------------------- */

FN(find_and_load)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "find_and_load", NULL, "str", args[0]);
    return import_check_listed(vm, args[0]) < 0 ? VALUE_NULL
                                                : import_module_unheard(vm, args[0]);
}

/* ---- frames for tracebacks: by _frozen_importlib.py, and not audited ------------- */

/* These are found by programs, too. */
static bool is_of(MinipyVM *vm, Value v, Kind kind, const char *fname)
{
    return value_is_kind(v, kind) ||
           arg_type_error(vm, fname, NULL, type_name_cstr(vm->types[kind]), v);
}

/* Frames of the function are seen nowhere. */
FN(import_stand_in)
{
    if (!is_of(vm, args[0], KIND_FUNCTION, "stand_in"))
        return VALUE_NULL;
    code_stand_in(FUNC(args[0])->code);
    return VALUE_NONE;
}

/* CPython's line of one that lies `distance` lines behind the function's first: that of
 * the dict, else as far behind CPython's first. */
static int32_t line_there(MinipyVM *vm, Value lines, int32_t first, int32_t distance)
{
    Value found = dict_get_borrow(vm, lines, value_from_imm(distance));
    return found && value_is_int_imm(found) ? (int32_t)value_imm(found)
                                            : first + distance;
}

/* The function's code says that it has the name and the lines of CPython's. */
FN(import_set_lines)
{
    if (!is_of(vm, args[0], KIND_FUNCTION, "set_lines") ||
        !is_of(vm, args[1], KIND_STR, "set_lines") ||
        !is_of(vm, args[3], KIND_DICT, "set_lines") || !value_is_int_imm(args[2]))
        return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
    CodeObj *c = FUNC(args[0])->code;
    if (code_settle(vm, c) < 0)
        return VALUE_NULL;
    int32_t old = c->firstlineno, first = (int32_t)value_imm(args[2]);
    c->firstlineno = first;
    for (uint32_t i = 0; i < c->nruns; i++)
        if (c->runs[i].pos.line >= 0) {
            int32_t line = line_there(vm, args[3], first, c->runs[i].pos.line - old);
            c->runs[i].pos.end_line += line - c->runs[i].pos.line;
            c->runs[i].pos.line = line;
        }
    value_set_steal(vm, &c->name, value_incref(args[1]));
    c->name_utf8 = str_utf8_or_null(vm, args[1]);
    return VALUE_NONE;
}

static Value traceback_at(MinipyVM *vm, Value next, Value frame, Value line)
{
    Value cls = value_from_obj(vm->types[KIND_TRACEBACK]);
    Value items[] = {next, frame, value_from_imm(-1), line};
    return call(vm, cls, items, 4, VALUE_NULL);
}

/* The traceback with a frame of that file and name, in that line, before it. */
FN(import_behind)
{
    if (!is_of(vm, args[1], KIND_STR, "behind") ||
        !is_of(vm, args[2], KIND_STR, "behind") ||
        !is_of(vm, args[4], KIND_DICT, "behind"))
        return VALUE_NULL;
    Value frame = traceback_frame(vm, args[2], args[1], args[4], 1);
    Value tb = frame ? traceback_at(vm, args[0], frame, args[3]) : VALUE_NULL;
    value_xdecref(vm, frame);
    return tb;
}

/* The file and function of a traceback's first frame. */
FN(import_place)
{
    if (!is_of(vm, args[0], KIND_TRACEBACK, "place"))
        return VALUE_NULL;
    const TracebackObj *t = TRACEBACK(args[0]);
    CodeObj *c = frame_object_code_borrow(t->frame);
    return tuple_pack(vm, 2, c->filename, c->name);
}

/* What a .pyc has behind its head; other code than the compiler's is marshalled. */
FN(import_pack)
{
    if (!is_of(vm, args[0], KIND_CODE, "pack"))
        return VALUE_NULL;
    CodePack pack = code_pack_sealed(vm, CODE(args[0]));
    if (!pack.data)
        return marshal_to_bytes(vm, args[0]);
    Value bytes = bytes_from(vm, pack.data, (int64_t)pack.size);
    code_pack_free(&pack);
    return bytes;
}

FN(import_magic)
{
    uint32_t magic = import_cache_magic();
    return bytes_from(vm, &magic, sizeof magic);
}

/* FileFinder, by which imports see that a program has changed it. */
FN(import_file_finder)
{
    if (!is_of(vm, args[0], KIND_TYPE, "set_file_finder"))
        return VALUE_NULL;
    import_set_file_finder(vm, args[0]);
    return VALUE_NONE;
}

FN(import_finder_changed)
{
    return value_from_bool(import_file_finder_changed(vm));
}

static METHODS(import_functions,
    {"set_file_finder", import_file_finder, M_UNSIGNED, "($self, cls, /)", NULL},
    {"file_finder_changed", import_finder_changed, M_UNSIGNED, "($self, /)", NULL},
    {"pack", import_pack, M_UNSIGNED, "($self, code, /)", NULL},
    {"magic", import_magic, M_UNSIGNED, "($self, /)", NULL},
    {"stand_in", import_stand_in, M_UNSIGNED, "($self, function, /)", NULL},
    {"set_lines", import_set_lines, M_UNSIGNED, "($self, function, name, first, lines, /)", NULL},
    {"behind", import_behind, M_UNSIGNED, "($self, tb, file, name, line, globals, /)", NULL},
    {"place", import_place, M_UNSIGNED, "($self, tb, /)", NULL},
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

MODULE_SPEC(minipy_import_module_spec,
    .name = "_minipy_import",
    .doc = "The import system in C, for stdlib/py/_frozen_importlib.py.",
    .methods = import_functions, .exec = import_exec,
);
