/* --trace=folded: stacks as flamegraph.pl and its like read them: "outer;inner 1234",
 * with microseconds. */
#include <string.h>

#include "probes/views/samples.h"

int folded_start(View *view)
{
    return samples_start(view, false, false);
}

static void put_way(ViewOutput *out, const SampleNode *node)
{
    if (node->parent->code != NULL) {
        put_way(out, node->parent);
        view_put(out, ";");
    }
    char name[400];
    samples_name(name, sizeof name, node->code, 0);
    for (char *c = name; *c; c++) /* what separates stacks and lines */
        if (*c == ';' || (unsigned char)*c < ' ')
            *c = '_';
    view_put(out, name);
}

static void put_nodes(ViewOutput *out, const SampleNode *node)
{
    if (node->code != NULL && node->self >= 1000) {
        put_way(out, node);
        view_putf(out, " %llu\n", (unsigned long long)(node->self / 1000));
        view_put_end(out);
    }
    for (const SampleNode *child = node->child; child != NULL; child = child->next)
        put_nodes(out, child);
}

void folded_finish(View *view)
{
    Samples *samples = samples_end(view);
    if (samples != NULL)
        put_nodes(view->out, &samples->root);
    samples_free(view);
}
