/* thread_local.c - the type _thread._local: an object whose attributes differ from
 * thread to thread. It keeps one dict for each thread that has looked at it; the dicts
 * of a thread go when the thread ends, for which the vm links all such objects.
 */
#include "stdlib/threads/thread_private.h"
#include "vm/core/hooks.h"

typedef struct LocalDict {
    uint64_t thread; /* its serial */
    uint64_t made;   /* how many had been made before */
    Value dict;      /* strong */
} LocalDict;

typedef struct LocalObj {
    Object ob;
    struct LocalObj *next, *prev; /* of vm->thread_locals */
    LocalDict *dicts;
    size_t count;
    Value args, kwnames; /* of __init__, which each thread runs: all values, tuple */
} LocalObj;
#define LOCAL(v) ((LocalObj *)(uintptr_t)(v))

/* ---- the dicts ------------------------------------------------------------------- */

static LocalDict *find(LocalObj *o, uint64_t thread)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->dicts[i].thread == thread)
            return &o->dicts[i];
    return NULL;
}

static Value add_borrow(MinipyVM *vm, LocalObj *o, uint64_t thread)
{
    Value dict = dict_new(vm);
    LocalDict *more =
        dict ? mem_realloc_array(vm, o->dicts, o->count + 1, sizeof *more) : NULL;
    if (!more) {
        value_xdecref(vm, dict);
        return VALUE_NULL;
    }
    o->dicts = more;
    more[o->count++] = (LocalDict){thread, vm->local_dicts_made++, dict};
    return dict;
}

static void forget(MinipyVM *vm, LocalObj *o, uint64_t thread)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->dicts[i].thread == thread) {
            Value dict = o->dicts[i].dict;
            o->dicts[i] = o->dicts[--o->count];
            value_decref(vm, dict);
            return;
        }
}

/* The first that this thread made, as CPython's goes with a dict of the thread's. */
static LocalObj *first_made(MinipyVM *vm, uint64_t thread)
{
    LocalObj *first = NULL;
    uint64_t made = UINT64_MAX;
    for (LocalObj *o = vm->thread_locals; o; o = o->next) {
        LocalDict *d = find(o, thread);
        if (d && d->made < made) {
            first = o;
            made = d->made;
        }
    }
    return first;
}

/* A dict that goes may end other locals: each time from the start. */
void thread_locals_forget(MinipyVM *vm, uint64_t serial)
{
    for (LocalObj *o; (o = first_made(vm, serial));) {
        obj_incref(&o->ob);
        forget(vm, o, serial);
        obj_decref(vm, &o->ob);
    }
}

/* Runs __init__ again, in a thread that sees the object for the first time. */
static int init_again(MinipyVM *vm, Value self)
{
    LocalObj *o = LOCAL(self);
    TypeObj *t = value_type(vm, self);
    if (t->slots.init == vm->types[KIND_OBJECT]->slots.init)
        return 0;
    size_t names = o->kwnames ? (size_t)tuple_size(o->kwnames) : 0;
    return t->slots.init(vm, self, TUPLE(o->args)->items,
                         (size_t)tuple_size(o->args) - names, o->kwnames);
}

/* This thread's dict: a new reference, since __init__ may do anything. */
static Value own_dict(MinipyVM *vm, Value self)
{
    uint64_t thread = thread_serial(vm);
    LocalDict *found = find(LOCAL(self), thread);
    if (found)
        return value_incref(found->dict);
    Value dict = add_borrow(vm, LOCAL(self), thread);
    if (!dict)
        return VALUE_NULL;
    value_incref(dict);
    if (init_again(vm, self) < 0) {
        Value exc = error_fetch(vm);
        forget(vm, LOCAL(self), thread);
        value_clear(vm, &dict);
        error_restore_steal(vm, exc);
    }
    return dict;
}

/* ---- attributes ------------------------------------------------------------------ */

static bool is_dict_name(MinipyVM *vm, Value name)
{
    return name == NAME(vm, __dict__);
}

static Value call_get(MinipyVM *vm, TernarySlot get, Value d, Value self)
{
    value_incref(d);
    Value v = get(vm, d, self, value_from_obj(value_type(vm, self)));
    value_decref(vm, d);
    return v;
}

/* The generic look-up, with the thread's dict for that of the instance. */
static Value lookup(MinipyVM *vm, Value self, Value name, Value dict)
{
    Value d = type_lookup_borrow(vm, value_type(vm, self), name);
    TypeObj *dt = d ? value_type(vm, d) : NULL;
    TernarySlot get = dt ? dt->slots.descr_get : NULL;
    if (get && dt->slots.descr_set)
        return call_get(vm, get, d, self);
    Value own = dict_get_str_borrow(vm, DICT(dict), name);
    if (own)
        return value_incref(own);
    if (get)
        return call_get(vm, get, d, self);
    return d ? value_incref(d)
             : error_set_attribute(vm, self, name,
                                   "'%.50T' object has no attribute '%U'", self, name);
}

static Value local_getattro(MinipyVM *vm, Value self, Value name)
{
    Value dict = own_dict(vm, self);
    if (!dict || is_dict_name(vm, name))
        return dict;
    Value v = lookup(vm, self, name, dict);
    value_decref(vm, dict);
    return v;
}

static int set_in(MinipyVM *vm, Value self, Value name, Value value, Value dict)
{
    Value d = type_lookup_borrow(vm, value_type(vm, self), name);
    DescrSetSlot set = d ? value_type(vm, d)->slots.descr_set : NULL;
    if (set) {
        value_incref(d);
        int r = set(vm, d, self, value);
        value_decref(vm, d);
        return r;
    }
    int r = dict_assign(vm, dict, name, value);
    if (r > 0)
        error_set(vm, EXC_AttributeError, "'%.50T' object has no attribute '%U'", self,
                  name);
    return r ? -1 : 0;
}

static int local_setattro(MinipyVM *vm, Value self, Value name, Value value)
{
    if (is_dict_name(vm, name))
        return error_set(vm, EXC_AttributeError,
                         "'%T' object attribute '__dict__' is read-only", self),
               -1;
    Value dict = own_dict(vm, self);
    int r = dict ? set_in(vm, self, name, value, dict) : -1;
    value_xdecref(vm, dict);
    return r;
}

/* ---- the object ------------------------------------------------------------------ */

static Value local_new(NEW_ARGS)
{
    size_t names = kwnames ? (size_t)tuple_size(kwnames) : 0;
    if (nargs + names && cls->slots.init == vm->types[KIND_OBJECT]->slots.init)
        return error_set(vm, EXC_TypeError,
                         "Initialization arguments are not supported");
    Value self = value_from_obj(object_alloc(vm, cls, 0));
    if (!self)
        return VALUE_NULL;
    LocalObj *o = LOCAL(self), *first = vm->thread_locals;
    o->next = first;
    if (first)
        first->prev = o;
    vm->thread_locals = o;
    o->kwnames = value_xincref(kwnames);
    /* This thread's __init__ is run by the call of the class. */
    if (!(o->args = tuple_from(vm, args, (int64_t)(nargs + names))) ||
        !add_borrow(vm, o, thread_serial(vm)))
        value_clear(vm, &self);
    return self;
}

static void local_clear(MinipyVM *vm, Object *ob)
{
    LocalObj *o = (LocalObj *)ob;
    value_clear(vm, &o->args);
    value_clear(vm, &o->kwnames);
    while (o->count > 0)
        forget(vm, o, o->dicts[0].thread);
}

static void local_dealloc(MinipyVM *vm, Object *ob)
{
    LocalObj *o = (LocalObj *)ob;
    if (o->prev)
        o->prev->next = o->next;
    else if (vm->thread_locals == o)
        vm->thread_locals = o->next;
    if (o->next)
        o->next->prev = o->prev;
    local_clear(vm, ob);
    mem_free(vm, o->dicts);
}

static int local_traverse(Object *ob, VisitFn visit, void *arg)
{
    LocalObj *o = (LocalObj *)ob;
    GC_VISIT(o->args);
    for (size_t i = 0; i < o->count; i++)
        GC_VISIT(o->dicts[i].dict);
    return 0;
}

TYPE_SPEC(thread_local_spec,
    .name = "_thread._local",
    .doc = "Thread-local data",
    .flags = TYPE_OWN_MODULE | TYPE_BASE | TYPE_GC | TYPE_WEAKREFS, .basicsize = sizeof(LocalObj),
    .dealloc = local_dealloc, .traverse = local_traverse, .clear = local_clear,
    .slots = {.new_ = local_new, .getattro = local_getattro, .setattro = local_setattro},
);
