/* posix_process.c - making, replacing, ending and waiting for processes. Around a fork
 * run the functions of os.register_at_fork, which vm->fork_functions keeps as three
 * lists. Read first: posix_private.h.
 */
#include "stdlib/os/posix_private.h"
#include "probes/dscript/dscript.h"
#include "probes/views/views.h"
#include "vm/threads/import_lock.h"
#include "vm/threads/limits.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { FORK_BEFORE, FORK_PARENT, FORK_CHILD };

/* ---- fork ------------------------------------------------------------------------ */

static void run_fork_functions(MinipyVM *vm, int which)
{
    if (!vm->fork_functions)
        return;
    Value list = list_get_borrow(vm->fork_functions, which);
    Value copy = list_slice(vm, list, 0, list_size(list));
    if (!copy)
        error_unraisable(vm, NULL, list);
    int64_t n = copy ? list_size(copy) : 0;
    for (int64_t i = 0; i < n; i++) {
        /* what was registered last runs first before the fork, last after it */
        Value f = list_get_borrow(copy, which == FORK_BEFORE ? n - 1 - i : i);
        Value r = call0(vm, f);
        if (!r)
            error_unraisable(vm, NULL, f);
        value_xdecref(vm, r);
    }
    value_xdecref(vm, copy);
}

/* One of the keyword arguments; -1: error. */
static int keep_fork_function(MinipyVM *vm, Value f, const char *name, int which)
{
    if (!f)
        return 0;
    if (!object_callable(f))
        return error_set(vm, EXC_TypeError, "'%s' must be callable, not %T", name, f),
               -1;
    if (!vm->fork_functions) {
        Value lists = value_hide(list_new(vm, 0));
        for (int i = 0; lists && i < 3; i++) {
            Value one = value_hide(list_new(vm, 0));
            if (!one || list_append_steal(vm, lists, one) < 0)
                value_clear(vm, &lists);
        }
        if (!(vm->fork_functions = lists))
            return -1;
    }
    return list_append(vm, list_get_borrow(vm->fork_functions, which), f);
}

FN(posix_register_at_fork)
{
    const Value a[] = {GIVEN(0), GIVEN(1), GIVEN(2)};
    static const char *const names[] = {"before", "after_in_child", "after_in_parent"};
    static const int places[] = {FORK_BEFORE, FORK_CHILD, FORK_PARENT};
    if (!GIVEN(0) && !GIVEN(1) && !GIVEN(2))
        return error_set(vm, EXC_TypeError, "At least one argument is required.");
    for (int i = 0; i < 3; i++)
        if (a[i] && !object_callable(a[i]))
            return error_set(vm, EXC_TypeError, "'%s' must be callable, not %T",
                             names[i], a[i]);
    for (int i = 0; i < 3; i++)
        if (keep_fork_function(vm, a[i], names[i], places[i]) < 0)
            return VALUE_NULL;
    return VALUE_NONE;
}

/* Waits until no other thread holds the import lock, so that the child sees no module
 * that is half made. -1: a signal handler raised. */
static int before_fork(MinipyVM *vm)
{
    run_fork_functions(vm, FORK_BEFORE);
    return import_lock_acquire(vm);
}

static void after_fork(MinipyVM *vm, pid_t pid)
{
    int err = errno;
    if (pid == 0) {
        value_clear(vm, &vm->running_loop);
        thread_set_after_fork(vm);
        signals_after_fork(vm);
        limits_after_fork(vm);
        attach_after_fork(vm);
    }
    if (import_lock_release(vm) < 0)
        error_clear(vm);
    run_fork_functions(vm, pid == 0 ? FORK_CHILD : FORK_PARENT);
    errno = err;
}

pid_t fork_that_runs_python(MinipyVM *vm)
{
    if (before_fork(vm) < 0)
        return -1;
    pid_t pid = fork();
    after_fork(vm, pid);
    return pid;
}

FN(posix_fork)
{
    if (audit(vm, "os.fork", 0) < 0)
        return VALUE_NULL;
    pid_t pid = fork_that_runs_python(vm);
    if (pid >= 0)
        return value_from_imm(pid);
    return error_occurred(vm) ? VALUE_NULL : posix_error(vm);
}

FN(posix_forkpty)
{
    int leader = -1;
    if (audit(vm, "os.forkpty", 0) < 0 || before_fork(vm) < 0)
        return VALUE_NULL;
    pid_t pid = forkpty(&leader, NULL, NULL, NULL);
    after_fork(vm, pid);
    if (pid < 0)
        return posix_error(vm);
    return tuple_pack(vm, 2, value_from_imm(pid), value_from_imm(leader));
}

/* ---- arguments of exec ----------------------------------------------------------- */

/* A NULL-terminated array of owned texts. */
typedef struct TextArray {
    char **items;
    size_t count;
} TextArray;

static void texts_clear(MinipyVM *vm, TextArray *t)
{
    int err = errno;
    for (size_t i = 0; i < t->count; i++)
        mem_free(vm, t->items[i]);
    mem_free(vm, t->items);
    *t = (TextArray){0};
    errno = err;
}

static bool texts_init(MinipyVM *vm, TextArray *t, int64_t n)
{
    t->count = 0;
    return (t->items = mem_calloc(vm, (size_t)(n + 1) * sizeof *t->items)) != NULL;
}

static bool texts_add(MinipyVM *vm, TextArray *t, Value v)
{
    Value bytes = fs_encode(vm, v);
    char *text = bytes ? mem_strdup(vm, (const char *)BYTES(bytes)->data) : NULL;
    value_xdecref(vm, bytes);
    if (text)
        t->items[t->count++] = text;
    return text != NULL;
}

/* argv: a list or tuple, not empty, its first element neither. */
static bool argv_arg(MinipyVM *vm, const char *fname, const char *what, Value v,
                     TextArray *out)
{
    if (!value_is_list(v) && !value_is_tuple(v))
        return error_set(vm, EXC_TypeError, "%s%s must be a tuple or list", fname,
                         what),
               false;
    if (seq_size(v) == 0)
        return error_set(vm, EXC_ValueError, "%s%s must not be empty", fname, what),
               false;
    if (!texts_init(vm, out, seq_size(v)))
        return false;
    for (int64_t i = 0; i < seq_size(v); i++) {
        if (!texts_add(vm, out, seq_items(v)[i])) {
            texts_clear(vm, out);
            return false;
        }
    }
    if (out->items[0][0])
        return true;
    error_set(vm, EXC_ValueError, "%s%s first element cannot be empty", fname, what);
    texts_clear(vm, out);
    return false;
}

static bool env_add(MinipyVM *vm, TextArray *t, Value key, Value value)
{
    Value k = fs_encode(vm, key), v = k ? fs_encode(vm, value) : VALUE_NULL;
    bool ok = false;
    if (v) {
        size_t kn = (size_t)BYTES(k)->size, vn = (size_t)BYTES(v)->size;
        const char *text = (const char *)BYTES(k)->data;
        if (kn == 0 || strchr(text + 1, '=')) {
            error_set(vm, EXC_ValueError, "illegal environment variable name");
        } else {
            char *line = mem_alloc(vm, kn + vn + 2);
            if (line) {
                memcpy(line, text, kn);
                line[kn] = '=';
                memcpy(line + kn + 1, BYTES(v)->data, vn + 1);
                t->items[t->count++] = line;
                ok = true;
            }
        }
    }
    value_xdecref(vm, k);
    value_xdecref(vm, v);
    return ok;
}

static Value mapping_list(MinipyVM *vm, Value mapping, const char *method)
{
    Value r = call_method_cstr(vm, mapping, method, NULL, 0);
    Value items = r ? object_iter(vm, r) : VALUE_NULL; /* its length is not asked for */
    Value list = items ? sequence_list(vm, items) : VALUE_NULL;
    value_xdecref(vm, items);
    value_xdecref(vm, r);
    return list;
}

static bool env_arg(MinipyVM *vm, const char *fname, Value mapping, TextArray *out)
{
    if (!value_is_dict(mapping) && !value_type(vm, mapping)->slots.mp_subscript) {
        error_set(vm, EXC_TypeError, "%s: environment must be a mapping object", fname);
        return false;
    }
    int64_t count =
        object_length(vm, mapping); /* as CPython: asked first, and believed */
    Value keys = count >= 0 ? mapping_list(vm, mapping, "keys") : VALUE_NULL;
    Value values = keys ? mapping_list(vm, mapping, "values") : VALUE_NULL;
    bool ok = values && texts_init(vm, out, list_size(keys));
    for (int64_t i = 0; ok && i < count; i++) {
        if (i >= list_size(keys) || i >= list_size(values))
            ok = error_set(vm, EXC_IndexError, "list index out of range") != VALUE_NULL;
        else
            ok = env_add(vm, out, list_get_borrow(keys, i), list_get_borrow(values, i));
        if (!ok)
            texts_clear(vm, out);
    }
    value_xdecref(vm, keys);
    value_xdecref(vm, values);
    return ok;
}

FN(posix_execv)
{
    PathArg p;
    TextArray argv;
    if (!path_arg(vm, "execv", "path", args[0], 0, &p))
        return VALUE_NULL;
    if (argv_arg(vm, "execv() arg 2", "", args[1], &argv)) {
        if (audit(vm, "os.exec", 3, p.object, args[1], VALUE_NONE) == 0) {
            dscript_flush(&vm->consumers);
            execv(p.text, argv.items);
            posix_error(vm);
        }
        texts_clear(vm, &argv);
    }
    path_clear(vm, &p);
    return VALUE_NULL;
}

FN(posix_execve)
{
    PathArg p;
    TextArray argv, env;
    if (!path_arg(vm, "execve", "path", args[0], PATH_FD, &p))
        return VALUE_NULL;
    if (!value_is_list(args[1]) && !value_is_tuple(args[1])) {
        error_set(vm, EXC_TypeError, "execve: argv must be a tuple or list");
    } else if (!value_is_dict(args[2]) &&
               !value_type(vm, args[2])->slots.mp_subscript) {
        error_set(vm, EXC_TypeError, "execve: environment must be a mapping object");
    } else if (argv_arg(vm, "execve: argv", "", args[1], &argv)) {
        if (env_arg(vm, "execve", args[2], &env)) {
            if (audit(vm, "os.exec", 3, p.object, args[1], args[2]) == 0) {
                dscript_flush(&vm->consumers);
                if (p.text)
                    execve(p.text, argv.items, env.items);
                else
                    fexecve(p.fd, argv.items, env.items);
                error_set_errno(vm, errno, p.object);
            }
            texts_clear(vm, &env);
        }
        texts_clear(vm, &argv);
    }
    path_clear(vm, &p);
    return VALUE_NULL;
}

/* ---- posix_spawn ----------------------------------------------------------------- */

/* An int that is a truth value: anything else is refused. */
static bool spawn_flag(MinipyVM *vm, Value v, short flag, short *flags)
{
    int n = 0;
    if (v && !arg_int(vm, v, &n))
        return false;
    *flags |= n ? flag : 0;
    return true;
}

static bool spawn_group(MinipyVM *vm, Value v, posix_spawnattr_t *attr, short *flags)
{
    Value i = number_index(vm, v);
    int overflow;
    int64_t group = i ? int_as_i64_overflow(i, &overflow) : 0;
    value_xdecref(vm, i);
    if (i && overflow)
        error_set(vm, EXC_OverflowError, "Python int too large to convert to C long");
    if (!i || overflow)
        return false;
    posix_spawnattr_setpgroup(attr, (pid_t)group);
    *flags |= POSIX_SPAWN_SETPGROUP;
    return true;
}

/* (policy or None, sched_param) */
static bool spawn_scheduler(MinipyVM *vm, Value pair, posix_spawnattr_t *attr,
                            short *flags)
{
    struct sched_param param;
    int policy;
    if (!value_is_tuple(pair))
        return error_set(vm, EXC_SystemError,
                         "new style getargs format but argument is not a tuple"),
               false;
    if (tuple_size(pair) != 2)
        return error_set(vm, EXC_TypeError, "A scheduler tuple must have two elements"),
               false;
    if (!sched_param_arg(vm, tuple_get_borrow(pair, 1), &param))
        return false;
    Value first = tuple_get_borrow(pair, 0);
    if (first != VALUE_NONE) {
        if (!arg_int(vm, first, &policy))
            return false;
        posix_spawnattr_setschedpolicy(attr, policy);
        *flags |= POSIX_SPAWN_SETSCHEDULER;
    }
    posix_spawnattr_setschedparam(attr, &param);
    *flags |= POSIX_SPAWN_SETSCHEDPARAM;
    return true;
}

/* setpgroup, resetids, setsid, setsigmask, setsigdef, scheduler: a[4..9] */
static bool spawn_attributes(MinipyVM *vm, const Value *a, posix_spawnattr_t *attr)
{
    short flags = 0;
    sigset_t set;
    if (!spawn_flag(vm, a[5], POSIX_SPAWN_RESETIDS, &flags) ||
        !spawn_flag(vm, a[6], POSIX_SPAWN_SETSID, &flags) ||
        (a[4] && !spawn_group(vm, a[4], attr, &flags)))
        return false;
    if (a[7]) {
        if (!sigset_arg(vm, a[7], &set))
            return false;
        posix_spawnattr_setsigmask(attr, &set);
        flags |= POSIX_SPAWN_SETSIGMASK;
    }
    if (a[8]) {
        if (!sigset_arg(vm, a[8], &set))
            return false;
        posix_spawnattr_setsigdefault(attr, &set);
        flags |= POSIX_SPAWN_SETSIGDEF;
    }
    if (a[9] && !spawn_scheduler(vm, a[9], attr, &flags))
        return false;
    posix_spawnattr_setflags(attr, flags);
    return true;
}

static bool spawn_open(MinipyVM *vm, Value item, posix_spawn_file_actions_t *actions)
{
    int fd, flags, mode;
    if (tuple_size(item) != 5)
        return error_set(vm, EXC_TypeError,
                         "A open file_action tuple must have 5 elements"),
               false;
    Value path = fs_encode(vm, tuple_get_borrow(item, 2));
    bool ok = path && arg_int(vm, tuple_get_borrow(item, 1), &fd) &&
              arg_int(vm, tuple_get_borrow(item, 3), &flags) &&
              arg_int(vm, tuple_get_borrow(item, 4), &mode);
    if (ok) /* glibc copies the path */
        posix_spawn_file_actions_addopen(actions, fd, (char *)BYTES(path)->data, flags,
                                         (mode_t)mode);
    value_xdecref(vm, path);
    return ok;
}

static bool spawn_action(MinipyVM *vm, Value item, posix_spawn_file_actions_t *actions)
{
    int tag, fd, fd2;
    if (!value_is_tuple(item) || tuple_size(item) == 0)
        return error_set(vm, EXC_TypeError,
                         "Each file_actions element must be a non-empty tuple"),
               false;
    if (!arg_int(vm, tuple_get_borrow(item, 0), &tag))
        return false;
    switch (tag) {
    case 0: return spawn_open(vm, item, actions);
    case 1:
        if (tuple_size(item) != 2)
            return error_set(vm, EXC_TypeError,
                             "A close file_action tuple must have 2 elements"),
                   false;
        if (!arg_int(vm, tuple_get_borrow(item, 1), &fd))
            return false;
        posix_spawn_file_actions_addclose(actions, fd);
        return true;
    case 2:
        if (tuple_size(item) != 3)
            return error_set(vm, EXC_TypeError,
                             "A dup2 file_action tuple must have 3 elements"),
                   false;
        if (!arg_int(vm, tuple_get_borrow(item, 1), &fd) ||
            !arg_int(vm, tuple_get_borrow(item, 2), &fd2))
            return false;
        posix_spawn_file_actions_adddup2(actions, fd, fd2);
        return true;
    default:
        error_set(vm, EXC_TypeError, "Unknown file_actions identifier");
        return false;
    }
}

static bool spawn_actions(MinipyVM *vm, Value seq, posix_spawn_file_actions_t *actions)
{
    if (!seq || seq == VALUE_NONE)
        return true;
    Value items = sequence_fast(vm, seq, "file_actions must be a sequence or None");
    bool ok = items != VALUE_NULL;
    for (int64_t i = 0; ok && i < seq_size(items); i++)
        ok = spawn_action(vm, seq_items(items)[i], actions);
    value_xdecref(vm, items);
    return ok;
}

static Value do_spawn(MinipyVM *vm, const char *fname, const Value *args, size_t nargs,
                      bool search)
{
    PathArg p;
    TextArray argv = {0}, env = {0};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    pid_t pid = -1;
    char what[32];
    Value a[10];
    for (size_t i = 0; i < 10; i++)
        a[i] = GIVEN(i);
    if (!path_arg(vm, fname, "path", a[0], 0, &p))
        return VALUE_NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    strcpy(what, fname);
    strcat(what, ": argv");
    if (argv_arg(vm, what, "", a[1], &argv) && env_arg(vm, fname, a[2], &env) &&
        spawn_actions(vm, a[3], &actions) && spawn_attributes(vm, a, &attr) &&
        audit(vm, "os.posix_spawn", 3, p.object, a[1], a[2]) == 0) {
        int err = (search ? posix_spawnp : posix_spawn)(&pid, p.text, &actions, &attr,
                                                        argv.items, env.items);
        if (err)
            error_set_errno(vm, err, p.object);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    texts_clear(vm, &argv);
    texts_clear(vm, &env);
    path_clear(vm, &p);
    return error_occurred(vm) ? VALUE_NULL : value_from_imm(pid);
}

FN(posix_posix_spawn)
{
    return do_spawn(vm, "posix_spawn", args, nargs, false);
}

FN(posix_posix_spawnp)
{
    return do_spawn(vm, "posix_spawnp", args, nargs, true);
}

/* ---- the end of processes -------------------------------------------------------- */

FN(posix__exit)
{
    int status;
    if (!arg_int(vm, args[0], &status))
        return VALUE_NULL;
    attach_end(vm);
    probe_views_end(&vm->consumers); /* they are not the program's */
    dscript_end(&vm->consumers);
    _exit(status); /* what os._exit is for: no clean-up */
}

FN(posix_abort)
{
    abort();
}

FN(posix_system)
{
    Value command = fs_encode(vm, args[0]);
    if (!command)
        return VALUE_NULL;
    if (audit(vm, "os.system", 1, command) < 0) {
        value_decref(vm, command);
        return VALUE_NULL;
    }
    int r = signals_checked(vm) < 0
                ? 0
                : BLOCKING(vm, system((char *)BYTES(command)->data));
    value_decref(vm, command);
    return error_occurred(vm) || signals_checked(vm) < 0 ? VALUE_NULL
                                                         : value_from_imm(r);
}

/* ---- waiting --------------------------------------------------------------------- */

static Value pid_and_status(MinipyVM *vm, pid_t pid, int status)
{
    return tuple_pack(vm, 2, value_from_imm(pid), value_from_imm(status));
}

FN(posix_wait)
{
    pid_t pid;
    int status = 0;
    while ((pid = INTERRUPTIBLE(vm, wait(&status))) < 0 && posix_again(vm))
        ;
    return pid < 0 ? posix_error(vm) : pid_and_status(vm, pid, status);
}

FN(posix_waitpid)
{
    int which, options, status = 0;
    pid_t pid;
    if (!arg_int_ranged(vm, args[0], &which) || !arg_int_ranged(vm, args[1], &options))
        return VALUE_NULL;
    while ((pid = INTERRUPTIBLE(vm, waitpid(which, &status, options))) < 0 &&
           posix_again(vm))
        ;
    return pid < 0 ? posix_error(vm) : pid_and_status(vm, pid, status);
}

/* (pid, status, resource.struct_rusage) */
static Value wait_result(MinipyVM *vm, pid_t pid, int status, const struct rusage *ru)
{
    Value usage = rusage_result(vm, ru);
    if (!usage)
        return VALUE_NULL;
    Value r = tuple_pack(vm, 3, value_from_imm(pid), value_from_imm(status), usage);
    value_decref(vm, usage);
    return r;
}

static Value wait_with_usage(MinipyVM *vm, pid_t which, int options)
{
    struct rusage ru = {0};
    int status = 0;
    pid_t pid;
    while ((pid = INTERRUPTIBLE(vm, wait4(which, &status, options, &ru))) < 0 &&
           posix_again(vm))
        ;
    return pid < 0 ? posix_error(vm) : wait_result(vm, pid, status, &ru);
}

FN(posix_wait3)
{
    int options;
    return arg_int(vm, args[0], &options) ? wait_with_usage(vm, -1, options)
                                          : VALUE_NULL;
}

FN(posix_wait4)
{
    int pid, options;
    if (!arg_int_ranged(vm, args[0], &pid) || !arg_int_ranged(vm, args[1], &options))
        return VALUE_NULL;
    return wait_with_usage(vm, pid, options);
}

static const char *const waitid_fields[] = {"si_pid",    "si_uid",  "si_signo",
                                            "si_status", "si_code", NULL};
static const StructSeqSpec waitid_spec = {
    "posix.waitid_result",
    "waitid_result: Result from waitid.\n\nThis object may be accessed either as a "
    "tuple of\n"
    "  (si_pid, si_uid, si_signo, si_status, si_code),\nor via the attributes si_pid, "
    "si_uid, "
    "and so on.\n\nSee os.waitid for more information.",
    waitid_fields, 5};

FN(posix_waitid)
{
    int type, id, options, r;
    siginfo_t si = {0};
    if (!arg_int_ranged(vm, args[0], &type) || !arg_int_ranged(vm, args[1], &id) ||
        !arg_int_ranged(vm, args[2], &options))
        return VALUE_NULL;
    while ((r = INTERRUPTIBLE(vm, waitid((idtype_t)type, (id_t)id, &si, options))) <
               0 &&
           posix_again(vm))
        ;
    if (r < 0)
        return posix_error(vm);
    if (si.si_pid == 0)
        return VALUE_NONE;
    Value items[5] = {value_from_imm(si.si_pid), value_from_imm(si.si_uid),
                      value_from_imm(si.si_signo), value_from_imm(si.si_status),
                      value_from_imm(si.si_code)};
    return structseq_make_steal(vm, &waitid_spec, items, 5);
}

FN(posix_waitstatus_to_exitcode)
{
    int status;
    if (!arg_int(vm, args[0], &status))
        return VALUE_NULL;
    if (WIFEXITED(status))
        return value_from_imm(WEXITSTATUS(status));
    if (WIFSIGNALED(status))
        return value_from_imm(-WTERMSIG(status));
    if (WIFSTOPPED(status))
        return error_set(vm, EXC_ValueError, "process stopped by delivery of signal %d",
                         WSTOPSIG(status));
    return error_set(vm, EXC_ValueError, "invalid wait status: %d", status);
}

CONTENTS(posix_process_contents,
    HAS_STRUCT("waitid_result", &waitid_spec),
);

METHODS(posix_process_functions,
    {"register_at_fork", posix_register_at_fork, 0,
     "($module, /, *, before=<unrepresentable>,\n                 after_in_child=<unrepresentable>,\n"
     "                 after_in_parent=<unrepresentable>)",
     "Have functions called around a fork: before it, the latest first, and after it in child and parent."},
    {"fork", posix_fork, 0, "($module, /)",
     "Make a child that goes on from here, too: 0 in the child, its pid in the parent."},
    {"forkpty", posix_forkpty, 0, "($module, /)",
     "Like fork(), with a pseudo-terminal for the child: (pid, descriptor of the master)."},
    {"execv", posix_execv, 0, "($module, path, argv, /)",
     "Replace this process by a program, of this path and these arguments."},
    {"execve", posix_execve, 0, "($module, /, path, argv, env)", "Like execv(), with an environment: a mapping."},
    {"posix_spawn", posix_posix_spawn, 0,
     "($module, path, argv, env, /, *, file_actions=(),\n"
     "            setpgroup=<unrepresentable>, resetids=False, setsid=False,\n"
     "            setsigmask=(), setsigdef=(), scheduler=<unrepresentable>)",
     "Start a program in a process of its own, and return its pid."},
    {"posix_spawnp", posix_posix_spawnp, 0,
     "($module, path, argv, env, /, *, file_actions=(),\n"
     "             setpgroup=<unrepresentable>, resetids=False, setsid=False,\n"
     "             setsigmask=(), setsigdef=(), scheduler=<unrepresentable>)",
     "Like posix_spawn(), and the program is looked for in PATH."},
    {"_exit", posix__exit, 0, "($module, /, status)",
     "End the process at once with this status: nothing is flushed, nothing cleaned up."},
    {"abort", posix_abort, 0, "($module, /)", "End the process by SIGABRT, which dumps core where that is allowed."},
    {"system", posix_system, 0, "($module, /, command)",
     "Run a command in a shell, and return how it ended, as wait() tells it."},
    {"wait", posix_wait, 0, "($module, /)", "Wait for any child to end: (pid, status)."},
    {"waitpid", posix_waitpid, M_TUPLE, "($module, pid, options, /)",
     "Wait for a child, or for any with -1: (pid, status); (0, 0) if WNOHANG finds none."},
    {"wait3", posix_wait3, 0, "($module, /, options)", "Like wait(), with options: (pid, status, what it used)."},
    {"wait4", posix_wait4, 0, "($module, /, pid, options)", "Like waitpid(): (pid, status, what it used)."},
    {"waitid", posix_waitid, M_TUPLE, "($module, idtype, id, options, /)",
     "Wait for children that P_PID, P_PGID or P_ALL chooses: a waitid_result, or None if WNOHANG finds none."},
    {"waitstatus_to_exitcode", posix_waitstatus_to_exitcode, 0, "($module, /, status)",
     "What a status of wait() means: the exit code, or less than 0 the signal that ended the process."},
);
