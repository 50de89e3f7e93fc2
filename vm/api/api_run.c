/* api_run.c - running programs: the state that a script sees at its start (sys.argv,
 * sys.path, __main__), the ways a program can be given, and how it ends. Read first:
 * api.c.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/codegen/compile.h"
#include "probes/report.h"
#include "vm/api/api.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/import/import.h"
#include "vm/import/site.h"
#include "vm/memory/memstate.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/threads/signals.h"
#include "vm/containers/list.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "stdlib/io/io.h"
#include "stdlib/runtime/runtime.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"
#include "vm/report/report.h"

/* ---- sys ------------------------------------------------------------------------- */

static Value list_from_cstrs(MinipyVM *vm, const char *const *items, int n)
{
    Value l = list_new(vm, 0);
    for (int i = 0; l && (n < 0 ? items && items[i] != NULL : i < n); i++) {
        Value s = str_from_path(vm, items[i]);
        if (!s || list_append_steal(vm, l, s) < 0)
            value_clear(vm, &l);
    }
    return l;
}

static int set_sys_steal(MinipyVM *vm, const char *name, Value v)
{
    return v ? dict_set_cstr_steal(vm, vm->sysdict, name, v) : -1;
}

/* Appends the parts of a `:`-separated list. */
static int add_path_list(MinipyVM *vm, Value path, const char *list)
{
    while (list && *list) {
        size_t n = strcspn(list, ":");
        Value s = n ? str_decode_path(vm, list, (int64_t)n) : VALUE_NULL;
        if (n && (!s || list_append_steal(vm, path, s) < 0))
            return -1;
        list += n + (list[n] == ':');
    }
    return 0;
}

/* The library's own entries, in CPython's order. */
static int add_library(MinipyVM *vm, Value path)
{
    struct stat st;
    Value archive = str_from_cstr(vm, LIBRARY_ARCHIVE);
    if (!archive || list_append(vm, path, archive) < 0) {
        value_xdecref(vm, archive);
        return -1;
    }
    if (stat(LIBRARY_ARCHIVE, &st) < 0) /* nobody looks there for every import */
        value_set_steal(vm, &vm->no_archive, archive);
    else
        value_decref(vm, archive);
    return add_path_list(vm, path,
                         INSTALLED_LIBRARY ":" INSTALLED_LIBRARY "/lib-dynload");
}

/* The same of a list in the environment: absolute names, of which an empty one is the
 * folder where we are. */
static int add_environment(MinipyVM *vm, Value path, const char *name)
{
    const char *list = vm->settings.ignore_env ? NULL : getenv(name);
    for (bool more = list && *list; more;) {
        size_t n = strcspn(list, ":");
        char part[PATH_MAX], full[PATH_MAX];
        snprintf(part, sizeof part, "%.*s", (int)(n < PATH_MAX ? n : 0), list);
        const char *entry = site_absolute(full, ".", part) ? full : part;
        if (list_append_made(vm, path, str_from_path(vm, entry)) < 0)
            return -1;
        more = list[n] == ':';
        list += n + more;
    }
    return 0;
}

static int init_path(MinipyVM *vm, const MinipyConfig *c)
{
    Value path = list_new(vm, 0);
    if (!path)
        return -1;
    if (add_path_list(vm, path, c->path) < 0 ||
        add_environment(vm, path, "MINIPYPATH") < 0 ||
        add_environment(vm, path, "PYTHONPATH") < 0 ||
        (vm->settings.use_installed_library && add_library(vm, path) < 0)) {
        value_decref(vm, path);
        return -1;
    }
    return set_sys_steal(vm, "path", path);
}

static int init_xoptions(MinipyVM *vm, const char *const *options)
{
    Value d = dict_get_cstr_borrow(vm, vm->sysdict, "_xoptions");
    for (; d && options && *options; options++) {
        if (strcmp(*options, "frozen_modules=off") == 0)
            *import_frozen_override(vm) = -1;
        size_t n = strcspn(*options, "=");
        Value k = str_decode_path(vm, *options, (int64_t)n);
        Value v = (*options)[n] ? str_from_path(vm, *options + n + 1) : VALUE_TRUE;
        int r = k && v ? dict_set(vm, d, k, v) : -1;
        value_xdecref(vm, k);
        value_xdecref(vm, v);
        if (r < 0)
            return -1;
    }
    return 0;
}

static int add_main(MinipyVM *vm)
{
    Value m = module_new(vm, NAME(vm, __main__));
    if (!m)
        return -1;
    Value d = value_from_obj(MODULE(m)->dict), ann = dict_new(vm);
    int r =
        ann && dict_set(vm, d, NAME(vm, __annotations__), ann) == 0 &&
                dict_set(vm, d, NAME(vm, __builtins__),
                         dict_get_cstr_borrow(vm, vm->modules, "builtins")) == 0 &&
                dict_set(vm, d, NAME(vm, __loader__), import_builtin_importer(vm)) == 0
            ? dict_set(vm, vm->modules, NAME(vm, __main__), m)
            : -1;
    value_xdecref(vm, ann);
    value_decref(vm, m);
    return r;
}

/* exit, quit, help & co. are there without site, too, but not with -S. */
static int init_site(MinipyVM *vm)
{
    if (vm->settings.no_site)
        return 0;
    return site_builtins_add(vm);
}

/* The development mode shows all warnings. */
static int init_warnoptions(MinipyVM *vm, const MinipyConfig *c)
{
    Value list = list_from_cstrs(vm, c->warnoptions, -1);
    if (list && c->dev_mode) {
        Value args[] = {value_from_imm(0), str_intern_cstr(vm, "default")};
        Value r = args[1] ? call_method_cstr(vm, list, "insert", args, 2) : VALUE_NULL;
        if (!r)
            value_clear(vm, &list);
        value_xdecref(vm, r);
        value_xdecref(vm, args[1]);
    }
    return set_sys_steal(vm, "warnoptions", list);
}

static int init_fault_handler(MinipyVM *vm)
{
    Value r = import_call(vm, "faulthandler", "enable", NULL, 0, VALUE_NULL);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* Options about warnings are understood by the library's module alone: with any given
 * it is there from the start. */
static void init_warnings(MinipyVM *vm, const MinipyConfig *c)
{
    if (!c->dev_mode && (!c->warnoptions || !*c->warnoptions))
        return;
    Value m = import_module(vm, "warnings");
    value_xdecref(vm, m);
    error_clear(vm);
}

int minipy_run_site(MinipyVM *vm)
{
    if (!api_enter(vm))
        return -1;
    const MinipySettings *s = &vm->settings;
    bool wanted = !s->no_site && !s->confined && s->use_installed_library;
    return api_left_int(vm, wanted ? site_start(vm) : 0);
}

int program_init(MinipyVM *vm, const MinipyConfig *c)
{
    static const char *const no_args[] = {""};
    Value argv = c->argv ? list_from_cstrs(vm, c->argv, c->argc)
                         : list_from_cstrs(vm, no_args, 1);
    Value executable = str_from_path(vm, c->executable ? c->executable : "");
    Value orig = c->orig_argv ? list_from_cstrs(vm, c->orig_argv, c->orig_argc)
                 : c->argv    ? list_from_cstrs(vm, c->argv, c->argc)
                              : list_new(vm, 0);
    int r = set_sys_steal(vm, "argv", argv);
    r |= set_sys_steal(vm, "orig_argv", orig);
    r |= set_sys_steal(vm, "_base_executable",
                       site_base_executable(vm, c->executable ? c->executable : ""));
    r |= set_sys_steal(vm, "executable", executable);
    r |= init_warnoptions(vm, c);
    if (c->pycache_prefix)
        r |= set_sys_steal(vm, "pycache_prefix", str_from_path(vm, c->pycache_prefix));
    if (r < 0 || init_xoptions(vm, c->xoptions) < 0 || init_path(vm, c) < 0 ||
        io_init_std(vm) < 0 || add_main(vm) < 0 || init_site(vm) < 0 ||
        (c->fault_handler && init_fault_handler(vm) < 0))
        return -1;
    init_warnings(vm, c);
    return vm->owns_signals ? signals_init(vm) : 0;
}

static void call_if_loaded(MinipyVM *vm, const char *module, const char *function)
{
    Value m = dict_get_cstr_borrow(vm, vm->modules, module);
    if (!m || !value_is_kind(m, KIND_MODULE))
        return;
    value_incref(m);
    Value r = call_method_cstr(vm, m, function, NULL, 0);
    if (!r)
        error_unraisable(vm, "on threading shutdown", m);
    value_xdecref(vm, r);
    value_decref(vm, m);
}

int program_finish(MinipyVM *vm)
{
    call_if_loaded(vm, "threading", "_shutdown");
    atexit_run(vm);
    return io_flush_std(vm);
}

Value program_main_module(MinipyVM *vm)
{
    Value m = dict_get_borrow(vm, vm->modules, NAME(vm, __main__));
    if (!m || !value_is_kind(m, KIND_MODULE))
        return error_set(vm, EXC_RuntimeError, "lost __main__");
    return value_incref(m);
}

/* ---- running text ---------------------------------------------------------------- */

/* The text of a program, as CPython has it: a string, or a stream that the parser
 * reads, of which audit hooks see nothing. */
typedef enum Origin { FROM_STRING, FROM_STREAM } Origin;

static Value compile_main(MinipyVM *vm, const char *text, size_t size, Value filename,
                          Origin origin, CompileMode mode, int flags)
{
    int r = origin == FROM_STREAM ? audit(vm, "compile", 2, VALUE_NONE, filename)
                                  : audit_compile(vm, text, (int64_t)size, filename);
    Value code = r < 0 ? VALUE_NULL
                       : compile_source(vm, text, size, filename, mode, flags,
                                        vm->settings.optimize);
    if (code && audit(vm, "exec", 1, code) < 0)
        value_clear(vm, &code);
    return code;
}

static Value run_code_text(MinipyVM *vm, const char *text, size_t size, Value filename,
                           Origin origin, CompileMode mode, int flags)
{
    Value m = program_main_module(vm);
    if (!m)
        return VALUE_NULL;
    vm->ran_program = true;
    Value code = compile_main(vm, text, size, filename, origin, mode, flags);
    Value r = code ? module_exec(vm, m, CODE(code)) : VALUE_NULL;
    value_xdecref(vm, code);
    value_decref(vm, m);
    return r;
}

static int run_text(MinipyVM *vm, const char *text, size_t size, Value filename,
                    Origin origin, int flags)
{
    Value r = run_code_text(vm, text, size, filename, origin, COMPILE_EXEC, flags);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static int run_string(MinipyVM *vm, const char *source, const char *filename)
{
    Value f = str_from_path(vm, filename ? filename : "<string>");
    int r =
        f ? run_text(vm, source, strlen(source), f, FROM_STRING, COMPILE_SOURCE_IS_UTF8)
          : -1;
    value_xdecref(vm, f);
    return r;
}

int minipy_run_string(MinipyVM *vm, const char *source, const char *filename)
{
    if (!api_enter(vm))
        return -1;
    return api_left_int(
        vm, api_pointer(vm, source, __func__) ? run_string(vm, source, filename) : -1);
}

MinipyValue minipy_eval(MinipyVM *vm, const char *expression)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value f = api_pointer(vm, expression, __func__) ? str_from_cstr(vm, "<string>")
                                                    : VALUE_NULL;
    Value r = VALUE_NULL;
    if (f)
        r = run_code_text(vm, expression, strlen(expression), f, FROM_STRING,
                          COMPILE_EVAL, COMPILE_SOURCE_IS_UTF8);
    value_xdecref(vm, f);
    return api_left(vm, r);
}

/* The first entry of sys.path: where the program is. What a run before put there goes,
 * so that a host's thousandth program does not find a thousand entries. */
static int prepend_path_steal(MinipyVM *vm, Value dir)
{
    /* Kept: what goes may run Python. */
    Value path = value_xincref(dict_get_cstr_borrow(vm, vm->sysdict, "path"));
    int r = -1;
    if (dir && path && value_is_list(path)) {
        bool ours = vm->program_dir && list_size(path) > 0 &&
                    list_get_borrow(path, 0) == vm->program_dir;
        r = ours ? list_set_slice(vm, path, 0, 1, VALUE_NULL) : 0;
        r = r < 0 ? -1 : list_insert(vm, path, 0, dir);
    }
    if (r == 0) {
        value_set_steal(vm, &vm->program_dir, value_incref(dir));
        vm->import_searched = false; /* what .pth files imported was not there */
    }
    value_xdecref(vm, path);
    value_xdecref(vm, dir);
    return r;
}

static int set_main(MinipyVM *vm, int name_id, Value v)
{
    Value m = program_main_module(vm);
    int r = m && v
                ? dict_set(vm, value_from_obj(MODULE(m)->dict), vm->names[name_id], v)
                : -1;
    value_xdecref(vm, m);
    return r;
}

static void print_to_stderr(MinipyVM *vm, Value text)
{
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    if (!err || err == VALUE_NONE)
        return;
    value_incref(err);
    Value r = call_method(vm, err, NAME(vm, write), &text, 1);
    value_xdecref(vm, r);
    r = r ? call_method(vm, err, NAME(vm, flush), NULL, 0) : VALUE_NULL;
    value_xdecref(vm, r);
    value_decref(vm, err);
    error_clear(vm);
}

/* head and the traceback of exc; without memory for them at least what it was. */
static void print_headed(MinipyVM *vm, const char *head, Value exc)
{
    Value text = traceback_format(vm, exc);
    Value all = text ? str_format_c(vm, "%s%U", head, text) : VALUE_NULL;
    error_clear(vm);
    if (all)
        print_to_stderr(vm, all);
    else
        fprintf(stderr, "%s%s\n", head, type_name_cstr(value_type(vm, exc)));
    value_xdecref(vm, text);
    value_xdecref(vm, all);
}

/* Before the UnicodeEncodeError, as CPython. */
static void say_undecodable(MinipyVM *vm)
{
    Value saved = error_fetch(vm);
    Value text =
        str_from_cstr(vm, "Unable to decode the command from the command line:\n");
    if (text)
        print_to_stderr(vm, text);
    value_xdecref(vm, text);
    error_restore_steal(vm, saved);
}

static int run_command(MinipyVM *vm, const char *source)
{
    if (!vm->settings.safe_path &&
        prepend_path_steal(vm, value_incref(vm->empty_str)) < 0)
        return -1;
    Value given = str_decode_path(vm, source, (int64_t)strlen(source));
    Value s =
        given ? str_format_c(vm, "%U\n", given) : VALUE_NULL; /* CPython ends it so */
    const char *text = s ? str_utf8(vm, s, NULL) : NULL;
    value_xdecref(vm, given);
    if (!text && error_matches(vm, EXC_UnicodeEncodeError))
        say_undecodable(vm);
    int r = text ? audit(vm, "cpython.run_command", 1, s) : -1;
    if (r == 0)
        r = run_string(vm, text, "<string>");
    value_xdecref(vm, s);
    return r;
}

int minipy_run_command(MinipyVM *vm, const char *source)
{
    if (!api_enter(vm))
        return -1;
    api_program_starts(vm, "-c");
    return api_left_int(vm, api_pointer(vm, source, __func__) ? run_command(vm, source)
                                                              : -1);
}

void api_program_starts(MinipyVM *vm, const char *program)
{
    if (vm->program_runs)
        return;
    vm->program_runs = true;
    if (probes_process_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_process_start(&vm->consumers, program));
}

/* ---- files ----------------------------------------------------------------------- */

static bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The directory of a script: of what a symbolic link leads to, as CPython has it. */
static Value script_directory(MinipyVM *vm, const char *path)
{
    char link[PATH_MAX], full[2 * PATH_MAX + 2], resolved[PATH_MAX];
    ssize_t n = readlink(path, link, sizeof link - 1);
    snprintf(full, sizeof full, "%s", path);
    if (n > 0) {
        link[n] = 0;
        const char *slash = strrchr(path, '/');
        if (link[0] == '/' || !slash)
            snprintf(full, sizeof full, "%s", link);
        else
            snprintf(full, sizeof full, "%.*s/%s", (int)(slash - path), path, link);
    }
    char *real = realpath(full, resolved), *slash = strrchr(real ? real : full, '/');
    Value dir;
    if (!slash) {
        dir = value_incref(vm->empty_str);
    } else {
        if (slash == (real ? real : full))
            slash++;
        *slash = 0;
        dir = str_from_path(vm, real ? real : full);
    }
    return dir;
}

/* A stream of sys does what its flush() does, whatever it is. */
static void flush_stream(MinipyVM *vm, Value name)
{
    Value stream = dict_get_str_borrow(vm, DICT(vm->sysdict), name);
    value_xincref(stream);
    Value r = stream ? call_method(vm, stream, NAME(vm, flush), NULL, 0) : VALUE_NULL;
    value_xdecref(vm, r);
    value_xdecref(vm, stream);
    error_clear(vm);
}

/* A program from a file or a stream has run, well or not: what it wrote comes before
 * what is to be said of its end. A stopped vm runs no flush() of the program's. */
static void flush_streams(MinipyVM *vm)
{
    if (limits_stopped(vm) != STOP_NONE)
        return;
    Value exc = error_fetch(vm);
    flush_stream(vm, NAME(vm, stderr));
    flush_stream(vm, NAME(vm, stdout));
    error_restore_steal(vm, exc);
}

/* The names that __main__ has of a script. 0, or -1. */
static int name_script(MinipyVM *vm, Value path, Value loader)
{
    vm->names_script = true;
    return set_main(vm, NAME___file__, path) < 0 ||
                   (loader && set_main(vm, NAME___loader__, loader) < 0) ||
                   set_main(vm, NAME___cached__, VALUE_NONE) < 0
               ? -1
               : 0;
}

/* What runs at exit does not find the names that only the script's own run has, but
 * where the script said exit itself. */
static void forget_script(MinipyVM *vm)
{
    if (!vm->names_script)
        return;
    vm->names_script = false;
    Value m = dict_get_borrow(vm, vm->modules, NAME(vm, __main__));
    if (!m || !value_is_kind(m, KIND_MODULE))
        return;
    Value dict = value_from_obj(MODULE(m)->dict);
    if (dict_delete(vm, dict, NAME(vm, __file__)) < 0)
        error_clear(vm);
    if (dict_delete(vm, dict, NAME(vm, __cached__)) < 0)
        error_clear(vm);
}

/* Bytecode by its name or by its first bytes, which no text begins with. */
static bool is_bytecode(Value path, const char *data, size_t size)
{
    int64_t n = str_length(path);
    bool named = n >= 4;
    for (int i = 0; named && i < 4; i++)
        named = str_char_at(STR(path), n - 4 + i) == (uint32_t) ".pyc"[i];
    uint32_t magic = import_cache_magic();
    return named || (size >= 2 && (memcmp(data, &magic, 2) == 0 ||
                                   memcmp(data, "\xa7\r", 2) == 0)); /* CPython's */
}

/* A .pyc as the program. */
static int run_main_bytecode(MinipyVM *vm, Value path)
{
    Value lib = import_module(vm, "_frozen_importlib_external");
    Value pair =
        lib ? call_method_cstr(vm, lib, "_main_bytecode", &path, 1) : VALUE_NULL;
    Value m = program_main_module(vm), r = VALUE_NULL;
    Value code = pair ? TUPLE(pair)->items[1] : VALUE_NULL;
    if (code && !value_is_kind(code, KIND_CODE))
        error_set_instance(vm, code);
    else if (code && m && name_script(vm, path, TUPLE(pair)->items[0]) == 0) {
        vm->ran_program = true;
        r = module_exec(vm, m, CODE(code));
    }
    value_xdecref(vm, lib);
    value_xdecref(vm, pair);
    value_xdecref(vm, m);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static int run_main_source(MinipyVM *vm, Value path, Value loader_name)
{
    size_t size;
    char *source =
        audit_open(vm, path, "rb", 0) < 0 ? NULL : file_read(vm, path, &size);
    if (!source)
        return -1;
    if (is_bytecode(path, source, size)) {
        mem_free(vm, source);
        int r = run_main_bytecode(vm, path);
        if (r == 0)
            forget_script(vm);
        return r;
    }
    /* -x: the first line's text goes, its newline stays, so that lines keep their
     * numbers. */
    const char *text = source,
               *end = vm->settings.skip_first_line ? memchr(source, '\n', size) : NULL;
    size_t skipped = end                            ? (size_t)(end - source)
                     : vm->settings.skip_first_line ? size
                                                    : 0;
    Value loader = import_source_loader_new(vm, loader_name, path);
    int r = loader && name_script(vm, path, loader) == 0
                ? run_text(vm, text + skipped, size - skipped, path, FROM_STREAM,
                           COMPILE_SOURCE_IS_FILE)
                : -1;
    if (r == 0)
        forget_script(vm);
    value_xdecref(vm, loader);
    mem_free(vm, source);
    return r;
}

/* The library's runpy runs modules, directories and zip files, as in CPython. 0: there
 * is no library; 1: done; -1: error. */
static int run_with_runpy(MinipyVM *vm, Value name, bool set_argv0)
{
    if (!vm->settings.use_installed_library)
        return 0;
    Value runpy = import_module(vm, "runpy");
    if (!runpy) {
        error_clear(vm);
        return 0;
    }
    vm->ran_program = true;
    Value args[2] = {name, value_from_bool(set_argv0)};
    Value r = call_method_cstr(vm, runpy, "_run_module_as_main", args, 2);
    value_decref(vm, runpy);
    value_xdecref(vm, r);
    return r ? 1 : -1;
}

/* Whether an entry of sys.path could be that: a directory, or what a hook takes. */
static bool is_importable(MinipyVM *vm, const char *path, Value entry)
{
    if (is_directory(path))
        return true;
    if (import_audit_open(vm, entry) < 0)
        return error_clear(vm), false;
    FILE *f = fopen(path, "rb");
    bool zip = f && fseek(f, -22, SEEK_END) == 0 && fgetc(f) == 'P' && fgetc(f) == 'K';
    if (f)
        fclose(f);
    Value m = zip ? import_module(vm, "_frozen_importlib_external") : VALUE_NULL;
    Value finder =
        m ? call_method_cstr(vm, m, "_path_importer", &entry, 1) : VALUE_NULL;
    bool yes = finder && finder != VALUE_NONE;
    value_xdecref(vm, m);
    value_xdecref(vm, finder);
    error_clear(vm);
    return yes;
}

/* A directory or zip file with a __main__.py: it goes first in sys.path. */
static int run_importable(MinipyVM *vm, Value entry)
{
    if (prepend_path_steal(vm, value_incref(entry)) < 0)
        return -1;
    return run_with_runpy(vm, NAME(vm, __main__), false);
}

/* Without the library: a directory runs its __main__.py, with itself on sys.path. */
static int run_directory(MinipyVM *vm, const char *path)
{
    Value dir = str_from_path(vm, path), file = VALUE_NULL;
    int r = -1;
    if (dir && (file = str_format_c(vm, "%U/__main__.py", dir))) {
        char *name = str_path(vm, file);
        if (name && access(name, R_OK) != 0)
            error_set(vm, EXC_ImportError, "can't find '__main__' module in %R", dir);
        else if (name && set_main(vm, NAME___package__, vm->empty_str) == 0)
            r = run_main_source(vm, file, NAME(vm, __main__));
        mem_free(vm, name);
    }
    value_xdecref(vm, dir);
    value_xdecref(vm, file);
    return r;
}

/* __file__ and co_filename of a script are absolute, though its "." and ".." stay. */
static void absolute_path(const char *path, char *out, size_t size)
{
    char cwd[PATH_MAX];
    if (path[0] == '/' || !getcwd(cwd, sizeof cwd))
        snprintf(out, size, "%s", path);
    else if (strcmp(path, ".") == 0)
        snprintf(out, size, "%s", cwd);
    else
        snprintf(out, size, "%s%s%s", cwd, cwd[1] ? "/" : "", path);
}

static int run_file(MinipyVM *vm, const char *path)
{
    char full[2 * PATH_MAX + 2];
    absolute_path(path, full, sizeof full);
    Value file = str_from_path(vm, full);
    if (!file)
        return -1;
    if (is_importable(vm, path, file)) {
        int done = run_importable(vm, file);
        value_decref(vm, file);
        return done == 0 ? run_directory(vm, full) : done < 0 ? -1 : 0;
    }
    int r = audit(vm, "cpython.run_file", 1, file);
    if (r == 0 && !vm->settings.safe_path)
        r = prepend_path_steal(vm, script_directory(vm, path));
    if (r == 0) {
        r = run_main_source(vm, file, NAME(vm, __main__));
        flush_streams(vm);
    }
    value_decref(vm, file);
    return r;
}

/* No file has such a name; what is cut of it might be another's. */
static int too_long(MinipyVM *vm, const char *path)
{
    Value name = str_from_path(vm, path);
    if (name)
        error_set_errno(vm, ENAMETOOLONG, name);
    value_xdecref(vm, name);
    return -1;
}

int minipy_run_file(MinipyVM *vm, const char *path)
{
    int r = -1;
    if (!api_enter(vm))
        return -1;
    api_program_starts(vm, path);
    if (api_pointer(vm, path, __func__))
        r = strlen(path) < PATH_MAX ? run_file(vm, path) : too_long(vm, path);
    return api_left_int(vm, r);
}

/* ---- modules --------------------------------------------------------------------- */

static int set_argv0(MinipyVM *vm, Value path)
{
    Value argv = dict_get_cstr_borrow(vm, vm->sysdict, "argv");
    if (argv && value_is_list(argv) && list_size(argv) > 0)
        value_set_steal(vm, &LIST(argv)->items[0], value_incref(path));
    return 0;
}

/* `name`'s parent is no package: what runpy says of it. */
static int bad_parent(MinipyVM *vm, Value name, Value parent)
{
    error_set(vm, EXC_ImportError,
              "Error while finding module specification for %R (ModuleNotFoundError: "
              "__path__ "
              "attribute not found on %R while trying to find %R)",
              name, parent, name);
    return -1;
}

static int no_module(MinipyVM *vm, Value name, const char *what)
{
    error_set(vm, EXC_ImportError, what, name);
    return -1;
}

/* Imports the packages above `name`; *path: where to look for its last part. */
static int parent_path(MinipyVM *vm, Value name, Value *path)
{
    int64_t dot = str_find(name, vm->ascii['.'], 0, str_length(name), -1);
    *path = VALUE_NULL;
    if (dot < 0)
        return 0;
    Value parent = str_substring(vm, name, 0, dot);
    Value m = parent ? import_module_str(vm, parent) : VALUE_NULL;
    int r = m ? object_lookup_attr(vm, m, NAME(vm, __path__), path) : -1;
    if (r == 0)
        r = bad_parent(vm, name, parent);
    value_xdecref(vm, parent);
    value_xdecref(vm, m);
    return r < 0 ? -1 : 0;
}

static int run_found(MinipyVM *vm, Value name, const Found *f)
{
    Value loader = VALUE_NULL, spec = VALUE_NULL, package = VALUE_NULL;
    int r = -1;
    int64_t dot = str_find(name, vm->ascii['.'], 0, str_length(name), -1);
    if (f->kind == FOUND_FROZEN) {
        Value file = str_format_c(vm, "<frozen %U>", name);
        r = file
                ? run_text(vm, f->frozen->source, f->frozen->size, file, FROM_STRING, 0)
                : -1;
        value_xdecref(vm, file);
        return r;
    }
    if (f->kind != FOUND_SOURCE)
        return no_module(vm, name, "No code object available for %U");
    if ((loader = import_source_loader_new(vm, name, f->path)) &&
        (spec = import_spec_new(vm, name, loader, f->path, VALUE_NONE)) &&
        (package =
             dot < 0 ? value_incref(vm->empty_str) : str_substring(vm, name, 0, dot)) &&
        set_main(vm, NAME___spec__, spec) == 0 &&
        set_main(vm, NAME___package__, package) == 0 && set_argv0(vm, f->path) == 0)
        r = run_main_source(vm, f->path, name);
    value_xdecref(vm, loader);
    value_xdecref(vm, spec);
    value_xdecref(vm, package);
    return r;
}

static int run_module_named(MinipyVM *vm, Value name)
{
    Value path;
    Found f;
    if (parent_path(vm, name, &path) < 0)
        return -1;
    int r = import_find(vm, name, path, &f);
    value_xdecref(vm, path);
    if (r < 0)
        return -1;
    bool package = f.kind == FOUND_PACKAGE || f.kind == FOUND_NAMESPACE;
    if (f.kind == FOUND_NOTHING) {
        r = no_module(vm, name, "No module named %U");
    } else if (package) {
        Value inner = str_format_c(vm, "%U.__main__", name);
        r = inner ? run_module_named(vm, inner) : -1;
        if (r < 0 && error_matches(vm, EXC_ImportError) &&
            !EXC_OBJ(vm->raised)->traceback)
            error_set(vm, EXC_ImportError,
                      "No module named %U.__main__; %R is a package and cannot be "
                      "directly executed",
                      name, name);
        value_xdecref(vm, inner);
    } else {
        r = run_found(vm, name, &f);
    }
    found_clear(vm, &f);
    return r;
}

static int run_module(MinipyVM *vm, const char *name)
{
    char cwd[PATH_MAX];
    Value n = str_from_utf8(vm, name, (int64_t)strlen(name));
    int r = n ? audit(vm, "cpython.run_module", 1, n) : -1;
    if (r == 0 && !vm->settings.safe_path)
        r = prepend_path_steal(vm, getcwd(cwd, sizeof cwd)
                                       ? str_from_path(vm, cwd)
                                       : value_incref(vm->empty_str));
    if (r == 0 && (r = run_with_runpy(vm, n, true)) == 0)
        r = run_module_named(vm, n);
    value_xdecref(vm, n);
    return r < 0 ? -1 : 0;
}

int minipy_run_module(MinipyVM *vm, const char *name)
{
    if (!api_enter(vm))
        return -1;
    api_program_starts(vm, name);
    return api_left_int(vm,
                        api_pointer(vm, name, __func__) ? run_module(vm, name) : -1);
}

/* ---- standard input -------------------------------------------------------------- */

/* All of a descriptor, mem_alloc'ed. */
static char *read_all(MinipyVM *vm, int fd, size_t *size)
{
    size_t n = 0, capacity = 65536;
    char *data = mem_alloc(vm, capacity);
    while (data) {
        ssize_t got = read(fd, data + n, capacity - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        n += (size_t)got;
        if (n == capacity) {
            char *more = mem_realloc(vm, data, capacity *= 2);
            if (!more)
                mem_free(vm, data);
            data = more;
        }
    }
    *size = n;
    return data;
}

static int run_stdin(MinipyVM *vm)
{
    if (!vm->settings.safe_path &&
        prepend_path_steal(vm, value_incref(vm->empty_str)) < 0)
        return -1;
    if (isatty(0))
        return repl_run(vm);
    size_t size;
    char *source = read_all(vm, 0, &size);
    Value f = str_from_cstr(vm, "<stdin>");
    int r = source && f ? audit(vm, "cpython.run_stdin", 0) : -1;
    if (r == 0 && (r = name_script(vm, f, VALUE_NULL)) == 0) {
        r = run_text(vm, source, size, f, FROM_STREAM, 0);
        flush_streams(vm);
        if (r == 0)
            forget_script(vm);
    }
    mem_free(vm, source);
    value_xdecref(vm, f);
    return r;
}

int minipy_run_stdin(MinipyVM *vm)
{
    if (!api_enter(vm))
        return -1;
    api_program_starts(vm, "-");
    return api_left_int(vm, run_stdin(vm));
}

/* ---- tools on source files ------------------------------------------------------- */

static int dump_ast(MinipyVM *vm, const char *path, bool attributes, MinipyWrite write,
                    void *user)
{
    size_t size;
    Value file = str_from_path(vm, path);
    char *source = file ? file_read(vm, file, &size) : NULL;
    int r =
        source ? compile_dump_ast(vm, source, size, file, attributes, write, user) : -1;
    mem_free(vm, source);
    value_xdecref(vm, file);
    return r;
}

int minipy_dump_ast(MinipyVM *vm, const char *path, bool attributes, MinipyWrite write,
                    void *user)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_pointer(vm, path, __func__) &&
                 api_pointer(vm, (const void *)write, __func__);
    return api_left_int(vm, given ? dump_ast(vm, path, attributes, write, user) : -1);
}

static int disassemble(MinipyVM *vm, const char *path, MinipyWrite write, void *user)
{
    size_t size;
    Value file = str_from_path(vm, path);
    char *source = file ? file_read(vm, file, &size) : NULL;
    Value code = source ? compile_source(vm, source, size, file, COMPILE_EXEC, 0,
                                         vm->settings.optimize)
                        : VALUE_NULL;
    Value text = code ? code_disassemble(vm, CODE(code)) : VALUE_NULL;
    int64_t n;
    const char *s = text ? str_utf8(vm, text, &n) : NULL;
    if (s)
        write(user, s, (size_t)n);
    mem_free(vm, source);
    value_xdecref(vm, file);
    value_xdecref(vm, code);
    value_xdecref(vm, text);
    return s ? 0 : -1;
}

int minipy_disassemble(MinipyVM *vm, const char *path, MinipyWrite write, void *user)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_pointer(vm, path, __func__) &&
                 api_pointer(vm, (const void *)write, __func__);
    return api_left_int(vm, given ? disassemble(vm, path, write, user) : -1);
}

/* ---- the end of a program -------------------------------------------------------- */

static int system_exit_status(MinipyVM *vm, Value exc)
{
    Value code;
    if (object_lookup_attr(vm, exc, NAME(vm, code), &code) <= 0) {
        error_clear(vm);
        code = value_incref(exc);
    }
    Value empty = EXC_OBJ(exc)->extra[EXTRA_EXIT_EMPTY];
    if (code == VALUE_NONE && empty)
        code = value_incref(empty);
    int status = 0;
    if (value_is_int(code)) {
        int overflow;
        int64_t n = int_as_i64_overflow(code, &overflow);
        status = overflow ? -1 : (int)n;
    } else if (code != VALUE_NONE) {
        Value s = object_str(vm, code),
              line = s ? str_format_c(vm, "%U\n", s) : VALUE_NULL;
        error_clear(vm);
        if (line)
            print_to_stderr(vm, line);
        value_xdecref(vm, s);
        value_xdecref(vm, line);
        status = 1;
    }
    value_decref(vm, code);
    return status;
}

/* sys.last_* and sys.excepthook; when the hook fails, both exceptions are shown, unless
 * it wants to exit. Returns the exit status. */
static int report(MinipyVM *vm, Value exc)
{
    Value type = value_from_obj(value_type(vm, exc));
    Value tb = EXC_OBJ(exc)->traceback ? EXC_OBJ(exc)->traceback : VALUE_NONE;
    value_incref(tb);
    dict_set(vm, vm->sysdict, NAME(vm, last_type), type);
    dict_set(vm, vm->sysdict, NAME(vm, last_value), exc);
    dict_set(vm, vm->sysdict, NAME(vm, last_traceback), tb);
    error_clear(vm);
    Value hook =
        value_xincref(dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, excepthook)));
    Value args[3] = {type, exc, tb};
    if (audit(vm, "sys.excepthook", 4, hook ? hook : VALUE_NONE, type, exc, tb) < 0 &&
        !error_matches(vm, EXC_RuntimeError))
        error_unraisable(vm, NULL, hook);
    error_clear(vm);
    Value r = hook ? call(vm, hook, args, 3, VALUE_NULL) : VALUE_NULL;
    int status = 1;
    if (!r && error_matches(vm, EXC_SystemExit)) {
        Value leaving = error_fetch(vm);
        status = system_exit_status(vm, leaving);
        value_decref(vm, leaving);
        goto done;
    }
    if (!r) {
        Value second = error_fetch(vm);
        const char *heads[] = {hook ? "Error in sys.excepthook:\n"
                                    : "sys.excepthook is missing\n",
                               "\nOriginal exception was:\n"};
        Value which[] = {second, exc};
        for (int i = second ? 0 : 1; i < 2; i++)
            print_headed(vm, heads[second ? i : 0], which[i]);
        value_xdecref(vm, second);
    }
    forget_script(vm);
done:
    value_xdecref(vm, r);
    value_xdecref(vm, hook);
    value_decref(vm, tb);
    error_clear(vm);
    return status;
}

/* A stopped vm runs no code of the program: its hook and its sys.stderr have no say. */
static int report_stop(MinipyVM *vm, Value exc)
{
    Value text = traceback_format(vm, exc);
    const char *s = text ? str_utf8_or_null(vm, text) : NULL;
    error_clear(vm);
    io_flush_std(vm); /* what was written before comes first */
    fputs(s ? s : "MemoryError\n", stderr);
    fflush(stderr);
    value_xdecref(vm, text);
    error_clear(vm);
    return 1;
}

static int exit_status(MinipyVM *vm, bool *interrupted)
{
    Value exc = error_fetch(vm);
    if (!exc)
        return 0;
    int status = 1;
    mem_set_limit(vm, 0); /* telling what happened must not fail for want of memory */
    bool stays = vm->settings.inspect; /* -i: SystemExit is told as any other */
    if (!stays && type_is_subtype(value_type(vm, exc), vm->exc[EXC_SystemExit])) {
        status = system_exit_status(vm, exc);
    } else {
        bool keyboard =
            type_is_subtype(value_type(vm, exc), vm->exc[EXC_KeyboardInterrupt]);
        status =
            limits_stopped(vm) != STOP_NONE ? report_stop(vm, exc) : report(vm, exc);
        if (keyboard) {
            status = 130;
            if (interrupted)
                *interrupted = true;
        }
    }
    value_decref(vm, exc);
    mem_set_limit(vm, vm->settings.memory_limit);
    vm->program_status = status;
    return status;
}

int minipy_error_exit_status(MinipyVM *vm, bool *interrupted)
{
    if (interrupted)
        *interrupted = false;
    if (!api_usable(vm))
        return -1;
    api_go_in(vm);
    int status = exit_status(vm, interrupted);
    api_leave(vm);
    return status;
}
