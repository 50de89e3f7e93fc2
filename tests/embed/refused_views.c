/* refused_views.c - views (--trace=KIND) of which one request in turn is refused:
 * memory, a thread, a file. The program that is looked at runs as without; and who
 * looks is told that something is missing.
 */
#include "embed.h"

#ifdef SANITIZED
int main(void)
{
    return 0;
}
#else
#include "refusals.h"

static const char program[] =
    "import gc, importlib, sys, threading, time, probes\n"
    "def leaf(i): return len('x' * i) if i % 2 else i\n"
    "def boom(i):\n"
    "    try: [][i]\n"
    "    except LookupError as e: return repr(e)\n"
    "def gen(n):\n"
    "    for i in range(n): yield leaf(i)\n"
    "class A:\n"
    "    def __init__(self): self.me = self\n"
    "def deep(n): return deep(n - 1) + 1 if n else 0\n"
    "def many():\n"
    "    codes = [leaf.__code__.replace(co_firstlineno=i, co_name=f'leaf{i}') for i in "
    "range(40)]\n"
    "    return sum(type(leaf)(code, globals())(2) for code in codes)\n"
    "def work(): return sum(gen(9)) + len(boom(1)) + deep(30) + many() + len([A() for "
    "i in range(9)])\n"
    "def imports():\n"
    "    for name in '_bisect', 'this_is_not_there':\n"
    "        sys.modules.pop(name, None)\n"
    "        try: importlib.import_module(name)\n"
    "        except ImportError: pass\n"
    "def spin(seconds):\n"
    "    end = time.perf_counter() + seconds\n"
    "    while time.perf_counter() < end: leaf(3)\n"
    "def waits(lock):\n"
    "    with lock: return work()\n"
    "def run(seconds=0):\n"
    "    imports()\n"
    "    lock = threading.Lock()\n"
    "    with lock:\n"
    "        t = threading.Thread(target=waits, args=(lock,)); t.start()\n"
    "    t.join()\n"
    "    sys.audit('mine', 'a', 1)\n"
    "    probes.mark('here', 1)\n"
    "    gc.collect()\n"
    "    spin(seconds)\n"
    "    return work()\n"
    "wanted = run()\n"
    "def runs(): return run() == wanted\n"
    "def runs_longer(): return run(0.004) == wanted\n";

static char said[2000];
static void note(void *user, const char *text, size_t size)
{
    (void)user;
    size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%.*s; ", (int)size, text);
}

static void ignore(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
}

typedef struct Kind {
    const char *spec;
    bool samples; /* and so wants some time */
} Kind;

static const Kind kinds[] = {
    {"profile", false},
    {"profile:times=sampled", true},
    {"profile:builtins=no:names=w*", false},
    {"sample", true},
    {"flame", true},
    {"folded", true},
    {"speedscope", true},
    {"pprof:clock=cpu", true},
    {"timeline", false},
    {"timeline:calls=no", false},
    {"coverage", false},
    {"coverage:counts=yes", false},
    {"line_counts", false},
    {"function_counts", false},
    {"function_latency", false},
    {"gc_log", false},
    {"allocations", false},
    {"metrics:calls=functions:objects=yes", false},
    {"metrics:every=1", false},
    {"otlp:spans=calls", false},
    {"otlp:spans=events:calls=total", false},
    {"import_times", false},
    {"exception_log", false},
    {"audit_log", false},
    {"calls,lines,gc", false},
    {"calls:work", false},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* By a call: to compile a text memory is asked for, too. */
static void the_program_runs(MinipyVM *vm, const Kind *kind)
{
    MinipyValue module = minipy_main_module(vm);
    MinipyValue right =
        minipy_call_method(vm, module, kind->samples ? "runs_longer" : "runs", NULL, 0);
    if (right == MINIPY_NULL)
        fail_msg("%s: %s", kind->spec, minipy_error_text(vm));
    assert_int_equal(minipy_truth(vm, right), 1);
    minipy_release(vm, right);
    minipy_release(vm, module);
}

/* One run with a view, of which the call fails behind the first n; true: it came to it.
 * The program has its results in any case. */
static bool one_run(MinipyVM *vm, const Kind *kind, const char *path, int call, long n,
                    int error, bool once)
{
    *said = 0;
    refuse_by(call, n, error, once);
    int id = path ? minipy_trace_file(vm, kind->spec, path, note, NULL)
                  : minipy_trace(vm, kind->spec, ignore, NULL);
    if (id > 0) {
        the_program_runs(vm, kind);
        assert_int_equal(minipy_observe_end(vm, id), 0);
    }
    bool refused = allow(call) > 0;
    if (getenv("SHOW") && refused && id > 0 && !*said && call == MEMORY)
        fprintf(stderr, "QUIET %s %ld %d\n", kind->spec, n, once);
    if (id < 0 && !refused)
        fail_msg("%s: %d, %s", kind->spec, id, said);
    if (id < 0 && path && id != -1 && !*said)
        fail_msg("%s: it ends and says nothing", kind->spec);
    return refused;
}

/* The vm's own memory comes from elsewhere. */
static void *give(void *user, void *block, size_t old, size_t size)
{
    (void)user, (void)old;
    if (size > 0)
        return __libc_realloc(block, size);
    free(block);
    return NULL;
}

static MinipyVM *vm_with_program(void)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.allocate = give;
    MinipyVM *vm = minipy_new(&config);
    assert_non_null(vm);
    run_ok(vm, program);
    return vm;
}

/* Each request for memory; where there are many, some of the later ones. */
static void memory(void **state)
{
    (void)state;
    MinipyVM *vm = vm_with_program();
    for (int i = 0; i < KINDS; i++)
        for (long n = 0; one_run(vm, &kinds[i], "view", MEMORY, n, ENOMEM, false);
             n += 1 + n / 4)
            continue;
    for (int i = 0; i < KINDS; i++)
        for (long n = 0; one_run(vm, &kinds[i], "view", MEMORY, n, ENOMEM, true);
             n += 1 + n / 2)
            continue;
    assert_int_equal(minipy_free(vm), 0);
}

static void threads(void **state)
{
    (void)state;
    MinipyVM *vm = vm_with_program();
    int refused = 0;
    for (int i = 0; i < KINDS; i++) {
        *said = 0;
        refuse(CREATE);
        int id = minipy_trace_file(vm, kinds[i].spec, "view", note, NULL);
        if (allow(CREATE) == 0) {
            assert_true(id > 0);
            assert_int_equal(minipy_observe_end(vm, id), 0);
            continue;
        }
        assert_true(id < 0);
        if (!strstr(said, "no thread"))
            fail_msg("%s: %s", kinds[i].spec, said);
        refused++;
    }
    assert_true(refused >= 6);
    assert_int_equal(minipy_free(vm), 0);
}

/* What could not be emptied, or written now and then, is replaced as a whole. */
static bool is_put_anew(const Kind *kind, int call)
{
    return strncmp(kind->spec, "metrics", 7) == 0 &&
           (call == TRUNCATE || strstr(kind->spec, "every"));
}

/* The file cannot be made, written, closed, put in its place. */
static void files(void **state)
{
    (void)state;
    static const struct {
        int call, error;
        bool once;
    } ways[] = {{OPEN, EMFILE, true},   {WRITE, EINTR, true}, {WRITE, SHORT, true},
                {WRITE, ENOSPC, false}, {CLOSE, EIO, true},   {RENAME, EACCES, true},
                {TRUNCATE, EIO, true}};
    MinipyVM *vm = vm_with_program();
    for (int i = 0; i < KINDS; i++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            for (long n = 0; one_run(vm, &kinds[i], "view", ways[w].call, n,
                                     ways[w].error, ways[w].once) &&
                             n < 3;
                 n++)
                if (ways[w].error != EINTR && ways[w].error != SHORT && !*said &&
                    !is_put_anew(&kinds[i], ways[w].call))
                    fail_msg("%s: nothing is said of %s", kinds[i].spec,
                             strerror(ways[w].error));
    assert_int_equal(minipy_free(vm), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory),
        cmocka_unit_test(threads),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
