/* gc.c - the cycle collector (gc.h): three generations, as CPython 3.11's.
 *
 * A collection merges the younger generations into the one asked for, copies each
 * object's reference count into head.prev, subtracts the references that come from
 * inside the set, and moves what is left at zero, and is not reached from the rest, to
 * `unreachable`. Then legacy order: weak references cleared, finalizers run once,
 * resurrected ones put back, cycles broken. head.prev is a count only while
 * GC_COLLECTING is set; links are mended on the way. Each walk over a million objects
 * is a million waits for memory, so there are two. docs/GC.md tells it at length.
 * Read next: alloc.c.
 */
#include "vm/memory/gc.h"

#include <limits.h>

#include "probes/report.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/numbers/int.h"
#include "vm/containers/list.h"
#include "vm/types/class_dict.h"
#include "vm/memory/weakref.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

enum {
    DEBUG_STATS = 1,
    DEBUG_COLLECTABLE = 2,
    DEBUG_UNCOLLECTABLE = 4,
    DEBUG_SAVEALL = 32
};

/* ---- lists ----------------------------------------------------------------------- */

static void list_init(GcHead *l)
{
    l->next = l->prev = l;
}
static bool list_empty(const GcHead *l)
{
    return l->next == l;
}

static void list_push(GcHead *l, GcHead *g)
{
    g->prev = l->prev;
    g->next = l;
    l->prev->next = g;
    l->prev = g;
}

static void list_remove(GcHead *g)
{
    g->prev->next = g->next;
    g->next->prev = g->prev;
    g->next = g->prev = NULL;
}

static void move_list(GcHead *from, GcHead *to)
{
    if (!list_empty(from)) {
        GcHead *tail = to->prev;
        tail->next = from->next;
        tail->next->prev = tail;
        to->prev = from->prev;
        to->prev->next = to;
    }
    list_init(from);
}

static int64_t list_count(const GcHead *l)
{
    int64_t n = 0;
    for (GcHead *g = l->next; g != l; g = g->next)
        n++;
    return n;
}

/* ---- life ------------------------------------------------------------------------ */

int gc_init(MinipyVM *vm)
{
    static const int thresholds[GC_GENERATIONS] = {700, 10, 10};
    for (int i = 0; i < GC_GENERATIONS; i++) {
        list_init(&vm->gc.gen[i].head);
        vm->gc.gen[i].threshold = thresholds[i];
    }
    list_init(&vm->gc.frozen);
    list_init(&vm->gc.start);
    vm->gc.enabled = true;
    return 0;
}

/* The lists that scripts see; made once lists exist. */
int gc_init_lists(MinipyVM *vm)
{
    vm->gc.garbage = list_new(vm, 0);
    vm->gc.callbacks = list_new(vm, 0);
    return vm->gc.garbage && vm->gc.callbacks ? 0 : -1;
}

void gc_give_ready(MinipyVM *vm, bool keep)
{
    vm->gc.keeps_ready = keep && !vm->finalizing;
    for (int i = 0; i < GC_FREE_LISTS; i++) {
        GcHead *block = vm->gc.ready[i];
        vm->gc.ready[i] = NULL;
        while (block) {
            GcHead *next = block->next;
            mem_free(vm, block);
            block = next;
        }
    }
}

void gc_fini(MinipyVM *vm)
{
    gc_give_ready(vm, false);
    value_clear(vm, &vm->gc.garbage);
    value_clear(vm, &vm->gc.callbacks);
}

/* Marks a list's objects as GC_KEPT, or not: how many there are. */
static int64_t list_keep(const GcHead *l, int kept)
{
    int64_t n = 0;
    for (GcHead *g = l->next; g != l; g = g->next, n++)
        gc_object(g)->gc = (uint8_t)((gc_object(g)->gc & ~GC_KEPT) | kept);
    return n;
}

void gc_keep_start(MinipyVM *vm)
{
    for (int i = 0; i < GC_GENERATIONS; i++)
        move_list(&vm->gc.gen[i].head, &vm->gc.start);
    vm->gc.start_count = list_keep(&vm->gc.start, GC_KEPT);
}

void gc_release_start(MinipyVM *vm, GcHead *to)
{
    move_list(&vm->gc.start, to);
    vm->gc.start_count = 0;
}

void gc_freeze(MinipyVM *vm)
{
    GcState *gc = &vm->gc;
    gc_settle(vm);
    for (int i = 0; i < GC_GENERATIONS; i++) {
        list_keep(&gc->gen[i].head, GC_KEPT);
        move_list(&gc->gen[i].head, &gc->frozen);
    }
    gc_release_start(vm, &gc->frozen);
}

void gc_unfreeze(MinipyVM *vm)
{
    list_keep(&vm->gc.frozen, 0);
    move_list(&vm->gc.frozen, &vm->gc.gen[GC_GENERATIONS - 1].head);
}

void gc_request(MinipyVM *vm)
{
    GcState *gc = &vm->gc;
    if (!gc->enabled || gc->collecting || !gc->gen[0].threshold)
        return;
    gc->gen[0].count = 0;
    if (gc->requested < INT_MAX)
        gc->requested++;
    gate_requests_set(&vm->requests, GATE_REQUEST_GC);
}

void gc_track(MinipyVM *vm, Object *o)
{
    if (o->gc & GC_TRACKED)
        return;
    GcState *gc = &vm->gc;
    o->gc |= GC_TRACKED;
    list_push(&gc->gen[0].head, gc_head(o));
}

void gc_untrack(Object *o)
{
    if (!(o->gc & GC_TRACKED))
        return;
    o->gc &= (uint8_t) ~(GC_TRACKED | GC_COLLECTING | GC_UNREACHABLE | GC_KEPT);
    list_remove(gc_head(o));
}

void gc_track_anew(MinipyVM *vm, Object *o)
{
    gc_untrack(o);
    gc_track(vm, o);
}

bool gc_is_tracked(Value v)
{
    return value_is_obj(v) && (value_obj(v)->gc & GC_TRACKED);
}

/* ---- finding the unreachable ----------------------------------------------------- */

/* During the search prev holds a count: these hide the cast. */
static inline void refs_set(GcHead *g, uintptr_t n)
{
    g->prev = (GcHead *)(n << 1);
}
static inline uintptr_t refs_get(const GcHead *g)
{
    return (uintptr_t)g->prev >> 1;
}

/* Its count is that of all references, until those from inside are subtracted. */
static inline void begin_count(Object *o)
{
    refs_set(gc_head(o), o->refs);
    o->gc |= GC_COLLECTING;
}

static int visit_decref(Value v, void *arg)
{
    (void)arg;
    Object *o = value_obj(v);
    if (o->gc & GC_COLLECTING) {
        GcHead *g = gc_head(o);
        refs_set(g, refs_get(g) - 1);
    }
    return 0;
}

static void count_outside(GcHead *list)
{
    for (GcHead *g = list->next; g != list; g = g->next)
        begin_count(gc_object(g));
    for (GcHead *g = list->next; g != list; g = g->next)
        object_traverse(gc_object(g), visit_decref, NULL);
}

/* Where objects refer to what lies far away, each look would wait for memory: it is
 * asked for at once, and looked at when as many others have been asked for. */
enum { AHEAD = 8 };
typedef struct Ahead {
    Object *waiting[AHEAD];
    unsigned at;
} Ahead;

/* In a full collection all tracked objects take part that are not kept, so that the
 * flags alone tell whether an object that is met before its turn does. */
static inline void decref_of_all(Object *o)
{
    if ((o->gc & (GC_TRACKED | GC_KEPT)) == GC_TRACKED) {
        GcHead *g = gc_head(o);
        if (!(o->gc & GC_COLLECTING))
            begin_count(o);
        refs_set(g, refs_get(g) - 1);
    }
}

static int visit_decref_of_all(Value v, void *arg)
{
    Ahead *ahead = arg;
    Object *o = value_obj(v), **place = &ahead->waiting[ahead->at++ % AHEAD];
    Object *due = *place;
    *place = o;
    __builtin_prefetch(o, 1);
    decref_of_all(due);
    return 0;
}

static void count_outside_of_all(GcHead *list)
{
    Object nobody = {.gc = 0}; /* takes part in nothing */
    Ahead ahead;
    for (ahead.at = 0; ahead.at < AHEAD; ahead.at++)
        ahead.waiting[ahead.at] = &nobody;
    for (GcHead *g = list->next; g != list; g = g->next) {
        Object *o = gc_object(g);
        if (!(o->gc & GC_COLLECTING))
            begin_count(o);
        object_traverse(o, visit_decref_of_all, &ahead);
    }
    for (int i = 0; i < AHEAD; i++)
        decref_of_all(ahead.waiting[i]);
}

/* ---- what can be in no cycle ---- */

static bool tuple_needs_tracking(const TupleObj *t)
{
    for (int64_t i = 0; i < t->size; i++) {
        Value v = t->items[i];
        if (!v || (value_is_obj(v) && (value_obj(v)->gc & GC_HAS_HEAD) &&
                   !(value_is_kind(v, KIND_TUPLE) && !gc_is_tracked(v))))
            return true;
    }
    return false;
}

void gc_untrack_simple(Value tuple)
{
    if (!tuple_needs_tracking(TUPLE(tuple)))
        gc_untrack(value_obj(tuple));
}

/* An exact tuple that can be in no cycle, in a full collection a dict, too. */
static inline bool is_simple(MinipyVM *vm, Object *o, bool full)
{
    if (o->kind == KIND_TUPLE)
        return o->type == vm->types[KIND_TUPLE] && !tuple_needs_tracking((TupleObj *)o);
    return full && o->type == vm->types[KIND_DICT] &&
           !dict_needs_tracking(vm, (DictObj *)o);
}

/* The first full collection of a program takes such out of what the vm is made of. */
static void untrack_start(MinipyVM *vm)
{
    if (vm->gc.start_simple || vm->finalizing)
        return;
    vm->gc.start_simple = true;
    for (GcHead *g = vm->gc.start.next, *next; g != &vm->gc.start; g = next) {
        next = g->next;
        if (is_simple(vm, gc_object(g), true))
            gc_untrack(gc_object(g));
    }
}

/* ---- setting the unreachable aside ---- */

/* An object reached from a live one: if it had been set aside, it goes back to the end
 * of the live list, to be scanned in its turn. */
static int visit_reachable(Value v, void *arg)
{
    GcHead *live = arg;
    Object *o = value_obj(v);
    if (!(o->gc & GC_COLLECTING))
        return 0;
    GcHead *g = gc_head(o);
    if (o->gc & GC_UNREACHABLE) {
        o->gc &= (uint8_t)~GC_UNREACHABLE;
        /* `unreachable` is properly linked: GC_UNREACHABLE objects' counts are in no
         * use. */
        g->prev->next = g->next;
        g->next->prev = g->prev;
        GcHead *tail = live->prev;
        tail->next = g;
        g->next = live;
        live->prev = g;
        refs_set(g, 1);
    } else if (refs_get(g) == 0) {
        refs_set(g, 1);
    }
    return 0;
}

/* Splits young: what stays is reachable from outside, how many those are is the answer;
 * with a vm, what is_simple leaves young untracked. While an object of young has not
 * been passed its prev is a count; the singly linked walk mends prev as it goes.
 * live->prev always names the last element, so that visit_reachable can append. */
static int64_t move_unreachable(MinipyVM *vm, GcHead *young, GcHead *unreachable,
                                bool full)
{
    GcHead *prev = young;
    GcHead *g = young->next;
    int64_t live = 0;
    list_init(unreachable);
    while (g != young) {
        Object *o = gc_object(g);
        bool reached = refs_get(g) != 0, stays = reached;
        if (reached) {
            object_traverse(o, visit_reachable, young);
            o->gc &= (uint8_t)~GC_COLLECTING;
            stays = !vm || !is_simple(vm, o, full);
        }
        if (stays) {
            g->prev = prev;
            prev = g;
            live++;
        } else {
            prev->next = g->next;
            if (young->prev == g)
                young->prev = prev;
            if (reached) {
                o->gc &= (uint8_t)~GC_TRACKED;
                g->next = g->prev = NULL;
            } else {
                o->gc |= GC_UNREACHABLE;
                list_push(unreachable, g);
            }
        }
        g = prev->next;
    }
    young->prev = prev;
    return live;
}

/* The search of a collection: how many live. What a callback made before it is in it,
 * too: in a full one nothing tracked may be left out. While the vm ends, what was kept
 * takes part. */
static int64_t find_unreachable(MinipyVM *vm, int generation, GcHead *unreachable)
{
    GcHead *young = &vm->gc.gen[generation].head;
    bool full = generation == GC_GENERATIONS - 1;
    for (int i = 0; i < generation; i++)
        move_list(&vm->gc.gen[i].head, young);
    if (full && !vm->finalizing)
        count_outside_of_all(young);
    else
        count_outside(young);
    return move_unreachable(vm, young, unreachable, full);
}

/* ---- disposing of them ----------------------------------------------------------- */

/* Weak references to dying objects are cleared first; callbacks of references that are
 * themselves alive run afterwards. */
static void handle_weakrefs(MinipyVM *vm, GcHead *unreachable)
{
    Value pending = VALUE_NULL;
    for (GcHead *g = unreachable->next; g != unreachable; g = g->next) {
        Object *o = gc_object(g);
        if (!(o->flags & OBJ_HAS_WEAKREFS))
            continue;
        if (!pending && !(pending = list_new(vm, 0))) {
            error_clear(vm);
            return;
        }
        weakrefs_clear_quiet(vm, o, pending);
    }
    if (!pending)
        return;
    for (int64_t i = 0; vm->sysdict && i < list_size(pending); i++) {
        Value pair = list_get_borrow(pending, i);
        /* A reference that is garbage itself dies silently: its callback may need what
         * is being torn down with it. */
        if (value_obj(tuple_get_borrow(pair, 1))->gc & GC_UNREACHABLE)
            continue;
        Value r = call1(vm, tuple_get_borrow(pair, 0), tuple_get_borrow(pair, 1));
        if (!r)
            error_unraisable(vm, NULL, tuple_get_borrow(pair, 0));
        value_xdecref(vm, r);
    }
    value_decref(vm, pending);
}

/* Runs finalizers that have not run yet. Objects are held meanwhile; the list can
 * change. */
static void run_finalizers(MinipyVM *vm, GcHead *unreachable)
{
    GcHead seen;
    list_init(&seen);
    while (!list_empty(unreachable)) {
        GcHead *g = unreachable->next;
        Object *o = gc_object(g);
        list_remove(g);
        list_push(&seen, g);
        FinalizeSlot fn = o->type->slots.finalize;
        if (!fn || (o->flags & OBJ_FINALIZED))
            continue;
        o->flags |= OBJ_FINALIZED;
        obj_incref(o);
        fn(vm, value_from_obj(o));
        obj_decref(vm, o);
    }
    move_list(&seen, unreachable);
}

/* Those still unreachable after finalizers; the resurrected go to `old`. */
static void handle_resurrected(GcHead *unreachable, GcHead *still, GcHead *old)
{
    for (GcHead *g = unreachable->next; g != unreachable; g = g->next)
        gc_object(g)->gc &= (uint8_t) ~(GC_UNREACHABLE | GC_COLLECTING);
    count_outside(unreachable);
    move_unreachable(NULL, unreachable, still, false);
    move_list(unreachable, old);
}

static void delete_garbage(MinipyVM *vm, GcHead *garbage, GcHead *old)
{
    /* While the vm itself is taken apart there is no list any more. */
    bool saveall = (vm->gc.debug & DEBUG_SAVEALL) && vm->gc.garbage;
    int64_t saved = saveall ? list_size(vm->gc.garbage) : 0;
    if (!saveall)
        for (GcHead *g = garbage->next; g != garbage; g = g->next)
            if (gc_object(g)->kind == KIND_TYPE)
                type_begin_clear(vm, (TypeObj *)gc_object(g));
    while (!list_empty(garbage)) {
        GcHead *g = garbage->next;
        Object *o = gc_object(g);
        o->gc &= (uint8_t) ~(GC_UNREACHABLE | GC_COLLECTING);
        if (saveall) {
            if (list_append(vm, vm->gc.garbage, value_from_obj(o)) < 0)
                error_clear(vm);
        } else {
            obj_incref(o);
            object_break_cycles(vm, o);
            if (error_occurred(vm))
                error_unraisable(vm, "in garbage collection", VALUE_NULL);
            obj_decref(vm, o);
        }
        if (garbage->next == g) { /* it lives on */
            list_remove(g);
            list_push(old, g);
        }
    }
    /* Only a shared type's may fail. */
    if (saveall && class_dicts_show(vm, vm->gc.garbage, saved) < 0)
        error_clear(vm);
}

/* What a full collection takes from them CPython counts as given back. */
static void empty_free_lists(MinipyVM *vm)
{
    GcState *gc = &vm->gc;
    int n = 0;
    gc_give_ready(vm, gc->keeps_ready);
    for (int i = 0; i < GC_FREE_LISTS; i++) {
        if (i == GC_FREE_SLICE)
            continue; /* that one stays */
        n += gc->free_lists[i];
        gc->free_lists[i] = 0;
    }
    gc->gen[0].count = gc->gen[0].count > n ? gc->gen[0].count - n : 0;
}

/* A phase of a collection, between its two markers. */
#define PHASE(name, ...)                                                               \
    do {                                                                               \
        if (probes_gc_phase_start_wanted(&vm->consumers))                              \
            REPORT_PROBE(vm, probes_gc_phase_start(&vm->consumers, generation, name)); \
        __VA_ARGS__;                                                                   \
        if (probes_gc_phase_done_wanted(&vm->consumers))                               \
            REPORT_PROBE(vm, probes_gc_phase_done(&vm->consumers, generation, name));  \
    } while (0)

static int64_t collect_main(MinipyVM *vm, int generation)
{
    GcState *gc = &vm->gc;
    if (generation + 1 < GC_GENERATIONS)
        gc->gen[generation + 1].count++;
    for (int i = 0; i <= generation; i++)
        gc->gen[i].count = 0;
    GcHead *young = &gc->gen[generation].head;
    GcHead *old =
        generation < GC_GENERATIONS - 1 ? &gc->gen[generation + 1].head : young;
    GcHead unreachable, garbage;
    int64_t live;
    PHASE("find", live = find_unreachable(vm, generation, &unreachable));
    if (young != old) {
        if (generation == GC_GENERATIONS - 2)
            gc->long_lived_pending += live;
        move_list(young, old);
    } else {
        untrack_start(vm);
        gc->long_lived_pending = 0;
        gc->long_lived_total = live + gc->start_count;
    }
    int64_t found = 0;
    if (!list_empty(&unreachable)) {
        PHASE("weakrefs", handle_weakrefs(vm, &unreachable));
        PHASE("finalize", run_finalizers(vm, &unreachable));
        PHASE("resurrect", handle_resurrected(&unreachable, &garbage, old));
        found = list_count(&garbage);
        PHASE("delete", delete_garbage(vm, &garbage, old));
    }
    if (generation == GC_GENERATIONS - 1)
        empty_free_lists(vm);
    gc->gen[generation].collections++;
    gc->gen[generation].collected += found;
    return found;
}

/* ---- the doors ------------------------------------------------------------------- */

static void run_callbacks(MinipyVM *vm, const char *phase, int generation,
                          int64_t collected)
{
    Value callbacks = vm->gc.callbacks;
    if (!callbacks || list_size(callbacks) == 0)
        return;
    Value info = dict_new(vm), name = str_from_cstr(vm, phase);
    if (!info || !name ||
        dict_set_cstr_steal(vm, info, "generation", int_new(vm, generation)) < 0 ||
        dict_set_cstr_steal(vm, info, "collected", int_new(vm, collected)) < 0 ||
        dict_set_cstr_steal(vm, info, "uncollectable", int_new(vm, 0)) < 0) {
        error_unraisable(vm, "in gc callbacks", VALUE_NULL);
        goto done;
    }
    for (int64_t i = 0; i < list_size(callbacks); i++) {
        Value f = value_incref(list_get_borrow(callbacks, i));
        Value r = call2(vm, f, name, info);
        if (!r)
            error_unraisable(vm, NULL, f);
        value_xdecref(vm, r);
        value_decref(vm, f);
    }
done:
    value_xdecref(vm, info);
    value_xdecref(vm, name);
}

static void report_stats(MinipyVM *vm, int generation, int64_t found)
{
    int64_t live = vm->gc.start_count;
    for (int i = 0; i < GC_GENERATIONS; i++)
        live += list_count(&vm->gc.gen[i].head);
    REPORT_PROBE(
        vm, probes_gc_stats(&vm->consumers, generation, (long)found, 0, (long)live));
}

static int64_t collect_marked(MinipyVM *vm, int generation)
{
    if (probes_gc_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_gc_start(&vm->consumers, generation));
    int64_t found = collect_main(vm, generation);
    if (probes_gc_done_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_gc_done(&vm->consumers, (long)found));
    if (probes_gc_stats_wanted(&vm->consumers))
        report_stats(vm, generation, found);
    return found;
}

int64_t gc_collect(MinipyVM *vm, int generation)
{
    GcState *gc = &vm->gc;
    if (gc->collecting)
        return 0;
    gc->collecting = true;
    Value saved = error_fetch(vm);
    run_callbacks(vm, "start", generation, 0);
    int64_t found = collect_marked(vm, generation);
    run_callbacks(vm, "stop", generation, found);
    error_restore_steal(vm, saved);
    if (generation == GC_GENERATIONS - 1) {
        frame_stack_trim(vm);
        error_forget_oom(vm);
    }
    gc->collecting = false;
    return found;
}

#ifndef MINIPY_GC_STRESS
/* The oldest generation whose turn it is. */
static int due_generation(const GcState *gc)
{
    for (int i = GC_GENERATIONS - 1; i > 0; i--) {
        if (gc->gen[i].count <= gc->gen[i].threshold)
            continue;
        /* A full collection only pays when enough new survivors have come (CPython's
         * rule). */
        if (i < GC_GENERATIONS - 1 ||
            gc->long_lived_pending >= gc->long_lived_total / 4)
            return i;
    }
    return 0;
}
#endif

void gc_run_pending(MinipyVM *vm)
{
    GcState *gc = &vm->gc;
    gate_requests_clear(&vm->requests, GATE_REQUEST_GC);
#ifdef MINIPY_GC_STRESS
    gc->requested = 0;
    gc_collect(vm, 0);
#else
    while (gc->requested > 0) {
        gc->requested--;
        int since = gc->gen[0].count; /* what came after the threshold was passed */
        gc->gen[0].count = 0;
        gc_collect(vm, due_generation(gc));
        gc->gen[0].count += since;
    }
#endif
}

void gc_settle(MinipyVM *vm)
{
    if (vm->gc.requested && !vm->gc.collecting)
        gc_run_pending(vm);
}

int64_t gc_collect_at_end(MinipyVM *vm, bool marked)
{
    if (vm->gc.collecting)
        return 0;
    vm->gc.collecting = true;
    Value saved = error_fetch(vm);
    int64_t found = (marked ? collect_marked : collect_main)(vm, GC_GENERATIONS - 1);
    error_restore_steal(vm, saved);
    vm->gc.collecting = false;
    return found;
}
