/* import_audit.c - the audit events of imports: import, os.listdir, open, compile,
 * exec, as CPython's importlib makes them, and which of them its start has behind it.
 *
 * Invariant: nothing here is done, and no path looked at, unless somebody listens. Read
 * first: import.c, vm/eval/audit.h.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/core/vm.h"
#include "vm/eval/audit_wanted.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"

/* ---- what CPython has imported when a program begins ----------------------------- */

static const char *const started[] = {
    "_frozen_importlib", "_frozen_importlib_external", "_imp", "_thread", "_warnings",
    "_weakref", "_io", "marshal", "posix", "time", "zipimport", "_codecs", "codecs",
    "encodings", "encodings.aliases", "encodings.utf_8", "_signal", "_abc", "abc", "io",
    "_minipy_import", "_minipy_cjk", /* which are nowhere else */
    /* and what site imports */
    "_stat", "stat", "_collections_abc", "genericpath", "posixpath", "os",
    "_sitebuiltins", "site", "sitecustomize"};
enum { STARTED = sizeof started / sizeof *started, STARTED_WITHOUT_SITE = 22 };
_Static_assert(STARTED < 64, "a bit each in vm->import_started");

/* The bit of a module that CPython's start imports, 0 for others. */
static uint64_t started_bit(MinipyVM *vm, Value fullname)
{
    int n = vm->settings.no_site ? STARTED_WITHOUT_SITE : STARTED;
    for (int i = 0; i < n; i++)
        if (str_equal_ascii(fullname, started[i]))
            return (uint64_t)1 << i;
    return 0;
}

/* Has CPython's start imported this module, and this vm not yet? What happens to it
 * then no hook in Python has seen there, so none sees it here. */
static bool is_start(MinipyVM *vm, Value fullname)
{
    return started_bit(vm, fullname) & ~vm->import_started;
}

void import_started(MinipyVM *vm, Value fullname)
{
    vm->import_started |= started_bit(vm, fullname);
}

/* ---- import and exec ------------------------------------------------------------- */

/* sys.path_hooks, which sys makes when somebody asks; CPython's has them as soon as
 * Python hooks can be there. */
static Value path_hooks(MinipyVM *vm, bool start)
{
    Value sys = dict_get_cstr_borrow(vm, vm->modules, "sys");
    Value hooks = dict_get_cstr_borrow(vm, vm->sysdict, "path_hooks");
    if (hooks || start || !sys || vm->import_hooks_asked ||
        !(vm->audit_hooks || vm->c_audit_hooks))
        return hooks ? value_incref(hooks) : VALUE_NONE;
    vm->import_hooks_asked = true;
    int r = object_lookup_attr(vm, sys, NAME(vm, path_hooks), &hooks);
    vm->import_hooks_asked = false;
    return r < 0 ? VALUE_NULL : hooks ? hooks : VALUE_NONE;
}

int import_audit_import(MinipyVM *vm, Value fullname)
{
    bool start = is_start(vm, fullname);
    Value path = dict_get_cstr_borrow(vm, vm->sysdict, "path");
    Value meta = dict_get_cstr_borrow(vm, vm->sysdict, "meta_path");
    Value hooks = path_hooks(vm, start);
    int r = -1;
    if (hooks)
        r = (start ? audit_start : audit)(vm, "import", 5, fullname, VALUE_NONE,
                                          path ? path : VALUE_NONE,
                                          meta ? meta : VALUE_NONE, hooks);
    value_xdecref(vm, hooks);
    return r;
}

int import_audit_exec(MinipyVM *vm, Value fullname, Value code)
{
    if (!audit_wanted(vm))
        return 0;
    bool start = fullname && is_start(vm, fullname);
    return (start ? audit_start : audit)(vm, "exec", 1, code);
}

/* ---- files ----------------------------------------------------------------------- */

int import_audit_open(MinipyVM *vm, Value path)
{
    return audit_open(vm, path, "r", O_RDONLY | O_CLOEXEC);
}

/* dir as a FileFinder has it, into a buffer of PATH_MAX. false: it has no such name. */
static bool full_name(const char *dir, char *out)
{
    if (*dir == '/')
        return snprintf(out, PATH_MAX, "%s", dir) < PATH_MAX;
    if (!getcwd(out, PATH_MAX))
        return false;
    if (*dir == 0 || strcmp(dir, ".") == 0)
        return true;
    size_t n = strlen(out);
    return snprintf(out + n, PATH_MAX - n, "%s%s", n > 1 ? "/" : "", dir) <
           (int)(PATH_MAX - n);
}

/* Notes that a directory is listed as it is now. 1: it was not known so; -1: error. */
static int note_listed(MinipyVM *vm, const char *dir, Value *name)
{
    char full[PATH_MAX];
    struct stat st;
    *name = VALUE_NULL;
    if (!full_name(dir, full) || stat(full, &st) < 0 || !S_ISDIR(st.st_mode))
        return 0;
    Value now =
        int_new(vm, (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec);
    if (!now || !(*name = str_from_path(vm, full)))
        return value_xdecref(vm, now), -1;
    Value before = dict_get_borrow(vm, vm->import_listed, *name);
    int known =
        before ? object_compare_bool(vm, before, now, CMP_EQ) : -error_occurred(vm);
    int r = known > 0   ? 0
            : known < 0 ? -1
                        : dict_set(vm, vm->import_listed, *name, now);
    value_decref(vm, now);
    return r < 0 ? -1 : !known;
}

static int note_entries(MinipyVM *vm, Value path, int64_t from)
{
    for (int64_t i = from; path && value_is_list(path) && i < list_size(path); i++) {
        Value name;
        char *dir = value_is_str(list_get_borrow(path, i))
                        ? str_path(vm, list_get_borrow(path, i))
                        : NULL;
        int r = dir ? note_listed(vm, dir, &name) : -error_matches(vm, EXC_MemoryError);
        if (dir)
            value_xdecref(vm, name);
        mem_free(vm, dir);
        if (r < 0)
            return -1;
        error_clear(vm);
    }
    return 0;
}

/* The folders of packages whose modules are loaded. */
static int note_packages(MinipyVM *vm)
{
    Value names = sequence_list(vm, vm->modules), path;
    for (int64_t i = 0; names && !error_occurred(vm) && i < list_size(names); i++) {
        Value name = list_get_borrow(names, i);
        int64_t dot = value_is_str(name)
                          ? str_find(name, vm->ascii['.'], 0, str_length(name), -1)
                          : -1;
        Value parent = dot > 0 ? str_substring(vm, name, 0, dot) : VALUE_NULL;
        Value m = parent ? dict_get_borrow(vm, vm->modules, parent) : VALUE_NULL;
        path = m && value_is_kind(m, KIND_MODULE)
                   ? dict_get_str_borrow(vm, MODULE(m)->dict, NAME(vm, __path__))
                   : VALUE_NULL;
        value_xdecref(vm, parent);
        if (note_entries(vm, path, 0) < 0)
            value_clear(vm, &names);
    }
    value_xdecref(vm, names);
    return names && !error_occurred(vm) ? 0 : -1;
}

/* What must have been listed before anybody listened: sys.path without the folder of
 * the script, or with it when something was looked for there; and the packages'. */
static int note_before(MinipyVM *vm)
{
    if (!(vm->import_listed = value_hide(dict_new(vm))))
        return -1;
    bool script = !vm->settings.safe_path && !vm->import_searched;
    if (note_entries(vm, dict_get_cstr_borrow(vm, vm->sysdict, "path"), script) == 0 &&
        note_packages(vm) == 0)
        return 0;
    value_clear(vm, &vm->import_listed); /* half of it would pass for all */
    return -1;
}

int import_audit_listing(MinipyVM *vm, const char *dir)
{
    Value name;
    if (!audit_wanted(vm))
        return 0;
    if (!vm->import_listed && note_before(vm) < 0)
        return -1;
    int r = note_listed(vm, dir, &name);
    if (r > 0)
        r = audit(vm, "os.listdir", 1, name);
    value_xdecref(vm, name);
    return r;
}
