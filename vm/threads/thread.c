/* thread.c - starting and ending threads, and the set of them.
 *
 * Records of threads that have ended are kept for the next ones: who was told to wake a
 * thread may post its semaphore when the thread is long gone (vm_lock.c). Read next:
 * thread.h, vm_lock.c, stdlib/threads/thread.c.
 */
#include "vm/threads/vm_lock.h"
#include "probes/report.h"
#include "vm/eval/trace_more.h"

#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "vm/eval/frame.h"
#include "vm/threads/import_lock.h"
#include "vm/errors/exceptions.h"
#include "vm/core/hooks.h"
#include "vm/eval/trace.h"
#include "vm/objects/call.h"

/* ---- C stacks -------------------------------------------------------------------- */

/* C frames may use a thread's stack but for a reserve, where functions run that do not
 * recurse and do not check: those of the C library, and what makes the exception.
 */
enum {
    C_STACK_RESERVE = 256 * 1024,
    C_STACK_DEFAULT = 8 * 1024 * 1024,
    C_STACK_MAX = 64 * 1024 * 1024, /* of an unlimited one */
    C_STACK_UNKNOWN = 128 * 1024,   /* of which nobody knows the bounds */
};

typedef struct CStack {
    char *low, *high;
} CStack;

/* The first thread's stack grows until RLIMIT_STACK, which counts from the very end of
 * the mapping: environment and arguments lie there, the program's name last. (That end
 * is also in /proc/self/maps, where pthread_getattr_np reads it; at every start that
 * is too slow.) */
static CStack first_stack(void)
{
    struct rlimit lim;
    const char *name = (const char *)getauxval(AT_EXECFN);
    size_t size = C_STACK_DEFAULT, page = (size_t)sysconf(_SC_PAGESIZE);
    CStack s = {0};
    if (!name)
        return s;
    if (getrlimit(RLIMIT_STACK, &lim) == 0)
        size = lim.rlim_cur < C_STACK_MAX ? (size_t)lim.rlim_cur : C_STACK_MAX;
    uintptr_t end = (uintptr_t)name + strlen(name) + 1;
    s.high = (char *)((end + page - 1) & ~(uintptr_t)(page - 1));
    s.low = s.high - size;
    return s;
}

static CStack thread_stack(void)
{
    pthread_attr_t attr;
    void *low;
    size_t size, guard = 0;
    CStack s = {0};
    if (pthread_getattr_np(pthread_self(), &attr) != 0)
        return s;
    if (pthread_attr_getstack(&attr, &low, &size) == 0) {
        pthread_attr_getguardsize(&attr, &guard);
        s.low = (char *)low + guard; /* some C libraries count it as stack */
        s.high = (char *)low + size;
    }
    pthread_attr_destroy(&attr);
    return s;
}

static char *limit_of(CStack s)
{
    size_t reserve = (size_t)(s.high - s.low) / 4;
    return s.low + (reserve < C_STACK_RESERVE ? reserve : C_STACK_RESERVE);
}

char *thread_c_stack_limit(void)
{
    char *here = __builtin_frame_address(0);
    CStack s = getpid() == gettid() ? first_stack() : thread_stack();
    if (here < s.low ||
        here >= s.high) /* forked from a thread, or a stack of its own */
        s = thread_stack();
    if (here < s.low || here >= s.high)
        s = (CStack){here - C_STACK_UNKNOWN, here};
    return limit_of(s);
}

/* Of a started thread's stack the variables that are a thread's own take their part (in
 * glibc): some 100 bytes, or most of a MB in a host's program or under a sanitizer. */
static int add_thread_variables(struct dl_phdr_info *library, size_t size, void *sum)
{
    (void)size;
    for (int i = 0; i < library->dlpi_phnum; i++)
        if (library->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)sum +=
                library->dlpi_phdr[i].p_memsz + library->dlpi_phdr[i].p_align;
    return 0;
}

static size_t thread_variables(void)
{
    static _Atomic size_t known; /* what is loaded later has them elsewhere */
    size_t sum = known;
    if (!sum) {
        sum = 1;
        dl_iterate_phdr(add_thread_variables, &sum);
        known = sum;
    }
    return sum;
}

/* thread_c_stack_limit() for a thread that was just started on a stack of that size:
 * glibc keeps what it knows of the thread at the end of that, so that the three calls
 * of the system by which thread_stack() finds out are not needed. */
static char *started_c_stack_limit(size_t size)
{
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__)
    enum { MARGIN = 16 * 1024 };       /* its record, and the guard page */
    char *end = (char *)thread_self(); /* NOLINT(performance-no-int-to-ptr) */
    return limit_of((CStack){end - size + MARGIN, __builtin_frame_address(0)});
#else
    (void)size;
    return thread_c_stack_limit();
#endif
}

/* ---- the set --------------------------------------------------------------------- */

static Thread *new_thread(Threads *s)
{
    pthread_mutex_lock(&s->mutex);
    Thread *t = s->spare;
    if (t)
        s->spare = t->next;
    pthread_mutex_unlock(&s->mutex);
    if (t) {
        memset((char *)t + offsetof(Thread, serial), 0,
               sizeof *t - offsetof(Thread, serial));
        return t;
    }
    if ((t = calloc(1, sizeof *t)))
        sem_init(&t->wake, 0, 0);
    return t;
}

/* With the mutex held. */
static void release_thread(Threads *s, Thread *t)
{
    t->next = s->spare;
    s->spare = t;
}

static void free_threads(Thread *t)
{
    while (t) {
        Thread *next = t->next;
        sem_destroy(&t->wake);
        free(t);
        t = next;
    }
}

/* Threads are added and taken away by whoever holds the vm's lock; the mutex is for
 * thread_left_as, which does not. */
static void add_thread(Threads *s, Thread *t)
{
    t->serial = ++s->last_serial;
    pthread_mutex_lock(&s->mutex);
    t->next = s->first;
    s->first = t;
    pthread_mutex_unlock(&s->mutex);
}

/* With the mutex held. */
static void remove_thread(Threads *s, Thread *t)
{
    Thread **link = &s->first;
    while (*link != t)
        link = &(*link)->next;
    *link = t->next;
    release_thread(s, t);
}

/* The watcher of limits, which holds no lock of the vm, looks for the set while it is
 * made: it is there for others when it is whole. */
int thread_set_init(MinipyVM *vm)
{
    if (vm->threads)
        return 0;
    Threads *s = mem_calloc(vm, sizeof *s);
    if (!s)
        return -1;
    if (pthread_mutex_init(&s->mutex, NULL) != 0 || !(s->main = new_thread(s))) {
        mem_free(vm, s);
        return -1;
    }
    s->main->pthread = pthread_self();
    add_thread(s, s->main);
    s->holder = s->last = s->current = s->main;
    __atomic_store_n(&vm->threads, s, __ATOMIC_RELEASE);
    return 0;
}

bool thread_exists(MinipyVM *vm, uint64_t serial)
{
    if (!vm->threads)
        return serial == 1;
    for (Thread *t = vm->threads->first; t; t = t->next)
        if (t->serial == serial)
            return true;
    return false;
}

bool thread_may_exist(uint64_t id)
{
    enum { PAGE = 4096, LOOKED_AT = 1024 };
    uint64_t first = id & ~(uint64_t)(PAGE - 1);
    return msync((void *)first, id + LOOKED_AT - first, MS_ASYNC) ==
           0; /* nothing is written */
}

bool thread_left_as(MinipyVM *vm, const Thread *t)
{
    Threads *s = vm->threads;
    if (!s || thread_holds_vm(vm))
        return false;
    pthread_mutex_lock(&s->mutex);
    Thread *known = s->first;
    while (known && known != t)
        known = known->next;
    bool yes = known && pthread_equal(known->pthread, pthread_self());
    pthread_mutex_unlock(&s->mutex);
    return yes;
}

Thread *thread_of_caller(MinipyVM *vm)
{
    Threads *s = vm->threads;
    if (!s)
        return NULL;
    pthread_mutex_lock(&s->mutex);
    Thread *t = s->first;
    while (t && !pthread_equal(t->pthread, pthread_self()))
        t = t->next;
    pthread_mutex_unlock(&s->mutex);
    return t;
}

/* ---- those who only look --------------------------------------------------------- */

bool thread_stop_all(MinipyVM *vm, int patience_ms)
{
    Threads *s = vm->threads;
    Thread *looker = new_thread(s);
    if (!looker)
        return false;
    pthread_mutex_lock(&s->mutex);
    bool ours = vm_lock_is_free_within(vm, s, looker, patience_ms);
    if (ours)
        vm_lock_hold(vm, s, looker);
    else
        release_thread(s, looker);
    pthread_mutex_unlock(&s->mutex);
    return ours;
}

void thread_resume_all(MinipyVM *vm)
{
    Threads *s = vm->threads;
    pthread_mutex_lock(&s->mutex);
    release_thread(s, s->holder);
    vm_lock_give_and_unlock(vm, s);
}

/* ---- a thread's life ------------------------------------------------------------- */

/* What a thread begins with. With the vm's lock held. */
static void part_init(MinipyVM *vm, Thread *t)
{
    t->part.recursion_remaining = vm->recursion_limit;
    t->part.handled = &vm->handled_base;
}

void thread_signal_all(MinipyVM *vm, int signum)
{
    Threads *s = vm->threads;
    pthread_mutex_lock(&s->mutex);
    for (Thread *t = s->first; t; t = t->next)
        if (t->pthread)
            pthread_kill(t->pthread, signum);
    pthread_mutex_unlock(&s->mutex);
}

static void leave_for_good(MinipyVM *vm, Thread *t)
{
    Threads *s = vm->threads;
    pthread_mutex_lock(&s->mutex);
    s->current = NULL;
    remove_thread(s, t);
    vm_lock_give_and_unlock(vm, s);
}

/* What a thread holds goes in the order of PyThreadState_Clear(): this, its trace
 * functions, then the rest. */
static void release_first(MinipyVM *vm, uint64_t serial, ThreadPart *part)
{
    thread_locals_forget(vm, serial);
    value_clear(vm, &part->running_loop);
    value_clear(vm, &part->async_exc);
    value_clear(vm, &part->raised);
    value_clear(vm, &part->handled_base.value);
    value_clear(vm, &part->repr_stack);
}

static void release_rest(MinipyVM *vm, ThreadPart *part)
{
    value_clear(vm, &part->asyncgen_firstiter);
    value_clear(vm, &part->asyncgen_finalizer);
    value_clear(vm, &part->context);
}

/* What one held that never runs again. */
static void release_left(MinipyVM *vm, uint64_t serial, ThreadPart *part,
                         TraceThread *trace)
{
    Object *put_off = vm->put_off;
    vm->put_off = part->put_off;
    part->put_off = NULL;
    object_release_put_off(vm);
    vm->put_off = put_off;
    release_first(vm, serial, part);
    value_clear(vm, &trace->profile);
    value_clear(vm, &trace->trace);
    release_rest(vm, part);
}

void thread_release_sleeping(MinipyVM *vm)
{
    Threads *s = vm->threads;
    for (Thread *t = s ? s->first : NULL; t; t = t->next)
        if (t != s->current)
            release_left(vm, t->serial, &t->part, &t->trace);
}

/* The current thread gives back what it holds, leaves the set and gives up the lock.
 * Its sentinel comes last but for the memory: who waits for it may go on at once. */
static void end_current(MinipyVM *vm, bool started)
{
    Threads *s = vm->threads;
    Thread *t = s->current;
    object_release_put_off(vm);
    release_first(vm, t->serial, &vm->thread);
    trace_drop_functions(vm);
    trace_more_thread_fini(vm, &vm->trace->thread);
    release_rest(vm, &vm->thread);
    if (t->on_exit)
        t->exit_fn(vm, t->on_exit);
    value_clear(vm, &t->on_exit);
    frame_stack_fini(vm);
    if (started)
        s->started--;
    leave_for_good(vm, t);
}

typedef struct Start {
    MinipyVM *vm;
    Thread *thread;
    Value func, args, kwargs;
    size_t stack_size;
} Start;

/* What the C library and the kernel touch of a new thread's stacks at once (measured:
 * tests/embed/rss.c). */
enum { THREAD_COST = 14 << 10 };

static void release_start(MinipyVM *vm, Start *start)
{
    value_decref(vm, start->func);
    value_decref(vm, start->args);
    value_xdecref(vm, start->kwargs);
    mem_free(vm, start);
}

static size_t whole_stack(const Start *start)
{
    return start->stack_size + C_STACK_RESERVE + thread_variables();
}

static void *run(void *arg)
{
    Start *start = arg;
    MinipyVM *vm = start->vm;
    start->thread->part.c_stack_limit = started_c_stack_limit(whole_stack(start));
    thread_enter_slow(vm, start->thread);
    vm->threads->started++;
    if (probes_thread_start_wanted(&vm->consumers))
        REPORT_PROBE(
            vm, probes_thread_start(&vm->consumers, (long)pthread_self(), gettid()));
    Value r = call_tuple_dict(vm, start->func, start->args, start->kwargs);
    if (!r && error_matches(vm, EXC_SystemExit))
        error_clear(vm);
    else if (!r)
        error_unraisable(vm, "in thread started by", start->func);
    value_xdecref(vm, r);
    release_start(vm, start);
    if (probes_thread_stop_wanted(&vm->consumers))
        REPORT_PROBE(
            vm, probes_thread_stop(&vm->consumers, (long)pthread_self(), gettid()));
    mem_discharge(vm, THREAD_COST);
    end_current(vm, true);
    return NULL;
}

static size_t default_stack_size(void)
{
    pthread_attr_t attr;
    size_t size = C_STACK_DEFAULT;
    if (pthread_attr_init(&attr) == 0) {
        pthread_attr_getstacksize(&attr, &size);
        pthread_attr_destroy(&attr);
    }
    return size;
}

/* Others who look through the set with its mutex see the thread's id whole, or none. */
static int create_known(Start *start, const pthread_attr_t *attr)
{
    Threads *s = start->vm->threads;
    pthread_t *id = &start->thread->pthread;
    pthread_mutex_lock(&s->mutex);
    int r = pthread_create(id, attr, run, start);
    if (r != 0)
        *id = 0;
    pthread_mutex_unlock(&s->mutex);
    return r;
}

static int create(Start *start)
{
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return -1;
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    int r = pthread_attr_setstacksize(&attr, whole_stack(start));
    if (r == 0)
        r = create_known(start, &attr);
    pthread_attr_destroy(&attr);
    return r ? -1 : 0;
}

Thread *thread_start(MinipyVM *vm, Value func, Value args, Value kwargs,
                     size_t stack_size)
{
    if (mem_charge(vm, THREAD_COST) < 0)
        return NULL;
    Start *start = mem_calloc(vm, sizeof *start);
    Thread *t = start && thread_set_init(vm) == 0 ? new_thread(vm->threads) : NULL;
    if (!t) {
        mem_discharge(vm, THREAD_COST);
        mem_free(vm, start);
        return error_set_oom(vm), NULL;
    }
    add_thread(vm->threads, t);
    start->vm = vm;
    start->thread = t;
    start->func = value_incref(func);
    start->args = value_incref(args);
    start->kwargs = value_xincref(kwargs);
    start->stack_size = stack_size ? stack_size : default_stack_size();
    part_init(vm, t);
    if (frame_stack_map(&t->part) == 0) {
        if (create(start) == 0)
            return t;
        frame_stack_unmap(&t->part);
    }
    pthread_mutex_lock(&vm->threads->mutex);
    remove_thread(vm->threads, t);
    pthread_mutex_unlock(&vm->threads->mutex);
    release_start(vm, start);
    mem_discharge(vm, THREAD_COST);
    return error_set(vm, EXC_RuntimeError, "can't start new thread"), NULL;
}

int thread_attach_within(MinipyVM *vm, int patience_ms)
{
    Threads *s = vm->threads;
    Thread *t = s ? new_thread(s) : NULL;
    if (!t)
        return -1;
    t->attached = true;
    t->pthread = pthread_self();
    t->part.c_stack_limit = thread_c_stack_limit();
    pthread_mutex_lock(&s->mutex);
    bool may =
        patience_ms < 0 ? !s->finalizer : vm_lock_is_free_within(vm, s, t, patience_ms);
    if (may)
        vm_lock_take(vm, s, t);
    else
        release_thread(s, t);
    pthread_mutex_unlock(&s->mutex);
    if (!may)
        return -1;
    add_thread(s, t);
    part_init(vm, t);
    vm_lock_make_current(vm, t);
    if (frame_stack_map(&vm->thread) == 0)
        return 0;
    leave_for_good(vm, t);
    return -1;
}

void thread_detach(MinipyVM *vm)
{
    end_current(vm, false);
}

/* ---- the end --------------------------------------------------------------------- */

void thread_set_finalize(MinipyVM *vm)
{
    Threads *s = vm->threads;
    if (!s)
        return;
    pthread_mutex_lock(&s->mutex);
    s->finalizer = s->current;
    vm_lock_wake_all(s);
    pthread_mutex_unlock(&s->mutex);
}

bool thread_set_free(MinipyVM *vm)
{
    Threads *s = vm->threads;
    if (!s)
        return true;
    pthread_mutex_lock(&s->mutex); /* whoever ended last has let go of it */
    bool alone = s->first == s->current && !s->first->next;
    pthread_mutex_unlock(&s->mutex);
    if (!alone)
        return false;
    while (s->posting)
        sched_yield();
    vm->threads = NULL;
    pthread_mutex_destroy(&s->mutex);
    free_threads(s->first);
    free_threads(s->spare);
    mem_free(vm, s);
    return true;
}

void thread_set_after_fork(MinipyVM *vm)
{
    Threads *s = vm->threads;
    if (!s)
        return;
    Thread *me = s->current, *t;
    vm_lock_after_fork(vm, s);
    s->finalizer = NULL;
    s->started = me != s->main && !me->attached;
    s->main = me;
    import_locks_after_fork(vm);
    /* The stacks of the others stay: frame objects may point there. What they held may
     * fork again as it goes: each time from the start. */
    while ((t = s->first != me ? s->first : me->next)) {
        uint64_t serial = t->serial;
        ThreadPart part = t->part;
        TraceThread trace = t->trace;
        thread_line_leave(&t->asleep);
        remove_thread(s, t);
        release_left(vm, serial, &part, &trace);
    }
}

/* ---- questions ------------------------------------------------------------------- */

Frame *thread_frame(MinipyVM *vm, Thread *t)
{
    return t == vm->threads->current ? vm->frame : t->part.frame;
}

void thread_each_frame(MinipyVM *vm, void (*visit)(MinipyVM *vm, Frame *innermost))
{
    if (!vm->threads)
        visit(vm, vm->frame);
    for (Thread *t = vm->threads ? vm->threads->first : NULL; t; t = t->next)
        visit(vm, thread_frame(vm, t));
}

Value thread_handled_borrow(MinipyVM *vm, Thread *t)
{
    bool current = t == vm->threads->current;
    for (ExcInfo *h = current ? vm->handled : t->part.handled; h; h = h->prev) {
        Value v = h != &vm->handled_base ? h->value
                  : current              ? vm->handled_base.value
                                         : t->part.handled_base.value;
        if (v && v != VALUE_NONE)
            return v;
    }
    return VALUE_NULL;
}

void thread_set_recursion_limit(MinipyVM *vm, int limit)
{
    int more = limit - vm->recursion_limit;
    vm->recursion_limit = limit;
    vm->recursion_remaining += more;
    for (Thread *t = vm->threads ? vm->threads->first : NULL; t; t = t->next)
        t->part.recursion_remaining += more; /* the current one's is not in use */
}
