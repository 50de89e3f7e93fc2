/* api.h - what the files of the public interface share. */
#ifndef MINIPY_VM_API_API_H
#define MINIPY_VM_API_API_H

#include "minipy.h"
#include "vm/core/vm.h"
#include "vm/memory/mem_inline.h"
#include "vm/memory/shared.h"
#include "vm/threads/limits.h"
#include "vm/threads/thread.h"

/* ---- what every public function asks first: the short paths of api_check.c ---- */

/* May a function that gives something back? It works while the vm ends, too: what dies
 * then still has things to give. */
static inline bool api_takes_back(MinipyVM *vm)
{
    return vm && thread_holds_vm(vm);
}
/* Is there a vm that the calling thread may use now? Else nothing of it may be touched,
 * and no exception can be set. */
static inline bool api_usable(MinipyVM *vm)
{
    return api_takes_back(vm) && !vm->closed;
}
/* The vm is about to run a program of that name: the marker process__start, once a vm.
 */
void api_program_starts(MinipyVM *vm, const char *program);
const char *api_why_unusable(MinipyVM *vm); /* static text; NULL: it is usable */
/* May a function that runs nothing go on? Else api_enter says what is wrong. */
static inline bool api_ready(MinipyVM *vm)
{
    return api_usable(vm) && !vm->raised && limits_stopped(vm) == STOP_NONE;
}
bool api_enter_first(MinipyVM *vm); /* api_enter, whatever there is */
/* api_enter for what must not fail. */
static inline void api_go_in(MinipyVM *vm)
{
    if (vm->api_depth++ == 0)
        limits_run_begins(vm);
}
/* Begins a public function that may run Python code or call the host back. False: the
 * function fails at once (not usable, an exception is pending, no C stack left). */
static inline bool api_enter(MinipyVM *vm)
{
    if (unlikely(!api_ready(vm) || c_stack_full(vm)))
        return api_enter_first(vm);
    api_go_in(vm);
    return true;
}
/* Ends it. */
static inline void api_leave(MinipyVM *vm)
{
    if (--vm->api_depth == 0)
        limits_run_ends(vm);
}
/* A function may not succeed in which a limit was met, though only a finalizer saw it:
 * releases the result and raises. */
void api_stopped(MinipyVM *vm, MinipyValue result);
/* What a public function that can fail ends with. */
static inline MinipyValue api_left(MinipyVM *vm, MinipyValue result)
{
    if (unlikely(limits_stopped(vm) != STOP_NONE) && !limits_raised(vm)) {
        api_stopped(vm, result);
        result = VALUE_NULL;
    }
    api_leave(vm);
    return result;
}
static inline int api_left_int(MinipyVM *vm, int result)
{
    if (unlikely(limits_stopped(vm) != STOP_NONE) && !limits_raised(vm)) {
        api_stopped(vm, VALUE_NULL);
        result = -1;
    }
    api_leave(vm);
    return result;
}
/* Raises SystemError("func: why") unless an exception is pending or the vm is not
 * usable; -1. */
int api_refuse(MinipyVM *vm, const char *func, const char *why);
/* Are these there, and the vm's own? Else SystemError. */
static inline bool api_pointer(MinipyVM *vm, const void *p, const char *func)
{
    return likely(p != NULL) ||
           (api_refuse(vm, func, "bad argument to internal function"), false);
}
/* Of a counted object that is none of the small ones. */
bool api_value_is_elsewhere(MinipyVM *vm, MinipyValue v);
/* Of an object: is it the vm's? */
static inline bool api_object_is_own(MinipyVM *vm, MinipyValue v)
{
    if (unlikely(!value_is_counted(v)))
        return shared_has(vm->shared, value_obj(v));
    return likely(mem_is_small(vm->mem, value_obj(v))) || api_value_is_elsewhere(vm, v);
}
/* Sets nothing. */
static inline bool api_value_is_own(MinipyVM *vm, MinipyValue v)
{
    if (!value_is_obj(v))
        return v && (!value_is_special(v) || v <= VALUE_NOT_IMPLEMENTED);
    return api_object_is_own(vm, v);
}
/* Is v a common object of a vm that may be used, and nothing pending? Then what it
 * holds is lent without the checks that say what is wrong. */
static inline bool api_lends(MinipyVM *vm, MinipyValue v)
{
    return likely(api_usable(vm) && !vm->raised && v && value_is_obj(v) &&
                  value_is_counted(v) && mem_is_small(vm->mem, value_obj(v)));
}
bool api_value_refused(MinipyVM *vm, MinipyValue v, const char *func); /* false */
static inline bool api_value(MinipyVM *vm, MinipyValue v, const char *func)
{
    return likely(api_value_is_own(vm, v)) || api_value_refused(vm, v, func);
}
bool api_values(MinipyVM *vm, const MinipyValue *items, size_t n, const char *func);
/* What a host's function `name` came back with: a value of the vm's or an exception,
 * else SystemError. */
Value api_result(MinipyVM *vm, Value r, const char *name);
int api_status(MinipyVM *vm, int r, const char *name); /* ... 0, or -1 and exception */
enum { API_CONFIG_MAX = 4096 }; /* no MinipyConfig will ever be as large */
/* The configuration that a host gave (NULL: the defaults), with every field; static
 * text when it is refused, else NULL. */
const char *api_config(const MinipyConfig *given, MinipyConfig *full);

/* ---- api_signature.c: what a host's function takes ---- */

enum { HOST_PARAMETERS_MAX = 64 };
/* In the order of the text: positional parameters, *rest, keyword-only ones, **more. */
typedef struct HostSignature {
    int total, posonly, positional; /* counts of parameters, from the first */
    int rest, more;                 /* where those are; -1: there is none */
    uint64_t required;              /* bits of those without a default */
    Value names[];                  /* interned; strong */
} HostSignature;
/* Reads a text (of mem_alloc). NULL: SystemError says what is wrong with it. */
HostSignature *host_signature_read(MinipyVM *vm, const char *name, const char *text);
void host_signature_free(MinipyVM *vm, HostSignature *s); /* NULL: nothing */
/* Sorts arguments into out[0..total). False: TypeError, about the function `name`.
 * Then and later host_signature_unbind releases what was made for *rest and **more. */
bool host_signature_bind(MinipyVM *vm, const HostSignature *s, Value name,
                         const Value *args, size_t nargs, Value kwnames, Value *out);
static inline void host_signature_unbind(MinipyVM *vm, const HostSignature *s,
                                         Value *out)
{
    if (s->rest >= 0)
        value_xdecref(vm, out[s->rest]);
    if (s->more >= 0)
        value_xdecref(vm, out[s->more]);
}

/* ---- api_function.c: functions and methods ---- */

/* A flag of rows that is minipy's own modules': CPython's function gets the class that
 * defines it, and words its refusals otherwise (stdlib/extensions/common.h has it,
 * too).
 */
enum { HOST_BY_CLASS = 1 << 16 };
/* Another, of a __next__: MINIPY_NULL without an exception is the end, so that a loop
 * ends without a StopIteration; who calls the method gets one. */
enum { HOST_ENDS = 1 << 17 };
/* Of a method that CPython has without Argument Clinic: no __text_signature__. */
enum { HOST_UNSIGNED = 1 << 18 };
/* One of types: their __getitem__ takes keys, so that instances are no sequences and
 * not iterable by it. */
enum { HOST_MAPPING = 1 << 16 };
/* One of types: the first of its values is a list or a tuple of what __getitem__ gives
 * for an int that is in its range, and __len__ counts; or MINIPY_NULL, then the methods
 * are asked. */
enum { HOST_ITEMS = 1 << 17 };
/* The same: behind its values lie `MinipyValue *items; int64_t count`. */
enum { HOST_ARRAY = 1 << 18 };
/* A host's function, its texts copied. module: __module__, or VALUE_NULL. VALUE_NULL:
 * exception; its destroy is not called then. */
Value host_function_new(MinipyVM *vm, const MinipyMethod *row, Value module);
/* What programs see where the class `owner` has that function as a method: a descriptor
 * as of any type in C, or its __new__. The class keeps the function as long as it
 * lives. data_at: how far behind an instance its data lies. VALUE_NULL: exception. */
Value host_method_show(MinipyVM *vm, Value method, TypeObj *owner, bool of_class,
                       size_t data_at);
/* Calls such a function with an instance of its owner's first. */
Value host_method_run(MinipyVM *vm, Value method, const Value *args, size_t nargs,
                      Value kwnames);
/* How a __next__ that is HOST_ENDS and MINIPY_DATA is called at once, with the data so
 * far behind self; function NULL: by host_method_run. */
typedef struct HostNext {
    MinipyFunction function;
    size_t data_at;
} HostNext;
HostNext host_method_next(Value method);
/* What comes of it that is no value of the vm's. VALUE_NULL without an exception: the
 * end. */
Value host_method_ended(MinipyVM *vm, Value method, Value r);
void host_functions_fini(MinipyVM *vm);

/* ---- api_error.c, api_run.c and others ---- */

/* The built-in exception of that name, borrowed; NULL: there is none. */
TypeObj *api_exception_class(MinipyVM *vm, const char *name);

/* api_run.c: sys.argv, sys.path, the streams, signals, __main__. -1: failure. */
int program_init(MinipyVM *vm, const MinipyConfig *config);
/* What must happen before modules go: atexit functions, threading shutdown, flushes.
 * -1: a stream could not be flushed. */
int program_finish(MinipyVM *vm);
Value program_main_module(MinipyVM *vm); /* new reference */
int repl_run(MinipyVM *vm);              /* repl.c: the interactive mode */

#endif
