/* Vms that come, stay and go, for minipy-spy.
 *
 *     many_vms COUNT
 *
 * COUNT threads make and free vms at the same time; each keeps its last one, in which
 * stays_N() sleeps. Prints "standing" when all are about to. */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "minipy.h"

enum { ROUNDS = 20 };

static sem_t told;

static int quick(MinipyVM *vm)
{
    return minipy_run_string(vm, "x = [1, 2]", "<quick>");
}

static void *run(void *number)
{
    char code[200];
    MinipyConfig config;
    minipy_config_init(&config);
    config.use_installed_library = false;
    for (int i = 0; i < ROUNDS; i++) {
        MinipyVM *vm = minipy_new(&config);
        if (!vm || quick(vm) != 0 || minipy_free(vm) != 0)
            abort();
    }
    MinipyVM *vm = minipy_new(&config);
    snprintf(code, sizeof code,
             "import time\ndef stays_%d():\n    time.sleep(1000)\n"
             "stays_%d()\n",
             (int)(intptr_t)number, (int)(intptr_t)number);
    sem_post(&told);
    minipy_run_string(vm, code, "<stays>");
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argc;
    int count = atoi(argv[1]);
    sem_init(&told, 0, 0);
    for (intptr_t i = 0; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, run, (void *)i) != 0)
            return 1;
    }
    for (int i = 0; i < count; i++)
        sem_wait(&told);
    puts("standing");
    fflush(stdout);
    for (;;)
        sem_wait(&told);
}
