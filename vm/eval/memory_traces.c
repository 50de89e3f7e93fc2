/* memory_traces.c - a table of blocks with the stacks that took them.
 *
 * Tracebacks are kept once, in a table of their own, until the traces are cleared; each
 * holds its filenames. Both tables are malloc's: what is done here is done in the midst
 * of the vm's allocator, and takes nothing of it. Only where Python objects are made of
 * traces does the vm's memory come in; those are not traced (`paused`), but what is
 * given back is always heard, so that no trace outlives its block.
 */
#include "vm/eval/memory_traces.h"

#include <stdlib.h>
#include <string.h>

#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/eval/frame.h"
#include "vm/eval/trace.h"
#include "vm/memory/gc.h"
#include "vm/memory/memstate.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"

typedef struct TraceFrame {
    Value filename; /* strong in a Traceback */
    int line;
} TraceFrame;

typedef struct Traceback {
    struct Traceback *next; /* of the same bucket; owned */
    uint64_t hash;
    Value tuple;    /* of frames, while a list is made; borrowed */
    uint16_t total; /* frames there were, as many as fit */
    uint16_t count; /* of frames[] */
    TraceFrame frames[];
} Traceback;

typedef struct Trace {
    void *block; /* NULL: free */
    size_t size;
    Traceback *traceback;
} Trace;

struct MemoryTraces {
    MinipyVM *vm;
    MemTracer tracer;
    bool on, paused;
    int limit;
    size_t size, peak;
    Trace *slots; /* owned; open addressing, a power of two, at most half full */
    size_t room, count;
    Traceback **buckets; /* owned; a power of two */
    size_t bucket_count, traceback_count, traceback_bytes;
    bool is_likened;
    Traceback *like; /* of what is taken, while it is likened; borrowed, NULL: none */
    Value unknown;   /* strong: the file's name where no frame runs */
    TraceFrame here[];
};

/* ---- the blocks ------------------------------------------------------------------ */

static size_t home_of(const struct MemoryTraces *t, const void *block)
{
    uint64_t mixed = (uint64_t)(uintptr_t)block * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 20) & (t->room - 1);
}

/* Where the block's trace is, or would be. */
static size_t slot_of(const struct MemoryTraces *t, const void *block)
{
    size_t i = home_of(t, block);
    while (t->slots[i].block != NULL && t->slots[i].block != block)
        i = (i + 1) & (t->room - 1);
    return i;
}

/* Those behind it move up, so that no search ends at the hole. */
static void close_hole(struct MemoryTraces *t, size_t hole)
{
    size_t mask = t->room - 1;
    for (size_t i = (hole + 1) & mask; t->slots[i].block != NULL; i = (i + 1) & mask) {
        size_t home = home_of(t, t->slots[i].block);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            t->slots[hole] = t->slots[i];
            hole = i;
        }
    }
    t->slots[hole].block = NULL;
}

static void forget(struct MemoryTraces *t, void *block)
{
    size_t i = t->room ? slot_of(t, block) : 0;
    if (!t->room || !t->slots[i].block)
        return;
    t->size -= t->slots[i].size;
    t->count--;
    close_hole(t, i);
}

static bool has_room(struct MemoryTraces *t)
{
    if (t->count * 2 < t->room)
        return true;
    size_t before = t->room;
    Trace *old = t->slots, *slots = calloc(before ? before * 2 : 4096, sizeof *slots);
    if (!slots)
        return t->count + 1 < before;
    t->slots = slots;
    t->room = before ? before * 2 : 4096;
    for (size_t i = 0; i < before; i++)
        if (old[i].block)
            t->slots[slot_of(t, old[i].block)] = old[i];
    free(old);
    return true;
}

/* ---- where the program is -------------------------------------------------------- */

/* The frames of the running thread into t->here, the innermost first. Of those that are
 * only being set up CPython knows nothing either. */
static Traceback look(struct MemoryTraces *t)
{
    Traceback seen = {.total = 0};
    for (Frame *f = frame_shown(t->vm->frame); f; f = frame_shown(f->prev)) {
        if (frame_unit(f) < (int)f->code->first_traceable)
            continue;
        if (seen.count < t->limit) {
            int line = frame_lineno(f);
            t->here[seen.count++] =
                (TraceFrame){f->code->filename, line < 0 ? 0 : line};
        }
        seen.total += seen.total < UINT16_MAX;
    }
    if (seen.count == 0) {
        t->here[0] = (TraceFrame){t->unknown, 0};
        seen.count = seen.total = 1;
    }
    seen.hash = seen.total;
    for (int i = 0; i < seen.count; i++)
        seen.hash =
            (seen.hash ^ t->here[i].filename ^ (uint64_t)t->here[i].line << 40) *
            UINT64_C(0x9e3779b97f4a7c15);
    seen.hash ^= seen.hash >> 32;
    return seen;
}

static bool is_same(const Traceback *one, const Traceback *seen, const TraceFrame *here)
{
    if (one->hash != seen->hash || one->count != seen->count ||
        one->total != seen->total)
        return false;
    for (int i = 0; i < one->count; i++)
        if (one->frames[i].filename != here[i].filename ||
            one->frames[i].line != here[i].line)
            return false;
    return true;
}

static bool grow_buckets(struct MemoryTraces *t)
{
    size_t before = t->bucket_count, count = before ? before * 2 : 1024;
    Traceback **buckets = calloc(count, sizeof(Traceback *));
    if (!buckets)
        return before != 0;
    for (size_t i = 0; i < before; i++)
        for (Traceback *one = t->buckets[i], *next; one; one = next) {
            next = one->next;
            one->next = buckets[one->hash & (count - 1)];
            buckets[one->hash & (count - 1)] = one;
        }
    free(t->buckets);
    t->buckets = buckets;
    t->bucket_count = count;
    return true;
}

/* NULL: no memory. */
static Traceback *traceback_new(struct MemoryTraces *t, const Traceback *seen)
{
    size_t frames = seen->count * sizeof(TraceFrame);
    Traceback *made = malloc(sizeof *made + frames);
    if (!made)
        return NULL;
    *made = *seen;
    memcpy(made->frames, t->here, frames);
    for (int i = 0; i < made->count; i++)
        value_incref(made->frames[i].filename);
    t->traceback_count++;
    t->traceback_bytes += sizeof *made + frames;
    return made;
}

static Traceback *traceback_here(struct MemoryTraces *t)
{
    if (t->traceback_count >= t->bucket_count && !grow_buckets(t))
        return NULL;
    Traceback seen = look(t);
    Traceback **bucket = &t->buckets[seen.hash & (t->bucket_count - 1)];
    for (Traceback *one = *bucket; one; one = one->next)
        if (is_same(one, &seen, t->here))
            return one;
    Traceback *made = traceback_new(t, &seen);
    if (made) {
        made->next = *bucket;
        *bucket = made;
    }
    return made;
}

/* ---- what the allocator tells ---------------------------------------------------- */

static void block_given(void *user, void *block)
{
    forget(user, block);
}

static void block_likened(void *user, void *block)
{
    struct MemoryTraces *t = user;
    const Trace *trace = block && t->room ? &t->slots[slot_of(t, block)] : NULL;
    t->is_likened = block != NULL;
    t->like = trace && trace->block ? trace->traceback : NULL;
}

/* A block for whose trace there is no memory has none. */
static void block_taken(void *user, void *block, size_t size)
{
    struct MemoryTraces *t = user;
    forget(t, block);
    Traceback *traceback = t->paused || !has_room(t) ? NULL
                           : t->is_likened           ? t->like
                                                     : traceback_here(t);
    if (!traceback)
        return;
    t->slots[slot_of(t, block)] = (Trace){block, size, traceback};
    t->count++;
    t->size += size;
    if (t->size > t->peak)
        t->peak = t->size;
}

/* ---- beginning and ending -------------------------------------------------------- */

int memory_traces_start(MinipyVM *vm, int frames)
{
    struct MemoryTraces *t = vm->memory_traces;
    if (t && t->on)
        return 0;
    Value unknown = str_from_cstr(vm, "<unknown>");
    if (!unknown)
        return -1;
    memory_traces_fini(vm);
    t = calloc(1, sizeof *t + (size_t)frames * sizeof *t->here);
    if (!t) {
        value_decref(vm, unknown);
        return error_set_oom(vm), -1;
    }
    t->vm = vm;
    t->limit = frames;
    t->unknown = unknown;
    t->tracer = (MemTracer){block_taken, block_given, block_likened, t};
    t->on = true;
    vm->memory_traces = t;
    mem_trace(vm, &t->tracer);
    trace_thread_changed(vm);
    return 0;
}

/* The tables are empty before a name goes: that may give a traced block back. */
void memory_traces_clear(MinipyVM *vm)
{
    struct MemoryTraces *t = vm->memory_traces;
    if (!t)
        return;
    Traceback **buckets = t->buckets;
    size_t count = t->bucket_count;
    free(t->slots);
    t->slots = NULL;
    t->buckets = NULL;
    t->room = t->count = t->bucket_count = t->traceback_count = t->traceback_bytes = 0;
    t->size = t->peak = 0;
    for (size_t i = 0; i < count; i++)
        for (Traceback *one = buckets[i], *next; one; one = next) {
            next = one->next;
            for (int k = 0; k < one->count; k++)
                value_decref(vm, one->frames[k].filename);
            free(one);
        }
    free(buckets);
}

void memory_traces_stop(MinipyVM *vm)
{
    struct MemoryTraces *t = vm->memory_traces;
    if (!t || !t->on)
        return;
    t->on = false;
    mem_trace(vm, NULL);
    trace_thread_changed(vm);
    memory_traces_clear(vm);
}

void memory_traces_fini(MinipyVM *vm)
{
    struct MemoryTraces *t = vm->memory_traces;
    if (!t)
        return;
    memory_traces_stop(vm);
    value_clear(vm, &t->unknown);
    vm->memory_traces = NULL;
    free(t);
}

/* ---- questions ------------------------------------------------------------------- */

bool memory_traces_on(const MinipyVM *vm)
{
    return vm->memory_traces && vm->memory_traces->on;
}

int memory_traces_limit(const MinipyVM *vm)
{
    return vm->memory_traces ? vm->memory_traces->limit : 1;
}

void memory_traces_reset_peak(MinipyVM *vm)
{
    if (vm->memory_traces)
        vm->memory_traces->peak = vm->memory_traces->size;
}

void memory_traces_size(const MinipyVM *vm, size_t *now, size_t *peak)
{
    *now = vm->memory_traces ? vm->memory_traces->size : 0;
    *peak = vm->memory_traces ? vm->memory_traces->peak : 0;
}

size_t memory_traces_cost(const MinipyVM *vm)
{
    const struct MemoryTraces *t = vm->memory_traces;
    return t ? t->room * sizeof *t->slots + t->bucket_count * sizeof *t->buckets +
                   t->traceback_bytes
             : 0;
}

static Value frames_tuple(MinipyVM *vm, const Traceback *traceback)
{
    Value *items = calloc(traceback->count, sizeof *items);
    if (!items)
        return error_set_oom(vm);
    for (int i = 0; i < traceback->count; i++)
        items[i] = tuple_pack(vm, 2, traceback->frames[i].filename,
                              value_from_imm(traceback->frames[i].line));
    Value r = tuple_from_steal(vm, items, traceback->count);
    free(items);
    return r;
}

/* Of one traceback there is one tuple; the list holds it while it is borrowed. */
static int append_trace(MinipyVM *vm, Value list, const Trace *trace)
{
    Traceback *traceback = trace->traceback;
    Value frames =
        traceback->tuple ? value_incref(traceback->tuple) : frames_tuple(vm, traceback);
    Value size = int_from_u64(vm, trace->size);
    Value row = frames && size ? tuple_pack(vm, 4, value_from_imm(0), size, frames,
                                            value_from_imm(traceback->total))
                               : VALUE_NULL;
    value_xdecref(vm, size);
    value_xdecref(vm, frames);
    if (!row || list_append_steal(vm, list, row) < 0)
        return -1;
    traceback->tuple = frames;
    return 0;
}

/* Of a copy: what is made may give traced blocks back. Names cannot go meanwhile. */
static Value list_of(MinipyVM *vm, const Trace *traces, size_t count)
{
    Value list = list_new(vm, 0);
    int r = 0;
    for (size_t i = 0; list && r == 0 && i < count; i++)
        r = append_trace(vm, list, &traces[i]);
    for (size_t i = 0; i < count; i++)
        traces[i].traceback->tuple = VALUE_NULL;
    if (r < 0)
        value_clear(vm, &list);
    return list;
}

Value memory_traces_list(MinipyVM *vm)
{
    struct MemoryTraces *t = vm->memory_traces;
    size_t count = 0;
    Trace *copy = t && t->count ? malloc(t->count * sizeof *copy) : NULL;
    if (!copy)
        return t && t->count ? error_set_oom(vm) : list_new(vm, 0);
    for (size_t i = 0; i < t->room; i++)
        if (t->slots[i].block)
            copy[count++] = t->slots[i];
    t->paused = true;
    Value list = list_of(vm, copy, count);
    t->paused = false;
    free(copy);
    return list;
}

Value memory_traces_of(MinipyVM *vm, Value object)
{
    struct MemoryTraces *t = vm->memory_traces;
    if (!t || !t->room || !value_is_obj(object))
        return VALUE_NONE;
    Object *o = value_obj(object);
    void *block = o->gc & GC_HAS_HEAD ? (void *)gc_head(o) : (void *)o;
    const Trace *trace = &t->slots[slot_of(t, block)];
    return trace->block ? frames_tuple(vm, trace->traceback) : VALUE_NONE;
}
