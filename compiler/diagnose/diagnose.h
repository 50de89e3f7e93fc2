/* Finds out what CPython says about a source that the fast parser has rejected. */
#ifndef MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_H
#define MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_H

#include "compiler/syntax/parser.h"
#include "compiler/syntax/parser_string.h"

struct Parser;

/* Fills in result->error for result->text, which is known to be invalid. The statements
 * before `restart` (the start of line restart_lineno) are known to be valid. */
void diagnose(AstArena *arena, const ParseOptions *options, ParseResult *result,
              const char *restart, int restart_lineno);

/* The same for a statement of many megabytes, over which the exact search would take
 * gigabytes: the lexer's error, or "invalid syntax" where the fast parser stopped. */
void diagnose_briefly(AstArena *arena, const ParseOptions *options, ParseResult *result,
                      const struct Parser *parser);

/* The same for the expression in an f-string's braces. */
void diagnose_fstring(AstArena *arena, const FStringExpr *expr, unsigned flags,
                      CompileError *error);

/* Whether the grammar of the diagnosis accepts a whole text (result->text). For tests:
 * it must be what the fast parser says. */
bool diagnose_accepts(AstArena *arena, const ParseOptions *options, const char *text);

#endif
