/* Shows what a five-byte nop does to a leaf function that keeps its values below the
 * stack pointer. Built twice: with -mno-red-zone, as probes/sites.c is, every result
 * must be right while a tracer is attached; with -mred-zone Linux 6.18 spoils them,
 * which tells that this test would notice. Prints how many of 1000 results are wrong,
 * once it is traced (it waits for that) and has fired 1000 times. */
#include <stdint.h>
#include <stdio.h>
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

/* A leaf: it calls nothing, so its array may lie in the red zone. */
static __attribute__((noinline)) long leaf(long seed)
{
    volatile long values[8];
    for (int i = 0; i < 8; i++)
        values[i] = seed + i;
    STAP_PROBE1(python, leaf, seed);
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum += values[i];
    return sum;
}

int main(void)
{
    for (int tenths = 0; python_leaf_semaphore == 0 && tenths < 200; tenths++)
        usleep(100000);
    if (python_leaf_semaphore == 0)
        return 3;
    usleep(300000); /* the tracer may not be done with its other work */
    int wrong = 0;
    for (long seed = 0; seed < 1000; seed++)
        wrong += leaf(seed) != 8 * seed + 28;
    usleep(300000); /* nor may it like a process that is gone */
    printf("%d\n", wrong);
    return 0;
}
