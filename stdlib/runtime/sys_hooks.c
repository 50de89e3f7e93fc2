/* sys_hooks.c - the hooks of sys that print: excepthook, displayhook, unraisablehook,
 * breakpointhook. What they print goes through sys.stderr and sys.stdout like anything
 * else.
 */
#include <stdlib.h>
#include <unistd.h>

#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "vm/import/import.h"
#include "vm/errors/exceptions.h"
#include "vm/objects/call.h"
#include "vm/report/report.h"

static int write_to(MinipyVM *vm, Value file, Value text)
{
    Value r = call_method(vm, file, NAME(vm, write), &text, 1);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* Does a person look at what is written to err? A stream that the program has put there
 * gets plain text. */
static bool on_terminal(MinipyVM *vm, Value err)
{
    return dict_get_cstr_borrow(vm, vm->sysdict, "__stderr__") == err &&
           report_in_colour(vm, STDERR_FILENO);
}

FN(excepthook)
{
    Value exc = args[1];
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    if (!err || err == VALUE_NONE)
        return VALUE_NONE;
    value_incref(err);
    Value text;
    if (value_is_exception(exc)) {
        if (value_is_kind(args[2], KIND_TRACEBACK) && !EXC_OBJ(exc)->traceback)
            EXC_OBJ(exc)->traceback = value_incref(args[2]);
        text = on_terminal(vm, err) ? traceback_format_coloured(vm, exc)
                                    : traceback_format(vm, exc);
    } else {
        text = str_format_c(
            vm,
            "TypeError: print_exception(): Exception expected for value, %T found\n",
            exc);
    }
    int r = text ? write_to(vm, err, text) : -1;
    if (r < 0 && (!error_occurred(vm) || error_matches(vm, EXC_MemoryError)))
        traceback_last_words(vm, "", exc);
    value_xdecref(vm, text);
    Value f = r == 0 ? call_method(vm, err, NAME(vm, flush), NULL, 0) : VALUE_NULL;
    value_xdecref(vm, f);
    error_clear(vm);
    value_decref(vm, err);
    return VALUE_NONE;
}

/* The text in an encoding that cannot hold it all: escapes instead. */
static int write_escaped(MinipyVM *vm, Value out, Value text)
{
    Value encoding = object_getattr(vm, out, NAME(vm, encoding));
    const char *name =
        encoding && value_is_str(encoding) ? str_utf8(vm, encoding, NULL) : NULL;
    Value bytes = name ? str_encode(vm, text, name, "backslashreplace") : VALUE_NULL;
    Value back =
        bytes ? call_method_cstr(vm, bytes, "decode", &encoding, 1) : VALUE_NULL;
    int r = back ? write_to(vm, out, back) : -1;
    value_xdecref(vm, encoding);
    value_xdecref(vm, bytes);
    value_xdecref(vm, back);
    return r;
}

FN(displayhook)
{
    if (args[0] == VALUE_NONE)
        return VALUE_NONE;
    Value underscore = str_intern_cstr(vm, "_"), text = VALUE_NULL, result = VALUE_NULL;
    if (!underscore)
        return VALUE_NULL;
    if (dict_set(vm, vm->builtins, underscore, VALUE_NONE) < 0)
        goto done;
    Value out = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stdout));
    if (!out || out == VALUE_NONE) {
        error_set(vm, EXC_RuntimeError, "lost sys.stdout");
        goto done;
    }
    value_incref(out);
    if ((text = object_repr(vm, args[0]))) {
        int r = write_to(vm, out, text);
        if (r < 0 && error_matches(vm, EXC_UnicodeEncodeError)) {
            error_clear(vm);
            r = write_escaped(vm, out, text);
        }
        if (r == 0 && write_to(vm, out, vm->ascii['\n']) == 0 &&
            dict_set(vm, vm->builtins, underscore, args[0]) == 0)
            result = VALUE_NONE;
    }
    value_decref(vm, out);
done:
    value_decref(vm, underscore);
    value_xdecref(vm, text);
    return result;
}

FN(unraisablehook)
{
    if (!value_is_tuple(args[0]) || tuple_size(args[0]) != 5)
        return error_set(vm, EXC_TypeError,
                         "sys.unraisablehook argument type must be UnraisableHookArgs");
    Value *x = TUPLE(args[0])->items;
    if (value_is_exception(x[1]))
        unraisable_default(vm, x[1], x[3], x[4] == VALUE_NONE ? VALUE_NULL : x[4]);
    return VALUE_NONE;
}

/* breakpoint(): what PYTHONBREAKPOINT names, pdb.set_trace by default. */
FN(breakpointhook)
{
    const char *name = vm->settings.ignore_env ? NULL : getenv("PYTHONBREAKPOINT");
    if (!name || !*name)
        name = "pdb.set_trace";
    if (strcmp(name, "0") == 0)
        return VALUE_NONE;
    const char *dot = strrchr(name, '.');
    Value module_name =
        dot ? str_from_utf8(vm, name, dot - name) : str_from_cstr(vm, "builtins");
    Value module = VALUE_NULL;
    if (dot == name) /* no module at all */
        error_set(vm, EXC_ImportError, "no module before the dot");
    else if (module_name && import_check_listed(vm, module_name) == 0)
        module = import_module_str(vm, module_name);
    Value attr = module ? str_intern_cstr(vm, dot ? dot + 1 : name) : VALUE_NULL;
    Value hook = attr ? object_getattr(vm, module, attr) : VALUE_NULL;
    Value r = VALUE_NULL;
    if (hook)
        r = call(vm, hook, args, nargs, kwnames);
    else if (error_matches(vm, EXC_ImportError) ||
             error_matches(vm, EXC_AttributeError)) {
        error_clear(vm);
        if (error_warn(vm, EXC_RuntimeWarning, 1,
                       "Ignoring unimportable $PYTHONBREAKPOINT: \"%s\"", name) == 0)
            r = VALUE_NONE;
    }
    value_xdecref(vm, module_name);
    value_xdecref(vm, module);
    value_xdecref(vm, attr);
    value_xdecref(vm, hook);
    return r;
}

METHODS(sys_hook_functions,
    {"breakpointhook", breakpointhook, M_UNSIGNED, "($module, *args, **kws)", "breakpointhook(*args, **kws)\n\n"
     "What breakpoint() calls: the function that PYTHONBREAKPOINT names, pdb.set_trace without one."},
    {"displayhook", displayhook, 0, "($module, object, /)",
     "Print an object to sys.stdout and also save it in builtins._"},
    {"excepthook", excepthook, 0, "($module, exctype, value, traceback, /)",
     "Handle an exception by displaying it with a traceback on sys.stderr."},
    {"unraisablehook", unraisablehook, 0, "($module, unraisable, /)", "Handle an unraisable exception."},
);

int sys_add_hooks(MinipyVM *vm, Value m)
{
    static const char *const names[][2] = {{"excepthook", "__excepthook__"},
                                           {"displayhook", "__displayhook__"},
                                           {"unraisablehook", "__unraisablehook__"},
                                           {"breakpointhook", "__breakpointhook__"}};
    Value d = value_from_obj(MODULE(m)->dict);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dict_set_cstr(vm, d, names[i][1],
                          dict_get_cstr_borrow(vm, d, names[i][0])) < 0)
            return -1;
    return 0;
}
