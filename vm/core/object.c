/* object.c - what can be done with any object: text forms, hash, comparison, truth,
 * class tests, dir(). Attributes are in attr.c, numbers in number.c, items in
 * sequence.c.
 */
#include "vm/numbers/format_spec.h"
#include "vm/objects/generic_alias.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/descr.h"
#include "vm/types/object_type.h"
#include "vm/containers/list.h"
#include "vm/objects/union.h"
#include "vm/objects/call.h"

/* ---- text ------------------------------------------------------------------------ */

/* v's text by the slot of __repr__ or __str__, which must give a str. */
static Value text_by_slot(MinipyVM *vm, Value v, UnarySlot f, const char *where,
                          const char *method)
{
    if (!value_is_obj(v) && likely(vm->recursion_remaining > 0))
        return f(vm, v);
    if (recursion_enter(vm, where) < 0)
        return VALUE_NULL;
    Value r = f(vm, v);
    recursion_leave(vm);
    if (!r || value_is_str(r))
        return r;
    error_set(vm, EXC_TypeError, "%s returned non-string (type %T)", method, r);
    value_decref(vm, r);
    return VALUE_NULL;
}

Value object_repr(MinipyVM *vm, Value v)
{
    return text_by_slot(vm, v, value_type(vm, v)->slots.repr,
                        " while getting the repr of an object", "__repr__");
}

Value object_str(MinipyVM *vm, Value v)
{
    if (value_is_exact(vm, v, KIND_STR))
        return value_incref(v);
    return text_by_slot(vm, v, value_type(vm, v)->slots.str,
                        " while getting the str of an object", "__str__");
}

Value object_ascii(MinipyVM *vm, Value v)
{
    Value r = object_repr(vm, v);
    if (!r || STR(r)->ascii)
        return r;
    Value s = str_ascii_escape(vm, r);
    value_decref(vm, r);
    return s;
}

Value object_format(MinipyVM *vm, Value v, Value spec)
{
    if (!spec || str_length(spec) == 0) {
        if (value_is_exact(vm, v, KIND_STR))
            return value_incref(v);
        if (value_is_int_imm(v) || value_is_float_imm(v))
            return object_str(vm, v);
        spec = vm->empty_str;
    } else if (value_is_exact(vm, v, KIND_STR)) { /* what their __format__ does */
        return str_format_spec(vm, v, spec);
    } else if (value_is_int_imm(v)) {
        return int_format_spec(vm, v, spec);
    } else if (value_is_float_imm(v)) {
        return float_format_spec(vm, v, spec);
    }
    Value r = call_special(vm, v, NAME(vm, __format__), &spec, 1);
    if (!r && !error_occurred(vm))
        error_set(vm, EXC_TypeError, "Type %T doesn't define __format__", v);
    if (r && !value_is_str(r)) {
        error_set(vm, EXC_TypeError, "__format__ must return a str, not %T", r);
        value_clear(vm, &r);
    }
    return r;
}

/* ---- hash ------------------------------------------------------------------------ */

int64_t object_hash_not_implemented(MinipyVM *vm, Value self)
{
    error_set(vm, EXC_TypeError, "unhashable type: '%T'", self);
    return -1;
}

/* The address, its low bits (always clear) rotated out of the way; of a singleton,
 * which has none, what small ints do not have, too: None among a thousand of them in a
 * set would be looked for behind them all. */
int64_t object_hash_identity(MinipyVM *vm, Value self)
{
    (void)vm;
    int64_t h = unlikely(value_is_special(self))
                    ? (int64_t)(self * UINT64_C(0x9e3779b97f4a7c15))
                    : (int64_t)(self >> 4 | self << 60);
    return h == -1 ? -2 : h;
}

int64_t object_hash(MinipyVM *vm, Value v)
{
    if (value_is_exact(vm, v, KIND_STR))
        return str_hash_leavable(vm, v);
    if (value_is_int_imm(v))
        return int_hash(v);
    if (value_is_special(v))
        return v == VALUE_TRUE ? 1 : v == VALUE_FALSE ? 0 : object_hash_identity(vm, v);
    if (c_stack_check(vm) < 0)
        return -1;
    return value_type(vm, v)->slots.hash(vm, v);
}

/* ---- comparison ------------------------------------------------------------------ */

static const CompareOp swapped[] = {CMP_GT, CMP_GE, CMP_EQ, CMP_NE, CMP_LT, CMP_LE};

/* Neither side's method knew. */
static Value compare_otherwise(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    static const char *const symbols[] = {"<", "<=", "==", "!=", ">", ">="};
    if (op == CMP_EQ)
        return value_from_bool(a == b);
    if (op == CMP_NE)
        return value_from_bool(a != b);
    return error_set(vm, EXC_TypeError,
                     "'%s' not supported between instances of '%.100T' and '%.100T'",
                     symbols[op], a, b);
}

Value object_compare_declined(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    CompareSlot fb = value_type(vm, b)->slots.richcompare;
    Value r = fb ? fb(vm, b, a, swapped[op]) : VALUE_NOT_IMPLEMENTED;
    return r == VALUE_NOT_IMPLEMENTED ? compare_otherwise(vm, a, b, op) : r;
}

static Value compare_slots(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    TypeObj *ta = value_type(vm, a), *tb = value_type(vm, b);
    bool reflected_done = false;
    CompareSlot fb = tb->slots.richcompare;
    if (ta != tb && fb && type_is_subtype(tb, ta)) {
        reflected_done = true;
        Value r = fb(vm, b, a, swapped[op]);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
        ta = value_type(vm, a); /* b's method may have given a another class */
    }
    if (ta->slots.richcompare) {
        Value r = ta->slots.richcompare(vm, a, b, op);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    return reflected_done ? compare_otherwise(vm, a, b, op)
                          : object_compare_declined(vm, a, b, op);
}

/* No NaN is immediate. */
static inline bool order_floats(Value a, Value b, CompareOp op)
{
    double x = value_float_imm(a), y = value_float_imm(b);
    return compare_by_order((x > y) - (x < y), op);
}

/* Has each of them its ==, or !=, from object, which goes by identity? */
static inline bool both_compare_as_object(MinipyVM *vm, Value a, Value b)
{
    CompareSlot plain = vm->types[KIND_OBJECT]->slots.richcompare;
    return value_type(vm, a)->slots.richcompare == plain &&
           value_type(vm, b)->slots.richcompare == plain;
}

/* The sort of a built-in object, of which none equals what is of another: the kind that
 * stands for it, KIND_COUNT for what is compared as object; 0: it may equal anything.
 */
static inline uint8_t sort_of(MinipyVM *vm, Value v)
{
    static const uint8_t sorts[KIND_COUNT] = {
        [KIND_INT] = KIND_INT,     [KIND_FLOAT] = KIND_INT, [KIND_STR] = KIND_STR,
        [KIND_TUPLE] = KIND_TUPLE, [KIND_LIST] = KIND_LIST, [KIND_DICT] = KIND_DICT,
        [KIND_NONE] = KIND_NONE};
    const TypeObj *t = value_type(vm, v);
    uint8_t sort = sorts[t->layout];
    if (!sort && t->slots.richcompare == vm->types[KIND_OBJECT]->slots.richcompare)
        return KIND_COUNT;
    return t == vm->types[t->layout] ? sort : 0;
}

static __attribute__((noinline)) bool sorts_differ(MinipyVM *vm, Value a, Value b)
{
    uint8_t x = sort_of(vm, a), y = sort_of(vm, b);
    return x != y && x && y;
}

/* Of two that are of classes in Python both may equal anything, or compare as object.
 */
static inline bool surely_differ(MinipyVM *vm, Value a, Value b)
{
    return !(value_type(vm, a)->flags & value_type(vm, b)->flags & TYPE_HEAP) &&
           sorts_differ(vm, a, b);
}

/* An int and a float, in any order, at hand; true: *order is that of a to b. */
static inline bool order_mixed(Value a, Value b, int *order)
{
    if (value_is_int_imm(a) && value_is_float_imm(b))
        *order = -float_compare_int(value_float_imm(b), a);
    else if (value_is_float_imm(a) && value_is_int_imm(b))
        *order = float_compare_int(value_float_imm(a), b);
    else
        return false;
    return true;
}

static Value compare_immediates(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    int order;
    if (value_both_int_imm(a, b)) {
        int64_t x = (int64_t)a, y = (int64_t)b;
        return value_from_bool(compare_by_order((x > y) - (x < y), op));
    }
    if (value_both_float_imm(a, b))
        return value_from_bool(order_floats(a, b, op));
    return order_mixed(a, b, &order) ? value_from_bool(compare_by_order(order, op))
                                     : compare_slots(vm, a, b, op);
}

/* Neither's slot is asked: each goes by identity, or nothing of the one's sort equals
 * what is of the other's. */
static inline bool equal_by_nature(MinipyVM *vm, Value a, Value b, bool *equal)
{
    *equal = a == b;
    return vm->recursion_remaining > 1 &&
           (both_compare_as_object(vm, a, b) || surely_differ(vm, a, b));
}

/* An int, or of a subclass that compares as int does. */
static inline bool int_compares_itself(MinipyVM *vm, Value v)
{
    return value_is_int_imm(v) ||
           (value_is_kind(v, KIND_INT) && value_obj(v)->type->slots.richcompare ==
                                              vm->types[KIND_INT]->slots.richcompare);
}

/* Of any two values, at any depth. */
static Value compare_any(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    bool equal;
    if (!value_is_obj(a) && !value_is_obj(b))
        return compare_immediates(vm, a, b, op);
    if (str_compares_itself(a) && str_compares_itself(b))
        return str_richcompare(vm, a, b, op);
    if (int_compares_itself(vm, a) && int_compares_itself(vm, b))
        return value_from_bool(compare_by_order(int_compare(a, b), op));
    if ((op == CMP_EQ || op == CMP_NE) && equal_by_nature(vm, a, b, &equal))
        return value_from_bool(equal == (op == CMP_EQ));
    if (recursion_enter(vm, " in comparison") < 0)
        return VALUE_NULL;
    Value r = compare_slots(vm, a, b, op);
    recursion_leave(vm);
    return r;
}

/* Most are of one class, whose slot knows. */
Value object_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_obj(a) || !value_is_obj(b) ||
        value_obj(a)->type != value_obj(b)->type)
        return compare_any(vm, a, b, op);
    CompareSlot slot = value_obj(a)->type->slots.richcompare;
    if (slot == str_richcompare || value_obj(a)->type == vm->types[KIND_INT])
        return slot(vm, a, b, op);
    if (unlikely(vm->recursion_remaining <= 1) || c_stack_full(vm) || !slot ||
        slot == vm->types[KIND_OBJECT]->slots.richcompare)
        return compare_any(vm, a, b, op);
    vm->recursion_remaining--;
    Value r = slot(vm, a, b, op);
    if (unlikely(r == VALUE_NOT_IMPLEMENTED))
        r = object_compare_declined(vm, a, b, op);
    vm->recursion_remaining++;
    return r;
}

int object_is_true_steal(MinipyVM *vm, Value result)
{
    int truth = result ? object_is_true(vm, result) : -1;
    value_xdecref(vm, result);
    return truth;
}

int object_compare_unlike(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (value_is_exact(vm, a, KIND_STR) && value_is_exact(vm, b, KIND_STR))
        return op == CMP_EQ && str_surely_differ(a, b) ? 0
                                                       : str_compare_bool(vm, a, b, op);
    if (value_both_float_imm(a, b))
        return order_floats(a, b, op);
    if (value_is_exact(vm, a, KIND_TUPLE) && value_is_exact(vm, b, KIND_TUPLE))
        return tuples_compare(vm, a, b, op);
    if (value_is_exact(vm, a, KIND_LIST) && value_is_exact(vm, b, KIND_LIST))
        return lists_compare(vm, a, b, op);
    if (value_is_plain_int(vm, a) && value_is_plain_int(vm, b))
        return compare_by_order(int_compare(a, b), op);
    int order;
    if (order_mixed(a, b, &order))
        return compare_by_order(order, op);
    return object_is_true_steal(vm, object_compare(vm, a, b, op));
}

int object_is_true(MinipyVM *vm, Value v)
{
    if (value_is_special(v) && v != VALUE_NOT_IMPLEMENTED) /* that one warns */
        return v != VALUE_FALSE && v != VALUE_NONE;
    if (value_is_int_imm(v))
        return v != value_from_imm(0);
    TypeSlots *s = &value_type(vm, v)->slots;
    if (s->nb_bool)
        return s->nb_bool(vm, v);
    LenSlot length = s->mp_length ? s->mp_length : s->sq_length;
    if (!length)
        return 1;
    int64_t n = length(vm, v);
    return n < 0 ? -1 : n > 0;
}

bool object_callable(Value v)
{
    return value_is_obj(v) && value_obj(v)->type->slots.call != NULL;
}

/* ---- isinstance, issubclass ------------------------------------------------------ */

/* cls.__bases__ if it is a tuple; 0 without error otherwise. */
static Value abstract_bases(MinipyVM *vm, Value cls)
{
    Value bases;
    if (object_lookup_attr(vm, cls, NAME(vm, __bases__), &bases) <= 0)
        return VALUE_NULL;
    if (value_is_tuple(bases))
        return bases;
    value_decref(vm, bases);
    return VALUE_NULL;
}

static bool check_class(MinipyVM *vm, Value cls, const char *message)
{
    Value bases = abstract_bases(vm, cls);
    if (bases) {
        value_decref(vm, bases);
        return true;
    }
    if (!error_occurred(vm))
        error_set(vm, EXC_TypeError, "%s", message);
    return false;
}

static int abstract_issubclass(MinipyVM *vm, Value derived, Value cls)
{
    if (derived == cls)
        return 1;
    Value bases = abstract_bases(vm, derived);
    if (!bases)
        return error_occurred(vm) ? -1 : 0;
    int r = 0;
    if (recursion_enter(vm, " in __subclasscheck__") < 0) {
        value_decref(vm, bases);
        return -1;
    }
    for (int64_t i = 0; r == 0 && i < tuple_size(bases); i++)
        r = abstract_issubclass(vm, tuple_get_borrow(bases, i), cls);
    recursion_leave(vm);
    value_decref(vm, bases);
    return r;
}

int object_real_issubclass(MinipyVM *vm, Value sub, Value cls)
{
    if (value_is_type(sub) && value_is_type(cls))
        return type_is_subtype(TYPE_OF(sub), TYPE_OF(cls));
    if (!check_class(vm, sub, "issubclass() arg 1 must be a class") ||
        !check_class(
            vm, cls,
            "issubclass() arg 2 must be a class, a tuple of classes, or a union"))
        return -1;
    return abstract_issubclass(vm, sub, cls);
}

/* Is v.__class__ certainly type(v)? Saves asking for it. */
static bool class_is_type(MinipyVM *vm, Value v)
{
    TypeObj *t = value_type(vm, v), *object = vm->types[KIND_OBJECT];
    Value name = NAME(vm, __class__), hook = NAME(vm, __getattribute__);
    if (!(t->flags & TYPE_HEAP) && t->slots.getattro == object_generic_getattr)
        return true; /* no native type has a __class__ of its own */
    if (t->slots.getattro != object_generic_getattr &&
        type_lookup_borrow(vm, t, hook) != type_lookup_borrow(vm, object, hook))
        return false;
    Value d = type_lookup_borrow(vm, t, name);
    return d && value_is_kind(d, KIND_GETSET_DESCR) && GETSET_DESCR(d)->owner == object;
}

int object_real_isinstance(MinipyVM *vm, Value v, Value cls)
{
    Value c;
    int r = 0;
    if (value_is_type(cls)) {
        if (type_is_subtype(value_type(vm, v), TYPE_OF(cls)))
            return 1;
        if (!value_is_obj(v) || class_is_type(vm, v))
            return 0;
        if (object_lookup_attr(vm, v, NAME(vm, __class__), &c) < 0)
            return -1;
        if (c && c != value_from_obj(value_type(vm, v)) && value_is_type(c))
            r = type_is_subtype(TYPE_OF(c), TYPE_OF(cls));
        value_xdecref(vm, c);
        return r;
    }
    if (!check_class(vm, cls,
                     "isinstance() arg 2 must be a type, a tuple of types, or a union"))
        return -1;
    if (object_lookup_attr(vm, v, NAME(vm, __class__), &c) < 0)
        return -1;
    if (c)
        r = abstract_issubclass(vm, c, cls);
    value_xdecref(vm, c);
    return r;
}

/* The hook, which found is in cls's class. */
static int ask_class(MinipyVM *vm, Value v, Value cls, Value name, Value found,
                     const char *where)
{
    bool method = value_type(vm, found)->flags & TYPE_METHOD_LIKE;
    Value f = method ? value_incref(cls) : object_lookup_special(vm, cls, name);
    Value r = VALUE_NULL;
    if (f && recursion_enter(vm, where) == 0) {
        r = method ? call_special(vm, cls, name, &v, 1) : call1(vm, f, v);
        recursion_leave(vm);
    }
    value_xdecref(vm, f);
    return object_is_true_steal(vm, r);
}

/* The common protocol: tuples and unions, then cls's hook, then the plain rule. */
static int class_test(MinipyVM *vm, Value v, Value cls, int hook, const char *where,
                      int (*test)(MinipyVM *, Value, Value),
                      int (*plain)(MinipyVM *, Value, Value))
{
    if (value_obj(cls)->type == vm->types[KIND_TYPE])
        return plain(vm, v, cls);
    if (value_is_kind(cls, KIND_UNION))
        cls = union_members_borrow(cls);
    if (value_is_tuple(cls)) {
        if (recursion_enter(vm, where) < 0)
            return -1;
        int r = 0;
        for (int64_t i = 0; r == 0 && i < tuple_size(cls); i++)
            r = test(vm, v, tuple_get_borrow(cls, i));
        recursion_leave(vm);
        return r;
    }
    Value name = vm->names[hook];
    /* which is what type's does; near the limit it is called, and says that it is */
    Value found = type_lookup_borrow(vm, value_type(vm, cls), name);
    if (vm->recursion_remaining > 2 &&
        found == type_lookup_borrow(vm, vm->types[KIND_TYPE], name))
        return plain(vm, v, cls);
    return found ? ask_class(vm, v, cls, name, found, where) : plain(vm, v, cls);
}

int object_isinstance(MinipyVM *vm, Value v, Value cls)
{
    if (!value_is_obj(cls))
        return object_real_isinstance(vm, v, cls);
    if (value_from_obj(value_type(vm, v)) == cls)
        return 1;
    if (value_obj(cls)->type == vm->types[KIND_TYPE])
        return object_real_isinstance(vm, v, cls);
    return class_test(vm, v, cls, NAME___instancecheck__, " in __instancecheck__",
                      object_isinstance, object_real_isinstance);
}

int object_issubclass(MinipyVM *vm, Value sub, Value cls)
{
    if (!value_is_obj(cls))
        return object_real_issubclass(vm, sub, cls);
    if (sub == cls && value_obj(cls)->type == vm->types[KIND_TYPE])
        return 1;
    return class_test(vm, sub, cls, NAME___subclasscheck__, " in __subclasscheck__",
                      object_issubclass, object_real_issubclass);
}

/* ---- dir ------------------------------------------------------------------------- */

Value object_dir(MinipyVM *vm, Value v)
{
    Value f = object_lookup_special(vm, v, NAME(vm, __dir__));
    if (!f) {
        if (!error_occurred(vm))
            error_set(vm, EXC_TypeError, "object does not provide __dir__");
        return VALUE_NULL;
    }
    Value r = call0(vm, f);
    value_decref(vm, f);
    return list_sorted_steal(vm, r);
}

/* ---- reprs in progress ----------------------------------------------------------- */

int repr_enter(MinipyVM *vm, Value v)
{
    if (!vm->repr_stack && !(vm->repr_stack = value_hide(list_new(vm, 0))))
        return -1;
    for (int64_t i = list_size(vm->repr_stack); i-- > 0;)
        if (list_get_borrow(vm->repr_stack, i) == v)
            return 1;
    return list_append(vm, vm->repr_stack, v);
}

void repr_leave(MinipyVM *vm, Value v)
{
    ListObj *stack = LIST(vm->repr_stack);
    for (int64_t i = stack->size; i-- > 0;)
        if (stack->items[i] == v) {
            memmove(&stack->items[i], &stack->items[i + 1],
                    (size_t)(stack->size - i - 1) * sizeof(Value));
            stack->size--;
            value_decref(vm, v);
            return;
        }
}
