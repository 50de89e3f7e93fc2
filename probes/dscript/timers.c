/* A thread that fires the clauses of timers when their time is there, whatever the
 * program does: it takes the script's lock, which events of a script with timers take,
 * too.
 *
 * It takes no signals: they are the program's. In a fork's child there is no such
 * thread. */
#include "probes/dscript/timers.h"

#include <time.h>

#include "probes/dscript/run.h"
#include "probes/quiet_thread.h"

/* Waits until then, or until it is to end. The lock is held. */
static void wait_until(DScript *script, uint64_t when)
{
    struct timespec t = {(time_t)(when / 1000000000), (long)(when % 1000000000)};
    pthread_cond_timedwait(&script->ticks_wake, &script->lock, &t);
}

static uint64_t monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Fires what is due, and says when the next is. A machine that slept has missed its
 * ticks. */
static uint64_t fire_due(DScript *script, uint64_t *due)
{
    uint64_t next = UINT64_MAX, now = monotonic();
    for (int i = 0; i < script->timer_count && !script->exited; i++) {
        const DTimer *timer = &script->timers[i];
        if (timer->is_profile)
            continue;
        if (due[i] <= now) {
            drun_fire(script, DPROBE_TIMER + i, NULL);
            due[i] += timer->period;
            due[i] = due[i] <= now ? now + timer->period : due[i];
        }
        next = due[i] < next ? due[i] : next;
    }
    if (script->exited)
        drun_finish(script);
    return next;
}

static void *keep_time(void *user)
{
    DScript *script = user;
    uint64_t due[DTIMERS_MAX], now = monotonic();
    for (int i = 0; i < script->timer_count; i++)
        due[i] = now + script->timers[i].period;
    pthread_mutex_lock(&script->lock);
    while (!script->ticks_stop && !script->exited) {
        uint64_t next = fire_due(script, due);
        if (!script->exited)
            wait_until(script, next);
    }
    pthread_mutex_unlock(&script->lock);
    return NULL;
}

static bool start_ticks(DScript *script)
{
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&script->ticks_wake, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&script->lock, NULL);
    script->has_ticks = true;
    script->has_ticks =
        quiet_thread_start(&script->ticks_thread, keep_time, script) == 0;
    return script->has_ticks;
}

static void stop_ticks(DScript *script)
{
    if (!script->has_ticks)
        return;
    pthread_mutex_lock(&script->lock);
    script->ticks_stop = true;
    pthread_cond_signal(&script->ticks_wake);
    pthread_mutex_unlock(&script->lock);
    pthread_join(script->ticks_thread, NULL);
    script->has_ticks = false;
    pthread_cond_destroy(&script->ticks_wake);
    pthread_mutex_destroy(&script->lock);
}

/* ---- profile-N ------------------------------------------------------------------- */

static void take_sample(void *user, uint64_t ns)
{
    const DSampler *sampler = user;
    (void)ns;
    dscript_event(sampler->script, sampler->probe, NULL);
}

static bool start_sampler(DScript *script, int timer)
{
    DSampler *made = &script->samplers[script->sampler_count];
    *made = (DSampler){
        {.take = take_sample, .user = made, .period = script->timers[timer].period},
        script,
        DPROBE_TIMER + timer};
    if (probe_sampler_start(script->consumers, &made->sampler) < 0)
        return false;
    script->sampler_count++;
    return true;
}

bool dtimers_start(DScript *script)
{
    bool ticks = false;
    for (int i = 0; i < script->timer_count; i++)
        ticks |= !script->timers[i].is_profile;
    if (ticks && !start_ticks(script))
        return false;
    for (int i = 0; i < script->timer_count; i++)
        if (script->timers[i].is_profile && !start_sampler(script, i))
            return false;
    return true;
}

void dtimers_stop(DScript *script)
{
    for (int i = 0; i < script->sampler_count; i++)
        probe_sampler_stop(&script->samplers[i].sampler);
    script->sampler_count = 0;
    stop_ticks(script);
}
