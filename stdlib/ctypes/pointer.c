/* pointer.c - pointers: PyCPointerType, POINTER(), pointer(), and what a pointer does
 * with indexes, slices and `contents`. An index is not checked: the program vouches for
 * what is there, as in C.
 */
#include <wchar.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/slice.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/types/type.h"

/* ---- the metaclass --------------------------------------------------------------- */

/* The class is one of pointers to `to` from now on. */
static int set_proto(MinipyVM *vm, CInfo *info, Value to)
{
    if (!value_is_type(to)) {
        error_set(vm, EXC_TypeError, "_type_ must be a type");
        return -1;
    }
    if (!ctype_info(to)) {
        error_set(vm, EXC_TypeError, "_type_ must have storage info");
        return -1;
    }
    value_set_steal(vm, &info->proto, value_incref(to));
    return 0;
}

static Value pointer_class_new(NEW_ARGS)
{
    CType *t = ctype_new(vm, cls, args, nargs, kwnames);
    if (!t)
        return VALUE_NULL;
    CInfo *info = &t->info;
    info_set_pointer(vm, info);
    info->length = 1;
    Value to = dict_get_str_borrow(vm, t->t.own.dict, NAME(vm, _type_));
    int r = to ? set_proto(vm, info, to) : 0;
    if (to && r == 0) {
        const CInfo *item = ctype_info(to);
        r = info_set_shaped_format(vm, info, item, "&",
                                   item->format ? item->format : "B");
    }
    if (r == 0)
        return value_from_obj(t);
    type_decref(vm, &t->t);
    return VALUE_NULL;
}

/* Once it is known what it points to. */
FN(set_type)
{
    CInfo *info = ctype_info_or_error(vm, self);
    if (!info || set_proto(vm, info, args[0]) < 0 ||
        object_setattr(vm, self, NAME(vm, _type_), args[0]) < 0)
        return VALUE_NULL;
    return VALUE_NONE;
}

FN(from_param)
{
    Value v = args[0];
    if (v == VALUE_NONE)
        return v;
    const CInfo *info = ctype_info_or_error(vm, self);
    if (!info)
        return VALUE_NULL;
    int is = info->proto ? object_isinstance(vm, v, info->proto) : 0;
    if (is < 0)
        return VALUE_NULL;
    if (is && cdata_is(v))
        return carg_byref(vm, v, 0);
    if (cdata_is(v) && (type_is_subtype(value_obj(v)->type, vm->ctypes->pointer) ||
                        type_is_subtype(value_obj(v)->type, vm->ctypes->array))) {
        const CInfo *given = cdata_info(v);
        int fits = given && given->proto && info->proto
                       ? object_issubclass(vm, given->proto, info->proto)
                       : 0;
        if (fits)
            return fits < 0 ? VALUE_NULL : value_incref(v);
    }
    return ctype_from_param(vm, self, v);
}

static METHODS(meta_methods,
    CTYPE_METHODS(from_param),
    {"set_type", set_type, M_UNSIGNED, "($self, type, /)", NULL},
);

CTYPE_META(meta_pointer_spec, "_ctypes.PyCPointerType",
           "metatype for the Pointer Objects", .new_ = pointer_class_new);

/* ---- instances ------------------------------------------------------------------- */

static char *target(Value self)
{
    char *p;
    memcpy(&p, CDATA(self)->p, sizeof p);
    return p;
}

/* The class of what a pointer points to, and where; NULL: exception. */
static char *followed(MinipyVM *vm, Value self, Value *proto)
{
    const CInfo *info = cdata_info(self);
    char *p = target(self);
    if (!p || !info || !info->proto) {
        error_set(vm, EXC_ValueError, "NULL pointer access");
        return NULL;
    }
    *proto = info->proto;
    return p;
}

GETTER(get_contents)
{
    Value proto;
    char *p = followed(vm, self, &proto);
    return p ? cdata_of_base(vm, proto, self, 0, p) : VALUE_NULL;
}

SETTER(set_contents)
{
    if (!value) {
        error_set(vm, EXC_TypeError, "Pointer does not support item deletion");
        return -1;
    }
    const CInfo *info = cdata_info(self);
    if (!info || !info->proto) {
        error_set(vm, EXC_TypeError, "abstract class");
        return -1;
    }
    if (!cdata_is(value)) { /* of another type: as in CPython, it is pointed at */
        error_set(vm, EXC_TypeError, "expected %N instead of %T", TYPE_OF(info->proto),
                  value);
        return -1;
    }
    memcpy(CDATA(self)->p, &CDATA(value)->p, sizeof(void *));
    if (cdata_keep_steal(vm, self, 1, value_incref(value)) < 0)
        return -1;
    Value kept = cdata_kept_borrow(vm, value);
    return kept ? cdata_keep_steal(vm, self, 0, value_incref(kept)) : -1;
}

static Value pointer_new(NEW_ARGS)
{
    const CInfo *info = ctype_info(value_from_obj(cls));
    if (!info || !info->proto)
        return error_set(vm, EXC_TypeError, "Cannot create instance: has no _type_");
    return cdata_new(vm, cls, args, nargs, kwnames);
}

static int pointer_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames)
{
    (void)kwnames;
    if (!args_check(vm, "POINTER", nargs, 0, 1))
        return -1;
    return nargs ? set_contents(vm, self, args[0], NULL) : 0;
}

static int pointer_bool(MinipyVM *vm, Value self)
{
    (void)vm;
    return target(self) != NULL;
}

static Value pointer_item(MinipyVM *vm, Value self, int64_t i)
{
    Value proto;
    char *p = followed(vm, self, &proto);
    if (!p)
        return VALUE_NULL;
    int64_t size = ctype_made_info(proto)->size;
    return cdata_get(vm, proto, NULL, self, i, size, p + i * size);
}

static int pointer_set_item(MinipyVM *vm, Value self, int64_t i, Value v)
{
    Value proto;
    if (!v) {
        error_set(vm, EXC_TypeError, "Pointer does not support item deletion");
        return -1;
    }
    char *p = followed(vm, self, &proto);
    if (!p)
        return -1;
    int64_t size = ctype_made_info(proto)->size;
    return cdata_set(vm, self, proto, NULL, v, i, size, p + i * size);
}

/* The bounds of a slice, of which a pointer needs more than an array. */
static int slice_bounds(MinipyVM *vm, Value key, int64_t *start, int64_t *step,
                        int64_t *count)
{
    const SliceObj *s = SLICE(key);
    int64_t stop;
    *step = 1;
    if (s->step != VALUE_NONE) {
        *step = number_as_ssize(vm, s->step, EXC_ValueError);
        if (*step == -1 && error_occurred(vm))
            return -1;
        if (*step == 0) {
            error_set(vm, EXC_ValueError, "slice step cannot be zero");
            return -1;
        }
    }
    *start = 0;
    if (s->start != VALUE_NONE) {
        *start = number_as_ssize(vm, s->start, EXC_ValueError);
        if (*start == -1 && error_occurred(vm))
            return -1;
    } else if (*step < 0) {
        error_set(vm, EXC_ValueError, "slice start is required for step < 0");
        return -1;
    }
    if (s->stop == VALUE_NONE) {
        error_set(vm, EXC_ValueError, "slice stop is required");
        return -1;
    }
    stop = number_as_ssize(vm, s->stop, EXC_ValueError);
    if (stop == -1 && error_occurred(vm))
        return -1;
    bool empty = *step > 0 ? *start >= stop : *start <= stop;
    *count = empty       ? 0
             : *step > 0 ? (stop - *start - 1) / *step + 1
                         : (stop - *start + 1) / *step + 1;
    return 0;
}

Value cdata_chars(MinipyVM *vm, const char *p, int64_t start, int64_t step,
                  int64_t count)
{
    if (step == 1)
        return bytes_from(vm, p + start, count);
    Value r = bytes_alloc(vm, count);
    for (int64_t i = 0; r && i < count; i++)
        BYTES(r)->data[i] = (uint8_t)p[start + i * step];
    return r;
}

Value cdata_wide_chars(MinipyVM *vm, const char *p, int64_t start, int64_t step,
                       int64_t count)
{
    const wchar_t *text = (const wchar_t *)(const void *)p;
    if (step == 1)
        return ccode_wide_str(vm, text + start, count);
    wchar_t *picked = mem_alloc(vm, (size_t)count * sizeof *text + 1);
    if (!picked)
        return VALUE_NULL;
    for (int64_t i = 0; i < count; i++)
        picked[i] = text[start + i * step];
    Value r = ccode_wide_str(vm, picked, count);
    mem_free(vm, picked);
    return r;
}

Value cdata_list(MinipyVM *vm, Value self, SizeArgSlot item, int64_t start,
                 int64_t step, int64_t count)
{
    Value r = list_new(vm, 0);
    for (int64_t i = 0; r && i < count; i++) {
        Value v = item(vm, self, start + i * step);
        if (!v || list_append_steal(vm, r, v) < 0)
            value_clear(vm, &r);
    }
    return r;
}

static Value pointer_slice(MinipyVM *vm, Value self, Value key)
{
    int64_t start, step, count;
    Value proto;
    if (slice_bounds(vm, key, &start, &step, &count) < 0)
        return VALUE_NULL;
    const CInfo *info = cdata_info(self);
    const CCode *code = info && info->proto ? ctype_info(info->proto)->code : NULL;
    char kind = code ? code->code : 0;
    if (kind != 'c' && kind != 'u')
        return cdata_list(vm, self, pointer_item, start, step, count);
    if (count == 0)
        return value_incref(kind == 'c' ? vm->empty_bytes : vm->empty_str);
    char *p = followed(vm, self, &proto);
    if (!p)
        return VALUE_NULL;
    return kind == 'c' ? cdata_chars(vm, p, start, step, count)
                       : cdata_wide_chars(vm, p, start, step, count);
}

static Value pointer_subscript(MinipyVM *vm, Value self, Value key)
{
    if (value_is_kind(key, KIND_SLICE))
        return pointer_slice(vm, self, key);
    if (!value_is_int(key) && !value_type(vm, key)->slots.nb_index)
        return error_set(vm, EXC_TypeError, "Pointer indices must be integer");
    int64_t i = number_as_ssize(vm, key, EXC_IndexError);
    return i == -1 && error_occurred(vm) ? VALUE_NULL : pointer_item(vm, self, i);
}

static GETSETS(getsets,
    {"contents", get_contents, set_contents, "the object this pointer points to (read-write)", NULL},
);

TYPE_SPEC(pointer_spec,
    .name = "_ctypes._Pointer", .doc = "XXX to be provided",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CData),
    .slots = {.new_ = pointer_new, .init = pointer_init, .nb_bool = pointer_bool, .sq_item = pointer_item,
              .sq_ass_item = pointer_set_item, .mp_subscript = pointer_subscript, .bf_getbuffer = cdata_getbuffer},
    .getsets = getsets,
);

/* ---- POINTER, pointer ------------------------------------------------------------ */

static Value made(MinipyVM *vm, Value name, Value type)
{
    Value dict = dict_new(vm);
    if (dict && type && dict_set(vm, dict, NAME(vm, _type_), type) < 0)
        value_clear(vm, &dict);
    return ctype_made_steal(vm, vm->ctypes->meta_pointer, name, vm->ctypes->pointer,
                            dict);
}

/* Of a name: a class that set_type completes, found by its address. */
static Value incomplete(MinipyVM *vm, Value name)
{
    if (!str_utf8(vm, name, NULL)) /* whose error names the place in it */
        return VALUE_NULL;
    Value r = made(vm, str_format_c(vm, "LP_%U", name), VALUE_NULL);
    Value key = r ? int_from_u64(vm, r) : VALUE_NULL;
    if (r && (!key || dict_set(vm, vm->ctypes->pointers, key, r) < 0))
        value_clear(vm, &r);
    value_xdecref(vm, key);
    return r;
}

Value ctypes_POINTER(NATIVE_ARGS)
{
    Value cls = args[0], cache = vm->ctypes->pointers;
    Value r = dict_get_borrow(vm, cache, cls);
    if (r || error_occurred(vm))
        return value_xincref(r);
    if (value_is_exact(vm, cls, KIND_STR))
        return incomplete(vm, cls);
    if (!value_is_type(cls))
        return error_set(vm, EXC_TypeError, "must be a ctypes type");
    r = made(vm, str_format_c(vm, "LP_%N", TYPE_OF(cls)), cls);
    if (r && dict_set(vm, cache, cls, r) < 0)
        value_clear(vm, &r);
    return r;
}

Value ctypes_pointer(NATIVE_ARGS)
{
    Value cls = value_from_obj(value_type(vm, args[0]));
    Value p = ctypes_POINTER(vm, self, &cls, 1, VALUE_NULL);
    Value r = p ? call1(vm, p, args[0]) : VALUE_NULL;
    value_xdecref(vm, p);
    return r;
}
