/* call.h - calls from C: the functions that everybody calls, limits, messages, flat
 * arguments. As in object.h: values are new, VALUE_NULL is an exception. */
#ifndef MINIPY_VM_OBJECTS_CALL_H
#define MINIPY_VM_OBJECTS_CALL_H

#include "vm/core/vm.h"

/* f(args...): nargs positional arguments, then a value for each name in the tuple
 * kwnames (VALUE_NULL: none). All borrowed; the result is new, VALUE_NULL an exception.
 */
Value call(MinipyVM *vm, Value f, const Value *args, size_t nargs, Value kwnames);
Value call0(MinipyVM *vm, Value f);
Value call1(MinipyVM *vm, Value f, Value a);
Value call2(MinipyVM *vm, Value f, Value a, Value b);
Value call3(MinipyVM *vm, Value f, Value a, Value b, Value c);
Value call_tuple_dict(MinipyVM *vm, Value f, Value args,
                      Value kwargs); /* kwargs dict or NULL */
/* o.name(args...); AttributeError if o has none. */
Value call_method(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs);
Value call_method_cstr(MinipyVM *vm, Value o, const char *name, const Value *args,
                       size_t nargs);
/* type(o).name(o, args...): special-method call; 0 without error when absent. */
Value call_special(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs);

/* Counts a Python frame against the recursion limit. */
int recursion_overflow(MinipyVM *vm); /* raises RecursionError; -1 */
static inline bool recursion_exceeded(MinipyVM *vm)
{
    return unlikely(vm->recursion_remaining-- <= 0);
}

/* Begins what runs inside a native a call of which is a level of recursion (Signature's
 * `level`, which the loop looks at when it is the last); recursion_leave() ends it. */
static inline void recursion_deepen(MinipyVM *vm)
{
    vm->recursion_remaining--;
}

/* Raises RecursionError for a call that is a level too deep, or for which the C stack
 * has no room. */
void recursion_refuses(MinipyVM *vm);
/* recursion_enter() for who calls it often: in line while no limit is near. */
static inline int recursion_enter_quickly(MinipyVM *vm, const char *where)
{
    if (unlikely(vm->recursion_remaining <= 0 || c_stack_full(vm)))
        return recursion_enter(vm, where);
    vm->recursion_remaining--;
    return 0;
}

/* "module.qualname()" for messages about calls; new str. */
Value function_text(MinipyVM *vm, Value func);

/* A flat array of positional and keyword values from a tuple and a dict. */
typedef struct FlatArgs {
    Value *values; /* borrowed values; the array may be the tuple's, or `room` */
    Value *made;   /* mem_alloc'ed for them; NULL */
    size_t npos;
    Value kwnames; /* tuple, owned; VALUE_NULL */
    Value room[12];
} FlatArgs;
/* For a call of f. self, if there is one, comes before the tuple's. -1: exception. */
int flat_args_init(MinipyVM *vm, FlatArgs *flat, Value f, Value self_or_null,
                   Value args, Value kwargs_or_null);
void flat_args_fini(MinipyVM *vm, FlatArgs *flat);

/* "No result means an exception, a result means none": MINIPY_DEBUG (DEBUG=1 and the
 * hostile builds) holds every native call to it, and the loop every instruction, which
 * is where slots, getsets and what C code calls besides come to light. Nor is anything
 * called while an exception is pending: it would end as if it had raised that. A breach
 * ends the process: an exception might be caught. (vm/eval/bind.c) */
#ifdef MINIPY_DEBUG
void contract_broken(MinipyVM *vm, const char *who, const char *what);
#define CONTRACT_CALLABLE(vm, f)                                                       \
    ((vm)->raised ? contract_broken(vm, type_name_cstr(value_type(vm, f)),             \
                                    "is called with an exception set")                 \
                  : (void)0)
#define CONTRACT_NONE_RAISED(vm, who)                                                  \
    ((vm)->raised                                                                      \
         ? contract_broken(vm, who, "returned a result with an exception set")         \
         : (void)0)
#define CONTRACT_RAISED(vm, who)                                                       \
    ((vm)->raised                                                                      \
         ? (void)0                                                                     \
         : contract_broken(vm, who, "returned NULL without setting an exception"))
static inline Value contract_checked(MinipyVM *vm, const char *who, Value r)
{
    if (r)
        CONTRACT_NONE_RAISED(vm, who);
    else
        CONTRACT_RAISED(vm, who);
    return r;
}
#else
#define CONTRACT_CALLABLE(vm, f) ((void)0)
#define contract_checked(vm, who, r) (r)
#define CONTRACT_NONE_RAISED(vm, who) ((void)0)
#define CONTRACT_RAISED(vm, who) ((void)0)
#endif

/* Calls f by the slot `call` of its type. As in CPython such a call is a level of
 * recursion of its own, whatever it calls in turn, but for those that CPython makes by
 * "vectorcall". */
static inline Value call_by_slot(MinipyVM *vm, CallSlot slot, Value f,
                                 const Value *args, size_t nargs, Value kwnames)
{
    const TypeObj *t = value_is_type(f) ? TYPE_OF(f) : value_type(vm, f);
    int level = !(t->flags & TYPE_UNCOUNTED);
    if (unlikely(vm->recursion_remaining < level || c_stack_full(vm)))
        return recursion_refuses(vm), VALUE_NULL;
    vm->recursion_remaining -= level;
    Value r = slot(vm, f, args, nargs, kwnames);
    vm->recursion_remaining += level;
    return contract_checked(vm, type_name_cstr(value_type(vm, f)), r);
}

#endif
