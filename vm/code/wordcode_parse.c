/* wordcode_parse.c - from CPython 3.11's wordcode to our instructions, for code that a
 * program made: code(), replace(), marshal.
 *
 * Our call has the function where CPython's has its NULL, so ORDER_CALL comes before
 * each. Nothing that a program says about its bytes is trusted: operands, jumps and the
 * height of the stack are checked, and what cannot run becomes an unknown instruction.
 * Where code_flow.c cannot tell what an instruction will find on the stack, the code is
 * laid out a second time, with CHECKs.
 */
#include "vm/code/code_flow.h"
#include "vm/code/code_instr.h"
#include "vm/code/code_private.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/tuple.h"
#include "vm/code/wordcode.h"

enum { NO_UNIT = UINT32_MAX };

typedef struct Check {
    uint32_t unit; /* as laid out without checks */
    uint32_t operand;
} Check;

typedef struct Importer {
    MinipyVM *vm;
    CodeParts *p;
    const uint8_t *bytes;
    uint32_t nwords;
    Instr *instrs;
    uint32_t count, capacity;
    uint32_t *unit_of; /* word -> unit; one past the last too */
    uint32_t *word_of; /* unit -> word; NO_UNIT in caches */
    uint32_t word, at; /* the instruction being read: its first word, its own */
    int stacksize;     /* as given */
    uint32_t kwnames;  /* of the call to come, plus 1 */
    bool plain_calls;  /* some call has CPython's NULL */
    Opcode last[2];    /* the instructions before this one */
    uint8_t *reached;  /* by units without checks; NULL: not known yet */
    Check *checks;     /* by unit */
    uint32_t nchecks, checks_capacity, next_check;
    uint32_t plain; /* the unit that comes, without checks */
    bool failed, bad;
} Importer;

/* ---- instructions ---------------------------------------------------------------- */

static bool make_room(Importer *m, uint32_t need)
{
    if (m->count + need <= m->capacity)
        return true;
    uint32_t capacity = (m->count + need) * 2;
    Instr *instrs =
        mem_realloc_array(m->vm, m->instrs, (size_t)capacity + 1, sizeof(Instr));
    if (instrs)
        m->instrs = instrs;
    uint32_t *word_of =
        mem_realloc_array(m->vm, m->word_of, (size_t)capacity + 1, sizeof *m->word_of);
    if (word_of)
        m->word_of = word_of;
    if (!instrs || !word_of) {
        m->failed = true;
        return false;
    }
    m->capacity = capacity;
    return true;
}

static inline void put_in_room(Importer *m, Instr instr, uint32_t word)
{
    m->instrs[m->count] = instr;
    m->word_of[m->count++] = word;
}

static void put(Importer *m, Instr instr, uint32_t word)
{
    if (make_room(m, 1))
        put_in_room(m, instr, word);
}

static void add(Importer *m, Opcode op, uint32_t arg)
{
    uint32_t caches = opcode_caches[op];
    if (arg > INSTR_ARG_MAX) {
        m->bad = true;
        return;
    }
    for (; m->next_check < m->nchecks && m->checks[m->next_check].unit == m->plain;
         m->next_check++)
        put(m, instr_make(OP_CHECK, m->checks[m->next_check].operand), m->at);
    bool dead = m->reached && !m->reached[m->plain];
    if (!make_room(m, 1 + caches))
        return;
    put_in_room(m, dead ? instr_make(OP_TRAP, 0) : instr_make(op, arg), m->at);
    for (uint32_t i = 0; i < caches; i++)
        put_in_room(m, 0, NO_UNIT);
    m->plain += 1 + caches;
    m->last[1] = m->last[0];
    m->last[0] = op;
}

/* Is constant i a tuple of names for at most nargs arguments? */
static bool are_names(Value consts, uint32_t i, uint32_t nargs)
{
    if (i >= tuple_size(consts) || !value_is_tuple(tuple_get_borrow(consts, i)))
        return false;
    Value names = tuple_get_borrow(consts, i);
    for (int64_t k = 0; k < tuple_size(names); k++)
        if (!value_is_str(tuple_get_borrow(names, k)))
            return false;
    return tuple_size(names) <= nargs;
}

static void add_call(Importer *m, Opcode op, uint32_t arg)
{
    if (m->plain_calls)
        add(m, OP_ORDER_CALL, op == OP_CALL ? arg : 1 + (arg & 1));
    if (op == OP_CALL && m->kwnames) {
        m->bad |= !are_names(m->p->consts, m->kwnames - 1, arg);
        add(m, OP_LOAD_CONST, m->kwnames - 1);
        op = OP_CALL_KW;
    }
    m->kwnames = 0;
    add(m, op, arg);
}

/* A jump's operand is left as the word that it leads to until all units are known. */
static void add_jump(Importer *m, Opcode op, uint32_t arg)
{
    uint32_t after = m->at + 1 + word_caches[m->bytes[2 * m->at]];
    uint32_t to = opcode_is_backward(op) ? after - arg : after + arg;
    if (to >= m->nwords || (opcode_is_backward(op) && arg > after))
        m->bad = true;
    else
        add(m, op, to);
}

static void translate(Importer *m, unsigned word, uint32_t arg)
{
    Opcode op = (Opcode)word_to_opcode[word];
    switch (word) {
    case WORD_CACHE:
    case WORD_NOP: add(m, OP_NOP, 0); break;
    case WORD_PRECALL: break;
    case WORD_KW_NAMES: m->kwnames = arg + 1; break;
    case WORD_LOAD_FAST: add(m, OP_LOAD_FAST_CHECK, arg); break;
    case WORD_LOAD_GLOBAL:
        if (arg & 1)
            add(m, OP_PUSH_NULL, 0);
        add(m, op, arg >> 1);
        break;
    case WORD_JUMP_BACKWARD_NO_INTERRUPT: /* its loop may never end: it polls */
        add_jump(m, OP_JUMP_BACKWARD, arg);
        break;
    case WORD_RESUME: /* from 2 on it says: behind a SEND that delegates */
        if (arg > 1 && (m->last[0] != OP_YIELD_VALUE || m->last[1] != OP_SEND))
            arg = 1;
        add(m, op, arg);
        break;
    case WORD_UNPACK_EX:
        if (arg > 0xfff00 + 0xff)
            m->bad = true;
        else
            add(m, op, (arg & 0xff) | arg >> 8 << 12);
        break;
    case WORD_DICT_MERGE: /* says which function's arguments clash */
        if (m->plain_calls)
            add(m, OP_ORDER_CALL, arg + 2);
        add(m, op, arg);
        break;
    case WORD_CALL:
    case WORD_CALL_FUNCTION_EX: add_call(m, op, arg); break;
    default:
        if (!word_known(word))
            m->bad = true;
        else if (opcode_flags[op] & OPF_J)
            add_jump(m, op, arg);
        else
            add(m, op, word >= WORD_HAVE_ARGUMENT ? arg : 0);
    }
}

static bool has_plain_calls(const Importer *m)
{
    for (uint32_t i = 0; i < m->nwords; i += 1u + word_caches[m->bytes[2 * i]])
        if (m->bytes[2 * i] == WORD_PUSH_NULL ||
            (m->bytes[2 * i] == WORD_LOAD_GLOBAL && (m->bytes[2 * i + 1] & 1)))
            return true;
    return false;
}

static void read_words(Importer *m)
{
    uint32_t arg = 0;
    m->count = m->plain = m->kwnames = 0;
    m->last[0] = m->last[1] = OP_NOP;
    for (uint32_t i = 0; i < m->nwords && !m->bad && !m->failed;) {
        unsigned op = m->bytes[2 * i];
        arg = arg << 8 | m->bytes[2 * i + 1];
        m->unit_of[i] = m->count;
        if (op == WORD_EXTENDED_ARG) {
            i++;
            continue;
        }
        m->at = i;
        translate(m, op, arg);
        arg = 0;
        for (unsigned k = word_caches[op] + 1u; k > 0 && i < m->nwords; k--, i++)
            if (i > m->at)
                m->unit_of[i] = m->count;
    }
    m->unit_of[m->nwords] = m->count;
}

static void settle_jumps(Importer *m)
{
    for (uint32_t i = 0; i < m->count && !m->bad;) {
        Opcode op = instr_op(m->instrs[i]);
        uint32_t next = i + 1 + opcode_caches[op];
        if (opcode_flags[op] & OPF_J) {
            uint32_t to = m->unit_of[instr_arg(m->instrs[i])];
            bool back = opcode_is_backward(op);
            if (back ? to > next : to < next)
                m->bad = true;
            else
                m->instrs[i] = instr_make(op, back ? next - to : to - next);
        }
        i = next;
    }
}

/* ---- checks ---------------------------------------------------------------------- */

/* Which units can be reached, and what must be tested before which. */
typedef struct Findings {
    FlowVisitor visitor;
    Importer *m;
} Findings;

static int note_unit(FlowVisitor *v, const CodeFlow *flow, uint32_t unit)
{
    Importer *m = ((Findings *)v)->m;
    uint32_t operands[MAX_CHECKS];
    int n = code_flow_checks(flow, unit, operands);
    m->reached[unit] = 1;
    if (n && m->nchecks + (uint32_t)n > m->checks_capacity) {
        uint32_t capacity = (m->nchecks + (uint32_t)n) * 2;
        Check *checks =
            mem_realloc_array(m->vm, m->checks, (size_t)capacity, sizeof *checks);
        if (!checks)
            return -1;
        m->checks = checks;
        m->checks_capacity = capacity;
    }
    for (int i = 0; i < n; i++)
        m->checks[m->nchecks++] = (Check){unit, operands[i]};
    return 0;
}

/* Would every path find its operands? 1, 0, or -1: out of memory. What is never
 * reached becomes a trap: nobody has looked at its operands. */
static int find_checks(Importer *m)
{
    CodeParts *p = m->p;
    Findings found = {{.visit = note_unit}, m};
    m->reached = mem_calloc(m->vm, (size_t)p->ninstrs + 1);
    int ok = m->reached ? code_flow_run(m->vm, p, &found.visitor, &p->stacksize) : -1;
    for (uint32_t i = 0; ok > 0 && i < p->ninstrs;) {
        uint32_t next = i + 1 + opcode_caches[instr_op(p->instrs[i])];
        if (!m->reached[i])
            p->instrs[i] = instr_make(OP_TRAP, 0);
        i = next;
    }
    return ok;
}

/* ---- tables ---------------------------------------------------------------------- */

/* Runs of p for its units, whose words are in `word_of`. */
static int read_positions(MinipyVM *vm, CodeParts *p, Value linetable,
                          const uint32_t *word_of)
{
    LocationReader l;
    location_reader_init(&l, linetable, p->firstlineno);
    p->runs = mem_realloc_array(vm, NULL, (size_t)p->ninstrs + 1, sizeof(CodeRun));
    if (!p->runs)
        return -1;
    bool more = location_next(&l);
    CodePosition nowhere = {-1, -1, -1, -1};
    for (uint32_t i = 0; i < p->ninstrs; i++) {
        if (word_of[i] == NO_UNIT)
            continue;
        while (more && word_of[i] >= l.end)
            more = location_next(&l);
        const CodePosition *pos = more ? &l.pos : &nowhere;
        if (!p->nruns || memcmp(&p->runs[p->nruns - 1].pos, pos, sizeof *pos) != 0)
            p->runs[p->nruns++] = (CodeRun){RUN_START(i), *pos};
    }
    return 0;
}

static int read_handlers(Importer *m, Value exceptiontable)
{
    CodeParts *p = m->p;
    TableReader r;
    CodeHandler h;
    p->nhandlers = 0;
    if (!p->handlers)
        p->handlers = mem_realloc_array(
            m->vm, NULL, (size_t)BYTES(exceptiontable)->size + 1, sizeof(CodeHandler));
    if (!p->handlers)
        return -1;
    handler_reader_init(&r, exceptiontable);
    while (handler_next(&r, &h)) {
        if (h.start > h.end || h.end > m->nwords || h.target >= m->nwords) {
            m->bad = true;
            return 0;
        }
        h.start = m->unit_of[h.start];
        h.end = m->unit_of[h.end];
        h.target = m->unit_of[h.target];
        if (h.start == h.end)
            continue;
        m->bad |= h.target >= m->count;
        p->handlers[p->nhandlers++] = h;
    }
    return 0;
}

/* ---- the whole ------------------------------------------------------------------- */

static int fill_words(Importer *m, Value code, Value linetable, Value exceptiontable)
{
    CodeParts *p = m->p;
    Wordcode *w = p->words = wordcode_new(m->vm, p->ninstrs);
    if (!w)
        return -1;
    w->code = value_incref(code);
    w->linetable = value_incref(linetable);
    w->exceptiontable = value_incref(exceptiontable);
    w->count = m->nwords;
    w->stacksize = m->stacksize;
    uint32_t word = m->nwords;
    for (uint32_t i = p->ninstrs + 1; i-- > 0;) {
        if (i < p->ninstrs && m->word_of[i] != NO_UNIT)
            word = m->word_of[i];
        w->first[i] = w->lasti[i] = word;
    }
    for (uint32_t i = 1; i < p->ninstrs; i++)
        if (m->word_of[i] == NO_UNIT)
            w->lasti[i] = w->lasti[i - 1];
    return 0;
}

static void set_trap(CodeParts *p)
{
    p->ninstrs = 2;
    p->stacksize = 0;
    p->instrs[0] = instr_make(OP_RESUME, 0);
    p->instrs[1] = instr_make(OP_TRAP, 0);
    p->nhandlers = 0;
}

/* All units, and the handlers. -1: out of memory. */
static int lay_out(Importer *m, Value exceptiontable)
{
    CodeParts *p = m->p;
    read_words(m);
    if (!m->bad && !m->failed)
        settle_jumps(m);
    m->at = 0;
    while (m->count < 2 && !m->failed) /* room for the trap */
        put(m, instr_make(OP_NOP, 0), m->at);
    if (m->failed)
        return -1;
    m->instrs[m->count] = 0; /* read, not run: what may go together with the last */
    p->instrs = m->instrs;
    p->ninstrs = m->count;
    return read_handlers(m, exceptiontable);
}

static int import(Importer *m, Value code, Value linetable, Value exceptiontable)
{
    CodeParts *p = m->p;
    m->unit_of = mem_calloc(m->vm, ((size_t)m->nwords + 1) * sizeof *m->unit_of);
    if (!m->unit_of)
        return -1;
    m->plain_calls = has_plain_calls(m);
    int ok = lay_out(m, exceptiontable) < 0 ? -1 : !m->bad;
    if (ok > 0)
        ok = find_checks(m);
    if (ok > 0 && m->nchecks)
        ok = lay_out(m, exceptiontable) < 0 ? -1 : !m->bad;
    if (ok < 0)
        return -1;
    m->instrs = NULL; /* they are p's */
    if (!ok)
        set_trap(p);
    return read_positions(m->vm, p, linetable, m->word_of) < 0
               ? -1
               : fill_words(m, code, linetable, exceptiontable);
}

/* -X no_debug_ranges */
static Value without_columns(MinipyVM *vm, Value linetable, int firstlineno)
{
    LocationReader in;
    LocationWriter out;
    location_reader_init(&in, linetable, firstlineno);
    location_writer_init(&out, vm, firstlineno);
    while (location_next(&in)) {
        CodePosition line = {in.pos.line, in.pos.line, -1, -1};
        location_writer_add(&out, &line, in.end - in.start);
    }
    return location_writer_finish(&out);
}

static bool size_fits(MinipyVM *vm, Value code)
{
    int64_t size = BYTES(code)->size;
    if (size % 2 == 0 && size / 2 <= INSTR_ARG_MAX)
        return true;
    error_set(vm, EXC_ValueError, "code: co_code is malformed");
    return false;
}

/* Most code that is read is never run, and what a function of a module does is not
 * asked before the function is made. Nothing that a program says is looked at here, so
 * that nothing but want of memory can fail later. */
int wordcode_keep(MinipyVM *vm, Value code, Value linetable, Value exceptiontable,
                  CodeParts *p)
{
    if (vm->settings.no_debug_ranges || !size_fits(vm, code))
        return vm->settings.no_debug_ranges
                   ? wordcode_parse(vm, code, linetable, exceptiontable, p)
                   : -1;
    Wordcode *w = p->words = mem_calloc(vm, sizeof *w);
    p->instrs = w ? mem_calloc(vm, 3 * sizeof(Instr)) : NULL;
    if (!p->instrs)
        return -1;
    w->code = value_incref(code);
    w->linetable = value_incref(linetable);
    w->exceptiontable = value_incref(exceptiontable);
    w->count = (uint32_t)(BYTES(code)->size / 2);
    w->stacksize = p->stacksize;
    p->raw = true;
    set_trap(p);
    return 0;
}

int wordcode_parse(MinipyVM *vm, Value code, Value linetable, Value exceptiontable,
                   CodeParts *p)
{
    int64_t size = BYTES(code)->size;
    if (!size_fits(vm, code))
        return -1;
    Importer m = {.vm = vm,
                  .p = p,
                  .bytes = BYTES(code)->data,
                  .nwords = (uint32_t)(size / 2),
                  .stacksize = p->stacksize};
    Value lines = vm->settings.no_debug_ranges
                      ? without_columns(vm, linetable, p->firstlineno)
                      : value_incref(linetable);
    int r = lines ? import(&m, code, lines, exceptiontable) : -1;
    value_xdecref(vm, lines);
    if (m.instrs) /* not handed over */
        p->instrs = NULL;
    mem_free(vm, m.instrs);
    mem_free(vm, m.reached);
    mem_free(vm, m.checks);
    mem_free(vm, m.unit_of);
    mem_free(vm, m.word_of);
    return r;
}

/* ---- copies ---------------------------------------------------------------------- */

static int copy_instrs(MinipyVM *vm, const CodeObj *c, CodeParts *p)
{
    size_t n = (size_t)c->ninstrs + 1;
    p->ninstrs = c->ninstrs;
    p->instrs = mem_calloc(vm, n * sizeof(Instr));
    p->handlers = mem_calloc(vm, ((size_t)c->nhandlers + 1) * sizeof(CodeHandler));
    p->imported = mem_calloc(vm, ((size_t)c->nimported + 1) * sizeof(uint32_t));
    if (!p->instrs || !p->handlers || !p->imported)
        return -1;
    for (uint32_t i = 0; i < c->ninstrs;
         i += 1u + opcode_caches[instr_op(p->instrs[i])]) {
        Opcode op = opcode_base[instr_op(code_instr(c, i))];
        p->instrs[i] = instr_make(op, instr_arg(c->instrs[i]));
    }
    if (c->nhandlers)
        memcpy(p->handlers, c->handlers, c->nhandlers * sizeof(CodeHandler));
    if (c->nimported)
        memcpy(p->imported, c->imported, c->nimported * sizeof(uint32_t));
    p->nhandlers = c->nhandlers;
    p->nimported = c->nimported;
    return 0;
}

static int copy_words(MinipyVM *vm, const Wordcode *from, Value linetable,
                      int stacksize, CodeParts *p)
{
    Wordcode *w = p->words = wordcode_new(vm, p->ninstrs);
    size_t n = ((size_t)p->ninstrs + 1) * sizeof(uint32_t);
    if (!w)
        return -1;
    w->code = value_incref(from->code);
    w->linetable = value_incref(linetable);
    w->exceptiontable = value_incref(from->exceptiontable);
    w->count = from->count;
    w->stacksize = stacksize;
    memcpy(w->first, from->first, n);
    memcpy(w->lasti, from->lasti, n);
    return 0;
}

static int copy_runs(MinipyVM *vm, const CodeObj *c, CodeParts *p)
{
    p->runs = mem_calloc(vm, ((size_t)c->nruns + 1) * sizeof(CodeRun));
    if (!p->runs)
        return -1;
    if (c->nruns)
        memcpy(p->runs, c->runs, c->nruns * sizeof(CodeRun));
    p->nruns = c->nruns;
    return 0;
}

/* Constants that the compiler's code, which chose them, cannot tell apart. */
static bool similar_const(Value a, Value b)
{
    if (value_is_tuple(a)) {
        bool same = value_is_tuple(b) && tuple_size(a) == tuple_size(b);
        for (int64_t i = 0; same && i < tuple_size(a); i++)
            same = similar_const(tuple_get_borrow(a, i), tuple_get_borrow(b, i));
        return same;
    }
    if (value_is_kind(a, KIND_CODE))
        return value_is_kind(b, KIND_CODE) && CODE(a)->nfree == CODE(b)->nfree;
    return a == b || !value_is_str(a) || value_is_str(b);
}

bool wordcode_runs_with(const CodeObj *c, const CodeParts *p)
{
    const uint32_t stars = CO_VARARGS | CO_VARKEYWORDS;
    if (p->argcount != c->argcount || p->kwonlyargcount != c->kwonlyargcount ||
        (p->flags & stars) != (c->flags & stars) || p->nlocalsplus != c->nlocalsplus ||
        p->nlocals != c->nlocals || p->nfree != c->nfree ||
        (c->nlocalsplus > 0 &&
         memcmp(p->localspluskinds, c->localspluskinds, (size_t)c->nlocalsplus) != 0) ||
        tuple_size(p->names) < tuple_size(c->names) ||
        tuple_size(p->consts) < tuple_size(c->consts))
        return false;
    bool same = true;
    for (int64_t i = 0; same && i < tuple_size(c->consts); i++)
        same = similar_const(tuple_get_borrow(c->consts, i),
                             tuple_get_borrow(p->consts, i));
    return same;
}

int wordcode_copy(MinipyVM *vm, CodeObj *c, Value linetable, CodeParts *p)
{
    const Wordcode *w = code_words(vm, c);
    int stacksize = p->stacksize;
    p->stacksize = c->stacksize;
    if (!w || copy_instrs(vm, c, p) < 0)
        return -1;
    bool same_lines =
        p->firstlineno == c->firstlineno && bytes_equal(linetable, w->linetable);
    if (same_lines ? copy_runs(vm, c, p) < 0
                   : read_positions(vm, p, linetable, w->lasti) < 0)
        return -1;
    bool same = same_lines && !c->from_words && stacksize == w->stacksize;
    return same ? 0 : copy_words(vm, w, linetable, stacksize, p);
}
