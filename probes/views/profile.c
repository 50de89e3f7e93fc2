/* --trace=profile: an exact profile, in the file that CPython's pstats reads.
 *
 * Each thread has its own sums, which are added up at the end by what pstats calls a
 * function: (file, first line, name), or ("~", 0, text) for one written in C. The file
 * is one dict in the format of the module marshal.
 *
 * Looks at the processor's counter are most of what a call costs. With times=sampled a
 * thread looks at it, TICKS times a second, and calls take the time from there: their
 * counts are exact, and times are what as many samples of all that runs would say. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "probes/clock.h"
#include "probes/sampler.h"
#include "probes/views/call_times.h"

enum { TICKS = 1000, CLOCK_ROOM = 4096 };

typedef struct Profile {
    ViewMap threads;                /* ident -> CallTimes, owned */
    uint64_t thread;                /* the last one, */
    CallTimes *times;               /* and its sums; NULL: none yet */
    const uint64_t *running;        /* the vm's: the thread that runs */
    uint64_t first_ticks, first_ns; /* when it began, by both clocks */
    ViewMap texts;
    uint64_t *clock;     /* of times=sampled, a mapping; NULL: times are exact */
    ProbeSampler ticker; /* writes it */
} Profile;

/* ---- counting -------------------------------------------------------------------- */

/* What a unit of the time stamps is, worked out over the whole profile. */
static double unit_of(const Profile *profile)
{
    uint64_t ticks = probe_ticks() - profile->first_ticks;
    double ns = (double)(probe_now() - profile->first_ns);
    return profile->first_ticks == 0 || ticks == 0 ? 1e-9 : ns / (double)ticks / 1e9;
}

static CallTimes *times_of(Profile *profile, uint64_t thread)
{
    if (profile->thread == thread)
        return profile->times;
    void **place = view_map_at(&profile->threads, thread, 0);
    if (place == NULL)
        return NULL;
    if (*place == NULL)
        *place = view_alloc(sizeof(CallTimes));
    if (*place == NULL)
        return NULL;
    ((CallTimes *)*place)->counter =
        profile->clock == NULL && profile->first_ticks != 0;
    ((CallTimes *)*place)->clock = profile->clock;
    ((CallTimes *)*place)->running = profile->running;
    ((CallTimes *)*place)->whose = thread;
    profile->thread = thread;
    return profile->times = *place;
}

/* The entry of what was not called lately. What stands for a function in C is known
 * only while it is called; kept as `user`. */
static __attribute__((noinline)) CallEntry *find_entry(View *view, CallTimes *times,
                                                       const void *key, bool native)
{
    Profile *profile = view->state;
    const ProbeHost *host = view->consumers->host;
    bool is_new;
    CallEntry *entry = call_times_entry(times, key, &is_new);
    if (entry != NULL && is_new && native) {
        char text[300];
        host->native_text(host->vm, text, sizeof text);
        const char *only = view_intern(&profile->texts, text);
        entry->user = VIEW_KEY(only != NULL ? only : "<function in C>");
    }
    return entry;
}

/* Another thread's, or a call that its caller did not make lately. */
static __attribute__((noinline)) void enter_slowly(View *view, uint64_t thread,
                                                   const void *key, bool native)
{
    CallTimes *times = times_of(view->state, thread);
    if (times == NULL) {
        view->lost++;
    } else if (!call_times_enter(times, key, native)) {
        CallEntry *entry = find_entry(view, times, key, native);
        CallEdge *edge = call_times_push(times, entry, native);
        if (edge != NULL)
            call_times_begin(times, edge, call_times_now(times));
    }
}

static void enter(void *user, uint64_t thread, const void *key, bool native)
{
    const Profile *profile = ((View *)user)->state;
    if (__builtin_expect(profile->thread != thread ||
                             !call_times_enter(profile->times, key, native),
                         0))
        enter_slowly(user, thread, key, native);
}

static __attribute__((noinline)) void leave_slowly(View *view, uint64_t thread)
{
    CallTimes *times = times_of(view->state, thread);
    if (times != NULL)
        call_times_leave(times);
}

static void leave(void *user, uint64_t thread)
{
    const Profile *profile = ((View *)user)->state;
    if (__builtin_expect(profile->thread == thread, 1))
        call_times_leave(profile->times);
    else
        leave_slowly(user, thread);
}

static const ProbeCalls profile_calls = {enter, leave};

/* A fork's child has no such thread: its clock is 0, and so its times are exact. */
static int start_ticker(View *view, Profile *profile)
{
    void *page = mmap(NULL, CLOCK_ROOM, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return view_refuse(view, "not enough memory");
    profile->clock = page;
    profile->ticker.clock = page;
    profile->ticker.period = 1000000000 / TICKS;
    if (madvise(page, CLOCK_ROOM, MADV_WIPEONFORK) == 0 &&
        probe_sampler_start(view->consumers, &profile->ticker) == 0)
        return 0;
    munmap(page, CLOCK_ROOM);
    return view_refuse(view, "no thread can be started to keep the time");
}

static void stop_ticker(Profile *profile)
{
    if (profile->clock == NULL)
        return;
    probe_sampler_stop(&profile->ticker);
    munmap(profile->clock, CLOCK_ROOM);
}

int profile_start(View *view)
{
    int native = view_option_word(view, "builtins", "yes no");
    int sampled = view_option_word(view, "times", "exact sampled");
    if (native < 0 || sampled < 0)
        return -1;
    Profile *profile = view_alloc(sizeof *profile);
    if (profile == NULL)
        return view_refuse(view, "not enough memory");
    if (sampled && start_ticker(view, profile) < 0)
        return view_free(profile), -1;
    view->state = profile;
    profile->first_ticks = probe_ticks();
    profile->first_ns = probe_now();
    profile->running = view->consumers->host->running;
    view->observer.calls = &profile_calls;
    view->observer.times = &profile->times;
    view->observer.kinds = PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    if (native == 0)
        view->observer.kinds |=
            PROBE_BIT(cfunction_entry) | PROBE_BIT(cfunction_return);
    return 0;
}

/* ---- adding up ------------------------------------------------------------------- */

typedef struct Row {
    const char *filename, *name;
    int line;
    CallSums sums;
    ViewMap callers; /* Row -> CallSums, owned */
} Row;

/* The row of that place in the source, for which several code objects may stand. */
static Row *row_of(Profile *profile, ViewMap *rows, const CallEntry *entry)
{
    Row made = {.filename = "~", .name = (const char *)(uintptr_t)entry->user};
    if (made.name == NULL) {
        const ProbeCode *code = entry->key;
        made = (Row){code->filename, code->name, code->first_line, {0}, {0}};
    }
    const char *filename = view_intern(&profile->texts, made.filename),
               *name = view_intern(&profile->texts, made.name);
    void **place = filename == NULL || name == NULL
                       ? NULL
                       : view_map_at(rows, VIEW_KEY(filename),
                                     VIEW_KEY(name) ^ (uint64_t)made.line << 48);
    if (place == NULL)
        return NULL;
    if (*place == NULL && (*place = view_alloc(sizeof made)) != NULL)
        *(Row *)*place = made;
    return *place;
}

static void add(CallSums *to, const CallSums *from)
{
    to->calls += from->calls;
    to->recursive += from->recursive;
    to->total += from->total;
    to->own += from->own;
}

/* Calls by one caller. False: there was no memory. */
static bool add_caller(Row *row, const Row *caller, const CallSums *sums)
{
    CallSums *of =
        row ? view_row_at(&row->callers, VIEW_KEY(caller), 0, sizeof *of) : NULL;
    if (of != NULL)
        add(of, sums);
    return of != NULL;
}

static void add_thread(View *view, ViewMap *rows, CallTimes *times)
{
    Profile *profile = view->state;
    for (CallEntry *entry = times->entries; entry != NULL; entry = entry->next) {
        Row *row = row_of(profile, rows, entry);
        if (row == NULL) {
            view->lost += entry->sums.calls;
            continue;
        }
        add(&row->sums, &entry->sums);
        for (CallEdge *edge = entry->edges; edge != NULL; edge = edge->next)
            if (!add_caller(row_of(profile, rows, edge->callee), row, &edge->sums))
                view->lost += edge->sums.calls;
    }
}

/* ---- the file: module marshal's format ------------------------------------------- */

static void put_int(ViewOutput *out, uint64_t number)
{
    if (number <= INT32_MAX) {
        uint8_t small[5] = {'i', (uint8_t)number, (uint8_t)(number >> 8),
                            (uint8_t)(number >> 16), (uint8_t)(number >> 24)};
        view_put_bytes(out, small, sizeof small);
        return;
    }
    uint8_t digits[5 + 2 * 5] = {'l'}, count = 0; /* of 15 bits each */
    for (; number != 0; number >>= 15, count++) {
        digits[5 + 2 * count] = (uint8_t)number;
        digits[6 + 2 * count] = (uint8_t)(number >> 8 & 0x7f);
    }
    digits[1] = count;
    view_put_bytes(out, digits, 5 + 2 * (size_t)count);
}

static void put_seconds(ViewOutput *out, double seconds)
{
    view_put(out, "g");
    view_put_bytes(out, &seconds, sizeof seconds); /* little endian, as the file */
}

static void put_text(ViewOutput *out, const char *text)
{
    size_t n = strlen(text);
    uint8_t head[5] = {'u', (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16),
                       (uint8_t)(n >> 24)};
    view_put_bytes(out, head, sizeof head);
    view_put_bytes(out, text, n);
}

static void put_tuple(ViewOutput *out, int count)
{
    view_put_bytes(out, (char[]){')', (char)count}, 2);
}

static void put_function(ViewOutput *out, const Row *row)
{
    put_tuple(out, 3);
    put_text(out, row->filename);
    put_int(out, (uint64_t)row->line);
    put_text(out, row->name);
}

/* Of a function the calls that were not recursive come first, of a caller the calls. */
static void put_sums(ViewOutput *out, double unit, const CallSums *sums, bool of_caller)
{
    uint64_t primitive = sums->calls - sums->recursive;
    put_tuple(out, of_caller ? 4 : 5);
    put_int(out, of_caller ? sums->calls : primitive);
    put_int(out, of_caller ? primitive : sums->calls);
    put_seconds(out, unit * (double)sums->own);
    put_seconds(out, unit * (double)sums->total);
}

static void put_row(ViewOutput *out, double unit, const Row *row)
{
    put_function(out, row);
    put_sums(out, unit, &row->sums, false);
    view_put(out, "{");
    for (size_t i = 0; i < row->callers.room; i++) {
        const ViewSlot *slot = &row->callers.slots[i];
        if (slot->a == 0 || slot->value == NULL)
            continue;
        put_function(out, (const Row *)(uintptr_t)slot->a);
        put_sums(out, unit, slot->value, true);
    }
    view_put(out, "0");
}

static void free_row(void *value)
{
    Row *row = value;
    view_map_free(&row->callers, view_free);
    view_free(row);
}

static void free_times(void *value)
{
    call_times_clear(value);
    view_free(value);
}

void profile_finish(View *view)
{
    Profile *profile = view->state;
    ViewMap rows = {0};
    double unit = unit_of(profile);
    for (size_t i = 0; i < profile->threads.room; i++) {
        CallTimes *times = profile->threads.slots[i].value;
        if (times == NULL)
            continue;
        call_times_leave_all(times, call_times_now(times));
        call_times_add_up(times);
        add_thread(view, &rows, times);
        view->lost += times->lost;
    }
    if (view_output_results(view->out)) {
        view_put(view->out, "{");
        for (size_t i = 0; i < rows.room; i++)
            if (rows.slots[i].value != NULL)
                put_row(view->out, unit, rows.slots[i].value);
        view_put(view->out, "0");
    }
    view_map_free(&rows, free_row);
    view_map_free(&profile->threads, free_times);
    view_texts_free(&profile->texts);
    stop_ticker(profile);
    view_free(profile);
}
