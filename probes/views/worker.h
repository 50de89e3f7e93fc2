/* A thread of a view's own, for what must not keep the program waiting: writing now and
 * then, answering scrapers, sending. It never touches the vm, and takes no signals. */
#ifndef MINIPY_PROBES_VIEWS_WORKER_H
#define MINIPY_PROBES_VIEWS_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ViewWorker {
    pthread_t thread;
    pid_t owner; /* in a fork's child there is no such thread; 0: it never ran */
    int bell;    /* an eventfd; -1: none */
    bool stopping;
} ViewWorker;

typedef enum WorkerEvent {
    WORKER_STOP,  /* the thread is to return */
    WORKER_READY, /* the descriptor is */
    WORKER_RUNG,  /* view_worker_ring() */
    WORKER_TIME,
} WorkerEvent;

/* run(user) in a thread. 0; -1: there can be none, errno says why. */
int view_worker_start(ViewWorker *worker, void *(*run)(void *user), void *user);
/* Any thread: the wait of that thread ends. Cannot fail. */
void view_worker_ring(ViewWorker *worker);
/* Asks it to end and waits for that; nothing if it never ran or is the parent's. */
void view_worker_stop(ViewWorker *worker);

/* By the thread: until `fd` (-1: none) has one of poll's `events`, it is time
 * (probe_now(); UINT64_MAX: never), or it is called. */
WorkerEvent view_worker_wait(ViewWorker *worker, int fd, short events, uint64_t until);

#endif
