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
    int64_t total, own;        /* own: without what it called */
    size_t
        outermost; /* where the frame lies that is not within another; 0: none runs */
} CallSums;

typedef struct CallEntry CallEntry;

/* Calls of `callee` by `caller`. */
typedef struct CallEdge {
    const void *key;   /* the callee's */
    CallEntry *caller; /* NULL: nobody's, or callers are not counted */
    CallEntry *callee;
    CallSums sums;
    struct CallEdge *next; /* of the same caller */
} CallEdge;

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
    /* What it called lately: a call is to cost no search. */
    CallEdge *recent[CALL_TIMES_RECENT];
};

typedef struct CallFrame {
    CallEdge *edge;
    CallEntry *caller; /* of what it calls */
    int64_t began, within;
} CallFrame;

/* All zeros is an empty one. */
typedef struct CallTimes {
    CallFrame *frames; /* owned; behind the first, which is nobody's, those that run */
    /* The innermost, and between which it may lie when another call begins, and when
     * it ends: nowhere while calls are missing. */
    CallFrame *top, *last, *first;
    size_t room;
    size_t missing;     /* calls that run above them, for which there was no memory */
    CallEntry *entries; /* owned */
    CallEntry nobody;   /* the caller of what has none */
    ViewMap by_key, by_ends;
    uint64_t lost;
    bool no_callers; /* do not count by callers */
    bool counter;    /* times are probe_stamp(counter)'s */
    /* Where somebody writes that stamp again and again, to be taken from there while it
     * is not 0; NULL: nobody does. */
    const uint64_t *clock;
} CallTimes;

/* The entry of that key; made when it is new, and *is_new says so. NULL: no memory. */
CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new);
/* The frame of a call that begins, whose `began` is to be set. NULL: no memory. */
CallFrame *call_times_push(CallTimes *times, CallEntry *entry);
/* The end of a call that is not among the frames. */
void call_times_leave_missing(CallTimes *times);
/* Ends whatever runs. */
void call_times_leave_all(CallTimes *times, int64_t now);
/* Fills in what of the entries' sums is their edges'. */
void call_times_add_up(CallTimes *times);
/* Frees all; `times` is empty then. */
void call_times_clear(CallTimes *times);

/* ---- what runs at each call ------------------------------------------------------ */

static inline int64_t call_times_now(const CallTimes *times)
{
    uint64_t now =
        times->clock != NULL ? __atomic_load_n(times->clock, __ATOMIC_RELAXED) : 0;
    return (int64_t)(now != 0 ? now : probe_stamp(times->counter));
}

static inline CallEdge **call_times_recent(CallEntry *caller, const void *key)
{
    size_t place = (uintptr_t)key >> 5 ^ (uintptr_t)key >> 9;
    return &caller->recent[place & (CALL_TIMES_RECENT - 1)];
}

static inline void call_sums_begin(CallSums *sums, size_t here)
{
    if (sums->outermost == 0)
        sums->outermost = here;
}

static inline void call_sums_end(CallSums *sums, size_t here, int64_t total)
{
    if (sums->outermost != here) {
        sums->recursive++;
        return;
    }
    sums->outermost = 0;
    sums->total += total;
}

static inline size_t call_times_here(const CallTimes *times)
{
    return (size_t)((const char *)times->top - (const char *)times->frames);
}

/* The frame of a call on that edge begins; there is room. */
static inline void call_times_begin(CallTimes *times, CallEdge *edge)
{
    CallFrame *frame = ++times->top;
    frame->edge = edge;
    frame->caller = times->no_callers ? &times->nobody : edge->callee;
    frame->within = 0;
    call_sums_begin(&edge->sums, call_times_here(times));
    call_sums_begin(&edge->callee->sums, call_times_here(times));
}

/* A call of that key begins, if its caller made such a call lately; false: it is to be
 * looked for (call_times_push). */
static inline bool call_times_enter(CallTimes *times, const void *key)
{
    if (__builtin_expect(times->top >= times->last, 0))
        return false;
    CallEdge *edge = *call_times_recent(times->top->caller, key);
    if (__builtin_expect(edge == NULL || edge->key != key, 0))
        return false;
    call_times_begin(times, edge);
    times->top->began = call_times_now(times); /* last: this is none of it */
    return true;
}

/* The innermost call ends. */
static inline void call_times_leave_at(CallTimes *times, int64_t now)
{
    if (__builtin_expect(times->top <= times->first, 0)) {
        call_times_leave_missing(times);
        return;
    }
    CallFrame *frame = times->top;
    CallEdge *edge = frame->edge;
    int64_t total = now - frame->began;
    frame[-1].within += total;
    edge->sums.own += total - frame->within;
    edge->sums.calls++;
    call_sums_end(&edge->sums, call_times_here(times), total);
    call_sums_end(&edge->callee->sums, call_times_here(times), total);
    times->top--;
}

static inline void call_times_leave(CallTimes *times)
{
    call_times_leave_at(times, call_times_now(times));
}

#endif
