/* --trace=speedscope: the samples in their order, for www.speedscope.app (which works
 * offline, too), by its file format of type "sampled". */
#include "probes/views/samples.h"

int speedscope_start(View *view)
{
    return samples_start(view, true, true);
}

static void put_frames(ViewOutput *out, const Samples *samples)
{
    for (uint32_t i = 0; i < samples->frame_count; i++) {
        const SampleNode *node = samples->by_frame[i];
        view_put(out, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
        view_put_json(out,
                      *node->code->qualname ? node->code->qualname : node->code->name);
        view_put(out, ",\"file\":");
        view_put_json(out, node->code->filename);
        view_putf(out, ",\"line\":%d}", node->line);
    }
}

static void put_stack(ViewOutput *out, const SampleNode *node)
{
    if (node->parent->code != NULL) {
        put_stack(out, node->parent);
        view_put(out, ",");
    }
    view_putf(out, "%u", node->frame);
}

static void put_profile(ViewOutput *out, const Samples *samples)
{
    view_putf(out,
              "{\"type\":\"sampled\",\"name\":\"%s\",\"unit\":\"nanoseconds\","
              "\"startValue\":0,\"endValue\":%llu,\n\"samples\":[",
              samples->sampler.cpu ? "processor time" : "time",
              (unsigned long long)samples->ns);
    for (size_t i = 0; i < samples->taken_count; i++) {
        view_put(out, i > 0 ? ",[" : "[");
        if (samples->taken[i].node->code != NULL)
            put_stack(out, samples->taken[i].node);
        view_put(out, "]");
    }
    view_put(out, "],\n\"weights\":[");
    for (size_t i = 0; i < samples->taken_count; i++)
        view_putf(out, i > 0 ? ",%llu" : "%llu",
                  (unsigned long long)samples->taken[i].ns);
    view_put(out, "]}");
}

void speedscope_finish(View *view)
{
    Samples *samples = samples_end(view);
    if (samples != NULL) {
        ViewOutput *out = view->out;
        view_put(out, "{\"$schema\":\"https://www.speedscope.app/"
                      "file-format-schema.json\",\"exporter\":\"minipy\","
                      "\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[");
        put_frames(out, samples);
        view_put(out, "]},\n\"profiles\":[");
        put_profile(out, samples);
        view_put(out, "]}\n");
        view_put_end(out);
    }
    samples_free(view);
}
