/* api_error.c - exceptions across the border: the pending one, and those that the host
 * raises. They are values like others: a host takes the pending one, looks at its
 * attributes, and raises it or another. Read next: vm/errors/error.h.
 */
#include <stdarg.h>
#include <stdio.h>

#include "vm/api/api.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/traceback.h"
#include "vm/objects/call.h"
#include "vm/report/report.h"
#include "vm/text/str.h"

/* ---- errors ---------------------------------------------------------------------- */

bool minipy_error_occurred(MinipyVM *vm)
{
    return api_usable(vm) && error_occurred(vm);
}

TypeObj *api_exception_class(MinipyVM *vm, const char *name)
{
    for (int i = 0; name && i < EXC_COUNT; i++) {
        const char *own = type_name_cstr(vm->exc[i]);
        if (*own == *name && strcmp(own, name) == 0)
            return vm->exc[i];
    }
    return NULL;
}

bool minipy_error_matches(MinipyVM *vm, const char *class_name)
{
    TypeObj *cls = api_usable(vm) ? api_exception_class(vm, class_name) : NULL;
    return cls && vm->raised && type_is_subtype(value_type(vm, vm->raised), cls);
}

const char *minipy_error_text(MinipyVM *vm)
{
    const char *unusable = api_why_unusable(vm);
    if (unusable)
        return unusable;
    if (!vm->raised)
        return "";
    api_go_in(vm);
    Value exc = error_fetch(vm);
    Value text = traceback_format(vm, exc);
    error_restore_steal(vm, exc); /* whatever the formatting met */
    api_leave(vm);
    if (!text)
        return "MemoryError\n";
    const char *s = str_utf8_or_null(vm, text);
    /* Kept by the vm until the next text is asked for. */
    value_set_steal(vm, &vm->last_error_text, text);
    return s ? s : "(the text of the exception cannot be encoded)\n";
}

void minipy_error_clear(MinipyVM *vm)
{
    if (!api_usable(vm))
        return;
    error_clear(vm);
    error_forget_oom(vm);
}

void minipy_error_unraisable(MinipyVM *vm, MinipyValue object)
{
    if (!api_usable(vm) || !vm->raised)
        return;
    bool own = !object || api_value_is_own(vm, object);
    api_go_in(vm);
    error_unraisable(vm, NULL, own ? object : VALUE_NULL);
    error_clear(vm);
    api_leave(vm);
}

void minipy_error_add_frame(MinipyVM *vm, const char *function, const char *file,
                            int line)
{
    if (!api_usable(vm) || !vm->raised || !function || !file)
        return;
    api_go_in(vm);
    traceback_add(vm, function, file, line);
    api_leave(vm);
}

static Value raise_text(MinipyVM *vm, TypeObj *cls, const char *message)
{
    Value text = message ? str_from_cstr(vm, message) : VALUE_NULL;
    if (message && !text)
        return VALUE_NULL;
    error_set_type(vm, cls, text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

MinipyValue minipy_raise(MinipyVM *vm, const char *class_name, const char *message)
{
    if (!api_usable(vm) || c_stack_check(vm) < 0)
        return MINIPY_NULL;
    api_go_in(vm);
    error_clear(vm); /* it is replaced */
    TypeObj *cls = api_exception_class(vm, class_name);
    Value r = cls ? raise_text(vm, cls, message)
                  : error_set(vm, EXC_SystemError,
                              "minipy_raise: no built-in exception is called '%s'",
                              class_name ? class_name : "(null)");
    return api_left(vm, r);
}

MinipyValue minipy_raisef(MinipyVM *vm, const char *class_name, const char *format, ...)
{
    char room[400], *text = room;
    va_list ap;
    if (!format)
        return minipy_raise(vm, class_name, NULL);
    va_start(ap, format);
    int n = vsnprintf(room, sizeof room, format, ap);
    va_end(ap);
    if (n >= (int)sizeof room && api_usable(vm) &&
        (text = mem_alloc(vm, (size_t)n + 1)) != NULL) {
        va_start(ap, format);
        vsnprintf(text, (size_t)n + 1, format, ap);
        va_end(ap);
    }
    if (text && n >= 0)
        minipy_raise(vm, class_name, text);
    if (text && text != room)
        mem_free(vm, text);
    return MINIPY_NULL;
}

MinipyValue minipy_raise_errno(MinipyVM *vm, int number, const char *filename)
{
    if (!api_usable(vm) || c_stack_check(vm) < 0)
        return MINIPY_NULL;
    api_go_in(vm);
    error_clear(vm);
    Value name = filename ? str_from_path(vm, filename) : VALUE_NULL;
    if (!filename || name)
        error_set_errno(vm, number, name);
    value_xdecref(vm, name);
    return api_left(vm, VALUE_NULL);
}

/* ---- exceptions as values -------------------------------------------------------- */

MinipyValue minipy_error_take(MinipyVM *vm)
{
    return api_usable(vm) ? error_fetch(vm) : MINIPY_NULL;
}

/* As the raise statement: an instance as it is, a class is called. What is being
 * handled becomes its context, unless it has one: then it was raised before, was taken,
 * and is put back, and what it was raised in must not be lost. */
static void raise_value(MinipyVM *vm, Value v)
{
    bool cls =
        value_is_type(v) && type_is_subtype(TYPE_OF(v), vm->exc[EXC_BaseException]);
    Value exc = cls ? call0(vm, v) : value_incref(v);
    if (!exc)
        return;
    if (!value_is_exception(exc))
        error_set(vm, EXC_TypeError, "exceptions must derive from BaseException");
    else if (cls || !EXC_OBJ(exc)->context)
        error_set_instance(vm, exc);
    else
        error_restore_steal(vm, value_incref(exc));
    value_decref(vm, exc);
}

MinipyValue minipy_raise_value(MinipyVM *vm, MinipyValue exception)
{
    if (!api_usable(vm) || c_stack_check(vm) < 0)
        return MINIPY_NULL;
    api_go_in(vm);
    if (api_value_is_own(vm, exception)) {
        value_incref(exception);
        error_clear(vm); /* it is replaced */
        raise_value(vm, exception);
        value_decref(vm, exception);
    } else {
        error_clear(vm);
        api_value(vm, exception, __func__);
    }
    return api_left(vm, VALUE_NULL);
}

bool minipy_error_is(MinipyVM *vm, MinipyValue cls)
{
    if (!api_usable(vm) || !vm->raised)
        return false;
    return api_value_is_own(vm, cls) && exception_matches(vm, vm->raised, cls);
}

static Value exception_class(MinipyVM *vm, const char *name, const char *doc,
                             Value base)
{
    const char *dot = strrchr(name, '.');
    if (!dot || !value_is_type(base) ||
        !type_is_subtype(TYPE_OF(base), vm->exc[EXC_BaseException]))
        return error_set(vm, EXC_SystemError, "minipy_exception_class: %s",
                         dot ? "the base is no class of exceptions"
                             : "the name is not \"module.Name\"");
    Value dict = dict_new(vm), cls = VALUE_NULL;
    const Value args[] = {str_from_cstr(vm, dot + 1), tuple_from(vm, &base, 1), dict};
    if (dict && args[0] && args[1] &&
        dict_set_cstr_steal(vm, dict, "__module__",
                            str_from_utf8(vm, name, dot - name)) == 0 &&
        (!doc || dict_set_cstr_steal(vm, dict, "__doc__", str_from_cstr(vm, doc)) == 0))
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    values_xdecref(vm, args, 3);
    return cls;
}

MinipyValue minipy_exception_class(MinipyVM *vm, const char *name, const char *doc,
                                   MinipyValue base)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    Value cls = base ? base : value_from_obj(vm->exc[EXC_Exception]);
    bool given = api_pointer(vm, name, __func__) && api_value(vm, cls, __func__);
    return api_left(vm, given ? exception_class(vm, name, doc, cls) : VALUE_NULL);
}
