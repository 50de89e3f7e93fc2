/* --trace=timeline: what ran when, in the trace event format of Chrome, which Perfetto
 * (ui.perfetto.dev) and chrome://tracing read: calls, collections, imports,
 * compilations, threads, waits for locks, and the program's own marks.
 *
 * What has a length is one event of type X, made when it ends, so what runs is kept on
 * a stack for each thread. What began before the view is not shown. */
#include <stdio.h>
#include <unistd.h>

#include "probes/clock.h"
#include "probes/views/view.h"

typedef struct Span {
    uint64_t began;
    enum ProbeMarker kind; /* what began */
    const ProbeCode *code; /* of a call */
    const char *text;      /* of something else, of `texts` */
} Span;

typedef struct ThreadLine {
    unsigned number; /* from 1, in the order in which they were seen */
    Span *spans;     /* owned; what runs, the innermost last */
    size_t count, room;
} ThreadLine;

typedef struct Timeline {
    ViewMap threads; /* ident -> ThreadLine, owned */
    ViewMap texts;
    uint64_t least; /* shorter calls are not shown */
    uint64_t began, pid;
    bool any; /* an event has been written */
} Timeline;

/* ---- writing --------------------------------------------------------------------- */

/* Begins an event: all but its name and what its type has besides. */
static void put_head(View *view, char type, const char *category, unsigned thread,
                     uint64_t when)
{
    Timeline *timeline = view->state;
    ViewOutput *out = view->out;
    view_put(out, timeline->any ? ",\n{\"ph\":\"" : "{\"ph\":\"");
    view_put_bytes(out, &type, 1);
    view_put(out, "\",\"cat\":\"");
    view_put(out, category);
    view_put(out, "\",\"pid\":");
    view_put_number(out, timeline->pid);
    view_put(out, ",\"tid\":");
    view_put_number(out, thread);
    view_put(out, ",\"ts\":");
    view_put_micros(out, when - timeline->began);
    timeline->any = true;
}

static void put_span(View *view, const ThreadLine *line, const Span *span, uint64_t now)
{
    static const char *const categories[PROBE_COUNT] = {
        [PROBE_function_entry] = "call", [PROBE_gc_start] = "gc",
        [PROBE_import_start] = "import", [PROBE_compile_start] = "compile",
        [PROBE_lock_wait] = "lock",
    };
    ViewOutput *out = view->out;
    put_head(view, 'X', categories[span->kind], line->number, span->began);
    view_put(out, ",\"dur\":");
    view_put_micros(out, now - span->began);
    view_put(out, ",\"name\":");
    view_put_json(out, span->code != NULL   ? span->code->qualname
                       : span->text != NULL ? span->text
                                            : "?");
    if (span->code != NULL) {
        view_put(out, ",\"args\":{\"file\":");
        view_put_json(out, span->code->filename);
        view_put(out, ",\"line\":");
        view_put_number(out, (uint64_t)span->code->first_line);
        view_put(out, "}");
    }
    view_put(out, "}");
    view_put_end(out);
}

static void put_thread_name(View *view, const ThreadLine *line, uint64_t ident)
{
    put_head(view, 'M', "__metadata", line->number, ((Timeline *)view->state)->began);
    view_putf(view->out, ",\"name\":\"thread_name\",\"args\":{\"name\":\"%s %llu\"}}",
              line->number == 1 ? "first thread" : "thread", (unsigned long long)ident);
}

static void put_mark(View *view, const ThreadLine *line, const ProbeEvent *event)
{
    const char *name = event->args[0].text, *text = event->args[1].text;
    put_head(view, 'i', "mark", line->number, probe_now());
    view_put(view->out, ",\"name\":");
    view_put_json(view->out, name != NULL ? name : "?");
    view_put(view->out, ",\"s\":\"t\",\"args\":{\"text\":");
    view_put_json(view->out, text != NULL ? text : "");
    view_put(view->out, "}}");
    view_put_end(view->out);
}

/* ---- what runs ------------------------------------------------------------------- */

static ThreadLine *line_of(View *view, uint64_t ident)
{
    Timeline *timeline = view->state;
    void **place = view_map_at(&timeline->threads, ident, 0);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    ThreadLine *line = *place = view_alloc(sizeof *line);
    if (line != NULL) {
        line->number = (unsigned)timeline->threads.count;
        put_thread_name(view, line, ident);
    }
    return line;
}

static void begin(View *view, ThreadLine *line, Span span)
{
    if (line->count == line->room) {
        Span *spans = view_grow(line->spans, line->count, sizeof *spans);
        if (spans == NULL) {
            view->lost++;
            return;
        }
        line->spans = spans;
        line->room = line->count < 8 ? 8 : line->count * 2;
    }
    span.began = probe_now();
    line->spans[line->count++] = span;
}

/* What stands above it has lost its end. */
static void end(View *view, ThreadLine *line, enum ProbeMarker began,
                const ProbeCode *code)
{
    uint64_t now = probe_now();
    size_t i = line->count;
    while (i > 0 &&
           (line->spans[i - 1].kind != began || line->spans[i - 1].code != code))
        i--;
    if (i == 0)
        return;
    line->count = i - 1;
    const Span *span = &line->spans[line->count];
    if (code == NULL || now - span->began >= ((Timeline *)view->state)->least)
        put_span(view, line, span, now);
}

static const char *text_of(View *view, const ProbeEvent *event)
{
    Timeline *timeline = view->state;
    char text[300];
    if (event->kind == PROBE_gc_start)
        snprintf(text, sizeof text, "collection of generation %ld",
                 event->args[0].number);
    else
        snprintf(text, sizeof text, "%s",
                 event->args[event->kind == PROBE_lock_wait].text
                     ? event->args[event->kind == PROBE_lock_wait].text
                     : "?");
    return view_intern(&timeline->texts, text);
}

static ProbeAnswer draw(void *user, const ProbeEvent *event)
{
    View *view = user;
    if (view_output_inherited(view->out)) /* the file is the parent's */
        return PROBE_GO_ON;
    ThreadLine *line = line_of(view, event->thread);
    if (line == NULL) {
        view->lost++;
        return PROBE_GO_ON;
    }
    switch (event->kind) {
    case PROBE_function_entry:
        begin(view, line, (Span){.kind = PROBE_function_entry, .code = event->code});
        break;
    case PROBE_function_return:
        end(view, line, PROBE_function_entry, event->code);
        break;
    case PROBE_gc_done: end(view, line, PROBE_gc_start, NULL); break;
    case PROBE_import_done: end(view, line, PROBE_import_start, NULL); break;
    case PROBE_compile_done: end(view, line, PROBE_compile_start, NULL); break;
    case PROBE_lock_acquired: end(view, line, PROBE_lock_wait, NULL); break;
    case PROBE_mark: put_mark(view, line, event); break;
    default:
        begin(view, line, (Span){.kind = event->kind, .text = text_of(view, event)});
    }
    return PROBE_GO_ON;
}

int timeline_start(View *view)
{
    long least = view_option_number(view, "min", 0, 1000000000, 0);
    int calls = view_option_word(view, "calls", "yes no");
    Timeline *timeline = least < 0 || calls < 0 ? NULL : view_alloc(sizeof *timeline);
    if (timeline == NULL)
        return least < 0 || calls < 0 ? -1 : view_refuse(view, "not enough memory");
    timeline->least = (uint64_t)least * 1000;
    timeline->began = probe_now();
    timeline->pid = (uint64_t)getpid();
    view->state = timeline;
    view_put(view->out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    view->observer.event = draw;
    view->observer.kinds =
        PROBE_BIT(gc_start) | PROBE_BIT(gc_done) | PROBE_BIT(import_start) |
        PROBE_BIT(import_done) | PROBE_BIT(compile_start) | PROBE_BIT(compile_done) |
        PROBE_BIT(lock_wait) | PROBE_BIT(lock_acquired) | PROBE_BIT(mark);
    if (calls == 0)
        view->observer.kinds |= PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    return 0;
}

static void free_line(void *value)
{
    view_free(((ThreadLine *)value)->spans);
    view_free(value);
}

void timeline_finish(View *view)
{
    Timeline *timeline = view->state;
    bool own = !view_output_inherited(view->out);
    uint64_t now = probe_now();
    for (size_t i = 0; own && i < timeline->threads.room; i++) {
        ThreadLine *line = timeline->threads.slots[i].value;
        while (line != NULL && line->count > 0)
            put_span(view, line, &line->spans[--line->count], now);
    }
    if (own)
        view_put(view->out, timeline->any ? "\n]}\n" : "]}\n");
    view_map_free(&timeline->threads, free_line);
    view_texts_free(&timeline->texts);
    view_free(timeline);
}
