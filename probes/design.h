/* Which design of probes this build has: make PROBES=... (docs/BENCH.md).
 *
 * The only header that differs between the designs, with those that include it. The
 * objects of all other files are shared by their builds: the Makefile looks which .c
 * includes one of these headers itself (BY_DESIGN), and tells no other the design. */
#ifndef MINIPY_PROBES_DESIGN_H
#define MINIPY_PROBES_DESIGN_H

#if !defined MINIPY_PROBES_NONE && !defined MINIPY_PROBES_NOP &&                       \
    !defined MINIPY_PROBES_CALL && !defined MINIPY_PROBES_SEMAPHORE &&                 \
    !defined MINIPY_PROBES_JUMP && !defined MINIPY_PROBES_PATCHED &&                   \
    !defined MINIPY_PROBES_GATE
#error "include this header, or one of BY_DESIGN in the Makefile, in the .c itself"
#endif

/* 1 where sites fire whether anybody listens or not: there are no semaphores. */
#if defined MINIPY_PROBES_NOP || defined MINIPY_PROBES_CALL
#define PROBES_ALWAYS 1
#else
#define PROBES_ALWAYS 0
#endif

/* 1 where the sites of the hot markers stand in the eval loop itself, as CPython's do
 * (PROBE_SITE in sites.h); 0 where only the instrumented table fires them. */
#if PROBES_ALWAYS || defined MINIPY_PROBES_SEMAPHORE || defined MINIPY_PROBES_JUMP
#define PROBES_IN_LOOP 1
#else
#define PROBES_IN_LOOP 0
#endif

/* 1 where instructions are replaced in the code objects (vm/eval/patch.h). */
#if defined MINIPY_PROBES_PATCHED
#define PROBES_PATCHED 1
#else
#define PROBES_PATCHED 0
#endif

#endif
