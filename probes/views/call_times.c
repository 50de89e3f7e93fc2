/* An exact profile's arithmetic (call_times.h).
 *
 * The time of a call is that from its entry to its end; its own is that without the
 * calls that it made. A function that runs several times at once, one in another, has
 * its total from the outermost alone: else it would be counted twice. */
#include "probes/views/call_times.h"

CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new)
{
    *is_new = false;
    void **place = view_map_at(&times->by_key, VIEW_KEY(key), 0);
    if (place == NULL)
        return NULL;
    CallEntry *entry = *place;
    if (entry == NULL) {
        entry = view_alloc(sizeof *entry);
        if (entry == NULL)
            return NULL;
        entry->key = key;
        entry->number = times->count++;
        entry->root.callee = entry;
        entry->next = times->entries;
        times->entries = entry;
        *place = entry;
        *is_new = true;
    }
    return times->recent[call_times_place(key)] = entry;
}

static CallEdge *find_edge(CallTimes *times, CallEntry *caller, CallEntry *callee)
{
    if (caller == NULL)
        return &callee->root;
    void **place = view_map_at(&times->by_ends, VIEW_KEY(caller), VIEW_KEY(callee));
    if (place == NULL)
        return NULL;
    CallEdge *edge = *place;
    if (edge == NULL) {
        edge = view_alloc(sizeof *edge);
        if (edge == NULL)
            return NULL;
        edge->caller = caller;
        edge->callee = callee;
        edge->next = caller->edges;
        caller->edges = edge;
        *place = edge;
    }
    return times->recent_edges[call_times_edge_place(caller, callee)] = edge;
}

static bool has_room(CallTimes *times)
{
    if (times->depth < times->room)
        return true;
    CallFrame *frames = view_grow(times->frames, times->depth, sizeof *frames);
    if (frames == NULL)
        return false;
    times->frames = frames;
    times->room = times->depth < 8 ? 8 : times->depth * 2;
    return true;
}

CallFrame *call_times_push(CallTimes *times, CallEntry *entry)
{
    CallEdge *edge = NULL;
    if (times->missing == 0 && entry != NULL && has_room(times)) {
        bool called = times->depth > 0 && !times->no_callers;
        edge = find_edge(
            times, called ? times->frames[times->depth - 1].edge->callee : NULL, entry);
    }
    if (edge == NULL) {
        times->missing++;
        times->lost++;
        return NULL;
    }
    CallFrame *frame = &times->frames[times->depth++];
    *frame = (CallFrame){.edge = edge};
    entry->sums.running++;
    edge->sums.running++;
    return frame;
}

void call_times_leave_all(CallTimes *times, int64_t now)
{
    times->missing = 0;
    while (times->depth > 0)
        call_times_leave_at(times, now);
}

void call_times_add_up(CallTimes *times)
{
    for (CallEntry *entry = times->entries; entry != NULL; entry = entry->next) {
        entry->sums.calls = entry->root.sums.calls;
        entry->sums.own = entry->root.sums.own;
    }
    for (CallEntry *entry = times->entries; entry != NULL; entry = entry->next)
        for (CallEdge *edge = entry->edges; edge != NULL; edge = edge->next) {
            edge->callee->sums.calls += edge->sums.calls;
            edge->callee->sums.own += edge->sums.own;
        }
}

void call_times_clear(CallTimes *times)
{
    view_map_free(&times->by_ends, view_free);
    view_map_free(&times->by_key, view_free);
    view_free(times->frames);
    *times = (CallTimes){.no_callers = times->no_callers, .counter = times->counter};
}
