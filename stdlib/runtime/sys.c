/* sys.c - the module sys: what the interpreter tells about itself and lets itself be
 * told. Tracing (settrace & co.) is in sys_trace.c, the hooks that print are in
 * sys_hooks.c, the constant tables (float_info, flags, ...) in sys_info.c.
 */
#include <unistd.h>

#include "stdlib/runtime/sys.h"
#include "vm/memory/memstate.h"
#include "vm/objects/args.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/threads/thread.h"

#define FN(name)                                                                       \
    static Value sys_##name(MinipyVM *vm, Value self, const Value *args, size_t nargs, \
                            Value kwnames)
#define UNUSED() ((void)vm, (void)self, (void)args, (void)nargs, (void)kwnames)

FN(audit)
{
    UNUSED();
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

FN(addaudithook)
{
    static const ArgSpec spec = {"addaudithook", "hook", .required = 1, .maxpos = 1};
    Value a[1];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    return audit_add_hook(vm, a[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(exit)
{
    UNUSED();
    if (!args_check(vm, "exit", nargs, 0, 1))
        return VALUE_NULL;
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

FN(exc_info)
{
    UNUSED();
    Value e = handled(vm);
    if (e == VALUE_NONE)
        return tuple_pack(vm, 3, VALUE_NONE, VALUE_NONE, VALUE_NONE);
    Value tb = EXC_OBJ(e)->traceback;
    return tuple_pack(vm, 3, value_from_obj(value_type(vm, e)), e,
                      tb ? tb : VALUE_NONE);
}

FN(exception)
{
    UNUSED();
    return value_incref(handled(vm));
}

FN(intern)
{
    UNUSED();
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "intern", NULL, "str", args[0]);
    if (!value_is_exact(vm, args[0], KIND_STR))
        return error_set(vm, EXC_TypeError, "can't intern %T", args[0]);
    return str_intern_steal(vm, value_incref(args[0]));
}

FN(getrefcount)
{
    UNUSED();
    /* Immediate values are not counted: any large number is as true as another. */
    if (!value_is_obj(args[0]))
        return value_from_imm(1000000000);
    return value_from_imm((int64_t)value_obj(args[0])->refs + 1);
}

FN(getsizeof)
{
    static const ArgSpec spec = {"getsizeof", "object default", .required = 1,
                                 .maxpos = 2};
    Value a[2];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    Value r = call_special(vm, a[0], NAME(vm, __sizeof__), NULL, 0);
    if (!r && !error_occurred(vm))
        error_set(vm, EXC_TypeError, "Type %T doesn't define __sizeof__", a[0]);
    int64_t n = r ? int_as_ssize(vm, r) : -1;
    value_xdecref(vm, r);
    if (n < 0 && !error_occurred(vm))
        error_set(vm, EXC_ValueError, "__sizeof__() should return >= 0");
    if (error_occurred(vm)) {
        if (!a[1] || !error_matches(vm, EXC_TypeError))
            return VALUE_NULL;
        error_clear(vm);
        return value_incref(a[1]);
    }
    bool head = value_is_obj(a[0]) && value_obj(a[0])->gc & GC_HAS_HEAD;
    return int_from_u64(vm, (uint64_t)n + (head ? sizeof(GcHead) : 0));
}

FN(getrecursionlimit)
{
    UNUSED();
    return value_from_imm(vm->recursion_limit);
}

FN(setrecursionlimit)
{
    UNUSED();
    int limit;
    if (!arg_int(vm, args[0], &limit))
        return VALUE_NULL;
    if (limit < 1)
        return error_set(vm, EXC_ValueError,
                         "recursion limit must be greater or equal than 1");
    int depth = vm->recursion_limit - vm->recursion_remaining;
    if (depth >= limit)
        return error_set(vm, EXC_RecursionError,
                         "cannot set the recursion limit to %d at the recursion depth "
                         "%d: the limit is too low",
                         limit, depth);
    thread_set_recursion_limit(vm, limit);
    return VALUE_NONE;
}

FN(_getframe)
{
    UNUSED();
    int depth = 0;
    if (!args_check(vm, "_getframe", nargs, 0, 1) ||
        (nargs && !arg_int(vm, args[0], &depth)))
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

FN(getdefaultencoding)
{
    UNUSED();
    return str_from_cstr(vm, "utf-8");
}

FN(getfilesystemencoding)
{
    UNUSED();
    const char *name = vm->settings.fs_encoding;
    return str_from_cstr(vm, name ? name : "utf-8");
}

FN(getfilesystemencodeerrors)
{
    UNUSED();
    return str_from_cstr(vm, "surrogateescape");
}

FN(is_finalizing)
{
    UNUSED();
    return value_from_bool(vm->finalizing);
}

FN(getallocatedblocks)
{
    UNUSED();
    return value_from_imm((int64_t)mem_blocks(vm));
}

#ifdef MINIPY_FAIL_ALLOC
/* For tests/run_fail_alloc.py: the n-th request for memory from now fails; 0: none. */
FN(_fail_after)
{
    int64_t n;
    UNUSED();
    if (!arg_ssize(vm, args[0], &n))
        return VALUE_NULL;
    mem_fail_after(vm, n);
    return VALUE_NONE;
}
#endif

FN(get_int_max_str_digits)
{
    UNUSED();
    return value_from_imm(vm->settings.int_max_str_digits);
}

FN(set_int_max_str_digits)
{
    static const ArgSpec spec = {"set_int_max_str_digits", "maxdigits", .required = 1,
                                 .maxpos = 1};
    Value a[1];
    int n;
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) || !arg_int(vm, a[0], &n))
        return VALUE_NULL;
    if (n != 0 && n < 640)
        return error_set(vm, EXC_ValueError, "maxdigits must be 0 or larger than 640");
    vm->settings.int_max_str_digits = n;
    return VALUE_NONE;
}

FN(getswitchinterval)
{
    UNUSED();
    return sys_float(vm, (double)vm->switch_interval_us * 1e-6);
}

FN(setswitchinterval)
{
    UNUSED();
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

FN(get_asyncgen_hooks)
{
    static const char *const fields[] = {"firstiter", "finalizer", NULL};
    static const StructSeqSpec spec = {"asyncgen_hooks", NULL, fields, 2};
    UNUSED();
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

FN(set_asyncgen_hooks)
{
    static const ArgSpec spec = {"set_asyncgen_hooks", "firstiter finalizer",
                                 .required = 0, .maxpos = 2};
    Value a[2];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) ||
        check_hook(vm, a[1], "finalizer") < 0 || check_hook(vm, a[0], "firstiter") < 0)
        return VALUE_NULL;
    if (a[1])
        value_set_steal(vm, &vm->asyncgen_finalizer,
                        a[1] == VALUE_NONE ? VALUE_NULL : value_incref(a[1]));
    if (a[0])
        value_set_steal(vm, &vm->asyncgen_firstiter,
                        a[0] == VALUE_NONE ? VALUE_NULL : value_incref(a[0]));
    return VALUE_NONE;
}

FN(get_coroutine_origin_tracking_depth)
{
    UNUSED();
    return value_from_imm(vm->coroutine_origin_depth);
}

FN(set_coroutine_origin_tracking_depth)
{
    static const ArgSpec spec = {"set_coroutine_origin_tracking_depth", "depth",
                                 .required = 1, .maxpos = 1};
    Value a[1];
    int n;
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) || !arg_int(vm, a[0], &n))
        return VALUE_NULL;
    if (n < 0)
        return error_set(vm, EXC_ValueError, "depth must be >= 0");
    vm->coroutine_origin_depth = n;
    return VALUE_NONE;
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
FN(_current_frames)
{
    UNUSED();
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
FN(_current_exceptions)
{
    UNUSED();
    if (audit(vm, "sys._current_exceptions", 0) < 0 || thread_set_init(vm) < 0)
        return error_occurred(vm) ? VALUE_NULL : error_set_oom(vm);
    Value dict = dict_new(vm);
    for (Thread *t = vm->threads->first; dict && t; t = t->next)
        if (set_for_thread(vm, dict, t, exc_info_of(vm, thread_handled_borrow(vm, t))) <
            0)
            value_clear(vm, &dict);
    return dict;
}

FN(_clear_type_cache)
{
    UNUSED();
    (void)vm;
    return VALUE_NONE;
}

#define S(name, flags, doc)                                                            \
    {                                                                                  \
#name, sys_##name, flags, doc                                                  \
    }
static const MethodDef functions[] = {
    S(audit, M_FAST, NULL),
    S(addaudithook, M_KW,
      "addaudithook($module, /, hook)\n--\n\nAdds a new audit hook callback."),
    S(exit, M_FAST,
      "exit($module, status=None, /)\n--\n\nExit the interpreter by raising "
      "SystemExit(status)."),
    S(exc_info, M_NOARGS, "exc_info($module, /)\n--\n\n"),
    S(exception, M_NOARGS, "exception($module, /)\n--\n\n"),
    S(intern, M_O, "intern($module, string, /)\n--\n\n"),
    S(getrefcount, M_O, "getrefcount($module, object, /)\n--\n\n"),
    S(getsizeof, M_KW, NULL),
    S(getrecursionlimit, M_NOARGS, "getrecursionlimit($module, /)\n--\n\n"),
    S(setrecursionlimit, M_O, "setrecursionlimit($module, limit, /)\n--\n\n"),
    S(_getframe, M_FAST, "_getframe($module, depth=0, /)\n--\n\n"),
    S(getdefaultencoding, M_NOARGS, "getdefaultencoding($module, /)\n--\n\n"),
    S(getfilesystemencoding, M_NOARGS, "getfilesystemencoding($module, /)\n--\n\n"),
    S(getfilesystemencodeerrors, M_NOARGS,
      "getfilesystemencodeerrors($module, /)\n--\n\n"),
    S(is_finalizing, M_NOARGS, "is_finalizing($module, /)\n--\n\n"),
    S(getallocatedblocks, M_NOARGS, "getallocatedblocks($module, /)\n--\n\n"),
#ifdef MINIPY_FAIL_ALLOC
    S(_fail_after, M_O, NULL),
#endif
    S(get_int_max_str_digits, M_NOARGS, NULL),
    S(set_int_max_str_digits, M_KW, NULL),
    S(getswitchinterval, M_NOARGS, NULL),
    S(setswitchinterval, M_O, NULL),
    S(get_asyncgen_hooks, M_NOARGS, NULL),
    S(set_asyncgen_hooks, M_KW, NULL),
    S(get_coroutine_origin_tracking_depth, M_NOARGS, NULL),
    S(set_coroutine_origin_tracking_depth, M_KW, NULL),
    S(_current_frames, M_NOARGS, NULL),
    S(_current_exceptions, M_NOARGS, NULL),
    S(_clear_type_cache, M_NOARGS, NULL),
    {0},
};

static int sys_exec(MinipyVM *vm, Value m)
{
    return sys_add_info(vm, m) < 0 ||
                   module_add_functions(vm, m, sys_hook_functions) < 0 ||
                   module_add_functions(vm, m, sys_trace_functions) < 0
               ? -1
               : sys_add_hooks(vm, m);
}

const ModuleSpec sys_module_spec = {
    .name = "sys",
    .doc = "This module provides access to some objects used or maintained by the\n"
           "interpreter and to functions that interact strongly with the interpreter.",
    .methods = functions,
    .exec = sys_exec,
};
