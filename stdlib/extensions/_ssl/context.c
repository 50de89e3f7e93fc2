/* context.c - _SSLContext: how it is made, and its attributes. What OpenSSL holds for a
 * context counts towards the vm's memory by an estimate. Read next: context_files.c.
 */
#include "ssl.h"

enum { PROTOCOL_TLS = 2, PROTOCOL_TLSv1, PROTOCOL_TLSv1_1, PROTOCOL_TLSv1_2 };
enum { PROTOCOL_CLIENT = 16, PROTOCOL_SERVER = 17 };
enum { CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED };
enum { VERSION_MINIMUM = -2, VERSION_MAXIMUM = -1 };

Context *context_data(MinipyVM *vm, MinipyValue self)
{
    return minipy_data(vm, self, &context_type);
}

/* ---- numbers that are assigned --------------------------------------------------- */

/* v MINIPY_NULL: the attribute is deleted. */
static int long_given(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (!v)
        return minipy_raise(vm, "TypeError", "function takes at least one argument"),
               -1;
    if (minipy_as_int(vm, v, out) == 0)
        return 0;
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
    return -1;
}

static int int_given(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t n;
    if (long_given(vm, v, &n) < 0)
        return -1;
    if (n >= INT_MIN && n <= INT_MAX)
        return *out = (int)n, 0;
    minipy_raise(vm, "OverflowError",
                 n > 0 ? "signed integer is greater than maximum"
                       : "signed integer is less than minimum");
    return -1;
}

static int bool_given(MinipyVM *vm, MinipyValue v, bool *out)
{
    if (!v)
        return minipy_raise(vm, "TypeError", "function takes at least one argument"),
               -1;
    int is = minipy_truth(vm, v);
    *out = is > 0;
    return is < 0 ? -1 : 0;
}

static int bits_given(MinipyVM *vm, MinipyValue v, uint64_t *out)
{
    if (v)
        return low_bits(vm, v, out);
    minipy_raise(vm, "TypeError", "function takes at least one argument");
    return -1;
}

static bool is_int(MinipyValue v)
{
    MinipyKind kind = minipy_kind(v);
    return kind == MINIPY_IS_INT || kind == MINIPY_IS_BOOL;
}

/* ---- verification ---------------------------------------------------------------- */

static int verify_mode_of(const Context *c)
{
    int mode = SSL_CTX_get_verify_mode(c->ctx);
    if (!(mode & SSL_VERIFY_PEER))
        return CERT_NONE;
    return mode & SSL_VERIFY_FAIL_IF_NO_PEER_CERT ? CERT_REQUIRED : CERT_OPTIONAL;
}

static void use_verify_mode(Context *c, int mode)
{
    static const int modes[] = {SSL_VERIFY_NONE, SSL_VERIFY_PEER,
                                SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT};
    SSL_CTX_set_verify(c->ctx, modes[mode], SSL_CTX_get_verify_callback(c->ctx));
}

static GETTER(get_verify_mode)
{
    Context *c = context_data(vm, self);
    return c ? minipy_int(vm, verify_mode_of(c)) : MINIPY_NULL;
}

static SETTER(set_verify_mode)
{
    int mode;
    Context *c = context_data(vm, self);
    if (!c || int_given(vm, v, &mode) < 0)
        return -1;
    if (mode == CERT_NONE && c->check_hostname)
        minipy_raise(
            vm, "ValueError",
            "Cannot set verify_mode to CERT_NONE when check_hostname is enabled.");
    else if (mode < CERT_NONE || mode > CERT_REQUIRED)
        minipy_raise(vm, "ValueError", "invalid value for verify_mode");
    else
        return use_verify_mode(c, mode), 0;
    return -1;
}

static GETTER(get_check_hostname)
{
    Context *c = context_data(vm, self);
    return c ? minipy_bool(c->check_hostname) : MINIPY_NULL;
}

static SETTER(set_check_hostname)
{
    bool on;
    Context *c = context_data(vm, self);
    if (!c || bool_given(vm, v, &on) < 0)
        return -1;
    if (on && verify_mode_of(c) == CERT_NONE)
        use_verify_mode(c, CERT_REQUIRED);
    c->check_hostname = on;
    return 0;
}

static GETTER(get_verify_flags)
{
    Context *c = context_data(vm, self);
    return c ? minipy_uint(vm, X509_VERIFY_PARAM_get_flags(SSL_CTX_get0_param(c->ctx)))
             : MINIPY_NULL;
}

static SETTER(set_verify_flags)
{
    uint64_t flags;
    Context *c = context_data(vm, self);
    if (c && v && !is_int(v))
        return minipy_raisef(vm, "TypeError", "argument must be int, not %s",
                             minipy_is_none(v) ? "None" : minipy_type_name(vm, v)),
               -1;
    if (!c || bits_given(vm, v, &flags) < 0)
        return -1;
    X509_VERIFY_PARAM *param = SSL_CTX_get0_param(c->ctx);
    unsigned long before = X509_VERIFY_PARAM_get_flags(param);
    if (X509_VERIFY_PARAM_clear_flags(param, before & ~flags) &&
        X509_VERIFY_PARAM_set_flags(param, ~before & flags))
        return 0;
    return ssl_error(vm, NULL, AT_NEW_CONTEXT), -1;
}

static GETTER(get_host_flags)
{
    Context *c = context_data(vm, self);
    return c ? minipy_uint(vm, c->host_flags) : MINIPY_NULL;
}

static SETTER(set_host_flags)
{
    uint64_t flags;
    Context *c = context_data(vm, self);
    if (c && v && !is_int(v)) {
        int64_t n;
        return minipy_as_int(vm, v, &n); /* "cannot be interpreted as an integer" */
    }
    if (!c || bits_given(vm, v, &flags) < 0)
        return -1;
    c->host_flags = (unsigned)flags;
    X509_VERIFY_PARAM_set_hostflags(SSL_CTX_get0_param(c->ctx), c->host_flags);
    return 0;
}

/* ---- options and versions -------------------------------------------------------- */

static int deprecated(MinipyVM *vm, const char *what)
{
    char text[100];
    snprintf(text, sizeof text, "%s deprecated", what);
    return minipy_warn(vm, "DeprecationWarning", text, 2);
}

static GETTER(get_options)
{
    Context *c = context_data(vm, self);
    return c ? minipy_int(vm, (int64_t)SSL_CTX_get_options(c->ctx)) : MINIPY_NULL;
}

static SETTER(set_options)
{
    const uint64_t versions = SSL_OP_NO_SSLv2 | SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 |
                              SSL_OP_NO_TLSv1_1 | SSL_OP_NO_TLSv1_2 | SSL_OP_NO_TLSv1_3;
    int64_t given;
    Context *c = context_data(vm, self);
    if (!c || long_given(vm, v, &given) < 0)
        return -1;
    uint64_t before = SSL_CTX_get_options(c->ctx), after = (uint64_t)given;
    if (~before & after & versions &&
        deprecated(vm, "ssl.OP_NO_SSL*/ssl.OP_NO_TLS* options are") < 0)
        return -1;
    SSL_CTX_clear_options(c->ctx, before & ~after);
    SSL_CTX_set_options(c->ctx, ~before & after);
    return 0;
}

static bool has_versions(const Context *c)
{
    return c->protocol == PROTOCOL_TLS || c->protocol == PROTOCOL_CLIENT ||
           c->protocol == PROTOCOL_SERVER;
}

static int deprecated_version(MinipyVM *vm, int version)
{
    switch (version) {
    case SSL3_VERSION: return deprecated(vm, "ssl.TLSVersion.SSLv3 is");
    case TLS1_VERSION: return deprecated(vm, "ssl.TLSVersion.TLSv1 is");
    case TLS1_1_VERSION: return deprecated(vm, "ssl.TLSVersion.TLSv1_1 is");
    default: return 0;
    }
}

/* What `user` of the versions' getters and setters points at. */
static char lowest, highest;

static GETTER(get_version)
{
    Context *c = context_data(vm, self);
    if (!c)
        return MINIPY_NULL;
    long version = user == &lowest ? SSL_CTX_get_min_proto_version(c->ctx)
                                   : SSL_CTX_get_max_proto_version(c->ctx);
    if (!version)
        version = user == &lowest ? VERSION_MINIMUM : VERSION_MAXIMUM;
    return minipy_int(vm, version);
}

/* A version that OpenSSL knows; 0: its own limit; -1: there is no such. */
static int known_version(int version, bool low)
{
    if (version == VERSION_MINIMUM)
        return low ? 0 : TLS1_VERSION;
    if (version == VERSION_MAXIMUM)
        return low ? TLS1_3_VERSION : 0;
    return version >= SSL3_VERSION && version <= TLS1_3_VERSION ? version : -1;
}

static SETTER(set_version)
{
    int64_t given;
    bool low = user == &lowest;
    Context *c = context_data(vm, self);
    if (!c || long_given(vm, v, &given) < 0)
        return -1;
    if (given > INT_MAX)
        return minipy_raise(vm, "OverflowError", "Option is too long"), -1;
    if (!has_versions(c))
        return minipy_raise(vm, "ValueError",
                            "The context's protocol doesn't support modification of "
                            "highest and lowest version."),
               -1;
    if (deprecated_version(vm, (int)given) < 0)
        return -1;
    int version = known_version((int)given, low);
    if (version >= 0 && (low ? SSL_CTX_set_min_proto_version(c->ctx, version)
                             : SSL_CTX_set_max_proto_version(c->ctx, version)))
        return 0;
    minipy_raisef(vm, "ValueError", "Unsupported TLS/SSL version 0x%x",
                  (unsigned)given);
    return -1;
}

/* ---- other attributes ------------------------------------------------------------ */

static GETTER(get_num_tickets)
{
    Context *c = context_data(vm, self);
    return c ? minipy_uint(vm, SSL_CTX_get_num_tickets(c->ctx)) : MINIPY_NULL;
}

static SETTER(set_num_tickets)
{
    int64_t count;
    Context *c = context_data(vm, self);
    if (!c || long_given(vm, v, &count) < 0)
        return -1;
    if (count < 0)
        minipy_raise(vm, "ValueError", "value must be non-negative");
    else if (c->protocol != PROTOCOL_SERVER)
        minipy_raise(vm, "ValueError", "SSLContext is not a server context.");
    else if (!SSL_CTX_set_num_tickets(c->ctx, (size_t)count))
        minipy_raise(vm, "ValueError", "failed to set num tickets.");
    else
        return 0;
    return -1;
}

static GETTER(get_post_handshake_auth)
{
    Context *c = context_data(vm, self);
    return c ? minipy_bool(c->post_handshake_auth) : MINIPY_NULL;
}

static SETTER(set_post_handshake_auth)
{
    bool on;
    Context *c = context_data(vm, self);
    if (!c || bool_given(vm, v, &on) < 0)
        return -1;
    c->post_handshake_auth = on; /* of the connections, when they are made */
    return 0;
}

static GETTER(get_security_level)
{
    Context *c = context_data(vm, self);
    return c ? minipy_int(vm, SSL_CTX_get_security_level(c->ctx)) : MINIPY_NULL;
}

static GETTER(get_protocol)
{
    Context *c = context_data(vm, self);
    return c ? minipy_int(vm, c->protocol) : MINIPY_NULL;
}

/* ---- ciphers --------------------------------------------------------------------- */

static METHOD(context_set_ciphers)
{
    size_t size;
    Context *c = context_data(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    if (minipy_kind(args[1]) != MINIPY_IS_STR)
        return minipy_raisef(
            vm, "TypeError", "set_ciphers() argument must be str, not %s",
            minipy_is_none(args[1]) ? "None" : minipy_type_name(vm, args[1]));
    const char *list = minipy_as_str(vm, args[1], &size);
    if (!list)
        return MINIPY_NULL;
    if (strlen(list) != size)
        return minipy_raise(vm, "ValueError", "embedded null character");
    if (SSL_CTX_set_cipher_list(c->ctx, list))
        return minipy_none();
    ERR_clear_error();
    return plain_error(vm, "No cipher can be selected.");
}

static MinipyValue nid_text(MinipyVM *vm, int nid)
{
    return text_value(vm, nid == NID_undef ? NULL : OBJ_nid2ln(nid));
}

static MinipyValue description(MinipyVM *vm, const SSL_CIPHER *cipher)
{
    char line[512] = "";
    SSL_CIPHER_description(cipher, line, sizeof line - 1);
    return minipy_str(vm, line, strcspn(line, "\r\n"));
}

static MinipyValue cipher_dict(MinipyVM *vm, const SSL_CIPHER *c)
{
    int bits, strength = SSL_CIPHER_get_bits(c, &bits);
    MinipyValue d = minipy_dict(vm);
    if (d && put(vm, d, "id", minipy_int(vm, SSL_CIPHER_get_id(c))) == 0 &&
        put(vm, d, "name", text_value(vm, SSL_CIPHER_get_name(c))) == 0 &&
        put(vm, d, "protocol", text_value(vm, SSL_CIPHER_get_version(c))) == 0 &&
        put(vm, d, "description", description(vm, c)) == 0 &&
        put(vm, d, "strength_bits", minipy_int(vm, strength)) == 0 &&
        put(vm, d, "alg_bits", minipy_int(vm, bits)) == 0 &&
        put(vm, d, "aead", minipy_bool(SSL_CIPHER_is_aead(c))) == 0 &&
        put(vm, d, "symmetric", nid_text(vm, SSL_CIPHER_get_cipher_nid(c))) == 0 &&
        put(vm, d, "digest", nid_text(vm, SSL_CIPHER_get_digest_nid(c))) == 0 &&
        put(vm, d, "kea", nid_text(vm, SSL_CIPHER_get_kx_nid(c))) == 0 &&
        put(vm, d, "auth", nid_text(vm, SSL_CIPHER_get_auth_nid(c))) == 0)
        return d;
    minipy_release(vm, d);
    return MINIPY_NULL;
}

static METHOD(context_get_ciphers)
{
    Context *c = context_data(vm, args[0]);
    SSL *ssl = c ? SSL_new(c->ctx) : NULL;
    if (!ssl)
        return c ? ssl_error(vm, NULL, AT_NEW_CONTEXT) : MINIPY_NULL;
    STACK_OF(SSL_CIPHER) *ciphers = SSL_get_ciphers(ssl);
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; r == 0 && i < sk_SSL_CIPHER_num(ciphers); i++)
        r = append(vm, list, cipher_dict(vm, sk_SSL_CIPHER_value(ciphers, i)));
    SSL_free(ssl);
    return unless_failed(vm, list, r);
}

static METHOD(context_session_stats)
{
    static const struct {
        const char *name;
        int command;
    } rows[] = {{"number", SSL_CTRL_SESS_NUMBER},
                {"connect", SSL_CTRL_SESS_CONNECT},
                {"connect_good", SSL_CTRL_SESS_CONNECT_GOOD},
                {"connect_renegotiate", SSL_CTRL_SESS_CONNECT_RENEGOTIATE},
                {"accept", SSL_CTRL_SESS_ACCEPT},
                {"accept_good", SSL_CTRL_SESS_ACCEPT_GOOD},
                {"accept_renegotiate", SSL_CTRL_SESS_ACCEPT_RENEGOTIATE},
                {"hits", SSL_CTRL_SESS_HIT},
                {"misses", SSL_CTRL_SESS_MISSES},
                {"timeouts", SSL_CTRL_SESS_TIMEOUTS},
                {"cache_full", SSL_CTRL_SESS_CACHE_FULL}};
    Context *c = context_data(vm, args[0]);
    MinipyValue d = c ? minipy_dict(vm) : MINIPY_NULL;
    int r = d ? 0 : -1;
    for (size_t i = 0; r == 0 && i < sizeof rows / sizeof *rows; i++)
        r = put(vm, d, rows[i].name,
                minipy_int(vm, SSL_CTX_ctrl(c->ctx, rows[i].command, 0, NULL)));
    return unless_failed(vm, d, r);
}

/* ---- making and ending ----------------------------------------------------------- */

static const SSL_METHOD *method_of(int protocol)
{
    switch (protocol) {
    case PROTOCOL_TLS: return TLS_method();
    case PROTOCOL_TLSv1: return TLSv1_method();
    case PROTOCOL_TLSv1_1: return TLSv1_1_method();
    case PROTOCOL_TLSv1_2: return TLSv1_2_method();
    case PROTOCOL_CLIENT: return TLS_client_method();
    case PROTOCOL_SERVER: return TLS_server_method();
    default: return NULL;
    }
}

static int deprecated_protocol(MinipyVM *vm, int protocol)
{
    switch (protocol) {
    case PROTOCOL_TLS: return deprecated(vm, "ssl.PROTOCOL_TLS is");
    case PROTOCOL_TLSv1: return deprecated(vm, "ssl.PROTOCOL_TLSv1 is");
    case PROTOCOL_TLSv1_1: return deprecated(vm, "ssl.PROTOCOL_TLSv1_1 is");
    case PROTOCOL_TLSv1_2: return deprecated(vm, "ssl.PROTOCOL_TLSv1_2 is");
    default: return 0;
    }
}

/* What a new context begins with. */
static void use_defaults(Context *c)
{
    static const unsigned char id[] = "Python";
    uint64_t options = SSL_OP_ALL & ~(uint64_t)SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS;
    options |= SSL_OP_NO_SSLv3 | SSL_OP_NO_COMPRESSION |
               SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_SINGLE_DH_USE |
               SSL_OP_SINGLE_ECDH_USE | SSL_OP_IGNORE_UNEXPECTED_EOF;
    SSL_CTX_set_options(c->ctx, options);
    SSL_CTX_set_mode(c->ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_session_id_context(c->ctx, id, sizeof id);
    X509_VERIFY_PARAM *param = SSL_CTX_get0_param(c->ctx);
    X509_VERIFY_PARAM_set_flags(param, X509_V_FLAG_TRUSTED_FIRST);
    c->host_flags = X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS;
    X509_VERIFY_PARAM_set_hostflags(param, c->host_flags);
    SSL_CTX_set_post_handshake_auth(c->ctx, 0);
    c->check_hostname = c->protocol == PROTOCOL_CLIENT;
    use_verify_mode(c, c->check_hostname ? CERT_REQUIRED : CERT_NONE);
}

/* The one argument of the class, in CPython's words. */
static int protocol_given(MinipyVM *vm, const MinipyValue *args, int *protocol)
{
    int64_t count = minipy_length(vm, args[1]);
    if (minipy_length(vm, args[2]))
        return minipy_raise(vm, "TypeError",
                            "_SSLContext() takes no keyword arguments"),
               -1;
    if (count != 1)
        return minipy_raisef(vm, "TypeError",
                             "_SSLContext expected 1 argument, got %lld",
                             (long long)count),
               -1;
    MinipyValue v = minipy_getitem_at(vm, args[1], 0);
    int r = v ? as_c_int(vm, v, protocol) : -1;
    minipy_release(vm, v);
    return r;
}

static METHOD(context_new)
{
    int protocol = 0;
    void *data;
    if (protocol_given(vm, args, &protocol) < 0)
        return MINIPY_NULL;
    if (!method_of(protocol))
        return minipy_raisef(vm, "ValueError",
                             "invalid or unsupported protocol version %d", protocol);
    if (deprecated_protocol(vm, protocol) < 0)
        return MINIPY_NULL;
    MinipyValue self = minipy_instance(vm, args[0], &data);
    Context *c = data;
    if (!self)
        return MINIPY_NULL;
    if (minipy_charge(vm, CONTEXT_COST) == 0) {
        c->vm = vm;
        c->protocol = protocol;
        c->ctx = SSL_CTX_new(method_of(protocol));
        if (c->ctx && pthread_mutex_init(&c->keylog_mutex, NULL) == 0) {
            SSL_CTX_set_app_data(c->ctx, c);
            return use_defaults(c), self;
        }
        minipy_charge(vm, -CONTEXT_COST);
        ssl_error(vm, NULL, AT_NEW_CONTEXT);
        SSL_CTX_free(c->ctx);
        c->ctx = NULL;
    }
    minipy_release(vm, self);
    return MINIPY_NULL;
}

static DESTROY(context_destroy)
{
    Context *c = data;
    if (!c->ctx)
        return;
    callbacks_end(c);
    SSL_CTX_free(c->ctx);
    free(c->alpn);
    pthread_mutex_destroy(&c->keylog_mutex);
    minipy_charge(vm, -CONTEXT_COST);
}

/* clang-format off */
static const MinipyMethod context_methods[] = {
    ROW("__new__", context_new, "(type, *args, **kwargs)", NULL),
    ROW("_wrap_socket", context_wrap_socket, "(self, /, sock, server_side, server_hostname=None, *, owner=None, session=None)", NULL),
    ROW("_wrap_bio", context_wrap_bio, "(self, /, incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None)", NULL),
    ROW("set_ciphers", context_set_ciphers, "(self, cipherlist, /)", NULL),
    ROW("_set_alpn_protocols", context_set_alpn, "(self, protos, /)", NULL),
    ROW("load_cert_chain", context_load_cert_chain, "(self, /, certfile, keyfile=None, password=None)", NULL),
    ROW("load_dh_params", context_load_dh_params, "(self, path, /)", NULL),
    ROW("load_verify_locations", context_load_verify_locations, "(self, /, cafile=None, capath=None, cadata=None)", NULL),
    ROW("session_stats", context_session_stats, "(self, /)", NULL),
    ROW("set_default_verify_paths", context_set_default_verify_paths, "(self, /)", NULL),
    ROW("set_ecdh_curve", context_set_ecdh_curve, "(self, name, /)", NULL),
    ROW("cert_store_stats", context_cert_store_stats, "(self, /)", "How many certificates, CA certificates and revocation lists are loaded."),
    ROW("get_ca_certs", context_get_ca_certs, "(self, /, binary_form=False)", "The loaded CA certificates, as dicts or as DER."),
    ROW("get_ciphers", context_get_ciphers, "(self, /)", NULL),
    {0}};
#define ATTRIBUTE(name_, get_, set_, user_) {.name = name_, .get = get_, .set = set_, .user = user_}
static const MinipyMember context_members[] = {
    ATTRIBUTE("check_hostname", get_check_hostname, set_check_hostname, NULL),
    ATTRIBUTE("_host_flags", get_host_flags, set_host_flags, NULL),
    ATTRIBUTE("minimum_version", get_version, set_version, &lowest),
    ATTRIBUTE("maximum_version", get_version, set_version, &highest),
    ATTRIBUTE("keylog_filename", get_keylog_filename, set_keylog_filename, NULL),
    ATTRIBUTE("_msg_callback", get_message_callback, set_message_callback, NULL),
    {.name = "sni_callback", .get = get_sni_callback, .set = set_sni_callback,
     .doc = "Called with the connection, the name that the client asks for and this context, before a server answers (RFC 6066); or None."},
    {.name = "num_tickets", .get = get_num_tickets, .set = set_num_tickets, .doc = "Control the number of TLSv1.3 session tickets"},
    ATTRIBUTE("options", get_options, set_options, NULL),
    ATTRIBUTE("protocol", get_protocol, NULL, NULL),
    ATTRIBUTE("verify_flags", get_verify_flags, set_verify_flags, NULL),
    ATTRIBUTE("verify_mode", get_verify_mode, set_verify_mode, NULL),
    ATTRIBUTE("post_handshake_auth", get_post_handshake_auth, set_post_handshake_auth, NULL),
    {.name = "security_level", .get = get_security_level, .doc = "The current security level"},
    {0}};
const MinipyType context_type = {
    .name = "_ssl._SSLContext", .size = sizeof(Context), .values = CONTEXT_VALUES, .methods = context_methods,
    .members = context_members, .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = context_destroy};
/* clang-format on */
