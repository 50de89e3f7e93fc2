/* code_pack.c - packing and unpacking code objects (code_pack.h).
 *
 * A value is a tag and what it needs, depth first. An object that is met again is
 * written as its number, counted in the order in which objects are complete: constants
 * that the compiler made one stay one. Counts and numbers are written by seven bits a
 * byte. What code needs to run is one piece (code_body.h), which is copied, not read.
 */
#include "vm/code/code_pack.h"

#include <stdlib.h>

#include "vm/bytes/bytes.h"
#include "vm/code/code_body.h"
#include "vm/code/code_private.h"
#include "vm/code/code_verify.h"
#include "vm/containers/set.h"
#include "vm/containers/tuple.h"
#include "vm/memory/gc.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int_big.h"
#include "vm/text/str.h"
#include "vm/text/utf8.h"

/* The Makefile works it out of the sources of compiler and code. */
#ifndef MINIPY_CODE_ORIGIN
#define MINIPY_CODE_ORIGIN 0
#endif

enum {
    TAG_WORD, /* an immediate Value, which is the same everywhere */
    TAG_SEEN,
    TAG_STR,
    TAG_NAME, /* interned */
    TAG_BYTES,
    TAG_INT,
    TAG_FLOAT,
    TAG_COMPLEX,
    TAG_TUPLE,
    TAG_FROZENSET,
    TAG_CODE,
};

/* What CodeObj and CodeParts have by the same names, beside the body: numbers and
 * values. */
#define NUMBERS(X)                                                                     \
    X(argcount)                                                                        \
    X(posonlyargcount)                                                                 \
    X(kwonlyargcount)                                                                  \
    X(flags) X(nlocalsplus) X(nlocals) X(ncells) X(nfree) X(firstlineno)
#define VALUES(X) X(consts) X(names) X(localsplusnames) X(filename) X(name) X(qualname)

/* ---- packing --------------------------------------------------------------------- */

typedef struct Seen {
    Value object;
    uint32_t number;
} Seen;

typedef struct Packer {
    uint8_t *data;
    size_t size, capacity;
    Seen *seen; /* a table of open addressing, at most half full */
    size_t cells;
    uint32_t count;
    bool failed;
    bool ordered; /* sets are as a .pyc file of CPython has them */
} Packer;

/* Room for so much behind what is there, which is not yet part of it; NULL: failed. */
static uint8_t *reserve(Packer *p, size_t size)
{
    if (p->size + size > p->capacity && !p->failed) {
        size_t capacity = (p->size + size) * 2;
        uint8_t *grown = realloc(p->data, capacity);
        p->failed = !grown;
        p->data = grown ? grown : p->data;
        p->capacity = grown ? capacity : p->capacity;
    }
    return p->failed ? NULL : p->data + p->size;
}

static void put(Packer *p, const void *data, size_t size)
{
    uint8_t *to = size ? reserve(p, size) : NULL;
    if (!to)
        return;
    mem_copy(to, data, size);
    p->size += size;
}

static void put_tag(Packer *p, uint8_t tag)
{
    put(p, &tag, 1);
}

static void put_count(Packer *p, int64_t n)
{
    uint8_t bytes[10], *to = bytes;
    uint64_t left = (uint64_t)n;
    for (; left >= 0x80; left >>= 7)
        *to++ = (uint8_t)(left | 0x80);
    *to++ = (uint8_t)left;
    put(p, bytes, (size_t)(to - bytes));
}

static Seen *cell_of(const Packer *p, Value v)
{
    size_t at = (size_t)(v >> 4) * 0x9e3779b9u & (p->cells - 1);
    while (p->seen[at].object && p->seen[at].object != v)
        at = (at + 1) & (p->cells - 1);
    return &p->seen[at];
}

static void grow_seen(Packer *p)
{
    Packer old = *p;
    p->cells = old.cells ? old.cells * 2 : 256;
    p->seen = calloc(p->cells, sizeof *p->seen);
    p->failed |= !p->seen;
    for (size_t i = 0; i < old.cells && p->seen; i++)
        if (old.seen[i].object)
            *cell_of(p, old.seen[i].object) = old.seen[i];
    free(old.seen);
}

static void remember(Packer *p, Value v)
{
    if (p->count * 2 >= p->cells)
        grow_seen(p);
    if (!p->failed)
        *cell_of(p, v) = (Seen){v, p->count++};
}

static void put_code(Packer *p, CodeObj *c);
static void put_value(Packer *p, Value v);

static void put_str(Packer *p, Value v)
{
    const StrObj *s = STR(v);
    put_tag(p, str_is_interned(v) ? TAG_NAME : TAG_STR);
    put(p, &s->width, 1);
    put(p, &s->ascii, 1);
    put_count(p, s->length);
    put(p, s->data, (size_t)(s->length * s->width));
}

static void put_tuple(Packer *p, Value v)
{
    put_tag(p, TAG_TUPLE);
    put_count(p, tuple_size(v));
    for (int64_t at = 0; at < tuple_size(v); at++)
        put_value(p, tuple_get_borrow(v, at));
}

static void put_frozenset(Packer *p, Value v)
{
    int64_t n = set_size(v), at = 0;
    Value item,
        *sorted = p->ordered && n > 1 ? malloc((size_t)n * sizeof *sorted) : NULL;
    put_tag(p, TAG_FROZENSET);
    put_count(p, n);
    if (sorted && code_pack_order(v, sorted))
        for (; at < n; at++)
            put_value(p, sorted[at]);
    else
        while (set_next(v, &at, &item))
            put_value(p, item);
    free(sorted);
}

static void put_int(Packer *p, Value v)
{
    IntView view;
    int_view(v, &view);
    put_tag(p, TAG_INT);
    put_tag(p, view.negative);
    put_count(p, view.size);
    put(p, view.limbs, (size_t)view.size * sizeof *view.limbs);
}

static void put_object(Packer *p, Value v)
{
    switch ((Kind)value_obj(v)->kind) {
    case KIND_STR: put_str(p, v); break;
    case KIND_BYTES:
        put_tag(p, TAG_BYTES);
        put_count(p, BYTES(v)->size);
        put(p, BYTES(v)->data, (size_t)BYTES(v)->size);
        break;
    case KIND_INT: put_int(p, v); break;
    case KIND_FLOAT:
        put_tag(p, TAG_FLOAT);
        put(p, &(double){float_value(v)}, sizeof(double));
        break;
    case KIND_COMPLEX:
        put_tag(p, TAG_COMPLEX);
        put(p, &(double[2]){COMPLEX(v)->real, COMPLEX(v)->imag}, 2 * sizeof(double));
        break;
    case KIND_TUPLE: put_tuple(p, v); break;
    case KIND_FROZENSET: put_frozenset(p, v); break;
    case KIND_CODE: put_code(p, CODE(v)); break;
    default: p->failed = true; /* the compiler makes no other */
    }
}

static void put_value(Packer *p, Value v)
{
    if (!value_is_obj(v)) {
        put_tag(p, TAG_WORD);
        put(p, &v, sizeof v);
        return;
    }
    const Seen *seen = p->cells ? cell_of(p, v) : NULL;
    if (seen && seen->object) {
        put_tag(p, TAG_SEEN);
        put_count(p, seen->number);
        return;
    }
    put_object(p, v);
    remember(p, v);
}

/* Its size, as four bytes, and the body. */
static void put_body(Packer *p, const CodeObj *c)
{
    uint32_t size = 0;
    uint8_t *to =
        reserve(p, sizeof size + (c->body ? c->body->size : code_body_bound(c)));
    if (!to)
        return;
    if (c->body)
        mem_copy(to + sizeof size, c->body->data, size = (uint32_t)c->body->size);
    else
        size = (uint32_t)code_body_write(c, to + sizeof size);
    p->failed |= size == 0;
    memcpy(to, &size, sizeof size);
    p->size += sizeof size + size;
}

static void put_code(Packer *p, CodeObj *c)
{
    put_tag(p, TAG_CODE);
    p->failed |= c->from_words || c->quickened || c->patches || c->monitor;
#define X(field) put_count(p, (uint32_t)c->field);
    NUMBERS(X)
#undef X
    put(p, c->localspluskinds, (size_t)c->nlocalsplus);
    put_body(p, c);
#define X(field) put_value(p, c->field);
    VALUES(X)
#undef X
}

static CodePack pack_behind(size_t head, CodeObj *c)
{
    Packer p = {.ordered = head > 0};
    put(&p, (char[64]){0}, head + sizeof p.count);
    put_value(&p, c->filename); /* the first that is seen: code_unpack exchanges it */
    put_value(&p, value_from_obj(c));
    free(p.seen);
    if (p.failed) {
        free(p.data);
        return (CodePack){0};
    }
    memcpy(p.data + head, &p.count, sizeof p.count); /* of the objects */
    uint8_t *data = realloc(p.data, p.size);
    return (CodePack){data ? data : p.data, p.size};
}

CodePack code_pack(CodeObj *c)
{
    return pack_behind(0, c);
}

void code_pack_free(CodePack *p)
{
    free(p->data);
    *p = (CodePack){0};
}

/* ---- unpacking ------------------------------------------------------------------- */

typedef struct Unpacker {
    MinipyVM *vm;
    const uint8_t *at, *end;
    Value *seen; /* objects that are complete, a reference to each */
    uint32_t nseen, room;
    bool verify;  /* a program handed the bytes in: what the code does is proven */
    bool damaged; /* no pack, or cut off; then values are VALUE_NULL */
} Unpacker;

static Value damaged(Unpacker *u)
{
    u->damaged = true;
    return VALUE_NULL;
}

/* NULL: there is not so much. */
static const void *take(Unpacker *u, size_t size)
{
    const void *p = u->at;
    if (unlikely(size > (size_t)(u->end - u->at))) {
        u->damaged = true;
        return NULL;
    }
    u->at += size;
    return p;
}

/* Zeros where there is not so much. */
static void get(Unpacker *u, void *to, size_t size)
{
    const void *from = take(u, size);
    if (likely(from != NULL))
        mem_copy(to, from, size);
    else
        memset(to, 0, size);
}

static uint64_t get_number(Unpacker *u)
{
    uint64_t n = 0;
    for (int shift = 0; shift < 64 && u->at < u->end; shift += 7) {
        uint8_t byte = *u->at++;
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return n;
    }
    u->damaged = true;
    return 0;
}

/* How many items of `size` bytes follow, at least; -1: not so many do. */
static int64_t get_count(Unpacker *u, size_t size)
{
    uint64_t n = get_number(u);
    if (likely(!u->damaged && n <= (size_t)(u->end - u->at) / size))
        return (int64_t)n;
    u->damaged = true;
    return -1;
}

static Value get_value(Unpacker *u);

/* The same. Most have been seen, and are among the first that were. */
static inline Value get_item(Unpacker *u)
{
    const uint8_t *at = u->at;
    if (likely(u->end - at > 3) && at[0] == TAG_SEEN) {
        bool two = at[1] >= 0x80;
        uint32_t number = two ? (at[1] & 0x7fu) | (uint32_t)at[2] << 7 : at[1];
        if (likely(number < u->nseen && !(two && at[2] >= 0x80))) {
            u->at = at + 2 + two;
            return value_incref(u->seen[number]);
        }
    }
    return get_value(u);
}

/* Is a text stored as str does it: as narrow as its widest character allows? */
static bool is_narrowest(const void *data, int64_t n, uint8_t width, uint8_t ascii)
{
    static const uint32_t least[] = {0x80, 0x100, 0, 0x10000};
    uint32_t most = 0, c = 0;
    if (ascii)
        return width == 1 && utf8_ascii_prefix(data, (size_t)n) == (size_t)n;
    for (int64_t i = 0; i < n; i++) {
        memcpy(&c, (const uint8_t *)data + i * width, width);
        most = c > most ? c : most;
    }
    return most >= least[width - 1] && most <= 0x10ffff;
}

static Value get_str(Unpacker *u, bool interned)
{
    uint8_t head[2];
    get(u, head, sizeof head);
    uint8_t width = head[0], ascii = head[1];
    if (width != 1 && width != 2 && width != 4)
        return damaged(u);
    int64_t n = get_count(u, width);
    const void *data = n < 0 ? NULL : take(u, (size_t)n * width);
    if (!data || !is_narrowest(data, n, width, ascii))
        return damaged(u);
    if (interned && ascii)
        return str_intern_ascii(u->vm, data, (size_t)n);
    uint32_t most = ascii ? 0x7f : width == 1 ? 0xff : width == 2 ? 0xffff : 0x10ffff;
    Value s = str_alloc(u->vm, n, most);
    if (!s || n == 0)
        return s;
    memcpy(str_data(STR(s)), data, (size_t)n * width);
    return interned ? str_intern_steal(u->vm, s) : s;
}

static Value get_bytes(Unpacker *u)
{
    int64_t n = get_count(u, 1);
    return n < 0 ? VALUE_NULL : bytes_from(u->vm, take(u, (size_t)n), n);
}

static Value get_int(Unpacker *u)
{
    uint8_t negative;
    get(u, &negative, 1);
    int64_t n = get_count(u, sizeof(mp_limb_t));
    if (n <= 0)
        return damaged(u);
    const void *limbs = take(u, (size_t)n * sizeof(mp_limb_t));
    IntObj *o = int_alloc(u->vm, n);
    if (!o)
        return VALUE_NULL;
    memcpy(o->limbs, limbs, (size_t)n * sizeof(mp_limb_t));
    return int_finish(u->vm, o, n, negative);
}

static Value get_tuple(Unpacker *u)
{
    int64_t n = get_count(u, 1);
    Value t = n < 0 ? VALUE_NULL : tuple_alloc(u->vm, n);
    for (int64_t i = 0; t && i < n; i++)
        if (!(TUPLE(t)->items[i] = get_item(u)))
            value_clear(u->vm, &t);
    if (t)
        gc_untrack_simple(t); /* as the first collection would */
    return t;
}

static Value get_frozenset(Unpacker *u)
{
    Value items = get_tuple(u);
    Value s = items ? frozenset_new(u->vm, items) : VALUE_NULL;
    value_xdecref(u->vm, items);
    return s;
}

static bool get_kinds(Unpacker *u, CodeParts *p)
{
    size_t n = (size_t)(uint32_t)p->nlocalsplus;
    const void *kinds = take(u, n);
    if (!kinds || n == 0)
        return kinds != NULL;
    p->localspluskinds = mem_alloc(u->vm, n);
    if (p->localspluskinds)
        memcpy(p->localspluskinds, kinds, n);
    return p->localspluskinds != NULL;
}

/* Copied, but of code that has to be proven. */
static bool get_body(Unpacker *u, CodeParts *p)
{
    uint32_t size;
    get(u, &size, sizeof size);
    const uint8_t *body = take(u, size);
    if (!body)
        return false;
    if (!u->verify)
        return (p->body = code_body_new(u->vm, body, size)) != NULL;
    int r = code_body_read(u->vm, body, size, p);
    u->damaged |= r == 0;
    return r > 0;
}

static Value get_code(Unpacker *u)
{
    CodeParts p = {0};
#define X(field) p.field = (__typeof__(p.field))get_number(u);
    NUMBERS(X)
#undef X
    bool failed = !get_kinds(u, &p) || !get_body(u, &p);
#define X(field)                                                                       \
    if (!failed)                                                                       \
        failed = !(p.field = get_item(u));
    VALUES(X)
#undef X
    bool checks_loads = false;
    if (!failed && !code_parts_fit(&p))
        failed = u->damaged = true;
    if (!failed && u->verify) {
        int proven = code_verify(u->vm, &p, &checks_loads);
        u->damaged |= proven == 0;
        failed = proven <= 0;
    }
    Value code = failed ? VALUE_NULL : code_new_steal(u->vm, &p);
    if (failed)
        code_parts_release(u->vm, &p);
    else if (code && checks_loads)
        code_check_loads(CODE(code));
    return code;
}

static Value get_object(Unpacker *u, uint8_t tag)
{
    double numbers[2];
    switch (tag) {
    case TAG_STR:
    case TAG_NAME: return get_str(u, tag == TAG_NAME);
    case TAG_BYTES: return get_bytes(u);
    case TAG_INT: return get_int(u);
    case TAG_FLOAT:
        get(u, numbers, sizeof(double));
        return float_new(u->vm, numbers[0]);
    case TAG_COMPLEX:
        get(u, numbers, sizeof numbers);
        return complex_new(u->vm, numbers[0], numbers[1]);
    case TAG_TUPLE: return get_tuple(u);
    case TAG_FROZENSET: return get_frozenset(u);
    case TAG_CODE: return get_code(u);
    default: return damaged(u);
    }
}

/* One of those that are no objects, and that a constant can be. */
static Value get_word(Unpacker *u)
{
    Value v;
    get(u, &v, sizeof v);
    bool known = value_is_int_imm(v) || value_is_float_imm(v) || v == VALUE_NONE ||
                 v == VALUE_TRUE || v == VALUE_FALSE || v == VALUE_ELLIPSIS;
    return known ? v : damaged(u);
}

static Value get_seen(Unpacker *u)
{
    uint64_t number = get_number(u);
    return number < u->nseen ? value_incref(u->seen[number]) : damaged(u);
}

static Value get_value(Unpacker *u)
{
    uint8_t tag;
    get(u, &tag, 1);
    if (tag == TAG_WORD)
        return get_word(u);
    if (tag == TAG_SEEN)
        return get_seen(u);
    Value v = c_stack_check(u->vm) < 0 ? VALUE_NULL : get_object(u, tag);
    if (!v)
        return v;
    if (u->nseen == u->room) {
        value_decref(u->vm, v);
        return damaged(u);
    }
    return u->seen[u->nseen++] = value_incref(v);
}

/* The file's name, which is the first that is seen, then the code. */
static Value get_pack(Unpacker *u, Value filename)
{
    Value stored = get_value(u), code = VALUE_NULL;
    if (!stored)
        return stored;
    if (value_is_str(stored)) {
        if (filename)
            value_set_steal(u->vm, &u->seen[0], value_incref(filename));
        code = get_value(u);
    }
    value_decref(u->vm, stored);
    if (code && !value_is_kind(code, KIND_CODE))
        value_clear(u->vm, &code);
    return code;
}

static Value unpack(MinipyVM *vm, const uint8_t *data, size_t size, Value filename,
                    bool verify)
{
    Unpacker u = {.vm = vm, .at = data, .end = data + size, .verify = verify};
    get(&u, &u.room, sizeof u.room);
    if (u.room > size) /* each has a byte, at least */
        return VALUE_NULL;
    u.seen = mem_alloc(vm, (u.room + (size_t)1) * sizeof *u.seen);
    Value code = u.seen ? get_pack(&u, filename) : VALUE_NULL;
    values_xdecref(vm, u.seen, u.nseen);
    mem_free(vm, u.seen);
    return code;
}

Value code_unpack(MinipyVM *vm, const CodePack *p, Value filename)
{
    return unpack(vm, p->data, p->size, filename, false);
}

/* ---- sealed ---------------------------------------------------------------------- */

typedef struct Seal {
    uint32_t mark, origin;
    uint64_t size, sum; /* of the pack behind it */
} Seal;
_Static_assert(sizeof(Seal) == CODE_PACK_HEAD, "what a reader needs to know the size");

size_t code_pack_size(const uint8_t *head)
{
    Seal seal;
    memcpy(&seal, head, sizeof seal);
    return seal.size < SIZE_MAX / 2 ? sizeof seal + (size_t)seal.size : SIZE_MAX;
}

uint32_t code_pack_origin(void)
{
    return MINIPY_CODE_ORIGIN;
}

/* Tells damage, not malice. */
static uint64_t checksum(const uint8_t *data, size_t size)
{
    uint64_t sum = size, word;
    for (; size >= sizeof word; data += sizeof word, size -= sizeof word) {
        memcpy(&word, data, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 29;
    }
    for (; size; size--)
        sum = (sum ^ *data++) * 0x100000001b3;
    return sum ^ sum >> 32;
}

CodePack code_pack_sealed(CodeObj *c)
{
    Seal seal = {.mark = CODE_PACK_MARK, .origin = code_pack_origin()};
    CodePack p = seal.origin ? pack_behind(sizeof seal, c) : (CodePack){0};
    if (p.data) {
        seal.size = p.size - sizeof seal;
        seal.sum = checksum(p.data + sizeof seal, seal.size);
        memcpy(p.data, &seal, sizeof seal);
    }
    return p;
}

Value code_unpack_sealed(MinipyVM *vm, const uint8_t *data, size_t size, Value filename,
                         bool verify, size_t *used)
{
    Seal seal;
    if (size < sizeof seal)
        return VALUE_NULL;
    memcpy(&seal, data, sizeof seal);
    data += sizeof seal;
    if (seal.mark != CODE_PACK_MARK || !seal.origin ||
        seal.origin != code_pack_origin() || seal.size > size - sizeof seal ||
        seal.sum != checksum(data, seal.size))
        return VALUE_NULL;
    *used = sizeof seal + seal.size;
    return unpack(vm, data, seal.size, filename, verify);
}
