/* eval_raise.c - slow halves of instructions: raise, except, with. The messages are
 * CPython's.
 */
#include "vm/eval/eval.h"

#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/eval/generator.h"
#include "vm/objects/call.h"

/* ---- raise ----------------------------------------------------------------------- */

/* An instance for `raise x`: new reference. */
static Value raised_instance(MinipyVM *vm, Value x, const char *message)
{
    if (value_is_type(x) && (TYPE_OF(x)->flags & TYPE_EXCEPTION)) {
        Value exc = call0(vm, x);
        if (exc && !value_is_exception(exc)) {
            error_set(
                vm, EXC_TypeError,
                "calling %R should have returned an instance of BaseException, not %R",
                x, value_from_obj(value_type(vm, exc)));
            value_decref(vm, exc);
            return VALUE_NULL;
        }
        return exc;
    }
    if (value_is_exception(x))
        return value_incref(x);
    return error_set(vm, EXC_TypeError, "%s", message);
}

int eval_raise(MinipyVM *vm, Value x, Value cause)
{
    if (!x) {
        for (ExcInfo *i = vm->handled; i; i = i->prev) {
            if (i->value && i->value != VALUE_NONE) {
                error_restore_steal(vm, value_incref(i->value));
                return 1;
            }
        }
        error_set(vm, EXC_RuntimeError, "No active exception to reraise");
        return 0;
    }
    Value exc = raised_instance(vm, x, "exceptions must derive from BaseException");
    if (!exc)
        return 0;
    if (cause) {
        Value c = VALUE_NULL;
        if (cause != VALUE_NONE &&
            !(c = raised_instance(vm, cause,
                                  "exception causes must derive from BaseException"))) {
            value_decref(vm, exc);
            return 0;
        }
        value_set_steal(vm, &EXC_OBJ(exc)->cause, c);
        EXC_OBJ(exc)->suppress_context = true;
    }
    error_set_instance(vm, exc);
    if (value_is_type(x) && unlikely(value_type(vm, exc) != TYPE_OF(x)))
        error_normalize(vm, TYPE_OF(x));
    value_decref(vm, exc);
    return 0;
}

static bool is_exception_class(Value v)
{
    return value_is_type(v) && (TYPE_OF(v)->flags & TYPE_EXCEPTION);
}

static bool all_exception_classes(Value cls)
{
    if (!value_is_tuple(cls))
        return is_exception_class(cls);
    for (int64_t i = 0; i < tuple_size(cls); i++)
        if (!is_exception_class(tuple_get_borrow(cls, i)))
            return false;
    return true;
}

int eval_exception_match(MinipyVM *vm, Value exc, Value cls)
{
    if (!all_exception_classes(cls)) {
        error_set(
            vm, EXC_TypeError,
            "catching classes that do not inherit from BaseException is not allowed");
        return -1;
    }
    return exception_matches(vm, exc, cls);
}

int eval_check_group_match(MinipyVM *vm, Value cls)
{
    if (!all_exception_classes(cls)) {
        error_set(
            vm, EXC_TypeError,
            "catching classes that do not inherit from BaseException is not allowed");
        return -1;
    }
    int64_t n = value_is_tuple(cls) ? tuple_size(cls) : 1;
    for (int64_t i = 0; i < n; i++) {
        Value c = value_is_tuple(cls) ? tuple_get_borrow(cls, i) : cls;
        if (type_is_subtype(TYPE_OF(c), vm->exc[EXC_BaseExceptionGroup])) {
            error_set(vm, EXC_TypeError,
                      "catching ExceptionGroup with except* is not allowed. "
                      "Use except instead.");
            return -1;
        }
    }
    return 0;
}

/* ---- with ------------------------------------------------------------------------ */

static Value with_error(MinipyVM *vm, Value mgr, bool is_async, const char *missing)
{
    if (error_occurred(vm))
        return VALUE_NULL;
    return error_set(vm, EXC_TypeError,
                     "'%T' object does not support the %scontext manager protocol%s",
                     mgr, is_async ? "asynchronous " : "", missing);
}

Value eval_before_with(MinipyVM *vm, Value mgr, bool is_async, Value *exit)
{
    Value enter = object_lookup_special(
        vm, mgr, is_async ? NAME(vm, __aenter__) : NAME(vm, __enter__));
    if (!enter)
        return with_error(vm, mgr, is_async, "");
    *exit = object_lookup_special(vm, mgr,
                                  is_async ? NAME(vm, __aexit__) : NAME(vm, __exit__));
    if (!*exit) {
        value_decref(vm, enter);
        return with_error(vm, mgr, is_async,
                          is_async ? " (missed __aexit__ method)"
                                   : " (missed __exit__ method)");
    }
    Value r = call0(vm, enter);
    value_decref(vm, enter);
    if (!r)
        value_clear(vm, exit);
    return r;
}

Value eval_with_except_start(MinipyVM *vm, Value exit, Value exc)
{
    Value tb = EXC_OBJ(exc)->traceback ? EXC_OBJ(exc)->traceback : VALUE_NONE;
    value_incref(tb); /* see put_entries() */
    Value r = call3(vm, exit, value_from_obj(value_type(vm, exc)), exc, tb);
    value_decref(vm, tb);
    return r;
}
