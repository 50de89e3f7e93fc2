/* --trace=metrics: what measures.def lists, in the text that Prometheus reads: into a
 * file at the end and every so many seconds, and for who asks by HTTP. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "probes/clock.h"
#include "probes/views/measures.h"
#include "probes/views/serve.h"

typedef struct Metrics {
    Measures measures;
    Server server;
    ViewWorker worker;
    View *view;
    uint64_t every; /* ns; 0: the file is written at the end alone */
    bool to_target; /* there is a file, or nobody is served */
} Metrics;

static const char type[] = "text/plain; version=0.0.4; charset=utf-8";

/* ---- the text -------------------------------------------------------------------- */

static void put_scaled(ViewOutput *out, uint64_t value, uint64_t scale)
{
    if (scale == 1)
        view_put_number(out, value);
    else
        view_putf(out, "%.15g", (double)value / (double)scale);
}

static void put_label(ViewOutput *out, const char *name, const char *value)
{
    view_putf(out, "{%s=\"", name);
    for (const char *s = value; *s; s++) {
        if (*s == '"' || *s == '\\')
            view_put(out, "\\");
        view_put_bytes(out, *s == '\n' ? "\\n" : s, *s == '\n' ? 2 : 1);
    }
    view_put(out, "\"}");
}

static void put_series(ViewOutput *out, const MeasureRow *row, const Series *series)
{
    view_put(out, row->name);
    if (series->label != NULL)
        put_label(out, row->label, series->label);
    view_put(out, " ");
    put_scaled(out, measures_value(&series->value), row->scale);
    view_put(out, "\n");
}

/* Buckets hold those below, too. */
static void put_histogram(ViewOutput *out, const MeasureRow *row,
                          const PauseHistogram *pauses)
{
    uint64_t count = 0;
    for (int i = 0; i <= PAUSE_BUCKETS; i++) {
        count += measures_value(&pauses->buckets[i]);
        view_putf(out, "%s_bucket{le=\"", row->name);
        if (i < PAUSE_BUCKETS)
            put_scaled(out, pause_bounds[i], row->scale);
        else
            view_put(out, "+Inf");
        view_putf(out, "\"} %llu\n", (unsigned long long)count);
    }
    view_putf(out, "%s_sum ", row->name);
    put_scaled(out, measures_value(&pauses->sum), row->scale);
    view_putf(out, "\n%s_count %llu\n", row->name, (unsigned long long)count);
}

static void put_text(void *user, ViewOutput *out)
{
    static const char *const kinds[] = {"counter", "gauge", "histogram"};
    Metrics *metrics = user;
    measures_refresh(&metrics->measures);
    for (int i = 0; i < MEASURE_COUNT; i++) {
        const MeasureRow *row = &measure_rows[i];
        const Series *first = measures_first(&metrics->measures, (enum Measure)i);
        if (first == NULL && row->kind != MEASURE_HISTOGRAM)
            continue;
        view_putf(out, "# HELP %s %s\n# TYPE %s %s\n", row->name, row->help, row->name,
                  kinds[row->kind]);
        if (row->kind == MEASURE_HISTOGRAM)
            put_histogram(out, row, &metrics->measures.pauses);
        for (const Series *series = first; series != NULL; series = series->next)
            put_series(out, row, series);
    }
}

static void write_file(Metrics *metrics, bool at_end)
{
    ViewBytes text = {0};
    if (view_bytes_put(&text, put_text, metrics))
        view_output_replace(metrics->view->out, text.bytes, text.length, at_end);
    view_free(text.bytes);
}

/* ---- its thread ------------------------------------------------------------------ */

static void *serve(void *user)
{
    Metrics *metrics = user;
    uint64_t next = metrics->every > 0 ? probe_now() + metrics->every : UINT64_MAX;
    for (;;)
        switch (view_worker_wait(&metrics->worker, metrics->server.fd, POLLIN, next)) {
        case WORKER_STOP: return NULL;
        case WORKER_RUNG: break;
        case WORKER_TIME:
            write_file(metrics, false);
            next += metrics->every;
            break;
        case WORKER_READY:
            serve_answer(&metrics->server, &metrics->worker, type, put_text, metrics);
        }
}

static ProbeAnswer count(void *user, const ProbeEvent *event)
{
    Metrics *metrics = ((View *)user)->state;
    if (metrics->server.fd >= 0 && view_output_inherited(metrics->view->out))
        serve_leave(&metrics->server);
    measures_count(&metrics->measures, event);
    return PROBE_GO_ON;
}

static int start(View *view, Metrics *metrics)
{
    long every = view_option_number(view, "every", 1, 1000000, 0);
    if (every < 0 || serve_start(view, &metrics->server) < 0)
        return -1;
    metrics->view = view;
    metrics->every = (uint64_t)every * 1000000000;
    metrics->to_target = view->target->path != NULL || metrics->server.fd < 0;
    if (every > 0 && view->target->path == NULL)
        return view_refuse(view, "every=%ld writes a file: add -o FILE", every);
    if (measures_init(&metrics->measures, view) < 0)
        return -1;
    if ((every > 0 || metrics->server.fd >= 0) &&
        view_worker_start(&metrics->worker, serve, metrics) < 0) {
        measures_fini(&metrics->measures);
        return view_refuse(view, "there can be no thread for it: %s", strerror(errno));
    }
    return 0;
}

int metrics_start(View *view)
{
    Metrics *metrics = view_alloc(sizeof *metrics);
    if (metrics == NULL)
        return view_refuse(view, "not enough memory");
    metrics->server.fd = -1;
    if (start(view, metrics) < 0) {
        serve_stop(&metrics->server);
        view_free(metrics);
        return -1;
    }
    view->state = metrics;
    view->observer.event = count;
    return 0;
}

void metrics_finish(View *view)
{
    Metrics *metrics = view->state;
    view_worker_stop(&metrics->worker);
    if (view_output_inherited(view->out))
        serve_leave(&metrics->server);
    else
        serve_stop(&metrics->server);
    if (metrics->to_target && view_output_results(view->out))
        write_file(metrics, true);
    measures_fini(&metrics->measures);
    view_free(metrics);
}
