/* Source bytes to text: byte order mark, PEP 263 cookie, decoding, newlines.
 *
 * UTF-8, Latin-1 and ASCII are decoded here, all else by iconv. The result is always a
 * copy in the arena, because the lexer needs a NUL at its end and the tree points into
 * it. Next: lexer.c. */
#include "source.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "lexer.h"

#define COOKIE_MAX 80

/* Errors of the encoding have no line; for a file not even a file name. */
static bool fail(ParseResult *result, CompileErrorKind kind, const char *message)
{
    result->error = (CompileError){
        .kind = message ? kind : COMPILE_NO_MEMORY, .message = message, .offset = -1};
    return false;
}

static bool fail_encoding(AstArena *arena, const ParseOptions *options,
                          ParseResult *result, const char *message,
                          const char *encoding)
{
    bool file = (options->flags & PARSE_SOURCE_IS_FILE) != 0;
    fail(result, COMPILE_SYNTAX_ERROR,
         file ? arena_printf(arena, "encoding problem: %s", encoding) : message);
    result->error.bare = file;
    return false;
}

const char *source_find_line(const char *text, int lineno, size_t *len)
{
    for (int line = 1; *text != '\0'; line++) {
        const char *newline = strchr(text, '\n');
        const char *end = newline ? newline + 1 : text + strlen(text);
        if (line == lineno) {
            *len = (size_t)(end - text);
            return text;
        }
        text = end;
    }
    return NULL;
}

/* The length of the valid UTF-8 character at s, 0 if there is none. */
static int utf8_char_len(const unsigned char *s, const unsigned char *end)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int len = *s < 0x80 ? 1 : *s < 0xC2 ? 0 : *s < 0xE0 ? 2 : *s < 0xF0 ? 3 : 4;
    if (*s > 0xF4 || len > end - s) {
        return 0;
    }
    uint32_t cp = *s & (0xFFu >> (len + 1));
    for (int i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
        cp = cp << 6 | (s[i] & 63);
    }
    return len == 1 || (cp >= least[len] && cp <= 0x10FFFF && (cp & ~0x7FFu) != 0xD800)
               ? len
               : 0;
}

const char *source_bad_utf8(const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text, *end = s + len;
    while (s < end) {
        uint64_t word;
        if (end - s >= 8 && (memcpy(&word, s, 8), !(word & 0x8080808080808080u))) {
            s += 8;
            continue;
        }
        int step = utf8_char_len(s, end);
        if (step == 0) {
            return (const char *)s;
        }
        s += step;
    }
    return NULL;
}

/* Looks for a cookie in one line. Returns -1 if the line is code (the search ends),
 * 0 if there is none, 1 with the name copied. */
static int cookie_in_line(const char *s, const char *end, char cookie[COOKIE_MAX])
{
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\f')) {
        s++;
    }
    if (s == end) {
        return 0;
    }
    if (*s != '#') {
        return -1;
    }
    for (; end - s > 7; s++) {
        if (memcmp(s, "coding", 6) != 0 || (s[6] != ':' && s[6] != '=')) {
            continue;
        }
        const char *name = s + 7;
        while (name < end && (*name == ' ' || *name == '\t')) {
            name++;
        }
        size_t len = 0;
        while (name + len < end && len < COOKIE_MAX - 1 &&
               (isalnum((unsigned char)name[len]) || strchr("-_.", name[len]))) {
            cookie[len] = name[len];
            len++;
        }
        cookie[len] = '\0';
        if (len > 0) {
            return 1;
        }
    }
    return 0;
}

/* Copies the declared encoding, "" if there is none. */
static void find_cookie(const char *bytes, size_t len, char cookie[COOKIE_MAX])
{
    const char *s = bytes, *end = bytes + len;
    cookie[0] = '\0';
    for (int line = 0; line < 2 && s < end; line++) {
        const char *stop = s;
        while (stop < end && *stop != '\n' && *stop != '\r') {
            stop++;
        }
        if (cookie_in_line(s, stop, cookie) != 0) {
            return;
        }
        s = stop + (stop + 1 < end && stop[0] == '\r' && stop[1] == '\n') + 1;
    }
}

/* The codec's usual name: lower case, '_' as '-', the aliases of two codecs folded. */
static void normal_name(char name[COOKIE_MAX])
{
    for (char *s = name; *s; s++) {
        *s = *s == '_' ? '-' : (char)tolower((unsigned char)*s);
    }
    static const char *const latin1[] = {"latin-1", "iso-8859-1", "iso-latin-1"};
    if (strcmp(name, "utf-8") == 0 || strncmp(name, "utf-8-", 6) == 0) {
        strcpy(name, "utf-8");
    }
    for (size_t i = 0; i < sizeof latin1 / sizeof *latin1; i++) {
        size_t len = strlen(latin1[i]);
        if (strncmp(name, latin1[i], len) == 0 && (!name[len] || name[len] == '-')) {
            strcpy(name, "iso-8859-1");
        }
    }
}

/* The further names under which the codecs that need no iconv are known. */
static const char *codec_alias(const char *name)
{
    static const char *const aliases[][2] = {
        {"utf8", "utf-8"},         {"u8", "utf-8"},
        {"utf", "utf-8"},          {"cp65001", "utf-8"},
        {"latin1", "iso-8859-1"},  {"l1", "iso-8859-1"},
        {"latin", "iso-8859-1"},   {"8859", "iso-8859-1"},
        {"cp819", "iso-8859-1"},   {"iso8859-1", "iso-8859-1"},
        {"iso8859", "iso-8859-1"}, {"us-ascii", "ascii"},
        {"646", "ascii"},
    };
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(name, aliases[i][0]) == 0) {
            return aliases[i][1];
        }
    }
    return name;
}

static char *decode_latin1(AstArena *arena, const char *bytes, size_t len, size_t *size)
{
    char *text = arena_alloc(arena, 2 * len + 2), *out = text;
    for (size_t i = 0; text && i < len; i++) {
        out += put_utf8(out, (unsigned char)bytes[i]);
    }
    *size = (size_t)(out - text);
    return text;
}

/* Everything else: iconv knows most of Python's names, some with the dashes moved. */
static char *decode_iconv(AstArena *arena, const char *bytes, size_t len, size_t *size,
                          const char *name, bool *known)
{
    iconv_t converter = iconv_open("UTF-8", name);
    if (converter == (iconv_t)-1 && strncmp(name, "iso", 3) == 0 && name[3] != '-') {
        char with_dash[COOKIE_MAX + 4];
        snprintf(with_dash, sizeof with_dash, "iso-%s", name + 3);
        converter = iconv_open("UTF-8", with_dash);
    }
    *known = converter != (iconv_t)-1;
    if (!*known) {
        return NULL;
    }
    char *text = arena_alloc(arena, 4 * len + 8), *out = text;
    char *in = (char *)bytes;
    size_t in_left = len, out_left = 4 * len + 6;
    if (text != NULL &&
        iconv(converter, &in, &in_left, &out, &out_left) == (size_t)-1) {
        text = NULL;
    }
    *size = (size_t)(out - text);
    iconv_close(converter);
    return text;
}

static char *copy_text(AstArena *arena, const char *bytes, size_t len)
{
    char *text = arena_alloc(arena, len + 2);
    return text ? memcpy(text, bytes, len) : NULL;
}

static bool decode_ascii(AstArena *arena, const char *bytes, size_t len,
                         const ParseOptions *options, ParseResult *result)
{
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)bytes[i] >= 128) {
            return fail_encoding(
                arena, options, result,
                arena_printf(arena,
                             "'ascii' codec can't decode byte 0x%02x in "
                             "position %zu: ordinal not in range(128)",
                             (unsigned char)bytes[i], i),
                "ascii");
        }
    }
    result->text = copy_text(arena, bytes, len);
    result->text_len = len;
    return result->text != NULL || fail(result, COMPILE_NO_MEMORY, NULL);
}

static bool decode_other(AstArena *arena, const char *bytes, size_t len,
                         const ParseOptions *options, const char *cookie,
                         const char *name, ParseResult *result)
{
    bool known = true;
    if (strcmp(name, "ascii") == 0) {
        return decode_ascii(arena, bytes, len, options, result);
    }
    char *text = strcmp(name, "iso-8859-1") == 0
                     ? decode_latin1(arena, bytes, len, &result->text_len)
                     : decode_iconv(arena, bytes, len, &result->text_len, name, &known);
    if (!known) {
        return fail_encoding(arena, options, result,
                             arena_printf(arena, "unknown encoding: %s", cookie),
                             cookie);
    }
    if (text == NULL && !arena->failed) {
        return fail_encoding(arena, options, result,
                             arena_printf(arena, "encoding problem: %s", cookie),
                             cookie);
    }
    result->text = text;
    return text != NULL || fail(result, COMPILE_NO_MEMORY, NULL);
}

const char *source_bad_utf8_message(AstArena *arena, const char *text, size_t len,
                                    const char *bad)
{
    unsigned char byte = (unsigned char)*bad;
    const char *reason = "invalid start byte";
    if (byte >= 0xC2 && byte < 0xF5) {
        int need = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        const char *s = bad + 1;
        while (s < text + len && s < bad + need && ((unsigned char)*s & 0xC0) == 0x80) {
            s++;
        }
        reason = s == text + len && s < bad + need ? "unexpected end of data"
                                                   : "invalid continuation byte";
    }
    return arena_printf(arena,
                        "(unicode error) 'utf-8' codec can't decode byte 0x%02x in "
                        "position %d: %s",
                        byte, (int)(bad - text), reason);
}

/* A file without a declared encoding must be UTF-8 throughout. */
static bool fail_not_utf8(AstArena *arena, const char *bytes, const char *bad,
                          const ParseOptions *options, ParseResult *result)
{
    int lineno = 1;
    for (const char *s = bytes; s < bad; s++) {
        lineno += *s == '\n';
    }
    fail(result, COMPILE_SYNTAX_ERROR,
         arena_printf(
             arena,
             "Non-UTF-8 code starting with '\\x%02x' in file %s on line %d, but "
             "no encoding declared; see https://peps.python.org/pep-0263/ for "
             "details",
             (unsigned char)*bad, options->filename, lineno));
    result->error.bare = true;
    return false;
}

/* Makes "\r\n" and "\r" "\n" in place, ends the text as the mode wants it. */
static void finish_text(char *text, ParseResult *result, bool add_newline)
{
    size_t len = result->text_len;
    char *out = memchr(text, '\r', len);
    if (out != NULL) {
        for (const char *s = out; s < text + len; s++) {
            if (*s == '\r') {
                s += s + 1 < text + len && s[1] == '\n';
                *out++ = '\n';
            } else {
                *out++ = *s;
            }
        }
        len = (size_t)(out - text);
    }
    if (add_newline && (len == 0 || text[len - 1] != '\n')) {
        text[len++] = '\n';
    }
    text[len] = '\0';
    result->text_len = len;
}

/* CPython reads a file by lines that are C strings: what follows a null byte, the end
 * of the line included, is not there. */
static const char *cut_lines_at_nul(AstArena *arena, const char *bytes, size_t *len)
{
    char *copy = arena_copy(arena, bytes, *len);
    if (copy == NULL) {
        return NULL;
    }
    char *out = copy;
    for (const char *s = bytes, *end = bytes + *len; s < end; s++) {
        if (*s != '\0') {
            *out++ = *s;
            continue;
        }
        s = memchr(s, '\n', (size_t)(end - s));
        if (s == NULL) {
            break;
        }
    }
    *len = (size_t)(out - copy);
    return copy;
}

bool source_decode(AstArena *arena, const char *bytes, size_t len,
                   const ParseOptions *options, ParseResult *result)
{
    char cookie[COOKIE_MAX] = "", name[COOKIE_MAX];
    bool is_text = (options->flags & PARSE_SOURCE_IS_TEXT) != 0;
    if (len > INT32_MAX - 16) {
        return fail(result, COMPILE_OVERFLOW_ERROR, "source code is too long");
    }
    if (memchr(bytes, '\0', len) != NULL) {
        if (!(options->flags & PARSE_SOURCE_IS_FILE)) {
            return fail(result, COMPILE_VALUE_ERROR,
                        "source code string cannot contain null bytes");
        }
        if (!(bytes = cut_lines_at_nul(arena, bytes, &len))) {
            return fail(result, COMPILE_NO_MEMORY, NULL);
        }
    }
    bool bom = !is_text && len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    bytes += bom ? 3 : 0;
    len -= bom ? 3 : 0;
    if (!is_text) {
        find_cookie(bytes, len, cookie);
    }
    strcpy(name, cookie);
    normal_name(name);
    if (bom && cookie[0] && strcmp(name, "utf-8") != 0) {
        fail(result, COMPILE_SYNTAX_ERROR,
             arena_printf(arena, "encoding problem: %s with BOM", name));
        result->error.bare = (options->flags & PARSE_SOURCE_IS_FILE) != 0;
        return false;
    }
    result->encoding = cookie[0] ? arena_copy(arena, cookie, strlen(cookie)) : NULL;
    result->encoding_known = is_text || bom || cookie[0] != '\0';
    const char *codec = codec_alias(name);
    if (cookie[0] && strcmp(codec, "utf-8") != 0) {
        if (!decode_other(arena, bytes, len, options, cookie, codec, result)) {
            return false;
        }
    } else {
        const char *bad = is_text ? NULL : source_bad_utf8(bytes, len);
        if (bad && (options->flags & PARSE_SOURCE_IS_FILE) && !result->encoding_known) {
            return fail_not_utf8(arena, bytes, bad, options, result);
        }
        result->bad_utf8 = bad != NULL;
        result->text = copy_text(arena, bytes, len);
        result->text_len = len;
        if (result->text == NULL) {
            return fail(result, COMPILE_NO_MEMORY, NULL);
        }
    }
    finish_text((char *)result->text, result, options->mode == PARSE_EXEC);
    return true;
}
