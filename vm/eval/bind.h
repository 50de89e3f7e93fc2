/* bind.h - binding arguments to the parameters of Python functions. */
#ifndef MINIPY_VM_EVAL_BIND_H
#define MINIPY_VM_EVAL_BIND_H

#include "vm/eval/frame.h"
#include "vm/objects/call.h"

/* Does a call with so many arguments fill the parameters exactly, with nothing to make?
 */
static inline bool code_takes(const CodeObj *code, size_t nargs)
{
    return (code->flags & (CO_OPTIMIZED | CO_VARARGS | CO_VARKEYWORDS)) ==
               CO_OPTIMIZED &&
           code->kwonlyargcount == 0 && (size_t)code->argcount == nargs;
}

/* Makes the frame of a call at `fast` (where nothing else lies): binds the arguments
 * (all borrowed) to the parameters, with CPython's messages. The frame is counted and
 * ready to be entered, f->returns is FRAME_TO_CALL and ip is at the start. NULL:
 * exception. */
Frame *frame_for_call(MinipyVM *vm, Value *fast, Value func, const Value *args,
                      size_t nargs, Value kwnames, Frame *prev);
/* The same for func(*args, **kwargs), or func(self, *args, **kwargs); kwargs dict or
 * VALUE_NULL. */
Frame *frame_for_call_ex(MinipyVM *vm, Value *fast, Value func, Value self_or_null,
                         Value args, Value kwargs, Frame *prev);

#endif
