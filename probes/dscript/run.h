/* Events: which clauses run, and what is told about them. */
#ifndef MINIPY_PROBES_DSCRIPT_RUN_H
#define MINIPY_PROBES_DSCRIPT_RUN_H

#include "probes/dscript/script.h"

/* Chooses each probe's clauses, and takes the rooms of the script. False: no memory. */
bool drun_prepare(DScript *script);
void drun_release(DScript *script); /* gives the rooms back */

/* Runs the clauses of a probe. `event` is NULL for BEGIN, END and timers. */
void drun_fire(DScript *script, int probe, const ProbeEvent *event);

/* END, the aggregations that are not printed yet, and what was dropped; once. */
void drun_finish(DScript *script);

/* The arguments of the event as numbers, and which of them are texts. Not every clause
 * asks. */
void drun_load_args(DRun *run);

/* Of the event, the same in all its clauses; nanoseconds. */
uint64_t drun_timestamp(DRun *run);

#endif
