/* import.h - finding, loading and running modules: the C core behind `import`,
 * `__import__` and importlib.import_module.
 *
 * A module is looked for in sys.modules, then by the finders of sys.meta_path that
 * programs added, the modules in C (stdlib/modules.def), the frozen ones (stdlib/py,
 * inside the binary), and along sys.path (import_find.c). Each search is bracketed by
 * the markers import__find__load__start and __done. More: docs/IMPORT.md.
 */
#ifndef MINIPY_VM_IMPORT_IMPORT_H
#define MINIPY_VM_IMPORT_IMPORT_H

#include "vm/core/object.h"
#include "vm/core/vm.h"
#include "vm/objects/module.h"

/* Makes the finders and what sys has of them: 0; -1: exception. fini releases them. */
int import_init(MinipyVM *vm);
void import_fini(MinipyVM *vm);

/* The module of that absolute name, imported if need be: what importlib.import_module
 * does. */
Value import_module(MinipyVM *vm, const char *name);
/* Imports it, for what a program sees of that. -1: exception. (import_library.c) */
int import_before_use(MinipyVM *vm, const char *name);
/* Calls a function of that module, imported if need be. (import_library.c) */
Value import_call(MinipyVM *vm, const char *module, const char *function,
                  const Value *args, size_t nargs, Value kwnames);
/* A warning where CPython gives it in Python code: the line of importlib._bootstrap, or
 * of importlib._bootstrap_external, is the place that filters and "once for each place"
 * go by. -1: it became an exception. (import_library.c) */
int import_warn(MinipyVM *vm, bool external, int line, ExcId category,
                const char *format, ...);
Value import_module_str(MinipyVM *vm, Value absolute_name);
/* The same without its audit event: what importlib._bootstrap._gcd_import does. */
Value import_module_unheard(MinipyVM *vm, Value absolute_name);
/* The code of a source file (new), and running it as a module's body in its __dict__.
 * -1: error. */
Value import_compile_file(MinipyVM *vm, Value path);
/* The code (new) of a module's text, of a file of that name: compiled, or as another vm
 * has compiled the same text. (import_compiled.c) */
Value import_compile_text(MinipyVM *vm, const char *text, size_t size, Value filename,
                          bool warn);
/* Below what Debian's packages own, which have CPython's .pyc files beside their
 * sources? */
bool import_is_installed(const char *path);
int import_run_file(MinipyVM *vm, Value module, Value path);
/* Runs code as the body of a module, between the markers module__exec__start and
 * __done. Its value (new), or VALUE_NULL. */
Value module_exec(MinipyVM *vm, Value module, CodeObj *code);
/* Names of the modules in C: a tuple of str. */
Value import_builtin_names(MinipyVM *vm);
const ModuleSpec *import_find_builtin(MinipyVM *vm, Value name);
/* The same, and those that are found behind sys.path (ModuleSpec.last). */
const ModuleSpec *import_find_in_c(MinipyVM *vm, Value name);
/* The module object, new: of the host's an empty one, which import_exec_builtin fills
 * once it is in sys.modules; the vm's own are made in one step, unless their
 * ModuleSpec says two_steps. */
Value import_create_builtin(MinipyVM *vm, const ModuleSpec *spec);
int import_exec_builtin(MinipyVM *vm, Value module);
/* Another built-in module, of the host. -1: exception. */
int import_add_builtin(MinipyVM *vm, const struct MinipyModule *module);
/* The state of the module object that was made of it last; NULL: none was. */
void *import_native_state(MinipyVM *vm, const struct MinipyModule *native);

#define LIBRARY_PREFIX "/usr"
#define INSTALLED_LIBRARY                                                              \
    LIBRARY_PREFIX "/lib/python3.11" /* Debian's libpython3.11-stdlib */
/* Where else CPython looks for its own: usually there is no such file. */
#define LIBRARY_ARCHIVE LIBRARY_PREFIX "/lib/python311.zip"

/* ---- import_confine.c: what a confined program may import ------------------------ */

/* ImportError if the host's list of modules does not have that absolute name. -1. */
int import_check_listed(MinipyVM *vm, Value fullname);
/* PermissionError if modules do not come from that file or directory. -1. */
int import_check_path(MinipyVM *vm, Value path);
/* Is the file where a module of that name is? A program may have made a package's
 * __path__ another's. */
bool import_is_in_place(MinipyVM *vm, Value fullname, Value path);
/* Loading by hand, past the list: PermissionError unless files are allowed. -1. */
int import_check_loader(MinipyVM *vm);
/* Does a confined vm trust what that file imports? */
bool import_is_library(MinipyVM *vm, Value path);

/* ---- between import.c, import_find.c and import_spec.c --------------------------- */

/* import_builtin.c: what the vm knows of modules that stand on minipy.h alone. */
struct NativeModule;
struct NativeModule **import_natives(MinipyVM *vm); /* the head of the vm's list */
const ModuleSpec *import_find_added(MinipyVM *vm, Value name);
/* The names of the table and of the host's. */
Value import_builtin_names_of(MinipyVM *vm, const ModuleSpec *const *table);
/* A module object was made of it, which the vm keeps until another is made and filled,
 * so that its exec can take over what the one before has. -1: exception. */
int import_native_made(MinipyVM *vm, const struct MinipyModule *native, Value module);
/* contents: a dict for import_native_contents_borrow, or VALUE_NULL. */
void import_native_filled_steal(MinipyVM *vm, const struct MinipyModule *native,
                                Value contents);
/* What another module object of it is filled with instead of by exec; VALUE_NULL: none
 * was yet, or each has its own. */
Value import_native_contents_borrow(MinipyVM *vm, const struct MinipyModule *native);
/* The vm ends: the dicts at the start of their states are emptied. */
void import_natives_forget(MinipyVM *vm);
void import_natives_free(MinipyVM *vm);

typedef enum FoundKind {
    FOUND_NOTHING,
    FOUND_BUILTIN,
    FOUND_FROZEN,
    FOUND_LIBRARY, /* a file of the library that CPython has frozen */
    FOUND_SOURCE,
    FOUND_PACKAGE,
    FOUND_NAMESPACE,
    FOUND_HOST, /* the host has its text */
    FOUND_SPEC
} FoundKind;
typedef struct Found {
    FoundKind kind;
    const ModuleSpec *builtin;
    const struct FrozenModule *frozen;
    Value path; /* source, library: file name; namespace: list of directories; spec: the
                   spec */
    Value directory;  /* package: its directory */
    const char *text; /* host, or library without a file: the source */
    size_t size;
    bool package;
} Found;
/* Looks for the module; path is the parent's __path__ or VALUE_NULL for sys.path. -1:
 * error. The caller releases with found_clear. */
int import_find(MinipyVM *vm, Value fullname, Value path, Found *found);
/* Is it one of the modules that the frozen importlib needs? CPython has these loaded
 * from the start; here they are loaded when first wanted, whatever sys.meta_path and
 * sys.modules are by then. */
bool import_is_own(Value fullname);
/* Asks one finder of sys.meta_path: 1 found, 0 not, -1 error. */
int import_find_with(MinipyVM *vm, Value finder, Value fullname, Value path,
                     Found *found);
void found_clear(MinipyVM *vm, Found *found);
/* Looks again for the portions of a namespace package, whose __path__ is `portions`. */
int import_refresh_namespace(MinipyVM *vm, Value fullname, Value parent_path,
                             Value portions);
/* The code of what was found, and running it as the body of a module (nothing to do for
 * a built-in one). */
Value import_compile(MinipyVM *vm, Value fullname, const Found *found);
int import_run_body(MinipyVM *vm, Value module, Value fullname, const Found *found);

typedef struct FrozenModule {
    const char *name;
    const char *source;
    size_t size;
    bool package;
} FrozenModule;
/* The modules in C, ended by NULL; defined in stdlib/modules.c, so that the vm does not
 * know which there are. */
extern const ModuleSpec *const import_builtin_table[];
extern const FrozenModule
    frozen_modules[]; /* generated from stdlib/py; ends with a zero row */

/* import_frozen.c: what FrozenImporter finds. 1: found, 0: not, -1: error. */
int import_find_frozen(MinipyVM *vm, Value fullname, Found *found);
bool import_frozen_is_package(const Found *found);
/* Where the submodules of a package are looked for (a new list), or None. */
Value import_frozen_search(MinipyVM *vm, const Found *found);
/* The module of the library that it was frozen from; None: one of ours. */
Value import_frozen_origin(MinipyVM *vm, Value fullname);
/* Gives the spec of what was found frozen its loader_state. -1: exception. */
int import_frozen_state(MinipyVM *vm, Value spec, Value fullname, const Found *found);
/* Gives a module of the library that was made without that spec its __file__ and
 * __path__. */
int import_frozen_place(MinipyVM *vm, Value module, const Found *found);
/* Of tests: < 0: only what the start needs is found frozen. (import_spec.c) */
int *import_frozen_override(MinipyVM *vm);
Value import_frozen_names(MinipyVM *vm); /* a list, or VALUE_NULL */

/* A function of _frozen_importlib changes the traceback of the raised exception: puts
 * importlib's own frames where CPython has them. (import.c) */
void import_show_frames(MinipyVM *vm, const char *function);

/* import_audit.c: audit events. Each costs one test when nobody listens; -1: a hook
 * raised. */
void import_started(MinipyVM *vm,
                    Value fullname); /* the vm has imported it, or failed */
int import_audit_import(MinipyVM *vm, Value fullname); /* if audit_wanted() */
/* A module's body is about to run; fullname may be VALUE_NULL. */
int import_audit_exec(MinipyVM *vm, Value fullname, Value code);
int import_audit_open(MinipyVM *vm, Value path); /* a loader reads a file */
/* A directory is searched: CPython's finder lists it if it is new or has changed. */
int import_audit_listing(MinipyVM *vm, const char *dir);

/* import_cache.c: the code of the file at `path`, from where an earlier process left
 * it, or else what compile gives, which is left for the next. */
typedef Value (*ImportCompile)(MinipyVM *vm, Value path, Value filename);
Value import_cached(MinipyVM *vm, Value path, Value filename, ImportCompile compile);
/* The same of a module inside the binary. */
Value import_cached_frozen(MinipyVM *vm, const FrozenModule *f, Value filename);
/* Frees the room that cached code is read into, if it is of more than `keep` bytes. */
void import_cache_trim(MinipyVM *vm, size_t keep);
/* The first four bytes of our .pyc files, and what their hashes are, of the source. */
uint32_t import_cache_magic(void);
uint64_t import_source_hash(int64_t key, const void *text, size_t size);

/* import_spec.c: spec and loader objects. */
/* Adds the classes to _frozen_importlib or _frozen_importlib_external. */
int import_export_classes(MinipyVM *vm, Value module, bool external);
Value import_spec_new(MinipyVM *vm, Value name, Value loader, Value origin,
                      Value search_locations);
/* Where CPython keeps the bytecode of a source file: sys.pycache_prefix, __pycache__.
 */
Value import_cached_path(MinipyVM *vm, Value path);
/* sys.implementation.cache_tag, a str, or VALUE_NULL: there is none, or an exception.
 */
Value import_cache_tag(MinipyVM *vm);
Value import_source_loader_new(MinipyVM *vm, Value name, Value path);
/* Has a program put methods of its own into SourceFileLoader? */
bool import_loaders_changed(MinipyVM *vm);
/* ... or into FileFinder, which _frozen_importlib_external tells of when it is made? */
void import_set_file_finder(MinipyVM *vm, Value cls);
bool import_file_finder_changed(MinipyVM *vm);
/* The spec (new) of what was found, which is cleared. VALUE_NULL: exception. */
Value import_spec_of(MinipyVM *vm, Value fullname, Found *found);
Value import_builtin_importer(MinipyVM *vm); /* borrowed: class BuiltinImporter */
Value import_frozen_importer(MinipyVM *vm);  /* borrowed: class FrozenImporter */
Value import_namespace_path_new(MinipyVM *vm, Value dirs);
bool import_is_namespace_path(MinipyVM *vm, Value path);
Value import_namespace_loader_new(MinipyVM *vm, Value path);
Value import_path_finder(MinipyVM *vm); /* borrowed: class PathFinder */
bool module_is_initializing(MinipyVM *vm, Value spec);
/* Why a library module may be missing, or NULL. Static text. */
const char *import_hint(MinipyVM *vm, Value fullname);
/* The file (new str) by which CPython would import what was not found along path;
 * VALUE_NULL: there is none, or an exception. */
Value import_cpython_file(MinipyVM *vm, Value fullname, Value path);
bool exception_import_name_is(Value exc, Value name); /* ImportError.name == name */
int import_spec_set_initializing(MinipyVM *vm, Value spec, bool yes);

#endif
