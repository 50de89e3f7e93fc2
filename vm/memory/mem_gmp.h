/* mem_gmp.h - GMP's memory comes from the vm: counted, limited, and MemoryError where
 * GMP itself would end the process. Implementation: mem_gmp.c.
 */
#ifndef MINIPY_VM_MEMORY_MEM_GMP_H
#define MINIPY_VM_MEMORY_MEM_GMP_H

#include <signal.h>

#include "vm/core/value.h"

/* Operands of at most so many limbs together: the mpn functions for products, quotients
 * and roots have room enough on the stack, and need no gmp_run. (GMP takes blocks over
 * 32512 bytes from the heap, and the powers for radix conversion whatever their size.)
 */
#define GMP_STACK_LIMBS 256

/* Calls body(arg), in which GMP's memory comes from the vm. All that GMP took and still
 * holds is given back when body ends, so that no mpz_clear is needed, and no mpz_t made
 * in it may be used afterwards; mpz_t from outside may only be read. 0, or -1 with
 * MemoryError: then body was left in the middle of a call of GMP. It must own nothing
 * at such a call, and runs no Python code. */
int gmp_run(MinipyVM *vm, void (*body)(void *arg), void *arg);
/* The same for a body that a stopped vm leaves at any instruction: it calls nothing but
 * GMP, and functions that own nothing, as memcpy. */
int run_leavable(MinipyVM *vm, void (*body)(void *arg), void *arg);
/* What is shorter takes a few milliseconds at most: it needs no run_leavable. */
enum { LEAVABLE_BYTES = 1 << 22 };
/* memcpy, where a stopped vm can leave it. -1: exception. */
int copy_leavable(MinipyVM *vm, void *to, const void *from, size_t size);
/* Fills TO with copies of a unit of bytes; TOTAL is a multiple of its size, not 0. As
 * leavable. */
int repeat_leavable(MinipyVM *vm, void *to, const void *unit, size_t size,
                    size_t total);
/* hash_bytes likewise. -1: exception. */
int64_t hash_leavable(MinipyVM *vm, const void *data, size_t size);
/* For the handler of the signal that ends what takes long: leaves the run_leavable of
 * this thread if its vm is stopped, with the mask of signals from before the handler;
 * else returns. */
void gmp_run_leave(const sigset_t *mask);

#endif
