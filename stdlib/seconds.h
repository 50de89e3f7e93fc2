/* seconds.h - times as floats, for modules that wait. */
#ifndef MINIPY_STDLIB_SECONDS_H
#define MINIPY_STDLIB_SECONDS_H

#include <math.h>
#include <time.h>

#include "vm/errors/error.h"
#include "vm/numbers/number.h"
#include "vm/objects/args.h"

/* Seconds of the monotonic clock, the one that deadlines are counted by. */
static inline double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#define SECONDS_MAX 9223372036.854775 /* whose nanoseconds 64 bits count */
/* Can the clocks count that? NaN is ValueError, what is beyond OverflowError. */
static inline bool seconds_in_range(MinipyVM *vm, double seconds)
{
    if (isnan(seconds))
        error_set(vm, EXC_ValueError, "Invalid value NaN (not a number)");
    else if (fabs(seconds) > SECONDS_MAX)
        error_set(vm, EXC_OverflowError,
                  "timestamp too large to convert to C _PyTime_t");
    else
        return true;
    return false;
}

/* A float or an index as seconds that the clocks can count; false: exception. */
static inline bool seconds_of(MinipyVM *vm, Value v, double *out)
{
    Value n = value_is_float(v) ? value_incref(v) : number_index(vm, v);
    bool ok = n && arg_double(vm, n, out);
    if (n && !ok && error_matches(vm, EXC_OverflowError)) { /* no float is as large */
        error_clear(vm);
        *out = HUGE_VAL;
        ok = true;
    }
    value_xdecref(vm, n);
    return ok && seconds_in_range(vm, *out);
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
