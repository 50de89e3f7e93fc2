/* context_files.c - what a context loads: certificates and keys, those that it trusts,
 * parameters. Files are read outside the vm; the one who is asked for a password comes
 * back into it.
 */
#include "ssl.h"

/* ---- paths ----------------------------------------------------------------------- */

MinipyValue open_error(MinipyVM *vm, MinipyValue path)
{
    int number = errno;
    MinipyValue m = minipy_import(vm, "builtins"), e = MINIPY_NULL;
    MinipyValue args[] = {minipy_int(vm, number), text_value(vm, strerror(number)),
                          minipy_retain(path)};
    if (m && args[0] && args[1])
        e = minipy_call_method(vm, m, "OSError", args, 3);
    if (e)
        minipy_raise_value(vm, e);
    for (int i = 0; i < 3; i++)
        minipy_release(vm, args[i]);
    minipy_release(vm, e);
    minipy_release(vm, m);
    return MINIPY_NULL;
}

/* The same for an argument that may be missing; -1: TypeError in these words. */
static int path_given(MinipyVM *vm, MinipyValue v, const char *refusal, MinipyValue *b)
{
    *b = MINIPY_NULL;
    if (!v || minipy_is_none(v))
        return 0;
    *b = minipy_path(vm, v, NULL);
    if (!*b && minipy_error_matches(vm, "TypeError"))
        minipy_raise(vm, "TypeError", refusal);
    return *b ? 0 : -1;
}

/* NULL for MINIPY_NULL. */
static const char *name_of(MinipyVM *vm, MinipyValue b)
{
    return b ? minipy_as_bytes(vm, b, NULL) : NULL;
}

/* ---- passwords ------------------------------------------------------------------- */

typedef struct Password {
    MinipyVM *vm;
    MinipyValue ask;  /* borrowed; MINIPY_NULL: it is here already */
    MinipyValue text; /* bytes, or MINIPY_NULL */
    bool failed;
} Password;

/* Takes what was given as a password. -1: exception. */
static int use_password(Password *p, MinipyValue v, const char *refusal)
{
    MinipyVM *vm = p->vm;
    size_t size = 0;
    MinipyKind kind = minipy_kind(v);
    MinipyValue b = MINIPY_NULL;
    if (kind == MINIPY_IS_STR)
        b = minipy_call_method(vm, v, "encode", NULL, 0);
    else if (kind == MINIPY_IS_BYTES)
        b = minipy_retain(v);
    else if (kind == MINIPY_IS_BYTEARRAY)
        b = made_by(vm, "builtins", "bytes", minipy_retain(v));
    else
        minipy_raise(vm, "TypeError", refusal);
    if (!b || !minipy_as_bytes(vm, b, &size))
        return -1;
    if (size <= INT_MAX)
        return replace(vm, &p->text, b), 0;
    minipy_release(vm, b);
    minipy_raisef(vm, "ValueError", "password cannot be longer than %d bytes", INT_MAX);
    return -1;
}

static int give_password(Password *p, char *room, int most)
{
    MinipyVM *vm = p->vm;
    size_t size = 0;
    if (p->ask) {
        MinipyValue answer = minipy_call(vm, p->ask, NULL, 0);
        int r = answer
                    ? use_password(p, answer, "password callback must return a string")
                    : -1;
        minipy_release(vm, answer);
        if (r < 0)
            return -1;
    }
    const char *text = minipy_as_bytes(vm, p->text, &size);
    if (text && size <= (size_t)most)
        return memcpy(room, text, size), (int)size;
    if (text)
        minipy_raisef(vm, "ValueError", "password cannot be longer than %d bytes",
                      most);
    return -1;
}

static int on_password(char *room, int most, int writing, void *user)
{
    (void)writing;
    Password *p = user;
    int state = minipy_lock(p->vm);
    if (state < 0)
        return -1;
    int size = give_password(p, room, most);
    p->failed = size < 0;
    minipy_unlock(p->vm, state);
    return size;
}

/* ---- a certificate and its key --------------------------------------------------- */

typedef struct Chain {
    SSL_CTX *ctx;
    const char *certificates, *key;
} Chain;

/* The line of what fails, else 0. */
static int load_chain(const Chain *c)
{
    if (SSL_CTX_use_certificate_chain_file(c->ctx, c->certificates) != 1)
        return AT_CERTIFICATE;
    errno = 0;
    if (SSL_CTX_use_PrivateKey_file(c->ctx, c->key, SSL_FILETYPE_PEM) != 1)
        return AT_KEY;
    errno = 0;
    return SSL_CTX_check_private_key(c->ctx) == 1 ? 0 : AT_CHECK_KEY;
}

static MinipyValue load_with_password(MinipyVM *vm, const Chain *c,
                                      MinipyValue password)
{
    Password p = {.vm = vm};
    bool given = password && !minipy_is_none(password);
    if (given && minipy_callable(vm, password) > 0)
        p.ask = password;
    else if (given &&
             use_password(&p, password, "password should be a string or callable") < 0)
        return MINIPY_NULL;
    pem_password_cb *before = SSL_CTX_get_default_passwd_cb(c->ctx);
    void *before_user = SSL_CTX_get_default_passwd_cb_userdata(c->ctx);
    if (given) {
        SSL_CTX_set_default_passwd_cb(c->ctx, on_password);
        SSL_CTX_set_default_passwd_cb_userdata(c->ctx, &p);
    }
    MinipyThread *me = minipy_thread_leave(vm);
    errno = 0;
    ERR_clear_error();
    int line = load_chain(c), number = errno;
    minipy_thread_enter(vm, me);
    SSL_CTX_set_default_passwd_cb(c->ctx, before);
    SSL_CTX_set_default_passwd_cb_userdata(c->ctx, before_user);
    minipy_release(vm, p.text);
    errno = number;
    return line ? file_error(vm, line) : minipy_none();
}

METHOD(context_load_cert_chain)
{
    MinipyValue certificates = MINIPY_NULL, key = MINIPY_NULL, r = MINIPY_NULL;
    Context *c = context_data(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    if (minipy_is_none(args[1]))
        return minipy_raise(vm, "TypeError",
                            "certfile should be a valid filesystem path");
    if (path_given(vm, args[1], "certfile should be a valid filesystem path",
                   &certificates) == 0 &&
        path_given(vm, args[2], "keyfile should be a valid filesystem path", &key) ==
            0) {
        Chain chain = {c->ctx, name_of(vm, certificates),
                       name_of(vm, key ? key : certificates)};
        r = load_with_password(vm, &chain, args[3]);
    }
    minipy_release(vm, certificates);
    minipy_release(vm, key);
    return r;
}

/* ---- certificates that are trusted ----------------------------------------------- */

/* The next of them; NULL: there is none, or OpenSSL says what is wrong. */
static X509 *next_certificate(SSL_CTX *ctx, BIO *bio, bool der)
{
    return der ? d2i_X509_bio(bio, NULL)
               : PEM_read_bio_X509(bio, NULL, SSL_CTX_get_default_passwd_cb(ctx),
                                   SSL_CTX_get_default_passwd_cb_userdata(ctx));
}

/* Is the last error the end of the data? */
static bool at_end(bool der)
{
    unsigned long e = ERR_peek_last_error();
    if (der)
        return ERR_GET_LIB(e) == ERR_LIB_ASN1 &&
               ERR_GET_REASON(e) == ASN1_R_HEADER_TOO_LONG;
    return ERR_GET_LIB(e) == ERR_LIB_PEM && ERR_GET_REASON(e) == PEM_R_NO_START_LINE;
}

/* Adds a certificate, which may be there already. */
static bool add_certificate(X509_STORE *store, X509 *x)
{
    if (X509_STORE_add_cert(store, x))
        return true;
    unsigned long e = ERR_peek_last_error();
    if (ERR_GET_LIB(e) != ERR_LIB_X509 ||
        ERR_GET_REASON(e) != X509_R_CERT_ALREADY_IN_HASH_TABLE)
        return false;
    ERR_clear_error();
    return true;
}

static int add_certificates(MinipyVM *vm, Context *c, const void *data, size_t size,
                            bool der)
{
    X509_STORE *store = SSL_CTX_get_cert_store(c->ctx);
    if (size == 0)
        return minipy_raise(vm, "ValueError", "Empty certificate data"), -1;
    if (size > INT_MAX)
        return minipy_raisef(vm, "OverflowError", "cadata longer than %d bytes!",
                             INT_MAX),
               -1;
    BIO *bio = BIO_new_mem_buf(data, (int)size);
    if (!bio)
        return minipy_raise(vm, "MemoryError", NULL), -1;
    int loaded = 0;
    bool ok = true;
    ERR_clear_error();
    for (X509 *x; ok && (x = next_certificate(c->ctx, bio, der)); X509_free(x))
        loaded += ok = add_certificate(store, x);
    BIO_free(bio);
    if (loaded == 0)
        ssl_error(vm,
                  der ? "not enough data: cadata does not contain a certificate"
                      : "no start line: cadata does not contain a certificate",
                  AT_NO_CERTIFICATES);
    else if (!at_end(der) && ERR_peek_last_error())
        ssl_error(vm, NULL, AT_CERTIFICATES);
    ERR_clear_error();
    return minipy_error_occurred(vm) ? -1 : 0;
}

/* cadata: PEM as a str of ASCII, DER as bytes. */
static int add_data(MinipyVM *vm, Context *c, MinipyValue v)
{
    static const char *const refusal =
        "cadata should be an ASCII string or a bytes-like object";
    if (minipy_kind(v) == MINIPY_IS_STR) {
        size_t size;
        const char *text = minipy_as_str(vm, v, &size);
        for (size_t i = 0; text && i < size; i++)
            if (text[i] & 0x80)
                text = NULL;
        return text ? add_certificates(vm, c, text, size, false)
                    : (minipy_raise(vm, "TypeError", refusal), -1);
    }
    Bytes in;
    if (get_bytes(vm, v, &in) < 0)
        return minipy_raise(vm, "TypeError", refusal), -1;
    int r = add_certificates(vm, c, in.data, in.size, true);
    minipy_release(vm, in.view);
    return r;
}

static MinipyValue load_locations(MinipyVM *vm, Context *c, const char *file,
                                  const char *folder)
{
    MinipyThread *me = minipy_thread_leave(vm);
    errno = 0;
    ERR_clear_error();
    int ok = SSL_CTX_load_verify_locations(c->ctx, file, folder), number = errno;
    minipy_thread_enter(vm, me);
    errno = number;
    return ok == 1 ? minipy_none() : file_error(vm, AT_VERIFY_LOCATIONS);
}

METHOD(context_load_verify_locations)
{
    MinipyValue file = MINIPY_NULL, folder = MINIPY_NULL, r = MINIPY_NULL;
    Context *c = context_data(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    bool has_data = args[3] && !minipy_is_none(args[3]);
    if (path_given(vm, args[1], "cafile should be a valid filesystem path", &file) ==
            0 &&
        path_given(vm, args[2], "capath should be a valid filesystem path", &folder) ==
            0) {
        if (!file && !folder && !has_data)
            minipy_raise(vm, "TypeError",
                         "cafile, capath and cadata cannot be all omitted");
        else if (!has_data || add_data(vm, c, args[3]) == 0)
            r = file || folder
                    ? load_locations(vm, c, name_of(vm, file), name_of(vm, folder))
                    : minipy_none();
    }
    minipy_release(vm, file);
    minipy_release(vm, folder);
    return r;
}

METHOD(context_set_default_verify_paths)
{
    Context *c = context_data(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    return SSL_CTX_set_default_verify_paths(c->ctx)
               ? minipy_none()
               : ssl_error(vm, NULL, AT_DEFAULT_PATHS);
}

METHOD(context_cert_store_stats)
{
    Context *c = context_data(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    STACK_OF(X509_OBJECT) *all =
        X509_STORE_get0_objects(SSL_CTX_get_cert_store(c->ctx));
    int x509 = 0, crl = 0, ca = 0;
    for (int i = 0; i < sk_X509_OBJECT_num(all); i++) {
        X509_OBJECT *o = sk_X509_OBJECT_value(all, i);
        x509 += X509_OBJECT_get_type(o) == X509_LU_X509;
        crl += X509_OBJECT_get_type(o) == X509_LU_CRL;
        ca += X509_OBJECT_get_type(o) == X509_LU_X509 &&
              X509_check_ca(X509_OBJECT_get0_X509(o));
    }
    MinipyValue d = minipy_dict(vm);
    if (d && put(vm, d, "x509", minipy_int(vm, x509)) == 0 &&
        put(vm, d, "crl", minipy_int(vm, crl)) == 0 &&
        put(vm, d, "x509_ca", minipy_int(vm, ca)) == 0)
        return d;
    minipy_release(vm, d);
    return MINIPY_NULL;
}

METHOD(context_get_ca_certs)
{
    Context *c = context_data(vm, args[0]);
    int binary = args[1] ? minipy_truth(vm, args[1]) : 0;
    MinipyValue list = c && binary >= 0 ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    if (!list)
        return MINIPY_NULL;
    STACK_OF(X509_OBJECT) *all =
        X509_STORE_get0_objects(SSL_CTX_get_cert_store(c->ctx));
    int r = 0;
    for (int i = 0; r == 0 && i < sk_X509_OBJECT_num(all); i++) {
        X509 *x = X509_OBJECT_get0_X509(sk_X509_OBJECT_value(all, i));
        if (x && X509_check_ca(x))
            r = append(vm, list,
                       binary ? certificate_der(vm, x) : certificate_dict(vm, x));
    }
    return unless_failed(vm, list, r);
}

/* ---- parameters of key exchange -------------------------------------------------- */

/* As open() reports that a file is about to be opened. -1: a hook objects. */
static int audit_open(MinipyVM *vm, MinipyValue path)
{
    MinipyValue items[] = {minipy_retain(path), minipy_str(vm, "rb", 2),
                           minipy_int(vm, 0)};
    MinipyValue all = items[1] && items[2] ? minipy_tuple(vm, items, 3) : MINIPY_NULL;
    int r = all ? minipy_audit(vm, "open", all) : -1;
    minipy_release(vm, all);
    for (int i = 0; i < 3; i++)
        minipy_release(vm, items[i]);
    return r;
}

METHOD(context_load_dh_params)
{
    Context *c = context_data(vm, args[0]);
    MinipyValue path = c && audit_open(vm, args[1]) == 0
                           ? minipy_path(vm, args[1], NULL)
                           : MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if (!path)
        return MINIPY_NULL;
    FILE *f = fopen(minipy_as_bytes(vm, path, NULL), "rbe");
    minipy_release(vm, path);
    if (!f)
        return open_error(vm, args[1]);
    errno = 0;
    ERR_clear_error();
    MinipyThread *me = minipy_thread_leave(vm);
    DH *dh = PEM_read_DHparams(f, NULL, NULL, NULL);
    int number = errno;
    fclose(f);
    minipy_thread_enter(vm, me);
    errno = number;
    if (!dh && number)
        ERR_clear_error(), open_error(vm, args[1]);
    else if (!dh || !SSL_CTX_set_tmp_dh(c->ctx, dh))
        ssl_error(vm, NULL, AT_DH_PARAMETERS);
    else
        r = minipy_none();
    DH_free(dh);
    return r;
}

METHOD(context_set_ecdh_curve)
{
    Context *c = context_data(vm, args[0]);
    MinipyValue name = c ? minipy_path(vm, args[1], NULL) : MINIPY_NULL;
    if (!name)
        return MINIPY_NULL;
    int nid = OBJ_sn2nid(minipy_as_bytes(vm, name, NULL));
    minipy_release(vm, name);
    if (nid == NID_undef) {
        MinipyValue repr = minipy_to_repr(vm, args[1]);
        const char *text = repr ? minipy_as_str(vm, repr, NULL) : NULL;
        if (text)
            minipy_raisef(vm, "ValueError", "unknown elliptic curve name %.200s", text);
        minipy_release(vm, repr);
        return MINIPY_NULL;
    }
    EC_KEY *key = EC_KEY_new_by_curve_name(nid);
    bool ok = key && SSL_CTX_set_tmp_ecdh(c->ctx, key);
    EC_KEY_free(key);
    return ok ? minipy_none() : ssl_error(vm, NULL, AT_CURVE);
}
