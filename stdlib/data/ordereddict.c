/* ordereddict.c - collections.OrderedDict, for the module _collections.
 *
 * The keys have an order of their own (odict_order.c), which only the methods here
 * keep: those of dict, called with an OrderedDict, change the table alone. Each walk
 * goes along the order and looks every key up again, which shows where the table or a
 * hash has changed since: KeyError. Comparison looks at the order, methods of
 * subclasses are honoured, and iterators notice any change of the order.
 */
#include "stdlib/data/ordereddict_private.h"
#include "vm/containers/list.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"
#include "vm/errors/exceptions.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"
#include "vm/types/object_type.h"

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
    error_clear(vm); /* a look-up's own: nothing is made while one is set */
    if (!value_is_tuple(key))
        return error_set_type(vm, cls, key == VALUE_NONE ? VALUE_NULL : key);
    Value e = exception_new(vm, cls, TUPLE(key)->items, (size_t)tuple_size(key));
    if (e)
        error_set_instance(vm, e);
    value_xdecref(vm, e);
    return VALUE_NULL;
}

/* ---- the table and the order together -------------------------------------------- */

static int delete_from_table(MinipyVM *vm, Value self, Value key, int64_t hash)
{
    int64_t at = dict_find(vm, DICT(self), key, hash);
    if (at == DICT_ABSENT)
        error_set_value(vm, EXC_KeyError, key);
    if (at < 0)
        return -1;
    dict_remove_at(vm, DICT(self), at, NULL, NULL);
    return 0;
}

static int set_item(MinipyVM *vm, Value self, Value key, int64_t hash, Value value)
{
    if (dict_set_hash(vm, self, key, hash, value) < 0)
        return -1;
    if (odict_add_node(vm, ODICT(self), key, hash) == 0)
        return 0;
    Value error = error_fetch(vm);
    if (delete_from_table(vm, self, key, hash) < 0)
        error_chain_context_steal(vm, error);
    else
        error_restore_steal(vm, error);
    return -1;
}

static int odict_ass_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1)
        return -1;
    if (value)
        return set_item(vm, self, key, hash, value);
    if (odict_drop_node(vm, ODICT(self), key, hash) < 0)
        return -1;
    return delete_from_table(vm, self, key, hash);
}

/* Its value by the table; VALUE_NULL with an exception, KeyError if it is not there. */
static Value value_again(MinipyVM *vm, Value self, Value key)
{
    Value v = dict_get_borrow(vm, self, key);
    if (!v && !error_occurred(vm))
        key_error(vm, key);
    return value_xincref(v);
}

/* A walk along the order; the rest is borrowed from the node that it is at. Code that
 * runs meanwhile ends the walk if it changes the order. */
typedef struct Walk {
    OrderedDictObj *od;
    uint64_t moment;
    uint32_t node;
    Value key;
    int64_t hash;
} Walk;

static Walk walk(Value self)
{
    return (Walk){ODICT(self), odict_moment(ODICT(self)), 0, VALUE_NULL, 0};
}

static bool walk_on(Walk *w)
{
    if (odict_moment(w->od) == w->moment)
        w->node = odict_step(w->od, w->node, false);
    else
        w->node = 0;
    if (!w->node)
        return false;
    w->key = w->od->nodes[w->node].key;
    w->hash = w->od->nodes[w->node].hash;
    return true;
}

/* ---- iterators and views --------------------------------------------------------- */

typedef enum { ODICT_KEYS, ODICT_VALUES, ODICT_ITEMS } OdictWhat;

typedef struct OdictIterObj {
    Object ob;
    Value dict;     /* VALUE_NULL when exhausted */
    Value key;      /* the next one; VALUE_NULL: none */
    uint32_t node;  /* the key's */
    uint64_t state; /* of the order, when the iterator was made */
    int64_t used;   /* of the dict, then; -1: it has changed */
    bool back;
    OdictWhat what;
} OdictIterObj;
#define ODICT_ITER(v) ((OdictIterObj *)(uintptr_t)(v))

/* On to the next key; the one that it has is not released. */
static void to_next(OdictIterObj *it, uint32_t from)
{
    OrderedDictObj *od = ODICT(it->dict);
    it->node = odict_step(od, from, it->back);
    it->key = it->node ? value_incref(od->nodes[it->node].key) : VALUE_NULL;
}

static Value odict_iter_new(MinipyVM *vm, Value dict, OdictWhat what, bool back)
{
    Value v = object_alloc_value(vm, module_type_borrow(vm, &odict_iter_spec));
    if (v) {
        OdictIterObj *it = ODICT_ITER(v);
        it->dict = value_incref(dict);
        it->state = ODICT(dict)->state;
        it->used = dict_size(dict);
        it->back = back;
        it->what = what;
        to_next(it, 0);
    }
    return v;
}

/* Raises, unless the order and the size are those of the start. */
static bool iter_unchanged(MinipyVM *vm, OdictIterObj *it)
{
    if (ODICT(it->dict)->state != it->state) {
        error_set(vm, EXC_RuntimeError, "OrderedDict mutated during iteration");
        value_clear(vm, &it->dict);
        return false;
    }
    if (it->used == dict_size(it->dict))
        return true;
    error_set(vm, EXC_RuntimeError, "OrderedDict changed size during iteration");
    it->used = -1; /* so it stays */
    return false;
}

static Value next_key(MinipyVM *vm, OdictIterObj *it)
{
    if (!it->key)
        return value_clear(vm, &it->dict), VALUE_NULL;
    if (!iter_unchanged(vm, it))
        return VALUE_NULL;
    Value dict = value_incref(it->dict), key = value_incref(it->key);
    uint32_t node = odict_find_node_at(vm, ODICT(dict), it->node, key);
    bool mine = it->dict && it->key == key; /* no __eq__ has used this iterator */
    if (!node && !error_occurred(vm))
        key_error(vm, key);
    if (mine) {
        if (node)
            to_next(it, node);
        else
            it->key = VALUE_NULL, value_clear(vm, &it->dict);
        value_decref(vm, key);
    }
    value_decref(vm, dict);
    if (!node)
        value_clear(vm, &key);
    return key;
}

/* With whatever the second look-up raises made a KeyError, as CPython has it. */
static Value value_of_key(MinipyVM *vm, Value dict, Value key)
{
    Value v = value_again(vm, dict, key);
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
    Value key = next_key(vm, it), value = VALUE_NULL, r = VALUE_NULL;
    if (key && it->what != ODICT_KEYS) {
        value = value_of_key(vm, dict, key);
        if (!value) {
            value_clear(vm, &it->key);
            value_clear(vm, &it->dict);
        }
    }
    if (key && it->what == ODICT_KEYS)
        r = value_incref(key);
    else if (value)
        r = it->what == ODICT_VALUES ? value_incref(value)
                                     : tuple_pack(vm, 2, key, value);
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
    value_xincref(c->key);
    Value list = sequence_list(vm, copy);
    value_decref(vm, copy);
    return reduce_builtin_steal(vm, "iter", list);
}

static METHODS(odict_iter_methods,
    {"__reduce__", odict_iter_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);

TYPE_SPEC(odict_iter_spec,
    .name = "odict_iterator",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(OdictIterObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = odict_iter_next},
    .methods = odict_iter_methods,
);

#define ODICT_VIEW(lower, what_, kind_)                                                \
    static Value lower##_view_iter(MinipyVM *vm, Value self)                           \
    {                                                                                  \
        return odict_iter_new(vm, DICT_VIEW(self)->dict, what_, false);                \
    }                                                                                  \
    static Value lower##_view_reversed(NATIVE_ARGS)                                    \
    {                                                                                  \
        (void)args, (void)nargs, (void)kwnames;                                        \
        return odict_iter_new(vm, DICT_VIEW(self)->dict, what_, true);                 \
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
    return odict_iter_new(vm, self, ODICT_KEYS, false);
}

FN(method_reversed)
{
    return odict_iter_new(vm, self, ODICT_KEYS, true);
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

static int set_by_keys(MinipyVM *vm, Value self, Value other, Value method)
{
    Value keys = call0(vm, method);
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
        int r = set_by_keys(vm, self, other, f);
        value_decref(vm, f);
        return r;
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
    for (Walk w = walk(self); list && walk_on(&w);) {
        Value key = value_incref(w.key);
        Value value = value_again(vm, self, key);
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
    const char *name = type_last_name(value_obj(self)->type);
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
    Walk wa = walk(a), wb = walk(b);
    for (;;) {
        bool more_a = walk_on(&wa), more_b = walk_on(&wb);
        if (!more_a || !more_b)
            return more_a == more_b;
        Value ka = value_incref(wa.key), kb = value_incref(wb.key);
        int r = object_compare_bool(vm, ka, kb, CMP_EQ);
        value_decref(vm, ka);
        value_decref(vm, kb);
        if (r <= 0)
            return r;
    }
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

/* The value of a key that leaves; VALUE_NULL without exception: it has no node. The
 * node goes first: what its key's comparison runs finds no key that is half gone. */
static Value pop_hash(MinipyVM *vm, Value self, Value key, int64_t hash)
{
    if (!odict_find_node(vm, ODICT(self), key, hash) ||
        odict_drop_node(vm, ODICT(self), key, hash) < 0)
        return VALUE_NULL;
    return dict_pop_hash(vm, self, key, hash);
}

FN(method_popitem)
{
    int last = GIVEN(0) ? object_is_true(vm, GIVEN(0)) : 1;
    if (last < 0)
        return VALUE_NULL;
    OrderedDictObj *od = ODICT(self);
    uint32_t node = odict_step(od, 0, last);
    if (!node)
        return key_error_empty(vm);
    Value key = value_incref(od->nodes[node].key);
    Value value = pop_hash(vm, self, key, od->nodes[node].hash);
    if (!value && !error_occurred(vm))
        key_error(vm, key);
    if (value)
        return tuple_from_steal(vm, (Value[]){key, value}, 2);
    value_decref(vm, key);
    return VALUE_NULL;
}

FN(method_move_to_end)
{
    int last = GIVEN(1) ? object_is_true(vm, GIVEN(1)) : 1;
    if (last < 0)
        return VALUE_NULL;
    OrderedDictObj *od = ODICT(self);
    uint32_t node = odict_step(od, 0, last);
    if (!node)
        return key_error(vm, args[0]);
    if (od->nodes[node].key == args[0])
        return VALUE_NONE;
    int64_t hash = dict_hash_key(vm, args[0]);
    node = hash == -1 ? 0 : odict_find_node(vm, od, args[0], hash);
    if (node)
        return odict_move_node(od, node, last), VALUE_NONE;
    return error_occurred(vm) ? VALUE_NULL : key_error(vm, args[0]);
}

FN(method_pop)
{
    int64_t hash = dict_hash_key(vm, args[0]);
    Value v = hash == -1 ? VALUE_NULL : pop_hash(vm, self, args[0], hash);
    if (v || error_occurred(vm))
        return v;
    return GIVEN(1) ? value_incref(GIVEN(1)) : key_error(vm, args[0]);
}

FN(method_setdefault)
{
    Value def = GIVEN(1) ? GIVEN(1) : VALUE_NONE;
    if (is_exact_odict(self)) {
        Value there = dict_get_borrow(vm, self, args[0]);
        if (there || error_occurred(vm))
            return value_xincref(there);
    } else {
        int there = object_contains(vm, self, args[0]);
        if (there < 0)
            return VALUE_NULL;
        if (there)
            return object_getitem(vm, self, args[0]);
    }
    return object_setitem(vm, self, args[0], def) < 0 ? VALUE_NULL : value_incref(def);
}

FN(method_clear)
{
    dict_clear(vm, self);
    odict_clear_order(vm, ODICT(self));
    return VALUE_NONE;
}

static int copy_item(MinipyVM *vm, Value self, Value key, int64_t hash, Value copy)
{
    bool exact = is_exact_odict(self);
    Value value = exact ? value_again(vm, self, key) : object_getitem(vm, self, key);
    int r = !value  ? -1
            : exact ? set_item(vm, copy, key, hash, value)
                    : object_setitem(vm, copy, key, value);
    value_xdecref(vm, value);
    return r;
}

FN(method_copy)
{
    Value copy = call0(vm, value_from_obj(value_obj(self)->type));
    for (Walk w = walk(self); copy && walk_on(&w);) {
        Value key = value_incref(w.key);
        if (copy_item(vm, self, key, w.hash, copy) < 0)
            value_clear(vm, &copy);
        value_decref(vm, key);
    }
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
    OrderedDictObj *od = ODICT(self); /* CPython: nodes of 32 bytes, slots of 8 */
    int64_t nodes = odict_no_order(od) ? 0 : dict_size(self);
    return value_from_imm(112 + type_added_size(self) + dict_memory(&od->dict) +
                          8 * (int64_t)od->nslots + 32 * nodes);
}

/* ---- its life -------------------------------------------------------------------- */

static void odict_clear_slot(MinipyVM *vm, Object *o)
{
    dict_clear(vm, value_from_obj(o));
    odict_clear_order(vm, (OrderedDictObj *)o);
}

static void odict_dealloc(MinipyVM *vm, Object *o)
{
    odict_clear_order(vm, (OrderedDictObj *)o);
    dict_dealloc(vm, o);
}

static int odict_traverse(Object *o, VisitFn visit, void *arg)
{
    OrderedDictObj *od = (OrderedDictObj *)o;
    for (uint32_t n = odict_step(od, 0, false); n; n = odict_step(od, n, false))
        GC_VISIT(od->nodes[n].key);
    return dict_traverse(o, visit, arg);
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
    .dealloc = odict_dealloc, .traverse = odict_traverse, .clear = odict_clear_slot,
    .slots = {.repr = odict_repr, .hash = object_hash_not_implemented, .richcompare = odict_richcompare,
              .iter = odict_iter, .init = odict_init, .nb_or = odict_or, .nb_inplace_or = odict_ior,
              .mp_ass_subscript = odict_ass_subscript},
    .methods = odict_methods, .getsets = odict_getsets,
);
