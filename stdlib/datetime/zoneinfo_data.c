/* zoneinfo_data.c - the changes of a zone. The module zoneinfo._common takes the file
 * apart; here the lists become arrays that are searched by halves.
 */
#include "stdlib/datetime/zoneinfo_data.h"
#include "vm/core/hooks.h"
#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/bytes/bytes.h"

/* ---- the lists of the file ------------------------------------------------------- */

typedef struct FileLists {
    Value lists[5];  /* list objects: span of, utc, offsets, is summer, names; strong */
    Value rules;     /* bytes or None; strong */
    int64_t *summer; /* what summer time adds, by span; owned */
} FileLists;
enum { SPAN_OF, UTC, OFFSETS, IS_SUMMER, NAMES };

static void lists_release(MinipyVM *vm, FileLists *f)
{
    values_xdecref(vm, f->lists, 5);
    value_xdecref(vm, f->rules);
    mem_free(vm, f->summer);
}

static bool lists_load(MinipyVM *vm, Value file, FileLists *f)
{
    Value load = import_attr(vm, "zoneinfo._common", "load_data");
    Value parts = load ? call1(vm, load, file) : VALUE_NULL;
    value_xdecref(vm, load);
    bool ok = parts && value_is_tuple(parts) && tuple_size(parts) == 6;
    if (parts && !ok)
        error_set(vm, EXC_TypeError, "load_data() must return a tuple of 6 items");
    for (int i = 0; ok && i < 5; i++)
        ok =
            (f->lists[i] = sequence_list(vm, tuple_get_borrow(parts, i))) != VALUE_NULL;
    if (ok)
        f->rules = value_incref(tuple_get_borrow(parts, 5));
    value_xdecref(vm, parts);
    return ok;
}

static int64_t length(const FileLists *f, int list)
{
    return LIST(f->lists[list])->size;
}

/* Anything but an int of 64 bits there is 0: the lists are _common's. */
static int64_t item(const FileLists *f, int list, int64_t i)
{
    Value v = LIST(f->lists[list])->items[i];
    return value_is_int_imm(v) ? value_imm(v) : v == VALUE_TRUE;
}

static bool lists_are_sound(MinipyVM *vm, const FileLists *f)
{
    int64_t spans = length(f, OFFSETS);
    bool ok = length(f, SPAN_OF) == length(f, UTC) && length(f, IS_SUMMER) == spans &&
              length(f, NAMES) == spans;
    for (int64_t i = 0; ok && i < length(f, SPAN_OF); i++)
        ok = item(f, SPAN_OF, i) >= 0 && item(f, SPAN_OF, i) < spans;
    for (int64_t i = 0; ok && i < spans; i++)
        ok = item(f, OFFSETS, i) > -DAY_SECONDS && item(f, OFFSETS, i) < DAY_SECONDS;
    if (!ok)
        error_set(vm, EXC_ValueError,
                  "Invalid transition index found while reading TZif file.");
    return ok;
}

/* A file says whether it is summer, not what that adds: it is the difference to the
 * standard time before, or else behind it; an hour where neither is known. */
static void find_summer(FileLists *f)
{
    int64_t spans = length(f, OFFSETS), changes = length(f, SPAN_OF);
    int64_t left = 0;
    for (int64_t i = 0; i < spans; i++)
        left += item(f, IS_SUMMER, i) != 0;
    for (int64_t i = 1; i < changes && left > 0; i++) {
        int64_t span = item(f, SPAN_OF, i), other = item(f, SPAN_OF, i - 1), added = 0;
        if (!item(f, IS_SUMMER, span) || f->summer[span])
            continue;
        if (!item(f, IS_SUMMER, other))
            added = item(f, OFFSETS, span) - item(f, OFFSETS, other);
        if (!added && i + 1 < changes) {
            other = item(f, SPAN_OF, i + 1);
            if (item(f, IS_SUMMER, other))
                continue;
            added = item(f, OFFSETS, span) - item(f, OFFSETS, other);
        }
        if (added)
            f->summer[span] = added, left--;
    }
    for (int64_t i = 0; left > 0 && i < spans; i++)
        if (item(f, IS_SUMMER, i) && !f->summer[i])
            f->summer[i] = 3600;
}

/* ---- making ---------------------------------------------------------------------- */

static bool span_make(MinipyVM *vm, ZoneSpan *s, int64_t offset, int64_t saved,
                      Value name_steal)
{
    s->seconds = offset;
    s->name = name_steal;
    s->offset = delta_new(vm, 0, offset, 0);
    s->saved = s->offset ? delta_new(vm, 0, saved, 0) : VALUE_NULL;
    return s->saved && s->name;
}

static void span_release(MinipyVM *vm, ZoneSpan *s)
{
    value_clear(vm, &s->offset);
    value_clear(vm, &s->saved);
    value_clear(vm, &s->name);
}

static bool make_spans(MinipyVM *vm, ZoneData *d, const FileLists *f)
{
    d->nspans = length(f, OFFSETS);
    d->spans = mem_calloc(vm, ((size_t)d->nspans + 1) * sizeof *d->spans);
    bool ok = d->spans != NULL;
    for (int64_t i = 0; ok && i < d->nspans; i++)
        ok = span_make(vm, &d->spans[i], item(f, OFFSETS, i), f->summer[i],
                       value_incref(LIST(f->lists[NAMES])->items[i]));
    return ok;
}

/* The first fold of the wall's clock counts by the larger of the offsets around a
 * change, so that a change lies behind what occurs twice; the second by the smaller. */
static void put_wall(ZoneData *d, int64_t i, int64_t a, int64_t b)
{
    d->wall[0][i] = d->utc[i] + (a > b ? a : b);
    d->wall[1][i] = d->utc[i] + (a > b ? b : a);
}

static bool make_changes(MinipyVM *vm, ZoneData *d, const FileLists *f)
{
    d->count = length(f, UTC);
    int64_t **arrays[] = {&d->utc, &d->wall[0], &d->wall[1], &d->span_of};
    for (int i = 0; i < 4; i++)
        if (!(*arrays[i] = mem_calloc(vm, ((size_t)d->count + 1) * sizeof(int64_t))))
            return false;
    for (int64_t i = 0; i < d->count; i++) {
        d->utc[i] = item(f, UTC, i);
        d->span_of[i] = item(f, SPAN_OF, i);
        int64_t before = i ? d->span_of[i - 1] : 0;
        put_wall(d, i, d->spans[before].seconds, d->spans[d->span_of[i]].seconds);
    }
    return true;
}

static Value text_of(MinipyVM *vm, ZoneText t)
{
    return str_from_ascii(vm, t.text, t.size);
}

static bool make_rules(MinipyVM *vm, ZoneData *d, Value rules)
{
    const char *p = (const char *)BYTES(rules)->data;
    ZoneRules *r = &d->rules;
    const char *wrong = zone_rules_read(p, p + BYTES(rules)->size, r);
    if (wrong)
        return error_set(vm, EXC_ValueError, "%s %R", wrong, rules), false;
    return span_make(vm, &d->standard, r->standard, 0, text_of(vm, r->standard_name)) &&
           (!r->has_summer ||
            span_make(vm, &d->summer, r->summer, r->summer - r->standard,
                      text_of(vm, r->summer_name)));
}

/* Without rules the last span goes on. */
static bool make_after(MinipyVM *vm, ZoneData *d, Value rules)
{
    if (value_is_bytes(rules) && BYTES(rules)->size)
        return make_rules(vm, d, rules);
    if (d->nspans == 0) {
        error_set(vm, EXC_ValueError, "No time zone information found.");
        return false;
    }
    const ZoneSpan *last =
        &d->spans[d->count ? d->span_of[d->count - 1] : d->nspans - 1];
    d->standard = (ZoneSpan){value_incref(last->offset), value_incref(last->saved),
                             value_incref(last->name), last->seconds};
    return true;
}

static void find_before(ZoneData *d, const FileLists *f)
{
    for (int64_t i = 0; i < d->nspans; i++)
        if (!item(f, IS_SUMMER, i)) {
            d->before = &d->spans[i];
            return;
        }
    d->before = d->count ? &d->spans[d->span_of[0]] : NULL;
}

/* 1, 0, -1. */
static int spans_equal(MinipyVM *vm, const ZoneSpan *a, const ZoneSpan *b)
{
    if (delta_order(a->offset, b->offset) || delta_order(a->saved, b->saved))
        return 0;
    return object_compare_bool(vm, a->name, b->name, CMP_EQ);
}

static bool fill(MinipyVM *vm, ZoneData *d, FileLists *f)
{
    if (!lists_are_sound(vm, f) ||
        !(f->summer =
              mem_calloc(vm, ((size_t)length(f, OFFSETS) + 1) * sizeof(int64_t))))
        return false;
    find_summer(f);
    if (!make_spans(vm, d, f) || !make_changes(vm, d, f) ||
        !make_after(vm, d, f->rules))
        return false;
    find_before(d, f);
    int same = d->nspans == 1 ? spans_equal(vm, &d->spans[0], &d->standard) : 1;
    d->fixed = d->nspans <= 1 && !d->rules.has_summer && same == 1;
    return same >= 0;
}

ZoneData *zone_data_load(MinipyVM *vm, Value file)
{
    FileLists f = {{VALUE_NULL}, VALUE_NULL, NULL};
    ZoneData *d = lists_load(vm, file, &f) ? mem_calloc(vm, sizeof *d) : NULL;
    if (d && !fill(vm, d, &f)) {
        zone_data_free(vm, d);
        d = NULL;
    } else if (d) {
        d->rules.standard_name = d->rules.summer_name = (ZoneText){0};
    }
    lists_release(vm, &f);
    return d;
}

void zone_data_free(MinipyVM *vm, ZoneData *d)
{
    if (!d)
        return;
    for (int64_t i = 0; d->spans && i < d->nspans; i++)
        span_release(vm, &d->spans[i]);
    span_release(vm, &d->standard);
    span_release(vm, &d->summer);
    mem_free(vm, d->spans);
    mem_free(vm, d->utc);
    mem_free(vm, d->wall[0]);
    mem_free(vm, d->wall[1]);
    mem_free(vm, d->span_of);
    mem_free(vm, d);
}

/* ---- asking ---------------------------------------------------------------------- */

/* How many of the times are not behind t. */
static int64_t count_up_to(const int64_t *times, int64_t n, int64_t t)
{
    int64_t low = 0;
    while (low < n) {
        int64_t middle = low + (n - low) / 2;
        if (times[middle] <= t)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static const ZoneSpan *by_rules(const ZoneData *d, int64_t t, int64_t start,
                                int64_t end)
{
    bool summer = start < end ? start <= t && t < end : !(end <= t && t < start);
    return summer ? &d->summer : &d->standard;
}

const ZoneSpan *zone_data_at_wall(const ZoneData *d, int64_t wall, int year, int fold)
{
    const int64_t *times = d->wall[fold];
    int64_t n = d->count;
    if (n && wall < times[0])
        return d->before;
    if (n && wall <= times[n - 1])
        return &d->spans[d->span_of[count_up_to(times, n, wall) - 1]];
    if (!d->rules.has_summer)
        return &d->standard;
    int added = d->rules.summer - d->rules.standard;
    int64_t start = zone_change_at(&d->rules.start, year);
    int64_t end = zone_change_at(&d->rules.end, year);
    if (fold == (added >= 0))
        end -= added;
    else
        start += added;
    return by_rules(d, wall, start, end);
}

/* By the rules: what is put back at its end or start occurs twice. */
static const ZoneSpan *rules_at_utc(const ZoneData *d, int64_t utc, int year,
                                    bool *fold)
{
    int64_t added = d->rules.summer - d->rules.standard;
    int64_t start = zone_change_at(&d->rules.start, year) - d->rules.standard;
    int64_t end = zone_change_at(&d->rules.end, year) - d->rules.summer;
    int64_t from = added > 0 ? end : start,
            to = added > 0 ? end + added : start - added;
    *fold = from <= utc && utc < to;
    return by_rules(d, utc, start, end);
}

/* Behind the last listed change the wall's clock may have been put back by it. */
static const ZoneSpan *after_last(const ZoneData *d, int64_t utc, int year, bool *fold)
{
    int64_t n = d->count;
    const ZoneSpan *now =
        d->rules.has_summer ? rules_at_utc(d, utc, year, fold) : &d->standard;
    const ZoneSpan *before = n > 1 ? &d->spans[d->span_of[n - 2]] : d->before;
    if (n && before && before->seconds - now->seconds > utc - d->utc[n - 1])
        *fold = true;
    return now;
}

const ZoneSpan *zone_data_at_utc(const ZoneData *d, int64_t utc, int year, bool *fold)
{
    int64_t n = d->count;
    *fold = false;
    if (n && utc < d->utc[0])
        return d->before;
    if (n == 0 || utc > d->utc[n - 1])
        return after_last(d, utc, year, fold);
    int64_t at = count_up_to(d->utc, n, utc) - 1;
    const ZoneSpan *now = &d->spans[d->span_of[at]];
    const ZoneSpan *before = at ? &d->spans[d->span_of[at - 1]] : d->before;
    if (before)
        *fold = before->seconds - now->seconds > utc - d->utc[at];
    return now;
}
