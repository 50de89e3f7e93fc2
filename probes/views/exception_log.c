/* --trace=exception_log: a JSON object a line for each exception that begins, is
 * handled, or leaves a frame. */
#include "probes/clock.h"
#include "probes/views/view.h"

static void put_text(ViewOutput *out, const char *key, const char *text)
{
    view_put(out, ",\"");
    view_put(out, key);
    view_put(out, "\":");
    if (text != NULL)
        view_put_json(out, text);
    else
        view_put(out, "null");
}

static ProbeAnswer put_record(void *user, const ProbeEvent *event)
{
    enum { TYPE = 0, MESSAGE = 5 };
    ViewOutput *out = ((View *)user)->out;
    if (!budget_takes(user))
        return PROBE_GO_ON;
    bool begins = event->kind == PROBE_exception_raise;
    view_putf(out, "{\"ns\":%llu,\"event\":\"%s\",\"thread\":%llu",
              (unsigned long long)probe_now(),
              begins                                   ? "raise"
              : event->kind == PROBE_exception_handled ? "handled"
                                                       : "unwind",
              (unsigned long long)event->thread);
    put_text(out, "type", event->args[TYPE].text);
    if (begins)
        put_text(out, "message", event->args[MESSAGE].text);
    put_text(out, "file", event->code != NULL ? event->code->filename : NULL);
    put_text(out, "function", event->code != NULL ? event->code->qualname : NULL);
    view_putf(out, ",\"line\":%d}\n", event->line);
    view_put_end(out);
    return PROBE_GO_ON;
}

int exception_log_start(View *view)
{
    view->observer.event = put_record;
    view->observer.kinds = PROBE_BIT(exception_raise) | PROBE_BIT(exception_handled) |
                           PROBE_BIT(exception_unwind);
    return 0;
}

void exception_log_finish(View *view)
{
    (void)view;
}
