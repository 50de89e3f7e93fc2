/* --trace=audit_log: a JSON object a line for each audit event, its arguments as repr()
 * shows them. */
#include <string.h>

#include "probes/clock.h"
#include "probes/views/view.h"

static ProbeAnswer put_record(void *user, const ProbeEvent *event)
{
    View *view = user;
    ViewOutput *out = view->out;
    const ProbeHost *host = view->consumers->host;
    if (!budget_takes(view))
        return PROBE_GO_ON;
    char args[500]; /* the source of a compilation is long */
    host->args_text(host->vm, event->args[1].address, args, sizeof args - 3);
    if (strlen(args) + 1 == sizeof args - 3)
        strcat(args, "...");
    view_putf(out, "{\"ns\":%llu,\"thread\":%llu,\"event\":",
              (unsigned long long)probe_now(), (unsigned long long)event->thread);
    view_put_json(out, event->args[0].text != NULL ? event->args[0].text : "?");
    view_put(out, ",\"args\":");
    view_put_json(out, args);
    view_put(out, ",\"file\":");
    view_put_json(out, event->code != NULL ? event->code->filename : "");
    view_putf(out, ",\"line\":%d}\n", event->line);
    view_put_end(out);
    return PROBE_GO_ON;
}

int audit_log_start(View *view)
{
    view->observer.event = put_record;
    view->observer.kinds = PROBE_BIT(audit);
    return 0;
}

void audit_log_finish(View *view)
{
    (void)view;
}
