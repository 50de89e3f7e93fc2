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
 *
 * In the same way a computation is left when its vm is stopped: from the handler of a
 * signal, unless it is in one of our functions just then. A product of two numbers of a
 * hundred million digits takes seconds in which GMP asks for nothing.
 */
#include "vm/memory/mem_gmp.h"
#include "vm/core/copy.h"

#include <gmp.h>
#include <setjmp.h>
#include <string.h>

#include "vm/core/hooks.h"
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
    volatile bool alone; /* it may be left at any instruction ... */
    volatile bool busy;  /* ... but for those of our functions */
    jmp_buf out;
} GmpScope;

/* In the static block of each thread: a handler may look at it. */
static _Thread_local GmpScope *current __attribute__((tls_model("initial-exec")));

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
    scope->busy = true;
    /* Long computations ask for memory all along: there they can be ended. */
    GmpBlock *block =
        limits_poll(scope->vm) < 0 ? NULL : mem_alloc(scope->vm, size + sizeof *block);
    if (!block)
        longjmp(scope->out, 1);
    link_block(scope, block);
    scope->busy = false;
    return block + 1;
}

static void *scope_realloc(void *p, size_t old, size_t size)
{
    GmpScope *scope = current;
    if (!scope)
        return host_realloc(p, old, size);
    scope->busy = true;
    GmpBlock *block = (GmpBlock *)p - 1;
    unlink_block(block);
    GmpBlock *fresh = mem_realloc(scope->vm, block, size + sizeof *block);
    link_block(scope, fresh ? fresh : block);
    if (!fresh)
        longjmp(scope->out, 1);
    scope->busy = false;
    return fresh + 1;
}

static void scope_free(void *p, size_t size)
{
    GmpScope *scope = current;
    if (!scope) {
        host_free(p, size);
        return;
    }
    scope->busy = true;
    GmpBlock *block = (GmpBlock *)p - 1;
    unlink_block(block);
    mem_free(scope->vm, block);
    scope->busy = false;
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

static int run(MinipyVM *vm, void (*body)(void *arg), void *arg, bool alone)
{
    GmpScope scope = {.vm = vm};
    volatile int status = 0;
    install();
    scope.blocks.prev = scope.blocks.next = &scope.blocks;
    scope.outer = current;
    current = &scope;
    if (setjmp(scope.out) == 0) {
        scope.alone = alone;
        body(arg);
    } else {
        status = -1;
    }
    scope.alone = false;
    current = scope.outer;
    for (GmpBlock *b = scope.blocks.next, *next; b != &scope.blocks; b = next) {
        next = b->next;
        mem_free(vm, b);
    }
    if (status < 0 && !vm->raised)
        limits_raise(vm); /* the handler left it */
    return status;
}

int gmp_run(MinipyVM *vm, void (*body)(void *arg), void *arg)
{
    return run(vm, body, arg, false);
}

int run_leavable(MinipyVM *vm, void (*body)(void *arg), void *arg)
{
    return run(vm, body, arg, true);
}

void gmp_run_leave(const sigset_t *mask)
{
    GmpScope *scope = current;
    if (scope && scope->alone && !scope->busy &&
        limits_stopped(scope->vm) != STOP_NONE) {
        scope->alone = false;
        pthread_sigmask(SIG_SETMASK, mask, NULL);
        longjmp(scope->out, 1);
    }
}

typedef struct Copy {
    void *to;
    const void *from;
    size_t size;
} Copy;

static void copy(void *arg)
{
    const Copy *c = arg;
    memcpy(c->to, c->from, c->size);
}

int copy_leavable(MinipyVM *vm, void *to, const void *from, size_t size)
{
    Copy c = {to, from, size};
    if (size >= LEAVABLE_BYTES)
        return run_leavable(vm, copy, &c);
    copy(&c);
    return 0;
}

int repeat_leavable(MinipyVM *vm, void *to, const void *unit, size_t size, size_t total)
{
    if (size == 1 && total < LEAVABLE_BYTES) {
        memset(to, *(const unsigned char *)unit, total);
        return 0;
    }
    char *start = to, *end = copy_few(start, unit, size);
    while (end < start + total) { /* what is there is doubled */
        size_t done = (size_t)(end - start), left = total - done;
        size_t n = done < left ? done : left;
        if (copy_leavable(vm, end, start, n) < 0)
            return -1;
        end += n;
    }
    return 0;
}

typedef struct Hashing {
    const HashKey *key;
    const void *data;
    size_t size;
    int64_t hash;
} Hashing;

static void hash(void *arg)
{
    Hashing *h = arg;
    h->hash = hash_bytes(h->key, h->data, h->size);
}

int64_t hash_leavable(MinipyVM *vm, const void *data, size_t size)
{
    Hashing h = {&vm->hash_key, data, size, -1};
    if (size < LEAVABLE_BYTES)
        hash(&h);
    else
        run_leavable(vm, hash, &h);
    return h.hash;
}
