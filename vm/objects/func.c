/* func.c - Python functions: a code object with globals, defaults and closure. Calling
 * them is the eval loop's business; `version` lets its caches notice a changed
 * function.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/code/code.h"
#include "vm/containers/dict_private.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/objects/func.h"
#include "vm/objects/method.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/core/hooks.h"
#include "vm/memory/mem_inline.h"

extern const TypeSpec function_type_spec;

/* ---- builtins -------------------------------------------------------------------- */

/* In the place of a __builtins__ that is no dict: an empty dict, for the caches of the
 * eval loop, which holds what is really asked. */
typedef struct OddBuiltinsObj {
    DictObj dict;
    Value mapping; /* anything */
} OddBuiltinsObj;

static void odd_builtins_dealloc(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((OddBuiltinsObj *)o)->mapping);
    dict_dealloc(vm, o);
}

static int odd_builtins_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT(((OddBuiltinsObj *)o)->mapping);
    return dict_traverse(o, visit, arg);
}

static TYPE_SPEC(odd_builtins_spec,
    .name = "builtins_mapping", .kind = KIND_DICT, .base = KIND_DICT,
    .flags = TYPE_GC, .basicsize = sizeof(OddBuiltinsObj),
    .dealloc = odd_builtins_dealloc, .traverse = odd_builtins_traverse,
);

static DictObj *odd_builtins_new(MinipyVM *vm, Value mapping)
{
    TypeObj *t = vm->native_types;
    while (t && t->spec != &odd_builtins_spec)
        t = t->next_native;
    if (!t && (t = type_from_spec(vm, &odd_builtins_spec)))
        t->ob.refs--; /* the chain keeps it */
    Value d = t ? dict_alloc(vm, t) : VALUE_NULL;
    if (d)
        ((OddBuiltinsObj *)(uintptr_t)d)->mapping = value_incref(mapping);
    return DICT(d);
}

Value func_builtins_borrow(FuncObj *f)
{
    return f->builtins->ob.type->spec == &odd_builtins_spec
               ? ((OddBuiltinsObj *)f->builtins)->mapping
               : value_from_obj(f->builtins);
}

Value func_builtin(MinipyVM *vm, FuncObj *f, Value name)
{
    if (f->builtins->ob.type == vm->types[KIND_DICT])
        return value_xincref(dict_get_str_borrow(vm, f->builtins, name));
    Value v = object_getitem(vm, func_builtins_borrow(f), name);
    if (!v && error_matches(vm, EXC_KeyError))
        error_clear(vm);
    return v;
}

/* Where a module has the names that it has before all others, or one further. */
enum { NAME_PLACE = 0, BUILTINS_PLACE = 6 };

/* globals[name], borrowed. */
static Value first_global(MinipyVM *vm, DictObj *globals, Value name, uint32_t place)
{
    if (likely(!globals->hashed && place + 1 < globals->nentries)) {
        const DictEntry *e = dict_entry(globals, place);
        if (e[0].key == name)
            return e[0].value;
        if (e[1].key == name)
            return e[1].value;
    }
    return dict_get_str_borrow(vm, globals, name);
}

/* The builtins that code with these globals sees: a new reference. */
static DictObj *builtins_of(MinipyVM *vm, DictObj *globals)
{
    Value b = first_global(vm, globals, NAME(vm, __builtins__), BUILTINS_PLACE);
    if (b && value_is_kind(b, KIND_MODULE))
        b = value_from_obj(MODULE(b)->dict);
    else if (!b)
        b = frame_current_builtins(vm);
    return value_is_dict(b) ? DICT(value_incref(b)) : odd_builtins_new(vm, b);
}

static Value doc_of(const CodeObj *code)
{
    Value consts = code->consts;
    Value doc = tuple_size(consts) ? tuple_get_borrow(consts, 0) : VALUE_NONE;
    return value_is_str(doc) ? value_incref(doc) : VALUE_NONE;
}

/* Where the code was not settled when the function was made, it is for that. */
static int find_doc(MinipyVM *vm, FuncObj *f)
{
    if (f->doc)
        return 0;
    if (code_open(vm, f->code) < 0)
        return -1;
    f->doc = doc_of(f->code);
    return 0;
}

Value func_new(MinipyVM *vm, CodeObj *code, DictObj *globals)
{
    if (unlikely(code->raw) && code_translate(vm, code) < 0)
        return VALUE_NULL;
    FuncObj *f = (FuncObj *)object_alloc(vm, vm->types[KIND_FUNCTION], 0);
    if (!f)
        return VALUE_NULL;
    f->code = (CodeObj *)obj_incref(&code->ob);
    f->globals = (DictObj *)obj_incref(&globals->ob);
    f->name = value_incref(code->name);
    f->qualname = value_incref(code->qualname);
    f->builtins = builtins_of(vm, globals);
    if (!f->builtins) {
        obj_decref(vm, &f->ob);
        return VALUE_NULL;
    }
    if (likely(!code->body))
        f->doc = doc_of(code);
    f->module =
        value_xincref(first_global(vm, globals, NAME(vm, __name__), NAME_PLACE));
    return value_from_obj(f);
}

uint32_t func_version(MinipyVM *vm, FuncObj *f)
{
    if (!f->version && vm->next_func_version != UINT32_MAX)
        f->version = ++vm->next_func_version;
    return f->version;
}

/* ---- construction from Python ---------------------------------------------------- */

static int check_closure(MinipyVM *vm, CodeObj *code, Value closure)
{
    int64_t n = closure && closure != VALUE_NONE ? tuple_size(closure) : 0;
    if (n != code->nfree)
        return error_set(vm, EXC_ValueError,
                         "%U requires closure of length %d, not %zd", code->name,
                         code->nfree, n),
               -1;
    for (int64_t i = 0; i < n; i++)
        if (!value_is_kind(tuple_get_borrow(closure, i), KIND_CELL))
            return error_set(vm, EXC_TypeError,
                             "arg 5 (closure) expected cell, found %T",
                             tuple_get_borrow(closure, i)),
                   -1;
    return 0;
}

static int check_new(MinipyVM *vm, const Value *a)
{
    if (!value_is_kind(a[0], KIND_CODE))
        return arg_type_error(vm, "function", "code", "code", a[0]), -1;
    if (!value_is_dict(a[1]))
        return arg_type_error(vm, "function", "globals", "dict", a[1]), -1;
    if (a[2] && a[2] != VALUE_NONE && !value_is_str(a[2]))
        return error_set(vm, EXC_TypeError, "arg 3 (name) must be None or string"), -1;
    if (a[3] && a[3] != VALUE_NONE && !value_is_tuple(a[3]))
        return error_set(vm, EXC_TypeError, "arg 4 (defaults) must be None or tuple"),
               -1;
    CodeObj *code = CODE(a[0]);
    if (!a[4] || !value_is_tuple(a[4])) {
        if (code->nfree && (!a[4] || a[4] == VALUE_NONE))
            return error_set(vm, EXC_TypeError, "arg 5 (closure) must be tuple"), -1;
        if (a[4] && a[4] != VALUE_NONE)
            return error_set(vm, EXC_TypeError,
                             "arg 5 (closure) must be None or tuple"),
                   -1;
    }
    return check_closure(vm, code, a[4]);
}

NEW(func_type_new, 5, "function",
    "(code, globals, name=None, argdefs=None, closure=None)")
{
    if (check_new(vm, given) < 0)
        return VALUE_NULL;
    if (audit(vm, "function.__new__", 1, given[0]) < 0)
        return VALUE_NULL;
    Value v = func_new(vm, CODE(given[0]), DICT(given[1]));
    if (!v)
        return VALUE_NULL;
    FuncObj *f = FUNC(v);
    if (given[2] && given[2] != VALUE_NONE)
        value_set_steal(vm, &f->name, value_incref(given[2]));
    if (given[3] && given[3] != VALUE_NONE)
        f->defaults = value_incref(given[3]);
    if (given[4] && given[4] != VALUE_NONE)
        f->closure = value_incref(given[4]);
    return v;
}

/* ---- attributes ------------------------------------------------------------------ */

GETTER(get_code)
{
    if (audit_getattr(vm, self, "__code__") < 0)
        return VALUE_NULL;
    return value_incref(value_from_obj(FUNC(self)->code));
}

SETTER(set_code)
{
    FuncObj *f = FUNC(self);
    if (!value || !value_is_kind(value, KIND_CODE))
        return error_set(vm, EXC_TypeError, "__code__ must be set to a code object"),
               -1;
    if (audit_setattr(vm, self, "__code__", value) < 0)
        return -1;
    int64_t nclosure = f->closure ? tuple_size(f->closure) : 0;
    if (CODE(value)->nfree != nclosure)
        return error_set(vm, EXC_ValueError,
                         "%U() requires a code object with %zd free vars, not %d",
                         f->name, nclosure, CODE(value)->nfree),
               -1;
    CodeObj *old = f->code;
    if (find_doc(vm, f) < 0 || code_settle(vm, CODE(value)) < 0 ||
        frame_retire_code(vm, old) < 0) /* frames borrow it from the function */
        return -1;
    f->version = 0;
    f->code = (CodeObj *)value_obj(value_incref(value));
    obj_decref(vm, &old->ob);
    return 0;
}

static Value value_or_none(Value v)
{
    return v ? value_incref(v) : VALUE_NONE;
}

/* None and nothing are VALUE_NULL; else it must be of a kind. false: TypeError. */
static bool check_optional(MinipyVM *vm, Value *value, Kind kind, const char *message)
{
    if (*value == VALUE_NONE)
        *value = VALUE_NULL;
    if (!*value || value_is_kind(*value, kind))
        return true;
    error_set(vm, EXC_TypeError, "%s", message);
    return false;
}

/* __defaults__ and __kwdefaults__: hooks hear of them. */
static const struct Defaults {
    const char *name;
    Kind kind;
    const char *message;
    size_t offset;
} defaults_rows[] = {
    {"__defaults__", KIND_TUPLE, "__defaults__ must be set to a tuple object",
     offsetof(FuncObj, defaults)},
    {"__kwdefaults__", KIND_DICT, "__kwdefaults__ must be set to a dict object",
     offsetof(FuncObj, kwdefaults)},
};

GETTER(get_defaults)
{
    const struct Defaults *row = closure;
    if (audit_getattr(vm, self, row->name) < 0)
        return VALUE_NULL;
    return value_or_none(*(Value *)obj_field(value_obj(self), (int)row->offset));
}

/* What hooks did meanwhile does not count. */
SETTER(set_defaults)
{
    const struct Defaults *row = closure;
    if (!check_optional(vm, &value, row->kind, row->message) ||
        audit_setattr(vm, self, row->name, value) < 0)
        return -1;
    FUNC(self)->version = 0;
    value_set_steal(vm, obj_field(value_obj(self), (int)row->offset),
                    value_xincref(value));
    return 0;
}

/* The compiler hands over a flat tuple; the dict is made when somebody looks. */
GETTER(get_annotations)
{
    FuncObj *f = FUNC(self);
    if (f->annotations && value_is_dict(f->annotations))
        return value_incref(f->annotations);
    Value d = dict_new(vm), t = f->annotations;
    for (int64_t i = 0; d && t && i + 1 < tuple_size(t); i += 2)
        if (dict_set(vm, d, tuple_get_borrow(t, i), tuple_get_borrow(t, i + 1)) < 0)
            value_clear(vm, &d);
    if (!d)
        return VALUE_NULL;
    value_set_steal(vm, &f->annotations, value_incref(d));
    return d;
}

SETTER(set_annotations)
{
    if (!check_optional(vm, &value, KIND_DICT,
                        "__annotations__ must be set to a dict object"))
        return -1;
    value_set_steal(vm, &FUNC(self)->annotations, value_xincref(value));
    return 0;
}

static int set_text(MinipyVM *vm, Value *field, Value value, const char *what)
{
    if (!value || !value_is_str(value))
        return error_set(vm, EXC_TypeError, "%s must be set to a string object", what),
               -1;
    value_set_steal(vm, field, value_incref(value));
    return 0;
}

GETTER(get_name)
{
    return value_incref(FUNC(self)->name);
}
SETTER(set_name)
{
    return set_text(vm, &FUNC(self)->name, value, "__name__");
}
GETTER(get_qualname)
{
    return value_incref(FUNC(self)->qualname);
}
SETTER(set_qualname)
{
    return set_text(vm, &FUNC(self)->qualname, value, "__qualname__");
}

GETTER(get_builtins)
{
    return value_incref(func_builtins_borrow(FUNC(self)));
}
SETTER(set_builtins)
{
    return error_set(vm, EXC_AttributeError, "readonly attribute"), -1;
}

GETTER(get_doc)
{
    return find_doc(vm, FUNC(self)) < 0 ? VALUE_NULL : value_incref(FUNC(self)->doc);
}
SETTER(set_doc)
{
    value_set_steal(vm, &FUNC(self)->doc, value ? value_incref(value) : VALUE_NONE);
    return 0;
}

static MEMBERS(members,
    {"__closure__", MEMBER_VALUE_OR_NONE, offsetof(FuncObj, closure), true, NULL},
    COMPUTED_MEMBER("__doc__", get_doc, set_doc, NULL, NULL),
    {"__globals__", MEMBER_VALUE_OR_NONE, offsetof(FuncObj, globals), true, NULL},
    {"__module__", MEMBER_VALUE_OR_NONE, offsetof(FuncObj, module), false, NULL},
);
static GETSETS(getsets,
    GETS_SETS("__builtins__", get_builtins, set_builtins),
    GETS_SETS("__code__", get_code, set_code),
    {"__defaults__", get_defaults, set_defaults, NULL, (void*)(uintptr_t)&defaults_rows[0]},
    {"__kwdefaults__", get_defaults, set_defaults, NULL, (void*)(uintptr_t)&defaults_rows[1]},
    GETS_SETS("__annotations__", get_annotations, set_annotations),
    GETS_SETS("__dict__", inst_dict_get, inst_dict_set),
    GETS_SETS("__name__", get_name, set_name),
    GETS_SETS("__qualname__", get_qualname, set_qualname),
);

/* ---- slots ----------------------------------------------------------------------- */

static Value func_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<function %U at %p>", FUNC(self)->qualname,
                        value_obj(self));
}

FN(func_call)
{
    return call(vm, self, args, nargs,
                kwnames); /* call() runs functions without this slot */
}

static Value func_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    return obj ? method_new(vm, self, obj) : value_incref(self);
}

static void func_release(MinipyVM *vm, Object *o, bool dying)
{
    FuncObj *f = (FuncObj *)o;
    value_clear(vm, &f->defaults);
    value_clear(vm, &f->kwdefaults);
    value_set_steal(vm, &f->doc, VALUE_NONE); /* nothing would ask the code for it */
    if (unlikely(!inst_is_empty(&f->head)))
        inst_clear(vm, o);
    value_clear(vm, &f->closure);
    value_clear(vm, &f->module);
    value_clear(vm, &f->annotations);
    value_set_steal(vm, &f->name, dying ? VALUE_NULL : value_incref(vm->empty_str));
    value_set_steal(vm, &f->qualname, dying ? VALUE_NULL : value_incref(vm->empty_str));
    if (!dying)
        return; /* a finalizer may still call it: code and globals stay */
    if (f->code)
        obj_decref(vm, &f->code->ob);
    if (f->globals)
        obj_decref(vm, &f->globals->ob);
    if (f->builtins)
        obj_decref(vm, &f->builtins->ob);
}

static void func_dealloc(MinipyVM *vm, Object *o)
{
    func_release(vm, o, true);
}

/* Most have no attributes of their own. */
static void func_death(MinipyVM *vm, Object *o)
{
    const FuncObj *f = (FuncObj *)o;
    const InstHead *h = &f->head;
    if (unlikely(!h->shape || h->shape->count != 0 || h->u.values ||
                 !dies_plainly(vm, o))) {
        object_death(vm, o);
        return;
    }
    dying_begin(vm, o);
    value_xdecref(vm, f->defaults);
    value_xdecref(vm, f->kwdefaults);
    value_xdecref(vm, f->doc);
    value_xdecref(vm, f->closure);
    value_xdecref(vm, f->module);
    value_xdecref(vm, f->annotations);
    value_decref(vm, f->name);
    value_decref(vm, f->qualname);
    obj_decref(vm, &f->code->ob);
    obj_decref(vm, &f->globals->ob);
    if (likely(f->builtins != NULL))
        obj_decref(vm, &f->builtins->ob);
    dying_end(vm, o);
}

static void func_clear(MinipyVM *vm, Object *o)
{
    func_release(vm, o, false);
}

static int func_traverse(Object *o, VisitFn visit, void *arg)
{
    FuncObj *f = (FuncObj *)o;
    GC_VISIT_OBJ(f->code);
    GC_VISIT_OBJ(f->globals);
    GC_VISIT_OBJ(f->builtins);
    GC_VISIT(f->module);
    GC_VISIT(f->defaults);
    GC_VISIT(f->kwdefaults);
    GC_VISIT(f->doc);
    GC_VISIT(f->closure);
    GC_VISIT(f->annotations);
    return 0;
}

TYPE_SPEC(function_type_spec,
    .name = "function",
    .doc = "function(code, globals, name=None, argdefs=None, closure=None)\n--\n\nA function of a code object and the "
           "dict of its globals. argdefs is a tuple of\ndefaults, closure a tuple of cells for the free variables.",
    .flags = TYPE_GC | TYPE_WEAKREFS | TYPE_HAS_INST | TYPE_METHOD_LIKE | TYPE_VECTORCALL, .basicsize = sizeof(FuncObj),
    .inst_offset = offsetof(FuncObj, head),
    .dealloc = func_dealloc, .death = func_death, .traverse = func_traverse, .clear = func_clear,
    .slots = {.repr = func_repr, .call = func_call, .descr_get = func_get, .new_ = func_type_new},
    .getsets = getsets, .members = members,
);
