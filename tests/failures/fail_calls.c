/* fail_calls.c - a library to be preloaded (LD_PRELOAD) that makes one chosen call of
 * the C library fail: the program under test says which, by access() of a name that no
 * file has, so that the same program drives minipy and python3.11 and neither knows of
 * it.
 *
 *     os.access("/fail:read:3:5", 0)      the third read from now fails with errno 5
 *     os.access("/fail:write:1:short", 0) the first write takes half of its bytes
 *     os.access("/fail:off", 0)           none from now on; 0 (True): one has failed
 *     os.access("/fail:count", 0)         True while a failure is still to come
 *
 * Calls of the standard streams, and paths of the installed library, are passed by.
 * What the C library calls inside itself is not seen. Calls of several names are one
 * family (open, open64, openat). run.py has the programs.
 */
#define _GNU_SOURCE
#define AT_REMOVEDIR 0x200 /* not <fcntl.h>, which may define open() */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHORT = -1 };
static char family[32];
static int failure; /* an errno or SHORT */

/* Shared with what is forked, so that what fails in a child is known to have failed. */
typedef struct State {
    atomic_long countdown; /* 0: none is to fail */
    atomic_int fired;
} State;
static State first, *shared = &first;

__attribute__((constructor)) static void share(void)
{
    void *page = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        abort();
    shared = page;
}

/* The next of that name behind this library, looked for once. */
#define NEXT(name_)                                                                    \
    static __typeof__(&name_) next;                                                    \
    if (!next)                                                                         \
    next = (__typeof__(next))dlsym(RTLD_NEXT, #name_)

static int is_library(const char *path)
{
    return path && (strncmp(path, "/usr/", 5) == 0 || strncmp(path, "/etc/", 5) == 0 ||
                    strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/lib", 4) == 0);
}

/* Is this call of a family the one that fails? */
static int must_fail(const char *name)
{
    if (atomic_load(&shared->countdown) <= 0 || strcmp(name, family) != 0)
        return 0;
    if (atomic_fetch_sub(&shared->countdown, 1) != 1)
        return 0;
    atomic_store(&shared->fired, 1);
    if (failure != SHORT)
        errno = failure;
    return 1;
}
static int fails_outright(const char *name)
{
    return failure != SHORT && must_fail(name);
}
/* How much of a transfer is made: half of it, if it is the chosen one. */
static size_t part_of(const char *name, size_t n)
{
    return failure == SHORT && n > 1 && must_fail(name) ? n / 2 : n;
}

static int command(const char *text)
{
    long n = 0;
    char word[16] = "";
    if (strcmp(text, "off") == 0 || strcmp(text, "count") == 0) {
        int is_answer = text[0] == 'o' ? atomic_load(&shared->fired)
                                       : atomic_load(&shared->countdown) > 0;
        if (text[0] == 'o')
            atomic_store(&shared->countdown, 0);
        errno = ENOENT;
        return is_answer ? 0 : -1;
    }
    atomic_store(&shared->countdown, 0);
    if (sscanf(text, "%31[a-z_]:%ld:%15s", family, &n, word) == 3) {
        failure = strcmp(word, "short") == 0 ? SHORT : atoi(word);
        atomic_store(&shared->fired, 0);
        atomic_store(&shared->countdown, n);
    }
    return 0;
}

int access(const char *path, int mode)
{
    NEXT(access);
    return strncmp(path, "/fail:", 6) == 0 ? command(path + 6) : next(path, mode);
}

int faccessat(int at, const char *path, int mode, int flags)
{
    NEXT(faccessat);
    return strncmp(path, "/fail:", 6) == 0 ? command(path + 6)
                                           : next(at, path, mode, flags);
}

/* ---- calls that open: a path, and a mode behind the flags ------------------------ */

#define OPEN(name_, params, args, passed)                                              \
    int name_ params                                                                   \
    {                                                                                  \
        NEXT(name_);                                                                   \
        va_list more;                                                                  \
        va_start(more, flags);                                                         \
        mode_t mode = va_arg(more, mode_t);                                            \
        va_end(more);                                                                  \
        return !is_library(path) && fails_outright("open") ? -1 : next passed;         \
    }
OPEN(open, (const char *path, int flags, ...), , (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), , (path, flags, mode))
OPEN(openat, (int at, const char *path, int flags, ...), , (at, path, flags, mode))
OPEN(openat64, (int at, const char *path, int flags, ...), , (at, path, flags, mode))

/* ---- transfers: they fail, or move half ------------------------------------------ */

#define TRANSFER(family_, name_, params, passed)                                       \
    ssize_t name_ params                                                               \
    {                                                                                  \
        NEXT(name_);                                                                   \
        if (fd <= 2)                                                                   \
            return next passed;                                                        \
        if (fails_outright(#family_))                                                  \
            return -1;                                                                 \
        n = part_of(#family_, n);                                                      \
        return next passed;                                                            \
    }
TRANSFER(read, read, (int fd, void *p, size_t n), (fd, p, n))
TRANSFER(write, write, (int fd, const void *p, size_t n), (fd, p, n))
TRANSFER(pread, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
TRANSFER(pread, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at))
TRANSFER(pwrite, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
TRANSFER(pwrite, pwrite64, (int fd, const void *p, size_t n, off64_t at),
         (fd, p, n, at))
TRANSFER(recv, recv, (int fd, void *p, size_t n, int f), (fd, p, n, f))
TRANSFER(send, send, (int fd, const void *p, size_t n, int f), (fd, p, n, f))
TRANSFER(recv, recvfrom,
         (int fd, void *p, size_t n, int f, struct sockaddr *a, socklen_t *l),
         (fd, p, n, f, a, l))
TRANSFER(send, sendto,
         (int fd, const void *p, size_t n, int f, const struct sockaddr *a,
          socklen_t l),
         (fd, p, n, f, a, l))
TRANSFER(sendfile, sendfile, (int fd, int from, off_t *at, size_t n), (fd, from, at, n))
TRANSFER(sendfile, sendfile64, (int fd, int from, off64_t *at, size_t n),
         (fd, from, at, n))
TRANSFER(getrandom, getrandom, (void *p, size_t n, unsigned fd), (p, n, fd))

/* ---- calls that work or fail ----------------------------------------------------- */

#define CALL(family_, type, error, name_, params, passed, unless)                      \
    type name_ params                                                                  \
    {                                                                                  \
        NEXT(name_);                                                                   \
        return !(unless) && fails_outright(#family_) ? (type)(error) : next passed;    \
    }
#define OF_FD(family_, name_, params, passed)                                          \
    CALL(family_, int, -1, name_, params, passed, fd <= 2)
#define OF_PATH(family_, name_, params, passed)                                        \
    CALL(family_, int, -1, name_, params, passed, is_library(path))

CALL(lseek, off_t, -1, lseek, (int fd, off_t at, int whence), (fd, at, whence), fd <= 2)
CALL(lseek, off64_t, -1, lseek64, (int fd, off64_t at, int whence), (fd, at, whence),
     fd <= 2)
OF_PATH(stat, stat, (const char *path, struct stat *s), (path, s))
OF_PATH(stat, stat64, (const char *path, struct stat64 *s), (path, s))
OF_PATH(stat, lstat, (const char *path, struct stat *s), (path, s))
OF_PATH(stat, lstat64, (const char *path, struct stat64 *s), (path, s))
OF_PATH(stat, fstatat, (int at, const char *path, struct stat *s, int f),
        (at, path, s, f))
OF_PATH(stat, fstatat64, (int at, const char *path, struct stat64 *s, int f),
        (at, path, s, f))
OF_FD(fstat, fstat, (int fd, struct stat *s), (fd, s))
OF_FD(fstat, fstat64, (int fd, struct stat64 *s), (fd, s))
OF_FD(truncate, ftruncate, (int fd, off_t n), (fd, n))
OF_FD(truncate, ftruncate64, (int fd, off64_t n), (fd, n))
OF_FD(dup, dup, (int fd), (fd))
OF_FD(dup, dup2, (int fd, int to), (fd, to))
OF_FD(dup, dup3, (int fd, int to, int f), (fd, to, f))
OF_FD(fsync, fsync, (int fd), (fd))
OF_FD(fsync, fdatasync, (int fd), (fd))
OF_FD(connect, connect, (int fd, const struct sockaddr *a, socklen_t l), (fd, a, l))
OF_FD(bind, bind, (int fd, const struct sockaddr *a, socklen_t l), (fd, a, l))
OF_FD(listen, listen, (int fd, int n), (fd, n))
OF_FD(accept, accept, (int fd, struct sockaddr *a, socklen_t *l), (fd, a, l))
OF_FD(accept, accept4, (int fd, struct sockaddr *a, socklen_t *l, int f), (fd, a, l, f))
OF_FD(getsockopt, getsockopt, (int fd, int l, int o, void *v, socklen_t *n),
      (fd, l, o, v, n))
OF_FD(setsockopt, setsockopt, (int fd, int l, int o, const void *v, socklen_t n),
      (fd, l, o, v, n))
OF_FD(epoll_ctl, epoll_ctl, (int fd, int op, int on, struct epoll_event *e),
      (fd, op, on, e))
OF_FD(epoll_wait, epoll_wait, (int fd, struct epoll_event *e, int n, int ms),
      (fd, e, n, ms))
OF_PATH(unlink, unlink, (const char *path), (path))
OF_PATH(rename, renameat, (int at, const char *path, int there, const char *to),
        (at, path, there, to))
OF_PATH(mkdir, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode))
OF_PATH(link, symlinkat, (const char *path, int there, const char *to),
        (path, there, to))
OF_PATH(rename, rename, (const char *path, const char *to), (path, to))
OF_PATH(mkdir, mkdir, (const char *path, mode_t mode), (path, mode))
OF_PATH(rmdir, rmdir, (const char *path), (path))
CALL(close_range, int, -1, close_range, (unsigned from, unsigned to, int f),
     (from, to, f), 0)
CALL(socket, int, -1, socket, (int a, int b, int c), (a, b, c), 0)
CALL(socket, int, -1, socketpair, (int a, int b, int c, int p[2]), (a, b, c, p), 0)
CALL(pipe, int, -1, pipe, (int p[2]), (p), 0)
CALL(pipe, int, -1, pipe2, (int p[2], int f), (p, f), 0)
CALL(fork, pid_t, -1, fork, (void), (), 0)
CALL(wait, pid_t, -1, waitpid, (pid_t p, int *s, int f), (p, s, f), 0)
CALL(poll, int, -1, poll, (struct pollfd * p, nfds_t n, int ms), (p, n, ms), 0)
CALL(select, int, -1, select,
     (int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *t), (n, r, w, x, t), 0)
CALL(epoll_create, int, -1, epoll_create1, (int f), (f), 0)
CALL(getcwd, char *, 0, getcwd, (char *p, size_t n), (p, n), 0)
CALL(opendir, DIR *, 0, opendir, (const char *path), (path), is_library(path))
CALL(opendir, DIR *, 0, fdopendir, (int fd), (fd), 0)
CALL(readdir, struct dirent *, 0, readdir, (DIR * d), (d), 0)
CALL(readdir, struct dirent64 *, 0, readdir64, (DIR * d), (d), 0)
CALL(eventfd, int, -1, eventfd, (unsigned n, int f), (n, f), 0)
CALL(eventfd, int, -1, memfd_create, (const char *name, unsigned f), (name, f), 0)
OF_PATH(link, link, (const char *path, const char *to), (path, to))
OF_PATH(link, symlink, (const char *path, const char *to), (path, to))
OF_PATH(chdir, chdir, (const char *path), (path))
OF_PATH(chmod, chmod, (const char *path, mode_t mode), (path, mode))
OF_PATH(chmod, fchmodat, (int at, const char *path, mode_t mode, int f),
        (at, path, mode, f))
int unlinkat(int at, const char *path, int flags)
{
    NEXT(unlinkat);
    return !is_library(path) &&
                   fails_outright(flags & AT_REMOVEDIR ? "rmdir" : "unlink")
               ? -1
               : next(at, path, flags);
}
CALL(readlink, ssize_t, -1, readlinkat, (int at, const char *path, char *p, size_t n),
     (at, path, p, n), is_library(path))
CALL(readlink, ssize_t, -1, readlink, (const char *path, char *p, size_t n),
     (path, p, n), is_library(path))

/* A child that shares the stack could not return from here: it gets its own. */
pid_t vfork(void)
{
    return fork();
}

/* An error of a file that is closed closes it all the same, as the kernel does. */
int close(int fd)
{
    NEXT(close);
    int fails = fd > 2 && fails_outright("close"), number = errno;
    int r = next(fd);
    if (fails)
        errno = number;
    return fails ? -1 : r;
}

#define MAP(name_, offset)                                                             \
    void *name_(void *at, size_t n, int protection, int flags, int fd, offset from)    \
    {                                                                                  \
        NEXT(name_);                                                                   \
        if ((flags & MAP_SHARED || fd >= 0) && fails_outright("mmap"))                 \
            return MAP_FAILED;                                                         \
        return next(at, n, protection, flags, fd, from);                               \
    }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x)
{
    NEXT(pthread_create);
    return fails_outright("clone") ? failure : next(t, a, f, x);
}

int fcntl64(int fd, int how, ...)
{
    NEXT(fcntl64);
    va_list more;
    va_start(more, how);
    long v = va_arg(more, long);
    va_end(more);
    return fd > 2 && fails_outright("fcntl") ? -1 : next(fd, how, v);
}
int fcntl(int fd, int how, ...)
{
    NEXT(fcntl);
    va_list more;
    va_start(more, how);
    long v = va_arg(more, long);
    va_end(more);
    return fd > 2 && fails_outright("fcntl") ? -1 : next(fd, how, v);
}

/* ---- memory of the libraries ----------------------------------------------------- */

/* The program's own requests pass: a build of its own makes those fail (make
 * fail-alloc). dlsym() may ask for memory itself, so the next ones have names here. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static int library_has_none(const void *caller)
{
    Dl_info from;
    if (atomic_load(&shared->countdown) <= 0 || strcmp(family, "malloc") != 0)
        return 0;
    if (!dladdr(caller, &from) || !from.dli_fname || !strstr(from.dli_fname, ".so") ||
        strstr(from.dli_fname, "/libc.so"))
        return 0;
    return fails_outright("malloc");
}
void *malloc(size_t n)
{
    return library_has_none(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
}
void *calloc(size_t n, size_t size)
{
    return library_has_none(__builtin_return_address(0)) ? NULL
                                                         : __libc_calloc(n, size);
}
void *realloc(void *p, size_t n)
{
    return library_has_none(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n);
}
