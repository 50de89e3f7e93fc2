/* limits.c - see limits.h.
 *
 * Time is kept by one thread of the process, the watcher, which exists while there is a
 * vm with a time limit, or one that has waited: no poll looks at the clock. When a
 * deadline passes it stops the vm and sends a signal to the vm's threads, so that calls
 * that block return with EINTR. A signal may come just before such a call: until the
 * run has ended it is sent again every 10 ms. An interrupt by the host is passed on in
 * the same way.
 *
 * Invariant: a vm is in the watcher's list from limits_run_begins, without a time limit
 * from the first call that may block, to limits_run_ends; only while it is there does
 * the watcher touch it. A vm that handles signals (owns_signals), as the command's,
 * waits without the watcher, for a thread is a price that every small script would pay:
 * minipy_stop and minipy_interrupt start a timer of the kernel's that sends the signal
 * (its kicker).
 */
#include "vm/threads/limits.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "probes/quiet_thread.h"
#include "vm/errors/error.h"
#include "vm/memory/mem_gmp.h"
#include "vm/threads/signals.h"
#include "vm/threads/thread.h"

#define KICK_NS (UINT64_C(10) * 1000000)
#define NO_DEADLINE UINT64_MAX

static struct {
    pthread_mutex_t life; /* held while the thread is started or awaited; taken first */
    pthread_mutex_t mutex; /* guards all but `wake` */
    sem_t wake;            /* the watcher is to look again */
    pthread_t thread;      /* while vms > 0 */
    int vms;               /* that have a time limit */
    int signum;            /* what ends calls that block; 0: not chosen yet */
    bool ending;
    MinipyVM *first; /* those that run */
} watcher = {.life = PTHREAD_MUTEX_INITIALIZER, .mutex = PTHREAD_MUTEX_INITIALIZER};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int limits_signal(void)
{
    return __atomic_load_n(&watcher.signum, __ATOMIC_RELAXED);
}

static void wake_watcher(void)
{
    if (limits_signal())
        sem_post(&watcher.wake);
}

/* ---- stopping -------------------------------------------------------------------- */

void limits_stop(MinipyVM *vm, StopCause cause)
{
    int none = STOP_NONE;

    if (!__atomic_compare_exchange_n(&vm->stopped, &none, (int)cause, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return; /* the first cause stays */
    __atomic_fetch_or(&vm->pending_signals, LIMITS_STOP_NOTE, __ATOMIC_SEQ_CST);
    gate_requests_set(&vm->requests, GATE_REQUEST_BUDGET);
}

int limits_raise(MinipyVM *vm)
{
    switch (limits_stopped(vm)) {
    case STOP_INSTRUCTIONS:
        error_set(vm, EXC_RuntimeError, "the instruction limit of %lu was exceeded",
                  vm->settings.instruction_limit);
        break;
    case STOP_TIME:
        error_set(vm, EXC_TimeoutError, "the time limit of %lu ms was exceeded",
                  vm->settings.time_limit_ns / 1000000);
        break;
    case STOP_MEMORY: error_set_oom(vm); break;
    default: error_set_none(vm, EXC_KeyboardInterrupt);
    }
    return -1;
}

bool limits_raised(MinipyVM *vm)
{
    static const ExcId said[] = {
        [STOP_INSTRUCTIONS] = EXC_RuntimeError,
        [STOP_TIME] = EXC_TimeoutError,
        [STOP_MEMORY] = EXC_MemoryError,
        [STOP_BY_HOST] = EXC_KeyboardInterrupt,
    };
    return error_matches(vm, said[limits_stopped(vm)]);
}

/* Every poll of a vm with a budget comes here. */
int limits_check(MinipyVM *vm)
{
    if (limits_stopped(vm) != STOP_NONE)
        return limits_raise(vm);
    vm->polls++;
    if (vm->settings.instruction_limit && vm->polls > vm->settings.instruction_limit)
        limits_stop(vm, STOP_INSTRUCTIONS);
    else if (vm->settings.time_limit_ns && !vm->watched && vm->polls % 128 == 0 &&
             now_ns() > vm->deadline_ns)
        limits_stop(vm, STOP_TIME);
    else
        return 0;
    return limits_raise(vm);
}

int limits_poll_slow(MinipyVM *vm)
{
    uint32_t flags = gate_requests_get(&vm->requests);

    if ((flags & GATE_REQUEST_BUDGET) && limits_check(vm) < 0)
        return -1;
    return flags & GATE_REQUEST_INTERRUPT ? limits_take_interrupt(vm) : 0;
}

/* ---- the signal ------------------------------------------------------------------ */

/* Calls that block end by its coming; what computes in GMP is left here. */
static void on_signal(int signum, siginfo_t *info, void *context)
{
    (void)signum, (void)info;
    gmp_run_leave(&((ucontext_t *)context)->uc_sigmask);
}

/* The last real-time signal that nobody in the process uses. Async-signal-safe. */
static int choose_signal(void)
{
    /* Not SA_NODEFER: real-time signals queue, and their handlers would nest. */
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, old;

    sigemptyset(&action.sa_mask);
    for (int signum = SIGRTMAX; signum >= SIGRTMIN; signum--)
        if (sigaction(signum, NULL, &old) == 0 && old.sa_handler == SIG_DFL &&
            sigaction(signum, &action, NULL) == 0)
            return signum;
    return 0;
}

/* The signal of the process, which is chosen by who first needs it; 0: there is none
 * left. Async-signal-safe. */
static int signal_chosen(void)
{
    int chosen = limits_signal(), none = 0;
    if (chosen || !(chosen = choose_signal()))
        return chosen;
    if (__atomic_compare_exchange_n(&watcher.signum, &none, chosen, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return chosen;
    signal(chosen, SIG_DFL); /* another thread was first */
    return none;
}

/* ---- the kicker ------------------------------------------------------------------ */

enum { NO_KICKER = LIMITS_NO_KICKER, KICKER_IN_THE_MAKING = -2 };

static void delete_timer(int id)
{
    if (id >= 0)
        syscall(SYS_timer_delete, id);
}

static void kicker_end(MinipyVM *vm)
{
    if (__atomic_load_n(&vm->kicker, __ATOMIC_SEQ_CST) != NO_KICKER)
        delete_timer(__atomic_exchange_n(&vm->kicker, NO_KICKER, __ATOMIC_SEQ_CST));
}

/* A timer that sends the signal to the main thread, at once and every 10 ms; -1: there
 * is none. The C library's timer_create is not async-signal-safe, the kernel's is. */
static int make_timer(MinipyVM *vm)
{
    int id, signum = signal_chosen();
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signum};
    struct itimerspec often = {{0, KICK_NS}, {0, 1}};

    event._sigev_un._tid = vm->maker;
    if (!signum || syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &id) < 0)
        return -1;
    syscall(SYS_timer_settime, id, 0, &often, NULL);
    return id;
}

/* For a vm that nobody watches. Any thread; async-signal-safe. */
static void kicker_start(MinipyVM *vm)
{
    int none = NO_KICKER, making = KICKER_IN_THE_MAKING;

    if (!vm->owns_signals || vm->watched ||
        !__atomic_compare_exchange_n(&vm->kicker, &none, making, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return;
    int id = make_timer(vm);
    if (!__atomic_compare_exchange_n(&vm->kicker, &making, id < 0 ? NO_KICKER : id,
                                     false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        delete_timer(id); /* the run has ended meanwhile */
    else if (__atomic_load_n(&vm->runs, __ATOMIC_SEQ_CST) == 0)
        kicker_end(vm);
}

/* ---- interrupts ------------------------------------------------------------------ */

void limits_interrupt(MinipyVM *vm)
{
    __atomic_fetch_or(&vm->pending_signals, LIMITS_INTERRUPT_NOTE, __ATOMIC_SEQ_CST);
    gate_requests_set(&vm->requests, GATE_REQUEST_INTERRUPT);
    wake_watcher();
    kicker_start(vm);
}

void limits_forget_interrupt(MinipyVM *vm)
{
    __atomic_fetch_and(&vm->pending_signals, ~LIMITS_INTERRUPT_NOTE, __ATOMIC_SEQ_CST);
    gate_requests_clear(&vm->requests, GATE_REQUEST_INTERRUPT);
    if (limits_stopped(vm) == STOP_NONE)
        kicker_end(vm);
}

int limits_take_interrupt(MinipyVM *vm)
{
    if (!thread_is_main(vm))
        return 0; /* it stays until the main thread sees it */
    limits_forget_interrupt(vm);
    error_set_none(vm, EXC_KeyboardInterrupt);
    return -1;
}

void limits_stop_by_host(MinipyVM *vm)
{
    limits_stop(vm, STOP_BY_HOST);
    wake_watcher();
    kicker_start(vm);
}

int limits_run_noted(MinipyVM *vm)
{
    uint64_t noted = signals_noted(vm);

    if (noted & LIMITS_STOP_NOTE)
        return limits_raise(vm);
    return noted & LIMITS_INTERRUPT_NOTE ? limits_take_interrupt(vm) : 0;
}

/* ---- the watcher ----------------------------------------------------------------- */

static void end_blocking_calls(MinipyVM *vm)
{
    if (!watcher.signum)
        return;
    if (__atomic_load_n(&vm->threads, __ATOMIC_ACQUIRE))
        thread_signal_all(vm, watcher.signum);
    else
        pthread_kill(vm->runner, watcher.signum);
}

/* When the watcher is to look at it again. */
static uint64_t look(MinipyVM *vm, uint64_t now)
{
    if (now >= vm->deadline_ns)
        limits_stop(vm, STOP_TIME);
    if (limits_stopped(vm) == STOP_NONE &&
        !(gate_requests_get(&vm->requests) & GATE_REQUEST_INTERRUPT))
        return vm->deadline_ns;
    if (now >= vm->next_kick_ns) { /* other runs that begin wake the watcher, too */
        end_blocking_calls(vm);
        vm->next_kick_ns = now + KICK_NS;
    }
    return vm->next_kick_ns;
}

static void *watch(void *unused)
{
    (void)unused;
    for (;;) {
        uint64_t next = NO_DEADLINE, now = now_ns();
        pthread_mutex_lock(&watcher.mutex);
        bool ending = watcher.ending;
        for (MinipyVM *vm = watcher.first; vm; vm = vm->next_watched) {
            uint64_t again = look(vm, now);
            next = again < next ? again : next;
        }
        pthread_mutex_unlock(&watcher.mutex);
        if (ending)
            return NULL;
        struct timespec until = {(time_t)(next / 1000000000),
                                 (long)(next % 1000000000)};
        if (next == NO_DEADLINE)
            sem_wait(&watcher.wake);
        else
            sem_clockwait(&watcher.wake, CLOCK_MONOTONIC, &until);
    }
}

static int start_thread(void)
{
    watcher.ending = false;
    sem_init(&watcher.wake, 0, 0);
    signal_chosen();
    return quiet_thread_start(&watcher.thread, watch, NULL) == 0 ? 0 : -1;
}

static void into_list(MinipyVM *vm)
{
    pthread_mutex_lock(&watcher.mutex);
    vm->runner = pthread_self();
    vm->deadline_ns = vm->settings.time_limit_ns ? now_ns() + vm->settings.time_limit_ns
                                                 : NO_DEADLINE;
    vm->next_kick_ns = 0;
    vm->next_watched = watcher.first;
    watcher.first = vm;
    pthread_mutex_unlock(&watcher.mutex);
    if (vm->deadline_ns != NO_DEADLINE)
        sem_post(&watcher.wake);
}

static void out_of_list(MinipyVM *vm)
{
    pthread_mutex_lock(&watcher.mutex);
    MinipyVM **p = &watcher.first;
    while (*p && *p != vm)
        p = &(*p)->next_watched;
    if (*p)
        *p = vm->next_watched;
    pthread_mutex_unlock(&watcher.mutex);
}

static bool watch_vm(void)
{
    pthread_mutex_lock(&watcher.life);
    pthread_mutex_lock(&watcher.mutex);
    bool ok = watcher.vms > 0 || start_thread() == 0;
    watcher.vms += ok;
    pthread_mutex_unlock(&watcher.mutex);
    pthread_mutex_unlock(&watcher.life);
    return ok;
}

static void unwatch_vm(void)
{
    pthread_mutex_lock(&watcher.life);
    pthread_mutex_lock(&watcher.mutex);
    bool last = --watcher.vms == 0;
    watcher.ending = last;
    pthread_mutex_unlock(&watcher.mutex);
    if (last) {
        sem_post(&watcher.wake);
        pthread_join(watcher.thread, NULL);
    }
    pthread_mutex_unlock(&watcher.life);
}

void limits_watch_wait(MinipyVM *vm)
{
    vm->waits_alone = false;
    if (!vm->watched && !(vm->watched = watch_vm()))
        return;
    into_list(vm);
    /* Perhaps it was stopped before the watcher could see it. */
    if (signals_noted(vm) & LIMITS_NOTES)
        sem_post(&watcher.wake);
}

/* Whether every poll is to look for itself. */
static void set_request(MinipyVM *vm)
{
    bool unwatched = vm->settings.time_limit_ns && !vm->watched;

    if (vm->settings.instruction_limit || unwatched || limits_stopped(vm) != STOP_NONE)
        gate_requests_set(&vm->requests, GATE_REQUEST_BUDGET);
    else
        gate_requests_clear(&vm->requests, GATE_REQUEST_BUDGET);
}

void limits_init(MinipyVM *vm)
{
    vm->kicker = NO_KICKER;
    vm->maker = gettid();
    limits_set_time(vm, vm->settings.time_limit_ns);
}

void limits_set_time(MinipyVM *vm, uint64_t ns)
{
    vm->settings.time_limit_ns = ns;
    vm->waits_alone = false;
    if (ns && !vm->watched) {
        vm->watched = watch_vm();
    } else if (!ns && vm->watched) {
        vm->watched = false;
        out_of_list(vm); /* where one that is being ended still is */
        unwatch_vm();
    }
    set_request(vm);
}

/* ---- runs ------------------------------------------------------------------------ */

void limits_first_begins(MinipyVM *vm)
{
    if (gate_requests_get(&vm->requests) & GATE_REQUEST_INTERRUPT)
        limits_forget_interrupt(vm);
    if (vm->watched && vm->settings.time_limit_ns)
        into_list(vm);
    else if (vm->settings.time_limit_ns)
        vm->deadline_ns = now_ns() + vm->settings.time_limit_ns;
}

/* What the program wrote can be flushed after it: only its own code runs no more. */
static void let_calls_block(MinipyVM *vm)
{
    __atomic_fetch_and(&vm->pending_signals, ~LIMITS_STOP_NOTE, __ATOMIC_SEQ_CST);
}

/* The threads that the program started see the stop, too, before the run is over: after
 * it their calls may block again. One in a call that does not end is left behind. */
static void end_threads(MinipyVM *vm)
{
    const struct timespec wait = {0, 1000000};

    for (int i = 0; i < 200 && vm->threads && vm->threads->started > 0; i++) {
        if (thread_was_started(vm) || !signal_chosen())
            return; /* it would wait for itself */
        thread_signal_all(vm, limits_signal());
        Thread *me = thread_leave(vm);
        nanosleep(&wait, NULL);
        thread_enter(vm, me);
    }
}

void limits_last_ends(MinipyVM *vm)
{
    frame_stack_trim(vm);
    if (vm->watched && !vm->waits_alone)
        out_of_list(vm);
    if (gate_requests_get(&vm->requests) & GATE_REQUEST_INTERRUPT)
        limits_forget_interrupt(vm);
    if (limits_stopped(vm) != STOP_NONE) {
        end_threads(vm);
        let_calls_block(vm);
    }
    kicker_end(vm);
}

void limits_reset(MinipyVM *vm)
{
    __atomic_store_n(&vm->stopped, STOP_NONE, __ATOMIC_SEQ_CST);
    let_calls_block(vm);
    kicker_end(vm);
    vm->polls = 0;
    set_request(vm);
}

void limits_after_fork(MinipyVM *vm)
{
    vm->kicker = NO_KICKER; /* timers stay with the parent */
    vm->maker = gettid();
    if (!vm->watched)
        return;
    bool limited = vm->settings.time_limit_ns != 0;
    pthread_mutex_init(&watcher.life, NULL);
    pthread_mutex_init(&watcher.mutex, NULL);
    watcher.vms = limited;
    watcher.first = vm->runs > 0 && limited ? vm : NULL;
    vm->next_watched = NULL;
    vm->runner = pthread_self();
    vm->watched = limited && start_thread() == 0;
    vm->waits_alone = !limited && vm->runs > 0 && !vm->owns_signals;
    set_request(vm);
}
