/* sys.c - the module sys: what the interpreter tells about itself and lets itself be
 * told. Tracing (settrace & co.) is in sys_trace.c, the hooks that print are in
 * sys_hooks.c, the constant tables (float_info, flags, ...) in sys_info.c.
 */
#include <unistd.h>

#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "vm/core/confine.h"
#include "vm/memory/memstate.h"
#include "vm/eval/audit_wanted.h"
#include "vm/eval/frame.h"
#include "vm/import/import.h"
#include "vm/errors/exceptions.h"
#include "vm/types/type.h"
#include "vm/threads/thread.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"

FN(sys_audit)
{
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "audit() missing 1 required positional argument: 'event'");
    if (!audit_wanted(vm))
        return VALUE_NONE;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected str for argument 'event', not %T",
                         args[0]);
    const char *event = str_utf8(vm, args[0], NULL);
    Value t = event ? tuple_from(vm, args + 1, (int64_t)nargs - 1) : VALUE_NULL;
    int r = t ? audit_tuple(vm, event, t) : -1;
    value_xdecref(vm, t);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(sys_addaudithook)
{
    return audit_add_hook(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(sys_exit)
{
    TypeObj *cls = vm->exc[EXC_SystemExit];
    Value status = nargs ? args[0] : VALUE_NONE;
    if (type_is_subtype(value_type(vm, status), cls))
        return error_set_instance(vm, status);
    if (!value_is_tuple(status))
        return error_set_type(vm, cls, status == VALUE_NONE ? VALUE_NULL : status);
    Value exc =
        exception_new(vm, cls, TUPLE(status)->items, (size_t)tuple_size(status));
    if (exc && tuple_size(status) == 0) /* nobody catches it: it is shown */
        EXC_OBJ(exc)->extra[EXTRA_EXIT_EMPTY] = value_incref(status);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
    return VALUE_NULL;
}

/* The exception being handled, or None; borrowed. */
static Value handled(MinipyVM *vm)
{
    for (ExcInfo *i = vm->handled; i; i = i->prev)
        if (i->value && i->value != VALUE_NONE)
            return i->value;
    return VALUE_NONE;
}

FN(sys_exc_info)
{
    Value e = handled(vm);
    if (e == VALUE_NONE)
        return tuple_pack(vm, 3, VALUE_NONE, VALUE_NONE, VALUE_NONE);
    Value tb = EXC_OBJ(e)->traceback;
    return tuple_pack(vm, 3, value_from_obj(value_type(vm, e)), e,
                      tb ? tb : VALUE_NONE);
}

FN(sys_exception)
{
    return value_incref(handled(vm));
}

FN(sys_intern)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "intern", NULL, "str", args[0]);
    if (!value_is_exact(vm, args[0], KIND_STR))
        return error_set(vm, EXC_TypeError, "can't intern %T", args[0]);
    return str_intern_steal(vm, value_incref(args[0]));
}

FN(sys_getrefcount)
{
    /* Immediate values are not counted: any large number is as true as another. */
    if (!value_is_obj(args[0]))
        return value_from_imm(1000000000);
    return value_from_imm((int64_t)value_obj(args[0])->refs);
}

FN(sys_getsizeof)
{
    Value r = call_special(vm, args[0], NAME(vm, __sizeof__), NULL, 0);
    if (!r && !error_occurred(vm))
        error_set(vm, EXC_TypeError, "Type %T doesn't define __sizeof__", args[0]);
    int64_t n = r ? int_as_ssize(vm, r) : -1;
    value_xdecref(vm, r);
    if (n < 0 && !error_occurred(vm))
        error_set(vm, EXC_ValueError, "__sizeof__() should return >= 0");
    if (error_occurred(vm)) {
        if (!GIVEN(1) || !error_matches(vm, EXC_TypeError))
            return VALUE_NULL;
        error_clear(vm);
        return value_incref(args[1]);
    }
    /* As CPython has heads: a tuple that vms share has none here. */
    bool head = value_is_tuple(args[0]) ||
                (value_is_obj(args[0]) && value_obj(args[0])->gc & GC_HAS_HEAD);
    head ^= type_differs_in_gc(value_type(vm, args[0]));
    return int_from_u64(vm, (uint64_t)n + (head ? sizeof(GcHead) : 0));
}

/* An int that is not below least, or ValueError; *out stays then. */
static bool arg_int_least(MinipyVM *vm, Value v, int least, const char *message,
                          int *out)
{
    int n;
    if (!arg_int(vm, v, &n))
        return false;
    if (n < least)
        return error_set(vm, EXC_ValueError, "%s", message), false;
    *out = n;
    return true;
}

FN(sys_getrecursionlimit)
{
    return value_from_imm(vm->recursion_limit);
}

FN(sys_setrecursionlimit)
{
    int limit;
    if (!arg_int_least(vm, args[0], 1,
                       "recursion limit must be greater or equal than 1", &limit))
        return VALUE_NULL;
    int depth = vm->recursion_limit - vm->recursion_remaining + 1; /* this call, too */
    if (limit > vm->recursion_limit &&
        confine_check(vm, MINIPY_ALLOW_HOST, "setrecursionlimit") < 0)
        return VALUE_NULL;
    if (depth >= limit)
        return error_set(vm, EXC_RecursionError,
                         "cannot set the recursion limit to %d at the recursion depth "
                         "%d: the limit is too low",
                         limit, depth);
    thread_set_recursion_limit(vm, limit);
    return VALUE_NONE;
}

FN(sys__getframe)
{
    int depth = 0;
    if (nargs && !arg_int(vm, args[0], &depth))
        return VALUE_NULL;
    Value f = frame_at_depth(vm, depth > 0 ? depth : 0);
    if (!f)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_ValueError, "call stack is not deep enough");
    if (audit(vm, "sys._getframe", 1, f) < 0)
        value_clear(vm, &f);
    return f;
}

FN(sys_getdefaultencoding)
{
    return str_from_cstr(vm, "utf-8");
}

FN(sys_getfilesystemencoding)
{
    const char *name = vm->settings.fs_encoding;
    return str_from_cstr(vm, name ? name : "utf-8");
}

FN(sys_getfilesystemencodeerrors)
{
    return str_from_cstr(vm, "surrogateescape");
}

FN(sys_is_finalizing)
{
    return value_from_bool(vm->finalizing);
}

FN(sys_getallocatedblocks)
{
    return value_from_imm((int64_t)mem_blocks(vm));
}

#ifdef MINIPY_FAIL_ALLOC
/* For tests/run_fail_alloc.py and fail_alloc_in_turn.py: the n-th request for memory
 * from now fails; 0: none; -1: those from new places. What was left of the number
 * before. */
FN(sys__fail_after)
{
    int64_t n;
    if (!arg_ssize(vm, args[0], &n))
        return VALUE_NULL;
    return value_from_imm(mem_fail_after(vm, n));
}
#endif

FN(sys_get_int_max_str_digits)
{
    return value_from_imm(vm->settings.int_max_str_digits);
}

FN(sys_set_int_max_str_digits)
{
    int n;
    if (!arg_int(vm, args[0], &n))
        return VALUE_NULL;
    if (n != 0 && n < 640)
        return error_set(vm, EXC_ValueError, "maxdigits must be 0 or larger than 640");
    vm->settings.int_max_str_digits = n;
    return VALUE_NONE;
}

FN(sys_getswitchinterval)
{
    return sys_float(vm, (double)vm->switch_interval_us * 1e-6);
}

FN(sys_setswitchinterval)
{
    double d;
    if (!arg_double(vm, args[0], &d))
        return VALUE_NULL;
    if (d <= 0)
        return error_set(vm, EXC_ValueError,
                         "switch interval must be strictly positive");
    double us = 1e6 * d;
    vm->switch_interval_us = us < 1 ? 1 : us > 4e9 ? 4000000000 : (uint64_t)us;
    return VALUE_NONE;
}

FN(sys_get_asyncgen_hooks)
{
    static const char *const fields[] = {"firstiter", "finalizer", NULL};
    static const StructSeqSpec spec = {"asyncgen_hooks", NULL, fields, 2};
    Value a = vm->asyncgen_firstiter, b = vm->asyncgen_finalizer;
    Value items[2] = {a ? value_incref(a) : VALUE_NONE,
                      b ? value_incref(b) : VALUE_NONE};
    return sys_structseq_steal(vm, &spec, items);
}

static int check_hook(MinipyVM *vm, Value v, const char *what)
{
    if (!v || v == VALUE_NONE || object_callable(v))
        return 0;
    return error_set(vm, EXC_TypeError, "callable %s expected, got %T", what, v), -1;
}

FN(sys_set_asyncgen_hooks)
{
    Value first = GIVEN(0), last = GIVEN(1);
    if (check_hook(vm, last, "finalizer") < 0 || check_hook(vm, first, "firstiter") < 0)
        return VALUE_NULL;
    if (last && audit(vm, "sys.set_asyncgen_hook_finalizer", 0) < 0)
        return VALUE_NULL;
    Value before = value_xincref(vm->asyncgen_finalizer);
    if (last)
        value_set_steal(vm, &vm->asyncgen_finalizer,
                        last == VALUE_NONE ? VALUE_NULL : value_incref(last));
    if (first && audit(vm, "sys.set_asyncgen_hook_firstiter", 0) < 0) {
        value_set_steal(vm, &vm->asyncgen_finalizer, before);
        return VALUE_NULL;
    }
    value_xdecref(vm, before);
    if (first)
        value_set_steal(vm, &vm->asyncgen_firstiter,
                        first == VALUE_NONE ? VALUE_NULL : value_incref(first));
    return VALUE_NONE;
}

FN(sys_get_coroutine_origin_tracking_depth)
{
    return value_from_imm(vm->coroutine_origin_depth);
}

FN(sys_set_coroutine_origin_tracking_depth)
{
    return arg_int_least(vm, args[0], 0, "depth must be >= 0",
                         &vm->coroutine_origin_depth)
               ? VALUE_NONE
               : VALUE_NULL;
}

static uint64_t ident(Thread *t)
{
    return (uint64_t)(t ? t->pthread : pthread_self());
}

static int set_for_thread(MinipyVM *vm, Value dict, Thread *t, Value v_steal)
{
    Value key = int_from_u64(vm, ident(t));
    int r = key && v_steal ? dict_set(vm, dict, key, v_steal) : -1;
    value_xdecref(vm, key);
    value_xdecref(vm, v_steal);
    return r;
}

/* sys._current_frames(): the frame of each thread that runs one. */
FN(sys__current_frames)
{
    if (audit(vm, "sys._current_frames", 0) < 0)
        return VALUE_NULL;
    Value dict = dict_new(vm);
    Thread *t = vm->threads ? vm->threads->first : NULL;
    do {
        Frame *f = frame_shown(t ? thread_frame(vm, t) : vm->frame);
        if (dict && f && set_for_thread(vm, dict, t, frame_object(vm, f)) < 0)
            value_clear(vm, &dict);
    } while (t && (t = t->next));
    return dict;
}

static Value exc_info_of(MinipyVM *vm, Value exc)
{
    if (!exc)
        return tuple_pack(vm, 3, VALUE_NONE, VALUE_NONE, VALUE_NONE);
    Value tb = EXC_OBJ(exc)->traceback;
    return tuple_pack(vm, 3, value_from_obj(value_type(vm, exc)), exc,
                      tb ? tb : VALUE_NONE);
}

/* sys._current_exceptions(): sys.exc_info() of each thread. */
FN(sys__current_exceptions)
{
    if (audit(vm, "sys._current_exceptions", 0) < 0 || thread_set_init(vm) < 0)
        return error_occurred(vm) ? VALUE_NULL : error_set_oom(vm);
    Value dict = dict_new(vm);
    for (Thread *t = vm->threads->first; dict && t; t = t->next)
        if (set_for_thread(vm, dict, t, exc_info_of(vm, thread_handled_borrow(vm, t))) <
            0)
            value_clear(vm, &dict);
    return dict;
}

FN(sys__clear_type_cache)
{
    return VALUE_NONE;
}

static const MethodDef functions[] = {
    {"audit", sys_audit, M_UNSIGNED, "($module, *args)",
     "audit(event, *args)\n\nTell the audit hooks of an event and its arguments."},
    {"addaudithook", sys_addaudithook, 0, "($module, /, hook)",
     "Adds a new audit hook callback."},
    {"exit", sys_exit, 0, "($module, status=None, /)",
     "Exit the interpreter by raising SystemExit(status)."},
    {"exc_info", sys_exc_info, 0, "($module, /)",
     "The exception that is being handled, as (type, value, traceback)."},
    {"exception", sys_exception, 0, "($module, /)",
     "The exception that is being handled, or None."},
    {"intern", sys_intern, 0, "($module, string, /)",
     "The one string of this value, which is compared by identity; it becomes that of "
     "the first caller."},
    {"getrefcount", sys_getrefcount, 0, "($module, object, /)",
     "How many references the object has, that of the argument among them."},
    {"getsizeof", sys_getsizeof, M_BARE | M_TUPLE | M_UNSIGNED,
     "($module, object, default=<unrepresentable>)",
     "getsizeof(object [, default]) -> int\n\nThe bytes of the object itself; default "
     "if it does not say."},
    {"getrecursionlimit", sys_getrecursionlimit, 0, "($module, /)",
     "How deep calls may nest before RecursionError."},
    {"setrecursionlimit", sys_setrecursionlimit, 0, "($module, limit, /)",
     "Set how deep calls may nest before RecursionError."},
    {"_getframe", sys__getframe, 0, "($module, depth=0, /)",
     "The frame of the caller, or of the one so many calls above."},
    {"getdefaultencoding", sys_getdefaultencoding, 0, "($module, /)",
     "The encoding that str.encode takes by itself."},
    {"getfilesystemencoding", sys_getfilesystemencoding, 0, "($module, /)",
     "The encoding of file names."},
    {"getfilesystemencodeerrors", sys_getfilesystemencodeerrors, 0, "($module, /)",
     "The error handler of file names."},
    {"is_finalizing", sys_is_finalizing, 0, "($module, /)",
     "Whether the interpreter is on its way out."},
    {"getallocatedblocks", sys_getallocatedblocks, 0, "($module, /)",
     "How many blocks of memory are in use."},
#ifdef MINIPY_FAIL_ALLOC
    {"_fail_after", sys__fail_after, M_UNSIGNED, "($self, object, /)", NULL},
#endif
    {"get_int_max_str_digits", sys_get_int_max_str_digits, 0, "($module, /)",
     "How many digits a number may have that is read or written in decimal; 0: any."},
    {"set_int_max_str_digits", sys_set_int_max_str_digits, 0, "($module, /, maxdigits)",
     "Set how many digits a number may have that is read or written in decimal."},
    {"getswitchinterval", sys_getswitchinterval, 0, "($module, /)",
     "The seconds after which a running thread is asked to let others run."},
    {"setswitchinterval", sys_setswitchinterval, 0, "($module, interval, /)",
     "Set the seconds after which a running thread is asked to let others run."},
    {"get_asyncgen_hooks", sys_get_asyncgen_hooks, 0, "($module, /)",
     "The hooks of asynchronous generators: (firstiter, finalizer)."},
    {"set_asyncgen_hooks", sys_set_asyncgen_hooks,
     M_BARE | M_TUPLE | M_NAMELESS | M_UNSIGNED,
     "($module, firstiter=<unrepresentable>, finalizer=<unrepresentable>)",
     "set_asyncgen_hooks(* [, firstiter] [, finalizer])\n\n"
     "Set what is called when an asynchronous generator is first iterated, and when it "
     "is collected."},
    {"get_coroutine_origin_tracking_depth", sys_get_coroutine_origin_tracking_depth, 0,
     "($module, /)", "How many frames a coroutine remembers of where it was made."},
    {"set_coroutine_origin_tracking_depth", sys_set_coroutine_origin_tracking_depth, 0,
     "($module, /, depth)",
     "Set how many frames a coroutine remembers of where it was made; 0: none."},
    {"_current_frames", sys__current_frames, 0, "($module, /)",
     "A dictionary from each thread's id to its topmost frame."},
    {"_current_exceptions", sys__current_exceptions, 0, "($module, /)",
     "A dictionary from each thread's id to what it handles, as exc_info() has it."},
    {"_clear_type_cache", sys__clear_type_cache, 0, "($module, /)",
     "Forget what looking up attributes of classes has found."},
    {0},
};

/* One that is imported anew, after somebody took the first out of sys.modules, has what
 * modules of the library find their likes by. */
static int share_imports(MinipyVM *vm, Value m)
{
    static const char *const names[] = {"meta_path", "stderr", "__stderr__"};
    if (value_from_obj(MODULE(m)->dict) == vm->sysdict || !vm->modules)
        return 0;
    int r = module_add_steal(vm, m, "modules", value_incref(vm->modules));
    for (size_t i = 0; r == 0 && i < sizeof names / sizeof *names; i++) {
        Value v = dict_get_cstr_borrow(vm, vm->sysdict, names[i]);
        r = v ? module_add_steal(vm, m, names[i], value_incref(v)) : 0;
    }
    return r;
}

static int sys_exec(MinipyVM *vm, Value m)
{
    return sys_add_info(vm, m) < 0 ||
                   module_add_functions(vm, m, sys_hook_functions) < 0 ||
                   module_add_functions(vm, m, sys_trace_functions) < 0 ||
                   share_imports(vm, m) < 0
               ? -1
               : sys_add_hooks(vm, m);
}

MODULE_SPEC(sys_module_spec,
    .name = "sys",
    .doc = "This module provides access to some objects used or maintained by the\n"
           "interpreter and to functions that interact strongly with the interpreter.",
    .methods = functions, .exec = sys_exec,
);
