/* The options of a script: `#pragma D option NAME[=VALUE]`, or -x NAME[=VALUE]. */
#ifndef MINIPY_PROBES_DSCRIPT_OPTIONS_H
#define MINIPY_PROBES_DSCRIPT_OPTIONS_H

#include "probes/dscript/source.h"

typedef struct DOptions {
    uint64_t quiet, defaultargs, flowindent;
    uint64_t strsize;     /* bytes of a string that is kept */
    uint64_t dynvarsize;  /* bytes for self-> variables and arrays */
    uint64_t aggsize;     /* bytes for aggregations */
    uint64_t bufsize;     /* bytes of output that wait */
    uint64_t scratchsize; /* bytes for strings made in an event */
    uint64_t switchrate;  /* nanoseconds for which output waits at most */
    uint64_t ustackframes, stackindent;
    uint64_t aggsortkey, aggsortrev, aggsortpos, aggsortkeypos;
    uint64_t zdefs; /* a description may match nothing */
} DOptions;

/* DTrace's defaults. */
void doptions_init(DOptions *options);

/* Sets what `text` says, "NAME" or "NAME=VALUE"; false when that is wrong, and told at
 * `at`. */
bool doptions_set(DOptions *options, DSources *sources, const char *at, DText text);

#endif
