/* observer.h - between consumer.c, which has the list, and event.c: one observer in it.
 */
#ifndef MINIPY_PROBES_OBSERVER_H
#define MINIPY_PROBES_OBSERVER_H

#include "probes/consumer.h"

/* The answers PROBE_SILENT: by kind, code and line. */
typedef struct Silence {
    uint32_t code; /* id; 0: in none */
    int line;
    uint16_t kind;
    bool taken; /* the entry is in use */
} Silence;

typedef struct SilenceSet {
    Silence *entries; /* owned; a power of two, at most half of them taken */
    size_t room, count;
} SilenceSet;

struct Observer {
    ProbeObserver of;      /* its patterns are in text[] */
    Observer *next;        /* owned */
    int id;                /* 0 once removed */
    int slot;              /* in ProbeConsumers.slots; -1: it wants no event of these */
    const ProbeHost *host; /* borrowed */
    SilenceSet silent;
    uint8_t *codes; /* by id of the code: what the patterns say of it; owned */
    size_t codes_room;
    bool has_patterns;
    char text[];
};

/* A copy, in no list; NULL: no memory. */
Observer *probe_observer_new(ProbeConsumers *consumers, const ProbeObserver *of);
/* Does not close it. */
void probe_observer_free(ProbeConsumers *consumers, Observer *o);

/* What it wants, and what that needs: calls are timed for a filter of their returns. */
static inline uint64_t probe_observer_kinds(const Observer *o)
{
    bool timed =
        o->of.filter.min_ns != 0 && (o->of.kinds & PROBE_BIT(function_return)) != 0;
    return o->of.kinds | (timed ? PROBE_BIT(function_latency) : 0);
}

/* Where function_return has the nanoseconds that the call took, if calls are timed. */
enum { PROBE_TOOK = PROBE_ARGS_MAX - 1 };

/* Fills in where and when the event happens, which is the same for all observers. */
void probe_event_fill(ProbeConsumers *consumers, ProbeEvent *event);
/* Hands the event over, if the filter lets it pass and it was not silenced, and does
 * what is answered. */
void probe_observer_tell(ProbeConsumers *consumers, Observer *o,
                         const ProbeEvent *event);
/* The slot is the observer's from now on, or nobody's (NULL). */
void probe_slot_set(ProbeSlot *slot, Observer *o);

/* Frees all that probe_code_new made. */
void probe_codes_free(ProbeConsumers *consumers);

#endif
