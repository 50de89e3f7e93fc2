/* From the bytes of a source to the text that the lexer reads. */
#ifndef MINIPY_COMPILER_SYNTAX_SOURCE_H
#define MINIPY_COMPILER_SYNTAX_SOURCE_H

#include "compiler/syntax/parser.h"

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

/* Finds line `lineno` (from 1) of text: its length without the newline, and that of its
 * newline, "\n", "\r\n" or "\r" (0: the text ends here). NULL: there is no such line.
 */
const char *source_find_line(const char *text, size_t len, int lineno, size_t *content,
                             size_t *newline);

/* How a source's bytes begin: its byte order mark (three bytes), and the encoding that
 * a comment on the first or second line declares, as it is written there. */
typedef struct SourceHead {
    bool bom;
    const char *cookie; /* in the bytes; NULL: none */
    size_t cookie_len;
} SourceHead;

/* Looks for a BOM and, in the first two lines, for a cookie; points into bytes.
 * Never fails. */
SourceHead source_head(const char *bytes, size_t len);

/* The name of the codec that this means, cut to fit into `room` bytes; "utf-8" if
 * nothing is declared. */
void source_encoding(const SourceHead *head, char *name, size_t room);

#endif
