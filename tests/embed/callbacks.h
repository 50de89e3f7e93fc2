/* callbacks.h - an observer that is a table of functions, one for each marker, which
 * get its arguments: what a host may make of minipy_observe, here made from the list of
 * markers. A text that cannot be encoded is "". */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include <stdlib.h>

#include "../../probes/markers.h"
#include "minipy.h"

typedef struct Callbacks {
    void *user;
#define MARKER(provider, marker, name, place, args, rule)                              \
    void (*name)(void *user, PROBE_PARAMS_##args);
#include "../../probes/markers.def"
#undef MARKER
    void (*close)(void *user);
} Callbacks;

/* An argument of the event e. */
#define HAND_STR(i) e->args[i].text
#define HAND_INT(i) (int)e->args[i].number
#define HAND_LONG(i) e->args[i].number
#define HAND_PTR(i) (void *)(uintptr_t)e->args[i].address
#define HAND_ARGS1(t1, n1) HAND_##t1(0)
#define HAND_ARGS2(t1, n1, t2, n2) HAND_##t1(0), HAND_##t2(1)
#define HAND_ARGS3(t1, n1, t2, n2, t3, n3) HAND_ARGS2(t1, n1, t2, n2), HAND_##t3(2)
#define HAND_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4)                                     \
    HAND_ARGS3(t1, n1, t2, n2, t3, n3), HAND_##t4(3)
#define HAND_ARGS5(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5)                             \
    HAND_ARGS4(t1, n1, t2, n2, t3, n3, t4, n4), HAND_##t5(4)
#define HAND_ARGS6(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5, t6, n6)                     \
    HAND_ARGS5(t1, n1, t2, n2, t3, n3, t4, n4, t5, n5), HAND_##t6(5)

static MinipyAnswer callbacks_hand(void *user, const MinipyEvent *event)
{
    const Callbacks *c = user;
    MinipyEvent copy = *event, *e = &copy;
    if (event->kind <= MINIPY_EVENT_LINE) {
        e->args[0].text = event->code->filename;
        e->args[1].text = event->code->name;
        e->args[2].number = event->line;
        e->args[3].address = event->frame;
    }
    switch (event->kind) {
#define MARKER(provider, marker, name, place, args, rule)                              \
    case PROBE_##name:                                                                 \
        c->name(c->user, HAND_##args);                                                 \
        break;
#include "../../probes/markers.def"
#undef MARKER
    }
    return MINIPY_GO_ON;
}

static void callbacks_close(void *user)
{
    Callbacks *c = user;
    if (c->close)
        c->close(c->user);
    free(c);
}

/* As minipy_observe; takes a copy of the table. */
static inline int observe_callbacks(MinipyVM *vm, const Callbacks *table)
{
    Callbacks *c = malloc(sizeof *c);
    if (!c)
        return -1;
    *c = *table;
    MinipyObserver observer = {.struct_size = sizeof observer,
                               .event = callbacks_hand,
                               .user = c,
                               .close = callbacks_close};
#define MARKER(provider, marker, name, place, args, rule)                              \
    if (c->name)                                                                       \
        observer.kinds |= UINT64_C(1) << PROBE_##name;
#include "../../probes/markers.def"
#undef MARKER
    int id = minipy_observe(vm, &observer);
    if (id < 0)
        free(c);
    return id;
}

#endif
