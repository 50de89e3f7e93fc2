/* compile.h - the one door into the compiler: source text to code object. */
#ifndef MINIPY_COMPILER_CODEGEN_COMPILE_H
#define MINIPY_COMPILER_CODEGEN_COMPILE_H

#include <stdio.h>

#include "vm/code/code.h"

typedef enum CompileMode {
    COMPILE_EXEC,
    COMPILE_EVAL,
    COMPILE_SINGLE,
    COMPILE_FUNC_TYPE, /* trees only */
} CompileMode;
enum {
    COMPILE_FUTURE_ANNOTATIONS = 1,
    COMPILE_FUTURE_BARRY = 2,
    COMPILE_SOURCE_IS_UTF8 = 4, /* source was a str: ignore a coding cookie */
    COMPILE_DONT_IMPLY_DEDENT = 8,
    COMPILE_ALLOW_INCOMPLETE =
        16, /* raise _IncompleteInputError-like SyntaxError flagged incomplete */
    COMPILE_TOP_LEVEL_AWAIT = 32,
    COMPILE_SOURCE_IS_FILE =
        64, /* bytes of the script: messages about its encoding differ */
    COMPILE_TYPE_COMMENTS = 128,
    COMPILE_WITHOUT_WARNINGS = 256,
    COMPILE_AT_PROMPT = 512, /* errors as those of the prompt */
    /* The rest of the bits: by the grammar of so many minor versions ago. */
    COMPILE_OLDER_SHIFT = 10,
};
/* Compiles `size` bytes. filename: str. optimize: 0, 1, 2 (-O levels). A code object,
 * or VALUE_NULL with SyntaxError (or ValueError, MemoryError, ...) set. Warnings are
 * issued. */
Value compile_source(MinipyVM *vm, const char *source, size_t size, Value filename,
                     CompileMode mode, int flags, int optimize);
/* True if the SyntaxError now raised by compile_source means "more input could complete
 * it". */
bool compile_incomplete(MinipyVM *vm);
/* The SourceDecoder (parser.h) of a vm, which is its context: by the registered codecs.
 */
struct AstArena;
const char *compile_decode(void *vm, struct AstArena *arena, const char *encoding,
                           const char *bytes, size_t len, size_t *size,
                           const char **message);
/* --dump-ast: writes what `python3.11 -m ast [-a] FILE` prints. Exit status. */
int compile_dump_ast(MinipyVM *vm, const char *source, size_t size, Value filename,
                     bool attributes,
                     void (*write)(void *user, const char *text, size_t len),
                     void *user);

#endif
