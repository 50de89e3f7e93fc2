/* api_function.c - functions of the host's as Python objects: alone, and behind the
 * methods of its classes, which programs see as those of any type in C (api_type.c).
 * They get what they take by position; what a signature says is sorted before the call
 * (api_signature.c). A host's code is not ours: its results are checked in every build.
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
#include "vm/types/descr.h"

typedef struct HostFunction {
    Object ob;
    Value name, module, doc, text; /* strong: str, and all but name may be VALUE_NULL */
    TypeObj *owner; /* of a method: its class, which holds it; borrowed */
    MinipyFunction function;
    void *user;
    HostSignature *signature; /* NULL: positional arguments as they come */
    /* Without keywords, fewest arguments and what the next counts - 1 numbers say are
     * those of the first parameters; the others, up to total, have none. */
    size_t fewest, counts, total;
    size_t data_at; /* MINIPY_DATA: how far behind self its data lies; else 0 */
    unsigned flags; /* MinipyMethod's */
    MinipyDestroy destroy;
    /* What the objects that programs see are made of: a module's function, a method,
     * a slot wrapper. */
    MethodDef def;
    SlotDef slot;
    char *own_text; /* def's signature, where it is; or NULL */
} HostFunction;
enum { HOST_FUNCTION_VALUES = 4 };
#define HOST_FUNCTION(v) ((HostFunction *)(uintptr_t)(v))

static HostFunction *of_def(const MethodDef *def)
{
    return (HostFunction *)((char *)(uintptr_t)def - offsetof(HostFunction, def));
}

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

/* The error of a call of func that was refused, in the words of CPython's functions in
 * C. Those with *rest or **more keep the words of Python's own. */
static void reword(MinipyVM *vm, HostFunction *f, Value func, const Value *args,
                   size_t nargs, Value kwnames)
{
    TypeObj *owner = f->owner;
    /* A call of the class. */
    bool init =
        owner && (f->name == NAME(vm, __init__) || f->name == NAME(vm, __new__));
    Value refusal = error_fetch(vm);
    if (init)
        func = VALUE_NULL;
    Value name = init ? owner->name : f->name;
    if (init && f->signature->total == 1 && nargs > 1) {
        value_decref(vm, refusal);
        error_set(vm, EXC_TypeError, "%U() takes no positional arguments", name);
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

/* func: what the program called, for messages. */
static Value run_sorted(MinipyVM *vm, Value self, Value func, const Value *args,
                        size_t nargs, Value kwnames)
{
    HostFunction *f = HOST_FUNCTION(self);
    const HostSignature *s = f->signature;
    Value out[HOST_PARAMETERS_MAX], r = VALUE_NULL;
    if (host_signature_bind(vm, s, f->name, args, nargs, kwnames, out))
        r = run(vm, self, out, (size_t)s->total);
    else if (may_reword(vm, s))
        reword(vm, f, func, args, nargs, kwnames);
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

static inline Value run_called(MinipyVM *vm, Value self, Value func, const Value *args,
                               size_t nargs, Value kwnames)
{
    HostFunction *f = HOST_FUNCTION(self);
    bool by_name = kwnames && tuple_size(kwnames);
    if (by_name && f->total == 1 && f->flags & HOST_BY_CLASS)
        by_name = false; /* CPython's does not look at them */
    if (likely(!by_name && is_sorted(f, nargs)))
        return run_quickly(vm, self, args, nargs);
    if (f->signature)
        return run_sorted(vm, self, func, args, nargs, kwnames);
    return error_set(vm, EXC_TypeError, "%U() takes no keyword arguments", f->name);
}

FN(host_function_call)
{
    return run_called(vm, self, self, args, nargs, kwnames);
}

/* ---- methods --------------------------------------------------------------------- */

Value host_method_run(MinipyVM *vm, Value method, const Value *args, size_t nargs,
                      Value kwnames)
{
    return run_called(vm, method, method, args, nargs, kwnames);
}

HostNext host_method_next(Value method)
{
    const HostFunction *f = HOST_FUNCTION(method);
    bool only_ends =
        f->flags & HOST_ENDS && f->data_at && f->total == 1 && is_sorted(f, 1);
    return (HostNext){only_ends ? f->function : NULL, f->data_at};
}

Value host_method_ended(MinipyVM *vm, Value method, Value r)
{
    return returned_other(vm, method, r);
}

Value host_descr_invoke(MinipyVM *vm, const MethodDef *def, Value func,
                        const Value *args, size_t nargs, Value kwnames)
{
    return run_called(vm, value_from_obj(of_def(def)), func, args, nargs, kwnames);
}

/* The function, with self before the arguments. */
static Value run_with(MinipyVM *vm, HostFunction *f, Value func, Value self,
                      const Value *args, size_t nargs, Value kwnames)
{
    enum { FEW = 8 };
    Value few[FEW], *all = few;
    size_t total = nargs + (kwnames ? (size_t)tuple_size(kwnames) : 0);
    if (total >= FEW && !(all = mem_alloc(vm, (total + 1) * sizeof *all)))
        return VALUE_NULL;
    all[0] = self;
    values_move(all + 1, args, (int64_t)total);
    Value r = run_called(vm, value_from_obj(f), func, all, nargs + 1, kwnames);
    if (all != few)
        mem_free(vm, all);
    return r;
}

Value host_native_invoke(MinipyVM *vm, const MethodDef *def, Value func, Value self,
                         const Value *args, size_t nargs, Value kwnames)
{
    HostFunction *f = of_def(def);
    if (f->name != NAME(vm, __new__))
        return run_with(vm, f, func, self, args, nargs, kwnames);
    return type_new_accepts(vm, TYPE_OF(self), args, nargs)
               ? run_called(vm, value_from_obj(f), func, args, nargs, kwnames)
               : VALUE_NULL;
}

/* The function of a slot wrapper, whose `wrapped` it is. */
static Value wrap(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                  Value kwnames, AnySlot wrapped, const SlotDef *def)
{
    HostFunction *f = (HostFunction *)(uintptr_t)wrapped;
    if (!def->keywords && f->counts && !is_sorted(f, nargs + 1)) {
        size_t most = f->total - 1;
        return error_set(vm, EXC_TypeError, "expected %zd argument%s, got %zd",
                         (int64_t)most, most == 1 ? "" : "s", (int64_t)nargs);
    }
    return run_with(vm, f, value_from_obj(f), self, args, nargs, kwnames);
}

/* ---- attributes ------------------------------------------------------------------ */

/* A module's function and a class's method are shown as the vm's own are. */
static Value host_function_repr(MinipyVM *vm, Value self)
{
    HostFunction *f = HOST_FUNCTION(self);
    if (f->owner)
        return str_format_c(vm, "<method '%U' of '%s' objects>", f->name,
                            f->owner->life->name);
    return str_format_c(vm, f->module ? "<built-in function %U>" : "<host function %U>",
                        f->name);
}

/* As CPython has it: what the module or the class gives is "$module", "$self" or
 * "$type", which is taken by position alone. */
GETTER(get_text_signature)
{
    HostFunction *f = HOST_FUNCTION(self);
    const char *text = f->text ? str_utf8(vm, f->text, NULL) : NULL;
    if (!text || !(f->owner || f->module))
        return error_occurred(vm) ? VALUE_NULL
               : f->text          ? value_incref(f->text)
                                  : VALUE_NONE;
    const char *rest = text + 1; /* behind "(", or behind the name of what is given */
    if (f->owner)
        rest += strcspn(rest, ",)");
    const char *given = !f->owner                ? "$module"
                        : f->def.flags & M_CLASS ? "$type"
                                                 : "$self";
    bool complete = !f->signature || f->signature->posonly; /* written out */
    return str_format_c(vm, "(%s%s%s%s", given, complete ? "" : ", /",
                        f->owner || *rest == ')' ? "" : ", ", rest);
}

/* What inspect.signature asks first: what it would read in the text; None: there is
 * none. A module's function has no __signature__, as built-in ones. */
GETTER(get_signature)
{
    HostFunction *f = HOST_FUNCTION(self);
    if (f->module)
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
    TypeObj *t = f->module ? vm->types[KIND_NATIVE] : value_type(vm, self);
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
    Value m = f->module ? dict_get_borrow(vm, vm->modules, f->module) : VALUE_NULL;
    if (m || error_occurred(vm))
        return value_xincref(m);
    return error_set(vm, EXC_AttributeError, "%R has no attribute '__self__'", self);
}

/* It is found in its module by its name again. */
FN(host_function_reduce)
{
    return value_incref(HOST_FUNCTION(self)->name);
}

static METHODS(host_function_methods,
    {"__reduce__", host_function_reduce, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(host_function_getsets,
    GETS("__class__", get_class),
    GETS("__self__", get_self),
    GETS("__signature__", get_signature),
    GETS("__text_signature__", get_text_signature),
);
static MEMBERS(host_function_members,
    {"__name__", MEMBER_VALUE, offsetof(HostFunction, name), true, NULL},
    {"__module__", MEMBER_VALUE_OR_NONE, offsetof(HostFunction, module), true, NULL},
    {"__qualname__", MEMBER_VALUE, offsetof(HostFunction, name), true, NULL},
    {"__doc__", MEMBER_VALUE_OR_NONE, offsetof(HostFunction, doc), true, NULL},
);

/* ---- life ------------------------------------------------------------------------ */

static void host_function_dealloc(MinipyVM *vm, Object *o)
{
    HostFunction *f = (HostFunction *)o;
    object_values_release(vm, o);
    host_signature_free(vm, f->signature);
    mem_free(vm, f->own_text);
    if (f->destroy)
        f->destroy(f->user);
}

static TYPE_SPEC(host_function_spec,
    .name = "minipy.host_function",
    .flags = TYPE_NO_NEW | TYPE_WEAKREFS, .basicsize = sizeof(HostFunction), .values = HOST_FUNCTION_VALUES,
    .dealloc = host_function_dealloc,
    .slots = {.getattro = host_function_getattro, .call = host_function_call, .repr = host_function_repr},
    .methods = host_function_methods, .getsets = host_function_getsets, .members = host_function_members,
);
void host_functions_fini(MinipyVM *vm)
{
    if (vm->host_function_type)
        obj_decref(vm, &vm->host_function_type->ob);
    vm->host_function_type = NULL;
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

Value host_function_new(MinipyVM *vm, const MinipyMethod *row, Value module)
{
    TypeObj *t = vm->host_function_type;
    if (!t)
        t = vm->host_function_type = type_from_spec(vm, &host_function_spec);
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

/* The row has the function's texts, which live as long. -1: MemoryError. */
static int name_def(MinipyVM *vm, HostFunction *f)
{
    f->def.name = str_utf8(vm, f->name, NULL);
    f->def.doc = f->doc ? str_utf8(vm, f->doc, NULL) : NULL;
    return f->def.name && (f->def.doc || !f->doc) ? 0 : -1;
}

/* What programs see of a module's function is a builtin_function_or_method, bound to
 * the HostFunction: native.c asks that for __self__ and the text of the signature. The
 * arguments it sorts itself, so that all go to it as they come. */
static Value module_function(MinipyVM *vm, const MinipyMethod *row, Value module)
{
    static const MethodDef any = {
        .fn = host_function_call, .name = "", .signature = "(*args, **kwargs)"};
    const Signature *signature = signature_of(vm, &any);
    Value f = signature ? host_function_new(vm, row, module) : VALUE_NULL;
    if (!f)
        return VALUE_NULL;
    HostFunction *h = HOST_FUNCTION(f);
    h->def = any;
    if (row->flags & HOST_BY_CLASS)
        h->def.flags = M_METHOD;
    Value r = name_def(vm, h) == 0 ? native_new(vm, &h->def, f, module) : VALUE_NULL;
    if (r)
        NATIVE(r)->signature = signature;
    value_decref(vm, f);
    return r;
}

/* The row of a method, as descriptors and what they bind show it. -1: MemoryError. */
static int describe_method(MinipyVM *vm, HostFunction *f, bool of_class)
{
    bool is_new = f->name == NAME(vm, __new__);
    f->def = is_new ? type_new_wrapper_def : (MethodDef){.signature = ""};
    f->def.flags =
        M_HOST | (of_class ? M_CLASS : 0) | (f->flags & HOST_BY_CLASS ? M_METHOD : 0);
    const char *doc = f->def.doc;
    if (name_def(vm, f) < 0)
        return -1;
    if (is_new && !f->def.doc)
        f->def.doc = doc;
    Value shown = is_new ? VALUE_NONE : get_text_signature(vm, value_from_obj(f), NULL);
    if (!is_new && (shown == VALUE_NONE || f->flags & HOST_UNSIGNED))
        f->def.flags |= M_UNSIGNED;
    if (!shown || shown == VALUE_NONE)
        return shown ? 0 : -1;
    const char *text = str_utf8(vm, shown, NULL);
    char *copy = text ? mem_alloc(vm, strlen(text) + 1) : NULL;
    if (copy)
        f->def.signature = f->own_text = strcpy(copy, text);
    value_decref(vm, shown);
    return copy ? 0 : -1;
}

/* The row of the slot wrapper that CPython would make of a method of that name; NULL:
 * none. __getattribute__ is asked in other ways where it is one. */
static const SlotDef *slot_of(MinipyVM *vm, const HostFunction *f)
{
    for (int i = 0; i < slot_def_count; i++) {
        const SlotDef *def = &slot_defs[i];
        if (vm->names[def->name_id] == f->name && def->wrapper &&
            def->offset != offsetof(TypeSlots, getattro))
            return def;
    }
    return NULL;
}

Value host_method_show(MinipyVM *vm, Value method, TypeObj *owner, bool of_class,
                       size_t data_at)
{
    HostFunction *f = HOST_FUNCTION(method);
    f->owner = owner;
    f->data_at = f->flags & MINIPY_DATA ? data_at : 0;
    if (describe_method(vm, f, of_class) < 0)
        return VALUE_NULL;
    if (f->name == NAME(vm, __new__))
        return native_new(vm, &f->def, value_from_obj(owner), VALUE_NULL);
    const SlotDef *slot = of_class ? NULL : slot_of(vm, f);
    if (!slot)
        return method_descr_new(vm, owner, &f->def,
                                of_class ? KIND_CLASSMETHOD_DESCR : KIND_METHOD_DESCR);
    f->slot = *slot;
    f->slot.wrapper = wrap;
    return wrapper_descr_new(vm, owner, &f->slot, (AnySlot)(uintptr_t)f);
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
               ? host_function_new(vm, row, VALUE_NULL)
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
