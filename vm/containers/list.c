/* list.c - lists: growable arrays of values.
 *
 * items has room for capacity cells, size of them filled; both may change whenever
 * Python code runs (comparison, iteration, release of an item), so loops read them
 * again each time. Old items are released only after the list is whole again. While a
 * list is being sorted it is empty and its capacity is -1 (list_sort.c), by which
 * mutation is noticed.
 */
#include "vm/objects/call.h"
#include "vm/objects/args.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/iter.h"
#include "vm/containers/dict_private.h"
#include "vm/containers/list_private.h"
#include "vm/containers/range.h"
#include "vm/containers/set.h"
#include "vm/text/str.h"
#include "vm/types/object_type.h"
#include "vm/containers/list.h"
#include "vm/containers/slice.h"
#include "vm/containers/sequence.h"
#include "vm/memory/mem_inline.h"
#include "vm/objects/generic_alias.h"

/* ---- storage --------------------------------------------------------------------- */

static int set_capacity(MinipyVM *vm, ListObj *l, int64_t capacity)
{
    if (capacity > (int64_t)(PTRDIFF_MAX / sizeof(Value)))
        return error_set_oom(vm), -1;
    Value *items = mem_realloc(vm, l->items, (size_t)capacity * sizeof(Value));
    if (!items)
        return -1;
    l->items = items;
    l->capacity = capacity;
    return 0;
}

/* The first room for n items that come from elsewhere: an even number, as in CPython.
 */
static int first_capacity(MinipyVM *vm, ListObj *l, int64_t n)
{
    return set_capacity(vm, l, (n + 1) & ~(int64_t)1);
}

/* Sets the size, over-allocating when it grows; new cells are not filled. */
static int list_resize(MinipyVM *vm, ListObj *l, int64_t size)
{
    if (l->capacity >= size && size >= (l->capacity >> 1)) {
        l->size = size;
        return 0;
    }
    if (size == 0) {
        mem_free(vm, l->items);
        l->items = NULL;
        l->size = l->capacity = 0;
        return 0;
    }
    int64_t capacity =
        (int64_t)(((uint64_t)size + ((uint64_t)size >> 3) + 6) & ~(uint64_t)3);
    if (size - l->size > capacity - size)
        capacity = (size + 3) & ~(int64_t)3;
    if (set_capacity(vm, l, capacity) < 0)
        return -1;
    l->size = size;
    return 0;
}

/* An empty one; NULL: MemoryError. */
static inline ListObj *list_begin(MinipyVM *vm)
{
    ListObj *l = (ListObj *)object_alloc_ready(vm, KIND_LIST, GC_TRACKED, sizeof *l,
                                               GC_FREE_LIST);
    if (unlikely(!l))
        return NULL;
    l->size = l->capacity = 0;
    l->items = NULL;
    gc_link_inline(vm, &l->ob);
    return l;
}

/* One of n items that the caller fills before anything else happens. */
static inline Value list_unfilled(MinipyVM *vm, int64_t n)
{
    ListObj *l = list_begin(vm);
    if (unlikely(!l) || n <= 0)
        return value_from_obj(l);
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(Value)))
        l->items = NULL, error_set_oom(vm);
    else
        l->items = mem_alloc_inline(vm, (size_t)n * sizeof(Value));
    if (unlikely(!l->items)) {
        obj_decref(vm, &l->ob);
        return VALUE_NULL;
    }
    l->size = l->capacity = n;
    return value_from_obj(l);
}

Value list_new(MinipyVM *vm, int64_t n)
{
    Value v = list_unfilled(vm, n);
    if (likely(v) && n > 0)
        memset(LIST(v)->items, 0, (size_t)n * sizeof(Value));
    return v;
}

Value list_from(MinipyVM *vm, const Value *items, int64_t n)
{
    Value v = list_unfilled(vm, n);
    if (v)
        values_copy(LIST(v)->items, items, n);
    return v;
}

Value list_from_steal(MinipyVM *vm, const Value *items, int64_t n)
{
    ListObj *l = list_begin(vm);
    if (likely(l != NULL) && n == 0)
        return value_from_obj(l);
    Value *cells =
        likely(l != NULL) ? mem_alloc_inline(vm, (size_t)n * sizeof(Value)) : NULL;
    if (unlikely(!cells)) {
        if (l)
            obj_decref(vm, &l->ob);
        values_xdecref(vm, items, n);
        return VALUE_NULL;
    }
    values_move(cells, items, n);
    l->items = cells;
    l->size = l->capacity = n;
    return value_from_obj(l);
}

int list_append_steal(MinipyVM *vm, Value list, Value item)
{
    ListObj *l = LIST(list);
    int64_t n = l->size;
    if (unlikely(n >= l->capacity)) {
        if (list_resize(vm, l, n + 1) < 0) {
            value_decref(vm, item);
            return -1;
        }
    } else {
        l->size = n + 1;
    }
    l->items[n] = item;
    return 0;
}

int list_append(MinipyVM *vm, Value list, Value item)
{
    return list_append_steal(vm, list, value_incref(item));
}

int list_insert(MinipyVM *vm, Value list, int64_t i, Value item)
{
    ListObj *l = LIST(list);
    int64_t n = l->size;
    if (list_resize(vm, l, n + 1) < 0)
        return -1;
    if (i < 0)
        i = i + n < 0 ? 0 : i + n;
    if (i > n)
        i = n;
    memmove(l->items + i + 1, l->items + i, (size_t)(n - i) * sizeof(Value));
    l->items[i] = value_incref(item);
    return 0;
}

static void list_clear(MinipyVM *vm, Value list)
{
    ListObj *l = LIST(list);
    Value *items = l->items;
    int64_t n = l->size;
    if (!items) /* a list that is being sorted keeps its capacity of -1 */
        return;
    l->items = NULL;
    l->size = l->capacity = 0;
    values_release(vm, items, n);
    mem_free(vm, items);
}

Value list_pop(MinipyVM *vm, Value list, int64_t i)
{
    ListObj *l = LIST(list);
    Value v = l->items[i];
    int64_t n = l->size;
    memmove(l->items + i, l->items + i + 1, (size_t)(n - i - 1) * sizeof(Value));
    if (list_resize(vm, l, n - 1) < 0) { /* shrinking failed: keep the room */
        error_clear(vm);
        l->size = n - 1;
    }
    return v;
}

int list_reverse(MinipyVM *vm, Value list)
{
    (void)vm;
    if (list_size(list) < 2) /* it may have no items to point at */
        return 0;
    Value *low = LIST(list)->items, *high = low + list_size(list) - 1;
    while (low < high) {
        Value t = *low;
        *low++ = *high;
        *high-- = t;
    }
    return 0;
}

Value list_slice(MinipyVM *vm, Value list, int64_t lo, int64_t hi)
{
    int64_t size = list_size(list);
    lo = lo < 0 ? 0 : lo > size ? size : lo;
    hi = hi < lo ? lo : hi > size ? size : hi;
    return list_from(vm, LIST(list)->items + lo, hi - lo);
}

Value list_as_tuple(MinipyVM *vm, Value list)
{
    return tuple_from(vm, LIST(list)->items, list_size(list));
}

/* ---- extend ---------------------------------------------------------------------- */

static int extend_values(MinipyVM *vm, ListObj *l, const Value *items, int64_t n)
{
    int64_t at = l->size;
    if (n == 0)
        return 0;
    if (at > (int64_t)(PTRDIFF_MAX / sizeof(Value)) - n)
        return error_set_oom(vm), -1;
    if (at == 0 && !l->items) {
        if (first_capacity(vm, l, n) < 0)
            return -1;
        l->size = n;
    } else if (list_resize(vm, l, at + n) < 0) {
        return -1;
    }
    values_copy(l->items + at, items ? items : l->items, n);
    return 0;
}

static int extend_items(MinipyVM *vm, Value list, Value other)
{
    /* It may be the list itself, whose items move. */
    const Value *items = other == list ? NULL : seq_items(other);
    return extend_values(vm, LIST(list), items, seq_size(other));
}

/* Room for so many more, which must not be many; the size stays. */
static int make_room(MinipyVM *vm, ListObj *l, int64_t more)
{
    int64_t size = l->size;
    if (more <= 0 || more >= INT32_MAX || size + more <= l->capacity)
        return 0;
    int failed = size == 0 && !l->items ? first_capacity(vm, l, more)
                                        : list_resize(vm, l, size + more);
    l->size = size;
    return failed;
}

static bool is_backward(const SeqIterObj *it)
{
    return it->ob.kind == KIND_LIST_REVERSE_ITER || it->ob.kind == KIND_REVERSED;
}

/* What is left of an iterator over a list or tuple, but not over l, which would grow
 * with it. */
static int64_t count_rest(const SeqIterObj *it, const ListObj *l)
{
    if (!it->seq)
        return 0;
    if (it->seq == value_from_obj(l))
        return -1;
    int64_t size = seq_size(it->seq);
    if (is_backward(it))
        return it->index < size ? it->index + 1 : -1;
    return it->index < size ? size - it->index : 0;
}

/* A range of small ints; -1: others. */
static int64_t count_of_range(const RangeObj *r)
{
    int64_t last;
    if (!value_is_int_imm(r->start) || !value_is_int_imm(r->step) ||
        !value_is_int_imm(r->length))
        return -1;
    int64_t n = value_imm(r->length);
    if (n > 0 && (__builtin_mul_overflow(n - 1, value_imm(r->step), &last) ||
                  __builtin_add_overflow(value_imm(r->start), last, &last) ||
                  !int_fits_imm(last)))
        return -1;
    return n;
}

/* How many items extend_at_once would take; -1: it cannot. l: who takes them, or NULL.
 */
static int64_t count_at_once(MinipyVM *vm, const ListObj *l, Value from)
{
    if (!value_is_obj(from) ||
        value_obj(from)->type != vm->types[value_obj(from)->kind])
        return -1;
    switch ((Kind)value_obj(from)->kind) {
    case KIND_BYTES: return BYTES(from)->size;
    case KIND_STR: return STR(from)->length;
    case KIND_SET:
    case KIND_FROZENSET: return set_size(from);
    case KIND_DICT: return dict_size(from);
    case KIND_DICT_KEYS:
    case KIND_DICT_VALUES: return dict_size(DICT_VIEW(from)->dict);
    case KIND_RANGE: return count_of_range(RANGE(from));
    case KIND_RANGE_ITER: return RANGE_ITER(from)->remaining;
    case KIND_LIST_ITER:
    case KIND_TUPLE_ITER:
    case KIND_LIST_REVERSE_ITER: return count_rest(SEQ_ITER(from), l);
    case KIND_REVERSED:
        if (SEQ_ITER(from)->seq && !value_is_exact(vm, SEQ_ITER(from)->seq, KIND_TUPLE))
            return -1;
        return count_rest(SEQ_ITER(from), l);
    default: return -1;
    }
}

static void take_rest(MinipyVM *vm, Value from, Value *to, int64_t n)
{
    SeqIterObj *it = SEQ_ITER(from);
    if (!it->seq)
        return;
    if (!is_backward(it))
        values_copy(to, seq_items(it->seq) + it->index, n);
    else
        for (int64_t i = 0; i < n; i++)
            to[i] = value_incref(seq_items(it->seq)[it->index - i]);
    it->index = -1;
    value_clear(vm, &it->seq);
}

enum { POLL_ITEMS = 1 << 20 }; /* so many items between two polls */

static void take_range(MinipyVM *vm, Value from, ListObj *l, int64_t n)
{
    RangeIterObj *it = RANGE_ITER(from);
    for (int64_t i = 0; i < n; i++, it->next += it->step, it->remaining--) {
        bool stopped = i % POLL_ITEMS == POLL_ITEMS - 1 && limits_poll(vm) < 0;
        Value v = stopped ? VALUE_NULL : int_new(vm, it->next);
        if (!v)
            return;
        l->items[l->size++] = v;
    }
}

static void take_text(MinipyVM *vm, Value from, ListObj *l, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        bool stopped = i % POLL_ITEMS == POLL_ITEMS - 1 && limits_poll(vm) < 0;
        Value v = stopped ? VALUE_NULL : str_from_char(vm, str_char_at(STR(from), i));
        if (!v)
            return;
        l->items[l->size++] = v;
    }
}

static void take_of_dict(Value from, Value *to)
{
    bool values = value_is_kind(from, KIND_DICT_VALUES);
    const DictObj *d = DICT(value_is_dict(from) ? from : DICT_VIEW(from)->dict);
    for (uint32_t i = d->first; i < d->nentries; i++) {
        const DictEntry *e = dict_entry(d, i);
        if (e->key)
            *to++ = value_incref(values ? e->value : e->key);
    }
}

/* Is each of the items a new object, for which there may be no memory? */
static bool makes_items(Value from)
{
    return value_is_kind(from, KIND_RANGE_ITER) ||
           (value_is_kind(from, KIND_STR) && !STR(from)->ascii);
}

/* Items i to end of ASCII text, bytes, or a range of small ints. */
static void take_by_place(MinipyVM *vm, Value from, Value *to, int64_t i, int64_t end)
{
    Kind kind = (Kind)value_obj(from)->kind;
    if (kind == KIND_STR) {
        for (; i < end; i++)
            to[i] = vm->ascii[STR(from)->data[i]];
    } else if (kind == KIND_BYTES) {
        for (; i < end; i++)
            to[i] = value_from_imm(BYTES(from)->data[i]);
    } else {
        int64_t step = value_imm(RANGE(from)->step);
        int64_t v = value_imm(RANGE(from)->start) + i * step;
        for (; i < end; i++, v += step)
            to[i] = value_from_imm(v);
    }
}

/* A list of so many takes a while, in which somebody may want to stop it. */
static void take_places(MinipyVM *vm, Value from, ListObj *l, int64_t n)
{
    Value *to = l->items + l->size;
    for (int64_t i = 0; i < n; i += POLL_ITEMS) {
        int64_t end = n - i < POLL_ITEMS ? n : i + POLL_ITEMS;
        if (i > 0 && limits_poll(vm) < 0)
            return;
        take_by_place(vm, from, to, i, end);
        l->size += end - i;
    }
}

static bool has_places(Value from)
{
    return value_is_kind(from, KIND_STR) || value_is_kind(from, KIND_BYTES) ||
           value_is_kind(from, KIND_RANGE);
}

/* The n items of anything that count_at_once knows, but new objects. */
static void take_at_once(MinipyVM *vm, Value from, Value *to, int64_t n)
{
    Kind kind = (Kind)value_obj(from)->kind;
    if (has_places(from))
        take_by_place(vm, from, to, 0, n);
    else if (value_is_anyset(from))
        set_items(from, to);
    else if (kind == KIND_DICT || kind == KIND_DICT_KEYS || kind == KIND_DICT_VALUES)
        take_of_dict(from, to);
    else
        take_rest(vm, from, to, n);
}

/* The n items that count_at_once counted, without an iterator: nothing can run
 * meanwhile that would see one. -1: exception. */
static int extend_at_once(MinipyVM *vm, ListObj *l, Value from, int64_t n)
{
    if (make_room(vm, l, n) < 0)
        return -1;
    int64_t whole = l->size + n;
    if (value_is_kind(from, KIND_RANGE_ITER)) {
        take_range(vm, from, l, n);
    } else if (makes_items(from)) {
        take_text(vm, from, l, n);
    } else if (has_places(from)) {
        take_places(vm, from, l, n);
    } else {
        Value *to = l->items + l->size;
        l->size = whole;
        take_at_once(vm, from, to, n);
    }
    return l->size == whole ? 0 : -1;
}

/* More than so many take a while, in which somebody may want to interrupt. */
enum { AT_ONCE = 1 << 24 };

bool list_tuple_at_once(MinipyVM *vm, Value from, Value *tuple)
{
    int64_t n = count_at_once(vm, NULL, from);
    if (n < 0 || n >= AT_ONCE || makes_items(from))
        return false;
    Value t = tuple_alloc(vm, n);
    if (t && unlikely(count_at_once(vm, NULL, from) != n)) { /* a collection ran */
        value_decref(vm, t);
        return false;
    }
    if (t && n)
        take_at_once(vm, from, TUPLE(t)->items, n);
    *tuple = t;
    return true;
}

static int take_last(MinipyVM *vm, void *list, Value item)
{
    return list_append_steal(vm, value_from_obj(list), item);
}

static bool take_into_room(void *list, Value item)
{
    ListObj *l = list;
    bool room = l->size < l->capacity;
    if (room)
        l->items[l->size++] = item;
    return room;
}

static int extend_iterator(MinipyVM *vm, Value list, Value it, int64_t hint)
{
    ListObj *l = LIST(list);
    if (make_room(vm, l, hint) < 0)
        return -1;
    if (value_is_kind(it, KIND_GENERATOR) &&
        generator_feed(vm, it, (Sink){take_last, take_into_room, l}) < 0)
        return -1;
    for (;;) {
        Value v = iter_step(vm, it); /* in line: iter_next's end follows the loop */
        if (!v)
            break;
        if (list_append_steal(vm, list, v) < 0)
            return -1;
    }
    if (unlikely(error_occurred(vm))) {
        if (!error_matches(vm, EXC_StopIteration))
            return -1;
        error_clear(vm);
    }
    if (l->size < l->capacity >> 1)
        return list_resize(vm, l, l->size);
    return 0;
}

/* Its iterator, and what it says of its length. */
static Value iter_with_hint(MinipyVM *vm, Value iterable, int64_t *hint)
{
    Value it = object_iter(vm, iterable);
    if (it && (*hint = object_length_hint(vm, iterable, 8)) < 0)
        value_clear(vm, &it);
    return it;
}

/* What an iterator is known to give that nobody else has, if not of `but`; NULL: nobody
 * knows. */
static const Value *shown_alone(MinipyVM *vm, Value it, Value but, int64_t *count)
{
    return value_obj(it)->refs == 1 ? seq_iter_shown(vm, it, but, count) : NULL;
}

static int extend_by_iterator(MinipyVM *vm, Value list, Value it, int64_t hint)
{
    int64_t count;
    const Value *all = shown_alone(vm, it, list, &count);
    if (all)
        return extend_values(vm, LIST(list), all, count);
    /* What a class's __iter__ gives: what the class says of its length is a guess. */
    int64_t left = value_is_kind(it, KIND_RANGE_ITER)
                       ? object_length_hint(vm, it, AT_ONCE)
                       : AT_ONCE;
    if (left < 0)
        return -1;
    return left < AT_ONCE ? extend_at_once(vm, LIST(list), it, left)
                          : extend_iterator(vm, list, it, hint);
}

int list_extend(MinipyVM *vm, Value list, Value iterable)
{
    if (value_is_exact(vm, iterable, KIND_LIST) ||
        value_is_exact(vm, iterable, KIND_TUPLE) || iterable == list)
        return extend_items(vm, list, iterable);
    int64_t n = count_at_once(vm, LIST(list), iterable);
    if (n >= 0 && n < AT_ONCE)
        return extend_at_once(vm, LIST(list), iterable, n);
    int64_t hint;
    Value it = iter_with_hint(vm, iterable, &hint);
    int r = it ? extend_by_iterator(vm, list, it, hint) : -1;
    value_xdecref(vm, it);
    return r;
}

/* What the iterator is known to give; false: nobody knows. */
static bool tuple_of_shown(MinipyVM *vm, Value it, Value *tuple)
{
    int64_t count, now;
    if (!shown_alone(vm, it, VALUE_NULL, &count))
        return false;
    Value t = tuple_alloc(vm, count);
    const Value *all = shown_alone(vm, it, VALUE_NULL, &now);
    if (t && unlikely(!all || now != count)) { /* a collection ran */
        value_decref(vm, t);
        return false;
    }
    if (t)
        values_copy(TUPLE(t)->items, all, count);
    *tuple = t;
    return true;
}

Value list_made_tuple(MinipyVM *vm, Value iterable)
{
    int64_t hint;
    Value tuple, it = iter_with_hint(vm, iterable, &hint);
    if (!it)
        return VALUE_NULL;
    if (!tuple_of_shown(vm, it, &tuple)) {
        Value list = list_new(vm, 0);
        if (list && extend_by_iterator(vm, list, it, hint) < 0)
            value_clear(vm, &list);
        tuple = list_as_tuple_steal(vm, list);
    }
    value_decref(vm, it);
    return tuple;
}

/* ---- assignment of slices -------------------------------------------------------- */

/* Replaces cells lo..hi by n new references in `items`. */
static int replace_range(MinipyVM *vm, ListObj *l, int64_t lo, int64_t hi,
                         const Value *items, int64_t n)
{
    int64_t gone = hi - lo, size = l->size;
    if (n == 0 && gone == size) {
        list_clear(vm, value_from_obj(l));
        return 0;
    }
    Value stack[8], *recycle = stack;
    if (gone > 8 && !(recycle = mem_alloc(vm, (size_t)gone * sizeof(Value))))
        return -1;
    if (gone)
        memcpy(recycle, l->items + lo, (size_t)gone * sizeof(Value));
    if (n > gone && list_resize(vm, l, size + n - gone) < 0) {
        if (recycle != stack)
            mem_free(vm, recycle);
        return -1;
    }
    if (n != gone)
        memmove(l->items + lo + n, l->items + hi, (size_t)(size - hi) * sizeof(Value));
    values_copy(l->items + lo, items, n);
    if (n < gone && list_resize(vm, l, size + n - gone) < 0) {
        error_clear(vm);
        l->size = size + n - gone;
    }
    values_release(vm, recycle, gone);
    if (recycle != stack)
        mem_free(vm, recycle);
    return 0;
}

int list_set_slice(MinipyVM *vm, Value list, int64_t lo, int64_t hi, Value v)
{
    ListObj *l = LIST(list);
    Value fast = VALUE_NULL;
    if (v == list) {
        fast = list_from(vm, l->items, l->size);
        if (!fast)
            return -1;
    } else if (v) {
        fast = sequence_fast(vm, v, "can only assign an iterable");
        if (!fast)
            return -1;
    }
    lo = lo < 0 ? 0 : lo > l->size ? l->size : lo;
    hi = hi < lo ? lo : hi > l->size ? l->size : hi;
    int r = replace_range(vm, l, lo, hi, fast ? seq_items(fast) : NULL,
                          fast ? seq_size(fast) : 0);
    value_xdecref(vm, fast);
    return r;
}

static int delete_stepped(MinipyVM *vm, ListObj *l, int64_t start, int64_t step,
                          int64_t n)
{
    if (n <= 0)
        return 0;
    if (step < 0) {
        start = start + step * (n - 1);
        step = -step;
    }
    Value *gone = mem_alloc(vm, (size_t)n * sizeof(Value));
    if (!gone)
        return -1;
    int64_t to = start, k = 0;
    for (int64_t from = start; from < l->size; from++)
        if (k < n && from == start + k * step)
            gone[k++] = l->items[from];
        else
            l->items[to++] = l->items[from];
    if (list_resize(vm, l, to) < 0) {
        error_clear(vm);
        l->size = to;
    }
    for (int64_t i = 0; i < n; i++)
        value_decref(vm, gone[i]);
    mem_free(vm, gone);
    return 0;
}

/* The count of items is taken after those of v: to list them may run code. */
static int assign_stepped(MinipyVM *vm, Value self, int64_t start, int64_t stop,
                          int64_t step, Value v)
{
    ListObj *l = LIST(self);
    Value fast = v == self
                     ? list_from(vm, l->items, l->size)
                     : sequence_fast(vm, v, "must assign iterable to extended slice");
    if (!fast)
        return -1;
    int64_t n = slice_adjust(l->size, &start, &stop, step);
    Value *gone = NULL;
    if (seq_size(fast) == n)
        gone = mem_alloc(vm, (size_t)n * sizeof(Value));
    else
        error_set(
            vm, EXC_ValueError,
            "attempt to assign sequence of size %zd to extended slice of size %zd",
            seq_size(fast), n);
    if (!gone) {
        value_decref(vm, fast);
        return -1;
    }
    for (int64_t i = 0, at = start; i < n; i++, at = slice_next(at, step)) {
        gone[i] = l->items[at];
        l->items[at] = value_incref(seq_items(fast)[i]);
    }
    for (int64_t i = 0; i < n; i++)
        value_decref(vm, gone[i]);
    mem_free(vm, gone);
    value_decref(vm, fast);
    return 0;
}

static int assign_slice(MinipyVM *vm, Value self, Value slice, Value v)
{
    int64_t start, stop, step;
    if (slice_unpack(vm, slice, &start, &stop, &step) < 0)
        return -1;
    if (v && step != 1)
        return assign_stepped(vm, self, start, stop, step, v);
    int64_t n = slice_adjust(list_size(self), &start, &stop, step);
    if (step == 1)
        return list_set_slice(vm, self, start, start + n, v);
    return delete_stepped(vm, LIST(self), start, step, n);
}

/* ---- slots ----------------------------------------------------------------------- */

static int64_t list_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return list_size(self);
}

static Value list_item(MinipyVM *vm, Value self, int64_t i)
{
    if (i < 0 || i >= list_size(self))
        return error_set(vm, EXC_IndexError, "list index out of range");
    return value_incref(LIST(self)->items[i]);
}

static int list_ass_item(MinipyVM *vm, Value self, int64_t i, Value v)
{
    ListObj *l = LIST(self);
    if (i < 0 || i >= l->size)
        return error_set(vm, EXC_IndexError, "list assignment index out of range"), -1;
    if (!v) {
        value_decref(vm, list_pop(vm, self, i));
        return 0;
    }
    value_set_steal(vm, &l->items[i], value_incref(v));
    return 0;
}

/* The index that key stands for (not checked against the size). */
static bool key_index(MinipyVM *vm, Value self, Value key, int64_t *out)
{
    int64_t i;
    if (value_is_int_imm(key)) {
        i = value_imm(key);
    } else {
        if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index) {
            error_set(vm, EXC_TypeError,
                      "list indices must be integers or slices, not %T", key);
            return false;
        }
        i = number_as_ssize(vm, key, EXC_IndexError);
        if (i == -1 && error_occurred(vm))
            return false;
    }
    *out = i < 0 ? i + list_size(self) : i;
    return true;
}

static Value list_subscript(MinipyVM *vm, Value self, Value key)
{
    int64_t start, stop, step;
    if (!value_is_kind(key, KIND_SLICE))
        return key_index(vm, self, key, &start) ? list_item(vm, self, start)
                                                : VALUE_NULL;
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return VALUE_NULL;
    int64_t n = slice_adjust(list_size(self), &start, &stop, step);
    if (step == 1)
        return list_slice(vm, self, start, start + n);
    Value r = list_unfilled(vm, n);
    if (r)
        slice_copy(LIST(r)->items, LIST(self)->items, n, start, step);
    return r;
}

static int list_ass_subscript(MinipyVM *vm, Value self, Value key, Value v)
{
    if (value_is_kind(key, KIND_SLICE))
        return assign_slice(vm, self, key, v);
    int64_t i;
    return key_index(vm, self, key, &i) ? list_ass_item(vm, self, i, v) : -1;
}

static Value list_concat(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_list(b))
        return error_set(vm, EXC_TypeError,
                         "can only concatenate list (not \"%T\") to list", b);
    int64_t na = list_size(a), nb = list_size(b);
    Value r = list_unfilled(vm, na + nb);
    if (!r)
        return VALUE_NULL;
    values_copy(LIST(r)->items, LIST(a)->items, na);
    values_copy(LIST(r)->items + na, LIST(b)->items, nb);
    return r;
}

static Value list_repeat(MinipyVM *vm, Value self, int64_t n)
{
    int64_t size = list_size(self);
    if (n <= 0 || size == 0)
        return list_new(vm, 0);
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(Value)) / size)
        return error_set_oom(vm);
    Value r = list_unfilled(vm, size * n);
    if (!r)
        return VALUE_NULL;
    values_repeat(LIST(r)->items, LIST(self)->items, size, n);
    return r;
}

static Value list_inplace_repeat(MinipyVM *vm, Value self, int64_t n)
{
    ListObj *l = LIST(self);
    int64_t size = l->size;
    if (size == 0 || n == 1)
        return value_incref(self);
    if (n < 1) {
        list_clear(vm, self);
        return value_incref(self);
    }
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(Value)) / size)
        return error_set_oom(vm);
    if (list_resize(vm, l, size * n) < 0)
        return VALUE_NULL;
    values_repeat(l->items + size, l->items, size, n - 1);
    return value_incref(self);
}

static Value list_inplace_concat(MinipyVM *vm, Value self, Value other)
{
    return list_extend(vm, self, other) < 0 ? VALUE_NULL : value_incref(self);
}

/* Compares the i-th item, held meanwhile, with v. */
static int compare_item(MinipyVM *vm, Value self, int64_t i, Value v)
{
    Value item = LIST(self)->items[i];
    if (item == v || value_both_int_imm(item, v) || values_are_plain(vm, item, v))
        return item == v;
    value_incref(item);
    int r = object_compare_bool(vm, item, v, CMP_EQ);
    value_decref(vm, item);
    return r;
}

static int list_contains(MinipyVM *vm, Value self, Value item)
{
    bool text = value_is_exact(vm, item, KIND_STR);
    for (int64_t i = 0; i < list_size(self); i++) {
        if (text)
            i = str_first_like(vm, LIST(self)->items, i, list_size(self), item);
        int r = i < list_size(self) ? compare_item(vm, self, i, item) : 0;
        if (r)
            return r;
    }
    return 0;
}

/* The index of the first items that are not equal, or at which one ends; -1: exception.
 * Comparisons may shorten the lists. */
static inline __attribute__((always_inline)) int64_t first_difference(MinipyVM *vm,
                                                                      Value a, Value b)
{
    int64_t i = 0;
    for (; i < list_size(a) && i < list_size(b); i++) {
        Value x = LIST(a)->items[i], y = LIST(b)->items[i];
        if (x == y) /* identity first: a NaN equals itself here */
            continue;
        if (value_both_int_imm(x, y))
            break;
        value_incref(x);
        value_incref(y);
        int eq = object_compare_bool(vm, x, y, CMP_EQ);
        value_decref(vm, x);
        value_decref(vm, y);
        if (eq <= 0)
            return eq < 0 ? -1 : i;
    }
    return i;
}

/* Is `op` decided without the items at i? */
static inline bool settled(Value a, Value b, int64_t i, CompareOp op, int *out)
{
    if (i >= list_size(a) || i >= list_size(b))
        *out = list_compare_sizes(list_size(a), list_size(b), op);
    else if (op == CMP_EQ || op == CMP_NE)
        *out = op == CMP_NE;
    else
        return false;
    return true;
}

static Value list_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    int out;
    if (!value_is_list(a) || !value_is_list(b))
        return VALUE_NOT_IMPLEMENTED;
    if (list_size(a) != list_size(b) && (op == CMP_EQ || op == CMP_NE))
        return value_from_bool(op == CMP_NE);
    int64_t i = first_difference(vm, a, b);
    if (i < 0)
        return VALUE_NULL;
    if (settled(a, b, i, op, &out))
        return value_from_bool(out);
    Value x = value_incref(LIST(a)->items[i]), y = value_incref(LIST(b)->items[i]);
    Value r = object_compare(vm, x, y, op);
    value_decref(vm, x);
    value_decref(vm, y);
    return r;
}

int lists_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (recursion_enter(vm, " in comparison") < 0)
        return -1;
    bool unlike = list_size(a) != list_size(b) && (op == CMP_EQ || op == CMP_NE);
    int r = unlike ? op == CMP_NE : -1;
    int64_t i = unlike ? -1 : first_difference(vm, a, b);
    if (i >= 0 && !settled(a, b, i, op, &r)) {
        Value x = value_incref(LIST(a)->items[i]), y = value_incref(LIST(b)->items[i]);
        r = object_compare_bool(vm, x, y, op);
        value_decref(vm, x);
        value_decref(vm, y);
    }
    recursion_leave(vm);
    return r;
}

static Value list_repr(MinipyVM *vm, Value self)
{
    if (list_size(self) == 0)
        return str_from_ascii(vm, "[]", 2);
    StrBuilder b;
    Value text;
    if (!repr_open(vm, self, "[...]", &b, &text))
        return text;
    int r = 0;
    for (int64_t i = 0; r == 0 && i < list_size(self); i++) {
        if (i)
            strbuilder_ascii(&b, ", ");
        Value item = value_incref(LIST(self)->items[i]);
        r = strbuilder_repr(&b, item);
        value_decref(vm, item);
    }
    repr_leave(vm, self);
    return strbuilder_close(&b, r, ']');
}

static Value list_new_slot(NEW_ARGS)
{
    return object_alloc_value(vm, cls);
}

static int list_init(NATIVE_ARGS)
{
    if (value_obj(self)->type->slots.new_ == list_new_slot &&
        !args_no_kw(vm, "list", kwnames))
        return -1;
    if (!args_check(vm, "list", nargs, 0, 1))
        return -1;
    if (LIST(self)->items)
        list_clear(vm, self);
    return nargs ? list_extend(vm, self, args[0]) : 0;
}

static void list_dealloc(MinipyVM *vm, Object *o)
{
    ListObj *l = (ListObj *)o;
    values_release(vm, l->items, l->size);
    mem_free(vm, l->items);
    if (o->type == vm->types[KIND_LIST])
        gc_count_kept(vm, GC_FREE_LIST, GC_FREE_LIST_MOST);
}

static void list_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL)) {
        object_death(vm, o);
        return;
    }
    ListObj *l = (ListObj *)o;
    Value *items = l->items;
    unlink_dying(o);
    if (!items) {
        object_keep_block(vm, o, GC_FREE_LIST, GC_FREE_LIST_MOST);
        return;
    }
    vm->dealloc_depth++;
    values_release(vm, items, l->size);
    mem_free_inline(vm, items);
    object_keep_block(vm, o, GC_FREE_LIST, GC_FREE_LIST_MOST);
    dealloc_leave(vm);
}

static void list_clear_slot(MinipyVM *vm, Object *o)
{
    list_clear(vm, value_from_obj(o));
}

static int list_traverse(Object *o, VisitFn visit, void *arg)
{
    ListObj *l = (ListObj *)o;
    for (int64_t i = l->size; i-- > 0;) /* as in CPython, for the order of finalizers */
        GC_VISIT(l->items[i]);
    return 0;
}

/* ---- methods --------------------------------------------------------------------- */

FN(list_method_append)
{
    return list_append(vm, self, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(list_method_extend)
{
    recursion_deepen(vm);
    int r = list_extend(vm, self, args[0]);
    recursion_leave(vm);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(list_method_insert)
{
    int64_t i;
    if (!arg_ssize(vm, args[0], &i))
        return VALUE_NULL;
    return list_insert(vm, self, i, args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(list_method_pop)
{
    int64_t i = -1;
    if ((nargs && !arg_ssize(vm, args[0], &i)))
        return VALUE_NULL;
    int64_t n = list_size(self);
    if (n == 0)
        return error_set(vm, EXC_IndexError, "pop from empty list");
    if (i < 0)
        i += n;
    if (i < 0 || i >= n)
        return error_set(vm, EXC_IndexError, "pop index out of range");
    return list_pop(vm, self, i);
}

FN(list_method_clear)
{
    list_clear(vm, self);
    return VALUE_NONE;
}

FN(list_method_copy)
{
    return list_from(vm, LIST(self)->items, list_size(self));
}

FN(list_method_reverse)
{
    list_reverse(vm, self);
    return VALUE_NONE;
}

bool list_index_bounds(MinipyVM *vm, const Value *args, size_t nargs, int64_t size,
                       int64_t *start, int64_t *stop)
{
    int64_t *const bounds[] = {start, stop};
    for (size_t k = 1; k < nargs; k++) {
        Value v = args[k];
        if (!value_is_int(v) && !value_type(vm, v)->slots.nb_index) {
            error_set(vm, EXC_TypeError,
                      "slice indices must be integers or have an __index__ method");
            return false;
        }
        int64_t i = number_as_ssize(vm, v, EXC_NONE);
        if (i == -1 && error_occurred(vm))
            return false;
        *bounds[k - 1] = i < 0 ? (i + size < 0 ? 0 : i + size) : i;
    }
    return true;
}

FN(list_method_index)
{
    int64_t start = 0, stop = INT64_MAX;
    if (!list_index_bounds(vm, args, nargs, list_size(self), &start, &stop))
        return VALUE_NULL;
    bool text = value_is_exact(vm, args[0], KIND_STR);
    for (int64_t i = start; i < stop && i < list_size(self); i++) {
        if (text)
            i = str_first_like(vm, LIST(self)->items, i, list_size(self), args[0]);
        int r =
            i < stop && i < list_size(self) ? compare_item(vm, self, i, args[0]) : 0;
        if (r < 0)
            return VALUE_NULL;
        if (r)
            return value_from_imm(i);
    }
    return error_set(vm, EXC_ValueError, "%R is not in list", args[0]);
}

FN(list_method_count)
{
    int64_t count = 0;
    for (int64_t i = 0; i < list_size(self); i++) {
        int r = compare_item(vm, self, i, args[0]);
        if (r < 0)
            return VALUE_NULL;
        count += r;
    }
    return value_from_imm(count);
}

FN(list_method_remove)
{
    for (int64_t i = 0; i < list_size(self); i++) {
        int r = compare_item(vm, self, i, args[0]);
        if (r < 0)
            return VALUE_NULL;
        if (r)
            return list_set_slice(vm, self, i, i + 1, VALUE_NULL) < 0 ? VALUE_NULL
                                                                      : VALUE_NONE;
    }
    return error_set(vm, EXC_ValueError, "list.remove(x): x not in list");
}

FN(list_method_getitem)
{
    return list_subscript(vm, self, args[0]);
}

FN(list_method_sizeof)
{
    return value_from_imm(value_obj(self)->type->basicsize + LIST(self)->capacity * 8);
}

static METHODS(list_methods,
    {"__getitem__", list_method_getitem, M_COEXIST | M_UNSIGNED, "($self, key, /)", "x.__getitem__(y) <==> x[y]"},
    {"__reversed__", list_reversed, 0, "($self, /)", "Return a reverse iterator over the list."},
    {"__sizeof__", list_method_sizeof, 0, "($self, /)", "Return the size of the list in memory, in bytes."},
    {"clear", list_method_clear, 0, "($self, /)", "Remove all items."},
    {"copy", list_method_copy, 0, "($self, /)", "A new list of the same items."},
    {"append", list_method_append, M_NO_LEVEL, "($self, object, /)", "Add object at the end of the list."},
    {"insert", list_method_insert, 0, "($self, index, object, /)", "Put object before the item at index."},
    {"extend", list_method_extend, M_OWN_LEVEL, "($self, iterable, /)", "Add the items of the iterable at the end."},
    {"pop", list_method_pop, 0, "($self, index=-1, /)", "Remove and return the item at index.\n\n"
     "Raises IndexError if the list is empty or the index is out of range."},
    {"remove", list_method_remove, 0, "($self, value, /)", "Remove the first item that equals value.\n\n"
     "Raises ValueError if there is none."},
    {"index", list_method_index, 0, "($self, value, start=0, stop=sys.maxsize, /)", "Where value stands first.\n\n"
     "Raises ValueError if the value is not there."},
    {"count", list_method_count, 0, "($self, value, /)", "How many times value occurs."},
    {"reverse", list_method_reverse, 0, "($self, /)", "Reverse *IN PLACE*."},
    {"sort", list_method_sort, 0, "($self, /, *, key=None, reverse=False)",
     "Sort the list in ascending order, in place, and return None.\n\n"
     "The sort is stable: equal items keep their order. With a key function the items are\n"
     "ordered by what it returns for each; reverse gives descending order."},
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(list_type_spec,
    .name = "list",
    .doc = "list(iterable=(), /)\n--\n\nA mutable sequence.\n\n"
           "Without an argument: a new empty list. Otherwise the items of the iterable.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE | TYPE_SEQUENCE | TYPE_MATCH_SELF | TYPE_FREE_LIST, .basicsize = sizeof(ListObj),
    .dealloc = list_dealloc, .death = list_death, .traverse = list_traverse, .clear = list_clear_slot,
    .slots = {.getattro = object_generic_getattr, .repr = list_repr, .hash = object_hash_not_implemented,
              .richcompare = list_richcompare, .iter = list_iter, .new_ = list_new_slot, .init = list_init,
              .sq_length = list_length, .sq_concat = list_concat, .sq_repeat = list_repeat, .sq_item = list_item,
              .sq_ass_item = list_ass_item, .sq_contains = list_contains, .sq_inplace_concat = list_inplace_concat,
              .sq_inplace_repeat = list_inplace_repeat, .mp_length = list_length, .mp_subscript = list_subscript,
              .mp_ass_subscript = list_ass_subscript},
    .methods = list_methods,
);
