/* heapq.c - the module _heapq: lists as binary heaps.
 *
 * Comparisons run Python code that may change the list; its size is checked after each
 * one
 * ("list changed size during iteration"), and both operands are held meanwhile.
 */
#include "stdlib/native.h"
#include "vm/containers/list.h"

/* Shall a stand above b? 1, 0, -1 error. `max`: for a heap with the largest on top. */
static int above(MinipyVM *vm, Value heap, Value a, Value b, bool max)
{
    if (value_both_int_imm(a, b))
        return max ? value_imm(b) < value_imm(a) : value_imm(a) < value_imm(b);
    if (value_both_float_imm(a, b))
        return max ? value_float_imm(b) < value_float_imm(a)
                   : value_float_imm(a) < value_float_imm(b);
    int64_t size = list_size(heap);
    value_incref(a);
    value_incref(b);
    int r = max ? object_compare_bool(vm, b, a, CMP_LT)
                : object_compare_bool(vm, a, b, CMP_LT);
    value_decref(vm, a);
    value_decref(vm, b);
    if (r >= 0 && list_size(heap) != size) {
        error_set(vm, EXC_RuntimeError, "list changed size during iteration");
        return -1;
    }
    return r;
}

static void swap(Value heap, int64_t i, int64_t j)
{
    Value *items = LIST(heap)->items, t = items[i];
    items[i] = items[j];
    items[j] = t;
}

/* Lets the item at pos rise to where it belongs, not above start. */
static int sift_up(MinipyVM *vm, Value heap, int64_t start, int64_t pos, bool max)
{
    while (pos > start) {
        int64_t parent = (pos - 1) >> 1;
        Value *items = LIST(heap)->items;
        int r = above(vm, heap, items[pos], items[parent], max);
        if (r < 0)
            return -1;
        if (!r)
            break;
        swap(heap, pos, parent);
        pos = parent;
    }
    return 0;
}

/* Lets the item at pos sink to a leaf, always below the better child, then rise: fewer
 * comparisons than looking at each level, since it mostly came from a leaf. */
static int sift_down(MinipyVM *vm, Value heap, int64_t pos, bool max)
{
    int64_t end = list_size(heap), start = pos, limit = end >> 1;
    while (pos < limit) {
        int64_t child = 2 * pos + 1;
        if (child + 1 < end) {
            Value *items = LIST(heap)->items;
            int r = above(vm, heap, items[child], items[child + 1], max);
            if (r < 0)
                return -1;
            child += !r;
        }
        swap(heap, pos, child);
        pos = child;
    }
    return sift_up(vm, heap, start, pos, max);
}

/* Is the first of nargs arguments a list? */
static bool check_heap(MinipyVM *vm, const char *name, const Value *args, size_t nargs)
{
    if (value_is_list(args[0]))
        return true;
    arg_type_error(vm, name, nargs > 1 ? "1" : NULL, "list", args[0]);
    return false;
}

static Value pop_top(MinipyVM *vm, Value heap, bool max)
{
    int64_t n = list_size(heap);
    if (n == 0)
        return error_set(vm, EXC_IndexError, "index out of range");
    Value last = list_pop(vm, heap, n - 1);
    if (n == 1)
        return last;
    Value top = LIST(heap)->items[0];
    LIST(heap)->items[0] = last;
    if (sift_down(vm, heap, 0, max) == 0)
        return top;
    value_decref(vm, top);
    return VALUE_NULL;
}

static Value replace_top(MinipyVM *vm, Value heap, Value item, bool max)
{
    if (list_size(heap) == 0)
        return error_set(vm, EXC_IndexError, "index out of range");
    Value top = LIST(heap)->items[0];
    LIST(heap)->items[0] = value_incref(item);
    if (sift_down(vm, heap, 0, max) == 0)
        return top;
    value_decref(vm, top);
    return VALUE_NULL;
}

static Value heapify(MinipyVM *vm, Value heap, bool max)
{
    for (int64_t i = (list_size(heap) >> 1) - 1; i >= 0; i--)
        if (sift_down(vm, heap, i, max) < 0)
            return VALUE_NULL;
    return VALUE_NONE;
}

FN(heapq_heappush)
{
    if (!check_heap(vm, "heappush", args, nargs) ||
        list_append(vm, args[0], args[1]) < 0)
        return VALUE_NULL;
    return sift_up(vm, args[0], 0, list_size(args[0]) - 1, false) < 0 ? VALUE_NULL
                                                                      : VALUE_NONE;
}

FN(heapq_heappushpop)
{
    if (!check_heap(vm, "heappushpop", args, nargs))
        return VALUE_NULL;
    if (list_size(args[0]) == 0)
        return value_incref(args[1]);
    Value top = value_incref(LIST(args[0])->items[0]);
    int r = object_compare_bool(vm, top, args[1], CMP_LT);
    value_decref(vm, top);
    if (r < 0)
        return VALUE_NULL;
    return r ? replace_top(vm, args[0], args[1], false) : value_incref(args[1]);
}

static Value of_heap(MinipyVM *vm, const char *name, const Value *args, size_t nargs,
                     Value (*body)(MinipyVM *, Value, bool), bool max)
{
    return check_heap(vm, name, args, nargs) ? body(vm, args[0], max) : VALUE_NULL;
}

FN(heapq_heappop)
{
    return of_heap(vm, "heappop", args, nargs, pop_top, false);
}
FN(heapq_heappop_max)
{
    return of_heap(vm, "_heappop_max", args, nargs, pop_top, true);
}
FN(heapq_heapify)
{
    return of_heap(vm, "heapify", args, nargs, heapify, false);
}
FN(heapq_heapify_max)
{
    return of_heap(vm, "_heapify_max", args, nargs, heapify, true);
}
FN(heapq_heapreplace)
{
    return check_heap(vm, "heapreplace", args, nargs)
               ? replace_top(vm, args[0], args[1], false)
               : VALUE_NULL;
}
FN(heapq_heapreplace_max)
{
    return check_heap(vm, "_heapreplace_max", args, nargs)
               ? replace_top(vm, args[0], args[1], true)
               : VALUE_NULL;
}

static METHODS(functions,
    {"heappush", heapq_heappush, 0, "($module, heap, item, /)", "Push item onto heap, maintaining the heap invariant."},
    {"heappushpop", heapq_heappushpop, 0, "($module, heap, item, /)",
     "Push item on the heap, then pop and return the smallest item from the heap.\n\n"
     "Faster than heappush() followed by heappop()."},
    {"heappop", heapq_heappop, 0, "($module, heap, /)",
     "Pop the smallest item off the heap, maintaining the heap invariant."},
    {"heapreplace", heapq_heapreplace, 0, "($module, heap, item, /)",
     "Pop and return the current smallest value, and add the new item.\n\n"
     "Faster than heappop() followed by heappush(); the value returned may be larger than\nitem."},
    {"heapify", heapq_heapify, 0, "($module, heap, /)", "Transform list into a heap, in-place, in O(len(heap)) time."},
    {"_heappop_max", heapq_heappop_max, 0, "($module, heap, /)", "Maxheap variant of heappop."},
    {"_heapify_max", heapq_heapify_max, 0, "($module, heap, /)", "Maxheap variant of heapify."},
    {"_heapreplace_max", heapq_heapreplace_max, 0, "($module, heap, item, /)", "Maxheap variant of heapreplace."},
);

static CONTENTS(contents,
    HAS_TEXT("__about__", "Heap queues\n\nA list in which a[k] <= a[2*k+1] and a[k] <= a[2*k+2] for all k: a[0] is its "
                          "smallest item.\n"),
);

MODULE_SPEC(heapq_module_spec,
    .name = "_heapq",
    .doc = "Heap queue algorithm (a.k.a. priority queue).",
    .methods = functions, .contents = contents,
);
