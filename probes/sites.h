/* The marker sites: for every row of markers.def
 *
 *   bool probe_NAME_enabled(void)   is a kernel tracer attached to this marker?
 *   void probe_NAME(ARGUMENTS)      fires it; strings may be NULL
 *
 * Both take plain C values, touch no exception state, allocate nothing and run no
 * Python code, so they may be called anywhere. Firing without asking is right but slow:
 * ask, then work out the arguments. Callers outside the eval loop use consumer.h, whose
 * probes_NAME() serve kernel tracers and in-process consumers alike. */
#ifndef MINIPY_PROBES_SITES_H
#define MINIPY_PROBES_SITES_H

#include "probes/design.h"
#include "probes/gate.h"
#include "probes/markers.h"

/* How a marker of each place is asked for. MORE has sites in the gate build alone: the
 * others are there to compare CPython's three hot markers. */
#if defined MINIPY_PROBES_NONE
#define PROBE_ENABLED_CALL(semaphore, name) false
#define PROBE_ENABLED_LINE(semaphore, name) false
#define PROBE_ENABLED_MORE(semaphore, name) false
#define PROBE_ENABLED_OWN(semaphore, name) false
#elif PROBES_ALWAYS
#define PROBE_ENABLED_CALL(semaphore, name) true
#define PROBE_ENABLED_LINE(semaphore, name) true
#define PROBE_ENABLED_MORE(semaphore, name) false
#define PROBE_ENABLED_OWN(semaphore, name) true
#elif PROBES_IN_LOOP
#define PROBE_ENABLED_CALL(semaphore, name) __builtin_expect(semaphore, 0)
#define PROBE_ENABLED_LINE(semaphore, name) __builtin_expect(semaphore, 0)
#define PROBE_ENABLED_MORE(semaphore, name) false
#define PROBE_ENABLED_OWN(semaphore, name) __builtin_expect(semaphore, 0)
#else
#define PROBE_ENABLED_CALL(semaphore, name) PROBE_SHARED(semaphore, name)
#define PROBE_ENABLED_LINE(semaphore, name) __builtin_expect(semaphore, 0)
#define PROBE_ENABLED_MORE(semaphore, name) PROBE_SHARED(semaphore, name)
#define PROBE_ENABLED_OWN(semaphore, name) __builtin_expect(semaphore, 0)
#define PROBE_SHARED(semaphore, name)                                                  \
    (__builtin_expect(semaphore, 0) && probe_site_is_traced(PROBE_##name))
#endif

/* Where the nops of the sites lie, by marker; NULL where the build has none. For
 * builds with markers alone. */
typedef struct ProbeSites {
    int count;
    int length; /* bytes of each */
    const volatile uint8_t *nops[PROBE_COUNT];
} ProbeSites;
extern const ProbeSites probe_sites __attribute__((visibility("hidden")));

/* From now on forked children mend their sites (site_children.c). */
void probe_watch_forks(void);

/* Of a marker whose lane is up: is it the one that is traced? A tracer's trap shows in
 * the place of its nop. Where none shows in the whole lane (a hardware breakpoint; a
 * processor whose nop is not known here) each of them counts as traced. */
bool probe_site_is_traced(enum ProbeMarker marker);

#define MARKER(provider, marker, name, place, args, rule)                              \
    extern volatile uint16_t provider##_##marker##_semaphore                           \
        __attribute__((visibility("hidden")));                                         \
    static inline bool probe_##name##_enabled(void)                                    \
    {                                                                                  \
        return PROBE_ENABLED_##place(provider##_##marker##_semaphore, name);           \
    }                                                                                  \
    void probe_##name(PROBE_PARAMS_##args);
#include "probes/markers.def"
#undef MARKER

/* A site inside the eval loop, for the builds that put them there; elsewhere its
 * arguments are not even worked out. PROBE_SITE(line, file, func, lineno, frame); */
#define PROBE_SITE(name, ...)                                                          \
    do {                                                                               \
        if (PROBES_IN_LOOP && probe_##name##_enabled())                                \
            probe_##name(__VA_ARGS__);                                                 \
    } while (0)

#endif
