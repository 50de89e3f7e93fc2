/* Reads the grammar text of diagnose.def. It is ours and correct, so nothing here
 * reports mistakes in it; asserts do.
 *
 * A rule is read when a diagnosis first tries it, and kept for all that come after in
 * the process: to read the rules anew took most of the time of an error. Whoever reads
 * one at the same time as another thread throws its own away. */
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
static _Atomic(const GrammarRule *) rules[RULE_COUNT]; /* NULL: not tried yet */

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

/* In the arena; NULL: out of memory. */
static const GrammarRule *read_rule(AstArena *arena, RuleId id)
{
    Reader r = {.arena = arena, .s = rows[id].text};
    GrammarRule *rule = arena_calloc(arena, sizeof *rule);
    if (rule == NULL)
        return NULL;
    rule->memo = rows[id].memo;
    rule->alts = read_alts(&r);
    if (rows[id].rest != NULL) {
        r.s = rows[id].rest;
        rule->rest = read_alts(&r);
    }
    return arena->failed ? NULL : rule;
}

const GrammarRule *grammar_rule(RuleId id)
{
    enum { CHUNK = 1000 }; /* most are small */
    const GrammarRule *known = atomic_load(&rules[id]);
    if (known != NULL)
        return known;
    AstArena arena;
    arena_init(&arena, NULL);
    arena.chunk_size = CHUNK;
    const GrammarRule *rule = read_rule(&arena, id);
    if (rule != NULL && atomic_compare_exchange_strong(&rules[id], &known, rule))
        return rule; /* its memory stays */
    arena_free(&arena);
    return known;
}
