/* A text over HTTP, for who asks: one at a time, each for at most SERVE_SECONDS. */
#ifndef MINIPY_PROBES_VIEWS_SERVE_H
#define MINIPY_PROBES_VIEWS_SERVE_H

#include "probes/views/view.h"
#include "probes/views/worker.h"

enum { SERVE_SECONDS = 2 };

typedef struct Server {
    int fd;           /* listens; -1: nobody asked for it */
    const char *path; /* of a Unix socket, borrowed; NULL: a port */
} Server;

/* Listens where the view's options port=, host= or socket= say; without them fd is -1.
 * 0, or -1 (refused). */
int serve_start(View *view, Server *server);
/* Somebody has come: `worker`'s thread reads what he wants, and answers with what
 * put(user, out) writes, of that type. What goes wrong is his. */
void serve_answer(const Server *server, ViewWorker *worker, const char *type,
                  void (*put)(void *user, ViewOutput *out), void *user);
void serve_stop(Server *server);
/* A fork's child: the socket is the parent's. */
void serve_leave(Server *server);

/* The options of serve_start(), for views.def. */
#define SERVE_OPTIONS "port=NUMBER host=ADDRESS socket=PATH"

#endif
