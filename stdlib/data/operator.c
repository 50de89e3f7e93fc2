/* operator.c - the module _operator: operators as functions, and the callables
 * itemgetter, attrgetter and methodcaller.
 */
#include "stdlib/native.h"
#include "vm/code/opcodes.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

/* ---- functions of one and two operands ------------------------------------------- */

/* A function of two arguments a, b whose result is EXPR. */
#define BINARY_FN(name, expr)                                                          \
    FN(op_##name)                                                                      \
    {                                                                                  \
        Value a = args[0], b = args[1];                                                \
        return expr;                                                                   \
    }
#define UNARY_FN(name, expr)                                                           \
    FN(op_##name)                                                                      \
    {                                                                                  \
        Value a = args[0];                                                             \
        return expr;                                                                   \
    }
static Value none_if(int status)
{
    return status < 0 ? VALUE_NULL : VALUE_NONE;
}

static Value negated(int truth)
{
    return truth < 0 ? VALUE_NULL : value_from_bool(!truth);
}

UNARY_FN(truth, value_true_or_error(object_is_true(vm, a)))
UNARY_FN(not_, negated(object_is_true(vm, a)))
UNARY_FN(index, number_index(vm, a))
UNARY_FN(pos, number_positive(vm, a))
UNARY_FN(neg, number_negative(vm, a))
UNARY_FN(abs, number_absolute(vm, a))
UNARY_FN(invert, number_invert(vm, a))
BINARY_FN(add, number_add(vm, a, b))
BINARY_FN(sub, number_subtract(vm, a, b))
BINARY_FN(mul, number_multiply(vm, a, b))
BINARY_FN(matmul, number_matmul(vm, a, b))
BINARY_FN(floordiv, number_floor_divide(vm, a, b))
BINARY_FN(truediv, number_true_divide(vm, a, b))
BINARY_FN(mod, number_remainder(vm, a, b))
BINARY_FN(pow, number_power(vm, a, b, VALUE_NONE))
BINARY_FN(lshift, number_lshift(vm, a, b))
BINARY_FN(rshift, number_rshift(vm, a, b))
BINARY_FN(and_, number_and(vm, a, b))
BINARY_FN(or_, number_or(vm, a, b))
BINARY_FN(xor, number_xor(vm, a, b))
BINARY_FN(iadd, number_binary(vm, a, b, NB_INPLACE_ADD))
BINARY_FN(isub, number_binary(vm, a, b, NB_INPLACE_SUBTRACT))
BINARY_FN(imul, number_binary(vm, a, b, NB_INPLACE_MULTIPLY))
BINARY_FN(imatmul, number_binary(vm, a, b, NB_INPLACE_MATRIX_MULTIPLY))
BINARY_FN(ifloordiv, number_binary(vm, a, b, NB_INPLACE_FLOOR_DIVIDE))
BINARY_FN(itruediv, number_binary(vm, a, b, NB_INPLACE_TRUE_DIVIDE))
BINARY_FN(imod, number_binary(vm, a, b, NB_INPLACE_REMAINDER))
BINARY_FN(ipow, number_binary(vm, a, b, NB_INPLACE_POWER))
BINARY_FN(ilshift, number_binary(vm, a, b, NB_INPLACE_LSHIFT))
BINARY_FN(irshift, number_binary(vm, a, b, NB_INPLACE_RSHIFT))
BINARY_FN(iand, number_binary(vm, a, b, NB_INPLACE_AND))
BINARY_FN(ior, number_binary(vm, a, b, NB_INPLACE_OR))
BINARY_FN(ixor, number_binary(vm, a, b, NB_INPLACE_XOR))
BINARY_FN(concat, number_concat(vm, a, b, false))
BINARY_FN(iconcat, number_concat(vm, a, b, true))
BINARY_FN(lt, object_compare(vm, a, b, CMP_LT))
BINARY_FN(le, object_compare(vm, a, b, CMP_LE))
BINARY_FN(eq, object_compare(vm, a, b, CMP_EQ))
BINARY_FN(ne, object_compare(vm, a, b, CMP_NE))
BINARY_FN(gt, object_compare(vm, a, b, CMP_GT))
BINARY_FN(ge, object_compare(vm, a, b, CMP_GE))
BINARY_FN(is_, ((void)vm, value_from_bool(a == b)))
BINARY_FN(is_not, ((void)vm, value_from_bool(a != b)))
BINARY_FN(contains, value_true_or_error(object_contains(vm, a, b)))
BINARY_FN(getitem, object_getitem(vm, a, b))
BINARY_FN(delitem, none_if(object_delitem(vm, a, b)))

FN(op_setitem)
{
    return none_if(object_setitem(vm, args[0], args[1], args[2]));
}

/* How many items of a equal b, or with `first` the index of the first one. -1: error,
 * -2: none. */
static int64_t search(MinipyVM *vm, Value a, Value b, bool first)
{
    Value it = object_iter(vm, a), item;
    if (!it) {
        if (error_matches(vm, EXC_TypeError)) {
            error_clear(vm);
            error_set(vm, EXC_TypeError, "argument of type '%T' is not iterable", a);
        }
        return -1;
    }
    int64_t count = 0, i = 0, found = -2;
    int r = 0;
    for (; r >= 0 && (item = iter_next(vm, it)) != VALUE_NULL; i++) {
        r = object_compare_bool(vm, item, b, CMP_EQ);
        value_decref(vm, item);
        count += r > 0;
        if (r > 0 && first) {
            found = i;
            break;
        }
    }
    value_decref(vm, it);
    return error_occurred(vm) ? -1 : first ? found : count;
}

FN(op_countOf)
{
    int64_t n = search(vm, args[0], args[1], false);
    return n < 0 ? VALUE_NULL : value_from_imm(n);
}

FN(op_indexOf)
{
    int64_t i = search(vm, args[0], args[1], true);
    if (i == -2)
        return error_set(vm, EXC_ValueError, "sequence.index(x): x not in sequence");
    return i < 0 ? VALUE_NULL : value_from_imm(i);
}

FN(op_length_hint)
{
    int64_t def = 0;
    if (nargs > 1 && !arg_ssize(vm, args[1], &def))
        return VALUE_NULL;
    int64_t n = object_length_hint(vm, args[0], def);
    return n == -1 && error_occurred(vm) ? VALUE_NULL : int_new(vm, n);
}

FN(op_call)
{
    return call(vm, args[0], args + 1, nargs - 1, kwnames);
}

/* Compares all bytes whatever the first difference, so that time tells nothing. */
static bool equal_in_constant_time(const uint8_t *a, int64_t na, const uint8_t *b,
                                   int64_t nb)
{
    uint8_t differ = na != nb;
    for (int64_t i = 0; i < nb; i++)
        differ |= (uint8_t)((na == nb ? a[i] : b[i]) ^ b[i]);
    return differ == 0;
}

static Value compare_buffers(MinipyVM *vm, Value a, Value b)
{
    Buffer x, y;
    if (!buffer_supported(vm, a) && !buffer_supported(vm, b))
        return error_set(
            vm, EXC_TypeError,
            "unsupported operand types(s) or combination of types: '%T' and '%T'", a,
            b);
    if (buffer_get(vm, a, &x, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    if (buffer_get(vm, b, &y, BUF_SIMPLE) < 0) {
        buffer_release(vm, &x);
        return VALUE_NULL;
    }
    bool same = equal_in_constant_time(x.data, x.size, y.data, y.size);
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return value_from_bool(same);
}

FN(op_compare_digest)
{
    Value a = args[0], b = args[1];
    if (!value_is_str(a) || !value_is_str(b))
        return compare_buffers(vm, a, b);
    if (!STR(a)->ascii || !STR(b)->ascii)
        return error_set(
            vm, EXC_TypeError,
            "comparing strings with non-ASCII characters is not supported");
    return value_from_bool(equal_in_constant_time(str_data(STR(a)), str_length(a),
                                                  str_data(STR(b)), str_length(b)));
}

/* ---- itemgetter ------------------------------------------------------------------ */

typedef struct GetterObj {
    Object ob;
    Value items; /* tuple: the keys; attrgetter: tuples of the parts of dotted names */
    Value names; /* attrgetter: the names as given */
} GetterObj;
#define GETTER_OBJ(v) ((GetterObj *)(uintptr_t)(v))

/* name(...) with exactly one argument and no keyword. */
static bool one_argument(MinipyVM *vm, const char *name, size_t nargs, Value kwnames)
{
    return args_no_kw(vm, name, kwnames) && args_check(vm, name, nargs, 1, 1);
}

static Value itemgetter_new(NEW_ARGS)
{
    if (!args_no_kw(vm, "itemgetter", kwnames))
        return VALUE_NULL;
    if (nargs == 0)
        return args_check(vm, "itemgetter", 0, 1, 1), VALUE_NULL;
    Value items = tuple_from(vm, args, (int64_t)nargs);
    return object_of_steal(vm, cls, (Value[]){items}, 1);
}

/* What `get` gives for each of the getter's items: itself if it is one, else a tuple.
 */
static Value getter_call(MinipyVM *vm, Value self, const char *name, const Value *args,
                         size_t nargs, Value kwnames,
                         Value (*get)(MinipyVM *vm, Value obj, Value item))
{
    if (!one_argument(vm, name, nargs, kwnames))
        return VALUE_NULL;
    Value items = GETTER_OBJ(self)->items;
    int64_t n = tuple_size(items);
    if (n == 1)
        return get(vm, args[0], tuple_get_borrow(items, 0));
    Value r = tuple_alloc(vm, n);
    for (int64_t i = 0; r && i < n; i++) {
        r = tuple_put_made(vm, r, i, get(vm, args[0], tuple_get_borrow(items, i)));
    }
    return r;
}

/* object_getitem(), where a place in a list or tuple is met at once. */
static Value get_item(MinipyVM *vm, Value o, Value key)
{
    if (value_is_int_imm(key) &&
        (value_is_exact(vm, o, KIND_TUPLE) || value_is_exact(vm, o, KIND_LIST))) {
        int64_t i = value_imm(key), n = seq_size(o);
        i += i < 0 ? n : 0;
        if (i >= 0 && i < n)
            return value_incref(seq_items(o)[i]);
    }
    return object_getitem(vm, o, key);
}

FN(itemgetter_call)
{
    Value items = GETTER_OBJ(self)->items;
    if (likely(nargs == 1 && !kwnames && tuple_size(items) == 1))
        return get_item(vm, args[0], tuple_get_borrow(items, 0));
    return getter_call(vm, self, "itemgetter", args, nargs, kwnames, get_item);
}

/* name(part, part...) from a tuple. */
static Value getter_repr(MinipyVM *vm, Value self, Value parts)
{
    const char *name = type_name_cstr(value_obj(self)->type);
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_format_c(vm, "%s(...)", name) : VALUE_NULL;
    Value text = tuple_size(parts) == 1
                     ? str_format_c(vm, "%s(%R)", name, tuple_get_borrow(parts, 0))
                     : str_format_c(vm, "%s%R", name, parts);
    repr_leave(vm, self);
    return text;
}

static Value itemgetter_repr(MinipyVM *vm, Value self)
{
    return getter_repr(vm, self, GETTER_OBJ(self)->items);
}

/* (type, args) */
static Value getter_reduce(MinipyVM *vm, Value self, Value args)
{
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)),
                     value_incref(args)};
    return tuple_from_steal(vm, parts, 2);
}

FN(itemgetter_reduce)
{
    return getter_reduce(vm, self, GETTER_OBJ(self)->items);
}

static METHODS(itemgetter_methods,
    {"__reduce__", itemgetter_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);

#define GETTER_SPEC(id, name_, struct_, flags_, nvalues, call_, repr_, new__,          \
                    methods_, doc_)                                                    \
    static TYPE_SPEC(id,                                                               \
        .name = "operator." name_,                                                     \
        .doc = doc_,                                                                   \
        .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_CLEARS | (flags_),                    \
        .basicsize = sizeof(struct_), \
        .values = nvalues,                                                             \
        .slots = {.getattro = object_generic_getattr, .repr = repr_, .call = call_,    \
                  .new_ = new__},                                                      \
        .methods = methods_,                                                           \
    )

GETTER_SPEC(
    itemgetter_spec, "itemgetter", GetterObj, TYPE_VECTORCALL | TYPE_UNCOUNTED, 2,
    itemgetter_call, itemgetter_repr, itemgetter_new, itemgetter_methods,
    "itemgetter(item, ...) --> itemgetter object\n\n"
    "Return a callable object that fetches the given item(s) from its operand.\n"
    "After f = itemgetter(2), the call f(r) returns r[2].\n"
    "After g = itemgetter(2, 5, 3), the call g(r) returns (r[2], r[5], r[3])");

/* ---- attrgetter ------------------------------------------------------------------ */

/* The parts of a dotted name, interned: a tuple. */
static Value split_name(MinipyVM *vm, Value name)
{
    Value list = str_split(vm, name, vm->ascii['.'], -1);
    if (!list)
        return VALUE_NULL;
    for (int64_t i = 0; i < list_size(list); i++) {
        Value part = LIST(list)->items[i];
        LIST(list)->items[i] = VALUE_NONE;
        part = str_intern_steal(vm, part);
        if (!part) {
            value_decref(vm, list);
            return VALUE_NULL;
        }
        LIST(list)->items[i] = part;
    }
    Value parts = list_as_tuple(vm, list);
    value_decref(vm, list);
    return parts;
}

static Value attrgetter_new(NEW_ARGS)
{
    if (!args_no_kw(vm, "attrgetter", kwnames))
        return VALUE_NULL;
    if (nargs == 0)
        return args_check(vm, "attrgetter", 0, 1, 1), VALUE_NULL;
    Value items = tuple_alloc(vm, (int64_t)nargs);
    for (size_t i = 0; items && i < nargs; i++) {
        Value parts =
            value_is_str(args[i])
                ? split_name(vm, args[i])
                : error_set(vm, EXC_TypeError, "attribute name must be a string");
        if (!parts) {
            value_decref(vm, items);
            return VALUE_NULL;
        }
        TUPLE(items)->items[i] = parts;
    }
    Value names = items ? tuple_from(vm, args, (int64_t)nargs) : VALUE_NULL;
    return object_of_steal(vm, cls, (Value[]){items, names}, 2);
}

static Value get_dotted(MinipyVM *vm, Value obj, Value parts)
{
    int64_t n = tuple_size(parts);
    Value v = object_getattr(vm, obj, tuple_get_borrow(parts, 0));
    for (int64_t i = 1; v && i < n; i++) {
        Value next = object_getattr(vm, v, tuple_get_borrow(parts, i));
        value_decref(vm, v);
        v = next;
    }
    return v;
}

FN(attrgetter_call)
{
    return getter_call(vm, self, "attrgetter", args, nargs, kwnames, get_dotted);
}

static Value attrgetter_repr(MinipyVM *vm, Value self)
{
    return getter_repr(vm, self, GETTER_OBJ(self)->names);
}

FN(attrgetter_reduce)
{
    return getter_reduce(vm, self, GETTER_OBJ(self)->names);
}

static METHODS(attrgetter_methods,
    {"__reduce__", attrgetter_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);

GETTER_SPEC(
    attrgetter_spec, "attrgetter", GetterObj, TYPE_VECTORCALL | TYPE_UNCOUNTED, 2,
    attrgetter_call, attrgetter_repr, attrgetter_new, attrgetter_methods,
    "attrgetter(attr, ...) --> attrgetter object\n\n"
    "Return a callable object that fetches the given attribute(s) from its operand.\n"
    "After f = attrgetter('name'), the call f(r) returns r.name.\n"
    "After g = attrgetter('name', 'date'), the call g(r) returns (r.name, r.date).\n"
    "After h = attrgetter('name.first', 'name.last'), the call h(r) returns\n"
    "(r.name.first, r.name.last).");

/* ---- methodcaller ---------------------------------------------------------------- */

typedef struct MethodCallerObj {
    Object ob;
    Value name, args; /* args: tuple, positional ones and then the values of kwnames */
    Value kwnames;    /* tuple or VALUE_NULL */
} MethodCallerObj;
#define CALLER(v) ((MethodCallerObj *)(uintptr_t)(v))

static Value methodcaller_new(NEW_ARGS)
{
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "methodcaller needs at least one argument, the method name");
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "method name must be a string");
    size_t nkw = kwnames ? (size_t)tuple_size(kwnames) : 0;
    Value all = tuple_from(vm, args + 1, (int64_t)(nargs - 1 + nkw));
    Value v = all ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, all);
        return VALUE_NULL;
    }
    MethodCallerObj *o = CALLER(v);
    o->args = all;
    o->kwnames = nkw ? value_incref(kwnames) : VALUE_NULL;
    o->name = str_intern_steal(vm, value_incref(args[0]));
    if (!o->name) {
        value_decref(vm, v);
        return VALUE_NULL;
    }
    return v;
}

static int64_t caller_npos(MethodCallerObj *o)
{
    return tuple_size(o->args) - (o->kwnames ? tuple_size(o->kwnames) : 0);
}

FN(methodcaller_call)
{
    if (!one_argument(vm, "methodcaller", nargs, kwnames))
        return VALUE_NULL;
    MethodCallerObj *o = CALLER(self);
    Value f = object_getattr(vm, args[0], o->name);
    if (!f)
        return VALUE_NULL;
    Value r = call(vm, f, TUPLE(o->args)->items, (size_t)caller_npos(o), o->kwnames);
    value_decref(vm, f);
    return r;
}

static Value methodcaller_repr(MinipyVM *vm, Value self)
{
    MethodCallerObj *o = CALLER(self);
    const char *name = type_name_cstr(o->ob.type);
    int r = repr_enter(vm, self);
    if (r)
        return r > 0 ? str_format_c(vm, "%s(...)", name) : VALUE_NULL;
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, name);
    strbuilder_char(&b, '(');
    r = strbuilder_repr(&b, o->name);
    int64_t npos = caller_npos(o);
    for (int64_t i = 0; r == 0 && i < tuple_size(o->args); i++) {
        strbuilder_ascii(&b, ", ");
        if (i >= npos) {
            strbuilder_str(&b, tuple_get_borrow(o->kwnames, i - npos));
            strbuilder_char(&b, '=');
        }
        r = strbuilder_repr(&b, tuple_get_borrow(o->args, i));
    }
    repr_leave(vm, self);
    return strbuilder_close(&b, r, ')');
}

/* functools.partial(type, name, **keywords) */
static Value caller_with_keywords(MinipyVM *vm, MethodCallerObj *o)
{
    Value name = str_from_cstr(vm, "functools"), module = VALUE_NULL,
          partial = VALUE_NULL;
    Value import = name ? builtin_attr(vm, "__import__") : VALUE_NULL;
    if (import)
        module = call1(vm, import, name);
    if (module)
        partial = attr_get(vm, module, "partial");
    value_xdecref(vm, name);
    value_xdecref(vm, import);
    value_xdecref(vm, module);
    if (!partial)
        return VALUE_NULL;
    int64_t npos = caller_npos(o), nkw = tuple_size(o->kwnames);
    Value r = VALUE_NULL, *values = mem_alloc(vm, (size_t)(nkw + 2) * sizeof(Value));
    if (values) {
        values[0] = value_from_obj(o->ob.type);
        values[1] = o->name;
        memcpy(values + 2, TUPLE(o->args)->items + npos, (size_t)nkw * sizeof(Value));
        r = call(vm, partial, values, 2, o->kwnames);
    }
    mem_free(vm, values);
    value_decref(vm, partial);
    return r;
}

FN(methodcaller_reduce)
{
    MethodCallerObj *o = CALLER(self);
    Value parts[2];
    if (!o->kwnames) {
        Value name = tuple_pack(vm, 1, o->name);
        parts[0] = value_incref(value_from_obj(o->ob.type));
        parts[1] = name ? tuple_concat(vm, name, o->args) : VALUE_NULL;
        value_xdecref(vm, name);
    } else {
        parts[0] = caller_with_keywords(vm, o);
        parts[1] = parts[0] ? tuple_slice(vm, o->args, 0, caller_npos(o)) : VALUE_NULL;
    }
    if (parts[0] && parts[1])
        return tuple_from_steal(vm, parts, 2);
    value_xdecref(vm, parts[0]);
    value_xdecref(vm, parts[1]);
    return VALUE_NULL;
}

static METHODS(methodcaller_methods,
    {"__reduce__", methodcaller_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);

GETTER_SPEC(methodcaller_spec, "methodcaller", MethodCallerObj, 0, 3, methodcaller_call,
            methodcaller_repr, methodcaller_new, methodcaller_methods,
            "methodcaller(name, ...) --> methodcaller object\n\n"
            "Return a callable object that calls the given method on its operand.\n"
            "After f = methodcaller('name'), the call f(r) returns r.name().\n"
            "After g = methodcaller('name', 'date', foo=1), the call g(r) returns\n"
            "r.name('date', foo=1).");

/* ---- the module ------------------------------------------------------------------ */

#define UNARY(name, doc)                                                               \
    {                                                                                  \
#name, op_##name, 0, "($module, a, /)", doc                                    \
    }
#define BINARY(name, doc)                                                              \
    {                                                                                  \
#name, op_##name, 0, "($module, a, b, /)", doc                                 \
    }

static METHODS(functions,
    UNARY(truth, "Return True if a is true, False otherwise."),
    UNARY(not_, "Same as not a."),
    UNARY(index, "Same as a.__index__()"),
    UNARY(pos, "Same as +a."),
    UNARY(neg, "Same as -a."),
    UNARY(abs, "Same as abs(a)."),
    UNARY(invert, "Same as ~a."),
    {"inv", op_invert, 0, "($module, a, /)", "Same as ~a."},
    BINARY(add, "Same as a + b."),
    BINARY(sub, "Same as a - b."),
    BINARY(mul, "Same as a * b."),
    BINARY(matmul, "Same as a @ b."),
    BINARY(floordiv, "Same as a // b."),
    BINARY(truediv, "Same as a / b."),
    BINARY(mod, "Same as a % b."),
    BINARY(pow, "Same as a ** b."),
    BINARY(lshift, "Same as a << b."),
    BINARY(rshift, "Same as a >> b."),
    BINARY(and_, "Same as a & b."),
    BINARY(or_, "Same as a | b."),
    BINARY(xor, "Same as a ^ b."),
    BINARY(iadd, "Same as a += b."),
    BINARY(isub, "Same as a -= b."),
    BINARY(imul, "Same as a *= b."),
    BINARY(imatmul, "Same as a @= b."),
    BINARY(ifloordiv, "Same as a //= b."),
    BINARY(itruediv, "Same as a /= b."),
    BINARY(imod, "Same as a %= b."),
    BINARY(ipow, "Same as a **= b."),
    BINARY(ilshift, "Same as a <<= b."),
    BINARY(irshift, "Same as a >>= b."),
    BINARY(iand, "Same as a &= b."),
    BINARY(ior, "Same as a |= b."),
    BINARY(ixor, "Same as a ^= b."),
    BINARY(concat, "Same as a + b, for a and b sequences."),
    BINARY(iconcat, "Same as a += b, for a and b sequences."),
    BINARY(lt, "Same as a < b."),
    BINARY(le, "Same as a <= b."),
    BINARY(eq, "Same as a == b."),
    BINARY(ne, "Same as a != b."),
    BINARY(gt, "Same as a > b."),
    BINARY(ge, "Same as a >= b."),
    BINARY(is_, "Same as a is b."),
    BINARY(is_not, "Same as a is not b."),
    BINARY(contains, "Same as b in a (note reversed operands)."),
    BINARY(getitem, "Same as a[b]."),
    BINARY(delitem, "Same as del a[b]."),
    BINARY(countOf, "Return the number of items in a which are, or which equal, b."),
    BINARY(indexOf, "Return the first index of b in a."),
    {"setitem", op_setitem, 0, "($module, a, b, c, /)", "Same as a[b] = c."},
    {"length_hint", op_length_hint, 0, "($module, obj, default=0, /)",
     "An estimate of the number of items in obj, or default if there is none."},
    {"call", op_call, 0, "($module, obj, /, *args, **kwargs)", "Same as obj(*args, **kwargs)."},
    {"_compare_digest", op_compare_digest, 0, "($module, a, b, /)",
     "a == b for ASCII str or bytes-like objects, in time that does not depend on where they\ndiffer."},
);

static CONTENTS(contents,
    HAS_TYPE("itemgetter", &itemgetter_spec), HAS_TYPE("attrgetter", &attrgetter_spec),
    HAS_TYPE("methodcaller", &methodcaller_spec),
);

MODULE_SPEC(operator_module_spec,
    .name = "_operator",
    .doc = "Operator interface.\n\nThe operators of Python as functions: operator.add(x, y) is x + y.",
    .methods = functions, .contents = contents,
);
