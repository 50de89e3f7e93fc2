/* hashes.c - the modules _md5, _sha1, _sha256 and _sha512, from RFC 1321 and FIPS 180-4.
 * One object serves all: a running state, a block buffer, and a row that says how to step.
 */
#include <math.h>

#include "vm/args.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/func.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"
#include "vm/vm.h"

typedef struct HashObj HashObj;
typedef struct Algorithm {
    const char *name, *type_name;
    int digest_size, block_size, words;
    bool wide, little_endian;
    uint64_t start[8];
    void (*block)(HashObj *h, const uint8_t *p);
} Algorithm;

struct HashObj {
    Object ob;
    const Algorithm *a;
    uint64_t state[8];
    uint64_t total; /* bytes seen */
    uint8_t buffer[128];
    int used;
};
#define HASH(v) ((HashObj *)(uintptr_t)(v))

/* ---- the four compressions ----------------------------------------------------------------------- */

static uint32_t rol32(uint32_t x, int n) { return (x << n) | (x >> (32 - n)); }
static uint32_t ror32(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }
static uint64_t ror64(uint64_t x, int n) { return (x >> n) | (x << (64 - n)); }

static uint32_t load32(const uint8_t *p, bool little)
{
    return little ? (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24
                  : (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static uint64_t load64(const uint8_t *p) { return (uint64_t)load32(p, false) << 32 | load32(p + 4, false); }

static void md5_block(HashObj *h, const uint8_t *p)
{
    static const int shift[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = (uint32_t)h->state[0], b = (uint32_t)h->state[1], c = (uint32_t)h->state[2], d = (uint32_t)h->state[3];
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d); g = i; break;
        case 1: f = (d & b) | (~d & c); g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d); g = (7 * i) % 16; break;
        }
        /* The constants are the integer part of 2^32 |sin(i + 1)|: RFC 1321's definition. */
        uint32_t k = (uint32_t)(fabs(sin(i + 1)) * 4294967296.0), t = d;
        d = c;
        c = b;
        b += rol32(a + f + k + load32(p + 4 * g, true), shift[i / 16][i % 4]);
        a = t;
    }
    uint32_t add[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        h->state[i] = (uint32_t)(h->state[i] + add[i]);
}

static void sha1_block(HashObj *h, const uint8_t *p)
{
    uint32_t w[80], v[5];
    for (int i = 0; i < 80; i++)
        w[i] = i < 16 ? load32(p + 4 * i, false) : rol32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 5; i++)
        v[i] = (uint32_t)h->state[i];
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (v[1] & v[2]) | (~v[1] & v[3])
                     : i < 40 ? v[1] ^ v[2] ^ v[3]
                     : i < 60 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])
                              : v[1] ^ v[2] ^ v[3];
        static const uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t t = rol32(v[0], 5) + f + v[4] + k[i / 20] + w[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rol32(v[1], 30);
        v[1] = v[0];
        v[0] = t;
    }
    for (int i = 0; i < 5; i++)
        h->state[i] = (uint32_t)(h->state[i] + v[i]);
}

/* FIPS 180-4, 4.2.3: the first 64 bits of the fractional parts of the cube roots of the first
 * eighty primes. SHA-256 takes the upper halves of the first sixty-four. */
static const uint64_t sha_constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

static void sha256_block(HashObj *h, const uint8_t *p)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 64; i++) {
        if (i < 16) {
            w[i] = load32(p + 4 * i, false);
            continue;
        }
        uint32_t s0 = ror32(w[i - 15], 7) ^ ror32(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t s1 = ror32(w[i - 2], 17) ^ ror32(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    for (int i = 0; i < 8; i++)
        v[i] = (uint32_t)h->state[i];
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = ror32(v[4], 6) ^ ror32(v[4], 11) ^ ror32(v[4], 25), choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + choose + (uint32_t)(sha_constants[i] >> 32) + w[i];
        uint32_t s0 = ror32(v[0], 2) ^ ror32(v[0], 13) ^ ror32(v[0], 22);
        uint32_t major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + s0 + major;
    }
    for (int i = 0; i < 8; i++)
        h->state[i] = (uint32_t)(h->state[i] + v[i]);
}

static void sha512_block(HashObj *h, const uint8_t *p)
{
    uint64_t w[80], v[8];
    for (int i = 0; i < 80; i++) {
        if (i < 16) {
            w[i] = load64(p + 8 * i);
            continue;
        }
        uint64_t s0 = ror64(w[i - 15], 1) ^ ror64(w[i - 15], 8) ^ (w[i - 15] >> 7);
        uint64_t s1 = ror64(w[i - 2], 19) ^ ror64(w[i - 2], 61) ^ (w[i - 2] >> 6);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(v, h->state, sizeof v);
    for (int i = 0; i < 80; i++) {
        uint64_t s1 = ror64(v[4], 14) ^ ror64(v[4], 18) ^ ror64(v[4], 41), choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint64_t t1 = v[7] + s1 + choose + sha_constants[i] + w[i];
        uint64_t s0 = ror64(v[0], 28) ^ ror64(v[0], 34) ^ ror64(v[0], 39);
        uint64_t major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + s0 + major;
    }
    for (int i = 0; i < 8; i++)
        h->state[i] += v[i];
}

static const Algorithm algorithms[] = {
    {"md5", "_md5.md5", 16, 64, 4, false, true, {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, md5_block},
    {"sha1", "_sha1.sha1", 20, 64, 5, false, false,
     {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, sha1_block},
    {"sha224", "_sha256.sha224", 28, 64, 8, false, false,
     {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}, sha256_block},
    {"sha256", "_sha256.sha256", 32, 64, 8, false, false,
     {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, sha256_block},
    {"sha384", "_sha512.sha384", 48, 128, 8, true, false,
     {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939, 0x67332667ffc00b31,
      0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4}, sha512_block},
    {"sha512", "_sha512.sha512", 64, 128, 8, true, false,
     {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
      0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}, sha512_block},
};

/* ---- running and finishing -------------------------------------------------------------------------- */

static void feed(HashObj *h, const uint8_t *p, int64_t n)
{
    int size = h->a->block_size;
    h->total += (uint64_t)n;
    if (h->used) {
        int64_t take = size - h->used < n ? size - h->used : n;
        memcpy(h->buffer + h->used, p, (size_t)take);
        h->used += (int)take;
        p += take;
        n -= take;
        if (h->used < size)
            return;
        h->a->block(h, h->buffer);
        h->used = 0;
    }
    for (; n >= size; p += size, n -= size)
        h->a->block(h, p);
    memcpy(h->buffer, p, (size_t)n);
    h->used = (int)n;
}

static void finish(const HashObj *source, uint8_t out[64])
{
    HashObj h = *source;
    uint64_t bits = h.total * 8;
    uint8_t pad[256] = {0x80}, length[16] = {0};
    int field = h.a->wide ? 16 : 8, size = h.a->block_size;
    int n = (h.used < size - field ? size - field : 2 * size - field) - h.used;
    for (int i = 0; i < 8; i++) {
        if (h.a->little_endian)
            length[i] = (uint8_t)(bits >> (8 * i));
        else
            length[field - 1 - i] = (uint8_t)(bits >> (8 * i));
    }
    feed(&h, pad, n);
    feed(&h, length, field);
    int bytes = h.a->wide ? 8 : 4;
    for (int i = 0; i < h.a->digest_size; i++) {
        int shift = h.a->little_endian ? i % bytes : bytes - 1 - i % bytes;
        out[i] = (uint8_t)(h.state[i / bytes] >> (8 * shift));
    }
}

/* ---- the objects ------------------------------------------------------------------------------------------ */

static Value hash_digest(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
{
    uint8_t out[64];
    (void)args, (void)nargs, (void)kwnames;
    finish(HASH(self), out);
    return bytes_from(vm, out, HASH(self)->a->digest_size);
}

static Value hash_hexdigest(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
{
    uint8_t out[64];
    char text[128];
    (void)args, (void)nargs, (void)kwnames;
    finish(HASH(self), out);
    for (int i = 0; i < HASH(self)->a->digest_size; i++) {
        text[2 * i] = "0123456789abcdef"[out[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[out[i] & 15];
    }
    return str_from_ascii(vm, text, 2 * HASH(self)->a->digest_size);
}

static int update_from(MinipyVM *vm, HashObj *h, Value data)
{
    Buffer view;
    if (value_is_str(data))
        return error_set(vm, EXC_TypeError, "Strings must be encoded before hashing"), -1;
    if (!buffer_supported(vm, data))
        return error_set(vm, EXC_TypeError, "object supporting the buffer API required"), -1;
    if (buffer_get(vm, data, &view, BUF_SIMPLE) < 0)
        return -1;
    feed(h, view.data, view.size);
    buffer_release(vm, &view);
    return 0;
}

static Value hash_update(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
{
    (void)nargs, (void)kwnames;
    return update_from(vm, HASH(self), args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

static Value hash_copy(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    HashObj *h = (HashObj *)object_alloc(vm, value_type(vm, self), 0);
    if (!h)
        return VALUE_NULL;
    memcpy(&h->a, &HASH(self)->a, sizeof *h - offsetof(HashObj, a));
    return value_from_obj(h);
}

static Value get_name(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    return str_from_cstr(vm, HASH(self)->a->name);
}

static Value get_digest_size(MinipyVM *vm, Value self, void *closure)
{
    (void)vm, (void)closure;
    return value_from_imm(HASH(self)->a->digest_size);
}

static Value get_block_size(MinipyVM *vm, Value self, void *closure)
{
    (void)vm, (void)closure;
    return value_from_imm(HASH(self)->a->block_size);
}

static const MethodDef hash_methods[] = {{"digest", hash_digest, M_NOARGS, NULL}, {"hexdigest", hash_hexdigest, M_NOARGS, NULL},
                                         {"update", hash_update, M_O, NULL}, {"copy", hash_copy, M_NOARGS, NULL}, {0}};
static const GetSetDef hash_getsets[] = {{"name", get_name, NULL, NULL, NULL},
                                         {"digest_size", get_digest_size, NULL, NULL, NULL},
                                         {"block_size", get_block_size, NULL, NULL, NULL}, {0}};

#define HASH_SPEC(type_name)                                                                      \
    {.name = type_name, .kind = KIND_OBJECT, .base = KIND_OBJECT, .flags = TYPE_NO_NEW,           \
     .basicsize = sizeof(HashObj), .methods = hash_methods, .getsets = hash_getsets}
static const TypeSpec specs[] = {HASH_SPEC("_md5.md5"), HASH_SPEC("_sha1.sha1"), HASH_SPEC("_sha256.sha224"),
                                 HASH_SPEC("_sha256.sha256"), HASH_SPEC("_sha512.sha384"), HASH_SPEC("_sha512.sha512")};
static const char *const type_names[] = {"MD5Type", "SHA1Type", "SHA224Type", "SHA256Type", "SHA384Type", "SHA512Type"};

/* Module functions know their algorithm by the module they belong to and its type there. */
static Value make(MinipyVM *vm, Value module, int which, const Value *args, size_t nargs, Value kwnames)
{
    const ArgSpec spec = {algorithms[which].name, "string usedforsecurity", 0, 0, 1};
    Value a[2];
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    Value type = dict_get_cstr_borrow(vm, value_from_obj(MODULE(module)->dict), type_names[which]);
    if (!type || !value_is_type(type))
        return error_set(vm, EXC_RuntimeError, "the module lost its hash type");
    HashObj *h = (HashObj *)object_alloc(vm, TYPE_OF(type), 0);
    if (!h)
        return VALUE_NULL;
    h->a = &algorithms[which];
    memcpy(h->state, h->a->start, sizeof h->state);
    if (a[0] && update_from(vm, h, a[0]) < 0) {
        obj_decref(vm, &h->ob);
        return VALUE_NULL;
    }
    return value_from_obj(h);
}

#define MAKER(name, which)                                                                        \
    static Value make_##name(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames) \
    {                                                                                             \
        return make(vm, self, which, args, nargs, kwnames);                                       \
    }
MAKER(md5, 0)
MAKER(sha1, 1)
MAKER(sha224, 2)
MAKER(sha256, 3)
MAKER(sha384, 4)
MAKER(sha512, 5)

static int add_types(MinipyVM *vm, Value m, int from, int to)
{
    for (int i = from; i <= to; i++) {
        TypeObj *t = type_from_spec(vm, &specs[i]);
        if (!t || module_add_steal(vm, m, type_names[i], value_from_obj(t)) < 0)
            return -1;
    }
    return 0;
}

static int md5_exec(MinipyVM *vm, Value m) { return add_types(vm, m, 0, 0); }
static int sha1_exec(MinipyVM *vm, Value m) { return add_types(vm, m, 1, 1); }
static int sha256_exec(MinipyVM *vm, Value m) { return add_types(vm, m, 2, 3); }
static int sha512_exec(MinipyVM *vm, Value m) { return add_types(vm, m, 4, 5); }

static const MethodDef md5_functions[] = {{"md5", make_md5, M_KW, NULL}, {0}};
static const MethodDef sha1_functions[] = {{"sha1", make_sha1, M_KW, NULL}, {0}};
static const MethodDef sha256_functions[] = {{"sha224", make_sha224, M_KW, NULL}, {"sha256", make_sha256, M_KW, NULL}, {0}};
static const MethodDef sha512_functions[] = {{"sha384", make_sha384, M_KW, NULL}, {"sha512", make_sha512, M_KW, NULL}, {0}};

const ModuleSpec md5_module_spec = {.name = "_md5", .methods = md5_functions, .exec = md5_exec};
const ModuleSpec sha1_module_spec = {.name = "_sha1", .methods = sha1_functions, .exec = sha1_exec};
const ModuleSpec sha256_module_spec = {.name = "_sha256", .methods = sha256_functions, .exec = sha256_exec};
const ModuleSpec sha512_module_spec = {.name = "_sha512", .methods = sha512_functions, .exec = sha512_exec};
