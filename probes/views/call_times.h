/* Calls and times of functions by their callers: the arithmetic of an exact profile,
 * for the view `profile` and for the module _lsprof. Times are in the caller's unit.
 *
 * One CallTimes is of one thread. A function is told from others by its key, an address
 * that stays its own; what runs lies on a stack of calls. A call is counted when it
 * ends. A return whose entry was not seen, because it ran before the profile began, is
 * of nobody and is left out; so is a call for which there is no memory. */
#ifndef MINIPY_PROBES_VIEWS_CALL_TIMES_H
#define MINIPY_PROBES_VIEWS_CALL_TIMES_H

#include "probes/views/view.h"

/* What was counted of a function, or of its calls by one other function. */
typedef struct CallSums {
    uint64_t calls, recursive; /* recursive: those within another call of it */
    int64_t total, own;        /* own: without what it called */
    int running;               /* calls that have not ended */
} CallSums;

typedef struct CallEntry CallEntry;

/* Calls of `callee` by the entry that has this edge. */
typedef struct CallEdge {
    CallEntry *callee;
    CallSums sums;
    struct CallEdge *next; /* of the same caller */
} CallEdge;

struct CallEntry {
    const void *key;
    uint64_t user; /* whose profile it is knows what */
    CallSums sums;
    CallEdge *edges; /* owned; the newest first */
    CallEdge *last;  /* the edge that was used last: most calls come in rows */
    CallEntry *next; /* all of a profile, the newest first */
};

typedef struct CallFrame {
    CallEntry *entry;
    CallEdge *edge; /* NULL: nobody called it, or callers are not counted */
    int64_t began, within;
} CallFrame;

typedef struct CallTimes {
    CallFrame *frames; /* owned; those that run, the innermost last */
    size_t depth, room;
    size_t missing;     /* calls that run above them, for which there was no memory */
    CallEntry *entries; /* owned */
    ViewMap by_key, edges;
    CallEntry *found; /* the last one that was looked for */
    uint64_t lost;
    bool no_callers; /* do not count by callers */
} CallTimes;

/* The entry of that key; made when it is new, and *is_new says so. NULL: no memory. */
CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new);
void call_times_enter(CallTimes *times, CallEntry *entry, int64_t now);
/* The innermost call ends. */
void call_times_leave(CallTimes *times, int64_t now);
/* Ends whatever runs. */
void call_times_leave_all(CallTimes *times, int64_t now);
/* Frees all; `times` is empty then. */
void call_times_clear(CallTimes *times);

#endif
