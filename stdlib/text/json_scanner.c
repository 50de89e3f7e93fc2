/* json_scanner.c - the reading half of the module _json: scanstring and the scanner
 * that json.decoder builds from a JSONDecoder. It makes the values of a JSON text, with
 * the decoder's hooks, and raises the errors of CPython's scanner at the same
 * positions. Read next: json_encoder.c, which also has the module.
 */
#include "stdlib/text/json_private.h"

#include <string.h>

#include "vm/import/import.h"
#include "vm/numbers/dtoa.h"
#include "vm/numbers/float.h"
#include "vm/text/str_private.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

typedef struct ScannerObj {
    Object ob;
    Value object_hook, object_pairs_hook, parse_float, parse_int, parse_constant;
    bool strict;
} ScannerObj;
#define SCANNER(v) ((ScannerObj *)(uintptr_t)(v))

enum { KEY_SLOTS = 64 };

/* One run of a scanner over a text. */
typedef struct Scan {
    MinipyVM *vm;
    ScannerObj *scanner;
    Value doc; /* str, borrowed */
    Text text;
    Value keys; /* dict: each key once as an object; VALUE_NULL: none yet */
    /* Borrowed of it by key_slot(), which finds most without a str and its hash. */
    Value recent[KEY_SLOTS];
} Scan;

/* Raises json.decoder.JSONDecodeError(message, doc, at). */
static Value decode_error(MinipyVM *vm, const char *message, Value doc, int64_t at)
{
    Value cls = import_attr(vm, "json.decoder", "JSONDecodeError");
    Value args[] = {str_from_cstr(vm, message), doc, int_new(vm, at)};
    Value exc = cls && args[0] ? call(vm, cls, args, 3, VALUE_NULL) : VALUE_NULL;

    value_xdecref(vm, cls);
    value_xdecref(vm, args[0]);
    if (exc) {
        error_set_instance(vm, exc);
        value_decref(vm, exc);
    }
    return VALUE_NULL;
}

/* No value begins there: json.decoder turns it into "Expecting value". */
static Value no_value(MinipyVM *vm, int64_t at)
{
    return error_set_stop_iteration(vm, int_new(vm, at));
}

/* ---- strings --------------------------------------------------------------------- */

/* Four hexadecimal digits from AT on; -1: they are not. */
static int32_t hex4(Text t, int64_t at)
{
    int32_t code = 0;

    for (int64_t i = at; i < at + 4; i++) {
        uint32_t ch = text_at(t, i), low = ch | 0x20;
        if (ch >= '0' && ch <= '9')
            code = code << 4 | (int32_t)(ch - '0');
        else if (low >= 'a' && low <= 'f')
            code = code << 4 | (int32_t)(low - 'a' + 10);
        else
            return -1;
    }
    return code;
}

/* The escape whose letter is at AT: its character, *NEXT behind it; -1: error. */
static int32_t scan_escape(MinipyVM *vm, Value doc, Text t, int64_t at, int64_t *next)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    uint32_t ch = text_at(t, at);

    if (ch != 'u') {
        const char *p = ch && ch < 0x80 ? strchr(letters, (int)ch) : NULL;
        *next = at + 1;
        if (p)
            return meant[p - letters];
        decode_error(vm, "Invalid \\escape", doc, at - 1);
        return -1;
    }
    int64_t end = at + 5;
    int32_t code = end < t.length ? hex4(t, at + 1) : -1;
    if (code >= 0xd800 && code <= 0xdbff && end + 6 < t.length &&
        text_at(t, end) == '\\' && text_at(t, end + 1) == 'u') {
        int32_t second = hex4(t, end + 2);
        if (second < 0) {
            at = end + 1;
            code = -1;
        } else if (second >= 0xdc00 && second <= 0xdfff) {
            code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
            end += 6;
        }
    }
    if (code < 0)
        decode_error(vm, "Invalid \\uXXXX escape", doc, at);
    *next = end;
    return code;
}

/* Where the run of ordinary characters from AT on ends. */
static int64_t skip_plain(Text t, int64_t at, bool strict)
{
    uint32_t least = strict ? 0x20 : 0, ch;

    for (uint64_t word; JSON_WORDS && t.width == 1 && t.length - at >= 8; at += 8) {
        memcpy(&word, (const uint8_t *)t.data + at, 8);
        uint64_t hits = json_special_bytes(word);
        if (hits) {
            at += __builtin_ctzll(hits) >> 3;
            break;
        }
    }
    while (at < t.length && (ch = text_at(t, at)) != '"' && ch != '\\' && ch >= least)
        at++;
    return at;
}

/* Simple escapes and what stands between them, from AT on, for as long as there are
 * some: where it stops, at the latest before what must be looked at. */
static int64_t gather_escapes(StrBuilder *b, Text t, int64_t at)
{
    static const uint8_t meant[256] = {
        ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
        ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};
    char chunk[128];
    const uint8_t *s = t.data;
    int64_t n = 0;
    while (t.width == 1 && at + 1 < t.length && n < (int64_t)sizeof chunk) {
        uint8_t c = s[at], step = 1;
        if (c == '\\') {
            c = meant[s[at + 1]];
            if (!c)
                break;
            step = 2;
        } else if (c < 0x20 || c >= 0x80 || c == '"') {
            break;
        }
        chunk[n++] = (char)c;
        at += step;
    }
    strbuilder_bytes(b, chunk, n);
    return at;
}

/* scan_string of what is not all plain. */
static Value scan_escaped(MinipyVM *vm, Value doc, int64_t at, bool strict,
                          int64_t *next)
{
    Text t = str_text(doc);
    int64_t begin = at - 1;
    const char *wrong = NULL;
    StrBuilder b;

    strbuilder_init(&b, vm);
    for (;;) {
        int64_t start = at;
        at = skip_plain(t, at, strict);
        uint32_t ch = at < t.length ? text_at(t, at) : 0;
        if (at < t.length && ch != '"' && ch != '\\') {
            wrong = "Invalid control character at";
            begin = at;
            break;
        }
        strbuilder_slice(&b, doc, start, at);
        if (ch == '\\') {
            int64_t from = at;
            at = gather_escapes(&b, t, at);
            if (at > from)
                continue;
        }
        if (ch == '"') {
            *next = at + 1;
            return strbuilder_finish(&b);
        }
        if (at + 1 >= t.length) {
            wrong = "Unterminated string starting at";
            break;
        }
        int32_t code = scan_escape(vm, doc, t, at + 1, &at);
        if (code < 0)
            break;
        strbuilder_char(&b, (uint32_t)code);
    }
    strbuilder_discard(&b);
    return wrong ? decode_error(vm, wrong, doc, begin) : VALUE_NULL;
}

/* The string whose first character is at AT; *NEXT is behind its closing quote. */
static Value scan_string(MinipyVM *vm, Value doc, int64_t at, bool strict,
                         int64_t *next)
{
    Text t = str_text(doc);

    if (at < 0 || at > t.length)
        return error_set(vm, EXC_ValueError, "end is out of bounds");
    int64_t end = skip_plain(t, at, strict);
    if (end == t.length || text_at(t, end) != '"')
        return scan_escaped(vm, doc, at, strict, next);
    *next = end + 1;
    return str_substring(vm, doc, at, end);
}

Value json_scanstring(NATIVE_ARGS)
{
    int64_t at, next = 0;
    int strict = 1;

    if (!arg_ssize(vm, args[1], &at))
        return VALUE_NULL;
    if (nargs > 2 && !arg_int_ranged(vm, args[2], &strict))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "first argument must be a string, not %T",
                         args[0]);
    Value s = scan_string(vm, args[0], at, strict, &next);
    Value pair = s ? tuple_pack(vm, 2, s, int_new(vm, next)) : VALUE_NULL;
    value_xdecref(vm, s);
    return pair;
}

/* ---- numbers and words ----------------------------------------------------------- */

static bool digit_at(Text t, int64_t i)
{
    return i < t.length && text_at(t, i) >= '0' && text_at(t, i) <= '9';
}

static int64_t skip_digits(Text t, int64_t i)
{
    while (digit_at(t, i))
        i++;
    return i;
}

/* Where the number that begins at AT ends, AT itself if none does. */
static int64_t number_end(Text t, int64_t at, bool *is_float)
{
    int64_t i = at < t.length && text_at(t, at) == '-' ? at + 1 : at;

    *is_float = false;
    if (!digit_at(t, i))
        return at;
    i = text_at(t, i) == '0' ? i + 1 : skip_digits(t, i);
    if (i < t.length && text_at(t, i) == '.' && digit_at(t, i + 1)) {
        *is_float = true;
        i = skip_digits(t, i + 1);
    }
    if (i < t.length && (text_at(t, i) | 0x20) == 'e') {
        int64_t power = i + 1;
        if (power < t.length && (text_at(t, power) == '+' || text_at(t, power) == '-'))
            power++;
        if (digit_at(t, power)) {
            *is_float = true;
            i = skip_digits(t, power);
        }
    }
    return i;
}

/* Digits that fit an int64_t whatever they are. */
static Value short_int(MinipyVM *vm, Text t, int64_t at, int64_t end)
{
    bool negative = text_at(t, at) == '-';
    int64_t n = 0;

    for (int64_t i = at + negative; i < end; i++)
        n = n * 10 + (int64_t)(text_at(t, i) - '0');
    return int_new(vm, negative ? -n : n);
}

static Value scan_number(Scan *c, int64_t at, int64_t *next)
{
    MinipyVM *vm = c->vm;
    bool is_float;
    int64_t end = number_end(c->text, at, &is_float);
    Value hook = is_float ? c->scanner->parse_float : c->scanner->parse_int;
    bool native = hook == value_from_obj(vm->types[is_float ? KIND_FLOAT : KIND_INT]);

    if (end == at)
        return no_value(vm, at);
    *next = end;
    if (native && !is_float && end - at <= 18)
        return short_int(vm, c->text, at, end);
    double d;
    if (native && is_float && c->text.width == 1 &&
        double_parse((const char *)c->text.data + at, (size_t)(end - at), &d))
        return float_new(vm, d);
    Value digits = str_substring(vm, c->doc, at, end);
    Value v = !digits    ? VALUE_NULL
              : !native  ? call1(vm, hook, digits)
              : is_float ? float_from_text(vm, digits)
                         : int_from_text(vm, digits, 10);
    value_xdecref(vm, digits);
    return v;
}

static bool word_at(Text t, int64_t at, const char *word, int64_t *next)
{
    int64_t n = (int64_t)strlen(word);

    if (t.length - at < n)
        return false;
    for (int64_t i = 0; i < n; i++)
        if (text_at(t, at + i) != (uint32_t)word[i])
            return false;
    *next = at + n;
    return true;
}

static Value scan_word(Scan *c, int64_t at, int64_t *next)
{
    static const char *const constants[] = {"NaN", "Infinity", "-Infinity"};

    if (word_at(c->text, at, "null", next))
        return VALUE_NONE;
    if (word_at(c->text, at, "true", next))
        return VALUE_TRUE;
    if (word_at(c->text, at, "false", next))
        return VALUE_FALSE;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (word_at(c->text, at, constants[i], next)) {
            Value name = str_intern_cstr(c->vm, constants[i]);
            Value v =
                name ? call1(c->vm, c->scanner->parse_constant, name) : VALUE_NULL;
            value_xdecref(c->vm, name);
            return v;
        }
    return scan_number(c, at, next);
}

/* ---- containers ------------------------------------------------------------------ */

static inline int64_t skip_blanks(Text t, int64_t at)
{
    while (at < t.length) {
        uint32_t ch = text_at(t, at);
        if (ch > ' ' || (ch != ' ' && ch != '\t' && ch != '\n' && ch != '\r'))
            break;
        at++;
    }
    return at;
}

static bool char_at(Text t, int64_t at, uint32_t ch)
{
    return at < t.length && text_at(t, at) == ch;
}

static Value scan_value(Scan *c, int64_t at, int64_t *next);

/* Where a key of those bytes is remembered. */
static Value *key_slot(Scan *c, const uint8_t *bytes, int64_t n)
{
    uint32_t mixed = (uint32_t)n * 5 + bytes[0] + bytes[n / 2] * 7u + bytes[n - 1] * 3u;
    return &c->recent[mixed % KEY_SLOTS];
}

/* A key that was met and is still remembered: borrowed, VALUE_NULL if none is. */
static Value known_key(Scan *c, int64_t at, int64_t *next)
{
    Text t = c->text;
    if (!c->keys || t.width != 1)
        return VALUE_NULL;
    int64_t end = skip_plain(t, at, true), n = end - at;
    if (n == 0 || end == t.length || text_at(t, end) != '"')
        return VALUE_NULL;
    const uint8_t *bytes = (const uint8_t *)t.data + at;
    Value key = *key_slot(c, bytes, n);
    if (!key || str_length(key) != n || memcmp(STR(key)->data, bytes, (size_t)n) != 0)
        return VALUE_NULL;
    *next = end + 1;
    return key;
}

/* A key as the object that stands for all its equals. */
static Value scan_key(Scan *c, int64_t at, int64_t *next)
{
    Value key = known_key(c, at, next);
    if (key)
        return value_incref(key);
    key = scan_string(c->vm, c->doc, at, c->scanner->strict, next);

    if (!key || (!c->keys && !(c->keys = dict_new(c->vm)))) {
        value_xdecref(c->vm, key);
        return VALUE_NULL;
    }
    Value known = value_xincref(dict_setdefault_borrow(c->vm, c->keys, key, key));
    value_decref(c->vm, key);
    if (known && STR(known)->width == 1 && str_length(known) > 0)
        *key_slot(c, STR(known)->data, str_length(known)) = known;
    return known;
}

/* `"key": value` from AT on into RESULT, a dict, or a list of pairs. -1: error. */
static int scan_pair(Scan *c, int64_t at, Value result, int64_t *next)
{
    MinipyVM *vm = c->vm;

    if (!char_at(c->text, at, '"')) {
        decode_error(vm, "Expecting property name enclosed in double quotes", c->doc,
                     at);
        return -1;
    }
    Value key = scan_key(c, at + 1, &at), value = VALUE_NULL;
    if (key) {
        at = skip_blanks(c->text, at);
        if (char_at(c->text, at, ':'))
            value = scan_value(c, skip_blanks(c->text, at + 1), next);
        else
            decode_error(vm, "Expecting ':' delimiter", c->doc, at);
    }
    int r = -1;
    if (value && value_is_dict(result)) {
        r = dict_set_hash(vm, result, key, STR(key)->hash, value);
    } else if (value) {
        Value pair = tuple_pack(vm, 2, key, value);
        r = pair ? list_append_steal(vm, result, pair) : -1;
    }
    value_xdecref(vm, key);
    value_xdecref(vm, value);
    return r;
}

/* What follows an item: 1 a comma (*AT then at the next item), 0 the end, -1 error. */
static int scan_separator(Scan *c, uint32_t close, int64_t *at)
{
    *at = skip_blanks(c->text, *at);
    if (char_at(c->text, *at, close))
        return 0;
    if (!char_at(c->text, *at, ',')) {
        decode_error(c->vm, "Expecting ',' delimiter", c->doc, *at);
        return -1;
    }
    *at = skip_blanks(c->text, *at + 1);
    return 1;
}

static Value scan_object(Scan *c, int64_t at, int64_t *next)
{
    MinipyVM *vm = c->vm;
    ScannerObj *s = c->scanner;
    bool pairs = s->object_pairs_hook != VALUE_NONE;
    Value result = pairs ? list_new(vm, 0) : dict_new(vm);
    Value hook = pairs ? s->object_pairs_hook : s->object_hook;

    at = skip_blanks(c->text, at);
    if (result && !char_at(c->text, at, '}')) {
        int more = 1;
        while (more > 0)
            more = scan_pair(c, at, result, &at) < 0 ? -1 : scan_separator(c, '}', &at);
        if (more < 0)
            value_clear(vm, &result);
    }
    *next = at + 1;
    if (result && hook != VALUE_NONE)
        value_set_steal(vm, &result, call1(vm, hook, result));
    return result;
}

static Value scan_array(Scan *c, int64_t at, int64_t *next)
{
    MinipyVM *vm = c->vm;
    Value result = list_new(vm, 0);

    at = skip_blanks(c->text, at);
    if (result && !char_at(c->text, at, ']')) {
        int more = 1;
        while (more > 0) {
            Value v = scan_value(c, at, &at);
            more = v && list_append_steal(vm, result, v) == 0
                       ? scan_separator(c, ']', &at)
                       : -1;
        }
        if (more < 0)
            value_clear(vm, &result);
    }
    *next = at + 1;
    return result;
}

static Value scan_value(Scan *c, int64_t at, int64_t *next)
{
    MinipyVM *vm = c->vm;

    if (at < 0)
        return error_set(vm, EXC_ValueError, "idx cannot be negative");
    if (at >= c->text.length)
        return no_value(vm, at);
    uint32_t ch = text_at(c->text, at);
    if (ch == '"')
        return scan_string(vm, c->doc, at + 1, c->scanner->strict, next);
    if (ch - '0' < 10 || (ch == '-' && digit_at(c->text, at + 1)))
        return scan_number(c, at, next);
    if (ch != '{' && ch != '[')
        return scan_word(c, at, next);
    if (recursion_enter(vm, ch == '{'
                                ? " while decoding a JSON object from a unicode string"
                                : " while decoding a JSON array from a unicode string"))
        return VALUE_NULL;
    Value v = ch == '{' ? scan_object(c, at + 1, next) : scan_array(c, at + 1, next);
    recursion_leave(vm);
    return v;
}

/* ---- the type -------------------------------------------------------------------- */

FN(scanner_call)
{
    static const MethodDef row = {.name = "scan_once", .signature = "(string, idx)"};
    Value a[2];
    int64_t at, next = 0;

    if (!args_take(vm, &row, args, nargs, kwnames, a) || !arg_ssize(vm, a[1], &at))
        return VALUE_NULL;
    if (!value_is_str(a[0]))
        return error_set(vm, EXC_TypeError, "first argument must be a string, not %T",
                         a[0]);
    Scan c = {.vm = vm, .scanner = SCANNER(self), .doc = a[0], .text = str_text(a[0])};
    Value v = scan_value(&c, at, &next);
    Value pair = v ? tuple_pack(vm, 2, v, int_new(vm, next)) : VALUE_NULL;
    value_xdecref(vm, v);
    value_xdecref(vm, c.keys);
    return pair;
}

static Value scanner_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "make_scanner", .signature = "(context)"};
    static const char *const names[] = {"object_hook", "object_pairs_hook",
                                        "parse_float", "parse_int", "parse_constant"};
    Value context;

    if (!args_take(vm, &row, args, nargs, kwnames, &context))
        return VALUE_NULL;
    Object *o = object_alloc(vm, cls, 0);
    if (!o)
        return VALUE_NULL;
    Value self = value_from_obj(o);
    int truth = object_is_true_steal(vm, attr_get(vm, context, "strict"));
    SCANNER(self)->strict = truth > 0;
    bool ok = truth >= 0;
    for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++) {
        object_values(o)[i] = attr_get(vm, context, names[i]);
        ok = object_values(o)[i] != VALUE_NULL;
    }
    if (!ok)
        value_clear(vm, &self);
    return self;
}

#define FIELD(name)                                                                    \
    {                                                                                  \
#name, MEMBER_VALUE, offsetof(ScannerObj, name), true, #name                   \
    }
static MEMBERS(scanner_members,
    {"strict", MEMBER_BOOL, offsetof(ScannerObj, strict), true, "strict"},
    FIELD(object_hook),
    FIELD(object_pairs_hook),
    FIELD(parse_float),
    FIELD(parse_int),
    FIELD(parse_constant),
);

TYPE_SPEC(json_scanner_spec,
    .name = "_json.Scanner",
    .doc = "JSON scanner object",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(ScannerObj), .values = 5,
    .slots = {.call = scanner_call, .new_ = scanner_new},
    .members = scanner_members,
);
