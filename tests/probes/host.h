/* host.h - a list of consumers without a vm, for programs that test the gate and the
 * sites alone: malloc, no exceptions, one frame.
 */
#ifndef MINIPY_TESTS_PROBES_HOST_H
#define MINIPY_TESTS_PROBES_HOST_H

#include <stdlib.h>

#include "probes/consumer.h"

static inline void *host_allocate(void *vm, size_t size)
{
    (void)vm;
    return malloc(size);
}

static inline void host_release(void *vm, void *block)
{
    (void)vm;
    free(block);
}

static inline uint64_t host_suspend(void *vm)
{
    (void)vm;
    return 0;
}

static inline void host_resume(void *vm, uint64_t suspended)
{
    (void)vm, (void)suspended;
}

static inline bool host_place(void *vm, const void *frame, ProbeFrame *at)
{
    static const ProbeCode code = {1, 1, "file.py", "name", "Class.name", "module"};
    (void)vm;
    *at = (ProbeFrame){&code, 1, frame};
    return true;
}

static inline size_t host_stack(void *vm, ProbeFrame *frames, size_t most)
{
    return most > 0 && host_place(vm, NULL, frames);
}

/* What else a test says of it are designated fields. */
#define HOST(...)                                                                      \
    {                                                                                  \
        .allocate = host_allocate, .release = host_release, .suspend = host_suspend,   \
        .resume = host_resume, .place = host_place, .stack = host_stack, __VA_ARGS__   \
    }

#endif
