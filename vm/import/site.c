/* site.c - what python3.11 does between its own start and the program: the module site.
 *
 * Most of it can be told without running that module: which folders there are, whether
 * a .pth file does more than name others, whether somebody customizes. So a plan is
 * made in C, and carried out, and `site` is not imported (nor os, io and the rest of
 * what it imports) before a program asks for it. Where the plan does not suffice (a
 * line of a .pth file to be executed, a sitecustomize that is not Debian's, -v),
 * nothing of it is done: the library's module does it all.
 *
 * Invariant: what a program sees is the same either way. A module `site` that is
 * imported later finds sys as it was before the plan, and what its body does to sys and
 * builtins beside its own variables is taken back. Read next: site_paths.c,
 * site_builtins.c.
 */
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/import/import.h"
#include "vm/import/site.h"
#include "vm/text/str.h"

/* ---- the executable -------------------------------------------------------------- */

/* The folder that has the name: cuts the last part off. */
static void cut_name(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = 0;
}

/* PATH/NAME, into PATH_MAX bytes. */
static const char *join(char *out, const char *folder, const char *name)
{
    snprintf(out, PATH_MAX, "%.*s/%.*s", PATH_MAX - 300, folder, 255, name);
    return out;
}

/* pyvenv.cfg above the executable's folder, or in it: where CPython looks for `home`
 * before it runs any code. */
static bool find_home(const char *executable, char *home)
{
    char folder[PATH_MAX], above[PATH_MAX], file[PATH_MAX];
    if (!*executable || !site_absolute(folder, "", executable))
        return false;
    cut_name(folder);
    strcpy(above, folder);
    cut_name(above);
    int r = site_setting(join(file, above, "pyvenv.cfg"), "home", false, home);
    if (r == -1)
        r = site_setting(join(file, folder, "pyvenv.cfg"), "home", false, home);
    return r == 1;
}

Value site_base_executable(MinipyVM *vm, const char *executable)
{
    char home[PATH_MAX], real[PATH_MAX], copy[PATH_MAX];
    if (!find_home(executable, home))
        return str_from_path(vm, executable);
    if (realpath(executable, real) && strcmp(real, executable) != 0)
        return str_from_path(vm, real); /* a link: to what it was made with */
    if (access(join(copy, home, "minipy"), X_OK) < 0)
        join(copy, home, strrchr(executable, '/') + 1);
    return str_from_path(vm, copy);
}

/* ---- the plan -------------------------------------------------------------------- */

static Value sys_borrow(MinipyVM *vm, const char *name)
{
    return dict_get_cstr_borrow(vm, vm->sysdict, name);
}

/* A str of sys as bytes, "" if it is none. False: exception. */
static bool sys_text(MinipyVM *vm, const char *name, char *out)
{
    Value v = sys_borrow(vm, name);
    char *s = v && value_is_str(v) ? str_path(vm, v) : NULL;
    snprintf(out, PATH_MAX, "%s", s ? s : "");
    mem_free(vm, s);
    return !error_occurred(vm);
}

/* sys.path with absolute names, each once. */
static int plan_path(SitePlan *p)
{
    Value path = sys_borrow(p->vm, "path");
    char full[PATH_MAX];
    for (int64_t i = 0; path && i < list_size(path); i++) {
        char *name = str_path(p->vm, list_get_borrow(path, i));
        if (!name)
            return -1;
        bool fits = site_absolute(full, "", name);
        mem_free(p->vm, name);
        p->library |= !fits;
        if (list_get_borrow(path, i) == p->vm->no_archive)
            p->absent = list_size(p->path);
        if (fits && site_add_folder(p, full) < 0)
            return -1;
    }
    return 0;
}

/* pyvenv.cfg beside the executable, or above: the folder above is the prefix of an
 * environment. */
static int plan_environment(SitePlan *p)
{
    char folder[PATH_MAX], executable[PATH_MAX], file[PATH_MAX],
        seen[PATH_MAX] = "true";
    struct stat st;
    if (!sys_text(p->vm, "executable", executable))
        return -1;
    if (!*executable || !site_absolute(folder, "", executable))
        return 0;
    cut_name(folder);
    strcpy(p->prefix, folder);
    cut_name(p->prefix);
    if ((stat(join(file, folder, "pyvenv.cfg"), &st) < 0 || !S_ISREG(st.st_mode)) &&
        (stat(join(file, p->prefix, "pyvenv.cfg"), &st) < 0 || !S_ISREG(st.st_mode))) {
        *p->prefix = 0;
        return 0;
    }
    if (site_setting(file, "include-system-site-packages", true, seen) < 0 ||
        (p->has_home = site_setting(file, "home", true, p->home)) < 0)
        p->library = true;
    p->system = strcasecmp(seen, "true") == 0;
    return site_add_prefix(p, p->prefix, strcmp(p->prefix, LIBRARY_PREFIX) != 0);
}

/* The user's folder of packages: below PYTHONUSERBASE, or ~/.local. */
static int plan_user(SitePlan *p)
{
    char folder[PATH_MAX + 64];
    const char *base = getenv("PYTHONUSERBASE"), *below = "";
    if (!base || !*base) {
        struct passwd *entry = getenv("HOME") ? NULL : getpwuid(getuid());
        base = entry ? entry->pw_dir : getenv("HOME");
        base = base ? base : "~";
        below = "/.local";
    }
    int n = (int)strlen(base);
    while (*below && n > 0 && base[n - 1] == '/')
        n--;
    snprintf(folder, sizeof folder, "%.*s%s/lib/python3.11/site-packages", n, base,
             below);
    struct stat st;
    if (n >= PATH_MAX - 64)
        p->library = true;
    else if (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))
        return site_add_packages(p, folder);
    return 0;
}

static bool is_own_process(void)
{
    return geteuid() == getuid() && getegid() == getgid();
}

/* Debian's own sitecustomize.py, which looks for one module and does nothing without.
 */
static const char debian_text[] =
    "# install the apport exception handler if available\n"
    "try:\n"
    "    import apport_python_hook\n"
    "except ImportError:\n"
    "    pass\n"
    "else:\n"
    "    apport_python_hook.install()\n";

/* Notes whether somebody customizes, which is the module's to run. Debian's own waits,
 * as site does, until a program imports it. -1: exception. */
static int plan_customs(SitePlan *p)
{
    char file[PATH_MAX];
    int user = p->user ? site_find_module(p, "usercustomize", file) : 0;
    int site = site_find_module(p, "sitecustomize", file);
    if (site > 0 && site_text_is(file, debian_text))
        site = site_find_module(p, "apport_python_hook", file);
    p->library |= site != 0 || user != 0;
    return site < 0 || user < 0 ? -1 : 0;
}

static int make_plan(SitePlan *p)
{
    p->system = true;
    p->absent = -1;
    /* -v tells what is done, and a host may have modules that no folder has. */
    p->library = p->vm->settings.verbose > 0 || p->vm->host;
    if (p->library || plan_path(p) < 0 || plan_environment(p) < 0)
        return error_occurred(p->vm) ? -1 : 0;
    p->user = p->system && !p->vm->settings.no_user_site && is_own_process();
    if (p->user && plan_user(p) < 0)
        return -1;
    if (p->system && site_add_prefix(p, LIBRARY_PREFIX, false) < 0)
        return -1;
    return p->library ? 0 : plan_customs(p);
}

/* ---- carrying it out ------------------------------------------------------------- */

static int set_text(MinipyVM *vm, const char *name, const char *text)
{
    return dict_set_cstr_steal(vm, vm->sysdict, name, str_from_path(vm, text));
}

static int set_prefix(MinipyVM *vm, const char *prefix)
{
    return set_text(vm, "prefix", prefix) < 0 ? -1
                                              : set_text(vm, "exec_prefix", prefix);
}

static int carry_out(SitePlan *p)
{
    MinipyVM *vm = p->vm;
    Value path = sys_borrow(vm, "path"), before = sequence_list(vm, path);
    int r = before ? list_set_slice(vm, path, 0, list_size(path), p->path) : -1;
    if (r == 0 && *p->prefix)
        r = set_prefix(vm, p->prefix);
    if (r == 0)
        r = p->has_home ? set_text(vm, "_home", p->home)
                        : dict_set_cstr(vm, vm->sysdict, "_home", VALUE_NONE);
    if (r == 0)
        value_set_steal(vm, &vm->site_path, before);
    else
        value_xdecref(vm, before);
    return r;
}

static int import_site(MinipyVM *vm)
{
    Value m = import_module(vm, "site");
    if (!m)
        import_show_frames(vm, "_show_site");
    value_xdecref(vm, m);
    return m ? 0 : -1;
}

int site_start(MinipyVM *vm)
{
    char prefix[PATH_MAX] = "", home[PATH_MAX] = "";
    SitePlan plan = {.vm = vm, .prefix = prefix, .home = home, .path = list_new(vm, 0)};
    int r = plan.path ? make_plan(&plan) : -1;
    if (r == 0)
        r = plan.library ? import_site(vm) : carry_out(&plan);
    value_xdecref(vm, plan.path);
    return r;
}

/* ---- the module, when it is imported later --------------------------------------- */

/* What its body changes beside itself. A row of sys that is not there stays as it
 * comes. */
static const struct {
    bool sys;
    const char *name;
} changed[] = {
    {true, "path"},
    {true, "prefix"},
    {true, "exec_prefix"},
    {true, "_home"},
    {true, "__interactivehook__"},
    {false, "quit"},
    {false, "exit"},
    {false, "copyright"},
    {false, "credits"},
    {false, "license"},
    {false, "help"},
};
enum { CHANGED = sizeof changed / sizeof *changed };

static Value dict_of(MinipyVM *vm, int i)
{
    return changed[i].sys ? vm->sysdict : vm->builtins;
}

static void note(MinipyVM *vm, Value *kept)
{
    for (int i = 0; i < CHANGED; i++)
        kept[i] =
            value_xincref(dict_get_cstr_borrow(vm, dict_of(vm, i), changed[i].name));
}

static int put_back_steal(MinipyVM *vm, Value *kept)
{
    int r = 0;
    for (int i = 0; i < CHANGED; i++) {
        Value name = kept[i] || changed[i].sys ? VALUE_NULL
                                               : str_intern_cstr(vm, changed[i].name);
        if (kept[i])
            r |= dict_set_cstr(vm, dict_of(vm, i), changed[i].name, kept[i]);
        else if (name)
            r |= dict_delete(vm, vm->builtins, name) < 0 ? -1 : 0;
        value_xdecref(vm, name);
        value_xdecref(vm, kept[i]);
    }
    return r < 0 ? -1 : 0;
}

/* Nobody is customized for a second time: None in sys.modules is "no such module".
 * leave: takes that away again. */
static int hide_custom(MinipyVM *vm, bool leave)
{
    static const char *const names[] = {"sitecustomize", "usercustomize"};
    int r = 0;
    for (int i = 0; r == 0 && i < 2; i++) {
        Value name = str_intern_cstr(vm, names[i]);
        Value m = name ? dict_get_borrow(vm, vm->modules, name) : VALUE_NULL;
        if (!name)
            r = -1;
        else if (!leave && !m)
            r = dict_set(vm, vm->modules, name, VALUE_NONE);
        else if (leave && m == VALUE_NONE)
            r = dict_delete(vm, vm->modules, name) < 0 ? -1 : 0;
        value_xdecref(vm, name);
    }
    return r;
}

static int run_site(MinipyVM *vm, Value module, Value fullname, const Found *f)
{
    Value kept[CHANGED];
    note(vm, kept);
    Value start = vm->site_path;
    vm->site_path = VALUE_NULL;
    int r = dict_set_cstr_steal(vm, vm->sysdict, "path", start);
    if (r == 0)
        r = set_prefix(vm, LIBRARY_PREFIX);
    if (r == 0)
        r = hide_custom(vm, false);
    if (r == 0)
        r = import_run_body(vm, module, fullname, f);
    Value error = error_fetch(vm);
    if (hide_custom(vm, true) < 0 || put_back_steal(vm, kept) < 0)
        r = -1;
    if (error)
        error_restore_steal(vm, error);
    return r;
}

int site_run_body(MinipyVM *vm, Value module, Value fullname, const Found *f)
{
    if (vm->site_path && str_equal_ascii(fullname, "site"))
        return run_site(vm, module, fullname, f);
    int r = import_run_body(vm, module, fullname, f);
    if (r == 0 && vm->site_objects && str_equal_ascii(fullname, "_sitebuiltins"))
        r = site_builtins_become(vm, module);
    return r;
}
