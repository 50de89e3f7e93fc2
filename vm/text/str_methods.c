/* str_methods.c - the methods of str that fit nowhere else: padding, tabs, translation,
 * encoding, and repr.
 */
#include <string.h>

#include "vm/core/copy.h"
#include "vm/text/codecs.h"
#include "vm/objects/args.h"
#include "vm/numbers/format_spec.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/text/search.h"
#include "vm/text/unicode.h"

/* ---- padding --------------------------------------------------------------------- */

static Value pad(MinipyVM *vm, Value self, int64_t left, int64_t right, uint32_t fill)
{
    Text t = str_text(self);
    uint32_t max_char = str_max_char(self);

    if (left < 0)
        left = 0;
    if (right < 0)
        right = 0;
    if (left == 0 && right == 0)
        return str_substring(vm, self, 0, t.length);
    if (left > INT64_MAX - t.length || right > INT64_MAX - (left + t.length))
        return error_set(vm, EXC_OverflowError, "padded string is too long");
    Value s = str_alloc(vm, left + t.length + right, fill > max_char ? fill : max_char);
    if (s) {
        void *to = str_data(STR(s));
        int width = STR(s)->width;
        text_fill(to, width, 0, left, fill);
        text_copy(to, width, left, t);
        text_fill(to, width, left + t.length, right, fill);
    }
    return s;
}

/* The arguments of center, ljust and rjust. */
static bool pad_args(MinipyVM *vm, const Value *args, size_t nargs, int64_t *width,
                     uint32_t *fill)
{
    *fill = ' ';
    if (!arg_ssize(vm, args[0], width))
        return false;
    if (nargs < 2)
        return true;
    if (!value_is_str(args[1])) {
        error_set(vm, EXC_TypeError,
                  "The fill character must be a unicode character, not %T", args[1]);
        return false;
    }
    if (STR(args[1])->length != 1) {
        error_set(vm, EXC_TypeError,
                  "The fill character must be exactly one character long");
        return false;
    }
    *fill = str_char_at(STR(args[1]), 0);
    return true;
}

Value str_method_center(NATIVE_ARGS)
{
    int64_t width, length = STR(self)->length;
    uint32_t fill;

    if (!pad_args(vm, args, nargs, &width, &fill))
        return VALUE_NULL;
    int64_t missing = width > length ? width - length : 0;
    int64_t left = missing / 2 + (missing & width & 1);
    return pad(vm, self, left, missing - left, fill);
}

Value str_method_ljust(NATIVE_ARGS)
{
    int64_t width;
    uint32_t fill;

    if (!pad_args(vm, args, nargs, &width, &fill))
        return VALUE_NULL;
    return pad(vm, self, 0, width < 0 ? 0 : width - STR(self)->length, fill);
}

Value str_method_rjust(NATIVE_ARGS)
{
    int64_t width;
    uint32_t fill;

    if (!pad_args(vm, args, nargs, &width, &fill))
        return VALUE_NULL;
    return pad(vm, self, width < 0 ? 0 : width - STR(self)->length, 0, fill);
}

Value str_method_zfill(NATIVE_ARGS)
{
    int64_t width, length = STR(self)->length;

    if (!arg_ssize(vm, args[0], &width))
        return VALUE_NULL;
    if (width <= length)
        return str_substring(vm, self, 0, length);
    Value s = pad(vm, self, width - length, 0, '0');
    if (!s || length == 0)
        return s;
    uint32_t sign = str_char_at(STR(self), 0);
    if (sign == '+' || sign == '-') {
        text_put(STR(s)->data, STR(s)->width, 0, sign);
        text_put(STR(s)->data, STR(s)->width, width - length, '0');
    }
    return s;
}

Value str_method_expandtabs(NATIVE_ARGS)
{
    Text t = str_text(self);
    int tabsize = 8;

    if (GIVEN(0) && !arg_int(vm, GIVEN(0), &tabsize))
        return VALUE_NULL;
    if (value_is_exact(vm, self, KIND_STR) &&
        search_char(t.data, (size_t)t.length, '\t', t.width) < 0)
        return value_incref(self);
    StrBuilder b;
    strbuilder_init(&b, vm);
    int64_t column = 0;
    for (int64_t i = 0; i < t.length && !b.failed; i++) {
        uint32_t ch = text_at(t, i);
        if (ch == '\t') {
            int64_t blanks = tabsize > 0 ? tabsize - column % tabsize : 0;
            column += blanks;
            if (blanks > INT64_MAX / 8 - b.length) {
                strbuilder_discard(&b);
                return error_set(vm, EXC_OverflowError, "new string is too long");
            }
            while (blanks-- > 0 && !b.failed)
                strbuilder_char(&b, ' ');
            continue;
        }
        column = ch == '\n' || ch == '\r' ? 0 : column + 1;
        strbuilder_char(&b, ch);
    }
    return strbuilder_finish(&b);
}

/* ---- translate ------------------------------------------------------------------- */

/* A character that a table maps to is None, a str, or an int, which it then is. -1:
 * error. */
static int check_translation(MinipyVM *vm, Value to)
{
    int overflow;
    if (to == VALUE_NONE || value_is_str(to))
        return 0;
    if (!value_is_int(to)) {
        error_set(vm, EXC_TypeError,
                  "character mapping must return integer, None or str");
        return -1;
    }
    int64_t cp = int_as_i64_overflow(to, &overflow);
    if (!overflow && cp >= 0 && cp <= UNICODE_MAX)
        return 0;
    error_set(vm, EXC_ValueError, "character mapping must be in range(0x110000)");
    return -1;
}

/* What the table has for CH: 1 found (*OUT new, checked), 0 absent (the character
 * stays), -1. */
static int table_lookup(MinipyVM *vm, Value table, uint32_t ch, Value *out)
{
    if (value_is_exact(vm, table, KIND_DICT)) {
        *out = value_xincref(dict_get_borrow(vm, table, value_from_imm(ch)));
        if (!*out)
            return error_occurred(vm) ? -1 : 0;
    } else if (!(*out = object_getitem(vm, table, value_from_imm(ch)))) {
        if (!error_matches(vm, EXC_LookupError))
            return -1;
        error_clear(vm);
        return 0;
    }
    if (check_translation(vm, *out) == 0)
        return 1;
    value_clear(vm, out);
    return -1;
}

/* What the table makes of an ASCII character, if that is one, too, or nothing. */
enum { TO_NOTHING = -1, TO_OTHER = -2, TO_ERROR = -3, NOT_ASKED = -4 };
static int ascii_to(MinipyVM *vm, Value table, uint32_t ch)
{
    Value to;
    int found = table_lookup(vm, table, ch, &to), as = TO_OTHER;
    if (found <= 0)
        return found < 0 ? TO_ERROR : (int)ch;
    if (to == VALUE_NONE)
        as = TO_NOTHING;
    else if (value_is_int_imm(to) && (uint64_t)value_imm(to) < 0x80)
        as = (int)value_imm(to);
    else if (value_is_str(to) && STR(to)->length == 1 && STR(to)->ascii)
        as = (int)str_char_at(STR(to), 0);
    value_decref(vm, to);
    return as;
}

/* Translates ASCII text as long as it stays so, asking the table once for each
 * character, as CPython does. How far it came; -1: error. */
static int64_t translate_ascii(MinipyVM *vm, Value self, Value table, StrBuilder *b)
{
    enum { CHUNK = 512 };
    int8_t known[128];
    char chunk[CHUNK];
    const uint8_t *text = STR(self)->data;
    int64_t i = 0, n = 0, length = STR(self)->length;

    memset(known, NOT_ASKED, sizeof known);
    while (i < length && !b->failed) {
        int64_t end = length - i < CHUNK - n ? length : i + CHUNK - n;
        for (; i < end && known[text[i]] >= 0; i++)
            chunk[n++] = known[text[i]];
        if (n == CHUNK) {
            strbuilder_bytes(b, chunk, n);
            n = 0;
        } else if (i < length && known[text[i]] == NOT_ASKED) {
            known[text[i]] = (int8_t)ascii_to(vm, table, text[i]);
        } else if (i < length && known[text[i]] != TO_NOTHING) {
            break;
        } else if (i < length) {
            i++;
        }
    }
    if (n)
        strbuilder_bytes(b, chunk, n);
    return i < length && known[text[i]] == TO_ERROR ? -1 : i;
}

/* Appends what the table says for the character at i and, like CPython, asks for those
 * behind one that goes until one stays, which is asked for again. The next place; -1:
 * error. */
static int64_t translate_next(MinipyVM *vm, StrBuilder *b, Text t, int64_t i,
                              Value table)
{
    Value to = VALUE_NULL;
    int found = table_lookup(vm, table, text_at(t, i), &to);
    if (found < 0)
        return -1;
    i++;
    if (found == 0) {
        strbuilder_char(b, text_at(t, i - 1));
    } else if (value_is_str(to)) {
        strbuilder_str(b, to);
    } else if (to != VALUE_NONE) {
        strbuilder_char(b, (uint32_t)int_as_i64(vm, to));
    } else {
        for (; i < t.length && to == VALUE_NONE && found > 0; i += to == VALUE_NONE) {
            found = table_lookup(vm, table, text_at(t, i), &to);
            if (found == 0)
                to = VALUE_NULL;
            else if (found > 0)
                value_decref(vm, to);
        }
        return found < 0 ? -1 : i;
    }
    value_xdecref(vm, to);
    return i;
}

Value str_method_translate(NATIVE_ARGS)
{
    Text t = str_text(self);
    StrBuilder b;

    strbuilder_init(&b, vm);
    int64_t i = STR(self)->ascii ? translate_ascii(vm, self, args[0], &b) : 0;
    while (i >= 0 && i < t.length && !b.failed)
        i = translate_next(vm, &b, t, i, args[0]);
    if (i < 0)
        return strbuilder_discard(&b), VALUE_NULL;
    return strbuilder_finish(&b);
}

static int maketrans_strings(MinipyVM *vm, Value table, const Value *args, size_t nargs)
{
    for (size_t i = 1; i < nargs; i++)
        if (!value_is_str(args[i])) {
            str_bad_argument(vm, "maketrans", (int)i + 1, "str", args[i]);
            return -1;
        }
    if (!value_is_str(args[0])) {
        error_set(vm, EXC_TypeError,
                  "first maketrans argument must be a string if there is a second "
                  "argument");
        return -1;
    }
    if (STR(args[0])->length != STR(args[1])->length) {
        error_set(vm, EXC_ValueError,
                  "the first two maketrans arguments must have equal length");
        return -1;
    }
    for (int64_t i = 0; i < STR(args[0])->length; i++)
        if (dict_set(vm, table, value_from_imm(str_char_at(STR(args[0]), i)),
                     value_from_imm(str_char_at(STR(args[1]), i))) < 0)
            return -1;
    for (int64_t i = 0; nargs == 3 && i < STR(args[2])->length; i++)
        if (dict_set(vm, table, value_from_imm(str_char_at(STR(args[2]), i)),
                     VALUE_NONE) < 0)
            return -1;
    return 0;
}

static int maketrans_dict(MinipyVM *vm, Value table, Value from)
{
    int64_t pos = 0;
    Value key, value;

    if (!value_is_exact(vm, from, KIND_DICT)) {
        error_set(vm, EXC_TypeError,
                  "if you give only one argument to maketrans it must be a dict");
        return -1;
    }
    while (dict_next(from, &pos, &key, &value)) {
        if (value_is_str(key)) {
            if (STR(key)->length != 1) {
                error_set(vm, EXC_ValueError,
                          "string keys in translate table must be of length 1");
                return -1;
            }
            key = value_from_imm(str_char_at(STR(key), 0));
        } else if (!value_is_int(key)) {
            error_set(vm, EXC_TypeError,
                      "keys in translate table must be strings or integers");
            return -1;
        }
        if (dict_set(vm, table, key, value) < 0)
            return -1;
    }
    return 0;
}

Value str_method_maketrans(NATIVE_ARGS)
{
    Value table = dict_new(vm);
    if (!table)
        return VALUE_NULL;
    int error = nargs == 1 ? maketrans_dict(vm, table, args[0])
                           : maketrans_strings(vm, table, args, nargs);
    if (error < 0)
        value_clear(vm, &table);
    return table;
}

/* ---- encode ---------------------------------------------------------------------- */

Value str_method_encode(NATIVE_ARGS)
{
    const char *names[2];
    if (!codec_names_args(vm, "encode", args, nargs, names))
        return VALUE_NULL;
    return str_encode(vm, self, names[0] ? names[0] : "utf-8", names[1]);
}

/* ---- the rest -------------------------------------------------------------------- */

Value str_method_dunder_format(NATIVE_ARGS)
{
    if (!value_is_str(args[0]))
        return str_bad_argument(vm, "__format__", 0, "str", args[0]);
    if (STR(args[0])->length == 0) {
        if (value_is_exact(vm, self, KIND_STR))
            return value_incref(self);
        return object_str(vm, self);
    }
    return str_format_spec(vm, self, args[0]);
}

/* What CPython's object of this text occupies, so that sys.getsizeof agrees. */
Value str_method_sizeof(NATIVE_ARGS)
{
    StrObj *s = STR(self);
    int64_t header = s->ascii ? 48 : 72;
    const Utf8 *utf8 = s->ascii ? NULL : *str_utf8_cell(s);

    return int_new(vm,
                   header + (s->length + 1) * s->width + (utf8 ? utf8->size + 1 : 0));
}

Value str_method_getnewargs(NATIVE_ARGS)
{
    Value copy = str_from_text(vm, str_text(self));
    if (!copy)
        return VALUE_NULL;
    return tuple_from_steal(vm, &copy, 1);
}

/* ---- repr ------------------------------------------------------------------------ */

/* The quote that repr chooses: double only if there are single ones and no double. */
static uint32_t choose_quote(Text t)
{
    bool single = false;

    for (int64_t i = 0; i < t.length; i++) {
        uint32_t ch = text_at(t, i);
        if (ch == '"')
            return '\'';
        single = single || ch == '\'';
    }
    return single ? '"' : '\'';
}

enum { ESCAPE_MAX = 10, CHUNK = 128 }; /* "\U0001f600" */

/* An escape as ASCII; its end. */
static char *put_escape(char *to, uint32_t ch, uint32_t quote)
{
    int digits = ch < 0x100 ? 2 : ch < 0x10000 ? 4 : 8;
    char letter = ch == '\t' ? 't' : ch == '\n' ? 'n' : ch == '\r' ? 'r' : 0;
    *to++ = '\\';
    if (letter || ch == quote || ch == '\\') {
        *to++ = letter ? letter : (char)ch;
        return to;
    }
    *to++ = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        *to++ = "0123456789abcdef"[ch >> shift & 0xf];
    return to;
}

static inline bool needs_escape(uint32_t ch, uint32_t quote)
{
    if (ch < 0x7f)
        return ch < ' ' || ch == quote || ch == '\\';
    if (ch > 0xa0 && ch < 0x100)
        return ch == 0xad;
    return !unicode_is_printable(ch);
}

/* Where what needs no escape ends. The width is a constant at each call. */
static inline __attribute__((always_inline)) int64_t
plain_end_of(Text t, int width, int64_t i, uint32_t quote)
{
    while (i < t.length && !needs_escape(text_at((Text){t.data, 0, width}, i), quote))
        i++;
    return i;
}

static int64_t plain_end(Text t, int64_t i, uint32_t quote)
{
    return t.width == 1   ? plain_end_of(t, 1, i, quote)
           : t.width == 2 ? plain_end_of(t, 2, i, quote)
                          : plain_end_of(t, 4, i, quote);
}

/* Whether it is ASCII that stands between quotes, these, as it is. */
static bool is_quoted_plainly(const StrObj *s, char *quote)
{
    if (!s->ascii)
        return false;
    uint8_t escaped = 0, singles = 0, doubles = 0; /* no way out: a loop of vectors */
    for (int64_t i = 0; i < s->length; i++) {
        uint8_t c = s->data[i];
        escaped |= (uint8_t)((c < ' ') | (c == '\\') | (c == 0x7f));
        singles |= c == '\'';
        doubles |= c == '"';
    }
    *quote = singles ? '"' : '\'';
    return !escaped && !(singles && doubles);
}

/* Characters with what stands for them between quotes, as many as fit; b gets those
 * that do not. */
typedef struct Quoted {
    uint32_t chars[CHUNK + ESCAPE_MAX + 1];
    int64_t n;
} Quoted;

static void quoted_flush(Quoted *q, StrBuilder *b)
{
    strbuilder_text(b, (Text){q->chars, q->n, sizeof *q->chars});
    q->n = 0;
}

static void put_quoted(Quoted *q, StrBuilder *b, Text t)
{
    uint32_t quote = choose_quote(t);
    q->chars[0] = quote;
    q->n = 1;
    for (int64_t i = 0; i < t.length && !b->failed;) {
        int64_t end = plain_end(t, i, quote);
        if (q->n + end - i > CHUNK)
            quoted_flush(q, b);
        if (end - i > CHUNK)
            strbuilder_text(b, text_slice(t, i, end));
        else
            text_copy(q->chars, sizeof *q->chars, q->n, text_slice(t, i, end));
        q->n += end - i > CHUNK ? 0 : end - i;
        if ((i = end) == t.length)
            break;
        char escape[ESCAPE_MAX], *stop = put_escape(escape, text_at(t, i++), quote);
        for (char *p = escape; p < stop; p++)
            q->chars[q->n++] = (uint8_t)*p;
    }
    q->chars[q->n++] = quote;
}

void strbuilder_quoted(StrBuilder *b, Value s)
{
    Text t = str_text(s);
    Quoted quoted;
    char plain;
    if (is_quoted_plainly(STR(s), &plain)) {
        strbuilder_bytes(b, &plain, 1);
        strbuilder_bytes(b, t.data, t.length);
        strbuilder_bytes(b, &plain, 1);
        return;
    }
    put_quoted(&quoted, b, t);
    quoted_flush(&quoted, b);
}

Value str_repr(MinipyVM *vm, Value s)
{
    StrBuilder b;
    Quoted quoted;
    char plain;

    if (is_quoted_plainly(STR(s), &plain)) {
        int64_t n = STR(s)->length;
        Value v = str_alloc(vm, n + 2, 0x7f);
        if (v) {
            STR(v)->data[0] = STR(v)->data[n + 1] = (uint8_t)plain;
            copy_few((char *)STR(v)->data + 1, STR(s)->data, (size_t)n);
        }
        return v;
    }
    strbuilder_init(&b, vm);
    put_quoted(&quoted, &b, str_text(s));
    if (b.length == 0 && !b.failed) /* most are short */
        return str_from_text(vm, (Text){quoted.chars, quoted.n, sizeof *quoted.chars});
    quoted_flush(&quoted, &b);
    return strbuilder_finish(&b);
}

Value str_ascii_escape(MinipyVM *vm, Value s)
{
    char chunk[CHUNK + ESCAPE_MAX], *to = chunk;
    StrBuilder b;

    if (STR(s)->ascii)
        return value_incref(s);
    strbuilder_init(&b, vm);
    for (int64_t i = 0; i < STR(s)->length && !b.failed; i++) {
        uint32_t ch = str_char_at(STR(s), i);
        if (ch < 0x80)
            *to++ = (char)ch;
        else
            to = put_escape(to, ch, 0);
        if (to >= chunk + CHUNK) {
            strbuilder_bytes(&b, chunk, to - chunk);
            to = chunk;
        }
    }
    strbuilder_bytes(&b, chunk, to - chunk);
    return strbuilder_finish(&b);
}
