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
#define TOUCH_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4)                                    \
    TOUCH_##t1(n1) TOUCH_##t2(n2) TOUCH_##t3(n3) TOUCH_##t4(n4)
#define FIRE_ARGS1(marker, t1, n1) STAP_PROBE1(python, marker, n1)
#define FIRE_ARGS2(marker, t1, n1, t2, n2) STAP_PROBE2(python, marker, n1, n2)
#define FIRE_ARGS4(marker, t1, n1, t2, n2, t3, n3, t4, n4)                             \
    STAP_PROBE4(python, marker, n1, n2, n3, n4)
#define ARGS1(...) 1, __VA_ARGS__
#define ARGS2(...) 2, __VA_ARGS__
#define ARGS4(...) 4, __VA_ARGS__
#define FIRE(marker, ...) FIRE_COUNTED(marker, __VA_ARGS__)
#define FIRE_COUNTED(marker, count, ...) FIRE_ARGS##count(marker, __VA_ARGS__)

#else

#define TOUCH_ARGS1(t1, n1) (void)n1;
#define TOUCH_ARGS2(t1, n1, t2, n2) (void)n1, (void)n2;
#define TOUCH_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4)                                    \
    (void)n1, (void)n2, (void)n3, (void)n4;
#define FIRE(marker, ...)

#endif

/* noinline keeps it at one note a marker. */
#define MARKER(marker, name, place, args, rule)                                        \
    __attribute__((noinline, cold)) void probe_##name(PROBE_PARAMS_##args)             \
    {                                                                                  \
        TOUCH_##args FIRE(marker, args);                                               \
    }
#include "probes/markers.def"
#undef MARKER
