/* module.c - the module _ssl, on which ssl of the installed library stands: CPython
 * 3.11's over OpenSSL 3. Its state, its functions (random bytes, objects by name and
 * number), its classes. ssl.h says what the other files have.
 */
#include <openssl/rand.h>

#include "ssl.h"

bool mutex_make(MinipyVM *vm, pthread_mutex_t *m)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    bool ok = pthread_mutex_init(m, &kind) == 0;
    pthread_mutexattr_destroy(&kind);
    if (!ok)
        minipy_raise(vm, "MemoryError", NULL);
    return ok;
}

/* ---- random bytes ---------------------------------------------------------------- */

static METHOD(rand_add)
{
    Bytes in;
    double entropy;
    MinipyValue view = MINIPY_NULL, text = MINIPY_NULL;
    if (minipy_kind(args[0]) == MINIPY_IS_STR) {
        text = minipy_call_method(vm, args[0], "encode", NULL, 0);
        if (!text)
            return MINIPY_NULL;
    }
    bool ok = get_bytes(vm, text ? text : args[0], &in) == 0;
    if (ok)
        view = in.view;
    ok = ok && minipy_as_float(vm, args[1], &entropy) == 0;
    while (ok && in.size) { /* as many as it takes at once */
        size_t size = in.size < INT_MAX ? in.size : INT_MAX;
        RAND_add(in.data, (int)size, entropy);
        in.data += size;
        in.size -= size;
    }
    minipy_release(vm, view);
    minipy_release(vm, text);
    return ok ? minipy_none() : MINIPY_NULL;
}

static MinipyValue random_bytes(MinipyVM *vm, MinipyValue count)
{
    int size = 0;
    if (as_c_int(vm, count, &size) < 0)
        return MINIPY_NULL;
    if (size < 0)
        return minipy_raise(vm, "ValueError", "num must be positive");
    unsigned char *room = library_alloc(vm, (size_t)size + 1);
    if (!room)
        return minipy_raise(vm, "MemoryError", NULL);
    MinipyValue r = MINIPY_NULL;
    if (RAND_bytes(room, size) == 1)
        r = minipy_bytes(vm, room, (size_t)size);
    else
        ssl_error(vm, NULL, AT_NEW_SOCKET);
    library_free(room);
    return r;
}

static METHOD(rand_bytes)
{
    return random_bytes(vm, args[0]);
}

static METHOD(rand_pseudo_bytes)
{
    if (minipy_warn(vm, "DeprecationWarning", "ssl.RAND_pseudo_bytes() is deprecated",
                    1) < 0)
        return MINIPY_NULL;
    MinipyValue bytes = random_bytes(vm, args[0]);
    return bytes ? TUPLE(vm, bytes, minipy_bool(true)) : MINIPY_NULL;
}

static METHOD(rand_status)
{
    return minipy_bool(RAND_status() == 1);
}

/* ---- objects by name and number -------------------------------------------------- */

static MinipyValue object_tuple(MinipyVM *vm, const ASN1_OBJECT *o)
{
    char number[128];
    int nid = OBJ_obj2nid(o);
    if (nid == NID_undef)
        return minipy_raise(vm, "ValueError", "Unknown object");
    int size = OBJ_obj2txt(number, sizeof number, o, 1);
    if (size < 0)
        return ssl_error(vm, NULL, AT_NEW_SOCKET);
    return TUPLE(vm, minipy_int(vm, nid), text_value(vm, OBJ_nid2sn(nid)),
                 text_value(vm, OBJ_nid2ln(nid)),
                 size ? text_value(vm, number) : minipy_none());
}

static METHOD(txt2obj)
{
    size_t size;
    int by_name = args[1] ? minipy_truth(vm, args[1]) : 0;
    if (minipy_kind(args[0]) != MINIPY_IS_STR)
        return minipy_raisef(
            vm, "TypeError", "txt2obj() argument 'txt' must be str, not %s",
            minipy_is_none(args[0]) ? "None" : minipy_type_name(vm, args[0]));
    const char *text = by_name < 0 ? NULL : minipy_as_str(vm, args[0], &size);
    if (!text)
        return MINIPY_NULL;
    if (strlen(text) != size)
        return minipy_raise(vm, "ValueError", "embedded null character");
    ASN1_OBJECT *o = OBJ_txt2obj(text, !by_name);
    ERR_clear_error();
    if (!o)
        return minipy_raisef(vm, "ValueError", "unknown object '%.100s'", text);
    MinipyValue r = object_tuple(vm, o);
    ASN1_OBJECT_free(o);
    return r;
}

static METHOD(nid2obj)
{
    int nid = 0;
    if (as_c_int(vm, args[0], &nid) < 0)
        return MINIPY_NULL;
    if (nid < NID_undef)
        return minipy_raise(vm, "ValueError", "NID must be positive.");
    const ASN1_OBJECT *o = OBJ_nid2obj(nid);
    ERR_clear_error();
    return o ? object_tuple(vm, o)
             : minipy_raisef(vm, "ValueError", "unknown NID %d", nid);
}

static METHOD(default_verify_paths)
{
    return TUPLE(vm, text_value(vm, X509_get_default_cert_file_env()),
                 text_value(vm, X509_get_default_cert_file()),
                 text_value(vm, X509_get_default_cert_dir_env()),
                 text_value(vm, X509_get_default_cert_dir()));
}

/* ---- the module ------------------------------------------------------------------ */

/* clang-format off */
static const MinipyMethod functions[] = {
    ROW("_test_decode_cert", decode_certificate_file, "(path, /)", NULL),
    ROW("RAND_add", rand_add, "(string, entropy, /)", "Mixes string into OpenSSL's random numbers; entropy (a float) says how much it is worth at least."),
    ROW("RAND_bytes", rand_bytes, "(n, /)", "Generate n cryptographically strong pseudo-random bytes."),
    ROW("RAND_pseudo_bytes", rand_pseudo_bytes, "(n, /)", "n pseudo-random bytes, and whether they are cryptographically strong."),
    ROW("RAND_status", rand_status, "()", "Has OpenSSL enough to make random numbers of?"),
    ROW("get_default_verify_paths", default_verify_paths, "()", "Where CA certificates are looked for: 'cert_file_env', 'cert_file', 'cert_dir_env', 'cert_dir'."),
    ROW("txt2obj", txt2obj, "(txt, name=False)", "Number, short name, long name and OID of an object by its OID; with name=True also by its names."),
    ROW("nid2obj", nid2obj, "(nid, /)", "Number, short name, long name and OID of an object by its number."),
    {0}};
/* clang-format on */

static int add_class(MinipyVM *vm, MinipyValue module, const char *name,
                     const MinipyType *type, MinipyValue *place)
{
    *place = minipy_type(vm, type, MINIPY_NULL);
    return *place ? minipy_setattr(vm, module, name, *place) : -1;
}

/* In the order of CPython's: enums that ssl makes of the names go through it. */
static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    MinipyValue sockets = minipy_import(vm, "_socket");
    s->plain_socket = sockets ? minipy_getattr(vm, sockets, "socket") : MINIPY_NULL;
    minipy_release(vm, sockets);
    if (!s->plain_socket ||
        add_class(vm, module, "_SSLContext", &context_type, &s->context) < 0 ||
        add_class(vm, module, "_SSLSocket", &socket_type, &s->socket) < 0 ||
        add_class(vm, module, "MemoryBIO", &bio_type, &s->bio) < 0 ||
        add_class(vm, module, "SSLSession", &session_type, &s->session) < 0 ||
        add_class(vm, module, "Certificate", &certificate_type, &s->certificate) < 0)
        return -1;
    return errors_fill(vm, module) < 0 ? -1 : constants_fill(vm, module);
}

MINIPY_MODULE(_ssl) = {
    MINIPY_MODULE_HEAD,
    .name = "_ssl",
    .doc = "Implementation module for SSL socket operations.  See the socket module\n"
           "for documentation.",
    .functions = functions,
    .state_size = sizeof(State),
    .state_values = STATE_VALUES,
    .exec = fill};
