/* gcmodule.c - the module gc: the collector's knobs and what it sees. */
#include "vm/objects/args.h"
#include "vm/memory/gc.h"
#include "vm/containers/dict.h"
#include "vm/objects/func.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/vm.h"

#define FN(name)                                                                       \
    static Value py_##name(MinipyVM *vm, Value self, const Value *args, size_t nargs,  \
                           Value kwnames)
#define UNUSED() ((void)vm, (void)self, (void)args, (void)nargs, (void)kwnames)

FN(collect)
{
    static const ArgSpec spec = {"collect", "generation", .required = 0, .maxpos = 1};
    Value a[1];
    int generation = GC_GENERATIONS - 1;
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) ||
        (a[0] && !arg_int(vm, a[0], &generation)))
        return VALUE_NULL;
    if (generation < 0 || generation >= GC_GENERATIONS)
        return error_set(vm, EXC_ValueError, "invalid generation");
    return int_new(vm, gc_collect(vm, generation));
}

FN(enable)
{
    UNUSED();
    vm->gc.enabled = true;
    return VALUE_NONE;
}

FN(disable)
{
    UNUSED();
    vm->gc.enabled = false;
    return VALUE_NONE;
}

FN(isenabled)
{
    UNUSED();
    return value_from_bool(vm->gc.enabled);
}

FN(get_threshold)
{
    UNUSED();
    GcGeneration *g = vm->gc.gen;
    return tuple_pack(vm, 3, int_new(vm, g[0].threshold), int_new(vm, g[1].threshold),
                      int_new(vm, g[2].threshold));
}

FN(set_threshold)
{
    UNUSED();
    if (nargs < 1 || nargs > 3)
        return error_set(
            vm, EXC_TypeError, "set_threshold() takes at %s argument%s (%zd given)",
            nargs < 1 ? "least 1" : "most 3", nargs < 1 ? "" : "s", (int64_t)nargs);
    int t[3];
    for (size_t i = 0; i < nargs; i++)
        if (!arg_int(vm, args[i], &t[i]))
            return VALUE_NULL;
    for (size_t i = 0; i < 3; i++)
        vm->gc.gen[i].threshold = i < nargs              ? t[i]
                                  : i == 1 && nargs == 1 ? vm->gc.gen[1].threshold
                                                         : vm->gc.gen[2].threshold;
    return VALUE_NONE;
}

FN(get_count)
{
    UNUSED();
    GcGeneration *g = vm->gc.gen;
    return tuple_pack(vm, 3, int_new(vm, g[0].count), int_new(vm, g[1].count),
                      int_new(vm, g[2].count));
}

FN(get_debug)
{
    UNUSED();
    return value_from_imm(vm->gc.debug);
}

FN(set_debug)
{
    UNUSED();
    return arg_int(vm, args[0], &vm->gc.debug) ? VALUE_NONE : VALUE_NULL;
}

FN(get_stats)
{
    UNUSED();
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

FN(is_tracked)
{
    UNUSED();
    return value_from_bool(gc_is_tracked(args[0]));
}

FN(is_finalized)
{
    UNUSED();
    return value_from_bool(value_is_obj(args[0]) &&
                           value_obj(args[0])->flags & OBJ_FINALIZED);
}

static int collect_list(MinipyVM *vm, GcHead *head, Value out)
{
    for (GcHead *g = head->next; g != head; g = g->next) {
        Object *o = gc_object(g);
        if (o == value_obj(out))
            continue;
        if (list_append(vm, out, value_from_obj(o)) < 0)
            return -1;
    }
    return 0;
}

FN(get_objects)
{
    static const ArgSpec spec = {"get_objects", "generation", .required = 0,
                                 .maxpos = 1};
    Value a[1];
    int generation = -1;
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    if (a[0] && a[0] != VALUE_NONE) {
        if (!arg_int(vm, a[0], &generation))
            return VALUE_NULL;
        if (generation < 0 || generation >= GC_GENERATIONS)
            return error_set(vm, EXC_ValueError,
                             generation < 0
                                 ? "generation parameter cannot be negative"
                                 : "generation parameter must be less than the number "
                                   "of available generations (3)");
    }
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < GC_GENERATIONS; i++)
        if ((generation < 0 || i == generation) &&
            collect_list(vm, &vm->gc.gen[i].head, list) < 0)
            value_clear(vm, &list);
    return list;
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

FN(get_referrers)
{
    UNUSED();
    Value list = list_new(vm, 0);
    Search s = {args, nargs};
    for (int i = 0; list && i < GC_GENERATIONS; i++) {
        GcHead *head = &vm->gc.gen[i].head;
        for (GcHead *g = head->next; list && g != head; g = g->next) {
            Object *o = gc_object(g);
            if (o != value_obj(list) && object_traverse(o, visit_search, &s) &&
                list_append(vm, list, value_from_obj(o)) < 0)
                value_clear(vm, &list);
        }
    }
    return list;
}

typedef struct Gather {
    MinipyVM *vm;
    Value list;
} Gather;

static int visit_gather(Value v, void *arg)
{
    Gather *g = arg;
    return list_append(g->vm, g->list, v) < 0;
}

/* What O holds. The collector passes over values that are no objects; those of the
 * containers that may hold them are gathered here. */
static int gather(Value o, Gather *g)
{
    Value key, value;
    int64_t at = 0;
    int r = 0;
    bool native = value_is_obj(o) && !(value_obj(o)->type->flags & TYPE_HEAP);
    if (native && (value_is_list(o) || value_is_tuple(o))) {
        for (int64_t i = 0; r == 0 && i < seq_size(o); i++)
            r = visit_gather(seq_items(o)[i], g);
    } else if (native && value_is_dict(o)) {
        while (r == 0 && dict_next(o, &at, &key, &value))
            r = visit_gather(key, g) || visit_gather(value, g);
    } else if (native &&
               (value_is_kind(o, KIND_SET) || value_is_kind(o, KIND_FROZENSET))) {
        while (r == 0 && set_next(o, &at, &key))
            r = visit_gather(key, g);
    } else if (value_is_obj(o) && value_obj(o)->gc & GC_HAS_HEAD) {
        r = object_traverse(value_obj(o), visit_gather, g);
    }
    return r;
}

FN(get_referents)
{
    UNUSED();
    Gather g = {vm, list_new(vm, 0)};
    for (size_t i = 0; g.list && i < nargs; i++)
        if (gather(args[i], &g))
            value_clear(vm, &g.list);
    return g.list;
}

FN(freeze)
{
    UNUSED();
    for (int i = 0; i < GC_GENERATIONS; i++)
        gc_move_list(&vm->gc.gen[i].head, &vm->gc.frozen);
    return VALUE_NONE;
}

FN(unfreeze)
{
    UNUSED();
    gc_move_list(&vm->gc.frozen, &vm->gc.gen[GC_GENERATIONS - 1].head);
    return VALUE_NONE;
}

FN(get_freeze_count)
{
    UNUSED();
    int64_t n = 0;
    for (GcHead *g = vm->gc.frozen.next; g != &vm->gc.frozen; g = g->next)
        n++;
    return int_new(vm, n);
}

#define G(name, flags)                                                                 \
    {                                                                                  \
#name, py_##name, flags, NULL                                                  \
    }
static const MethodDef functions[] = {
    {"collect", py_collect, M_KW, "($module, /, generation=2)",
     "Run the garbage collector."},
    G(enable, M_NOARGS),
    G(disable, M_NOARGS),
    G(isenabled, M_NOARGS),
    G(get_threshold, M_NOARGS),
    G(set_threshold, M_VARARGS),
    G(get_count, M_NOARGS),
    G(get_debug, M_NOARGS),
    G(set_debug, M_O),
    G(get_stats, M_NOARGS),
    G(is_tracked, M_O),
    G(is_finalized, M_O),
    G(get_objects, M_KW),
    G(get_referrers, M_VARARGS),
    G(get_referents, M_VARARGS),
    G(freeze, M_NOARGS),
    G(unfreeze, M_NOARGS),
    G(get_freeze_count, M_NOARGS),
    {0},
};

static int gc_exec(MinipyVM *vm, Value m)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = {{"DEBUG_STATS", 1},
                 {"DEBUG_COLLECTABLE", 2},
                 {"DEBUG_UNCOLLECTABLE", 4},
                 {"DEBUG_SAVEALL", 32},
                 {"DEBUG_LEAK", 38}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (module_add_steal(vm, m, flags[i].name, value_from_imm(flags[i].value)) < 0)
            return -1;
    return module_add_steal(vm, m, "garbage", value_incref(vm->gc.garbage)) < 0
               ? -1
               : module_add_steal(vm, m, "callbacks", value_incref(vm->gc.callbacks));
}

const ModuleSpec gc_module_spec = {
    .name = "gc",
    .doc = "This module provides access to the garbage collector for reference cycles.",
    .methods = functions,
    .exec = gc_exec,
};
