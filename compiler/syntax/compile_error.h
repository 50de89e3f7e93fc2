/* What a compilation reports besides its result: one error, any number of warnings.
 * Plain C in the compilation's arena, so that the compiler front needs no vm; the
 * caller turns them into exceptions and warnings. */
#ifndef MINIPY_COMPILER_SYNTAX_COMPILE_ERROR_H
#define MINIPY_COMPILER_SYNTAX_COMPILE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

typedef enum CompileErrorKind {
    COMPILE_OK,
    COMPILE_SYNTAX_ERROR,
    COMPILE_INDENTATION_ERROR,
    COMPILE_TAB_ERROR,
    COMPILE_VALUE_ERROR,  /* the ones below have a message and no position */
    COMPILE_MEMORY_ERROR, /* too complex for the parser; message may be NULL */
    COMPILE_NO_MEMORY,    /* an allocation failed */
    COMPILE_RECURSION_ERROR,
    COMPILE_OVERFLOW_ERROR,
    COMPILE_RAISED, /* by ParseOptions.decode: the exception is set */
} CompileErrorKind;

/* The fields of a SyntaxError, for the first three kinds. Line and offsets are those
 * of the exception's attributes: from 1, offsets in characters; 0 for "unknown". */
typedef struct CompileError {
    CompileErrorKind kind;
    const char *message; /* UTF-8 */
    int lineno, offset, end_lineno, end_offset;
    const char *text; /* the source line with its newline, UTF-8; NULL: None */
    size_t text_len;
    const char *encoding; /* that the source is in, if that is said; else NULL */
    bool lexer_text;      /* the lexer's line, not to be looked up in the file */
    bool incomplete;      /* more input could have made the source valid (for a REPL) */
    /* The exception has the message alone, no position tuple. (Without a line, text
     * and `bare`, the tuple has four items: file name, 0, -1, None.) */
    bool bare;
} CompileError;

typedef enum CompileWarningKind {
    COMPILE_SYNTAX_WARNING,
    COMPILE_DEPRECATION_WARNING,
} CompileWarningKind;

typedef struct CompileWarning {
    CompileWarningKind kind;
    const char *message;
    /* Where the SyntaxError would point if the warning filter says "error"; the
     * parser's warnings have lineno only as far as a plain warning goes. */
    int lineno, col_offset, end_lineno, end_col_offset; /* columns: bytes, from 0 */
    struct CompileWarning *next;
} CompileWarning;

#endif
