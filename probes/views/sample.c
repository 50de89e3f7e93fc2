/* --trace=sample: where the time goes, as a table: one row a function, those with the
 * most time of their own first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/views/samples.h"

typedef struct Row {
    const ProbeCode *code;
    uint64_t self, total;
    int running; /* on the way from the root: a function's time is not counted twice */
} Row;

int sample_start(View *view)
{
    return view_option_number(view, "top", 1, 1000000, 40) < 0
               ? -1
               : samples_start(view, false, false);
}

static void add(View *view, ViewMap *rows, const SampleNode *node)
{
    Row *row = node->code ? view_row_at(rows, node->code->id, 0, sizeof *row) : NULL;
    if (row != NULL) {
        row->code = node->code;
        row->self += node->self;
        row->total += row->running++ == 0 ? node->total : 0;
    } else if (node->code != NULL) {
        view->lost++;
    }
    for (const SampleNode *child = node->child; child != NULL; child = child->next)
        add(view, rows, child);
    if (row != NULL)
        row->running--;
}

static int by_self(const void *a, const void *b)
{
    const Row *one = *(Row *const *)a, *other = *(Row *const *)b;
    if (one->self != other->self)
        return one->self < other->self ? 1 : -1;
    return one->total != other->total ? one->total < other->total ? 1 : -1
                                      : (one->code->id > other->code->id) * 2 - 1;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void put_rows(ViewOutput *out, Row **rows, size_t count, uint64_t all)
{
    view_put(out, " self %    self s  total %   total s  function\n");
    for (size_t i = 0; i < count; i++) {
        char name[400];
        samples_name(name, sizeof name, rows[i]->code, 0);
        view_putf(out, "%7.1f %9.3f  %7.1f %9.3f  ", percent(rows[i]->self, all),
                  (double)rows[i]->self / 1e9, percent(rows[i]->total, all),
                  (double)rows[i]->total / 1e9);
        view_put(out, name);
        view_put(out, "\n");
    }
}

static void put_table(View *view, const Samples *samples)
{
    ViewMap rows = {0};
    add(view, &rows, &samples->root);
    Row **sorted = view_alloc((rows.count + 1) * sizeof *sorted);
    size_t count = 0, top = (size_t)view_option_number(view, "top", 1, 1000000, 40);
    for (size_t i = 0; sorted != NULL && i < rows.room; i++)
        if (rows.slots[i].value != NULL)
            sorted[count++] = rows.slots[i].value;
    view_putf(view->out, "%llu samples of %.3f s of %s\n",
              (unsigned long long)samples->count, (double)samples->ns / 1e9,
              samples->sampler.cpu ? "processor time" : "time");
    view->lost += sorted == NULL ? samples->count : 0;
    if (sorted != NULL && count > 0) {
        qsort(sorted, count, sizeof *sorted, by_self);
        put_rows(view->out, sorted, count < top ? count : top, samples->ns);
        if (count > top)
            view_putf(view->out, "... and %zu functions more (top=N)\n", count - top);
    }
    view_put_end(view->out);
    view_free(sorted);
    view_map_free(&rows, view_free);
}

void sample_finish(View *view)
{
    Samples *samples = samples_end(view);
    if (samples != NULL)
        put_table(view, samples);
    samples_free(view);
}
