/* --trace=line_counts: how often each line ran, as CPython's module trace counts: the
 * file is what `python3.11 -m trace --report --file=FILE` reads, a pickle of (counts,
 * functions, callers), of which the last two are empty. */
#include <string.h>

#include "probes/views/view.h"

typedef struct Line {
    const ProbeCode *code; /* one of those that have it */
    int line;
    uint64_t count;
} Line;

static ProbeAnswer count(void *user, const ProbeEvent *event)
{
    View *view = user;
    Line *line =
        view_row_at(view->state, event->code->id, (uint64_t)event->line, sizeof *line);
    if (line == NULL) {
        view->lost++;
        return PROBE_GO_ON;
    }
    line->code = event->code;
    line->line = event->line;
    line->count++;
    return PROBE_GO_ON;
}

int line_counts_start(View *view)
{
    return view_begin(view, sizeof(ViewMap), count, PROBE_BIT(line));
}

/* ---- the pickle ------------------------------------------------------------------ */

static void put_number(ViewOutput *out, uint64_t number)
{
    uint8_t bytes[10] = {0x8a, 8}; /* LONG1, of 8 bytes */
    for (int i = 0; i < 8; i++)
        bytes[2 + i] = (uint8_t)(number >> 8 * i);
    view_put_bytes(out, bytes, sizeof bytes);
}

static void put_text(ViewOutput *out, const char *text)
{
    size_t n = strlen(text);
    uint8_t head[5] = {'X', (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16),
                       (uint8_t)(n >> 24)};
    view_put_bytes(out, head, sizeof head);
    view_put_bytes(out, text, n);
}

/* Lines of one place, which several code objects may have, are one key. */
static void add_up(const ViewMap *lines, ViewMap *places, ViewMap *texts)
{
    for (size_t i = 0; i < lines->room; i++) {
        Line *line = lines->slots[i].value;
        const char *file =
            line != NULL ? view_intern(texts, line->code->filename) : NULL;
        void **place = file != NULL
                           ? view_map_at(places, VIEW_KEY(file), (uint64_t)line->line)
                           : NULL;
        if (place != NULL && *place != NULL)
            ((Line *)*place)->count += line->count;
        else if (place != NULL)
            *place = line;
    }
}

static void put_pickle(ViewOutput *out, const ViewMap *places)
{
    view_put(out, "\x80\x02}(");
    for (size_t i = 0; i < places->room; i++) {
        const Line *line = places->slots[i].value;
        if (line == NULL)
            continue;
        put_text(out, line->code->filename);
        put_number(out, (uint64_t)line->line);
        view_put(out, "\x86");
        put_number(out, line->count);
    }
    view_put(out, "u}}\x87.");
}

void line_counts_finish(View *view)
{
    ViewMap *lines = view->state, places = {0}, texts = {0};
    if (view_output_results(view->out)) {
        add_up(lines, &places, &texts);
        put_pickle(view->out, &places);
    }
    view_map_free(&places, NULL);
    view_texts_free(&texts);
    view_map_free(lines, view_free);
    view_free(lines);
}
