/* api_function.c - functions of the host's as Python objects: alone, and as methods of
 * its classes (api_type.c). They get what they take by position; what a signature says
 * is sorted before the call (api_signature.c). A host's code is not ours: its results
 * are checked in every build.
 */
#include "vm/api/api.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/import/import.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/objects/call.h"
#include "vm/objects/method.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/reduce.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/threads/thread.h"

typedef struct HostFunction {
    Object ob;
    Value name, module, doc, text; /* strong: str, and all but name may be VALUE_NULL */
    Value owner;                   /* of a method: its class; strong */
    MinipyFunction function;
    void *user;
    HostSignature *signature; /* NULL: positional arguments as they come */
    /* Without keywords, fewest arguments and what the next counts - 1 numbers say are
     * those of the first parameters; the others, up to total, have none. */
    size_t fewest, counts, total;
    size_t data_at; /* MINIPY_DATA: how far behind self its data lies; else 0 */
    unsigned flags; /* MinipyMethod's */
    MinipyDestroy destroy;
    MethodDef def; /* of a module's function: its row as a native one */
} HostFunction;
enum { HOST_FUNCTION_VALUES = 5 };
#define HOST_FUNCTION(v) ((HostFunction *)(uintptr_t)(v))

/* ---- calling --------------------------------------------------------------------- */

/* It is a host's code: "no result means an exception, a result means none" is checked
 * in every build. The exception is set aside while the text is made. */
static Value bad_result(MinipyVM *vm, Value self, Value r)
{
    Value saved = error_fetch(vm), text = object_repr(vm, self);
    const char *who = text ? str_utf8_or_null(vm, text) : NULL;
    error_clear(vm);
    error_restore_steal(vm, saved);
    r = api_result(vm, r, who ? who : "a host function");
    value_xdecref(vm, text);
    return r;
}

/* It left the vm (minipy_thread_leave) and did not enter again. */
static Value back_in_vm(MinipyVM *vm, Value self, Value r)
{
    Thread *me = thread_of_caller(vm);
    if (me)
        thread_enter(vm, me);
    value_xdecref(vm, r);
    error_clear(vm);
    return error_set(vm, EXC_SystemError, "%R returned without the vm", self);
}

/* What the function returned that is no plain value. */
static __attribute__((noinline)) Value returned_other(MinipyVM *vm, Value self, Value r)
{
    if (!thread_holds_vm(vm))
        return back_in_vm(vm, self, r);
    bool raised = vm->raised != VALUE_NULL;
    if (r ? !raised && api_value_is_own(vm, r) : raised)
        return r;
    bool end = !r && !raised && HOST_FUNCTION(self)->flags & HOST_ENDS;
    return end ? VALUE_NULL : bad_result(vm, self, r);
}

/* VALUE_NULL without an exception: the end of what HOST_ENDS goes through. */
static inline Value run_or_end(MinipyVM *vm, Value self, const Value *args,
                               size_t nargs)
{
    HostFunction *f = HOST_FUNCTION(self);
    void *user = f->data_at ? (char *)value_obj(args[0]) + f->data_at : f->user;
    Value r = f->function(vm, user, args, nargs);
    if (likely(r && thread_holds_vm(vm) && !vm->raised && api_value_is_own(vm, r)))
        return r;
    return returned_other(vm, self, r);
}

static inline Value run(MinipyVM *vm, Value self, const Value *args, size_t nargs)
{
    Value r = run_or_end(vm, self, args, nargs);
    if (unlikely(!r && !vm->raised))
        error_set_none(vm, EXC_StopIteration);
    return r;
}

/* The error of a call that was refused, in the words of CPython's functions in C. Those
 * with *rest or **more keep the words of Python's own. */
static void reword(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames)
{
    HostFunction *f = HOST_FUNCTION(self);
    TypeObj *owner = f->owner ? TYPE_OF(f->owner) : NULL;
    bool init = owner && f->name == NAME(vm, __init__); /* a call of the class */
    Value refusal = error_fetch(vm), func = init ? VALUE_NULL : self;
    Value name = init ? owner->name : f->name;
    if (owner && f->signature->total == 1 && nargs > 1 &&
        (init || f->flags & HOST_BY_CLASS)) {
        value_decref(vm, refusal);
        error_set(vm, EXC_TypeError, "%U() takes no %sarguments", name,
                  init ? "positional " : "");
        return;
    }
    const char *text = str_utf8(vm, f->text, NULL), *called = str_utf8(vm, name, NULL);
    /* What is natively `$self` is a parameter of the host's. */
    const char *rest = text ? strpbrk(text, ",)") : NULL;
    char *own = owner && rest ? mem_alloc(vm, strlen(rest) + sizeof "($self") : NULL;
    if (own)
        text = strcat(strcpy(own, "($self"), rest);
    const MethodDef row = {.name = called,
                           .signature = text,
                           .flags = f->flags & HOST_BY_CLASS ? M_METHOD : 0};
    if (text && called && (own || !owner) &&
        !signature_refuses(vm, &row, func, args + (own != NULL), nargs - (own != NULL),
                           kwnames))
        error_restore_steal(vm, refusal);
    else
        value_decref(vm, refusal);
    mem_free(vm, own);
}

static bool may_reword(MinipyVM *vm, const HostSignature *s)
{
    return vm->raised && s->rest < 0 && s->more < 0 && error_matches(vm, EXC_TypeError);
}

static Value run_sorted(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames)
{
    HostFunction *f = HOST_FUNCTION(self);
    const HostSignature *s = f->signature;
    Value out[HOST_PARAMETERS_MAX], r = VALUE_NULL;
    if (host_signature_bind(vm, s, f->name, args, nargs, kwnames, out))
        r = run(vm, self, out, (size_t)s->total);
    else if (may_reword(vm, s))
        reword(vm, self, args, nargs, kwnames);
    host_signature_unbind(vm, s, out);
    return r;
}

/* Which counts of arguments need no sorting: any, or as many as there are parameters,
 * but for such at the end that have defaults. */
static void set_counts(HostFunction *f)
{
    const HostSignature *s = f->signature;
    f->counts = SIZE_MAX;
    if (!s)
        return;
    f->total = (size_t)s->total;
    while (f->fewest < f->total && s->required >> f->fewest)
        f->fewest++;
    f->counts = s->positional == s->total ? f->total - f->fewest + 1 : 0;
}

static inline bool is_sorted(const HostFunction *f, size_t nargs)
{
    return nargs - f->fewest < f->counts;
}

enum { FEW_PARAMETERS = 4 };

/* With VALUE_NULL for those that were left out. */
static Value run_padded(MinipyVM *vm, Value self, const Value *args, size_t nargs)
{
    size_t total = HOST_FUNCTION(self)->total;
    Value out[HOST_PARAMETERS_MAX];
    values_move(out, args, (int64_t)nargs);
    values_zero(out + nargs, out + total);
    return run(vm, self, out, total);
}

/* The same for few, as most are. */
static Value run_few(MinipyVM *vm, Value self, const Value *args, size_t nargs)
{
    const Value out[FEW_PARAMETERS] = {nargs > 0 ? args[0] : VALUE_NULL,
                                       nargs > 1 ? args[1] : VALUE_NULL,
                                       nargs > 2 ? args[2] : VALUE_NULL, VALUE_NULL};
    return run(vm, self, out, HOST_FUNCTION(self)->total);
}

/* The arguments are sorted. */
static inline Value run_quickly(MinipyVM *vm, Value self, const Value *args,
                                size_t nargs)
{
    size_t total = HOST_FUNCTION(self)->total;
    return nargs >= total            ? run(vm, self, args, nargs)
           : total <= FEW_PARAMETERS ? run_few(vm, self, args, nargs)
                                     : run_padded(vm, self, args, nargs);
}

FN(host_function_call)
{
    HostFunction *f = HOST_FUNCTION(self);
    bool by_name = kwnames && tuple_size(kwnames);
    if (likely(!by_name && is_sorted(f, nargs)))
        return run_quickly(vm, self, args, nargs);
    if (f->signature)
        return run_sorted(vm, self, args, nargs, kwnames);
    return error_set(vm, EXC_TypeError, "%U() takes no keyword arguments", f->name);
}

Value host_method_run(MinipyVM *vm, Value method, const Value *args, size_t nargs,
                      Value kwnames)
{
    return host_function_call(vm, method, args, nargs, kwnames);
}

Value host_method_next(MinipyVM *vm, Value method, Value self)
{
    HostFunction *f = HOST_FUNCTION(method);
    return f->flags & HOST_ENDS && f->total == 1 && is_sorted(f, 1)
               ? run_or_end(vm, method, &self, 1)
               : host_function_call(vm, method, &self, 1, VALUE_NULL);
}

/* Does the method's class have the instance that it is called with? */
static inline bool applies(MinipyVM *vm, const HostFunction *f, const Value *args,
                           size_t nargs)
{
    if (unlikely(nargs == 0 || !f->owner))
        return false;
    TypeObj *t = value_type(vm, args[0]), *owner = TYPE_OF(f->owner);
    return t == owner || type_is_subtype(t, owner);
}

static Value does_not_apply(MinipyVM *vm, const HostFunction *f, const Value *args,
                            size_t nargs)
{
    if (!f->owner)
        return error_set(vm, EXC_TypeError,
                         "%U() belongs to a class that is in the making", f->name);
    TypeObj *owner = TYPE_OF(f->owner);
    if (!nargs)
        return error_set(vm, EXC_TypeError, "unbound method %U.%U() needs an argument",
                         owner->name, f->name);
    return error_set(
        vm, EXC_TypeError,
        "descriptor '%U' for '%s' objects doesn't apply to a '%.100N' object", f->name,
        owner->life->name, value_type(vm, args[0]));
}

FN(host_method_call)
{
    HostFunction *f = HOST_FUNCTION(self);
    if (unlikely(!applies(vm, f, args, nargs)))
        return does_not_apply(vm, f, args, nargs);
    return likely(!kwnames && is_sorted(f, nargs))
               ? run_quickly(vm, self, args, nargs)
               : host_function_call(vm, self, args, nargs, kwnames);
}

static Value host_method_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    return obj ? method_new(vm, self, obj) : value_incref(self);
}

/* ---- attributes ------------------------------------------------------------------ */

GETTER(get_qualname)
{
    HostFunction *f = HOST_FUNCTION(self);
    return f->owner ? str_format_c(vm, "%U.%U", TYPE_OF(f->owner)->qualname, f->name)
                    : value_incref(f->name);
}

/* A module's function and a class's method show themselves as the vm's own do. */
static Value host_function_repr(MinipyVM *vm, Value self)
{
    HostFunction *f = HOST_FUNCTION(self);
    if (f->owner)
        return str_format_c(vm, "<method '%U' of '%s' objects>", f->name,
                            TYPE_OF(f->owner)->life->name);
    if (f->module)
        return str_format_c(vm, "<built-in function %U>", f->name);
    Value name = get_qualname(vm, self, NULL);
    Value r = name ? str_format_c(vm, "<host function %U>", name) : VALUE_NULL;
    value_xdecref(vm, name);
    return r;
}

/* As CPython has it: what the module or the class gives is "$module" or "$self", which
 * is taken by position alone; __init__ fills a slot, which takes anything. */
GETTER(get_text_signature)
{
    HostFunction *f = HOST_FUNCTION(self);
    const char *text = f->text ? str_utf8(vm, f->text, NULL) : NULL;
    if (!text || !(f->owner || f->module))
        return error_occurred(vm) ? VALUE_NULL
               : f->text          ? value_incref(f->text)
                                  : VALUE_NONE;
    if (f->owner && f->name == NAME(vm, __init__))
        return str_from_cstr(vm, "($self, /, *args, **kwargs)");
    const char *rest = text + 1; /* behind "(", or behind the name of what is given */
    if (f->owner)
        rest += strcspn(rest, ",)");
    return str_format_c(vm, "(%s%s%s%s", f->owner ? "$self" : "$module",
                        f->signature->posonly ? "" : ", /",
                        f->owner || *rest == ')' ? "" : ", ", rest);
}

/* What inspect.signature asks first: what it would read in the text; None: there is
 * none. A module's function has no __signature__, as built-in ones. */
GETTER(get_signature)
{
    HostFunction *f = HOST_FUNCTION(self);
    if (f->module && !f->owner)
        return error_set(
            vm, EXC_AttributeError,
            "'builtin_function_or_method' object has no attribute '__signature__'");
    if (!f->text)
        return VALUE_NONE;
    Value inspect = import_module(vm, "inspect"), cls = VALUE_NULL, r = VALUE_NULL;
    Value name = str_intern_cstr(vm, "Signature");
    if (inspect && name && (cls = object_getattr(vm, inspect, name)) != VALUE_NULL) {
        Value text = get_text_signature(vm, self, NULL);
        const Value args[] = {cls, self, text, VALUE_FALSE};
        r = text ? call_method_cstr(vm, inspect, "_signature_fromstr", args, 4)
                 : VALUE_NULL;
        value_xdecref(vm, text);
    }
    value_xdecref(vm, name);
    value_xdecref(vm, cls);
    value_xdecref(vm, inspect);
    return r;
}

/* What isinstance() and inspect tell kinds of functions by. */
GETTER(get_class)
{
    HostFunction *f = HOST_FUNCTION(self);
    TypeObj *t = f->owner    ? vm->types[KIND_METHOD_DESCR]
                 : f->module ? vm->types[KIND_NATIVE]
                             : value_type(vm, self);
    return value_incref(value_from_obj(t));
}

/* Not the generic one itself: isinstance() asks for __class__ then. */
static Value host_function_getattro(MinipyVM *vm, Value self, Value name)
{
    return object_generic_getattr(vm, self, name);
}

/* Of a module's function: the module. */
GETTER(get_self)
{
    HostFunction *f = HOST_FUNCTION(self);
    Value m = f->module && !f->owner ? dict_get_borrow(vm, vm->modules, f->module)
                                     : VALUE_NULL;
    if (m || error_occurred(vm))
        return value_xincref(m);
    return error_set(vm, EXC_AttributeError, "%R has no attribute '__self__'", self);
}

/* It is found by its name again: in its module, or in its class. */
FN(host_function_reduce)
{
    HostFunction *f = HOST_FUNCTION(self);
    return f->owner
               ? reduce_call_steal(vm, "getattr", tuple_pack(vm, 2, f->owner, f->name))
               : value_incref(f->name);
}

static METHODS(host_function_methods,
    {"__reduce__", host_function_reduce, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(host_function_getsets,
    GETS("__class__", get_class),
    GETS("__qualname__", get_qualname),
    GETS("__self__", get_self),
    GETS("__signature__", get_signature),
    GETS("__text_signature__", get_text_signature),
);
static MEMBERS(host_function_members,
    {"__name__", MEMBER_VALUE, offsetof(HostFunction, name), true, NULL},
    {"__module__", MEMBER_VALUE_OR_NONE, offsetof(HostFunction, module), true, NULL},
    {"__doc__", MEMBER_VALUE_OR_NONE, offsetof(HostFunction, doc), true, NULL},
    {"__objclass__", MEMBER_VALUE, offsetof(HostFunction, owner), true, NULL},
);

/* ---- life ------------------------------------------------------------------------ */

static void host_function_dealloc(MinipyVM *vm, Object *o)
{
    HostFunction *f = (HostFunction *)o;
    object_values_release(vm, o);
    host_signature_free(vm, f->signature);
    if (f->destroy)
        f->destroy(f->user);
}

static int host_function_traverse(Object *o, VisitFn visit, void *arg)
{
    return object_values_visit(o, visit, arg);
}

/* A method's way back to its class; the rest it needs until it dies. */
static void host_method_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((HostFunction *)o)->owner);
}

static TYPE_SPEC(host_function_spec,
    .name = "minipy.host_function",
    .flags = TYPE_NO_NEW | TYPE_WEAKREFS, .basicsize = sizeof(HostFunction), .values = HOST_FUNCTION_VALUES,
    .dealloc = host_function_dealloc,
    .slots = {.getattro = host_function_getattro, .call = host_function_call, .repr = host_function_repr},
    .methods = host_function_methods, .getsets = host_function_getsets, .members = host_function_members,
);
static TYPE_SPEC(host_method_spec,
    .name = "minipy.host_method",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREFS | TYPE_METHOD_LIKE, .basicsize = sizeof(HostFunction),
    .values = HOST_FUNCTION_VALUES,
    .dealloc = host_function_dealloc, .traverse = host_function_traverse, .clear = host_method_clear,
    .slots = {.getattro = host_function_getattro, .call = host_method_call, .repr = host_function_repr, .descr_get = host_method_get},
    .methods = host_function_methods, .getsets = host_function_getsets, .members = host_function_members,
);

static TypeObj *type_once(MinipyVM *vm, TypeObj **made, const TypeSpec *spec)
{
    if (!*made)
        *made = type_from_spec(vm, spec);
    return *made;
}

void host_functions_fini(MinipyVM *vm)
{
    if (vm->host_function_type)
        obj_decref(vm, &vm->host_function_type->ob);
    if (vm->host_method_type)
        obj_decref(vm, &vm->host_method_type->ob);
    vm->host_function_type = vm->host_method_type = NULL;
}

/* 0, or -1 with an exception. The text that is shown stands before the doc where the
 * row takes anything but has its arguments read by another. */
static int set_texts(MinipyVM *vm, HostFunction *f, const MinipyMethod *row)
{
    static const char between[] = "\n--\n\n";
    const char *doc = row->doc;
    const char *end = doc && *doc == '(' ? strstr(doc, between) : NULL;
    if (end) {
        f->text = str_from_utf8(vm, doc, (size_t)(end - doc));
        doc = end + sizeof between - 1;
    } else if (row->signature) {
        f->text = str_from_cstr(vm, row->signature);
    }
    if (!(f->name = str_intern_cstr(vm, row->name)) ||
        (doc && !(f->doc = str_from_cstr(vm, doc))) || (row->signature && !f->text))
        return -1;
    if (!row->signature)
        return 0;
    f->signature = host_signature_read(vm, row->name, row->signature);
    return f->signature ? 0 : -1;
}

Value host_function_new(MinipyVM *vm, const MinipyMethod *row, Value module,
                        bool method)
{
    TypeObj *t = method ? type_once(vm, &vm->host_method_type, &host_method_spec)
                        : type_once(vm, &vm->host_function_type, &host_function_spec);
    HostFunction *f = t ? (HostFunction *)object_alloc(vm, t, 0) : NULL;
    if (!f)
        return VALUE_NULL;
    f->function = row->function;
    f->user = row->user;
    f->flags = row->flags;
    f->module = value_xincref(module);
    if (set_texts(vm, f, row) < 0) {
        obj_decref(vm, &f->ob);
        return VALUE_NULL;
    }
    set_counts(f);
    f->destroy = row->destroy;
    return value_from_obj(f);
}

/* What programs see of a module's function is a builtin_function_or_method, bound to
 * the HostFunction: native.c asks that for __self__ and the text of the signature. The
 * arguments it sorts itself, so that all go to it as they come. */
static Value module_function(MinipyVM *vm, const MinipyMethod *row, Value module)
{
    static const MethodDef any = {
        .fn = host_function_call, .name = "", .signature = "(*args, **kwargs)"};
    const Signature *signature = signature_of(vm, &any);
    Value f = signature ? host_function_new(vm, row, module, false) : VALUE_NULL;
    if (!f)
        return VALUE_NULL;
    HostFunction *h = HOST_FUNCTION(f);
    h->def = any;
    h->def.name = str_utf8(vm, h->name, NULL);
    h->def.doc = h->doc ? str_utf8(vm, h->doc, NULL) : NULL;
    bool named = h->def.name && (h->def.doc || !h->doc);
    Value r = named ? native_new(vm, &h->def, f, module) : VALUE_NULL;
    if (r)
        NATIVE(r)->signature = signature;
    value_decref(vm, f);
    return r;
}

void host_method_set_owner(Value method, TypeObj *owner, size_t data_at)
{
    HostFunction *f = HOST_FUNCTION(method);
    f->owner = value_incref(value_from_obj(owner));
    f->data_at = f->flags & MINIPY_DATA ? data_at : 0;
}

int host_functions_add(MinipyVM *vm, Value module, const MinipyMethod *rows)
{
    for (const MinipyMethod *row = rows; row->name; row++)
        if (module_add_steal(vm, module, row->name,
                             module_function(vm, row, MODULE(module)->name)) < 0)
            return -1;
    return 0;
}

/* ---- the public functions -------------------------------------------------------- */

static Value function_given(MinipyVM *vm, const MinipyMethod *row, const char *func)
{
    return api_pointer(vm, row, func) && api_pointer(vm, row->name, func) &&
                   api_pointer(vm, (const void *)row->function, func)
               ? host_function_new(vm, row, VALUE_NULL, false)
               : VALUE_NULL;
}

MinipyValue minipy_function(MinipyVM *vm, const char *name, MinipyFunction function,
                            void *user)
{
    const MinipyMethod row = {.name = name, .function = function, .user = user};
    return api_enter(vm) ? api_left(vm, function_given(vm, &row, __func__))
                         : MINIPY_NULL;
}

MinipyValue minipy_function_new(MinipyVM *vm, const MinipyMethod *row)
{
    return api_enter(vm) ? api_left(vm, function_given(vm, row, __func__))
                         : MINIPY_NULL;
}
