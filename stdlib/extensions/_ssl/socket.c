/* socket.c - what a connection does: handshake, reading, writing, the end. Each is a
 * call of OpenSSL that does not wait, repeated when the socket is ready, until the
 * socket's time is over. Signals and limits of the vm are looked at in between.
 */
#include <math.h>
#include <time.h>

#include "ssl.h"

/* ---- the socket behind it -------------------------------------------------------- */

typedef struct Peer {
    MinipyValue socket; /* MINIPY_NULL: MemoryBIOs, which never wait */
    int fd;             /* -1: it is closed */
    double timeout;     /* seconds; 0: it does not wait, -1: for ever */
    double end;         /* of the time, by the monotonic clock */
} Peer;

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int read_timeout(MinipyVM *vm, Peer *p)
{
    MinipyValue v = minipy_call_method(vm, p->socket, "gettimeout", NULL, 0);
    int r = v ? 0 : -1;
    p->timeout = -1;
    if (v && !minipy_is_none(v))
        r = minipy_as_float(vm, v, &p->timeout);
    minipy_release(vm, v);
    if (p->timeout > 0)
        p->end = seconds_now() + p->timeout;
    return r;
}

/* The descriptor as it is now: what the socket had may be another file's by now. */
static int read_fd(MinipyVM *vm, Peer *p)
{
    MinipyValue v = minipy_call_method(vm, p->socket, "fileno", NULL, 0);
    int64_t fd = -1;
    int r = v ? minipy_as_int(vm, v, &fd) : -1;
    minipy_release(vm, v);
    p->fd = (int)fd;
    return r;
}

/* To be closed. -1: exception; gone: the line of the one for a socket that died. */
static int peer_open(MinipyVM *vm, Socket *s, Peer *p, int gone)
{
    *p = (Peer){.fd = -1};
    if (!s->socket)
        return 0;
    p->socket = minipy_weak_get(vm, s->socket);
    if (!p->socket)
        ssl_error(vm, "Underlying socket connection gone", gone);
    else if (read_fd(vm, p) == 0 && read_timeout(vm, p) == 0)
        return 0;
    minipy_release(vm, p->socket);
    return -1;
}

static void peer_close(MinipyVM *vm, Peer *p)
{
    minipy_release(vm, p->socket);
}

/* ---- waiting --------------------------------------------------------------------- */

/* By the vm's own poll object, which knows signals and limits: 1: ready; 0: in vain. */
static int poll_socket(MinipyVM *vm, const Peer *p, bool writing, double seconds)
{
    MinipyValue m = minipy_import(vm, "select"), poll = MINIPY_NULL, r = MINIPY_NULL;
    if (m)
        poll = minipy_call_method(vm, m, "poll", NULL, 0);
    MinipyValue args[] = {minipy_int(vm, p->fd), minipy_int(vm, writing ? 4 : 1)};
    MinipyValue done = poll && args[0] && args[1]
                           ? minipy_call_method(vm, poll, "register", args, 2)
                           : MINIPY_NULL;
    MinipyValue ms =
        seconds < 0 ? minipy_none() : minipy_int(vm, (int64_t)ceil(seconds * 1000));
    if (done && ms)
        r = minipy_call_method(vm, poll, "poll", &ms, 1);
    int64_t count = r ? minipy_length(vm, r) : -1;
    minipy_release(vm, r);
    minipy_release(vm, ms);
    minipy_release(vm, done);
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    minipy_release(vm, poll);
    minipy_release(vm, m);
    return count < 0 ? -1 : count > 0;
}

typedef enum Waited { WAIT_FAILED = -1, WAIT_OVER, WAIT_DONE, WAIT_NOT } Waited;

/* WAIT_OVER: the time is; WAIT_NOT: this socket does not wait. */
static Waited wait_for(MinipyVM *vm, const Peer *p, bool writing)
{
    if (!p->socket || p->timeout == 0)
        return WAIT_NOT;
    if (p->fd < 0)
        return plain_error(vm, "Underlying socket has been closed."), WAIT_FAILED;
    double left = p->timeout < 0 ? -1 : p->end - seconds_now();
    if (p->timeout > 0 && left <= 0)
        return WAIT_OVER;
    int r = poll_socket(vm, p, writing, left);
    return r < 0 ? WAIT_FAILED : r ? WAIT_DONE : WAIT_OVER;
}

/* After a call that OpenSSL could not end. 1: again; 0: it came to what it came to. */
static int wait_again(MinipyVM *vm, const Peer *p, const Outcome *o,
                      const char *timed_out)
{
    bool writing = o->error == SSL_ERROR_WANT_WRITE;
    if (!writing && o->error != SSL_ERROR_WANT_READ)
        return 0;
    Waited w = wait_for(vm, p, writing);
    if (w == WAIT_OVER)
        minipy_raise(vm, "TimeoutError", timed_out);
    return w == WAIT_DONE ? 1 : w == WAIT_NOT ? 0 : -1;
}

/* ---- calling --------------------------------------------------------------------- */

typedef struct Call {
    int (*run)(SSL *ssl, struct Call *c);
    void *data;
    size_t size, done; /* bytes: how many may be, how many were */
} Call;

/* One call, outside the vm. -1: exception: a signal's, a limit's. */
static int call_once(MinipyVM *vm, Socket *s, const Peer *p, Call *c, Outcome *o)
{
    socket_take(s);
    if (p->socket)
        BIO_set_fd(SSL_get_rbio(s->ssl), p->fd, BIO_NOCLOSE);
    MinipyThread *me = minipy_thread_leave(vm);
    ERR_clear_error();
    errno = 0;
    o->r = c->run(s->ssl, c);
    o->number = errno;
    o->error = o->r > 0 ? SSL_ERROR_NONE : SSL_get_error(s->ssl, o->r);
    minipy_thread_enter(vm, me);
    if (s->incoming && (bio_count(vm, s->in) < 0 || bio_count(vm, s->out) < 0))
        o->r = -1;
    socket_give(s);
    return minipy_error_occurred(vm) ? -1 : minipy_poll(vm);
}

/* Until it is done. 1; 0: see *o; -1: exception. */
static int call_through(MinipyVM *vm, Socket *s, const Peer *p, Call *c, Outcome *o,
                        const char *timed_out)
{
    int again;
    do {
        if (call_once(vm, s, p, c, o) < 0)
            return -1;
        if (o->r > 0)
            return 1;
        again = wait_again(vm, p, o, timed_out);
    } while (again > 0);
    return again;
}

static int run_handshake(SSL *ssl, Call *c)
{
    (void)c;
    return SSL_do_handshake(ssl);
}
static int run_read(SSL *ssl, Call *c)
{
    return SSL_read_ex(ssl, c->data, c->size, &c->done);
}
static int run_write(SSL *ssl, Call *c)
{
    return SSL_write_ex(ssl, c->data, c->size, &c->done);
}
static int run_shutdown(SSL *ssl, Call *c)
{
    (void)c;
    return SSL_shutdown(ssl);
}
static int run_post_handshake(SSL *ssl, Call *c)
{
    (void)c;
    return SSL_verify_client_post_handshake(ssl);
}

/* ---- handshake ------------------------------------------------------------------- */

METHOD(socket_do_handshake)
{
    Peer p;
    Outcome o;
    Call c = {.run = run_handshake};
    Socket *s = socket_data(vm, args[0]);
    if (!s || peer_open(vm, s, &p, AT_HANDSHAKE_GONE) < 0)
        return MINIPY_NULL;
    char timed_out[80];
    snprintf(timed_out, sizeof timed_out,
             "_ssl.c:%d: The handshake operation timed out", AT_HANDSHAKE_TIMEOUT);
    int r = call_through(vm, s, &p, &c, &o, timed_out);
    peer_close(vm, &p);
    if (r == 0)
        return socket_error(vm, s, &o, AT_HANDSHAKE);
    if (raise_from_callback(vm, s) < 0 || r < 0)
        return MINIPY_NULL;
    return minipy_none();
}

METHOD(socket_verify_client_post_handshake)
{
    Peer p = {.fd = -1};
    Outcome o;
    Call c = {.run = run_post_handshake};
    Socket *s = socket_data(vm, args[0]);
    if (!s || call_once(vm, s, &p, &c, &o) < 0)
        return MINIPY_NULL;
    return o.r == 1 ? minipy_none() : ssl_error(vm, NULL, AT_POST_HANDSHAKE);
}

/* ---- reading --------------------------------------------------------------------- */

enum { RECORD = 16 * 1024 }; /* OpenSSL reads no more at once */

/* Did the peer say that there will be no more? */
static bool at_end(Socket *s, const Outcome *o)
{
    return o->error == SSL_ERROR_ZERO_RETURN &&
           SSL_get_shutdown(s->ssl) == SSL_RECEIVED_SHUTDOWN;
}

/* How many bytes came; -1: exception. */
static int64_t read_into(MinipyVM *vm, Socket *s, void *room, size_t size)
{
    Peer p;
    Outcome o;
    Call c = {.run = run_read, .data = room, .size = size};
    if (peer_open(vm, s, &p, AT_READ_GONE) < 0)
        return -1;
    int r = call_through(vm, s, &p, &c, &o, "The read operation timed out");
    peer_close(vm, &p);
    if (r == 0 && at_end(s, &o)) {
        ERR_clear_error();
        return 0;
    }
    if (r == 0)
        socket_error(vm, s, &o, AT_READ);
    else if (raise_from_callback(vm, s) == 0 && r > 0)
        return (int64_t)c.done;
    return -1;
}

static MinipyValue read_bytes(MinipyVM *vm, Socket *s, int size)
{
    char room[RECORD];
    if (size < 0)
        return minipy_raise(vm, "ValueError", "size should not be negative");
    if (size == 0)
        return minipy_bytes(vm, NULL, 0);
    int64_t got = read_into(vm, s, room, size < RECORD ? (size_t)size : RECORD);
    return got < 0 ? MINIPY_NULL : minipy_bytes(vm, room, (size_t)got);
}

static MinipyValue read_to_buffer(MinipyVM *vm, Socket *s, int size, MinipyValue buffer)
{
    size_t room;
    MinipyValue view;
    void *data = minipy_buffer(vm, buffer, true, &room, &view);
    if (!data)
        return minipy_raisef(
            vm, "TypeError",
            "read() argument 2 must be read-write bytes-like object, not %s",
            minipy_is_none(buffer) ? "None" : minipy_type_name(vm, buffer));
    if (size <= 0 || (size_t)size > room)
        size = room < INT_MAX ? (int)room : INT_MAX;
    int64_t got = size ? read_into(vm, s, data, (size_t)size) : 0;
    minipy_release(vm, view);
    return got < 0 ? MINIPY_NULL : minipy_int(vm, got);
}

METHOD(socket_read)
{
    int64_t size;
    if (n != 2 && n != 3)
        return minipy_raise(vm, "TypeError",
                            "_ssl._SSLSocket.read requires 1 to 2 arguments");
    Socket *s = socket_data(vm, args[0]);
    if (!s || as_size(vm, args[1], &size) < 0)
        return MINIPY_NULL;
    if (size > INT_MAX || size < INT_MIN)
        return minipy_raise(vm, "OverflowError",
                            size > 0 ? "signed integer is greater than maximum"
                                     : "signed integer is less than minimum");
    return n == 2 ? read_bytes(vm, s, (int)size)
                  : read_to_buffer(vm, s, (int)size, args[2]);
}

/* ---- writing --------------------------------------------------------------------- */

static MinipyValue write_bytes(MinipyVM *vm, Socket *s, Bytes in)
{
    static const char *const timed_out = "The write operation timed out";
    Peer p;
    Outcome o;
    Call c = {.run = run_write, .data = (void *)(uintptr_t)in.data, .size = in.size};
    if (peer_open(vm, s, &p, AT_WRITE_GONE) < 0)
        return MINIPY_NULL;
    int r = -1;
    if (p.socket && p.timeout > 0 && p.fd < 0)
        plain_error(vm, "Underlying socket has been closed.");
    else
        r = call_through(vm, s, &p, &c, &o, timed_out);
    peer_close(vm, &p);
    if (r == 0)
        return socket_error(vm, s, &o, AT_WRITE);
    if (raise_from_callback(vm, s) < 0 || r < 0)
        return MINIPY_NULL;
    return minipy_int(vm, (int64_t)c.done);
}

METHOD(socket_write)
{
    Bytes in;
    Socket *s = socket_data(vm, args[0]);
    if (!s || get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    MinipyValue r = write_bytes(vm, s, in);
    minipy_release(vm, in.view);
    return r;
}

/* ---- the end --------------------------------------------------------------------- */

/* Until the peer has said so, too, or it was asked twice. The last outcome in *o; -1:
 * exception. */
static int shut_down(MinipyVM *vm, Socket *s, const Peer *p, Outcome *o)
{
    Call c = {.run = run_shutdown};
    for (int zeros = 0;;) {
        if (s->seen_zero)
            SSL_set_read_ahead(s->ssl, 0);
        if (call_once(vm, s, p, &c, o) < 0)
            return -1;
        if (o->r > 0)
            return 0;
        if (o->r == 0) {
            if (++zeros > 1)
                return 0;
            s->seen_zero = true; /* it was sent: now for the peer's */
            continue;
        }
        int again = wait_again(vm, p, o,
                               o->error == SSL_ERROR_WANT_READ
                                   ? "The read operation timed out"
                                   : "The write operation timed out");
        if (again <= 0)
            return again;
    }
}

METHOD(socket_shutdown)
{
    Peer p;
    Outcome o;
    Socket *s = socket_data(vm, args[0]);
    if (!s || peer_open(vm, s, &p, AT_SHUTDOWN_GONE) < 0)
        return MINIPY_NULL;
    MinipyValue r = p.socket ? minipy_retain(p.socket) : minipy_none();
    bool gone = p.socket && p.fd < 0;
    if (gone)
        ssl_error(vm, "Underlying socket connection gone", AT_SHUTDOWN_GONE);
    int done = gone ? -1 : shut_down(vm, s, &p, &o);
    peer_close(vm, &p);
    if (done == 0 && o.r < 0)
        socket_error(vm, s, &o, AT_SHUTDOWN);
    else
        raise_from_callback(vm, s);
    if (!minipy_error_occurred(vm))
        return r;
    minipy_release(vm, r);
    return MINIPY_NULL;
}
