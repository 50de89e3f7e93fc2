/* An exact profile's arithmetic (call_times.h).
 *
 * The time of a call is that from its entry to its end; its own is that without the
 * calls that it made. A function that runs several times at once, one in another, has
 * its total from the outermost alone: else it would be counted twice. */
#include "probes/views/call_times.h"

static CallEdge nothing; /* whose key is nobody's */

static CallEntry *as_caller(CallTimes *times, CallEntry *callee)
{
    return times->no_callers ? &times->nobody : callee;
}

static void begin_entry(CallTimes *times, CallEntry *entry)
{
    entry->root = (CallEdge){
        .key = entry->key, .callee = entry, .as_caller = as_caller(times, entry)};
    for (int i = 0; i < CALL_TIMES_RECENT; i++)
        entry->recent[i] = &nothing;
}

CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new)
{
    *is_new = false;
    void **place = view_map_at(&times->by_key, VIEW_KEY(key), 0);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    CallEntry *entry = view_alloc(sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->key = key;
    begin_entry(times, entry);
    entry->next = times->entries;
    times->entries = entry;
    *is_new = true;
    return *place = entry;
}

static CallEdge *find_edge(CallTimes *times, CallEntry *caller, CallEntry *callee)
{
    if (caller == &times->nobody)
        return &callee->root;
    void **place = view_map_at(&times->by_ends, VIEW_KEY(caller), VIEW_KEY(callee));
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    CallEdge *edge = view_alloc(sizeof *edge);
    if (edge == NULL)
        return NULL;
    edge->key = callee->key;
    edge->caller = caller;
    edge->callee = callee;
    edge->as_caller = as_caller(times, callee);
    edge->next = caller->edges;
    caller->edges = edge;
    return *place = edge;
}

static bool has_room(CallTimes *times)
{
    if (times->top < times->last)
        return true;
    size_t running = times->room == 0 ? 0 : times->room - 1; /* all that fit */
    CallFrame *frames = view_grow(times->frames, times->room, sizeof *frames);
    if (frames == NULL)
        return false;
    if (times->room == 0)
        begin_entry(times, &times->nobody);
    times->room = times->room == 0 ? 8 : times->room * 2;
    frames[0].edge = &times->nobody.root;
    times->frames = times->first = frames;
    times->top = frames + running;
    times->last = frames + times->room - 1;
    return true;
}

/* No call is found at its frame until those that are missing have ended. */
static void miss(CallTimes *times)
{
    times->missing++;
    times->lost++;
    times->last = times->frames;
    times->first = times->top;
}

CallEdge *call_times_push(CallTimes *times, CallEntry *entry, bool native)
{
    CallEdge *edge = NULL;
    if (times->missing == 0 && entry != NULL && has_room(times))
        edge = find_edge(times, times->top->edge->as_caller, entry);
    if (edge == NULL)
        miss(times);
    else
        times->top->edge->as_caller->recent[call_times_slot(entry->key, native)] = edge;
    return edge;
}

void call_times_leave_missing(CallTimes *times)
{
    if (times->missing == 0 || --times->missing > 0)
        return;
    times->first = times->frames;
    times->last = times->room == 0 ? times->frames : times->frames + times->room - 1;
}

void call_times_leave_all(CallTimes *times, int64_t now)
{
    while (times->missing > 0)
        call_times_leave_missing(times);
    while (times->top > times->first)
        call_times_leave_at(times, now);
}

__attribute__((noinline, cold)) int64_t call_times_look(void)
{
    return (int64_t)probe_stamp(probe_ticks() != 0);
}

void call_times_count_callers(CallTimes *times, bool callers)
{
    times->no_callers = !callers;
    for (CallEntry *entry = times->entries; entry != NULL; entry = entry->next) {
        entry->root.as_caller = as_caller(times, entry);
        for (CallEdge *edge = entry->edges; edge != NULL; edge = edge->next)
            edge->as_caller = as_caller(times, edge->callee);
    }
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
    *times = (CallTimes){.no_callers = times->no_callers,
                         .counter = times->counter,
                         .clock = times->clock};
}
