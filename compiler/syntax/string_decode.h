/* Escape sequences in string and bytes literals. */
#ifndef MINIPY_COMPILER_SYNTAX_STRING_DECODE_H
#define MINIPY_COMPILER_SYNTAX_STRING_DECODE_H

#include "compiler/syntax/parser_string.h"

/* Append the decoded text at sp->out; false with sp->message if an escape is wrong.
 * The first unknown escape earns a DeprecationWarning at the token. */
bool decode_string_escapes(StringParse *sp, const Token *token, const char *s,
                           const char *end);
bool decode_bytes_escapes(StringParse *sp, const Token *token, const char *s,
                          const char *end);

/* Warns that backslash-c means nothing. */
void warn_escape(StringParse *sp, const Token *token, char c);

#endif
