/* argument.c - arguments of foreign functions as objects (CArgObject): what from_param
 * makes, and byref. Each keeps alive what its value points to. Read next: call.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/memory/gc.h"
#include "vm/numbers/float.h"
#include "vm/numbers/number.h"

CArg *carg_new(MinipyVM *vm, char tag, ForeignType *foreign, Value obj)
{
    CArg *a = (CArg *)object_alloc(vm, vm->ctypes->arg, 0);
    if (!a) {
        value_xdecref(vm, obj);
        return NULL;
    }
    a->tag = tag;
    a->foreign = foreign;
    a->obj = obj;
    return a;
}

Value carg_byref(MinipyVM *vm, Value data, int64_t offset)
{
    CArg *a = carg_new(vm, 'P', vm->ctypes->foreign.pointer, value_incref(data));
    if (a)
        a->value.p = (void *)((uintptr_t)CDATA(data)->p + (uintptr_t)offset);
    return value_from_obj(a);
}

/* A structure by value. Its class's type says what it is made of; the copy is there
 * because another thread may write to the structure meanwhile. */
static CArg *structure_arg(MinipyVM *vm, Value v, CInfo *info)
{
    CData *d = CDATA(v);
    CArg *a = carg_new(vm, 'V', &info->foreign, value_incref(v));
    if (!a)
        return NULL;
    a->size = d->size;
    a->block =
        mem_calloc(vm, (size_t)(d->size > info->size ? d->size : info->size) + 1);
    if (!a->block) {
        obj_decref(vm, &a->ob);
        return NULL;
    }
    mem_copy(a->block, d->p, (size_t)d->size);
    a->value.p = a->block;
    return a;
}

CArg *cdata_as_arg(MinipyVM *vm, Value v)
{
    CInfo *info = cdata_info(v);
    CData *d = CDATA(v);
    TypeObj *t = d->ob.type;
    const CTypesState *s = vm->ctypes;
    if (!info) {
        error_set(vm, EXC_TypeError, "abstract class");
        return NULL;
    }
    if (type_is_subtype(t, s->structure) || type_is_subtype(t, s->union_))
        return structure_arg(vm, v, info);
    char tag = info->code ? info->code->code : 'P';
    ForeignType *foreign =
        info->code ? ccode_foreign(vm, info->code) : s->foreign.pointer;
    CArg *a = carg_new(vm, tag, foreign, value_incref(v));
    if (!a)
        return NULL;
    if (type_is_subtype(t, s->array))
        a->value.p = d->p;
    else
        mem_copy(&a->value, d->p,
                 (size_t)(d->size < (int64_t)sizeof a->value
                              ? d->size
                              : (int64_t)sizeof a->value));
    return a;
}

/* ---- as objects ------------------------------------------------------------------ */

static void arg_dealloc(MinipyVM *vm, Object *o)
{
    CArg *a = (CArg *)o;
    mem_free(vm, a->block);
    value_clear(vm, &a->obj);
}

static Value float_repr_of(MinipyVM *vm, char tag, double d)
{
    Value v = float_new(vm, d);
    Value r = v ? str_format_c(vm, "<cparam '%c' (%R)>", tag, v) : VALUE_NULL;
    value_xdecref(vm, v);
    return r;
}

static bool is_printed(unsigned char c)
{
    return c < 127 && c >= ' ' && c != '\\' && c != '\'';
}

static Value char_repr(MinipyVM *vm, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (is_printed(c))
        return str_format_c(vm, "<cparam 'c' ('%c')>", c);
    return str_format_c(vm, "<cparam 'c' ('\\x%c%c')>", hex[c >> 4], hex[c & 15]);
}

static Value arg_repr(MinipyVM *vm, Value self)
{
    const CArg *a = CARG(self);
    switch (a->tag) {
    case 'b':
    case 'B': return str_format_c(vm, "<cparam '%c' (%d)>", a->tag, a->value.b);
    case 'h':
    case 'H': return str_format_c(vm, "<cparam '%c' (%d)>", a->tag, a->value.h);
    case 'i':
    case 'I': return str_format_c(vm, "<cparam '%c' (%d)>", a->tag, a->value.i);
    case 'l':
    case 'L':
    case 'q':
    case 'Q': return str_format_c(vm, "<cparam '%c' (%ld)>", a->tag, (long)a->value.q);
    case 'd': return float_repr_of(vm, a->tag, a->value.d);
    case 'f': return float_repr_of(vm, a->tag, (double)a->value.f);
    case 'c': return char_repr(vm, (unsigned char)a->value.c);
    case 'z':
    case 'Z':
    case 'P':
        return str_format_c(vm,
                            a->value.p ? "<cparam '%c' (%p)>" : "<cparam '%c' (nil)>",
                            a->tag, a->value.p);
    default: return str_format_c(vm, "<cparam '%c' at %p>", a->tag, value_obj(self));
    }
}

static MEMBERS(members,
    {"_obj", MEMBER_VALUE_OR_NONE, offsetof(CArg, obj), true, "the wrapped object"},
);

TYPE_SPEC(arg_spec,
    .name = "CArgObject",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(CArg), .values = 1,
    .dealloc = arg_dealloc, .traverse = object_values_visit,
    .slots = {.repr = arg_repr},
    .members = members,
);
