/* A vm's memory, large ints included: counted, limited, and apart from that of a host
 * which uses GMP itself. */
#include <gmp.h>

#include "embed.h"
#include "callbacks.h"

static size_t host_blocks, host_calls;

static void *host_alloc(size_t size)
{
    host_blocks++;
    host_calls++;
    return malloc(size);
}

static void *host_realloc(void *p, size_t old, size_t size)
{
    (void)old;
    host_calls++;
    return realloc(p, size);
}

static void host_free(void *p, size_t size)
{
    (void)size;
    host_blocks--;
    free(p);
}

static MinipyVM *limited(size_t limit)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.memory_limit = limit;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

static void large_ints_meet_the_limit(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "3 ** (10 ** 9)",
        "(1 << 10 ** 8) * (1 << 10 ** 8) * (1 << 10 ** 8)",
        "1 << 10 ** 10",
        "int('7' * (10 ** 7))",
        "hex(1 << 6 * 10 ** 7)",
        "str(1 << 10 ** 8)",
        "math.factorial(10 ** 8)",
        "math.comb(10 ** 9, 10 ** 8)",
        "math.perm(10 ** 9, 10 ** 8)",
        "divmod((1 << 10 ** 8) + 1, (1 << 6 * 10 ** 7) + 1)",
        "pow(3, 1 << 10 ** 8, (1 << 5 * 10 ** 7) + 1)",
        "math.isqrt(1 << 15 * 10 ** 7)",
        "math.lcm((1 << 10 ** 8) + 1, (1 << 10 ** 8) - 1)",
        "(1 << 10 ** 8) & ((1 << 10 ** 8) - 1)",
        "round(1 << 10 ** 8, -10 ** 6)",
        "int.from_bytes(bytes(20 * 10 ** 6) + b'1', 'big')",
    };
    MinipyVM *vm = limited(30000000);
    run_ok(vm, "import math, sys\nsys.set_int_max_str_digits(0)\n");
    size_t before = minipy_memory_used(vm);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        run_raises(vm, sources[i], "MemoryError");
        assert_int_equal(minipy_limits_reset(vm), 0);
        assert_true(minipy_memory_used(vm) < before + 1000000); /* given back */
    }
    run_ok(vm, "assert pow(3, 10 ** 30, 10 ** 9 + 7) == 965115194\n");
    assert_int_equal(minipy_free(vm), 0);
}

static void large_ints_are_counted(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    size_t before = minipy_memory_used(vm);
    run_ok(vm, "x = 3 ** 10000000\n"); /* about 2 MB */
    assert_true(minipy_memory_used(vm) > before + 1900000);
    run_ok(vm, "del x\n");
    assert_true(minipy_memory_used(vm) < before + 500000);
    assert_int_equal(minipy_free(vm), 0);
}

static void host_keeps_its_own_gmp_memory(void **state)
{
    (void)state;
    mp_set_memory_functions(host_alloc, host_realloc, host_free);
    mpz_t before, after;
    mpz_init_set_ui(before, 3);
    MinipyVM *vm = limited(30000000);
    size_t calls = host_calls;
    run_ok(vm, "a = 7 ** 5000 * 11 ** 4000\nassert str(3 ** 3000)[:3] == '231'\n");
    run_raises(vm, "3 ** (10 ** 9)", "MemoryError");
    assert_int_equal(minipy_limits_reset(vm), 0);
    mpz_pow_ui(before, before, 100000); /* grows a number made before minipy came */
    mpz_init_set(after, before);
    assert_true(host_calls >= calls + 2);
    run_ok(vm, "b = a * a\n");
    assert_int_equal(minipy_free(vm), 0);
    mpz_sub_ui(after, after, 1);
    assert_int_equal(mpz_cmp(before, after), 1);
    mpz_clear(before);
    mpz_clear(after);
    assert_int_equal(host_blocks, 0);
}

/* A callback that runs code which handles an exception of its own. */
static void clears_errors(void *user, const char *file, const char *function, int line,
                          void *frame)
{
    MinipyVM *vm = user;
    (void)file, (void)function, (void)line, (void)frame;
    minipy_run_string(vm, "try: 1 / 0\nexcept ZeroDivisionError: pass\n", "<probe>");
    minipy_eval(vm, "no_such_name");
    minipy_error_clear(vm);
}

static void a_consumer_keeps_the_exception_in_flight(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    Callbacks probe = {.user = vm,
                       .function_return = clears_errors,
                       .function_entry = clears_errors,
                       .line = clears_errors};
    assert_true(observe_callbacks(vm, &probe) > 0);
    run_ok(vm, "def inner(): raise KeyError('mine')\n"
               "def outer():\n"
               "    try: inner()\n"
               "    finally: len('x')\n"
               "try: outer()\n"
               "except KeyError as e: got = repr(e)\n"
               "assert got == \"KeyError('mine')\", got\n");
    run_raises(vm, "outer()", "KeyError");
    assert_int_equal(minipy_free(vm), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_ints_meet_the_limit),
        cmocka_unit_test(large_ints_are_counted),
        cmocka_unit_test(host_keeps_its_own_gmp_memory),
        cmocka_unit_test(a_consumer_keeps_the_exception_in_flight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
