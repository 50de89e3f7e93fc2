/* --trace=timeline: what ran when, in the trace event format of Chrome, which Perfetto
 * (ui.perfetto.dev) and chrome://tracing read: calls, collections, imports,
 * compilations, threads, waits for locks, and the program's own marks.
 *
 * What has a length (spans.h) is one event of type X, made when it ends. */
#include <unistd.h>

#include "probes/clock.h"
#include "probes/views/spans.h"

typedef struct Timeline {
    Spans spans;
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

static void put_span(View *view, const ThreadLine *line, const Span *span)
{
    static const char *const categories[PROBE_COUNT] = {
        [PROBE_function_entry] = "call", [PROBE_gc_start] = "gc",
        [PROBE_import_start] = "import", [PROBE_compile_start] = "compile",
        [PROBE_lock_wait] = "lock",
    };
    ViewOutput *out = view->out;
    put_head(view, 'X', categories[span->kind], line->number, span->began);
    view_put(out, ",\"dur\":");
    view_put_micros(out, span->ended - span->began);
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

static ProbeAnswer draw(void *user, const ProbeEvent *event)
{
    View *view = user;
    Timeline *timeline = view->state;
    if (view_output_inherited(view->out)) /* the file is the parent's */
        return PROBE_GO_ON;
    if (event->kind != PROBE_mark) {
        spans_event(&timeline->spans, event);
        return PROBE_GO_ON;
    }
    const ThreadLine *line = spans_line(&timeline->spans, event->thread);
    if (line == NULL)
        view->lost++;
    else if (budget_takes(view))
        put_mark(view, line, event);
    return PROBE_GO_ON;
}

int timeline_start(View *view)
{
    int calls = view_option_word(view, "calls", "yes no");
    Timeline *timeline = calls < 0 ? NULL : view_alloc(sizeof *timeline);
    if (timeline == NULL)
        return calls < 0 ? -1 : view_refuse(view, "not enough memory");
    if (spans_start(&timeline->spans, view) < 0) {
        view_free(timeline);
        return -1;
    }
    timeline->spans.thread = put_thread_name;
    timeline->spans.span = put_span;
    timeline->began = probe_now();
    timeline->pid = (uint64_t)getpid();
    view->state = timeline;
    view_put(view->out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    view->observer.event = draw;
    view->observer.kinds =
        SPANS_KINDS | PROBE_BIT(mark) | (calls == 0 ? SPANS_CALLS : 0);
    return 0;
}

void timeline_finish(View *view)
{
    Timeline *timeline = view->state;
    if (!view_output_inherited(view->out)) {
        spans_end(&timeline->spans);
        view_put(view->out, timeline->any ? "\n]}\n" : "]}\n");
    }
    spans_free(&timeline->spans);
    view_free(timeline);
}
