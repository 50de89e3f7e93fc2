/* generator.c - generators and coroutines (asynchronous generators: asyncgen.c).
 *
 * A generator owns its frame, which lies inside it. Invariant: the frame is linked in
 * front of a caller (frame->prev, vm->handled) exactly while state is GEN_EXECUTING;
 * the eval loop unlinks it when it yields and calls generator_finished when it is left
 * for good. Read next: eval.c (op_RETURN_GENERATOR, op_YIELD_VALUE), eval_flow.inc
 * (op_SEND).
 */
#include "vm/eval/generator.h"

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/code/code_instr.h"
#include "vm/eval/asyncgen.h"
#include "vm/eval/eval.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/objects/func.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"
#include "vm/memory/mem_inline.h"
#include "probes/design.h"

/* ---- birth and death ------------------------------------------------------------- */

/* cr_origin: (filename, line, function) of the frames that made the coroutine. */
static Value origin_of(MinipyVM *vm, Frame *f, int depth)
{
    Value list = list_new(vm, 0);
    for (; list && f && depth > 0; f = f->prev, depth--) {
        Value entry = tuple_pack(vm, 3, f->code->filename,
                                 value_from_imm(frame_lineno(f)), f->code->name);
        if (!entry || list_append_steal(vm, list, entry) < 0)
            value_clear(vm, &list);
    }
    Value t = list_as_tuple_steal(vm, list);
    return t;
}

static Kind kind_of(const CodeObj *code)
{
    return code->flags & CO_COROUTINE         ? KIND_COROUTINE
           : code->flags & CO_ASYNC_GENERATOR ? KIND_ASYNC_GENERATOR
                                              : KIND_GENERATOR;
}

Value generator_from_frame(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    Kind kind = kind_of(code);
    int64_t ncells = (int64_t)frame_cells(code);
    size_t size = sizeof(GenObj) + (size_t)ncells * sizeof(Value);
    GenObj *g = (GenObj *)object_alloc_raw(vm, kind, GC_TRACKED, size);
    if (!g)
        return VALUE_NULL;
    memset(&g->ob + 1, 0, offsetof(GenObj, cells) - sizeof g->ob);
    gc_count_new(vm);
    gc_link_inline(vm, &g->ob);
    g->ncells = ncells;
    g->state = GEN_CLEARED; /* until its frame is whole */
    FuncObj *func = frame_func(f);
    g->name = value_incref(func->name);
    g->qualname = value_incref(func->qualname);
    g->code = value_incref(value_from_obj(code));
    if (kind == KIND_COROUTINE && vm->coroutine_origin_depth > 0 &&
        !(g->origin = origin_of(vm, f->prev, vm->coroutine_origin_depth))) {
        obj_decref(vm, &g->ob);
        return VALUE_NULL;
    }
    size_t n = (size_t)code->nlocalsplus;
    memcpy(g->cells, f->fast, n * sizeof(Value));
    Frame *own = (Frame *)(g->cells + n);
    *own = *f;
    own->fast = g->cells;
    own->func = value_incref(f->func);
    own->sp = frame_operands(own);
    own->prev = NULL;
    own->owner = FRAME_BY_GENERATOR;
    own->generator = value_from_obj(g);
    if (own->object)
        own->object->frame = own;
    f->object = NULL;
    f->locals = VALUE_NULL;
    g->frame = own;
    g->state = GEN_CREATED;
    return value_from_obj(g);
}

static void release_frame(MinipyVM *vm, GenObj *g)
{
    Frame *f = g->frame;
    g->state = GEN_CLEARED;
    while (f->sp > frame_operands(f)) {
        Value v = *--f->sp;
        value_xdecref(vm, v);
    }
    frame_clear(vm, f);
    value_clear(vm, &f->func);
}

void generator_finished(MinipyVM *vm, GenObj *g)
{
    Value exc = error_fetch(vm);
    vm->handled = g->exc.prev;
    release_frame(vm, g);
    value_clear(vm, &g->exc.value);
    vm->recursion_remaining++;
    error_restore_steal(vm, exc);
}

void generator_convert_error(MinipyVM *vm, GenObj *g)
{
    Kind kind = (Kind)g->ob.kind;
    const char *who = kind == KIND_COROUTINE         ? "coroutine"
                      : kind == KIND_ASYNC_GENERATOR ? "async generator"
                                                     : "generator";
    const char *what =
        error_matches(vm, EXC_StopIteration) ? "StopIteration"
        : kind == KIND_ASYNC_GENERATOR && error_matches(vm, EXC_StopAsyncIteration)
            ? "StopAsyncIteration"
            : NULL;
    if (!what)
        return;
    Value cause = error_fetch(vm);
    error_set(vm, EXC_RuntimeError, "%s raised %s", who, what);
    if (vm->raised) {
        value_set_steal(vm, &EXC_OBJ(vm->raised)->cause, value_incref(cause));
        EXC_OBJ(vm->raised)->suppress_context = true;
    }
    error_chain_context_steal(vm, cause);
}

static void generator_dealloc(MinipyVM *vm, Object *o)
{
    GenObj *g = (GenObj *)o;
    if (g->frame && g->state != GEN_CLEARED)
        release_frame(vm, g);
    value_clear(vm, &g->exc.value);
    value_clear(vm, &g->origin);
    value_clear(vm, &g->name);
    value_clear(vm, &g->qualname);
    value_clear(vm, &g->code);
}

static int generator_traverse(Object *o, VisitFn visit, void *arg)
{
    GenObj *g = (GenObj *)o;
    GC_VISIT(g->name);
    GC_VISIT(g->qualname);
    GC_VISIT(g->code);
    GC_VISIT(g->origin);
    GC_VISIT(g->exc.value);
    if (!g->frame || g->state >= GEN_EXECUTING)
        return 0;
    Frame *f = g->frame;
    for (Value *cell = f->fast; cell < (Value *)f; cell++)
        GC_VISIT(*cell);
    for (Value *cell = frame_operands(f); cell < f->sp; cell++)
        GC_VISIT(*cell);
    GC_VISIT(f->func);
    GC_VISIT(f->locals);
    if (f->object)
        GC_VISIT_OBJ(f->object);
    return 0;
}

static int64_t generator_nitems(Object *o)
{
    return ((GenObj *)o)->ncells;
}

/* "coroutine 'f' was never awaited", through the warnings module. */
static void warn_unawaited(MinipyVM *vm, Value gen)
{
    Value f = warnings_attr(vm, "_warn_unawaited_coroutine", true);
    Value r = f ? call1(vm, f, gen) : VALUE_NULL;
    bool warned = r || error_matches(vm, EXC_RuntimeWarning);
    value_xdecref(vm, r);
    value_xdecref(vm, f);
    if (error_occurred(vm))
        error_unraisable(vm, NULL, gen);
    if (warned)
        return;
    Value text =
        str_format_c(vm, "coroutine '%S' was never awaited", GEN(gen)->qualname);
    if (!text || warnings_warn(vm, vm->exc[EXC_RuntimeWarning], text, 1, gen) < 0)
        error_unraisable(vm, NULL, gen);
    value_xdecref(vm, text);
}

static Value generator_close(MinipyVM *vm, Value gen);

void generator_finalize(MinipyVM *vm, Value gen)
{
    GenObj *g = GEN(gen);
    if (g->state >= GEN_EXECUTING ||
        !vm->sysdict) /* at the very end no Python code runs */
        return;
    Value saved = error_fetch(vm);
    if (g->ob.kind == KIND_ASYNC_GENERATOR && g->origin && !g->ag_closed) {
        Value r = call1(vm, g->origin, gen);
        if (!r)
            error_unraisable(vm, NULL, gen);
        value_xdecref(vm, r);
    } else if (g->ob.kind == KIND_COROUTINE && g->state == GEN_CREATED) {
        warn_unawaited(vm, gen);
    } else {
        Value r = generator_close(vm, gen);
        if (!r)
            error_unraisable(vm, NULL, gen);
        value_xdecref(vm, r);
    }
    error_restore_steal(vm, saved);
}

/* One that has ended has nothing to finalize, and no frame. */
static void generator_death(MinipyVM *vm, Object *o)
{
    const GenObj *g = (GenObj *)o;
    if (unlikely(g->state != GEN_CLEARED || !dies_plainly(vm, o))) {
        object_death(vm, o);
        return;
    }
    dying_begin(vm, o);
    value_xdecref(vm, g->exc.value);
    value_xdecref(vm, g->origin);
    value_decref(vm, g->name);
    value_decref(vm, g->qualname);
    value_decref(vm, g->code);
    dying_end(vm, o);
}

/* ---- resuming -------------------------------------------------------------------- */

static const char *kind_name(const GenObj *g)
{
    return g->ob.kind == KIND_COROUTINE         ? "coroutine"
           : g->ob.kind == KIND_ASYNC_GENERATOR ? "async generator"
                                                : "generator";
}

static SendResult resume_finished(MinipyVM *vm, GenObj *g, bool throwing, bool closing,
                                  Value *result)
{
    if (g->ob.kind == KIND_COROUTINE && !closing) {
        error_set(vm, EXC_RuntimeError, "cannot reuse already awaited coroutine");
        return SEND_ERROR;
    }
    if (throwing)
        return SEND_ERROR;
    *result = VALUE_NONE;
    return SEND_RETURN;
}

/* Links g's frame, which finds arg on its stack, in front of the running one. */
static inline void link_frame(MinipyVM *vm, GenObj *g, Value arg, FrameReturn returns)
{
    Frame *f = g->frame;
    *f->sp++ = arg;
    f->returns = (uint8_t)returns;
    f->limit = frame_stack_top(vm);
    f->prev = vm->frame;
    g->state = GEN_EXECUTING;
    g->exc.prev = vm->handled;
    vm->handled = &g->exc;
}

static SendResult resume(MinipyVM *vm, GenObj *g, Value arg, bool throwing,
                         bool closing, Value *result)
{
    *result = VALUE_NULL;
    if (g->state == GEN_CREATED && !throwing && arg != VALUE_NONE) {
        value_decref(vm, arg);
        error_set(vm, EXC_TypeError, "can't send non-None value to a just-started %s",
                  kind_name(g));
        return SEND_ERROR;
    }
    if (g->state >= GEN_EXECUTING) {
        value_decref(vm, arg);
        if (g->state == GEN_CLEARED)
            return resume_finished(vm, g, throwing, closing, result);
        error_set(vm, EXC_ValueError, "%s already executing", kind_name(g));
        return SEND_ERROR;
    }
    if (recursion_enter_quickly(vm, "") < 0) {
        value_decref(vm, arg);
        return SEND_ERROR;
    }
    link_frame(vm, g, arg, FRAME_TO_C);
    if (throwing)
        error_link_innermost(vm); /* what the generator handles is the context */
    obj_incref(&g->ob);
    *result = eval_frame(vm, g->frame, throwing);
    SendResult how = !*result                    ? SEND_ERROR
                     : g->state == GEN_SUSPENDED ? SEND_NEXT
                                                 : SEND_RETURN;
    obj_decref(vm, &g->ob);
    return how;
}

/* The slot am_send. */
static SendResult generator_send(MinipyVM *vm, Value gen, Value arg, Value *result)
{
    return resume(vm, GEN(gen), value_incref(arg), false, false, result);
}

static Value generator_iternext(MinipyVM *vm, Value gen)
{
    Value r;
    SendResult how = resume(vm, GEN(gen), VALUE_NONE, false, false, &r);
    if (how != SEND_RETURN)
        return r;
    if (r != VALUE_NONE)
        stop_iteration_raise(vm, r);
    value_decref(vm, r);
    return VALUE_NULL;
}

/* ---- feeding --------------------------------------------------------------------- */

bool generator_feeds(MinipyVM *vm, GenObj *g, Value item)
{
    Feed *feed = g->feed;
    feed->status = feed->sink.take(vm, feed->sink.to, item);
    /* Meanwhile anybody may have resumed it, or closed it. */
    if (unlikely(feed->status != 0 || g->state != GEN_SUSPENDED ||
                 vm->recursion_remaining <= 0)) {
        feed->yielded = true;
        return false;
    }
    vm->recursion_remaining--;
    g->feed = feed;
    link_frame(vm, g, VALUE_NONE, FRAME_TO_FEED);
    vm->frame = g->frame;
    return true;
}

int generator_feed(MinipyVM *vm, Value generator, Sink sink)
{
    GenObj *g = GEN(generator);
    Feed feed = {.sink = sink};
    do {
        if (unlikely(!generator_is_ready(g))) { /* it has ended, or is at work */
            generator_iternext(vm, generator);
            return error_occurred(vm) ? -1 : 0;
        }
        if (recursion_enter_quickly(vm, "") < 0)
            return -1;
        feed.yielded = false;
        g->feed = &feed;
        link_frame(vm, g, VALUE_NONE, FRAME_TO_FEED);
        obj_incref(&g->ob);
        Value r = eval_frame(vm, g->frame, false);
        obj_decref(vm, &g->ob);
        if (feed.status != 0)
            return feed.status;
        if (!r)
            return -1;
        value_decref(vm, r);
    } while (feed.yielded);
    return 0;
}

void stop_iteration_raise(MinipyVM *vm, Value value)
{
    error_set_stop_iteration(vm, value);
}

Value stop_iteration_take(MinipyVM *vm)
{
    Value exc = error_fetch(vm);
    Value v = EXC_OBJ(exc)->extra[EXTRA_STOP_VALUE];
    v = v ? value_incref(v) : VALUE_NONE;
    value_decref(vm, exc);
    return v;
}

/* The result of resuming as a method gives it: a return becomes StopIteration. */
static Value method_result(MinipyVM *vm, GenObj *g, SendResult how, Value r)
{
    if (how != SEND_RETURN)
        return r;
    if (g->ob.kind == KIND_ASYNC_GENERATOR)
        error_set_none(vm, EXC_StopAsyncIteration);
    else if (r == VALUE_NONE)
        error_set_none(vm, EXC_StopIteration);
    else
        stop_iteration_raise(vm, r);
    value_decref(vm, r);
    return VALUE_NULL;
}

Value generator_send_value(MinipyVM *vm, Value gen, Value arg)
{
    Value r;
    SendResult how = resume(vm, GEN(gen), value_incref(arg), false, false, &r);
    return method_result(vm, GEN(gen), how, r);
}

/* Resumes by raising what is in vm->raised. */
static Value throw_here(MinipyVM *vm, Value gen, bool closing)
{
    Value r;
    SendResult how = resume(vm, GEN(gen), VALUE_NONE, true, closing, &r);
    return method_result(vm, GEN(gen), how, r);
}

Value generator_yield_from_borrow(const GenObj *g)
{
    if (g->state != GEN_SUSPENDED)
        return VALUE_NULL;
    const Instr next = code_instr(g->frame->code, (uint32_t)frame_unit(g->frame) + 1);
    if (opcode_base[instr_op(next)] != OP_RESUME || instr_arg(next) < 2)
        return VALUE_NULL;
    return g->frame->sp[-1];
}

/* ---- close and throw ------------------------------------------------------------- */

/* Closes what a generator delegates to. -1: it raised. */
static int close_iterator(MinipyVM *vm, Value it)
{
    Value r;
    if (value_is_generator(it)) {
        r = generator_close(vm, it);
    } else {
        Value close;
        if (object_lookup_attr(vm, it, NAME(vm, close), &close) < 0)
            error_unraisable(vm, NULL, it);
        if (!close)
            return 0;
        r = call0(vm, close);
        value_decref(vm, close);
    }
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* Nothing in the generator could catch a GeneratorExit, and nobody would see it. */
static bool closes_unseen(MinipyVM *vm, const GenObj *g)
{
    if (PROBES_IN_LOOP || g->state >= GEN_EXECUTING || g->ob.kind != KIND_GENERATOR ||
        vm->exceptions_seen || vm->codes_marked || gate_is_raised())
        return false;
    const CodeObj *code = g->frame->code;
    return !code->patches && !code_handler(code, (uint32_t)frame_unit(g->frame));
}

static Value generator_close(MinipyVM *vm, Value gen)
{
    GenObj *g = GEN(gen);
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    Value it = generator_yield_from_borrow(g);
    if (!it && closes_unseen(vm, g)) {
        release_frame(vm, g);
        return VALUE_NONE;
    }
    int r = 0;
    if (it) {
        value_incref(it);
        g->state = GEN_EXECUTING;
        r = close_iterator(vm, it);
        g->state = GEN_SUSPENDED;
        value_decref(vm, it);
    }
    if (r == 0)
        error_set_none(vm, EXC_GeneratorExit);
    Value v = throw_here(vm, gen, true);
    if (v) {
        value_decref(vm, v);
        return error_set(vm, EXC_RuntimeError, "%s ignored GeneratorExit",
                         kind_name(g));
    }
    if (error_matches(vm, EXC_StopIteration) || error_matches(vm, EXC_GeneratorExit)) {
        error_clear(vm);
        return VALUE_NONE;
    }
    return VALUE_NULL;
}

int generator_raise_thrown(MinipyVM *vm, Value typ, Value val, Value tb)
{
    if (tb == VALUE_NONE)
        tb = VALUE_NULL;
    if (tb && !value_is_kind(tb, KIND_TRACEBACK)) {
        error_set(vm, EXC_TypeError,
                  "throw() third argument must be a traceback object");
        return -1;
    }
    Value exc;
    if (value_is_type(typ) && (TYPE_OF(typ)->flags & TYPE_EXCEPTION)) {
        if (val && value_is_exception(val) &&
            type_is_subtype(value_type(vm, val), TYPE_OF(typ)))
            exc = value_incref(val);
        else if (!val || val == VALUE_NONE)
            exc = call0(vm, typ);
        else if (value_is_tuple(val))
            exc = call_tuple_dict(vm, typ, val, VALUE_NULL);
        else
            exc = call1(vm, typ, val);
    } else if (value_is_exception(typ)) {
        if (val && val != VALUE_NONE) {
            error_set(vm, EXC_TypeError,
                      "instance exception may not have a separate value");
            return -1;
        }
        exc = value_incref(typ);
    } else {
        error_set(vm, EXC_TypeError,
                  "exceptions must be classes or instances deriving from "
                  "BaseException, not %T",
                  typ);
        return -1;
    }
    if (exc &&
        !value_is_exception(exc)) { /* a __new__ of its own made something else */
        Value made = value_from_obj(value_type(vm, exc));
        error_set(
            vm, EXC_TypeError,
            "calling %R should have returned an instance of BaseException, not %R", typ,
            made);
        value_clear(vm, &exc);
    }
    if (!exc)
        return 0; /* the constructor's exception is thrown instead */
    if (tb)
        value_set_steal(vm, &EXC_OBJ(exc)->traceback, value_incref(tb));
    error_restore_steal(vm, exc);
    if (value_is_type(typ))
        error_normalize(vm, TYPE_OF(typ));
    if (tb && !EXC_OBJ(vm->raised)->traceback) /* it is another */
        value_set_steal(vm, &EXC_OBJ(vm->raised)->traceback, value_incref(tb));
    return 0;
}

static bool is_generator_exit(MinipyVM *vm, Value typ)
{
    TypeObj *t = value_is_type(typ) ? TYPE_OF(typ) : value_type(vm, typ);
    return type_is_subtype(t, vm->exc[EXC_GeneratorExit]);
}

/* Throws into what g delegates to. 1: *result is the outcome; 0: it cannot take it. */
static int throw_into(MinipyVM *vm, GenObj *g, Value it, bool close_on_exit, Value typ,
                      Value val, Value tb, Value *result)
{
    if (value_is_generator(it)) {
        Frame *f = g->frame; /* in the stack, for tracebacks */
        f->prev = vm->frame;
        f->limit = frame_stack_top(vm);
        vm->frame = f;
        g->state = GEN_EXECUTING;
        Value args[3] = {typ, val, tb};
        size_t n = tb ? 3 : val ? 2 : 1;
        *result = generator_throw_value(vm, it, close_on_exit, args, n, VALUE_NULL);
        g->state = GEN_SUSPENDED;
        vm->frame = f->prev;
        f->prev = NULL;
        return 1;
    }
    Value throw;
    if (object_lookup_attr(vm, it, NAME(vm, throw), &throw) < 0) {
        *result = VALUE_NULL;
        return -1;
    }
    if (!throw)
        return 0;
    Value args[3] = {typ, val, tb};
    g->state = GEN_EXECUTING;
    *result = call(vm, throw, args, tb ? 3 : val ? 2 : 1, VALUE_NULL);
    g->state = GEN_SUSPENDED;
    value_decref(vm, throw);
    return 1;
}

Value generator_throw_value(MinipyVM *vm, Value gen, bool close_on_exit,
                            const Value *args, size_t nargs, Value kwnames)
{
    GenObj *g = GEN(gen);
    (void)kwnames;
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    Value typ = args[0], val = nargs > 1 ? args[1] : VALUE_NULL;
    Value tb = nargs > 2 ? args[2] : VALUE_NULL;
    Value it = generator_yield_from_borrow(g), result = VALUE_NULL;
    if (!it)
        return generator_raise_thrown(vm, typ, val, tb) < 0
                   ? VALUE_NULL
                   : throw_here(vm, gen, false);
    value_incref(it);
    if (close_on_exit && is_generator_exit(vm, typ)) {
        g->state = GEN_EXECUTING;
        int r = close_iterator(vm, it);
        g->state = GEN_SUSPENDED;
        value_decref(vm, it);
        if (r < 0 || generator_raise_thrown(vm, typ, val, tb) == 0)
            return throw_here(vm, gen, false);
        return VALUE_NULL;
    }
    int r = throw_into(vm, g, it, close_on_exit, typ, val, tb, &result);
    value_decref(vm, it);
    if (r < 0)
        return VALUE_NULL;
    if (r == 0)
        return generator_raise_thrown(vm, typ, val, tb) < 0
                   ? VALUE_NULL
                   : throw_here(vm, gen, false);
    if (result)
        return result;
    /* The delegate is done: drop it and go on behind the loop of SEND and YIELD_VALUE.
     */
    Frame *f = g->frame;
    Value done = *--f->sp;
    f->ip += instr_arg(f->ip[-2]) - 1;
    value_decref(vm, done);
    if (!error_matches(vm, EXC_StopIteration))
        return throw_here(vm, gen, false);
    Value v = stop_iteration_take(vm);
    Value out;
    SendResult how = resume(vm, g, v, false, false, &out);
    return method_result(vm, g, how, out);
}

/* ---- methods and attributes ------------------------------------------------------ */

FN(method_send)
{
    return generator_send_value(vm, self, args[0]);
}

FN(method_throw)
{
    return generator_throw_value(vm, self, true, args, nargs, kwnames);
}

FN(method_close)
{
    return generator_close(vm, self);
}

FN(method_sizeof)
{
    return value_from_imm((int64_t)sizeof(GenObj) +
                          GEN(self)->ncells * (int64_t)sizeof(Value));
}

static Value generator_repr(MinipyVM *vm, Value self)
{
    static const char *const names[] = {"generator", "coroutine", "async_generator"};
    int i = GEN(self)->ob.kind == KIND_GENERATOR   ? 0
            : GEN(self)->ob.kind == KIND_COROUTINE ? 1
                                                   : 2;
    return str_format_c(vm, "<%s object %S at %p>", names[i], GEN(self)->qualname,
                        value_obj(self));
}

GETTER(generator_get_name)
{
    return value_incref(closure ? GEN(self)->qualname : GEN(self)->name);
}

SETTER(generator_set_name)
{
    if (!value || !value_is_str(value)) {
        error_set(vm, EXC_TypeError, "%s must be set to a string object",
                  closure ? "__qualname__" : "__name__");
        return -1;
    }
    value_set_steal(vm, closure ? &GEN(self)->qualname : &GEN(self)->name,
                    value_incref(value));
    return 0;
}

GETTER(generator_get_frame)
{
    if (audit_getattr(vm, self, closure) < 0)
        return VALUE_NULL;
    return GEN(self)->state == GEN_CLEARED ? VALUE_NONE
                                           : frame_object(vm, GEN(self)->frame);
}

GETTER(get_running)
{
    return value_from_bool(GEN(self)->state == GEN_EXECUTING);
}

GETTER(get_suspended)
{
    return value_from_bool(GEN(self)->state == GEN_SUSPENDED);
}

GETTER(generator_get_yield_from)
{
    Value v = generator_yield_from_borrow(GEN(self));
    return v ? value_incref(v) : VALUE_NONE;
}

static char qualname_mark;
#define NAME_GETSETS(what)                                                             \
    {"__name__", generator_get_name, generator_set_name, "name of the " what, NULL},   \
    {                                                                                  \
        "__qualname__", generator_get_name, generator_set_name,                        \
            "qualified name of the " what, &qualname_mark                              \
    }

/* The methods and the life that the kinds of generators share; what: how messages call
 * it, next: what send() gives, tb: how throw() calls its last argument. */
#define GENERATOR_METHODS(what, next, tb)                                              \
    {"send", method_send, M_UNSIGNED, "($self, value, /)",                             \
     "send(arg) -> send 'arg' into " what ",\nreturn next " next                       \
     " value or raise StopIteration."},                                                \
        {"throw", method_throw, M_UNSIGNED,                                            \
         "($self, type, value=None, traceback=None, /)",                               \
         "throw(value)\nthrow(type[,value[," tb "]])\n\nRaise exception in " what      \
         ", return next " next " value or raise\nStopIteration."},                     \
        {"close", method_close, M_UNSIGNED, "($self, /)",                              \
         "close() -> raise GeneratorExit inside " what "."},                           \
    {                                                                                  \
        "__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)",                         \
            "gen.__sizeof__() -> size of gen in memory, in bytes"                      \
    }
#define GENERATOR_LIFE                                                                 \
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREFS, .basicsize = sizeof(GenObj),       \
    .itemsize = sizeof(Value), .nitems = generator_nitems,                             \
    .dealloc = generator_dealloc, .death = generator_death,                            \
    .traverse = generator_traverse

static GETSETS(generator_getsets,
    NAME_GETSETS("generator"),
    {"gi_yieldfrom", generator_get_yield_from, NULL, "object being iterated by yield from, or None", NULL},
    GETS("gi_running", get_running),
    {"gi_frame", generator_get_frame, NULL, NULL, "gi_frame"},
    GETS("gi_suspended", get_suspended),
);
static MEMBERS(generator_members,
    {"gi_code", MEMBER_VALUE_OR_NONE, offsetof(GenObj, code), MEMBER_AUDITED, NULL},
);
static METHODS(generator_methods,
    GENERATOR_METHODS("generator", "yielded", "tb"),
);

TYPE_SPEC(generator_type_spec,
    .name = "generator",
    GENERATOR_LIFE,
    .slots = {.getattro = object_generic_getattr, .repr = generator_repr, .iter = object_self,
              .iternext = generator_iternext, .finalize = generator_finalize, .am_send = generator_send},
    .methods = generator_methods, .getsets = generator_getsets, .members = generator_members,
);

/* ---- coroutines ------------------------------------------------------------------ */

/* One of async def, or of types.coroutine. */
static bool is_coroutine(MinipyVM *vm, Value o)
{
    return value_is_exact(vm, o, KIND_COROUTINE) ||
           (value_is_exact(vm, o, KIND_GENERATOR) &&
            (CODE(GEN(o)->code)->flags & CO_ITERABLE_COROUTINE));
}

Value coroutine_get_awaitable_iter(MinipyVM *vm, Value o)
{
    if (is_coroutine(vm, o))
        return value_incref(o);
    UnarySlot await = value_type(vm, o)->slots.am_await;
    if (!await)
        return error_set(vm, EXC_TypeError,
                         "object %.100T can't be used in 'await' expression", o);
    Value it = await(vm, o);
    if (!it)
        return VALUE_NULL;
    if (is_coroutine(vm, it)) {
        error_set(vm, EXC_TypeError, "__await__() returned a coroutine");
        value_clear(vm, &it);
    } else if (!value_is_iterator(vm, it)) {
        error_set(vm, EXC_TypeError,
                  "__await__() returned non-iterator of type '%.100T'", it);
        value_clear(vm, &it);
    }
    return it;
}

typedef struct CoroutineWrapperObj {
    Object ob;
    Value coroutine;
} CoroutineWrapperObj;
#define COROUTINE_WRAPPER(v) ((CoroutineWrapperObj *)(uintptr_t)(v))

static Value coroutine_await(MinipyVM *vm, Value self)
{
    CoroutineWrapperObj *w =
        (CoroutineWrapperObj *)object_alloc(vm, vm->types[KIND_COROUTINE_WRAPPER], 0);
    if (!w)
        return VALUE_NULL;
    w->coroutine = value_incref(self);
    return value_from_obj(w);
}

static GETSETS(coroutine_getsets,
    NAME_GETSETS("coroutine"),
    {"cr_await", generator_get_yield_from, NULL, "object being awaited on, or None", NULL},
    GETS("cr_running", get_running),
    {"cr_frame", generator_get_frame, NULL, NULL, "cr_frame"},
    GETS("cr_suspended", get_suspended),
);
static MEMBERS(coroutine_members,
    {"cr_code", MEMBER_VALUE_OR_NONE, offsetof(GenObj, code), MEMBER_AUDITED, NULL},
    {"cr_origin", MEMBER_VALUE_OR_NONE, offsetof(GenObj, origin), true, NULL},
);
static METHODS(coroutine_methods,
    GENERATOR_METHODS("coroutine", "iterated", "traceback"),
);

TYPE_SPEC(coroutine_type_spec,
    .name = "coroutine",
    GENERATOR_LIFE,
    .slots = {.getattro = object_generic_getattr, .repr = generator_repr, .finalize = generator_finalize,
              .am_await = coroutine_await, .am_send = generator_send},
    .methods = coroutine_methods, .getsets = coroutine_getsets, .members = coroutine_members,
);

static Value wrapper_next(MinipyVM *vm, Value self)
{
    return generator_iternext(vm, COROUTINE_WRAPPER(self)->coroutine);
}

FN(wrapper_send)
{
    return method_send(vm, COROUTINE_WRAPPER(self)->coroutine, args, nargs, kwnames);
}

FN(wrapper_throw)
{
    return method_throw(vm, COROUTINE_WRAPPER(self)->coroutine, args, nargs, kwnames);
}

FN(wrapper_close)
{
    return method_close(vm, COROUTINE_WRAPPER(self)->coroutine, args, nargs, kwnames);
}

static METHODS(wrapper_methods,
    {"send", wrapper_send, M_UNSIGNED, "($self, value, /)", NULL},
    {"throw", wrapper_throw, M_UNSIGNED, "($self, type, value=None, traceback=None, /)", NULL},
    {"close", wrapper_close, M_UNSIGNED, "($self, /)", NULL},
);

TYPE_SPEC(coroutine_wrapper_type_spec,
    .name = "coroutine_wrapper",
    .doc = "A wrapper object implementing __await__ for coroutines.",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_NO_NEW, .basicsize = sizeof(CoroutineWrapperObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = wrapper_next},
    .methods = wrapper_methods,
);

/* ---- asynchronous generators: the object itself ---------------------------------- */

GETTER(get_ag_running)
{
    return value_from_bool(GEN(self)->ag_running);
}

static GETSETS(async_generator_getsets,
    NAME_GETSETS("async generator"),
    {"ag_await", generator_get_yield_from, NULL, "object being awaited on, or None", NULL},
    {"ag_frame", generator_get_frame, NULL, NULL, "ag_frame"},
    GETS("ag_running", get_ag_running),
);
static MEMBERS(async_generator_members,
    {"ag_code", MEMBER_VALUE_OR_NONE, offsetof(GenObj, code), MEMBER_AUDITED, NULL},
);

TYPE_SPEC(async_generator_type_spec,
    .name = "async_generator",
    GENERATOR_LIFE,
    .slots = {.getattro = object_generic_getattr, .repr = generator_repr, .finalize = generator_finalize,
              .am_aiter = object_self, .am_anext = async_gen_anext},
    .methods = async_generator_methods, .getsets = async_generator_getsets, .members = async_generator_members,
);
