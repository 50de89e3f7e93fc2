/* metrics.c - what a program does, counted while it runs, in the text format that
 * Prometheus reads: calls, exceptions, collections, imports, and how long each function
 * took. The callbacks are in the vm only while the host wants them.
 *
 *     ./metrics
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

enum { FUNCTIONS = 32 };

typedef struct Metrics {
    long calls, raised, collections, imports;
    struct Function {
        char name[40];
        long calls, ns;
    } functions[FUNCTIONS];
} Metrics;

/* The time of a call that has ended, callees included. */
static void time_function(Metrics *m, const char *name, long ns)
{
    for (struct Function *f = m->functions; f < m->functions + FUNCTIONS; f++) {
        if (!*f->name)
            snprintf(f->name, sizeof f->name, "%s", name);
        if (strcmp(f->name, name) == 0) {
            f->calls++;
            f->ns += ns;
            return;
        }
    }
}

static MinipyAnswer count(void *user, const MinipyEvent *event)
{
    Metrics *m = user;
    switch (event->kind) {
    case MINIPY_EVENT_FUNCTION_ENTRY: m->calls++; break;
    case MINIPY_EVENT_FUNCTION_LATENCY:
        time_function(m, event->code->name, event->args[3].number);
        break;
    case MINIPY_EVENT_EXCEPTION_RAISE: m->raised++; break;
    case MINIPY_EVENT_GC_DONE: m->collections++; break;
    case MINIPY_EVENT_IMPORT_DONE: m->imports += event->args[1].number; break;
    }
    return MINIPY_GO_ON;
}

static void expose(const Metrics *m, MinipyVM *vm)
{
    printf("python_calls_total %ld\n", m->calls);
    printf("python_exceptions_total %ld\n", m->raised);
    printf("python_collections_total %ld\n", m->collections);
    printf("python_imports_total %ld\n", m->imports);
    printf("python_memory_bytes_in_use %s\n",
           minipy_memory_used(vm) > 0 ? "yes" : "no");
    for (const struct Function *f = m->functions;
         f < m->functions + FUNCTIONS && *f->name; f++)
        printf("python_function_calls_total{name=\"%s\"} %ld%s\n", f->name, f->calls,
               f->ns > 0 ? "" : " (took no time)");
}

static const char program[] = "import gc\n"
                              "gc.disable()\n"
                              "import keyword\n"
                              "def fib(n):\n"
                              "    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
                              "def careful():\n"
                              "    try:\n"
                              "        return {}['missing']\n"
                              "    except KeyError:\n"
                              "        return None\n"
                              "fib(10)\n"
                              "for i in range(5):\n"
                              "    careful()\n"
                              "gc.collect()\n";

int main(void)
{
    Metrics m = {0};
    const MinipyObserver observer = {
        .struct_size = sizeof observer,
        .kinds = MINIPY_EVENT_BIT(FUNCTION_ENTRY) | MINIPY_EVENT_BIT(FUNCTION_LATENCY) |
                 MINIPY_EVENT_BIT(EXCEPTION_RAISE) | MINIPY_EVENT_BIT(GC_DONE) |
                 MINIPY_EVENT_BIT(IMPORT_DONE),
        .event = count,
        .user = &m};
    MinipyVM *vm = minipy_new(NULL);
    int id = vm ? minipy_observe(vm, &observer) : -1;
    if (id < 0)
        return 1;
    if (minipy_run_string(vm, program, "<program>") < 0)
        fputs(minipy_error_text(vm), stderr);
    minipy_observe_end(vm, id); /* from here on it costs nothing again */
    if (minipy_run_string(vm, "fib(5)", "<unseen>") < 0)
        return 1;
    expose(&m, vm);
    return minipy_free(vm) ? 1 : 0;
}
