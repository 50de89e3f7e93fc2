/* deque.c - collections.deque and its two iterators, for the module _collections.
 *
 * Items live in a ring of `capacity` cells (a power of two) from `head` on. `state`
 * counts changes of the structure, by which iterators and searches notice that somebody
 * touched the deque under them. Items are held while Python code compares them.
 */
#include "vm/objects/reduce.h"
#include "stdlib/data/collections_private.h"
#include "vm/objects/generic_alias.h"
#include "vm/text/str_private.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"
#include "vm/types/object_type.h"

typedef struct DequeObj {
    Object ob;
    Value *ring; /* owned; NULL while capacity is 0 */
    int64_t capacity, head, size;
    int64_t maxlen; /* -1: none */
    int64_t state;
} DequeObj;
#define DEQUE(v) ((DequeObj *)(uintptr_t)(v))

typedef struct DequeIterObj {
    Object ob;
    Value deque;
    int64_t index, left, state;
} DequeIterObj;
#define DEQUE_ITER(v) ((DequeIterObj *)(uintptr_t)(v))

static bool is_deque(Value v)
{
    return value_is_of(v, &deque_spec);
}
static inline Value *cell(DequeObj *d, int64_t i)
{
    return &d->ring[(d->head + i) & (d->capacity - 1)];
}

/* ---- the ring -------------------------------------------------------------------- */

/* Room for one more item, and for at least `wanted`. */
static int grow(MinipyVM *vm, DequeObj *d, int64_t wanted)
{
    int64_t capacity = d->capacity ? d->capacity * 2 : 8;
    while (capacity < wanted)
        capacity *= 2;
    if (capacity > (int64_t)(PTRDIFF_MAX / sizeof(Value)))
        return error_set_oom(vm), -1;
    Value *ring = mem_alloc(vm, (size_t)capacity * sizeof(Value));
    if (!ring)
        return -1;
    for (int64_t i = 0; i < d->size; i++)
        ring[i] = *cell(d, i);
    mem_free(vm, d->ring);
    d->ring = ring;
    d->capacity = capacity;
    d->head = 0;
    return 0;
}

static Value take_right(DequeObj *d)
{
    d->size--;
    d->state++;
    return *cell(d, d->size);
}

static Value take_left(DequeObj *d)
{
    Value v = *cell(d, 0);
    d->head = (d->head + 1) & (d->capacity - 1);
    d->size--;
    d->state++;
    return v;
}

static int pushed(MinipyVM *vm, DequeObj *d, Value (*take_other_end)(DequeObj *))
{
    d->size++;
    if (d->maxlen >= 0 && d->size > d->maxlen)
        value_decref(vm, take_other_end(d));
    else
        d->state++;
    return 0;
}

/* Both take the item over, and drop one at the other end when maxlen is reached. */
static int push_right_steal(MinipyVM *vm, DequeObj *d, Value item)
{
    if (d->size == d->capacity && grow(vm, d, 0) < 0) {
        value_decref(vm, item);
        return -1;
    }
    *cell(d, d->size) = item;
    return pushed(vm, d, take_left);
}

static int push_left_steal(MinipyVM *vm, DequeObj *d, Value item)
{
    if (d->size == d->capacity && grow(vm, d, 0) < 0) {
        value_decref(vm, item);
        return -1;
    }
    d->head = (d->head - 1) & (d->capacity - 1);
    *cell(d, 0) = item;
    return pushed(vm, d, take_right);
}

static void clear_all(MinipyVM *vm, DequeObj *d)
{
    DequeObj old = *d;
    d->ring = NULL;
    d->capacity = d->head = d->size = 0;
    d->state++;
    for (int64_t i = 0; i < old.size; i++)
        value_decref(vm, *cell(&old, i));
    mem_free(vm, old.ring);
}

/* Takes the item at i out of the middle. */
static Value take_at(DequeObj *d, int64_t i)
{
    Value v = *cell(d, i);
    if (i < d->size / 2) {
        for (; i > 0; i--)
            *cell(d, i) = *cell(d, i - 1);
        d->head = (d->head + 1) & (d->capacity - 1);
    } else {
        for (; i < d->size - 1; i++)
            *cell(d, i) = *cell(d, i + 1);
    }
    d->size--;
    d->state++;
    return v;
}

/* n items from place `from` on come to place `to`, both counted from the head; the
 * places do not overlap. */
static void move_items(DequeObj *d, int64_t to, int64_t from, int64_t n)
{
    while (n > 0) {
        Value *p = cell(d, to), *q = cell(d, from), *end = d->ring + d->capacity;
        int64_t some = end - p < end - q ? end - p : end - q;
        some = some < n ? some : n;
        memcpy(p, q, (size_t)some * sizeof *p);
        to += some;
        from += some;
        n -= some;
    }
}

/* By n places to the right, or to the left: as many at a time as there are free cells;
 * a full ring has only its head elsewhere. */
static void rotate(DequeObj *d, int64_t n)
{
    if (d->size <= 1)
        return;
    n %= d->size;
    if (n < 0)
        n += d->size;
    if (n > d->size / 2)
        n -= d->size;
    d->state++; /* also where nothing moves */
    for (int64_t room = d->capacity - d->size, some; n != 0; n -= some) {
        some = n < 0 ? -n : n;
        some = room && room < some ? room : some;
        if (n > 0 && room)
            move_items(d, -some, d->size - some, some);
        else if (room)
            move_items(d, d->size, 0, some);
        some = n < 0 ? -some : some;
        d->head = (d->head - some) & (d->capacity - 1);
    }
}

/* Items that stay where they are meanwhile: nothing of Python runs. */
static int extend_by_items(MinipyVM *vm, DequeObj *d, const Value *items, int64_t n)
{
    if (n > (int64_t)(PTRDIFF_MAX / sizeof(Value)) - d->size)
        return error_set_oom(vm), -1;
    if (d->size + n > d->capacity && grow(vm, d, d->size + n) < 0)
        return -1;
    for (int64_t i = 0; i < n; i++)
        *cell(d, d->size + i) = value_incref(items[i]);
    d->size += n;
    d->state += n;
    return 0;
}

static int extend_by_deque(MinipyVM *vm, DequeObj *d, const DequeObj *from)
{
    int64_t first = from->capacity - from->head;
    if (from->size == 0)
        return 0;
    if (first > from->size)
        first = from->size;
    return extend_by_items(vm, d, from->ring + from->head, first) < 0 ||
                   extend_by_items(vm, d, from->ring, from->size - first) < 0
               ? -1
               : 0;
}

static int take_last(MinipyVM *vm, void *deque, Value item)
{
    return push_right_steal(vm, deque, item);
}

static bool take_into_room(void *deque, Value item)
{
    DequeObj *d = deque;
    bool room = d->size < d->capacity && d->maxlen < 0;
    if (room) {
        *cell(d, d->size++) = item;
        d->state++;
    }
    return room;
}

static int extend(MinipyVM *vm, Value self, Value iterable, bool left)
{
    DequeObj *d = DEQUE(self);
    if (!left && d->maxlen < 0 && self != iterable && is_deque(iterable) &&
        !(value_obj(iterable)->type->flags & TYPE_HEAP))
        return extend_by_deque(vm, d, DEQUE(iterable));
    if (!left && d->maxlen < 0 &&
        (value_is_exact(vm, iterable, KIND_LIST) ||
         value_is_exact(vm, iterable, KIND_TUPLE)))
        return extend_by_items(vm, d, seq_items(iterable), seq_size(iterable));
    Value source =
        self == iterable ? sequence_list(vm, iterable) : value_incref(iterable);
    Each each = each_of(vm, source);
    value_xdecref(vm, source);
    if (!left)
        each_feed(vm, &each, (Sink){take_last, take_into_room, d});
    while (each_next(vm, &each))
        each.status = left ? push_left_steal(vm, d, each_take(&each))
                           : push_right_steal(vm, d, each_take(&each));
    return each_end(vm, &each);
}

/* ---- life ------------------------------------------------------------------------ */

static Value deque_new(NEW_ARGS)
{
    Value v = object_alloc_value(vm, cls);
    if (v)
        DEQUE(v)->maxlen = -1;
    return v;
}

INIT(deque_init, 2, "deque", "(iterable=None, maxlen=None)")
{
    int64_t maxlen = -1;
    if (given[1] && given[1] != VALUE_NONE) {
        if (!value_is_int(given[1]))
            return error_set(vm, EXC_TypeError, "an integer is required"), -1;
        if (!arg_size(vm, given[1], "maxlen must be non-negative", &maxlen))
            return -1;
    }
    DEQUE(self)->maxlen = maxlen;
    if (DEQUE(self)->size)
        clear_all(vm, DEQUE(self));
    return given[0] ? extend(vm, self, given[0], false) : 0;
}

static void deque_dealloc(MinipyVM *vm, Object *o)
{
    clear_all(vm, (DequeObj *)o);
}

static int deque_traverse(Object *o, VisitFn visit, void *arg)
{
    DequeObj *d = (DequeObj *)o;
    for (int64_t i = 0; i < d->size; i++)
        GC_VISIT(*cell(d, i));
    return 0;
}

/* A deque of the same type and maxlen with the same items. */
static Value deque_copy(MinipyVM *vm, Value self)
{
    DequeObj *d = DEQUE(self);
    TypeObj *t = d->ob.type;
    if (!(t->flags & TYPE_HEAP)) {
        Value v = deque_new(vm, t, NULL, 0, VALUE_NULL);
        if (!v)
            return VALUE_NULL;
        DEQUE(v)->maxlen = d->maxlen;
        if (extend_by_deque(vm, DEQUE(v), d) < 0)
            value_clear(vm, &v);
        return v;
    }
    Value v = d->maxlen < 0
                  ? call1(vm, value_from_obj(t), self)
                  : call2(vm, value_from_obj(t), self, value_from_imm(d->maxlen));
    if (v && !is_deque(v)) {
        error_set(vm, EXC_TypeError, "%N() must return a deque, not %T", t, v);
        value_decref(vm, v);
        return VALUE_NULL;
    }
    return v;
}

/* ---- slots ----------------------------------------------------------------------- */

static int64_t deque_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return DEQUE(self)->size;
}

static Value deque_item(MinipyVM *vm, Value self, int64_t i)
{
    DequeObj *d = DEQUE(self);
    if (i < 0 || i >= d->size)
        return error_set(vm, EXC_IndexError, "deque index out of range");
    return value_incref(*cell(d, i));
}

static int deque_ass_item(MinipyVM *vm, Value self, int64_t i, Value v)
{
    DequeObj *d = DEQUE(self);
    if (i < 0 || i >= d->size)
        return error_set(vm, EXC_IndexError, "deque index out of range"), -1;
    if (v)
        value_set_steal(vm, cell(d, i), value_incref(v));
    else
        value_decref(vm, take_at(d, i));
    return 0;
}

static Value deque_concat(MinipyVM *vm, Value a, Value b)
{
    if (!is_deque(b))
        return error_set(vm, EXC_TypeError,
                         "can only concatenate deque (not \"%T\") to deque", b);
    Value r = deque_copy(vm, a);
    if (r && extend(vm, r, b, false) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

static Value deque_inplace_concat(MinipyVM *vm, Value self, Value other)
{
    return extend(vm, self, other, false) < 0 ? VALUE_NULL : value_incref(self);
}

static Value deque_inplace_repeat(MinipyVM *vm, Value self, int64_t n)
{
    DequeObj *d = DEQUE(self);
    int64_t size = d->size;
    if (size == 0 || n == 1)
        return value_incref(self);
    if (n <= 0) {
        clear_all(vm, d);
        return value_incref(self);
    }
    if (size > (int64_t)(PTRDIFF_MAX / sizeof(Value)) / n)
        return error_set_oom(vm);
    Value list = sequence_list(vm, self);
    if (!list)
        return VALUE_NULL;
    int r = 0;
    /* With a maxlen only the last rounds leave anything behind. */
    int64_t rounds =
        d->maxlen >= 0 && n > d->maxlen / size + 2 ? d->maxlen / size + 2 : n;
    for (int64_t k = 1; r == 0 && k < rounds; k++)
        r = extend(vm, self, list, false);
    value_decref(vm, list);
    return r < 0 ? VALUE_NULL : value_incref(self);
}

static Value deque_repeat(MinipyVM *vm, Value self, int64_t n)
{
    Value copy = deque_copy(vm, self);
    Value r = copy ? deque_inplace_repeat(vm, copy, n) : VALUE_NULL;
    value_xdecref(vm, copy);
    return r;
}

/* Are they equal? 1, 0; -1: they must be asked. */
static inline int equal_at_sight(MinipyVM *vm, Value a, Value b)
{
    if (a == b)
        return 1;
    if (value_is_int_imm(a) && value_is_int_imm(b))
        return 0;
    return value_is_exact(vm, a, KIND_STR) && value_is_exact(vm, b, KIND_STR)
               ? str_equal(a, b)
               : -1;
}

/* Compares item i with v: 1, 0, -1 (RuntimeError or `changed` if the deque was
 * touched). */
static int compare_at(MinipyVM *vm, DequeObj *d, int64_t i, Value v, ExcId changed)
{
    int64_t state = d->state;
    int seen = equal_at_sight(vm, *cell(d, i), v);
    if (seen >= 0)
        return seen;
    Value item = value_incref(*cell(d, i));
    int r = object_compare_bool(vm, item, v, CMP_EQ);
    value_decref(vm, item);
    if (r >= 0 && d->state != state) {
        error_set(vm, changed, "deque mutated during iteration");
        return -1;
    }
    return r;
}

static int deque_contains(MinipyVM *vm, Value self, Value v)
{
    DequeObj *d = DEQUE(self);
    for (int64_t i = 0; i < d->size; i++) {
        int r = compare_at(vm, d, i, v, EXC_RuntimeError);
        if (r)
            return r;
    }
    return 0;
}

static Value deque_repr(MinipyVM *vm, Value self)
{
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_from_ascii(vm, "[...]", 5) : VALUE_NULL;
    Value list = sequence_list(vm, self), text = VALUE_NULL;
    const char *name = type_last_name(value_obj(self)->type);
    if (list && DEQUE(self)->maxlen >= 0)
        text = str_format_c(vm, "%s(%R, maxlen=%zd)", name, list, DEQUE(self)->maxlen);
    else if (list)
        text = str_format_c(vm, "%s(%R)", name, list);
    value_xdecref(vm, list);
    repr_leave(vm, self);
    return text;
}

/* By the __iter__ of their classes. */
static Value compare_iterated(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Value x = object_iter(vm, a), y = x ? object_iter(vm, b) : VALUE_NULL;
    int r = y ? 2 : -1; /* 2: not known yet */
    while (r == 2) {
        Value v = iter_next(vm, x);
        Value w = v || !error_occurred(vm) ? iter_next(vm, y) : VALUE_NULL;
        if (error_occurred(vm))
            r = -1;
        else if (!v || !w)
            r = list_compare_sizes(v != VALUE_NULL, w != VALUE_NULL, op);
        else if ((r = object_compare_bool(vm, v, w, CMP_EQ)) == 0)
            r = object_compare_bool(vm, v, w, op);
        else if (r == 1)
            r = 2;
        value_xdecref(vm, v);
        value_xdecref(vm, w);
    }
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return r < 0 ? VALUE_NULL : value_from_bool(r);
}

static Value deque_iter(MinipyVM *vm, Value self);

static Value deque_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!is_deque(a) || !is_deque(b))
        return VALUE_NOT_IMPLEMENTED;
    DequeObj *x = DEQUE(a), *y = DEQUE(b);
    if ((op == CMP_EQ || op == CMP_NE) && (a == b || x->size != y->size))
        return value_from_bool((a == b) == (op == CMP_EQ));
    if (value_type(vm, a)->slots.iter != deque_iter ||
        value_type(vm, b)->slots.iter != deque_iter)
        return compare_iterated(vm, a, b, op);
    int64_t state_x = x->state, state_y = y->state;
    for (int64_t i = 0; i < x->size && i < y->size; i++) {
        if (equal_at_sight(vm, *cell(x, i), *cell(y, i)) > 0)
            continue;
        Value v = value_incref(*cell(x, i)), w = value_incref(*cell(y, i));
        int eq = object_compare_bool(vm, v, w, CMP_EQ);
        /* CPython asks those that differ again, for == too, and for a truth. */
        int r = eq == 0 ? object_compare_bool(vm, v, w, op) : eq;
        value_decref(vm, v);
        value_decref(vm, w);
        if (eq <= 0)
            return r < 0 ? VALUE_NULL : value_from_bool(r);
        if (x->state != state_x || y->state != state_y)
            return error_set(vm, EXC_RuntimeError, "deque mutated during iteration");
    }
    return value_from_bool(list_compare_sizes(x->size, y->size, op));
}

/* ---- methods --------------------------------------------------------------------- */

static Value none_if(int status)
{
    return status < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(method_append)
{
    return none_if(push_right_steal(vm, DEQUE(self), value_incref(args[0])));
}
FN(method_appendleft)
{
    return none_if(push_left_steal(vm, DEQUE(self), value_incref(args[0])));
}
FN(method_pop)
{
    return DEQUE(self)->size ? take_right(DEQUE(self))
                             : error_set(vm, EXC_IndexError, "pop from an empty deque");
}
FN(method_popleft)
{
    return DEQUE(self)->size ? take_left(DEQUE(self))
                             : error_set(vm, EXC_IndexError, "pop from an empty deque");
}
FN(method_extend)
{
    return none_if(extend(vm, self, args[0], false));
}
FN(method_extendleft)
{
    return none_if(extend(vm, self, args[0], true));
}
FN(method_clear)
{
    clear_all(vm, DEQUE(self));
    return VALUE_NONE;
}
FN(method_copy)
{
    return deque_copy(vm, self);
}

FN(method_count)
{
    DequeObj *d = DEQUE(self);
    int64_t count = 0;
    for (int64_t i = 0; i < d->size; i++) {
        int r = compare_at(vm, d, i, args[0], EXC_RuntimeError);
        if (r < 0)
            return VALUE_NULL;
        count += r;
    }
    return value_from_imm(count);
}

FN(method_index)
{
    DequeObj *d = DEQUE(self);
    int64_t start = 0, stop = INT64_MAX;
    if (!list_index_bounds(vm, args, nargs, d->size, &start, &stop))
        return VALUE_NULL;
    for (int64_t i = start; i < stop && i < d->size; i++) {
        int r = compare_at(vm, d, i, args[0], EXC_RuntimeError);
        if (r < 0)
            return VALUE_NULL;
        if (r)
            return value_from_imm(i);
    }
    return error_set(vm, EXC_ValueError, "%R is not in deque", args[0]);
}

FN(method_remove)
{
    DequeObj *d = DEQUE(self);
    for (int64_t i = 0; i < d->size; i++) {
        int r = compare_at(vm, d, i, args[0], EXC_IndexError);
        if (r < 0)
            return VALUE_NULL;
        if (r) {
            value_decref(vm, take_at(d, i));
            return VALUE_NONE;
        }
    }
    return error_set(vm, EXC_ValueError, "%R is not in deque", args[0]);
}

FN(method_insert)
{
    DequeObj *d = DEQUE(self);
    int64_t i;
    if (!arg_ssize(vm, args[0], &i))
        return VALUE_NULL;
    if (d->maxlen >= 0 && d->size >= d->maxlen)
        return error_set(vm, EXC_IndexError, "deque already at its maximum size");
    int64_t n = d->size;
    i = i < 0 ? (i + n < 0 ? 0 : i + n) : i > n ? n : i;
    rotate(d, -i);
    if (push_left_steal(vm, d, value_incref(args[1])) < 0)
        return VALUE_NULL;
    rotate(d, i);
    return VALUE_NONE;
}

FN(method_reverse)
{
    DequeObj *d = DEQUE(self);
    if (d->size > 1 && d->head + d->size <= d->capacity) {
        for (Value *a = d->ring + d->head, *b = a + d->size - 1; a < b; a++, b--) {
            Value t = *a;
            *a = *b;
            *b = t;
        }
        return VALUE_NONE;
    }
    for (int64_t i = 0, j = d->size - 1; i < j; i++, j--) {
        Value t = *cell(d, i);
        *cell(d, i) = *cell(d, j);
        *cell(d, j) = t;
    }
    return VALUE_NONE;
}

FN(method_rotate)
{
    int64_t n = 1;
    if (!args_check(vm, "deque.rotate", nargs, 0, 1) ||
        (nargs && !arg_ssize(vm, args[0], &n)))
        return VALUE_NULL;
    rotate(DEQUE(self), n);
    return VALUE_NONE;
}

static Value iter_make(MinipyVM *vm, const TypeSpec *spec, Value deque)
{
    Value v = object_alloc_value(vm, module_type_borrow(vm, spec));
    if (v) {
        DequeIterObj *it = DEQUE_ITER(v);
        it->deque = value_incref(deque);
        it->left = DEQUE(deque)->size;
        it->state = DEQUE(deque)->state;
        it->index = spec == &deque_iter_spec ? 0 : it->left - 1;
    }
    return v;
}

static Value deque_iter(MinipyVM *vm, Value self)
{
    return iter_make(vm, &deque_iter_spec, self);
}

FN(method_reversed)
{
    return iter_make(vm, &deque_reverse_iter_spec, self);
}

FN(method_reduce)
{
    DequeObj *d = DEQUE(self);
    Value ctor = d->maxlen < 0
                     ? value_incref(vm->empty_tuple)
                     : tuple_pack(vm, 2, vm->empty_tuple, value_from_imm(d->maxlen));
    Value state =
        ctor ? call_method(vm, self, NAME(vm, __getstate__), NULL, 0) : VALUE_NULL;
    Value it = state ? object_iter(vm, self) : VALUE_NULL;
    if (!it) {
        value_xdecref(vm, ctor);
        value_xdecref(vm, state);
        return VALUE_NULL;
    }
    Value parts[] = {value_incref(value_from_obj(d->ob.type)), ctor, state, it};
    return tuple_from_steal(vm, parts, 4);
}

FN(method_sizeof)
{
    return value_from_imm(216 + type_added_size(self) +
                          528 * (DEQUE(self)->size / 64 + 1));
}

GETTER(get_maxlen)
{
    return DEQUE(self)->maxlen < 0 ? VALUE_NONE : int_new(vm, DEQUE(self)->maxlen);
}

static GETSETS(deque_getsets,
    {"maxlen", get_maxlen, NULL, "maximum size of a deque or None if unbounded", NULL},
);

static METHODS(deque_methods,
    {"append", method_append, M_UNSIGNED, "($self, object, /)", "Add an element to the right side of the deque."},
    {"appendleft", method_appendleft, M_UNSIGNED, "($self, object, /)",
     "Add an element to the left side of the deque."},
    {"clear", method_clear, M_UNSIGNED, "($self, /)", "Remove all elements from the deque."},
    {"__copy__", method_copy, M_UNSIGNED, "($self, /)", "Return a shallow copy of a deque."},
    {"copy", method_copy, M_UNSIGNED, "($self, /)", "Return a shallow copy of a deque."},
    {"count", method_count, M_UNSIGNED, "($self, object, /)",
     "D.count(value) -- return number of occurrences of value"},
    {"extend", method_extend, M_UNSIGNED, "($self, object, /)",
     "Extend the right side of the deque with elements from the iterable"},
    {"extendleft", method_extendleft, M_UNSIGNED, "($self, object, /)",
     "Extend the left side of the deque with elements from the iterable"},
    {"index", method_index, M_TUPLE | M_UNSIGNED, "($self, value, start=<unrepresentable>, stop=<unrepresentable>, /)",
     "D.index(value, [start, [stop]]) -- return first index of value.\nRaises ValueError if the value is not present."},
    {"insert", method_insert, M_TUPLE | M_UNSIGNED, "($self, index, object, /)",
     "D.insert(index, object) -- insert object before index"},
    {"pop", method_pop, M_UNSIGNED, "($self, /)", "Remove and return the rightmost element."},
    {"popleft", method_popleft, M_UNSIGNED, "($self, /)", "Remove and return the leftmost element."},
    REDUCE_ROW(method_reduce),
    {"remove", method_remove, M_UNSIGNED, "($self, object, /)", "D.remove(value) -- remove first occurrence of value."},
    {"__reversed__", method_reversed, M_UNSIGNED, "($self, /)",
     "D.__reversed__() -- return a reverse iterator over the deque"},
    {"reverse", method_reverse, M_UNSIGNED, "($self, /)", "D.reverse() -- reverse *IN PLACE*"},
    {"rotate", method_rotate, M_UNSIGNED, "($self, *args)",
     "Rotate the deque n steps to the right (default n=1).  If n is negative, rotates left."},
    {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)", "D.__sizeof__() -- size of D in memory, in bytes"},
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(deque_spec,
    .name = "collections.deque",
    .doc = "deque([iterable[, maxlen]]) --> deque object\n\n"
           "A list-like sequence optimized for data accesses near its endpoints.",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_SEQUENCE, .basicsize = sizeof(DequeObj),
    .dealloc = deque_dealloc, .traverse = deque_traverse, .clear = deque_dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = deque_repr, .hash = object_hash_not_implemented,
              .richcompare = deque_richcompare, .iter = deque_iter, .new_ = deque_new, .init = deque_init,
              .sq_length = deque_length, .sq_concat = deque_concat, .sq_repeat = deque_repeat, .sq_item = deque_item,
              .sq_ass_item = deque_ass_item, .sq_contains = deque_contains, .sq_inplace_concat = deque_inplace_concat,
              .sq_inplace_repeat = deque_inplace_repeat},
    .methods = deque_methods, .getsets = deque_getsets,
);

/* ---- iterators ------------------------------------------------------------------- */

static Value deque_step(MinipyVM *vm, DequeIterObj *it, int direction)
{
    DequeObj *d = DEQUE(it->deque);
    if (it->state != d->state) {
        it->left = 0;
        return error_set(vm, EXC_RuntimeError, "deque mutated during iteration");
    }
    if (it->left == 0)
        return VALUE_NULL;
    Value v = value_incref(*cell(d, it->index));
    it->index += direction;
    it->left--;
    return v;
}

static Value iter_next_right(MinipyVM *vm, Value self)
{
    return deque_step(vm, DEQUE_ITER(self), 1);
}
static Value iter_next_left(MinipyVM *vm, Value self)
{
    return deque_step(vm, DEQUE_ITER(self), -1);
}

FN(iter_hint)
{
    return value_from_imm(DEQUE_ITER(self)->left);
}

FN(iter_reduce)
{
    DequeIterObj *it = DEQUE_ITER(self);
    int64_t done = DEQUE(it->deque)->size - it->left;
    Value t = tuple_pack(vm, 2, it->deque, value_from_imm(done));
    if (!t)
        return VALUE_NULL;
    Value parts[] = {value_incref(value_from_obj(it->ob.type)), t};
    return tuple_from_steal(vm, parts, 2);
}

/* _deque_iterator(deque, index): skips so many items. */
static Value iter_new(MinipyVM *vm, const TypeSpec *spec, const Value *args,
                      size_t nargs)
{
    static const MethodDef row = {.flags = M_TUPLE | M_NAMELESS,
                                  .signature = "(deque, index=0, /)"};
    Value a[2];
    int64_t skip = 0;
    if (!args_take(vm, &row, args, nargs, VALUE_NULL, a))
        return VALUE_NULL;
    if (!is_deque(args[0]))
        return error_set(vm, EXC_TypeError,
                         "argument 1 must be collections.deque, not %.50s",
                         type_name_for_message(vm, args[0]));
    if (a[1] && !arg_ssize(vm, a[1], &skip))
        return VALUE_NULL;
    Value v = iter_make(vm, spec, args[0]);
    if (v && skip > 0) {
        DequeIterObj *it = DEQUE_ITER(v);
        skip = skip > it->left ? it->left : skip;
        it->left -= skip;
        it->index += spec == &deque_iter_spec ? skip : -skip;
    }
    return v;
}

static Value iter_new_right(NEW_ARGS)
{
    return iter_new(vm, &deque_iter_spec, args, nargs);
}
static Value iter_new_left(NEW_ARGS)
{
    return iter_new(vm, &deque_reverse_iter_spec, args, nargs);
}

static METHODS(iter_methods,
    LENGTH_HINT_ROW(iter_hint),
    REDUCE_ROW(iter_reduce),
);

#define DEQUE_ITER_SPEC(id, name_, next_, new__)                                       \
    TYPE_SPEC(id,                                                                      \
        .name = name_,                                                                 \
        .flags = TYPE_GC, .basicsize = sizeof(DequeIterObj), .values = 1,              \
        .slots = {.getattro = object_generic_getattr, .iter = object_self,             \
                  .iternext = next_, .new_ = new__},                                   \
        .methods = iter_methods,                                                       \
    )

DEQUE_ITER_SPEC(deque_iter_spec, "_collections._deque_iterator", iter_next_right,
                iter_new_right);
DEQUE_ITER_SPEC(deque_reverse_iter_spec, "_collections._deque_reverse_iterator",
                iter_next_left, iter_new_left);
