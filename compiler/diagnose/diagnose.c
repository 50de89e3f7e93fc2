/* The second opinion on a rejected source: which error, where.
 *
 * CPython parses twice, without and with the rules that recognise mistakes, reports
 * the furthest token of the first pass if those find nothing, and prefers what the rest
 * of the source makes the lexer complain about. The same is done here, beginning at the
 * last statement outside any block: what precedes it is known to be valid, no rule
 * looks across such statements, and those within which one finds something are told by
 * diagnose_finds_in_valid(). */
#include "compiler/diagnose/diagnose_internal.h"

#include <ctype.h>
#include <string.h>

#include "compiler/syntax/source.h"

/* Byte offset + 1 to character offset + 1; a character cut off counts as one. CPython
 * converts only where it knows the encoding. */
static int character_offset(const Diagnosis *d, int col)
{
    const char *line = d->error->text;
    size_t len = d->error->text_len;
    if (col < 0 || !d->characters)
        return col;
    size_t bytes = (size_t)col > len + 1 ? len + 1 : (size_t)col;
    bool beyond = bytes > len;
    return utf8_count(line, beyond ? len : bytes) + beyond;
}

/* The line that goes with the error: CPython keeps the newline only on the line that
 * the lexer is in, and shows there all that its buffer holds. */
static void find_text(Diagnosis *d, int lineno)
{
    CompileError *error = d->error;
    const Lexer *lexer = &d->p.lexer;
    bool file = (d->flags & PARSE_SOURCE_IS_FILE) != 0;
    if (lexer->lineno <= lineno && !file && !(d->flags & PARSE_AT_PROMPT)) {
        const char *newline = strchr(lexer->cur, '\n');
        const char *end = newline ? newline + 1 : lexer->cur + strlen(lexer->cur);
        if (lexer->cur > lexer->line_start && lexer->cur[-1] == '\n')
            end = lexer->cur;
        end = lexer->input_end ? lexer->input_end : end;
        error->text = lexer->buffer_start;
        error->text_len = (size_t)(end - error->text);
        return;
    }
    size_t len = 0, newline = 0;
    error->text = source_find_line(d->text, strlen(d->text),
                                   lineno - d->text_lineno + 1, &len, &newline);
    error->text_len = file ? len + newline : len;
    if (error->text == NULL)
        error->text = "";
}

/* Makes every byte of the error's text that is not UTF-8 a U+FFFD. */
static void replace_bad_utf8(Diagnosis *d)
{
    const char *s = d->error->text, *end = s + d->error->text_len, *bad;
    char *text = arena_alloc(d->arena, 3 * d->error->text_len + 1), *out = text;
    if (text == NULL) {
        d->error->text_len = 0;
        return;
    }
    do {
        bad = source_bad_utf8(s, (size_t)(end - s));
        const char *stop = bad ? bad : end;
        memcpy(out, s, (size_t)(stop - s));
        out += stop - s;
        if (bad != NULL) {
            out += put_utf8(out, 0xFFFD);
            s = bad + 1;
        }
    } while (bad != NULL);
    d->error->text = text;
    d->error->text_len = (size_t)(out - text);
}

void raise_at(Diagnosis *d, CompileErrorKind kind, int lineno, int col, int end_lineno,
              int end_col, const char *message)
{
    if (d->raised)
        return;
    d->raised = true;
    if (d->fstring && message != NULL) {
        message = arena_printf(d->arena, "f-string: %s", message);
        col -= d->p.start_col;
        end_col -= d->p.start_col;
    }
    *d->error = (CompileError){.kind = message ? kind : COMPILE_NO_MEMORY,
                               .message = message,
                               .lineno = lineno,
                               .end_lineno = end_lineno};
    find_text(d, lineno);
    if (d->p.lexer.check_utf8)
        replace_bad_utf8(d);
    d->error->offset = character_offset(d, col);
    d->error->end_offset = end_col > 0 ? character_offset(d, end_col) : end_col;
}

void raise_range(Diagnosis *d, const PegNode *from, const PegNode *to,
                 const char *message)
{
    const Token *first = diagnosis_token(d, from->first);
    int lineno = first->lineno, col = first->col;
    const Token *last = diagnosis_token(d, to->last);
    raise_at(d, COMPILE_SYNTAX_ERROR, lineno, col + 1, last->end_lineno,
             last->end_col + 1, message);
}

static void raise_unclosed(Diagnosis *d)
{
    const LexBracket *bracket = &d->p.lexer.brackets[d->p.lexer.level - 1];
    raise_at(d, COMPILE_SYNTAX_ERROR, bracket->lineno, bracket->col + 1,
             bracket->lineno, 0,
             arena_printf(d->arena, "'%c' was never closed", bracket->open));
}

/* To the prompt an empty line is a token at its beginning; to us it is the end. */
static void raise_at_empty_line(Diagnosis *d, CompileErrorKind kind, const Token *token,
                                const char *message)
{
    raise_at(d, kind, token->lineno, 1, token->end_lineno, 1, message);
}

void raise_at_last_token(Diagnosis *d, CompileErrorKind kind, const char *message)
{
    const Lexer *lexer = &d->p.lexer;
    if (d->p.fill == 0) {
        raise_at(d, kind, 0, 0, 0, -1, message);
        return;
    }
    const Token *token = &d->p.tokens[d->p.fill - 1];
    int col = token->col + 1;
    if (token->col == -1 && d->flags & PARSE_AT_PROMPT) {
        raise_at_empty_line(d, kind, token, message);
        return;
    }
    if (token->col == -1) {
        /* A file's buffer begins with the line, and is empty at the end. */
        bool file = (d->flags & PARSE_SOURCE_IS_FILE) != 0;
        bool at_start = lexer->cur == (file ? lexer->line_start : lexer->text) ||
                        (file && lexer->at_end && lexer->error == LEX_OK);
        col = at_start ? 0 : (int)(lexer->cur - lexer->line_start);
    }
    raise_at(d, kind, token->lineno, col, token->end_lineno,
             token->end_col == -1 ? -1 : token->end_col + 1, message);
}

/* An error of the lexer that it has words for itself. The text is the line without its
 * newline, the offset ends where the lexer is. */
static void raise_lexer_message(Diagnosis *d)
{
    const Lexer *lexer = &d->p.lexer;
    size_t len = strcspn(lexer->line_start, "\n");
    if (d->raised && d->error->kind == COMPILE_NO_MEMORY)
        return;
    d->raised = true;
    int offset = lexer->error_end_col >= 0
                     ? lexer->error_col
                     : utf8_count(lexer->line_start, (size_t)lexer->error_col);
    *d->error = (CompileError){
        .kind = lexer->message ? COMPILE_SYNTAX_ERROR : COMPILE_NO_MEMORY,
        .message = lexer->message,
        .lineno = lexer->lineno,
        .offset = offset,
        .end_lineno = lexer->lineno,
        .end_offset = lexer->error_end_col >= 0 ? lexer->error_end_col : offset,
        .text = lexer->line_start,
        .text_len = len,
        .lexer_text = true,
    };
}

/* The current token is TOKEN_ERROR. */
void raise_lexer_error(Diagnosis *d)
{
    const Lexer *lexer = &d->p.lexer;
    int col = 1;
    const char *message;
    CompileErrorKind kind = COMPILE_SYNTAX_ERROR;
    switch (lexer->error) {
    case LEX_SYNTAX: raise_lexer_message(d); return;
    case LEX_END_OF_FILE:
        if (lexer->level > 0)
            raise_unclosed(d);
        else
            raise_at_last_token(d, kind, "unexpected EOF while parsing");
        return;
    case LEX_DEDENT:
        raise_at_last_token(d, COMPILE_INDENTATION_ERROR,
                            "unindent does not match any outer indentation level");
        return;
    case LEX_TABS:
        kind = COMPILE_TAB_ERROR;
        message = "inconsistent use of tabs and spaces in indentation";
        break;
    case LEX_TOO_DEEP:
        kind = COMPILE_INDENTATION_ERROR;
        message = "too many levels of indentation";
        break;
    case LEX_DECODE: raise_at_last_token(d, kind, lexer->message); return;
    case LEX_CONTINUATION:
        message = "unexpected character after line continuation character";
        col = (int)(lexer->cur - lexer->buffer_start);
        break;
    default:
        d->raised = true;
        d->error->kind = COMPILE_NO_MEMORY;
        return;
    }
    raise_at(d, kind, lexer->lineno, col, lexer->lineno, 0, message);
}

/* Reads the rest of the source: an error of the lexer there, or a bracket left open
 * before the error, says more than a generic "invalid syntax". */
static void prefer_lexer_errors(Diagnosis *d)
{
    int lineno = d->p.tokens[d->p.fill - 1].lineno;
    Lexer *lexer = &d->p.lexer;
    Token token;
    /* The prompt does not ask for the rest. */
    if (lexer->error != LEX_OK || d->flags & PARSE_AT_PROMPT)
        return;
    do {
        lexer_next(lexer, &token);
    } while (token.kind != TOKEN_ERROR && token.kind != TOKEN_ENDMARKER);
    if (token.kind != TOKEN_ERROR)
        return;
    if (lexer->error == LEX_SYNTAX) {
        raise_lexer_message(d);
        if (d->fstring) {
            d->error->message =
                arena_printf(d->arena, "f-string: %s", d->error->message);
        }
    } else if (lexer->level > 0 && lineno > lexer->brackets[lexer->level - 1].lineno) {
        d->raised = false;
        raise_unclosed(d);
    }
}

/* The same when a rule had something to say. CPython does not look any further where
 * its lexer saw the end, if only to learn that its last token goes on no longer:
 * without a newline there (eval, single) a bracket left open is then not what is told.
 */
static void prefer_lexer_errors_to_mistake(Diagnosis *d)
{
    if (d->error->kind <= COMPILE_TAB_ERROR && !d->p.lexer.at_end)
        prefer_lexer_errors(d);
}

/* What to say when no rule had anything to say. `last`: the furthest token of the
 * first pass. */
static void raise_generic(Diagnosis *d, const Token *last)
{
    if (last->kind == TOKEN_INDENT || last->kind == TOKEN_DEDENT) {
        raise_at_last_token(d, COMPILE_INDENTATION_ERROR,
                            last->kind == TOKEN_INDENT ? "unexpected indent"
                                                       : "unexpected unindent");
        return;
    }
    if (last->col == -1 && d->flags & PARSE_AT_PROMPT)
        raise_at_empty_line(d, COMPILE_SYNTAX_ERROR, last, "invalid syntax");
    else
        raise_at(d, COMPILE_SYNTAX_ERROR, last->lineno, last->col + 1, last->end_lineno,
                 last->end_col + 1, "invalid syntax");
    prefer_lexer_errors(d);
}

/* Whether the source may only have been cut off. */
static bool is_cut_off(const Diagnosis *d)
{
    const Lexer *lexer = &d->p.lexer;
    switch (lexer->error) {
    case LEX_OK: return lexer->at_end;
    case LEX_END_OF_FILE: return true;
    case LEX_SYNTAX: return lexer->open_string;
    default: return false;
    }
}

static RuleId start_rule(const Diagnosis *d)
{
    return d->fstring                     ? RULE_fstring
           : d->p.mode == PARSE_SINGLE    ? RULE_interactive
           : d->p.mode == PARSE_EVAL      ? RULE_eval
           : d->p.mode == PARSE_FUNC_TYPE ? RULE_func_type
                                          : RULE_file;
}

/* The second pass of CPython reads the strings of the valid statements again, too. */
static void repeat_earlier_warnings(Diagnosis *d)
{
    const CompileWarning *w = d->earlier;
    for (int i = 0; i < d->earlier_count; i++, w = w->next) {
        if (w->kind == COMPILE_DEPRECATION_WARNING) {
            lexer_warn(&d->p.lexer, w->kind, w->message, w->lineno, w->col_offset,
                       w->end_lineno, w->end_col_offset);
        }
    }
}

static void run_passes(Diagnosis *d)
{
    RuleId start = start_rule(d);
    bool complete = match_rule(d, start) != NULL;
    if (d->arena->failed) {
        d->error->kind = COMPILE_NO_MEMORY;
        return;
    }
    if (d->p.flags & PARSE_ALLOW_INCOMPLETE && !complete && is_cut_off(d)) {
        d->raised = false;
        raise_at_last_token(d, COMPILE_SYNTAX_ERROR, "incomplete input");
        d->error->incomplete = true;
        return;
    }
    bool incomplete = d->error->incomplete = is_cut_off(d);
    if (complete && d->p.mode == PARSE_SINGLE && !d->fstring) {
        raise_at_last_token(d, COMPILE_SYNTAX_ERROR,
                            "multiple statements found while compiling a single "
                            "statement");
        return;
    }
    if (!d->raised) {
        int furthest = d->p.fill - 1;
        d->p.pos = 0;
        d->memo_size = 0;
        d->mistakes = d->again = true;
        repeat_earlier_warnings(d);
        match_rule(d, start);
        if (!d->raised) {
            Token last = d->p.tokens[furthest];
            raise_generic(d, &last);
        } else {
            prefer_lexer_errors_to_mistake(d);
        }
    } else {
        prefer_lexer_errors_to_mistake(d);
    }
    d->error->incomplete = incomplete;
    if (d->arena->failed)
        d->error->kind = COMPILE_NO_MEMORY;
}

static Diagnosis *diagnosis_new(AstArena *arena, CompileError *error, const char *text,
                                int lineno, unsigned flags)
{
    Diagnosis *d = arena_calloc(arena, sizeof *d);
    memset(error, 0, sizeof *error);
    if (d == NULL || !parser_init(&d->p, arena, text, lineno, flags)) {
        error->kind = COMPILE_NO_MEMORY;
        return NULL;
    }
    d->arena = arena;
    d->error = error;
    d->flags = flags;
    d->p.holds = 1; /* it goes back as far as it likes */
    d->rules = grammar_rules();
    if (d->rules == NULL) {
        arena->failed = true;
        error->kind = COMPILE_NO_MEMORY;
        return NULL;
    }
    return d;
}

/* Leaves in `result` the warnings of the valid statements: the passes here find the
 * others again, as often as CPython's do. */
static void take_over_warnings(Diagnosis *d, ParseResult *result, int restart_lineno)
{
    CompileWarning **tail = &result->warnings;
    while (*tail != NULL && (*tail)->lineno < restart_lineno) {
        tail = &(*tail)->next;
        d->earlier_count++;
    }
    *tail = NULL;
    d->earlier = result->warnings;
    d->p.lexer.warnings_tail = tail;
}

/* Whether a name that begins behind `c` is not its end, nor an attribute. */
static bool may_begin_behind(char c)
{
    return !isalnum((unsigned char)c) && c != '_' && c != '.' && (signed char)c >= 0;
}

/* Whether `word` begins an expression before `end`, with one of `followers` behind it.
 */
static bool has_word_before(const char *text, const char *end, const char *word,
                            const char *followers)
{
    for (const char *s = text; (s = strstr(s, word)) != NULL && s < end;) {
        bool begins = s == text || may_begin_behind(s[-1]);
        s += strlen(word);
        const char *next = s + strspn(s, " \t\f\\\n");
        if (begins && *next != '\0' && strchr(followers, *next) != NULL)
            return true;
    }
    return false;
}

bool diagnose_finds_in_valid(const char *text, const char *end)
{
    return has_word_before(text, end, "print", "-+*[") ||
           has_word_before(text, end, "exec", "-+*[") ||
           has_word_before(text, end, "match", "-+*[(");
}

void diagnose(AstArena *arena, const ParseOptions *options, ParseResult *result,
              const char *restart, int restart_lineno)
{
    Diagnosis *d =
        diagnosis_new(arena, &result->error, restart, restart_lineno, options->flags);
    if (d == NULL)
        return;
    d->text = result->text;
    d->text_lineno = 1;
    d->p.mode = options->mode;
    d->p.lexer.check_utf8 = result->bad_utf8;
    d->characters = result->encoding != NULL;
    take_over_warnings(d, result, restart_lineno);
    run_passes(d);
}

void diagnose_briefly(AstArena *arena, const ParseOptions *options, ParseResult *result,
                      const Parser *parser)
{
    Diagnosis *d = arena_calloc(arena, sizeof *d);
    result->error = (CompileError){.kind = COMPILE_NO_MEMORY};
    if (d == NULL)
        return;
    d->arena = arena;
    d->error = &result->error;
    d->text = result->text;
    d->text_lineno = 1;
    d->flags = options->flags;
    d->characters = result->encoding != NULL;
    d->p = *parser;
    Token last = d->p.tokens[d->p.fill - 1];
    if (last.kind == TOKEN_ERROR)
        raise_lexer_error(d);
    else
        raise_generic(d, &last);
    result->error.incomplete = is_cut_off(d);
}

void diagnose_fstring(AstArena *arena, const FStringExpr *expr, unsigned flags,
                      CompileError *error)
{
    const char *text = arena_printf(arena, "%s\n", expr->text);
    Diagnosis *d = text ? diagnosis_new(arena, error, text, expr->lineno,
                                        flags & ~(unsigned)PARSE_SOURCE_IS_FILE)
                        : NULL;
    if (d == NULL) {
        error->kind = COMPILE_NO_MEMORY;
        return;
    }
    d->text = text;
    d->text_lineno = expr->lineno;
    d->fstring = true;
    d->p.lexer.check_utf8 = expr->check_utf8;
    d->p.start_col = expr->col;
    run_passes(d);
    error->lexer_text = true; /* the line shown is the expression in parentheses */
}

bool diagnose_accepts(AstArena *arena, const ParseOptions *options, const char *text)
{
    CompileError error;
    Diagnosis *d = diagnosis_new(arena, &error, text, 1, options->flags);
    if (d == NULL)
        return false;
    d->text = text;
    d->text_lineno = 1;
    d->p.mode = options->mode;
    return match_rule(d, start_rule(d)) != NULL;
}
