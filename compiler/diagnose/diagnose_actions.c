/* What the alternatives of diagnose.def mean: nodes, and errors with their words. */
#include "compiler/diagnose/diagnose_internal.h"

#include <stdlib.h>
#include <string.h>

static PegKind peg_kind_named(const char *name, int len)
{
    static const struct {
        const char *name;
        PegKind peg_kind;
    } kinds[] = {
#define EXPR(node, fields) {#node, PEG_##node},
#include "compiler/syntax/ast.def"
        {"Keyword", PEG_KEYWORD},
        {"Unpack", PEG_UNPACK},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((int)strlen(kinds[i].name) == len &&
            memcmp(kinds[i].name, name, (size_t)len) == 0)
            return kinds[i].peg_kind;
    return PEG_GROUP;
}

/* What messages call an expression. */
static const char *expression_name(Diagnosis *d, const PegNode *node)
{
    switch ((PegKind)node->kind) {
    case PEG_Attribute: return "attribute";
    case PEG_Subscript: return "subscript";
    case PEG_Starred: return "starred";
    case PEG_Name: return "name";
    case PEG_List: return "list";
    case PEG_Tuple: return "tuple";
    case PEG_Lambda: return "lambda";
    case PEG_Call: return "function call";
    case PEG_BoolOp:
    case PEG_BinOp:
    case PEG_UnaryOp: return "expression";
    case PEG_GeneratorExp: return "generator expression";
    case PEG_Yield:
    case PEG_YieldFrom: return "yield expression";
    case PEG_Await: return "await expression";
    case PEG_ListComp: return "list comprehension";
    case PEG_SetComp: return "set comprehension";
    case PEG_DictComp: return "dict comprehension";
    case PEG_Dict: return "dict literal";
    case PEG_Set: return "set display";
    case PEG_JoinedStr:
    case PEG_FormattedValue: return "f-string expression";
    case PEG_Compare: return "comparison";
    case PEG_IfExp: return "conditional expression";
    case PEG_NamedExpr: return "named expression";
    default: break;
    }
    switch (diagnosis_token(d, node->first)->kind) {
    case TOKEN_NONE: return "None";
    case TOKEN_TRUE: return "True";
    case TOKEN_FALSE: return "False";
    case TOKEN_ELLIPSIS: return "ellipsis";
    default: return "literal";
    }
}

/* Fills in a message: %n what a is called, %t its text, %l its line. */
static const char *fill_message(Diagnosis *d, const char *format, int len,
                                const PegNode *a)
{
    const char *percent = memchr(format, '%', (size_t)len);
    if (percent == NULL || a == NULL)
        return arena_copy(d->arena, format, (size_t)len);
    int before = (int)(percent - format), after = len - before - 2;
    const Token *token = diagnosis_token(d, a->first);
    switch (percent[1]) {
    case 'n':
        return arena_printf(d->arena, "%.*s%s%.*s", before, format,
                            expression_name(d, a), after, percent + 2);
    case 't':
        return arena_printf(d->arena, "%.*s%.*s%.*s", before, format,
                            (int)(token->end - token->start), token->start, after,
                            percent + 2);
    default:
        return arena_printf(d->arena, "%.*s%d%.*s", before, format, token->lineno,
                            after, percent + 2);
    }
}

typedef enum TargetKind { STAR_TARGETS, FOR_TARGETS, DEL_TARGETS } TargetKind;

static const PegNode *invalid_target(Diagnosis *d, const PegNode *node,
                                     TargetKind targets);

static const PegNode *invalid_item(Diagnosis *d, const PegNode *node,
                                   TargetKind targets)
{
    for (int i = 0; i < node->count; i++) {
        const PegNode *item = node->items[i], *bad = NULL;
        if (item->kind == PEG_GROUP)
            bad = invalid_item(d, item, targets);
        else if (item->kind != PEG_TOKEN)
            bad = invalid_target(d, item, targets);
        if (bad != NULL)
            return bad;
    }
    return NULL;
}

/* The part of an expression that keeps it from being a target; NULL if none does. */
static const PegNode *invalid_target(Diagnosis *d, const PegNode *node,
                                     TargetKind targets)
{
    switch ((PegKind)node->kind) {
    case PEG_Name:
    case PEG_Attribute:
    case PEG_Subscript: return NULL;
    case PEG_List:
    case PEG_Tuple: return invalid_item(d, node, targets);
    case PEG_Starred:
        return targets == DEL_TARGETS ? node : invalid_item(d, node, targets);
    case PEG_Compare:
        if (targets == FOR_TARGETS) {
            /* `for x in y`: only what is left of the first `in` is the target. */
            const PegNode *pair = node->items[1];
            if (diagnosis_token(d, pair->first)->kind != TOKEN_IN)
                return NULL;
            return invalid_target(d, node->items[0], targets);
        }
        return node;
    default: return node;
    }
}

static PegNode *raise_invalid_target(Diagnosis *d, const PegNode *a, TargetKind targets)
{
    const PegNode *bad = invalid_target(d, a, targets);
    if (bad != NULL) {
        raise_range(d, bad, bad,
                    arena_printf(d->arena, "cannot %s %s",
                                 targets == DEL_TARGETS ? "delete" : "assign to",
                                 expression_name(d, bad)));
    }
    return NULL;
}

static bool is_legacy_statement(Diagnosis *d, const PegNode *node)
{
    if (node->kind != PEG_Name)
        return false;
    const AstName *name = diagnosis_token(d, node->first)->name;
    return name &&
           (strcmp(name->utf8, "print") == 0 || strcmp(name->utf8, "exec") == 0);
}

static PegNode *action_legacy(Diagnosis *d, PegNode *a, PegNode *b)
{
    if (is_legacy_statement(d, a)) {
        const char *name = diagnosis_token(d, a->first)->name->utf8;
        raise_range(d, a, b,
                    arena_printf(d->arena,
                                 "Missing parentheses in call to '%s'. Did you mean "
                                 "%s(...)?",
                                 name, name));
    }
    return NULL;
}

/* Two expressions side by side: only inside brackets a comma is what is missing. */
static PegNode *action_comma(Diagnosis *d, PegNode *a, PegNode *b)
{
    if (!is_legacy_statement(d, a) && d->p.tokens[d->p.pos - 1].level > 0)
        raise_range(d, a, b, "invalid syntax. Perhaps you forgot a comma?");
    return NULL;
}

/* Counts the positional arguments in a call's arguments; *last is the last one. */
static int count_positional(const PegNode *node, const PegNode **last,
                            bool *unpacks_mapping)
{
    int count = 0;
    for (int i = 0; i < node->count; i++) {
        const PegNode *item = node->items[i];
        if (item->kind == PEG_GROUP) {
            count += count_positional(item, last, unpacks_mapping);
        } else if (item->kind == PEG_UNPACK) {
            *unpacks_mapping = true;
        } else if (item->kind != PEG_TOKEN && item->kind != PEG_KEYWORD) {
            *last = item;
            count++;
        }
    }
    return count;
}

static PegNode *action_argument_order(Diagnosis *d, PegNode *a)
{
    const PegNode *last = NULL;
    bool unpacks = false;
    count_positional(a, &last, &unpacks);
    raise_at_last_token(d, COMPILE_SYNTAX_ERROR,
                        unpacks
                            ? "positional argument follows keyword argument unpacking"
                            : "positional argument follows keyword argument");
    return NULL;
}

static PegNode *action_genexp_in_call(Diagnosis *d, PegNode *a, PegNode *b)
{
    const PegNode *last = NULL;
    bool unpacks = false;
    if (count_positional(a, &last, &unpacks) > 1)
        raise_range(d, last, b, "Generator expression must be parenthesized");
    return NULL;
}

/* From a to the target of the last clause. */
static PegNode *action_target_range(Diagnosis *d, PegNode *a, PegNode *b,
                                    const char *message)
{
    const PegNode *clause = b->kind == PEG_GROUP ? b->items[b->count - 1] : b;
    raise_range(d, a, clause->items[0], message);
    return NULL;
}

/* The clause's end is its last expression's, whatever brackets surround that. */
static PegNode *action_clause(PegNode *whole, PegNode *captures[4])
{
    const PegNode *last = captures[1];
    if (captures[2]->count > 0)
        last = captures[2]->items[captures[2]->count - 1];
    whole->kind = PEG_CLAUSE;
    whole->last = last->last;
    whole->items[0] = captures[0];
    whole->count = 1;
    return whole;
}

static PegNode *action_missing_colon(Diagnosis *d, PegNode *a)
{
    const Token *first = diagnosis_token(d, a->first);
    const Token *last = diagnosis_token(d, a->last);
    raise_at(d, COMPILE_SYNTAX_ERROR, first->lineno, last->end_col, last->end_lineno, 0,
             "':' expected after dictionary key");
    return NULL;
}

static PegNode *action_strings(Diagnosis *d, PegNode *whole, PegNode *a)
{
    const Token *first = diagnosis_token(d, a->first);
    const Token *last = diagnosis_token(d, a->last);
    CompileError nested = {.kind = COMPILE_OK};
    StringParse sp = {.arena = d->arena, .lexer = &d->p.lexer, .flags = d->p.flags};
    sp.pos = (AstPos){first->lineno, first->col, last->end_lineno, last->end_col};
    sp.diagnosis = &nested;
    Expr *expr =
        strings_concatenate(&sp, d->p.tokens + a->first, a->last - a->first + 1);
    if (expr == NULL) {
        if (nested.kind != COMPILE_OK) {
            *d->error = nested;
            d->raised = true;
        } else if (sp.message != NULL) {
            raise_at_last_token(d, COMPILE_SYNTAX_ERROR, sp.message);
        }
        d->raised = true;
        return NULL;
    }
    whole->kind = expr->kind == EXPR_JoinedStr ? PEG_JoinedStr : PEG_Constant;
    return whole;
}

static PegNode *action_number(Diagnosis *d, PegNode *whole)
{
    const Token *token = diagnosis_token(d, whole->first);
    AstConst value;
    whole->kind = PEG_Constant;
    if (!number_allowed(token, d->p.flags)) {
        raise_at_last_token(d, COMPILE_SYNTAX_ERROR,
                            "Underscores in numeric literals are only supported in "
                            "Python 3.6 and greater");
        return NULL;
    }
    if (!constant_number(d->arena, token, &value)) {
        raise_at(d, COMPILE_SYNTAX_ERROR, token->lineno, 0, token->end_lineno, 0,
                 arena_printf(d->arena,
                              "Exceeds the limit (%d digits) for integer string "
                              "conversion: value has %d digits; use "
                              "sys.set_int_max_str_digits() to increase the limit - "
                              "Consider hexadecimal for huge integer literals to avoid "
                              "decimal conversion limits.",
                              d->arena->max_int_digits, constant_digit_count(token)));
        return NULL;
    }
    return whole;
}

static PegNode *action_complex_part(Diagnosis *d, PegNode *a, bool imaginary)
{
    char last = d->p.tokens[a->first].end[-1];
    if (((last | 32) == 'j' && d->p.tokens[a->first].start[1] != 'x') == imaginary)
        return a;
    raise_range(d, a, a,
                imaginary ? "imaginary number required in complex literal"
                          : "real number required in complex literal");
    return NULL;
}

/* `<>` and `!=` are one token: which of them is one depends on a future flag. */
static PegNode *action_inequality(Diagnosis *d, PegNode *a)
{
    bool diamond = d->p.tokens[a->first].start[0] == '<';
    if (d->p.flags & PARSE_BARRY_AS_BDFL) {
        if (!diamond) {
            raise_at_last_token(d, COMPILE_SYNTAX_ERROR,
                                "with Barry as BDFL, use '<>' instead of '!='");
            return NULL;
        }
        return a;
    }
    return diamond ? NULL : a;
}

static PegNode *raise_message(Diagnosis *d, const char *verb, PegNode *a, PegNode *b,
                              const char *message)
{
    const Token *first;
    switch (*verb) {
    case 'a': /* at */ raise_range(d, a, a, message); break;
    case 'r': /* range */ raise_range(d, a, b, message); break;
    case 'l': /* last */ raise_at_last_token(d, COMPILE_SYNTAX_ERROR, message); break;
    case 'i': /* indent */
        raise_at_last_token(d, COMPILE_INDENTATION_ERROR, message);
        break;
    case 't': /* target_range */ return action_target_range(d, a, b, message);
    default: /* from */
        first = diagnosis_token(d, a->first);
        raise_at(d, COMPILE_SYNTAX_ERROR, first->lineno, first->col + 1,
                 d->p.lexer.lineno, (int)(d->p.lexer.cur - d->p.lexer.line_start),
                 message);
    }
    return NULL;
}

/* "8: Xs are", "8 Kind: Xs are", "8 a: Xs are": a node, or an error if the grammar
 * asked for is that of an older Python. */
static PegNode *action_since(Diagnosis *d, const GrammarAlt *alt, const char *colon,
                             PegNode *whole, PegNode *captures[4])
{
    char *kind;
    int minor = (int)strtol(alt->action, &kind, 10);
    if (!version_has(d->p.flags, minor)) {
        int len = alt->action_len - (int)(colon + 2 - alt->action);
        raise_at_last_token(
            d, COMPILE_SYNTAX_ERROR,
            arena_printf(d->arena, "%.*s only supported in Python 3.%d and greater",
                         len, colon + 2, minor));
        return NULL;
    }
    if (kind == colon)
        return whole;
    kind++; /* the space */
    if (colon - kind == 1)
        return captures[*kind - 'a'];
    whole->kind = (uint8_t)peg_kind_named(kind, (int)(colon - kind));
    return whole;
}

static bool named(const GrammarAlt *alt, const char *name)
{
    return (int)strlen(name) == alt->action_len &&
           memcmp(alt->action, name, (size_t)alt->action_len) == 0;
}

PegNode *run_action(Diagnosis *d, const GrammarAlt *alt, PegNode *whole,
                    PegNode *captures[4])
{
    PegNode *a = captures[0], *b = captures[1];
    const char *colon = memchr(alt->action, ':', (size_t)alt->action_len);
    if (alt->action_len == 1)
        return captures[alt->action[0] - 'a'];
    if (alt->action[0] == '=') {
        whole->kind = (uint8_t)peg_kind_named(alt->action + 1, alt->action_len - 1);
        return whole;
    }
    if (alt->action[0] >= '0' && alt->action[0] <= '9')
        return action_since(d, alt, colon, whole, captures);
    if (colon != NULL && alt->action[0] != ':') {
        const char *text = colon + 2;
        int len = alt->action_len - (int)(text - alt->action);
        return raise_message(d, alt->action, a, b, fill_message(d, text, len, a));
    }
    if (named(alt, "star a"))
        return raise_invalid_target(d, a, STAR_TARGETS);
    if (named(alt, "for a"))
        return raise_invalid_target(d, a, FOR_TARGETS);
    if (named(alt, "del a"))
        return raise_invalid_target(d, a, DEL_TARGETS);
    if (named(alt, "strings"))
        return action_strings(d, whole, a);
    if (named(alt, "number"))
        return action_number(d, whole);
    if (named(alt, "clause"))
        return action_clause(whole, captures);
    if (named(alt, "comma"))
        return action_comma(d, a, b);
    if (named(alt, "legacy"))
        return action_legacy(d, a, b);
    if (named(alt, "inequality"))
        return action_inequality(d, a);
    if (named(alt, "genexp_in_call"))
        return action_genexp_in_call(d, a, b);
    if (named(alt, "argument_order"))
        return action_argument_order(d, a);
    if (named(alt, "missing_colon"))
        return action_missing_colon(d, a);
    if (named(alt, "exit"))
        return NULL; /* an empty input in PARSE_SINGLE: an error without words */
    return action_complex_part(d, a, alt->action[0] == 'i');
}
