/* repl.c - the interactive mode: reads a statement, which may take several lines, runs
 * it in
 * __main__ and prints what an expression gives through sys.displayhook. On a terminal
 * lines come from libedit (history, editing), loaded only then; else from standard
 * input.
 */
#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "compiler/codegen/compile.h"
#include "vm/eval/audit.h"
#include "vm/api/api.h"
#include "vm/eval/frame.h"
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/threads/signals.h"
#include "vm/objects/module.h"
#include "stdlib/io/io.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"

typedef struct Repl {
    MinipyVM *vm;
    char *(*readline)(const char *prompt); /* of libedit, or NULL */
    void (*add_history)(const char *line);
    char *text; /* owned: the statement so far */
    size_t size, capacity;
} Repl;

static void load_libedit(Repl *r)
{
    if (!isatty(0) || !isatty(1))
        return;
    void *lib = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!lib)
        return;
    /* It reads characters of this locale; without one that is ASCII, as in CPython's
     * coercion of the C locale. */
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    *(void **)(&r->readline) = dlsym(lib, "readline");
    *(void **)(&r->add_history) = dlsym(lib, "add_history");
}

/* sys.ps1 or sys.ps2 as UTF-8; the result lives until the next call. */
static const char *prompt(MinipyVM *vm, Value name, const char *def, Value *holder)
{
    Value p = dict_get_str_borrow(vm, DICT(vm->sysdict), name);
    if (!p)
        return def;
    value_set_steal(vm, holder, value_is_str(p) ? value_incref(p) : object_str(vm, p));
    error_clear(vm);
    const char *s = *holder ? str_utf8_or_null(vm, *holder) : NULL;
    return s ? s : def;
}

static int append(Repl *r, const char *text, size_t n)
{
    if (r->size + n + 1 > r->capacity) {
        size_t capacity = (r->size + n + 1) * 2;
        char *grown = mem_realloc(r->vm, r->text, capacity);
        if (!grown)
            return -1;
        r->text = grown;
        r->capacity = capacity;
    }
    memcpy(r->text + r->size, text, n);
    r->size += n;
    r->text[r->size] = 0;
    return 0;
}

static int read_terminal(Repl *r, const char *text)
{
    char *line = r->readline(text);
    if (!line)
        return 0;
    if (*line && r->add_history)
        r->add_history(line);
    int status = append(r, line, strlen(line));
    free(line);
    return status < 0 || append(r, "\n", 1) < 0 ? -1 : 1;
}

/* Appends a line with its newline to the statement. 1, 0 at the end, -1: MemoryError.
 */
static int read_line(Repl *r, const char *text)
{
    io_flush_std(r->vm);
    error_clear(r->vm);
    if (r->readline)
        return read_terminal(r, text);
    fputs(text, stderr);
    fflush(stderr);
    size_t start = r->size;
    for (int c; (c = getc(stdin)) != EOF;) {
        char byte = (char)c;
        if (append(r, &byte, 1) < 0)
            return -1;
        if (c == '\n')
            break;
    }
    return r->size > start;
}

static bool is_blank(const char *s)
{
    return s[strspn(s, " \t\r\n\f")] == 0;
}

static bool is_comment(const char *s)
{
    return s[strspn(s, " \t\r\f")] == '#';
}

/* 1: *code is the statement, 0: more lines are needed, -1: it is wrong (exception set).
 */
static int try_compile(Repl *r, Value filename, bool ended, Value *code)
{
    int flags = COMPILE_SOURCE_IS_UTF8 | COMPILE_ALLOW_INCOMPLETE |
                (ended ? 0 : COMPILE_DONT_IMPLY_DEDENT);
    /* Without its last newline a block that could go on is not complete. */
    size_t size = !ended && r->size ? r->size - 1 : r->size;
    *code = compile_source(r->vm, r->text, size, filename, COMPILE_SINGLE, flags,
                           r->vm->settings.optimize);
    if (*code)
        return 1;
    if (ended)
        return -1;
    bool open = compile_incomplete(r->vm);
    error_clear(r->vm);
    /* With it: "x =" will not be better with more lines, "x = \\" will. */
    *code = compile_source(r->vm, r->text, r->size, filename, COMPILE_SINGLE, flags,
                           r->vm->settings.optimize);
    if (*code && !open)
        return 1;
    if (!*code && !compile_incomplete(r->vm))
        return -1;
    error_clear(r->vm);
    value_clear(r->vm, code);
    return 0;
}

/* Reads one statement. 1, 0 at the end of input, -1: error set. */
static int read_statement(Repl *r, Value filename, Value *code)
{
    MinipyVM *vm = r->vm;
    Value holder = VALUE_NULL;
    int result = 0;
    r->size = 0;
    for (bool first = true;; first = false) {
        const char *p = first ? prompt(vm, NAME(vm, ps1), ">>> ", &holder)
                              : prompt(vm, NAME(vm, ps2), "... ", &holder);
        size_t start = r->size;
        int got = read_line(r, p);
        while (got == 0 && signals_noted(vm) && signals_run_pending(vm) == 0) {
            clearerr(stdin); /* its handler did not end the wait */
            got = read_line(r, p);
        }
        if (got == 0 && error_occurred(vm)) {
            clearerr(stdin);
            fputs("\n", stderr);
            got = -1;
        }
        if (got <= 0) {
            result = got < 0 || first ? got : try_compile(r, filename, true, code);
            break;
        }
        bool blank =
            is_blank(r->text + start) || (first && is_comment(r->text + start));
        if (blank && first) {
            r->size = 0;
            *code = VALUE_NULL;
            result = 1;
            break;
        }
        result = try_compile(r, filename, false, code);
        if (result == 0 && blank && !first) {
            /* A blank line ends a block. */
            result = try_compile(r, filename, true, code);
            if (result != 0)
                break;
        }
        if (result != 0)
            break;
    }
    value_xdecref(vm, holder);
    return result;
}

/* Runs until the end of input or SystemExit (then -1 and it is pending). */
static int loop(Repl *r, Value filename)
{
    MinipyVM *vm = r->vm;
    for (;;) {
        Value code = VALUE_NULL;
        int got = audit(vm, "compile", 2, VALUE_NONE, filename) < 0
                      ? -1
                      : read_statement(r, filename, &code);
        if (got == 0) {
            fputs("\n", stderr);
            return 0;
        }
        if (got > 0 && code) {
            Value m = program_main_module(vm);
            Value v = m && audit(vm, "exec", 1, code) == 0
                          ? eval_code(vm, CODE(code), MODULE(m)->dict, VALUE_NULL)
                          : VALUE_NULL;
            value_xdecref(vm, v);
            value_xdecref(vm, m);
        }
        value_xdecref(vm, code);
        if (!error_occurred(vm))
            continue;
        if (error_matches(vm, EXC_SystemExit))
            return -1;
        minipy_error_exit_status(vm, NULL);
    }
}

static void set_prompt(MinipyVM *vm, Value name, const char *text)
{
    if (dict_get_str_borrow(vm, DICT(vm->sysdict), name))
        return;
    Value s = str_from_cstr(vm, text);
    if (!s || dict_set(vm, vm->sysdict, name, s) < 0)
        error_clear(vm);
    value_xdecref(vm, s);
}

static void greet(MinipyVM *vm)
{
    if (vm->settings.quiet)
        return;
    fprintf(stderr, "Python %s on linux\n", minipy_version());
    if (!vm->settings.no_site)
        fprintf(stderr, "Type \"help\", \"copyright\", \"credits\" or \"license\" for "
                        "more information.\n");
}

/* The file that PYTHONSTARTUP names; what it raises is shown and forgotten. */
static void run_startup(MinipyVM *vm)
{
    const char *path = vm->settings.ignore_env ? NULL : getenv("PYTHONSTARTUP");
    if (!path || !*path)
        return;
    size_t size;
    Value file = str_from_path(vm, path);
    bool heard = file && audit(vm, "cpython.run_startup", 1, file) == 0 &&
                 audit_open(vm, file, "r", 0) == 0;
    char *source = heard ? file_read(vm, file, &size) : NULL;
    if (heard && !source)
        fputs("Could not open PYTHONSTARTUP\n", stderr);
    bool compiled = source && audit(vm, "compile", 2, VALUE_NONE, file) == 0;
    Value code = compiled
                     ? compile_source(vm, source, size, file, COMPILE_EXEC,
                                      COMPILE_SOURCE_IS_FILE, vm->settings.optimize)
                     : VALUE_NULL;
    Value m = code ? program_main_module(vm) : VALUE_NULL;
    Value r = m && audit(vm, "exec", 1, code) == 0
                  ? eval_code(vm, CODE(code), MODULE(m)->dict, VALUE_NULL)
                  : VALUE_NULL;
    if (!r)
        minipy_error_exit_status(vm, NULL);
    value_xdecref(vm, r);
    value_xdecref(vm, m);
    value_xdecref(vm, code);
    value_xdecref(vm, file);
    mem_free(vm, source);
}

int repl_run(MinipyVM *vm)
{
    Repl r = {.vm = vm};
    Value filename = str_from_cstr(vm, "<stdin>");
    if (!filename)
        return -1;
    load_libedit(&r);
    set_prompt(vm, NAME(vm, ps1), ">>> ");
    set_prompt(vm, NAME(vm, ps2), "... ");
    vm->settings.inspect = 0; /* from now on SystemExit exits */
    bool first = !vm->ran_program;
    if (first) {
        greet(vm);
        run_startup(vm);
    }
    int status =
        first && audit(vm, "cpython.run_stdin", 0) < 0 ? -1 : loop(&r, filename);
    mem_free(vm, r.text);
    value_decref(vm, filename);
    return status;
}

int minipy_run_interactive(MinipyVM *vm)
{
    if (!api_enter(vm))
        return -1;
    api_program_starts(vm, "-");
    return api_left_int(vm, repl_run(vm));
}
