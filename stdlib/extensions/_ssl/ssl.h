/* ssl.h - what the files of the module _ssl share.
 *
 *     module.c         the module: its state, functions, classes
 *     constants.c      its numbers
 *     errors.c         what OpenSSL says, as Python's exceptions (reasons.inc: the
 * names) membio.c         MemoryBIO certificate.c    Certificate; certificates as dicts
 *     context.c        _SSLContext and its attributes
 *     context_files.c  what it loads: certificates, keys, parameters
 *     callbacks.c      what OpenSSL calls: SNI, ALPN, messages, key log
 *     socket_bio.c     how a connection reads and writes its socket
 *     socket_new.c     _SSLSocket: how it is made
 *     socket.c         handshake, reading, writing, the end
 *     socket_info.c    what one asks it
 *     session.c        SSLSession
 *
 * A connection is for one thread at a time. SSL_* runs outside the vm, under the
 * connection's own mutex, and never waits there: its BIO over the socket does not
 * block. Who has to wait does so without the mutex, so that a thread may write while
 * another waits for something to read. Rejected: to hold the vm's lock instead, as
 * handshakes of a server would stop all its threads; blocking reads under the mutex,
 * which CPython has without one, and may crash by.
 */
#ifndef MINIPY_EXTENSIONS_SSL_H
#define MINIPY_EXTENSIONS_SSL_H

#define OPENSSL_API_COMPAT 0x10000000L /* old functions that CPython 3.11 uses */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>

#include "../common.h"

extern const MinipyModule minipy_module__ssl;

/* ---- the module's state ---------------------------------------------------------- */

typedef enum ErrorClass {
    ERROR_SSL,
    ERROR_VERIFICATION,
    ERROR_ZERO_RETURN,
    ERROR_WANT_WRITE,
    ERROR_WANT_READ,
    ERROR_SYSCALL,
    ERROR_EOF,
    ERROR_COUNT
} ErrorClass;

typedef struct State {
    MinipyValue errors[ERROR_COUNT]; /* classes */
    MinipyValue context, socket, bio, session, certificate;
    MinipyValue plain_socket;              /* _socket.socket */
    MinipyValue library_names, code_names; /* dicts: what numbers are called */
} State;
enum { STATE_VALUES = sizeof(State) / sizeof(MinipyValue) };

static inline State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__ssl);
}

/* What SSLError.errno is. */
enum {
    NUMBER_SSL = 1,
    NUMBER_WANT_READ,
    NUMBER_WANT_WRITE,
    NUMBER_WANT_X509_LOOKUP,
    NUMBER_SYSCALL,
    NUMBER_ZERO_RETURN,
    NUMBER_WANT_CONNECT,
    NUMBER_EOF,
    NUMBER_INVALID = 10
};

/* CPython's messages end with the line of its _ssl.c where they were raised; programs
 * that compare or filter messages see the lines of 3.11.2. */
enum {
    AT_CONFIGURE_HOSTNAME = 745,
    AT_SERVER_BY_CLIENT_CONTEXT = 788,
    AT_CLIENT_BY_SERVER_CONTEXT = 795,
    AT_NEW_SOCKET = 806,
    AT_HANDSHAKE_GONE = 933,
    AT_HANDSHAKE_TIMEOUT = 975,
    AT_HANDSHAKE = 992,
    AT_WRITE_GONE = 2321,
    AT_WRITE = 2393,
    AT_READ_GONE = 2464,
    AT_READ = 2546,
    AT_SHUTDOWN_GONE = 2592,
    AT_SHUTDOWN = 2672,
    AT_POST_HANDSHAKE = 2747,
    AT_NEW_CONTEXT = 3063,
    AT_CERTIFICATE = 3877,
    AT_KEY = 3898,
    AT_CHECK_KEY = 3907,
    AT_NO_CERTIFICATES = 3992,
    AT_CERTIFICATES = 4007,
    AT_VERIFY_LOCATIONS = 4126,
    AT_DH_PARAMETERS = 4174,
    AT_DEFAULT_PATHS = 4285,
    AT_CURVE = 4349
};

/* ---- the objects ----------------------------------------------------------------- */

typedef struct Context {
    MinipyValue sni_callback, message_callback; /* or MINIPY_NULL */
    MinipyValue keylog_filename;                /* or MINIPY_NULL */
    MinipyVM *vm;
    SSL_CTX *ctx;        /* owned */
    unsigned char *alpn; /* owned: what a server offers */
    unsigned alpn_size;
    unsigned host_flags;
    int protocol;
    bool check_hostname, post_handshake_auth;
    BIO *keylog; /* owned; NULL: nothing is logged */
    pthread_mutex_t keylog_mutex;
} Context;
enum { CONTEXT_VALUES = 3 };

typedef struct Socket {
    MinipyValue context;         /* _SSLContext */
    MinipyValue socket;          /* a weak reference, or MINIPY_NULL: it has BIOs */
    MinipyValue owner;           /* a weak reference, or MINIPY_NULL */
    MinipyValue server_hostname; /* str, or MINIPY_NULL */
    MinipyValue raised;          /* in a callback, which cannot raise; or MINIPY_NULL */
    MinipyValue incoming, outgoing; /* MemoryBIOs, kept; or MINIPY_NULL */
    /* Their data while they are kept: minipy_data() gives none while an exception
     * waits, as it does behind a callback that has failed. */
    struct Bio *in, *out;
    MinipyVM *vm;
    MinipyValue self; /* borrowed */
    SSL *ssl;         /* owned; NULL in an object that nobody made a connection of */
    pthread_mutex_t mutex; /* recursive: callbacks come back */
    bool server, seen_zero;
} Socket;
enum { SOCKET_VALUES = 7 };

/* What a call of SSL_* came to. */
typedef struct Outcome {
    int r;             /* what it returned */
    int error, number; /* SSL_get_error, errno */
} Outcome;

/* MemoryBIO's. */
typedef struct Bio {
    BIO *bio;              /* owned */
    pthread_mutex_t mutex; /* recursive, as a connection's */
    int64_t charged;       /* bytes that are counted towards the vm's limit */
    bool eof;
} Bio;

typedef struct Session {
    MinipyValue context;
    SSL_SESSION *session; /* owned */
} Session;

extern const MinipyType context_type, socket_type, session_type, bio_type,
    certificate_type;

/* About what OpenSSL takes for one of each, towards the memory limit. */
enum { CONTEXT_COST = 32 * 1024, SOCKET_COST = 48 * 1024 };

/* ---- errors.c -------------------------------------------------------------------- */

/* The classes, and the dicts of names. -1: exception. */
int errors_fill(MinipyVM *vm, MinipyValue module);
/* Each of these raises and returns MINIPY_NULL. SSLError with text (NULL: what OpenSSL
 * says last), at that line. */
MinipyValue ssl_error(MinipyVM *vm, const char *text, int line);
/* What a call on the connection came to. */
MinipyValue socket_error(MinipyVM *vm, Socket *s, const Outcome *o, int line);
/* SSLError(text), without a number. */
MinipyValue plain_error(MinipyVM *vm, const char *text);
/* OSError of errno if that is set, else what OpenSSL says; not if a callback raised. */
MinipyValue file_error(MinipyVM *vm, int line);
/* Makes what a callback raised the pending exception, or the context of the one that
 * is. -1: there was such. */
int raise_from_callback(MinipyVM *vm, Socket *s);

/* ---- membio.c -------------------------------------------------------------------- */

Bio *bio_data(MinipyVM *vm, MinipyValue v); /* NULL: TypeError */
/* Counts what is in it. -1: MemoryError. */
int bio_count(MinipyVM *vm, Bio *b);

/* ---- certificate.c --------------------------------------------------------------- */

/* MINIPY_NULL: exception. */
MinipyValue certificate_dict(MinipyVM *vm, X509 *x);
MinipyValue certificate_der(MinipyVM *vm, X509 *x);
/* A list of Certificates; None for NULL. */
MinipyValue certificates_list(MinipyVM *vm, STACK_OF(X509) * chain);
METHOD(decode_certificate_file);

/* ---- context.c, context_files.c -------------------------------------------------- */

Context *context_data(MinipyVM *vm, MinipyValue self); /* NULL: TypeError */
/* OSError of errno, with the path. */
MinipyValue open_error(MinipyVM *vm, MinipyValue path);
METHOD(context_load_cert_chain);
METHOD(context_load_verify_locations);
METHOD(context_load_dh_params);
METHOD(context_set_ecdh_curve);
METHOD(context_cert_store_stats);
METHOD(context_get_ca_certs);
METHOD(context_set_default_verify_paths);

/* ---- callbacks.c ----------------------------------------------------------------- */

METHOD(context_set_alpn);
GETTER(get_sni_callback);
SETTER(set_sni_callback);
GETTER(get_message_callback);
SETTER(set_message_callback);
GETTER(get_keylog_filename);
SETTER(set_keylog_filename);
/* Messages of the connection go to the context's function from now on, if it has any.
 */
void tell_messages(SSL *ssl, const Context *c);
/* Stops what would call into a context that goes. */
void callbacks_end(Context *c);

/* ---- socket_bio.c, socket_new.c, socket.c, socket_info.c ------------------------- */

/* A BIO that never waits, over a descriptor that stays another's. NULL: no memory. */
BIO *socket_bio_new(int fd);
METHOD(context_wrap_socket);
METHOD(context_wrap_bio);
Socket *socket_data(MinipyVM *vm, MinipyValue self); /* NULL: exception */
/* Around what touches the connection, in the vm. */
void socket_take(Socket *s);
void socket_give(Socket *s);
GETTER(get_context);
SETTER(set_context);
GETTER(get_owner);
SETTER(set_owner);
METHOD(socket_do_handshake);
METHOD(socket_read);
METHOD(socket_write);
METHOD(socket_shutdown);
METHOD(socket_verify_client_post_handshake);
METHOD(socket_getpeercert);
METHOD(socket_unverified_chain);
METHOD(socket_verified_chain);
METHOD(socket_cipher);
METHOD(socket_shared_ciphers);
METHOD(socket_version);
METHOD(socket_alpn);
METHOD(socket_compression);
METHOD(socket_pending);
METHOD(socket_channel_binding);

/* ---- session.c ------------------------------------------------------------------- */

GETTER(get_session);
SETTER(set_session);
GETTER(get_session_reused);

/* ---- constants.c ----------------------------------------------------------------- */

int constants_fill(MinipyVM *vm, MinipyValue module); /* -1: exception */

/* ---- mutexes --------------------------------------------------------------------- */

bool mutex_make(MinipyVM *vm,
                pthread_mutex_t *m); /* a recursive one; false: MemoryError */
/* In the vm, which others may have meanwhile. */
static inline void mutex_take(MinipyVM *vm, pthread_mutex_t *m)
{
    if (pthread_mutex_trylock(m) == 0)
        return;
    MinipyThread *me = minipy_thread_leave(vm);
    pthread_mutex_lock(m);
    minipy_thread_enter(vm, me);
}

/* ---- small things ---------------------------------------------------------------- */

static inline MinipyValue text_value(MinipyVM *vm, const char *utf8)
{
    return utf8 ? minipy_str(vm, utf8, strlen(utf8)) : minipy_none();
}

/* dict[name] = v, which is given back; MINIPY_NULL: an exception. */
static inline int put(MinipyVM *vm, MinipyValue dict, const char *name, MinipyValue v)
{
    int r = v ? minipy_setitem_str(vm, dict, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

#endif
