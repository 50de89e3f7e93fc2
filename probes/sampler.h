/* Samplers: at a steady pace somebody looks what runs.
 *
 * A thread keeps the time, and asks the vm's loop for its attention (ProbeHost.wake);
 * the loop then calls probes_sample() where it is: at an entry, at a backward jump, or
 * just behind a call of C. So a sample is taken by the thread that runs, with a stack
 * that is whole, and a program without samplers pays nothing.
 *
 * Rejected: SIGPROF, whose handler would interrupt the program's system calls, and
 * which the program may want for itself.
 *
 * A sampler with a `clock` samples nothing: its thread writes the time there, for who
 * looks at it too often to ask the processor. */
#ifndef MINIPY_PROBES_SAMPLER_H
#define MINIPY_PROBES_SAMPLER_H

#include <pthread.h>
#include <sys/types.h>

#include "probes/consumer.h"

struct ProbeSampler {
    /* Set before probe_sampler_start(). */
    void (*take)(void *user, uint64_t ns); /* that long after the last sample */
    void *user;
    uint64_t *clock; /* gets probe_stamp(probe_ticks() != 0); NULL: none */
    uint64_t period; /* nanoseconds */
    bool cpu;        /* ns are of the process's processor time, else of time */
    /* Its own. */
    ProbeConsumers *consumers;
    ProbeSampler *next;
    uint64_t last;
    pthread_t thread;
    pthread_mutex_t lock; /* of `stopping` */
    pthread_cond_t changed;
    bool stopping;
    pid_t owner; /* in a fork's child there is no such thread */
};

/* 0; -1: there can be no thread. `sampler` must live until it is stopped. */
int probe_sampler_start(ProbeConsumers *consumers, ProbeSampler *sampler);
void probe_sampler_stop(ProbeSampler *sampler);

/* The vm ends: from now on nobody wakes it. */
void probe_samplers_stop(ProbeConsumers *consumers);

#endif
