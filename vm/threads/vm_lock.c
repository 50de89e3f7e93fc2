/* vm_lock.c - the lock of a vm, the switch, and lines of threads that sleep.
 *
 * The lock is a field (`holder`) behind a mutex that is held for a few instructions
 * only. A thread that wants it sleeps for the switch interval at most before it asks
 * the holder, through the gate, to let go; a holder that was asked hands it to the
 * first that wants it. One that gives it up around a call which may block leaves it
 * free: it may be back before anybody else is awake.
 *
 * A thread that is woken from a line (a lock was released, an item put) could not run
 * before the holder gives up the vm's lock: only then is it woken indeed, so that it
 * finds the lock free. Woken at once it would sleep again at once, which was two calls
 * of the system and a switch more for each hand-over. A holder that goes on without
 * giving the lock up wakes it some polls later (thread_wake_ready), and from there on
 * the switch interval counts.
 *
 * Nobody is woken while the mutex is held: a woken thread often runs at once, and the
 * mutex would be the next that it waits for. So the record of a thread may be posted
 * when its thread is gone, and is never freed before the vm (thread.c).
 *
 * Invariants: the fields of thread_fields.def in the vm are those of threads->current,
 * which changes when a thread takes the lock, not when one gives it up: a thread that
 * gives the lock up and takes it back with nobody in between copies nothing. While the
 * lock is free and wanted, one of those that want it was posted and has not looked yet;
 * while somebody is in `ready` and the lock is taken, GATE_REQUEST_WAKE is raised. Read
 * next: thread.h, vm/eval/poll.c, stdlib/threads/thread_locks.c.
 */
#include "vm/threads/vm_lock.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "probes/report.h"
#include "vm/core/hooks.h"

/* ---- lines ----------------------------------------------------------------------- */

static void join(ThreadLine *line, ThreadPlace *place)
{
    place->line = line;
    place->behind = NULL;
    place->before = line->last;
    *(line->last ? &line->last->behind : &line->first) = place;
    line->last = place;
}

static void join_in_front(ThreadLine *line, ThreadPlace *place)
{
    place->line = line;
    place->before = NULL;
    place->behind = line->first;
    *(line->first ? &line->first->before : &line->last) = place;
    line->first = place;
}

void thread_line_leave(ThreadPlace *place)
{
    ThreadLine *line = place->line;
    if (!line)
        return;
    *(place->before ? &place->before->behind : &line->first) = place->behind;
    *(place->behind ? &place->behind->before : &line->last) = place->before;
    place->line = NULL;
}

static Thread *first_wanting(Threads *s)
{
    char *place = (char *)s->wanting.first;
    return place ? (Thread *)(void *)(place - offsetof(Thread, wants)) : NULL;
}

/* ---- who is woken ---------------------------------------------------------------- */

/* A poll is a few nanoseconds, to wake a thread and to have it sleep again some
 * thousand. */
enum { POLLS_BEFORE_WAKE = 100 };

/* To tell that much time went by, not how much. */
static time_t ticks(void)
{
    enum { TICKS_A_SECOND = 128 };
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return t.tv_sec * TICKS_A_SECOND + t.tv_nsec / (1000000000 / TICKS_A_SECOND);
}

static void wake_soon(MinipyVM *vm, Threads *s)
{
    s->polls_left = POLLS_BEFORE_WAKE;
    s->ready_since = ticks();
    gate_requests_set(&vm->requests, GATE_REQUEST_WAKE);
}

void thread_line_wake_first(MinipyVM *vm, ThreadLine *line)
{
    Threads *s = vm->threads;
    ThreadPlace *place = line->first;
    bool more = s->ready.first != NULL;
    thread_line_leave(place);
    join(&s->ready, place);
    if (!more)
        wake_soon(vm, s);
}

static Thread *take_ready(MinipyVM *vm, Threads *s)
{
    Thread *t = thread_line_first(&s->ready);
    if (!t)
        return NULL;
    thread_line_leave(&t->asleep);
    if (!s->ready.first)
        gate_requests_clear(&vm->requests, GATE_REQUEST_WAKE);
    return t;
}

void thread_wake_ready(MinipyVM *vm)
{
    Threads *s = vm->threads;
    if (--s->polls_left > 0 && s->ready_since == ticks())
        return;
    for (Thread *t; (t = take_ready(vm, s));)
        sem_post(&t->wake);
    gate_requests_clear(&vm->requests, GATE_REQUEST_WAKE);
}

/* ---- taking and giving ----------------------------------------------------------- */

static struct timespec time_from_now(uint64_t us)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t ns = (uint64_t)t.tv_nsec + us * 1000;
    t.tv_sec += (time_t)(ns / 1000000000);
    t.tv_nsec = (long)(ns % 1000000000);
    return t;
}

/* The vm is being ended by another thread: this one does not come back. A thread of the
 * host's is not ours to end; it sleeps. */
static __attribute__((noreturn)) void never_return(Threads *s, Thread *t)
{
    pthread_mutex_unlock(&s->mutex);
    while (t->attached)
        sem_wait(&t->wake);
    pthread_exit(NULL);
}

/* The hostile build does not wait for the interval to pass. */
static inline void switch_at_next_poll(MinipyVM *vm, Threads *s)
{
#ifdef MINIPY_SWITCH_STRESS
    if (s->wanting.first)
        gate_requests_set(&vm->requests, GATE_REQUEST_SWITCH);
#else
    (void)vm, (void)s;
#endif
}

static void set_holder(MinipyVM *vm, pthread_t thread)
{
    __atomic_store_n(&vm->holder, thread, __ATOMIC_RELAXED);
}

/* The lock is not t's: another has it, or it was handed to another. */
static bool is_anothers(const Threads *s, const Thread *t)
{
    return s->holder && s->holder != t && !s->finalizer;
}

/* Sleeps until t is posted or an interval has passed; then the holder, if it is the
 * same all the time, is asked to let go. */
static void wait_an_interval(MinipyVM *vm, Threads *s, Thread *t)
{
    uint64_t seen = s->switches;
    struct timespec end = time_from_now(vm->switch_interval_us);
    int r;
    t->posted = false;
    pthread_mutex_unlock(&s->mutex);
    do {
        r = sem_clockwait(&t->wake, CLOCK_MONOTONIC, &end);
    } while (r < 0 && errno == EINTR);
    pthread_mutex_lock(&s->mutex);
    if (r < 0 && is_anothers(s, t) && s->switches == seen)
        gate_requests_set(&vm->requests, GATE_REQUEST_SWITCH);
}

void vm_lock_hold(MinipyVM *vm, Threads *s, Thread *t)
{
    s->holder = t;
    set_holder(vm, pthread_self());
    if (s->last != t) {
        s->last = t;
        s->switches++;
    }
}

void vm_lock_take(MinipyVM *vm, Threads *s, Thread *t)
{
    join(&s->wanting, &t->wants);
    switch_at_next_poll(vm, s);
    while (is_anothers(s, t))
        wait_an_interval(vm, s, t);
    thread_line_leave(&t->wants);
    if (s->finalizer && s->finalizer != t)
        never_return(s, t);
    vm_lock_hold(vm, s, t);
    gate_requests_clear(&vm->requests, GATE_REQUEST_SWITCH);
    if (s->ready.first)
        wake_soon(vm, s);
    switch_at_next_poll(vm, s);
}

/* The vm, and with it t, may be gone as soon as nobody posts (thread_set_free). */
static void unlock_and_post(Threads *s, Thread *t)
{
    s->posting++;
    pthread_mutex_unlock(&s->mutex);
    sem_post(&t->wake);
    s->posting--;
}

void vm_lock_give_and_unlock(MinipyVM *vm, Threads *s)
{
    s->holder = NULL;
    set_holder(vm, 0);
    Thread *next = first_wanting(s);
    if (!next)
        next = take_ready(vm, s);
    else if (next->posted)
        next = NULL; /* it is on its way */
    if (!next) {
        pthread_mutex_unlock(&s->mutex);
        return;
    }
    next->posted = true;
    unlock_and_post(s, next);
}

bool vm_lock_is_free_within(MinipyVM *vm, Threads *s, Thread *t, int patience_ms)
{
    struct timespec now, end = time_from_now((uint64_t)patience_ms * 1000);
    join(&s->wanting, &t->wants);
    do {
        if (!is_anothers(s, t))
            break;
        gate_requests_set(&vm->requests, GATE_REQUEST_SWITCH);
        wait_an_interval(vm, s, t);
        now = time_from_now(0);
    } while (now.tv_sec < end.tv_sec ||
             (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
    thread_line_leave(&t->wants);
    return !is_anothers(s, t) && !s->finalizer;
}

void vm_lock_wake_all(Threads *s)
{
    for (ThreadPlace *p = s->wanting.first; p; p = p->behind)
        sem_post(&((Thread *)(void *)((char *)p - offsetof(Thread, wants)))->wake);
}

void vm_lock_after_fork(MinipyVM *vm, Threads *s)
{
    pthread_mutex_init(&s->mutex, NULL);
    s->holder = s->last = s->current;
    set_holder(vm, pthread_self());
    s->wanting = (ThreadLine){0};
    s->posting = 0;
    gate_requests_clear(&vm->requests, GATE_REQUEST_SWITCH | GATE_REQUEST_WAKE);
}

/* ---- leaving and entering -------------------------------------------------------- */

static uint64_t now_ns(void)
{
    struct timespec t = time_from_now(0);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The thread is in the vm again, for which it waited since then; 0: it did not wait. */
static void report_wait(MinipyVM *vm, uint64_t began)
{
    if (began != 0 && probes_gil_acquired_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_gil_acquired(&vm->consumers, (long)pthread_self(),
                                             (long)(now_ns() - began)));
}

void vm_lock_make_current(MinipyVM *vm, Thread *t)
{
    Threads *s = vm->threads;
    if (s->current == t)
        return;
    if (s->current) {
        s->current->part = vm->thread;
        s->current->trace = vm->trace->thread;
    }
    vm->thread = t->part;
    vm->trace->thread = t->trace;
    s->current = t;
    trace_thread_changed(vm);
}

Thread *thread_leave_slow(MinipyVM *vm)
{
    Threads *s = vm->threads;
    Thread *t = s->current;
    if (vm->consumers.busy) /* a callback sees no other thread's events */
        return NULL;
    pthread_mutex_lock(&s->mutex);
    vm_lock_give_and_unlock(vm, s);
    return t;
}

void thread_enter_slow(MinipyVM *vm, Thread *t)
{
    int saved = errno;
    Threads *s = vm->threads;
    pthread_mutex_lock(&s->mutex);
    uint64_t began = s->holder ? now_ns() : 0;
    vm_lock_take(vm, s, t);
    pthread_mutex_unlock(&s->mutex);
    vm_lock_make_current(vm, t);
    report_wait(vm, began);
    errno = saved;
}

void thread_yield(MinipyVM *vm)
{
    Threads *s = vm->threads;
    gate_requests_clear(&vm->requests, GATE_REQUEST_SWITCH);
    if (!s || vm->consumers.busy || s->finalizer)
        return;
    Thread *t = s->current;
    pthread_mutex_lock(&s->mutex);
    Thread *next = first_wanting(s);
    if (!next) {
        pthread_mutex_unlock(&s->mutex);
        return;
    }
    s->holder = s->last = next;
    s->switches++;
    next->posted = true;
    set_holder(vm, 0);
    unlock_and_post(s, next);
    thread_enter_slow(vm, t);
}

bool thread_line_sleep(MinipyVM *vm, ThreadLine *line, const struct timespec *end)
{
    Thread *t = vm->threads->current;
    if (t->passed_over)
        join_in_front(line, &t->asleep);
    else
        join(line, &t->asleep);
    int r = BLOCKING(vm, end ? sem_clockwait(&t->wake, CLOCK_MONOTONIC, end)
                             : sem_wait(&t->wake));
    int err = r < 0 ? errno : 0;
    bool woken = t->asleep.line != line;
    thread_line_leave(&t->asleep);
    errno = err;
    return woken;
}
