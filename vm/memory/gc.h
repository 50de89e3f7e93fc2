/* gc.h - the cycle collector: three generations of tracked containers, as
 * CPython 3.11's.
 *
 * Reference counts free almost everything; the collector finds garbage cycles by
 * subtracting internal references. A container type sets TYPE_GC in its spec and says
 * how many Values its objects begin with (`values`; TYPE_CLEARS if it can be part of a
 * cycle) or gives traverse (and clear) functions. object_alloc tracks new objects; a
 * tuple or dict found to hold nothing tracked may be untracked by the collector.
 * Automatic collections run at the eval loop's poll (a safepoint), never inside an
 * allocation, so C code needs no rooting. More: docs/GC.md.
 */
#ifndef MINIPY_VM_MEMORY_GC_H
#define MINIPY_VM_MEMORY_GC_H

#include "vm/core/object.h"

enum {
    GC_TRACKED = 1 << 0,
    GC_COLLECTING =
        1 << 1, /* in the generation being collected; head.prev counts refs */
    GC_UNREACHABLE = 1 << 2, /* tentatively, during a collection */
    GC_HAS_HEAD = 1 << 3,    /* the object is preceded by a GcHead */
    GC_KEPT = 1 << 4,        /* in GcState.start or .frozen, unless the vm ends */
};

#define GC_GENERATIONS 3

/* CPython counts the memory that containers take and give back, and keeps that of some
 * in free lists, whose use it does not count. So that collections run when they run
 * there, the lengths of those lists are kept; and so are the blocks of lists, dicts and
 * tuples, whose headers need not be written again (gc.ready: as many, or fewer). */
enum {
    GC_FREE_LIST,
    GC_FREE_DICT,
    GC_FREE_SLICE,
    GC_FREE_TUPLE, /* and one each for 1 to 20 items */
    GC_LONGEST_FREE_TUPLE = 20,
    GC_FREE_LISTS = GC_FREE_TUPLE + GC_LONGEST_FREE_TUPLE + 1,
    GC_FREE_LIST_MOST = 80, /* of lists, of dicts */
    GC_FREE_TUPLE_MOST = 2000
};

typedef struct GcGeneration {
    GcHead head; /* of a circular list */
    int threshold, count;
    int64_t collections, collected, uncollectable;
} GcGeneration;

typedef struct GcState {
    GcGeneration gen[GC_GENERATIONS];
    GcHead frozen; /* gc.freeze(): never looked at */
    /* What the vm itself is made of: it lives until the vm ends, so collections pass it
     * over, and what it refers to is reachable. */
    GcHead start;
    int64_t start_count; /* how many there were when the vm was made */
    bool start_simple;   /* their simple tuples and dicts are untracked */
    bool enabled, collecting;
    int requested; /* automatic collections that are due */
    int free_lists[GC_FREE_LISTS];
    GcHead *ready[GC_FREE_LISTS]; /* chained by next; gc_give_ready */
    bool keeps_ready; /* not while somebody is told of blocks, or wants each to fail */
    int debug;
    int64_t long_lived_total, long_lived_pending;
    Value garbage;   /* list */
    Value callbacks; /* list */
} GcState;

static inline GcHead *gc_head(Object *o)
{
    return (GcHead *)o - 1;
}
static inline Object *gc_object(GcHead *g)
{
    return (Object *)(g + 1);
}

/* At the start, before any object; the lists (gc.garbage, gc.callbacks) when lists
 * exist. 0; -1: no memory. */
int gc_init(MinipyVM *vm);
int gc_init_lists(MinipyVM *vm);
void gc_fini(MinipyVM *vm);
/* Gives the blocks back that dead lists, dicts and tuples left; keep: those of later
 * ones stay. */
void gc_give_ready(MinipyVM *vm, bool keep);
/* The vm is made: the containers there are so far are its own. They are garbage like
 * others once it is taken apart, or frozen like others: they are appended to `to`. */
void gc_keep_start(MinipyVM *vm);
void gc_release_start(MinipyVM *vm, GcHead *to);
/* gc.freeze(): no collection looks at what there is any more, until gc_unfreeze(). */
void gc_freeze(MinipyVM *vm);
void gc_unfreeze(MinipyVM *vm);
void gc_track(MinipyVM *vm, Object *o); /* no-op if tracked */
void gc_untrack(Object *o);             /* no-op if not */
/* As the youngest, whatever it was: also what gc_keep_start() left out. */
void gc_track_anew(MinipyVM *vm, Object *o);
/* Of a tuple, if it can be in no cycle. */
void gc_untrack_simple(Value tuple);
/* The threshold was passed: the count begins anew, and the next poll collects. */
void gc_request(MinipyVM *vm);
/* Runs what is due; then counts and generations are what CPython's would be. */
void gc_settle(MinipyVM *vm);
/* Runs a collection of generation 0..2 with markers and gc.callbacks; returns the
 * number of unreachable objects found (collected + uncollectable). Exceptions in it are
 * unraisable. */
int64_t gc_collect(MinipyVM *vm, int generation);
/* Called by the eval loop's slow path when vm->gc.requested. */
void gc_run_pending(MinipyVM *vm);

/* alloc.c: what the collector needs of any object. */
int object_traverse(Object *o, VisitFn visit, void *arg);
void object_break_cycles(MinipyVM *vm, Object *o);
/* The Values that TypeSpec.values counts, and what the core does with them, for a
 * dealloc, clear or traverse function that does more than that. */
static inline Value *object_values(Object *o)
{
    return (Value *)(void *)(o + 1);
}
void object_values_release(MinipyVM *vm, Object *o);
/* The dealloc of the spec, or else one for its values; NULL if it has neither. */
DeallocFn type_spec_dealloc(const TypeSpec *spec);
/* ... of so many Values in a row, for traverse functions. */
static inline int gc_visit_values(const Value *v, size_t n, VisitFn visit, void *arg)
{
    int r = 0;
    for (size_t i = 0; i < n && r == 0; i++)
        r = value_is_obj(v[i]) ? visit(v[i], arg) : 0;
    return r;
}
int object_values_visit(Object *o, VisitFn visit, void *arg);
bool gc_is_tracked(Value v);

/* In traverse functions: `GC_VISIT(obj->field)`. */
#define GC_VISIT(v)                                                                    \
    do {                                                                               \
        Value visit_v_ = (Value)(v);                                                   \
        if (value_is_obj(visit_v_)) {                                                  \
            int visit_r_ = visit(visit_v_, arg);                                       \
            if (visit_r_)                                                              \
                return visit_r_;                                                       \
        }                                                                              \
    } while (0)
#define GC_VISIT_OBJ(p) GC_VISIT(value_from_obj(p))

/* A full collection without gc.callbacks, for the end; with markers, or without. */
int64_t gc_collect_at_end(MinipyVM *vm, bool marked);

#endif
