/* One request of HTTP/1.1, on a connection of its own (post.h). */
#include "probes/views/post.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "probes/clock.h"

/* ---- where to -------------------------------------------------------------------- */

static bool take(char *to, size_t room, const char *from, size_t length)
{
    if (length == 0 || length >= room)
        return false;
    memcpy(to, from, length);
    to[length] = 0;
    return true;
}

const char *post_target(PostTarget *target, const char *url, const char *usual_port)
{
    if (strncmp(url, "http://", 7) != 0)
        return "it begins with http:// (for https, send to a collector on this "
               "machine)";
    const char *host = url + 7;
    bool bracketed = *host == '['; /* an address of IPv6 */
    host += bracketed;
    size_t length = strcspn(host, bracketed ? "]" : ":/");
    const char *rest = host + length + bracketed;
    if (!take(target->host, sizeof target->host, host, length))
        return "there is no host in it";
    snprintf(target->port, sizeof target->port, "%s", usual_port);
    if (*rest == ':') {
        size_t digits = strspn(++rest, "0123456789");
        long port = strtol(rest, NULL, 10);
        if (port < 1 || port > 65535 ||
            !take(target->port, sizeof target->port, rest, digits))
            return "its port is no number from 1 to 65535";
        rest += digits;
    }
    if (*rest != 0 && *rest != '/')
        return "behind the host come :PORT and /PATH";
    length = strlen(rest);
    while (length > 0 && rest[length - 1] == '/')
        length--;
    target->path[0] = 0;
    return length == 0 || take(target->path, sizeof target->path, rest, length)
               ? NULL
               : "its path is too long";
}

/* ---- the connection -------------------------------------------------------------- */

/* False: it is too late. */
static bool wait_for(int fd, short events, uint64_t until)
{
    for (;;) {
        uint64_t now = probe_now();
        if (now >= until)
            return false;
        struct pollfd of = {fd, events, 0};
        if (poll(&of, 1, (int)((until - now) / 1000000) + 1) > 0)
            return true;
    }
}

static int connect_one(const struct addrinfo *to, uint64_t until)
{
    int fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int error = 0;
    socklen_t size = sizeof error;
    if (fd < 0)
        return -1;
    if (connect(fd, to->ai_addr, to->ai_addrlen) < 0) {
        error = errno;
        if (error == EINPROGRESS && !wait_for(fd, POLLOUT, until))
            error = ETIMEDOUT;
        else if (error == EINPROGRESS)
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

static int connect_to(const PostTarget *target, uint64_t until, const char **why)
{
    struct addrinfo like = {.ai_socktype = SOCK_STREAM}, *found;
    int error = getaddrinfo(target->host, target->port, &like, &found), fd = -1;
    if (error != 0) {
        *why = gai_strerror(error);
        return -1;
    }
    for (const struct addrinfo *one = found; one != NULL && fd < 0; one = one->ai_next)
        fd = connect_one(one, until);
    if (fd < 0)
        *why = strerrordesc_np(errno);
    freeaddrinfo(found);
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length, uint64_t until)
{
    while (length > 0) {
        if (!wait_for(fd, POLLOUT, until))
            return false;
        ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN)
            return false;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* As much as there is room for; what lies behind is not looked at. */
static size_t receive(int fd, char *text, size_t room, uint64_t until)
{
    size_t n = 0;
    while (n + 1 < room && wait_for(fd, POLLIN, until)) {
        ssize_t more = recv(fd, text + n, room - 1 - n, 0);
        if (more <= 0)
            break;
        n += (size_t)more;
    }
    text[n] = 0;
    return n;
}

static int exchange(int fd, const PostTarget *target, const char *below,
                    const ViewBytes *body, uint64_t until, char *answer, size_t room)
{
    char head[1000];
    int n =
        snprintf(head, sizeof head,
                 "POST %s%s HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: "
                 "application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                 target->path, below, target->host, target->port, body->length);
    int status = -1;
    if (send_all(fd, head, (size_t)n, until) &&
        send_all(fd, body->bytes, body->length, until) &&
        receive(fd, answer, room, until) > 0 &&
        sscanf(answer, "HTTP/1.%*d %d", &status) != 1)
        status = -1;
    return status;
}

int post_json(const PostTarget *target, const char *below, const ViewBytes *body,
              uint64_t limit, char *answer, size_t room, const char **why)
{
    uint64_t until = probe_now() + limit;
    int fd = connect_to(target, until, why);
    if (fd < 0)
        return -1;
    int status = exchange(fd, target, below, body, until, answer, room);
    close(fd);
    if (status < 0)
        *why = probe_now() >= until ? "no answer in time" : "no answer of HTTP";
    return status;
}
