/* import.c - the import statement's core: names, packages, sys.modules, fromlists.
 *
 * Invariant: a module is in sys.modules before its body runs and is taken out again if
 * the body fails. The markers bracket the search and the load of each module that was
 * not there, parents inside their children. Read next: import_find.c, import_spec.c.
 */
#include "vm/import/import.h"
#include "vm/import/site.h"
#include "probes/report.h"
#include "vm/objects/namespace.h"

#include "vm/eval/audit_wanted.h"
#include "vm/eval/frame.h"
#include "vm/threads/import_lock.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/core/vm.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"

/* ---- sys.modules ----------------------------------------------------------------- */

/* Borrowed; VALUE_NULL if absent or None there (and no error set by this). */
static Value loaded_borrow(MinipyVM *vm, Value name)
{
    Value m = dict_get_borrow(vm, vm->modules, name);
    return m == VALUE_NONE ? VALUE_NULL : m;
}

static int forget(MinipyVM *vm, Value name)
{
    Value saved = error_fetch(vm);
    int r = dict_delete(vm, vm->modules, name);
    if (saved)
        error_restore_steal(vm, saved);
    return r;
}

/* ---- running a module ------------------------------------------------------------ */

/* The module's __name__ of now (new), if it is a str; else VALUE_NULL. */
static Value name_of(MinipyVM *vm, Value module)
{
    Value dict = value_from_obj(MODULE(module)->dict);
    Value name = dict_get_borrow(vm, dict, NAME(vm, __name__));
    if (!name)
        error_clear(vm);
    return name && value_is_str(name) ? value_incref(name) : VALUE_NULL;
}

static Value exec_reported(MinipyVM *vm, Value module, CodeObj *code)
{
    Value name = name_of(vm, module);
    const char *text = name ? str_utf8_or_null(vm, name) : NULL;
    if (probes_module_exec_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_start(&vm->consumers, text));
    Value r = eval_code(vm, code, MODULE(module)->dict, VALUE_NULL);
    if (probes_module_exec_done_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_done(&vm->consumers, text, r != 0));
    value_xdecref(vm, name);
    return r;
}

Value module_exec(MinipyVM *vm, Value module, CodeObj *code)
{
    if (probes_module_exec_start_wanted(&vm->consumers) ||
        probes_module_exec_done_wanted(&vm->consumers))
        return exec_reported(vm, module, code);
    return eval_code(vm, code, MODULE(module)->dict, VALUE_NULL);
}

static int run_body(MinipyVM *vm, Value module, Value code)
{
    DictObj *dict = MODULE(module)->dict;
    if (dict_set(vm, value_from_obj(dict), NAME(vm, __builtins__), vm->builtins) < 0)
        return -1;
    Value r = module_exec(vm, module, CODE(code));
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* The same with its audit event; fullname: VALUE_NULL if it has none. */
static int run_code(MinipyVM *vm, Value module, Value fullname, Value code)
{
    return import_audit_exec(vm, fullname, code) < 0 ? -1 : run_body(vm, module, code);
}

/* CPython was warned when the package was installed. */
static bool is_installed(MinipyVM *vm, Value path)
{
    const char *name = str_utf8_or_null(vm, path);
    return name && import_is_installed(name);
}

static Value compile_file(MinipyVM *vm, Value path, Value filename)
{
    size_t size;
    char *text = import_audit_open(vm, path) < 0 ? NULL : file_read(vm, path, &size);
    Value code = VALUE_NULL;
    if (text && audit_compile(vm, text, (int64_t)size, filename) == 0)
        code = import_compile_text(vm, text, size, filename, !is_installed(vm, path));
    mem_free(vm, text);
    return code;
}

Value import_compile_file(MinipyVM *vm, Value path)
{
    Value code = import_check_path(vm, path) < 0
                     ? VALUE_NULL
                     : import_cached(vm, path, path, compile_file);
    if (code && import_is_library(vm, path))
        code_of_library(CODE(code));
    return code;
}

int import_run_file(MinipyVM *vm, Value module, Value path)
{
    Value code = import_compile_file(vm, path);
    int r = code ? run_code(vm, module, VALUE_NULL, code) : -1;
    value_xdecref(vm, code);
    return r;
}

/* co_filename of a frozen module: it goes by the name that it has in the library. */
static Value frozen_filename(MinipyVM *vm, Value fullname)
{
    Value origin = import_frozen_origin(vm, fullname);
    if (!origin)
        return VALUE_NULL;
    const char *name = str_utf8(vm, origin == VALUE_NONE ? fullname : origin, NULL);
    Value file =
        name ? str_format_c(vm, "<frozen %s>", name + (*name == '<')) : VALUE_NULL;
    value_decref(vm, origin);
    return file;
}

/* A file that CPython has frozen, which it does not open. */
static Value compile_quietly(MinipyVM *vm, Value path, Value filename)
{
    size_t size;
    char *text = file_read(vm, path, &size);
    Value code =
        text ? import_compile_text(vm, text, size, filename, false) : VALUE_NULL;
    mem_free(vm, text);
    return code;
}

Value import_compile(MinipyVM *vm, Value fullname, const Found *f)
{
    if (f->kind == FOUND_SOURCE || f->kind == FOUND_PACKAGE)
        return import_compile_file(vm, f->path);
    Value filename = frozen_filename(vm, fullname);
    Value code = VALUE_NULL;
    if (filename && f->kind == FOUND_FROZEN)
        code = import_cached_frozen(vm, f->frozen, filename);
    else if (filename && f->text)
        code = import_compile_text(vm, f->text, f->size, filename, true);
    else if (filename)
        code = import_cached(vm, f->path, filename, compile_quietly);
    if (code && f->kind == FOUND_FROZEN && !import_is_own(fullname))
        code_stand_in(CODE(code));
    if (code && f->kind != FOUND_HOST)
        code_of_library(CODE(code));
    value_xdecref(vm, filename);
    return code;
}

/* ---- making a module from what was found ----------------------------------------- */

static int set_attr(MinipyVM *vm, Value module, int name_id, Value v)
{
    return dict_set(vm, value_from_obj(MODULE(module)->dict), vm->names[name_id], v);
}

/* __package__ of `fullname`. */
static Value package_of(MinipyVM *vm, Value fullname, bool is_package)
{
    if (is_package)
        return value_incref(fullname);
    int64_t dot = str_find(fullname, vm->ascii['.'], 0, str_length(fullname), -1);
    return dot < 0 ? value_incref(vm->empty_str) : str_substring(vm, fullname, 0, dot);
}

static Value loader_for(MinipyVM *vm, Value fullname, const Found *f)
{
    switch (f->kind) {
    case FOUND_BUILTIN: return value_incref(import_builtin_importer(vm));
    case FOUND_FROZEN:
    case FOUND_HOST:
    case FOUND_LIBRARY: return value_incref(import_frozen_importer(vm));
    case FOUND_NAMESPACE: return import_namespace_loader_new(vm, f->path);
    default: return import_source_loader_new(vm, fullname, f->path);
    }
}

/* __file__, __cached__ and __path__; search gets the package's list (new) or None. */
static int set_locations(MinipyVM *vm, Value module, const Found *f, Value *search,
                         Value *origin)
{
    *search = VALUE_NONE;
    *origin = VALUE_NONE;
    bool source = f->kind == FOUND_SOURCE || f->kind == FOUND_PACKAGE;
    if ((source || f->kind == FOUND_LIBRARY) &&
        set_attr(vm, module, NAME___file__, f->path) < 0)
        return -1;
    if (source) {
        Value cached = import_cached_path(vm, f->path);
        int r = !cached                ? -1
                : cached == VALUE_NONE ? 0
                                       : set_attr(vm, module, NAME___cached__, cached);
        value_xdecref(vm, cached);
        if (r < 0)
            return -1;
        *origin = value_incref(f->path);
    } else if (f->kind == FOUND_NAMESPACE) {
        if (set_attr(vm, module, NAME___file__, VALUE_NONE) < 0)
            return -1;
    } else {
        *origin = str_from_cstr(vm, f->kind == FOUND_BUILTIN ? "built-in"
                                    : f->kind == FOUND_HOST  ? "host"
                                                             : "frozen");
    }
    if (f->kind == FOUND_PACKAGE)
        *search = list_from(vm, &f->directory, 1);
    else if (f->kind == FOUND_HOST && f->package)
        *search = list_new(vm, 0);
    else if (import_frozen_is_package(f))
        *search = import_frozen_search(vm, f);
    else if (f->kind == FOUND_NAMESPACE)
        *search = import_namespace_path_new(vm, f->path);
    if (!*search || !*origin)
        return -1;
    return *search == VALUE_NONE ? 0 : set_attr(vm, module, NAME___path__, *search);
}

static Value new_module(MinipyVM *vm, Value fullname, const Found *f, Value *spec)
{
    Value loader = VALUE_NULL, package = VALUE_NULL, search = VALUE_NULL,
          origin = VALUE_NULL;
    Value module = f->kind == FOUND_BUILTIN ? import_create_builtin(vm, f->builtin)
                                            : module_new(vm, fullname);
    *spec = VALUE_NULL;
    if (!module || !(loader = loader_for(vm, fullname, f)) ||
        set_locations(vm, module, f, &search, &origin) < 0 ||
        !(package = package_of(vm, fullname, search != VALUE_NONE)) ||
        !(*spec = import_spec_new(vm, fullname, loader, origin, search)) ||
        import_frozen_state(vm, *spec, fullname, f) < 0 ||
        set_attr(vm, module, NAME___package__, package) < 0 ||
        set_attr(vm, module, NAME___loader__, loader) < 0 ||
        set_attr(vm, module, NAME___spec__, *spec) < 0) {
        value_clear(vm, spec);
        value_clear(vm, &module);
    }
    value_xdecref(vm, loader);
    value_xdecref(vm, package);
    value_xdecref(vm, search);
    value_xdecref(vm, origin);
    return module;
}

int import_run_body(MinipyVM *vm, Value module, Value fullname, const Found *f)
{
    if (f->kind == FOUND_BUILTIN)
        return import_exec_builtin(vm, module);
    if (f->kind == FOUND_NAMESPACE)
        return 0;
    Value code = import_compile(vm, fullname, f);
    /* What is frozen stands for modules in C. */
    bool silent = f->kind == FOUND_FROZEN;
    int r = !code    ? -1
            : silent ? run_body(vm, module, code)
                     : run_code(vm, module, fullname, code);
    value_xdecref(vm, code);
    return r;
}

/* A spec from a finder on sys.meta_path: create_module and exec_module of its loader.
 */
static Value load_from_spec(MinipyVM *vm, Value fullname, Value spec)
{
    Value f = import_module(vm, "_frozen_importlib");
    if (!f)
        return VALUE_NULL;
    Value m = call_method_cstr(vm, f, "_load_unlocked", &spec, 1);
    value_decref(vm, f);
    (void)fullname;
    return m;
}

/* The class of loaders was changed: all its steps are looked up and called. */
static Value load_by_changed(MinipyVM *vm, Value fullname, Found *f)
{
    Value spec = import_spec_of(vm, fullname, f);
    Value module = spec ? load_from_spec(vm, fullname, spec) : VALUE_NULL;
    value_xdecref(vm, spec);
    return module;
}

/* What sys.modules has by that name, new, which becomes its last: a package stands
 * behind what its body imported. The body may have put something else in its place. */
static Value listed_last(MinipyVM *vm, Value fullname)
{
    Value final = value_xincref(dict_get_borrow(vm, vm->modules, fullname));
    if (!final)
        return error_occurred(vm) ? VALUE_NULL
                                  : error_set_value(vm, EXC_KeyError, fullname);
    if (dict_delete(vm, vm->modules, fullname) < 0 ||
        dict_set(vm, vm->modules, fullname, final) < 0)
        value_clear(vm, &final);
    return final;
}

static Value load_found(MinipyVM *vm, Value fullname, Found *f)
{
    if (f->kind == FOUND_SPEC)
        return load_from_spec(vm, fullname, f->path);
    if (unlikely(import_loaders_changed(vm)) &&
        (f->kind == FOUND_SOURCE || f->kind == FOUND_PACKAGE))
        return load_by_changed(vm, fullname, f);
    Value spec, module = new_module(vm, fullname, f, &spec);
    if (!module)
        return VALUE_NULL;
    int r = import_spec_set_initializing(vm, spec, true);
    if (r == 0)
        r = dict_set(vm, vm->modules, fullname, module);
    if (r == 0)
        r = f->kind == FOUND_LIBRARY ? site_run_body(vm, module, fullname, f)
                                     : import_run_body(vm, module, fullname, f);
    if (r < 0)
        forget(vm, fullname);
    Value saved = error_fetch(vm);
    import_spec_set_initializing(vm, spec, false);
    if (saved)
        error_restore_steal(vm, saved);
    value_decref(vm, spec);
    value_decref(vm, module);
    if (r < 0)
        return VALUE_NULL;
    return listed_last(vm, fullname);
}

/* ---- finding and loading with parents -------------------------------------------- */

/* Which import: importlib's functions make no `import` event, nor do the parents that
 * they import; in CPython they do not pass the C function that makes it. */
typedef enum Heard { HEARD, UNHEARD } Heard;

static Value find_and_load(MinipyVM *vm, Value fullname, Heard heard);

static Value not_found(MinipyVM *vm, Value fullname, Value path)
{
    Value file = import_cpython_file(vm, fullname, path);
    if (file) {
        error_set_importlib(vm, EXC_ModuleNotFoundError, fullname,
                            "No module named %R (%U is made for CPython; minipy loads "
                            "modules in C that stand on minipy.h)",
                            fullname, file);
        value_decref(vm, file);
        return VALUE_NULL;
    }
    if (error_occurred(vm))
        return VALUE_NULL;
    const char *hint = import_hint(vm, fullname);
    if (hint)
        return error_set_importlib(vm, EXC_ModuleNotFoundError, fullname,
                                   "No module named %R (%s)", fullname, hint);
    return error_set_importlib(vm, EXC_ModuleNotFoundError, fullname,
                               "No module named %R", fullname);
}

/* A namespace package has the portions that its parent's path (sys.path) gives now. */
static int refresh_portions(MinipyVM *vm, Value package, Value path)
{
    if (!import_is_namespace_path(vm, path))
        return 0;
    int64_t dot = str_find(package, vm->ascii['.'], 0, str_length(package), -1);
    Value outer_path = VALUE_NULL;
    int r = 0;
    if (dot >= 0) {
        Value outer = str_substring(vm, package, 0, dot);
        Value m = outer ? dict_get_borrow(vm, vm->modules, outer) : VALUE_NULL;
        value_xincref(m); /* its __getattr__ may take it out of sys.modules */
        r = m ? object_lookup_attr(vm, m, NAME(vm, __path__), &outer_path)
              : -error_occurred(vm);
        if (r > 0)
            r = refresh_portions(vm, outer, outer_path) < 0 ? -1 : 1;
        value_xdecref(vm, m);
        value_xdecref(vm, outer);
        if (r <= 0) {
            value_xdecref(vm, outer_path);
            return r;
        }
    }
    r = import_refresh_namespace(vm, package, outer_path, path);
    value_xdecref(vm, outer_path);
    return r;
}

/* `raise ... from None`, while what the parent has no __path__ for is handled. */
static void no_package(MinipyVM *vm, Value fullname, Value parent)
{
    Value context = error_fetch(vm);
    error_set_importlib(vm, EXC_ModuleNotFoundError, fullname,
                        "No module named %R; %R is not a package", fullname, parent);
    if (error_matches(vm, EXC_ModuleNotFoundError))
        EXC_OBJ(vm->raised)->suppress_context = true;
    error_chain_context_steal(vm, context);
}

/* Imports the parent package; *path becomes its __path__ (new), unless that import has
 * brought the module itself (os does so with os.path, and is no package). */
static int load_parent(MinipyVM *vm, Value fullname, Value parent, Heard heard,
                       Value *path)
{
    if (!dict_get_borrow(vm, vm->modules, parent)) { /* None there is no package */
        if (error_occurred(vm))
            return -1;
        Value p = find_and_load(vm, parent, heard);
        if (!p)
            return -1;
        value_decref(vm, p);
    }
    if (loaded_borrow(vm, fullname) || error_occurred(vm))
        return error_occurred(vm) ? -1 : 0;
    Value module = dict_get_borrow(vm, vm->modules, parent);
    if (!module)
        return error_occurred(vm) ? -1
                                  : (error_set_value(vm, EXC_KeyError, parent), -1);
    value_incref(module);
    *path = object_getattr(vm, module, NAME(vm, __path__));
    Value spec = *path ? object_getattr(vm, module, NAME(vm, __spec__)) : VALUE_NULL;
    value_decref(vm, module);
    value_xdecref(vm, spec);
    if (spec) /* which only has to be there */
        return refresh_portions(vm, parent, *path);
    if (!*path && error_matches(vm, EXC_AttributeError))
        no_package(vm, fullname, parent);
    return -1;
}

/* After a submodule is loaded it becomes an attribute of its package. */
static int bind_child(MinipyVM *vm, Value parent, Value name, Value child, Value module)
{
    value_incref(parent);
    int r = object_setattr(vm, parent, child, module);
    value_decref(vm, parent);
    if (r == 0 || !error_matches(vm, EXC_AttributeError))
        return r;
    Value refused = error_fetch(vm);
    r = import_warn(vm, false, 1160, EXC_ImportWarning,
                    "Cannot set an attribute on %R for child module %R", name, child);
    if (r < 0)
        error_chain_context_steal(vm, refused);
    else
        value_decref(vm, refused);
    return r;
}

static int bind_in_parent(MinipyVM *vm, Value fullname, Value parent, Value module)
{
    Value p = dict_get_borrow(vm, vm->modules, parent);
    if (!p && !error_occurred(vm))
        error_set_value(vm, EXC_KeyError, parent);
    Value child =
        p ? str_substring(vm, fullname, str_length(parent) + 1, str_length(fullname))
          : VALUE_NULL;
    if (child)
        child = str_intern_steal(vm, child);
    int r = child ? bind_child(vm, p, parent, child, module) : -1;
    value_xdecref(vm, child);
    if (r < 0)
        import_show_frames(vm, "_show_binding");
    return r;
}

/* Has the program put something else in the place of sys.modules? Import statements go
 * on looking into the old one first, but what is loaded is up to the new one. */
static bool modules_replaced(MinipyVM *vm)
{
    return dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, modules)) != vm->modules;
}

/* Before the last finalizers run sys is emptied. */
static bool modules_are_gone(MinipyVM *vm)
{
    Value there = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, modules));
    return vm->finalizing && (!there || there == VALUE_NONE);
}

static Value load_into_replaced(MinipyVM *vm, Value fullname)
{
    Value f = import_module(vm, "_frozen_importlib");
    Value m = f ? call_method_cstr(vm, f, "_find_and_load_into_replaced", &fullname, 1)
                : VALUE_NULL;
    value_xdecref(vm, f);
    return m;
}

/* A finder or loader of the program's has failed: a function of _frozen_importlib puts
 * importlib's own frames before its, unless all would be taken out again. */
static void show_way(MinipyVM *vm, Heard heard, const char *function)
{
    if (heard != HEARD || !error_matches(vm, EXC_ImportError))
        import_show_frames(vm, function);
}

void import_show_frames(MinipyVM *vm, const char *function)
{
    Value exc = error_fetch(vm);
    Value f = import_module(vm, "_frozen_importlib");
    Value r = f ? call_method_cstr(vm, f, function, &exc, 1) : VALUE_NULL;
    if (!r)
        error_clear(vm);
    value_xdecref(vm, r);
    value_xdecref(vm, f);
    error_restore_steal(vm, exc);
}

static Value search_and_load(MinipyVM *vm, Value fullname, Heard heard)
{
    if (modules_replaced(vm) && !import_is_own(fullname))
        return load_into_replaced(vm, fullname);
    Value path = VALUE_NULL, parent = VALUE_NULL, module = VALUE_NULL;
    int64_t dot = str_find(fullname, vm->ascii['.'], 0, str_length(fullname), -1);
    if (dot > 0) { /* a dot in front names no parent */
        if (!(parent = str_substring(vm, fullname, 0, dot)) ||
            load_parent(vm, fullname, parent, heard, &path) < 0)
            goto done;
        Value there = loaded_borrow(vm, fullname); /* the parent may have imported it */
        if (there || error_occurred(vm)) {
            module = value_xincref(there);
            goto done;
        }
    }
    Found f;
    if (import_find(vm, fullname, path, &f) < 0) {
        show_way(vm, heard, "_show_finder");
        goto done;
    }
    module = f.kind == FOUND_NOTHING ? not_found(vm, fullname, path)
                                     : load_found(vm, fullname, &f);
    if (!module && f.kind == FOUND_SPEC)
        show_way(vm, heard, "_show_loader");
    found_clear(vm, &f);
    if (module && parent && bind_in_parent(vm, fullname, parent, module) < 0)
        value_clear(vm, &module);
done:
    value_xdecref(vm, path);
    value_xdecref(vm, parent);
    return module;
}

/* Where site is not switched off programs find os imported, as site does it in
 * python3.11; here os waits until it is asked for. That shows in one module: os, its
 * posixpath and genericpath import each other, and genericpath cannot be the first. */
static int load_os_first(MinipyVM *vm, Value fullname)
{
    if (vm->settings.no_site || !str_equal_ascii(fullname, "genericpath") ||
        dict_get_cstr_borrow(vm, vm->modules, "os"))
        return 0;
    Value os = import_module(vm, "os");
    value_xdecref(vm, os);
    return os ? 0 : -1;
}

/* With no other thread loading it meanwhile; one that just has may have brought it. */
static Value load_alone(MinipyVM *vm, Value fullname, Heard heard)
{
    ImportLoading loading;
    if (load_os_first(vm, fullname) < 0 ||
        import_loading_begin(vm, &loading, fullname) < 0)
        return VALUE_NULL;
    Value there = loaded_borrow(vm, fullname);
    Value module = there                ? value_incref(there)
                   : error_occurred(vm) ? VALUE_NULL
                                        : search_and_load(vm, fullname, heard);
    import_loading_end(vm, &loading);
    return module;
}

static Value find_and_load(MinipyVM *vm, Value fullname, Heard heard)
{
    Value there = dict_get_borrow(vm, vm->modules, fullname);
    bool halted = there == VALUE_NONE; /* audited and traced as any other failure */
    if (!halted && there) {
        value_incref(there);
        if (import_wait_loaded(vm, fullname) < 0)
            value_clear(vm, &there);
        return there;
    }
    if (!halted && error_occurred(vm))
        return VALUE_NULL;
    if (modules_are_gone(vm))
        return error_set(vm, EXC_RuntimeError, "unable to get sys.modules");
    if (heard == HEARD && audit_wanted(vm) && import_audit_import(vm, fullname) < 0)
        return VALUE_NULL;
    if (recursion_enter(vm, " while importing") < 0)
        return VALUE_NULL;
    const char *name = str_utf8_or_null(vm, fullname);
    if (probes_import_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_import_start(&vm->consumers, name));
    Value module =
        halted ? error_set_import(vm, EXC_ModuleNotFoundError, fullname, VALUE_NULL,
                                  "import of %U halted; None in sys.modules", fullname)
               : load_alone(vm, fullname, heard);
    if (probes_import_done_wanted(&vm->consumers))
        REPORT_PROBE(vm,
                     probes_import_done(&vm->consumers, name, module != VALUE_NULL));
    recursion_leave(vm);
    /* What memory ran out for has not been: it would be asked for what it makes. */
    if (module ||
        (error_matches(vm, EXC_Exception) && !error_matches(vm, EXC_MemoryError)))
        import_started(vm, fullname);
    return module;
}

Value import_module_str(MinipyVM *vm, Value name)
{
    return find_and_load(vm, name, HEARD);
}

Value import_module_unheard(MinipyVM *vm, Value name)
{
    return find_and_load(vm, name, UNHEARD);
}

Value import_module(MinipyVM *vm, const char *name)
{
    Value s = str_intern_cstr(vm, name);
    Value m = s ? find_and_load(vm, s, HEARD) : VALUE_NULL;
    value_xdecref(vm, s);
    return m;
}

Value import_attr(MinipyVM *vm, const char *module, const char *name)
{
    Value m = import_module(vm, module);
    Value attr = m ? str_intern_cstr(vm, name) : VALUE_NULL;
    Value v = attr ? object_getattr(vm, m, attr) : VALUE_NULL;
    value_xdecref(vm, attr);
    value_xdecref(vm, m);
    return v;
}

/* ---- relative names -------------------------------------------------------------- */

static Value parent_of_spec(MinipyVM *vm, Value spec)
{
    Value name = str_intern_cstr(vm, "parent");
    Value parent = name ? object_getattr(vm, spec, name) : VALUE_NULL;
    value_xdecref(vm, name);
    return parent;
}

/* A module that was moved (__package__) is still what its spec says: 0, or -1. */
static int warn_of_moved(MinipyVM *vm, Value package, Value spec)
{
    Value parent = parent_of_spec(vm, spec);
    int same = parent ? object_compare_bool(vm, package, parent, CMP_EQ) : -1;
    value_xdecref(vm, parent);
    if (same == 0)
        return error_warn(vm, EXC_ImportWarning, 1, "__package__ != __spec__.parent");
    return same < 0 ? -1 : 0;
}

/* __package__ of the importing module, by the rules of importlib._calc___package__. */
static Value calc_package(MinipyVM *vm, Value globals)
{
    Value package = dict_get_borrow(vm, globals, NAME(vm, __package__));
    if (!package && error_occurred(vm))
        return VALUE_NULL;
    Value spec = dict_get_borrow(vm, globals, NAME(vm, __spec__));
    if (!spec && error_occurred(vm))
        return VALUE_NULL;
    if (package && package != VALUE_NONE) {
        if (!value_is_str(package))
            return error_set(vm, EXC_TypeError, "package must be a string");
        if (spec && spec != VALUE_NONE && warn_of_moved(vm, package, spec) < 0)
            return VALUE_NULL;
        return value_incref(package);
    }
    if (spec && spec != VALUE_NONE) {
        Value p = parent_of_spec(vm, spec);
        if (p && !value_is_str(p)) {
            value_decref(vm, p);
            return error_set(vm, EXC_TypeError, "__spec__.parent must be a string");
        }
        return p;
    }
    if (error_warn(vm, EXC_ImportWarning, 1,
                   "can't resolve package from __spec__ or __package__, falling back "
                   "on __name__ and __path__") < 0)
        return VALUE_NULL;
    Value name = dict_get_borrow(vm, globals, NAME(vm, __name__));
    if (!name)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_KeyError, "'__name__' not in globals");
    if (!value_is_str(name))
        return error_set(vm, EXC_TypeError, "__name__ must be a string");
    int is_package = dict_contains(vm, globals, NAME(vm, __path__));
    return is_package < 0 ? VALUE_NULL : package_of(vm, name, is_package);
}

/* The absolute name of `level` dots and `name`, seen from globals. */
static Value resolve_name(MinipyVM *vm, Value name, Value globals, int level)
{
    if (!globals)
        return error_set(vm, EXC_KeyError, "'__name__' not in globals");
    if (!value_is_dict(globals))
        return error_set(vm, EXC_TypeError, "globals must be a dict");
    Value package = calc_package(vm, globals);
    if (!package)
        return VALUE_NULL;
    if (str_length(package) == 0) {
        value_decref(vm, package);
        return error_set(vm, EXC_ImportError,
                         "attempted relative import with no known parent package");
    }
    int64_t end = str_length(package);
    for (int i = 1; i < level; i++) {
        end = str_find(package, vm->ascii['.'], 0, end, -1);
        if (end < 0) {
            value_decref(vm, package);
            return error_set(vm, EXC_ImportError,
                             "attempted relative import beyond top-level package");
        }
    }
    Value base = str_substring(vm, package, 0, end), result = base;
    value_decref(vm, package);
    if (base && str_length(name) > 0) {
        result = str_format_c(vm, "%U.%U", base, name);
        value_decref(vm, base);
    }
    return result;
}

/* ---- fromlists ------------------------------------------------------------------- */

/* TypeError: -1. */
static int refuse_item(MinipyVM *vm, Value module, Value item, bool nested)
{
    if (!nested)
        return error_set(vm, EXC_TypeError, "Item in ``from list'' must be str, not %T",
                         item),
               -1;
    Value name = object_getattr(vm, module, NAME(vm, __name__));
    if (name)
        error_set(vm, EXC_TypeError, "Item in %S.__all__ must be str, not %T", name,
                  item);
    value_xdecref(vm, name);
    return -1;
}

/* Imports what a fromlist names, unless the module has it. The name of the module is
 * asked for when it is needed and not before: modules of programs see the order. */
static int import_item(MinipyVM *vm, Value module, Value item)
{
    Value attr;
    int r = object_lookup_attr(vm, module, item, &attr);
    value_xdecref(vm, attr);
    if (r != 0)
        return r < 0 ? -1 : 0;
    Value name = object_getattr(vm, module, NAME(vm, __name__));
    Value full = name ? str_format_c(vm, "%S.%U", name, item) : VALUE_NULL;
    value_xdecref(vm, name);
    if (!full)
        return -1;
    Value sub = find_and_load(vm, full, HEARD);
    r = sub ? 0 : -1;
    /* Only "there is no such submodule" is forgiven: IMPORT_FROM will complain. */
    if (!sub && error_matches(vm, EXC_ModuleNotFoundError) &&
        exception_import_name_is(vm->raised, full) &&
        !dict_get_borrow(vm, vm->modules, full)) {
        error_clear(vm);
        r = 0;
    }
    value_xdecref(vm, sub);
    value_decref(vm, full);
    return r;
}

/* Imports the submodules that a fromlist names. */
static int handle_fromlist(MinipyVM *vm, Value module, Value fromlist, bool nested)
{
    Value items = sequence_fast(vm, fromlist, NULL), all;
    int r = items ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < seq_size(items); i++) {
        Value item = seq_items(items)[i];
        if (!value_is_str(item)) {
            r = refuse_item(vm, module, item, nested);
        } else if (!str_equal_ascii(item, "*")) {
            r = import_item(vm, module, item);
        } else if (!nested &&
                   (r = object_lookup_attr(vm, module, NAME(vm, __all__), &all)) > 0) {
            r = handle_fromlist(vm, module, all, true);
            value_decref(vm, all);
        }
    }
    value_xdecref(vm, items);
    return r;
}

/* Without fromlist: the module that the first component names. */
static Value top_module(MinipyVM *vm, Value name, Value full, Value module, int level)
{
    int64_t dot = str_find(name, vm->ascii['.'], 0, str_length(name), 1);
    if (level == 0 && dot < 0)
        return value_incref(module);
    if (level > 0 && str_length(name) == 0)
        return value_incref(module);
    int64_t cut = dot < 0 ? 0 : str_length(name) - dot;
    Value front = str_substring(vm, full, 0, str_length(full) - cut);
    if (!front)
        return VALUE_NULL;
    Value top = level == 0 ? find_and_load(vm, front, HEARD)
                           : value_xincref(dict_get_borrow(vm, vm->modules, front));
    if (!top && !error_occurred(vm))
        error_set(vm, EXC_KeyError, "%R not in sys.modules as expected", front);
    value_decref(vm, front);
    return top;
}

/* Takes importlib's own frames out of the traceback of a failed import statement, as
 * CPython does: all of them from an ImportError; from others those runs that end in
 * _call_with_frames_removed. */
static void remove_importlib_frames(MinipyVM *vm)
{
    bool all = error_matches(vm, EXC_ImportError);
    Value exc = error_fetch(vm), *chunk = NULL;
    for (Value *link = exc ? &EXC_OBJ(exc)->traceback : NULL; link && *link;) {
        CodeObj *code = frame_object_code_borrow(TRACEBACK(*link)->frame);
        Value *next = &TRACEBACK(*link)->next;
        if (!str_equal_ascii(code->filename, "<frozen importlib._bootstrap>") &&
            !str_equal_ascii(code->filename,
                             "<frozen importlib._bootstrap_external>")) {
            chunk = NULL;
            link = next;
            continue;
        }
        chunk = chunk ? chunk : link;
        if (all || str_equal_ascii(code->name, "_call_with_frames_removed")) {
            value_set_steal(vm, chunk, value_xincref(*next));
            link = chunk;
        } else {
            link = next;
        }
    }
    if (exc)
        error_restore_steal(vm, exc);
}

/* -v: they are shown, all. */
static void show_importlib_frames(MinipyVM *vm, Value fullname)
{
    Value args[2] = {error_fetch(vm), fullname};
    Value r =
        import_call(vm, "_frozen_importlib", "_show_verbose", args, 2, VALUE_NULL);
    if (!r)
        error_clear(vm);
    value_xdecref(vm, r);
    error_restore_steal(vm, args[0]);
}

Value import_name(MinipyVM *vm, Value name, Value globals, Value fromlist, int level,
                  bool listed)
{
    if (level < 0)
        return error_set(vm, EXC_ValueError, "level must be >= 0");
    if (level == 0 && str_length(name) == 0)
        return error_set(vm, EXC_ValueError, "Empty module name");
    Value full =
        level > 0 ? resolve_name(vm, name, globals, level) : value_incref(name);
    if (!full)
        return VALUE_NULL;
    Value module = VALUE_NULL, result = VALUE_NULL;
    if ((listed && import_check_listed(vm, full) < 0) ||
        !(module = find_and_load(vm, full, HEARD)))
        goto done;
    int has_from =
        fromlist && fromlist != VALUE_NONE ? object_is_true(vm, fromlist) : 0;
    if (has_from < 0)
        goto done;
    if (!has_from) {
        result = top_module(vm, name, full, module, level);
        goto done;
    }
    Value path;
    int is_package = object_lookup_attr(vm, module, NAME(vm, __path__), &path);
    value_xdecref(vm, path);
    if (is_package < 0)
        goto done;
    if (is_package && handle_fromlist(vm, module, fromlist, false) < 0)
        goto done;
    result = value_incref(module);
done:
    if (!result && !vm->settings.verbose)
        remove_importlib_frames(vm);
    else if (!module)
        show_importlib_frames(vm, full);
    value_xdecref(vm, module);
    value_decref(vm, full);
    return result;
}
