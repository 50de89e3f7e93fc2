/* The parsing-expression engine of the diagnosis: grammar, matcher, actions.
 *
 * The grammar is text (diagnose.def), which is read once in a process, at the first
 * error: the table costs a program without errors nothing. */
#ifndef MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_INTERNAL_H
#define MINIPY_COMPILER_DIAGNOSE_DIAGNOSE_INTERNAL_H

#include "compiler/diagnose/diagnose.h"
#include "compiler/syntax/parser_internal.h"

typedef enum RuleId {
#define RULE(name, memo, text) RULE_##name,
#define LEFT(name, first, rest) RULE_##name,
#include "compiler/diagnose/diagnose.def"
    RULE_COUNT
} RuleId;

/* What a rule made of some tokens. Expressions have an ExprKind. */
typedef enum PegKind {
#define EXPR(name, fields) PEG_##name,
#include "compiler/syntax/ast.def"
    PEG_TOKEN,
    PEG_GROUP,   /* several items */
    PEG_KEYWORD, /* name=value in a call */
    PEG_UNPACK,  /* **value in a call */
    PEG_CLAUSE,  /* for target in iter if ...: target, then what follows */
} PegKind;

typedef struct PegNode {
    uint8_t kind;
    int first, last; /* tokens; last may precede first in an empty node */
    int count;
    struct PegNode **items;
} PegNode;

typedef enum GrammarOp {
    GRAMMAR_TOKEN,
    GRAMMAR_SOFT,     /* one soft keyword */
    GRAMMAR_ANY_SOFT, /* any of them */
    GRAMMAR_RULE,
    GRAMMAR_GROUP,
    GRAMMAR_OPTIONAL,
    GRAMMAR_MANY, /* inner, `min` times or more, between separators if any */
    GRAMMAR_AND,
    GRAMMAR_NOT,
    GRAMMAR_CUT,
    GRAMMAR_FORCED,
} GrammarOp;

typedef struct GrammarAlt GrammarAlt;

/* A bit for each kind of token. */
typedef struct TokenSet {
    uint64_t bits[2];
} TokenSet;
_Static_assert(TOKEN_COUNT <= 128, "a bit each");

static inline bool token_set_has(const TokenSet *set, uint8_t kind)
{
    return set->bits[kind >> 6] >> (kind & 63) & 1;
}

typedef struct GrammarItem {
    uint8_t op;     /* GrammarOp */
    uint8_t token;  /* TOKEN, FORCED; the separator of MANY or 0 */
    uint8_t min;    /* MANY */
    int8_t capture; /* 0 to 3 for a to d, -1 for none */
    uint8_t soft_len;
    uint16_t rule;
    const char *soft; /* in the text of the rule */
    struct GrammarItem *inner;
    GrammarAlt *alts; /* GROUP */
    struct GrammarItem *next;
} GrammarItem;

struct GrammarAlt {
    GrammarItem *items;
    const char *action; /* the text in braces, NULL if none */
    int action_len;
    bool mistake;   /* is an invalid_ rule: for the second pass only */
    TokenSet first; /* with none of the others it can match or raise anything */
    GrammarAlt *next;
};

typedef struct GrammarRule {
    GrammarAlt *alts;
    GrammarAlt *rest; /* LEFT: what may follow again and again */
    TokenSet first;   /* of its alternatives */
    bool memo, empty; /* empty: it may match no token */
} GrammarRule;

typedef struct Memo {
    uint16_t rule;
    PegNode *node;
    int end;
    struct Memo *next;
} Memo;

typedef struct Diagnosis {
    Parser p; /* tokens, position, lexer; never forgets */
    AstArena *arena;
    CompileError *error;
    const char *text; /* of the whole source */
    int text_lineno;  /* its first line */
    unsigned flags;   /* PARSE_SOURCE_IS_FILE, ... */
    bool characters;  /* columns are told in characters, not in bytes */
    bool fstring;     /* an f-string's expression: messages and columns say so */
    bool again;       /* in the second pass */
    bool mistakes;    /* second pass: the invalid_ rules are on */
    bool raised;      /* the error is known: unwind */
    int level;
    const CompileWarning *earlier; /* of the statements before, so many */
    int earlier_count;
    Memo **memo; /* by token */
    int memo_size;
    const GrammarRule *rules;
} Diagnosis;

/* diagnose_grammar.c: the rules of diagnose.def, by RuleId; NULL: out of memory. */
const GrammarRule *grammar_rules(void);

/* diagnose_match.c: matches a rule at the current token; NULL if it does not match or
 * an error was raised. */
PegNode *match_rule(Diagnosis *d, RuleId rule);
const Token *diagnosis_token(Diagnosis *d, int index);

/* diagnose_actions.c: what an alternative means. NULL fails the rule. */
PegNode *run_action(Diagnosis *d, const GrammarAlt *alt, PegNode *whole,
                    PegNode *captures[4]);

/* diagnose.c: report an error, once. Columns are CPython's "col_offset + 1" in bytes;
 * end_col 0 and -1 mean what they mean there. */
void raise_at(Diagnosis *d, CompileErrorKind kind, int lineno, int col, int end_lineno,
              int end_col, const char *message);
void raise_range(Diagnosis *d, const PegNode *from, const PegNode *to,
                 const char *message);
void raise_at_last_token(Diagnosis *d, CompileErrorKind kind, const char *message);
void raise_lexer_error(Diagnosis *d);

#endif
