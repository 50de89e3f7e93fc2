/* eval_names.c - slow halves of instructions: names, displays, unpacking, functions,
 * import, super. Declared in eval.h; the messages are CPython's.
 */
#include "vm/eval/eval.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/eval/trace.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/slice.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"
#include "vm/objects/cell.h"
#include "vm/objects/func.h"
#include "vm/objects/super.h"
#include "vm/code/code_instr.h"
#include "vm/types/descr.h"
#include "vm/core/hooks.h"

/* ---- names ----------------------------------------------------------------------- */

static Value name_error(MinipyVM *vm, Value name)
{
    return error_set_name(vm, EXC_NameError, "name '%U' is not defined", name);
}

Value eval_load_global(MinipyVM *vm, Frame *f, Value name)
{
    FuncObj *func = frame_func(f);
    Value globals = value_from_obj(func->globals), v;
    if (likely(value_is_exact(vm, globals, KIND_DICT))) {
        v = dict_get_str_borrow(vm, func->globals, name);
        if (v)
            return value_incref(v);
    } else {
        v = object_getitem(vm, globals, name);
        if (v)
            return v;
        if (!error_matches(vm, EXC_KeyError))
            return VALUE_NULL;
        error_clear(vm);
    }
    v = func_builtin(vm, func, name);
    return v || error_occurred(vm) ? v : name_error(vm, name);
}

/* The name in the frame's own mapping: VALUE_NULL without error if absent. */
static Value load_local(MinipyVM *vm, Frame *f, Value name)
{
    if (!f->locals)
        return error_set(vm, EXC_SystemError, "no locals when loading %R", name);
    if (value_is_exact(vm, f->locals, KIND_DICT))
        return value_xincref(dict_get_str_borrow(vm, DICT(f->locals), name));
    Value v = object_getitem(vm, f->locals, name);
    if (!v && error_matches(vm, EXC_KeyError))
        error_clear(vm);
    return v;
}

Value eval_load_name(MinipyVM *vm, Frame *f, Value name)
{
    Value v = load_local(vm, f, name);
    if (v || error_occurred(vm))
        return v;
    return eval_load_global(vm, f, name);
}

int eval_store_name(MinipyVM *vm, Frame *f, Value name, Value value)
{
    if (!f->locals)
        return error_set(vm, EXC_SystemError, "no locals found when storing %R", name),
               -1;
    if (value_is_exact(vm, f->locals, KIND_DICT))
        return dict_set_name(vm, DICT(f->locals), name, value);
    return object_setitem(vm, f->locals, name, value);
}

int eval_delete_name(MinipyVM *vm, Frame *f, Value name)
{
    if (!f->locals)
        return error_set(vm, EXC_SystemError, "no locals when deleting %R", name), -1;
    if (object_delitem(vm, f->locals, name) == 0)
        return 0;
    error_clear(vm); /* whatever a mapping of __prepare__ said */
    name_error(vm, name);
    return -1;
}

int eval_delete_global(MinipyVM *vm, Frame *f, Value name)
{
    int r = dict_delete(vm, value_from_obj(frame_func(f)->globals), name);
    if (r == 0)
        name_error(vm, name);
    return r == 1 ? 0 : -1;
}

void eval_unbound_local(MinipyVM *vm, Frame *f, uint32_t index)
{
    error_set(
        vm, EXC_UnboundLocalError,
        "cannot access local variable '%U' where it is not associated with a value",
        tuple_get_borrow(f->code->localsplusnames, index));
}

int eval_load_two(MinipyVM *vm, Frame *f, Instr instr, Value *to)
{
    uint32_t first = instr_arg(instr) & 0xfff, second = instr_arg(instr) >> 12;
    bool constant = instr_op(instr) == OP_LOAD_FAST_LOAD_CONST_CHECK;
    Value a = f->fast[first];
    Value b = constant ? TUPLE(f->code->consts)->items[second] : f->fast[second];
    if (!a || !b) {
        eval_unbound_local(vm, f, a ? second : first);
        return -1;
    }
    to[0] = value_incref(a);
    to[1] = value_incref(b);
    return 0;
}

void eval_unbound_deref(MinipyVM *vm, Frame *f, uint32_t index)
{
    Value name = tuple_get_borrow(f->code->localsplusnames, index);
    if ((int)index < f->code->nlocalsplus - f->code->nfree)
        eval_unbound_local(vm, f, index);
    else
        error_set_name(
            vm, EXC_NameError,
            "cannot access free variable '%U' where it is not associated with a "
            "value in enclosing scope",
            name);
}

Value eval_load_classderef(MinipyVM *vm, Frame *f, uint32_t index)
{
    Value v = load_local(vm, f, tuple_get_borrow(f->code->localsplusnames, index));
    if (v || error_occurred(vm))
        return v;
    v = CELL(f->fast[index])->value;
    if (v)
        return value_incref(v);
    eval_unbound_deref(vm, f, index);
    return VALUE_NULL;
}

Value eval_load_build_class(MinipyVM *vm, Frame *f)
{
    Value v = func_builtin(vm, frame_func(f), NAME(vm, __build_class__));
    if (v || error_occurred(vm))
        return v;
    return error_set(vm, EXC_NameError, "__build_class__ not found");
}

int eval_setup_annotations(MinipyVM *vm, Frame *f)
{
    Value name = NAME(vm, __annotations__);
    Value v = load_local(vm, f, name);
    if (!v && error_occurred(vm))
        return -1;
    if (!v) {
        if (!(v = dict_new(vm)))
            return -1;
        if (eval_store_name(vm, f, name, v) < 0) {
            value_decref(vm, v);
            return -1;
        }
    }
    value_decref(vm, v);
    return 0;
}

/* ---- unpacking ------------------------------------------------------------------- */

static Value unpack_iter(MinipyVM *vm, Value seq)
{
    Value it = object_iter(vm, seq);
    if (it || !error_matches(vm, EXC_TypeError))
        return it;
    TypeObj *t = value_type(vm, seq);
    if (t->slots.iter || t->slots.sq_item)
        return it;
    error_clear(vm);
    return error_set(vm, EXC_TypeError, "cannot unpack non-iterable %T object", seq);
}

/* Takes n items into top[-1], top[-2], ...; releases them again on failure. */
static int take_items(MinipyVM *vm, Value it, Value *top, int n, int at_least)
{
    for (int i = 0; i < n; i++) {
        Value v = iter_next(vm, it);
        if (v) {
            *--top = v;
            continue;
        }
        if (!error_occurred(vm)) {
            if (at_least < 0)
                error_set(vm, EXC_ValueError,
                          "not enough values to unpack (expected %d, got %d)", n, i);
            else
                error_set(vm, EXC_ValueError,
                          "not enough values to unpack (expected at least %d, got %d)",
                          at_least, i);
        }
        for (; i > 0; i--)
            value_decref(vm, *top++);
        return -1;
    }
    return 0;
}

/* A tuple that walks as tuples do, of n items: named tuples among them. */
static bool unpack_tuple(MinipyVM *vm, Value seq, Value *out, int n)
{
    if (!value_is_tuple(seq) || tuple_size(seq) != n ||
        value_type(vm, seq)->slots.iter != vm->types[KIND_TUPLE]->slots.iter)
        return false;
    for (int i = 0; i < n; i++)
        out[n - 1 - i] = value_incref(tuple_get_borrow(seq, i));
    return true;
}

int eval_unpack(MinipyVM *vm, Value seq, Value *out, int n)
{
    if (unpack_tuple(vm, seq, out, n))
        return 0;
    Value it = unpack_iter(vm, seq);
    if (!it)
        return -1;
    int r = take_items(vm, it, out + n, n, -1);
    if (r == 0) {
        Value extra = iter_next(vm, it);
        if (extra)
            error_set(vm, EXC_ValueError, "too many values to unpack (expected %d)", n);
        value_xdecref(vm, extra);
        if (error_occurred(vm)) {
            for (int i = 0; i < n; i++)
                value_decref(vm, out[i]);
            r = -1;
        }
    }
    value_decref(vm, it);
    return r;
}

/* The first items of seq at top, downwards, and a list of the others; VALUE_NULL: an
 * exception, and no items. */
static Value take_first(MinipyVM *vm, Value seq, Value *top, int before, int after)
{
    if (value_is_exact(vm, seq, KIND_LIST) || value_is_exact(vm, seq, KIND_TUPLE)) {
        bool list = value_is_list(seq);
        const Value *items = list ? LIST(seq)->items : TUPLE(seq)->items;
        int64_t n = list ? LIST(seq)->size : TUPLE(seq)->size;
        if (n >= before + after) {
            Value rest = list_from(vm, items + before, n - before);
            for (int i = 0; rest && i < before; i++)
                top[-1 - i] = value_incref(items[i]);
            return rest;
        }
    }
    Value it = unpack_iter(vm, seq);
    if (!it)
        return VALUE_NULL;
    int r = take_items(vm, it, top, before, before + after);
    Value rest = r == 0 ? sequence_list(vm, it) : VALUE_NULL;
    value_decref(vm, it);
    for (int i = 0; r == 0 && !rest && i < before; i++)
        value_decref(vm, top[-1 - i]);
    return rest;
}

int eval_unpack_ex(MinipyVM *vm, Value seq, Value *out, int before, int after)
{
    Value *top = out + before + 1 + after;
    Value rest = take_first(vm, seq, top, before, after);
    if (!rest)
        return -1;
    int64_t n = list_size(rest);
    if (n < after) {
        error_set(vm, EXC_ValueError,
                  "not enough values to unpack (expected at least %d, got %zd)",
                  before + after, (size_t)(before + n));
        value_decref(vm, rest);
        for (int i = 0; i < before; i++)
            value_decref(vm, top[-1 - i]);
        return -1;
    }
    for (int i = 0; i < after; i++)
        out[i] = LIST(rest)->items[n - 1 - i];
    LIST(rest)->size = n - after;
    out[after] = rest;
    return 0;
}

/* ---- displays -------------------------------------------------------------------- */

int eval_list_extend(MinipyVM *vm, Value list, Value iterable)
{
    if (list_extend(vm, list, iterable) == 0)
        return 0;
    TypeObj *t = value_type(vm, iterable);
    if (error_matches(vm, EXC_TypeError) && !t->slots.iter && !t->slots.sq_item) {
        error_clear(vm);
        error_set(vm, EXC_TypeError, "Value after * must be an iterable, not %T",
                  iterable);
    }
    return -1;
}

/* {**other}: only mappings will do, where dict.update() also takes pairs. */
int eval_dict_update(MinipyVM *vm, Value dict, Value other)
{
    if (dict_merge(vm, dict, other, 1) == 0)
        return 0;
    if (error_matches(vm, EXC_AttributeError)) {
        error_clear(vm);
        error_set(vm, EXC_TypeError, "'%T' object is not a mapping", other);
    }
    return -1;
}

/* Did dict_merge() raise it, of a key that was there? As CPython tells it: not from
 * what Python code raised, and not while another exception is being handled; then it
 * stays a KeyError. */
static bool is_of_clash(MinipyVM *vm, Value exc)
{
    const ExcObj *e = EXC_OBJ(exc);
    return exception_matches(vm, exc, value_from_obj(vm->exc[EXC_KeyError])) &&
           !e->context && !e->traceback && value_is_tuple(e->args) &&
           tuple_size(e->args) == 1;
}

int eval_dict_merge(MinipyVM *vm, Value dict, Value other, Value func)
{
    if (dict_merge(vm, dict, other, 2) == 0)
        return 0;
    Value exc = error_fetch(vm);
    bool attribute =
        exception_matches(vm, exc, value_from_obj(vm->exc[EXC_AttributeError]));
    bool key = is_of_clash(vm, exc);
    Value text = attribute || key ? function_text(vm, func) : VALUE_NULL;
    if (attribute && text) {
        error_set(vm, EXC_TypeError, "%U argument after ** must be a mapping, not %T",
                  text, other);
    } else if (key && text) {
        error_set(vm, EXC_TypeError, "%U got multiple values for keyword argument '%S'",
                  text, tuple_get_borrow(EXC_OBJ(exc)->args, 0));
    } else if (!error_occurred(vm)) {
        error_restore_steal(vm, value_incref(exc));
    }
    value_xdecref(vm, text);
    value_decref(vm, exc);
    return -1;
}

Value eval_build_set(MinipyVM *vm, const Value *items, uint32_t n)
{
    Value s = set_new(vm, VALUE_NULL);
    for (uint32_t i = 0; s && i < n; i++)
        if (set_add(vm, s, items[i]) < 0)
            value_clear(vm, &s);
    return s;
}

/* Bounds of a plain slice of a sequence of n: None or small ints. */
static bool plain_bounds(Value start, Value stop, int64_t n, int64_t *lo, int64_t *hi)
{
    if ((start != VALUE_NONE && !value_is_int_imm(start)) ||
        (stop != VALUE_NONE && !value_is_int_imm(stop)))
        return false;
    int64_t a = start == VALUE_NONE ? 0 : value_imm(start);
    int64_t b = stop == VALUE_NONE ? n : value_imm(stop);
    a = a < 0 ? (a + n < 0 ? 0 : a + n) : a > n ? n : a;
    b = b < 0 ? (b + n < 0 ? 0 : b + n) : b > n ? n : b;
    *lo = a;
    *hi = b < a ? a : b;
    return true;
}

Value eval_binary_slice(MinipyVM *vm, Value o, Value start, Value stop)
{
    int64_t lo, hi;
    if (value_is_exact(vm, o, KIND_LIST) &&
        plain_bounds(start, stop, list_size(o), &lo, &hi))
        return list_slice(vm, o, lo, hi);
    if (value_is_exact(vm, o, KIND_STR) &&
        plain_bounds(start, stop, str_length(o), &lo, &hi))
        return str_substring(vm, o, lo, hi);
    if (value_is_exact(vm, o, KIND_TUPLE) &&
        plain_bounds(start, stop, tuple_size(o), &lo, &hi))
        return tuple_slice(vm, o, lo, hi);
    if (value_is_exact(vm, o, KIND_BYTES) &&
        plain_bounds(start, stop, BYTES(o)->size, &lo, &hi))
        return bytes_like_part(vm, o, lo, hi);
    if (value_is_exact(vm, o, KIND_BYTEARRAY) &&
        plain_bounds(start, stop, BYTEARRAY(o)->size, &lo, &hi))
        return bytes_like_part(vm, o, lo, hi);
    Value s = slice_new_steal(vm, value_incref(start), value_incref(stop), VALUE_NONE);
    if (!s)
        return VALUE_NULL;
    Value r = object_getitem(vm, o, s);
    value_decref(vm, s);
    return r;
}

int eval_store_slice(MinipyVM *vm, Value o, Value start, Value stop, Value value)
{
    int64_t lo, hi;
    if (value_is_exact(vm, o, KIND_LIST) &&
        plain_bounds(start, stop, list_size(o), &lo, &hi))
        return list_set_slice(vm, o, lo, hi, value);
    Value s = slice_new_steal(vm, value_incref(start), value_incref(stop), VALUE_NONE);
    if (!s)
        return -1;
    int r = object_setitem(vm, o, s, value);
    value_decref(vm, s);
    return r;
}

Value eval_make_function(MinipyVM *vm, Frame *f, Value code, uint32_t flags,
                         Value *parts)
{
    Value v = func_new(vm, CODE(code), frame_func(f)->globals);
    if (!v)
        return VALUE_NULL;
    FuncObj *func = FUNC(v);
    if (flags & 1)
        value_set_steal(vm, &func->defaults, *parts++);
    if (flags & 2)
        value_set_steal(vm, &func->kwdefaults, *parts++);
    if (flags & 4)
        value_set_steal(vm, &func->annotations, *parts++);
    if (flags & 8)
        value_set_steal(vm, &func->closure, *parts++);
    return v;
}

/* ---- calls ----------------------------------------------------------------------- */

Value eval_star_args(MinipyVM *vm, Value func, Value iterable)
{
    if (value_is_exact(vm, iterable, KIND_TUPLE))
        return value_incref(iterable);
    TypeObj *t = value_type(vm, iterable);
    if (!t->slots.iter && !t->slots.sq_item) {
        Value text = function_text(vm, func);
        if (text)
            error_set(vm, EXC_TypeError,
                      "%U argument after * must be an iterable, not %T", text,
                      iterable);
        value_xdecref(vm, text);
        return VALUE_NULL;
    }
    return sequence_tuple(vm, iterable);
}

Value eval_call_ex(MinipyVM *vm, Value f, Value args, Value kwargs)
{
    return call_tuple_dict(vm, f, args, kwargs);
}

Value eval_load_super(MinipyVM *vm, Frame *f, Value super, Value cls, Value self,
                      Value name, Value *self_or_null)
{
    *self_or_null = VALUE_NULL;
    bool plain = super == value_from_obj(vm->types[KIND_SUPER]) && value_is_type(cls);
    Value r = plain ? super_known(vm, cls, self, name, self_or_null) : VALUE_NULL;
    if (r)
        return r;
    f->ip--;
    Value o = plain ? super_start(vm, cls, self) : call0(vm, super);
    if (!o)
        return VALUE_NULL;
    f->ip++;
    if (plain)
        return super_getattr(vm, cls, self, o, name, self_or_null);
    r = object_getmethod(vm, o, name, self_or_null); /* somebody's own `super` */
    value_decref(vm, o);
    return r;
}

/* ---- import ---------------------------------------------------------------------- */

Value eval_import_name(MinipyVM *vm, Frame *f, Value name, Value fromlist, Value level)
{
    FuncObj *func = frame_func(f);
    Value import = dict_get_str_borrow(vm, func->builtins, NAME(vm, __import__));
    if (!import)
        return error_set(vm, EXC_ImportError, "__import__ not found");
    Value globals = value_from_obj(func->globals);
    if (value_is_kind(import, KIND_NATIVE) && value_is_int_imm(level))
        return import_name(vm, name, globals, fromlist, (int)value_imm(level),
                           !f->code->library);
    Value args[5] = {name, globals, f->locals ? f->locals : VALUE_NONE, fromlist,
                     level};
    value_incref(import);
    Value r = call(vm, import, args, 5, VALUE_NULL);
    value_decref(vm, import);
    return r;
}

int eval_import_star(MinipyVM *vm, Frame *f, Value module)
{
    Value locals = frame_locals(vm, f);
    if (!locals)
        return -1;
    int r = import_star(vm, module, locals);
    value_decref(vm, locals);
    return r;
}

int eval_print(MinipyVM *vm, Value v)
{
    Value hook = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, displayhook));
    if (!hook)
        return error_set(vm, EXC_RuntimeError, "lost sys.displayhook"), -1;
    value_incref(hook);
    Value r = call1(vm, hook, v);
    value_decref(vm, hook);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* ---- what CPython binds before it calls ------------------------------------------ */

/* The name, if the code has an instruction of that base with it; borrowed. */
static Value loads_named(const CodeObj *code, Opcode base, const char *name)
{
    for (uint32_t unit = 0; unit < code->ninstrs;) {
        Instr instr = code_instr(code, unit);
        Opcode op = (Opcode)opcode_base[instr_op(instr)];
        Value found = op == base ? TUPLE(code->names)->items[instr_arg(instr)] : 0;
        if (found && str_equal_ascii(found, name))
            return found;
        unit += 1 + opcode_caches[op];
    }
    return VALUE_NULL;
}

/* super() finds another method than self has, unless nobody has overridden it. */
static bool comes_of_super(MinipyVM *vm, const CodeObj *code, Value func, Value self)
{
    const char *text = METHOD_DESCR(func)->def->name;
    Value super = loads_named(code, OP_LOAD_SUPER_METHOD, text);
    Value plain = loads_named(code, OP_LOAD_METHOD, text);
    Value name = super ? super : plain;
    return name &&
           (type_lookup_borrow(vm, value_type(vm, self), name) != func || !plain);
}

bool eval_binds(MinipyVM *vm, Value func, Value self, const Value *args)
{
    Frame *f = vm->frame;
    if (!f || !f->code)
        return false;
    /* Not what C calls: the two cells below the arguments are those of CALL. */
    uintptr_t at = (uintptr_t)args, first = (uintptr_t)(frame_operands(f) + 2);
    if (at < first || at > (uintptr_t)f->limit || args[-1] != self || args[-2] != func)
        return false;
    return value_is_type(self) || value_is_kind(self, KIND_MODULE) ||
           value_type(vm, self)->flags & TYPE_CUSTOM_GETATTR ||
           comes_of_super(vm, f->code, func, self);
}
