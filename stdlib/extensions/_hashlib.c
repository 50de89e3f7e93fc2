/* _hashlib.c - the module _hashlib: CPython 3.11's hash objects, HMAC and key
 * derivation over EVP of OpenSSL. hashlib prefers it to the vm's own _md5, _sha1, ...,
 * which serve where there is no OpenSSL.
 *
 * Much data is hashed outside the vm. An object that this has happened to has a lock
 * from then on: OpenSSL's contexts are for one thread at a time. Reads next: _ssl/.
 */
#define OPENSSL_API_COMPAT 0x10101000L /* HMAC(), whose errors are CPython's */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <pthread.h>

#include "common.h"

extern const MinipyModule minipy_module__hashlib;

enum { MUCH = 2048, PART = 1 << 20 }; /* hashed outside the vm; between two polls */
/* About what libcrypto takes for a context of each kind, towards the memory limit. */
enum { HASH_COST = 512, HMAC_COST = 2048 };

/* ---- algorithms ------------------------------------------------------------------ */

typedef struct Algorithm {
    const char *name;    /* hashlib's */
    const char *openssl; /* what libcrypto knows it by */
    int nid;
} Algorithm;

/* Those of CONSTRUCTORS have a function openssl_NAME each. */
/* clang-format off */
#define CONSTRUCTORS(X) \
    X(md5, "MD5") X(sha1, "SHA1") X(sha224, "SHA224") \
    X(sha256, "SHA256") X(sha384, "SHA384") X(sha512, "SHA512") \
    X(sha3_224, "SHA3-224") X(sha3_256, "SHA3-256") X(sha3_384, "SHA3-384") \
    X(sha3_512, "SHA3-512") X(shake_128, "SHAKE-128") X(shake_256, "SHAKE-256")
/* clang-format on */
#define NID_shake_128 NID_shake128
#define NID_shake_256 NID_shake256

enum {
#define COUNT(name, openssl) AT_##name,
    CONSTRUCTORS(COUNT)
#undef COUNT
        CONSTRUCTOR_COUNT
};

static const Algorithm algorithms[] = {
#define ALGORITHM(name, openssl) {#name, openssl, NID_##name},
    CONSTRUCTORS(ALGORITHM)
#undef ALGORITHM
        {"sha512_224", "SHA512-224", NID_sha512_224},
    {"sha512_256", "SHA512-256", NID_sha512_256},
    {"blake2s", "BLAKE2S-256", NID_blake2s256},
    {"blake2b", "BLAKE2B-512", NID_blake2b512}};
enum { ALGORITHM_COUNT = sizeof algorithms / sizeof *algorithms };

typedef struct State {
    MinipyValue hash_class, xof_class, hmac_class, unsupported; /* classes */
    MinipyValue constructors;            /* a dict: function -> name */
    EVP_MD *fetched[ALGORITHM_COUNT][2]; /* owned: [1] is not for security */
} State;

static State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__hashlib);
}

static void free_state(void *state)
{
    State *s = state;
    for (int i = 0; i < ALGORITHM_COUNT; i++) {
        EVP_MD_free(s->fetched[i][0]);
        EVP_MD_free(s->fetched[i][1]);
    }
}

/* ---- errors ---------------------------------------------------------------------- */

/* Raises what libcrypto says last; where it says nothing, `otherwise` (or NULL). */
static MinipyValue openssl_error(MinipyVM *vm, const char *otherwise)
{
    unsigned long code = ERR_peek_last_error();
    ERR_clear_error();
    if (!code)
        return minipy_raise(vm, "ValueError",
                            otherwise ? otherwise : "no reason supplied");
    if (ERR_GET_REASON(code) == ERR_R_MALLOC_FAILURE)
        return minipy_raise(vm, "MemoryError", NULL);
    const char *lib = ERR_lib_error_string(code);
    const char *reason = ERR_reason_error_string(code);
    return minipy_raisef(vm, "ValueError", lib ? "[%s] %s" : "%s%s", lib ? lib : "",
                         reason ? reason : "(unknown reason)");
}

/* ---- digests by name ------------------------------------------------------------- */

/* To be freed by the caller. NULL: ValueError. */
static EVP_MD *fetch_known(MinipyVM *vm, int i, bool for_security)
{
    State *s = state_of(vm);
    if (!s)
        return NULL;
    EVP_MD **kept = &s->fetched[i][!for_security];
    if (!*kept)
        *kept = EVP_MD_fetch(NULL, algorithms[i].openssl, for_security ? "" : "-fips");
    if (!*kept || !EVP_MD_up_ref(*kept))
        return openssl_error(vm, NULL), NULL;
    return *kept;
}

static EVP_MD *fetch(MinipyVM *vm, const char *name, bool for_security)
{
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        if (strcmp(algorithms[i].name, name) == 0)
            return fetch_known(vm, i, for_security);
    EVP_MD *md = EVP_MD_fetch(NULL, name, for_security ? "" : "-fips");
    if (!md)
        openssl_error(vm, NULL);
    return md;
}

static const char *name_of(const EVP_MD *md)
{
    int nid = EVP_MD_get_type(md);
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        if (algorithms[i].nid == nid)
            return algorithms[i].name;
    const char *name = OBJ_nid2ln(nid);
    return name ? name : OBJ_nid2sn(nid);
}

/* What hmac_new and hmac_digest are told: a name, or one of our constructors. */
static EVP_MD *fetch_digestmod(MinipyVM *vm, MinipyValue mod)
{
    State *s = state_of(vm);
    if (!s)
        return NULL;
    MinipyValue name = MINIPY_NULL;
    if (minipy_kind(mod) == MINIPY_IS_STR) {
        name = minipy_retain(mod);
    } else if (!(name = minipy_dict_get(vm, s->constructors, mod))) {
        minipy_error_clear(vm); /* it has no hash */
        MinipyValue repr = minipy_to_repr(vm, mod);
        const char *text = repr ? minipy_as_str(vm, repr, NULL) : NULL;
        size_t size = text ? strlen(text) + sizeof "Unsupported digestmod " : 0;
        char *message = text ? malloc(size) : NULL;
        if (message) {
            snprintf(message, size, "Unsupported digestmod %s", text);
            raise_of(vm, s->unsupported, message);
        } else if (text) {
            minipy_raise(vm, "MemoryError", NULL);
        }
        free(message);
        minipy_release(vm, repr);
        return NULL;
    }
    const char *text = minipy_as_str(vm, name, NULL);
    EVP_MD *md = text ? fetch(vm, text, true) : NULL;
    minipy_release(vm, name);
    return md;
}

/* ---- input ----------------------------------------------------------------------- */

/* What update() takes. -1: exception. */
static int get_input(MinipyVM *vm, MinipyValue v, Bytes *in)
{
    MinipyKind kind = minipy_kind(v);
    *in = (Bytes){0};
    if (kind == MINIPY_IS_BYTES) {
        in->data = (const unsigned char *)minipy_as_bytes(vm, v, &in->size);
        return in->data ? 0 : -1;
    }
    if (kind == MINIPY_IS_STR) {
        minipy_raise(vm, "TypeError", "Strings must be encoded before hashing");
        return -1;
    }
    in->data = minipy_buffer(vm, v, false, &in->size, &in->view);
    if (!in->data && minipy_error_matches(vm, "TypeError"))
        minipy_raise(vm, "TypeError", "object supporting the buffer API required");
    return in->data ? 0 : -1;
}

/* Of an object whose context threads may meet in. */
typedef struct Lock {
    bool used;
    pthread_mutex_t mutex;
} Lock;

static void lock_take(MinipyVM *vm, Lock *lock)
{
    if (!lock->used || pthread_mutex_trylock(&lock->mutex) == 0)
        return;
    MinipyThread *me = minipy_thread_leave(vm);
    pthread_mutex_lock(&lock->mutex);
    minipy_thread_enter(vm, me);
}

static void lock_give(Lock *lock)
{
    if (lock->used)
        pthread_mutex_unlock(&lock->mutex);
}

/* The object was left by all who knew it. */
static void lock_destroy(Lock *lock)
{
    if (lock->used)
        pthread_mutex_destroy(&lock->mutex);
}

/* From now on it is needed. */
static void lock_make(Lock *lock)
{
    if (!lock->used && pthread_mutex_init(&lock->mutex, NULL) == 0)
        lock->used = true;
}

typedef int (*Update)(void *context, const void *data, size_t size);

static int update_hash(void *context, const void *data, size_t size)
{
    return EVP_DigestUpdate(context, data, size);
}
static int update_hmac(void *context, const void *data, size_t size)
{
    return HMAC_Update(context, data, size);
}

/* Gives the context all of it: -1: exception. */
static int feed_parts(MinipyVM *vm, void *context, Update update, Bytes in)
{
    for (size_t at = 0; at < in.size; at += PART) {
        size_t size = in.size - at < PART ? in.size - at : PART;
        MinipyThread *me = minipy_thread_leave(vm);
        int done = update(context, in.data + at, size);
        minipy_thread_enter(vm, me);
        if (!done)
            openssl_error(vm, NULL);
        if (!done || minipy_poll(vm) < 0)
            return -1;
    }
    return 0;
}

static int feed(MinipyVM *vm, void *context, Update update, Lock *lock, MinipyValue v)
{
    Bytes in;
    if (get_input(vm, v, &in) < 0)
        return -1;
    if (in.size >= MUCH)
        lock_make(lock);
    lock_take(vm, lock);
    int r = 0;
    if (in.size >= MUCH) {
        r = feed_parts(vm, context, update, in);
    } else if (!update(context, in.data, in.size)) {
        openssl_error(vm, NULL);
        r = -1;
    }
    lock_give(lock);
    minipy_release(vm, in.view);
    return r;
}

/* ---- output ---------------------------------------------------------------------- */

/* Four bytes as eight digits, a digit in each byte of a word. */
static inline void put_hex(char *to, const unsigned char *from)
{
    const uint64_t ones = 0x0101010101010101;
    uint32_t four;
    memcpy(&four, from, sizeof four);
    uint64_t x = four;
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x >> 4 | x << 8) & (ones * 15);
    uint64_t letters = (x + ones * 6) >> 4 & ones;
    x += ones * '0' + letters * ('a' - '9' - 1);
    memcpy(to, &x, sizeof x);
}

static MinipyValue hex_of(MinipyVM *vm, const unsigned char *digest, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char small[2 * EVP_MAX_MD_SIZE];
    small[0] = 0;
    char *text = size <= EVP_MAX_MD_SIZE ? small : library_alloc(vm, 2 * size);
    if (!text)
        return minipy_raise(vm, "MemoryError", NULL);
    size_t words = size & ~(size_t)3;
    for (size_t i = 0; i < words; i += 4)
        put_hex(text + 2 * i, digest + i);
    for (size_t i = words; i < size; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    MinipyValue r = minipy_str(vm, text, 2 * size);
    if (text != small)
        library_free(text);
    return r;
}

static MinipyValue output(MinipyVM *vm, const unsigned char *digest, size_t size,
                          bool hex)
{
    return hex ? hex_of(vm, digest, size) : minipy_bytes(vm, digest, size);
}

/* What is told to a method as `user`. */
static char as_bytes, as_hex;

/* ---- HASH ------------------------------------------------------------------------ */

typedef struct Hash {
    EVP_MD_CTX *context; /* owned; NULL in an object that was not made by us */
    Lock lock;
} Hash;
static const MinipyType hash_type, xof_type;

static DESTROY(hash_destroy)
{
    Hash *h = data;
    if (!h->context)
        return;
    EVP_MD_CTX_free(h->context);
    lock_destroy(&h->lock);
    minipy_charge(vm, -HASH_COST);
}

static Hash *hash_data(MinipyVM *vm, MinipyValue self)
{
    Hash *h = minipy_data(vm, self, &hash_type);
    if (h && !h->context)
        minipy_raise(vm, "ValueError", "the hash object has no state");
    return h && h->context ? h : NULL;
}

/* An object with a context that is not yet begun. */
static MinipyValue hash_new(MinipyVM *vm, MinipyValue cls, Hash **hash)
{
    MinipyValue self = minipy_instance(vm, cls, NULL);
    Hash *h = self ? minipy_data(vm, self, &hash_type) : NULL;
    if (h && minipy_charge(vm, HASH_COST) == 0) {
        h->context = EVP_MD_CTX_new();
        if (h->context)
            return *hash = h, self;
        minipy_charge(vm, -HASH_COST);
        minipy_raise(vm, "MemoryError", NULL);
    }
    minipy_release(vm, self);
    return MINIPY_NULL;
}

/* One that has hashed data (or MINIPY_NULL). Takes md over. */
static MinipyValue hash_begin(MinipyVM *vm, EVP_MD *md, MinipyValue data,
                              bool for_security)
{
    State *s = state_of(vm);
    bool xof = md && EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF;
    Hash *h = NULL;
    MinipyValue self =
        md && s ? hash_new(vm, xof ? s->xof_class : s->hash_class, &h) : MINIPY_NULL;
    if (self) {
        if (!for_security)
            EVP_MD_CTX_set_flags(h->context, EVP_MD_CTX_FLAG_NON_FIPS_ALLOW);
        bool ok = EVP_DigestInit_ex(h->context, md, NULL);
        if (!ok)
            openssl_error(vm, NULL);
        if (!ok || (data && feed(vm, h->context, update_hash, &h->lock, data) < 0)) {
            minipy_release(vm, self);
            self = MINIPY_NULL;
        }
    }
    EVP_MD_free(md);
    return self;
}

/* May data be hashed? Before the digest is looked for, as CPython. */
static int check_input(MinipyVM *vm, MinipyValue data)
{
    Bytes in = {0};
    int r = data ? get_input(vm, data, &in) : 0;
    minipy_release(vm, in.view);
    return r;
}

/* The last argument of constructors. */
static int get_for_security(MinipyVM *vm, MinipyValue v)
{
    return v ? minipy_truth(vm, v) : 1;
}

static METHOD(open_known)
{
    const Algorithm *algorithm = user;
    int for_security = get_for_security(vm, args[1]);
    if (for_security < 0 || check_input(vm, args[0]) < 0)
        return MINIPY_NULL;
    EVP_MD *md = fetch_known(vm, (int)(algorithm - algorithms), for_security);
    return hash_begin(vm, md, args[0], for_security);
}

static METHOD(open_named)
{
    size_t size;
    int for_security = get_for_security(vm, args[2]);
    if (for_security < 0)
        return MINIPY_NULL;
    const char *name = minipy_as_str(vm, args[0], &size);
    if (!name || strlen(name) != size)
        return minipy_raise(vm, "TypeError", "name must be a string");
    if (check_input(vm, args[1]) < 0)
        return MINIPY_NULL;
    return hash_begin(vm, fetch(vm, name, for_security), args[1], for_security);
}

static METHOD(hash_update)
{
    Hash *h = hash_data(vm, args[0]);
    return h && feed(vm, h->context, update_hash, &h->lock, args[1]) == 0
               ? minipy_none()
               : MINIPY_NULL;
}

static bool copy_context(MinipyVM *vm, Hash *h, EVP_MD_CTX *to)
{
    lock_take(vm, &h->lock);
    bool ok = to && EVP_MD_CTX_copy(to, h->context);
    lock_give(&h->lock);
    return ok;
}

static METHOD(hash_digest)
{
    Hash *h = hash_data(vm, args[0]);
    if (!h)
        return MINIPY_NULL;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok =
        copy_context(vm, h, context) && EVP_DigestFinal_ex(context, digest, &size);
    EVP_MD_CTX_free(context);
    return ok ? output(vm, digest, size, user == &as_hex) : openssl_error(vm, NULL);
}

static METHOD(xof_digest)
{
    int64_t size = 0;
    bool hex = user == &as_hex;
    Hash *h = hash_data(vm, args[0]);
    if (!h || as_size(vm, args[1], &size) < 0)
        return MINIPY_NULL;
    if (size < 0 && !hex)
        return minipy_raise(vm, "SystemError",
                            "Negative size passed to PyBytes_FromStringAndSize");
    if (size == 0)
        return output(vm, NULL, 0, hex);
    unsigned char *digest = library_alloc(vm, (size_t)size);
    if (!digest)
        return minipy_raise(vm, "MemoryError", NULL);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = copy_context(vm, h, context);
    MinipyThread *me = size >= MUCH ? minipy_thread_leave(vm) : NULL;
    ok = ok && EVP_DigestFinalXOF(context, digest, (size_t)size);
    if (size >= MUCH)
        minipy_thread_enter(vm, me);
    EVP_MD_CTX_free(context);
    MinipyValue r =
        ok ? output(vm, digest, (size_t)size, hex) : openssl_error(vm, NULL);
    library_free(digest);
    return r;
}

static METHOD(hash_copy)
{
    State *s = state_of(vm);
    Hash *h = hash_data(vm, args[0]), *to;
    if (!s || !h)
        return MINIPY_NULL;
    bool xof = EVP_MD_get_flags(EVP_MD_CTX_get0_md(h->context)) & EVP_MD_FLAG_XOF;
    MinipyValue self = hash_new(vm, xof ? s->xof_class : s->hash_class, &to);
    if (!self || copy_context(vm, h, to->context))
        return self;
    minipy_release(vm, self);
    return openssl_error(vm, NULL);
}

static MinipyValue text(MinipyVM *vm, const char *utf8)
{
    return minipy_str(vm, utf8, strlen(utf8));
}

static const EVP_MD *hash_md(MinipyVM *vm, MinipyValue self)
{
    Hash *h = hash_data(vm, self);
    return h ? EVP_MD_CTX_get0_md(h->context) : NULL;
}

static GETTER(hash_name)
{
    const EVP_MD *md = hash_md(vm, self);
    return md ? text(vm, name_of(md)) : MINIPY_NULL;
}

static GETTER(hash_block_size)
{
    const EVP_MD *md = hash_md(vm, self);
    return md ? minipy_int(vm, EVP_MD_get_block_size(md)) : MINIPY_NULL;
}

static GETTER(hash_digest_size)
{
    const EVP_MD *md = hash_md(vm, self);
    return md ? minipy_int(vm, EVP_MD_get_size(md)) : MINIPY_NULL;
}

static GETTER(xof_digest_size)
{
    return minipy_int(vm, 0);
}

static METHOD(hash_repr)
{
    char line[200];
    const EVP_MD *md = hash_md(vm, args[0]);
    if (!md)
        return MINIPY_NULL;
    snprintf(line, sizeof line, "<%s %s object @ %p>", name_of(md),
             minipy_type_name(vm, args[0]), (void *)(uintptr_t)args[0]);
    return text(vm, line);
}

/* ---- HMAC ------------------------------------------------------------------------ */

typedef struct Hmac {
    HMAC_CTX *context; /* owned */
    Lock lock;
} Hmac;
static const MinipyType hmac_type;

static DESTROY(hmac_destroy)
{
    Hmac *h = data;
    if (!h->context)
        return;
    HMAC_CTX_free(h->context);
    lock_destroy(&h->lock);
    minipy_charge(vm, -HMAC_COST);
}

static Hmac *hmac_data(MinipyVM *vm, MinipyValue self)
{
    return minipy_data(vm, self, &hmac_type); /* no other than ours can be made */
}

static MinipyValue hmac_object(MinipyVM *vm, Hmac **hmac)
{
    State *s = state_of(vm);
    void *data = NULL;
    MinipyValue self = s ? minipy_instance(vm, s->hmac_class, &data) : MINIPY_NULL;
    Hmac *h = data;
    if (self && minipy_charge(vm, HMAC_COST) == 0) {
        h->context = HMAC_CTX_new();
        if (h->context)
            return *hmac = h, self;
        minipy_charge(vm, -HMAC_COST);
        minipy_raise(vm, "MemoryError", NULL);
    }
    minipy_release(vm, self);
    return MINIPY_NULL;
}

static bool fits_int(MinipyVM *vm, const Bytes *b, const char *name)
{
    if (b->size <= INT_MAX)
        return true;
    minipy_raisef(vm, "OverflowError", "%s is too long.", name);
    return false;
}

static MinipyValue hmac_begin(MinipyVM *vm, Bytes key, MinipyValue msg, MinipyValue mod)
{
    if (!fits_int(vm, &key, "key"))
        return MINIPY_NULL;
    if (!mod)
        return minipy_raise(vm, "TypeError", "Missing required parameter 'digestmod'.");
    EVP_MD *md = fetch_digestmod(vm, mod);
    Hmac *h = NULL;
    MinipyValue self = md ? hmac_object(vm, &h) : MINIPY_NULL;
    if (self) {
        bool ok = HMAC_Init_ex(h->context, key.data, (int)key.size, md, NULL);
        if (!ok)
            openssl_error(vm, NULL);
        if (!ok || (msg && !minipy_is_none(msg) &&
                    feed(vm, h->context, update_hmac, &h->lock, msg) < 0)) {
            minipy_release(vm, self);
            self = MINIPY_NULL;
        }
    }
    EVP_MD_free(md);
    return self;
}

static METHOD(hmac_new)
{
    Bytes key;
    if (get_bytes(vm, args[0], &key) < 0)
        return MINIPY_NULL;
    MinipyValue r = hmac_begin(vm, key, args[1], args[2]);
    minipy_release(vm, key.view);
    return r;
}

static MinipyValue hmac_once(MinipyVM *vm, Bytes key, Bytes msg, MinipyValue mod)
{
    if (!fits_int(vm, &key, "key") || !fits_int(vm, &msg, "msg"))
        return MINIPY_NULL;
    EVP_MD *md = fetch_digestmod(vm, mod);
    if (!md)
        return MINIPY_NULL;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    MinipyThread *me = msg.size >= MUCH ? minipy_thread_leave(vm) : NULL;
    bool ok = HMAC(md, key.data, (int)key.size, msg.data, msg.size, digest, &size);
    if (msg.size >= MUCH)
        minipy_thread_enter(vm, me);
    EVP_MD_free(md);
    return ok ? minipy_bytes(vm, digest, size) : openssl_error(vm, NULL);
}

static METHOD(hmac_digest_once)
{
    Bytes key, msg;
    if (get_bytes(vm, args[0], &key) < 0)
        return MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[1], &msg) == 0) {
        r = hmac_once(vm, key, msg, args[2]);
        minipy_release(vm, msg.view);
    }
    minipy_release(vm, key.view);
    return r;
}

static METHOD(hmac_update)
{
    Hmac *h = hmac_data(vm, args[0]);
    return h && feed(vm, h->context, update_hmac, &h->lock, args[1]) == 0
               ? minipy_none()
               : MINIPY_NULL;
}

static bool copy_hmac(MinipyVM *vm, Hmac *h, HMAC_CTX *to)
{
    lock_take(vm, &h->lock);
    bool ok = to && HMAC_CTX_copy(to, h->context);
    lock_give(&h->lock);
    return ok;
}

static METHOD(hmac_digest)
{
    Hmac *h = hmac_data(vm, args[0]);
    if (!h)
        return MINIPY_NULL;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    HMAC_CTX *context = HMAC_CTX_new();
    bool ok = copy_hmac(vm, h, context) && HMAC_Final(context, digest, &size);
    HMAC_CTX_free(context);
    return ok ? output(vm, digest, size, user == &as_hex) : openssl_error(vm, NULL);
}

static METHOD(hmac_copy)
{
    Hmac *h = hmac_data(vm, args[0]), *to;
    MinipyValue self = h ? hmac_object(vm, &to) : MINIPY_NULL;
    if (!self || copy_hmac(vm, h, to->context))
        return self;
    minipy_release(vm, self);
    return openssl_error(vm, NULL);
}

static GETTER(hmac_name)
{
    char name[100];
    Hmac *h = hmac_data(vm, self);
    if (!h)
        return MINIPY_NULL;
    snprintf(name, sizeof name, "hmac-%s", name_of(HMAC_CTX_get_md(h->context)));
    return text(vm, name);
}

static GETTER(hmac_block_size)
{
    Hmac *h = hmac_data(vm, self);
    return h ? minipy_int(vm, EVP_MD_get_block_size(HMAC_CTX_get_md(h->context)))
             : MINIPY_NULL;
}

static GETTER(hmac_digest_size)
{
    Hmac *h = hmac_data(vm, self);
    return h ? minipy_int(vm, EVP_MD_get_size(HMAC_CTX_get_md(h->context)))
             : MINIPY_NULL;
}

static METHOD(hmac_repr)
{
    char line[200];
    Hmac *h = hmac_data(vm, args[0]);
    if (!h)
        return MINIPY_NULL;
    snprintf(line, sizeof line, "<%s HMAC object @ %p>",
             name_of(HMAC_CTX_get_md(h->context)), (void *)(uintptr_t)args[0]);
    return text(vm, line);
}

/* ---- pbkdf2_hmac ----------------------------------------------------------------- */

/* An int of C's; -1 with OverflowError. */
static int as_long(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (!v || minipy_as_int(vm, v, out) == 0)
        return 0;
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
    return -1;
}

/* HMAC of what follows, from a key that is hashed once: two contexts that are copied. A
 * call of OpenSSL's PKCS5_PBKDF2_HMAC copies four, and nothing ends it: no limit of the
 * vm, no Ctrl-C. */
typedef struct Prf {
    EVP_MD_CTX *inner, *outer, *work;
} Prf;

static bool prf_key(Prf *p, const EVP_MD *md, const unsigned char *block, size_t size,
                    EVP_MD_CTX *context, unsigned char pad)
{
    unsigned char padded[EVP_MAX_BLOCK_LENGTH * 8];
    (void)p;
    for (size_t i = 0; i < size; i++)
        padded[i] = block[i] ^ pad;
    bool ok =
        EVP_DigestInit_ex(context, md, NULL) && EVP_DigestUpdate(context, padded, size);
    OPENSSL_cleanse(padded, sizeof padded);
    return ok;
}

static void prf_close(Prf *p)
{
    EVP_MD_CTX_free(p->inner);
    EVP_MD_CTX_free(p->outer);
    EVP_MD_CTX_free(p->work);
}

static bool prf_open(Prf *p, const EVP_MD *md, Bytes key)
{
    unsigned char block[EVP_MAX_BLOCK_LENGTH * 8] = {0};
    size_t size = (size_t)EVP_MD_get_block_size(md);
    *p = (Prf){EVP_MD_CTX_new(), EVP_MD_CTX_new(), EVP_MD_CTX_new()};
    if (!p->inner || !p->outer || !p->work || size > sizeof block ||
        EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
        return false;
    if (key.size <= size)
        memcpy(block, key.data, key.size);
    else if (!EVP_Digest(key.data, key.size, block, NULL, md, NULL))
        return false;
    bool ok = prf_key(p, md, block, size, p->inner, 0x36) &&
              prf_key(p, md, block, size, p->outer, 0x5c);
    OPENSSL_cleanse(block, sizeof block);
    return ok;
}

/* digest = HMAC(key, data + more); data may be the digest. */
static bool prf_run(Prf *p, const void *data, size_t size, const void *more,
                    size_t more_size, unsigned char *digest)
{
    unsigned n = 0;
    return EVP_MD_CTX_copy_ex(p->work, p->inner) &&
           EVP_DigestUpdate(p->work, data, size) &&
           EVP_DigestUpdate(p->work, more, more_size) &&
           EVP_DigestFinal_ex(p->work, digest, &n) &&
           EVP_MD_CTX_copy_ex(p->work, p->outer) &&
           EVP_DigestUpdate(p->work, digest, n) &&
           EVP_DigestFinal_ex(p->work, digest, &n);
}

enum { ROUNDS = 4096 }; /* between two polls */

typedef struct Derivation {
    Prf prf;
    Bytes salt;
    int64_t iterations;
    size_t digest_size;
} Derivation;

/* A block of the key, into f. -1: exception. */
static int derive_block(MinipyVM *vm, Derivation *d, uint32_t number, unsigned char *f)
{
    unsigned char u[EVP_MAX_MD_SIZE];
    unsigned char big[] = {(unsigned char)(number >> 24), (unsigned char)(number >> 16),
                           (unsigned char)(number >> 8), (unsigned char)number};
    bool ok = prf_run(&d->prf, d->salt.data, d->salt.size, big, sizeof big, u);
    memcpy(f, u, sizeof u);
    for (int64_t done = 1; ok && done < d->iterations;) {
        int64_t until = d->iterations - done < ROUNDS ? d->iterations : done + ROUNDS;
        MinipyThread *me = minipy_thread_leave(vm);
        for (; ok && done < until; done++) {
            ok = prf_run(&d->prf, u, d->digest_size, "", 0, u);
            for (size_t i = 0; i < d->digest_size; i++)
                f[i] ^= u[i];
        }
        minipy_thread_enter(vm, me);
        if (minipy_poll(vm) < 0)
            return -1;
    }
    if (!ok)
        openssl_error(vm, NULL);
    return ok ? 0 : -1;
}

static MinipyValue derive(MinipyVM *vm, Derivation *d, size_t size)
{
    unsigned char *key = library_alloc(vm, size), f[EVP_MAX_MD_SIZE];
    if (!key)
        return minipy_raise(vm, "MemoryError", NULL);
    int r = 0;
    uint32_t number = 1;
    for (size_t at = 0; r == 0 && at < size; at += d->digest_size) {
        size_t part = size - at < d->digest_size ? size - at : d->digest_size;
        r = derive_block(vm, d, number++, f);
        memcpy(key + at, f, part);
    }
    MinipyValue result = r < 0 ? MINIPY_NULL : minipy_bytes(vm, key, size);
    OPENSSL_cleanse(key, size);
    library_free(key);
    return result;
}

static MinipyValue pbkdf2_with(MinipyVM *vm, EVP_MD *md, Bytes password, Bytes salt,
                               int64_t iterations, MinipyValue dklen)
{
    int64_t size = EVP_MD_get_size(md);
    if (!fits_int(vm, &password, "password") || !fits_int(vm, &salt, "salt"))
        return MINIPY_NULL;
    if (iterations < 1)
        return minipy_raise(vm, "ValueError",
                            "iteration value must be greater than 0.");
    if (iterations > INT_MAX)
        return minipy_raise(vm, "OverflowError", "iteration value is too great.");
    if (dklen && !minipy_is_none(dklen) && as_long(vm, dklen, &size) < 0)
        return MINIPY_NULL;
    if (size < 1)
        return minipy_raise(vm, "ValueError", "key length must be greater than 0.");
    if (size > INT_MAX)
        return minipy_raise(vm, "OverflowError", "key length is too great.");
    Derivation d = {.salt = salt, .iterations = iterations};
    d.digest_size = (size_t)EVP_MD_get_size(md);
    MinipyValue r = prf_open(&d.prf, md, password) ? derive(vm, &d, (size_t)size)
                                                   : openssl_error(vm, NULL);
    prf_close(&d.prf);
    return r;
}

/* The name of a digest in an argument. NULL: TypeError. */
static const char *hash_name_given(MinipyVM *vm, MinipyValue v)
{
    if (minipy_kind(v) == MINIPY_IS_STR)
        return plain_text(vm, v);
    minipy_raisef(vm, "TypeError",
                  "pbkdf2_hmac() argument 'hash_name' must be str, not %s",
                  minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return NULL;
}

static METHOD(hash_pbkdf2_hmac)
{
    Bytes password, salt = {0};
    int64_t iterations = 0;
    const char *name = hash_name_given(vm, args[0]);
    if (!name || get_bytes(vm, args[1], &password) < 0)
        return MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[2], &salt) == 0 && as_long(vm, args[3], &iterations) == 0) {
        EVP_MD *md = fetch(vm, name, true);
        if (md)
            r = pbkdf2_with(vm, md, password, salt, iterations, args[4]);
        EVP_MD_free(md);
    }
    minipy_release(vm, salt.view);
    minipy_release(vm, password.view);
    return r;
}

/* ---- scrypt ---------------------------------------------------------------------- */

typedef struct Scrypt {
    Bytes password, salt;
    uint64_t n, r, p;
    int64_t maxmem, dklen;
} Scrypt;

/* n, r, p, once it is known that they are ints. */
static int scrypt_number(MinipyVM *vm, MinipyValue v, const char *name, uint64_t *out)
{
    if (v && minipy_as_uint(vm, v, out) == 0)
        return 0;
    minipy_raisef(vm, "TypeError", "%s is required and must be an unsigned int", name);
    return -1;
}

static bool scrypt_int(MinipyVM *vm, MinipyValue v, const char *name)
{
    if (!v || minipy_kind(v) == MINIPY_IS_INT || minipy_kind(v) == MINIPY_IS_BOOL)
        return true;
    minipy_raisef(vm, "TypeError", "scrypt() argument '%s' must be int, not %s", name,
                  minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return false;
}

static bool scrypt_checked(MinipyVM *vm, const MinipyValue *args, Scrypt *s)
{
    if (!fits_int(vm, &s->password, "password"))
        return false;
    if (!args[1])
        return minipy_raise(vm, "TypeError", "salt is required"), false;
    if (!fits_int(vm, &s->salt, "salt") || scrypt_number(vm, args[2], "n", &s->n) < 0)
        return false;
    if (s->n < 2 || s->n & (s->n - 1))
        return minipy_raise(vm, "ValueError", "n must be a power of 2."), false;
    if (scrypt_number(vm, args[3], "r", &s->r) < 0 ||
        scrypt_number(vm, args[4], "p", &s->p) < 0)
        return false;
    if (s->maxmem < 0 || s->maxmem > INT_MAX) {
        minipy_raisef(vm, "ValueError", "maxmem must be positive and smaller than %d",
                      INT_MAX);
        return false;
    }
    if (s->dklen >= 1 && s->dklen <= INT_MAX)
        return true;
    minipy_raisef(vm, "ValueError", "dklen must be greater than 0 and smaller than %d",
                  INT_MAX);
    return false;
}

static int scrypt_call(const Scrypt *s, unsigned char *key)
{
    bool real = key != NULL; /* without a key the parameters are tested */
    return EVP_PBE_scrypt(real ? (const char *)s->password.data : NULL,
                          real ? s->password.size : 0, real ? s->salt.data : NULL,
                          real ? s->salt.size : 0, s->n, s->r, s->p,
                          (uint64_t)s->maxmem, key, real ? (size_t)s->dklen : 0);
}

static MinipyValue scrypt_run(MinipyVM *vm, const Scrypt *s)
{
    if (!scrypt_call(s, NULL))
        return openssl_error(vm, "Invalid parameter combination for n, r, p, maxmem.");
    /* OpenSSL has agreed to them: no product is larger than maxmem. */
    int64_t cost = (int64_t)(128 * s->r * (s->n + s->p + 2));
    unsigned char *key = library_alloc(vm, (size_t)s->dklen);
    if (!key || minipy_charge(vm, cost) < 0) {
        library_free(key);
        return minipy_raise(vm, "MemoryError", NULL);
    }
    MinipyThread *me = minipy_thread_leave(vm);
    int ok = scrypt_call(s, key);
    minipy_thread_enter(vm, me);
    minipy_charge(vm, -cost);
    MinipyValue r =
        ok ? minipy_bytes(vm, key, (size_t)s->dklen) : openssl_error(vm, NULL);
    OPENSSL_cleanse(key, (size_t)s->dklen);
    library_free(key);
    return r;
}

static METHOD(hash_scrypt)
{
    Scrypt s = {.dklen = 64};
    if (get_bytes(vm, args[0], &s.password) < 0)
        return MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if ((!args[1] || get_bytes(vm, args[1], &s.salt) == 0) &&
        scrypt_int(vm, args[2], "n") && scrypt_int(vm, args[3], "r") &&
        scrypt_int(vm, args[4], "p") && as_long(vm, args[5], &s.maxmem) == 0 &&
        as_long(vm, args[6], &s.dklen) == 0 && scrypt_checked(vm, args, &s))
        r = scrypt_run(vm, &s);
    minipy_release(vm, s.salt.view);
    minipy_release(vm, s.password.view);
    return r;
}

/* ---- the other functions --------------------------------------------------------- */

static MinipyValue equal_bytes(const void *a, size_t a_size, const void *b,
                               size_t b_size)
{
    bool same_size = a_size == b_size;
    int differ = CRYPTO_memcmp(same_size ? a : b, b, b_size);
    return minipy_bool(same_size && differ == 0);
}

static const char *ascii(MinipyVM *vm, MinipyValue v, size_t *size)
{
    const char *s = minipy_as_str(vm, v, size);
    for (size_t i = 0; s && i < *size; i++)
        if (s[i] & 0x80)
            s = NULL;
    if (!s)
        minipy_raise(vm, "TypeError",
                     "comparing strings with non-ASCII characters is not supported");
    return s;
}

static MinipyValue compare_texts(MinipyVM *vm, const MinipyValue *args)
{
    size_t a_size, b_size;
    const char *a = ascii(vm, args[0], &a_size);
    const char *b = a ? ascii(vm, args[1], &b_size) : NULL;
    return b ? equal_bytes(a, a_size, b, b_size) : MINIPY_NULL;
}

static METHOD(hash_compare_digest)
{
    if (minipy_kind(args[0]) == MINIPY_IS_STR && minipy_kind(args[1]) == MINIPY_IS_STR)
        return compare_texts(vm, args);
    Bytes a, b;
    if (get_bytes(vm, args[0], &a) < 0) {
        if (!minipy_error_matches(vm, "TypeError"))
            return MINIPY_NULL;
        MinipyValue refusal = minipy_error_take(vm);
        if (get_bytes(vm, args[1], &b) == 0) {
            minipy_release(vm, b.view);
            minipy_raise_value(vm, refusal);
        } else {
            minipy_raisef(vm, "TypeError",
                          "unsupported operand types(s) or combination of types: "
                          "'%.100s' and '%.100s'",
                          minipy_type_name(vm, args[0]), minipy_type_name(vm, args[1]));
        }
        minipy_release(vm, refusal);
        return MINIPY_NULL;
    }
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[1], &b) == 0) {
        r = equal_bytes(a.data, a.size, b.data, b.size);
        minipy_release(vm, b.view);
    }
    minipy_release(vm, a.view);
    return r;
}

static METHOD(hash_get_fips_mode)
{
    return minipy_int(vm, EVP_default_properties_is_fips_enabled(NULL));
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
#define HASH_ROW(name_, function_, signature_, user_, doc_) \
    {.name = name_, .function = function_, .signature = signature_, .user = user_, .doc = doc_}
#define COMPUTED(name_, get_) {.name = name_, .field = MINIPY_COMPUTED, .get = get_}

static const MinipyMethod hash_methods[] = {
    ROW("__repr__", hash_repr, "(self, /)", NULL),
    ROW("update", hash_update, "(self, obj, /)", "Update this hash object's state with the provided string."),
    HASH_ROW("digest", hash_digest, "(self, /)", &as_bytes, "Return the digest value as a bytes object."),
    HASH_ROW("hexdigest", hash_digest, "(self, /)", &as_hex, "Return the digest value as a string of hexadecimal digits."),
    ROW("copy", hash_copy, "(self, /)", "Return a copy of the hash object."),
    {0}};
static const MinipyMember hash_members[] = {
    COMPUTED("name", hash_name), COMPUTED("digest_size", hash_digest_size), COMPUTED("block_size", hash_block_size), {0}};
static const MinipyType hash_type = {
    .name = "_hashlib.HASH", .doc = "A hash: update() gives it data, digest() and hexdigest() tell what it has come to.",
    .size = sizeof(Hash), .methods = hash_methods, .members = hash_members, .flags = MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = hash_destroy};

static const MinipyMethod xof_methods[] = {
    HASH_ROW("digest", xof_digest, "(self, /, length)", &as_bytes, "Return the digest value as a bytes object."),
    HASH_ROW("hexdigest", xof_digest, "(self, /, length)", &as_hex, "Return the digest value as a string of hexadecimal digits."),
    {0}};
static const MinipyMember xof_members[] = {COMPUTED("digest_size", xof_digest_size), {0}};
static const MinipyType xof_type = {
    .name = "_hashlib.HASHXOF", .doc = "A hash whose digest is as long as it is asked for.",
    .methods = xof_methods, .members = xof_members, .flags = MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS};

static const MinipyMethod hmac_methods[] = {
    ROW("__repr__", hmac_repr, "(self, /)", NULL),
    ROW("update", hmac_update, "(self, /, msg)", "Update the HMAC object with msg."),
    HASH_ROW("digest", hmac_digest, "(self, /)", &as_bytes, "Return the digest of the bytes passed to the update() method so far."),
    HASH_ROW("hexdigest", hmac_digest, "(self, /)", &as_hex, "Return hexadecimal digest of the bytes passed to the update() method so far."),
    ROW("copy", hmac_copy, "(self, /)", "Return a copy (\"clone\") of the HMAC object."),
    {0}};
static const MinipyMember hmac_members[] = {
    COMPUTED("name", hmac_name), COMPUTED("digest_size", hmac_digest_size), COMPUTED("block_size", hmac_block_size), {0}};
static const MinipyType hmac_type = {
    .name = "_hashlib.HMAC", .doc = "An authentication code: update() gives it data, digest() and hexdigest() tell what it has come to.",
    .size = sizeof(Hmac), .methods = hmac_methods, .members = hmac_members,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = hmac_destroy};

#define CONSTRUCTOR(name_, openssl_) \
    HASH_ROW("openssl_" #name_, open_known, "(string=b'', *, usedforsecurity=True)", (void *)(uintptr_t)&algorithms[AT_##name_], \
             "Returns a " #name_ " hash object; optionally initialized with a string"),
static const MinipyMethod functions[] = {
    ROW("new", open_named, "(name, string=b'', *, usedforsecurity=True)", "A new hash object by the name of its algorithm, initialized with a string."),
    ROW("pbkdf2_hmac", hash_pbkdf2_hmac, "(hash_name, password, salt, iterations, dklen=None)",
        "Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."),
    ROW("scrypt", hash_scrypt, "(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)", "scrypt password-based key derivation function."),
    ROW("get_fips_mode", hash_get_fips_mode, "()", "Is the default provider of OpenSSL in its FIPS mode?"),
    ROW("compare_digest", hash_compare_digest, "(a, b, /)", "Return 'a == b', in a time that does not tell where they differ."),
    ROW("hmac_digest", hmac_digest_once, "(key, msg, digest)", "Single-shot HMAC."),
    ROW("hmac_new", hmac_new, "(key, msg=b'', digestmod=None)", "Return a new hmac object."),
    CONSTRUCTORS(CONSTRUCTOR)
    {0}};
/* clang-format on */

/* ---- the module ------------------------------------------------------------------ */

typedef struct Names {
    MinipyVM *vm;
    MinipyValue set;
} Names;

static void add_name(EVP_MD *md, void *arg)
{
    Names *to = arg;
    if (EVP_MD_get_type(md) == NID_undef || minipy_error_occurred(to->vm))
        return;
    MinipyValue name = text(to->vm, name_of(md));
    if (name)
        minipy_set_add(to->vm, to->set, name);
    minipy_release(to->vm, name);
}

/* module.name = maker(v), of which both are given back. */
static int add_made(MinipyVM *vm, MinipyValue module, const char *name,
                    MinipyValue maker, MinipyValue v)
{
    MinipyValue made = maker && v ? minipy_call(vm, maker, &v, 1) : MINIPY_NULL;
    int r = made ? minipy_setattr(vm, module, name, made) : -1;
    minipy_release(vm, made);
    minipy_release(vm, maker);
    minipy_release(vm, v);
    return r;
}

static MinipyValue builtin(MinipyVM *vm, const char *name)
{
    MinipyValue m = minipy_import(vm, "builtins");
    MinipyValue v = m ? minipy_getattr(vm, m, name) : MINIPY_NULL;
    minipy_release(vm, m);
    return v;
}

/* That of a class's dict: `types`, which names it, would be imported for that alone. */
static MinipyValue proxy_class(MinipyVM *vm)
{
    MinipyValue type = builtin(vm, "type");
    MinipyValue dict = type ? minipy_getattr(vm, type, "__dict__") : MINIPY_NULL;
    MinipyValue cls = dict ? minipy_call(vm, type, &dict, 1) : MINIPY_NULL;
    minipy_release(vm, dict);
    minipy_release(vm, type);
    return cls;
}

static int add_names(MinipyVM *vm, MinipyValue module)
{
    Names to = {vm, minipy_set(vm, NULL, 0)};
    if (to.set)
        EVP_MD_do_all_provided(NULL, add_name, &to);
    if (minipy_error_occurred(vm)) {
        minipy_release(vm, to.set);
        return -1;
    }
    return add_made(vm, module, "openssl_md_meth_names", builtin(vm, "frozenset"),
                    to.set);
}

static int add_constructors(MinipyVM *vm, MinipyValue module, MinipyValue dict)
{
    for (int i = 0; i < CONSTRUCTOR_COUNT; i++) {
        char name[40];
        snprintf(name, sizeof name, "openssl_%s", algorithms[i].name);
        MinipyValue f = minipy_getattr(vm, module, name);
        MinipyValue v = f ? text(vm, algorithms[i].name) : MINIPY_NULL;
        int r = v ? minipy_setitem(vm, dict, f, v) : -1;
        minipy_release(vm, v);
        minipy_release(vm, f);
        if (r < 0)
            return -1;
    }
    return add_made(vm, module, "_constructors", proxy_class(vm), minipy_retain(dict));
}

static int add_class(MinipyVM *vm, MinipyValue module, const char *name,
                     const MinipyType *type, MinipyValue base, MinipyValue *cls)
{
    *cls = minipy_type(vm, type, base);
    return *cls ? minipy_setattr(vm, module, name, *cls) : -1;
}

static int add_unsupported(MinipyVM *vm, MinipyValue module, State *s)
{
    MinipyValue m = minipy_import(vm, "builtins");
    MinipyValue base = m ? minipy_getattr(vm, m, "ValueError") : MINIPY_NULL;
    if (base)
        s->unsupported = minipy_exception_class(
            vm, "_hashlib.UnsupportedDigestmodError", NULL, base);
    minipy_release(vm, base);
    minipy_release(vm, m);
    return s->unsupported
               ? minipy_setattr(vm, module, "UnsupportedDigestmodError", s->unsupported)
               : -1;
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    s->constructors = minipy_dict(vm);
    return !s->constructors ||
                   add_class(vm, module, "HASH", &hash_type, MINIPY_NULL,
                             &s->hash_class) < 0 ||
                   add_class(vm, module, "HASHXOF", &xof_type, s->hash_class,
                             &s->xof_class) < 0 ||
                   add_class(vm, module, "HMAC", &hmac_type, MINIPY_NULL,
                             &s->hmac_class) < 0 ||
                   add_names(vm, module) < 0 ||
                   add_constructors(vm, module, s->constructors) < 0
               ? -1
               : add_unsupported(vm, module, s);
}

MINIPY_MODULE(_hashlib) = {MINIPY_MODULE_HEAD,
                           .name = "_hashlib",
                           .doc = "OpenSSL interface for hashlib module",
                           .functions = functions,
                           .state_size = sizeof(State),
                           .state_values = 5,
                           .exec = fill,
                           .free_state = free_state};
