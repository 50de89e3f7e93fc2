/* resource.c - the module resource: limits and usage of processes. */
#include "stdlib/os/posix_private.h"
#include "vm/containers/sequence.h"

#include <sys/resource.h>

static const char *const usage_fields[] = {
    "ru_utime",  "ru_stime",    "ru_maxrss", "ru_ixrss",   "ru_idrss",   "ru_isrss",
    "ru_minflt", "ru_majflt",   "ru_nswap",  "ru_inblock", "ru_oublock", "ru_msgsnd",
    "ru_msgrcv", "ru_nsignals", "ru_nvcsw",  "ru_nivcsw",  NULL};
static const StructSeqSpec usage_spec = {
    "resource.struct_rusage",
    "struct_rusage: Result from getrusage.\n\nThis object may be accessed either as a "
    "tuple of\n"
    "    (utime,stime,maxrss,ixrss,idrss,isrss,minflt,majflt,\n    "
    "nswap,inblock,oublock,msgsnd,"
    "msgrcv,nsignals,nvcsw,nivcsw)\nor via the attributes ru_utime, ru_stime, "
    "ru_maxrss, and so "
    "on.",
    usage_fields, 16};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

Value rusage_result(MinipyVM *vm, const struct rusage *ru)
{
    const long counts[14] = {
        ru->ru_maxrss, ru->ru_ixrss,    ru->ru_idrss,   ru->ru_isrss,   ru->ru_minflt,
        ru->ru_majflt, ru->ru_nswap,    ru->ru_inblock, ru->ru_oublock, ru->ru_msgsnd,
        ru->ru_msgrcv, ru->ru_nsignals, ru->ru_nvcsw,   ru->ru_nivcsw};
    Value items[16] = {float_new(vm, seconds(ru->ru_utime)),
                       float_new(vm, seconds(ru->ru_stime))};
    for (int i = 0; i < 14; i++)
        items[i + 2] = value_from_imm(counts[i]);
    return structseq_make_steal(vm, &usage_spec, items, 16);
}

FN(posix_getrusage)
{
    int who;
    struct rusage ru;
    if (!arg_int(vm, args[0], &who))
        return VALUE_NULL;
    if (getrusage(who, &ru) < 0)
        return errno == EINVAL ? error_set(vm, EXC_ValueError, "invalid who parameter")
                               : posix_error(vm);
    return rusage_result(vm, &ru);
}

/* ---- limits ---------------------------------------------------------------------- */

static Value limit_value(MinipyVM *vm, rlim_t n)
{
    return int_new(vm, (int64_t)n);
}

static Value limits_tuple(MinipyVM *vm, const struct rlimit *r)
{
    Value items[2] = {limit_value(vm, r->rlim_cur), limit_value(vm, r->rlim_max)};
    return tuple_from_steal(vm, items, 2);
}

static bool limits_arg(MinipyVM *vm, Value v, struct rlimit *out)
{
    Value t = sequence_tuple(vm, v);
    int64_t soft, hard;
    if (!t)
        return false;
    bool ok = tuple_size(t) == 2;
    if (!ok)
        error_set(vm, EXC_ValueError, "expected a tuple of 2 integers");
    ok = ok && arg_long(vm, tuple_get_borrow(t, 0), &soft) &&
         arg_long(vm, tuple_get_borrow(t, 1), &hard);
    value_decref(vm, t);
    if (ok)
        *out = (struct rlimit){(rlim_t)soft, (rlim_t)hard};
    return ok;
}

static bool resource_arg(MinipyVM *vm, Value v, int *out)
{
    if (!arg_int(vm, v, out))
        return false;
    if (*out >= 0 && *out < (int)RLIM_NLIMITS)
        return true;
    error_set(vm, EXC_ValueError, "invalid resource specified");
    return false;
}

static Value limit_error(MinipyVM *vm)
{
    if (errno == EINVAL)
        return error_set(vm, EXC_ValueError, "current limit exceeds maximum limit");
    if (errno == EPERM)
        return error_set(vm, EXC_ValueError, "not allowed to raise maximum limit");
    return posix_error(vm);
}

FN(posix_getrlimit)
{
    int which;
    struct rlimit r;
    if (!resource_arg(vm, args[0], &which))
        return VALUE_NULL;
    return getrlimit((__rlimit_resource_t)which, &r) < 0 ? posix_error(vm)
                                                         : limits_tuple(vm, &r);
}

FN(posix_setrlimit)
{
    int which;
    struct rlimit r;
    if (!arg_int(vm, args[0], &which) ||
        audit(vm, "resource.setrlimit", 2, args[0], args[1]) < 0 ||
        !resource_arg(vm, args[0], &which) || !limits_arg(vm, args[1], &r))
        return VALUE_NULL;
    return setrlimit((__rlimit_resource_t)which, &r) < 0 ? limit_error(vm) : VALUE_NONE;
}

FN(posix_prlimit)
{
    int pid, which;
    struct rlimit old, new;
    if (nargs < 2 || nargs > 3)
        return error_set(vm, EXC_TypeError,
                         "resource.prlimit requires 2 to 3 arguments");
    bool set = nargs > 2;
    if (!arg_int_ranged(vm, args[0], &pid) || !resource_arg(vm, args[1], &which) ||
        audit(vm, "resource.prlimit", 3, args[0], args[1], set ? args[2] : VALUE_NONE) <
            0 ||
        (set && !limits_arg(vm, args[2], &new)))
        return VALUE_NULL;
    if (prlimit(pid, (__rlimit_resource_t)which, set ? &new : NULL, &old) < 0)
        return limit_error(vm);
    return limits_tuple(vm, &old);
}

FN(posix_getpagesize)
{
    return value_from_imm(getpagesize());
}

static METHODS(functions,
    {"getrusage", posix_getrusage, 0, "($module, who, /)", NULL},
    {"getrlimit", posix_getrlimit, 0, "($module, resource, /)", NULL},
    {"setrlimit", posix_setrlimit, 0, "($module, resource, limits, /)", NULL},
    {"prlimit", posix_prlimit, M_BARE | M_UNSIGNED, "($module, *args)", "prlimit(pid, resource, [limits])\n\n"
     "The limits of a process, which are set to others if these are given."},
    {"getpagesize", posix_getpagesize, 0, "($module, /)", NULL},
);

static CONTENTS(contents,
    HAS_STRUCT("struct_rusage", &usage_spec), HAS_EXCEPTION("error", EXC_OSError), HAS_C(RLIMIT_CPU),
    HAS_C(RLIMIT_FSIZE), HAS_C(RLIMIT_DATA), HAS_C(RLIMIT_STACK), HAS_C(RLIMIT_CORE), HAS_C(RLIMIT_NOFILE),
    HAS_C(RLIMIT_OFILE), HAS_C(RLIMIT_AS), HAS_C(RLIMIT_RSS), HAS_C(RLIMIT_NPROC), HAS_C(RLIMIT_MEMLOCK),
    HAS_C(RLIMIT_MSGQUEUE), HAS_C(RLIMIT_NICE), HAS_C(RLIMIT_RTPRIO), HAS_C(RLIMIT_RTTIME), HAS_C(RLIMIT_SIGPENDING),
    HAS_C(RUSAGE_SELF), HAS_C(RUSAGE_CHILDREN), HAS_C(RUSAGE_THREAD), HAS_C(RLIM_INFINITY),
);

MODULE_SPEC(resource_module_spec,
    .name = "resource",
    .methods = functions, .contents = contents,
);
