/* --trace=coverage: which lines and functions ran, as lcov's tracefiles say it, which
 * genhtml shows.
 *
 * A line or a function that was seen once is not asked for again (PROBE_SILENT), unless
 * counts=yes wants to know how often. What has not run is known from the code objects:
 * when a module's body or a function is entered first, the vm lists the lines of its
 * code and of all code within. Without files=, the library is left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/views/view.h"

typedef struct Count {
    int line;
    uint64_t count;
    const char *name;   /* of a function, of `texts`; NULL: of a line */
    struct Count *next; /* of the same file */
} Count;

typedef struct File {
    const char *name;
    Count *lines, *functions;
    struct File *next;
} File;

typedef struct Coverage {
    ViewMap texts;
    ViewMap files;  /* the only copy of a name -> File, owned */
    ViewMap counts; /* (File, line), (File with bit 0 set, line) of functions; owned */
    ViewMap
        by_code;   /* (code's id, line) -> Count, (code's id, -1) -> that function's */
    ViewMap known; /* ids of code objects whose lines are listed */
    File *first;
    File *listing; /* whose lines the vm lists */
    uint64_t *lost;
    bool counting;
} Coverage;

enum { ENTRY = -1 };

/* ---- what there is --------------------------------------------------------------- */

static File *file_of(Coverage *coverage, const char *filename)
{
    const char *name = view_intern(&coverage->texts, filename);
    void **place =
        name != NULL ? view_map_at(&coverage->files, VIEW_KEY(name), 0) : NULL;
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    File *file = view_alloc(sizeof *file);
    if (file != NULL) {
        file->name = name;
        file->next = coverage->first;
        coverage->first = file;
    }
    return *place = file;
}

/* That of a line, or with a name that of a function that begins there. */
static Count *count_of(Coverage *coverage, File *file, int line, const char *name)
{
    uint64_t key = VIEW_KEY(file) | (name != NULL);
    void **place = view_map_at(&coverage->counts, key, (uint64_t)line);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    Count *count = view_alloc(sizeof *count);
    if (count == NULL)
        return NULL;
    count->line = line;
    count->name = name != NULL ? view_intern(&coverage->texts, name) : NULL;
    Count **list = name != NULL ? &file->functions : &file->lines;
    count->next = *list;
    *list = count;
    return *place = count;
}

/* Lines come with line > 0; a code object begins with its function's name. */
static void list_line(void *user, const char *function, int line)
{
    Coverage *coverage = user;
    if (count_of(coverage, coverage->listing, line, function) == NULL)
        ++*coverage->lost;
}

static void list_code(View *view, const ProbeEvent *event)
{
    Coverage *coverage = view->state;
    const ProbeHost *host = view->consumers->host;
    void **known = view_map_at(&coverage->known, event->code->id, 0);
    coverage->listing = file_of(coverage, event->code->filename);
    if (known == NULL || coverage->listing == NULL) {
        view->lost++;
    } else if (*known == NULL) {
        *known = coverage;
        host->code_lines(host->vm, event->frame, list_line, coverage);
    }
}

/* ---- what ran -------------------------------------------------------------------- */

/* The count of that line of that code, or of its entry. */
static Count *find(View *view, const ProbeEvent *event, int what)
{
    Coverage *coverage = view->state;
    void **place =
        view_map_at(&coverage->by_code, event->code->id, (uint64_t)(int64_t)what);
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    list_code(view, event);
    File *file = file_of(coverage, event->code->filename);
    if (file == NULL)
        return NULL;
    return *place = what == ENTRY ? count_of(coverage, file, event->code->first_line,
                                             event->code->qualname)
                                  : count_of(coverage, file, what, NULL);
}

static ProbeAnswer cover(void *user, const ProbeEvent *event)
{
    View *view = user;
    bool entry = event->kind == PROBE_function_entry;
    Count *count = find(view, event, entry ? ENTRY : event->line);
    bool counting = ((Coverage *)view->state)->counting;
    if (count == NULL)
        view->lost++;
    else
        count->count = counting ? count->count + 1 : 1;
    return counting ? PROBE_GO_ON : PROBE_SILENT;
}

int coverage_start(View *view)
{
    int counts = view_option_word(view, "counts", "no yes");
    Coverage *coverage = counts < 0 ? NULL : view_alloc(sizeof *coverage);
    if (coverage == NULL)
        return counts < 0 ? -1 : view_refuse(view, "not enough memory");
    coverage->counting = counts == 1;
    coverage->lost = &view->lost;
    view->state = coverage;
    view->observer.event = cover;
    view->observer.kinds = PROBE_BIT(line) | PROBE_BIT(function_entry);
    if (view->observer.filter.files == NULL)
        view->observer.filter.files = "!/usr/lib/*,!<*";
    return 0;
}

/* ---- the tracefile --------------------------------------------------------------- */

static int by_line(const void *a, const void *b)
{
    const Count *one = *(Count *const *)a, *other = *(Count *const *)b;
    return (one->line > other->line) - (one->line < other->line);
}

/* The list in the order of lines; *length counts it. NULL: no memory. */
static Count **sorted(Count *list, size_t *length)
{
    size_t n = 0;
    for (Count *count = list; count != NULL; count = count->next)
        n++;
    Count **all = view_alloc((n + 1) * sizeof *all);
    *length = all != NULL ? n : 0;
    n = 0;
    for (Count *count = list; all != NULL && count != NULL; count = count->next)
        all[n++] = count;
    if (n > 0)
        qsort(all, n, sizeof *all, by_line);
    return all;
}

static void put_functions(ViewOutput *out, Count **functions, size_t n)
{
    size_t hit = 0;
    for (size_t i = 0; i < n; i++)
        view_putf(out, "FN:%d,%s\n", functions[i]->line, functions[i]->name);
    for (size_t i = 0; i < n; i++) {
        view_putf(out, "FNDA:%llu,%s\n", (unsigned long long)functions[i]->count,
                  functions[i]->name);
        hit += functions[i]->count > 0;
    }
    view_putf(out, "FNF:%zu\nFNH:%zu\n", n, hit);
}

static void put_lines(ViewOutput *out, Count **lines, size_t n)
{
    size_t hit = 0;
    for (size_t i = 0; i < n; i++) {
        view_putf(out, "DA:%d,%llu\n", lines[i]->line,
                  (unsigned long long)lines[i]->count);
        hit += lines[i]->count > 0;
    }
    view_putf(out, "LF:%zu\nLH:%zu\n", n, hit);
}

static void put_file(ViewOutput *out, const File *file)
{
    size_t line_count, function_count;
    Count **lines = sorted(file->lines, &line_count);
    Count **functions = sorted(file->functions, &function_count);
    view_put(out, "TN:\nSF:");
    view_put(out, file->name);
    view_put(out, "\n");
    put_functions(out, functions, function_count);
    put_lines(out, lines, line_count);
    view_put(out, "end_of_record\n");
    view_put_end(out);
    view_free(lines);
    view_free(functions);
}

void coverage_finish(View *view)
{
    Coverage *coverage = view->state;
    bool wanted = view_output_results(view->out);
    for (File *file = coverage->first; wanted && file != NULL; file = file->next)
        put_file(view->out, file);
    view_map_free(&coverage->counts, view_free);
    view_map_free(&coverage->files, view_free);
    view_map_free(&coverage->by_code, NULL);
    view_map_free(&coverage->known, NULL);
    view_texts_free(&coverage->texts);
    view_free(coverage);
}
