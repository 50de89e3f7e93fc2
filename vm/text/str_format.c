/* str_format.c - str.format and format_map: replacement fields {name!conversion:spec},
 * and the value of an f-string's {...}.
 *
 * A format string is read in one pass by next_field; a spec that holds fields itself is
 * expanded by the same code, one level down. What a spec means:
 * vm/numbers/format_spec.c and the object's __format__.
 */
#include <string.h>

#include "vm/objects/args.h"
#include "vm/numbers/format_spec.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/unicode.h"
#include "vm/containers/list.h"

/* Part of the format string. */
typedef struct Span {
    int64_t start, end;
} Span;

/* Literal text and the field that follows it, if any. */
typedef struct Field {
    Span literal;
    bool present; /* there is a field */
    Span name, spec;
    uint32_t conversion; /* 0: none */
    bool nested;         /* the spec has fields of its own */
    bool has_spec;
} Field;

typedef enum { NUMBERING_UNKNOWN, NUMBERING_AUTO, NUMBERING_MANUAL } Numbering;

typedef struct Formatter {
    MinipyVM *vm;
    const Value *args; /* NULL for format_map */
    int64_t nargs;
    Value mapping;      /* named fields; VALUE_NULL: none, or these: */
    Value names;        /* a tuple of str alone, of no subclass; VALUE_NULL: none */
    const Value *named; /* what each of them is */
    Numbering numbering;
    int64_t next_auto;
} Formatter;

/* ---- reading the format string --------------------------------------------------- */

static int value_error(MinipyVM *vm, const char *message)
{
    error_set(vm, EXC_ValueError, "%s", message);
    return -1;
}

/* The name of a field, from *POS (after the brace) on; *END_CH is what ended it. */
static int read_name(MinipyVM *vm, Text t, int64_t end, int64_t *pos, Field *field,
                     uint32_t *end_ch)
{
    uint32_t ch = 0;

    field->name.start = *pos;
    while (*pos < end) {
        ch = text_at(t, (*pos)++);
        if (ch == '{')
            return value_error(vm, "unexpected '{' in field name");
        if (ch == '[') {
            while (*pos < end && text_at(t, *pos) != ']')
                (*pos)++;
            continue;
        }
        if (ch == '}' || ch == ':' || ch == '!')
            break;
    }
    field->name.end = *pos - (ch == '}' || ch == ':' || ch == '!');
    *end_ch = ch;
    return 0;
}

/* A field after its opening brace, up to and including the closing one. */
static int read_field(MinipyVM *vm, Text t, int64_t end, int64_t *pos, Field *field)
{
    uint32_t ch = 0;
    int depth = 1;

    field->present = true;
    if (read_name(vm, t, end, pos, field, &ch) < 0)
        return -1;
    if (ch == '}')
        return 0;
    if (ch != ':' && ch != '!')
        return value_error(vm, "expected '}' before end of string");
    if (ch == '!') {
        if (*pos >= end)
            return value_error(vm,
                               "end of string while looking for conversion specifier");
        field->conversion = text_at(t, (*pos)++);
        if (*pos < end) {
            ch = text_at(t, (*pos)++);
            if (ch == '}')
                return 0;
            if (ch != ':')
                return value_error(vm, "expected ':' after conversion specifier");
        }
    }
    field->has_spec = true;
    field->spec.start = *pos;
    while (*pos < end) {
        ch = text_at(t, (*pos)++);
        if (ch == '{') {
            field->nested = true;
            depth++;
        } else if (ch == '}' && --depth == 0) {
            field->spec.end = *pos - 1;
            return 0;
        }
    }
    return value_error(vm, "unmatched '{' in format spec");
}

/* The next literal and field. 1: read, 0: at the end, -1: error. */
static int next_field(MinipyVM *vm, Text t, int64_t end, int64_t *pos, Field *field)
{
    uint32_t ch = 0;

    *field = (Field){.literal = {*pos, *pos}};
    if (*pos >= end)
        return 0;
    while (*pos < end) {
        ch = text_at(t, (*pos)++);
        if (ch == '{' || ch == '}')
            break;
    }
    field->literal.end = *pos;
    if (ch != '{' && ch != '}')
        return 1;
    bool at_end = *pos >= end;
    bool doubled = !at_end && text_at(t, *pos) == ch;
    if (ch == '}' && !doubled)
        return value_error(vm, "Single '}' encountered in format string");
    if (ch == '{' && at_end)
        return value_error(vm, "Single '{' encountered in format string");
    if (doubled) {
        (*pos)++; /* the literal keeps one of the two */
        return 1;
    }
    field->literal.end--;
    return read_field(vm, t, end, pos, field) < 0 ? -1 : 1;
}

/* The number that SPAN spells in decimal digits; -1: not a number, -2: error. */
static int64_t span_number(MinipyVM *vm, Text t, Span span)
{
    int64_t n = 0;

    if (span.start >= span.end)
        return -1;
    for (int64_t i = span.start; i < span.end; i++) {
        int digit = unicode_to_decimal(text_at(t, i));
        if (digit < 0)
            return -1;
        if (n > (INT64_MAX - digit) / 10)
            return value_error(vm, "Too many decimal digits in format string") - 1;
        n = n * 10 + digit;
    }
    return n;
}

static Value span_str(MinipyVM *vm, Text t, Span span)
{
    return str_from_text(vm, text_slice(t, span.start, span.end));
}

/* Where the first part of a field name ends. */
static int64_t first_part_end(Text t, Span name)
{
    int64_t i = name.start;

    while (i < name.end && text_at(t, i) != '.' && text_at(t, i) != '[')
        i++;
    return i;
}

/* One ".attribute" or "[index]" from *POS on. 1: read, 0: at the end, -1: error. */
static int next_access(MinipyVM *vm, Text t, int64_t end, int64_t *pos, bool *is_attr,
                       Span *part, int64_t *index)
{
    if (*pos >= end)
        return 0;
    uint32_t ch = text_at(t, (*pos)++);
    *index = -1;
    part->start = *pos;
    if (ch == '.') {
        *is_attr = true;
        while (*pos < end && text_at(t, *pos) != '.' && text_at(t, *pos) != '[')
            (*pos)++;
        part->end = *pos;
    } else if (ch == '[') {
        *is_attr = false;
        while (*pos < end && text_at(t, *pos) != ']')
            (*pos)++;
        if (*pos >= end)
            return value_error(vm, "Missing ']' in format string");
        part->end = (*pos)++;
        *index = span_number(vm, t, *part);
        if (*index == -2)
            return -1;
    } else {
        return value_error(vm,
                           "Only '.' or '[' may follow ']' in format field specifier");
    }
    if (part->start == part->end)
        return value_error(vm, "Empty attribute in format string");
    return 1;
}

/* ---- finding the object of a field ----------------------------------------------- */

static int check_numbering(Formatter *f, bool automatic)
{
    Numbering now = automatic ? NUMBERING_AUTO : NUMBERING_MANUAL;

    if (f->numbering == NUMBERING_UNKNOWN)
        f->numbering = now;
    if (f->numbering == now)
        return 0;
    return value_error(f->vm, f->numbering == NUMBERING_MANUAL
                                  ? "cannot switch from manual field specification to "
                                    "automatic field numbering"
                                  : "cannot switch from automatic field numbering to "
                                    "manual field specification");
}

static bool same_text(Text a, Text b)
{
    if (a.length != b.length)
        return false;
    if (a.width == b.width)
        return memcmp(a.data, b.data, (size_t)(a.length * a.width)) == 0;
    for (int64_t i = 0; i < a.length; i++)
        if (text_at(a, i) != text_at(b, i))
            return false;
    return true;
}

/* The argument of that name, new; VALUE_NULL: there is none. */
static Value named_object(const Formatter *f, Text name)
{
    for (int64_t i = 0; i < tuple_size(f->names); i++)
        if (same_text(str_text(tuple_get_borrow(f->names, i)), name))
            return value_incref(f->named[i]);
    return VALUE_NULL;
}

/* The argument that the first part of the name stands for. */
static Value first_object(Formatter *f, Text t, Span first)
{
    MinipyVM *vm = f->vm;
    int64_t index = span_number(vm, t, first);
    bool empty = first.start >= first.end;

    if (index == -2)
        return VALUE_NULL;
    if ((empty || index >= 0) && check_numbering(f, empty) < 0)
        return VALUE_NULL;
    if (empty)
        index = f->next_auto++;
    if (index >= 0) {
        if (!f->args)
            return error_set(vm, EXC_ValueError,
                             "Format string contains positional fields");
        if (index >= f->nargs)
            return error_set(
                vm, EXC_IndexError,
                "Replacement index %ld out of range for positional args tuple",
                (long)index);
        return value_incref(f->args[index]);
    }
    Value found =
        f->names ? named_object(f, text_slice(t, first.start, first.end)) : VALUE_NULL;
    if (found)
        return found;
    Value key = span_str(vm, t, first);
    if (!key)
        return VALUE_NULL;
    if (!f->mapping)
        error_set_value(vm, EXC_KeyError, key);
    else
        found = object_getitem(vm, f->mapping, key);
    value_decref(vm, key);
    return found;
}

static Value access_part(MinipyVM *vm, Value object, Text t, bool is_attr, Span part,
                         int64_t index)
{
    if (index >= 0) {
        Value number = int_new(vm, index);
        if (!number)
            return VALUE_NULL;
        Value item = object_getitem(vm, object, number);
        value_decref(vm, number);
        return item;
    }
    Value key = span_str(vm, t, part);
    if (!key)
        return VALUE_NULL;
    Value result =
        is_attr ? object_getattr(vm, object, key) : object_getitem(vm, object, key);
    value_decref(vm, key);
    return result;
}

static Value field_object(Formatter *f, Text t, Span name)
{
    int64_t pos = first_part_end(t, name), index;
    Value object = first_object(f, t, (Span){name.start, pos});
    bool is_attr;
    Span part;

    while (object) {
        int more = next_access(f->vm, t, name.end, &pos, &is_attr, &part, &index);
        if (more == 0)
            break;
        Value next =
            more < 0 ? VALUE_NULL : access_part(f->vm, object, t, is_attr, part, index);
        value_decref(f->vm, object);
        object = next;
    }
    return object;
}

/* ---- rendering ------------------------------------------------------------------- */

static Value convert(MinipyVM *vm, Value v, uint32_t conversion)
{
    switch (conversion) {
    case 0: return value_incref(v);
    case 's': return object_str(vm, v);
    case 'r': return object_repr(vm, v);
    case 'a': return object_ascii(vm, v);
    }
    if (conversion > 32 && conversion < 127)
        return error_set(vm, EXC_ValueError, "Unknown conversion specifier %c",
                         (int)conversion);
    return error_set(vm, EXC_ValueError, "Unknown conversion specifier \\x%x",
                     (unsigned)conversion);
}

Value str_format_value(MinipyVM *vm, Value v, int conversion, Value spec)
{
    bool plain = !spec || STR(spec)->length == 0;

    if (conversion != 0) {
        Value text = convert(vm, v, (uint32_t)conversion);
        if (!text || (plain && value_is_exact(vm, text, KIND_STR)))
            return text;
        Value result = object_format(vm, text, spec);
        value_decref(vm, text);
        return result;
    }
    if (plain) {
        if (value_is_exact(vm, v, KIND_STR))
            return value_incref(v);
        if (value_is_int_imm(v) && likely(vm->recursion_remaining > 0))
            return int_to_str(vm, v, 10);
    }
    return object_format(vm, v, spec);
}

static int format_range(Formatter *f, StrBuilder *b, Value format, int64_t start,
                        int64_t end, int depth);

static int render(Formatter *f, StrBuilder *b, Value format, const Field *field,
                  int depth)
{
    MinipyVM *vm = f->vm;
    Text t = str_text(format);
    Value object = field_object(f, t, field->name);
    Value spec = VALUE_NULL;
    int error = -1;

    if (!object)
        return -1;
    if (field->conversion) {
        Value converted = convert(vm, object, field->conversion);
        value_decref(vm, object);
        object = converted;
        if (!object)
            return -1;
    }
    if (field->nested) {
        StrBuilder inner;
        strbuilder_init(&inner, vm);
        if (format_range(f, &inner, format, field->spec.start, field->spec.end,
                         depth - 1) < 0) {
            strbuilder_discard(&inner);
            goto done;
        }
        spec = strbuilder_finish(&inner);
        if (!spec)
            goto done;
    } else if (field->spec.start < field->spec.end) {
        spec = span_str(vm, t, field->spec);
        if (!spec)
            goto done;
    }
    if (!spec && (value_is_int_imm(object) || value_is_exact(vm, object, KIND_STR))) {
        error = strbuilder_value(b, object);
        goto done;
    }
    Value text = str_format_value(vm, object, 0, spec);
    if (text) {
        strbuilder_str(b, text);
        value_decref(vm, text);
        error = 0;
    }
done:
    value_decref(vm, object);
    value_xdecref(vm, spec);
    return error;
}

static int format_range(Formatter *f, StrBuilder *b, Value format, int64_t start,
                        int64_t end, int depth)
{
    Field field;
    int more;

    if (depth <= 0)
        return value_error(f->vm, "Max string recursion exceeded");
    while ((more = next_field(f->vm, str_text(format), end, &start, &field)) > 0) {
        strbuilder_slice(b, format, field.literal.start, field.literal.end);
        if (field.present && render(f, b, format, &field, depth) < 0)
            return -1;
    }
    return more;
}

static Value format_all(Formatter *f, Value format)
{
    StrBuilder b;

    strbuilder_init(&b, f->vm);
    if (format_range(f, &b, format, 0, STR(format)->length, 2) < 0) {
        strbuilder_discard(&b);
        return VALUE_NULL;
    }
    return strbuilder_finish(&b);
}

/* So few that looking at each is quicker than a dict of them; no subclass of str says
 * what it is equal to. */
static bool names_are_few(MinipyVM *vm, Value names)
{
    enum { FEW = 8 };
    if (tuple_size(names) > FEW)
        return false;
    for (int64_t i = 0; i < tuple_size(names); i++)
        if (!value_is_exact(vm, tuple_get_borrow(names, i), KIND_STR))
            return false;
    return true;
}

Value str_method_format(NATIVE_ARGS)
{
    static const Value none[1];
    Formatter f = {.vm = vm, .args = nargs ? args : none, .nargs = (int64_t)nargs};

    if (kwnames && names_are_few(vm, kwnames)) {
        f.names = kwnames;
        f.named = args + nargs;
    } else if (kwnames) {
        f.mapping = dict_new(vm);
        if (!f.mapping)
            return VALUE_NULL;
        for (int64_t i = 0; i < tuple_size(kwnames); i++)
            if (dict_set(vm, f.mapping, tuple_get_borrow(kwnames, i),
                         args[nargs + (size_t)i]) < 0) {
                value_decref(vm, f.mapping);
                return VALUE_NULL;
            }
    }
    Value result = format_all(&f, self);
    value_xdecref(vm, f.mapping);
    return result;
}

Value str_method_format_map(NATIVE_ARGS)
{
    Formatter f = {.vm = vm, .mapping = args[0]};

    return format_all(&f, self);
}

/* ---- for the _string module ------------------------------------------------------ */

/* (literal, field name, spec, conversion) of one field; None where there is none. */
static Value field_tuple(MinipyVM *vm, Text t, const Field *field)
{
    Value items[4] = {span_str(vm, t, field->literal), VALUE_NONE, VALUE_NONE,
                      VALUE_NONE};

    if (field->present) {
        items[1] = span_str(vm, t, field->name);
        items[2] = field->has_spec ? span_str(vm, t, field->spec)
                                   : value_incref(vm->empty_str);
        if (field->conversion)
            items[3] = str_from_char(vm, field->conversion);
    }
    for (int i = 0; i < 4; i++)
        if (!items[i]) {
            for (int j = 0; j < 4; j++)
                value_xdecref(vm, items[j]);
            return VALUE_NULL;
        }
    return tuple_from_steal(vm, items, 4);
}

int str_formatter_next_field(MinipyVM *vm, Value s, int64_t *pos, Value *item)
{
    Field field;
    int more = next_field(vm, str_text(s), STR(s)->length, pos, &field);
    *item = more > 0 ? field_tuple(vm, str_text(s), &field) : VALUE_NULL;
    return more > 0 && !*item ? -1 : more;
}

static Value index_or_str(MinipyVM *vm, Text t, Span span, int64_t index)
{
    return index >= 0 ? int_new(vm, index) : span_str(vm, t, span);
}

Value str_formatter_first_part(MinipyVM *vm, Value s, int64_t *pos)
{
    Text t = str_text(s);
    Span part = {0, first_part_end(t, (Span){0, t.length})};
    int64_t index = span_number(vm, t, part);
    *pos = part.end;
    return index == -2 ? VALUE_NULL : index_or_str(vm, t, part, index);
}

int str_formatter_next_access(MinipyVM *vm, Value s, int64_t *pos, Value *item)
{
    Text t = str_text(s);
    Span part;
    int64_t index;
    bool is_attr;
    int more = next_access(vm, t, t.length, pos, &is_attr, &part, &index);
    Value key = more > 0 ? index_or_str(vm, t, part, index) : VALUE_NULL;
    *item = key ? tuple_pack(vm, 2, value_from_bool(is_attr), key) : VALUE_NULL;
    value_xdecref(vm, key);
    return more > 0 && !*item ? -1 : more;
}
