/* A thread whose births and deaths are reported when it gives the vm up, and that comes
 * back when nobody wants them any more: its deaths go the short way again. Only the
 * vm's own field shows it, so this looks there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../embed/callbacks.h"
#include "minipy.h"
#include "vm/memory/object_report.h"

static int id;
static long births;

static void count_birth(void *user, const char *type, long size, void *object)
{
    (void)user, (void)type, (void)size, (void)object;
    births++;
}

static MinipyValue listen(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    id = observe_callbacks(vm, &(Callbacks){.object_alloc = count_birth});
    return minipy_none();
}

static MinipyValue leave(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    minipy_observe_end(vm, id);
    return minipy_none();
}

static MinipyValue reported(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    return minipy_int(vm, objects_are_reported(vm));
}

static const char program[] =
    "import _thread\n"
    "told, leave_it, back = (_thread.allocate_lock() for _ in range(3))\n"
    "seen = []\n"
    "def make():\n"
    "    return [object()]\n"
    "def thread():\n"
    "    for i in range(3):\n"
    "        make()\n"
    "    seen.append(reported())\n"
    "    told.release()\n"
    "    leave_it.acquire()\n"
    "    make()\n"
    "    seen.append(reported())\n"
    "    back.release()\n"
    "for lock in told, leave_it, back:\n"
    "    lock.acquire()\n"
    "listen()\n"
    "_thread.start_new_thread(thread, ())\n"
    "told.acquire()\n"
    "leave()\n"
    "for i in range(3):\n"
    "    make()\n"
    "seen.append(reported())\n"
    "leave_it.release()\n"
    "back.acquire()\n";

static void define(MinipyVM *vm, const char *name, MinipyFunction f)
{
    MinipyValue function = minipy_function(vm, name, f, NULL);
    MinipyValue main_module = minipy_main_module(vm);
    assert_int_equal(minipy_setattr(vm, main_module, name, function), 0);
    minipy_release(vm, main_module);
    minipy_release(vm, function);
}

static void both_threads_go_back(void **state)
{
    (void)state;
    MinipyVM *vm = minipy_new(NULL);
    define(vm, "listen", listen);
    define(vm, "leave", leave);
    define(vm, "reported", reported);
    if (minipy_run_string(vm, program, "<test>") != 0)
        fail_msg("%s", minipy_error_text(vm));
    MinipyValue seen = minipy_eval(vm, "str(seen)");
    const char *text = minipy_as_str(vm, seen, NULL);
    assert_string_equal(text, "[1, 0, 0]");
    assert_true(births > 3);
    minipy_release(vm, seen);
    assert_int_equal(minipy_free(vm), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_threads_go_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
