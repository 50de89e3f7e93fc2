/* The thread that keeps a sampler's time, and the samples (sampler.h).
 *
 * Invariant: the thread touches nothing of the vm but by wake(), which any thread may
 * call, and it ends before the vm does. */
#include "probes/sampler.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "probes/clock.h"
#include "probes/quiet_thread.h"

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- the thread ------------------------------------------------------------------ */

/* Until `when`; true: it is to end. */
static bool wait_until(ProbeSampler *sampler, uint64_t when)
{
    struct timespec t = {(time_t)(when / 1000000000), (long)(when % 1000000000)};
    pthread_mutex_lock(&sampler->lock);
    while (!sampler->stopping &&
           pthread_cond_timedwait(&sampler->changed, &sampler->lock, &t) != ETIMEDOUT)
        ;
    bool stopping = sampler->stopping;
    pthread_mutex_unlock(&sampler->lock);
    return stopping;
}

/* A request that was not taken yet is not made again: the program is in C. */
static void tick(ProbeSampler *sampler)
{
    ProbeConsumers *consumers = sampler->consumers;
    if (sampler->clock != NULL)
        __atomic_store_n(sampler->clock, probe_stamp(probe_ticks() != 0),
                         __ATOMIC_RELAXED);
    else if ((gate_requests_get(consumers->requests) & GATE_REQUEST_SAMPLE) == 0)
        consumers->host->wake(consumers->host->vm);
}

static void *keep_time(void *argument)
{
    ProbeSampler *sampler = argument;
    uint64_t next = clock_ns(CLOCK_MONOTONIC);
    do {
        uint64_t now = clock_ns(CLOCK_MONOTONIC);
        next += sampler->period;
        if (next < now) /* the machine slept: those are not made up for */
            next = now + sampler->period;
        tick(sampler);
    } while (!wait_until(sampler, next));
    return NULL;
}

static uint64_t clock_of(const ProbeSampler *sampler)
{
    return sampler->cpu ? clock_ns(CLOCK_PROCESS_CPUTIME_ID) : probe_now();
}

int probe_sampler_start(ProbeConsumers *consumers, ProbeSampler *sampler)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&sampler->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&sampler->lock, NULL);
    sampler->consumers = consumers;
    sampler->stopping = false;
    sampler->owner = getpid();
    sampler->last = clock_of(sampler);
    if (quiet_thread_start(&sampler->thread, keep_time, sampler) != 0)
        return -1;
    sampler->next = consumers->samplers;
    consumers->samplers = sampler;
    return 0;
}

void probe_sampler_stop(ProbeSampler *sampler)
{
    ProbeSampler **slot = &sampler->consumers->samplers;
    while (*slot != NULL && *slot != sampler)
        slot = &(*slot)->next;
    if (*slot == NULL)
        return; /* the vm's end has stopped it */
    *slot = sampler->next;
    if (sampler->owner != getpid())
        return;
    pthread_mutex_lock(&sampler->lock);
    sampler->stopping = true;
    pthread_cond_signal(&sampler->changed);
    pthread_mutex_unlock(&sampler->lock);
    pthread_join(sampler->thread, NULL);
    pthread_cond_destroy(&sampler->changed);
    pthread_mutex_destroy(&sampler->lock);
}

void probe_samplers_stop(ProbeConsumers *consumers)
{
    while (consumers->samplers != NULL)
        probe_sampler_stop(consumers->samplers);
}

/* ---- samples --------------------------------------------------------------------- */

/* One request serves all samplers: those take a sample for which it is nearly time. */
void probes_sample(ProbeConsumers *consumers)
{
    gate_requests_clear(consumers->requests, GATE_REQUEST_SAMPLE);
    if (consumers->busy != 0)
        return;
    uint64_t pending = consumers->host->suspend(consumers->host->vm);
    for (ProbeSampler *s = consumers->samplers; s != NULL; s = s->next) {
        uint64_t now = clock_of(s);
        if (s->clock != NULL || (!s->cpu && now - s->last < s->period / 2))
            continue;
        s->take(s->user, now - s->last);
        s->last = now;
    }
    consumers->host->resume(consumers->host->vm, pending);
}
