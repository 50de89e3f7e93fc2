/* extension.c - modules in C that stand on minipy.h alone: from a file of their own
 * (foo.minipy-3.11-x86_64.so, found along sys.path) or registered by the host as
 * built-in. Either way in two steps, as CPython's multi-phase modules: the object is
 * made, put into sys.modules, and then filled, once; each object has its own state.
 *
 * Invariant: nothing of a MinipyModule is used before checked_module has read its size
 * and its ABI; a field behind struct_size reads as zero. A library that was loaded is
 * never closed: its code may be on a stack of any vm of the process. Read next:
 * import_find.c, stdlib/py/_frozen_importlib_external.py (ExtensionFileLoader).
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "minipy.h"
#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/errors/exceptions.h"
#include "probes/report.h"
#include "vm/eval/audit_wanted.h"
#include "vm/import/extension.h"
#include "vm/import/import.h"
#include "vm/memory/gc.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"

enum { MODULE_SIZE_MAX = 4096 }; /* no MinipyModule will ever be as large */

/* ---- is it one of ours? ---------------------------------------------------------- */

/* What a module of a newer header asks for and this library does not know. */
static bool asks_for_more(const MinipyModule *given)
{
    const char *bytes = (const char *)given;
    for (size_t i = sizeof *given; i < given->struct_size; i++)
        if (bytes[i])
            return true;
    return false;
}

/* The description with every field (an older, shorter one widened): why it cannot be
 * used, as static text; NULL: it can. */
static const char *widen(const MinipyModule *given, MinipyModule *full)
{
    memset(full, 0, sizeof *full);
    if (given->struct_size < offsetof(MinipyModule, name) || given->abi != MINIPY_ABI)
        return "it was built for another ABI of minipy: build it anew with this one's "
               "minipy.h";
    if (given->struct_size < offsetof(MinipyModule, exec) ||
        given->struct_size > MODULE_SIZE_MAX || asks_for_more(given))
        return "it was built with the minipy.h of a newer version and asks for what "
               "this one does not know";
    memcpy(full, given,
           given->struct_size < sizeof *full ? given->struct_size : sizeof *full);
    if (full->state_values > full->state_size / sizeof(MinipyValue))
        return "its state_values do not fit into its state_size";
    for (const MinipyMethod *row = full->functions; row && row->name; row++)
        if (!row->function)
            return "a row of its functions has no function";
    return full->name ? NULL : "its MinipyModule has no name";
}

const char *extension_error(const struct MinipyModule *given)
{
    MinipyModule full;
    return widen(given, &full);
}

/* The same, with the ImportError. */
static bool checked_module(MinipyVM *vm, Value name, Value path,
                           const MinipyModule *given, MinipyModule *full)
{
    const char *why = widen(given, full);
    if (why)
        error_set_import(vm, EXC_ImportError, name, path,
                         "%U cannot be imported (ABI %d, this minipy has %d): %s", name,
                         (int)given->abi, MINIPY_ABI, why);
    return !why;
}

/* ---- the module object ----------------------------------------------------------- */

static int add_doc(MinipyVM *vm, Value module, const char *doc)
{
    return doc ? module_add_steal(vm, module, "__doc__", str_from_cstr(vm, doc)) : 0;
}

static int add_state(MinipyVM *vm, ModuleObj *m, const MinipyModule *full)
{
    m->state = mem_calloc(vm, full->state_size ? full->state_size : 1);
    if (!m->state)
        return -1;
    m->state_values = full->state_values;
    m->free_state = full->free_state;
    return 0;
}

/* Is that name what the import system itself puts into a module? */
static bool is_of_import(Value name)
{
    static const char *const names[] = {"__name__", "__loader__", "__package__",
                                        "__spec__", "__file__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal_ascii(name, names[i]))
            return true;
    return false;
}

/* Another object of a module that comes with minipy. It shares functions and classes
 * with the first, as CPython's single-phase modules do: their state is one, and what
 * the old object's functions raise and return goes on being of the old object's
 * classes. */
static Value new_sharing(MinipyVM *vm, const struct MinipyModule *given, Value name,
                         Value contents)
{
    Value m = module_new(vm, name), key, value;
    for (int64_t pos = 0; m && dict_next(contents, &pos, &key, &value);)
        if (!is_of_import(key) &&
            dict_set(vm, value_from_obj(MODULE(m)->dict), key, value) < 0)
            value_clear(vm, &m);
    if (m) {
        MODULE(m)->native = given;
        MODULE(m)->filled = true;
    }
    return m;
}

Value extension_new(MinipyVM *vm, const struct MinipyModule *given, Value name,
                    Value path)
{
    MinipyModule full;
    if (!checked_module(vm, name, path, given, &full))
        return VALUE_NULL;
    Value contents = import_native_contents_borrow(vm, given);
    if (contents)
        return new_sharing(vm, given, name, contents);
    Value m = module_new(vm, name);
    if (m && (add_doc(vm, m, full.doc) < 0 || add_state(vm, MODULE(m), &full) < 0 ||
              import_native_made(vm, given, m) < 0))
        value_clear(vm, &m);
    if (m)
        MODULE(m)->native = given;
    return m;
}

/* What exec did, held to "0, or -1 with an exception". */
static int exec_result(MinipyVM *vm, Value module, int r)
{
    Value name = MODULE(module)->name;
    if (r == 0 && error_occurred(vm)) {
        error_set_from_cause(vm, EXC_SystemError,
                             "execution of module %U raised unreported exception",
                             name);
        return -1;
    }
    if (r != 0 && !error_occurred(vm))
        error_set(vm, EXC_SystemError,
                  "execution of module %U failed without setting an exception", name);
    return r != 0 ? -1 : 0;
}

static int fill(MinipyVM *vm, Value module, const MinipyModule *full)
{
    if (full->functions && host_functions_add(vm, module, full->functions) < 0)
        return -1;
    if (!full->exec)
        return 0;
    return exec_result(vm, module, full->exec(vm, module));
}

int extension_exec(MinipyVM *vm, Value module)
{
    ModuleObj *m = MODULE(module);
    MinipyModule full;
    if (!m->native || m->filled)
        return 0; /* reload() does nothing, as for CPython's */
    m->filled = true;
    if (!checked_module(vm, m->name, VALUE_NULL, m->native, &full))
        return -1;
    const char *name = str_utf8_or_null(vm, m->name);
    if (probes_module_exec_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_start(&vm->consumers, name));
    int r = fill(vm, module, &full);
    Value contents = VALUE_NULL;
    if (r == 0 && name && extension_bundled(name) &&
        !(contents = dict_copy(vm, value_from_obj(m->dict))))
        r = -1;
    import_native_filled_steal(vm, m->native, contents);
    if (probes_module_exec_done_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_done(&vm->consumers, name, r == 0));
    return r;
}

/* ---- from a file ----------------------------------------------------------------- */

/* Where the vm itself lies in a library that was loaded for one plugin alone
 * (RTLD_LOCAL), modules would not find its functions: that library is made visible. */
static void show_own_symbols(void)
{
    Dl_info self;
    if (!dladdr((void *)(uintptr_t)extension_error, &self) || !self.dli_fname)
        return;
    void *library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    if (library)
        dlclose(library);
}

/* What to do about a message of dlopen. */
static const char *advice(const char *message)
{
    static const struct {
        const char *part, *advice;
    } known[] = {
        {"undefined symbol: minipy_",
         " (this minipy is older than the module, or the program that holds it does "
         "not export minipy_*: link it with "
         "-Wl,--export-dynamic-symbol='minipy_*')"},
#define BUNDLED(name, header, libraries)
#define LIBRARY(file, package) {file, " (install the package " package ")"},
#include "vm/import/bundled.def"
#undef BUNDLED
#undef LIBRARY
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(message, known[i].part))
            return known[i].advice;
    return "";
}

static void *open_library(MinipyVM *vm, Value name, Value path)
{
    /* Without a folder the loader would look for it elsewhere. */
    Value place = str_find(path, vm->ascii['/'], 0, INT64_MAX, 1) < 0
                      ? str_format_c(vm, "./%U", path)
                      : value_incref(path);
    char *file = place ? str_path(vm, place) : NULL;
    value_xdecref(vm, place);
    if (!file)
        return NULL;
    show_own_symbols();
    void *library = dlopen(file, vm->settings.dlopen_flags);
    mem_free(vm, file);
    if (library)
        return library;
    const char *message = dlerror();
    error_set_import(vm, EXC_ImportError, name, path, "%s%s", message, advice(message));
    return NULL;
}

/* minipy_module_NAME of the last part of the module's name. NULL: ImportError. */
static const MinipyModule *find_module(MinipyVM *vm, void *library, Value name,
                                       Value path)
{
    const char *full = str_utf8(vm, name, NULL);
    if (!full)
        return NULL;
    const char *dot = strrchr(full, '.');
    char symbol[256];
    int n = snprintf(symbol, sizeof symbol, "minipy_module_%s", dot ? dot + 1 : full);
    void *found = n < (int)sizeof symbol ? dlsym(library, symbol) : NULL;
    if (!found)
        error_set_import(
            vm, EXC_ImportError, name, path,
            "dynamic module does not define module export function (minipy_module_%s)",
            dot ? dot + 1 : full);
    return found;
}

Value extension_load(MinipyVM *vm, Value name, Value path)
{
    if (!(vm->allowed & MINIPY_ALLOW_CODE))
        return error_set_import(vm, EXC_ImportError, name, path,
                                "%S: this program is confined, and its host does not "
                                "let it load shared objects (MINIPY_ALLOW_CODE)",
                                name);
    if (audit_wanted(vm) &&
        audit(vm, "import", 5, name, path, VALUE_NONE, VALUE_NONE, VALUE_NONE) < 0)
        return VALUE_NULL;
    void *library = open_library(vm, name, path);
    const MinipyModule *module = library ? find_module(vm, library, name, path) : NULL;
    return module ? extension_new(vm, module, name, path) : VALUE_NULL;
}

/* ---- those that come with minipy ------------------------------------------------- */

/* Where the program itself is loaded. */
static void *program_base(void)
{
    Dl_info program;
    void *entry = (void *)getauxval(AT_ENTRY);
    return dladdr(entry, &program) ? program.dli_fbase : NULL;
}

/* The folder of the library or program that this function is in. */
static bool own_directory(char *out)
{
    Dl_info self;
    char *slash;
    if (!dladdr((void *)(uintptr_t)extension_error, &self) || !self.dli_fname)
        return false;
    /* A program's name is as it was called, maybe along PATH or in another folder. */
    bool program = self.dli_fbase == program_base();
    if (!realpath(program ? "/proc/self/exe" : self.dli_fname, out) ||
        !(slash = strrchr(out, '/')))
        return false;
    *slash = 0;
    return true;
}

bool extension_bundled(const char *name)
{
#define BUNDLED(known, header, libraries)                                              \
    if (strcmp(name, #known) == 0)                                                     \
        return true;
#define LIBRARY(file, package)
#include "vm/import/bundled.def"
#undef BUNDLED
#undef LIBRARY
    return false;
}

/* The folder of the program that an environment's copy was made of (pyvenv.cfg). */
static bool base_directory(MinipyVM *vm, char *out)
{
    Value base = dict_get_cstr_borrow(vm, vm->sysdict, "_base_executable");
    const char *name = base && value_is_str(base) ? str_utf8_or_null(vm, base) : NULL;
    char *slash = name && realpath(name, out) ? strrchr(out, '/') : NULL;
    if (slash)
        *slash = 0;
    return slash != NULL;
}

/* The folder of NAME, or of all of them where it is NULL, seen from the folder OWN. */
static bool bundled_from(const char *own, const char *name, char *out)
{
    /* beside libminipy.so; beside bin; in the tree it was built in */
    static const char *const places[] = {"minipy-3.11", "../lib/minipy-3.11",
                                         "build/minipy-3.11", "../minipy-3.11"};
    char directory[PATH_MAX + 40], file[PATH_MAX + 300];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct stat st;
        snprintf(directory, sizeof directory, "%s/%s", own, places[i]);
        snprintf(file, sizeof file, name ? "%s/%.200s" MINIPY_MODULE_SUFFIX : "%s",
                 directory, name);
        if (stat(file, &st) == 0)
            return realpath(directory, out) != NULL;
    }
    return false;
}

bool extension_bundled_directory(MinipyVM *vm, const char *name, char *out)
{
    char own[PATH_MAX];
    return (own_directory(own) && bundled_from(own, name, out)) ||
           (base_directory(vm, own) && bundled_from(own, name, out));
}
