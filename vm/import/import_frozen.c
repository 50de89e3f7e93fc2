/* import_frozen.c - what FrozenImporter finds: the modules that are inside the binary
 * (stdlib/py), and those that CPython carries in its binary. The latter are files of
 * the library here; but they are found before sys.path is looked at, and their code
 * says
 * "<frozen os>", not the name of the file. Read next: import_find.c.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "minipy.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/core/vm.h"
#include "vm/import/import.h"
#include "vm/objects/namespace.h"
#include "vm/text/str.h"

/* origin: the module that it was frozen from; NULL: its own name. file: below the
 * library, without ".py"; that of an empty module is not in Debian's package. */
typedef struct LibraryModule {
    const char *name, *origin, *file;
    enum { MODULE, PACKAGE, EMPTY, EMPTY_PACKAGE } kind;
} LibraryModule;

#define PLAIN(name)                                                                    \
    {                                                                                  \
        name, NULL, name, MODULE                                                       \
    }
static const LibraryModule library_modules[] = {
    {"_frozen_importlib", "importlib._bootstrap", "importlib/_bootstrap", MODULE},
    {"_frozen_importlib_external", "importlib._bootstrap_external",
     "importlib/_bootstrap_external", MODULE},
    PLAIN("zipimport"),
    PLAIN("abc"),
    PLAIN("codecs"),
    PLAIN("io"),
    PLAIN("_collections_abc"),
    PLAIN("_sitebuiltins"),
    PLAIN("genericpath"),
    PLAIN("ntpath"),
    PLAIN("posixpath"),
    {"os.path", "posixpath", "posixpath", MODULE},
    PLAIN("os"),
    PLAIN("site"),
    PLAIN("stat"),
    {"importlib.util", NULL, "importlib/util", MODULE},
    {"importlib.machinery", NULL, "importlib/machinery", MODULE},
    PLAIN("runpy"),
    PLAIN("__hello__"),
    {"__hello_alias__", "__hello__", "__hello__", MODULE},
    {"__phello_alias__", "__hello__", "__hello__", PACKAGE},
    {"__phello_alias__.spam", "__hello__", "__hello__", MODULE},
    {"__phello__", NULL, "__phello__/__init__", PACKAGE},
    {"__phello__.__init__", "<__phello__", "__phello__/__init__", MODULE},
    {"__phello__.ham", NULL, "__phello__/ham/__init__", EMPTY_PACKAGE},
    {"__phello__.ham.__init__", "<__phello__.ham", "__phello__/ham/__init__", EMPTY},
    {"__phello__.ham.eggs", NULL, "__phello__/ham/eggs", EMPTY},
    {"__phello__.spam", NULL, "__phello__/spam", MODULE},
};
/* Of them the first are inside this binary, too. */
enum { OWN = 2, LIBRARY_MODULES = sizeof library_modules / sizeof *library_modules };
#undef PLAIN

/* Off: for tests; what the interpreter itself needs stays. */
static bool is_off(MinipyVM *vm, const char *name)
{
    return *import_frozen_override(vm) < 0 && strcmp(name, "zipimport") != 0;
}

static const FrozenModule *find_own(MinipyVM *vm, Value name)
{
    for (const FrozenModule *f = frozen_modules; f->name; f++)
        if (str_equal_ascii(name, f->name))
            return strcmp(f->name, "__hello_only__") == 0 && is_off(vm, f->name) ? NULL
                                                                                 : f;
    return NULL;
}

static const LibraryModule *find_in_library(MinipyVM *vm, Value name)
{
    for (size_t i = 0; vm->settings.use_installed_library && i < LIBRARY_MODULES; i++)
        if (str_equal_ascii(name, library_modules[i].name))
            return &library_modules[i];
    return NULL;
}

/* Is it a package whose own folder it is, or an alias of something else? */
static bool has_folder(const LibraryModule *m)
{
    return m->kind & PACKAGE && !m->origin;
}

/* -1: no memory. 0: the library is not installed. */
static int fill(MinipyVM *vm, const LibraryModule *m, Found *f)
{
    char file[sizeof INSTALLED_LIBRARY + 64];
    struct stat st;
    int n = snprintf(file, sizeof file, INSTALLED_LIBRARY "/%s.py", m->file);
    if (!(m->kind & EMPTY) && (stat(file, &st) < 0 || !S_ISREG(st.st_mode)))
        return 0;
    f->kind = FOUND_LIBRARY;
    f->package = m->kind & PACKAGE;
    f->text = m->kind & EMPTY ? "" : NULL;
    f->path = str_from_utf8(vm, file, n);
    if (has_folder(m))
        f->directory = str_from_utf8(vm, file, n - (int)strlen("/__init__.py"));
    return f->path && (f->directory || !has_folder(m)) ? 1 : -1;
}

int import_find_frozen(MinipyVM *vm, Value fullname, Found *f)
{
    f->frozen = find_own(vm, fullname);
    f->kind = f->frozen ? FOUND_FROZEN : FOUND_NOTHING;
    const LibraryModule *m = f->frozen ? NULL : find_in_library(vm, fullname);
    if (m && is_off(vm, m->name))
        return 0;
    return m ? fill(vm, m, f) : f->frozen != NULL;
}

bool import_frozen_is_package(const Found *f)
{
    return f->kind == FOUND_FROZEN ? f->frozen->package
                                   : f->kind == FOUND_LIBRARY && f->package;
}

Value import_frozen_search(MinipyVM *vm, const Found *f)
{
    if (!import_frozen_is_package(f))
        return VALUE_NONE;
    return list_from(vm, &f->directory, f->directory ? 1 : 0);
}

Value import_frozen_origin(MinipyVM *vm, Value fullname)
{
    const LibraryModule *m = find_in_library(vm, fullname);
    return !m          ? VALUE_NONE
           : m->origin ? str_from_cstr(vm, m->origin)
                       : value_incref(fullname);
}

/* Of a module inside the binary that stands for one of the library the name that the
 * file has there. */
static Value file_name(MinipyVM *vm, Value fullname, const Found *f)
{
    if (f->kind == FOUND_LIBRARY)
        return value_incref(f->path);
    const LibraryModule *m = find_in_library(vm, fullname);
    return m ? str_format_c(vm, INSTALLED_LIBRARY "/%s.py", m->file) : VALUE_NONE;
}

int import_frozen_state(MinipyVM *vm, Value spec, Value fullname, const Found *f)
{
    if (f->kind != FOUND_FROZEN && f->kind != FOUND_LIBRARY)
        return 0;
    Value d = dict_new(vm), state = VALUE_NULL, name = VALUE_NULL;
    if (d && dict_set_cstr_steal(vm, d, "filename", file_name(vm, fullname, f)) == 0 &&
        dict_set_cstr_steal(vm, d, "origname", import_frozen_origin(vm, fullname)) == 0)
        state = simple_namespace_new(vm, d);
    if (state)
        name = str_intern_cstr(vm, "loader_state");
    int r = name ? object_setattr(vm, spec, name, state) : -1;
    value_xdecref(vm, name);
    value_xdecref(vm, state);
    value_xdecref(vm, d);
    return r;
}

int import_frozen_place(MinipyVM *vm, Value module, const Found *f)
{
    DictObj *d = MODULE(module)->dict;
    if (f->kind != FOUND_LIBRARY || dict_get_str_borrow(vm, d, NAME(vm, __file__)))
        return 0;
    Value search = import_frozen_search(vm, f), dict = value_from_obj(d);
    int r = !search ? -1 : dict_set(vm, dict, NAME(vm, __file__), f->path);
    if (r == 0 && search != VALUE_NONE)
        r = dict_set(vm, dict, NAME(vm, __path__), search);
    value_xdecref(vm, search);
    return r;
}

Value import_frozen_names(MinipyVM *vm)
{
    Value list = list_new(vm, 0);
    int r = list ? 0 : -1;
    for (const FrozenModule *f = frozen_modules; r == 0 && f->name; f++)
        r = list_append_made(vm, list, str_from_cstr(vm, f->name));
    for (size_t i = OWN; r == 0 && i < LIBRARY_MODULES; i++)
        r = list_append_made(vm, list, str_from_cstr(vm, library_modules[i].name));
    if (r < 0)
        value_clear(vm, &list);
    return list;
}
