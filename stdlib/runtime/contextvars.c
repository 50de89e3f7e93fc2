/* contextvars.c - the module _contextvars: ContextVar, Context, Token, copy_context.
 *
 * A context is a dict from variable to value; entering one (Context.run) makes it the
 * running thread's (vm->context). Copies share the dict until one of them sets a
 * variable: who holds it alone may write (own_vars).
 */
#include "stdlib/native.h"
#include "stdlib/runtime/runtime.h"
#include "vm/core/hooks.h"
#include "vm/containers/iter.h"
#include "vm/containers/sequence.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/types/object_type.h"

typedef struct VarObj {
    Object ob;
    Value name, def; /* def: VALUE_NULL when there is none */
} VarObj;
typedef struct ContextObj {
    Object ob;
    Value vars;        /* dict */
    Value last, found; /* a variable and its value: what was found last in vars, which
                          holds them; or VALUE_NULL */
    bool entered;
} ContextObj;
typedef struct TokenObj {
    Object ob;
    Value context, var, old; /* old: VALUE_NULL when the variable had no value */
    bool used;
} TokenObj;
#define VAR(v) ((VarObj *)(uintptr_t)(v))
#define CONTEXT(v) ((ContextObj *)(uintptr_t)(v))
#define TOKEN(v) ((TokenObj *)(uintptr_t)(v))

static const TypeSpec var_spec, context_spec, token_spec;

static Value context_make(MinipyVM *vm, Value vars_steal)
{
    ContextObj *c =
        vars_steal
            ? (ContextObj *)object_alloc(vm, module_type_borrow(vm, &context_spec), 0)
            : NULL;
    if (!c) {
        value_xdecref(vm, vars_steal);
        return VALUE_NULL;
    }
    c->vars = vars_steal;
    return value_from_obj(c);
}

/* Borrowed; made when there is none yet. */
static Value current(MinipyVM *vm)
{
    if (!vm->context)
        vm->context = context_make(vm, dict_new(vm));
    return vm->context;
}

/* The context with the same variables. */
static Value context_share(MinipyVM *vm, ContextObj *c)
{
    return context_make(vm, value_incref(c->vars));
}

/* Before a variable is set: what others share stays theirs. */
static int own_vars(MinipyVM *vm, ContextObj *c)
{
    c->last = VALUE_NULL;
    if (value_obj(c->vars)->refs > 1) {
        Value own = dict_copy(vm, c->vars);
        if (!own)
            return -1;
        value_set_steal(vm, &c->vars, own);
    }
    return 0;
}

/* ---- ContextVar ------------------------------------------------------------------ */

static Value var_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "ContextVar",
                                  .flags = M_TUPLE,
                                  .signature = "(name, /, *, default=None)"};
    Value a[2];
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    if (!value_is_str(a[0]))
        return error_set(vm, EXC_TypeError, "context variable name must be a str");
    VarObj *v = (VarObj *)object_alloc(vm, cls, 0);
    if (!v)
        return VALUE_NULL;
    v->name = value_incref(a[0]);
    v->def = value_xincref(a[1]);
    return value_from_obj(v);
}

static Value value_in_borrow(MinipyVM *vm, ContextObj *c, Value var)
{
    if (likely(c->last == var))
        return c->found;
    Value v = dict_get_borrow(vm, c->vars, var);
    if (v) {
        c->last = var;
        c->found = v;
    }
    return v;
}

Value contextvar_get_borrow(MinipyVM *vm, Value var)
{
    return vm->context ? value_in_borrow(vm, CONTEXT(vm->context), var) : VALUE_NULL;
}

FN(var_get)
{
    Value c = current(vm), v = c ? value_in_borrow(vm, CONTEXT(c), self) : VALUE_NULL;
    if (!v && error_occurred(vm))
        return VALUE_NULL;
    if (!v)
        v = nargs ? args[0] : VAR(self)->def;
    return v ? value_incref(v) : error_set_value(vm, EXC_LookupError, self);
}

FN(var_set)
{
    Value c = current(vm);
    if (!c)
        return VALUE_NULL;
    TokenObj *t = (TokenObj *)object_alloc(vm, module_type_borrow(vm, &token_spec), 0);
    if (!t)
        return VALUE_NULL;
    t->context = value_incref(c);
    t->var = value_incref(self);
    t->old = value_xincref(dict_get_borrow(vm, CONTEXT(c)->vars, self));
    if (own_vars(vm, CONTEXT(c)) < 0 ||
        dict_set(vm, CONTEXT(c)->vars, self, args[0]) < 0) {
        obj_decref(vm, &t->ob);
        return VALUE_NULL;
    }
    return value_from_obj(t);
}

FN(var_reset)
{
    Value c = current(vm);
    if (!c)
        return VALUE_NULL;
    if (!value_is_of(args[0], &token_spec))
        return error_set(vm, EXC_TypeError, "expected an instance of Token, got %R",
                         args[0]);
    TokenObj *t = TOKEN(args[0]);
    if (t->used)
        return error_set(vm, EXC_RuntimeError, "%R has already been used once",
                         args[0]);
    if (t->var != self)
        return error_set(vm, EXC_ValueError, "%R was created by a different ContextVar",
                         args[0]);
    if (t->context != c)
        return error_set(vm, EXC_ValueError, "%R was created in a different Context",
                         args[0]);
    if (own_vars(vm, CONTEXT(c)) < 0)
        return VALUE_NULL;
    t->used = true;
    int r = t->old ? dict_set(vm, CONTEXT(c)->vars, self, t->old)
                   : dict_delete(vm, CONTEXT(c)->vars, self);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

static Value var_repr(MinipyVM *vm, Value self)
{
    if (VAR(self)->def)
        return str_format_c(vm, "<ContextVar name=%R default=%R at %p>",
                            VAR(self)->name, VAR(self)->def, value_obj(self));
    return str_format_c(vm, "<ContextVar name=%R at %p>", VAR(self)->name,
                        value_obj(self));
}

FN(class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

static METHODS(var_methods,
    {"get", var_get, 0, "($self, default=<unrepresentable>, /)",
     "A variable's value in the current context: without one `default` if it is given, else the variable's own, else "
     "LookupError."},
    {"set", var_set, 0, "($self, value, /)",
     "Give the variable a value in the current context, and return a token that reset() takes."},
    {"reset", var_reset, 0, "($self, token, /)",
     "Give the variable back what it was before the set() that returned the token."},
    {"__class_getitem__", class_getitem, M_CLASS | M_UNSIGNED, "($type, object, /)", "See PEP 585"},
);
static MEMBERS(var_members,
    {"name", MEMBER_VALUE, offsetof(VarObj, name), true, NULL},
);
static TYPE_SPEC(var_spec,
    .name = "_contextvars.ContextVar",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(VarObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .new_ = var_new, .repr = var_repr, .hash = object_hash_identity},
    .methods = var_methods, .members = var_members,
);

/* ---- Context --------------------------------------------------------------------- */

static Value context_new(NEW_ARGS)
{
    if (nargs || (kwnames && tuple_size(kwnames)))
        return error_set(vm, EXC_TypeError, "Context() does not accept any arguments");
    return context_make(vm, dict_new(vm));
}

FN(context_run)
{
    ContextObj *c = CONTEXT(self);
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "run() missing 1 required positional argument");
    if (c->entered)
        return error_set(vm, EXC_RuntimeError,
                         "cannot enter context: %R is already entered", self);
    Value outer = vm->context; /* none yet: none again afterwards */
    vm->context = value_incref(self);
    c->entered = true;
    Value r = call(vm, args[0], args + 1, nargs - 1, kwnames);
    c->entered = false;
    value_set_steal(vm, &vm->context, outer);
    return r;
}

FN(context_copy)
{
    return context_share(vm, CONTEXT(self));
}

/* keys, values, items: an iterator over what there is now, whatever is set meanwhile.
 */
#define VIEW(name_)                                                                    \
    static const TypeSpec name_##_spec = {                                             \
        .name = #name_,                                                                \
        .flags = TYPE_GC | TYPE_CLEARS | TYPE_NO_NEW | TYPE_ITER_SELF,                 \
        LIST_WALK(.mp_length = list_walk_length),                                      \
    };                                                                                 \
    FN(context_##name_)                                                                \
    {                                                                                  \
        Value view = call_method_cstr(vm, CONTEXT(self)->vars, #name_, args, nargs);   \
        Value list = view ? list_new(vm, 0) : VALUE_NULL;                              \
        if (list && list_extend(vm, list, view) < 0)                                   \
            value_clear(vm, &list);                                                    \
        value_xdecref(vm, view);                                                       \
        return list_walk_steal(vm, &name_##_spec, list);                               \
    }
VIEW(keys)
VIEW(values)
VIEW(items)

static bool is_var(MinipyVM *vm, Value key)
{
    if (value_is_of(key, &var_spec))
        return true;
    error_set(vm, EXC_TypeError, "a ContextVar key was expected, got %R", key);
    return false;
}

FN(context_get)
{
    if (!is_var(vm, args[0]))
        return VALUE_NULL;
    Value v = dict_get_borrow(vm, CONTEXT(self)->vars, args[0]);
    return v                    ? value_incref(v)
           : error_occurred(vm) ? VALUE_NULL
           : nargs > 1          ? value_incref(args[1])
                                : VALUE_NONE;
}

static Value context_subscript(MinipyVM *vm, Value self, Value key)
{
    if (!is_var(vm, key))
        return VALUE_NULL;
    Value v = dict_get_borrow(vm, CONTEXT(self)->vars, key);
    return v                    ? value_incref(v)
           : error_occurred(vm) ? VALUE_NULL
                                : error_set_value(vm, EXC_KeyError, key);
}

static int context_contains(MinipyVM *vm, Value self, Value key)
{
    return is_var(vm, key) ? dict_contains(vm, CONTEXT(self)->vars, key) : -1;
}

static int64_t context_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return dict_size(CONTEXT(self)->vars);
}

static Value context_iter(MinipyVM *vm, Value self)
{
    return context_keys(vm, self, NULL, 0, VALUE_NULL);
}

static Value context_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (value_type(vm, a) != value_type(vm, b) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    return object_compare(vm, CONTEXT(a)->vars, CONTEXT(b)->vars, op);
}

static METHODS(context_methods,
    {"get", context_get, 0, "($self, key, default=None, /)", "The value of a variable in the context, or the default."},
    {"items", context_items, 0, "($self, /)", "The variables of the context with their values, as a list of pairs."},
    {"keys", context_keys, 0, "($self, /)", "The variables in the context, as a list."},
    {"values", context_values, 0, "($self, /)", "The values in the context, as a list."},
    {"copy", context_copy, 0, "($self, /)", "A shallow copy of the context."},
    {"run", context_run, M_UNSIGNED, "($self, *args, **kwargs)", NULL},
);
static TYPE_SPEC(context_spec,
    .name = "_contextvars.Context",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_WEAKREFS, .basicsize = sizeof(ContextObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .new_ = context_new, .iter = context_iter,
              .richcompare = context_compare, .mp_length = context_length, .mp_subscript = context_subscript,
              .sq_contains = context_contains},
    .methods = context_methods,
);

/* ---- Token ----------------------------------------------------------------------- */

GETTER(token_old_value)
{
    if (TOKEN(self)->old)
        return value_incref(TOKEN(self)->old);
    DictObj *d = type_dict(vm, value_obj(self)->type);
    return d ? value_xincref(dict_get_cstr_borrow(vm, value_from_obj(d), "MISSING"))
             : error_set_oom(vm);
}

static Value token_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<Token%s var=%R at %p>", TOKEN(self)->used ? " used" : "",
                        TOKEN(self)->var, value_obj(self));
}

static Value token_new(NEW_ARGS)
{
    return error_set(vm, EXC_RuntimeError, "Tokens can only be created by ContextVars");
}

static GETSETS(token_getsets,
    GETS("old_value", token_old_value),
);
static MEMBERS(token_members,
    {"var", MEMBER_VALUE, offsetof(TokenObj, var), true, NULL},
);
static METHODS(token_methods,
    {"__class_getitem__", class_getitem, M_CLASS | M_UNSIGNED, "($type, object, /)", "See PEP 585"},
);
static TYPE_SPEC(token_spec,
    .name = "_contextvars.Token",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(TokenObj), .values = 3,
    .slots = {.getattro = object_generic_getattr, .repr = token_repr, .hash = object_hash_not_implemented, .new_ = token_new},
    .methods = token_methods, .getsets = token_getsets, .members = token_members,
);

typedef struct MissingObj {
    Object ob;
} MissingObj;
static Value missing_repr(MinipyVM *vm, Value self)
{
    (void)self;
    return str_from_cstr(vm, "<Token.MISSING>");
}
static TYPE_SPEC(missing_spec,
    .name = "Token.MISSING",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(MissingObj),
    .slots = {.getattro = object_generic_getattr, .repr = missing_repr},
);

/* ---- the module ------------------------------------------------------------------ */

Value contextvars_copy_current(MinipyVM *vm)
{
    Value c = current(vm);
    return c ? context_share(vm, CONTEXT(c)) : VALUE_NULL;
}

FN(py_copy_context)
{
    return contextvars_copy_current(vm);
}

static METHODS(functions,
    {"copy_context", py_copy_context, 0, "($module, /)", NULL},
);

static CONTENTS(contents,
    HAS_TYPE("ContextVar", &var_spec), HAS_TYPE("Context", &context_spec), HAS_TYPE("Token", &token_spec),
);

static int contextvars_exec(MinipyVM *vm, Value m)
{
    TypeObj *t = module_type_made_borrow(vm, &missing_spec);
    Object *missing = t ? object_alloc(vm, t, 0) : NULL;
    if (!missing)
        return -1;
    Value token = dict_get_cstr_borrow(vm, value_from_obj(MODULE(m)->dict), "Token");
    DictObj *d = token ? type_dict(vm, TYPE_OF(token)) : NULL;
    int r = d ? dict_set_cstr(vm, value_from_obj(d), "MISSING", value_from_obj(missing))
              : (error_set_oom(vm), -1);
    if (token)
        type_modified(vm, TYPE_OF(token));
    obj_decref(vm, missing);
    return r;
}

MODULE_SPEC(contextvars_module_spec,
    .name = "_contextvars",
    .doc = "Context Variables",
    .methods = functions, .contents = contents, .exec = contextvars_exec,
);
