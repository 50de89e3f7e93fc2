/* number.c - the number protocol: binary operators with reflected methods and priority
 * of subclasses, in-place forms, the sequence fallbacks of + and *, and conversions to
 * int and float. Immediates rarely come here: the eval loop does them itself.
 */
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/code/opcodes.h"
#include "vm/types/slot_defs.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

#define OFFSET(slot) offsetof(TypeSlots, slot)

static inline BinarySlot binary_slot(TypeObj *t, size_t offset)
{
    return (BinarySlot)*slot_at(&t->slots, offset);
}

/* ---- binary operators ------------------------------------------------------------ */

/* NotImplemented if neither side knows how. */
static Value binary(MinipyVM *vm, Value a, Value b, size_t offset)
{
    TypeObj *ta = value_type(vm, a), *tb = value_type(vm, b);
    BinarySlot fa = binary_slot(ta, offset);
    if (ta == tb)
        return fa ? fa(vm, a, b) : VALUE_NOT_IMPLEMENTED;
    BinarySlot fb = binary_slot(tb, offset);
    if (fb == fa)
        fb = NULL;
    if (fa) {
        if (fb && type_is_subtype(tb, ta)) {
            Value r = fb(vm, a, b);
            if (r != VALUE_NOT_IMPLEMENTED)
                return r;
            fb = NULL;
        }
        Value r = fa(vm, a, b);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    return fb ? fb(vm, a, b) : VALUE_NOT_IMPLEMENTED;
}

static Value unsupported(MinipyVM *vm, Value a, Value b, const char *op)
{
    if (strcmp(op, ">>") == 0 && value_is_kind(a, KIND_NATIVE) &&
        strcmp(NATIVE(a)->def->name, "print") == 0)
        return error_set(
            vm, EXC_TypeError,
            "unsupported operand type(s) for %s: '%.100T' and '%.100T'. Did you mean "
            "\"print(<message>, file=<output_stream>)\"?",
            op, a, b);
    return error_set(vm, EXC_TypeError,
                     "unsupported operand type(s) for %s: '%.100T' and '%.100T'", op, a,
                     b);
}

static Value binary_or_error(MinipyVM *vm, Value a, Value b, size_t offset,
                             const char *op)
{
    Value r = binary(vm, a, b, offset);
    return r == VALUE_NOT_IMPLEMENTED ? unsupported(vm, a, b, op) : r;
}

static Value inplace(MinipyVM *vm, Value a, Value b, size_t offset, size_t plain)
{
    BinarySlot f = binary_slot(value_type(vm, a), offset);
    if (f) {
        Value r = f(vm, a, b);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    return binary(vm, a, b, plain);
}

#define BINARY(name, slot, op)                                                         \
    Value name(MinipyVM *vm, Value a, Value b)                                         \
    {                                                                                  \
        return binary_or_error(vm, a, b, OFFSET(slot), op);                            \
    }
BINARY(number_subtract, nb_subtract, "-")
BINARY(number_matmul, nb_matrix_multiply, "@")
BINARY(number_true_divide, nb_true_divide, "/")
BINARY(number_floor_divide, nb_floor_divide, "//")
BINARY(number_remainder, nb_remainder, "%")
BINARY(number_divmod, nb_divmod, "divmod()")
BINARY(number_lshift, nb_lshift, "<<")
BINARY(number_rshift, nb_rshift, ">>")
BINARY(number_and, nb_and, "&")
BINARY(number_xor, nb_xor, "^")
BINARY(number_or, nb_or, "|")

/* What is left when no method of a number's knew how. */
static Value add_otherwise(MinipyVM *vm, Value a, Value b)
{
    BinarySlot concat = value_type(vm, a)->slots.sq_concat;
    return concat ? concat(vm, a, b) : unsupported(vm, a, b, "+");
}

Value number_add(MinipyVM *vm, Value a, Value b)
{
    if (value_both_int_imm(a, b))
        return int_new(vm, value_imm(a) + value_imm(b));
    Value r = binary(vm, a, b, OFFSET(nb_add));
    return r == VALUE_NOT_IMPLEMENTED ? add_otherwise(vm, a, b) : r;
}

static Value repeat(MinipyVM *vm, SizeArgSlot f, Value seq, Value count)
{
    if (!value_is_int(count) && !value_type(vm, count)->slots.nb_index)
        return error_set(vm, EXC_TypeError,
                         "can't multiply sequence by non-int of type '%T'", count);
    int64_t n = number_as_ssize(vm, count, EXC_OverflowError);
    if (n == -1 && error_occurred(vm))
        return VALUE_NULL;
    return f(vm, seq, n);
}

static Value multiply_otherwise(MinipyVM *vm, Value a, Value b)
{
    SizeArgSlot f = value_type(vm, a)->slots.sq_repeat;
    if (f)
        return repeat(vm, f, a, b);
    f = value_type(vm, b)->slots.sq_repeat;
    return f ? repeat(vm, f, b, a) : unsupported(vm, a, b, "*");
}

Value number_multiply(MinipyVM *vm, Value a, Value b)
{
    Value r = binary(vm, a, b, OFFSET(nb_multiply));
    return r == VALUE_NOT_IMPLEMENTED ? multiply_otherwise(vm, a, b) : r;
}

static Value inplace_add_otherwise(MinipyVM *vm, Value a, Value b)
{
    /* By a method a's class may be another one now. */
    const TypeSlots *s = &value_type(vm, a)->slots;
    BinarySlot concat = s->sq_inplace_concat ? s->sq_inplace_concat : s->sq_concat;
    return concat ? concat(vm, a, b) : unsupported(vm, a, b, "+=");
}

static Value inplace_add(MinipyVM *vm, Value a, Value b)
{
    TypeObj *t = value_type(vm, a);
    TypeSlots *s = &t->slots;
    /* To classes derived from list and the like it is a number's, which goes first. */
    if ((t->flags & TYPE_HEAP) && !s->nb_inplace_add && s->sq_inplace_concat)
        return s->sq_inplace_concat(vm, a, b);
    Value r = inplace(vm, a, b, OFFSET(nb_inplace_add), OFFSET(nb_add));
    return r == VALUE_NOT_IMPLEMENTED ? inplace_add_otherwise(vm, a, b) : r;
}

static Value inplace_multiply_otherwise(MinipyVM *vm, Value a, Value b)
{
    TypeSlots *s = &value_type(vm, a)->slots;
    SizeArgSlot f = s->sq_inplace_repeat ? s->sq_inplace_repeat : s->sq_repeat;
    if (f)
        return repeat(vm, f, a, b);
    /* Not in place, as b is not the target; and only if a is nothing like a sequence.
     */
    bool sequence_like = s->sq_item || s->sq_length || s->sq_contains ||
                         (value_type(vm, a)->flags & TYPE_HEAP);
    f = sequence_like ? NULL : value_type(vm, b)->slots.sq_repeat;
    return f ? repeat(vm, f, b, a) : unsupported(vm, a, b, "*=");
}

static Value inplace_multiply(MinipyVM *vm, Value a, Value b)
{
    Value r = inplace(vm, a, b, OFFSET(nb_inplace_multiply), OFFSET(nb_multiply));
    return r == VALUE_NOT_IMPLEMENTED ? inplace_multiply_otherwise(vm, a, b) : r;
}

/* ---- power ----------------------------------------------------------------------- */

static Value ternary(MinipyVM *vm, Value a, Value b, Value mod)
{
    TypeObj *ta = value_type(vm, a), *tb = value_type(vm, b);
    TernarySlot fa = ta->slots.nb_power;
    TernarySlot its = tb->slots.nb_power, fb = ta == tb || its == fa ? NULL : its;
    if (fa) {
        if (fb && type_is_subtype(tb, ta)) {
            Value r = fb(vm, a, b, mod);
            if (r != VALUE_NOT_IMPLEMENTED)
                return r;
            fb = NULL;
        }
        Value r = fa(vm, a, b, mod);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    if (fb) {
        Value r = fb(vm, a, b, mod);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    TernarySlot fm = value_type(vm, mod)->slots.nb_power;
    return fm && fm != fa && fm != its ? fm(vm, a, b, mod) : VALUE_NOT_IMPLEMENTED;
}

static Value power_or_error(MinipyVM *vm, Value a, Value b, Value mod, const char *op)
{
    Value r = ternary(vm, a, b, mod);
    if (r != VALUE_NOT_IMPLEMENTED)
        return r;
    if (mod == VALUE_NONE)
        return unsupported(vm, a, b, op);
    return error_set(vm, EXC_TypeError,
                     "unsupported operand type(s) for %s: '%.100T', '%.100T', '%.100T'",
                     op, a, b, mod);
}

Value number_power(MinipyVM *vm, Value a, Value b, Value mod)
{
    return power_or_error(vm, a, b, mod, "** or pow()");
}

static Value inplace_power(MinipyVM *vm, Value a, Value b)
{
    TernarySlot f = value_type(vm, a)->slots.nb_inplace_power;
    if (f) {
        Value r = f(vm, a, b, VALUE_NONE);
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    return power_or_error(vm, a, b, VALUE_NONE, "**=");
}

/* ---- by operator number ---------------------------------------------------------- */

static const struct {
    uint16_t slot, plain; /* plain: the slot tried next, for in-place operators */
    const char *symbol;
} operators[NB_COUNT] = {
#define OPERATOR(op, name, sign, ...)                                                  \
    [NB_##op] = {OFFSET(nb_##name), 0, sign},                                          \
    [NB_INPLACE_##op] = {OFFSET(nb_inplace_##name), OFFSET(nb_##name), sign "="},
#include "vm/numbers/operators.def"
#undef OPERATOR
};

Value number_binary(MinipyVM *vm, Value a, Value b, int op)
{
    switch (op) {
    case NB_ADD: return number_add(vm, a, b);
    case NB_MULTIPLY: return number_multiply(vm, a, b);
    case NB_POWER: return number_power(vm, a, b, VALUE_NONE);
    case NB_INPLACE_ADD: return inplace_add(vm, a, b);
    case NB_INPLACE_MULTIPLY: return inplace_multiply(vm, a, b);
    case NB_INPLACE_POWER: return inplace_power(vm, a, b);
    }
    Value r = operators[op].plain
                  ? inplace(vm, a, b, operators[op].slot, operators[op].plain)
                  : binary(vm, a, b, operators[op].slot);
    return r == VALUE_NOT_IMPLEMENTED ? unsupported(vm, a, b, operators[op].symbol) : r;
}

Value number_combined(MinipyVM *vm, Value a, Value b, int op)
{
    char sign = op == NB_MULTIPLY || op == NB_INPLACE_MULTIPLY   ? '*'
                : op == NB_ADD || op == NB_INPLACE_ADD           ? '+'
                : op == NB_SUBTRACT || op == NB_INPLACE_SUBTRACT ? '-'
                                                                 : 0;
    Value r;
    return sign && complex_combine(vm, a, b, sign, &r) ? r
                                                       : number_binary(vm, a, b, op);
}

Value number_binary_otherwise(MinipyVM *vm, Value a, Value b, int op)
{
    switch (op) {
    case NB_ADD: return add_otherwise(vm, a, b);
    case NB_MULTIPLY: return multiply_otherwise(vm, a, b);
    case NB_INPLACE_ADD: return inplace_add_otherwise(vm, a, b);
    case NB_INPLACE_MULTIPLY: return inplace_multiply_otherwise(vm, a, b);
    default: return unsupported(vm, a, b, operators[op].symbol);
    }
}

Value number_inplace_declined(MinipyVM *vm, Value a, Value b, int op)
{
    Value r = binary(vm, a, b, operators[op].plain);
    return r == VALUE_NOT_IMPLEMENTED ? number_binary_otherwise(vm, a, b, op) : r;
}

Value number_concat(MinipyVM *vm, Value a, Value b, bool in_place)
{
    TypeSlots *s = &value_type(vm, a)->slots;
    if (in_place && s->sq_inplace_concat)
        return s->sq_inplace_concat(vm, a, b);
    if (s->sq_concat)
        return s->sq_concat(vm, a, b);
    if ((s->sq_item || s->mp_subscript) && !value_is_dict(a) &&
        value_type(vm, b)->slots.sq_item) {
        Value r = in_place ? inplace(vm, a, b, OFFSET(nb_inplace_add), OFFSET(nb_add))
                           : binary(vm, a, b, OFFSET(nb_add));
        if (r != VALUE_NOT_IMPLEMENTED)
            return r;
    }
    return error_set(vm, EXC_TypeError, "'%T' object can't be concatenated", a);
}

/* ---- unary operators ------------------------------------------------------------- */

static Value unary(MinipyVM *vm, Value a, UnarySlot f, const char *what)
{
    return f ? f(vm, a)
             : error_set(vm, EXC_TypeError, "bad operand type for %s: '%T'", what, a);
}

Value number_negative(MinipyVM *vm, Value a)
{
    return unary(vm, a, value_type(vm, a)->slots.nb_negative, "unary -");
}
Value number_positive(MinipyVM *vm, Value a)
{
    return unary(vm, a, value_type(vm, a)->slots.nb_positive, "unary +");
}
Value number_invert(MinipyVM *vm, Value a)
{
    return unary(vm, a, value_type(vm, a)->slots.nb_invert, "unary ~");
}
Value number_absolute(MinipyVM *vm, Value a)
{
    return unary(vm, a, value_type(vm, a)->slots.nb_absolute, "abs()");
}

/* ---- conversions ----------------------------------------------------------------- */

/* The int that `method` returned (stolen), made a plain one. Subclasses are deprecated.
 */
static Value plain_int_steal(MinipyVM *vm, Value r, const char *method)
{
    if (!r || value_is_int_imm(r))
        return r;
    if (value_is_exact(vm, r, KIND_INT))
        return r;
    Value plain = VALUE_NULL;
    if (!value_is_int(r))
        error_set(vm, EXC_TypeError, "%s returned non-int (type %T)", method, r);
    else if (error_warn(
                 vm, EXC_DeprecationWarning, 1,
                 "%s returned non-int (type %T).  The ability to return an instance of "
                 "a "
                 "strict subclass of int is deprecated, and may be removed in a future "
                 "version of Python.",
                 method, r) == 0)
        plain = int_copy_exact(vm, r);
    value_decref(vm, r);
    return plain;
}

Value number_index(MinipyVM *vm, Value a)
{
    if (value_is_int_imm(a))
        return a;
    if (value_is_int(a))
        return value_is_exact(vm, a, KIND_INT) ? value_incref(a)
                                               : int_copy_exact(vm, a);
    UnarySlot f = value_type(vm, a)->slots.nb_index;
    if (!f)
        return error_set(vm, EXC_TypeError,
                         "'%T' object cannot be interpreted as an integer", a);
    return plain_int_steal(vm, f(vm, a), "__index__");
}

static bool is_text(Value a)
{
    return value_is_str(a) || value_is_bytes(a) || value_is_kind(a, KIND_BYTEARRAY);
}

/* __trunc__, the last and deprecated resort of int(). */
static Value long_by_trunc(MinipyVM *vm, Value a, Value method)
{
    Value r = VALUE_NULL;
    if (error_warn(vm, EXC_DeprecationWarning, 1,
                   "The delegation of int() to __trunc__ is deprecated.") == 0)
        r = call0(vm, method);
    if (!r)
        return VALUE_NULL;
    if (value_is_int(r)) {
        Value plain = int_copy_exact(vm, r);
        value_decref(vm, r);
        return plain;
    }
    (void)a;
    if (!value_type(vm, r)->slots.nb_index) {
        error_set(vm, EXC_TypeError, "__trunc__ returned non-Integral (type %T)", r);
        value_decref(vm, r);
        return VALUE_NULL;
    }
    Value i = number_index(vm, r);
    value_decref(vm, r);
    return i;
}

Value number_long(MinipyVM *vm, Value a)
{
    if (value_is_int_imm(a))
        return a;
    if (value_is_exact(vm, a, KIND_INT))
        return value_incref(a);
    TypeSlots *s = &value_type(vm, a)->slots;
    if (s->nb_int)
        return plain_int_steal(vm, s->nb_int(vm, a), "__int__");
    if (s->nb_index)
        return number_index(vm, a);
    Value trunc = object_lookup_special(vm, a, NAME(vm, __trunc__));
    if (trunc) {
        Value r = long_by_trunc(vm, a, trunc);
        value_decref(vm, trunc);
        return r;
    }
    if (error_occurred(vm))
        return VALUE_NULL;
    if (is_text(a))
        return int_from_text(vm, a, 10);
    if (s->bf_getbuffer) {
        Value bytes = call1(vm, value_from_obj(vm->types[KIND_BYTES]), a);
        Value r = bytes ? int_from_text(vm, bytes, 10) : VALUE_NULL;
        value_xdecref(vm, bytes);
        return r;
    }
    return error_set(
        vm, EXC_TypeError,
        "int() argument must be a string, a bytes-like object or a real number, "
        "not '%T'",
        a);
}

static Value float_by_slot(MinipyVM *vm, Value a, UnarySlot f)
{
    Value r = f(vm, a);
    if (!r || value_is_float_imm(r) || value_is_exact(vm, r, KIND_FLOAT))
        return r;
    Value plain = VALUE_NULL;
    if (!value_is_float(r))
        error_set(vm, EXC_TypeError, "%.50T.__float__ returned non-float (type %.50T)",
                  a, r);
    else if (error_warn(
                 vm, EXC_DeprecationWarning, 1,
                 "%.50T.__float__ returned non-float (type %.50T).  The ability to "
                 "return an "
                 "instance of a strict subclass of float is deprecated, and may be "
                 "removed in a future version of Python.",
                 a, r) == 0)
        plain = float_new(vm, float_value(r));
    value_decref(vm, r);
    return plain;
}

Value number_float(MinipyVM *vm, Value a)
{
    if (value_is_float_imm(a))
        return a;
    if (value_is_exact(vm, a, KIND_FLOAT))
        return value_incref(a);
    TypeSlots *s = &value_type(vm, a)->slots;
    if (s->nb_float) /* a subclass of str may have one: before its text */
        return float_by_slot(vm, a, s->nb_float);
    if (s->nb_index) {
        double d = number_as_double(vm, a);
        return d == -1.0 && error_occurred(vm) ? VALUE_NULL : float_new(vm, d);
    }
    return float_from_text(vm, a);
}

int64_t number_as_ssize(MinipyVM *vm, Value a, int exc)
{
    if (value_is_int_imm(a))
        return value_imm(a);
    if (value_is_bool(a))
        return a == VALUE_TRUE;
    Value i = number_index(vm, a);
    if (!i)
        return -1;
    int overflow;
    int64_t n = int_as_i64_overflow(i, &overflow);
    value_decref(vm, i);
    if (!overflow || exc == EXC_NONE)
        return n;
    error_set(vm, (ExcId)exc, "cannot fit '%T' into an index-sized integer", a);
    return -1;
}
