/* callbacks.c - observers that are a table of callbacks, one for each marker: they are
 * handed the marker's arguments (struct ProbeConsumer, consumer.h). */
#include "probes/consumer.h"

typedef struct Callbacks {
    ProbeConsumer table;
    const ProbeHost *host;
} Callbacks;

/* The arguments again, of a list of ProbeValues. */
#define HAND_STR(i) values[i].text
#define HAND_INT(i) (int)values[i].number
#define HAND_LONG(i) values[i].number
#define HAND_PTR(i) (void *)(uintptr_t)values[i].address
#define HAND_ARGS1(t1, n1) HAND_##t1(0)
#define HAND_ARGS2(t1, n1, t2, n2) HAND_##t1(0), HAND_##t2(1)
#define HAND_ARGS3(t1, n1, t2, n2, t3, n3) HAND_ARGS2(t1, n1, t2, n2), HAND_##t3(2)
#define HAND_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4)                                     \
    HAND_ARGS3(t1, n1, t2, n2, t3, n3), HAND_##t4(3)
#define HAND_ARGS5(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5)                             \
    HAND_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4), HAND_##t5(4)
#define HAND_ARGS6(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5, t6, n6)                     \
    HAND_ARGS5(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5), HAND_##t6(5)

static ProbeAnswer call_back(void *user, const ProbeEvent *event)
{
    const ProbeConsumer *c = &((Callbacks *)user)->table;
    ProbeValue values[PROBE_ARGS_MAX];
    probe_event_args(event, values);
    switch (event->kind) {
#define MARKER(provider, marker, name, place, args, rule)                              \
    case PROBE_##name:                                                                 \
        c->name(c->user, HAND_##args);                                                 \
        break;
#include "probes/markers.def"
#undef MARKER
    }
    return PROBE_GO_ON;
}

static void close_callbacks(void *user)
{
    Callbacks *c = user;
    if (c->table.close != NULL)
        c->table.close(c->table.user);
    c->host->release(c->host->vm, c);
}

int probe_consumers_add(ProbeConsumers *consumers, const ProbeConsumer *consumer)
{
    const ProbeHost *host = consumers->host;
    Callbacks *c = host->allocate(host->vm, sizeof *c);
    if (c == NULL)
        return -1;
    *c = (Callbacks){*consumer, host};
    ProbeObserver observer = {.event = call_back, .user = c, .close = close_callbacks};
#define MARKER(provider, marker, name, place, args, rule)                              \
    if (consumer->name != NULL)                                                        \
        observer.kinds |= PROBE_BIT(name);
#include "probes/markers.def"
#undef MARKER
    int id = probe_observe(consumers, &observer);
    if (id < 0)
        host->release(host->vm, c);
    return id;
}
