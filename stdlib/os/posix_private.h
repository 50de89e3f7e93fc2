/* posix_private.h - what the files of the module posix share.
 *
 * posix.c the module, its constants and argument conversions; posix_calls.def the many
 * functions that are one system call (system_call.h); posix_path.c functions of
 * names; posix_stat.c stat and what tells of files; posix_scandir.c listdir and
 * scandir; posix_fd.c descriptors; posix_process.c processes; posix_ids.c users,
 * groups, sessions, scheduling; posix_system.c the environment and the machine.
 */
#ifndef MINIPY_STDLIB_OS_POSIX_PRIVATE_H
#define MINIPY_STDLIB_OS_POSIX_PRIVATE_H

#include <signal.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/native.h"
#include "vm/eval/audit.h"
#include "vm/objects/fs_path.h"
#include "vm/numbers/float.h"
#include "vm/threads/signals.h"
#include "vm/objects/structseq.h"

/* ---- arguments ------------------------------------------------------------------- */

/* A path, or a descriptor where the function takes one. */
typedef struct PathArg {
    char *text;   /* owned; NULL: fd counts (or None was given and fd is -1) */
    int fd;       /* -1: text counts */
    Value object; /* strong: what OSError.filename shows */
    bool bytes;   /* results are bytes, not str */
} PathArg;
enum { PATH_FD = 1, PATH_NULLABLE = 2 };
/* argname: "path", "src"; v may be VALUE_NULL with PATH_NULLABLE. False: error. */
bool path_arg(MinipyVM *vm, const char *fname, const char *argname, Value v, int flags,
              PathArg *out);
void path_clear(MinipyVM *vm, PathArg *p);
Value path_error(MinipyVM *vm,
                 PathArg *p); /* clears p; errno, or the error that is set */

Value fs_text(MinipyVM *vm, const char *text, bool bytes); /* str or bytes of a name */

bool dir_fd_arg(MinipyVM *vm, Value v_or_null,
                int *out);      /* AT_FDCWD when absent or None */
Value dir_fd_audit(int dir_fd); /* -1 for AT_FDCWD */
/* os.fork() without its audit event, as for a preexec_fn. (posix_process.c) */
Value posix_fork_unheard(MinipyVM *vm);
/* The truth of an argument, def if it was not given. false: exception. */
bool bool_arg(MinipyVM *vm, Value v_or_null, bool def, bool *out);
bool fileno_arg(MinipyVM *vm, Value v, int *out); /* int or object with fileno() */
bool uid_arg(MinipyVM *vm, Value v, const char *what, uint32_t *out); /* "uid", "gid" */
/* A C int, def if it was not given. false: TypeError or OverflowError. */
bool int_arg_or(MinipyVM *vm, Value v_or_null, int def, int *out);

/* OSError of errno, unless an exception is set already (a signal handler raised). */
Value posix_error(MinipyVM *vm);
static inline Value posix_none(MinipyVM *vm, int r)
{
    return r < 0 ? posix_error(vm) : VALUE_NONE;
}
/* A call that failed is to be made again: it was interrupted and no handler raised. */
static inline bool posix_again(MinipyVM *vm)
{
    return signals_call_again(vm);
}

typedef struct PosixConstant {
    const char *name;
    int64_t value;
} PosixConstant;
/* A new dict of text to int, for confstr_names & co. VALUE_NULL: exception. */
Value posix_names(MinipyVM *vm, const PosixConstant *c, size_t n);
/* A name of such a dict or a number. -1: error set. */
bool posix_conf_arg(MinipyVM *vm, Value v, const PosixConstant *c, size_t n, int *out);

/* Structures of the system as Python shows them: new, VALUE_NULL: exception. */
Value stat_result_new(MinipyVM *vm, const struct stat *st); /* posix_stat.c */
struct rusage;
Value rusage_result(MinipyVM *vm, const struct rusage *ru); /* resource.c */
/* The signals that an iterable names (signal.c). false: error set. */
bool sigset_arg(MinipyVM *vm, Value iterable, sigset_t *set);
struct sched_param;
/* A posix.sched_param object (posix_ids.c). false: error set. */
bool sched_param_arg(MinipyVM *vm, Value v, struct sched_param *out);

/* What each file gives to the module. */
extern const MethodDef posix_call_functions[], posix_path_functions[],
    posix_stat_functions[], posix_scandir_functions[], posix_fd_functions[],
    posix_process_functions[], posix_id_functions[], posix_system_functions[],
    posix_conf_functions[];
extern const ModuleItem posix_stat_contents[], posix_scandir_contents[],
    posix_process_contents[], posix_id_contents[], posix_system_contents[],
    posix_conf_contents[];
/* Instances of stat_result and sched_param are made in ways of their own. 0, or -1 with
 * an exception. */
int posix_stat_exec(MinipyVM *vm);
int posix_ids_exec(MinipyVM *vm);

#endif
