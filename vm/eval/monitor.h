/* monitor.h - sys.monitoring (PEP 669): tools, the events that each of them wants, and
 * the Python functions that are called with these.
 *
 * Events that an instruction makes are seen by patches in the code (patch.h), in those
 * places alone where a tool wants them: what answered DISABLE runs again as if nobody
 * listened. Exceptions are seen on the loop's ways out, while vm->exceptions_seen. No
 * request is raised and no other table is taken, so the rest of the program runs at its
 * full speed.
 *
 * Unlike observers (probes/event.h) a tool's function may raise: the instruction fails
 * then. What it runs itself no tool sees. Files: monitor.c has the tools and calls
 * them, monitor_code.c which instructions of a code object are patched, monitor_step.c
 * the events of one instruction. stdlib/runtime/monitoring.c is the Python side.
 */
#ifndef MINIPY_VM_EVAL_MONITOR_H
#define MINIPY_VM_EVAL_MONITOR_H

#include "vm/code/code_instr.h"
#include "vm/eval/patch.h"
#include "vm/eval/trace.h"

/* In the order of their bits in Python. */
#define MONITOR_EVENTS(X)                                                              \
    X(PY_START)                                                                        \
    X(PY_RESUME)                                                                       \
    X(PY_RETURN)                                                                       \
    X(PY_YIELD)                                                                        \
    X(CALL)                                                                            \
    X(LINE)                                                                            \
    X(INSTRUCTION)                                                                     \
    X(JUMP)                                                                            \
    X(BRANCH)                                                                          \
    X(STOP_ITERATION)                                                                  \
    X(RAISE)                                                                           \
    X(EXCEPTION_HANDLED)                                                               \
    X(PY_UNWIND)                                                                       \
    X(PY_THROW)                                                                        \
    X(RERAISE)                                                                         \
    X(C_RETURN)                                                                        \
    X(C_RAISE)
typedef enum MonitorEvent {
#define X(name) MONITOR_##name,
    MONITOR_EVENTS(X)
#undef X
        MONITOR_EVENT_COUNT,
    MONITOR_LOCAL = MONITOR_RAISE, /* those before may be wanted of one code object,
                                      and DISABLEd */
    MONITOR_OWN_SETS = MONITOR_C_RETURN, /* those from here on come with CALL */
} MonitorEvent;
enum { MONITOR_TOOLS = 6 };

/* Sets of tools are bits by their ids, sets of events bits by MonitorEvent. */
typedef struct MonitorState {
    Value names[MONITOR_TOOLS]; /* str, strong; VALUE_NULL: not in use */
    Value callbacks[MONITOR_TOOLS][MONITOR_EVENT_COUNT]; /* strong; VALUE_NULL */
    uint32_t events[MONITOR_TOOLS];                      /* of all code */
    uint8_t tools[MONITOR_OWN_SETS];                     /* the same, by event */
    unsigned restarts;      /* how often what was DISABLEd was taken back */
    Value disable, missing; /* strong: sys.monitoring.DISABLE and MISSING */
    Value module;           /* strong: sys.monitoring; VALUE_NULL until asked for */
} MonitorState;

/* What tools want of one instruction. */
typedef struct MonitorUnit {
    uint8_t line, instruction;
    uint8_t event; /* what this instruction makes: event_of() in monitor_code.c */
    uint8_t stop;  /* STOP_ITERATION, of FOR_ITER and SEND */
    uint8_t flags; /* MONITOR_*, and monitor_code.c's own */
} MonitorUnit;
enum { MONITOR_WATCHED = 1 /* the instruction is to have a patch */ };

/* Of a code object that is, or was, monitored; freed with it. */
typedef struct MonitorCode {
    uint8_t local[MONITOR_LOCAL];     /* tools that want the event of this code */
    uint8_t active[MONITOR_OWN_SETS]; /* those that `units` was made for */
    unsigned restarts;                /* MonitorState's, then */
    MonitorUnit units[];              /* ninstrs */
} MonitorCode;

/* ---- tools (monitor.c) ----------------------------------------------------------- */

/* Made when first asked for; NULL: MemoryError. */
MonitorState *monitor_state(MinipyVM *vm);
void monitor_fini(MinipyVM *vm);

/* From now on the tool wants these events, of all code or of this. -1: MemoryError. */
void monitor_set_events(MinipyVM *vm, int tool, uint32_t events);
int monitor_set_local(MinipyVM *vm, int tool, CodeObj *code, uint32_t events);
uint32_t monitor_local_events(const CodeObj *code, int tool);
void monitor_restart(MinipyVM *vm);
const char *monitor_event_name(MonitorEvent event);

/* Does a tool want exceptions? And PATCH_MONITOR or 0: does one want anything? */
bool monitor_wants_exceptions(const MinipyVM *vm);
unsigned monitor_patches(const MinipyVM *vm);
uint8_t monitor_wanted(const MinipyVM *vm, const CodeObj *code, MonitorEvent event);

/* Is the running code to be reported to tools, not that of a callback or a hook? */
static inline bool monitor_listens(const MinipyVM *vm)
{
    return vm->trace->thread.tracing == 0;
}
/* Calls the tools that want `event` of the instruction at `unit`: f(code, offset), and
 * with `a` and `b` as far as they are given. -1: one raised. */
int monitor_tell(MinipyVM *vm, CodeObj *code, int unit, MonitorEvent event, Value a,
                 Value b);
/* The same with a number in place of the instruction's offset. */
int monitor_tell_at(MinipyVM *vm, CodeObj *code, int unit, MonitorEvent event,
                    int64_t where, Value a, Value b);

/* Events of exceptions; vm->raised is set. What a callback raises takes its place. */
void monitor_exception(MinipyVM *vm, Frame *f, MonitorEvent event);
/* It goes to the handler at `target`. True: a callback raised, which in CPython is as
 * if the instruction before that handler had: most often it has none. */
bool monitor_handled(MinipyVM *vm, Frame *f, uint32_t target);

/* ---- instructions (monitor_code.c, monitor_step.c) ------------------------------- */

/* Does a tool want the instruction at `unit`, of whose code the patches are made? */
static inline bool monitor_is_at(const CodeObj *code, int unit)
{
    return code->patches && (code->patches->wanted & PATCH_MONITOR) && code->monitor &&
           (code->monitor->units[unit].flags & MONITOR_WATCHED);
}
/* Has code->monitor been made? False: MemoryError. */
bool monitor_code(MinipyVM *vm, CodeObj *code);
/* code->patches is new, or what is wanted has changed: says in its units where the
 * patches of tools are to be. Without memory there are none. */
void monitor_patch(MinipyVM *vm, CodeObj *code);
/* These tools want no more of the event there, until restart_events(). */
void monitor_disable(CodeObj *code, int unit, MonitorEvent event, uint8_t tools);
/* Those that want it there. */
uint8_t *monitor_slot(MonitorCode *m, int unit, MonitorEvent event);
/* Does an instruction, which ran after `prev`, begin a line for tools? */
bool monitor_begins_line(MinipyVM *vm, CodeObj *code, int prev, int unit);

/* f->ip is behind a patch of tools: tells them what there is to tell. */
typedef enum MonitorResult {
    MONITOR_GO_ON,  /* the instruction is to be carried out */
    MONITOR_DONE,   /* it has been: f->ip and f->sp say where to go on */
    MONITOR_FAILED, /* an exception; f->ip and f->sp name the instruction that failed */
} MonitorResult;
/* ... where the running code is one to be reported (monitor_listens). */
MonitorResult monitor_step(MinipyVM *vm, Frame *f, int prev, int unit);

#endif
