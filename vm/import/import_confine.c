/* import_confine.c - what a confined program may import, and where modules come from.
 *
 * The host's list holds for the names that the program imports: in its own statements,
 * and whatever calls __import__, importlib or a loader with a name, because such a name
 * may be the program's even where the library makes the call. Import statements of the
 * library's own code name what the library was written with: they are not asked. Files
 * are read by the import system from the host's directories and the library alone.
 */
#include "vm/import/import.h"

#include <string.h>

#include "vm/core/confine.h"
#include "vm/text/str.h"

/* Is name `prefix`, or does it go on with `separator` behind it? */
static bool begins_with(const char *name, const char *prefix, char separator)
{
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 && (!name[n] || name[n] == separator);
}

/* Codecs are looked up by names that texts and programs give. */
static bool is_listed(char **modules, const char *name)
{
    if (begins_with(name, "encodings", '.'))
        return true;
    for (; *modules; modules++)
        if (begins_with(name, *modules, '.'))
            return true;
    return false;
}

int import_check_listed(MinipyVM *vm, Value fullname)
{
    if (likely(!vm->host || !vm->host->modules))
        return 0;
    const char *name = str_utf8_or_null(vm, fullname);
    if (name && is_listed(vm->host->modules, name))
        return 0;
    error_set_import(vm, EXC_ImportError, fullname, VALUE_NULL,
                     "the host of this program does not let it import %R "
                     "(MinipyConfig.modules)",
                     fullname);
    return -1;
}

static bool is_in_roots(MinipyVM *vm, const char *path)
{
    size_t n = strlen(path);
    if (!vm->host || strstr(path, "/../") || (n >= 3 && !strcmp(path + n - 3, "/..")))
        return false;
    for (char **root = vm->host->roots; *root; root++)
        if (begins_with(path, *root, '/'))
            return true;
    return false;
}

/* name with slashes for its dots, and what a source file has behind it. */
static bool is_file_of(const char *file, const char *name)
{
    for (; *name; file++, name++)
        if (*file != (*name == '.' ? '/' : *name))
            return false;
    return strcmp(file, ".py") == 0 || strcmp(file, "/__init__.py") == 0;
}

bool import_is_in_place(MinipyVM *vm, Value fullname, Value path)
{
    if (likely(vm->allowed & MINIPY_ALLOW_FILES))
        return true;
    const char *name = str_utf8_or_null(vm, fullname),
               *file = str_utf8_or_null(vm, path);
    for (char **root = vm->host->roots; name && file && *root; root++) {
        size_t n = strlen(*root);
        if (strncmp(file, *root, n) == 0 && file[n] == '/' &&
            is_file_of(file + n + 1, name))
            return true;
    }
    return false;
}

int import_check_path(MinipyVM *vm, Value path)
{
    if (likely(vm->allowed & MINIPY_ALLOW_FILES))
        return 0;
    const char *text = str_utf8_or_null(vm, path);
    return text && is_in_roots(vm, text)
               ? 0
               : confine_refuse(vm, MINIPY_ALLOW_FILES, "import");
}

int import_check_loader(MinipyVM *vm)
{
    return confine_check(vm, MINIPY_ALLOW_FILES, "loader");
}

bool import_is_library(MinipyVM *vm, Value path)
{
    const char *text = vm->host ? str_utf8_or_null(vm, path) : NULL;
    return text && begins_with(text, INSTALLED_LIBRARY, '/');
}
