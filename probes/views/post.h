/* Sending a body to an HTTP server, with an end in sight. */
#ifndef MINIPY_PROBES_VIEWS_POST_H
#define MINIPY_PROBES_VIEWS_POST_H

#include "probes/views/view.h"

typedef struct PostTarget {
    char host[256], port[8], path[256]; /* path: without a slash at its end */
} PostTarget;

/* Takes "http://HOST[:PORT][/PATH]" apart. NULL, or what is wrong with it. */
const char *post_target(PostTarget *target, const char *url, const char *usual_port);

/* POSTs the JSON text to target's path and `below` it. The status of the answer, whose
 * body's beginning is then in `answer`; or -1: *why says what went wrong, and it has
 * taken no longer than `limit` nanoseconds (but for the look-up of a name). */
int post_json(const PostTarget *target, const char *below, const ViewBytes *body,
              uint64_t limit, char *answer, size_t room, const char **why);

#endif
