/* code_tables.c - positions and handlers of a code object as bytes, in CPython 3.11's
 * formats, and back: what co_linetable and its kin show, what replace() takes.
 */
#include "vm/code/code_private.h"

#include "vm/bytes/bytes.h"

/* ---- a growing byte buffer ------------------------------------------------------- */

static void put(TableBuf *b, unsigned byte)
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

static Value finish(TableBuf *b)
{
    Value v = b->failed ? VALUE_NULL : bytes_from(b->vm, b->data, (int64_t)b->len);
    mem_free(b->vm, b->data);
    return v;
}

/* ---- co_linetable ---------------------------------------------------------------- */

enum { LOC_ONE_LINE0 = 10, LOC_NO_COLUMNS = 13, LOC_LONG = 14, LOC_NONE = 15 };

static void put_varint(TableBuf *b, unsigned v)
{
    for (; v >= 64; v >>= 6)
        put(b, 0x40 | (v & 0x3f));
    put(b, v);
}

static void put_signed_varint(TableBuf *b, int v)
{
    put_varint(b, v < 0 ? ((unsigned)-v << 1) | 1 : (unsigned)v << 1);
}

static void put_entry(TableBuf *b, unsigned code, unsigned length)
{
    put(b, 0x80 | code << 3 | (length - 1));
}

/* Lines that a program made up may be far apart: they wrap. */
static int add_lines(int line, int delta)
{
    return (int)((unsigned)line + (unsigned)delta);
}

static void put_location(TableBuf *b, const CodePosition *p, unsigned length, int *line)
{
    if (p->line < 0) {
        put_entry(b, LOC_NONE, length);
        return;
    }
    int delta = add_lines(p->line, (int)-(unsigned)*line);
    *line = p->line;
    bool columns = p->col >= 0 && p->end_col >= 0;
    if (!columns && (p->end_line == p->line || p->end_line < 0)) {
        put_entry(b, LOC_NO_COLUMNS, length);
        put_signed_varint(b, delta);
        return;
    }
    int width = p->end_col - p->col;
    if (columns && p->line == p->end_line && delta == 0 && p->col < 80 && width >= 0 &&
        width < 16) {
        put_entry(b, (unsigned)p->col >> 3, length);
        put(b, ((unsigned)p->col & 7) << 4 | (unsigned)width);
    } else if (columns && p->line == p->end_line && delta >= 0 && delta < 3 &&
               p->col < 128 && p->end_col < 128) {
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

void location_writer_init(LocationWriter *w, MinipyVM *vm, int firstlineno)
{
    *w = (LocationWriter){.buf = {.vm = vm}, .line = firstlineno};
}

void location_writer_add(LocationWriter *w, const CodePosition *pos, uint32_t words)
{
    for (; words > 8; words -= 8)
        put_location(&w->buf, pos, 8, &w->line);
    put_location(&w->buf, pos, words, &w->line);
}

Value location_writer_finish(LocationWriter *w)
{
    return finish(&w->buf);
}

static unsigned get(TableReader *r)
{
    return r->at < r->end ? *r->at++ : 0;
}

static unsigned get_varint(TableReader *r)
{
    unsigned byte = get(r), v = byte & 63, shift = 0;
    while (byte & 64 && shift < 26) {
        byte = get(r);
        shift += 6;
        v |= (byte & 63) << shift;
    }
    return v;
}

static int get_signed_varint(TableReader *r)
{
    unsigned v = get_varint(r);
    return v & 1 ? -(int)(v >> 1) : (int)(v >> 1);
}

static CodePosition get_location(TableReader *r, unsigned code, int *line)
{
    CodePosition p = {-1, -1, -1, -1};
    if (code == LOC_NONE)
        return p;
    if (code == LOC_NO_COLUMNS) {
        *line = add_lines(*line, get_signed_varint(r));
        p.line = p.end_line = *line;
    } else if (code == LOC_LONG) {
        *line = add_lines(*line, get_signed_varint(r));
        p.line = *line;
        p.end_line = add_lines(*line, (int)get_varint(r));
        p.col = add_lines((int)get_varint(r), -1);
        p.end_col = add_lines((int)get_varint(r), -1);
    } else if (code >= LOC_ONE_LINE0) {
        *line = add_lines(*line, (int)code - LOC_ONE_LINE0);
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

void location_reader_init(LocationReader *l, Value linetable, int firstlineno)
{
    *l = (LocationReader){.line = firstlineno, .pos = {-1, -1, -1, -1}};
    l->table.at = BYTES(linetable)->data;
    l->table.end = l->table.at + BYTES(linetable)->size;
}

bool location_next(LocationReader *l)
{
    if (l->table.at >= l->table.end)
        return false;
    unsigned head = get(&l->table);
    l->pos = get_location(&l->table, head >> 3 & 15, &l->line);
    l->start = l->end;
    l->end += (head & 7) + 1;
    return true;
}

/* Pairs (bytes, lines), each too big for one pair spread over several. */
Value code_lnotab(MinipyVM *vm, Value linetable, int firstlineno)
{
    TableBuf b = {.vm = vm};
    int32_t line = firstlineno;
    uint32_t at = 0;
    LocationReader l;
    location_reader_init(&l, linetable, firstlineno);
    while (location_next(&l)) {
        int32_t delta = add_lines(l.pos.line, (int)-(unsigned)line);
        if (l.pos.line < 0 || delta == 0)
            continue;
        uint32_t bytes = (l.start - at) * 2;
        at = l.start;
        line = l.pos.line;
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

/* ---- co_exceptiontable ----------------------------------------------------------- */

static void put_big_endian(TableBuf *b, uint32_t v, unsigned first)
{
    int shift = 24;
    while (shift > 0 && v >> shift == 0)
        shift -= 6;
    for (; shift >= 0; shift -= 6) {
        put(b, (v >> shift & 63) | (shift ? 0x40 : 0) | first);
        first = 0;
    }
}

Value code_exceptiontable(MinipyVM *vm, const CodeObj *c, const uint32_t *first)
{
    TableBuf b = {.vm = vm};
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        put_big_endian(&b, first[h->start], 0x80);
        put_big_endian(&b, first[h->end] - first[h->start], 0);
        put_big_endian(&b, first[h->target], 0);
        put_big_endian(&b, (uint32_t)h->depth << 1 | h->push_lasti, 0);
    }
    return finish(&b);
}

static uint32_t get_big_endian(TableReader *r)
{
    unsigned byte = get(r);
    uint32_t v = byte & 63;
    while (byte & 64 && r->at < r->end) {
        byte = get(r);
        v = v << 6 | (byte & 63);
    }
    return v;
}

void handler_reader_init(TableReader *r, Value exceptiontable)
{
    r->at = BYTES(exceptiontable)->data;
    r->end = r->at + BYTES(exceptiontable)->size;
}

bool handler_next(TableReader *r, CodeHandler *h)
{
    if (r->at >= r->end)
        return false;
    h->start = get_big_endian(r);
    h->end = h->start + get_big_endian(r);
    h->target = get_big_endian(r);
    uint32_t depth = get_big_endian(r);
    h->depth = depth >> 1 & 0x7fffffff;
    h->push_lasti = depth & 1;
    return true;
}
