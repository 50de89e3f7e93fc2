/* Probes: their names, their arguments, and what matches them. */
#ifndef MINIPY_PROBES_DSCRIPT_DESCRIPTIONS_H
#define MINIPY_PROBES_DSCRIPT_DESCRIPTIONS_H

#include "probes/dscript/script.h"

/* The name of any probe, timers too. */
DText dprobe_name(const DScript *script, int probe);

/* The number of any probe that is shown: BEGIN is 1, END 2, ERROR 3, as in DTrace. */
int dprobe_id(int probe);

/* The provider of any probe, with the process's number as in DTrace: "python1234". */
const char *dprobe_provider(const DScript *script, int probe);

/* Reads the descriptions before a predicate or a body, from lexer->next, into the
 * clause. What is wrong is told: no such probe. */
void ddescriptions_read(DScript *script, DLexer *lexer, DClause *clause);

/* Does the place of the event match? For one that has_place. */
bool ddescription_matches(DDescription *description, const ProbeEvent *event);

#endif
