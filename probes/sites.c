/* The marker sites, one cold function and one SDT note for each row of markers.def.
 *
 * The strings are read before the site: BPF cannot fault a page in and would print an
 * empty string. Build this file with -mno-red-zone and without LTO (site_nop.h says
 * why); tests/probes looks at the code that came out. */
#include "probes/sites.h"

#include <stddef.h>

#if !defined MINIPY_PROBES_NONE && defined __linux__

#if !PROBES_ALWAYS
#define _SDT_HAS_SEMAPHORES 1
#endif
#include "probes/site_nop.h"

/* Faults in what a tracer will read of the text: its first byte, and the next page when
 * the text runs over the edge within the 256 bytes that tracers read at most. */
static inline void touch(const char *text)
{
    if (text == NULL)
        return;
    const volatile char *byte = text;
    size_t to_edge = 4096 - ((uintptr_t)text & 4095);
    size_t last = to_edge < 256 ? to_edge : 0;
    for (size_t i = 0; byte[i] != 0 && i < last; i++)
        ;
}

#define TOUCH_STR(name) touch(name);
#define TOUCH_INT(name)
#define TOUCH_LONG(name)
#define TOUCH_PTR(name)
#define TOUCH_ARGS1(t1, n1) TOUCH_##t1(n1)
#define TOUCH_ARGS2(t1, n1, t2, n2) TOUCH_##t1(n1) TOUCH_##t2(n2)
#define TOUCH_ARGS3(t1, n1, ...) TOUCH_##t1(n1) TOUCH_ARGS2(__VA_ARGS__)
#define TOUCH_ARGS4(t1, n1, ...) TOUCH_##t1(n1) TOUCH_ARGS3(__VA_ARGS__)
#define TOUCH_ARGS5(t1, n1, ...) TOUCH_##t1(n1) TOUCH_ARGS4(__VA_ARGS__)
#define TOUCH_ARGS6(t1, n1, ...) TOUCH_##t1(n1) TOUCH_ARGS5(__VA_ARGS__)
#define FIRE_ARGS1(provider, marker, ...)                                              \
    STAP_PROBE1(provider, marker, PROBE_NAMES_ARGS1(__VA_ARGS__))
#define FIRE_ARGS2(provider, marker, ...)                                              \
    FIRE_NAMES(STAP_PROBE2, provider, marker, PROBE_NAMES_ARGS2(__VA_ARGS__))
#define FIRE_ARGS3(provider, marker, ...)                                              \
    FIRE_NAMES(STAP_PROBE3, provider, marker, PROBE_NAMES_ARGS3(__VA_ARGS__))
#define FIRE_ARGS4(provider, marker, ...)                                              \
    FIRE_NAMES(STAP_PROBE4, provider, marker, PROBE_NAMES_ARGS4(__VA_ARGS__))
#define FIRE_ARGS5(provider, marker, ...)                                              \
    FIRE_NAMES(STAP_PROBE5, provider, marker, PROBE_NAMES_ARGS5(__VA_ARGS__))
#define FIRE_ARGS6(provider, marker, ...)                                              \
    FIRE_NAMES(STAP_PROBE6, provider, marker, PROBE_NAMES_ARGS6(__VA_ARGS__))
#define FIRE_NAMES(probe, provider, marker, ...) probe(provider, marker, __VA_ARGS__)
#define ARGS1(...) 1, __VA_ARGS__
#define ARGS2(...) 2, __VA_ARGS__
#define ARGS3(...) 3, __VA_ARGS__
#define ARGS4(...) 4, __VA_ARGS__
#define ARGS5(...) 5, __VA_ARGS__
#define ARGS6(...) 6, __VA_ARGS__
#define FIRE_SITE(provider, marker, name, ...)                                         \
    FIRE_COUNTED(provider, marker, __VA_ARGS__);                                       \
    LABEL_SITE("probe_site_" #name)
#define FIRE_COUNTED(provider, marker, count, ...)                                     \
    FIRE_ARGS##count(provider, marker, __VA_ARGS__)
/* The address of the nop that was just made: sdt.h's label 990. */
#define LABEL_SITE(symbol) __asm__ volatile(".set " symbol ", 990b")

#define SITES_CALL FIRE_SITE
#define SITES_LINE FIRE_SITE
#define SITES_OWN FIRE_SITE
#define NOP_CALL(site) site
#define NOP_LINE(site) site
#define NOP_OWN(site) site
#if defined MINIPY_PROBES_GATE
#define SITES_MORE FIRE_SITE
#define NOP_MORE(site) site
#else
#define SITES_MORE(...)
#define NOP_MORE(site) NULL
/* No site uses them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#else

#define TOUCH_ARGS1(t1, n1) (void)n1;
#define TOUCH_ARGS2(t1, n1, t2, n2) (void)n1, (void)n2;
#define TOUCH_ARGS3(t1, n1, ...) (void)n1, TOUCH_ARGS2(__VA_ARGS__)
#define TOUCH_ARGS4(t1, n1, ...) (void)n1, TOUCH_ARGS3(__VA_ARGS__)
#define TOUCH_ARGS5(t1, n1, ...) (void)n1, TOUCH_ARGS4(__VA_ARGS__)
#define TOUCH_ARGS6(t1, n1, ...) (void)n1, TOUCH_ARGS5(__VA_ARGS__)
#define SITES_CALL(...)
#define SITES_LINE(...)
#define SITES_MORE(...)
#define SITES_OWN(...)

#endif

/* noinline keeps it at one note a marker. */
#define MARKER(provider, marker, name, place, args, rule)                              \
    __attribute__((noinline, cold)) void probe_##name(PROBE_PARAMS_##args)             \
    {                                                                                  \
        TOUCH_##args SITES_##place(provider, marker, name, args);                      \
    }
#include "probes/markers.def"
#undef MARKER

#if !defined MINIPY_PROBES_NONE && defined __linux__

#define MARKER(provider, marker, name, place, args, rule)                              \
    extern const volatile uint8_t probe_site_##name[]                                  \
        __attribute__((visibility("hidden")));
#include "probes/markers.def"
#undef MARKER

const ProbeSites probe_sites = {
    .count = PROBE_COUNT,
    .length = MINIPY_SITE_NOP,
    .nops =
        {
#define MARKER(provider, marker, name, place, args, rule)                              \
    NOP_##place(probe_site_##name),
#include "probes/markers.def"
#undef MARKER
        },
};

/* From here, as an archive's member without a symbol that somebody needs stays out. */
__attribute__((constructor)) static void watch_forks(void)
{
    probe_watch_forks();
}

#endif

#if defined MINIPY_PROBES_GATE && defined __linux__ && defined __x86_64__

/* The first byte of a nop that nobody traces. */
#if MINIPY_SITE_NOP == 5
enum { IDLE = 0x0f };
#else
enum { IDLE = 0x90 };
#endif

/* By marker: its lane. */
static const enum Place {
    PLACE_CALL,
    PLACE_LINE,
    PLACE_MORE,
    PLACE_OWN
} places[] = {
#define MARKER(provider, marker, name, place, args, rule) PLACE_##place,
#include "probes/markers.def"
#undef MARKER
};

bool probe_site_is_traced(enum ProbeMarker marker)
{
    if (*probe_sites.nops[marker] != IDLE)
        return true;
    for (int i = 0; i < PROBE_COUNT; i++)
        if (places[i] == places[marker] && *probe_sites.nops[i] != IDLE)
            return false;
    return true;
}

#else

bool probe_site_is_traced(enum ProbeMarker marker)
{
    (void)marker;
    return true;
}

#endif
