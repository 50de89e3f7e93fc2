/* driver.c - times the tasks of the interpreter that it is linked with.
 *
 *     HOST tasks MS [NAME]   a line for each task: name, nanoseconds, events, result
 *     HOST alone MS          the same, of those that want no interpreter beside them
 *     HOST memory N          bytes in memory for each of N interpreters
 *     HOST first             nanoseconds from the start of the process to a result
 *
 * Time is the process's CPU time. A task is done often enough to take MS milliseconds,
 * five times; the least counts: what disturbs a run makes it longer, never shorter.
 */
#include "driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 5, SMALL = 10 };
int64_t seen, used;
char keys[ITEMS][8];

const char python_script[] = "def add(a, b=2):\n"
                             "    return a + b\n"
                             "def same(x):\n"
                             "    return x\n"
                             "def nothing():\n"
                             "    pass\n"
                             "def fail():\n"
                             "    raise ValueError('no')\n"
                             "class Point:\n"
                             "    pass\n"
                             "point = Point()\n"
                             "point.x = 1\n"
                             "def into_c(n):\n"
                             "    total = 0\n"
                             "    for i in range(n):\n"
                             "        total += add_c(i, 2)\n"
                             "    return total\n"
                             "def into_c_named(n):\n"
                             "    total = 0\n"
                             "    for i in range(n):\n"
                             "        total += add_c_named(a=i, b=2)\n"
                             "    return total\n"
                             "def into_method(n):\n"
                             "    counter = Counter()\n"
                             "    for i in range(n):\n"
                             "        counter.add(i)\n"
                             "    return counter.add(0)\n"
                             "def calls(n):\n"
                             "    for i in range(n):\n"
                             "        nothing()\n"
                             "    return n\n"
                             "def lines(n):\n"
                             "    for i in range(n):\n"
                             "        a = i\n"
                             "        b = i\n"
                             "        c = i\n"
                             "        d = i\n"
                             "    return n\n";

void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int64_t took(const Task *task, long n)
{
    int64_t start = now();
    task->run(n);
    return now() - start;
}

/* How often it must be done to take so long. */
static long enough(const Task *task, int64_t ns)
{
    long n = SMALL;
    for (int64_t t; (t = took(task, n)) < ns && n < 100000000;)
        n = t < ns / 20 ? n * 10 : (long)((double)n * 1.1 * (double)ns / (double)t) + 1;
    return n;
}

static void measure(const Task *task, int64_t ns)
{
    int64_t result = task->run(SMALL), least = INT64_MAX;
    long n = enough(task, ns);
    seen = 0;
    for (int i = 0; i < RUNS; i++) {
        int64_t t = took(task, n);
        if (t < least)
            least = t;
    }
    printf("%s\t%.3f\t%.6f\t%" PRId64 "\n", task->name, (double)least / (double)n,
           (double)seen / RUNS / (double)n, result);
}

static void measure_all(const Task *task, const char *ms, const char *only)
{
    for (; task->name; task++)
        if (!only || strcmp(only, task->name) == 0)
            measure(task, strtol(ms, NULL, 10) * INT64_C(1000000));
}

static long resident(void)
{
    long size, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2)
        die("no /proc/self/statm");
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static void measure_memory(long n)
{
    host_start();
    host_more(); /* what the process has once is there */
    long before = resident();
    for (long i = 0; i < n; i++)
        host_more();
    printf("%ld\n", (resident() - before) / n);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    for (int i = 0; i < ITEMS; i++)
        snprintf(keys[i], sizeof keys[i], "key%d", i);
    if (strcmp(mode, "first") == 0) {
        if (host_first() != 42)
            die("6 * 7 is not 42");
        printf("%" PRId64 "\n", now());
    } else if (argc > 2 && strcmp(mode, "memory") == 0) {
        measure_memory(strtol(argv[2], NULL, 10));
    } else if (argc > 2 && strcmp(mode, "alone") == 0) {
        measure_all(alone, argv[2], NULL);
    } else if (argc > 2 && strcmp(mode, "tasks") == 0) {
        host_start();
        measure_all(tasks, argv[2], argc > 3 ? argv[3] : NULL);
    } else {
        die("usage: HOST tasks MS [NAME] | alone MS | memory N | first");
    }
    fflush(stdout);
    _exit(0); /* what interpreters do at the end is not asked here */
}
