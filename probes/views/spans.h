/* What has a beginning and an end: calls, collections, imports, compilations, waits for
 * locks, as timeline and otlp show them. What runs is kept on a stack for each thread.
 * What began before the view is not shown. */
#ifndef MINIPY_PROBES_VIEWS_SPANS_H
#define MINIPY_PROBES_VIEWS_SPANS_H

#include "probes/views/view.h"

typedef struct Span {
    uint64_t began, ended;
    uint64_t id, parent;   /* numbers from 1; parent 0: none runs that is told */
    enum ProbeMarker kind; /* what began */
    const ProbeCode *code; /* of a call */
    const char *text;      /* of something else, of `texts` */
    bool left_out;         /* the fraction that is told does not have it */
    bool raised;           /* it ended by an exception */
} Span;

typedef struct ThreadLine {
    unsigned number; /* from 1, in the order in which they were seen */
    Span *spans;     /* owned; what runs, the innermost last */
    size_t count, room;
} ThreadLine;

typedef struct Spans {
    View *view;
    void (*thread)(View *view, const ThreadLine *line, uint64_t ident); /* a new one */
    void (*span)(View *view, const ThreadLine *line, const Span *span); /* one ended */
    ViewMap threads; /* ident -> ThreadLine, owned */
    ViewMap texts;
    uint64_t least; /* shorter calls are not told, ns */
    uint64_t last_id;
} Spans;

/* Takes the option min=MICROSECONDS. `thread` may be NULL. 0, or -1 (refused). */
int spans_start(Spans *spans, View *view);
/* The events of all but calls. */
#define SPANS_KINDS                                                                    \
    (PROBE_BIT(gc_start) | PROBE_BIT(gc_done) | PROBE_BIT(import_start) |              \
     PROBE_BIT(import_done) | PROBE_BIT(compile_start) | PROBE_BIT(compile_done) |     \
     PROBE_BIT(lock_wait) | PROBE_BIT(lock_acquired))
#define SPANS_CALLS (PROBE_BIT(function_entry) | PROBE_BIT(function_return))
/* An event of these. NULL: there is no memory for its thread. */
const ThreadLine *spans_event(Spans *spans, const ProbeEvent *event);
/* The thread's line; NULL: no memory. */
ThreadLine *spans_line(Spans *spans, uint64_t ident);
/* The innermost that is told of what runs there, or NULL. */
const Span *spans_innermost(const ThreadLine *line);
/* Ends whatever runs. */
void spans_end(Spans *spans);
void spans_free(Spans *spans);

#endif
