/* callback.c - Python functions that C calls: a thunk is a piece of code made by
 * libffi, kept by the function object that was made of it.
 *
 * C may call on any thread: one that is in the vm, one that has left it for a foreign
 * call, or a stranger, which then attaches itself for the time of the call. The vm gets
 * its lock when the first thunk is made, because a stranger cannot make it. An
 * exception cannot pass through C: sys.unraisablehook is told. Read next: call.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/objects/call.h"
#include "vm/threads/thread.h"

typedef struct Thunk {
    Object ob;
    Value callable, argtypes, restype; /* strong */
    MinipyVM *vm;
    void *closure;
    uint32_t flags;
    Cif cif;
    ForeignType **types; /* owned */
} Thunk;

/* ---- the call of a Python function ----------------------------------------------- */

static Value argument_of(MinipyVM *vm, Value cls, void *p)
{
    const CInfo *info = ctype_info(cls);
    if (!info)
        return error_set(vm, EXC_TypeError, "cannot build parameter");
    if (info->value_get)
        return info->value_get(vm, p, info->size);
    Value v = call0(vm, cls);
    if (v && !cdata_is(v)) {
        value_clear(vm, &v);
        return error_set(vm, EXC_TypeError, "unexpected result of create argument");
    }
    if (v)
        mem_copy(CDATA(v)->p, p,
                 (size_t)(info->size < CDATA(v)->size ? info->size : CDATA(v)->size));
    return v;
}

/* The tuple of arguments, or VALUE_NULL. */
static Value arguments_of(MinipyVM *vm, const Thunk *t, void **args)
{
    int64_t n = tuple_size(t->argtypes);
    Value r = tuple_alloc(vm, n);
    for (int64_t i = 0; r && i < n; i++)
        r = tuple_put_made(vm, r, i,
                           argument_of(vm, tuple_get_borrow(t->argtypes, i), args[i]));
    return r;
}

/* Puts v where C looks for the result. What must live on for C would be lost: that is
 * said, but for texts of Python's that somebody else keeps. */
static void give_result(MinipyVM *vm, const Thunk *t, void *result, Value v)
{
    const CInfo *info = ctype_info(t->restype);
    Value keep = info->set(vm, result, v, 0);
    if (!keep) {
        error_unraisable(vm, "on converting result of ctypes callback function",
                         t->callable);
        return;
    }
    if (info->code && info->code->code == 'O')
        return; /* the reference is C's */
    value_decref(vm, keep);
    if (keep != VALUE_NONE &&
        error_warn(vm, EXC_RuntimeWarning, 1, "memory leak in callback function.") < 0)
        error_unraisable(vm, "on converting result of ctypes callback function",
                         t->callable);
}

static void call_python(MinipyVM *vm, const Thunk *t, void *result, void **args)
{
    Value given = arguments_of(vm, t, args);
    if (!given) {
        error_unraisable(vm, "on calling ctypes callback function", t->callable);
        return;
    }
    if (t->flags & CALL_ERRNO)
        foreign_swap_errno();
    Value r = call(vm, t->callable, TUPLE(given)->items, (size_t)tuple_size(given),
                   VALUE_NULL);
    if (t->flags & CALL_ERRNO)
        foreign_swap_errno();
    if (!r)
        error_unraisable(vm, "on calling ctypes callback function", t->callable);
    else if (t->restype != VALUE_NONE)
        give_result(vm, t, result, r);
    value_xdecref(vm, r);
    value_decref(vm, given);
}

/* In the vm. The thunk may go meanwhile; an exception that waits is not for this. */
static void run_inside(Thunk *t, void *result, void **args)
{
    MinipyVM *vm = t->vm;
    Value waiting = error_fetch(vm);
    obj_incref(&t->ob);
    call_python(vm, t, result, args);
    obj_decref(vm, &t->ob);
    error_restore_steal(vm, waiting);
}

static void clear_result(const Thunk *t, void *result)
{
    if (t->restype == VALUE_NONE)
        return;
    const CInfo *info = ctype_info(t->restype);
    size_t size = info && info->size > 8 ? (size_t)info->size : 8;
    memset(result, 0, size);
}

/* What libffi calls. */
static void run(void *cif, void *result, void **args, void *user)
{
    Thunk *t = user;
    MinipyVM *vm = t->vm;
    (void)cif;
    clear_result(t, result);
    if (!vm->sysdict) /* its end frees a capsule: no Python code runs any more */
        return;
    if (thread_holds_vm(vm)) {
        run_inside(t, result, args);
        return;
    }
    Thread *me = thread_of_caller(vm);
    if (me) {
        thread_enter(vm, me);
        run_inside(t, result, args);
        thread_leave(vm);
    } else if (thread_attach(vm) == 0) {
        run_inside(t, result, args);
        thread_detach(vm);
    }
}

/* ---- making one ------------------------------------------------------------------ */

static void thunk_dealloc(MinipyVM *vm, Object *o)
{
    Thunk *t = (Thunk *)o;
    if (t->closure)
        vm->ctypes->foreign.closure_free(t->closure);
    mem_free(vm, t->types);
    object_values_release(vm, o);
}

TYPE_SPEC(thunk_spec,
    .name = "_ctypes.CThunkObject", .doc = "CThunkObject",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(Thunk), .values = 3,
    .dealloc = thunk_dealloc, .traverse = object_values_visit,
);

static int set_types(MinipyVM *vm, Thunk *t)
{
    int n = (int)tuple_size(t->argtypes);
    t->types = mem_calloc(vm, (size_t)(n + 1) * sizeof *t->types);
    if (!t->types)
        return -1;
    for (int i = 0; i < n; i++)
        t->types[i] = info_foreign(vm, tuple_get_borrow(t->argtypes, i));
    ForeignType *result = info_foreign(vm, t->restype);
    if (vm->ctypes->foreign.prepare(&t->cif, n, -1, result, t->types) != 0) {
        error_set(vm, EXC_RuntimeError, "ffi_prep_cif failed");
        return -1;
    }
    return 0;
}

Value thunk_new(MinipyVM *vm, Value callable, const CInfo *type, void **code)
{
    Value restype = type->restype ? type->restype : VALUE_NONE;
    const CInfo *result = ctype_info(restype);
    if (restype != VALUE_NONE && (!result || !result->set))
        return error_set(vm, EXC_TypeError,
                         "invalid result type for callback function");
    if (!vm->threads && thread_set_init(vm) < 0)
        return error_set_oom(vm);
    Thunk *t = (Thunk *)object_alloc(vm, vm->ctypes->thunk, 0);
    if (!t)
        return VALUE_NULL;
    t->vm = vm;
    t->callable = value_incref(callable);
    t->argtypes = value_incref(type->argtypes);
    t->restype = value_incref(restype);
    t->flags = type->func_flags;
    if (set_types(vm, t) == 0) {
        t->closure = vm->ctypes->foreign.closure_new(&t->cif, run, t, code);
        if (t->closure)
            return value_from_obj(t);
        error_set_oom(vm);
    }
    obj_decref(vm, &t->ob);
    return VALUE_NULL;
}
