/* subprocess.c - the module _posixsubprocess: fork_exec, the one function that
 * subprocess.py needs in C. Everything that can fail or allocate is made ready before
 * the fork; the child then only arranges its descriptors and executes. What goes wrong
 * in it is reported through errpipe_write as "OSError:<errno in hex>:<where>".
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/os/posix_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"

/* The arguments, in fork_exec's order, ready for the child. */
typedef struct Launch {
    char **argv, **executables, **env; /* NULL-terminated, owned; env NULL: inherit */
    char *cwd;                         /* owned; NULL: stay */
    int *keep;                         /* owned, ascending */
    int64_t nkeep;
    bool close_fds, restore_signals, new_session, set_gid, set_uid, allow_vfork;
    int p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, errpipe_read,
        errpipe_write;
    int group, umask;
    gid_t gid, *groups; /* groups owned; NULL: leave */
    int64_t ngroups;
    uid_t uid;
    Value preexec; /* borrowed; VALUE_NONE: none */
} Launch;

/* ---- before the fork ------------------------------------------------------------- */

static void texts_free(MinipyVM *vm, char **texts)
{
    for (char **t = texts; t && *t; t++)
        mem_free(vm, *t);
    mem_free(vm, texts);
}

static void launch_clear(MinipyVM *vm, Launch *l)
{
    int err = errno;
    texts_free(vm, l->argv);
    texts_free(vm, l->executables);
    texts_free(vm, l->env);
    mem_free(vm, l->cwd);
    mem_free(vm, l->keep);
    mem_free(vm, l->groups);
    errno = err;
}

/* Copies of the items of a list or tuple; `convert`: str and PathLike too, else bytes
 * only. */
static char **texts_of(MinipyVM *vm, Value seq, bool convert)
{
    int64_t n = seq_size(seq);
    char **texts = mem_calloc(vm, (size_t)(n + 1) * sizeof *texts);
    for (int64_t i = 0; texts && i < n; i++) {
        Value item = seq_items(seq)[i], bytes = VALUE_NULL;
        if (convert)
            bytes = fs_encode(vm, item);
        else if (value_is_bytes(item))
            bytes = value_incref(item);
        else
            error_set(vm, EXC_TypeError, "expected bytes, %T found", item);
        if (bytes && memchr(BYTES(bytes)->data, 0, (size_t)BYTES(bytes)->size)) {
            error_set(vm, EXC_ValueError, "embedded null byte");
            value_clear(vm, &bytes);
        }
        texts[i] = bytes ? mem_strdup(vm, (char *)BYTES(bytes)->data) : NULL;
        value_xdecref(vm, bytes);
        if (!texts[i]) {
            texts_free(vm, texts);
            texts = NULL;
        }
    }
    return texts;
}

/* ... of any iterable. */
static char **texts_of_any(MinipyVM *vm, Value iterable)
{
    Value list = sequence_list(vm, iterable);
    char **texts = list ? texts_of(vm, list, false) : NULL;
    value_xdecref(vm, list);
    return texts;
}

static bool take_keep(MinipyVM *vm, Value tuple, Launch *l)
{
    l->keep = mem_alloc(vm, (size_t)(tuple_size(tuple) + 1) * sizeof *l->keep);
    int last = -1;
    for (int64_t i = 0; l->keep && i < tuple_size(tuple); i++) {
        Value v = tuple_get_borrow(tuple, i);
        int64_t fd = value_is_int_imm(v) ? value_imm(v) : -1;
        if (fd <= last || fd > INT32_MAX) {
            error_set(vm, EXC_ValueError, "bad value(s) in fds_to_keep");
            return false;
        }
        l->keep[l->nkeep++] = last = (int)fd;
    }
    return l->keep != NULL;
}

static bool take_groups(MinipyVM *vm, Value groups, Launch *l)
{
    if (groups == VALUE_NONE)
        return true;
    if (!value_is_list(groups))
        return error_set(vm, EXC_TypeError, "setgroups argument must be a list"), false;
    l->groups = gids_of(vm, groups, &l->ngroups);
    if (!l->groups && error_matches(vm, EXC_OverflowError))
        error_set(vm, EXC_ValueError, "invalid group id");
    return l->groups != NULL;
}

/* The eight descriptors are arguments 6 to 13. */
static bool take_descriptors(MinipyVM *vm, const Value *a, Launch *l)
{
    int *const fds[] = {&l->p2cread, &l->p2cwrite, &l->c2pread,      &l->c2pwrite,
                        &l->errread, &l->errwrite, &l->errpipe_read, &l->errpipe_write};
    for (int i = 0; i < 8; i++)
        if (!arg_int(vm, a[6 + i], fds[i]))
            return false;
    return true;
}

static bool take_arguments(MinipyVM *vm, const Value *a, Launch *l)
{
    if (!value_is_tuple(a[3])) {
        arg_type_error(vm, "fork_exec", "4", "tuple", a[3]);
        return false;
    }
    if (!bool_arg(vm, a[2], false, &l->close_fds) || !take_descriptors(vm, a, l) ||
        !bool_arg(vm, a[14], false, &l->restore_signals) ||
        !bool_arg(vm, a[15], false, &l->new_session) ||
        !bool_arg(vm, a[22], false, &l->allow_vfork) ||
        !arg_int(vm, a[16], &l->group) || !arg_int(vm, a[20], &l->umask))
        return false;
    if (l->close_fds && l->errpipe_write < 3) {
        error_set(vm, EXC_ValueError, "errpipe_write must be >= 3");
        return false;
    }
    if (!take_keep(vm, a[3], l))
        return false;
    if (!(l->executables = texts_of_any(vm, a[1])))
        return false;
    if (a[0] != VALUE_NONE) {
        if (!value_is_list(a[0]) && !value_is_tuple(a[0])) {
            error_set(vm, EXC_TypeError, "argv must be a tuple");
            return false;
        }
        if (!(l->argv = texts_of(vm, a[0], true)))
            return false;
    }
    if (a[5] != VALUE_NONE && !(l->env = texts_of_any(vm, a[5])))
        return false;
    if (a[4] != VALUE_NONE) {
        Value cwd = fs_encode(vm, a[4]);
        l->cwd = cwd ? mem_strdup(vm, (char *)BYTES(cwd)->data) : NULL;
        value_xdecref(vm, cwd);
        if (!l->cwd)
            return false;
    }
    l->set_gid = a[17] != VALUE_NONE;
    l->set_uid = a[19] != VALUE_NONE;
    l->preexec = a[21];
    return take_groups(vm, a[18], l) &&
           (!l->set_gid || uid_arg(vm, a[17], "gid", &l->gid)) &&
           (!l->set_uid || uid_arg(vm, a[19], "uid", &l->uid));
}

/* ---- in the child ---------------------------------------------------------------- */

static bool inheritable(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    return flags >= 0 && fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC) >= 0;
}

/* from becomes the standard descriptor `to`. */
static bool place(int from, int to)
{
    if (from == to)
        return inheritable(to);
    return from == -1 || dup2(from, to) >= 0;
}

/* The parent's ends go; low descriptors that would be overwritten move up first. */
static bool arrange_standard(Launch *l)
{
    const int parents[] = {l->p2cwrite, l->c2pread, l->errread, l->errpipe_read};
    for (int i = 0; i < 4; i++)
        if (parents[i] != -1 && close(parents[i]) < 0)
            return false;
    if (l->c2pwrite == 0 && (l->c2pwrite = dup(0)) < 0)
        return false;
    while (l->errwrite == 0 || l->errwrite == 1)
        if ((l->errwrite = dup(l->errwrite)) < 0)
            return false;
    return place(l->p2cread, 0) && place(l->c2pwrite, 1) && place(l->errwrite, 2);
}

static bool is_kept(const Launch *l, int fd)
{
    int64_t i = 0;
    while (i < l->nkeep && l->keep[i] != fd)
        i++;
    return i < l->nkeep;
}

/* Closes by their names in /proc, or where there is none by number, what is open: for a
 * kernel before 5.9, and for sandboxes that refuse close_range(). opendir() would ask
 * for memory, which a child beside other threads must not. */
static void close_one_by_one(const Launch *l)
{
    struct dirent64 room[16];
    int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ssize_t n;
    if (folder < 0) {
        for (int fd = 3; fd < sysconf(_SC_OPEN_MAX); fd++)
            if (!is_kept(l, fd))
                close(fd);
        return;
    }
    while ((n = getdents64(folder, room, sizeof room)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct dirent64 *entry = (void *)((char *)room + at);
            int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
            if (fd >= 3 && fd != folder && !is_kept(l, fd))
                close(fd);
            at += entry->d_reclen;
        }
    close(folder);
}

/* Closes what is not kept, from 3 on: the gaps between the kept ones. */
static void close_others(const Launch *l)
{
    unsigned start = 3;
    for (int64_t i = 0; i < l->nkeep; i++) {
        unsigned fd = (unsigned)l->keep[i];
        if (fd < start)
            continue;
        if (fd > start && close_range(start, fd - 1, 0) < 0) {
            close_one_by_one(l);
            return;
        }
        start = fd + 1;
    }
    if (close_range(start, ~0u, 0) < 0)
        close_one_by_one(l);
}

static bool become(const Launch *l)
{
    if (l->umask >= 0)
        umask((mode_t)l->umask);
    if (l->restore_signals) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
    }
    if (l->new_session)
        setsid();
    if (l->group >= 0 && setpgid(0, l->group) < 0)
        return false;
    if (l->groups && setgroups((size_t)l->ngroups, l->groups) < 0)
        return false;
    if (l->set_gid && setregid(l->gid, l->gid) < 0)
        return false;
    return !l->set_uid || setreuid(l->uid, l->uid) >= 0;
}

/* Tries each executable; the first error that says more than "not there" is the one
 * told. */
static void execute(const Launch *l)
{
    int saved = 0;
    for (char **path = l->executables; *path; path++) {
        if (l->env)
            execve(*path, l->argv, l->env);
        else
            execv(*path, l->argv);
        if (errno != ENOENT && errno != ENOTDIR && saved == 0)
            saved = errno;
    }
    if (saved)
        errno = saved;
}

static void child(MinipyVM *vm, Launch *l)
{
    const char *where = "noexec"; /* nothing of the program's has been tried */
    char text[128];
    for (int64_t i = 0; i < l->nkeep; i++)
        if (l->keep[i] != l->errpipe_write && !inheritable(l->keep[i]))
            goto error;
    if (!arrange_standard(l))
        goto error;
    if ((l->cwd && chdir(l->cwd) < 0) || !become(l))
        goto error;
    where = "";
    if (l->preexec != VALUE_NONE) {
        Value r = call0(vm, l->preexec);
        if (!r) {
            snprintf(text, sizeof text,
                     "SubprocessError:0:Exception occurred in preexec_fn.");
            goto report;
        }
        value_decref(vm, r);
    }
    if (l->close_fds)
        close_others(l);
    execute(l);
error:
    snprintf(text, sizeof text, "OSError:%X:%s", (unsigned)errno, where);
report:
    if (write(l->errpipe_write, text, strlen(text)) < 0)
        _exit(255);
}

/* ---- fork_exec ------------------------------------------------------------------- */

static _Noreturn void run_child(MinipyVM *vm, Launch *l)
{
    child(vm, l);
    _exit(255);
}

/* A handler that ran before the exec would run in the parent's memory. */
static void forget_handlers(void)
{
    for (int i = 1; i < _NSIG; i++) {
        struct sigaction now;
        if (sigaction(i, NULL, &now) < 0 || now.sa_handler == SIG_IGN ||
            now.sa_handler == SIG_DFL)
            continue;
        now = (struct sigaction){.sa_handler = SIG_DFL};
        sigaction(i, &now, NULL);
    }
}

/* Until its exec the child borrows the parent's memory and stack, where nothing has to
 * be copied for it: the parent waits so long. Not where it changes who it is: that is
 * seen by every thread of the C library's. */
static bool may_borrow(const Launch *l)
{
    return l->allow_vfork && !l->set_uid && !l->set_gid && !l->groups;
}

/* The child's number; -1: errno. */
__attribute__((noinline)) static pid_t start(MinipyVM *vm, Launch *l)
{
    sigset_t all, old;
    sigfillset(&all); /* no handler may run between the fork and the exec */
    pthread_sigmask(SIG_BLOCK, &all, &old);
    pid_t pid = may_borrow(l) ? vfork() : -1;
    if (pid < 0)
        pid = fork();
    if (pid == 0) {
        forget_handlers();
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        run_child(vm, l);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return pid;
}

FN(posix_fork_exec)
{
    Launch l = {0};
    if (!take_arguments(vm, args, &l)) {
        launch_clear(vm, &l);
        return VALUE_NULL;
    }
    bool runs_python = l.preexec != VALUE_NONE;
    bool collects = vm->gc.enabled;
    if (runs_python)
        vm->gc.enabled =
            false; /* the child's functions collect nothing of the parent's */
    pid_t pid = runs_python ? fork_that_runs_python(vm) : start(vm, &l);
    if (pid == 0)
        run_child(vm, &l);
    if (runs_python && collects)
        vm->gc.enabled = true;
    launch_clear(vm, &l);
    if (pid >= 0)
        return value_from_imm(pid);
    return error_occurred(vm) ? VALUE_NULL : posix_error(vm);
}

static METHODS(functions,
    {"fork_exec", posix_fork_exec, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, args, executable_list, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite, errread, "
     "errwrite, errpipe_read, errpipe_write, restore_signals, call_setsid, pgid_to_set, gid, groups, uid, umask, "
     "preexec_fn, allow_vfork, /)",
     "fork_exec(args, executable_list, close_fds, pass_fds, cwd, env,\n"
     "          p2cread, p2cwrite, c2pread, c2pwrite,\n          errread, errwrite, errpipe_read, errpipe_write,\n"
     "          restore_signals, call_setsid, pgid_to_set,\n          gid, groups_list, uid,\n          preexec_fn)\n\n"
     "Start a program for subprocess.Popen: fork, set the child up, exec; return the child's pid."},
);

MODULE_SPEC(subprocess_module_spec,
    .name = "_posixsubprocess",
    .doc = "A POSIX helper for the subprocess module.",
    .methods = functions,
);
