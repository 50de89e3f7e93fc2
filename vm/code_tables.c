/* code_tables.c - code, positions and handlers of a code object as bytes, in CPython
 * 3.11's formats, and back: what co_linetable and its kin show, what replace() takes.
 */
#include "vm/code_private.h"

#include "vm/objects/bytes.h"
#include "vm/objects/tuple.h"

/* ---- a growing byte buffer ------------------------------------------------------- */

typedef struct Buf {
    MinipyVM *vm;
    uint8_t *data;
    size_t len, capacity;
    bool failed;
} Buf;

static void put(Buf *b, unsigned byte)
{
    if (b->len == b->capacity) {
        size_t capacity = b->capacity ? b->capacity * 2 : 64;
        uint8_t *data = mem_realloc(b->vm, b->data, capacity);
        if (!data) {
            b->failed = true;
            return;
        }
        b->data = data;
        b->capacity = capacity;
    }
    b->data[b->len++] = (uint8_t)byte;
}

static Value finish(Buf *b)
{
    Value v = b->failed ? VALUE_NULL : bytes_from(b->vm, b->data, (int64_t)b->len);
    mem_free(b->vm, b->data);
    return v;
}

/* ---- co_code --------------------------------------------------------------------- */

Value code_get_code(MinipyVM *vm, const CodeObj *c)
{
    Value v = bytes_alloc(vm, (int64_t)c->ninstrs * (int64_t)sizeof(Instr));
    if (!v)
        return v;
    uint8_t *out = BYTES(v)->data;
    memset(out, 0, c->ninstrs * sizeof(Instr));
    for (uint32_t i = 0; i < c->ninstrs;) {
        Opcode op = (Opcode)opcode_base[instr_op(c->instrs[i])];
        Instr plain = instr_make(op, instr_arg(c->instrs[i]));
        memcpy(out + i * sizeof(Instr), &plain, sizeof plain);
        i += 1u + opcode_caches[op];
    }
    return v;
}

int code_parse_code(MinipyVM *vm, Value bytes, CodeParts *p)
{
    int64_t size = BYTES(bytes)->size;
    if (size % (int64_t)sizeof(Instr) != 0)
        return error_set(vm, EXC_ValueError, "code: co_code is malformed"), -1;
    p->ninstrs = (uint32_t)(size / (int64_t)sizeof(Instr));
    p->instrs = mem_alloc(vm, (size_t)size + sizeof(Instr));
    if (!p->instrs)
        return -1;
    memcpy(p->instrs, BYTES(bytes)->data, (size_t)size);
    return 0;
}

/* ---- co_linetable ---------------------------------------------------------------- */

enum { LOC_ONE_LINE0 = 10, LOC_NO_COLUMNS = 13, LOC_LONG = 14, LOC_NONE = 15 };

static void put_varint(Buf *b, unsigned v)
{
    for (; v >= 64; v >>= 6)
        put(b, 0x40 | (v & 0x3f));
    put(b, v);
}

static void put_signed_varint(Buf *b, int v)
{
    put_varint(b, v < 0 ? ((unsigned)-v << 1) | 1 : (unsigned)v << 1);
}

static void put_entry(Buf *b, unsigned code, unsigned length)
{
    put(b, 0x80 | code << 3 | (length - 1));
}

static void put_location(Buf *b, const CodePosition *p, unsigned length, int *line)
{
    if (p->line < 0) {
        put_entry(b, LOC_NONE, length);
        return;
    }
    int delta = p->line - *line;
    *line = p->line;
    if (p->col < 0 || p->end_col < 0) {
        put_entry(b, LOC_NO_COLUMNS, length);
        put_signed_varint(b, delta);
        return;
    }
    int width = p->end_col - p->col;
    if (p->line == p->end_line && delta == 0 && p->col < 80 && width >= 0 &&
        width < 16) {
        put_entry(b, (unsigned)p->col >> 3, length);
        put(b, ((unsigned)p->col & 7) << 4 | (unsigned)width);
    } else if (p->line == p->end_line && delta >= 0 && delta < 3 && p->col < 128 &&
               p->end_col < 128) {
        put_entry(b, LOC_ONE_LINE0 + (unsigned)delta, length);
        put(b, (unsigned)p->col);
        put(b, (unsigned)p->end_col);
    } else {
        put_entry(b, LOC_LONG, length);
        put_signed_varint(b, delta);
        put_varint(b, (unsigned)(p->end_line - p->line));
        put_varint(b, (unsigned)p->col + 1);
        put_varint(b, (unsigned)p->end_col + 1);
    }
}

Value code_get_linetable(MinipyVM *vm, const CodeObj *c)
{
    Buf b = {.vm = vm};
    int line = c->firstlineno;
    for (uint32_t i = 0; i < c->nruns; i++) {
        uint32_t end = i + 1 < c->nruns ? c->runs[i + 1].start : c->ninstrs;
        for (uint32_t left = end - c->runs[i].start; left > 0;) {
            uint32_t n = left > 8 ? 8 : left;
            put_location(&b, &c->runs[i].pos, n, &line);
            left -= n;
        }
    }
    return finish(&b);
}

/* Pairs (bytes, lines), each too big for one pair spread over several. */
Value code_get_lnotab(MinipyVM *vm, const CodeObj *c)
{
    Buf b = {.vm = vm};
    int32_t line = c->firstlineno;
    uint32_t at = 0;
    for (uint32_t i = 0; i < c->nruns; i++) {
        int32_t delta = c->runs[i].pos.line - line;
        if (c->runs[i].pos.line < 0 || delta == 0)
            continue;
        uint32_t bytes = (c->runs[i].start - at) * (uint32_t)sizeof(Instr);
        at = c->runs[i].start;
        line = c->runs[i].pos.line;
        for (; bytes > 255; bytes -= 255) {
            put(&b, 255);
            put(&b, 0);
        }
        for (; delta > 127 || delta < -128; bytes = 0) {
            int32_t step = delta > 0 ? 127 : -128;
            put(&b, bytes);
            put(&b, (unsigned)step & 0xff);
            delta -= step;
        }
        put(&b, bytes);
        put(&b, (unsigned)delta & 0xff);
    }
    return finish(&b);
}

typedef struct Reader {
    const uint8_t *at, *end;
} Reader;

static unsigned get(Reader *r)
{
    return r->at < r->end ? *r->at++ : 0;
}

static unsigned get_varint(Reader *r)
{
    unsigned byte = get(r), v = byte & 63, shift = 0;
    while (byte & 64 && shift < 26) {
        byte = get(r);
        shift += 6;
        v |= (byte & 63) << shift;
    }
    return v;
}

static int get_signed_varint(Reader *r)
{
    unsigned v = get_varint(r);
    return v & 1 ? -(int)(v >> 1) : (int)(v >> 1);
}

static CodePosition get_location(Reader *r, unsigned code, int *line)
{
    CodePosition p = {-1, -1, -1, -1};
    if (code == LOC_NONE)
        return p;
    if (code == LOC_NO_COLUMNS) {
        *line += get_signed_varint(r);
        p.line = p.end_line = *line;
    } else if (code == LOC_LONG) {
        *line += get_signed_varint(r);
        p.line = *line;
        p.end_line = *line + (int)get_varint(r);
        p.col = (int)get_varint(r) - 1;
        p.end_col = (int)get_varint(r) - 1;
    } else if (code >= LOC_ONE_LINE0) {
        *line += (int)code - LOC_ONE_LINE0;
        p.line = p.end_line = *line;
        p.col = (int)get(r);
        p.end_col = (int)get(r);
    } else {
        unsigned byte = get(r);
        p.line = p.end_line = *line;
        p.col = (int)(code << 3 | byte >> 4);
        p.end_col = p.col + (int)(byte & 15);
    }
    return p;
}

int code_parse_linetable(MinipyVM *vm, Value bytes, CodeParts *p)
{
    Reader r = {BYTES(bytes)->data, BYTES(bytes)->data + BYTES(bytes)->size};
    p->runs = mem_alloc(vm, ((size_t)BYTES(bytes)->size + 1) * sizeof(CodeRun));
    if (!p->runs)
        return -1;
    int line = p->firstlineno;
    uint32_t at = 0;
    while (r.at < r.end) {
        unsigned head = get(&r);
        CodePosition pos = get_location(&r, head >> 3 & 15, &line);
        CodePosition *last = p->nruns ? &p->runs[p->nruns - 1].pos : NULL;
        if (!last || memcmp(last, &pos, sizeof pos) != 0)
            p->runs[p->nruns++] = (CodeRun){at, pos};
        at += (head & 7) + 1;
    }
    return 0;
}

/* ---- co_exceptiontable ----------------------------------------------------------- */

static void put_big_endian(Buf *b, uint32_t v, unsigned first)
{
    int shift = 24;
    while (shift > 0 && v >> shift == 0)
        shift -= 6;
    for (; shift >= 0; shift -= 6) {
        put(b, (v >> shift & 63) | (shift ? 0x40 : 0) | first);
        first = 0;
    }
}

Value code_get_exceptiontable(MinipyVM *vm, const CodeObj *c)
{
    Buf b = {.vm = vm};
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        put_big_endian(&b, h->start, 0x80);
        put_big_endian(&b, h->end - h->start, 0);
        put_big_endian(&b, h->target, 0);
        put_big_endian(&b, (uint32_t)h->depth << 1 | h->push_lasti, 0);
    }
    return finish(&b);
}

static uint32_t get_big_endian(Reader *r)
{
    unsigned byte = get(r);
    uint32_t v = byte & 63;
    while (byte & 64 && r->at < r->end) {
        byte = get(r);
        v = v << 6 | (byte & 63);
    }
    return v;
}

int code_parse_exceptiontable(MinipyVM *vm, Value bytes, CodeParts *p)
{
    Reader r = {BYTES(bytes)->data, BYTES(bytes)->data + BYTES(bytes)->size};
    p->handlers = mem_alloc(vm, ((size_t)BYTES(bytes)->size + 1) * sizeof(CodeHandler));
    if (!p->handlers)
        return -1;
    while (r.at < r.end) {
        CodeHandler *h = &p->handlers[p->nhandlers++];
        h->start = get_big_endian(&r);
        h->end = h->start + get_big_endian(&r);
        h->target = get_big_endian(&r);
        uint32_t depth = get_big_endian(&r);
        h->depth = depth >> 1 & 0x7fffffff;
        h->push_lasti = depth & 1;
    }
    return 0;
}
