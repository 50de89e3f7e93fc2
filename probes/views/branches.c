/* Ways between lines (branches.h). */
#include "probes/views/branches.h"

/* A line of a code: how many lines with a missing way have to do with it. */
typedef struct BranchPlace {
    unsigned waiting;
    BranchLine *branch; /* the line itself, if it branches; borrowed */
} BranchPlace;

/* ---- what there is --------------------------------------------------------------- */

static BranchLine *line_of(BranchCode *code, int line)
{
    BranchLine **at = &code->lines;
    while (*at != NULL && (*at)->line < line)
        at = &(*at)->next;
    if (*at != NULL && (*at)->line == line)
        return *at;
    BranchLine *made = view_alloc(sizeof *made);
    if (made != NULL) {
        made->line = line;
        made->next = *at;
        *at = made;
    }
    return made;
}

bool branches_add(BranchCode *code, int line, int to)
{
    BranchLine *from = code->sealed ? NULL : line_of(code, line);
    if (from == NULL)
        return code->sealed;
    BranchWay **at = &from->ways;
    while (*at != NULL && (*at)->to < to)
        at = &(*at)->next;
    if (*at != NULL && (*at)->to == to)
        return true;
    BranchWay *way = view_alloc(sizeof *way);
    if (way == NULL)
        return false;
    *way = (BranchWay){.to = to, .next = *at};
    *at = way;
    from->missing++;
    return true;
}

static void free_line(BranchLine *line)
{
    while (line->ways != NULL) {
        BranchWay *way = line->ways;
        line->ways = way->next;
        view_free(way);
    }
    view_free(line);
}

static BranchPlace *place_of(BranchCode *code, int line)
{
    return view_row_at(&code->places, (uint64_t)line + 1, 0, sizeof(BranchPlace));
}

/* The line, and those that it may go to, have to do with it: by so much. */
static bool wait_for(BranchCode *code, BranchLine *line, int more)
{
    BranchPlace *place = place_of(code, line->line);
    if (place == NULL)
        return false;
    place->branch = line;
    place->waiting += (unsigned)more;
    for (const BranchWay *way = line->ways; way != NULL; way = way->next) {
        place = place_of(code, way->to);
        if (place == NULL)
            return false;
        place->waiting += (unsigned)more;
    }
    return true;
}

/* A line with one way out is none that branches. */
bool branches_seal(BranchCode *code)
{
    bool fine = true;
    for (BranchLine **at = &code->lines; !code->sealed && *at != NULL;) {
        BranchLine *line = *at;
        if (line->missing < 2) {
            *at = line->next;
            free_line(line);
            continue;
        }
        fine = wait_for(code, line, 1) && fine;
        code->missing++;
        at = &line->next;
    }
    code->sealed = true;
    return fine;
}

/* ---- what ran -------------------------------------------------------------------- */

static void go(BranchCode *code, BranchLine *from, int to)
{
    BranchWay *way = from->ways;
    while (way != NULL && way->to != to)
        way = way->next;
    if (way == NULL || way->count++ > 0)
        return;
    if (--from->missing == 0) {
        code->missing--;
        wait_for(code, from, -1);
    }
}

/* From the line that ran last to this one. Is this one still of interest? */
static bool pass(BranchCode *code, int last, int to)
{
    BranchPlace *from = last > 0 ? place_of(code, last) : NULL, *here;
    if (from != NULL && from->branch != NULL)
        go(code, from->branch, to);
    here = place_of(code, to);
    return here != NULL && here->waiting > 0;
}

bool branches_happen(Branches *branches, BranchCode *code, const ProbeEvent *event,
                     bool always)
{
    bool unfinished = code->missing > 0 || always, needed = unfinished;
    if (!unfinished || code->lines == NULL)
        return always;
    void **last = view_map_at(&branches->last, VIEW_KEY(event->frame), event->code->id);
    if (last == NULL)
        return true;
    int before = (int)(intptr_t)*last, now = 0;
    switch (event->kind) {
    case PROBE_function_entry: /* a generator goes on where it was */
        now = event->line != event->code->first_line ? event->line : 0;
        break;
    case PROBE_function_return:
        if (event->exit == PROBE_EXIT_RETURN)
            pass(code, before, 0);
        break;
    default: now = event->line; needed = pass(code, before, now) || always;
    }
    *last = (void *)(intptr_t)now;
    return needed;
}

void branches_free_code(BranchCode *code)
{
    while (code->lines != NULL) {
        BranchLine *line = code->lines;
        code->lines = line->next;
        free_line(line);
    }
    view_map_free(&code->places, view_free);
    view_free(code);
}

void branches_free(Branches *branches)
{
    view_map_free(&branches->last, NULL);
}
