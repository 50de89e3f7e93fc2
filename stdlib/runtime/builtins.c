/* builtins.c - the module builtins: the functions; the types and exceptions are added
 * from the vm's lists. print and input are in builtins_io.c, compile, eval and exec in
 * builtins_eval.c.
 */
#include "stdlib/runtime/builtins.h"

#include "vm/objects/args.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/eval/generator.h"
#include "vm/import/import.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/containers/set.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/text/str_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"

FN(builtin_abs)
{
    recursion_deepen(vm);
    Value r = number_absolute(vm, args[0]);
    recursion_leave(vm);
    return r;
}

static int take_truth(MinipyVM *vm, void *stop_at, Value item)
{
    int truth = object_is_true(vm, item);
    value_decref(vm, item);
    return truth < 0 ? -1 : truth == *(int *)stop_at;
}

static bool take_other_truth(void *stop_at, Value item)
{
    return item == (*(int *)stop_at ? VALUE_FALSE : VALUE_TRUE);
}

/* all() and any(): stop at the first item whose truth is `stop_at`. */
static Value scan_truth(MinipyVM *vm, Value iterable, int stop_at)
{
    recursion_deepen(vm);
    Each each = each_of(vm, iterable);
    each_feed(vm, &each, (Sink){take_truth, take_other_truth, &stop_at});
    while (each_next(vm, &each))
        each.status = take_truth(vm, &stop_at, each_take(&each));
    int stopped = each_end(vm, &each);
    recursion_leave(vm);
    return stopped < 0 ? VALUE_NULL : value_from_bool(stopped ? stop_at : !stop_at);
}

FN(builtin_all)
{
    return scan_truth(vm, args[0], 0);
}

FN(builtin_any)
{
    return scan_truth(vm, args[0], 1);
}

FN(builtin_ascii)
{
    recursion_deepen(vm);
    Value r = object_ascii(vm, args[0]);
    recursion_leave(vm);
    return r;
}

/* -0b101 and its like; base is a power of 2. */
static Value small_in_base(MinipyVM *vm, uint64_t rest, bool negative, int base,
                           char letter)
{
    char text[sizeof "-0b" + 64], *at = text + sizeof text, *end = at;
    int bits = base == 16 ? 4 : base == 8 ? 3 : 1;
    do {
        *--at = "0123456789abcdef"[rest & (unsigned)(base - 1)];
        rest >>= bits;
    } while (rest);
    *--at = letter;
    *--at = '0';
    if (negative)
        *--at = '-';
    return str_from_ascii(vm, at, end - at);
}

static Value in_base(MinipyVM *vm, Value v, int base, const char *prefix)
{
    Value i = number_index(vm, v);
    if (!i)
        return VALUE_NULL;
    bool negative = int_sign(i) < 0;
    if (value_is_int_imm(i)) {
        uint64_t n = (uint64_t)value_imm(i);
        return small_in_base(vm, negative ? 0 - n : n, negative, base, prefix[1]);
    }
    Value digits = int_to_str(vm, i, base);
    value_decref(vm, i);
    int64_t n = digits ? str_length(digits) - negative : 0;
    Value r = digits ? str_alloc(vm, negative + 2 + n, 0x7f) : VALUE_NULL;
    if (r) {
        char *to = str_data(STR(r));
        if (negative)
            *to++ = '-';
        memcpy(to, prefix, 2);
        memcpy(to + 2, (char *)str_data(STR(digits)) + negative, (size_t)n);
    }
    value_xdecref(vm, digits);
    return r;
}

FN(builtin_bin)
{
    return in_base(vm, args[0], 2, "0b");
}

FN(builtin_oct)
{
    return in_base(vm, args[0], 8, "0o");
}

FN(builtin_hex)
{
    return in_base(vm, args[0], 16, "0x");
}

FN(builtin_callable)
{
    return value_from_bool(object_callable(args[0]));
}

FN(builtin_chr)
{
    int i;
    if (!arg_int(vm, args[0], &i))
        return VALUE_NULL;
    if (i < 0 || i > 0x10ffff)
        return error_set(vm, EXC_ValueError, "chr() arg not in range(0x110000)");
    return str_from_char(vm, (uint32_t)i);
}

FN(builtin_ord)
{
    Value v = args[0];
    int64_t n;
    if (value_is_str(v)) {
        if ((n = str_length(v)) == 1)
            return value_from_imm(str_char_at(STR(v), 0));
    } else if (value_is_bytes(v)) {
        if ((n = BYTES(v)->size) == 1)
            return value_from_imm(BYTES(v)->data[0]);
    } else if (value_is_kind(v, KIND_BYTEARRAY)) {
        if ((n = BYTEARRAY(v)->size) == 1)
            return value_from_imm(BYTEARRAY(v)->data[0]);
    } else {
        return error_set(vm, EXC_TypeError,
                         "ord() expected string of length 1, but %T found", v);
    }
    return error_set(vm, EXC_TypeError,
                     "ord() expected a character, but string of length %zd found", n);
}

FN(builtin_delattr)
{
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    return object_delattr(vm, args[0], args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(builtin_dir)
{
    if (nargs == 1)
        return object_dir(vm, args[0]);
    Value locals = frame_current_locals(vm);
    if (!locals)
        return VALUE_NULL;
    Value keys = call_method_cstr(vm, locals, "keys", NULL, 0);
    value_decref(vm, locals);
    return list_sorted_steal(vm, keys);
}

FN(builtin_divmod)
{
    return number_divmod(vm, args[0], args[1]);
}

FN(builtin_format)
{
    if (nargs == 2 && !value_is_str(args[1]))
        return arg_type_error(vm, "format", "2", "str", args[1]);
    return object_format(vm, args[0], nargs == 2 ? args[1] : VALUE_NULL);
}

FN(builtin_getattr)
{
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    if (nargs == 2)
        return object_getattr(vm, args[0], args[1]);
    Value v;
    int r = object_lookup_attr(vm, args[0], args[1], &v);
    return r == 0 ? value_incref(args[2]) : v;
}

FN(builtin_hasattr)
{
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    Value v;
    int r = object_lookup_attr(vm, args[0], args[1], &v);
    value_xdecref(vm, v);
    return value_true_or_error(r);
}

FN(builtin_setattr)
{
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    return object_setattr(vm, args[0], args[1], args[2]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(builtin_globals)
{
    DictObj *d = frame_current_globals_borrow(vm);
    return d ? value_incref(value_from_obj(d)) : VALUE_NONE;
}

FN(builtin_locals)
{
    return frame_current_locals(vm);
}

FN(builtin_vars)
{
    if (nargs == 0)
        return frame_current_locals(vm);
    Value d;
    int r = object_lookup_attr(vm, args[0], NAME(vm, __dict__), &d);
    if (r == 0)
        return error_set(vm, EXC_TypeError,
                         "vars() argument must have __dict__ attribute");
    return d;
}

FN(builtin_hash)
{
    recursion_deepen(vm);
    int64_t h = object_hash(vm, args[0]);
    recursion_leave(vm);
    return h == -1 && error_occurred(vm) ? VALUE_NULL : int_new(vm, h);
}

/* Immediate values have no address: the word itself is unique for a value. */
FN(builtin_id)
{
    Value id = int_from_u64(vm, args[0]);
    if (id && audit(vm, "builtins.id", 1, id) < 0)
        value_clear(vm, &id);
    return id;
}

FN(builtin_isinstance)
{
    return value_true_or_error(object_isinstance(vm, args[0], args[1]));
}

FN(builtin_issubclass)
{
    return value_true_or_error(object_issubclass(vm, args[0], args[1]));
}

FN(builtin_iter)
{
    if (nargs == 1)
        return object_iter(vm, args[0]);
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "iter(v, w): v must be callable");
    return callable_iter_new(vm, args[0], args[1]);
}

FN(builtin_aiter)
{
    return object_aiter(vm, args[0]);
}

FN(builtin_anext)
{
    UnarySlot anext = value_type(vm, args[0])->slots.am_anext;
    if (!anext)
        return error_set(vm, EXC_TypeError, "'%T' object is not an async iterator",
                         args[0]);
    Value awaitable = anext(vm, args[0]);
    if (!awaitable || nargs == 1)
        return awaitable;
    Value r = anext_awaitable_new(vm, awaitable, args[1]);
    value_decref(vm, awaitable);
    return r;
}

FN(builtin_len)
{
    int64_t n = object_length(vm, args[0]);
    return n < 0 ? VALUE_NULL : int_new(vm, n);
}

FN(builtin_next)
{
    UnarySlot next = value_type(vm, args[0])->slots.iternext;
    if (!value_is_iterator(vm, args[0]))
        return error_set(vm, EXC_TypeError, "'%T' object is not an iterator", args[0]);
    Value v = next(vm, args[0]);
    if (v)
        return v;
    if (nargs == 2) {
        if (error_occurred(vm)) {
            if (!error_matches(vm, EXC_StopIteration))
                return VALUE_NULL;
            error_clear(vm);
        }
        return value_incref(args[1]);
    }
    return error_occurred(vm) ? VALUE_NULL : error_set_none(vm, EXC_StopIteration);
}

/* ---- max and min ----------------------------------------------------------------- */

typedef struct Extreme {
    MinipyVM *vm;
    Value key; /* borrowed, or VALUE_NULL */
    CompareOp op;
    Value best, best_key; /* strong */
} Extreme;

/* Is it of a kind that may be ordered at hand? */
static inline bool is_ordered_at_hand(MinipyVM *vm, Value v)
{
    return !value_is_obj(v) || value_is_exact(vm, v, KIND_STR) || value_is_int(v);
}

/* Floats, ints and texts that are ordered without code of a program's; false: ask. */
static inline bool order_at_hand(MinipyVM *vm, Value a, Value b, int *order)
{
    if (value_both_float_imm(a, b)) {
        double x = value_float_imm(a), y = value_float_imm(b);
        *order = (x > y) - (x < y);
        return true;
    }
    if (value_is_plain_int(vm, a) && value_is_plain_int(vm, b)) {
        *order = int_compare(a, b);
        return true;
    }
    if (!value_is_exact(vm, a, KIND_STR) || !value_is_exact(vm, b, KIND_STR))
        return false;
    *order = a == b ? 0 : str_order_first(a, b);
    return a == b || *order != 0;
}

static inline int is_better(const Extreme *x, Value a, Value b)
{
    int order;
    if (value_both_int_imm(a, b))
        return x->op == CMP_GT ? (int64_t)a > (int64_t)b : (int64_t)a < (int64_t)b;
    if (is_ordered_at_hand(x->vm, b) && order_at_hand(x->vm, a, b, &order))
        return x->op == CMP_GT ? order > 0 : order < 0;
    return object_compare_bool(x->vm, a, b, x->op);
}

/* 0, or -1 with an exception. */
static int extreme_compare(Extreme *x, Value item)
{
    MinipyVM *vm = x->vm;
    int better = 1;
    if (!x->key) {
        if (x->best && (better = is_better(x, item, x->best)) <= 0)
            return better;
        value_set_steal(vm, &x->best, value_incref(item));
        return 0;
    }
    Value k = call1(vm, x->key, item);
    if (!k)
        return -1;
    if (x->best && (better = is_better(x, k, x->best_key)) <= 0) {
        value_decref(vm, k);
        return better;
    }
    value_set_steal(vm, &x->best, value_incref(item));
    value_set_steal(vm, &x->best_key, k);
    return 0;
}

static int extreme_take(MinipyVM *vm, void *x, Value item)
{
    int r = extreme_compare(x, item);
    value_decref(vm, item);
    return r;
}

static bool extreme_take_int(void *extreme, Value item)
{
    Extreme *x = extreme;
    if (x->key || !x->best || !value_both_int_imm(item, x->best))
        return false;
    int64_t more = value_imm(item) - value_imm(x->best);
    if (x->op == CMP_GT ? more > 0 : more < 0)
        x->best = item;
    return true;
}

static inline int64_t walk_ints(Extreme *x, const Value *items, int64_t i, int64_t end)
{
    int64_t best = (int64_t)x->best;
    if (x->op == CMP_GT)
        for (; i < end && value_is_int_imm(items[i]); i++)
            best = (int64_t)items[i] > best ? (int64_t)items[i] : best;
    else
        for (; i < end && value_is_int_imm(items[i]); i++)
            best = (int64_t)items[i] < best ? (int64_t)items[i] : best;
    x->best = (Value)best;
    return i;
}

static int64_t walk_others(Extreme *x, const Value *items, int64_t i, int64_t end)
{
    int order;
    for (; i < end && order_at_hand(x->vm, items[i], x->best, &order); i++)
        if (x->op == CMP_GT ? order > 0 : order < 0)
            value_set_steal(x->vm, &x->best, value_incref(items[i]));
    return i;
}

/* What lies side by side and is ordered at hand, in one loop; the rest, and what is
 * behind some hundred, is left to the walk. */
static inline void extreme_skip(Extreme *x, Each *e)
{
    enum { MOST = 256 };
    if (e->by != EACH_VALUES || x->key || e->status != 0)
        return;
    const Value *items = seq_items(e->it);
    int64_t i = e->index, left = seq_size(e->it) - i,
            end = i + (left < MOST ? left : MOST);
    if (i < end && value_is_int_imm(x->best))
        i = walk_ints(x, items, i, end);
    e->index = is_ordered_at_hand(x->vm, x->best) ? walk_others(x, items, i, end) : i;
}

/* Of a text that has some. */
static Value extreme_char(MinipyVM *vm, Text t, CompareOp op)
{
    uint32_t best = text_at(t, 0);
    for (int64_t i = 1; i < t.length; i++) {
        uint32_t ch = text_at(t, i);
        if (op == CMP_GT ? ch > best : ch < best)
            best = ch;
    }
    return str_from_char(vm, best);
}

static Value extreme(MinipyVM *vm, const char *name, CompareOp op, const Value *args,
                     size_t nargs, Value kwnames)
{
    Value key = KEYWORD(0), def = KEYWORD(1);
    Extreme x = {.vm = vm, .op = op, .key = key == VALUE_NONE ? VALUE_NULL : key};
    if (nargs > 1 && def)
        return error_set(
            vm, EXC_TypeError,
            "Cannot specify a default for %s() with multiple positional arguments",
            name);
    int r = 0;
    if (nargs == 1 && !x.key && value_is_exact(vm, args[0], KIND_STR) &&
        str_length(args[0]) > 0)
        return extreme_char(vm, str_text(args[0]), op);
    recursion_deepen(vm);
    if (nargs > 1) {
        for (size_t i = 0; r == 0 && i < nargs; i++)
            if (!extreme_take_int(&x, args[i]))
                r = extreme_compare(&x, args[i]);
    } else {
        Each each = each_of(vm, args[0]);
        each_feed(vm, &each, (Sink){extreme_take, extreme_take_int, &x});
        while (each_next(vm, &each)) {
            if (!extreme_take_int(&x, each.item))
                each.status = extreme_compare(&x, each.item);
            extreme_skip(&x, &each);
        }
        r = each_end(vm, &each);
    }
    recursion_leave(vm);
    value_xdecref(vm, x.best_key);
    if (r < 0)
        value_clear(vm, &x.best);
    else if (!x.best)
        return def ? value_incref(def)
                   : error_set(vm, EXC_ValueError, "%s() arg is an empty sequence",
                               name);
    return x.best;
}

FN(builtin_max)
{
    return extreme(vm, "max", CMP_GT, args, nargs, kwnames);
}

FN(builtin_min)
{
    return extreme(vm, "min", CMP_LT, args, nargs, kwnames);
}

FN(builtin_pow)
{
    return number_power(vm, args[0], args[1], GIVEN(2) ? GIVEN(2) : VALUE_NONE);
}

FN(builtin_repr)
{
    recursion_deepen(vm);
    Value r = object_repr(vm, args[0]);
    recursion_leave(vm);
    return r;
}

FN(builtin_round)
{
    Value digits = GIVEN(1);
    bool has = digits && digits != VALUE_NONE;
    Value r = call_special(vm, args[0], NAME(vm, __round__), &digits, has ? 1 : 0);
    if (!r && !error_occurred(vm))
        return error_set(vm, EXC_TypeError,
                         "type %.100T doesn't define __round__ method", args[0]);
    return r;
}

FN(builtin_sorted)
{
    static const MethodDef sort = {.name = "sort",
                                   .signature = "(*, key=None, reverse=False)"};
    Value list = sequence_list(vm, args[0]), a[2];
    int reverse = 0;
    recursion_deepen(vm); /* CPython calls list.sort */
    if (list && (!args_take(vm, &sort, args + 1, 0, kwnames, a) ||
                 (a[1] && !arg_int(vm, a[1], &reverse)) ||
                 list_sort(vm, list, a[0], reverse != 0) < 0))
        value_clear(vm, &list);
    recursion_leave(vm);
    return list;
}

/* Adds item (borrowed) to total (stolen), with the common cases at hand. */
static Value sum_step(MinipyVM *vm, Value total, Value item)
{
    if (value_both_int_imm(total, item))
        return int_new(vm, value_imm(total) + value_imm(item));
    if (value_is_float_imm(total) &&
        (value_is_float_imm(item) || value_is_int_imm(item)))
        return float_new(vm, value_float_imm(total) + (value_is_int_imm(item)
                                                           ? (double)value_imm(item)
                                                           : value_float_imm(item)));
    if (value_is_bool(item) && value_is_int_imm(total))
        return int_new(vm, value_imm(total) + (item == VALUE_TRUE));
    Value next = number_add(vm, total, item);
    value_decref(vm, total);
    return next;
}

/* Adds (to total, stolen) the small ints, or floats, that come next in a list or tuple:
 * nobody counts them. VALUE_NULL: exception. */
static Value sum_run(MinipyVM *vm, Each *e, Value total)
{
    const Value *items = seq_items(e->it);
    int64_t n = seq_size(e->it), i = e->index;
    if (value_is_int_imm(total)) {
        int64_t sum = value_imm(total);
        for (; i < n && int_fits_imm(sum); i++) {
            if (value_is_int_imm(items[i]))
                sum += value_imm(items[i]);
            else if (value_is_bool(items[i]))
                sum += items[i] == VALUE_TRUE;
            else
                break;
        }
        total = int_new(vm, sum);
    } else if (value_is_float_imm(total)) {
        double sum = value_float_imm(total);
        for (; i < n && (value_is_int_imm(items[i]) || value_is_float_imm(items[i]));
             i++)
            sum += value_is_int_imm(items[i]) ? (double)value_imm(items[i])
                                              : value_float_imm(items[i]);
        total = float_new(vm, sum);
    }
    e->index = i;
    return total;
}

/* The bytes from e->index on, a stretch at a time. */
static int64_t sum_bytes(Each *e)
{
    enum { STRETCH = 1 << 16 };
    bool bytes = value_is_bytes(e->it);
    const uint8_t *data = bytes ? BYTES(e->it)->data : BYTEARRAY(e->it)->data;
    int64_t size = bytes ? BYTES(e->it)->size : BYTEARRAY(e->it)->size;
    int64_t left = size > e->index ? size - e->index : 0;
    int64_t n = left < STRETCH ? left : STRETCH;
    uint32_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += data[e->index + i];
    e->index += n;
    return sum;
}

/* The small ints that come next in a set, up to that sum: none of them runs code. */
static int64_t sum_set(Each *e, int64_t sum)
{
    int64_t next = e->index;
    Value key;
    while (int_fits_imm(sum) && set_next(e->it, &next, &key) && value_is_int_imm(key)) {
        sum += value_imm(key);
        e->index = next;
    }
    return sum;
}

/* Adds (to total, a small int) the small ints that come next from what is walked in
 * another way: nothing is made for them. The next item is left to the caller. */
static Value sum_more(MinipyVM *vm, Each *e, Value total)
{
    int64_t sum = value_imm(total);
    Value v = VALUE_NULL;

    if (e->by == EACH_BYTES)
        return int_new(vm, sum + sum_bytes(e));
    if (e->by == EACH_SET && e->size == set_size(e->it))
        return int_new(vm, sum_set(e, sum));
    while (int_fits_imm(sum) && (v = each_item(vm, e)) && value_is_int_imm(v))
        sum += value_imm(v);
    if (!v) /* an iterator that ended is not asked again */
        e->status = error_occurred(vm) ? -1 : 1;
    total = int_new(vm, sum);
    if (v && !value_is_int_imm(v)) {
        total = total ? sum_step(vm, total, v) : VALUE_NULL;
        value_decref(vm, v);
    }
    return total;
}

static int sum_take(MinipyVM *vm, void *total, Value item)
{
    Value *to = total;
    *to = sum_step(vm, *to, item);
    value_decref(vm, item);
    return *to ? 0 : -1;
}

static bool sum_take_small(void *total, Value item)
{
    Value *to = total, sum = VALUE_NULL;
    if (value_both_int_imm(*to, item)) {
        int64_t n = value_imm(*to) + value_imm(item);
        sum = int_fits_imm(n) ? value_from_imm(n) : VALUE_NULL;
    } else if (value_both_float_imm(*to, item)) {
        sum = value_try_float(value_float_imm(*to) + value_float_imm(item));
    }
    if (sum)
        *to = sum;
    return sum != VALUE_NULL;
}

FN(builtin_sum)
{
    Each each = each_of(vm, args[0]);
    if (each.status < 0)
        return VALUE_NULL;
    Value total = GIVEN(1) ? value_incref(GIVEN(1)) : value_from_imm(0);
    const char *bad = value_is_str(total)     ? "strings [use ''.join(seq) instead]"
                      : value_is_bytes(total) ? "bytes [use b''.join(seq) instead]"
                      : value_is_kind(total, KIND_BYTEARRAY)
                          ? "bytearray [use b''.join(seq) instead]"
                          : NULL;
    if (bad) {
        value_clear(vm, &total);
        error_set(vm, EXC_TypeError, "sum() can't sum %s", bad);
        each.status = -1;
    }
    each_feed(vm, &each, (Sink){sum_take, sum_take_small, &total});
    while (each_next(vm, &each))
        if (!(total = sum_step(vm, total, each.item)) ||
            !(total = each.by == EACH_VALUES    ? sum_run(vm, &each, total)
                      : value_is_int_imm(total) ? sum_more(vm, &each, total)
                                                : total))
            each.status = -1;
    if (each_end(vm, &each) < 0 && total)
        value_clear(vm, &total);
    return total;
}

FN(builtin_breakpoint)
{
    Value hook = dict_get_cstr_borrow(vm, vm->sysdict, "breakpointhook");
    if (!hook)
        return error_set(vm, EXC_RuntimeError, "lost sys.breakpointhook");
    value_incref(hook);
    Value r = audit(vm, "builtins.breakpoint", 1, hook) < 0
                  ? VALUE_NULL
                  : call(vm, hook, args, nargs, kwnames);
    value_decref(vm, hook);
    return r;
}

FN(builtin_import)
{
    int level = 0;
    if (GIVEN(4) && !arg_int(vm, GIVEN(4), &level))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "module name must be a string");
    return import_name(vm, args[0], GIVEN(1), GIVEN(3), level, true);
}

static METHODS(functions,
    {"__build_class__", builtin_build_class, M_UNSIGNED, "($module, *args, **kwds)",
     "__build_class__(func, name, /, *bases, [metaclass], **kwds) -> class\n\n"
     "Internal helper function used by the class statement."},
    {"__import__", builtin_import, 0, "($module, /, name, globals=None, locals=None, fromlist=(),\n           level=0)",
     "Import a module."},
    {"abs", builtin_abs, M_OWN_LEVEL, "($module, x, /)",
     "The absolute value of a number; of a complex number its magnitude."},
    {"all", builtin_all, M_OWN_LEVEL, "($module, iterable, /)",
     "Are all items true? Stops at the first that is not; True for no items."},
    {"any", builtin_any, M_OWN_LEVEL, "($module, iterable, /)",
     "Is any item true? Stops at the first that is; False for no items."},
    {"ascii", builtin_ascii, M_OWN_LEVEL, "($module, obj, /)",
     "As repr(), with escapes (\\x, \\u, \\U) for all that is not ASCII."},
    {"bin", builtin_bin, 0, "($module, number, /)", "The binary text of an integer.\n\n"
     ">>> bin(10)\n'0b1010'\n>>> bin(-3)\n'-0b11'\n"},
    {"breakpoint", builtin_breakpoint, M_UNSIGNED, "($module, /, *args, **kws)", "breakpoint(*args, **kws)\n\n"
     "Calls sys.breakpointhook(*args, **kws), which by default enters the debugger pdb."},
    {"callable", builtin_callable, 0, "($module, obj, /)",
     "Can obj be called? Classes can, and instances of classes with __call__."},
    {"chr", builtin_chr, 0, "($module, i, /)", "The one-character text of a code point, 0 to 0x10ffff."},
    {"compile", builtin_compile, 0,
     "($module, /, source, filename, mode, flags=0,\n        dont_inherit=False, optimize=-1, *, _feature_version=-1)",
     "Makes a code object (or with the flag ast.PyCF_ONLY_AST a tree) of source.\n\n"
     "source is text, bytes or a tree; filename is what tracebacks show; mode is\n"
     "'exec' for a module, 'eval' for an expression, 'single' for what is typed at\n"
     "a prompt. flags turns on future features, besides those of the calling code\n"
     "unless dont_inherit is true. optimize is as -O, -1 for the interpreter's own."},
    {"delattr", builtin_delattr, 0, "($module, obj, name, /)",
     "Removes an attribute: delattr(x, 'y') does what del x.y does."},
    {"dir", builtin_dir, M_BARE | M_UNSIGNED, "($module, object=<unrepresentable>, /)",
     "dir([object]) -> list of strings\n\nWithout an argument the names of the current scope; else the sorted names "
     "of the\nobject's attributes, as its __dir__() gives them or as its class, the bases and the\n"
     "object itself have them; of a module its own names alone."},
    {"divmod", builtin_divmod, 0, "($module, x, y, /)", "The pair (x // y, x % y)."},
    {"eval", builtin_eval, 0, "($module, source, globals=None, locals=None, /)",
     "The value of an expression, given as text or code object.\n\n"
     "globals is a dictionary, locals any mapping; they default to the caller's,\n"
     "and locals to globals if only that is given."},
    {"exec", builtin_exec, 0, "($module, source, globals=None, locals=None, /, *, closure=None)",
     "Runs statements, given as text or code object.\n\n"
     "globals is a dictionary, locals any mapping; they default to the caller's,\n"
     "and locals to globals if only that is given. closure is the tuple of cells\n"
     "for a code object with free variables."},
    {"format", builtin_format, 0, "($module, value, format_spec='', /)",
     "type(value).__format__(value, format_spec): the value as text.\n\n"
     "What format_spec means is the type's affair; with '' it is mostly str(value)."},
    {"getattr", builtin_getattr, M_UNSIGNED, "($module, object, name, default=<unrepresentable>, /)",
     "getattr(object, name[, default]) -> value\n\n"
     "getattr(x, 'y') is x.y. default is the result if there is no such attribute;\n"
     "without it that is an AttributeError."},
    {"globals", builtin_globals, 0, "($module, /)", "The dictionary of the current module's names.\n\n"
     "Changes to it change the module."},
    {"hasattr", builtin_hasattr, 0, "($module, obj, name, /)",
     "Has obj such an attribute? Asks getattr(), and takes AttributeError for no."},
    {"hash", builtin_hash, M_OWN_LEVEL, "($module, obj, /)",
     "The hash of an object; objects that compare equal have the same."},
    {"hex", builtin_hex, 0, "($module, number, /)", "The hexadecimal text of an integer.\n\n"
     ">>> hex(255)\n'0xff'\n>>> hex(-16)\n'-0x10'\n"},
    {"id", builtin_id, 0, "($module, obj, /)", "An int that no other object has as long as this one lives."},
    {"input", builtin_input, 0, "($module, prompt='', /)", "Reads a line from standard input, without its newline.\n\n"
     "prompt is written to standard output first. EOFError at the end of input."},
    {"isinstance", builtin_isinstance, 0, "($module, obj, class_or_tuple, /)",
     "Is obj an instance of the class, or of a subclass of it?\n\nOf a tuple or union of classes one suffices."},
    {"issubclass", builtin_issubclass, 0, "($module, cls, class_or_tuple, /)",
     "Is cls the class, or a subclass of it?\n\nOf a tuple or union of classes one suffices."},
    {"iter", builtin_iter, M_UNSIGNED, "($module, object, sentinel=<unrepresentable>, /)",
     "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator\n\n"
     "The iterator of an iterable; or one that calls callable for each item until the\nresult equals sentinel."},
    {"aiter", builtin_aiter, 0, "($module, async_iterable, /)",
     "The asynchronous iterator of an asynchronous iterable."},
    {"len", builtin_len, 0, "($module, obj, /)", "The number of items of a container."},
    {"locals", builtin_locals, 0, "($module, /)", "A dictionary of the current scope's names.\n\n"
     "Whether changes to it show in a function's variables is not defined."},
    {"max", builtin_max, M_UNSIGNED | M_OWN_LEVEL, "($module, arg1, /, *args, key=None, default=<unrepresentable>)",
     "max(iterable, *[, default=obj, key=func]) -> value\nmax(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "The largest item of an iterable, or the largest of two or more arguments, by key(x)\n"
     "if key is given. default is the result for an empty iterable."},
    {"min", builtin_min, M_UNSIGNED | M_OWN_LEVEL, "($module, arg1, /, *args, key=None, default=<unrepresentable>)",
     "min(iterable, *[, default=obj, key=func]) -> value\nmin(arg1, arg2, *args, *[, key=func]) -> value\n\n"
     "The smallest item of an iterable, or the smallest of two or more arguments, by key(x)\n"
     "if key is given. default is the result for an empty iterable."},
    {"next", builtin_next, M_UNSIGNED, "($module, iterator, default=<unrepresentable>, /)",
     "next(iterator[, default])\n\nThe next item of an iterator; at its end default, or StopIteration without one."},
    {"anext", builtin_anext, 0, "($module, aiterator, default=<unrepresentable>, /)",
     "An awaitable of the next item of an asynchronous iterator.\n\n"
     "At the end it gives default, or raises StopAsyncIteration without one."},
    {"oct", builtin_oct, 0, "($module, number, /)", "The octal text of an integer.\n\n"
     ">>> oct(8)\n'0o10'\n>>> oct(-9)\n'-0o11'\n"},
    {"ord", builtin_ord, 0, "($module, c, /)", "The code point of a character."},
    {"pow", builtin_pow, 0, "($module, /, base, exp, mod=None)",
     "base ** exp; with mod the same modulo mod, without the huge power between."},
    {"print", builtin_print, 0, "($module, /, *args, sep=' ', end='\\n', file=None, flush=False)",
     "Writes the objects as text to a stream, by default sys.stdout.\n\n  sep\n    is written between them.\n  end\n"
     "    is written behind the last.\n  file\n    is the stream, which needs a method write(text).\n  flush\n"
     "    says whether the stream is flushed at once."},
    {"repr", builtin_repr, M_OWN_LEVEL, "($module, obj, /)",
     "The text that describes obj, where possible as an expression that makes it."},
    {"round", builtin_round, 0, "($module, /, number, ndigits=None)",
     "number rounded to ndigits decimals; halves go to the even neighbour.\n\n"
     "Without ndigits the result is an int. ndigits may be negative."},
    {"setattr", builtin_setattr, 0, "($module, obj, name, value, /)",
     "Sets an attribute: setattr(x, 'y', v) does what x.y = v does."},
    {"sorted", builtin_sorted, M_BARE | M_KEYWORDS | M_OWN_LEVEL, "($module, iterable, /, *, key=None, reverse=False)",
     "A new list of the items in ascending order.\n\n"
     "key gives for an item what is compared in its stead; reverse turns the order.\n"
     "Items that compare equal stay in the order they had."},
    {"sum", builtin_sum, 0, "($module, iterable, /, start=0)", "start plus all items; start for no items.\n\n"
     "For numbers; text is put together by join()."},
    {"vars", builtin_vars, M_BARE | M_UNSIGNED, "($module, object=<unrepresentable>, /)",
     "vars([object]) -> dictionary\n\nThe __dict__ of the object; without an argument locals()."},
);

/* ---- the module ------------------------------------------------------------------ */

static int add_type(MinipyVM *vm, Value m, Kind k)
{
    TypeObj *t = vm->types[k];
    return module_add_steal(vm, m, type_name_cstr(t), value_incref(value_from_obj(t)));
}

static int builtins_exec(MinipyVM *vm, Value m)
{
    static const Kind kinds[] = {
        KIND_BOOL,         KIND_MEMORYVIEW, KIND_BYTEARRAY, KIND_BYTES,
        KIND_CLASSMETHOD,  KIND_COMPLEX,    KIND_DICT,      KIND_ENUMERATE,
        KIND_FILTER,       KIND_FLOAT,      KIND_FROZENSET, KIND_PROPERTY,
        KIND_INT,          KIND_LIST,       KIND_MAP,       KIND_OBJECT,
        KIND_RANGE,        KIND_REVERSED,   KIND_SET,       KIND_SLICE,
        KIND_STATICMETHOD, KIND_STR,        KIND_SUPER,     KIND_TUPLE,
        KIND_TYPE,         KIND_ZIP,
    };
    if (module_add_steal(vm, m, "None", VALUE_NONE) < 0 ||
        module_add_steal(vm, m, "Ellipsis", VALUE_ELLIPSIS) < 0 ||
        module_add_steal(vm, m, "NotImplemented", VALUE_NOT_IMPLEMENTED) < 0 ||
        module_add_steal(vm, m, "False", VALUE_FALSE) < 0 ||
        module_add_steal(vm, m, "True", VALUE_TRUE) < 0)
        return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (add_type(vm, m, kinds[i]) < 0)
            return -1;
    if (module_add_steal(vm, m, "__debug__",
                         value_from_bool(vm->settings.optimize == 0)) < 0)
        return -1;
    for (int i = 0; i < EXC_COUNT; i++)
        if (module_add_steal(vm, m, type_name_cstr(vm->exc[i]),
                             value_incref(value_from_obj(vm->exc[i]))) < 0)
            return -1;
    Value os_error = value_from_obj(vm->exc[EXC_OSError]);
    if (module_add_steal(vm, m, "EnvironmentError", value_incref(os_error)) < 0 ||
        module_add_steal(vm, m, "IOError", value_incref(os_error)) < 0)
        return -1;
    return 0;
}

MODULE_SPEC(builtins_module_spec,
    .name = "builtins",
    .doc = "Built-in functions, exceptions, and other objects.\n\n"
           "Noteworthy: None is the `nil' object; Ellipsis represents `...' in slices.",
    .methods = functions, .exec = builtins_exec,
);
