/* clock.c - CLOCK_MONOTONIC out of the time stamp counter (clock.h).
 *
 * A line through two points (counter, nanoseconds): the first is kept, the second is
 * the latest look at the system's clock, a moment ago at most. Each new line begins
 * where the old one ends, and is as steep as brings it to the system's clock in the
 * next moment: so it does not jump back, and follows a clock that is being adjusted.
 * Until the first moment is over, and while a line is being drawn, the system's clock
 * itself is read.
 *
 * The line is the process's, as the counter is; it is written under a mark that readers
 * look at twice. */
#include "probes/clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#if defined __x86_64__
#include <cpuid.h>
#include <x86intrin.h>
#endif

static uint64_t system_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t probe_cpu_now(void)
{
    return system_ns(CLOCK_THREAD_CPUTIME_ID);
}

#if defined __x86_64__

enum { MOMENT_NS = 10 * 1000 * 1000 };

static struct {
    _Atomic uint32_t mark; /* odd: the rest is being written */
    _Atomic int even; /* does the counter run evenly? 1, -1: no, 0: not asked yet */
    /* now = ns + ((counter - ticks) * slope >> 32), good until the counter is `until`
     */
    _Atomic uint64_t ticks, ns, slope, until;
    _Atomic uint64_t first_ticks, first_ns; /* the first look */
} line;

static bool runs_evenly(void)
{
    int even = atomic_load_explicit(&line.even, memory_order_relaxed);
    if (even == 0) {
        unsigned a, b, c, d;
        even = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8) ? 1 : -1;
        atomic_store_explicit(&line.even, even, memory_order_relaxed);
    }
    return even > 0;
}

uint64_t probe_ticks(void)
{
    return runs_evenly() ? __rdtsc() : 0;
}

static uint64_t on_line(uint64_t ticks, uint64_t ns, uint64_t slope, uint64_t at)
{
    return at <= ticks
               ? ns
               : ns + (uint64_t)(((unsigned __int128)(at - ticks) * slope) >> 32);
}

/* Looks at the system's clock and draws the next line, unless another thread does. */
static __attribute__((noinline, cold)) uint64_t look(uint32_t mark, uint64_t told)
{
    uint64_t real = system_ns(CLOCK_MONOTONIC), at = __rdtsc();
    uint64_t now = told > real ? told : real;
    if (!atomic_compare_exchange_strong(&line.mark, &mark, mark + 1))
        return now;
    uint64_t first = atomic_load(&line.first_ticks);
    uint64_t run = real - atomic_load(&line.first_ns);
    if (first == 0) {
        atomic_store(&line.first_ticks, at);
        atomic_store(&line.first_ns, real);
    } else if (run >= MOMENT_NS) {
        uint64_t moment = /* in ticks; the whole run says how fast these are */
            (uint64_t)((unsigned __int128)(at - first) * MOMENT_NS / run);
        uint64_t rise = real + MOMENT_NS - now;
        atomic_store(&line.ticks, at);
        atomic_store(&line.ns, now);
        atomic_store(&line.slope,
                     (uint64_t)(((unsigned __int128)rise << 32) / (moment | 1)));
        atomic_store(&line.until, at + moment);
    }
    atomic_store(&line.mark, mark + 2);
    return now;
}

uint64_t probe_now(void)
{
    if (!runs_evenly())
        return system_ns(CLOCK_MONOTONIC);
    uint32_t mark = atomic_load_explicit(&line.mark, memory_order_acquire);
    uint64_t ticks = atomic_load_explicit(&line.ticks, memory_order_relaxed);
    uint64_t ns = atomic_load_explicit(&line.ns, memory_order_relaxed);
    uint64_t slope = atomic_load_explicit(&line.slope, memory_order_relaxed);
    uint64_t until = atomic_load_explicit(&line.until, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if ((mark & 1) || atomic_load_explicit(&line.mark, memory_order_relaxed) != mark)
        return system_ns(CLOCK_MONOTONIC);
    uint64_t at = __rdtsc();
    return at < until ? on_line(ticks, ns, slope, at)
                      : look(mark, on_line(ticks, ns, slope, until));
}

#else

uint64_t probe_ticks(void)
{
    return 0;
}

uint64_t probe_now(void)
{
    return system_ns(CLOCK_MONOTONIC);
}

#endif
