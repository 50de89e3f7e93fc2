/* exceptions.c - exceptions as values: taken, looked at, raised again; classes of the
 * host's own; warnings.
 */
#include "one_vm.h"

/* The exception that text raises. */
static MinipyValue raised_by(const char *source)
{
    assert_int_equal(minipy_run_string(vm, source, "<test>"), -1);
    MinipyValue e = minipy_error_take(vm);
    assert_true(e != MINIPY_NULL && !minipy_error_occurred(vm));
    return e;
}

static void expect_attr(MinipyValue o, const char *name, const char *repr)
{
    expect_repr(vm, minipy_getattr(vm, o, name), repr);
}

static void taken_and_looked_at(void **state)
{
    (void)state;
    assert_true(minipy_error_take(vm) == MINIPY_NULL);
    MinipyValue e =
        raised_by("def f():\n"
                  "    try: {}['k']\n"
                  "    except KeyError as e: raise ValueError('a', 1) from e\n"
                  "f()\n");
    expect_attr(e, "args", "('a', 1)");
    expect_attr(e, "__cause__", "KeyError('k')");
    MinipyValue tb = minipy_getattr(vm, e, "__traceback__");
    expect_attr(tb, "tb_lineno", "4");
    MinipyValue next = minipy_getattr(vm, tb, "tb_next");
    expect_attr(next, "tb_lineno", "3");
    minipy_release(vm, next);
    minipy_release(vm, tb);
    minipy_release(vm, e);
    e = raised_by("x = (1 +\n");
    expect_attr(e, "lineno", "1");
    expect_attr(e, "offset", "5");
    expect_attr(e, "msg", "\"'(' was never closed\"");
    minipy_release(vm, e);
    e = raised_by("raise StopIteration(7)\n");
    expect_attr(e, "value", "7");
    minipy_release(vm, e);
}

static void raised_again(void **state)
{
    (void)state;
    MinipyValue e = raised_by("1 / 0"), cls = eval_ok(vm, "KeyError");
    MinipyValue arith = eval_ok(vm, "(ArithmeticError, OSError)");
    assert_int_equal(minipy_error_is(vm, arith), 0);
    assert_true(minipy_raise_value(vm, e) == MINIPY_NULL);
    assert_int_equal(minipy_error_is(vm, arith), 1);
    assert_int_equal(minipy_error_is(vm, cls), 0);
    assert_non_null(strstr(minipy_error_text(vm), "line 1, in <module>"));
    MinipyValue again = minipy_error_take(vm);
    assert_true(again == e);
    minipy_release(vm, again);
    minipy_raise_value(vm, cls);
    expect_error(vm, "KeyError");
    minipy_raise_value(vm, minipy_none());
    expect_error(vm, "TypeError");
    minipy_raise_value(vm, MINIPY_NULL);
    expect_error(vm, "SystemError");
    minipy_raisef(vm, "ValueError", "%s is not %d", "five", 4);
    assert_non_null(strstr(minipy_error_text(vm), "ValueError: five is not 4"));
    minipy_raisef(vm, "ValueError", "%0600d", 7);
    assert_int_equal(strlen(minipy_error_text(vm)), strlen("ValueError: \n") + 600);
    minipy_raise_errno(vm, 2, "/no/such");
    expect_error(vm, "FileNotFoundError");
    minipy_release(vm, e);
    minipy_release(vm, cls);
    minipy_release(vm, arith);
}

static void frames_of_c_code(void **state)
{
    (void)state;
    minipy_error_add_frame(vm, "nothing", "pending.c", 1);
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(minipy_run_string(vm, "def f(): 1 / 0\nf()\n", "<test>"), -1);
    minipy_error_add_frame(vm, "inner", "engine.c", 7);
    minipy_error_add_frame(vm, "outer", "engine.c", -3);
    minipy_error_add_frame(vm, NULL, "engine.c", 8);
    assert_string_equal(minipy_error_text(vm),
                        "Traceback (most recent call last):\n"
                        "  File \"engine.c\", line -3, in outer\n"
                        "  File \"engine.c\", line 7, in inner\n"
                        "  File \"<test>\", line 2, in <module>\n"
                        "  File \"<test>\", line 1, in f\n"
                        "ZeroDivisionError: division by zero\n");
    minipy_error_add_frame(vm, "inner", "\xff.c", 7);
    expect_error(vm, "UnicodeDecodeError");
}

static void classes_of_the_host(void **state)
{
    (void)state;
    MinipyValue main_module = minipy_main_module(vm), base = eval_ok(vm, "LookupError");
    MinipyValue e = minipy_exception_class(vm, "game.Lost", "No lives.", base);
    assert_true(e != MINIPY_NULL);
    minipy_setattr(vm, main_module, "Lost", e);
    run_ok(vm, "try: raise Lost(1, 2)\n"
               "except LookupError as e: assert e.args == (1, 2) and type(e) is Lost\n"
               "assert (Lost.__module__, Lost.__name__, Lost.__doc__) == "
               "('game', 'Lost', 'No lives.')\n");
    assert_int_equal(minipy_run_string(vm, "raise Lost('x')", "<test>"), -1);
    assert_int_equal(minipy_error_is(vm, e), 1);
    assert_non_null(strstr(minipy_error_text(vm), "game.Lost: x"));
    minipy_error_clear(vm);
    minipy_release(vm, e);
    e = minipy_exception_class(vm, "game.Won", NULL, MINIPY_NULL);
    expect_attr(e, "__bases__", "(<class 'Exception'>,)");
    minipy_release(vm, e);
    assert_true(minipy_exception_class(vm, "Won", NULL, MINIPY_NULL) == MINIPY_NULL);
    expect_error(vm, "SystemError");
    assert_true(minipy_exception_class(vm, "a.B", NULL, main_module) == MINIPY_NULL);
    expect_error(vm, "SystemError");
    minipy_release(vm, base);
    minipy_release(vm, main_module);
}

/* ---- text and warnings ----------------------------------------------------------- */

static char written[1000];

static void keep(void *user, const char *text, size_t size)
{
    assert_ptr_equal(user, written);
    strncat(written, text, size);
}

static void text_goes_to_the_host(void **state)
{
    (void)state;
    assert_int_equal(minipy_set_output(vm, 1, keep, written), 0);
    assert_int_equal(minipy_set_output(vm, 2, keep, written), 0);
    *written = '\0';
    run_ok(vm, "import sys\n"
               "print('a', 'ä', sep='-', flush=True)\n"
               "print('b', file=sys.stderr)\n"
               "assert sys.stdout.write('xyz') == 3 and not sys.stdout.isatty()\n"
               "sys.stdout.buffer.write(b'!')\n");
    assert_string_equal(written, "a-ä\nb\nxyz!");
    run_raises(vm, "sys.stdout.write(b'x')", "TypeError");
    *written = '\0';
    assert_int_equal(minipy_warn(vm, NULL, "hm", 1), 0);
    assert_non_null(strstr(written, "UserWarning: hm\n"));
    run_ok(vm, "import warnings; warnings.simplefilter('error')\n");
    assert_int_equal(minipy_warn(vm, "DeprecationWarning", "old", 1), -1);
    expect_error(vm, "DeprecationWarning");
    assert_int_equal(minipy_warn(vm, "ValueError", "old", 1), -1);
    expect_error(vm, "SystemError");
    assert_int_equal(minipy_set_output(vm, 3, keep, written), -1);
    expect_error(vm, "SystemError");
    assert_int_equal(minipy_set_output(vm, 1, NULL, NULL), 0);
    assert_int_equal(minipy_set_output(vm, 2, NULL, NULL), 0);
    run_ok(vm,
           "assert sys.stdout is sys.__stdout__ and sys.stderr is sys.__stderr__\n");
}

typedef struct Warned {
    int count, line;
    char category[40], message[40], filename[40];
    bool raises;
} Warned;

static void warned(void *user, const char *category, const char *message,
                   const char *filename, int line)
{
    Warned *w = user;
    w->count++;
    w->line = line;
    snprintf(w->category, sizeof w->category, "%s", category);
    snprintf(w->message, sizeof w->message, "%s", message);
    snprintf(w->filename, sizeof w->filename, "%s", filename);
    if (w->raises)
        minipy_raise(vm, "LookupError", message);
}

/* Before and after the program imports the module; what the program takes is its own.
 */
static void warnings_go_to_the_host(void **state)
{
    (void)state;
    Warned w = {0};
    MinipyVM *saved = vm;
    vm = minipy_new(NULL);
    assert_int_equal(minipy_set_output(vm, 2, keep, written), 0);
    *written = '\0';
    assert_int_equal(minipy_set_warning_hook(vm, warned, &w), 0);
    assert_int_equal(minipy_warn(vm, "DeprecationWarning", "old", 1), 0);
    assert_int_equal(w.count, 0); /* a filter of the start ignores it */
    assert_int_equal(minipy_warn(vm, NULL, "from C", 1), 0);
    assert_string_equal(w.message, "from C");
    run_ok(vm, "'a' is 1\n"); /* the compiler's */
    assert_string_equal(w.category, "SyntaxWarning");
    assert_string_equal(w.filename, "<test>");
    run_ok(vm, "import warnings\n\nwarnings.warn('three', FutureWarning)\n"
               "warnings.warn('\\udc80')\n");
    assert_string_equal(w.message, "'\\udc80'");
    assert_int_equal(w.line, 4);
    assert_int_equal(w.count, 4);
    run_ok(vm, "with warnings.catch_warnings(record=True) as seen:\n"
               "    warnings.warn('recorded')\nassert len(seen) == 1\n"
               "ever = warnings.showwarning\n"
               "warnings.showwarning = lambda *a: seen.append(a)\n"
               "warnings.warn('shown')\nassert len(seen) == 2\n"
               "warnings.showwarning = ever\n");
    assert_int_equal(w.count, 4);
    w.raises = true;
    run_raises(vm, "warnings.warn('no')", "LookupError");
    assert_string_equal(written, "");
    assert_int_equal(minipy_set_warning_hook(vm, NULL, NULL), 0);
    run_ok(vm, "warnings.warn('printed')");
    assert_non_null(strstr(written, "UserWarning: printed\n"));
    assert_int_equal(minipy_free(vm), 0);
    vm = saved;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taken_and_looked_at),
        cmocka_unit_test(raised_again),
        cmocka_unit_test(frames_of_c_code),
        cmocka_unit_test(classes_of_the_host),
        cmocka_unit_test(text_goes_to_the_host),
        cmocka_unit_test(warnings_go_to_the_host),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
