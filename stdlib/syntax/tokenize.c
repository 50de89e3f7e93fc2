/* tokenize.c - the module _tokenize: the compiler's own lexer, token by token, which
 * the library's tokenize shows in _generate_tokens_from_c_tokenizer().
 *
 * An iterator owns the arena that its text and names lie in. What CPython's tokenizer
 * has no words for by itself (a text that ends in a bracket, a dedent to nowhere) ends
 * the iteration, as it does there.
 */
#include <string.h>

#include "compiler/codegen/compile_ast.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/source.h"
#include "stdlib/native.h"
#include "vm/containers/sequence.h"
#include "vm/core/hooks.h"

typedef struct TokenIterObj {
    Object ob;
    AstArena arena;
    Lexer lexer;
    CompileWarning *warnings; /* of the last token */
    /* What was read when there was an error: nothing more is, all is of that line. */
    const char *read_start, *read_end, *read_line;
    int read_lineno;
} TokenIterObj;
#define TOKEN_ITER(v) ((TokenIterObj *)(uintptr_t)(v))

/* The numbers of the library's module token; 0 is the end, keywords are names. */
static const uint8_t token_numbers[TOKEN_COUNT] = {
    [TOKEN_NAME] = 1,
    [TOKEN_NUMBER] = 2,
    [TOKEN_STRING] = 3,
    [TOKEN_NEWLINE] = 4,
    [TOKEN_INDENT] = 5,
    [TOKEN_DEDENT] = 6,
    [TOKEN_LPAR] = 7,
    [TOKEN_RPAR] = 8,
    [TOKEN_LSQB] = 9,
    [TOKEN_RSQB] = 10,
    [TOKEN_COLON] = 11,
    [TOKEN_COMMA] = 12,
    [TOKEN_SEMI] = 13,
    [TOKEN_PLUS] = 14,
    [TOKEN_MINUS] = 15,
    [TOKEN_STAR] = 16,
    [TOKEN_SLASH] = 17,
    [TOKEN_VBAR] = 18,
    [TOKEN_AMPER] = 19,
    [TOKEN_LESS] = 20,
    [TOKEN_GREATER] = 21,
    [TOKEN_EQUAL] = 22,
    [TOKEN_DOT] = 23,
    [TOKEN_PERCENT] = 24,
    [TOKEN_LBRACE] = 25,
    [TOKEN_RBRACE] = 26,
    [TOKEN_EQEQUAL] = 27,
    [TOKEN_NOTEQUAL] = 28,
    [TOKEN_LESSEQUAL] = 29,
    [TOKEN_GREATEREQUAL] = 30,
    [TOKEN_TILDE] = 31,
    [TOKEN_CIRCUMFLEX] = 32,
    [TOKEN_LEFTSHIFT] = 33,
    [TOKEN_RIGHTSHIFT] = 34,
    [TOKEN_DOUBLESTAR] = 35,
    [TOKEN_PLUSEQUAL] = 36,
    [TOKEN_MINEQUAL] = 37,
    [TOKEN_STAREQUAL] = 38,
    [TOKEN_SLASHEQUAL] = 39,
    [TOKEN_PERCENTEQUAL] = 40,
    [TOKEN_AMPEREQUAL] = 41,
    [TOKEN_VBAREQUAL] = 42,
    [TOKEN_CIRCUMFLEXEQUAL] = 43,
    [TOKEN_LEFTSHIFTEQUAL] = 44,
    [TOKEN_RIGHTSHIFTEQUAL] = 45,
    [TOKEN_DOUBLESTAREQUAL] = 46,
    [TOKEN_DOUBLESLASH] = 47,
    [TOKEN_DOUBLESLASHEQUAL] = 48,
    [TOKEN_AT] = 49,
    [TOKEN_ATEQUAL] = 50,
    [TOKEN_RARROW] = 51,
    [TOKEN_ELLIPSIS] = 52,
    [TOKEN_COLONEQUAL] = 53,
    [TOKEN_OP] = 54,
    [TOKEN_AWAIT] = 55,
    [TOKEN_ASYNC] = 56,
};

static void token_iter_dealloc(MinipyVM *vm, Object *ob)
{
    arena_free(&((TokenIterObj *)(void *)ob)->arena);
    object_values_release(vm, ob);
}

/* Puts the decoded text under the lexer; -1: an exception is set. */
static int token_iter_open(MinipyVM *vm, TokenIterObj *it, const char *text,
                           int64_t size)
{
    ParseOptions options = {.mode = PARSE_EXEC, .flags = PARSE_SOURCE_IS_TEXT};
    ParseResult result = {0};
    if (!lexer_seed_names(&it->arena) ||
        !source_decode(&it->arena, text, (size_t)size, &options, &result)) {
        if (result.error.kind == COMPILE_OVERFLOW_ERROR)
            error_set(vm, EXC_OverflowError, "%s", result.error.message);
        else
            error_set_oom(vm);
        return -1;
    }
    lexer_init(&it->lexer, &it->arena, result.text, 1);
    it->lexer.warnings_tail = &it->warnings;
    return 0;
}

NEW(token_iter_new, 1, "tokenizeriter", "(source)")
{
    int64_t size;
    if (!value_is_str(given[0]))
        return arg_type_error(vm, "tokenizeriter", "source", "str", given[0]);
    const char *text = str_utf8(vm, given[0], &size);
    if (!text)
        return VALUE_NULL;
    if (memchr(text, '\0', (size_t)size))
        return error_set(vm, EXC_ValueError, "embedded null character");
    TokenIterObj *it = (TokenIterObj *)(void *)object_alloc(vm, cls, 0);
    if (!it)
        return VALUE_NULL;
    compile_arena_init(vm, &it->arena);
    it->warnings = NULL;
    it->read_start = it->read_end = it->read_line = NULL;
    Value v = value_from_obj(&it->ob);
    if (token_iter_open(vm, it, text, size) < 0)
        value_clear(vm, &v);
    return v;
}

/* Raises the error that the lexer has words for, which has message's text. */
static void raise_at_line(MinipyVM *vm, const Lexer *lexer, Value message)
{
    const char *line = lexer->line_start;
    bool ranged = lexer->error_end_col >= 0;
    int offset = ranged ? lexer->error_col : utf8_count(line, (size_t)lexer->error_col);
    int end = ranged ? lexer->error_end_col : offset;
    Value lineno = value_from_imm(lexer->lineno), exc = VALUE_NULL;
    Value filename = str_from_cstr(vm, "<string>");
    Value text = str_from_utf8(vm, line, (int64_t)strcspn(line, "\n"));
    Value where = VALUE_NULL;
    if (filename && text)
        where = tuple_pack(vm, 6, filename, lineno, value_from_imm(offset), text,
                           lineno, value_from_imm(end));
    if (where)
        exc = exception_new(vm, vm->exc[EXC_SyntaxError], (Value[]){message, where}, 2);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
    value_xdecref(vm, where);
    value_xdecref(vm, text);
    value_xdecref(vm, filename);
}

static const char *line_end(const char *s)
{
    const char *newline = strchr(s, '\n');
    return newline ? newline + 1 : s + strlen(s);
}

/* Raises the error, and lets the lexer go on where it stopped, as CPython's does, up to
 * the end of what has been read: a line, or all of it in search of three quotes. */
static Value raise_lexer_message(MinipyVM *vm, TokenIterObj *it)
{
    Lexer *lexer = &it->lexer;
    Value message = str_from_cstr(vm, lexer->message);
    if (message)
        raise_at_line(vm, lexer, message);
    value_xdecref(vm, message);
    it->read_start = lexer->buffer_start;
    it->read_end =
        lexer->open_string ? lexer->cur + strlen(lexer->cur) : line_end(lexer->cur);
    it->read_line = lexer->line_start;
    it->read_lineno = lexer->lineno;
    lexer->error = LEX_OK;
    return VALUE_NULL;
}

/* What CPython's tokenizer holds of the source when it has read that far: from the line
 * on that the token began in, or the lines it was joined with, to the end of the last.
 */
static Value current_lines(MinipyVM *vm, const TokenIterObj *it)
{
    const Lexer *lexer = &it->lexer;
    const char *start = lexer->buffer_start, *end = lexer->cur;
    bool line_read = end > lexer->line_start && end[-1] == '\n';
    if (!line_read)
        end = line_end(end);
    if (it->read_end) {
        start = it->read_start;
        end = it->read_end;
    }
    return str_from_utf8(vm, start, end - start);
}

/* Numbers that a keyword follows at once. False: an exception is set; a warning that
 * became one is an error of the lexer. */
static bool issue_warnings(MinipyVM *vm, TokenIterObj *it)
{
    Lexer *lexer = &it->lexer;
    const CompileWarning *w = it->warnings;
    bool ok = true;
    it->warnings = NULL;
    lexer->warnings_tail = &it->warnings;
    for (; ok && w; w = w->next) {
        Value message = str_from_cstr(vm, w->message);
        Value filename = message ? str_from_cstr(vm, "<string>") : VALUE_NULL;
        ok = filename &&
             warnings_warn_explicit(vm, vm->exc[EXC_SyntaxWarning], message, filename,
                                    w->lineno, VALUE_NULL, VALUE_NULL) == 0;
        if (!ok && error_matches(vm, EXC_SyntaxWarning)) {
            error_clear(vm);
            lexer->message = w->message;
            lexer->error_col = w->col_offset + 1;
            lexer->error_end_col = -1;
            raise_lexer_message(vm, it);
        }
        value_xdecref(vm, filename);
        value_xdecref(vm, message);
    }
    return ok;
}

static Value token_info(MinipyVM *vm, const TokenIterObj *it, const Token *token)
{
    int number = token_numbers[token->kind] ? token_numbers[token->kind] : 1;
    Value text = str_from_utf8(vm, token->start, token->end - token->start);
    Value lines = text ? current_lines(vm, it) : VALUE_NULL;
    Value info = VALUE_NULL;
    if (lines)
        info = tuple_pack(vm, 7, text, value_from_imm(number),
                          value_from_imm(token->lineno),
                          value_from_imm(token->end_lineno), value_from_imm(token->col),
                          value_from_imm(token->end_col), lines);
    value_xdecref(vm, lines);
    value_xdecref(vm, text);
    return info;
}

static void stay_in_line(const TokenIterObj *it, Token *token)
{
    token->lineno = token->end_lineno = it->read_lineno;
    if (token->start) {
        token->col = (int)(token->start - it->read_line);
        token->end_col = (int)(token->end - it->read_line);
    }
}

static Value token_iter_next(MinipyVM *vm, Value self)
{
    TokenIterObj *it = TOKEN_ITER(self);
    Token token;
    lexer_next(&it->lexer, &token);
    if (it->arena.failed)
        return error_set_oom(vm);
    if (!issue_warnings(vm, it))
        return VALUE_NULL;
    bool behind = it->read_end && it->lexer.cur > it->read_end;
    if (it->lexer.error == LEX_SYNTAX && !behind)
        return raise_lexer_message(vm, it);
    if (token.kind == TOKEN_ERROR || token.kind == TOKEN_ENDMARKER || behind)
        return error_set(vm, EXC_StopIteration, "EOF");
    if (it->read_end)
        stay_in_line(it, &token);
    return token_info(vm, it, &token);
}

static TYPE_SPEC(token_iter_spec,
    .name = "_tokenize.TokenizerIter",
    .flags = TYPE_OWN_MODULE | TYPE_IMMUTABLE, .basicsize = sizeof(TokenIterObj),
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = token_iter_next,
              .new_ = token_iter_new},
    .dealloc = token_iter_dealloc,
);

static CONTENTS(contents, HAS_TYPE("TokenizerIter", &token_iter_spec), );

MODULE_SPEC(tokenize_module_spec, .name = "_tokenize", .contents = contents);
