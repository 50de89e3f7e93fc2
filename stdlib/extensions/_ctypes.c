/* _ctypes.c - C data and foreign functions: the side of libffi.
 *
 * Metaclasses, fields and instances with memory are of the interpreter itself
 * (stdlib/ctypes/ of the sources), because they are slots of types, which minipy.h does
 * not have. What needs libffi is here, so that the interpreter runs without it: this
 * hands over its functions, and gets its module filled.
 */
#include <ffi.h>

#include "common.h"

/* The interpreter makes descriptions of types itself, and copies of a cif. */
_Static_assert(sizeof(ffi_type) == 24 && offsetof(ffi_type, alignment) == 8 &&
                   offsetof(ffi_type, type) == 10 && offsetof(ffi_type, elements) == 16,
               "ForeignType of stdlib/ctypes is libffi's ffi_type");
_Static_assert(sizeof(ffi_cif) <= 64, "Cif of stdlib/ctypes holds libffi's ffi_cif");

static int prepare(void *cif, int nargs, int nfixed, ffi_type *result, ffi_type **args)
{
    return nfixed < 0
               ? (int)ffi_prep_cif(cif, FFI_DEFAULT_ABI, (unsigned)nargs, result, args)
               : (int)ffi_prep_cif_var(cif, FFI_DEFAULT_ABI, (unsigned)nfixed,
                                       (unsigned)nargs, result, args);
}

static void call(void *cif, void (*f)(void), void *result, void **args)
{
    ffi_call(cif, f, result, args);
}

static void *closure_new(void *cif, void (*run)(void *, void *, void **, void *),
                         void *user, void **code)
{
    ffi_closure *c = ffi_closure_alloc(sizeof *c, code);
    if (!c)
        return NULL;
    void (*function)(ffi_cif *, void *, void **, void *) =
        (void (*)(ffi_cif *, void *, void **, void *))(uintptr_t)run;
    if (ffi_prep_closure_loc(c, cif, function, user, *code) == FFI_OK)
        return c;
    ffi_closure_free(c);
    return NULL;
}

static int add_address(MinipyVM *vm, MinipyValue to, const char *name, const void *p)
{
    MinipyValue v = minipy_uint(vm, (uintptr_t)p);
    int r = v ? minipy_setitem_str(vm, to, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

static int add_functions(MinipyVM *vm, MinipyValue to)
{
    const struct {
        const char *name;
        const void *p;
    } rows[] = {{"prepare", (void *)(uintptr_t)prepare},
                {"call", (void *)(uintptr_t)call},
                {"closure_new", (void *)(uintptr_t)closure_new},
                {"closure_free", (void *)(uintptr_t)ffi_closure_free},
                {"nothing", &ffi_type_void},
                {"sint8", &ffi_type_sint8},
                {"uint8", &ffi_type_uint8},
                {"sint16", &ffi_type_sint16},
                {"uint16", &ffi_type_uint16},
                {"sint32", &ffi_type_sint32},
                {"uint32", &ffi_type_uint32},
                {"sint64", &ffi_type_sint64},
                {"uint64", &ffi_type_uint64},
                {"float32", &ffi_type_float},
                {"float64", &ffi_type_double},
                {"float_long", &ffi_type_longdouble},
                {"pointer", &ffi_type_pointer},
                {"structure", (void *)(uintptr_t)FFI_TYPE_STRUCT},
                {"types_offset", (void *)offsetof(ffi_cif, arg_types)}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof rows / sizeof *rows; i++)
        r = add_address(vm, to, rows[i].name, rows[i].p);
    return r;
}

static int exec(MinipyVM *vm, MinipyValue module)
{
    MinipyValue inside = minipy_import(vm, "_minipy_ctypes"), done = MINIPY_NULL;
    MinipyValue functions = inside ? minipy_dict(vm) : MINIPY_NULL;
    if (functions && add_functions(vm, functions) == 0) {
        const MinipyValue args[] = {functions, module};
        done = minipy_call_method(vm, inside, "connect", args, 2);
    }
    minipy_release(vm, functions);
    minipy_release(vm, inside);
    minipy_release(vm, done);
    return done ? 0 : -1;
}

MINIPY_MODULE(_ctypes) = {
    MINIPY_MODULE_HEAD,
    .name = "_ctypes",
    .doc = "Create and manipulate C compatible data types in Python.",
    .exec = exec,
};
