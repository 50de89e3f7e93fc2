/* main.c - the command `minipy`: a vm, the program that was asked for, and its exit
 * status, which is python3.11's. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/command/command.h"

/* What python3.11 does before the program. An exit status, or -1 to go on. */
static int run_site(MinipyVM *vm)
{
    if (minipy_run_site(vm) == 0)
        return -1;
    fprintf(stderr,
            "Fatal Python error: init_import_site: Failed to import the site module\n"
            "Python runtime state: initialized\n%s",
            minipy_error_text(vm));
    minipy_error_clear(vm);
    return 1;
}

/* A script that cannot be opened is python's own complaint, with status 2. */
static int check_script(const char *path)
{
    char full[8192];
    struct stat st;
    if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 && stat(path, &st) == 0)
        return -1;
    int error = errno;
    if (path[0] == '/' || !getcwd(full, 4096))
        snprintf(full, sizeof full, "%s", path);
    else
        snprintf(full + strlen(full), sizeof full - strlen(full), "/%s", path);
    fprintf(stderr, "%s: can't open file '%s': [Errno %d] %s\n", command_name, full,
            error, strerror(error));
    return 2;
}

static int run(MinipyVM *vm, const Command *c)
{
    switch (c->mode) {
    case RUN_COMMAND: return minipy_run_command(vm, c->target);
    case RUN_MODULE: return minipy_run_module(vm, c->target);
    case RUN_FILE: return minipy_run_file(vm, c->target);
    case DUMP_AST:
        return minipy_dump_ast(vm, c->target, c->attributes, command_write, stdout);
    case DISASSEMBLE: return minipy_disassemble(vm, c->target, command_write, stdout);
    default:
        return isatty(0) || c->config.interactive ? minipy_run_interactive(vm)
                                                  : minipy_run_stdin(vm);
    }
}

/* The short complaints that python makes without a traceback. */
static bool short_complaint(MinipyVM *vm, const Command *c)
{
    if ((c->mode != RUN_MODULE && c->mode != RUN_FILE) ||
        !minipy_error_matches(vm, "ImportError")) /* the text may run Python code */
        return false;
    const char *text = minipy_error_text(vm);
    if (strncmp(text, "ImportError: ", 13) != 0)
        return false;
    fprintf(stderr, "%s: %s", c->config.executable, text + 13);
    minipy_error_clear(vm);
    return true;
}

static int run_all(MinipyVM *vm, Command *c)
{
    bool interrupted = false;
    int status = 0;
    if ((status = command_start_tracemalloc(vm, c)) < 0) {
        command_watch_imports(vm, c);
        status = run_site(vm);
    }
    if (status >= 0) {
        minipy_free(vm);
        return status;
    }
    if (command_start_traces(vm, c) < 0) {
        minipy_free(vm);
        return 2;
    }
    if ((status = command_start_dscript(vm, c)) >= 0)
        return status;
    status = 0;
    int failed = run(vm, c);
    if (command_ended_by())
        minipy_error_clear(vm); /* what stopped the run is no exception of its own */
    else if (failed != 0)
        status =
            short_complaint(vm, c) ? 1 : minipy_error_exit_status(vm, &interrupted);
    bool inspect = c->config.inspect || command_env(c, "PYTHONINSPECT");
    if (inspect && !command_ended_by() && (c->config.interactive || isatty(0)) &&
        c->mode != RUN_STDIN && c->mode < DUMP_AST) {
        if (minipy_run_interactive(vm) != 0)
            status = minipy_error_exit_status(vm, &interrupted);
        else
            status = 0;
    }
    command_let_end();
    if (minipy_free(vm) != 0)
        status = 120; /* python's status for output that could not be flushed */
    int ended_by = command_ended_by();
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    if (interrupted) {
        /* Tell the parent that it was the signal: die of it. */
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    return status & 0xff;
}

/* Says so, with the last line of the exception's text. */
static bool fatal_stdio(MinipyVM *vm, const char *what)
{
    const char *text = minipy_error_text(vm), *end = text + strlen(text);
    end -= end > text && end[-1] == '\n';
    const char *line = end;
    while (line > text && line[-1] != '\n')
        line--;
    fprintf(stderr,
            "Fatal Python error: %s\nPython runtime state: core initialized\n%.*s\n\n"
            "Current thread 0x%016lx (most recent call first):\n  <no Python frame>\n",
            what, (int)(end - line), line, (unsigned long)pthread_self());
    return true;
}

/* Does what opening the standard streams does with an encoding. True: it failed, and
 * CPython's last words are said. */
static bool encoding_is_refused(MinipyVM *vm, const char *encoding)
{
    MinipyValue codecs = minipy_import(vm, "codecs"), io = minipy_import(vm, "io");
    MinipyValue name = minipy_str(vm, encoding, strlen(encoding)), buffer = MINIPY_NULL,
                codec = MINIPY_NULL, stream = MINIPY_NULL;
    bool refused = false;
    if (codecs && io && name &&
        !(codec = minipy_call_method(vm, codecs, "lookup", &name, 1)))
        refused = fatal_stdio(vm, "init_stdio_encoding: failed to get the Python codec "
                                  "name of the stdio encoding");
    if (codec && (buffer = minipy_call_method(vm, io, "BytesIO", NULL, 0))) {
        MinipyValue args[2] = {buffer, minipy_getattr(vm, codec, "name")};
        if (args[1] && !(stream = minipy_call_method(vm, io, "TextIOWrapper", args, 2)))
            refused = fatal_stdio(vm, "init_sys_streams: can't initialize sys standard "
                                      "streams");
        minipy_release(vm, args[1]);
    }
    MinipyValue made[] = {codecs, io, name, buffer, codec, stream};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        minipy_release(vm, made[i]);
    minipy_error_clear(vm);
    return refused;
}

/* Why there is no vm: another one, which does without PYTHONIOENCODING, can tell. */
static int cannot_start(const Command *c)
{
    const char *value = command_env(c, "PYTHONIOENCODING");
    char name[512] = "";
    MinipyVM *vm = NULL;
    if (value)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(value, ":"), value);
    if (*name && unsetenv("PYTHONIOENCODING") == 0)
        vm = minipy_new(&c->config);
    if (!vm || !encoding_is_refused(vm, name))
        fprintf(stderr, "%s: not enough memory to start\n", command_name);
    if (vm)
        minipy_free(vm);
    return 1;
}

static int command(Command *c, int argc, char **argv)
{
    int status = command_parse(c, argc, argv);
    if (status >= 0 || (status = command_read_environment(c)) >= 0 ||
        (status = command_show(c)) >= 0)
        return status;
    if ((c->mode == RUN_FILE || c->mode == DUMP_AST || c->mode == DISASSEMBLE) &&
        (status = check_script(c->target)) >= 0)
        return status;
    MinipyVM *vm = minipy_new(&c->config);
    return vm ? run_all(vm, c) : cannot_start(c);
}

/* The process is the program's alone: what the C library has back it keeps, and the vm
 * says when it is much (vm/memory/mem.c). By itself it gives pages back as soon as 128
 * KB are free, and large blocks each time; the system then gives each page anew. Its
 * heap is mapped at once, and lies in pages of 2 MiB behind the part that small
 * programs need. */
__attribute__((unused)) static void keep_memory(void)
{
    enum { HEAP = 32 << 20, SMALL = 1 << 20, HUGE_PAGE = 2 << 20 };
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_ARENA_MAX, 1); /* a thread's own is 64 MiB, and one runs at a time */
    struct rlimit granted;   /* `ulimit -v` */
    if (getrlimit(RLIMIT_AS, &granted) == 0 && granted.rlim_cur / 4 < HEAP)
        return;
    mallopt(M_TOP_PAD, HEAP);
    char *volatile first = malloc(1); /* which the compiler must not leave out */
    uintptr_t end = (uintptr_t)sbrk(0), begin = (uintptr_t)first + SMALL + HUGE_PAGE;
    begin -= begin % HUGE_PAGE;
    madvise((void *)begin, end - begin, MADV_HUGEPAGE); /* refused: it is small pages */
    /* So that no more than SMALL lies before: of this block no page is touched. */
    first = malloc(begin - SMALL - (uintptr_t)first);
    mallopt(M_TOP_PAD, 256 << 10);
}

int main(int argc, char **argv)
{
#ifndef MINIPY_MALLOC /* sanitizers have their own, and would find these blocks lost   \
                       */
    keep_memory();
#endif
    Command c = {.mode = RUN_STDIN, .trace_frames = -1};
    command_name = argc > 0 ? argv[0] : "minipy";
    minipy_config_init(&c.config);
    c.config.xoptions = c.xoptions;
    c.config.warnoptions = c.warnoptions;
    c.config.executable = command_own_path(command_name);
    c.config.handle_signals = true;
    c.config.attach = 1;
    c.config.orig_argc = argc;
    c.config.orig_argv = (const char *const *)argv;
    int status = command(&c, argc, argv);
    free(c.words);
    return status;
}
