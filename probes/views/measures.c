/* Counting events (measures.h). */
#include "probes/views/measures.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "probes/clock.h"
#include "probes/views/samples.h"

const MeasureRow measure_rows[MEASURE_COUNT] = {
#define MEASURE(name, kind, shown, label, scale, unit, help)                           \
    {MEASURE_##kind, shown, label, scale, unit, help},
#include "probes/views/measures.def"
#undef MEASURE
};

const uint64_t pause_bounds[PAUSE_BUCKETS] = {10000,     30000,     100000,    300000,
                                              1000000,   3000000,   10000000,  30000000,
                                              100000000, 300000000, 1000000000};

/* ---- series ---------------------------------------------------------------------- */

static void set(uint64_t *place, uint64_t value)
{
    __atomic_store_n(place, value, __ATOMIC_RELAXED);
}

uint64_t measures_value(const uint64_t *place)
{
    return __atomic_load_n(place, __ATOMIC_RELAXED);
}

const Series *measures_first(const Measures *measures, enum Measure which)
{
    return __atomic_load_n(&measures->first[which], __ATOMIC_ACQUIRE);
}

/* The one of that label, which is made when it is new. NULL: no memory. */
static Series *series_of(Measures *measures, enum Measure which, const char *label)
{
    const char *only = label != NULL ? view_intern(&measures->texts, label) : NULL;
    if (label != NULL && only == NULL)
        return NULL;
    void **place =
        view_map_at(&measures->by_label, only != NULL ? VIEW_KEY(only) : 1, which);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    if (measures->count[which] >= SERIES_MAX && strcmp(label, "(other)") != 0) {
        Series *other = series_of(measures, which, "(other)");
        place = view_map_at(&measures->by_label, VIEW_KEY(only), which);
        return place != NULL ? *place = other : other;
    }
    Series *series = view_alloc(sizeof *series);
    if (series == NULL)
        return NULL;
    series->label = only;
    series->next = measures->first[which];
    measures->count[which]++;
    __atomic_store_n(&measures->first[which], series, __ATOMIC_RELEASE);
    return *place = series;
}

static void add_to(Measures *measures, Series *series, uint64_t more)
{
    if (series != NULL)
        set(&series->value, series->value + more);
    else
        measures->view->lost++;
}

static void add(Measures *measures, enum Measure which, const char *label,
                uint64_t more)
{
    add_to(measures, series_of(measures, which, label), more);
}

static void put(Measures *measures, enum Measure which, uint64_t value)
{
    Series *series = measures->first[which];
    if (series != NULL)
        set(&series->value, value);
}

/* ---- events ---------------------------------------------------------------------- */

static void count_function(Measures *measures, const ProbeCode *code)
{
    char name[400];
    void **place = view_map_at(&measures->by_code, code->id, 0);
    if (place != NULL && *place == NULL) {
        samples_name(name, sizeof name, code, 0);
        *place = series_of(measures, MEASURE_FUNCTION_CALLS, name);
    }
    add_to(measures, place != NULL ? *place : NULL, 1);
}

static void count_pause(Measures *measures, uint64_t ns)
{
    PauseHistogram *pauses = &measures->pauses;
    int i = 0;
    while (i < PAUSE_BUCKETS && ns > pause_bounds[i])
        i++;
    set(&pauses->buckets[i], pauses->buckets[i] + 1);
    set(&pauses->sum, pauses->sum + ns);
}

/* gc_stats comes right behind the collection. */
static void count_collection(Measures *measures, const ProbeEvent *event)
{
    char generation[24];
    snprintf(generation, sizeof generation, "%ld", event->args[0].number);
    if (measures->collection_began != 0)
        count_pause(measures, probe_now() - measures->collection_began);
    measures->collection_began = 0;
    add(measures, MEASURE_COLLECTIONS, generation, 1);
    add(measures, MEASURE_COLLECTED, generation, (uint64_t)event->args[1].number);
    put(measures, MEASURE_TRACKED, (uint64_t)event->args[3].number);
}

static void count_thread(Measures *measures, bool starts)
{
    uint64_t running = measures->first[MEASURE_THREADS]->value;
    if (starts)
        add_to(measures, measures->first[MEASURE_THREADS_STARTED], 1);
    if (starts || running > 0) /* it may have begun before this did */
        put(measures, MEASURE_THREADS, starts ? running + 1 : running - 1);
}

static const char *type_of(const ProbeEvent *event)
{
    return event->args[0].text != NULL ? event->args[0].text : "?";
}

void measures_count(Measures *measures, const ProbeEvent *event)
{
    switch (event->kind) {
    case PROBE_function_entry:
        if (measures->calls == 1)
            add_to(measures, measures->first[MEASURE_CALLS], 1);
        else if (measures->calls == 2 && event->code != NULL)
            count_function(measures, event->code);
        break;
    case PROBE_gc_start: measures->collection_began = probe_now(); break;
    case PROBE_gc_stats: count_collection(measures, event); break;
    case PROBE_exception_raise:
        add(measures, MEASURE_EXCEPTIONS, type_of(event), 1);
        break;
    case PROBE_import_done:
        add(measures, MEASURE_IMPORTS, event->args[1].number ? "loaded" : "missing", 1);
        break;
    case PROBE_thread_start: count_thread(measures, true); break;
    case PROBE_thread_stop: count_thread(measures, false); break;
    case PROBE_object_alloc:
        add(measures, MEASURE_OBJECTS, type_of(event), 1);
        add(measures, MEASURE_OBJECT_BYTES, type_of(event),
            (uint64_t)event->args[1].number);
        break;
    case PROBE_object_free:
        add(measures, MEASURE_OBJECTS_FREED, type_of(event), 1);
        break;
    default: break;
    }
}

/* ---- the process ----------------------------------------------------------------- */

/* A file of /proc's; "" when there is none. */
static void read_text(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "re");
    size_t n = file != NULL ? fread(text, 1, room - 1, file) : 0;
    text[n] = 0;
    if (file != NULL)
        fclose(file);
}

static uint64_t resident_bytes(void)
{
    char text[200];
    unsigned long long pages = 0;
    read_text("/proc/self/statm", text, sizeof text);
    if (sscanf(text, "%*u %llu", &pages) != 1)
        return 0;
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* In hundredths of a second since 1970. */
static uint64_t process_start(void)
{
    char text[1000];
    unsigned long long ticks = 0;
    struct timespec now, since_boot;
    read_text("/proc/self/stat", text, sizeof text);
    const char *rest = strrchr(text, ')'); /* the name may have anything in it */
    if (rest == NULL || sscanf(rest + 1,
                               " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u "
                               "%*d %*d %*d %*d %*d %*d %llu",
                               &ticks) != 1)
        return 0;
    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &since_boot);
    int64_t boot = (now.tv_sec - since_boot.tv_sec) * 100 +
                   (now.tv_nsec - since_boot.tv_nsec) / 10000000;
    return (uint64_t)boot + ticks * 100 / (uint64_t)sysconf(_SC_CLK_TCK);
}

void measures_refresh(Measures *measures)
{
    const ProbeHost *host = measures->view->consumers->host;
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    put(measures, MEASURE_PROCESSOR,
        (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec);
    put(measures, MEASURE_MEMORY, host->memory(host->vm));
    put(measures, MEASURE_RESIDENT, resident_bytes());
    put(measures, MEASURE_LOST, measures->view->lost);
}

/* ---- beginning and end ----------------------------------------------------------- */

/* Those that are there from the start, at 0, as far as they are asked for. */
static bool make_series(Measures *measures, int calls)
{
    bool made = true;
    for (int i = 0; i < MEASURE_COUNT; i++)
        if (measure_rows[i].label == NULL &&
            measure_rows[i].kind != MEASURE_HISTOGRAM &&
            (i != MEASURE_CALLS || calls == 1))
            made = series_of(measures, (enum Measure)i, NULL) != NULL && made;
    return made;
}

int measures_init(Measures *measures, View *view)
{
    int calls = view_option_word(view, "calls", "no total functions");
    int exceptions = view_option_word(view, "exceptions", "yes no");
    int objects = view_option_word(view, "objects", "no yes");
    if (calls < 0 || exceptions < 0 || objects < 0)
        return -1;
    measures->view = view;
    measures->calls = calls;
    if (!make_series(measures, calls)) {
        measures_fini(measures);
        return view_refuse(view, "not enough memory");
    }
    put(measures, MEASURE_STARTED, process_start());
    view->observer.kinds |= PROBE_BIT(gc_start) | PROBE_BIT(gc_stats) |
                            PROBE_BIT(import_done) | PROBE_BIT(thread_start) |
                            PROBE_BIT(thread_stop);
    if (calls > 0)
        view->observer.kinds |= PROBE_BIT(function_entry);
    if (exceptions == 0)
        view->observer.kinds |= PROBE_BIT(exception_raise);
    if (objects == 1)
        view->observer.kinds |= PROBE_BIT(object_alloc) | PROBE_BIT(object_free);
    return 0;
}

void measures_fini(Measures *measures)
{
    for (int i = 0; i < MEASURE_COUNT; i++)
        while (measures->first[i] != NULL) {
            Series *series = measures->first[i];
            measures->first[i] = series->next;
            view_free(series);
        }
    view_map_free(&measures->by_label, NULL);
    view_map_free(&measures->by_code, NULL);
    view_texts_free(&measures->texts);
}
