/* posix_ids.c - users, groups, sessions, priorities and scheduling. Read first:
 * posix_private.h.
 */
#include "stdlib/os/posix_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/containers/set.h"
#include "vm/containers/iter.h"

#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

/* ---- who we are ------------------------------------------------------------------ */

#define ID_TRIPLE(get)                                                                 \
    FN(posix_##get)                                                                    \
    {                                                                                  \
        uint32_t x, y, z;                                                              \
        if (get(&x, &y, &z) < 0)                                                       \
            return posix_error(vm);                                                    \
        return tuple_pack(vm, 3, value_from_imm(x), value_from_imm(y),                 \
                          value_from_imm(z));                                          \
    }
ID_TRIPLE(getresuid)
ID_TRIPLE(getresgid)

static Value list_of_gids(MinipyVM *vm, const gid_t *gids, int n)
{
    Value list = list_new(vm, n);
    for (int i = 0; list && i < n; i++)
        LIST(list)->items[i] = value_from_imm(gids[i]);
    return list;
}

FN(posix_getgroups)
{
    enum { MOST = 64 };
    gid_t few[MOST], *gids = few;
    int n = getgroups(MOST, few);
    if (n < 0 && errno == EINVAL && (n = getgroups(0, NULL)) >= 0) {
        if (!(gids = mem_alloc(vm, (size_t)(n + 1) * sizeof *gids)))
            return VALUE_NULL;
        n = getgroups(n, gids);
    }
    Value r = n < 0 ? posix_error(vm) : list_of_gids(vm, gids, n);
    if (gids != few)
        mem_free(vm, gids);
    return r;
}

FN(posix_getgrouplist)
{
    uint32_t base;
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

gid_t *gids_of(MinipyVM *vm, Value seq, int64_t *n)
{
    Value items = sequence_fast(vm, seq, "");
    if (!items)
        return NULL;
    *n = seq_size(items);
    gid_t *gids = NULL;
    if (*n > NGROUPS_MAX)
        error_set(vm, EXC_ValueError, "too many groups");
    else
        gids = mem_alloc(vm, (size_t)(*n + 1) * sizeof *gids);
    for (int64_t i = 0; gids && i < *n && !error_occurred(vm); i++)
        if (!value_is_int(seq_items(items)[i]))
            error_set(vm, EXC_TypeError, "groups must be integers");
        else
            uid_arg(vm, seq_items(items)[i], "gid", &gids[i]);
    value_decref(vm, items);
    if (!error_occurred(vm))
        return gids;
    mem_free(vm, gids);
    return NULL;
}

FN(posix_setgroups)
{
    if (!value_type(vm, args[0])->slots.sq_item || value_is_dict(args[0]))
        return error_set(vm, EXC_TypeError, "setgroups argument must be a sequence");
    int64_t n;
    gid_t *gids = gids_of(vm, args[0], &n);
    if (!gids)
        return VALUE_NULL;
    int r = setgroups((size_t)n, gids), err = errno;
    mem_free(vm, gids);
    errno = err;
    return posix_none(vm, r);
}

FN(posix_getlogin)
{
    char name[256];
    int err = getlogin_r(name, sizeof name);
    if (err) {
        errno = err;
        return posix_error(vm);
    }
    return str_from_path(vm, name);
}

/* ---- sessions and process groups ------------------------------------------------- */

/* ---- scheduling ------------------------------------------------------------------ */

static const char *const sched_param_fields[] = {"sched_priority", NULL};
static const StructSeqSpec sched_param_spec = {
    "posix.sched_param", "sched_param(sched_priority)\n--\n\nParameters of scheduling.",
    sched_param_fields, 1};

/* sched_param(sched_priority), not a sequence as its relatives take */
NEW(sched_param_new, 1, "sched_param", "(sched_priority)")
{
    value_incref(given[0]);
    return structseq_new_steal(vm, cls, given, 1);
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
    int64_t priority;
    if (!arg_long(vm, tuple_get_borrow(v, 0), &priority))
        return false;
    out->sched_priority = (int)priority;
    return priority == (int)priority ||
           (error_set(vm, EXC_OverflowError, "sched_priority out of range"), false);
}

FN(posix_sched_getparam)
{
    int pid;
    struct sched_param param;
    if (!arg_int_ranged(vm, args[0], &pid) || sched_getparam(pid, &param) < 0)
        return posix_error(vm);
    Value items[1] = {value_from_imm(param.sched_priority)};
    return structseq_make_steal(vm, &sched_param_spec, items, 1);
}

FN(posix_sched_setparam)
{
    int pid;
    struct sched_param param;
    if (!arg_int_ranged(vm, args[0], &pid) || !sched_param_arg(vm, args[1], &param))
        return VALUE_NULL;
    return posix_none(vm, sched_setparam(pid, &param));
}

FN(posix_sched_setscheduler)
{
    int pid, policy;
    struct sched_param param;
    if (!arg_int_ranged(vm, args[0], &pid) || !arg_int_ranged(vm, args[1], &policy) ||
        !sched_param_arg(vm, args[2], &param))
        return VALUE_NULL;
    return posix_none(vm, sched_setscheduler(pid, policy, &param));
}

FN(posix_sched_rr_get_interval)
{
    int pid;
    struct timespec t;
    if (!arg_int_ranged(vm, args[0], &pid) || sched_rr_get_interval(pid, &t) < 0)
        return posix_error(vm);
    return float_new(vm, (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}

FN(posix_sched_getaffinity)
{
    int pid;
    cpu_set_t cpus;
    if (!arg_int_ranged(vm, args[0], &pid) ||
        sched_getaffinity(pid, sizeof cpus, &cpus) < 0)
        return posix_error(vm);
    Value set = set_new(vm, VALUE_NULL);
    int left = CPU_COUNT(&cpus);
    for (int i = 0; set && left > 0; i++) {
        if (!CPU_ISSET(i, &cpus))
            continue;
        left--;
        if (set_add(vm, set, value_from_imm(i)) < 0)
            value_clear(vm, &set);
    }
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
    if (!arg_long(vm, v, &n))
        return false;
    if (n < 0)
        return error_set(vm, EXC_ValueError, "negative CPU number"), false;
    if (n > INT_MAX - 1)
        return error_set(vm, EXC_OverflowError, "CPU number too large"), false;
    if (n < CPU_SETSIZE)
        CPU_SET((int)n, cpus);
    return true;
}

FN(posix_sched_setaffinity)
{
    int pid;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    if (!arg_int_ranged(vm, args[0], &pid))
        return VALUE_NULL;
    Each each = each_of(vm, args[1]);
    while (each_next(vm, &each))
        each.status = cpu_arg(vm, each.item, &cpus) ? 0 : -1;
    if (each_end(vm, &each) < 0)
        return VALUE_NULL;
    return posix_none(vm, sched_setaffinity(pid, sizeof cpus, &cpus));
}

int posix_ids_exec(MinipyVM *vm)
{
    return structseq_set_new(vm, &sched_param_spec, sched_param_new);
}

CONTENTS(posix_id_contents,
    HAS_STRUCT("sched_param", &sched_param_spec),
);

METHODS(posix_id_functions,
    {"getresuid", posix_getresuid, 0, "($module, /)", "The real, effective and saved user ids of this process."},
    {"getresgid", posix_getresgid, 0, "($module, /)", "The real, effective and saved group ids of this process."},
    {"getgroups", posix_getgroups, 0, "($module, /)", "The further groups of this process, as a list of ids."},
    {"getgrouplist", posix_getgrouplist, 0, "($module, user, group, /)",
     "The groups of a user, the given one among them, as a list of ids."},
    {"setgroups", posix_setgroups, 0, "($module, groups, /)", "Set the further groups of this process."},
    {"getlogin", posix_getlogin, 0, "($module, /)", "The name of the user who logged in."},
    {"sched_getparam", posix_sched_getparam, 0, "($module, pid, /)",
     "The scheduling parameter of a process, 0 being this one."},
    {"sched_setparam", posix_sched_setparam, M_TUPLE, "($module, pid, param, /)",
     "Set the scheduling parameter of a process, 0 being this one."},
    {"sched_setscheduler", posix_sched_setscheduler, M_TUPLE, "($module, pid, policy, param, /)",
     "Set how a process is scheduled, 0 being this one: the policy, and its parameter as a sched_param."},
    {"sched_rr_get_interval", posix_sched_rr_get_interval, 0, "($module, pid, /)",
     "The seconds of a process's turn where processes take turns."},
    {"sched_getaffinity", posix_sched_getaffinity, 0, "($module, pid, /)",
     "The set of processors on which a process may run, 0 being this one."},
    {"sched_setaffinity", posix_sched_setaffinity, M_TUPLE, "($module, pid, mask, /)",
     "Let a process, 0 being this one, run on these processors only."},
);
