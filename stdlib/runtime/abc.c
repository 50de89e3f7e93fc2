/* abc.c - the module _abc: the registry and the caches behind abc.ABCMeta.
 *
 * Each abstract base class keeps three sets of weak references to classes: registered
 * ones, known subclasses, known strangers. The strangers are forgotten when anything
 * was registered anywhere since; a counter in the module tells.
 */
#include "stdlib/native.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/sequence.h"
#include "vm/memory/weakref.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"
#include "vm/types/type.h"

enum { QUICK = 8 };
typedef struct AbcData {
    Object ob;
    Value registry, cache,
        negative; /* sets of weak references, or VALUE_NULL; strong */
    uint64_t negative_version;
    /* Versions of classes found in `cache` and in `negative`, which no other class ever
     * has: most questions are of few classes, again and again. */
    uint32_t known[QUICK], strangers[QUICK];
} AbcData;
#define ABC_DATA(v) ((AbcData *)(uintptr_t)(v))

static TYPE_SPEC(data_spec,
    .name = "_abc._abc_data",
    .doc = "Internal state held by ABC machinery.",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(AbcData), .values = 3,
);

/* How often register() was called in this vm. */
static uint64_t *registrations(Value module)
{
    return MODULE(module)->state;
}

static AbcData *data_of(MinipyVM *vm, Value cls)
{
    Value d = object_getattr(vm, cls, NAME(vm, _abc_impl));
    if (!d)
        return NULL;
    if (!value_is_of(d, &data_spec)) {
        value_decref(vm, d);
        error_set(vm, EXC_TypeError, "_abc_impl is set to a wrong type");
        return NULL;
    }
    return ABC_DATA(d);
}

/* ---- weak sets ------------------------------------------------------------------- */

static int weak_has(MinipyVM *vm, Value set, Value cls)
{
    if (!set || set_size(set) == 0)
        return 0;
    Value ref = weakref_new(vm, cls, VALUE_NULL);
    if (!ref) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            return 0;
        }
        return -1;
    }
    int r = set_contains(vm, set, ref);
    value_decref(vm, ref);
    return r;
}

/* Is it known, or known as a stranger? */
static int is_known(MinipyVM *vm, AbcData *d, bool stranger, Value cls)
{
    uint32_t *quick = stranger ? d->strangers : d->known;
    uint32_t version = value_is_type(cls) ? TYPE_OF(cls)->version : 0;
    if (version && quick[version % QUICK] == version)
        return 1;
    int r = weak_has(vm, stranger ? d->negative : d->cache, cls);
    if (r > 0 && value_is_type(cls) && (version = type_version(vm, TYPE_OF(cls))))
        quick[version % QUICK] = version;
    return r;
}

/* The callback of a reference in a set, bound to a weak reference to that set. */
FN(weak_forget)
{
    Value set = call0(vm, self);
    if (!set)
        return VALUE_NULL;
    int r = set == VALUE_NONE ? 0 : set_discard(vm, set, args[0]);
    value_decref(vm, set);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}
static const MethodDef forget_def = {"_destroy", weak_forget, M_UNSIGNED,
                                     "($self, object, /)", NULL};

static int weak_add(MinipyVM *vm, Value *set, Value cls)
{
    if (!*set && !(*set = set_new(vm, VALUE_NULL)))
        return -1;
    Value set_ref = weakref_new(vm, *set, VALUE_NULL);
    Value callback =
        set_ref ? native_new(vm, &forget_def, set_ref, VALUE_NULL) : VALUE_NULL;
    Value ref = callback ? weakref_new(vm, cls, callback) : VALUE_NULL;
    int r = ref ? set_add(vm, *set, ref) : -1;
    value_xdecref(vm, ref);
    value_xdecref(vm, callback);
    value_xdecref(vm, set_ref);
    return r;
}

/* ---- abstract methods ------------------------------------------------------------ */

static int is_abstract(MinipyVM *vm, Value v)
{
    Value flag;
    int r = object_lookup_attr(vm, v, NAME(vm, __isabstractmethod__), &flag);
    if (r <= 0)
        return r;
    r = object_is_true(vm, flag);
    value_decref(vm, flag);
    return r;
}

static int collect_own(MinipyVM *vm, Value cls, Value into)
{
    Value names =
        object_getattr(vm, cls, NAME(vm, __dict__)); /* a metaclass hears it */
    Value items = names ? call_method_cstr(vm, names, "items", NULL, 0) : VALUE_NULL;
    if (items)
        value_set_steal(vm, &items, sequence_list(vm, items));
    value_xdecref(vm, names);
    int r = items ? 0 : -1;
    for (int64_t i = 0; r >= 0 && i < list_size(items); i++) {
        Value pair = list_get_borrow(items, i);
        if ((r = is_abstract(vm, tuple_get_borrow(pair, 1))) > 0)
            r = set_add(vm, into, tuple_get_borrow(pair, 0));
    }
    value_xdecref(vm, items);
    return r < 0 ? -1 : 0;
}

static int collect_from_base(MinipyVM *vm, Value cls, Value base, Value into)
{
    Value names, v;
    int r = object_lookup_attr(vm, base, NAME(vm, __abstractmethods__), &names);
    if (r <= 0)
        return r;
    Value list = sequence_list(vm, names);
    value_decref(vm, names);
    if (!list)
        return -1;
    for (int64_t i = 0; r >= 0 && i < list_size(list); i++) {
        Value name = list_get_borrow(list, i);
        if ((r = object_lookup_attr(vm, cls, name, &v)) <= 0)
            continue;
        r = is_abstract(vm, v);
        value_decref(vm, v);
        if (r > 0)
            r = set_add(vm, into, name);
    }
    value_decref(vm, list);
    return r < 0 ? -1 : 0;
}

static int set_abstract_methods(MinipyVM *vm, Value cls)
{
    Value names = set_new(vm, VALUE_NULL);
    if (!names || collect_own(vm, cls, names) < 0)
        goto error;
    Value bases = object_getattr(vm, cls, NAME(vm, __bases__));
    if (bases && !value_is_tuple(bases)) {
        error_set(vm, EXC_TypeError, "__bases__ is not tuple");
        value_clear(vm, &bases);
    }
    bool ok = bases != VALUE_NULL;
    for (int64_t i = 0; ok && i < tuple_size(bases); i++)
        ok = collect_from_base(vm, cls, tuple_get_borrow(bases, i), names) == 0;
    value_xdecref(vm, bases);
    if (!ok)
        goto error;
    Value frozen = frozenset_new(vm, names);
    value_decref(vm, names);
    int r =
        frozen ? object_setattr(vm, cls, NAME(vm, __abstractmethods__), frozen) : -1;
    value_xdecref(vm, frozen);
    return r;
error:
    value_xdecref(vm, names);
    return -1;
}

/* ---- sequence and mapping patterns ----------------------------------------------- */

enum { COLLECTION_FLAGS = TYPE_SEQUENCE | TYPE_MAPPING };

static int set_flags_visit(MinipyVM *vm, TypeObj *t, void *arg)
{
    (void)vm;
    if (!(t->flags & TYPE_IMMUTABLE))
        t->flags = (t->flags & ~(uint32_t)COLLECTION_FLAGS) | *(uint32_t *)arg;
    return 0;
}

static void set_collection_flags(MinipyVM *vm, TypeObj *t, uint32_t flags)
{
    if (!(t->flags & TYPE_IMMUTABLE) && (t->flags & COLLECTION_FLAGS) != flags)
        type_all_descendants(vm, t, set_flags_visit, &flags);
}

/* __abc_tpflags__ of a class body: CPython's bits for "matches a sequence / mapping".
 */
static int take_collection_flags(MinipyVM *vm, Value cls)
{
    enum { CPYTHON_SEQUENCE = 1 << 5, CPYTHON_MAPPING = 1 << 6 };
    Value name = str_intern_cstr(vm, "__abc_tpflags__");
    if (!name)
        return -1;
    DictObj *d = type_dict(vm, TYPE_OF(cls));
    Value v = d ? dict_get_borrow(vm, value_from_obj(d), name) : VALUE_NULL;
    int r = 0;
    if (v && value_is_int(v)) {
        int64_t flags = int_as_i64_overflow(v, NULL);
        if ((flags & CPYTHON_SEQUENCE) && (flags & CPYTHON_MAPPING)) {
            error_set(vm, EXC_TypeError,
                      "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and "
                      "Py_TPFLAGS_MAPPING");
            r = -1;
        } else {
            TYPE_OF(cls)->flags |= (flags & CPYTHON_SEQUENCE ? TYPE_SEQUENCE : 0) |
                                   (flags & CPYTHON_MAPPING ? TYPE_MAPPING : 0);
            r = object_delattr(vm, cls, name);
        }
    }
    value_decref(vm, name);
    return r;
}

/* ---- the functions --------------------------------------------------------------- */

FN(abc_init)
{
    Value cls = args[0];
    static const char *const needed[] = {"__dict__", "__bases__"};
    for (int i = 0; i < 2 && !value_is_type(cls); i++) {
        Value name = str_intern_cstr(vm, needed[i]);
        Value v = name ? object_getattr(vm, cls, name) : VALUE_NULL;
        value_xdecref(vm, name);
        if (!v)
            return VALUE_NULL;
        value_decref(vm, v);
    }
    if (!value_is_type(cls))
        return error_set(vm, EXC_TypeError, "_abc_init() argument must be a class");
    if (set_abstract_methods(vm, cls) < 0)
        return VALUE_NULL;
    AbcData *d = (AbcData *)object_alloc(vm, module_type_borrow(vm, &data_spec), 0);
    if (!d)
        return VALUE_NULL;
    d->negative_version = *registrations(self);
    int r = attr_set(vm, cls, "_abc_impl", value_from_obj(d));
    obj_decref(vm, &d->ob);
    return r < 0 || take_collection_flags(vm, cls) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(abc_register)
{
    Value cls = args[0], sub = args[1];
    if (!value_is_type(sub))
        return error_set(vm, EXC_TypeError, "Can only register classes");
    int r = object_issubclass(vm, sub, cls);
    if (r)
        return r < 0 ? VALUE_NULL : value_incref(sub);
    if ((r = object_issubclass(vm, cls, sub)))
        return r < 0 ? VALUE_NULL
                     : error_set(vm, EXC_RuntimeError,
                                 "Refusing to create an inheritance cycle");
    AbcData *d = data_of(vm, cls);
    if (!d)
        return VALUE_NULL;
    r = weak_add(vm, &d->registry, sub);
    obj_decref(vm, &d->ob);
    if (r < 0)
        return VALUE_NULL;
    ++*registrations(self);
    uint32_t flags = value_is_type(cls) ? TYPE_OF(cls)->flags & COLLECTION_FLAGS : 0;
    if (flags)
        set_collection_flags(vm, TYPE_OF(sub), flags);
    return value_incref(sub);
}

static int forget_strangers(MinipyVM *vm, AbcData *d, uint64_t version)
{
    if (d->negative_version < version) {
        value_clear(vm, &d->negative);
        memset(d->strangers, 0, sizeof d->strangers);
        d->negative_version = version;
    }
    return 0;
}

static Value ask_subclasscheck(MinipyVM *vm, Value cls, Value sub)
{
    return call_method(vm, cls, NAME(vm, __subclasscheck__), &sub, 1);
}

FN(abc_instancecheck)
{
    Value cls = args[0], instance = args[1];
    AbcData *d = data_of(vm, cls);
    if (!d)
        return VALUE_NULL;
    Value result = VALUE_NULL, sub = object_getattr(vm, instance, NAME(vm, __class__));
    if (!sub)
        goto done;
    int r = is_known(vm, d, false, sub);
    if (r) {
        result = r < 0 ? VALUE_NULL : VALUE_TRUE;
        goto done;
    }
    Value type = value_from_obj(value_type(vm, instance));
    if (sub == type) {
        r = d->negative_version == *registrations(self) ? is_known(vm, d, true, sub)
                                                        : 0;
        result = r < 0 ? VALUE_NULL : r ? VALUE_FALSE : ask_subclasscheck(vm, cls, sub);
        goto done;
    }
    result = ask_subclasscheck(vm, cls, sub);
    r = result ? object_is_true(vm, result) : -1;
    if (r < 0)
        value_clear(vm, &result);
    else if (r == 0)
        value_set_steal(vm, &result, ask_subclasscheck(vm, cls, type));
done:
    value_xdecref(vm, sub);
    obj_decref(vm, &d->ob);
    return result;
}

enum {
    REGISTERED = 2
}; /* a subclass that is registered itself: the cache does without */

/* Whether sub is a subclass of a registered class: 1, REGISTERED, 0, -1. */
static int in_registry(MinipyVM *vm, AbcData *d, Value sub)
{
    if (!d->registry || set_size(d->registry) == 0)
        return 0;
    int r = weak_has(vm, d->registry, sub);
    if (r)
        return r < 0 ? -1 : REGISTERED;
    Value refs = sequence_list(vm, d->registry); /* it may change meanwhile */
    if (!refs)
        return -1;
    for (int64_t i = 0; r == 0 && i < list_size(refs); i++) {
        Value cls = call0(vm, list_get_borrow(refs, i));
        r = !cls ? -1 : cls == VALUE_NONE ? 0 : object_issubclass(vm, sub, cls);
        value_xdecref(vm, cls);
    }
    value_decref(vm, refs);
    return r;
}

static int in_subclasses(MinipyVM *vm, Value cls, Value sub)
{
    Value list = call_method_cstr(vm, cls, "__subclasses__", NULL, 0);
    if (!list)
        return -1;
    if (!value_is_list(list)) {
        value_decref(vm, list);
        return error_set(vm, EXC_TypeError, "__subclasses__() must return a list"), -1;
    }
    int r = 0;
    for (int64_t i = 0; r == 0 && i < list_size(list); i++)
        r = object_issubclass(vm, sub, list_get_borrow(list, i));
    value_decref(vm, list);
    return r;
}

/* The answer beyond the caches: 1, REGISTERED, 0, -1. */
static int decide_subclass(MinipyVM *vm, AbcData *d, Value cls, Value sub)
{
    Value ok = call_method(vm, cls, NAME(vm, __subclasshook__), &sub, 1);
    if (!ok)
        return -1;
    value_decref(vm, ok); /* of the three allowed, none is counted */
    if (ok == VALUE_TRUE || ok == VALUE_FALSE)
        return ok == VALUE_TRUE;
    if (ok != VALUE_NOT_IMPLEMENTED)
        return error_set(vm, EXC_AssertionError,
                         "__subclasshook__ must return either False, True, or "
                         "NotImplemented"),
               -1;
    if (value_is_type(cls) && type_is_subtype(TYPE_OF(sub), TYPE_OF(cls)))
        return 1;
    int r = in_registry(vm, d, sub);
    return r ? r : in_subclasses(vm, cls, sub);
}

FN(abc_subclasscheck)
{
    Value cls = args[0], sub = args[1];
    if (!value_is_type(sub))
        return error_set(vm, EXC_TypeError, "issubclass() arg 1 must be a class");
    AbcData *d = data_of(vm, cls);
    if (!d)
        return VALUE_NULL;
    int r = is_known(vm, d, false, sub);
    if (r == 0) {
        forget_strangers(vm, d, *registrations(self));
        int stranger = is_known(vm, d, true, sub);
        r = stranger < 0 ? -1 : 0;
        if (stranger == 0) {
            r = decide_subclass(vm, d, cls, sub);
            if (r == REGISTERED)
                r = 1;
            else if (r >= 0 && weak_add(vm, r ? &d->cache : &d->negative, sub) < 0)
                r = -1;
        }
    }
    obj_decref(vm, &d->ob);
    return value_true_or_error(r);
}

FN(abc_get_cache_token)
{
    return int_from_u64(vm, *registrations(self));
}

static Value reset(MinipyVM *vm, Value cls, bool registry)
{
    AbcData *d = data_of(vm, cls);
    if (!d)
        return VALUE_NULL;
    value_clear(vm, registry ? &d->registry : &d->cache);
    if (!registry) {
        value_clear(vm, &d->negative);
        memset(d->known, 0, sizeof d->known);
        memset(d->strangers, 0, sizeof d->strangers);
    }
    obj_decref(vm, &d->ob);
    return VALUE_NONE;
}

FN(abc_reset_registry)
{
    return reset(vm, args[0], true);
}

FN(abc_reset_caches)
{
    return reset(vm, args[0], false);
}

FN(abc_get_dump)
{
    AbcData *d = data_of(vm, args[0]);
    if (!d)
        return VALUE_NULL;
    Value parts[] = {set_new(vm, d->registry), set_new(vm, d->cache),
                     set_new(vm, d->negative), int_from_u64(vm, d->negative_version)};
    obj_decref(vm, &d->ob);
    return tuple_from_steal(vm, parts, 4);
}

static METHODS(functions,
    {"get_cache_token", abc_get_cache_token, 0, "($module, /)",
     "A token that changes with every call to register() on any ABC."},
    {"_abc_init", abc_init, 0, "($module, self, /)", "For ABCMeta.__new__."},
    {"_reset_registry", abc_reset_registry, 0, "($module, self, /)",
     "Forget the registered subclasses, for tests alone."},
    {"_reset_caches", abc_reset_caches, 0, "($module, self, /)", "Forget what checks have found, for tests alone."},
    {"_get_dump", abc_get_dump, 0, "($module, self, /)", "Registry, caches and version."},
    {"_abc_register", abc_register, 0, "($module, self, subclass, /)", "What ABCMeta.register() does."},
    {"_abc_instancecheck", abc_instancecheck, 0, "($module, self, instance, /)",
     "What ABCMeta.__instancecheck__() does."},
    {"_abc_subclasscheck", abc_subclasscheck, 0, "($module, self, subclass, /)",
     "What ABCMeta.__subclasscheck__() does."},
);

static CONTENTS(contents,
    HAS_TYPE(NULL, &data_spec),
);

static int abc_exec(MinipyVM *vm, Value m)
{
    return (MODULE(m)->state = mem_calloc(vm, sizeof(uint64_t))) ? 0 : -1;
}

MODULE_SPEC(abc_module_spec,
    .name = "_abc",
    .doc = "Module contains faster C implementation of abc.ABCMeta",
    .methods = functions, .contents = contents, .exec = abc_exec,
);
