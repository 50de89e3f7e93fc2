/* Answering over HTTP (serve.h): as much of HTTP/1.1 as scrapers speak, on a port of
 * this machine (host= names another address) or a Unix socket.
 *
 * Every wait has an end and hears the bell, so who hangs keeps neither the program nor,
 * for longer than SERVE_SECONDS, the next one waiting. */
#include "probes/views/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "probes/clock.h"

/* ---- listening ------------------------------------------------------------------- */

/* With errno as it is: a socket that is of no use. */
static int give_up(int fd)
{
    int saved = errno;
    if (fd >= 0)
        close(fd);
    errno = saved;
    return -1;
}

static int listen_at(int family, const void *address, socklen_t size)
{
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, address, size) < 0 || listen(fd, 16) < 0)
        return give_up(fd);
    return fd;
}

static int listen_port(const char *host, long port)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_port = htons((uint16_t)port)};
    if (strcmp(host, "localhost") == 0)
        host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &v4.sin_addr) == 1)
        return listen_at(AF_INET, &v4, sizeof v4);
    if (inet_pton(AF_INET6, host, &v6.sin6_addr) == 1)
        return listen_at(AF_INET6, &v6, sizeof v6);
    errno = EADDRNOTAVAIL;
    return -1;
}

/* A socket's file that nobody listens at any more, as after SIGKILL, is taken away. */
static int listen_path(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path)
        return errno = ENAMETOOLONG, -1;
    strcpy(at.sun_path, path);
    int fd = listen_at(AF_UNIX, &at, sizeof at);
    if (fd >= 0 || errno != EADDRINUSE)
        return fd;
    int asking = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool dead =
        connect(asking, (struct sockaddr *)&at, sizeof at) < 0 && errno == ECONNREFUSED;
    close(asking);
    if (!dead || unlink(path) < 0)
        return errno = EADDRINUSE, -1;
    return listen_at(AF_UNIX, &at, sizeof at);
}

int serve_start(View *view, Server *server)
{
    const char *path = view_option_text(view, "socket", NULL);
    const char *host = view_option_text(view, "host", NULL);
    long port = view_option_number(view, "port", 1, 65535, 0);
    *server = (Server){.fd = -1, .path = path};
    if (port < 0)
        return -1;
    if (host != NULL && port == 0)
        return view_refuse(view, "host=%s: there is no port=", host);
    if (path != NULL && port > 0)
        return view_refuse(view, "port= or socket=, not both");
    if (path != NULL && (server->fd = listen_path(path)) < 0)
        return view_refuse(view, "cannot listen at %s: %s", path, strerror(errno));
    host = host != NULL ? host : "127.0.0.1";
    if (port > 0 && (server->fd = listen_port(host, port)) < 0)
        return view_refuse(view, "cannot listen on port %ld of %s: %s", port, host,
                           strerror(errno));
    return 0;
}

void serve_leave(Server *server)
{
    if (server->fd >= 0)
        close(server->fd);
    server->fd = -1;
}

void serve_stop(Server *server)
{
    if (server->fd >= 0 && server->path != NULL)
        unlink(server->path);
    serve_leave(server);
}

/* ---- answering ------------------------------------------------------------------- */

typedef struct Caller {
    int fd;
    ViewWorker *worker;
    uint64_t until;
} Caller;

/* The request's head, of which only the first line is looked at. False: none came. */
static bool read_request(const Caller *caller, char *text, size_t room)
{
    size_t n = 0;
    text[0] = 0;
    while (strstr(text, "\r\n\r\n") == NULL && n + 1 < room) {
        if (view_worker_wait(caller->worker, caller->fd, POLLIN, caller->until) !=
            WORKER_READY)
            return false;
        ssize_t more = recv(caller->fd, text + n, room - 1 - n, 0);
        if (more <= 0)
            return false;
        n += (size_t)more;
        text[n] = 0;
    }
    return true;
}

static void send_all(const Caller *caller, const char *bytes, size_t length)
{
    while (length > 0 && view_worker_wait(caller->worker, caller->fd, POLLOUT,
                                          caller->until) == WORKER_READY) {
        ssize_t n = send(caller->fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0)
            return;
        bytes += n;
        length -= (size_t)n;
    }
}

static void reply(const Caller *caller, const char *status, const char *type,
                  const ViewBytes *body)
{
    char head[300];
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\n\r\n",
                     status, type, body->length);
    send_all(caller, head, (size_t)n);
    send_all(caller, body->bytes, body->length);
}

static bool is_path(const char *request, const char *path)
{
    size_t n = strlen(path);
    return strncmp(request, path, n) == 0 && strchr(" ?", request[n]) != NULL;
}

static void answer(const Caller *caller, const char *type,
                   void (*put)(void *user, ViewOutput *out), void *user)
{
    static const char plain[] = "text/plain; charset=utf-8";
    char request[8192];
    if (!read_request(caller, request, sizeof request))
        return;
    ViewBytes body = {0};
    if (strncmp(request, "GET ", 4) != 0) {
        reply(caller, "405 Method Not Allowed", plain, &body);
    } else if (!is_path(request + 4, "/metrics") && !is_path(request + 4, "/")) {
        view_bytes_add(&body, "/metrics\n", 9);
        reply(caller, "404 Not Found", plain, &body);
    } else if (view_bytes_put(&body, put, user)) {
        reply(caller, "200 OK", type, &body);
    } else {
        reply(caller, "503 Service Unavailable", plain, &(ViewBytes){0});
    }
    view_free(body.bytes);
}

void serve_answer(const Server *server, ViewWorker *worker, const char *type,
                  void (*put)(void *user, ViewOutput *out), void *user)
{
    Caller caller = {accept4(server->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK),
                     worker, probe_now() + SERVE_SECONDS * UINT64_C(1000000000)};
    if (caller.fd < 0)
        return;
    answer(&caller, type, put, user);
    shutdown(caller.fd, SHUT_WR); /* what was sent is read before the end is seen */
    close(caller.fd);
}
