/* vms.c - the life of a vm: several in one process, configuration, running text and
 * files, errors, limits, interruption, and that nothing is left behind.
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "embed.h"

static void two_vms_do_not_meet(void **state)
{
    (void)state;
    MinipyVM *a = vm_start(), *b = vm_start();
    run_ok(a, "x = 1\nimport sys\nsys.secret = 'a'\nint_type = int\n");
    run_ok(b, "x = 2\nimport sys\nassert not hasattr(sys, 'secret')\n");
    assert_int_equal(eval_int(a, "x"), 1);
    assert_int_equal(eval_int(b, "x"), 2);
    assert_int_equal(minipy_run_string(a, "1 / 0", "<a>"), -1);
    assert_false(minipy_error_occurred(b));
    assert_int_equal(eval_int(b, "x + 1"), 3);
    minipy_error_clear(a);
    minipy_free(a);
    assert_int_equal(eval_int(b, "x"), 2);
    minipy_free(b);
}

/* ---- two vms in turn in one thread ----------------------------------------------- */

typedef struct Side {
    MinipyVM *vm;
    MinipyValue f;
    const struct Side *other;
} Side;

/* For the program of one vm: f(n) of the other, and what it raises. */
static MinipyValue call_other(MinipyVM *vm, void *user, const MinipyValue *args,
                              size_t n)
{
    const Side *other = ((const Side *)user)->other;
    int64_t i = 0;
    if (n != 1 || minipy_as_int(vm, args[0], &i) < 0)
        return MINIPY_NULL;
    MinipyValue arg = minipy_int(other->vm, i);
    MinipyValue r = minipy_call(other->vm, other->f, &arg, 1);
    minipy_release(other->vm, arg);
    assert_false(minipy_error_occurred(vm));
    if (r == MINIPY_NULL) {
        bool meant = minipy_error_matches(other->vm, "LookupError");
        minipy_error_clear(other->vm);
        return minipy_raise(vm, meant ? "LookupError" : "RuntimeError", "over there");
    }
    assert_int_equal(minipy_as_int(other->vm, r, &i), 0);
    minipy_release(other->vm, r);
    return minipy_int(vm, i);
}

static void side_start(Side *side, const Side *other)
{
    *side = (Side){.vm = vm_start(), .other = other};
    MinipyValue m = minipy_main_module(side->vm);
    MinipyValue call = minipy_function(side->vm, "other", call_other, side);
    assert_int_equal(minipy_setattr(side->vm, m, "other", call), 0);
    run_ok(side->vm, "import gc\nlog = []\n"
                     "def f(n):\n"
                     "    if n == -1: raise LookupError(n)\n"
                     "    if n == -2:\n        while True: pass\n"
                     "    log.append(n)\n"
                     "    if n % 10 == 0: gc.collect()\n"
                     "    return 0 if n == 0 else other(n - 1) + 1\n"
                     "steps = (i * i for i in range(10))\n");
    side->f = minipy_getattr(side->vm, m, "f");
    minipy_release(side->vm, call);
    minipy_release(side->vm, m);
}

static void two_vms_in_turn(void **state)
{
    (void)state;
    Side a = {0}, b = {0};
    side_start(&a, &b);
    side_start(&b, &a);
    /* Each in the midst of the other. */
    assert_int_equal(eval_int(a.vm, "f(100)"), 100);
    assert_int_equal(eval_int(a.vm, "len(log)"), 51);
    assert_int_equal(eval_int(b.vm, "len(log)"), 50);
    run_raises(b.vm, "other(-1)", "LookupError");
    run_ok(a.vm, "try: other(-1)\nexcept LookupError as e: text = str(e)\n"
                 "assert text == 'over there'\n");
    /* A step of the one, a step of the other. */
    for (int i = 0; i < 10; i++) {
        assert_int_equal(eval_int(a.vm, "next(steps)"), i * i);
        assert_int_equal(eval_int(b.vm, "next(steps)"), i * i);
    }
    /* What stops the inner one stops it alone; one is freed and the other goes on. */
    assert_int_equal(minipy_limits_set(b.vm, 0, 10000, 0), 0);
    run_raises(a.vm, "other(-2)", "RuntimeError");
    assert_int_equal(minipy_stopped(b.vm), MINIPY_STOPPED_BY_INSTRUCTIONS);
    assert_int_equal(minipy_stopped(a.vm), MINIPY_NOT_STOPPED);
    minipy_release(b.vm, b.f);
    assert_int_equal(minipy_free(b.vm), 0);
    assert_int_equal(eval_int(a.vm, "len(log)"), 51);
    minipy_release(a.vm, a.f);
    assert_int_equal(minipy_free(a.vm), 0);
}

static void many_vms_one_after_the_other(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        MinipyVM *vm = vm_start();
        run_ok(vm, "class A:\n    def f(self): return [self]\na = A()\na.me = "
                   "a\nimport types\n");
        assert_int_equal(minipy_free(vm), 0);
    }
}

static void *run_in_thread(void *arg)
{
    MinipyVM *vm = minipy_new(NULL);
    int64_t out = 0;
    if (vm && minipy_run_string(
                  vm, "def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)\n",
                  "<t>") == 0) {
        MinipyValue v = minipy_eval(vm, "fib(20)");
        minipy_as_int(vm, v, &out);
        minipy_release(vm, v);
    }
    minipy_free(vm);
    *(int64_t *)arg = out;
    return NULL;
}

static void a_vm_in_each_thread(void **state)
{
    (void)state;
    pthread_t threads[4];
    int64_t results[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_in_thread, &results[i]),
                         0);
    for (int i = 0; i < 4; i++) /* they write into this frame: all of them first */
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(results[i], 6765);
}

static void configuration(void **state)
{
    (void)state;
    const char *argv[] = {"prog", "one", "zw\xc3\xb6lf"},
               *xoptions[] = {"mode=fast", "flag", NULL};
    int marker = 0;
    MinipyConfig c;
    minipy_config_init(&c);
    c.argc = 3;
    c.argv = argv;
    c.executable = "/bin/embedder";
    c.optimize = 1;
    c.xoptions = xoptions;
    c.user_data = &marker;
    c.isolated = true;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    assert_ptr_equal(minipy_user_data(vm), &marker);
    run_ok(
        vm,
        "import sys\n"
        "if sys.argv != ['prog', 'one', 'zw\xc3\xb6lf']: raise ValueError(sys.argv)\n"
        "if sys.executable != '/bin/embedder': raise ValueError(sys.executable)\n"
        "if sys._xoptions != {'mode': 'fast', 'flag': True}: raise "
        "ValueError(sys._xoptions)\n"
        "if __debug__ or sys.flags.optimize != 1 or not sys.flags.isolated: raise "
        "ValueError(sys.flags)\n"
        "assert False\n");

    minipy_free(vm);
}

/* ---- the size of a configuration: other versions of the header ------------------- */

/* A host whose MinipyConfig is `size` bytes long, with the byte `rest` behind ours. */
static MinipyVM *new_sized(size_t size, size_t claimed, unsigned char rest)
{
    static union {
        MinipyConfig config;
        unsigned char bytes[8192];
    } room;
    memset(&room, rest, sizeof room);
    minipy_config_init_sized(&room.config, size < sizeof room ? size : sizeof room);
    room.config.struct_size = claimed;
    return minipy_new(&room.config);
}

static void a_config_of_no_known_size_is_refused(void **state)
{
    (void)state;
    size_t n = sizeof(MinipyConfig);
    size_t sizes[] = {0,     1,     7,           8,        n - 1,           n + 1,
                      n + 4, n - 4, n + 1000001, SIZE_MAX, SIZE_MAX / 2 + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        MinipyConfig c;
        minipy_config_init(&c);
        assert_null(minipy_config_error(&c));
        c.struct_size = sizes[i];
        assert_non_null(minipy_config_error(&c));
        assert_non_null(strstr(minipy_config_error(&c), "struct_size"));
        assert_null(minipy_new(&c));
    }
}

static bool limits_instructions(MinipyVM *vm)
{
    int r = minipy_run_string(vm, "for i in range(100000): pass\n", "<t>");
    bool limited = r != 0 && minipy_error_matches(vm, "RuntimeError");
    minipy_error_clear(vm);
    return limited;
}

/* The fields that a shorter configuration has are honoured; what it lacks, and what
 * lies behind it, is not looked at. */
static void an_older_config_keeps_its_limits(void **state)
{
    (void)state;
    size_t border = offsetof(MinipyConfig, instruction_limit) + sizeof(uint64_t);
    for (size_t size = 16; size <= sizeof(MinipyConfig); size += 8) {
        union {
            MinipyConfig config;
            unsigned char bytes[sizeof(MinipyConfig)];
        } older;
        memset(&older, 0xee, sizeof older);
        minipy_config_init_sized(&older.config, size);
        for (size_t i = size; i < sizeof older; i++)
            assert_int_equal(older.bytes[i], 0xee); /* not the host's to overwrite */
        if (size >= border)
            older.config.instruction_limit = 5000;
        assert_null(minipy_config_error(&older.config));
        MinipyVM *vm = minipy_new(&older.config);
        assert_non_null(vm);
        assert_int_equal(limits_instructions(vm), size >= border);
        assert_int_equal(minipy_free(vm), 0);
    }
}

static void a_newer_config_may_not_ask_for_the_unknown(void **state)
{
    (void)state;
    size_t n = sizeof(MinipyConfig);
    MinipyVM *vm = new_sized(n + 8, n + 8, 0);
    assert_non_null(vm);
    minipy_free(vm);
    vm = new_sized(n, n + 8, 1); /* a field behind ours is not zero */
    assert_null(vm);
}

static void fields_out_of_range_are_refused(void **state)
{
    (void)state;
    const char *argv[] = {"a", NULL};
    MinipyConfig good, c;
    minipy_config_init(&good);
#define REFUSED(field, value)                                                          \
    c = good;                                                                          \
    c.argv = argv;                                                                     \
    c.field = value;                                                                   \
    assert_non_null(strstr(minipy_config_error(&c), #field));                          \
    assert_null(minipy_new(&c))
    REFUSED(argc, -1);
    REFUSED(optimize, -1);
    REFUSED(int_max_str_digits, 639);
    REFUSED(int_max_str_digits, -2);
    REFUSED(recursion_limit, -1);
#undef REFUSED
    c = good;
    c.argc = 2, c.argv = argv;
    assert_non_null(strstr(minipy_config_error(&c), "argv"));
    c.argc = 1, c.time_limit_ms = UINT64_MAX; /* as good as none */
    MinipyVM *vm = minipy_new(&c);
    run_ok(vm, "for i in range(1000): pass\n");
    minipy_free(vm);
}

static void config_texts_may_be_any_bytes(void **state)
{
    (void)state;
    const char *odd = "\xff\x80=\xfe", *list[] = {odd, NULL};
    MinipyConfig c;
    minipy_config_init(&c);
    c.argc = 1, c.argv = list, c.xoptions = list, c.warnoptions = list;
    c.executable = c.path = c.pycache_prefix = odd;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    run_ok(vm, "import sys\nodd = '\\udcff\\udc80=\\udcfe'\n"
               "assert sys.argv == [odd] and sys.executable == sys.path[0] == odd\n"
               "assert sys._xoptions == {'\\udcff\\udc80': '\\udcfe'}\n");
    minipy_free(vm);
}

static void the_vm_ends_when_nothing_runs_in_it(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_raise(vm, "ValueError", "x"), MINIPY_NULL);
    assert_int_equal(minipy_free(vm), 0);
    assert_string_equal(minipy_error_text(NULL), "minipy: there is no vm\n");
}

static void defaults(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "import sys\nassert sys.argv == [''], sys.argv\nassert sys.executable "
               "== ''\nassert __name__ == '__main__'\n");
    assert_non_null(strstr(minipy_version(), "3.11"));
    assert_non_null(strstr(minipy_version(), MINIPY_VERSION));
    assert_true(minipy_memory_used(vm) > 10000);
    assert_int_equal(minipy_free(NULL), 0);
    minipy_config_init(NULL);
    minipy_free(vm);
}

static void a_hash_seed_gives_the_same_hashes(void **state)
{
    (void)state;
    int64_t h[2];
    MinipyConfig c;
    minipy_config_init(&c);
    c.hash_seed_given = true;
    c.hash_seed = 99;
    for (int i = 0; i < 2; i++) {
        MinipyVM *vm = minipy_new(&c);
        h[i] = eval_int(vm, "hash('the same text')");
        minipy_free(vm);
    }
    assert_true(h[0] == h[1]);
}

static void search_path(void **state)
{
    (void)state;
    char dir[] = "/tmp/minipy-embed-XXXXXX", path[200];
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/from_the_host.py", dir);
    FILE *f = fopen(path, "w");
    fputs("value = 42\n", f);
    fclose(f);
    MinipyConfig c;
    minipy_config_init(&c);
    c.path = dir;
    MinipyVM *vm = minipy_new(&c);
    MinipyValue m = minipy_import(vm, "from_the_host");
    assert_true(m != MINIPY_NULL);
    expect_repr(vm, minipy_getattr(vm, m, "value"), "42");
    minipy_release(vm, m);
    assert_true(minipy_import(vm, "no_such_module") == MINIPY_NULL);
    expect_error(vm, "ModuleNotFoundError");
    assert_int_equal(minipy_run_file(vm, path), 0);
    assert_int_equal(eval_int(vm, "value"), 42);
    assert_int_equal(minipy_run_file(vm, "/no/such/file.py"), -1);
    minipy_error_clear(vm);
    minipy_free(vm);
    unlink(path);
    rmdir(dir);
}

/* A host has the folders of packages, and sitecustomize, only if it asks. */
static void site_is_asked_for(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "import sys\nbefore = list(sys.path)\n"
               "assert not hasattr(sys, '_home') and not any('packages' in p for p in "
               "before)\n");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(minipy_run_site(vm), 0);
        run_ok(vm, "assert sys.path[:len(before)] == before and sys._home is None\n"
                   "assert len(set(sys.path)) == len(sys.path)\n");
    }
    run_ok(
        vm,
        "after = list(sys.path)\nimport site\n"
        "assert site.PREFIXES == ['/usr', '/usr'] and sys.path == after, sys.path\n");
    minipy_free(vm);
    vm = vm_start();
    run_ok(vm, "import sys\nsys.path = None\n");
    assert_int_equal(minipy_run_site(vm), -1);
    assert_true(minipy_error_matches(vm, "RuntimeError"));
    minipy_error_clear(vm);
    minipy_free(vm);
}

static void state_stays_between_runs(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "items = []\ndef add(x): items.append(x)\n");
    run_ok(vm, "add(1)\nadd(2)\n");
    expect_repr(vm, minipy_eval(vm, "items"), "[1, 2]");
    minipy_free(vm);
}

/* ---- errors ---------------------------------------------------------------------- */

static void error_text(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_string_equal(minipy_error_text(vm), "");
    assert_int_equal(
        minipy_run_string(vm, "def f():\n    return missing\n\nf()\n", "<host>"), -1);
    assert_true(minipy_error_matches(vm, "NameError"));
    assert_true(minipy_error_matches(vm, "Exception"));
    assert_false(minipy_error_matches(vm, "ValueError"));
    assert_false(minipy_error_matches(vm, "NoSuchClass"));
    const char *text = minipy_error_text(vm);
    assert_string_equal(text, "Traceback (most recent call last):\n"
                              "  File \"<host>\", line 4, in <module>\n"
                              "  File \"<host>\", line 2, in f\n"
                              "NameError: name 'missing' is not defined\n");
    assert_true(minipy_error_occurred(vm));
    minipy_error_clear(vm);
    assert_false(minipy_error_occurred(vm));
    run_ok(vm, "assert 1");
    minipy_free(vm);
}

static void syntax_errors(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_run_string(vm, "x = = 1\n", "<host>"), -1);
    assert_non_null(strstr(minipy_error_text(vm), "SyntaxError: invalid syntax"));
    expect_error(vm, "SyntaxError");
    assert_true(minipy_eval(vm, "x = 1") == MINIPY_NULL);
    expect_error(vm, "SyntaxError");
    assert_true(minipy_eval(vm, "") == MINIPY_NULL);
    expect_error(vm, "SyntaxError");
    minipy_free(vm);
}

static void raising_from_the_host(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_true(minipy_raise(vm, "ValueError", "bad thing") == MINIPY_NULL);
    assert_string_equal(minipy_error_text(vm), "ValueError: bad thing\n");
    expect_error(vm, "ValueError");
    minipy_raise(vm, "KeyError", NULL);
    expect_error(vm, "KeyError");
    minipy_raise(vm, "NotAnException", "x");
    expect_error(vm, "SystemError");
    minipy_free(vm);
}

static void exit_status(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    bool interrupted = true;
    assert_int_equal(minipy_error_exit_status(vm, &interrupted), 0);
    assert_false(interrupted);
    assert_int_equal(minipy_run_string(vm, "raise SystemExit(7)", "<t>"), -1);
    assert_true(minipy_error_matches(vm, "SystemExit"));
    assert_int_equal(minipy_error_exit_status(vm, NULL), 7);
    assert_false(minipy_error_occurred(vm));
    run_ok(vm, "import sys\nseen = []\nsys.excepthook = lambda *a: "
               "seen.append(a[0].__name__)\n");
    assert_int_equal(minipy_run_string(vm, "1 / 0", "<t>"), -1);
    assert_int_equal(minipy_error_exit_status(vm, &interrupted), 1);
    assert_int_equal(minipy_run_string(vm, "raise KeyboardInterrupt", "<t>"), -1);
    assert_int_equal(minipy_error_exit_status(vm, &interrupted), 130);
    assert_true(interrupted);
    expect_repr(vm, minipy_eval(vm, "seen"),
                "['ZeroDivisionError', 'KeyboardInterrupt']");
    minipy_free(vm);
}

/* ---- limits ---------------------------------------------------------------------- */

static MinipyVM *limited(size_t memory, uint64_t instructions, uint64_t ms,
                         int recursion)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.memory_limit = memory;
    c.instruction_limit = instructions;
    c.time_limit_ms = ms;
    c.recursion_limit = recursion;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

static void memory_limit(void **state)
{
    (void)state;
    MinipyVM *vm = limited(30000000, 0, 0, 0);
    run_raises(
        vm, "def fill():\n    x = []\n    while True: x.append('a' * 10000)\nfill()\n",
        "MemoryError");
    assert_int_equal(minipy_limits_reset(vm), 0);
    run_raises(vm, "y = bytearray(10**9)\n", "MemoryError");
    assert_int_equal(minipy_limits_reset(vm), 0);
    run_raises(vm, "z = [0] * 10**9\n", "MemoryError");
    assert_int_equal(minipy_limits_reset(vm), 0);
    run_ok(vm, "x = [i for i in range(1000)]\nassert sum(x) == 499500\n");
    assert_true(minipy_memory_used(vm) <= 30000000);
    minipy_free(vm);
}

static void instruction_limit(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 200000, 0, 0);
    run_ok(vm, "for i in range(1000): pass\n");
    run_raises(vm, "while True: pass\n", "RuntimeError");
    minipy_free(vm);
}

static void time_limit(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 100, 0);
    run_raises(vm, "while True: pass\n", "TimeoutError");
    minipy_free(vm);
}

static void recursion_limit(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 0, 60);
    run_raises(vm, "def f(n): return f(n + 1)\nf(0)\n", "RecursionError");
    run_ok(vm, "def g(n): return n and g(n - 1)\nassert g(30) == 0\nimport sys\nassert "
               "sys.getrecursionlimit() == 60\n");
    minipy_free(vm);
}

static void interrupt_from_another_thread(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    Interrupter interrupter;
    interrupter_start(&interrupter, vm);
    run_raises(vm, "while True: pass\n", "KeyboardInterrupt");
    interrupter_end(&interrupter);
    run_ok(vm, "for i in range(1000): pass\n");
    minipy_free(vm);
}

static void output_goes_through_sys_stdout(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "import sys, io\nsys.stdout = io.StringIO()\nprint('caught', 1)\ntext = "
               "sys.stdout.getvalue()\nsys.stdout = sys.__stdout__\n");
    expect_repr(vm, minipy_eval(vm, "text"), "'caught 1\\n'");
    minipy_free(vm);
}

static void finalizers_run_at_the_end(void **state)
{
    (void)state;
    char name[] = "/tmp/minipy-embed-XXXXXX", source[300], text[32] = "";
    close(mkstemp(name));
    MinipyVM *vm = vm_start();
    snprintf(source, sizeof source,
             "import atexit\natexit.register(lambda: open('%s', 'w').write('done'))\n",
             name);
    run_ok(vm, source);
    assert_int_equal(minipy_free(vm), 0);
    FILE *f = fopen(name, "r");
    assert_non_null(fgets(text, sizeof text, f));
    fclose(f);
    unlink(name);
    assert_string_equal(text, "done");
}

static void sink(void *user, const char *text, size_t size)
{
    char *to = user;
    size_t at = strlen(to);
    if (at + size < 4000) {
        memcpy(to + at, text, size);
        to[at + size] = 0;
    }
}

static void dumps_go_to_the_sink(void **state)
{
    (void)state;
    char name[] = "/tmp/minipy-embed-XXXXXX", text[4001] = "";
    int fd = mkstemp(name);
    assert_int_equal(write(fd, "x = 1\n", 6), 6);
    close(fd);
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_dump_ast(vm, name, false, sink, text), 0);
    assert_non_null(strstr(text, "Assign("));
    text[0] = 0;
    assert_int_equal(minipy_disassemble(vm, name, sink, text), 0);
    assert_non_null(strstr(text, "STORE_NAME"));
    assert_int_equal(minipy_dump_ast(vm, "/no/such/file", false, sink, text), -1);
    minipy_error_clear(vm);
    minipy_free(vm);
    unlink(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_vms_do_not_meet),
        cmocka_unit_test(two_vms_in_turn),
        cmocka_unit_test(many_vms_one_after_the_other),
        cmocka_unit_test(a_vm_in_each_thread),
        cmocka_unit_test(configuration),
        cmocka_unit_test(a_config_of_no_known_size_is_refused),
        cmocka_unit_test(an_older_config_keeps_its_limits),
        cmocka_unit_test(a_newer_config_may_not_ask_for_the_unknown),
        cmocka_unit_test(fields_out_of_range_are_refused),
        cmocka_unit_test(config_texts_may_be_any_bytes),
        cmocka_unit_test(the_vm_ends_when_nothing_runs_in_it),
        cmocka_unit_test(defaults),
        cmocka_unit_test(a_hash_seed_gives_the_same_hashes),
        cmocka_unit_test(search_path),
        cmocka_unit_test(site_is_asked_for),
        cmocka_unit_test(state_stays_between_runs),
        cmocka_unit_test(error_text),
        cmocka_unit_test(syntax_errors),
        cmocka_unit_test(raising_from_the_host),
        cmocka_unit_test(exit_status),
        cmocka_unit_test(memory_limit),
        cmocka_unit_test(instruction_limit),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(recursion_limit),
        cmocka_unit_test(interrupt_from_another_thread),
        cmocka_unit_test(output_goes_through_sys_stdout),
        cmocka_unit_test(finalizers_run_at_the_end),
        cmocka_unit_test(dumps_go_to_the_sink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
