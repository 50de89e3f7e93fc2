/* The markers of markers.def as numbers, and the C types of their arguments. */
#ifndef MINIPY_PROBES_MARKERS_H
#define MINIPY_PROBES_MARKERS_H

#include <stdint.h>

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
/* The arguments as ProbeValues: a list of initialisers. */
#define PROBE_FIELD_STR text
#define PROBE_FIELD_INT number
#define PROBE_FIELD_LONG number
#define PROBE_FIELD_PTR address
#define PROBE_VALUES_ARGS1(t1, n1)                                                     \
    {                                                                                  \
        .PROBE_FIELD_##t1 = n1                                                         \
    }
#define PROBE_VALUES_ARGS2(t1, n1, t2, n2)                                             \
    PROBE_VALUES_ARGS1(t1, n1), PROBE_VALUES_ARGS1(t2, n2)
#define PROBE_VALUES_ARGS3(t1, n1, ...)                                                \
    PROBE_VALUES_ARGS1(t1, n1), PROBE_VALUES_ARGS2(__VA_ARGS__)
#define PROBE_VALUES_ARGS4(t1, n1, ...)                                                \
    PROBE_VALUES_ARGS1(t1, n1), PROBE_VALUES_ARGS3(__VA_ARGS__)
#define PROBE_VALUES_ARGS5(t1, n1, ...)                                                \
    PROBE_VALUES_ARGS1(t1, n1), PROBE_VALUES_ARGS4(__VA_ARGS__)
#define PROBE_VALUES_ARGS6(t1, n1, ...)                                                \
    PROBE_VALUES_ARGS1(t1, n1), PROBE_VALUES_ARGS5(__VA_ARGS__)
/* Their types and names, likewise. */
#define PROBE_TOLD_ARGS1(t1, n1)                                                       \
    {                                                                                  \
        PROBE_TYPED_##t1, #n1                                                          \
    }
#define PROBE_TOLD_ARGS2(t1, n1, t2, n2)                                               \
    PROBE_TOLD_ARGS1(t1, n1), PROBE_TOLD_ARGS1(t2, n2)
#define PROBE_TOLD_ARGS3(t1, n1, ...)                                                  \
    PROBE_TOLD_ARGS1(t1, n1), PROBE_TOLD_ARGS2(__VA_ARGS__)
#define PROBE_TOLD_ARGS4(t1, n1, ...)                                                  \
    PROBE_TOLD_ARGS1(t1, n1), PROBE_TOLD_ARGS3(__VA_ARGS__)
#define PROBE_TOLD_ARGS5(t1, n1, ...)                                                  \
    PROBE_TOLD_ARGS1(t1, n1), PROBE_TOLD_ARGS4(__VA_ARGS__)
#define PROBE_TOLD_ARGS6(t1, n1, ...)                                                  \
    PROBE_TOLD_ARGS1(t1, n1), PROBE_TOLD_ARGS5(__VA_ARGS__)
#define PROBE_COUNT_ARGS1(...) 1
#define PROBE_COUNT_ARGS2(...) 2
#define PROBE_COUNT_ARGS3(...) 3
#define PROBE_COUNT_ARGS4(...) 4
#define PROBE_COUNT_ARGS5(...) 5
#define PROBE_COUNT_ARGS6(...) 6

/* PROBE_<name> numbers the markers in the order of the list. */
enum ProbeMarker {
#define MARKER(provider, marker, name, place, args, rule) PROBE_##name,
#include "probes/markers.def"
#undef MARKER
    PROBE_COUNT
};
#define PROBE_BIT(name) (UINT64_C(1) << PROBE_##name)

#endif
