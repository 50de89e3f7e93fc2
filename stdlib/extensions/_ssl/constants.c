/* constants.c - the numbers of the module _ssl. OpenSSL's are its own; the others are
 * CPython's.
 */
#include "ssl.h"

/* clang-format off */
#define SAME(name) {#name, (int64_t)name}
#define OP(name) {"OP_" #name, (int64_t)SSL_OP_##name}
#define ALERT(name) {"ALERT_DESCRIPTION_" #name, SSL_AD_##name}
#define HOSTFLAG(name) {"HOSTFLAG_" #name, X509_CHECK_FLAG_##name}
static const Number numbers[] = {
    {"SSL_ERROR_ZERO_RETURN", NUMBER_ZERO_RETURN}, {"SSL_ERROR_WANT_READ", NUMBER_WANT_READ},
    {"SSL_ERROR_WANT_WRITE", NUMBER_WANT_WRITE}, {"SSL_ERROR_WANT_X509_LOOKUP", NUMBER_WANT_X509_LOOKUP},
    {"SSL_ERROR_SYSCALL", NUMBER_SYSCALL}, {"SSL_ERROR_SSL", NUMBER_SSL}, {"SSL_ERROR_WANT_CONNECT", NUMBER_WANT_CONNECT},
    {"SSL_ERROR_EOF", NUMBER_EOF}, {"SSL_ERROR_INVALID_ERROR_CODE", NUMBER_INVALID},
    {"CERT_NONE", 0}, {"CERT_OPTIONAL", 1}, {"CERT_REQUIRED", 2},
    {"VERIFY_DEFAULT", 0}, {"VERIFY_CRL_CHECK_LEAF", X509_V_FLAG_CRL_CHECK},
    {"VERIFY_CRL_CHECK_CHAIN", X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL},
    {"VERIFY_X509_STRICT", X509_V_FLAG_X509_STRICT}, {"VERIFY_ALLOW_PROXY_CERTS", X509_V_FLAG_ALLOW_PROXY_CERTS},
    {"VERIFY_X509_TRUSTED_FIRST", X509_V_FLAG_TRUSTED_FIRST}, {"VERIFY_X509_PARTIAL_CHAIN", X509_V_FLAG_PARTIAL_CHAIN},
    ALERT(CLOSE_NOTIFY), ALERT(UNEXPECTED_MESSAGE), ALERT(BAD_RECORD_MAC), ALERT(RECORD_OVERFLOW),
    ALERT(DECOMPRESSION_FAILURE), ALERT(HANDSHAKE_FAILURE), ALERT(BAD_CERTIFICATE), ALERT(UNSUPPORTED_CERTIFICATE),
    ALERT(CERTIFICATE_REVOKED), ALERT(CERTIFICATE_EXPIRED), ALERT(CERTIFICATE_UNKNOWN), ALERT(ILLEGAL_PARAMETER),
    ALERT(UNKNOWN_CA), ALERT(ACCESS_DENIED), ALERT(DECODE_ERROR), ALERT(DECRYPT_ERROR), ALERT(PROTOCOL_VERSION),
    ALERT(INSUFFICIENT_SECURITY), ALERT(INTERNAL_ERROR), ALERT(USER_CANCELLED), ALERT(NO_RENEGOTIATION),
    ALERT(UNSUPPORTED_EXTENSION), ALERT(CERTIFICATE_UNOBTAINABLE), ALERT(UNRECOGNIZED_NAME),
    ALERT(BAD_CERTIFICATE_STATUS_RESPONSE), ALERT(BAD_CERTIFICATE_HASH_VALUE), ALERT(UNKNOWN_PSK_IDENTITY),
    {"PROTOCOL_SSLv23", 2}, {"PROTOCOL_TLS", 2}, {"PROTOCOL_TLS_CLIENT", 16}, {"PROTOCOL_TLS_SERVER", 17},
    {"PROTOCOL_TLSv1", 3}, {"PROTOCOL_TLSv1_1", 4}, {"PROTOCOL_TLSv1_2", 5},
    {"OP_ALL", (int64_t)(SSL_OP_ALL & ~(uint64_t)SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS)},
    OP(NO_SSLv2), OP(NO_SSLv3), OP(NO_TLSv1), OP(NO_TLSv1_1), OP(NO_TLSv1_2), OP(NO_TLSv1_3),
    OP(CIPHER_SERVER_PREFERENCE), OP(SINGLE_DH_USE), OP(NO_TICKET), OP(SINGLE_ECDH_USE), OP(NO_COMPRESSION),
    OP(ENABLE_MIDDLEBOX_COMPAT), OP(NO_RENEGOTIATION), OP(IGNORE_UNEXPECTED_EOF),
    HOSTFLAG(ALWAYS_CHECK_SUBJECT), HOSTFLAG(NEVER_CHECK_SUBJECT), HOSTFLAG(NO_WILDCARDS), HOSTFLAG(NO_PARTIAL_WILDCARDS),
    HOSTFLAG(MULTI_LABEL_WILDCARDS), HOSTFLAG(SINGLE_LABEL_SUBDOMAINS),
    {"ENCODING_PEM", 1}, {"ENCODING_DER", 2},
    {"PROTO_MINIMUM_SUPPORTED", -2}, {"PROTO_MAXIMUM_SUPPORTED", -1}, {"PROTO_SSLv3", SSL3_VERSION},
    {"PROTO_TLSv1", TLS1_VERSION}, {"PROTO_TLSv1_1", TLS1_1_VERSION}, {"PROTO_TLSv1_2", TLS1_2_VERSION},
    {"PROTO_TLSv1_3", TLS1_3_VERSION}, {0}};

/* What this OpenSSL can do. */
static const Number features[] = {
    {"HAS_SNI", true}, {"HAS_TLS_UNIQUE", true}, {"HAS_ECDH", true}, {"HAS_NPN", false}, {"HAS_ALPN", true},
    {"HAS_SSLv2", false},
#ifdef OPENSSL_NO_SSL3
    {"HAS_SSLv3", false},
#else
    {"HAS_SSLv3", true},
#endif
#ifdef OPENSSL_NO_TLS1
    {"HAS_TLSv1", false},
#else
    {"HAS_TLSv1", true},
#endif
#ifdef OPENSSL_NO_TLS1_1
    {"HAS_TLSv1_1", false},
#else
    {"HAS_TLSv1_1", true},
#endif
    {"HAS_TLSv1_2", true}, {"HAS_TLSv1_3", true}, {0}};
/* clang-format on */

/* (major, minor, fix, patch, status) */
static MinipyValue version_tuple(MinipyVM *vm, unsigned long v)
{
    return TUPLE(vm, minipy_int(vm, (int64_t)(v >> 28 & 0xff)),
                 minipy_int(vm, (int64_t)(v >> 20 & 0xff)),
                 minipy_int(vm, (int64_t)(v >> 12 & 0xff)),
                 minipy_int(vm, (int64_t)(v >> 4 & 0xff)),
                 minipy_int(vm, (int64_t)(v & 0xf)));
}

static int add(MinipyVM *vm, MinipyValue module, const char *name, MinipyValue v)
{
    int r = v ? minipy_setattr(vm, module, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

int constants_fill(MinipyVM *vm, MinipyValue module)
{
    int r = add_text(vm, module, "_DEFAULT_CIPHERS", OSSL_default_cipher_list());
    r = r < 0 ? r : add_numbers(vm, module, numbers);
    for (const Number *f = features; r == 0 && f->name; f++)
        r = minipy_setattr(vm, module, f->name, minipy_bool(f->value));
    unsigned long now = OpenSSL_version_num();
    if (r < 0 ||
        add(vm, module, "OPENSSL_VERSION_NUMBER", minipy_int(vm, (int64_t)now)) < 0 ||
        add(vm, module, "OPENSSL_VERSION_INFO", version_tuple(vm, now)) < 0 ||
        add_text(vm, module, "OPENSSL_VERSION", OpenSSL_version(OPENSSL_VERSION)) < 0)
        return -1;
    return add(vm, module, "_OPENSSL_API_VERSION",
               version_tuple(vm, OPENSSL_VERSION_NUMBER));
}
