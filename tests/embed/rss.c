/* rss.c - minipy_memory_used says what the process has grown by: for each workload, in
 * a process of its own, it is compared with the resident pages of /proc/self/statm.
 */
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "embed.h"

/* What `hold` makes is still there when the second measure is taken. */
static const struct Workload {
    const char *name, *hold;
} workloads[] = {
    {"ints", "x = [i << 64 for i in range(500000)]"},
    {"floats", "x = [1e300 * i for i in range(1, 500000)]"},
    {"strs", "x = [str(i) * 3 for i in range(300000)]"},
    {"large strs", "x = ['a' * (i % 3000 + 600) for i in range(20000)]"},
    {"dicts", "x = [{i: i, 'a': i} for i in range(100000)]"},
    {"a large dict", "x = {i: None for i in range(2750000)}"},
    {"lists", "x = [[i] * (i % 50) for i in range(100000)]"},
    {"tuples", "x = [(i, i, i) for i in range(500000)]"},
    {"sets", "x = [{i, i + 1} for i in range(100000)]"},
    {"instances", "class A:\n    def __init__(self, i): self.a = i; self.b = i\nx = "
                  "[A(i) for i in range(300000)]"},
    {"large ints", "x = [3 ** (10000 + i) for i in range(5000)]"},
    {"one large int", "x = 1 << 800000000"},
    {"deep frames", "import sys\nsys.setrecursionlimit(10 ** 7)\ndef f(n):\n    if n: "
                    "return f(n - 1)\n    measure()\nf(500000)"},
    {"generators", "def g():\n    a = b = c = 1\n    yield\nx = [g() for i in "
                   "range(100000)]\nfor y in x: next(y)"},
    {"bytes", "x = [bytes(i % 2000 + 1) for i in range(50000)]"},
    {"a bytearray", "x = bytearray(b'x') * 80000000"},
    {"code", "x = [compile('def f(a, b):\\n    return a + b * %d\\nclass C: pass' % i, "
             "'f', 'exec') for i in range(8000)]"},
    {"functions", "x = [lambda i=i: i for i in range(150000)]"},
    {"patterns", "import re\nre._MAXCACHE = 0\nx = [re.compile('(a%d|b)[a-z]+c*' % i) "
                 "for i in range(3000)]"},
    {"arrays",
     "import array\nx = [array.array('d', [0.5]) * 1000 for i in range(5000)]"},
    {"deques", "import collections\nx = [collections.deque(range(i % 200)) for i in "
               "range(20000)]"},
    {"streams", "import io\nx = [io.StringIO('x' * 2000) for i in range(8000)]"},
    {"threads", "import threading\ne = threading.Event()\nx = "
                "[threading.Thread(target=e.wait, daemon=True) for i in range(200)]\n"
                "for t in x: t.start()"},
};

static long resident(void)
{
    long pages = 0, ignored;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_int_equal(fscanf(f, "%ld %ld", &ignored, &pages), 2);
    fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

typedef struct Measure {
    double rss, used; /* MiB */
} Measure;

static Measure taken[3];

static Measure measure(MinipyVM *vm)
{
    return (Measure){(double)resident() / 1048576,
                     (double)minipy_memory_used(vm) / 1048576};
}

static MinipyValue measure_now(MinipyVM *vm, void *user, const MinipyValue *args,
                               size_t n)
{
    (void)user, (void)args, (void)n;
    taken[1] = measure(vm);
    return minipy_none();
}

static void run_workload(const struct Workload *w, int out)
{
    MinipyVM *vm = minipy_new(NULL);
    memset(taken, 0, sizeof taken);
    MinipyValue f = minipy_function(vm, "measure", measure_now, NULL);
    MinipyValue module = minipy_main_module(vm);
    minipy_setattr(vm, module, "measure", f);
    minipy_release(vm, f);
    minipy_release(vm, module);
    minipy_run_string(vm, "import re, array, collections, io, threading\n", "<start>");
    malloc_trim(0); /* what is free would be taken without the process growing */
    taken[0] = measure(vm);
    if (minipy_run_string(vm, w->hold, "<workload>") != 0) {
        fputs(minipy_error_text(vm), stderr);
        _exit(1);
    }
    if (!taken[1].rss)
        taken[1] = measure(vm);
    minipy_run_string(vm, "x = f = None\nimport gc; gc.collect()\n", "<end>");
    taken[2] = measure(vm);
    _exit(write(out, taken, sizeof taken) == sizeof taken ? 0 : 1);
}

static bool workload(const struct Workload *w)
{
    int fds[2], status;
    assert_int_equal(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0)
        run_workload(w, fds[1]);
    close(fds[1]);
    bool got = read(fds[0], taken, sizeof taken) == sizeof taken;
    close(fds[0]);
    waitpid(pid, &status, 0);
    double rss = taken[1].rss - taken[0].rss, used = taken[1].used - taken[0].used;
    double off = rss > 0 ? (used - rss) / rss * 100 : 100;
    print_message("%-14s %8.1f MiB resident, %8.1f counted: %+.1f %%; left: %.1f "
                  "resident, %.1f counted\n",
                  w->name, rss, used, off, taken[2].rss - taken[0].rss,
                  taken[2].used - taken[0].used);
    double rest = (taken[2].rss - taken[0].rss) - (taken[2].used - taken[0].used);
    /* Behind the first 2 MiB of small blocks pages are of 2 MiB. */
    bool agree = (off > -10 && off < 10) || (rss - used > -2 && rss - used < 2);
    return got && agree && rest < 2 + rss / 10;
}

static void what_is_used_is_what_the_process_has_grown_by(void **state)
{
    (void)state;
#ifdef SANITIZED
    skip(); /* its shadow is resident, too */
#endif
    /* Twice, as khugepaged may have come by, which fills up what was given back. */
    int failures = 0;
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
        failures += !workload(&workloads[i]) && !workload(&workloads[i]);
    assert_int_equal(failures, 0);
}

/* A limit holds for frames, too, and what they took is there again. Without huge pages:
 * every ten seconds, which the test takes beside other work, khugepaged makes such
 * pages of what the vm gave back between blocks in use. */
static void frames_meet_the_limit(void **state)
{
    (void)state;
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    MinipyConfig c;
    minipy_config_init(&c);
    c.memory_limit = 50 << 20;
    MinipyVM *vm = minipy_new(&c);
    run_ok(vm, "import sys; sys.setrecursionlimit(10 ** 8)\ndef f(): return f()\n");
    long before = resident();
    for (int i = 0; i < 3; i++) {
        run_raises(vm, "f()", "MemoryError");
#ifndef SANITIZED
        assert_true(resident() - before < 5 << 20);
#endif
        assert_int_equal(minipy_limits_reset(vm), 0);
        run_ok(vm, "x = bytearray(20 << 20); del x\n");
    }
    minipy_free(vm);
    prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_used_is_what_the_process_has_grown_by),
        cmocka_unit_test(frames_meet_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
