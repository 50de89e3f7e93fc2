/* wordcode.c - from our instructions to CPython 3.11's.
 *
 * Most translate one to one. Superinstructions come apart, a call becomes PRECALL and
 * CALL, and the NULL of a plain call, which we push behind the function, moves before
 * the instructions that evaluate the function: those are found by walking back until
 * the stack is as high as before them.
 */
#include "vm/code/wordcode.h"

#include <stdlib.h>
#include "vm/code/code_instr.h"

#include "vm/code/code_private.h"
#include "vm/bytes/bytes.h"

/* ---- tables ---------------------------------------------------------------------- */

const uint8_t word_caches[256] = {
#define WORD(name, number, caches) [number] = caches,
#define OWN_WORD(name, number, caches) [number] = caches,
#include "vm/code/wordcode.def"
#undef WORD
#undef OWN_WORD
};

const uint8_t word_to_opcode[256] = {
#define WORD(name, number, caches) [number] = OP_##name,
#define OWN_WORD(name, number, caches)
#include "vm/code/wordcode.def"
#undef WORD
#undef OWN_WORD
};

static const uint8_t opcode_to_word[256] = {
#define WORD(name, number, caches) [OP_##name] = number,
#define OWN_WORD(name, number, caches)
#include "vm/code/wordcode.def"
#undef WORD
#undef OWN_WORD
};

bool word_known(unsigned op)
{
    return op == WORD_CACHE || op == WORD_EXTENDED_ARG || op == WORD_PRECALL ||
           op == WORD_KW_NAMES || op == WORD_NOP ||
           (op < 256 && word_to_opcode[op] != OP_NOP);
}

bool word_stack_effect(unsigned op, uint32_t arg, bool jump, int *effect)
{
    if (!word_known(op))
        return false;
    switch (op) {
    case WORD_CACHE:
    case WORD_EXTENDED_ARG:
    case WORD_KW_NAMES:
    case WORD_RETURN_GENERATOR: *effect = 0; break;
    case WORD_PRECALL: *effect = -(int)arg; break;
    case WORD_CALL: *effect = -1; break;
    case WORD_LOAD_GLOBAL: *effect = 1 + (arg & 1); break;
    case WORD_BUILD_SLICE: *effect = arg == 3 ? -2 : -1; break;
    case WORD_UNPACK_EX: *effect = (int)(arg & 0xff) + (int)(arg >> 8); break;
    default: *effect = code_stack_effect((Opcode)word_to_opcode[op], arg, jump);
    }
    return true;
}

/* ---- one word and its caches ----------------------------------------------------- */

#define NO_TARGET UINT32_MAX
#define UNKNOWN_DEPTH INT32_MIN

typedef struct Word {
    uint8_t op, extended; /* EXTENDED_ARGs before it */
    bool second;          /* has the second position of its unit */
    bool main;            /* f_lasti names it while its unit runs */
    bool late_null;       /* our PUSH_NULL, to be moved forward */
    bool null_line;       /* NOP_FOR_NULL */
    bool ends;            /* control never falls through */
    uint32_t arg, unit;
    uint32_t target;         /* unit that it jumps to */
    uint32_t at;             /* word of its first EXTENDED_ARG, or of itself */
    int effect, jump_effect; /* on our stack */
} Word;

typedef struct NullPlace {
    uint32_t start, from; /* index to move to, index to move from */
} NullPlace;

typedef struct Exporter {
    MinipyVM *vm;
    CodeObj *c;
    Word *words, *out;
    uint32_t count, capacity, out_count;
    uint32_t *index; /* unit -> its first word, at first in `words`, later in `out` */
    uint32_t *moved; /* index in `words` -> index in `out` */
    int *depth;
    NullPlace *nulls;
    uint32_t null_count, next_imported;
    int deepest;
    bool failed;
} Exporter;

static Word *add(Exporter *e, unsigned op, uint32_t arg, uint32_t unit, int effect)
{
    static Word lost;
    if (e->count == e->capacity) {
        uint32_t capacity = e->capacity ? e->capacity * 2 : 64;
        Word *words =
            mem_realloc_array(e->vm, e->words, (size_t)capacity, sizeof(Word));
        if (!words) {
            e->failed = true;
            return &lost;
        }
        e->words = words;
        e->capacity = capacity;
    }
    Word *w = &e->words[e->count++];
    *w = (Word){.op = (uint8_t)op,
                .arg = arg,
                .unit = unit,
                .target = NO_TARGET,
                .effect = effect,
                .main = true};
    return w;
}

static void add_late_null(Exporter *e, uint32_t unit)
{
    Word *w = add(e, WORD_PUSH_NULL, 0, unit, 1);
    w->late_null = true;
    w->main = false;
    e->null_count++;
}

/* Two instructions in one of ours. */
static void add_pair(Exporter *e, unsigned first, unsigned second, uint32_t arg,
                     uint32_t unit)
{
    add(e, first, arg & 0xfff, unit, first == WORD_LOAD_FAST ? 1 : -1);
    Word *w = add(e, second, arg >> 12, unit, second == WORD_STORE_FAST ? -1 : 1);
    w->second = true;
    w->main = false;
}

static void add_slice(Exporter *e, unsigned op, uint32_t unit, int effect)
{
    Word *w = add(e, WORD_BUILD_SLICE, 2, unit, -1);
    w->second = true;
    w->main = false;
    add(e, op, 0, unit, effect);
}

static void add_call(Exporter *e, uint32_t nargs, uint32_t unit, int effect)
{
    add(e, WORD_PRECALL, nargs, unit, 0)->main = false;
    add(e, WORD_CALL, nargs, unit, effect);
}

/* `super`, __class__ and the first argument are on the stack: CPython calls super(). */
static void add_super(Exporter *e, uint32_t arg, uint32_t unit)
{
    if (e->failed || e->count < 3)
        return;
    uint32_t args_unit = e->words[e->count - 1].unit;
    e->count -= 2;
    e->words[e->count - 1].arg |= 1;
    add_call(e, 0, args_unit, 0);
    add(e, WORD_LOAD_METHOD, arg, unit, 1);
}

static bool is_imported(Exporter *e, uint32_t unit)
{
    const CodeObj *c = e->c;
    while (e->next_imported < c->nimported && c->imported[e->next_imported] < unit)
        e->next_imported++;
    return e->next_imported < c->nimported && c->imported[e->next_imported] == unit;
}

static void add_plain(Exporter *e, Opcode op, uint32_t arg, uint32_t unit)
{
    uint32_t next = unit + 1 + opcode_caches[op];
    Word *w = add(e, opcode_to_word[op], arg, unit, code_stack_effect(op, arg, false));
    w->ends = opcode_flags[op] & OPF_T;
    if (opcode_flags[op] & OPF_J) {
        w->target = opcode_is_backward(op) ? next - arg : next + arg;
        w->jump_effect = code_stack_effect(op, arg, true);
    }
}

static void expand(Exporter *e, uint32_t i)
{
    Opcode op = (Opcode)opcode_base[instr_op(code_instr(e->c, i))];
    uint32_t arg = instr_arg(e->c->instrs[i]);
    switch (op) {
    case OP_PUSH_NULL: add_late_null(e, i); break;
    case OP_NOP: add(e, WORD_NOP, 0, i, 0)->null_line = arg == NOP_FOR_NULL; break;
    case OP_LOAD_FAST_CHECK: add(e, WORD_LOAD_FAST, arg, i, 1); break;
    case OP_LOAD_FAST_LOAD_FAST:
    case OP_LOAD_FAST_LOAD_FAST_CHECK:
        add_pair(e, WORD_LOAD_FAST, WORD_LOAD_FAST, arg, i);
        break;
    case OP_LOAD_FAST_LOAD_CONST:
    case OP_LOAD_FAST_LOAD_CONST_CHECK:
        add_pair(e, WORD_LOAD_FAST, WORD_LOAD_CONST, arg, i);
        break;
    case OP_STORE_FAST_LOAD_FAST:
    case OP_STORE_FAST_LOAD_FAST_CHECK:
        add_pair(e, WORD_STORE_FAST, WORD_LOAD_FAST, arg, i);
        break;
    case OP_STORE_FAST_STORE_FAST:
        add_pair(e, WORD_STORE_FAST, WORD_STORE_FAST, arg, i);
        break;
    case OP_LOAD_GLOBAL: add(e, WORD_LOAD_GLOBAL, arg << 1, i, 1); break;
    case OP_BINARY_SLICE: add_slice(e, WORD_BINARY_SUBSCR, i, -1); break;
    case OP_STORE_SLICE: add_slice(e, WORD_STORE_SUBSCR, i, -3); break;
    case OP_LOAD_SUPER_METHOD: add_super(e, arg, i); break;
    case OP_UNPACK_EX:
        add(e, WORD_UNPACK_EX, (arg & 0xfff) | arg >> 12 << 8, i,
            code_stack_effect(op, arg, false));
        break;
    case OP_CALL: add_call(e, arg, i, -1 - (int)arg); break;
    case OP_CALL_KW:
        if (!e->failed && e->count && e->words[e->count - 1].op == WORD_LOAD_CONST)
            e->words[e->count - 1].op = WORD_KW_NAMES;
        add_call(e, arg, i, -2 - (int)arg);
        break;
    case OP_LOAD_METHOD:
        if (is_imported(e, i)) {
            add(e, WORD_LOAD_ATTR, arg, i, 0);
            add_late_null(e, i);
            break;
        }
        /* fall through */
    default: add_plain(e, op, arg, i);
    }
}

/* ---- where a NULL belongs -------------------------------------------------------- */

/* The index of the word that w jumps to if that lies in (after, last], else 0. */
static uint32_t jumps_into(const Exporter *e, const Word *w, uint32_t after,
                           uint32_t last)
{
    uint32_t to = w->target == NO_TARGET ? 0 : e->index[w->target];
    return to > after && to <= last ? to : 0;
}

/* The first word of those that push the one value which is on top before word `last`.
 */
static uint32_t operand_start(Exporter *e, uint32_t last)
{
    int *depth = e->depth;
    depth[last] = 1;
    for (uint32_t i = last; i-- > 0;) {
        const Word *w = &e->words[i];
        uint32_t to = jumps_into(e, w, i, last);
        if (to && depth[to] != UNKNOWN_DEPTH)
            depth[i] = depth[to] - w->jump_effect;
        else if (w->ends || depth[i + 1] == UNKNOWN_DEPTH)
            depth[i] = UNKNOWN_DEPTH;
        else
            depth[i] = depth[i + 1] - w->effect;
        if (depth[i] == 0 && !(i > 0 && jumps_into(e, w - 1, i, last)))
            return i;
    }
    return 0;
}

static int compare_places(const void *x, const void *y)
{
    const NullPlace *a = x, *b = y;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->from > b->from ? -1 : 1; /* the outer call's first */
}

static void find_null_places(Exporter *e)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->words[i].late_null)
            e->nulls[n++] = (NullPlace){operand_start(e, i), i};
    if (n > 1)
        qsort(e->nulls, n, sizeof *e->nulls, compare_places);
}

/* LOAD_GLOBAL pushes the NULL itself. A NOP stands where only the NULL had a line. */
static void put_null(Exporter *e, const NullPlace *place, bool innermost)
{
    Word *next = &e->words[place->start];
    Word *before = e->out_count ? &e->out[e->out_count - 1] : NULL;
    if (innermost && next->op == WORD_LOAD_GLOBAL) {
        next->arg |= 1;
        return;
    }
    if (before && before->null_line) {
        before->op = WORD_PUSH_NULL;
        before->null_line = false;
        return;
    }
    e->out[e->out_count] = e->words[place->from];
    e->out[e->out_count++].late_null = false;
}

/* From `words` to `out`; `index` leads there afterwards. */
static void move_nulls(Exporter *e)
{
    uint32_t n = 0, *moved = e->moved;
    for (uint32_t i = 0; i < e->count; i++) {
        moved[i] = e->out_count;
        for (; n < e->null_count && e->nulls[n].start == i; n++)
            put_null(e, &e->nulls[n],
                     n + 1 == e->null_count || e->nulls[n + 1].start != i);
        if (!e->words[i].late_null)
            e->out[e->out_count++] = e->words[i];
    }
    moved[e->count] = e->out_count;
    for (uint32_t unit = 0; unit <= e->c->ninstrs; unit++)
        e->index[unit] = moved[e->index[unit]];
}

/* ---- offsets --------------------------------------------------------------------- */

static uint32_t size_of(const Word *w)
{
    return w->extended + 1u + word_caches[w->op];
}

static uint32_t place_words(Exporter *e)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < e->out_count; i++) {
        e->out[i].at = at;
        at += size_of(&e->out[i]);
    }
    return at;
}

static uint32_t place_of(const Exporter *e, uint32_t unit, uint32_t total)
{
    uint32_t i = e->index[unit];
    return i < e->out_count ? e->out[i].at : total;
}

/* Operands of jumps depend on sizes, and sizes on operands: until nothing grows. */
static uint32_t settle(Exporter *e)
{
    for (;;) {
        bool grew = false;
        uint32_t total = place_words(e);
        for (uint32_t i = 0; i < e->out_count; i++) {
            Word *w = &e->out[i];
            if (w->target != NO_TARGET) {
                uint32_t to = place_of(e, w->target, total), end = w->at + size_of(w);
                w->arg = to >= end ? to - end : end - to;
            }
            uint8_t extended = w->arg > 0xffffff ? 3
                               : w->arg > 0xffff ? 2
                               : w->arg > 0xff   ? 1
                                                 : 0;
            grew |= extended > w->extended;
            if (extended > w->extended)
                w->extended = extended;
        }
        if (!grew)
            return total;
    }
}

/* ---- output ---------------------------------------------------------------------- */

static Value code_bytes(const Exporter *e, uint32_t total)
{
    Value v = bytes_alloc(e->vm, (int64_t)total * 2);
    if (!v)
        return v;
    uint8_t *p = BYTES(v)->data;
    memset(p, 0, (size_t)total * 2);
    for (uint32_t i = 0; i < e->out_count; i++) {
        const Word *w = &e->out[i];
        for (int k = w->extended; k > 0; k--) {
            *p++ = WORD_EXTENDED_ARG;
            *p++ = (uint8_t)(w->arg >> 8 * k);
        }
        *p++ = w->op;
        *p++ = (uint8_t)w->arg;
        p += 2 * word_caches[w->op];
    }
    return v;
}

static Value linetable_bytes(const Exporter *e)
{
    LocationWriter out;
    location_writer_init(&out, e->vm, e->c->firstlineno);
    for (uint32_t i = 0; i < e->out_count; i++) {
        const Word *w = &e->out[i];
        CodePosition pos = w->second ? code_second_position(e->c, w->unit)
                                     : code_position(e->c, w->unit);
        location_writer_add(&out, &pos, size_of(w));
    }
    return location_writer_finish(&out);
}

/* ---- co_stacksize ---------------------------------------------------------------- */

static void reach(Exporter *e, uint32_t i, int depth, uint32_t *todo, uint32_t *n)
{
    if (depth > e->deepest)
        e->deepest = depth;
    if (i < e->out_count && e->depth[i] < 0) {
        e->depth[i] = depth;
        todo[(*n)++] = i;
    }
}

/* CPython's words need other room than our instructions. Uses up `moved`. */
static void measure_stack(Exporter *e)
{
    const CodeObj *c = e->c;
    uint32_t n = 0, *todo = e->moved;
    for (uint32_t i = 0; i < e->out_count; i++)
        e->depth[i] = -1;
    reach(e, 0, c->flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR) ? 1 : 0,
          todo, &n);
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const CodeHandler *h = &c->handlers[i];
        reach(e, e->index[h->target], (int)h->depth + 1 + (int)h->push_lasti, todo, &n);
    }
    while (n) {
        uint32_t i = todo[--n];
        const Word *w = &e->out[i];
        int effect = 0;
        if (w->target != NO_TARGET && word_stack_effect(w->op, w->arg, true, &effect))
            reach(e, e->index[w->target], e->depth[i] + effect, todo, &n);
        if (!w->ends && word_stack_effect(w->op, w->arg, false, &effect))
            reach(e, i + 1, e->depth[i] + effect, todo, &n);
    }
}

static void fill_maps(const Exporter *e, Wordcode *r)
{
    for (uint32_t i = 0; i <= e->c->ninstrs; i++)
        r->first[i] = r->lasti[i] = place_of(e, i, r->count);
    for (uint32_t i = 0; i < e->out_count; i++)
        if (e->out[i].main)
            r->lasti[e->out[i].unit] = e->out[i].at + e->out[i].extended;
    for (uint32_t i = 0; i < e->c->ninstrs;) { /* ip may be among the caches */
        uint32_t next = i + 1 + opcode_caches[instr_op(code_instr(e->c, i))];
        for (uint32_t k = i + 1; k < next; k++)
            r->lasti[k] = r->lasti[i];
        i = next;
    }
}

static bool export(Exporter *e)
{
    const CodeObj *c = e->c;
    size_t n = (size_t)c->ninstrs + 1;
    e->index = mem_realloc_array(e->vm, NULL, n, sizeof *e->index);
    if (!e->index)
        return false;
    for (uint32_t i = 0; i < c->ninstrs;) {
        uint32_t next = i + 1 + opcode_caches[instr_op(code_instr(c, i))];
        e->index[i] = e->count;
        expand(e, i);
        while (++i < next)
            e->index[i] = e->count;
    }
    e->index[c->ninstrs] = e->count;
    if (e->failed)
        return false;
    e->out = mem_realloc_array(e->vm, NULL, (size_t)e->count + 1, sizeof(Word));
    e->depth = mem_realloc_array(e->vm, NULL, (size_t)e->count + 1, sizeof(int));
    e->nulls =
        mem_realloc_array(e->vm, NULL, (size_t)e->null_count + 1, sizeof(NullPlace));
    e->moved = mem_realloc_array(e->vm, NULL, (size_t)e->count + 1, sizeof(uint32_t));
    if (!e->out || !e->depth || !e->nulls || !e->moved)
        return false;
    find_null_places(e);
    move_nulls(e);
    return true;
}

static Wordcode *make_words(MinipyVM *vm, CodeObj *c)
{
    Exporter e = {.vm = vm, .c = c};
    Wordcode *r = wordcode_new(vm, c->ninstrs);
    bool ok = r && export(&e);
    if (ok) {
        r->count = settle(&e);
        measure_stack(&e);
        r->stacksize = e.deepest;
        fill_maps(&e, r);
        r->code = code_bytes(&e, r->count);
        r->linetable = linetable_bytes(&e);
        r->exceptiontable = code_exceptiontable(vm, c, r->first);
        ok = r->code && r->linetable && r->exceptiontable;
    }
    mem_free(vm, e.words);
    mem_free(vm, e.out);
    mem_free(vm, e.index);
    mem_free(vm, e.depth);
    mem_free(vm, e.nulls);
    mem_free(vm, e.moved);
    if (!ok) {
        wordcode_free(vm, r);
        return NULL;
    }
    return r;
}

/* ---- the code object's copy ------------------------------------------------------ */

Wordcode *wordcode_new(MinipyVM *vm, uint32_t nunits)
{
    Wordcode *w = mem_calloc(vm, sizeof *w);
    size_t n = (size_t)nunits + 1;
    if (!w)
        return NULL;
    w->first = mem_calloc(vm, n * sizeof *w->first);
    w->lasti = mem_calloc(vm, n * sizeof *w->lasti);
    if (!w->first || !w->lasti) {
        wordcode_free(vm, w);
        return NULL;
    }
    return w;
}

void wordcode_free(MinipyVM *vm, Wordcode *w)
{
    if (!w)
        return;
    value_xdecref(vm, w->code);
    value_xdecref(vm, w->linetable);
    value_xdecref(vm, w->exceptiontable);
    mem_free(vm, w->first);
    mem_free(vm, w->lasti);
    mem_free(vm, w);
}

const Wordcode *code_words(MinipyVM *vm, CodeObj *c)
{
    if (code_open(vm, c) < 0)
        return NULL;
    if (!c->words)
        c->words = make_words(vm, c);
    return c->words;
}

int64_t code_lasti(MinipyVM *vm, CodeObj *c, uint32_t unit)
{
    const Wordcode *w = code_words(vm, c);
    return w ? (int64_t)w->lasti[unit < c->ninstrs ? unit : c->ninstrs] * 2 : -1;
}

/* The word behind the instruction that begins at `word`, its prefixes and caches. */
static uint32_t word_behind(const Wordcode *w, uint32_t word)
{
    const uint8_t *code = BYTES(w->code)->data;
    while (code[2 * (size_t)word] == WORD_EXTENDED_ARG && word + 1 < w->count)
        word++;
    return word + 1 + word_caches[code[2 * (size_t)word]];
}

int64_t code_next_word(MinipyVM *vm, CodeObj *c, uint32_t unit, int64_t from)
{
    const Wordcode *w = code_words(vm, c);
    if (!w)
        return -1;
    uint32_t next = unit + 1 + opcode_caches[instr_op(code_instr(c, unit))];
    uint32_t end = w->first[next < c->ninstrs ? next : c->ninstrs];
    uint32_t word = from < 0 ? w->first[unit] : word_behind(w, (uint32_t)(from / 2));
    return word < end ? (int64_t)word * 2 : WORDS_END;
}

int64_t code_unit_of_lasti(MinipyVM *vm, CodeObj *c, int64_t lasti)
{
    const Wordcode *w = code_words(vm, c);
    if (!w)
        return -2;
    for (uint32_t i = 0; i < c->ninstrs;
         i += 1u + opcode_caches[instr_op(code_instr(c, i))])
        if ((int64_t)w->lasti[i] * 2 == lasti)
            return i;
    return -1;
}
