/* containers.c - what values are, large ints, bytes and buffers without copies, and the
 * operations on objects: attributes, items, dicts, lists, sets, operators, calls by
 * name. Each answer is what python3.11 gives for the same operation.
 */
#include "one_vm.h"

static MinipyValue text(const char *s)
{
    return minipy_str(vm, s, strlen(s));
}

static void kinds(void **state)
{
    (void)state;
    static const struct {
        const char *expression;
        MinipyKind kind;
    } samples[] = {
        {"None", MINIPY_IS_NONE},
        {"True", MINIPY_IS_BOOL},
        {"0", MINIPY_IS_INT},
        {"1 << 200", MINIPY_IS_INT},
        {"0.0", MINIPY_IS_FLOAT},
        {"1e300", MINIPY_IS_FLOAT},
        {"1j", MINIPY_IS_COMPLEX},
        {"'a'", MINIPY_IS_STR},
        {"b''", MINIPY_IS_BYTES},
        {"bytearray()", MINIPY_IS_BYTEARRAY},
        {"()", MINIPY_IS_TUPLE},
        {"[]", MINIPY_IS_LIST},
        {"{}", MINIPY_IS_DICT},
        {"{1}", MINIPY_IS_SET},
        {"frozenset()", MINIPY_IS_FROZENSET},
        {"int", MINIPY_IS_TYPE},
        {"__import__('sys')", MINIPY_IS_MODULE},
        {"(lambda: 0)", MINIPY_IS_FUNCTION},
        {"(lambda: 0).__code__", MINIPY_IS_CODE},
        {"(i for i in ())", MINIPY_IS_GENERATOR},
        {"KeyError()", MINIPY_IS_EXCEPTION},
        {"...", MINIPY_IS_OTHER},
        {"object()", MINIPY_IS_OTHER},
        {"type('D', (dict,), {})()", MINIPY_IS_DICT},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        MinipyValue v = eval_ok(vm, samples[i].expression);
        if (minipy_kind(v) != samples[i].kind)
            fail_msg("%s is of kind %d", samples[i].expression, (int)minipy_kind(v));
        minipy_release(vm, v);
    }
    assert_int_equal(minipy_kind(MINIPY_NULL), MINIPY_IS_NOTHING);
    MinipyValue v = eval_ok(vm, "ValueError"), e = eval_ok(vm, "UnicodeError()");
    assert_int_equal(minipy_isinstance(vm, e, v), 1);
    assert_int_equal(minipy_isinstance(vm, v, v), 0);
    assert_int_equal(minipy_isinstance(vm, v, e), -1);
    expect_error(vm, "TypeError");
    assert_int_equal(minipy_callable(vm, v), 1);
    assert_int_equal(minipy_callable(vm, e), 0);
    minipy_release(vm, v);
    minipy_release(vm, e);
}

static void large_ints(void **state)
{
    (void)state;
    uint64_t u = 0;
    uint8_t data[32];
    MinipyValue v = minipy_uint(vm, UINT64_MAX);
    assert_int_equal(minipy_as_uint(vm, v, &u), 0);
    assert_true(u == UINT64_MAX);
    minipy_release(vm, v);
    v = eval_ok(vm, "-1");
    assert_int_equal(minipy_as_uint(vm, v, &u), -1);
    expect_error(vm, "OverflowError");
    memset(data, 7, sizeof data);
    assert_int_equal(minipy_int_to_bytes(vm, v, data, sizeof data, true), 0);
    for (size_t i = 0; i < sizeof data; i++)
        assert_int_equal(data[i], 0xff);
    assert_int_equal(minipy_int_to_bytes(vm, v, data, 8, false), -1);
    expect_error(vm, "OverflowError");
    expect_repr(vm, minipy_int_from_bytes(vm, data, sizeof data, true), "-1");
    minipy_release(vm, v);
    v = minipy_int_parse(vm, "-123456789012345678901234567890", 10);
    assert_int_equal(minipy_int_to_bytes(vm, v, data, 13, true), 0);
    expect_repr(vm, minipy_int_from_bytes(vm, data, 13, true),
                "-123456789012345678901234567890");
    assert_int_equal(minipy_int_to_bytes(vm, v, data, 12, true), -1);
    expect_error(vm, "OverflowError");
    minipy_release(vm, v);
    expect_repr(vm, minipy_int_parse(vm, "0xffffffffffffffffffff", 0),
                "1208925819614629174706175");
    expect_repr(vm, minipy_int_from_bytes(vm, NULL, 0, false), "0");
    assert_true(minipy_int_parse(vm, "12x", 10) == MINIPY_NULL);
    expect_error(vm, "ValueError");
    assert_true(minipy_int_parse(vm, "1", 99) == MINIPY_NULL);
    expect_error(vm, "ValueError");
}

/* ---- names of files -------------------------------------------------------------- */

static void names_of_files(void **state)
{
    (void)state;
    const char *text;
    run_ok(vm, "import os\n"
               "class Path:\n"
               "    def __init__(self, name): self.name = name\n"
               "    def __fspath__(self): return self.name\n");
    static const char *const good[] = {"'\\xe9\\udcff'", "b'\\xc3\\xa9\\xff'",
                                       "Path('\\xe9\\udcff')"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        MinipyValue v = eval_ok(vm, good[i]), path = minipy_path(vm, v, &text);
        assert_string_equal(text, "\xc3\xa9\xff");
        minipy_release(vm, path);
        minipy_release(vm, v);
    }
    static const char *const bad[][2] = {{"'a\\0b'", "ValueError"},
                                         {"3", "TypeError"},
                                         {"Path(3)", "TypeError"},
                                         {"Path(b'a\\0')", "ValueError"},
                                         {"'\\ud800'", "UnicodeEncodeError"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        MinipyValue v = eval_ok(vm, bad[i][0]);
        assert_int_equal(minipy_path(vm, v, &text), MINIPY_NULL);
        assert_null(text);
        expect_error(vm, bad[i][1]);
        minipy_release(vm, v);
    }
}

/* ---- memory ---------------------------------------------------------------------- */

static void bytes_without_copies(void **state)
{
    (void)state;
    size_t size = 0;
    MinipyValue v = eval_ok(vm, "b'a\\0b'"), view;
    const char *data = minipy_as_bytes(vm, v, &size);
    assert_int_equal(size, 3);
    assert_memory_equal(data, "a\0b", 4);
    assert_ptr_equal(minipy_buffer(vm, v, false, &size, &view), data);
    minipy_release(vm, view);
    assert_null(minipy_buffer(vm, v, true, &size, &view));
    expect_error(vm, "BufferError");
    minipy_release(vm, v);
    run_ok(vm, "b = bytearray(b'12345')\n");
    v = eval_ok(vm, "b");
    char *bytes = minipy_buffer(vm, v, true, &size, &view);
    assert_int_equal(size, 5);
    bytes[1] = 'x';
    run_raises(vm, "b.append(0)", "BufferError"); /* it is in use */
    minipy_release(vm, view);
    run_ok(vm, "b.append(0); assert b == b'1x345\\0'\n");
    assert_null(minipy_as_bytes(vm, v, &size));
    expect_error(vm, "TypeError");
    minipy_release(vm, v);
    v = eval_ok(vm, "memoryview(b)[::2]");
    assert_null(minipy_buffer(vm, v, false, &size, &view));
    expect_error(vm, "BufferError");
    minipy_release(vm, v);
    v = eval_ok(vm, "memoryview(b)[1:3]");
    bytes = minipy_buffer(vm, v, false, &size, &view);
    assert_true(bytes && size == 2 && bytes[0] == 'x');
    minipy_release(vm, view);
    minipy_release(vm, v);
    v = eval_ok(vm, "5");
    assert_null(minipy_buffer(vm, v, false, &size, &view));
    expect_error(vm, "TypeError");
}

static void count_up(void *user)
{
    ++*(int *)user;
}

static void memory_of_the_host(void **state)
{
    (void)state;
    int gone = 0;
    char room[4] = "abc";
    MinipyValue main_module = minipy_main_module(vm);
    MinipyValue v = minipy_memory(vm, room, 3, false, count_up, &gone);
    minipy_setattr(vm, main_module, "m", v);
    minipy_release(vm, v);
    run_ok(vm, "assert bytes(m) == b'abc' and len(m) == 3\nm[0] = ord('x')\nn = m[1:]");
    assert_string_equal(room, "xbc");
    run_ok(vm, "del m\n");
    assert_int_equal(gone, 0);
    run_ok(vm, "assert n.tolist() == [98, 99]\ndel n\n");
    assert_int_equal(gone, 1);
    v = minipy_memory(vm, room, 3, true, NULL, NULL);
    minipy_setattr(vm, main_module, "m", v);
    minipy_release(vm, v);
    run_raises(vm, "m[0] = 1", "TypeError");
    run_ok(vm, "del m\n");
    minipy_release(vm, main_module);
}

/* ---- objects --------------------------------------------------------------------- */

/* What a slice chooses of so many items, as slice.indices says; or -1. */
static int64_t chosen(const char *slice, int64_t length, int64_t *start, int64_t *step)
{
    int64_t stop;
    MinipyValue v = eval_ok(vm, slice);
    int r = minipy_slice(vm, v, start, &stop, step);
    minipy_release(vm, v);
    return r == 1 ? minipy_slice_fit(length, start, &stop, *step) : -1;
}

static void slices(void **state)
{
    (void)state;
    int64_t start, step;
    assert_int_equal(chosen("slice(None)", 5, &start, &step), 5);
    assert_true(start == 0 && step == 1);
    assert_int_equal(chosen("slice(-2, 99)", 5, &start, &step), 2);
    assert_true(start == 3 && step == 1);
    assert_int_equal(chosen("slice(None, None, -2)", 5, &start, &step), 3);
    assert_true(start == 4 && step == -2);
    assert_int_equal(chosen("slice(2**99, -2**99, -2**99)", 5, &start, &step), 1);
    assert_true(start == 4 && step == -INT64_MAX);
    assert_int_equal(chosen("slice(3, 1)", 5, &start, &step), 0);
    assert_int_equal(chosen("slice(0, 0, 0)", 5, &start, &step), -1);
    expect_error(vm, "ValueError");
    assert_int_equal(chosen("slice('a')", 5, &start, &step), -1);
    expect_error(vm, "TypeError");
    int64_t stop;
    assert_int_equal(minipy_slice(vm, minipy_none(), &start, &stop, &step), 0);
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(minipy_slice_fit(-1, &start, &stop, 1), -1);
    assert_int_equal(minipy_slice_fit(1, &start, NULL, 1), -1);
}

static void lists_of_dicts(void **state)
{
    (void)state;
    MinipyValue d = eval_ok(vm, "{'k': 1, 2: 'v'}"), k = minipy_int(vm, 1);
    expect_repr(vm, minipy_dict_list(vm, d, true, false), "['k', 2]");
    expect_repr(vm, minipy_dict_list(vm, d, false, true), "[1, 'v']");
    expect_repr(vm, minipy_dict_list(vm, d, true, true), "[('k', 1), (2, 'v')]");
    expect_repr(vm, minipy_dict_list(vm, d, false, false), "[]");
    assert_true(minipy_dict_list(vm, k, true, false) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    minipy_release(vm, d);
}

static void memory_that_counts(void **state)
{
    (void)state;
    size_t before = minipy_memory_used(vm);
    char *block = minipy_resize(vm, NULL, 100);
    assert_non_null(block);
    strcpy(block, "kept");
    block = minipy_resize(vm, block, 4 << 20);
    assert_string_equal(block, "kept");
    assert_true(minipy_memory_used(vm) >= before + (4 << 20));
    assert_null(minipy_resize(vm, block, 0));
    assert_true(minipy_memory_used(vm) < before + (4 << 20));
    assert_null(minipy_resize(vm, NULL, 0));
    assert_null(minipy_resize(vm, NULL, SIZE_MAX / 2));
    expect_error(vm, "MemoryError");
}

static void attributes_and_items(void **state)
{
    (void)state;
    run_ok(vm, "class O: a = 1\no = O(); o.b = 2\nd = {'k': 'v', 1: [5, 6]}\n");
    MinipyValue o = eval_ok(vm, "o"), d = eval_ok(vm, "d"), v, k = minipy_int(vm, 1);
    assert_true((v = minipy_lookup_attr(vm, o, "c")) == MINIPY_NULL);
    assert_false(minipy_error_occurred(vm));
    expect_repr(vm, minipy_lookup_attr(vm, o, "b"), "2");
    assert_int_equal(minipy_delattr(vm, o, "b"), 0);
    assert_int_equal(minipy_delattr(vm, o, "b"), -1);
    expect_error(vm, "AttributeError");
    expect_repr(vm, minipy_getitem_str(vm, d, "k"), "'v'");
    assert_int_equal(minipy_setitem_str(vm, d, "k", k), 0);
    assert_true(minipy_getitem_str(vm, d, "x") == MINIPY_NULL);
    expect_error(vm, "KeyError");
    v = minipy_dict_get(vm, d, k);
    expect_repr(vm, minipy_getitem_at(vm, v, -1), "6");
    assert_true(minipy_getitem_at(vm, v, 2) == MINIPY_NULL);
    expect_error(vm, "IndexError");
    size_t count;
    const MinipyValue *items = minipy_items(vm, v, &count);
    assert_true(items && count == 2);
    expect_repr(vm, minipy_retain(items[1]), "6");
    assert_true(minipy_items(vm, d, &count) == NULL);
    expect_error(vm, "TypeError");
    assert_int_equal(minipy_list_append(vm, v, k), 0);
    expect_repr(vm, v, "[5, 6, 1]");
    assert_int_equal(minipy_contains(vm, d, k), 1);
    assert_int_equal(minipy_delitem(vm, d, k), 0);
    assert_int_equal(minipy_contains(vm, d, k), 0);
    assert_int_equal(minipy_delitem(vm, d, k), -1);
    expect_error(vm, "KeyError");
    assert_true(minipy_dict_get(vm, d, k) == MINIPY_NULL);
    assert_false(minipy_error_occurred(vm));
    assert_true(minipy_dict_get(vm, d, d) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_int_equal(minipy_list_append(vm, d, k), -1);
    expect_error(vm, "TypeError");
    minipy_release(vm, d);
    minipy_release(vm, o);
}

static void dicts_from_end_to_end(void **state)
{
    (void)state;
    MinipyValue d = eval_ok(vm, "{i: i * i for i in range(100)}"), k, v;
    int64_t sum = 0, i;
    size_t pos = 0;
    int n = 0;
    while (minipy_dict_next(vm, d, &pos, &k, &v) > 0) {
        assert_int_equal(minipy_as_int(vm, v, &i), 0);
        sum += i;
        n++;
    }
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(n, 100);
    assert_int_equal(sum, 328350);
    pos = SIZE_MAX;
    assert_int_equal(minipy_dict_next(vm, d, &pos, NULL, NULL), 0);
    assert_int_equal(minipy_dict_next(vm, minipy_none(), &pos, NULL, NULL), -1);
    expect_error(vm, "TypeError");
    minipy_release(vm, d);
}

static void sets(void **state)
{
    (void)state;
    const MinipyValue items[] = {minipy_int(vm, 1), minipy_int(vm, 1),
                                 minipy_int(vm, 2)};
    MinipyValue s = minipy_set(vm, items, 3);
    assert_int_equal(minipy_length(vm, s), 2);
    assert_int_equal(minipy_set_add(vm, s, minipy_none()), 0);
    assert_int_equal(minipy_contains(vm, s, minipy_none()), 1);
    assert_int_equal(minipy_set_discard(vm, s, items[0]), 1);
    assert_int_equal(minipy_set_discard(vm, s, items[0]), 0);
    assert_int_equal(minipy_set_add(vm, s, s), -1);
    expect_error(vm, "TypeError");
    MinipyValue it = minipy_iter(vm, s), v;
    int n = 0;
    for (; (v = minipy_next(vm, it)) != MINIPY_NULL; n++)
        minipy_release(vm, v);
    assert_int_equal(n, 2);
    assert_true(minipy_set(vm, &s, 1) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    minipy_release(vm, it);
    minipy_release(vm, s);
}

static void operators(void **state)
{
    (void)state;
    static const struct {
        const char *op, *result;
    } samples[] = {{"+", "10"}, {"-", "4"}, {"*", "21"},   {"/", "2.3333333333333335"},
                   {"//", "2"}, {"%", "1"}, {"**", "343"}, {"<<", "56"},
                   {">>", "0"}, {"&", "3"}, {"|", "7"},    {"^", "4"}};
    MinipyValue a = minipy_int(vm, 7), b = minipy_int(vm, 3);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        expect_repr(vm, minipy_operate(vm, a, samples[i].op, b), samples[i].result);
    expect_repr(vm, minipy_operate(vm, a, "-", MINIPY_NULL), "-7");
    expect_repr(vm, minipy_operate(vm, a, "~", MINIPY_NULL), "-8");
    expect_repr(vm, minipy_operate(vm, a, "+", MINIPY_NULL), "7");
    assert_true(minipy_operate(vm, a, "@", b) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_operate(vm, a, "and", b) == MINIPY_NULL);
    expect_error(vm, "SystemError");
    assert_int_equal(minipy_compare(vm, a, "<", b), 0);
    assert_int_equal(minipy_compare(vm, a, ">=", b), 1);
    assert_int_equal(minipy_compare(vm, a, "!=", b), 1);
    assert_int_equal(minipy_compare(vm, a, "<", minipy_none()), -1);
    expect_error(vm, "TypeError");
    MinipyValue s = text("abc");
    int64_t hash = 0;
    assert_int_equal(minipy_hash(vm, s, &hash), 0);
    assert_true(hash == eval_int(vm, "hash('abc')"));
    minipy_release(vm, s);
    MinipyValue list = minipy_list(vm, NULL, 0);
    assert_int_equal(minipy_hash(vm, list, &hash), -1);
    expect_error(vm, "TypeError");
    minipy_release(vm, list);
}

static void calls_by_name(void **state)
{
    (void)state;
    run_ok(vm, "def f(a, *rest, b=0, **more): return a, rest, b, more\n");
    static const char *const names[] = {"b", "c", NULL};
    static const char *const twice[] = {"a", NULL};
    const MinipyValue args[] = {minipy_int(vm, 1), minipy_int(vm, 2),
                                minipy_int(vm, 3)};
    MinipyValue f = eval_ok(vm, "f");
    expect_repr(vm, minipy_call_kw(vm, f, args, 1, names), "(1, (), 2, {'c': 3})");
    expect_repr(vm, minipy_call_kw(vm, f, args, 3, NULL), "(1, (2, 3), 0, {})");
    assert_true(minipy_call_kw(vm, f, args, 1, twice) == MINIPY_NULL);
    expect_error(vm, "TypeError");
    assert_true(minipy_call_kw(vm, f, args, SIZE_MAX, names) == MINIPY_NULL);
    expect_error(vm, "SystemError");
    minipy_release(vm, f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(large_ints),
        cmocka_unit_test(names_of_files),
        cmocka_unit_test(bytes_without_copies),
        cmocka_unit_test(memory_of_the_host),
        cmocka_unit_test(attributes_and_items),
        cmocka_unit_test(slices),
        cmocka_unit_test(lists_of_dicts),
        cmocka_unit_test(memory_that_counts),
        cmocka_unit_test(dicts_from_end_to_end),
        cmocka_unit_test(sets),
        cmocka_unit_test(operators),
        cmocka_unit_test(calls_by_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
