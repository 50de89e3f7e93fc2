/* The kinds of --trace: starting them by their words, and what there is. */
#ifndef MINIPY_PROBES_VIEWS_VIEWS_H
#define MINIPY_PROBES_VIEWS_VIEWS_H

#include "probes/views/output.h"

/* Starts what `spec` names: KIND[:OPTION=VALUE[:...]] of views.def, or words of
 * trace.h separated by commas. Everything in `target` but its strings must live until
 * the view has ended: when it is removed by the id (probe_consumers_remove), or with
 * the vm. Returns that id, or a PROBE_TRACE error about which target->complain was
 * told. */
int probe_view_start(ProbeConsumers *consumers, const char *spec,
                     const ViewTarget *target);

/* The process ends without the vm (os._exit): writes what its views have to write. */
void probe_views_end(ProbeConsumers *consumers);

/* The table of kinds, options and costs, by put(user, text). */
void probe_view_help(ProbeTraceWrite *put, void *user);

/* The names of the kinds, separated by ", ". Static text. */
const char *probe_view_kinds(void);

#endif
