/* Runs a program in minipy while a callback of the embedder listens to entries, returns
 * and lines:   host MODE inside.py ARGUMENT...
 *
 * MODE c: the callback counts in C; python: it calls a function in Python, which gets
 * the name and the line, and counts. */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

static long seen;
static MinipyVM *vm;
static MinipyValue function;

static MinipyAnswer count(void *user, const MinipyEvent *event)
{
    (void)user, (void)event;
    seen++;
    return MINIPY_GO_ON;
}

static MinipyAnswer call(void *user, const MinipyEvent *event)
{
    const char *name = event->code->name;
    (void)user;
    MinipyValue args[2] = {minipy_str(vm, name, strlen(name)),
                           minipy_int(vm, event->line)};
    if (args[0] && args[1])
        minipy_release(vm, minipy_call(vm, function, args, 2));
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    seen++;
    return MINIPY_GO_ON;
}

static int listen(const char *mode)
{
    bool python = strcmp(mode, "python") == 0;
    MinipyObserver observer = {.struct_size = sizeof observer,
                               .kinds = MINIPY_EVENT_BIT(FUNCTION_ENTRY) |
                                        MINIPY_EVENT_BIT(FUNCTION_RETURN) |
                                        MINIPY_EVENT_BIT(LINE),
                               .event = python ? call : count};
    if (python) {
        function = minipy_eval(vm, "lambda name, line: None");
        if (!function)
            return -1;
    }
    return minipy_observe(vm, &observer);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fprintf(stderr, "usage: host c|python FILE ARGUMENT...\n"), 2;
    MinipyConfig config;
    minipy_config_init(&config);
    config.argc = argc - 2;
    config.argv = (const char *const *)argv + 2;
    config.hash_seed_given = true;
    vm = minipy_new(&config);
    if (!vm || listen(argv[1]) < 0)
        return fprintf(stderr, "host: no vm\n"), 1;
    int status = minipy_run_file(vm, argv[2]);
    if (status < 0)
        fprintf(stderr, "host: %s\n", minipy_error_text(vm));
    minipy_release(vm, function);
    minipy_free(vm);
    fprintf(stderr, "%ld events\n", seen);
    return status < 0;
}
