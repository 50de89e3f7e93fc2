/* From the text of a script to its tree. */
#ifndef MINIPY_PROBES_DSCRIPT_PARSE_H
#define MINIPY_PROBES_DSCRIPT_PARSE_H

#include "probes/dscript/script.h"

enum { DOPERATORS_MAX = 1000 };

typedef struct DParser {
    DScript *script;
    DLexer lexer;
    DToken token;  /* the next one */
    int depth;     /* of expressions within each other */
    int operators; /* of this statement */
    bool in_predicate;
} DParser;

/* Adds a source's clauses to the script. What is wrong is told (sources.failed). */
void dparse_source(DScript *script, const DSource *source);

/* ---- what the two files of the parser share ---- */

/* Goes to the next token. */
void dparse_next(DParser *parser);

static inline bool dparse_is(const DParser *parser, uint32_t sign)
{
    return parser->token.kind == DTOKEN_SIGN && parser->token.sign == sign;
}

/* Takes that sign, or tells that it is wanted. */
void dparse_want(DParser *parser, uint32_t sign);

bool dparse_accept(DParser *parser, uint32_t sign); /* takes it if it is next */

/* Tells what is wrong at the token. */
void dparse_wrong(DParser *parser, const char *wanted);

/* An expression, with commas; never NULL. */
DExpr *dparse_expression(DParser *parser);

/* Takes the name of a type, its words and its stars; false: none is next. */
bool dparse_type(DParser *parser, DType *type);

#endif
