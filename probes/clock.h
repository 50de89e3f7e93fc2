/* clock.h - the time, as cheaply as the processor tells it. */
#ifndef MINIPY_PROBES_CLOCK_H
#define MINIPY_PROBES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC: from the processor's time stamp counter where that
 * runs evenly, else from the system. */
uint64_t probe_now(void);

/* Nanoseconds of processor time of the calling thread. */
uint64_t probe_cpu_now(void);

/* The counter itself; 0 where there is none that runs evenly. */
uint64_t probe_ticks(void);

/* A time to be subtracted from another: the counter where probe_ticks() was not 0,
 * which is what `counter` says, else nanoseconds. */
static inline uint64_t probe_stamp(bool counter)
{
#if defined __x86_64__
    if (__builtin_expect(counter, 1))
        return __builtin_ia32_rdtsc();
#endif
    (void)counter;
    return probe_now();
}

#endif
