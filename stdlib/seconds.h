/* seconds.h - times as floats, for modules that wait. */
#ifndef MINIPY_STDLIB_SECONDS_H
#define MINIPY_STDLIB_SECONDS_H

#include <time.h>

/* Seconds of the monotonic clock, the one that deadlines are counted by. */
static inline double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* seconds, not negative and in range, for a system call; what is less than a nanosecond
 * is cut off. */
static inline struct timespec seconds_timespec(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds};
    t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
    return t;
}

#endif
