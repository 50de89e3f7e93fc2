/* thread.h - the threads of one vm and the lock that lets one of them run at a time.
 *
 * A vm with one thread has no lock at all: vm->threads is NULL, and leaving and
 * entering are a test of that. thread_set_init makes the set when a second thread is to
 * come. From then on whoever touches the vm holds its lock; a thread that waits for
 * longer than the switch interval raises GATE_REQUEST_SWITCH, which the holder's next
 * poll obeys. What belongs to a thread (vm/core/thread_fields.def) lies in the vm
 * while that thread runs. docs/THREADS.md tells more. Implementation: thread.c.
 */
#ifndef MINIPY_VM_THREADS_THREAD_H
#define MINIPY_VM_THREADS_THREAD_H

#include <pthread.h>
#include <semaphore.h>

#include "vm/eval/trace.h"
#include "vm/core/vm.h"

/* A line of threads, the first to come in front. A thread is in at most one line of
 * those that sleep, which the vm's lock guards, and in that of those that want the
 * vm's lock. */
typedef struct ThreadPlace {
    struct ThreadPlace *before, *behind;
    struct ThreadLine *line; /* NULL: it is in none */
} ThreadPlace;
typedef struct ThreadLine {
    ThreadPlace *first, *last;
} ThreadLine;

typedef struct Thread {
    struct Thread *next; /* of the set, the youngest first */
    sem_t wake;          /* posted: look again at what you wait for. One post too many
                            is harmless, and may come to a thread that took over the
                            record of another */
    uint64_t serial;     /* never used twice in a vm; the first thread's is 1 */
    pthread_t pthread;
    ThreadPart part;                   /* while another thread's fields lie in the vm */
    TraceThread trace;                 /* likewise */
    ThreadPlace wants;                 /* the vm's lock */
    ThreadPlace asleep;                /* in the line of what it waits for */
    bool posted;                       /* it was told that the vm's lock is free */
    bool passed_over;                  /* was woken, and what it waits for was gone */
    struct ImportLoading *import_wait; /* NULL: it waits for none (import_lock.c) */
    Value on_exit; /* what exit_fn is handed when the thread ends, strong */
    void (*exit_fn)(MinipyVM *vm, Value on_exit);
    bool attached; /* the host's own thread */
} Thread;

typedef struct Threads {
    pthread_mutex_t mutex; /* guards the next six, and changes of the list */
    Thread *holder;        /* NULL: the lock is free */
    Thread *last;          /* who had it last; only compared */
    ThreadLine wanting;    /* threads that want it */
    uint64_t switches;
    Thread *spare;     /* records of threads that are no more */
    Thread *finalizer; /* the one that ends the vm: no other gets the lock again */
    Thread *current;   /* whose fields lie in the vm; NULL: its thread is gone */
    Thread *first, *main;
    uint64_t last_serial;
    /* Threads whose sleep is over, to be woken when the vm's lock is given up: before
     * that they could not run. Guarded by that lock. */
    ThreadLine ready;
    int polls_left; /* until they are woken all the same */
    time_t ready_since;
    _Atomic int posting; /* threads that are about to wake others */
    int started;         /* by start_new_thread and still running */
} Threads;

/* Makes vm->threads; the calling thread, which uses the vm, is its main thread. -1: no
 * memory (no exception). */
int thread_set_init(MinipyVM *vm);
/* The vm ends: from here on other threads never run again. */
void thread_set_finalize(MinipyVM *vm);
/* ... and what they hold goes. */
void thread_release_sleeping(MinipyVM *vm);
/* Frees the set; false: threads are left that may still look at the vm, which must stay
 * where it is. */
bool thread_set_free(MinipyVM *vm);
/* In the child of a fork: only the calling thread is left, and is the main thread. */
void thread_set_after_fork(MinipyVM *vm);

/* Starts a thread that calls func(*args, **kwargs). Returns it, or NULL with an
 * exception. stack_size 0: the system's. */
Thread *thread_start(MinipyVM *vm, Value func, Value args, Value kwargs,
                     size_t stack_size);
/* The host's thread enters the vm as one of its threads, and leaves it for good. -1: no
 * memory, no set, the vm is ending, or its lock was not free in time. */
int thread_attach_within(MinipyVM *vm, int patience_ms); /* < 0: as long as it takes */
static inline int thread_attach(MinipyVM *vm)
{
    return thread_attach_within(vm, -1);
}
void thread_detach(MinipyVM *vm);

/* Gives the lock up; thread_enter takes it again for the thread that was returned
 * (errno is kept). In between nothing of the vm may be touched. */
Thread *thread_leave_slow(MinipyVM *vm);
void thread_enter_slow(MinipyVM *vm, Thread *t);
static inline Thread *thread_leave(MinipyVM *vm)
{
    return unlikely(vm->threads != NULL) ? thread_leave_slow(vm) : NULL;
}
static inline void thread_enter(MinipyVM *vm, Thread *t)
{
    if (unlikely(t != NULL))
        thread_enter_slow(vm, t);
}
/* The current thread sleeps in the line, the vm's lock given up, until it is woken
 * from there, a signal interrupts it, or the monotonic clock says `end` (NULL: never).
 * True: it was woken. False: ETIMEDOUT, or any other errno: look, and sleep again.
 * vm->threads is made before (thread_set_init). */
bool thread_line_sleep(MinipyVM *vm, ThreadLine *line, const struct timespec *end);
/* Its first thread is to run when the vm's lock is given up. */
void thread_line_wake_first(MinipyVM *vm, ThreadLine *line);
static inline void thread_line_wake(MinipyVM *vm, ThreadLine *line)
{
    if (unlikely(line->first != NULL))
        thread_line_wake_first(vm, line);
}
/* The thread that is first in a line where it sleeps; NULL: nobody. */
static inline Thread *thread_line_first(const ThreadLine *line)
{
    char *place = (char *)line->first;
    return place ? (Thread *)(void *)(place - offsetof(Thread, asleep)) : NULL;
}

/* A call may block, and nobody would end it (vm->waits_alone): from now on the watcher
 * does. (limits.c) */
void limits_watch_wait(MinipyVM *vm);
/* The value of a call that may take long, made without the lock. */
#define BLOCKING(vm, expr)                                                             \
    __extension__({                                                                    \
        if (unlikely((vm)->waits_alone))                                               \
            limits_watch_wait(vm);                                                     \
        Thread *blocking_t_ = thread_leave(vm);                                        \
        __typeof__(expr) blocking_r_ = (expr);                                         \
        thread_enter(vm, blocking_t_);                                                 \
        blocking_r_;                                                                   \
    })
/* For a thread that is none of the vm's and only looks: takes the lock, so that the
 * frames stand still, within so many milliseconds. False: not in time. */
bool thread_stop_all(MinipyVM *vm, int patience_ms);
void thread_resume_all(MinipyVM *vm);

/* pthread_self(), which every public function asks: glibc has it where %fs points to,
 * and the call, by way of two tables, was a tenth of what modules over minipy.h took.
 */
static inline pthread_t thread_self(void)
{
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__)
    pthread_t self;
    __asm__("mov %%fs:0, %0" : "=r"(self));
    return self;
#else
    return pthread_self();
#endif
}

/* Is the calling thread the one that is in the vm? Any thread may ask. */
static inline bool thread_holds_vm(MinipyVM *vm)
{
    return __atomic_load_n(&vm->holder, __ATOMIC_RELAXED) == thread_self();
}
/* Sends a signal to every thread of the set, which there is. Any thread may. */
void thread_signal_all(MinipyVM *vm, int signum);
/* Is there memory where the C library keeps a thread of that id? It looks there
 * unasked, and dies of an id that a program made up. */
bool thread_may_exist(uint64_t id);
/* Did the calling thread leave the vm as t? (t may be anything.) */
bool thread_left_as(MinipyVM *vm, const Thread *t);
/* What the calling thread is to the vm, in it or not; NULL: a stranger. */
Thread *thread_of_caller(MinipyVM *vm);

static inline bool thread_is_main(MinipyVM *vm)
{
    return likely(vm->threads == NULL) || vm->threads->current == vm->threads->main;
}
/* Is the current thread one that the program started? */
static inline bool thread_was_started(MinipyVM *vm)
{
    return !thread_is_main(vm) && !vm->threads->current->attached;
}
/* Has the thread of that threading.get_ident() raise exc at its next poll, in place of
 * what waits there; VALUE_NULL: nothing any more. How many threads there were: 1, 0. */
int thread_set_async(MinipyVM *vm, uint64_t ident, Value exc);
/* Tells threads from each other, also when there is but one. */
static inline uint64_t thread_serial(MinipyVM *vm)
{
    return likely(vm->threads == NULL) ? 1 : vm->threads->current->serial;
}
bool thread_exists(MinipyVM *vm, uint64_t serial);
/* What a thread handles now, wherever it lies. */
Value thread_handled_borrow(MinipyVM *vm, Thread *t); /* VALUE_NULL: none */
/* sys.setrecursionlimit: for all threads. */
void thread_set_recursion_limit(MinipyVM *vm, int limit);
/* vm->c_stack_limit for the system's thread that calls. */
char *thread_c_stack_limit(void);

#endif
