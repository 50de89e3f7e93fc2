/* api_object.c - what Python's operations do, for hosts: attributes, items, iteration,
 * operators, calls; and containers without the way round by their methods' names. */
#include "vm/api/api.h"
#include "vm/code/opcodes.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/slice.h"
#include "vm/containers/tuple.h"
#include "vm/import/import.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/text/str.h"

/* ---- objects --------------------------------------------------------------------- */

/* What is operated on is held meanwhile: a module in C passes what a field of its own
 * has, and Python code that is run for a key may set that field. */
static MinipyValue left_held(MinipyVM *vm, Value o, Value r)
{
    value_decref(vm, o);
    return api_left(vm, r);
}

static int left_held_int(MinipyVM *vm, Value o, int r)
{
    value_decref(vm, o);
    return api_left_int(vm, r);
}

/* The str of a name that a host gave; VALUE_NULL: an exception. */
static Value name_given(MinipyVM *vm, const char *name, const char *func)
{
    return api_pointer(vm, name, func) ? str_intern_cstr(vm, name) : VALUE_NULL;
}

/* What `get` finds in o under a name, as an attribute or an item. */
static MinipyValue get_named(MinipyVM *vm, MinipyValue o, const char *name,
                             BinarySlot get, const char *func)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value s = api_value(vm, o, func) ? name_given(vm, name, func) : VALUE_NULL;
    Value v = s ? get(vm, value_incref(o), s) : VALUE_NULL;
    if (!s)
        return api_left(vm, VALUE_NULL);
    value_decref(vm, s);
    return left_held(vm, o, v);
}

static int set_named(MinipyVM *vm, MinipyValue o, const char *name, MinipyValue v,
                     SetAttrSlot set, const char *func)
{
    if (!api_enter(vm))
        return -1;
    Value s = api_value(vm, o, func) && api_value(vm, v, func)
                  ? name_given(vm, name, func)
                  : VALUE_NULL;
    int r = s ? set(vm, value_incref(o), s, v) : -1;
    if (!s)
        return api_left_int(vm, -1);
    value_decref(vm, s);
    return left_held_int(vm, o, r);
}

MinipyValue minipy_getattr(MinipyVM *vm, MinipyValue o, const char *name)
{
    return get_named(vm, o, name, object_getattr, __func__);
}

int minipy_setattr(MinipyVM *vm, MinipyValue o, const char *name, MinipyValue v)
{
    return set_named(vm, o, name, v, object_setattr, __func__);
}

int minipy_delattr(MinipyVM *vm, MinipyValue o, const char *name)
{
    if (!api_enter(vm))
        return -1;
    Value s = api_value(vm, o, __func__) ? name_given(vm, name, __func__) : VALUE_NULL;
    int r = s ? object_delattr(vm, o, s) : -1;
    value_xdecref(vm, s);
    return api_left_int(vm, r);
}

MinipyValue minipy_lookup_attr(MinipyVM *vm, MinipyValue o, const char *name)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value s = api_value(vm, o, __func__) ? name_given(vm, name, __func__) : VALUE_NULL;
    Value v = VALUE_NULL;
    if (s && object_lookup_attr(vm, o, s, &v) <= 0)
        v = VALUE_NULL;
    value_xdecref(vm, s);
    return api_left(vm, v);
}

/* ---- items ----------------------------------------------------------------------- */

MinipyValue minipy_getitem(MinipyVM *vm, MinipyValue o, MinipyValue key)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = api_value(vm, o, __func__) && api_value(vm, key, __func__);
    return given ? left_held(vm, o, object_getitem(vm, value_incref(o), key))
                 : api_left(vm, VALUE_NULL);
}

int minipy_setitem(MinipyVM *vm, MinipyValue o, MinipyValue key, MinipyValue v)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, o, __func__) && api_value(vm, key, __func__) &&
                 api_value(vm, v, __func__);
    return given ? left_held_int(vm, o, object_setitem(vm, value_incref(o), key, v))
                 : api_left_int(vm, -1);
}

int minipy_delitem(MinipyVM *vm, MinipyValue o, MinipyValue key)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, o, __func__) && api_value(vm, key, __func__);
    return given ? left_held_int(vm, o, object_delitem(vm, value_incref(o), key))
                 : api_left_int(vm, -1);
}

int minipy_contains(MinipyVM *vm, MinipyValue o, MinipyValue item)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, o, __func__) && api_value(vm, item, __func__);
    return given ? left_held_int(vm, o, object_contains(vm, value_incref(o), item))
                 : api_left_int(vm, -1);
}

MinipyValue minipy_getitem_str(MinipyVM *vm, MinipyValue o, const char *key)
{
    return get_named(vm, o, key, object_getitem, __func__);
}

int minipy_setitem_str(MinipyVM *vm, MinipyValue o, const char *key, MinipyValue v)
{
    return set_named(vm, o, key, v, object_setitem, __func__);
}

/* Is it a list or a tuple itself, of this vm, whose items can be taken without more
 * ado? */
static inline bool is_plain_sequence(MinipyVM *vm, MinipyValue o)
{
    return api_ready(vm) &&
           (value_is_exact(vm, o, KIND_LIST) || value_is_exact(vm, o, KIND_TUPLE)) &&
           api_value_is_own(vm, o);
}

static __attribute__((noinline)) MinipyValue item_at(MinipyVM *vm, MinipyValue o,
                                                     int64_t i)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value key = api_value(vm, o, "minipy_getitem_at") ? int_new(vm, i) : VALUE_NULL;
    Value v = key ? object_getitem(vm, o, key) : VALUE_NULL;
    value_xdecref(vm, key);
    return api_left(vm, v);
}

MinipyValue minipy_getitem_at(MinipyVM *vm, MinipyValue o, int64_t i)
{
    return likely(is_plain_sequence(vm, o) && i >= 0 && i < seq_size(o))
               ? value_incref(seq_items(o)[i])
               : item_at(vm, o, i);
}

static const MinipyValue no_items[1]; /* of an empty list: some place */

static __attribute__((noinline)) const MinipyValue *
items_or_error(MinipyVM *vm, MinipyValue v, size_t *n)
{
    static const char func[] = "minipy_items";
    if (!api_usable(vm) || vm->raised || !api_value(vm, v, func) ||
        !api_pointer(vm, n, func))
        return NULL;
    bool list = value_is_kind(v, KIND_LIST);
    if (!list && !value_is_kind(v, KIND_TUPLE))
        return error_set(vm, EXC_TypeError, "expected a list or tuple, not %T", v),
               NULL;
    *n = (size_t)(list ? list_size(v) : tuple_size(v));
    const Value *items = list ? LIST(v)->items : TUPLE(v)->items;
    return items ? items : no_items;
}

const MinipyValue *minipy_items(MinipyVM *vm, MinipyValue v, size_t *n)
{
    if (api_lends(vm, v) && likely(n)) {
        if (value_obj(v)->kind == KIND_LIST) {
            *n = (size_t)LIST(v)->size;
            return LIST(v)->items ? LIST(v)->items : no_items;
        }
        if (value_obj(v)->kind == KIND_TUPLE) {
            *n = (size_t)TUPLE(v)->size;
            return TUPLE(v)->items;
        }
    }
    return items_or_error(vm, v, n);
}

int minipy_slice(MinipyVM *vm, MinipyValue v, int64_t *start, int64_t *stop,
                 int64_t *step)
{
    if (!api_enter(vm))
        return -1;
    if (!api_value(vm, v, __func__) || !api_pointer(vm, start, __func__) ||
        !api_pointer(vm, stop, __func__) || !api_pointer(vm, step, __func__))
        return api_left_int(vm, -1);
    if (!value_is_kind(v, KIND_SLICE))
        return api_left_int(vm, 0);
    value_incref(v);
    int r = slice_unpack(vm, v, start, stop, step) < 0 ? -1 : 1;
    value_decref(vm, v);
    return api_left_int(vm, r);
}

int64_t minipy_slice_fit(int64_t length, int64_t *start, int64_t *stop, int64_t step)
{
    return start && stop && step && length >= 0
               ? slice_adjust(length, start, stop, step)
               : -1;
}

/* ---- dicts, lists, sets ---------------------------------------------------------- */

/* v, if it is of that kind or one that derives from it; else TypeError. */
static bool of_kind(MinipyVM *vm, MinipyValue v, Kind kind, const char *func)
{
    if (!api_value(vm, v, func))
        return false;
    if (likely(value_is_kind(v, kind)))
        return true;
    error_set(vm, EXC_TypeError, "%s: expected %N, not %T", func, vm->types[kind], v);
    return false;
}

static __attribute__((noinline)) MinipyValue dict_get(MinipyVM *vm, MinipyValue dict,
                                                      MinipyValue key)
{
    static const char func[] = "minipy_dict_get";
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = of_kind(vm, dict, KIND_DICT, func) && api_value(vm, key, func);
    if (!given)
        return api_left(vm, VALUE_NULL);
    value_incref(dict);
    return left_held(vm, dict, value_xincref(dict_get_borrow(vm, dict, key)));
}

MinipyValue minipy_dict_get(MinipyVM *vm, MinipyValue dict, MinipyValue key)
{
    /* A str alone is compared without anything running. */
    if (api_lends(vm, dict) && value_obj(dict)->kind == KIND_DICT &&
        limits_stopped(vm) == STOP_NONE && value_is_exact(vm, key, KIND_STR) &&
        api_value_is_own(vm, key))
        return value_xincref(dict_get_str_borrow(vm, DICT(dict), key));
    return dict_get(vm, dict, key);
}

static __attribute__((noinline)) int next_or_error(MinipyVM *vm, MinipyValue dict,
                                                   size_t *pos, MinipyValue *key,
                                                   MinipyValue *value)
{
    static const char func[] = "minipy_dict_next";
    if (!api_usable(vm) || vm->raised || !of_kind(vm, dict, KIND_DICT, func) ||
        !api_pointer(vm, pos, func))
        return -1;
    int64_t at = *pos > PTRDIFF_MAX ? PTRDIFF_MAX : (int64_t)*pos;
    if (!dict_next(dict, &at, key, value))
        return 0;
    *pos = (size_t)at;
    return 1;
}

int minipy_dict_next(MinipyVM *vm, MinipyValue dict, size_t *pos, MinipyValue *key,
                     MinipyValue *value)
{
    if (!api_lends(vm, dict) || value_obj(dict)->kind != KIND_DICT || !pos ||
        *pos >= DICT(dict)->nentries || !dict_entry(DICT(dict), *pos)->key)
        return next_or_error(vm, dict, pos, key, value);
    const DictEntry *e =
        dict_entry(DICT(dict), (*pos)++); /* mostly there are no holes */
    if (key)
        *key = e->key;
    if (value)
        *value = e->value;
    return 1;
}

MinipyValue minipy_dict_list(MinipyVM *vm, MinipyValue dict, bool keys, bool values)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value list = !of_kind(vm, dict, KIND_DICT, __func__) ? VALUE_NULL
                 : keys && values                        ? dict_items_list(vm, dict)
                 : values                                ? dict_values_list(vm, dict)
                 : keys                                  ? dict_keys_list(vm, dict)
                                                         : list_new(vm, 0);
    return api_left(vm, list);
}

static __attribute__((noinline)) int append_or_fail(MinipyVM *vm, MinipyValue list,
                                                    MinipyValue v)
{
    static const char func[] = "minipy_list_append";
    if (!api_enter(vm))
        return -1;
    bool given = of_kind(vm, list, KIND_LIST, func) && api_value(vm, v, func);
    return api_left_int(vm, given ? list_append(vm, list, v) : -1);
}

int minipy_list_append(MinipyVM *vm, MinipyValue list, MinipyValue v)
{
    if (!api_lends(vm, list) || value_obj(list)->kind != KIND_LIST ||
        LIST(list)->size >= LIST(list)->capacity || limits_stopped(vm) != STOP_NONE ||
        !api_value_is_own(vm, v))
        return append_or_fail(vm, list, v);
    LIST(list)->items[LIST(list)->size++] = value_incref(v); /* nothing runs */
    return 0;
}

int minipy_set_add(MinipyVM *vm, MinipyValue set, MinipyValue v)
{
    if (!api_enter(vm))
        return -1;
    bool given = of_kind(vm, set, KIND_SET, __func__) && api_value(vm, v, __func__);
    return given ? left_held_int(vm, set, set_add(vm, value_incref(set), v))
                 : api_left_int(vm, -1);
}

int minipy_set_discard(MinipyVM *vm, MinipyValue set, MinipyValue v)
{
    if (!api_enter(vm))
        return -1;
    bool given = of_kind(vm, set, KIND_SET, __func__) && api_value(vm, v, __func__);
    return given ? left_held_int(vm, set, set_discard(vm, value_incref(set), v))
                 : api_left_int(vm, -1);
}

/* ---- length and iteration -------------------------------------------------------- */

static __attribute__((noinline)) int64_t length_or_error(MinipyVM *vm, MinipyValue o)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, o, "minipy_length");
    int64_t n = given ? object_length(vm, value_incref(o)) : -1;
    if (given)
        value_decref(vm, o);
    api_left(vm, VALUE_NULL);
    return n;
}

int64_t minipy_length(MinipyVM *vm, MinipyValue o)
{
    if (is_plain_sequence(vm, o))
        return seq_size(o);
    if (api_lends(vm, o) && value_is_exact(vm, o, KIND_DICT) &&
        limits_stopped(vm) == STOP_NONE)
        return DICT(o)->used;
    return length_or_error(vm, o);
}

MinipyValue minipy_iter(MinipyVM *vm, MinipyValue o)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_value(vm, o, __func__)
               ? left_held(vm, o, object_iter(vm, value_incref(o)))
               : api_left(vm, VALUE_NULL);
}

/* iter_next trusts that it is an iterator. */
MinipyValue minipy_next(MinipyVM *vm, MinipyValue it)
{
    Value r = VALUE_NULL;
    if (!api_enter(vm))
        return MINIPY_NULL;
    if (!api_value(vm, it, __func__))
        return api_left(vm, VALUE_NULL);
    value_incref(it);
    if (value_is_iterator(vm, it))
        r = iter_next(vm, it);
    else
        error_set(vm, EXC_TypeError, "'%T' object is not an iterator", it);
    return left_held(vm, it, r);
}

/* ---- operators ------------------------------------------------------------------- */

static const struct {
    char text[3];
    uint8_t op;
} binary_operators[] = {
    {"+", NB_ADD},           {"-", NB_SUBTRACT},
    {"*", NB_MULTIPLY},      {"/", NB_TRUE_DIVIDE},
    {"//", NB_FLOOR_DIVIDE}, {"%", NB_REMAINDER},
    {"**", NB_POWER},        {"@", NB_MATRIX_MULTIPLY},
    {"<<", NB_LSHIFT},       {">>", NB_RSHIFT},
    {"&", NB_AND},           {"|", NB_OR},
    {"^", NB_XOR},
};
static const struct {
    char text[3];
    uint8_t op;
} comparisons[] = {{"<", CMP_LT},  {"<=", CMP_LE}, {"==", CMP_EQ},
                   {"!=", CMP_NE}, {">", CMP_GT},  {">=", CMP_GE}};

static Value no_operator(MinipyVM *vm, const char *func, const char *op)
{
    return error_set(vm, EXC_SystemError, "%s: there is no operator '%.20s'", func, op);
}

static Value unary(MinipyVM *vm, Value a, const char *op)
{
    if (strcmp(op, "-") == 0)
        return number_negative(vm, a);
    if (strcmp(op, "+") == 0)
        return number_positive(vm, a);
    return strcmp(op, "~") == 0 ? number_invert(vm, a)
                                : no_operator(vm, "minipy_operate", op);
}

static Value binary(MinipyVM *vm, Value a, const char *op, Value b)
{
    for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (strcmp(op, binary_operators[i].text) == 0)
            return number_binary(vm, a, b, binary_operators[i].op);
    return no_operator(vm, "minipy_operate", op);
}

MinipyValue minipy_operate(MinipyVM *vm, MinipyValue a, const char *op, MinipyValue b)
{
    Value r = VALUE_NULL;
    if (!api_enter(vm))
        return MINIPY_NULL;
    if (api_value(vm, a, __func__) && api_pointer(vm, op, __func__) &&
        (!b || api_value(vm, b, __func__)))
        r = b ? binary(vm, a, op, b) : unary(vm, a, op);
    return api_left(vm, r);
}

static int compare(MinipyVM *vm, Value a, const char *op, Value b)
{
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (strcmp(op, comparisons[i].text) == 0)
            return object_is_true_steal(
                vm, object_compare(vm, a, b, (CompareOp)comparisons[i].op));
    no_operator(vm, "minipy_compare", op);
    return -1;
}

static __attribute__((noinline)) int compare_by_types(MinipyVM *vm, MinipyValue a,
                                                      const char *op, MinipyValue b)
{
    static const char func[] = "minipy_compare";
    if (!api_enter(vm))
        return -1;
    bool given =
        api_value(vm, a, func) && api_pointer(vm, op, func) && api_value(vm, b, func);
    return api_left_int(vm, given ? compare(vm, a, op, b) : -1);
}

int minipy_compare(MinipyVM *vm, MinipyValue a, const char *op, MinipyValue b)
{
    if (unlikely(!api_ready(vm) || !op || op[0] != '=' || op[1] != '=' || op[2] ||
                 !value_is_exact(vm, a, KIND_STR) || !value_is_exact(vm, b, KIND_STR) ||
                 !api_value_is_own(vm, a) || !api_value_is_own(vm, b)))
        return compare_by_types(vm, a, op, b);
    return str_equal(a, b); /* nothing runs */
}

int minipy_hash(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    int64_t h = -1;
    if (!api_enter(vm))
        return -1;
    if (api_value(vm, v, __func__) && api_pointer(vm, out, __func__))
        h = object_hash(vm, v);
    if (h != -1)
        *out = h;
    return api_left_int(vm, h == -1 ? -1 : 0);
}

/* ---- calls ----------------------------------------------------------------------- */

MinipyValue minipy_call(MinipyVM *vm, MinipyValue f, const MinipyValue *args, size_t n)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = api_value(vm, f, __func__) && api_values(vm, args, n, __func__);
    return given ? left_held(vm, f, call(vm, value_incref(f), args, n, VALUE_NULL))
                 : api_left(vm, VALUE_NULL);
}

/* The tuple of the names; VALUE_NULL: exception. */
static Value names_given(MinipyVM *vm, const char *const *names, size_t n)
{
    Value t = tuple_alloc(vm, (int64_t)n);
    for (size_t i = 0; t && i < n; i++)
        if (!(TUPLE(t)->items[i] = str_intern_cstr(vm, names[i])))
            value_clear(vm, &t);
    return t;
}

MinipyValue minipy_call_kw(MinipyVM *vm, MinipyValue f, const MinipyValue *args,
                           size_t n, const char *const *names)
{
    size_t nkw = 0;
    Value r = VALUE_NULL, kwnames = VALUE_NULL;
    if (!api_enter(vm))
        return MINIPY_NULL;
    while (names && names[nkw])
        nkw++;
    bool given = api_value(vm, f, __func__) && n <= SIZE_MAX - nkw &&
                 api_values(vm, args, n + nkw, __func__);
    if (given && (!nkw || (kwnames = names_given(vm, names, nkw)))) {
        r = call(vm, value_incref(f), args, n, kwnames);
        value_decref(vm, f);
    } else if (!vm->raised) {
        error_bad_argument(vm, __func__);
    }
    value_xdecref(vm, kwnames);
    return api_left(vm, r);
}

MinipyValue minipy_call_method(MinipyVM *vm, MinipyValue o, const char *name,
                               const MinipyValue *args, size_t n)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = api_value(vm, o, __func__) && api_pointer(vm, name, __func__) &&
                 api_values(vm, args, n, __func__);
    return given
               ? left_held(vm, o, call_method_cstr(vm, value_incref(o), name, args, n))
               : api_left(vm, VALUE_NULL);
}

MinipyValue minipy_import(MinipyVM *vm, const char *module)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, api_pointer(vm, module, __func__) ? import_module(vm, module)
                                                          : VALUE_NULL);
}

MinipyValue minipy_main_module(MinipyVM *vm)
{
    return api_enter(vm) ? api_left(vm, program_main_module(vm)) : MINIPY_NULL;
}
