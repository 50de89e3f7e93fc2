/* bisect.c - the module _bisect: binary search and insertion in sorted sequences. */
#include "stdlib/native.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"

typedef struct Bisect {
    Value seq, x, key; /* borrowed; key VALUE_NULL: none */
    int64_t lo, hi;
} Bisect;

static bool open_arguments(MinipyVM *vm, const Value *args, size_t nargs, Bisect *b)
{
    Value lo = GIVEN(2), hi = GIVEN(3), key = GIVEN(4);
    *b = (Bisect){args[0], args[1], key == VALUE_NONE ? VALUE_NULL : key, 0, -1};
    return (!lo || arg_ssize(vm, lo, &b->lo)) && arg_optional_ssize(vm, hi, &b->hi);
}

/* seq[i], or key(seq[i]) */
static Value probe(MinipyVM *vm, const Bisect *b, int64_t i)
{
    bool is_list = value_is_exact(vm, b->seq, KIND_LIST) && i < list_size(b->seq);
    Value item =
        is_list ? value_incref(LIST(b->seq)->items[i]) : sequence_item(vm, b->seq, i);
    if (!item || !b->key)
        return item;
    Value r = call1(vm, b->key, item);
    value_decref(vm, item);
    return r;
}

/* Truth of a < b: 1, 0, -1. No identity shortcut: the comparison is asked. */
static int less(MinipyVM *vm, Value a, Value b)
{
    if (value_both_int_imm(a, b))
        return (int64_t)a < (int64_t)b;
    return object_is_true_steal(vm, object_compare(vm, a, b, CMP_LT));
}

/* Where x belongs: behind (right) or before its equals. -1: error. */
static int64_t find(MinipyVM *vm, const Bisect *b, Value x, bool right)
{
    if (b->lo < 0)
        return error_set(vm, EXC_ValueError, "lo must be non-negative"), -1;
    int64_t lo = b->lo, hi = b->hi == -1 ? sequence_length(vm, b->seq) : b->hi;
    if (hi < 0 && error_occurred(vm))
        return -1;
    while (lo < hi) {
        int64_t mid = (int64_t)(((uint64_t)lo + (uint64_t)hi) / 2);
        Value item = probe(vm, b, mid);
        if (!item)
            return -1;
        int r = right ? less(vm, x, item) : less(vm, item, x);
        value_decref(vm, item);
        if (r < 0)
            return -1;
        if (r == right)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static Value bisect(MinipyVM *vm, bool right, const Value *args, size_t nargs)
{
    Bisect b;
    if (!open_arguments(vm, args, nargs, &b))
        return VALUE_NULL;
    int64_t i = find(vm, &b, b.x, right);
    return i < 0 ? VALUE_NULL : int_new(vm, i);
}

static Value insort(MinipyVM *vm, bool right, const Value *args, size_t nargs)
{
    Bisect b;
    if (!open_arguments(vm, args, nargs, &b))
        return VALUE_NULL;
    Value x = b.key ? call1(vm, b.key, b.x) : value_incref(b.x);
    int64_t i = x ? find(vm, &b, x, right) : -1;
    value_xdecref(vm, x);
    if (i < 0)
        return VALUE_NULL;
    if (value_is_exact(vm, b.seq, KIND_LIST))
        return list_insert(vm, b.seq, i, b.x) < 0 ? VALUE_NULL : VALUE_NONE;
    Value pair[] = {int_new(vm, i), b.x};
    Value r = call_method_cstr(vm, b.seq, "insert", pair, 2);
    value_decref(vm, pair[0]);
    value_xdecref(vm, r);
    return r ? VALUE_NONE : VALUE_NULL;
}

FN(bisect_right)
{
    return bisect(vm, true, args, nargs);
}
FN(bisect_left)
{
    return bisect(vm, false, args, nargs);
}
FN(insort_right)
{
    return insort(vm, true, args, nargs);
}
FN(insort_left)
{
    return insort(vm, false, args, nargs);
}

#define ROW(name, doc)                                                                 \
    {                                                                                  \
#name, name, 0, "($module, /, a, x, lo=0, hi=None, *, key=None)", doc          \
    }

static METHODS(functions,
    ROW(bisect_right, "Where to insert x in the sorted list a: behind its equals."),
    ROW(bisect_left, "Where to insert x in the sorted list a: before its equals."),
    ROW(insort_right, "Insert x in the sorted list a, behind its equals."),
    ROW(insort_left, "Insert x in the sorted list a, before its equals."),
);

MODULE_SPEC(bisect_module_spec,
    .name = "_bisect",
    .doc = "Bisection algorithms.\n\nKeeps lists in sorted order without sorting them after each insertion.",
    .methods = functions,
);
