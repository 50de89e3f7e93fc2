/* What samples of stacks are kept in: a tree whose ways from the root are stacks. The
 * views that are made of samples differ in how they write it. */
#ifndef MINIPY_PROBES_VIEWS_SAMPLES_H
#define MINIPY_PROBES_VIEWS_SAMPLES_H

#include "probes/sampler.h"
#include "probes/views/view.h"

typedef struct SampleNode SampleNode;
struct SampleNode {
    const ProbeCode *code; /* NULL: the root */
    int line;              /* 0 unless the view asked for lines */
    uint64_t self, total;  /* nanoseconds; `total` is there when the samples ended */
    uint64_t count;        /* samples that ended here */
    uint32_t frame;        /* numbers the pair (code, line), from 0 */
    SampleNode *parent, *child, *next; /* child: the newest; next: of the same parent */
};

/* One sample, in the order of time. */
typedef struct SampleTaken {
    const SampleNode *node;
    uint64_t ns;
} SampleTaken;

enum { SAMPLE_DEPTH = 512 }; /* of a deeper stack the innermost are kept */

typedef struct Samples {
    ProbeSampler sampler;
    View *view;
    bool lines, in_order;
    SampleNode root;
    ViewMap nodes, frames; /* frames: (code, line) -> a SampleNode of it, borrowed */
    const SampleNode **by_frame; /* a node of each frame, by its number; owned */
    uint32_t frame_count;
    SampleTaken *taken; /* owned; if in_order */
    size_t taken_count;
    uint64_t count, ns;
    ProbeFrame stack[SAMPLE_DEPTH];
} Samples;

/* Takes the options hz and clock, and begins; view->state is the Samples. lines: tell
 * the lines of a function from each other; in_order: keep `taken`. 0, or -1 (refused).
 */
int samples_start(View *view, bool lines, bool in_order);
/* Ends the sampling and adds up. NULL: there is nobody to write it to. */
Samples *samples_end(View *view);
void samples_free(View *view);

/* "file.py:12:name", the file's last part alone. */
void samples_name(char *text, size_t room, const ProbeCode *code, int line);

#endif
