/* The gate: the one word that the eval loop polls, and the requests behind it.
 *
 * gate_word is four 16-bit lanes. Three are the semaphores of the markers that the
 * instrumented loop fires: the kernel raises them when a tracer attaches. The fourth,
 * the request lane, counts the vms of this process that want their own loop's
 * attention. The loop reads the word at function entry and at backward jumps and
 * compares it with zero; that is all an idle probe costs, and a build without markers
 * does the same for its requests alone.
 *
 * Markers share a lane, since there are more of them than lanes: a lane that is up says
 * that one of its markers is traced. Which one shows at its site, where the tracer's
 * trap stands in the place of the nop (gate_site_is_traced).
 *
 * gate_word is the process's, so every vm looks when it is raised, and only the vm
 * meant acts: what is asked of a vm stands in its own GateRequests. Once the
 * instrumented dispatch table is in place its entry and backward-jump handlers must go
 * to the slow path unconditionally, for a word that fell back to zero would not be
 * noticed.
 *
 * Rejected: one breaker word per vm, which kernel tracers cannot raise (the ELF note
 * names one address), so that the loop would have to poll two words.
 *
 * Semaphores are never counted on: two tracers may show 1. Test for non-zero. */
#ifndef MINIPY_PROBES_GATE_H
#define MINIPY_PROBES_GATE_H

#include <stdbool.h>
#include <stdint.h>

#define GATE_LANE_CALL UINT64_C(0x000000000000ffff)
#define GATE_LANE_LINE UINT64_C(0x00000000ffff0000)
#define GATE_LANE_MORE UINT64_C(0x0000ffff00000000)
#define GATE_LANE_REQUEST UINT64_C(0xffff000000000000)
#define GATE_LANE_MARKERS (GATE_LANE_CALL | GATE_LANE_LINE | GATE_LANE_MORE)

/* Read it; only the kernel and gate_request_raise/lower write it. */
extern volatile uint64_t gate_word __attribute__((visibility("hidden")));

/* The word now. The thread sanitizer does not take volatile for an answer. */
static inline uint64_t gate_read(void)
{
#ifdef __SANITIZE_THREAD__
    return __atomic_load_n(&gate_word, __ATOMIC_RELAXED);
#else
    return gate_word;
#endif
}

/* Does anybody want attention? The loop's poll: one load, one compare, one branch. */
static inline bool gate_is_raised(void)
{
    return __builtin_expect(gate_read() != 0, 0);
}

/* Why a vm wants its loop's attention. The meaning is the vm's; the gate counts. */
enum {
    GATE_REQUEST_SIGNAL = 1u << 0,    /* a signal was caught, handlers are to run */
    GATE_REQUEST_GC = 1u << 1,        /* an allocation threshold was passed */
    GATE_REQUEST_SETTRACE = 1u << 3,  /* sys.settrace or sys.setprofile is in force */
    GATE_REQUEST_INTERRUPT = 1u << 4, /* minipy_interrupt, from any thread */
    GATE_REQUEST_BUDGET = 1u << 5,    /* a limit (instructions, time, memory) was met */
    GATE_REQUEST_SWITCH = 1u << 6,    /* another thread waits for the vm's lock */
    GATE_REQUEST_SAMPLE = 1u << 7,    /* it is time for a sample (sampler.h) */
    GATE_REQUEST_ASYNC = 1u << 8,     /* an exception waits for some thread (async.c) */
    GATE_REQUEST_WAKE = 1u << 9,      /* threads are to be woken soon (vm_lock.c) */
};

/* One per vm, zero when made. */
typedef struct GateRequests {
    _Atomic uint32_t flags;
} GateRequests;

/* Raises and lowers the request lane by one. Async-signal-safe, any thread. Prefer the
 * calls below, which keep the pair balanced. */
void gate_request_raise(void);
void gate_request_lower(void);

/* Sets flags for one vm; the lane goes up with its first flag. Async-signal-safe. */
void gate_requests_set(GateRequests *requests, uint32_t flags);

/* Clears flags; the lane goes down with the last one. A vm that ends clears all
 * (UINT32_MAX). Returns those of `flags` that were set, so that taking them and acting
 * on them is one step. */
uint32_t gate_requests_clear(GateRequests *requests, uint32_t flags);

/* The flags of one vm, now. */
static inline uint32_t gate_requests_get(GateRequests *requests)
{
    return __atomic_load_n((uint32_t *)&requests->flags, __ATOMIC_RELAXED);
}

#endif
