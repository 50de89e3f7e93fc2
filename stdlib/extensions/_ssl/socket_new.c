/* socket_new.c - _SSLSocket: how it is made, over a socket or two MemoryBIOs, and whom
 * it belongs to. It knows its socket and its owner by weak references: they have it.
 * Read next: socket.c.
 */
#include "ssl.h"

Socket *socket_data(MinipyVM *vm, MinipyValue self)
{
    Socket *s = minipy_data(vm, self, &socket_type);
    if (s && !s->ssl)
        minipy_raise(vm, "ValueError", "the SSL socket was never connected to one");
    return s && s->ssl ? s : NULL;
}

static DESTROY(socket_destroy)
{
    Socket *s = data;
    if (!s->ssl)
        return;
    SSL_set_app_data(s->ssl, NULL);
    SSL_free(s->ssl);
    pthread_mutex_destroy(&s->mutex);
    minipy_charge(vm, -SOCKET_COST);
}

/* ---- taking turns ---------------------------------------------------------------- */

/* The BIOs of memory, which other connections may have, too: by address, so that no two
 * wait for each other. */
static void bios_of(Socket *s, Bio *bios[2])
{
    bios[0] = s->incoming ? s->in : NULL;
    bios[1] = s->outgoing ? s->out : NULL;
    if ((uintptr_t)bios[0] > (uintptr_t)bios[1]) {
        Bio *other = bios[0];
        bios[0] = bios[1];
        bios[1] = other;
    }
}

void socket_take(Socket *s)
{
    Bio *bios[2];
    mutex_take(s->vm, &s->mutex);
    bios_of(s, bios);
    for (int i = 0; i < 2; i++)
        if (bios[i])
            mutex_take(s->vm, &bios[i]->mutex);
}

void socket_give(Socket *s)
{
    Bio *bios[2];
    bios_of(s, bios);
    for (int i = 0; i < 2; i++)
        if (bios[i])
            pthread_mutex_unlock(&bios[i]->mutex);
    pthread_mutex_unlock(&s->mutex);
}

/* ---- the host's name ------------------------------------------------------------- */

static int check_host(Context *c, Socket *s, const char *name, ASN1_OCTET_STRING *ip)
{
    if (!c->check_hostname)
        return 1;
    X509_VERIFY_PARAM *param = SSL_get0_param(s->ssl);
    return ip ? X509_VERIFY_PARAM_set1_ip(param, ASN1_STRING_get0_data(ip),
                                          (size_t)ASN1_STRING_length(ip))
              : X509_VERIFY_PARAM_set1_host(param, name, strlen(name));
}

static int use_host(MinipyVM *vm, Context *c, Socket *s, const char *name)
{
    if (!*name || *name == '.')
        return minipy_raise(vm, "ValueError",
                            "server_hostname cannot be an empty string or start with "
                            "a leading dot."),
               -1;
    ASN1_OCTET_STRING *ip = a2i_IPADDRESS(name);
    ERR_clear_error(); /* it is a name */
    s->server_hostname = text_value(vm, name);
    bool ok = s->server_hostname && (ip || SSL_set_tlsext_host_name(s->ssl, name)) &&
              check_host(c, s, name, ip);
    if (!ok)
        ssl_error(vm, NULL, AT_CONFIGURE_HOSTNAME);
    ASN1_OCTET_STRING_free(ip);
    return ok ? 0 : -1;
}

/* server_hostname, as ASCII. NULL: there is none, or an exception. */
static const char *host_given(MinipyVM *vm, MinipyValue v, MinipyValue *bytes)
{
    size_t size;
    *bytes = MINIPY_NULL;
    if (!v || minipy_is_none(v))
        return NULL;
    if (minipy_kind(v) != MINIPY_IS_STR) {
        minipy_raisef(vm, "TypeError", "argument must be str, not %s",
                      minipy_type_name(vm, v));
        return NULL;
    }
    MinipyValue ascii = text_value(vm, "ascii");
    *bytes = ascii ? minipy_call_method(vm, v, "encode", &ascii, 1) : MINIPY_NULL;
    minipy_release(vm, ascii);
    const char *name = *bytes ? minipy_as_bytes(vm, *bytes, &size) : NULL;
    if (!name || strlen(name) == size)
        return name;
    minipy_raise(vm, "TypeError",
                 "argument must be encoded string without null bytes, not str");
    return NULL;
}

/* ---- making ---------------------------------------------------------------------- */

enum { PROTOCOL_CLIENT = 16, PROTOCOL_SERVER = 17 };

/* What _wrap_socket and _wrap_bio are told. */
typedef struct Wrap {
    MinipyValue context;
    MinipyValue socket, incoming, outgoing; /* one or two */
    MinipyValue server_hostname, owner, session;
    bool server;
} Wrap;

static BIO *shared_bio(const Bio *b)
{
    return b && BIO_up_ref(b->bio) ? b->bio : NULL;
}

/* Where it reads and writes. -1: exception. */
static int use_bios(MinipyVM *vm, Socket *s, const Wrap *w)
{
    if (!w->socket) {
        s->in = bio_data(vm, w->incoming);
        s->out = bio_data(vm, w->outgoing);
        BIO *in = shared_bio(s->in), *out = shared_bio(s->out);
        SSL_set_bio(s->ssl, in, out);
        s->incoming = minipy_retain(w->incoming);
        s->outgoing = minipy_retain(w->outgoing);
        return in && out ? 0 : -1;
    }
    MinipyValue fd = minipy_call_method(vm, w->socket, "fileno", NULL, 0);
    int64_t n = -1;
    int r = fd ? minipy_as_int(vm, fd, &n) : -1;
    minipy_release(vm, fd);
    s->socket = r == 0 ? minipy_weak(vm, w->socket, MINIPY_NULL) : MINIPY_NULL;
    BIO *bio = s->socket ? socket_bio_new((int)n) : NULL;
    if (!bio)
        return s->socket ? (minipy_raise(vm, "MemoryError", NULL), -1) : -1;
    SSL_set_bio(s->ssl, bio, bio);
    return 0;
}

/* A server asks for a certificate after the handshake, if it verifies any; a client
 * says that it would give one. */
static void use_post_handshake(Socket *s)
{
    int mode = SSL_get_verify_mode(s->ssl);
    if (!s->server)
        SSL_set_post_handshake_auth(s->ssl, 1);
    else if (mode & SSL_VERIFY_PEER)
        SSL_set_verify(s->ssl, mode | SSL_VERIFY_POST_HANDSHAKE,
                       SSL_get_verify_callback(s->ssl));
}

static int set_up(MinipyVM *vm, Socket *s, const Wrap *w, Context *c,
                  const char *hostname)
{
    static const unsigned char id[] = "Python";
    s->server = w->server;
    s->context = minipy_retain(w->context);
    SSL_set_app_data(s->ssl, s);
    if (s->server)
        SSL_set_session_id_context(s->ssl, id, sizeof id);
    if (use_bios(vm, s, w) < 0)
        return -1;
    SSL_set_mode(s->ssl, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_AUTO_RETRY);
    if (c->post_handshake_auth)
        use_post_handshake(s);
    if (hostname && use_host(vm, c, s, hostname) < 0)
        return -1;
    if (s->server)
        SSL_set_accept_state(s->ssl);
    else
        SSL_set_connect_state(s->ssl);
    if (w->owner && !minipy_is_none(w->owner) &&
        set_owner(vm, NULL, s->self, w->owner) < 0)
        return -1;
    return w->session && !minipy_is_none(w->session)
               ? set_session(vm, NULL, s->self, w->session)
               : 0;
}

static MinipyValue made(MinipyVM *vm, const Wrap *w, Context *c, const char *hostname)
{
    State *state = state_of(vm);
    void *data = NULL;
    ERR_clear_error();
    MinipyValue self = state ? minipy_instance(vm, state->socket, &data) : MINIPY_NULL;
    Socket *s = data;
    if (!self)
        return MINIPY_NULL;
    s->vm = vm;
    s->self = self;
    if (minipy_charge(vm, SOCKET_COST) == 0) {
        SSL *ssl = SSL_new(c->ctx);
        if (ssl && mutex_make(vm, &s->mutex)) {
            s->ssl = ssl;
            if (set_up(vm, s, w, c, hostname) == 0)
                return self;
        } else {
            ssl_error(vm, NULL, AT_NEW_SOCKET);
            SSL_free(ssl);
            minipy_charge(vm, -SOCKET_COST);
        }
    }
    minipy_release(vm, self);
    return MINIPY_NULL;
}

static MinipyValue wrap(MinipyVM *vm, const Wrap *w)
{
    MinipyValue bytes;
    Context *c = context_data(vm, w->context);
    const char *hostname = c ? host_given(vm, w->server_hostname, &bytes) : NULL;
    MinipyValue r = MINIPY_NULL;
    if (!c)
        return MINIPY_NULL;
    if (minipy_error_occurred(vm))
        ;
    else if (w->server && c->protocol == PROTOCOL_CLIENT)
        ssl_error(vm,
                  "Cannot create a server socket with a PROTOCOL_TLS_CLIENT context",
                  AT_SERVER_BY_CLIENT_CONTEXT);
    else if (!w->server && c->protocol == PROTOCOL_SERVER)
        ssl_error(vm,
                  "Cannot create a client socket with a PROTOCOL_TLS_SERVER context",
                  AT_CLIENT_BY_SERVER_CONTEXT);
    else
        r = made(vm, w, c, hostname);
    minipy_release(vm, bytes);
    return r;
}

/* Is it of that class? Else TypeError. */
static bool is_argument(MinipyVM *vm, MinipyValue v, MinipyValue cls,
                        const char *function, const char *name, const char *wanted)
{
    int is = minipy_isinstance(vm, v, cls);
    if (is == 0)
        minipy_raisef(vm, "TypeError", "%s() argument '%s' must be %s, not %s",
                      function, name, wanted,
                      minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return is > 0;
}

/* The last of both: server_side, server_hostname, owner, session. */
static int read_rest(MinipyVM *vm, Wrap *w, const MinipyValue *rest)
{
    int64_t server = 0;
    if (minipy_as_int(vm, rest[0], &server) < 0)
        return -1;
    w->server = server != 0;
    w->server_hostname = rest[1];
    w->owner = rest[2];
    w->session = rest[3];
    return 0;
}

METHOD(context_wrap_socket)
{
    State *state = state_of(vm);
    Wrap w = {.context = args[0], .socket = args[1]};
    if (!state ||
        !is_argument(vm, args[1], state->plain_socket, "_wrap_socket", "sock",
                     "_socket.socket") ||
        read_rest(vm, &w, args + 2) < 0)
        return MINIPY_NULL;
    return wrap(vm, &w);
}

METHOD(context_wrap_bio)
{
    State *state = state_of(vm);
    Wrap w = {.context = args[0], .incoming = args[1], .outgoing = args[2]};
    if (!state ||
        !is_argument(vm, args[1], state->bio, "_wrap_bio", "incoming",
                     "_ssl.MemoryBIO") ||
        !is_argument(vm, args[2], state->bio, "_wrap_bio", "outgoing",
                     "_ssl.MemoryBIO") ||
        read_rest(vm, &w, args + 3) < 0)
        return MINIPY_NULL;
    return wrap(vm, &w);
}

/* ---- whom it belongs to ---------------------------------------------------------- */

GETTER(get_context)
{
    Socket *s = socket_data(vm, self);
    return s ? minipy_retain(s->context) : MINIPY_NULL;
}

/* Another context, as a server's function for names wants it. */
SETTER(set_context)
{
    State *state = state_of(vm);
    Socket *s = socket_data(vm, self);
    int is = s && state ? (v ? minipy_isinstance(vm, v, state->context) : 0) : -1;
    if (is < 0)
        return -1;
    if (!is)
        return minipy_raise(vm, "TypeError", "The value must be a SSLContext"), -1;
    Context *c = context_data(vm, v);
    socket_take(s);
    SSL_set_SSL_CTX(s->ssl, c->ctx);
    tell_messages(s->ssl, c); /* a connection keeps what it had otherwise */
    replace(vm, &s->context, minipy_retain(v));
    socket_give(s);
    return 0;
}

GETTER(get_owner)
{
    Socket *s = socket_data(vm, self);
    MinipyValue owner = s && s->owner ? minipy_weak_get(vm, s->owner) : MINIPY_NULL;
    return owner ? owner : s ? minipy_none() : MINIPY_NULL;
}

SETTER(set_owner)
{
    Socket *s = socket_data(vm, self);
    MinipyValue weak = s ? minipy_weak(vm, v ? v : minipy_none(), MINIPY_NULL) : 0;
    if (!weak)
        return -1;
    replace(vm, &s->owner, weak);
    return 0;
}

static GETTER(get_server_side)
{
    Socket *s = socket_data(vm, self);
    return s ? minipy_bool(s->server) : MINIPY_NULL;
}

static GETTER(get_server_hostname)
{
    Socket *s = socket_data(vm, self);
    if (!s)
        return MINIPY_NULL;
    return s->server_hostname ? minipy_retain(s->server_hostname) : minipy_none();
}

/* clang-format off */
static const MinipyMethod socket_methods[] = {
    ROW("do_handshake", socket_do_handshake, "(self, /)", NULL),
    ROW("write", socket_write, "(self, b, /)", "Writes the bytes-like object b; returns how many bytes."),
    ROW("read", socket_read, NULL, "read(size, [buffer])\nRead up to size bytes from the SSL socket."),
    ROW("pending", socket_pending, "(self, /)", "How many decrypted bytes can be read at once."),
    ROW("getpeercert", socket_getpeercert, "(self, der=False, /)", "The peer's certificate: as a dict (empty: it was not verified), or as DER; None: there is none."),
    ROW("get_channel_binding", socket_channel_binding, "(self, /, cb_type='tls-unique')", "What binds a protocol above to this connection (RFC 5929), as bytes, or None."),
    ROW("cipher", socket_cipher, "(self, /)", NULL),
    ROW("shared_ciphers", socket_shared_ciphers, "(self, /)", NULL),
    ROW("version", socket_version, "(self, /)", NULL),
    ROW("selected_alpn_protocol", socket_alpn, "(self, /)", NULL),
    ROW("compression", socket_compression, "(self, /)", NULL),
    ROW("shutdown", socket_shutdown, "(self, /)", "Says that nothing more will be written, and waits for the peer to say so."),
    ROW("verify_client_post_handshake", socket_verify_client_post_handshake, "(self, /)", "Asks a client for its certificate after the handshake of TLS 1.3."),
    ROW("get_unverified_chain", socket_unverified_chain, "(self, /)", NULL),
    ROW("get_verified_chain", socket_verified_chain, "(self, /)", NULL),
    {0}};
static const MinipyMember socket_members[] = {
    {.name = "context", .get = get_context, .set = set_context, .doc = "The context; a server's sni_callback may change it before the handshake goes on."},
    {.name = "server_side", .get = get_server_side, .doc = "Whether this is a server-side socket."},
    {.name = "server_hostname", .get = get_server_hostname, .doc = "The currently set server hostname (for SNI)."},
    {.name = "owner", .get = get_owner, .set = set_owner, .doc = "The Python-level owner, which callbacks are told; held weakly."},
    {.name = "session", .get = get_session, .set = set_session, .doc = "The session, to be reused by another connection."},
    {.name = "session_reused", .get = get_session_reused, .doc = "Was the client session reused during handshake?"},
    {0}};
const MinipyType socket_type = {
    .name = "_ssl._SSLSocket", .size = sizeof(Socket), .values = SOCKET_VALUES, .methods = socket_methods,
    .members = socket_members, .flags = MINIPY_FINAL | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = socket_destroy};
/* clang-format on */
