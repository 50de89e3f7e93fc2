/* The matcher: ordered choice, memoised where CPython memoises.
 *
 * Which tokens get read, and in which order mistakes are looked for, decides which
 * error is reported where; so the order of everything here is that of CPython's
 * generated parser. */
#include "compiler/diagnose/diagnose_internal.h"

#include <string.h>

enum { MAX_LEVEL = 6000, MAX_ITEMS = 12 };
/* Further down everything is tried, as in CPython, which counts what fails, too. */
enum { SKIP_LEVEL = MAX_LEVEL - 500 };

static PegNode *match_alts(Diagnosis *d, const GrammarAlt *alts, PegNode *left,
                           int first);

const Token *diagnosis_token(Diagnosis *d, int index)
{
    while (index >= d->p.fill) {
        parser_fill(&d->p);
        if (d->arena->failed) {
            d->raised = true;
            return &d->p.tokens[d->p.fill - 1];
        }
        if (d->p.tokens[d->p.fill - 1].kind == TOKEN_ERROR) {
            /* The second pass does not ask the prompt for another line. */
            if (d->again && d->flags & PARSE_AT_PROMPT &&
                d->p.lexer.error == LEX_END_OF_FILE)
                return &d->p.tokens[d->p.fill - 1];
            raise_lexer_error(d);
            return &d->p.tokens[d->p.fill - 1];
        }
    }
    return &d->p.tokens[index];
}

static PegNode *node_new(Diagnosis *d, PegKind peg_kind, int first, int count)
{
    PegNode *node = arena_alloc(d->arena, sizeof *node);
    PegNode **items =
        count ? arena_alloc(d->arena, (size_t)count * sizeof *items) : NULL;
    if (node == NULL || (count && items == NULL)) {
        d->raised = true;
        return NULL;
    }
    *node = (PegNode){(uint8_t)peg_kind, first, d->p.pos - 1, count, items};
    return node;
}

static PegNode *match_token(Diagnosis *d, uint8_t wanted)
{
    const Token *token = diagnosis_token(d, d->p.pos);
    if (d->raised || token->kind != wanted)
        return NULL;
    d->p.pos++;
    return node_new(d, wanted == TOKEN_NAME ? PEG_Name : PEG_TOKEN, d->p.pos - 1, 0);
}

/* CPython compares as many characters as the name has: `c` and `mat` pass, too. */
static bool is_soft_keyword(const Token *token)
{
    size_t len = (size_t)(token->end - token->start);
    return strncmp("match", token->start, len) == 0 ||
           strncmp("case", token->start, len) == 0 ||
           strncmp("_", token->start, len) == 0;
}

static bool is_soft(const GrammarItem *item, const Token *token)
{
    if (item->op == GRAMMAR_ANY_SOFT)
        return is_soft_keyword(token);
    return token->name->len == item->soft_len &&
           memcmp(token->name->utf8, item->soft, item->soft_len) == 0;
}

static PegNode *match_soft(Diagnosis *d, const GrammarItem *item)
{
    const Token *token = diagnosis_token(d, d->p.pos);
    if (d->raised || token->kind != TOKEN_NAME)
        return NULL;
    if (!is_soft(item, token))
        return NULL;
    d->p.pos++;
    return node_new(d, PEG_Name, d->p.pos - 1, 0);
}

static PegNode *match_forced(Diagnosis *d, uint8_t wanted)
{
    PegNode *node = match_token(d, wanted);
    if (node == NULL && !d->raised) {
        const Token *token = diagnosis_token(d, d->p.pos);
        raise_at(d, COMPILE_SYNTAX_ERROR, token->lineno, token->col + 1,
                 token->end_lineno, token->end_col + 1,
                 arena_printf(d->arena, "expected '%s'", token_texts[wanted]));
    }
    return node;
}

static PegNode *match_item(Diagnosis *d, const GrammarItem *item);

static PegNode *match_many(Diagnosis *d, const GrammarItem *item)
{
    int first = d->p.pos, mark = d->p.stack_len, end = first;
    for (;;) {
        PegNode *node = match_item(d, item->inner);
        if (d->raised)
            return NULL;
        if (node == NULL || (d->p.pos == end && d->p.stack_len > mark)) {
            d->p.pos = end;
            break;
        }
        end = d->p.pos;
        if (!seq_push(&d->p, node)) {
            d->raised = true;
            return NULL;
        }
        if (item->token && match_token(d, item->token) == NULL)
            break;
    }
    int count = d->p.stack_len - mark;
    d->p.stack_len = mark;
    if (d->raised || count < item->min)
        return NULL;
    d->p.pos = end;
    PegNode *list = node_new(d, PEG_GROUP, first, count);
    if (list != NULL && count > 0) {
        memcpy(list->items, d->p.stack + mark, (size_t)count * sizeof *list->items);
        list->first = list->items[0]->first;
        list->last = list->items[count - 1]->last;
    }
    return list;
}

/* Looks ahead: the position comes back, the tokens read stay read. */
static bool looks_like(Diagnosis *d, const GrammarItem *inner)
{
    int pos = d->p.pos;
    bool found = match_item(d, inner) != NULL;
    d->p.pos = pos;
    return found;
}

static PegNode *match_item(Diagnosis *d, const GrammarItem *item)
{
    int pos = d->p.pos;
    PegNode *node = NULL;
    switch ((GrammarOp)item->op) {
    case GRAMMAR_TOKEN: return match_token(d, item->token);
    case GRAMMAR_SOFT:
    case GRAMMAR_ANY_SOFT: return match_soft(d, item);
    case GRAMMAR_FORCED: return match_forced(d, item->token);
    case GRAMMAR_RULE: return match_rule(d, (RuleId)item->rule);
    case GRAMMAR_GROUP: return match_alts(d, item->alts, NULL, pos);
    case GRAMMAR_MANY: return match_many(d, item);
    case GRAMMAR_OPTIONAL:
        node = match_item(d, item->inner);
        if (node == NULL && !d->raised) {
            d->p.pos = pos;
            node = node_new(d, PEG_GROUP, pos, 0);
        }
        return node;
    case GRAMMAR_AND:
    case GRAMMAR_NOT:
        if (looks_like(d, item->inner) == (item->op == GRAMMAR_AND) && !d->raised)
            node = node_new(d, PEG_GROUP, pos, 0);
        return node;
    case GRAMMAR_CUT: return node_new(d, PEG_GROUP, pos, 0);
    }
    return NULL;
}

static bool is_empty(const PegNode *node)
{
    return node->kind == PEG_GROUP && node->count == 0;
}

/* The node of an alternative without action: its one item, or the group of them. */
static PegNode *group_items(Diagnosis *d, int first, PegNode **items, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!is_empty(items[i]))
            items[kept++] = items[i];
    if (kept == 1)
        return items[0];
    PegNode *group = node_new(d, PEG_GROUP, first, kept);
    if (group != NULL && kept > 0)
        memcpy(group->items, items, (size_t)kept * sizeof *items);
    return group;
}

/* Like group_items, but always a node of its own, for an action to complete. */
static PegNode *whole_node(Diagnosis *d, int first, PegNode **items, int count)
{
    PegNode *whole = node_new(d, PEG_GROUP, first, count);
    if (whole != NULL && count > 0)
        memcpy(whole->items, items, (size_t)count * sizeof *items);
    return whole;
}

/* Matches one alternative; *cut is set if no other may be tried after it. `left` is
 * what stands before it in a left-recursive rule, which began at `first` (an opening
 * parenthesis perhaps, which does not belong to the node within). */
static PegNode *match_alt(Diagnosis *d, const GrammarAlt *alt, PegNode *left, int first,
                          bool *matched, bool *cut)
{
    PegNode *items[MAX_ITEMS], *captures[4] = {left, NULL, NULL, NULL};
    int count = 0;
    if (left != NULL)
        items[count++] = left;
    for (const GrammarItem *item = alt->items; item != NULL; item = item->next) {
        PegNode *node = match_item(d, item);
        if (node == NULL)
            return NULL;
        *cut |= item->op == GRAMMAR_CUT;
        if (item->capture >= 0)
            captures[item->capture] = node;
        items[count++] = node;
    }
    *matched = true;
    if (alt->action == NULL)
        return group_items(d, first, items, count);
    PegNode *whole = whole_node(d, first, items, count);
    return whole ? run_action(d, alt, whole, captures) : NULL;
}

/* Is the next token, which it looks at first, one of those? An error there: yes, so
 * that it is met where it always was. */
static inline bool may_begin(Diagnosis *d, const GrammarAlt *alt)
{
    return d->p.pos >= d->p.fill || d->level > SKIP_LEVEL ||
           token_set_has(&alt->first, d->p.tokens[d->p.pos].kind);
}

static PegNode *match_alts(Diagnosis *d, const GrammarAlt *alts, PegNode *left,
                           int first)
{
    int pos = d->p.pos;
    for (const GrammarAlt *alt = alts; alt != NULL; alt = alt->next) {
        bool matched = false, cut = false;
        if (alt->mistake && !d->mistakes)
            continue;
        if (!may_begin(d, alt))
            continue;
        PegNode *node = match_alt(d, alt, left, first, &matched, &cut);
        /* An action that yields nothing fails the rule, not the alternative. */
        if (node != NULL || matched || d->raised)
            return node;
        d->p.pos = pos;
        if (cut)
            return NULL;
    }
    return NULL;
}

static Memo *find_memo(Diagnosis *d, RuleId rule)
{
    if (d->p.pos < d->memo_size) {
        for (Memo *memo = d->memo[d->p.pos]; memo != NULL; memo = memo->next)
            if (memo->rule == rule)
                return memo;
    }
    return NULL;
}

static bool add_memo(Diagnosis *d, RuleId rule, int pos, PegNode *node)
{
    if (pos >= d->memo_size) {
        int size = pos + 1 > 2 * d->memo_size ? pos + 64 : 2 * d->memo_size;
        Memo **memo = arena_calloc(d->arena, (size_t)size * sizeof *memo);
        if (memo == NULL)
            return false;
        if (d->memo_size > 0)
            memcpy(memo, d->memo, (size_t)d->memo_size * sizeof *memo);
        d->memo = memo;
        d->memo_size = size;
    }
    Memo *memo = arena_alloc(d->arena, sizeof *memo);
    if (memo == NULL)
        return false;
    *memo = (Memo){(uint16_t)rule, node, d->p.pos, d->memo[pos]};
    d->memo[pos] = memo;
    return true;
}

static PegNode *match_left_recursive(Diagnosis *d, const GrammarRule *grammar)
{
    int first = d->p.pos;
    PegNode *node = match_alts(d, grammar->alts, NULL, first);
    while (node != NULL && !d->raised) {
        int end = d->p.pos;
        PegNode *longer = match_alts(d, grammar->rest, node, first);
        if (longer == NULL) {
            d->p.pos = end;
            break;
        }
        node = longer;
    }
    return d->raised ? NULL : node;
}

PegNode *match_rule(Diagnosis *d, RuleId rule)
{
    int pos = d->p.pos;
    if (d->raised)
        return NULL;
    const GrammarRule *grammar = &d->rules[rule];
    Memo *memo = grammar->memo ? find_memo(d, rule) : NULL;
    if (memo != NULL) {
        d->p.pos = memo->end;
        return memo->node;
    }
    if (++d->level > MAX_LEVEL || arena_c_stack_full(d->arena)) {
        *d->error = (CompileError){.kind = COMPILE_MEMORY_ERROR};
        d->raised = true;
        return NULL;
    }
    /* This rule looks for what follows a mistake, without looking for more of them. */
    bool mistakes = d->mistakes;
    d->mistakes = mistakes && rule != RULE_expression_without_invalid;
    PegNode *node = grammar->rest ? match_left_recursive(d, grammar)
                                  : match_alts(d, grammar->alts, NULL, pos);
    d->mistakes = mistakes;
    d->level--;
    if (d->raised || (grammar->memo && !add_memo(d, rule, pos, node))) {
        d->raised = true;
        return NULL;
    }
    return node;
}
