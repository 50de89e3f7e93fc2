/* Calls and times of functions by their callers: the arithmetic of an exact profile,
 * for the view `profile` and for the module _lsprof. Times are in the caller's unit.
 *
 * One CallTimes is of one thread. A function is told from others by its key, an address
 * that stays its own; what runs lies on a stack of calls. A call is counted when it
 * ends. A return whose entry was not seen, because it ran before the profile began, is
 * of nobody and is left out; so is a call for which there is no memory. */
#ifndef MINIPY_PROBES_VIEWS_CALL_TIMES_H
#define MINIPY_PROBES_VIEWS_CALL_TIMES_H

#include "probes/clock.h"
#include "probes/views/view.h"

/* What was counted of a function, or of its calls by one other function. */
typedef struct CallSums {
    uint64_t calls, recursive; /* recursive: those within another call of it */
    uint64_t running;          /* calls that have not ended */
    int64_t own;               /* without what it called */
    int64_t total;             /* of those that were in no other call of it */
} CallSums;

typedef struct CallEntry CallEntry;

/* Calls of `callee` by `caller`. */
typedef struct CallEdge {
    const void *key;   /* the callee's */
    CallEntry *caller; /* NULL: nobody's, or callers are not counted */
    CallEntry *callee;
    CallEntry *as_caller; /* of what it calls then: the callee, or nobody */
    CallSums sums;
    struct CallEdge *next; /* of the same caller */
} CallEdge;

/* A call that runs. */
typedef struct CallFrame {
    CallEdge *edge;
    int64_t start, inner; /* when it began; what its calls took that have ended */
} CallFrame;

enum { CALL_TIMES_RECENT = 16 }; /* a power of two */

struct CallEntry {
    const void *key;
    uint64_t user; /* whose profile it is knows what */
    /* Of all its calls: `calls` and `own` are the sums of its edges', which
     * call_times_add_up() makes. */
    CallSums sums;
    CallEdge root;   /* calls without a caller */
    CallEdge *edges; /* owned; what it calls, the newest first */
    CallEntry *next; /* all of a profile, the newest first */
    /* What it called lately, never NULL: a call is to cost no search. */
    CallEdge *recent[CALL_TIMES_RECENT];
};

/* All zeros is an empty one. */
struct CallTimes {
    CallFrame *frames; /* owned; behind the first, which is nobody's, those that run */
    /* The innermost, and between which it may lie when another call begins, and when
     * it ends: nowhere while calls are missing. */
    CallFrame *top, *last, *first;
    /* Whoever reports calls may count them here himself while *running is `whose`: the
     * thread that runs, or what it is profiled by. NULL: never. */
    const uint64_t *running;
    uint64_t whose;
    size_t room;
    size_t missing;     /* calls that run above them, for which there was no memory */
    CallEntry *entries; /* owned */
    CallEntry nobody;   /* the caller of what has none; its root is the first frame */
    ViewMap by_key, by_ends;
    uint64_t lost;
    bool no_callers; /* calls are not counted by callers */
    bool counter;    /* times are those of the processor's counter, else: */
    /* Where somebody writes the time again and again, to be taken from there while it
     * is not 0; NULL: nobody does, it is probe_now(). */
    const uint64_t *clock;
};

/* The entry of that key; made when it is new, and *is_new says so. NULL: no memory. */
CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new);
/* A call of that entry, which is to begin (call_times_begin). NULL: no memory. */
CallEdge *call_times_push(CallTimes *times, CallEntry *entry, bool native);
/* The end of a call that is not among the frames. */
void call_times_leave_missing(CallTimes *times);
/* From now on calls are counted by callers, too, or are not. */
void call_times_count_callers(CallTimes *times, bool callers);
/* Ends whatever runs. */
void call_times_leave_all(CallTimes *times, int64_t now);
/* Fills in what of the entries' sums is their edges'. */
void call_times_add_up(CallTimes *times);
/* Frees all; `times` is empty then. */
void call_times_clear(CallTimes *times);

/* ---- what runs at each call ------------------------------------------------------ */

/* Of what has no counter, or no clock yet. */
int64_t call_times_look(void);

static inline int64_t call_times_now(const CallTimes *times)
{
    if (__builtin_expect(times->counter, 1))
        return (int64_t)probe_stamp(true);
    uint64_t now =
        times->clock != NULL ? __atomic_load_n(times->clock, __ATOMIC_RELAXED) : 0;
    return __builtin_expect(now != 0, 1) ? (int64_t)now : call_times_look();
}

/* Which of `recent` is for that key: of a ProbeCode by its id, of which a program's are
 * in a row. */
static inline size_t call_times_slot(const void *key, bool native)
{
    size_t number = native ? (uintptr_t)key >> 5 ^ (uintptr_t)key >> 9
                           : ((const ProbeCode *)key)->id;
    return number & (CALL_TIMES_RECENT - 1);
}

static inline void call_sums_end(CallSums *sums, int64_t took)
{
    if (--sums->running == 0)
        sums->total += took;
    else
        sums->recursive++;
}

/* The call on that edge, for which there is room, begins. Sums are changed when it
 * ends: what an entry does is paid by every call. */
static inline void call_times_begin(CallTimes *times, CallEdge *edge, int64_t now)
{
    CallFrame *top = ++times->top;
    *top = (CallFrame){edge, now, 0};
    edge->sums.running++;
    edge->callee->sums.running++;
}

/* The call of that key, if the caller made such a call lately; NULL: it is to be looked
 * for (call_times_push). */
static inline CallEdge *call_times_find(const CallTimes *times, const void *key,
                                        bool native)
{
    CallFrame *top = times->top;
    if (__builtin_expect(top >= times->last, 0))
        return NULL;
    CallEdge *edge = top->edge->as_caller->recent[call_times_slot(key, native)];
    return __builtin_expect(edge->key == key, 1) ? edge : NULL;
}

/* A call of that key begins; false: it is to be looked for. */
static inline bool call_times_enter(CallTimes *times, const void *key, bool native)
{
    CallEdge *edge = call_times_find(times, key, native);
    if (__builtin_expect(edge != NULL, 1))
        call_times_begin(times, edge, call_times_now(times));
    return edge != NULL;
}

/* The innermost call, of which there is one, ends. */
static inline void call_times_end(CallTimes *times, int64_t now)
{
    CallFrame *top = times->top;
    CallEdge *edge = top->edge;
    int64_t took = now - top->start;
    edge->sums.own += took - top->inner;
    times->top = top - 1;
    top[-1].inner += took;
    edge->sums.calls++;
    call_sums_end(&edge->sums, took);
    call_sums_end(&edge->callee->sums, took);
}

/* The innermost call ends. */
static inline void call_times_leave_at(CallTimes *times, int64_t now)
{
    if (__builtin_expect(times->top > times->first, 1))
        call_times_end(times, now);
    else
        call_times_leave_missing(times);
}

static inline void call_times_leave(CallTimes *times)
{
    call_times_leave_at(times, call_times_now(times));
}

/* The same for most calls, whose times are the processor's counter's, which call no
 * function: who calls these need save no register. false: nothing was done. */
static inline bool call_times_enter_counted(CallTimes *times, const void *key)
{
    CallEdge *edge = times->counter ? call_times_find(times, key, false) : NULL;
    if (__builtin_expect(edge != NULL, 1))
        call_times_begin(times, edge, (int64_t)probe_stamp(true));
    return edge != NULL;
}

static inline bool call_times_leave_counted(CallTimes *times)
{
    bool counted = times->counter && times->top > times->first;
    if (__builtin_expect(counted, 1))
        call_times_end(times, (int64_t)probe_stamp(true));
    return counted;
}

/* Where those who report calls may count them; NULL: not now, or not at all. */
static inline CallTimes *call_times_open(CallTimes *const *place)
{
    CallTimes *times = *place;
    return times != NULL && *times->running == times->whose ? times : NULL;
}

#endif
