/* module.c - modules: a dict with attribute syntax. The dict lives in the struct (no
 * InstHead); modules in C are made here from their specs, import.c decides when.
 */
#include "vm/objects/args.h"
#include "probes/report.h"
#include "vm/objects/signature.h"
#include "vm/containers/dict.h"
#include "vm/core/confine.h"
#include "vm/text/str.h"
#include "vm/types/attr.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

extern const TypeSpec module_type_spec;

/* ---- making ---------------------------------------------------------------------- */

static int init_dict(MinipyVM *vm, ModuleObj *m, Value name, Value doc)
{
    const int none[] = {NAME___package__, NAME___loader__, NAME___spec__};
    Value d;
    if (!m->dict) {
        if (!(d = dict_new(vm)))
            return -1;
        m->dict = DICT(d);
    }
    d = value_from_obj(m->dict);
    if (dict_set(vm, d, NAME(vm, __name__), name) < 0 ||
        dict_set(vm, d, NAME(vm, __doc__), doc) < 0)
        return -1;
    for (int i = 0; i < 3; i++)
        if (dict_set(vm, d, vm->names[none[i]], VALUE_NONE) < 0)
            return -1;
    if (value_is_str(name))
        value_set_steal(vm, &m->name, value_incref(name));
    return 0;
}

Value module_new(MinipyVM *vm, Value name)
{
    ModuleObj *m = (ModuleObj *)object_alloc(vm, vm->types[KIND_MODULE], 0);
    if (!m)
        return VALUE_NULL;
    if (init_dict(vm, m, name, VALUE_NONE) < 0) {
        obj_decref(vm, &m->ob);
        return VALUE_NULL;
    }
    return value_from_obj(m);
}

int module_add_steal(MinipyVM *vm, Value module, const char *name, Value v)
{
    if (!v)
        return -1;
    Value key = str_intern_cstr(vm, name);
    int r = key ? dict_set(vm, value_from_obj(MODULE(module)->dict), key, v) : -1;
    value_xdecref(vm, key);
    value_decref(vm, v);
    return r;
}

int module_add_functions(MinipyVM *vm, Value module, const MethodDef *defs)
{
    if (vm->settings.confined && defs && MODULE(module)->spec &&
        !(defs = confine_methods(vm, MODULE(module)->spec->name, defs)))
        return -1;
    for (; defs && defs->name; defs++)
        if (module_add_steal(vm, module, defs->name,
                             native_new(vm, defs, module, MODULE(module)->name)) < 0)
            return -1;
    return 0;
}

static int fill_from_spec(MinipyVM *vm, Value m, const ModuleSpec *spec)
{
    if (probes_module_exec_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_start(&vm->consumers, spec->name));
    bool ok = (!spec->doc ||
               module_add_steal(vm, m, "__doc__", str_from_cstr(vm, spec->doc)) == 0) &&
              module_add_functions(vm, m, spec->methods) == 0 &&
              module_add_contents(vm, m, spec->contents) == 0 &&
              (!spec->exec || spec->exec(vm, m) == 0);
    if (probes_module_exec_done_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_module_exec_done(&vm->consumers, spec->name, ok));
    return ok ? 0 : -1;
}

/* The first two have names of their own, not the word that import statements say: what
 * is pickled of their functions and types shows that. */
static Value name_of_spec(MinipyVM *vm, const ModuleSpec *spec)
{
    bool first = strcmp(spec->name, "builtins") == 0 || strcmp(spec->name, "sys") == 0;
    const char *name = spec->shown_as ? spec->shown_as : spec->name;
    return first ? str_from_cstr(vm, name) : str_intern_cstr(vm, name);
}

Value module_from_spec(MinipyVM *vm, const ModuleSpec *spec)
{
    Value name = name_of_spec(vm, spec);
    Value m = name ? module_new(vm, name) : VALUE_NULL;
    value_xdecref(vm, name);
    if (!m)
        return VALUE_NULL;
    MODULE(m)->spec = spec;
    if (!spec->two_steps && fill_from_spec(vm, m, spec) < 0) {
        value_decref(vm, m);
        return VALUE_NULL;
    }
    return m;
}

int module_fill(MinipyVM *vm, Value module)
{
    ModuleObj *m = MODULE(module);
    if (!m->spec || !m->spec->two_steps || m->filled)
        return 0; /* reload() does nothing, as for CPython's */
    m->filled = true;
    return fill_from_spec(vm, module, m->spec);
}

static Value module_type_new(NEW_ARGS)
{
    ModuleObj *m = (ModuleObj *)object_alloc(vm, cls, 0);
    if (!m)
        return VALUE_NULL;
    Value d = dict_new(vm);
    if (!d) {
        obj_decref(vm, &m->ob);
        return VALUE_NULL;
    }
    m->dict = DICT(d);
    return value_from_obj(m);
}

INIT(module_init, 2, "module", "(name, doc=None)")
{
    if (!value_is_str(given[0]))
        return arg_type_error(vm, "module", "name", "str", given[0]), -1;
    return init_dict(vm, MODULE(self), given[0], given[1] ? given[1] : VALUE_NONE);
}

/* ---- attributes ------------------------------------------------------------------ */

static Value own(MinipyVM *vm, Value self, Value name)
{
    DictObj *d = MODULE(self)->dict;
    return d ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
}

/* Is the module's body still running? (__spec__._initializing) */
static bool initializing(MinipyVM *vm, Value self)
{
    Value spec = own(vm, self, NAME(vm, __spec__)), v;
    if (!spec || spec == VALUE_NONE)
        return false;
    value_incref(spec); /* its __getattr__ may put another one into the module */
    int found = object_lookup_attr(vm, spec, NAME(vm, _initializing), &v);
    int truth = found > 0 ? object_is_true(vm, v) : 0;
    value_xdecref(vm, v);
    value_decref(vm, spec);
    if (error_occurred(vm))
        error_clear(vm);
    return truth > 0;
}

/* Is `name` a submodule whose body still runs, and which is no attribute until then? */
static bool initializing_submodule(MinipyVM *vm, Value package, Value name)
{
    Value full = str_format_c(vm, "%U.%U", package, name);
    Value child = full ? dict_get_borrow(vm, vm->modules, full) : VALUE_NULL;
    bool yes = child && value_is_kind(child, KIND_MODULE) && initializing(vm, child);
    value_xdecref(vm, full);
    if (error_occurred(vm))
        error_clear(vm);
    return yes;
}

static Value lazy_function(MinipyVM *vm, Value self, const MethodDef *def)
{
    if (vm->settings.confined &&
        !(def = confine_methods(vm, MODULE(self)->spec->name, def)))
        return VALUE_NULL;
    return native_new(vm, def, self, MODULE(self)->name);
}

/* Makes the attribute of a row and keeps it. 1: *v is borrowed (of a hidden one: new),
 * 0: there is none. */
static int lazy_make(MinipyVM *vm, Value self, const LazyAttr *row, Value *v)
{
    *v = row->function ? lazy_function(vm, self, row->function) : row->make(vm);
    if (!*v)
        return error_occurred(vm) ? -1 : 0;
    if (row->hidden)
        return 1;
    int r = dict_set_cstr(vm, value_from_obj(MODULE(self)->dict), row->name, *v);
    value_decref(vm, *v);
    return r < 0 ? -1 : 1;
}

static int lazy_lookup(MinipyVM *vm, Value self, Value name, Value *v)
{
    const LazyAttr *row = MODULE(self)->lazy;
    while (row && row->name && !str_equal_ascii(name, row->name))
        row++;
    int r = row && row->name ? lazy_make(vm, self, row, v) : 0;
    if (r > 0 && !row->hidden)
        value_incref(*v);
    return r;
}

/* Whoever takes the dictionary itself finds all in it. */
static int lazy_make_all(MinipyVM *vm, Value self)
{
    Value d = value_from_obj(MODULE(self)->dict), v;
    const LazyAttr *row = MODULE(self)->lazy;
    for (; row->name && !row->hidden; row++)
        if (!dict_get_cstr_borrow(vm, d, row->name) && lazy_make(vm, self, row, &v) < 0)
            return -1;
    MODULE(self)->lazy = row->name ? row : NULL;
    return 0;
}

Value module_getattro(MinipyVM *vm, Value self, Value name)
{
    Value v;
    if (MODULE(self)->lazy && name == NAME(vm, __dict__) && lazy_make_all(vm, self) < 0)
        return VALUE_NULL;
    int r = object_generic_lookup(vm, self, name, &v);
    if (r)
        return v;
    r = lazy_lookup(vm, self, name, &v);
    if (r)
        return r < 0 ? VALUE_NULL : v;
    Value getattr = own(vm, self, NAME(vm, __getattr__));
    if (getattr) {
        value_incref(getattr);
        v = call1(vm, getattr, name);
        value_decref(vm, getattr);
        return v;
    }
    Value mod_name = own(vm, self, NAME(vm, __name__));
    if (!mod_name || !value_is_str(mod_name))
        return error_set_attribute(vm, self, name, "module has no attribute '%U'",
                                   name);
    value_incref(mod_name);
    if (initializing(vm, self))
        error_set_attribute(
            vm, self, name,
            "partially initialized module '%U' has no attribute '%U' (most likely "
            "due to a circular import)",
            mod_name, name);
    else if (initializing_submodule(vm, mod_name, name))
        error_set_attribute(
            vm, self, name,
            "cannot access submodule '%U' of module '%U' (most likely due to a "
            "circular import)",
            name, mod_name);
    else
        error_set_attribute(vm, self, name, "module '%U' has no attribute '%U'",
                            mod_name, name);
    value_decref(vm, mod_name);
    return VALUE_NULL;
}

/* The repr of a module that its spec describes. */
static Value repr_from_spec(MinipyVM *vm, Value spec)
{
    Value name = VALUE_NULL, origin = VALUE_NULL, loader = VALUE_NULL,
          located = VALUE_NULL, r;
    int truth;
    r = VALUE_NULL;
    if (object_lookup_attr(vm, spec, NAME(vm, name), &name) < 0 ||
        attr_lookup(vm, spec, "origin", &origin) < 0 ||
        attr_lookup(vm, spec, "loader", &loader) < 0 ||
        attr_lookup(vm, spec, "has_location", &located) < 0)
        goto done;
    if (!name || name == VALUE_NONE)
        value_set_steal(vm, &name, str_intern_cstr(vm, "?"));
    if (!origin || origin == VALUE_NONE)
        r = !loader || loader == VALUE_NONE
                ? str_format_c(vm, "<module %R>", name)
                : str_format_c(vm, "<module %R (%R)>", name, loader);
    else if ((truth = located ? object_is_true(vm, located) : 0) > 0)
        r = str_format_c(vm, "<module %R from %R>", name, origin);
    else if (truth == 0)
        r = str_format_c(vm, "<module %R (%S)>", name, origin);
done:
    value_xdecref(vm, name);
    value_xdecref(vm, origin);
    value_xdecref(vm, loader);
    value_xdecref(vm, located);
    return r;
}

/* What an old-style loader's module_repr() says; NULL without error: nothing. */
static Value repr_from_loader(MinipyVM *vm, Value loader, Value module)
{
    Value f, r = VALUE_NULL;
    if (attr_lookup(vm, loader, "module_repr", &f) > 0)
        r = call1(vm, f, module);
    value_xdecref(vm, f);
    if (!r)
        error_clear(vm);
    return r;
}

static Value module_repr(MinipyVM *vm, Value self)
{
    Value spec = own(vm, self, NAME(vm, __spec__));
    if (spec && spec != VALUE_NONE)
        return repr_from_spec(vm, spec);
    Value name = own(vm, self, NAME(vm, __name__));
    Value file = own(vm, self, NAME(vm, __file__));
    Value loader = own(vm, self, NAME(vm, __loader__));
    Value text = loader && loader != VALUE_NONE ? repr_from_loader(vm, loader, self)
                                                : VALUE_NULL;
    if (text)
        return text;
    name = name ? value_incref(name) : str_intern_cstr(vm, "?");
    Value r;
    if (file)
        r = str_format_c(vm, "<module %R from %R>", name, file);
    else if (loader && loader != VALUE_NONE)
        r = str_format_c(vm, "<module %R (%R)>", name, loader);
    else
        r = str_format_c(vm, "<module %R>", name);
    value_decref(vm, name);
    return r;
}

FN(module_dir)
{
    Value d = object_getattr(vm, self, NAME(vm, __dict__)), r = VALUE_NULL;
    if (!d)
        return VALUE_NULL;
    if (!value_is_dict(d)) {
        error_set(vm, EXC_TypeError, "%U.__dict__ is not a dictionary",
                  MODULE(self)->name);
    } else {
        Value f = dict_get_str_borrow(vm, DICT(d), NAME(vm, __dir__));
        r = f ? call0(vm, f) : dict_keys_list(vm, d);
    }
    value_decref(vm, d);
    return r;
}

GETTER(get_annotations)
{
    Value v = own(vm, self, NAME(vm, __annotations__));
    if (v)
        return value_incref(v);
    v = dict_new(vm);
    if (v && dict_set(vm, value_from_obj(MODULE(self)->dict), NAME(vm, __annotations__),
                      v) < 0)
        value_clear(vm, &v);
    return v;
}

SETTER(set_annotations)
{
    Value d = value_from_obj(MODULE(self)->dict);
    if (value)
        return dict_set(vm, d, NAME(vm, __annotations__), value);
    int r = dict_delete(vm, d, NAME(vm, __annotations__));
    if (r == 0)
        error_set(vm, EXC_AttributeError, "%U", NAME(vm, __annotations__));
    return r == 1 ? 0 : -1;
}

/* ---- life ------------------------------------------------------------------------ */

/* The Values at the start of a state (ModuleObj.native). */
static void clear_state(MinipyVM *vm, ModuleObj *m)
{
    Value *values = m->state;
    for (size_t i = 0; i < m->state_values; i++)
        value_clear(vm, &values[i]);
}

/* A dict that functions have for their globals outlives the module. */
static void module_clear(MinipyVM *vm, Object *o)
{
    ModuleObj *m = (ModuleObj *)o;
    clear_state(vm, m);
    if (m->dict && m->dict->ob.refs == 1)
        dict_clear(vm, value_from_obj(m->dict));
}

static void module_dealloc(MinipyVM *vm, Object *o)
{
    ModuleObj *m = (ModuleObj *)o;
    value_clear(vm, &m->name);
    if (m->dict)
        obj_decref(vm, &m->dict->ob);
    clear_state(vm, m);
    if (m->free_state)
        m->free_state(m->state);
    mem_free(vm, m->state);
}

static int module_traverse(Object *o, VisitFn visit, void *arg)
{
    ModuleObj *m = (ModuleObj *)o;
    GC_VISIT_OBJ(m->dict);
    for (size_t i = 0; i < m->state_values; i++)
        GC_VISIT(((Value *)m->state)[i]);
    return 0;
}

static METHODS(methods,
    {"__dir__", module_dir, M_UNSIGNED, "($self, /)", "__dir__() -> list\nspecialized dir() implementation"},
);
static MEMBERS(members,
    {"__dict__", MEMBER_VALUE_OR_NONE, offsetof(ModuleObj, dict), true, NULL},
);
static GETSETS(getsets,
    GETS_SETS("__annotations__", get_annotations, set_annotations),
);

TYPE_SPEC(module_type_spec,
    .name = "module",
    .doc = "module(name, doc=None)\n--\n\nA module object of that name (a str).",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS, .basicsize = sizeof(ModuleObj),
    .dealloc = module_dealloc, .traverse = module_traverse, .clear = module_clear,
    .slots = {.repr = module_repr, .getattro = module_getattro, .setattro = object_generic_setattr, .init = module_init,
              .new_ = module_type_new},
    .methods = methods, .getsets = getsets, .members = members,
);
