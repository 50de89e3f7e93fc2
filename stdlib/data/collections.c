/* collections.c - the module _collections: defaultdict, the attribute getter of named
 * tuples, the counting loop of Counter. deque is in deque.c, OrderedDict in
 * ordereddict.c.
 */
#include "vm/objects/reduce.h"
#include "stdlib/data/collections_private.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/containers/iter.h"
#include "vm/numbers/number.h"

/* ---- defaultdict ----------------------------------------------------------------- */

typedef struct DefaultDictObj {
    DictObj dict;
    Value factory; /* VALUE_NULL: none */
} DefaultDictObj;
#define DEFAULT_DICT(v) ((DefaultDictObj *)(uintptr_t)(v))

static int defaultdict_init(NATIVE_ARGS)
{
    Value factory = nargs ? args[0] : VALUE_NONE;
    if (factory != VALUE_NONE && !object_callable(factory))
        return error_set(vm, EXC_TypeError, "first argument must be callable or None"),
               -1;
    value_set_steal(vm, &DEFAULT_DICT(self)->factory,
                    factory == VALUE_NONE ? VALUE_NULL : value_incref(factory));
    size_t skip = nargs ? 1 : 0;
    return dict_init_slot(vm, self, args + skip, nargs - skip, kwnames);
}

FN(defaultdict_missing)
{
    Value factory = DEFAULT_DICT(self)->factory;
    if (!factory || factory == VALUE_NONE)
        return error_set_value(vm, EXC_KeyError, args[0]);
    value_incref(factory); /* the call may replace it */
    Value value = call0(vm, factory);
    value_decref(vm, factory);
    if (value && object_setitem(vm, self, args[0], value) < 0) {
        value_decref(vm, value);
        return VALUE_NULL;
    }
    return value;
}

/* type(self)(factory, source) */
static Value remake(MinipyVM *vm, Value self, Value source)
{
    Value factory = DEFAULT_DICT(self)->factory;
    return call2(vm, value_from_obj(value_obj(self)->type),
                 factory ? factory : VALUE_NONE, source);
}

FN(defaultdict_copy)
{
    return remake(vm, self, self);
}

FN(defaultdict_reduce)
{
    Value factory = DEFAULT_DICT(self)->factory;
    Value ctor = factory && factory != VALUE_NONE ? tuple_pack(vm, 1, factory)
                                                  : value_incref(vm->empty_tuple);
    Value it = ctor ? reduce_items(vm, self) : VALUE_NULL;
    if (!it) {
        value_xdecref(vm, ctor);
        return VALUE_NULL;
    }
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), ctor,
                     VALUE_NONE, VALUE_NONE, it};
    return tuple_from_steal(vm, parts, 5);
}

static Value factory_repr(MinipyVM *vm, Value factory)
{
    if (!factory)
        return str_from_ascii(vm, "None", 4);
    int r = repr_enter(vm, factory);
    if (r)
        return r > 0 ? str_from_ascii(vm, "...", 3) : VALUE_NULL;
    Value text = object_repr(vm, factory);
    repr_leave(vm, factory);
    return text;
}

static Value defaultdict_repr(MinipyVM *vm, Value self)
{
    Value base = dict_repr(vm, self);
    Value factory = base ? factory_repr(vm, DEFAULT_DICT(self)->factory) : VALUE_NULL,
          r = VALUE_NULL;
    if (factory)
        r = str_format_c(vm, "%s(%U, %U)", type_last_name(value_obj(self)->type),
                         factory, base);
    value_xdecref(vm, base);
    value_xdecref(vm, factory);
    return r;
}

static void defaultdict_dealloc(MinipyVM *vm, Object *o);

static bool is_defaultdict(Value v)
{
    return value_is_dict(v) && value_obj(v)->type->spec->dealloc == defaultdict_dealloc;
}

static Value defaultdict_or(MinipyVM *vm, Value a, Value b)
{
    Value self = is_defaultdict(a) ? a : b, other = self == a ? b : a;
    if (!value_is_dict(other))
        return VALUE_NOT_IMPLEMENTED;
    Value r = remake(vm, self, a);
    if (r && dict_update(vm, r, b) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

static void defaultdict_dealloc(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((DefaultDictObj *)o)->factory);
    dict_dealloc(vm, o);
}

static int defaultdict_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((DefaultDictObj *)o)->factory);
    return dict_traverse(o, visit, arg);
}

static METHODS(defaultdict_methods,
    {"__missing__", defaultdict_missing, M_UNSIGNED, "($self, object, /)",
     "__missing__(key) # Called by __getitem__ for missing key; pseudo-code:\n"
     "  if self.default_factory is None: raise KeyError((key,))\n  self[key] = value = self.default_factory()\n"
     "  return value\n"},
    {"copy", defaultdict_copy, M_UNSIGNED, "($self, /)", "D.copy() -> a shallow copy of D."},
    {"__copy__", defaultdict_copy, M_UNSIGNED, "($self, /)", "D.copy() -> a shallow copy of D."},
    REDUCE_ROW(defaultdict_reduce),
    CLASS_GETITEM_METHOD,
);

static MEMBERS(defaultdict_members,
    {"default_factory", MEMBER_VALUE_OR_NONE, offsetof(DefaultDictObj, factory), false,
     "Factory for default value called by __missing__()."},
);

static TYPE_SPEC(defaultdict_spec,
    .name = "collections.defaultdict", .kind = KIND_DICT, .base = KIND_DICT,
    .doc = "defaultdict(default_factory=None, /, [...]) --> dict with default factory\n\nThe default factory is "
           "called without arguments to produce\na new value when a key is not present, in __getitem__ only.\nA "
           "defaultdict compares equal to a dict with the same items.\nAll remaining arguments are treated the same "
           "as if they were\npassed to the dict constructor, including keyword arguments.\n",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(DefaultDictObj),
    .dealloc = defaultdict_dealloc, .traverse = defaultdict_traverse, .clear = defaultdict_dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = defaultdict_repr, .init = defaultdict_init,
              .nb_or = defaultdict_or},
    .methods = defaultdict_methods, .members = defaultdict_members,
);

/* ---- _tuplegetter ---------------------------------------------------------------- */

typedef struct TupleGetterObj {
    Object ob;
    Value doc;
    int64_t index;
} TupleGetterObj;
#define TUPLE_GETTER(v) ((TupleGetterObj *)(uintptr_t)(v))

NEW(tuplegetter_new, 2, "_tuplegetter", "(index, doc, /)")
{
    int64_t index;
    if (!arg_ssize(vm, given[0], &index))
        return VALUE_NULL;
    Value v = object_alloc_value(vm, cls);
    if (v) {
        TUPLE_GETTER(v)->index = index;
        TUPLE_GETTER(v)->doc = value_incref(given[1]);
    }
    return v;
}

static Value tuplegetter_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    int64_t i = TUPLE_GETTER(self)->index;
    if (!obj || (obj == VALUE_NONE && type != value_from_obj(vm->types[KIND_NONE])))
        return value_incref(self);
    if (!value_is_tuple(obj))
        return obj == VALUE_NONE
                   ? value_incref(self)
                   : error_set(vm, EXC_TypeError,
                               "descriptor for index '%zd' for tuple subclasses "
                               "doesn't apply to '%T' object",
                               i, obj);
    if (i < 0 || i >= tuple_size(obj))
        return error_set(vm, EXC_IndexError, "tuple index out of range");
    return value_incref(tuple_get_borrow(obj, i));
}

static int tuplegetter_set(MinipyVM *vm, Value self, Value obj, Value value)
{
    (void)self, (void)obj;
    error_set(vm, EXC_AttributeError,
              value ? "can't set attribute" : "can't delete attribute");
    return -1;
}

static Value tuplegetter_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "%s(%zd, %R)", type_last_name(value_obj(self)->type),
                        TUPLE_GETTER(self)->index, TUPLE_GETTER(self)->doc);
}

FN(tuplegetter_reduce)
{
    Value t = tuple_pack(vm, 2, value_from_imm(TUPLE_GETTER(self)->index),
                         TUPLE_GETTER(self)->doc);
    if (!t)
        return VALUE_NULL;
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), t};
    return tuple_from_steal(vm, parts, 2);
}

static METHODS(tuplegetter_methods,
    {"__reduce__", tuplegetter_reduce, M_UNSIGNED, "($self, /)", NULL},
);

static MEMBERS(tuplegetter_members,
    {"__doc__", MEMBER_VALUE_OR_NONE, offsetof(TupleGetterObj, doc), false, NULL},
);

static TYPE_SPEC(tuplegetter_spec,
    .name = "_collections._tuplegetter",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(TupleGetterObj), .values = 1,
    .slots = {.repr = tuplegetter_repr, .descr_get = tuplegetter_get, .descr_set = tuplegetter_set,
              .new_ = tuplegetter_new},
    .methods = tuplegetter_methods, .members = tuplegetter_members,
);

/* ---- _count_elements ------------------------------------------------------------- */

/* mapping[key] += 1, straight in a dict. */
static int count_in_dict(MinipyVM *vm, Value mapping, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1)
        return -1;
    if (dict_increment(vm, mapping, key, hash))
        return 0;
    Value old = dict_get_hash_borrow(vm, mapping, key, hash);
    if (!old && error_occurred(vm))
        return -1;
    Value next = old ? number_add(vm, old, value_from_imm(1)) : value_from_imm(1);
    int r = next ? dict_set_hash(vm, mapping, key, hash, next) : -1;
    value_xdecref(vm, next);
    return r;
}

/* The same through get() and __setitem__(). */
static int count_in_mapping(MinipyVM *vm, Value mapping, Value get, Value key)
{
    Value old = call2(vm, get, key, value_from_imm(0));
    Value next = old ? number_add(vm, old, value_from_imm(1)) : VALUE_NULL;
    int r = next ? object_setitem(vm, mapping, key, next) : -1;
    value_xdecref(vm, old);
    value_xdecref(vm, next);
    return r;
}

static int take_count(MinipyVM *vm, void *dict, Value key)
{
    int r = count_in_dict(vm, value_from_obj(dict), key);
    value_decref(vm, key);
    return r;
}

static bool has_dict_access(MinipyVM *vm, Value mapping)
{
    if (!value_is_dict(mapping))
        return false;
    TypeObj *t = value_type(vm, mapping), *dict = vm->types[KIND_DICT];
    const int names[] = {NAME_get, NAME___setitem__};
    for (int i = 0; i < 2; i++)
        if (type_lookup_borrow(vm, t, vm->names[names[i]]) !=
            type_lookup_borrow(vm, dict, vm->names[names[i]]))
            return false;
    return true;
}

FN(count_elements)
{
    Each each = each_of(vm, args[1]);
    Value get = VALUE_NULL;
    if (each.status < 0)
        return VALUE_NULL;
    bool fast = has_dict_access(vm, args[0]);
    if (!fast && !(get = object_getattr(vm, args[0], NAME(vm, get))))
        each.status = -1;
    if (fast)
        each_feed(vm, &each, (Sink){take_count, NULL, value_obj(args[0])});
    while (each_next(vm, &each))
        each.status = fast ? count_in_dict(vm, args[0], each.item)
                           : count_in_mapping(vm, args[0], get, each.item);
    int r = each_end(vm, &each);
    value_xdecref(vm, get);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- the module ------------------------------------------------------------------ */

static CONTENTS(contents,
    HAS_TYPE("deque", &deque_spec), HAS_TYPE("defaultdict", &defaultdict_spec),
    HAS_TYPE("OrderedDict", &ordereddict_spec), HAS_TYPE("_deque_iterator", &deque_iter_spec),
    HAS_TYPE("_deque_reverse_iterator", &deque_reverse_iter_spec), HAS_TYPE("_tuplegetter", &tuplegetter_spec),
    HAS_TYPE(NULL, &odict_keys_spec), HAS_TYPE(NULL, &odict_values_spec), HAS_TYPE(NULL, &odict_items_spec),
    HAS_TYPE(NULL, &odict_iter_spec),
);

static METHODS(functions,
    {"_count_elements", count_elements, 0, "($module, mapping, iterable, /)",
     "Count elements in the iterable, updating the mapping"},
);

MODULE_SPEC(collections_module_spec,
    .name = "_collections",
    .doc = "High performance data structures.\n- deque:        ordered collection accessible from endpoints only\n- "
           "defaultdict:  dict subclass with a default value factory\n",
    .methods = functions, .contents = contents,
);
