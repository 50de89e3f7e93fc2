/* peer.c - see peer.h. */
#include "vm/attach/peer.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "probes/format.h"
#include "probes/views/view.h"

void peer_open(Peer *peer, int fd, int waker)
{
    *peer = (Peer){.fd = fd, .waker = waker};
    pthread_mutex_init(&peer->lock, NULL);
}

void peer_close(Peer *peer)
{
    close(peer->fd);
    words_free(&peer->in);
    words_free(&peer->out);
    view_free(peer->job);
    pthread_mutex_destroy(&peer->lock);
    *peer = (Peer){.fd = -1};
}

/* ---- going out ------------------------------------------------------------------- */

/* With the lock held. */
static void append(Peer *peer, char kind, const void *bytes, size_t size)
{
    unsigned char head[PEER_HEAD] = {(unsigned char)kind, (unsigned char)(size >> 24),
                                     (unsigned char)(size >> 16),
                                     (unsigned char)(size >> 8), (unsigned char)size};
    words_put_bytes(&peer->out, head, sizeof head);
    words_put_bytes(&peer->out, bytes, size);
}

/* With the lock held. What is no event is short, and goes in any case. */
static bool has_room(const Peer *peer, char kind, size_t size)
{
    size_t most = peer->patient ? PEER_RESULT_MOST : PEER_QUEUE_MOST;
    return kind != 'd' || peer->out.used - peer->sent + size <= most;
}

void peer_put(Peer *peer, char kind, const void *bytes, size_t size)
{
    int saved = errno;
    uint64_t one = 1;
    pthread_mutex_lock(&peer->lock);
    size_t before = peer->out.used;
    bool first = before == 0;
    if (has_room(peer, kind, size) && !peer->abandoned)
        append(peer, kind, bytes, size);
    else
        peer->lost += size;
    if (peer->out.cut) { /* no half messages */
        peer->out.used = before;
        peer->out.cut = false;
        peer->lost += size;
    }
    if (first && !peer->abandoned && write(peer->waker, &one, sizeof one) < 0)
        first = false; /* it is awake already */
    pthread_mutex_unlock(&peer->lock);
    errno = saved;
}

void peer_putf(Peer *peer, char kind, const char *format, ...)
{
    char text[1024];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    if (length > 0)
        peer_put(peer, kind, text, length);
}

bool peer_has_to_send(Peer *peer)
{
    pthread_mutex_lock(&peer->lock);
    bool some = peer->out.used > 0;
    pthread_mutex_unlock(&peer->lock);
    return some;
}

/* What was sent goes out of the queue, at once only where it costs little. With the
 * lock held. */
static void forget_sent(Peer *peer)
{
    size_t left = peer->out.used - peer->sent;
    if (left > 0 && peer->sent < peer->out.used / 2)
        return;
    if (left > 0)
        memmove(peer->out.bytes, peer->out.bytes + peer->sent, left);
    peer->out.used = left;
    peer->sent = 0;
    if (left == 0 && peer->out.room > PEER_QUEUE_MOST)
        words_free(&peer->out);
}

bool peer_send(Peer *peer)
{
    ssize_t n = 1;
    pthread_mutex_lock(&peer->lock);
    if (peer->out.used > peer->sent) {
        n = send(peer->fd, peer->out.bytes + peer->sent, peer->out.used - peer->sent,
                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0)
            peer->sent += (size_t)n;
    }
    bool fine = n > 0 || errno == EAGAIN || errno == EINTR;
    forget_sent(peer);
    pthread_mutex_unlock(&peer->lock);
    return fine;
}

/* ---- coming in ------------------------------------------------------------------- */

static bool refuse(Peer *peer, const char *why)
{
    peer_putf(peer, 'e', "%s", why);
    peer->closing = true;
    return true;
}

/* The message that is whole becomes the job. */
static bool take_message(Peer *peer, size_t size)
{
    if (peer->job)
        return refuse(peer, "a command came before the last one had ended");
    peer->job = view_alloc(size + 1);
    if (!peer->job)
        return refuse(peer, "the process has no memory for the command");
    memcpy(peer->job, peer->in.bytes + PEER_HEAD, size);
    peer->job_size = size;
    peer->job_since = peer->told = 0;
    size_t left = peer->in.used - PEER_HEAD - size;
    memmove(peer->in.bytes, peer->in.bytes + PEER_HEAD + size, left);
    peer->in.used = left;
    return true;
}

/* What has come so far. */
static bool look_at_messages(Peer *peer)
{
    while (peer->in.used >= PEER_HEAD && !peer->closing) {
        const unsigned char *head = (const unsigned char *)peer->in.bytes;
        size_t size = (size_t)head[1] << 24 | (size_t)head[2] << 16 |
                      (size_t)head[3] << 8 | head[4];
        if (head[0] != 'c')
            return refuse(peer, "this is no message of minipy-observe's");
        if (size > PEER_COMMAND_MOST)
            return refuse(peer, "the command is too long");
        if (peer->in.used < PEER_HEAD + size)
            return true;
        take_message(peer, size);
    }
    return true;
}

bool peer_receive(Peer *peer)
{
    char bytes[1 << 14];
    ssize_t n = recv(peer->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (n <= 0)
        return false;
    if (peer->closing)
        return true; /* it is on its way out */
    words_put_bytes(&peer->in, bytes, (size_t)n);
    return peer->in.cut ? false : look_at_messages(peer);
}
