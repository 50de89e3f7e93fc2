/* code.c - code objects: making them, and the questions that eval asks about a unit:
 * its position, its handler, its effect on the stack. Attributes are in code_type.c.
 *
 * Owns the tables made from opcodes.def and specialized.def.
 */
#include "vm/code/code.h"
#include "vm/code/code_body.h"
#include "vm/code/code_instr.h"

#include "vm/code/code_private.h"
#include "vm/code/wordcode.h"
#include "vm/containers/tuple.h"
#include "vm/memory/memstate.h"
#include "vm/text/str.h"

/* ---- tables ---------------------------------------------------------------------- */

enum {
#define OP(name, operand, effect, caches, flags, picture) CACHES_##name = caches,
#include "vm/code/opcodes.def"
#undef OP
};

const uint8_t opcode_caches[256] = {
#define OP(name, operand, effect, caches, flags, picture) caches,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture) CACHES_##base,
#include "vm/code/specialized.def"
#undef SPEC
};

const uint8_t opcode_operands[256] = {
#define OP(name, operand, effect, caches, flags, picture) OPERAND_##operand,
#include "vm/code/opcodes.def"
#undef OP
};

const uint8_t opcode_flags[256] = {
#define OP(name, operand, effect, caches, flags, picture) flags,
#include "vm/code/opcodes.def"
#undef OP
    [OP_TRAP] = OPF_T,
};

const char *const opcode_names[256] = {
#define OP(name, operand, effect, caches, flags, picture) #name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture) #name,
#include "vm/code/specialized.def"
#undef SPEC
    [OP_TRAP] = "TRAP",
};

const uint8_t opcode_base[256] = {
#define OP(name, operand, effect, caches, flags, picture) OP_##name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture) OP_##base,
#include "vm/code/specialized.def"
#undef SPEC
    [OP_PATCHED_ENTRY] = OP_RESUME,
    [OP_PATCHED_RETURN] = OP_RETURN_VALUE,
    [OP_PATCHED] = OP_PATCHED,
    [OP_TRAP] = OP_TRAP,
};

static const int8_t opcode_effects[256] = {
#define OP(name, operand, effect, caches, flags, picture) effect,
#include "vm/code/opcodes.def"
#undef OP
};

_Static_assert(OP_COUNT <= OP_STEPPED, "an opcode is one byte");

bool opcode_is_backward(Opcode op)
{
    return opcode_operands[op] == OPERAND_BACK;
}

/* ---- stack effects --------------------------------------------------------------- */

static int variable_effect(Opcode op, int arg)
{
    switch (op) {
    case OP_BUILD_SLICE:
    case OP_BUILD_TUPLE:
    case OP_BUILD_LIST:
    case OP_BUILD_SET:
    case OP_BUILD_STRING: return 1 - arg;
    case OP_BUILD_MAP: return 1 - 2 * arg;
    case OP_BUILD_CONST_KEY_MAP: return -arg;
    case OP_FORMAT_VALUE: return arg & 4 ? -1 : 0;
    case OP_UNPACK_SEQUENCE: return arg - 1;
    case OP_UNPACK_EX: return (arg & 0xfff) + (arg >> 12);
    case OP_RAISE_VARARGS: return -arg;
    case OP_CALL: return -1 - arg;
    case OP_CALL_KW: return -2 - arg;
    case OP_CALL_FUNCTION_EX: return -2 - (arg & 1);
    case OP_MAKE_FUNCTION:
        return -((arg & 1) + (arg >> 1 & 1) + (arg >> 2 & 1) + (arg >> 3 & 1));
    default: return 0;
    }
}

int code_stack_effect(Opcode op, uint32_t arg, bool jump)
{
    if (jump && (op == OP_JUMP_IF_FALSE_OR_POP || op == OP_JUMP_IF_TRUE_OR_POP))
        return 0;
    if (jump && (op == OP_FOR_ITER || op == OP_SEND))
        return -1;
    int effect = opcode_effects[opcode_base[op]];
    return effect == OPE_VAR ? variable_effect(op, (int)arg) : effect;
}

/* ---- making and releasing -------------------------------------------------------- */

void code_parts_release(MinipyVM *vm, CodeParts *p)
{
    mem_free(vm, p->instrs);
    mem_free(vm, p->runs);
    mem_free(vm, p->handlers);
    mem_free(vm, p->localspluskinds);
    mem_free(vm, p->imported);
    code_body_free(vm, p->body);
    wordcode_free(vm, p->words);
    value_xdecref(vm, p->consts);
    value_xdecref(vm, p->names);
    value_xdecref(vm, p->localsplusnames);
    value_xdecref(vm, p->filename);
    value_xdecref(vm, p->name);
    value_xdecref(vm, p->qualname);
}

static uint32_t find_resume(const CodeObj *c)
{
    for (uint32_t i = 0; i < c->ninstrs;
         i += 1u + opcode_caches[instr_op(c->instrs[i])])
        if (instr_op(c->instrs[i]) == OP_RESUME && instr_arg(c->instrs[i]) == 0)
            return i;
    return 0;
}

/* -X no_debug_ranges: lines alone. Runs that no longer differ become one. */
static void forget_columns(CodeParts *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->nruns; i++) {
        CodePosition *pos = &p->runs[i].pos;
        pos->end_line = pos->line;
        pos->col = pos->end_col = -1;
        if (n == 0 || p->runs[n - 1].pos.line != pos->line)
            p->runs[n++] = p->runs[i];
    }
    p->nruns = n;
}

static void link_first(MinipyVM *vm, CodeObj *c)
{
    c->link = &vm->codes;
    c->next = vm->codes;
    if (c->next)
        c->next->link = &c->next;
    vm->codes = c;
}

static void unlink_code(MinipyVM *vm, CodeObj *c)
{
    if (vm->codes_left == c)
        vm->codes_left = c->next;
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
}

void code_to_front(MinipyVM *vm, CodeObj *c)
{
    unlink_code(vm, c);
    link_first(vm, c);
}

Value code_new_steal(MinipyVM *vm, CodeParts *p)
{
    if (vm->settings.no_debug_ranges)
        forget_columns(p);
    CodeObj *c = (CodeObj *)(void *)object_alloc(vm, vm->types[KIND_CODE], 0);
    if (!c) {
        code_parts_release(vm, p);
        return VALUE_NULL;
    }
    c->argcount = p->argcount;
    c->posonlyargcount = p->posonlyargcount;
    c->kwonlyargcount = p->kwonlyargcount;
    c->flags = p->flags;
    c->nlocalsplus = p->nlocalsplus;
    c->nlocals = p->nlocals;
    c->ncells = p->ncells;
    c->nfree = p->nfree;
    c->stacksize = p->body ? CODE_UNSETTLED : p->stacksize;
    c->firstlineno = p->firstlineno;
    c->ninstrs = p->ninstrs;
    c->nruns = p->nruns;
    c->nhandlers = p->nhandlers;
    c->instrs = p->instrs;
    c->consts = p->consts;
    c->names = p->names;
    c->localsplusnames = p->localsplusnames;
    c->localspluskinds = p->localspluskinds;
    c->filename = p->filename;
    c->name = p->name;
    c->qualname = p->qualname;
    c->runs = p->runs;
    c->handlers = p->handlers;
    c->imported = p->imported;
    c->nimported = p->nimported;
    c->words = p->words;
    c->from_words = p->words != NULL;
    c->raw = p->raw;
    c->body = p->body;
    c->filename_utf8 = str_utf8_or_null(vm, c->filename);
    c->name_utf8 = str_utf8_or_null(vm, c->name);
    c->first_traceable = find_resume(c);
    link_first(vm, c);
    if (unlikely(vm->codes_marked))
        code_mark_entries(c);
    return value_from_obj(c);
}

/* Its instructions are there now: what code_new_steal() does of them. */
static void begin_anew(MinipyVM *vm, CodeObj *c)
{
    c->first_traceable = find_resume(c);
    c->marked = false;
    code_to_front(vm, c);
    if (unlikely(vm->codes_marked))
        code_mark_entries(c);
}

static int translate_words(MinipyVM *vm, CodeObj *c)
{
    CodeParts p = {.argcount = c->argcount,
                   .posonlyargcount = c->posonlyargcount,
                   .kwonlyargcount = c->kwonlyargcount,
                   .flags = c->flags,
                   .nlocalsplus = c->nlocalsplus,
                   .nlocals = c->nlocals,
                   .ncells = c->ncells,
                   .nfree = c->nfree,
                   .stacksize = c->words->stacksize,
                   .firstlineno = c->firstlineno,
                   .consts = c->consts,
                   .names = c->names,
                   .localsplusnames = c->localsplusnames,
                   .localspluskinds = c->localspluskinds};
    int r = wordcode_parse(vm, c->words->code, c->words->linetable,
                           c->words->exceptiontable, &p);
    CodeObj old = *c;
    if (r == 0) {
        c->instrs = p.instrs;
        c->ninstrs = p.ninstrs;
        c->runs = p.runs;
        c->nruns = p.nruns;
        c->handlers = p.handlers;
        c->nhandlers = p.nhandlers;
        c->stacksize = p.stacksize;
        c->words = p.words;
        c->raw = false;
        begin_anew(vm, c);
        p = (CodeParts){.instrs = old.instrs, .words = old.words};
    }
    mem_free(vm, p.instrs);
    mem_free(vm, p.runs);
    mem_free(vm, p.handlers);
    wordcode_free(vm, p.words);
    return r;
}

/* What is known of the code that was made of it meanwhile holds for the code in it. */
static void pass_on(CodeObj *c)
{
    if (c->stand_in)
        code_stand_in(c);
    if (c->library)
        code_of_library(c);
}

static int read_body(MinipyVM *vm, CodeObj *c)
{
    CodeParts p = {.firstlineno = c->firstlineno,
                   .nlocalsplus = c->nlocalsplus,
                   .filename = c->filename,
                   .name = c->name,
                   .qualname = c->qualname};
    /* As CPython has it, this memory was taken by who imported the code, not by who is
     * the first to call it. */
    mem_trace_like(vm, c->body);
    int r = code_unpack_body(vm, c, &p);
    mem_trace_like(vm, NULL);
    p.filename = p.name = p.qualname = VALUE_NULL;
    if (r <= 0) {
        code_parts_release(vm, &p);
        return r < 0 ? r : (error_set(vm, EXC_SystemError, "damaged code"), -1);
    }
    if (vm->settings.no_debug_ranges)
        forget_columns(&p);
    c->instrs = p.instrs;
    c->ninstrs = p.ninstrs;
    c->runs = p.runs;
    c->nruns = p.nruns;
    c->handlers = p.handlers;
    c->nhandlers = p.nhandlers;
    c->imported = p.imported;
    c->nimported = p.nimported;
    c->stacksize = p.stacksize;
    c->localspluskinds = p.localspluskinds;
    c->consts = p.consts;
    c->names = p.names;
    c->localsplusnames = p.localsplusnames;
    code_body_free(vm, c->body);
    c->body = NULL;
    pass_on(c);
    begin_anew(vm, c);
    return 0;
}

int code_translate(MinipyVM *vm, CodeObj *c)
{
    return c->body ? read_body(vm, c) : translate_words(vm, c);
}

static int rename_file(MinipyVM *vm, CodeObj *c, Value old, Value name)
{
    int r = c_stack_check(vm);
    if (r < 0 || !str_equal(c->filename, old))
        return r;
    value_set_steal(vm, &c->filename, value_incref(name));
    c->filename_utf8 = str_utf8_or_null(vm, name);
    for (int64_t i = 0; r == 0 && !c->body && i < tuple_size(c->consts); i++) {
        Value v = tuple_get_borrow(c->consts, i);
        if (value_is_kind(v, KIND_CODE))
            r = rename_file(vm, CODE(v), old, name);
    }
    return r;
}

int code_rename_file(MinipyVM *vm, CodeObj *c, Value name)
{
    Value old = value_incref(c->filename);
    int r = rename_file(vm, c, old, name);
    value_decref(vm, old);
    return r;
}

void code_dealloc(MinipyVM *vm, Object *o)
{
    CodeObj *c = (CodeObj *)(void *)o;
    mem_free(vm, c->instrs);
    mem_free(vm, c->runs);
    mem_free(vm, c->handlers);
    mem_free(vm, c->localspluskinds);
    mem_free(vm, c->extra);
    mem_free(vm, c->patches);
    mem_free(vm, c->monitor);
    unlink_code(vm, c);
    mem_free(vm, c->imported);
    code_body_free(vm, c->body);
    wordcode_free(vm, c->words);
    value_xdecref(vm, c->consts);
    value_xdecref(vm, c->names);
    value_xdecref(vm, c->localsplusnames);
    value_xdecref(vm, c->filename);
    value_xdecref(vm, c->name);
    value_xdecref(vm, c->qualname);
}

/* ---- questions about a unit ------------------------------------------------------ */

static CodePosition position_at(const CodeObj *c, uint32_t at)
{
    uint32_t lo = 0, hi = c->nruns;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (c->runs[mid].start <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? c->runs[lo - 1].pos : (CodePosition){-1, -1, -1, -1};
}

CodePosition code_position(const CodeObj *c, uint32_t unit)
{
    return position_at(c, RUN_START(unit));
}

CodePosition code_second_position(const CodeObj *c, uint32_t unit)
{
    return position_at(c, RUN_START(unit) + 1);
}

static Opcode checked_load(Opcode op)
{
    switch (
        (int)op) { /* what carries out a load behind it, which is checked from now on */
    case OP_STORE_FAST_THEN_LOAD: return OP_STORE_FAST;
    case OP_LOAD_GLOBAL_BUILTIN_FAST: return OP_LOAD_GLOBAL_BUILTIN_NULL;
    default: break;
    }
    switch (opcode_base[op]) {
    case OP_LOAD_FAST: return OP_LOAD_FAST_CHECK;
    case OP_LOAD_FAST_LOAD_FAST: return OP_LOAD_FAST_LOAD_FAST_CHECK;
    case OP_LOAD_FAST_LOAD_CONST: return OP_LOAD_FAST_LOAD_CONST_CHECK;
    case OP_STORE_FAST_LOAD_FAST: return OP_STORE_FAST_LOAD_FAST_CHECK;
    default: return op;
    }
}

/* In place: frames run this code. What was done together with a load is still there,
 * behind it. */
void code_check_loads(CodeObj *c)
{
    for (uint32_t i = 0; i < c->ninstrs;) {
        Instr *at = &c->instrs[i];
        Opcode op = checked_load(instr_op(code_instr(c, i)));
        if (instr_is_patch(*at) && c->patches)
            c->patches->units[i].op = (uint8_t)op;
        else if (!instr_is_patch(*at))
            *at = instr_make(op, instr_arg(*at));
        i += 1u + opcode_caches[op];
    }
}

/* The first entry from `unit` on; ninstrs: none. Only what can be suspended has
 * several.
 */
static uint32_t next_entry(const CodeObj *c, uint32_t unit)
{
    const uint32_t suspended = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR;
    if (unit > c->first_traceable && !(c->flags & suspended))
        return c->ninstrs;
    while (unit < c->ninstrs) {
        Opcode op = opcode_base[instr_op(code_instr(c, unit))];
        if (op == OP_RESUME)
            break;
        unit += 1u + opcode_caches[op];
    }
    return unit;
}

void code_mark_entries(CodeObj *c)
{
    for (uint32_t i = next_entry(c, c->first_traceable); i < c->ninstrs;
         i = next_entry(c, i + 1))
        c->instrs[i] = instr_make(OP_PATCHED_ENTRY, instr_arg(c->instrs[i]));
    c->marked = true;
}

void code_unmark_entries(MinipyVM *vm, CodeObj *c)
{
    if (!c->marked)
        return;
    for (uint32_t i = next_entry(c, c->first_traceable); i < c->ninstrs;
         i = next_entry(c, i + 1))
        c->instrs[i] = code_instr(c, i);
    c->marked = false;
    code_to_front(vm, c);
}

const CodeHandler *code_handler(const CodeObj *c, uint32_t unit)
{
    uint32_t lo = 0, hi = c->nhandlers;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (c->handlers[mid].end <= unit)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->nhandlers && c->handlers[lo].start <= unit ? &c->handlers[lo] : NULL;
}

void code_stand_in(CodeObj *c)
{
    c->stand_in = true;
    for (int64_t i = 0; !c->body && i < tuple_size(c->consts); i++) {
        Value v = tuple_get_borrow(c->consts, i);
        if (value_is_kind(v, KIND_CODE))
            code_stand_in(CODE(v));
    }
}

void code_of_library(CodeObj *c)
{
    c->library = true;
    for (int64_t i = 0; !c->body && i < tuple_size(c->consts); i++) {
        Value v = tuple_get_borrow(c->consts, i);
        if (value_is_kind(v, KIND_CODE))
            code_of_library(CODE(v));
    }
}
