/* special.c - special methods that the loop enters itself: which function an operation
 * needs, its frame, and what its value means to the operation. What is not simple goes
 * through the slots (vm/types/type_slots.c), which know every rule. Read next: eval.c
 * (enter_special, hand_over).
 */
#include "vm/eval/special.h"

#include "vm/code/code_instr.h"
#include "vm/containers/iter.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/eval/bind.h"
#include "vm/eval/specialize.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/objects/property.h"
#include "vm/types/attr.h"
#include "vm/types/descr.h"
#include "vm/types/slot_defs.h"
#include "vm/types/type.h"

/* ---- frames ---------------------------------------------------------------------- */

/* These call nothing and so save no registers: what is not remembered of a class is
 * left to the slots, which will remember it. */

/* The plain function that t has under that name; borrowed. VALUE_NULL: something else,
 * or it is not known. */
static inline Value method_borrow(MinipyVM *vm, const TypeObj *t, Value name)
{
    Value m = type_remembered_borrow(vm, t, name);
    return m && value_is_kind(m, KIND_FUNCTION) ? m : VALUE_NULL;
}

/* Of an operand that is counted (the slot tells). */
static inline TypeObj *type_of(Value v)
{
    return value_obj(v)->type;
}

/* The frame of m(a, b, c), or of as many as n says, above f, whose stack ends at sp; f
 * holds the arguments, too. */
static inline __attribute__((always_inline)) Frame *push(MinipyVM *vm, Frame *f,
                                                         Value *sp, Value m, size_t n,
                                                         const Value *args,
                                                         FrameReturn returns)
{
    if (unlikely(!m || !code_takes(FUNC(m)->code, n)))
        return NULL;
    CodeObj *code = FUNC(m)->code;
    Value *to = likely(f->owner == FRAME_BY_STACK) ? sp : f->limit;
    Frame *callee = frame_place(code, to);
    Value *limit = frame_operands(callee) + code->stacksize;
    if (unlikely(vm->recursion_remaining <= 0 || limit > vm->stack_end))
        return NULL;
    vm->recursion_remaining--;
    for (size_t i = 0; i < n; i++)
        to[i] = value_incref(args[i]);
    value_obj(m)->refs++;
    frame_fill(callee, code, m, to, n, limit, f);
    callee->returns = (uint8_t)returns;
    f->sp = sp;
    return vm->frame = callee;
}

static __attribute__((noinline)) Frame *push_one(MinipyVM *vm, Frame *f, Value *sp,
                                                 Value m, FrameReturn returns)
{
    return push(vm, f, sp, m, 1, sp - 1, returns);
}

static __attribute__((noinline)) Frame *push_two(MinipyVM *vm, Frame *f, Value *sp,
                                                 Value m, FrameReturn returns)
{
    return push(vm, f, sp, m, 2, sp - 2, returns);
}

/* ---- operators ------------------------------------------------------------------- */

typedef struct Operator {
    BinarySlot generic, in_place_generic; /* the slot function that calls a method */
    uint16_t slot, in_place;              /* in_place: 0 if the operator is not */
    uint16_t name, reflected, in_place_name;
} Operator;

static const Operator operators[NB_COUNT] = {
#define OPERATOR(op, name_, sign, method, rmethod, imethod)                            \
    [NB_##op] =                                                                        \
        {slot_nb_##name_, NULL, offsetof(TypeSlots, nb_##name_), 0, NAME_##method,     \
         NAME_##rmethod,  0},                                                          \
    [NB_INPLACE_##op] = {slot_nb_##name_,                                              \
                         slot_nb_inplace_##name_,                                      \
                         offsetof(TypeSlots, nb_##name_),                              \
                         offsetof(TypeSlots, nb_inplace_##name_),                      \
                         NAME_##method,                                                \
                         NAME_##rmethod,                                               \
                         NAME_##imethod},
#include "vm/numbers/operators.def"
#undef OPERATOR
};

static BinarySlot binary_slot(TypeObj *t, size_t offset)
{
    return (BinarySlot)*slot_at(&t->slots, offset);
}

/* The left operand, of class ta, is asked first, unless the right one's class derives
 * from it. */
static inline bool left_is_first(const TypeObj *ta, Value b)
{
    if (!value_is_counted(b) || type_of(b) == ta)
        return true;
    const TypeObj *tb = type_of(b);
    if (unlikely(!tb->mro))
        return false;
    for (int64_t i = 0; i < TUPLE(tb->mro)->size; i++)
        if (TYPE_OF(TUPLE(tb->mro)->items[i]) == ta)
            return false;
    return true;
}

/* int's and float's own slots know nothing of other classes than theirs. */
static inline bool declines(Value a, Value b)
{
    return (value_is_int_imm(a) || value_is_float_imm(a)) && !value_is_int(b) &&
           !value_is_kind(b, KIND_FLOAT);
}

/* a's class has no such method in Python; b is counted. */
static __attribute__((noinline)) Frame *push_reflected(MinipyVM *vm, Frame *f,
                                                       Value *sp, const Operator *o)
{
    Value args[2] = {sp[-1], sp[-2]};
    if (binary_slot(type_of(args[0]), o->slot) != o->generic)
        return NULL;
    TypeObj *tb = type_of(args[0]);
    if (!declines(args[1], args[0]) &&
        (!value_is_counted(args[1]) || binary_slot(type_of(args[1]), o->slot)))
        return NULL;
    Value m = method_borrow(vm, tb, vm->names[o->reflected]);
    return push(vm, f, sp, m, 2, args, FRAME_TO_REFLECTED);
}

Frame *special_binary(MinipyVM *vm, Frame *f, Value *sp, int op)
{
    const Operator *o = &operators[op];
    Value a = sp[-2], b = sp[-1];
    if (unlikely(!o->generic))
        return NULL;
    if (!value_is_counted(a))
        return o->in_place && !declines(a, b) ? NULL : push_reflected(vm, f, sp, o);
    TypeObj *ta = type_of(a);
    if (o->in_place) {
        BinarySlot in_place = binary_slot(ta, o->in_place);
        if (in_place == o->in_place_generic)
            return push_two(vm, f, sp,
                            method_borrow(vm, ta, vm->names[o->in_place_name]),
                            FRAME_TO_IN_PLACE);
        if (in_place || ta->slots.sq_inplace_concat || ta->slots.sq_inplace_repeat)
            return NULL;
    }
    if (binary_slot(ta, o->slot) != o->generic)
        return value_is_counted(b) ? push_reflected(vm, f, sp, o) : NULL;
    if (!left_is_first(ta, b))
        return NULL;
    Value m = method_borrow(vm, ta, vm->names[o->name]);
    Frame *callee = push(vm, f, sp, m, 2, sp - 2, FRAME_TO_BINARY);
    if (likely(callee != NULL))
        callee->rest = !value_is_counted(b) ? 1
                       : type_of(b) == ta   ? 0
                                          : (uintptr_t)binary_slot(type_of(b), o->slot);
    return callee;
}

Frame *special_unary(MinipyVM *vm, Frame *f, Value *sp, Value name)
{
    return push(vm, f, sp, method_borrow(vm, type_of(sp[-1]), name), 1, sp - 1,
                FRAME_TO_UNARY);
}

/* a's method has declined. rest: b's slot, as it was before; 0: they were of one class;
 * 1: b is no object, and so as it was. */
static Value binary_declined(MinipyVM *vm, Value a, Value b, int op, uintptr_t rest)
{
    const Operator *o = &operators[op];
    Value r = VALUE_NOT_IMPLEMENTED;
    BinarySlot slot =
        rest == 1 ? binary_slot(value_type(vm, b), o->slot) : (BinarySlot)rest;
    if (slot == o->generic) {
        Value name = vm->names[o->reflected];
        TypeObj *tb = value_type(vm, b);
        if (value_type(vm, a) != tb && type_lookup_borrow(vm, tb, name))
            r = special_invoke(vm, b, name, &a, 1);
    } else if (slot) {
        r = slot(vm, a, b);
    }
    return r == VALUE_NOT_IMPLEMENTED ? number_binary_otherwise(vm, a, b, op) : r;
}

/* ---- comparisons ----------------------------------------------------------------- */

/* Is it object's own __ne__, which asks for __eq__? */
static inline bool inverts_eq(MinipyVM *vm, Value m)
{
    return value_is_kind(m, KIND_WRAPPER_DESCR) &&
           WRAPPER_DESCR(m)->owner == vm->types[KIND_OBJECT];
}

Frame *special_compare(MinipyVM *vm, Frame *f, Value *sp, CompareOp op)
{
    static const uint16_t names[] = {NAME___lt__, NAME___le__, NAME___eq__,
                                     NAME___ne__, NAME___gt__, NAME___ge__};
    const TypeObj *ta = type_of(sp[-2]);
    if (unlikely(!left_is_first(ta, sp[-1]) || vm->recursion_remaining <= 2))
        return NULL;
    FrameReturn returns = FRAME_TO_COMPARE;
    int levels = 1;
    Value m = type_remembered_borrow(vm, ta, vm->names[names[op]]);
    if (op == CMP_NE && m && inverts_eq(vm, m)) {
        m = type_remembered_borrow(vm, ta, NAME(vm, __eq__));
        returns = FRAME_TO_UNEQUAL;
        levels = 2;
    }
    if (!m || !value_is_kind(m, KIND_FUNCTION))
        return NULL;
    Frame *callee = push(vm, f, sp, m, 2, sp - 2, returns);
    if (likely(callee != NULL))
        vm->recursion_remaining -= levels;
    return callee;
}

/* ---- containers, truth, iteration ------------------------------------------------ */

Frame *special_getitem(MinipyVM *vm, Frame *f, Value *sp)
{
    Value m = method_borrow(vm, type_of(sp[-2]), NAME(vm, __getitem__));
    return push(vm, f, sp, m, 2, sp - 2, FRAME_TO_GETITEM);
}

Frame *special_setitem(MinipyVM *vm, Frame *f, Value *sp)
{
    Value args[3] = {sp[-2], sp[-1], sp[-3]};
    Value m = method_borrow(vm, type_of(sp[-2]), NAME(vm, __setitem__));
    return push(vm, f, sp, m, 3, args, FRAME_TO_SETITEM);
}

Frame *special_contains(MinipyVM *vm, Frame *f, Value *sp)
{
    Value args[2] = {sp[-1], sp[-2]};
    Value m = method_borrow(vm, type_of(sp[-1]), NAME(vm, __contains__));
    return push(vm, f, sp, m, 2, args, FRAME_TO_CONTAINS);
}

Frame *special_truth(MinipyVM *vm, Frame *f, Value *sp)
{
    const TypeObj *t = type_of(sp[-1]);
    bool by_len = !t->slots.nb_bool;
    Value m = method_borrow(vm, t, by_len ? NAME(vm, __len__) : NAME(vm, __bool__));
    return push_one(vm, f, sp, m, by_len ? FRAME_TO_BOOL_OF_LEN : FRAME_TO_BOOL);
}

Frame *special_length(MinipyVM *vm, Frame *f, Value *sp)
{
    return push_one(vm, f, sp, method_borrow(vm, type_of(sp[-1]), NAME(vm, __len__)),
                    FRAME_TO_LEN);
}

Frame *special_iter(MinipyVM *vm, Frame *f, Value *sp)
{
    return push_one(vm, f, sp, method_borrow(vm, type_of(sp[-1]), NAME(vm, __iter__)),
                    FRAME_TO_ITER);
}

Frame *special_next(MinipyVM *vm, Frame *f, Value *sp)
{
    return push_one(vm, f, sp, method_borrow(vm, type_of(sp[-1]), NAME(vm, __next__)),
                    FRAME_TO_NEXT);
}

/* ---- attributes ------------------------------------------------------------------ */

/* The property that is known to be o's attribute; NULL: none is. */
static const PropertyObj *property_known(MinipyVM *vm, const AttrCacheEntry *known)
{
    return known && known->kind == ATTR_BOUND &&
                   value_is_exact(vm, known->found, KIND_PROPERTY)
               ? PROPERTY(known->found)
               : NULL;
}

/* Is o.name, which neither it nor its class has, asked of its class's __getattr__? */
static __attribute__((noinline)) Frame *push_getattr(MinipyVM *vm, Frame *f, Value *sp,
                                                     Value name)
{
    Value args[2] = {sp[-1], name};
    const TypeObj *t = type_of(sp[-1]);
    Value all = type_remembered_borrow(vm, t, NAME(vm, __getattribute__));
    if (t->slots.getattro != slot_getattr || !all ||
        !value_is_kind(all, KIND_WRAPPER_DESCR) ||
        WRAPPER_DESCR(all)->wrapped != (AnySlot)object_generic_getattr)
        return NULL;
    return push(vm, f, sp, method_borrow(vm, t, NAME(vm, __getattr__)), 2, args,
                FRAME_TO_GETATTR);
}

Frame *special_getattr(MinipyVM *vm, Frame *f, Value *sp, Value name,
                       const AttrCacheEntry *known)
{
    if (!value_is_counted(sp[-1]))
        return NULL;
    if (known->kind == ATTR_ABSENT)
        return push_getattr(vm, f, sp, name);
    const PropertyObj *p = property_known(vm, known);
    if (!p || !p->fget || !value_is_kind(p->fget, KIND_FUNCTION) ||
        type_of(sp[-1])->slots.getattro != object_generic_getattr)
        return NULL;
    return push_one(vm, f, sp, p->fget, FRAME_TO_GETATTR);
}

Frame *special_setattr(MinipyVM *vm, Frame *f, Value *sp, Value name,
                       const AttrCacheEntry *known)
{
    Value args[3] = {sp[-1], name, sp[-2]};
    if (!value_is_counted(args[0]))
        return NULL;
    const TypeObj *t = type_of(args[0]);
    if (t->slots.setattro == slot_setattr)
        return push(vm, f, sp, method_borrow(vm, t, NAME(vm, __setattr__)), 3, args,
                    FRAME_TO_SETATTR);
    const PropertyObj *p = property_known(vm, known);
    if (!p || !p->fset || !value_is_kind(p->fset, KIND_FUNCTION) ||
        t->slots.setattro != object_generic_setattr)
        return NULL;
    args[1] = args[2];
    return push(vm, f, sp, p->fset, 2, args, FRAME_TO_SETATTR);
}

/* ---- calls of instances ---------------------------------------------------------- */

/* cell[1] is the instance, too, for the moment. */
static __attribute__((noinline)) Frame *push_bound_call(MinipyVM *vm, Frame *f,
                                                        Value *cell, Value *sp, Value m)
{
    value_incref(m); /* binding may run Python code */
    Frame *callee = frame_for_call(vm, f->owner == FRAME_BY_STACK ? sp : f->limit, m,
                                   cell + 1, (size_t)(sp - cell) - 1, VALUE_NULL, f);
    if (callee) {
        callee->returns = FRAME_TO_CALLER;
        f->sp = sp;
        vm->frame = callee;
    } else {
        value_decref(vm, m);
    }
    return callee;
}

Frame *special_call(MinipyVM *vm, Frame *f, Value *cell, Value *sp)
{
    const TypeObj *t = type_of(cell[0]);
    Value m = method_borrow(vm, t, NAME(vm, __call__));
    if (unlikely(!m || cell[1] || vm->recursion_remaining <= 1 ||
                 (t->flags & TYPE_UNCOUNTED)))
        return NULL;
    vm->recursion_remaining--;
    size_t n = (size_t)(sp - cell) - 1;
    cell[1] = cell[0];
    Frame *callee = push(vm, f, sp, m, n, cell + 1, FRAME_TO_CALLER);
    if (!callee && !code_takes(FUNC(m)->code, n))
        callee = push_bound_call(vm, f, cell, sp, m);
    cell[1] = VALUE_NULL;
    if (unlikely(!callee))
        vm->recursion_remaining++;
    return callee;
}

/* ---- coming back ----------------------------------------------------------------- */

/* f's instruction had n operands and made r. The operands go in the order in which they
 * came. */
static void finish(MinipyVM *vm, Frame *f, int n, Value r)
{
    Value *end = f->sp, *from = end - n;
    for (Value *v = from; v < end; v++)
        value_xdecref(vm, *v);
    *from = r;
    f->sp = from + 1;
}

static Instr instr_of(const Frame *f)
{
    return code_instr(f->code, (uint32_t)frame_unit(f));
}

static uint32_t arg_of(const Frame *f)
{
    return instr_arg(instr_of(f));
}

static __attribute__((noinline)) int failed(MinipyVM *vm, Frame *f, FrameReturn returns)
{
    special_raised(vm, f, returns);
    return SPECIAL_FAILED;
}

/* What __bool__ or __len__ said, released; -1: exception. */
static int truth_said(MinipyVM *vm, FrameReturn returns, Value r)
{
    if (returns == FRAME_TO_BOOL)
        return value_is_bool(r) ? r == VALUE_TRUE : slot_nb_bool_of(vm, r);
    int64_t n = slot_length_of(vm, r);
    return n < 0 ? -1 : n > 0;
}

/* ... of the value on top of f's stack. */
static int truth_returned(MinipyVM *vm, Frame *f, FrameReturn returns, Value r)
{
    int truth = truth_said(vm, returns, r);
    if (unlikely(truth < 0))
        return failed(vm, f, returns);
    Instr instr = instr_of(f);
    Opcode op = opcode_base[instr_op(instr)];
    bool jumps =
        truth == (op == OP_POP_JUMP_FORWARD_IF_TRUE || op == OP_JUMP_IF_TRUE_OR_POP);
    switch (op) {
    case OP_UNARY_NOT: finish(vm, f, 1, value_from_bool(!truth)); return 0;
    case OP_JUMP_IF_FALSE_OR_POP:
    case OP_JUMP_IF_TRUE_OR_POP:
        if (jumps)
            return (int)instr_arg(instr);
        __attribute__((fallthrough));
    case OP_POP_JUMP_FORWARD_IF_FALSE:
    case OP_POP_JUMP_FORWARD_IF_TRUE:
        value_decref(vm, *--f->sp);
        return jumps ? (int)instr_arg(instr) : 0;
    default: finish(vm, f, 1, value_from_bool(truth)); return SPECIAL_AGAIN;
    }
}

static int contains_returned(MinipyVM *vm, Frame *f, Value r)
{
    int truth = value_is_bool(r) ? r == VALUE_TRUE : object_is_true_steal(vm, r);
    if (unlikely(truth < 0))
        return failed(vm, f, FRAME_TO_CONTAINS);
    finish(vm, f, 2, value_from_bool(truth != (int)arg_of(f)));
    return 1;
}

static int iter_returned(MinipyVM *vm, Frame *f, Value r)
{
    if (unlikely(!value_is_iterator(vm, r))) {
        error_set(vm, EXC_TypeError, "iter() returned non-iterator of type '%.100T'",
                  r);
        value_decref(vm, r);
        return failed(vm, f, FRAME_TO_ITER);
    }
    finish(vm, f, 1, r);
    return 0;
}

static int length_returned(MinipyVM *vm, Frame *f, Value r)
{
    int64_t n = slot_length_of(vm, r);
    if (n < 0)
        return SPECIAL_FAILED;
    Value made = int_new(vm, n);
    if (!made)
        return SPECIAL_FAILED;
    Value callable = f->sp[-3];
    f->sp -= 2; /* it goes last */
    value_decref(vm, f->sp[1]);
    f->sp[-1] = made;
    value_decref(vm, callable);
    return CACHE_UNITS(CallCache);
}

/* r of an operator or comparison, or none: an exception. */
static int operated(MinipyVM *vm, Frame *f, Value r)
{
    if (unlikely(!r))
        return failed(vm, f, FRAME_TO_BINARY);
    finish(vm, f, 2, r);
    return 1;
}

/* What a's method said of a comparison, or of the == that a != asked for. */
static int compared(MinipyVM *vm, Frame *f, FrameReturn returns, Value r)
{
    if (r == VALUE_NOT_IMPLEMENTED) {
        if (returns == FRAME_TO_UNEQUAL) { /* that was all of object's __ne__ */
            vm->recursion_remaining++;
            returns = FRAME_TO_COMPARE;
        }
        r = object_compare_declined(vm, f->sp[-2], f->sp[-1], (CompareOp)arg_of(f));
    } else if (returns == FRAME_TO_UNEQUAL) {
        int truth = object_is_true_steal(vm, r);
        r = truth < 0 ? VALUE_NULL : value_from_bool(!truth);
    }
    vm->recursion_remaining += 1 + (returns == FRAME_TO_UNEQUAL);
    return operated(vm, f, r);
}

/* A store is done: r is of no use, and its n operands go. */
static void drop(MinipyVM *vm, Frame *f, int n, Value r)
{
    value_decref(vm, r);
    Value *end = f->sp;
    f->sp -= n;
    for (Value *v = end - n; v < end; v++)
        value_decref(vm, *v);
}

/* As in CPython, what was called goes before its arguments. */
static int call_returned(MinipyVM *vm, Frame *f, Value r)
{
    vm->recursion_remaining++;
    Value *end = f->sp, *cell = end - arg_of(f) - 2, callable = cell[0];
    cell[0] = r;
    f->sp = cell + 1;
    value_decref(vm, callable);
    for (Value *v = cell + 2; v < end; v++)
        value_decref(vm, *v);
    return CACHE_UNITS(CallCache);
}

int special_returned(MinipyVM *vm, const Frame *done, Value r)
{
    FrameReturn returns = (FrameReturn)done->returns;
    Frame *f = done->prev;
    uintptr_t rest = done->rest;
    value_decref(vm, done->func); /* now the frame may be written over */
    switch (returns) {
    case FRAME_TO_BINARY:
        if (unlikely(r == VALUE_NOT_IMPLEMENTED))
            r = binary_declined(vm, f->sp[-2], f->sp[-1], (int)arg_of(f), rest);
        return operated(vm, f, r);
    case FRAME_TO_REFLECTED:
        if (unlikely(r == VALUE_NOT_IMPLEMENTED))
            r = number_binary_otherwise(vm, f->sp[-2], f->sp[-1], (int)arg_of(f));
        return operated(vm, f, r);
    case FRAME_TO_IN_PLACE:
        if (unlikely(r == VALUE_NOT_IMPLEMENTED))
            r = number_inplace_declined(vm, f->sp[-2], f->sp[-1], (int)arg_of(f));
        return operated(vm, f, r);
    case FRAME_TO_COMPARE:
    case FRAME_TO_UNEQUAL: return compared(vm, f, returns, r);
    case FRAME_TO_GETITEM: finish(vm, f, 2, r); return 1;
    case FRAME_TO_UNARY: finish(vm, f, 1, r); return 0;
    case FRAME_TO_SETITEM: drop(vm, f, 3, r); return 1;
    case FRAME_TO_CONTAINS: return contains_returned(vm, f, r);
    case FRAME_TO_BOOL:
    case FRAME_TO_BOOL_OF_LEN: return truth_returned(vm, f, returns, r);
    case FRAME_TO_LEN: return length_returned(vm, f, r);
    case FRAME_TO_ITER: return iter_returned(vm, f, r);
    case FRAME_TO_NEXT: *f->sp++ = r; return 1;
    case FRAME_TO_GETATTR: finish(vm, f, 1, r); return CACHE_UNITS(AttrCache);
    case FRAME_TO_SETATTR: drop(vm, f, 2, r); return CACHE_UNITS(AttrCache);
    default: return call_returned(vm, f, r);
    }
}

void special_raised(MinipyVM *vm, Frame *f, FrameReturn returns)
{
    Instr instr = instr_of(f);
    Opcode op = opcode_base[instr_op(instr)];
    int n = 0; /* operands that the instruction lets go of before anybody hears of it */
    switch (returns) {
    case FRAME_TO_UNEQUAL: vm->recursion_remaining++; __attribute__((fallthrough));
    case FRAME_TO_COMPARE: vm->recursion_remaining++; __attribute__((fallthrough));
    case FRAME_TO_BINARY:
    case FRAME_TO_REFLECTED:
    case FRAME_TO_IN_PLACE:
    case FRAME_TO_GETITEM:
        n = 2;
        f->ip++;
        break;
    case FRAME_TO_CONTAINS:
    case FRAME_TO_SETATTR: n = 2; break;
    case FRAME_TO_GETATTR:
        attr_error_complete(vm, f->sp[-1],
                            TUPLE(f->code->names)->items[instr_arg(instr)]);
        break;
    case FRAME_TO_SETITEM: n = 3; break;
    case FRAME_TO_UNARY:
    case FRAME_TO_ITER: n = 1; break;
    case FRAME_TO_BOOL:
    case FRAME_TO_BOOL_OF_LEN:
        n = op != OP_JUMP_IF_FALSE_OR_POP && op != OP_JUMP_IF_TRUE_OR_POP;
        break;
    case FRAME_TO_CALLER:
        vm->recursion_remaining++;
        n = (int)instr_arg(instr) + 2;
        break;
    default: break; /* FRAME_TO_LEN, FRAME_TO_NEXT */
    }
    Value *end = f->sp;
    f->sp -= n;
    for (Value *v = end - n; v < end; v++)
        value_xdecref(vm, *v);
}
