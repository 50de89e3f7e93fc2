/* A view's thread and its bell (worker.h). */
#include "probes/views/worker.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "probes/clock.h"
#include "probes/quiet_thread.h"

int view_worker_start(ViewWorker *worker, void *(*run)(void *user), void *user)
{
    worker->stopping = false;
    worker->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (worker->bell < 0)
        return -1;
    int error = quiet_thread_start(&worker->thread, run, user);
    if (error == 0) {
        worker->owner = getpid();
        return 0;
    }
    close(worker->bell);
    errno = error;
    return -1;
}

void view_worker_ring(ViewWorker *worker)
{
    int saved = errno;
    uint64_t one = 1;
    if (worker->owner == getpid() && write(worker->bell, &one, sizeof one) < 0)
        errno = saved; /* it has been rung so often that it has not been heard yet */
}

void view_worker_stop(ViewWorker *worker)
{
    if (worker->owner == 0)
        return;
    if (worker->owner == getpid()) {
        __atomic_store_n(&worker->stopping, true, __ATOMIC_RELEASE);
        view_worker_ring(worker);
        pthread_join(worker->thread, NULL);
    }
    close(worker->bell);
    worker->owner = 0;
}

/* What poll() takes: milliseconds, rounded up. */
static int milliseconds_until(uint64_t until)
{
    uint64_t now = probe_now();
    if (until == UINT64_MAX)
        return -1;
    if (until <= now)
        return 0;
    uint64_t left = (until - now + 999999) / 1000000;
    return left < 3600000 ? (int)left : 3600000;
}

WorkerEvent view_worker_wait(ViewWorker *worker, int fd, short events, uint64_t until)
{
    for (;;) {
        struct pollfd of[2] = {{worker->bell, POLLIN, 0}, {fd, events, 0}};
        uint64_t rings;
        int ready = poll(of, 2, milliseconds_until(until));
        if (__atomic_load_n(&worker->stopping, __ATOMIC_ACQUIRE))
            return WORKER_STOP;
        if (ready > 0 && of[1].revents != 0)
            return WORKER_READY;
        if (ready > 0 && read(worker->bell, &rings, sizeof rings) > 0)
            return WORKER_RUNG;
        if (ready <= 0 && probe_now() >= until)
            return WORKER_TIME;
    }
}
