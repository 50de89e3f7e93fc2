/* info.c - classes of C data: what lies behind their type objects, and what all their
 * metaclasses do: instances at addresses, in buffers and libraries, arrays, arguments.
 *
 * CPython replaces the dict of such a class by one with more fields; here the type
 * object itself is larger, because a metaclass's instances are as large as it says.
 * Read next: structure.c, pointer.c, array.c, simple.c, function.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/memoryview.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/memory/weakref.h"
#include "vm/objects/call.h"
#include "vm/objects/native.h"
#include "vm/types/type.h"

extern const TypeSpec type_type_spec;

/* ---- which is one ---------------------------------------------------------------- */

bool ctype_is(Value v)
{
    return value_is_type(v) && value_obj(v)->type->spec->dealloc == ctype_dealloc;
}

CInfo *ctype_info(Value v)
{
    if (!ctype_is(v))
        return NULL;
    CInfo *info = &((CType *)(uintptr_t)v)->info;
    return info->made ? info : NULL;
}

CInfo *ctype_info_or_error(MinipyVM *vm, Value cls)
{
    CInfo *info = ctype_info(cls);
    if (!info)
        error_set(vm, EXC_TypeError, "abstract class");
    return info;
}

/* ---- life ------------------------------------------------------------------------ */

CType *ctype_new(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
                 Value kwnames)
{
    Value r = type_new(vm, meta, args, nargs, kwnames);
    if (r && !ctype_is(r)) {
        error_set(vm, EXC_TypeError, "%N is no metaclass of C data", meta);
        value_clear(vm, &r);
    }
    CType *t = (CType *)(uintptr_t)r;
    /* A metaclass of the program's may have handed out one that is made. */
    if (t && !t->info.made) {
        t->info.made = true;
        t->info.align = 1;
    }
    return t;
}

static Value *const *info_values(CInfo *info, Value *room[5])
{
    room[0] = &info->proto;
    room[1] = &info->argtypes;
    room[2] = &info->converters;
    room[3] = &info->restype;
    room[4] = &info->checker;
    return room;
}

static void info_release(MinipyVM *vm, CInfo *info)
{
    Value *room[5];
    info_values(info, room);
    for (int i = 0; i < 5; i++)
        value_clear(vm, room[i]);
    mem_free(vm, info->shape);
    mem_free(vm, info->format);
    mem_free(vm, info->foreign.elements);
    for (ForeignType **e = info->expanded; e && *e; e++)
        mem_free(vm, *e);
    mem_free(vm, info->expanded);
    info->shape = NULL;
    info->format = NULL;
    info->foreign.elements = info->expanded = NULL;
}

void ctype_dealloc(MinipyVM *vm, Object *o)
{
    info_release(vm, &((CType *)o)->info);
    type_type_spec.dealloc(vm, o);
}

int ctype_traverse(Object *o, VisitFn visit, void *arg)
{
    Value *room[5];
    info_values(&((CType *)o)->info, room);
    for (int i = 0; i < 5; i++)
        GC_VISIT(*room[i]);
    return type_type_spec.traverse(o, visit, arg);
}

/* proto stays: instances that are garbage too are read by it. */
void ctype_clear(MinipyVM *vm, Object *o)
{
    CInfo *info = &((CType *)o)->info;
    value_clear(vm, &info->argtypes);
    value_clear(vm, &info->converters);
    value_clear(vm, &info->restype);
    value_clear(vm, &info->checker);
    type_type_spec.clear(vm, o);
}

/* ---- filling it ------------------------------------------------------------------ */

int info_set_format(MinipyVM *vm, CInfo *info, const char *prefix, const char *format)
{
    size_t n = strlen(prefix), size = n + strlen(format) + 1;
    char *text = mem_alloc(vm, size);
    if (!text)
        return -1;
    memcpy(text, prefix, n);
    memcpy(text + n, format, size - n);
    mem_free(vm, info->format);
    info->format = text;
    return 0;
}

int info_set_shaped_format(MinipyVM *vm, CInfo *info, const CInfo *item,
                           const char *prefix, const char *format)
{
    enum { NUMBER_MOST = 22 };
    if (!item->ndim)
        return info_set_format(vm, info, prefix, format);
    size_t most = strlen(prefix) + strlen(format) + 3 + item->ndim * NUMBER_MOST;
    char *text = mem_alloc(vm, most);
    if (!text)
        return -1;
    size_t n = (size_t)snprintf(text, most, "%s(", prefix);
    for (int i = 0; i < item->ndim; i++)
        n += (size_t)snprintf(text + n, most - n, "%s%lld", i ? "," : "",
                              (long long)item->shape[i]);
    snprintf(text + n, most - n, ")%s", format);
    mem_free(vm, info->format);
    info->format = text;
    return 0;
}

void info_set_pointer(MinipyVM *vm, CInfo *info)
{
    info->foreign = *vm->ctypes->foreign.pointer;
    info->size = sizeof(void *);
    info->align = _Alignof(void *);
    info->flags |= INFO_POINTER;
}

static void *copy_block(MinipyVM *vm, const void *p, size_t size)
{
    void *copy = mem_alloc(vm, size ? size : 1);
    if (copy)
        mem_copy(copy, p, size);
    return copy;
}

static size_t count_elements(ForeignType *const *e)
{
    size_t n = 0;
    while (e[n])
        n++;
    return n;
}

/* The base's expanded arrays are used as they are: a class outlives those below it. */
int info_clone(MinipyVM *vm, CInfo *info, const CInfo *base)
{
    CInfo copy = *base;
    copy.format = NULL;
    copy.shape = NULL;
    copy.expanded = NULL;
    copy.foreign.elements = NULL;
    info_release(vm, info);
    *info = copy;
    Value *room[5];
    info_values(info, room);
    for (int i = 0; i < 5; i++)
        *room[i] = value_xincref(*room[i]);
    if (base->format && info_set_format(vm, info, "", base->format) < 0)
        return -1;
    if (base->shape &&
        !(info->shape = copy_block(vm, base->shape, base->ndim * sizeof *base->shape)))
        return -1;
    if (base->foreign.elements && !(info->foreign.elements = copy_block(
                                        vm, base->foreign.elements,
                                        (count_elements(base->foreign.elements) + 1) *
                                            sizeof *base->foreign.elements)))
        return -1;
    return 0;
}

ForeignType *info_foreign(MinipyVM *vm, Value cls)
{
    const Foreign *f = &vm->ctypes->foreign;
    if (!cls)
        return f->sint32;
    if (cls == VALUE_NONE)
        return f->nothing;
    CInfo *info = ctype_info(cls);
    return !info        ? f->sint32
           : info->code ? ccode_foreign(vm, info->code)
                        : &info->foreign;
}

/* ---- instances ------------------------------------------------------------------- */

Value ctype_from_address(NATIVE_ARGS)
{
    void *p;
    if (!value_is_int(args[0]))
        return error_set(vm, EXC_TypeError, "integer expected");
    return library_pointer(vm, args[0], &p) < 0 ? VALUE_NULL : cdata_at(vm, self, p);
}

/* Is there room for one behind offset? */
static bool fits(MinipyVM *vm, const CInfo *info, int64_t size, int64_t offset)
{
    if (offset < 0)
        error_set(vm, EXC_ValueError, "offset cannot be negative");
    else if (info->size > size - offset)
        error_set(vm, EXC_ValueError,
                  "Buffer size too small (%zd instead of at least %zd bytes)", size,
                  info->size + offset);
    else
        return true;
    return false;
}

static int audit_buffer(MinipyVM *vm, const void *data, int64_t size, int64_t offset)
{
    Value p = int_from_u64(vm, (uintptr_t)data), n = int_new(vm, size),
          o = int_new(vm, offset);
    int r = p && n && o ? audit(vm, "ctypes.cdata/buffer", 3, p, n, o) : -1;
    value_xdecref(vm, p);
    value_xdecref(vm, n);
    value_xdecref(vm, o);
    return r;
}

/* On the memory of a view, which the instance keeps. */
static Value on_view(MinipyVM *vm, Value cls, const CInfo *info, Value view,
                     int64_t offset)
{
    const MemoryviewObj *m = MEMORYVIEW(view);
    if (m->readonly)
        return error_set(vm, EXC_TypeError, "underlying buffer is not writable");
    Buffer whole;
    if (buffer_get(vm, view, &whole, BUF_FULL) < 0)
        return VALUE_NULL;
    bool contiguous = buffer_is_contiguous(&whole);
    buffer_release(vm, &whole);
    if (!contiguous)
        return error_set(vm, EXC_TypeError, "underlying buffer is not C contiguous");
    if (!fits(vm, info, m->size, offset) ||
        audit_buffer(vm, m->data, m->size, offset) < 0)
        return VALUE_NULL;
    Value r = cdata_at(vm, cls, m->data + offset);
    if (r && cdata_keep_steal(vm, r, -1, value_incref(view)) < 0)
        value_clear(vm, &r);
    return r;
}

Value ctype_from_buffer(NATIVE_ARGS)
{
    const CInfo *info = ctype_info_or_error(vm, self);
    int64_t offset = 0;
    if (!info || (nargs > 1 && !arg_ssize(vm, args[1], &offset)))
        return VALUE_NULL;
    Value view = memoryview_new(vm, args[0]);
    Value r = view ? on_view(vm, self, info, view, offset) : VALUE_NULL;
    value_xdecref(vm, view);
    return r;
}

Value ctype_from_buffer_copy(NATIVE_ARGS)
{
    const CInfo *info = ctype_info_or_error(vm, self);
    int64_t offset = 0;
    Buffer in;
    if (!info || (nargs > 1 && !arg_ssize(vm, args[1], &offset)) ||
        buffer_get(vm, args[0], &in, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (fits(vm, info, in.size, offset) &&
        audit_buffer(vm, in.data, in.size, offset) == 0)
        r = cdata_new(vm, TYPE_OF(self), NULL, 0, VALUE_NULL);
    if (r)
        mem_copy(CDATA(r)->p, (char *)in.data + offset, (size_t)info->size);
    buffer_release(vm, &in);
    return r;
}

Value ctype_in_dll(NATIVE_ARGS)
{
    if (!value_is_str(args[1]))
        return arg_type_error(vm, "in_dll", "2", "str", args[1]);
    const char *name = str_cstr(vm, args[1]);
    if (!name || audit(vm, "ctypes.dlsym", 2, args[0], args[1]) < 0)
        return VALUE_NULL;
    void *p = library_symbol(vm, args[0], name, EXC_ValueError);
    return p ? cdata_at(vm, self, p) : VALUE_NULL;
}

/* ---- as arguments ---------------------------------------------------------------- */

/* byref(x) where an x is wanted. */
static Value check_reference(MinipyVM *vm, Value cls, const CInfo *info, Value v)
{
    Value of = CARG(v)->obj;
    int is = info && info->proto && of && value_is_type(info->proto)
                 ? object_isinstance(vm, of, info->proto)
                 : 0;
    if (is < 0)
        return VALUE_NULL;
    if (is)
        return value_incref(v);
    if (!of)
        return error_set(vm, EXC_TypeError,
                         "expected %N instance instead of pointer to ???",
                         TYPE_OF(cls));
    return error_set(vm, EXC_TypeError, "expected %N instance instead of pointer to %T",
                     TYPE_OF(cls), of);
}

Value ctype_from_param(MinipyVM *vm, Value cls, Value v)
{
    int is = object_isinstance(vm, v, cls);
    if (is)
        return is < 0 ? VALUE_NULL : value_incref(v);
    if (carg_is(vm, v))
        return check_reference(vm, cls, ctype_info(cls), v);
    Value as;
    int found = ctype_as_parameter(vm, v, &as);
    if (found == 0)
        error_set(vm, EXC_TypeError, "expected %N instance instead of %T", TYPE_OF(cls),
                  v);
    if (found <= 0 || c_stack_check(vm) < 0) {
        if (found > 0)
            value_decref(vm, as);
        return VALUE_NULL;
    }
    Value r = ctype_from_param(vm, cls, as);
    value_decref(vm, as);
    return r;
}

Value ctype_from_param_method(NATIVE_ARGS)
{
    return ctype_from_param(vm, self, args[0]);
}

/* ---- arrays of it ---------------------------------------------------------------- */

/* The array class is gone: so is its row in the cache. self is the key. */
FN(forget_array)
{
    if (vm->ctypes && vm->ctypes->arrays &&
        dict_delete(vm, vm->ctypes->arrays, self) < 0)
        return VALUE_NULL;
    return VALUE_NONE;
}
static const MethodDef forget_row = {"forget", forget_array, M_UNSIGNED,
                                     "($self, reference, /)", NULL};

static int remember_array(MinipyVM *vm, Value key, Value made)
{
    Value forget = native_new(vm, &forget_row, key, VALUE_NULL);
    Value weak = forget ? weakref_new(vm, made, forget) : VALUE_NULL;
    int r = weak ? dict_set(vm, vm->ctypes->arrays, key, weak) : -1;
    value_xdecref(vm, weak);
    value_xdecref(vm, forget);
    return r;
}

Value ctype_made_steal(MinipyVM *vm, TypeObj *meta, Value name, TypeObj *base,
                       Value dict)
{
    Value of = value_from_obj(base), r = VALUE_NULL;
    Value bases = name && dict ? tuple_from(vm, &of, 1) : VALUE_NULL;
    if (bases) {
        const Value args[] = {name, bases, dict};
        r = call(vm, value_from_obj(meta), args, 3, VALUE_NULL);
    }
    value_xdecref(vm, bases);
    value_xdecref(vm, dict);
    value_xdecref(vm, name);
    return r;
}

static Value array_class(MinipyVM *vm, Value cls, Value n, int64_t length)
{
    Value name = str_format_c(vm, "%N_Array_%ld", TYPE_OF(cls), (long)length);
    Value dict = dict_new(vm);
    if (dict && (dict_set_cstr(vm, dict, "_length_", n) < 0 ||
                 dict_set_cstr(vm, dict, "_type_", cls) < 0))
        value_clear(vm, &dict);
    return ctype_made_steal(vm, vm->ctypes->meta_array, name, vm->ctypes->array, dict);
}

Value ctype_repeat(MinipyVM *vm, Value cls, int64_t length)
{
    if (length < 0)
        return error_set(vm, EXC_ValueError, "Array length must be >= 0, not %zd",
                         length);
    Value n = int_new(vm, length);
    Value key = n ? tuple_pack(vm, 2, cls, n) : VALUE_NULL, r = VALUE_NULL;
    if (key) {
        Value weak = dict_get_borrow(vm, vm->ctypes->arrays, key);
        if (weak)
            r = weakref_target(weak);
        if (!r && !error_occurred(vm)) {
            r = array_class(vm, cls, n, length);
            if (r && remember_array(vm, key, r) < 0)
                value_clear(vm, &r);
        }
    }
    value_xdecref(vm, key);
    value_xdecref(vm, n);
    return r;
}
