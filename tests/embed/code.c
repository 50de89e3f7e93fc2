/* code.c - namespaces, code handles, saved code, generators and coroutines driven from
 * C, weak handles.
 */
#include "one_vm.h"

static void namespaces(void **state)
{
    (void)state;
    MinipyValue one = minipy_dict(vm), two = minipy_dict(vm), r;
    r = minipy_run_in(vm, "x = 1\ndef f(): return x", "one.py", MINIPY_EXEC, one,
                      MINIPY_NULL);
    assert_true(minipy_is_none(r));
    r = minipy_run_in(vm, "x = 2", NULL, MINIPY_EXEC, two, MINIPY_NULL);
    assert_true(minipy_is_none(r));
    expect_repr(vm, minipy_run_in(vm, "f() + x", NULL, MINIPY_EVAL, one, MINIPY_NULL),
                "2");
    expect_repr(vm, minipy_run_in(vm, " x", NULL, MINIPY_EVAL, one, two), "2");
    assert_true(minipy_run_in(vm, "f", NULL, MINIPY_EVAL, two, MINIPY_NULL) ==
                MINIPY_NULL);
    expect_error(vm, "NameError");
    expect_repr(vm, minipy_getitem_str(vm, two, "x"), "2");
    run_raises(vm, "x", "NameError"); /* __main__ has seen nothing */
    r = minipy_run_in(vm, "y = 5", NULL, MINIPY_EXEC, MINIPY_NULL, MINIPY_NULL);
    assert_true(minipy_is_none(r));
    assert_int_equal(eval_int(vm, "y"), 5);
    assert_true(minipy_run_in(vm, "1", NULL, MINIPY_EVAL, minipy_none(), MINIPY_NULL) ==
                MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_run_in(vm, "1", NULL, MINIPY_EVAL, one, minipy_none()) ==
                MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_run_in(vm, "1 +", "one.py", MINIPY_EVAL, one, MINIPY_NULL) ==
                MINIPY_NULL);
    expect_error(vm, "SyntaxError");
    minipy_release(vm, one);
    minipy_release(vm, two);
}

static const char program[] = "def square(n):\n"
                              "    return n * n\n"
                              "total += sum(square(i) for i in range(n))\n";

static MinipyValue compiled(void)
{
    MinipyValue code = minipy_compile(vm, program, "program.py", MINIPY_EXEC);
    if (code == MINIPY_NULL)
        fail_msg("%s", minipy_error_text(vm));
    return code;
}

static void compiled_once_run_often(void **state)
{
    (void)state;
    MinipyValue code = compiled(), dict = minipy_dict(vm), n = minipy_int(vm, 4);
    minipy_setitem_str(vm, dict, "total", minipy_int(vm, 0));
    minipy_setitem_str(vm, dict, "n", n);
    for (int i = 0; i < 10; i++)
        assert_true(minipy_is_none(minipy_run_code(vm, code, dict, MINIPY_NULL)));
    expect_repr(vm, minipy_getitem_str(vm, dict, "total"), "140");
    assert_true(minipy_run_code(vm, dict, dict, MINIPY_NULL) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    MinipyValue bound = eval_ok(vm, "(lambda a: lambda: a)(1).__code__");
    assert_true(minipy_run_code(vm, bound, dict, MINIPY_NULL) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    minipy_release(vm, bound);
    minipy_release(vm, dict);
    minipy_release(vm, code);
}

static void saved_and_loaded(void **state)
{
    (void)state;
    size_t size;
    MinipyValue code = compiled(), bytes = minipy_code_save(vm, code);
    assert_true(bytes != MINIPY_NULL);
    minipy_release(vm, code);
    const char *data = minipy_as_bytes(vm, bytes, &size);
    MinipyVM *other = vm_start(); /* another program, later */
    code = minipy_code_load(other, data, size);
    assert_true(code != MINIPY_NULL);
    run_ok(other, "total = 0; n = 4\n");
    assert_true(minipy_is_none(minipy_run_code(other, code, MINIPY_NULL, MINIPY_NULL)));
    assert_int_equal(eval_int(other, "total"), 14);
    minipy_release(other, code);
    assert_int_equal(minipy_free(other), 0);
    minipy_release(vm, bytes);
    assert_true(minipy_code_save(vm, minipy_none()) == MINIPY_NULL);
    expect_error(vm, "TypeError");
}

/* Each byte changed, and each length that is too short: refused, and nothing else. */
static void damaged_code_is_refused(void **state)
{
    (void)state;
    size_t size;
    MinipyValue code = compiled(), bytes = minipy_code_save(vm, code);
    const char *data = minipy_as_bytes(vm, bytes, &size);
    char *copy = malloc(size + 1);
    for (size_t i = 0; i < size; i++) {
        memcpy(copy, data, size);
        copy[i] = (char)(copy[i] ^ (1 << i % 8));
        assert_true(minipy_code_load(vm, copy, size) == MINIPY_NULL);
        expect_error(vm, "ValueError");
    }
    memcpy(copy, data, size);
    copy[size] = 0;
    for (size_t n = 0; n <= size + 1; n++)
        if (n != size) {
            assert_true(minipy_code_load(vm, copy, n) == MINIPY_NULL);
            expect_error(vm, "ValueError");
        }
    copy[8] = 2;
    assert_true(minipy_code_load(vm, copy, size) == MINIPY_NULL);
    assert_non_null(strstr(minipy_error_text(vm), "another version"));
    minipy_error_clear(vm);
    free(copy);
    minipy_release(vm, bytes);
    minipy_release(vm, code);
}

static uint64_t checksum(const unsigned char *data, size_t size)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 0x100000001b3u;
    return h;
}

/* Somebody who gets the checksum right, too: an exception or code, never a crash. */
static void forged_code_does_not_crash(void **state)
{
    (void)state;
    size_t size;
    MinipyValue code = compiled(), bytes = minipy_code_save(vm, code), v;
    const char *data = minipy_as_bytes(vm, bytes, &size);
    unsigned char *copy = malloc(size);
    unsigned seed = 7;
    for (int round = 0; round < 3000; round++) {
        memcpy(copy, data, size);
        for (int n = 0; n < 1 + round % 3; n++) {
            seed = seed * 1103515245 + 12345;
            copy[32 + (seed >> 8) % (size - 32)] = (unsigned char)(seed >> 24);
        }
        uint64_t sum = checksum(copy + 32, size - 32);
        for (int i = 0; i < 8; i++)
            copy[24 + i] = (unsigned char)(sum >> 8 * i);
        v = minipy_code_load(vm, copy, size);
        assert_true((v == MINIPY_NULL) == minipy_error_occurred(vm));
        minipy_error_clear(vm);
        minipy_release(vm, v);
    }
    free(copy);
    minipy_release(vm, bytes);
    minipy_release(vm, code);
}

/* ---- generators ------------------------------------------------------------------ */

static void generators(void **state)
{
    (void)state;
    MinipyValue r = MINIPY_NULL;
    run_ok(vm, "def g():\n"
               "    got = []\n"
               "    while len(got) < 3:\n"
               "        try: got.append((yield len(got)))\n"
               "        except KeyError as e: got.append(e.args)\n"
               "    return got\n");
    MinipyValue g = eval_ok(vm, "g()"), five = minipy_int(vm, 5);
    MinipyValue e = eval_ok(vm, "KeyError('k')");
    assert_int_equal(minipy_send(vm, g, five, &r), -1); /* it has not begun */
    expect_error(vm, "TypeError");
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 1);
    expect_repr(vm, r, "0");
    assert_int_equal(minipy_send(vm, g, five, &r), 1);
    expect_repr(vm, r, "1");
    assert_int_equal(minipy_throw(vm, g, e, &r), 1);
    expect_repr(vm, r, "2");
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 0);
    expect_repr(vm, r, "[5, ('k',), None]");
    assert_int_equal(minipy_throw(vm, g, e, &r), -1);
    expect_error(vm, "KeyError");
    minipy_release(vm, g);
    g = eval_ok(vm, "g()");
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 1);
    minipy_release(vm, r);
    assert_int_equal(minipy_close(vm, g), 0);
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 0);
    assert_true(minipy_is_none(r));
    minipy_release(vm, g);
    g = eval_ok(vm, "iter([7])");
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 1);
    expect_repr(vm, r, "7");
    assert_int_equal(minipy_send(vm, g, five, &r), -1);
    expect_error(vm, "AttributeError");
    assert_int_equal(minipy_send(vm, g, MINIPY_NULL, &r), 0);
    assert_int_equal(minipy_close(vm, g), -1);
    expect_error(vm, "AttributeError");
    minipy_release(vm, g);
    minipy_release(vm, e);
}

static void coroutines(void **state)
{
    (void)state;
    MinipyValue r = MINIPY_NULL;
    run_ok(vm, "class Later:\n"
               "    def __init__(self, name): self.name = name\n"
               "    def __await__(self): return (yield self.name)\n"
               "async def work():\n"
               "    a = await Later('a')\n"
               "    b = await Later('b')\n"
               "    return a + b\n");
    MinipyValue c = eval_ok(vm, "work()"), v = minipy_int(vm, 20);
    assert_int_equal(minipy_kind(c), MINIPY_IS_COROUTINE);
    assert_int_equal(minipy_send(vm, c, MINIPY_NULL, &r), 1);
    expect_repr(vm, r, "'a'");
    assert_int_equal(minipy_send(vm, c, v, &r), 1);
    expect_repr(vm, r, "'b'");
    assert_int_equal(minipy_send(vm, c, v, &r), 0);
    expect_repr(vm, r, "40");
    minipy_release(vm, c);
    run_ok(vm, "class Odd:\n"
               "    def send(self, v): raise StopIteration(v)\n"
               "    def close(self): raise RuntimeError\n");
    c = eval_ok(vm, "Odd()");
    assert_int_equal(minipy_send(vm, c, v, &r), 0);
    expect_repr(vm, r, "20");
    assert_int_equal(minipy_close(vm, c), -1);
    expect_error(vm, "RuntimeError");
    minipy_release(vm, c);
}

/* ---- weak handles ---------------------------------------------------------------- */

static void weak_handles(void **state)
{
    (void)state;
    run_ok(vm, "class C: pass\nseen = []\n");
    MinipyValue o = eval_ok(vm, "C()"), callback = eval_ok(vm, "seen.append");
    MinipyValue plain = minipy_weak(vm, o, MINIPY_NULL);
    MinipyValue told = minipy_weak(vm, o, callback), v = minipy_weak_get(vm, plain);
    assert_true(v == o);
    minipy_release(vm, v);
    minipy_release(vm, o);
    assert_true(minipy_weak_get(vm, plain) == MINIPY_NULL);
    assert_true(minipy_weak_get(vm, told) == MINIPY_NULL);
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(eval_int(vm, "len(seen)"), 1);
    assert_true(minipy_weak(vm, minipy_none(), MINIPY_NULL) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_weak_get(vm, callback) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    minipy_release(vm, plain);
    minipy_release(vm, told);
    minipy_release(vm, callback);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(namespaces),
        cmocka_unit_test(compiled_once_run_often),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(damaged_code_is_refused),
        cmocka_unit_test(forged_code_does_not_crash),
        cmocka_unit_test(generators),
        cmocka_unit_test(coroutines),
        cmocka_unit_test(weak_handles),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
