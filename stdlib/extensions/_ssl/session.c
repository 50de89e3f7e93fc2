/* session.c - SSLSession: what a client keeps of a connection to begin another with.
 * Each object has a session of its own, as OpenSSL changes those that it uses.
 */
#include <openssl/pem.h>

#include "ssl.h"

static DESTROY(session_destroy)
{
    SSL_SESSION_free(((Session *)data)->session);
}

static Session *session_data(MinipyVM *vm, MinipyValue self)
{
    return minipy_data(vm, self, &session_type);
}

/* ---- of a connection ------------------------------------------------------------- */

GETTER(get_session)
{
    State *state = state_of(vm);
    Socket *s = socket_data(vm, self);
    if (!s || !state)
        return MINIPY_NULL;
    socket_take(s);
    SSL_SESSION *now = SSL_get0_session(s->ssl);
    SSL_SESSION *own = now ? SSL_SESSION_dup(now) : NULL;
    socket_give(s);
    if (!own)
        return now ? ssl_error(vm, NULL, AT_NEW_SOCKET) : minipy_none();
    void *data;
    MinipyValue v = minipy_instance(vm, state->session, &data);
    if (!v) {
        SSL_SESSION_free(own);
        return MINIPY_NULL;
    }
    ((Session *)data)->session = own;
    ((Session *)data)->context = minipy_retain(s->context);
    return v;
}

SETTER(set_session)
{
    State *state = state_of(vm);
    Socket *s = socket_data(vm, self);
    if (!s || !state)
        return -1;
    int is = v ? minipy_isinstance(vm, v, state->session) : 0;
    if (is < 0)
        return -1;
    if (!is)
        return minipy_raise(vm, "TypeError", "Value is not a SSLSession."), -1;
    Session *given = session_data(vm, v);
    if (given->context != s->context)
        minipy_raise(vm, "ValueError", "Session refers to a different SSLContext.");
    else if (s->server)
        minipy_raise(vm, "ValueError", "Cannot set session for server-side SSLSocket.");
    else if (SSL_is_init_finished(s->ssl))
        minipy_raise(vm, "ValueError", "Cannot set session after handshake.");
    if (minipy_error_occurred(vm))
        return -1;
    SSL_SESSION *own = SSL_SESSION_dup(given->session);
    socket_take(s);
    bool ok = own && SSL_set_session(s->ssl, own);
    socket_give(s);
    SSL_SESSION_free(own);
    return ok ? 0 : (ssl_error(vm, NULL, AT_NEW_SOCKET), -1);
}

GETTER(get_session_reused)
{
    Socket *s = socket_data(vm, self);
    return s ? minipy_bool(SSL_session_reused(s->ssl)) : MINIPY_NULL;
}

/* ---- its attributes -------------------------------------------------------------- */

static GETTER(session_time)
{
    Session *s = session_data(vm, self);
    return s ? minipy_int(vm, SSL_SESSION_get_time(s->session)) : MINIPY_NULL;
}
static GETTER(session_timeout)
{
    Session *s = session_data(vm, self);
    return s ? minipy_int(vm, SSL_SESSION_get_timeout(s->session)) : MINIPY_NULL;
}
static GETTER(session_hint)
{
    Session *s = session_data(vm, self);
    return s ? minipy_uint(vm, SSL_SESSION_get_ticket_lifetime_hint(s->session))
             : MINIPY_NULL;
}
static GETTER(session_has_ticket)
{
    Session *s = session_data(vm, self);
    return s ? minipy_bool(SSL_SESSION_has_ticket(s->session)) : MINIPY_NULL;
}
static GETTER(session_id)
{
    unsigned size;
    Session *s = session_data(vm, self);
    const unsigned char *id = s ? SSL_SESSION_get_id(s->session, &size) : NULL;
    return s ? minipy_bytes(vm, id, size) : MINIPY_NULL;
}

/* Sessions are equal by their ids. */
static MinipyValue compare(MinipyVM *vm, const MinipyValue *args, bool equal)
{
    State *state = state_of(vm);
    int is = state ? minipy_isinstance(vm, args[1], state->session) : -1;
    Session *a = session_data(vm, args[0]);
    if (is < 0 || !a)
        return MINIPY_NULL;
    if (!is)
        return minipy_not_implemented();
    unsigned a_size, b_size;
    const unsigned char *a_id = SSL_SESSION_get_id(a->session, &a_size);
    const unsigned char *b_id =
        SSL_SESSION_get_id(session_data(vm, args[1])->session, &b_size);
    bool same = a_size == b_size && memcmp(a_id, b_id, a_size) == 0;
    return minipy_bool(same == equal);
}

static METHOD(session_eq)
{
    return compare(vm, args, true);
}
static METHOD(session_ne)
{
    return compare(vm, args, false);
}
/* CPython's has the slot of all six. */
static METHOD(session_order)
{
    return minipy_not_implemented();
}

/* clang-format off */
static const MinipyMethod session_methods[] = {
    ROW("__eq__", session_eq, "(self, value, /)", NULL),
    ROW("__ne__", session_ne, "(self, value, /)", NULL),
    ROW("__lt__", session_order, "(self, value, /)", NULL),
    ROW("__le__", session_order, "(self, value, /)", NULL),
    ROW("__gt__", session_order, "(self, value, /)", NULL),
    ROW("__ge__", session_order, "(self, value, /)", NULL),
    {0}};
static const MinipyMember session_members[] = {
    {.name = "has_ticket", .get = session_has_ticket, .doc = "Does the session contain a ticket?"},
    {.name = "id", .get = session_id, .doc = "Session id"},
    {.name = "ticket_lifetime_hint", .get = session_hint, .doc = "Ticket life time hint."},
    {.name = "time", .get = session_time, .doc = "Session creation time (seconds since epoch)."},
    {.name = "timeout", .get = session_timeout, .doc = "Session timeout (delta in seconds)."},
    {0}};
const MinipyType session_type = {
    .name = "_ssl.SSLSession", .size = sizeof(Session), .values = 1, .methods = session_methods, .members = session_members,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = session_destroy};
/* clang-format on */
