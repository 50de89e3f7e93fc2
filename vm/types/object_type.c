/* object_type.c - `object`: construction rules, defaults that every class inherits, and
 * the copying protocol (__reduce_ex__, __getstate__).
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/objects/native.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"
#include "vm/types/slot_defs.h"
#include "vm/types/type.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/types/descr.h"
#include "vm/core/hooks.h"

extern const TypeSpec object_type_spec;

/* ---- construction ---------------------------------------------------------------- */

static Value abstract_error(MinipyVM *vm, TypeObj *cls)
{
    Value names = VALUE_NULL, sorted = VALUE_NULL, sep = VALUE_NULL, text = VALUE_NULL;
    names = object_getattr(vm, value_from_obj(cls), NAME(vm, __abstractmethods__));
    if (names)
        sorted = sequence_list(vm, names);
    if (!sorted || list_sort(vm, sorted, VALUE_NULL, false) < 0)
        goto done;
    sep = str_from_cstr(vm, ", ");
    text = sep ? str_join(vm, sep, sorted) : VALUE_NULL;
    if (text)
        error_set(vm, EXC_TypeError,
                  "Can't instantiate abstract class %N with abstract method%s %U", cls,
                  list_size(sorted) > 1 ? "s" : "", text);
done:
    value_xdecref(vm, text);
    value_xdecref(vm, sep);
    value_xdecref(vm, sorted);
    value_xdecref(vm, names);
    return VALUE_NULL;
}

/* Arguments are too many only for whichever of __new__ and __init__ is not overridden.
 */
Value object_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                 Value kwnames)
{
    (void)args;
    if (nargs || (kwnames && tuple_size(kwnames))) {
        if (cls->slots.new_ != object_new)
            return error_set(vm, EXC_TypeError,
                             "object.__new__() takes exactly one argument "
                             "(the type to instantiate)");
        if (cls->slots.init == object_init)
            return error_set(vm, EXC_TypeError, "%N() takes no arguments", cls);
    }
    if (unlikely(cls->flags & TYPE_ABSTRACT))
        return abstract_error(vm, cls);
    return value_from_obj(object_alloc(vm, cls, 0));
}

int object_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                Value kwnames)
{
    (void)args;
    if (!nargs && (!kwnames || !tuple_size(kwnames)))
        return 0;
    TypeObj *t = value_type(vm, self);
    if (t->slots.init != object_init)
        error_set(vm, EXC_TypeError,
                  "object.__init__() takes exactly one argument "
                  "(the instance to initialize)");
    else if (t->slots.new_ == object_new)
        error_set(vm, EXC_TypeError,
                  "%N.__init__() takes exactly one argument "
                  "(the instance to initialize)",
                  t);
    else
        return 0;
    return -1;
}

/* ---- defaults -------------------------------------------------------------------- */

static Value default_repr(MinipyVM *vm, Value self)
{
    Value name = type_qualified_name(vm, value_type(vm, self));
    if (!name)
        return VALUE_NULL;
    static const char middle[] = " object at 0x";
    char text[sizeof middle + 16 + 1], *p = text + sizeof text;
    *--p = '>';
    for (uintptr_t at = (uintptr_t)value_obj(self); at; at >>= 4)
        *--p = "0123456789abcdef"[at & 15];
    p -= sizeof middle - 1;
    memcpy(p, middle, sizeof middle - 1);
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_char(&b, '<');
    strbuilder_str(&b, name);
    strbuilder_bytes(&b, p, text + sizeof text - p);
    value_decref(vm, name);
    return strbuilder_finish(&b);
}

static Value default_str(MinipyVM *vm, Value self)
{
    return value_type(vm, self)->slots.repr(vm, self);
}

/* __ne__ answers the opposite of __eq__, which a type that hashes in its own way need
 * not have. */
static Value default_compare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    if (op == CMP_EQ)
        return self == other ? VALUE_TRUE : VALUE_NOT_IMPLEMENTED;
    if (op != CMP_NE)
        return VALUE_NOT_IMPLEMENTED;
    CompareSlot compare = value_type(vm, self)->slots.richcompare;
    Value r = compare ? compare(vm, self, other, CMP_EQ) : VALUE_NOT_IMPLEMENTED;
    if (!r || r == VALUE_NOT_IMPLEMENTED)
        return r;
    int truth = object_is_true(vm, r);
    value_decref(vm, r);
    return truth < 0 ? VALUE_NULL : value_from_bool(!truth);
}

GETTER(get_class)
{
    return value_incref(value_from_obj(value_type(vm, self)));
}

static int check_class_change(MinipyVM *vm, TypeObj *from, TypeObj *to)
{
    TypeObj *module = vm->types[KIND_MODULE];
    bool modules = type_is_subtype(from, module) && type_is_subtype(to, module);
    if (((from->flags | to->flags) & TYPE_IMMUTABLE) && !modules)
        return error_set(vm, EXC_TypeError,
                         "__class__ assignment only supported for mutable types or "
                         "ModuleType subclasses"),
               -1;
    if (type_same_layout(from, to))
        return 0;
    error_set(vm, EXC_TypeError,
              "__class__ assignment: '%.9999N' object layout differs from '%.9999N'",
              to, from);
    return -1;
}

SETTER(set_class)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete __class__ attribute"), -1;
    if (!value_is_type(value))
        return error_set(vm, EXC_TypeError,
                         "__class__ must be set to a class, not '%T' object", value),
               -1;
    if (audit_setattr(vm, self, "__class__", value) < 0)
        return -1;
    TypeObj *from = value_type(vm, self), *to = TYPE_OF(value);
    if (check_class_change(vm, from, to) < 0)
        return -1;
    if (from == to)
        return 0;
    Object *o = value_obj(self);
    /* Its shape belongs to the old class. */
    if ((from->flags & TYPE_HAS_INST) && !inst_dict_borrow(vm, o, inst_head(o)))
        return -1;
    o->type = to;
    if (value_is_type(self))
        type_modified(vm, TYPE_OF(self));
    type_check_descriptor(vm, &from->slots, &to->slots);
    if (to->flags & TYPE_HEAP)
        obj_incref(&to->ob);
    if (from->flags & TYPE_HEAP)
        obj_decref(vm, &from->ob);
    return 0;
}

FN(method_format)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "__format__", NULL, "str", args[0]);
    if (str_length(args[0]) > 0)
        return error_set(vm, EXC_TypeError,
                         "unsupported format string passed to %T.__format__", self);
    return object_str(vm, self);
}

FN(method_sizeof)
{
    TypeObj *t = value_type(vm, self);
    int64_t size = t->basicsize;
    if (t->itemsize && t->spec->nitems && value_is_obj(self))
        size += t->spec->nitems(value_obj(self)) * t->itemsize;
    return int_new(vm, size);
}

bool object_slots_equal(Value a, Value b)
{
    return tuple_size(a) == tuple_size(b) &&
           memcmp(TUPLE(a)->items, TUPLE(b)->items,
                  (size_t)tuple_size(a) * sizeof(Value)) == 0;
}

static int merge_bases(MinipyVM *vm, Value into, Value bases)
{
    int64_t n = object_length(vm, bases);
    for (int64_t i = 0; i < n; i++) {
        Value base = object_getitem(vm, bases, value_from_imm(i));
        int r = base ? object_merge_dicts(vm, into, base) : -1;
        value_xdecref(vm, base);
        if (r < 0)
            return -1;
    }
    return n < 0 ? -1 : 0;
}

/* Does the class show its own dict and bases? Metaclasses may show others. */
static bool shows_its_own(MinipyVM *vm, Value cls)
{
    if (!value_is_type(cls))
        return false;
    TypeObj *meta = value_type(vm, cls), *plain = vm->types[KIND_TYPE];
    Value dict = NAME(vm, __dict__), bases = NAME(vm, __bases__);
    return meta == plain ||
           (meta->slots.getattro == plain->slots.getattro &&
            type_lookup_borrow(vm, meta, dict) == type_lookup_borrow(vm, plain, dict) &&
            type_lookup_borrow(vm, meta, bases) ==
                type_lookup_borrow(vm, plain, bases));
}

static int merge_shown(MinipyVM *vm, Value into, Value cls)
{
    Value found;
    if (object_lookup_attr(vm, cls, NAME(vm, __dict__), &found) < 0)
        return -1;
    int r = found ? dict_update(vm, into, found) : 0;
    value_xdecref(vm, found);
    if (r < 0 || object_lookup_attr(vm, cls, NAME(vm, __bases__), &found) < 0)
        return -1;
    r = found ? merge_bases(vm, into, found) : 0;
    value_xdecref(vm, found);
    return r;
}

int object_merge_dicts(MinipyVM *vm, Value into, Value cls)
{
    if (c_stack_check(vm) < 0)
        return -1;
    if (!shows_its_own(vm, cls))
        return merge_shown(vm, into, cls);
    DictObj *d = type_dict(vm, TYPE_OF(cls));
    if (!d)
        return error_set_oom(vm), -1;
    if (dict_update(vm, into, value_from_obj(d)) < 0)
        return -1;
    Value bases = value_incref(TYPE_OF(cls)->bases);
    int r = merge_bases(vm, into, bases);
    value_decref(vm, bases);
    return r;
}

/* The names of o's own attributes, as a new dict. */
static Value own_dict_copy(MinipyVM *vm, Value self)
{
    Value d;
    if (object_lookup_attr(vm, self, NAME(vm, __dict__), &d) < 0)
        return VALUE_NULL;
    if (!d)
        return dict_new(vm);
    Value copy = value_is_dict(d) ? dict_copy(vm, d) : dict_new(vm);
    value_decref(vm, d);
    return copy;
}

FN(method_dir)
{
    Value cls, list = VALUE_NULL, d = own_dict_copy(vm, self);
    if (!d)
        return VALUE_NULL;
    if (object_lookup_attr(vm, self, NAME(vm, __class__), &cls) >= 0) {
        if (!cls || object_merge_dicts(vm, d, cls) == 0)
            list = dict_keys_list(vm, d);
        value_xdecref(vm, cls);
    }
    value_decref(vm, d);
    return list;
}

FN(method_init_subclass)
{
    if (nargs)
        return error_set(vm, EXC_TypeError,
                         "%U.__init_subclass__() takes no arguments (%zd given)",
                         TYPE_OF(self)->qualname, (int64_t)nargs);
    if (kwnames && tuple_size(kwnames))
        return error_set(vm, EXC_TypeError,
                         "%U.__init_subclass__() takes no keyword arguments",
                         TYPE_OF(self)->qualname);
    return VALUE_NONE;
}

FN(method_subclasshook)
{
    return VALUE_NOT_IMPLEMENTED;
}

/* ---- copying and pickling -------------------------------------------------------- */

/* Of what sys.modules has for copyreg, whatever it is; without it, of the module. */
static Value copyreg_attr(MinipyVM *vm, const char *name)
{
    Value m = value_xincref(dict_get_cstr_borrow(vm, vm->modules, "copyreg"));
    if (!m)
        return import_attr(vm, "copyreg", name);
    Value key = str_intern_cstr(vm, name);
    Value v = key ? object_getattr(vm, m, key) : VALUE_NULL;
    value_xdecref(vm, key);
    value_decref(vm, m);
    return v;
}

/* The names of all __slots__ of a class: list or None. */
static Value slot_names(MinipyVM *vm, TypeObj *t)
{
    DictObj *d = type_dict(vm, t);
    Value names = d ? dict_get_str_borrow(vm, d, NAME(vm, __slotnames__)) : VALUE_NULL;
    if (names) {
        if (names == VALUE_NONE || value_is_list(names))
            return value_incref(names);
        return error_set(vm, EXC_TypeError,
                         "%s.__slotnames__ should be a list or None, not %T",
                         type_name_cstr(t), names);
    }
    Value f = copyreg_attr(vm, "_slotnames");
    names = f ? call1(vm, f, value_from_obj(t)) : VALUE_NULL;
    value_xdecref(vm, f);
    if (names && names != VALUE_NONE && !value_is_list(names)) {
        error_set(vm, EXC_TypeError, "copyreg._slotnames didn't return a list or None");
        value_clear(vm, &names);
    }
    return names;
}

/* A dict of the slots that are set, NULL without error if there are none. */
static Value slots_state(MinipyVM *vm, Value self, Value names)
{
    Value d = dict_new(vm);
    int64_t size = list_size(names); /* the class keeps the list, where it may change */
    for (int64_t i = 0; d && i < size; i++) {
        Value name = value_incref(list_get_borrow(names, i)), v;
        int found = object_lookup_attr(vm, self, name, &v);
        if (found < 0 || (found && dict_set(vm, d, name, v) < 0))
            value_clear(vm, &d);
        value_xdecref(vm, v);
        value_decref(vm, name);
        if (d && list_size(names) != size) {
            error_set(vm, EXC_RuntimeError,
                      "__slotsname__ changed size during iteration");
            value_clear(vm, &d);
        }
    }
    if (d && dict_size(d) == 0)
        value_clear(vm, &d);
    return d;
}

/* Have its instances no fields of a native type, nor of a host's? Room for a __dict__
 * is none: that is what streams' bases have. */
static bool is_bare(MinipyVM *vm, const TypeObj *t)
{
    const TypeSpec *spec = t->spec;
    int room = spec->inst_offset > 0 ? (int)sizeof(InstHead) : 0;
    if (t->layout != KIND_OBJECT || spec->basicsize - room > (int)sizeof(Object))
        return false;
    const TypeSpec *life = t->life;
    for (; life != vm->types[KIND_OBJECT]->life && t->flags & TYPE_HEAP; t = t->base) {
        if (t->flags & TYPE_EXTENDED && ((const TypeExtension *)t->life)->size > 0)
            return false;
        life = t->base->life;
    }
    return life == vm->types[KIND_OBJECT]->life;
}

/* Has each of its slots a name there? None if __slots__ was used up as it was read. */
static bool slots_are_named(const TypeObj *t, Value names)
{
    int64_t places = 0;
    for (const TypeObj *b = t; b; b = b->base)
        places += b->slots_count;
    return places <= (names == VALUE_NONE ? 0 : list_size(names));
}

/* required: the state must hold everything, so native fields are an error. */
static Value default_state(MinipyVM *vm, Value self, bool required)
{
    TypeObj *t = value_type(vm, self);
    /* code and memoryview are of variable size in CPython */
    if (required &&
        (t->itemsize || t->layout == KIND_CODE || t->layout == KIND_MEMORYVIEW))
        return error_set(vm, EXC_TypeError, "cannot pickle %T objects", self);
    Value state = VALUE_NONE;
    if (value_is_obj(self) && (t->flags & TYPE_HAS_INST)) {
        InstHead *h = inst_head(value_obj(self));
        if (h->shape ? h->shape->count > 0 : h->u.dict && h->u.dict->used > 0)
            state = inst_dict_copy(vm, h);
    } else if (t->layout == KIND_MODULE) {
        state = own_dict_copy(vm, self);
    }
    if (!state)
        return VALUE_NULL;
    Value names = slot_names(vm, t);
    if (!names)
        goto error;
    bool bare = is_bare(vm, t) && slots_are_named(t, names);
    if (required && !bare && t->layout != KIND_EXCEPTION && value_is_obj(self)) {
        error_set(vm, EXC_TypeError, "cannot pickle '%T' object", self);
        goto error;
    }
    if (names != VALUE_NONE && list_size(names) > 0) {
        Value slots = slots_state(vm, self, names);
        if (slots) {
            Value pair = tuple_pack(vm, 2, state, slots);
            value_decref(vm, slots);
            value_set_steal(vm, &state, pair);
        } else if (error_occurred(vm)) {
            goto error;
        }
    }
    value_decref(vm, names);
    return state;
error:
    value_xdecref(vm, names);
    value_decref(vm, state);
    return VALUE_NULL;
}

FN(method_getstate)
{
    return default_state(vm, self, false);
}

/* The same where a class says itself what an attribute is: it is asked, once. */
static Value state_of_asked(MinipyVM *vm, Value self, bool required)
{
    Value f = object_getattr(vm, self, NAME(vm, __getstate__));
    if (!f)
        return VALUE_NULL;
    bool own = value_is_kind(f, KIND_NATIVE) && NATIVE(f)->self == self &&
               NATIVE(f)->def->fn == method_getstate;
    Value state = own ? default_state(vm, self, required) : call0(vm, f);
    value_decref(vm, f);
    return state;
}

static Value get_state(MinipyVM *vm, Value self, bool required)
{
    if (value_type(vm, self)->slots.getattro != object_generic_getattr)
        return state_of_asked(vm, self, required);
    Value f = type_lookup_borrow(vm, value_type(vm, self), NAME(vm, __getstate__));
    if (f && value_is_kind(f, KIND_METHOD_DESCR) &&
        METHOD_DESCR(f)->def->fn == method_getstate &&
        !object_own_attr_borrow(vm, self, NAME(vm, __getstate__)))
        return default_state(vm, self, required);
    return call_method(vm, self, NAME(vm, __getstate__), NULL, 0);
}

/* What __getnewargs_ex__ or __getnewargs__ say. 0 with *args NULL: neither is there. */
static int new_args(MinipyVM *vm, Value self, Value *args, Value *kwargs)
{
    *args = *kwargs = VALUE_NULL;
    Value f = object_lookup_special(vm, self, NAME(vm, __getnewargs_ex__));
    if (f) {
        Value r = call0(vm, f);
        value_decref(vm, f);
        if (!r)
            return -1;
        if (!value_is_tuple(r))
            error_set(vm, EXC_TypeError,
                      "__getnewargs_ex__ should return a tuple, not '%T'", r);
        else if (tuple_size(r) != 2)
            error_set(vm, EXC_ValueError,
                      "__getnewargs_ex__ should return a tuple of length 2, not %zd",
                      tuple_size(r));
        else if (!value_is_tuple(tuple_get_borrow(r, 0)))
            error_set(vm, EXC_TypeError,
                      "first item of the tuple returned by __getnewargs_ex__ "
                      "must be a tuple, not '%T'",
                      tuple_get_borrow(r, 0));
        else if (!value_is_dict(tuple_get_borrow(r, 1)))
            error_set(vm, EXC_TypeError,
                      "second item of the tuple returned by __getnewargs_ex__ "
                      "must be a dict, not '%T'",
                      tuple_get_borrow(r, 1));
        else {
            *args = value_incref(tuple_get_borrow(r, 0));
            *kwargs = value_incref(tuple_get_borrow(r, 1));
        }
        value_decref(vm, r);
        return *args ? 0 : -1;
    }
    if (error_occurred(vm))
        return -1;
    f = object_lookup_special(vm, self, NAME(vm, __getnewargs__));
    if (!f)
        return error_occurred(vm) ? -1 : 0;
    *args = call0(vm, f);
    value_decref(vm, f);
    if (*args && !value_is_tuple(*args)) {
        error_set(vm, EXC_TypeError, "__getnewargs__ should return a tuple, not '%T'",
                  *args);
        value_clear(vm, args);
    }
    return *args ? 0 : -1;
}

/* (copyreg.__newobj__, (cls, *args)) or the form with keywords, in out[0], out[1]. */
static int new_call(MinipyVM *vm, Value self, Value args, Value kwargs, Value out[2])
{
    Value cls = value_from_obj(value_type(vm, self));
    if (kwargs && dict_size(kwargs) > 0) {
        out[0] = copyreg_attr(vm, "__newobj_ex__");
        out[1] = tuple_pack(vm, 3, cls, args, kwargs);
    } else {
        int64_t n = args ? tuple_size(args) : 0;
        out[0] = copyreg_attr(vm, "__newobj__");
        out[1] = tuple_alloc(vm, n + 1);
        if (out[1]) {
            TUPLE(out[1])->items[0] = value_incref(cls);
            for (int64_t i = 0; i < n; i++)
                TUPLE(out[1])->items[i + 1] = value_incref(tuple_get_borrow(args, i));
        }
    }
    return out[0] && out[1] ? 0 : -1;
}

static Value reduce_new(MinipyVM *vm, Value self)
{
    TypeObj *t = value_type(vm, self);
    Value args, kwargs, parts[5] = {0}, r = VALUE_NULL;
    if (!t->slots.new_)
        return error_set(vm, EXC_TypeError, "cannot pickle '%T' object", self);
    if (new_args(vm, self, &args, &kwargs) < 0)
        return VALUE_NULL;
    bool is_list = value_is_list(self), is_dict = value_is_dict(self);
    if (new_call(vm, self, args, kwargs, parts) == 0 &&
        (parts[2] = get_state(vm, self, !(args || is_list || is_dict)))) {
        parts[3] = is_list ? object_iter(vm, self) : VALUE_NONE;
        if (is_dict) {
            Value items = call_method(vm, self, NAME(vm, items), NULL, 0);
            parts[4] = items ? object_iter(vm, items) : VALUE_NULL;
            value_xdecref(vm, items);
        } else {
            parts[4] = VALUE_NONE;
        }
        if (parts[3] && parts[4])
            r = tuple_from(vm, parts, 5);
    }
    values_xdecref(vm, parts, 5);
    value_xdecref(vm, args);
    value_xdecref(vm, kwargs);
    return r;
}

static Value common_reduce(MinipyVM *vm, Value self, int protocol)
{
    if (protocol >= 2)
        return reduce_new(vm, self);
    Value f = copyreg_attr(vm, "_reduce_ex");
    Value r = f ? call2(vm, f, self, int_new(vm, protocol)) : VALUE_NULL;
    value_xdecref(vm, f);
    return r;
}

FN(method_reduce)
{
    return common_reduce(vm, self, 0);
}

/* Is f what `object` has? */
static bool is_method_reduce(Value f)
{
    return f && value_is_kind(f, KIND_METHOD_DESCR) &&
           METHOD_DESCR(f)->def->fn == method_reduce;
}

FN(method_reduce_ex)
{
    int protocol;
    if (!arg_int(vm, args[0], &protocol))
        return VALUE_NULL;
    TypeObj *t = value_type(vm, self);
    Value reduce = NAME(vm, __reduce__), f = type_lookup_borrow(vm, t, reduce), method;
    if (is_method_reduce(f) && t->slots.getattro == object_generic_getattr &&
        t->ob.type == vm->types[KIND_TYPE])
        return common_reduce(vm, self, protocol);
    int found = object_lookup_attr(vm, self, reduce, &method);
    if (found <= 0)
        return found < 0 ? VALUE_NULL : common_reduce(vm, self, protocol);
    f = object_getattr(vm, value_from_obj(t), reduce);
    Value r = VALUE_NULL;
    if (f)
        r = is_method_reduce(f) ? common_reduce(vm, self, protocol) : call0(vm, method);
    value_xdecref(vm, f);
    value_decref(vm, method);
    return r;
}

/* Is t.name what `object` has? */
static bool is_of_object(MinipyVM *vm, TypeObj *t, Value name)
{
    TypeObj *object = vm->types[KIND_OBJECT];
    return type_lookup_borrow(vm, t, name) == type_lookup_borrow(vm, object, name);
}

int object_reduces(MinipyVM *vm, TypeObj *t)
{
    TypeObj *meta = t->ob.type;
    bool args = type_lookup_borrow(vm, t, NAME(vm, __getnewargs__)) != VALUE_NULL;
    if (!t->slots.new_ || t->slots.getattro != object_generic_getattr ||
        meta->slots.getattro != vm->types[KIND_TYPE]->slots.getattro ||
        t->layout == KIND_LIST || t->layout == KIND_DICT || t->layout == KIND_MODULE ||
        !(args || is_bare(vm, t)))
        return 0;
    if (!is_of_object(vm, t, NAME(vm, __reduce_ex__)) ||
        !is_of_object(vm, t, NAME(vm, __reduce__)) ||
        !is_of_object(vm, t, NAME(vm, __class__)) ||
        type_lookup_borrow(vm, t, NAME(vm, __getnewargs_ex__)))
        return 0;
    int r = args ? REDUCES_BY_NEW | REDUCES_ARGS : REDUCES_BY_NEW;
    if (!(t->flags & TYPE_HAS_INST) || !is_of_object(vm, t, NAME(vm, __getstate__)))
        return r;
    Value names = slot_names(vm, t); /* which the class remembers, as in CPython */
    if (!names)
        return -1;
    bool attributes =
        slots_are_named(t, names) && (names == VALUE_NONE || list_size(names) == 0);
    value_decref(vm, names);
    return attributes ? r | REDUCES_ATTRIBUTES : r;
}

Value object_reduce_args(MinipyVM *vm, Value self)
{
    Value args, kwargs;
    return new_args(vm, self, &args, &kwargs) < 0 ? VALUE_NULL : args;
}

Value object_reduce_state(MinipyVM *vm, Value self, bool has_args)
{
    return get_state(vm, self, !has_args);
}

static METHODS(methods,
    {"__reduce_ex__", method_reduce_ex, 0, "($self, protocol, /)", "Helper for pickle."},
    {"__reduce__", method_reduce, 0, "($self, /)", "Helper for pickle."},
    {"__getstate__", method_getstate, 0, "($self, /)", "Helper for pickle."},
    {"__subclasshook__", method_subclasshook, M_CLASS | M_BARE | M_UNSIGNED, "($type, /, *args)",
     "A class may define this to answer issubclass(): True, False, or NotImplemented for\n"
     "the usual rule. ABCMeta.__subclasscheck__ asks it first and remembers the answer.\n"},
    {"__init_subclass__", method_init_subclass, M_CLASS | M_UNSIGNED, "($type, /)",
     "Called with each new subclass; does nothing unless overridden.\n"},
    {"__format__", method_format, 0, "($self, format_spec, /)", "Default object formatter."},
    {"__sizeof__", method_sizeof, 0, "($self, /)", "Size of object in memory, in bytes."},
    {"__dir__", method_dir, 0, "($self, /)", "Default dir() implementation."},
);

static GETSETS(getsets,
    {"__class__", get_class, set_class, "the object's class", NULL},
);

TYPE_SPEC(object_type_spec,
    .name = "object",
    .doc = "object()\n--\n\nThe base class of all classes. Its instances have no attributes and take none.\n",
    .flags = TYPE_BASE, .basicsize = sizeof(Object),
    .slots = {.repr = default_repr, .str = default_str, .hash = object_hash_identity, .richcompare = default_compare,
              .getattro = object_generic_getattr, .setattro = object_generic_setattr, .init = object_init,
              .new_ = object_new},
    .methods = methods, .getsets = getsets,
);
