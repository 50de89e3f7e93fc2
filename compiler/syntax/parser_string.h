/* From string tokens to a Constant or a JoinedStr, for the parser and the diagnosis. */
#ifndef MINIPY_COMPILER_SYNTAX_PARSER_STRING_H
#define MINIPY_COMPILER_SYNTAX_PARSER_STRING_H

#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"

typedef struct StringParse {
    AstArena *arena;
    Lexer *lexer;   /* takes the warnings */
    unsigned flags; /* of the parser */
    AstPos pos;     /* from the first token to the last */
    AstName *kind;  /* "u" or NULL: Constant.kind of every string in it */
    /* Why it failed: a message (reported at the last token read), or, if `diagnosis`
     * was given and an expression in braces is wrong, what that says. */
    const char *message;
    CompileError *diagnosis;
    char *out; /* where the next decoded byte goes */
} StringParse;

/* Makes the node for adjacent string tokens; NULL if they are wrong (see message). */
Expr *strings_concatenate(StringParse *sp, const Token *tokens, int count);

/* The text "(...)" that stands for an f-string's expression, and where it begins. */
typedef struct FStringExpr {
    const char *text;
    int lineno, col; /* of the parenthesis; col shifts the first line only */
    bool check_utf8; /* as the lexer's */
} FStringExpr;

#endif
