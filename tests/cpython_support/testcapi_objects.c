/* testcapi_objects.c - _testcapi: what C does with dicts, floats, sequences and code,
 * and the limits of C's numbers.
 */
#include <float.h>
#include <limits.h>
#include <time.h>

#include "minipy.h"
#include "tests/cpython_support/testmodules.h"
#include "vm/import/import.h"
#include "vm/numbers/float.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"

/* dict_getitem_knownhash(dict, key, hash) */
FN(dict_getitem_knownhash)
{
    int64_t hash;
    if (!arg_ssize(vm, args[2], &hash))
        return VALUE_NULL;
    if (!value_is_dict(args[0]))
        return error_bad_argument(vm, "dict_getitem_knownhash");
    Value v = dict_get_hash_borrow(vm, args[0], args[1], hash);
    if (!v && !error_occurred(vm))
        error_set_value(vm, EXC_KeyError, args[1]);
    return value_xincref(v);
}

/* ---- floats as bytes, by the module struct --------------------------------------- */

static Value struct_call(MinipyVM *vm, const char *function, int64_t size, bool little,
                         Value what)
{
    const char letter = size == 2 ? 'e' : size == 4 ? 'f' : size == 8 ? 'd' : 0;
    if (!letter)
        return error_set(vm, EXC_ValueError, "size must 2, 4 or 8");
    Value module = import_module(vm, "_struct"), r = VALUE_NULL;
    Value args[] = {str_format_c(vm, "%c%c", little ? '<' : '>', letter), what};
    if (module && args[0])
        r = call_method_cstr(vm, module, function, args, 2);
    value_xdecref(vm, args[0]);
    value_xdecref(vm, module);
    return r;
}

/* float_pack(size, number, little_endian) */
FN(float_pack)
{
    int64_t size;
    int little;
    if (!arg_ssize(vm, args[0], &size) || !arg_int(vm, args[2], &little))
        return VALUE_NULL;
    return struct_call(vm, "pack", size, little, args[1]);
}

/* float_unpack(bytes, little_endian) */
FN(float_unpack)
{
    int little;
    if (!arg_int(vm, args[1], &little))
        return VALUE_NULL;
    int64_t size = object_length(vm, args[0]);
    Value pair =
        size < 0 ? VALUE_NULL : struct_call(vm, "unpack", size, little, args[0]);
    Value r = pair ? value_incref(tuple_get_borrow(pair, 0)) : VALUE_NULL;
    value_xdecref(vm, pair);
    return r;
}

/* ---- the sequence slots: a negative index counts from the end once --------------- */

static bool index_in_range(MinipyVM *vm, Value o, Value index, int64_t *i)
{
    if (!arg_ssize(vm, index, i))
        return false;
    LenSlot length = value_type(vm, o)->slots.sq_length;
    if (*i >= 0 || !length)
        return true;
    int64_t n = length(vm, o);
    *i += n;
    return n >= 0;
}

FN(sequence_getitem)
{
    int64_t i;
    SizeArgSlot slot = value_type(vm, args[0])->slots.sq_item;
    if (!slot)
        return error_set(vm, EXC_TypeError, "'%T' object does not support indexing",
                         args[0]);
    return index_in_range(vm, args[0], args[1], &i) ? slot(vm, args[0], i) : VALUE_NULL;
}

FN(sequence_setitem)
{
    int64_t i;
    SizeSetSlot slot = value_type(vm, args[0])->slots.sq_ass_item;
    if (!slot)
        return error_set(vm, EXC_TypeError,
                         "'%T' object does not support item assignment", args[0]);
    if (!index_in_range(vm, args[0], args[1], &i) || slot(vm, args[0], i, args[2]) < 0)
        return VALUE_NULL;
    return VALUE_NONE;
}

/* ---- code ------------------------------------------------------------------------ */

/* code_newempty(filename, function name, line): code that only raises AssertionError */
FN(code_newempty)
{
    Value compile = dict_get_cstr_borrow(vm, vm->builtins, "compile");
    Value text[] = {str_from_cstr(vm, "raise AssertionError"), args[0],
                    str_from_cstr(vm, "exec")};
    Value code =
        text[0] && text[2] ? call(vm, compile, text, 3, VALUE_NULL) : VALUE_NULL;
    value_xdecref(vm, text[0]);
    value_xdecref(vm, text[2]);
    Value replace = code ? minipy_getattr(vm, code, "replace") : VALUE_NULL;
    Value name = str_from_cstr(vm, "co_name"),
          line = str_from_cstr(vm, "co_firstlineno"), r = VALUE_NULL;
    Value names = name && line ? tuple_pack(vm, 2, name, line) : VALUE_NULL;
    if (replace && names)
        r = call(vm, replace, args + 1, 0, names);
    value_xdecref(vm, names);
    value_xdecref(vm, line);
    value_xdecref(vm, name);
    value_xdecref(vm, replace);
    value_xdecref(vm, code);
    return r;
}

/* ---- constants ------------------------------------------------------------------- */

int testcapi_add_constants(MinipyVM *vm, Value module)
{
    static const struct {
        const char *name;
        int64_t value;
    } numbers[] = {
        {"CHAR_MAX", CHAR_MAX},
        {"CHAR_MIN", CHAR_MIN},
        {"UCHAR_MAX", UCHAR_MAX},
        {"SHRT_MAX", SHRT_MAX},
        {"SHRT_MIN", SHRT_MIN},
        {"USHRT_MAX", USHRT_MAX},
        {"INT_MAX", INT_MAX},
        {"INT_MIN", INT_MIN},
        {"UINT_MAX", UINT_MAX},
        {"LONG_MAX", LONG_MAX},
        {"LONG_MIN", LONG_MIN},
        {"LLONG_MAX", LLONG_MAX},
        {"LLONG_MIN", LLONG_MIN},
        {"PY_SSIZE_T_MAX", INT64_MAX},
        {"PY_SSIZE_T_MIN", INT64_MIN},
        {"WITH_PYMALLOC", 0}, /* there is none */
        {"SIZEOF_TIME_T", sizeof(time_t)},
        {"SIZEOF_WCHAR_T", sizeof(wchar_t)},
    };
    static const struct {
        const char *name;
        double value;
    } doubles[] = {{"FLT_MAX", FLT_MAX},
                   {"FLT_MIN", FLT_MIN},
                   {"DBL_MAX", DBL_MAX},
                   {"DBL_MIN", DBL_MIN}};
    static const char *const unsigned_max[] = {"ULONG_MAX", "ULLONG_MAX", "SIZE_MAX"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (module_add_steal(vm, module, numbers[i].name,
                             int_new(vm, numbers[i].value)) < 0)
            return -1;
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        if (module_add_steal(vm, module, doubles[i].name,
                             float_new(vm, doubles[i].value)) < 0)
            return -1;
    for (size_t i = 0; i < sizeof unsigned_max / sizeof *unsigned_max; i++)
        if (module_add_steal(vm, module, unsigned_max[i],
                             int_from_u64(vm, UINT64_MAX)) < 0)
            return -1;
    return 0;
}

const MethodDef testcapi_object_functions[] = {
    {"dict_getitem_knownhash", dict_getitem_knownhash, M_UNSIGNED,
     "($module, dict, key, hash, /)", NULL},
    {"float_pack", float_pack, M_UNSIGNED, "($module, size, value, little, /)", NULL},
    {"float_unpack", float_unpack, M_UNSIGNED, "($module, data, little, /)", NULL},
    {"sequence_getitem", sequence_getitem, M_UNSIGNED, "($module, sequence, index, /)",
     NULL},
    {"sequence_setitem", sequence_setitem, M_UNSIGNED,
     "($module, sequence, index, item, /)", NULL},
    {"code_newempty", code_newempty, M_UNSIGNED, "($module, filename, name, line, /)",
     NULL},
    {0},
};
