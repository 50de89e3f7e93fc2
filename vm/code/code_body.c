/* code_body.c - packing and unpacking what a code object needs to run (code_body.h).
 *
 * Numbers are written by seven bits a byte, the lowest first; those that may be
 * negative with the sign as the lowest bit. Caches are left out: they are empty.
 */
#include "vm/code/code_body.h"

#include "vm/code/code_instr.h"

enum {
    NUMBER_MAX = 5,           /* bytes of 32 bits */
    RUN_MAX = 5 * NUMBER_MAX, /* of a run of positions */
    RUN_MIN = 4,
    HANDLER_MAX = 4 * NUMBER_MAX,
    HANDLER_MIN = 4,
};

/* ---- writing --------------------------------------------------------------------- */

size_t code_body_bound(const CodeObj *c)
{
    return 5 * NUMBER_MAX + (size_t)c->ninstrs * (1 + NUMBER_MAX) +
           (size_t)c->nruns * RUN_MAX + (size_t)c->nhandlers * HANDLER_MAX +
           (size_t)c->nimported * NUMBER_MAX;
}

static uint8_t *put(uint8_t *to, uint32_t n)
{
    for (; n >= 0x80; n >>= 7)
        *to++ = (uint8_t)(n | 0x80);
    *to++ = (uint8_t)n;
    return to;
}

static uint8_t *put_signed(uint8_t *to, uint32_t n)
{
    return put(to, n << 1 ^ (n >> 31 ? UINT32_MAX : 0));
}

/* NULL: a cache is in use. */
static uint8_t *put_instrs(uint8_t *to, const CodeObj *c)
{
    for (uint32_t i = 0; i < c->ninstrs;) {
        Instr instr = code_instr(c, i);
        *to++ = (uint8_t)instr_op(instr);
        to = put(to, instr_arg(instr));
        uint32_t end = i + 1 + opcode_caches[instr_op(instr)];
        while (++i < end)
            if (c->instrs[i])
                return NULL;
    }
    return to;
}

static uint32_t minus(int32_t a, int32_t b)
{
    return (uint32_t)a - (uint32_t)b;
}

/* Each from the one before: where it begins, twice, and 1 more if it ends in another
 * line; its line; that other line; its columns, the last of one line as a width. */
static uint8_t *put_runs(uint8_t *to, const CodeObj *c)
{
    uint32_t start = 0;
    int32_t line = c->firstlineno;
    for (uint32_t i = 0; i < c->nruns; i++) {
        const CodePosition *pos = &c->runs[i].pos;
        bool lines = pos->end_line != pos->line;
        to = put(to, (c->runs[i].start - start) << 1 | lines);
        to = put_signed(to, minus(pos->line, line));
        if (lines)
            to = put_signed(to, minus(pos->end_line, pos->line));
        to = put(to, minus(pos->col, -1));
        to = put_signed(to, minus(pos->end_col, lines ? -1 : pos->col));
        start = c->runs[i].start;
        line = pos->line;
    }
    return to;
}

static uint8_t *put_handlers(uint8_t *to, const CodeObj *c)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        to = put(to, h->start - last);
        to = put(to, h->end - h->start);
        to = put(to, h->target);
        to = put(to, (uint32_t)h->depth << 1 | h->push_lasti);
        last = h->end;
    }
    return to;
}

size_t code_body_write(const CodeObj *c, uint8_t *out)
{
    const uint32_t numbers[] = {(uint32_t)c->stacksize, c->ninstrs, c->nruns,
                                c->nhandlers, c->nimported};
    uint8_t *to = out;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        to = put(to, numbers[i]);
    to = put_instrs(to, c);
    if (!to)
        return 0;
    to = put_handlers(put_runs(to, c), c);
    for (uint32_t i = 0, last = 0; i < c->nimported; last = c->imported[i++])
        to = put(to, c->imported[i] - last);
    return (size_t)(to - out);
}

/* ---- reading --------------------------------------------------------------------- */

typedef struct Reader {
    const uint8_t *at, *end;
    bool damaged; /* cut off, or a number that has no end; then numbers are 0 */
} Reader;

static __attribute__((noinline)) uint32_t take_long(Reader *r)
{
    uint32_t n = 0;
    for (int shift = 0; shift < 7 * NUMBER_MAX && r->at < r->end; shift += 7) {
        uint8_t byte = *r->at++;
        n |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return n;
    }
    r->damaged = true;
    return 0;
}

static inline uint32_t take(Reader *r)
{
    return likely(r->at < r->end && *r->at < 0x80) ? *r->at++ : take_long(r);
}

static inline uint32_t take_signed(Reader *r)
{
    uint32_t n = take(r);
    return n >> 1 ^ (n & 1 ? UINT32_MAX : 0);
}

static int32_t plus(int32_t a, uint32_t b)
{
    return (int32_t)((uint32_t)a + b);
}

static void take_instrs(Reader *r, CodeParts *p)
{
    for (uint32_t i = 0; i < p->ninstrs && !r->damaged;) {
        uint8_t op = r->at < r->end ? *r->at++ : OP_TRAP;
        uint32_t arg = take(r), caches = opcode_caches[op];
        r->damaged |= caches >= p->ninstrs - i || arg > INSTR_ARG_MAX;
        if (r->damaged)
            return;
        p->instrs[i++] = instr_make((Opcode)op, arg);
        while (caches--)
            p->instrs[i++] = 0;
    }
}

/* A run whose four numbers have a byte each, of one line: most are so. */
static inline bool take_short_run(Reader *r, CodeRun *run, uint32_t *start,
                                  int32_t *line)
{
    const uint8_t *b = r->at;
    if (unlikely(r->end - b < 4 || ((b[0] | b[1] | b[2] | b[3]) & 0x80) || (b[0] & 1)))
        return false;
    r->at = b + 4;
    int32_t col = b[2] - 1;
    *line += b[1] & 1 ? -1 - (b[1] >> 1) : b[1] >> 1;
    *start += b[0] >> 1;
    int32_t width = b[3] & 1 ? -1 - (b[3] >> 1) : b[3] >> 1;
    *run = (CodeRun){*start, {*line, *line, col, col + width}};
    return true;
}

static void take_runs(Reader *r, CodeParts *p)
{
    uint32_t start = 0;
    int32_t line = p->firstlineno;
    for (uint32_t i = 0; i < p->nruns; i++) {
        CodeRun *run = &p->runs[i];
        if (likely(take_short_run(r, run, &start, &line)))
            continue;
        uint32_t head = take(r);
        bool lines = head & 1;
        run->start = start += head >> 1;
        run->pos.line = line = plus(line, take_signed(r));
        run->pos.end_line = lines ? plus(line, take_signed(r)) : line;
        run->pos.col = plus(-1, take(r));
        run->pos.end_col = plus(lines ? -1 : run->pos.col, take_signed(r));
    }
}

static void take_handlers(Reader *r, CodeParts *p)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < p->nhandlers; i++) {
        CodeHandler *h = &p->handlers[i];
        h->start = last + take(r);
        h->end = last = h->start + take(r);
        h->target = take(r);
        uint32_t depth = take(r);
        h->depth = depth >> 1;
        h->push_lasti = depth & 1;
    }
}

/* Is there room in the body for so much? What it says must not decide what memory is
 * asked for. */
static bool counts_fit(const Reader *r, const CodeParts *p)
{
    enum { UNITS_MAX = 1 + 8 }; /* of an instruction: two bytes, and its caches */
    size_t left = (size_t)(r->end - r->at);
    return !r->damaged && p->ninstrs > 0 && p->ninstrs / UNITS_MAX <= left / 2 &&
           p->nruns <= left / RUN_MIN && p->nhandlers <= left / HANDLER_MIN &&
           p->nimported <= left;
}

static bool make_room(MinipyVM *vm, CodeParts *p)
{
    p->instrs = mem_realloc_array(vm, NULL, p->ninstrs, sizeof(Instr));
    p->runs = mem_realloc_array(vm, NULL, (size_t)p->nruns + 1, sizeof(CodeRun));
    if (p->nhandlers)
        p->handlers = mem_realloc_array(vm, NULL, p->nhandlers, sizeof(CodeHandler));
    if (p->nimported)
        p->imported = mem_realloc_array(vm, NULL, p->nimported, sizeof(uint32_t));
    return p->instrs && p->runs && (p->handlers || !p->nhandlers) &&
           (p->imported || !p->nimported);
}

int code_body_read(MinipyVM *vm, const uint8_t *data, size_t size, CodeParts *p,
                   size_t *used)
{
    Reader r = {data, data + size, false};
    p->stacksize = (int32_t)take(&r);
    p->ninstrs = take(&r);
    p->nruns = take(&r);
    p->nhandlers = take(&r);
    p->nimported = take(&r);
    if (!counts_fit(&r, p) || p->stacksize < 0 || p->stacksize >= CODE_UNSETTLED)
        return 0;
    if (!make_room(vm, p))
        return -1;
    take_instrs(&r, p);
    take_runs(&r, p);
    take_handlers(&r, p);
    for (uint32_t i = 0, last = 0; i < p->nimported; i++)
        p->imported[i] = last += take(&r);
    *used = (size_t)(r.at - data);
    return !r.damaged;
}

void code_body_free(MinipyVM *vm, CodeBody *body)
{
    if (body)
        value_decref(vm, body->shared);
    mem_free(vm, body);
}
