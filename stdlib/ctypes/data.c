/* data.c - instances of C types: their memory, what they keep alive, the base _CData.
 *
 * A CData either owns its memory, or lies in its base's, or shows an address. What C
 * memory points to is kept in `objects` of the outermost CData, under the path that
 * leads to the place ("2:0"): writing a place anew releases what it pointed to before.
 * Read next: info.c, then the kinds: simple.c, pointer.c, array.c, structure.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/objects/call.h"
#include "vm/types/type.h"

/* ---- life ------------------------------------------------------------------------ */

bool cdata_is_slow(Value v)
{
    return value_obj(v)->kind != KIND_TYPE &&
           ctype_is(value_from_obj(value_obj(v)->type));
}

CInfo *cdata_info(Value v)
{
    return value_is_obj(v) ? ctype_info(value_from_obj(value_obj(v)->type)) : NULL;
}

static void free_memory(MinipyVM *vm, CData *d)
{
    if (d->owned && d->p != d->small.bytes)
        mem_free(vm, d->p);
    d->p = NULL;
    d->owned = false;
}

void cdata_dealloc(MinipyVM *vm, Object *o)
{
    CData *d = (CData *)o;
    free_memory(vm, d);
    value_clear(vm, &d->objects);
    value_clear(vm, &d->base);
}

int cdata_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((CData *)o)->base);
    GC_VISIT(((CData *)o)->objects);
    return 0;
}

/* The base stays: the memory is its. */
void cdata_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((CData *)o)->objects);
}

int cdata_resize(MinipyVM *vm, CData *d, int64_t size)
{
    if (size <= (int64_t)sizeof d->small && (!d->p || d->p == d->small.bytes)) {
        d->p = d->small.bytes;
    } else if (d->p == d->small.bytes || !d->p) {
        char *p = mem_calloc(vm, (size_t)size);
        if (!p)
            return -1;
        mem_copy(p, d->p, d->p ? (size_t)d->size : 0);
        d->p = p;
    } else {
        char *p = mem_realloc(vm, d->p, (size_t)size);
        if (!p)
            return -1;
        d->p = p;
        if (size > d->size)
            memset(p + d->size, 0, (size_t)(size - d->size));
    }
    d->owned = true;
    d->size = size;
    return 0;
}

/* Without memory. */
static CData *bare_new(MinipyVM *vm, Value cls, CInfo *info)
{
    info->flags |= INFO_FINAL;
    CData *d = (CData *)object_alloc(vm, TYPE_OF(cls), 0);
    if (d) {
        d->size = info->size;
        d->length = info->length;
    }
    return d;
}

static CData *owning_new(MinipyVM *vm, Value cls, CInfo *info)
{
    CData *d = bare_new(vm, cls, info);
    if (d && cdata_resize(vm, d, info->size) < 0) {
        obj_decref(vm, &d->ob);
        return NULL;
    }
    return d;
}

Value cdata_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                Value kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    Value self = value_from_obj(cls);
    CInfo *info = ctype_info_or_error(vm, self);
    return info ? value_from_obj(owning_new(vm, self, info)) : VALUE_NULL;
}

Value cdata_of_base(MinipyVM *vm, Value cls, Value base, int64_t index, char *p)
{
    CInfo *info = ctype_info_or_error(vm, cls);
    if (!info)
        return VALUE_NULL;
    CData *d = base ? bare_new(vm, cls, info) : owning_new(vm, cls, info);
    if (!d)
        return VALUE_NULL;
    if (base) {
        d->p = p;
        d->base = value_incref(base);
    } else {
        mem_copy(d->p, p, (size_t)d->size);
    }
    d->index = index;
    return value_from_obj(d);
}

Value cdata_at(MinipyVM *vm, Value cls, void *p)
{
    Value address = int_from_u64(vm, (uintptr_t)p);
    int heard = address ? audit(vm, "ctypes.cdata", 1, address) : -1;
    value_xdecref(vm, address);
    CInfo *info = heard < 0 ? NULL : ctype_info_or_error(vm, cls);
    CData *d = info ? bare_new(vm, cls, info) : NULL;
    if (d)
        d->p = p;
    return value_from_obj(d);
}

/* ---- what is kept alive ---------------------------------------------------------- */

static CData *outermost(CData *d)
{
    while (d->base)
        d = CDATA(d->base);
    return d;
}

Value cdata_kept_borrow(MinipyVM *vm, Value self)
{
    CData *d = outermost(CDATA(self));
    if (!d->objects)
        d->objects = d->length ? dict_new(vm) : VALUE_NONE;
    return d->objects;
}

enum { PATH_MAX_SIZE = 256, PATH_STEP = 18 };

/* The place as text: indexes from the inside out, ":" between. */
static Value path_of(MinipyVM *vm, const CData *d, int64_t index)
{
    char text[PATH_MAX_SIZE];
    int n = snprintf(text, sizeof text, "%x", (unsigned)index);
    for (; d->base; d = CDATA(d->base)) {
        if (n > PATH_MAX_SIZE - PATH_STEP)
            return error_set(vm, EXC_ValueError, "ctypes object structure too deep");
        n += snprintf(text + n, sizeof text - (size_t)n, ":%x", (unsigned)d->index);
    }
    return str_from_ascii(vm, text, n);
}

int cdata_keep_steal(MinipyVM *vm, Value self, int64_t index, Value v)
{
    if (v == VALUE_NONE)
        return 0;
    Value kept = cdata_kept_borrow(vm, self);
    if (!kept) {
        value_decref(vm, v);
        return -1;
    }
    if (!value_is_dict(kept)) {
        value_set_steal(vm, &outermost(CDATA(self))->objects, v);
        return 0;
    }
    Value path = path_of(vm, CDATA(self), index);
    int r = path ? dict_set(vm, kept, path, v) : -1;
    value_xdecref(vm, path);
    value_decref(vm, v);
    return r;
}

/* ---- reading and writing --------------------------------------------------------- */

static Value write(MinipyVM *vm, Value cls, Value v, int64_t size, char *p);

/* RuntimeError: "(class) TypeError: text". */
static void error_of_call(MinipyVM *vm, Value cls)
{
    Value e = error_fetch(vm);
    Value text = e ? object_str(vm, e) : VALUE_NULL;
    if (text)
        error_set(vm, EXC_RuntimeError, "(%N) %T: %U", TYPE_OF(cls), e, text);
    value_xdecref(vm, text);
    value_xdecref(vm, e);
}

/* A tuple: the arguments of a new instance. */
static Value write_tuple(MinipyVM *vm, Value cls, Value v, int64_t size, char *p)
{
    Value made = call(vm, cls, TUPLE(v)->items, (size_t)tuple_size(v), VALUE_NULL);
    if (!made) {
        error_of_call(vm, cls);
        return VALUE_NULL;
    }
    Value r = write(vm, cls, made, size, p);
    value_decref(vm, made);
    return r;
}

static Value write_python(MinipyVM *vm, Value cls, Value v, int64_t size, char *p)
{
    const CInfo *info = ctype_info(cls);
    if (info && info->set)
        return info->set(vm, p, v, size);
    if (value_is_tuple(v))
        return write_tuple(vm, cls, v, size, p);
    if (v == VALUE_NONE && ctype_is_of(cls, vm->ctypes->meta_pointer)) {
        memset(p, 0, sizeof(void *));
        return VALUE_NONE;
    }
    return error_set(vm, EXC_TypeError, "expected %N instance, got %T", TYPE_OF(cls),
                     v);
}

static Value incompatible(MinipyVM *vm, Value v, Value cls)
{
    return error_set(vm, EXC_TypeError,
                     "incompatible types, %T instance instead of %N "
                     "instance",
                     v, TYPE_OF(cls));
}

/* An array where a pointer is: its address. */
static Value write_array(MinipyVM *vm, Value cls, Value v, char *p)
{
    const CInfo *array = cdata_info(v), *pointer = ctype_info(cls);
    if (!array || !pointer || array->proto != pointer->proto)
        return incompatible(vm, v, cls);
    memcpy(p, &CDATA(v)->p, sizeof(void *));
    Value kept = cdata_kept_borrow(vm, v);
    return kept ? tuple_pack(vm, 2, kept, v) : VALUE_NULL;
}

static Value write(MinipyVM *vm, Value cls, Value v, int64_t size, char *p)
{
    if (!cdata_is(v))
        return write_python(vm, cls, v, size, p);
    int is = object_isinstance(vm, v, cls);
    if (is < 0)
        return VALUE_NULL;
    if (is) {
        /* What claims to be one by its __class__ may be smaller. */
        mem_move(p, CDATA(v)->p,
                 (size_t)(size < CDATA(v)->size ? size : CDATA(v)->size));
        Value kept = cdata_kept_borrow(vm, v);
        return kept ? value_incref(kept) : VALUE_NULL;
    }
    const CTypesState *s = vm->ctypes;
    if (ctype_is_of(cls, s->meta_pointer) &&
        type_is_subtype(value_obj(v)->type, s->array))
        return write_array(vm, cls, v, p);
    return incompatible(vm, v, cls);
}

int cdata_set(MinipyVM *vm, Value self, Value cls, CSet set, Value v, int64_t index,
              int64_t size, char *p)
{
    if (!set && !cdata_is(v))
        set = ctype_made_info(cls)->set;
    Value keep = set ? set(vm, p, v, size) : write(vm, cls, v, size, p);
    return likely(keep == VALUE_NONE) ? 0
           : keep                     ? cdata_keep_steal(vm, self, index, keep)
                                      : -1;
}

/* ---- as a buffer ----------------------------------------------------------------- */

/* Items of arrays of arrays count by the innermost class. */
static int64_t item_size(Value cls)
{
    const CInfo *info = ctype_info(cls);
    for (; info->ndim && ctype_info(info->proto); info = ctype_info(info->proto))
        ;
    return info->size;
}

int cdata_getbuffer(MinipyVM *vm, Value self, Buffer *view, int flags)
{
    (void)flags, (void)vm;
    CData *d = CDATA(self);
    const CInfo *info = cdata_info(self);
    *view = (Buffer){.data = d->p,
                     .obj = value_incref(self),
                     .size = d->size,
                     .format = info->format ? info->format : "B",
                     .ndim = info->ndim,
                     .shape = info->shape,
                     .itemsize = item_size(value_from_obj(d->ob.type))};
    return 0;
}

/* ---- methods of all -------------------------------------------------------------- */

static int64_t cdata_hash(MinipyVM *vm, Value self)
{
    (void)self;
    error_set(vm, EXC_TypeError, "unhashable type");
    return -1;
}

FN(cdata_reduce)
{
    const CInfo *info = cdata_info(self);
    if (info->flags & (INFO_POINTER | INFO_HAS_POINTER))
        return error_set(vm, EXC_ValueError,
                         "ctypes objects containing pointers cannot be pickled");
    Value dict = object_getattr(vm, self, NAME(vm, __dict__));
    Value bytes = dict ? bytes_from(vm, CDATA(self)->p, CDATA(self)->size) : VALUE_NULL;
    Value state = bytes ? tuple_pack(vm, 2, dict, bytes) : VALUE_NULL;
    Value of = state ? tuple_pack(vm, 2, value_from_obj(value_obj(self)->type), state)
                     : VALUE_NULL;
    Value r = of ? tuple_pack(vm, 2, vm->ctypes->unpickle, of) : VALUE_NULL;
    value_xdecref(vm, of);
    value_xdecref(vm, state);
    value_xdecref(vm, bytes);
    value_xdecref(vm, dict);
    return r;
}

/* A state's bytes, or the UTF-8 of a text; what else has a buffer could change. */
static const char *state_data(MinipyVM *vm, Value v, int64_t *size)
{
    Buffer in;
    if (value_is_bytes(v)) {
        *size = BYTES(v)->size;
        return (const char *)BYTES(v)->data;
    }
    if (value_is_str(v))
        return str_utf8(vm, v, size);
    if (buffer_get(vm, v, &in, BUF_SIMPLE) == 0) {
        buffer_release(vm, &in);
        error_set(vm, EXC_TypeError,
                  "argument 2 must be read-only bytes-like object, not %T", v);
    }
    return NULL;
}

FN(cdata_setstate)
{
    if (!value_is_dict(args[0]))
        return error_set(vm, EXC_TypeError, "argument 1 must be dict, not %T", args[0]);
    int64_t size;
    const char *data = state_data(vm, args[1], &size);
    if (!data)
        return VALUE_NULL;
    CData *d = CDATA(self);
    mem_move(d->p, data, (size_t)(size < d->size ? size : d->size));
    Value dict = object_getattr(vm, self, NAME(vm, __dict__));
    if (!dict)
        return VALUE_NULL;
    int r = -1;
    if (value_is_dict(dict))
        r = dict_update(vm, dict, args[0]);
    else
        error_set(vm, EXC_TypeError, "%T.__dict__ must be a dictionary, not %T", self,
                  dict);
    value_decref(vm, dict);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(outparam)
{
    return value_incref(self);
}

static METHODS(methods,
    {"__ctypes_from_outparam__", outparam, M_UNSIGNED, "($self, /)", NULL},
    {"__reduce__", cdata_reduce, M_UNSIGNED, "($self, /)", NULL},
    {"__setstate__", cdata_setstate, M_TUPLE | M_UNSIGNED | M_NAMELESS, "($self, dict, state, /)", NULL},
);

static MEMBERS(members,
    {"_b_base_", MEMBER_VALUE_OR_NONE, offsetof(CData, base), true, "the base object"},
    {"_b_needsfree_", MEMBER_INT32, offsetof(CData, owned), true, "whether the object owns the memory or not"},
    {"_objects", MEMBER_VALUE_OR_NONE, offsetof(CData, objects), true,
     "internal objects tree (NEVER CHANGE THIS OBJECT!)"},
);

TYPE_SPEC(cdata_spec,
    .name = "_ctypes._CData", .doc = "XXX to be provided",
    .flags = TYPE_GC | TYPE_BASE | TYPE_NO_NEW, .basicsize = sizeof(CData),
    .dealloc = cdata_dealloc, .traverse = cdata_traverse, .clear = cdata_clear,
    .slots = {.hash = cdata_hash, .bf_getbuffer = cdata_getbuffer},
    .methods = methods, .members = members,
);
