/* str_percent.c - FORMAT % ARGS, for str and for bytes. One reader of directives serves
 * both; they differ in where the format comes from and where the pieces go.
 *
 * Numbers are converted by percent_number (vm/numbers/format_spec.c).
 */
#include <string.h>

#include "vm/numbers/format_plain.h"
#include "vm/numbers/format_spec.h"
#include "vm/bytes/bytes_private.h"
#include "vm/core/copy.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/bytes/buffer.h"
#include "vm/objects/call.h"

typedef struct Percent {
    MinipyVM *vm;
    bool for_bytes;
    Text format;
    int64_t pos;
    Value args;    /* what stands right of the % */
    Value mapping; /* args when they can be one, else VALUE_NULL */
    Value named;   /* the value of the %(name) at hand, owned; VALUE_NULL: none */
    bool named_used;
    int64_t next; /* index of the next of a tuple's items */
    bool used;    /* a single argument has been taken */
    bool is_tuple;
    union {
        StrBuilder text;    /* str */
        BytesBuilder bytes; /* bytes */
    };
} Percent;

typedef struct Directive {
    unsigned flags;
    int64_t width, precision; /* precision -1: not given */
    uint32_t conversion;
    bool plain; /* "%%": nothing between */
} Directive;

static inline bool has_failed(const Percent *p)
{
    return p->for_bytes ? p->bytes.failed : p->text.failed;
}

static int type_error(Percent *p, const char *message)
{
    error_set(p->vm, EXC_TypeError, "%s", message);
    return -1;
}

static int value_error(Percent *p, const char *message)
{
    error_set(p->vm, EXC_ValueError, "%s", message);
    return -1;
}

/* ---- arguments ------------------------------------------------------------------- */

/* The next argument, borrowed (VALUE_NULL and TypeError when there is none). What
 * %(name) gave is taken once: by a '*' if there is one. */
static Value next_argument(Percent *p)
{
    if (p->named && !p->named_used) {
        p->named_used = true;
        return p->named;
    }
    if (p->is_tuple) {
        if (p->next < tuple_size(p->args))
            return tuple_get_borrow(p->args, p->next++);
    } else if (!p->used) {
        p->used = true;
        return p->args;
    }
    return error_set(p->vm, EXC_TypeError, "not enough arguments for format string");
}

/* The key of %(key) as the mapping wants it: str or bytes. */
static Value read_key(Percent *p)
{
    int64_t start = ++p->pos;
    int depth = 1;

    while (p->pos < p->format.length) {
        uint32_t ch = text_at(p->format, p->pos++);
        if (ch == '(')
            depth++;
        else if (ch == ')' && --depth == 0) {
            Text key = text_slice(p->format, start, p->pos - 1);
            return p->for_bytes ? bytes_from(p->vm, key.data, key.length)
                                : str_from_text(p->vm, key);
        }
    }
    return error_set(p->vm, EXC_ValueError, "incomplete format key");
}

static int take_named(Percent *p)
{
    if (!p->mapping)
        return type_error(p, "format requires a mapping");
    Value key = read_key(p);
    if (!key)
        return -1;
    Value found = object_getitem(p->vm, p->mapping, key);
    value_decref(p->vm, key);
    if (!found)
        return -1;
    value_set_steal(p->vm, &p->named, found);
    p->named_used = false;
    /* A mapping's single values do not use up the arguments. */
    p->used = true;
    return 0;
}

/* ---- reading a directive --------------------------------------------------------- */

/* The character at the position; 0 at the end. */
static uint32_t peek(Percent *p)
{
    return p->pos < p->format.length ? text_at(p->format, p->pos) : 0;
}

/* A number, or the value of a '*'. LIMIT INT_MAX or INT64_MAX as CPython's C types. */
static int read_number(Percent *p, int64_t *out, int64_t limit, const char *star,
                       const char *too_big)
{
    if (peek(p) == '*') {
        Value v = next_argument(p);
        if (!v)
            return -1;
        if (!value_is_int(v))
            return type_error(p, star);
        int overflow;
        *out = int_as_i64_overflow(v, &overflow);
        if (overflow || *out > limit || *out < -limit - 1) {
            error_set(p->vm, EXC_OverflowError,
                      "Python int too large to convert to C %s",
                      limit == INT32_MAX ? "int" : "ssize_t");
            return -1;
        }
        p->pos++;
        return 0;
    }
    while (peek(p) >= '0' && peek(p) <= '9') {
        int digit = (int)(peek(p) - '0');
        if (*out > (limit - digit) / 10)
            return value_error(p, too_big);
        *out = *out * 10 + digit;
        p->pos++;
    }
    return 0;
}

static unsigned read_flags(Percent *p)
{
    unsigned flags = 0;

    for (;; p->pos++) {
        switch (peek(p)) {
        case '-': flags |= PERCENT_LEFT; continue;
        case '+': flags |= PERCENT_SIGN; continue;
        case ' ': flags |= PERCENT_BLANK; continue;
        case '#': flags |= PERCENT_ALT; continue;
        case '0': flags |= PERCENT_ZERO; continue;
        case 'z': /* bytes alone know the flag, as in CPython */
            if (p->for_bytes)
                continue;
            return flags;
        default: return flags;
        }
    }
}

/* What stands after a '%'. */
static int read_directive(Percent *p, Directive *d)
{
    *d = (Directive){.width = 0, .precision = -1, .plain = peek(p) == '%'};
    if (peek(p) == '(' && p->pos < p->format.length && take_named(p) < 0)
        return -1;
    d->flags = read_flags(p);
    if (read_number(p, &d->width, INT64_MAX, "* wants int", "width too big") < 0)
        return -1;
    if (d->width < 0) {
        d->flags |= PERCENT_LEFT;
        d->width = -d->width;
    }
    if (peek(p) == '.') {
        p->pos++;
        d->precision = 0;
        if (read_number(p, &d->precision, INT32_MAX, "* wants int",
                        p->for_bytes ? "prec too big" : "precision too big") < 0)
            return -1;
        if (d->precision < 0)
            d->precision = 0;
    }
    uint32_t ch = peek(p);
    if (ch == 'h' || ch == 'l' || ch == 'L')
        p->pos++;
    if (p->pos >= p->format.length)
        return value_error(p, "incomplete format");
    d->conversion = text_at(p->format, p->pos++);
    return 0;
}

/* ---- output ---------------------------------------------------------------------- */

static void put_fill(Percent *p, int64_t n)
{
    if (!p->for_bytes) {
        strbuilder_blanks(&p->text, n);
        return;
    }
    uint8_t *to = n > 0 ? bytesbuilder_reserve(&p->bytes, n) : NULL;
    if (to) {
        memset(to, ' ', (size_t)n);
        p->bytes.size += n;
    }
}

#define WIDTH_MAX (INT64_MAX / 16)

static int too_wide(Percent *p, int64_t width)
{
    if (width < WIDTH_MAX)
        return 0;
    error_set_oom(p->vm);
    return -1;
}

/* A piece of `size` characters or bytes, cut to the precision and padded to the width.
 * It is the str s, or where that is NULL, the bytes at data. */
static int put_piece(Percent *p, Value s, const void *data, int64_t size,
                     const Directive *d)
{
    if (d->precision >= 0 && size > d->precision)
        size = d->precision;
    if (too_wide(p, d->width) < 0)
        return -1;
    if (!(d->flags & PERCENT_LEFT))
        put_fill(p, d->width - size);
    if (s)
        strbuilder_slice(&p->text, s, 0, size);
    else
        bytesbuilder_add(&p->bytes, data, size);
    if (d->flags & PERCENT_LEFT)
        put_fill(p, d->width - size);
    return 0;
}

static int put_str(Percent *p, Value s, const Directive *d)
{
    return put_piece(p, s, NULL, STR(s)->length, d);
}

static int put_bytes(Percent *p, ByteSpan s, const Directive *d)
{
    return put_piece(p, VALUE_NULL, s.data, s.size, d);
}

static int put_number(Percent *p, Value v, const Directive *d)
{
    PercentSpec spec = {.conversion = (char)d->conversion,
                        .flags = d->flags,
                        .width = d->width,
                        .precision = d->precision,
                        .for_bytes = p->for_bytes};
    NumberText out;

    numbertext_init(&out);
    if (d->width >= WIDTH_MAX)
        spec.width = 0; /* what is no number is said before */
    int error = percent_number(p->vm, &out, v, &spec);
    if (error == 0)
        error = too_wide(p, d->width);
    if (error == 0 && p->for_bytes)
        bytesbuilder_add(&p->bytes, out.text, (int64_t)out.length);
    else if (error == 0)
        strbuilder_bytes(&p->text, out.text, (int64_t)out.length);
    numbertext_free(p->vm, &out);
    return error;
}

/* ---- conversions of str ---------------------------------------------------------- */

static int put_text_steal(Percent *p, Value s, const Directive *d)
{
    if (!s)
        return -1;
    int error = put_str(p, s, d);
    value_decref(p->vm, s);
    return error;
}

/* The number that %c shows: of an int below limit. -1: an exception. */
static int64_t char_number(Percent *p, Value v, int64_t limit, const char *needs,
                           const char *out_of_range)
{
    if (!value_is_int(v) && !value_type(p->vm, v)->slots.nb_index)
        return type_error(p, needs);
    Value number = number_index(p->vm, v);
    if (!number)
        return error_matches(p->vm, EXC_TypeError) ? type_error(p, needs) : -1;
    int overflow;
    int64_t n = int_as_i64_overflow(number, &overflow);
    value_decref(p->vm, number);
    if (!overflow && n >= 0 && n < limit)
        return n;
    error_set(p->vm, EXC_OverflowError, out_of_range);
    return -1;
}

/* %c of a str: a one-character string or a code point. */
static int put_char(Percent *p, Value v, const Directive *d)
{
    MinipyVM *vm = p->vm;
    Directive one = *d;

    one.precision = -1;
    if (value_is_str(v)) {
        if (STR(v)->length != 1)
            return type_error(p, "%c requires int or char");
        return put_str(p, v, &one);
    }
    int64_t cp = char_number(p, v, 0x110000, "%c requires int or char",
                             "%%c arg not in range(0x110000)");
    return cp < 0 ? -1 : put_text_steal(p, str_from_char(vm, (uint32_t)cp), &one);
}

static int convert_str(Percent *p, const Directive *d)
{
    Value v = next_argument(p);

    if (!v)
        return -1;
    bool bare = d->flags == 0 && d->width == 0 && d->precision < 0;
    switch (d->conversion) {
    case 's':
        return bare ? strbuilder_value(&p->text, v)
                    : put_text_steal(p, object_str(p->vm, v), d);
    case 'd':
    case 'i':
        if (bare && value_is_int_imm(v))
            return strbuilder_value(&p->text, v);
        return put_number(p, v, d);
    case 'r': return put_text_steal(p, object_repr(p->vm, v), d);
    case 'a': return put_text_steal(p, object_ascii(p->vm, v), d);
    case 'c': return put_char(p, v, d);
    default: return put_number(p, v, d);
    }
}

/* ---- conversions of bytes -------------------------------------------------------- */

/* %b and %s: anything with a buffer, or __bytes__. */
static int put_buffer(Percent *p, Value v, const Directive *d)
{
    MinipyVM *vm = p->vm;
    Value made = VALUE_NULL;
    Buffer view;

    if (value_is_bytes(v) || value_is_kind(v, KIND_BYTEARRAY))
        return put_bytes(p, bytes_span(v), d);
    Value method = object_lookup_special(vm, v, NAME(vm, __bytes__));
    if (method) {
        made = call0(vm, method);
        value_decref(vm, method);
        if (!made)
            return -1;
        if (!value_is_bytes(made)) {
            error_set(vm, EXC_TypeError, "__bytes__ returned non-bytes (type %T)",
                      made);
            value_decref(vm, made);
            return -1;
        }
        v = made;
    } else if (error_occurred(vm)) {
        return -1;
    } else if (!buffer_supported(vm, v)) {
        error_set(vm, EXC_TypeError,
                  "%%b requires a bytes-like object, or an object that implements "
                  "__bytes__, not '%.100T'",
                  v);
        return -1;
    }
    int error = buffer_get(vm, v, &view, BUF_SIMPLE);
    if (error == 0) {
        error = put_bytes(p, (ByteSpan){view.data, view.size}, d);
        buffer_release(vm, &view);
    }
    value_xdecref(vm, made);
    return error;
}

static int put_byte(Percent *p, Value v, const Directive *d)
{
    Directive one = *d;
    uint8_t byte = 0;

    one.precision = -1;
    if ((value_is_bytes(v) || value_is_kind(v, KIND_BYTEARRAY))) {
        if (bytes_span(v).size != 1)
            return type_error(p,
                              "%c requires an integer in range(256) or a single byte");
        byte = bytes_span(v).data[0];
    } else {
        int64_t n = char_number(p, v, 256,
                                "%c requires an integer in range(256) or a single byte",
                                "%%c arg not in range(256)");
        if (n < 0)
            return -1;
        byte = (uint8_t)n;
    }
    return put_bytes(p, (ByteSpan){&byte, 1}, &one);
}

static int convert_bytes(Percent *p, const Directive *d)
{
    Value v = next_argument(p);

    if (!v)
        return -1;
    switch (d->conversion) {
    case 's':
    case 'b': return put_buffer(p, v, d);
    case 'c': return put_byte(p, v, d);
    case 'r':
    case 'a': {
        Value text = object_ascii(p->vm, v);
        if (!text)
            return -1;
        int error = put_bytes(p, (ByteSpan){STR(text)->data, STR(text)->length}, d);
        value_decref(p->vm, text);
        return error;
    }
    case 'i': { /* which messages call %d here, as in CPython */
        Directive decimal = *d;
        decimal.conversion = 'd';
        return put_number(p, v, &decimal);
    }
    default: return put_number(p, v, d);
    }
}

/* ---- the whole ------------------------------------------------------------------- */

static int convert(Percent *p, const Directive *d)
{
    uint32_t ch = d->conversion;

    if (ch == '%' && d->plain) {
        if (p->for_bytes)
            bytesbuilder_byte(&p->bytes, '%');
        else
            strbuilder_char(&p->text, '%');
        return 0;
    }
    const char *known = p->for_bytes ? "sbracdiuoxXeEfFgG" : "sracdiuoxXeEfFgG";
    if (ch == 0 || ch >= 0x80 || !strchr(known, (int)ch)) {
        /* The argument is taken first, so that a missing one is what is reported. */
        if (!next_argument(p))
            return -1;
        error_set(p->vm, EXC_ValueError,
                  "unsupported format character '%c' (0x%x) at index %ld",
                  ch > 31 && ch < 127 ? (int)ch : '?', (unsigned)ch,
                  (long)(p->pos - 1));
        return -1;
    }
    return p->for_bytes ? convert_bytes(p, d) : convert_str(p, d);
}

/* Puts what stands before the next '%', or all that is left. */
static void put_literal(Percent *p, Value source)
{
    enum { NEAR = 16 }; /* so far without a call */
    int64_t start = p->pos, length = p->format.length, end = start;
    int64_t near = length - start < NEAR ? length : start + NEAR;
    while (end < near && text_at(p->format, end) != '%')
        end++;
    if (end == near) {
        int64_t n =
            text_find(p->vm, text_slice(p->format, end, length), (Text){"%", 1, 1}, 1);
        end = n < 0 ? length : end + n;
    }
    p->pos = end;
    if (end == start)
        return;
    if (p->for_bytes)
        bytesbuilder_add(&p->bytes, (const char *)p->format.data + start, end - start);
    else
        strbuilder_slice(&p->text, source, start, end);
}

/* A conversion of which nothing stands between the '%' and its letter, as mostly. 1: it
 * is done; 0: it is another; -1: error. */
static int convert_bare(Percent *p)
{
    uint32_t letter = peek(p);
    if (letter != 's' && letter != 'd' && letter != 'r')
        return 0;
    if (p->for_bytes && letter != 's')
        return 0;
    Value v = next_argument(p);
    if (!v)
        return -1;
    p->pos++;
    Directive bare = {.precision = -1, .conversion = letter};
    if (p->for_bytes)
        return put_buffer(p, v, &bare) < 0 ? -1 : 1;
    if (letter == 'd' && !value_is_int_imm(v))
        return put_number(p, v, &bare) < 0 ? -1 : 1;
    int error =
        letter == 'r' ? strbuilder_repr(&p->text, v) : strbuilder_value(&p->text, v);
    return error < 0 ? -1 : 1;
}

/* ---- what is short --------------------------------------------------------------- */

/* Most results are short, of ASCII, and of plain pieces: they are made on the stack and
 * copied once. What is not goes on from there in a builder. */
typedef struct Near {
    char *at, *end;
    char text[160];
} Near;

/* %s of a text of ASCII, or with %b of bytes, that fits. NULL: it is another. */
static char *near_text(const Percent *p, Value v, const PlainFormat *f, char *to,
                       const char *end)
{
    const void *data;
    int64_t n;

    if (p->for_bytes) {
        if (!value_is_exact(p->vm, v, KIND_BYTES))
            return NULL;
        data = BYTES(v)->data;
        n = BYTES(v)->size;
    } else {
        if (!value_is_exact(p->vm, v, KIND_STR) || !STR(v)->ascii)
            return NULL;
        data = STR(v)->data;
        n = STR(v)->length;
    }
    if (f->precision >= 0 && n > f->precision)
        n = f->precision;
    int64_t missing = f->width > n ? f->width - n : 0;
    if (n + missing > end - to)
        return NULL;
    if (f->left)
        to = copy_few(to, data, (size_t)n);
    while (missing-- > 0)
        *to++ = ' ';
    return f->left ? to : copy_few(to, data, (size_t)n);
}

/* An int of another class, or a bool, as a small one, whose text it has. */
static Value plain_int(Value v)
{
    int overflow;
    if (value_is_int_imm(v) || !value_is_int(v))
        return v;
    int64_t i = int_as_i64_overflow(v, &overflow);
    return !overflow && int_fits_imm(i) ? value_from_imm(i) : v;
}

/* %d of a float is of its whole part, as int() gives it. */
static Value whole_of(Value v)
{
    double d = value_is_float_imm(v) ? value_float_imm(v) : 0.5;
    return d > -1e15 && d < 1e15 && value_is_float_imm(v) ? value_from_imm((int64_t)d)
                                                          : v;
}

/* An int or float; NULL: it is another, or does not fit. */
static char *near_number(Value v, uint8_t letter, PlainFormat *f, char *to,
                         const char *end)
{
    bool decimal = letter == 'i' || letter == 'u' || letter == 'd';

    if (end - to < PLAIN_ROOM || letter == 'b') /* which is no letter of % for them */
        return NULL;
    if (decimal || letter == 'x' || letter == 'X' || letter == 'o')
        v = plain_int(v);
    f->type = decimal ? 'd' : (char)letter;
    f->zeros &= !f->left;
    size_t n = plain_put(to, decimal ? whole_of(v) : v, f);
    return n ? to + n : NULL;
}

/* Is v a text that is neither cut nor padded? */
static bool stays(const Percent *p, Value v, const PlainFormat *f)
{
    if (!value_is_exact(p->vm, v, KIND_STR))
        return false;
    int64_t n = STR(v)->length;
    return f->width <= n && (f->precision < 0 || f->precision >= n);
}

/* One directive, whose text begins at p->pos. False: it is not plain, and nothing was
 * taken. */
static bool near_directive(Percent *p, Near *near)
{
    const uint8_t *start = p->format.data, *end = start + p->format.length;
    const uint8_t *f = start + p->pos;
    PlainFormat plain = {.precision = -1};
    char *to = near->at;

    if (p->is_tuple ? p->next >= tuple_size(p->args) : p->used)
        return false;
    Value v = p->is_tuple ? tuple_get_borrow(p->args, p->next) : p->args;
    plain.left = f < end && *f == '-';
    f = plain_read(f + plain.left, end, &plain);
    if (!f || f >= end)
        return false;
    if (*f != 's' && (*f != 'b' || !p->for_bytes))
        to = near_number(v, *f, &plain, to, near->end);
    else if (to > near->text || f + 1 < end || p->for_bytes || !stays(p, v, &plain))
        to = near_text(p, v, &plain, to, near->end);
    else /* a lone text is its own result */
        to = NULL;
    if (!to)
        return false;
    near->at = to;
    p->pos = f + 1 - start;
    p->next += p->is_tuple;
    p->used = true;
    return true;
}

/* As much of the format as is plain and fits. True: all of it. */
static bool format_near(Percent *p, Near *near)
{
    const uint8_t *f = p->format.data;
    int64_t length = p->format.length;

    near->at = near->text;
    near->end = near->text + sizeof near->text;
    while (p->pos < length) {
        if (f[p->pos] != '%') {
            if (near->at == near->end)
                return false;
            *near->at++ = (char)f[p->pos++];
            continue;
        }
        p->pos++;
        if (!near_directive(p, near)) {
            p->pos--;
            return false;
        }
    }
    return true;
}

static int check_all_used(Percent *p)
{
    bool left = p->is_tuple ? p->next < tuple_size(p->args) : !p->used;

    if (left && !p->mapping)
        return type_error(
            p, p->for_bytes ? "not all arguments converted during bytes formatting"
                            : "not all arguments converted during string formatting");
    return 0;
}

static int format_all(Percent *p, Value source)
{
    while (p->pos < p->format.length && !has_failed(p)) {
        put_literal(p, source);
        if (p->pos >= p->format.length)
            break;
        p->pos++;
        int done = convert_bare(p);
        if (done < 0)
            return -1;
        if (done > 0)
            continue;
        Directive d;
        int error = read_directive(p, &d);
        if (error == 0)
            error = convert(p, &d);
        value_clear(p->vm, &p->named);
        if (error < 0)
            return -1;
    }
    if (has_failed(p))
        return 0; /* the end of the builder says so */
    return check_all_used(p);
}

static void init(Percent *p, MinipyVM *vm, Text format, Value args)
{
    TypeObj *type = value_type(vm, args);

    p->vm = vm;
    p->format = format;
    p->pos = p->next = 0;
    p->args = args;
    p->mapping = p->named = VALUE_NULL;
    p->used = false;
    p->is_tuple = value_is_tuple(args);
    if (type->slots.mp_subscript && !value_is_tuple(args) && !value_is_str(args) &&
        !(p->for_bytes &&
          (value_is_bytes(args) || value_is_kind(args, KIND_BYTEARRAY))))
        p->mapping = args;
}

/* The str that is all of what '%s' of it makes; VALUE_NULL: it is no such thing. */
static Value lone_str(MinipyVM *vm, Value format, Value args)
{
    const StrObj *f = STR(format);

    if (f->length != 2 || !f->ascii || f->data[0] != '%' || f->data[1] != 's')
        return VALUE_NULL;
    if (value_is_tuple(args) && tuple_size(args) == 1)
        args = tuple_get_borrow(args, 0);
    return value_is_exact(vm, args, KIND_STR) ? value_incref(args) : VALUE_NULL;
}

static bool has_no_directive(Text format)
{
    for (int64_t i = 0; i < format.length; i++)
        if (text_at(format, i) == '%')
            return false;
    return format.length > 0;
}

Value str_mod(MinipyVM *vm, Value format, Value args)
{
    Percent p;
    Near near;
    Value lone = lone_str(vm, format, args);

    if (lone)
        return lone;

    p.for_bytes = false;
    init(&p, vm, str_text(format), args);
    near.at = near.text;
    if ((p.mapping || (p.is_tuple && !tuple_size(args))) && has_no_directive(p.format))
        return value_incref(format); /* it is its own result */
    if (STR(format)->ascii && format_near(&p, &near))
        return check_all_used(&p) < 0
                   ? VALUE_NULL
                   : str_from_ascii(vm, near.text, near.at - near.text);
    strbuilder_init(&p.text, vm);
    strbuilder_bytes(&p.text, near.text, near.at - near.text);
    if (format_all(&p, format) < 0) {
        strbuilder_discard(&p.text);
        return VALUE_NULL;
    }
    return strbuilder_finish(&p.text);
}

Value bytes_percent(MinipyVM *vm, const char *format, int64_t size, Value args,
                    BytesMaker *make)
{
    Percent p;
    Near near;

    p.for_bytes = true;
    init(&p, vm, (Text){format, size, 1}, args);
    if (format_near(&p, &near))
        return check_all_used(&p) < 0 ? VALUE_NULL
                                      : make(vm, near.text, near.at - near.text);
    bytesbuilder_init(&p.bytes, vm, 0);
    bytesbuilder_add(&p.bytes, near.text, near.at - near.text);
    if (format_all(&p, VALUE_NULL) < 0) {
        bytesbuilder_discard(&p.bytes);
        return VALUE_NULL;
    }
    Value made = bytesbuilder_finish(&p.bytes);
    if (!made || make == bytes_from)
        return made;
    Value other = make(vm, BYTES(made)->data, BYTES(made)->size);
    value_decref(vm, made);
    return other;
}
