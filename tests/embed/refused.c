/* refused.c - what the C library and the kernel may refuse a host (refusals.h): memory
 * for a vm's own records, threads, stacks. A vm then says so, does without, or is not
 * born.
 */
#include <signal.h>
#include <ucontext.h>

#include "embed.h"

#ifdef SANITIZED
int main(void)
{
    return 0;
}
#else
#include "refusals.h"

/* ---- a vm's own record ----------------------------------------------------------- */

static void a_vm_without_memory_is_not_born(void **state)
{
    (void)state;
    refuse(CALLOC);
    assert_null(minipy_new(NULL));
    assert_true(allow(CALLOC) > 0);
    MinipyVM *vm = vm_start();
    assert_int_equal(eval_int(vm, "6 * 7"), 42);
    assert_int_equal(minipy_free(vm), 0);
}

/* Of a place in the list of vms that tools read (vm/debug/offsets.c). */
enum { LISTED = 2 * sizeof(void *) };

static void a_vm_that_no_tool_finds_works(void **state)
{
    (void)state;
    MinipyVM *listed = vm_start();
    size_refused = LISTED;
    refuse(CALLOC);
    MinipyVM *vm = vm_start();
    assert_true(allow(CALLOC) > 0);
    size_refused = 0;
    assert_int_equal(eval_int(vm, "6 * 7"), 42);
    assert_int_equal(minipy_free(vm), 0);
    assert_int_equal(minipy_free(listed), 0);
}

static MinipyVM *born_meanwhile;

static void bear_another(void)
{
    born_meanwhile = vm_start();
}

/* Both have looked for the list's end, and one was first. */
static void two_vms_are_listed_at_the_same_moment(void **state)
{
    (void)state;
    MinipyVM *listed = vm_start();
    size_refused = LISTED;
    run_meanwhile = bear_another;
    MinipyVM *vm = vm_start();
    size_refused = 0;
    assert_non_null(born_meanwhile);
    assert_int_equal(eval_int(born_meanwhile, "6 * 7"), 42);
    assert_int_equal(minipy_free(vm), 0);
    assert_int_equal(minipy_free(born_meanwhile), 0);
    assert_int_equal(minipy_free(listed), 0);
}

/* ---- threads --------------------------------------------------------------------- */

/* The process keeps a few stacks of threads that have ended: these vms have them. */
enum { SPARES = 5 };
static MinipyVM *with_spares[SPARES];

static int take_spares(void **state)
{
    (void)state;
    for (int i = 0; i < SPARES; i++)
        with_spares[i] = vm_start();
    return 0;
}

static int give_spares(void **state)
{
    (void)state;
    for (int i = 0; i < SPARES; i++)
        minipy_free(with_spares[i]);
    return 0;
}

static const char starting[] =
    "def start():\n    try: threading.Thread(target=out.append, args=(1,)).start()\n"
    "    except Exception as e: return type(e).__name__, str(e), "
    "len(threading.enumerate()), out\n";

static MinipyVM *vm_that_starts_threads(void)
{
    MinipyVM *vm = vm_start();
    run_ok(vm, "import threading\nout = []\n");
    run_ok(vm, starting);
    return vm;
}

static void threads_start_again(MinipyVM *vm)
{
    run_ok(vm, "t = threading.Thread(target=out.append, args=(2,)); t.start(); "
               "t.join()\nassert out == [2], out\n");
    assert_int_equal(minipy_free(vm), 0);
}

static void is_not_started(int call, const char *said)
{
    MinipyVM *vm = vm_that_starts_threads();
    refuse(call);
    expect_repr(vm, minipy_eval(vm, "start()"), said);
    assert_true(allow(call) > 0);
    threads_start_again(vm);
}

static void a_thread_is_not_started(void **state)
{
    (void)state;
    is_not_started(MMAP, "('RuntimeError', \"can't start new thread\", 1, [])");
    is_not_started(CREATE, "('RuntimeError', \"can't start new thread\", 1, [])");
    is_not_started(CALLOC, "('MemoryError', '', 1, [])");
}

static void *attach(void *vm)
{
    return minipy_thread_attach(vm) < 0 ? NULL : vm;
}

static void is_not_let_in(int call)
{
    MinipyVM *vm = vm_that_starts_threads();
    void *attached = vm;
    pthread_t thread;
    assert_int_equal(minipy_threads_init(vm), 0);
    MinipyThread *me = minipy_thread_leave(vm);
    /* What the C library asks for itself passes: it does not come here. */
    refuse(call);
    assert_int_equal(pthread_create(&thread, NULL, attach, vm), 0);
    pthread_join(thread, &attached);
    assert_true(allow(call) > 0);
    assert_null(attached);
    minipy_thread_enter(vm, me);
    threads_start_again(vm);
}

static void a_hosts_thread_is_not_let_in(void **state)
{
    (void)state;
    is_not_let_in(MMAP);
    is_not_let_in(CALLOC);
}

static void a_vm_has_no_memory_to_let_threads_in(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    refuse(CALLOC);
    assert_int_equal(minipy_threads_init(vm), -1);
    assert_true(allow(CALLOC) > 0);
    assert_int_equal(minipy_threads_init(vm), 0);
    assert_int_equal(minipy_free(vm), 0);
}

/* ---- limits ---------------------------------------------------------------------- */

static MinipyVM *limited(uint64_t ms, bool handles_signals)
{
    MinipyConfig c;
    minipy_config_init(&c);
    c.time_limit_ms = ms;
    c.handle_signals = handles_signals;
    MinipyVM *vm = minipy_new(&c);
    assert_non_null(vm);
    return vm;
}

/* Each poll looks at the clock. */
static void time_is_limited_without_a_watcher(void **state)
{
    (void)state;
    refuse(CREATE);
    MinipyVM *vm = limited(20, false);
    run_raises(vm, "while True: pass\n", "TimeoutError");
    run_raises(vm, "1", "TimeoutError");
    assert_int_equal(minipy_limits_reset(vm), 0);
    run_ok(vm, "n = sum(range(1000))\n");
    assert_true(allow(CREATE) > 0);
    assert_int_equal(minipy_free(vm), 0);
}

static void *stop_soon(void *vm)
{
    usleep(20000);
    minipy_stop(vm);
    return NULL;
}

static void interrupt_soon_from(void *(*run)(void *), MinipyVM *vm, const char *source)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run, vm), 0);
    run_raises(vm, source, "KeyboardInterrupt");
    pthread_join(thread, NULL);
}

/* The timer that would end calls that wait: a loop is ended without. */
static void a_loop_is_stopped_without_a_timer(void **state)
{
    (void)state;
    MinipyVM *vm = limited(0, true);
    refuse(TIMER);
    interrupt_soon_from(stop_soon, vm, "while True: pass\n");
    assert_true(allow(TIMER) > 0);
    assert_int_equal(minipy_stopped(vm), MINIPY_STOPPED_BY_HOST);
    assert_int_equal(minipy_limits_reset(vm), 0);
    interrupt_soon_from(stop_soon, vm, "import time; time.sleep(60)\n");
    assert_int_equal(minipy_free(vm), 0);
}

static void take(int signum)
{
    (void)signum;
}

static void set_signals(void (*handler)(int))
{
    for (int signum = SIGRTMIN; signum <= SIGRTMAX; signum++)
        signal(signum, handler);
}

/* The host uses them all: a call that waits is over when it is over, and the limit
 * holds. */
static void no_signal_is_left(void **state)
{
    (void)state;
    set_signals(take);
    MinipyVM *vm = limited(20, true);
    run_raises(vm, "import time; time.sleep(0.06)\nwhile True: pass\n", "TimeoutError");
    assert_int_equal(minipy_free(vm), 0);
    vm = limited(0, true);
    interrupt_soon_from(stop_soon, vm,
                        "import time; time.sleep(0.06)\nwhile True: pass\n");
    assert_int_equal(minipy_limits_reset(vm), 0);
    run_ok(vm, "import signal\nsignal.signal(signal.SIGRTMAX, lambda *a: "
               "None)\nsignal.signal(signal.SIGRTMAX, signal.SIG_DFL)\n");
    assert_int_equal(minipy_free(vm), 0);
    set_signals(SIG_DFL);
}

/* The one that the limits use is none of the program's. */
static void the_signal_of_limits_is_refused(void **state)
{
    (void)state;
    MinipyVM *vm = limited(10000, true);
    run_ok(vm, "import signal\nrefused = []\nfor n in range(signal.SIGRTMIN, "
               "signal.SIGRTMAX + 1):\n"
               "    try: signal.signal(n, signal.SIG_DFL)\n    except OSError as e: "
               "refused.append((n, e.errno))\n"
               "assert refused == [(signal.SIGRTMAX, 22)], refused\n");
    assert_int_equal(minipy_free(vm), 0);
}

/* ---- stacks ---------------------------------------------------------------------- */

static const char too_deep[] = "import sys; sys.setrecursionlimit(10**6)\n"
                               "def f(): return [*map(lambda x: f(), [1])]\n"
                               "try: f()\nexcept RecursionError: deep = 1\n";

static void its_recursion_is_bounded(MinipyVM *vm)
{
    run_ok(vm, too_deep);
    assert_int_equal(eval_int(vm, "deep"), 1);
    assert_int_equal(minipy_free(vm), 0);
}

/* Of which nobody says where it ends. */
static void a_stack_of_unknown_bounds(void **state)
{
    (void)state;
    refuse(AUXILIARY);
    refuse(STACK_OF);
    MinipyVM *vm = vm_start();
    assert_true(allow(AUXILIARY) > 0);
    assert_true(allow(STACK_OF) > 0);
    its_recursion_is_bounded(vm);
}

static ucontext_t outside, inside;

static void run_inside(void)
{
    its_recursion_is_bounded(vm_start());
}

/* As coroutines of a host have it. */
static void a_stack_that_is_the_hosts(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    char *stack = malloc(SIZE);
    assert_non_null(stack);
    assert_int_equal(getcontext(&inside), 0);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = SIZE;
    inside.uc_link = &outside;
    makecontext(&inside, run_inside, 0);
    assert_int_equal(swapcontext(&outside, &inside), 0);
    free(stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_signal_is_left), /* before any was chosen */
        cmocka_unit_test(a_vm_without_memory_is_not_born),
        cmocka_unit_test(a_vm_that_no_tool_finds_works),
        cmocka_unit_test(two_vms_are_listed_at_the_same_moment),
        cmocka_unit_test_setup_teardown(a_thread_is_not_started, take_spares,
                                        give_spares),
        cmocka_unit_test_setup_teardown(a_hosts_thread_is_not_let_in, take_spares,
                                        give_spares),
        cmocka_unit_test(a_vm_has_no_memory_to_let_threads_in),
        cmocka_unit_test(time_is_limited_without_a_watcher),
        cmocka_unit_test(a_loop_is_stopped_without_a_timer),
        cmocka_unit_test(the_signal_of_limits_is_refused),
        cmocka_unit_test(a_stack_of_unknown_bounds),
        cmocka_unit_test(a_stack_that_is_the_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
