/* A script that is being read, checked or run. */
#ifndef MINIPY_PROBES_DSCRIPT_SCRIPT_H
#define MINIPY_PROBES_DSCRIPT_SCRIPT_H

#include <pthread.h>

#include "probes/dscript/options.h"
#include "probes/dscript/output.h"
#include "probes/dscript/store.h"
#include "probes/dscript/tree.h"
#include "probes/event.h"
#include "probes/sampler.h"

enum { DARGUMENTS = 10, DWORDS_MAX = 64 };

/* A clause by one description of its, for one probe. */
typedef struct DEnabling {
    DClause *clause;
    DDescription *description;
    uint32_t id;
} DEnabling;

typedef struct DEnablings {
    DEnabling *list;
    int count;
} DEnablings;

/* Fires a profile-N. */
typedef struct DSampler {
    ProbeSampler sampler;
    struct DScript *script;
    int probe;
} DSampler;

/* A variable with a room of its own: a global one, or a this->. */
typedef struct DSlot {
    int64_t number;
    DText text; /* in `room` */
    char *room; /* strsize bytes, of a text */
} DSlot;

/* What an event sees while its clauses run. */
struct DRun {
    struct DScript *script;
    const ProbeEvent *event; /* NULL: BEGIN, END, ERROR, timers */
    bool in_vm;              /* the thread has Python frames to be looked at */
    int probe;
    uint64_t thread;
    const DEnabling *enabling;
    int action;       /* of the clause; 0: the predicate */
    bool args_loaded; /* see drun_load_args */
    int64_t args[DARGUMENTS];
    const char *texts[DARGUMENTS]; /* those args that are texts, else NULL */
    uint64_t timestamp, vtimestamp, walltimestamp; /* 0: not asked for yet */
    size_t scratch_used;
    const char *fault; /* NULL: none. What went wrong; the clause ends */
    int64_t fault_value;
    const char *fault_at;
    DText token_rest; /* of strtok() */
};

typedef struct DScript {
    struct DScript *next;      /* of the process's; borrowed */
    ProbeConsumers *consumers; /* borrowed */
    DArena arena;
    DSources sources;
    DOptions options;
    const char *words[DWORDS_MAX]; /* $1... */
    int word_count;

    DClause *clauses, **clauses_end;
    DVariable *variables;
    DInline *inlines;
    DAggregation *aggregations;
    uint32_t variable_count, aggregation_count, slot_count;
    DTimer timers[DTIMERS_MAX];
    int timer_count;
    DEnablings enablings[DPROBES_MAX];

    DSlot *slots; /* globals and this-> */
    uint8_t *slot_is_this;
    DStore variables_store, aggregations_store;
    DStoreEntry **sorted; /* room for as many as aggregations_store can hold */
    char *scratch;
    DOutput output;
    DRun run;
    bool exited;   /* by exit(): no more events */
    bool finished; /* END is through */
    bool heading;  /* the heading CPU ID is printed */
    bool has_this; /* there are this-> variables */
    uint64_t faults_untold, fork_count;
    int flow_depth;
    uint64_t random;
    char provider[2][24]; /* "python1234", "minipy1234" */
    char exec_name[20];
    uint64_t tid_thread; /* whose tid is in `tid` */
    int64_t pid, tid;
    int observer;

    DSampler samplers[DTIMERS_MAX];
    int sampler_count; /* those that are started */
    bool has_ticks;    /* a thread fires timers, so events take the lock */
    bool ticks_stop;   /* it is to end */
    pthread_t ticks_thread;
    pthread_mutex_t lock;
    pthread_cond_t ticks_wake;
} DScript;

#endif
