/* one_vm.h - the vm of the tests of one file: made before each test, given back behind
 * it.
 */
#ifndef MINIPY_TESTS_EMBED_ONE_VM_H
#define MINIPY_TESTS_EMBED_ONE_VM_H

#include "embed.h"

static MinipyVM *vm;

static int set_up(void **state)
{
    (void)state;
    vm = vm_start();
    return 0;
}
static int tear_down(void **state)
{
    (void)state;
    return minipy_free(vm);
}

#endif
