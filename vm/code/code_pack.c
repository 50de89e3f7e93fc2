/* code_pack.c - packing and unpacking code objects (code_pack.h).
 *
 * A value is a tag and what it needs, depth first. Counts and numbers are written by
 * seven bits a byte. A code object is what its functions need of it, then a piece by
 * itself, with all the rest: its body (code_body.h), which is copied, and read when the
 * code is called or asked. So that each can be read alone, objects that several code
 * objects have, and all that those hold, are written first, and read at once; the
 * file's name is the first. An object that is met again is written as its number, among
 * those or among the body's own, counted as they are complete: constants that the
 * compiler made one stay one.
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
#include "vm/memory/mem_inline.h"
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
    TAG_SHARED,
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
#define LABELS(X) X(name) X(qualname) X(filename)
#define VALUES(X) X(consts) X(names) X(localsplusnames)

/* ---- packing --------------------------------------------------------------------- */

typedef struct Seen {
    Value object;
    uint32_t number; /* among those that are shared, or the body's; NOT_YET */
    uint32_t body;   /* which has it, counted as they are met; SHARED: several */
} Seen;
enum { NOT_YET = UINT32_MAX, SHARED = UINT32_MAX };

typedef struct Packer {
    uint8_t *data;
    size_t size, capacity;
    Seen *seen; /* all objects: a table of open addressing, at most half full */
    size_t cells;
    Value *order; /* the same, what one holds before it; half as many as cells */
    uint32_t count, placed, bodies;
    uint32_t shared, own, tuples; /* so many are written; of the body: own, tuples */
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
    Value *order = realloc(p->order, p->cells / 2 * sizeof *order);
    p->order = order ? order : p->order;
    p->failed |= !p->seen || !order;
    for (size_t i = 0; i < old.cells && p->seen; i++)
        if (old.seen[i].object)
            *cell_of(p, old.seen[i].object) = old.seen[i];
    free(old.seen);
}

/* ---- which objects several bodies have ---- */

static void look(Packer *p, Value v, uint32_t body);

static void look_into(Packer *p, Value v, uint32_t body)
{
    Value item;
    int64_t at = 0;
    if (value_is_tuple(v))
        for (; at < tuple_size(v); at++)
            look(p, tuple_get_borrow(v, at), body);
    else if (value_is_kind(v, KIND_FROZENSET))
        while (set_next(v, &at, &item))
            look(p, item, body);
}

static void look_into_code(Packer *p, const CodeObj *c, uint32_t body)
{
    uint32_t own = p->bodies++;
    p->failed |= c->from_words || c->quickened || c->patches || c->monitor || c->body;
    if (p->failed)
        return;
#define X(field) look(p, c->field, body);
    LABELS(X)
#undef X
#define X(field) look(p, c->field, own);
    VALUES(X)
#undef X
}

/* The body has v. */
static void look(Packer *p, Value v, uint32_t body)
{
    if (!value_is_obj(v) || p->failed)
        return;
    if (p->count * 2 >= p->cells)
        grow_seen(p);
    Seen *seen = p->failed ? NULL : cell_of(p, v);
    if (!seen || (seen->object && (seen->body == body || seen->body == SHARED)))
        return;
    if (seen->object) {
        seen->body = SHARED;
        p->failed |= value_is_kind(v, KIND_CODE); /* no compiler's */
        look_into(p, v, SHARED);
        return;
    }
    *seen = (Seen){v, NOT_YET, body};
    p->count++;
    if (value_is_kind(v, KIND_CODE))
        look_into_code(p, CODE(v), body);
    else
        look_into(p, v, body);
    if (!p->failed)
        p->order[p->placed++] = v;
}

/* ---- writing ---- */

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
    p->tuples += tuple_size(v) > 0;
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
    Seen *seen = cell_of(p, v);
    if (seen->number != NOT_YET) {
        put_tag(p, seen->body == SHARED ? TAG_SHARED : TAG_SEEN);
        put_count(p, seen->number);
        return;
    }
    put_object(p, v);
    seen->number = seen->body == SHARED ? p->shared++ : p->own++;
}

typedef struct BodyHead {
    uint32_t size;        /* of what is behind this head */
    uint32_t own, tuples; /* objects in it; tuples among them, but empty ones */
} BodyHead;

static void put_machine(Packer *p, const CodeObj *c)
{
    uint8_t *to = reserve(p, code_body_bound(c));
    size_t size = to ? code_body_write(c, to) : 0;
    p->failed |= size == 0;
    p->size += size;
}

static void put_body(Packer *p, const CodeObj *c)
{
    const Packer outer = *p;
    BodyHead head = {0};
    put(p, &head, sizeof head);
    const size_t start = p->size;
    p->own = p->tuples = 0;
    put_machine(p, c);
    put(p, c->localspluskinds, (size_t)c->nlocalsplus);
#define X(field) put_value(p, c->field);
    VALUES(X)
#undef X
    head = (BodyHead){(uint32_t)(p->size - start), p->own, p->tuples};
    if (!p->failed)
        memcpy(p->data + start - sizeof head, &head, sizeof head);
    p->own = outer.own;
    p->tuples = outer.tuples;
}

static void put_code(Packer *p, CodeObj *c)
{
    put_tag(p, TAG_CODE);
#define X(field) put_count(p, (uint32_t)c->field);
    NUMBERS(X)
#undef X
#define X(field) put_value(p, c->field);
    LABELS(X)
#undef X
    put_body(p, c);
}

/* How many are shared, and how many are the pack's own, outside of bodies. */
typedef struct PackHead {
    uint32_t shared, own;
} PackHead;

static void put_pack(Packer *p, CodeObj *c)
{
    PackHead head = {0};
    size_t at = p->size;
    look(p, c->filename, SHARED);
    look(p, value_from_obj(c), p->bodies++);
    put(p, &head, sizeof head);
    for (uint32_t i = 0; i < p->placed && !p->failed; i++) {
        Seen *seen = cell_of(p, p->order[i]);
        if (seen->body == SHARED) {
            put_object(p, p->order[i]);
            seen->number = p->shared++;
        }
    }
    if (p->failed)
        return;
    put_value(p, value_from_obj(c));
    head = (PackHead){p->shared, p->own};
    if (!p->failed)
        memcpy(p->data + at, &head, sizeof head);
}

static CodePack pack_behind(size_t head, CodeObj *c)
{
    Packer p = {.ordered = head > 0};
    put(&p, (char[64]){0}, head);
    put_pack(&p, c);
    free(p.seen);
    free(p.order);
    if (p.failed) {
        free(p.data);
        return (CodePack){0};
    }
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
    Value shared; /* tuple of what several bodies have; so many are there: */
    uint32_t nshared;
    uint32_t nseen, room;
    Value *seen;    /* the body's objects that are complete, a reference to each */
    Value filename; /* instead of the pack's, of code in this body; borrowed */
    bool verify;    /* a program handed the bytes in: what the code does is proven */
    bool damaged;   /* no pack, or cut off; then values are VALUE_NULL */
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
    if (likely(u->end - at > 3) && (at[0] == TAG_SEEN || at[0] == TAG_SHARED)) {
        bool two = at[1] >= 0x80, shared = at[0] == TAG_SHARED;
        uint32_t number = two ? (at[1] & 0x7fu) | (uint32_t)at[2] << 7 : at[1];
        if (likely(number < (shared ? u->nshared : u->nseen) &&
                   !(two && at[2] >= 0x80))) {
            u->at = at + 2 + two;
            return value_incref(shared ? TUPLE(u->shared)->items[number]
                                       : u->seen[number]);
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

static bool get_machine(Unpacker *u, CodeParts *p)
{
    size_t used;
    int r = code_body_read(u->vm, u->at, (size_t)(u->end - u->at), p, &used);
    u->at += r > 0 ? used : 0;
    u->damaged |= r == 0;
    return r > 0;
}

/* So many objects can be told from each other from now on. */
static bool begin_seen(Unpacker *u, uint32_t n)
{
    if (n > (size_t)(u->end - u->at)) /* each has a byte, at least */
        return damaged(u);
    u->nseen = 0;
    u->room = n;
    u->seen = n ? mem_alloc(u->vm, n * sizeof *u->seen) : NULL;
    return u->seen || !n;
}

static void end_seen(Unpacker *u)
{
    values_xdecref(u->vm, u->seen, u->nseen);
    mem_free(u->vm, u->seen);
}

/* The rest of p out of its body. */
static bool read_body(Unpacker *u, const BodyHead *head, CodeParts *p)
{
    bool ok = get_machine(u, p) && get_kinds(u, p) && begin_seen(u, head->own);
    if (!ok)
        return false;
#define X(field)                                                                       \
    if (ok)                                                                            \
        ok = (p->field = get_item(u)) != VALUE_NULL;
    VALUES(X)
#undef X
    end_seen(u);
    if (ok && (u->at != u->end || !code_parts_fit(p)))
        ok = damaged(u);
    return ok;
}

/* Where the code is proven, it is at once; else it is kept as it is, and counted as
 * CPython's loader makes its tuples now. */
static bool get_body(Unpacker *u, CodeParts *p)
{
    BodyHead head;
    get(u, &head, sizeof head);
    const uint8_t *body = take(u, head.size);
    if (!body || head.tuples > head.size)
        return damaged(u);
    if (u->verify) {
        Unpacker inner = *u;
        inner.at = body;
        inner.end = body + head.size;
        bool ok = read_body(&inner, &head, p);
        u->damaged |= inner.damaged;
        return ok;
    }
    p->body = mem_alloc(u->vm, sizeof *p->body + sizeof head + head.size);
    if (!p->body)
        return false;
    p->body->size = sizeof head + head.size;
    p->body->shared = value_incref(u->shared);
    memcpy(p->body->data, body - sizeof head, p->body->size);
    for (uint32_t i = 0; i < head.tuples; i++)
        gc_count_new(u->vm);
    return true;
}

static Value get_label(Unpacker *u)
{
    Value v = get_item(u);
    if (v && !value_is_str(v)) {
        value_decref(u->vm, v);
        return damaged(u);
    }
    return v;
}

static Value get_code(Unpacker *u)
{
    CodeParts p = {0};
    bool ok = true, checks_loads = false;
#define X(field) p.field = (__typeof__(p.field))get_number(u);
    NUMBERS(X)
#undef X
#define X(field)                                                                       \
    if (ok)                                                                            \
        ok = (p.field = get_label(u)) != VALUE_NULL;
    LABELS(X)
#undef X
    if (ok && u->filename && p.filename == TUPLE(u->shared)->items[0])
        value_set_steal(u->vm, &p.filename, value_incref(u->filename));
    ok = ok && get_body(u, &p);
    if (ok && u->verify) {
        int proven = code_verify(u->vm, &p, &checks_loads);
        u->damaged |= proven == 0;
        ok = proven > 0;
    }
    Value code = ok ? code_new_steal(u->vm, &p) : VALUE_NULL;
    if (!ok)
        code_parts_release(u->vm, &p);
    else if (code && checks_loads)
        code_check_loads(CODE(code));
    return code;
}

int code_unpack_body(MinipyVM *vm, const CodeObj *c, CodeParts *p)
{
    BodyHead head;
    memcpy(&head, c->body->data, sizeof head);
    Unpacker u = {.vm = vm,
                  .at = c->body->data + sizeof head,
                  .end = c->body->data + c->body->size,
                  .shared = c->body->shared,
                  .nshared = (uint32_t)tuple_size(c->body->shared),
                  .filename = c->filename};
    bool ok = read_body(&u, &head, p);
    for (uint32_t i = 0; ok && i < head.tuples; i++)
        gc_count_freed(vm); /* they were counted when the code was made */
    return ok ? 1 : u.damaged ? 0 : -1;
}

static Value get_object(Unpacker *u, uint8_t tag)
{
    double numbers[2];
    if (c_stack_check(u->vm) < 0)
        return VALUE_NULL;
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

static Value get_shared(Unpacker *u)
{
    uint64_t number = get_number(u);
    return number < u->nshared ? value_incref(TUPLE(u->shared)->items[number])
                               : damaged(u);
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
    if (tag == TAG_SHARED)
        return get_shared(u);
    Value v = get_object(u, tag);
    if (!v)
        return v;
    if (u->nseen == u->room) {
        value_decref(u->vm, v);
        return damaged(u);
    }
    return u->seen[u->nseen++] = value_incref(v);
}

/* Objects, none of which has been seen; the first is the name of the file. */
static bool get_all_shared(Unpacker *u, Value filename)
{
    uint8_t tag;
    Value *items = TUPLE(u->shared)->items;
    for (int64_t n = tuple_size(u->shared); u->nshared < n; u->nshared++) {
        get(u, &tag, 1);
        if (!(items[u->nshared] = get_object(u, tag)))
            return false;
    }
    if (u->nshared == 0 || !value_is_str(items[0]))
        return damaged(u);
    if (filename)
        value_set_steal(u->vm, &items[0], value_incref(filename));
    return true;
}

static Value get_pack(Unpacker *u, Value filename)
{
    PackHead head;
    get(u, &head, sizeof head);
    if (head.shared > (size_t)(u->end - u->at) || !begin_seen(u, head.own))
        return VALUE_NULL;
    u->shared = tuple_alloc(u->vm, head.shared);
    bool ok = u->shared && get_all_shared(u, filename);
    Value code = ok ? get_value(u) : VALUE_NULL;
    end_seen(u);
    value_xdecref(u->vm, u->shared);
    if (code && !value_is_kind(code, KIND_CODE))
        value_clear(u->vm, &code);
    return code;
}

static Value unpack(MinipyVM *vm, const uint8_t *data, size_t size, Value filename,
                    bool verify)
{
    Unpacker u = {.vm = vm, .at = data, .end = data + size, .verify = verify};
    return get_pack(&u, filename);
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

/* The code, and all that is in it, out of their bodies. */
static int settle_all(MinipyVM *vm, CodeObj *c)
{
    int r = c_stack_check(vm) < 0 ? -1 : code_open(vm, c);
    for (int64_t i = 0; r == 0 && i < tuple_size(c->consts); i++)
        if (value_is_kind(tuple_get_borrow(c->consts, i), KIND_CODE))
            r = settle_all(vm, CODE(tuple_get_borrow(c->consts, i)));
    return r;
}

CodePack code_pack_sealed(MinipyVM *vm, CodeObj *c)
{
    Seal seal = {.mark = CODE_PACK_MARK, .origin = code_pack_origin()};
    if (settle_all(vm, c) < 0)
        error_clear(vm);
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
