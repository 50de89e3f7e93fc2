/* property.c - property: getter, setter and deleter behind one attribute. */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/objects/property.h"
#include "vm/objects/call.h"

extern const TypeSpec property_type_spec;

static Value given(Value v)
{
    return v && v != VALUE_NONE ? value_incref(v) : VALUE_NULL;
}

/* Takes the getter's docstring. A subclass keeps it in the instance, where it hides the
 * __doc__ of the class. */
static int take_doc(MinipyVM *vm, Value self)
{
    PropertyObj *p = PROPERTY(self);
    Value doc;
    if (object_lookup_attr(vm, p->fget, NAME(vm, __doc__), &doc) < 0)
        return -1;
    if (!doc)
        return 0;
    int r = 0;
    if (value_type(vm, self) == vm->types[KIND_PROPERTY])
        value_set_steal(vm, &p->doc, value_incref(doc));
    else
        r = object_setattr(vm, self, NAME(vm, __doc__), doc);
    p->getter_doc = true;
    value_decref(vm, doc);
    return r;
}

static int property_init(NATIVE_ARGS)
{
    static const MethodDef row = {
        .name = "property", .signature = "(fget=None, fset=None, fdel=None, doc=None)"};
    Value a[4];
    PropertyObj *p = PROPERTY(self);
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return -1;
    if (p->fget) /* called again: code may remember the getter */
        types_modified(vm);
    value_set_steal(vm, &p->fget, given(a[0]));
    value_set_steal(vm, &p->fset, given(a[1]));
    value_set_steal(vm, &p->fdel, given(a[2]));
    value_set_steal(vm, &p->doc, value_xincref(a[3]));
    value_clear(vm, &p->name);
    p->getter_doc = false;
    if ((!a[3] || a[3] == VALUE_NONE) && p->fget)
        return take_doc(vm, self);
    return 0;
}

static Value property_new(NEW_ARGS)
{
    return value_from_obj(object_alloc(vm, cls, 0));
}

/* ---- access ---------------------------------------------------------------------- */

static Value missing(MinipyVM *vm, PropertyObj *p, Value obj, const char *what)
{
    Value q = value_type(vm, obj)->qualname;
    if (p->name)
        return error_set(vm, EXC_AttributeError, "property %R of %R object has no %s",
                         p->name, q, what);
    return error_set(vm, EXC_AttributeError, "property of %R object has no %s", q,
                     what);
}

static Value property_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    PropertyObj *p = PROPERTY(self);
    if (!obj || obj == VALUE_NONE)
        return value_incref(self);
    if (!p->fget)
        return missing(vm, p, obj, "getter");
    return call1(vm, p->fget, obj);
}

static int property_set(MinipyVM *vm, Value self, Value obj, Value value)
{
    PropertyObj *p = PROPERTY(self);
    Value f = value ? p->fset : p->fdel;
    if (!f)
        return missing(vm, p, obj, value ? "setter" : "deleter"), -1;
    Value r = value ? call2(vm, f, obj, value) : call1(vm, f, obj);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* A property of the same class with one function replaced. */
static Value copy_with(MinipyVM *vm, Value self, Value get, Value set, Value del)
{
    PropertyObj *p = PROPERTY(self);
    Value args[4] = {get && get != VALUE_NONE ? get : p->fget,
                     set && set != VALUE_NONE ? set : p->fset,
                     del && del != VALUE_NONE ? del : p->fdel, VALUE_NONE};
    if (!(p->getter_doc && args[0]) && p->doc)
        args[3] = p->doc;
    for (int i = 0; i < 3; i++)
        if (!args[i])
            args[i] = VALUE_NONE;
    Value r = call(vm, value_from_obj(value_type(vm, self)), args, 4, VALUE_NULL);
    if (r && value_is_kind(r, KIND_PROPERTY) && p->name)
        value_set_steal(vm, &PROPERTY(r)->name, value_incref(p->name));
    return r;
}

FN(method_getter)
{
    return copy_with(vm, self, args[0], VALUE_NULL, VALUE_NULL);
}
FN(method_setter)
{
    return copy_with(vm, self, VALUE_NULL, args[0], VALUE_NULL);
}
FN(method_deleter)
{
    return copy_with(vm, self, VALUE_NULL, VALUE_NULL, args[0]);
}
FN(method_set_name)
{
    if (nargs != 2)
        return error_set(
            vm, EXC_TypeError,
            "__set_name__() takes 2 positional arguments but %zd were given",
            (int64_t)nargs);
    value_set_steal(vm, &PROPERTY(self)->name, value_incref(args[1]));
    return VALUE_NONE;
}

/* True if f.__isabstractmethod__ is; -1: error. */
static int is_abstract(MinipyVM *vm, Value f)
{
    Value v;
    if (!f)
        return 0;
    if (recursion_enter(vm, "") < 0) /* it may be the property itself */
        return -1;
    int found = object_lookup_attr(vm, f, NAME(vm, __isabstractmethod__), &v);
    recursion_leave(vm);
    if (found <= 0)
        return found;
    int truth = object_is_true(vm, v);
    value_decref(vm, v);
    return truth;
}

GETTER(get_abstract)
{
    PropertyObj *p = PROPERTY(self);
    int r = is_abstract(vm, p->fget);
    if (r == 0)
        r = is_abstract(vm, p->fset);
    if (r == 0)
        r = is_abstract(vm, p->fdel);
    return value_true_or_error(r);
}

static int property_traverse(Object *o, VisitFn visit, void *arg)
{
    return gc_visit_values(object_values(o), 4, visit, arg); /* not the name */
}

static METHODS(methods,
    {"getter", method_getter, M_UNSIGNED, "($self, fget, /)",
     "Descriptor to obtain a copy of the property with a different getter."},
    {"setter", method_setter, M_UNSIGNED, "($self, fset, /)",
     "Descriptor to obtain a copy of the property with a different setter."},
    {"deleter", method_deleter, M_UNSIGNED, "($self, fdel, /)",
     "Descriptor to obtain a copy of the property with a different deleter."},
    {"__set_name__", method_set_name, M_BARE | M_UNSIGNED, "($self, *args)", "Method to set name of a property."},
);
static MEMBERS(members,
    {"fget", MEMBER_VALUE_OR_NONE, offsetof(PropertyObj, fget), true, NULL},
    {"fset", MEMBER_VALUE_OR_NONE, offsetof(PropertyObj, fset), true, NULL},
    {"fdel", MEMBER_VALUE_OR_NONE, offsetof(PropertyObj, fdel), true, NULL},
    {"__doc__", MEMBER_VALUE_OR_NONE, offsetof(PropertyObj, doc), false, NULL},
);
static GETSETS(getsets,
    GETS("__isabstractmethod__", get_abstract),
);

TYPE_SPEC(property_type_spec,
    .name = "property",
    .doc = "property(fget=None, fset=None, fdel=None, doc=None)\n--\n\nAn attribute that is computed: fget gets it, "
           "fset sets it, fdel deletes it.\n\nMostly used as a decorator, which makes the getter; its methods setter "
           "and deleter\ndecorate the others:\n\nclass C:\n    @property\n    def x(self):\n        return self._x\n"
           "    @x.setter\n    def x(self, value):\n        self._x = value",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE, .basicsize = sizeof(PropertyObj), .values = 5,
    .traverse = property_traverse,
    .slots = {.getattro = object_generic_getattr, .descr_get = property_get, .descr_set = property_set,
              .init = property_init, .new_ = property_new},
    .methods = methods, .getsets = getsets, .members = members,
);
