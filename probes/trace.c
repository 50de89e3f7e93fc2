/* The consumers behind --trace: one consumer that prints the events asked for.
 *
 * Layout, as in the CPython manual's call_stack.d: nanoseconds of CLOCK_MONOTONIC (the
 * clock of DTrace's timestamp and bpftrace's nsecs), a tab, the marker's name right-
 * aligned in 15 columns, a colon, one space per level, then basename:function:line.
 * Entries and import starts open a level, of the thread they are in. Nothing is
 * allocated after the start. */
#define _POSIX_C_SOURCE 200809L
#include "probes/trace.h"

#include "probes/ring.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { THREADS_MAX = 64 }; /* further threads share the last one's levels */

typedef struct Levels {
    pthread_t thread;
    int root_depth; /* frames of the root's name that run */
    int depth;      /* levels open among what is printed */
} Levels;

typedef struct Tracer {
    ProbeTraceWrite *write;
    void *user;
    const ProbeHost *host;
    char *root; /* owned: print only below this function, or NULL */
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

/* Begins a line: the time, the marker, and the spaces of the level. */
static void put_head(Line *line, Tracer *tracer, const char *marker)
{
    line->tracer = tracer;
    line->length = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char head[80];
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    snprintf(head, sizeof head, "%" PRIu64 "\t%15s:", nanoseconds, marker);
    put(line, head);
    for (int left = levels(tracer)->depth; left > 0; left--)
        put_bytes(line, " ", 1);
}

static void end_with(Line *line, const char *text)
{
    put(line, text);
    put(line, "\n");
    flush(line);
}

static void end_with_number(Line *line, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    end_with(line, text);
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

static void trace_entry(void *user, const char *filename, const char *funcname,
                        int lineno, void *frame)
{
    (void)frame;
    Tracer *tracer = user;
    if (is_root(tracer, funcname))
        levels(tracer)->root_depth++;
    if (is_outside(tracer))
        return;
    put_place(tracer, "function-entry", filename, funcname, lineno);
    levels(tracer)->depth++;
}

static void trace_return(void *user, const char *filename, const char *funcname,
                         int lineno, void *frame)
{
    (void)frame;
    Tracer *tracer = user;
    if (is_outside(tracer))
        return;
    close_level(tracer);
    put_place(tracer, "function-return", filename, funcname, lineno);
    if (is_root(tracer, funcname))
        levels(tracer)->root_depth--;
}

static void trace_line(void *user, const char *filename, const char *funcname,
                       int lineno, void *frame)
{
    (void)frame;
    Tracer *tracer = user;
    if (!is_outside(tracer))
        put_place(tracer, "line", filename, funcname, lineno);
}

static void trace_gc_start(void *user, int generation)
{
    Line line;
    put_head(&line, user, "gc-start");
    end_with_number(&line, generation);
}

static void trace_gc_done(void *user, long collected)
{
    Line line;
    put_head(&line, user, "gc-done");
    end_with_number(&line, collected);
}

static void trace_import_start(void *user, const char *name)
{
    Line line;
    put_head(&line, user, "import-find-load-start");
    end_with(&line, shown(name));
    levels(user)->depth++;
}

static void trace_import_done(void *user, const char *name, int found)
{
    close_level(user);
    Line line;
    put_head(&line, user, "import-find-load-done");
    put(&line, shown(name));
    put(&line, ":");
    end_with_number(&line, found);
}

static void trace_audit(void *user, const char *event, void *args)
{
    (void)args;
    Line line;
    put_head(&line, user, "audit");
    end_with(&line, shown(event));
}

static void trace_close(void *user)
{
    Tracer *tracer = user;
    if (tracer->root != NULL)
        tracer->host->release(tracer->host->vm, tracer->root);
    tracer->host->release(tracer->host->vm, tracer);
}

const char *probe_trace_kinds(void)
{
    return "calls, calls:FUNCTION, lines, gc, imports, audit, all, ring:FILE";
}

/* Adds to `consumer` the callbacks of one word of a spec; false if there is none. */
static bool take_word(ProbeConsumer *consumer, const char *word, size_t length)
{
    static const struct {
        const char *word;
        ProbeConsumer adds;
    } kinds[] = {
        {"calls", {.function_entry = trace_entry, .function_return = trace_return}},
        {"lines", {.line = trace_line}},
        {"gc", {.gc_start = trace_gc_start, .gc_done = trace_gc_done}},
        {"imports",
         {.import_start = trace_import_start, .import_done = trace_import_done}},
        {"audit", {.audit = trace_audit}},
    };
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        bool all = length == 3 && memcmp(word, "all", 3) == 0;
        if (!all && (strlen(kinds[i].word) != length ||
                     memcmp(kinds[i].word, word, length) != 0))
            continue;
        known = true;
#define MARKER(provider, marker, name, place, args, rule)                              \
    if (kinds[i].adds.name != NULL)                                                    \
        consumer->name = kinds[i].adds.name;
#include "probes/markers.def"
#undef MARKER
    }
    return known;
}

/* Reads the whole spec; sets tracer->root, which the caller frees on an error too. */
static int take_spec(ProbeConsumer *consumer, Tracer *tracer, const char *spec)
{
    for (const char *word = spec;; word++) {
        size_t length = strcspn(word, ",");
        const char *colon = memchr(word, ':', length);
        size_t kind = colon != NULL ? (size_t)(colon - word) : length;
        if (!take_word(consumer, word, kind))
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
                      ProbeTraceWrite *write, void *user)
{
    const ProbeHost *host = consumers->host;
    if (strncmp(spec, "ring:", 5) == 0)
        return probe_ring_start(consumers, spec + 5);
    Tracer *tracer = host->allocate(host->vm, sizeof *tracer);
    if (tracer == NULL)
        return PROBE_TRACE_NO_MEMORY;
    memset(tracer, 0, sizeof *tracer);
    tracer->write = write;
    tracer->user = user;
    tracer->host = host;
    ProbeConsumer consumer = {.user = tracer, .close = trace_close};
    int status = take_spec(&consumer, tracer, spec);
    if (status == 0) {
        int id = probe_consumers_add(consumers, &consumer);
        if (id > 0)
            return id;
        status = PROBE_TRACE_NO_MEMORY;
    }
    trace_close(tracer);
    return status;
}
