/* threads.c - Python's threads in a host, and the host's threads in a vm. */
#include <pthread.h>
#include <unistd.h>

#include "embed.h"
#include "callbacks.h"

static void python_threads_run(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm,
           "import threading\nout = []\n"
           "ts = [threading.Thread(target=out.append, args=(i,)) for i in range(5)]\n"
           "for t in ts: t.start()\n"
           "for t in ts: t.join()\n");
    assert_int_equal(eval_int(vm, "sum(out)"), 10);
    assert_int_equal(minipy_free(vm), 0);
}

static void they_go_on_while_the_host_is_away(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    assert_null(minipy_thread_leave(vm)); /* no other thread yet */
    minipy_thread_enter(vm, NULL);
    run_ok(vm, "import threading\ndone = False\ngo = threading.Event()\n"
               "def work():\n    global done\n    go.wait()\n    done = True\n"
               "t = threading.Thread(target=work)\nt.start()\ngo.set()\n");
    for (int i = 0; i < 1000 && !eval_int(vm, "done"); i++) {
        MinipyThread *me = minipy_thread_leave(vm);
        usleep(1000);
        minipy_thread_enter(vm, me);
    }
    assert_int_equal(eval_int(vm, "done"), 1);
    minipy_free(vm);
}

static void *count_in(void *arg)
{
    MinipyVM *vm = arg;
    if (minipy_thread_attach(vm) < 0)
        return "not attached";
    void *failed = NULL;
    for (int i = 0; i < 200 && !failed; i++)
        if (minipy_run_string(vm,
                              "with lock: n += 1\nnames.add(threading."
                              "current_thread().name[:5])\n",
                              "<host thread>") < 0)
            failed = strdup(minipy_error_text(vm));
    /* an exception of one thread is no other's business */
    if (!failed && minipy_run_string(vm, "1 / 0\n", "<host thread>") == 0)
        failed = "no exception";
    minipy_thread_detach(vm);
    return failed;
}

static void host_threads_attach(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    pthread_t threads[4];
    assert_int_equal(minipy_thread_attach(vm), -1); /* not ready for it */
    run_ok(vm, "import threading\nn, lock, names = 0, threading.Lock(), set()\n");
    assert_int_equal(minipy_threads_init(vm), 0);
    assert_int_equal(minipy_threads_init(vm), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_in, vm), 0);
    run_ok(vm, "for i in range(200):\n    with lock: n += 1\n");
    MinipyThread *me = minipy_thread_leave(vm);
    assert_non_null(me);
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        if (failed)
            fail_msg("%s", (char *)failed);
    }
    minipy_thread_enter(vm, me);
    assert_false(minipy_error_occurred(vm));
    assert_int_equal(eval_int(vm, "n"), 1000);
    expect_repr(vm, minipy_eval(vm, "names"), "{'Dummy'}");
    assert_int_equal(minipy_free(vm), 0);
}

static MinipyValue nap(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    MinipyThread *me = minipy_thread_leave(vm);
    usleep(1000);
    minipy_thread_enter(vm, me);
    return minipy_none();
}

static void functions_of_the_host_may_leave(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    MinipyValue f = minipy_function(vm, "nap", nap, NULL);
    MinipyValue m = minipy_main_module(vm);
    assert_int_equal(minipy_setattr(vm, m, "nap", f), 0);
    minipy_release(vm, m);
    minipy_release(vm, f);
    run_ok(vm, "import threading\nbusy, most = 0, 0\n"
               "def work():\n    global busy, most\n    for i in range(20):\n"
               "        busy += 1\n        most = max(busy, most)\n"
               "        nap()\n        busy -= 1\n"
               "ts = [threading.Thread(target=work) for i in range(4)]\n"
               "for t in ts: t.start()\nfor t in ts: t.join()\n");
    assert_int_equal(eval_int(vm, "most > 1"), 1);
    minipy_free(vm);
}

static void count_entry(void *user, const char *file, const char *function, int line,
                        void *frame)
{
    (void)file, (void)line, (void)frame;
    *(int *)user += strcmp(function, "traced") == 0;
}

#ifdef __SANITIZE_THREAD__
enum { SMALL_STACK = 2048 * 1024 }; /* it keeps much there itself */
#else
enum { SMALL_STACK = 256 * 1024 };
#endif

static const char *const nested_iterators = "x = iter([1])\n"
                                            "for i in range(200000): x = map(int, x)\n"
                                            "next(x)\n";

static void *nest_in_own_vm(void *arg)
{
    (void)arg;
    MinipyVM *vm = vm_start();
    run_raises(vm, nested_iterators, "RecursionError");
    minipy_free(vm);
    return NULL;
}

static void *nest_attached(void *vm)
{
    if (minipy_thread_attach(vm) < 0)
        return "not attached";
    run_raises(vm, nested_iterators, "RecursionError");
    minipy_thread_detach(vm);
    return NULL;
}

static void small_stacks_of_the_host_are_guarded(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    pthread_t threads[2];
    pthread_attr_t attr;
    void *failed[2];
    assert_int_equal(minipy_threads_init(vm), 0);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, SMALL_STACK);
    MinipyThread *me = minipy_thread_leave(vm);
    assert_int_equal(pthread_create(&threads[0], &attr, nest_in_own_vm, NULL), 0);
    assert_int_equal(pthread_create(&threads[1], &attr, nest_attached, vm), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &failed[i]);
    minipy_thread_enter(vm, me);
    assert_null(failed[0]);
    assert_null(failed[1]);
    pthread_attr_destroy(&attr);
    minipy_free(vm);
}

static void consumers_see_every_thread(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    int seen = 0;
    Callbacks probe = {.user = &seen, .function_entry = count_entry};
    assert_true(observe_callbacks(vm, &probe) > 0);
    run_ok(vm, "import threading\ndef traced(): pass\n"
               "def work():\n    for i in range(100): traced()\n"
               "ts = [threading.Thread(target=work) for i in range(4)]\n"
               "for t in ts: t.start()\nfor t in ts: t.join()\n");
    assert_int_equal(seen, 400);
    minipy_free(vm);
}

static void daemons_are_left_behind(void **state)
{
    (void)state;
    MinipyVM *vm = vm_start();
    run_ok(vm,
           "import threading, time\n"
           "threading.Thread(target=time.sleep, args=(0.05,), daemon=True).start()\n");
    assert_int_equal(minipy_free(vm), 0);
    usleep(100000); /* it wakes, and must not touch what is gone */
}

/* ---- the lock for any thread ----------------------------------------------------- */

enum { LOCKERS = 4, LOCKS = 200 };

static void *lock_often(void *arg)
{
    MinipyVM *vm = arg;
    for (int i = 0; i < LOCKS; i++) {
        int state = minipy_lock(vm), again = state < 0 ? -1 : minipy_lock(vm);
        if (again < 0)
            return "no lock";
        if (minipy_run_string(vm, "n = counted\ncounted = n + 1\n", "<t>") != 0)
            return "an exception";
        minipy_unlock(vm, again);
        minipy_unlock(vm, state);
    }
    return NULL;
}

/* Attached once, then in and out. */
static void *lock_attached(void *arg)
{
    MinipyVM *vm = arg;
    if (minipy_thread_attach(vm) != 0)
        return "not attached";
    MinipyThread *me = minipy_thread_leave(vm);
    void *wrong = lock_often(arg);
    minipy_thread_enter(vm, me);
    minipy_thread_detach(vm);
    return wrong;
}

static void any_thread_locks(void **state)
{
    (void)state;
    pthread_t threads[LOCKERS];
    void *wrong = NULL;
    MinipyVM *vm = vm_start();
    assert_int_equal(minipy_lock(NULL), -1);
    run_ok(vm, "counted = 0\n");
    assert_int_equal(minipy_threads_init(vm), 0);
    MinipyThread *me = minipy_thread_leave(vm);
    for (int i = 0; i < LOCKERS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, i % 2 ? lock_often : lock_attached, vm),
            0);
    assert_null(lock_often(vm)); /* the thread that made it, too */
    for (int i = 0; i < LOCKERS; i++) {
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    minipy_thread_enter(vm, me);
    assert_int_equal(eval_int(vm, "counted"), (LOCKERS + 1) * LOCKS);
    assert_int_equal(minipy_free(vm), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_threads_run),
        cmocka_unit_test(they_go_on_while_the_host_is_away),
        cmocka_unit_test(host_threads_attach),
        cmocka_unit_test(functions_of_the_host_may_leave),
        cmocka_unit_test(small_stacks_of_the_host_are_guarded),
        cmocka_unit_test(consumers_see_every_thread),
        cmocka_unit_test(daemons_are_left_behind),
        cmocka_unit_test(any_thread_locks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
