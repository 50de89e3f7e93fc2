/* Finds out what CPython says about a source that the fast parser has rejected. */
#ifndef MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_H
#define MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_H

#include "compiler/syntax/parser.h"
#include "compiler/syntax/parser_string.h"

struct Parser;

/* Whether the rules of mistakes may find one in the valid statements from `text` to
 * `end`: `print -x` is a subtraction and `match(x)` a call, but once there is a mistake
 * behind them, CPython takes them for old or unfinished statements. */
bool diagnose_finds_in_valid(const char *text, const char *end);

/* Fills in result->error for result->text, which is known to be invalid. The statements
 * before `restart` (the start of line restart_lineno) are known to be valid, and hold
 * nothing that diagnose_finds_in_valid(). */
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
