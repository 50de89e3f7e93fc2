/* counter.c - a module that counts in a state of its own. What is wrong with it in some
 * tests is chosen by the macros; run.py names them.
 */
#include <stdio.h>
#include <stddef.h>

#include "minipy.h"

#ifndef ABI
#define ABI MINIPY_ABI
#endif
#ifndef SIZE
#define SIZE 0
#endif

extern const MinipyModule minipy_module_counter;

typedef struct State {
    MinipyValue last; /* what next() returned last */
    int64_t n;
} State;

static MinipyValue next(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    State *s = minipy_module_state(vm, &minipy_module_counter);
    if (!s)
        return MINIPY_NULL;
    minipy_release(vm, s->last);
    s->last = minipy_int(vm, ++s->n);
    return minipy_retain(s->last);
}

static int broken(MinipyVM *vm)
{
    (void)vm;
#ifdef FAILS /* the body may look itself up */
    char text[40];
    MinipyValue there = minipy_eval(vm, "'fails' in __import__('sys').modules");
    snprintf(text, sizeof text, "in sys.modules: %d", minipy_truth(vm, there));
    minipy_release(vm, there);
    minipy_raise(vm, "ValueError", text);
    return -1;
#elif defined SILENT
    return -1;
#elif defined LEFT
    minipy_raise(vm, "KeyError", "left");
    return 0;
#elif defined UNRESOLVED
    int minipy_of_tomorrow(MinipyVM * vm);
    return minipy_of_tomorrow(vm);
#else
    return 1;
#endif
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    (void)module;
    int how = broken(vm);
    return how <= 0 ? how : 0;
}

static const MinipyMethod functions[] = {
    {.name = "next", .function = next, .signature = "()", .doc = "The next number."},
    {0}};

#if SIZE /* of a header with another field, which is not zero */
extern MINIPY_API const struct Newer {
    MinipyModule known;
    char more[SIZE];
} minipy_module_counter_newer __asm__("minipy_module_newer");
const struct Newer minipy_module_counter_newer = {
    {sizeof(struct Newer), ABI, "newer", NULL, functions, sizeof(State), 1, fill, NULL},
    {1}};
#else
MINIPY_MODULE(counter) = {.struct_size = sizeof(MinipyModule),
                          .abi = ABI,
                          .name = "counter",
                          .doc = "Counts.",
                          .functions = functions,
                          .state_size = sizeof(State),
                          .state_values = 1,
                          .exec = fill};
#endif
