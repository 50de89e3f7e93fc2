/* observer.h - between consumer.c, which has the list, and event.c: one observer in it.
 */
#ifndef MINIPY_PROBES_OBSERVER_H
#define MINIPY_PROBES_OBSERVER_H

#include <stdbool.h>

#include "probes/consumer.h"

typedef struct Observer Observer;

struct ProbeConsumerLink {
    ProbeConsumer consumer;  /* an observer's has user and close alone */
    Observer *observer;      /* owned; or NULL */
    ProbeConsumerLink *next; /* owned */
    int id;                  /* 0 once removed */
    uint64_t wanted;
};

/* A copy; NULL: no memory. */
Observer *probe_observer_new(ProbeConsumers *consumers, const ProbeObserver *of);
void probe_observer_free(ProbeConsumers *consumers, Observer *o); /* NULL: nothing */

/* Where and when the event happens, which is the same for all observers. */
void probe_event_fill(ProbeConsumers *consumers, ProbeEvent *event);
/* Hands it over, if the observer's filter lets it pass, and does what it answers. */
void probe_observer_tell(ProbeConsumers *consumers, Observer *o,
                         const ProbeEvent *event);

void probe_codes_free(ProbeConsumers *consumers);

#endif
