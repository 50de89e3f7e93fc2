/* Counters, gauges and histograms that are made of a vm's events, for those who show
 * them: Prometheus' text (metrics.c) and OpenTelemetry's JSON (otlp.c).
 *
 * One thread at a time counts, the one that has the interpreter; another may read
 * meanwhile: series are only added, in front, and numbers are single words. */
#ifndef MINIPY_PROBES_VIEWS_MEASURES_H
#define MINIPY_PROBES_VIEWS_MEASURES_H

#include "probes/views/view.h"

typedef enum MeasureKind {
    MEASURE_COUNTER,
    MEASURE_GAUGE,
    MEASURE_HISTOGRAM
} MeasureKind;

enum Measure {
#define MEASURE(name, kind, shown, label, scale, unit, help) MEASURE_##name,
#include "probes/views/measures.def"
#undef MEASURE
    MEASURE_COUNT
};

typedef struct MeasureRow {
    MeasureKind kind;
    const char *name, *label; /* label NULL: one series */
    uint64_t scale;
    const char *unit, *help;
} MeasureRow;
extern const MeasureRow measure_rows[MEASURE_COUNT];

/* The bounds of histograms, in nanoseconds; above the last is one bucket more. */
enum { PAUSE_BUCKETS = 11 };
extern const uint64_t pause_bounds[PAUSE_BUCKETS];
typedef struct PauseHistogram {
    uint64_t buckets[PAUSE_BUCKETS + 1]; /* each without those below */
    uint64_t sum;
} PauseHistogram;

typedef struct Series {
    const char *label; /* of `texts`; NULL: it has none */
    uint64_t value;
    struct Series *next;
} Series;

/* A measure with labels has at most so many series; the rest is under "(other)". */
enum { SERIES_MAX = 1000 };

typedef struct Measures {
    View *view;
    Series *first[MEASURE_COUNT]; /* owned */
    size_t count[MEASURE_COUNT];
    ViewMap by_label; /* (the label's only copy, or 1; measure) -> Series */
    ViewMap by_code;  /* (id, 0) -> Series of FUNCTION_CALLS */
    ViewMap texts;
    PauseHistogram pauses;
    uint64_t collection_began;
    int calls; /* 0: not counted, 1: all, 2: by functions */
} Measures;

/* Takes the options MEASURE_OPTIONS. 0, or -1 (refused). To be freed by measures_fini.
 */
int measures_init(Measures *measures, View *view);
void measures_fini(Measures *measures);
/* Counts an event; others than those wanted do nothing. Cannot fail. */
void measures_count(Measures *measures, const ProbeEvent *event);
/* What is asked for when somebody reads: memory and the process. */
void measures_refresh(Measures *measures);
/* The series of a measure, the newest first. */
const Series *measures_first(const Measures *measures, enum Measure which);
uint64_t measures_value(const uint64_t *place);

#define MEASURE_OPTIONS "calls=no|total|functions exceptions=yes|no objects=no|yes"

#endif
