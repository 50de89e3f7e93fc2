/* eval.h - the eval loop and the slow halves of its instructions.
 *
 * eval_frame runs a frame whose `returns` is FRAME_TO_C until it returns, yields or is
 * left by an exception. Calls between Python functions, and generators resumed by `for`
 * and `yield from`, do not recurse in C. The eval_* functions below are what
 * instructions call when their fast path does not apply; they take borrowed Values
 * unless named _steal.
 */
#ifndef MINIPY_VM_EVAL_EVAL_H
#define MINIPY_VM_EVAL_EVAL_H

#include "vm/eval/frame.h"

/* frame is linked behind vm->frame and counted against the recursion limit by the
 * caller. throwing: an exception is raised at the frame's ip. With frame NULL: fills
 * the table pointers of vm->trace (start-up). */
Value eval_frame(MinipyVM *vm, Frame *frame, bool throwing);

/* The poll found the gate raised: 0, or -1 with an exception. May change vm->dispatch.
 */
int eval_poll(MinipyVM *vm);
/* The frame goes on at frame->ip; if it ran a call in C before (`prev`, its unit),
 * signals that came meanwhile are handled, as at entries and backward jumps.
 * vm->dispatch brings the loop here (trace_signal), so that a call in C costs no poll.
 * -1: exception, and frame->ip names the call. */
int eval_poll_behind_call(MinipyVM *vm, Frame *frame, int prev);

/* ---- names ----------------------------------------------------------------------- */
/* What LOAD_NAME, STORE_GLOBAL and their like do off the fast path. name is an
 * interned str, index one of localsplus. A value is new, VALUE_NULL: NameError or
 * what a mapping raised; an int 0 or -1. */
Value eval_load_name(MinipyVM *vm, Frame *f, Value name);
Value eval_load_global(MinipyVM *vm, Frame *f, Value name);
int eval_store_name(MinipyVM *vm, Frame *f, Value name, Value value);
int eval_delete_name(MinipyVM *vm, Frame *f, Value name);
int eval_delete_global(MinipyVM *vm, Frame *f, Value name);
Value eval_load_classderef(MinipyVM *vm, Frame *f, uint32_t index);
/* Raises the UnboundLocalError. */
void eval_unbound_local(MinipyVM *vm, Frame *f, uint32_t index);
/* The two loads of one instruction, checked, into to[0] and to[1]. -1: unbound. */
int eval_load_two(MinipyVM *vm, Frame *f, Instr instr, Value *to);
void eval_unbound_deref(MinipyVM *vm, Frame *f, uint32_t index);
Value eval_load_build_class(MinipyVM *vm, Frame *f);
int eval_setup_annotations(MinipyVM *vm, Frame *f);

/* ---- displays, unpacking, formatting --------------------------------------------- */
/* Puts n values into out[n-1] ... out[0] (the first on top of the stack). */
int eval_unpack(MinipyVM *vm, Value seq, Value *out, int n);
int eval_unpack_ex(MinipyVM *vm, Value seq, Value *out, int before, int after);
int eval_list_extend(MinipyVM *vm, Value list, Value iterable);
int eval_dict_update(MinipyVM *vm, Value dict, Value other);
int eval_dict_merge(MinipyVM *vm, Value dict, Value other, Value func);
Value eval_build_set(MinipyVM *vm, const Value *items, uint32_t n);
Value eval_binary_slice(MinipyVM *vm, Value o, Value start, Value stop);
int eval_store_slice(MinipyVM *vm, Value o, Value start, Value stop, Value value);
Value eval_make_function(MinipyVM *vm, Frame *f, Value code, uint32_t flags,
                         Value *parts);

/* ---- exceptions, with, async ----------------------------------------------------- */
/* raise [exc [from cause]]; both VALUE_NULL: re-raise. 1: re-raised (no new traceback
 * entry), 0. */
int eval_raise(MinipyVM *vm, Value exc, Value cause);
int eval_exception_match(MinipyVM *vm, Value exc, Value cls); /* 1, 0, -1 */
int eval_check_group_match(MinipyVM *vm, Value cls);
Value eval_before_with(MinipyVM *vm, Value mgr, bool is_async, Value *exit);
Value eval_with_except_start(MinipyVM *vm, Value exit, Value exc);
Value eval_get_awaitable(MinipyVM *vm, Value o, uint32_t how);
Value eval_get_aiter(MinipyVM *vm, Value o);
Value eval_get_anext(MinipyVM *vm, Value o);
Value eval_get_yield_from_iter(MinipyVM *vm, Frame *f, Value o);
SendResult eval_send(MinipyVM *vm, Frame *f, Value receiver, Value arg, Value *result);

/* ---- import, match, the rest ----------------------------------------------------- */
/* The statements that import, in the frame's namespaces: a new module, or 0;
 * VALUE_NULL or -1: exception. */
Value eval_import_name(MinipyVM *vm, Frame *f, Value name, Value fromlist, Value level);
int eval_import_star(MinipyVM *vm, Frame *f, Value module);
/* Calls sys.displayhook, as the prompt does with an expression: 0, -1. */
int eval_print(MinipyVM *vm, Value v);
Value eval_match_keys(MinipyVM *vm, Value map, Value keys); /* tuple or None */
/* A tuple of the attributes that a class pattern compares, None: does not match. */
Value eval_match_class(MinipyVM *vm, Value subject, Value cls, uint32_t npos,
                       Value kwnames);
/* super(cls, self).name without making the super object, unless `super` is
 * somebody's own. A method: the function, with self (new) in *self_or_null. What
 * super() itself calls or raises is at the instruction before, which f->ip names then.
 */
Value eval_load_super(MinipyVM *vm, Frame *f, Value super, Value cls, Value self,
                      Value name, Value *self_or_null);
/* f(*args, **kwargs) for callables that are not Python functions. */
Value eval_call_ex(MinipyVM *vm, Value f, Value args, Value kwargs);
/* args of f(*args) as a tuple: new reference. */
Value eval_star_args(MinipyVM *vm, Value func, Value iterable);

#endif
