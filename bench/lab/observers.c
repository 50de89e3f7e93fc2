/* What an observer inside the process costs, by in-process clocks: nanoseconds of CPU
 * for each event, and a second vm of the process meanwhile.
 *
 *     cc -O2 -Iinclude -o /tmp/observers bench/lab/observers.c libminipy.a -lgmp -lm
 * -ldl -lpthread /tmp/observers
 *
 * Each figure is the best of so many turns, of which each runs all ways. What a ring
 * costs once, its pages' first touches in its first lap, is a figure of its own: the
 * program runs once before it is timed. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "minipy.h"

enum { TURNS = 9 };
#define CALLS (MINIPY_EVENT_BIT(FUNCTION_ENTRY) | MINIPY_EVENT_BIT(FUNCTION_RETURN))
#define LINES MINIPY_EVENT_BIT(LINE)
#define NATIVES (MINIPY_EVENT_BIT(CFUNCTION_ENTRY) | MINIPY_EVENT_BIT(CFUNCTION_RETURN))
#define EXCEPTIONS                                                                     \
    (MINIPY_EVENT_BIT(EXCEPTION_RAISE) | MINIPY_EVENT_BIT(EXCEPTION_HANDLED) |         \
     MINIPY_EVENT_BIT(EXCEPTION_UNWIND))

static const struct {
    const char *name, *text;
} programs[] = {
    {"calls",
     "def f():\n    pass\ndef run():\n    for i in range(1000000):\n        f()\n"},
    {"fib", "def fib(n):\n    return n if n < 2 else fib(n-1) + fib(n-2)\n"
            "def run():\n    fib(27)\n"},
    {"for", "def run():\n    for i in range(5000000):\n        pass\n"},
    {"while", "def run():\n    i = 0\n    while i < 3000000:\n        i += 1\n"},
    {"lines", "def run():\n    for i in range(1000000):\n        a = i\n        b = a\n"
              "        c = b\n        d = c\n"},
};

static const struct Way {
    const char *name;
    uint64_t kinds;
    const char *names;
    bool silent;
    const char *ring; /* of minipy_trace */
} ways[] = {
    {.name = "alone"},
    {"calls", CALLS, NULL, false, NULL},
    {"lines", LINES, NULL, false, NULL},
    {"filtered out", CALLS | LINES, "nothing", false, NULL},
    {"silent", CALLS | LINES, NULL, true, NULL},
    {"calls of C", NATIVES, NULL, false, NULL},
    {"exceptions", EXCEPTIONS, NULL, false, NULL},
    {"ring of calls", 0, NULL, false, "ring:/dev/shm/observers.ring:calls:last"},
    {"ring of lines", 0, NULL, false, "ring:/dev/shm/observers.ring:lines:last"},
};
enum { WAYS = sizeof ways / sizeof *ways };

static long seen;

static MinipyAnswer count(void *user, const MinipyEvent *event)
{
    (void)event;
    seen++;
    return ((const struct Way *)user)->silent ? MINIPY_SILENT : MINIPY_GO_ON;
}

static void nowhere(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
}

static double run(MinipyVM *vm)
{
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    minipy_run_string(vm, "run()", "<run>");
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    return (double)(ended.tv_sec - began.tv_sec) * 1e9 +
           (double)(ended.tv_nsec - began.tv_nsec);
}

typedef struct Figures {
    double ns, other;
    double first; /* a ring's first run */
    long events;
} Figures;

static double least(double known, double ns)
{
    return known == 0 || ns < known ? ns : known;
}

static void measure(MinipyVM *vm, MinipyVM *other, const struct Way *way, Figures *f)
{
    MinipyObserver o = {.struct_size = sizeof o,
                        .kinds = way->kinds,
                        .event = count,
                        .user = (void *)(uintptr_t)way,
                        .names = way->names};
    int id = way->kinds  ? minipy_observe(vm, &o)
             : way->ring ? minipy_trace(vm, way->ring, nowhere, NULL)
                         : 0;
    if (way->ring)
        f->first = least(f->first, run(vm));
    seen = 0;
    double ns = run(vm), beside = run(other);
    f->events = seen;
    f->ns = least(f->ns, ns);
    f->other = least(f->other, beside);
    if (id > 0)
        minipy_observe_end(vm, id);
}

static void show(const char *program, const Figures *f)
{
    for (int w = 0; w < WAYS; w++) {
        /* A ring has the events of the way before it that counted the same. */
        long events = ways[w].ring ? f[strstr(ways[w].ring, "calls") ? 1 : 2].events
                                   : f[w].events;
        printf("%-6s %-14s %8.2f ms %9ld events", program, ways[w].name, f[w].ns / 1e6,
               events);
        if (events > 1000)
            printf(" %6.2f ns each", (f[w].ns - f[0].ns) / (double)events);
        else
            printf(" %+6.1f %%     ", 100 * (f[w].ns / f[0].ns - 1));
        printf("   another vm %+5.1f %%", 100 * (f[w].other / f[0].other - 1));
        if (ways[w].ring)
            printf("   first %+6.2f ms", (f[w].first - f[w].ns) / 1e6);
        putchar('\n');
    }
}

int main(void)
{
    MinipyVM *vm = minipy_new(NULL), *other = minipy_new(NULL);
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        Figures figures[WAYS] = {{0}};
        minipy_run_string(vm, programs[p].text, "<program>");
        minipy_run_string(other, programs[p].text, "<program>");
        for (int turn = 0; turn < TURNS; turn++)
            for (int w = 0; w < WAYS; w++)
                measure(vm, other, &ways[w], &figures[w]);
        show(programs[p].name, figures);
    }
    minipy_free(vm);
    minipy_free(other);
    return 0;
}
