/* quiet_thread.h - threads of the machine beside the program's: they take no signal,
 * since those are the program's.
 */
#ifndef MINIPY_PROBES_QUIET_THREAD_H
#define MINIPY_PROBES_QUIET_THREAD_H

#include <pthread.h>
#include <signal.h>

/* Starts run(user). 0, or the errno. */
static inline int quiet_thread_start(pthread_t *thread, void *(*run)(void *user),
                                     void *user)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

#endif
