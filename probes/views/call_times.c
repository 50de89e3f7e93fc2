/* An exact profile's arithmetic (call_times.h).
 *
 * The time of a call is that from its entry to its end; its own is that without the
 * calls that it made. A function that runs several times at once, one in another, has
 * its total from the outermost alone: else it would be counted twice. */
#include "probes/views/call_times.h"

CallEntry *call_times_entry(CallTimes *times, const void *key, bool *is_new)
{
    *is_new = false;
    if (times->found != NULL && times->found->key == key)
        return times->found;
    void **place = view_map_at(&times->by_key, VIEW_KEY(key), 0);
    if (place == NULL)
        return NULL;
    CallEntry *entry = *place;
    if (entry == NULL) {
        entry = view_alloc(sizeof *entry);
        if (entry == NULL)
            return NULL;
        entry->key = key;
        entry->next = times->entries;
        times->entries = entry;
        *place = entry;
        *is_new = true;
    }
    return times->found = entry;
}

static CallEdge *find_edge(CallTimes *times, CallEntry *caller, CallEntry *callee)
{
    if (caller->last != NULL && caller->last->callee == callee)
        return caller->last;
    void **place = view_map_at(&times->edges, VIEW_KEY(caller), VIEW_KEY(callee));
    if (place == NULL)
        return NULL;
    CallEdge *edge = *place;
    if (edge == NULL) {
        edge = view_alloc(sizeof *edge);
        if (edge == NULL)
            return NULL;
        edge->callee = callee;
        edge->next = caller->edges;
        caller->edges = edge;
        *place = edge;
    }
    return caller->last = edge;
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

void call_times_enter(CallTimes *times, CallEntry *entry, int64_t now)
{
    if (times->missing > 0 || entry == NULL || !has_room(times)) {
        times->missing++;
        times->lost++;
        return;
    }
    CallFrame *frame = &times->frames[times->depth];
    *frame = (CallFrame){.entry = entry, .began = now};
    if (times->depth > 0 && !times->no_callers)
        frame->edge = find_edge(times, frame[-1].entry, entry);
    times->depth++;
    entry->sums.running++;
    if (frame->edge != NULL)
        frame->edge->sums.running++;
}

static void end_call(CallSums *sums, int64_t total, int64_t own)
{
    if (--sums->running == 0)
        sums->total += total;
    else
        sums->recursive++;
    sums->own += own;
    sums->calls++;
}

void call_times_leave(CallTimes *times, int64_t now)
{
    if (times->missing > 0) {
        times->missing--;
        return;
    }
    if (times->depth == 0)
        return;
    CallFrame *frame = &times->frames[--times->depth];
    int64_t total = now - frame->began;
    if (times->depth > 0)
        frame[-1].within += total;
    end_call(&frame->entry->sums, total, total - frame->within);
    if (frame->edge != NULL)
        end_call(&frame->edge->sums, total, total - frame->within);
}

void call_times_leave_all(CallTimes *times, int64_t now)
{
    times->missing = 0;
    while (times->depth > 0)
        call_times_leave(times, now);
}

void call_times_clear(CallTimes *times)
{
    view_map_free(&times->edges, view_free);
    view_map_free(&times->by_key, view_free);
    view_free(times->frames);
    bool no_callers = times->no_callers;
    *times = (CallTimes){.no_callers = no_callers};
}
