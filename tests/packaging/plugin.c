/* plugin.c - an application's plugin that has a whole interpreter inside. */
#include <stdio.h>

#include "minipy.h"

int plugin_main(void);
int plugin_main(void)
{
    MinipyVM *vm = minipy_new(NULL);
    int r = minipy_run_string(vm, "import greeting\nprint(greeting.hello('plugin'))",
                              "<plugin>");
    if (r < 0)
        fputs(minipy_error_text(vm), stderr);
    return minipy_free(vm) < 0 || r < 0;
}
