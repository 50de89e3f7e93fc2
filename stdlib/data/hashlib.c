/* hashlib.c - the modules _md5, _sha1, _sha256, _sha512, _sha3 and _blake2: hash
 * objects over the functions of hashes.c. All share one type.
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

static const TypeSpec hash_spec, xof_spec;

static HashObj *hash_new(MinipyVM *vm, HashId id)
{
    const HashAlgo *algo = &hash_algorithms[id];
    const TypeSpec *spec = algo->digest_size ? &hash_spec : &xof_spec;
    HashObj *h = (HashObj *)object_alloc(vm, module_type_borrow(vm, spec), 0);
    if (h) {
        h->algo = algo;
        h->digest_size = algo->digest_size;
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

/* How long a digest is wanted, by the argument of a hash with any length; -1: error. */
static int64_t digest_length(MinipyVM *vm, HashObj *h, Value length)
{
    int64_t n = h->digest_size;
    if (n)
        return n;
    if (!arg_ssize(vm, length, &n))
        return -1;
    if (n < 0 || n >= 1 << 29)
        return error_set(vm, EXC_ValueError,
                         n < 0 ? "value must be positive" : "length is too large"),
               -1;
    return n;
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

static Value hash_repr(MinipyVM *vm, Value self)
{
    char text[80];
    snprintf(text, sizeof text, "<%s %s object @ %p>", HASH(self)->algo->name,
             value_obj(self)->type->spec->name, (void *)(uintptr_t)self);
    return str_from_cstr(vm, text);
}

static METHODS(hash_methods,
    {"update", hash_update_method, 0, "($self, obj, /)", "Update this hash object's state with the provided string."},
    {"digest", hash_digest_method, 0, "($self, /)", "The digest as bytes."},
    {"hexdigest", hash_hexdigest, 0, "($self, /)", "The digest as hexadecimal digits."},
    {"copy", hash_copy, 0, "($self, /)", "Return a copy of the hash object."},
);
static METHODS(xof_methods,
    {"update", hash_update_method, 0, "($self, obj, /)", "Update this hash object's state with the provided string."},
    {"digest", hash_digest_method, 0, "($self, /, length)", "The digest as bytes."},
    {"hexdigest", hash_hexdigest, 0, "($self, /, length)", "The digest as hexadecimal digits."},
    {"copy", hash_copy, 0, "($self, /)", "Return a copy of the hash object."},
);
static GETSETS(hash_getsets,
    GETS("name", get_name),
    GETS("digest_size", get_digest_size),
    GETS("block_size", get_block_size),
);
static TYPE_SPEC(hash_spec,
    .name = "_hashlib.HASH",
    .doc = "A hash is an object used to calculate a checksum of a string of information.",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(HashObj),
    .slots = {.repr = hash_repr},
    .methods = hash_methods, .getsets = hash_getsets,
);
static TYPE_SPEC(xof_spec,
    .name = "_hashlib.HASHXOF",
    .doc = "A hash whose digest has the length that is asked for.",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(HashObj),
    .slots = {.repr = hash_repr},
    .methods = xof_methods, .getsets = hash_getsets,
);

static CONTENTS(contents,
    HAS_TYPE(NULL, &hash_spec), HAS_TYPE(NULL, &xof_spec),
);

/* ---- BLAKE2's parameters --------------------------------------------------------- */

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

static bool blake2_range(MinipyVM *vm, Value v, const char *message, int64_t low,
                         int64_t high, int64_t *out)
{
    if (v && !arg_ssize(vm, v, out))
        return false;
    if (*out >= low && *out <= high)
        return true;
    error_set(vm, EXC_ValueError, "%s", message);
    return false;
}

static void put_little_endian(uint8_t *out, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(n >> (8 * i));
}

static Value blake2_open(MinipyVM *vm, HashId id, const Value *args, size_t nargs)
{
    const HashAlgo *algo = &hash_algorithms[id];
    bool wide = id == HASH_BLAKE2B;
    unsigned tag = wide ? 16 : 8; /* bytes of salt and of person */
    uint8_t block[64] = {0}, key[128] = {0};
    size_t key_size, n;
    int64_t digest_size = algo->digest_size, fanout = 1, depth = 1, leaf = 0,
            offset = 0, node_depth = 0, inner = 0;
    char message[80];
    snprintf(message, sizeof message,
             "digest_size for %s must be between 1 and %u bytes, here it is",
             wide ? "Blake2b" : "Blake2s", algo->digest_size);
    if (GIVEN(1) && !arg_ssize(vm, GIVEN(1), &digest_size))
        return VALUE_NULL;
    if (digest_size < 1 || digest_size > algo->digest_size)
        return error_set(vm, EXC_ValueError, "%s %lld", message,
                         (long long)digest_size);
    if (blake2_bytes(vm, GIVEN(2), "key", algo->digest_size, key, &key_size) < 0 ||
        blake2_bytes(vm, GIVEN(3), "salt", tag, block + (wide ? 32 : 16), &n) < 0 ||
        blake2_bytes(vm, GIVEN(4), "person", tag, block + (wide ? 48 : 24), &n) < 0 ||
        !blake2_range(vm, GIVEN(5), "fanout must be between 0 and 255", 0, 255,
                      &fanout) ||
        !blake2_range(vm, GIVEN(6), "depth must be between 1 and 255", 1, 255,
                      &depth) ||
        !blake2_range(vm, GIVEN(7), "leaf_size is too large", 0, UINT32_MAX, &leaf) ||
        !blake2_range(vm, GIVEN(8), "node_offset is too large", 0,
                      wide ? INT64_MAX : 0xffffffffffff, &offset) ||
        !blake2_range(vm, GIVEN(9), "node_depth must be between 0 and 255", 0, 255,
                      &node_depth) ||
        !blake2_range(vm, GIVEN(10), "inner_size must be between 0 and is 64", 0,
                      algo->digest_size, &inner))
        return VALUE_NULL;
    int last = GIVEN(11) ? object_is_true(vm, GIVEN(11)) : 0;
    HashObj *h = last < 0 ? NULL : hash_new(vm, id);
    if (!h)
        return VALUE_NULL;
    memcpy(block,
           (uint8_t[]){(uint8_t)digest_size, (uint8_t)key_size, (uint8_t)fanout,
                       (uint8_t)depth},
           4);
    put_little_endian(block + 4, (uint64_t)leaf, 4);
    put_little_endian(block + 8, (uint64_t)offset, wide ? 8 : 6);
    block[wide ? 16 : 14] = (uint8_t)node_depth;
    block[wide ? 17 : 15] = (uint8_t)inner;
    blake2_set_parameters(algo, &h->state, block);
    h->digest_size = (unsigned)digest_size;
    h->state.last_node = last;
    if (key_size)
        hash_update(algo, &h->state, key, algo->block_size);
    if (GIVEN(0) && hash_feed(vm, h, GIVEN(0)) < 0) {
        obj_decref(vm, &h->ob);
        return VALUE_NULL;
    }
    return value_from_obj(h);
}

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
OPENER(sha3_224, HASH_SHA3_224)
OPENER(sha3_256, HASH_SHA3_256)
OPENER(sha3_384, HASH_SHA3_384)
OPENER(sha3_512, HASH_SHA3_512)
OPENER(shake_128, HASH_SHAKE_128)
OPENER(shake_256, HASH_SHAKE_256)
FN(open_blake2b)
{
    return blake2_open(vm, HASH_BLAKE2B, args, nargs);
}
FN(open_blake2s)
{
    return blake2_open(vm, HASH_BLAKE2S, args, nargs);
}

#define BLAKE2_SIGNATURE                                                               \
    "($module, data=b'', /, *, digest_size=None, key=b'', salt=b'', person=b'', "      \
    "fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, "      \
    "last_node=False, usedforsecurity=True)"
#define ROW(name)                                                                      \
    {                                                                                  \
#name, open_##name, 0, "($module, /, string=b'', *, usedforsecurity=True)",    \
            NULL                                                                       \
    }
static METHODS(md5_functions,
    ROW(md5),
);
static METHODS(sha1_functions,
    ROW(sha1),
);
static METHODS(sha256_functions,
    ROW(sha224),
    ROW(sha256),
);
static METHODS(sha512_functions,
    ROW(sha384),
    ROW(sha512),
);
static METHODS(sha3_functions,
    ROW(sha3_224),
    ROW(sha3_256),
    ROW(sha3_384),
    ROW(sha3_512),
    ROW(shake_128),
    ROW(shake_256),
);
static METHODS(blake2_functions,
    {"blake2b", open_blake2b, 0, BLAKE2_SIGNATURE, NULL},
    {"blake2s", open_blake2s, 0, BLAKE2_SIGNATURE, NULL},
);

MODULE_SPEC(md5_module_spec, .name = "_md5", .methods = md5_functions, .contents = contents);
MODULE_SPEC(sha1_module_spec, .name = "_sha1", .methods = sha1_functions, .contents = contents);
MODULE_SPEC(sha256_module_spec, .name = "_sha256", .methods = sha256_functions, .contents = contents);
MODULE_SPEC(sha512_module_spec, .name = "_sha512", .methods = sha512_functions, .contents = contents);
MODULE_SPEC(sha3_module_spec, .name = "_sha3", .methods = sha3_functions, .contents = contents);
MODULE_SPEC(blake2_module_spec, .name = "_blake2", .methods = blake2_functions, .contents = contents);
