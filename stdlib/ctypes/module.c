/* module.c - the functions of _ctypes, and what it keeps for a vm from its first import
 * on. It is found as _minipy_ctypes, by the extension module _ctypes alone, which
 * connects libffi and takes over all names.
 */
#include <dlfcn.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/objects/native.h"

const ErrorClass ctypes_argument_error = {"ctypes", "ArgumentError", EXC_Exception,
                                          NULL, NULL};

/* ---- sizes and addresses --------------------------------------------------------- */

/* Of a class, or of an instance's class. */
static CInfo *info_of(Value v)
{
    CInfo *info = ctype_info(v);
    return info ? info : cdata_info(v);
}

FN(ctypes_sizeof)
{
    const CInfo *info = ctype_info(args[0]);
    if (info)
        return int_new(vm, info->size);
    if (cdata_is(args[0]))
        return int_new(vm, CDATA(args[0])->size);
    return error_set(vm, EXC_TypeError, "this type has no size");
}

FN(ctypes_alignment)
{
    const CInfo *info = info_of(args[0]);
    return info ? int_new(vm, info->align)
                : error_set(vm, EXC_TypeError, "no alignment info");
}

FN(ctypes_addressof)
{
    if (!cdata_is(args[0]))
        return error_set(vm, EXC_TypeError, "invalid type");
    return audit(vm, "ctypes.addressof", 1, args[0]) < 0
               ? VALUE_NULL
               : int_from_u64(vm, (uintptr_t)CDATA(args[0])->p);
}

FN(ctypes_byref)
{
    int64_t offset = 0;
    if (!args_check(vm, "byref", nargs, 1, 2))
        return VALUE_NULL;
    if (nargs > 1) {
        offset = number_as_ssize(vm, args[1], EXC_NONE);
        if (offset == -1 && error_occurred(vm))
            return VALUE_NULL;
    }
    return cdata_is(args[0])
               ? carg_byref(vm, args[0], offset)
               : error_set(vm, EXC_TypeError,
                           "byref() argument must be a ctypes instance, not '%T'",
                           args[0]);
}

FN(ctypes_resize)
{
    int64_t size;
    const CInfo *info = cdata_info(args[0]);
    if (!arg_ssize(vm, args[1], &size))
        return VALUE_NULL;
    if (!info)
        return error_set(vm, EXC_TypeError, "excepted ctypes instance");
    if (size < info->size)
        return error_set(vm, EXC_ValueError, "minimum size is %zd", info->size);
    if (!CDATA(args[0])->owned)
        return error_set(vm, EXC_ValueError,
                         "Memory cannot be resized because this "
                         "object doesn't own it");
    return cdata_resize(vm, CDATA(args[0]), size) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(buffer_info)
{
    const CInfo *info = info_of(args[0]);
    if (!info)
        return error_set(vm, EXC_TypeError, "not a ctypes type or object");
    Value shape = tuple_alloc(vm, info->ndim), r = VALUE_NULL;
    for (int i = 0; shape && i < info->ndim; i++)
        shape = tuple_put_made(vm, shape, i, int_new(vm, info->shape[i]));
    Value format = shape && info->format ? str_from_cstr(vm, info->format) : VALUE_NONE;
    if (shape && format)
        r = tuple_pack(vm, 3, format, value_from_imm(info->ndim), shape);
    value_xdecref(vm, format);
    value_xdecref(vm, shape);
    return r;
}

/* ---- calls by address ------------------------------------------------------------ */

static Value call_address(MinipyVM *vm, const Value *args, uint32_t flags)
{
    CallSpec spec = {.flags = flags};
    if (library_pointer(vm, args[0], &spec.f) < 0)
        return VALUE_NULL;
    if (!value_is_tuple(args[1]))
        return error_set(vm, EXC_TypeError, "argument 2 must be tuple, not %T",
                         args[1]);
    if (audit(vm, "ctypes.call_function", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    return spec.f ? foreign_call(vm, &spec, TUPLE(args[1])->items,
                                 (size_t)tuple_size(args[1]))
                  : error_set(vm, EXC_ValueError, "call of a NULL function pointer");
}

FN(call_function)
{
    return call_address(vm, args, CALL_STDCALL);
}

FN(call_cdeclfunction)
{
    return call_address(vm, args, CALL_CDECL);
}

/* ---- references ------------------------------------------------------------------ */

FN(obj_from_ptr)
{
    void *p;
    if (library_pointer(vm, args[0], &p) < 0)
        return VALUE_NULL;
    Value v = (Value)(uintptr_t)p;
    if (!v)
        return error_set(vm, EXC_ValueError, "PyObject is NULL");
    return audit(vm, "ctypes.PyObj_FromPtr", 1, v) < 0 ? VALUE_NULL : value_incref(v);
}

FN(py_incref)
{
    value_incref(args[0]);
    return value_incref(args[0]);
}

FN(py_decref)
{
    value_decref(vm, args[0]);
    return value_incref(args[0]);
}

/* ---- pickles --------------------------------------------------------------------- */

FN(unpickle)
{
    if (!value_is_tuple(args[1]))
        return error_set(vm, EXC_TypeError, "argument 2 must be tuple, not %T",
                         args[1]);
    Value made = call_method(vm, args[0], NAME(vm, __new__), args, 1);
    Value r = made ? call_method(vm, made, NAME(vm, __setstate__),
                                 TUPLE(args[1])->items, (size_t)tuple_size(args[1]))
                   : VALUE_NULL;
    if (!r && made)
        value_clear(vm, &made);
    value_xdecref(vm, r);
    return made;
}

/* ---- libffi ---------------------------------------------------------------------- */

/* The number of that name that the extension hands over; 0: there is none. */
static uint64_t handed(MinipyVM *vm, Value from, const char *name)
{
    Value v = dict_get_cstr_borrow(vm, from, name);
    return v && value_is_int(v) ? int_as_u64(vm, v) : 0;
}

/* What the extension brings: 0, or -1 with ImportError. */
static int take_libffi(MinipyVM *vm, Value from)
{
    static const struct {
        const char *name;
        size_t offset;
    } pointers[] = {
#define POINTER_ROW(field) {#field, offsetof(Foreign, field)}
        POINTER_ROW(prepare),      POINTER_ROW(call),    POINTER_ROW(closure_new),
        POINTER_ROW(closure_free), POINTER_ROW(nothing), POINTER_ROW(sint8),
        POINTER_ROW(uint8),        POINTER_ROW(sint16),  POINTER_ROW(uint16),
        POINTER_ROW(sint32),       POINTER_ROW(uint32),  POINTER_ROW(sint64),
        POINTER_ROW(uint64),       POINTER_ROW(float32), POINTER_ROW(float64),
        POINTER_ROW(float_long),   POINTER_ROW(pointer)};
    Foreign f = {.structure = (uint16_t)handed(vm, from, "structure"),
                 .types_offset = (uint16_t)handed(vm, from, "types_offset")};
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        void *p = (void *)(uintptr_t)handed(vm, from, pointers[i].name);
        if (!p)
            return error_set(vm, EXC_ImportError, "_ctypes does not bring %s",
                             pointers[i].name),
                   -1;
        memcpy((char *)&f + pointers[i].offset, &p, sizeof p);
    }
    vm->ctypes->foreign = f;
    return 0;
}

/* ---- what is kept ---------------------------------------------------------------- */

static bool make_metatypes(MinipyVM *vm, CTypesState *s)
{
    return (s->meta_struct = type_from_spec(vm, &meta_struct_spec)) &&
           (s->meta_union = type_from_spec(vm, &meta_union_spec)) &&
           (s->meta_pointer = type_from_spec(vm, &meta_pointer_spec)) &&
           (s->meta_array = type_from_spec(vm, &meta_array_spec)) &&
           (s->meta_simple = type_from_spec(vm, &meta_simple_spec)) &&
           (s->meta_func = type_from_spec(vm, &meta_func_spec));
}

static bool make_types(MinipyVM *vm, CTypesState *s)
{
    s->data = type_from_spec(vm, &cdata_spec);
    const struct {
        TypeObj **place;
        const TypeSpec *spec;
        TypeObj *meta;
    } rows[] = {
        {&s->structure, &structure_spec, s->meta_struct},
        {&s->union_, &union_data_spec, s->meta_union},
        {&s->pointer, &pointer_spec, s->meta_pointer},
        {&s->array, &carray_spec, s->meta_array},
        {&s->simple, &simple_spec, s->meta_simple},
        {&s->func, &func_spec, s->meta_func},
    };
    for (size_t i = 0; s->data && i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i].place =
                  type_from_spec_meta(vm, rows[i].spec, s->data, rows[i].meta)))
            return false;
    return s->data && (s->field = type_from_spec(vm, &field_spec)) &&
           (s->arg = type_from_spec(vm, &arg_spec)) &&
           (s->thunk = type_from_spec(vm, &thunk_spec)) &&
           (s->wide = type_from_spec(vm, &wide_spec));
}

static bool make_state(MinipyVM *vm)
{
    CTypesState *s = vm->ctypes = mem_calloc(vm, sizeof *s);
    return s && make_metatypes(vm, s) && make_types(vm, s) &&
           (s->pointers = dict_new(vm)) && (s->arrays = value_hide(dict_new(vm)));
}

void ctypes_fini(MinipyVM *vm)
{
    CTypesState *s = vm->ctypes;
    if (!s)
        return;
    value_clear(vm, &s->pointers);
    value_clear(vm, &s->arrays);
    value_clear(vm, &s->unpickle);
    TypeObj *types[] = {s->wide,        s->thunk,      s->arg,          s->field,
                        s->func,        s->simple,     s->array,        s->pointer,
                        s->union_,      s->structure,  s->data,         s->meta_func,
                        s->meta_simple, s->meta_array, s->meta_pointer, s->meta_union,
                        s->meta_struct};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i])
            type_decref(vm, types[i]);
}

void ctypes_free(MinipyVM *vm)
{
    mem_free(vm, vm->ctypes);
    vm->ctypes = NULL;
}

static int add_state(MinipyVM *vm, Value module, CTypesState *s)
{
    const struct {
        const char *name;
        TypeObj *type;
    } types[] = {{"Structure", s->structure}, {"Union", s->union_},
                 {"_Pointer", s->pointer},    {"Array", s->array},
                 {"_SimpleCData", s->simple}, {"CFuncPtr", s->func}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof types / sizeof *types; i++)
        r = module_add_steal(vm, module, types[i].name,
                             value_incref(value_from_obj(types[i].type)));
    return r < 0 ? r
                 : module_add_steal(vm, module, "_pointer_type_cache",
                                    value_incref(s->pointers));
}

static int add_addresses(MinipyVM *vm, Value module)
{
    const struct {
        const char *name;
        const void *p;
    } rows[] = {{"_memmove_addr", (const void *)(uintptr_t)memmove},
                {"_memset_addr", (const void *)(uintptr_t)memset},
                {"_string_at_addr", pythonapi_symbol("_minipy_string_at")},
                {"_cast_addr", pythonapi_symbol("_minipy_cast")},
                {"_wstring_at_addr", pythonapi_symbol("_minipy_wstring_at")}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof rows / sizeof *rows; i++)
        r = module_add_steal(vm, module, rows[i].name,
                             int_from_u64(vm, (uintptr_t)rows[i].p));
    return r;
}

static METHODS(methods,
    {"get_errno", ctypes_get_errno, M_UNSIGNED, "($module, /)", NULL},
    {"set_errno", ctypes_set_errno, M_BARE | M_TUPLE | M_UNSIGNED | M_NAMELESS, "($module, value, /)", NULL},
    {"POINTER", ctypes_POINTER, M_UNSIGNED, "($module, type, /)", NULL},
    {"pointer", ctypes_pointer, M_UNSIGNED, "($module, object, /)", NULL},
    {"_unpickle", unpickle, M_BARE | M_TUPLE | M_UNSIGNED, "($module, type, state, /)", NULL},
    {"buffer_info", buffer_info, M_UNSIGNED, "($module, type, /)", "Return buffer interface information"},
    {"resize", ctypes_resize, M_BARE | M_TUPLE | M_UNSIGNED, "($module, object, size, /)",
     "Resize the memory buffer of a ctypes instance"},
    {"dlopen", ctypes_dlopen, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, flag=0, /)",
     "dlopen(name, flag={RTLD_GLOBAL|RTLD_LOCAL}) open a shared library"},
    {"dlclose", ctypes_dlclose, M_BARE | M_TUPLE | M_UNSIGNED, "($module, handle, /)", "dlclose a library"},
    {"dlsym", ctypes_dlsym, M_BARE | M_TUPLE | M_UNSIGNED, "($module, handle, name, /)",
     "find symbol in shared library"},
    {"alignment", ctypes_alignment, M_UNSIGNED, "($module, type, /)",
     "alignment(C type) -> integer\nalignment(C instance) -> integer\n"
     "Return the alignment requirements of a C instance"},
    {"sizeof", ctypes_sizeof, M_UNSIGNED, "($module, type, /)",
     "sizeof(C type) -> integer\nsizeof(C instance) -> integer\nReturn the size in bytes of a C instance"},
    {"byref", ctypes_byref, M_BARE | M_UNSIGNED, "($module, /, *args)",
     "byref(C instance[, offset=0]) -> byref-object\nReturn a pointer lookalike to a C instance, only usable\n"
     "as function argument"},
    {"addressof", ctypes_addressof, M_UNSIGNED, "($module, object, /)",
     "addressof(C instance) -> integer\nReturn the address of the C instance internal buffer"},
    {"call_function", call_function, M_BARE | M_TUPLE | M_UNSIGNED, "($module, address, arguments, /)", NULL},
    {"call_cdeclfunction", call_cdeclfunction, M_BARE | M_TUPLE | M_UNSIGNED, "($module, address, arguments, /)", NULL},
    {"PyObj_FromPtr", obj_from_ptr, M_BARE | M_TUPLE | M_UNSIGNED, "($module, address, /)", NULL},
    {"Py_INCREF", py_incref, M_UNSIGNED, "($module, object, /)", NULL},
    {"Py_DECREF", py_decref, M_UNSIGNED, "($module, object, /)", NULL},
);

static CONTENTS(contents,
    HAS_INT("FUNCFLAG_CDECL", CALL_CDECL), HAS_INT("FUNCFLAG_PYTHONAPI", CALL_PYTHON),
    HAS_INT("FUNCFLAG_USE_ERRNO", CALL_ERRNO), HAS_INT("FUNCFLAG_USE_LASTERROR", CALL_LAST_ERROR),
    HAS_INT("CTYPES_MAX_ARGCOUNT", ARGUMENTS_MAX), HAS_C(RTLD_LOCAL), HAS_C(RTLD_GLOBAL),
    HAS_TEXT("__version__", "1.1.0"), HAS_ERROR("ArgumentError", &ctypes_argument_error),
);

/* ---- the module ------------------------------------------------------------------ */

/* Fills the extension's module, once it has brought libffi. */
static int fill_module(MinipyVM *vm, Value module)
{
    CTypesState *s = vm->ctypes;
    Value dict = value_from_obj(MODULE(module)->dict);
    if (module_add_functions(vm, module, methods) < 0 ||
        module_add_contents(vm, module, contents) < 0 || add_state(vm, module, s) < 0 ||
        add_addresses(vm, module) < 0)
        return -1;
    value_set_steal(vm, &s->unpickle,
                    value_xincref(dict_get_cstr_borrow(vm, dict, "_unpickle")));
    return 0;
}

FN(connect_libffi)
{
    if (!value_is_dict(args[0]) || !value_is_kind(args[1], KIND_MODULE))
        return error_set(vm, EXC_TypeError, "connect() is for the module _ctypes");
    if (!vm->ctypes && !make_state(vm)) {
        ctypes_fini(vm);
        ctypes_free(vm);
        return VALUE_NULL;
    }
    return take_libffi(vm, args[0]) < 0 || fill_module(vm, args[1]) < 0 ? VALUE_NULL
                                                                        : VALUE_NONE;
}

static METHODS(connection,
    {"connect", connect_libffi, 0, "($module, functions, module, /)", NULL},
);

MODULE_SPEC(ctypes_module_spec,
    .name = "_minipy_ctypes", .doc = "What is behind _ctypes, which connects it to libffi.",
    .methods = connection, .last = true,
);
