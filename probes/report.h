/* Reporting an event to all who want it (consumer.h). For the files that make events:
 * what a marker costs while nobody wants it is the design's (design.h). */
#ifndef MINIPY_PROBES_REPORT_H
#define MINIPY_PROBES_REPORT_H

#include "probes/consumer.h"
#include "probes/sites.h"

/* Should the loop leave its plain table? True while a kernel tracer is attached to a
 * lane of the gate. */
static inline bool probes_loop_wanted(void)
{
    return !PROBES_IN_LOOP && (gate_read() & GATE_LANE_MARKERS) != 0;
}

/* 1 for the markers whose kernel side PROBE_SITE fires. */
#define PROBES_SITED_CALL PROBES_IN_LOOP
#define PROBES_SITED_LINE PROBES_IN_LOOP
#define PROBES_SITED_MORE 0
#define PROBES_SITED_OWN 0

/* probes_NAME_wanted: would anybody see the event? probes_NAME: reports it to all. */
#define MARKER(provider, marker, name, place, args, rule)                              \
    static inline bool probes_##name##_wanted(const ProbeConsumers *consumers)         \
    {                                                                                  \
        return (!PROBES_SITED_##place && probe_##name##_enabled()) ||                  \
               __builtin_expect((consumers->wanted & PROBE_BIT(name)) != 0, 0);        \
    }                                                                                  \
    void probes_##name(ProbeConsumers *consumers, PROBE_PARAMS_##args);
#include "probes/markers.def"
#undef MARKER

#endif
