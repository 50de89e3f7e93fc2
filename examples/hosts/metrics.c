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

static void count_call(void *user, const char *filename, const char *funcname,
                       int lineno, void *frame)
{
    (void)filename, (void)funcname, (void)lineno, (void)frame;
    ((Metrics *)user)->calls++;
}

static void count_raise(void *user, const char *type, const char *filename,
                        const char *funcname, int lineno, void *frame,
                        const char *message)
{
    (void)type, (void)filename, (void)funcname, (void)lineno, (void)frame,
        (void)message;
    ((Metrics *)user)->raised++;
}

static void count_collection(void *user, long collected)
{
    (void)collected;
    ((Metrics *)user)->collections++;
}

static void count_import(void *user, const char *name, int found)
{
    (void)name;
    ((Metrics *)user)->imports += found;
}

/* The time of a call that has ended, callees included. */
static void time_function(void *user, const char *filename, const char *funcname,
                          int lineno, long ns, void *frame)
{
    (void)filename, (void)lineno, (void)frame;
    Metrics *m = user;
    for (struct Function *f = m->functions; f < m->functions + FUNCTIONS; f++) {
        if (!*f->name)
            snprintf(f->name, sizeof f->name, "%s", funcname);
        if (strcmp(f->name, funcname) == 0) {
            f->calls++;
            f->ns += ns;
            return;
        }
    }
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
    const MinipyProbe probe = {.user = &m,
                               .function_entry = count_call,
                               .function_latency = time_function,
                               .exception_raise = count_raise,
                               .gc_done = count_collection,
                               .import_done = count_import};
    MinipyVM *vm = minipy_new(NULL);
    int id = vm ? minipy_probe_add(vm, &probe) : -1;
    if (id < 0)
        return 1;
    if (minipy_run_string(vm, program, "<program>") < 0)
        fputs(minipy_error_text(vm), stderr);
    minipy_probe_remove(vm, id); /* from here on it costs nothing again */
    if (minipy_run_string(vm, "fib(5)", "<unseen>") < 0)
        return 1;
    expose(&m, vm);
    return minipy_free(vm) ? 1 : 0;
}
