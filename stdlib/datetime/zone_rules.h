/* zone_rules.h - what a zone does after its last listed change: POSIX's TZ texts. */
#ifndef MINIPY_STDLIB_DATETIME_ZONE_RULES_H
#define MINIPY_STDLIB_DATETIME_ZONE_RULES_H

#include "stdlib/datetime/datetime_private.h"

/* When in a year a change is, as the wall clock before it shows. */
typedef struct ZoneChange {
    enum { RULE_MONTH, RULE_JULIAN, RULE_DAY } kind;
    int month, week,
        day;     /* RULE_MONTH: week 5 is the last, day 0 Sunday; else the day */
    int seconds; /* of the day; may be negative, or another day's */
} ZoneChange;

typedef struct ZoneText {
    const char *text; /* in what was read */
    int size;
} ZoneText;

typedef struct ZoneRules {
    ZoneText standard_name, summer_name;
    int standard, summer; /* offsets in seconds */
    bool has_summer;
    ZoneChange start, end; /* of summer time */
} ZoneRules;

/* Reads "CET-1CEST,M3.5.0,M10.5.0/3". NULL, or the beginning of what is to be said of
 * that text, which is malformed then; no exception. */
const char *zone_rules_read(const char *text, const char *end, ZoneRules *out);
/* Seconds since the epoch, as the wall clock counts them, of the change in that year.
 */
int64_t zone_change_at(const ZoneChange *c, int year);

#endif
