/* callbacks.c - what OpenSSL calls during a handshake: the program's function for a
 * server's name, the choice of a protocol, the log of messages and of keys. They run in
 * a thread that has left the vm, with the connection's mutex held; what they raise
 * waits in the connection, or is told to sys.unraisablehook.
 */
#include "ssl.h"

static MinipyValue or_none(MinipyValue v)
{
    return v ? minipy_retain(v) : minipy_none();
}

/* A callable, or None, which is stored as MINIPY_NULL. */
static int store_callback(MinipyVM *vm, MinipyValue *place, MinipyValue v)
{
    bool none = v && minipy_is_none(v);
    int callable = v && !none ? minipy_callable(vm, v) : none;
    replace(vm, place, callable > 0 && !none ? minipy_retain(v) : MINIPY_NULL);
    if (callable == 0)
        minipy_raise(vm, "TypeError", "not a callable object");
    return callable > 0 ? 0 : -1;
}

/* Who is told about a connection: its owner, its socket, or the connection itself. New;
 * MINIPY_NULL: it is gone. */
static MinipyValue face_of(MinipyVM *vm, Socket *s)
{
    if (s->owner)
        return minipy_weak_get(vm, s->owner);
    if (s->socket)
        return minipy_weak_get(vm, s->socket);
    return minipy_retain(s->self);
}

/* ---- the server's name ----------------------------------------------------------- */

GETTER(get_sni_callback)
{
    Context *c = context_data(vm, self);
    return c ? or_none(c->sni_callback) : MINIPY_NULL;
}

/* The name, as the client sent it. MINIPY_NULL: what went wrong was told. */
static MinipyValue server_name(MinipyVM *vm, const char *name, MinipyValue context)
{
    if (!name)
        return minipy_none();
    MinipyValue bytes = minipy_bytes(vm, name, strlen(name)), text = MINIPY_NULL;
    MinipyValue ascii = bytes ? text_value(vm, "ascii") : MINIPY_NULL;
    if (!ascii || !(text = minipy_call_method(vm, bytes, "decode", &ascii, 1)))
        minipy_error_unraisable(vm, bytes ? bytes : context);
    minipy_release(vm, ascii);
    minipy_release(vm, bytes);
    return text;
}

/* What the function returned, as an alert. */
static int answer_sni(MinipyVM *vm, MinipyValue answer, int *alert)
{
    int64_t n = 0;
    if (minipy_is_none(answer))
        return SSL_TLSEXT_ERR_OK;
    if (minipy_as_int(vm, answer, &n) < 0) {
        minipy_error_unraisable(vm, answer);
        n = SSL_AD_INTERNAL_ERROR;
    }
    *alert = (int)n;
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int ask_program(MinipyVM *vm, Context *c, Socket *s, int *alert)
{
    MinipyValue f = minipy_retain(c->sni_callback), args[3] = {MINIPY_NULL};
    int r = SSL_TLSEXT_ERR_ALERT_FATAL;
    *alert = SSL_AD_INTERNAL_ERROR;
    const char *name = SSL_get_servername(s->ssl, TLSEXT_NAMETYPE_host_name);
    args[0] = face_of(vm, s);
    if (args[0])
        args[1] = server_name(vm, name, s->context);
    if (args[1]) {
        args[2] = minipy_retain(s->context);
        MinipyValue answer = minipy_call(vm, f, args, 3);
        if (answer)
            r = answer_sni(vm, answer, alert);
        else
            *alert = SSL_AD_HANDSHAKE_FAILURE;
        if (!answer)
            minipy_error_unraisable(vm, f);
        minipy_release(vm, answer);
    }
    for (int i = 0; i < 3; i++)
        minipy_release(vm, args[i]);
    minipy_release(vm, f);
    return r;
}

/* The program may give the connection another context, and this one, which nothing else
 * knows, is gone then. */
static int on_server_name(SSL *ssl, int *alert, void *context)
{
    Context *c = context;
    MinipyVM *vm = c->vm;
    Socket *s = SSL_get_app_data(ssl);
    int state = s ? minipy_lock(vm) : -1;
    if (state < 0)
        return SSL_TLSEXT_ERR_OK;
    int r = c->sni_callback ? ask_program(vm, c, s, alert) : SSL_TLSEXT_ERR_OK;
    minipy_unlock(vm, state);
    return r;
}

enum { PROTOCOL_CLIENT = 16 };

SETTER(set_sni_callback)
{
    Context *c = context_data(vm, self);
    if (!c)
        return -1;
    if (c->protocol == PROTOCOL_CLIENT)
        return minipy_raise(vm, "ValueError",
                            "sni_callback cannot be set on TLS_CLIENT context"),
               -1;
    int r = store_callback(vm, &c->sni_callback, v);
    int (*told)(SSL *, int *, void *) = c->sni_callback ? on_server_name : NULL;
    SSL_CTX_set_tlsext_servername_callback(c->ctx, told);
    SSL_CTX_set_tlsext_servername_arg(c->ctx, c);
    return r;
}

/* ---- protocols (ALPN) ------------------------------------------------------------ */

static int on_protocols(SSL *ssl, const unsigned char **out, unsigned char *size,
                        const unsigned char *offered, unsigned offered_size,
                        void *context)
{
    (void)ssl;
    Context *c = context;
    const unsigned char *mine = c->alpn ? c->alpn : (const unsigned char *)"";
    int r = SSL_select_next_proto((unsigned char **)(uintptr_t)out, size, mine,
                                  c->alpn ? c->alpn_size : 0, offered, offered_size);
    return r == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

static MinipyValue use_protocols(MinipyVM *vm, Context *c, Bytes in)
{
    if (in.size > UINT_MAX)
        return minipy_raisef(vm, "OverflowError", "protocols longer than %u bytes",
                             UINT_MAX);
    unsigned char *copy = malloc(in.size + 1);
    if (!copy || SSL_CTX_set_alpn_protos(c->ctx, in.data, (unsigned)in.size)) {
        free(copy);
        ERR_clear_error();
        return minipy_raise(vm, "MemoryError", NULL);
    }
    memcpy(copy, in.data, in.size);
    free(c->alpn);
    c->alpn = copy;
    c->alpn_size = (unsigned)in.size;
    SSL_CTX_set_alpn_select_cb(c->ctx, on_protocols, c);
    return minipy_none();
}

METHOD(context_set_alpn)
{
    Bytes in;
    Context *c = context_data(vm, args[0]);
    if (!c || get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    MinipyValue r = use_protocols(vm, c, in);
    minipy_release(vm, in.view);
    return r;
}

/* ---- messages -------------------------------------------------------------------- */

GETTER(get_message_callback)
{
    Context *c = context_data(vm, self);
    return c ? or_none(c->message_callback) : MINIPY_NULL;
}

/* What the message is: the type of the record within, or of the handshake message. */
static int message_type(int content, const unsigned char *data, size_t size)
{
    switch (content) {
    case SSL3_RT_CHANGE_CIPHER_SPEC: return SSL3_MT_CHANGE_CIPHER_SPEC;
    case SSL3_RT_ALERT: return size > 1 ? data[1] : -1;
    case SSL3_RT_HANDSHAKE: return size > 0 ? data[0] : -1;
    case SSL3_RT_HEADER:
    case SSL3_RT_INNER_CONTENT_TYPE: return size > 0 ? data[0] : -1;
    default: return -1;
    }
}

/* Keeps what is pending for when the call is over: the last, if there are several. */
static void keep_raised(MinipyVM *vm, Socket *s)
{
    replace(vm, &s->raised, minipy_error_take(vm));
}

static void tell_message(MinipyVM *vm, Socket *s, MinipyValue f, MinipyValue *args)
{
    bool made = true;
    for (int i = 0; i < 6; i++)
        made = made && args[i];
    MinipyValue r = made ? minipy_call(vm, f, args, 6) : MINIPY_NULL;
    if (minipy_error_occurred(vm))
        keep_raised(vm, s);
    minipy_release(vm, r);
}

static void on_message(int writing, int version, int content, const void *data,
                       size_t size, SSL *ssl, void *user)
{
    (void)user;
    Socket *s = SSL_get_app_data(ssl);
    int state = s ? minipy_lock(s->vm) : -1;
    if (state < 0)
        return;
    MinipyVM *vm = s->vm;
    Context *c = context_data(vm, s->context);
    MinipyValue f = c && c->message_callback ? minipy_retain(c->message_callback) : 0;
    if (f) {
        MinipyValue args[] = {face_of(vm, s),
                              text_value(vm, writing ? "write" : "read"),
                              minipy_int(vm, version),
                              minipy_int(vm, content),
                              minipy_int(vm, message_type(content, data, size)),
                              minipy_bytes(vm, data, size)};
        tell_message(vm, s, f, args);
        for (int i = 0; i < 6; i++)
            minipy_release(vm, args[i]);
    }
    minipy_release(vm, f);
    minipy_unlock(vm, state);
}

void tell_messages(SSL *ssl, const Context *c)
{
    SSL_set_msg_callback(ssl, c->message_callback ? on_message : NULL);
}

SETTER(set_message_callback)
{
    Context *c = context_data(vm, self);
    if (!c)
        return -1;
    int r = store_callback(vm, &c->message_callback, v);
    SSL_CTX_set_msg_callback(c->ctx, c->message_callback ? on_message : NULL);
    return r;
}

/* ---- the log of keys ------------------------------------------------------------- */

GETTER(get_keylog_filename)
{
    Context *c = context_data(vm, self);
    return c ? or_none(c->keylog_filename) : MINIPY_NULL;
}

static void on_key(const SSL *ssl, const char *line)
{
    Socket *s = SSL_get_app_data(ssl);
    Context *c = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    if (!s || !c)
        return;
    pthread_mutex_lock(&c->keylog_mutex);
    int number = 0;
    if (c->keylog && BIO_printf(c->keylog, "%s\n", line) < 0)
        number = errno ? errno : EIO;
    if (c->keylog)
        BIO_flush(c->keylog); /* what comes of it CPython does not ask, either */
    pthread_mutex_unlock(&c->keylog_mutex);
    int state = number ? minipy_lock(s->vm) : -1;
    if (state < 0)
        return;
    MinipyValue name = minipy_retain(c->keylog_filename);
    minipy_raise_errno(s->vm, number,
                       name && minipy_kind(name) == MINIPY_IS_STR
                           ? minipy_as_str(s->vm, name, NULL)
                           : NULL);
    keep_raised(s->vm, s);
    minipy_release(s->vm, name);
    minipy_unlock(s->vm, state);
}

static void stop_log(Context *c)
{
    SSL_CTX_set_keylog_callback(c->ctx, NULL);
    pthread_mutex_lock(&c->keylog_mutex);
    BIO_free(c->keylog);
    c->keylog = NULL;
    pthread_mutex_unlock(&c->keylog_mutex);
}

/* Opens the file, at its end. NULL: OSError. */
static BIO *open_log(MinipyVM *vm, MinipyValue path, const char *name)
{
    FILE *f = fopen(name, "ae");
    if (!f)
        return open_error(vm, path), NULL;
    BIO *bio = BIO_new_fp(f, BIO_CLOSE | BIO_FP_TEXT);
    if (!bio) {
        fclose(f);
        minipy_raise(vm, "MemoryError", "Can't malloc memory for keylog file");
        return NULL;
    }
    if (fseek(f, 0, SEEK_END) == 0 && ftell(f) == 0)
        BIO_puts(bio, "# TLS secrets log file, generated by OpenSSL / Python\n");
    BIO_flush(bio);
    return bio;
}

SETTER(set_keylog_filename)
{
    Context *c = context_data(vm, self);
    if (!c)
        return -1;
    replace(vm, &c->keylog_filename, MINIPY_NULL);
    stop_log(c);
    if (!v || minipy_is_none(v))
        return 0;
    MinipyValue path = minipy_path(vm, v, NULL);
    BIO *bio = path ? open_log(vm, v, minipy_as_bytes(vm, path, NULL)) : NULL;
    minipy_release(vm, path);
    if (!bio)
        return -1;
    c->keylog = bio;
    c->keylog_filename = minipy_retain(v);
    SSL_CTX_set_keylog_callback(c->ctx, on_key);
    return 0;
}

void callbacks_end(Context *c)
{
    /* A connection keeps its SSL_CTX, but also the context, so none is left. */
    SSL_CTX_set_app_data(c->ctx, NULL);
    SSL_CTX_set_tlsext_servername_callback(c->ctx, NULL);
    SSL_CTX_set_msg_callback(c->ctx, NULL);
    stop_log(c);
}
