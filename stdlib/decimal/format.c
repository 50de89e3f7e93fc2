/* format.c - Decimal.__format__: the mini-language of format(), with the locale's signs
 * for 'n'.
 */
#include "stdlib/decimal/decimal_private.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"

typedef struct Spec {
    uint32_t fill;
    char align, sign, type; /* '<' '>' '=' '^'; '-' '+' ' '; e E f F g G % */
    bool zero, positive_zero, upper, capital_f;
    int64_t width, precision;         /* precision -1: none */
    Value point, separator, grouping; /* borrowed: strs; str or list of sizes */
    bool grouped, conventional; /* conventional: signs and groups are a locale's */
} Spec;

typedef struct SpecReader {
    Value s;
    int64_t at, n;
} SpecReader;

static uint32_t peek(const SpecReader *r, int64_t ahead)
{
    return r->at + ahead < r->n ? str_char_at(STR(r->s), r->at + ahead) : 0;
}

static bool is_one_of(uint32_t ch, const char *set)
{
    return ch && ch < 128 && strchr(set, (int)ch);
}

static bool take(SpecReader *r, char ch)
{
    bool is = peek(r, 0) == (uint32_t)ch;
    r->at += is;
    return is;
}

static bool take_number(SpecReader *r, int64_t *out)
{
    for (*out = 0; is_one_of(peek(r, 0), "0123456789"); r->at++) {
        if (*out > PREC_MAX / 10)
            return false;
        *out = *out * 10 + (int64_t)peek(r, 0) - '0';
    }
    return true;
}

/* False: it is malformed; no exception. */
static bool read_spec(Value s, Spec *f)
{
    SpecReader r = {s, 0, str_length(s)};
    *f = (Spec){.fill = ' ', .align = '>', .sign = '-', .type = 'g', .precision = -1};
    bool aligned = true;
    if (r.n > 1 && is_one_of(peek(&r, 1), "<>=^")) {
        f->fill = peek(&r, 0);
        f->align = (char)peek(&r, 1);
        r.at += 2;
    } else if (is_one_of(peek(&r, 0), "<>=^")) {
        f->align = (char)peek(&r, 0);
        r.at++;
    } else {
        aligned = false;
    }
    if (is_one_of(peek(&r, 0), "+- "))
        f->sign = (char)str_char_at(STR(s), r.at++);
    f->positive_zero = take(&r, 'z');
    if (peek(&r, 0) == '0') {
        if (aligned)
            return false; /* zeros and an alignment: which? */
        f->zero = true;
        r.at++;
        if (peek(&r, 0) == '0')
            return false; /* the width begins with another digit */
    }
    if (!take_number(&r, &f->width))
        return false;
    f->grouped = take(&r, ',');
    if (take(&r, '.') &&
        (!is_one_of(peek(&r, 0), "0123456789") || !take_number(&r, &f->precision)))
        return false;
    if (is_one_of(peek(&r, 0), "eEfFgG%n")) {
        f->type = (char)str_char_at(STR(s), r.at++);
        if (f->type == 'n' && f->grouped)
            return false;
    } else {
        f->type = 0;
    }
    return r.at == r.n;
}

/* ---- the number ------------------------------------------------------------------ */

static bool cut_to_digits(Ctx *c, Dec *d, int64_t digits)
{
    if (d->digits <= digits)
        return true;
    if (!dec_cut(c, d, d->digits - digits))
        return false;
    int rest;
    if (d->digits > digits) { /* 9.9 became 10 */
        d->exp++;
        return coef_down(c->vm, d, 1, &rest);
    }
    return true;
}

/* At so many places behind the point. */
static bool set_places(Ctx *c, Dec *d, int64_t places)
{
    if (d->exp < -places)
        return dec_cut(c, d, -places - d->exp);
    if (dec_is_zero(d))
        return d->exp = -places, true;
    int64_t n = d->exp + places;
    d->exp = -places;
    return coef_up(c->vm, d, n);
}

/* So many digits behind the first. */
static bool set_scientific(Ctx *c, Dec *d, int64_t places)
{
    if (dec_is_zero(d))
        return true; /* split_number() makes places of it */
    if (d->digits > places + 1)
        return cut_to_digits(c, d, places + 1);
    int64_t n = places + 1 - d->digits;
    d->exp -= n;
    return coef_up(c->vm, d, n);
}

static bool round_for(Ctx *c, Dec *d, const Spec *f)
{
    if (f->type == '%')
        d->exp += 2;
    if (f->precision < 0)
        return f->type != 'f' && f->type != '%' ? true
               : d->exp > 0                     ? set_places(c, d, 0)
                                                : true;
    switch (f->type) {
    case 'f':
    case '%': return set_places(c, d, f->precision);
    case 'e': return set_scientific(c, d, f->precision);
    default: return cut_to_digits(c, d, f->precision ? f->precision : 1);
    }
}

/* Digits before and behind the point, and what follows them. */
typedef struct Parts {
    char *digits; /* `room`, or of mem_alloc */
    int64_t n, split;
    char room[SMALL_DIGITS + 2], exponent[32];
} Parts;

static bool split_number(MinipyVM *vm, const Dec *d, const Spec *f, Parts *p)
{
    int64_t adjusted = dec_adjusted(d), point;
    p->n = d->digits;
    p->exponent[0] = 0;
    p->digits = d->big ? coef_text(vm, d) : p->room;
    if (!d->big)
        coef_put_small(d, p->room);
    if (f->type == 'f' || f->type == '%')
        point = d->digits + d->exp;
    else if (f->type == 'e')
        point = 1;
    else
        point = d->exp <= 0 && adjusted >= -6 ? d->digits + d->exp : 1;
    if (f->type == 'e' && dec_is_zero(d) && f->precision >= 0)
        point = 1 - f->precision;
    p->split = point;
    int64_t exp = d->exp + d->digits - point;
    if (f->type == '%')
        strcpy(p->exponent, "%");
    else if (f->type == 'e' || exp)
        snprintf(p->exponent, sizeof p->exponent, "%c%+lld", f->upper ? 'E' : 'e',
                 (long long)exp);
    return p->digits != NULL;
}

/* ---- putting it together --------------------------------------------------------- */

/* The sizes of groups from the right; the last one again and again. 0: no more. */
static int64_t group_size(Value grouping, int64_t i)
{
    bool text = value_is_str(grouping);
    int64_t n = text ? str_length(grouping) : LIST(grouping)->size, size = 0;
    for (int64_t at = i < n ? i : n - 1; at >= 0 && size == 0; at--) {
        Value v = text ? value_from_imm((int64_t)str_char_at(STR(grouping), at))
                       : LIST(grouping)->items[at];
        size = value_is_int_imm(v) ? value_imm(v) : 127;
    }
    return size < 0 || size >= 127 ? 0 : size;
}

/* The digits before the point, in groups, with zeros before them until `least`
 * characters are there. */
static Value grouped_whole(MinipyVM *vm, const char *digits, int64_t n, const Spec *f,
                           int64_t least)
{
    StrBuilder b; /* backwards */
    strbuilder_init(&b, vm);
    int64_t group = 0, left = f->grouped ? group_size(f->grouping, 0) : 0;
    int64_t separator = f->grouped ? str_length(f->separator) : 0, length = 0;
    bool groups = left > 0 && separator > 0;
    for (int64_t i = 0; i < n || length < least; i++) {
        if (groups && left == 0) {
            /* a separator alone does not stand in front */
            for (int64_t k = separator - 1; k >= 0; k--)
                strbuilder_char(&b, str_char_at(STR(f->separator), k));
            length += separator;
            left = group_size(f->grouping, ++group);
            if (left == 0)
                groups = false;
        }
        strbuilder_char(&b, i < n ? (uint32_t)digits[n - 1 - i] : '0');
        length++;
        left--;
    }
    Value backwards = strbuilder_finish(&b);
    if (!backwards)
        return backwards;
    strbuilder_init(&b, vm);
    for (int64_t i = str_length(backwards) - 1; i >= 0; i--)
        strbuilder_char(&b, str_char_at(STR(backwards), i));
    value_decref(vm, backwards);
    return strbuilder_finish(&b);
}

static void put_zeros(StrBuilder *b, int64_t n)
{
    for (; n > 0; n--)
        strbuilder_char(b, '0');
}

/* What is behind the whole digits. */
static Value tail_of(MinipyVM *vm, const Parts *p, const Spec *f)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    if (p->split < p->n) {
        if (f->point)
            strbuilder_str(&b, f->point);
        else
            strbuilder_char(&b, '.');
        put_zeros(&b, -p->split);
        int64_t from = p->split > 0 ? p->split : 0;
        strbuilder_bytes(&b, p->digits + from, p->n - from);
    }
    strbuilder_ascii(&b, p->exponent);
    return strbuilder_finish(&b);
}

static Value whole_of(MinipyVM *vm, const Parts *p, const Spec *f, int64_t least)
{
    if (p->split <= 0)
        return grouped_whole(vm, "0", 1, f, least);
    if (p->split <= p->n)
        return grouped_whole(vm, p->digits, p->split, f, least);
    char *all = mem_alloc(vm, (size_t)p->split);
    if (!all)
        return VALUE_NULL;
    memcpy(all, p->digits, (size_t)p->n);
    memset(all + p->n, '0', (size_t)(p->split - p->n));
    Value v = grouped_whole(vm, all, p->split, f, least);
    mem_free(vm, all);
    return v;
}

static Value padded(MinipyVM *vm, const char *sign, Value body, Value tail,
                    const Spec *f)
{
    int64_t used =
        (int64_t)strlen(sign) + str_length(body) + (tail ? str_length(tail) : 0);
    int64_t room = f->width > used ? f->width - used : 0;
    int64_t before = f->align == '>' ? room : f->align == '^' ? room / 2 : 0;
    int64_t inside = f->align == '=' ? room : 0, after = room - before - inside;
    StrBuilder b;
    strbuilder_init(&b, vm);
    for (; before > 0; before--)
        strbuilder_char(&b, f->fill);
    strbuilder_ascii(&b, sign);
    for (; inside > 0; inside--)
        strbuilder_char(&b, f->fill);
    strbuilder_str(&b, body);
    if (tail)
        strbuilder_str(&b, tail);
    for (; after > 0; after--)
        strbuilder_char(&b, f->fill);
    return strbuilder_finish(&b);
}

static const char *sign_text(const Dec *d, const Spec *f)
{
    return d->sign ? "-" : f->sign == '+' ? "+" : f->sign == ' ' ? " " : "";
}

static Value put_special(MinipyVM *vm, const Dec *d, Spec *f)
{
    Dec plain = *d;
    plain.sign = 0;
    Value body = dec_text(vm, &plain, false, true);
    if (!body)
        return VALUE_NULL;
    if (f->type == '%') {
        Value percent = vm->ascii['%'];
        body = str_append_steal(vm, body, percent);
        if (!body)
            return VALUE_NULL;
    }
    Value r = padded(vm, sign_text(d, f), body, VALUE_NULL, f);
    value_decref(vm, body);
    return r;
}

/* A short number of no width and without a locale's signs is put down from left to
 * right: most are. */
enum { PLAIN_DIGITS = 40 };
static bool is_plain(const Parts *p, const Spec *f)
{
    return f->width == 0 && !f->conventional && p->digits == p->room &&
           p->split <= PLAIN_DIGITS && p->split > -PLAIN_DIGITS;
}

static Value put_plain(MinipyVM *vm, const Parts *p, const Spec *f, const char *sign)
{
    char text[4 * PLAIN_DIGITS + sizeof p->exponent], *to = text;
    if (*sign)
        *to++ = *sign;
    if (p->split <= 0)
        *to++ = '0';
    for (int64_t i = 0; i < p->split; i++) {
        if (f->grouped && i && (p->split - i) % 3 == 0)
            *to++ = ',';
        *to++ = i < p->n ? p->digits[i] : '0';
    }
    if (p->split < p->n)
        *to++ = '.';
    for (int64_t i = p->split; i < 0; i++)
        *to++ = '0';
    for (int64_t i = p->split > 0 ? p->split : 0; i < p->n; i++)
        *to++ = p->digits[i];
    for (const char *e = p->exponent; *e; e++)
        *to++ = *e;
    return str_from_ascii(vm, text, to - text);
}

static Value put_finite(MinipyVM *vm, const Dec *d, const Spec *f)
{
    Parts p;
    const char *sign = sign_text(d, f);
    Value tail = VALUE_NULL, whole = VALUE_NULL, r = VALUE_NULL;
    bool split = split_number(vm, d, f, &p);
    if (split && is_plain(&p, f))
        return put_plain(vm, &p, f, sign);
    if (split && (tail = tail_of(vm, &p, f))) {
        int64_t least =
            f->zero ? f->width - (int64_t)strlen(sign) - str_length(tail) : 0;
        whole = whole_of(vm, &p, f, least);
    }
    if (whole)
        r = padded(vm, sign, whole, tail, f);
    if (p.digits != p.room)
        mem_free(vm, p.digits);
    value_xdecref(vm, whole);
    value_xdecref(vm, tail);
    return r;
}

/* ---- the locale ------------------------------------------------------------------ */

static bool bad_override(MinipyVM *vm)
{
    error_set(vm, EXC_ValueError, "invalid override dict");
    return false;
}

static bool locale_text(MinipyVM *vm, Value locale, const char *key, Value *out)
{
    Value v = dict_get_cstr_borrow(vm, locale, key);
    if (!v)
        return true;
    if (!value_is_str(v) && !(key[0] == 'g' && value_is_list(v)))
        return error_set(vm, EXC_TypeError, "bad argument type for built-in operation"),
               false;
    *out = v;
    return true;
}

/* One character of UTF-8 at most, or where `some` one at least. */
static bool is_mark(MinipyVM *vm, Value v, bool some)
{
    int64_t n = 0;
    if (v && !str_utf8(vm, v, &n))
        return false;
    return (n <= 4 && (n > 0 || !some || !v)) || bad_override(vm);
}

static bool read_locale(MinipyVM *vm, Value locale, Spec *f)
{
    if (!value_is_dict(locale))
        return error_set(vm, EXC_TypeError, "optional argument must be a dict"), false;
    if (!locale_text(vm, locale, "decimal_point", &f->point) ||
        !locale_text(vm, locale, "thousands_sep", &f->separator) ||
        !locale_text(vm, locale, "grouping", &f->grouping) ||
        !is_mark(vm, f->point, true) || !is_mark(vm, f->separator, false))
        return false;
    if (f->grouping && value_is_str(f->grouping) && !STR(f->grouping)->ascii)
        return bad_override(vm);
    f->grouped = f->separator && f->grouping && str_length(f->separator) > 0;
    return true;
}

static Value format_number(MinipyVM *vm, const Dec *given, Spec *f, Value context)
{
    Ctx c = context_begin(vm, context);
    Dec d = {0};
    Value r = VALUE_NULL;
    dec_copy(&d, given);
    if (d.kind != FINITE) {
        f->zero = false;
        r = put_special(vm, &d, f);
    } else if (round_for(&c, &d, f)) {
        /* 'F' alone does not look at what rounding made of it, as in CPython */
        if (f->positive_zero && dec_is_zero(f->capital_f ? given : &d))
            d.sign = 0;
        r = put_finite(vm, &d, f);
    }
    dec_clear(vm, &d);
    return r;
}

Value decimal_format(MinipyVM *vm, Value self, Value spec, Value locale, Value context)
{
    Spec f;
    Value conventions = VALUE_NULL, three = VALUE_NULL, r = VALUE_NULL;
    if (!read_spec(spec, &f))
        return error_set(vm, EXC_ValueError, "invalid format string");
    f.upper =
        f.type == 'E' || f.type == 'G' || (f.type == 0 && CONTEXT(context)->capitals);
    f.capital_f = f.type == 'F';
    bool local = f.type == 'n';
    f.type = f.type == 'E'                                   ? 'e'
             : f.type == 'F'                                 ? 'f'
             : f.type == 'G' || f.type == 0 || f.type == 'n' ? 'g'
                                                             : f.type;
    if (f.grouped) {
        f.separator = vm->ascii[','];
        f.grouping = three = str_from_char(vm, 3);
    }
    if (locale && locale != VALUE_NONE) {
        conventions = value_incref(locale);
    } else if (local) {
        Value localeconv = import_attr(vm, "locale", "localeconv");
        conventions = localeconv ? call0(vm, localeconv) : VALUE_NULL;
        value_xdecref(vm, localeconv);
    }
    f.conventional = conventions != VALUE_NULL;
    if ((!f.grouped || three) && (!local || conventions) &&
        (!conventions || read_locale(vm, conventions, &f)))
        r = format_number(vm, &DECIMAL(self)->d, &f, context);
    value_xdecref(vm, conventions);
    value_xdecref(vm, three);
    return r;
}
