/* In-process consumers: callbacks that see the same events as the kernel's tracers.
 *
 * A vm owns one ProbeConsumers, and everything that makes an event calls
 *
 *   if (probes_NAME_wanted(consumers))
 *       probes_NAME(consumers, ARGUMENTS);
 *
 * with the names and arguments of markers.def; that serves the kernel's tracers and the
 * callbacks alike. What consumers want of the loop the host is told
 * (ProbeHost.changed), and sees to in their vm alone: the gate is not raised for them.
 * In the builds with PROBES_IN_LOOP the kernel's share of function_entry,
 * function_return and line is fired by PROBE_SITE in the loop, and the calls here serve
 * the callbacks alone.
 *
 * A callback must not raise. It may add and remove consumers, itself included, and may
 * run Python code: what that code does is not reported to consumers. */
#ifndef MINIPY_PROBES_CONSUMER_H
#define MINIPY_PROBES_CONSUMER_H

#include "probes/event.h"
#include "probes/gate.h"

typedef struct Observer Observer; /* observer.h */

/* The first markers of the list are those that the loop makes by itself: of
 * function_entry, function_return and line. */
enum { PROBE_LOOP_KINDS = 3 };
#define PROBE_LOOP_BITS ((UINT64_C(1) << PROBE_LOOP_KINDS) - 1)
enum { PROBE_SLOTS = 64 }; /* observers of these, at most */
typedef struct ProbeSampler ProbeSampler;

/* What is called for an observer of these: its own function, or one of event.c that
 * looks at its thread and at what it asked not to hear again. */
typedef struct ProbeSlot {
    ProbeAnswer (*event)(void *user, const ProbeEvent *event);
    void *user;
    Observer *observer; /* NULL: it was removed, or there is none */
} ProbeSlot;

/* Who is to be told of the events of a code object. */
typedef struct ProbeTakers {
    uint64_t of[PROBE_LOOP_KINDS]; /* bits of slots */
    uint64_t kinds;                /* what all of them want */
    /* The one observer who wants entries and returns, or calls of C, where no other
     * does, and no events of them; NULL: it is not so. */
    const ProbeObserver *calls, *natives;
} ProbeTakers;

/* What a list needs of its vm, of which probes know nothing. */
typedef struct ProbeHost {
    void *vm;
    const uint64_t *running; /* threading.get_ident() of who is in the vm; 0: nobody */
    void *(*allocate)(void *vm, size_t size); /* NULL when there is no memory */
    void (*release)(void *vm, void *block);
    /* Around the callbacks of an event: an exception that is in flight is put away and
     * brought back, because a callback may run code that clears it. */
    uint64_t (*suspend)(void *vm);
    void (*resume)(void *vm, uint64_t suspended);
    /* Where a frame is; NULL: the innermost that a program sees. False: there is none.
     */
    bool (*place)(void *vm, const void *frame, ProbeFrame *at);
    size_t (*stack)(void *vm, ProbeFrame *frames, size_t most, bool lines);
    /* Ends the run of the program (PROBE_ABORT). */
    void (*abort)(void *vm);
    /* The list has changed, and no callback runs. */
    void (*changed)(void *vm);
    /* The function in C whose cfunction_entry or _return is being reported: an address
     * of its own, and what CPython's profilers call it; false: less than that, for want
     * of memory. */
    const void *(*native_key)(void *vm);
    bool (*native_text)(void *vm, char *text, size_t room);
    /* The lines that the frame's code, and all code within it, can begin; each code's
     * are behind its qualified name with its first line, for which put gets a function.
     * Behind them, with `to` 0 or more, the lines to which control can go from those
     * with a conditional jump, some of them twice; 0: out of the function. */
    void (*code_lines)(void *vm, const void *frame,
                       void (*put)(void *user, const char *function, int line, int to),
                       void *user);
    /* The arguments of an audit event, as repr() has them. */
    void (*args_text)(void *vm, const void *args, char *text, size_t room);
    /* Bytes that the vm has from the system. Any thread. */
    uint64_t (*memory)(void *vm);
    /* Makes the loop call probes_sample() soon. Any thread. And the frame that ran
     * then, which may have ended since: only to be compared. */
    void (*wake)(void *vm);
    const void *(*woken_in)(void *vm);
} ProbeHost;

typedef struct ProbeCodeBlock ProbeCodeBlock; /* event.c */

struct ProbeConsumers {
    uint64_t wanted; /* PROBE_BIT(NAME): some callback waits for that marker */
    union {
        struct {
            int busy; /* a callback is running: nothing is reported, nothing is freed */
            uint32_t
                beside_calls; /* the host's: it tells more than an entry, a return */
        };
        uint64_t unquiet; /* 0: neither; one look is enough */
    };
    int last_id;
    GateRequests *requests;       /* borrowed: the vm's, for samplers */
    const ProbeHost *host;        /* borrowed */
    Observer *first;              /* owned; in the order of adding */
    ProbeSlot slots[PROBE_SLOTS]; /* for observers of the loop's events */
    bool unsettled;        /* a change of the list waits for the callbacks' end */
    ProbeCodeBlock *codes; /* owned: what observers know of code objects */
    uint32_t last_code;
    unsigned code_changes; /* how often an observer of PROBES_OF_CODE came or went */
    uint8_t exit;          /* ProbeExit of the function_return that is being reported */
    ProbeSampler *samplers; /* sampler.h */
};

/* The events of lane MORE. */
#define PROBES_MORE_CALL(name) 0
#define PROBES_MORE_LINE(name) 0
#define PROBES_MORE_MORE(name) PROBE_BIT(name)
#define PROBES_MORE_OWN(name) 0
static const uint64_t probes_of_more = 0
#define MARKER(provider, marker, name, place, args, rule) | PROBES_MORE_##place(name)
#include "probes/markers.def"
#undef MARKER
    ;

/* The events for which the host changes the code that makes them: of calls, of calls of
 * C, of lines, of exceptions. */
#define PROBES_BESIDE_CALLS                                                            \
    (PROBE_BIT(function_latency) | PROBE_BIT(generator_resume) |                       \
     PROBE_BIT(generator_yield))
#define PROBES_OF_ENTRIES                                                              \
    (PROBE_BIT(function_entry) | PROBE_BIT(function_return) | PROBES_BESIDE_CALLS)
#define PROBES_OF_NATIVES (PROBE_BIT(cfunction_entry) | PROBE_BIT(cfunction_return))
#define PROBES_OF_CODE (PROBES_OF_ENTRIES | PROBES_OF_NATIVES | PROBE_BIT(line))
#define PROBES_OF_EXCEPTIONS                                                           \
    (PROBE_BIT(exception_raise) | PROBE_BIT(exception_handled) |                       \
     PROBE_BIT(exception_unwind))

/* Makes an empty list for the vm whose requests these are; `host` lives as long as the
 * list. Cannot fail. */
void probe_consumers_init(ProbeConsumers *consumers, GateRequests *requests,
                          const ProbeHost *host);

/* Closes and frees every consumer. Not to be called from a callback. */
void probe_consumers_fini(ProbeConsumers *consumers);

/* Which observers want events of code. */
ProbeTakers probe_takers(ProbeConsumers *consumers, const ProbeCode *code);
/* Does what an observer answered; whether it wants no more of this at this place. */
bool probe_answered(ProbeConsumers *consumers, const ProbeSlot *slot,
                    const ProbeEvent *event, ProbeAnswer answer);
/* What callbacks changed takes effect, when none runs. */
void probe_settle(ProbeConsumers *consumers);
/* Reports an event of the loop, filled in but for its args, to these. The host has seen
 * to it that no callback runs, and keeps what is raised. Returns whether all of them
 * want no more of it at this place. */
static inline bool probe_tell(ProbeConsumers *consumers, const ProbeEvent *event,
                              uint64_t takers)
{
    bool silent = true;
    consumers->busy++;
    do {
        const ProbeSlot *slot = &consumers->slots[__builtin_ctzll(takers)];
        ProbeAnswer answer = slot->event(slot->user, event);
        if (__builtin_expect(answer == PROBE_GO_ON, 1))
            silent = false;
        else if (!probe_answered(consumers, slot, event, answer))
            silent = false;
        takers &= takers - 1;
    } while (__builtin_expect(takers != 0, 0));
    if (--consumers->busy == 0 && __builtin_expect(consumers->unsettled, 0))
        probe_settle(consumers);
    return silent;
}
/* The same for the only one, while no callback runs. */
static inline bool probe_tell_sole(ProbeConsumers *consumers, const ProbeEvent *event,
                                   const ProbeSlot *slot)
{
    consumers->busy = 1;
    ProbeAnswer answer = slot->event(slot->user, event);
    bool silent = __builtin_expect(answer != PROBE_GO_ON, 0) &&
                  probe_answered(consumers, slot, event, answer);
    consumers->busy = 0;
    if (__builtin_expect(consumers->unsettled, 0))
        probe_settle(consumers);
    return silent;
}

/* The loop answers GATE_REQUEST_SAMPLE. (sampler.c) */
void probes_sample(ProbeConsumers *consumers);

/* Removes and closes. Returns 0, or -1 when there is none of that id. */
int probe_consumers_remove(ProbeConsumers *consumers, int id);

#endif
