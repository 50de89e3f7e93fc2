/* complex.c: the type complex.
 *
 * The formulas for quotient and power are the ones whose roundings CPython's users see
 * (Smith's division; repeated squaring for whole exponents up to 100, polar form
 * beyond), evaluated in the same order, so that results are equal to the last bit.
 */
#include <math.h>
#include <stddef.h>

#include "vm/core/ascii.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/numbers/dtoa.h"
#include "vm/numbers/format_spec.h"
#include "vm/numbers/float_private.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/text/unicode.h"

extern const TypeSpec complex_type_spec;

typedef struct Complex {
    double re, im;
} Complex;

enum { MAX_WHOLE_EXPONENT = 100 };

static Value from_c(MinipyVM *vm, Complex z)
{
    ComplexObj *o = (ComplexObj *)object_alloc(vm, vm->types[KIND_COMPLEX], 0);
    if (o == NULL)
        return VALUE_NULL;
    o->real = z.re;
    o->imag = z.im;
    return value_from_obj(o);
}

Value complex_new(MinipyVM *vm, double re, double im)
{
    return from_c(vm, (Complex){re, im});
}

static Complex to_c(Value v)
{
    return (Complex){COMPLEX(v)->real, COMPLEX(v)->imag};
}

/* ---- arithmetic ---------------------------------------------------------------- */

static Complex multiply(Complex a, Complex b)
{
    return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* b is not 0. */
static Complex divide(Complex a, Complex b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re;
        double scale = b.re + b.im * ratio;
        return (Complex){(a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale};
    }
    if (fabs(b.im) >= fabs(b.re)) {
        double ratio = b.re / b.im;
        double scale = b.re * ratio + b.im;
        return (Complex){(a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale};
    }
    return (Complex){NAN, NAN};
}

static bool is_zero(Complex z)
{
    return z.re == 0 && z.im == 0;
}

static Complex power_whole(Complex base, unsigned n)
{
    Complex result = {1, 0};
    for (; n != 0; n >>= 1) {
        if (n & 1)
            result = multiply(result, base);
        base = multiply(base, base);
    }
    return result;
}

/* Where the angle is infinite the sine has no value, and *domain is set. */
static Complex power_polar(Complex a, Complex b, bool *domain)
{
    double length = hypot(a.re, a.im);
    double angle = atan2(a.im, a.re);
    double scale = pow(length, b.re);
    double phase = angle * b.re;
    if (b.im != 0) {
        scale /= exp(angle * b.im);
        phase += b.im * log(length);
    }
    *domain = isinf(phase);
    return (Complex){scale * cos(phase), scale * sin(phase)};
}

static Value power_of_zero(MinipyVM *vm)
{
    return error_set(vm, EXC_ZeroDivisionError, "0.0 to a negative or complex power");
}

static Value power(MinipyVM *vm, Complex a, Complex b)
{
    Complex result;
    bool domain = false;
    bool whole = b.im == 0 && b.re == floor(b.re) && fabs(b.re) <= MAX_WHOLE_EXPONENT;
    if (is_zero(b))
        return complex_new(vm, 1, 0);
    if (is_zero(a) && (b.im != 0 || b.re < 0))
        return power_of_zero(vm);
    if (whole && b.re > 0) { /* of zero, too: its signs count */
        result = power_whole(a, (unsigned)b.re);
    } else if (is_zero(a)) {
        return complex_new(vm, 0, 0);
    } else if (whole) {
        Complex inverse = power_whole(a, (unsigned)-b.re);
        if (is_zero(inverse))
            return power_of_zero(vm);
        result = divide((Complex){1, 0}, inverse);
    } else {
        result = power_polar(a, b, &domain);
    }
    if (isinf(result.re) || isinf(result.im))
        return error_set(vm, EXC_OverflowError, "complex exponentiation");
    return domain ? power_of_zero(vm) : from_c(vm, result);
}

Value complex_pow_double(MinipyVM *vm, double a, double b, double c, double d)
{
    return power(vm, (Complex){a, b}, (Complex){c, d});
}

/* ---- slots --------------------------------------------------------------------- */

/* The operand as a complex: 1, 0 if it is no number, -1 on OverflowError. */
static int operand(MinipyVM *vm, Value v, Complex *out)
{
    if (value_is_kind(v, KIND_COMPLEX)) {
        *out = to_c(v);
        return 1;
    }
    out->im = 0;
    return float_operand(vm, v, &out->re);
}

static int operands(MinipyVM *vm, Value a, Value b, Complex *x, Complex *y)
{
    int status = operand(vm, a, x);
    return status <= 0 ? status : operand(vm, b, y);
}

static Value no_result(int status)
{
    return status == 0 ? VALUE_NOT_IMPLEMENTED : VALUE_NULL;
}

static Value slot_add(MinipyVM *vm, Value a, Value b)
{
    Complex x, y;
    int status = operands(vm, a, b, &x, &y);
    return status <= 0 ? no_result(status) : complex_new(vm, x.re + y.re, x.im + y.im);
}

static Value slot_subtract(MinipyVM *vm, Value a, Value b)
{
    Complex x, y;
    int status = operands(vm, a, b, &x, &y);
    return status <= 0 ? no_result(status) : complex_new(vm, x.re - y.re, x.im - y.im);
}

static Value slot_multiply(MinipyVM *vm, Value a, Value b)
{
    Complex x, y;
    int status = operands(vm, a, b, &x, &y);
    return status <= 0 ? no_result(status) : from_c(vm, multiply(x, y));
}

/* A complex itself, a float or an int at hand; false: ask the slots. */
static inline bool operand_at_hand(MinipyVM *vm, Value v, Complex *out)
{
    if (value_is_exact(vm, v, KIND_COMPLEX))
        *out = to_c(v);
    else if (value_is_float_imm(v))
        *out = (Complex){value_float_imm(v), 0};
    else if (value_is_int_imm(v))
        *out = (Complex){(double)value_imm(v), 0};
    else
        return false;
    return true;
}

/* z, in an operand that nobody holds but who asks. */
static Value combined(MinipyVM *vm, Value a, Value b, Complex z)
{
    Value free = value_is_obj(a) && value_obj(a)->refs == 1   ? a
                 : value_is_obj(b) && value_obj(b)->refs == 1 ? b
                                                              : VALUE_NULL;
    if (!free)
        return from_c(vm, z);
    COMPLEX(free)->real = z.re;
    COMPLEX(free)->imag = z.im;
    return value_incref(free);
}

bool complex_combine(MinipyVM *vm, Value a, Value b, char op, Value *out)
{
    Complex x, y;
    if (!operand_at_hand(vm, a, &x) || !operand_at_hand(vm, b, &y))
        return false;
    Complex z = op == '*'   ? multiply(x, y)
                : op == '+' ? (Complex){x.re + y.re, x.im + y.im}
                            : (Complex){x.re - y.re, x.im - y.im};
    *out = combined(vm, a, b, z);
    return true;
}

static Value slot_true_divide(MinipyVM *vm, Value a, Value b)
{
    Complex x, y;
    int status = operands(vm, a, b, &x, &y);
    if (status <= 0)
        return no_result(status);
    if (is_zero(y))
        return error_set(vm, EXC_ZeroDivisionError, "complex division by zero");
    return from_c(vm, divide(x, y));
}

static Value slot_power(MinipyVM *vm, Value a, Value b, Value c)
{
    Complex x, y;
    int status = operands(vm, a, b, &x, &y);
    if (status <= 0)
        return no_result(status);
    if (c != VALUE_NONE)
        return error_set(vm, EXC_ValueError, "complex modulo");
    return power(vm, x, y);
}

static Value slot_negative(MinipyVM *vm, Value v)
{
    return complex_new(vm, -COMPLEX(v)->real, -COMPLEX(v)->imag);
}

static Value slot_positive(MinipyVM *vm, Value v)
{
    if (value_is_exact(vm, v, KIND_COMPLEX))
        return value_incref(v);
    return from_c(vm, to_c(v));
}

static Value slot_absolute(MinipyVM *vm, Value v)
{
    Complex z = to_c(v);
    double length = hypot(z.re, z.im);
    if (isinf(length) && isfinite(z.re) && isfinite(z.im))
        return error_set(vm, EXC_OverflowError, "absolute value too large");
    return float_new(vm, length);
}

static int slot_bool(MinipyVM *vm, Value v)
{
    (void)vm;
    return !is_zero(to_c(v));
}

static int64_t slot_hash(MinipyVM *vm, Value v)
{
    const uint64_t factor = 1000003;
    uint64_t real = (uint64_t)float_hash(vm, COMPLEX(v)->real, v);
    uint64_t imag = (uint64_t)float_hash(vm, COMPLEX(v)->imag, v);
    int64_t hash = (int64_t)(real + factor * imag);
    return hash == -1 ? -2 : hash;
}

static Value slot_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    Complex x = to_c(a);
    bool equal;
    (void)vm;
    if (op != CMP_EQ && op != CMP_NE)
        return VALUE_NOT_IMPLEMENTED;
    if (value_is_kind(b, KIND_COMPLEX)) {
        Complex y = to_c(b);
        equal = x.re == y.re && x.im == y.im;
    } else if (value_is_float(b)) {
        equal = x.re == float_value(b) && x.im == 0;
    } else if (value_is_int(b)) {
        equal = x.im == 0 && !isnan(x.re) && float_compare_int(x.re, b) == 0;
    } else {
        return VALUE_NOT_IMPLEMENTED;
    }
    return value_from_bool(equal == (op == CMP_EQ));
}

static Value slot_repr(MinipyVM *vm, Value v)
{
    char buf[80];
    size_t n = 0;
    Complex z = to_c(v);
    if (z.re == 0 && !signbit(z.re)) {
        n = double_format(buf, z.im, 'r', 0, 0);
        buf[n++] = 'j';
    } else {
        buf[n++] = '(';
        n += double_format(buf + n, z.re, 'r', 0, 0);
        n += double_format(buf + n, z.im, 'r', 0, DTOA_SIGN);
        buf[n++] = 'j';
        buf[n++] = ')';
    }
    return str_from_ascii(vm, buf, (int64_t)n);
}

/* ---- reading text -------------------------------------------------------------- */

static const char *skip_space(const char *p, const char *end)
{
    while (p < end && ascii_is_text_space(*p))
        p++;
    return p;
}

/* The j of an imaginary part. */
static bool take_j(const char **p, const char *end)
{
    if (*p < end && (**p | 32) == 'j') {
        ++*p;
        return true;
    }
    return false;
}

/* A number, or a sign alone (which stands for 1 with that sign). */
static const char *scan_imaginary(const char *p, const char *end, double *out)
{
    size_t n = double_parse_prefix(p, (size_t)(end - p), out);
    if (n > 0)
        return p + n;
    *out = *p == '-' ? -1.0 : 1.0;
    return p + (*p == '+' || *p == '-');
}

/* real, imaginary j, or both; returns where it ends, NULL if malformed. */
static const char *scan_parts(const char *p, const char *end, Complex *z)
{
    double first;
    if (p == end)
        return NULL;
    size_t n = double_parse_prefix(p, (size_t)(end - p), &first);
    if (n == 0) {
        p = scan_imaginary(p, end, &z->im);
        return take_j(&p, end) ? p : NULL;
    }
    p += n;
    if (p < end && (*p == '+' || *p == '-')) {
        z->re = first;
        p = scan_imaginary(p, end, &z->im);
        return take_j(&p, end) ? p : NULL;
    }
    if (take_j(&p, end))
        z->im = first;
    else
        z->re = first;
    return p;
}

static bool parse_complex(const char *p, const char *end, Complex *z)
{
    *z = (Complex){0, 0};
    p = skip_space(p, end);
    bool bracket = p < end && *p == '(';
    if (bracket)
        p = skip_space(p + 1, end);
    p = scan_parts(p, end, z);
    if (p == NULL)
        return false;
    p = skip_space(p, end);
    if (bracket) {
        if (p == end || *p != ')')
            return false;
        p = skip_space(p + 1, end);
    }
    return p == end;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ASCII text of s without underscores between digits; its length, or -1 if one is
 * elsewhere. `buf` has room for s. */
static int64_t plain_text(const StrObj *s, char *buf)
{
    int64_t n = 0;
    bool after_underscore = false;
    for (int64_t i = 0; i < s->length; i++) {
        char c = unicode_to_number_char(str_char_at(s, i));
        if (c == '_') {
            if (after_underscore || n == 0 || !is_digit(buf[n - 1]))
                return -1;
            after_underscore = true;
            continue;
        }
        if (after_underscore && !is_digit(c))
            return -1;
        after_underscore = false;
        buf[n++] = c;
    }
    return after_underscore ? -1 : n;
}

static Value from_text(MinipyVM *vm, Value text)
{
    char small[64];
    Complex z;
    int64_t size = str_length(text);
    char *buf = size <= (int64_t)sizeof small ? small : mem_alloc(vm, (size_t)size);
    if (buf == NULL)
        return VALUE_NULL;
    int64_t n = plain_text(STR(text), buf);
    if (n < 0) { /* underscores at fault: CPython's helper says so in its own words */
        if (buf != small)
            mem_free(vm, buf);
        return error_set(vm, EXC_ValueError, "could not convert string to complex: %R",
                         text);
    }
    bool ok = n >= 0 && parse_complex(buf, buf + n, &z);
    if (buf != small)
        mem_free(vm, buf);
    if (!ok)
        return error_set(vm, EXC_ValueError, "complex() arg is a malformed string");
    return from_c(vm, z);
}

/* ---- construction -------------------------------------------------------------- */

int complex_from_special(MinipyVM *vm, Value v, Value *out)
{
    *out = VALUE_NULL;
    if (value_is_exact(vm, v, KIND_COMPLEX) || value_is_int_imm(v) ||
        value_is_float_imm(v))
        return 0;
    Value method = object_lookup_special(vm, v, NAME(vm, __complex__));
    if (method == VALUE_NULL)
        return error_occurred(vm) ? -1 : 0;
    Value result = call0(vm, method);
    value_decref(vm, method);
    if (result == VALUE_NULL)
        return -1;
    if (!value_is_kind(result, KIND_COMPLEX)) {
        error_set(vm, EXC_TypeError, "__complex__ returned non-complex (type %T)",
                  result);
        value_decref(vm, result);
        return -1;
    }
    if (!value_is_exact(vm, result, KIND_COMPLEX) &&
        error_warn(
            vm, EXC_DeprecationWarning, 1,
            "__complex__ returned non-complex (type %T).  The ability to return an "
            "instance of a strict subclass of complex is deprecated, and may be "
            "removed in a future version of Python.",
            result) < 0) {
        value_decref(vm, result);
        return -1;
    }
    *out = result;
    return 1;
}

static bool is_number(MinipyVM *vm, Value v)
{
    const TypeSlots *slots = &value_type(vm, v)->slots;
    return slots->nb_float != NULL || slots->nb_index != NULL ||
           value_is_kind(v, KIND_COMPLEX);
}

/* One argument of complex(): its value, and whether it was a complex itself. */
static int argument(MinipyVM *vm, Value v, Complex *out, bool *is_complex)
{
    *is_complex = value_is_kind(v, KIND_COMPLEX);
    if (*is_complex) {
        *out = to_c(v);
        return 0;
    }
    Value f = number_float(vm, v);
    if (f == VALUE_NULL)
        return -1;
    *out = (Complex){float_value(f), 0};
    value_decref(vm, f);
    return 0;
}

/* complex(r, i) of numbers; i may be VALUE_NULL. */
static int from_parts(MinipyVM *vm, Value r, Value i, Complex *out)
{
    Complex real = {0, 0}, imag = {0, 0};
    bool real_complex = false, imag_complex = false;
    if (!is_number(vm, r)) {
        error_set(vm, EXC_TypeError,
                  "complex() first argument must be a string or a number, not '%T'", r);
        return -1;
    }
    if (i != VALUE_NULL && !is_number(vm, i)) {
        error_set(vm, EXC_TypeError,
                  "complex() second argument must be a number, not '%T'", i);
        return -1;
    }
    if (argument(vm, r, &real, &real_complex) < 0 ||
        (i != VALUE_NULL && argument(vm, i, &imag, &imag_complex) < 0))
        return -1;
    if (i == VALUE_NULL) {
        imag.re = real.im;
    } else {
        if (imag_complex)
            real.re -= imag.im;
        if (real_complex)
            imag.re += real.im;
    }
    *out = (Complex){real.re, imag.re};
    return 0;
}

static Value subclass_new_steal(MinipyVM *vm, TypeObj *cls, Value exact)
{
    if (exact == VALUE_NULL || cls == vm->types[KIND_COMPLEX])
        return exact;
    ComplexObj *o = (ComplexObj *)object_alloc(vm, cls, 0);
    if (o != NULL) {
        o->real = COMPLEX(exact)->real;
        o->imag = COMPLEX(exact)->imag;
    }
    value_decref(vm, exact);
    return value_from_obj(o);
}

static Value new_from_text(MinipyVM *vm, TypeObj *cls, Value r, Value i)
{
    if (i != VALUE_NULL) {
        return error_set(vm, EXC_TypeError,
                         "complex() can't take second arg if first is a string");
    }
    return subclass_new_steal(vm, cls, from_text(vm, r));
}

static Value complex_type_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "complex",
                                  .signature = "(real=None, imag=None)"};
    Value a[2] = {VALUE_NULL, VALUE_NULL};
    Complex z;
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    Value r = a[0] == VALUE_NULL ? value_from_imm(0) : a[0];
    Value i = a[1];
    if (i == VALUE_NULL && cls == vm->types[KIND_COMPLEX] &&
        value_is_exact(vm, r, KIND_COMPLEX))
        return value_incref(r);
    if (value_is_str(r))
        return new_from_text(vm, cls, r, i);
    if (i != VALUE_NULL && value_is_str(i))
        return error_set(vm, EXC_TypeError, "complex() second arg can't be a string");
    Value special;
    int found = complex_from_special(vm, r, &special);
    if (found < 0)
        return VALUE_NULL;
    int status = from_parts(vm, found ? special : r, i, &z);
    value_xdecref(vm, special);
    return status < 0 ? VALUE_NULL : subclass_new_steal(vm, cls, from_c(vm, z));
}

/* ---- methods ------------------------------------------------------------------- */

FN(method_conjugate)
{
    return complex_new(vm, COMPLEX(self)->real, -COMPLEX(self)->imag);
}

FN(method_complex)
{
    return slot_positive(vm, self);
}

FN(method_getnewargs)
{
    Value pair[2] = {float_new(vm, COMPLEX(self)->real),
                     float_new(vm, COMPLEX(self)->imag)};
    if (pair[0] == VALUE_NULL || pair[1] == VALUE_NULL) {
        value_xdecref(vm, pair[0]);
        value_xdecref(vm, pair[1]);
        return VALUE_NULL;
    }
    return tuple_from_steal(vm, pair, 2);
}

FN(method_format)
{
    return number_format_method(vm, self, args[0], complex_format_spec);
}

static METHODS(methods,
    {"conjugate", method_conjugate, 0, "($self, /)", "The complex conjugate."},
    {"__complex__", method_complex, 0, "($self, /)", "A plain complex of the same value."},
    {"__getnewargs__", method_getnewargs, 0, "($self, /)", NULL},
    {"__format__", method_format, 0, "($self, format_spec, /)", "Formats by the mini-language."},
);

static MEMBERS(members,
    {"real", MEMBER_DOUBLE, offsetof(ComplexObj, real), true, "the real part of a complex number"},
    {"imag", MEMBER_DOUBLE, offsetof(ComplexObj, imag), true, "the imaginary part of a complex number"},
);

TYPE_SPEC(complex_type_spec,
    .name = "complex",
    .doc = "complex(real=0, imag=0)\n--\n\nThe complex number real + imag * 1j, or the one that a string spells.",
    .flags = TYPE_BASE | TYPE_COMBINED, .basicsize = sizeof(ComplexObj),
    .slots = {.getattro = object_generic_getattr, .repr = slot_repr, .hash = slot_hash, .richcompare = slot_compare,
              .new_ = complex_type_new, .nb_add = slot_add, .nb_subtract = slot_subtract, .nb_multiply = slot_multiply,
              .nb_power = slot_power, .nb_negative = slot_negative, .nb_positive = slot_positive,
              .nb_absolute = slot_absolute, .nb_bool = slot_bool, .nb_true_divide = slot_true_divide},
    .methods = methods, .members = members,
);
