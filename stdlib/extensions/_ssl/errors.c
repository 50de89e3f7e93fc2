/* errors.c - what OpenSSL says, as Python's exceptions: SSLError and its subclasses
 * with library and reason by name, in the words of CPython 3.11. The names come from
 * reasons.inc, which is made of python3.11's own (tools/make_generated.py). Read next:
 * socket.c, which says what the last call came to.
 */
#include "ssl.h"

/* ---- names ----------------------------------------------------------------------- */

/* One text, not a table of pointers: nothing is relocated when the module is loaded. */
static const char libraries[] =
#define LIBRARY(code, name) #code " " #name "\n"
#define REASON(library, code, name)
#include "reasons.inc"
#undef LIBRARY
#undef REASON
    ;
static const char reasons[] =
#define LIBRARY(code, name)
#define REASON(library, code, name) #library " " #code " " #name "\n"
#include "reasons.inc"
#undef LIBRARY
#undef REASON
    ;

static MinipyValue pair_of(MinipyVM *vm, int library, int reason)
{
    return TUPLE(vm, minipy_int(vm, library), minipy_int(vm, reason));
}

/* dict[key] = value; both are given back. */
static int put_pair(MinipyVM *vm, MinipyValue dict, MinipyValue key, MinipyValue value)
{
    int r = key && value ? minipy_setitem(vm, dict, key, value) : -1;
    minipy_release(vm, key);
    minipy_release(vm, value);
    return r;
}

static int read_libraries(MinipyVM *vm, MinipyValue names)
{
    char *at;
    int r = 0;
    for (const char *p = libraries; r == 0 && *p; p = strchr(at, '\n') + 1) {
        long code = strtol(p, &at, 10);
        at++;
        r = put_pair(vm, names, minipy_int(vm, code),
                     minipy_str(vm, at, strcspn(at, "\n")));
    }
    return r;
}

static int read_reasons(MinipyVM *vm, MinipyValue names, MinipyValue codes)
{
    char *at;
    int r = 0;
    for (const char *p = reasons; r == 0 && *p; p = strchr(at, '\n') + 1) {
        long library = strtol(p, &at, 10), reason = strtol(at, &at, 10);
        at++;
        MinipyValue pair = pair_of(vm, (int)library, (int)reason);
        MinipyValue name = minipy_str(vm, at, strcspn(at, "\n"));
        r = pair && name ? put_pair(vm, codes, minipy_retain(pair), minipy_retain(name))
                         : -1;
        if (r == 0)
            r = put_pair(vm, names, minipy_retain(name), minipy_retain(pair));
        minipy_release(vm, name);
        minipy_release(vm, pair);
    }
    return r;
}

static int names_fill(MinipyVM *vm, MinipyValue module, State *s)
{
    s->library_names = minipy_dict(vm);
    s->code_names = minipy_dict(vm);
    MinipyValue names = minipy_dict(vm);
    int r = s->library_names && s->code_names && names ? 0 : -1;
    if (r == 0 &&
        (read_libraries(vm, s->library_names) < 0 ||
         read_reasons(vm, names, s->code_names) < 0 ||
         minipy_setattr(vm, module, "err_codes_to_names", s->code_names) < 0 ||
         minipy_setattr(vm, module, "err_names_to_codes", names) < 0 ||
         minipy_setattr(vm, module, "lib_codes_to_names", s->library_names) < 0))
        r = -1;
    minipy_release(vm, names);
    return r;
}

/* What a dict of names has for the key, which is given back; None: nothing. */
static MinipyValue name_in(MinipyVM *vm, MinipyValue dict, MinipyValue key)
{
    MinipyValue v = key ? minipy_dict_get(vm, dict, key) : MINIPY_NULL;
    minipy_release(vm, key);
    return v || minipy_error_occurred(vm) ? v : minipy_none();
}

/* ---- the classes ----------------------------------------------------------------- */

/* str(e): strerror, where there is one. */
static METHOD(error_str)
{
    MinipyValue text = minipy_getattr(vm, args[0], "strerror");
    if (!text || minipy_kind(text) == MINIPY_IS_STR)
        return text;
    minipy_release(vm, text);
    MinipyValue given = minipy_getattr(vm, args[0], "args");
    text = given ? minipy_to_str(vm, given) : MINIPY_NULL;
    minipy_release(vm, given);
    return text;
}

/* clang-format off */
static const MinipyMethod error_methods[] = {ROW("__str__", error_str, "(self, /)", NULL), {0}};
/* clang-format on */
static const MinipyType error_type = {
    .name = "ssl.SSLError",
    .doc = "An error occurred in the SSL implementation.",
    .methods = error_methods,
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS};

typedef struct ErrorRow {
    const char *name, *doc;
} ErrorRow;
static const ErrorRow error_rows[ERROR_COUNT] = {
    [ERROR_SSL] = {"SSLError", NULL},
    [ERROR_VERIFICATION] = {"SSLCertVerificationError",
                            "A certificate could not be verified."},
    [ERROR_ZERO_RETURN] = {"SSLZeroReturnError", "SSL/TLS session closed cleanly."},
    [ERROR_WANT_READ] = {"SSLWantReadError",
                         "Non-blocking SSL socket needs to read more data\n"
                         "before the requested operation can be completed."},
    [ERROR_WANT_WRITE] = {"SSLWantWriteError",
                          "Non-blocking SSL socket needs to write more data\n"
                          "before the requested operation can be completed."},
    [ERROR_SYSCALL] = {"SSLSyscallError",
                       "System error when attempting SSL operation."},
    [ERROR_EOF] = {"SSLEOFError", "SSL/TLS connection terminated abruptly."}};

static MinipyValue builtin(MinipyVM *vm, const char *name)
{
    MinipyValue m = minipy_import(vm, "builtins");
    MinipyValue v = m ? minipy_getattr(vm, m, name) : MINIPY_NULL;
    minipy_release(vm, m);
    return v;
}

static MinipyValue first_class(MinipyVM *vm)
{
    MinipyValue base = builtin(vm, "OSError");
    MinipyValue cls = base ? minipy_type(vm, &error_type, base) : MINIPY_NULL;
    minipy_release(vm, base);
    return cls;
}

/* A subclass of SSLError; the one of certificates is a ValueError, too. */
static MinipyValue sub_class(MinipyVM *vm, MinipyValue base, const ErrorRow *row,
                             bool with_value_error)
{
    MinipyValue type = builtin(vm, "type"), dict = minipy_dict(vm), cls = MINIPY_NULL;
    MinipyValue bases = with_value_error
                            ? TUPLE(vm, minipy_retain(base), builtin(vm, "ValueError"))
                            : TUPLE(vm, minipy_retain(base));
    MinipyValue name = text_value(vm, row->name);
    if (type && dict && bases && name &&
        put(vm, dict, "__module__", text_value(vm, "ssl")) == 0 &&
        put(vm, dict, "__doc__", text_value(vm, row->doc)) == 0) {
        const MinipyValue args[] = {name, bases, dict};
        cls = minipy_call(vm, type, args, 3);
    }
    minipy_release(vm, name);
    minipy_release(vm, bases);
    minipy_release(vm, dict);
    minipy_release(vm, type);
    return cls;
}

int errors_fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    for (int i = 0; i < ERROR_COUNT; i++) {
        s->errors[i] = i == ERROR_SSL
                           ? first_class(vm)
                           : sub_class(vm, s->errors[ERROR_SSL], &error_rows[i],
                                       i == ERROR_VERIFICATION);
        if (!s->errors[i] ||
            minipy_setattr(vm, module, error_rows[i].name, s->errors[i]) < 0)
            return -1;
    }
    return names_fill(vm, module, s);
}

/* ---- raising --------------------------------------------------------------------- */

enum { MESSAGE_MAX = 1024 };

/* What is known about a failure. */
typedef struct Failure {
    ErrorClass cls;
    int number;         /* of NUMBER_*, or OpenSSL's reason */
    const char *text;   /* NULL: OpenSSL's */
    unsigned long code; /* OpenSSL's; 0: it says nothing */
    Socket *socket;     /* or NULL */
    int line;
} Failure;

/* Why a certificate was refused. */
static MinipyValue verify_text(MinipyVM *vm, Socket *s, long code)
{
    char line[MESSAGE_MAX];
    const char *host =
        s->server_hostname ? minipy_as_str(vm, s->server_hostname, NULL) : "None";
    if (code != X509_V_ERR_HOSTNAME_MISMATCH && code != X509_V_ERR_IP_ADDRESS_MISMATCH)
        return text_value(vm, X509_verify_cert_error_string(code));
    snprintf(line, sizeof line, "%s mismatch, certificate is not valid for '%.800s'.",
             code == X509_V_ERR_HOSTNAME_MISMATCH ? "Hostname" : "IP address",
             host ? host : "");
    return text_value(vm, line);
}

static const char *utf8(MinipyVM *vm, MinipyValue v)
{
    return minipy_kind(v) == MINIPY_IS_STR ? minipy_as_str(vm, v, NULL) : NULL;
}

/* "[LIBRARY: REASON] text: why (_ssl.c:1)", as much of it as there is. */
static MinipyValue message_of(MinipyVM *vm, const Failure *f, MinipyValue library,
                              MinipyValue reason, MinipyValue why)
{
    char line[2 * MESSAGE_MAX];
    const char *l = utf8(vm, library), *r = utf8(vm, reason);
    const char *w = why ? utf8(vm, why) : NULL;
    const char *text = f->text;
    if (!text && f->code)
        text = ERR_reason_error_string(f->code);
    if (!text)
        text = "unknown error";
    if (!l)
        snprintf(line, sizeof line, "%s (_ssl.c:%d)", text, f->line);
    else if (!r)
        snprintf(line, sizeof line, "[%s] %s (_ssl.c:%d)", l, text, f->line);
    else if (!w)
        snprintf(line, sizeof line, "[%s: %s] %s (_ssl.c:%d)", l, r, text, f->line);
    else
        snprintf(line, sizeof line, "[%s: %s] %s: %s (_ssl.c:%d)", l, r, text, w,
                 f->line);
    return text_value(vm, line);
}

static int set_attributes(MinipyVM *vm, MinipyValue e, MinipyValue library,
                          MinipyValue reason)
{
    return minipy_setattr(vm, e, "reason", reason) < 0
               ? -1
               : minipy_setattr(vm, e, "library", library);
}

static int set_verification(MinipyVM *vm, MinipyValue e, long code, MinipyValue why)
{
    MinipyValue number = minipy_int(vm, code);
    int r = number && minipy_setattr(vm, e, "verify_code", number) == 0
                ? minipy_setattr(vm, e, "verify_message", why)
                : -1;
    minipy_release(vm, number);
    return r;
}

static MinipyValue raise_failure(MinipyVM *vm, const Failure *f)
{
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    int lib = ERR_GET_LIB(f->code), reason_code = ERR_GET_REASON(f->code);
    bool verification = f->socket && f->cls == ERROR_VERIFICATION;
    long verify_code = verification ? SSL_get_verify_result(f->socket->ssl) : 0;
    MinipyValue library = minipy_none(), reason = minipy_none();
    if (f->code) {
        library = name_in(vm, s->library_names, minipy_int(vm, lib));
        reason = name_in(vm, s->code_names, pair_of(vm, lib, reason_code));
    }
    MinipyValue why =
        verification ? verify_text(vm, f->socket, verify_code) : MINIPY_NULL;
    MinipyValue e = MINIPY_NULL, args[2] = {MINIPY_NULL, MINIPY_NULL};
    if (library && reason) {
        args[0] = minipy_int(vm, ERR_GET_REASON((unsigned long)f->number));
        args[1] = message_of(vm, f, library, reason, why);
    }
    if (args[0] && args[1])
        e = minipy_call(vm, s->errors[f->cls], args, 2);
    if (e && set_attributes(vm, e, library, reason) == 0 &&
        (!verification || set_verification(vm, e, verify_code, why) == 0))
        minipy_raise_value(vm, e);
    minipy_release(vm, e);
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    minipy_release(vm, why);
    minipy_release(vm, library);
    minipy_release(vm, reason);
    return MINIPY_NULL;
}

MinipyValue ssl_error(MinipyVM *vm, const char *text, int line)
{
    unsigned long code = text ? 0 : ERR_peek_last_error();
    if (!minipy_error_occurred(vm))
        raise_failure(vm, &(Failure){.cls = ERROR_SSL,
                                     .number = (int)code,
                                     .text = text,
                                     .code = code,
                                     .line = line});
    ERR_clear_error();
    return MINIPY_NULL;
}

MinipyValue plain_error(MinipyVM *vm, const char *text)
{
    State *s = state_of(vm);
    return s ? raise_of(vm, s->errors[ERROR_SSL], text) : MINIPY_NULL;
}

MinipyValue file_error(MinipyVM *vm, int line)
{
    int number = errno;
    if (minipy_error_occurred(vm)) {
        ERR_clear_error(); /* a callback has said it */
        return MINIPY_NULL;
    }
    if (!number)
        return ssl_error(vm, NULL, line);
    ERR_clear_error();
    return minipy_raise_errno(vm, number, NULL);
}

/* ---- of a connection ------------------------------------------------------------- */

int raise_from_callback(MinipyVM *vm, Socket *s)
{
    MinipyValue raised = s->raised;
    if (!raised)
        return 0;
    s->raised = MINIPY_NULL;
    MinipyValue e = minipy_error_take(vm);
    if (e && minipy_setattr(vm, e, "__context__", raised) < 0)
        minipy_error_clear(vm);
    minipy_raise_value(vm, e ? e : raised);
    minipy_release(vm, e);
    minipy_release(vm, raised);
    return -1;
}

static bool is_reason(unsigned long code, int reason)
{
    return ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == reason;
}

static void say(Failure *f, ErrorClass cls, int number, const char *text)
{
    f->cls = cls;
    f->number = number;
    f->text = text;
}

/* SSL_ERROR_SYSCALL. False: OSError was raised. */
static bool classify_syscall(MinipyVM *vm, Failure *f, const Outcome *o)
{
    Socket *s = f->socket;
    int r = o->r;
    f->number = NUMBER_SYSCALL;
    if (f->code) {
        if (is_reason(f->code, SSL_R_CERTIFICATE_VERIFY_FAILED))
            f->cls = ERROR_VERIFICATION;
        return true;
    }
    bool gone = false;
    if (s->socket) {
        MinipyValue socket = minipy_weak_get(vm, s->socket);
        gone = !socket;
        minipy_release(vm, socket);
    }
    if (r == 0 || gone || (s->socket && r == -1 && !o->number))
        say(f, ERROR_EOF, NUMBER_EOF, "EOF occurred in violation of protocol");
    else if (s->socket && r == -1)
        return minipy_raise_errno(vm, o->number, NULL), false;
    else
        say(f, ERROR_SYSCALL, NUMBER_SYSCALL, "Some I/O error occurred");
    return true;
}

static void classify_ssl(Failure *f)
{
    f->number = NUMBER_SSL;
    if (!f->code)
        f->text = "A failure in the SSL library occurred";
    else if (is_reason(f->code, SSL_R_CERTIFICATE_VERIFY_FAILED))
        f->cls = ERROR_VERIFICATION;
    else if (is_reason(f->code, SSL_R_UNEXPECTED_EOF_WHILE_READING))
        say(f, ERROR_EOF, NUMBER_EOF, "EOF occurred in violation of protocol");
}

/* False: something else was raised. */
static bool classify(MinipyVM *vm, Failure *f, const Outcome *o)
{
    switch (o->error) {
    case SSL_ERROR_ZERO_RETURN:
        say(f, ERROR_ZERO_RETURN, NUMBER_ZERO_RETURN,
            "TLS/SSL connection has been closed (EOF)");
        return true;
    case SSL_ERROR_WANT_READ:
        say(f, ERROR_WANT_READ, NUMBER_WANT_READ,
            "The operation did not complete (read)");
        return true;
    case SSL_ERROR_WANT_WRITE:
        say(f, ERROR_WANT_WRITE, NUMBER_WANT_WRITE,
            "The operation did not complete (write)");
        return true;
    case SSL_ERROR_WANT_X509_LOOKUP:
        say(f, ERROR_SSL, NUMBER_WANT_X509_LOOKUP,
            "The operation did not complete (X509 lookup)");
        return true;
    case SSL_ERROR_WANT_CONNECT:
        say(f, ERROR_SSL, NUMBER_WANT_CONNECT,
            "The operation did not complete (connect)");
        return true;
    case SSL_ERROR_SYSCALL: return classify_syscall(vm, f, o);
    case SSL_ERROR_SSL: return classify_ssl(f), true;
    default: say(f, ERROR_SSL, NUMBER_INVALID, "Invalid error code"); return true;
    }
}

MinipyValue socket_error(MinipyVM *vm, Socket *s, const Outcome *o, int line)
{
    Failure f = {
        .cls = ERROR_SSL, .code = ERR_peek_last_error(), .socket = s, .line = line};
    if (classify(vm, &f, o))
        raise_failure(vm, &f);
    ERR_clear_error();
    raise_from_callback(vm, s);
    return MINIPY_NULL;
}
