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

#include "probes/views/branches.h"

typedef struct Count {
    int line;
    uint64_t count;
    const char *name;   /* of a function, of `texts`; NULL: of a line */
    struct Count *next; /* of the same file */
} Count;

typedef struct File {
    const char *name;
    Count *lines, *functions;
    BranchCode *codes; /* owned */
    struct File *next;
} File;

typedef struct Coverage {
    ViewMap texts;
    ViewMap files;  /* the only copy of a name -> File, owned */
    ViewMap counts; /* (File, line), (File with bit 0 set, line) of functions; owned */
    ViewMap
        by_code;   /* (code's id, line) -> Count, (code's id, -1) -> that function's */
    ViewMap known; /* ids of code objects whose lines are listed */
    ViewMap codes; /* (a name's only copy, (File, first line) mixed) -> BranchCode */
    ViewMap code_of; /* a code's id -> BranchCode */
    Branches branches;
    BranchCode *filling; /* whose ways the vm lists */
    File *first;
    File *listing; /* whose lines the vm lists */
    uint64_t *lost;
    bool counting, with_branches;
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

/* The ways in a function of that name that begins there. NULL: no memory. */
static BranchCode *branches_of(Coverage *coverage, File *file, int line,
                               const char *name)
{
    const char *only = view_intern(&coverage->texts, name);
    uint64_t where = VIEW_KEY(file) << 16 ^ (uint64_t)line;
    void **place =
        only != NULL ? view_map_at(&coverage->codes, VIEW_KEY(only), where) : NULL;
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    BranchCode *code = view_alloc(sizeof *code);
    if (code != NULL) {
        code->next = file->codes;
        file->codes = code;
    }
    return *place = code;
}

static void seal(Coverage *coverage)
{
    if (coverage->filling != NULL && !branches_seal(coverage->filling))
        ++*coverage->lost;
    coverage->filling = NULL;
}

/* A code object begins with its function's name. */
static void list_line(void *user, const char *function, int line, int to)
{
    Coverage *coverage = user;
    bool fine = true;
    if (function != NULL)
        seal(coverage);
    if (function != NULL && coverage->with_branches) {
        coverage->filling = branches_of(coverage, coverage->listing, line, function);
        fine = coverage->filling != NULL;
    }
    if (to < 0)
        fine = count_of(coverage, coverage->listing, line, function) != NULL && fine;
    else if (coverage->filling != NULL)
        fine = branches_add(coverage->filling, line, to);
    *coverage->lost += !fine;
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
        seal(coverage);
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

/* Is it still to be heard of, for the sake of branches? */
static bool follow(View *view, const ProbeEvent *event)
{
    Coverage *coverage = view->state;
    if (!coverage->with_branches)
        return coverage->counting;
    void **place = view_map_at(&coverage->code_of, event->code->id, 0);
    if (place != NULL && *place == NULL) {
        File *file = file_of(coverage, event->code->filename);
        if (file != NULL)
            *place = branches_of(coverage, file, event->code->first_line,
                                 event->code->qualname);
    }
    return place == NULL || *place == NULL ||
           branches_happen(&coverage->branches, *place, event, coverage->counting);
}

static ProbeAnswer cover(void *user, const ProbeEvent *event)
{
    View *view = user;
    bool entry = event->kind == PROBE_function_entry;
    if (event->kind == PROBE_function_return)
        return follow(view, event) ? PROBE_GO_ON : PROBE_SILENT;
    Count *count = find(view, event, entry ? ENTRY : event->line);
    bool counting = ((Coverage *)view->state)->counting;
    if (count == NULL)
        view->lost++;
    else
        count->count = counting ? count->count + 1 : 1;
    return follow(view, event) ? PROBE_GO_ON : PROBE_SILENT;
}

int coverage_start(View *view)
{
    int counts = view_option_word(view, "counts", "no yes");
    int branches = view_option_word(view, "branches", "yes no");
    bool wrong = counts < 0 || branches < 0;
    Coverage *coverage = wrong ? NULL : view_alloc(sizeof *coverage);
    if (coverage == NULL)
        return wrong ? -1 : view_refuse(view, "not enough memory");
    coverage->with_branches = branches == 0;
    coverage->counting = counts == 1;
    coverage->lost = &view->lost;
    view->state = coverage;
    view->observer.event = cover;
    view->observer.kinds = PROBE_BIT(line) | PROBE_BIT(function_entry);
    if (coverage->with_branches)
        view->observer.kinds |= PROBE_BIT(function_return);
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

/* Several functions may branch in one line: each is a block of it. */
static unsigned block_of(const BranchCode *first, const BranchCode *code, int line)
{
    unsigned block = 0;
    for (; first != code; first = first->next)
        for (const BranchLine *other = first->lines; other; other = other->next)
            block += other->line == line;
    return block;
}

static bool has_run(const BranchLine *line)
{
    for (const BranchWay *way = line->ways; way != NULL; way = way->next)
        if (way->count > 0)
            return true;
    return false;
}

/* Of a line that never branched it is not known that it ran. */
static void put_way(ViewOutput *out, const BranchLine *line, unsigned block, int number,
                    const BranchWay *way, bool counting)
{
    view_putf(out, "BRDA:%d,%u,%d,", line->line, block, number);
    if (!has_run(line))
        view_put(out, "-");
    else
        view_put_number(out, counting ? way->count : way->count > 0);
    view_put(out, "\n");
}

static void put_branches(ViewOutput *out, const File *file, bool counting)
{
    size_t found = 0, hit = 0;
    for (const BranchCode *code = file->codes; code != NULL; code = code->next)
        for (const BranchLine *line = code->lines; line != NULL; line = line->next) {
            unsigned block = block_of(file->codes, code, line->line);
            int number = 0;
            for (const BranchWay *way = line->ways; way != NULL; way = way->next) {
                put_way(out, line, block, number++, way, counting);
                found++;
                hit += way->count > 0;
            }
        }
    view_putf(out, "BRF:%zu\nBRH:%zu\n", found, hit);
}

static void put_file(ViewOutput *out, const File *file, const Coverage *coverage)
{
    size_t line_count, function_count;
    Count **lines = sorted(file->lines, &line_count);
    Count **functions = sorted(file->functions, &function_count);
    view_put(out, "TN:\nSF:");
    view_put(out, file->name);
    view_put(out, "\n");
    put_functions(out, functions, function_count);
    if (coverage->with_branches)
        put_branches(out, file, coverage->counting);
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
        put_file(view->out, file, coverage);
    for (File *file = coverage->first; file != NULL; file = file->next)
        while (file->codes != NULL) {
            BranchCode *code = file->codes;
            file->codes = code->next;
            branches_free_code(code);
        }
    branches_free(&coverage->branches);
    view_map_free(&coverage->codes, NULL);
    view_map_free(&coverage->code_of, NULL);
    view_map_free(&coverage->counts, view_free);
    view_map_free(&coverage->files, view_free);
    view_map_free(&coverage->by_code, NULL);
    view_map_free(&coverage->known, NULL);
    view_texts_free(&coverage->texts);
    view_free(coverage);
}
