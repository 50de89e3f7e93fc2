/* hashlib.c - the modules _md5, _sha1, _sha256, _sha512, _sha3 and _blake2: hash
 * objects over the functions of hashes.c, for hashlib where there is no OpenSSL
 * (_hashlib). Each algorithm has a type, whose `aux` is its number.
 */
#include "stdlib/data/hashes.h"
#include "stdlib/native.h"
#include "vm/bytes/buffer.h"
#include "vm/objects/call.h"

extern const ModuleSpec md5_module_spec, sha1_module_spec, sha256_module_spec,
    sha512_module_spec, sha3_module_spec, blake2_module_spec;

typedef struct HashObj {
    Object ob;
    const HashAlgo *algo;
    unsigned digest_size;
    HashState state;
} HashObj;
#define HASH(v) ((HashObj *)(uintptr_t)(v))

static const TypeSpec *const hash_specs[HASH_COUNT];

static HashObj *hash_new(MinipyVM *vm, HashId id)
{
    HashObj *h = (HashObj *)object_alloc(vm, module_type_borrow(vm, hash_specs[id]), 0);
    if (h) {
        h->algo = &hash_algorithms[id];
        h->digest_size = h->algo->digest_size;
        h->algo->init(&h->state);
    }
    return h;
}

enum { PART = 1 << 20 };

static int hash_feed(MinipyVM *vm, HashObj *h, Value data)
{
    Buffer view;
    if (value_is_str(data))
        return error_set(vm, EXC_TypeError, "Strings must be encoded before hashing"),
               -1;
    if (!buffer_supported(vm, data))
        return error_set(vm, EXC_TypeError,
                         "object supporting the buffer API required"),
               -1;
    if (buffer_get(vm, data, &view, BUF_SIMPLE) < 0)
        return -1;
    /* In parts, so that a limit ends it. */
    int r = 0;
    for (int64_t at = 0; at < view.size && (r = limits_poll(vm)) == 0; at += PART) {
        int64_t left = view.size - at;
        hash_update(h->algo, &h->state, (const uint8_t *)view.data + at,
                    (size_t)(left < PART ? left : PART));
    }
    buffer_release(vm, &view);
    return r;
}

/* A new hash of that kind, fed with data unless that is VALUE_NULL. */
static Value hash_open(MinipyVM *vm, HashId id, Value data)
{
    HashObj *h = hash_new(vm, id);
    if (h && data && hash_feed(vm, h, data) < 0) {
        obj_decref(vm, &h->ob);
        return VALUE_NULL;
    }
    return value_from_obj(h);
}

FN(hash_update_method)
{
    return hash_feed(vm, HASH(self), args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

static const char ulong_too_big[] =
    "Python int too large to convert to C unsigned long";

/* How long a digest is wanted, by the argument of a hash with any length; -1: error. */
static int64_t digest_length(MinipyVM *vm, HashObj *h, Value length)
{
    int64_t n = h->digest_size;
    if (n)
        return n;
    uint64_t given;
    if (!arg_unsigned(vm, length, ulong_too_big, &given))
        return -1;
    if (given >= 1 << 29)
        return error_set(vm, EXC_ValueError, "length is too large"), -1;
    return (int64_t)given;
}

FN(hash_digest_method)
{
    HashObj *h = HASH(self);
    int64_t n = digest_length(vm, h, GIVEN(0));
    Value b = n < 0 ? VALUE_NULL : bytes_alloc(vm, n);
    if (b && n)
        hash_digest(h->algo, &h->state, BYTES(b)->data, (size_t)n);
    return b;
}

FN(hash_hexdigest)
{
    HashObj *h = HASH(self);
    int64_t n = digest_length(vm, h, GIVEN(0));
    Value b = n < 0 ? VALUE_NULL : bytes_alloc(vm, n);
    if (!b)
        return VALUE_NULL;
    if (n)
        hash_digest(h->algo, &h->state, BYTES(b)->data, (size_t)n);
    Value hex = call_method_cstr(vm, b, "hex", NULL, 0);
    value_decref(vm, b);
    return hex;
}

FN(hash_copy)
{
    HashObj *h = HASH(self), *copy = (HashObj *)object_alloc(vm, h->ob.type, 0);
    if (copy) {
        copy->algo = h->algo;
        copy->digest_size = h->digest_size;
        copy->state = h->state;
    }
    return value_from_obj(copy);
}

GETTER(get_name)
{
    return str_from_cstr(vm, HASH(self)->algo->name);
}
GETTER(get_digest_size)
{
    return value_from_imm(HASH(self)->digest_size);
}
GETTER(get_block_size)
{
    return value_from_imm(HASH(self)->algo->block_size);
}

/* SHA-3: how the state is divided, and what the message ends with. */
GETTER(get_rate_bits)
{
    return value_from_imm(8 * (int64_t)HASH(self)->algo->block_size);
}
GETTER(get_capacity_bits)
{
    return value_from_imm(1600 - 8 * (int64_t)HASH(self)->algo->block_size);
}
GETTER(get_suffix)
{
    return bytes_from(vm, HASH(self)->algo->digest_size ? "\x06" : "\x1f", 1);
}

/* ---- BLAKE2's parameters --------------------------------------------------------- */

#define BLAKE2_TEXT(digest_size)                                                       \
    "(data=b'', /, *, digest_size=" digest_size ",\n"                                  \
    "        key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0,\n"         \
    "        node_offset=0, node_depth=0, inner_size=0, last_node=False,\n"            \
    "        usedforsecurity=True)"
#define BLAKE2_SIGNATURE BLAKE2_TEXT("64")

/* A bytes-like argument of at most `max` bytes, copied. */
static int blake2_bytes(MinipyVM *vm, Value v, const char *name, size_t max,
                        uint8_t *out, size_t *size)
{
    Buffer view;
    *size = 0;
    if (!v)
        return 0;
    if (buffer_get(vm, v, &view, BUF_SIMPLE) < 0)
        return -1;
    bool fits = (size_t)view.size <= max;
    if (fits) {
        memcpy(out, view.data, (size_t)view.size);
        *size = (size_t)view.size;
    }
    buffer_release(vm, &view);
    if (!fits)
        error_set(vm, EXC_ValueError, "maximum %s length is %zu bytes", name, max);
    return fits ? 0 : -1;
}

/* A C int between low and high. */
static bool blake2_int(MinipyVM *vm, Value v, const char *message, int low, int high,
                       int *out)
{
    if (v && !arg_int(vm, v, out))
        return false;
    if (*out >= low && *out <= high)
        return true;
    error_set(vm, EXC_ValueError, "%s", message);
    return false;
}

/* An int of 64 bits, not negative, up to most; too_big: it has more bits. */
static bool blake2_uint(MinipyVM *vm, Value v, const char *name, const char *too_big,
                        uint64_t most, uint64_t *out)
{
    *out = 0;
    if (!v)
        return true;
    if (!arg_unsigned(vm, v, too_big, out))
        return false;
    if (*out > most)
        error_set(vm, EXC_OverflowError, "%s is too large", name);
    return *out <= most;
}

static void put_little_endian(uint8_t *out, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(n >> (8 * i));
}

/* What stands in the parameter block. */
typedef struct Blake2 {
    uint8_t block[64], key[128];
    size_t key_size;
    int digest_size, fanout, depth, node_depth, inner_size, last_node;
    uint64_t leaf_size, node_offset;
} Blake2;

static bool blake2_numbers(MinipyVM *vm, const HashAlgo *algo, bool wide,
                           const Value *args, size_t nargs, Blake2 *b)
{
    int most = (int)algo->digest_size;
    const char *size_text = wide ? "digest_size must be between 1 and 64 bytes"
                                 : "digest_size must be between 1 and 32 bytes";
    const char *inner_text = wide ? "inner_size must be between 0 and is 64"
                                  : "inner_size must be between 0 and is 32";
    b->digest_size = most;
    b->fanout = b->depth = 1;
    b->last_node = GIVEN(11) ? object_is_true(vm, GIVEN(11)) : 0;
    return b->last_node >= 0 &&
           blake2_int(vm, GIVEN(1), size_text, 1, most, &b->digest_size) &&
           blake2_int(vm, GIVEN(5), "fanout must be between 0 and 255", 0, 255,
                      &b->fanout) &&
           blake2_int(vm, GIVEN(6), "depth must be between 1 and 255", 1, 255,
                      &b->depth) &&
           blake2_uint(vm, GIVEN(7), "leaf_size", ulong_too_big, UINT32_MAX,
                       &b->leaf_size) &&
           blake2_uint(vm, GIVEN(8), "node_offset", "int too big to convert",
                       wide ? UINT64_MAX : 0xffffffffffff, &b->node_offset) &&
           blake2_int(vm, GIVEN(9), "node_depth must be between 0 and 255", 0, 255,
                      &b->node_depth) &&
           blake2_int(vm, GIVEN(10), inner_text, 0, most, &b->inner_size);
}

/* A new one, or VALUE_NULL: exception. */
static HashObj *blake2_made(MinipyVM *vm, HashId id, const Blake2 *b)
{
    HashObj *h = hash_new(vm, id);
    if (!h)
        return NULL;
    blake2_set_parameters(h->algo, &h->state, b->block);
    h->digest_size = (unsigned)b->digest_size;
    h->state.last_node = b->last_node;
    if (b->key_size)
        hash_update(h->algo, &h->state, b->key, h->algo->block_size);
    return h;
}

static Value blake2_new(NEW_ARGS)
{
    static const MethodDef rows[] = {
        {.name = "blake2b", .signature = BLAKE2_SIGNATURE},
        {.name = "blake2s", .signature = BLAKE2_SIGNATURE}};
    HashId id = cls->spec->aux;
    const HashAlgo *algo = &hash_algorithms[id];
    bool wide = id == HASH_BLAKE2B;
    unsigned tag = wide ? 16 : 8; /* bytes of salt and of person */
    Value given[13];
    Blake2 b = {.key_size = 0};
    size_t n;
    if (!args_take(vm, &rows[!wide], args, nargs, kwnames, given))
        return VALUE_NULL;
    args = given;
    nargs = 13;
    if (!blake2_numbers(vm, algo, wide, args, nargs, &b) ||
        blake2_bytes(vm, GIVEN(2), "key", algo->digest_size, b.key, &b.key_size) < 0 ||
        blake2_bytes(vm, GIVEN(3), "salt", tag, b.block + (wide ? 32 : 16), &n) < 0 ||
        blake2_bytes(vm, GIVEN(4), "person", tag, b.block + (wide ? 48 : 24), &n) < 0)
        return VALUE_NULL;
    const uint8_t head[] = {(uint8_t)b.digest_size, (uint8_t)b.key_size,
                            (uint8_t)b.fanout, (uint8_t)b.depth};
    memcpy(b.block, head, sizeof head);
    put_little_endian(b.block + 4, b.leaf_size, 4);
    put_little_endian(b.block + 8, b.node_offset, wide ? 8 : 6);
    b.block[wide ? 16 : 14] = (uint8_t)b.node_depth;
    b.block[wide ? 17 : 15] = (uint8_t)b.inner_size;
    HashObj *h = blake2_made(vm, id, &b);
    if (h && GIVEN(0) && hash_feed(vm, h, GIVEN(0)) < 0) {
        obj_decref(vm, &h->ob);
        h = NULL;
    }
    return value_from_obj(h);
}

/* The limits, as attributes of the class. */
static int blake2_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    int64_t size = hash_algorithms[t->spec->aux].digest_size, tag = size / 4;
    return dict_set_cstr_steal(vm, dict, "SALT_SIZE", value_from_imm(tag)) < 0 ||
                   dict_set_cstr_steal(vm, dict, "PERSON_SIZE", value_from_imm(tag)) <
                       0 ||
                   dict_set_cstr_steal(vm, dict, "MAX_KEY_SIZE", value_from_imm(size)) <
                       0
               ? -1
               : dict_set_cstr_steal(vm, dict, "MAX_DIGEST_SIZE", value_from_imm(size));
}

/* ---- the types ------------------------------------------------------------------- */

/* sha3_224(data) and its like: the class itself is called, and CPython's refusals name
 * the first of them. */
static Value sha3_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "sha3_224", .signature = "(data=b'', /, *, usedforsecurity=True)"};
    Value given[2];
    return args_take(vm, &row, args, nargs, kwnames, given)
               ? hash_open(vm, cls->spec->aux, given[0])
               : VALUE_NULL;
}

/* What all have, with the parameters of two of them. */
#define HASH_METHODS(update, digest)                                                   \
    {"update", hash_update_method, 0, update,                                          \
     "Update this hash object's state with the provided string."},                     \
        {"digest", hash_digest_method, 0, digest, "The digest as bytes."},             \
    {                                                                                  \
        "hexdigest", hash_hexdigest, 0, digest, "The digest as hexadecimal digits."    \
    }
static METHODS(hash_methods,
    {"copy", hash_copy, M_METHOD, "($self, /)", "Return a copy of the hash object."},
    HASH_METHODS("($self, obj, /)", "($self, /)"),
);
static METHODS(new_methods,
    {"copy", hash_copy, 0, "($self, /)", "Return a copy of the hash object."},
    HASH_METHODS("($self, data, /)", "($self, /)"),
);
static METHODS(shake_methods,
    {"copy", hash_copy, 0, "($self, /)", "Return a copy of the hash object."},
    HASH_METHODS("($self, data, /)", "($self, length, /)"),
);
static GETSETS(hash_getsets,
    GETS("name", get_name),
    GETS("digest_size", get_digest_size),
    GETS("block_size", get_block_size),
);
static GETSETS(sha3_getsets,
    GETS("name", get_name),
    GETS("digest_size", get_digest_size),
    GETS("block_size", get_block_size),
    GETS("_rate_bits", get_rate_bits),
    GETS("_capacity_bits", get_capacity_bits),
    GETS("_suffix", get_suffix),
);

/* Made by a function of the module. */
#define HASH_TYPE(id, module, name_)                                                   \
    static TYPE_SPEC(name_##_spec, .name = module "." #name_, .aux = id,               \
                     .flags = TYPE_OWN_MODULE | TYPE_NO_NEW, .basicsize = sizeof(HashObj), \
                     .methods = hash_methods, .getsets = hash_getsets)
/* Called as a class. */
#define SHA3_TYPE(id, name_, methods_)                                                 \
    static TYPE_SPEC(name_##_spec, .name = "_sha3." #name_, .aux = id, .flags = TYPE_OWN_MODULE, \
                     .basicsize = sizeof(HashObj), .slots = {.new_ = sha3_new},        \
                     .methods = methods_, .getsets = sha3_getsets)
#define BLAKE2_TYPE(id, name_)                                                         \
    static TYPE_SPEC(name_##_spec, .name = "_blake2." #name_, .aux = id, .flags = TYPE_OWN_MODULE, \
                     .doc = #name_ BLAKE2_TEXT("_blake2." #name_ ".MAX_DIGEST_SIZE") "\n--\n\nReturn a new BLAKE2 hash object.", .basicsize = sizeof(HashObj),           \
                     .slots = {.new_ = blake2_new}, .methods = new_methods,            \
                     .getsets = hash_getsets, .fill = blake2_fill)

HASH_TYPE(HASH_MD5, "_md5", md5);
HASH_TYPE(HASH_SHA1, "_sha1", sha1);
HASH_TYPE(HASH_SHA224, "_sha256", sha224);
HASH_TYPE(HASH_SHA256, "_sha256", sha256);
HASH_TYPE(HASH_SHA384, "_sha512", sha384);
HASH_TYPE(HASH_SHA512, "_sha512", sha512);
SHA3_TYPE(HASH_SHA3_224, sha3_224, new_methods);
SHA3_TYPE(HASH_SHA3_256, sha3_256, new_methods);
SHA3_TYPE(HASH_SHA3_384, sha3_384, new_methods);
SHA3_TYPE(HASH_SHA3_512, sha3_512, new_methods);
SHA3_TYPE(HASH_SHAKE_128, shake_128, shake_methods);
SHA3_TYPE(HASH_SHAKE_256, shake_256, shake_methods);
BLAKE2_TYPE(HASH_BLAKE2B, blake2b);
BLAKE2_TYPE(HASH_BLAKE2S, blake2s);

static const TypeSpec *const hash_specs[HASH_COUNT] = {
    &md5_spec,       &sha1_spec,      &sha224_spec,   &sha256_spec,   &sha384_spec,
    &sha512_spec,    &sha3_224_spec,  &sha3_256_spec, &sha3_384_spec, &sha3_512_spec,
    &shake_128_spec, &shake_256_spec, &blake2b_spec,  &blake2s_spec};

/* ---- the modules ----------------------------------------------------------------- */

#define OPENER(name, id)                                                               \
    FN(open_##name)                                                                    \
    {                                                                                  \
        return hash_open(vm, id, GIVEN(0));                                            \
    }
OPENER(md5, HASH_MD5)
OPENER(sha1, HASH_SHA1)
OPENER(sha224, HASH_SHA224)
OPENER(sha256, HASH_SHA256)
OPENER(sha384, HASH_SHA384)
OPENER(sha512, HASH_SHA512)

#define OPENER_ROW(name)                                                               \
    {                                                                                  \
#name, open_##name, 0, "($module, /, string=b'', *, usedforsecurity=True)",    \
            NULL                                                                       \
    }
static METHODS(md5_functions,
    OPENER_ROW(md5),
);
static METHODS(sha1_functions,
    OPENER_ROW(sha1),
);
static METHODS(sha256_functions,
    OPENER_ROW(sha224),
    OPENER_ROW(sha256),
);
static METHODS(sha512_functions,
    OPENER_ROW(sha384),
    OPENER_ROW(sha512),
);
static CONTENTS(md5_contents,
    HAS_TYPE("MD5Type", &md5_spec),
);
static CONTENTS(sha1_contents,
    HAS_TYPE("SHA1Type", &sha1_spec),
);
static CONTENTS(sha256_contents,
    HAS_TYPE("SHA224Type", &sha224_spec), HAS_TYPE("SHA256Type", &sha256_spec),
);
/* As in CPython, where one takes the other's name. */
static CONTENTS(sha512_contents,
    HAS_TYPE(NULL, &sha384_spec), HAS_TYPE("SHA384Type", &sha512_spec),
);
static CONTENTS(sha3_contents,
    HAS_TYPE("sha3_224", &sha3_224_spec), HAS_TYPE("sha3_256", &sha3_256_spec), HAS_TYPE("sha3_384", &sha3_384_spec),
    HAS_TYPE("sha3_512", &sha3_512_spec), HAS_TYPE("shake_128", &shake_128_spec), HAS_TYPE("shake_256", &shake_256_spec),
    HAS_INT("keccakopt", 0), HAS_TEXT("implementation", "tiny_sha3"),
);
static CONTENTS(blake2_contents,
    HAS_TYPE("blake2b", &blake2b_spec), HAS_TYPE("blake2s", &blake2s_spec),
    HAS_INT("BLAKE2B_SALT_SIZE", 16), HAS_INT("BLAKE2B_PERSON_SIZE", 16), HAS_INT("BLAKE2B_MAX_KEY_SIZE", 64),
    HAS_INT("BLAKE2B_MAX_DIGEST_SIZE", 64), HAS_INT("BLAKE2S_SALT_SIZE", 8), HAS_INT("BLAKE2S_PERSON_SIZE", 8),
    HAS_INT("BLAKE2S_MAX_KEY_SIZE", 32), HAS_INT("BLAKE2S_MAX_DIGEST_SIZE", 32),
);

MODULE_SPEC(md5_module_spec, .name = "_md5", .methods = md5_functions, .contents = md5_contents);
MODULE_SPEC(sha1_module_spec, .name = "_sha1", .methods = sha1_functions, .contents = sha1_contents);
MODULE_SPEC(sha256_module_spec, .name = "_sha256", .methods = sha256_functions, .contents = sha256_contents);
MODULE_SPEC(sha512_module_spec, .name = "_sha512", .methods = sha512_functions, .contents = sha512_contents);
MODULE_SPEC(sha3_module_spec, .name = "_sha3", .contents = sha3_contents);
MODULE_SPEC(blake2_module_spec, .name = "_blake2", .contents = blake2_contents);
