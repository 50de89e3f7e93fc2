/* dict_views.c - what d.keys(), d.values() and d.items() give, and the iterators over
 * them.
 *
 * A view holds its dict and nothing else. keys and items behave as sets; their
 * operators build the same sets, in the same order of insertion, as CPython's. An
 * iterator holds the dict until it is exhausted, and checks that the number of keys is
 * what it was.
 */
#include "vm/containers/dict_private.h"
#include "vm/containers/pair.h"
#include "vm/containers/list_private.h"
#include "vm/text/str.h"
#include "vm/types/object_type.h"
#include "vm/containers/mapping_proxy.h"
#include "vm/containers/set.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"

typedef struct DictIterObj {
    Object ob;
    Value dict;   /* strong; VALUE_NULL when exhausted */
    Value result; /* of items: a pair, strong, that may be used again; or VALUE_NULL */
    int64_t used; /* how many keys there were; -1 after an error */
    int64_t pos;  /* the next entry to look at */
    int64_t left; /* for __length_hint__ */
} DictIterObj;
#define DICT_ITER(v) ((DictIterObj *)(uintptr_t)(v))

Value dict_view_of(MinipyVM *vm, TypeObj *cls, Value d)
{
    Value v = object_alloc_value(vm, cls);
    if (v)
        DICT_VIEW(v)->dict = value_incref(d);
    return v;
}

Value dict_view_new(MinipyVM *vm, Kind kind, Value d)
{
    return dict_view_of(vm, vm->types[kind], d);
}

static bool is_set_view(Value v)
{
    return value_is_kind(v, KIND_DICT_KEYS) || value_is_kind(v, KIND_DICT_ITEMS);
}

static int64_t view_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return dict_size(DICT_VIEW(self)->dict);
}

static Value view_repr(MinipyVM *vm, Value self)
{
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_from_ascii(vm, "...", 3) : VALUE_NULL;
    Value list = sequence_list(vm, self), text = VALUE_NULL;
    if (list)
        text = str_format_c(vm, "%s(%R)", type_name_cstr(value_type(vm, self)), list);
    value_xdecref(vm, list);
    repr_leave(vm, self);
    return text;
}

GETTER(view_mapping)
{
    return mapping_proxy_new(vm, DICT_VIEW(self)->dict);
}

static GETSETS(view_getsets,
    {"mapping", view_mapping, NULL, "dictionary that this view refers to", NULL},
);

static int keys_contains(MinipyVM *vm, Value self, Value key)
{
    return dict_contains(vm, DICT_VIEW(self)->dict, key);
}

static int items_contains(MinipyVM *vm, Value self, Value item)
{
    if (!value_is_tuple(item) || tuple_size(item) != 2)
        return 0;
    Value found = dict_get_borrow(vm, DICT_VIEW(self)->dict, tuple_get_borrow(item, 0));
    if (!found)
        return error_occurred(vm) ? -1 : 0;
    value_incref(found);
    int r = object_compare_bool(vm, found, tuple_get_borrow(item, 1), CMP_EQ);
    value_decref(vm, found);
    return r;
}

static int view_contains(MinipyVM *vm, Value view, Value item)
{
    return value_is_kind(view, KIND_DICT_KEYS) ? keys_contains(vm, view, item)
                                               : items_contains(vm, view, item);
}

/* ---- views as sets --------------------------------------------------------------- */

/* 1 if every item of a is in b. */
static int all_contained(MinipyVM *vm, Value a, Value b)
{
    Each each = each_of(vm, a);
    while (each_next(vm, &each)) {
        int found = object_contains(vm, b, each.item);
        each.status = found < 0 ? -1 : !found;
    }
    int missing = each_end(vm, &each);
    return missing < 0 ? -1 : !missing;
}

static Value view_richcompare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    if (!value_is_anyset(other) && !is_set_view(other))
        return VALUE_NOT_IMPLEMENTED;
    int64_t n = view_length(vm, self), m = object_length(vm, other);
    if (m < 0)
        return VALUE_NULL;
    int r = 0;
    switch (op) {
    case CMP_EQ:
    case CMP_NE:
        r = n == m ? all_contained(vm, self, other) : 0;
        if (op == CMP_NE && r >= 0)
            r = !r;
        break;
    case CMP_LT: r = n < m ? all_contained(vm, self, other) : 0; break;
    case CMP_LE: r = n <= m ? all_contained(vm, self, other) : 0; break;
    case CMP_GT: r = n > m ? all_contained(vm, other, self) : 0; break;
    case CMP_GE: r = n >= m ? all_contained(vm, other, self) : 0; break;
    }
    return value_true_or_error(r);
}

static Value to_set(MinipyVM *vm, Value self)
{
    bool keys = value_is_kind(self, KIND_DICT_KEYS) &&
                value_is_exact(vm, DICT_VIEW(self)->dict, KIND_DICT);
    return set_new(vm, keys ? DICT_VIEW(self)->dict : self);
}

static Value set_after(MinipyVM *vm, Value set, int status)
{
    if (status < 0)
        value_decref(vm, set);
    return status < 0 ? VALUE_NULL : set;
}

static Value view_subtract(MinipyVM *vm, Value self, Value other)
{
    Value r = to_set(vm, self);
    return r ? set_after(vm, r, set_difference_update(vm, r, other)) : VALUE_NULL;
}

static Value view_or(MinipyVM *vm, Value self, Value other)
{
    Value r = to_set(vm, self);
    return r ? set_after(vm, r, set_update(vm, r, other)) : VALUE_NULL;
}

/* The view decides membership, the other operand the order. */
static Value view_and(MinipyVM *vm, Value self, Value other)
{
    if (!is_set_view(self)) {
        Value t = self;
        self = other;
        other = t;
    }
    int64_t n = view_length(vm, self);
    if (value_is_exact(vm, other, KIND_SET) && n <= set_size(other))
        return call_method_cstr(vm, other, "intersection", &self, 1);
    if (is_set_view(other) && view_length(vm, other) > n) {
        Value t = self;
        self = other;
        other = t;
    }
    Value r = set_new(vm, VALUE_NULL);
    if (!r)
        return VALUE_NULL;
    Each each = each_of(vm, other);
    while (each_next(vm, &each)) {
        each.status = view_contains(vm, self, each.item);
        if (each.status > 0)
            each.status = set_add(vm, r, each.item);
    }
    return set_after(vm, r, each_end(vm, &each));
}

static int add_pair(MinipyVM *vm, Value set, Value key, Value value)
{
    Value pair = tuple_pack(vm, 2, key, value);
    int r = pair ? set_add(vm, set, pair) : -1;
    value_xdecref(vm, pair);
    return r;
}

/* One pair of the other dict against what is left of a copy of this one. */
static int xor_pair(MinipyVM *vm, Value result, Value left, Value key, Value value)
{
    Value mine = dict_get_borrow(vm, left, key);
    if (!mine)
        return error_occurred(vm) ? -1 : add_pair(vm, result, key, value);
    value_incref(mine);
    int same = object_compare_bool(vm, mine, value, CMP_EQ);
    value_decref(vm, mine);
    if (same < 0)
        return -1;
    return same ? (dict_delete(vm, left, key) < 0 ? -1 : 0)
                : add_pair(vm, result, key, value);
}

static Value items_xor(MinipyVM *vm, Value self, Value other)
{
    Value theirs = DICT_VIEW(other)->dict;
    Value left = dict_copy(vm, DICT_VIEW(self)->dict),
          r = left ? set_new(vm, VALUE_NULL) : VALUE_NULL;
    if (!r) {
        value_xdecref(vm, left);
        return VALUE_NULL;
    }
    Value key, value;
    int status = 0;
    for (int64_t pos = 0; status == 0 && dict_next(theirs, &pos, &key, &value);) {
        value_incref(key);
        value_incref(value);
        status = xor_pair(vm, r, left, key, value);
        value_decref(vm, key);
        value_decref(vm, value);
    }
    Value rest = status == 0 ? dict_view_new(vm, KIND_DICT_ITEMS, left) : VALUE_NULL;
    status = rest ? set_update(vm, r, rest) : -1;
    value_xdecref(vm, rest);
    value_decref(vm, left);
    return set_after(vm, r, status);
}

static Value view_xor(MinipyVM *vm, Value self, Value other)
{
    if (value_is_kind(self, KIND_DICT_ITEMS) && value_is_kind(other, KIND_DICT_ITEMS))
        return items_xor(vm, self, other);
    Value r = to_set(vm, self);
    return r ? set_after(vm, r, set_symmetric_difference_update(vm, r, other))
             : VALUE_NULL;
}

FN(view_isdisjoint)
{
    Value other = args[0];
    if (self == other)
        return value_from_bool(view_length(vm, self) == 0);
    if (value_is_anyset(other) || is_set_view(other)) {
        int64_t m = object_length(vm, other);
        if (m < 0)
            return VALUE_NULL;
        if (m > view_length(vm, self)) {
            Value t = self;
            self = other;
            other = t;
        }
    }
    Each each = each_of(vm, other);
    while (each_next(vm, &each))
        each.status = object_contains(vm, self, each.item);
    int shared = each_end(vm, &each);
    return shared < 0 ? VALUE_NULL : value_from_bool(!shared);
}

/* ---- iterators ------------------------------------------------------------------- */

Value dict_iter_new(MinipyVM *vm, Kind kind, Value d)
{
    Value v = object_alloc_value(vm, vm->types[kind]);
    if (v) {
        DictIterObj *it = DICT_ITER(v);
        it->dict = value_incref(d);
        it->used = it->left = dict_size(d);
        bool reverse =
            kind >= KIND_DICT_REV_KEY_ITER && kind <= KIND_DICT_REV_ITEM_ITER;
        it->pos = reverse ? (int64_t)DICT(d)->nentries - 1 : 0;
    }
    return v;
}

Value dict_iter(MinipyVM *vm, Value d)
{
    return dict_iter_new(vm, KIND_DICT_KEY_ITER, d);
}

/* The next live entry, or NULL: exhausted, or RuntimeError set. */
static inline __attribute__((always_inline)) DictEntry *
step(MinipyVM *vm, DictIterObj *it, int direction)
{
    if (!it->dict)
        return NULL;
    DictObj *d = DICT(it->dict);
    if (unlikely(it->used != d->used)) {
        error_set(vm, EXC_RuntimeError, "dictionary changed size during iteration");
        it->used = -1;
        return NULL;
    }
    int64_t i = it->pos;
    if (i >= d->nentries && direction < 0)
        i = (int64_t)d->nentries - 1;
    if (i < d->first && direction > 0)
        i = d->first;
    while (i >= 0 && i < d->nentries && !dict_entry(d, i)->key)
        i += direction;
    if (i < 0 || i >= d->nentries) {
        value_clear(vm, &it->dict);
        return NULL;
    }
    if (unlikely(it->left == 0)) { /* more entries than keys at the start */
        error_set(vm, EXC_RuntimeError, "dictionary keys changed during iteration");
        value_clear(vm, &it->dict);
        return NULL;
    }
    it->pos = i + direction;
    it->left--;
    return dict_entry(d, i);
}

static __attribute__((noinline)) DictEntry *step_over_holes(MinipyVM *vm,
                                                            DictIterObj *it)
{
    return step(vm, it, 1);
}

/* step() forward: most entries are no holes. */
static inline DictEntry *step_on(MinipyVM *vm, DictIterObj *it)
{
    const DictObj *d = DICT(it->dict);
    if (likely(it->dict && it->used == d->used && it->left && it->pos < d->nentries)) {
        DictEntry *e = dict_entry(d, it->pos);
        if (likely(e->key)) {
            it->pos++;
            it->left--;
            return e;
        }
    }
    return step_over_holes(vm, it);
}

static Value key_next(MinipyVM *vm, Value self)
{
    DictEntry *e = step_on(vm, DICT_ITER(self));
    return e ? value_incref(e->key) : VALUE_NULL;
}
static Value value_next(MinipyVM *vm, Value self)
{
    DictEntry *e = step_on(vm, DICT_ITER(self));
    return e ? value_incref(e->value) : VALUE_NULL;
}
/* The entry, if there is one, as a pair. */
static Value item_of(MinipyVM *vm, Value self, const DictEntry *e)
{
    return e ? tuple_pair_steal(vm, &DICT_ITER(self)->result, value_incref(e->key),
                                value_incref(e->value))
             : VALUE_NULL;
}

static Value item_next(MinipyVM *vm, Value self)
{
    DictIterObj *it = DICT_ITER(self);
    DictEntry *e = step_on(vm, it);
    if (likely(e && it->result && pair_can_refill(TUPLE(it->result))))
        return pair_refill(TUPLE(it->result), e->key, e->value);
    return item_of(vm, self, e);
}
static Value rev_key_next(MinipyVM *vm, Value self)
{
    DictEntry *e = step(vm, DICT_ITER(self), -1);
    return e ? value_incref(e->key) : VALUE_NULL;
}
static Value rev_value_next(MinipyVM *vm, Value self)
{
    DictEntry *e = step(vm, DICT_ITER(self), -1);
    return e ? value_incref(e->value) : VALUE_NULL;
}
static Value rev_item_next(MinipyVM *vm, Value self)
{
    return item_of(vm, self, step(vm, DICT_ITER(self), -1));
}

FN(iter_hint)
{
    DictIterObj *it = DICT_ITER(self);
    return value_from_imm(it->dict && it->used == dict_size(it->dict) ? it->left : 0);
}

FN(iter_reduce)
{
    return reduce_rest(vm, self);
}

static METHODS(iter_methods,
    LENGTH_HINT_ROW(iter_hint),
    REDUCE_ROW(iter_reduce),
);

#define ITER_SPEC(id, kind_, name_, next_, getattr)                                    \
    TYPE_SPEC(id,                                                                      \
        .name = name_, .kind = kind_,                                                  \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF,                               \
        .basicsize = sizeof(DictIterObj), .values = 2,                                 \
        .slots = {.getattro = getattr, .iter = object_self, .iternext = next_},        \
        .methods = iter_methods,                                                       \
    )

ITER_SPEC(dict_key_iter_type_spec, KIND_DICT_KEY_ITER, "dict_keyiterator", key_next,
          object_generic_getattr);
ITER_SPEC(dict_value_iter_type_spec, KIND_DICT_VALUE_ITER, "dict_valueiterator",
          value_next, object_generic_getattr);
ITER_SPEC(dict_item_iter_type_spec, KIND_DICT_ITEM_ITER, "dict_itemiterator", item_next,
          object_generic_getattr);
ITER_SPEC(dict_rev_key_iter_type_spec, KIND_DICT_REV_KEY_ITER,
          "dict_reversekeyiterator", rev_key_next, NULL);
ITER_SPEC(dict_rev_value_iter_type_spec, KIND_DICT_REV_VALUE_ITER,
          "dict_reversevalueiterator", rev_value_next, NULL);
ITER_SPEC(dict_rev_item_iter_type_spec, KIND_DICT_REV_ITEM_ITER,
          "dict_reverseitemiterator", rev_item_next, NULL);

/* ---- the types of views ---------------------------------------------------------- */

static Value keys_iter(MinipyVM *vm, Value self)
{
    return dict_iter(vm, DICT_VIEW(self)->dict);
}
static Value values_iter(MinipyVM *vm, Value self)
{
    return dict_iter_new(vm, KIND_DICT_VALUE_ITER, DICT_VIEW(self)->dict);
}
static Value items_iter(MinipyVM *vm, Value self)
{
    return dict_iter_new(vm, KIND_DICT_ITEM_ITER, DICT_VIEW(self)->dict);
}

FN(view_reversed)
{
    Kind kind = value_is_kind(self, KIND_DICT_KEYS)     ? KIND_DICT_REV_KEY_ITER
                : value_is_kind(self, KIND_DICT_VALUES) ? KIND_DICT_REV_VALUE_ITER
                                                        : KIND_DICT_REV_ITEM_ITER;
    return dict_iter_new(vm, kind, DICT_VIEW(self)->dict);
}

static METHODS(set_view_methods,
    {"isdisjoint", view_isdisjoint, M_UNSIGNED, "($self, other, /)",
     "Return True if the view and the given iterable have a null intersection."},
    {"__reversed__", view_reversed, M_UNSIGNED, "($self, /)", "Return a reverse iterator over the view."},
);

static METHODS(values_methods,
    {"__reversed__", view_reversed, M_UNSIGNED, "($self, /)", "Return a reverse iterator over the dict values."},
);

#define SET_VIEW_SPEC(id, kind_, name_, iter_, contains_)                              \
    TYPE_SPEC(id,                                                                      \
        .name = name_, .kind = kind_,                                                  \
        .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(DictViewObj), .values = 1, \
        .slots = {.getattro = object_generic_getattr, .repr = view_repr,               \
                  .hash = object_hash_not_implemented,                                 \
                  .richcompare = view_richcompare, .iter = iter_,                      \
                  .nb_subtract = view_subtract, .nb_and = view_and,                    \
                  .nb_xor = view_xor, .nb_or = view_or, .sq_length = view_length,      \
                  .sq_contains = contains_},                                           \
        .methods = set_view_methods, .getsets = view_getsets,                          \
    )

SET_VIEW_SPEC(dict_keys_type_spec, KIND_DICT_KEYS, "dict_keys", keys_iter,
              keys_contains);
SET_VIEW_SPEC(dict_items_type_spec, KIND_DICT_ITEMS, "dict_items", items_iter,
              items_contains);

TYPE_SPEC(dict_values_type_spec,
    .name = "dict_values",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(DictViewObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .repr = view_repr, .iter = values_iter, .sq_length = view_length},
    .methods = values_methods, .getsets = view_getsets,
);
