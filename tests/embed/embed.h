/* embed.h - what the tests of the public interface share: cmocka, and short ways to
 * start a vm, run text in it and look at what came of it. They see minipy.h alone, as
 * any embedder does.
 */
#ifndef EMBED_H
#define EMBED_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "minipy.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED /* slower, and with memory of its own */
#endif

static inline MinipyVM *vm_start(void)
{
    MinipyVM *vm = minipy_new(NULL);
    assert_non_null(vm);
    return vm;
}

static inline void run_ok(MinipyVM *vm, const char *source)
{
    int r = minipy_run_string(vm, source, "<test>");
    if (r != 0)
        fail_msg("%s", minipy_error_text(vm));
}

/* Runs text that must raise; leaves nothing pending. */
static inline void run_raises(MinipyVM *vm, const char *source, const char *class_name)
{
    assert_int_equal(minipy_run_string(vm, source, "<test>"), -1);
    if (!minipy_error_matches(vm, class_name))
        fail_msg("expected %s, got: %s", class_name, minipy_error_text(vm));
    minipy_error_clear(vm);
}

static inline MinipyValue eval_ok(MinipyVM *vm, const char *expression)
{
    MinipyValue v = minipy_eval(vm, expression);
    if (v == MINIPY_NULL)
        fail_msg("%s: %s", expression, minipy_error_text(vm));
    return v;
}

static inline int64_t eval_int(MinipyVM *vm, const char *expression)
{
    int64_t i = 0;
    MinipyValue v = eval_ok(vm, expression);
    assert_int_equal(minipy_as_int(vm, v, &i), 0);
    minipy_release(vm, v);
    return i;
}

/* repr(v) must be text; releases v. */
static inline void expect_repr(MinipyVM *vm, MinipyValue v, const char *text)
{
    if (v == MINIPY_NULL)
        fail_msg("expected %s, got: %s", text, minipy_error_text(vm));
    MinipyValue r = minipy_to_repr(vm, v);
    assert_true(r != MINIPY_NULL);
    assert_string_equal(minipy_as_str(vm, r, NULL), text);
    minipy_release(vm, r);
    minipy_release(vm, v);
}

static inline void expect_error(MinipyVM *vm, const char *class_name)
{
    assert_true(minipy_error_occurred(vm));
    if (!minipy_error_matches(vm, class_name))
        fail_msg("expected %s, got: %s", class_name, minipy_error_text(vm));
    minipy_error_clear(vm);
    assert_false(minipy_error_occurred(vm));
}

/* Interrupts a run from another thread, again and again until it has noticed: what
 * comes before the run begins is dropped. */
typedef struct Interrupter {
    MinipyVM *vm;
    pthread_t thread;
    _Atomic bool noticed;
} Interrupter;

static inline void *interrupt_again(void *arg)
{
    Interrupter *i = arg;
    do {
        usleep(50000);
        minipy_interrupt(i->vm);
    } while (!i->noticed);
    return NULL;
}
static inline void interrupter_start(Interrupter *i, MinipyVM *vm)
{
    *i = (Interrupter){.vm = vm};
    assert_int_equal(pthread_create(&i->thread, NULL, interrupt_again, i), 0);
}
static inline void interrupter_end(Interrupter *i)
{
    i->noticed = true;
    pthread_join(i->thread, NULL);
}

#endif
