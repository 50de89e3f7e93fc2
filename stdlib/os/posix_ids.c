/* posix_ids.c - users, groups, sessions, priorities and scheduling. Read first:
 * posix_private.h.
 */
#include "stdlib/os/posix_private.h"

#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

/* ---- who we are ------------------------------------------------------------------ */

#define GETTER(name, value)                                                            \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        POSIX_UNUSED();                                                                \
        return value_from_imm(value);                                                  \
    }
GETTER(getpid, getpid())
GETTER(getppid, getppid())
GETTER(getuid, getuid())
GETTER(geteuid, geteuid())
GETTER(getgid, getgid())
GETTER(getegid, getegid())
GETTER(getpgrp, getpgrp())

#define ID_SETTER(name, what)                                                          \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        uint32_t id;                                                                   \
        POSIX_UNUSED();                                                                \
        return uid_arg(vm, args[0], what, &id) ? posix_none(vm, name(id))              \
                                               : VALUE_NULL;                           \
    }
ID_SETTER(setuid, "uid")
ID_SETTER(seteuid, "uid")
ID_SETTER(setgid, "gid")
ID_SETTER(setegid, "gid")

#define ID_SETTER2(name, what)                                                         \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        uint32_t x, y;                                                                 \
        POSIX_COUNT(#name, 2, 2);                                                      \
        if (!uid_arg(vm, args[0], what, &x) || !uid_arg(vm, args[1], what, &y))        \
            return VALUE_NULL;                                                         \
        return posix_none(vm, name(x, y));                                             \
    }
ID_SETTER2(setreuid, "uid")
ID_SETTER2(setregid, "gid")

#define ID_TRIPLE(get, set, what)                                                      \
    POSIX_FN(get)                                                                      \
    {                                                                                  \
        uint32_t x, y, z;                                                              \
        POSIX_UNUSED();                                                                \
        if (get(&x, &y, &z) < 0)                                                       \
            return posix_error(vm);                                                    \
        return tuple_pack(vm, 3, value_from_imm(x), value_from_imm(y),                 \
                          value_from_imm(z));                                          \
    }                                                                                  \
    POSIX_FN(set)                                                                      \
    {                                                                                  \
        uint32_t x, y, z;                                                              \
        POSIX_COUNT(#set, 3, 3);                                                       \
        if (!uid_arg(vm, args[0], what, &x) || !uid_arg(vm, args[1], what, &y) ||      \
            !uid_arg(vm, args[2], what, &z))                                           \
            return VALUE_NULL;                                                         \
        return posix_none(vm, set(x, y, z));                                           \
    }
ID_TRIPLE(getresuid, setresuid, "uid")
ID_TRIPLE(getresgid, setresgid, "gid")

static Value list_of_gids(MinipyVM *vm, const gid_t *gids, int n)
{
    Value list = list_new(vm, n);
    for (int i = 0; list && i < n; i++)
        LIST(list)->items[i] = value_from_imm(gids[i]);
    return list;
}

POSIX_FN(getgroups)
{
    POSIX_UNUSED();
    int n = getgroups(0, NULL);
    gid_t *gids = n < 0 ? NULL : mem_alloc(vm, (size_t)(n + 1) * sizeof *gids);
    if (!gids)
        return posix_error(vm);
    n = getgroups(n, gids);
    Value r = n < 0 ? posix_error(vm) : list_of_gids(vm, gids, n);
    mem_free(vm, gids);
    return r;
}

POSIX_FN(getgrouplist)
{
    uint32_t base;
    POSIX_COUNT("getgrouplist", 2, 2);
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "getgrouplist", "1", "str", args[0]);
    const char *user = str_cstr(vm, args[0]);
    if (!user || !uid_arg(vm, args[1], "gid", &base))
        return VALUE_NULL;
    for (int room = 64;; room *= 2) {
        int n = room;
        gid_t *gids = mem_alloc(vm, (size_t)room * sizeof *gids);
        if (!gids)
            return VALUE_NULL;
        int r = getgrouplist(user, base, gids, &n);
        Value list = r >= 0 ? list_of_gids(vm, gids, n) : VALUE_NULL;
        mem_free(vm, gids);
        if (r >= 0)
            return list;
    }
}

POSIX_FN(initgroups)
{
    uint32_t gid;
    POSIX_COUNT("initgroups", 2, 2);
    Value name = fs_encode(vm, args[0]);
    if (!name)
        return VALUE_NULL;
    int r = uid_arg(vm, args[1], "gid", &gid)
                ? initgroups((char *)BYTES(name)->data, gid)
                : -1;
    int err = errno;
    value_decref(vm, name);
    errno = err;
    return posix_none(vm, r);
}

POSIX_FN(setgroups)
{
    POSIX_UNUSED();
    if (!value_is_list(args[0]) && !value_is_tuple(args[0]))
        return error_set(vm, EXC_TypeError, "setgroups argument must be a sequence");
    int64_t n = seq_size(args[0]);
    if (n > NGROUPS_MAX)
        return error_set(vm, EXC_ValueError, "too many groups");
    gid_t *gids = mem_alloc(vm, (size_t)(n + 1) * sizeof *gids);
    int r = -1;
    for (int64_t i = 0; gids && i < n && !error_occurred(vm); i++) {
        if (!value_is_int(seq_items(args[0])[i]))
            error_set(vm, EXC_TypeError, "groups must be integers");
        else
            uid_arg(vm, seq_items(args[0])[i], "gid", &gids[i]);
    }
    if (gids && !error_occurred(vm))
        r = setgroups((size_t)n, gids);
    int err = errno;
    mem_free(vm, gids);
    errno = err;
    return posix_none(vm, r);
}

POSIX_FN(getlogin)
{
    char name[256];
    POSIX_UNUSED();
    int err = getlogin_r(name, sizeof name);
    if (err) {
        errno = err;
        return posix_error(vm);
    }
    return str_from_path(vm, name);
}

/* ---- sessions and process groups ------------------------------------------------- */

#define INT_QUERY(name)                                                                \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        int x, r;                                                                      \
        POSIX_PARSE(#name, "pid", 0, 1, 1, 1);                                         \
        if (!arg_int(vm, a[0], &x))                                                    \
            return VALUE_NULL;                                                         \
        r = (int)name(x);                                                              \
        return r < 0 ? posix_error(vm) : value_from_imm(r);                            \
    }
INT_QUERY(getpgid)

#define INT_QUERY_POSITIONAL(name)                                                     \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        int x, r;                                                                      \
        POSIX_UNUSED();                                                                \
        if (!arg_int(vm, args[0], &x))                                                 \
            return VALUE_NULL;                                                         \
        r = (int)name(x);                                                              \
        return r < 0 ? posix_error(vm) : value_from_imm(r);                            \
    }
INT_QUERY_POSITIONAL(getsid)
INT_QUERY_POSITIONAL(tcgetpgrp)

POSIX_FN(setsid)
{
    POSIX_UNUSED();
    return posix_none(vm, setsid());
}

POSIX_FN(setpgrp)
{
    POSIX_UNUSED();
    return posix_none(vm, setpgid(0, 0));
}

#define INT_SETTER2(name)                                                              \
    POSIX_FN(name)                                                                     \
    {                                                                                  \
        int x, y;                                                                      \
        POSIX_EXACTLY(#name, 2);                                                       \
        if (!arg_int(vm, args[0], &x) || !arg_int(vm, args[1], &y))                    \
            return VALUE_NULL;                                                         \
        return posix_none(vm, name(x, y));                                             \
    }
INT_SETTER2(setpgid)
INT_SETTER2(tcsetpgrp)

/* ---- priorities ------------------------------------------------------------------ */

POSIX_FN(nice)
{
    int increment;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &increment))
        return VALUE_NULL;
    errno = 0; /* -1 may be the new value */
    int r = nice(increment);
    return r == -1 && errno ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(getpriority)
{
    int which, who;
    POSIX_PARSE("getpriority", "which who", 0, 2, 2, 2);
    if (!arg_int(vm, a[0], &which) || !arg_int(vm, a[1], &who))
        return VALUE_NULL;
    errno = 0;
    int r = getpriority((__priority_which_t)which, (id_t)who);
    return errno ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(setpriority)
{
    int which, who, priority;
    POSIX_PARSE("setpriority", "which who priority", 0, 3, 3, 3);
    if (!arg_int(vm, a[0], &which) || !arg_int(vm, a[1], &who) ||
        !arg_int(vm, a[2], &priority))
        return VALUE_NULL;
    return posix_none(vm, setpriority((__priority_which_t)which, (id_t)who, priority));
}

/* ---- scheduling ------------------------------------------------------------------ */

static const char *const sched_param_fields[] = {"sched_priority", NULL};
static const StructSeqSpec sched_param_spec = {"posix.sched_param", NULL,
                                               sched_param_fields, 1};

/* sched_param(sched_priority), not a sequence as its relatives take */
static Value sched_param_new(MinipyVM *vm, TypeObj *cls, const Value *args,
                             size_t nargs, Value kwnames)
{
    static const ArgSpec spec = {"sched_param", "sched_priority", .required = 1,
                                 .maxpos = 1};
    Value a[1];
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    value_incref(a[0]);
    return structseq_new_steal(vm, cls, a, 1);
}

bool sched_param_arg(MinipyVM *vm, Value v, struct sched_param *out)
{
    TypeObj *t = structseq_type(vm, &sched_param_spec);
    bool is = t && value_type(vm, v) == t;
    if (t)
        obj_decref(vm, &t->ob);
    if (!is)
        return error_set(vm, EXC_TypeError, "must have a sched_param object"), false;
    *out = (struct sched_param){0};
    return arg_int(vm, tuple_get_borrow(v, 0), &out->sched_priority);
}

POSIX_FN(sched_get_priority_max)
{
    int policy, r;
    POSIX_PARSE("sched_get_priority_max", "policy", 0, 1, 1, 1);
    if (!arg_int(vm, a[0], &policy))
        return VALUE_NULL;
    r = sched_get_priority_max(policy);
    return r < 0 ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(sched_get_priority_min)
{
    int policy, r;
    POSIX_PARSE("sched_get_priority_min", "policy", 0, 1, 1, 1);
    if (!arg_int(vm, a[0], &policy))
        return VALUE_NULL;
    r = sched_get_priority_min(policy);
    return r < 0 ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(sched_getparam)
{
    int pid;
    struct sched_param param;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &pid))
        return VALUE_NULL;
    if (sched_getparam(pid, &param) < 0)
        return posix_error(vm);
    Value items[1] = {value_from_imm(param.sched_priority)};
    return posix_structseq_steal(vm, &sched_param_spec, items, 1);
}

POSIX_FN(sched_setparam)
{
    int pid;
    struct sched_param param;
    POSIX_EXACTLY("sched_setparam", 2);
    if (!arg_int(vm, args[0], &pid) || !sched_param_arg(vm, args[1], &param))
        return VALUE_NULL;
    return posix_none(vm, sched_setparam(pid, &param));
}

POSIX_FN(sched_getscheduler)
{
    int pid, r;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &pid))
        return VALUE_NULL;
    r = sched_getscheduler(pid);
    return r < 0 ? posix_error(vm) : value_from_imm(r);
}

POSIX_FN(sched_setscheduler)
{
    int pid, policy;
    struct sched_param param;
    POSIX_EXACTLY("sched_setscheduler", 3);
    if (!arg_int(vm, args[0], &pid) || !arg_int(vm, args[1], &policy) ||
        !sched_param_arg(vm, args[2], &param))
        return VALUE_NULL;
    return posix_none(vm, sched_setscheduler(pid, policy, &param));
}

POSIX_FN(sched_rr_get_interval)
{
    int pid;
    struct timespec t;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &pid))
        return VALUE_NULL;
    if (sched_rr_get_interval(pid, &t) < 0)
        return posix_error(vm);
    return float_new(vm, (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

POSIX_FN(sched_yield)
{
    POSIX_UNUSED();
    return posix_none(vm, sched_yield());
}

POSIX_FN(sched_getaffinity)
{
    int pid;
    cpu_set_t cpus;
    POSIX_UNUSED();
    if (!arg_int(vm, args[0], &pid))
        return VALUE_NULL;
    if (sched_getaffinity(pid, sizeof cpus, &cpus) < 0)
        return posix_error(vm);
    Value set = set_new(vm, VALUE_NULL);
    for (int i = 0; set && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &cpus) && set_add(vm, set, value_from_imm(i)) < 0)
            value_clear(vm, &set);
    return set;
}

static bool cpu_arg(MinipyVM *vm, Value v, cpu_set_t *cpus)
{
    int64_t n;
    if (!value_is_int(v)) {
        Value cls = value_from_obj(value_type(vm, v));
        error_set(vm, EXC_TypeError,
                  "expected an iterator of ints, but iterator yielded %R", cls);
        return false;
    }
    if (!arg_ssize(vm, v, &n))
        return false;
    if (n < 0)
        return error_set(vm, EXC_ValueError, "negative CPU number"), false;
    if (n > INT_MAX - 1)
        return error_set(vm, EXC_OverflowError, "CPU number too large"), false;
    if (n < CPU_SETSIZE)
        CPU_SET((int)n, cpus);
    return true;
}

POSIX_FN(sched_setaffinity)
{
    int pid;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    POSIX_EXACTLY("sched_setaffinity", 2);
    if (!arg_int(vm, args[0], &pid))
        return VALUE_NULL;
    Value it = object_iter(vm, args[1]), item;
    if (!it)
        return VALUE_NULL;
    bool ok = true;
    while (ok && (item = iter_next(vm, it))) {
        ok = cpu_arg(vm, item, &cpus);
        value_decref(vm, item);
    }
    value_decref(vm, it);
    if (!ok || error_occurred(vm))
        return VALUE_NULL;
    return posix_none(vm, sched_setaffinity(pid, sizeof cpus, &cpus));
}

int posix_ids_exec(MinipyVM *vm, Value m)
{
    TypeObj *t = structseq_type(vm, &sched_param_spec);
    if (!t)
        return -1;
    t->slots.new_ = sched_param_new;
    return module_add_steal(vm, m, "sched_param", value_from_obj(t));
}

const MethodDef posix_id_functions[] = {
    POSIX_METHOD(getpid, M_NOARGS),
    POSIX_METHOD(getppid, M_NOARGS),
    POSIX_METHOD(getuid, M_NOARGS),
    POSIX_METHOD(geteuid, M_NOARGS),
    POSIX_METHOD(getgid, M_NOARGS),
    POSIX_METHOD(getegid, M_NOARGS),
    POSIX_METHOD(getpgrp, M_NOARGS),
    POSIX_METHOD(setuid, M_O),
    POSIX_METHOD(seteuid, M_O),
    POSIX_METHOD(setgid, M_O),
    POSIX_METHOD(setegid, M_O),
    POSIX_METHOD(setreuid, M_FAST),
    POSIX_METHOD(setregid, M_FAST),
    POSIX_METHOD(getresuid, M_NOARGS),
    POSIX_METHOD(setresuid, M_FAST),
    POSIX_METHOD(getresgid, M_NOARGS),
    POSIX_METHOD(setresgid, M_FAST),
    POSIX_METHOD(getgroups, M_NOARGS),
    POSIX_METHOD(getgrouplist, M_FAST),
    POSIX_METHOD(initgroups, M_FAST),
    POSIX_METHOD(setgroups, M_O),
    POSIX_METHOD(getlogin, M_NOARGS),
    POSIX_METHOD(getpgid, M_KW),
    POSIX_METHOD(getsid, M_O),
    POSIX_METHOD(tcgetpgrp, M_O),
    POSIX_METHOD(setsid, M_NOARGS),
    POSIX_METHOD(setpgrp, M_NOARGS),
    POSIX_METHOD(setpgid, M_FAST),
    POSIX_METHOD(tcsetpgrp, M_FAST),
    POSIX_METHOD(nice, M_O),
    POSIX_METHOD(getpriority, M_KW),
    POSIX_METHOD(setpriority, M_KW),
    POSIX_METHOD(sched_get_priority_max, M_KW),
    POSIX_METHOD(sched_get_priority_min, M_KW),
    POSIX_METHOD(sched_getparam, M_O),
    POSIX_METHOD(sched_setparam, M_FAST),
    POSIX_METHOD(sched_getscheduler, M_O),
    POSIX_METHOD(sched_setscheduler, M_FAST),
    POSIX_METHOD(sched_rr_get_interval, M_O),
    POSIX_METHOD(sched_yield, M_NOARGS),
    POSIX_METHOD(sched_getaffinity, M_O),
    POSIX_METHOD(sched_setaffinity, M_FAST),
    {0},
};
