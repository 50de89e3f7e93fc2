/* The consumers behind --trace: one consumer that prints the events asked for.
 *
 * Layout, as in the CPython manual's call_stack.d: nanoseconds of CLOCK_MONOTONIC (the
 * clock of DTrace's timestamp and bpftrace's nsecs), a tab, the marker's name right-
 * aligned in 15 columns, a colon, one space per level, then basename:function:line.
 * Entries and import starts open a level, of the thread they are in. Nothing is
 * allocated after the start. */
#define _POSIX_C_SOURCE 200809L
#include "probes/trace.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "probes/format.h"

enum { THREADS_MAX = 64 }; /* further threads share the last one's levels */

typedef struct Levels {
    pthread_t thread;
    int root_depth; /* frames of the root's name that run */
    int depth;      /* levels open among what is printed */
} Levels;

typedef struct Tracer {
    ProbeTraceWrite *write;
    void *user;
    ProbeTraceEnd *end;
    const ProbeHost *host;
    char *root; /* owned: print only below this function, or NULL */
    bool root_ran;
    Levels levels[THREADS_MAX];
} Tracer;

/* Those of the calling thread; one that has none takes what nobody needs. */
static Levels *levels(Tracer *tracer)
{
    pthread_t me = pthread_self();
    Levels *idle = NULL, *last = &tracer->levels[THREADS_MAX - 1];
    for (Levels *l = tracer->levels; l <= last; l++) {
        if (l->thread == me)
            return l;
        if (!idle && l->depth == 0 && l->root_depth == 0)
            idle = l;
    }
    if (!idle)
        return last;
    idle->thread = me;
    return idle;
}

/* The line that is being made. It is written in one piece, so that a parent and its
 * children, who write to one file, do not break each other's lines; only what is longer
 * than this goes in several. */
typedef struct Line {
    const Tracer *tracer;
    size_t length;
    char text[1000];
} Line;

static void flush(Line *line)
{
    line->tracer->write(line->tracer->user, line->text, line->length);
    line->length = 0;
}

static void put_bytes(Line *line, const char *text, size_t length)
{
    while (length > 0) {
        if (line->length == sizeof line->text)
            flush(line);
        size_t room = sizeof line->text - line->length;
        size_t step = length < room ? length : room;
        memcpy(line->text + line->length, text, step);
        line->length += step;
        text += step;
        length -= step;
    }
}

static void put(Line *line, const char *text)
{
    put_bytes(line, text, strlen(text));
}

static void put_unsigned(Line *line, uint64_t number)
{
    char digits[FORMAT_DIGITS];
    const char *at = format_decimal(digits, number);
    put_bytes(line, at, (size_t)(digits + sizeof digits - at));
}

static void put_spaces(Line *line, int count)
{
    static const char spaces[] = "                                ";
    for (int step; count > 0; count -= step) {
        step = count < (int)sizeof spaces - 1 ? count : (int)sizeof spaces - 1;
        put_bytes(line, spaces, (size_t)step);
    }
}

/* Begins a line: the time, the marker, and the spaces of the level. */
static void put_head(Line *line, Tracer *tracer, const char *marker)
{
    line->tracer = tracer;
    line->length = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    put_unsigned(line, (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
    put(line, "\t");
    put_spaces(line, 15 - (int)strlen(marker));
    put(line, marker);
    put(line, ":");
    put_spaces(line, levels(tracer)->depth);
}

static void end_with(Line *line, const char *text)
{
    put(line, text);
    put(line, "\n");
    flush(line);
}

static void end_with_number(Line *line, long number)
{
    if (number < 0)
        put(line, "-");
    put_unsigned(line, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
    end_with(line, "");
}

/* A name that could not be encoded is shown as DTrace and bpftrace show NULL: empty. */
static const char *shown(const char *name)
{
    return name != NULL ? name : "";
}

static void put_place(Tracer *tracer, const char *marker, const char *filename,
                      const char *funcname, int lineno)
{
    Line line;
    put_head(&line, tracer, marker);
    const char *slash = strrchr(shown(filename), '/');
    put(&line, slash != NULL ? slash + 1 : shown(filename));
    put(&line, ":");
    put(&line, shown(funcname));
    put(&line, ":");
    end_with_number(&line, lineno);
}

static void close_level(Tracer *tracer)
{
    Levels *l = levels(tracer);
    if (l->depth > 0) /* it was opened before the trace began */
        l->depth--;
}

static bool is_root(const Tracer *tracer, const char *funcname)
{
    return tracer->root != NULL && strcmp(tracer->root, shown(funcname)) == 0;
}

static bool is_outside(Tracer *tracer)
{
    return tracer->root != NULL && levels(tracer)->root_depth == 0;
}

static void put_entry(Tracer *tracer, const char *filename, const char *funcname,
                      int lineno)
{
    if (is_root(tracer, funcname)) {
        tracer->root_ran = true;
        levels(tracer)->root_depth++;
    }
    if (is_outside(tracer))
        return;
    put_place(tracer, "function-entry", filename, funcname, lineno);
    levels(tracer)->depth++;
}

static void put_return(Tracer *tracer, const char *filename, const char *funcname,
                       int lineno)
{
    if (is_outside(tracer))
        return;
    close_level(tracer);
    put_place(tracer, "function-return", filename, funcname, lineno);
    if (is_root(tracer, funcname))
        levels(tracer)->root_depth--;
}

static void put_number(Tracer *tracer, const char *marker, long number)
{
    Line line;
    put_head(&line, tracer, marker);
    end_with_number(&line, number);
}

static void put_text(Tracer *tracer, const char *marker, const char *text)
{
    Line line;
    put_head(&line, tracer, marker);
    end_with(&line, shown(text));
}

static void put_import_done(Tracer *tracer, const char *name, long found)
{
    close_level(tracer);
    Line line;
    put_head(&line, tracer, "import-find-load-done");
    put(&line, shown(name));
    put(&line, ":");
    end_with_number(&line, found);
}

static ProbeAnswer take_event(void *user, const ProbeEvent *event)
{
    Tracer *tracer = user;
    ProbeValue args[PROBE_ARGS_MAX];
    probe_event_args(event, args);
    const char *text = args[0].text, *function = args[1].text; /* of those that have */
    switch (event->kind) {
    case PROBE_function_entry: put_entry(tracer, text, function, event->line); break;
    case PROBE_function_return: put_return(tracer, text, function, event->line); break;
    case PROBE_line:
        if (!is_outside(tracer))
            put_place(tracer, "line", text, function, event->line);
        break;
    case PROBE_gc_start: put_number(tracer, "gc-start", args[0].number); break;
    case PROBE_gc_done: put_number(tracer, "gc-done", args[0].number); break;
    case PROBE_import_start:
        put_text(tracer, "import-find-load-start", text);
        levels(tracer)->depth++;
        break;
    case PROBE_import_done: put_import_done(tracer, text, args[1].number); break;
    default: put_text(tracer, "audit", text);
    }
    return PROBE_GO_ON;
}

static void trace_close(void *user)
{
    Tracer *tracer = user;
    if (tracer->end != NULL)
        tracer->end(tracer->user, tracer->root_ran ? NULL : tracer->root);
    if (tracer->root != NULL)
        tracer->host->release(tracer->host->vm, tracer->root);
    tracer->host->release(tracer->host->vm, tracer);
}

/* Adds the kinds of one word of a spec; false if there is none. */
static bool take_word(uint64_t *kinds, const char *word, size_t length)
{
    static const struct {
        const char *word;
        uint64_t kinds;
    } rows[] = {
        {"calls", PROBE_BIT(function_entry) | PROBE_BIT(function_return)},
        {"lines", PROBE_BIT(line)},
        {"gc", PROBE_BIT(gc_start) | PROBE_BIT(gc_done)},
        {"imports", PROBE_BIT(import_start) | PROBE_BIT(import_done)},
        {"audit", PROBE_BIT(audit)},
    };
    bool known = false, all = length == 3 && memcmp(word, "all", 3) == 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!all &&
            (strlen(rows[i].word) != length || memcmp(rows[i].word, word, length) != 0))
            continue;
        known = true;
        *kinds |= rows[i].kinds;
    }
    return known;
}

/* Reads the whole spec; sets tracer->root, which the caller frees on an error too. */
static int take_spec(uint64_t *kinds, Tracer *tracer, const char *spec)
{
    for (const char *word = spec;; word++) {
        size_t length = strcspn(word, ",");
        const char *colon = memchr(word, ':', length);
        size_t kind = colon != NULL ? (size_t)(colon - word) : length;
        if (!take_word(kinds, word, kind))
            return PROBE_TRACE_BAD_SPEC;
        if (colon != NULL) {
            if (kind != 5 || memcmp(word, "calls", 5) != 0 || length == kind + 1 ||
                tracer->root != NULL)
                return PROBE_TRACE_BAD_SPEC;
            size_t size = length - kind;
            tracer->root = tracer->host->allocate(tracer->host->vm, size);
            if (tracer->root == NULL)
                return PROBE_TRACE_NO_MEMORY;
            memcpy(tracer->root, colon + 1, size - 1);
            tracer->root[size - 1] = 0;
        }
        word += length;
        if (*word == 0)
            return 0;
    }
}

int probe_trace_start(ProbeConsumers *consumers, const char *spec,
                      ProbeTraceWrite *write, void *user, ProbeTraceEnd *end)
{
    const ProbeHost *host = consumers->host;
    Tracer *tracer = host->allocate(host->vm, sizeof *tracer);
    if (tracer == NULL)
        return PROBE_TRACE_NO_MEMORY;
    memset(tracer, 0, sizeof *tracer);
    tracer->write = write;
    tracer->user = user;
    tracer->host = host;
    ProbeObserver observer = {
        .event = take_event, .user = tracer, .close = trace_close};
    int status = take_spec(&observer.kinds, tracer, spec);
    if (status == 0) {
        int id = probe_observe(consumers, &observer);
        if (id > 0) {
            tracer->end = end;
            return id;
        }
        status = PROBE_TRACE_NO_MEMORY;
    }
    trace_close(tracer);
    return status;
}
