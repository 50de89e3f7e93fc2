/* traceback.c - traceback objects: which frame an exception came through. Their text is
 * vm/report/traceback_print.c's.
 */
#include "vm/eval/traceback.h"

#include "vm/objects/args.h"
#include "vm/objects/func.h"
#include "vm/objects/signature.h"
#include "vm/eval/frame.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "compiler/codegen/compile.h"
#include "vm/code/wordcode.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/memory/gc.h"

static Value traceback_new(MinipyVM *vm, Value next, Value frame, int lasti, int lineno)
{
    TracebackObj *t = (TracebackObj *)object_alloc(vm, vm->types[KIND_TRACEBACK], 0);
    if (!t)
        return VALUE_NULL;
    t->next = value_xincref(next);
    t->frame = value_incref(frame);
    t->lasti = lasti;
    t->given_lasti = -1;
    t->lineno = lineno;
    return value_from_obj(t);
}

static Value fetch_raised(MinipyVM *vm)
{
    Value exc = error_fetch(vm);
    if (exc)
        return exc;
    error_set_oom(vm); /* whoever failed had no memory for its exception, or lost it */
    return error_fetch(vm);
}

/* Raises exc again, whose place could not be noted: it must not be lost. As in CPython
 * it is a MemoryError's context then, so that no handler takes it for whole. */
static __attribute__((noinline)) void not_noted_steal(MinipyVM *vm, Value exc)
{
    if (exception_matches(vm, exc, value_from_obj(vm->exc[EXC_MemoryError]))) {
        error_clear(vm);
        error_restore_steal(vm, exc);
    } else if (vm->raised == vm->memory_error) { /* shared: exc may be about it */
        value_decref(vm, exc);
    } else {
        error_chain_context_steal(vm, exc);
    }
}

/* Adds tb, which is taken over, to exc's traceback (VALUE_NULL: there was no memory for
 * it), and raises exc again. */
static inline void raise_noted_steal(MinipyVM *vm, Value exc, Value tb)
{
    if (unlikely(!tb)) {
        not_noted_steal(vm, exc);
        return;
    }
    value_set_steal(vm, &EXC_OBJ(exc)->traceback, tb);
    error_restore_steal(vm, exc);
}

/* Called while an exception is raised. */
void traceback_here(MinipyVM *vm, Frame *frame, int lasti, int lineno)
{
    if (frame->code->stand_in && vm->raised)
        return;
    Value exc = fetch_raised(vm);
    Value f = frame_object(vm, frame);
    Value tb =
        f ? traceback_new(vm, EXC_OBJ(exc)->traceback, f, lasti, lineno) : VALUE_NULL;
    value_xdecref(vm, f);
    raise_noted_steal(vm, exc, tb);
    object_release_put_off(vm); /* as the operands, which are given up next */
}

void traceback_ensure(MinipyVM *vm)
{
    Frame *f = frame_shown(vm->frame);
    Value exc = error_fetch(vm);
    bool has = !exc || EXC_OBJ(exc)->traceback;

    error_restore_steal(vm, exc);
    if (!has && f) {
        int unit = frame_unit(f);
        traceback_here(vm, f, unit < 0 ? -1 : unit * 2, frame_lineno(f));
    }
}

/* ---- what has no frame of its own ------------------------------------------------ */

static Value empty_function(MinipyVM *vm, Value name, Value file, Value globals,
                            int line)
{
    Value code = compile_source(vm, "", 0, file, COMPILE_EXEC, 0, 0);
    if (!code)
        return VALUE_NULL;
    CodeObj *c = CODE(code);
    value_set_steal(vm, &c->name, value_incref(name));
    value_set_steal(vm, &c->qualname, value_incref(name));
    c->name_utf8 = str_utf8_or_null(vm, name);
    c->firstlineno = line;
    for (uint32_t i = 0; i < c->nruns; i++)
        c->runs[i].pos = (CodePosition){line, line, -1, -1};
    Value f = func_new(vm, c, DICT(globals));
    value_decref(vm, code);
    return f;
}

Value traceback_frame(MinipyVM *vm, Value name, Value file, Value globals, int line)
{
    Value f = empty_function(vm, name, file, globals, line);
    Value frame = f ? frame_of_function(vm, f) : VALUE_NULL;
    value_xdecref(vm, f);
    return frame;
}

void traceback_add(MinipyVM *vm, const char *name, const char *file, int line)
{
    Value exc = fetch_raised(vm);
    Value n = str_from_cstr(vm, name), f = str_from_cstr(vm, file);
    Value globals = n && f ? dict_new(vm) : VALUE_NULL;
    Value frame = globals ? traceback_frame(vm, n, f, globals, line) : VALUE_NULL;
    Value tb =
        frame ? traceback_new(vm, EXC_OBJ(exc)->traceback, frame, 0, line) : VALUE_NULL;
    Value parts[] = {n, f, globals, frame};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        value_xdecref(vm, parts[i]);
    raise_noted_steal(vm, exc, tb);
}

NEW(traceback_type_new, 4, "TracebackType", "(tb_next, tb_frame, tb_lasti, tb_lineno)")
{
    int lasti, lineno;
    if (!value_is_kind(given[1], KIND_FRAME))
        return arg_type_error(vm, "TracebackType", "tb_frame", "frame", given[1]);
    if (!arg_int(vm, given[2], &lasti) || !arg_int(vm, given[3], &lineno))
        return VALUE_NULL;
    if (given[0] != VALUE_NONE && !value_is_kind(given[0], KIND_TRACEBACK))
        return error_set(vm, EXC_TypeError,
                         "expected traceback object or None, got '%T'", given[0]);
    int64_t unit = code_unit_of_lasti(vm, FRAME_OBJ(given[1])->frame->code, lasti);
    Value tb = unit == -2
                   ? VALUE_NULL
                   : traceback_new(vm, given[0] == VALUE_NONE ? VALUE_NULL : given[0],
                                   given[1], unit < 0 ? -1 : (int)unit * 2, lineno);
    if (tb && unit < 0)
        TRACEBACK(tb)->given_lasti = lasti;
    return tb;
}

GETTER(get_next)
{
    Value v = TRACEBACK(self)->next;
    return v ? value_incref(v) : VALUE_NONE;
}

SETTER(set_tb_next)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete tb_next attribute"), -1;
    if (value != VALUE_NONE && !value_is_kind(value, KIND_TRACEBACK))
        return error_set(vm, EXC_TypeError, "expected traceback object, got '%T'",
                         value),
               -1;
    for (Value t = value == VALUE_NONE ? VALUE_NULL : value; t; t = TRACEBACK(t)->next)
        if (t == self)
            return error_set(vm, EXC_ValueError, "traceback loop detected"), -1;
    value_set_steal(vm, &TRACEBACK(self)->next,
                    value == VALUE_NONE ? VALUE_NULL : value_incref(value));
    return 0;
}

GETTER(get_lasti)
{
    const TracebackObj *t = TRACEBACK(self);
    if (t->lasti < 0)
        return value_from_imm(t->given_lasti);
    int64_t lasti =
        code_lasti(vm, FRAME_OBJ(t->frame)->frame->code, (uint32_t)t->lasti / 2);
    return lasti < 0 ? VALUE_NULL : value_from_imm(lasti);
}

static GETSETS(traceback_getsets,
    GETS("tb_lasti", get_lasti),
    GETS_SETS("tb_next", get_next, set_tb_next),
);
static MEMBERS(traceback_members,
    {"tb_frame", MEMBER_VALUE, offsetof(TracebackObj, frame), MEMBER_AUDITED, NULL},
    {"tb_lineno", MEMBER_INT32, offsetof(TracebackObj, lineno), true, NULL},
);

FN(traceback_dir)
{
    static const char *const names[] = {"tb_frame", "tb_next", "tb_lasti", "tb_lineno"};
    Value l = list_new(vm, 0);
    for (int i = 0; l && i < 4; i++) {
        Value s = str_intern_cstr(vm, names[i]);
        if (!s || list_append_steal(vm, l, s) < 0)
            value_clear(vm, &l);
    }
    return l;
}

static METHODS(traceback_methods,
    {"__dir__", traceback_dir, M_UNSIGNED, "($self, /)", NULL},
);

TYPE_SPEC(traceback_type_spec,
    .name = "traceback",
    .doc = "Create a new traceback object.",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(TracebackObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .new_ = traceback_type_new},
    .methods = traceback_methods, .getsets = traceback_getsets, .members = traceback_members,
);
