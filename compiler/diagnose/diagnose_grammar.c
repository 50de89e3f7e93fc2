/* Reads the grammar text of diagnose.def. It is ours and correct, so nothing here
 * reports mistakes in it; asserts do.
 *
 * It is read at the first error and kept for all that come after in the process: to
 * read what each of them met took most of its time. A thread that reads it at the same
 * time as another throws its own away. */
#include <assert.h>
#include <ctype.h>
#include <stdatomic.h>
#include <string.h>

#include "compiler/diagnose/diagnose_internal.h"

typedef struct Reader {
    AstArena *arena;
    const char *s;
} Reader;

static const struct {
    const char *name, *text, *rest; /* rest may be NULL */
    bool memo;
} rows[] = {
#define RULE(name, memo, text) {#name, text, NULL, memo},
#define LEFT(name, first, rest) {#name, first, rest, true},
#include "compiler/diagnose/diagnose.def"
};

static GrammarAlt *read_alts(Reader *r);

static void skip_space(Reader *r)
{
    while (*r->s == ' ')
        r->s++;
}

static GrammarItem *item_new(Reader *r, GrammarOp op)
{
    GrammarItem *item = arena_calloc(r->arena, sizeof *item);
    if (item != NULL) {
        item->op = (uint8_t)op;
        item->capture = -1;
    }
    return item;
}

/* Whether the kind's text is these bytes; most differ in the first. */
static bool is_text_of(int kind, const char *start, size_t len)
{
    const char *text = token_texts[kind];
    return *text == *start && strncmp(text, start, len) == 0 && text[len] == '\0';
}

/* 'text': a token of the lexer. */
static uint8_t read_token(Reader *r)
{
    const char *start = ++r->s;
    while (*r->s != '\'')
        r->s++;
    size_t len = (size_t)(r->s++ - start);
    for (int i = TOKEN_LPAR; i < TOKEN_COUNT; i++)
        if (is_text_of(i, start, len))
            return (uint8_t)i;
    assert(!"unknown token in diagnose.def");
    return 0;
}

static GrammarItem *read_soft(Reader *r)
{
    const char *start = ++r->s;
    r->s = strchr(start, '`');
    GrammarItem *item = item_new(r, GRAMMAR_SOFT);
    if (item != NULL)
        *item = (GrammarItem){.op = GRAMMAR_SOFT,
                              .capture = -1,
                              .soft = start,
                              .soft_len = (uint8_t)(r->s - start)};
    r->s++;
    return item;
}

static uint16_t rule_named(const char *name, size_t len)
{
    for (uint16_t i = 0; i < RULE_COUNT; i++)
        if (*rows[i].name == *name && strncmp(rows[i].name, name, len) == 0 &&
            rows[i].name[len] == '\0')
            return i;
    assert(!"unknown rule in diagnose.def");
    return 0;
}

/* A word: in capitals a token kind, else a rule. */
static GrammarItem *read_word(Reader *r)
{
    const char *start = r->s;
    while (isalnum((unsigned char)*r->s) || *r->s == '_')
        r->s++;
    size_t len = (size_t)(r->s - start);
    if (isupper((unsigned char)*start)) {
        if (len == 4 && memcmp(start, "SOFT", 4) == 0)
            return item_new(r, GRAMMAR_ANY_SOFT);
        for (int i = 0; i < TOKEN_LPAR; i++) {
            if (is_text_of(i, start, len)) {
                GrammarItem *item = item_new(r, GRAMMAR_TOKEN);
                if (item != NULL)
                    item->token = (uint8_t)i;
                return item;
            }
        }
    }
    GrammarItem *item = item_new(r, GRAMMAR_RULE);
    if (item != NULL)
        item->rule = rule_named(start, len);
    return item;
}

static GrammarItem *read_atom(Reader *r)
{
    GrammarItem *item;
    switch (*r->s) {
    case '\'':
        item = item_new(r, GRAMMAR_TOKEN);
        if (item != NULL)
            item->token = read_token(r);
        return item;
    case '`': return read_soft(r);
    case '~': r->s++; return item_new(r, GRAMMAR_CUT);
    case '@':
        r->s++;
        item = item_new(r, GRAMMAR_FORCED);
        if (item != NULL)
            item->token = read_token(r);
        return item;
    case '(':
    case '[':
        item = item_new(r, *r->s == '(' ? GRAMMAR_GROUP : GRAMMAR_OPTIONAL);
        r->s++;
        if (item != NULL && item->op == GRAMMAR_OPTIONAL)
            item->inner = item_new(r, GRAMMAR_GROUP);
        if (item == NULL || (item->op == GRAMMAR_OPTIONAL && item->inner == NULL))
            return NULL;
        GrammarAlt *alts = read_alts(r);
        (item->inner ? item->inner : item)->alts = alts;
        r->s++;                    /* the closing bracket */
        return alts ? item : NULL; /* NULL: the text has been left anywhere */
    default: return read_word(r);
    }
}

static GrammarItem *wrap(Reader *r, GrammarOp op, GrammarItem *inner, uint8_t min)
{
    GrammarItem *item = inner ? item_new(r, op) : NULL;
    if (item != NULL) {
        item->inner = inner;
        item->min = min;
    }
    return item;
}

static GrammarItem *read_item(Reader *r)
{
    int8_t capture = -1;
    GrammarItem *item;
    if (*r->s >= 'a' && *r->s <= 'd' && r->s[1] == '=') {
        capture = (int8_t)(*r->s - 'a');
        r->s += 2;
    }
    if (*r->s == '&' || *r->s == '!') {
        GrammarOp op = *r->s++ == '&' ? GRAMMAR_AND : GRAMMAR_NOT;
        return wrap(r, op, read_atom(r), 0);
    }
    item = read_atom(r);
    if (item == NULL)
        return NULL;
    if (*r->s == '.' && item->op == GRAMMAR_TOKEN) {
        uint8_t separator = item->token;
        r->s++;
        item = wrap(r, GRAMMAR_MANY, read_atom(r), 1);
        if (item != NULL)
            item->token = separator;
        r->s++; /* the plus sign */
    } else if (*r->s == '*' || *r->s == '+') {
        item = wrap(r, GRAMMAR_MANY, item, *r->s++ == '+');
    } else if (*r->s == '?') {
        r->s++;
        item = wrap(r, GRAMMAR_OPTIONAL, item, 0);
    }
    if (item != NULL)
        item->capture = capture;
    return item;
}

static bool is_mistake(const GrammarItem *item)
{
    return item->op == GRAMMAR_RULE &&
           strncmp(rows[item->rule].name, "invalid_", 8) == 0;
}

static GrammarAlt *read_alt(Reader *r)
{
    GrammarAlt *alt = arena_calloc(r->arena, sizeof *alt);
    if (alt == NULL)
        return NULL;
    GrammarItem **tail = &alt->items;
    for (skip_space(r); *r->s && !strchr("|)]{", *r->s); skip_space(r)) {
        GrammarItem *item = *tail = read_item(r);
        if (item == NULL)
            return NULL;
        tail = &item->next;
    }
    /* As in CPython, only an alternative that is nothing but such a rule is left to
     * the second pass: mistakes in a dict display are found in the first. */
    alt->mistake = alt->items && !alt->items->next && is_mistake(alt->items);
    if (*r->s == '{') {
        alt->action = ++r->s;
        r->s = strchr(r->s, '}');
        alt->action_len = (int)(r->s++ - alt->action);
        skip_space(r);
    }
    return alt;
}

static GrammarAlt *read_alts(Reader *r)
{
    GrammarAlt *first = NULL, **tail = &first;
    do {
        GrammarAlt *alt = *tail = read_alt(r);
        if (alt == NULL)
            return NULL;
        tail = &alt->next;
    } while (*r->s == '|' && r->s++);
    return first;
}

/* ---- what they begin with -------------------------------------------------------- */

static const TokenSet any_token = {{UINT64_MAX, UINT64_MAX}};

static void add_set(TokenSet *to, const TokenSet *from)
{
    to->bits[0] |= from->bits[0];
    to->bits[1] |= from->bits[1];
}

static void add_token(TokenSet *to, uint8_t kind)
{
    to->bits[kind >> 6] |= UINT64_C(1) << (kind & 63);
}

static bool begin_alts(const GrammarRule *rules, GrammarAlt *alts, TokenSet *set);

/* Adds the tokens that the item may begin with, as far as is known of the rules. True:
 * it may match none, and what follows begins there. */
static bool begin_item(const GrammarRule *rules, const GrammarItem *item, TokenSet *set)
{
    switch ((GrammarOp)item->op) {
    case GRAMMAR_TOKEN: add_token(set, item->token); return false;
    case GRAMMAR_SOFT:
    case GRAMMAR_ANY_SOFT: add_token(set, TOKEN_NAME); return false;
    case GRAMMAR_RULE:
        add_set(set, &rules[item->rule].first);
        return rules[item->rule].empty;
    case GRAMMAR_GROUP: return begin_alts(rules, item->alts, set);
    case GRAMMAR_OPTIONAL: begin_item(rules, item->inner, set); return true;
    case GRAMMAR_MANY: return begin_item(rules, item->inner, set) || item->min == 0;
    case GRAMMAR_FORCED: *set = any_token; return false; /* it raises at another */
    case GRAMMAR_AND:
    case GRAMMAR_NOT: {
        TokenSet looked_at = {{0}}; /* the alternatives within want theirs */
        begin_item(rules, item->inner, &looked_at);
        return true;
    }
    default: return true;
    }
}

/* The same of alternatives, which keep theirs: all, where they may match nothing. */
static bool begin_alts(const GrammarRule *rules, GrammarAlt *alts, TokenSet *set)
{
    bool any_empty = false;
    for (GrammarAlt *alt = alts; alt != NULL; alt = alt->next) {
        bool empty = true;
        for (const GrammarItem *item = alt->items; item != NULL; item = item->next) {
            TokenSet unused = {{0}};
            if (!begin_item(rules, item, empty ? &alt->first : &unused))
                empty = false;
        }
        if (empty)
            alt->first = any_token;
        any_empty |= empty;
        add_set(set, &alt->first);
    }
    return any_empty;
}

/* Until nothing is found out any more; from the last rule on, as most rules are made of
 * those behind them. */
static void find_beginnings(GrammarRule *rules)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = RULE_COUNT; i-- > 0;) {
            GrammarRule *rule = &rules[i], before = *rule;
            TokenSet unused = {{0}};
            rule->empty = begin_alts(rules, rule->alts, &rule->first);
            begin_alts(rules, rule->rest, &unused);
            changed |= rule->empty != before.empty ||
                       memcmp(&rule->first, &before.first, sizeof before.first) != 0;
        }
    }
}

/* ---- all of it ------------------------------------------------------------------- */

static GrammarAlt *read_text(AstArena *arena, const char *text)
{
    Reader r = {.arena = arena, .s = text};
    return text ? read_alts(&r) : NULL;
}

/* In the arena; NULL: out of memory. */
static const GrammarRule *read_rules(AstArena *arena)
{
    GrammarRule *all = arena_calloc(arena, RULE_COUNT * sizeof *all);
    for (int i = 0; all != NULL && i < RULE_COUNT && !arena->failed; i++) {
        all[i].memo = rows[i].memo;
        all[i].alts = read_text(arena, rows[i].text);
        all[i].rest = read_text(arena, rows[i].rest);
    }
    if (!arena->failed)
        find_beginnings(all);
    return arena->failed ? NULL : all;
}

const GrammarRule *grammar_rules(void)
{
    static _Atomic(const GrammarRule *) rules;
    const GrammarRule *known = atomic_load(&rules);
    if (known != NULL)
        return known;
    AstArena arena;
    arena_init(&arena, NULL);
    const GrammarRule *fresh = read_rules(&arena);
    if (fresh != NULL && atomic_compare_exchange_strong(&rules, &known, fresh))
        return fresh; /* its memory stays */
    arena_free(&arena);
    return known;
}
