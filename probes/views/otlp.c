/* --trace=otlp: spans and metrics for an OpenTelemetry collector: sent by HTTP in JSON
 * (url=), or a file of such messages, one a line, as the collector's file receiver
 * reads it.
 *
 * The program puts spans into a queue that has room for so many; a thread takes them
 * out and sends. What finds the queue full, or is in a request that failed, is counted
 * and told at the end; nothing is sent twice. The program's end waits for at most two
 * time-outs: that of a request that is on its way, and that of the last. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "probes/clock.h"
#include "probes/views/otlp_json.h"
#include "probes/views/post.h"
#include "probes/views/worker.h"

enum { BATCH_SPANS = 4096 };

typedef struct Otlp {
    View *view;
    Spans spans;
    Measures measures;
    OtlpSource source;
    PostTarget to;
    const char *url; /* NULL: a file */
    uint64_t every, limit;
    bool only_metrics;
    ViewWorker worker;
    pthread_mutex_t lock; /* of the next four */
    OtlpSpan *queue;      /* owned, `room` of them */
    size_t queued, room;
    uint64_t overflow; /* spans for which there was no room */
    OtlpSpan *sending; /* owned, `room`: the thread's */
    /* The thread's, and after its end the program's: */
    uint64_t failures, spans_lost, rejected;
    bool silent; /* the last request was not answered in time */
    char problem[200];
} Otlp;

/* ---- the program's side ---------------------------------------------------------- */

static void queue_span(Otlp *otlp, OtlpSpan one);

static void enqueue(View *view, const ThreadLine *line, const Span *span)
{
    queue_span(view->state, (OtlpSpan){*span, line->number});
}

/* A file has no thread that would empty the queue. */
static void put_line(Otlp *otlp)
{
    if (otlp->queued == 0)
        return;
    otlp_put_spans(otlp->view->out, &otlp->source, otlp->queue, otlp->queued);
    view_put(otlp->view->out, "\n");
    view_put_end(otlp->view->out);
    otlp->queued = 0;
}

static void queue_span(Otlp *otlp, OtlpSpan one)
{
    pthread_mutex_lock(&otlp->lock);
    if (otlp->queued == otlp->room && otlp->url == NULL)
        put_line(otlp);
    bool fits = otlp->queued < otlp->room;
    if (fits)
        otlp->queue[otlp->queued++] = one;
    else
        otlp->overflow++;
    bool half = fits && otlp->queued == otlp->room / 2 + 1;
    pthread_mutex_unlock(&otlp->lock);
    if (half && otlp->url != NULL)
        view_worker_ring(&otlp->worker);
}

/* A mark is a span without a length. */
static void take_mark(Otlp *otlp, const ProbeEvent *event)
{
    const ThreadLine *line = spans_line(&otlp->spans, event->thread);
    otlp->view->lost += line == NULL;
    if (line == NULL || !budget_takes(otlp->view))
        return;
    const Span *outer = spans_innermost(line);
    uint64_t now = probe_now();
    Span mark = {.began = now,
                 .ended = now,
                 .id = ++otlp->spans.last_id,
                 .parent = outer != NULL ? outer->id : 0,
                 .kind = PROBE_mark};
    mark.text = view_intern(&otlp->spans.texts,
                            event->args[0].text != NULL ? event->args[0].text : "?");
    queue_span(otlp, (OtlpSpan){mark, line->number});
}

static ProbeAnswer take(void *user, const ProbeEvent *event)
{
    View *view = user;
    Otlp *otlp = view->state;
    if (view_output_inherited(view->out)) /* a child's are not told */
        return PROBE_GO_ON;
    measures_count(&otlp->measures, event);
    if (otlp->only_metrics)
        return PROBE_GO_ON;
    if (event->kind == PROBE_mark)
        take_mark(otlp, event);
    else if ((UINT64_C(1) << event->kind) & (SPANS_KINDS | SPANS_CALLS))
        spans_event(&otlp->spans, event);
    return PROBE_GO_ON;
}

/* ---- sending --------------------------------------------------------------------- */

/* {"partialSuccess":{"rejectedSpans":"3"}} */
static uint64_t rejected_in(const char *answer)
{
    const char *told = strstr(answer, "\"rejected");
    told = told != NULL ? strchr(told, ':') : NULL;
    return told != NULL ? strtoull(told + 1 + strspn(told + 1, " \""), NULL, 10) : 0;
}

/* False: it failed, which is remembered. */
static bool post(Otlp *otlp, const char *below, const ViewBytes *body)
{
    char answer[2000];
    const char *why = "";
    int status = body->failed ? -1
                              : post_json(&otlp->to, below, body, otlp->limit, answer,
                                          sizeof answer, &why);
    otlp->silent = status < 0 && strstr(why, "time") != NULL;
    otlp->view->budget.sent += body->length;
    if (status >= 200 && status < 300) {
        otlp->rejected += rejected_in(answer);
        return true;
    }
    otlp->failures++;
    if (status > 0)
        snprintf(otlp->problem, sizeof otlp->problem, "it answered %d", status);
    else
        snprintf(otlp->problem, sizeof otlp->problem, "%s",
                 body->failed ? "not enough memory" : why);
    return false;
}

typedef struct Batch {
    Otlp *otlp;
    const OtlpSpan *spans;
    size_t count;
} Batch;

static void put_batch(void *user, ViewOutput *out)
{
    const Batch *batch = user;
    otlp_put_spans(out, &batch->otlp->source, batch->spans, batch->count);
}

static void put_metrics(void *user, ViewOutput *out)
{
    Otlp *otlp = user;
    otlp_put_metrics(out, &otlp->source, &otlp->measures);
}

static size_t take_queue(Otlp *otlp)
{
    pthread_mutex_lock(&otlp->lock);
    OtlpSpan *filled = otlp->queue;
    size_t count = otlp->queued;
    otlp->queue = otlp->sending;
    otlp->sending = filled;
    otlp->queued = 0;
    pthread_mutex_unlock(&otlp->lock);
    return count;
}

static bool send_batch(Batch *batch)
{
    ViewBytes body = {0};
    view_bytes_put(&body, put_batch, batch);
    bool sent = post(batch->otlp, "/v1/traces", &body);
    view_free(body.bytes);
    return sent;
}

/* In requests that a collector takes. After one that was not answered none is made. */
static void send_spans(Otlp *otlp)
{
    size_t count = take_queue(otlp);
    for (size_t at = 0; at < count; at += BATCH_SPANS) {
        size_t left = count - at;
        Batch batch = {otlp, otlp->sending + at,
                       left < BATCH_SPANS ? left : BATCH_SPANS};
        if ((at > 0 && otlp->silent) || !send_batch(&batch))
            otlp->spans_lost += batch.count;
    }
}

static void send_metrics(Otlp *otlp)
{
    ViewBytes body = {0};
    view_bytes_put(&body, put_metrics, otlp);
    post(otlp, "/v1/metrics", &body);
    view_free(body.bytes);
}

static void *send_now_and_then(void *user)
{
    Otlp *otlp = user;
    uint64_t next = probe_now() + otlp->every;
    for (;;) {
        WorkerEvent event = view_worker_wait(&otlp->worker, -1, 0, next);
        if (event == WORKER_STOP)
            return NULL;
        send_spans(otlp);
        if (event == WORKER_TIME && !otlp->silent)
            send_metrics(otlp);
        if (event == WORKER_TIME)
            next = probe_now() + otlp->every;
    }
}

/* ---- beginning ------------------------------------------------------------------- */

/* W3C's TRACEPARENT, 00-<trace id>-<span id>-<flags>, when somebody traces who started
 * this process. */
static void choose_ids(OtlpSource *source)
{
    uint64_t random[3];
    const char *above = getenv("TRACEPARENT");
    if (getrandom(random, sizeof random, GRND_NONBLOCK) != sizeof random)
        random[0] = random[1] = random[2] = probe_now() * UINT64_C(0x9e3779b97f4a7c15);
    source->id_base = random[2] & UINT64_C(0x7fffffffffffffff);
    if (source->id_base == 0)
        source->id_base = 1;
    if (above != NULL && strlen(above) == 55 && above[2] == '-' && above[35] == '-' &&
        above[52] == '-' && strspn(above + 3, "0123456789abcdef") == 32 &&
        strspn(above + 36, "0123456789abcdef") == 16) {
        snprintf(source->trace_id, sizeof source->trace_id, "%.32s", above + 3);
        snprintf(source->root_parent, sizeof source->root_parent, "%.16s", above + 36);
        return;
    }
    snprintf(source->trace_id, sizeof source->trace_id, "%016llx%016llx",
             (unsigned long long)(random[0] | 1), (unsigned long long)random[1]);
}

static void begin_source(Otlp *otlp)
{
    struct timespec now;
    const char *named = getenv("OTEL_SERVICE_NAME");
    clock_gettime(CLOCK_REALTIME, &now);
    otlp->source.began = probe_now();
    otlp->source.epoch = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    otlp->source.service = view_option_text(otlp->view, "service",
                                            named != NULL && *named ? named : "minipy");
    choose_ids(&otlp->source);
}

/* The options; 0, or -1 (refused). */
static int read_options(Otlp *otlp, int *spans)
{
    View *view = otlp->view;
    long every = view_option_number(view, "every", 10, 3600000, 5000);
    long limit = view_option_number(view, "timeout", 10, 60000, 2000);
    long room = view_option_number(view, "queue", 2, 1000000, 8192);
    *spans = view_option_word(view, "spans", "calls events no");
    otlp->url = view_option_text(view, "url", NULL);
    if (every < 0 || limit < 0 || room < 0 || *spans < 0)
        return -1;
    otlp->every = (uint64_t)every * 1000000;
    otlp->limit = (uint64_t)limit * 1000000;
    otlp->room = (size_t)room;
    otlp->only_metrics = *spans == 2;
    const char *wrong =
        otlp->url != NULL ? post_target(&otlp->to, otlp->url, "4318") : NULL;
    return wrong != NULL ? view_refuse(view, "url=%s: %s", otlp->url, wrong) : 0;
}

static int start(Otlp *otlp)
{
    View *view = otlp->view;
    int spans;
    if (read_options(otlp, &spans) < 0 || spans_start(&otlp->spans, view) < 0 ||
        measures_init(&otlp->measures, view) < 0)
        return -1;
    otlp->spans.span = enqueue;
    otlp->queue = view_alloc(otlp->room * sizeof *otlp->queue);
    otlp->sending = view_alloc(otlp->room * sizeof *otlp->sending);
    if (otlp->queue == NULL || otlp->sending == NULL)
        return view_refuse(view, "not enough memory");
    pthread_mutex_init(&otlp->lock, NULL);
    begin_source(otlp);
    view->observer.event = take;
    if (spans < 2)
        view->observer.kinds |=
            SPANS_KINDS | PROBE_BIT(mark) | (spans == 0 ? SPANS_CALLS : 0);
    if (otlp->url != NULL &&
        view_worker_start(&otlp->worker, send_now_and_then, otlp) < 0)
        return view_refuse(view, "there can be no thread for it: %s", strerror(errno));
    return 0;
}

static void free_otlp(Otlp *otlp)
{
    measures_fini(&otlp->measures);
    spans_free(&otlp->spans);
    view_free(otlp->queue);
    view_free(otlp->sending);
    view_free(otlp);
}

int otlp_start(View *view)
{
    Otlp *otlp = view_alloc(sizeof *otlp);
    if (otlp == NULL)
        return view_refuse(view, "not enough memory");
    otlp->view = view;
    view->state = otlp;
    if (start(otlp) == 0)
        return 0;
    free_otlp(otlp);
    return -1;
}

/* ---- the end --------------------------------------------------------------------- */

static void end_run(Otlp *otlp)
{
    Span run = {.began = otlp->source.began,
                .ended = probe_now(),
                .kind = PROBE_process_start,
                .text = "program"};
    spans_end(&otlp->spans);
    if (!otlp->only_metrics)
        queue_span(otlp, (OtlpSpan){run, 0});
}

/* Who did not answer just now is not waited for again. */
static void send_rest(Otlp *otlp)
{
    if (!otlp->silent)
        send_spans(otlp);
    if (!otlp->silent)
        send_metrics(otlp);
    otlp->spans_lost += take_queue(otlp);
}

static void put_rest(Otlp *otlp)
{
    put_line(otlp);
    otlp_put_metrics(otlp->view->out, &otlp->source, &otlp->measures);
    view_put(otlp->view->out, "\n");
    view_put_end(otlp->view->out);
}

static void report(const Otlp *otlp)
{
    ViewOutput *out = otlp->view->out;
    if (otlp->overflow > 0)
        view_complain(out,
                      "%llu spans were dropped: the queue (queue=%zu) "
                      "was full",
                      (unsigned long long)otlp->overflow, otlp->room);
    if (otlp->failures > 0)
        view_complain(out,
                      "%llu requests to %s failed (%s); %llu spans are "
                      "lost",
                      (unsigned long long)otlp->failures, otlp->url, otlp->problem,
                      (unsigned long long)otlp->spans_lost);
    if (otlp->rejected > 0)
        view_complain(out, "%s rejected %llu records", otlp->url,
                      (unsigned long long)otlp->rejected);
}

void otlp_finish(View *view)
{
    Otlp *otlp = view->state;
    view_worker_stop(&otlp->worker);
    if (!view_output_inherited(view->out)) {
        end_run(otlp);
        if (otlp->url != NULL)
            send_rest(otlp);
        else
            put_rest(otlp);
        report(otlp);
    }
    free_otlp(otlp);
}
