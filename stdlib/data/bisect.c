/* bisect.c - the module _bisect: binary search and insertion in sorted sequences. */
#include "stdlib/module_types.h"
#include "vm/objects/args.h"
#include "vm/objects/func.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"

#define METHOD_ARGS                                                                    \
    MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames

typedef struct Bisect {
    Value seq, x, key; /* borrowed; key VALUE_NULL: none */
    int64_t lo, hi;
} Bisect;

static bool parse(MinipyVM *vm, const char *name, const Value *args, size_t nargs,
                  Value kwnames, Bisect *b)
{
    ArgSpec spec = {name, "a x lo hi key", .required = 2, .maxpos = 4, .kwonly = 1};
    Value a[5];
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return false;
    *b = (Bisect){a[0], a[1], a[4] == VALUE_NONE ? VALUE_NULL : a[4], 0, -1};
    return (!a[2] || arg_ssize(vm, a[2], &b->lo)) &&
           (!a[3] || a[3] == VALUE_NONE || arg_ssize(vm, a[3], &b->hi));
}

/* seq[i], or key(seq[i]) */
static Value probe(MinipyVM *vm, const Bisect *b, int64_t i)
{
    SizeArgSlot slot = value_type(vm, b->seq)->slots.sq_item;
    Value item;
    if (slot) {
        item = slot(vm, b->seq, i);
    } else {
        Value index = int_new(vm, i);
        item = index ? object_getitem(vm, b->seq, index) : VALUE_NULL;
        value_xdecref(vm, index);
    }
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
    Value r = object_compare(vm, a, b, CMP_LT);
    int truth = r ? object_is_true(vm, r) : -1;
    value_xdecref(vm, r);
    return truth;
}

/* Where x belongs: behind (right) or before its equals. -1: error. */
static int64_t find(MinipyVM *vm, const Bisect *b, Value x, bool right)
{
    if (b->lo < 0)
        return error_set(vm, EXC_ValueError, "lo must be non-negative"), -1;
    int64_t lo = b->lo, hi = b->hi == -1 ? object_length(vm, b->seq) : b->hi;
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

static Value bisect(MinipyVM *vm, const char *name, bool right, const Value *args,
                    size_t nargs, Value kwnames)
{
    Bisect b;
    if (!parse(vm, name, args, nargs, kwnames, &b))
        return VALUE_NULL;
    int64_t i = find(vm, &b, b.x, right);
    return i < 0 ? VALUE_NULL : int_new(vm, i);
}

static Value insort(MinipyVM *vm, const char *name, bool right, const Value *args,
                    size_t nargs, Value kwnames)
{
    Bisect b;
    if (!parse(vm, name, args, nargs, kwnames, &b))
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

static Value bisect_right(METHOD_ARGS)
{
    (void)self;
    return bisect(vm, "bisect_right", true, args, nargs, kwnames);
}
static Value bisect_left(METHOD_ARGS)
{
    (void)self;
    return bisect(vm, "bisect_left", false, args, nargs, kwnames);
}
static Value insort_right(METHOD_ARGS)
{
    (void)self;
    return insort(vm, "insort_right", true, args, nargs, kwnames);
}
static Value insort_left(METHOD_ARGS)
{
    (void)self;
    return insort(vm, "insort_left", false, args, nargs, kwnames);
}

#define SIGNATURE(name) name "($module, /, a, x, lo=0, hi=None, *, key=None)\n--\n\n"

static const MethodDef functions[] = {
    {"bisect_right", bisect_right, M_FAST | M_KW,
     SIGNATURE(
         "bisect_right") "Where to insert x in the sorted list a: behind its equals."},
    {"bisect_left", bisect_left, M_FAST | M_KW,
     SIGNATURE(
         "bisect_left") "Where to insert x in the sorted list a: before its equals."},
    {"insort_right", insort_right, M_FAST | M_KW,
     SIGNATURE("insort_right") "Insert x in the sorted list a, behind its equals."},
    {"insort_left", insort_left, M_FAST | M_KW,
     SIGNATURE("insort_left") "Insert x in the sorted list a, before its equals."},
    {0},
};

const ModuleSpec bisect_module_spec = {
    .name = "_bisect",
    .doc = "Bisection algorithms.\n\nKeeps lists in sorted order without sorting them "
           "after "
           "each insertion.",
    .methods = functions,
};
