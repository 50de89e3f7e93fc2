/* library.c - shared libraries and the names in them. Libraries that a program opened
 * stay open when its vm ends: their functions may be on some stack. */
#include <dlfcn.h>

#include "stdlib/ctypes/ctypes.h"
#include "stdlib/os/posix_private.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hooks.h"
#include "vm/numbers/int.h"
#include "vm/threads/thread.h"

int library_pointer(MinipyVM *vm, Value v, void **out)
{
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "an integer is required");
        return -1;
    }
    uint64_t u = int_sign(v) < 0 ? (uint64_t)int_as_i64(vm, v) : int_as_u64(vm, v);
    *out = (void *)(uintptr_t)u;
    return error_occurred(vm) ? -1 : 0;
}

static void *raise_dlerror(MinipyVM *vm, ExcId error)
{
    const char *why = dlerror();
    error_set(vm, error, "%s", why ? why : "ctypes.dlopen() error");
    return NULL;
}

/* Functions of CPython's that there are in no library here. */
static void *find_symbol(void *handle, const char *name)
{
    void *p = dlsym(handle, name);
    void *own = p ? NULL : pythonapi_symbol(name);
    if (own)
        dlerror(); /* which is not an error then */
    return p ? p : own;
}

void *library_symbol(MinipyVM *vm, Value dll, const char *name, ExcId error)
{
    Value handle = object_getattr(vm, dll, NAME(vm, _handle));
    void *opened = NULL, *p = NULL;
    if (!handle)
        return NULL;
    if (!value_is_int(handle))
        error_set(vm, EXC_TypeError,
                  "the _handle attribute of the second argument "
                  "must be an integer");
    else if (library_pointer(vm, handle, &opened) == 0 &&
             !(p = find_symbol(opened, name)))
        raise_dlerror(vm, error);
    value_decref(vm, handle);
    return p;
}

static Value address(MinipyVM *vm, const void *p)
{
    return int_from_u64(vm, (uintptr_t)p);
}

Value ctypes_dlopen(NATIVE_ARGS)
{
    int mode = RTLD_NOW;
    Value path = VALUE_NULL;
    const char *name = NULL;
    if (nargs > 1 && !arg_int_ranged(vm, args[1], &mode))
        return VALUE_NULL;
    if (args[0] != VALUE_NONE) {
        path = fs_encode(vm, args[0]);
        if (!path)
            return VALUE_NULL;
        name = (const char *)BYTES(path)->data;
    }
    Value r = VALUE_NULL;
    if (audit(vm, "ctypes.dlopen", 1, args[0]) == 0) {
        void *p = BLOCKING(vm, dlopen(name, mode | RTLD_NOW));
        r = p ? address(vm, p) : value_from_obj(raise_dlerror(vm, EXC_OSError));
    }
    value_xdecref(vm, path);
    return r;
}

Value ctypes_dlclose(NATIVE_ARGS)
{
    void *handle;
    if (library_pointer(vm, args[0], &handle) < 0)
        return VALUE_NULL;
    if (dlclose(handle) == 0)
        return VALUE_NONE;
    raise_dlerror(vm, EXC_OSError);
    return VALUE_NULL;
}

Value ctypes_dlsym(NATIVE_ARGS)
{
    void *handle;
    if (library_pointer(vm, args[0], &handle) < 0)
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return arg_type_error(vm, "dlsym", "2", "str", args[1]);
    const char *name = str_cstr(vm, args[1]);
    if (!name || audit(vm, "ctypes.dlsym/handle", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    void *p = find_symbol(handle, name);
    return p ? address(vm, p) : value_from_obj(raise_dlerror(vm, EXC_OSError));
}
