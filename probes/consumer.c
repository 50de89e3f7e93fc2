/* The list of in-process consumers and the calls that report an event to all of it.
 *
 * Invariant: `wanted` is the union of what the links that are alive wait for, and
 * GATE_REQUEST_TRACE is up exactly while that union has an event of the loop. A link
 * removed while a callback runs is only marked; it is freed when the list is idle.
 * The built-in consumers behind --trace are in trace.c. */
#include "probes/consumer.h"

#include <stdlib.h>

struct ProbeConsumerLink {
    ProbeConsumer consumer;
    ProbeConsumerLink *next; /* owned */
    int id;                  /* 0 once removed */
    uint32_t wanted;
};

void probe_consumers_init(ProbeConsumers *consumers, GateRequests *requests)
{
    *consumers = (ProbeConsumers){.requests = requests};
}

/* Works out what the whole list waits for and tells the gate. */
static void update_wanted(ProbeConsumers *consumers)
{
    uint32_t wanted = 0;
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next) {
        if (link->id != 0)
            wanted |= link->wanted;
    }
    consumers->wanted = wanted;
    if ((wanted & PROBES_LOOP_MASK) != 0)
        gate_requests_set(consumers->requests, GATE_REQUEST_TRACE);
    else
        gate_requests_clear(consumers->requests, GATE_REQUEST_TRACE);
}

static void free_removed(ProbeConsumers *consumers)
{
    ProbeConsumerLink **slot = &consumers->first;
    while (*slot != NULL) {
        ProbeConsumerLink *link = *slot;
        if (link->id == 0) {
            *slot = link->next;
            free(link);
        } else {
            slot = &link->next;
        }
    }
}

static void remove_link(ProbeConsumers *consumers, ProbeConsumerLink *link)
{
    link->id = 0;
    update_wanted(consumers);
    if (link->consumer.close != NULL)
        link->consumer.close(link->consumer.user);
}

void probe_consumers_fini(ProbeConsumers *consumers)
{
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next) {
        if (link->id != 0)
            remove_link(consumers, link);
    }
    free_removed(consumers);
}

int probe_consumers_add(ProbeConsumers *consumers, const ProbeConsumer *consumer)
{
    ProbeConsumerLink *link = calloc(1, sizeof *link);
    if (link == NULL)
        return -1;
    link->consumer = *consumer;
    link->id = ++consumers->last_id;
#define MARKER(marker, name, place, args, rule)                                        \
    if (consumer->name != NULL)                                                        \
        link->wanted |= 1u << PROBE_##name;
#include "probes/markers.def"
#undef MARKER
    ProbeConsumerLink **slot = &consumers->first;
    while (*slot != NULL)
        slot = &(*slot)->next;
    *slot = link;
    update_wanted(consumers);
    return link->id;
}

int probe_consumers_remove(ProbeConsumers *consumers, int id)
{
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next) {
        if (link->id == id && id > 0) {
            remove_link(consumers, link);
            if (consumers->busy == 0)
                free_removed(consumers);
            return 0;
        }
    }
    return -1;
}

static void leave(ProbeConsumers *consumers)
{
    if (--consumers->busy == 0)
        free_removed(consumers);
}

/* The marker fires before the callbacks: a callback may take its time, and the kernel's
 * time stamps should not show it. */
#define MARKER(marker, name, place, args, rule)                                        \
    void probes_##name(ProbeConsumers *consumers, PROBE_PARAMS_##args)                 \
    {                                                                                  \
        if (!PROBES_SITED_##place && probe_##name##_enabled())                         \
            probe_##name(PROBE_NAMES_##args);                                          \
        if ((consumers->wanted & 1u << PROBE_##name) == 0 || consumers->busy != 0)     \
            return;                                                                    \
        consumers->busy++;                                                             \
        for (ProbeConsumerLink *link = consumers->first; link; link = link->next) {    \
            if (link->id != 0 && link->consumer.name != NULL)                          \
                link->consumer.name(link->consumer.user, PROBE_NAMES_##args);          \
        }                                                                              \
        leave(consumers);                                                              \
    }
#include "probes/markers.def"
#undef MARKER
