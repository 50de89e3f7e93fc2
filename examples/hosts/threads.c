/* threads.c - threads of the host's and one vm. The workers wait for data outside the
 * vm, all at once, and enter it one at a time for what Python does with them; a vm of
 * its own per thread, which shares nothing, runs beside.
 *
 *     ./threads
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "minipy.h"

enum { WORKERS = 4, ROUNDS = 25 };

typedef struct Worker {
    MinipyVM *vm;
    pthread_t thread;
    int number;
    int64_t own; /* what its own vm computed */
} Worker;

/* Stands for a device that is slow to answer. */
static void wait_for_data(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static int64_t int_of(MinipyVM *vm, const char *expression)
{
    int64_t n = -1;
    MinipyValue v = minipy_eval(vm, expression);
    if (!v || minipy_as_int(vm, v, &n) < 0)
        fputs(minipy_error_text(vm), stderr);
    minipy_release(vm, v);
    return n;
}

static void add_to_table(Worker *w, int round)
{
    char source[80];
    if (minipy_thread_attach(w->vm) < 0) /* waits until the vm is free */
        return;
    snprintf(source, sizeof source, "add(%d, %d)", w->number, round);
    if (minipy_run_string(w->vm, source, "<worker>") < 0)
        fputs(minipy_error_text(w->vm), stderr);
    minipy_thread_detach(w->vm);
}

static void *work(void *arg)
{
    Worker *w = arg;
    for (int i = 0; i < ROUNDS; i++) {
        wait_for_data();
        add_to_table(w, i);
    }
    MinipyVM *own = minipy_new(NULL); /* made, used and freed by this thread alone */
    if (own)
        w->own = int_of(own, "sum(range(1000))");
    minipy_free(own);
    return NULL;
}

int main(void)
{
    Worker workers[WORKERS];
    MinipyVM *vm = minipy_new(NULL);
    if (!vm || minipy_threads_init(vm) < 0 ||
        minipy_run_string(vm,
                          "table = {}\n"
                          "def add(worker, n):\n"
                          "    table[worker] = table.get(worker, 0) + n\n",
                          "<host>") < 0)
        return 1;
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (Worker){.vm = vm, .number = i};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    MinipyThread *me = minipy_thread_leave(vm); /* or nobody could enter */
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i].thread, NULL);
    minipy_thread_enter(vm, me);
    for (int i = 0; i < WORKERS; i++)
        printf("worker %d: %lld\n", i, (long long)workers[i].own);
    printf("in the table: %lld workers, %lld together\n",
           (long long)int_of(vm, "len(table)"),
           (long long)int_of(vm, "sum(table.values())"));
    return minipy_free(vm) ? 1 : 0;
}
