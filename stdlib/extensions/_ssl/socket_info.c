/* socket_info.c - what one asks a connection: the peer's certificate, ciphers, the
 * version, the protocol above.
 */
#include "ssl.h"

METHOD(socket_getpeercert)
{
    Socket *s = socket_data(vm, args[0]);
    int der = args[1] ? minipy_truth(vm, args[1]) : 0;
    if (!s || der < 0)
        return MINIPY_NULL;
    if (!SSL_is_init_finished(s->ssl))
        return minipy_raise(vm, "ValueError", "handshake not done yet");
    socket_take(s);
    X509 *x = SSL_get1_peer_certificate(s->ssl);
    bool verified = SSL_get_verify_mode(s->ssl) & SSL_VERIFY_PEER;
    socket_give(s);
    MinipyValue r;
    if (!x)
        r = minipy_none();
    else if (der)
        r = certificate_der(vm, x);
    else
        r = verified ? certificate_dict(vm, x) : minipy_dict(vm);
    X509_free(x);
    return r;
}

METHOD(socket_unverified_chain)
{
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    socket_take(s);
    STACK_OF(X509) *chain = SSL_get_peer_cert_chain(s->ssl);
    MinipyValue list = certificates_list(vm, chain);
    /* A server has the peer's own certificate beside the chain. */
    X509 *own = chain && s->server ? SSL_get1_peer_certificate(s->ssl) : NULL;
    socket_give(s);
    if (own && list) {
        STACK_OF(X509) *one = sk_X509_new_null();
        MinipyValue both = MINIPY_NULL;
        if (one && sk_X509_push(one, own)) {
            MinipyValue first = certificates_list(vm, one);
            both = first ? minipy_operate(vm, first, "+", list) : MINIPY_NULL;
            minipy_release(vm, first);
        }
        sk_X509_free(one);
        minipy_release(vm, list);
        list = both;
    }
    X509_free(own);
    return list;
}

METHOD(socket_verified_chain)
{
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    socket_take(s);
    MinipyValue list = certificates_list(vm, SSL_get0_verified_chain(s->ssl));
    socket_give(s);
    return list;
}

/* ---- ciphers --------------------------------------------------------------------- */

static MinipyValue cipher_tuple(MinipyVM *vm, const SSL_CIPHER *c)
{
    return TUPLE(vm, text_value(vm, SSL_CIPHER_get_name(c)),
                 text_value(vm, SSL_CIPHER_get_version(c)),
                 minipy_int(vm, SSL_CIPHER_get_bits(c, NULL)));
}

METHOD(socket_cipher)
{
    Socket *s = socket_data(vm, args[0]);
    const SSL_CIPHER *c = s ? SSL_get_current_cipher(s->ssl) : NULL;
    if (!s)
        return MINIPY_NULL;
    return c ? cipher_tuple(vm, c) : minipy_none();
}

METHOD(socket_shared_ciphers)
{
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    socket_take(s);
    STACK_OF(SSL_CIPHER) *ciphers = SSL_get_ciphers(s->ssl);
    MinipyValue list = ciphers ? minipy_list(vm, NULL, 0) : minipy_none();
    int r = list ? 0 : -1;
    for (int i = 0; r == 0 && i < sk_SSL_CIPHER_num(ciphers); i++)
        r = append(vm, list, cipher_tuple(vm, sk_SSL_CIPHER_value(ciphers, i)));
    socket_give(s);
    return unless_failed(vm, list, r);
}

/* ---- the rest -------------------------------------------------------------------- */

METHOD(socket_version)
{
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    if (!SSL_is_init_finished(s->ssl))
        return minipy_none();
    const char *name = SSL_get_version(s->ssl);
    return text_value(vm, strcmp(name, "unknown") == 0 ? NULL : name);
}

METHOD(socket_alpn)
{
    const unsigned char *name;
    unsigned size;
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    SSL_get0_alpn_selected(s->ssl, &name, &size);
    return name ? minipy_str(vm, (const char *)name, size) : minipy_none();
}

METHOD(socket_compression)
{
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    const COMP_METHOD *method = SSL_get_current_compression(s->ssl);
    return text_value(vm, method ? SSL_COMP_get_name(method) : NULL);
}

METHOD(socket_pending)
{
    Socket *s = socket_data(vm, args[0]);
    return s ? minipy_int(vm, SSL_pending(s->ssl)) : MINIPY_NULL;
}

METHOD(socket_channel_binding)
{
    char data[128];
    Socket *s = socket_data(vm, args[0]);
    if (!s)
        return MINIPY_NULL;
    if (args[1] && minipy_kind(args[1]) != MINIPY_IS_STR)
        return minipy_raisef(vm, "TypeError",
                             "get_channel_binding() argument 'cb_type' must be str, "
                             "not %s",
                             minipy_is_none(args[1]) ? "None"
                                                     : minipy_type_name(vm, args[1]));
    const char *type = args[1] ? minipy_as_str(vm, args[1], NULL) : "tls-unique";
    if (!type)
        return MINIPY_NULL;
    if (strcmp(type, "tls-unique") != 0)
        return minipy_raisef(vm, "ValueError",
                             "'%.200s' channel binding type not implemented", type);
    /* The first "finished" message: the client's, unless a session goes on. */
    socket_take(s);
    size_t size = SSL_session_reused(s->ssl) != !s->server
                      ? SSL_get_finished(s->ssl, data, sizeof data)
                      : SSL_get_peer_finished(s->ssl, data, sizeof data);
    socket_give(s);
    return size ? minipy_bytes(vm, data, size) : minipy_none();
}
