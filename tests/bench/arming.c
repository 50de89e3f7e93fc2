/* Runs a program that has the functions arm() and disarm(): from the one to the other a
 * callback prints entries, returns and lines:   arming FILE
 *
 * So listeners come and go in the midst of loops, generators and calls, where a tracer
 * of the kernel cannot be told to. */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

static int probe;

static void show(const char *what, const char *filename, const char *funcname, int line)
{
    const char *base = filename ? strrchr(filename, '/') : NULL;
    printf("%s %s:%s:%d\n", what, base ? base + 1 : "?", funcname ? funcname : "?",
           line);
}

static MinipyAnswer told(void *user, const MinipyEvent *event)
{
    static const char *const names[] = {"entry", "leave", "line"};
    (void)user;
    show(names[event->kind], event->code->filename, event->code->name, event->line);
    return MINIPY_GO_ON;
}

/* arm(events): "c" for entries and returns, "l" for lines, "cl" for all. */
static MinipyValue arm(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user;
    const char *events = n ? minipy_as_str(vm, args[0], NULL) : "cl";
    MinipyObserver o = {.struct_size = sizeof o, .event = told};
    if (!events)
        return 0;
    if (strchr(events, 'c'))
        o.kinds |= MINIPY_EVENT_BIT(FUNCTION_ENTRY) | MINIPY_EVENT_BIT(FUNCTION_RETURN);
    if (strchr(events, 'l'))
        o.kinds |= MINIPY_EVENT_BIT(LINE);
    probe = minipy_observe(vm, &o);
    return minipy_none();
}

static MinipyValue disarm(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    minipy_observe_end(vm, probe);
    puts("-");
    return minipy_none();
}

int main(int argc, char **argv)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.argc = argc - 1;
    config.argv = (const char *const *)argv + 1;
    config.hash_seed_given = true;
    MinipyVM *vm = minipy_new(&config);
    if (!vm || argc < 2)
        return fprintf(stderr, "usage: arming FILE\n"), 2;
    MinipyValue functions[] = {minipy_function(vm, "arm", arm, NULL),
                               minipy_function(vm, "disarm", disarm, NULL)};
    MinipyValue builtins = minipy_import(vm, "builtins");
    int status = minipy_setattr(vm, builtins, "arm", functions[0]) < 0 ||
                 minipy_setattr(vm, builtins, "disarm", functions[1]) < 0;
    status = status || minipy_run_file(vm, argv[1]) < 0;
    if (status)
        fprintf(stderr, "arming: %s\n", minipy_error_text(vm));
    minipy_release(vm, functions[0]);
    minipy_release(vm, functions[1]);
    minipy_release(vm, builtins);
    minipy_free(vm);
    return status;
}
