/* Stands in for minipy in the tests of the tracers: it makes a known stream of events
 * through the same gate, sites and consumers, without an interpreter.
 *
 *   driver [--trace=SPEC] SCRIPT   plays SCRIPT.events, one event a line as oracle.py
 *                                  writes them, fields between tabs, the first left out
 *   driver -c ANY                  waits until its standard input ends
 *
 * So tests/probes/run.py can run with `--target` set to it, and a failure there is the
 * tracers' or the sites', not the eval loop's. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/report.h"
#include "probes/trace.h"
#include "tests/probes/host.h"

static void write_stderr(void *user, const char *text, size_t length)
{
    (void)user;
    fwrite(text, 1, length, stderr);
}

/* The driver's poll and slow path: what the eval loop does at calls and jumps. For
 * consumers there the code itself is changed. */
static bool is_traced(const ProbeConsumers *consumers)
{
    return consumers->wanted != 0 || (gate_is_raised() && probes_loop_wanted());
}

static int number(const char *field)
{
    return field != NULL ? atoi(field) : 0;
}

/* A frame is told from the others by its function's name; any address will do. */
static void *frame_of(const char *funcname)
{
    return (void *)(uintptr_t)(0x1000 + strlen(funcname));
}

static void play(ProbeConsumers *consumers, char *line)
{
    char *field[5] = {NULL};
    char *rest = strchr(line, '\t');
    if (rest == NULL)
        return;
    for (size_t i = 0; i < 5 && (field[i] = strtok_r(rest, "\t\n", &rest)) != NULL; i++)
        ;
    const char *kind = field[0] != NULL ? field[0] : "";
    if (strcmp(kind, "entry") == 0) {
        PROBE_SITE(function_entry, field[1], field[2], number(field[3]), consumers);
        if (is_traced(consumers) && probes_function_entry_wanted(consumers))
            probes_function_entry(consumers, field[1], field[2], number(field[3]),
                                  frame_of(field[2]));
    } else if (strcmp(kind, "return") == 0) {
        PROBE_SITE(function_return, field[1], field[2], number(field[3]), consumers);
        if (is_traced(consumers) && probes_function_return_wanted(consumers))
            probes_function_return(consumers, field[1], field[2], number(field[3]),
                                   frame_of(field[2]));
    } else if (strcmp(kind, "line") == 0) {
        PROBE_SITE(line, field[1], field[2], number(field[3]), consumers);
        if (is_traced(consumers) && probes_line_wanted(consumers))
            probes_line(consumers, field[1], field[2], number(field[3]),
                        frame_of(field[2]));
    } else if (strcmp(kind, "gc_start") == 0 && probes_gc_start_wanted(consumers)) {
        probes_gc_start(consumers, number(field[1]));
    } else if (strcmp(kind, "gc_done") == 0 && probes_gc_done_wanted(consumers)) {
        probes_gc_done(consumers, number(field[1]));
    } else if (strcmp(kind, "import_start") == 0 &&
               probes_import_start_wanted(consumers)) {
        probes_import_start(consumers, field[1]);
    } else if (strcmp(kind, "import_done") == 0 &&
               probes_import_done_wanted(consumers)) {
        probes_import_done(consumers, field[1], number(field[2]));
    } else if (strcmp(kind, "audit") == 0 && probes_audit_wanted(consumers)) {
        probes_audit(consumers, field[1], consumers);
    }
}

static void host_abort(void *vm)
{
    (void)vm;
}

static void host_changed(void *vm)
{
    (void)vm;
}

static const ProbeHost host = HOST(.abort = host_abort, .changed = host_changed);

int main(int argc, char **argv)
{
    GateRequests requests = {0};
    ProbeConsumers consumers;
    probe_consumers_init(&consumers, &requests, &host);
    int at = 1;
    if (at < argc && strncmp(argv[at], "--trace=", 8) == 0) {
        if (probe_trace_start(&consumers, argv[at] + 8, write_stderr, NULL, NULL) < 0)
            return 2;
        at++;
    }
    if (at >= argc)
        return 2;
    if (strcmp(argv[at], "-c") == 0) {
        while (getchar() != EOF)
            ;
        return 0;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s.events", argv[at]);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 2;
    char line[8192];
    while (fgets(line, sizeof line, file) != NULL)
        play(&consumers, line);
    fclose(file);
    probe_consumers_fini(&consumers);
    return 0;
}
