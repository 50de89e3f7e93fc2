/* The lexer: layout (lines, indentation, brackets), names, strings and punctuation.
 * Numbers are in lexer_number.c.
 *
 * A line begins when its first character is read, not when the newline before it is:
 * at the end of the text the current line is still the last one, which is where
 * CPython's messages point. What an error says and where is CPython's; lexer_next
 * only records it, parser and diagnosis turn it into an exception. */
#include "compiler/syntax/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/lexer_internal.h"
#include "compiler/syntax/source.h"
#include "vm/text/unicode.h"

const char *const token_texts[] = {
#define TOKEN(name, text) text,
#include "compiler/syntax/token.def"
};

/* clang-format off */
#define I (CHAR_NAME_START | CHAR_NAME)
#define D (CHAR_NAME | CHAR_DIGIT)
const uint8_t lexer_chars[256] = {
    ['0'] = D, D, D, D, D, D, D, D, D, D,
    ['A'] = I, I, I, I, I, I, I, I, I, I, I, I, I,
            I, I, I, I, I, I, I, I, I, I, I, I, I,
    ['_'] = I,
    ['a'] = I, I, I, I, I, I, I, I, I, I, I, I, I,
            I, I, I, I, I, I, I, I, I, I, I, I, I,
    [128 ... 255] = I,
};
#undef I
#undef D
/* clang-format on */

bool lexer_seed_names(AstArena *arena)
{
    static const uint8_t keywords[] = {
#define SPECIAL(name, text)
#define TOKEN(name, text)
#define KEYWORD(name, text) TOKEN_##name,
#include "compiler/syntax/token.def"
    };
    for (size_t i = 0; !arena->has_keywords && i < sizeof keywords; i++) {
        const char *text = token_texts[keywords[i]];
        AstName *name = arena_name(arena, text, strlen(text));
        if (name == NULL)
            return false;
        name->keyword = keywords[i];
    }
    arena->has_keywords = true;
    return true;
}

void lexer_init(Lexer *lexer, AstArena *arena, const char *text, int first_lineno)
{
    lexer->arena = arena;
    lexer->text = lexer->cur = lexer->line_start = lexer->token_start = text;
    lexer->buffer_start = text;
    lexer->input_end = NULL;
    lexer->lineno = first_lineno - 1;
    lexer->level = lexer->indent_top = lexer->pending = 0;
    lexer->line_begins = true;
    lexer->at_end = lexer->check_utf8 = lexer->open_string = false;
    lexer->type_comments = lexer->old_async = lexer->in_async_def = false;
    lexer->error = LEX_OK;
    lexer->message = NULL;
    lexer->error_col = lexer->error_end_col = -1;
    lexer->warnings_tail = NULL;
    lexer->indents[0] = lexer->alt_indents[0] = 0;
    if (*text != '\0')
        lexer->lineno++;
}

const char *arena_printf(AstArena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = len < 0 ? NULL : arena_alloc(arena, (size_t)len + 1);
    if (text != NULL) {
        va_start(args, format);
        vsnprintf(text, (size_t)len + 1, format, args);
        va_end(args);
    }
    return text;
}

uint32_t utf8_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    uint32_t cp = *s++;
    if (cp >= 0xF0) {
        cp = (cp & 7) << 18 | (uint32_t)(s[0] & 63) << 12 | (uint32_t)(s[1] & 63) << 6 |
             (s[2] & 63);
        s += 3;
    } else if (cp >= 0xE0) {
        cp = (cp & 15) << 12 | (uint32_t)(s[0] & 63) << 6 | (s[1] & 63);
        s += 2;
    } else if (cp >= 0xC0) {
        cp = (cp & 31) << 6 | (s[0] & 63);
        s += 1;
    }
    *text = (const char *)s;
    return cp;
}

int utf8_count(const char *text, size_t len)
{
    int count = 0;
    for (size_t i = 0; i < len; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void lexer_warn(Lexer *lexer, CompileWarningKind kind, const char *message, int lineno,
                int col, int end_lineno, int end_col)
{
    CompileWarning *warning = arena_alloc(lexer->arena, sizeof *warning);
    if (lexer->warnings_tail == NULL || warning == NULL || message == NULL)
        return;
    *warning = (CompileWarning){kind, message, lineno, col, end_lineno, end_col, NULL};
    while (*lexer->warnings_tail != NULL)
        lexer->warnings_tail = &(*lexer->warnings_tail)->next;
    *lexer->warnings_tail = warning;
    lexer->warnings_tail = &warning->next;
}

/* Records an error; returns false, for `return lexer_fail(...)`. */
static bool lexer_fail(Lexer *lexer, LexErrorCode code)
{
    lexer->error = lexer->arena->failed ? LEX_NO_MEMORY : code;
    return false;
}

bool lexer_syntax_error(Lexer *lexer, const char *message)
{
    lexer->message = message;
    lexer->error_col = (int)(lexer->cur - lexer->line_start);
    lexer->error_end_col = -1;
    return lexer_fail(lexer, LEX_SYNTAX);
}

/* Moves to the end of the current line, where some errors are reported. */
static void skip_line(Lexer *lexer)
{
    const char *newline = strchr(lexer->cur, '\n');
    lexer->cur = newline ? newline + 1 : lexer->cur + strlen(lexer->cur);
}

static bool fail_at_line_end(Lexer *lexer, LexErrorCode code)
{
    skip_line(lexer);
    return lexer_fail(lexer, code);
}

/* To be called when a newline has just been passed: enters the next line, if any. */
static inline void enter_line(Lexer *lexer)
{
    if (*lexer->cur != '\0') {
        lexer->line_start = lexer->cur;
        lexer->lineno++;
    }
}

/* At the character behind a backslash: goes on with the next line. */
static bool continue_line(Lexer *lexer)
{
    if (*lexer->cur != '\n') {
        /* CPython has read the offending character when it complains. */
        lexer->cur += *lexer->cur != '\0';
        return lexer_fail(lexer, LEX_CONTINUATION);
    }
    lexer->cur++;
    if (*lexer->cur == '\0') {
        lexer->at_end = true;
        return lexer_fail(lexer, LEX_END_OF_FILE);
    }
    enter_line(lexer);
    return true;
}

/* Compares the indentation of a line with the stack and sets lexer->pending. `alt`
 * counts a tab as one column: both counts must agree on what is deeper. */
static bool indent_to(Lexer *lexer, int col, int alt)
{
    int top = lexer->indent_top;
    if (col == lexer->indents[top])
        return alt == lexer->alt_indents[top] || fail_at_line_end(lexer, LEX_TABS);
    if (col > lexer->indents[top]) {
        if (top + 1 >= LEX_MAX_INDENT)
            return fail_at_line_end(lexer, LEX_TOO_DEEP);
        if (alt <= lexer->alt_indents[top])
            return fail_at_line_end(lexer, LEX_TABS);
        lexer->pending++;
        lexer->indent_top = top + 1;
        lexer->indents[top + 1] = col;
        lexer->alt_indents[top + 1] = alt;
        return true;
    }
    while (top > 0 && col < lexer->indents[top]) {
        lexer->pending--;
        top--;
    }
    lexer->indent_top = top;
    if (col != lexer->indents[top])
        return fail_at_line_end(lexer, LEX_DEDENT);
    return alt == lexer->alt_indents[top] || fail_at_line_end(lexer, LEX_TABS);
}

/* Measures the white space that begins a line. *blank: nothing follows but a comment.
 */
static bool measure_indent(Lexer *lexer, bool *blank)
{
    int col = 0, alt = 0, split_col = 0;
    for (;; lexer->cur++) {
        char c = *lexer->cur;
        if (c == ' ') {
            col++, alt++;
        } else if (c == '\t') {
            col = (col / 8 + 1) * 8;
            alt++;
        } else if (c == '\f') {
            col = alt = 0;
        } else if (c == '\\') {
            /* White space before the first backslash decides the whole. */
            split_col = split_col ? split_col : col;
            lexer->cur++;
            if (!continue_line(lexer))
                return false;
            lexer->buffer_start = lexer->line_start;
            lexer->cur--;
        } else {
            break;
        }
    }
    *blank = *lexer->cur == '#' || *lexer->cur == '\n';
    lexer->at_end |= *lexer->cur == '\0';
    if (*blank || lexer->level > 0)
        return true;
    return indent_to(lexer, split_col ? split_col : col, split_col ? split_col : alt);
}

/* The character cp, which ends at end, cannot be part of a name. */
static void bad_name_character(Lexer *lexer, const char *end, uint32_t cp)
{
    char utf8[4];
    int len = put_utf8(utf8, cp);
    lexer->cur = end;
    const char *message =
        unicode_is_printable(cp)
            ? arena_printf(lexer->arena, "invalid character '%.*s' (U+%04X)", len, utf8,
                           (unsigned)cp)
            : arena_printf(lexer->arena, "invalid non-printable character U+%04X",
                           (unsigned)cp);
    lexer_syntax_error(lexer, message);
}

/* A name with non-ASCII characters: checks it and returns its NFKC form's AstName. */
static AstName *unicode_name_token(Lexer *lexer, const char *start, const char *end)
{
    size_t len = (size_t)(end - start), count = 0;
    const char *bad = lexer->check_utf8 ? source_bad_utf8(start, len) : NULL;
    if (bad != NULL) {
        lexer->message = source_bad_utf8_message(lexer->arena, start, len, bad);
        lexer_fail(lexer, LEX_DECODE);
        return NULL;
    }
    uint32_t *points = arena_alloc(lexer->arena, (len + 1) * sizeof *points);
    if (points == NULL) {
        lexer_fail(lexer, LEX_NO_MEMORY);
        return NULL;
    }
    for (const char *s = start; s < end;) {
        uint32_t cp = utf8_next(&s);
        if (count ? !unicode_is_xid_continue(cp) : !unicode_is_xid_start(cp)) {
            bad_name_character(lexer, s, cp);
            return NULL;
        }
        points[count++] = cp;
    }
    size_t room = unicode_normalize_room(UNICODE_NFKC, points, count);
    uint32_t *folded = arena_alloc(lexer->arena, room * sizeof *folded);
    char *text = arena_alloc(lexer->arena, 4 * room + 1);
    if (folded == NULL || text == NULL) {
        lexer_fail(lexer, LEX_NO_MEMORY);
        return NULL;
    }
    size_t folded_count = unicode_normalize(UNICODE_NFKC, points, count, folded);
    size_t size = 0;
    for (size_t i = 0; i < folded_count; i++)
        size += (size_t)put_utf8(text + size, folded[i]);
    return arena_name(lexer->arena, text, size);
}

/* Whether these one or two letters, found before a quote, are a string's prefix. */
static bool is_string_prefix(const char *start, size_t len)
{
    char a = (char)(start[0] | 32), b = len == 2 ? (char)(start[1] | 32) : 'r';
    if (len == 1)
        return a == 'r' || a == 'b' || a == 'f' || a == 'u';
    return len == 2 && ((a == 'r' && (b == 'b' || b == 'f')) ||
                        (b == 'r' && (a == 'b' || a == 'f')));
}

/* The string that began at start, in line lineno, goes on to `end` and does not end. */
static bool unterminated_string(Lexer *lexer, const char *start, int lineno,
                                const char *line_start, const char *end, bool triple)
{
    int last_lineno = lexer->lineno;
    lexer->input_end = end;
    lexer->cur = start + 1;
    lexer->line_start = line_start;
    lexer->lineno = lineno;
    return lexer_syntax_error(
        lexer, arena_printf(lexer->arena,
                            "unterminated %sstring literal (detected at line %d)",
                            triple ? "triple-quoted " : "", last_lineno));
}

/* At the opening quote of a string token that begins (prefix included) at start. */
static bool lex_string(Lexer *lexer, Token *token, const char *start)
{
    int first_lineno = lexer->lineno;
    const char *first_line_start = lexer->line_start;
    const char *s = lexer->cur;
    char quote = *s++;
    bool triple = s[0] == quote && s[1] == quote;
    bool empty = !triple && s[0] == quote;
    s += triple ? 2 : empty ? 1 : 0;
    while (!empty) {
        char c = *s++;
        if (c == quote) {
            if (!triple || (s[0] == quote && s[1] == quote)) {
                s += triple ? 2 : 0;
                break;
            }
        } else if (c == '\0' || (c == '\n' && !triple)) {
            lexer->open_string = c == '\0';
            return unterminated_string(lexer, start, first_lineno, first_line_start,
                                       c == '\n' ? s : s - 1, triple);
        } else {
            if (c == '\\' && *s != '\0')
                c = *s++;
            if (c == '\n') {
                lexer->cur = s;
                enter_line(lexer);
            }
        }
    }
    lexer->cur = s;
    *token = (Token){.kind = TOKEN_STRING,
                     .lineno = first_lineno,
                     .col = (int)(start - first_line_start),
                     .end_lineno = lexer->lineno,
                     .end_col = (int)(s - lexer->line_start),
                     .start = start,
                     .end = s,
                     .level = lexer->level};
    return true;
}

/* Fills in a token that ends at lexer->cur, on one line. */
void lexer_finish(Lexer *lexer, Token *token, int kind, const char *start)
{
    token->kind = (uint8_t)kind;
    token->lineno = token->end_lineno = lexer->lineno;
    token->col = (int)(start - lexer->line_start);
    token->end_col = (int)(lexer->cur - lexer->line_start);
    token->start = start;
    token->end = lexer->cur;
    token->name = NULL;
    token->level = lexer->level;
}

/* Whether `async` or `await`, just read, is a keyword where they are so only in an
 * `async def`, which begins here if `def` follows. */
static bool is_old_async_keyword(Lexer *lexer, TokenKind keyword)
{
    if (lexer->in_async_def)
        return true;
    Lexer ahead = *lexer;
    Token next;
    ahead.warnings_tail = NULL;
    lexer_next(&ahead, &next);
    if (keyword != TOKEN_ASYNC || next.kind != TOKEN_DEF)
        return false;
    lexer->in_async_def = true;
    lexer->async_def_body = false;
    lexer->async_def_indent = lexer->indent_top;
    return true;
}

/* Where a line begins at the level of the `async def` before it: that has ended. */
static void leave_async_def(Lexer *lexer, bool blank)
{
    if (lexer->in_async_def && lexer->async_def_body && !blank && *lexer->cur != '\n' &&
        lexer->level == 0 && lexer->async_def_indent >= lexer->indent_top)
        lexer->in_async_def = false;
}

static bool lex_name(Lexer *lexer, Token *token, const char *start)
{
    const char *s = start;
    uint32_t hash = ARENA_HASH_START;
    unsigned char all = 0;
    while (lexer_chars[(unsigned char)*s] & CHAR_NAME) {
        all |= (unsigned char)*s;
        hash = arena_hash_step(hash, (unsigned char)*s++);
    }
    lexer->cur = s;
    if ((*s == '"' || *s == '\'') && s - start <= 2 &&
        is_string_prefix(start, (size_t)(s - start)))
        return lex_string(lexer, token, start);
    AstName *name =
        all < 128 ? arena_name_hashed(lexer->arena, start, (size_t)(s - start), hash)
                  : unicode_name_token(lexer, start, s);
    if (name == NULL)
        return lexer->error ? false : lexer_fail(lexer, LEX_NO_MEMORY);
    /* A keyword is one only as it is written, not after normalisation. */
    bool keyword = name->keyword && all < 128;
    if (lexer->old_async && keyword &&
        (name->keyword == TOKEN_ASYNC || name->keyword == TOKEN_AWAIT))
        keyword = is_old_async_keyword(lexer, name->keyword);
    lexer_finish(lexer, token, keyword ? name->keyword : TOKEN_NAME, start);
    token->name = name;
    return true;
}

/* clang-format off */
/* The longest operator at s; *len is set. TOKEN_OP if no operator begins so. */
static TokenKind operator_at(const char *s, int *len) {
#define TWO(second, kind)                                                             \
    if (s[1] == (second)) {                                                           \
        *len = 2;                                                                     \
        return TOKEN_##kind;                                                          \
    }
#define THREE(second, kind)                                                           \
    if (s[1] == (second) && s[2] == '=') {                                            \
        *len = 3;                                                                     \
        return TOKEN_##kind;                                                          \
    }
    *len = 1;
    switch (s[0]) {
    case '(': return TOKEN_LPAR;
    case ')': return TOKEN_RPAR;
    case '[': return TOKEN_LSQB;
    case ']': return TOKEN_RSQB;
    case '{': return TOKEN_LBRACE;
    case '}': return TOKEN_RBRACE;
    case ',': return TOKEN_COMMA;
    case ';': return TOKEN_SEMI;
    case '~': return TOKEN_TILDE;
    case ':': TWO('=', COLONEQUAL) return TOKEN_COLON;
    case '=': TWO('=', EQEQUAL) return TOKEN_EQUAL;
    case '!': TWO('=', NOTEQUAL) return TOKEN_OP;
    case '+': TWO('=', PLUSEQUAL) return TOKEN_PLUS;
    case '-': TWO('=', MINEQUAL) TWO('>', RARROW) return TOKEN_MINUS;
    case '@': TWO('=', ATEQUAL) return TOKEN_AT;
    case '%': TWO('=', PERCENTEQUAL) return TOKEN_PERCENT;
    case '&': TWO('=', AMPEREQUAL) return TOKEN_AMPER;
    case '|': TWO('=', VBAREQUAL) return TOKEN_VBAR;
    case '^': TWO('=', CIRCUMFLEXEQUAL) return TOKEN_CIRCUMFLEX;
    case '*':
        THREE('*', DOUBLESTAREQUAL) TWO('*', DOUBLESTAR) TWO('=', STAREQUAL)
        return TOKEN_STAR;
    case '/':
        THREE('/', DOUBLESLASHEQUAL) TWO('/', DOUBLESLASH) TWO('=', SLASHEQUAL)
        return TOKEN_SLASH;
    case '<':
        THREE('<', LEFTSHIFTEQUAL) TWO('<', LEFTSHIFT) TWO('=', LESSEQUAL)
        TWO('>', NOTEQUAL)
        return TOKEN_LESS;
    case '>':
        THREE('>', RIGHTSHIFTEQUAL) TWO('>', RIGHTSHIFT) TWO('=', GREATEREQUAL)
        return TOKEN_GREATER;
    case '.':
        if (s[1] == '.' && s[2] == '.') {
            *len = 3;
            return TOKEN_ELLIPSIS;
        }
        return TOKEN_DOT;
    default: return TOKEN_OP;
    }
#undef TWO
#undef THREE
}
/* clang-format on */

static bool open_bracket(Lexer *lexer, const char *start)
{
    if (lexer->level >= LEX_MAX_LEVEL)
        return lexer_syntax_error(lexer, "too many nested parentheses");
    lexer->brackets[lexer->level++] =
        (LexBracket){*start, lexer->lineno, (int)(start - lexer->line_start)};
    return true;
}

static bool close_bracket(Lexer *lexer, char close)
{
    if (lexer->level == 0) {
        return lexer_syntax_error(lexer,
                                  arena_printf(lexer->arena, "unmatched '%c'", close));
    }
    LexBracket *bracket = &lexer->brackets[--lexer->level];
    char open = bracket->open;
    if ((open == '(' && close == ')') || (open == '[' && close == ']') ||
        (open == '{' && close == '}'))
        return true;
    const char *message =
        arena_printf(lexer->arena,
                     "closing parenthesis '%c' does not match opening parenthesis '%c'",
                     close, open);
    if (message != NULL && bracket->lineno != lexer->lineno)
        message = arena_printf(lexer->arena, "%s on line %d", message, bracket->lineno);
    return lexer_syntax_error(lexer, message);
}

static bool lex_operator(Lexer *lexer, Token *token, const char *start)
{
    int len;
    TokenKind kind = operator_at(start, &len);
    lexer->cur = start + len;
    if (kind == TOKEN_OP && ((unsigned char)*start < 32 || *start == 127)) {
        return lexer_syntax_error(
            lexer, arena_printf(lexer->arena, "invalid non-printable character U+%04X",
                                (unsigned)(unsigned char)*start));
    }
    if (kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE) {
        if (!open_bracket(lexer, start))
            return false;
    } else if (kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE) {
        if (!close_bracket(lexer, *start))
            return false;
    }
    lexer_finish(lexer, token, kind, start);
    return true;
}

/* INDENT, DEDENT and ENDMARKER have no text and no column. */
static bool lex_layout(Lexer *lexer, Token *token, TokenKind kind)
{
    lexer_finish(lexer, token, kind, lexer->cur);
    token->col = token->end_col = -1;
    token->start = token->end = NULL;
    return true;
}

static bool lex_end(Lexer *lexer, Token *token)
{
    lexer->at_end = true;
    if (lexer->level > 0)
        return lexer_fail(lexer, LEX_END_OF_FILE);
    return lex_layout(lexer, token, TOKEN_ENDMARKER);
}

/* A comment that ends at `end`: its token if it is a type comment. One that says
 * `ignore` and has the line to itself takes the line's end with it. */
static bool lex_type_comment(Lexer *lexer, Token *token, const char *end, bool blank)
{
    const char *s = lexer->token_start;
    for (const char *prefix = "# type: "; *prefix != '\0'; prefix++) {
        if (*prefix == ' ')
            s += strspn(s, " \t");
        else if (*s++ != *prefix)
            return false;
    }
    bool ignore = end - s >= 6 && memcmp(s, "ignore", 6) == 0 &&
                  (s + 6 == end || s[6] == '_' ||
                   !(lexer_chars[(unsigned char)s[6]] & CHAR_NAME));
    lexer->cur = end;
    if (!ignore) {
        lexer_finish(lexer, token, TOKEN_TYPE_COMMENT, s);
        return true;
    }
    lexer_finish(lexer, token, TOKEN_TYPE_IGNORE, s + 6);
    if (blank && *end == '\n') {
        lexer->cur++;
        lexer->line_begins = true;
    }
    return true;
}

/* Reads the next token that begins within the line. *restart: the line held none. */
static bool lex_in_line(Lexer *lexer, Token *token, bool blank, bool *restart)
{
    for (;;) {
        while (*lexer->cur == ' ' || *lexer->cur == '\t' || *lexer->cur == '\f')
            lexer->cur++;
        const char *start = lexer->token_start = lexer->cur;
        if (*start == '#') {
            start = strchr(start, '\n');
            start = start ? start : lexer->cur + strlen(lexer->cur);
            if (lexer->type_comments && lex_type_comment(lexer, token, start, blank))
                return true;
            lexer->cur = start;
        }
        uint8_t class = lexer_chars[(unsigned char)*start];
        if (class & CHAR_NAME_START)
            return lex_name(lexer, token, start);
        if (class & CHAR_DIGIT ||
            (*start == '.' && lexer_chars[(unsigned char)start[1]] & CHAR_DIGIT))
            return lexer_number(lexer, token, start);
        switch (*start) {
        case '\n':
            lexer->line_begins = true;
            if (blank || lexer->level > 0) {
                lexer->cur++;
                *restart = true;
                return true;
            }
            /* It begins with the comment before it, if there is one. */
            lexer_finish(lexer, token, TOKEN_NEWLINE, lexer->token_start);
            lexer->cur++;
            lexer->async_def_body = true;
            return true;
        case '\0': return lex_end(lexer, token);
        case '"':
        case '\'': return lex_string(lexer, token, start);
        case '\\':
            lexer->cur++;
            if (!continue_line(lexer))
                return false;
            break;
        default: return lex_operator(lexer, token, start);
        }
    }
}

/* Whether the string token is a pair of quotes, for all that is read so far. */
static bool literal_is_empty(const Token *token)
{
    const char *s = token->start;
    while (lexer_chars[(unsigned char)*s] & CHAR_NAME)
        s++;
    return token->end - s == 2;
}

/* Whether reading this token, the last one read, took a look at the text's end. */
static bool saw_end(const Lexer *lexer, const Token *token)
{
    switch (token->kind) {
    case TOKEN_STRING:
        /* A third quote would go on. */
        return *lexer->cur == '\0' && literal_is_empty(token);
    case TOKEN_NEWLINE:
    case TOKEN_ELLIPSIS:
    case TOKEN_LEFTSHIFTEQUAL:
    case TOKEN_RIGHTSHIFTEQUAL:
    case TOKEN_DOUBLESTAREQUAL:
    case TOKEN_DOUBLESLASHEQUAL: return false;
    case TOKEN_DOT:
        return *lexer->cur == '\0' || (*lexer->cur == '.' && lexer->cur[1] == '\0');
    default: return *lexer->cur == '\0';
    }
}

static bool lex(Lexer *lexer, Token *token)
{
    for (;;) {
        bool blank = false;
        if (lexer->line_begins) {
            lexer->line_begins = false;
            if (lexer->cur != lexer->text) {
                enter_line(lexer);
                if (*lexer->cur != '\0')
                    lexer->buffer_start = lexer->line_start;
            }
            if (!measure_indent(lexer, &blank))
                return false;
        }
        lexer->token_start = lexer->cur;
        if (lexer->pending != 0) {
            bool dedent = lexer->pending < 0;
            lexer->pending += dedent ? 1 : -1;
            return lex_layout(lexer, token, dedent ? TOKEN_DEDENT : TOKEN_INDENT);
        }
        if (lexer->old_async)
            leave_async_def(lexer, blank);
        bool restart = false;
        if (!lex_in_line(lexer, token, blank, &restart))
            return false;
        if (!restart) {
            lexer->at_end |= saw_end(lexer, token);
            return true;
        }
    }
}

void lexer_next(Lexer *lexer, Token *token)
{
    if (lexer->error == LEX_OK && lex(lexer, token))
        return;
    lex_layout(lexer, token, TOKEN_ERROR);
}
