/* import_find.c - where a module comes from: the finders of sys.meta_path in order. The
 * three that CPython puts there are classes of ours (import_spec.c) and are served here
 * in C; others are asked through find_spec. Read first: import.c.
 */
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "minipy.h"
#include "vm/import/extension.h"
#include "vm/import/import.h"
#include "vm/core/confine.h"
#include "vm/threads/import_lock.h"
#include "vm/containers/dict.h"
#include "vm/eval/audit_wanted.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"

static const ModuleSpec *find_module(MinipyVM *vm, Value name, bool last)
{
    for (const ModuleSpec *const *m = import_builtin_table; *m; m++)
        if ((*m)->last == last && str_equal_ascii(name, (*m)->name))
            return *m;
    return last ? NULL : import_find_added(vm, name);
}

const ModuleSpec *import_find_builtin(MinipyVM *vm, Value name)
{
    return find_module(vm, name, false);
}

const ModuleSpec *import_find_in_c(MinipyVM *vm, Value name)
{
    const ModuleSpec *m = find_module(vm, name, false);
    return m ? m : find_module(vm, name, true);
}

Value import_builtin_names(MinipyVM *vm)
{
    return import_builtin_names_of(vm, import_builtin_table);
}

static bool is_kind(const char *path, mode_t kind)
{
    struct stat st;
    return stat(path, &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

void found_clear(MinipyVM *vm, Found *f)
{
    value_clear(vm, &f->path);
    value_clear(vm, &f->directory);
}

/* ---- along a path ---------------------------------------------------------------- */

/* The last component of a dotted name. */
static Value tail_of(MinipyVM *vm, Value fullname)
{
    int64_t dot = str_find(fullname, vm->ascii['.'], 0, str_length(fullname), -1);
    return dot < 0 ? value_incref(fullname)
                   : str_substring(vm, fullname, dot + 1, str_length(fullname));
}

static int add_namespace_portion(MinipyVM *vm, Found *f, const char *dir)
{
    if (!f->path && !(f->path = list_new(vm, 0)))
        return -1;
    Value s = str_from_path(vm, dir);
    return s ? list_append_steal(vm, f->path, s) : -1;
}

static bool is_file(char *buf, size_t base, const char *suffix)
{
    memcpy(buf + base, suffix, strlen(suffix) + 1);
    return is_kind(buf, S_IFREG);
}

/* One directory; a relative one counts from the current one, which names that stay
 * show. 1: found, 0: not here (a namespace portion may have been noted), -1: error,
 * 3: an extension module, or bytecode without source, which
 * _frozen_importlib_external loads. CPython's own library has no extension modules for
 * us: nobody looks for them there. */
static int find_in_directory(MinipyVM *vm, const char *dir, const char *tail, Found *f)
{
    char cwd[PATH_MAX];
    bool library = strcmp(dir, INSTALLED_LIBRARY) == 0;
    if (*dir == '/')
        cwd[0] = 0;
    else if (!getcwd(cwd, sizeof cwd - 1))
        return 0;
    else if (cwd[1])
        strcat(cwd, "/");
    if (strcmp(dir, ".") == 0)
        dir = "";
    size_t n =
        strlen(cwd) + strlen(dir) + strlen(tail) + 32 + sizeof MINIPY_MODULE_SUFFIX;
    char *buf = mem_alloc(vm, n);
    int r = 0;
    if (!buf)
        return -1;
    const char *slash = *dir && dir[strlen(dir) - 1] != '/' ? "/" : "";
    snprintf(buf, n, "%s%s%s%s", cwd, dir, slash, tail);
    size_t base = strlen(buf);
    if (is_kind(buf, S_IFDIR)) {
        if (!library && is_file(buf, base, "/__init__" MINIPY_MODULE_SUFFIX)) {
            r = 3;
            goto done;
        }
        if (is_file(buf, base, "/__init__.py")) {
            found_clear(vm, f);
            f->kind = FOUND_PACKAGE;
            f->path = str_from_path(vm, buf);
            buf[base] = 0;
            f->directory = str_from_path(vm, buf);
            r = f->path && f->directory ? 1 : -1;
            goto done;
        }
        if (is_file(buf, base, "/__init__.pyc")) {
            r = 3;
            goto done;
        }
        buf[base] = 0;
    }
    if (!library && is_file(buf, base, MINIPY_MODULE_SUFFIX)) {
        r = 3;
        goto done;
    }
    if (is_file(buf, base, ".py")) {
        found_clear(vm, f);
        f->kind = FOUND_SOURCE;
        f->path = str_from_path(vm, buf);
        r = f->path ? 1 : -1;
        goto done;
    }
    if (is_file(buf, base, ".pyc")) {
        r = 3;
        goto done;
    }
    buf[base] = 0;
    if (is_kind(buf, S_IFDIR))
        r = add_namespace_portion(vm, f, buf);
done:
    mem_free(vm, buf);
    return r;
}

/* ---- path entries that are no directories, and hooks of programs ----------------- */

/* sys.path_hooks is made when somebody asks for it (sys_info.c), and a directory needs
 * no importer: until then sys.path_importer_cache is empty and all of this is skipped.
 * Else _frozen_importlib_external finds the importer of an entry, and one that is a
 * FileFinder stands for "a directory: look yourself". */

static bool hooks_in_use(MinipyVM *vm)
{
    Value cache = dict_get_cstr_borrow(vm, vm->sysdict, "path_importer_cache");
    bool hooks = dict_get_cstr_borrow(vm, vm->sysdict, "path_hooks") != VALUE_NULL;
    return hooks || !cache || !value_is_dict(cache) || dict_size(cache) > 0 ||
           import_file_finder_changed(vm);
}

/* What a function of _frozen_importlib_external says of a path entry. 2: it is a
 * directory's, 1, 0, -1 as always. */
static int ask_library(MinipyVM *vm, const char *function, Value entry, Value fullname,
                       Found *f)
{
    Value m = import_module(vm, "_frozen_importlib_external");
    Value args[2] = {entry, fullname};
    Value spec = m ? call_method_cstr(vm, m, function, args, 2) : VALUE_NULL;
    value_xdecref(vm, m);
    if (!spec || spec == VALUE_NONE || spec == VALUE_TRUE)
        return !spec ? -1 : spec == VALUE_TRUE ? 2 : 0;
    if (!value_is_list(spec)) {
        found_clear(vm, f);
        f->kind = FOUND_SPEC;
        f->path = spec;
        return 1;
    }
    int r =
        f->path || (f->path = list_new(vm, 0)) ? list_extend(vm, f->path, spec) : -1;
    value_decref(vm, spec);
    return r < 0 ? -1 : 0;
}

static int find_in_entry(MinipyVM *vm, Value entry, Value fullname, const char *tail,
                         Found *f)
{
    if (entry == vm->no_archive && !hooks_in_use(vm))
        return 0;
    if (import_check_path(vm, entry) < 0) {
        if (error_matches(vm, EXC_MemoryError))
            return -1;
        error_clear(vm); /* as if it were empty: not even what is there is told */
        return 0;
    }
    int r =
        hooks_in_use(vm) ? ask_library(vm, "_find_in_entry", entry, fullname, f) : 2;
    if (r != 2)
        return r;
    char *dir = str_path(vm, entry);
    if (!dir)
        return -1;
    r = import_audit_listing(vm, dir) < 0 ? -1
        : tail                            ? find_in_directory(vm, dir, tail, f)
                                          : 0;
    bool file = r == 0 && is_kind(dir, S_IFREG);
    mem_free(vm, dir);
    if (r == 1 && !import_is_in_place(vm, fullname, f->path)) {
        found_clear(vm, f);
        return 0;
    }
    if (r == 3)
        r = ask_library(vm, "_find_in_directory", entry, fullname, f);
    else if (file)
        r = ask_library(vm, "_find_in_entry", entry, fullname, f);
    return r == 2 ? 0 : r;
}

/* The name of tail's file, to be freed. NULL: an exception, or no file of a directory
 * can be called so: none of the characters is a slash or NUL, all can be encoded. */
static char *file_name(MinipyVM *vm, Value tail)
{
    char *name = str_path(vm, tail);
    if (!name && !error_matches(vm, EXC_MemoryError))
        error_clear(vm);
    if (!name || (*name && !strchr(name, '/')))
        return name;
    mem_free(vm, name);
    return NULL;
}

/* An attribute of sys, which a program may have deleted. */
static Value sys_attr_borrow(MinipyVM *vm, Value name)
{
    Value v = dict_get_borrow(vm, vm->sysdict, name);
    if (!v && !error_occurred(vm)) {
        Value sys = dict_get_cstr_borrow(vm, vm->modules, "sys");
        error_set_attribute(vm, sys ? sys : VALUE_NONE, name,
                            "module 'sys' has no attribute '%U'", name);
    }
    return v;
}

/* An extension module that comes with minipy: no entry of sys.path, and nothing is
 * looked for before a program imports it. */
static int find_bundled(MinipyVM *vm, Value fullname, Found *f)
{
    const char *name = str_utf8_or_null(vm, fullname);
    char directory[PATH_MAX];
    if (!vm->settings.use_installed_library || !name || !extension_bundled(name) ||
        !(vm->allowed & MINIPY_ALLOW_CODE) ||
        !extension_bundled_directory(vm, name, directory))
        return 0;
    Value entry = str_from_path(vm, directory);
    int r = entry ? ask_library(vm, "_find_in_directory", entry, fullname, f) : -1;
    value_xdecref(vm, entry);
    return r;
}

/* What comes behind sys.path: a module of ours, before a namespace package. */
static int find_last(MinipyVM *vm, Value fullname, Found *f)
{
    f->builtin = find_module(vm, fullname, true);
    if (!f->builtin)
        return find_bundled(vm, fullname, f);
    f->kind = FOUND_BUILTIN;
    return 1;
}

/* What the host has a text of. */
static int find_at_host(MinipyVM *vm, Value fullname, Found *f)
{
    if (!vm->host || !vm->host->find_module)
        return 0;
    const char *name = str_utf8_or_null(vm, fullname);
    f->size = 0;
    f->package = false;
    f->text =
        name ? vm->host->find_module(vm->user_data, name, &f->size, &f->package) : NULL;
    if (!f->text)
        return error_occurred(vm) ? -1 : 0;
    f->kind = FOUND_HOST;
    return 1;
}

static int find_on_path(MinipyVM *vm, Value fullname, Value path, Found *f)
{
    int at_host = find_at_host(vm, fullname, f);
    if (at_host)
        return at_host;
    bool top = !path || path == VALUE_NONE;
    if ((!path || path == VALUE_NONE) && !(path = sys_attr_borrow(vm, NAME(vm, path))))
        return -1;
    Value dirs = sequence_list(vm, path);
    Value tail = tail_of(vm, fullname);
    char *name = dirs && tail ? file_name(vm, tail) : NULL;
    int r = !dirs || error_occurred(vm) ? -1 : 0;
    for (int64_t i = 0; r == 0 && (name || audit_wanted(vm)) && i < list_size(dirs);
         i++)
        if (value_is_str(list_get_borrow(dirs, i)))
            r = find_in_entry(vm, list_get_borrow(dirs, i), fullname, name, f);
    vm->import_searched = true; /* only now: the first who listens asks on the way */
    mem_free(vm, name);
    value_xdecref(vm, dirs);
    value_xdecref(vm, tail);
    if (r == 0 && top)
        r = find_last(vm, fullname, f);
    if (r == 0 && f->path && list_size(f->path) > 0) {
        f->kind = FOUND_NAMESPACE;
        r = 1;
    }
    return r;
}

int import_refresh_namespace(MinipyVM *vm, Value fullname, Value parent_path,
                             Value portions)
{
    Found f = {.kind = FOUND_NOTHING};
    int r = find_on_path(vm, fullname, parent_path, &f);
    if (r > 0 && f.kind == FOUND_NAMESPACE)
        r = list_set_slice(vm, portions, 0, list_size(portions), f.path);
    found_clear(vm, &f);
    return r < 0 ? -1 : 0;
}

/* ---- the finders ----------------------------------------------------------------- */

/* A finder without find_spec: find_module, with a warning. */
static Value ask_old_finder(MinipyVM *vm, Value finder, Value fullname, Value path)
{
    Value args[3] = {finder, fullname, path};
    return import_call(vm, "_frozen_importlib", "_ask_old_finder", args, 3, VALUE_NULL);
}

/* Steals spec. The finder may have imported the module meanwhile: then the spec is the
 * one that module has. */
static Value spec_of_loaded(MinipyVM *vm, Value fullname, Value spec)
{
    Value module = dict_get_borrow(vm, vm->modules, fullname), own = VALUE_NULL;
    if (!module || object_lookup_attr(vm, module, NAME(vm, __spec__), &own) < 0)
        return error_occurred(vm) ? (value_decref(vm, spec), VALUE_NULL) : spec;
    if (!own || own == VALUE_NONE)
        return spec;
    value_decref(vm, spec);
    return own;
}

bool import_is_own(Value fullname)
{
    static const char *const names[] = {"_frozen_importlib",
                                        "_frozen_importlib_external",
                                        "_imp",
                                        "_minipy_import",
                                        "_warnings",
                                        "marshal",
                                        "posix"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal_ascii(fullname, names[i]))
            return true;
    return false;
}

static int ask_finder(MinipyVM *vm, Value finder, Value fullname, Value path, Found *f)
{
    bool loaded = dict_get_borrow(vm, vm->modules, fullname) != VALUE_NULL;
    if (!loaded && error_occurred(vm)) /* names may be of a class with a __hash__ */
        return -1;
    Value find;
    int r = object_lookup_attr(vm, finder, NAME(vm, find_spec), &find);
    if (r < 0)
        return -1;
    path = path ? path : VALUE_NONE;
    Value args[3] = {fullname, path, VALUE_NONE};
    Value spec = r ? call(vm, find, args, 3, VALUE_NULL)
                   : ask_old_finder(vm, finder, fullname, path);
    value_xdecref(vm, find);
    if (spec && spec != VALUE_NONE && !loaded)
        spec = spec_of_loaded(vm, fullname, spec);
    if (!spec)
        return -1;
    if (spec == VALUE_NONE)
        return 0;
    f->kind = FOUND_SPEC;
    f->path = spec;
    return 1;
}

int import_find_with(MinipyVM *vm, Value finder, Value fullname, Value path, Found *f)
{
    if (finder == import_builtin_importer(vm)) {
        f->builtin = path ? NULL : import_find_builtin(vm, fullname);
        f->kind = f->builtin ? FOUND_BUILTIN : FOUND_NOTHING;
        return f->builtin != NULL;
    }
    if (finder == import_frozen_importer(vm))
        return import_find_frozen(vm, fullname, f);
    if (finder == import_path_finder(vm))
        return find_on_path(vm, fullname, path, f);
    return ask_finder(vm, finder, fullname, path, f);
}

/* Did a program put another find_spec into an importer of ours? */
static bool is_changed(MinipyVM *vm, Value finder)
{
    if (finder != import_path_finder(vm) && finder != import_builtin_importer(vm) &&
        finder != import_frozen_importer(vm))
        return false;
    Value find = type_lookup_borrow(vm, TYPE_OF(finder), NAME(vm, find_spec));
    return !find || !value_is_kind(find, KIND_CLASSMETHOD_DESCR);
}

static bool runs_python(MinipyVM *vm, Value finder)
{
    if (finder == import_path_finder(vm))
        return hooks_in_use(vm);
    return finder != import_builtin_importer(vm) &&
           finder != import_frozen_importer(vm);
}

/* Finders in Python are asked by one thread at a time: they count on the lock of _imp.
 */
static int ask_in_turn(MinipyVM *vm, Value finder, Value fullname, Value path, Found *f)
{
    bool changed = is_changed(vm, finder);
    if (!changed && !runs_python(vm, finder))
        return import_find_with(vm, finder, fullname, path, f);
    if (import_lock_acquire(vm) < 0)
        return -1;
    int r = changed ? ask_finder(vm, finder, fullname, path, f)
                    : import_find_with(vm, finder, fullname, path, f);
    Value error = error_fetch(vm);
    if (import_lock_release(vm) < 0) {
        if (error)
            error_chain_context_steal(vm, error);
        return -1;
    }
    if (error)
        error_restore_steal(vm, error);
    return r;
}

/* sys.meta_path: any iterable will do. Borrowed. */
static Value meta_path_borrow(MinipyVM *vm)
{
    Value meta = sys_attr_borrow(vm, NAME(vm, meta_path));
    if (!meta)
        return VALUE_NULL;
    if (meta == VALUE_NONE) {
        error_set(vm, EXC_ImportError,
                  "sys.meta_path is None, Python is likely shutting down");
        import_show_frames(vm, "_show_no_meta_path");
        return VALUE_NULL;
    }
    int filled = object_is_true(vm, meta);
    if (filled == 0) {
        filled =
            import_warn(vm, false, 1065, EXC_ImportWarning, "sys.meta_path is empty");
        if (filled < 0)
            import_show_frames(vm, "_show_empty_meta_path");
    }
    return filled < 0 ? VALUE_NULL : meta;
}

/* What CPython has loaded before a program begins asks no finder, nor needs any. */
static int find_own(MinipyVM *vm, Value fullname, Found *f)
{
    if (import_find_frozen(vm, fullname, f) == 0) {
        f->builtin = import_find_builtin(vm, fullname);
        f->kind = FOUND_BUILTIN;
    }
    return 0;
}

int import_find(MinipyVM *vm, Value fullname, Value path, Found *f)
{
    *f = (Found){.kind = FOUND_NOTHING};
    if (import_is_own(fullname))
        return find_own(vm, fullname, f);
    Value meta = meta_path_borrow(vm);
    Value it = meta ? object_iter(vm, meta) : VALUE_NULL, finder;
    if (!it)
        return -1;
    int r = 0;
    while (r == 0 && (finder = iter_next(vm, it)) != VALUE_NULL) {
        r = ask_in_turn(vm, finder, fullname, path, f);
        value_decref(vm, finder);
    }
    value_decref(vm, it);
    if (r == 0 && error_occurred(vm))
        r = -1;
    if (r <= 0) {
        found_clear(vm, f);
        f->kind = FOUND_NOTHING;
    }
    return r < 0 ? -1 : 0;
}

/* A file of that name in the directory, if the program may know of it. */
static Value file_there(MinipyVM *vm, Value dir, Value tail, const char *suffix)
{
    Value file = str_format_c(vm, "%U/%U%s", dir, tail, suffix);
    char *name = file ? str_path(vm, file) : NULL;
    if (!name || !is_kind(name, S_IFREG) || import_check_path(vm, file) < 0) {
        if (!error_matches(vm, EXC_MemoryError))
            error_clear(vm);
        value_clear(vm, &file);
    }
    mem_free(vm, name);
    return file;
}

Value import_cpython_file(MinipyVM *vm, Value fullname, Value path)
{
    static const char *const suffixes[] = {".cpython-311-x86_64-linux-gnu.so",
                                           ".abi3.so"};
    if (!vm->settings.use_installed_library)
        return VALUE_NULL;
    if (!path)
        path = dict_get_cstr_borrow(vm, vm->sysdict, "path");
    Value tail = path && value_is_list(path) ? tail_of(vm, fullname) : VALUE_NULL;
    Value file = VALUE_NULL;
    for (int64_t i = 0; tail && !file && !vm->raised && i < 2 * list_size(path); i++) {
        Value dir = list_get_borrow(path, i / 2);
        if (value_is_str(dir))
            file = file_there(vm, dir, tail, suffixes[i % 2]);
    }
    value_xdecref(vm, tail);
    return file;
}

const char *import_hint(MinipyVM *vm, Value fullname)
{
    const char *name = str_utf8_or_null(vm, fullname);
    if (vm->settings.use_installed_library && name && extension_bundled(name))
        return "an extension of minipy that was not built: make install-build modules";
    static const char *const names[] = {
#define LIBRARY_MODULE(name) #name,
#include "vm/import/library_names.def"
#undef LIBRARY_MODULE
        NULL,
    };
    if (vm->settings.use_installed_library &&
        is_kind(INSTALLED_LIBRARY "/os.py", S_IFREG))
        return NULL;
    for (const char *const *n = names; *n; n++)
        if (str_equal_ascii(fullname, *n))
            return vm->settings.use_installed_library
                       ? "it is in CPython's library: install the package "
                         "libpython3.11-stdlib"
                       : "it is in CPython's library, which -X nolibrary turned off";
    return NULL;
}
