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

#include "probes/gate.h"

#define PROBE_TYPE_STR const char *
#define PROBE_TYPE_INT int
#define PROBE_TYPE_LONG long
#define PROBE_TYPE_PTR void *
#define PROBE_PARAMS_ARGS1(t1, n1) PROBE_TYPE_##t1 n1
#define PROBE_PARAMS_ARGS2(t1, n1, t2, n2) PROBE_TYPE_##t1 n1, PROBE_TYPE_##t2 n2
#define PROBE_PARAMS_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4)                             \
    PROBE_TYPE_##t1 n1, PROBE_TYPE_##t2 n2, PROBE_TYPE_##t3 n3, PROBE_TYPE_##t4 n4
#define PROBE_NAMES_ARGS1(t1, n1) n1
#define PROBE_NAMES_ARGS2(t1, n1, t2, n2) n1, n2
#define PROBE_NAMES_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4) n1, n2, n3, n4
#define PROBE_PARAMS(args) PROBE_PARAMS_##args
#define PROBE_NAMES(args) PROBE_NAMES_##args

/* PROBE_<name> numbers the markers in the order of the list. */
enum ProbeMarker {
#define MARKER(marker, name, place, args, rule) PROBE_##name,
#include "probes/markers.def"
#undef MARKER
    PROBE_COUNT
};

#if defined MINIPY_PROBES_NONE

#define MARKER(marker, name, place, args, rule)                                        \
    static inline bool probe_##name##_enabled(void)                                    \
    {                                                                                  \
        return false;                                                                  \
    }                                                                                  \
    void probe_##name(PROBE_PARAMS_##args);
#include "probes/markers.def"
#undef MARKER

#elif PROBES_ALWAYS

#define MARKER(marker, name, place, args, rule)                                        \
    static inline bool probe_##name##_enabled(void)                                    \
    {                                                                                  \
        return true;                                                                   \
    }                                                                                  \
    void probe_##name(PROBE_PARAMS_##args);
#include "probes/markers.def"
#undef MARKER

#else

#define MARKER(marker, name, place, args, rule)                                        \
    extern volatile uint16_t python_##marker##_semaphore                               \
        __attribute__((visibility("hidden")));                                         \
    static inline bool probe_##name##_enabled(void)                                    \
    {                                                                                  \
        return __builtin_expect(python_##marker##_semaphore, 0);                       \
    }                                                                                  \
    void probe_##name(PROBE_PARAMS_##args);
#include "probes/markers.def"
#undef MARKER

#endif

/* A site inside the eval loop, for the builds that put them there; elsewhere its
 * arguments are not even worked out. PROBE_SITE(line, file, func, lineno, frame); */
#define PROBE_SITE(name, ...)                                                          \
    do {                                                                               \
        if (PROBES_IN_LOOP && probe_##name##_enabled())                                \
            probe_##name(__VA_ARGS__);                                                 \
    } while (0)

#endif
