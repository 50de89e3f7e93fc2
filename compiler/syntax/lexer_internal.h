/* What lexer.c and lexer_number.c share. */
#ifndef MINIPY_COMPILER_SYNTAX_LEXER_INTERNAL_H
#define MINIPY_COMPILER_SYNTAX_LEXER_INTERNAL_H

#include "compiler/syntax/lexer.h"

enum { CHAR_NAME_START = 1, CHAR_NAME = 2, CHAR_DIGIT = 4 };

/* What each byte can be part of. */
extern const uint8_t lexer_chars[256];

/* Records a syntax error that ends at lexer->cur; returns false. */
bool lexer_syntax_error(Lexer *lexer, const char *message);

/* Fills in a token that ends at lexer->cur, on one line. */
void lexer_finish(Lexer *lexer, Token *token, int kind, const char *start);

/* Reads the number that begins at start; false if it is malformed. */
bool lexer_number(Lexer *lexer, Token *token, const char *start);

#endif
