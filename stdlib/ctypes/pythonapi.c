/* pythonapi.c - functions that C calls by CPython's names: the few of its C API that
 * programs reach through ctypes.pythonapi, and those behind string_at and cast.
 *
 * A PyObject * is a Value, as py_object holds it. They find the vm by the call that is
 * going on (foreign_vm): outside of one of PyDLL's they refuse. What is not in the
 * table does not exist, as dlsym says. Read next: call.c, library.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/numbers/int.h"
#include "vm/objects/call.h"
#include "vm/objects/capsule.h"
#include "vm/threads/thread.h"

/* ---- strings at an address, casts ------------------------------------------------ */

static int audit_string(MinipyVM *vm, const char *event, const void *p, int size)
{
    Value at = int_from_u64(vm, (uintptr_t)p);
    int r = at ? audit(vm, event, 2, at, value_from_imm(size)) : -1;
    value_xdecref(vm, at);
    return r;
}

static Value string_at(const char *p, int size)
{
    MinipyVM *vm = foreign_vm();
    if (!vm || audit_string(vm, "ctypes.string_at", p, size) < 0)
        return VALUE_NULL;
    int64_t n = size == -1 ? (int64_t)strlen(p) : size;
    if (n < 0)
        return error_set(vm, EXC_SystemError,
                         "Negative size passed to PyBytes_FromStringAndSize");
    return bytes_from(vm, p, n);
}

static Value wstring_at(const wchar_t *p, int size)
{
    MinipyVM *vm = foreign_vm();
    if (!vm || audit_string(vm, "ctypes.wstring_at", p, size) < 0)
        return VALUE_NULL;
    int64_t n = size == -1 ? (int64_t)wcslen(p) : size;
    return n < 0 ? error_bad_argument(vm, "wstring_at") : ccode_wide_str(vm, p, n);
}

static bool is_pointer_type(MinipyVM *vm, Value cls)
{
    const CInfo *info = ctype_info(cls);
    if (ctype_is_of(cls, vm->ctypes->meta_pointer) ||
        ctype_is_of(cls, vm->ctypes->meta_func))
        return true;
    if (info && info->code && strchr("sPzUZXO", info->code->code))
        return true;
    if (value_is_type(cls))
        error_set(vm, EXC_TypeError, "cast() argument 2 must be a pointer type, not %N",
                  TYPE_OF(cls));
    else
        error_set(vm, EXC_TypeError, "cast() argument 2 must be a pointer type, not %T",
                  cls);
    return false;
}

/* What src keeps the result keeps too, and src itself under its address. */
static int share_kept(MinipyVM *vm, Value result, Value src)
{
    if (!cdata_is(src))
        return 0;
    if (!cdata_kept_borrow(vm, src))
        return -1;
    Value objects = CDATA(src)->objects;
    value_set_steal(vm, &CDATA(result)->objects, value_xincref(objects));
    if (!objects || !value_is_dict(objects))
        return 0;
    Value key = int_from_u64(vm, src);
    int r = key ? dict_set(vm, objects, key, src) : -1;
    value_xdecref(vm, key);
    return r;
}

static Value cast(void *p, Value src, Value cls)
{
    MinipyVM *vm = foreign_vm();
    if (!vm || !is_pointer_type(vm, cls))
        return VALUE_NULL;
    Value r = call0(vm, cls);
    if (r && !cdata_is(r)) {
        value_clear(vm, &r);
        return error_set(vm, EXC_TypeError,
                         "cast() argument 2 made no ctypes instance");
    }
    if (r && share_kept(vm, r, src) < 0)
        value_clear(vm, &r);
    if (r)
        memcpy(CDATA(r)->p, &p, sizeof p);
    return r;
}

/* ---- CPython's ------------------------------------------------------------------- */

static int is_initialized(void)
{
    return 1;
}

static int gil_ensure(void)
{
    return 0;
}

static void gil_release(int state)
{
    (void)state;
}

static const char *get_version(void)
{
    return "3.11.2 (minipy)";
}

static void inc_ref(Value v)
{
    if (v)
        value_incref(v);
}

static void dec_ref(Value v)
{
    MinipyVM *vm = foreign_vm();
    if (vm)
        value_xdecref(vm, v);
}

static long long_as_long(Value v)
{
    MinipyVM *vm = foreign_vm();
    int64_t i = -1;
    return vm && v && arg_long(vm, v, &i) ? (long)i : -1;
}

/* Of ints alone. */
static long long_as_ssize(Value v)
{
    MinipyVM *vm = foreign_vm();
    int64_t i = -1;
    if (vm && v && !value_is_int(v)) {
        error_set(vm, EXC_TypeError, "an integer is required");
        return -1;
    }
    return vm && v && arg_ssize(vm, v, &i) ? (long)i : -1;
}

static Value long_from_long(long i)
{
    MinipyVM *vm = foreign_vm();
    return vm ? int_new(vm, i) : VALUE_NULL;
}

static Value bytes_from_size(const char *p, int64_t n)
{
    MinipyVM *vm = foreign_vm();
    if (!vm)
        return VALUE_NULL;
    if (n < 0)
        return error_set(vm, EXC_SystemError,
                         "Negative size passed to PyBytes_FromStringAndSize");
    return p ? bytes_from(vm, p, n) : bytes_zeros(vm, n);
}

static Value bytes_from_string(const char *p)
{
    return bytes_from_size(p, (int64_t)strlen(p));
}

static bool is_bytes(Value v)
{
    MinipyVM *vm = foreign_vm();
    if (vm && v && !value_is_bytes(v))
        error_set(vm, EXC_TypeError, "expected bytes, %T found", v);
    return vm && v && value_is_bytes(v);
}

static char *bytes_as_string(Value v)
{
    return is_bytes(v) ? (char *)BYTES(v)->data : NULL;
}

static int64_t bytes_size(Value v)
{
    return is_bytes(v) ? BYTES(v)->size : -1;
}

static Value unicode_from_string(const char *p)
{
    MinipyVM *vm = foreign_vm();
    return vm ? str_from_cstr(vm, p) : VALUE_NULL;
}

static const char *unicode_as_utf8(Value v)
{
    MinipyVM *vm = foreign_vm();
    if (vm && v && !value_is_str(v))
        error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    return vm && v && value_is_str(v) ? str_utf8(vm, v, NULL) : NULL;
}

static Value object_repr_of(Value v)
{
    MinipyVM *vm = foreign_vm();
    return vm && v ? object_repr(vm, v) : VALUE_NULL;
}

static Value object_str_of(Value v)
{
    MinipyVM *vm = foreign_vm();
    return vm && v ? object_str(vm, v) : VALUE_NULL;
}

static int object_true(Value v)
{
    MinipyVM *vm = foreign_vm();
    return vm && v ? object_is_true(vm, v) : -1;
}

static void err_clear(void)
{
    MinipyVM *vm = foreign_vm();
    if (vm)
        error_clear(vm);
}

static int err_check_signals(void)
{
    MinipyVM *vm = foreign_vm();
    return vm ? limits_poll(vm) : 0;
}

/* exc as C has it: NULL takes back what waits. */
static int set_async_exc(unsigned long ident, Value exc)
{
    MinipyVM *vm = foreign_vm();
    return vm ? thread_set_async(vm, ident, exc) : 0;
}

/* ---- buffers --------------------------------------------------------------------- */

/* A Py_buffer is a Buffer: the fields lie in the same places. */
_Static_assert(offsetof(Buffer, size) == 16 && offsetof(Buffer, readonly) == 32 &&
                   offsetof(Buffer, ndim) == 36 && offsetof(Buffer, internal) == 72,
               "Buffer is laid out as Py_buffer");

static int get_buffer(Value v, Buffer *view, int flags)
{
    MinipyVM *vm = foreign_vm();
    memset(view, 0, sizeof *view);
    return vm && v ? buffer_get(vm, v, view, flags) : -1;
}

static void release_buffer(Buffer *view)
{
    MinipyVM *vm = foreign_vm();
    if (vm && view->obj)
        buffer_release(vm, view);
}

/* ---- capsules -------------------------------------------------------------------- */

static bool is_capsule(Value v)
{
    return v && value_is_kind(v, KIND_CAPSULE) && CAPSULE(v)->pointer;
}

/* Is it one? Else ValueError, in the words of the function of that name. */
static bool capsule_given(Value v, const char *function)
{
    MinipyVM *vm = foreign_vm();
    if (vm && !is_capsule(v))
        error_set(vm, EXC_ValueError, "%s called with invalid PyCapsule object",
                  function);
    return vm && is_capsule(v);
}

/* A pointer that is given; else ValueError. */
static bool pointer_given(const void *pointer, const char *function)
{
    MinipyVM *vm = foreign_vm();
    if (vm && !pointer)
        error_set(vm, EXC_ValueError, "%s called with null pointer", function);
    return vm && pointer;
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static Value capsule_made(void *pointer, const char *name, CapsuleDestructor destructor)
{
    return pointer_given(pointer, "PyCapsule_New")
               ? capsule_new(foreign_vm(), pointer, name, destructor)
               : VALUE_NULL;
}

static int capsule_is_valid(Value v, const char *name)
{
    return is_capsule(v) && same_name(CAPSULE(v)->name, name);
}

static void *capsule_pointer(Value v, const char *name)
{
    if (!capsule_given(v, "PyCapsule_GetPointer"))
        return NULL;
    if (same_name(CAPSULE(v)->name, name))
        return CAPSULE(v)->pointer;
    error_set(foreign_vm(), EXC_ValueError,
              "PyCapsule_GetPointer called with incorrect name");
    return NULL;
}

static int capsule_set_pointer(Value v, void *pointer)
{
    if (!pointer_given(pointer, "PyCapsule_SetPointer") ||
        !capsule_given(v, "PyCapsule_SetPointer"))
        return -1;
    CAPSULE(v)->pointer = pointer;
    return 0;
}

/* PyCapsule_GetX and PyCapsule_SetX of a field. */
#define CAPSULE_FIELD(X, field, type)                                                  \
    static type capsule_get_##field(Value v)                                           \
    {                                                                                  \
        return capsule_given(v, "PyCapsule_Get" X) ? CAPSULE(v)->field : NULL;         \
    }                                                                                  \
    static int capsule_set_##field(Value v, type value)                                \
    {                                                                                  \
        if (!capsule_given(v, "PyCapsule_Set" X))                                      \
            return -1;                                                                 \
        CAPSULE(v)->field = value;                                                     \
        return 0;                                                                      \
    }
CAPSULE_FIELD("Name", name, const char *)
CAPSULE_FIELD("Context", context, void *)
CAPSULE_FIELD("Destructor", destructor, CapsuleDestructor)

/* ---- the table ------------------------------------------------------------------- */

#define API(name, function)                                                            \
    {                                                                                  \
        name, (void (*)(void))function                                                 \
    }
static const struct ApiRow {
    const char *name;
    void (*function)(void);
} rows[] = {
    API("_minipy_string_at", string_at),
    API("_minipy_wstring_at", wstring_at),
    API("_minipy_cast", cast),
    API("Py_IsInitialized", is_initialized),
    API("Py_GetVersion", get_version),
    API("Py_IncRef", inc_ref),
    API("Py_DecRef", dec_ref),
    API("PyGILState_Ensure", gil_ensure),
    API("PyGILState_Release", gil_release),
    API("PyGILState_Check", is_initialized),
    API("PyMem_Malloc", malloc),
    API("PyMem_Calloc", calloc),
    API("PyMem_Realloc", realloc),
    API("PyMem_Free", free),
    API("PyMem_RawMalloc", malloc),
    API("PyMem_RawCalloc", calloc),
    API("PyMem_RawRealloc", realloc),
    API("PyMem_RawFree", free),
    API("PyOS_snprintf", snprintf),
    API("PyOS_vsnprintf", vsnprintf),
    API("PyLong_AsLong", long_as_long),
    API("PyLong_AsSsize_t", long_as_ssize),
    API("PyLong_FromLong", long_from_long),
    API("PyLong_FromSsize_t", long_from_long),
    API("PyBytes_FromStringAndSize", bytes_from_size),
    API("PyBytes_FromString", bytes_from_string),
    API("PyBytes_AsString", bytes_as_string),
    API("PyBytes_Size", bytes_size),
    API("PyUnicode_FromString", unicode_from_string),
    API("PyUnicode_AsUTF8", unicode_as_utf8),
    API("PyObject_Repr", object_repr_of),
    API("PyObject_Str", object_str_of),
    API("PyObject_IsTrue", object_true),
    API("PyObject_GetBuffer", get_buffer),
    API("PyBuffer_Release", release_buffer),
    API("PyCapsule_New", capsule_made),
    API("PyCapsule_IsValid", capsule_is_valid),
    API("PyCapsule_GetPointer", capsule_pointer),
    API("PyCapsule_SetPointer", capsule_set_pointer),
    API("PyCapsule_GetName", capsule_get_name),
    API("PyCapsule_SetName", capsule_set_name),
    API("PyCapsule_GetContext", capsule_get_context),
    API("PyCapsule_SetContext", capsule_set_context),
    API("PyCapsule_GetDestructor", capsule_get_destructor),
    API("PyCapsule_SetDestructor", capsule_set_destructor),
    API("PyErr_Clear", err_clear),
    API("PyErr_CheckSignals", err_check_signals),
    API("PyThreadState_SetAsyncExc", set_async_exc),
};

void *pythonapi_symbol(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return (void *)(uintptr_t)rows[i].function;
    return NULL;
}
