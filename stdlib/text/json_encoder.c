/* json_encoder.c - the writing half of the module _json: the two string encoders, and
 * the encoder that json.encoder uses when no indentation is asked for. Read next:
 * json_scanner.c.
 */
#include <math.h>

#include "stdlib/text/json_private.h"
#include "vm/numbers/float.h"
#include "vm/text/str_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

typedef struct EncoderObj {
    Object ob;
    Value markers; /* dict of the containers being written, by address; None */
    Value defaultfn, encoder, indent, key_separator, item_separator;
    bool sort_keys, skipkeys, allow_nan;
} EncoderObj;
#define ENCODER(v) ((EncoderObj *)(uintptr_t)(v))

/* One call of an encoder. */
typedef struct Encode {
    MinipyVM *vm;
    EncoderObj *encoder;
    StrBuilder out;
} Encode;

/* ---- strings --------------------------------------------------------------------- */

enum { ESCAPE_MAX = 12 }; /* characters of the longest */
enum { LAST_ASCII = '~', LAST_ANY = 0x10ffff };

/* Each writes an escape to `to` and returns where it ends. */
static char *put_unicode_escape(char *to, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";
    *to++ = '\\';
    *to++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4)
        *to++ = digits[unit >> shift & 15];
    return to;
}

/* The letter of a short escape; 0: it has none. */
static char escape_letter(uint32_t ch)
{
    switch (ch) {
    case '"':
    case '\\': return (char)ch;
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

static char *put_escape(char *to, uint32_t ch)
{
    char letter = escape_letter(ch);

    if (letter) {
        *to++ = '\\';
        *to++ = letter;
        return to;
    }
    if (ch < 0x10000)
        return put_unicode_escape(to, ch);
    to = put_unicode_escape(to, 0xd800 + ((ch - 0x10000) >> 10));
    return put_unicode_escape(to, 0xdc00 + ((ch - 0x10000) & 0x3ff));
}

static inline bool is_plain(uint32_t ch, uint32_t last)
{
    return ch >= ' ' && ch <= last && ch != '"' && ch != '\\';
}

/* The characters from i on that are escaped, and the few of ASCII between them, as many
 * as one piece has: their end. */
static int64_t put_escapes(StrBuilder *b, Text t, int64_t i, uint32_t last)
{
    enum { PIECE = 240, FEW = 8 };
    char piece[PIECE + ESCAPE_MAX], *to = piece;
    for (int plain = 0; i < t.length && to < piece + PIECE; i++) {
        uint32_t ch = text_at(t, i);
        if (!is_plain(ch, last)) {
            to = put_escape(to, ch);
            plain = 0;
        } else if (ch < 0x80 && plain < FEW) {
            *to++ = (char)ch;
            plain++;
        } else {
            break;
        }
    }
    strbuilder_bytes(b, piece, to - piece);
    return i;
}

/* Where the run of characters from i on ends that need no escape. */
static int64_t skip_plain(Text t, int64_t i, uint32_t last)
{
    uint64_t word, beyond = last < 0x80 ? JSON_ONES << 7 : 0;
    for (; JSON_WORDS && t.width == 1 && t.length - i >= 8; i += 8) {
        memcpy(&word, (const uint8_t *)t.data + i, 8);
        /* 0x7f is the one character of ASCII behind LAST_ASCII. */
        uint64_t hits =
            json_special_bytes(word) | ((word | (word + JSON_ONES)) & beyond);
        if (hits) {
            i += __builtin_ctzll(hits) >> 3;
            break;
        }
    }
    while (i < t.length && is_plain(text_at(t, i), last))
        i++;
    return i;
}

/* The same for ASCII of which nothing is escaped, in one pass. False: nothing has
 * happened. */
static bool put_plain(StrBuilder *b, Value s)
{
    int64_t n = str_length(s);
    uint8_t *to = JSON_WORDS && STR(s)->ascii ? strbuilder_narrow(b, n + 2) : NULL;
    if (!to)
        return false;
    const uint8_t *from = (const uint8_t *)STR(s)->data, *end = from + n;
    *to++ = '"';
    for (; end - from >= 8; from += 8, to += 8) {
        uint64_t word;
        memcpy(&word, from, 8);
        if (json_special_bytes(word) | ((word + JSON_ONES) & JSON_ONES << 7))
            return false;
        memcpy(to, &word, 8);
    }
    for (; from < end; from++) {
        if (!is_plain(*from, LAST_ASCII))
            return false;
        *to++ = *from;
    }
    *to = '"';
    b->length += n + 2;
    return true;
}

/* S in double quotes, characters above LAST escaped. */
static void put_quoted(StrBuilder *b, Value s, uint32_t last)
{
    if (put_plain(b, s))
        return;
    Text t = str_text(s);
    int64_t start = 0;
    strbuilder_char(b, '"');
    while (start < t.length && !b->failed) {
        int64_t end = skip_plain(t, start, last);
        strbuilder_slice(b, s, start, end);
        start = end < t.length ? put_escapes(b, t, end, last) : end;
    }
    strbuilder_char(b, '"');
}

static Value quoted(MinipyVM *vm, Value s, uint32_t last)
{
    StrBuilder b;

    if (!value_is_str(s))
        return error_set(vm, EXC_TypeError, "first argument must be a string, not %T",
                         s);
    strbuilder_init(&b, vm);
    put_quoted(&b, s, last);
    return strbuilder_finish(&b);
}

FN(encode_basestring)
{
    return quoted(vm, args[0], LAST_ANY);
}

FN(encode_basestring_ascii)
{
    return quoted(vm, args[0], LAST_ASCII);
}

/* A str as the encoder's function writes it; our own are not called. -1: error. */
static int put_string(Encode *e, Value s)
{
    Value f = e->encoder->encoder;
    NativeFn fn = value_is_kind(f, KIND_NATIVE) ? NATIVE(f)->def->fn : NULL;

    if (fn == encode_basestring || fn == encode_basestring_ascii) {
        put_quoted(&e->out, s, fn == encode_basestring ? LAST_ANY : LAST_ASCII);
        return 0;
    }
    Value text = call1(e->vm, f, s);
    if (!text)
        return -1;
    bool ok = value_is_str(text);
    if (ok)
        strbuilder_str(&e->out, text);
    else
        error_set(e->vm, EXC_TypeError, "encoder() must return a string, not %T", text);
    value_decref(e->vm, text);
    return ok ? 0 : -1;
}

static void put_separator(StrBuilder *b, Value s)
{
    int64_t n = str_length(s);
    uint8_t *to = STR(s)->ascii ? strbuilder_narrow(b, n) : NULL;
    if (!to) {
        strbuilder_str(b, s);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        to[i] = STR(s)->data[i];
    b->length += n;
}

/* ---- plain values ---------------------------------------------------------------- */

static const char *constant_name(Value v)
{
    return v == VALUE_NONE    ? "null"
           : v == VALUE_TRUE  ? "true"
           : v == VALUE_FALSE ? "false"
                              : NULL;
}

/* The text of a number or a word, as value and as key: a new str, VALUE_NULL without an
 * exception if V is of another kind. */
static Value scalar_text(MinipyVM *vm, EncoderObj *encoder, Value v)
{
    if (constant_name(v))
        return str_from_cstr(vm, constant_name(v));
    if (value_is_int(v))
        return int_to_str(vm, v, 10);
    if (!value_is_float(v))
        return VALUE_NULL;
    double d = float_value(v);
    if (isfinite(d))
        return float_repr(vm, d);
    if (!encoder->allow_nan)
        return error_set(vm, EXC_ValueError,
                         "Out of range float values are not JSON compliant");
    return str_from_cstr(vm, isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
}

static int put_value(Encode *e, Value v);

/* ---- containers ------------------------------------------------------------------ */

/* Notes that V is being written; *MARK is its key or VALUE_NULL. -1: it was already. */
static int mark(Encode *e, Value v, Value *mark)
{
    MinipyVM *vm = e->vm;
    Value markers = e->encoder->markers;

    *mark = VALUE_NULL;
    if (markers == VALUE_NONE)
        return 0;
    if (!(*mark = int_from_u64(vm, (uint64_t)v)))
        return -1;
    int r = dict_contains(vm, markers, *mark);
    if (r > 0)
        error_set(vm, EXC_ValueError, "Circular reference detected");
    if (r == 0 && dict_set(vm, markers, *mark, v) == 0)
        return 0;
    value_clear(vm, mark);
    return -1;
}

static int unmark(Encode *e, Value mark, int result)
{
    if (mark && result == 0 && dict_delete(e->vm, e->encoder->markers, mark) <= 0) {
        if (!error_occurred(e->vm))
            error_set_value(e->vm, EXC_KeyError, mark);
        result = -1;
    }
    value_xdecref(e->vm, mark);
    return result;
}

static int put_list(Encode *e, Value v)
{
    Value items = sequence_fast(e->vm, v, "_iterencode_list needs a sequence"), marked;

    if (!items)
        return -1;
    int r = 0;
    if (seq_size(items) == 0) {
        strbuilder_bytes(&e->out, "[]", 2);
    } else if ((r = mark(e, v, &marked)) == 0) {
        strbuilder_char(&e->out, '[');
        for (int64_t i = 0; r == 0 && i < seq_size(items); i++) {
            if (i)
                put_separator(&e->out, e->encoder->item_separator);
            Value item = value_incref(seq_items(items)[i]);
            r = limits_poll(e->vm) < 0 ? -1 : put_value(e, item);
            value_decref(e->vm, item);
        }
        strbuilder_char(&e->out, ']');
        r = unmark(e, marked, r);
    }
    value_decref(e->vm, items);
    return r;
}

/* The items of a dict as a list; of a subclass, what its items() gives. */
static Value dict_items_of(MinipyVM *vm, Value dict)
{
    if (value_is_exact(vm, dict, KIND_DICT))
        return dict_items_list(vm, dict);
    Value items = call_method_cstr(vm, dict, "items", NULL, 0);
    Value list = items ? sequence_list(vm, items) : VALUE_NULL;
    value_xdecref(vm, items);
    return list;
}

/* "key": value, after a separator unless it is the first. 1: skipped, -1: error. */
static int put_item(Encode *e, Value item, bool first)
{
    MinipyVM *vm = e->vm;

    if (!value_is_tuple(item) || tuple_size(item) != 2) {
        error_set(vm, EXC_ValueError, "items must return 2-tuples");
        return -1;
    }
    Value key = tuple_get_borrow(item, 0);
    Value text =
        value_is_str(key) ? value_incref(key) : scalar_text(vm, e->encoder, key);
    if (!text) {
        if (error_occurred(vm))
            return -1;
        if (e->encoder->skipkeys)
            return 1;
        error_set(vm, EXC_TypeError,
                  "keys must be str, int, float, bool or None, not %T", key);
        return -1;
    }
    if (!first)
        put_separator(&e->out, e->encoder->item_separator);
    int r = put_string(e, text);
    value_decref(vm, text);
    put_separator(&e->out, e->encoder->key_separator);
    return r < 0 ? r : put_value(e, tuple_get_borrow(item, 1));
}

static int put_dict(Encode *e, Value v)
{
    MinipyVM *vm = e->vm;
    Value marked;

    if (dict_size(v) == 0) {
        strbuilder_bytes(&e->out, "{}", 2);
        return 0;
    }
    if (mark(e, v, &marked) < 0)
        return -1;
    Value items = dict_items_of(vm, v);
    int r = items ? 0 : -1;
    if (items && e->encoder->sort_keys)
        r = list_sort(vm, items, VALUE_NULL, false);
    bool first = true;
    strbuilder_char(&e->out, '{');
    for (int64_t i = 0; r >= 0 && i < list_size(items); i++) {
        Value item = value_incref(list_get_borrow(items, i));
        r = put_item(e, item, first);
        first = first && r != 0;
        value_decref(vm, item);
    }
    strbuilder_char(&e->out, '}');
    value_xdecref(vm, items);
    return unmark(e, marked, r < 0 ? -1 : 0);
}

/* What default() makes of V is written in its place. */
static int put_other(Encode *e, Value v)
{
    Value marked;

    if (mark(e, v, &marked) < 0)
        return -1;
    Value made = call1(e->vm, e->encoder->defaultfn, v);
    int r = -1;
    if (made && recursion_enter(e->vm, " while encoding a JSON object") == 0) {
        r = put_value(e, made);
        recursion_leave(e->vm);
    }
    value_xdecref(e->vm, made);
    return unmark(e, marked, r);
}

static int put_value(Encode *e, Value v)
{
    MinipyVM *vm = e->vm;

    if (value_is_str(v))
        return put_string(e, v);
    if (value_is_int_imm(v))
        return strbuilder_value(&e->out, v);
    if (constant_name(v)) {
        strbuilder_ascii(&e->out, constant_name(v));
        return 0;
    }
    Value text = scalar_text(vm, e->encoder, v);
    if (text) {
        strbuilder_str(&e->out, text);
        value_decref(vm, text);
        return 0;
    }
    if (error_occurred(vm))
        return -1;
    bool list = value_is_list(v) || value_is_tuple(v);
    if (!list && !value_is_dict(v))
        return put_other(e, v);
    if (recursion_enter(vm, " while encoding a JSON object"))
        return -1;
    int r = list ? put_list(e, v) : put_dict(e, v);
    recursion_leave(vm);
    return r;
}

/* ---- the type -------------------------------------------------------------------- */

FN(encoder_call)
{
    static const MethodDef row = {.name = "_iterencode",
                                  .signature = "(obj, _current_indent_level)"};
    Value a[2];
    int64_t indent;

    if (!args_take(vm, &row, args, nargs, kwnames, a) || !arg_ssize(vm, a[1], &indent))
        return VALUE_NULL;
    Encode e = {.vm = vm, .encoder = ENCODER(self)};
    strbuilder_init(&e.out, vm);
    if (put_value(&e, a[0]) < 0) {
        strbuilder_discard(&e.out);
        return VALUE_NULL;
    }
    Value text = strbuilder_finish(&e.out);
    return text ? list_from_steal(vm, &text, 1) : VALUE_NULL;
}

NEW(encoder_new, 9, "make_encoder",
    "(markers, default, encoder, indent, key_separator, "
    "item_separator, sort_keys, skipkeys, allow_nan)")
{
    int flags[3];
    for (int i = 4; i < 6; i++)
        if (!value_is_str(given[i]))
            return str_bad_argument(vm, "make_encoder", i + 1, "str", given[i]);
    for (int i = 0; i < 3; i++)
        if ((flags[i] = object_is_true(vm, given[6 + i])) < 0)
            return VALUE_NULL;
    if (given[0] != VALUE_NONE && !value_is_dict(given[0]))
        return error_set(vm, EXC_TypeError,
                         "make_encoder() argument 1 must be dict or None, not %T",
                         given[0]);
    Object *o = object_alloc(vm, cls, 0);
    if (!o)
        return VALUE_NULL;
    for (int i = 0; i < 6; i++)
        object_values(o)[i] = value_incref(given[i]);
    Value self = value_from_obj(o);
    ENCODER(self)->sort_keys = flags[0];
    ENCODER(self)->skipkeys = flags[1];
    ENCODER(self)->allow_nan = flags[2];
    return self;
}

#define FIELD(type, name, field)                                                       \
    {                                                                                  \
        name, type, offsetof(EncoderObj, field), true, name                            \
    }
static MEMBERS(encoder_members,
    FIELD(MEMBER_VALUE, "markers", markers),
    FIELD(MEMBER_VALUE, "default", defaultfn),
    FIELD(MEMBER_VALUE, "encoder", encoder),
    FIELD(MEMBER_VALUE, "indent", indent),
    FIELD(MEMBER_VALUE, "key_separator", key_separator),
    FIELD(MEMBER_VALUE, "item_separator", item_separator),
    FIELD(MEMBER_BOOL, "sort_keys", sort_keys),
    FIELD(MEMBER_BOOL, "skipkeys", skipkeys),
);

static TYPE_SPEC(json_encoder_spec,
    .name = "_json.Encoder",
    .doc = "_iterencode(obj, _current_indent_level) -> iterable",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(EncoderObj), .values = 6,
    .slots = {.call = encoder_call, .new_ = encoder_new},
    .members = encoder_members,
);

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"encode_basestring_ascii", encode_basestring_ascii, M_UNSIGNED, "($module, object, /)",
     "encode_basestring_ascii(string) -> string\n\nThe string as JSON in ASCII."},
    {"encode_basestring", encode_basestring, M_UNSIGNED, "($module, object, /)",
     "encode_basestring(string) -> string\n\nThe string as JSON."},
    {"scanstring", json_scanstring, M_BARE | M_TUPLE | M_UNSIGNED, "($module, string, end, strict=True, /)",
     "scanstring(string, end, strict=True) -> (string, end)\n\n"
     "The JSON string whose first character is at end, and where it ends."},
);

static CONTENTS(contents,
    HAS_TYPE("make_scanner", &json_scanner_spec), HAS_TYPE("make_encoder", &json_encoder_spec),
);

MODULE_SPEC(json_module_spec,
    .name = "_json",
    .doc = "json speedups\n",
    .methods = functions, .contents = contents,
);
