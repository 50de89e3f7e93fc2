/* refusals.h - calls of the C library and the kernel that fail while a test says so:
 * the program has functions of their names, which the library is linked with. What the
 * C library calls within itself passes. To be included once, not under a sanitizer,
 * which has functions of these names itself.
 */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "embed.h"

/* CALLOC: a vm's own records. MEMORY: these, and what realloc() and strdup() give. */
enum {
    CALLOC,
    MEMORY,
    CREATE,
    MMAP,
    STACK_OF,
    AUXILIARY,
    OPEN,
    WRITE,
    CLOSE,
    RENAME,
    TRUNCATE,
    TIMER,
    CALLS
};

/* How many are still to pass, after which all fail (or one: `once`), and how many have
 * been refused; nothing is refused while passing is NOT. */
enum { NOT = -1, SHORT = -2 };
static struct {
    atomic_long passing, refused;
    int error; /* or SHORT: half of it is written */
    bool once;
} calls[CALLS];

/* Only the calloc() of one block of that size; 0: any. What is run before it, once. */
static size_t size_refused;
static void (*run_meanwhile)(void);

/* In a call of the C library that asks for memory by the public names. */
static _Thread_local bool within;

static bool is_refused(int call)
{
    long left = atomic_load(&calls[call].passing);
    if (left == NOT || within)
        return false;
    if (left > 0) {
        atomic_fetch_sub(&calls[call].passing, 1);
        return false;
    }
    atomic_fetch_add(&calls[call].refused, 1);
    if (calls[call].once)
        atomic_store(&calls[call].passing, NOT);
    if (calls[call].error != SHORT)
        errno = calls[call].error;
    return true;
}

__attribute__((constructor)) static void allow_all(void)
{
    for (int i = 0; i < CALLS; i++)
        atomic_store(&calls[i].passing, NOT);
}

static void refuse_by(int call, long passing, int error, bool once)
{
    atomic_store(&calls[call].refused, 0);
    calls[call].error = error;
    calls[call].once = once;
    atomic_store(&calls[call].passing, passing);
}

static void refuse(int call)
{
    refuse_by(call, 0, call == CREATE ? EAGAIN : ENOMEM, false);
}

/* None is refused any more; how many were. */
static long allow(int call)
{
    atomic_store(&calls[call].passing, NOT);
    return atomic_load(&calls[call].refused);
}

/* ---- the calls ------------------------------------------------------------------- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *__libc_calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size)
{
    if (n == 1 && size == size_refused && run_meanwhile) {
        void (*run)(void) = run_meanwhile;
        run_meanwhile = NULL;
        run();
    }
    if (n == 1 && (!size_refused || size == size_refused) && is_refused(CALLOC))
        return NULL;
    return is_refused(MEMORY) ? NULL : __libc_calloc(n, size);
}

void *__libc_realloc(void *p, size_t size);
void *realloc(void *p, size_t size)
{
    return is_refused(MEMORY) ? NULL : __libc_realloc(p, size);
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = is_refused(MEMORY) ? NULL : malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
    if (is_refused(CREATE))
        return calls[CREATE].error;
    within = true;
    int r = NEXT(pthread_create)(t, a, f, arg);
    within = false;
    return r;
}

int pthread_getattr_np(pthread_t t, pthread_attr_t *attr)
{
    return is_refused(STACK_OF) ? ENOMEM : NEXT(pthread_getattr_np)(t, attr);
}

unsigned long getauxval(unsigned long type)
{
    return is_refused(AUXILIARY) ? 0 : NEXT(getauxval)(type);
}

/* The library's; what is here calls the next one. */
#define KERNEL(...) NEXT(syscall)(__VA_ARGS__)
long syscall(long number, ...)
{
    va_list more;
    va_start(more, number);
    long a = va_arg(more, long), b = va_arg(more, long), c = va_arg(more, long),
         d = va_arg(more, long), e = va_arg(more, long), f = va_arg(more, long);
    va_end(more);
    if (number == SYS_timer_create && is_refused(TIMER))
        return -1;
    return KERNEL(number, a, b, c, d, e, f);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return is_refused(MMAP)
               ? MAP_FAILED
               : (void *)KERNEL(SYS_mmap, at, size, protection, flags, fd, offset);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return (flags & O_WRONLY) && is_refused(OPEN)
               ? -1
               : (int)KERNEL(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    bool refused = fd > 2 && is_refused(WRITE);
    if (refused && calls[WRITE].error != SHORT)
        return -1;
    return KERNEL(SYS_write, fd, bytes, refused && n > 1 ? n / 2 : n);
}

/* As the kernel does it: it is closed all the same. */
int close(int fd)
{
    bool refused = fd > 2 && is_refused(CLOSE);
    int error = errno, r = (int)KERNEL(SYS_close, fd);
    if (refused)
        errno = error;
    return refused ? -1 : r;
}

int rename(const char *from, const char *to)
{
    return is_refused(RENAME) ? -1 : (int)KERNEL(SYS_rename, from, to);
}

int ftruncate(int fd, off_t size)
{
    return is_refused(TRUNCATE) ? -1 : (int)KERNEL(SYS_ftruncate, fd, size);
}

#endif
