/* int_type.c: the type int: its slots, constructor and methods.
 *
 * Slots answer NotImplemented for operands that are no ints and otherwise lead to
 * int_arith.c. bool (bool.c) inherits all of it.
 */
#include <math.h>
#include <stddef.h>

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/numbers/format_spec.h"
#include "vm/bytes/bytes.h"
#include "vm/bytes/buffer.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"
#include "vm/containers/sequence.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"

extern const TypeSpec int_type_spec;

/* ---- slots --------------------------------------------------------------------- */

#define INT_BINARY(name, function)                                                     \
    static Value name(MinipyVM *vm, Value a, Value b)                                  \
    {                                                                                  \
        if (!value_is_int(a) || !value_is_int(b)) {                                    \
            return VALUE_NOT_IMPLEMENTED;                                              \
        }                                                                              \
        return function(vm, a, b);                                                     \
    }
INT_BINARY(slot_add, int_add)
INT_BINARY(slot_subtract, int_sub)
INT_BINARY(slot_multiply, int_mul)
INT_BINARY(slot_floor_divide, int_floordiv)
INT_BINARY(slot_remainder, int_mod)
INT_BINARY(slot_true_divide, int_truediv)
INT_BINARY(slot_lshift, int_lshift)
INT_BINARY(slot_rshift, int_rshift)
INT_BINARY(slot_and, int_and)
INT_BINARY(slot_or, int_or)
INT_BINARY(slot_xor, int_xor)

static Value slot_divmod(MinipyVM *vm, Value a, Value b)
{
    Value pair[2];
    if (!value_is_int(a) || !value_is_int(b))
        return VALUE_NOT_IMPLEMENTED;
    if (int_is_zero(b)) {
        return error_set(vm, EXC_ZeroDivisionError,
                         "integer division or modulo by zero");
    }
    if (int_divmod_floor(vm, a, b, &pair[0], &pair[1]) < 0)
        return VALUE_NULL;
    return tuple_from_steal(vm, pair, 2);
}

static Value slot_power(MinipyVM *vm, Value a, Value b, Value c)
{
    if (!value_is_int(a) || !value_is_int(b) || (c != VALUE_NONE && !value_is_int(c)))
        return VALUE_NOT_IMPLEMENTED;
    return int_pow(vm, a, b, c);
}

static Value slot_absolute(MinipyVM *vm, Value v)
{
    if (value_is_int_imm(v) && value_imm(v) >= 0)
        return v;
    return int_sign(v) < 0 ? int_neg(vm, v) : int_copy_exact(vm, v);
}

static Value slot_invert(MinipyVM *vm, Value v)
{
    Value negated = int_neg(vm, v);
    if (negated == VALUE_NULL)
        return VALUE_NULL;
    Value result = int_sub(vm, negated, value_from_imm(1));
    value_decref(vm, negated);
    return result;
}

static int slot_bool(MinipyVM *vm, Value v)
{
    (void)vm;
    return int_sign(v) != 0;
}

static Value slot_float(MinipyVM *vm, Value v)
{
    double d = int_as_double(vm, v);
    return d == -1.0 && error_occurred(vm) ? VALUE_NULL : float_new(vm, d);
}

static int64_t slot_hash(MinipyVM *vm, Value v)
{
    (void)vm;
    return int_hash(v);
}

static Value slot_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if (!value_is_int(a) || !value_is_int(b))
        return VALUE_NOT_IMPLEMENTED;
    int order = int_compare(a, b);
    return value_from_bool(compare_by_order(order, op));
}

/* ---- construction -------------------------------------------------------------- */

/* An instance of the subclass cls with the value of the int `exact` (taken over). */
static Value subclass_new_steal(MinipyVM *vm, TypeObj *cls, Value exact)
{
    IntView view;
    if (exact == VALUE_NULL)
        return VALUE_NULL;
    int_view(exact, &view);
    IntObj *o = (IntObj *)object_alloc(vm, cls, view.size > 0 ? view.size : 1);
    if (o != NULL) {
        limbs_copy(o->limbs, view.limbs, view.size);
        o->size = view.negative ? -(int32_t)view.size : (int32_t)view.size;
    }
    value_decref(vm, exact);
    return value_from_obj(o);
}

static Value new_with_base(MinipyVM *vm, Value x, Value base_value)
{
    if (x == VALUE_NULL)
        return error_set(vm, EXC_TypeError, "int() missing string argument");
    int64_t base = number_as_ssize(vm, base_value, EXC_NONE);
    if (base == -1 && error_occurred(vm))
        return VALUE_NULL;
    if (base != 0 && (base < 2 || base > 36))
        return error_set(vm, EXC_ValueError, "int() base must be >= 2 and <= 36, or 0");
    if (value_is_str(x) || value_is_bytes(x) || value_is_kind(x, KIND_BYTEARRAY))
        return int_from_text(vm, x, (int)base);
    return error_set(vm, EXC_TypeError,
                     "int() can't convert non-string with explicit base");
}

static Value int_type_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "int", .signature = "(x=0, /, base=10)"};
    Value a[2] = {VALUE_NULL, VALUE_NULL};
    Value result;
    if (kwnames == VALUE_NULL && nargs == 1)
        a[0] = args[0];
    else if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    if (a[1] != VALUE_NULL)
        result = new_with_base(vm, a[0], a[1]);
    else if (a[0] == VALUE_NULL)
        result = value_from_imm(0);
    else
        result = number_long(vm, a[0]);
    return cls == vm->types[KIND_INT] ? result : subclass_new_steal(vm, cls, result);
}

static int64_t nitems(Object *o)
{
    int64_t size = ((IntObj *)o)->size;
    size = size < 0 ? -size : size;
    return size > 0 ? size : 1;
}

/* ---- methods ------------------------------------------------------------------- */

FN(method_self)
{
    return int_copy_exact(vm, self);
}

FN(method_bit_length)
{
    return int_new(vm, int_bit_length(self));
}

FN(method_bit_count)
{
    IntView view;
    int_view(self, &view);
    return int_new(vm,
                   view.size == 0 ? 0 : (int64_t)mpn_popcount(view.limbs, view.size));
}

FN(method_as_integer_ratio)
{
    Value pair[2] = {int_copy_exact(vm, self), value_from_imm(1)};
    return pair[0] == VALUE_NULL ? VALUE_NULL : tuple_from_steal(vm, pair, 2);
}

FN(method_getnewargs)
{
    Value copy = int_copy_exact(vm, self);
    return copy == VALUE_NULL ? VALUE_NULL : tuple_from_steal(vm, &copy, 1);
}

FN(method_format)
{
    return number_format_method(vm, self, args[0], int_format_spec);
}

FN(method_round)
{
    if (nargs == 0)
        return int_copy_exact(vm, self);
    Value digits = number_index(vm, args[0]);
    if (digits == VALUE_NULL)
        return VALUE_NULL;
    Value result = VALUE_NULL;
    if (int_sign(digits) >= 0) {
        result = int_copy_exact(vm, self);
    } else {
        Value tens = int_neg(vm, digits);
        if (tens != VALUE_NULL) {
            result = int_round_tens(vm, self, tens);
            value_decref(vm, tens);
        }
    }
    value_decref(vm, digits);
    return result;
}

/* What CPython's int takes: a header of 24 bytes and digits of 30 bits. */
FN(method_sizeof)
{
    int64_t digits = (int_bit_length(self) + 29) / 30;
    int64_t added = value_is_obj(self) ? type_added_size(self) : 0;
    return int_new(vm, 24 + added + 4 * (digits > 0 ? digits : 1));
}

/* ---- bytes --------------------------------------------------------------------- */

/* 1 for "little", 0 for "big", -1 with an exception. VALUE_NULL: the default, big. */
static int is_little(MinipyVM *vm, const char *fname, Value order)
{
    if (order == VALUE_NULL)
        return 0;
    if (!value_is_str(order)) {
        arg_type_error(vm, fname, "byteorder", "str", order);
        return -1;
    }
    if (str_equal_ascii(order, "little"))
        return 1;
    if (str_equal_ascii(order, "big"))
        return 0;
    error_set(vm, EXC_ValueError, "byteorder must be either 'little' or 'big'");
    return -1;
}

/* The eight bytes of a limb, of which the first is the least if `little`. */
static inline void put_word(uint8_t *to, uint64_t word, bool little)
{
    if (little != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
        word = __builtin_bswap64(word);
    memcpy(to, &word, sizeof word);
}

static inline uint64_t get_word(const uint8_t *from, bool little)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return little == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
               ? word
               : __builtin_bswap64(word);
}

/* Writes size bytes of two's complement. False when the number does not fit. */
static bool put_bytes(uint8_t *out, int64_t size, const IntView *v, bool little,
                      bool is_signed)
{
    unsigned carry = v->negative;
    bool rest = false; /* a bit beyond the end */
    uint8_t top = 0;
    int64_t whole = v->size < size / 8 ? v->size : size / 8, i = whole * 8;
    for (int64_t k = 0; k < whole; k++) {
        uint64_t limb = v->negative ? ~v->limbs[k] + carry : v->limbs[k];
        carry = carry && limb == 0;
        top = (uint8_t)(limb >> 56);
        put_word(out + (little ? 8 * k : size - 8 - 8 * k), limb, little);
    }
    for (; i < v->size * 8 || i < size; i++) {
        mp_limb_t limb = i / 8 < v->size ? v->limbs[i / 8] : 0;
        uint8_t byte = (uint8_t)(limb >> (i % 8 * 8));
        if (v->negative) {
            unsigned sum = (uint8_t)~byte + carry;
            byte = (uint8_t)sum;
            carry = sum >> 8;
        }
        if (i < size) {
            out[little ? i : size - 1 - i] = byte;
            top = byte;
        } else if (byte != (v->negative ? 0xff : 0)) {
            rest = true;
        }
    }
    if (rest)
        return false;
    if (size == 0) /* CPython lets -1 pass, whose bytes are all sign */
        return v->size == 0 || (v->negative && v->size == 1 && v->limbs[0] == 1);
    return !is_signed || v->size == 0 || (top >> 7) == v->negative;
}

int int_to_bytes(MinipyVM *vm, Value v, uint8_t *out, int64_t size, bool little,
                 bool is_signed)
{
    IntView view;
    int_view(v, &view);
    if (view.negative && !is_signed)
        error_set(vm, EXC_OverflowError, "can't convert negative int to unsigned");
    else if (!put_bytes(out, size, &view, little, is_signed))
        error_set(vm, EXC_OverflowError, "int too big to convert");
    else
        return 0;
    return -1;
}

FN(method_to_bytes)
{
    int64_t length = 1;
    if (GIVEN(0) && !arg_ssize(vm, GIVEN(0), &length))
        return VALUE_NULL;
    int little = is_little(vm, "to_bytes", GIVEN(1));
    int is_signed = GIVEN(2) ? object_is_true(vm, GIVEN(2)) : 0;
    if (little < 0 || is_signed < 0)
        return VALUE_NULL;
    if (length < 0)
        return error_set(vm, EXC_ValueError, "length argument must be non-negative");
    Value result = bytes_alloc(vm, length);
    if (result != VALUE_NULL &&
        int_to_bytes(vm, self, BYTES(result)->data, length, little, is_signed) < 0)
        value_clear(vm, &result);
    return result;
}

Value int_from_bytes(MinipyVM *vm, const uint8_t *data, int64_t size, bool little,
                     bool is_signed)
{
    IntObj *o = int_alloc(vm, size / 8 + 1);
    if (o == NULL)
        return VALUE_NULL;
    int64_t n = size / 8 + 1;
    bool negative = is_signed && size > 0 && data[little ? size - 1 : 0] >= 0x80;
    for (int64_t k = 0; k < n - 1; k++)
        o->limbs[k] = get_word(data + (little ? 8 * k : size - 8 - 8 * k), little);
    o->limbs[n - 1] = 0;
    for (int64_t i = 8 * (n - 1); i < size; i++) {
        uint8_t byte = data[little ? i : size - 1 - i];
        o->limbs[i / 8] |= (mp_limb_t)byte << (i % 8 * 8);
    }
    if (negative) {
        for (int64_t i = size; i < n * 8; i++)
            o->limbs[i / 8] |= (mp_limb_t)0xff << (i % 8 * 8);
        mpn_neg(o->limbs, o->limbs, n);
    }
    return int_finish(vm, o, n, negative);
}

/* The bytes that an object has by __bytes__, a buffer or its items: not by __index__,
 * as bytes() would have them. */
static Value bytes_held(MinipyVM *vm, Value v)
{
    Value type = value_from_obj(vm->types[KIND_BYTES]);
    if (value_is_exact(vm, v, KIND_BYTES))
        return value_incref(v);
    if (type_lookup_borrow(vm, value_type(vm, v), NAME(vm, __bytes__)))
        return call1(vm, type, v);
    if (buffer_supported(vm, v))
        return buffer_bytes_of(vm, v, BUF_FULL);
    Value items = value_is_str(v) ? VALUE_NULL : sequence_list(vm, v);
    if (!items && (value_is_str(v) || error_matches(vm, EXC_TypeError))) {
        error_clear(vm);
        return error_set(vm, EXC_TypeError, "cannot convert '%T' object to bytes", v);
    }
    Value r = items ? call1(vm, type, items) : VALUE_NULL;
    value_xdecref(vm, items);
    return r;
}

FN(method_from_bytes)
{
    int little = is_little(vm, "from_bytes", GIVEN(1));
    int is_signed = GIVEN(2) ? object_is_true(vm, GIVEN(2)) : 0;
    if (little < 0 || is_signed < 0)
        return VALUE_NULL;
    Value bytes = bytes_held(vm, args[0]);
    if (bytes == VALUE_NULL)
        return VALUE_NULL;
    Value result =
        int_from_bytes(vm, BYTES(bytes)->data, BYTES(bytes)->size, little, is_signed);
    value_decref(vm, bytes);
    if (result != VALUE_NULL && self != value_from_obj(vm->types[KIND_INT])) {
        Value converted = call1(vm, self, result);
        value_decref(vm, result);
        return converted;
    }
    return result;
}

/* ---- the type ------------------------------------------------------------------ */

GETTER(get_self)
{
    return int_copy_exact(vm, self);
}

GETTER(get_zero)
{
    return value_from_imm(0);
}

GETTER(get_one)
{
    return value_from_imm(1);
}

static GETSETS(getsets,
    {"real", get_self, NULL, "the real part of a complex number", NULL},
    {"imag", get_zero, NULL, "the imaginary part of a complex number", NULL},
    {"numerator", get_self, NULL, "the numerator of a rational number in lowest terms", NULL},
    {"denominator", get_one, NULL, "the denominator of a rational number in lowest terms", NULL},
);

static METHODS(methods,
    {"conjugate", method_self, M_UNSIGNED, "($self, /)", "Returns self, which is its own conjugate."},
    {"bit_length", method_bit_length, 0, "($self, /)", "The number of bits of abs(self), 0 for zero.\n\n"
     ">>> (5).bit_length(), (-5).bit_length(), (0).bit_length()\n(3, 3, 0)\n"},
    {"bit_count", method_bit_count, 0, "($self, /)", "The number of ones in the binary form of abs(self).\n\n"
     ">>> bin(-11)\n'-0b1011'\n>>> (-11).bit_count()\n3\n"},
    {"to_bytes", method_to_bytes, 0, "($self, /, length=1, byteorder='big', *, signed=False)",
     "The int as an array of length bytes."},
    {"from_bytes", method_from_bytes, M_CLASS, "($type, /, bytes, byteorder='big', *, signed=False)",
     "The int that an array of bytes represents."},
    {"as_integer_ratio", method_as_integer_ratio, 0, "($self, /)", "The pair (self, 1).\n\n"
     ">>> (-7).as_integer_ratio()\n(-7, 1)\n"},
    {"__trunc__", method_self, M_UNSIGNED, "($self, /)", "Returns self."},
    {"__floor__", method_self, M_UNSIGNED, "($self, /)", "Returns self."},
    {"__ceil__", method_self, M_UNSIGNED, "($self, /)", "Returns self."},
    {"__round__", method_round, 0, "($self, ndigits=<unrepresentable>, /)",
     "Rounds to a multiple of 10**-ndigits, ties to even."},
    {"__getnewargs__", method_getnewargs, 0, "($self, /)", NULL},
    {"__format__", method_format, 0, "($self, format_spec, /)", "Formats by the mini-language."},
    {"__sizeof__", method_sizeof, 0, "($self, /)", "The bytes that the int takes."},
);

TYPE_SPEC(int_type_spec,
    .name = "int",
    .doc = "int([x]) -> integer\nint(x, base=10) -> integer\n\nThe int of a number, truncated towards zero, or of "
           "text in a base from 2 to\n36; base 0 reads the text as Python source is read.\n\n>>> int('0x1f', base=0)\n"
           "31\n",
    .flags = TYPE_BASE | TYPE_MATCH_SELF, .basicsize = offsetof(IntObj, limbs), .itemsize = sizeof(mp_limb_t),
    .nitems = nitems, .death = int_death,
    .slots = {.getattro = object_generic_getattr, .repr = int_repr, .hash = slot_hash, .richcompare = slot_compare,
              .new_ = int_type_new, .nb_add = slot_add, .nb_subtract = slot_subtract, .nb_multiply = slot_multiply,
              .nb_remainder = slot_remainder, .nb_divmod = slot_divmod, .nb_power = slot_power, .nb_negative = int_neg,
              .nb_positive = int_copy_exact, .nb_absolute = slot_absolute, .nb_bool = slot_bool,
              .nb_invert = slot_invert, .nb_lshift = slot_lshift, .nb_rshift = slot_rshift, .nb_and = slot_and,
              .nb_xor = slot_xor, .nb_or = slot_or, .nb_int = int_copy_exact, .nb_float = slot_float,
              .nb_floor_divide = slot_floor_divide, .nb_true_divide = slot_true_divide, .nb_index = int_copy_exact},
    .methods = methods, .getsets = getsets,
);
