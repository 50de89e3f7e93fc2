/* api_value.c - values across the border: references, what a value is, and the making
 * and reading of numbers, text and bytes. Containers and operations: api_object.c.
 */
#include "vm/api/api.h"
#include "vm/bytes/buffer.h"
#include "vm/bytes/bytes.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/tuple.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/objects/fs_path.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"

/* ---- values ---------------------------------------------------------------------- */

MinipyValue minipy_retain(MinipyValue v)
{
    return value_xincref(v);
}

/* minipy's own modules look for themselves. */
_Static_assert(offsetof(Object, refs) == 0 && sizeof(((Object *)NULL)->refs) == 4 &&
                   offsetof(Object, type) == sizeof(MinipyValue),
               "references() and class_of() in stdlib/extensions/common.h");

/* Something may die; with a text nothing runs. */
static __attribute__((noinline)) void release_last(MinipyVM *vm, MinipyValue v)
{
    if (!api_takes_back(vm) || !api_value(vm, v, "minipy_release"))
        return;
    if (value_is_exact(vm, v, KIND_STR) || value_is_exact(vm, v, KIND_BYTES)) {
        value_decref(vm, v);
        return;
    }
    api_go_in(vm);
    value_decref(vm, v);
    api_leave(vm);
}

void minipy_release(MinipyVM *vm, MinipyValue v)
{
    if (!value_is_obj(v))
        return;
    if (unlikely(!value_is_counted(v)) && api_takes_back(vm) &&
        shared_has(vm->shared, value_obj(v)))
        return;
    if (likely(api_takes_back(vm) && value_is_counted(v) &&
               mem_is_small(vm->mem, value_obj(v)) && value_obj(v)->refs > 1))
        value_obj(v)->refs--;
    else
        release_last(vm, v);
}

MinipyValue minipy_none(void)
{
    return VALUE_NONE;
}
MinipyValue minipy_bool(bool b)
{
    return value_from_bool(b);
}
MinipyValue minipy_not_implemented(void)
{
    return VALUE_NOT_IMPLEMENTED;
}
bool minipy_is_none(MinipyValue v)
{
    return v == VALUE_NONE;
}

static __attribute__((noinline)) MinipyValue int_or_error(MinipyVM *vm, int64_t i)
{
    return api_enter(vm) ? api_left(vm, int_new(vm, i)) : MINIPY_NULL;
}

MinipyValue minipy_int(MinipyVM *vm, int64_t i)
{
    if (likely(i >= INT_IMM_MIN && i <= INT_IMM_MAX && api_ready(vm)))
        return value_from_imm(i);
    return int_or_error(vm, i);
}
MinipyValue minipy_float(MinipyVM *vm, double d)
{
    return api_enter(vm) ? api_left(vm, float_new(vm, d)) : MINIPY_NULL;
}
MinipyValue minipy_dict(MinipyVM *vm)
{
    return api_enter(vm) ? api_left(vm, dict_new(vm)) : MINIPY_NULL;
}

/* Is there something of that size? */
static bool bytes_given(MinipyVM *vm, const void *data, size_t size, const char *func)
{
    return api_pointer(vm, size > PTRDIFF_MAX ? NULL : data, func);
}

MinipyValue minipy_str(MinipyVM *vm, const char *utf8, size_t size)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, bytes_given(vm, utf8, size, __func__)
                            ? str_from_utf8(vm, utf8, (int64_t)size)
                            : VALUE_NULL);
}

MinipyValue minipy_bytes(MinipyVM *vm, const void *data, size_t size)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, !size || bytes_given(vm, data, size, __func__)
                            ? bytes_from(vm, data, (int64_t)size)
                            : VALUE_NULL);
}

static MinipyValue made_of(MinipyVM *vm, const MinipyValue *items, size_t n,
                           const char *func,
                           Value (*make)(MinipyVM *vm, const Value *items, int64_t n))
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool good = api_values(vm, items, n, func);
    return api_left(vm, good ? make(vm, items, (int64_t)n) : VALUE_NULL);
}

MinipyValue minipy_tuple(MinipyVM *vm, const MinipyValue *items, size_t n)
{
    return made_of(vm, items, n, __func__, tuple_from);
}

MinipyValue minipy_list(MinipyVM *vm, const MinipyValue *items, size_t n)
{
    return made_of(vm, items, n, __func__, list_from);
}

static Value set_from(MinipyVM *vm, const Value *items, int64_t n)
{
    Value s = set_new(vm, VALUE_NULL);
    for (int64_t i = 0; s && i < n; i++)
        if (set_add(vm, s, items[i]) < 0)
            value_clear(vm, &s);
    return s;
}

MinipyValue minipy_set(MinipyVM *vm, const MinipyValue *items, size_t n)
{
    return made_of(vm, items, n, __func__, set_from);
}

const char *minipy_type_name(MinipyVM *vm, MinipyValue v)
{
    return api_usable(vm) && api_value_is_own(vm, v) ? type_name_cstr(value_type(vm, v))
                                                     : "(no value)";
}

int minipy_truth(MinipyVM *vm, MinipyValue v)
{
    if (api_ready(vm) && value_is_exact(vm, v, KIND_STR))
        return STR(v)->length != 0;
    if (!api_enter(vm))
        return -1;
    return api_left_int(vm, api_value(vm, v, __func__) ? object_is_true(vm, v) : -1);
}

static int as_int(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    Value i = number_index(vm, v);
    if (!i)
        return -1;
    int64_t n = int_as_i64(vm, i);
    value_decref(vm, i);
    if (n == -1 && error_occurred(vm))
        return -1;
    *out = n;
    return 0;
}

static __attribute__((noinline)) int as_int_by_index(MinipyVM *vm, MinipyValue v,
                                                     int64_t *out)
{
    static const char func[] = "minipy_as_int";
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, v, func) && api_pointer(vm, out, func);
    return api_left_int(vm, given ? as_int(vm, v, out) : -1);
}

int minipy_as_int(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (unlikely(!value_is_int_imm(v) || !out || !api_ready(vm)))
        return as_int_by_index(vm, v, out);
    *out = value_imm(v);
    return 0;
}

static int as_float(MinipyVM *vm, MinipyValue v, double *out)
{
    double d = number_as_double(vm, v);
    if (d == -1.0 && error_occurred(vm))
        return -1;
    *out = d;
    return 0;
}

int minipy_as_float(MinipyVM *vm, MinipyValue v, double *out)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, v, __func__) && api_pointer(vm, out, __func__);
    return api_left_int(vm, given ? as_float(vm, v, out) : -1);
}

static __attribute__((noinline)) const char *utf8_or_error(MinipyVM *vm, MinipyValue v,
                                                           size_t *size)
{
    int64_t n;
    if (!api_usable(vm) || vm->raised || !api_value(vm, v, "minipy_as_str"))
        return NULL;
    if (!value_is_str(v))
        return error_set(vm, EXC_TypeError, "expected str, not %T", v), NULL;
    const char *s = str_utf8(vm, v, &n);
    if (s && size)
        *size = (size_t)n;
    return s;
}

const char *minipy_as_str(MinipyVM *vm, MinipyValue v, size_t *size)
{
    if (unlikely(!api_usable(vm) || vm->raised || !v || !value_is_obj(v) ||
                 value_obj(v)->kind != KIND_STR || !STR(v)->ascii ||
                 !api_object_is_own(vm, v)))
        return utf8_or_error(vm, v, size);
    if (size)
        *size = (size_t)STR(v)->length;
    return str_data(STR(v));
}

static MinipyValue text_of(MinipyVM *vm, MinipyValue v, const char *func,
                           UnarySlot text)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, api_value(vm, v, func) ? text(vm, v) : VALUE_NULL);
}

MinipyValue minipy_to_str(MinipyVM *vm, MinipyValue v)
{
    return text_of(vm, v, __func__, object_str);
}

MinipyValue minipy_to_repr(MinipyVM *vm, MinipyValue v)
{
    return text_of(vm, v, __func__, object_repr);
}

/* ---- what a value is ------------------------------------------------------------- */

static MinipyKind kind_of_object(Kind k)
{
    switch (k) {
    case KIND_INT: return MINIPY_IS_INT;
    case KIND_FLOAT: return MINIPY_IS_FLOAT;
    case KIND_COMPLEX: return MINIPY_IS_COMPLEX;
    case KIND_STR: return MINIPY_IS_STR;
    case KIND_BYTES: return MINIPY_IS_BYTES;
    case KIND_BYTEARRAY: return MINIPY_IS_BYTEARRAY;
    case KIND_TUPLE: return MINIPY_IS_TUPLE;
    case KIND_LIST: return MINIPY_IS_LIST;
    case KIND_DICT: return MINIPY_IS_DICT;
    case KIND_SET: return MINIPY_IS_SET;
    case KIND_FROZENSET: return MINIPY_IS_FROZENSET;
    case KIND_TYPE: return MINIPY_IS_TYPE;
    case KIND_MODULE: return MINIPY_IS_MODULE;
    case KIND_CODE: return MINIPY_IS_CODE;
    case KIND_FUNCTION: return MINIPY_IS_FUNCTION;
    case KIND_GENERATOR: return MINIPY_IS_GENERATOR;
    case KIND_COROUTINE: return MINIPY_IS_COROUTINE;
    case KIND_EXCEPTION: return MINIPY_IS_EXCEPTION;
    default: return MINIPY_IS_OTHER;
    }
}

MinipyKind minipy_kind(MinipyValue v)
{
    if (!v)
        return MINIPY_IS_NOTHING;
    if (value_is_obj(v))
        return kind_of_object((Kind)value_obj(v)->kind);
    if (value_is_special(v))
        return v == VALUE_NONE    ? MINIPY_IS_NONE
               : value_is_bool(v) ? MINIPY_IS_BOOL
                                  : MINIPY_IS_OTHER;
    return value_is_int_imm(v) ? MINIPY_IS_INT : MINIPY_IS_FLOAT;
}

int minipy_callable(MinipyVM *vm, MinipyValue v)
{
    if (!api_enter(vm))
        return -1;
    return api_left_int(
        vm, api_value(vm, v, __func__) ? value_type(vm, v)->slots.call != NULL : -1);
}

int minipy_isinstance(MinipyVM *vm, MinipyValue v, MinipyValue cls)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, v, __func__) && api_value(vm, cls, __func__);
    return api_left_int(vm, given ? object_isinstance(vm, v, cls) : -1);
}

/* ---- large ints ------------------------------------------------------------------ */

MinipyValue minipy_uint(MinipyVM *vm, uint64_t u)
{
    return api_enter(vm) ? api_left(vm, int_from_u64(vm, u)) : MINIPY_NULL;
}

static int as_uint(MinipyVM *vm, Value v, uint64_t *out)
{
    Value i = number_index(vm, v);
    uint64_t u = i ? int_as_u64(vm, i) : 0;
    value_xdecref(vm, i);
    if (vm->raised)
        return -1;
    *out = u;
    return 0;
}

int minipy_as_uint(MinipyVM *vm, MinipyValue v, uint64_t *out)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, v, __func__) && api_pointer(vm, out, __func__);
    return api_left_int(vm, given ? as_uint(vm, v, out) : -1);
}

static Value int_parse(MinipyVM *vm, const char *text, int base)
{
    if (base != 0 && (base < 2 || base > 36))
        return error_set(vm, EXC_ValueError, "int() base must be >= 2 and <= 36, or 0");
    Value s = str_from_cstr(vm, text);
    Value i = s ? int_from_text(vm, s, base) : VALUE_NULL;
    value_xdecref(vm, s);
    return i;
}

MinipyValue minipy_int_parse(MinipyVM *vm, const char *text, int base)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, api_pointer(vm, text, __func__) ? int_parse(vm, text, base)
                                                        : VALUE_NULL);
}

MinipyValue minipy_int_from_bytes(MinipyVM *vm, const void *data, size_t size,
                                  bool is_signed)
{
    static const uint8_t none[1];
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(
        vm, !size || bytes_given(vm, data, size, __func__)
                ? int_from_bytes(vm, size ? data : none, (int64_t)size, true, is_signed)
                : VALUE_NULL);
}

static int as_bytes(MinipyVM *vm, Value v, void *data, size_t size, bool is_signed)
{
    Value i = number_index(vm, v);
    int r = i ? int_to_bytes(vm, i, data, (int64_t)size, true, is_signed) : -1;
    value_xdecref(vm, i);
    return r;
}

int minipy_int_to_bytes(MinipyVM *vm, MinipyValue v, void *data, size_t size,
                        bool is_signed)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_value(vm, v, __func__) && bytes_given(vm, data, size, __func__);
    return api_left_int(vm, given ? as_bytes(vm, v, data, size, is_signed) : -1);
}

/* ---- bytes and buffers ----------------------------------------------------------- */

const char *minipy_as_bytes(MinipyVM *vm, MinipyValue v, size_t *size)
{
    if (!api_usable(vm) || vm->raised || !api_value(vm, v, __func__))
        return NULL;
    if (!value_is_bytes(v))
        return error_set(vm, EXC_TypeError, "expected bytes, not %T", v), NULL;
    if (size)
        *size = (size_t)BYTES(v)->size;
    return (const char *)BYTES(v)->data;
}

MinipyValue minipy_path(MinipyVM *vm, MinipyValue v, const char **text)
{
    if (text)
        *text = NULL;
    if (!api_usable(vm) || vm->raised || c_stack_check(vm) < 0 ||
        !api_value(vm, v, __func__))
        return MINIPY_NULL;
    Value bytes = fs_encode(vm, v);
    if (bytes && text)
        *text = (const char *)BYTES(bytes)->data;
    return bytes;
}

/* The memory that a memoryview keeps in place, if it is one piece; NULL: exception. */
static void *view_memory(MinipyVM *vm, Value view, bool writable, size_t *size)
{
    Buffer b;
    if (buffer_get(vm, view, &b, writable ? BUF_WRITABLE : BUF_SIMPLE) < 0)
        return NULL;
    void *data = b.data ? b.data : MEMORYVIEW(view); /* of no bytes: any place */
    *size = (size_t)b.size;
    buffer_release(vm, &b);
    return data;
}

void *minipy_buffer(MinipyVM *vm, MinipyValue v, bool writable, size_t *size,
                    MinipyValue *view)
{
    void *data = NULL;
    if (!api_enter(vm))
        return NULL;
    if (api_value(vm, v, __func__) && api_pointer(vm, size, __func__) &&
        api_pointer(vm, view, __func__)) {
        Value m = memoryview_new(vm, v);
        if (m && (data = view_memory(vm, m, writable, size)) != NULL)
            *view = m;
        else
            value_xdecref(vm, m);
    }
    api_leave(vm);
    return data;
}

/* A host's memory as an object that exports it. */
typedef struct HostMemory {
    Object ob;
    void *data;
    int64_t size;
    bool readonly;
    MinipyDestroy destroy;
    void *user;
} HostMemory;

static int memory_getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    const HostMemory *m = (const HostMemory *)value_obj(self);
    return buffer_fill(vm, view, self, m->data, m->size, m->readonly, flags);
}

static void memory_dealloc(MinipyVM *vm, Object *o)
{
    HostMemory *m = (HostMemory *)o;
    (void)vm;
    if (m->destroy)
        m->destroy(m->user);
}

static TYPE_SPEC(host_memory_spec,
    .name = "minipy.host_memory",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(HostMemory),
    .dealloc = memory_dealloc,
    .slots = {.bf_getbuffer = memory_getbuffer},
);

static Value memory_new(MinipyVM *vm, const HostMemory *like)
{
    TypeObj *t = module_type_made_borrow(vm, &host_memory_spec);
    HostMemory *m = t ? (HostMemory *)object_alloc(vm, t, 0) : NULL;
    if (!m)
        return VALUE_NULL;
    m->data = like->data;
    m->size = like->size;
    m->readonly = like->readonly;
    Value view = memoryview_new(vm, value_from_obj(m));
    if (view) { /* else the host keeps it */
        m->destroy = like->destroy;
        m->user = like->user;
    }
    obj_decref(vm, &m->ob);
    return view;
}

MinipyValue minipy_memory(MinipyVM *vm, void *data, size_t size, bool readonly,
                          MinipyDestroy destroy, void *user)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    const HostMemory like = {.data = data,
                             .size = (int64_t)size,
                             .readonly = readonly,
                             .destroy = destroy,
                             .user = user};
    return api_left(vm, bytes_given(vm, data, size, __func__) ? memory_new(vm, &like)
                                                              : VALUE_NULL);
}
