/* The door into the front half of the compiler: bytes in, syntax tree out.
 *
 * Two passes, as in CPython: a fast recursive descent that knows only valid programs,
 * and, when it says no, a slow exact one that finds CPython's message (diagnose.h). */
#ifndef MINIPY_COMPILER_SYNTAX_PARSER_H
#define MINIPY_COMPILER_SYNTAX_PARSER_H

#include "compiler/syntax/ast.h"
#include "compiler/syntax/compile_error.h"

typedef enum ParseMode {
    PARSE_EXEC,      /* a file: Module */
    PARSE_EVAL,      /* an expression: Expression */
    PARSE_SINGLE,    /* one interactive statement: Interactive */
    PARSE_FUNC_TYPE, /* `(int, *str) -> bool`, as in a type comment: FunctionType */
} ParseMode;

enum {
    /* The source came from a str: no BOM, no coding cookie, already UTF-8. */
    PARSE_SOURCE_IS_TEXT = 1,
    /* The source was read from a file, which changes two messages about bad bytes. */
    PARSE_SOURCE_IS_FILE = 2,
    /* `from __future__ import barry_as_FLUFL`: "<>" is the inequality. */
    PARSE_BARRY_AS_BDFL = 4,
    /* PyCF_DONT_IMPLY_DEDENT: an unfinished block in PARSE_SINGLE is incomplete. */
    PARSE_DONT_IMPLY_DEDENT = 8,
    /* PyCF_ALLOW_INCOMPLETE_INPUT: say "incomplete input" when more could help. */
    PARSE_ALLOW_INCOMPLETE = 16,
    /* PyCF_TYPE_COMMENTS: comments that begin with "# type: " are part of the tree. */
    PARSE_TYPE_COMMENTS = 32,
    /* A statement of the prompt: no error is looked for behind the first, and the line
     * that is shown is that of the error alone. */
    PARSE_AT_PROMPT = 64,
    /* The rest of the bits: the grammar is that of so many minor versions ago. */
    PARSE_OLDER_SHIFT = 8,
    PARSE_VERSION = 11,
};

/* Bytes to UTF-8 by the codec of that name: a text in the arena with room for two bytes
 * more, its length in *size. NULL with *message: why SyntaxError says that it cannot
 * be; NULL without: an exception is set that is to be passed on. */
typedef const char *(*SourceDecoder)(void *context, AstArena *arena,
                                     const char *encoding, const char *bytes,
                                     size_t len, size_t *size, const char **message);

typedef struct ParseOptions {
    ParseMode mode;
    unsigned flags;
    const char *filename; /* for messages; UTF-8; borrowed during the call */
    SourceDecoder decode; /* NULL: UTF-8 is the one known encoding */
    void *decode_context;
} ParseOptions;

typedef struct ParseResult {
    Mod *mod; /* NULL: see error */
    CompileError error;
    CompileWarning *warnings; /* in order of appearance */
    const char *text; /* the source as parsed: UTF-8, "\n" newlines, NUL-terminated */
    size_t text_len;
    bool bad_utf8;        /* bytes of text are not UTF-8: an error where they matter */
    const char *encoding; /* "utf-8" of a str, or said by a BOM or cookie; NULL: none */
} ParseResult;

/* Parses `len` bytes of source (no NUL needed at the end; they must outlive the
 * arena's use). All results live in `arena`. Returns false, with result->error filled,
 * if the source is no program. */
bool parse_source(AstArena *arena, const char *bytes, size_t len,
                  const ParseOptions *options, ParseResult *result);

/* Appends to `out` (see ast_dump.c) what `python3.11 -m ast [-a]` prints for mod, with
 * its newline. Returns false if the tree is nested too deeply or memory is out. */
typedef struct AstText {
    AstArena *arena;
    char *bytes; /* in the arena */
    size_t len, capacity;
    bool failed;
} AstText;
bool ast_dump(AstArena *arena, const Mod *mod, bool attributes, AstText *out);

#endif
