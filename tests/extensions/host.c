/* host.c - a host with counter.c built in: in two vms at once, each with its state. */
#include <stdio.h>

#include "minipy.h"

extern const MinipyModule minipy_module_counter;

static void say(MinipyVM *vm, const char *what)
{
    printf("%s: %s", what, minipy_error_text(vm));
    minipy_error_clear(vm);
}

int main(void)
{
    MinipyVM *a = minipy_new(NULL), *b = minipy_new(NULL), *c = minipy_new(NULL);
    if (!a || !b || !c || minipy_add_builtin(a, &minipy_module_counter) < 0 ||
        minipy_add_builtin(b, &minipy_module_counter) < 0)
        return 1;
    int r = minipy_run_string(a,
                              "import counter, sys\n"
                              "print(counter, 'counter' in sys.builtin_module_names, "
                              "counter.__spec__.origin)\n"
                              "print(counter.next(), counter.next(), flush=True)",
                              "<host>");
    r |= minipy_run_string(b, "import counter; print(counter.next(), flush=True)",
                           "<host>");
    MinipyModule foreign = minipy_module_counter;
    foreign.abi++;
    if (minipy_add_builtin(c, &foreign) != -1)
        return 2;
    say(c, "refused");
    if (minipy_module_state(c, &minipy_module_counter))
        return 3;
    say(c, "not imported");
    r |= minipy_free(a) | minipy_free(b) | minipy_free(c);
    return r ? 4 : 0;
}
