/* monitor_step.c - the events of one patched instruction (monitor.h).
 *
 * What an instruction does is the loop's, but where an event comes in its midst (which
 * way a branch goes, what a function in C returned, the end of a generator): that is
 * carried out here, in the plainest form, if a tool wants to know.
 * `at` is the unit behind the instruction, as the loop's ip.
 */
#include "vm/eval/monitor.h"

#include "vm/bytes/bytes.h"
#include "vm/code/code_instr.h"
#include "vm/code/wordcode.h"
#include "vm/containers/tuple.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/eval.h"
#include "vm/eval/generator.h"
#include "vm/eval/trace.h"
#include "vm/numbers/int.h"
#include "vm/objects/call.h"
#include "vm/objects/method.h"
#include "vm/objects/native.h"
#include "vm/types/descr.h"

typedef struct Step {
    MinipyVM *vm;
    Frame *f;
    int unit;
    Opcode op;
    uint32_t arg;
} Step;

static int tell(const Step *s, MonitorEvent event, Value a, Value b)
{
    return monitor_tell(s->vm, s->f->code, s->unit, event, a, b);
}

static bool wants(const Step *s, MonitorEvent event)
{
    return *monitor_slot(s->f->code->monitor, s->unit, event) != 0;
}

static MonitorResult result_of(int r)
{
    return r < 0 ? MONITOR_FAILED : MONITOR_GO_ON;
}

/* ---- instructions as CPython has them -------------------------------------------- */

/* One of ours can be several of CPython's: each is told. */
static int tell_instructions(const Step *s)
{
    CodeObj *code = s->f->code;
    const Wordcode *w = code_words(s->vm, code);
    if (!w)
        return -1;
    uint32_t next = (uint32_t)s->unit + 1u + opcode_caches[s->op];
    const uint8_t *words = (const uint8_t *)BYTES(w->code)->data;
    for (uint32_t at = w->first[s->unit]; at < w->first[next]; at++) {
        unsigned op = words[2 * at];
        if (op == WORD_EXTENDED_ARG)
            continue;
        if (monitor_tell_at(s->vm, code, s->unit, MONITOR_INSTRUCTION, 2 * at,
                            VALUE_NULL, VALUE_NULL) < 0)
            return -1;
        at += word_caches[op];
    }
    return 0;
}

/* ---- calls ----------------------------------------------------------------------- */

/* A call as it lies on the stack. */
typedef struct Call {
    Value *cell;       /* the callable, then self or NULL, then the arguments */
    Value func, first; /* borrowed: what is called, and its first argument or MISSING */
    Value *args;
    size_t nargs;
    Value kwnames;
} Call;

static Value missing_if_null(const Step *s, Value v)
{
    return v ? v : s->vm->trace->monitor->missing;
}

static Call call_on_stack(const Step *s)
{
    Value *sp = s->f->sp;
    Call c = {.kwnames = s->op == OP_CALL_KW ? *--sp : VALUE_NULL};
    c.cell = sp - s->arg - 2;
    c.func = c.cell[0];
    c.args = c.cell[1] ? c.cell + 1 : c.cell + 2;
    c.nargs = (size_t)(sp - c.args);
    c.first = missing_if_null(s, c.nargs ? c.args[0] : VALUE_NULL);
    if (c.kwnames)
        c.nargs -= (size_t)tuple_size(c.kwnames);
    return c;
}

/* The event of what came out of a call; `r` is dropped if a callback raises. */
static Value tell_result(const Step *s, const Call *c, Value r)
{
    Value raised = r ? VALUE_NULL : error_fetch(s->vm);
    if (tell(s, r ? MONITOR_C_RETURN : MONITOR_C_RAISE, c->func, c->first) < 0) {
        value_xdecref(s->vm, r);
        value_xdecref(s->vm, raised);
        return VALUE_NULL;
    }
    if (raised)
        error_restore_steal(s->vm, raised);
    return r;
}

static bool tells_results(const Step *s)
{
    const MonitorState *m = s->vm->trace->monitor;
    for (int tool = 0; tool < MONITOR_TOOLS; tool++)
        if (m->callbacks[tool][MONITOR_C_RETURN] || m->callbacks[tool][MONITOR_C_RAISE])
            return wants(s, MONITOR_CALL);
    return false;
}

/* The call is through: its cells go, in the order in which the loop lets go of them. */
static MonitorResult call_ended(const Step *s, Value *cell, Value r)
{
    Frame *f = s->f;
    for (Value *v = cell + 1; v < f->sp; v++)
        value_xdecref(s->vm, *v);
    f->sp = cell + 1;
    if (!r)
        return MONITOR_FAILED;
    Value func = cell[0];
    cell[0] = r;
    f->ip += opcode_caches[s->op];
    value_decref(s->vm, func);
    return MONITOR_DONE;
}

static bool is_reported_native(MinipyVM *vm, const Call *c)
{
    return vm->exceptions_seen && trace_wants_c_calls(vm) && c->nargs > 0 &&
           (value_is_kind(c->func, KIND_NATIVE) ||
            (value_is_kind(c->func, KIND_METHOD_DESCR) &&
             type_is_subtype(value_type(vm, c->args[0]),
                             METHOD_DESCR(c->func)->owner)));
}

static MonitorResult step_call(const Step *s)
{
    MinipyVM *vm = s->vm;
    Call c = call_on_stack(s);
    if (tell(s, MONITOR_CALL, c.func, c.first) < 0)
        return MONITOR_FAILED;
    if (value_is_kind(c.func, KIND_METHOD) && !c.cell[1]) { /* unpack it in place */
        Value method = c.func;
        c.cell[1] = value_incref(METHOD(method)->self);
        c.cell[0] = value_incref(METHOD(method)->func);
        value_decref(vm, method);
        c = call_on_stack(s);
    }
    if (value_is_kind(c.func, KIND_FUNCTION) || !tells_results(s))
        return MONITOR_GO_ON;
    Value r = is_reported_native(vm, &c)
                  ? trace_call_native(vm, s->f, c.func, c.args, c.nargs, c.kwnames)
                  : call(vm, c.func, c.args, c.nargs, c.kwnames);
    return call_ended(s, c.cell, tell_result(s, &c, r));
}

static MonitorResult step_call_ex(const Step *s)
{
    MinipyVM *vm = s->vm;
    Value kwargs = s->arg & 1 ? s->f->sp[-1] : VALUE_NULL;
    Call c = {.cell = s->f->sp - 3 - (s->arg & 1)};
    Value args = eval_star_args(vm, c.func = c.cell[0], c.cell[2]);
    if (!args)
        return MONITOR_FAILED;
    value_set_steal(vm, &c.cell[2], args);
    c.first = missing_if_null(s, tuple_size(args) ? TUPLE(args)->items[0] : VALUE_NULL);
    if (tell(s, MONITOR_CALL, c.func, c.first) < 0)
        return MONITOR_FAILED;
    if (value_is_kind(c.func, KIND_FUNCTION) || value_is_kind(c.func, KIND_METHOD) ||
        !tells_results(s))
        return MONITOR_GO_ON;
    Value r = eval_call_ex(vm, c.func, args, kwargs);
    return call_ended(s, c.cell, tell_result(s, &c, r));
}

/* ---- jumps ----------------------------------------------------------------------- */

static uint32_t next_unit(const Step *s)
{
    return (uint32_t)s->unit + 1u + opcode_caches[s->op];
}

static uint32_t target_of(const Step *s)
{
    return opcode_is_backward(s->op) ? next_unit(s) - s->arg : next_unit(s) + s->arg;
}

static int tell_jump(const Step *s, MonitorEvent event, uint32_t to)
{
    const Wordcode *w = code_words(s->vm, s->f->code);
    return w ? tell(s, event, value_from_imm((int64_t)w->first[to] * 2), VALUE_NULL)
             : -1;
}

/* Does a conditional jump that finds `v` jump? -1: its __bool__ raised. */
static int jumps(const Step *s, Value v)
{
    switch (s->op) {
    case OP_POP_JUMP_FORWARD_IF_NONE:
    case OP_POP_JUMP_BACKWARD_IF_NONE: return v == VALUE_NONE;
    case OP_POP_JUMP_FORWARD_IF_NOT_NONE:
    case OP_POP_JUMP_BACKWARD_IF_NOT_NONE: return v != VALUE_NONE;
    default: break;
    }
    int truth = object_is_true(s->vm, v);
    bool if_true = s->op == OP_POP_JUMP_FORWARD_IF_TRUE ||
                   s->op == OP_POP_JUMP_BACKWARD_IF_TRUE ||
                   s->op == OP_JUMP_IF_TRUE_OR_POP;
    return truth < 0 ? -1 : truth == if_true;
}

static bool pops_always(Opcode op)
{
    return op != OP_JUMP_IF_FALSE_OR_POP && op != OP_JUMP_IF_TRUE_OR_POP;
}

static bool tests_truth(Opcode op)
{
    return op == OP_POP_JUMP_FORWARD_IF_TRUE || op == OP_POP_JUMP_FORWARD_IF_FALSE ||
           op == OP_POP_JUMP_BACKWARD_IF_TRUE || op == OP_POP_JUMP_BACKWARD_IF_FALSE;
}

/* The loop jumps itself, and polls; it finds the truth in the place of the value, which
 * so is asked once. */
static MonitorResult step_branch(const Step *s)
{
    Frame *f = s->f;
    int jump = jumps(s, f->sp[-1]);
    if (jump < 0 ||
        tell_jump(s, MONITOR_BRANCH, jump ? target_of(s) : next_unit(s)) < 0)
        return MONITOR_FAILED;
    if (tests_truth(s->op)) {
        bool if_true = s->op == OP_POP_JUMP_FORWARD_IF_TRUE ||
                       s->op == OP_POP_JUMP_BACKWARD_IF_TRUE;
        value_set_steal(s->vm, &f->sp[-1], value_from_bool(jump == if_true));
    }
    if (pops_always(s->op))
        return MONITOR_GO_ON;
    if (jump)
        f->ip = f->code->instrs + target_of(s);
    else
        value_decref(s->vm, *--f->sp);
    return MONITOR_DONE;
}

/* ---- iteration ------------------------------------------------------------------- */

/* A generator returned `value` to its loop, or to what delegated to it. */
static int tell_stop(const Step *s, Value value)
{
    if (!wants(s, MONITOR_STOP_ITERATION))
        return 0;
    stop_iteration_raise(s->vm, value);
    Value exc = error_fetch(s->vm);
    int r = exc ? tell(s, MONITOR_STOP_ITERATION, exc, VALUE_NULL) : -1;
    value_xdecref(s->vm, exc);
    return r;
}

/* The iterator gave nothing: -1, an exception that is not its end, or a callback's. */
static int iterator_ended(const Step *s, Value iterator)
{
    MinipyVM *vm = s->vm;
    if (vm->raised && !error_matches(vm, EXC_StopIteration))
        return -1;
    Value value = VALUE_NONE;
    if (value_is_kind(iterator, KIND_GENERATOR)) {
        if (vm->raised)
            value = stop_iteration_take(vm);
        int r = tell_stop(s, value);
        value_decref(vm, value);
        return r;
    }
    if (vm->raised && vm->exceptions_seen)
        trace_exception(vm, s->f);
    error_clear(vm);
    return 0;
}

static MonitorResult step_for_iter(const Step *s)
{
    MinipyVM *vm = s->vm;
    Frame *f = s->f;
    Value it = f->sp[-1];
    Value (*next)(MinipyVM *, Value) = value_type(vm, it)->slots.iternext;
    if (!next)
        return MONITOR_GO_ON; /* the loop refuses it */
    Value v = next(vm, it);
    if (!v && iterator_ended(s, it) < 0)
        return MONITOR_FAILED;
    uint32_t to = v ? next_unit(s) : target_of(s);
    if (v)
        *f->sp++ = v;
    else
        value_decref(vm, *--f->sp);
    if (wants(s, MONITOR_BRANCH) && tell_jump(s, MONITOR_BRANCH, to) < 0)
        return MONITOR_FAILED;
    f->ip = f->code->instrs + to;
    return MONITOR_DONE;
}

static MonitorResult step_send(const Step *s)
{
    MinipyVM *vm = s->vm;
    Frame *f = s->f;
    Value receiver = f->sp[-2], v = f->sp[-1], sent;
    SendResult how = eval_send(vm, f, receiver, v, &sent);
    if (how == SEND_ERROR)
        return MONITOR_FAILED;
    f->sp[-1] = sent;
    value_decref(vm, v);
    if (how == SEND_NEXT)
        return MONITOR_DONE;
    if (value_is_generator(receiver) && tell_stop(s, sent) < 0)
        return MONITOR_FAILED;
    f->sp[-2] = sent;
    f->sp--;
    value_decref(vm, receiver);
    f->ip = f->code->instrs + target_of(s);
    return MONITOR_DONE;
}

/* ---- exceptions ------------------------------------------------------------------ */

/* The one that this instruction is about to raise again; VALUE_NULL: it does not. */
static Value raised_again_borrow(const Step *s)
{
    MinipyVM *vm = s->vm;
    Value exc = s->f->sp[-1];
    if (s->op == OP_RERAISE)
        return exc;
    if (s->op == OP_END_ASYNC_FOR)
        return exception_matches(vm, exc,
                                 value_from_obj(vm->exc[EXC_StopAsyncIteration]))
                   ? VALUE_NULL
                   : exc;
    for (ExcInfo *i = vm->handled; i; i = i->prev)
        if (i->value && i->value != VALUE_NONE)
            return i->value;
    return VALUE_NULL;
}

static MonitorResult step_reraise(const Step *s)
{
    Value exc = value_xincref(raised_again_borrow(s));
    int r = exc ? tell(s, MONITOR_RERAISE, exc, VALUE_NULL) : 0;
    value_xdecref(s->vm, exc);
    return result_of(r);
}

/* ---- one instruction ------------------------------------------------------------- */

static MonitorResult step_event(const Step *s)
{
    Value top = s->f->sp[-1];
    switch (s->op) {
    case OP_RESUME:
        return result_of(tell(s, s->arg == 0 ? MONITOR_PY_START : MONITOR_PY_RESUME,
                              VALUE_NULL, VALUE_NULL));
    case OP_RETURN_VALUE: return result_of(tell(s, MONITOR_PY_RETURN, top, VALUE_NULL));
    case OP_YIELD_VALUE: return result_of(tell(s, MONITOR_PY_YIELD, top, VALUE_NULL));
    case OP_CALL:
    case OP_CALL_KW: return step_call(s);
    case OP_CALL_FUNCTION_EX: return step_call_ex(s);
    case OP_JUMP_FORWARD:
    case OP_JUMP_BACKWARD: return result_of(tell_jump(s, MONITOR_JUMP, target_of(s)));
    case OP_FOR_ITER: return step_for_iter(s);
    case OP_SEND: return step_send(s);
    case OP_RERAISE:
    case OP_END_ASYNC_FOR:
    case OP_RAISE_VARARGS: return step_reraise(s);
    default: return step_branch(s);
    }
}

MonitorResult monitor_step(MinipyVM *vm, Frame *f, int prev, int unit)
{
    CodeObj *code = f->code;
    const MonitorUnit *u = &code->monitor->units[unit];
    if (u->line && monitor_begins_line(vm, code, prev, unit) &&
        monitor_tell_at(vm, code, unit, MONITOR_LINE, trace_line_at(vm, code, unit),
                        VALUE_NULL, VALUE_NULL) < 0)
        return MONITOR_FAILED;
    if ((u->instruction | u->event | u->stop) == 0)
        return MONITOR_GO_ON;
    Instr instr = code_instr(code, (uint32_t)unit);
    Step s = {vm, f, unit, (Opcode)opcode_base[instr_op(instr)], instr_arg(instr)};
    if (u->instruction && tell_instructions(&s) < 0)
        return MONITOR_FAILED;
    return (u->event | u->stop) != 0 ? step_event(&s) : MONITOR_GO_ON;
}
