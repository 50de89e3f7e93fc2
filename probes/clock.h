/* clock.h - the time, as cheaply as the processor tells it. */
#ifndef MINIPY_PROBES_CLOCK_H
#define MINIPY_PROBES_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC: from the processor's time stamp counter where that
 * runs evenly, else from the system. */
uint64_t probe_now(void);

/* Nanoseconds of processor time of the calling thread. */
uint64_t probe_cpu_now(void);

/* The counter itself; 0 where there is none that runs evenly. */
uint64_t probe_ticks(void);

#endif
