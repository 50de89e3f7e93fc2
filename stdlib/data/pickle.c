/* pickle.c - the module _pickle, on which pickle stands: CPython 3.11's Pickler,
 * Unpickler and PickleBuffer. What is written is, byte for byte, what python3.11
 * writes. Read next: pickle_private.h, pickler.c, unpickler.c. */
#include "stdlib/data/pickle_private.h"
#include "vm/import/import.h"

static const ErrorClass pickle_error = {
    .module = "_pickle", .name = "PickleError", .base = EXC_Exception};
const ErrorClass pickling_error = {
    .module = "_pickle", .name = "PicklingError", .derived_from = &pickle_error};
const ErrorClass unpickling_error = {
    .module = "_pickle", .name = "UnpicklingError", .derived_from = &pickle_error};

/* A Pickler that nobody sees, for a file or VALUE_NULL; VALUE_NULL: exception. */
static Value pickler_for(MinipyVM *vm, Value file, Value protocol, Value fix_imports,
                         Value buffer_callback)
{
    TypeObj *t = module_type_made_borrow(vm, &pickler_spec);
    Value p = t ? object_alloc_value(vm, t) : VALUE_NULL;
    if (p && (pickler_set_protocol(vm, PICKLER(p), protocol, fix_imports) < 0 ||
              (file && pickler_set_file(vm, PICKLER(p), file) < 0) ||
              pickler_set_buffers(vm, PICKLER(p), buffer_callback) < 0))
        value_clear(vm, &p);
    return p;
}

/* dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None) */
FN(pickle_dump)
{
    Value p = pickler_for(vm, args[1], GIVEN(2), GIVEN(3), GIVEN(4));
    Value r = p ? call_method_cstr(vm, p, "dump", args, 1) : VALUE_NULL;
    value_xdecref(vm, p);
    return r;
}

/* dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None) */
FN(pickle_dumps)
{
    Value p = pickler_for(vm, VALUE_NULL, GIVEN(1), GIVEN(2), GIVEN(3));
    Value r = VALUE_NULL;
    if (p && pickler_dump(vm, PICKLER(p), args[0]) == 0)
        r = bytes_from(vm, PICKLER(p)->out, (int64_t)PICKLER(p)->size);
    value_xdecref(vm, p);
    return r;
}

/* An Unpickler that nobody sees. */
static Value unpickler_for(MinipyVM *vm, const char *function, Value fix_imports,
                           Value encoding, Value errors, Value buffers)
{
    TypeObj *t = module_type_made_borrow(vm, &unpickler_spec);
    Value u = t ? object_alloc_value(vm, t) : VALUE_NULL;
    if (u && unpickler_setup(vm, UNPICKLER(u), function, fix_imports, encoding, errors,
                             buffers) < 0)
        value_clear(vm, &u);
    return u;
}

/* load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()) */
FN(pickle_load)
{
    Value u = unpickler_for(vm, "load", GIVEN(1), GIVEN(2), GIVEN(3), GIVEN(4)),
          r = VALUE_NULL;
    if (u && unpickler_set_file(vm, UNPICKLER(u), args[0]) == 0)
        r = unpickler_load(vm, u);
    value_xdecref(vm, u);
    return r;
}

/* loads(data, /, *, ...) */
FN(pickle_loads)
{
    Value u = unpickler_for(vm, "loads", GIVEN(1), GIVEN(2), GIVEN(3), GIVEN(4)),
          r = VALUE_NULL;
    if (u && unpickler_set_bytes(vm, UNPICKLER(u), args[0]) == 0)
        r = unpickler_load(vm, u);
    value_xdecref(vm, u);
    return r;
}

static METHODS(functions,
    {"dump", pickle_dump, 0, "($module, /, obj, file, protocol=None, *, fix_imports=True,\n     buffer_callback=None)",
     "Write a pickled representation of obj to the open file object file."},
    {"dumps", pickle_dumps, 0, "($module, /, obj, protocol=None, *, fix_imports=True,\n      buffer_callback=None)",
     "Return the pickled representation of the object as a bytes object."},
    {"load", pickle_load, 0,
     "($module, /, file, *, fix_imports=True, encoding='ASCII',\n     errors='strict', buffers=())",
     "Read and return an object from the pickle data stored in a file."},
    {"loads", pickle_loads, 0,
     "($module, data, /, *, fix_imports=True, encoding='ASCII',\n      errors='strict', buffers=())",
     "Read and return an object from the given pickle data."},
);

static CONTENTS(contents,
    HAS_TYPE("Pickler", &pickler_spec), HAS_TYPE("Unpickler", &unpickler_spec),
    HAS_TYPE("PickleBuffer", &pickle_buffer_spec), HAS_TYPE(NULL, &pickler_memo_spec),
    HAS_TYPE(NULL, &unpickler_memo_spec), HAS_ERROR("PickleError", &pickle_error),
    HAS_ERROR("PicklingError", &pickling_error), HAS_ERROR("UnpicklingError", &unpickling_error),
);

/* CPython's takes what it needs of these when it is imported. Here each is asked at the
 * place that needs it, but a program sees when they are imported. */
static int pickle_exec(MinipyVM *vm, Value module)
{
    static const char *const needed[] = {"copyreg", "_compat_pickle", "codecs",
                                         "functools"};
    int r = 0;
    (void)module;
    for (size_t i = 0; r == 0 && i < sizeof needed / sizeof *needed; i++)
        r = import_before_use(vm, needed[i]);
    return r;
}

MODULE_SPEC(pickle_module_spec,
    .name = "_pickle",
    .doc = "Optimized C implementation for the Python pickle module.",
    .methods = functions, .contents = contents, .exec = pickle_exec,
);
