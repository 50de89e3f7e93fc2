/* The list of in-process consumers and the calls that report an event to all of it.
 *
 * Invariant: `wanted` is the union of what the links that are alive wait for, and
 * GATE_REQUEST_TRACE is up exactly while that union has an event of the loop. A link
 * removed while a callback runs is only marked; it is closed and freed when the list is
 * idle.
 * The built-in consumers behind --trace are in trace.c. */
#include "probes/observer.h"
#include "probes/report.h"

#include <string.h>

void probe_consumers_init(ProbeConsumers *consumers, GateRequests *requests,
                          const ProbeHost *host)
{
    *consumers = (ProbeConsumers){.requests = requests, .host = host};
}

/* Works out what the whole list waits for and tells the gate. */
static void update_wanted(ProbeConsumers *consumers)
{
    uint64_t wanted = 0;
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next)
        if (link->id != 0)
            wanted |= link->wanted;
    consumers->wanted = wanted;
    if ((wanted & probes_of_loop) != 0)
        gate_requests_set(consumers->requests, GATE_REQUEST_TRACE);
    else
        gate_requests_clear(consumers->requests, GATE_REQUEST_TRACE);
}

/* Closes and frees what was removed. A close may add and remove others: each link is
 * out of the list before its own is called, and the search begins anew after it. */
static void free_removed(ProbeConsumers *consumers)
{
    ProbeConsumerLink **slot = &consumers->first;
    while (*slot != NULL) {
        ProbeConsumerLink *link = *slot;
        if (link->id != 0) {
            slot = &link->next;
            continue;
        }
        *slot = link->next;
        if (link->consumer.close != NULL)
            link->consumer.close(link->consumer.user);
        probe_observer_free(consumers, link->observer);
        consumers->host->release(consumers->host->vm, link);
        slot = &consumers->first;
    }
}

void probe_consumers_fini(ProbeConsumers *consumers)
{
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next)
        link->id = 0;
    update_wanted(consumers);
    free_removed(consumers);
    probe_codes_free(consumers);
}

/* Puts a new link behind the others. Returns its id; -1: no memory. */
static int append(ProbeConsumers *consumers, const ProbeConsumerLink *new)
{
    const ProbeHost *host = consumers->host;
    ProbeConsumerLink *link = host->allocate(host->vm, sizeof *link);
    if (link == NULL)
        return -1;
    *link = *new;
    link->id = ++consumers->last_id;
    ProbeConsumerLink **slot = &consumers->first;
    while (*slot != NULL)
        slot = &(*slot)->next;
    *slot = link;
    update_wanted(consumers);
    return link->id;
}

int probe_consumers_add(ProbeConsumers *consumers, const ProbeConsumer *consumer)
{
    ProbeConsumerLink link = {.consumer = *consumer};
#define MARKER(provider, marker, name, place, args, rule)                              \
    if (consumer->name != NULL)                                                        \
        link.wanted |= PROBE_BIT(name);
#include "probes/markers.def"
#undef MARKER
    return append(consumers, &link);
}

int probe_observe(ProbeConsumers *consumers, const ProbeObserver *observer)
{
    ProbeConsumerLink link = {.wanted = observer->kinds};
    link.consumer.user = observer->user;
    link.consumer.close = observer->close;
    link.observer = probe_observer_new(consumers, observer);
    int id = link.observer != NULL ? append(consumers, &link) : -1;
    if (id < 0)
        probe_observer_free(consumers, link.observer);
    return id;
}

int probe_consumers_remove(ProbeConsumers *consumers, int id)
{
    for (ProbeConsumerLink *link = consumers->first; link != NULL; link = link->next) {
        if (link->id == id && id > 0) {
            link->id = 0;
            update_wanted(consumers);
            if (consumers->busy == 0) /* else its callback may be the one that runs */
                free_removed(consumers);
            return 0;
        }
    }
    return -1;
}

static uint64_t enter(ProbeConsumers *consumers)
{
    consumers->busy++;
    return consumers->host->suspend(consumers->host->vm);
}

/* `busy` is up to the end, so that what close calls is still in a callback. */
static void leave(ProbeConsumers *consumers, uint64_t suspended)
{
    if (consumers->busy == 1)
        free_removed(consumers);
    consumers->busy--;
    consumers->host->resume(consumers->host->vm, suspended);
}

/* The observers among the links up to that id get the event. */
static void observe(ProbeConsumers *consumers, enum ProbeMarker kind,
                    const ProbeValue *values, size_t size, int last)
{
    uint64_t bit = UINT64_C(1) << kind;
    ProbeEvent event = {.kind = (uint16_t)kind};
    for (ProbeConsumerLink *link = consumers->first; link; link = link->next) {
        if (link->id == 0 || link->id > last || !link->observer ||
            !(link->wanted & bit))
            continue;
        if (event.size == 0) {
            memcpy(event.args, values, size);
            probe_event_fill(consumers, &event);
        }
        probe_observer_tell(consumers, link->observer, &event);
    }
}

/* The marker fires before the callbacks: a callback may take its time, and the kernel's
 * time stamps should not show it. */
#define MARKER(provider, marker, name, place, args, rule)                              \
    void probes_##name(ProbeConsumers *consumers, PROBE_PARAMS_##args)                 \
    {                                                                                  \
        if (!PROBES_SITED_##place && probe_##name##_enabled())                         \
            probe_##name(PROBE_NAMES_##args);                                          \
        if ((consumers->wanted & PROBE_BIT(name)) == 0 || consumers->busy != 0)        \
            return;                                                                    \
        uint64_t suspended = enter(consumers);                                         \
        int old = consumers->last_id, last = old; /* what is added sees it too, */     \
        for (ProbeConsumerLink *link = consumers->first; link; link = link->next) {    \
            if (link->id == 0 || link->id > last || link->consumer.name == NULL)       \
                continue;                                                              \
            int id = link->id;                                                         \
            link->consumer.name(link->consumer.user, PROBE_NAMES_##args);              \
            if (id <= old) /* not what that adds: there would be no end */             \
                last = consumers->last_id;                                             \
        }                                                                              \
        const ProbeValue values[] = {PROBE_VALUES_##args};                             \
        observe(consumers, PROBE_##name, values, sizeof values, old);                  \
        leave(consumers, suspended);                                                   \
    }
#include "probes/markers.def"
#undef MARKER
