/* functools.c - the module _functools: partial, reduce, cmp_to_key, and the wrapper
 * object behind functools.lru_cache.
 *
 * A bounded cache keeps its entries (CacheLink) in a ring ordered by use. Its dict maps
 * a key to the link's address disguised as a small int, so links need no object header;
 * the links own key and result. Nobody else ever sees that dict.
 */
#include "stdlib/native.h"
#include "vm/types/shape.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/method.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/types/object_type.h"

/* ---- reduce ---------------------------------------------------------------------- */

FN(functools_reduce)
{
    Value it = object_iter(vm, args[1]);
    if (!it) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            error_set(vm, EXC_TypeError, "reduce() arg 2 must support iteration");
        }
        return VALUE_NULL;
    }
    Value result = nargs > 2 ? value_incref(args[2]) : VALUE_NULL, item;
    recursion_deepen(vm);
    while ((item = iter_next(vm, it)) != VALUE_NULL) {
        if (!result) {
            result = item;
            continue;
        }
        Value next = call2(vm, args[0], result, item);
        value_decref(vm, result);
        value_decref(vm, item);
        result = next;
        if (!result)
            break;
    }
    recursion_leave(vm);
    value_decref(vm, it);
    if (error_occurred(vm)) {
        value_xdecref(vm, result);
        return VALUE_NULL;
    }
    if (!result)
        return error_set(vm, EXC_TypeError,
                         "reduce() of empty iterable with no initial value");
    return result;
}

/* ---- cmp_to_key ------------------------------------------------------------------ */

typedef struct KeyObj {
    Object ob;
    Value compare; /* the function of two arguments */
    Value object;  /* VALUE_NULL in what cmp_to_key itself returns */
} KeyObj;
#define KEY(v) ((KeyObj *)(uintptr_t)(v))

static Value key_make(MinipyVM *vm, TypeObj *cls, Value compare, Value object)
{
    Value v = object_alloc_value(vm, cls);
    if (v) {
        KEY(v)->compare = value_incref(compare);
        KEY(v)->object = value_xincref(object);
    }
    return v;
}

FN(key_call)
{
    static const MethodDef row = {.name = "K", .signature = "(obj)"};
    Value a[1];
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    return key_make(vm, value_obj(self)->type, KEY(self)->compare, a[0]);
}

static Value key_richcompare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    if (!value_is_obj(other) || value_obj(other)->type != value_obj(self)->type)
        return error_set(vm, EXC_TypeError, "other argument must be K instance");
    if (!KEY(self)->object || !KEY(other)->object)
        return error_set(vm, EXC_AttributeError, "object");
    Value r = call2(vm, KEY(self)->compare, KEY(self)->object, KEY(other)->object);
    if (!r)
        return VALUE_NULL;
    Value answer = object_compare(vm, r, value_from_imm(0), op);
    value_decref(vm, r);
    return answer;
}

static MEMBERS(key_members,
    {"obj", MEMBER_VALUE_OR_NONE, offsetof(KeyObj, object), false, "Value wrapped by a key function."},
);

static TYPE_SPEC(key_spec,
    .name = "functools.KeyWrapper",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(KeyObj), .values = 2,
    .slots = {.hash = object_hash_not_implemented, .call = key_call, .richcompare = key_richcompare},
    .members = key_members,
);

FN(functools_cmp_to_key)
{
    TypeObj *t = module_type_made_borrow(vm, &key_spec);
    return t ? key_make(vm, t, args[0], VALUE_NULL) : VALUE_NULL;
}

/* ---- partial --------------------------------------------------------------------- */

typedef struct PartialObj {
    Object ob;
    Value func, args, keywords; /* keywords: dict */
    InstHead head;
} PartialObj;
#define PARTIAL(v) ((PartialObj *)(uintptr_t)(v))

static const TypeSpec partial_spec;

static bool has_attributes(PartialObj *p)
{
    return p->head.shape ? p->head.shape->count > 0 : p->head.u.dict != NULL;
}

/* keywords, copied, plus the call's own. */
static Value merge_keywords(MinipyVM *vm, Value keywords, const Value *values,
                            Value kwnames)
{
    Value d = keywords ? dict_copy(vm, keywords) : dict_new(vm);
    int64_t n = d && kwnames ? tuple_size(kwnames) : 0;
    for (int64_t i = 0; i < n; i++)
        if (dict_set(vm, d, tuple_get_borrow(kwnames, i), values[i]) < 0) {
            value_decref(vm, d);
            return VALUE_NULL;
        }
    return d;
}

FN(partial_call);

static Value partial_new(NEW_ARGS)
{
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "type 'partial' takes at least one argument");
    Value func = args[0], first = VALUE_NULL, keywords = VALUE_NULL;
    if (!object_callable(func))
        return error_set(vm, EXC_TypeError, "the first argument must be callable");
    if (value_is_of(func, &partial_spec) && !has_attributes(PARTIAL(func)) &&
        value_obj(func)->type->slots.call == partial_call) {
        PartialObj *inner = PARTIAL(func); /* flatten, unless a class calls otherwise */
        func = inner->func;
        first = inner->args;
        keywords = inner->keywords;
    }
    Value rest = tuple_from(vm, args + 1, (int64_t)nargs - 1);
    Value all = !rest   ? VALUE_NULL
                : first ? tuple_concat(vm, first, rest)
                        : value_incref(rest);
    value_xdecref(vm, rest);
    Value merged =
        all ? merge_keywords(vm, keywords, args + nargs, kwnames) : VALUE_NULL;
    Value v = merged ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, all);
        value_xdecref(vm, merged);
        return VALUE_NULL;
    }
    PARTIAL(v)->func = value_incref(func);
    PARTIAL(v)->args = all;
    PARTIAL(v)->keywords = merged;
    return v;
}

static Value partial_call_kw(MinipyVM *vm, PartialObj *p, const Value *args,
                             size_t nargs, Value kwnames)
{
    Value rest = tuple_from(vm, args, (int64_t)nargs);
    Value all = rest ? tuple_concat(vm, p->args, rest) : VALUE_NULL;
    value_xdecref(vm, rest);
    Value merged =
        all ? merge_keywords(vm, p->keywords, args + nargs, kwnames) : VALUE_NULL;
    Value r = merged ? call_tuple_dict(vm, p->func, all, merged) : VALUE_NULL;
    value_xdecref(vm, all);
    value_xdecref(vm, merged);
    return r;
}

FN(partial_call)
{
    enum { SMALL = 8 };
    PartialObj *p = PARTIAL(self);
    if (dict_size(p->keywords))
        return partial_call_kw(vm, p, args, nargs, kwnames);
    size_t bound = (size_t)tuple_size(p->args),
           nkw = kwnames ? (size_t)tuple_size(kwnames) : 0;
    size_t total = bound + nargs + nkw;
    Value small[SMALL], *all = small;
    if (bound == 0)
        return call(vm, p->func, args, nargs, kwnames);
    if (total > SMALL && !(all = mem_alloc(vm, total * sizeof(Value))))
        return VALUE_NULL;
    Value held = value_incref(p->args),
          func = value_incref(p->func); /* __setstate__... */
    memcpy(all, TUPLE(held)->items, bound * sizeof(Value));
    if (nargs + nkw)
        memcpy(all + bound, args, (nargs + nkw) * sizeof(Value));
    Value r = call(vm, func, all, bound + nargs, kwnames);
    value_decref(vm, held);
    value_decref(vm, func);
    if (all != small)
        mem_free(vm, all);
    return r;
}

/* The three parts are held by the caller: a repr can call __setstate__. */
static int partial_repr_parts(MinipyVM *vm, Value func, Value args, Value keywords,
                              StrBuilder *b)
{
    if (strbuilder_repr(b, func) < 0)
        return -1;
    for (int64_t i = 0; i < tuple_size(args); i++) {
        strbuilder_ascii(b, ", ");
        if (strbuilder_repr(b, tuple_get_borrow(args, i)) < 0)
            return -1;
    }
    Value key, value;
    for (int64_t pos = 0; dict_next(keywords, &pos, &key, &value);) {
        strbuilder_ascii(b, ", ");
        value_incref(value);
        Value text = object_str(vm, key);
        if (text)
            strbuilder_str(b, text);
        strbuilder_char(b, '=');
        int r = text ? strbuilder_repr(b, value) : -1;
        value_xdecref(vm, text);
        value_decref(vm, value);
        if (r < 0)
            return -1;
    }
    return 0;
}

static Value partial_repr(MinipyVM *vm, Value self)
{
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_from_ascii(vm, "...", 3) : VALUE_NULL;
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, type_name_cstr(value_obj(self)->type));
    strbuilder_char(&b, '(');
    PartialObj *p = PARTIAL(self);
    Value held[] = {value_incref(p->func), value_incref(p->args),
                    value_incref(p->keywords)};
    r = partial_repr_parts(vm, held[0], held[1], held[2], &b);
    for (int i = 0; i < 3; i++)
        value_decref(vm, held[i]);
    repr_leave(vm, self);
    return strbuilder_close(&b, r, ')');
}

/* (type, (func,), (func, args, keywords, __dict__ or None)) */
FN(partial_reduce)
{
    PartialObj *p = PARTIAL(self);
    DictObj *d = has_attributes(p) ? object_dict_borrow(vm, self) : NULL;
    if (!d && error_occurred(vm))
        return VALUE_NULL;
    Value dict = d && d->used ? value_from_obj(d) : VALUE_NONE;
    Value parts[3] = {value_incref(value_from_obj(p->ob.type)),
                      tuple_pack(vm, 1, p->func),
                      tuple_pack(vm, 4, p->func, p->args, p->keywords, dict)};
    return tuple_from_steal(vm, parts, 3);
}

FN(partial_setstate)
{
    Value s = args[0];
    bool ok = value_is_tuple(s) && tuple_size(s) == 4;
    Value *item = ok ? TUPLE(s)->items : NULL;
    if (!ok || !object_callable(item[0]) || !value_is_tuple(item[1]) ||
        (item[2] != VALUE_NONE && !value_is_dict(item[2])))
        return error_set(vm, EXC_TypeError, "invalid partial state");
    PartialObj *p = PARTIAL(self);
    Value all = value_is_exact(vm, item[1], KIND_TUPLE)
                    ? value_incref(item[1])
                    : tuple_from(vm, TUPLE(item[1])->items, tuple_size(item[1]));
    Value keywords = item[2] == VALUE_NONE                    ? dict_new(vm)
                     : value_is_exact(vm, item[2], KIND_DICT) ? value_incref(item[2])
                                                              : dict_copy(vm, item[2]);
    if (!all || !keywords) {
        value_xdecref(vm, all);
        value_xdecref(vm, keywords);
        return VALUE_NULL;
    }
    value_set_steal(vm, &p->func, value_incref(item[0]));
    value_set_steal(vm, &p->args, all);
    value_set_steal(vm, &p->keywords, keywords);
    if (item[3] == VALUE_NONE && !has_attributes(p))
        return VALUE_NONE;
    Value dict = item[3] == VALUE_NONE ? dict_new(vm) : value_incref(item[3]);
    int r = dict ? module_dict_set(vm, self, dict, NULL) : -1;
    value_xdecref(vm, dict);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

static METHODS(partial_methods,
    {"__reduce__", partial_reduce, M_UNSIGNED, "($self, /)", NULL},
    {"__setstate__", partial_setstate, M_UNSIGNED, "($self, object, /)", NULL},
    CLASS_GETITEM_METHOD,
);

static MEMBERS(partial_members,
    {"func", MEMBER_VALUE, offsetof(PartialObj, func), true, "function object to use in future partial calls"},
    {"args", MEMBER_VALUE, offsetof(PartialObj, args), true, "tuple of arguments to future partial calls"},
    {"keywords", MEMBER_VALUE, offsetof(PartialObj, keywords), true,
     "dictionary of keyword arguments to future partial calls"},
);

static GETSETS(dict_getsets,
    GETS_SETS("__dict__", inst_dict_get, module_dict_set),
);

static TYPE_SPEC(partial_spec,
    .name = "functools.partial",
    .doc = "partial(func, *args, **keywords) - new function with partial application\n"
           "    of the given arguments and keywords.\n",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_HAS_INST | TYPE_VECTORCALL | TYPE_UNCOUNTED,
    .basicsize = sizeof(PartialObj), .inst_offset = offsetof(PartialObj, head), .values = 3,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .repr = partial_repr,
              .call = partial_call, .new_ = partial_new},
    .methods = partial_methods, .getsets = dict_getsets, .members = partial_members,
);

/* ---- lru_cache ------------------------------------------------------------------- */

typedef struct CacheLink {
    struct CacheLink *prev, *next;
    int64_t hash;
    Value key, result; /* strong */
} CacheLink;

typedef struct LruObj {
    Object ob;
    Value func, cache, info_type,
        mark; /* mark: stands between arguments and keywords */
    InstHead head;
    int64_t maxsize; /* -1: no limit */
    int64_t hits, misses;
    bool typed;
    CacheLink root; /* of the ring; root.next is the least recently used */
} LruObj;
#define LRU(v) ((LruObj *)(uintptr_t)(v))

static Value link_value(CacheLink *l)
{
    return value_from_imm((int64_t)(intptr_t)l);
}
static CacheLink *value_link(Value v)
{
    return (CacheLink *)(intptr_t)value_imm(v);
}

static void link_append(LruObj *o, CacheLink *l)
{
    l->prev = o->root.prev;
    l->next = &o->root;
    o->root.prev->next = l;
    o->root.prev = l;
}

static void link_remove(CacheLink *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

static void link_free(MinipyVM *vm, CacheLink *l)
{
    Value key = l->key, result = l->result;
    mem_free(vm, l);
    value_decref(vm, key);
    value_decref(vm, result);
}

/* Empties ring and dict. */
static void lru_clear_cache(MinipyVM *vm, LruObj *o)
{
    CacheLink *first = o->root.next;
    bool any = first && first != &o->root;
    if (any)
        o->root.prev->next = NULL; /* the chain is ours alone now */
    o->root.prev = o->root.next = &o->root;
    o->hits = o->misses = 0;
    if (o->cache)
        dict_clear(vm, o->cache);
    while (any && first) {
        CacheLink *next = first->next;
        link_free(vm, first);
        first = next;
    }
}

static void lru_dealloc(MinipyVM *vm, Object *obj)
{
    lru_clear_cache(vm, (LruObj *)obj);
    object_values_release(vm, obj);
}

static int lru_traverse(Object *obj, VisitFn visit, void *arg)
{
    LruObj *o = (LruObj *)obj;
    for (CacheLink *l = o->root.next; l && l != &o->root; l = l->next) {
        GC_VISIT(l->key);
        GC_VISIT(l->result);
    }
    return object_values_visit(obj, visit, arg);
}

NEW(lru_new, 4, "lru_cache", "(user_function, maxsize, typed, cache_info_type)")
{
    if (!object_callable(given[0]))
        return error_set(vm, EXC_TypeError, "the first argument must be callable");
    int64_t maxsize = -1;
    if (given[1] != VALUE_NONE) {
        if (!value_is_int(given[1]) && !value_type(vm, given[1])->slots.nb_index)
            return error_set(vm, EXC_TypeError, "maxsize should be integer or None");
        maxsize = number_as_ssize(vm, given[1], EXC_OverflowError);
        if (maxsize == -1 && error_occurred(vm))
            return VALUE_NULL;
        if (maxsize < 0)
            maxsize = 0;
    }
    int typed = object_is_true(vm, given[2]);
    Value cache = typed < 0 ? VALUE_NULL : dict_new(vm);
    Value mark = cache ? call0(vm, value_from_obj(vm->types[KIND_OBJECT])) : VALUE_NULL;
    Value v = mark ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, cache);
        value_xdecref(vm, mark);
        return VALUE_NULL;
    }
    LruObj *o = LRU(v);
    o->root.prev = o->root.next = &o->root;
    o->func = value_incref(given[0]);
    o->cache = cache;
    o->mark = mark;
    o->info_type = value_incref(given[3]);
    o->maxsize = maxsize;
    o->typed = typed;
    return v;
}

/* The key of a call. One argument that is exactly an int or a str is its own key. */
static Value lru_key(MinipyVM *vm, LruObj *o, const Value *args, size_t nargs,
                     Value kwnames)
{
    size_t nkw = kwnames ? (size_t)tuple_size(kwnames) : 0;
    if (!o->typed && nkw == 0 && nargs == 1 &&
        (value_is_exact(vm, args[0], KIND_STR) ||
         value_type(vm, args[0]) == vm->types[KIND_INT]))
        return value_incref(args[0]);
    size_t n = nargs + (nkw ? 1 + 2 * nkw : 0) + (o->typed ? nargs + nkw : 0), at = 0;
    Value key = tuple_alloc(vm, (int64_t)n);
    if (!key)
        return VALUE_NULL;
    Value *to = TUPLE(key)->items;
    for (size_t i = 0; i < nargs; i++)
        to[at++] = value_incref(args[i]);
    if (nkw)
        to[at++] = value_incref(o->mark);
    for (size_t i = 0; i < nkw; i++) {
        to[at++] = value_incref(tuple_get_borrow(kwnames, (int64_t)i));
        to[at++] = value_incref(args[nargs + i]);
    }
    for (size_t i = 0; o->typed && i < nargs + nkw; i++)
        to[at++] = value_incref(value_from_obj(value_type(vm, args[i])));
    return key;
}

static Value lru_call_unbounded(MinipyVM *vm, LruObj *o, Value key, int64_t hash,
                                const Value *args, size_t nargs, Value kwnames)
{
    Value r = dict_get_hash_borrow(vm, o->cache, key, hash);
    if (r) {
        o->hits++;
        return value_incref(r);
    }
    if (error_occurred(vm))
        return VALUE_NULL;
    o->misses++;
    r = call(vm, o->func, args, nargs, kwnames);
    if (r && dict_set_hash(vm, o->cache, key, hash, r) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

/* Puts (key, result) in as the most recently used, in the place of the least recently
 * used one if the cache is full. */
static int lru_store(MinipyVM *vm, LruObj *o, Value key, int64_t hash, Value result)
{
    if (dict_size(o->cache) >= o->maxsize && o->root.next != &o->root) {
        CacheLink *old = o->root.next;
        link_remove(old);
        Value gone = dict_pop_hash(vm, o->cache, old->key, old->hash);
        if (!gone && error_occurred(vm)) {
            link_append(o, old);
            return -1;
        }
        link_free(vm, old);
    }
    CacheLink *l = mem_alloc(vm, sizeof *l);
    if (!l)
        return -1;
    *l = (CacheLink){
        .hash = hash, .key = value_incref(key), .result = value_incref(result)};
    if (dict_set_hash(vm, o->cache, key, hash, link_value(l)) < 0) {
        link_free(vm, l);
        return -1;
    }
    link_append(o, l);
    return 0;
}

static Value lru_call_bounded(MinipyVM *vm, LruObj *o, Value key, int64_t hash,
                              const Value *args, size_t nargs, Value kwnames)
{
    Value found = dict_get_hash_borrow(vm, o->cache, key, hash);
    if (found) {
        CacheLink *l = value_link(found);
        link_remove(l);
        link_append(o, l);
        o->hits++;
        return value_incref(l->result);
    }
    if (error_occurred(vm))
        return VALUE_NULL;
    o->misses++;
    Value r = call(vm, o->func, args, nargs, kwnames);
    if (!r)
        return VALUE_NULL;
    /* The call itself may have stored this key meanwhile. */
    found = dict_get_hash_borrow(vm, o->cache, key, hash);
    if (found)
        return r;
    if (error_occurred(vm) || lru_store(vm, o, key, hash, r) < 0) {
        value_decref(vm, r);
        return VALUE_NULL;
    }
    return r;
}

FN(lru_call)
{
    LruObj *o = LRU(self);
    if (o->maxsize == 0) {
        o->misses++;
        return call(vm, o->func, args, nargs, kwnames);
    }
    Value key = lru_key(vm, o, args, nargs, kwnames);
    if (!key)
        return VALUE_NULL;
    int64_t hash = object_hash(vm, key);
    Value r = VALUE_NULL;
    if (hash != -1)
        r = o->maxsize < 0 ? lru_call_unbounded(vm, o, key, hash, args, nargs, kwnames)
                           : lru_call_bounded(vm, o, key, hash, args, nargs, kwnames);
    value_decref(vm, key);
    return r;
}

static Value lru_descr_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    return !obj || obj == VALUE_NONE ? value_incref(self) : method_new(vm, self, obj);
}

FN(lru_cache_info)
{
    LruObj *o = LRU(self);
    Value v[4] = {value_from_imm(o->hits), value_from_imm(o->misses),
                  o->maxsize < 0 ? VALUE_NONE : int_new(vm, o->maxsize),
                  value_from_imm(dict_size(o->cache))};
    Value r = call(vm, o->info_type, v, 4, VALUE_NULL);
    value_decref(vm, v[2]);
    return r;
}

FN(lru_cache_clear)
{
    lru_clear_cache(vm, LRU(self));
    return VALUE_NONE;
}

FN(lru_reduce)
{
    return object_getattr(vm, self, NAME(vm, __qualname__));
}

FN(lru_copy)
{
    return value_incref(self);
}

static METHODS(lru_methods,
    {"cache_info", lru_cache_info, M_UNSIGNED, "($self, /)", "Report cache statistics"},
    {"cache_clear", lru_cache_clear, M_UNSIGNED, "($self, /)", "Clear the cache and cache statistics"},
    {"__reduce__", lru_reduce, M_UNSIGNED, "($self, /)", NULL},
    {"__copy__", lru_copy, M_BARE | M_UNSIGNED, "($self, *unused)", NULL},
    {"__deepcopy__", lru_copy, M_BARE | M_UNSIGNED, "($self, *unused)", NULL},
);

static TYPE_SPEC(lru_spec,
    .name = "functools._lru_cache_wrapper",
    .doc = "Create a cached callable that wraps another function.\n\nuser_function:   the function being cached\n\n"
           "maxsize:         None: no limit; 0: nothing is kept; else how many results\n\ntyped:           whether "
           "arguments of different types have results of their own\n\ncache_info_type: called with (hits, misses, "
           "maxsize, currsize)\n",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_WEAKREFS | TYPE_HAS_INST | TYPE_METHOD_LIKE, .basicsize = sizeof(LruObj),
    .inst_offset = offsetof(LruObj, head), .values = 4,
    .dealloc = lru_dealloc, .traverse = lru_traverse, .clear = lru_dealloc,
    .slots = {.call = lru_call, .descr_get = lru_descr_get, .new_ = lru_new},
    .methods = lru_methods, .getsets = dict_getsets,
);

/* ---- the module ------------------------------------------------------------------ */

static CONTENTS(contents,
    HAS_TYPE("partial", &partial_spec), HAS_TYPE("_lru_cache_wrapper", &lru_spec),
);

static METHODS(functions,
    {"reduce", functools_reduce, M_BARE | M_UNSIGNED | M_OWN_LEVEL,
     "($module, function, iterable, initial=<unrepresentable>, /)", "reduce(function, iterable[, initial]) -> value\n\n"
     "function(...function(function(first, second), third)..., last)"},
    {"cmp_to_key", functools_cmp_to_key, M_TUPLE | M_UNSIGNED, "($module, /, mycmp)",
     "Convert a cmp= function into a key= function.\n\n  mycmp\n    Function that compares two objects."},
);

MODULE_SPEC(functools_module_spec,
    .name = "_functools",
    .doc = "Tools that operate on functions.",
    .methods = functions, .contents = contents,
);
