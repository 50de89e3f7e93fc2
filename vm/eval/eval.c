/* eval.c - the eval loop: fetches instructions and dispatches them by computed goto.
 *
 * The bodies of the instructions are in eval_*.inc, by theme; this file has the
 * registers, the macros, the ways out (return, yield, unwinding) and the instrumented
 * dispatch. The loop's registers: ip (the unit behind the one running, its first
 * cache), sp (first free cell of the operand stack), fast (locals), frame, dispatch.
 * Invariant: before anything that can run Python code or look at the frame, SAVE()
 * stores ip; sp need only be stored when the frame is left or a trace function may
 * look. A value on the stack is a strong reference. Read next: frame.h, specialize.c,
 * trace.c.
 */
#include "vm/eval/eval.h"

#include "probes/jump.h"
#include "probes/sites.h"
#if defined MINIPY_PROBES_NOP
#include "probes/site_inline.h"
#endif
#include "vm/code/code_flow.h"
#include "vm/code/code_instr.h"
#include "vm/eval/generator.h"
#include "vm/eval/monitor.h"
#include "vm/eval/observe.h"
#include "vm/eval/patch.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/attr.h"
#include "vm/types/shape.h"
#include "vm/types/type.h"
#include "vm/eval/specialize.h"
#include "vm/eval/special.h"
#include "vm/eval/trace.h"
#include "vm/types/type_slots.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/containers/range.h"
#include "vm/containers/set.h"
#include "vm/containers/slice.h"
#include "vm/eval/bind.h"
#include "vm/objects/call.h"
#include "vm/objects/cell.h"
#include "vm/objects/classmethod.h"
#include "vm/objects/func.h"
#include "vm/objects/method.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/types/descr.h"
#include "vm/eval/traceback.h"
#include "vm/core/hooks.h"

/* ---- caches ---------------------------------------------------------------------- */

/* The caches of the instruction at work; ip is behind it until it ends. */
#define CACHE(type) CACHE_AT(type, ip)

/* Counts runs of a base instruction; true when it is time to try to specialise it. */
static inline bool cache_warm(Instr *cache)
{
    return unlikely(++cache[0] == SPECIALIZE_WARM);
}

/* A specialised instruction met something else; after some misses it becomes its base
 * again. */
static __attribute__((noinline, cold)) void cache_miss(Instr *cache)
{
    if (++cache[0] < SPECIALIZE_MISSES || instr_op(cache[-1]) == OP_PATCHED)
        return;
    cache[0] = SPECIALIZE_LATER;
    cache[-1] = instr_make(opcode_base[instr_op(cache[-1])], instr_arg(cache[-1]));
}

/* ---- small workers, inlined ------------------------------------------------------ */

/* Workers that may need a method in Python make its frame (special.h) and fail, without
 * an exception: `error` sees that vm->frame is another. So nothing but the way of
 * errors asks for it. */
enum { ENTERS = -1 };

/* Of an operand: on the stack stands a value, or it was not verified
 * (vm/code/code_verify.c). */
static inline bool is_exact(MinipyVM *vm, Value v, Kind k)
{
    if (v == VALUE_NULL)
        __builtin_unreachable();
    return value_is_exact(vm, v, k);
}

static inline Value make_float(MinipyVM *vm, double d)
{
    Value v = value_try_float(d);
    return likely(v != VALUE_NULL) ? v : float_new_boxed(vm, d);
}

/* Floats and small ints as doubles. Big ints and everything else: false. */
static inline bool as_double(MinipyVM *vm, Value v, double *out)
{
    if (value_is_float_imm(v)) {
        *out = value_float_imm(v);
        return true;
    }
    if (value_is_int_imm(v) && value_imm(v) < ((int64_t)1 << 53) &&
        value_imm(v) > -((int64_t)1 << 53)) {
        *out = (double)value_imm(v);
        return true;
    }
    if (is_exact(vm, v, KIND_FLOAT)) {
        *out = float_value(v);
        return true;
    }
    return false;
}
/* Both are numbers and at least one is a float. */
static inline __attribute__((always_inline)) bool
float_operands(MinipyVM *vm, Value a, Value b, double *x, double *y)
{
    if (value_both_float_imm(a, b)) {
        *x = value_float_imm(a);
        *y = value_float_imm(b);
        return true;
    }
    if (a & b & 1)
        return false;
    return as_double(vm, a, x) && as_double(vm, b, y);
}

/* Of the value below sp. */
static int truth_of(MinipyVM *vm, Value v, Value *sp)
{
    if (value_is_int_imm(v))
        return v != value_from_imm(0);
    if (value_is_exact(vm, v, KIND_STR))
        return str_length(v) != 0;
    if (value_is_exact(vm, v, KIND_LIST))
        return list_size(v) != 0;
    if (special_has_truth(v) && special_truth(vm, vm->frame, sp))
        return ENTERS;
    return object_is_true(vm, v);
}

/* a op b */
static __attribute__((noinline)) int compare_truth(MinipyVM *vm, Value a, Value b,
                                                   CompareOp op, Value *sp)
{
    double x, y;
    if (op == CMP_EQ || op == CMP_NE) {
        if (str_compares_itself(a) && str_compares_itself(b))
            return (a == b || str_equal(a, b)) == (op == CMP_EQ);
    }
    if (float_operands(vm, a, b, &x, &y)) {
        switch (op) {
        case CMP_LT: return x < y;
        case CMP_LE: return x <= y;
        case CMP_EQ: return x == y;
        case CMP_NE: return x != y;
        case CMP_GT: return x > y;
        case CMP_GE: return x >= y;
        }
    }
    if (SPECIAL_SLOT(a, richcompare) && special_compare(vm, vm->frame, sp, op))
        return ENTERS;
    if (is_exact(vm, a, KIND_TUPLE) && is_exact(vm, b, KIND_TUPLE))
        return tuples_compare(vm, a, b, op);
    Value r = object_compare(vm, a, b, op);
    if (!r)
        return -1;
    if (r == VALUE_TRUE || r == VALUE_FALSE)
        return r == VALUE_TRUE;
    int truth = object_is_true(vm, r);
    value_decref(vm, r);
    return truth;
}

/* Attributes at the sites of several classes: known is what is remembered of o's, which
 * may be a class. */
static __attribute__((noinline)) Value
eval_getattr(MinipyVM *vm, const AttrCacheEntry *known, Value o, Value name, Value *sp)
{
    if (known && (known->kind == ATTR_BOUND || known->kind == ATTR_ABSENT) &&
        special_getattr(vm, vm->frame, sp, name, known))
        return VALUE_NULL;
    if (value_is_type(o))
        known = class_attr_known(vm, o, name);
    if (known && (!attr_cache_may_raise(known) || value_is_type(o) ||
                  value_obj(o)->type->slots.getattro == object_generic_getattr)) {
        Value v;
        int r = attr_cache_read(vm, known, o, name, &v);
        if (r == -1)
            attr_error_complete(vm, o, name);
        if (r == 1 || r == -1)
            return v;
    }
    return object_getattr(vm, o, name);
}

/* A data descriptor may be known; the loop has seen that no place of the object's is.
 * 0; -1: exception, or a frame. */
static __attribute__((noinline)) int eval_setattr(MinipyVM *vm, Value o, Value name,
                                                  Value v, Value *sp)
{
    const AttrCacheEntry *known = attr_cache_find(vm, o, name);
    if (special_setattr(vm, vm->frame, sp, name, known))
        return ENTERS;
    bool of_class = known && (known->kind == ATTR_BOUND || known->kind == ATTR_OTHER);
    if (!of_class || !value_is_obj(o) ||
        value_obj(o)->type->slots.setattro != object_generic_setattr)
        return object_setattr(vm, o, name, v);
    Value d = value_incref(known->found);
    DescrSetSlot set = value_type(vm, d)->slots.descr_set;
    int r = set ? set(vm, d, o, v) : object_setattr(vm, o, name, v);
    value_decref(vm, d);
    return r;
}

static __attribute__((noinline)) Value eval_getmethod(MinipyVM *vm, Value o, Value name,
                                                      Value *self)
{
    *self = VALUE_NULL;
    if (value_is_type(o)) {
        const AttrCacheEntry *known = class_attr_known(vm, o, name);
        Value v = !known                       ? VALUE_NULL
                  : known->kind == ATTR_METHOD ? known->found
                                               : attr_cache_value(known, o);
        if (v) {
            if (known->kind == ATTR_METHOD)
                *self = value_incref(o);
            return value_incref(v);
        }
    }
    return object_getmethod(vm, o, name, self);
}

/* Is it of a class that a program made? */
#define IS_OF_CLASS(v) (value_is_counted(v) && value_obj(v)->type->flags & TYPE_HEAP)

/* NAME_apart: what instructions ask of the values below sp, where a method in Python
 * may be needed. Both ways out are jumps, so that what is in C pays for no registers.
 */

static __attribute__((noinline)) Value binary_by_method(MinipyVM *vm, Value *sp, int op)
{
    return special_binary(vm, vm->frame, sp, op)
               ? VALUE_NULL
               : number_binary(vm, sp[-2], sp[-1], op);
}
/* Of a class of a program's, or complex. */
#define IS_SPECIAL(v)                                                                  \
    (value_is_counted(v) && value_obj(v)->type->flags & (TYPE_HEAP | TYPE_COMBINED))
static __attribute__((noinline)) Value binary_special(MinipyVM *vm, Value *sp, int op)
{
    Value a = sp[-2], b = sp[-1];
    return IS_OF_CLASS(value_is_counted(a) ? a : b) ? binary_by_method(vm, sp, op)
                                                    : number_combined(vm, a, b, op);
}

static __attribute__((noinline)) Value binary_apart(MinipyVM *vm, Value a, Value b,
                                                    int op, Value *sp)
{
    /* What is in C and no number goes first, and C knows whether it knows b. */
    if (unlikely(value_is_counted(a) ? IS_SPECIAL(a) : IS_SPECIAL(b)))
        return binary_special(vm, sp, op);
    return number_binary(vm, a, b, op);
}

static __attribute__((noinline)) Value unary_apart(MinipyVM *vm, Value v, Opcode op,
                                                   Value *sp)
{
    if (IS_OF_CLASS(v) &&
        special_unary(vm, vm->frame, sp,
                      op == OP_UNARY_NEGATIVE   ? NAME(vm, __neg__)
                      : op == OP_UNARY_POSITIVE ? NAME(vm, __pos__)
                                                : NAME(vm, __invert__)))
        return VALUE_NULL;
    return op == OP_UNARY_NEGATIVE   ? number_negative(vm, v)
           : op == OP_UNARY_POSITIVE ? number_positive(vm, v)
                                     : number_invert(vm, v);
}

static __attribute__((noinline)) Value compare_by_method(MinipyVM *vm, Value *sp,
                                                         CompareOp op)
{
    return special_compare(vm, vm->frame, sp, op)
               ? VALUE_NULL
               : object_compare(vm, sp[-2], sp[-1], op);
}
static __attribute__((noinline)) Value compare_apart(MinipyVM *vm, Value a, Value b,
                                                     CompareOp op, Value *sp)
{
    if (unlikely(SPECIAL_SLOT(a, richcompare)))
        return compare_by_method(vm, sp, op);
    return object_compare(vm, a, b, op);
}

static __attribute__((noinline)) Value getitem_by_method(MinipyVM *vm, Value *sp)
{
    return special_getitem(vm, vm->frame, sp) ? VALUE_NULL
                                              : object_getitem(vm, sp[-2], sp[-1]);
}
static __attribute__((noinline)) Value getitem_apart(MinipyVM *vm, Value o, Value k,
                                                     Value *sp)
{
    if (unlikely(SPECIAL_SLOT(o, mp_subscript)))
        return getitem_by_method(vm, sp);
    return object_getitem(vm, o, k);
}

static __attribute__((noinline)) int setitem_by_method(MinipyVM *vm, Value *sp)
{
    return special_setitem(vm, vm->frame, sp)
               ? ENTERS
               : object_setitem(vm, sp[-2], sp[-1], sp[-3]);
}
static __attribute__((noinline)) int setitem_apart(MinipyVM *vm, Value o, Value k,
                                                   Value v, Value *sp)
{
    if (unlikely(SPECIAL_SLOT(o, mp_ass_subscript)))
        return setitem_by_method(vm, sp);
    return object_setitem(vm, o, k, v);
}

static __attribute__((noinline)) int64_t length_by_method(MinipyVM *vm, Value *sp)
{
    return special_length(vm, vm->frame, sp) ? ENTERS : object_length(vm, sp[-1]);
}
static __attribute__((noinline)) int64_t length_apart(MinipyVM *vm, Value o, Value *sp)
{
    if (unlikely(special_has_length(o)))
        return length_by_method(vm, sp);
    return object_length(vm, o);
}

static __attribute__((noinline)) Value iter_by_method(MinipyVM *vm, Value *sp)
{
    return special_iter(vm, vm->frame, sp) ? VALUE_NULL : object_iter(vm, sp[-1]);
}
static __attribute__((noinline)) Value iter_apart(MinipyVM *vm, Value o, Value *sp)
{
    if (unlikely(SPECIAL_SLOT(o, iter)))
        return iter_by_method(vm, sp);
    return object_iter(vm, o);
}

static __attribute__((noinline)) int contains_by_method(MinipyVM *vm, Value *sp)
{
    return special_contains(vm, vm->frame, sp) ? ENTERS
                                               : object_contains(vm, sp[-1], sp[-2]);
}

/* Is item in container? */
static __attribute__((noinline)) int contains_truth(MinipyVM *vm, Value container,
                                                    Value item, Value *sp)
{
    if (is_exact(vm, container, KIND_DICT))
        return dict_contains(vm, container, item);
    if (is_exact(vm, container, KIND_STR) && value_is_str(item))
        return str_contains(vm, container, item);
    if (unlikely(SPECIAL_SLOT(container, sq_contains)))
        return contains_by_method(vm, sp);
    return object_contains(vm, container, item);
}

/* left + right, left stolen; when the result goes to the local that holds left, the
 * local's reference is dropped first, so that the text can grow in place. */
static __attribute__((noinline)) Value
concat_steal(MinipyVM *vm, Value left, Value right, Value *fast, Instr next)
{
    if (instr_op(next) == OP_STORE_FAST && fast[instr_arg(next)] == left) {
        fast[instr_arg(next)] = VALUE_NULL;
        if (likely(value_is_counted(left)))
            value_obj(left)->refs--;
    }
    return str_append_steal(vm, left, right);
}

static void release_values(MinipyVM *vm, Value *from, Value *to)
{
    while (to > from) {
        Value v = *--to;
        value_xdecref(vm, v);
    }
}

/* In the order in which they were pushed: so CPython lets go of the arguments of a
 * call. Not in line: the loop would cost eval_frame a register. */
static __attribute__((noinline)) void release_upwards(MinipyVM *vm, Value *from,
                                                      Value *to)
{
    for (; from < to; from++)
        value_xdecref(vm, *from);
}

/* The operands of an instruction that fails; where the stack ends then. */
static __attribute__((noinline, cold)) Value *drop_operands(MinipyVM *vm, Value *sp,
                                                            int n)
{
    release_upwards(vm, sp - n, sp);
    return sp - n;
}

static __attribute__((noinline)) Value
call_by_method(MinipyVM *vm, Value f, Value *args, size_t nargs, Value *sp)
{
    Value *cell = args - 2; /* unless there is a self */
    if (!args[-1] && (special_call(vm, vm->frame, cell, sp) || vm->raised))
        return VALUE_NULL;
    return call(vm, f, args, nargs, VALUE_NULL);
}

/* Calls what is no function; what CALL_SLOT calls has that slot. Not in line: the loop
 * as a whole gets dearer by it. */
static __attribute__((noinline)) Value call_apart(MinipyVM *vm, Value f, Value *args,
                                                  size_t nargs, Value *sp)
{
    if (unlikely(SPECIAL_SLOT(f, call)))
        return call_by_method(vm, f, args, nargs, sp);
    return call(vm, f, args, nargs, VALUE_NULL);
}

static __attribute__((noinline)) Value call_slot_apart(MinipyVM *vm, CallSlot slot,
                                                       Value f, Value *args, Value *sp)
{
    if (unlikely(slot == slot_call))
        return call_by_method(vm, f, args, (size_t)(sp - args), sp);
    return call_by_slot(vm, slot, f, args, (size_t)(sp - args), VALUE_NULL);
}

/* The frame of a call whose arguments lie ready at `args`, on the vm's stack behind all
 * that is in use. NULL: an exception; or none, and there is room now: the call is to be
 * made again. (To go on here would keep values in memory over each call.) */
static inline Frame *push_in_place(MinipyVM *vm, Frame *frame, Value func,
                                   CodeObj *code, Value *args, size_t nargs)
{
    Frame *f = frame_place(code, args);
    Value *limit = frame_operands(f) + code->stacksize;
    if (recursion_exceeded(vm) || unlikely(limit > vm->stack_end)) {
        frame_stack_refuses(vm, code, limit);
        return NULL;
    }
    frame_fill(f, code, func, args, nargs, limit, frame);
    return f;
}

/* The values of __kwdefaults__ for the parameters that have only names and are not
 * among the n `places`, borrowed; VALUE_NULL for those that are. False: there are too
 * many, some has none, or it is no plain dict of names. */
static bool keyword_defaults(MinipyVM *vm, const FuncObj *f, const uint8_t *places,
                             size_t n, Value *out)
{
    const CodeObj *code = f->code;
    DictObj *d = f->kwdefaults && value_is_exact(vm, f->kwdefaults, KIND_DICT)
                     ? DICT(f->kwdefaults)
                     : NULL;
    if (code->kwonlyargcount > KWONLY_MAX || code->body)
        return false;
    const Value *names = TUPLE(code->localsplusnames)->items;
    for (int i = 0, at = code->argcount; i < code->kwonlyargcount; i++, at++) {
        out[i] = VALUE_NULL;
        if (n && memchr(places, at, n))
            continue;
        if (!d || !d->str_keys || !(out[i] = dict_get_str_borrow(vm, d, names[at])))
            return false;
    }
    return true;
}

/* The same for arguments that need not be the parameters: values of __defaults__ stand
 * for those that lack, a tuple takes those that are too many. NULL: also where it is
 * not so simple. */
static __attribute__((noinline)) Frame *
push_filled(MinipyVM *vm, Frame *frame, Value func, Value *args, size_t nargs)
{
    CodeObj *code = FUNC(func)->code;
    size_t n = (size_t)code->argcount, given = nargs < n ? nargs : n;
    size_t kwonly = (size_t)code->kwonlyargcount;
    Value defaults = FUNC(func)->defaults, rest = VALUE_NULL, named[KWONLY_MAX];
    size_t ndefaults = defaults ? (size_t)tuple_size(defaults) : 0;
    bool more = code->flags & CO_VARARGS;
    if ((code->flags & (CO_OPTIMIZED | CO_VARKEYWORDS)) != CO_OPTIMIZED ||
        n - given > ndefaults || (nargs > n && !more))
        return NULL;
    if (more && !(rest = nargs > n ? tuple_from(vm, args + n, (int64_t)(nargs - n))
                                   : value_incref(vm->empty_tuple)))
        return NULL;
    if (kwonly &&
        !keyword_defaults(vm, FUNC(func), NULL, 0, named)) { /* after a collection */
        value_xdecref(vm, rest);
        return NULL;
    }
    Frame *f = push_in_place(vm, frame, func, code, args, given);
    if (unlikely(!f) && !vm->raised)
        f = push_in_place(vm, frame, func, code, args, given);
    if (unlikely(!f)) {
        value_xdecref(vm, rest);
        return NULL;
    }
    for (size_t i = given; i < n; i++)
        f->fast[i] = value_incref(TUPLE(defaults)->items[ndefaults - (n - i)]);
    for (size_t i = 0; i < kwonly; i++)
        f->fast[n + i] = value_incref(named[i]);
    if (more)
        f->fast[n + kwonly] = rest;
    for (size_t i = n; i < nargs; i++) /* the frame lies over the caller's own */
        value_decref(vm, TUPLE(rest)->items[i - n]);
    return f;
}

/* A frame above `sp` for a call whose arguments must be bound; they are released.
 * `cells` is where the caller's stack will end meanwhile. NULL: exception, nothing
 * released. */
static __attribute__((noinline)) Frame *push_bound(MinipyVM *vm, Frame *frame,
                                                   Value func, Value *args,
                                                   size_t nargs, Value kwnames,
                                                   Value *sp)
{
    if (!kwnames && likely(nargs <= FRAME_STACK_READY)) {
        Value *in_place = args;
        if (unlikely(frame->owner != FRAME_BY_STACK))
            in_place = memcpy(frame->limit, args, nargs * sizeof(Value));
        Frame *f = push_filled(vm, frame, func, in_place, nargs);
        if (f || vm->raised)
            return f;
    }
    Value *dest = frame->owner == FRAME_BY_STACK ? sp : frame->limit;
    Frame *f = frame_for_call(vm, dest, func, args, nargs, kwnames, frame);
    if (f)
        release_values(vm, args, sp);
    return f;
}

/* The same for arguments on the caller's operand stack: when the caller is a generator
 * they must be moved to the vm's stack first. */
static inline Frame *push_exact(MinipyVM *vm, Frame *frame, Value func, CodeObj *code,
                                Value *args, size_t nargs)
{
    if (unlikely(frame->owner != FRAME_BY_STACK)) {
        if (unlikely(nargs > FRAME_STACK_READY))
            return push_bound(vm, frame, func, args, nargs, VALUE_NULL, args + nargs);
        memcpy(frame->limit, args, nargs * sizeof(Value));
        args = frame->limit;
    }
    return push_in_place(vm, frame, func, code, args, nargs);
}

/* The frame of `func` for a call that has the arguments `args` and behind them those
 * whose names are c->callee; their places are known. All are taken over. NULL: an
 * exception; or none, and it is to be bound otherwise. */
static __attribute__((noinline)) Frame *push_named(MinipyVM *vm, Frame *frame,
                                                   Value func, Value *args, size_t npos,
                                                   const CallCache *c)
{
    CodeObj *code = FUNC(func)->code;
    size_t named = (size_t)tuple_size(c->callee), n = (size_t)code->argcount;
    size_t kwonly = (size_t)code->kwonlyargcount;
    Value defaults = FUNC(func)->defaults, values[NAMED_MAX], others[KWONLY_MAX];
    if ((c->first_default < n && !defaults) ||
        (c->first_default < n && n - c->first_default > (size_t)tuple_size(defaults)) ||
        (kwonly && !keyword_defaults(vm, FUNC(func), c->places, named, others)))
        return NULL;
    memcpy(values, args + npos, named * sizeof(Value));
    Frame *f = push_exact(vm, frame, func, code, args, npos);
    if (unlikely(!f) && !vm->raised)
        f = push_exact(vm, frame, func, code, args, npos);
    if (unlikely(!f))
        return NULL;
    for (size_t k = 0; k < named; k++)
        f->fast[c->places[k]] = values[k];
    for (size_t i = c->first_default; i < n; i++)
        if (!f->fast[i])
            f->fast[i] = value_incref(
                TUPLE(defaults)->items[(size_t)tuple_size(defaults) - (n - i)]);
    for (size_t i = 0; i < kwonly; i++)
        if (others[i])
            f->fast[n + i] = value_incref(others[i]);
    return f;
}

/* The frame of a call of func with self before the n values at `args`, which are taken
 * over; they lie where self must be. NULL: they lie there still. */
static Frame *push_moved(MinipyVM *vm, Frame *frame, Value func, Value self,
                         Value *args, size_t n)
{
    Value *to = frame->owner == FRAME_BY_STACK ? args : frame->limit;
    memmove(to + 1, args, n * sizeof(Value));
    to[0] = value_incref(self);
    Frame *f = code_takes(FUNC(func)->code, n + 1)
                   ? push_in_place(vm, frame, func, FUNC(func)->code, to, n + 1)
                   : NULL;
    if (unlikely(!f) && !vm->raised)
        f = push_filled(vm, frame, func, to, n + 1);
    if (unlikely(!f)) {
        memmove(args, to + 1, n * sizeof(Value));
        value_decref(vm, self);
    }
    return f;
}

/* The frame of the function of the bound method in cell[0], behind whose self the cells
 * up to sp are the arguments; they are released, and the function takes the method's
 * place. NULL: an exception; or none, and it is to be called otherwise. */
static __attribute__((noinline)) Frame *push_exit(MinipyVM *vm, Frame *frame,
                                                  Value *cell, Value *sp)
{
    Value method = cell[0], func = METHOD(method)->func, args[8];
    size_t n = (size_t)(sp - cell) - 1;
    if (!value_is_kind(func, KIND_FUNCTION) || n >= 8)
        return NULL;
    Frame *f = push_moved(vm, frame, func, METHOD(method)->self, cell + 1, n);
    if (likely(f != NULL)) {
        cell[0] = value_incref(func);
        value_decref(vm, method);
        return f;
    }
    if (vm->raised)
        return NULL;
    args[0] = METHOD(method)->self;
    memcpy(args + 1, cell + 1, n * sizeof(Value));
    Value *dest = frame->owner == FRAME_BY_STACK ? sp : frame->limit;
    f = frame_for_call(vm, dest, func, args, n + 1, VALUE_NULL, frame);
    if (!f)
        return NULL;
    cell[0] = value_incref(func);
    value_decref(vm, method);
    release_upwards(vm, cell + 1, sp);
    return f;
}

/* A new instance of the class in cell[0] takes its place, and the next cell, for
 * `init`. False: exception. */
static inline bool begin_instance(MinipyVM *vm, Value *cell, Value init)
{
    Value cls = cell[0];
    Object *o = object_alloc(vm, TYPE_OF(cls), 0);
    if (unlikely(!o))
        return false;
    vm->recursion_remaining--; /* the frame's push sees whether it was one too many */
    cell[0] = value_from_obj(o);
    cell[1] = value_incref(cell[0]);
    value_decref(vm, cls);
    value_incref(init);
    return true;
}

/* The frame of `init` for it, or NULL: there is none. */
static inline Frame *to_instance(MinipyVM *vm, Frame *callee, Value init)
{
    if (likely(callee != NULL)) {
        callee->returns = FRAME_TO_INIT;
    } else {
        vm->recursion_remaining++;
        value_decref(vm, init);
    }
    return callee;
}

/* The frame of `init`, in Python, for a new instance of the class in cell[0]; the
 * instance takes the class's place, and comes before the arguments. NULL: exception. */
static inline __attribute__((always_inline)) Frame *
push_instance(MinipyVM *vm, Frame *frame, Value *cell, Value init, size_t nargs,
              Value kwnames, Value *sp)
{
    if (unlikely(!begin_instance(vm, cell, init)))
        return NULL;
    CodeObj *code = FUNC(init)->code;
    Frame *callee = likely(!kwnames && code_takes(code, nargs + 1))
                        ? push_exact(vm, frame, init, code, cell + 1, nargs + 1)
                        : NULL;
    if (!callee && !vm->raised)
        callee = push_bound(vm, frame, init, cell + 1, nargs + 1, kwnames, sp);
    return to_instance(vm, callee, init);
}

/* The frame of f(*args, **kwargs), f being in cell[0], and its own cells up to sp: of a
 * bound function, which is unpacked in place, or a class whose __init__ is in Python.
 * NULL: an exception; or none, and it is to be called otherwise. */
static __attribute__((noinline)) Frame *push_ex(MinipyVM *vm, Frame *frame, Value *cell,
                                                Value *sp, Value args, Value kwargs)
{
    Value *dest = frame->owner == FRAME_BY_STACK ? sp : frame->limit, f = cell[0];
    Value init = VALUE_NULL;
    if (value_is_kind(f, KIND_METHOD) &&
        value_is_kind(METHOD(f)->func, KIND_FUNCTION)) {
        cell[1] = value_incref(METHOD(f)->self);
        cell[0] = value_incref(METHOD(f)->func);
        value_decref(vm, f);
    } else if (value_is_type(f) && (init = class_init_borrow(vm, TYPE_OF(f)))) {
        if (unlikely(!begin_instance(vm, cell, init)))
            return NULL;
    } else {
        return NULL;
    }
    Frame *callee = frame_for_call_ex(vm, dest, init ? init : cell[0], cell[1], args,
                                      kwargs, frame);
    if (init)
        callee = to_instance(vm, callee, init);
    if (likely(callee != NULL))
        release_values(vm, cell + 1, sp);
    return callee;
}

/* f is left by an exception. Was it the getter of a LOAD_ATTR_PROPERTY? Then an
 * AttributeError is told whose attribute it was, as object_getattr() tells it. */
static __attribute__((noinline)) void getter_raised(MinipyVM *vm, const Frame *f)
{
    const CodeObj *code = f->prev->code;
    const Instr *caches = f->prev->ip - CACHE_UNITS(AttrCache);
    if (caches <= code->instrs)
        return;
    Instr at = code_instr(code, (uint32_t)(caches - 1 - code->instrs));
    if (instr_op(at) == OP_LOAD_ATTR_PROPERTY &&
        CACHE_AT(const AttrCache, caches)->value == f->func && f->fast[0])
        attr_error_complete(vm, f->fast[0], TUPLE(code->names)->items[instr_arg(at)]);
}

/* ---- the loop -------------------------------------------------------------------- */

#define ARG (instr >> 8)
#define PUSH(v) (*sp++ = (v))
#define POP() (*--sp)
#define SAVE() (frame->ip = ip)
#define CODE_NAME(i) (TUPLE(frame->code->names)->items[i])
#define DECREF(v)                                                                      \
    do {                                                                               \
        Value decref_v_ = (v);                                                         \
        if (value_is_counted(decref_v_) &&                                             \
            unlikely(--value_obj(decref_v_)->refs == 0)) {                             \
            SAVE();                                                                    \
            object_dealloc(vm, value_obj(decref_v_));                                  \
        }                                                                              \
    } while (0)
#define XDECREF(v)                                                                     \
    do {                                                                               \
        Value xdecref_v_ = (v);                                                        \
        if (xdecref_v_)                                                                \
            DECREF(xdecref_v_);                                                        \
    } while (0)

#if PROBES_IN_LOOP
/* The builds whose sites stand in the loop. Who asks whether a line begins, or whether
 * anybody listens, and how, is the design's (docs/PROBES.md). */
#define UNIT_OF(place) ((int)((place)-frame->code->instrs) - 1)
#if defined MINIPY_PROBES_JUMP
#define SITE_WANTED(name) unlikely(jump_to_##name())
#define SITE_LINE()                                                                    \
    do {                                                                               \
        if (SITE_WANTED(line)) {                                                       \
            last_ip = frame->ip;                                                       \
            trace_site_line(vm, frame, UNIT_OF(last_ip), UNIT_OF(ip));                 \
            frame->ip = ip;                                                            \
        }                                                                              \
    } while (0)
#define SITE_MOVES_IP() ((jump_armed & JUMP_line) != 0)
#else
#if defined MINIPY_PROBES_NOP
#define LINE_WANTED() trace_may_begin_line(frame->code, UNIT_OF(last_ip), UNIT_OF(ip))
#else
#define LINE_WANTED() probe_line_enabled()
#endif
#define SITE_WANTED(name) probe_##name##_enabled()
#define SITE_LINE()                                                                    \
    do {                                                                               \
        last_ip = frame->ip;                                                           \
        if (LINE_WANTED())                                                             \
            trace_site_line(vm, frame, UNIT_OF(last_ip), UNIT_OF(ip));                 \
        frame->ip = ip;                                                                \
    } while (0)
#define SITE_MOVES_IP() true
#endif
#if defined MINIPY_PROBES_NOP
#define SITE_INLINE(name)                                                              \
    do {                                                                               \
        CodeObj *code_ = frame->code;                                                  \
        const int32_t *lines_ = code_->extra;                                          \
        int line_ =                                                                    \
            likely(lines_) ? lines_[UNIT_OF(ip)] : trace_site_lineno(vm, frame);       \
        if (likely(!code_->stand_in))                                                  \
            probe_inline_##name(code_->filename_utf8, code_->name_utf8, line_, frame); \
    } while (0)
/* Each instruction looks where the one before it was: a new frame's has to be said. */
#define SITE_ENTERED() SAVE()
#define SITE_ENTRY() SITE_INLINE(function_entry)
#define SITE_RETURN()                                                                  \
    do {                                                                               \
        SAVE();                                                                        \
        SITE_INLINE(function_return);                                                  \
    } while (0)
#else
#define SITE_ENTERED() ((void)0)
#define SITE_ENTRY()                                                                   \
    do {                                                                               \
        if (SITE_WANTED(function_entry))                                               \
            trace_site_entry(vm, frame);                                               \
    } while (0)
#define SITE_RETURN()                                                                  \
    do {                                                                               \
        if (SITE_WANTED(function_return)) {                                            \
            SAVE();                                                                    \
            trace_site_return(vm, frame);                                              \
        }                                                                              \
    } while (0)
#endif
#define SITE_UNWIND()                                                                  \
    do {                                                                               \
        if (SITE_WANTED(function_return))                                              \
            trace_site_return(vm, frame);                                              \
    } while (0)
#else
#define SITE_LINE()
#define SITE_ENTERED() ((void)0)
#define SITE_ENTRY()
#define SITE_RETURN()
#define SITE_UNWIND()
#endif

#define NEXT()                                                                         \
    do {                                                                               \
        CONTRACT_NONE_RAISED(vm, opcode_names[instr & 0xff]);                          \
        instr = *ip; /* *ip++ makes gcc 12 keep a copy of what ip was */               \
        ip++;                                                                          \
        SITE_LINE();                                                                   \
        goto *dispatch[instr & 0xff];                                                  \
    } while (0)
/* Goes on as another form of the same instruction, which has been put in its place. */
#define AGAIN()                                                                        \
    do {                                                                               \
        instr = ip[-1];                                                                \
        goto *plain_table[instr & 0xff];                                               \
    } while (0)
/* What each instruction's end needs stays in a register that calls keep. Left to itself
 * gcc 12 puts the table on the stack once there are some labels more: +4 % of the
 * instructions of loops. */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__clang__)
#define IN_REGISTER(declaration, name) register declaration __asm__(name)
#else
#define IN_REGISTER(declaration, name) declaration
#endif
#define SPECIALIZING() (CACHES && (dispatch == plain_table || dispatch == traced_table))
#define OTHER_OPCODES(entry, patched)                                                  \
    [OP_COUNT... OP_STEPPED -                                                          \
        1] = &&op_unknown,                                                             \
        [OP_STEPPED] = &&stepped, [OP_REPORTED] = &&op_unknown,                        \
        [OP_PATCHED_ENTRY] = &&entry,                                                  \
        [OP_PATCHED_RETURN... OP_PATCHED] = &&patched, [OP_TRAP] = &&op_unknown
#define ENTER(new_frame) ENTER_CODE(new_frame, frame->code)
#define ENTER_CODE(new_frame, its_code)                                                \
    do {                                                                               \
        frame = (new_frame);                                                           \
        vm->frame = frame;                                                             \
        ip = (its_code)->instrs;                                                       \
        SITE_ENTERED();                                                                \
        fast = frame->fast;                                                            \
        sp = frame_operands(frame);                                                    \
        NEXT();                                                                        \
    } while (0)
/* The caller waits at `cell` for the value, behind `caches` cache units. */
#define LEAVE_FOR_CALL(cell, caches) (frame->ip = ip + (caches), frame->sp = (cell))
#define RELOAD()                                                                       \
    do {                                                                               \
        sp = frame->sp;                                                                \
        ip = frame->ip;                                                                \
        fast = frame->fast;                                                            \
    } while (0)
/* frame_clear(), without a call where nothing but its locals is to be released. */
#define CLEAR_FRAME()                                                                  \
    do {                                                                               \
        if (unlikely(((uintptr_t)frame->object | frame->locals) != 0)) {               \
            SAVE();                                                                    \
            frame_clear(vm, frame);                                                    \
            break;                                                                     \
        }                                                                              \
        for (Value *cell_ = fast; cell_ < (Value *)frame; cell_++) {                   \
            Value v_ = *cell_;                                                         \
            if (value_is_counted(v_) && v_) {                                          \
                *cell_ = VALUE_NULL;                                                   \
                if (unlikely(--value_obj(v_)->refs == 0)) {                            \
                    SAVE();                                                            \
                    object_dealloc(vm, value_obj(v_));                                 \
                }                                                                      \
            }                                                                          \
        }                                                                              \
        if (unlikely(frame->object != NULL)) /* a finalizer asked for it just now */   \
            frame_clear(vm, frame);                                                    \
    } while (0)
/* r = expr, a call of f, a native function; reported is the same call with the events
 * of sys.setprofile and the markers around it, for an instrumented loop. */
#define CALL_C(r, expr, reported)                                                      \
    do {                                                                               \
        SAVE();                                                                        \
        if (unlikely(dispatch != plain_table) &&                                       \
            (trace_note_call(vm, frame, f), trace_wants_c_calls(vm))) {                \
            frame->sp = sp;                                                            \
            r = (reported);                                                            \
        } else {                                                                       \
            r = (expr);                                                                \
        }                                                                              \
        dispatch = vm->dispatch;                                                       \
    } while (0)
/* Ends an instruction that took n values and made r (or failed). The values are let go
 * of in the order in which they were made: finalizers run in CPython's order. */
#define FINISH(r, n)                                                                   \
    do {                                                                               \
        Value finish_r_ = (r);                                                         \
        if (unlikely(!finish_r_))                                                      \
            goto error;                                                                \
        for (int finish_i_ = (n); finish_i_ > 0; finish_i_--)                          \
            DECREF(sp[-finish_i_]);                                                    \
        sp -= (n);                                                                     \
        PUSH(finish_r_);                                                               \
    } while (0)

/* A failed instruction that has let go of its n operands before anybody hears of it. */
#define FAIL_DROPPING(n)                                                               \
    do {                                                                               \
        if (vm->frame != frame)                                                        \
            goto enter_special;                                                        \
        sp = drop_operands(vm, sp, (n));                                               \
        goto error;                                                                    \
    } while (0)
#define FINISH_DROPPING(r, n)                                                          \
    do {                                                                               \
        Value made_ = (r);                                                             \
        if (unlikely(!made_))                                                          \
            FAIL_DROPPING(n);                                                          \
        FINISH(made_, n);                                                              \
    } while (0)

/* The same for those that CPython pops one by one: the last goes first. */
#define FINISH_POPPING(r, n)                                                           \
    do {                                                                               \
        Value finish_r_ = (r);                                                         \
        if (unlikely(!finish_r_))                                                      \
            goto error;                                                                \
        release_values(vm, sp - (n), sp);                                              \
        sp -= (n);                                                                     \
        PUSH(finish_r_);                                                               \
    } while (0)

/* Lets go of what two locals hold, unless one of them would end by that or both are
 * one, of which this does not know whether it would. */
static inline bool release_two_quiet(Value a, Value b)
{
    bool release_b = value_is_counted(b) && b;
    if (release_b && value_obj(b)->refs == 1)
        return false;
    if (value_is_counted(a) && a) {
        if (value_obj(a)->refs == 1 || a == b)
            return false;
        value_obj(a)->refs--;
    }
    if (release_b)
        value_obj(b)->refs--;
    return true;
}

/* Ends an instruction that has a pair with the STORE_FAST_STORE_FAST at ip: what dies
 * sees the pair gone, the first store done, then the second. */
#define STORE_PAIR_BEHIND(pair)                                                        \
    do {                                                                               \
        Value pair_ = (pair);                                                          \
        Value *one_ = &fast[instr_arg(*ip) & 0xfff],                                   \
              *two_ = &fast[instr_arg(*ip) >> 12];                                     \
        Value a_ = value_incref(TUPLE(pair_)->items[0]),                               \
              b_ = value_incref(TUPLE(pair_)->items[1]);                               \
        DECREF(pair_);                                                                 \
        ip++;                                                                          \
        Value old_ = *one_;                                                            \
        *one_ = a_;                                                                    \
        XDECREF(old_);                                                                 \
        old_ = *two_;                                                                  \
        *two_ = b_;                                                                    \
        XDECREF(old_);                                                                 \
        NEXT();                                                                        \
    } while (0)

/* The labels of the instructions stand at the margin, which clang-format would not let
 * be. */
/* clang-format off */
Value eval_frame(MinipyVM *vm, Frame *entry, bool throwing)
{
    static const void *const plain_table[256] = {
        OTHER_OPCODES(observed_entry, observed),
#define OP(name, operand, effect, caches, flags, picture) [OP_##name] = &&op_##name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture) [OP_##name] = &&op_##name,
#include "vm/code/specialized.def"
#undef SPEC
    };
    /* What of it begins or ends a call is instrumented; the rest runs unspecialised, as
       the special forms may run a call of their own. */
    static const void *const calls_table[256] = {
        OTHER_OPCODES(instrumented, instrumented),
#define OP(name, operand, effect, caches, flags, picture)                              \
    [OP_##name] = OP_##name == OP_RESUME || OP_##name == OP_RETURN_VALUE ||            \
                          OP_##name == OP_YIELD_VALUE                                  \
                      ? &&instrumented                                                 \
                      : &&op_##name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture)                                                      \
    [OP_##name] = OP_##base == OP_RESUME ? &&instrumented : &&unspecialised,
#include "vm/code/specialized.def"
#undef SPEC
    };
    /* Functions are entered there, so that the loop learns of changes; no more. */
    static const void *const watched_table[256] = {
        OTHER_OPCODES(instrumented, instrumented),
#define OP(name, operand, effect, caches, flags, picture)                              \
    [OP_##name] = OP_##name == OP_RESUME ? &&instrumented : &&op_##name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture)                                                      \
    [OP_##name] = OP_##base == OP_RESUME ? &&instrumented : &&op_##name,
#include "vm/code/specialized.def"
#undef SPEC
    };
    /* Each instruction says where it is: also those that only take memory. Who asks for
       it says when he has heard enough: entries need not look. */
    static const void *const traced_table[256] = {
        [0 ... OP_REPORTED] = &&located,
        [OP_PATCHED_ENTRY] = &&observed_entry,
        [OP_PATCHED_RETURN ... OP_PATCHED] = &&observed,
        [OP_TRAP] = &&op_unknown,
    };
    /* The same for who comes and goes unasked. */
    static const void *const located_table[256] = {
        OTHER_OPCODES(instrumented, instrumented),
#define OP(name, operand, effect, caches, flags, picture)                              \
    [OP_##name] = OP_##name == OP_RESUME ? &&instrumented : &&located,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture)                                                      \
    [OP_##name] = OP_##base == OP_RESUME ? &&instrumented : &&located,
#include "vm/code/specialized.def"
#undef SPEC
    };
    static const void *const instrumented_table[256] = {[0 ... 255] = &&instrumented};

    if (unlikely(!entry)) {
        vm->trace->plain = plain_table;
        vm->trace->watched = watched_table;
        vm->trace->located = located_table;
        vm->trace->traced = traced_table;
        vm->trace->calls = calls_table;
        vm->trace->instrumented = instrumented_table;
        return VALUE_NONE;
    }

    IN_REGISTER(const void *const *dispatch, "r15") = vm->dispatch;
    Frame *frame = entry;
    Value *fast = frame->fast;
    Value *sp = frame->sp;
    Instr *ip = frame->ip;
    Instr instr = 0;
#if PROBES_IN_LOOP
    Instr *last_ip = NULL; /* frame->ip before this instruction was fetched */
#endif
    Value result;

    vm->frame = frame;
    if (unlikely(throwing)) {
        SITE_ENTRY();
        if ((vm->exceptions_seen || vm->codes_marked) && trace_entry(vm, frame) < 0)
            goto leave_unwinding;
        goto error_at_ip;
    }
    NEXT();

#include "vm/eval/eval_stack.inc"
#include "vm/eval/eval_number.inc"
#include "vm/eval/eval_attr.inc"
#include "vm/eval/eval_call.inc"
#include "vm/eval/eval_build.inc"
#include "vm/eval/eval_flow.inc"

op_unknown:
    SAVE();
    error_set(vm, EXC_SystemError, "unknown opcode %d", (int)(instr & 0xff));
    goto error;

    /* ---- out of the frame with `result` ---- */

op_RETURN_VALUE:
    result = POP();
return_result:
    SITE_RETURN();
    if (unlikely(frame->how != 0))
        goto return_elsewhere;
    CLEAR_FRAME();
    vm->recursion_remaining++;
    vm->frame = frame = frame->prev;
    RELOAD();
    {
        Value callee = *sp;
        PUSH(result);
        DECREF(callee);
        NEXT();
    }

return_elsewhere: /* not to a CALL of the loop's, or out of a generator */
    SAVE();
    if (frame->owner == FRAME_BY_GENERATOR) {
        frame->sp = sp;
        generator_finished(vm, GEN(frame->generator));
    } else {
        CLEAR_FRAME();
        vm->recursion_remaining++;
    }
hand_over: /* the frame is released, its fields are still readable */
    {
        int returns = frame->returns;
        if (returns >= FRAME_TO_GETITEM)
            goto special_value;
        Value func = frame->func;
        vm->frame = frame = frame->prev;
        if (likely(returns == FRAME_TO_CALL)) {
            RELOAD();
            Value callee = *sp;
            PUSH(result);
            DECREF(callee);
            NEXT();
        }
        switch (returns) {
        case FRAME_TO_C:
        case FRAME_TO_FEED:
            return result;
        case FRAME_TO_INIT:
            vm->recursion_remaining++;
            RELOAD();
            sp++; /* the instance */
            if (unlikely(result != VALUE_NONE)) {
                error_set(vm, EXC_TypeError, "__init__() should return None, not '%T'", result);
                value_decref(vm, result);
                value_decref(vm, func);
                goto error;
            }
            DECREF(func);
            NEXT();
        case FRAME_TO_FOR_ITER: /* exhausted: drop the iterator, jump */
            RELOAD();
            if (unlikely(dispatch != plain_table))
                trace_loop_end(vm, frame, result);
            value_decref(vm, result);
            result = POP();
            DECREF(result);
            ip += instr_arg(ip[-2]);
            NEXT();
        case FRAME_TO_SEND: { /* the sub-iterator is done */
            RELOAD();
            sp--;
            Value receiver = *sp;
            PUSH(result);
            DECREF(receiver);
            ip += instr_arg(ip[-1]);
            NEXT();
        }
        default: __builtin_unreachable();
        }
    }

special_value: /* of a special method's frame, which is released */
    {
        const Frame *done = frame;
        int returns = done->returns;
        vm->frame = frame = frame->prev;
        if (returns <= FRAME_TO_COMPARE && likely(result != VALUE_NOT_IMPLEMENTED)) {
            Value func = done->func;
            vm->recursion_remaining += returns == FRAME_TO_COMPARE;
            RELOAD();
            DECREF(func);
            DECREF(sp[-2]);
            DECREF(sp[-1]);
            sp--;
            sp[-1] = result;
            ip++;
            NEXT();
        }
        int units = special_returned(vm, done, result);
        RELOAD();
        if (likely(units >= 0)) {
            ip += units;
            NEXT();
        }
        if (units == SPECIAL_FAILED)
            goto error_at_ip;
        instr = code_instr(frame->code, (uint32_t)frame_unit(frame));
        goto *plain_table[opcode_base[instr & 0xff]];
    }

enter_special: /* the frame that a worker made */
    ENTER(vm->frame);

op_YIELD_VALUE:
    {
        GenObj *g = GEN(frame->generator);
        result = POP();
        SAVE();
        SITE_RETURN();
        if (frame->returns == FRAME_TO_FEED && dispatch == plain_table &&
            g->feed->sink.take_quickly && g->feed->sink.take_quickly(g->feed->sink.to, result)) {
            PUSH(VALUE_NONE);
            NEXT();
        }
        frame->sp = sp;
        g->state = GEN_SUSPENDED;
        vm->handled = g->exc.prev;
        vm->recursion_remaining++;
        int returns = frame->returns;
        Frame *prev = frame->prev;
        frame->prev = NULL;
        vm->frame = frame = prev;
        if (returns == FRAME_TO_C)
            return result;
        if (returns == FRAME_TO_FEED) {
            if (!generator_feeds(vm, g, result))
                return VALUE_NONE;
            dispatch = vm->dispatch;
            frame = vm->frame;
            RELOAD();
            NEXT();
        }
        RELOAD(); /* FOR_ITER: push; SEND: the sent value's cell is free */
        PUSH(result);
        NEXT();
    }

op_RETURN_GENERATOR:
    SAVE();
    result = generator_from_frame(vm, frame);
    if (!result)
        goto error;
    vm->recursion_remaining++;
    goto hand_over;

    /* ---- exceptions ---- */

no_frame: /* of push_in_place; nothing has changed, and what a patch there has told is told */
    if (!vm->raised)
        goto *plain_table[instr & 0xff];
error:
    if (vm->frame != frame)
        goto enter_special;
    SAVE();
error_at_ip: /* frame->ip names the instruction that failed */
    CONTRACT_RAISED(vm, opcode_names[instr & 0xff]);
    {
        int unit = frame_unit(frame);
        traceback_here(vm, frame, unit < 0 ? -1 : unit * 2, frame_lineno(frame));
        if (unlikely(vm->exceptions_seen)) {
            frame->sp = sp;
            trace_exception(vm, frame);
        }
        ip = frame->ip;
    }
unwind: /* ip is behind the instruction that failed; frame->ip may name an older one */
    {
        const CodeHandler *h =
            unlikely(limits_stopped(vm) != STOP_NONE)
                ? NULL
                : code_handler(frame->code, (uint32_t)(ip - frame->code->instrs) - 1);
        Value *base = frame_operands(frame);
        if (!h) {
            release_values(vm, base, sp);
            sp = base;
            goto unwind_frame;
        }
        if (unlikely(vm->exceptions_seen)) {
            frame->sp = sp;
            if (trace_handled(vm, frame, h->target)) {
                ip = frame->code->instrs + h->target; /* as if just before it */
                goto unwind;
            }
        }
        release_values(vm, base + h->depth, sp);
        sp = base + h->depth;
        if (h->push_lasti)
            PUSH(value_from_imm(frame_unit(frame)));
        PUSH(error_fetch(vm));
        Instr *target = frame->code->instrs + h->target;
        bool backward = target < ip;
        ip = target;
        dispatch = vm->dispatch;
        if (unlikely(backward) && gate_is_raised())
            goto poll_handler; /* code of a program's may raise there for ever */
        NEXT();
    }

poll_handler:
    SAVE();
    if (eval_poll(vm) < 0) {
        ip++; /* the handler's first instruction failed */
        goto error;
    }
    trace_refresh(vm);
    dispatch = vm->dispatch;
    NEXT();

unwind_frame:
    SITE_UNWIND();
    if (unlikely(vm->exceptions_seen || frame->code->patches)) {
        frame->sp = sp;
        trace_unwind(vm, frame);
    }
leave_unwinding: /* no event any more */
    CONTRACT_RAISED(vm, opcode_names[instr & 0xff]);
    dispatch = vm->dispatch;
    {
        int returns = frame->returns;
        Value func = frame->func;
        Frame *prev = frame->prev;
        if (frame->owner == FRAME_BY_GENERATOR) {
            GenObj *g = GEN(frame->generator);
            frame->sp = sp;
            generator_finished(vm, g);
            vm->frame = prev;
            generator_convert_error(vm, g);
        } else {
            release_values(vm, frame_operands(frame), sp);
            if (returns == FRAME_TO_CALL)
                getter_raised(vm, frame);
            Value exc = error_fetch(vm);
            frame_clear(vm, frame);
            error_restore_steal(vm, exc);
            vm->recursion_remaining++;
        }
        vm->frame = frame = prev;
        switch (returns) {
        case FRAME_TO_C:
        case FRAME_TO_FEED:
            return VALUE_NULL;
        case FRAME_TO_INIT:
            vm->recursion_remaining++;
            value_decref(vm, func);
            __attribute__((fallthrough)); /* the instance, too, is at sp */
        case FRAME_TO_CALL:
            RELOAD();
            value_decref(vm, *sp);
            goto error_at_ip;
        case FRAME_TO_FOR_ITER:
            RELOAD();
            goto error_at_ip;
        case FRAME_TO_SEND: RELOAD(); goto error_at_ip;
        default:
            value_decref(vm, func);
            special_raised(vm, frame, (FrameReturn)returns);
            RELOAD();
            if (returns != FRAME_TO_NEXT)
                goto error_at_ip;
            instr = code_instr(frame->code, (uint32_t)frame_unit(frame));
            goto for_iter_ended;
        }
    }

    /* ---- somebody listens ---- */

observed_entry: /* instructions with a patch, on the plain table */
    if (gate_is_raised())
        goto instrumented;
    SITE_ENTRY();
    frame->ip = ip;
    frame->sp = sp;
    patch_entry(vm, frame);
    dispatch = vm->dispatch;
    if (unlikely(vm->raised != VALUE_NULL))
        goto error;
    NEXT();

observed:
    {
        const Instr *before = frame->ip;
#if PROBES_IN_LOOP
        if (SITE_MOVES_IP())
            before = last_ip;
#endif
        frame->ip = ip;
        frame->sp = sp;
        instr = patch_step(vm, frame, before, sp);
        if (unlikely((instr & 0xff) == OP_REPORTED)) {
            instr = code_instr(frame->code, (uint32_t)frame_unit(frame));
            dispatch = vm->trace->watched; /* until the call is over: CALL_C */
            goto unspecialised;
        }
        dispatch = vm->dispatch;
        goto *plain_table[instr & 0xff];
    }

stepped: /* at a patch, where nothing is left to do, or what was done failed */
    RELOAD();
    if (unlikely(vm->raised != VALUE_NULL))
        goto error;
    NEXT();

located:
    SAVE();
    goto *plain_table[instr & 0xff];

unspecialised:
    goto *plain_table[opcode_base[instr & 0xff]];

instrumented:
    {
        CodeObj *code = frame->code;
        int unit = (int)(ip - code->instrs) - 1, prev = frame_unit(frame);
        if (likely(dispatch == instrumented_table && trace_quiet(vm, code, unit))) {
            frame->ip = ip;
            dispatch = vm->dispatch;
            goto unspecialised;
        }
#if PROBES_IN_LOOP
        if (SITE_MOVES_IP()) /* SITE_LINE has moved frame->ip on */
            prev = (int)(last_ip - code->instrs) - 1;
#endif
        bool patched = instr_is_patch(ip[-1]);
        instr = code_instr(code, (uint32_t)unit);
        Opcode op = opcode_base[instr & 0xff];
        frame->ip = ip;
        frame->sp = sp;
        if (op == OP_RESUME) {
            if (ARG < 2 && eval_poll(vm) < 0)
                goto error;
            trace_refresh(vm);
            dispatch = vm->dispatch;
            SITE_ENTRY();
            if ((dispatch != plain_table || patched) && trace_entry(vm, frame) < 0) {
                dispatch = vm->dispatch; /* a generator may handle it */
                goto error;
            }
            if (unlikely(monitor_is_at(code, unit)) && monitor_listens(vm))
                monitor_step(vm, frame, prev, unit);
            dispatch = vm->dispatch;
            goto stepped;
        }
        int step = trace_step(vm, frame, prev, unit);
        if (likely(step == 0 && op != OP_RETURN_VALUE && op != OP_YIELD_VALUE)) {
            dispatch = vm->dispatch;
            goto *plain_table[op];
        }
        if (unlikely(step < 0)) {
            if (step == TRACE_STEP_SIGNAL) {
                dispatch = vm->dispatch;
                goto error_at_ip;
            }
            dispatch = vm->dispatch;
            if (unlikely(frame->jumped)) { /* before it raised: the stack has been cut */
                frame->jumped = 0;
                sp = frame->sp;
                frame->ip++;
                traceback_here(vm, frame, frame_unit(frame) * 2, frame_lineno(frame));
                /* As in CPython, which looks for a handler where it was before. */
                const CodeHandler *h = code_handler(code, (uint32_t)unit);
                if (h && sp - frame_operands(frame) < (int)h->depth)
                    ip = frame->ip;
                goto unwind;
            }
            goto error;
        }
        instr = code_instr(code, (uint32_t)unit); /* a checked load now, if a local was unbound */
        op = opcode_base[instr & 0xff];
        if (unlikely(frame->jumped)) { /* f_lineno was assigned to */
            frame->jumped = 0;
            sp = frame->sp;
            ip = frame->ip;
            instr = code_instr(code, (uint32_t)(ip++ - code->instrs));
            frame->ip = ip;
            op = opcode_base[instr & 0xff];
            if (op == OP_RESUME) { /* nobody enters the frame again */
                dispatch = vm->dispatch;
                NEXT();
            }
        }
        if (unlikely(monitor_is_at(code, frame_unit(frame))) && monitor_listens(vm)) {
            MonitorResult how = monitor_step(vm, frame, prev, frame_unit(frame));
            dispatch = vm->dispatch;
            sp = frame->sp;
            if (how != MONITOR_GO_ON)
                goto stepped;
        }
        if ((op == OP_RETURN_VALUE || op == OP_YIELD_VALUE) &&
            trace_return(vm, frame, sp[-1]) < 0) {
            dispatch = vm->dispatch;
            goto leave_unwinding;
        }
        dispatch = vm->dispatch;
        goto *plain_table[op];
    }
}
/* clang-format on */
