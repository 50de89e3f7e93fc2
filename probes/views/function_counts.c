/* --trace=function_counts: how often each function was entered, as D's count() prints
 * it: the rarest first. */
#include <stdlib.h>

#include "probes/views/histogram.h"
#include "probes/views/samples.h"

typedef struct Row {
    const ProbeCode *code;
    uint64_t count;
} Row;

static ProbeAnswer count(void *user, const ProbeEvent *event)
{
    View *view = user;
    Row *row = view_row_at(view->state, event->code->id, 0, sizeof *row);
    if (row == NULL) {
        view->lost++;
        return PROBE_GO_ON;
    }
    row->code = event->code;
    row->count++;
    return PROBE_GO_ON;
}

int function_counts_start(View *view)
{
    return view_begin(view, sizeof(ViewMap), count, PROBE_BIT(function_entry));
}

static int by_count(const void *a, const void *b)
{
    const Row *one = *(Row *const *)a, *other = *(Row *const *)b;
    if (one->count != other->count)
        return one->count < other->count ? -1 : 1;
    return one->code->id < other->code->id ? -1 : 1;
}

void function_counts_finish(View *view)
{
    ViewMap *rows = view->state;
    Row **sorted = view_alloc((rows->count + 1) * sizeof *sorted);
    size_t n = 0;
    for (size_t i = 0; sorted != NULL && i < rows->room; i++)
        if (rows->slots[i].value != NULL)
            sorted[n++] = rows->slots[i].value;
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, by_count);
    for (size_t i = 0; view_output_results(view->out) && i < n; i++) {
        char name[400];
        samples_name(name, sizeof name, sorted[i]->code, 0);
        histogram_put_count(view->out, name, sorted[i]->count);
    }
    view_put_end(view->out);
    view_free(sorted);
    view_map_free(rows, view_free);
    view_free(rows);
}
