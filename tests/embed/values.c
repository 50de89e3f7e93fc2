/* values.c - values across the border: making, reading, converting, containers,
 * attributes, calls in both directions, and who owns what.
 */
#include "embed.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

static void integers(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    const int64_t samples[] = {0,
                               1,
                               -1,
                               1000000007,
                               INT64_MAX,
                               INT64_MIN,
                               (int64_t)1 << 62,
                               -((int64_t)1 << 61)};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        int64_t out = 7;
        MinipyValue v = minipy_int(vm, samples[i]);
        assert_true(v != MINIPY_NULL);
        assert_int_equal(minipy_as_int(vm, v, &out), 0);
        assert_true(out == samples[i]);
        minipy_release(vm, v);
    }
    expect_repr(vm, minipy_int(vm, INT64_MIN), "-9223372036854775808");
    minipy_free(vm);
}

static void integer_too_large(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    int64_t out = 7;
    MinipyValue v = eval_ok(vm, "2 ** 63");
    assert_int_equal(minipy_as_int(vm, v, &out), -1);
    expect_error(vm, "OverflowError");
    assert_int_equal(out, 7);
    minipy_release(vm, v);
    minipy_free(vm);
}

static void integer_from_other_types(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    int64_t out;
    MinipyValue text = minipy_str(vm, "12", 2);
    assert_int_equal(minipy_as_int(vm, text, &out), -1);
    expect_error(vm, "TypeError");
    minipy_release(vm, text);
    run_ok(vm, "class I:\n    def __index__(self): return 42\n");
    MinipyValue v = eval_ok(vm, "I()");
    assert_int_equal(minipy_as_int(vm, v, &out), 0);
    assert_int_equal(out, 42);
    minipy_release(vm, v);
    v = minipy_bool(true);
    assert_int_equal(minipy_as_int(vm, v, &out), 0);
    assert_int_equal(out, 1);
    minipy_free(vm);
}

static void floats(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    const double samples[] = {0.0, -0.0, 1.5, -2.25, 1e308, 5e-324, 3.141592653589793};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        double out = 7;
        MinipyValue v = minipy_float(vm, samples[i]);
        assert_int_equal(minipy_as_float(vm, v, &out), 0);
        assert_memory_equal(&out, &samples[i], sizeof out);
        minipy_release(vm, v);
    }
    double out;
    MinipyValue v = minipy_int(vm, 3);
    assert_int_equal(minipy_as_float(vm, v, &out), 0);
    assert_true(out == 3.0);
    v = minipy_none();
    assert_int_equal(minipy_as_float(vm, v, &out), -1);
    expect_error(vm, "TypeError");
    minipy_free(vm);
}

#ifdef __SSE2__
/* As hosts that compute sound do it: what is too small for its exponent becomes zero.
 * Of normal floats that changes nothing, also where they have the smallest exponents
 * that need no object. */
static void floats_where_the_host_flushes(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040);
    run_ok(vm,
           "def work(x, y):\n"
           "    return [x * y, x * y / 1e-9, x * 1e-60, x - x, 0.0 * x, -x, x < y,\n"
           "            x + 1e-250, 2.0 ** -254 * (1 - 2 ** -53), y - 1e-100]\n"
           "for i in range(100):\n"
           "    seen = work(1e-200, 1e-60)\n");
    MinipyValue seen = eval_ok(vm, "seen");
    _mm_setcsr(before);
    expect_repr(
        vm, seen,
        "[1e-260, 9.999999999999998e-252, 1e-260, 0.0, 0.0, -1e-200, True, 1e-200, "
        "3.4544674220377775e-77, 1e-60]");
    minipy_free(vm);
}
#endif

static void strings(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    size_t size = 0;
    const char text[] = "gr\xc3\xbc\xc3\x9f dich \xf0\x9f\x90\x8d";
    MinipyValue v = minipy_str(vm, text, sizeof text - 1);
    assert_string_equal(minipy_as_str(vm, v, &size), text);
    assert_int_equal(size, sizeof text - 1);
    assert_int_equal(minipy_length(vm, v), 11);
    minipy_release(vm, v);
    v = minipy_str(vm, "a\0b", 3);
    assert_int_equal(minipy_length(vm, v), 3);
    const char *back = minipy_as_str(vm, v, &size);
    assert_memory_equal(back, "a\0b", 4);
    minipy_release(vm, v);
    expect_repr(vm, minipy_str(vm, "", 0), "''");
    minipy_free(vm);
}

static void strings_that_are_none(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_true(minipy_str(vm, "\xff\xfe", 2) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    MinipyValue v = minipy_int(vm, 1);
    assert_null(minipy_as_str(vm, v, NULL));
    expect_error(vm, "TypeError");
    v = eval_ok(vm, "'\\ud800'");
    assert_null(minipy_as_str(vm, v, NULL));
    expect_error(vm, "UnicodeEncodeError");
    minipy_release(vm, v);
    minipy_free(vm);
}

static void bytes_values(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    expect_repr(vm,
                minipy_bytes(vm,
                             "\0\xff"
                             "a",
                             3),
                "b'\\x00\\xffa'");
    expect_repr(vm, minipy_bytes(vm, NULL, 0), "b''");
    minipy_free(vm);
}

static void singletons_and_truth(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_true(minipy_is_none(minipy_none()));
    assert_false(minipy_is_none(minipy_bool(false)));
    assert_int_equal(minipy_truth(vm, minipy_none()), 0);
    assert_int_equal(minipy_truth(vm, minipy_bool(true)), 1);
    MinipyValue v = eval_ok(vm, "[0]");
    assert_int_equal(minipy_truth(vm, v), 1);
    minipy_release(vm, v);
    run_ok(vm, "class B:\n    def __bool__(self): raise KeyError('no')\n");
    v = eval_ok(vm, "B()");
    assert_int_equal(minipy_truth(vm, v), -1);
    expect_error(vm, "KeyError");
    minipy_release(vm, v);
    minipy_free(vm);
}

static void type_names(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_string_equal(minipy_type_name(vm, minipy_none()), "NoneType");
    assert_string_equal(minipy_type_name(vm, minipy_int(vm, 1)), "int");
    MinipyValue v = minipy_dict(vm);
    assert_string_equal(minipy_type_name(vm, v), "dict");
    minipy_release(vm, v);
    minipy_free(vm);
}

static void tuples_and_lists(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue items[3] = {minipy_int(vm, 1), minipy_str(vm, "two", 3),
                            minipy_float(vm, 3.0)};
    expect_repr(vm, minipy_tuple(vm, items, 3), "(1, 'two', 3.0)");
    expect_repr(vm, minipy_list(vm, items, 3), "[1, 'two', 3.0]");
    expect_repr(vm, minipy_tuple(vm, NULL, 0), "()");
    expect_repr(vm, minipy_list(vm, NULL, 0), "[]");
    for (int i = 0; i < 3; i++)
        minipy_release(vm, items[i]);
    minipy_free(vm);
}

static void dictionaries(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue d = minipy_dict(vm), k = minipy_str(vm, "key", 3),
                missing = minipy_int(vm, 9);
    assert_int_equal(minipy_setitem(vm, d, k, minipy_bool(true)), 0);
    assert_int_equal(minipy_length(vm, d), 1);
    expect_repr(vm, minipy_getitem(vm, d, k), "True");
    assert_true(minipy_getitem(vm, d, missing) == MINIPY_NULL);
    expect_error(vm, "KeyError");
    MinipyValue bad = minipy_list(vm, NULL, 0);
    assert_int_equal(minipy_setitem(vm, d, bad, k), -1);
    expect_error(vm, "TypeError");
    minipy_release(vm, bad);
    minipy_release(vm, k);
    minipy_release(vm, d);
    minipy_free(vm);
}

static void attributes(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "class C: pass\nc = C()\n");
    MinipyValue c = eval_ok(vm, "c");
    assert_int_equal(minipy_setattr(vm, c, "x", minipy_int(vm, 5)), 0);
    assert_int_equal(eval_int(vm, "c.x"), 5);
    expect_repr(vm, minipy_getattr(vm, c, "x"), "5");
    assert_true(minipy_getattr(vm, c, "y") == MINIPY_NULL);
    expect_error(vm, "AttributeError");
    assert_int_equal(minipy_setattr(vm, minipy_none(), "x", c), -1);
    expect_error(vm, "AttributeError");
    minipy_release(vm, c);
    minipy_free(vm);
}

static void iteration(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue range = eval_ok(vm, "range(5)"), it = minipy_iter(vm, range), v;
    int64_t sum = 0, i;
    while ((v = minipy_next(vm, it)) != MINIPY_NULL) {
        assert_int_equal(minipy_as_int(vm, v, &i), 0);
        sum += i;
        minipy_release(vm, v);
    }
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(sum, 10);
    minipy_release(vm, it);
    minipy_release(vm, range);
    assert_true(minipy_iter(vm, minipy_int(vm, 3)) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    MinipyValue g = eval_ok(vm, "(1 // x for x in (1, 0))");
    v = minipy_next(vm, g);
    minipy_release(vm, v);
    assert_true(minipy_next(vm, g) == MINIPY_NULL);
    expect_error(vm, "ZeroDivisionError");
    minipy_release(vm, g);
    minipy_free(vm);
}

static void calls(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "def area(w, h=2): return w * h\n");
    MinipyValue f = eval_ok(vm, "area"),
                args[3] = {minipy_int(vm, 6), minipy_int(vm, 7), minipy_int(vm, 8)};
    expect_repr(vm, minipy_call(vm, f, args, 2), "42");
    expect_repr(vm, minipy_call(vm, f, args, 1), "12");
    assert_true(minipy_call(vm, f, args, 3) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_call(vm, minipy_int(vm, 1), NULL, 0) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    minipy_release(vm, f);
    MinipyValue text = minipy_str(vm, "a,b", 3), comma = minipy_str(vm, ",", 1);
    expect_repr(vm, minipy_call_method(vm, text, "split", &comma, 1), "['a', 'b']");
    assert_true(minipy_call_method(vm, text, "no_such", NULL, 0) == MINIPY_NULL);
    expect_error(vm, "AttributeError");
    minipy_release(vm, text);
    minipy_release(vm, comma);
    minipy_free(vm);
}

static void null_values_are_refused(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue one = minipy_int(vm, 1), with_hole[2] = {one, MINIPY_NULL};
    minipy_release(vm, MINIPY_NULL);
    assert_true(minipy_getattr(vm, MINIPY_NULL, "x") == MINIPY_NULL);
    minipy_error_clear(vm);
    assert_true(minipy_call(vm, MINIPY_NULL, NULL, 0) == MINIPY_NULL);
    minipy_error_clear(vm);
    assert_true(minipy_tuple(vm, with_hole, 2) == MINIPY_NULL);
    minipy_error_clear(vm);
    assert_int_equal(minipy_truth(vm, MINIPY_NULL), -1);
    minipy_error_clear(vm);
    assert_int_equal(minipy_length(vm, MINIPY_NULL), -1);
    minipy_error_clear(vm);
    assert_int_equal(minipy_run_string(vm, NULL, NULL), -1);
    minipy_error_clear(vm);
    assert_true(minipy_eval(vm, NULL) == MINIPY_NULL);
    minipy_error_clear(vm);
    assert_true(minipy_function(vm, NULL, NULL, NULL) == MINIPY_NULL);
    minipy_error_clear(vm);
    run_ok(vm, "assert 1");
    minipy_free(vm);
}

/* ---- functions of the host ------------------------------------------------------- */

static MinipyValue host_add(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    int64_t sum = *(int64_t *)user, i;
    for (size_t k = 0; k < n; k++) {
        if (minipy_as_int(vm, args[k], &i) != 0)
            return MINIPY_NULL;
        sum += i;
    }
    return minipy_int(vm, sum);
}

static void host_function(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    int64_t start = 100;
    MinipyValue main = minipy_main_module(vm),
                f = minipy_function(vm, "add", host_add, &start);
    assert_int_equal(minipy_setattr(vm, main, "add", f), 0);
    minipy_release(vm, f);
    minipy_release(vm, main);
    assert_int_equal(eval_int(vm, "add()"), 100);
    assert_int_equal(eval_int(vm, "add(1, 2, 3)"), 106);
    start = 0;
    assert_int_equal(eval_int(vm, "sum(map(add, range(10)))"), 45);
    run_raises(vm, "add('x')", "TypeError");
    run_raises(vm, "add(a=1)", "TypeError");
    run_ok(vm, "assert add.__name__ == 'add' and callable(add) and 'add' in repr(add)");
    minipy_free(vm);
}

static MinipyValue host_raise(MinipyVM *vm, void *user, const MinipyValue *args,
                              size_t n)
{
    (void)args, (void)n;
    return user ? minipy_raise(vm, user, "from the host") : MINIPY_NULL;
}

static void host_function_that_raises(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue main = minipy_main_module(vm),
                f = minipy_function(vm, "fail", host_raise, "LookupError");
    MinipyValue g = minipy_function(vm, "forgets", host_raise, NULL);
    minipy_setattr(vm, main, "fail", f);
    minipy_setattr(vm, main, "forgets", g);
    minipy_release(vm, f);
    minipy_release(vm, g);
    minipy_release(vm, main);
    run_ok(vm, "try:\n    fail()\nexcept LookupError as e:\n    assert str(e) == 'from "
               "the host'\nelse:\n    assert 0");
    run_raises(vm, "forgets()", "SystemError");
    minipy_free(vm);
}

/* ---- "a result xor an exception" ------------------------------------------------- */

static MinipyValue host_both(MinipyVM *vm, void *user, const MinipyValue *args,
                             size_t n)
{
    (void)user, (void)args, (void)n;
    minipy_raise(vm, "ValueError", "the cause");
    return minipy_none();
}
static MinipyValue host_foreign(MinipyVM *vm, void *user, const MinipyValue *args,
                                size_t n)
{
    (void)vm, (void)args, (void)n;
    return minipy_retain(*(MinipyValue *)user);
}
static MinipyValue host_away(MinipyVM *vm, void *user, const MinipyValue *args,
                             size_t n)
{
    (void)user, (void)args, (void)n;
    minipy_thread_leave(vm);
    return minipy_none();
}

/* Runs one function of the host; repr of the SystemError must begin with `text`. */
static void expect_system_error(MinipyVM *vm, MinipyFunction f, void *user,
                                const char *text)
{
    MinipyValue main = minipy_main_module(vm), v = minipy_function(vm, "f", f, user);
    minipy_setattr(vm, main, "f", v);
    assert_true(minipy_call(vm, v, NULL, 0) == MINIPY_NULL);
    expect_error(vm, "SystemError");
    minipy_release(vm, v);
    minipy_release(vm, main);
    run_ok(vm, "try:\n    f()\nexcept SystemError as e:\n    error = e\n");
    MinipyValue e = minipy_eval(vm, "str(error)");
    assert_string_equal(minipy_as_str(vm, e, NULL), text);
    minipy_release(vm, e);
    run_ok(vm, "assert [f'{x}' for x in 'ab'] == ['a', 'b']\n");
}

static void a_host_function_returns_or_raises(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start(), *other = vm_start();
    expect_system_error(vm, host_both, NULL,
                        "<host function f> returned a result with an exception set");
    expect_repr(vm, minipy_eval(vm, "error.__cause__"), "ValueError('the cause')");
    expect_repr(vm, minipy_eval(vm, "error.__context__"), "ValueError('the cause')");
    expect_system_error(vm, host_raise, NULL,
                        "<host function f> returned NULL without setting an exception");
    MinipyValue foreign = eval_ok(other, "[1]");
    expect_system_error(vm, host_foreign, &foreign,
                        "<host function f> returned a value that is none of the vm's");
    for (int i = 0; i < 3; i++) /* that of each call, too, which nobody took */
        minipy_release(other, foreign);
    foreign = 0x2c; /* nothing that a function ever hands out */
    expect_system_error(vm, host_foreign, &foreign,
                        "<host function f> returned a value that is none of the vm's");
    assert_int_equal(minipy_threads_init(vm), 0);
    expect_system_error(vm, host_away, NULL,
                        "<host function f> returned without the vm");
    assert_int_equal(minipy_free(vm), 0);
    assert_int_equal(minipy_free(other), 0);
}

static void next_wants_an_iterator(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_true(minipy_next(vm, minipy_int(vm, 3)) == MINIPY_NULL);
    assert_string_equal(minipy_error_text(vm),
                        "TypeError: 'int' object is not an iterator\n");
    minipy_error_clear(vm);
    minipy_free(vm);
}

static void text_that_is_no_utf8(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    const char *bad = "caf\xe9";
    MinipyValue o = eval_ok(vm, "type('T', (), {})()");
    assert_true(minipy_str(vm, bad, 4) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_true(minipy_getattr(vm, o, bad) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_int_equal(minipy_setattr(vm, o, bad, o), -1);
    expect_error(vm, "UnicodeDecodeError");
    assert_true(minipy_call_method(vm, o, bad, NULL, 0) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_true(minipy_import(vm, bad) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_true(minipy_function(vm, bad, host_add, NULL) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_true(minipy_raise(vm, "ValueError", bad) == MINIPY_NULL);
    expect_error(vm, "UnicodeDecodeError");
    assert_int_equal(minipy_run_command(vm, bad), -1);
    assert_true(minipy_error_occurred(vm));
    minipy_error_clear(vm);
    /* an embedded NUL is text like any other */
    expect_repr(vm, minipy_str(vm, "a\0b", 3), "'a\\x00b'");
    minipy_release(vm, o);
    minipy_free(vm);
}

static MinipyValue host_call_back(MinipyVM *vm, void *user, const MinipyValue *args,
                                  size_t n)
{
    (void)user;
    return n ? minipy_call(vm, args[0], args + 1, n - 1) : minipy_none();
}

static void calls_nest_through_the_host(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue main = minipy_main_module(vm),
                f = minipy_function(vm, "through", host_call_back, NULL);
    minipy_setattr(vm, main, "through", f);
    minipy_release(vm, f);
    minipy_release(vm, main);
    run_ok(vm, "def down(n): return 0 if n == 0 else 1 + through(down, n - 1)\nassert "
               "down(50) == 50\n");
    run_raises(vm, "down(10**6)", "RecursionError");
    run_raises(vm, "through(int, 'x')", "ValueError");
    minipy_free(vm);
}

static void references_are_released(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm, "gone = []\nclass D:\n    def __del__(self): gone.append(1)\n");
    MinipyValue v = eval_ok(vm, "D()");
    minipy_retain(v);
    minipy_release(vm, v);
    assert_int_equal(eval_int(vm, "len(gone)"), 0);
    minipy_release(vm, v);
    assert_int_equal(eval_int(vm, "len(gone)"), 1);
    minipy_free(vm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(integer_too_large),
        cmocka_unit_test(integer_from_other_types),
        cmocka_unit_test(floats),
#ifdef __SSE2__
        cmocka_unit_test(floats_where_the_host_flushes),
#endif
        cmocka_unit_test(strings),
        cmocka_unit_test(strings_that_are_none),
        cmocka_unit_test(bytes_values),
        cmocka_unit_test(singletons_and_truth),
        cmocka_unit_test(type_names),
        cmocka_unit_test(tuples_and_lists),
        cmocka_unit_test(dictionaries),
        cmocka_unit_test(attributes),
        cmocka_unit_test(iteration),
        cmocka_unit_test(calls),
        cmocka_unit_test(null_values_are_refused),
        cmocka_unit_test(host_function),
        cmocka_unit_test(host_function_that_raises),
        cmocka_unit_test(a_host_function_returns_or_raises),
        cmocka_unit_test(next_wants_an_iterator),
        cmocka_unit_test(text_that_is_no_utf8),
        cmocka_unit_test(calls_nest_through_the_host),
        cmocka_unit_test(references_are_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
