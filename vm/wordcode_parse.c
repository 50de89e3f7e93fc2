/* wordcode_parse.c - from CPython 3.11's wordcode to our instructions, for code that a
 * program made: code(), replace(), marshal.
 *
 * Our call has the function where CPython's has its NULL, so ORDER_CALL comes before
 * each. Nothing that a program says about its bytes is trusted: operands, jumps and the
 * height of the stack are checked, and what cannot run becomes an unknown instruction.
 */
#include "vm/code_private.h"
#include "vm/objects/bytes.h"
#include "vm/objects/tuple.h"
#include "vm/wordcode.h"

enum { NO_UNIT = UINT32_MAX };
static const Opcode OP_TRAP = (Opcode)255; /* eval: SystemError, unknown opcode */

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
    bool failed, bad;
} Importer;

/* ---- instructions ---------------------------------------------------------------- */

static void add(Importer *m, Opcode op, uint32_t arg)
{
    uint32_t need = 1u + opcode_caches[op];
    if (arg > INSTR_ARG_MAX) {
        m->bad = true;
        return;
    }
    if (m->count + need > m->capacity) {
        uint32_t capacity = (m->count + need) * 2;
        Instr *instrs =
            mem_realloc_array(m->vm, m->instrs, (size_t)capacity + 1, sizeof(Instr));
        if (instrs)
            m->instrs = instrs;
        uint32_t *word_of = mem_realloc_array(m->vm, m->word_of, (size_t)capacity + 1,
                                              sizeof *m->word_of);
        if (word_of)
            m->word_of = word_of;
        if (!instrs || !word_of) {
            m->failed = true;
            return;
        }
        m->capacity = capacity;
    }
    m->instrs[m->count] = instr_make(op, arg);
    m->word_of[m->count++] = m->at;
    for (uint32_t i = 1; i < need; i++) {
        m->instrs[m->count] = 0;
        m->word_of[m->count++] = NO_UNIT;
    }
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
    m->plain_calls = has_plain_calls(m);
    uint32_t arg = 0;
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

static bool is_cell_op(Opcode op)
{
    return op == OP_MAKE_CELL || op == OP_LOAD_CLOSURE || op == OP_LOAD_DEREF ||
           op == OP_LOAD_CLASSDEREF || op == OP_STORE_DEREF || op == OP_DELETE_DEREF;
}

static bool operand_fits(const CodeParts *p, Opcode op, uint32_t arg)
{
    uint32_t consts = (uint32_t)tuple_size(p->consts),
             names = (uint32_t)tuple_size(p->names), locals = (uint32_t)p->nlocalsplus;
    switch (opcode_operands[op]) {
    case OPERAND_CONST: return arg < consts;
    case OPERAND_NAME: return arg < names;
    case OPERAND_LOCAL:
        return arg < locals &&
               (!is_cell_op(op) || p->localspluskinds[arg] & (LOCAL_CELL | LOCAL_FREE));
    case OPERAND_LOCAL2: return (arg & 0xfff) < locals && arg >> 12 < locals;
    case OPERAND_LOCALCONST: return (arg & 0xfff) < locals && arg >> 12 < consts;
    case OPERAND_CMP: return arg <= CMP_GE;
    case OPERAND_BINOP: return arg < NB_COUNT;
    default: return op != OP_COPY_FREE_VARS || arg == (uint32_t)p->nfree;
    }
}

/* Cells that the instruction needs on the stack, as far as its effect does not tell. */
static int cells_needed(Opcode op, uint32_t arg)
{
    switch (op) {
    case OP_COPY:
    case OP_SWAP: return arg ? (int)arg : INT32_MAX;
    case OP_ORDER_CALL:
    case OP_CALL: return (int)arg + 2;
    case OP_CALL_KW: return (int)arg + 3;
    case OP_LIST_APPEND:
    case OP_SET_ADD:
    case OP_LIST_EXTEND:
    case OP_SET_UPDATE:
    case OP_DICT_UPDATE: return (int)arg + 1;
    case OP_DICT_MERGE: return (int)arg + 4;
    case OP_MAP_ADD: return (int)arg + 2;
    case OP_BUILD_TUPLE:
    case OP_BUILD_LIST:
    case OP_BUILD_SET:
    case OP_BUILD_STRING: return (int)arg;
    case OP_BUILD_SLICE: return arg == 2 || arg == 3 ? (int)arg : INT32_MAX;
    case OP_BUILD_CONST_KEY_MAP: return (int)arg + 1;
    case OP_MAKE_FUNCTION: return 1 - code_stack_effect(op, arg, false);
    case OP_FORMAT_VALUE: return arg & 4 ? 2 : 1;
    case OP_RAISE_VARARGS: return arg <= 2 ? (int)arg : INT32_MAX;
    case OP_BUILD_MAP: return arg > 0xfffff ? INT32_MAX : 2 * (int)arg;
    case OP_RERAISE: return (int)arg + 1;
    case OP_BINARY_OP:
    case OP_COMPARE_OP:
    case OP_IS_OP:
    case OP_CONTAINS_OP:
    case OP_BINARY_SUBSCR:
    case OP_CHECK_EXC_MATCH:
    case OP_CHECK_EG_MATCH:
    case OP_PREP_RERAISE_STAR:
    case OP_IMPORT_NAME:
    case OP_MATCH_KEYS:
    case OP_SEND: return 2;
    case OP_WITH_EXCEPT_START: return 4;
    case OP_MATCH_CLASS: return 3;
    case OP_CALL_FUNCTION_EX: return 3 + (int)(arg & 1);
    case OP_NOP:
    case OP_RESUME:
    case OP_PUSH_NULL:
    case OP_RETURN_GENERATOR:
    case OP_MAKE_CELL:
    case OP_DELETE_FAST:
    case OP_DELETE_NAME:
    case OP_DELETE_GLOBAL:
    case OP_DELETE_DEREF:
    case OP_COPY_FREE_VARS:
    case OP_SETUP_ANNOTATIONS:
    case OP_JUMP_FORWARD:
    case OP_JUMP_BACKWARD:
    case OP_JUMP_BACKWARD_NO_INTERRUPT: return 0;
    default: {
        int effect = code_stack_effect(op, arg, false);
        bool pushes_only = opcode_operands[op] == OPERAND_CONST ||
                           opcode_operands[op] == OPERAND_LOCAL ||
                           opcode_operands[op] == OPERAND_LOCALCONST ||
                           (opcode_operands[op] == OPERAND_LOCAL2 && effect == 2) ||
                           op == OP_LOAD_NAME || op == OP_LOAD_GLOBAL ||
                           op == OP_LOAD_BUILD_CLASS || op == OP_LOAD_ASSERTION_ERROR;
        return effect < 0 ? -effect : pushes_only ? 0 : 1;
    }
    }
}

typedef struct Walk {
    const CodeParts *p;
    int32_t *depth; /* before each unit; -1: not reached */
    uint32_t *todo;
    uint32_t ntodo;
    int32_t deepest;
} Walk;

static bool reach(Walk *w, int64_t unit, int depth)
{
    if (unit < 0 || unit >= w->p->ninstrs || depth < 0 || depth > 0xffff)
        return false;
    if (depth > w->deepest)
        w->deepest = depth;
    if (w->depth[unit] < 0) {
        w->depth[unit] = depth;
        w->todo[w->ntodo++] = (uint32_t)unit;
    }
    return w->depth[unit] == depth;
}

static bool walk_handlers(Walk *w, uint32_t unit)
{
    for (uint32_t i = 0; i < w->p->nhandlers; i++) {
        const CodeHandler *h = &w->p->handlers[i];
        if (unit < h->start || unit >= h->end)
            continue;
        if ((int)h->depth > w->depth[unit] ||
            !reach(w, h->target, (int)h->depth + 1 + (int)h->push_lasti))
            return false;
    }
    return true;
}

static bool walk_from(Walk *w, uint32_t unit)
{
    Opcode op = instr_op(w->p->instrs[unit]);
    uint32_t arg = instr_arg(w->p->instrs[unit]), next = unit + 1 + opcode_caches[op];
    int depth = w->depth[unit];
    if (op == OP_TRAP)
        return true;
    if (!operand_fits(w->p, op, arg) || cells_needed(op, arg) > depth ||
        !walk_handlers(w, unit))
        return false;
    if ((opcode_flags[op] & OPF_J) &&
        !reach(w, opcode_is_backward(op) ? (int64_t)next - arg : (int64_t)next + arg,
               depth + code_stack_effect(op, arg, true)))
        return false;
    return (opcode_flags[op] & OPF_T) ||
           reach(w, next, depth + code_stack_effect(op, arg, false));
}

/* Would every path find its operands? 1, 0, or -1: out of memory. */
static int runs_well(MinipyVM *vm, CodeParts *p)
{
    Walk w = {.p = p};
    size_t n = (size_t)p->ninstrs + 1;
    w.depth = mem_realloc_array(vm, NULL, n, sizeof *w.depth);
    w.todo = mem_realloc_array(vm, NULL, n, sizeof *w.todo);
    int ok = w.depth && w.todo ? 1 : -1;
    if (ok > 0) {
        memset(w.depth, 0xff, n * sizeof *w.depth);
        ok = reach(&w, 0, 0);
        while (ok && w.ntodo)
            ok = walk_from(&w, w.todo[--w.ntodo]);
    }
    mem_free(vm, w.depth);
    mem_free(vm, w.todo);
    if (ok > 0 && p->stacksize < w.deepest)
        p->stacksize = w.deepest;
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
    p->instrs[0] = instr_make(OP_RESUME, 0);
    p->instrs[1] = instr_make(OP_TRAP, 0);
    p->nhandlers = 0;
}

static int import(Importer *m, Value code, Value linetable, Value exceptiontable)
{
    CodeParts *p = m->p;
    m->unit_of = mem_calloc(m->vm, ((size_t)m->nwords + 1) * sizeof *m->unit_of);
    if (!m->unit_of)
        return -1;
    read_words(m);
    if (!m->bad)
        settle_jumps(m);
    m->at = 0;
    if (m->count < 2) { /* room for the trap */
        add(m, OP_NOP, 0);
        add(m, OP_NOP, 0);
    }
    if (m->failed)
        return -1;
    p->instrs = m->instrs;
    m->instrs = NULL;
    p->ninstrs = m->count;
    if (read_handlers(m, exceptiontable) < 0)
        return -1;
    int ok = m->bad ? 0 : runs_well(m->vm, p);
    if (ok < 0)
        return -1;
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

int wordcode_parse(MinipyVM *vm, Value code, Value linetable, Value exceptiontable,
                   CodeParts *p)
{
    int64_t size = BYTES(code)->size;
    if (size % 2 || size / 2 > INSTR_ARG_MAX)
        return error_set(vm, EXC_ValueError, "code: co_code is malformed"), -1;
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
    mem_free(vm, m.instrs);
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
        Opcode op = instr_op(c->instrs[i]);
        p->instrs[i] =
            instr_make(op == OP_TRAP ? op : opcode_base[op], instr_arg(c->instrs[i]));
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

int wordcode_copy(MinipyVM *vm, CodeObj *c, Value linetable, CodeParts *p)
{
    const Wordcode *w = code_words(vm, c);
    int stacksize = p->stacksize;
    if (w && p->stacksize < c->stacksize)
        p->stacksize = c->stacksize;
    if (!w || copy_instrs(vm, c, p) < 0)
        return -1;
    int ok = runs_well(vm, p);
    if (ok < 0)
        return -1;
    bool same_lines =
        p->firstlineno == c->firstlineno && bytes_equal(linetable, w->linetable);
    if (same_lines ? copy_runs(vm, c, p) < 0
                   : read_positions(vm, p, linetable, w->lasti) < 0)
        return -1;
    if (!ok)
        set_trap(p);
    bool same = same_lines && ok && !c->from_words && stacksize == w->stacksize;
    return same ? 0 : copy_words(vm, w, linetable, stacksize, p);
}
