/* --trace=allocations: which lines make which objects: how many, what of it is alive at
 * the end, and the most that was.
 *
 * The end is that of the program, not of the vm, which frees everything (process_end).
 * What an object holds outside its own block, as a list its items, is not in it; module
 * tracemalloc has all blocks, and no types. */
#include <stdlib.h>

#include "probes/views/samples.h"

/* Objects of a type that are made at a line. */
typedef struct Site {
    const ProbeCode *code; /* NULL: outside the program's code */
    int line;
    const char *type; /* of `texts` */
    uint64_t count, bytes;
    uint64_t live, live_bytes, peak_bytes;
} Site;

typedef struct Alive {
    Site *site; /* NULL: that object has died */
    uint64_t size;
} Alive;

typedef struct Allocations {
    ViewMap texts;
    ViewMap sites;   /* (code's id << 32 | line, the type's only copy) -> Site, owned */
    ViewMap objects; /* address -> Alive, owned */
    uint64_t live_bytes, peak_bytes, bytes, count;
    long top;
    bool ended;
} Allocations;

static Site *site_of(Allocations *all, const ProbeEvent *event)
{
    enum { TYPE };
    const char *named = event->args[TYPE].text;
    const char *type = view_intern(&all->texts, named != NULL ? named : "?");
    uint64_t id = event->code != NULL ? event->code->id : 0;
    void **place = type != NULL ? view_map_at(&all->sites, VIEW_KEY(type),
                                              id << 32 | (uint32_t)event->line)
                                : NULL;
    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    Site *site = *place = view_alloc(sizeof *site);
    if (site != NULL)
        *site = (Site){.code = event->code, .line = event->line, .type = type};
    return site;
}

static void die(Allocations *all, Alive *alive)
{
    if (alive->site == NULL)
        return;
    alive->site->live--;
    alive->site->live_bytes -= alive->size;
    all->live_bytes -= alive->size;
    alive->site = NULL;
}

static void live(Allocations *all, Alive *alive, Site *site, uint64_t size)
{
    die(all, alive); /* its end was not told: it cannot be alive as well */
    *alive = (Alive){site, size};
    site->count++;
    site->bytes += size;
    site->live++;
    site->live_bytes += size;
    if (site->live_bytes > site->peak_bytes)
        site->peak_bytes = site->live_bytes;
    all->count++;
    all->bytes += size;
    all->live_bytes += size;
    if (all->live_bytes > all->peak_bytes)
        all->peak_bytes = all->live_bytes;
}

static ProbeAnswer count(void *user, const ProbeEvent *event)
{
    enum { SIZE = 1, OBJECT };
    View *view = user;
    Allocations *all = view->state;
    all->ended |= event->kind == PROBE_process_end;
    if (all->ended)
        return PROBE_GO_ON;
    bool born = event->kind == PROBE_object_alloc;
    void **place = view_map_at(&all->objects, VIEW_KEY(event->args[OBJECT].address), 0);
    if (place != NULL && *place == NULL && born)
        *place = view_alloc(sizeof(Alive));
    Site *site = born ? site_of(all, event) : NULL;
    if (place == NULL || (born && (*place == NULL || site == NULL)))
        view->lost++;
    else if (born)
        live(all, *place, site, (uint64_t)event->args[SIZE].number);
    else if (*place != NULL)
        die(all, *place);
    return PROBE_GO_ON;
}

int allocations_start(View *view)
{
    long top = view_option_number(view, "top", 1, 1000000, 40);
    Allocations *all = top < 0 ? NULL : view_alloc(sizeof *all);
    if (all == NULL)
        return top < 0 ? -1 : view_refuse(view, "not enough memory");
    all->top = top;
    view->state = all;
    view->observer.event = count;
    view->observer.kinds =
        PROBE_BIT(object_alloc) | PROBE_BIT(object_free) | PROBE_BIT(process_end);
    return 0;
}

/* ---- the table ------------------------------------------------------------------- */

/* What is alive first; then what was; then what was made. */
static int by_size(const void *a, const void *b)
{
    const Site *one = *(Site *const *)a, *other = *(Site *const *)b;
    if (one->live_bytes != other->live_bytes)
        return one->live_bytes > other->live_bytes ? -1 : 1;
    if (one->peak_bytes != other->peak_bytes)
        return one->peak_bytes > other->peak_bytes ? -1 : 1;
    return (one->bytes < other->bytes) - (one->bytes > other->bytes);
}

static void put_site(ViewOutput *out, const Site *site)
{
    char name[400] = "(no code of Python)";
    if (site->code != NULL)
        samples_name(name, sizeof name, site->code, site->line);
    view_putf(out, "%12llu %8llu %12llu %12llu %9llu  %-20s ",
              (unsigned long long)site->live_bytes, (unsigned long long)site->live,
              (unsigned long long)site->peak_bytes, (unsigned long long)site->bytes,
              (unsigned long long)site->count, site->type);
    view_put(out, name);
    view_put(out, "\n");
}

static void put_table(View *view, const Allocations *all)
{
    Site **sites = view_alloc((all->sites.count + 1) * sizeof *sites);
    size_t n = 0;
    for (size_t i = 0; sites != NULL && i < all->sites.room; i++)
        if (all->sites.slots[i].value != NULL)
            sites[n++] = all->sites.slots[i].value;
    if (n > 0)
        qsort(sites, n, sizeof *sites, by_size);
    view_putf(
        view->out,
        "%llu objects of %llu bytes were made; alive at the end: %llu bytes, at the "
        "peak: %llu\n%12s %8s %12s %12s %9s  %-20s %s\n",
        (unsigned long long)all->count, (unsigned long long)all->bytes,
        (unsigned long long)all->live_bytes, (unsigned long long)all->peak_bytes,
        "live bytes", "live", "peak bytes", "made bytes", "made", "type", "site");
    for (size_t i = 0; i < n && i < (size_t)all->top; i++)
        put_site(view->out, sites[i]);
    if (n > (size_t)all->top)
        view_putf(view->out, "... %zu sites more (top=%ld)\n", n - (size_t)all->top,
                  all->top);
    view_put_end(view->out);
    view_free(sites);
}

void allocations_finish(View *view)
{
    Allocations *all = view->state;
    if (view_output_results(view->out))
        put_table(view, all);
    view_map_free(&all->objects, view_free);
    view_map_free(&all->sites, view_free);
    view_texts_free(&all->texts);
    view_free(all);
}
