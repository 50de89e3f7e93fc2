/* array.c - arrays: PyCArrayType and its instances; those of char and wchar_t are texts
 * besides (`value`, `raw`).
 */
#include <wchar.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/slice.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/objects/generic_alias.h"
#include "vm/types/descr.h"
#include "vm/types/type.h"

/* ---- arrays of characters -------------------------------------------------------- */

GETTER(chars_get_raw)
{
    return bytes_from(vm, CDATA(self)->p, CDATA(self)->size);
}

SETTER(chars_set_raw)
{
    Buffer in;
    if (!value) {
        error_set(vm, EXC_AttributeError, "cannot delete attribute");
        return -1;
    }
    if (buffer_get(vm, value, &in, BUF_SIMPLE) < 0)
        return -1;
    int r = 0;
    if (in.size > CDATA(self)->size) {
        error_set(vm, EXC_ValueError, "byte string too long");
        r = -1;
    } else {
        mem_move(CDATA(self)->p, in.data, (size_t)in.size);
    }
    buffer_release(vm, &in);
    return r;
}

GETTER(chars_get_value)
{
    const CData *d = CDATA(self);
    return bytes_from(vm, d->p, (int64_t)strnlen(d->p, (size_t)d->size));
}

SETTER(chars_set_value)
{
    CData *d = CDATA(self);
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete attribute"), -1;
    if (!value_is_bytes(value))
        return error_set(vm, EXC_TypeError, "bytes expected instead of %T instance",
                         value),
               -1;
    int64_t n = BYTES(value)->size;
    if (n > d->size)
        return error_set(vm, EXC_ValueError, "byte string too long"), -1;
    mem_copy(d->p, BYTES(value)->data, (size_t)n);
    if (n < d->size)
        d->p[n] = 0;
    return 0;
}

GETTER(wide_get_value)
{
    return ccode_wide_array.get(vm, CDATA(self)->p, CDATA(self)->size);
}

SETTER(wide_set_value)
{
    CData *d = CDATA(self);
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete attribute"), -1;
    if (value_is_str(value) && str_length(value) > d->size / (int64_t)sizeof(wchar_t))
        return error_set(vm, EXC_ValueError, "string too long"), -1;
    return ccode_wide_array.set(vm, d->p, value, d->size) ? 0 : -1;
}

static GETSETS(char_getsets,
    {"raw", chars_get_raw, chars_set_raw, "value", NULL},
    {"value", chars_get_value, chars_set_value, "string value", NULL},
);
static GETSETS(wide_getsets,
    {"value", wide_get_value, wide_set_value, "string value", NULL},
);

/* The class gets the attributes of a text, if its items are characters. */
static int add_getsets(MinipyVM *vm, CType *t, const CInfo *item)
{
    char code = item->code ? item->code->code : 0;
    const GetSetDef *row = code == 'c'   ? char_getsets
                           : code == 'u' ? wide_getsets
                                         : NULL;
    for (; row && row->name; row++)
        if (dict_set_cstr_steal(vm, value_from_obj(t->t.own.dict), row->name,
                                getset_descr_new(vm, &t->t, row)) < 0)
            return -1;
    type_modified(vm, &t->t);
    return 0;
}

/* ---- the metaclass --------------------------------------------------------------- */

static int missing(MinipyVM *vm, const char *name)
{
    error_set(vm, EXC_AttributeError, "class must define a '%s' attribute", name);
    return -1;
}

static int declared_length(MinipyVM *vm, Value cls, int64_t *length)
{
    Value v;
    int found = object_lookup_attr(vm, cls, NAME(vm, _length_), &v);
    if (found <= 0)
        return found < 0 ? -1 : missing(vm, "_length_");
    int r = -1, overflow = 0;
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "The '_length_' attribute must be an integer");
    } else if (int_sign(v) < 0) {
        error_set(vm, EXC_ValueError, "The '_length_' attribute must not be negative");
    } else {
        *length = int_as_i64_overflow(v, &overflow);
        r = overflow ? -1 : 0;
        if (overflow)
            error_set(vm, EXC_OverflowError, "The '_length_' attribute is too large");
    }
    value_decref(vm, v);
    return r;
}

static int set_shape(MinipyVM *vm, CInfo *info, const CInfo *item)
{
    enum { DIMENSIONS_MOST = 255 };
    if (item->ndim >= DIMENSIONS_MOST) {
        error_set(vm, EXC_OverflowError, "array too large");
        return -1;
    }
    int n = item->ndim + 1;
    info->shape = mem_alloc(vm, (size_t)n * sizeof *info->shape);
    if (!info->shape)
        return -1;
    info->ndim = (uint8_t)n;
    info->shape[0] = info->length;
    mem_copy(info->shape + 1, item->shape, item->ndim * sizeof *info->shape);
    return 0;
}

static int fill(MinipyVM *vm, CType *t, Value proto)
{
    CInfo *info = &t->info;
    const CInfo *item = ctype_info(proto);
    if (!item) {
        error_set(vm, EXC_TypeError, "_type_ must have storage info");
        return -1;
    }
    if (__builtin_mul_overflow(item->size, info->length, &info->size)) {
        error_set(vm, EXC_OverflowError, "array too large");
        return -1;
    }
    info->align = item->align;
    info->foreign = *vm->ctypes->foreign.pointer; /* as an argument */
    if (item->flags & (INFO_POINTER | INFO_HAS_POINTER))
        info->flags |= INFO_HAS_POINTER;
    value_set_steal(vm, &info->proto, value_incref(proto));
    if (set_shape(vm, info, item) < 0 ||
        info_set_format(vm, info, "", item->format ? item->format : "B") < 0)
        return -1;
    return add_getsets(vm, t, item);
}

static Value array_class_new(NEW_ARGS)
{
    CType *t = ctype_new(vm, cls, args, nargs, kwnames);
    if (!t)
        return VALUE_NULL;
    Value self = value_from_obj(t), proto = VALUE_NULL;
    /* _CData's own, which has no length, is not made by this. */
    t->info.made = false;
    int r = declared_length(vm, self, &t->info.length), found = 0;
    if (r == 0 && (found = object_lookup_attr(vm, self, NAME(vm, _type_), &proto)) <= 0)
        r = found < 0 ? -1 : missing(vm, "_type_");
    if (r == 0)
        r = fill(vm, t, proto);
    value_xdecref(vm, proto);
    if (r < 0) {
        type_decref(vm, &t->t);
        return VALUE_NULL;
    }
    t->info.made = true;
    return self;
}

static METHODS(meta_methods,
    CTYPE_METHODS(ctype_from_param_method),
);

CTYPE_META(meta_array_spec, "_ctypes.PyCArrayType", "metatype for the Array Objects",
           .new_ = array_class_new);

/* ---- instances ------------------------------------------------------------------- */

static bool has_item(MinipyVM *vm, const CData *d, int64_t i)
{
    if (i >= 0 && i < d->length)
        return true;
    error_set(vm, EXC_IndexError, "invalid index");
    return false;
}

static Value array_item(MinipyVM *vm, Value self, int64_t i)
{
    CData *d = CDATA(self);
    if (!has_item(vm, d, i))
        return VALUE_NULL;
    Value proto = ctype_made_info(value_from_obj(d->ob.type))->proto;
    int64_t size = ctype_made_info(proto)->size;
    return cdata_get(vm, proto, NULL, self, i, size, d->p + i * size);
}

static int array_set_item(MinipyVM *vm, Value self, int64_t i, Value v)
{
    CData *d = CDATA(self);
    if (!v) {
        error_set(vm, EXC_TypeError, "Array does not support item deletion");
        return -1;
    }
    if (!has_item(vm, d, i))
        return -1;
    Value proto = ctype_made_info(value_from_obj(d->ob.type))->proto;
    int64_t size = ctype_made_info(proto)->size;
    return cdata_set(vm, self, proto, NULL, v, i, size, d->p + i * size);
}

static int64_t array_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return CDATA(self)->length;
}

static int array_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                      Value kwnames)
{
    (void)kwnames;
    for (size_t i = 0; i < nargs; i++)
        if (array_set_item(vm, self, (int64_t)i, args[i]) < 0)
            return -1;
    return 0;
}

/* An index, from the end if it is negative; false: exception. */
static bool index_of(MinipyVM *vm, Value self, Value key, const char *refusal,
                     int64_t *i)
{
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index) {
        error_set(vm, EXC_TypeError, "%s", refusal);
        return false;
    }
    *i = number_as_ssize(vm, key, EXC_IndexError);
    if (*i == -1 && error_occurred(vm))
        return false;
    if (*i < 0)
        *i += CDATA(self)->length;
    return true;
}

static Value array_slice(MinipyVM *vm, Value self, Value key)
{
    int64_t start, stop, step;
    CData *d = CDATA(self);
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return VALUE_NULL;
    int64_t n = slice_adjust(d->length, &start, &stop, step);
    const CCode *code = ctype_info(cdata_info(self)->proto)->code;
    if (code && code->code == 'c')
        return cdata_chars(vm, d->p, start, step, n);
    if (code && code->code == 'u')
        return cdata_wide_chars(vm, d->p, start, step, n);
    return cdata_list(vm, self, array_item, start, step, n);
}

static Value array_subscript(MinipyVM *vm, Value self, Value key)
{
    int64_t i;
    if (value_is_kind(key, KIND_SLICE))
        return array_slice(vm, self, key);
    return index_of(vm, self, key, "indices must be integers", &i)
               ? array_item(vm, self, i)
               : VALUE_NULL;
}

static int set_slice(MinipyVM *vm, Value self, Value key, Value v)
{
    int64_t start, stop, step;
    if (slice_unpack(vm, key, &start, &stop, &step) < 0)
        return -1;
    int64_t n = slice_adjust(CDATA(self)->length, &start, &stop, step);
    int64_t given = object_length(vm, v);
    if (given < 0)
        return -1;
    if (given != n) {
        error_set(vm, EXC_ValueError, "Can only assign sequence of same size");
        return -1;
    }
    for (int64_t i = 0; i < n; i++) {
        Value item = object_getitem(vm, v, value_from_imm(i));
        int r = item ? array_set_item(vm, self, start + i * step, item) : -1;
        value_xdecref(vm, item);
        if (r < 0)
            return -1;
    }
    return 0;
}

static int array_ass_subscript(MinipyVM *vm, Value self, Value key, Value v)
{
    int64_t i;
    if (!v) {
        error_set(vm, EXC_TypeError, "Array does not support item deletion");
        return -1;
    }
    if (value_is_kind(key, KIND_SLICE))
        return set_slice(vm, self, key, v);
    return index_of(vm, self, key, "indices must be integer", &i)
               ? array_set_item(vm, self, i, v)
               : -1;
}

static METHODS(methods,
    CLASS_GETITEM_METHOD,
);

TYPE_SPEC(carray_spec,
    .name = "_ctypes.Array", .doc = "XXX to be provided",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CData),
    .slots = {.new_ = cdata_new, .init = array_init, .sq_length = array_length, .sq_item = array_item,
              .sq_ass_item = array_set_item, .mp_length = array_length, .mp_subscript = array_subscript,
              .mp_ass_subscript = array_ass_subscript, .bf_getbuffer = cdata_getbuffer},
    .methods = methods,
);
