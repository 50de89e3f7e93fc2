/* native.c - builtin_function_or_method: a C function, bound to its module, its object
 * or its class; and the reading of the docs of types and slot wrappers
 * ("name(signature)\n--\n\ntext").
 * Argument checks and the call itself are signature.c's.
 */
#include "vm/objects/reduce.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/object_type.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"

extern const TypeSpec native_type_spec;
static const TypeSpec native_method_type_spec;

Value native_new(MinipyVM *vm, const MethodDef *def, Value self, Value module_name)
{
    TypeObj *t = def->flags & M_METHOD
                     ? module_type_made_borrow(vm, &native_method_type_spec)
                     : vm->types[KIND_NATIVE];
    NativeObj *f = t ? (NativeObj *)object_alloc(vm, t, 0) : NULL;
    if (!f)
        return VALUE_NULL;
    f->def = def;
    f->signature = &signature_unread;
    f->self = value_xincref(self);
    f->module = value_xincref(module_name);
    return value_from_obj(f);
}

/* ---- docs ------------------------------------------------------------------------ */

/* The text after "name" when doc begins with "name(...)\n--\n\n", at its parenthesis;
 * *end is the closing one. Slot wrappers leave the name out. NULL: no signature. */
static const char *find_signature(const char *name, const char *doc, const char **end)
{
    size_t n = strlen(name);
    if (!doc)
        return NULL;
    const char *p = doc;
    if (strncmp(doc, name, n) == 0)
        p = doc + n;
    if (*p != '(')
        return NULL;
    /* A blank line before the mark means that the mark belongs to something else. */
    const char *blank = strstr(p, "\n\n");
    if (!blank || blank - p < 4 || memcmp(blank - 4, ")\n--", 4) != 0)
        return NULL;
    *end = blank - 4;
    return p;
}

Value doc_signature(MinipyVM *vm, const char *name, const char *doc)
{
    const char *end, *p = find_signature(name, doc, &end);
    return p ? str_from_utf8(vm, p, end + 1 - p) : VALUE_NONE;
}

Value doc_text(MinipyVM *vm, const char *name, const char *doc)
{
    const char *end;
    if (!doc)
        return VALUE_NONE;
    if (find_signature(name, doc, &end))
        doc = end + strlen(")\n--\n\n");
    return *doc ? str_from_cstr(vm, doc) : VALUE_NONE;
}

Value method_signature(MinipyVM *vm, const MethodDef *def)
{
    return def->flags & M_UNSIGNED ? VALUE_NONE : str_from_cstr(vm, def->signature);
}

Value method_doc(MinipyVM *vm, const MethodDef *def)
{
    return def->doc && *def->doc ? str_from_cstr(vm, def->doc) : VALUE_NONE;
}

/* ---- attributes ------------------------------------------------------------------ */

/* Of a function of an extension module, what it stands for (vm/api/api_function.c);
 * borrowed, or VALUE_NULL. */
static Value host_of(MinipyVM *vm, NativeObj *f)
{
    return f->self && vm->host_function_type &&
                   value_type(vm, f->self) == vm->host_function_type
               ? f->self
               : VALUE_NULL;
}

/* What it is a method of: an object, a class or (of static ones) the class; borrowed.
 * VALUE_NULL: it is a function. */
static Value method_of(MinipyVM *vm, NativeObj *f)
{
    if (f->def->flags & M_STATIC)
        return f->module;
    bool function = !f->self || value_is_kind(f->self, KIND_MODULE) || host_of(vm, f);
    return function ? VALUE_NULL : f->self;
}

static Value native_repr(MinipyVM *vm, Value self)
{
    Value of = method_of(vm, NATIVE(self));
    const char *name = NATIVE(self)->def->name;
    if (!of)
        return str_format_c(vm, "<built-in function %s>", name);
    return str_format_c(vm, "<built-in method %s of %T object at %p>", name, of,
                        value_obj(of));
}

FN(native_call)
{
    NativeObj *f = NATIVE(self);
    return native_invoke(vm, self, f->self, args, nargs, kwnames);
}

static Value native_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if (!value_is_kind(b, KIND_NATIVE) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    /* By name, too: what a confined program may not call has one body. */
    const MethodDef *d = NATIVE(a)->def, *e = NATIVE(b)->def;
    bool same = NATIVE(a)->self == NATIVE(b)->self &&
                (d == e || (d->fn && d->fn == e->fn && d->name == e->name));
    return value_from_bool(same == (op == CMP_EQ));
}

static int64_t native_hash(MinipyVM *vm, Value self)
{
    const MethodDef *def = NATIVE(self)->def;
    int64_t h = object_hash_identity(vm, NATIVE(self)->self) ^
                (int64_t)(def->fn ? (uintptr_t)def->fn : (uintptr_t)def);
    return h == -1 ? -2 : h;
}

/* CPython makes it anew for each who asks: pickles show where two strings are one. */
GETTER(get_name)
{
    return str_from_cstr(vm, NATIVE(self)->def->name);
}

GETTER(get_qualname)
{
    Value of = method_of(vm, NATIVE(self));
    if (!of)
        return get_name(vm, self, closure);
    Value t = value_is_type(of) ? of : value_from_obj(value_type(vm, of));
    Value q =
        object_getattr(vm, t, NAME(vm, __qualname__)); /* a metaclass may answer */
    Value r = VALUE_NULL;
    if (q && !value_is_str(q))
        error_set(vm, EXC_TypeError,
                  "<method>.__class__.__qualname__ is not a unicode object");
    else if (q)
        r = str_format_c(vm, "%U.%s", q, NATIVE(self)->def->name);
    value_xdecref(vm, q);
    return r;
}

GETTER(get_self)
{
    Value s = NATIVE(self)->self, host = host_of(vm, NATIVE(self));
    if (host)
        return attr_get(vm, host, "__self__");
    return s ? value_incref(s) : VALUE_NONE;
}

GETTER(get_module)
{
    NativeObj *f = NATIVE(self);
    return f->module && !(f->def->flags & M_STATIC) ? value_incref(f->module)
                                                    : VALUE_NONE;
}

SETTER(set_module)
{
    if (NATIVE(self)->def->flags & M_STATIC)
        return error_set(vm, EXC_AttributeError, "readonly attribute"), -1;
    value_set_steal(vm, &NATIVE(self)->module, value_xincref(value));
    return 0;
}

GETTER(get_doc)
{
    return method_doc(vm, NATIVE(self)->def);
}

GETTER(get_text_signature)
{
    Value host = host_of(vm, NATIVE(self));
    return host ? attr_get(vm, host, "__text_signature__")
                : method_signature(vm, NATIVE(self)->def);
}

FN(native_reduce)
{
    NativeObj *f = NATIVE(self);
    Value name = str_from_cstr(vm, f->def->name);
    Value of = method_of(vm, f);
    if (!name || !of)
        return name;
    Value r = reduce_call_steal(vm, "getattr", tuple_pack(vm, 2, of, name));
    value_decref(vm, name);
    return r;
}

static void native_dealloc(MinipyVM *vm, Object *o)
{
    value_xdecref(vm, ((NativeObj *)o)->self);
    value_xdecref(vm, ((NativeObj *)o)->module);
}

static int native_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((NativeObj *)o)->self);
    GC_VISIT(((NativeObj *)o)->module);
    return 0;
}

static void native_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((NativeObj *)o)->module);
}

static METHODS(methods,
    {"__reduce__", native_reduce, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(getsets,
    GETS_SETS("__module__", get_module, set_module),
    GETS("__doc__", get_doc),
    GETS("__name__", get_name),
    GETS("__qualname__", get_qualname),
    GETS("__self__", get_self),
    GETS("__text_signature__", get_text_signature),
);

TYPE_SPEC(native_type_spec,
    .name = "builtin_function_or_method", .kind = KIND_NATIVE, .base = KIND_OBJECT,
    .flags = TYPE_GC | TYPE_WEAKREFS | TYPE_NO_NEW | TYPE_VECTORCALL, .basicsize = sizeof(NativeObj),
    .dealloc = native_dealloc, .traverse = native_traverse, .clear = native_clear,
    .slots = {.getattro = object_generic_getattr, .repr = native_repr, .call = native_call, .hash = native_hash,
              .richcompare = native_compare},
    .methods = methods, .getsets = getsets,
);

/* Where CPython's function is told the class that defines it. */
static TYPE_SPEC(native_method_type_spec,
    .name = "builtin_method", .kind = KIND_NATIVE, .base = KIND_NATIVE, .flags = TYPE_NO_NEW,
);
