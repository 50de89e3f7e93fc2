/* The sites of PROBES=nop: a nop in the loop itself, the arguments ready in registers,
 * and nobody asked whether a tracer is there; what tracers know as a static probe
 * without a semaphore. Each use makes one more place of the marker in the ELF notes.
 *
 * With nops of five bytes the children of a traced process are not mended, as those of
 * sites.c are: such a build is there to be measured.
 *
 * Strings are not read before the site, as sites.c does: one that the kernel has paged
 * out is an empty string to BPF. */
#ifndef MINIPY_PROBES_SITE_INLINE_H
#define MINIPY_PROBES_SITE_INLINE_H

#include "probes/site_nop.h"

#define PROBE_INLINE(marker, name)                                                     \
    static inline __attribute__((always_inline)) void probe_inline_##name(             \
        const char *filename, const char *funcname, int lineno, void *frame)           \
    {                                                                                  \
        STAP_PROBE4(python, marker, filename, funcname, lineno, frame);                \
    }
PROBE_INLINE(function__entry, function_entry)
PROBE_INLINE(function__return, function_return)
#undef PROBE_INLINE

#endif
