/* event.h - what an observer inside the process is handed: one struct for the events of
 * all markers, the filters that say which it gets, and what it may answer.
 *
 * An observer is a row of struct ProbeObserver in the list of a vm's consumers
 * (consumer.h); it costs those alone who wait for the same events. Everything here is
 * to be called by the thread that is in the vm. */
#ifndef MINIPY_PROBES_EVENT_H
#define MINIPY_PROBES_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes/clock.h"
#include "probes/markers.h"

typedef struct ProbeConsumers ProbeConsumers;
typedef struct CallTimes CallTimes; /* probes/views/call_times.h */

/* How a frame was left. */
typedef enum ProbeExit {
    PROBE_EXIT_NONE, /* not an event of function_return */
    PROBE_EXIT_RETURN,
    PROBE_EXIT_YIELD,
    PROBE_EXIT_EXCEPTION,
} ProbeExit;

/* A code object as observers know it: made at its first event, kept until the vm's end,
 * so that its address and strings stay good when the code object dies. */
typedef struct ProbeCode {
    uint32_t id;    /* > 0, unique in the vm, never used again */
    int first_line; /* co_firstlineno */
    const char *filename, *name, *qualname, *module; /* "": not encodable; never NULL */
} ProbeCode;

/* An argument of a marker. */
typedef union ProbeValue {
    const char *text; /* of type STR; NULL: not encodable */
    long number;      /* INT, LONG */
    const void *address;
} ProbeValue;

enum { PROBE_ARGS_MAX = 6 };

typedef struct ProbeEvent {
    uint32_t size;         /* sizeof(ProbeEvent) of the build that made it */
    uint16_t kind;         /* enum ProbeMarker */
    uint8_t exit;          /* ProbeExit */
    int line;              /* 0: none */
    const ProbeCode *code; /* of the frame in which it happened; NULL: in none */
    const void *frame;     /* tells it from others that run; NULL: in none */
    void *vm;
    uint64_t thread; /* threading.get_ident() */
    /* The marker's, in the order of markers.def; not filled in for function_entry,
     * function_return and line: probe_event_args() makes them. */
    ProbeValue args[PROBE_ARGS_MAX];
} ProbeEvent;

typedef enum ProbeAnswer {
    PROBE_GO_ON,
    PROBE_SILENT, /* this observer wants no more of this kind at this code and line */
    PROBE_ABORT,  /* the program's run ends, as by minipy_stop() */
} ProbeAnswer;

/* What is given must match; for files, modules and names that is decided once a code
 * object. They are patterns of the shell (fnmatch), several with commas between, and
 * with
 * '!' in front one that must not match. A pattern of files that has no slash is held
 * against the last part of the path, too. What happens in no frame matches no pattern.
 */
typedef struct ProbeFilter {
    const char *files, *modules, *names; /* names: qualified ones; NULL or "": all */
    uint64_t thread;                     /* 0: all */
    /* Of function_return and of the markers with a time (function_latency,
     * lock_acquired, gil_acquired): those that took so long. 0: all. */
    uint64_t min_ns;
} ProbeFilter;

/* For an observer who needs no more of calls than who is called: no event is made of
 * them. `key` is the ProbeCode of what is entered, or an address of its own of what is
 * written in C. These run no Python code and look at no frame. */
typedef struct ProbeCalls {
    void (*enter)(void *user, uint64_t thread, const void *key, bool native);
    void (*leave)(void *user, uint64_t thread);
} ProbeCalls;

typedef struct ProbeObserver {
    uint64_t kinds; /* PROBE_BIT(NAME)s */
    ProbeAnswer (*event)(void *user, const ProbeEvent *event);
    const ProbeCalls *calls; /* instead of event, for function_entry, function_return,
                                cfunction_entry and cfunction_return; may be NULL */
    CallTimes *const *times; /* where `calls` counts: the host may do it there by
                                itself; NULL, or NULL in it: it may not */
    ProbeFilter filter;      /* copied, with its texts */
    void *user;
    void (*close)(
        void *user); /* once, when it is removed or the vm ends; may be NULL */
} ProbeObserver;

/* Adds a copy of `observer`. Returns its id (> 0, for probe_consumers_remove), or -1
 * when there is no memory. A callback may call this: what is added sees the next event.
 */
int probe_observe(ProbeConsumers *consumers, const ProbeObserver *observer);

/* All arguments of the event's marker, those of function_entry, function_return and
 * line included. */
void probe_event_args(const ProbeEvent *event, ProbeValue args[PROBE_ARGS_MAX]);

typedef struct ProbeFrame {
    const ProbeCode *code;
    int line; /* 0: none */
    const void *frame;
} ProbeFrame;

/* The calling thread's Python frames, innermost first, at most so many; returns how
 * many were written. Without `lines` these are 0: the first look at a code object's
 * makes a table of them. */
size_t probe_stack(ProbeConsumers *consumers, ProbeFrame *frames, size_t most,
                   bool lines);

typedef enum ProbeType {
    PROBE_TYPED_STR = 1,
    PROBE_TYPED_INT,
    PROBE_TYPED_LONG,
    PROBE_TYPED_PTR
} ProbeType;

/* A row of markers.def. */
typedef struct ProbeKind {
    const char *provider, *marker; /* as in the list, with "__" */
    int count;                     /* of arguments */
    struct {
        uint8_t type; /* ProbeType */
        const char *name;
    } args[PROBE_ARGS_MAX];
} ProbeKind;
extern const ProbeKind probe_kinds[PROBE_COUNT];

/* Makes a ProbeCode, which the consumers own; NULL: no memory. The texts are copied,
 * NULL stands for "". For the host (ProbeHost) alone. */
const ProbeCode *probe_code_new(ProbeConsumers *consumers, const ProbeCode *like);

#endif
