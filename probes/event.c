/* event.c - the events of observers: whom they concern, and what an observer answered
 * (event.h). The list that an observer is in, and the calls that report an event, are
 * consumer.c's.
 *
 * Invariant: what an observer's patterns say of a code object is asked once, and kept
 * by the id of its ProbeCode. */
#include "probes/observer.h"

#include <fnmatch.h>
#include <pthread.h>
#include <string.h>

const ProbeKind probe_kinds[PROBE_COUNT] = {
#define ARGS1(...)                                                                     \
    PROBE_COUNT_ARGS1(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS1(__VA_ARGS__)                                                  \
    }
#define ARGS2(...)                                                                     \
    PROBE_COUNT_ARGS2(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS2(__VA_ARGS__)                                                  \
    }
#define ARGS3(...)                                                                     \
    PROBE_COUNT_ARGS3(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS3(__VA_ARGS__)                                                  \
    }
#define ARGS4(...)                                                                     \
    PROBE_COUNT_ARGS4(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS4(__VA_ARGS__)                                                  \
    }
#define ARGS5(...)                                                                     \
    PROBE_COUNT_ARGS5(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS5(__VA_ARGS__)                                                  \
    }
#define ARGS6(...)                                                                     \
    PROBE_COUNT_ARGS6(__VA_ARGS__),                                                    \
    {                                                                                  \
        PROBE_TOLD_ARGS6(__VA_ARGS__)                                                  \
    }
#define MARKER(provider, marker, name, place, args, rule) {#provider, #marker, args},
#include "probes/markers.def"
#undef MARKER
};

/* ---- code objects ---------------------------------------------------------------- */

struct ProbeCodeBlock {
    ProbeCodeBlock *next;
    ProbeCode code;
    char text[];
};

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 1;
}

/* Copies to *at, which moves on. */
static const char *copy_text(char **at, const char *text)
{
    size_t size = text_size(text);
    char *copy = *at;
    memcpy(copy, text != NULL ? text : "", size);
    *at += size;
    return copy;
}

const ProbeCode *probe_code_new(ProbeConsumers *consumers, const ProbeCode *like)
{
    const ProbeHost *host = consumers->host;
    size_t size = text_size(like->filename) + text_size(like->name) +
                  text_size(like->qualname) + text_size(like->module);
    ProbeCodeBlock *block = host->allocate(host->vm, sizeof *block + size);
    if (block == NULL)
        return NULL;
    char *at = block->text;
    block->code = (ProbeCode){
        .id = ++consumers->last_code,
        .first_line = like->first_line,
        .filename = copy_text(&at, like->filename),
        .name = copy_text(&at, like->name),
        .qualname = copy_text(&at, like->qualname),
        .module = copy_text(&at, like->module),
    };
    block->next = consumers->codes;
    consumers->codes = block;
    return &block->code;
}

void probe_codes_free(ProbeConsumers *consumers)
{
    while (consumers->codes != NULL) {
        ProbeCodeBlock *block = consumers->codes;
        consumers->codes = block->next;
        consumers->host->release(consumers->host->vm, block);
    }
}

/* ---- patterns -------------------------------------------------------------------- */

enum { PATTERN_MAX = 512 };

/* Does one pattern, of so many bytes, match? Of what is longer, the beginning counts.
 */
static bool matches(const char *pattern, size_t length, const char *text)
{
    char word[PATTERN_MAX];
    if (length >= sizeof word)
        length = sizeof word - 1;
    memcpy(word, pattern, length);
    word[length] = 0;
    return fnmatch(word, text, 0) == 0;
}

/* Do the patterns, with commas between, take the text? Those with '!' alone take what
 * none of them matches. `base` is another form of the text, or NULL, for patterns
 * without a slash. */
static bool patterns_take(const char *patterns, const char *text, const char *base)
{
    bool taken = false, positive = false;
    for (const char *word = patterns;; word++) {
        size_t length = strcspn(word, ",");
        bool excludes = length > 0 && word[0] == '!';
        const char *pattern = word + excludes;
        size_t size = length - excludes;
        bool match = matches(pattern, size, text) ||
                     (base != NULL && memchr(pattern, '/', size) == NULL &&
                      matches(pattern, size, base));
        if (match && excludes)
            return false;
        positive |= !excludes;
        taken |= match;
        word += length;
        if (*word == 0)
            return taken || !positive;
    }
}

static bool is_given(const char *patterns)
{
    return patterns != NULL && patterns[0] != 0;
}

static bool filter_takes_code(const ProbeFilter *filter, const ProbeCode *code)
{
    const char *slash = strrchr(code->filename, '/');
    return (!is_given(filter->files) ||
            patterns_take(filter->files, code->filename, slash ? slash + 1 : NULL)) &&
           (!is_given(filter->modules) ||
            patterns_take(filter->modules, code->module, NULL)) &&
           (!is_given(filter->names) ||
            patterns_take(filter->names, code->qualname, NULL));
}

/* ---- what an observer asked not to hear again ------------------------------------ */

static size_t silence_hash(const Silence *s)
{
    uint64_t mixed = ((uint64_t)s->code << 32 ^ (uint32_t)s->line * 31u ^ s->kind) *
                     UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 24);
}

static Silence *silence_find(const SilenceSet *set, const Silence *s)
{
    for (size_t i = silence_hash(s);; i++) {
        Silence *e = &set->entries[i & (set->room - 1)];
        if (!e->taken ||
            (e->code == s->code && e->line == s->line && e->kind == s->kind))
            return e;
    }
}

static bool silence_grow(SilenceSet *set, const ProbeHost *host)
{
    SilenceSet more = {.room = set->room ? set->room * 2 : 64, .count = set->count};
    more.entries = host->allocate(host->vm, more.room * sizeof *more.entries);
    if (more.entries == NULL)
        return false;
    memset(more.entries, 0, more.room * sizeof *more.entries);
    for (size_t i = 0; i < set->room; i++)
        if (set->entries[i].taken)
            *silence_find(&more, &set->entries[i]) = set->entries[i];
    if (set->entries != NULL)
        host->release(host->vm, set->entries);
    *set = more;
    return true;
}

/* Without memory the observer hears more than it wants. */
static void silence_add(SilenceSet *set, const ProbeHost *host, Silence s)
{
    if (set->count * 2 >= set->room && !silence_grow(set, host))
        return;
    Silence *e = silence_find(set, &s);
    set->count += !e->taken;
    s.taken = true;
    *e = s;
}

static Silence place_of(const ProbeEvent *event)
{
    return (Silence){.code = event->code ? event->code->id : 0,
                     .line = event->line,
                     .kind = event->kind};
}

/* ---- observers ------------------------------------------------------------------- */

enum { UNDECIDED, TAKEN, LEFT_OUT };

Observer *probe_observer_new(ProbeConsumers *consumers, const ProbeObserver *of)
{
    const ProbeHost *host = consumers->host;
    const ProbeFilter *f = &of->filter;
    size_t size = text_size(f->files) + text_size(f->modules) + text_size(f->names);
    Observer *o = host->allocate(host->vm, sizeof *o + size);
    if (o == NULL)
        return NULL;
    memset(o, 0, sizeof *o);
    char *at = o->text;
    o->of = *of;
    o->host = host;
    o->slot = -1;
    o->of.filter.files = copy_text(&at, f->files);
    o->of.filter.modules = copy_text(&at, f->modules);
    o->of.filter.names = copy_text(&at, f->names);
    o->has_patterns = is_given(f->files) || is_given(f->modules) || is_given(f->names);
    return o;
}

void probe_observer_free(ProbeConsumers *consumers, Observer *o)
{
    const ProbeHost *host = consumers->host;
    if (o->codes != NULL)
        host->release(host->vm, o->codes);
    if (o->silent.entries != NULL)
        host->release(host->vm, o->silent.entries);
    host->release(host->vm, o);
}

/* Makes room for the ids up to `id`. */
static bool has_room(const ProbeHost *host, Observer *o, uint32_t id)
{
    if (id < o->codes_room)
        return true;
    size_t room = o->codes_room ? o->codes_room * 2 : 256;
    while (room <= id)
        room *= 2;
    uint8_t *codes = host->allocate(host->vm, room);
    if (codes == NULL)
        return false;
    memset(codes, UNDECIDED, room);
    if (o->codes != NULL) {
        memcpy(codes, o->codes, o->codes_room);
        host->release(host->vm, o->codes);
    }
    o->codes = codes;
    o->codes_room = room;
    return true;
}

static bool takes_code(const ProbeHost *host, Observer *o, const ProbeCode *code)
{
    if (!o->has_patterns)
        return true;
    if (code == NULL)
        return false;
    if (!has_room(host, o, code->id))
        return filter_takes_code(&o->of.filter, code);
    uint8_t *said = &o->codes[code->id];
    if (*said == UNDECIDED)
        *said = filter_takes_code(&o->of.filter, code) ? TAKEN : LEFT_OUT;
    return *said == TAKEN;
}

/* The time that an event tells; UINT64_MAX: none. */
static uint64_t told_ns(const ProbeEvent *event)
{
    switch (event->kind) {
    case PROBE_function_return: return (uint64_t)event->args[PROBE_TOOK].number;
    case PROBE_function_latency: return (uint64_t)event->args[3].number;
    case PROBE_lock_acquired: return (uint64_t)event->args[2].number;
    case PROBE_gil_acquired: return (uint64_t)event->args[1].number;
    default: return UINT64_MAX;
    }
}

static ProbeAnswer hand_over(const Observer *o, const ProbeEvent *event)
{
    const ProbeCalls *calls = o->of.calls;
    bool native = event->kind == PROBE_cfunction_entry;
    if (calls == NULL ||
        ((PROBES_OF_ENTRIES | PROBES_OF_NATIVES) >> event->kind & 1) == 0)
        return o->of.event(o->of.user, event);
    if (native || event->kind == PROBE_function_entry)
        calls->enter(o->of.user, event->thread,
                     native ? o->host->native_key(event->vm) : event->code, native);
    else
        calls->leave(o->of.user, event->thread);
    return PROBE_GO_ON;
}

/* Hands it over, unless it is of another thread or was silenced. */
static ProbeAnswer tell_carefully(void *user, const ProbeEvent *event)
{
    Observer *o = user;
    const ProbeFilter *f = &o->of.filter;
    if ((f->thread != 0 && f->thread != event->thread) ||
        (f->min_ns != 0 && told_ns(event) < f->min_ns))
        return PROBE_GO_ON;
    if (o->silent.count > 0) {
        Silence place = place_of(event);
        if (silence_find(&o->silent, &place)->taken)
            return PROBE_SILENT;
    }
    return hand_over(o, event);
}

static ProbeAnswer tell_nobody(void *user, const ProbeEvent *event)
{
    (void)user, (void)event;
    return PROBE_GO_ON;
}

void probe_slot_set(ProbeSlot *slot, Observer *o)
{
    if (o == NULL)
        *slot = (ProbeSlot){.event = tell_nobody};
    else if (o->of.filter.thread != 0 || o->of.filter.min_ns != 0 ||
             o->silent.count > 0 || o->of.calls != NULL)
        *slot = (ProbeSlot){tell_carefully, o, o};
    else
        *slot = (ProbeSlot){o->of.event, o->of.user, o};
}

bool probe_answered(ProbeConsumers *consumers, const ProbeSlot *slot,
                    const ProbeEvent *event, ProbeAnswer answer)
{
    const ProbeHost *host = consumers->host;
    Observer *o = slot->observer;
    if (answer == PROBE_ABORT)
        host->abort(host->vm);
    if (answer != PROBE_SILENT || o == NULL)
        return false;
    silence_add(&o->silent, host, place_of(event));
    if (o->slot >= 0)
        probe_slot_set(&consumers->slots[o->slot], o);
    return true;
}

void probe_observer_tell(ProbeConsumers *consumers, Observer *o,
                         const ProbeEvent *event)
{
    if (!takes_code(consumers->host, o, event->code))
        return;
    ProbeAnswer answer = tell_carefully(o, event);
    ProbeSlot slot = {.observer = o->id != 0 ? o : NULL};
    if (answer != PROBE_GO_ON)
        probe_answered(consumers, &slot, event, answer);
}

/* `one` is who wants these kinds of a code alone so far; o wants some of them, too. */
static const ProbeObserver *alone(const Observer *o, uint64_t kinds, bool first)
{
    bool bare = o->of.calls != NULL && (o->of.kinds & kinds) == kinds &&
                o->of.filter.thread == 0 && o->of.filter.min_ns == 0;
    return first && bare ? &o->of : NULL;
}

ProbeTakers probe_takers(ProbeConsumers *consumers, const ProbeCode *code)
{
    const uint64_t calls = PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    ProbeTakers takers = {.kinds = 0};
    for (Observer *o = consumers->first; o != NULL; o = o->next) {
        uint64_t kinds = probe_observer_kinds(o) & PROBES_OF_CODE;
        if (o->id == 0 || kinds == 0 || !takes_code(consumers->host, o, code))
            continue;
        for (int kind = 0; kind < PROBE_LOOP_KINDS; kind++)
            if (kinds & UINT64_C(1) << kind)
                takers.of[kind] |= UINT64_C(1) << o->slot;
        if (kinds & calls)
            takers.calls = alone(o, calls, (takers.kinds & calls) == 0);
        if (kinds & PROBES_OF_NATIVES)
            takers.natives =
                alone(o, PROBES_OF_NATIVES, (takers.kinds & PROBES_OF_NATIVES) == 0);
        takers.kinds |= kinds;
    }
    return takers;
}

/* ---- events ---------------------------------------------------------------------- */

_Static_assert((int)PROBE_function_entry < PROBE_LOOP_KINDS &&
                   (int)PROBE_function_return < PROBE_LOOP_KINDS &&
                   (int)PROBE_line < PROBE_LOOP_KINDS,
               "the markers of the loop come first");

void probe_event_fill(ProbeConsumers *consumers, ProbeEvent *event)
{
    const ProbeHost *host = consumers->host;
    bool of_loop = event->kind < PROBE_LOOP_KINDS; /* whose arguments name the frame */
    ProbeFrame at = {0};
    event->size = sizeof *event;
    event->vm = host->vm;
    event->thread = (uint64_t)pthread_self();
    if (event->kind == PROBE_function_return)
        event->exit = consumers->exit;
    if (!host->place(host->vm, of_loop ? event->args[3].address : NULL, &at))
        return;
    event->code = at.code;
    event->frame = at.frame;
    event->line = of_loop ? (int)event->args[2].number : at.line;
}

void probe_event_args(const ProbeEvent *event, ProbeValue args[PROBE_ARGS_MAX])
{
    if (event->kind >= PROBE_LOOP_KINDS) {
        memcpy(args, event->args, sizeof event->args);
        return;
    }
    memset(args, 0, sizeof event->args);
    if (event->code != NULL) {
        args[0].text = event->code->filename;
        args[1].text = event->code->name;
    }
    args[2].number = event->line;
    args[3].address = event->frame;
}

size_t probe_stack(ProbeConsumers *consumers, ProbeFrame *frames, size_t most,
                   bool lines)
{
    const ProbeHost *host = consumers->host;
    return host->stack(host->vm, frames, most, lines);
}
