/* posix_conf.c - sysconf, pathconf, confstr, and the names they know. Read first:
 * posix_private.h.
 */
#include "stdlib/os/system_call.h"
#include "vm/objects/module.h"

#include <limits.h>

/* clang-format off */
#define SC(name) {"SC_" #name, _SC_##name}
static const PosixConstant sysconf_names[] = {
    SC(2_CHAR_TERM), SC(2_C_BIND), SC(2_C_DEV), SC(2_C_VERSION), SC(2_FORT_DEV),
    SC(2_FORT_RUN), SC(2_LOCALEDEF), SC(2_SW_DEV), SC(2_UPE), SC(2_VERSION),
    SC(AIO_LISTIO_MAX), SC(AIO_MAX), SC(AIO_PRIO_DELTA_MAX), SC(ARG_MAX),
    SC(ASYNCHRONOUS_IO), SC(ATEXIT_MAX), SC(AVPHYS_PAGES), SC(BC_BASE_MAX),
    SC(BC_DIM_MAX), SC(BC_SCALE_MAX), SC(BC_STRING_MAX), SC(CHARCLASS_NAME_MAX),
    SC(CHAR_BIT), SC(CHAR_MAX), SC(CHAR_MIN), SC(CHILD_MAX), SC(CLK_TCK),
    SC(COLL_WEIGHTS_MAX), SC(DELAYTIMER_MAX), SC(EQUIV_CLASS_MAX), SC(EXPR_NEST_MAX),
    SC(FSYNC), SC(GETGR_R_SIZE_MAX), SC(GETPW_R_SIZE_MAX), SC(INT_MAX), SC(INT_MIN),
    SC(IOV_MAX), SC(JOB_CONTROL), SC(LINE_MAX), SC(LOGIN_NAME_MAX), SC(LONG_BIT),
    SC(MAPPED_FILES), SC(MB_LEN_MAX), SC(MEMLOCK), SC(MEMLOCK_RANGE),
    SC(MEMORY_PROTECTION), SC(MESSAGE_PASSING), SC(MINSIGSTKSZ), SC(MQ_OPEN_MAX),
    SC(MQ_PRIO_MAX), SC(NGROUPS_MAX), SC(NL_ARGMAX), SC(NL_LANGMAX), SC(NL_MSGMAX),
    SC(NL_NMAX), SC(NL_SETMAX), SC(NL_TEXTMAX), SC(NPROCESSORS_CONF),
    SC(NPROCESSORS_ONLN), SC(NZERO), SC(OPEN_MAX), SC(PAGESIZE), SC(PAGE_SIZE),
    SC(PASS_MAX), SC(PHYS_PAGES), SC(PII), SC(PII_INTERNET), SC(PII_INTERNET_DGRAM),
    SC(PII_INTERNET_STREAM), SC(PII_OSI), SC(PII_OSI_CLTS), SC(PII_OSI_COTS),
    SC(PII_OSI_M), SC(PII_SOCKET), SC(PII_XTI), SC(POLL), SC(PRIORITIZED_IO),
    SC(PRIORITY_SCHEDULING), SC(REALTIME_SIGNALS), SC(RE_DUP_MAX), SC(RTSIG_MAX),
    SC(SAVED_IDS), SC(SCHAR_MAX), SC(SCHAR_MIN), SC(SELECT), SC(SEMAPHORES),
    SC(SEM_NSEMS_MAX), SC(SEM_VALUE_MAX), SC(SHARED_MEMORY_OBJECTS), SC(SHRT_MAX),
    SC(SHRT_MIN), SC(SIGQUEUE_MAX), SC(SSIZE_MAX), SC(STREAM_MAX), SC(SYNCHRONIZED_IO),
    SC(THREADS), SC(THREAD_ATTR_STACKADDR), SC(THREAD_ATTR_STACKSIZE),
    SC(THREAD_DESTRUCTOR_ITERATIONS), SC(THREAD_KEYS_MAX),
    SC(THREAD_PRIORITY_SCHEDULING), SC(THREAD_PRIO_INHERIT), SC(THREAD_PRIO_PROTECT),
    SC(THREAD_PROCESS_SHARED), SC(THREAD_SAFE_FUNCTIONS), SC(THREAD_STACK_MIN),
    SC(THREAD_THREADS_MAX), SC(TIMERS), SC(TIMER_MAX), SC(TTY_NAME_MAX), SC(TZNAME_MAX),
    SC(T_IOV_MAX), SC(UCHAR_MAX), SC(UINT_MAX), SC(UIO_MAXIOV), SC(ULONG_MAX),
    SC(USHRT_MAX), SC(VERSION), SC(WORD_BIT), SC(XBS5_ILP32_OFF32),
    SC(XBS5_ILP32_OFFBIG), SC(XBS5_LP64_OFF64), SC(XBS5_LPBIG_OFFBIG), SC(XOPEN_CRYPT),
    SC(XOPEN_ENH_I18N), SC(XOPEN_LEGACY), SC(XOPEN_REALTIME),
    SC(XOPEN_REALTIME_THREADS), SC(XOPEN_SHM), SC(XOPEN_UNIX), SC(XOPEN_VERSION),
    SC(XOPEN_XCU_VERSION), SC(XOPEN_XPG2), SC(XOPEN_XPG3), SC(XOPEN_XPG4),
};
#undef SC
/* clang-format on */

/* clang-format off */
#define PC(name) {"PC_" #name, _PC_##name}
static const PosixConstant pathconf_names[] = {
    PC(ALLOC_SIZE_MIN), PC(ASYNC_IO), PC(CHOWN_RESTRICTED), PC(FILESIZEBITS),
    PC(LINK_MAX), PC(MAX_CANON), PC(MAX_INPUT), PC(NAME_MAX), PC(NO_TRUNC),
    PC(PATH_MAX), PC(PIPE_BUF), PC(PRIO_IO), PC(REC_INCR_XFER_SIZE),
    PC(REC_MAX_XFER_SIZE), PC(REC_MIN_XFER_SIZE), PC(REC_XFER_ALIGN), PC(SOCK_MAXBUF),
    PC(SYMLINK_MAX), PC(SYNC_IO), PC(VDISABLE),
};
#undef PC
/* clang-format on */

/* clang-format off */
#define CS(name) {"CS_" #name, _CS_##name}
static const PosixConstant confstr_names[] = {
    CS(GNU_LIBC_VERSION), CS(GNU_LIBPTHREAD_VERSION), CS(LFS64_CFLAGS),
    CS(LFS64_LDFLAGS), CS(LFS64_LIBS), CS(LFS64_LINTFLAGS), CS(LFS_CFLAGS),
    CS(LFS_LDFLAGS), CS(LFS_LIBS), CS(LFS_LINTFLAGS), CS(PATH),
    CS(XBS5_ILP32_OFF32_CFLAGS), CS(XBS5_ILP32_OFF32_LDFLAGS),
    CS(XBS5_ILP32_OFF32_LIBS), CS(XBS5_ILP32_OFF32_LINTFLAGS),
    CS(XBS5_ILP32_OFFBIG_CFLAGS), CS(XBS5_ILP32_OFFBIG_LDFLAGS),
    CS(XBS5_ILP32_OFFBIG_LIBS), CS(XBS5_ILP32_OFFBIG_LINTFLAGS),
    CS(XBS5_LP64_OFF64_CFLAGS), CS(XBS5_LP64_OFF64_LDFLAGS), CS(XBS5_LP64_OFF64_LIBS),
    CS(XBS5_LP64_OFF64_LINTFLAGS), CS(XBS5_LPBIG_OFFBIG_CFLAGS),
    CS(XBS5_LPBIG_OFFBIG_LDFLAGS), CS(XBS5_LPBIG_OFFBIG_LIBS),
    CS(XBS5_LPBIG_OFFBIG_LINTFLAGS),
};
#undef CS
/* clang-format on */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* -1 without errno means "no limit", and is a value. */
static Value conf_result(MinipyVM *vm, long r)
{
    return r == -1 && errno ? posix_error(vm) : int_new(vm, r);
}

FN(posix_sysconf)
{
    int name;
    if (!posix_conf_arg(vm, args[0], sysconf_names, COUNT(sysconf_names), &name))
        return VALUE_NULL;
    errno = 0;
    return conf_result(vm, sysconf(name));
}

FN(posix_pathconf)
{
    CallArg a[CALL_ARGS];
    int name;
    Value result = VALUE_NULL;
    if (!call_args(vm, "pathconf", "P v", args, nargs, a))
        return VALUE_NULL;
    if (posix_conf_arg(vm, args[1], pathconf_names, COUNT(pathconf_names), &name)) {
        errno = 0;
        long r = TEXT(0) ? pathconf(TEXT(0), name) : fpathconf(FD(0), name);
        result = r == -1 && errno ? call_error(vm, a, errno != EINVAL) : int_new(vm, r);
    }
    call_clear(vm, a);
    return result;
}

FN(posix_fpathconf)
{
    int fd, name;
    if (!fileno_arg(vm, args[0], &fd) ||
        !posix_conf_arg(vm, args[1], pathconf_names, COUNT(pathconf_names), &name))
        return VALUE_NULL;
    errno = 0;
    return conf_result(vm, fpathconf(fd, name));
}

FN(posix_confstr)
{
    int name;
    char text[4096];
    if (!posix_conf_arg(vm, args[0], confstr_names, COUNT(confstr_names), &name))
        return VALUE_NULL;
    errno = 0;
    size_t n = confstr(name, text, sizeof text);
    if (n == 0)
        return errno ? posix_error(vm) : VALUE_NONE;
    return str_from_path(vm, text);
}

static Value sysconf_dict(MinipyVM *vm)
{
    return posix_names(vm, sysconf_names, COUNT(sysconf_names));
}

static Value pathconf_dict(MinipyVM *vm)
{
    return posix_names(vm, pathconf_names, COUNT(pathconf_names));
}

static Value confstr_dict(MinipyVM *vm)
{
    return posix_names(vm, confstr_names, COUNT(confstr_names));
}

METHODS(posix_conf_functions,
    {"sysconf", posix_sysconf, 0, "($module, name, /)",
     "A limit or number of the system, of a name in sysconf_names, or its number."},
    {"pathconf", posix_pathconf, 0, "($module, /, path, name)",
     "A limit of the file at path (a descriptor will do), of a name in pathconf_names; -1: there is none."},
    {"fpathconf", posix_fpathconf, 0, "($module, fd, name, /)",
     "A limit of the file behind a descriptor, of a name in pathconf_names; -1: there is none."},
    {"confstr", posix_confstr, 0, "($module, name, /)",
     "A text of the system's configuration, of a name in confstr_names; None if there is none."},
);

CONTENTS(posix_conf_contents,
    HAS_MADE("pathconf_names", pathconf_dict), HAS_MADE("confstr_names", confstr_dict),
    HAS_MADE("sysconf_names", sysconf_dict),
);
