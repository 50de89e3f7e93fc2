/* --trace=gc_log: a line for each collection with its pause, and at the end the pauses
 * as a histogram. */
#include "probes/clock.h"
#include "probes/views/histogram.h"
#include "probes/views/view.h"

typedef struct GcLog {
    uint64_t began, first; /* of the collection; of the first one */
    uint64_t all;
    Histogram pauses;
} GcLog;

/* gc_stats comes right after the collection, and has all of it. */
static ProbeAnswer log_event(void *user, const ProbeEvent *event)
{
    View *view = user;
    GcLog *log = view->state;
    uint64_t now = probe_now();
    if (event->kind == PROBE_gc_start) {
        log->began = now;
        log->first = log->first != 0 ? log->first : now;
    } else if (log->began != 0) {
        uint64_t pause = now - log->began;
        view_putf(view->out,
                  "%10.6f s  generation %ld  pause %9.1f us  collected %6ld  live %7ld",
                  (double)(log->began - log->first) / 1e9, event->args[0].number,
                  (double)pause / 1e3, event->args[1].number, event->args[3].number);
        if (event->code != NULL)
            view_putf(view->out, "  in %s:%d", event->code->qualname, event->line);
        view_put(view->out, "\n");
        view_put_end(view->out);
        histogram_add(&log->pauses, pause);
        log->all += pause;
    }
    return PROBE_GO_ON;
}

int gc_log_start(View *view)
{
    return view_begin(view, sizeof(GcLog), log_event,
                      PROBE_BIT(gc_start) | PROBE_BIT(gc_stats));
}

void gc_log_finish(View *view)
{
    GcLog *log = view->state;
    if (view_output_results(view->out)) {
        view_putf(view->out, "%llu collections, %.3f ms in all; pauses in ns:\n",
                  (unsigned long long)log->pauses.count, (double)log->all / 1e6);
        histogram_put(view->out, &log->pauses);
        view_put_end(view->out);
    }
    view_free(log);
}
