/* format_spec.c: the format mini-language and the numbers of %-formatting.
 *
 * A number is first written as ASCII (sign, prefix, digits, the rest), then laid out
 * with grouping and padding in one pass into a NumberText. The few characters that can
 * be other than ASCII there (the fill, the locale's separators, the one of 'c') are
 * written as the marker bytes 0 to 3 and replaced when the str is made, so that the
 * common case stays bytes. Digits come from dtoa.c and int.c.
 */
#include "vm/numbers/format_spec.h"

#include <assert.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <wchar.h>

#include "vm/numbers/dtoa.h"
#include "vm/numbers/float.h"
#include "vm/numbers/format_plain.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/text/unicode.h"
#include "vm/objects/args.h"

enum { MARK_FILL, MARK_CHAR, MARK_SEPARATOR, MARK_POINT, MARK_COUNT };

/* Wider than this is out of memory without trying: filling it would take too long. */
#define MAX_WIDTH ((int64_t)1 << 36)

enum { GROUP_NONE = 0, GROUP_FOURS = '4', GROUP_LOCALE = 'n' };

typedef struct FormatSpec {
    uint32_t fill;
    uint32_t type;     /* 0 when not given */
    int64_t width;     /* -1 when not given */
    int64_t precision; /* -1 when not given */
    char align;        /* '<' '>' '=' '^' */
    char sign;         /* '+' '-' ' ' or 0 */
    char grouping;     /* ',' '_' or GROUP_* */
    bool alternate, no_neg_zero;
} FormatSpec;

/* What stands for the marker bytes. */
typedef struct Marks {
    uint32_t chars[MARK_COUNT];
    bool used; /* at least one marker was written */
} Marks;

/* ---- text ---------------------------------------------------------------------- */

void numbertext_init(NumberText *t)
{
    t->text = t->small;
    t->length = 0;
    t->capacity = sizeof t->small;
}

void numbertext_free(MinipyVM *vm, NumberText *t)
{
    if (t->text != t->small)
        mem_free(vm, t->text);
}

/* Room for `extra` more bytes: where they go, or NULL with MemoryError. */
static char *reserve(MinipyVM *vm, NumberText *t, size_t extra)
{
    if (extra <= t->capacity - t->length)
        return t->text + t->length;
    size_t capacity;
    if (__builtin_add_overflow(t->length, extra, &capacity) ||
        __builtin_add_overflow(capacity, capacity < 4096 ? capacity : 64, &capacity)) {
        error_set_oom(vm);
        return NULL;
    }
    char *text = mem_realloc(vm, t->text == t->small ? NULL : t->text, capacity);
    if (text == NULL)
        return NULL;
    if (t->text == t->small)
        memcpy(text, t->small, t->length);
    t->text = text;
    t->capacity = capacity;
    return text + t->length;
}

static Value text_to_str(MinipyVM *vm, const NumberText *t, const Marks *marks)
{
    if (!marks->used)
        return str_from_ascii(vm, t->text, (int64_t)t->length);
    uint32_t *wide = mem_realloc_array(vm, NULL, t->length, sizeof *wide);
    if (wide == NULL)
        return VALUE_NULL;
    for (size_t i = 0; i < t->length; i++) {
        unsigned char c = (unsigned char)t->text[i];
        wide[i] = c < MARK_COUNT ? marks->chars[c] : c;
    }
    Value result = str_from_ucs4(vm, wide, (int64_t)t->length);
    mem_free(vm, wide);
    return result;
}

static char fill_byte(const FormatSpec *spec, Marks *marks)
{
    if (spec->fill >= MARK_COUNT && spec->fill < 128)
        return (char)spec->fill;
    marks->chars[MARK_FILL] = spec->fill;
    marks->used = true;
    return MARK_FILL;
}

/* ---- reading a specification --------------------------------------------------- */

static Value unknown_type(MinipyVM *vm, uint32_t type, Value self)
{
    if (type > 32 && type < 128) {
        return error_set(vm, EXC_ValueError,
                         "Unknown format code '%c' for object of type '%T'", (int)type,
                         self);
    }
    return error_set(vm, EXC_ValueError,
                     "Unknown format code '\\x%x' for object of type '%T'", type, self);
}

static Value bad_grouping_type(MinipyVM *vm, char grouping, uint32_t type)
{
    if (type > 32 && type < 128) {
        return error_set(vm, EXC_ValueError, "Cannot specify '%c' with '%c'.", grouping,
                         (int)type);
    }
    return error_set(vm, EXC_ValueError, "Cannot specify '%c' with '\\x%x'.", grouping,
                     type);
}

/* Reads decimal digits at *pos. 1: some, 0: none, -1: too large (error set). */
static int read_integer(MinipyVM *vm, const StrObj *s, int64_t *pos, int64_t *out)
{
    int64_t value = 0;
    int64_t start = *pos;
    for (; *pos < s->length; ++*pos) {
        uint32_t c = str_char_at(s, *pos);
        int digit = c < 128 ? (c >= '0' && c <= '9' ? (int)c - '0' : -1)
                            : unicode_to_decimal(c);
        if (digit < 0)
            break;
        if (value > (INT64_MAX - digit) / 10) {
            error_set(vm, EXC_ValueError, "Too many decimal digits in format string");
            return -1;
        }
        value = value * 10 + digit;
    }
    if (*pos == start)
        return 0;
    *out = value;
    return 1;
}

static bool is_align(uint32_t c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

/* Steps over character c at *pos if it is there. */
static bool take(const StrObj *s, int64_t *pos, uint32_t c)
{
    if (*pos < s->length && str_char_at(s, *pos) == c) {
        ++*pos;
        return true;
    }
    return false;
}

/* [[fill]align][sign][z][#][0] */
static void read_flags(const StrObj *s, int64_t *pos, FormatSpec *out)
{
    bool fill_given = false;
    bool align_given = false;
    if (s->length >= 2 && is_align(str_char_at(s, 1))) {
        out->fill = str_char_at(s, 0);
        out->align = (char)str_char_at(s, 1);
        fill_given = align_given = true;
        *pos = 2;
    } else if (s->length >= 1 && is_align(str_char_at(s, 0))) {
        out->align = (char)str_char_at(s, 0);
        align_given = true;
        *pos = 1;
    }
    if (take(s, pos, '+'))
        out->sign = '+';
    else if (take(s, pos, '-'))
        out->sign = '-';
    else if (take(s, pos, ' '))
        out->sign = ' ';
    out->no_neg_zero = take(s, pos, 'z');
    out->alternate = take(s, pos, '#');
    if (!fill_given && take(s, pos, '0')) {
        out->fill = '0';
        if (!align_given && out->align == '>')
            out->align = '=';
    }
}

static int read_grouping(MinipyVM *vm, const StrObj *s, int64_t *pos, FormatSpec *out)
{
    if (take(s, pos, ','))
        out->grouping = ',';
    bool underscore = take(s, pos, '_');
    if (underscore && out->grouping == GROUP_NONE) {
        out->grouping = '_';
        underscore = false;
    }
    if (underscore || (out->grouping == '_' && take(s, pos, ','))) {
        error_set(vm, EXC_ValueError, "Cannot specify both ',' and '_'.");
        return -1;
    }
    return 0;
}

static int check_grouping(MinipyVM *vm, FormatSpec *out)
{
    if (out->grouping == GROUP_NONE)
        return 0;
    if (out->type == 0 || (out->type < 128 && strchr("defgEG%F", (int)out->type)))
        return 0;
    if (out->grouping == '_' && out->type < 128 && strchr("boxX", (int)out->type)) {
        out->grouping = GROUP_FOURS;
        return 0;
    }
    bad_grouping_type(vm, out->grouping, out->type);
    return -1;
}

/* Reads all of `spec`. type and align preset the defaults of self's type. */
static int spec_read(MinipyVM *vm, Value spec, Value self, uint32_t type, char align,
                     FormatSpec *out)
{
    const StrObj *s = STR(spec);
    int64_t pos = 0;
    *out = (FormatSpec){
        .fill = ' ', .align = align, .type = type, .width = -1, .precision = -1};
    read_flags(s, &pos, out);
    if (read_integer(vm, s, &pos, &out->width) < 0 ||
        read_grouping(vm, s, &pos, out) < 0)
        return -1;
    if (take(s, &pos, '.')) {
        int found = read_integer(vm, s, &pos, &out->precision);
        if (found == 0)
            error_set(vm, EXC_ValueError, "Format specifier missing precision");
        if (found <= 0)
            return -1;
    }
    if (s->length - pos > 1) {
        error_set(vm, EXC_ValueError,
                  "Invalid format specifier '%U' for object of type '%T'", spec, self);
        return -1;
    }
    if (s->length - pos == 1) {
        out->type = str_char_at(s, pos);
        if (out->type == 0 && type != 0) {
            /* Told apart from "not given", which 0 means here. */
            unknown_type(vm, 0, self);
            return -1;
        }
    }
    return check_grouping(vm, out);
}

/* ---- grouping ------------------------------------------------------------------ */

/* How digits are grouped: `sizes` as in localeconv()->grouping, from the right; the
 * last size repeats. No separator: no groups. */
typedef struct Grouping {
    const char *sizes;
    char separator; /* may be MARK_SEPARATOR */
    bool separated;
    char point; /* may be MARK_POINT */
} Grouping;

/* The one character of a locale's text, or 0. */
static uint32_t locale_char(const char *text)
{
    wchar_t c = 0;
    mbstate_t state = {0};
    size_t n = mbrtowc(&c, text, strlen(text), &state);
    return n == 0 || n > strlen(text) ? 0 : (uint32_t)c;
}

static Grouping grouping_for(const FormatSpec *spec, Marks *marks)
{
    Grouping g = {.sizes = "\3", .point = '.'};
    if (spec->grouping == GROUP_NONE)
        return g;
    g.separated = true;
    if (spec->grouping == GROUP_LOCALE) {
        const struct lconv *conv = localeconv();
        uint32_t separator = locale_char(conv->thousands_sep);
        uint32_t point = locale_char(conv->decimal_point);
        g.sizes = conv->grouping;
        g.separated = separator != 0 && *g.sizes != '\0';
        g.separator = (char)separator;
        g.point = point < 128 ? (char)point : MARK_POINT;
        if (separator >= 128) {
            g.separator = MARK_SEPARATOR;
            marks->chars[MARK_SEPARATOR] = separator;
            marks->used = true;
        }
        if (point >= 128) {
            marks->chars[MARK_POINT] = point;
            marks->used = true;
        }
        return g;
    }
    g.sizes = spec->grouping == GROUP_FOURS ? "\4" : "\3";
    g.separator = spec->grouping == ',' ? ',' : '_';
    return g;
}

/* Groups the n digits, zeros in front until there are min_width characters; a separator
 * never leads, so one more zero may come. Writes backwards from `end` unless it is NULL
 * and returns the number of characters. */
static int64_t group_digits(char *end, const char *digits, int64_t n, int64_t min_width,
                            const Grouping *g)
{
    int64_t total = 0;
    const char *size = g->sizes;
    while (n > 0 || min_width > 0) {
        int64_t group = n > min_width ? n : min_width;
        if (g->separated && *size > 0 && *size != CHAR_MAX && *size < group)
            group = *size;
        if (total > 0) {
            total++;
            if (end != NULL)
                *--end = g->separator;
        }
        int64_t real = n < group ? n : group;
        if (end != NULL) {
            end -= group;
            memset(end, '0', (size_t)(group - real));
            memcpy(end + group - real, digits + n - real, (size_t)real);
        }
        total += group;
        n -= real;
        min_width -= group;
        if (n <= 0 && min_width <= 0)
            break;
        min_width = min_width > 1 ? min_width - 1 : 1; /* the separator; then a digit */
        if (size[0] != '\0' && size[1] != '\0')
            size++;
    }
    return total;
}

/* ---- layout -------------------------------------------------------------------- */

typedef struct Number {
    char sign; /* '-', '+', ' ' or 0 */
    const char *prefix;
    int64_t n_prefix;
    const char *digits; /* of the whole part: these are grouped */
    int64_t n_digits;
    const char *rest; /* point, fraction, exponent */
    int64_t n_rest;
    bool percent; /* a final '%' */
} Number;

/* The characters before, within and after the text that fill it up to the width. */
typedef struct Padding {
    int64_t left, middle, right;
} Padding;

static Padding padding_for(const FormatSpec *spec, int64_t length)
{
    Padding pad = {0, 0, 0};
    int64_t missing = spec->width > length ? spec->width - length : 0;
    if (spec->align == '<') {
        pad.right = missing;
    } else if (spec->align == '^') {
        pad.left = missing / 2;
        pad.right = missing - pad.left;
    } else if (spec->align == '=') {
        pad.middle = missing;
    } else {
        pad.left = missing;
    }
    return pad;
}

static char *put(char *p, const char *text, int64_t n)
{
    if (n > 0)
        memcpy(p, text, (size_t)n);
    return p + n;
}

static char *put_fill(char *p, char c, int64_t n)
{
    memset(p, c, (size_t)n);
    return p + n;
}

/* Appends the number, grouped and padded. */
static int layout_number(MinipyVM *vm, NumberText *out, const Number *num,
                         const FormatSpec *spec, Marks *marks)
{
    if (spec->width > MAX_WIDTH) {
        error_set_oom(vm);
        return -1;
    }
    Grouping g = grouping_for(spec, marks);
    int64_t fixed = (num->sign != 0) + num->n_prefix + num->n_rest + num->percent;
    int64_t min_width = 0;
    if (spec->fill == '0' && spec->align == '=' && num->n_digits > 0 &&
        spec->width > fixed)
        min_width = spec->width - fixed;
    int64_t grouped = group_digits(NULL, num->digits, num->n_digits, min_width, &g);
    Padding pad = padding_for(spec, fixed + grouped);
    int64_t total = fixed + grouped + pad.left + pad.middle + pad.right;
    char *p = reserve(vm, out, (size_t)total);
    if (p == NULL)
        return -1;
    char fill = pad.left + pad.middle + pad.right > 0 ? fill_byte(spec, marks) : ' ';
    p = put_fill(p, fill, pad.left);
    if (num->sign != 0)
        *p++ = num->sign;
    p = put(p, num->prefix, num->n_prefix);
    p = put_fill(p, fill, pad.middle);
    p += grouped;
    group_digits(p, num->digits, num->n_digits, min_width, &g);
    char *rest = p;
    p = put(p, num->rest, num->n_rest);
    if (g.point != '.' && num->n_rest > 0 && *rest == '.')
        *rest = g.point;
    if (num->percent)
        *p++ = '%';
    p = put_fill(p, fill, pad.right);
    out->length = (size_t)(p - out->text);
    return 0;
}

static char sign_char(const FormatSpec *spec, bool negative)
{
    if (negative)
        return '-';
    return spec->sign == '+' || spec->sign == ' ' ? spec->sign : 0;
}

/* ---- int ----------------------------------------------------------------------- */

static char *upper(char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            text[i] = (char)(text[i] - 32);
    return text;
}

/* The digits of |i|, lower case, written backwards from end. */
static char *digits_backwards(char *end, uint64_t i, unsigned base)
{
    do {
        *--end = "0123456789abcdef"[i % base];
        i /= base;
    } while (i != 0);
    return end;
}

/* Appends the sign and digits of int v. */
static int append_int(MinipyVM *vm, NumberText *out, Value v, int base)
{
    if (value_is_int_imm(v)) {
        int64_t i = value_imm(v);
        char buf[72];
        char *end = buf + sizeof buf;
        char *p =
            digits_backwards(end, i < 0 ? -(uint64_t)i : (uint64_t)i, (unsigned)base);
        if (i < 0)
            *--p = '-';
        char *to = reserve(vm, out, (size_t)(end - p));
        if (to == NULL)
            return -1;
        memcpy(to, p, (size_t)(end - p));
        out->length += (size_t)(end - p);
        return 0;
    }
    Value str = int_to_str(vm, v, base);
    if (str == VALUE_NULL)
        return -1;
    size_t n = (size_t)str_length(str);
    char *to = reserve(vm, out, n);
    if (to != NULL) {
        memcpy(to, str_data(STR(str)), n);
        out->length += n;
    }
    value_decref(vm, str);
    return to == NULL ? -1 : 0;
}

static int base_of(uint32_t type)
{
    switch (type) {
    case 'b': return 2;
    case 'o': return 8;
    case 'x':
    case 'X': return 16;
    default: return 10;
    }
}

static Value format_char(MinipyVM *vm, Value self, FormatSpec *spec)
{
    if (spec->sign != 0) {
        return error_set(vm, EXC_ValueError,
                         "Sign not allowed with integer format specifier 'c'");
    }
    if (spec->alternate) {
        return error_set(
            vm, EXC_ValueError,
            "Alternate form (#) not allowed with integer format specifier 'c'");
    }
    int64_t code = int_as_i64(vm, self);
    if (code == -1 && error_occurred(vm))
        return VALUE_NULL;
    if (code < 0 || code > 0x10ffff)
        return error_set(vm, EXC_OverflowError, "%%c arg not in range(0x110000)");
    Marks marks = {.chars = {[MARK_CHAR] = (uint32_t)code}, .used = true};
    Number num = {.digits = "\1", .n_digits = 1};
    NumberText out;
    numbertext_init(&out);
    Value result = VALUE_NULL;
    if (layout_number(vm, &out, &num, spec, &marks) == 0)
        result = text_to_str(vm, &out, &marks);
    numbertext_free(vm, &out);
    return result;
}

static Value format_integer(MinipyVM *vm, Value self, FormatSpec *spec)
{
    char prefix[2] = {'0', (char)spec->type};
    NumberText body, out;
    Marks marks = {.used = false};
    Value result = VALUE_NULL;
    numbertext_init(&body);
    numbertext_init(&out);
    if (append_int(vm, &body, self, base_of(spec->type)) == 0) {
        bool negative = body.text[0] == '-';
        Number num = {.sign = sign_char(spec, negative),
                      .prefix = prefix,
                      .digits = body.text + negative,
                      .n_digits = (int64_t)body.length - negative};
        if (spec->alternate && base_of(spec->type) != 10)
            num.n_prefix = 2;
        if (spec->type == 'X')
            upper(body.text, body.length);
        if (spec->type == 'n')
            spec->grouping = GROUP_LOCALE;
        if (layout_number(vm, &out, &num, spec, &marks) == 0)
            result = text_to_str(vm, &out, &marks);
    }
    numbertext_free(vm, &body);
    numbertext_free(vm, &out);
    return result;
}

static Value format_double(MinipyVM *vm, Value self, double d, FormatSpec *spec);

/* A number by [<|>][0][width][.precision][type]. VALUE_NULL without an exception: the
 * specification is another, or the number no plain one. */
static Value format_plain(MinipyVM *vm, Value self, const StrObj *format, char type)
{
    const uint8_t *p = format->data, *end = p + format->length;
    PlainFormat plain = {.precision = -1, .type = type};
    char text[PLAIN_ROOM];

    if (!format->ascii)
        return VALUE_NULL;
    bool aligned = *p == '<' || *p == '>';
    plain.left = *p == '<';
    p = plain_read(p + aligned, end, &plain);
    if (!p || (aligned && plain.zeros) || end - p > 1)
        return VALUE_NULL;
    if (p < end)
        plain.type = (char)*p;
    size_t n = plain_put(text, self, &plain);
    return n ? str_from_ascii(vm, text, (int64_t)n) : VALUE_NULL;
}

Value int_format_spec(MinipyVM *vm, Value self, Value format)
{
    FormatSpec spec;
    if (str_length(format) == 0)
        return value_is_bool(self) ? object_str(vm, self) : int_to_str(vm, self, 10);
    Value plain = format_plain(vm, self, STR(format), 'd');
    if (plain || error_occurred(vm))
        return plain;
    if (spec_read(vm, format, self, 'd', '>', &spec) < 0)
        return VALUE_NULL;
    if (spec.type < 128 && strchr("eEfFgG%", (int)spec.type)) {
        /* A class of its own is asked for __float__, and a float's class for nothing.
         */
        Value f = number_float(vm, self);
        Value r = f ? format_double(vm, self, float_value(f), &spec) : VALUE_NULL;
        value_xdecref(vm, f);
        return r;
    }
    if (spec.type >= 128 || !strchr("bcdoxXn", (int)spec.type))
        return unknown_type(vm, spec.type, self);
    if (spec.precision != -1) {
        return error_set(vm, EXC_ValueError,
                         "Precision not allowed in integer format specifier");
    }
    if (spec.no_neg_zero) {
        return error_set(
            vm, EXC_ValueError,
            "Negative zero coercion (z) not allowed in integer format specifier");
    }
    if (value_is_special(self))
        self = value_from_imm(self == VALUE_TRUE);
    return spec.type == 'c' ? format_char(vm, self, &spec)
                            : format_integer(vm, self, &spec);
}

/* ---- float --------------------------------------------------------------------- */

/* How a type character of floats is to be written. */
typedef struct DoubleStyle {
    char code; /* for double_format */
    unsigned flags;
    size_t precision;
    bool percent;
} DoubleStyle;

static int style_for(MinipyVM *vm, FormatSpec *spec, bool complex, DoubleStyle *out)
{
    *out = (DoubleStyle){.code = (char)spec->type, .precision = 6};
    if (spec->alternate)
        out->flags |= DTOA_ALT;
    if (spec->type == 0) {
        out->code = 'r';
        out->flags |= complex ? 0 : DTOA_ADD_DOT_0;
    } else if (spec->type == 'n') {
        out->code = 'g';
        spec->grouping = GROUP_LOCALE;
    } else if (spec->type == '%') {
        out->code = 'f';
        out->percent = true;
    } else if (spec->type < 'a') {
        out->code = (char)(spec->type + 32);
        out->flags |= DTOA_UPPER;
    }
    if (spec->precision > INT_MAX) {
        error_set(vm, EXC_ValueError, "precision too big");
        return -1;
    }
    if (spec->precision >= 0) {
        out->precision = (size_t)spec->precision;
        out->code = out->code == 'r' ? 'g' : out->code;
    }
    return 0;
}

static bool all_zero(const char *text, size_t n)
{
    for (size_t i = 0; i < n && (text[i] | 32) != 'e'; i++)
        if (text[i] != '0' && text[i] != '.')
            return false;
    return true;
}

/* Appends d by the style, laid out by the specification. */
static int append_double(MinipyVM *vm, NumberText *out, double d,
                         const DoubleStyle *style, const FormatSpec *spec, Marks *marks)
{
    NumberText body;
    int status = -1;
    numbertext_init(&body);
    d = style->percent ? d * 100 : d;
    char *text =
        reserve(vm, &body, double_format_bound(d, style->code, style->precision));
    if (text != NULL) {
        size_t n = double_format(text, d, style->code, style->precision, style->flags);
        bool negative = text[0] == '-';
        text += negative;
        n -= negative;
        if (negative && spec->no_neg_zero && all_zero(text, n))
            negative = false;
        size_t whole = 0;
        while (whole < n && text[whole] >= '0' && text[whole] <= '9')
            whole++;
        Number num = {.sign = sign_char(spec, negative),
                      .digits = text,
                      .n_digits = (int64_t)whole,
                      .rest = text + whole,
                      .n_rest = (int64_t)(n - whole),
                      .percent = style->percent};
        status = layout_number(vm, out, &num, spec, marks);
    }
    numbertext_free(vm, &body);
    return status;
}

static Value format_double(MinipyVM *vm, Value self, double d, FormatSpec *spec)
{
    DoubleStyle style;
    Marks marks = {.used = false};
    NumberText out;
    (void)self;
    if (style_for(vm, spec, false, &style) < 0)
        return VALUE_NULL;
    numbertext_init(&out);
    Value result = VALUE_NULL;
    if (append_double(vm, &out, d, &style, spec, &marks) == 0)
        result = text_to_str(vm, &out, &marks);
    numbertext_free(vm, &out);
    return result;
}

Value float_format_spec(MinipyVM *vm, Value self, Value format)
{
    FormatSpec spec;
    if (str_length(format) == 0)
        return float_repr(vm, float_value(self));
    Value plain = format_plain(vm, self, STR(format), 0);
    if (plain || error_occurred(vm))
        return plain;
    if (spec_read(vm, format, self, 0, '>', &spec) < 0)
        return VALUE_NULL;
    if (spec.type != 0 && (spec.type >= 128 || !strchr("eEfFgGn%", (int)spec.type)))
        return unknown_type(vm, spec.type, self);
    return format_double(vm, self, float_value(self), &spec);
}

/* ---- complex ------------------------------------------------------------------- */

/* The parts without padding, the 'j', and parentheses if no type was given. */
static int append_complex(MinipyVM *vm, NumberText *out, const ComplexObj *z,
                          FormatSpec spec, Marks *marks)
{
    DoubleStyle style;
    bool plain = spec.type == 0;
    bool only_imag = plain && z->real == 0 && !signbit(z->real);
    bool parens = plain && !only_imag;
    if (style_for(vm, &spec, true, &style) < 0)
        return -1;
    spec.width = -1;
    if (parens)
        out->text[out->length++] = '('; /* first of all: there is room */
    if (!only_imag) {
        if (append_double(vm, out, z->real, &style, &spec, marks) < 0)
            return -1;
        spec.sign = '+';
    }
    if (append_double(vm, out, z->imag, &style, &spec, marks) < 0)
        return -1;
    char *p = reserve(vm, out, 2);
    if (p == NULL)
        return -1;
    *p++ = 'j';
    if (parens)
        *p++ = ')';
    out->length = (size_t)(p - out->text);
    return 0;
}

Value complex_format_spec(MinipyVM *vm, Value self, Value format)
{
    FormatSpec spec;
    Marks marks = {.used = false};
    if (str_length(format) == 0)
        return object_str(vm, self);
    if (spec_read(vm, format, self, 0, '>', &spec) < 0)
        return VALUE_NULL;
    if (spec.type != 0 && (spec.type >= 128 || !strchr("eEfFgGn", (int)spec.type)))
        return unknown_type(vm, spec.type, self);
    if (spec.precision > INT_MAX)
        return error_set(vm, EXC_ValueError, "precision too big");
    if (spec.fill == '0') {
        return error_set(vm, EXC_ValueError,
                         "Zero padding is not allowed in complex format specifier");
    }
    if (spec.align == '=') {
        return error_set(
            vm, EXC_ValueError,
            "'=' alignment flag is not allowed in complex format specifier");
    }
    NumberText body, out;
    Value result = VALUE_NULL;
    numbertext_init(&body);
    numbertext_init(&out);
    if (append_complex(vm, &body, COMPLEX(self), spec, &marks) == 0) {
        Number num = {.rest = body.text, .n_rest = (int64_t)body.length};
        spec.grouping = GROUP_NONE;
        if (layout_number(vm, &out, &num, &spec, &marks) == 0)
            result = text_to_str(vm, &out, &marks);
    }
    numbertext_free(vm, &body);
    numbertext_free(vm, &out);
    return result;
}

/* ---- str ----------------------------------------------------------------------- */

static Value check_str_spec(MinipyVM *vm, Value self, const FormatSpec *spec)
{
    const char *problem = NULL;
    if (spec->type != 's')
        return unknown_type(vm, spec->type, self);
    if (spec->sign == ' ')
        problem = "Space not allowed in string format specifier";
    else if (spec->sign != 0)
        problem = "Sign not allowed in string format specifier";
    else if (spec->no_neg_zero)
        problem = "Negative zero coercion (z) not allowed in string format specifier";
    else if (spec->alternate)
        problem = "Alternate form (#) not allowed in string format specifier";
    else if (spec->align == '=')
        problem = "'=' alignment not allowed in string format specifier";
    return problem == NULL ? VALUE_NONE : error_set(vm, EXC_ValueError, "%s", problem);
}

/* The exact str with the text of self, an instance of a subclass perhaps. */
static Value str_exact(MinipyVM *vm, Value self)
{
    if (value_is_exact(vm, self, KIND_STR))
        return value_incref(self);
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_str(&b, self);
    return strbuilder_finish(&b);
}

Value str_format_spec(MinipyVM *vm, Value self, Value format)
{
    FormatSpec spec;
    if (str_length(format) == 0)
        return str_exact(vm, self);
    if (spec_read(vm, format, self, 's', '<', &spec) < 0 ||
        check_str_spec(vm, self, &spec) == VALUE_NULL)
        return VALUE_NULL;
    int64_t length = str_length(self);
    if (spec.precision >= 0 && spec.precision < length)
        length = spec.precision;
    Padding pad = padding_for(&spec, length);
    if (pad.left + pad.right == 0 && length == str_length(self))
        return str_exact(vm, self);
    if (spec.width > MAX_WIDTH)
        return error_set_oom(vm);
    uint32_t max_char = 127;
    if (pad.left + pad.right > 0 && spec.fill > max_char)
        max_char = spec.fill;
    if (!STR(self)->ascii) {
        for (int64_t i = 0; i < length; i++) {
            uint32_t c = str_char_at(STR(self), i);
            max_char = c > max_char ? c : max_char;
        }
    }
    Value result = str_alloc(vm, pad.left + length + pad.right, max_char);
    if (result == VALUE_NULL)
        return VALUE_NULL;
    StrObj *to = STR(result);
    if (STR(self)->width == 1 && to->width == 1) {
        char *p = put_fill((char *)to->data, (char)spec.fill, pad.left);
        p = put(p, (const char *)STR(self)->data, length);
        put_fill(p, (char)spec.fill, pad.right);
        return result;
    }
    for (int64_t i = 0; i < to->length; i++) {
        bool inside = i >= pad.left && i < pad.left + length;
        uint32_t c = inside ? str_char_at(STR(self), i - pad.left) : spec.fill;
        if (to->width == 1)
            to->data[i] = (uint8_t)c;
        else if (to->width == 2)
            ((uint16_t *)str_data(to))[i] = (uint16_t)c;
        else
            ((uint32_t *)str_data(to))[i] = c;
    }
    return result;
}

/* ---- %-formatting -------------------------------------------------------------- */

static Value percent_wrong_type(MinipyVM *vm, Value v, char conversion)
{
    if (strchr("xXo", conversion)) {
        return error_set(vm, EXC_TypeError,
                         "%%%c format: an integer is required, not %T", conversion, v);
    }
    return error_set(vm, EXC_TypeError,
                     "%%%c format: a real number is required, not %T", conversion, v);
}

/* v as an int (new reference), the way %d or %x asks for one. */
static Value percent_int_of(MinipyVM *vm, Value v, char conversion)
{
    if (value_is_int(v))
        return value_incref(v);
    const TypeSlots *slots = &value_type(vm, v)->slots;
    if (slots->nb_index == NULL && slots->nb_int == NULL && slots->nb_float == NULL &&
        !value_is_kind(v, KIND_COMPLEX))
        return percent_wrong_type(vm, v, conversion);
    Value i = strchr("xXo", conversion) ? number_index(vm, v) : number_long(vm, v);
    if (i == VALUE_NULL && error_matches(vm, EXC_TypeError)) {
        error_clear(vm);
        return percent_wrong_type(vm, v, conversion);
    }
    return i;
}

/* Appends sign, prefix, zeros up to the precision, digits. */
static int percent_int_body(MinipyVM *vm, NumberText *body, Value v,
                            const PercentSpec *spec)
{
    NumberText raw;
    int status = -1;
    if (spec->precision > INT_MAX - 3) {
        error_set(vm, EXC_OverflowError, "precision too large");
        return -1;
    }
    if (value_is_special(v))
        v = value_from_imm(v == VALUE_TRUE);
    int base = base_of((uint32_t)spec->conversion);
    numbertext_init(&raw);
    if (append_int(vm, &raw, v, base) == 0) {
        bool negative = raw.text[0] == '-';
        int64_t n = (int64_t)raw.length - negative;
        int64_t zeros = spec->precision > n ? spec->precision - n : 0;
        char *p = reserve(vm, body, (size_t)(n + zeros + 3));
        if (p != NULL) {
            if (negative)
                *p++ = '-';
            if ((spec->flags & PERCENT_ALT) && base != 10) {
                *p++ = '0';
                *p++ = spec->conversion;
            }
            p = put_fill(p, '0', zeros);
            p = put(p, raw.text + negative, n);
            if (spec->conversion == 'X')
                upper(body->text, (size_t)(p - body->text));
            body->length = (size_t)(p - body->text);
            status = 0;
        }
    }
    numbertext_free(vm, &raw);
    return status;
}

static int percent_float_body(MinipyVM *vm, NumberText *body, Value v,
                              const PercentSpec *spec)
{
    double d = value_is_float(v) ? float_value(v) : number_as_double(vm, v);
    if (d == -1.0 && error_occurred(vm)) {
        if (spec->for_bytes) { /* whatever it was */
            error_clear(vm);
            error_set(vm, EXC_TypeError, "float argument required, not %T", v);
        }
        return -1;
    }
    if (spec->precision > INT_MAX) {
        error_set(vm, EXC_ValueError, "precision too big");
        return -1;
    }
    unsigned flags = (spec->flags & PERCENT_ALT) ? DTOA_ALT : 0;
    char code = spec->conversion;
    if (code < 'a') {
        flags |= DTOA_UPPER;
        code = (char)(code + 32);
    }
    size_t precision = spec->precision < 0 ? 6 : (size_t)spec->precision;
    char *p = reserve(vm, body, double_format_bound(d, code, precision));
    if (p == NULL)
        return -1;
    body->length += double_format(p, d, code, precision, flags);
    return 0;
}

/* Appends the body with its padding: the sign and a "0x" stay before filling zeros. */
static int percent_pad(MinipyVM *vm, NumberText *out, const NumberText *body,
                       const PercentSpec *spec)
{
    const char *text = body->text;
    int64_t n = (int64_t)body->length;
    char sign = 0;
    if (*text == '-') {
        sign = '-';
        text++;
        n--;
    } else if (spec->flags & (PERCENT_SIGN | PERCENT_BLANK)) {
        sign = (spec->flags & PERCENT_SIGN) ? '+' : ' ';
    }
    bool prefixed = (spec->flags & PERCENT_ALT) && strchr("xXo", spec->conversion);
    int64_t length = n + (sign != 0);
    int64_t missing = spec->width > length ? spec->width - length : 0;
    char *p = reserve(vm, out, (size_t)(length + missing));
    if (p == NULL)
        return -1;
    bool zeros = spec->flags & PERCENT_ZERO;
    bool left = spec->flags & PERCENT_LEFT;
    if (!left && !zeros)
        p = put_fill(p, ' ', missing);
    if (sign != 0)
        *p++ = sign;
    if (prefixed) {
        p = put(p, text, 2);
        text += 2;
        n -= 2;
    }
    if (!left && zeros)
        p = put_fill(p, '0', missing);
    p = put(p, text, n);
    if (left)
        p = put_fill(p, ' ', missing);
    out->length = (size_t)(p - out->text);
    return 0;
}

int percent_number(MinipyVM *vm, NumberText *out, Value v, const PercentSpec *spec)
{
    NumberText body;
    int status = -1;
    numbertext_init(&body);
    if (strchr("eEfFgG", spec->conversion)) {
        status = percent_float_body(vm, &body, v, spec);
    } else {
        Value i = percent_int_of(vm, v, spec->conversion);
        if (i != VALUE_NULL) {
            status = percent_int_body(vm, &body, i, spec);
            value_decref(vm, i);
        }
    }
    if (status == 0)
        status = percent_pad(vm, out, &body, spec);
    numbertext_free(vm, &body);
    return status;
}

Value number_format_method(MinipyVM *vm, Value self, Value spec,
                           Value (*format)(MinipyVM *vm, Value v, Value spec))
{
    if (!value_is_str(spec))
        return arg_type_error(vm, "__format__", NULL, "str", spec);
    if (str_length(spec) == 0)
        return object_str(vm, self); /* a subclass's __str__ counts */
    return format(vm, self, spec);
}
