/* set_type.c - the types set and frozenset, and their iterator. The table is in set.c.
 *
 * Results of operators and methods are of the base type (set or frozenset) of the left
 * operand, never of a subclass. The loops below fill their results in the order in
 * which CPython's do, since that decides in which order they iterate.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/containers/set_private.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/object_type.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"
#include "vm/memory/mem_inline.h"

/* ---- making ---------------------------------------------------------------------- */

/* A set of the native type of `like`. */
static Value make_like(MinipyVM *vm, Value like, Value iterable)
{
    return set_make(vm, vm->types[value_obj(like)->kind], iterable);
}

static Value new_slot(NEW_ARGS)
{
    return set_alloc(vm, cls);
}

static int set_init_slot(NATIVE_ARGS)
{
    if (!args_no_kw(vm, "set", kwnames) ||
        !args_check(vm, type_name_cstr(value_type(vm, self)), nargs, 0, 1))
        return -1;
    if (SET(self)->fill)
        set_clear_all(vm, SET(self));
    return nargs ? set_update(vm, self, args[0]) : 0;
}

static Value frozenset_new_slot(NEW_ARGS)
{
    TypeObj *exact = vm->types[KIND_FROZENSET];
    if (cls->slots.init == exact->slots.init && !args_no_kw(vm, "frozenset", kwnames))
        return VALUE_NULL;
    if (!args_check(vm, "frozenset", nargs, 0, 1))
        return VALUE_NULL;
    Value iterable = nargs ? args[0] : VALUE_NULL;
    return cls == exact ? frozenset_new(vm, iterable) : set_make(vm, cls, iterable);
}

static void dealloc(MinipyVM *vm, Object *o)
{
    set_release(vm, (SetObj *)o);
}

static void death(MinipyVM *vm, Object *o)
{
    if (unlikely(!dies_plainly(vm, o))) {
        object_death(vm, o);
        return;
    }
    dying_begin(vm, o);
    set_release(vm, (SetObj *)o);
    dying_end(vm, o);
}

/* The set lives on when a cycle through it is broken: its table is left empty. */
static void clear(MinipyVM *vm, Object *o)
{
    set_clear_all(vm, (SetObj *)o);
}

static int traverse(Object *o, VisitFn visit, void *arg)
{
    SetObj *s = (SetObj *)o;
    const SetEntry *e = s->table ? s->table : s->small + 1;
    for (uint64_t n = s->table ? s->mask + 1 : s->fill; n > 0; n--, e++)
        GC_VISIT(e->key);
    return 0;
}

/* ---- the algebra ----------------------------------------------------------------- */

/* Runs body(vm, arg, key, hash) over what other holds. -1 or a positive result stops
 * it. */
typedef int (*KeyFn)(MinipyVM *vm, void *arg, Value key, int64_t hash);

static int each_entry_from(MinipyVM *vm, SetObj *s, int64_t pos, KeyFn body, void *arg)
{
    const SetEntry *e;
    while ((e = set_next_entry(s, &pos)) != NULL) {
        Value key = value_incref(e->key);
        int r = body(vm, arg, key, e->hash);
        value_decref(vm, key);
        if (r)
            return r;
    }
    return 0;
}

static int each_entry(MinipyVM *vm, SetObj *s, KeyFn body, void *arg)
{
    return each_entry_from(vm, s, 0, body, arg);
}

static int walk_keys(MinipyVM *vm, Value iterable, KeyFn body, void *arg)
{
    Each each = each_of(vm, iterable);
    while (each_next(vm, &each)) {
        int64_t hash = dict_hash_key(vm, each.item);
        each.status = hash == -1 ? -1 : body(vm, arg, each.item, hash);
    }
    return each_end(vm, &each);
}

typedef struct Select { /* adds to `to` the keys that `by` has, or has not */
    SetObj *to, *by;
    Value by_dict;
    bool present;
} Select;

static int select_key(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    Select *s = arg;
    int found;
    if (s->by_dict) {
        int64_t at = dict_find(vm, DICT(s->by_dict), key, hash);
        found = at >= 0 ? 1 : at == DICT_ABSENT ? 0 : -1;
    } else {
        found = set_contains_hash(vm, s->by, key, hash);
    }
    if (found < 0)
        return -1;
    return found == s->present ? set_add_hash(vm, s->to, key, hash) : 0;
}

/* select_key of all that `from` has; what can be told without running Python code is
 * told here. */
static int select_keys(MinipyVM *vm, SetObj *from, Select *s)
{
    SetEntry few[SET_FEW];
    const SetEntry *e = set_in_order(from, few);
    int64_t left = from->used;
    for (; left > 0 && !s->by_dict; e++) {
        if (!is_live(e))
            continue;
        int found = set_find_quietly(vm, s->by, e->key, e->hash);
        int r =
            found != s->present ? found : set_add_quietly(vm, s->to, e->key, e->hash);
        if (r < 0)
            return -1;
        if (r == UNSURE)
            break;
        left--;
    }
    if (left == 0)
        return 0;
    return each_entry_from(vm, from, set_behind(from, from->used - left), select_key,
                           s);
}

static int discard_key(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    return set_discard_hash(vm, arg, key, hash) < 0 ? -1 : 0;
}

static int toggle_key(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    int r = set_discard_hash(vm, arg, key, hash);
    return r < 0 ? -1 : r ? 0 : set_add_hash(vm, arg, key, hash);
}

/* For searches: 1 when the key is in the set, which ends the loop. */
static int find_key(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    return set_contains_hash(vm, arg, key, hash);
}
static int find_absent(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    int r = set_contains_hash(vm, arg, key, hash);
    return r < 0 ? -1 : !r;
}

static Value result_or_drop(MinipyVM *vm, Value result, int status)
{
    if (status >= 0)
        return result;
    value_decref(vm, result);
    return VALUE_NULL;
}

static Value set_copy(MinipyVM *vm, Value self)
{
    return make_like(vm, self, self);
}

/* Intersection stops early once everything of self was found. */
typedef struct Intersect {
    Select select;
    int64_t enough;
} Intersect;
static int intersect_key(MinipyVM *vm, void *arg, Value key, int64_t hash)
{
    Intersect *s = arg;
    int r = select_key(vm, &s->select, key, hash);
    return r < 0 ? -1 : s->select.to->used >= s->enough;
}

static SetObj *larger_of(SetObj *a, SetObj *b, SetObj **smaller)
{
    bool swap = b->used > a->used;
    *smaller = swap ? a : b;
    return swap ? b : a;
}

static Value intersection(MinipyVM *vm, Value self, Value other)
{
    if (self == other)
        return set_copy(vm, self);
    Value r = make_like(vm, self, VALUE_NULL);
    if (!r)
        return VALUE_NULL;
    if (value_is_anyset(other)) {
        SetObj *small, *large = larger_of(SET(self), SET(other), &small);
        Select s = {SET(r), large, VALUE_NULL, true};
        return result_or_drop(vm, r, select_keys(vm, small, &s));
    }
    Intersect s = {{SET(r), SET(self), VALUE_NULL, true}, SET(self)->used};
    if (s.enough == 0)
        s.enough = INT64_MAX;
    return result_or_drop(vm, r, walk_keys(vm, other, intersect_key, &s));
}

static int discard_all(MinipyVM *vm, SetObj *s, Value other)
{
    int r;
    if (value_is_anyset(other)) {
        /* Far larger than s: only what both have is looked at. */
        Value common = set_size(other) >> 3 > s->used
                           ? intersection(vm, value_from_obj(s), other)
                           : value_incref(other);
        if (!common)
            return -1;
        r = each_entry(vm, SET(common), discard_key, s);
        value_decref(vm, common);
    } else {
        r = walk_keys(vm, other, discard_key, s);
    }
    return r < 0 ? -1 : set_grow_after_removals(vm, s);
}

int set_difference_update(MinipyVM *vm, Value v, Value other)
{
    if (v == other) {
        set_clear_all(vm, SET(v));
        return 0;
    }
    return discard_all(vm, SET(v), other);
}

static Value copy_and_difference(MinipyVM *vm, Value self, Value other)
{
    Value r = set_copy(vm, self);
    return r ? result_or_drop(vm, r, set_difference_update(vm, r, other)) : VALUE_NULL;
}

static Value difference(MinipyVM *vm, Value self, Value other)
{
    bool dict = value_is_exact(vm, other, KIND_DICT);
    if (!dict && !value_is_anyset(other))
        return copy_and_difference(vm, self, other);
    int64_t n = dict ? dict_size(other) : set_size(other);
    if (set_size(self) >> 2 > n)
        return copy_and_difference(vm, self, other);
    Value r = make_like(vm, self, VALUE_NULL);
    if (!r)
        return VALUE_NULL;
    Select s = {SET(r), dict ? NULL : SET(other), dict ? other : VALUE_NULL, false};
    return result_or_drop(vm, r, select_keys(vm, SET(self), &s));
}

int set_symmetric_difference_update(MinipyVM *vm, Value v, Value other)
{
    if (v == other) {
        set_clear_all(vm, SET(v));
        return 0;
    }
    if (value_is_exact(vm, other, KIND_DICT)) {
        for (uint32_t i = 0; i < DICT(other)->nentries; i++) {
            DictEntry e = *dict_entry(DICT(other), i);
            if (!e.key)
                continue;
            value_incref(e.key);
            int r = toggle_key(vm, SET(v), e.key, dict_entry_hash(DICT(other), i));
            value_decref(vm, e.key);
            if (r < 0)
                return -1;
        }
        return 0;
    }
    Value set = value_is_anyset(other) ? value_incref(other) : make_like(vm, v, other);
    if (!set)
        return -1;
    int r = each_entry(vm, SET(set), toggle_key, SET(v));
    value_decref(vm, set);
    return r;
}

static Value symmetric_difference(MinipyVM *vm, Value self, Value other)
{
    Value r = make_like(vm, self, other);
    return r ? result_or_drop(vm, r, set_symmetric_difference_update(vm, r, self))
             : VALUE_NULL;
}

/* ---- comparison and hash --------------------------------------------------------- */

/* 1 if all of a is in b. What can be told without running Python code is told here. */
static int is_subset(MinipyVM *vm, SetObj *a, SetObj *b)
{
    if (a->used > b->used)
        return 0;
    SetEntry few[SET_FEW];
    const SetEntry *e = set_in_order(a, few);
    for (int64_t left = a->used; left > 0; e++) {
        if (!is_live(e))
            continue;
        int r = set_find_quietly(vm, b, e->key, e->hash);
        if (!r)
            return 0;
        if (r == UNSURE) {
            int64_t pos = set_behind(a, a->used - left);
            r = each_entry_from(vm, a, pos, find_absent, b);
            return r < 0 ? -1 : !r;
        }
        left--;
    }
    return 1;
}

static int is_equal(MinipyVM *vm, SetObj *a, SetObj *b)
{
    bool frozen = a->ob.kind == KIND_FROZENSET && b->ob.kind == KIND_FROZENSET;
    if (a->used != b->used ||
        (frozen && a->inverse && b->inverse && a->inverse != b->inverse))
        return 0;
    return is_subset(vm, a, b);
}

static Value richcompare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    if (!value_is_anyset(other))
        return VALUE_NOT_IMPLEMENTED;
    SetObj *a = SET(self), *b = SET(other);
    int r = 0;
    switch (op) {
    case CMP_EQ: r = is_equal(vm, a, b); break;
    case CMP_NE:
        r = is_equal(vm, a, b);
        r = r < 0 ? r : !r;
        break;
    case CMP_LE: r = is_subset(vm, a, b); break;
    case CMP_GE: r = is_subset(vm, b, a); break;
    case CMP_LT: r = a->used < b->used ? is_subset(vm, a, b) : 0; break;
    case CMP_GT: r = a->used > b->used ? is_subset(vm, b, a) : 0; break;
    }
    return value_true_or_error(r);
}

static uint64_t shuffle_bits(uint64_t h)
{
    return ((h ^ 89869747u) ^ (h << 16)) * 3644798167u;
}

/* Independent of order; the corrections make it independent of the table's history too.
 */
static int64_t frozenset_hash(MinipyVM *vm, Value self)
{
    (void)vm;
    SetObj *s = SET(self);
    if (s->inverse)
        return (int64_t)~s->inverse;
    uint64_t h = 0;
    SetEntry few[SET_FEW];
    const SetEntry *e = set_in_order(s, few);
    for (int64_t left = s->used; left > 0; e++)
        if (is_live(e)) {
            left--;
            h ^= shuffle_bits((uint64_t)e->hash);
        }
    h ^= ((uint64_t)s->used + 1) * 1927868237u;
    h ^= (h >> 11) ^ (h >> 25);
    h = h * 69069u + 907133923u;
    if (h == UINT64_MAX)
        h = 590923713;
    s->inverse = ~h;
    return (int64_t)h;
}

/* ---- slots ----------------------------------------------------------------------- */

static int64_t length_slot(MinipyVM *vm, Value self)
{
    (void)vm;
    return set_size(self);
}

/* What set_contains or set_discard failed for: where a set cannot be hashed, it stands
 * for the frozenset of its items. */
static int with_frozen(MinipyVM *vm, Value self, Value key,
                       int (*look)(MinipyVM *vm, Value self, Value key))
{
    if (!value_is_kind(key, KIND_SET) || !error_matches(vm, EXC_TypeError))
        return -1;
    error_clear(vm);
    Value frozen = set_make(vm, vm->types[KIND_FROZENSET], key);
    int r = frozen ? look(vm, self, frozen) : -1;
    value_xdecref(vm, frozen);
    return r;
}

static __attribute__((noinline)) int contains_slowly(MinipyVM *vm, Value self,
                                                     Value key, int64_t hash)
{
    int r = set_contains_slowly(vm, self, key, hash);
    return likely(r >= 0) ? r : with_frozen(vm, self, key, set_contains);
}

static int contains_slot(MinipyVM *vm, Value self, Value key)
{
    return set_contains_inline(vm, self, key, contains_slowly);
}

static int discard_any(MinipyVM *vm, Value self, Value key)
{
    int r = set_discard(vm, self, key);
    return likely(r >= 0) ? r : with_frozen(vm, self, key, set_discard);
}

static Value repr_slot(MinipyVM *vm, Value self)
{
    const char *name = type_name_cstr(value_type(vm, self));
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_format_c(vm, "%s(...)", name) : VALUE_NULL;
    Value text = VALUE_NULL;
    if (set_size(self) == 0) {
        text = str_format_c(vm, "%s()", name);
    } else {
        Value list = sequence_list(vm, self),
              inner = list ? object_repr(vm, list) : VALUE_NULL;
        Value items =
            inner ? str_substring(vm, inner, 1, str_length(inner) - 1) : VALUE_NULL;
        if (items)
            text = value_is_exact(vm, self, KIND_SET)
                       ? str_format_c(vm, "{%U}", items)
                       : str_format_c(vm, "%s({%U})", name, items);
        value_xdecref(vm, list);
        value_xdecref(vm, inner);
        value_xdecref(vm, items);
    }
    repr_leave(vm, self);
    return text;
}

static Value or_slot(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_anyset(a) || !value_is_anyset(b))
        return VALUE_NOT_IMPLEMENTED;
    Value r = set_copy(vm, a);
    if (!r || a == b)
        return r;
    return result_or_drop(vm, r, set_merge(vm, SET(r), SET(b)));
}
static Value and_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(a) && value_is_anyset(b) ? intersection(vm, a, b)
                                                    : VALUE_NOT_IMPLEMENTED;
}
static Value sub_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(a) && value_is_anyset(b) ? difference(vm, a, b)
                                                    : VALUE_NOT_IMPLEMENTED;
}
static Value xor_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(a) && value_is_anyset(b) ? symmetric_difference(vm, a, b)
                                                    : VALUE_NOT_IMPLEMENTED;
}

static Value self_if(Value self, int status)
{
    return status < 0 ? VALUE_NULL : value_incref(self);
}

static Value ior_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(b) ? self_if(a, set_update(vm, a, b))
                              : VALUE_NOT_IMPLEMENTED;
}
static int intersection_update(MinipyVM *vm, Value self, Value other)
{
    Value t = intersection(vm, self, other);
    if (!t)
        return -1;
    set_swap(SET(self), SET(t));
    value_decref(vm, t);
    return 0;
}
static Value iand_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(b) ? self_if(a, intersection_update(vm, a, b))
                              : VALUE_NOT_IMPLEMENTED;
}
static Value isub_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(b) ? self_if(a, set_difference_update(vm, a, b))
                              : VALUE_NOT_IMPLEMENTED;
}
static Value ixor_slot(MinipyVM *vm, Value a, Value b)
{
    return value_is_anyset(b) ? self_if(a, set_symmetric_difference_update(vm, a, b))
                              : VALUE_NOT_IMPLEMENTED;
}

/* ---- methods --------------------------------------------------------------------- */

static Value none_if(int status)
{
    return status < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(method_add)
{
    return none_if(set_add(vm, self, args[0]));
}

FN(method_discard)
{
    return none_if(discard_any(vm, self, args[0]));
}

FN(method_remove)
{
    int r = discard_any(vm, self, args[0]);
    return r == 0 ? error_set_value(vm, EXC_KeyError, args[0]) : none_if(r);
}

FN(method_pop)
{
    SetObj *s = SET(self);
    if (s->used == 0) {
        Value text = str_from_cstr(vm, "pop from an empty set");
        if (text)
            error_set_value(vm, EXC_KeyError, text);
        value_xdecref(vm, text);
        return VALUE_NULL;
    }
    return set_take_any(s);
}

FN(method_clear)
{
    set_clear_all(vm, SET(self));
    return VALUE_NONE;
}

FN(method_copy)
{
    return set_copy(vm, self);
}

FN(frozenset_copy)
{
    return value_is_exact(vm, self, KIND_FROZENSET) ? value_incref(self)
                                                    : set_copy(vm, self);
}

FN(method_contains)
{
    return value_true_or_error(contains_slot(vm, self, args[0]));
}

static Value with_each(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       int (*change)(MinipyVM *vm, Value self, Value other))
{
    for (size_t i = 0; i < nargs; i++)
        if (change(vm, self, args[i]) < 0)
            return VALUE_NULL;
    return VALUE_NONE;
}

FN(method_update)
{
    return with_each(vm, self, args, nargs, set_update);
}

FN(method_union)
{
    Value r = set_copy(vm, self);
    for (size_t i = 0; r && i < nargs; i++)
        if (args[i] != self)
            r = result_or_drop(vm, r, set_update(vm, r, args[i]));
    return r;
}

/* self op args[0] op args[1] ...; a copy without arguments. */
static Value fold(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                  BinarySlot op)
{
    if (nargs == 0)
        return set_copy(vm, self);
    Value r = value_incref(self);
    for (size_t i = 0; r && i < nargs; i++) {
        Value next = op(vm, r, args[i]);
        value_decref(vm, r);
        r = next;
    }
    return r;
}

FN(method_intersection)
{
    return fold(vm, self, args, nargs, intersection);
}

FN(method_intersection_update)
{
    Value t = fold(vm, self, args, nargs, intersection);
    if (!t)
        return VALUE_NULL;
    if (t != self)
        set_swap(SET(self), SET(t));
    value_decref(vm, t);
    return VALUE_NONE;
}

FN(method_difference)
{
    if (nargs == 0)
        return set_copy(vm, self);
    Value r = difference(vm, self, args[0]);
    for (size_t i = 1; r && i < nargs; i++)
        r = result_or_drop(vm, r, set_difference_update(vm, r, args[i]));
    return r;
}

FN(method_difference_update)
{
    return with_each(vm, self, args, nargs, set_difference_update);
}

FN(method_symmetric_difference)
{
    return symmetric_difference(vm, self, args[0]);
}

FN(method_symmetric_difference_update)
{
    return none_if(set_symmetric_difference_update(vm, self, args[0]));
}

/* A class of its own may have another __iter__. */
static bool is_exact_set(MinipyVM *vm, Value v)
{
    return value_is_exact(vm, v, KIND_SET) || value_is_exact(vm, v, KIND_FROZENSET);
}

FN(method_isdisjoint)
{
    Value other = args[0];
    if (self == other)
        return value_from_bool(set_size(self) == 0);
    int r;
    if (is_exact_set(vm, other)) {
        SetObj *small, *large = larger_of(SET(self), SET(other), &small);
        r = each_entry(vm, small, find_key, large);
    } else {
        r = walk_keys(vm, other, find_key, SET(self));
    }
    return r < 0 ? VALUE_NULL : value_from_bool(!r);
}

FN(method_issubset)
{
    if (value_is_anyset(args[0]))
        return value_true_or_error(is_subset(vm, SET(self), SET(args[0])));
    Value other = set_new(vm, args[0]); /* of all items: an iterator is used up */
    int r = other ? is_subset(vm, SET(self), SET(other)) : -1;
    value_xdecref(vm, other);
    return value_true_or_error(r);
}

FN(method_issuperset)
{
    if (value_is_anyset(args[0]))
        return value_true_or_error(is_subset(vm, SET(args[0]), SET(self)));
    int r = walk_keys(vm, args[0], find_absent, SET(self));
    return r < 0 ? VALUE_NULL : value_from_bool(!r);
}

FN(method_sizeof)
{
    SetObj *s = SET(self);
    int64_t table = s->table ? ((int64_t)s->mask + 1) * (int64_t)sizeof(SetEntry) : 0;
    return value_from_imm(200 + type_added_size(self) + table);
}

/* (type, ([items],), state) */
FN(method_reduce)
{
    Value list = sequence_list(vm, self);
    Value items = list ? tuple_from_steal(vm, &list, 1) : VALUE_NULL;
    Value state =
        items ? call_method(vm, self, NAME(vm, __getstate__), NULL, 0) : VALUE_NULL;
    if (!state) {
        value_xdecref(vm, items);
        return VALUE_NULL;
    }
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), items, state};
    return tuple_from_steal(vm, parts, 3);
}

#define COMMON_METHODS                                                                 \
    {"__contains__", method_contains, M_COEXIST | M_UNSIGNED, "($self, key, /)",       \
     "x.__contains__(y) <==> y in x."},                                                \
        {"difference", method_difference, M_BARE | M_UNSIGNED, "($self, /, *others)",  \
         "The items that are in none of the others, as a new set."},                   \
        {"intersection", method_intersection, M_BARE | M_UNSIGNED,                     \
         "($self, /, *others)",                                                        \
         "The items that are in all of the others too, as a new set."},                \
        {"isdisjoint", method_isdisjoint, M_UNSIGNED, "($self, other, /)",             \
         "Return True if two sets have a null intersection."},                         \
        {"issubset", method_issubset, M_UNSIGNED, "($self, other, /)",                 \
         "Report whether another set contains this set."},                             \
        {"issuperset", method_issuperset, M_UNSIGNED, "($self, other, /)",             \
         "Report whether this set contains another set."},                             \
        {"__reduce__", method_reduce, M_UNSIGNED, "($self, /)",                        \
         "Return state information for pickling."},                                    \
        {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)",                        \
         "S.__sizeof__() -> size of S in memory, in bytes"},                           \
        {"symmetric_difference", method_symmetric_difference, M_UNSIGNED,              \
         "($self, other, /)",                                                          \
         "The items that are in exactly one of the two, as a new set."},               \
        {"union", method_union, M_BARE | M_UNSIGNED, "($self, /, *others)",            \
         "The items of all of them, as a new set."},                                   \
        CLASS_GETITEM_METHOD

static METHODS(set_methods,
    {"add", method_add, M_UNSIGNED, "($self, elem, /)", "Add an element to a set; no effect if it is there already."},
    {"clear", method_clear, M_UNSIGNED, "($self, /)", "Remove all elements from this set."},
    {"copy", method_copy, M_UNSIGNED, "($self, /)", "Return a shallow copy of a set."},
    {"discard", method_discard, M_UNSIGNED, "($self, elem, /)", "Remove an element from a set if it is a member."},
    {"difference_update", method_difference_update, M_BARE | M_UNSIGNED, "($self, /, *others)",
     "Remove all elements of another set from this set."},
    {"intersection_update", method_intersection_update, M_BARE | M_UNSIGNED, "($self, /, *others)",
     "Keep only what is in the others too."},
    {"pop", method_pop, M_UNSIGNED, "($self, /)",
     "Remove and return an arbitrary set element.\nRaises KeyError if the set is empty."},
    {"remove", method_remove, M_UNSIGNED, "($self, elem, /)", "Remove an element from a set; it must be a member.\n\n"
     "KeyError if it is not."},
    {"symmetric_difference_update", method_symmetric_difference_update, M_UNSIGNED, "($self, other, /)",
     "Keep what is in exactly one of the two."},
    {"update", method_update, M_BARE | M_UNSIGNED, "($self, /, *others)", "Add the items of the others."},
    COMMON_METHODS,
);

static METHODS(frozenset_methods,
    {"copy", frozenset_copy, M_UNSIGNED, "($self, /)", "Return a shallow copy of a set."},
    COMMON_METHODS,
);

TYPE_SPEC(set_type_spec,
    .name = "set",
    .doc = "set() -> new empty set object\nset(iterable) -> new set object\n\n"
           "An unordered collection of unique elements.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_MATCH_SELF, .basicsize = sizeof(SetObj),
    .dealloc = dealloc, .death = death, .traverse = traverse, .clear = clear,
    .slots = {.getattro = object_generic_getattr, .repr = repr_slot, .hash = object_hash_not_implemented,
              .richcompare = richcompare, .iter = set_iter, .new_ = new_slot, .init = set_init_slot,
              .nb_subtract = sub_slot, .nb_and = and_slot, .nb_xor = xor_slot, .nb_or = or_slot,
              .nb_inplace_subtract = isub_slot, .nb_inplace_and = iand_slot, .nb_inplace_xor = ixor_slot,
              .nb_inplace_or = ior_slot, .sq_length = length_slot, .sq_contains = contains_slot},
    .methods = set_methods,
);

TYPE_SPEC(frozenset_type_spec,
    .name = "frozenset",
    .doc = "frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\nAn immutable unordered "
           "collection of unique elements.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_MATCH_SELF, .basicsize = sizeof(SetObj),
    .dealloc = dealloc, .death = death, .traverse = traverse, .clear = clear,
    .slots = {.getattro = object_generic_getattr, .repr = repr_slot, .hash = frozenset_hash, .richcompare = richcompare,
              .iter = set_iter, .new_ = frozenset_new_slot, .nb_subtract = sub_slot, .nb_and = and_slot,
              .nb_xor = xor_slot, .nb_or = or_slot, .sq_length = length_slot, .sq_contains = contains_slot},
    .methods = frozenset_methods,
);
