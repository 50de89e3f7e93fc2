/* tick-N and profile-N. */
#ifndef MINIPY_PROBES_DSCRIPT_TIMERS_H
#define MINIPY_PROBES_DSCRIPT_TIMERS_H

#include "probes/dscript/script.h"

/* Starts what fires the script's timers, if it has any. False: there can be no thread.
 */
bool dtimers_start(DScript *script);

/* Ends it; waits for a clause that runs. */
void dtimers_stop(DScript *script);

#endif
