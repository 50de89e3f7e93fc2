/* mem_gmp.c - what GMP allocates, taken from the vm.
 *
 * GMP has no way to report that memory is short: its allocation function must not
 * return NULL. So that function jumps out, over frames of GMP alone, to gmp_run, which
 * frees the blocks of this computation and fails. GMP keeps no state between calls but
 * what is in its operands, and those belong to the body that was given up. Rejected: to
 * compute before a call what it can need at most, and hold that in reserve: the scratch
 * of a multiplication by Fourier transform or of a subquadratic gcd has no documented
 * bound, and a reserve counts against the limit what is not used.
 *
 * A host may use the same libgmp as libminipy.so, with functions of its own. Ours are
 * put in place at the first large computation and stay; on a thread that is not in
 * gmp_run they only call those that were there before, so that the host's numbers live
 * where they always lived. Rejected: setting them around each computation, which would
 * need a lock that all vms share (and a fork must not find held), because another
 * thread may be inside GMP when they are taken back.
 */
#include "vm/memory/mem_gmp.h"

#include <gmp.h>
#include <setjmp.h>

#include "vm/core/vm.h"
#include "vm/memory/mem.h"

/* In front of each block; keeps what follows aligned to 16 bytes. */
typedef struct GmpBlock {
    struct GmpBlock *prev, *next;
} GmpBlock;

typedef struct GmpScope {
    GmpBlock blocks; /* head of a ring */
    MinipyVM *vm;
    struct GmpScope *outer;
    jmp_buf out_of_memory;
} GmpScope;

static _Thread_local GmpScope *current;

/* What was there before ours. */
static void *(*host_alloc)(size_t);
static void *(*host_realloc)(void *, size_t, size_t);
static void (*host_free)(void *, size_t);

static void link_block(GmpScope *scope, GmpBlock *block)
{
    block->prev = &scope->blocks;
    block->next = scope->blocks.next;
    block->next->prev = block;
    scope->blocks.next = block;
}

static void unlink_block(GmpBlock *block)
{
    block->prev->next = block->next;
    block->next->prev = block->prev;
}

static void *scope_alloc(size_t size)
{
    GmpScope *scope = current;
    if (!scope)
        return host_alloc(size);
    /* Long computations ask for memory all along: there they can be ended. */
    GmpBlock *block =
        limits_poll(scope->vm) < 0 ? NULL : mem_alloc(scope->vm, size + sizeof *block);
    if (!block)
        longjmp(scope->out_of_memory, 1);
    link_block(scope, block);
    return block + 1;
}

static void *scope_realloc(void *p, size_t old, size_t size)
{
    GmpScope *scope = current;
    if (!scope)
        return host_realloc(p, old, size);
    GmpBlock *block = (GmpBlock *)p - 1;
    unlink_block(block);
    GmpBlock *fresh = mem_realloc(scope->vm, block, size + sizeof *block);
    link_block(scope, fresh ? fresh : block);
    if (!fresh)
        longjmp(scope->out_of_memory, 1);
    return fresh + 1;
}

static void scope_free(void *p, size_t size)
{
    GmpScope *scope = current;
    if (!scope) {
        host_free(p, size);
        return;
    }
    GmpBlock *block = (GmpBlock *)p - 1;
    unlink_block(block);
    mem_free(scope->vm, block);
}

/* Function by function, so that two threads that come here at once do no harm. */
static void install(void)
{
    void *(*allocate)(size_t);
    void *(*reallocate)(void *, size_t, size_t);
    void (*release)(void *, size_t);
    mp_get_memory_functions(&allocate, &reallocate, &release);
    if (likely(allocate == scope_alloc && reallocate == scope_realloc &&
               release == scope_free))
        return;
    if (allocate != scope_alloc)
        host_alloc = allocate;
    if (reallocate != scope_realloc)
        host_realloc = reallocate;
    if (release != scope_free)
        host_free = release;
    mp_set_memory_functions(scope_alloc, scope_realloc, scope_free);
}

/* A host that unloads the library keeps its numbers. */
__attribute__((destructor)) static void uninstall(void)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    if (allocate == scope_alloc)
        mp_set_memory_functions(host_alloc, host_realloc, host_free);
}

int gmp_run(MinipyVM *vm, void (*body)(void *arg), void *arg)
{
    GmpScope scope;
    volatile int status = 0;
    install();
    scope.vm = vm;
    scope.blocks.prev = scope.blocks.next = &scope.blocks;
    scope.outer = current;
    current = &scope;
    if (setjmp(scope.out_of_memory) == 0)
        body(arg);
    else
        status = -1;
    current = scope.outer;
    for (GmpBlock *b = scope.blocks.next, *next; b != &scope.blocks; b = next) {
        next = b->next;
        mem_free(vm, b);
    }
    return status;
}
