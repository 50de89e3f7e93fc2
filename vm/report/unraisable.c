/* unraisable.c - exceptions that cannot be raised where they happen:
 * sys.unraisablehook, what it is given, and what is printed without it.
 */
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/traceback.h"
#include "vm/objects/structseq.h"
#include "vm/objects/call.h"
#include "vm/report/report.h"
#include "vm/text/str.h"

/* The argument of sys.unraisablehook. */
static Value unraisable_args_new(MinipyVM *vm, Value exc, Value message, Value obj)
{
    static const char *const fields[] = {"exc_type", "exc_value", "exc_traceback",
                                         "err_msg",  "object",    NULL};
    static const StructSeqSpec spec = {"UnraisableHookArgs", NULL, fields, 5};
    Value tb = EXC_OBJ(exc)->traceback;
    Value items[5] = {value_incref(value_from_obj(value_type(vm, exc))),
                      value_incref(exc), tb ? value_incref(tb) : VALUE_NONE,
                      message ? value_incref(message) : VALUE_NONE,
                      obj ? value_incref(obj) : VALUE_NONE};
    TypeObj *t = structseq_type(vm, &spec);
    if (!t) {
        for (int i = 0; i < 5; i++)
            value_decref(vm, items[i]);
        return VALUE_NULL;
    }
    Value r = structseq_new_steal(vm, t, items, 5);
    obj_decref(vm, &t->ob);
    return r;
}

void traceback_last_words(MinipyVM *vm, const char *heading, Value exc)
{
    const char *name = type_name_cstr(value_type(vm, exc));
    struct iovec parts[] = {{(void *)(uintptr_t)heading, strlen(heading)},
                            {(void *)(uintptr_t)name, strlen(name)},
                            {(void *)(uintptr_t) "\n", 1}};
    ssize_t written = writev(STDERR_FILENO, parts, 3);
    (void)written; /* there is nowhere to complain */
}

void unraisable_default(MinipyVM *vm, Value exc, Value message, Value obj)
{
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    StrBuilder b;
    if (!err || err == VALUE_NONE)
        return;
    value_incref(err);
    strbuilder_init(&b, vm);
    if (obj) {
        if (message && message != VALUE_NONE)
            strbuilder_str(&b, message);
        else
            strbuilder_ascii(&b, "Exception ignored in");
        strbuilder_ascii(&b, ": ");
        if (strbuilder_repr(&b, obj) < 0) {
            error_clear(vm);
            strbuilder_ascii(&b, "<object repr() failed>");
        }
        strbuilder_ascii(&b, "\n");
    } else if (message && message != VALUE_NONE) {
        strbuilder_str(&b, message);
        strbuilder_ascii(&b, ":\n");
    }
    Value text = traceback_format_ignored(vm, exc);
    if (text) {
        strbuilder_str(&b, text);
        value_decref(vm, text);
    } else {
        error_clear(vm);
        strbuilder_ascii(&b, type_name_cstr(value_type(vm, exc)));
        strbuilder_ascii(&b, "\n");
    }
    Value all = strbuilder_finish(&b);
    Value r = all ? call_method(vm, err, NAME(vm, write), &all, 1) : VALUE_NULL;
    if (!r && (!error_occurred(vm) || error_matches(vm, EXC_MemoryError)))
        traceback_last_words(vm, "Exception ignored: ", exc);
    value_xdecref(vm, r);
    r = r ? call_method(vm, err, NAME(vm, flush), NULL, 0) : VALUE_NULL;
    value_xdecref(vm, r);
    value_xdecref(vm, all);
    value_decref(vm, err);
    error_clear(vm);
}

/* sys.unraisablehook, or what comes before it, failed: says where, and of which hook.
 */
static void hook_failed(MinipyVM *vm, const char *where, Value hook)
{
    Value second = error_fetch(vm);
    Value which = str_from_cstr(vm, where);
    if (!which)
        error_clear(vm);
    if (second)
        unraisable_default(vm, second, which, hook);
    value_xdecref(vm, second);
    value_xdecref(vm, which);
}

/* Calls the hook with what happened; what fails there is told in its place. */
static void call_hook(MinipyVM *vm, Value hook, Value exc, Value message, Value obj)
{
    Value r = VALUE_NULL, info = unraisable_args_new(vm, exc, message, obj);
    if (!info)
        hook_failed(vm, "Exception ignored on building sys.unraisablehook arguments",
                    VALUE_NULL);
    else if (audit(vm, "sys.unraisablehook", 2, hook, info) < 0)
        hook_failed(vm, "Exception ignored in audit hook", VALUE_NULL);
    else if (!(r = call1(vm, hook, info)))
        hook_failed(vm, "Exception ignored in sys.unraisablehook", hook);
    value_xdecref(vm, r);
    value_xdecref(vm, info);
}

void error_unraisable(MinipyVM *vm, const char *where, Value obj)
{
    traceback_ensure(vm);
    Value exc = error_fetch(vm);
    if (!exc)
        return;
    if (limits_stopped(vm) != STOP_NONE) { /* said once, by who runs the program */
        value_decref(vm, exc);
        return;
    }
    Value message = VALUE_NULL, hook = VALUE_NULL;
    if (where)
        message = str_format_c(vm, "Exception ignored %s", where);
    if (where && !message)
        error_clear(vm);
    if (vm->sysdict)
        hook = value_xincref(
            dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, unraisablehook)));
    if (hook && hook != VALUE_NONE)
        call_hook(vm, hook, exc, message, obj);
    value_xdecref(vm, hook);
    value_xdecref(vm, message);
    value_decref(vm, exc);
    error_clear(vm);
}
