/* Shows what a site's nop does to the children of a process that is traced. Built three
 * times: with the one-byte nop and with the five-byte one of probes/sites.c, mended
 * (-DMENDED, with probes/site_children.c), every child must live and be seen; with the
 * five-byte one alone Linux 6.18 kills each, which tells that the tests would notice.
 * Prints how many of 20 children did not end well, once it is traced (it waits for
 * that) and has fired the marker itself, which is when the kernel changes the code.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define _SDT_HAS_SEMAPHORES 1
#include "probes/site_nop.h"

__asm__(".pushsection .probes, \"aw\", @progbits\n"
        ".balign 8\n"
        ".globl python_leaf_semaphore\n"
        ".hidden python_leaf_semaphore\n"
        "python_leaf_semaphore: .quad 0\n"
        ".popsection\n");
extern volatile uint16_t python_leaf_semaphore __attribute__((visibility("hidden")));

static __attribute__((noinline)) void fire(long number)
{
    STAP_PROBE1(python, leaf, number);
    __asm__ volatile(".set leaf_nop, 990b");
}

/* In the place of the list in probes/sites.c. */
#include "probes/sites.h"
extern const volatile uint8_t leaf_nop[] __attribute__((visibility("hidden")));
const ProbeSites probe_sites = {
    .count = 1, .length = MINIPY_SITE_NOP, .nops = {leaf_nop}};

/* As in any real program, there is more code than a page: a mapping that can be split.
 */
__asm__(".pushsection .text.unlikely, \"ax\"\n.skip 16384, 0x90\n.popsection\n"
        ".pushsection .text.zz, \"ax\"\n.skip 16384, 0x90\n.popsection\n");

static int fire_in_child(long number)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        fire(number);
        _exit(0);
    }
    return pid < 0 || waitpid(pid, &status, 0) != pid || status != 0;
}

int main(void)
{
#if defined MENDED
    probe_watch_forks();
#endif
    for (int tenths = 0; python_leaf_semaphore == 0 && tenths < 200; tenths++)
        usleep(100000);
    if (python_leaf_semaphore == 0)
        return 3;
    usleep(300000); /* the tracer may not be done with its other work */
    for (long number = 0; number < 10; number++)
        fire(number);
    int died = 0;
    for (long number = 0; number < 20; number++)
        died += fire_in_child(number);
    usleep(300000); /* nor may it like a process that is gone */
    printf("%d\n", died);
    return 0;
}
