/* codec_escape.c - the encodings made of backslash escapes: unicode_escape,
 * raw_unicode_escape, and the escapes of bytes literals (codecs.escape_decode).
 */
#include <string.h>

#include "vm/core/ascii.h"
#include "vm/text/codecs_private.h"
#include "vm/text/unicode.h"

/* The character of a simple escape, or -1. */
static int simple_escape(uint8_t c)
{
    static const char letters[] = "\\'\"bftnrva";
    static const char meanings[] = "\\'\"\b\f\t\n\r\v\a";
    const char *at = c ? strchr(letters, c) : NULL;

    return at ? meanings[at - letters] : -1;
}

/* The first escape that is none, or an octal one past a byte. */
static int warn_escape(MinipyVM *vm, const uint8_t *letters)
{
    if (*letters >= '4' && *letters <= '7')
        return error_warn(vm, EXC_DeprecationWarning, 1,
                          "invalid octal escape sequence '\\%c%c%c'", (int)letters[0],
                          (int)letters[1], (int)letters[2]);
    return error_warn(vm, EXC_DeprecationWarning, 1, "invalid escape sequence '\\%c'",
                      (int)*letters);
}

/* ---- unicode_escape: decoding ---------------------------------------------------- */

/* What one escape meant. */
typedef struct Escape {
    int64_t end;        /* where reading stopped */
    uint32_t ch;        /* UNICODE_NONE: no character (a continued line) */
    const char *reason; /* error, or NULL */
    bool incomplete;    /* it ran into the end of the input */
    bool unknown;       /* not an escape at all: stands for itself */
    bool past_byte;     /* octal, and more than a byte holds */
} Escape;

/* DIGITS hexadecimal digits from AT on. */
static Escape read_hex(const CodecRun *run, int64_t at, int digits, const char *reason)
{
    Escape e = {.end = at};

    for (; digits > 0; digits--, e.end++) {
        if (e.end >= run->size) {
            e.incomplete = true;
            break;
        }
        int value = ascii_hex_value(run->data[e.end]);
        if (value < 0)
            break;
        e.ch = e.ch << 4 | (uint32_t)value;
    }
    if (digits > 0)
        e.reason = reason;
    else if (e.ch > UNICODE_MAX)
        e.reason = "illegal Unicode character";
    return e;
}

static Escape read_name(const CodecRun *run, int64_t at)
{
    Escape e = {.end = at, .reason = "malformed \\N character escape"};

    if (at >= run->size) {
        e.incomplete = true;
    } else if (run->data[at] == '{') {
        const uint8_t *start = run->data + at + 1;
        const uint8_t *close = memchr(start, '}', (size_t)(run->size - at - 1));
        if (!close) {
            e.end = run->size;
            e.incomplete = true;
        } else if (close > start) {
            e.end = close + 1 - run->data;
            e.ch = unicode_lookup((const char *)start, (size_t)(close - start));
            e.reason = e.ch == UNICODE_NONE ? "unknown Unicode character name" : NULL;
        } else {
            e.end = close - run->data;
        }
    }
    return e;
}

/* The escape whose backslash is at POS. */
static Escape read_escape(const CodecRun *run, int64_t pos)
{
    if (pos + 1 >= run->size)
        return (Escape){
            .end = run->size, .reason = "\\ at end of string", .incomplete = true};
    uint8_t c = run->data[pos + 1];
    Escape e = {.end = pos + 2};
    int simple = simple_escape(c);
    if (simple >= 0) {
        e.ch = (uint32_t)simple;
        return e;
    }
    switch (c) {
    case '\n': e.ch = UNICODE_NONE; return e;
    case 'x': return read_hex(run, pos + 2, 2, "truncated \\xXX escape");
    case 'u': return read_hex(run, pos + 2, 4, "truncated \\uXXXX escape");
    case 'U': return read_hex(run, pos + 2, 8, "truncated \\UXXXXXXXX escape");
    case 'N': return read_name(run, pos + 2);
    }
    if (c < '0' || c > '7') {
        e.unknown = true;
        return e;
    }
    e.ch = (uint32_t)(c - '0');
    for (int i = 0; i < 2 && e.end < run->size; i++, e.end++) {
        uint8_t digit = run->data[e.end];
        if (digit < '0' || digit > '7')
            break;
        e.ch = e.ch << 3 | (uint32_t)(digit - '0');
    }
    e.past_byte = e.ch > 0xff;
    return e;
}

static void append_latin1(StrBuilder *b, const uint8_t *data, int64_t n)
{
    if (n)
        strbuilder_text(b, (Text){data, n, 1});
}

/* What stands for itself, up to the next backslash, to which *pos goes; false: none. */
static bool append_to_backslash(const CodecRun *run, StrBuilder *b, int64_t *pos)
{
    const uint8_t *from = run->data + *pos;
    const uint8_t *slash = memchr(from, '\\', (size_t)(run->size - *pos));
    int64_t literal = slash ? slash - from : run->size - *pos;
    append_latin1(b, from, literal);
    *pos += literal;
    return slash != NULL;
}

/* The escapes that programs write, with what stands between them: simple ones and
 * hexadecimal ones that are whole, up to the first other one or the end. Characters are
 * gathered on the stack, so that the builder is asked once for many. */
enum { GATHERED = 128, LONG_LITERAL = 32 };

static inline int hex_there(const uint8_t *at, const uint8_t *end, int digits)
{
    int value = 0, wrong = 0;
    if (end - at < digits)
        return -1;
    for (int i = 0; i < digits; i++) {
        int digit = ascii_hex_value(at[i]);
        wrong |= digit;
        value = value << 4 | (digit & 15);
    }
    return wrong < 0 ? -1 : value;
}

/* One that is common, with the pointer behind it; -1: another. */
static inline int common_escape(const uint8_t **p, const uint8_t *end, bool raw)
{
    static const uint8_t simple[128] = {
        ['\\'] = '\\', ['\''] = '\'', ['"'] = '"',  ['b'] = '\b', ['f'] = '\f',
        ['t'] = '\t',  ['n'] = '\n',  ['r'] = '\r', ['v'] = '\v', ['a'] = '\a'};
    const uint8_t *at = *p;
    if (end - at < 2)
        return -1;
    uint8_t c = at[1];
    if (!raw && c < 128 && simple[c])
        return *p = at + 2, simple[c];
    int digits = c == 'u' ? 4 : c == 'x' && !raw ? 2 : c == 'U' ? 8 : 0;
    if (!digits || (c == 'U' && end - at > 4 && (at[2] != '0' || at[3] != '0')))
        return -1;
    int value = hex_there(at + 2, end, digits);
    if (value < 0 || value > (int)UNICODE_MAX)
        return -1;
    *p = at + 2 + digits;
    return value;
}

static void append_gathered(StrBuilder *b, const uint32_t *chars, int64_t n,
                            uint32_t all)
{
    uint8_t narrow[GATHERED];
    if (all < 0x100) {
        for (int64_t i = 0; i < n; i++)
            narrow[i] = (uint8_t)chars[i];
        append_latin1(b, narrow, n);
    } else if (n) {
        strbuilder_text(b, (Text){chars, n, 4});
    }
}

static int64_t append_common(const CodecRun *run, StrBuilder *b, int64_t pos, bool raw)
{
    const uint8_t *p = run->data + pos, *end = run->data + run->size;
    uint32_t chars[GATHERED], all = 0;
    int64_t n = 0;
    while (p < end && !b->failed) {
        int ch = *p;
        const uint8_t *from = p;
        if (ch != '\\') {
            for (p++;
                 p < end && *p != '\\' && p - from < LONG_LITERAL && n < GATHERED - 1;
                 p++, n++) {
                chars[n] = (uint32_t)p[-1];
                all |= p[-1];
            }
            ch = p[-1];
        } else if ((ch = common_escape(&p, end, raw)) < 0) {
            break;
        }
        chars[n++] = (uint32_t)ch;
        all |= (uint32_t)ch;
        bool lengthy = p - from == LONG_LITERAL;
        if (n == GATHERED || lengthy) {
            append_gathered(b, chars, n, all);
            n = all = 0;
        }
        if (lengthy) {
            int64_t at = p - run->data;
            append_to_backslash(run, b, &at);
            p = run->data + at;
        }
    }
    append_gathered(b, chars, n, all);
    return p - run->data;
}

Value codec_decode_unicode_escape(MinipyVM *vm, const void *data, int64_t size,
                                  const char *errors, int64_t *consumed)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;
    const uint8_t *invalid = NULL;

    codec_run_decode(&run, vm, "unicodeescape", errors, data, size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        pos = append_common(&run, &b, pos, false);
        if (pos == run.size)
            break;
        Escape e = read_escape(&run, pos);
        if (e.reason) {
            if (e.incomplete && consumed)
                break;
            error = codec_decode_trouble(&run, &b, &pos, pos, e.end, e.reason);
            continue;
        }
        if (!invalid && (e.unknown || e.past_byte))
            invalid = run.data + pos + 1;
        if (e.unknown) {
            append_latin1(&b, run.data + pos, 2);
        } else if (e.ch != UNICODE_NONE) {
            strbuilder_char(&b, e.ch);
        }
        pos = e.end;
    }
    if (consumed)
        *consumed = pos;
    if (error == 0 && invalid)
        error = warn_escape(vm, invalid);
    return codec_decode_done(&run, &b, error);
}

/* ---- raw_unicode_escape: decoding ------------------------------------------------ */

Value codec_decode_raw_unicode_escape(MinipyVM *vm, const void *data, int64_t size,
                                      const char *errors, int64_t *consumed)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;

    codec_run_decode(&run, vm, "rawunicodeescape", errors, data, size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        pos = append_common(&run, &b, pos, true);
        if (pos == run.size)
            break;
        if (pos + 1 == run.size) {
            if (consumed)
                break;
            strbuilder_char(&b, '\\');
            pos++;
            continue;
        }
        uint8_t letter = run.data[pos + 1];
        if (letter != 'u' && letter != 'U') {
            append_latin1(&b, run.data + pos, 2);
            pos += 2;
            continue;
        }
        Escape e = letter == 'u'
                       ? read_hex(&run, pos + 2, 4, "truncated \\uXXXX escape")
                       : read_hex(&run, pos + 2, 8, "truncated \\UXXXXXXXX escape");
        if (!e.reason) {
            strbuilder_char(&b, e.ch);
            pos = e.end;
            continue;
        }
        if (e.incomplete && consumed)
            break;
        if (e.ch > UNICODE_MAX && !strcmp(e.reason, "illegal Unicode character"))
            e.reason = "\\Uxxxxxxxx out of range";
        error = codec_decode_trouble(&run, &b, &pos, pos, e.end, e.reason);
    }
    if (consumed)
        *consumed = pos;
    return codec_decode_done(&run, &b, error);
}

/* ---- encoding -------------------------------------------------------------------- */

enum { ESCAPE_MAX = 10 }; /* bytes of the longest */

/* Each writes a character to `to` and returns where it ends. DIGITS is a constant. */
static inline __attribute__((always_inline)) uint8_t *
put_digits(uint8_t *to, char letter, uint32_t ch, int digits)
{
    *to++ = '\\';
    *to++ = (uint8_t)letter;
    for (int i = digits; i-- > 0; ch >>= 4)
        to[i] = (uint8_t) "0123456789abcdef"[ch & 15];
    return to + digits;
}

static uint8_t *put_hex(uint8_t *to, uint32_t ch)
{
    return ch < 0x100     ? put_digits(to, 'x', ch, 2)
           : ch < 0x10000 ? put_digits(to, 'u', ch, 4)
                          : put_digits(to, 'U', ch, 8);
}

static inline uint8_t *put_escaped(uint8_t *to, uint32_t ch)
{
    if (ch - ' ' < 0x7f - ' ' && ch != '\\')
        *to++ = (uint8_t)ch;
    else if (ch == '\\' || ch == '\t' || ch == '\n' || ch == '\r') {
        *to++ = '\\';
        *to++ = ch == '\\' ? '\\' : ch == '\t' ? 't' : ch == '\n' ? 'n' : 'r';
    } else {
        return put_hex(to, ch);
    }
    return to;
}

static inline uint8_t *put_raw_escaped(uint8_t *to, uint32_t ch)
{
    if (ch >= 0x100)
        return put_hex(to, ch);
    *to++ = (uint8_t)ch;
    return to;
}

static inline __attribute__((always_inline)) Value
put_each(MinipyVM *vm, Value s, uint8_t *(*put)(uint8_t *, uint32_t))
{
    enum { CHUNK = 256 };
    Text t = str_text(s);
    BytesBuilder b;
    bytesbuilder_init(&b, vm, t.length);
    for (int64_t i = 0; i < t.length && !b.failed;) {
        uint8_t chunk[CHUNK + ESCAPE_MAX], *to = chunk;
        while (i < t.length && to < chunk + CHUNK)
            to = put(to, text_at(t, i++));
        bytesbuilder_add(&b, chunk, to - chunk);
    }
    return bytesbuilder_finish(&b);
}

Value codec_encode_unicode_escape(MinipyVM *vm, Value s)
{
    return put_each(vm, s, put_escaped);
}

Value codec_encode_raw_unicode_escape(MinipyVM *vm, Value s)
{
    Text t = str_text(s);
    return t.width == 1 ? bytes_from(vm, t.data, t.length)
                        : put_each(vm, s, put_raw_escaped);
}

/* ---- escapes in bytes ------------------------------------------------------------ */

/* A bad \x at POS: as ERRORS says. -1: ValueError. */
static int bad_byte_escape(MinipyVM *vm, BytesBuilder *b, const char *errors,
                           int64_t pos)
{
    if (!errors || strcmp(errors, "strict") == 0) {
        error_set(vm, EXC_ValueError, "invalid \\x escape at position %ld", (long)pos);
        return -1;
    }
    if (strcmp(errors, "replace") == 0) {
        bytesbuilder_byte(b, '?');
    } else if (strcmp(errors, "ignore") != 0) {
        error_set(vm, EXC_ValueError,
                  "decoding error; unknown error handling code: %.400s", errors);
        return -1;
    }
    return 0;
}

Value codec_decode_escape(MinipyVM *vm, const void *data, int64_t size,
                          const char *errors)
{
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0;
    int error = 0;
    const uint8_t *invalid = NULL;

    codec_run_decode(&run, vm, "escape", errors, data, size);
    bytesbuilder_init(&b, vm, size);
    while (pos < size && error == 0 && !b.failed) {
        const uint8_t *from = run.data + pos;
        const uint8_t *slash = memchr(from, '\\', (size_t)(size - pos));
        int64_t literal = slash ? slash - from : size - pos;
        bytesbuilder_add(&b, from, literal);
        pos += literal;
        if (!slash)
            break;
        if (pos + 1 == size) {
            error_set(vm, EXC_ValueError, "Trailing \\ in string");
            error = -1;
            break;
        }
        uint8_t letter = run.data[pos + 1];
        Escape e = {.end = pos + 2, .unknown = true};
        if (letter != 'u' && letter != 'U' && letter != 'N')
            e = read_escape(&run, pos);
        if (e.reason) {
            error = bad_byte_escape(vm, &b, errors, pos);
            /* Skip the backslash, the x and at most one good digit. */
            pos += 2;
            if (pos < size && ascii_hex_value(run.data[pos]) >= 0)
                pos++;
            continue;
        }
        if (!invalid && (e.unknown || e.past_byte))
            invalid = run.data + pos + 1;
        if (e.unknown) {
            bytesbuilder_add(&b, run.data + pos, 2);
        } else if (e.ch != UNICODE_NONE) {
            bytesbuilder_byte(&b, (uint8_t)e.ch);
        }
        pos = e.end;
    }
    if (error == 0 && invalid)
        error = warn_escape(vm, invalid);
    return codec_encode_done(&run, &b, error);
}
