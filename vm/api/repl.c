/* repl.c - the interactive mode: reads a statement, which may take several lines, runs
 * it in __main__ and prints what an expression gives through sys.displayhook.
 *
 * On a terminal lines come from the module readline, as the editor of a person: what
 * one Enter gives may be several lines, pasted or recalled from the history. They wait
 * here and are taken one by one; a block among them ends where the next statement
 * begins, not at its blank lines. What is Python of that lies in stdlib/py/_prompt.py.
 * Else, and without that module, lines come from standard input, and everything is
 * CPython's.
 */
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
#include "vm/numbers/int.h"
#include "vm/report/report.h"
#include "vm/text/str.h"
#include "vm/threads/signals.h"
#include "vm/objects/call.h"
#include "vm/objects/module.h"
#include "stdlib/io/io.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"

typedef struct Text {
    char *text; /* owned */
    size_t size, capacity;
} Text;

typedef struct Repl {
    MinipyVM *vm;
    bool edits;   /* lines come from vm->line_reader, and _prompt helps */
    Text so_far;  /* the statement */
    Text waiting; /* lines that came with others */
    size_t taken; /* so much of `waiting` was used */
    int reads;    /* how often somebody pressed Enter for this statement */
} Repl;

/* sys.ps1 or sys.ps2; new. */
static Value prompt(MinipyVM *vm, Value name, const char *def)
{
    Value p = dict_get_str_borrow(vm, DICT(vm->sysdict), name);
    Value s = !p ? VALUE_NULL : value_is_str(p) ? value_incref(p) : object_str(vm, p);
    error_clear(vm);
    return s && str_utf8_or_null(vm, s) ? s : str_from_cstr(vm, def);
}

static int append(MinipyVM *vm, Text *t, const char *text, size_t n)
{
    if (t->size + n + 1 > t->capacity) {
        size_t capacity = (t->size + n + 1) * 2;
        char *grown = mem_realloc(vm, t->text, capacity);
        if (!grown)
            return -1;
        t->text = grown;
        t->capacity = capacity;
    }
    memcpy(t->text + t->size, text, n);
    t->size += n;
    t->text[t->size] = 0;
    return 0;
}

/* ---- lines of an editor ---------------------------------------------------------- */

/* _prompt.name(args...), whose failure is no news of the program's. */
static Value ask_prompt(MinipyVM *vm, const char *name, const Value *args, size_t n)
{
    Value r = import_call(vm, "_prompt", name, args, n, VALUE_NULL);
    if (!r)
        error_clear(vm);
    return r;
}

/* What an unfinished statement goes on with: a str. */
static Value indentation(Repl *r)
{
    MinipyVM *vm = r->vm;
    Value so_far = r->so_far.size ? str_from_utf8(vm, r->so_far.text, r->so_far.size)
                                  : str_from_cstr(vm, "");
    Value v = so_far && r->so_far.size ? ask_prompt(vm, "indentation", &so_far, 1)
                                       : VALUE_NULL;
    value_xdecref(vm, so_far);
    error_clear(vm);
    return v && value_is_str(v) ? v : str_from_cstr(vm, "");
}

/* In colour, where the terminal shows it, between the marks of what has no width. */
static Value paint_prompt(MinipyVM *vm, Value text)
{
    if (!report_in_colour(vm, STDOUT_FILENO) ||
        str_contains(vm, text, vm->ascii['\033']) > 0)
        return value_incref(text);
    return str_format_c(vm, "\1\033[1;35m\2%S\1\033[0m\2", text);
}

/* What one Enter gives, into `waiting`. 1, 0 at the end, -1: error set. */
static int read_edited(Repl *r, Value text)
{
    MinipyVM *vm = r->vm;
    Value painted = paint_prompt(vm, text), start = indentation(r);
    Value line =
        painted && start ? call2(vm, vm->line_reader, painted, start) : VALUE_NULL;
    value_xdecref(vm, painted);
    value_xdecref(vm, start);
    if (!line)
        return -1;
    int64_t size = 0;
    const char *utf8 = value_is_str(line) ? str_utf8(vm, line, &size) : "";
    int status = !utf8 ? -1 : size == 0 ? 0 : 1;
    r->waiting.size = r->taken = 0;
    r->reads++;
    if (status > 0 && append(vm, &r->waiting, utf8, (size_t)size) < 0)
        status = -1;
    value_decref(vm, line);
    return status;
}

static bool has_waiting(const Repl *r)
{
    return r->taken < r->waiting.size;
}

/* The next waiting line goes on with the statement, or lies blank in it. */
static bool goes_on(const Repl *r)
{
    return has_waiting(r) && strchr(" \t\r\n", r->waiting.text[r->taken]) != NULL;
}

static int take_waiting(Repl *r)
{
    const char *line = r->waiting.text + r->taken;
    size_t n = strcspn(line, "\n");
    n += line[n] == '\n';
    r->taken += n;
    return append(r->vm, &r->so_far, line, n) < 0 ? -1 : 1;
}

/* ---- lines of standard input ----------------------------------------------------- */

static int read_plain(Repl *r, Value text)
{
    const char *shown = str_utf8_or_null(r->vm, text);
    fputs(shown ? shown : "", stderr);
    fflush(stderr);
    size_t start = r->so_far.size;
    for (int c; (c = BLOCKING(r->vm, getc(stdin))) != EOF;) {
        char byte = (char)c;
        if (append(r->vm, &r->so_far, &byte, 1) < 0)
            return -1;
        if (c == '\n')
            break;
    }
    return r->so_far.size > start;
}

/* Appends a line with its newline to the statement. 1, 0 at the end, -1: error set. */
static int read_line(Repl *r, Value text)
{
    if (has_waiting(r))
        return take_waiting(r);
    io_flush_std(r->vm);
    error_clear(r->vm);
    if (!r->edits || !r->vm->line_reader)
        return read_plain(r, text);
    int got = read_edited(r, text);
    return got > 0 ? take_waiting(r) : got;
}

/* The same after signals whose handlers do not end the wait. */
static int read_line_again(Repl *r, bool first)
{
    MinipyVM *vm = r->vm;
    Value text =
        first ? prompt(vm, NAME(vm, ps1), ">>> ") : prompt(vm, NAME(vm, ps2), "... ");
    int got = text ? read_line(r, text) : -1;
    while (got == 0 && signals_noted(vm) && signals_run_pending(vm) == 0) {
        clearerr(stdin);
        got = read_line(r, text);
    }
    value_xdecref(vm, text);
    if (got <= 0 && error_occurred(vm)) {
        clearerr(stdin);
        fputs("\n", stderr);
        got = -1;
    }
    return got;
}

/* ---- statements ------------------------------------------------------------------ */

static bool is_blank(const char *s)
{
    return s[strspn(s, " \t\r\n\f")] == 0;
}

static bool is_comment(const char *s)
{
    return s[strspn(s, " \t\r\f")] == '#';
}

static int compile_so_far(Repl *r, size_t size, Value filename, int flags, Value *code)
{
    *code = compile_source(r->vm, r->so_far.text, size, filename, COMPILE_SINGLE,
                           COMPILE_SOURCE_IS_UTF8 | COMPILE_AT_PROMPT | flags,
                           r->vm->settings.optimize);
    return *code ? 1 : -1;
}

/* The error says that a bracket or a string is open: no blank line ends these. */
static bool is_open(MinipyVM *vm)
{
    Value error = error_fetch(vm), text = object_str(vm, error);
    const char *s = text ? str_utf8_or_null(vm, text) : NULL;
    bool open =
        s && (strstr(s, "was never closed") || strstr(s, "unterminated triple-quoted"));
    error_clear(vm);
    value_xdecref(vm, text);
    error_restore_steal(vm, error);
    return open;
}

/* 1: *code is the statement, 0: more lines are needed, -1: it is wrong (exception set).
 */
static int try_compile(Repl *r, Value filename, bool ended, Value *code)
{
    enum { MORE = COMPILE_ALLOW_INCOMPLETE | COMPILE_DONT_IMPLY_DEDENT };
    size_t whole = r->so_far.size;
    if (ended)
        return compile_so_far(r, whole, filename, 0, code);
    /* Without its last newline a block that could go on is not complete. */
    if (compile_so_far(r, whole ? whole - 1 : 0, filename, MORE, code) > 0)
        return 1;
    bool open = compile_incomplete(r->vm);
    error_clear(r->vm);
    /* With it: "x =" will not be better with more lines, "x = \\" will. */
    compile_so_far(r, whole, filename, MORE, code);
    if (*code && !open)
        return 1;
    if (!*code && !compile_incomplete(r->vm))
        return -1;
    error_clear(r->vm);
    value_clear(r->vm, code);
    return 0;
}

/* The line from `start` on, which waited, makes it wrong: without it, it may be a whole
 * statement, and the line begins the next. */
static int try_without(Repl *r, size_t start, Value filename, Value *code)
{
    Value error = error_fetch(r->vm);
    if (compile_so_far(r, start, filename, 0, code) < 0) {
        error_clear(r->vm);
        error_restore_steal(r->vm, error);
        return -1;
    }
    value_xdecref(r->vm, error);
    r->taken -= r->so_far.size - start;
    return 1;
}

/* Is the line of the kind that ends a block? For CPython only an empty one; who edits
 * sees no difference to one of spaces, which the indentation put there. */
static bool ends_block(const Repl *r, size_t start)
{
    const char *line = r->so_far.text + start;
    return r->edits ? is_blank(line) : strcmp(line, "\n") == 0;
}

/* A line was added at `start`: as try_compile. */
static int judge(Repl *r, size_t start, bool waited, Value filename, Value *code)
{
    bool first = start == 0;
    if (!first && goes_on(r))
        return 0;
    int result = try_compile(r, filename, false, code);
    if (result == 0 && !first && !has_waiting(r) && ends_block(r, start)) {
        result = try_compile(r, filename, true, code);
        if (result < 0 && is_open(r->vm)) {
            error_clear(r->vm);
            return 0;
        }
    }
    return result < 0 && waited && !first ? try_without(r, start, filename, code)
                                          : result;
}

/* A first line that has nothing to run. */
static bool is_nothing(const Repl *r, size_t start)
{
    return start == 0 && (is_blank(r->so_far.text) || is_comment(r->so_far.text));
}

/* Reads one statement. 1, 0 at the end of input, -1: error set. */
static int read_statement(Repl *r, Value filename, Value *code)
{
    r->so_far.size = 0;
    r->reads = 0;
    *code = VALUE_NULL;
    for (;;) {
        size_t start = r->so_far.size;
        bool waited = has_waiting(r);
        int got = read_line_again(r, start == 0);
        if (got < 0 || (got == 0 && start == 0))
            return got;
        if (got == 0) {
            fputs("\n", stderr);
            return try_compile(r, filename, true, code);
        }
        if (is_nothing(r, start))
            return 1;
        int result = judge(r, start, waited, filename, code);
        if (result != 0)
            return result;
    }
}

/* How many entries the history has; -1: there is none. */
static int64_t history_length(Repl *r)
{
    Value v = r->edits ? ask_prompt(r->vm, "length", NULL, 0) : VALUE_NULL;
    int64_t n = v && value_is_int_imm(v) ? value_imm(v) : -1;
    value_xdecref(r->vm, v);
    return n;
}

/* The lines of a statement become one entry of the history. */
static void gather(Repl *r, int64_t length)
{
    MinipyVM *vm = r->vm;
    if (length < 0 || r->reads < 2)
        return;
    Value error = error_fetch(vm);
    Value args[] = {value_from_imm(length),
                    str_from_utf8(vm, r->so_far.text, (int64_t)r->so_far.size)};
    if (args[1])
        value_xdecref(vm, ask_prompt(vm, "gather", args, 2));
    value_xdecref(vm, args[1]);
    error_clear(vm);
    if (error)
        error_restore_steal(vm, error);
}

static void run_statement(MinipyVM *vm, Value code)
{
    Value m = program_main_module(vm);
    Value v = m && audit(vm, "exec", 1, code) == 0
                  ? eval_code(vm, CODE(code), MODULE(m)->dict, VALUE_NULL)
                  : VALUE_NULL;
    value_xdecref(vm, v);
    value_xdecref(vm, m);
}

/* Runs until the end of input or SystemExit (then -1 and it is pending). */
static int loop(Repl *r, Value filename)
{
    MinipyVM *vm = r->vm;
    for (;;) {
        Value code = VALUE_NULL;
        int64_t length = has_waiting(r) ? -1 : history_length(r);
        int got = audit(vm, "compile", 2, VALUE_NONE, filename) < 0
                      ? -1
                      : read_statement(r, filename, &code);
        if (got == 0) {
            fputs("\n", stderr);
            return 0;
        }
        gather(r, length);
        if (got > 0 && code)
            run_statement(vm, code);
        value_xdecref(vm, code);
        if (!error_occurred(vm))
            continue;
        r->waiting.size = r->taken = 0; /* they came for a program that went on */
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

/* What site, or the program, wants to be called before the first prompt. */
static void run_hook(MinipyVM *vm)
{
    Value sys = import_module(vm, "sys"),
          name = str_from_cstr(vm, "__interactivehook__");
    Value hook = VALUE_NULL;
    if (sys && name)
        object_lookup_attr(vm, sys, name, &hook);
    value_xdecref(vm, name);
    value_xdecref(vm, sys);
    error_clear(vm);
    if (!hook)
        return;
    Value r = audit(vm, "cpython.run_interactivehook", 1, hook) == 0 ? call0(vm, hook)
                                                                     : VALUE_NULL;
    if (!r) {
        fputs("Failed calling sys.__interactivehook__\n", stderr);
        minipy_error_exit_status(vm, NULL);
    }
    value_xdecref(vm, r);
    value_decref(vm, hook);
}

/* On a terminal the editor, unless nothing of the user's is to be read (-I), as in
 * CPython. Without its library there is a prompt all the same. */
static void find_editor(Repl *r)
{
    MinipyVM *vm = r->vm;
    r->edits = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
               !vm->settings.isolated && vm->settings.use_installed_library;
    if (!r->edits)
        return;
    Value m = import_module(vm, "readline");
    r->edits = m != VALUE_NULL;
    value_xdecref(vm, m);
    if (r->edits)
        return;
    Value error = error_fetch(vm), text = object_str(vm, error);
    const char *why = text ? str_utf8_or_null(vm, text) : NULL;
    error_clear(vm);
    fprintf(stderr, "Lines cannot be edited: %s\n", why ? why : "no module readline");
    value_xdecref(vm, text);
    value_decref(vm, error);
}

int repl_run(MinipyVM *vm)
{
    Repl r = {.vm = vm};
    Value filename = str_from_cstr(vm, "<stdin>");
    if (!filename)
        return -1;
    set_prompt(vm, NAME(vm, ps1), ">>> ");
    set_prompt(vm, NAME(vm, ps2), "... ");
    vm->settings.inspect = 0; /* from now on SystemExit exits */
    bool first = !vm->ran_program;
    if (first)
        greet(vm);
    find_editor(&r);
    if (first)
        run_startup(vm);
    run_hook(vm);
    if (r.edits)
        value_xdecref(vm, ask_prompt(vm, "begin", NULL, 0));
    int status =
        first && audit(vm, "cpython.run_stdin", 0) < 0 ? -1 : loop(&r, filename);
    mem_free(vm, r.so_far.text);
    mem_free(vm, r.waiting.text);
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
