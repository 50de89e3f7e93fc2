/* unicodedata.c - the module unicodedata: Unicode 14.0's facts about characters (the
 * tables of vm/text/unicode.h) as functions, and ucd_3_2_0, an object that has the same
 * functions as methods, by Unicode 3.2.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "stdlib/native.h"
#include "vm/numbers/float.h"
#include "vm/text/str_private.h"
#include "vm/text/unicode.h"

/* ucd_3_2_0 */
typedef struct UcdObj {
    Object ob;
    Value version; /* str */
} UcdObj;

static const TypeSpec ucd_spec;

/* Whether a function was called as a method of ucd_3_2_0. */
static bool by_3_2(Value self)
{
    return value_is_of(self, &ucd_spec);
}

/* Argument N (0: the only one) as one character. */
static bool char_argument(MinipyVM *vm, const char *fname, int n, Value v, uint32_t *ch)
{
    if (!value_is_str(v) || STR(v)->length != 1) {
        str_bad_argument(vm, fname, n, "a unicode character", v);
        return false;
    }
    *ch = str_char_at(STR(v), 0);
    return true;
}

/* For decimal, digit, numeric and name: the default, or ValueError with MESSAGE. */
static Value or_default(MinipyVM *vm, const Value *args, size_t nargs,
                        const char *message)
{
    if (nargs > 1)
        return value_incref(args[1]);
    return error_set(vm, EXC_ValueError, "%s", message);
}

FN(fn_decimal)
{
    uint32_t ch;

    if (!char_argument(vm, "decimal", 1, args[0], &ch))
        return VALUE_NULL;
    int old = by_3_2(self) ? unicode_3_2(ch)->decimal : -2;
    int n = old != -2 ? old : unicode_to_decimal(ch);
    return n < 0 ? or_default(vm, args, nargs, "not a decimal") : value_from_imm(n);
}

FN(fn_digit)
{
    uint32_t ch;

    if (!char_argument(vm, "digit", 1, args[0], &ch))
        return VALUE_NULL;
    int n = unicode_to_digit(ch);
    return n < 0 ? or_default(vm, args, nargs, "not a digit") : value_from_imm(n);
}

FN(fn_numeric)
{
    double number;
    uint32_t ch;

    if (!char_argument(vm, "numeric", 1, args[0], &ch))
        return VALUE_NULL;
    if ((by_3_2(self) && !unicode_3_2_has(ch)) || !unicode_to_numeric(ch, &number))
        return or_default(vm, args, nargs, "not a numeric character");
    return float_new(vm, number);
}

FN(fn_name)
{
    char name[UNICODE_NAME_MAX];
    uint32_t ch;

    if (!char_argument(vm, "name", 1, args[0], &ch))
        return VALUE_NULL;
    size_t length = by_3_2(self) && !unicode_3_2_has(ch) ? 0 : unicode_name(ch, name);
    if (length == 0)
        return or_default(vm, args, nargs, "no such name");
    return str_from_ascii(vm, name, (int64_t)length);
}

/* Whether Unicode 3.2 knew the character by this name: it had no aliases. Ideographs
 * are found by their number, whatever the version. */
static bool known_in_3_2(uint32_t ch, const char *name, size_t size)
{
    char own[UNICODE_NAME_MAX];
    if (strncmp(name, "CJK UNIFIED IDEOGRAPH-", 22) == 0) /* perhaps with a zero more */
        return true;
    size_t length = unicode_name(ch, own);
    return length == size && strncasecmp(own, name, size) == 0 && unicode_3_2_has(ch);
}

FN(fn_lookup)
{
    uint32_t sequence[4];
    int64_t size;
    const char *name;

    if (value_is_bytes(args[0])) {
        name = (const char *)BYTES(args[0])->data;
        size = BYTES(args[0])->size;
    } else if (!value_is_str(args[0])) {
        return error_set(vm, EXC_TypeError,
                         "a bytes-like object is required, not '%.100T'", args[0]);
    } else if (!(name = str_utf8(vm, args[0], &size))) {
        return VALUE_NULL;
    }
    if (size > 256)
        return error_set(vm, EXC_KeyError, "name too long");
    uint32_t ch = unicode_lookup(name, (size_t)size);
    bool old = by_3_2(self);
    if (ch != UNICODE_NONE && (!old || known_in_3_2(ch, name, (size_t)size)))
        return str_from_char(vm, ch);
    int count = old ? 0 : unicode_lookup_sequence(name, (size_t)size, sequence);
    if (count)
        return str_from_ucs4(vm, sequence, count);
    Value text = str_decode(vm, name, (int64_t)strlen(name), "utf-8", "replace");
    if (text)
        error_set(vm, EXC_KeyError, "undefined character name '%U'", text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

static const char *category_of(Value self, uint32_t ch)
{
    const char *old = by_3_2(self) ? unicode_3_2(ch)->category : NULL;
    return old ? old : unicode_category(ch);
}

static const char *bidirectional_of(Value self, uint32_t ch)
{
    const char *old = by_3_2(self) ? unicode_3_2(ch)->bidirectional : NULL;
    return old ? old : unicode_bidirectional(ch);
}

static int mirrored_of(Value self, uint32_t ch)
{
    int old = by_3_2(self) ? unicode_3_2(ch)->mirrored : -1;
    return old >= 0 ? old : unicode_is_mirrored(ch);
}

static const char *asian_width_of(Value self, uint32_t ch)
{
    return by_3_2(self) ? unicode_3_2_width(ch) : unicode_east_asian_width(ch);
}

static unsigned combining_of(Value self, uint32_t ch)
{
    return by_3_2(self) && !unicode_3_2_has(ch) ? 0 : unicode_combining(ch);
}

#define CHAR_FUNCTION(fn, name, expression)                                            \
    FN(fn)                                                                             \
    {                                                                                  \
        uint32_t ch;                                                                   \
        if (!char_argument(vm, name, 0, args[0], &ch))                                 \
            return VALUE_NULL;                                                         \
        return expression;                                                             \
    }
CHAR_FUNCTION(fn_category, "category", str_intern_cstr(vm, category_of(self, ch)))
CHAR_FUNCTION(fn_bidirectional, "bidirectional",
              str_intern_cstr(vm, bidirectional_of(self, ch)))
CHAR_FUNCTION(fn_combining, "combining", value_from_imm(combining_of(self, ch)))
CHAR_FUNCTION(fn_mirrored, "mirrored", value_from_imm(mirrored_of(self, ch)))
CHAR_FUNCTION(fn_east_asian_width, "east_asian_width",
              str_intern_cstr(vm, asian_width_of(self, ch)))
#undef CHAR_FUNCTION

/* Four to six hexadecimal digits; where they end. */
static char *put_code(char *to, uint32_t ch)
{
    int digits = ch > 0xfffff ? 6 : ch > 0xffff ? 5 : 4;
    while (digits-- > 0)
        *to++ = "0123456789ABCDEF"[ch >> 4 * digits & 15];
    return to;
}

FN(fn_decomposition)
{
    uint32_t parts[18], ch;
    const char *tag;
    char text[32 + 18 * 7];

    if (!char_argument(vm, "decomposition", 0, args[0], &ch))
        return VALUE_NULL;
    int count = unicode_decomposition(ch, parts, &tag);
    if (by_3_2(self) && !unicode_3_2_has(ch))
        return str_from_ascii(vm, "", 0);
    size_t length = strlen(tag);
    memcpy(text, tag, length);
    char *to = text + length;
    for (int i = 0; i < count; i++) {
        if (to > text)
            *to++ = ' ';
        to = put_code(to, parts[i]);
    }
    return str_from_ascii(vm, text, to - text);
}

/* ---- normalisation --------------------------------------------------------------- */

/* Is it of characters alone that NFC, or with `compatible` NFKC, leaves as they are,
 * whatever stands beside them? Those below the first combining mark (NFKC: without the
 * ligatures and the signs among them), Cyrillic, kana, Han, and syllables of Hangul,
 * which only its letters would add to. */
static bool is_composed(Text t, bool compatible)
{
    uint32_t first = compatible ? 0xa0 : 0x300;
    for (int64_t i = 0; i < t.length; i++) {
        uint32_t c = text_at(t, i);
        if (!(c < first || (c >= 0xc0 && c < 0x132) || (c >= 0x400 && c < 0x483) ||
              (c >= 0x3041 && c < 0x3097) || (c >= 0x30a1 && c < 0x30fb) ||
              (c >= 0x4e00 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4)))
            return false;
    }
    return true;
}

/* Is each character, whatever stands beside it, left as it is by decomposition? */
static bool is_decomposed(Text t)
{
    for (int64_t i = 0; i < t.length; i++)
        if (text_at(t, i) >= 0x80)
            return false;
    return true;
}

/* A form by its name; -1: none. */
static int form_named(Value name)
{
    if (str_equal_ascii(name, "NFC"))
        return UNICODE_NFC;
    if (str_equal_ascii(name, "NFD"))
        return UNICODE_NFD;
    if (str_equal_ascii(name, "NFKC"))
        return UNICODE_NFKC;
    return str_equal_ascii(name, "NFKD") ? (int)UNICODE_NFKD : -1;
}

/* The form named by argument 1 and the text of argument 2, normalised. */
static Value normalized(MinipyVM *vm, Value self, const char *fname, const Value *args)
{
    for (int i = 0; i < 2; i++)
        if (!value_is_str(args[i]))
            return str_bad_argument(vm, fname, i + 1, "str", args[i]);
    int form = form_named(args[0]);
    if (STR(args[1])->ascii && (form >= 0 || STR(args[1])->length == 0))
        return value_incref(args[1]);
    if (form < 0)
        return error_set(vm, EXC_ValueError, "invalid normalization form");
    Text t = str_text(args[1]);
    if (by_3_2(self))
        form |= UNICODE_BY_3_2;
    else if ((form == UNICODE_NFC || form == UNICODE_NFKC) &&
             is_composed(t, form == UNICODE_NFKC))
        return value_incref(args[1]);
    else if (is_decomposed(t))
        return value_incref(args[1]);
    size_t length = (size_t)t.length;
    uint32_t *text = mem_alloc(vm, length * sizeof *text);
    if (!text)
        return VALUE_NULL;
    text_copy(text, 4, 0, t);
    size_t room = unicode_normalize_room((UnicodeForm)form, text, length);
    uint32_t *out = mem_alloc(vm, room * sizeof *out);
    Value result = VALUE_NULL;
    if (out) {
        size_t count = unicode_normalize((UnicodeForm)form, text, length, out);
        result = str_from_ucs4(vm, out, (int64_t)count);
    }
    mem_free(vm, out);
    mem_free(vm, text);
    return result;
}

FN(fn_normalize)
{
    return normalized(vm, self, "normalize", args);
}

/* Does one of the first characters fall apart by itself, so that a text with it is not
 * decomposed? */
static bool falls_apart(Value s, UnicodeForm form)
{
    enum { FIRST = 32, ROOM = 32 };
    uint32_t c, out[ROOM];
    for (int64_t i = 0; i < str_length(s) && i < FIRST; i++) {
        c = str_char_at(STR(s), i);
        if (c >= 0x80 && unicode_normalize_room(form, &c, 1) <= ROOM &&
            (unicode_normalize(form, &c, 1, out) != 1 || out[0] != c))
            return true;
    }
    return false;
}

FN(fn_is_normalized)
{
    if (value_is_str(args[0]) && value_is_str(args[1]) && !by_3_2(self)) {
        bool exact = str_equal_ascii(args[0], "NFD");
        if ((exact || str_equal_ascii(args[0], "NFKD")) &&
            falls_apart(args[1], exact ? UNICODE_NFD : UNICODE_NFKD))
            return VALUE_FALSE;
    }
    Value result = normalized(vm, self, "is_normalized", args);
    if (!result)
        return VALUE_NULL;
    bool same = result == args[1] || str_equal(result, args[1]);
    value_decref(vm, result);
    return value_from_bool(same);
}

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"decimal", fn_decimal, 0, "($self, chr, default=<unrepresentable>, /)", "The decimal value."},
    {"digit", fn_digit, 0, "($self, chr, default=<unrepresentable>, /)", "The digit value."},
    {"numeric", fn_numeric, 0, "($self, chr, default=<unrepresentable>, /)", "The numeric value."},
    {"category", fn_category, 0, "($self, chr, /)", "The general category."},
    {"bidirectional", fn_bidirectional, 0, "($self, chr, /)", "The bidirectional class."},
    {"combining", fn_combining, 0, "($self, chr, /)", "The canonical combining class."},
    {"mirrored", fn_mirrored, 0, "($self, chr, /)", "Whether it is mirrored in bidirectional text."},
    {"east_asian_width", fn_east_asian_width, 0, "($self, chr, /)", "The East Asian width."},
    {"decomposition", fn_decomposition, 0, "($self, chr, /)", "The decomposition mapping as text."},
    {"name", fn_name, 0, "($self, chr, default=<unrepresentable>, /)", "The character's name."},
    {"lookup", fn_lookup, 0, "($self, name, /)", "The character of that name."},
    {"is_normalized", fn_is_normalized, 0, "($self, form, unistr, /)", "Whether the text is in that form."},
    {"normalize", fn_normalize, 0, "($self, form, unistr, /)", "The text in that form."},
);

static MEMBERS(ucd_members,
    {"unidata_version", MEMBER_VALUE, offsetof(UcdObj, version), true, NULL},
);
static TYPE_SPEC(ucd_spec,
    .name = "unicodedata.UCD",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(UcdObj), .values = 1,
    .slots = {.getattro = object_generic_getattr},
    .methods = functions, .members = ucd_members,
);

static Value make_ucd_3_2_0(MinipyVM *vm)
{
    Value old = object_alloc_value(vm, module_type_borrow(vm, &ucd_spec));
    if (old && !(((UcdObj *)value_obj(old))->version = str_from_cstr(vm, "3.2.0")))
        value_clear(vm, &old);
    return old;
}

static CONTENTS(contents,
    HAS_TYPE("UCD", &ucd_spec), HAS_MADE("ucd_3_2_0", make_ucd_3_2_0), HAS_TEXT("unidata_version", "14.0.0"),
);

MODULE_SPEC(unicodedata_module_spec,
    .name = "unicodedata",
    .doc = "Unicode 14.0's facts about characters.",
    .methods = functions, .contents = contents,
);
