/* special.h - special methods written in Python (__add__, __getitem__, __bool__...),
 * and instances that are called, without a recursion in C: the loop enters the method's
 * frame, and what it returns ends the instruction that asked for it.
 *
 * Meanwhile the operands stay on the caller's stack, as they would beside a call from
 * C, and f->ip stays behind the instruction. frame->returns says what is to become of
 * the value, once it is FRAME_TO_GETITEM or above.
 */
#ifndef MINIPY_VM_EVAL_SPECIAL_H
#define MINIPY_VM_EVAL_SPECIAL_H

#include "vm/eval/frame.h"
#include "vm/types/type_slots.h"

/* Each looks at the operands below sp of the instruction at f->ip, which is stored, and
 * makes the frame of the method that they need, counted and ready to be entered; it is
 * vm->frame now (so that the loop, whose registers are dear, passes nothing on), and
 * f->sp is stored. NULL without an exception: it is to be done in C, which also says
 * what is wrong: the method is no plain function of so many parameters, there is no
 * room, or the rules ask for something else first. */
Frame *special_binary(MinipyVM *vm, Frame *f, Value *sp, int op);
Frame *special_unary(MinipyVM *vm, Frame *f, Value *sp, Value name);
Frame *special_compare(MinipyVM *vm, Frame *f, Value *sp, CompareOp op);
Frame *special_getitem(MinipyVM *vm, Frame *f, Value *sp);
Frame *special_setitem(MinipyVM *vm, Frame *f, Value *sp);
Frame *special_contains(MinipyVM *vm, Frame *f, Value *sp);
Frame *special_truth(MinipyVM *vm, Frame *f, Value *sp); /* of sp[-1] */
Frame *special_length(MinipyVM *vm, Frame *f, Value *sp);
Frame *special_iter(MinipyVM *vm, Frame *f, Value *sp);
Frame *special_next(MinipyVM *vm, Frame *f, Value *sp);
/* known: what is remembered of sp[-1]'s attribute; special_setattr: or NULL. */
Frame *special_getattr(MinipyVM *vm, Frame *f, Value *sp, Value name,
                       const AttrCacheEntry *known);
Frame *special_setattr(MinipyVM *vm, Frame *f, Value *sp, Value name,
                       const AttrCacheEntry *known);
/* The same for the call of the instance in *cell; NULL also with an exception. */
Frame *special_call(MinipyVM *vm, Frame *f, Value *cell, Value *sp);

/* The value of such a frame, which is released but can still be read: the instruction
 * of done->prev ends, whose sp is stored, and the loop goes on so many units behind its
 * ip. SPECIAL_AGAIN: it is to be carried out again, on a bool. SPECIAL_FAILED:
 * exception. */
enum { SPECIAL_AGAIN = -2, SPECIAL_FAILED = -1 };
int special_returned(MinipyVM *vm, const Frame *done, Value result);
/* An exception left such a frame: drops of f's operands what the instruction drops. */
void special_raised(MinipyVM *vm, Frame *f, FrameReturn returns);

/* Do instances of t look for what the slot does by a method of that name? */
#define SPECIAL_SLOT(v, slot)                                                          \
    (value_is_counted(v) && value_obj(v)->type->slots.slot == slot_##slot)

/* Does len(v) call a method? */
static inline bool special_has_length(Value v)
{
    if (!value_is_counted(v))
        return false;
    const TypeSlots *s = &value_obj(v)->type->slots;
    return (s->sq_length ? s->sq_length : s->mp_length) == slot_length;
}

/* Might bool(v) call a method? */
static inline bool special_has_truth(Value v)
{
    if (!value_is_counted(v))
        return false;
    const TypeSlots *s = &value_obj(v)->type->slots;
    return s->nb_bool ? s->nb_bool == slot_nb_bool
                      : (s->mp_length ? s->mp_length : s->sq_length) == slot_length;
}

#endif
