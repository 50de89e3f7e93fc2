/* gcmodule.c - the module gc: the collector's knobs and what it sees. */
#include "stdlib/native.h"
#include "vm/core/hooks.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/types/class_dict.h"

FN(py_collect)
{
    gc_settle(vm);
    int generation = GC_GENERATIONS - 1;
    if (GIVEN(0) && !arg_int(vm, args[0], &generation))
        return VALUE_NULL;
    if (generation < 0 || generation >= GC_GENERATIONS)
        return error_set(vm, EXC_ValueError, "invalid generation");
    return int_new(vm, gc_collect(vm, generation));
}

FN(py_enable)
{
    gc_settle(vm);
    vm->gc.enabled = true;
    return VALUE_NONE;
}

FN(py_disable)
{
    gc_settle(vm);
    vm->gc.enabled = false;
    return VALUE_NONE;
}

FN(py_isenabled)
{
    return value_from_bool(vm->gc.enabled);
}

FN(py_get_threshold)
{
    GcGeneration *g = vm->gc.gen;
    return tuple_pack(vm, 3, int_new(vm, g[0].threshold), int_new(vm, g[1].threshold),
                      int_new(vm, g[2].threshold));
}

FN(py_set_threshold)
{
    gc_settle(vm);
    int t[3];
    for (size_t i = 0; i < nargs; i++)
        if (!arg_int_ranged(vm, args[i], &t[i]))
            return VALUE_NULL;
    for (size_t i = 0; i < 3; i++)
        vm->gc.gen[i].threshold = i < nargs              ? t[i]
                                  : i == 1 && nargs == 1 ? vm->gc.gen[1].threshold
                                                         : vm->gc.gen[2].threshold;
    return VALUE_NONE;
}

FN(py_get_count)
{
    gc_settle(vm);
    GcGeneration *g = vm->gc.gen;
    return tuple_pack(vm, 3, int_new(vm, g[0].count), int_new(vm, g[1].count),
                      int_new(vm, g[2].count));
}

FN(py_get_debug)
{
    return value_from_imm(vm->gc.debug);
}

FN(py_set_debug)
{
    return arg_int(vm, args[0], &vm->gc.debug) ? VALUE_NONE : VALUE_NULL;
}

FN(py_get_stats)
{
    gc_settle(vm);
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < GC_GENERATIONS; i++) {
        GcGeneration *g = &vm->gc.gen[i];
        Value d = dict_new(vm);
        if (!d ||
            dict_set_cstr_steal(vm, d, "collections", int_new(vm, g->collections)) <
                0 ||
            dict_set_cstr_steal(vm, d, "collected", int_new(vm, g->collected)) < 0 ||
            dict_set_cstr_steal(vm, d, "uncollectable", int_new(vm, g->uncollectable)) <
                0 ||
            list_append(vm, list, d) < 0)
            value_clear(vm, &list);
        value_xdecref(vm, d);
    }
    return list;
}

FN(py_is_tracked)
{
    return value_from_bool(gc_is_tracked(args[0]));
}

FN(py_is_finalized)
{
    return value_from_bool(value_is_obj(args[0]) &&
                           value_obj(args[0])->flags & OBJ_FINALIZED);
}

static int collect_list(MinipyVM *vm, GcHead *head, Value out)
{
    for (GcHead *g = head->next; g != head; g = g->next) {
        Object *o = gc_object(g);
        if (o == value_obj(out) || o->flags & OBJ_HIDDEN)
            continue;
        if (list_append(vm, out, value_from_obj(o)) < 0)
            return -1;
    }
    return 0;
}

/* The list, or VALUE_NULL; classes learn that a program has their dicts. */
static Value shown(MinipyVM *vm, Value list)
{
    if (list && class_dicts_show(vm, list, 0) < 0)
        value_clear(vm, &list);
    return list;
}

FN(py_get_objects)
{
    int64_t generation = -1;
    if (GIVEN(0) && args[0] != VALUE_NONE) {
        if (!arg_optional_ssize(vm, args[0], &generation))
            return VALUE_NULL;
        if (audit(vm, "gc.get_objects", 1, value_from_imm(generation)) < 0)
            return VALUE_NULL;
        if (generation < 0 || generation >= GC_GENERATIONS)
            return error_set(vm, EXC_ValueError,
                             generation < 0
                                 ? "generation parameter cannot be negative"
                                 : "generation parameter must be less than the number "
                                   "of available generations (3)");
    }
    if (generation < 0 && audit(vm, "gc.get_objects", 1, value_from_imm(-1)) < 0)
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < GC_GENERATIONS; i++)
        if ((generation < 0 || i == generation) &&
            collect_list(vm, &vm->gc.gen[i].head, list) < 0)
            value_clear(vm, &list);
    bool oldest_too = generation < 0 || generation == GC_GENERATIONS - 1;
    if (list && oldest_too && collect_list(vm, &vm->gc.start, list) < 0)
        value_clear(vm, &list);
    return shown(vm, list);
}

/* One question put to every reference of an object: is it one of `wanted`? */
typedef struct Search {
    const Value *wanted;
    size_t n;
} Search;

static int visit_search(Value v, void *arg)
{
    Search *s = arg;
    for (size_t i = 0; i < s->n; i++)
        if (v == s->wanted[i])
            return 1;
    return 0;
}

/* Hooks see the arguments as one tuple. -1: a hook raised. */
static int audit_objects(MinipyVM *vm, const char *event, const Value *args,
                         size_t nargs)
{
    Value t = tuple_from(vm, args, (int64_t)nargs);
    int r = t ? audit(vm, event, 1, t) : -1;
    value_xdecref(vm, t);
    return r;
}

FN(py_get_referrers)
{
    if (audit_objects(vm, "gc.get_referrers", args, nargs) < 0)
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    Search s = {args, nargs};
    for (int i = 0; list && i <= GC_GENERATIONS; i++) {
        GcHead *head = i < GC_GENERATIONS ? &vm->gc.gen[i].head : &vm->gc.start;
        for (GcHead *g = head->next; list && g != head; g = g->next) {
            Object *o = gc_object(g);
            if (o != value_obj(list) && !(o->flags & OBJ_HIDDEN) &&
                object_traverse(o, visit_search, &s) &&
                list_append(vm, list, value_from_obj(o)) < 0)
                value_clear(vm, &list);
        }
    }
    return shown(vm, list);
}

typedef struct Gather {
    MinipyVM *vm;
    Value list;
} Gather;

static int visit_gather(Value v, void *arg)
{
    Gather *g = arg;
    if (value_is_obj(v) && value_obj(v)->flags & OBJ_HIDDEN)
        return 0;
    return list_append(g->vm, g->list, v) < 0;
}

/* Of a dictionary of names CPython's collector visits the values alone. */
static int gather_dict(Value dict, Gather *g)
{
    Value key, value;
    int r = 0;
    for (int64_t at = 0; r == 0 && dict_next(dict, &at, &key, &value);)
        r = visit_gather(value, g) || (!DICT(dict)->str_keys && visit_gather(key, g));
    return r;
}

/* What O holds, in CPython's order: programs take the last of a sequence for the first.
 * The collector passes over values that are no objects; those of the containers that
 * may hold them are gathered here. */
static int gather(Value o, Gather *g)
{
    Value key;
    int64_t at = 0;
    int r = 0;
    bool native = value_is_obj(o) && !(value_obj(o)->type->flags & TYPE_HEAP);
    if (native && (value_is_list(o) || value_is_tuple(o)))
        for (int64_t i = seq_size(o); r == 0 && i > 0; i--)
            r = visit_gather(seq_items(o)[i - 1], g);
    else if (native && value_is_dict(o))
        r = gather_dict(o, g);
    else if (native && (value_is_kind(o, KIND_SET) || value_is_kind(o, KIND_FROZENSET)))
        while (r == 0 && set_next(o, &at, &key))
            r = visit_gather(key, g);
    else if (value_is_obj(o) && value_obj(o)->gc & GC_HAS_HEAD)
        r = object_traverse(value_obj(o), visit_gather, g);
    return r;
}

FN(py_get_referents)
{
    if (audit_objects(vm, "gc.get_referents", args, nargs) < 0)
        return VALUE_NULL;
    Gather g = {vm, list_new(vm, 0)};
    for (size_t i = 0; g.list && i < nargs; i++)
        if (gather(args[i], &g))
            value_clear(vm, &g.list);
    return shown(vm, g.list);
}

FN(py_freeze)
{
    gc_freeze(vm);
    return VALUE_NONE;
}

FN(py_unfreeze)
{
    gc_unfreeze(vm);
    return VALUE_NONE;
}

FN(py_get_freeze_count)
{
    int64_t n = 0;
    for (GcHead *g = vm->gc.frozen.next; g != &vm->gc.frozen; g = g->next)
        n++;
    return int_new(vm, n);
}

static METHODS(functions,
    {"collect", py_collect, 0, "($module, /, generation=2)", "Run the garbage collector."},
    {"enable", py_enable, 0, "($module, /)", "Turn automatic collection on."},
    {"disable", py_disable, 0, "($module, /)", "Turn automatic collection off."},
    {"isenabled", py_isenabled, 0, "($module, /)", "Whether automatic collection is on."},
    {"get_threshold", py_get_threshold, 0, "($module, /)", "The thresholds of the three generations, as a tuple."},
    {"set_threshold", py_set_threshold, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, threshold0, threshold1=10, threshold2=10, /)",
     "set_threshold(threshold0, [threshold1, threshold2]) -> None\n\n"
     "How many allocations start a collection; 0 as the first turns it off."},
    {"get_count", py_get_count, 0, "($module, /)",
     "How many objects each generation has counted, as a tuple of three."},
    {"get_debug", py_get_debug, 0, "($module, /)", "The debugging flags that are set."},
    {"set_debug", py_set_debug, 0, "($module, flags, /)",
     "Set the debugging flags, of which the DEBUG_ constants are the bits; reports go to stderr."},
    {"get_stats", py_get_stats, 0, "($module, /)",
     "A dictionary for each generation: its collections, what they freed and what they could not."},
    {"is_tracked", py_is_tracked, 0, "($module, obj, /)",
     "Whether the collector looks after the object. What holds no other objects it does not."},
    {"is_finalized", py_is_finalized, 0, "($module, obj, /)",
     "Whether the collector has called the object's finalizer."},
    {"get_objects", py_get_objects, 0, "($module, /, generation=None)",
     "A list of the objects that are tracked, of one generation or of all; the list itself is left out."},
    {"get_referrers", py_get_referrers, M_BARE | M_UNSIGNED, "($module, *objs)", "get_referrers(*objs) -> list\n\n"
     "The tracked objects that refer to any of these."},
    {"get_referents", py_get_referents, M_BARE | M_UNSIGNED, "($module, *objs)", "get_referents(*objs) -> list\n\n"
     "The objects to which these refer directly."},
    {"freeze", py_freeze, 0, "($module, /)",
     "Put all objects tracked now where no later collection looks, as before a fork."},
    {"unfreeze", py_unfreeze, 0, "($module, /)", "Put the frozen objects back into the oldest generation."},
    {"get_freeze_count", py_get_freeze_count, 0, "($module, /)", "How many objects are frozen."},
);

static Value garbage(MinipyVM *vm)
{
    return value_incref(vm->gc.garbage);
}

static Value callbacks(MinipyVM *vm)
{
    return value_incref(vm->gc.callbacks);
}

static CONTENTS(contents,
    HAS_INT("DEBUG_STATS", 1), HAS_INT("DEBUG_COLLECTABLE", 2), HAS_INT("DEBUG_UNCOLLECTABLE", 4),
    HAS_INT("DEBUG_SAVEALL", 32), HAS_INT("DEBUG_LEAK", 38), HAS_MADE("garbage", garbage),
    HAS_MADE("callbacks", callbacks),
);

MODULE_SPEC(gc_module_spec,
    .name = "gc",
    .doc = "This module provides access to the garbage collector for reference cycles.",
    .methods = functions, .contents = contents,
);
