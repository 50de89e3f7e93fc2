/* From the bytes of a source to the text that the lexer reads. */
#ifndef MINIPY_COMPILER_SOURCE_H
#define MINIPY_COMPILER_SOURCE_H

#include "parser.h"

/* The first byte that is not part of valid UTF-8, or NULL. */
const char *source_bad_utf8(const char *text, size_t len);

/* What is said about that byte; NULL if out of memory. */
const char *source_bad_utf8_message(AstArena *arena, const char *text, size_t len,
                                    const char *bad);

/* Fills result->text and text_len: encoding (BOM, coding cookie) undone, newlines made
 * "\n", a newline at the end in PARSE_EXEC mode, NUL-terminated. Returns false with
 * result->error filled if the bytes cannot be decoded or contain a null byte. */
bool source_decode(AstArena *arena, const char *bytes, size_t len,
                   const ParseOptions *options, ParseResult *result);

/* Finds line `lineno` (from 1) of text, its newline included in *len; NULL if there is
 * no such line. */
const char *source_find_line(const char *text, int lineno, size_t *len);

#endif
