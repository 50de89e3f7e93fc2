/* --trace=import_times: the tree of imports with the time of each, as CPython prints it
 * for -X importtime: a module below what it imports, microseconds rounded up. */
#include "probes/clock.h"
#include "probes/views/view.h"

enum { DEPTH = 1000 }; /* deeper ones are not told */

typedef struct Imports {
    struct {
        uint64_t began, within;
    } open[DEPTH];
    int depth;
} Imports;

static unsigned long long microseconds(uint64_t ns)
{
    return (ns + 999) / 1000;
}

static void import_ends(View *view, const char *module)
{
    Imports *imports = view->state;
    if (imports->depth == 0)
        return; /* it began before the view */
    int depth = --imports->depth;
    if (depth >= DEPTH)
        return;
    uint64_t all = probe_now() - imports->open[depth].began;
    view_putf(view->out, "import time: %9llu | %10llu | %*s",
              microseconds(all - imports->open[depth].within), microseconds(all),
              depth * 2, "");
    view_put(view->out, module != NULL ? module : "?");
    view_put(view->out, "\n");
    view_put_end(view->out);
    if (depth > 0)
        imports->open[depth - 1].within += all;
}

static ProbeAnswer tell(void *user, const ProbeEvent *event)
{
    View *view = user;
    Imports *imports = view->state;
    if (event->kind == PROBE_import_done) {
        import_ends(view, event->args[0].text);
        return PROBE_GO_ON;
    }
    if (imports->depth < DEPTH) {
        imports->open[imports->depth].within = 0;
        imports->open[imports->depth].began = probe_now();
    }
    imports->depth++;
    return PROBE_GO_ON;
}

int import_times_start(View *view)
{
    if (view_begin(view, sizeof(Imports), tell,
                   PROBE_BIT(import_start) | PROBE_BIT(import_done)) < 0)
        return -1;
    view_put(view->out, "import time: self [us] | cumulative | imported package\n");
    view_put_end(view->out);
    return 0;
}

void import_times_finish(View *view)
{
    view_free(view->state);
}
