/* dict_type.c - the type dict: slots and methods. The table itself is in dict.c, views
 * and iterators are in dict_views.c. Subclasses (defaultdict, OrderedDict and Python's
 * own) share the layout; where CPython honours an override (__missing__, __iter__ and
 * keys() of a subclass passed to update) so does this.
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

/* ---- slots ----------------------------------------------------------------------- */

static int64_t length_slot(MinipyVM *vm, Value self)
{
    (void)vm;
    return dict_size(self);
}

static Value missing(MinipyVM *vm, Value self, Value key)
{
    if (!value_is_exact(vm, self, KIND_DICT)) {
        Value r = call_special(vm, self, NAME(vm, __missing__), &key, 1);
        if (r || error_occurred(vm))
            return r;
    }
    return error_set_value(vm, EXC_KeyError, key);
}

static Value dict_subscript(MinipyVM *vm, Value self, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1)
        return VALUE_NULL;
    int64_t ix = dict_find(vm, DICT(self), key, hash);
    if (likely(ix >= 0))
        return value_incref(dict_entry(DICT(self), ix)->value);
    return ix == DICT_ABSENT ? missing(vm, self, key) : VALUE_NULL;
}

static int dict_ass_subscript(MinipyVM *vm, Value self, Value key, Value v)
{
    if (v)
        return dict_set(vm, self, key, v);
    int r = dict_delete(vm, self, key);
    if (r == 0)
        error_set_value(vm, EXC_KeyError, key);
    return r > 0 ? 0 : -1;
}

static int repr_entries(MinipyVM *vm, Value self, StrBuilder *b)
{
    Value key, value;
    bool first = true;
    for (int64_t pos = 0; dict_next(self, &pos, &key, &value); first = false) {
        value_incref(key);
        value_incref(value);
        if (!first)
            strbuilder_ascii(b, ", ");
        int r = strbuilder_repr(b, key);
        if (r == 0) {
            strbuilder_ascii(b, ": ");
            r = strbuilder_repr(b, value);
        }
        value_decref(vm, key);
        value_decref(vm, value);
        if (r < 0)
            return -1;
    }
    return 0;
}

Value dict_repr(MinipyVM *vm, Value self)
{
    StrBuilder b;
    Value text;
    if (!repr_open(vm, self, "{...}", &b, &text))
        return text;
    int r = repr_entries(vm, self, &b);
    repr_leave(vm, self);
    return strbuilder_close(&b, r, '}');
}

/* 1 if every pair of a is in b. The sizes are known to be equal. */
static int equal_pairs(MinipyVM *vm, Value a, Value b)
{
    for (uint32_t i = 0; i < DICT(a)->nentries; i++) {
        DictEntry e = *dict_entry(DICT(a), i);
        if (!e.key)
            continue;
        value_incref(e.key);
        value_incref(e.value);
        int64_t ix = dict_find(vm, DICT(b), e.key, dict_entry_hash(DICT(a), i));
        int r = ix == DICT_ABSENT ? 0 : -1;
        if (ix >= 0) {
            Value other = value_incref(dict_entry(DICT(b), ix)->value);
            r = object_compare_bool(vm, e.value, other, CMP_EQ);
            value_decref(vm, other);
        }
        value_decref(vm, e.key);
        value_decref(vm, e.value);
        if (r <= 0)
            return r;
    }
    return 1;
}

static Value richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_dict(a) || !value_is_dict(b) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    int r = dict_size(a) != dict_size(b) ? 0 : equal_pairs(vm, a, b);
    return r < 0 ? VALUE_NULL : value_from_bool((r == 1) == (op == CMP_EQ));
}

static Value dict_or_slot(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_dict(a) || !value_is_dict(b))
        return VALUE_NOT_IMPLEMENTED;
    Value r = dict_copy(vm, a);
    if (r && dict_update(vm, r, b) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

static Value ior_slot(MinipyVM *vm, Value self, Value other)
{
    return dict_update(vm, self, other) < 0 ? VALUE_NULL : value_incref(self);
}

static Value new_slot(NEW_ARGS)
{
    return dict_alloc(vm, cls);
}

/* The work of update(...) and of __init__. */
static int dict_update_args(MinipyVM *vm, Value self, const char *fname,
                            const Value *args, size_t nargs, Value kwnames)
{
    if (!args_check(vm, fname, nargs, 0, 1))
        return -1;
    if (nargs && dict_update(vm, self, args[0]) < 0)
        return -1;
    int64_t n = kwnames ? tuple_size(kwnames) : 0;
    for (int64_t i = 0; i < n; i++)
        if (!value_is_str(tuple_get_borrow(kwnames, i)))
            return error_set(vm, EXC_TypeError, "keywords must be strings"), -1;
    return n ? dict_put_names(vm, self, TUPLE(kwnames)->items, args + nargs,
                              (uint32_t)n)
             : 0;
}

int dict_init_slot(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames)
{
    return dict_update_args(vm, self, "dict", args, nargs, kwnames);
}

/* ---- methods --------------------------------------------------------------------- */

FN(method_get)
{
    Value v = dict_get_borrow(vm, self, args[0]);
    if (v)
        return value_incref(v);
    if (error_occurred(vm))
        return VALUE_NULL;
    return nargs > 1 ? value_incref(args[1]) : VALUE_NONE;
}

FN(method_setdefault)
{
    return value_xincref(
        dict_setdefault_borrow(vm, self, args[0], nargs > 1 ? args[1] : VALUE_NONE));
}

FN(method_pop)
{
    /* An empty dict does not ask for the hash, as in CPython. */
    Value v = dict_size(self) ? dict_pop(vm, self, args[0]) : VALUE_NULL;
    if (v || error_occurred(vm))
        return v;
    return nargs > 1 ? value_incref(args[1])
                     : error_set_value(vm, EXC_KeyError, args[0]);
}

FN(method_popitem)
{
    Value pair[2];
    if (!dict_pop_last(vm, DICT(self), &pair[0], &pair[1])) {
        Value text = str_from_cstr(vm, "popitem(): dictionary is empty");
        if (text)
            error_set_value(vm, EXC_KeyError, text);
        value_xdecref(vm, text);
        return VALUE_NULL;
    }
    return tuple_from_steal(vm, pair, 2);
}

FN(method_keys)
{
    return dict_view_new(vm, KIND_DICT_KEYS, self);
}

FN(method_values)
{
    return dict_view_new(vm, KIND_DICT_VALUES, self);
}

FN(method_items)
{
    return dict_view_new(vm, KIND_DICT_ITEMS, self);
}

FN(method_update)
{
    recursion_deepen(vm);
    int r = dict_update_args(vm, self, "update", args, nargs, kwnames);
    recursion_leave(vm);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(method_clear)
{
    dict_clear(vm, self);
    return VALUE_NONE;
}

FN(method_copy)
{
    return dict_copy(vm, self);
}

FN(method_contains)
{
    return value_true_or_error(dict_contains(vm, self, args[0]));
}

FN(method_getitem)
{
    return dict_subscript(vm, self, args[0]);
}

FN(method_reversed)
{
    return dict_iter_new(vm, KIND_DICT_REV_KEY_ITER, self);
}

FN(method_sizeof)
{
    return value_from_imm(48 + type_added_size(self) + dict_memory(DICT(self)));
}

/* The next key of a dict or set with its hash; false at the end. */
static bool next_hashed(Value keys, int64_t *pos, Value *key, int64_t *hash)
{
    if (value_is_dict(keys)) {
        if (!dict_next(keys, pos, key, NULL))
            return false;
        *hash = dict_entry_hash(DICT(keys), *pos - 1);
        return true;
    }
    const SetEntry *e = set_next_entry(SET(keys), pos);
    if (!e)
        return false;
    *key = e->key;
    *hash = e->hash;
    return true;
}

/* From a dict or a set, whose keys bring their hashes. */
static int fill_with_hashes(MinipyVM *vm, Value d, Value keys, Value value)
{
    Value key;
    int64_t hash, pos = 0;
    bool is_dict = value_is_dict(keys), str_keys = is_dict && DICT(keys)->str_keys;
    int64_t n = is_dict ? dict_size(keys) : SET(keys)->used;
    if (dict_make_room(vm, DICT(d), n, str_keys) < 0)
        return -1;
    while (next_hashed(keys, &pos, &key, &hash)) {
        value_incref(key);
        int r = dict_set_hash(vm, d, key, hash, value);
        value_decref(vm, key);
        if (r < 0)
            return -1;
    }
    return 0;
}

static int fill_from_keys(MinipyVM *vm, Value d, Value iterable, Value value)
{
    bool exact = value_is_exact(vm, d, KIND_DICT);
    if (exact && (value_is_exact(vm, iterable, KIND_DICT) ||
                  value_is_exact(vm, iterable, KIND_SET) ||
                  value_is_exact(vm, iterable, KIND_FROZENSET)))
        return fill_with_hashes(vm, d, iterable, value);
    Each each = each_of(vm, iterable);
    while (each_next(vm, &each))
        each.status = exact ? dict_set(vm, d, each.item, value)
                            : object_setitem(vm, d, each.item, value);
    return each_end(vm, &each);
}

FN(method_fromkeys)
{
    Value d = call0(vm, self);
    if (!d)
        return VALUE_NULL;
    if (fill_from_keys(vm, d, args[0], nargs > 1 ? args[1] : VALUE_NONE) < 0) {
        value_decref(vm, d);
        return VALUE_NULL;
    }
    return d;
}

static METHODS(dict_methods,
    {"__getitem__", method_getitem, M_COEXIST | M_UNSIGNED, "($self, key, /)", "x.__getitem__(y) <==> x[y]"},
    {"__contains__", method_contains, M_COEXIST, "($self, key, /)",
     "True if the dictionary has the specified key, else False."},
    {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)", "D.__sizeof__() -> size of D in memory, in bytes"},
    {"get", method_get, 0, "($self, key, default=None, /)", "The value of key if it is there, else default."},
    {"setdefault", method_setdefault, 0, "($self, key, default=None, /)",
     "The value of key; a key that is not there is put in with default."},
    {"pop", method_pop, 0, "($self, key, default=<unrepresentable>, /)",
     "D.pop(k[,d]) -> v, remove specified key and return the corresponding value.\n\n"
     "A key that is not there gives d, or a KeyError without it."},
    {"popitem", method_popitem, 0, "($self, /)", "Remove the pair that was put in last and return it.\n\n"
     "Raises KeyError if the dict is empty."},
    {"keys", method_keys, M_UNSIGNED, "($self, /)", "D.keys() -> a set-like object providing a view on D's keys"},
    {"items", method_items, M_UNSIGNED, "($self, /)", "D.items() -> a set-like object providing a view on D's items"},
    {"values", method_values, M_UNSIGNED, "($self, /)", "D.values() -> an object providing a view on D's values"},
    {"update", method_update, M_UNSIGNED | M_OWN_LEVEL, "($self, other=(), /, **keywords)",
     "D.update([E, ]**F) -> None.  Update D from dict/iterable E and F."},
    {"fromkeys", method_fromkeys, M_CLASS, "($type, iterable, value=None, /)",
     "A new dictionary with keys from iterable, all with the same value."},
    {"clear", method_clear, M_UNSIGNED, "($self, /)", "D.clear() -> None.  Remove all items from D."},
    {"copy", method_copy, M_UNSIGNED, "($self, /)", "D.copy() -> a shallow copy of D"},
    {"__reversed__", method_reversed, 0, "($self, /)", "Return a reverse iterator over the dict keys."},
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(dict_type_spec,
    .name = "dict",
    .doc = "dict() -> new empty dictionary\ndict(mapping) -> new dictionary of the mapping's (key, value) pairs\n"
           "dict(iterable) -> new dictionary of the pairs that the iterable gives\ndict(**kwargs) -> new dictionary "
           "of the keyword arguments",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_BASE | TYPE_MAPPING | TYPE_MATCH_SELF | TYPE_FREE_LIST, .basicsize = sizeof(DictObj),
    .dealloc = dict_dealloc, .death = dict_death, .traverse = dict_traverse, .clear = dict_clear_slot,
    .slots = {.getattro = object_generic_getattr, .repr = dict_repr, .hash = object_hash_not_implemented,
              .richcompare = richcompare, .iter = dict_iter, .new_ = new_slot, .init = dict_init_slot,
              .nb_or = dict_or_slot, .nb_inplace_or = ior_slot, .sq_contains = dict_contains, .mp_length = length_slot,
              .mp_subscript = dict_subscript, .mp_ass_subscript = dict_ass_subscript},
    .methods = dict_methods,
);
