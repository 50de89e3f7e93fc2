/* faulthandler_later.c - faulthandler.dump_traceback_later: a thread of its own that
 * tells where the program is when it has not been called off in time. It is no thread
 * of the vm's and needs nobody's help; it only stops the others while it looks at them,
 * if they let themselves be stopped. Read first: faulthandler.c.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stdlib/runtime/faulthandler_private.h"
#include "stdlib/seconds.h"
#include "vm/numbers/float.h"
#include "vm/threads/thread.h"

enum { PATIENCE_MS = 100 };

/* One for the process, as the module's other state. */
static struct {
    MinipyVM *vm; /* NULL: no thread waits */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stop;
    bool stopped, repeat, leave;
    double timeout;
    int fd;
    char header[64];
} later = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static struct timespec time_in(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double whole = (double)(time_t)seconds;
    t.tv_sec += (time_t)seconds;
    t.tv_nsec += (long)((seconds - whole) * 1e9);
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static void tell(void)
{
    ssize_t n = write(later.fd, later.header, strlen(later.header));
    (void)n;
    bool stopped = thread_stop_all(later.vm, PATIENCE_MS);
    faulthandler_dump(later.vm, later.fd, true, false);
    if (stopped)
        thread_resume_all(later.vm);
    if (later.leave)
        _exit(1);
}

static void *wait_and_tell(void *unused)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_mutex_lock(&later.mutex);
    do {
        struct timespec end = time_in(later.timeout);
        int r = 0;
        while (!later.stopped && r != ETIMEDOUT)
            r = pthread_cond_timedwait(&later.stop, &later.mutex, &end);
        if (!later.stopped)
            tell();
    } while (later.repeat && !later.stopped);
    pthread_mutex_unlock(&later.mutex);
    return unused;
}

static void cancel(MinipyVM *vm)
{
    if (!later.vm)
        return;
    pthread_mutex_lock(&later.mutex);
    later.stopped = true;
    pthread_cond_signal(&later.stop);
    pthread_mutex_unlock(&later.mutex);
    (void)BLOCKING(vm, pthread_join(later.thread, NULL));
    pthread_cond_destroy(&later.stop);
    later.vm = NULL;
}

static Value start(MinipyVM *vm)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&later.stop, &attr);
    pthread_condattr_destroy(&attr);
    later.stopped = false;
    later.vm = vm;
    if (pthread_create(&later.thread, NULL, wait_and_tell, NULL) == 0)
        return VALUE_NONE;
    later.vm = NULL;
    return error_set(vm, EXC_RuntimeError, "unable to start watchdog thread");
}

static void make_header(double timeout)
{
    uint64_t us = (uint64_t)(timeout * 1e6 + 0.5), s = us / 1000000;
    int n = snprintf(later.header, sizeof later.header, "Timeout (%lu:%02lu:%02lu",
                     (unsigned long)(s / 3600), (unsigned long)(s / 60 % 60),
                     (unsigned long)(s % 60));
    if (us % 1000000)
        n += snprintf(later.header + n, sizeof later.header - (size_t)n, ".%06lu",
                      (unsigned long)(us % 1000000));
    snprintf(later.header + n, sizeof later.header - (size_t)n, ")!\n");
}

Value faulthandler_dump_later(NATIVE_ARGS)
{
    double timeout;
    int repeat = 0, leave = 0;
    if (!seconds_of(vm, args[0], &timeout) ||
        (GIVEN(1) && !arg_int(vm, GIVEN(1), &repeat)) ||
        (GIVEN(3) && !arg_int(vm, GIVEN(3), &leave)))
        return VALUE_NULL;
    if (timeout <= 0)
        return error_set(vm, EXC_ValueError, "timeout must be greater than 0");
    int fd = faulthandler_file_arg(vm, GIVEN(2));
    if (fd < 0)
        return VALUE_NULL;
    if (thread_set_init(vm) < 0)
        return error_set_oom(vm);
    cancel(vm);
    make_header(timeout);
    later.timeout = timeout;
    later.repeat = repeat;
    later.leave = leave;
    later.fd = fd;
    return start(vm);
}

Value faulthandler_cancel_later(NATIVE_ARGS)
{
    cancel(vm);
    return VALUE_NONE;
}

void faulthandler_later_fini(MinipyVM *vm)
{
    if (later.vm == vm)
        cancel(vm);
}
