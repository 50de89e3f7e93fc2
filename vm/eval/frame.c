/* frame.c - the frame stack, frame objects, and questions about the running frame.
 *
 * A frame object is made only when somebody asks (sys._getframe, a traceback, a trace
 * function). While the frame lives it points into it; when the frame is left and the
 * object is still held, frame_clear moves the locals into the object ("own"). Read
 * next: frame.h, eval.c, generator.c.
 */
#include "vm/eval/frame.h"

#include <stdatomic.h>
#include <sys/mman.h>

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/code/code_instr.h"
#include "vm/eval/eval.h"
#include "vm/eval/frame_jump.h"
#include "vm/eval/generator.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/threads/thread.h"
#include "vm/eval/trace.h"
#include "vm/code/wordcode.h"
#include "vm/containers/list.h"
#include "vm/eval/bind.h"
#include "vm/objects/cell.h"
#include "vm/objects/func.h"
#include "vm/core/hooks.h"
#include "vm/memory/address_range.h"
#include "vm/memory/gc.h"

/* Address space at first, which doubles: pages are taken when a frame touches them. */
enum { STACK_FIRST = 16 << 20, STACK_LEAST = 2 << 20 };

/* In cells: by how much the part that frames may use grows and shrinks, each step being
 * counted as memory; the first is the vm's own. Behind the last frame there is always
 * one more, for arguments that lie ready there. */
enum { STACK_STEP = FRAME_STACK_READY };

/* Stacks of threads that have ended and that never grew: the next ones', whose first
 * pages are there already. As many as a small pool has. */
enum { SPARES = 4 };
static void *_Atomic spare_stacks[SPARES];

static void *take_spare(void)
{
    void *p = NULL;
    for (int i = 0; !p && i < SPARES; i++)
        p = atomic_exchange(&spare_stacks[i], NULL);
    return p;
}

/* False: there are enough. */
static bool keep_spare(void *p)
{
    for (int i = 0; i < SPARES; i++) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&spare_stacks[i], &none, p))
            return true;
    }
    return false;
}

/* An eighth of what `ulimit -v` grants, and less where that is not left. */
static void *map_stack(size_t *size)
{
    size_t most = address_range_room() / 4;
    for (*size = STACK_FIRST; *size >= STACK_LEAST; *size /= 2) {
        void *p = *size <= most || *size == STACK_LEAST
                      ? address_range_new(RANGE_OF_FRAMES, *size, *size)
                      : NULL;
        if (p)
            return p;
    }
    return NULL;
}

int frame_stack_map(ThreadPart *t)
{
    size_t size = STACK_FIRST;
    void *p = take_spare();
    if (!p && !(p = map_stack(&size)))
        return -1;
    t->stack_base = t->stack_top = p;
    t->stack_cells = size / sizeof(Value);
    t->stack_end = t->stack_base + STACK_STEP;
    return 0;
}

/* Twice as much. */
static bool stack_grows(ThreadPart *t)
{
    size_t size = t->stack_cells * sizeof(Value);
    if (size >= address_range_most(RANGE_OF_FRAMES) ||
        !address_range_grow((char *)t->stack_base + size, size))
        return false;
    t->stack_cells *= 2;
    return true;
}

void frame_stack_unmap(ThreadPart *t)
{
    void *p = t->stack_base;
    size_t size = t->stack_cells * sizeof(Value);
    bool as_new = size == STACK_FIRST && t->stack_end == t->stack_base + STACK_STEP;
    if (p && !(as_new && keep_spare(p)))
        munmap(p, size);
    t->stack_base = t->stack_top = t->stack_end = NULL;
}

int frame_stack_init(MinipyVM *vm)
{
    return frame_stack_map(&vm->thread) < 0 ? -1 : trace_init(vm);
}

static size_t charged_bytes(MinipyVM *vm)
{
    size_t cells = vm->stack_base ? (size_t)(vm->stack_end - vm->stack_base) : 0;
    return cells > STACK_STEP ? (cells - STACK_STEP) * sizeof(Value) : 0;
}

int frame_stack_refuses(MinipyVM *vm, CodeObj *code, const Value *limit)
{
    if (vm->recursion_remaining < 0)
        return recursion_overflow(vm);
    if (code->body)
        return vm->recursion_remaining++, code_settle(vm, code);
    while (limit > vm->stack_base + vm->stack_cells - 2 * STACK_STEP) {
        if (!stack_grows(&vm->thread))
            return recursion_overflow(vm);
    }
    size_t steps = (size_t)(limit - vm->stack_end) / STACK_STEP + 1;
    if (mem_charge(vm, steps * STACK_STEP * sizeof(Value)) < 0)
        return vm->recursion_remaining++, -1;
    vm->stack_end += steps * STACK_STEP;
    vm->recursion_remaining++;
    return 0;
}

void frame_stack_trim(MinipyVM *vm)
{
    if (!vm->stack_base)
        return;
    size_t used = (size_t)(frame_stack_top(vm) - vm->stack_base) / STACK_STEP + 2;
    Value *end = vm->stack_base + used * STACK_STEP;
    if (end >= vm->stack_end)
        return;
    size_t bytes = (size_t)((char *)vm->stack_end - (char *)end);
    /* Pages behind the end may be touched, too, by arguments. */
    madvise(end, bytes + STACK_STEP * sizeof(Value), MADV_DONTNEED);
    mem_discharge(vm, bytes);
    vm->stack_end = end;
}

void frame_stack_fini(MinipyVM *vm)
{
    if (vm->mem)
        mem_discharge(vm, charged_bytes(vm));
    frame_stack_unmap(&vm->thread);
}

/* ---- where a frame is ------------------------------------------------------------ */

Opcode frame_opcode(const Frame *f)
{
    return (Opcode)opcode_base[instr_op(code_instr(f->code, (uint32_t)frame_unit(f)))];
}

int frame_lineno(const Frame *f)
{
    if (f->object && f->object->lineno)
        return f->object->lineno;
    int unit = frame_unit(f);
    return unit < 0 ? f->code->firstlineno : code_line(f->code, (uint32_t)unit);
}

/* ---- leaving --------------------------------------------------------------------- */

/* Moves what the frame object must keep from the frame that is being left. */
static void take_ownership(MinipyVM *vm, FrameObj *o, Frame *f)
{
    int n = f->code->nlocalsplus;
    o->own = *f;
    o->own.fast = o->cells;
    o->own.owner = FRAME_BY_OBJECT;
    o->own.object = NULL;
    o->own.generator = VALUE_NULL;
    o->own.prev = NULL;
    o->own.sp = NULL;
    memcpy(o->cells, f->fast, (size_t)n * sizeof(Value));
    memset(f->fast, 0, (size_t)n * sizeof(Value));
    f->locals = VALUE_NULL;
    obj_incref(&f->code->ob);
    value_incref(f->func);
    o->frame = &o->own;
    /* A generator's frame belongs to nobody's chain when it is done. */
    if (f->prev && !o->back && f->owner == FRAME_BY_STACK) {
        Value saved = error_fetch(vm);
        Frame *back = frame_shown(f->prev);
        o->back = back ? frame_object(vm, back) : VALUE_NULL;
        error_restore_steal(vm, saved);
    }
}

static void release_object(MinipyVM *vm, Frame *f)
{
    FrameObj *o = f->object;
    f->object = NULL;
    if (o->ob.refs > 1) {
        take_ownership(vm, o, f);
    } else {
        o->own = (Frame){.code = f->code, .owner = FRAME_BY_STACK};
        o->frame = &o->own; /* nothing to release */
    }
    obj_decref(vm, &o->ob);
}

void frame_clear(MinipyVM *vm, Frame *f)
{
    if (f->object)
        release_object(vm, f);
    for (Value *cell = f->fast, *end = f->fast + f->code->nlocalsplus; cell < end;
         cell++)
        value_clear(vm, cell);
    value_clear(vm, &f->locals);
    if (f->object) /* a finalizer asked for it just now */
        release_object(vm, f);
}

/* ---- f_locals -------------------------------------------------------------------- */

/* The value that local i shows, borrowed; VALUE_NULL: unbound. */
static Value local_value(Frame *f, int i)
{
    uint8_t kind = f->code->localspluskinds[i];
    Value v = f->fast[i];
    if (kind & LOCAL_FREE) {
        if (!v && frame_unit(f) < 0) { /* before COPY_FREE_VARS */
            Value closure = frame_func(f)->closure;
            int n = i - (f->code->nlocalsplus - f->code->nfree);
            v = closure ? tuple_get_borrow(closure, n) : VALUE_NULL;
        }
        return v && value_is_kind(v, KIND_CELL) ? CELL(v)->value : VALUE_NULL;
    }
    if ((kind & LOCAL_CELL) && v && value_is_kind(v, KIND_CELL) && frame_unit(f) >= 0)
        return CELL(v)->value;
    return v;
}

static int put_local(MinipyVM *vm, Value locals, Value name, Value v)
{
    if (v)
        return object_setitem(vm, locals, name, v);
    if (value_is_exact(vm, locals, KIND_DICT))
        return dict_delete(vm, locals, name) < 0 ? -1 : 0;
    if (object_delitem(vm, locals, name) < 0) {
        if (!error_matches(vm, EXC_KeyError))
            return -1;
        error_clear(vm);
    }
    return 0;
}

Value frame_locals(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    if (!f->locals && !(f->locals = dict_new(vm)))
        return VALUE_NULL;
    Value locals = value_incref(f->locals);
    for (int i = 0; i < code->nlocalsplus; i++) {
        if ((code->localspluskinds[i] & LOCAL_FREE) && !(code->flags & CO_OPTIMIZED))
            continue;
        Value v = value_xincref(local_value(f, i));
        int r = put_local(vm, locals, tuple_get_borrow(code->localsplusnames, i), v);
        value_xdecref(vm, v);
        if (r < 0) {
            value_decref(vm, locals);
            return VALUE_NULL;
        }
    }
    return locals;
}

void frame_locals_to_fast(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    if (!f->locals || !f->object || !f->object->fast_to_locals_done)
        return;
    Value saved = error_fetch(vm);
    for (int i = 0; i < code->nlocalsplus; i++) {
        uint8_t kind = code->localspluskinds[i];
        if ((kind & LOCAL_FREE) && !(code->flags & CO_OPTIMIZED))
            continue;
        Value v =
            object_getitem(vm, f->locals, tuple_get_borrow(code->localsplusnames, i));
        if (!v)
            error_clear(vm);
        Value cell = f->fast[i];
        bool boxed = (kind & (LOCAL_FREE | LOCAL_CELL)) && cell &&
                     value_is_kind(cell, KIND_CELL);
        if ((kind & LOCAL_FREE) && !boxed) { /* before COPY_FREE_VARS */
            value_xdecref(vm, v);
            continue;
        }
        if (!v && cell && !boxed)
            code_check_loads(code);
        value_set_steal(vm, boxed ? &CELL(cell)->value : &f->fast[i], v);
    }
    f->object->fast_to_locals_done = false;
    error_restore_steal(vm, saved);
}

/* ---- the running frame ----------------------------------------------------------- */

Value frame_current_locals(MinipyVM *vm)
{
    if (!vm->frame)
        return error_set(vm, EXC_SystemError, "frame does not exist");
    return frame_locals(vm, vm->frame);
}

DictObj *frame_current_globals_borrow(MinipyVM *vm)
{
    return vm->frame ? frame_func(vm->frame)->globals : NULL;
}

CodeObj *frame_current_code_borrow(MinipyVM *vm)
{
    return vm->frame ? vm->frame->code : NULL;
}

Value frame_current_builtins(MinipyVM *vm)
{
    return vm->frame ? func_builtins_borrow(frame_func(vm->frame)) : vm->builtins;
}

static bool is_returning(const Frame *f)
{
    if (f->ip == f->code->instrs || (f->object && f->object->lineno))
        return false; /* it begins, or its trace function runs */
    return frame_opcode(f) == OP_RETURN_VALUE;
}

Frame *frame_shown(Frame *f)
{
    while (f && (f->code->stand_in || is_returning(f)))
        f = f->prev;
    return f;
}

Value frame_at_depth(MinipyVM *vm, int64_t n)
{
    Frame *f = frame_shown(vm->frame);
    while (f && n-- > 0)
        f = frame_shown(f->prev);
    return f ? frame_object(vm, f) : VALUE_NULL;
}

static int super_error(MinipyVM *vm, const char *text)
{
    error_set(vm, EXC_RuntimeError, "super(): %s", text);
    return -1;
}

int frame_super_args(MinipyVM *vm, Value *cls, Value *obj)
{
    Frame *f = vm->frame;
    if (!f)
        return super_error(vm, "no current frame");
    CodeObj *code = f->code;
    if (code->argcount == 0)
        return super_error(vm, "no arguments");
    Value first = f->fast[0];
    if (first && (code->localspluskinds[0] & LOCAL_CELL) &&
        value_is_kind(first, KIND_CELL))
        first = CELL(first)->value;
    if (!first)
        return super_error(vm, "arg[0] deleted");
    for (int i = code->nlocalsplus - code->nfree; i < code->nlocalsplus; i++) {
        if (tuple_get_borrow(code->localsplusnames, i) != NAME(vm, __class__))
            continue;
        Value cell = f->fast[i];
        if (!cell || !value_is_kind(cell, KIND_CELL))
            return super_error(vm, "bad __class__ cell");
        if (!CELL(cell)->value)
            return super_error(vm, "empty __class__ cell");
        if (!value_is_type(CELL(cell)->value)) {
            error_set(vm, EXC_RuntimeError, "super(): __class__ is not a type (%T)",
                      CELL(cell)->value);
            return -1;
        }
        *cls = CELL(cell)->value;
        *obj = first;
        return 0;
    }
    return super_error(vm, "__class__ cell not found");
}

/* ---- running code ---------------------------------------------------------------- */

Value eval_body(MinipyVM *vm, FuncObj *func, Value locals)
{
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    Frame *f = frame_for_call(vm, frame_stack_top(vm), value_from_obj(func), NULL, 0,
                              VALUE_NULL, vm->frame);
    if (!f)
        return VALUE_NULL;
    value_set_steal(vm, &f->locals, value_incref(locals));
    f->returns = FRAME_TO_C;
    return eval_frame(vm, f, false);
}

Value eval_code_closure(MinipyVM *vm, CodeObj *code, DictObj *globals, Value locals,
                        Value closure)
{
    Value func = func_new(vm, code, globals);
    if (!func)
        return VALUE_NULL;
    if (closure && closure != VALUE_NONE)
        FUNC(func)->closure = value_incref(closure);
    if (!locals || locals == VALUE_NONE)
        locals = value_from_obj(globals);
    Value r = eval_body(vm, FUNC(func), locals);
    value_decref(vm, func);
    return r;
}

Value eval_code(MinipyVM *vm, CodeObj *code, DictObj *globals, Value locals)
{
    return eval_code_closure(vm, code, globals, locals, VALUE_NULL);
}

static bool chain_runs(const Frame *f, const CodeObj *code)
{
    while (f && !(f->code == code && f->owner == FRAME_BY_STACK))
        f = f->prev;
    return f != NULL;
}

static bool is_running(MinipyVM *vm, const CodeObj *code)
{
    if (chain_runs(vm->frame, code))
        return true;
    for (Thread *t = vm->threads ? vm->threads->first : NULL; t; t = t->next)
        if (chain_runs(thread_frame(vm, t), code))
            return true;
    return false;
}

/* Frames on the stack borrow their code from the function. Replaced code that is still
 * running waits in a list, which is looked through whenever code is replaced. */
int frame_retire_code(MinipyVM *vm, CodeObj *code)
{
    Value waiting = vm->retired_code, kept = value_hide(list_new(vm, 0));
    int error = kept ? 0 : -1;

    for (int64_t i = 0; error == 0 && waiting && i < LIST(waiting)->size; i++) {
        Value old = LIST(waiting)->items[i];
        if (is_running(vm, CODE(old)))
            error = list_append(vm, kept, old);
    }
    if (error == 0 && is_running(vm, code))
        error = list_append(vm, kept, value_from_obj(code));
    if (error < 0)
        value_xdecref(vm, kept);
    else
        value_set_steal(vm, &vm->retired_code, kept);
    return error;
}

/* ---- the frame type -------------------------------------------------------------- */

Value frame_object(MinipyVM *vm, Frame *f)
{
    if (f->object)
        return value_incref(value_from_obj(f->object));
    FrameObj *o =
        (FrameObj *)object_alloc(vm, vm->types[KIND_FRAME], f->code->nlocalsplus);
    if (!o)
        return VALUE_NULL;
    o->frame = f;
    o->trace_lines = true;
    f->object = o;
    return value_incref(value_from_obj(o));
}

Value frame_of_function(MinipyVM *vm, Value func)
{
    CodeObj *code = FUNC(func)->code;
    FrameObj *o =
        (FrameObj *)object_alloc(vm, vm->types[KIND_FRAME], code->nlocalsplus);
    if (!o)
        return VALUE_NULL;
    obj_incref(&code->ob);
    o->own = (Frame){.code = code,
                     .fast = o->cells,
                     .func = value_incref(func),
                     .ip = code->instrs,
                     .owner = FRAME_BY_OBJECT};
    o->frame = &o->own;
    o->trace_lines = true;
    return value_from_obj(o);
}

/* What f_locals has given out stays until the frame object dies. */
static void own_clear(MinipyVM *vm, FrameObj *o)
{
    if (o->own.owner != FRAME_BY_OBJECT)
        return;
    for (int i = 0, n = o->own.code->nlocalsplus; i < n; i++)
        value_clear(vm, &o->cells[i]);
}

static void frame_dealloc(MinipyVM *vm, Object *ob)
{
    FrameObj *o = (FrameObj *)ob;
    own_clear(vm, o);
    value_clear(vm, &o->back);
    value_clear(vm, &o->trace);
    if (o->own.owner == FRAME_BY_OBJECT) {
        value_clear(vm, &o->own.locals);
        value_clear(vm, &o->own.func);
        CodeObj *code = o->own.code;
        o->own.owner = FRAME_BY_STACK;
        obj_decref(vm, &code->ob);
    }
}

static int frame_traverse(Object *ob, VisitFn visit, void *arg)
{
    FrameObj *o = (FrameObj *)ob;
    GC_VISIT(o->back);
    GC_VISIT(o->trace);
    if (o->own.owner != FRAME_BY_OBJECT)
        return 0;
    for (int i = 0, n = o->own.code->nlocalsplus; i < n; i++)
        GC_VISIT(o->cells[i]);
    GC_VISIT(o->own.locals);
    GC_VISIT(o->own.func);
    GC_VISIT_OBJ(o->own.code);
    return 0;
}

static void frame_break(MinipyVM *vm, Object *ob)
{
    own_clear(vm, (FrameObj *)ob);
    value_clear(vm, &((FrameObj *)ob)->trace);
    value_clear(vm, &((FrameObj *)ob)->back);
}

static Value frame_repr(MinipyVM *vm, Value self)
{
    Frame *f = FRAME_OBJ(self)->frame;
    return str_format_c(vm, "<frame at %p, file %R, line %d, code %U>", value_obj(self),
                        f->code->filename, frame_lineno(f), f->code->name);
}

GETTER(get_back)
{
    FrameObj *o = FRAME_OBJ(self);
    if (o->back)
        return value_incref(o->back);
    Frame *back = frame_shown(o->frame->prev);
    return back ? frame_object(vm, back) : VALUE_NONE;
}

GETTER(get_code)
{
    if (audit_getattr(vm, self, "f_code") < 0)
        return VALUE_NULL;
    return value_incref(value_from_obj(FRAME_OBJ(self)->frame->code));
}

GETTER(get_globals)
{
    return value_incref(value_from_obj(frame_func(FRAME_OBJ(self)->frame)->globals));
}

GETTER(get_builtins)
{
    return value_incref(func_builtins_borrow(frame_func(FRAME_OBJ(self)->frame)));
}

GETTER(get_locals)
{
    Value r = frame_locals(vm, FRAME_OBJ(self)->frame);
    FRAME_OBJ(self)->fast_to_locals_done = true;
    return r;
}

GETTER(get_lineno)
{
    FrameObj *o = FRAME_OBJ(self);
    int line = o->lineno ? o->lineno : frame_lineno(o->frame);
    return line < 0 ? VALUE_NONE : value_from_imm(line);
}

SETTER(set_lineno)
{
    return frame_jump(vm, FRAME_OBJ(self), value);
}

GETTER(get_lasti)
{
    const FrameObj *o = FRAME_OBJ(self);
    Frame *f = o->frame;
    int unit = frame_unit(f) + f->jumped;
    if (unit < 0)
        return value_from_imm(-1);
    int64_t lasti = WORDS_END;
    if (o->at_word > 0 && !f->jumped)
        lasti = o->at_word;
    else if (o->at_first_word || f->jumped)
        lasti = code_next_word(vm, f->code, (uint32_t)unit, -1);
    if (lasti == WORDS_END)
        lasti = code_lasti(vm, f->code, (uint32_t)unit);
    return lasti < 0 ? VALUE_NULL : value_from_imm(lasti);
}

GETTER(get_trace)
{
    Value v = FRAME_OBJ(self)->trace;
    return v ? value_incref(v) : VALUE_NONE;
}

SETTER(set_trace)
{
    if (value == VALUE_NONE)
        value = VALUE_NULL;
    value_set_steal(vm, &FRAME_OBJ(self)->trace, value_xincref(value));
    return 0;
}

GETTER(get_trace_opcodes)
{
    return value_from_bool(FRAME_OBJ(self)->trace_opcodes);
}

SETTER(set_trace_opcodes)
{
    if (!value || !value_is_bool(value))
        return error_set(vm, EXC_TypeError, "attribute value type must be bool"), -1;
    FRAME_OBJ(self)->trace_opcodes = value == VALUE_TRUE;
    vm->trace->opcodes_seen |= value == VALUE_TRUE;
    return 0;
}

static GETSETS(frame_getsets,
    GETS_SETS("f_trace_opcodes", get_trace_opcodes, set_trace_opcodes),
    GETS("f_back", get_back),
    GETS("f_locals", get_locals),
    GETS_SETS("f_lineno", get_lineno, set_lineno),
    GETS_SETS("f_trace", get_trace, set_trace),
    GETS("f_lasti", get_lasti),
    GETS("f_globals", get_globals),
    GETS("f_builtins", get_builtins),
    GETS("f_code", get_code),
);
static MEMBERS(frame_members,
    {"f_trace_lines", MEMBER_BOOL, offsetof(FrameObj, trace_lines), false, NULL},
);

FN(frame_clear_method)
{
    FrameObj *o = FRAME_OBJ(self);
    Frame *f = o->frame;
    if (f->owner == FRAME_BY_GENERATOR) {
        GenObj *g = GEN(f->generator);
        if (g->state == GEN_EXECUTING)
            return error_set(vm, EXC_RuntimeError, "cannot clear an executing frame");
        value_incref(self);
        generator_finalize(vm, f->generator);
        value_decref(vm, self);
    } else if (f->owner == FRAME_BY_OBJECT) {
        own_clear(vm, o);
    } else {
        return error_set(vm, EXC_RuntimeError, "cannot clear an executing frame");
    }
    return VALUE_NONE;
}

FN(frame_sizeof)
{
    CodeObj *c = FRAME_OBJ(self)->frame->code;
    return value_from_imm((int64_t)(sizeof(FrameObj) + frame_cells(c) * sizeof(Value)));
}

static METHODS(frame_methods,
    {"clear", frame_clear_method, M_UNSIGNED, "($self, /)", "F.clear(): clear most references held by the frame"},
    {"__sizeof__", frame_sizeof, M_UNSIGNED, "($self, /)", "F.__sizeof__() -> size of F in memory, in bytes"},
);

TYPE_SPEC(frame_type_spec,
    .name = "frame",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(FrameObj), .itemsize = sizeof(Value),
    .dealloc = frame_dealloc, .traverse = frame_traverse, .clear = frame_break,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .repr = frame_repr},
    .methods = frame_methods, .getsets = frame_getsets, .members = frame_members,
);
