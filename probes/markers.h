/* The markers of markers.def as numbers, and the C types of their arguments. */
#ifndef MINIPY_PROBES_MARKERS_H
#define MINIPY_PROBES_MARKERS_H

#define PROBE_TYPE_STR const char *
#define PROBE_TYPE_INT int
#define PROBE_TYPE_LONG long
#define PROBE_TYPE_PTR void *
#define PROBE_PARAMS_ARGS1(t1, n1) PROBE_TYPE_##t1 n1
#define PROBE_PARAMS_ARGS2(t1, n1, t2, n2) PROBE_TYPE_##t1 n1, PROBE_TYPE_##t2 n2
#define PROBE_PARAMS_ARGS3(t1, n1, ...)                                                \
    PROBE_TYPE_##t1 n1, PROBE_PARAMS_ARGS2(__VA_ARGS__)
#define PROBE_PARAMS_ARGS4(t1, n1, ...)                                                \
    PROBE_TYPE_##t1 n1, PROBE_PARAMS_ARGS3(__VA_ARGS__)
#define PROBE_PARAMS_ARGS5(t1, n1, ...)                                                \
    PROBE_TYPE_##t1 n1, PROBE_PARAMS_ARGS4(__VA_ARGS__)
#define PROBE_PARAMS_ARGS6(t1, n1, ...)                                                \
    PROBE_TYPE_##t1 n1, PROBE_PARAMS_ARGS5(__VA_ARGS__)
#define PROBE_NAMES_ARGS1(t1, n1) n1
#define PROBE_NAMES_ARGS2(t1, n1, t2, n2) n1, n2
#define PROBE_NAMES_ARGS3(t1, n1, ...) n1, PROBE_NAMES_ARGS2(__VA_ARGS__)
#define PROBE_NAMES_ARGS4(t1, n1, ...) n1, PROBE_NAMES_ARGS3(__VA_ARGS__)
#define PROBE_NAMES_ARGS5(t1, n1, ...) n1, PROBE_NAMES_ARGS4(__VA_ARGS__)
#define PROBE_NAMES_ARGS6(t1, n1, ...) n1, PROBE_NAMES_ARGS5(__VA_ARGS__)
#define PROBE_PARAMS(args) PROBE_PARAMS_##args
#define PROBE_NAMES(args) PROBE_NAMES_##args

/* PROBE_<name> numbers the markers in the order of the list. */
enum ProbeMarker {
#define MARKER(provider, marker, name, place, args, rule) PROBE_##name,
#include "probes/markers.def"
#undef MARKER
    PROBE_COUNT
};

#endif
