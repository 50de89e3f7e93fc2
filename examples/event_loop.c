/* event_loop.c - coroutines of a script driven by the host's event loop: a script
 * awaits `sleep(seconds)` and `readable(fd)`, which yield what they wait for; the
 * host's loop polls, and sends each coroutine on when that has come. asyncio is not
 * involved.
 *
 *     gcc -Iinclude examples/event_loop.c libminipy.a -lgmp -lm -ldl -o event_loop
 *     ./event_loop                   prints the order in which three tasks get on
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "minipy.h"

enum { TASKS_MAX = 16 };

typedef struct Task {
    MinipyValue coroutine; /* MINIPY_NULL: the place is free */
    double wake;           /* when, if it sleeps */
    int fd;                /* what it reads; -1: it sleeps */
} Task;

typedef struct Loop {
    Task tasks[TASKS_MAX];
    int pipe[2]; /* something to be read: the script writes to it */
} Loop;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What a coroutine yielded says what it waits for: ("sleep", seconds) or ("read", fd).
 */
static int wait_for(MinipyVM *vm, Task *t, MinipyValue wish)
{
    int64_t fd = -1;
    double seconds = 0;
    MinipyValue what = minipy_getitem_at(vm, wish, 0);
    MinipyValue arg = what ? minipy_getitem_at(vm, wish, 1) : MINIPY_NULL;
    const char *name = arg ? minipy_as_str(vm, what, NULL) : NULL;
    int r = -1;
    if (name && strcmp(name, "read") == 0)
        r = minipy_as_int(vm, arg, &fd);
    else if (name && strcmp(name, "sleep") == 0)
        r = minipy_as_float(vm, arg, &seconds);
    else if (name)
        minipy_raisef(vm, "TypeError", "a task cannot wait for '%s'", name);
    t->fd = (int)fd;
    t->wake = now() + seconds;
    minipy_release(vm, arg);
    minipy_release(vm, what);
    return r;
}

/* A step of a task, which then waits again, or has ended. */
static int step(MinipyVM *vm, Task *t)
{
    MinipyValue result = MINIPY_NULL;
    int r = minipy_send(vm, t->coroutine, MINIPY_NULL, &result);
    if (r > 0)
        r = wait_for(vm, t, result) < 0 ? -1 : 1;
    minipy_release(vm, result);
    if (r <= 0) {
        minipy_release(vm, t->coroutine);
        t->coroutine = MINIPY_NULL;
    }
    return r < 0 ? -1 : 0;
}

/* spawn(coroutine), for scripts. */
static MinipyValue spawn(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    Loop *loop = user;
    (void)n;
    for (int i = 0; i < TASKS_MAX; i++)
        if (loop->tasks[i].coroutine == MINIPY_NULL) {
            loop->tasks[i] = (Task){minipy_retain(args[0]), now(), -1};
            return minipy_none();
        }
    return minipy_raise(vm, "RuntimeError", "there are too many tasks");
}

/* Waits for the first that can go on; how many milliseconds at most. */
static int patience(const Loop *loop)
{
    double first = -1, left;
    for (const Task *t = loop->tasks; t < loop->tasks + TASKS_MAX; t++)
        if (t->coroutine && t->fd < 0 && (first < 0 || t->wake < first))
            first = t->wake;
    left = first - now();
    return first < 0 ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0;
}

static int run(MinipyVM *vm, Loop *loop)
{
    for (;;) {
        struct pollfd fds[TASKS_MAX];
        int alive = 0;
        for (int i = 0; i < TASKS_MAX; i++) {
            Task *t = &loop->tasks[i];
            fds[i] = (struct pollfd){t->coroutine ? t->fd : -1, POLLIN, 0};
            alive += t->coroutine != MINIPY_NULL;
        }
        if (!alive)
            return 0;
        poll(fds, TASKS_MAX, patience(loop));
        for (int i = 0; i < TASKS_MAX; i++) {
            Task *t = &loop->tasks[i];
            bool ready = t->fd >= 0 ? fds[i].revents != 0 : t->wake <= now();
            if (t->coroutine && ready && step(vm, t) < 0)
                return -1;
        }
    }
}

static const char script[] = "import os\n"
                             "class Wait:\n"
                             "    def __init__(self, *wish): self.wish = wish\n"
                             "    def __await__(self): yield self.wish\n"
                             "def sleep(seconds): return Wait('sleep', seconds)\n"
                             "def readable(fd): return Wait('read', fd)\n"
                             "async def ticker():\n"
                             "    for i in range(3):\n"
                             "        print('tick', i)\n"
                             "        await sleep(0.05)\n"
                             "async def reader():\n"
                             "    await readable(from_fd)\n"
                             "    print('read', os.read(from_fd, 100).decode())\n"
                             "async def writer():\n"
                             "    await sleep(0.075)\n"
                             "    os.write(to_fd, b'hello')\n"
                             "spawn(ticker()); spawn(reader()); spawn(writer())\n";

int main(void)
{
    Loop loop = {.pipe = {-1, -1}};
    const MinipyMethod spawn_row = {"spawn", spawn, "(coroutine, /)", .user = &loop};
    MinipyVM *vm = minipy_new(NULL);
    if (!vm || pipe(loop.pipe) < 0)
        return 1;
    MinipyValue names = minipy_dict(vm), f = minipy_function_new(vm, &spawn_row);
    minipy_setitem_str(vm, names, "spawn", f);
    minipy_setitem_str(vm, names, "from_fd", minipy_int(vm, loop.pipe[0]));
    minipy_setitem_str(vm, names, "to_fd", minipy_int(vm, loop.pipe[1]));
    MinipyValue done =
        minipy_run_in(vm, script, "script.py", MINIPY_EXEC, names, MINIPY_NULL);
    int r = done == MINIPY_NULL || run(vm, &loop) < 0;
    if (r)
        fputs(minipy_error_text(vm), stderr);
    minipy_release(vm, f);
    minipy_release(vm, names);
    return minipy_free(vm) || r;
}
