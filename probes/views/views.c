/* Kinds of --trace: reads a spec, starts the view, and ends it (view.h).
 *
 * A view is an observer (event.h) with a file: it lives from probe_view_start() to the
 * observer's close, which writes the results, closes the file and says what went wrong.
 * Read next: a small kind, exception_log.c. */
#include "probes/views/views.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/format.h"
#include "probes/ring.h"
#include "probes/views/measures.h"
#include "probes/views/serve.h"
#include "probes/views/view.h"

static const ViewKind view_kinds[] = {
#define VIEW(name, flags, options, shows, costs)                                       \
    {#name, flags, options, shows, costs, name##_start, name##_finish},
#include "probes/views/views.def"
#undef VIEW
    {NULL, 0, NULL, NULL, NULL, NULL, NULL},
};

/* What every kind takes: which code it looks at. */
static const char common_options[] =
    "files=PATTERNS modules=PATTERNS names=PATTERNS thread=IDENT";

/* ---- options --------------------------------------------------------------------- */

int view_refuse(View *view, const char *format, ...)
{
    char text[400];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    const ViewTarget *target = view->target;
    if (target->complain != NULL && length > 0)
        target->complain(target->complain_user, text, length);
    return -1;
}

int view_begin(View *view, size_t state_size,
               ProbeAnswer (*event)(void *user, const ProbeEvent *event),
               uint64_t kinds)
{
    view->state = view_alloc(state_size);
    if (view->state == NULL)
        return view_refuse(view, "not enough memory");
    view->observer.event = event;
    view->observer.kinds = kinds;
    return 0;
}

/* Does "key=WHAT key=WHAT" have that key? */
static bool lists_key(const char *list, const char *key, size_t length)
{
    for (const char *word = list; *word; word += *word == ' ') {
        size_t size = strcspn(word, " ");
        if (size > length && word[length] == '=' && strncmp(word, key, length) == 0)
            return true;
        word += size;
    }
    return false;
}

/* The value of an option, or NULL when it was not given. */
static const char *option_of(const View *view, const char *key)
{
    size_t length = strlen(key);
    for (const char *word = view->options; *word; word += strlen(word) + 1)
        if (strncmp(word, key, length) == 0 && word[length] == '=')
            return word + length + 1;
    return NULL;
}

const char *view_option_text(const View *view, const char *key, const char *usual)
{
    const char *text = option_of(view, key);
    return text != NULL ? text : usual;
}

long view_option_number(View *view, const char *key, long least, long most, long usual)
{
    const char *text = option_of(view, key);
    if (text == NULL)
        return usual;
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || errno != 0 || number < least || number > most)
        return view_refuse(view, "%s=%s: it is a number from %ld to %ld", key, text,
                           least, most);
    return number;
}

int view_option_word(View *view, const char *key, const char *words)
{
    const char *text = option_of(view, key), *word = words;
    if (text == NULL)
        return 0;
    for (int i = 0; *word; i++) {
        size_t size = strcspn(word, " ");
        if (strlen(text) == size && strncmp(word, text, size) == 0)
            return i;
        word += size;
        word += *word == ' ';
    }
    return view_refuse(view, "%s=%s: it is one of %s", key, text, words);
}

/* Where the option ends: at a colon behind which "key=" stands, or at the end, for a
 * value may have colons itself. */
static size_t option_size(const char *word)
{
    size_t size = strcspn(word, ":");
    while (word[size] == ':') {
        size_t key = strspn(word + size + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (word[size + 1 + key] == '=' || word[size + 1 + key] == 0)
            break;
        size += 1 + strcspn(word + size + 1, ":");
    }
    return size;
}

/* Splits "key=value:key=value" into view->options. */
static int take_options(View *view, const char *text)
{
    const char *common = view->kind->flags & VIEW_UNFILTERED ? "" : common_options;
    view->options = view_alloc(strlen(text) + 2);
    if (view->options == NULL)
        return view_refuse(view, "not enough memory");
    strcpy(view->options, text);
    for (char *word = view->options; *word;) {
        size_t size = option_size(word), key = strcspn(word, "=");
        if (key >= size)
            return view_refuse(view, "%s: options are written key=value", text);
        if (!lists_key(view->kind->options, word, key) && !lists_key(common, word, key))
            return view_refuse(view, "%s has no option %.*s; it has: %s%s%s",
                               view->kind->name, (int)key, word, view->kind->options,
                               *view->kind->options ? " " : "", common);
        bool last = word[size] == 0;
        word[size] = 0;
        word += size + !last;
    }
    return 0;
}

static int take_filter(View *view)
{
    ProbeFilter *filter = &view->observer.filter;
    filter->files = option_of(view, "files");
    filter->modules = option_of(view, "modules");
    filter->names = option_of(view, "names");
    long thread = view_option_number(view, "thread", 1, LONG_MAX, 0);
    filter->thread = (uint64_t)thread;
    return thread < 0 ? -1 : 0;
}

/* ---- the life of a view ---------------------------------------------------------- */

/* Those of all vms, for an end that is none of the vm's. */
static View *running;
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_running(View *view)
{
    pthread_mutex_lock(&running_lock);
    view->next = running;
    running = view;
    pthread_mutex_unlock(&running_lock);
}

static void remove_running(View *view)
{
    pthread_mutex_lock(&running_lock);
    View **slot = &running;
    while (*slot != NULL && *slot != view)
        slot = &(*slot)->next;
    if (*slot != NULL)
        *slot = view->next;
    pthread_mutex_unlock(&running_lock);
}

static View *find_running(const ProbeConsumers *consumers)
{
    pthread_mutex_lock(&running_lock);
    View *view = running;
    while (view != NULL && view->consumers != consumers)
        view = view->next;
    pthread_mutex_unlock(&running_lock);
    return view;
}

void probe_views_end(ProbeConsumers *consumers)
{
    for (View *view; (view = find_running(consumers)) != NULL;) {
        remove_running(view); /* before: its close may wait for a callback's end */
        probe_consumers_remove(consumers, view->id);
    }
    view_outputs_flush();
}

static void free_view(View *view)
{
    view_free(view->options);
    view_free(view);
}

/* Of a view with patterns: something matched. */
static ProbeAnswer note_match(void *user, const ProbeEvent *event)
{
    View *view = user;
    view->matched |= event->code != NULL;
    return view->event(user, event);
}

static bool has_patterns(const View *view)
{
    return option_of(view, "files") || option_of(view, "modules") ||
           option_of(view, "names");
}

/* The same for one who hears of calls alone: once, then as without. */
static void note_enter(void *user, uint64_t thread, const void *key, bool native)
{
    View *view = user;
    view->matched = true;
    view->calls.enter = view->enter;
    view->enter(user, thread, key, native);
}

static void note_matches(View *view)
{
    ProbeObserver *o = &view->observer;
    view->event = o->event;
    if (o->event)
        o->event = note_match;
    if (!o->calls)
        return;
    view->calls = *o->calls;
    view->enter = view->calls.enter;
    view->calls.enter = note_enter;
    o->calls = &view->calls;
}

/* Else one would look for the reason in the program. */
static void report_no_match(View *view)
{
    if (has_patterns(view) && !view->matched && !view_output_inherited(view->out))
        view_complain(view->out,
                      "nothing that ran matches files=, modules= and names=");
}

static void close_view(void *user)
{
    View *view = user;
    remove_running(view);
    report_no_match(view);
    view->kind->finish(view);
    if (view->lost > 0)
        view_complain(view->out,
                      "--trace=%s: there was no memory for %llu events, which are "
                      "missing",
                      view->kind->name, (unsigned long long)view->lost);
    budget_report(view);
    view_output_close(view->out);
    free_view(view);
}

static const ViewKind *find_kind(const char *spec, size_t length)
{
    for (const ViewKind *kind = view_kinds; kind->name != NULL; kind++)
        if (strlen(kind->name) == length && strncmp(kind->name, spec, length) == 0)
            return kind;
    return NULL;
}

/* False: it said why. */
static bool open_output(View *view, const ViewTarget *target)
{
    if (view_output_open(view->out) == 0)
        return true;
    view_refuse(view, "cannot write %s: %s", target->path, strerror(errno));
    return false;
}

/* The kind's start is last: what it began only its finish ends. */
static int start_view(View *view, ProbeConsumers *consumers, const char *options,
                      const ViewTarget *target)
{
    view->target = target;
    if (take_options(view, options) < 0 || take_filter(view) < 0 ||
        budget_start(view) < 0)
        return PROBE_TRACE_BAD_SPEC;
    if ((view->kind->flags & VIEW_TO_FILE) && target->path == NULL && target->text_only)
        return view_refuse(view, "%s makes a file for other programs: add -o FILE",
                           view->kind->name),
               PROBE_TRACE_BAD_SPEC;
    view->out = view_output_new(target);
    if (view->out == NULL)
        return view_refuse(view, "not enough memory"), PROBE_TRACE_NO_MEMORY;
    if (!open_output(view, target)) {
        view_output_close(view->out);
        return PROBE_TRACE_NO_FILE;
    }
    view->consumers = consumers;
    view->observer.user = view;
    view->observer.close = close_view;
    if (view->kind->start(view) < 0) {
        view_output_close(view->out);
        return PROBE_TRACE_BAD_SPEC;
    }
    view->target = NULL;
    if (has_patterns(view))
        note_matches(view);
    view_output_begin(view->out);
    view->id = probe_observe(consumers, &view->observer);
    if (view->id > 0) {
        add_running(view);
        return view->id;
    }
    view->kind->finish(view);
    view_output_close(view->out);
    return PROBE_TRACE_NO_MEMORY;
}

/* ---- the lines of trace.c -------------------------------------------------------- */

static void end_lines(void *out, const char *never_ran)
{
    if (never_ran != NULL && !view_output_inherited(out))
        view_complain(out, "no function named %s ran", never_ran);
    view_output_close(out);
}

/* A ring has its file in the spec. */
static int start_ring(ProbeConsumers *consumers, const char *spec,
                      const ViewTarget *target)
{
    View asking = {.target = target};
    int id = target->path == NULL ? probe_ring_start(consumers, spec, target->complain,
                                                     target->complain_user)
                                  : PROBE_RING_BAD_SPEC;
    if (id == PROBE_RING_NO_FILE)
        view_refuse(&asking, "%s", strerror(errno));
    else if (id == PROBE_RING_BAD_SPEC)
        view_refuse(&asking, "a ring is asked for by ring:FILE[:calls][:lines][:all]"
                             "[:events=N][:threads=N][:min_ns=N] and one of :last, "
                             ":drain, :block, without -o");
    else if (id == PROBE_RING_NO_MEMORY)
        view_refuse(&asking, "not enough memory");
    return id;
}

/* The file is made when the words are known to be right. */
static int start_lines(ProbeConsumers *consumers, const char *spec,
                       const ViewTarget *target)
{
    View asking = {.target = target, .out = view_output_new(target)};
    int id = PROBE_TRACE_NO_MEMORY;
    if (asking.out != NULL)
        id = probe_trace_start(consumers, spec, view_output_record, asking.out,
                               end_lines);
    if (id > 0) {
        if (open_output(&asking, target)) {
            view_output_begin(asking.out);
            return id;
        }
        probe_consumers_remove(consumers, id);
        return PROBE_TRACE_NO_FILE;
    }
    if (asking.out != NULL)
        view_output_close(asking.out);
    if (id == PROBE_TRACE_BAD_SPEC)
        view_refuse(&asking, "no such kind of event\nThe kinds are: %s",
                    probe_view_kinds());
    if (id == PROBE_TRACE_NO_MEMORY)
        view_refuse(&asking, "not enough memory");
    return id;
}

int probe_view_start(ProbeConsumers *consumers, const char *spec,
                     const ViewTarget *target)
{
    size_t length = strcspn(spec, ":");
    const ViewKind *kind = find_kind(spec, length);
    if (strncmp(spec, "ring:", 5) == 0)
        return start_ring(consumers, spec + 5, target);
    if (kind == NULL)
        return start_lines(consumers, spec, target);
    View *view = view_alloc(sizeof *view);
    if (view == NULL)
        return PROBE_TRACE_NO_MEMORY;
    view->kind = kind;
    int id = start_view(view, consumers, spec + length + (spec[length] == ':'), target);
    if (id < 0)
        free_view(view);
    return id;
}

/* ---- help ------------------------------------------------------------------------ */

static void put_row(ProbeTraceWrite *put, void *user, const char *name,
                    const char *shows, const char *options, const char *costs)
{
    char row[1000];
    int n = snprintf(row, sizeof row, "%-16s %s\n%-16s costs: %s\n", name, shows, "",
                     costs);
    if (*options && n > 0 && (size_t)n < sizeof row)
        n += snprintf(row + n, sizeof row - (size_t)n, "%-16s options: %s\n", "",
                      options);
    put(user, row, (size_t)n < sizeof row ? (size_t)n : sizeof row - 1);
}

void probe_view_help(ProbeTraceWrite *put, void *user)
{
    static const char before[] =
        "--trace=KIND[:OPTION=VALUE...] [-o FILE], as often as you like. Without -o "
        "it\n"
        "goes to standard error. docs/OBSERVING.md shows what each looks like.\n\n";
    static const char lines[] = "calls:FUNCTION: only while a function of that name "
                                "runs";
    put(user, before, sizeof before - 1);
    put_row(put, user, "calls", "entries and returns, indented, a line each", lines,
            "0.2 us an event to a file, a write(2) an event to standard error");
    put_row(put, user, "lines", "each line that runs", "", "as calls");
    put_row(put, user, "gc, imports,",
            "collections; imports; audit events; a line each", "", "as calls");
    put_row(put, user, "audit, all", "several by commas: calls,lines", "", "as calls");
    put_row(put, user, "ring:FILE", "calls and lines in a ring, for minipy-ring", "",
            "less than anything that has to write");
    for (const ViewKind *kind = view_kinds; kind->name != NULL; kind++)
        put_row(put, user, kind->name, kind->shows, kind->options, kind->costs);
    put_row(put, user, "all of the last",
            "PATTERNS as a shell's, several by commas, ! before what is left out",
            common_options, "nothing where nothing matches");
}

const char *probe_view_kinds(void)
{
    return "calls, calls:FUNCTION, lines, gc, imports, audit, all, ring:FILE"
#define VIEW(name, flags, options, shows, costs) ", " #name
#include "probes/views/views.def"
#undef VIEW
        ;
}
