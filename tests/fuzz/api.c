/* api.c - the fuzz target api: the bytes are calls of minipy.h, three a call: which
 * one, and two of the sixteen values that it is made with; its result takes the place
 * of the first. */
#include <string.h>

#include "tests/fuzz/harness.h"

enum { VALUES = 16 };

static const char *const names[] = {"append", "__class__", "x",        "__dict__",
                                    "keys",   "\xff",      "upper",    "send",
                                    "{}",     "__iter__",  "__name__", ""};
static const char *const operators[] = {"+",  "-", "*", "/", "//", "%", "@", "<<",
                                        ">>", "&", "|", "^", "~",  "?", ""};
static const char *const comparisons[] = {"<", "<=", "==", "!=", ">", ">=", "in"};
static const char *const programs[] = {
    "[]",
    "{}",
    "set()",
    "2**70",
    "'text'",
    "b'bytes'",
    "bytearray(9)",
    "(i for i in range(3))",
    "type('C', (), {})",
    "lambda *a, **k: (a, k)",
    "ValueError('v')",
    "memoryview(bytearray(4))",
    "compile('1+1', 'f', 'eval')",
    "(",
    "type('D', (list,), {'__del__': lambda s: s.clear()})([1])",
    "1.5"};

#define PICK(table, n) table[(n) % (sizeof table / sizeof *table)]

static MinipyValue make(MinipyVM *vm, uint8_t how, MinipyValue a, MinipyValue b)
{
    const MinipyValue both[] = {a, b};
    switch (how % 10) {
    case 0: return minipy_int(vm, (int64_t)how << 50);
    case 1: return minipy_float(vm, how * 1e300);
    case 2: return minipy_str(vm, "\xe2\x82\xac\xff", how % 5);
    case 3: return minipy_tuple(vm, both, how % 3);
    case 4: return minipy_list(vm, both, how % 3);
    case 5: return minipy_set(vm, both, how % 3);
    case 6: return minipy_weak(vm, a, b);
    case 7: return minipy_int_parse(vm, PICK(names, how), how % 40);
    case 8: return minipy_int_from_bytes(vm, names, how % 9, how & 1);
    default: return minipy_retain(how & 1 ? minipy_none() : minipy_not_implemented());
    }
}

static MinipyValue ask(MinipyVM *vm, uint8_t how, MinipyValue a, MinipyValue b)
{
    int64_t number;
    uint64_t positive;
    double real;
    size_t size = 0, at = how % 4;
    MinipyValue key = MINIPY_NULL, value = MINIPY_NULL;
    uint8_t bytes[4];
    switch (how % 15) {
    case 0: return minipy_bool(minipy_as_int(vm, a, &number) == 0);
    case 1: return minipy_bool(minipy_as_uint(vm, a, &positive) == 0);
    case 2: return minipy_bool(minipy_as_float(vm, a, &real) == 0);
    case 3: return minipy_bool(minipy_as_str(vm, a, &size) != NULL);
    case 4: return minipy_bool(minipy_as_bytes(vm, a, &size) != NULL);
    case 5: return minipy_bool(minipy_int_to_bytes(vm, a, bytes, at, how & 1) == 0);
    case 6: return minipy_bool(minipy_isinstance(vm, a, b) == 1);
    case 7: return minipy_bool(minipy_compare(vm, a, PICK(comparisons, how), b) == 1);
    case 8: return minipy_bool(minipy_hash(vm, a, &number) == 0);
    case 9: return minipy_int(vm, minipy_length(vm, a));
    case 10: return minipy_bool(minipy_dict_next(vm, a, &at, &key, &value) == 1);
    case 11: return minipy_bool(minipy_contains(vm, a, b) == 1);
    case 12: return minipy_int(vm, (int64_t)minipy_kind(a) + minipy_callable(vm, a));
    case 13: return minipy_bool(*minipy_type_name(vm, a) != 0);
    default: return minipy_bool(minipy_truth(vm, a) == 1);
    }
}

static MinipyValue change(MinipyVM *vm, uint8_t how, MinipyValue a, MinipyValue b)
{
    switch (how % 9) {
    case 0: return minipy_bool(minipy_setattr(vm, a, PICK(names, how), b) == 0);
    case 1: return minipy_bool(minipy_delattr(vm, a, PICK(names, how)) == 0);
    case 2: return minipy_bool(minipy_setitem(vm, a, b, a) == 0);
    case 3: return minipy_bool(minipy_delitem(vm, a, b) == 0);
    case 4: return minipy_bool(minipy_setitem_str(vm, a, PICK(names, how), b) == 0);
    case 5: return minipy_bool(minipy_list_append(vm, a, b) == 0);
    case 6: return minipy_bool(minipy_set_add(vm, a, b) == 0);
    case 7: return minipy_bool(minipy_set_discard(vm, a, b) == 1);
    default: return minipy_raise_value(vm, a);
    }
}

static MinipyValue step(MinipyVM *vm, uint8_t how, MinipyValue generator, MinipyValue v)
{
    MinipyValue result = MINIPY_NULL;
    switch (how % 3) {
    case 0: minipy_send(vm, generator, v, &result); return result;
    case 1: minipy_throw(vm, generator, v, &result); return result;
    default: return minipy_bool(minipy_close(vm, generator) == 0);
    }
}

static MinipyValue look_into(MinipyVM *vm, MinipyValue v)
{
    size_t size;
    MinipyValue view = MINIPY_NULL;
    minipy_buffer(vm, v, true, &size, &view);
    return view;
}

static MinipyValue reload(MinipyVM *vm, uint8_t how, MinipyValue code)
{
    MinipyValue saved = minipy_code_save(vm, code), loaded = MINIPY_NULL;
    size_t size;
    const char *data = saved ? minipy_as_bytes(vm, saved, &size) : NULL;
    if (data)
        loaded = minipy_code_load(vm, data, how & 1 ? size : size / 2);
    minipy_release(vm, saved);
    return loaded;
}

static MinipyValue fetch(MinipyVM *vm, uint8_t how, MinipyValue a, MinipyValue b)
{
    const MinipyValue both[] = {a, b};
    int64_t start, stop, step;
    switch (how % 19) {
    case 0: return minipy_getattr(vm, a, PICK(names, how));
    case 1: return minipy_getitem(vm, a, b);
    case 2: return minipy_getitem_str(vm, a, PICK(names, how));
    case 3: return minipy_getitem_at(vm, a, (int64_t)how - 40);
    case 4: return minipy_lookup_attr(vm, a, PICK(names, how));
    case 5: return minipy_dict_get(vm, a, b);
    case 6: return minipy_operate(vm, a, PICK(operators, how / 19), b);
    case 7: return minipy_iter(vm, a);
    case 8: return minipy_next(vm, a);
    case 9: return minipy_call(vm, a, both, how % 3);
    case 10: return minipy_call_method(vm, a, PICK(names, how), both, how % 2);
    case 11: return minipy_weak_get(vm, a);
    case 12: return minipy_to_repr(vm, a);
    case 13: return minipy_to_str(vm, a);
    case 14: return look_into(vm, a);
    case 15: return minipy_error_take(vm);
    case 16: return minipy_dict_list(vm, a, how & 1, how & 2);
    case 17:
        return minipy_slice(vm, a, &start, &stop, &step) > 0
                   ? minipy_int(vm, minipy_slice_fit(how, &start, &stop, step))
                   : MINIPY_NULL;
    default: return reload(vm, how, a);
    }
}

void fuzz_api(MinipyVM *vm, const uint8_t *data, size_t size)
{
    MinipyValue values[VALUES] = {MINIPY_NULL};
    for (; size >= 3 && !minipy_stopped(vm); data += 3, size -= 3) {
        MinipyValue *a = &values[data[1] % VALUES], b = values[data[2] % VALUES],
                    made = MINIPY_NULL;
        uint8_t how = data[0] / 6;
        switch (data[0] % 6) {
        case 0: made = minipy_eval(vm, PICK(programs, how)); break;
        case 1: made = make(vm, data[2], *a, b); break;
        case 2: made = ask(vm, how, *a, b); break;
        case 3: made = change(vm, how, *a, b); break;
        case 4: made = fetch(vm, (uint8_t)(how ^ data[1]), *a, b); break;
        default: made = step(vm, how, *a, b); break;
        }
        if (data[0] & 1)
            minipy_error_clear(vm);
        minipy_release(vm, *a);
        *a = made;
    }
    if (!minipy_stopped(vm))
        minipy_error_clear(vm);
    for (int i = 0; i < VALUES; i++)
        minipy_release(vm, values[i]);
    if (!minipy_stopped(vm))
        minipy_error_clear(vm);
}
