/* watch.c - who looks on while the program runs: -v, -X importtime, -X tracemalloc,
 * --trace and --dscript; and the signals that end a run whose results are wanted. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "vm/command/command.h"

void command_write(void *user, const char *text, size_t size)
{
    fwrite(text, 1, size, user);
}

/* ---- imports, allocations -------------------------------------------------------- */

/* `import 'name' # <loader>`, as importlib's verbose messages. */
static void tell_module(MinipyVM *vm, const char *module)
{
    static const char source[] = "getattr(__import__('sys').modules.get(%s), "
                                 "'__loader__', None)";
    char expression[512];
    if (!module || strlen(module) > 300)
        return;
    MinipyValue name = minipy_str(vm, module, strlen(module));
    MinipyValue quoted = name ? minipy_to_repr(vm, name) : MINIPY_NULL;
    const char *text = quoted ? minipy_as_str(vm, quoted, NULL) : NULL;
    if (text && strlen(text) < 400) {
        snprintf(expression, sizeof expression, source, text);
        MinipyValue loader = minipy_eval(vm, expression);
        MinipyValue shown = loader ? minipy_to_repr(vm, loader) : MINIPY_NULL;
        const char *s = shown ? minipy_as_str(vm, shown, NULL) : NULL;
        fprintf(stderr, "import %s # %s\n", text, s ? s : "?");
        minipy_release(vm, loader);
        minipy_release(vm, shown);
    }
    minipy_release(vm, name);
    minipy_release(vm, quoted);
    minipy_error_clear(vm);
}

static MinipyAnswer tell_import(void *user, const MinipyEvent *event)
{
    (void)user;
    if (event->args[1].number)
        tell_module(event->vm, event->args[0].text);
    return MINIPY_GO_ON;
}

void command_watch_imports(MinipyVM *vm, const Command *c)
{
    if (c->import_time)
        minipy_trace_file(vm, "import_times", NULL, NULL, NULL);
    if (c->config.verbose) {
        MinipyObserver observer = {.struct_size = sizeof observer,
                                   .kinds = MINIPY_EVENT_BIT(IMPORT_DONE),
                                   .event = tell_import};
        minipy_observe(vm, &observer);
    }
}

/* -X tracemalloc, before anything runs. An exit status, or -1 to go on. */
int command_start_tracemalloc(MinipyVM *vm, const Command *c)
{
    if (c->trace_frames <= 0)
        return -1;
    MinipyValue module = minipy_import(vm, "_tracemalloc");
    MinipyValue frames = minipy_int(vm, c->trace_frames), done = MINIPY_NULL;
    if (module && frames)
        done = minipy_call_method(vm, module, "start", &frames, 1);
    if (!done)
        fprintf(stderr,
                "Fatal Python error: init_interp_main: can't initialize tracemalloc\n"
                "Python runtime state: core initialized\n%s\n\n",
                minipy_error_text(vm));
    int status = done ? -1 : 1;
    minipy_release(vm, done);
    minipy_release(vm, frames);
    minipy_release(vm, module);
    return status;
}

/* ---- --trace --------------------------------------------------------------------- */

/* The signals that end a program from outside; what was seen until then is to be
 * written, so they end the run, and the process dies of them later. */
static const int ends[] = {SIGTERM, SIGHUP};
static MinipyVM *volatile traced_vm;
static volatile sig_atomic_t ended_by;

static void end_run(int signum)
{
    ended_by = signum;
    if (traced_vm)
        minipy_stop(traced_vm);
}

int command_ended_by(void)
{
    return ended_by;
}

void command_let_end(void)
{
    traced_vm = NULL;
}

/* Those that the program, or who started it, has not taken. */
static void catch_ends(MinipyVM *vm)
{
    struct sigaction old, action = {.sa_handler = end_run};
    traced_vm = vm;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
}

static void complain(void *user, const char *text, size_t size)
{
    const char *spec = user;
    fprintf(stderr, "%s: --trace=%s: %.*s\n", command_name, spec, (int)size, text);
}

/* 0, or -1 after a complaint. */
int command_start_traces(MinipyVM *vm, const Command *c)
{
    for (int i = 0; i < c->trace_count; i++) {
        void *spec = (void *)c->traces[i].spec;
        int id = minipy_trace_file(vm, spec, c->traces[i].file, complain, spec);
        if (id == -1)
            complain(spec, "not enough memory", 17);
        if (id < 0)
            return -1;
    }
    if (c->trace_count > 0)
        catch_ends(vm);
    return 0;
}

/* ---- --dscript ------------------------------------------------------------------- */

static void write_through(void *user, const char *text, size_t size)
{
    fwrite(text, 1, size, user);
    fflush(user); /* it was gathered already */
}

/* -1 to go on, or an exit status. */
int command_start_dscript(MinipyVM *vm, Command *c)
{
    FILE *output = c->dscript_output ? c->dscript_output : stdout;
    if (c->dscript_count == 0)
        return -1;
    if (isatty(fileno(output))) { /* who looks on sees each event at once */
        command_add_dscript_word(c, "-x");
        command_add_dscript_word(c, "switchrate=1ns");
    }
    int id =
        minipy_dscript(vm, c->dscript, write_through, output, command_write, stderr);
    if (id > 0)
        catch_ends(vm);
    if (id >= 0)
        return -1;
    if (id == -1)
        fprintf(stderr, "%s: --dscript: not enough memory\n", command_name);
    minipy_free(vm);
    return 1;
}
