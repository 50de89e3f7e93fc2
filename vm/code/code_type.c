/* code_type.c - the type `code`: attributes, comparison, co_lines(), replace().
 *
 * Offsets that Python code sees count bytes of CPython's wordcode (wordcode.h). Code
 * objects are values: equal when they would run alike and report alike.
 */
#include <stdio.h>

#include "vm/core/confine.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/code/code_instr.h"
#include "vm/code/code_private.h"
#include "vm/core/hooks.h"
#include "vm/bytes/bytes.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/code/wordcode.h"
#include "vm/containers/sequence.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"

/* ---- attributes ------------------------------------------------------------------ */

/* closure: which of the variables, LOCAL_*. */
GETTER(get_names)
{
    CodeObj *c = CODE(self);
    uintptr_t kind = (uintptr_t)closure;
    if (code_open(vm, c) < 0)
        return VALUE_NULL;
    int wanted = kind == LOCAL_PLAIN  ? c->nlocals
                 : kind == LOCAL_CELL ? c->ncells
                                      : c->nfree;
    Value t = tuple_alloc(vm, wanted);
    int n = 0;
    for (int i = 0; t && i < c->nlocalsplus && n < wanted; i++)
        if (c->localspluskinds[i] & kind)
            TUPLE(t)->items[n++] =
                value_incref(tuple_get_borrow(c->localsplusnames, i));
    return t;
}

/* closure: where a Wordcode has the Value. */
GETTER(get_of_words)
{
    const Wordcode *w = code_words(vm, CODE(self));
    return w ? value_incref(*(const Value *)((const char *)w + (uintptr_t)closure))
             : VALUE_NULL;
}

/* closure: where a CodeObj has the Value. */
GETTER(get_of_body)
{
    CodeObj *c = CODE(self);
    return code_open(vm, c) < 0
               ? VALUE_NULL
               : value_incref(*(const Value *)((const char *)c + (uintptr_t)closure));
}

GETTER(get_stacksize)
{
    const Wordcode *w = code_words(vm, CODE(self));
    return w ? value_from_imm(w->stacksize) : VALUE_NULL;
}

GETTER(get_lnotab)
{
    const Wordcode *w = code_words(vm, CODE(self));
    return w ? code_lnotab(vm, w->linetable, CODE(self)->firstlineno) : VALUE_NULL;
}

#define WORDS(field) ((void *)offsetof(Wordcode, field))
#define BODY(field) ((void *)offsetof(CodeObj, field))
static GETSETS(code_getsets,
    GETS("co_lnotab", get_lnotab),
    {"_co_code_adaptive", get_of_words, NULL, NULL, WORDS(code)},
    {"co_varnames", get_names, NULL, NULL, (void*)LOCAL_PLAIN},
    {"co_cellvars", get_names, NULL, NULL, (void*)LOCAL_CELL},
    {"co_freevars", get_names, NULL, NULL, (void*)LOCAL_FREE},
    {"co_code", get_of_words, NULL, NULL, WORDS(code)},
);

#define MEMBER(name, type, field)                                                      \
    {                                                                                  \
        name, type, (int)offsetof(CodeObj, field), true, NULL                          \
    }
static MEMBERS(code_members,
    MEMBER("co_argcount", MEMBER_INT32, argcount),
    MEMBER("co_posonlyargcount", MEMBER_INT32, posonlyargcount),
    MEMBER("co_kwonlyargcount", MEMBER_INT32, kwonlyargcount),
    COMPUTED_MEMBER("co_stacksize", get_stacksize, NULL, NULL, NULL),
    MEMBER("co_flags", MEMBER_UINT32, flags),
    MEMBER("co_nlocals", MEMBER_INT32, nlocals),
    COMPUTED_MEMBER("co_consts", get_of_body, NULL, NULL, BODY(consts)),
    COMPUTED_MEMBER("co_names", get_of_body, NULL, NULL, BODY(names)),
    MEMBER("co_filename", MEMBER_VALUE, filename),
    MEMBER("co_name", MEMBER_VALUE, name),
    MEMBER("co_qualname", MEMBER_VALUE, qualname),
    MEMBER("co_firstlineno", MEMBER_INT32, firstlineno),
    COMPUTED_MEMBER("co_linetable", get_of_words, NULL, NULL, WORDS(linetable)),
    COMPUTED_MEMBER("co_exceptiontable", get_of_words, NULL, NULL, WORDS(exceptiontable)),
);
#undef MEMBER

/* ---- text, comparison, hash ------------------------------------------------------ */

static Value code_repr(MinipyVM *vm, Value self)
{
    const CodeObj *c = CODE(self);
    char address[32];
    snprintf(address, sizeof address, "%p", (const void *)c);
    return str_format_c(vm, "<code object %U at %s, file \"%U\", line %d>", c->name,
                        address, c->filename,
                        (int)(c->firstlineno ? c->firstlineno : -1));
}

/* Checked loads (code_check_loads) are the same code. */
static uint8_t plain_op(Instr instr)
{
    switch (opcode_base[instr_op(instr)]) {
    case OP_LOAD_FAST_CHECK: return OP_LOAD_FAST;
    case OP_LOAD_FAST_LOAD_FAST_CHECK: return OP_LOAD_FAST_LOAD_FAST;
    case OP_LOAD_FAST_LOAD_CONST_CHECK: return OP_LOAD_FAST_LOAD_CONST;
    case OP_STORE_FAST_LOAD_FAST_CHECK: return OP_STORE_FAST_LOAD_FAST;
    default: return opcode_base[instr_op(instr)];
    }
}

static bool same_instrs(const CodeObj *a, const CodeObj *b)
{
    if (a->ninstrs != b->ninstrs)
        return false;
    for (uint32_t i = 0; i < a->ninstrs;) {
        uint8_t op = plain_op(code_instr(a, i));
        if (op != plain_op(code_instr(b, i)) ||
            instr_arg(a->instrs[i]) != instr_arg(b->instrs[i]))
            return false;
        i += 1u + opcode_caches[op];
    }
    return true;
}

/* Constants are the same only if of the same type: 1, 1.0 and True differ. */
static int same_constant(MinipyVM *vm, Value a, Value b)
{
    if (a == b)
        return 1;
    if (value_type(vm, a) != value_type(vm, b))
        return 0;
    if (!value_is_tuple(a))
        return object_compare_bool(vm, a, b, CMP_EQ);
    if (tuple_size(a) != tuple_size(b))
        return 0;
    for (int64_t i = 0; i < tuple_size(a); i++) {
        int r = same_constant(vm, tuple_get_borrow(a, i), tuple_get_borrow(b, i));
        if (r <= 0)
            return r;
    }
    return 1;
}

/* Of no rows there need be no address, which memcmp() would have. */
static bool same_rows(const void *a, const void *b, size_t n, size_t size)
{
    return n == 0 || memcmp(a, b, n * size) == 0;
}

static bool same_tables(const CodeObj *a, const CodeObj *b)
{
    return a->nruns == b->nruns && a->nhandlers == b->nhandlers &&
           same_rows(a->runs, b->runs, a->nruns, sizeof *a->runs) &&
           same_rows(a->handlers, b->handlers, a->nhandlers, sizeof *a->handlers);
}

/* Code made of bytes has other instructions for the same words. */
static int same_code(MinipyVM *vm, CodeObj *a, CodeObj *b)
{
    if (code_open(vm, a) < 0 || code_open(vm, b) < 0)
        return -1;
    if (!a->from_words && !b->from_words)
        return same_instrs(a, b) && same_tables(a, b);
    const Wordcode *v = code_words(vm, a), *w = v ? code_words(vm, b) : NULL;
    if (!w)
        return -1;
    return bytes_equal(v->code, w->code) && bytes_equal(v->linetable, w->linetable) &&
           bytes_equal(v->exceptiontable, w->exceptiontable);
}

static int code_equal(MinipyVM *vm, CodeObj *a, CodeObj *b)
{
    if (a == b)
        return 1;
    if (a->argcount != b->argcount || a->posonlyargcount != b->posonlyargcount ||
        a->kwonlyargcount != b->kwonlyargcount || a->flags != b->flags ||
        a->firstlineno != b->firstlineno || a->nlocalsplus != b->nlocalsplus ||
        !str_equal(a->name, b->name))
        return 0;
    int same = same_code(vm, a, b);
    if (same <= 0)
        return same;
    Value pairs[][2] = {{a->consts, b->consts},
                        {a->names, b->names},
                        {a->localsplusnames, b->localsplusnames}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int r = same_constant(vm, pairs[i][0], pairs[i][1]);
        if (r <= 0)
            return r;
    }
    return 1;
}

static Value code_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !value_is_kind(a, KIND_CODE) ||
        !value_is_kind(b, KIND_CODE))
        return VALUE_NOT_IMPLEMENTED;
    int r = code_equal(vm, CODE(a), CODE(b));
    return r < 0 ? VALUE_NULL : value_from_bool((r > 0) == (op == CMP_EQ));
}

static int64_t code_hash(MinipyVM *vm, Value self)
{
    CodeObj *c = CODE(self);
    if (code_open(vm, c) < 0)
        return -1;
    Value parts[] = {c->name, c->consts, c->names, c->localsplusnames};
    uint64_t h = (uint64_t)c->argcount << 32 ^ (uint64_t)c->firstlineno ^
                 (uint64_t)c->flags << 20 ^ (uint64_t)c->nlocalsplus << 44;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int64_t part = object_hash(vm, parts[i]);
        if (part == -1)
            return -1;
        h = (h ^ (uint64_t)part) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return (int64_t)h == -1 ? -2 : (int64_t)h;
}

/* ---- co_lines(), co_positions() -------------------------------------------------- */

static const TypeSpec lines_spec = {
    .name = "line_iterator",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_NO_NEW | TYPE_ITER_SELF,
    LIST_WALK(),
};
static const TypeSpec positions_spec = {
    .name = "positions_iterator",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_NO_NEW | TYPE_ITER_SELF,
    LIST_WALK(),
};

static Value number_or_none(int32_t n)
{
    return n < 0 ? VALUE_NONE : value_from_imm(n);
}

/* An empty list for what the reader, set to the first location, finds. */
static Value locations_begin(MinipyVM *vm, CodeObj *c, LocationReader *l)
{
    const Wordcode *w = code_words(vm, c);
    if (!w)
        return VALUE_NULL;
    location_reader_init(l, w->linetable, c->firstlineno);
    return list_new(vm, 0);
}

FN(code_lines)
{
    LocationReader l;
    Value list = locations_begin(vm, CODE(self), &l);
    uint32_t count = list ? code_words(vm, CODE(self))->count : 0;
    while (list && l.end < count && location_next(&l)) {
        Value row =
            tuple_pack(vm, 3, value_from_imm((int64_t)l.start * 2),
                       value_from_imm((int64_t)l.end * 2), number_or_none(l.pos.line));
        if (!row || list_append_steal(vm, list, row) < 0)
            value_clear(vm, &list);
    }
    return list_walk_steal(vm, &lines_spec, list);
}

FN(code_positions)
{
    LocationReader l;
    Value list = locations_begin(vm, CODE(self), &l);
    while (list && location_next(&l)) {
        Value row = tuple_pack(
            vm, 4, number_or_none(l.pos.line), number_or_none(l.pos.end_line),
            number_or_none(l.pos.col), number_or_none(l.pos.end_col));
        for (uint32_t i = l.start; row && list && i < l.end; i++)
            if (list_append_steal(vm, list, value_incref(row)) < 0)
                value_clear(vm, &list);
        if (!row)
            value_clear(vm, &list);
        value_xdecref(vm, row);
    }
    return list_walk_steal(vm, &positions_spec, list);
}

FN(code_sizeof)
{
    CodeObj *c = CODE(self);
    if (code_settle(vm, c) < 0)
        return VALUE_NULL;
    return int_new(
        vm,
        (int64_t)(sizeof *c + c->ninstrs * sizeof(Instr) + c->nruns * sizeof(CodeRun) +
                  c->nhandlers * sizeof(CodeHandler) + (size_t)c->nlocalsplus));
}

FN(code_varname_from_oparg)
{
    int i;
    if (!arg_int(vm, args[0], &i))
        return VALUE_NULL;
    if (i < 0 || i >= CODE(self)->nlocalsplus)
        return error_set(vm, EXC_IndexError, "tuple index out of range");
    if (code_open(vm, CODE(self)) < 0)
        return VALUE_NULL;
    return value_incref(tuple_get_borrow(CODE(self)->localsplusnames, i));
}

/* ---- replace() and code() -------------------------------------------------------- */

enum {
    A_ARGCOUNT,
    A_POSONLY,
    A_KWONLY,
    A_NLOCALS,
    A_STACKSIZE,
    A_FLAGS,
    A_FIRSTLINENO,
    A_CODE,
    A_CONSTS,
    A_NAMES,
    A_VARNAMES,
    A_FREEVARS,
    A_CELLVARS,
    A_FILENAME,
    A_NAME,
    A_QUALNAME,
    A_LINETABLE,
    A_EXCEPTIONTABLE,
    A_COUNT,
};

static bool check_names(MinipyVM *vm, const char *fname, const Value *a)
{
    static const int name_tuples[] = {A_NAMES, A_VARNAMES, A_FREEVARS, A_CELLVARS};
    for (size_t i = 0; i < 4; i++)
        for (int64_t k = 0; k < tuple_size(a[name_tuples[i]]); k++) {
            Value name = tuple_get_borrow(a[name_tuples[i]], k);
            if (!value_is_str(name)) {
                if (strcmp(fname, "replace") == 0)
                    error_set(vm, EXC_SystemError, "non-string found in code slot");
                else
                    error_set(vm, EXC_TypeError,
                              "name tuples must contain only strings, not '%T'", name);
                return false;
            }
        }
    return true;
}

static bool check_fields(MinipyVM *vm, const char *fname, Value *a)
{
    static const struct {
        int field;
        Kind kind;
        const char *name, *expected;
    } rules[] = {
        {A_CODE, KIND_BYTES, "co_code", "bytes"},
        {A_CONSTS, KIND_TUPLE, "co_consts", "tuple"},
        {A_NAMES, KIND_TUPLE, "co_names", "tuple"},
        {A_VARNAMES, KIND_TUPLE, "co_varnames", "tuple"},
        {A_FREEVARS, KIND_TUPLE, "co_freevars", "tuple"},
        {A_CELLVARS, KIND_TUPLE, "co_cellvars", "tuple"},
        {A_FILENAME, KIND_STR, "co_filename", "str"},
        {A_NAME, KIND_STR, "co_name", "str"},
        {A_QUALNAME, KIND_STR, "co_qualname", "str"},
        {A_LINETABLE, KIND_BYTES, "co_linetable", "bytes"},
        {A_EXCEPTIONTABLE, KIND_BYTES, "co_exceptiontable", "bytes"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!value_is_kind(a[rules[i].field], rules[i].kind)) {
            arg_type_error(vm, fname, rules[i].name, rules[i].expected,
                           a[rules[i].field]);
            return false;
        }
    /* replace() looks at these after it has counted. */
    return strcmp(fname, "replace") == 0 || check_names(vm, fname, a);
}

/* Plain, interned strs, whatever the program gave: dictionaries and caches count on it.
 */
static Value interned_name(MinipyVM *vm, Value name)
{
    if (value_is_exact(vm, name, KIND_STR))
        return str_intern_steal(vm, value_incref(name));
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_str(&b, name);
    return str_intern_steal(vm, strbuilder_finish(&b));
}

static Value interned_names(MinipyVM *vm, Value names)
{
    bool ready = value_is_exact(vm, names, KIND_TUPLE);
    for (int64_t i = 0; ready && i < tuple_size(names); i++)
        ready = str_is_interned(tuple_get_borrow(names, i));
    if (ready)
        return value_incref(names);
    Value t = tuple_alloc(vm, tuple_size(names));
    for (int64_t i = 0; t && i < tuple_size(names); i++)
        if (!(TUPLE(t)->items[i] = interned_name(vm, tuple_get_borrow(names, i))))
            value_clear(vm, &t);
    return t;
}

/* Lays out locals, cells and free variables as the assembler does. */
static int make_localsplus(MinipyVM *vm, Value *a, CodeParts *p)
{
    int nlocals = (int)tuple_size(a[A_VARNAMES]),
        ncells = (int)tuple_size(a[A_CELLVARS]);
    int nfree = (int)tuple_size(a[A_FREEVARS]), n = 0;
    p->localspluskinds = mem_calloc(vm, (size_t)(nlocals + ncells + nfree) + 1);
    if (ncells + nfree == 0 && p->localspluskinds) {
        memset(p->localspluskinds, LOCAL_PLAIN, (size_t)nlocals);
        p->nlocals = p->nlocalsplus = nlocals;
        p->localsplusnames = interned_names(vm, a[A_VARNAMES]);
        return p->localsplusnames ? 0 : -1;
    }
    Value names = list_new(vm, 0);
    if (!names || !p->localspluskinds)
        goto error;
    for (int i = 0; i < nlocals; i++, n++) {
        p->localspluskinds[n] = LOCAL_PLAIN;
        if (list_append(vm, names, tuple_get_borrow(a[A_VARNAMES], i)) < 0)
            goto error;
    }
    for (int i = 0; i < ncells; i++) {
        Value name = tuple_get_borrow(a[A_CELLVARS], i);
        int k = 0;
        while (k < nlocals && !str_equal(list_get_borrow(names, k), name))
            k++;
        if (k < nlocals) {
            p->localspluskinds[k] |= LOCAL_CELL;
            continue;
        }
        p->localspluskinds[n++] = LOCAL_CELL;
        if (list_append(vm, names, name) < 0)
            goto error;
    }
    for (int i = 0; i < nfree; i++, n++) {
        p->localspluskinds[n] = LOCAL_FREE;
        if (list_append(vm, names, tuple_get_borrow(a[A_FREEVARS], i)) < 0)
            goto error;
    }
    p->nlocals = nlocals;
    p->ncells = ncells;
    p->nfree = nfree;
    p->nlocalsplus = n;
    Value given = list_as_tuple(vm, names);
    p->localsplusnames = given ? interned_names(vm, given) : VALUE_NULL;
    value_xdecref(vm, given);
    value_decref(vm, names);
    return p->localsplusnames ? 0 : -1;
error:
    value_xdecref(vm, names);
    return -1;
}

/* The seven numbers, which come first in the order of A_*. */
static bool get_counts(MinipyVM *vm, bool replacing, const Value *a, int32_t *out)
{
    static const char *const names[] = {
        "argcount",  "posonlyargcount", "kwonlyargcount", "nlocals",
        "stacksize", "flags",           "firstlineno"};
    for (int i = A_ARGCOUNT; i <= A_FIRSTLINENO; i++) {
        int n;
        if (!arg_int(vm, a[i], &n))
            return false;
        if (n < 0 && (replacing || i != A_FIRSTLINENO)) {
            error_set(vm, EXC_ValueError,
                      replacing ? "co_%s must be a positive integer"
                                : "code: %s must not be negative",
                      names[i]);
            return false;
        }
        out[i] = n;
    }
    return true;
}

/* Instructions and tables: those of `like` (NULL: none) if they are its bytes. */
static int fill_code(MinipyVM *vm, CodeObj *like, const Value *a, CodeParts *p)
{
    const Wordcode *w = like && !like->raw ? code_words(vm, like) : NULL;
    if (like && !like->raw && !w)
        return -1;
    if (w && bytes_equal(a[A_CODE], w->code) &&
        bytes_equal(a[A_EXCEPTIONTABLE], w->exceptiontable) &&
        wordcode_runs_with(like, p))
        return wordcode_copy(vm, like, a[A_LINETABLE], p);
    return wordcode_keep(vm, a[A_CODE], a[A_LINETABLE], a[A_EXCEPTIONTABLE], p);
}

/* What a program's code object is made of, before it is made. */
static int audit_fields(MinipyVM *vm, const Value *a, const int32_t *n)
{
    return audit(vm, "code.__new__", 9, a[A_CODE], a[A_FILENAME], a[A_NAME],
                 value_from_imm(n[A_ARGCOUNT]), value_from_imm(n[A_POSONLY]),
                 value_from_imm(n[A_KWONLY]), value_from_imm(n[A_NLOCALS]),
                 value_from_imm(n[A_STACKSIZE]), value_from_imm(n[A_FLAGS]));
}

/* by_program: one asks for it, not marshal. */
static Value code_from_fields(MinipyVM *vm, const char *fname, CodeObj *like,
                              bool by_program, Value *a)
{
    CodeParts p = {0};
    int32_t n[A_FIRSTLINENO + 1];
    bool replacing = strcmp(fname, "replace") == 0;
    if (!check_fields(vm, fname, a) || !get_counts(vm, replacing, a, n) ||
        (by_program && audit_fields(vm, a, n) < 0))
        return VALUE_NULL;
    p.argcount = n[A_ARGCOUNT];
    p.posonlyargcount = n[A_POSONLY];
    p.kwonlyargcount = n[A_KWONLY];
    p.stacksize = n[A_STACKSIZE];
    p.flags = (uint32_t)n[A_FLAGS];
    p.firstlineno = n[A_FIRSTLINENO];
    int64_t total = (int64_t)p.argcount + p.kwonlyargcount + !!(p.flags & CO_VARARGS) +
                    !!(p.flags & CO_VARKEYWORDS);
    if (total > tuple_size(a[A_VARNAMES]))
        return error_set(vm, EXC_ValueError, "code: co_varnames is too small");
    if (p.argcount < p.posonlyargcount || n[A_NLOCALS] != tuple_size(a[A_VARNAMES]))
        return error_set(vm, EXC_ValueError, "code: co_nlocals != len(co_varnames)");
    if (replacing && !check_names(vm, fname, a))
        return VALUE_NULL;
    p.consts = value_incref(a[A_CONSTS]);
    p.names = interned_names(vm, a[A_NAMES]);
    if (!p.names || make_localsplus(vm, a, &p) < 0 || fill_code(vm, like, a, &p) < 0) {
        code_parts_release(vm, &p);
        return VALUE_NULL;
    }
    p.filename = value_incref(a[A_FILENAME]);
    p.name = value_incref(a[A_NAME]);
    p.qualname = value_incref(a[A_QUALNAME]);
    return code_new_steal(vm, &p);
}

/* ---- the fields as marshal has them ---------------------------------------------- */

enum {
    M_ARGCOUNT,
    M_POSONLY,
    M_KWONLY,
    M_STACKSIZE,
    M_FLAGS,
    M_CODE,
    M_CONSTS,
    M_NAMES,
    M_LOCALSPLUS,
    M_KINDS,
    M_FILENAME,
    M_NAME,
    M_QUALNAME,
    M_FIRSTLINENO,
    M_LINETABLE,
    M_EXCEPTIONTABLE,
};
_Static_assert(M_EXCEPTIONTABLE + 1 == CODE_PARTS, "all of them");

bool code_part_is_number(int i)
{
    return i <= M_FLAGS || i == M_FIRSTLINENO;
}

bool code_to_parts(MinipyVM *vm, CodeObj *c, Value *parts)
{
    const Wordcode *w = code_words(vm, c);
    Value kinds = w ? bytes_from(vm, c->localspluskinds, c->nlocalsplus) : VALUE_NULL;
    if (!kinds)
        return false;
    const Value all[CODE_PARTS] = {
        [M_ARGCOUNT] = value_from_imm(c->argcount),
        [M_POSONLY] = value_from_imm(c->posonlyargcount),
        [M_KWONLY] = value_from_imm(c->kwonlyargcount),
        [M_STACKSIZE] = value_from_imm(w->stacksize),
        [M_FLAGS] = value_from_imm(c->flags),
        [M_CODE] = w->code,
        [M_CONSTS] = c->consts,
        [M_NAMES] = c->names,
        [M_LOCALSPLUS] = c->localsplusnames,
        [M_KINDS] = VALUE_NONE,
        [M_FILENAME] = c->filename,
        [M_NAME] = c->name,
        [M_QUALNAME] = c->qualname,
        [M_FIRSTLINENO] = value_from_imm(c->firstlineno),
        [M_LINETABLE] = w->linetable,
        [M_EXCEPTIONTABLE] = w->exceptiontable,
    };
    for (int i = 0; i < CODE_PARTS; i++)
        parts[i] = value_incref(all[i]);
    parts[M_KINDS] = kinds;
    return true;
}

/* The names of one kind, in order. */
static Value names_of_kind(MinipyVM *vm, Value names, const uint8_t *kinds,
                           uint8_t kind)
{
    int64_t n = 0;
    for (int64_t i = 0; i < tuple_size(names); i++)
        n += (kinds[i] & kind) != 0;
    if (n == tuple_size(names))
        return value_incref(names);
    Value t = tuple_alloc(vm, n);
    n = 0;
    for (int64_t i = 0; t && i < tuple_size(names); i++)
        if (kinds[i] & kind)
            TUPLE(t)->items[n++] = value_incref(tuple_get_borrow(names, i));
    return t;
}

Value code_from_parts(MinipyVM *vm, const Value *parts)
{
    if (confine_check(vm, MINIPY_ALLOW_CODE, "marshal") < 0)
        return VALUE_NULL;
    Value locals = parts[M_LOCALSPLUS], kinds = parts[M_KINDS], made[3] = {0},
          code = VALUE_NULL;
    if (!value_is_tuple(locals) || !value_is_bytes(kinds) ||
        BYTES(kinds)->size != tuple_size(locals))
        return error_set(vm, EXC_ValueError, "bad marshal data (code)");
    static const uint8_t order[] = {LOCAL_PLAIN, LOCAL_CELL, LOCAL_FREE};
    bool ok = true;
    for (int i = 0; ok && i < 3; i++)
        ok = (made[i] = names_of_kind(vm, locals, BYTES(kinds)->data, order[i])) !=
             VALUE_NULL;
    if (ok) {
        Value a[A_COUNT] = {
            [A_ARGCOUNT] = parts[M_ARGCOUNT],
            [A_POSONLY] = parts[M_POSONLY],
            [A_KWONLY] = parts[M_KWONLY],
            [A_NLOCALS] = value_from_imm(tuple_size(made[0])),
            [A_STACKSIZE] = parts[M_STACKSIZE],
            [A_FLAGS] = parts[M_FLAGS],
            [A_FIRSTLINENO] = parts[M_FIRSTLINENO],
            [A_CODE] = parts[M_CODE],
            [A_CONSTS] = parts[M_CONSTS],
            [A_NAMES] = parts[M_NAMES],
            [A_VARNAMES] = made[0],
            [A_CELLVARS] = made[1],
            [A_FREEVARS] = made[2],
            [A_FILENAME] = parts[M_FILENAME],
            [A_NAME] = parts[M_NAME],
            [A_QUALNAME] = parts[M_QUALNAME],
            [A_LINETABLE] = parts[M_LINETABLE],
            [A_EXCEPTIONTABLE] = parts[M_EXCEPTIONTABLE],
        };
        code = code_from_fields(vm, "code", NULL, false, a);
    }
    values_xdecref(vm, made, 3);
    return code;
}

/* Does it still run as the compiler made it? types.coroutine() marks generators. */
static bool stays_same(const CodeObj *c, const Value *a)
{
    for (int i = 0; i < A_COUNT; i++)
        if (a[i] && i != A_FILENAME && i != A_NAME && i != A_QUALNAME &&
            i != A_FIRSTLINENO && i != A_FLAGS)
            return false;
    return !a[A_FLAGS] || !value_is_int_imm(a[A_FLAGS]) ||
           (((uint32_t)value_imm(a[A_FLAGS]) ^ c->flags) & ~CO_ITERABLE_COROUTINE) == 0;
}

/* Are names all that is replaced? */
static bool replaces_names(const CodeObj *c, const Value *a)
{
    if (c->raw || a[A_FLAGS] || a[A_FIRSTLINENO] || !stays_same(c, a))
        return false;
    for (int i = A_FILENAME; i <= A_QUALNAME; i++)
        if (a[i] && !value_is_str(a[i]))
            return false;
    return true;
}

static Value replace_names(MinipyVM *vm, CodeObj *c, const Value *a)
{
    const Wordcode *w = code_words(vm, c);
    CodeParts p = {.argcount = c->argcount,
                   .posonlyargcount = c->posonlyargcount,
                   .kwonlyargcount = c->kwonlyargcount,
                   .flags = c->flags,
                   .nlocalsplus = c->nlocalsplus,
                   .nlocals = c->nlocals,
                   .ncells = c->ncells,
                   .nfree = c->nfree,
                   .firstlineno = c->firstlineno};
    if (!w)
        return VALUE_NULL;
    const Value all[A_COUNT] = {
        [A_CODE] = w->code,
        [A_FILENAME] = a[A_FILENAME] ? a[A_FILENAME] : c->filename,
        [A_NAME] = a[A_NAME] ? a[A_NAME] : c->name,
    };
    const int32_t counts[] = {
        [A_ARGCOUNT] = c->argcount,     [A_POSONLY] = c->posonlyargcount,
        [A_KWONLY] = c->kwonlyargcount, [A_NLOCALS] = c->nlocals,
        [A_STACKSIZE] = w->stacksize,   [A_FLAGS] = (int32_t)c->flags,
    };
    if (audit_fields(vm, all, counts) < 0)
        return VALUE_NULL;
    size_t n = (size_t)c->nlocalsplus;
    p.stacksize = w->stacksize;
    p.localspluskinds = mem_calloc(vm, n + 1);
    if (!p.localspluskinds || wordcode_copy(vm, c, w->linetable, &p) < 0) {
        code_parts_release(vm, &p);
        return VALUE_NULL;
    }
    mem_copy(p.localspluskinds, c->localspluskinds, n);
    p.consts = value_incref(c->consts);
    p.names = value_incref(c->names);
    p.localsplusnames = value_incref(c->localsplusnames);
    p.filename = value_incref(all[A_FILENAME]);
    p.name = value_incref(all[A_NAME]);
    p.qualname = value_incref(a[A_QUALNAME] ? a[A_QUALNAME] : c->qualname);
    return code_new_steal(vm, &p);
}

FN(code_replace)
{
    CodeObj *c = CODE(self);
    Value a[A_COUNT];
    if (code_open(vm, c) < 0)
        return VALUE_NULL;
    for (size_t i = 0; i < A_COUNT; i++)
        a[i] = GIVEN(i);
    if (replaces_names(c, a))
        return replace_names(vm, CODE(self), a);
    if (!stays_same(c, a) && confine_check(vm, MINIPY_ALLOW_CODE, "code.replace()") < 0)
        return VALUE_NULL;
    const Value plain[] = {
        [A_ARGCOUNT] = value_from_imm(c->argcount),
        [A_POSONLY] = value_from_imm(c->posonlyargcount),
        [A_KWONLY] = value_from_imm(c->kwonlyargcount),
        [A_NLOCALS] = value_from_imm(c->nlocals),
        [A_FLAGS] = value_from_imm(c->flags),
        [A_FIRSTLINENO] = value_from_imm(c->firstlineno),
        [A_CONSTS] = c->consts,
        [A_NAMES] = c->names,
        [A_FILENAME] = c->filename,
        [A_NAME] = c->name,
        [A_QUALNAME] = c->qualname,
        [A_EXCEPTIONTABLE] = VALUE_NULL,
    };
    static const struct {
        GetterFn get;
        void *closure;
    } made[A_COUNT] = {
        [A_CODE] = {get_of_words, WORDS(code)},
        [A_VARNAMES] = {get_names, (void *)LOCAL_PLAIN},
        [A_FREEVARS] = {get_names, (void *)LOCAL_FREE},
        [A_CELLVARS] = {get_names, (void *)LOCAL_CELL},
        [A_LINETABLE] = {get_of_words, WORDS(linetable)},
        [A_EXCEPTIONTABLE] = {get_of_words, WORDS(exceptiontable)},
        [A_STACKSIZE] = {get_stacksize, NULL},
    };
    Value owned[A_COUNT] = {0}, result = VALUE_NULL;
    for (int i = 0; i < A_COUNT; i++) {
        if (a[i])
            continue;
        if (made[i].get)
            owned[i] = a[i] = made[i].get(vm, self, made[i].closure);
        else
            a[i] = plain[i];
        if (!a[i])
            goto done;
    }
    result = code_from_fields(vm, "replace", CODE(self), true, a);
done:
    values_xdecref(vm, owned, A_COUNT);
    return result;
}

#define CODE_SIGNATURE                                                                 \
    "(argcount, posonlyargcount, kwonlyargcount, nlocals, stacksize,\n"                \
    "     flags, codestring, constants, names, varnames, filename, name,\n"            \
    "     qualname, firstlineno, linetable, exceptiontable, freevars=(),\n"            \
    "     cellvars=(), /)"
static Value code_new(NEW_ARGS)
{
    static const uint8_t order[] = {
        A_ARGCOUNT,       A_POSONLY,  A_KWONLY,   A_NLOCALS,     A_STACKSIZE,
        A_FLAGS,          A_CODE,     A_CONSTS,   A_NAMES,       A_VARNAMES,
        A_FILENAME,       A_NAME,     A_QUALNAME, A_FIRSTLINENO, A_LINETABLE,
        A_EXCEPTIONTABLE, A_FREEVARS, A_CELLVARS,
    };
    static const MethodDef row = {.name = "code", .signature = CODE_SIGNATURE};
    Value a[A_COUNT], in_order[A_COUNT];
    if (!args_take(vm, &row, args, nargs, kwnames, in_order) ||
        confine_check(vm, MINIPY_ALLOW_CODE, "code()") < 0)
        return VALUE_NULL;
    for (size_t i = 0; i < A_COUNT; i++)
        a[order[i]] = in_order[i] ? in_order[i] : vm->empty_tuple;
    return code_from_fields(vm, "code", NULL, true, a);
}

static METHODS(code_methods,
    {"__sizeof__", code_sizeof, M_UNSIGNED, "($self, /)", NULL},
    {"co_lines", code_lines, M_UNSIGNED, "($self, /)", NULL},
    {"co_positions", code_positions, M_UNSIGNED, "($self, /)", NULL},
    {"replace", code_replace, 0,
     "($self, /, *, co_argcount=-1, co_posonlyargcount=-1,\n"
     "        co_kwonlyargcount=-1, co_nlocals=-1, co_stacksize=-1,\n"
     "        co_flags=-1, co_firstlineno=-1, co_code=None, co_consts=None,\n"
     "        co_names=None, co_varnames=None, co_freevars=None,\n"
     "        co_cellvars=None, co_filename=None, co_name=None,\n"
     "        co_qualname=None, co_linetable=None, co_exceptiontable=None)",
     "Return a copy of the code object with new values for the specified fields."},
    {"_varname_from_oparg", code_varname_from_oparg, 0, "($self, /, oparg)", NULL},
);

TYPE_SPEC(code_type_spec,
    .name = "code",
    .doc = "code" CODE_SIGNATURE "\n--\n\nCreate a code object.  Not for mere mortals.",
    .flags = TYPE_WEAKREFS, .basicsize = sizeof(CodeObj),
    .dealloc = code_dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = code_repr, .hash = code_hash, .richcompare = code_richcompare,
              .new_ = code_new},
    .methods = code_methods, .getsets = code_getsets, .members = code_members,
);
