/* The list of in-process consumers and the calls that report an event to all of it.
 *
 * Invariant: `wanted` is the union of what the observers that are alive wait for. What
 * is removed while a callback runs is only marked; it is closed and freed when the list
 * is idle, and only then is the host told (ProbeHost.changed). The built-in consumers
 * behind --trace are in trace.c. */
#include "probes/observer.h"
#include "probes/report.h"

#include <string.h>

void probe_consumers_init(ProbeConsumers *consumers, GateRequests *requests,
                          const ProbeHost *host)
{
    *consumers = (ProbeConsumers){.requests = requests, .host = host};
}

/* Works out what the whole list waits for. */
static void update_wanted(ProbeConsumers *consumers)
{
    uint64_t wanted = 0;
    for (Observer *o = consumers->first; o != NULL; o = o->next)
        if (o->id != 0)
            wanted |= probe_observer_kinds(o);
    consumers->wanted = wanted;
}

/* Closes and frees what was removed. A close may add and remove others: each is out of
 * the list before its own is called, and the search begins anew after it. */
static void free_removed(ProbeConsumers *consumers)
{
    Observer **link = &consumers->first;
    while (*link != NULL) {
        Observer *o = *link;
        if (o->id != 0) {
            link = &o->next;
            continue;
        }
        *link = o->next;
        if (o->of.close != NULL)
            o->of.close(o->of.user);
        probe_observer_free(consumers, o);
        link = &consumers->first;
    }
}

/* The list is idle: what changed takes effect. */
void probe_settle(ProbeConsumers *consumers)
{
    consumers->busy++; /* what close calls is in a callback, too */
    free_removed(consumers);
    consumers->busy--;
    consumers->unsettled = false;
    consumers->host->changed(consumers->host->vm);
}

static void changed(ProbeConsumers *consumers)
{
    update_wanted(consumers);
    consumers->unsettled = true;
    if (consumers->busy == 0)
        probe_settle(consumers);
}

static void remove_observer(ProbeConsumers *consumers, Observer *o)
{
    if (o->id != 0 && (o->of.kinds & PROBES_OF_CODE) != 0)
        consumers->code_changes++;
    o->id = 0;
    if (o->slot >= 0 && consumers->slots[o->slot].observer == o)
        probe_slot_set(&consumers->slots[o->slot], NULL);
}

void probe_consumers_fini(ProbeConsumers *consumers)
{
    for (Observer *o = consumers->first; o != NULL; o = o->next)
        remove_observer(consumers, o);
    changed(consumers);
    probe_codes_free(consumers);
}

/* Finds a slot for an observer of the loop's events; not that of one that was removed
 * by a callback of the event that goes round. */
static bool take_slot(ProbeConsumers *consumers, Observer *o)
{
    uint64_t used = 0;
    if ((o->of.kinds & PROBE_LOOP_BITS) == 0)
        return true;
    for (const Observer *other = consumers->first; other; other = other->next)
        if (other->slot >= 0)
            used |= UINT64_C(1) << other->slot;
    if (~used == 0)
        return false;
    o->slot = __builtin_ctzll(~used);
    probe_slot_set(&consumers->slots[o->slot], o);
    return true;
}

int probe_observe(ProbeConsumers *consumers, const ProbeObserver *observer)
{
    Observer *o = probe_observer_new(consumers, observer);
    if (o == NULL)
        return -1;
    if (!take_slot(consumers, o)) {
        probe_observer_free(consumers, o);
        return -1;
    }
    o->id = ++consumers->last_id;
    if ((o->of.kinds & PROBES_OF_CODE) != 0)
        consumers->code_changes++;
    Observer **link = &consumers->first;
    while (*link != NULL)
        link = &(*link)->next;
    *link = o;
    int id = o->id;
    changed(consumers);
    return id;
}

int probe_consumers_remove(ProbeConsumers *consumers, int id)
{
    for (Observer *o = consumers->first; o != NULL; o = o->next) {
        if (o->id == id && id > 0) {
            remove_observer(consumers, o);
            changed(consumers);
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

static void leave(ProbeConsumers *consumers, uint64_t suspended)
{
    consumers->host->resume(consumers->host->vm, suspended);
    if (--consumers->busy == 0 && consumers->unsettled)
        probe_settle(consumers);
}

/* Tells all that were there when it happened. */
static void report(ProbeConsumers *consumers, enum ProbeMarker kind,
                   const ProbeValue *values, size_t size)
{
    uint64_t suspended = enter(consumers);
    int last = consumers->last_id;
    ProbeEvent event = {.kind = (uint16_t)kind};
    memcpy(event.args, values, size);
    probe_event_fill(consumers, &event);
    for (Observer *o = consumers->first; o != NULL; o = o->next)
        if (o->id != 0 && o->id <= last && (o->of.kinds & UINT64_C(1) << kind) != 0)
            probe_observer_tell(consumers, o, &event);
    leave(consumers, suspended);
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
        const ProbeValue values[] = {PROBE_VALUES_##args};                             \
        report(consumers, PROBE_##name, values, sizeof values);                        \
    }
#include "probes/markers.def"
#undef MARKER
