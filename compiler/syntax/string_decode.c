/* Backslash escapes. The messages speak of positions in the text that CPython hands to
 * its unicode_escape codec, where a non-ASCII character takes ten bytes (a \U escape);
 * code_position counts so. */
#include "vm/core/ascii.h"
#include "compiler/syntax/string_decode.h"

#include <string.h>

#include "vm/text/unicode.h"

void warn_escape(StringParse *sp, const Token *token, char c)
{
    lexer_warn(sp->lexer, COMPILE_DEPRECATION_WARNING,
               arena_printf(sp->arena, "invalid escape sequence '\\%c'", c),
               token->lineno, token->col, token->end_lineno, token->end_col);
}

/* The same for an octal escape beyond \377; s is behind the backslash. */
static void warn_octal(StringParse *sp, const Token *token, const char *s)
{
    lexer_warn(sp->lexer, COMPILE_DEPRECATION_WARNING,
               arena_printf(sp->arena, "invalid octal escape sequence '\\%.3s'", s),
               token->lineno, token->col, token->end_lineno, token->end_col);
}

static int code_position(const char *start, const char *s)
{
    int position = 0;
    while (start < s) {
        if ((unsigned char)*start >= 128) {
            utf8_next(&start);
            position += 10;
        } else if (*start == '\\' && (unsigned char)start[1] >= 128) {
            start++;
            position += 6;
        } else if (*start == '\\' && start + 1 < s) {
            start += 2;
            position += 2;
        } else {
            start++;
            position++;
        }
    }
    return position;
}

static bool unicode_error(StringParse *sp, const char *start, const char *from,
                          const char *to, const char *what)
{
    int first = code_position(start, from), last = code_position(start, to) - 1;
    if (last > first) {
        sp->message = arena_printf(sp->arena,
                                   "(unicode error) 'unicodeescape' codec can't decode "
                                   "bytes in position %d-%d: %s",
                                   first, last, what);
    } else {
        sp->message = arena_printf(sp->arena,
                                   "(unicode error) 'unicodeescape' codec can't decode "
                                   "byte 0x5c in position %d: %s",
                                   first, what);
    }
    return false;
}

/* Up to `digits` hexadecimal digits; returns how many there were. */
static int read_hex(const char *s, const char *end, int digits, uint32_t *value)
{
    int count = 0;
    *value = 0;
    while (count < digits && s < end && ascii_hex_value(*s) >= 0) {
        *value = *value << 4 | (uint32_t)ascii_hex_value(*s++);
        count++;
    }
    return count;
}

/* The escapes that are one character and mean another; -1 if c is none, -2 for a
 * backslash before a newline, which means nothing at all. */
static int simple_escape(char c)
{
    switch (c) {
    case '\n': return -2;
    case '\\': return '\\';
    case '\'': return '\'';
    case '"': return '"';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return -1;
    }
}

static const char *read_octal(const char *s, const char *end, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 3 && s < end && *s >= '0' && *s <= '7'; i++)
        *value = *value << 3 | (uint32_t)(*s++ - '0');
    return s;
}

/* \x, \u, \U: s is behind the letter. */
static const char *decode_hex(StringParse *sp, const char *start, const char *s,
                              const char *end)
{
    static const char *const truncated[] = {"truncated \\xXX escape",
                                            "truncated \\uXXXX escape",
                                            "truncated \\UXXXXXXXX escape"};
    int which = s[-1] == 'x' ? 0 : s[-1] == 'u' ? 1 : 2;
    uint32_t cp;
    int digits = 2 << which, count = read_hex(s, end, digits, &cp);
    if (count < digits || cp > 0x10FFFF) {
        unicode_error(sp, start, s - 2, s + count,
                      count < digits ? truncated[which] : "illegal Unicode character");
        return NULL;
    }
    sp->out += put_utf8(sp->out, cp);
    return s + digits;
}

/* \N{NAME}: s is behind the N. */
static const char *decode_named(StringParse *sp, const char *start, const char *s,
                                const char *end)
{
    const char *escape = s - 2;
    const char *message = "malformed \\N character escape";
    if (s < end && *s == '{') {
        const char *name = ++s;
        while (s < end && *s != '}')
            s++;
        if (s > name && s < end) {
            uint32_t cp = unicode_lookup(name, (size_t)(s - name));
            s++;
            if (cp != UNICODE_NONE) {
                sp->out += put_utf8(sp->out, cp);
                return s;
            }
            message = "unknown Unicode character name";
        }
    }
    unicode_error(sp, start, escape, s, message);
    return NULL;
}

/* A letter's or an octal escape at s, behind the backslash: what is behind it, or NULL
 * for another one. utf8: a str's; else a number is a byte. */
static const char *plain_escape(StringParse *sp, const Token *token, const char *s,
                                const char *end, bool *warned, bool utf8)
{
    int simple = simple_escape(*s);
    if (simple != -1) {
        if (simple >= 0)
            *sp->out++ = (char)simple;
        return s + 1;
    }
    if (*s < '0' || *s > '7')
        return NULL;
    uint32_t value;
    const char *behind = read_octal(s, end, &value);
    if (value > 0377 && !*warned) {
        warn_octal(sp, token, s);
        *warned = true;
    }
    if (utf8)
        sp->out += put_utf8(sp->out, value);
    else
        *sp->out++ = (char)value;
    return behind;
}

bool decode_string_escapes(StringParse *sp, const Token *token, const char *s,
                           const char *end)
{
    const char *start = s;
    bool warned = false;
    while (s < end) {
        const char *backslash = memchr(s, '\\', (size_t)(end - s));
        const char *stop = backslash ? backslash : end;
        memcpy(sp->out, s, (size_t)(stop - s));
        sp->out += stop - s;
        s = stop;
        if (s == end)
            break;
        if (++s == end || (unsigned char)*s >= 128) {
            *sp->out++ = '\\';
            continue;
        }
        const char *behind = plain_escape(sp, token, s, end, &warned, true);
        if (behind != NULL) {
            s = behind;
        } else if (*s == 'x' || *s == 'u' || *s == 'U') {
            s = decode_hex(sp, start, s + 1, end);
        } else if (*s == 'N') {
            s = decode_named(sp, start, s + 1, end);
        } else {
            if (!warned) {
                warn_escape(sp, token, *s);
                warned = true;
            }
            *sp->out++ = '\\';
        }
        if (s == NULL)
            return false;
    }
    return true;
}

bool decode_bytes_escapes(StringParse *sp, const Token *token, const char *s,
                          const char *end)
{
    const char *start = s;
    bool warned = false;
    while (s < end) {
        if (*s != '\\') {
            *sp->out++ = *s++;
            continue;
        }
        s++;
        const char *behind = plain_escape(sp, token, s, end, &warned, false);
        if (behind != NULL) {
            s = behind;
        } else if (*s == 'x') {
            uint32_t value;
            if (read_hex(s + 1, end, 2, &value) < 2) {
                sp->message = arena_printf(
                    sp->arena, "(value error) invalid \\x escape at position %d",
                    (int)(s - 1 - start));
                return false;
            }
            *sp->out++ = (char)value;
            s += 3;
        } else {
            if (!warned) {
                warn_escape(sp, token, *s);
                warned = true;
            }
            *sp->out++ = '\\';
            *sp->out++ = *s++;
        }
    }
    return true;
}
