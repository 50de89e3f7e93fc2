/* OpenTelemetry's messages (otlp_json.h), after opentelemetry-proto's trace.proto,
 * metrics.proto and common.proto. */
#include "probes/views/otlp_json.h"

#include <unistd.h>

#include "probes/clock.h"

enum { KIND_INTERNAL = 1, STATUS_UNSET = 0, STATUS_ERROR = 2, CUMULATIVE = 2 };

/* ---- what they share ------------------------------------------------------------- */

static void put_time(ViewOutput *out, const char *key, const OtlpSource *source,
                     uint64_t when)
{
    view_putf(out, ",\"%s\":\"%llu\"", key,
              (unsigned long long)(source->epoch + (when - source->began)));
}

static void put_text_attribute(ViewOutput *out, const char *key, const char *text)
{
    view_putf(out, "{\"key\":\"%s\",\"value\":{\"stringValue\":", key);
    view_put_json(out, text);
    view_put(out, "}}");
}

static void put_number_attribute(ViewOutput *out, const char *key, uint64_t number)
{
    view_putf(out, "{\"key\":\"%s\",\"value\":{\"intValue\":\"%llu\"}}", key,
              (unsigned long long)number);
}

static void put_resource(ViewOutput *out, const OtlpSource *source)
{
    view_put(out, "\"resource\":{\"attributes\":[");
    put_text_attribute(out, "service.name", source->service);
    view_put(out, ",");
    put_number_attribute(out, "process.pid", (uint64_t)getpid());
    view_put(out, ",");
    put_text_attribute(out, "process.runtime.name", "minipy");
    view_put(out, "]}");
}

/* ---- spans ----------------------------------------------------------------------- */

static const char *kind_of(const Span *span)
{
    switch (span->kind) {
    case PROBE_function_entry: return "call";
    case PROBE_gc_start: return "gc";
    case PROBE_import_start: return "import";
    case PROBE_compile_start: return "compile";
    case PROBE_lock_wait: return "lock";
    case PROBE_mark: return "mark";
    default: return "program";
    }
}

static void put_attributes(ViewOutput *out, const OtlpSpan *one)
{
    const ProbeCode *code = one->span.code;
    view_put(out, ",\"attributes\":[");
    put_text_attribute(out, "minipy.kind", kind_of(&one->span));
    if (one->thread > 0) {
        view_put(out, ",");
        put_number_attribute(out, "thread.id", one->thread);
    }
    if (code != NULL) {
        view_put(out, ",");
        put_text_attribute(out, "code.function.name", code->qualname);
        view_put(out, ",");
        put_text_attribute(out, "code.file.path", code->filename);
        view_put(out, ",");
        put_number_attribute(out, "code.line.number", (uint64_t)code->first_line);
    }
    view_put(out, "]");
}

static void put_parent(ViewOutput *out, const OtlpSource *source, const OtlpSpan *one)
{
    if (one->thread > 0) /* number 0 is the run's own */
        view_putf(out, ",\"parentSpanId\":\"%016llx\"",
                  (unsigned long long)(source->id_base + one->span.parent));
    else if (*source->root_parent)
        view_putf(out, ",\"parentSpanId\":\"%s\"", source->root_parent);
}

static void put_span(ViewOutput *out, const OtlpSource *source, const OtlpSpan *one)
{
    const Span *span = &one->span;
    const char *name = span->code != NULL ? span->code->qualname : span->text;
    view_putf(out, "{\"traceId\":\"%s\",\"spanId\":\"%016llx\"", source->trace_id,
              (unsigned long long)(source->id_base + span->id));
    put_parent(out, source, one);
    view_put(out, ",\"name\":");
    view_put_json(out, name != NULL && *name ? name : "?");
    view_putf(out, ",\"kind\":%d", KIND_INTERNAL);
    put_time(out, "startTimeUnixNano", source, span->began);
    put_time(out, "endTimeUnixNano", source, span->ended);
    put_attributes(out, one);
    view_putf(out, ",\"status\":{\"code\":%d}}",
              span->raised ? STATUS_ERROR : STATUS_UNSET);
}

void otlp_put_spans(ViewOutput *out, const OtlpSource *source, const OtlpSpan *spans,
                    size_t count)
{
    view_put(out, "{\"resourceSpans\":[{");
    put_resource(out, source);
    view_put(out, ",\"scopeSpans\":[{\"scope\":{\"name\":\"minipy\"},\"spans\":[");
    for (size_t i = 0; i < count; i++) {
        view_put(out, i > 0 ? "," : "");
        put_span(out, source, &spans[i]);
    }
    view_put(out, "]}]}]}");
}

/* ---- metrics --------------------------------------------------------------------- */

/* A point begins: its times. */
static void put_times(ViewOutput *out, const OtlpSource *source, uint64_t now)
{
    view_putf(out, "\"startTimeUnixNano\":\"%llu\"", (unsigned long long)source->epoch);
    put_time(out, "timeUnixNano", source, now);
}

static void put_point(ViewOutput *out, const OtlpSource *source, const MeasureRow *row,
                      const Series *series, uint64_t now)
{
    uint64_t value = measures_value(&series->value);
    view_put(out, "{\"attributes\":[");
    if (series->label != NULL)
        put_text_attribute(out, row->label, series->label);
    view_put(out, "],");
    put_times(out, source, now);
    if (row->scale == 1)
        view_putf(out, ",\"asInt\":\"%llu\"}", (unsigned long long)value);
    else
        view_putf(out, ",\"asDouble\":%.15g}", (double)value / (double)row->scale);
}

static void put_pauses(ViewOutput *out, const OtlpSource *source, const MeasureRow *row,
                       const PauseHistogram *pauses, uint64_t now)
{
    uint64_t count = 0, counts[PAUSE_BUCKETS + 1];
    for (int i = 0; i <= PAUSE_BUCKETS; i++)
        count += counts[i] = measures_value(&pauses->buckets[i]);
    view_put(out, "{\"attributes\":[],");
    put_times(out, source, now);
    view_putf(out, ",\"count\":\"%llu\",\"sum\":%.15g,\"bucketCounts\":[",
              (unsigned long long)count,
              (double)measures_value(&pauses->sum) / (double)row->scale);
    for (int i = 0; i <= PAUSE_BUCKETS; i++)
        view_putf(out, "%s\"%llu\"", i > 0 ? "," : "", (unsigned long long)counts[i]);
    view_put(out, "],\"explicitBounds\":[");
    for (int i = 0; i < PAUSE_BUCKETS; i++)
        view_putf(out, "%s%.15g", i > 0 ? "," : "",
                  (double)pause_bounds[i] / (double)row->scale);
    view_put(out, "]}");
}

static void put_metric(ViewOutput *out, const OtlpSource *source, Measures *measures,
                       enum Measure which, uint64_t now)
{
    static const char *const kinds[] = {"sum", "gauge", "histogram"};
    const MeasureRow *row = &measure_rows[which];
    const Series *first = measures_first(measures, which);
    view_putf(out, "{\"name\":\"%s\",\"unit\":\"%s\",\"description\":", row->name,
              row->unit);
    view_put_json(out, row->help);
    view_putf(out, ",\"%s\":{\"dataPoints\":[", kinds[row->kind]);
    if (row->kind == MEASURE_HISTOGRAM)
        put_pauses(out, source, row, &measures->pauses, now);
    for (const Series *series = first; series != NULL; series = series->next) {
        view_put(out, series != first ? "," : "");
        put_point(out, source, row, series, now);
    }
    view_put(out, "]");
    if (row->kind != MEASURE_GAUGE)
        view_putf(out, ",\"aggregationTemporality\":%d", CUMULATIVE);
    if (row->kind == MEASURE_COUNTER)
        view_put(out, ",\"isMonotonic\":true");
    view_put(out, "}}");
}

void otlp_put_metrics(ViewOutput *out, const OtlpSource *source, Measures *measures)
{
    uint64_t now = probe_now();
    const char *between = "";
    measures_refresh(measures);
    view_put(out, "{\"resourceMetrics\":[{");
    put_resource(out, source);
    view_put(out, ",\"scopeMetrics\":[{\"scope\":{\"name\":\"minipy\"},\"metrics\":[");
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (measures_first(measures, (enum Measure)i) == NULL &&
            measure_rows[i].kind != MEASURE_HISTOGRAM)
            continue;
        view_put(out, between);
        put_metric(out, source, measures, (enum Measure)i, now);
        between = ",";
    }
    view_put(out, "]}]}]}");
}
