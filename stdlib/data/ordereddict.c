/* ordereddict.c - collections.OrderedDict, for the module _collections.
 *
 * Every dict keeps the order of insertion, so the order needs no second structure:
 * moving a key to the end is removing and inserting its entry; moving one to the front
 * rebuilds the table. What differs from dict is the interface: comparison looks at the
 * order, methods of subclasses are honoured, and iterators notice any change of the
 * keys (DictObj.version).
 */
#include "stdlib/data/collections_private.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"
#include "vm/memory/gc.h"
#include "vm/errors/exceptions.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"

typedef struct OrderedDictObj {
    DictObj dict;
    InstHead head;
} OrderedDictObj;

static bool is_odict(Value v)
{
    return value_is_of(v, &ordereddict_spec);
}
static bool is_exact_odict(Value v)
{
    return is_odict(v) && !(value_obj(v)->type->flags & TYPE_HEAP);
}

/* KeyError as PyErr_SetObject raises it: None is no argument, a tuple is all of them.
 */
static Value key_error(MinipyVM *vm, Value key)
{
    TypeObj *cls = vm->exc[EXC_KeyError];
    if (!value_is_tuple(key))
        return error_set_type(vm, cls, key == VALUE_NONE ? VALUE_NULL : key);
    Value e = exception_new(vm, cls, TUPLE(key)->items, (size_t)tuple_size(key));
    if (e)
        error_set_instance(vm, e);
    value_xdecref(vm, e);
    return VALUE_NULL;
}

/* ---- looking a key up again ------------------------------------------------------ */

/* CPython has the order in a list of its own, of which each key is looked up in the
 * table when its turn comes. That shows where a hash has changed since: KeyError. */

/* Where `key` is found, of the entry at `at`: DICT_ABSENT or less if it is not. */
static int64_t find_again(MinipyVM *vm, DictObj *d, int64_t at, Value key)
{
    if (value_is_int_imm(key) || value_is_exact(vm, key, KIND_STR))
        return at; /* of these no hash changes */
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? DICT_ERROR : dict_find(vm, d, key, hash);
}

static int64_t find_again_or_raise(MinipyVM *vm, DictObj *d, int64_t at, Value key)
{
    int64_t ix = find_again(vm, d, at, key);
    if (ix < 0 && !error_occurred(vm))
        key_error(vm, key);
    return ix;
}

static Value value_again(MinipyVM *vm, DictObj *d, int64_t at, Value key)
{
    int64_t ix = find_again_or_raise(vm, d, at, key);
    return ix < 0 ? VALUE_NULL : value_incref(d->entries[ix].value);
}

/* ---- iterators and views --------------------------------------------------------- */

typedef enum { ODICT_KEYS, ODICT_VALUES, ODICT_ITEMS } OdictWhat;

typedef struct OdictIterObj {
    Object ob;
    Value dict;       /* VALUE_NULL when exhausted */
    int64_t next;     /* position of the next entry; -1: none */
    uint32_t version; /* of the dict, when the iterator was made */
    int64_t used;
    int direction;
    OdictWhat what;
} OdictIterObj;
#define ODICT_ITER(v) ((OdictIterObj *)(uintptr_t)(v))

static int64_t live_from(DictObj *d, int64_t i, int direction)
{
    if (direction > 0 && i < d->first)
        i = d->first;
    while (i >= 0 && i < d->nentries && !d->entries[i].key)
        i += direction;
    return i >= 0 && i < d->nentries ? i : -1;
}

static Value odict_iter_new(MinipyVM *vm, Value dict, OdictWhat what, int direction)
{
    Value v = object_alloc_value(vm, module_type_borrow(vm, &odict_iter_spec));
    if (v) {
        OdictIterObj *it = ODICT_ITER(v);
        DictObj *d = DICT(dict);
        it->dict = value_incref(dict);
        it->version = d->version;
        it->used = d->used;
        it->direction = direction;
        it->what = what;
        it->next =
            live_from(d, direction > 0 ? 0 : (int64_t)d->nentries - 1, direction);
    }
    return v;
}

static Value next_key(MinipyVM *vm, OdictIterObj *it, int64_t *at)
{
    DictObj *d = DICT(it->dict);
    if (it->next < 0 || it->version != d->version) {
        if (it->next >= 0)
            error_set(vm, EXC_RuntimeError, "OrderedDict mutated during iteration");
        return VALUE_NULL;
    }
    Value key = value_incref(d->entries[it->next].key);
    *at = find_again_or_raise(vm, d, it->next, key);
    if (*at >= 0) {
        it->next = live_from(d, *at + it->direction, it->direction);
        return key;
    }
    value_decref(vm, key);
    return VALUE_NULL;
}

/* With whatever the second look-up raises made a KeyError, as CPython has it. */
static Value value_of_key(MinipyVM *vm, DictObj *d, int64_t at, Value key)
{
    Value v = value_again(vm, d, at, key);
    if (!v)
        key_error(vm, key);
    return v;
}

static Value odict_iter_next(MinipyVM *vm, Value self)
{
    OdictIterObj *it = ODICT_ITER(self);
    if (!it->dict)
        return VALUE_NULL;
    Value dict = value_incref(it->dict); /* a hash can end the iteration */
    int64_t at;
    Value key = next_key(vm, it, &at), value = VALUE_NULL, r = VALUE_NULL;
    if (key && it->what != ODICT_KEYS)
        value = value_of_key(vm, DICT(dict), at, key);
    if (!key || (!value && it->what != ODICT_KEYS))
        value_clear(vm, &it->dict);
    else if (it->what == ODICT_ITEMS)
        r = tuple_pack(vm, 2, key, value);
    else
        r = value_incref(it->what == ODICT_KEYS ? key : value);
    value_xdecref(vm, key);
    value_xdecref(vm, value);
    value_decref(vm, dict);
    return r;
}

FN(odict_iter_reduce)
{
    OdictIterObj *it = ODICT_ITER(self);
    Value copy = object_alloc_value(vm, it->ob.type);
    if (!copy)
        return VALUE_NULL;
    OdictIterObj *c = ODICT_ITER(copy);
    Object header = c->ob;
    memcpy((char *)c + sizeof(Object), (char *)it + sizeof(Object),
           sizeof *c - sizeof(Object));
    c->ob = header;
    value_xincref(c->dict);
    Value list = sequence_list(vm, copy);
    value_decref(vm, copy);
    return reduce_builtin_steal(vm, "iter", list, VALUE_NULL);
}

static METHODS(odict_iter_methods,
    {"__reduce__", odict_iter_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);

TYPE_SPEC(odict_iter_spec,
    .name = "odict_iterator",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(OdictIterObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = odict_iter_next},
    .methods = odict_iter_methods,
);

#define ODICT_VIEW(lower, what_, kind_)                                                \
    static Value lower##_view_iter(MinipyVM *vm, Value self)                           \
    {                                                                                  \
        return odict_iter_new(vm, DICT_VIEW(self)->dict, what_, 1);                    \
    }                                                                                  \
    static Value lower##_view_reversed(NATIVE_ARGS)                                    \
    {                                                                                  \
        (void)args, (void)nargs, (void)kwnames;                                        \
        return odict_iter_new(vm, DICT_VIEW(self)->dict, what_, -1);                   \
    }                                                                                  \
    static const MethodDef lower##_view_methods[] = {                                  \
        {"__reversed__", lower##_view_reversed, M_UNSIGNED, "($self, /)", NULL},       \
        {0},                                                                           \
    };                                                                                 \
    TYPE_SPEC(odict_##lower##_spec,                                                    \
        .name = "odict_" #lower, .kind = kind_, .base = kind_,                         \
        .flags = TYPE_GC | TYPE_NO_NEW,                                                \
        .slots = {.iter = lower##_view_iter},                                          \
        .methods = lower##_view_methods,                                               \
    );                            \
    static Value method_##lower(NATIVE_ARGS)                                           \
    {                                                                                  \
        (void)args, (void)nargs, (void)kwnames;                                        \
        return dict_view_of(vm, module_type_borrow(vm, &odict_##lower##_spec), self);  \
    }
ODICT_VIEW(keys, ODICT_KEYS, KIND_DICT_KEYS)
ODICT_VIEW(values, ODICT_VALUES, KIND_DICT_VALUES)
ODICT_VIEW(items, ODICT_ITEMS, KIND_DICT_ITEMS)

static Value odict_iter(MinipyVM *vm, Value self)
{
    return odict_iter_new(vm, self, ODICT_KEYS, 1);
}

FN(method_reversed)
{
    return odict_iter_new(vm, self, ODICT_KEYS, -1);
}

/* ---- update, as MutableMapping does it: through __setitem__ ---------------------- */

static int set_pairs(MinipyVM *vm, Value self, Value pairs)
{
    Each each = each_of(vm, pairs);
    while (each_next(vm, &each)) {
        Value fast = sequence_fast(vm, each.item, NULL);
        if (fast && seq_size(fast) != 2) {
            error_set(vm, EXC_ValueError,
                      seq_size(fast) < 2 ? "need more than %zd value%s to unpack"
                                         : "too many values to unpack (expected 2)",
                      seq_size(fast), seq_size(fast) == 1 ? "" : "s");
            each.status = -1;
        }
        if (!fast || each.status < 0 ||
            object_setitem(vm, self, seq_items(fast)[0], seq_items(fast)[1]) < 0)
            each.status = -1;
        value_xdecref(vm, fast);
    }
    return each_end(vm, &each);
}

static int set_by_keys(MinipyVM *vm, Value self, Value other)
{
    Value keys = call_method(vm, other, NAME(vm, keys), NULL, 0);
    Each each = each_of(vm, keys);
    value_xdecref(vm, keys);
    while (each_next(vm, &each)) {
        Value value = object_getitem(vm, other, each.item);
        each.status = value ? object_setitem(vm, self, each.item, value) : -1;
        value_xdecref(vm, value);
    }
    return each_end(vm, &each);
}

static int update_one(MinipyVM *vm, Value self, Value other)
{
    if (value_is_exact(vm, other, KIND_DICT)) {
        Value items = dict_items_list(vm, other);
        int r = items ? set_pairs(vm, self, items) : -1;
        value_xdecref(vm, items);
        return r;
    }
    Value f;
    int found = object_lookup_attr(vm, other, NAME(vm, keys), &f);
    if (found < 0)
        return -1;
    if (found) {
        value_decref(vm, f);
        return set_by_keys(vm, self, other);
    }
    found = object_lookup_attr(vm, other, NAME(vm, items), &f);
    if (found < 0)
        return -1;
    if (!found)
        return set_pairs(vm, self, other);
    Value items = call0(vm, f);
    value_decref(vm, f);
    int r = items ? set_pairs(vm, self, items) : -1;
    value_xdecref(vm, items);
    return r;
}

static int odict_init(NATIVE_ARGS)
{
    if (nargs > 1)
        return error_set(vm, EXC_TypeError, "expected at most 1 arguments, got %zd",
                         (int64_t)nargs),
               -1;
    if (nargs && update_one(vm, self, args[0]) < 0)
        return -1;
    int64_t n = kwnames ? tuple_size(kwnames) : 0;
    for (int64_t i = 0; i < n; i++)
        if (object_setitem(vm, self, tuple_get_borrow(kwnames, i),
                           args[nargs + (size_t)i]) < 0)
            return -1;
    return 0;
}

FN(method_update)
{
    if (nargs > 1)
        return error_set(vm, EXC_TypeError,
                         "update() takes at most 1 positional argument (%zd given)",
                         (int64_t)nargs);
    return odict_init(vm, self, args, nargs, kwnames) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- slots ----------------------------------------------------------------------- */

static Value items_again(MinipyVM *vm, Value self)
{
    Value list = list_new(vm, 0);
    DictObj *d = DICT(self);
    for (int64_t i = live_from(d, 0, 1); list && i >= 0; i = live_from(d, i + 1, 1)) {
        Value key = value_incref(d->entries[i].key);
        Value value = value_again(vm, d, i, key);
        Value pair = value ? tuple_pack(vm, 2, key, value) : VALUE_NULL;
        value_decref(vm, key);
        value_xdecref(vm, value);
        if (!pair || list_append_steal(vm, list, pair) < 0)
            value_clear(vm, &list);
    }
    return list;
}

static Value odict_repr(MinipyVM *vm, Value self)
{
    const char *name = collections_type_name(value_obj(self)->type);
    if (dict_size(self) == 0)
        return str_format_c(vm, "%s()", name);
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_from_ascii(vm, "...", 3) : VALUE_NULL;
    Value list;
    if (is_exact_odict(self)) {
        list = items_again(vm, self);
    } else {
        Value items = call_method(vm, self, NAME(vm, items), NULL, 0);
        list = items ? sequence_list(vm, items) : VALUE_NULL;
        value_xdecref(vm, items);
    }
    Value text = list ? str_format_c(vm, "%s(%R)", name, list) : VALUE_NULL;
    value_xdecref(vm, list);
    repr_leave(vm, self);
    return text;
}

/* Do both give the same keys in the same order? */
static int same_order(MinipyVM *vm, Value a, Value b)
{
    Value ka = dict_keys_list(vm, a), kb = ka ? dict_keys_list(vm, b) : VALUE_NULL;
    int r = kb ? object_compare_bool(vm, ka, kb, CMP_EQ) : -1;
    value_xdecref(vm, ka);
    value_xdecref(vm, kb);
    return r;
}

static Value odict_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!is_odict(a) || !value_is_dict(b) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    Value v = vm->types[KIND_DICT]->slots.richcompare(vm, a, b, CMP_EQ);
    int r = v == VALUE_TRUE;
    if (v != VALUE_TRUE && v != VALUE_FALSE)
        return v;
    if (r && is_odict(b))
        r = same_order(vm, a, b);
    return r < 0 ? VALUE_NULL : value_from_bool(r == (op == CMP_EQ));
}

static Value odict_or(MinipyVM *vm, Value a, Value b)
{
    Value self = is_odict(a) ? a : b, other = self == a ? b : a;
    if (!value_is_dict(other))
        return VALUE_NOT_IMPLEMENTED;
    Value r = call1(vm, value_from_obj(value_obj(self)->type), a);
    if (r && update_one(vm, r, b) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

static Value odict_ior(MinipyVM *vm, Value self, Value other)
{
    return update_one(vm, self, other) < 0 ? VALUE_NULL : value_incref(self);
}

/* ---- methods --------------------------------------------------------------------- */

static Value key_error_empty(MinipyVM *vm)
{
    Value text = str_from_cstr(vm, "dictionary is empty");
    if (text)
        error_set_value(vm, EXC_KeyError, text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

FN(method_popitem)
{
    Value pair[2];
    int last = GIVEN(0) ? object_is_true(vm, GIVEN(0)) : 1;
    if (last < 0)
        return VALUE_NULL;
    if (dict_size(self) == 0)
        return key_error_empty(vm);
    if (last)
        dict_pop_last(vm, DICT(self), &pair[0], &pair[1]);
    else
        dict_remove_at(vm, DICT(self), live_from(DICT(self), 0, 1), &pair[0], &pair[1]);
    return tuple_from_steal(vm, pair, 2);
}

/* Everything after the entry at `at` is inserted anew, so that it comes first. */
static int move_to_front(MinipyVM *vm, Value self, int64_t at)
{
    Value copy = dict_new_presized(vm, dict_size(self)), key, value;
    if (!copy)
        return -1;
    DictEntry *e = &DICT(self)->entries[at];
    int r = dict_set_hash(vm, copy, e->key, e->hash, e->value);
    for (int64_t pos = 0; r == 0 && dict_next(self, &pos, &key, &value);)
        if (pos - 1 != at)
            r = dict_set_hash(vm, copy, key, DICT(self)->entries[pos - 1].hash, value);
    if (r == 0)
        dict_swap(vm, DICT(self), DICT(copy));
    value_decref(vm, copy);
    return r;
}

FN(method_move_to_end)
{
    int last = GIVEN(1) ? object_is_true(vm, GIVEN(1)) : 1;
    int64_t hash = last < 0 ? -1 : dict_hash_key(vm, args[0]);
    if (hash == -1)
        return VALUE_NULL;
    DictObj *d = DICT(self);
    int64_t at = dict_find(vm, d, args[0], hash);
    if (at < 0)
        return at == DICT_ABSENT ? key_error(vm, args[0]) : VALUE_NULL;
    if (!last)
        return live_from(d, 0, 1) == at || move_to_front(vm, self, at) == 0
                   ? VALUE_NONE
                   : VALUE_NULL;
    if (live_from(d, at + 1, 1) < 0)
        return VALUE_NONE;
    Value key, value;
    dict_remove_at(vm, d, at, &key, &value);
    int r = dict_set_hash(vm, self, key, hash, value);
    value_decref(vm, key);
    value_decref(vm, value);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(method_pop)
{
    Value v = dict_pop(vm, self, args[0]);
    if (v || error_occurred(vm))
        return v;
    return GIVEN(1) ? value_incref(GIVEN(1)) : key_error(vm, args[0]);
}

FN(method_setdefault)
{
    Value def = GIVEN(1) ? GIVEN(1) : VALUE_NONE;
    if (is_exact_odict(self))
        return value_xincref(dict_setdefault_borrow(vm, self, args[0], def));
    int there = object_contains(vm, self, args[0]);
    if (there < 0)
        return VALUE_NULL;
    if (there)
        return object_getitem(vm, self, args[0]);
    return object_setitem(vm, self, args[0], def) < 0 ? VALUE_NULL : value_incref(def);
}

FN(method_clear)
{
    dict_clear(vm, self);
    return VALUE_NONE;
}

static int copy_entry(MinipyVM *vm, Value self, int64_t at, Value copy)
{
    DictEntry *e = &DICT(self)->entries[at];
    int64_t hash = e->hash;
    bool exact = is_exact_odict(self);
    Value key = value_incref(e->key);
    Value value =
        exact ? value_again(vm, DICT(self), at, key) : object_getitem(vm, self, key);
    int r = !value  ? -1
            : exact ? dict_set_hash(vm, copy, key, hash, value)
                    : object_setitem(vm, copy, key, value);
    value_decref(vm, key);
    value_xdecref(vm, value);
    return r;
}

FN(method_copy)
{
    Value copy = call0(vm, value_from_obj(value_obj(self)->type));
    DictObj *d = DICT(self);
    for (int64_t i = live_from(d, 0, 1); copy && i >= 0; i = live_from(d, i + 1, 1))
        if (copy_entry(vm, self, i, copy) < 0)
            value_clear(vm, &copy);
    return copy;
}

FN(method_fromkeys)
{
    Value d = call0(vm, self);
    if (!d)
        return VALUE_NULL;
    Each each = each_of(vm, args[0]);
    while (each_next(vm, &each))
        each.status =
            object_setitem(vm, d, each.item, GIVEN(1) ? GIVEN(1) : VALUE_NONE);
    if (each_end(vm, &each) < 0)
        value_clear(vm, &d);
    return d;
}

/* (type, (), state or None, None, iter(items)) */
FN(method_reduce)
{
    Value state = call_method(vm, self, NAME(vm, __getstate__), NULL, 0);
    Value it = state ? reduce_items(vm, self) : VALUE_NULL;
    if (!it) {
        value_xdecref(vm, state);
        return VALUE_NULL;
    }
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)),
                     value_incref(vm->empty_tuple), state, VALUE_NONE, it};
    return tuple_from_steal(vm, parts, 5);
}

FN(method_sizeof)
{
    DictObj *d = DICT(self); /* CPython: a node for each key, found by an index */
    int64_t index = d->entries ? (int64_t)8 << d->log2_index : 0;
    return value_from_imm(112 + type_added_size(self) + dict_memory(d) + index +
                          32 * dict_size(self));
}

static METHODS(odict_methods,
    {"fromkeys", method_fromkeys, M_CLASS, "($type, /, iterable, value=None)",
     "Create a new ordered dictionary with keys from iterable and values set to value."},
    {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)", NULL},
    {"__reduce__", method_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
    {"setdefault", method_setdefault, 0, "($self, /, key, default=None)",
     "The value of key; a key that is not there is put in with default."},
    {"pop", method_pop, 0, "($self, /, key, default=<unrepresentable>)",
     "od.pop(key[,default]) -> v, remove specified key and return the corresponding value."},
    {"popitem", method_popitem, 0, "($self, /, last=True)", "Remove and return the last (or first) pair."},
    {"keys", method_keys, M_UNSIGNED, "($self, /)", NULL},
    {"values", method_values, M_UNSIGNED, "($self, /)", NULL},
    {"items", method_items, M_UNSIGNED, "($self, /)", NULL},
    {"update", method_update, M_UNSIGNED, "($self, *args, **kwargs)", NULL},
    {"clear", method_clear, M_UNSIGNED, "($self, /)", "od.clear() -> None.  Remove all items from od."},
    {"copy", method_copy, M_UNSIGNED, "($self, /)", "od.copy() -> a shallow copy of od"},
    {"__reversed__", method_reversed, M_UNSIGNED, "($self, /)", "od.__reversed__() <==> reversed(od)"},
    {"move_to_end", method_move_to_end, 0, "($self, /, key, last=True)",
     "Move an existing element to the end (or beginning if last is false)."},
);

static GETSETS(odict_getsets,
    GETS_SETS("__dict__", inst_dict_get, module_dict_set),
);

TYPE_SPEC(ordereddict_spec,
    .name = "collections.OrderedDict", .kind = KIND_DICT, .base = KIND_DICT,
    .doc = "Dictionary that remembers insertion order",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_HAS_INST, .basicsize = sizeof(OrderedDictObj),
    .inst_offset = offsetof(OrderedDictObj, head),
    .dealloc = dict_dealloc, .traverse = dict_traverse, .clear = dict_clear_slot,
    .slots = {.repr = odict_repr, .hash = object_hash_not_implemented, .richcompare = odict_richcompare,
              .iter = odict_iter, .init = odict_init, .nb_or = odict_or, .nb_inplace_or = odict_ior,
              .mp_ass_subscript = dict_ass_subscript},
    .methods = odict_methods, .getsets = odict_getsets,
);
