/* posix_calls.c - the functions of posix that posix_calls.def describes. Read first:
 * system_call.h.
 */
#include "stdlib/os/system_call.h"

#include <grp.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <utmp.h>

/* link(2) itself does not follow; linkat is told to only where a directory was given.
 */
static int make_link(CallArg *a)
{
    if (NUM(2) == AT_FDCWD && NUM(3) == AT_FDCWD && NUM(4))
        return link(TEXT(0), TEXT(1));
    return linkat(NUM(2), TEXT(0), NUM(3), TEXT(1), NUM(4) ? AT_SYMLINK_FOLLOW : 0);
}

static int close_from_to(int low, int high)
{
    low = low < 0 ? 0 : low;
    if (high > low && close_range((unsigned)low, (unsigned)high - 1, 0) < 0)
        for (int fd = low; fd < high; fd++)
            close(fd);
    return 0;
}

static int duplicate(int fd, int fd2, bool inheritable)
{
    if (fd < 0 || fd2 < 0)
        return (int)call_code(EBADF);
    return inheritable ? dup2(fd, fd2) : dup3(fd, fd2, O_CLOEXEC);
}

static int flag_is_off(int fd, int get, int flag)
{
    int flags = fcntl(fd, get);
    return flags < 0 ? -1 : !(flags & flag);
}

static int change_flag(int fd, int get, int set, int flag, bool on)
{
    int flags = fcntl(fd, get);
    int wanted = on ? flags | flag : flags & ~flag;
    return flags < 0 ? -1 : wanted != flags ? fcntl(fd, set, wanted) : 0;
}

/* getpid() for a program that asks often, as logging does for each record: from a page
 * that the kernel wipes in the child of a fork, however that was made (by ctypes, by a
 * library). Rejected: pthread_atfork, which raw calls of clone() pass by. */
static pid_t process_id(void)
{
    enum { SELDOM = 16, PAGE = 4096 };
    static _Atomic(_Atomic pid_t *) kept;
    static _Atomic int asked;
    _Atomic pid_t *page = kept;
    if (!page && asked < SELDOM && ++asked == SELDOM) {
        page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    0);
        if (page == MAP_FAILED)
            page = NULL;
        else if (madvise(page, PAGE, MADV_WIPEONFORK) < 0) /* before Linux 4.14 */
            munmap(page, PAGE), page = NULL;
        kept = page;
    }
    if (!page)
        return getpid();
    if (!*page)
        *page = getpid();
    return *page;
}

#define CALL CALL_BODY
#define TUPLE_CALL CALL_BODY
#include "stdlib/os/posix_calls.def"
#undef CALL
#undef TUPLE_CALL

/* clang-format off */
const MethodDef posix_call_functions[] = {
#define CALL(...) CALL_ROW(0, __VA_ARGS__)
#define TUPLE_CALL(...) CALL_ROW(M_TUPLE, __VA_ARGS__)
#include "stdlib/os/posix_calls.def"
#undef CALL
    {0},
};
/* clang-format on */
