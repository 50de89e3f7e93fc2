/* limits.c - budgets that a program tries to get around: handlers, finalizers, threads,
 * loops and waits in C; and what the host does with a vm that was stopped.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "embed.h"

static MinipyVM *limited(uint64_t memory, uint64_t instructions, uint64_t ms)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.memory_limit = memory;
    c.instruction_limit = instructions;
    c.time_limit_ms = ms;
    c.handle_signals = true;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    run_ok(vm, "went_on = []\ndef mark(*ignored): went_on.append(1)\n");
    return vm;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The program is ended by that limit, and nothing of it goes on. */
static void ends(MinipyVM *vm, const char *source, MinipyStop cause)
{
    static const char *const classes[] = {"", "RuntimeError", "TimeoutError",
                                          "MemoryError", "KeyboardInterrupt"};
    if (minipy_run_string(vm, source, "<test>") != -1)
        fail_msg("it ends by itself: %s", source);
    if (!minipy_error_matches(vm, classes[cause]))
        fail_msg("%s: %s", source, minipy_error_text(vm));
    assert_int_equal(minipy_stopped(vm), cause);
    minipy_error_clear(vm);
    /* It stays so: every call fails in the same way. */
    run_raises(vm, "mark()", classes[cause]);
    assert_int_equal(minipy_eval(vm, "mark()"), MINIPY_NULL);
    minipy_error_clear(vm);
    assert_int_equal(minipy_limits_reset(vm), 0);
    assert_int_equal(minipy_stopped(vm), MINIPY_NOT_STOPPED);
    if (eval_int(vm, "len(went_on)") != 0)
        fail_msg("something went on: %s", source);
}

/* SPIN is where the limit is met. */
static const char *const escapes[] = {
    "try: SPIN()\nexcept BaseException: mark()\n",
    "try: SPIN()\nfinally: mark()\n",
    "while True:\n    try: SPIN()\n    except: mark()\n",
    "class C:\n    def __enter__(self): pass\n"
    "    def __exit__(self, *a): mark(); return True\nwith C(): SPIN()\nmark()\n",
    "class C:\n    def __del__(self): mark()\ndef f():\n    c = C()\n    SPIN()\nf()\n",
    "class C:\n    def __del__(self): SPIN()\nC()\nmark()\n",
    "def g():\n    try:\n        yield SPIN()\n    finally: mark()\nnext(g())\n",
    "def g():\n    try: yield 1\n    finally: SPIN()\nx = g(); next(x); "
    "x.close()\nmark()\n",
    "def g():\n    try: yield 1\n    except BaseException: mark()\nx = g(); "
    "next(x)\nSPIN()\n",
    "import atexit; atexit.register(mark)\nSPIN()\n",
    "import sys; sys.excepthook = sys.unraisablehook = mark\nSPIN()\n",
    "class E(Exception):\n    def __init__(self): SPIN()\ntry: raise E\nexcept: "
    "mark()\n",
    "class M(type):\n    def __instancecheck__(c, o): SPIN()\n"
    "class A(metaclass=M): pass\ntry: isinstance(1, A)\nexcept: mark()\n",
    "class A:\n    def __getattr__(self, n): SPIN()\nhasattr(A(), 'x')\nmark()\n",
    "class A:\n    def __eq__(self, o): SPIN()\n    __hash__ = object.__hash__\n"
    "[A()].count(A())\nmark()\n",
    "class A:\n    def __repr__(self): SPIN()\ntry: '%r' % A()\nexcept: mark()\n",
    "import weakref\nclass A: pass\na = A()\nr = weakref.ref(a, lambda r: SPIN())\n"
    "del a\nmark()\n",
    "import gc\nclass A:\n    def __del__(self): SPIN()\na = A(); a.me = a; del a\n"
    "gc.collect()\nmark()\n",
    "import gc\ngc.callbacks.append(lambda *a: SPIN())\ntry: gc.collect()\nfinally:\n"
    "    del gc.callbacks[:]\nmark()\n",
    "import sys\nsys.settrace(lambda *a: SPIN())\ndef f(): pass\nf()\nmark()\n",
    "import threading\nt = threading.Thread(target=SPIN)\nt.start(); "
    "t.join()\nmark()\n",
    "import threading\nthreading.excepthook = mark\nt = threading.Thread(target=SPIN)\n"
    "t.start()\nwhile True: pass\n",
    "import _thread\n_thread.start_new_thread(SPIN, ())\nimport time\n"
    "for i in range(500): time.sleep(0.01)\nmark()\n",
    "import signal\nsignal.signal(signal.SIGALRM, lambda *a: SPIN())\n"
    "signal.raise_signal(signal.SIGALRM)\nmark()\n",
    "import asyncio\nasync def main():\n    try: SPIN()\n    finally: mark()\n"
    "asyncio.run(main())\n",
    "import contextlib\nwith contextlib.suppress(BaseException): SPIN()\nmark()\n",
    "try: exec('try: SPIN()\\nexcept: mark()', globals())\nexcept: mark()\n",
    "try: list(map(lambda x: SPIN(), [1]))\nexcept: mark()\n",
    "try: sorted([2, 1], key=lambda x: SPIN())\nexcept: mark()\n",
};

static void each_escape(MinipyVM *vm, const char *spin, MinipyStop cause)
{
    run_ok(vm, spin);
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        ends(vm, escapes[i], cause);
    minipy_free(vm);
}

static void nothing_catches_the_instruction_limit(void **state)
{
    (void)state;
    each_escape(limited(0, 200000, 0), "def SPIN():\n    while True: pass\n",
                MINIPY_STOPPED_BY_INSTRUCTIONS);
}

static void nothing_catches_the_time_limit(void **state)
{
    (void)state;
    each_escape(limited(0, 0, 300), "def SPIN():\n    while True: pass\n",
                MINIPY_STOPPED_BY_TIME);
}

/* RESUME, LOAD_CONST 1, RAISE_VARARGS, POP_TOP, LOAD_CONST 1, RAISE_VARARGS, of which
 * the handler at POP_TOP covers all: no jump, and no call. */
static const char handles_itself[] =
    "def f(): pass\n"
    "f.__code__ = f.__code__.replace(co_consts=(1,), "
    "co_exceptiontable=b'\\x80\\6\\3\\0', co_linetable=b'',\n"
    "    co_stacksize=3, co_code=bytes([151, 0, 100, 0, 130, 1, 1, 0, 100, 0, 130, "
    "1]))\n"
    "f()\n";

static void a_handler_that_covers_itself_is_limited(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 300);
    ends(vm, handles_itself, MINIPY_STOPPED_BY_TIME);
    minipy_free(vm);
    vm = limited(0, 200000, 0);
    ends(vm, handles_itself, MINIPY_STOPPED_BY_INSTRUCTIONS);
    minipy_free(vm);
}

static void nothing_catches_the_memory_limit(void **state)
{
    (void)state;
    each_escape(limited(40000000, 0, 0),
                "def SPIN():\n    x = []\n    while True: x.append(bytes(10000))\n",
                MINIPY_STOPPED_BY_MEMORY);
}

/* A list asks for all its memory at once. A sanitizer's shadow of 8 GB takes 10 s, and
 * ThreadSanitizer's of 0.8 GB, which is four times as large, a second and a half. */
#if defined __SANITIZE_THREAD__
#define MANY "3 * 10 ** 7"
#elif defined SANITIZED
#define MANY "10 ** 8"
#else
#define MANY "10 ** 9"
#endif
/* What may take long without an instruction of Python. */
static const char *const endless[] = {
    "sum(range(10 ** 12))",
    "import time; time.sleep(60)",
    "import threading\nl = threading.Lock(); l.acquire(); l.acquire()\n",
    "import threading; threading.Event().wait()",
    "import queue; queue.Queue().get()",
    "import os\nr, w = os.pipe()\nos.read(r, 1)\n",
    "import os\nr, w = os.pipe()\nos.write(w, bytes(10 ** 6))\n",
    "import socket\na, b = socket.socketpair()\na.recv(1)\n",
    "import select; select.select([], [], [], 60)",
    "import subprocess; subprocess.run(['sleep', '30'])",
    "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
    "time.sleep(60)\n",
    "import re; re.match('(a*)*b', 'a' * 40)",
    "import re; re.match('(a|aa)+$', 'a' * 60 + 'b')",
    "import itertools, collections\ncollections.deque(itertools.count(), maxlen=0)\n",
    "import itertools\nnext(itertools.filterfalse(lambda x: True, "
    "itertools.count()))\n",
    "-1 in iter(int, 1)",
    "max(iter(int, 1))",
    "all(iter(int, 1)) or any(iter(int, 1))",
    "x = [(i * 7919) % 1000003 for i in range(50000)]\nwhile True: x.sort(); "
    "x.reverse()\n",
    "x = 'a' * 10 ** 7\nwhile True: x.find('b')\n",
    "3 ** (10 ** 9)",
    "import math; math.factorial(10 ** 8)",
    "pow(3, 1 << 10 ** 7, (1 << 10 ** 7) + 1)",
    "exec('x = 1\\n' * 5000000)",
    "import threading\nt = threading.Thread(target=lambda: max(iter(int, 1)))\n"
    "t.start()\nt.join()\n",
    "import asyncio; asyncio.run(asyncio.sleep(60))",
    "import os\nos.mkfifo(FIFO)\nopen(FIFO)\n",
    "import fcntl, os\nf = os.open('/dev/null', 0)\nfcntl.flock(f, fcntl.LOCK_EX)\n"
    "fcntl.flock(os.open('/dev/null', 0), fcntl.LOCK_EX)\n",
    "import socket\ns = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()\n"
    "s.accept()\n",
    "import subprocess\np = subprocess.Popen(['sleep', '30'], stdout=-1)\n"
    "p.communicate()\n",
    "import subprocess, os\np = subprocess.Popen(['sleep', '30']); os.wait()\n",
    "import threading\nb = threading.Barrier(2); b.wait()\n",
    "import signal; signal.pause()",
    "x = b'a' * 10 ** 8\nwhile True: x.find(b'b')\n",
    "x = b'a' * 10 ** 8\nwhile True: x.count(b'ab')\n",
    "x = 'a' * 10 ** 8\nwhile True: x.replace('b', 'c')\n",
    "x = 'ab' * 10 ** 7\nwhile True: x.split('b')\n",
    "x = ['a' * 1000] * 10 ** 5\nwhile True: ''.join(x)\n",
    "x = 'a' * 10 ** 8\nwhile True: x + x\n",
    "x = 'a' * 10 ** 7\nwhile True: x.upper(); x.encode(); hash(x + 'b')\n",
    "x = 'a' * 10 ** 8\nwhile True: x.title()\n",
    "x = 'a' * 10 ** 8\nwhile True: hash(x + 'b')\n",
    "x = '\\n' * 5 * 10 ** 7\nwhile True: repr(x)\n",
    "x = bytes(10 ** 8)\nwhile True: x.hex()\n",
    "x = 3 ** 10 ** 6\nwhile True: x * x\n",
    "x = 1 << 3 * 10 ** 8\nfor i in 1,: pass\nx -= 1\nwhile True: x * x\n",
    "x = (1 << 10 ** 8) - 1; y = x >> 5 * 10 ** 7\nwhile True: x // y\n",
    "x = '\\u0101' * 5 * 10 ** 7\nwhile True: x.find('b')\n",
    "x, y = 'a' * 5 * 10 ** 7, 'a' * 5 * 10 ** 7\nwhile True: x == y\n",
    "x = b'ab' * 10 ** 7\nwhile True: x.replace(b'b', b'cd')\n",
    "x = 'a\\u0101' * 10 ** 7\nwhile True: x.replace('a', 'bc')\n",
    "x, y = 3 ** 10 ** 6, 7 ** 10 ** 5\nwhile True: divmod(x, y)\n",
    "import sys; sys.set_int_max_str_digits(0)\nx = 3 ** (2 * 10 ** 7); str(x)\n",
    "import sys; sys.set_int_max_str_digits(0)\nint('7' * 10 ** 8)\n",
    "sorted(range(3 * 10 ** 7), key=lambda x: -x)",
    "list(range(" MANY "))",
    "dict.fromkeys(range(10 ** 9))",
    "tuple(range(" MANY "))",
    "set(range(10 ** 9))",
    "import array; array.array('q', range(10 ** 9))",
    "bytes(range(256)) * 10 ** 6 in (b'x' * 10 ** 8,)\nwhile True: b''.join([b'x' * "
    "10 ** 7] * 5)\n",
    "'%d' * 10 ** 6 % ((1,) * 10 ** 6)\nwhile True: '{}'.format(1)\n",
    "import json; json.dumps(list(range(10 ** 7)))\nwhile True: pass\n",
    "eval('+'.join(['1'] * 3000000))\nwhile True: pass\n",
    "eval('[' + '1,' * 5000000 + ']')\nwhile True: pass\n",
    "import hashlib\nx = bytes(10 ** 8)\nwhile True: hashlib.sha256(x)\n",
    "import collections\ncollections.Counter(iter(int, 1))\n",
    "import functools\nfunctools.reduce(lambda a, b: a, iter(int, 1))\n",
    "for x in zip(iter(int, 1), iter(int, 1)): pass\n",
    "(x for x in iter(int, 1)).__class__\nlist(x for x in iter(int, 1) if x)\n",
};
/* Of these the waits, which a stop by the host ends where there is no limit of time. */
static const char *const waits[] = {
    "import time; time.sleep(60)",
    "import threading\nl = threading.Lock(); l.acquire(); l.acquire()\n",
    "import threading; threading.Event().wait()",
    "import threading; threading.Event().wait(60)",
    "import queue; queue.Queue().get()",
    "import os\nr, w = os.pipe()\nos.read(r, 1)\n",
    "import os\nr, w = os.pipe()\nos.write(w, bytes(10 ** 6))\n",
    "import os\nr, w = os.pipe()\nopen(r).read()\n",
    "import socket\na, b = socket.socketpair()\na.recv(1)\n",
    "import socket\ns = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()\n"
    "s.accept()\n",
    "import select; select.select([], [], [], 60)",
    "import select; select.poll().poll()",
    "import select; select.epoll().poll()",
    "import subprocess; subprocess.run(['sleep', '30'])",
    "import subprocess\np = subprocess.Popen(['sleep', '30'], stdout=-1)\n"
    "p.communicate()\n",
    "import os\nos.mkfifo(FIFO)\nopen(FIFO)\n",
    "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
    "import time; time.sleep(60)\n",
    "import threading, time\nt = threading.Thread(target=lambda: time.sleep(60))\n"
    "t.start()\nt.join()\n",
    "import threading, time\nt = threading.Thread(target=lambda: time.sleep(60))\n"
    "t.start()\nwhile True: pass\n",
    "import asyncio; asyncio.run(asyncio.sleep(60))",
    "while True: pass",
    "max(iter(int, 1))",
};

/* A name that no file has. */
static void name_a_fifo(MinipyVM *vm)
{
    char name[64], text[128];
    snprintf(name, sizeof name, "/tmp/minipy-limits-%d", (int)getpid());
    unlink(name);
    snprintf(text, sizeof text, "FIFO = '%s'\n", name);
    run_ok(vm, text);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Asks for the time of the processor when the limit is met: what is spent behind it
 * does not depend on what else the machine does. */
typedef struct Late {
    double deadline, cpu;
    pthread_t thread;
} Late;

static void *at_the_deadline(void *arg)
{
    Late *late = arg;
    double left = late->deadline - seconds();
    usleep((useconds_t)(left > 0 ? left * 1e6 : 0));
    late->cpu = cpu_seconds();
    return NULL;
}

static void late_start(Late *late, double ms)
{
    late->deadline = seconds() + ms / 1000;
    assert_int_equal(pthread_create(&late->thread, NULL, at_the_deadline, late), 0);
}

/* On an idle machine both are 50 ms at most, but for what docs/EMBEDDING.md names.
 * Whether it was in time; else `why`, when it is not NULL, gets the figures. */
static bool late_end(Late *late, const char *source, char why[64])
{
    double wall = seconds(), cpu = cpu_seconds();
    pthread_join(late->thread, NULL);
    wall -= late->deadline;
    cpu = cpu > late->cpu ? cpu - late->cpu : 0;
    print_message("%6.0f ms late, %4.0f ms of them running: %.50s\n", wall * 1000,
                  cpu * 1000, source);
#ifdef SANITIZED
    cpu /= 10; /* it looks at every access */
#endif
    if (why)
        snprintf(why, 64, "%.0f ms, %.0f of them running", wall * 1000, cpu * 1000);
    return cpu <= 0.15 && wall <= 20;
}

/* What the system's first touches of a page or a file make late is another time not. */
static void ends_in_time(MinipyVM *vm, const char *source)
{
    enum { LIMIT = 200, TURNS = 3 };
    char why[TURNS][64];
    for (int turn = 0; turn < TURNS; turn++) {
        name_a_fifo(vm);
        Late late;
        late_start(&late, LIMIT);
        ends(vm, source, MINIPY_STOPPED_BY_TIME);
        if (late_end(&late, source, why[turn]))
            return;
    }
    fail_msg("late by %s; %s; %s: %s", why[0], why[1], why[2], source);
}

static void loops_and_waits_in_c_end_in_time(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 0);
    run_ok(vm, "import time, threading, queue, os, socket, select, subprocess, signal\n"
               "import re, itertools, collections, math, asyncio\n");
    assert_int_equal(minipy_limits_set(vm, 0, 0, 200), 0);
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
        ends_in_time(vm, endless[i]);
    minipy_free(vm);
}

static void each_run_has_the_whole_budget(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 100000, 3000);
    for (int i = 0; i < 10; i++) {
        run_ok(vm, "for i in range(60000): pass\n");
        usleep(350000); /* counts for no run */
    }
    ends(vm, "for i in range(200000): pass\n", MINIPY_STOPPED_BY_INSTRUCTIONS);
    assert_int_equal(minipy_limits_set(vm, 0, 0, 0), 0);
    run_ok(vm, "for i in range(200000): pass\n");
    assert_int_equal(minipy_limits_set(vm, 30000000, 0, 0), 0);
    ends(vm, "bytearray(10 ** 8)", MINIPY_STOPPED_BY_MEMORY);
    minipy_free(vm);
}

static void *stop_later(void *vm)
{
    usleep(100000);
    minipy_stop(vm);
    return NULL;
}

/* Without a limit of any kind. */
static void stop_each_wait(bool handle_signals)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.handle_signals = handle_signals;
    MinipyVM *vm = minipy_new(&c);
    run_ok(vm, "went_on = []\ndef mark(*ignored): went_on.append(1)\n"
               "import time, threading, queue, os, socket, select, subprocess, signal\n"
               "import asyncio\n");
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        pthread_t thread;
        name_a_fifo(vm);
        Late late;
        late_start(&late, 100);
        pthread_create(&thread, NULL, stop_later, vm);
        ends(vm, waits[i], MINIPY_STOPPED_BY_HOST);
        pthread_join(thread, NULL);
        assert_true(late_end(&late, waits[i], NULL));
    }
    double start = seconds();
    minipy_free(vm); /* which joins the threads that slept */
    assert_true(seconds() - start < 20);
}

static void the_host_stops_what_waits(void **state)
{
    (void)state;
    stop_each_wait(false);
}

/* There a timer takes the watcher's place. */
static void the_host_stops_what_waits_and_handles_signals(void **state)
{
    (void)state;
    stop_each_wait(true);
}

/* A finalizer or a callback drops what is raised in it: the run fails all the same. */
static void what_only_a_finalizer_saw_is_the_error(void **state)
{
    (void)state;
    static const char *const last[] = {
        "class C:\n    def __del__(self):\n        while True: pass\nC()\n",
        "import weakref\nclass A: pass\na = A()\ndef f(r):\n    while True: pass\n"
        "r = weakref.ref(a, f)\ndel a\n",
        "import gc\nclass A:\n    def __del__(self):\n        while True: pass\n"
        "a = A(); a.me = a; del a\ngc.collect()\n"};
    MinipyVM *vm = limited(0, 100000, 0);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        ends(vm, last[i], MINIPY_STOPPED_BY_INSTRUCTIONS);
    minipy_free(vm);
}

static void the_host_stops_a_run(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, stop_later, vm);
    ends(vm, "while True:\n    try:\n        while True: pass\n    except: mark()\n",
         MINIPY_STOPPED_BY_HOST);
    pthread_join(thread, NULL);
    minipy_free(vm);
    /* Of a vm with a time limit it ends waits, too. */
    vm = limited(0, 0, 60000);
    pthread_create(&thread, NULL, stop_later, vm);
    double start = seconds();
    ends(vm, "import time\ntime.sleep(50)\n", MINIPY_STOPPED_BY_HOST);
    assert_true(seconds() - start < 5);
    pthread_join(thread, NULL);
    minipy_free(vm);
}

/* An interrupt is for the run that goes on, and the program may handle it. */
static void interrupts(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 60000);
    minipy_interrupt(vm); /* for none */
    run_ok(vm, "for i in range(100000): pass\n");
    Interrupter interrupter;
    static const char *const waits[] = {"import time; time.sleep(50)",
                                        "max(iter(int, 1))", "while True: pass"};
    for (int i = 0; i < 3; i++) {
        double start = seconds();
        interrupter_start(&interrupter, vm);
        run_raises(vm, waits[i], "KeyboardInterrupt");
        assert_true(seconds() - start < 5);
        interrupter_end(&interrupter);
        assert_int_equal(minipy_stopped(vm), MINIPY_NOT_STOPPED);
    }
    minipy_free(vm);
}

static MinipyValue count_for_ever(MinipyVM *vm, void *user, const MinipyValue *args,
                                  size_t n)
{
    (void)user, (void)args, (void)n;
    while (minipy_poll(vm) == 0)
        ;
    return MINIPY_NULL;
}

static void a_function_of_the_host_polls(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, 0, 200);
    MinipyValue f = minipy_function(vm, "count", count_for_ever, NULL);
    MinipyValue module = minipy_main_module(vm);
    assert_int_equal(minipy_setattr(vm, module, "count", f), 0);
    minipy_release(vm, f);
    minipy_release(vm, module);
    ends(vm, "try: count()\nexcept: mark()\n", MINIPY_STOPPED_BY_TIME);
    minipy_free(vm);
}

/* Each on a thread of its own, and all have the same watcher. */
static void *one_of_many(void *seconds_over)
{
    MinipyVM *vm = limited(0, 0, 200);
    double start = seconds();
    ends(vm, "import time\ntime.sleep(50)\n", MINIPY_STOPPED_BY_TIME);
    *(double *)seconds_over = seconds() - start - 0.2;
    minipy_free(vm);
    return NULL;
}

static void many_vms_at_once(void **state)
{
    (void)state;
    pthread_t threads[20];
    double over[20];
    for (int i = 0; i < 20; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, one_of_many, &over[i]), 0);
    for (int i = 0; i < 20; i++) /* they write into this frame: all of them first */
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 20; i++)
        assert_true(over[i] >= 0 && over[i] < 5);
}

/* The watcher goes with the last vm that needs it, and comes with the next. */
static void *come_and_go(void *ignored)
{
    (void)ignored;
    for (int i = 0; i < 20; i++)
        minipy_free(limited(0, 0, 60000));
    return NULL;
}

static void vms_come_and_go_at_once(void **state)
{
    (void)state;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    MinipyVM *vm = limited(0, 0, 200);
    ends(vm, "while True: pass\n", MINIPY_STOPPED_BY_TIME);
    minipy_free(vm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_catches_the_instruction_limit),
        cmocka_unit_test(nothing_catches_the_time_limit),
        cmocka_unit_test(a_handler_that_covers_itself_is_limited),
        cmocka_unit_test(nothing_catches_the_memory_limit),
        cmocka_unit_test(loops_and_waits_in_c_end_in_time),
        cmocka_unit_test(each_run_has_the_whole_budget),
        cmocka_unit_test(the_host_stops_a_run),
        cmocka_unit_test(the_host_stops_what_waits),
        cmocka_unit_test(the_host_stops_what_waits_and_handles_signals),
        cmocka_unit_test(what_only_a_finalizer_saw_is_the_error),
        cmocka_unit_test(interrupts),
        cmocka_unit_test(a_function_of_the_host_polls),
        cmocka_unit_test(many_vms_at_once),
        cmocka_unit_test(vms_come_and_go_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
