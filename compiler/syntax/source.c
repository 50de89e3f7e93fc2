/* Source bytes to text: byte order mark, PEP 263 cookie, decoding, newlines; and lines.
 *
 * What a newline is and what a cookie is, is known here alone: tracebacks ask here too.
 * UTF-8 is taken as it is, every other codec is the caller's (ParseOptions.decode). The
 * result is always a copy in the arena, because the lexer needs a NUL at its end and
 * the tree points into it. Next: lexer.c. */
#include "compiler/syntax/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compiler/syntax/lexer.h"
#include "vm/text/utf8.h"

#define SOURCE_MAX (INT32_MAX - 16)

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

/* ---- lines ----------------------------------------------------------------------- */

/* The length of the newline at s: "\n", "\r\n" or "\r"; 0 if there is none. */
static size_t newline_length(const char *s, const char *end)
{
    if (s == end || (*s != '\n' && *s != '\r'))
        return 0;
    return s[0] == '\r' && s + 1 < end && s[1] == '\n' ? 2 : 1;
}

static const char *find_newline(const char *s, const char *end)
{
    while (s < end && *s != '\n' && *s != '\r')
        s++;
    return s;
}

const char *source_find_line(const char *text, size_t len, int lineno, size_t *content,
                             size_t *newline)
{
    const char *end = text + len;
    for (int line = 1; text < end; line++) {
        const char *stop = find_newline(text, end);
        *newline = newline_length(stop, end);
        if (line == lineno) {
            *content = (size_t)(stop - text);
            return text;
        }
        text = stop + *newline;
    }
    return NULL;
}

/* ---- UTF-8 ----------------------------------------------------------------------- */

const char *source_bad_utf8(const char *text, size_t len)
{
    size_t good = utf8_scan(text, len, false).bytes;
    return good < len ? text + good : NULL;
}

const char *source_bad_utf8_message(AstArena *arena, const char *text, size_t len,
                                    const char *bad)
{
    const char *reason;
    bool incomplete;
    utf8_error(bad, len - (size_t)(bad - text), &reason, &incomplete);
    return arena_printf(arena,
                        "(unicode error) 'utf-8' codec can't decode byte 0x%02x in "
                        "position %d: %s",
                        (unsigned char)*bad, (int)(bad - text), reason);
}

/* ---- the head: byte order mark and cookie ---------------------------------------- */

/* Looks for a cookie in one line. Returns false if the line is code: the search ends.
 */
static bool cookie_in_line(const char *s, const char *end, SourceHead *head)
{
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\f'))
        s++;
    if (s == end || *s != '#')
        return s == end;
    for (; end - s > 7; s++) {
        if (memcmp(s, "coding", 6) != 0 || (s[6] != ':' && s[6] != '='))
            continue;
        const char *name = s + 7;
        while (name < end && (*name == ' ' || *name == '\t'))
            name++;
        size_t len = 0;
        while (name + len < end &&
               (isalnum((unsigned char)name[len]) || name[len] == '-' ||
                name[len] == '_' || name[len] == '.'))
            len++;
        if (len > 0) {
            head->cookie = name;
            head->cookie_len = len;
            return true;
        }
    }
    return true;
}

SourceHead source_head(const char *bytes, size_t len)
{
    SourceHead head = {.bom = len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0};
    const char *s = bytes + (head.bom ? 3 : 0), *end = bytes + len;
    for (int line = 0; line < 2 && s < end && !head.cookie; line++) {
        const char *stop = find_newline(s, end);
        if (!cookie_in_line(s, stop, &head))
            break;
        s = stop + newline_length(stop, end);
    }
    return head;
}

/* CPython's get_normal_name(): of two codecs every spelling with an ending is known. */
void source_encoding(const SourceHead *head, char *name, size_t room)
{
    static const char *const known[][2] = {{"utf-8", "utf-8"},
                                           {"latin-1", "iso-8859-1"},
                                           {"iso-8859-1", "iso-8859-1"},
                                           {"iso-latin-1", "iso-8859-1"}};
    char start[13] = "";
    if (!head->cookie) {
        snprintf(name, room, "utf-8");
        return;
    }
    for (size_t i = 0; i < head->cookie_len && i < sizeof start - 1; i++) {
        char c = head->cookie[i];
        start[i] = c == '_' ? '-' : (char)tolower((unsigned char)c);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t n = strlen(known[i][0]);
        if (strncmp(start, known[i][0], n) == 0 && (!start[n] || start[n] == '-')) {
            snprintf(name, room, "%s", known[i][1]);
            return;
        }
    }
    snprintf(name, room, "%.*s", (int)head->cookie_len, head->cookie);
}

/* ---- decoding -------------------------------------------------------------------- */

/* A file without a declared encoding must be UTF-8 throughout. */
static bool fail_not_utf8(AstArena *arena, const char *bytes, const char *bad,
                          const ParseOptions *options, ParseResult *result)
{
    int lineno = 1;
    for (const char *s = find_newline(bytes, bad); s < bad; s = find_newline(s, bad)) {
        s += newline_length(s, bad);
        lineno++;
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

/* Makes every newline "\n" in place, ends the text as the mode wants it, and with a
 * NUL. Returns its length. */
static size_t finish_text(char *text, size_t len, const ParseOptions *options)
{
    const char *end = text + len;
    /* To a string that ends in "\r\n" CPython adds one more newline. */
    bool complete = len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r') &&
                    (len < 2 || text[len - 2] != '\r' || text[len - 1] != '\n' ||
                     (options->flags & PARSE_SOURCE_IS_FILE));
    char *out = memchr(text, '\r', len);
    for (const char *s = out; s != NULL && s < end;) {
        size_t newline = newline_length(s, end);
        *out++ = newline ? '\n' : *s;
        s += newline ? newline : 1;
    }
    len = out ? (size_t)(out - text) : len;
    if (options->mode == PARSE_EXEC && !complete)
        text[len++] = '\n';
    text[len] = '\0';
    return len;
}

/* CPython reads a file by lines that are C strings: what follows a null byte, the end
 * of the line included, is not there. */
static const char *cut_lines_at_nul(AstArena *arena, const char *bytes, size_t *len)
{
    char *copy = arena_copy(arena, bytes, *len);
    if (copy == NULL)
        return NULL;
    char *out = copy;
    for (const char *s = bytes, *end = bytes + *len; s < end; s++) {
        if (*s != '\0') {
            *out++ = *s;
            continue;
        }
        s = memchr(s, '\n', (size_t)(end - s));
        if (s == NULL)
            break;
    }
    *len = (size_t)(out - copy);
    return copy;
}

/* Text that is UTF-8, or should be. */
static bool take_utf8(AstArena *arena, const char *bytes, size_t len,
                      const ParseOptions *options, ParseResult *result)
{
    bool is_text = (options->flags & PARSE_SOURCE_IS_TEXT) != 0;
    const char *bad = is_text ? NULL : source_bad_utf8(bytes, len);
    if (bad && (options->flags & PARSE_SOURCE_IS_FILE) && !result->encoding)
        return fail_not_utf8(arena, bytes, bad, options, result);
    char *text = arena_alloc(arena, len + 2);
    if (text == NULL)
        return fail(result, COMPILE_NO_MEMORY, NULL);
    result->bad_utf8 = bad != NULL;
    result->text = memcpy(text, bytes, len);
    result->text_len = len;
    return true;
}

/* Bytes that a codec makes text of: of a file as they are, of a string, as in CPython,
 * with their newlines made "\n" before. */
static bool take_encoded(AstArena *arena, const char *bytes, size_t len,
                         const ParseOptions *options, const char *encoding,
                         ParseResult *result)
{
    const char *message = NULL;
    if (options->decode == NULL) {
        message = arena_printf(arena, "unknown encoding: %s", encoding);
        return fail_encoding(arena, options, result, message, encoding);
    }
    if (!(options->flags & PARSE_SOURCE_IS_FILE)) {
        char *copy = arena_alloc(arena, len + 2);
        if (copy == NULL)
            return fail(result, COMPILE_NO_MEMORY, NULL);
        len = finish_text(memcpy(copy, bytes, len), len, options);
        bytes = copy;
    }
    result->text = options->decode(options->decode_context, arena, encoding, bytes, len,
                                   &result->text_len, &message);
    if (message != NULL)
        return fail_encoding(arena, options, result, message, encoding);
    if (result->text == NULL)
        return fail(result, COMPILE_RAISED, "");
    return result->text_len <= SOURCE_MAX ||
           fail(result, COMPILE_OVERFLOW_ERROR, "source code is too long");
}

/* By the byte order mark and the cookie of bytes that are no str's. */
static bool take_bytes(AstArena *arena, const char *bytes, size_t len,
                       const ParseOptions *options, ParseResult *result)
{
    SourceHead head = source_head(bytes, len);
    size_t skip = head.bom ? 3 : 0, room = head.cookie_len + sizeof "iso-8859-1";
    char *encoding = arena_alloc(arena, room);
    if (encoding == NULL)
        return fail(result, COMPILE_NO_MEMORY, NULL);
    source_encoding(&head, encoding, room);
    bool utf8 = strcmp(encoding, "utf-8") == 0;
    if (head.cookie && !head.bom && (options->flags & PARSE_SOURCE_IS_FILE)) {
        /* CPython has read the line before that of the cookie by then. */
        const char *line = head.cookie;
        while (line > bytes && !newline_length(line - 1, line))
            line--;
        const char *bad = source_bad_utf8(bytes, (size_t)(line - bytes));
        if (bad)
            return fail_not_utf8(arena, bytes, bad, options, result);
    }
    result->encoding = head.bom || head.cookie ? encoding : NULL;
    if (head.bom && !utf8) {
        fail(result, COMPILE_SYNTAX_ERROR,
             arena_printf(arena, "encoding problem: %s with BOM", encoding));
        result->error.bare = (options->flags & PARSE_SOURCE_IS_FILE) != 0;
        return false;
    }
    bytes += skip;
    len -= skip;
    return utf8 ? take_utf8(arena, bytes, len, options, result)
                : take_encoded(arena, bytes, len, options, encoding, result);
}

bool source_decode(AstArena *arena, const char *bytes, size_t len,
                   const ParseOptions *options, ParseResult *result)
{
    bool is_text = (options->flags & PARSE_SOURCE_IS_TEXT) != 0;
    if (len > SOURCE_MAX)
        return fail(result, COMPILE_OVERFLOW_ERROR, "source code is too long");
    if (memchr(bytes, '\0', len) != NULL) {
        if (!(options->flags & PARSE_SOURCE_IS_FILE)) {
            return fail(result, COMPILE_VALUE_ERROR,
                        "source code string cannot contain null bytes");
        }
        if (!(bytes = cut_lines_at_nul(arena, bytes, &len)))
            return fail(result, COMPILE_NO_MEMORY, NULL);
    }
    result->encoding = is_text ? "utf-8" : NULL;
    if (!(is_text ? take_utf8(arena, bytes, len, options, result)
                  : take_bytes(arena, bytes, len, options, result)))
        return false;
    result->text_len = finish_text((char *)result->text, result->text_len, options);
    return true;
}
