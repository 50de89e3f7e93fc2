/* codec_errors.c - what happens to input that a codec cannot convert: the built-in
 * error handlers, as codecs use them and as the functions that codecs.lookup_error
 * returns, and the call of handlers written in Python.
 *
 * A handler turns (input, start, end) into a replacement and a position to go on from.
 * builtin_handle does that for a built-in handler; it declines (no value, no exception)
 * what the handler cannot mend, and then the error is raised.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "vm/text/codecs_private.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/containers/tuple.h"
#include "vm/text/unicode.h"
#include "vm/text/utf8.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

static const char *const handler_names[HANDLER_COUNT] = {
    "strict",           "ignore",      "replace",       "xmlcharrefreplace",
    "backslashreplace", "namereplace", "surrogatepass", "surrogateescape",
};

/* What cannot be converted. */
typedef struct Trouble {
    CodecDirection direction;
    const char *encoding;
    const uint8_t *data; /* decoding */
    Value str;           /* encoding, translating */
    int64_t size, start, end;
} Trouble;

/* ---- replacements ---------------------------------------------------------------- */

static Value replace_all(MinipyVM *vm, const Trouble *t)
{
    StrBuilder b;

    if (t->direction == CODEC_DECODE)
        return str_from_char(vm, 0xFFFD);
    strbuilder_init(&b, vm);
    for (int64_t i = t->start; i < t->end; i++)
        strbuilder_char(&b, t->direction == CODEC_ENCODE ? '?' : 0xFFFD);
    return strbuilder_finish(&b);
}

/* A prefix and at least so many hexadecimal digits; the size. */
static int put_hex(char *out, char prefix, uint32_t ch, int digits)
{
    *out++ = '\\';
    *out++ = prefix;
    for (int i = digits; i > 0; ch >>= 4)
        out[--i] = "0123456789abcdef"[ch & 15];
    return digits + 2;
}

static int put_backslash(char *out, uint32_t ch)
{
    return ch < 0x100     ? put_hex(out, 'x', ch, 2)
           : ch < 0x10000 ? put_hex(out, 'u', ch, 4)
                          : put_hex(out, 'U', ch, 8);
}

static int put_xmlcharref(char *out, uint32_t ch)
{
    int n = 2;
    for (uint32_t rest = ch; rest > 9; rest /= 10)
        n++;
    memcpy(out, "&#", 2);
    out[n + 1] = ';';
    for (int i = n; i > 1; i--, ch /= 10)
        out[i] = (char)('0' + ch % 10);
    return n + 2;
}

static int put_name(char *out, uint32_t ch)
{
    size_t n = unicode_name(ch, out + 3);
    if (n == 0)
        return put_backslash(out, ch);
    memcpy(out, "\\N{", 3);
    out[n + 3] = '}';
    return (int)n + 4;
}

int codec_put_escape(HandlerId id, char *out, uint32_t ch)
{
    switch (id) {
    case HANDLER_XMLCHARREF: return put_xmlcharref(out, ch);
    case HANDLER_BACKSLASH: return put_backslash(out, ch);
    case HANDLER_NAME: return put_name(out, ch);
    default: return -1;
    }
}

static Value escape_all(MinipyVM *vm, HandlerId id, const Trouble *t)
{
    StrBuilder b;
    char text[CODEC_ESCAPE_MAX];

    strbuilder_init(&b, vm);
    for (int64_t i = t->start; i < t->end && !b.failed; i++) {
        uint32_t ch =
            t->direction == CODEC_DECODE ? t->data[i] : str_char_at(STR(t->str), i);
        strbuilder_bytes(&b, text, codec_put_escape(id, text, ch));
    }
    return strbuilder_finish(&b);
}

/* The bytes per unit of a UTF encoding by name, negative for little endian (UTF-8: 1),
   or 0 for other encodings. */
static int utf_unit(const char *encoding)
{
    if (strncasecmp(encoding, "utf", 3) != 0)
        return strcasecmp(encoding, "cp65001") == 0 ? 1 : 0;
    encoding += 3;
    encoding += *encoding == '-' || *encoding == '_';
    if (strcmp(encoding, "8") == 0)
        return 1;
    int unit = strncmp(encoding, "16", 2) == 0   ? 2
               : strncmp(encoding, "32", 2) == 0 ? 4
                                                 : 0;
    encoding += 2;
    if (unit == 0)
        return 0;
    if (*encoding == '\0')
        return -unit;
    encoding += *encoding == '-' || *encoding == '_';
    if (strcasecmp(encoding, "le") == 0)
        return -unit;
    return strcasecmp(encoding, "be") == 0 ? unit : 0;
}

static inline bool is_surrogate(uint32_t ch)
{
    return (ch & ~0x7ffu) == 0xD800;
}

static void put_unit(uint8_t *out, int unit, uint32_t ch)
{
    int size = unit < 0 ? -unit : unit;

    for (int i = 0; i < size; i++)
        out[unit < 0 ? i : size - 1 - i] = (uint8_t)(ch >> (8 * i));
}

static Value surrogatepass(MinipyVM *vm, const Trouble *t, int64_t *next)
{
    int unit = utf_unit(t->encoding);
    int size = unit < 0 ? -unit : unit;

    if (unit == 0)
        return VALUE_NULL;
    if (t->direction == CODEC_ENCODE) {
        BytesBuilder b;
        uint8_t out[4];
        for (int64_t i = t->start; i < t->end; i++)
            if (!is_surrogate(str_char_at(STR(t->str), i)))
                return VALUE_NULL;
        bytesbuilder_init(&b, vm, 4 * (t->end - t->start));
        for (int64_t i = t->start; i < t->end; i++) {
            uint32_t ch = str_char_at(STR(t->str), i);
            if (unit != 1)
                put_unit(out, unit, ch);
            bytesbuilder_add(&b, out, unit == 1 ? utf8_put(ch, out) : size);
        }
        return bytesbuilder_finish(&b);
    }
    if (unit == 1) {
        Utf8Run run = {0};
        if (t->size - t->start >= 3)
            run = utf8_scan(t->data + t->start, 3, true);
        if (run.bytes != 3 || t->data[t->start] != 0xED)
            return VALUE_NULL;
        *next = t->start + 3;
        return str_from_utf8_surrogates(vm, (const char *)t->data + t->start, 3);
    }
    if (t->size - t->start < size)
        return VALUE_NULL;
    uint32_t ch = 0;
    for (int i = 0; i < size; i++)
        ch |= (uint32_t)t->data[t->start + (unit < 0 ? i : size - 1 - i)] << (8 * i);
    if (!is_surrogate(ch))
        return VALUE_NULL;
    *next = t->start + size;
    return str_from_char(vm, ch);
}

static Value surrogateescape(MinipyVM *vm, const Trouble *t, int64_t *next)
{
    if (t->direction == CODEC_ENCODE) {
        BytesBuilder b;
        for (int64_t i = t->start; i < t->end; i++) {
            uint32_t ch = str_char_at(STR(t->str), i);
            if (ch < 0xDC80 || ch > 0xDCFF)
                return VALUE_NULL;
        }
        bytesbuilder_init(&b, vm, t->end - t->start);
        for (int64_t i = t->start; i < t->end; i++)
            bytesbuilder_byte(&b, (uint8_t)(str_char_at(STR(t->str), i) - 0xDC00));
        return bytesbuilder_finish(&b);
    }
    uint32_t escaped[4];
    int64_t n = 0;
    while (n < 4 && n < t->end - t->start && t->data[t->start + n] >= 0x80) {
        escaped[n] = 0xDC00u + t->data[t->start + n];
        n++;
    }
    if (n == 0)
        return VALUE_NULL;
    *next = t->start + n;
    return str_from_ucs4(vm, escaped, n);
}

/* Whether the handler deals with this kind of error at all. */
static bool handles(HandlerId id, CodecDirection direction)
{
    switch (id) {
    case HANDLER_XMLCHARREF:
    case HANDLER_NAME: return direction == CODEC_ENCODE;
    case HANDLER_SURROGATEPASS:
    case HANDLER_SURROGATEESCAPE: return direction != CODEC_TRANSLATE;
    default: return true;
    }
}

/* VALUE_NULL without an exception: the handler declines. */
static Value builtin_handle(MinipyVM *vm, HandlerId id, const Trouble *t, int64_t *next)
{
    *next = t->end;
    switch (id) {
    case HANDLER_IGNORE: return value_incref(vm->empty_str);
    case HANDLER_REPLACE: return replace_all(vm, t);
    case HANDLER_XMLCHARREF:
    case HANDLER_BACKSLASH:
    case HANDLER_NAME: return escape_all(vm, id, t);
    case HANDLER_SURROGATEPASS: return surrogatepass(vm, t, next);
    case HANDLER_SURROGATEESCAPE: return surrogateescape(vm, t, next);
    default: return VALUE_NULL;
    }
}

/* ---- the handlers as Python functions -------------------------------------------- */

/* Fills *T from a UnicodeError. The encoding's text is borrowed from the exception. */
static int trouble_from_exception(MinipyVM *vm, Value exc, Trouble *t)
{
    static const ExcId ids[] = {EXC_UnicodeDecodeError, EXC_UnicodeEncodeError,
                                EXC_UnicodeTranslateError};
    int direction = -1;

    for (int i = 0; i < 3; i++)
        if (value_is_exception(exc) &&
            type_is_subtype(value_type(vm, exc), vm->exc[ids[i]]))
            direction = i;
    if (direction < 0) {
        error_set(vm, EXC_TypeError, "don't know how to handle %T in error callback",
                  exc);
        return -1;
    }
    ExcObj *e = EXC_OBJ(exc);
    Value object = e->extra[EXTRA_UNI_OBJECT], encoding = e->extra[EXTRA_UNI_ENCODING];
    *t = (Trouble){.direction = (CodecDirection)direction, .encoding = ""};
    if (!object ||
        (direction == CODEC_DECODE ? !value_is_bytes(object) : !value_is_str(object))) {
        error_set(vm, EXC_TypeError, "object attribute not set");
        return -1;
    }
    if (encoding && value_is_str(encoding)) {
        t->encoding = str_utf8(vm, encoding, NULL);
        if (!t->encoding)
            return -1;
    }
    if (direction == CODEC_DECODE) {
        t->data = BYTES(object)->data;
        t->size = BYTES(object)->size;
    } else {
        t->str = object;
        t->size = STR(object)->length;
    }
    t->start = e->ints[0] < 0 ? 0 : e->ints[0];
    t->end = e->ints[1];
    if (t->start >= t->size)
        t->start = t->size ? t->size - 1 : 0;
    if (t->end < 1)
        t->end = 1;
    if (t->end > t->size)
        t->end = t->size;
    return 0;
}

static Value call_builtin(MinipyVM *vm, HandlerId id, Value exc)
{
    Trouble t;
    int64_t next;

    if (id == HANDLER_STRICT) {
        if (value_is_exception(exc))
            return error_set_instance(vm, exc);
        return error_set(vm, EXC_TypeError, "codec must pass exception instance");
    }
    if (trouble_from_exception(vm, exc, &t) < 0)
        return VALUE_NULL;
    if (!handles(id, t.direction))
        return error_set(vm, EXC_TypeError,
                         "don't know how to handle %T in error callback", exc);
    Value replacement = builtin_handle(vm, id, &t, &next);
    if (!replacement)
        return error_occurred(vm) ? VALUE_NULL : error_set_instance(vm, exc);
    Value items[2] = {replacement, int_new(vm, next)};
    return tuple_from_steal(vm, items, 2);
}

#define HANDLER_FUNCTION(name, id)                                                     \
    FN(name)                                                                           \
    {                                                                                  \
        return call_builtin(vm, id, args[0]);                                          \
    }
HANDLER_FUNCTION(strict_errors, HANDLER_STRICT)
HANDLER_FUNCTION(ignore_errors, HANDLER_IGNORE)
HANDLER_FUNCTION(replace_errors, HANDLER_REPLACE)
HANDLER_FUNCTION(xmlcharrefreplace_errors, HANDLER_XMLCHARREF)
HANDLER_FUNCTION(backslashreplace_errors, HANDLER_BACKSLASH)
HANDLER_FUNCTION(namereplace_errors, HANDLER_NAME)
HANDLER_FUNCTION(surrogatepass_errors, HANDLER_SURROGATEPASS)
HANDLER_FUNCTION(surrogateescape_errors, HANDLER_SURROGATEESCAPE)
#undef HANDLER_FUNCTION

static const MethodDef handler_defs[HANDLER_COUNT] = {
    {"strict_errors", strict_errors, M_UNSIGNED, "($self, object, /)",
     "Raises the error."},
    {"ignore_errors", ignore_errors, M_UNSIGNED, "($self, object, /)",
     "Leaves out what cannot be converted."},
    {"replace_errors", replace_errors, M_UNSIGNED, "($self, object, /)",
     "Puts ? or U+FFFD."},
    {"xmlcharrefreplace_errors", xmlcharrefreplace_errors, M_UNSIGNED,
     "($self, object, /)", "Puts &#number;."},
    {"backslashreplace_errors", backslashreplace_errors, M_UNSIGNED,
     "($self, object, /)", "Puts escapes."},
    {"namereplace_errors", namereplace_errors, M_UNSIGNED, "($self, object, /)",
     "Puts \\N{...} escapes."},
    {"surrogatepass", surrogatepass_errors, M_UNSIGNED, "($self, object, /)",
     "Lets surrogates pass."},
    {"surrogateescape", surrogateescape_errors, M_UNSIGNED, "($self, object, /)",
     "Keeps bytes as surrogates."},
};

int codec_add_builtin_handlers(MinipyVM *vm, Value registry)
{
    for (int i = 0; i < HANDLER_COUNT; i++) {
        Value fn = native_new(vm, &handler_defs[i], VALUE_NULL, VALUE_NULL);
        if (!fn || dict_set_cstr_steal(vm, registry, handler_names[i], fn) < 0)
            return -1;
    }
    return 0;
}

/* ---- the run of a codec ---------------------------------------------------------- */

void codec_run_decode(CodecRun *run, MinipyVM *vm, const char *encoding,
                      const char *errors, const void *data, int64_t size)
{
    *run = (CodecRun){.vm = vm,
                      .direction = CODEC_DECODE,
                      .encoding = encoding,
                      .errors = errors,
                      .data = data,
                      .size = size};
}

void codec_run_encode(CodecRun *run, MinipyVM *vm, const char *encoding,
                      const char *errors, Value s)
{
    *run = (CodecRun){.vm = vm,
                      .direction = CODEC_ENCODE,
                      .encoding = encoding,
                      .errors = errors,
                      .size = STR(s)->length,
                      .object = s};
}

void codec_run_end(CodecRun *run)
{
    value_xdecref(run->vm, run->owned_object);
    value_xdecref(run->vm, run->exc);
    value_xdecref(run->vm, run->handler);
    run->owned_object = run->exc = run->handler = VALUE_NULL;
}

/* Makes run->exc. CPython has one for all errors of a run, whose args are the first's.
 */
static int new_exception(CodecRun *run, int64_t start, int64_t end, const char *reason)
{
    MinipyVM *vm = run->vm;
    ExcId id = run->direction == CODEC_DECODE ? EXC_UnicodeDecodeError
                                              : EXC_UnicodeEncodeError;
    if (run->first_reason) {
        start = run->first[0];
        end = run->first[1];
        reason = run->first_reason;
    }
    Value args[5] = {str_from_cstr(vm, run->encoding), run->object, int_new(vm, start),
                     int_new(vm, end), str_from_cstr(vm, reason)};
    if (args[0] && args[4])
        run->exc = exception_new(vm, vm->exc[id], args, 5);
    value_xdecref(vm, args[0]);
    value_xdecref(vm, args[4]);
    return run->exc ? 0 : -1;
}

/* Brings run->exc up to date. -1: error. */
static int prepare_exception(CodecRun *run, int64_t start, int64_t end,
                             const char *reason)
{
    MinipyVM *vm = run->vm;

    if (!run->object) {
        run->object = run->owned_object = bytes_from(vm, run->data, run->size);
        if (!run->object)
            return -1;
    }
    if (!run->exc && new_exception(run, start, end, reason) < 0)
        return -1;
    Value why = str_from_cstr(vm, reason);
    if (!why)
        return -1;
    ExcObj *e = EXC_OBJ(run->exc);
    e->ints[0] = start;
    e->ints[1] = end;
    value_set_steal(vm, &e->extra[EXTRA_UNI_REASON], why);
    return 0;
}

Value codec_error_strict(CodecRun *run, int64_t start, int64_t end, const char *reason)
{
    if (prepare_exception(run, start, end, reason) < 0)
        return VALUE_NULL;
    return error_set_instance(run->vm, run->exc);
}

/* A decoder's handler may have put other bytes into the exception. */
static int take_new_input(CodecRun *run)
{
    MinipyVM *vm = run->vm;
    Value object = EXC_OBJ(run->exc)->extra[EXTRA_UNI_OBJECT];

    if (!object || !value_is_bytes(object)) {
        error_set(vm, EXC_TypeError, "exception attribute object must be bytes");
        return -1;
    }
    if (object != run->object) {
        value_set_steal(vm, &run->owned_object, value_incref(object));
        run->object = object;
        run->data = BYTES(object)->data;
        run->size = BYTES(object)->size;
    }
    return 0;
}

/* What a Python handler returned, checked and taken apart. */
static Value check_result(CodecRun *run, Value result, int64_t *next)
{
    MinipyVM *vm = run->vm;
    bool decoding = run->direction == CODEC_DECODE;
    Value text;

    if (!value_is_tuple(result) || tuple_size(result) != 2 ||
        (!value_is_str(text = tuple_get_borrow(result, 0)) &&
         (decoding || !value_is_bytes(text))) ||
        (!value_is_int(tuple_get_borrow(result, 1)) &&
         !value_type(vm, tuple_get_borrow(result, 1))->slots.nb_index))
        return error_set(
            vm, EXC_TypeError,
            decoding ? "decoding error handler must return (str, int) tuple"
                     : "encoding error handler must return (str/bytes, int) tuple");
    int64_t at = number_as_ssize(vm, tuple_get_borrow(result, 1), EXC_OverflowError);
    if (at == -1 && error_occurred(vm))
        return VALUE_NULL;
    if (decoding && take_new_input(run) < 0)
        return VALUE_NULL;
    int64_t position = at < 0 ? at + run->size : at;
    if (position < 0 || position > run->size)
        return error_set(vm, EXC_IndexError,
                         "position %ld from error handler out of bounds",
                         (long)position);
    *next = position;
    return value_incref(text);
}

static Value call_handler(CodecRun *run, int64_t start, int64_t end, const char *reason,
                          int64_t *next)
{
    MinipyVM *vm = run->vm;

    if (!run->handler) {
        run->handler = codec_lookup_error(vm, run->errors);
        if (!run->handler)
            return VALUE_NULL;
    }
    if (prepare_exception(run, start, end, reason) < 0)
        return VALUE_NULL;
    Value result = call1(vm, run->handler, run->exc);
    if (!result)
        return VALUE_NULL;
    Value text = check_result(run, result, next);
    value_decref(vm, result);
    return text;
}

/* HANDLER_COUNT: it is none of these. */
static HandlerId handler_named(const char *name)
{
    int id = 0;
    while (id < HANDLER_COUNT &&
           (name[0] != handler_names[id][0] || name[1] != handler_names[id][1] ||
            strcmp(name, handler_names[id]) != 0))
        id++;
    return (HandlerId)id;
}

HandlerId codec_builtin_handler(CodecRun *run)
{
    if (!run->builtin) {
        HandlerId id = run->errors ? handler_named(run->errors) : HANDLER_STRICT;
        run->builtin = 1 + (int)(handles(id, run->direction) ? id : HANDLER_COUNT);
    }
    return (HandlerId)(run->builtin - 1);
}

static bool mend_escaped(const CodecRun *run, StrBuilder *b, int64_t *pos,
                         int64_t start, int64_t end)
{
    int64_t i = start;
    for (; i < end && i < start + 4 && run->data[i] >= 0x80; i++)
        strbuilder_char(b, 0xDC00u + run->data[i]);
    *pos = i;
    return i > start;
}

bool codec_mend_bytes(CodecRun *run, StrBuilder *b, int64_t *pos, int64_t start,
                      int64_t end)
{
    char text[CODEC_ESCAPE_MAX];
    HandlerId id = codec_builtin_handler(run);

    if (id == HANDLER_SURROGATEESCAPE)
        return mend_escaped(run, b, pos, start, end);
    if (id == HANDLER_REPLACE)
        strbuilder_char(b, 0xFFFD);
    else if (id == HANDLER_BACKSLASH)
        for (int64_t i = start; i < end; i++)
            strbuilder_bytes(b, text, put_backslash(text, run->data[i]));
    else if (id != HANDLER_IGNORE)
        return false;
    *pos = end;
    return true;
}

/* Do many bytes of ASCII begin here? Others see to those faster. */
static inline bool ascii_goes_on(const uint8_t *p, int64_t left)
{
    uint64_t word;
    return left >= 8 && (memcpy(&word, p, 8), (word & 0x8080808080808080u) == 0);
}

enum { MEND_CHUNK = 256 };

/* Does mend() put a character, or none, for each byte that is wrong? */
static bool can_mend(HandlerId id)
{
    return id == HANDLER_SURROGATEESCAPE || id == HANDLER_IGNORE ||
           id == HANDLER_REPLACE;
}

/* n bytes, up to a longer run of ASCII if they are `sparse`: how many it read; *put:
 * how many characters they are. */
static int64_t mend(HandlerId id, const uint8_t *data, int64_t n, bool sparse,
                    uint16_t *out, int64_t *put)
{
    bool escape = id == HANDLER_SURROGATEESCAPE, skip = id == HANDLER_IGNORE;
    int64_t i = 0, to = 0;
    for (; i < n; i++) {
        int byte = data[i];
        if (byte < 0x80 && sparse && ascii_goes_on(data + i, n - i))
            break;
        out[to] = (uint16_t)(byte < 0x80 ? byte : escape ? 0xDC00 + byte : 0xFFFD);
        to += byte < 0x80 || !skip;
    }
    *put = to;
    return i;
}

int64_t codec_mend_stretch(CodecRun *run, StrBuilder *b, int64_t pos)
{
    uint16_t chunk[MEND_CHUNK];
    int64_t put, left = run->size - pos;
    HandlerId id = codec_builtin_handler(run);
    if (!can_mend(id))
        return 0;
    int64_t n = mend(id, run->data + pos, left < MEND_CHUNK ? left : MEND_CHUNK, true,
                     chunk, &put);
    strbuilder_text(b, (Text){chunk, put, sizeof *chunk});
    return n;
}

bool codec_mend_short(CodecRun *run, Value *out)
{
    uint16_t chunk[MEND_CHUNK];
    int64_t put;
    HandlerId id = codec_builtin_handler(run);
    if (run->size > MEND_CHUNK || !can_mend(id))
        return false;
    mend(id, run->data, run->size, false, chunk, &put);
    *out = str_from_text(run->vm, (Text){chunk, put, sizeof *chunk});
    return true;
}

/* Characters up to the limit as one byte each, '?' or nothing for others; how many
 * bytes. WIDTH and SKIP are constants at each call, as the loop has no other test then.
 */
static inline __attribute__((always_inline)) int64_t
put_or_mark(uint8_t *out, Text t, int width, bool skip, uint32_t limit)
{
    int64_t n = 0;
    for (int64_t i = 0; i < t.length; i++) {
        uint32_t ch = text_at((Text){t.data, 0, width}, i);
        /* What is skipped is written over by the next: a branch would be guessed. */
        out[n] = (uint8_t)(skip || ch < limit ? ch : '?');
        n += ch < limit || !skip;
    }
    return n;
}

static int64_t put_replaced(uint8_t *out, Text t, bool skip, uint32_t limit)
{
    switch (t.width * 2 + skip) {
    case 2: return put_or_mark(out, t, 1, false, limit);
    case 3: return put_or_mark(out, t, 1, true, limit);
    case 4: return put_or_mark(out, t, 2, false, limit);
    case 5: return put_or_mark(out, t, 2, true, limit);
    case 8: return put_or_mark(out, t, 4, false, limit);
    default: return put_or_mark(out, t, 4, true, limit);
    }
}

static int64_t put_escaped(uint8_t *out, Text t, bool xml, uint32_t limit)
{
    uint8_t *end = out;
    for (int64_t i = 0; i < t.length; i++) {
        uint32_t ch = text_at(t, i);
        if (ch < limit)
            *end++ = (uint8_t)ch;
        else
            end +=
                xml ? put_xmlcharref((char *)end, ch) : put_backslash((char *)end, ch);
    }
    return end - out;
}

bool codec_mend_limited(CodecRun *run, BytesBuilder *b, Text t, uint32_t limit)
{
    enum { CHUNK = 1 << 12, ESCAPE_MAX = 10 };
    HandlerId id = codec_builtin_handler(run);
    bool skip = id == HANDLER_IGNORE, plain = skip || id == HANDLER_REPLACE;
    if (!plain && id != HANDLER_BACKSLASH && id != HANDLER_XMLCHARREF)
        return false;
    for (int64_t n, pos = 0; pos < t.length; pos += n) {
        n = t.length - pos < CHUNK ? t.length - pos : CHUNK;
        Text part = text_slice(t, pos, pos + n);
        uint8_t *out = bytesbuilder_reserve(b, plain ? n : n * ESCAPE_MAX);
        if (!out)
            break;
        b->size += plain ? put_replaced(out, part, skip, limit)
                         : put_escaped(out, part, id == HANDLER_XMLCHARREF, limit);
    }
    return true;
}

int codec_mend_char(CodecRun *run, int64_t i, char out[CODEC_ESCAPE_MAX])
{
    HandlerId id = codec_builtin_handler(run);

    if (id == HANDLER_IGNORE)
        return 0;
    if (id != HANDLER_REPLACE)
        return codec_put_escape(id, out, str_char_at(STR(run->object), i));
    *out = '?';
    return 1;
}

Value codec_error(CodecRun *run, int64_t start, int64_t end, const char *reason,
                  int64_t *next)
{
    HandlerId id = codec_builtin_handler(run);
    if (id == HANDLER_COUNT)
        return call_handler(run, start, end, reason, next);
    if (!run->first_reason) {
        run->first[0] = start;
        run->first[1] = end;
        run->first_reason = reason;
    }
    Trouble t = {.direction = run->direction,
                 .encoding = run->encoding,
                 .data = run->data,
                 .str = run->object,
                 .size = run->size,
                 .start = start,
                 .end = end};
    Value text = builtin_handle(run->vm, id, &t, next);
    if (text || error_occurred(run->vm))
        return text;
    return codec_error_strict(run, start, end, reason);
}
