/* --trace=function_latency: how long the calls of each function took, as D's quantize()
 * prints it. Nanoseconds from entry to return; a generator's from resume to yield. */
#include "probes/views/histogram.h"
#include "probes/views/samples.h"

typedef struct Row {
    const ProbeCode *code;
    Histogram histogram;
    struct Row *next;
} Row;

typedef struct Latencies {
    ViewMap by_code; /* id -> Row, owned */
    Row *rows;       /* the newest first */
} Latencies;

static Row *row_of(Latencies *latencies, const ProbeCode *code)
{
    void **place = view_map_at(&latencies->by_code, code->id, 0);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    Row *row = view_alloc(sizeof *row);
    if (row == NULL)
        return NULL;
    row->code = code;
    row->next = latencies->rows;
    return *place = latencies->rows = row;
}

static ProbeAnswer add(void *user, const ProbeEvent *event)
{
    enum { NS = 3 }; /* filename, funcname, lineno, ns, frame */
    View *view = user;
    Row *row = row_of(view->state, event->code);
    if (row == NULL)
        view->lost++;
    else
        histogram_add(&row->histogram, (uint64_t)event->args[NS].number);
    return PROBE_GO_ON;
}

int function_latency_start(View *view)
{
    return view_begin(view, sizeof(Latencies), add, PROBE_BIT(function_latency));
}

void function_latency_finish(View *view)
{
    Latencies *latencies = view->state;
    bool wanted = view_output_results(view->out);
    for (Row *row = latencies->rows; wanted && row != NULL; row = row->next) {
        char name[400];
        samples_name(name, sizeof name, row->code, 0);
        view_put(view->out, "\n  ");
        view_put(view->out, name);
        histogram_put(view->out, &row->histogram);
    }
    view_put_end(view->out);
    view_map_free(&latencies->by_code, view_free);
    view_free(latencies);
}
