/* From source text to tokens, one at a time.
 *
 * The text is one NUL-terminated run of UTF-8 with "\n" newlines (source.c makes it).
 * Columns are bytes from the start of the line. A lexer is a plain struct: copying it
 * takes a snapshot, and lexing on from a copy gives the same tokens again. */
#ifndef MINIPY_COMPILER_SYNTAX_LEXER_H
#define MINIPY_COMPILER_SYNTAX_LEXER_H

#include "compiler/syntax/arena.h"
#include "compiler/syntax/compile_error.h"
#include "vm/text/utf8.h"

typedef enum TokenKind {
#define TOKEN(name, text) TOKEN_##name,
#include "compiler/syntax/token.def"
    TOKEN_COUNT
} TokenKind;

/* The text of the kind, for punctuation and keywords. */
extern const char *const token_texts[];

typedef struct Token {
    uint8_t kind;
    int lineno, col; /* col is -1 for INDENT, DEDENT and ENDMARKER */
    int end_lineno, end_col;
    const char *start, *end;
    AstName *name; /* NAME and keywords */
    int level;     /* open brackets after this token */
} Token;

enum {
    LEX_MAX_INDENT = 100, /* CPython's limits, counted as it counts */
    LEX_MAX_LEVEL = 200,
};

typedef enum LexErrorCode {
    LEX_OK,
    LEX_SYNTAX,      /* message and position are in the lexer */
    LEX_END_OF_FILE, /* the text ends where it must not */
    LEX_DEDENT,
    LEX_TABS,
    LEX_TOO_DEEP,
    LEX_CONTINUATION,
    LEX_DECODE, /* message says which byte is not UTF-8 */
    LEX_NO_MEMORY,
} LexErrorCode;

typedef struct LexBracket {
    char open;
    int lineno, col;
} LexBracket;

typedef struct Lexer {
    AstArena *arena;
    const char *text, *cur;
    const char *line_start;
    const char *buffer_start; /* what CPython shows as the current line begins here */
    const char *input_end;    /* ... and ends here, if not with the line */
    int lineno;
    int level; /* open brackets */
    int indent_top;
    int pending;        /* INDENTs (> 0) or DEDENTs (< 0) still to be handed out */
    bool line_begins;   /* the next token is the first of its line */
    bool at_end;        /* something had to look at the end of the text */
    bool open_string;   /* the text ends within a string */
    bool check_utf8;    /* the text is not all UTF-8 */
    bool type_comments; /* `# type: ...` is a token */
    /* `async` and `await` are keywords in an `async def` only, as before Python 3.7: */
    bool old_async;
    bool in_async_def, async_def_body; /* its line, the lines behind it */
    int async_def_indent;              /* the level of the `async def` */
    LexErrorCode error;
    const char *message;          /* LEX_SYNTAX, LEX_DECODE */
    int error_col, error_end_col; /* bytes; error_end_col -1: same as error_col */
    const char *token_start;
    /* Warnings found while lexing are appended here. */
    CompileWarning **warnings_tail;
    int indents[LEX_MAX_INDENT], alt_indents[LEX_MAX_INDENT];
    LexBracket brackets[LEX_MAX_LEVEL];
} Lexer;

/* Starts at the beginning of text. Leaves the two stacks unset beyond their first
 * item: making a lexer for a small piece of text is cheap. */
void lexer_init(Lexer *lexer, AstArena *arena, const char *text, int first_lineno);

/* Reads the next token. On an error the token's kind is TOKEN_ERROR and lexer->error
 * says why; every further call returns the same. */
void lexer_next(Lexer *lexer, Token *token);

/* Appends a warning with the given message (borrowed, or in the arena). */
void lexer_warn(Lexer *lexer, CompileWarningKind kind, const char *message, int lineno,
                int col, int end_lineno, int end_col);

/* Makes the names of the keywords known to the arena; false if out of memory. */
bool lexer_seed_names(AstArena *arena);

/* printf into the arena; NULL if out of memory. */
const char *arena_printf(AstArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Decodes one UTF-8 character (surrogates included) and moves *text behind it. */
uint32_t utf8_next(const char **text);

/* Appends cp to out, returns the number of bytes (1 to 4). */
static inline int put_utf8(char out[4], uint32_t cp)
{
    return utf8_put(cp, (uint8_t *)out);
}

/* The number of characters in these bytes. */
int utf8_count(const char *text, size_t len);

#endif
