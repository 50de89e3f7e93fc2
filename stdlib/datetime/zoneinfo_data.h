/* zoneinfo_data.h - the changes of a zone, as read from a TZif file. */
#ifndef MINIPY_STDLIB_DATETIME_ZONEINFO_DATA_H
#define MINIPY_STDLIB_DATETIME_ZONEINFO_DATA_H

#include "stdlib/datetime/zone_rules.h"

/* What holds between two changes. */
typedef struct ZoneSpan {
    Value offset, saved, name; /* two timedeltas, a str; strong */
    int64_t seconds;           /* of the offset */
} ZoneSpan;

typedef struct ZoneData {
    int64_t count;          /* of changes */
    int64_t *utc, *wall[2]; /* when they are; on the wall, by fold */
    int64_t *span_of;       /* what begins there: an index of spans */
    ZoneSpan *spans;        /* owned, with `nspans` in it */
    int64_t nspans;
    const ZoneSpan *before;    /* the first change; NULL: nothing is known */
    ZoneSpan standard, summer; /* after the last one: by rules, */
    ZoneRules rules;           /* where has_summer, else `standard` alone */
    bool fixed;                /* whatever the time is */
} ZoneData;

/* What the file object holds: owned by the caller; NULL: an exception. */
ZoneData *zone_data_load(MinipyVM *vm, Value file);
void zone_data_free(MinipyVM *vm, ZoneData *d); /* NULL: nothing */
/* What holds at a wall time of that year; NULL: nothing is known. */
const ZoneSpan *zone_data_at_wall(const ZoneData *d, int64_t wall, int year, int fold);
/* What holds at a time in UTC, and whether the wall time was there before. */
const ZoneSpan *zone_data_at_utc(const ZoneData *d, int64_t utc, int year, bool *fold);

#endif
