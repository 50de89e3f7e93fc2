/* The built-in consumers behind `minipy --trace=SPEC`: they print one line an event in
 * the layout of the call_stack example in the CPython manual (time, name of the marker,
 * indent, file:function:line). */
#ifndef MINIPY_PROBES_TRACE_H
#define MINIPY_PROBES_TRACE_H

#include "probes/consumer.h"

/* Takes a line, in one piece unless it is long; must not fail. Buffering is the
 * writer's. */
typedef void ProbeTraceWrite(void *user, const char *text, size_t length);
/* Nothing comes any more. `never_ran`: the function of calls:NAME if none of that name
 * was entered, so that nothing was printed; else NULL. */
typedef void ProbeTraceEnd(void *user, const char *never_ran);

enum {
    PROBE_TRACE_BAD_SPEC = -1,
    PROBE_TRACE_NO_MEMORY = -2,
    PROBE_TRACE_NO_FILE = -3, /* views/: it cannot be written */
};

/* Starts printing what `spec` names: a comma-separated list of calls, lines, gc,
 * imports, audit and all; `calls:NAME` prints calls and lines only while a function of
 * that name runs. Returns the consumer's id (see probe_consumers_remove) or a
 * PROBE_TRACE error. `user` goes to `write` and must live as long as the consumer; then
 * `end` is called, unless it is NULL or the start failed. */
int probe_trace_start(ProbeConsumers *consumers, const char *spec,
                      ProbeTraceWrite *write, void *user, ProbeTraceEnd *end);

#endif
