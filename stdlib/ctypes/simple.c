/* simple.c - simple types: PyCSimpleType, its classes (c_int, c_char_p, ...) and their
 * instances. A class that derives straight from _SimpleCData stands for its value:
 * where one is read a Python object comes. A class below it keeps its instances.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/memory/gc.h"
#include "vm/types/descr.h"
#include "vm/types/type.h"

#define CODES "cbBhHiIlLdfuzZqQPXOv?g"

/* ---- arguments ------------------------------------------------------------------- */

static Value wrong_type(MinipyVM *vm)
{
    return error_set(vm, EXC_TypeError, "wrong type");
}

/* v as the code has it; None: the code does not take it, nothing is pending. */
static Value as_code(MinipyVM *vm, const CCode *code, Value v)
{
    CArg *a = carg_new(vm, code->code, ccode_foreign(vm, code), VALUE_NULL);
    if (!a)
        return VALUE_NULL;
    a->obj = code->set(vm, &a->value, v, 0);
    if (a->obj)
        return value_from_obj(a);
    obj_decref(vm, &a->ob);
    if (limits_stopped(vm) != STOP_NONE || error_matches(vm, EXC_MemoryError))
        return VALUE_NULL;
    error_clear(vm);
    return VALUE_NONE;
}

typedef Value (*FromParam)(MinipyVM *vm, Value cls, Value v);

/* What v._as_parameter_ is for it, or "wrong type". */
static Value by_as_parameter(MinipyVM *vm, Value cls, Value v, FromParam again)
{
    Value as;
    int found = ctype_as_parameter(vm, v, &as);
    if (found == 0)
        wrong_type(vm);
    if (found <= 0)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (recursion_enter(vm, "while processing _as_parameter_") == 0) {
        r = again(vm, cls, as);
        recursion_leave(vm);
    }
    value_decref(vm, as);
    return r;
}

static const CCode *code_of(Value cls)
{
    const CInfo *info = ctype_info(cls);
    return info && info->proto && value_is_str(info->proto)
               ? ccode_of((char)str_char_at(STR(info->proto), 0))
               : NULL;
}

static Value simple_from_param(MinipyVM *vm, Value cls, Value v)
{
    int is = object_isinstance(vm, v, cls);
    if (is)
        return is < 0 ? VALUE_NULL : value_incref(v);
    const CCode *code = code_of(cls);
    if (!code)
        return error_set(vm, EXC_TypeError, "abstract class");
    Value r = as_code(vm, code, v);
    return r == VALUE_NONE ? by_as_parameter(vm, cls, v, simple_from_param) : r;
}

FN(from_param)
{
    return simple_from_param(vm, self, args[0]);
}

/* Is v an array of, or a pointer to, items of that code? */
static bool points_to(MinipyVM *vm, Value v, char code)
{
    if (!cdata_is(v) || !(type_is_subtype(value_obj(v)->type, vm->ctypes->array) ||
                          type_is_subtype(value_obj(v)->type, vm->ctypes->pointer)))
        return false;
    const CInfo *info = cdata_info(v);
    const CInfo *item = info && info->proto ? ctype_info(info->proto) : NULL;
    return item && (!code || item->set == ccode_of(code)->set);
}

/* Of c_char_p and c_wchar_p: texts, arrays, pointers, references. */
static Value text_from_param(MinipyVM *vm, Value cls, Value v, char text, char item,
                             bool is_text, FromParam again)
{
    if (v == VALUE_NONE)
        return v;
    if (is_text)
        return as_code(vm, ccode_of(text), v);
    int is = object_isinstance(vm, v, cls);
    if (is < 0)
        return VALUE_NULL;
    if (is || points_to(vm, v, item))
        return value_incref(v);
    if (carg_is(vm, v) && CARG(v)->obj) {
        const CInfo *of = cdata_info(CARG(v)->obj);
        if (of && of->set == ccode_of(item)->set)
            return value_incref(v);
    }
    return by_as_parameter(vm, cls, v, again);
}

static Value char_p(MinipyVM *vm, Value cls, Value v)
{
    return text_from_param(vm, cls, v, 'z', 'c', value_is_bytes(v), char_p);
}

static Value wide_p(MinipyVM *vm, Value cls, Value v)
{
    return text_from_param(vm, cls, v, 'Z', 'u', value_is_str(v), wide_p);
}

/* The address that v, some pointer of C's, holds. */
static Value as_pointer(MinipyVM *vm, char tag, Value v)
{
    CArg *a = carg_new(vm, tag, vm->ctypes->foreign.pointer, value_incref(v));
    if (a)
        memcpy(&a->value.p, CDATA(v)->p, sizeof(void *));
    return value_from_obj(a);
}

static Value void_p(MinipyVM *vm, Value cls, Value v)
{
    if (v == VALUE_NONE)
        return v;
    char code = value_is_int(v)     ? 'P'
                : value_is_bytes(v) ? 'z'
                : value_is_str(v)   ? 'Z'
                                    : 0;
    if (code)
        return as_code(vm, ccode_of(code), v);
    int is = object_isinstance(vm, v, cls);
    if (is < 0)
        return VALUE_NULL;
    if (is || points_to(vm, v, 0) || (carg_is(vm, v) && CARG(v)->tag == 'P'))
        return value_incref(v);
    if (cdata_is(v) && type_is_subtype(value_obj(v)->type, vm->ctypes->func))
        return as_pointer(vm, 'P', v);
    const CCode *of = cdata_is(v) ? code_of(value_from_obj(value_obj(v)->type)) : NULL;
    if (of && (of->code == 'z' || of->code == 'Z'))
        return as_pointer(vm, 'Z', v);
    return by_as_parameter(vm, cls, v, void_p);
}

FN(char_p_from_param)
{
    return char_p(vm, self, args[0]);
}

FN(wide_p_from_param)
{
    return wide_p(vm, self, args[0]);
}

FN(void_p_from_param)
{
    return void_p(vm, self, args[0]);
}

static METHODS(text_rows,
    {"from_param", char_p_from_param, M_CLASS | M_UNSIGNED, "($type, value, /)", FROM_PARAM_DOC},
    {"from_param", wide_p_from_param, M_CLASS | M_UNSIGNED, "($type, value, /)", FROM_PARAM_DOC},
    {"from_param", void_p_from_param, M_CLASS | M_UNSIGNED, "($type, value, /)", FROM_PARAM_DOC},
);

/* ---- the metaclass --------------------------------------------------------------- */

/* The code that the class says, or NULL with an exception. */
static const CCode *declared_code(MinipyVM *vm, Value cls, Value *proto)
{
    int found = object_lookup_attr(vm, cls, NAME(vm, _type_), proto);
    if (found < 0)
        return NULL;
    if (found == 0) {
        error_set(vm, EXC_AttributeError, "class must define a '_type_' attribute");
        return NULL;
    }
    if (!value_is_str(*proto)) {
        error_set(vm, EXC_TypeError, "class must define a '_type_' string attribute");
        return NULL;
    }
    const char *text = str_utf8(vm, *proto, NULL);
    if (!text)
        return NULL;
    if (strlen(text) != 1) {
        error_set(vm, EXC_ValueError,
                  "class must define a '_type_' attribute which "
                  "must be a string of length 1");
        return NULL;
    }
    if (!strchr(CODES, text[0])) {
        error_set(vm, EXC_AttributeError,
                  "class must define a '_type_' attribute which must be\n"
                  "a single character string containing one of '" CODES "'.");
        return NULL;
    }
    const CCode *code = ccode_of(text[0]);
    if (!code)
        error_set(vm, EXC_ValueError, "_type_ '%s' not supported", text);
    return code;
}

/* Of the buffer protocol: codes of standard sizes. */
static char standard_code(char code)
{
    return code == 'l' ? 'q' : code == 'L' ? 'Q' : code;
}

static int fill(MinipyVM *vm, CInfo *info, const CCode *code, bool swapped)
{
    const char format[] = {swapped ? '>' : '<', standard_code(code->code), 0};
    info->foreign = *ccode_foreign(vm, code);
    info->size = (int64_t)info->foreign.size;
    info->align = info->foreign.alignment;
    info->length = 0;
    info->code = code;
    info->get = swapped ? code->get_swapped : code->get;
    info->set = swapped ? code->set_swapped : code->set;
    if (strchr("zZPXO", code->code))
        info->flags |= INFO_POINTER;
    return info_set_format(vm, info, "", format);
}

static int add_from_param(MinipyVM *vm, CType *t, char code)
{
    static const char with_texts[] = "zZP"; /* in the order of text_rows */
    const char *which = strchr(with_texts, code);
    if (!which)
        return 0;
    Value d = method_descr_new(vm, &t->t, &text_rows[which - with_texts],
                               KIND_CLASSMETHOD_DESCR);
    int r =
        d ? dict_set(vm, value_from_obj(t->t.own.dict), NAME(vm, from_param), d) : -1;
    value_xdecref(vm, d);
    type_modified(vm, &t->t);
    return r;
}

static CType *simple_made(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
                          Value kwnames, bool swapped)
{
    CType *t = ctype_new(vm, meta, args, nargs, kwnames);
    Value proto = VALUE_NULL;
    const CCode *code = t ? declared_code(vm, value_from_obj(t), &proto) : NULL;
    if (!code || fill(vm, &t->info, code, swapped) < 0) {
        value_xdecref(vm, proto);
        if (t)
            type_decref(vm, &t->t);
        return NULL;
    }
    value_set_steal(vm, &t->info.proto, proto);
    t->info.value_get = t->t.base == vm->ctypes->simple ? t->info.get : NULL;
    return t;
}

/* The class of the other byte order, and the names by which both are found. */
static int add_swapped(MinipyVM *vm, CType *t, TypeObj *meta, const Value *args,
                       size_t nargs)
{
    const Value renamed[] = {str_format_c(vm, "%U_be", args[0]), args[1], args[2]};
    CType *other =
        renamed[0] ? simple_made(vm, meta, renamed, nargs, VALUE_NULL, true) : NULL;
    value_xdecref(vm, renamed[0]);
    if (!other)
        return -1;
    Value a = value_from_obj(t), b = value_from_obj(other);
    int r = -1;
    if (object_setattr(vm, a, NAME(vm, __ctype_be__), b) == 0 &&
        object_setattr(vm, a, NAME(vm, __ctype_le__), a) == 0 &&
        object_setattr(vm, b, NAME(vm, __ctype_le__), a) == 0)
        r = object_setattr(vm, b, NAME(vm, __ctype_be__), b);
    type_decref(vm, &other->t);
    return r;
}

static Value simple_class_new(NEW_ARGS)
{
    CType *t = simple_made(vm, cls, args, nargs, kwnames, false);
    if (!t)
        return VALUE_NULL;
    const CCode *code = t->info.code;
    int r = 0;
    if (cls == vm->ctypes->meta_simple && t->t.base == vm->ctypes->simple)
        r = add_from_param(vm, t, code->code);
    if (r == 0 && cls == vm->ctypes->meta_simple && code->get_swapped)
        r = add_swapped(vm, t, cls, args, nargs);
    if (r == 0)
        return value_from_obj(t);
    type_decref(vm, &t->t);
    return VALUE_NULL;
}

static METHODS(meta_methods,
    CTYPE_METHODS(from_param),
);

CTYPE_META(meta_simple_spec, "_ctypes.PyCSimpleType",
           "metatype for the PyCSimpleType Objects", .new_ = simple_class_new);

/* ---- instances ------------------------------------------------------------------- */

GETTER(get_value)
{
    const CInfo *info = ctype_made_info(value_from_obj(value_obj(self)->type));
    return info->get ? info->get(vm, CDATA(self)->p, CDATA(self)->size)
                     : error_set(vm, EXC_TypeError, "abstract class");
}

SETTER(set_value)
{
    const CInfo *info = cdata_info(self);
    if (!value || !info || !info->set) {
        error_set(vm, EXC_TypeError,
                  value ? "abstract class" : "can't delete attribute");
        return -1;
    }
    Value keep = info->set(vm, CDATA(self)->p, value, info->size);
    return keep ? cdata_keep_steal(vm, self, 0, keep) : -1;
}

static int simple_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    (void)kwnames;
    if (!args_check(vm, "__init__", nargs, 0, 1))
        return -1;
    return nargs ? set_value(vm, self, args[0], NULL) : 0;
}

static int simple_bool(MinipyVM *vm, Value self)
{
    (void)vm;
    const CData *d = CDATA(self);
    for (int64_t i = 0; i < d->size; i++)
        if (d->p[i])
            return 1;
    return 0;
}

static Value simple_repr(MinipyVM *vm, Value self)
{
    TypeObj *t = value_obj(self)->type;
    if (t->base != vm->ctypes->simple)
        return str_format_c(vm, "<%N object at %p>", t, value_obj(self));
    Value v = get_value(vm, self, NULL);
    Value r = v ? str_format_c(vm, "%N(%R)", t, v) : VALUE_NULL;
    value_xdecref(vm, v);
    return r;
}

/* A subclass's instance stays; of others programs want the value. */
FN(simple_outparam)
{
    const CInfo *info = cdata_info(self);
    return info && info->value_get ? get_value(vm, self, NULL) : value_incref(self);
}

static METHODS(methods,
    {"__ctypes_from_outparam__", simple_outparam, M_UNSIGNED, "($self, /)", NULL},
);

static GETSETS(getsets,
    {"value", get_value, set_value, "current value", NULL},
);

TYPE_SPEC(simple_spec,
    .name = "_ctypes._SimpleCData", .doc = "XXX to be provided",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CData),
    .slots = {.new_ = cdata_new, .init = simple_init, .repr = simple_repr, .nb_bool = simple_bool,
              .bf_getbuffer = cdata_getbuffer},
    .methods = methods, .getsets = getsets,
);
