/* error.h - raising, testing and clearing exceptions.
 *
 * vm->raised holds the exception being propagated: always a normalised instance of a
 * BaseException subclass (as CPython 3.12), with its __traceback__ and __context__ kept
 * on the instance. vm->handled is what sys.exc_info() shows (a chain through
 * generators).
 */
#ifndef MINIPY_VM_ERRORS_ERROR_H
#define MINIPY_VM_ERRORS_ERROR_H

#include "vm/core/object.h"

typedef enum ExcId {
    EXC_NONE = -1,
#define EXC(name, base, layout) EXC_##name,
#include "vm/errors/exceptions.def"
#undef EXC
    EXC_COUNT
} ExcId;

/* All of these return VALUE_NULL, so that `return error_set(...)` reads well; a
 * function returning int writes `return error_set(...), -1`. The current handled
 * exception becomes the new one's __context__.
 *
 * Formats: %s char* (UTF-8), %.Ns / %.200s, %c int, %d %u %x int, %ld %lu %lld %zd %zu
 * as printf, %U str Value, %R repr() of a Value, %S str() of a Value, %A ascii() of a
 * Value, %T type name of a Value (tp_name style: __name__ for heap types, "builtins."
 * omitted), %N name of a TypeObj*, %%.
 */
Value error_set(MinipyVM *vm, ExcId id, const char *format, ...);
/* The same, with the raised exception as its __cause__ (raise ... from). */
Value error_set_from_cause(MinipyVM *vm, ExcId id, const char *format, ...);
Value error_set_none(MinipyVM *vm, ExcId id); /* no arguments */
Value error_set_value(MinipyVM *vm, ExcId id,
                      Value arg); /* one argument, e.g. KeyError(key) */
Value error_set_type(MinipyVM *vm, TypeObj *cls, Value arg); /* arg VALUE_NULL: none */
Value error_set_instance(MinipyVM *vm,
                         Value exc); /* raises it as it is (new ref taken) */
Value error_set_errno(MinipyVM *vm, int err,
                      Value filename); /* OSError subclass; filename or NULL */
Value error_set_oom(MinipyVM *vm);     /* preallocated MemoryError */
/* Unless somebody has that one: what it shows of where it was raised may be all of the
 * memory that ran out. */
void error_forget_oom(MinipyVM *vm);
Value error_set_stop_iteration(MinipyVM *vm, Value value); /* StopIteration(value) */
Value error_set_name(MinipyVM *vm, ExcId id, const char *format,
                     Value name); /* NameError & co. with .name; %U is name */
Value error_set_attribute(MinipyVM *vm, Value obj, Value name, const char *format,
                          ...); /* AttributeError with name, obj */
Value error_set_import(MinipyVM *vm, ExcId id, Value name, Value path,
                       const char *format, ...);
/* The same, of what importlib words in Python: where a %R fails, that is the error. */
Value error_set_importlib(MinipyVM *vm, ExcId id, Value name, const char *format, ...);
Value error_bad_argument(MinipyVM *vm,
                         const char *func); /* SystemError: bad internal call */

/* Formats as error_set does, to a str. */
Value str_format_c(MinipyVM *vm, const char *format, ...);
#include <stdarg.h>
/* A new str; VALUE_NULL: exception. */
Value str_format_va(MinipyVM *vm, const char *format, va_list ap);

/* Is one raised? */
bool error_occurred(MinipyVM *vm);
bool error_matches(MinipyVM *vm, ExcId id); /* the raised one is an instance of it */
bool exception_matches(MinipyVM *vm, Value exc,
                       Value cls); /* cls: class or tuple of classes */
/* Drops the raised exception, if there is one. */
void error_clear(MinipyVM *vm);
/* Takes the raised exception away (new reference or VALUE_NULL) and puts it back. */
Value error_fetch(MinipyVM *vm);
void error_restore_steal(MinipyVM *vm, Value exc);
/* An exception is raised that cls, a class of exceptions, made when it was called to be
 * raised: if it is of another class, what cls makes of it is raised instead, or what
 * cls raises. */
void error_normalize(MinipyVM *vm, TypeObj *cls);
/* With exception `cause` fetched before: raises new error with __cause__/__context__ =
 * it. */
void error_chain_context_steal(MinipyVM *vm, Value context);
/* What the running generator itself handles becomes the __context__ of the raised one;
 * not what its caller handles. */
void error_link_innermost(MinipyVM *vm);
/* Warnings through the `warnings` machinery: -1 if it became an exception. */
int error_warn(MinipyVM *vm, ExcId category, int stack_level, const char *format, ...);
/* A ResourceWarning about `source`, which was not closed. */
int error_warn_resource(MinipyVM *vm, Value source, const char *format, ...);
/* What such a warning raised while `object` goes: a warning made an error is told as
 * one that nobody can handle, anything else dropped. */
void error_in_destructor(MinipyVM *vm, Value object);

/* Instances (layouts in vm/errors/exceptions.h). */
Value exception_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs);
Value exception_traceback_borrow(Value exc); /* traceback or VALUE_NULL */

#endif
