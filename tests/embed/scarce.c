/* scarce.c - the host's allocator: every block is its own and is given back, and a vm
 * that cannot be born leaves nothing. (That each function survives each request that
 * fails is hostile.c's.) And a vm's memory does not grow with what has come and gone.
 */
#include "embed.h"

typedef struct Store {
    size_t blocks, bytes;
    long requests, fails_at; /* the request that fails; 0: none does */
    bool failed;
} Store;

static void *store(void *user, void *block, size_t old, size_t size)
{
    Store *s = user;
    if (size == 0) {
        s->blocks--;
        s->bytes -= old;
        free(block);
        return NULL;
    }
    if (++s->requests == s->fails_at) {
        s->failed = true;
        return NULL;
    }
    void *fresh = realloc(block, size);
    assert_non_null(fresh);
    s->blocks += block == NULL;
    s->bytes += size - old;
    return fresh;
}

static MinipyVM *vm_of(Store *s)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.allocate = store;
    config.user_data = s;
    config.no_site = true;
    return minipy_new(&config);
}

static void every_block_is_the_hosts(void **state)
{
    (void)state;
    Store s = {0};
    MinipyVM *vm = vm_of(&s);
    assert_non_null(vm);
    size_t before = s.bytes;
    run_ok(vm, "import json\n"
               "kept = [json.loads('{\"a\": [1, 2.5, null]}') for i in range(1000)]\n"
               "big = 3 ** 100000\n"
               "text = 'x' * 1000000\n");
    assert_true(s.bytes > before + 1000000);
    run_ok(vm, "del kept, text, big\n");
    assert_int_equal(minipy_free(vm), 0);
    assert_int_equal(s.blocks, 0);
    assert_int_equal(s.bytes, 0);
}

static void a_vm_is_not_born(void **state)
{
    (void)state;
    Store s = {0};
    MinipyVM *vm = vm_of(&s);
    long all = s.requests;
    assert_int_equal(minipy_free(vm), 0);
    int born = 0;
    for (long n = 1; n <= all; n += 1 + n / 50) {
        s = (Store){.fails_at = n};
        vm = vm_of(&s);
        born += vm != NULL;
        minipy_free(vm);
        assert_int_equal(s.blocks, 0);
    }
    assert_true(born < 20);
}

/* ---- what comes and goes --------------------------------------------------------- */

static MinipyValue nothing(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)vm, (void)user, (void)args, (void)n;
    return minipy_none();
}

static const MinipyMethod row = {"f", nothing, "(a, b=1)", "Doc.", .user = NULL};
static const MinipyMethod methods[] = {{"f", nothing, "(self, a=1)", .user = NULL},
                                       {0}};
static const MinipyMember members[] = {{"v", MINIPY_VALUE, 0, .doc = "V."}, {0}};
static const MinipyType type = {
    .name = "m.T", .size = 24, .values = 1, .methods = methods, .members = members};

static void use_and_release(MinipyVM *vm)
{
    MinipyValue made[] = {
        minipy_function_new(vm, &row),
        minipy_type(vm, &type, MINIPY_NULL),
        minipy_exception_class(vm, "m.E", NULL, MINIPY_NULL),
        minipy_run_in(vm, "class C: x = [1]\nc = C()\nc.c = c\n", NULL, MINIPY_EXEC,
                      MINIPY_NULL, MINIPY_NULL),
        minipy_compile(vm, "def f(): yield 1\n", "f.py", MINIPY_EXEC),
        minipy_int_parse(vm, "123456789012345678901234567890", 10),
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if (made[i] == MINIPY_NULL)
            fail_msg("%zu: %s", i, minipy_error_text(vm));
        minipy_release(vm, made[i]);
    }
    minipy_raise(vm, "ValueError", "x");
    minipy_release(vm, minipy_error_take(vm));
}

static void what_goes_leaves_nothing(void **state)
{
    (void)state;
    Store s = {0};
    MinipyVM *vm = vm_of(&s);
    size_t before = 0;
    for (int i = 0; i < 4000; i++) {
        use_and_release(vm);
        if (i % 1000 == 0) {
            run_ok(vm, "import gc; gc.collect()\n");
            if (i == 2000) /* pools have what they need by then, in each build */
                before = s.bytes;
        }
    }
    run_ok(vm, "import gc; gc.collect()\n");
    assert_in_range(s.bytes, 0, before + 4096);
    assert_int_equal(minipy_free(vm), 0);
    assert_int_equal(s.blocks, 0);
}

/* Pages of this process in memory. */
static long resident(void)
{
    long size, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &size, &pages), 2);
    fclose(f);
    return pages;
}

/* CYCLES in the environment: as many. (100,000: 10944 kB after 100 of them and at the
 * end, in 17 seconds.) */
static void vms_come_and_go(void **state)
{
    (void)state;
    const char *given = getenv("CYCLES");
    int cycles = given ? atoi(given) : 2000;
    long before = 0;
    for (int i = 0; i < cycles; i++) {
        MinipyVM *vm = vm_start();
        use_and_release(vm);
        assert_int_equal(minipy_free(vm), 0);
        if (i == 100)
            before = resident();
    }
#ifdef SANITIZED
    (void)before; /* what was freed stays with it for a while */
#else
    long after = resident();
    print_message("%d vms: %ld kB resident after 100, %ld kB at the end\n", cycles,
                  before * 4, after * 4);
    assert_in_range(after, 0, before + 256);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_is_the_hosts),
        cmocka_unit_test(a_vm_is_not_born),
        cmocka_unit_test(what_goes_leaves_nothing),
        cmocka_unit_test(vms_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
