/* Reads a script: pragmas, declarations, and clauses with their descriptions,
 * predicates and statements. Expressions are read by parse_expr.c.
 *
 * Each clause is checked as soon as it is read (check.h), because a variable has the
 * type that its first assignment gives it, in the order of the text. */
#include "probes/dscript/parse.h"

#include "probes/dscript/check.h"
#include "probes/dscript/descriptions.h"

void dparse_next(DParser *parser)
{
    parser->token = dlex_next(&parser->lexer);
}

void dparse_wrong(DParser *parser, const char *wanted)
{
    const DToken *token = &parser->token;
    if (token->kind == DTOKEN_END)
        dsource_wrong(&parser->script->sources, token->at, NULL,
                      "%s is wanted, and here is the end", wanted);
    else
        dsource_wrong(&parser->script->sources, token->at, NULL,
                      "%s is wanted, not %.*s", wanted,
                      token->size < 40 ? (int)token->size : 40, token->at);
    parser->token.kind = DTOKEN_END;
}

bool dparse_accept(DParser *parser, uint32_t sign)
{
    bool is = dparse_is(parser, sign);
    if (is)
        dparse_next(parser);
    return is;
}

void dparse_want(DParser *parser, uint32_t sign)
{
    char wanted[] = {'`', (char)sign, (char)(sign >> 8), (char)(sign >> 16), 0, 0};
    if (!dparse_accept(parser, sign)) {
        wanted[strlen(wanted)] = '\'';
        dparse_wrong(parser, wanted);
    }
}

/* ---- statements ------------------------------------------------------------------ */

static DStatement *parse_block(DParser *parser, int *action);

static DStatement *parse_if(DParser *parser, int *action)
{
    DStatement *made = darena_take(&parser->script->arena, sizeof *made);
    made->is_if = true;
    made->action = *action;
    dparse_next(parser);
    dparse_want(parser, DSIGN('('));
    made->expr = dparse_expression(parser);
    dparse_want(parser, DSIGN(')'));
    made->yes = parse_block(parser, action);
    if (parser->token.kind == DTOKEN_NAME && dtext_is(parser->token.text, "else")) {
        dparse_next(parser);
        made->no = parse_block(parser, action);
    }
    return made;
}

/* NULL for an empty one. */
static DStatement *parse_statement(DParser *parser, int *action)
{
    if (dparse_accept(parser, DSIGN(';')))
        return NULL;
    if (parser->token.kind == DTOKEN_NAME && dtext_is(parser->token.text, "if"))
        return parse_if(parser, action);
    static const char *const loops[] = {"for",  "while",  "do",
                                        "goto", "switch", "return"};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        if (parser->token.kind == DTOKEN_NAME && dtext_is(parser->token.text, loops[i]))
            dsource_wrong(&parser->script->sources, parser->token.at,
                          "A clause runs once an event; predicates choose.",
                          "D has no `%s'", loops[i]);
    DStatement *made = darena_take(&parser->script->arena, sizeof *made);
    made->action = ++*action;
    made->expr = dparse_expression(parser);
    if (!dparse_is(parser, DSIGN('}')))
        dparse_want(parser, DSIGN(';'));
    return made;
}

/* Statements up to the bracket, which is taken. */
static DStatement *parse_statements(DParser *parser, int *action)
{
    DStatement *first = NULL, **last = &first;
    while (!dparse_is(parser, DSIGN('}')) && parser->token.kind != DTOKEN_END) {
        DStatement *made = parse_statement(parser, action);
        if (made != NULL) {
            *last = made;
            last = &made->next;
        }
    }
    dparse_want(parser, DSIGN('}'));
    return first;
}

static DStatement *parse_block(DParser *parser, int *action)
{
    DStatement *made = NULL;
    if (++parser->depth > DDEPTH_MAX)
        dparse_wrong(parser, "a simpler statement");
    if (dparse_accept(parser, DSIGN('{')))
        made = parse_statements(parser, action);
    else
        made = parse_statement(parser, action);
    parser->depth--;
    return made;
}

/* ---- clauses --------------------------------------------------------------------- */

/* The token is the first letter of a description, which is read from the text. */
static void parse_clause(DParser *parser)
{
    DScript *script = parser->script;
    DClause *clause = darena_take(&script->arena, sizeof *clause);
    int action = 0;
    clause->at = parser->token.at;
    parser->lexer.next = parser->token.at;
    ddescriptions_read(script, &parser->lexer, clause);
    dparse_next(parser);
    if (dparse_accept(parser, DSIGN('/'))) {
        parser->in_predicate = true;
        clause->predicate = dparse_expression(parser);
        parser->in_predicate = false;
        dparse_want(parser, DSIGN('/'));
    }
    if (dparse_accept(parser, DSIGN('{')))
        clause->body = parse_statements(parser, &action);
    else if (!dparse_accept(parser, DSIGN(';')) && parser->token.kind != DTOKEN_END)
        dparse_wrong(parser, "`{'");
    if (script->sources.failed || script->arena.failed)
        return;
    clause->records = action == 0;
    dcheck_clause(script, clause);
    *script->clauses_end = clause;
    script->clauses_end = &clause->next;
}

/* ---- declarations ---------------------------------------------------------------- */

static void parse_keys_types(DParser *parser, DVariable *variable)
{
    do {
        DType type;
        if (variable->key_count == DKEYS_MAX || !dparse_type(parser, &type) ||
            type.kind == DKIND_VOID) {
            dparse_wrong(parser, "a type of a key");
            return;
        }
        variable->keys[variable->key_count++] = type;
    } while (dparse_accept(parser, DSIGN(',')));
    dparse_want(parser, DSIGN(']'));
    variable->is_array = true;
}

static void parse_declared(DParser *parser, DScope scope, DType type)
{
    DVariable *variable =
        dcheck_variable(parser->script, scope, parser->token.text, parser->token.at);
    if (parser->token.kind != DTOKEN_NAME)
        dparse_wrong(parser, "a name");
    else if (variable->is_typed)
        dsource_wrong(&parser->script->sources, parser->token.at, NULL,
                      "%.*s has a type already", (int)variable->name.size,
                      variable->name.s);
    else if (type.kind == DKIND_VOID)
        dsource_wrong(&parser->script->sources, parser->token.at, NULL,
                      "a variable cannot be void");
    dparse_next(parser);
    variable->is_typed = true;
    variable->type = type;
    if (dparse_accept(parser, DSIGN('[')))
        parse_keys_types(parser, variable);
}

/* [self|this] TYPE NAME, NAME...; or nothing is taken, and false. */
static bool parse_declaration(DParser *parser)
{
    DScope scope = DSCOPE_GLOBAL;
    DToken first = parser->token;
    DLexer behind = parser->lexer;
    DType type;
    if (first.kind != DTOKEN_NAME)
        return false;
    if (dtext_is(first.text, "self") || dtext_is(first.text, "this")) {
        scope = *first.text.s == 's' ? DSCOPE_SELF : DSCOPE_THIS;
        dparse_next(parser);
    }
    if (!dparse_type(parser, &type)) {
        parser->token = first;
        parser->lexer = behind;
        return false;
    }
    do
        parse_declared(parser, scope, type);
    while (dparse_accept(parser, DSIGN(',')));
    dparse_want(parser, DSIGN(';'));
    return true;
}

static void parse_inline(DParser *parser)
{
    DScript *script = parser->script;
    DInline *made = darena_take(&script->arena, sizeof *made);
    DType type;
    dparse_next(parser);
    if (!dparse_type(parser, &type))
        dparse_wrong(parser, "a type");
    made->name = parser->token.text;
    if (parser->token.kind != DTOKEN_NAME)
        dparse_wrong(parser, "a name");
    dparse_next(parser);
    if (dparse_is(parser, DSIGN('[')))
        dsource_wrong(&script->sources, parser->token.at, NULL,
                      "an inline with keys is not here");
    dparse_want(parser, DSIGN('='));
    made->value = dparse_expression(parser);
    dparse_want(parser, DSIGN(';'));
    made->next = script->inlines;
    script->inlines = made;
}

/* A word that begins what is not here: tells what to do instead. */
static bool refuse(DParser *parser)
{
    static const struct {
        const char *word, *hint;
    } refused[] = {
        {"typedef", "Use int64_t, uint64_t, string and the other types of D's own."},
        {"struct", "What a marker knows is in its arguments: arg0, copyinstr(arg0)."},
        {"union", "What a marker knows is in its arguments: arg0, copyinstr(arg0)."},
        {"enum", "inline int NAME = 1; names a number."},
        {"translator", "What a marker knows is in its arguments: arg0, args[0]."},
        {"provider", "The providers are python$target and minipy$target."},
        {"import", "Give several scripts: --dscript ONE.d --dscript OTHER.d."},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (parser->token.kind == DTOKEN_NAME &&
            dtext_is(parser->token.text, refused[i].word)) {
            dsource_wrong(&parser->script->sources, parser->token.at, refused[i].hint,
                          "declarations with `%s' are not here", refused[i].word);
            return true;
        }
    return false;
}

/* ---- pragmas --------------------------------------------------------------------- */

/* "#pragma D option NAME=VALUE", from behind the #, up to the line's end. */
static void parse_pragma(DParser *parser)
{
    DScript *script = parser->script;
    const char *at = parser->token.at, *p = at + 1, *end = at;
    char words[4][80] = {"", "", "", ""};
    while (end < parser->lexer.end && *end != '\n')
        end++;
    for (int i = 0; i < 4; i++) {
        size_t size = 0;
        while (p < end && (*p == ' ' || *p == '\t'))
            p++;
        for (; p < end && *p != ' ' && *p != '\t' && size < 79; p++)
            words[i][size++] = *p;
        words[i][size] = 0;
    }
    parser->lexer.next = end;
    bool pragma = strcmp(words[0], "pragma") == 0,
         ident = strcmp(words[0], "ident") == 0;
    if (!pragma && !ident)
        dsource_wrong(&script->sources, at, "inline int NAME = 1; names a number.",
                      "C's preprocessor is not run");
    else if (pragma && strcmp(words[1], "D") == 0 && strcmp(words[2], "option") == 0)
        doptions_set(&script->options, &script->sources, at,
                     darena_copy(&script->arena, words[3], strlen(words[3])));
    else if (pragma && strcmp(words[1], "D") == 0 &&
             strcmp(words[2], "attributes") != 0 && strcmp(words[2], "binding") != 0)
        dsource_wrong(&script->sources, at, "#pragma D option NAME=VALUE is.",
                      "this pragma is not known");
    dparse_next(parser);
}

/* ---- all of it ------------------------------------------------------------------- */

static void parse_next(DParser *parser)
{
    bool word = parser->token.kind == DTOKEN_NAME;
    if (dparse_is(parser, DSIGN('#')))
        parse_pragma(parser);
    else if (word && dtext_is(parser->token.text, "inline"))
        parse_inline(parser);
    else if (!refuse(parser) && !parse_declaration(parser))
        parse_clause(parser);
}

void dparse_source(DScript *script, const DSource *source)
{
    DParser parser = {.script = script};
    parser.lexer = (DLexer){&script->sources, &script->arena, source->text,
                            source->text + source->size};
    /* A description may begin with a sign that is none of D, as *:::line. */
    dlex_skip(&parser.lexer);
    dparse_next(&parser);
    while (parser.token.kind != DTOKEN_END && !script->sources.failed &&
           !script->arena.failed)
        parse_next(&parser);
}
