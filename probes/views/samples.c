/* Samples of stacks in a tree (samples.h). A sample weighs the time since the one
 * before: what a call of C took, or a sleep, is of the line that made the call. */
#include "probes/views/samples.h"

#include <stdio.h>
#include <string.h>

static SampleNode *child_of(Samples *samples, SampleNode *parent, const ProbeFrame *at)
{
    int line = at->line;
    uint64_t place = (uint64_t)at->code->id << 32 | (uint32_t)line;
    void **node = view_map_at(&samples->nodes, VIEW_KEY(parent), place);
    if (node == NULL || *node != NULL)
        return node != NULL ? *node : NULL;
    void **frame = view_map_at(&samples->frames, VIEW_KEY(at->code), (uint64_t)line);
    SampleNode *made = frame != NULL ? view_alloc(sizeof *made) : NULL;
    if (made == NULL)
        return NULL;
    if (*frame == NULL) {
        const SampleNode **all =
            view_grow(samples->by_frame, samples->frame_count, sizeof *all);
        if (all == NULL)
            return view_free(made), NULL;
        samples->by_frame = all;
        all[samples->frame_count] = made;
        made->frame = samples->frame_count++;
        *frame = made;
    } else {
        made->frame = ((SampleNode *)*frame)->frame;
    }
    made->code = at->code;
    made->line = line;
    made->parent = parent;
    made->next = parent->child;
    parent->child = made;
    return *node = made;
}

static void keep_order(Samples *samples, const SampleNode *node, uint64_t ns)
{
    SampleTaken *taken = view_grow(samples->taken, samples->taken_count, sizeof *taken);
    if (taken == NULL) {
        samples->view->lost++;
        return;
    }
    samples->taken = taken;
    taken[samples->taken_count++] = (SampleTaken){node, ns};
}

/* The time was up in a caller, and the loop noticed it when a function was entered. */
static bool was_in_caller(const Samples *samples, size_t n)
{
    const ProbeHost *host = samples->view->consumers->host;
    const void *frame = host->woken_in(host->vm);
    return n > 1 && samples->stack[0].frame != frame &&
           samples->stack[1].frame == frame;
}

static void take(void *user, uint64_t ns)
{
    Samples *samples = user;
    size_t n = probe_stack(samples->view->consumers, samples->stack, SAMPLE_DEPTH,
                           samples->lines);
    size_t innermost = was_in_caller(samples, n) ? 1 : 0;
    SampleNode *node = &samples->root;
    while (n > innermost && node != NULL)
        node = child_of(samples, node, &samples->stack[--n]);
    if (node == NULL) {
        samples->view->lost++;
        return;
    }
    node->self += ns;
    node->count++;
    samples->count++;
    samples->ns += ns;
    if (samples->in_order)
        keep_order(samples, node, ns);
}

int samples_start(View *view, bool lines, bool in_order)
{
    long hz = view_option_number(view, "hz", 1, 20000, 1000);
    int clock = view_option_word(view, "clock", "wall cpu");
    if (hz < 0 || clock < 0)
        return -1;
    Samples *samples = view_alloc(sizeof *samples);
    if (samples == NULL)
        return view_refuse(view, "not enough memory");
    samples->view = view;
    samples->lines = lines;
    samples->in_order = in_order;
    samples->sampler.take = take;
    samples->sampler.user = samples;
    samples->sampler.period = 1000000000 / (uint64_t)hz;
    samples->sampler.cpu = clock == 1;
    view->state = samples;
    if (probe_sampler_start(view->consumers, &samples->sampler) == 0)
        return 0;
    view_free(samples);
    return view_refuse(view, "no thread can be started to keep the time");
}

static uint64_t add_up(SampleNode *node)
{
    node->total = node->self;
    for (SampleNode *child = node->child; child != NULL; child = child->next)
        node->total += add_up(child);
    return node->total;
}

Samples *samples_end(View *view)
{
    Samples *samples = view->state;
    probe_sampler_stop(&samples->sampler);
    add_up(&samples->root);
    /* A child has the parent's samples, and no thread for its own. */
    return view_output_inherited(view->out) ? NULL : samples;
}

void samples_free(View *view)
{
    Samples *samples = view->state;
    view_map_free(&samples->nodes, view_free);
    view_map_free(&samples->frames, NULL);
    view_free(samples->by_frame);
    view_free(samples->taken);
    view_free(samples);
}

void samples_name(char *text, size_t room, const ProbeCode *code, int line)
{
    const char *slash = strrchr(code->filename, '/');
    snprintf(text, room, "%s:%d:%s", slash != NULL ? slash + 1 : code->filename,
             line > 0 ? line : code->first_line,
             *code->qualname ? code->qualname : code->name);
}
