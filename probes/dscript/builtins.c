/* Built-in variables: what an event, its thread and its process know. */
#include <errno.h>
#include <sched.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probes/dscript/check.h"
#include "probes/dscript/descriptions.h"
#include "probes/dscript/eval.h"
#include "probes/dscript/functions.h"
#include "probes/dscript/run.h"

typedef struct DBuiltin {
    const char *name;
    DType type;
    DNumberOf *number_of;
    DTextOf *text_of;
} DBuiltin;

#define NUMBER(name) static int64_t name(const DExpr *expr, DRun *run)
#define TEXT(name) static DText name(const DExpr *expr, DRun *run)

NUMBER(get_timestamp)
{
    (void)expr;
    return (int64_t)drun_timestamp(run);
}

NUMBER(get_vtimestamp)
{
    (void)expr;
    if (run->vtimestamp == 0)
        run->vtimestamp = probe_cpu_now();
    return (int64_t)run->vtimestamp;
}

NUMBER(get_walltimestamp)
{
    (void)expr;
    if (run->walltimestamp == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        run->walltimestamp = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    }
    return (int64_t)run->walltimestamp;
}

NUMBER(get_pid)
{
    (void)expr;
    return run->script->pid;
}

/* A system call, so it is asked once for the events of a thread that follow each other.
 */
NUMBER(get_tid)
{
    DScript *script = run->script;
    (void)expr;
    if (run->event == NULL)
        return syscall(SYS_gettid);
    if (script->tid == 0 || script->tid_thread != run->thread) {
        script->tid = syscall(SYS_gettid);
        script->tid_thread = run->thread;
    }
    return script->tid;
}

NUMBER(get_ppid)
{
    (void)expr, (void)run;
    return getppid();
}

NUMBER(get_uid)
{
    (void)expr, (void)run;
    return getuid();
}

NUMBER(get_gid)
{
    (void)expr, (void)run;
    return getgid();
}

NUMBER(get_cpu)
{
    (void)expr, (void)run;
    return sched_getcpu();
}

NUMBER(get_errno)
{
    (void)expr, (void)run;
    return errno;
}

NUMBER(get_epid)
{
    (void)expr;
    return run->enabling->id;
}

NUMBER(get_id)
{
    (void)expr;
    return dprobe_id(run->probe);
}

NUMBER(get_zero)
{
    (void)expr, (void)run;
    return 0;
}

NUMBER(get_depth)
{
    return dfunction_stack_depth(expr, run);
}

TEXT(get_execname)
{
    (void)expr;
    return dtext(run->script->exec_name);
}

TEXT(get_probeprov)
{
    (void)expr;
    return dtext(dprobe_provider(run->script, run->probe));
}

TEXT(get_probename)
{
    (void)expr;
    return dprobe_name(run->script, run->probe);
}

TEXT(get_probemod)
{
    (void)expr;
    const ProbeCode *code = run->event != NULL ? run->event->code : NULL;
    return dtext(code != NULL ? code->module : "");
}

TEXT(get_probefunc)
{
    (void)expr;
    const ProbeCode *code = run->event != NULL ? run->event->code : NULL;
    return dtext(code != NULL ? code->qualname : "");
}

#define NUMBER_ROW(name, type, get)                                                    \
    {                                                                                  \
        name, type, get, NULL                                                          \
    }
#define TEXT_ROW(name, get)                                                            \
    {                                                                                  \
        name, DTYPE_TEXT, NULL, get                                                    \
    }

static const DBuiltin table[] = {
    NUMBER_ROW("timestamp", DTYPE_ULONG, get_timestamp),
    NUMBER_ROW("vtimestamp", DTYPE_ULONG, get_vtimestamp),
    NUMBER_ROW("walltimestamp", DTYPE_LONG, get_walltimestamp),
    NUMBER_ROW("pid", DTYPE_INT, get_pid),
    NUMBER_ROW("tid", DTYPE_INT, get_tid),
    NUMBER_ROW("ppid", DTYPE_INT, get_ppid),
    NUMBER_ROW("uid", DTYPE_UINT, get_uid),
    NUMBER_ROW("gid", DTYPE_UINT, get_gid),
    NUMBER_ROW("cpu", DTYPE_INT, get_cpu),
    NUMBER_ROW("errno", DTYPE_INT, get_errno),
    NUMBER_ROW("epid", DTYPE_UINT, get_epid),
    NUMBER_ROW("id", DTYPE_UINT, get_id),
    NUMBER_ROW("ipl", DTYPE_UINT, get_zero),
    NUMBER_ROW("stackdepth", DTYPE_UINT, get_depth),
    NUMBER_ROW("ustackdepth", DTYPE_UINT, get_depth),
    TEXT_ROW("execname", get_execname),
    TEXT_ROW("probeprov", get_probeprov),
    TEXT_ROW("probemod", get_probemod),
    TEXT_ROW("probefunc", get_probefunc),
    TEXT_ROW("probename", get_probename),
};

bool dcheck_builtin(DExpr *expr)
{
    const DBuiltin *end = table + sizeof table / sizeof *table;
    if (expr->number != DSCOPE_GLOBAL || expr->kind != DEXPR_VARIABLE)
        return expr->kind == DEXPR_BUILTIN;
    for (const DBuiltin *row = table; row < end; row++) {
        if (!dtext_is(expr->text, row->name))
            continue;
        expr->kind = DEXPR_BUILTIN;
        expr->type = row->type;
        if (row->text_of != NULL)
            expr->text_of = row->text_of;
        else
            expr->number_of = row->number_of;
        return true;
    }
    return false;
}
