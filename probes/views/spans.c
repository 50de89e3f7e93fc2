/* Stacks of what runs, by threads (spans.h). */
#include "probes/views/spans.h"

#include <stdio.h>

#include "probes/clock.h"

int spans_start(Spans *spans, View *view)
{
    long least = view_option_number(view, "min", 0, 1000000000, 0);
    if (least < 0)
        return -1;
    spans->view = view;
    spans->least = (uint64_t)least * 1000;
    return 0;
}

ThreadLine *spans_line(Spans *spans, uint64_t ident)
{
    void **place = view_map_at(&spans->threads, ident, 0);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    ThreadLine *line = *place = view_alloc(sizeof *line);
    if (line != NULL) {
        line->number = (unsigned)spans->threads.count;
        if (spans->thread != NULL)
            spans->thread(spans->view, line, ident);
    }
    return line;
}

const Span *spans_innermost(const ThreadLine *line)
{
    for (size_t i = line->count; i-- > 0;)
        if (!line->spans[i].left_out)
            return &line->spans[i];
    return NULL;
}

static void begin(Spans *spans, ThreadLine *line, Span span)
{
    if (line->count == line->room) {
        Span *more = view_grow(line->spans, line->count, sizeof *more);
        if (more == NULL) {
            spans->view->lost++;
            return;
        }
        line->spans = more;
        line->room = line->count < 8 ? 8 : line->count * 2;
    }
    const Span *outer = spans_innermost(line);
    span.parent = outer != NULL ? outer->id : 0;
    span.id = ++spans->last_id;
    span.left_out = !budget_chooses(spans->view);
    span.began = probe_now();
    line->spans[line->count++] = span;
}

static void tell(Spans *spans, const ThreadLine *line, Span *span, uint64_t now)
{
    bool is_short = span->code != NULL && now - span->began < spans->least;
    if (span->left_out || is_short || !budget_allows(spans->view))
        return;
    span->ended = now;
    spans->span(spans->view, line, span);
}

/* What stands above it has lost its end. */
static void end(Spans *spans, ThreadLine *line, enum ProbeMarker began,
                const ProbeEvent *event)
{
    const ProbeCode *code = began == PROBE_function_entry ? event->code : NULL;
    uint64_t now = probe_now();
    size_t i = line->count;
    while (i > 0 &&
           (line->spans[i - 1].kind != began || line->spans[i - 1].code != code))
        i--;
    if (i == 0)
        return;
    line->count = i - 1;
    line->spans[i - 1].raised = event->exit == PROBE_EXIT_EXCEPTION;
    tell(spans, line, &line->spans[i - 1], now);
}

static const char *text_of(Spans *spans, const ProbeEvent *event)
{
    const char *told = event->args[event->kind == PROBE_lock_wait].text;
    char text[300];
    if (event->kind == PROBE_gc_start)
        snprintf(text, sizeof text, "collection of generation %ld",
                 event->args[0].number);
    else
        snprintf(text, sizeof text, "%s", told != NULL ? told : "?");
    return view_intern(&spans->texts, text);
}

const ThreadLine *spans_event(Spans *spans, const ProbeEvent *event)
{
    ThreadLine *line = spans_line(spans, event->thread);
    if (line == NULL) {
        spans->view->lost++;
        return NULL;
    }
    switch (event->kind) {
    case PROBE_function_entry:
        begin(spans, line, (Span){.kind = PROBE_function_entry, .code = event->code});
        break;
    case PROBE_function_return: end(spans, line, PROBE_function_entry, event); break;
    case PROBE_gc_done: end(spans, line, PROBE_gc_start, event); break;
    case PROBE_import_done: end(spans, line, PROBE_import_start, event); break;
    case PROBE_compile_done: end(spans, line, PROBE_compile_start, event); break;
    case PROBE_lock_acquired: end(spans, line, PROBE_lock_wait, event); break;
    default:
        begin(spans, line, (Span){.kind = event->kind, .text = text_of(spans, event)});
    }
    return line;
}

void spans_end(Spans *spans)
{
    uint64_t now = probe_now();
    for (size_t i = 0; i < spans->threads.room; i++) {
        ThreadLine *line = spans->threads.slots[i].value;
        while (line != NULL && line->count > 0) {
            line->count--;
            tell(spans, line, &line->spans[line->count], now);
        }
    }
}

static void free_line(void *value)
{
    view_free(((ThreadLine *)value)->spans);
    view_free(value);
}

void spans_free(Spans *spans)
{
    view_map_free(&spans->threads, free_line);
    view_texts_free(&spans->texts);
}
