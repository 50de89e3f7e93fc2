/* call.c - the C side of calls: recursion's limits, and calling anything. A Python
 * function's call goes on in function_call (vm/eval/bind.c), a native's in
 * native_invoke (signature.c).
 */
#include "vm/objects/call.h"

#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/objects/native.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/types/type_slots.h"

/* ---- recursion ------------------------------------------------------------------- */

/* Making the exception makes calls itself: they get some room beyond the limits. */
enum { HEADROOM_FRAMES = 50, HEADROOM_C_STACK = 16 * 1024 };

static int recursion_error(MinipyVM *vm, const char *where)
{
    vm->recursion_remaining += 1 + HEADROOM_FRAMES;
    vm->c_stack_limit -= HEADROOM_C_STACK;
    error_set(vm, EXC_RecursionError, "maximum recursion depth exceeded%s", where);
    vm->c_stack_limit += HEADROOM_C_STACK;
    vm->recursion_remaining -= HEADROOM_FRAMES;
    return -1;
}

int recursion_overflow(MinipyVM *vm)
{
    bool by_call = vm->recursion_remaining <
                   -1; /* there was no room for the call of the class, either */
    return recursion_error(vm, by_call ? " while calling a Python object" : "");
}

int recursion_enter(MinipyVM *vm, const char *where)
{
    if (recursion_exceeded(vm) || c_stack_full(vm))
        return recursion_error(vm, where);
    return 0;
}

void recursion_refuses(MinipyVM *vm)
{
    vm->recursion_remaining--; /* which the error gives back */
    recursion_error(vm, " while calling a Python object");
}

int c_stack_error(MinipyVM *vm)
{
    recursion_refuses(vm);
    return -1;
}

void recursion_leave(MinipyVM *vm)
{
    vm->recursion_remaining++;
}

/* ---- messages -------------------------------------------------------------------- */

Value function_text(MinipyVM *vm, Value func)
{
    Value qualname, module;
    if (object_lookup_attr(vm, func, NAME(vm, __qualname__), &qualname) < 0)
        return VALUE_NULL;
    if (!qualname)
        return object_str(vm, func);
    Value text = VALUE_NULL;
    if (object_lookup_attr(vm, func, NAME(vm, __module__), &module) >= 0) {
        bool plain = !module || module == VALUE_NONE ||
                     (value_is_str(module) && str_equal_ascii(module, "builtins"));
        text = plain ? str_format_c(vm, "%S()", qualname)
                     : str_format_c(vm, "%S.%S()", module, qualname);
        value_xdecref(vm, module);
    }
    value_decref(vm, qualname);
    return text;
}

/* ---- f(*args, **kwargs) ---------------------------------------------------------- */

/* Of what CPython hands its keywords as a dict to, in which not all need be strs: what
 * only refuses them, by its own message, or hands them on, and what cannot be called.
 */
static bool takes_any_names(MinipyVM *vm, Value f)
{
    if (value_is_kind(f, KIND_NATIVE))
        return NATIVE(f)->def->flags & M_ANY_NAMES;
    if (!f || !object_callable(f))
        return f != VALUE_NULL;
    if (!value_is_type(f) ||
        value_type(vm, f)->slots.call != vm->types[KIND_TYPE]->slots.call)
        return false;
    const TypeSlots *own = &TYPE_OF(f)->slots, *plain = &vm->types[KIND_OBJECT]->slots;
    bool is_plain = own->new_ == plain->new_ && own->init == plain->init;
    return is_plain || ((TYPE_OF(f)->flags & TYPE_EXCEPTION) && own->new_ != slot_new &&
                        own->init != slot_init);
}

int flat_args_init(MinipyVM *vm, FlatArgs *flat, Value f, Value self, Value args,
                   Value kwargs)
{
    size_t given = (size_t)tuple_size(args), nself = self != VALUE_NULL;
    size_t npos = given + nself, nkw = kwargs ? (size_t)dict_size(kwargs) : 0;
    flat->values = TUPLE(args)->items;
    flat->npos = npos;
    flat->made = NULL;
    flat->kwnames = VALUE_NULL;
    if (nkw + nself == 0)
        return 0;
    flat->values = flat->room;
    if (npos + nkw > sizeof flat->room / sizeof *flat->room &&
        !(flat->values = flat->made = mem_alloc(vm, (npos + nkw) * sizeof(Value))))
        return -1;
    flat->values[0] = self;
    memcpy(flat->values + nself, TUPLE(args)->items, given * sizeof(Value));
    if (nkw && !(flat->kwnames = tuple_alloc(vm, (int64_t)nkw)))
        goto error;
    int64_t pos = 0;
    Value key, value;
    for (size_t i = 0; i < nkw && dict_next(kwargs, &pos, &key, &value); i++) {
        if (!value_is_str(key) && !takes_any_names(vm, f)) {
            error_set(vm, EXC_TypeError, "keywords must be strings");
            goto error;
        }
        TUPLE(flat->kwnames)->items[i] = value_incref(key);
        flat->values[npos + i] = value;
    }
    return 0;
error:
    flat_args_fini(vm, flat);
    return -1;
}

void flat_args_fini(MinipyVM *vm, FlatArgs *flat)
{
    value_xdecref(vm, flat->kwnames);
    if (unlikely(flat->made != NULL))
        mem_free(vm, flat->made);
}

Value call_tuple_dict(MinipyVM *vm, Value f, Value args, Value kwargs)
{
    FlatArgs flat;
    if (flat_args_init(vm, &flat, f, VALUE_NULL, args, kwargs) < 0)
        return VALUE_NULL;
    Value r = call(vm, f, flat.values, flat.npos, flat.kwnames);
    flat_args_fini(vm, &flat);
    return r;
}

/* ---- calls from C ---------------------------------------------------------------- */

Value call(MinipyVM *vm, Value f, const Value *args, size_t nargs, Value kwnames)
{
    CONTRACT_CALLABLE(vm, f);
    if (value_is_kind(f, KIND_FUNCTION))
        return function_call(vm, f, args, nargs, kwnames);
    bool native = value_is_kind(f, KIND_NATIVE);
    CallSlot slot = native ? NULL : value_type(vm, f)->slots.call;
    if (!native && !slot)
        return error_set(vm, EXC_TypeError, "'%T' object is not callable", f);
    if (slot)
        return call_by_slot(vm, slot, f, args, nargs, kwnames);
    if (recursion_enter_quickly(vm, " while calling a Python object") < 0)
        return VALUE_NULL;
    const MethodDef *def = NATIVE(f)->def;
    int own = def->flags & M_OWN_LEVEL ? 1 : 0;
    vm->recursion_remaining += own;
    Value r =
        likely(!kwnames && signature_takes(NATIVE(f)->signature, nargs))
            ? contract_checked(vm, def->name,
                               def->fn(vm, NATIVE(f)->self, args, nargs, VALUE_NULL))
            : native_invoke(vm, f, NATIVE(f)->self, args, nargs, kwnames);
    vm->recursion_remaining += 1 - own;
    return r;
}

Value call0(MinipyVM *vm, Value f)
{
    return call(vm, f, NULL, 0, VALUE_NULL);
}
Value call1(MinipyVM *vm, Value f, Value a)
{
    return call(vm, f, &a, 1, VALUE_NULL);
}

Value call2(MinipyVM *vm, Value f, Value a, Value b)
{
    Value args[2] = {a, b};
    return call(vm, f, args, 2, VALUE_NULL);
}

Value call3(MinipyVM *vm, Value f, Value a, Value b, Value c)
{
    Value args[3] = {a, b, c};
    return call(vm, f, args, 3, VALUE_NULL);
}

/* f(self, args...), or f(args...) when self is VALUE_NULL. */
static Value call_with(MinipyVM *vm, Value f, Value self, const Value *args,
                       size_t nargs)
{
    if (!self)
        return call(vm, f, args, nargs, VALUE_NULL);
    Value room[8], *all = room;
    if (nargs + 1 > 8 && !(all = mem_alloc(vm, (nargs + 1) * sizeof(Value))))
        return VALUE_NULL;
    all[0] = self;
    if (nargs)
        memcpy(all + 1, args, nargs * sizeof(Value));
    Value r = call(vm, f, all, nargs + 1, VALUE_NULL);
    if (all != room)
        mem_free(vm, all);
    return r;
}

Value call_method(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs)
{
    Value self;
    Value f = object_getmethod(vm, o, name, &self);
    if (!f)
        return VALUE_NULL;
    Value r = call_with(vm, f, self, args, nargs);
    value_decref(vm, f);
    value_xdecref(vm, self);
    return r;
}

Value call_method_cstr(MinipyVM *vm, Value o, const char *name, const Value *args,
                       size_t nargs)
{
    Value s = str_intern_cstr(vm, name);
    if (!s)
        return VALUE_NULL;
    Value r = call_method(vm, o, s, args, nargs);
    value_decref(vm, s);
    return r;
}

Value call_special(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs)
{
    Value f = type_lookup_borrow(vm, value_type(vm, o), name);
    if (!f)
        return VALUE_NULL;
    if (value_type(vm, f)->flags & TYPE_METHOD_LIKE) {
        value_incref(f);
        Value r = call_with(vm, f, o, args, nargs);
        value_decref(vm, f);
        return r;
    }
    f = object_lookup_special(vm, o, name);
    if (!f)
        return VALUE_NULL;
    Value r = call(vm, f, args, nargs, VALUE_NULL);
    value_decref(vm, f);
    return r;
}
