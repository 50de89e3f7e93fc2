/* Descriptions of probes: PROVIDER:MODULE:FUNCTION:NAME, shortened from the left.
 *
 * Provider and name are matched when the script is read, against markers.def. Module
 * and function are those of Python, where DTrace has the binary's: a description asks
 * the code object of the event, once for each, since a code's answer stays. */
#include "probes/dscript/descriptions.h"

#include <ctype.h>
#include <stdio.h>

/* ---- the markers ----------------------------------------------------------------- */

static const char *const own_names[] = {"BEGIN", "END", "ERROR"};

/* The marker's name with a dash for each two underlines, in `room`. */
static DText spelled(const char *marker, char *room)
{
    uint32_t size = 0;
    for (const char *p = marker; *p != 0; p++, size++) {
        bool dash = p[0] == '_' && p[1] == '_';
        room[size] = dash ? '-' : *p;
        p += dash;
    }
    room[size] = 0;
    return (DText){room, size};
}

enum { NAME_ROOM = 40 };

/* All names, as D writes them, made at the first call; they are the process's. */
static const char (*spelled_names(void))[NAME_ROOM]
{
    static char names[PROBE_COUNT][NAME_ROOM];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    for (int i = 0; names[PROBE_COUNT - 1][0] == 0 && i < PROBE_COUNT; i++)
        spelled(probe_kinds[i].marker, names[i]);
    pthread_mutex_unlock(&lock);
    return (const char(*)[NAME_ROOM])names;
}

static const char *name_of(int index)
{
    return index < PROBE_COUNT ? spelled_names()[index] : NULL;
}

DText dprobe_name(const DScript *script, int probe)
{
    if (probe < PROBE_COUNT)
        return dtext(name_of(probe));
    if (probe < DPROBE_TIMER)
        return dtext(own_names[probe - DPROBE_BEGIN]);
    return script->timers[probe - DPROBE_TIMER].name;
}

int dprobe_id(int probe)
{
    if (probe < PROBE_COUNT)
        return probe + 4;
    return probe < DPROBE_TIMER ? probe - DPROBE_BEGIN + 1 : probe + 1;
}

const char *dprobe_provider(const DScript *script, int probe)
{
    if (probe >= DPROBE_TIMER)
        return "profile";
    if (probe >= PROBE_COUNT)
        return "dtrace";
    return script->provider[probe_kinds[probe].provider[0] == 'm'];
}

/* ---- patterns -------------------------------------------------------------------- */

/* Is `c` in the set that begins behind [? `end` is set behind its ]. */
static bool in_set(DText pattern, uint32_t at, char c, uint32_t *end)
{
    bool negated = at < pattern.size && (pattern.s[at] == '!' || pattern.s[at] == '^');
    bool found = false;
    uint32_t begin = at += negated;
    for (; at < pattern.size && (pattern.s[at] != ']' || at == begin); at++) {
        char low = pattern.s[at], high = low;
        if (at + 2 < pattern.size && pattern.s[at + 1] == '-' &&
            pattern.s[at + 2] != ']')
            high = pattern.s[at += 2];
        found |= c >= low && c <= high;
    }
    *end = at + 1;
    return found != negated;
}

/* As fnmatch: *, ?, [a-z], [!a-z]; an empty pattern matches all. Without recursion:
 * only the last * is gone back to. */
static bool glob_matches(DText pattern, const char *text)
{
    uint32_t at = 0, star = UINT32_MAX, end;
    const char *kept = text;
    if (pattern.size == 0)
        return true;
    while (*text != 0 || at < pattern.size) {
        char p = at < pattern.size ? pattern.s[at] : 0;
        if (p == '*') {
            star = at++;
            kept = text;
        } else if (*text != 0 && p == '[' && in_set(pattern, at + 1, *text, &end)) {
            at = end;
            text++;
        } else if (*text != 0 && p != '[' && p != 0 && (p == '?' || p == *text)) {
            at++;
            text++;
        } else if (star != UINT32_MAX && *kept != 0) {
            at = star + 1;
            text = ++kept;
        } else {
            return false;
        }
    }
    return true;
}

static bool is_pattern(DText text)
{
    for (uint32_t i = 0; i < text.size; i++)
        if (strchr("*?[", text.s[i]) != NULL)
            return true;
    return false;
}

/* ---- timers ---------------------------------------------------------------------- */

/* The period of "100ms", "1s", "97hz" or "97"; 0 when it is none. */
static uint64_t period_of(DText text)
{
    DOptions options;
    char word[60];
    DSources nowhere = {.failed = true};
    int size = snprintf(word, sizeof word, "switchrate=%.*s", (int)text.size, text.s);
    if (size >= (int)sizeof word || text.size == 0)
        return 0;
    return doptions_set(&options, &nowhere, NULL, dtext(word)) ? options.switchrate : 0;
}

/* The number of the timer of that name, made if there is none; -1: it is no timer's
 * name. */
static int timer_of(DScript *script, DText name, const char *at)
{
    bool is_profile = name.size > 8 && memcmp(name.s, "profile-", 8) == 0;
    uint32_t head = is_profile ? 8 : 5;
    if (!is_profile && (name.size <= 5 || memcmp(name.s, "tick-", 5) != 0))
        return -1;
    for (int i = 0; i < script->timer_count; i++)
        if (dtext_compare(script->timers[i].name, name) == 0)
            return DPROBE_TIMER + i;
    uint64_t period = period_of((DText){name.s + head, name.size - head});
    if (period < 100000) {
        dsource_wrong(
            &script->sources, at,
            "Say tick-1s, tick-100ms, profile-97hz: at most 10000 in a second.",
            "%.*s is no time that can be waited for", (int)name.size, name.s);
        return -1;
    }
    if (script->timer_count == DTIMERS_MAX) {
        dsource_wrong(&script->sources, at, NULL, "more than %d timers", DTIMERS_MAX);
        return -1;
    }
    script->timers[script->timer_count] = (DTimer){name, period, is_profile};
    return DPROBE_TIMER + script->timer_count++;
}

/* ---- one description ------------------------------------------------------------- */

static bool is_own(DText provider, const char *name)
{
    return provider.size == 0 || glob_matches(provider, name);
}

/* The probes that provider and name match. */
static uint64_t find_probes(DScript *script, DDescription *d)
{
    uint64_t found = 0;
    for (int i = 0; i < PROBE_COUNT; i++)
        if (is_own(d->provider, dprobe_provider(script, i)) &&
            glob_matches(d->name, name_of(i)))
            found |= DPROBE_BIT(i);
    for (int i = 0; i < 3 && !d->has_place; i++)
        if (is_own(d->provider, "dtrace") && d->name.size > 0 &&
            dtext_is(d->name, own_names[i]))
            found |= DPROBE_BIT(DPROBE_BEGIN + i);
    if (found == 0 && !d->has_place && is_own(d->provider, "profile")) {
        int timer = timer_of(script, d->name, d->at);
        found |= timer < 0 ? 0 : DPROBE_BIT(timer);
    }
    return found;
}

static bool is_known_provider(DScript *script, DText provider)
{
    return is_own(provider, "dtrace") || is_own(provider, "profile") ||
           is_own(provider, script->provider[0]) ||
           is_own(provider, script->provider[1]);
}

/* Tells why a description matches nothing. */
static void no_such_probe(DScript *script, const DDescription *d)
{
    char hint[200];
    int size = d->written.size < 200 ? (int)d->written.size : 200;
    const char *colon = memchr(d->written.s, ':', (size_t)size);
    if (!is_known_provider(script, d->provider)) {
        dsource_wrong(&script->sources, d->at,
                      "Here are python$target, minipy$target, dtrace and profile.",
                      "no provider is named %.*s",
                      colon != NULL ? (int)(colon - d->written.s) : size, d->written.s);
        return;
    }
    const char *near = is_pattern(d->name) ? NULL : dsource_nearest(d->name, name_of);
    if (near != NULL)
        snprintf(hint, sizeof hint, "Did you mean %s?", near);
    else
        snprintf(hint, sizeof hint, "docs/PROBES.md lists them, as does readelf -n.");
    dsource_wrong(&script->sources, d->at, hint,
                  is_pattern(d->name) ? "%.*s matches no probe"
                                      : "no probe is named %.*s",
                  size, d->written.s);
}

/* Cuts "a:b:c:d" into its parts, from the right: "c:d" has function and name. */
static void split(DDescription *d, DText text)
{
    DText *const parts[] = {&d->name, &d->function, &d->module, &d->provider};
    uint32_t end = text.size;
    for (int i = 0; i < 4; i++) {
        uint32_t begin = end;
        while (begin > 0 && (i == 3 || text.s[begin - 1] != ':'))
            begin--;
        *parts[i] = (DText){text.s + begin, end - begin};
        if (begin == 0) {
            for (i++; i < 4; i++)
                *parts[i] = dtext("");
            return;
        }
        end = begin - 1;
    }
}

/* With $target, $1 and other macros replaced, and blanks left out. */
static DText expand(DScript *script, const char *begin, const char *end)
{
    char room[1000];
    size_t size = 0;
    for (const char *p = begin; p < end && size < sizeof room - 60; p++) {
        size_t word = 1;
        while (p[0] == '$' && p + word < end &&
               (isalnum((unsigned char)p[word]) || p[word] == '_'))
            word++;
        if (isspace((unsigned char)*p))
            continue;
        int number = word == 2 ? p[1] - '0' : 0;
        if (word == 7 && memcmp(p, "$target", 7) == 0)
            size += (size_t)snprintf(room + size, 30, "%lld", (long long)script->pid);
        else if (number > 0 && number <= script->word_count)
            size +=
                (size_t)snprintf(room + size, 50, "%.49s", script->words[number - 1]);
        else if (*p == '$')
            dsource_wrong(&script->sources, p,
                          "$target is the process, $1 the first --dscript-arg.",
                          "%.*s is not known here", (int)word, p);
        else
            room[size++] = *p;
        p += word - 1;
    }
    return darena_copy(&script->arena, room, size);
}

static DDescription *read_one(DScript *script, const char *begin, const char *end)
{
    DDescription *d = darena_take(&script->arena, sizeof *d);
    d->at = begin;
    d->written = (DText){begin, (uint32_t)(end - begin)};
    DText text = expand(script, begin, end);
    uint32_t colons = 0;
    for (uint32_t i = 0; i < text.size; i++)
        colons += text.s[i] == ':';
    split(d, text);
    d->has_place = d->module.size > 0 || d->function.size > 0;
    if (text.size == 0 || colons > 3)
        dsource_wrong(&script->sources, begin,
                      "A probe is provider:module:function:name, as in "
                      "python$target:::function-entry.",
                      text.size == 0 ? "a probe is missing" : "this is no probe");
    else if ((d->probes = find_probes(script, d)) == 0 && script->options.zdefs == 0)
        no_such_probe(script, d);
    if (d->has_place)
        d->known = darena_take(&script->arena, DCODES_KNOWN);
    return d;
}

void ddescriptions_read(DScript *script, DLexer *lexer, DClause *clause)
{
    DDescription **last = &clause->descriptions;
    for (;;) {
        dlex_skip(lexer);
        const char *begin = lexer->next, *p = begin, *end;
        while (p < lexer->end && strchr("/{},;", *p) == NULL)
            p++;
        for (end = p; end > begin && isspace((unsigned char)end[-1]);)
            end--;
        DDescription *d = read_one(script, begin, end);
        clause->probes |= d->probes;
        *last = d;
        last = &d->next;
        lexer->next = p;
        dlex_skip(lexer); /* a comment before a comma, a predicate or a body */
        if (script->sources.failed || lexer->next == lexer->end || *lexer->next != ',')
            return;
        lexer->next++;
    }
}

/* ---- places ---------------------------------------------------------------------- */

bool ddescription_matches(DDescription *d, const ProbeEvent *event)
{
    const ProbeCode *code = event != NULL ? event->code : NULL;
    if (code == NULL)
        return false;
    uint8_t *known = code->id < DCODES_KNOWN && d->known ? &d->known[code->id] : NULL;
    if (known != NULL && *known != 0)
        return *known == 2;
    bool matches = glob_matches(d->module, code->module) &&
                   (glob_matches(d->function, code->qualname) ||
                    glob_matches(d->function, code->name));
    if (known != NULL)
        *known = (uint8_t)(1 + matches);
    d->matched |= matches;
    return matches;
}
