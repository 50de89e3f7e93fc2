/* tick-N, by a thread of the script's, and profile-N, by samplers (probes/sampler.h).
 */
#ifndef MINIPY_PROBES_DSCRIPT_TIMERS_H
#define MINIPY_PROBES_DSCRIPT_TIMERS_H

#include "probes/dscript/script.h"

/* Starts what fires the script's timers, if it has any. False: there can be no thread.
 */
bool dtimers_start(DScript *script);

/* Ends it; waits for a clause that runs. */
void dtimers_stop(DScript *script);

/* Fires a probe for what the program does, under the lock. False: in a fork's child,
 * where nothing is fired, or exit() has ended the script by now. (dscript.c) */
bool dscript_event(DScript *script, int probe, const ProbeEvent *event);

#endif
