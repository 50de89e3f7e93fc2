/* coverage_ends.c - linked into the builds of tools/coverage.sh (--wrap): a process
 * that ends otherwise than by exit() writes gcov's counters first, as gcc has it done
 * for exec() alone. And fork() and vfork() are mended: gcc's fork() forgets what the
 * child has counted until it returns, which are the handlers of pthread_atfork(); a
 * child of vfork() that calls exec() writes the counters in memory that is its
 * parent's, whose own then count as written: all that the parent runs afterwards would
 * be lost.
 */
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void);
void __real__exit(int status) __attribute__((noreturn));
void __real_abort(void) __attribute__((noreturn));
int __real_raise(int signum);
int __real_kill(pid_t pid, int signum);

/* Again, if it goes on after all: what was written is counted from 0. */
static void write_counters(void)
{
    __gcov_dump();
    __gcov_reset();
}

static int may_end_by(int signum)
{
    struct sigaction now;
    return signum > 0 && sigaction(signum, NULL, &now) == 0 &&
           now.sa_handler == SIG_DFL;
}

void __wrap__exit(int status)
{
    write_counters();
    __real__exit(status);
}

void __wrap_abort(void)
{
    write_counters();
    __real_abort();
}

int __wrap_raise(int signum)
{
    if (may_end_by(signum))
        write_counters();
    return __real_raise(signum);
}

int __wrap_kill(pid_t pid, int signum)
{
    if ((pid == getpid() || pid == 0) && may_end_by(signum))
        write_counters();
    return __real_kill(pid, signum);
}

/* What gcc has made of fork(). The parent's are written, lest the child write them,
 * too.
 */
pid_t __wrap___gcov_fork(void)
{
    write_counters();
    return fork();
}

pid_t __wrap_vfork(void)
{
    return __wrap___gcov_fork();
}
