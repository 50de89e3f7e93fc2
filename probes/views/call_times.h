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
    int running;               /* calls that have not ended */
} CallSums;

typedef struct CallEntry CallEntry;

/* Calls of `callee` by `caller`. */
typedef struct CallEdge {
    CallEntry *caller; /* NULL: nobody's, or callers are not counted */
    CallEntry *callee;
    CallSums sums;
    struct CallEdge *next; /* of the same caller */
} CallEdge;

struct CallEntry {
    const void *key;
    uint64_t user;   /* whose profile it is knows what */
    unsigned number; /* from 0 on */
    /* Of all its calls: `calls` and `own` are the sums of its edges', which
     * call_times_add_up() makes. */
    CallSums sums;
    CallEdge root;   /* calls without a caller */
    CallEdge *edges; /* owned; what it calls, the newest first */
    CallEntry *next; /* all of a profile, the newest first */
};

typedef struct CallFrame {
    CallEdge *edge;
    int64_t began, within;
} CallFrame;

enum { CALL_TIMES_RECENT = 256 }; /* a power of two */

typedef struct CallTimes {
    CallFrame *frames; /* owned; those that run, the innermost last */
    size_t depth, room;
    size_t missing;     /* calls that run above them, for which there was no memory */
    CallEntry *entries; /* owned */
    ViewMap by_key, by_ends;
    unsigned count; /* of entries */
    uint64_t lost;
    bool no_callers; /* do not count by callers */
    bool counter;    /* times are probe_stamp(counter)'s */
    /* Those that were asked for lately: a call is to cost no search. */
    CallEntry *recent[CALL_TIMES_RECENT];
    CallEdge *recent_edges[CALL_TIMES_RECENT];
} CallTimes;

static inline size_t call_times_place(const void *key)
{
    return ((uintptr_t)key >> 4 ^ (uintptr_t)key >> 12) & (CALL_TIMES_RECENT - 1);
}

static inline size_t call_times_edge_place(const CallEntry *caller,
                                           const CallEntry *callee)
{
    return (caller->number * 31 + callee->number) & (CALL_TIMES_RECENT - 1);
}

/* The entry of that key; made when it is new, and *is_new says so. NULL: no memory. */
CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new);
/* The frame of a call that begins, whose `began` is to be set. NULL: no memory. */
CallFrame *call_times_push(CallTimes *times, CallEntry *entry);
/* Ends whatever runs. */
void call_times_leave_all(CallTimes *times, int64_t now);
/* Fills in what of the entries' sums is their edges'. */
void call_times_add_up(CallTimes *times);
/* Frees all; `times` is empty then. */
void call_times_clear(CallTimes *times);

/* ---- what runs at each call ------------------------------------------------------ */

/* The entry of that key, if it was asked for lately. */
static inline CallEntry *call_times_recent(const CallTimes *times, const void *key)
{
    CallEntry *entry = times->recent[call_times_place(key)];
    return entry != NULL && entry->key == key ? entry : NULL;
}

static inline CallEdge *call_times_recent_edge(const CallTimes *times,
                                               const CallEntry *caller,
                                               const CallEntry *callee)
{
    CallEdge *edge = times->recent_edges[call_times_edge_place(caller, callee)];
    return edge != NULL && edge->caller == caller && edge->callee == callee ? edge
                                                                            : NULL;
}

/* A call of entry begins. */
static inline void call_times_enter(CallTimes *times, CallEntry *entry)
{
    CallFrame *frame = &times->frames[times->depth];
    CallEdge *edge = NULL;
    if (__builtin_expect(entry != NULL && times->depth - 1 < times->room - 1 &&
                             times->missing == 0 && !times->no_callers,
                         1))
        edge = call_times_recent_edge(times, frame[-1].edge->callee, entry);
    if (__builtin_expect(edge != NULL, 1)) {
        frame->edge = edge;
        frame->within = 0;
        times->depth++;
        entry->sums.running++;
        edge->sums.running++;
    } else if ((frame = call_times_push(times, entry)) == NULL) {
        return;
    }
    frame->began = (int64_t)probe_stamp(times->counter); /* last: this is none of it */
}

static inline void call_sums_end(CallSums *sums, int64_t total)
{
    if (--sums->running == 0)
        sums->total += total;
    else
        sums->recursive++;
}

/* The innermost call ends. */
static inline void call_times_leave_at(CallTimes *times, int64_t now)
{
    if (__builtin_expect(times->missing > 0, 0)) {
        times->missing--;
        return;
    }
    if (__builtin_expect(times->depth == 0, 0))
        return;
    CallFrame *frame = &times->frames[--times->depth];
    CallEdge *edge = frame->edge;
    int64_t total = now - frame->began;
    if (times->depth > 0)
        frame[-1].within += total;
    edge->sums.own += total - frame->within;
    edge->sums.calls++;
    call_sums_end(&edge->sums, total);
    call_sums_end(&edge->callee->sums, total);
}

static inline void call_times_leave(CallTimes *times)
{
    call_times_leave_at(times, (int64_t)probe_stamp(times->counter));
}

#endif
